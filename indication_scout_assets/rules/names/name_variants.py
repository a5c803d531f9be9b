"""Other wordings of a name: spelling, Greek letters, salts, adjectives, exchangeable words, common abbreviations.

What belongs here: what a name may be called in a text, by rule and small tables (``name_variant_words``), for the names
of drugs and of diseases. Case, hyphens, plural ``s``, possessives, British spelling and "Dermatitis, Atopic" need no
variant: ``name_matching`` reads over them. Synonyms that only a source knows (Open Targets, MeSH, ChEMBL) come with the
topic, not from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from ...domain.letters import transliterations, visible
from ..kept_readings import kept
from .name_matching import fold, natural_order
from .name_variant_words import (
    ABBREVIATIONS,
    BARE_IONS,
    ENDINGS,
    NEAR_WORDS,
    NOUNS_WITH_ADJECTIVES,
    SALTS,
    SAME_DRUGS,
    SAME_WORDS,
)

MOST = 64
"""Variants of one name; beyond that they are too far from it to be looked for."""
_EXCHANGES = 2
"""Words of one name that may be exchanged at once."""

_STEREO = re.compile(r"^(?:\((?:[rsez]|[+-]|\+/-|±|±)\)-|(?:d|l|dl|s|r)-(?=[a-z-]{6})|(?:cis|trans|rac)-)+")
_ANY_BRACKETS = re.compile(r"\((?:[rsez±]|[+-]|\+/-)\)-?|[()\[\]]")
_LOCANTS = re.compile(r"^\d[\d,']*-(?=[a-z][a-z'-]{7})")
_GREEK_PREFIX = re.compile(r"^(?:alpha|beta|gamma)-(?!block|agonis|antagonis|lactam|cell|adrener|recept)(?=[a-z-]{6})")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_TYPE = re.compile(r"\b(type|grade|stage|phase|class) (i{1,3}|iv|[1-4])\b")
_OF = re.compile(r"^(?P<head>[\w-]+(?: [\w-]+)?) (?:of|in) (?:the )?(?P<organ>[\w ,-]+)$")
_AGENT = re.compile(r"^(?P<kind>[\w -]+?) (?:agents?|drugs?|medications?|compounds?|therapy)$")
_ACID = re.compile(r"^(?P<stem>[\w' -]{3,})ic acid$")
_ATE = re.compile(r"^(?P<stem>[\w' -]{4,})ate$")
_DEFICIT = ("impairment", "dysfunction", "deficit", "loss", "disturbance")
_DEFICIENT = re.compile(rf"^(?P<what>[\w -]+) (?:{'|'.join(_DEFICIT)})s?$")
_VIRUS = re.compile(r"^(?P<virus>.+?)(?: virus)? infections?$")
_MANY_GROWTHS = re.compile(r"^(?P<what>multiple (?:[\w-]+ )*\w+)omatosis$")
_LOGICAL = re.compile(r"ological\b")
_POSSESSIVE = re.compile(r"'s?\b")
_JOINED = re.compile(r"\s*[/+]\s*|\s(?:and|plus)\s")
_HYPHENED = re.compile(r"([a-z]{6,})-([a-z]{6,})")
_MOST_PARTS = 3


@kept(20_000)
def variants(name: str) -> tuple[str, ...]:
    """The name, then other wordings of it, the nearest first, at most ``MOST``.

    Lower case and in American spelling, but for abbreviations, which are in capitals. None is empty, none twice.
    """
    plain = " ".join(fold(natural_order(name)).split())
    spelt = map(fold, transliterations(natural_order(name)))
    wordings = dict.fromkeys((plain, *spelt, *_spellings(plain), *_in_any_order(plain)))
    for rule in (_as_drug, _as_disease, _derived):
        wordings.update(dict.fromkeys(form for base in list(wordings) for form in rule(base)))
    return tuple(dict.fromkeys((name.strip(), *(wording for wording in wordings if len(wording) > 1))))[:MOST]


@kept(20_000)
def near_variants(name: str) -> tuple[str, ...]:
    """Wordings of near kin of a disease ("epilepsy" for seizures), without those of ``variants``.

    For what a text that already concerns the pair says of the disease; too wide to find the disease by.
    """
    own = variants(name)
    near = dict.fromkeys(form for wording in own for form in _exchanged(_singular(fold(wording)), _NEAR, 1))
    for rule in (_by_same_words, _derived):
        near.update(dict.fromkeys(form for wording in list(near) for form in rule(wording)))
    return tuple(wording for wording in near if wording not in own)[: 2 * MOST]


def all_variants(names: Iterable[str]) -> tuple[str, ...]:
    """The names themselves first, then the variants of each, without repeats."""
    given = [name for name in names if name.strip()]
    return tuple(dict.fromkeys([*given, *(wording for name in given for wording in variants(name))]))


def with_label_wordings(names: Iterable[str]) -> tuple[str, ...]:
    """The names, then as labels may have them: "dementia of the Alzheimer type" (or "Alzheimer's") for one of two
    words, "multiple X adenomas" for "multiple X adenomatosis".
    """
    given = tuple(names)
    pairs = [_POSSESSIVE.sub("", visible(name)).split() for name in given]
    return tuple(
        dict.fromkeys(
            (
                *given,
                *(f"{pair[1]} of the {pair[0]} type" for pair in pairs if len(pair) == 2),
                *(f"{many['what']}oma" for name in given if (many := _MANY_GROWTHS.match(fold(name)))),
            )
        )
    )


def _spellings(plain: str) -> Iterator[str]:
    """Roman numbers and what brackets hide: the same name in other letters."""
    yield _TYPE.sub(lambda match: f"{match[1]} {_other_number(match[2])}", plain)
    yield _LOGICAL.sub("ologic", plain)
    if "(" in plain:
        yield " ".join(_ANY_BRACKETS.sub("", plain).replace("--", "-").strip("- ").split())
    if _POSSESSIVE.search(plain):
        yield _POSSESSIVE.sub("", plain)


def _in_any_order(plain: str) -> Iterator[str]:
    """A combination with its parts in each order, as labels, articles and trials join them."""
    hyphened = _HYPHENED.fullmatch(plain)
    parts = hyphened.groups() if hyphened else _JOINED.split(plain)
    if 1 < len(parts) <= _MOST_PARTS:
        for order in permutations(parts):
            yield from (joint.join(order) for joint in ("/", " and ", " plus "))


def _other_number(number: str) -> str:
    arabic = {value: key for key, value in _ROMAN.items()}
    return _ROMAN.get(number) or arabic[number]


def _as_drug(plain: str) -> Iterator[str]:
    """Without salt, stereo prefix and locants; acid and salt; national names; "antipsychotic agents"."""
    bare = _without_salt(plain)
    for pattern in (_STEREO, _LOCANTS, _GREEK_PREFIX):
        bare = pattern.sub("", bare)
        yield bare
    for form in dict.fromkeys((plain, bare)):
        if acid := _ACID.match(form):
            yield f"{acid['stem']}ate"
        if (salt := _ATE.match(form)) and form.rpartition(" ")[2] not in SALTS and "carbonate" not in form:
            yield f"{salt['stem']}ic acid"
        for group in SAME_DRUGS:
            if form.removesuffix("s") in group or form in group:
                yield from group
    if agent := _AGENT.match(plain):
        yield from (f"{agent['kind']} agent", f"{agent['kind']} drug", agent["kind"])


def _without_salt(plain: str) -> str:
    words = plain.split()
    while len(words) > 1 and words[-1] in SALTS and not (len(words) == 2 and words[0] in BARE_IONS):
        words.pop()
    if len(words) == 2 and words[0] in {"sodium", "disodium"} and words[1].endswith(("ate", "in", "one")):
        return words[1] if words[1] not in SALTS and not words[1].endswith("carbonate") else plain
    return " ".join(words)


def _as_disease(plain: str) -> Iterator[str]:
    """Exchangeable words, "cancer of the lung", "impaired memory", abbreviations."""
    for short, long in ABBREVIATIONS:
        if plain == short.lower() or _singular(plain) == _singular(fold(long)):
            yield from (short, long)
    exchanged = list(_exchanged(plain, _SAME, _EXCHANGES))
    yield from exchanged
    for wording in (plain, *exchanged):
        yield from _reordered(wording)
    if virus := _VIRUS.match(plain):
        yield from (virus["virus"], f"{virus['virus']} infection", f"{virus['virus']} virus")


def _reordered(plain: str) -> Iterator[str]:
    if inverted := _OF.match(plain):
        yield f"{inverted['organ']} {_singular(inverted['head'])}"
    words = plain.split()
    if len(words) == 2 and words[1] in _GROWTHS and not words[0].endswith(("ic", "al", "ary", "ous")):
        yield f"{words[1]} of the {words[0]}"
    if deficient := _DEFICIENT.match(plain):
        yield f"impaired {deficient['what']}"
        yield f"impairment of {deficient['what']}"
        yield from (f"{deficient['what']} {kind}" for kind in _DEFICIT)


_GROWTHS = frozenset(("cancer", "carcinoma", "tumor", "neoplasm", "malignancy"))


def _exchangeable(groups: Sequence[Sequence[str]]) -> list[tuple[re.Pattern[str], Sequence[str]]]:
    return [(re.compile(rf"(?<![\w-]){re.escape(word)}s?\b(?! mellitus)"), group) for group in groups for word in group]


_SAME = _exchangeable(SAME_WORDS)
_NEAR = _exchangeable(NEAR_WORDS)


def _exchanged(plain: str, table: list[tuple[re.Pattern[str], Sequence[str]]], at_once: int) -> Iterator[str]:
    """The name with up to ``at_once`` of its words or phrases exchanged, fewest first."""
    wordings, last = {plain}, [plain]
    for _ in range(at_once):
        new = {
            pattern.sub(other, wording)
            for wording in last
            for pattern, group in table
            if pattern.search(wording)
            for other in group
        }
        last = sorted(new - wordings, key=lambda wording: (len(wording), wording))
        wordings.update(last)
        yield from last


def _by_same_words(plain: str) -> Iterator[str]:
    return _exchanged(plain, _SAME, 1)


def _derived(plain: str) -> Iterator[str]:
    """Adjectives and Latin plurals of a name's last word, and the noun behind an adjective."""
    if plain.startswith("anti"):
        return
    before, _, last = plain.rpartition(" ")
    lead = f"{before} " if before else ""
    last = _singular(last)
    for noun, adjectives in NOUNS_WITH_ADJECTIVES:
        if noun in (plain, last):
            yield from (f"{lead}{adjective}" if last == noun else adjective for adjective in adjectives)
        if last in adjectives:
            yield f"{lead}{noun}"
    for ending, others in ENDINGS:
        if last.endswith(ending) and len(last) > len(ending) + 1:
            yield from (f"{lead}{last.removesuffix(ending)}{other}" for other in others)
        for other in others:
            if last.endswith(other) and len(last) > len(other) + 1:
                yield f"{lead}{last.removesuffix(other)}{ending}"


def _singular(plain: str) -> str:
    """The last word without its plural s; ``diabetes`` and ``-itis`` have none."""
    if plain.endswith(("ss", "us", "is", "diabetes")) or not plain.endswith("s"):
        return plain
    return plain[:-3] + "y" if plain.endswith("ies") else plain[:-1]

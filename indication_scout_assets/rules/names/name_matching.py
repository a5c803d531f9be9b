"""Does this text name one of these names? Tolerant of case, hyphens, plurals, possessives, spelling and inversion.

What belongs here: the comparison of biomedical names, as words. Nothing here knows what a name stands for; whether two
names mean one disease is decided in ``sources.disease_indexing``, by the ontology and MeSH.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ...domain.letters import plain_letters, transliterations, visible
from ...text.plain_text import level, plain_characters, with_carets
from ..kept_readings import kept

_SEPARATOR = r"[\s\-\u2010-\u2015/+,']"
_TOKEN = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"'s\b")
_SPELLINGS = (("ae", "e"), ("tumour", "tumor"), ("behaviour", "behavior"), ("sulph", "sulf"))
_OE = re.compile(r"oe(?!s?\b)")  # oedema and foetal, but not "does" or "toes"
# "small cell lung cancer" is not named by "non-small cell lung cancer", nor eclampsia by "pre-eclampsia".
_OPPOSED = [rf"\b{prefix}{gap}" for prefix in ("non", "pre", "pseudo") for gap in ("-", " ", "\u2010")]
_OTHER_AFTER = {
    "strok": r"volumes?|work|output|distance|ind(?:ex|ices|exes)|powers?|belts?|units?",
    "shock": r"waves?|therapy|proteins?",
    "gold": r"standards?",
    "depression": r"of\ (?:the\ )?(?:st|bone\ marrow|respiration|ventilation|immun\w+)",
}
"""Words after the root of a name's word, which together name something else: "stroke volume", "shock waves"."""
_OTHER_BEFORE = {
    "strok": ("heat", "sun"),
    "shock": ("heat", "foot", "electric", "culture"),
    "depression": ("st", "segment", "respiratory", "ventilatory", "marrow", "myocardial", "spreading", "long-term"),
}
"""Words before such a root that do the same: "heat stroke", "ST depression"."""


def means_another(name: str, title: str) -> bool:
    """Whether a title gives a name of one word to something else, so that the word alone may mean that as well.

    An article on "respiratory depression" that says "mild depression" later is not about the mood.
    """
    word, folded = fold(name), fold(title)
    return any(f"{before} {word}" in folded for before in _OTHER_BEFORE.get(root(word), ()))


@lru_cache(maxsize=64)
def fold(text: str) -> str:
    """Lower-case, without accents, in American spelling, 10⁹ as ``10^9``. Lengths change: use for comparison only,
    never for offsets.

    The last ones are kept: a text is asked for one name after the other.
    """
    plain = plain_letters(text if text.isascii() else with_carets(plain_characters(text)))
    for british, american in _SPELLINGS:
        plain = plain.replace(british, american)
    return _OE.sub("e", plain) if "oe" in plain else plain


def natural_order(name: str) -> str:
    """``Dermatitis, Atopic`` as people write it: ``Atopic Dermatitis``. Without ``", "`` nothing changes."""
    parts = [part.strip() for part in re.split(r",\s+", name) if part.strip()]
    return " ".join(reversed(parts)) if len(parts) > 1 else name.strip()


def root(word: str) -> str:
    """The part of a folded word that its singular and plural share: ``nephropathies`` and ``nephropathy`` agree."""
    if len(word) < 4 or word.endswith(("ss", "us")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    stem = word.removesuffix("s")
    return stem[:-1] if len(stem) > 3 and stem.endswith(("e", "i")) else stem


@kept(20_000)
def words(name: str) -> tuple[str, ...]:
    """The roots of a name's words in natural order: what two spellings of one name have in common.

    Kept, because lists of names are compared each with each.
    """
    plain = _POSSESSIVE.sub("", fold(natural_order(name)))
    return tuple(root(token) for token in _TOKEN.findall(plain))


def same_name(first: str, second: str) -> bool:
    """Whether two names differ only in case, punctuation, plural, spelling or inversion."""
    if words(first) == words(second):
        return bool(words(first))
    return any(words(other) == words(second) for other in transliterations(first)) or any(
        words(other) == words(first) for other in transliterations(second)
    )


def unique_names(names: Iterable[str]) -> list[str]:
    """The names without repeats (``same_name``) and blanks, first spelling kept, in their order."""
    kept: dict[tuple[str, ...], str] = {}
    for name in names:
        key = words(name)
        if key:
            kept.setdefault(key, name.strip())
    return list(kept.values())


def is_acronym(name: str) -> bool:
    """``PAH`` or ``COPD``: at most six characters, capitals and digits only."""
    return len(name) <= 6 and name.isupper()


def shortens(short: str, long: str) -> bool:
    """Whether the letters of an abbreviation stand in a text in their order, the first of them at the start of a word.

    ``PAH`` shortens "pulmonary arterial hypertension"; ``ED50`` after "reversal of hyperalgesia" is something else.
    """
    letters = [letter for letter in short.lower().rstrip("s") if letter.isalpha()]
    between = "".join(f".*?{letter}" for letter in letters[1:])
    return bool(letters) and re.search(rf"\b{letters[0]}{between}", long.lower(), re.DOTALL) is not None


def long_form(short: str, before: str) -> str:
    """What an abbreviation in brackets shortens, from the text before them; empty where it shortens nothing.

    Its letters are found from the last to the first, which begins a word (Schwartz and Hearst, 2003). Where not all are
    there, the nearest words that begin with its first letter stand for it.
    """
    letters = [letter for letter in short.lower().rstrip("s") if letter.isalpha()]
    phrase = re.split(r"[.;:()]\s", before)[-1].split()[-2 * len(letters) :]
    text = " ".join(phrase).lower()
    place = len(text)
    for letter in reversed(letters[1:]):
        place = text.rfind(letter, 0, max(place, 0))
    begun = list(re.finditer(rf"(?<![^\W_]){letters[0]}", text)) if letters else []
    starts = [start.start() for start in begun if start.start() < place] or [start.start() for start in begun]
    return text[starts[-1] :] if starts else ""


def names_in(text: str, names: Sequence[str]) -> list[str]:
    """The names that occur in ``text`` as whole words, in the order given.

    Acronyms match in their own capitals only (``ALL`` is not "all"); names of fewer than three characters, and other
    names of fewer than four, never match: they mean too many things.
    """
    folded, text = fold(text), visible(text)
    spotted = []
    for name in dict.fromkeys(names):
        if is_acronym(name):
            pattern = _acronym_pattern(name)
            hit = pattern is not None and pattern.search(level(text)) is not None
        else:
            hit = any(stem in folded and _compiled(pattern).search(folded) for stem, pattern in _patterns(name))
        if hit:
            spotted.append(name)
    return spotted


def mask_names(text: str, groups: Mapping[str, Sequence[str]]) -> str:
    """``text`` folded, every occurrence of a name replaced by the mask of its group; longer names first.

    For reading what a sentence says about its drug and its disease, whatever they are called in it. The rules of
    ``names_in`` decide what occurs.
    """
    return Masks(groups).masked(text)


class Masks:
    """``mask_names`` for many texts: the names are put in order once.

    Args:
        groups: names by the mask that takes their place.
    """

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        ordered = [(name, mask) for mask, names in groups.items() for name in dict.fromkeys(names)]
        ordered.sort(key=lambda pair: -len(pair[0]))
        acronyms = [(name, _acronym_pattern(name), mask) for name, mask in ordered if is_acronym(name)]
        self._acronyms = [(name, pattern, mask) for name, pattern, mask in acronyms if pattern]
        self._others = [
            (stem, pattern, mask) for name, mask in ordered if not is_acronym(name) for stem, pattern in _patterns(name)
        ]

    def masked(self, text: str) -> str:
        """``text`` folded, with masks in the place of names."""
        text = level(visible(text))
        for name, pattern, mask in self._acronyms:
            if name in text:
                text = pattern.sub(mask, text)
        folded = fold(text)
        for stem, source, mask in self._others:
            if stem in folded:
                folded = _compiled(source).sub(mask, folded)
        return folded


@kept(20_000)
def _acronym_pattern(name: str) -> re.Pattern[str] | None:
    if len(name) < 3 or not any(c.isalpha() for c in name):
        return None
    return re.compile(rf"{_starting(name)}s?(?![^\W_])")


@kept(20_000)
def _patterns(name: str) -> tuple[tuple[str, str], ...]:
    """For each order of the name's words: a substring every match contains (a cheap first test), and the pattern.

    The pattern is not compiled yet: most names occur in no text, and to compile one takes longer than many tests.
    """
    spellings = [spelt for order in (name, natural_order(name)) for spelt in (order, *transliterations(order))]
    orders = dict.fromkeys(_POSSESSIVE.sub("", fold(spelt)) for spelt in spellings)
    out = []
    for order in orders:
        tokens = list(_TOKEN.finditer(order))
        if not tokens or sum(len(t[0]) for t in tokens) < 4 or not any(c.isalpha() for c in order):
            continue
        start = _literal(tokens[0][0])
        compounds = _OTHER_BEFORE.get(root(tokens[0][0]), ())
        before_it = [rf"\b{re.escape(word)}{gap}" for word in compounds for gap in (" ", "-")]
        pieces = [_starting(start, *_OPPOSED, *before_it), _ending(tokens[0][0])]
        for before, token in pairwise(tokens):
            # A hyphen may be left out (anti-inflammatory, antiinflammatory); a space may not.
            count = "{0,2}" if order[before.end() : token.start()] == "-" else "{1,3}"
            pieces.append(_SEPARATOR + count + re.escape(_literal(token[0])) + _ending(token[0]))
        pieces.append(r"(?![^\W_])")
        if other := _OTHER_AFTER.get(root(tokens[-1][0])):
            pieces.append(rf"(?![\s-](?:{other})\b)")
        out.append((max((_shared_part(t[0]) for t in tokens), key=len), "".join(pieces)))
    return tuple(out)


@kept(20_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _shared_part(token: str) -> str:
    """A substring of every form of a token, singular and plural."""
    stem = root(token)
    return stem[:-1] if stem.endswith("y") else stem


def _starting(literal: str, *opposed: str) -> str:
    """The start of a pattern: a literal at the start of a word, and not after what is ``opposed`` to it.

    What may not stand before the literal is looked at behind it: the search for a literal is ten times as fast as
    asking at every character.
    """
    start = re.escape(literal)
    return start + "".join(rf"(?<!{before}{start})" for before in (*opposed, r"[^\W_]"))


def _literal(token: str) -> str:
    """What every form of a token begins with."""
    return _shared_part(token) if _inflects(token) else token


def _ending(token: str) -> str:
    """A pattern of what may follow the literal."""
    if not _inflects(token):
        return ""
    return ("(?:y|ies)" if root(token).endswith("y") else "[ei]?") + "(?:'?s|')?"


def _inflects(token: str) -> bool:
    return len(token) >= 4 and token.isalpha()

"""The words of a claim: which it may use freely, which only where its quotation has them or others that mean the same.

What belongs here: vocabulary and stems. What the words say together is read in ``claim_clauses`` and ``claim_numbers``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ...rules.kept_readings import kept
from ...rules.language.stemming import stem
from ...rules.names.name_matching import fold

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "·": ".", "’": "'"})
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FREE = frozenset(
    """a about according across after again against alone also although among an and another any are as at average be
    because been before being between both but by can common compared comparison could data did do does during each
    either evidence experienced few find finding findings followed following for found from further gave get given
    gives giving group groups had has have having he her here his how however i if in indicate indicated indicates
    individuals into is it its just less made make may mean might more much need needed needs neither no none nor not
    observed occur occurred occurring occurs of often on one or other others our out over overall own participants
    patient patients people persons received receiving relative report reported reporting reports respectively result
    resulted results reveal revealed same saw see seen several she should show showed showing shown shows since so some
    stated studied studies study subjects such suggest suggested suggesting suggests taken taking than that the their
    them then there these they this those though three through to took towards treated two under until upon us use used
    user users using value values versus very via volunteers vs was we were what when where whereas whether which while
    who whom whose will with within without would yet also frequent frequently regarding respect terms term compared
    """.split()  # noqa: SIM905
) - {"should", "made", "make", "average", "one", "two", "three"}
"""Words any claim may use: they report, and carry no finding. Negation, caution and direction have their own rules."""
_MEANS: dict[str, str] = {
    word: meaning
    for meaning, words in {
        "death": "death deaths died die dying mortality fatal fatality",
        "relief": "relief relieve relieved relieves relieving",
        "frequency": "frequency incidence occurrence",
        "user": "use used user users using took taken taking intake",
        "woman": "woman women female females",
        "man": "man men male males",
        "child": "child children paediatric pediatric",
        "control": "control controls",
        "week": "week weeks",
        "month": "month months",
        "day": "day days",
        "year": "year years",
        "percent": "percent percentage",
        "help": "help helps helped benefit benefits benefited",
        "association": "associated association associations linked link correlated correlation",
    }.items()
    for word in words.split()
}
"""Words that may stand for each other."""
_UNITS = frozenset(
    """mg g kg ug mcg ng l ml dl mmol mol nmol pmol mmhg m s cm mm km min h hr hrs hour hours minute minutes second
    seconds iu u kcal kj bpm hz fold percent points point ci p n or rr md sd se iqr vs""".split()  # noqa: SIM905
)


def plain(text: str) -> str:
    """Folded, with plain dashes, dots and apostrophes and single spaces."""
    return " ".join(fold(text).translate(_DASHES).split())


@lru_cache(maxsize=20_000)
def word_stem(word: str) -> str:
    """What a folded word is compared by: its meaning where several words share one, else its stem."""
    return _MEANS.get(word) or stem(word.replace("z", "s"))  # randomized, randomised


@kept(4096)
def claim_stems(text: str) -> frozenset[str]:
    """The stems of the words of a plain text that tell something, single letters left out."""
    return frozenset(
        word_stem(word) for word in _WORD.findall(text) if word not in _FREE and word not in _UNITS and len(word) > 1
    )


def words_not_in(claim: str, sources: Iterable[str], licensed: Iterable[str], short_forms: Mapping[str, str]) -> str:
    """The first word of a claim that none of its sources has; empty where there is none.

    Args:
        claim: plain.
        sources: plain.
        licensed: spans of words in the claim that are judged elsewhere (directions, numbers in words).
        short_forms: abbreviations of the article with what they stand for.
    """
    known = {word for source in sources for word in claim_stems(source)}
    for short, full in short_forms.items():
        for form, other in ((plain(short), plain(full)), (plain(full), plain(short))):
            if claim_stems(form) and claim_stems(form) <= known:
                known |= claim_stems(other)
    judged = {word for span in licensed for word in _WORD.findall(span)}
    for word in _WORD.findall(claim):
        if word in judged or word in _FREE or word in _UNITS or len(word) == 1:
            continue
        if word_stem(word) not in known:
            return str(word)
    return ""

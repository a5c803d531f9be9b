"""What a study says it measured, so that an outcome is told from an unwanted effect.

What belongs here: where an article declares its outcomes (title, aims, methods), and whether a result is of one of
them or of what any study of a treatment measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..language.mentions import ArticleReader
from ..language.sentences import Sentence

_DECLARES = re.compile(
    r"\b(?:outcomes?|end\s?-?points?|measures|assess\w*|evaluat\w*|efficacy|effects?\sof|determine"
    r"|investigate\w*|to\scompare|compared\sthe"
    r"|aims?|objectives?|purpose|variables?|examined?)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(r"%|\b[pP]\s?[<=>]|\bsignificant")
_OF_SAFETY = re.compile(
    r"\b(?:adverse|side[\s-]?effects?|safety|safe|(?:well|better)[\s-]tolerated|tolerab\w+|toxicit\w+)\b", re.IGNORECASE
)
_WORD = re.compile(r"[a-z][a-z-]{4,}")
_MEASURED_BY_ALL = re.compile(
    r"""\b(?:mortality|deaths?|died|surviv\w*|respon[sd]\w*|remission\w*|relaps\w*|recur\w*|cure[sd]?|heal(?:ed|ing)
        |relie[fv]\w*|pain|pain-free|efficacy|effective\w*|symptom\w*|scores?|scales?|abstinen\w*|attacks?
        |seizures?|rescue
        |satisf\w*|success\w*|improv\w*|recover\w*|prefer\w*|consumption|analgesi\w*|exacerbat\w*|progression\w*
        |free\sof)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def declared(reader: ArticleReader, sentences: Iterable[Sentence]) -> str:
    """The words by which an article says what it measures, folded: its title, its disease, its aims and outcomes."""
    return " ".join((reader.article.title, *reader.pair.disease_names, *_declaring(sentences))).lower()


def _declaring(sentences: Iterable[Sentence]) -> Iterator[str]:
    for sentence in sentences:
        text = sentence.text
        if _DECLARES.search(text) and not _RESULT.search(text):
            yield re.split(r"\b(?:safety|tolerab|adverse|side[\s-]effects?)", text, maxsplit=1)[0]


def is_of_safety(text: str) -> bool:
    """Whether a sentence speaks of unwanted effects."""
    return _OF_SAFETY.search(text) is not None


def is_outcome(text: str, outcomes: str) -> bool:
    """Whether a result is of something its article declares, or of what any study measures.

    Args:
        text: of the result, without the names of arms.
        outcomes: what the article declares.
    """
    if _MEASURED_BY_ALL.search(text):
        return True
    return any(word[:7] in outcomes for word in _WORD.findall(text.lower()) if word[:5] not in _COMMON)


def is_of_title(text: str, reader: ArticleReader) -> bool:
    """Whether a result is of an outcome that the title names, by a word that is no name of drug, disease or people."""
    masked = re.sub(r"\W+", " ", reader.mask(reader.article.title))
    named = {word[:7] for word in _WORD.findall(masked) if word[:5] not in _COMMON and word not in _PEOPLE}
    return any(word[:7] in named for word in _WORD.findall(reader.mask(text)))


_PEOPLE = frozenset("healthy elderly postmenopausal chronic acute severe disease treatment therapy effect".split())  # noqa: SIM905
_COMMON = frozenset(
    """patie treat group place contr study studi trial rando thera clini compa asses evalu measu after befor durin weeks
    month basel diffe signi incre decre reduc highe lower great fewer betwe recei versu these those which while doubl
    blind multi cente subje parti women adult child years hours minut total means media level value rates numbe perce
    propo chang drugs daily doses short early first secon prima repor obser resul using other incid frequ times given
    every about there their where respe inter""".split()  # noqa: SIM905
)

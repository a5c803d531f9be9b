"""Whether a question is in another language than English, which is the one questions are read in.

What belongs here: small words of the languages people are likely to ask in, and scripts. A name in another language
makes no question of that language: two of its small words do, or a script that is not Latin.
"""

from __future__ import annotations

import re
from typing import Final

IN_ENGLISH: Final = "Questions are read in English."
LEAST = 2
"""Small words of another language from which a question is in it."""
_OTHER: Final = frozenset(
    """welche welcher welches wie was wann warum wer ist sind hat haben kann darf wird werden bei von und der das ein
    eine einer einem nicht oder mit für gegen gibt es wirkt wirkung nebenwirkungen schwangerschaft dosis dosierung
    quels quelle quelles quel est sont les des une du de la le et pour avec dans peut sur contre pendant comment combien
    effets secondaires grossesse
    cuáles cuales cuál cual qué que son los las el una del para con por puede durante cómo como efectos secundarios
    embarazo
    quais qual são os uma em para com pode gravidez efeitos
    quali sono gli il lo della dei di una per con può durante effetti collaterali gravidanza
    wat welke zijn het een van de bij voor met kan bijwerkingen""".split()  # noqa: SIM905
)
_ENGLISH: Final = frozenset(
    """what which who whom whose when where why how is are was were does do did has have had can could will would may
    might should must the of for with and or in on an a to by from than that this it its be been any there""".split()  # noqa: SIM905
)
"""Words that mark English; those another language has as well count for neither."""
_FOREIGN_LETTER: Final = re.compile(
    r"[\u0370-\u03ff\u0400-\u04ff\u0590-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
)
_LATIN: Final = re.compile(r"[A-Za-z]")
_WORD: Final = re.compile(r"[^\W\d_]+")


def in_english(note: str, question: str) -> str:
    """A refusal that says, of a question in another language, that questions are read in English."""
    return f"{note} {IN_ENGLISH}" if is_other_language(question) else note


def is_other_language(question: str) -> bool:
    """Whether a question is in another language than English, as far as its small words and its script say."""
    foreign = len(_FOREIGN_LETTER.findall(question))
    if foreign > len(_LATIN.findall(question)):
        return True
    words = [word.casefold() for word in _WORD.findall(question)]
    other = sum(word in _OTHER - _ENGLISH for word in words)
    return other >= LEAST and other > sum(word in _ENGLISH - _OTHER for word in words)

"""Words of labels and of questions about them: stems, and what in a question stands for the label's own words.

What belongs here: words without order. Patterns of attributes are in ``label_attributes``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..language.stemming import stem

__all__ = ["QuestionWords", "meanings", "question_words", "stem", "stems", "words"]

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’]s\b)?|°[CF]", re.UNICODE)
_POSSESSIVE = re.compile(r"['’]s$")


class QuestionWords(NamedTuple):
    """The words that refuse no question, and those that stand for others; all as stems."""

    plain: frozenset[str]
    stands_for: dict[str, frozenset[str]]
    advice: tuple[re.Pattern[str], ...]
    asks_the_label: tuple[re.Pattern[str], ...]


def words(text: str) -> list[str]:
    """The words of a text in lower case, without possessives; numbers are words."""
    return [_POSSESSIVE.sub("", word).lower() for word in _WORD.findall(text)]


def stems(text: str) -> list[str]:
    """The stems of all words of a text, in order."""
    return [stem(word) for word in words(text)]


@cache
def question_words() -> QuestionWords:
    """The file ``question_words.toml``."""
    text = files(__package__).joinpath("question_words.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    stands_for = {stem(word): frozenset(stem(w) for w in others) for word, others in table["stands_for"].items()}
    advice, label = ([re.compile(p, re.IGNORECASE) for p in table[name]] for name in ("advice", "asks_the_label"))
    return QuestionWords(frozenset(stem(w) for w in table["plain"].split()), stands_for, tuple(advice), tuple(label))


def meanings(word_stem: str) -> frozenset[str]:
    """The stems by which a label may say a word of a question, itself among them."""
    return question_words().stands_for.get(word_stem, frozenset()) | {word_stem}

"""A pattern that is tried only on texts with one of its words.

What belongs here: saving the time of patterns that begin anywhere. To look for some words is many times faster than to
try such a pattern at every character, and most texts have none of them. That every match holds one of the words is
proved from the pattern itself in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


def holds_any(text: str, words: tuple[str, ...]) -> bool:
    """Whether the text has one of the words; a loop, for ``any`` takes twice as long."""
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


class WordedPattern:
    """A compiled pattern with the words one of which every match of it holds; what it finds is the same without them.

    Args:
        words: parts of words, as they stand in the text.
        compiled: the pattern.
    """

    __slots__ = ("compiled", "words")

    def __init__(self, words: tuple[str, ...], compiled: re.Pattern[str]) -> None:
        self.words, self.compiled = words, compiled

    @property
    def pattern(self) -> str:
        """The text of the pattern, to be made part of another one."""
        return self.compiled.pattern

    def may_match(self, text: str) -> bool:
        """Whether the text has one of the words."""
        return holds_any(text, self.words)

    def search(self, text: str) -> re.Match[str] | None:
        """As of the compiled pattern."""
        return self.compiled.search(text) if self.may_match(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the compiled pattern."""
        return self.compiled.finditer(text) if self.may_match(text) else iter(())

    def sub(self, repl: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As of the compiled pattern."""
        return self.compiled.sub(repl, text) if self.may_match(text) else text


def worded(words: str, text: str) -> WordedPattern:
    """A verbose pattern with its words, which a bar parts."""
    return WordedPattern(tuple(words.split("|")), re.compile(text, re.VERBOSE))

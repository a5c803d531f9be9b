"""Patterns that are tried only beside one of their words: it is proved that no match is lost by it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from indication_scout_assets.rules import language, stance
from indication_scout_assets.rules.worded_pattern import WordedPattern, worded


def holds_a_word(parts: Iterable[tuple[Any, Any]], words: tuple[str, ...], before: str = "") -> bool:
    """Whether every text that the parsed pattern matches holds one of the words.

    One part in a row that does is enough; of alternatives each has to. What may be left out proves nothing. ``before``
    are the letters that lead to it: Python parses "not|never" as an "n" with two ends.
    """
    literal = before
    for kind, value in [*parts, (None, None)]:
        if kind is kinds.LITERAL:
            literal += chr(value)
            continue
        if any(word in literal for word in words):
            return True
        if kind is kinds.SUBPATTERN and holds_a_word(value[3], words, literal):
            return True
        if kind is kinds.BRANCH and all(holds_a_word(alternative, words, literal) for alternative in value[1]):
            return True
        if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT) and value[0] > 0 and holds_a_word(value[2], words):
            return True
        if kind is kinds.IN and all(inner is kinds.LITERAL and chr(char) in words for inner, char in value):
            return True
        literal = ""
    return False


def worded_patterns() -> Iterator[tuple[str, WordedPattern]]:
    """All of the rules on sentences and stances, with their names."""
    modules = [m for room in (language, stance) for m in pkgutil.iter_modules(room.__path__, f"{room.__name__}.")]
    for module in modules:
        for name, value in vars(importlib.import_module(module.name)).items():
            several = value if isinstance(value, tuple) else (value,)
            yield from ((f"{module.name}.{name}", part) for part in several if isinstance(part, WordedPattern))


WORDED = dict(worded_patterns())


@pytest.mark.parametrize("pattern", WORDED.values(), ids=list(WORDED))
def test_every_match_holds_one_of_the_words(pattern: WordedPattern) -> None:
    assert holds_a_word(parser.parse(pattern.pattern, re.VERBOSE), pattern.words)


@pytest.mark.parametrize("pattern", WORDED.values(), ids=list(WORDED))
def test_every_word_is_needed(pattern: WordedPattern) -> None:
    parsed = parser.parse(pattern.pattern, re.VERBOSE)
    for word in pattern.words:
        assert not holds_a_word(parsed, tuple(other for other in pattern.words if other != word)), word


def test_a_word_that_is_missing_is_seen() -> None:
    parsed = parser.parse(r"\b(?:no\ effect|fail(?:ed)?|useless)\b", re.VERBOSE)
    assert holds_a_word(parsed, ("no ", "fail", "useless"))
    assert not holds_a_word(parsed, ("no ", "failed", "useless"))
    assert not holds_a_word(parsed, ("no ", "fail"))


def test_it_finds_what_the_pattern_finds() -> None:
    pattern = worded("no |fail", r"\b(?:no\ effect|fail\w*)")
    assert [match[0] for match in pattern.finditer("it failed, no effect")] == ["failed", "no effect"]
    assert pattern.search("no effect") is not None
    assert pattern.search("an effect") is None
    assert list(pattern.finditer("an effect")) == []
    assert (pattern.sub("x", "it failed"), pattern.sub("x", "it worked")) == ("it x", "it worked")
    assert re.search(pattern.pattern, "no effect", re.VERBOSE)

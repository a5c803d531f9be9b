"""An outcome as a question names it, and where a sentence names the same.

What belongs here: the main word of a phrase, what is only said around it ("risk of"), and finding it in a text by its
own name or another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...names.name_matching import fold, is_part_of_another
from ..stems import content_stems
from .outcome_names import OutcomeName, named_otherwise
from .words_of_change import CHANGE

_AMOUNT = (
    r"risks?|incidences?|rates?|frequenc(?:y|ies)|numbers?|levels?|severity|occurrences?|likelihood"
    r"|chances?|probability"
    r"|development|onset|amount|degree|extent|prevalence|intensity|duration|progression|concentrations?|proportion|need"
    r"|requirements?"
)
_LIGHT = re.compile(
    rf"^(?:(?:the|a|an|any|their|patients'?|more|your|its|his|her|my|our|second|another|further|recurrent"
    rf"|new)\s|(?:relative\s)?(?:{_AMOUNT})\s(?:of|for)\s)+"
)
"""What stands before an outcome's name and is no part of it."""
_ENDS = re.compile(
    r"\s(?:in|with|for|among|after|during|at|on|from|by|under|when|following|compared|versus|vs|than|over|to|as|within"
    r"|without|due|caused|induced|that|who|between)\s"
)
"""What stands behind it: people, times, other arms."""
_FALLING = (
    r"loss|reduction|decrease|decline|fall|drop|lowering|relief|inhibition|suppression|prevention|impairment|problem"
    r"|deficit|worsening|deterioration"
)
_RISING = r"gain|increase|elevation|rise|prolongation|improvement"
_CHANGE_BEHIND = re.compile(rf"^(?P<core>.+?)[\s-](?:(?P<falls>{_FALLING})|{_RISING})s?$")
_CHANGE_BEFORE = re.compile(
    rf"^(?:\w+ )?(?:(?P<falls>{_FALLING})|{_RISING})s? (?:of|in) (?:the )?(?P<core>.+?)(?:{_ENDS.pattern}.*)?$"
)
_LOW = re.compile(
    r"^(?:(?P<falls>low|lower|slow|slower|short|reduced|decreased)|high|higher|fast|faster|rapid|raised|elevated)\s"
)
"""Before an outcome's name: which way it went."""
_SCALE = re.compile(r"(?:level|concentration|score|value|response|episode|index|indice)s?")
"""Behind an outcome's name: how it was measured."""
_PARTS = re.compile(rf"[;:()]|\b(?:than|versus|vs|was|were|with|in|from|by)\b|{CHANGE.pattern}")
"""What parts the words of one name from those before them."""
_BELONGS = re.compile(r"\s(?:of|for)\s")
_PARTS_BEHIND = re.compile(r"[,;:()]|\b(?:and|or|in|with|was|were|than|by|from)\b")
_STEM = 5
"""Letters that two stems share which are one word: "ischem" and "ischemia"."""
_FREE = re.compile(r"[\s-]free\b(?:\s(?:survival|interval|period|time|days?)\b)?")
"""Behind an outcome's name: without it."""
_ANOTHER = (" free ", "-free ", "non-", "non ")
"""Before the name of an outcome that is another one: "progression-free survival", "non-fatal"."""
_NEAR = 5
"""Words around an outcome's main word in which its other words stand."""
_ENOUGH = 2 / 3
"""Share of an outcome's words that stand there: both of two, two of three."""


class Outcome(NamedTuple):
    """An outcome as a question names it.

    ``head`` is the stem of its main word, ``stems`` all of them, ``change`` -1 where the name itself says that
    something falls ("weight loss" of weight), else 1; ``text`` is the folded phrase.
    """

    head: str
    stems: frozenset[str]
    change: int
    text: str


class NamedPlace(NamedTuple):
    """Where a folded text names an outcome: ``text[start:end]``; ``sign`` is -1 where it names the opposite."""

    start: int
    end: int
    sign: int = 1


@lru_cache(maxsize=256)
def outcome_named(phrase: str) -> Outcome | None:
    """The outcome of a question's phrase, ``None`` where no word of it names anything."""
    text = _LIGHT.sub("", fold(phrase).strip(" ?.!"))
    low = _LOW.match(text)
    text = text[low.end() :] if low else text
    match = _CHANGE_BEFORE.match(text)
    text = text if match else _ENDS.split(text, maxsplit=1)[0]
    core = match["core"] if match else _LIGHT.sub("", f"{text} ").strip()
    if behind := _CHANGE_BEHIND.match(core):
        match, core = behind, behind["core"]
    words = _main_words(core)
    if not words:
        return None
    head = next(iter(content_stems(words[-1])))
    change = -1 if bool(match and match["falls"]) is not bool(low and low["falls"]) else 1
    return Outcome(head, frozenset().union(*map(content_stems, words)), change, text)


def _main_words(core: str) -> list[str]:
    """The words of a name, the main one last; "quality of life" is turned round."""
    parts = [[word for word in re.findall(r"[^\W_]+", part) if content_stems(word)] for part in _split(core)]
    words = parts[0]
    if len(parts) > 1 and len(words) < 2:
        words = [word for part in reversed(parts) for word in part]
    while len(words) > 1 and (_SCALE.fullmatch(words[-1]) or _is_suffix(words[-1], core)):
        words = words[:-1]
    return words


def _is_suffix(word: str, core: str) -> bool:
    """Whether a single letter hangs on the word before it: "DHEA-S"."""
    return len(word) == 1 and f"-{word} " in f"{core} "


def _split(core: str) -> list[str]:
    return re.split(r"\s(?:of|or|and)\s", core)


def places_of(text: str, outcome: Outcome) -> list[NamedPlace]:
    """Where a folded text names an outcome, by its own name or another, in the order of the text."""
    places: dict[int, NamedPlace] = {}
    words = [(match.start(), match.end(), content_stems(match[0])) for match in re.finditer(r"[^\W_]+", text)]
    for name in (OutcomeName(outcome.head, outcome.stems, 1), *named_otherwise(outcome.stems)):
        for start, end in _places_of(text, words, name):
            free = _FREE.match(text, end)
            if free:
                places.setdefault(free.end(), NamedPlace(start, free.end(), -name.sign))
            elif not text[:start].endswith(_ANOTHER):
                places.setdefault(end, NamedPlace(start, end, name.sign))
    return [places[end] for end in sorted(places)]


def _is_same(first: str, second: str) -> bool:
    shorter, longer = sorted((first, second), key=len)
    return shorter == longer or (
        len(shorter) >= _STEM and longer.startswith(shorter) and len(longer) - len(shorter) <= 2
    )


def _is_of_another(text: str, words: Sequence[tuple[int, int, frozenset[str]]], at: int, name: OutcomeName) -> bool:
    """Whether a word is part of another thing's name ("stroke volume") that is not the outcome's own."""
    start, end, _ = words[at]
    beside = [each[2] for each in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2])]
    return not any(stems & name.stems for stems in beside) and is_part_of_another(text, start, end)


def _places_of(text: str, words: Sequence[tuple[int, int, frozenset[str]]], name: OutcomeName) -> list[tuple[int, int]]:
    """Its main word, with two thirds of all its words near; ``words`` are those of the text by place and stems."""
    out = []
    for at, (start, end, stems) in enumerate(words):
        if not any(_is_same(name.head, stem) for stem in stems) or _is_of_another(text, words, at, name):
            continue
        before = [each for each in words[max(0, at - _NEAR) : at] if not _PARTS.search(text[each[1] : start])]
        behind = words[at + 1 : at + _NEAR + 1] if _BELONGS.match(text, end) else []
        behind = [each for each in behind if not _PARTS_BEHIND.search(text[end : each[1]])]
        near = frozenset().union(stems, *(each[2] for each in before + behind))
        lacking = {own for own in name.stems if not any(_is_same(own, stem) for stem in near)}
        if len(lacking) <= (1 - _ENOUGH) * len(name.stems):
            own = [each for each in before if each[2] & name.stems]
            out.append((own[0][0] if own else start, end))
    return out

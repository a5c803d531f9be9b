"""A small trained model over the phrases of a text: which class a text is of, and the phrase that shows it best.

What belongs here: cutting title and abstract into phrases, the table of weights, and the two questions put to it. The
tables are fitted by ``evaluation.training.phrase_training`` on judged articles and lie beside those who ask them.

It is a multinomial logistic regression over which phrases of one to three words a text holds, each once. Words are cut
after seven letters, which joins most of their forms; every number is one word; a full stop is a word of its own, so
that a phrase may be the beginning or the end of a sentence. Phrases of the title count both as the text's and as the
title's own. On 2,500 articles that is more often right than 350 lines of patterns were
(``docs/developers/measured.md``), and a wrong answer is mended by another judged article.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ..domain.outcomes import PermanentFailure

_WORD: Final = re.compile(r"[a-z]+|\d+(?:[.,]\d+)*|%|\.")
_LETTERS: Final = 7
"""Of a word that are kept."""
_NUMBER: Final = "#"
_TITLE: Final = "title:"
"""Before a phrase of the title where it counts as such."""
NO_ABSTRACT: Final = "no abstract"
_LONGEST: Final = 3
"""Words of a phrase."""
_LONGEST_TITLE: Final = 2
"""Words of a phrase that counts as the title's."""


class TextPhrases(NamedTuple):
    """What a model sees of a text."""

    all: frozenset[str]
    """Every phrase, each once."""
    windows: tuple[tuple[str, tuple[str, ...]], ...]
    """Runs of one to three words within a sentence: as the text has them, and the phrases within."""


@lru_cache(maxsize=8)
def phrases_of(title: str, abstract: str) -> TextPhrases:
    """The phrases of a text; several models are asked of it one after the other, so the last texts are kept."""
    windows = [*_windows(title), *_windows(abstract)]
    phrases = {phrases[-1] for _, phrases in windows}
    phrases |= {_TITLE + phrases[-1] for words, phrases in _windows(title) if phrases[-1].count(" ") < _LONGEST_TITLE}
    if not abstract:
        phrases.add(NO_ABSTRACT)
    return TextPhrases(frozenset(phrases), tuple(window for window in windows if "." not in window[1][-1]))


def _windows(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every run of words, with the phrases within it, the whole run last."""
    lowered = text.lower()
    hits = list(_WORD.finditer(lowered))
    stems = [_NUMBER if hit[0][0].isdigit() else hit[0][:_LETTERS] for hit in hits]
    windows = []
    for first in range(len(hits)):
        for end in range(first + 1, min(first + _LONGEST, len(hits)) + 1):
            part = stems[first:end]
            within = [" ".join(part[i : i + n]) for n in range(1, len(part) + 1) for i in range(len(part) - n + 1)]
            windows.append((lowered[hits[first].start() : hits[end - 1].end()], tuple(within)))
    return windows


class PhraseModel:
    """Weights of phrases for each of several classes.

    Args:
        classes: their names.
        bias: of each class, shape (classes,).
        weights: of each class by phrase, shape (classes,).
    """

    def __init__(self, classes: Sequence[str], bias: Sequence[float], weights: Mapping[str, Sequence[float]]) -> None:
        self.classes = tuple(classes)
        self._bias = tuple(bias)
        self._weights = weights

    def probabilities(self, phrases: TextPhrases) -> dict[str, float]:
        """One for each class; their sum is 1."""
        sums = list(self._bias)
        for phrase in sorted(phrases.all & self._weights.keys()):  # in one order, so that sums are the same everywhere
            for column, weight in enumerate(self._weights[phrase]):
                sums[column] += weight
        highest = max(sums)
        powers = [math.exp(each - highest) for each in sums]
        return {name: power / sum(powers) for name, power in zip(self.classes, powers, strict=True)}

    def shown_by(self, phrases: TextPhrases, name: str) -> str:
        """The one to three words of a text that speak most for a class; empty where none does."""
        column, nothing = self.classes.index(name), (0.0,) * len(self.classes)
        most, shown = (0.0, 0), ""
        for words, within in phrases.windows:
            weight = sum(self._weights.get(phrase, nothing)[column] for phrase in within)
            if (rounded := (round(weight, 6), -len(within))) > most and rounded[0] > 0:  # of equals the shortest
                most, shown = rounded, words
        return " ".join(shown.split())


@cache
def read_model(path: Path) -> PhraseModel:
    """The model in a CSV file: a line of the classes, one of their bias, one for each phrase.

    Raises:
        PermanentFailure: the file cannot be read; install the package again.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            (_, *classes), (_, *bias), *rows = csv.reader(file)
        return PhraseModel(
            classes, [float(x) for x in bias], {phrase: tuple(map(float, given)) for phrase, *given in rows}
        )
    except (OSError, ValueError) as error:
        raise PermanentFailure(
            f"The trained table {path} cannot be read ({error}); install the package again."
        ) from error

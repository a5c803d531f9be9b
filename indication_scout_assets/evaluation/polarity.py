"""``scout eval polarity FOLDER``: judged articles of a user's own, read and counted as ``readings`` counts its own.

What belongs here: the folder's articles read by the product, what the soft reading makes of them,
and the results as JSON and tables. The folder is read in ``polarity_folder``, the JSON documented in ``docs/cli.md``.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..domain.outcomes import PermanentFailure
from ..domain.readings import PairNames, PairReading
from ..domain.runs import Progress
from ..domain.statements import Polarity
from ..rules.sides.soft_reading import shipped_weights
from .polarity_folder import JudgedArticle, read_polarity_folder
from .readings.readers import RULES
from .results import markdown_table, write_files, write_whole
from .shares import Share, of_those
from .soft_fitting import SidelessArticle, SoftFigures, as_json, fit, sideless, soft_figures

if TYPE_CHECKING:
    pass

SIDES: Final = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM)
"""The directions an article may point in, as statements call them; ``neutral`` is none."""
Table = tuple[list[str], list[list[str]]]
"""Heading and rows."""


class ReadArticle(NamedTuple):
    """A judged article and what the product reads in it."""

    judged: JudgedArticle
    reading: PairReading

    @property
    def side(self) -> Polarity:
        return self.reading.direction.polarity

    @property
    def right(self) -> bool:
        """Whether the side is the label; articles without one are never right."""
        return self.side.value == self.judged.side.value

    def as_json(self) -> dict[str, str]:
        """Row, pair, article, label and side, and the sentence and words the side stands on."""
        judged, span = self.judged, self.reading.span
        return {
            "row": judged.row,
            "drug": judged.drug_names[0],
            "disease": judged.disease_names[0],
            "id": judged.article.id,
            "label": judged.side.value,
            "side": self.side.value,
            "cue": self.reading.cue,
            "sentence": span.text if span else "",
        }


class PolarityEvaluation:
    """All articles of one folder, or of one half of its drugs, read."""

    def __init__(self, name: str, half: int | None, read: Sequence[ReadArticle]) -> None:
        self.name, self.half, self.read = name, half, tuple(read)

    @cached_property
    def sideless(self) -> list[SidelessArticle]:
        """The articles that name drug and disease and take no side, as the soft reading sees them."""
        return sideless((article.judged, article.reading) for article in self.read)

    @cached_property
    def soft(self) -> SoftFigures:
        """What the soft reading makes of the articles without a side."""
        return soft_figures(self.sideless, shipped_weights())

    def confusion(self) -> dict[str, dict[str, int]]:
        """Number of articles by label, then by the product's side."""
        counted = Counter((article.judged.side.value, article.side) for article in self.read)
        labels = dict.fromkeys(label for label, _ in counted)
        return {label: {side.value: counted[label, side] for side in Polarity} for label in sorted(labels)}

    def recall(self, side: Polarity) -> Share:
        """Of the articles labelled with this side those the product gives it to."""
        return of_those([a.right for a in self.read if a.judged.side.value == side.value])

    def precision(self, side: Polarity) -> Share:
        """Of the articles the product gives this side to those labelled with it."""
        return of_those([a.right for a in self.read if a.side is side])

    def side_by_phrase(self) -> dict[str, Share]:
        """Of the articles with a side those labelled so, by the phrase the side was read from, worst first."""
        by_phrase: dict[str, list[bool]] = defaultdict(list)
        for article in self.read:
            if article.side in SIDES:
                by_phrase[article.reading.rule or "no phrase"].append(article.right)
        shares = {phrase: of_those(right) for phrase, right in by_phrase.items()}
        return dict(sorted(shares.items(), key=lambda item: (item[1].hits / item[1].of, item[0])))

    def wrong(self) -> list[ReadArticle]:
        """Articles with a side that is not their label, in their order."""
        return [article for article in self.read if article.side in SIDES and not article.right]

    def as_json(self) -> dict[str, Any]:
        """The figures and the articles behind the wrong ones; see docs/cli.md."""
        return {
            "name": self.name,
            "half": self.half,
            "articles": len(self.read),
            "drugs": len({article.judged.drug_names[0].casefold() for article in self.read}),
            "confusion": self.confusion(),
            "sides": {
                side.value: {"recall": self.recall(side).as_json(), "precision": self.precision(side).as_json()}
                for side in SIDES
            },
            "side_by_phrase": {phrase: share.as_json() for phrase, share in self.side_by_phrase().items()},
            "wrong": [article.as_json() for article in self.wrong()],
            "soft_reading": {
                "articles": self.soft.articles,
                "area": None if self.soft.area is None else round(self.soft.area, 3),
                "supports": {word: Share(*counted).as_json() for word, counted in self.soft.by_word.items()},
            },
        }

    def tables(self) -> list[Table]:
        """What is printed: confusion, sides, and the soft reading."""
        return [
            (
                ["label", *(side.value for side in Polarity)],
                [[label, *map(str, by_side.values())] for label, by_side in self.confusion().items()],
            ),
            (
                ["side", "recall", "precision"],
                [[side.value, self.recall(side).words, self.precision(side).words] for side in SIDES],
            ),
            (
                ["without a side, called", "support"],
                [[word, Share(*hits).words] for word, hits in self.soft.by_word.items()],
            ),
        ]

    def phrases(self) -> Table:
        """The phrases that sides were read from, with how often each was right."""
        return ["phrase", "right"], [[phrase, share.words] for phrase, share in self.side_by_phrase().items()]

    @property
    def summary(self) -> str:
        """What was read, in words."""
        drugs = len({article.judged.drug_names[0].casefold() for article in self.read})
        half = "" if self.half is None else f", half {self.half} of the drugs"
        return f"{self.name}{half}: {len(self.read)} articles of {drugs} drugs"

    @property
    def worst(self) -> str:
        """The articles of harm or no help that are called support: row, pair and the words that were misread."""
        named = [
            f"{a.judged.row} ({a.judged.drug_names[0]}, {a.judged.disease_names[0]}: “{a.reading.cue}”)"
            for a in self.wrong()
            if a.side is Polarity.SUPPORTS and a.judged.side.value in (Polarity.HARM.value, Polarity.CONTRADICTS.value)
        ]
        return f"Harm or no help called support: {len(named)}{': ' if named else ''}{'; '.join(named)}."


def evaluate_polarity(
    folder: Path, *, half: int | None = None, observe: Progress = lambda *_: None
) -> PolarityEvaluation:
    """Read every judged article of a folder by the product's rules, as a grade takes it; no database.

    Args:
        folder: in the form of docs/cli.md.
        half: only the drugs of this half, 0 or 1; see ``halves``.
        observe: told how many are read.

    Raises:
        PermanentFailure: the folder is not of that form, or has no drug of that half.
    """
    rows = [row for row in read_polarity_folder(folder) if half is None or row.half == half]
    if not rows:
        raise PermanentFailure(f"{folder} has no drug of half {half}.")
    return PolarityEvaluation(folder.resolve().name, half, list(_read(rows, observe)))


def _read(rows: Sequence[JudgedArticle], observe: Progress) -> Iterator[ReadArticle]:
    for done, row in enumerate(rows, start=1):
        names = PairNames(drug_names=row.drug_names, disease=row.disease_names[0], disease_names=row.disease_names)
        yield ReadArticle(row, RULES.direction(row.article, names))
        observe("reading", done, len(rows))


def write_polarity(evaluation: PolarityEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``polarity.json`` and ``polarity.md``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    tables = [markdown_table(*made) for made in (*evaluation.tables(), evaluation.phrases())]
    parts = [f"# Sides read in {evaluation.summary}", *tables, f"* {evaluation.worst}"]
    return write_files(
        folder,
        {
            "polarity.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n",
            "polarity.md": "\n\n".join(parts) + "\n",
        },
    )


def write_soft_weights(evaluation: PolarityEvaluation, path: Path) -> Path:
    """Fit the weights of the soft reading to the articles without a side, and write them.

    Raises:
        PermanentFailure: there are too few, or the file cannot be written.
    """
    write_whole(path, as_json(fit(evaluation.sideless)))
    return path

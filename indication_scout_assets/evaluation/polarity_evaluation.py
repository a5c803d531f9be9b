"""How well the product reads what an article says of a drug in a disease: its sides against those people read.

What belongs here: the readings, what is counted of them, and the results as JSON and text. The folder is read in
``polarity_folder``; the form of the JSON is documented in ``docs/cli.md``.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ..domain.outcomes import PermanentFailure
from ..domain.runs import Progress
from ..domain.statements import Polarity
from ..rules.sides.intent import IntentReading, read_intent
from ..rules.sides.soft_reading import shipped_weights
from .polarity_folder import JudgedArticle, JudgedSide, read_polarity_folder
from .ranking_files import write_whole
from .soft_fitting import SidelessArticle, SoftFigures, as_json, fit, sideless, soft_figures

SIDES: Final = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM)
"""The sides an article may take; ``neutral`` is none."""
_Z: Final = 1.959963984540054
"""Of a 95 % interval."""
_TRUE: Final = {side: JudgedSide(side.value) for side in SIDES}
_NEGATIVE: Final = frozenset({JudgedSide.CONTRADICTS})


@dataclass(frozen=True)
class ReadArticle:
    """A judged article and what the product reads in it."""

    judged: JudgedArticle
    reading: IntentReading

    def as_json(self) -> dict[str, str]:
        """Row, pair, article, both sides, and the sentence and words the product's side stands on."""
        judged, reading = self.judged, self.reading
        return {
            "row": judged.row,
            "drug": judged.drug_names[0],
            "disease": judged.disease_names[0],
            "id": judged.article.id,
            "label": judged.side.value,
            "side": reading.polarity.value,
            "cue": reading.cue,
            "sentence": reading.sentence,
        }


@dataclass(frozen=True)
class Share:
    """``hits`` of ``of``, with its Wilson interval."""

    hits: int
    of: int

    def as_json(self) -> dict[str, float | int | None]:
        """``hits``, ``of``, and ``share``, ``low``, ``high`` to three decimals; these are null where ``of`` is 0."""
        if not self.of:
            return {"hits": self.hits, "of": self.of, "share": None, "low": None, "high": None}
        low, high = wilson(self.hits, self.of)
        return {
            "hits": self.hits,
            "of": self.of,
            "share": round(self.hits / self.of, 3),
            "low": round(low, 3),
            "high": round(high, 3),
        }

    @property
    def words(self) -> str:
        """``46 of 80, .57 [.47-.68]``."""
        if not self.of:
            return "0 of 0"
        low, high = (f"{value:.2f}".removeprefix("0") for value in wilson(self.hits, self.of))
        share = f"{self.hits / self.of:.2f}".removeprefix("0")
        return f"{self.hits} of {self.of}, {share} [{low}-{high}]"


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson, J Am Stat Assoc 1927; 22: 209. ``of`` is above 0."""
    share, spread = hits / of, _Z * _Z / of
    middle = share + spread / 2
    half = _Z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


@dataclass(frozen=True)
class PolarityEvaluation:
    """All articles of one folder, or of one half of its drugs, read."""

    name: str
    half: int | None
    read: tuple[ReadArticle, ...]
    seconds: float
    """Of processor time, spent on reading all articles together."""
    seconds_again: float
    """The same when the patterns of all names are at hand, as for the later articles of a pair."""
    sideless: tuple[SidelessArticle, ...]
    """The articles that name drug and disease and take no side, as the soft reading sees them."""

    @cached_property
    def soft(self) -> SoftFigures:
        """What the soft reading makes of the articles without a side."""
        return soft_figures(self.sideless, shipped_weights())

    @property
    def drugs(self) -> int:
        """How many drugs the articles are of."""
        return len({article.judged.drug_names[0].casefold() for article in self.read})

    @property
    def milliseconds(self) -> float:
        """Per article, the patterns of its pair's names included."""
        return 1000 * self.seconds / len(self.read)

    @property
    def milliseconds_again(self) -> float:
        """Per article whose pair's names are at hand."""
        return 1000 * self.seconds_again / len(self.read)

    def confusion(self) -> dict[str, dict[str, int]]:
        """Number of articles by label, then by the product's side."""
        counted = Counter((article.judged.side, article.reading.polarity) for article in self.read)
        return {
            label.value: {side.value: counted[label, side] for side in Polarity}
            for label in JudgedSide
            if any(counted[label, side] for side in Polarity)
        }

    def recall(self, side: Polarity, among: Iterable[ReadArticle] | None = None) -> Share:
        """Of the articles labelled with this side, those the product gives it to."""
        labelled = [a for a in (self.read if among is None else among) if a.judged.side is _TRUE[side]]
        return Share(sum(a.reading.polarity is side for a in labelled), len(labelled))

    def precision(self, side: Polarity) -> Share:
        """Of the articles the product gives this side to, those labelled with it."""
        given = [a for a in self.read if a.reading.polarity is side]
        return Share(sum(a.judged.side is _TRUE[side] for a in given), len(given))

    @property
    def decided(self) -> Share:
        """Articles that the product gives a side to."""
        return Share(sum(a.reading.polarity is not Polarity.NEUTRAL for a in self.read), len(self.read))

    def support_by_kind(self) -> dict[str, Share]:
        """Recall of support by what kind of support it is."""
        kinds = {
            "of the drug alone": [a for a in self.read if a.judged.alone],
            "of a combination": [a for a in self.read if not a.judged.alone],
            "in plain words": [a for a in self.read if a.judged.plain],
            "hedged": [a for a in self.read if not a.judged.plain],
        }
        return {kind: self.recall(Polarity.SUPPORTS, among) for kind, among in kinds.items()}

    def side_by_degree(self) -> dict[str, Share]:
        """Of the articles given support or contradiction, those labelled with it, by how plainly it is told.

        What is hedged weighs half in the score, a combination by its directness: the share says whether it should.
        """
        given = [a for a in self.read if a.reading.polarity in (Polarity.SUPPORTS, Polarity.CONTRADICTS)]
        degrees = {
            "told plainly of the drug": [a for a in given if not (a.reading.hedged or a.reading.combined)],
            "hedged": [a for a in given if a.reading.hedged],
            "of a combination": [a for a in given if a.reading.combined],
        }
        return {degree: _right(articles) for degree, articles in degrees.items()}

    def side_by_phrase(self) -> dict[str, Share]:
        """Of the articles with a side, those labelled with it, by the phrase the side was read from, worst first.

        Two phrases joined by a plus make an article mixed; "no phrase" is a single sentence read without one.
        """
        by_phrase: dict[str, list[ReadArticle]] = defaultdict(list)
        for article in self.read:
            if article.reading.polarity in _TRUE:
                by_phrase[article.reading.rule or "no phrase"].append(article)
        shares = {phrase: _right(articles) for phrase, articles in by_phrase.items()}
        return dict(sorted(shares.items(), key=lambda item: (item[1].hits / item[1].of, item[0])))

    @property
    def harm_called_support(self) -> list[ReadArticle]:
        """Articles in which the drug causes the disease, called support."""
        return self._called_support(frozenset({JudgedSide.HARM}))

    @property
    def negative_called_support(self) -> list[ReadArticle]:
        """Articles in which the drug did not help, called support."""
        return self._called_support(_NEGATIVE)

    def _called_support(self, labels: frozenset[JudgedSide]) -> list[ReadArticle]:
        return [a for a in self.read if a.judged.side in labels and a.reading.polarity is Polarity.SUPPORTS]

    def wrong(self) -> list[ReadArticle]:
        """Articles with a side of the product that is not their label, in their order."""
        given = [article for article in self.read if article.reading.polarity in _TRUE]
        return [article for article in given if article.judged.side is not _TRUE[article.reading.polarity]]

    def as_json(self) -> dict[str, Any]:
        """The figures and the articles behind the wrong ones; see docs/cli.md."""
        return {
            "name": self.name,
            "half": self.half,
            "articles": len(self.read),
            "drugs": self.drugs,
            "confusion": self.confusion(),
            "sides": {
                side.value: {"recall": self.recall(side).as_json(), "precision": self.precision(side).as_json()}
                for side in SIDES
            },
            "support_by_kind": {kind: share.as_json() for kind, share in self.support_by_kind().items()},
            "decided": self.decided.as_json(),
            "side_by_degree": {degree: share.as_json() for degree, share in self.side_by_degree().items()},
            "side_by_phrase": {phrase: share.as_json() for phrase, share in self.side_by_phrase().items()},
            "milliseconds_per_article": round(self.milliseconds_again, 2),
            "milliseconds_of_first_article": round(self.milliseconds, 2),
            "harm_called_support": [article.as_json() for article in self.harm_called_support],
            "negative_called_support": [article.as_json() for article in self.negative_called_support],
            "wrong": [article.as_json() for article in self.wrong()],
            "soft_reading": {
                "articles": self.soft.articles,
                "area": None if self.soft.area is None else round(self.soft.area, 3),
                "supports": {word: Share(*counted).as_json() for word, counted in self.soft.by_word.items()},
            },
        }


def _right(articles: Sequence[ReadArticle]) -> Share:
    """Of articles with a side, those labelled with it."""
    return Share(sum(a.judged.side is _TRUE[a.reading.polarity] for a in articles), len(articles))


def evaluate_polarity(
    folder: Path, *, half: int | None = None, observe: Progress = lambda *_: None
) -> PolarityEvaluation:
    """Read every judged article of a folder by the product's rules, as ``scout assess`` does; no database, no network.

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
    started = time.process_time()
    readings = list(_readings(rows, observe))
    between = time.process_time()
    list(_readings(rows, observe))
    seconds, seconds_again = between - started, time.process_time() - between
    read = tuple(ReadArticle(row, reading) for row, reading in zip(rows, readings, strict=True))
    undecided = tuple(sideless(zip(rows, readings, strict=True)))
    return PolarityEvaluation(folder.resolve().name, half, read, seconds, seconds_again, undecided)


def _readings(rows: Sequence[JudgedArticle], observe: Progress) -> Iterator[IntentReading]:
    for done, row in enumerate(rows, start=1):
        yield read_intent(row.drug_names, row.disease_names, row.article)
        observe("reading", done, len(rows))


def write_polarity(evaluation: PolarityEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``polarity.json`` and ``polarity.md``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    contents = {
        "polarity.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n",
        "polarity.md": "\n".join([f"# Sides read in {summary(evaluation)}", "", *_markdown(evaluation)]) + "\n",
    }
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def write_soft_weights(evaluation: PolarityEvaluation, path: Path) -> Path:
    """Fit the weights of the soft reading to the articles without a side, and write them.

    Raises:
        PermanentFailure: there are too few, or the file cannot be written.
    """
    write_whole(path, as_json(fit(evaluation.sideless)))
    return path


def summary(evaluation: PolarityEvaluation) -> str:
    """What was read, in words."""
    half = "" if evaluation.half is None else f", half {evaluation.half} of the drugs"
    return f"{evaluation.name}{half}: {len(evaluation.read)} articles of {evaluation.drugs} drugs"


def confusion_rows(evaluation: PolarityEvaluation) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the confusion matrix: one row per label, one column per side."""
    heading = ["label", *(side.value for side in Polarity)]
    rows = [[label, *(str(n) for n in by_side.values())] for label, by_side in evaluation.confusion().items()]
    return heading, rows


def side_rows(evaluation: PolarityEvaluation) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of recall and precision."""
    rows = [[side.value, evaluation.recall(side).words, evaluation.precision(side).words] for side in SIDES]
    kinds = evaluation.support_by_kind().items()
    rows += [[f"supports, {kind}", share.words, ""] for kind, share in kinds if share.of]
    degrees = evaluation.side_by_degree().items()
    rows += [[f"for or against, {degree}", "", share.words] for degree, share in degrees if share.of]
    return ["side", "recall", "precision"], rows


def phrase_rows(evaluation: PolarityEvaluation) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the phrases that sides were read from, with how often each was right."""
    return ["phrase", "right"], [[phrase, share.words] for phrase, share in evaluation.side_by_phrase().items()]


def soft_rows(evaluation: PolarityEvaluation) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the articles without a side: by the word of the soft reading, those that support."""
    counted = evaluation.soft.by_word.items()
    return ["without a side, called", "support"], [[word, Share(*hits).words] for word, hits in counted]


def sentences_on_polarity(evaluation: PolarityEvaluation) -> list[str]:
    """What else is to be said, one plain sentence each."""
    return [
        f"A side is taken in {evaluation.decided.words}; {evaluation.milliseconds_again:.1f} ms an article, "
        f"{evaluation.milliseconds:.1f} ms where its pair's names are new.",
        _ordered(evaluation.soft),
        _listed("Harm called support", evaluation.harm_called_support),
        _listed("No help called support", evaluation.negative_called_support),
    ]


def _ordered(soft: SoftFigures) -> str:
    """How well the soft reading orders the articles without a side."""
    if soft.area is None:
        return "The soft reading orders nothing here: of the articles without a side all support, or none does."
    return f"The soft reading orders {soft.articles} articles without a side, area under the curve {soft.area:.2f}."


def _listed(what: str, articles: Sequence[ReadArticle]) -> str:
    """How many there are and which: row, pair and the words that were misread."""
    if not articles:
        return f"{what}: none."
    named = (
        f"{a.judged.row} ({a.judged.drug_names[0]}, {a.judged.disease_names[0]}: “{a.reading.cue}”)" for a in articles
    )
    return f"{what}: {len(articles)}: {'; '.join(named)}."


def _markdown(evaluation: PolarityEvaluation) -> list[str]:
    lines: list[str] = []
    tables = (confusion_rows(evaluation), side_rows(evaluation), phrase_rows(evaluation), soft_rows(evaluation))
    for heading, rows in tables:
        lines += [_row(heading), _row(["---", *("--:" for _ in heading[1:])]), *map(_row, rows), ""]
    return [*lines, *(f"* {sentence}" for sentence in sentences_on_polarity(evaluation))]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

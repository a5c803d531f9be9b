"""``scout eval polarity FOLDER``: judged articles of a user's own, read and counted as ``readings`` counts its own.

What belongs here: the form of the folder, and the results as JSON and tables; both are documented in
``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from ..domain.findings.readings import PairNames, PairReading
from ..domain.findings.statements import Polarity
from ..domain.outcomes import PermanentFailure
from ..domain.records.articles import Article
from ..domain.runs import Progress
from ..ranking.files.document_files import PAGE, InputRow, Line, article_of, read_lines
from ..reading.readers import names_alone, read_one
from .figure_files import json_text, markdown_table, write_files
from .halves import half_of_name
from .input_rows import Ids, Name, file_of
from .shares import Share, of_those

SIDES: Final = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM)
"""The directions an article may point in, as statements call them; ``neutral`` is none."""
Table = tuple[list[str], list[list[str]]]
"""Heading and rows."""


JudgedSide = Literal["supports", "contradicts", "mixed", "harm", "no_harm", "use_only", "other"]
"""What people read in an article."""


class _NamedPair(InputRow):
    drug: Name
    drug_synonyms: Ids = ()
    disease: Name
    disease_synonyms: Ids = ()
    harm: tuple[str | int, ...] | None = None
    """Ids of articles in which the drug causes the disease, in files of such pairs."""

    @property
    def names(self) -> PairNames:
        """Of drug and disease, as a reader is asked."""
        given = ((self.drug, *self.drug_synonyms), (self.disease, *self.disease_synonyms))
        return names_alone(*([name.strip() for name in names if name.strip()] for names in given))


class JudgedArticle(_NamedPair):
    """An article, the pair it is read for, and what people read in it."""

    row: str | int
    article: Article
    label: JudgedSide


def read_polarity_folder(folder: Path) -> list[JudgedArticle]:
    """The judged articles of a folder, in their order.

    Either ``pairs.jsonl``, or ``harm_pairs*.jsonl`` with ``corpus*.jsonl`` (and ``topics*.jsonl``), whose pairs are
    all ``harm``: the drug causes the disease.

    Raises:
        PermanentFailure: a file is missing, or a line is not of the form; the sentence names file and line.
    """
    if path := file_of(folder, "pairs"):
        rows = [
            line.of_form(
                JudgedArticle, {**line.record, "article": article_of(line), "row": line.record.get("row") or line.id}
            )
            for line in read_lines(path)
        ]
    else:
        rows = list(_harm_rows(folder))
    if not rows:
        raise PermanentFailure(f"{folder} holds no judged article; give one a line in pairs.jsonl, {PAGE}.")
    return rows


def _harm_rows(folder: Path) -> Iterator[JudgedArticle]:
    """Pairs in which the drug causes the disease, one row per article."""
    if not (pairs := _lines(folder, "harm_pairs")):
        raise PermanentFailure(f"{folder} has neither pairs.jsonl nor harm_pairs.jsonl; {PAGE}.")
    corpus = {line.id: article_of(line) for line in _lines(folder, "corpus")}
    for line in (line for line in (*pairs, *_lines(folder, "topics")) if line.record.get("harm")):
        pair = line.of_form(_NamedPair, line.record)
        for number in map(str, pair.harm or ()):
            if number not in corpus:
                raise line.bad(f"article {number} is not in the corpus", "give its title and abstract")
            row = f"{pair.drug.strip()} / {pair.disease.strip()} / {number}"
            yield JudgedArticle(**pair.model_dump(), row=row, article=corpus[number], label="harm")


def _lines(folder: Path, name: str) -> list[Line]:
    return [line for path in sorted(folder.glob(f"{name}*.jsonl*")) for line in read_lines(path)]


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
        return self.side.value == self.judged.label

    def as_json(self) -> dict[str, str]:
        """Row, pair, article, label and side, and the sentence and words the side stands on."""
        judged, span = self.judged, self.reading.span
        return {
            "row": str(judged.row),
            "drug": judged.drug.strip(),
            "disease": judged.disease.strip(),
            "id": judged.article.id,
            "label": judged.label,
            "side": self.side.value,
            "cue": self.reading.cue,
            "sentence": span.text if span else "",
        }


class PolarityEvaluation:
    """All articles of one folder, or of one half of its drugs, read."""

    def __init__(self, name: str, half: int | None, read: Sequence[ReadArticle]) -> None:
        self.name, self.half, self.read = name, half, tuple(read)
        self.drugs = len({article.judged.drug.strip().casefold() for article in read})

    @cached_property
    def confusion(self) -> dict[str, dict[str, int]]:
        """Number of articles by label, then by the product's side."""
        counted = Counter((article.judged.label, article.side) for article in self.read)
        return {
            label: {side.value: counted[label, side] for side in Polarity}
            for label in sorted({label for label, _ in counted})
        }

    def recall(self, side: Polarity) -> Share:
        """Of the articles labelled with this side those the product gives it to."""
        return of_those([a.right for a in self.read if a.judged.label == side.value])

    def precision(self, side: Polarity) -> Share:
        """Of the articles the product gives this side to those labelled with it."""
        return of_those([a.right for a in self.read if a.side is side])

    @property
    def wrong(self) -> list[ReadArticle]:
        """Articles with a side that is not their label, in their order."""
        return [article for article in self.read if article.side in SIDES and not article.right]

    def as_json(self) -> dict[str, Any]:
        """The figures and the articles behind the wrong ones; see docs/reference/verbs-json.md."""
        return {
            "name": self.name,
            "half": self.half,
            "articles": len(self.read),
            "drugs": self.drugs,
            "confusion": self.confusion,
            "directions": {
                side.value: {"recall": self.recall(side).as_json(), "precision": self.precision(side).as_json()}
                for side in SIDES
            },
            "wrong": [article.as_json() for article in self.wrong],
        }

    def tables(self) -> list[Table]:
        """What is printed: confusion, directions."""
        directions = [[side.value, self.recall(side).words, self.precision(side).words] for side in SIDES]
        confusion = [[label, *map(str, by_side.values())] for label, by_side in self.confusion.items()]
        return [
            (["label", *(side.value for side in Polarity)], confusion),
            (["direction", "recall", "precision"], directions),
        ]

    @property
    def summary(self) -> str:
        """What was read, in words."""
        half = "" if self.half is None else f", half {self.half} of the drugs"
        return f"{self.name}{half}: {len(self.read)} articles of {self.drugs} drugs"

    @property
    def worst(self) -> str:
        """The articles of harm or no help that are called support: row, pair and the words that were misread."""
        named = [
            f"{a.judged.row} ({a.judged.drug.strip()}, {a.judged.disease.strip()}: “{a.reading.cue}”)"
            for a in self.wrong
            if a.side is Polarity.SUPPORTS and a.judged.label in ("harm", "contradicts")
        ]
        return f"Harm or no help called support: {len(named)}{': ' if named else ''}{'; '.join(named)}."


def evaluate_polarity(
    folder: Path, *, half: int | None = None, observe: Progress = lambda *_: None
) -> PolarityEvaluation:
    """Read every judged article of a folder by the product's rules, as a grade takes it; no database, no network.

    Args:
        folder: in the form of docs/reference/verbs-json.md.
        half: only the drugs of this half, 0 or 1; see ``halves``.
        observe: told how many are read.

    Raises:
        PermanentFailure: the folder is not of that form, or has no drug of that half.
    """
    rows = [row for row in read_polarity_folder(folder) if half in (None, half_of_name(row.drug))]
    if not rows:
        raise PermanentFailure(f"{folder} has no drug of half {half}.")
    read = []
    for done, row in enumerate(rows, start=1):
        read.append(ReadArticle(row, read_one(row.article, row.names).of_pair))
        observe("reading", done, len(rows))
    return PolarityEvaluation(folder.resolve().name, half, read)


def write_polarity(evaluation: PolarityEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``polarity.json`` and ``polarity.md``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    tables = [markdown_table(*made) for made in evaluation.tables()]
    page = "\n\n".join([f"# Sides read in {evaluation.summary}", *tables, f"* {evaluation.worst}"])
    return write_files(folder, {"polarity.json": json_text(evaluation.as_json()), "polarity.md": page + "\n"})

"""``docs/developers/measured.md``, written from the figures that are kept; only the operations' rows are typed by hand.

What belongs here: the page. ``scout eval readings --page`` keeps the figures and writes it, its sentences are in
``page.md`` beside this module; a test holds that the page is what the kept figures give.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Final

from ...domain.outcomes import PermanentFailure
from ..figure_files import markdown_table
from ..judged_sets import FOLDER, FreeQuestion, LabelAnswerJudged, LabelQuestion, Part, read_rows
from .measured import HEADINGS, LAST_RELEASE, TODAY, Measurement, agreements, judged_rows

PAGE: Final = Path(__file__).parents[3] / "docs" / "developers" / "measured.md"
OPERATIONS: Final = Path(__file__).with_name("operations.csv")
_TEMPLATE: Final = Path(__file__).with_name("page.md")


def page_of(today: Measurement, last: Measurement) -> str:
    """The whole page."""
    same = today.figures == last.figures
    then = (
        f"the same as release {last.name}" if same else f"where they differ, those of release {last.name} stand beside"
    )
    headings = HEADINGS[:5] if same else HEADINGS
    return Template(_TEMPLATE.read_text("utf-8")).substitute(
        measured=f"Measured on {today.measured_on}, reader: {today.reader}; {then}.",
        figures=markdown_table(headings, (row[: len(headings)] for row in today.rows(last)), words=2),
        notes=" ".join(today.notes),
        sets=markdown_table(("set", "rows", "articles", "drugs", "read", "tuning", "unread", "held out"), _sets()),
        agreement=markdown_table(("asked", "the same", "kappa"), _agreed()),
        operations=markdown_table(("what", "figure", "by"), _operated(), words=3),
    )


def write_page(measurement: Measurement) -> list[Path]:
    """Keep the figures as today's and write the page.

    Raises:
        PermanentFailure: this is no checkout, or no release's figures are kept.
    """
    if not PAGE.parent.is_dir():
        raise PermanentFailure(f"There is no {PAGE.parent}: the page is written in a checkout.")
    page = page_of(measurement, Measurement.read(LAST_RELEASE))
    PAGE.write_text(page, "utf-8")
    return [measurement.write(TODAY), PAGE]


def _sets() -> Iterator[Sequence[str]]:
    for name, rows in judged_rows().items():
        parts = Counter(row.part for row in rows)
        articles, drugs = (
            {pmid for row in rows for pmid in row.pmids},
            {row.drug.casefold() for row in rows if row.drug},
        )
        counts = (parts[part] for part in (Part.READ, Part.TUNING, Part.UNREAD, Part.HELD_OUT))
        yield (name, *(f"{n:,}" if n else "" for n in (len(rows), len(articles), len(drugs), *counts)))
    of_labels = read_rows(FOLDER / "label_questions.csv", LabelQuestion)
    free = read_rows(FOLDER / "free_questions.csv", FreeQuestion)
    own = read_rows(FOLDER / "label_answers.csv", LabelAnswerJudged)
    unread = sum(row.part is Part.UNREAD for row in own)
    asked_about = {question.drug for question in of_labels} | {row.drug for row in own}
    count = len(of_labels) + len(own)
    yield "label questions", str(count), "", str(len(asked_about - {""})), str(count - unread), "", str(unread), ""
    yield "free questions", str(len(free)), "", "", "", "", "all", ""


def _agreed() -> Iterator[Sequence[str]]:
    for agreement in agreements():
        kappa = "–" if agreement.kappa is None else f"{agreement.kappa:.2f}".removeprefix("0")
        yield agreement.asked, agreement.same.words, kappa


def _operated() -> Iterator[Sequence[str]]:
    for row in csv.DictReader(OPERATIONS.read_text("utf-8").splitlines()):
        yield row["what"], row["figure"], f"`{row['command']}`"

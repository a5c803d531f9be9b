"""The drug-by-disease matrix as plain text, Markdown, CSV and JSON; the page is in ``start_page``.

What belongs here: flat forms for a terminal, a document, a spreadsheet and a program.
"""

from __future__ import annotations

import json

from ...domain.comparison import Comparison, DrugState
from ..markdown_templates import fill
from ..words import comparison_words
from ..words.common_words import in_heading
from .report_exports import csv_text

_COLUMNS = (
    "disease_id", "disease", "drug", "state", "set_aside", "reason", "list", "rank", "rank_before", "score", "stage",
    "approval", "for", "against", "harm", "harm_known", "dual_path",
)  # fmt: skip


def render_comparison_text(comparison: Comparison) -> str:
    """One line per disease, one column per drug, then what the marks mean and which drugs are not complete."""
    rows = [["", *(in_heading(drug.name) for drug in comparison.drugs)], *_lines(comparison)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", *_notes(comparison)]) + "\n"


def render_comparison_markdown(comparison: Comparison) -> str:
    """The same as a Markdown table."""
    names = [in_heading(drug.name) for drug in comparison.drugs]
    return fill("comparison.md", names=names, lines=_lines(comparison), notes=_notes(comparison))


def render_comparison_csv(comparison: Comparison) -> str:
    """One row per disease and drug that know of each other, in the order of the matrix."""
    names = {disease.id: disease.name for disease in comparison.diseases}
    return csv_text(
        _COLUMNS,
        [
            (
                c.disease_id,
                names[c.disease_id],
                c.slug,
                c.state.value,
                c.set_aside.value if c.set_aside else "",
                c.reason,
                c.listed.value if c.listed else "",
                _blank(c.rank),
                _blank(c.rank_before),
                c.score,
                c.stage.value if c.stage else "",
                c.approval.value,
                _blank(c.supports),
                _blank(c.contradicts),
                _blank(c.harm),
                _blank(c.harm_known),
                c.dual_path,
            )
            for c in comparison.cells
        ],
    )


def render_comparison_json(comparison: Comparison) -> str:
    """The comparison's own model; ``docs/cli.md`` describes every field."""
    return json.dumps(comparison.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


def _lines(comparison: Comparison) -> list[list[str]]:
    cells = comparison.by_pair()
    rows = []
    for disease in comparison.diseases:
        row = [cells.get((disease.id, drug.slug)) for drug in comparison.drugs]
        rows.append([disease.name, *(comparison_words.line(cell) if cell else "" for cell in row)])
    return rows


def _notes(comparison: Comparison) -> list[str]:
    """What the marks in use mean, and every drug whose column is not the whole truth."""
    notes = [f"{comparison_words.LIST_MEANING}; then its score, its furthest stage, counted studies.".capitalize()]
    if any(cell.rank is not None and cell.dual_path for cell in comparison.cells):
        notes.append(f"{comparison_words.DUAL} {comparison_words.DUAL_MEANING}.")
    if any(cell.rank is not None and comparison_words.harmful(cell) for cell in comparison.cells):
        notes.append(f"{comparison_words.HARM} {comparison_words.HARM_MEANING}.")
    notes.append(comparison_words.EMPTY_MEANING)
    notes += [
        f"{in_heading(drug.name)}: {comparison_words.state_line(drug)}"
        for drug in comparison.drugs
        if drug.state is not DrugState.OK
    ]
    return notes


def _blank(value: object) -> object:
    return "" if value is None else value

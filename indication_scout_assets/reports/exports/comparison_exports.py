"""Drugs compared, in all diseases or beside each other in one, as plain text, Markdown and JSON, the matrix as CSV too.

What belongs here: flat forms for a terminal, a document, a spreadsheet and a program. The page of the matrix is in
``start_page``, that of one disease in ``web``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap

from ...domain.comparison import ComparedDisease, Comparison, DrugState
from ..markdown_templates import fill
from ..views.candidates.beside_view import DrugInDisease, rows_beside
from ..words import comparison_words
from ..words.common_words import in_heading
from .report_exports import csv_text

_WIDTH = 88
"""Characters of a line of text."""
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
    cells = (
        (
            c.disease_id, names[c.disease_id], c.slug, c.state.value, c.set_aside.value if c.set_aside else "",
            c.reason, c.listed.value if c.listed else "", c.rank, c.rank_before, c.score,
            c.stage.value if c.stage else "", c.approval.value, c.supports, c.contradicts, c.harm, c.harm_known,
            c.dual_path,
        )
        for c in comparison.cells
    )  # fmt: skip
    return csv_text(_COLUMNS, (dict(zip(_COLUMNS, row, strict=True)) for row in cells))


def render_comparison_json(comparison: Comparison) -> str:
    """The comparison's own model; ``docs/reference/verbs-json.md`` describes every field."""
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


def render_beside_text(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """Each fact with a paragraph for each drug."""
    lines = [f"{disease.name} ({disease.id})"]
    for fact, cells in _facts(columns):
        lines += ["", fact]
        for column, cell in zip(columns, cells, strict=True):
            lines += wrap(
                f"{column.drug}: {' '.join(cell) or '-'}", _WIDTH, initial_indent="  ", subsequent_indent="    "
            )
    return "\n".join(lines) + "\n"


def render_beside_markdown(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """A table with a column for each drug."""
    lines = [[fact, *(" ".join(cell) for cell in cells)] for fact, cells in _facts(columns)]
    return fill("beside_drugs.md", name=disease.name, names=[column.drug for column in columns], lines=lines)


def render_beside_json(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """The facts by drug; ``docs/reference/verbs-json.md`` describes the fields."""
    content = {
        "disease": {"id": disease.id, "name": disease.name},
        "drugs": [
            {"drug": column.drug, "facts": {fact: cells[place] for fact, cells in _facts(columns)}}
            for place, column in enumerate(columns)
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _facts(columns: Sequence[DrugInDisease]) -> list[tuple[str, list[list[str]]]]:
    return [("In this disease", [[column.line] for column in columns]), *rows_beside(columns)]

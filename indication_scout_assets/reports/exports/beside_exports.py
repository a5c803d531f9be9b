"""Drugs beside each other in one disease, as text, Markdown and JSON; the page is in ``web``.

What belongs here: flat forms of ``views.beside_view``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap

from ...domain.comparison import ComparedDisease
from ..markdown_templates import fill
from ..views.beside_view import DrugInDisease, rows_beside

_WIDTH = 88
"""Characters of a line of text."""


def render_beside_text(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """Each fact with a paragraph for each drug."""
    lines = [f"{disease.name} ({disease.id})"]
    for fact, cells in _rows(columns):
        lines += ["", fact]
        for column, cell in zip(columns, cells, strict=True):
            lines += wrap(
                f"{column.drug}: {' '.join(cell) or '-'}", _WIDTH, initial_indent="  ", subsequent_indent="    "
            )
    return "\n".join(lines) + "\n"


def render_beside_markdown(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """A table with a column for each drug."""
    lines = [[fact, *(" ".join(cell) for cell in cells)] for fact, cells in _rows(columns)]
    return fill("beside_drugs.md", name=disease.name, names=[column.drug for column in columns], lines=lines)


def render_beside_json(disease: ComparedDisease, columns: Sequence[DrugInDisease]) -> str:
    """The facts by drug; ``docs/cli.md`` describes the fields."""
    content = {
        "disease": {"id": disease.id, "name": disease.name},
        "drugs": [
            {"drug": column.drug, "facts": {fact: cells[place] for fact, cells in _rows(columns)}}
            for place, column in enumerate(columns)
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _rows(columns: Sequence[DrugInDisease]) -> list[tuple[str, list[list[str]]]]:
    return [("In this disease", [[column.line] for column in columns]), *rows_beside(columns)]

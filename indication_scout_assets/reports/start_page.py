"""The start page over many drugs, as one self-contained HTML file: the list of drugs, and diseases by drugs.

What belongs here: preparing rows and links, and filling the template. The page lists every disease with its drugs in
plain HTML; its script makes a matrix of what is listed, and searches and sorts it. Wording is in ``comparison_words``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from jinja2 import Environment
from markupsafe import Markup

from ..domain.candidates import CandidateList, SetAside
from ..domain.comparison import (
    NOTABLE,
    Cell,
    CellState,
    ComparedDisease,
    ComparedDrug,
    Comparison,
    DrugState,
    MatrixOverview,
)
from .html_templates import asset, html_environment, policy
from .views.matrix_view import matrix_view
from .words import common_words, comparison_words

SHOWN_CANDIDATES: Final = 3
"""Candidates named beside a drug."""
FILES: Final[Mapping[str, str]] = {"html": "HTML", "md": "Markdown", "json": "JSON"}
STATE_CLASS: Final[Mapping[DrugState, str]] = {
    DrugState.OK: "ok",
    DrugState.DEGRADED: "degraded",
    DrugState.FAILED: "failed",
    DrugState.UNFINISHED: "not_asked",
    DrugState.NOT_RUN: "not_asked",
}


@dataclass(frozen=True)
class PageLink:
    """One of several pages over drugs."""

    href: str
    first: str
    """Name of its first drug; the pages go by the alphabet."""
    last: str
    failed: int
    here: bool


@dataclass(frozen=True)
class CellView:
    """A cell as the page prints it."""

    column: int
    drug: str
    mark: str
    score: str
    """Of a candidate; empty for what is set aside."""
    title: str
    href: str | None
    kind: str
    """Style class: the state, and for candidates a step of the score."""


@dataclass(frozen=True)
class DrugView:
    """A drug's row in the list, and its column in the matrix."""

    column: int
    drug: ComparedDrug
    candidates: int
    best: tuple[tuple[str, CellView], ...]
    """Names of the best candidates' diseases with their cells."""
    href: str | None
    files: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return common_words.in_heading(self.drug.name)


@dataclass(frozen=True)
class DiseaseView:
    """A disease's row."""

    disease: ComparedDisease
    scores: tuple[float, ...]
    """Of the drugs that have it as a candidate."""
    cells: tuple[CellView, ...]


def render_start_page(
    comparison: Comparison,
    *,
    title: str = "All drugs",
    demonstration: bool = False,
    as_of: date | None = None,
    base: str = "",
    matrix: MatrixOverview | None = None,
    bar: Sequence[tuple[str, str]] = (),
    pages: Sequence[PageLink] = (),
) -> str:
    """The whole page. The same comparison gives the same bytes.

    Args:
        comparison: what to show, in its order.
        title: heading of the page.
        demonstration: say that the records are demonstration text.
        as_of: say that nothing later is in the reports.
        base: relative address of the folder of the reports, empty or with a slash at the end.
        matrix: the matrix of all drugs of the source, where there is one.
        bar: names and addresses of further pages, where something serves them.
        pages: all pages over drugs, where this is one of several.
    """
    style, script = asset("report.css", "index.css"), asset("report.js", "index.js", "matrix.js")
    drugs, diseases = _views(comparison, base)
    return (
        _environment()
        .get_template("index.html")
        .render(
            title=title,
            demonstration=demonstration,
            as_of=as_of,
            drugs=drugs,
            diseases=diseases,
            matrix=matrix_view(matrix) if matrix else None,
            bar=bar,
            pages=pages,
            failed=[view.name for view in drugs if view.drug.state is DrugState.FAILED],
            letters=[(comparison_words.MARK[r], common_words.SET_ASIDE[r]) for r in _letters(comparison)],
            style=Markup(style),  # noqa: S704 - our own files
            script=Markup(script),  # noqa: S704 - our own files
            policy=policy(style, script),
        )
    )


@cache
def _environment() -> Environment:
    environment = html_environment()
    environment.globals.update(comparison_words=comparison_words, state_class=STATE_CLASS)
    return environment


def _views(comparison: Comparison, base: str) -> tuple[list[DrugView], list[DiseaseView]]:
    columns = {drug.slug: (n, drug) for n, drug in enumerate(comparison.drugs)}
    diseases = {disease.id: disease for disease in comparison.diseases}
    ranked: dict[str, list[Cell]] = {slug: [] for slug in columns}
    rows: dict[str, list[Cell]] = {key: [] for key in diseases}
    for cell in comparison.cells:
        rows[cell.disease_id].append(cell)
        if cell.rank is not None:
            ranked[cell.slug].append(cell)

    def view(cell: Cell) -> CellView:
        column, drug = columns[cell.slug]
        return _cell(cell, column, drug, diseases[cell.disease_id].name, base)

    drugs = []
    for column, drug in columns.values():
        own = sorted(ranked[drug.slug], key=_list_place)
        best = tuple((diseases[cell.disease_id].name, view(cell)) for cell in own[:SHOWN_CANDIDATES])
        page = f"{base}{drug.slug}"
        files = tuple((title, f"{page}.{suffix}") for suffix, title in FILES.items()) if drug.built_at else ()
        drugs.append(DrugView(column, drug, len(own), best, f"{page}.html" if drug.built_at else None, files))
    scores = {key: [c.score for c in cells if c.state is CellState.CANDIDATE] for key, cells in rows.items()}
    return drugs, [DiseaseView(diseases[k], tuple(scores[k]), tuple(map(view, cells))) for k, cells in rows.items()]


def _list_place(cell: Cell) -> tuple[bool, int, str]:
    """Those already tried first, as in the report; then by rank."""
    return cell.listed is CandidateList.NEW, cell.rank or 0, cell.disease_id


def _cell(cell: Cell, column: int, drug: ComparedDrug, disease: str, base: str) -> CellView:
    href = None
    if drug.built_at is not None:
        anchor = f"candidate-{cell.place}" if cell.place else "set-aside" if cell.rank is None else "top"
        href = f"{base}{cell.slug}.html#{anchor}"
    return CellView(
        column=column,
        drug=common_words.in_heading(drug.name),
        mark=comparison_words.mark(cell),
        score=comparison_words.score(cell.score) if cell.state is CellState.CANDIDATE else "",
        title=comparison_words.sentence(cell, drug.name, disease),
        href=href,
        kind=_kind(cell),
    )


def _kind(cell: Cell) -> str:
    """``candidate s0`` (score at or below 0) to ``candidate s4`` (0.6 and more), or the reason it was set aside."""
    if cell.state is CellState.CANDIDATE:
        return f"candidate s{max(0, min(4, 1 + int(cell.score // 0.2)))}"
    return cell.set_aside.value if cell.set_aside else cell.state.value


def _letters(comparison: Comparison) -> list[SetAside]:
    """The letters to explain: the notable ones, and those in use."""
    used = {cell.set_aside for cell in comparison.cells}
    return [reason for reason in SetAside if reason in NOTABLE or reason in used]

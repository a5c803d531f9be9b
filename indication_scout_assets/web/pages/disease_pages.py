"""Pages that begin with a disease: found by any name, its drugs here and in the matrix, two of them side by side.

What belongs here: addresses and requests. What is set beside each other is in ``reports.views.candidates.beside_view``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...domain.comparison import Comparison
from ...domain.outcomes import PermanentFailure
from ...operations.questions.disease_questions import candidate_in_report, drugs_beside
from ...operations.questions.matrix_questions import drugs_in_matrix
from ...reports.views.candidates.beside_view import rows_beside
from ...reports.words import common_words, comparison_words
from ...store.database import Database
from ..faults import NothingThere
from ..site import site_of
from .name_search import matches
from .page_templates import page

MATRIX_PLACES: Final = 100
SUGGESTED: Final = 30
TOLD: Final = 12
"""Drugs whose stored report is read for the sentence of what was found; the others are told in a line."""


async def list_diseases(request: Request) -> Response:
    """Diseases of the workspace and of the matrix by any of their names."""
    site, wanted = site_of(request), request.query_params.get("q", "").strip()[:200]

    def work() -> dict[str, Any]:
        db = site.desks.db
        comparison = db.comparisons.load(only_notable=True)
        ranked = Counter(cell.disease_id for cell in comparison.cells if cell.rank is not None)
        rows = [
            {"id": d.id, "name": d.name, "href": disease_address(d.id), "candidates": ranked[d.id]}
            for d in comparison.diseases
            if matches(wanted, (d.name, d.id, *d.synonyms))
        ]
        known = {row["id"] for row in rows}
        terms = (*db.matrix.find_diseases(wanted), *db.matrix.suggest_diseases(wanted)) if wanted else ()
        elsewhere = {t.id: {"name": t.name, "href": disease_address(t.id)} for t in terms if t.id not in known}
        return {"rows": rows, "elsewhere": list(elsewhere.values())[:SUGGESTED], "matrix": db.matrix.state()}

    return page("diseases.html", request, wanted=wanted, comparison_words=comparison_words, **await site.read(work))


async def show_disease(request: Request) -> Response:
    """The drugs of one disease: those that were run here, and those of the matrix."""
    site, wanted = site_of(request), request.path_params["id"][:200]

    def work() -> dict[str, Any]:
        db = site.desks.db
        comparison = db.comparisons.load(only_notable=True)
        disease = next((d for d in comparison.diseases if d.id == wanted), None)
        try:
            matrix = drugs_in_matrix(db, site.settings.new_kept, wanted, MATRIX_PLACES)
        except PermanentFailure:
            matrix = None
        if disease is None and matrix is None:
            raise NothingThere("There is no such disease here; search for it by name.")
        return {
            "id": wanted,
            "name": disease.name if disease else matrix.about.name if matrix else "",
            "synonyms": disease.synonyms if disease else (),
            "rows": _cells_of(db, comparison, wanted),
            "href": disease_address(wanted),
            "matrix": matrix,
            "common": matrix.commonness.get(matrix.about.id) if matrix else None,
        }

    shown = await site.read(work)
    return page("disease.html", request, comparison_words=comparison_words, **shown)


async def compare_in_disease(request: Request) -> Response:
    """Two drugs of the workspace in one disease, fact by fact."""
    site, wanted = site_of(request), request.path_params["id"][:200]
    asked = [request.query_params.get(key, "")[:200] for key in ("first", "second")]

    def work() -> dict[str, Any]:
        db = site.desks.db
        comparison = db.comparisons.load(only_notable=True)
        disease = next((d for d in comparison.diseases if d.id == wanted), None)
        if disease is None:
            raise NothingThere("No drug of this workspace has such a disease; search for it by name.")
        drugs = _ranked_first(comparison, wanted)
        known = {slug for slug, _ in drugs}
        if unknown := [slug for slug in asked if slug and slug not in known]:
            raise NothingThere(f"No drug of this workspace is called {unknown[0]!r}.")
        slugs = [given or slug for given, (slug, _) in zip(asked, [*drugs, *drugs][:2], strict=True)]
        columns = drugs_beside(db, comparison, wanted, slugs)
        return {
            "id": wanted,
            "name": disease.name,
            "drugs": drugs,
            "chosen": slugs,
            "columns": columns,
            "rows": rows_beside(columns),
            "href": disease_address(wanted),
        }

    return page("beside.html", request, **await site.read(work))


def _ranked_first(comparison: Comparison, disease_id: str) -> list[tuple[str, str]]:
    """Slugs and names of the workspace's drugs: those that have the disease as a candidate first, best first."""
    scores = {cell.slug: cell.score for cell in comparison.cells if cell.disease_id == disease_id and cell.rank}
    ordered = sorted(comparison.drugs, key=lambda drug: (-scores.get(drug.slug, -2.0), drug.name))
    return [(drug.slug, common_words.in_heading(drug.name)) for drug in ordered]


def _cells_of(db: Database, comparison: Comparison, disease_id: str) -> list[dict[str, Any]]:
    drugs = {drug.slug: drug for drug in comparison.drugs}
    own = [cell for cell in comparison.cells if cell.disease_id == disease_id]
    own.sort(key=lambda cell: (cell.rank is None, -cell.score, drugs[cell.slug].name))
    rows = []
    for place, cell in enumerate(own):
        drug = drugs[cell.slug]
        view = candidate_in_report(db, cell.slug, disease_id) if cell.rank and place < TOLD else None
        anchor = f"candidate-{cell.place}" if cell.place else "set-aside" if cell.rank is None else "top"
        rows.append(
            {
                "drug": common_words.in_heading(drug.name),
                "line": comparison_words.standing(cell),
                "score": cell.score,
                "ranked": cell.rank is not None,
                "reason": cell.reason,
                "href": f"/{cell.slug}.html#{anchor}" if drug.built_at else "",
                "summary": view.summary if view else None,
            }
        )
    return rows


def disease_address(disease_id: str) -> str:
    """The page of a disease."""
    return f"/diseases/{quote(disease_id, safe='')}"


ROUTES = [
    Route("/diseases", list_diseases),
    Route("/diseases/{id}", show_disease),
    Route("/diseases/{id}/compare", compare_in_disease),
]

"""Questions that begin with a disease: which drugs of the workspace know of it, and two of them side by side.

What belongs here: what a name means and which stored reports are read. The drugs of the matrix of all drugs are asked
for in ``matrix_questions``; how the answer looks is in ``reports`` and ``web``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.comparison import Cell, ComparedDisease, Comparison
from ...domain.outcomes import PermanentFailure
from ...pipeline.resources.workbench import workbench
from ...reports.views.candidates.beside_view import DrugInDisease
from ...reports.views.candidates.candidate_views import CandidateView, candidate_views
from ...reports.views.verified import verified
from ...reports.words import common_words, comparison_words
from ...rules.names.nearest_names import meant_disease
from ...settings import Settings
from ...store.database import Database


def disease_called(comparison: Comparison, name: str) -> ComparedDisease:
    """The disease of this id, name or synonym, else the only one of whose names this is a part.

    Raises:
        PermanentFailure: there is none here, nor the only one whose names hold it; the nearest are named.
    """
    meant = meant_disease(name, comparison.diseases)
    if meant.disease:
        return meant.disease
    listed = ", ".join(f"{disease.name} ({disease.id})" for disease in meant.near)
    advice = f"did you mean {listed}?" if listed else "`scout compare DRUG DRUG` lists the diseases."
    raise PermanentFailure(f"No drug of this workspace has a disease called {name!r}; {advice}")


def candidate_in_report(db: Database, slug: str, disease_id: str) -> CandidateView | None:
    """The candidate as the drug's stored report has it; ``None`` where it is not in it."""
    stored = db.reports.load(slug)
    if stored is None:
        return None
    views = candidate_views(verified(stored.report))
    return next((view for view in views if view.candidate.disease.id == disease_id), None)


def drugs_beside(db: Database, comparison: Comparison, disease_id: str, slugs: Sequence[str]) -> list[DrugInDisease]:
    """A column for each drug, in the order given."""
    cells, names = comparison.by_pair(), {drug.slug: drug.name for drug in comparison.drugs}
    return [_column(db, names[slug], slug, cells.get((disease_id, slug)), disease_id) for slug in slugs]


def _column(db: Database, name: str, slug: str, cell: Cell | None, disease_id: str) -> DrugInDisease:
    view = candidate_in_report(db, slug, disease_id) if cell and cell.rank is not None else None
    line = comparison_words.standing(cell) if cell else comparison_words.NOTHING_KNOWN
    return DrugInDisease(common_words.in_heading(name), line, view)


def compared_in_disease(
    settings: Settings, slugs: Sequence[str], name: str
) -> tuple[ComparedDisease, list[DrugInDisease]]:
    """Drugs side by side in the disease of this name.

    Raises:
        PermanentFailure: a drug is not in this workspace, or no disease has this name.
    """
    with workbench(settings) as bench:
        comparison = bench.db.comparisons.load(only_notable=True)
        known = {drug.slug for drug in comparison.drugs}
        if unknown := [slug for slug in slugs if slug not in known]:
            raise PermanentFailure(f"Not in this workspace: {', '.join(unknown)}; `scout list` shows what is.")
        disease = disease_called(comparison, name)
        return disease, drugs_beside(bench.db, comparison, disease.id, slugs)

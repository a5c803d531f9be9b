"""Across drugs: what each drug's evidence amounts to in each disease, one cell per pair, and the order of both sides.

What belongs here: the nouns of the drug-by-disease comparison of a workspace and its orders; and those of the matrix,
which holds every drug the source knows and reads no literature. They are read by
``store.repositories.comparison_repository`` and ``store.repositories.matrix_repository``; how they look is in
``reports``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from .base import Value
from .candidates import ApprovalStatus, CandidateList, OddsBand, SetAside
from .drugs import ClinicalStage
from .runs import StageStatus


class CellState(StrEnum):
    CANDIDATE = "candidate"
    APPROVED = "approved"
    """An approved use, set aside because it is nothing new."""
    SET_ASIDE = "set_aside"


class DrugState(StrEnum):
    """How far a drug's report has come, the first that holds."""

    FAILED = "failed"
    """A stage failed. What is shown is from before the failure, or nothing."""
    NOT_RUN = "not_run"
    UNFINISHED = "unfinished"
    """Stages ran, and none failed, but there is no report."""
    DEGRADED = "degraded"
    """The report is there; a source gave half an answer or none."""
    OK = "ok"

    @property
    def text(self) -> str:
        """The word for people, on pages and at the command line."""
        return _STATE_TEXT[self]


_STATE_TEXT: Final = {
    DrugState.FAILED: "failed",
    DrugState.NOT_RUN: "not run",
    DrugState.UNFINISHED: "unfinished",
    DrugState.DEGRADED: "incomplete",
    DrugState.OK: "complete",
}


NOTABLE: Final = frozenset(
    {
        SetAside.APPROVED_USE,
        SetAside.WITHDRAWN_USE,
        SetAside.WIDER_THAN_APPROVED_USE,
        SetAside.DRUG_CAUSES_IT,
        SetAside.SAME_DIRECTION_AS_CAUSE,
    }
)
"""Reasons for which a disease that is no candidate still gets a row: a searcher wants to know of them."""


class StageEndState(Value):
    """How one stage of a drug last ended; where all is well it is not listed."""

    stage: str
    status: StageStatus
    reason: str


class ComparedDrug(Value):
    """One column of the matrix."""

    slug: str
    name: str
    synonyms: tuple[str, ...] = ()
    active: bool = True
    """On the watch list."""
    state: DrugState
    reason: str = ""
    """Why the state is ``failed`` or ``degraded``: the stage and its sentence."""
    built_at: datetime | None = None
    """Date of the report's newest input; ``None`` where there is no report."""


class ComparedDisease(Value):
    """One row of the matrix."""

    id: str
    name: str
    synonyms: tuple[str, ...] = ()
    """Every other name it may be looked for by."""


class Cell(Value):
    """What is known of one drug in one disease."""

    slug: str
    disease_id: str
    state: CellState
    set_aside: SetAside | None = None
    reason: str = ""
    """Why it is set aside: one plain sentence."""
    listed: CandidateList | None = None
    """Which of the drug's two lists the candidate stands in; ``None`` for what is set aside."""
    rank: int | None = None
    """In its list, after the evidence where it was assessed, else before it; ``None`` for what is set aside."""
    rank_before: int | None = None
    """By the three paths alone."""
    score: float
    """Total that ``rank`` follows: -1 to 1 after the evidence, 0 to 1 before it."""
    stage: ClinicalStage | None = None
    """How far the drug has come in the disease; ``None`` where no record says."""
    approval: ApprovalStatus
    supports: int | None = None
    """Counted studies for the drug in the disease; ``None`` where the evidence was not assessed."""
    contradicts: int | None = None
    harm: int | None = None
    harm_known: bool | None = None
    """Whether a safety finding concerns this very disease."""
    dual_path: bool = False
    place: int | None = None
    """Number of the candidate in the drug's stored report (``#candidate-3``); ``None`` where it is not in it."""

    @property
    def assessed(self) -> bool:
        return self.supports is not None

    @property
    def notable(self) -> bool:
        """Worth a row of its own."""
        return self.state is CellState.CANDIDATE or self.set_aside in NOTABLE


class Comparison(Value):
    """The matrix: diseases in the order of :func:`order_diseases`, drugs by name, cells by both."""

    drugs: tuple[ComparedDrug, ...]
    diseases: tuple[ComparedDisease, ...]
    cells: tuple[Cell, ...]

    def by_pair(self) -> dict[tuple[str, str], Cell]:
        """Cells by disease id and slug."""
        return {(cell.disease_id, cell.slug): cell for cell in self.cells}


def compare(cells: Iterable[Cell], drugs: Iterable[ComparedDrug], diseases: Iterable[ComparedDisease]) -> Comparison:
    """Put the matrix in order. Only diseases with a notable cell get a row; cells of other diseases are left out."""
    all_cells = list(cells)
    rows = {cell.disease_id for cell in all_cells if cell.notable}
    kept = [cell for cell in all_cells if cell.disease_id in rows]
    ordered = order_diseases((disease for disease in diseases if disease.id in rows), kept)
    columns = order_drugs(drugs)
    row = {disease.id: n for n, disease in enumerate(ordered)}
    column = {drug.slug: n for n, drug in enumerate(columns)}
    kept.sort(key=lambda cell: (row[cell.disease_id], column[cell.slug]))
    return Comparison(drugs=tuple(columns), diseases=tuple(ordered), cells=tuple(kept))


def order_diseases(diseases: Iterable[ComparedDisease], cells: Sequence[Cell]) -> list[ComparedDisease]:
    """First what most of the drugs have as candidate, then by the best score among these, then by name."""
    scores: dict[str, list[float]] = {}
    for cell in cells:
        if cell.state is CellState.CANDIDATE:
            scores.setdefault(cell.disease_id, []).append(cell.score)

    def place(disease: ComparedDisease) -> tuple[int, float, str, str]:
        own = scores.get(disease.id, [])
        return (-len(own), -max(own, default=-2.0), disease.name.casefold(), disease.id)

    return sorted(diseases, key=place)


def order_drugs(drugs: Iterable[ComparedDrug]) -> list[ComparedDrug]:
    """By name, whatever its case."""
    return sorted(drugs, key=lambda drug: (drug.name.casefold(), drug.slug))


def drug_state(ends: Sequence[StageEndState], *, ran: bool, reported: bool) -> tuple[DrugState, str]:
    """State of a drug and its reason.

    Args:
        ends: stages that failed or were degraded, in the order in which they finished: the first failure is the cause
            of the later ones.
        ran: whether any stage ran.
        reported: whether a report is stored.
    """
    for state, status in ((DrugState.FAILED, StageStatus.FAILED), (DrugState.DEGRADED, StageStatus.DEGRADED)):
        first_end = next((end for end in ends if end.status is status), None)
        if first_end is not None and (reported or state is DrugState.FAILED):
            return state, f"{first_end.stage}: {first_end.reason}"
    if not ran:
        return DrugState.NOT_RUN, ""
    return (DrugState.OK if reported else DrugState.UNFINISHED), ""


def names(first: str, others: Iterable[str]) -> tuple[str, ...]:
    """The other names, each once whatever its case, without the first and without inverted index forms.

    An index files ``Hypertension, Pulmonary`` beside ``Pulmonary Hypertension``; who searches types the latter.
    """
    seen: dict[str, str] = {}
    for name in others:
        if ", " not in name:
            seen.setdefault(name.casefold(), name)
    seen.pop(first.casefold(), None)
    return tuple(seen.values())


# -- The matrix of all drugs ---------------------------------------------------------------------------------------


class PlacePath(StrEnum):
    """A path that leads from the drug to the disease, in the order they are told."""

    TARGET = "target"
    CLASS = "class"
    USE = "use"


class MatrixTerm(Value):
    """A drug (ChEMBL id) or a disease of the matrix."""

    id: str
    name: str
    names: tuple[str, ...] = ()
    """Every other name it may be looked for by."""


class MatrixPlace(Value):
    """A disease's place in the list of one drug, from the rules alone: no literature has been read."""

    drug: MatrixTerm
    disease: MatrixTerm
    listed: CandidateList
    rank: int
    """In the drug's list; 1 is best. Every place is kept, also those a run would cut off."""
    score: float
    """What the paths say together, 0 to 1."""
    own: float = 0.0
    """Weight of the drug's own development, 0 to 1; it orders the tried ones."""
    odds: OddsBand | None = None
    """``None`` where it was tried, or nobody counted the drugs of the disease."""
    stage: ClinicalStage | None = None
    """How far the drug came there, where it was tried."""
    paths: tuple[PlacePath, ...] = ()


class LikelyDrug(Value):
    """A drug's place among all drugs to which a disease is new, whether or not its own list holds the disease."""

    drug: MatrixTerm
    place: int
    """1 is the drug most like those given for the disease."""
    likeness: float
    """0 or more; comparable between drugs of one disease only."""
    rank: int | None = None
    """Place of the disease in the drug's own list; ``None`` where it has none there, as for the rest."""
    score: float | None = None
    odds: OddsBand | None = None
    paths: tuple[PlacePath, ...] = ()


class MatrixState(Value):
    """How far the matrix is, and what it is made from."""

    data_version: str
    """Release of the source, for example ``Open Targets 26.06``."""
    drugs: int
    """Drugs to score."""
    scored: int
    """Those of them that have been scored from this release and by these rules."""
    lists: int
    """Drugs with at least one disease new to them."""
    diseases: int
    places: int
    started_at: datetime
    finished_at: datetime | None = None
    """``None`` while drugs are missing."""


class Commonness(Value):
    """In how many drugs' lists a disease stands: what is found for every drug says little about one."""

    lists: int
    """Drugs whose first places of new diseases hold it."""
    of: int
    """Drugs that have such a list."""
    places: int
    """How many first places are meant."""


class CommonDisease(Value):
    """A disease of the matrix with how common it is."""

    disease: MatrixTerm
    commonness: Commonness


class FirstPlace(NamedTuple):
    """A place of the matrix as a page lists it; there are tens of thousands."""

    drug_id: str
    disease_id: str
    listed: CandidateList
    rank: int
    score: float
    odds: OddsBand | None


@dataclass(frozen=True)
class MatrixOverview:
    """What a page shows of the matrix."""

    state: MatrixState
    commonest: tuple[CommonDisease, ...]
    drugs: Mapping[str, str]
    """Names by id, in order of name."""
    diseases: Mapping[str, str]
    places: Sequence[FirstPlace]
    """The first places of every list, by drug."""

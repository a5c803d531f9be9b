"""A small matrix of all drugs for the tests of the start page."""

from __future__ import annotations

from datetime import UTC, datetime

from indication_scout_assets.domain.candidates import CandidateList, OddsBand
from indication_scout_assets.domain.comparison import (
    CommonDisease,
    Commonness,
    FirstPlace,
    MatrixOverview,
    MatrixState,
    MatrixTerm,
)

NEW, TRIED = CandidateList.NEW, CandidateList.TRIED
BUILT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def sample_matrix(*, finished: bool = True) -> MatrixOverview:
    """Three drugs, four diseases; a name of each kind holds markup."""
    places = [
        FirstPlace("D1", "A", NEW, 1, 0.5, OddsBand.ONE_IN_16),
        FirstPlace("D1", "B", NEW, 2, 0.2, OddsBand.FEWER),
        FirstPlace("D1", "C", TRIED, 1, 0.3, None),
        FirstPlace("D2", "A", NEW, 1, 0.7, None),
        FirstPlace("D3", "X", TRIED, 1, 0.1, None),
    ]
    return MatrixOverview(
        state=MatrixState(
            data_version="Open Targets 26.06",
            drugs=3,
            scored=3 if finished else 2,
            lists=2,
            diseases=4,
            places=1234,
            started_at=BUILT,
            finished_at=BUILT if finished else None,
        ),
        commonest=(
            CommonDisease(
                disease=MatrixTerm(id="A", name="arthrosis of Tintagel"),
                commonness=Commonness(lists=2, of=2, places=10),
            ),
        ),
        drugs={"D1": "alphamab", "D2": "betastat", "D3": "</script><i>gamma</i>"},
        diseases={"A": "arthrosis of Tintagel", "B": "bárány vertigo", "C": "cough", "X": "<b>xerosis</b>"},
        places=places,
    )

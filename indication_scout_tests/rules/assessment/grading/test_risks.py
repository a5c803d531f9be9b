"""Facts that lower what an item can bear."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import RiskSignal
from indication_scout_assets.domain.records.articles import Article, Correction, RetractionStatus
from indication_scout_assets.domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from indication_scout_assets.rules.assessment.grading.grade import FEW, risks_of_article, risks_of_trial

from .records import article, trial_match


def checked(status: RetractionStatus) -> RetractionCheck:
    return RetractionCheck(article_id="99000001", status=status, checked_at=datetime(2026, 1, 2, tzinfo=UTC))


CLEAN = checked(RetractionStatus.NONE)
SET_ASIDE = checked(RetractionStatus.CORRECTED).model_copy(
    update={"signals": (RetractionSignal(source="OpenAlex", notice=Notice.RETRACTION),)}
)
"""A check that knew OpenAlex's mark and did not follow it."""
OWN_WORD = article(corrections=(Correction(kind="RetractionIn", pmid="99000009"),))


@pytest.mark.parametrize(
    ("record", "check", "expected"),
    [
        (article(), CLEAN, ()),
        (article(), None, (RiskSignal.UNCHECKED,)),
        (article(), checked(RetractionStatus.UNCHECKED), (RiskSignal.UNCHECKED,)),
        (article(), checked(RetractionStatus.RETRACTED), (RiskSignal.RETRACTED,)),
        (article(), checked(RetractionStatus.EXPRESSION_OF_CONCERN), (RiskSignal.CONCERN,)),
        (article(), checked(RetractionStatus.CORRECTED), ()),
        (OWN_WORD, None, (RiskSignal.RETRACTED,)),
        (OWN_WORD, CLEAN, (RiskSignal.RETRACTED,)),
        (OWN_WORD, checked(RetractionStatus.REINSTATED), ()),
        (article(marked_retracted_by=("OpenAlex",)), CLEAN, (RiskSignal.RETRACTED,)),
        (article(marked_retracted_by=("OpenAlex",)), SET_ASIDE, ()),
        (article(is_preprint=True), CLEAN, (RiskSignal.PREPRINT,)),
    ],
)
def test_article(record: Article, check: RetractionCheck | None, expected: tuple[RiskSignal, ...]) -> None:
    assert risks_of_article(record, check, None) == expected


def test_few_is_below_the_bound() -> None:
    assert risks_of_article(article(), CLEAN, FEW - 1) == (RiskSignal.SMALL,)
    assert risks_of_article(article(), CLEAN, FEW) == ()


@pytest.mark.parametrize(
    ("fields", "published", "expected"),
    [
        ({"has_results": True}, False, ()),
        ({"has_results": False}, True, ()),
        ({"has_results": False}, False, (RiskSignal.NO_RESULTS,)),
        ({"has_results": None}, False, ()),
        ({"has_results": False, "status": "RECRUITING"}, False, ()),
        ({"has_results": False, "status": "TERMINATED"}, True, (RiskSignal.TERMINATED,)),
    ],
)
def test_trial(fields: dict[str, Any], published: bool, expected: tuple[RiskSignal, ...]) -> None:
    trial = trial_match(**fields).trial
    assert risks_of_trial(trial, published=published, outcome_source="", retracted=(), participants=None) == expected


def test_an_outcome_read_from_a_retracted_paper() -> None:
    trial = trial_match(has_results=False, retracted_pmids=("99000002",)).trial

    def risks(source: str) -> tuple[RiskSignal, ...]:
        return risks_of_trial(trial, published=True, outcome_source=source, retracted={"99000001"}, participants=None)

    assert risks("99000001") == risks("99000002") == (RiskSignal.RETRACTED,)
    assert risks("99000003") == risks("") == ()

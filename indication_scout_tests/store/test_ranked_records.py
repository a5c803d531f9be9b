"""Places of trials, label mentions and web pages: kept in their order, replaced as a whole."""

from __future__ import annotations

import psycopg
import pytest

from indication_scout_assets.domain.findings.evidence import RankedRecord
from indication_scout_assets.domain.outcomes import DatabaseFailure
from indication_scout_assets.store.database import Database

from .values import PH, SLUG


def record(source: str, record_id: str, rank: int, **changes: object) -> RankedRecord:
    values = {"score": 0.123456789012345, "lexical": 0.1, "passed": rank == 1, "why": "Because."}
    return RankedRecord.model_validate({"source": source, "id": record_id, "rank": rank, **values, **changes})


def test_records_come_back_by_source_and_rank(sildenafil: Database) -> None:
    page, first = record("tavily_web", "https://x.example/?a=1|2", 1), record("clinicaltrials", "NCT2", 1)
    second = record("clinicaltrials", "NCT1", 2, cross_encoder=1e-300)
    sildenafil.ranked_records.replace(SLUG, {PH: [page, second, first], "B": []})
    assert sildenafil.ranked_records.load(SLUG) == {PH: [first, second, page]}
    assert sildenafil.ranked_records.load("bupropion") == {}


@pytest.mark.parametrize("wrong", [{"rank": 0}, {"score": 1.5}, {"id": "NCT1", "rank": 2}])
def test_what_cannot_be_is_refused_and_the_old_stays(sildenafil: Database, wrong: dict[str, object]) -> None:
    good = record("clinicaltrials", "NCT1", 1)
    sildenafil.ranked_records.replace(SLUG, {PH: [good]})
    bad = good.model_copy(update={"id": "NCT2"} | wrong)
    with pytest.raises((psycopg.IntegrityError, DatabaseFailure)):
        sildenafil.ranked_records.replace(SLUG, {PH: [good, bad]})
    assert sildenafil.ranked_records.load(SLUG) == {PH: [good]}

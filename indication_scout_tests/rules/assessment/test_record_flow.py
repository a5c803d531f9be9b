"""In which box of the flow a record ends, and for which reason."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Level,
    RiskSignal,
)
from indication_scout_assets.domain.findings.evidence import Exclusion, RankedArticle, RankingComponents, SearchRecord
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.rules.assessment.record_flow import PairRecords, RecordFlow

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
PARTS = RankingComponents(cosine=0, lexical=0, cosine_normalized=0, lexical_normalized=0, fused=0)


def searched(source: str, *ids: str, **fields: Any) -> SearchRecord:
    return SearchRecord(source=source, disease_id="D", query="q", ids=ids, total=len(ids), searched_at=WHEN, **fields)


def ranked(key: str, **fields: Any) -> RankedArticle:
    given = {"rank": 1, "in_top_k": False, "names_drug": True, "names_disease": True} | fields
    return RankedArticle(id=key, score=0, components=PARTS, why="", **given)


def grade(key: str, kind: DocumentKind = DocumentKind.ARTICLE, **fields: Any) -> Grade:
    drug, population = fields.pop("drug", DrugMatch.THIS_DRUG), fields.pop("population", Population.HUMAN)
    directness = EvidenceDirectness(drug=drug, disease=DiseaseMatch.THIS_DISEASE, population=population)
    given = {"level": Level.CASES, "level_reason": "", "polarity": Polarity.NEUTRAL, "design": StudyDesign.CASE_SERIES}
    return Grade(evidence_kind=kind, evidence_id=key, study=key, directness=directness, **(given | fields))


def pair(**fields: Any) -> PairRecords:
    empty: dict[str, Any] = {
        "searches": [],
        "outcomes": [],
        "pool": {},
        "older": (),
        "retracted": (),
        "ranked": [],
        "trials": (),
        "grades": (),
    }
    return PairRecords(**(empty | fields))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"rank": None}, Exclusion.RETRACTED),
        ({"names_drug": False, "names_disease": False}, Exclusion.NO_DRUG),
        ({"names_disease": False}, Exclusion.NO_DISEASE),
        ({"same_study_as": "2"}, Exclusion.SAME_STUDY),
        ({"passed": False}, Exclusion.BELOW_THRESHOLD),
        ({}, Exclusion.BELOW_TOP),
        ({"in_top_k": True}, Exclusion.NOT_READ),
    ],
)
def test_why_an_article_was_not_read(row: dict[str, Any], reason: Exclusion) -> None:
    flow = RecordFlow.of_pair(pair(pool={"1": ("pubmed",)}, ranked=[ranked("1", **row)]))
    assert flow.ends == {(DocumentKind.ARTICLE, "1"): reason}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"deferred": "It is disputed.", "counts": False}, Exclusion.DEFERRED),
        ({"population": Population.HEALTHY, "counts": False}, Exclusion.HEALTHY),
        ({"counts": False}, Exclusion.OTHER_REPORT),
        ({"level": None}, Exclusion.NO_LEVEL),
        ({"drug": DrugMatch.MENTIONED}, Exclusion.NOT_OF_PAIR),
    ],
)
def test_why_what_was_read_does_not_count(fields: dict[str, Any], reason: Exclusion | None) -> None:
    flow = RecordFlow.of_pair(pair(pool={"1": ("pubmed",)}, grades=[grade("1", **fields)]))
    assert flow.ends == {(DocumentKind.ARTICLE, "1"): reason}


def test_trials_of_another_drug_or_not_read_and_one_whose_paper_is_retracted() -> None:
    trials = [grade("NCT3", DocumentKind.TRIAL, risks=(RiskSignal.RETRACTED,)), grade("NCT4", DocumentKind.TRIAL)]
    searches = [searched("ClinicalTrials.gov", "NCT1", "NCT2", "NCT3", "NCT4")]
    flow = RecordFlow.of_pair(pair(searches=searches, trials={"NCT2", "NCT3", "NCT4"}, grades=trials)).flow
    assert (flow.screened, flow.read, flow.counted) == (4, 2, 1)
    assert [part.reason for part in flow.screened_out] == [Exclusion.OTHER_TRIAL, Exclusion.NOT_READ]
    assert [part.reason for part in flow.not_counted] == [Exclusion.RESTS_ON_RETRACTED]
    assert flow.sources[0].of_register


def test_records_before_screening() -> None:
    """Found twice, without a record, an older version, shut out by a day, and led to by an older version alone."""
    searches = [searched("PubMed", "1", "2", "3"), searched("OpenAlex", "1", "2")]
    outcomes = [SourceOutcome(source="PubMed", question="q", state=SourceState.OK, left_out=4)]
    flow = RecordFlow.of_pair(
        pair(
            searches=searches,
            outcomes=outcomes,
            pool={"1": ("pubmed", "openalex"), "9": ("cochrane_reviews",)},
            older=("2",),
            retracted={"1"},
            without_record={"3"},
            grades=[grade("9"), grade("1", risks=(RiskSignal.RETRACTED,))],
        )
    ).flow
    assert flow.faults == ()
    assert (flow.identified, flow.otherwise, flow.screened, flow.read, flow.counted) == (10, 1, 2, 1, 1)
    assert {part.reason: part.number for part in flow.removed} == {
        Exclusion.LATER: 4,
        Exclusion.NOT_DELIVERED: 1,
        Exclusion.DUPLICATE: 2,
        Exclusion.OLDER_VERSION: 1,
    }
    assert [part.reason for part in flow.screened_out] == [Exclusion.RETRACTED]


def test_a_silent_source_is_not_known_and_a_shared_record_is_one() -> None:
    silent = searched("OpenAlex", state=SourceState.FAILED)
    first = RecordFlow.of_pair(pair(searches=[searched("PubMed", "1"), silent], pool={"1": ()}, ranked=[ranked("1")]))
    second = RecordFlow.of_pair(pair(searches=[searched("PubMed", "1"), silent], pool={"1": ()}, grades=[grade("1")]))
    flow = RecordFlow.together([first, second]).flow
    assert [(s.source, s.searches, s.not_in_full, s.records) for s in flow.sources] == [
        ("PubMed", 2, 0, 2),
        ("OpenAlex", 2, 2, None),
    ]
    assert (flow.identified, flow.screened, flow.counted, flow.faults) == (2, 1, 1, ())

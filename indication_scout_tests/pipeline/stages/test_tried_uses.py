"""Where a drug was tried, asked by the drug alone: over the authored records, with faults, as of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from indication_scout_assets.domain.candidates import CandidateList
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.stages.article_stages.tried_uses import (
    ARTICLES_OF_DRUG,
    TRIALS_OF_DRUG,
    TRIED_USES,
)
from indication_scout_assets.pipeline.stages.discovery import CANDIDATES, DRUG_PROFILE
from indication_scout_assets.rules.candidates.use_path import used
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer

DRUG = "bupropion"
STAGES = [DRUG_PROFILE, TRIED_USES]


def run(bench: Workbench) -> dict[str, SourceOutcome]:
    """The stages run; what became of each question of the stage, by its source."""
    bench.db.drugs.add(DRUG, DRUG)
    run_all(bench, [DRUG], stages=STAGES)
    return {outcome.source: outcome for outcome in bench.db.stages.outcomes(DRUG)}


def test_trials_and_articles_of_the_drug_name_the_diseases_it_was_tried_in(online: Workbench) -> None:
    outcomes = run(online)
    assert outcomes[TRIALS_OF_DRUG].state is SourceState.OK
    assert outcomes[ARTICLES_OF_DRUG].state is SourceState.OK
    uses = online.db.tried_uses.load(DRUG)
    sources = {report.source for use in uses for report in use.reports}
    assert sources == {"ClinicalTrials.gov", "PubMed"}
    assert all(report.id.startswith("NCT") or report.id.isdigit() for use in uses for report in use.reports)
    [record] = online.db.searches.load(DRUG, TRIALS_OF_DRUG)
    assert DRUG in record.query.lower()
    assert record.total >= len(record.ids) > 0


def test_what_was_tried_is_no_new_disease(online: Workbench) -> None:
    online.db.drugs.add(DRUG, DRUG)
    ends = run_all(online, [DRUG], stages=[*STAGES, replace(CANDIDATES, upstream=("drug_profile", "tried_uses"))])
    assert [end.run.reason for end in ends if end.ended.value == "failed"] == []
    listed = {c.disease.id: c for c in online.db.candidates.load(DRUG)}
    profile = online.db.drugs.load(DRUG)
    assert profile is not None
    reported = {use.disease_id for use in profile.indications}
    for use in online.db.tried_uses.load(DRUG):
        candidate = next(c for c in listed.values() if use.disease_id in (c.disease.id, *c.merged_ids))
        known = bool(used([use])) or not reported.isdisjoint({candidate.disease.id, *candidate.merged_ids})
        assert (candidate.listed is CandidateList.TRIED) == known
        assert candidate.rank is not None or candidate.set_aside_reason


def test_a_registry_that_is_down_is_said_and_articles_still_stand(online: Workbench, server: WireServer) -> None:
    server.suffer(Faults(shares={"503": 1.0}, only=("clinicaltrials",)))
    outcomes = run(online)
    assert outcomes[TRIALS_OF_DRUG].state is SourceState.FAILED
    assert outcomes[ARTICLES_OF_DRUG].state is SourceState.OK
    assert online.db.tried_uses.load(DRUG)


def test_an_ontology_that_is_down_loses_nothing_that_was_known(
    online: Workbench, server: WireServer, tmp_path: Any
) -> None:
    run(online)
    before = online.db.tried_uses.load(DRUG)
    server.suffer(Faults(shares={"503": 1.0}, only=("opentargets",)))
    again = Workbench(
        online.settings.model_copy(update={"max_drug_trials": 499}),
        online.db,
        ExchangeStore.cache(tmp_path / "no answers"),
    )
    run_all(again, [DRUG], stages=[TRIED_USES])
    states = {o.source: o.state for o in again.db.stages.outcomes(DRUG) if o.question.startswith("conditions")}
    assert states == {"Open Targets": SourceState.FAILED}
    assert again.db.tried_uses.load(DRUG) == before != []


def test_as_of_a_day_nothing_later_counts(online: Workbench) -> None:
    day = date(1990, 1, 1)
    settings = online.settings.model_copy(update={"as_of": day})
    early = Workbench(settings, online.db, online.exchanges)
    outcomes = run(early)
    assert outcomes[TRIALS_OF_DRUG].state is SourceState.EMPTY
    assert "1990-01-01" in outcomes[TRIALS_OF_DRUG].question
    assert early.db.tried_uses.load(DRUG) == []

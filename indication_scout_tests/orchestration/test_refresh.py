"""Refresh: what the sources have anew makes a drug due, and a due stage asks them instead of reading what is stored.

The sensors and the job are the real ones; only what the sources answer is made up.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import dagster as dg
import pytest

from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from indication_scout_assets.domain.runs import RefreshKind
from indication_scout_assets.orchestration.automation import LOOK_JOB, refresh_sensor, registry_sensor
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.pipeline import news, runner
from indication_scout_assets.pipeline.engine import Ended, Written
from indication_scout_assets.pipeline.stage_order import CODE_VERSIONS, STAGES
from indication_scout_assets.sources.http.entries import Exchange, Request
from indication_scout_tests.store import values

from .test_sensors import evaluate, finished

SLUG = values.SLUG
ALL = [kind.value for kind in RefreshKind]


class Answers:
    """What the sources say, and how they were asked."""

    def __init__(self) -> None:
        self.pubmed: tuple[str, ...] = ("1",)
        self.trials = [values.trial()]
        self.retracted: dict[str, list[RetractionSignal]] = {}
        self.queries: list[str] = []
        self.since: list[datetime | None] = []
        self.down = False

    @asynccontextmanager
    async def sources(self, since: datetime | None = None) -> Any:
        self.since.append(since)

        async def search(query: str, most: int) -> Any:
            self.queries.append(query)
            if self.down:
                raise TransientFailure("PubMed did not answer.")
            return SimpleNamespace(ids=self.pubmed)

        async def updated(names: Any, day: date, most: int) -> Any:
            return self.trials

        async def signals(*ids: Any) -> Any:
            return self.retracted

        asked = SimpleNamespace(retraction_signals=signals)
        yield SimpleNamespace(
            pubmed=SimpleNamespace(search=search),
            clinicaltrials=SimpleNamespace(updated=updated),
            europepmc=asked,
            openalex=asked,
            crossref=asked,
            client=SimpleNamespace(counters={}),
        )


@pytest.fixture
def answers(bench, monkeypatch) -> Answers:
    """A drug whose stages have all run an hour ago, with one article, one trial and a statement citing the article."""
    db, answers = bench.db, Answers()
    monkeypatch.setattr(bench, "sources", answers.sources)
    db.drugs.add(SLUG, "Sildenafil")
    db.drugs.save(values.profile())
    db.candidates.replace(SLUG, [values.candidate()])
    db.names.save(values.name(), "f")
    db.articles.save([values.article("1")])
    db.searches.replace(SLUG, "PubMed", [values.search().model_copy(update={"ids": ("1",)})])
    db.trials.replace(SLUG, {values.PH: [values.match()]})
    db.syntheses.replace(SLUG, "literature", [values.synthesis()])
    now = datetime.now(UTC)
    check = RetractionCheck(article_id="1", status=RetractionStatus.NONE, checked_at=now)
    db.retraction_checks.replace(SLUG, [check])
    for stage in CODE_VERSIONS:
        db.stages.record(finished(SLUG, stage, finished_at=now - timedelta(hours=1)))
    return answers


def look(bench, instance, kinds=ALL) -> Any:
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    return definitions.resolve_job_def(LOOK_JOB).execute_in_process(
        instance=instance, run_config={"ops": {"look_at_each_drug": {"config": {"kinds": kinds}}}}, raise_on_error=False
    )


def due(bench, instance) -> list[str]:
    """Why the sensor asks for runs; it must not ask a source."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bench, "sources", None)
        result = evaluate(refresh_sensor, bench, instance)
    if isinstance(result, dg.SkipReason):
        return []
    versions = dict(CODE_VERSIONS)
    return [drug.reason for drug in bench.db.stages.due(datetime.now(UTC), versions)]


def test_where_nothing_is_new_nothing_is_due(bench, instance, answers):
    assert look(bench, instance).success
    assert due(bench, instance) == []
    assert '"[edat] : "3000/12/31"[edat]' in answers.queries[0]
    assert all(since is not None for since in answers.since)  # what was stored before is no answer


@pytest.mark.parametrize(
    ("stage", "new", "sentence"),
    [
        ("abstracts", {"pubmed": ("1", "7", "8")}, "PubMed has 2 new articles (7, 8) on the drug and its candidates."),
        (
            "clinical_trials",
            {"trials": [values.trial().model_copy(update={"last_updated": "2026-10-01"})]},
            "ClinicalTrials.gov has 1 new or changed trial (NCT00000001) of the drug.",
        ),
        (
            "clinical_trials",
            {"trials": [values.trial("NCT00000002")]},
            "ClinicalTrials.gov has 1 new or changed trial (NCT00000002) of the drug.",
        ),
        (
            "retraction_checks",
            {"retracted": {"1": [RetractionSignal(source="Crossref", notice=Notice.RETRACTION)]}},
            "The report cites 1 paper (1) that a source now calls retracted.",
        ),
    ],
    ids=["new article", "changed trial", "new trial", "retracted paper"],
)
def test_what_the_sources_have_anew_makes_the_drug_due_until_the_stage_has_run(
    bench, instance, answers, stage, new, sentence
):
    vars(answers).update(new)
    assert look(bench, instance).success
    assert due(bench, instance) == [sentence]
    assert list(bench.db.stages.asked_anew(stage)) == [SLUG]
    bench.db.stages.record(finished(SLUG, stage))
    assert due(bench, instance) == []


def test_a_trial_of_another_condition_is_no_news(bench, instance, answers):
    other = values.trial("NCT00000009").model_copy(update={"condition_mesh": ()})
    answers.trials = [other]
    look(bench, instance)
    assert due(bench, instance) == []


def test_a_drug_that_could_not_be_asked_about_is_asked_about_again(bench, instance, answers):
    answers.down = True
    assert not look(bench, instance, [RefreshKind.NEW_ARTICLES.value]).success
    assert bench.db.stages.last_look(SLUG, RefreshKind.NEW_ARTICLES) is None
    answers.down = False
    assert look(bench, instance, [RefreshKind.NEW_ARTICLES.value]).success
    assert bench.db.stages.last_look(SLUG, RefreshKind.NEW_ARTICLES) is not None


def test_a_stage_with_news_runs_though_it_is_fresh_and_is_given_sources_that_ask(bench, answers):
    async def function(run: Any) -> Written:
        return Written(lambda: None, "same")

    abstracts = next(stage for stage in STAGES if stage.name == "abstracts")
    stage = replace(abstracts, function=function, upstream=(), depends_on=lambda run: None)

    def ended() -> tuple[Ended, datetime | None]:
        answers.since.clear()
        (end,) = runner.run_for_drugs([stage], bench, [SLUG])
        return end.ended, answers.since[-1]

    assert ended() == (Ended.DONE, None)
    assert ended() == (Ended.UNCHANGED, None)
    answers.pubmed = ("9",)
    looked = asyncio.run(news.look(bench, [SLUG], [RefreshKind.NEW_ARTICLES]))
    assert ended() == (Ended.DONE, looked.found[0].found_at)
    assert ended() == (Ended.UNCHANGED, None)


def test_what_was_stored_before_a_moment_is_no_answer_since_it(bench):
    request = Request.of("PubMed", "GET", "esearch.fcgi", params={"term": "x"})
    fetched = datetime(2026, 1, 1, tzinfo=UTC)
    bench.exchanges.put(Exchange(request, 200, "application/json", fetched, b"{}"))
    assert bench.exchanges.since(fetched).get(request) is not None
    assert bench.exchanges.since(fetched + timedelta(seconds=1)).get(request) is None


def test_the_watch_list_follows_the_file_of_drugs_and_keeps_what_was_added_otherwise(bench, instance, tmp_path):
    file = tmp_path / "drugs.yaml"
    bench.settings = bench.settings.model_copy(update={"drugs_file": file})
    bench.db.drugs.add("by-hand", "by hand")
    file.write_text("- Aspirin\n- Vioxx\n")
    (request,) = evaluate(registry_sensor, bench, instance).dynamic_partitions_requests
    assert request.partition_keys == ["aspirin", "by-hand", "vioxx"]
    instance.add_dynamic_partitions("drug", request.partition_keys)
    file.write_text("- Aspirin\n")
    (request,) = evaluate(registry_sensor, bench, instance).dynamic_partitions_requests
    assert request.partition_keys == ["vioxx"]
    instance.delete_dynamic_partition("drug", "vioxx")
    file.write_text("- Vioxx\n- Aspirin\n")
    (request,) = evaluate(registry_sensor, bench, instance).dynamic_partitions_requests
    assert request.partition_keys == ["vioxx"]
    file.unlink()
    with pytest.raises(Exception, match="cannot be read"):
        evaluate(registry_sensor, bench, instance)

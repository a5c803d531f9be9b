"""The stage that ranks trials, label mentions and web pages: what it stores and tells; no list is read twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.domain.records.labels import Label, LabelSection, ProductType
from indication_scout_assets.domain.records.references import WebPage
from indication_scout_assets.domain.runs import StageStatus
from indication_scout_assets.pipeline.engine import Ended, StageOutcome, run_stage
from indication_scout_assets.pipeline.resources.workbench import DrugRun, Workbench
from indication_scout_assets.pipeline.stages.article_stages.reranked_records import RERANKED_RECORDS
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.store import values
from indication_scout_tests.store.values import NOON, PH, SLUG

BARE = "MONDO_0000001"
"""A candidate for which nothing was found."""


class Encoder:
    """Scores a text by how much of it there is; counts its calls, and fails when told to."""

    name = "counts@1"
    batch_size = 8

    def __init__(self) -> None:
        self.calls = 0
        self.broken = False

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.calls += 1
        if self.broken:
            raise RuntimeError("out of memory")
        return [min(1.0, len(text) / 250) for text in texts]


LABEL = Label(
    set_id="set-1", source="DailyMed", title="SILDENAFIL tablets", ingredients=("sildenafil",),
    product_type=ProductType.PRESCRIPTION,
    sections=(LabelSection(code="34067-9", kind="indications", title="Indications",
                           text="Sildenafil is indicated for pulmonary hypertension in adults."),),
)  # fmt: skip
PAGE = WebPage(url="https://x.example/ph", title="Pulmonary hypertension", content="Ask a doctor.", disease_id=PH)


@pytest.fixture
def stocked(db: Database) -> Database:
    """A drug whose stages before this one are done: two candidates, the first with four trials, a label and a page."""
    db.drugs.add(SLUG, "Sildenafil")
    db.drugs.save(values.profile())
    db.candidates.replace(SLUG, [values.candidate(PH, 1), values.candidate(BARE, 2, name="nothing known")])
    db.names.save(values.name(PH), "m")
    other = {"disease_name": "nothing known", "entry_terms": (), "mesh_id": None}
    db.names.save(values.name(BARE, "Nothing Known").model_copy(update=other), "m")
    matches = [values.match(f"NCT0000000{n}") for n in range(4)]
    matches = [
        match.model_copy(update={"trial": match.trial.model_copy(update={"title": "Trial" + " of it" * 6 * n})})
        for n, match in enumerate(matches)
    ]
    db.trials.replace(SLUG, {PH: matches})
    db.drug_records.replace_labels(SLUG, [LABEL], [], None)
    db.drug_records.replace_web_pages(SLUG, [PAGE], {})
    for name in RERANKED_RECORDS.upstream:
        db.stages.record(values.stage_run(name))
    return db


def bench_of(db: Database, tmp_path: Any, encoder: Encoder | None) -> Workbench:
    bench = Workbench(Settings(state_dir=tmp_path), db, ExchangeStore.cache(tmp_path / "exchanges"))
    bench.__dict__["cross_encoder"] = encoder
    return bench


def run(bench: Workbench) -> StageOutcome:
    sources: Any = SimpleNamespace(client=SimpleNamespace(counters={}))
    return asyncio.run(run_stage(RERANKED_RECORDS, DrugRun(bench, sources, SLUG)))


def test_every_record_has_a_place_within_its_source(stocked, tmp_path):
    end = run(bench_of(stocked, tmp_path, Encoder()))
    assert (end.ended, end.run.status) == (Ended.DONE, StageStatus.OK), end.run.reason
    stored = stocked.ranked_records.load(SLUG)
    assert [(r.source, r.id, r.rank) for r in stored[PH]] == [
        ("clinicaltrials", "NCT00000003", 1), ("clinicaltrials", "NCT00000002", 2),
        ("clinicaltrials", "NCT00000001", 3), ("clinicaltrials", "NCT00000000", 4),
        ("dailymed_labels", "set-1:indications:0", 1),
        ("tavily_web", "https://x.example/ph", 1),
    ]  # fmt: skip
    assert [r.passed for r in stored[PH][:4]] == [True, True, True, False]
    assert BARE not in stored


def test_what_it_did_is_told(stocked, tmp_path):
    facts = run(bench_of(stocked, tmp_path, Encoder())).run.facts
    assert (facts["rows"], facts["lists"], facts["lists_too_short_for_the_cross_encoder"]) == (6, 3, 2)
    assert (facts["dailymed_labels_passed"], facts["tavily_web_passed"]) == (1, 1)
    assert (facts["clinicaltrials_passed"], facts["not_passed"]) == (3, 1)
    assert (facts["cross_encoder"], facts["cross_encoder_documents"]) == ("counts@1", 4)
    assert facts["cross_encoder_separation"]


def test_with_nothing_new_the_model_is_not_asked_again(stocked, tmp_path):
    encoder = Encoder()
    bench = bench_of(stocked, tmp_path, encoder)
    run(bench)
    assert encoder.calls == 1
    assert run(bench).ended is Ended.UNCHANGED
    before = stocked.ranked_records.load(SLUG)
    stocked.stages.record(values.stage_run("web_pages", outputs="others", finished_at=NOON))
    again = run(bench)
    assert again.ended is Ended.DONE
    assert encoder.calls == 1
    assert stocked.ranked_records.load(SLUG) == before


def test_another_model_reads_again(stocked, tmp_path):
    run(bench_of(stocked, tmp_path, None))
    encoder = Encoder()
    assert run(bench_of(stocked, tmp_path, encoder)).ended is Ended.DONE
    assert encoder.calls == 1


@pytest.mark.parametrize("broken", [False, True])
def test_without_scores_the_words_order_and_the_partition_says_so(stocked, tmp_path, broken):
    encoder = Encoder() if broken else None
    if encoder:
        encoder.broken = True
    end = run(bench_of(stocked, tmp_path, encoder))
    trials = [r for r in stocked.ranked_records.load(SLUG)[PH] if r.source == "clinicaltrials"]
    assert [r.cross_encoder for r in trials] == [None] * 4
    assert [r.lexical for r in trials] == sorted((r.lexical for r in trials), reverse=True)
    assert all(r.passed for r in trials), "each names the drug, as its intervention"
    reason = "failed (RuntimeError: out of memory)" if broken else "No cross-encoder is at hand"
    assert reason in end.run.facts["cross_encoder_note"]
    assert end.run.facts["cross_encoder"] == "none"

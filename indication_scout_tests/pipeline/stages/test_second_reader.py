"""A second reader of sides in a run: who is asked, what is stored, and that the reports tell it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.assessment import Grade
from indication_scout_assets.domain.effects import SecondVerdict
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.runner import run_all, run_for_drugs
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.stages.assessments import ASSESSMENTS
from indication_scout_assets.pipeline.stages.report_content import gather
from indication_scout_assets.pipeline.workbench import DrugRun, Workbench
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.json_server import Asked, json_server
from indication_scout_tests.whole_runs import WordEmbedder
from indication_scout_tests.wire.model_protocols import OPENAI

NAMES = [stage.name for stage in STAGES]
DRUG = "sildenafil"


def bench(db: Database, tmp_path: Any, **changes: Any) -> Workbench:
    settings = Settings(
        workspace="demo", state_dir=tmp_path, reports_dir=tmp_path / "reports", snapshot=SNAPSHOT,
        synthesizer="extractive", **changes,
    )  # fmt: skip
    made = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
    made.__dict__["embedder"] = WordEmbedder()
    return made


def against_by_its_last_sentence(asked: Asked) -> Any:
    [paper] = json.loads(OPENAI.question(asked.body))["articles"]
    return 200, {}, OPENAI.answers({"side": "against", "sentence": paper["sentences"][-1]["sentence"], "effect": None})


def grades(db: Database) -> list[Grade]:
    """Of all candidates, in an order that does not follow their scores."""
    assessments = sorted(db.assessments.load(DRUG), key=lambda assessment: assessment.disease_id)
    return [grade for assessment in assessments for grade in assessment.grades]


def test_a_run_with_a_second_reader(db: Database, tmp_path: Any):
    db.drugs.add(DRUG, DRUG)
    with json_server(against_by_its_last_sentence) as service:
        where: dict[str, Any] = {"openai_url": service.url, "openai_model": "second"}
        off = bench(db, tmp_path, **where)
        run_all(off, [DRUG], stages=STAGES[: NAMES.index("assessments") + 1])
        without = grades(db)
        assert service.asked == []
        assert not any(grade.second_reading for grade in without)

        on = bench(db, tmp_path, side_reader="openai", **where)
        [end] = run_for_drugs([ASSESSMENTS], on, [DRUG])
        assert end.ended is Ended.DONE, end.run.reason
        calls = len(service.asked)
        assert 0 < calls == end.work["model_calls"]

        [again] = run_for_drugs([ASSESSMENTS], bench(db, tmp_path, side_reader="openai", **where), [DRUG])
        assert again.ended is Ended.UNCHANGED
        anew = bench(db, tmp_path, side_reader="openai", **where)
        asyncio.run(ASSESSMENTS.function(DrugRun(anew, None, DRUG)))  # type: ignore[arg-type]
        assert len(service.asked) == calls

        by_verdict = {g.second_reading.verdict: g for g in grades(db) if g.second_reading}
        assert {SecondVerdict.WITHHELD, SecondVerdict.PROPOSED} <= set(by_verdict)
        assert [(g.evidence_id, g.polarity, g.level) for g in grades(db)] == [
            (g.evidence_id, g.polarity, g.level) for g in without
        ]
        report = gather(DrugRun(on, None, DRUG))  # type: ignore[arg-type]
        for page in (render_html(report), render_markdown(report), report.model_dump_json()):
            assert "Proposed by the model second, not counted: against by" in page
            assert "Readers disagree: the rules read" in page

        [end] = run_for_drugs([ASSESSMENTS], bench(db, tmp_path, **where), [DRUG])
        assert end.ended is Ended.DONE
        assert grades(db) == without


def test_a_model_that_fails_loses_nothing_and_is_asked_again(db: Database, tmp_path: Any):
    db.drugs.add(DRUG, DRUG)
    run_all(bench(db, tmp_path), [DRUG], stages=STAGES[: NAMES.index("assessments") + 1])
    without = grades(db)
    with json_server(lambda asked: (400, {}, OPENAI.error("Broken."))) as service:
        on = bench(db, tmp_path, side_reader="openai", openai_url=service.url, openai_model="second")
        for _ in range(2):
            [end] = run_for_drugs([ASSESSMENTS], on, [DRUG])
            assert end.ended is Ended.DONE, end.run.reason
    assert end.run.facts["second_reader_unread"] > 0
    assert [grade.model_copy(update={"second_reading": None}) for grade in grades(db)] == without

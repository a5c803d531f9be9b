"""A second reader in a run: who is asked, what is stored, and that the reports tell it."""

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
from indication_scout_assets.reports.exports.report_exports import render_evidence_csv
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


def of_words(endpoint: str, first: str, second: str, p_value: str = "") -> dict[str, str]:
    none = dict.fromkeys(("measure", "value", "interval"), "")
    return none | {
        "endpoint": endpoint, "comparator": "placebo", "drug_value": first, "other_value": second, "p_value": p_value,
    }  # fmt: skip


COPIES = {
    "Weekly attacks numbered": ("for", of_words("Weekly attacks", "18 ± 9", "27 ± 12", "p=0.006")),
    "The mean number of ulcers": ("mixed", of_words("number of ulcers", "1.4", "2.0")),
    "Symptom score fell by": ("mixed", of_words("Symptom score", "6.1 points", "9.9 points")),
}
"""By the beginning of a sentence of the demonstration, its article's side and what the model copies; of others none."""


def effects_of_some(asked: Asked) -> Any:
    [paper] = json.loads(OPENAI.question(asked.body))["articles"]
    for line in paper["sentences"]:
        for opening, (side, copied) in COPIES.items():
            if line["text"].startswith(opening):
                key = {"sentence": line["sentence"]}
                return 200, {}, OPENAI.answers({"side": side, **key, "effect": {**key, **copied}})
    return 200, {}, OPENAI.answers({"side": "none", "sentence": "", "effect": None})


def test_effects_of_a_run_with_a_second_reader(db: Database, tmp_path: Any):
    db.drugs.add(DRUG, DRUG)
    with json_server(effects_of_some) as service:
        on = bench(db, tmp_path, side_reader="openai", openai_url=service.url, openai_model="second")
        run_all(on, [DRUG], stages=STAGES[: NAMES.index("assessments") + 1])
    report = gather(DrugRun(on, None, DRUG))  # type: ignore[arg-type]
    marked = {
        (effect.mark.verdict, effect.groups.text if effect.groups else "")
        for part in report.candidates for effects in part.effects.values() for effect in effects if effect.mark
    }  # fmt: skip
    assert marked >= {
        (SecondVerdict.AGREES, "18 ± 9 with sildenafil and 27 ± 12"),
        (SecondVerdict.PROPOSED, "1.4 against 2.0"),
        (SecondVerdict.REFUSED, "6.1 points with sildenafil and 2.4 points"),
        (SecondVerdict.WITHHELD, ""),
    }
    whys = (
        "Confirmed by the model second.",
        "Read by the model second, not by the rules; not counted.",
        "What the model second reads is not used: its value of the comparator is not in the sentence it names, word",
        "Readers disagree, numbers withheld: the model second reads none.",
    )
    for page in (render_html(report), render_markdown(report), render_evidence_csv(report)):
        assert [why for why in whys if why not in page] == []
    facts = db.stages.get(DrugRun(on, None, DRUG).subject.key, "assessments")  # type: ignore[arg-type]
    assert facts is not None
    assert (facts.facts["second_reader_effects"], facts.facts["second_reader_effects_refused"]) >= (2, 1)

"""The labels group on the demonstration: what it holds, that it writes nothing twice, and that its checks can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.answering.labels.label_session import LabelSession
from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.monographs.label_documents import LabelCategory
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all, run_for_drugs
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.stages import label_monographs
from indication_scout_assets.pipeline.stages.label_monographs import LABEL_INDEX, LABEL_SECTIONS, LABEL_SPANS
from indication_scout_assets.rules.labels.label_cutting import labels_in_full, printed_texts
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database

BEFORE = [stage for stage in STAGES if stage.name in ("drug_profile", "drug_labels") or stage.group == "labels"]
DRUG = "sildenafil"


@pytest.fixture
def demo(db: Database, tmp_path: Path) -> Workbench:
    """The demonstration's labels of one drug, cut by the stages."""
    settings = Settings(workspace="demo", state_dir=tmp_path, reports_dir=tmp_path / "reports", snapshot=SNAPSHOT)
    bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
    db.drugs.add(DRUG, DRUG)
    ends = run_all(bench, [DRUG], stages=BEFORE)
    assert {end.ended for end in ends} == {Ended.DONE}, [end.run.reason for end in ends]
    return bench


def test_a_drug_can_be_asked_about_right_after_its_run(demo: Workbench):
    answer = LabelSession(demo.db).ask("contraindications of sildenafil")
    assert not answer.refused
    assert {cited.label and cited.label.category for cited in answer.citations} == {LabelCategory.CONTRAINDICATIONS}


def test_a_second_run_asks_and_writes_nothing(demo: Workbench):
    before = demo.db.labels.load(DRUG)
    ends = run_all(demo, [DRUG], stages=BEFORE)
    assert {end.ended for end in ends} == {Ended.UNCHANGED}
    assert sum(end.work.get("requests", 0) for end in ends) == 0
    assert demo.db.labels.load(DRUG) == before


def test_other_rules_cut_anew_without_a_request(demo: Workbench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(label_monographs, "cut_by", lambda: "other rules")
    ends = run_for_drugs([LABEL_SECTIONS, LABEL_SPANS, LABEL_INDEX], demo, [DRUG])
    assert [end.ended for end in ends] == [Ended.DONE] * 3
    assert sum(end.work["requests"] for end in ends) == 0


def test_the_checks_pass_and_each_can_fail(demo: Workbench):
    checks = {check.name: check for stage in BEFORE for check in stage.checks}
    assert [check.find(demo, DRUG) for check in checks.values()] == [[], [], [], []]
    held = demo.db.labels.load(DRUG)
    document = held.documents[0].id
    sections = [section for section in held.sections if section.document == document]
    other = [section.model_copy(update={"category": LabelCategory.OTHER}) for section in sections]
    demo.db.labels.save_parts(document, sections=[*other, _shifted(sections[-1])], aliases=[])
    for name, check in checks.items():
        assert check.find(demo, DRUG), name


def _shifted(section):
    return section.model_copy(update={"ordinal": section.ordinal + 1, "text": "More than the label has."})


def test_dailymeds_labels_are_held_and_openfdas_texts_where_it_has_none(demo: Workbench):
    labels = demo.db.drug_records.labels(DRUG)
    assert {label.source for label in labels_in_full(labels, "DailyMed")} == {"DailyMed"}
    texts = [label for label in labels if label.source == "openFDA"]
    assert labels_in_full(texts, "DailyMed") == texts[:5]
    printed = printed_texts(texts[0])
    assert [section.text for section in printed.sections] == [s.text for s in texts[0].sections if s.text]

"""The four lists over all candidates: what failed, what is running, what was retracted, what harms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, Indication
from indication_scout_assets.domain.findings.assessment import CandidateStage, TrialOutcome
from indication_scout_assets.domain.findings.evidence import Excluded, Exclusion, PrismaFlow
from indication_scout_assets.domain.findings.report import EvidenceReport, RecordListName
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.trials import DrugRole
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.views.candidates.record_lists import ListView, record_lists

from ..sample import assessed_report, sample_report

REPORT = assessed_report()


def lists_of(report: EvidenceReport) -> dict[RecordListName, ListView]:
    return {records.name: records for records in record_lists(candidate_views(report))}


def with_trials(report: EvidenceReport, **changes: object) -> EvidenceReport:
    """The report's first candidate alone, its trials changed."""
    part = report.candidates[0]
    trials = tuple(match.model_copy(update={"trial": match.trial.model_copy(update=changes)}) for match in part.trials)
    return report.model_copy(update={"candidates": (part.model_copy(update={"trials": trials}),)})


def test_what_failed_is_complete_and_every_study_is_listed_once_a_candidate() -> None:
    part = REPORT.candidates[0]
    assert part.assessment is not None
    missed = tuple(t.model_copy(update={"outcome": TrialOutcome.NOT_MET, "misuse": ()}) for t in part.assessment.trials)
    assessed = part.model_copy(update={"assessment": part.assessment.model_copy(update={"trials": missed})})
    report = REPORT.model_copy(update={"candidates": (assessed, *REPORT.candidates[1:])})
    views = candidate_views(report)
    rows = lists_of(report)[RecordListName.FAILED].rows
    failed = {(v.disease.id, r.reading.nct_id) for v in views for r in v.assessment.failed}
    assert failed
    listed = [(disease, row.record.evidence_id) for row in rows for disease in row.record.disease_ids]
    assert failed <= set(listed)
    assert len(listed) == len(set(listed))
    negative = {
        (view.disease.id, graded.grade.study)
        for view in views
        for graded in view.assessment.counted
        if graded.grade.polarity is Polarity.CONTRADICTS
    }
    studies = {
        (view.disease.id, grade.evidence_id): grade.study
        for view in views
        for grade in view.assessment.assessment.grades
    }
    assert negative <= {(disease, studies.get((disease, key), key)) for disease, key in listed}
    outcomes = [row.record.fact for row in rows if row.record.evidence_kind is DocumentKind.TRIAL]
    assert any(TrialOutcome.NOT_MET.value in fact for fact in outcomes)


def test_every_row_leads_to_its_record_and_its_candidate_on_the_page() -> None:
    page: Any = html.fromstring(render_html(REPORT))
    places = set(page.xpath("//@id"))
    rows = [row for records in record_lists(candidate_views(REPORT)) for row in records.rows]
    assert rows
    for row in rows:
        assert (row.place.href or "").removeprefix("#") in places, row
        assert {(place.href or "").removeprefix("#") for place in row.candidates} <= places, row
        assert len(row.candidates) == len(row.record.diseases) == len(row.record.disease_ids) > 0
        assert row.record.fact


def test_page_and_markdown_print_the_rows_of_all_four() -> None:
    page: Any = html.fromstring(render_html(REPORT))
    text = render_markdown(REPORT)
    for records in record_lists(candidate_views(REPORT)):
        block = page.get_element_by_id(f"list-{records.name.name.lower()}")
        assert len(block.xpath(".//li")) == len(records.rows)
        assert f"## {records.name.value}" in text
        for row in records.rows:
            assert row.fact in block.text_content()
            names = ", ".join(place.name for place in row.candidates)
            assert f"{names}: {row.record.fact.partition(':')[0]}" in text
        assert records.note in " ".join(block.text_content().split())
        assert records.rows or records.note


def test_running_trials_have_phase_status_and_expected_end_the_furthest_phase_first() -> None:
    report = with_trials(REPORT, status="RECRUITING", completion_date="2027-03-01", why_stopped="")
    rows = lists_of(report)[RecordListName.RUNNING].rows
    assert rows
    assert all("recruiting, expected end 2027-03" in row.record.fact for row in rows)
    titles = {trial.trial.nct_id: " ".join(trial.trial.title.split()) for trial in candidate_views(report)[0].trials}
    assert all(row.record.words == titles[row.record.evidence_id] for row in rows)
    phases = {trial.trial.nct_id: trial.trial.phase_number for trial in candidate_views(report)[0].trials}
    named = [phases[row.record.evidence_id] for row in rows]
    assert named == sorted(named, reverse=True)
    without_end = with_trials(REPORT, status="RECRUITING", completion_date="", why_stopped="")
    assert "no expected end registered" in lists_of(without_end)[RecordListName.RUNNING].rows[0].record.fact


def test_what_is_retracted_is_listed_with_its_notice_and_title() -> None:
    (row,) = lists_of(REPORT)[RecordListName.RETRACTED].rows
    retracted = [article for view in candidate_views(REPORT) for article in view.retracted]
    assert [row.place.name] == [article.name for article in retracted]
    assert row.record.fact.startswith("Retracted 2020-01-02 according to PubMed")
    assert row.record.words == " ".join(retracted[0].article.title.split())
    bare = lists_of(REPORT.model_copy(update={"candidates": REPORT.candidates[1:2]}))[RecordListName.RETRACTED]
    assert (bare.rows, bare.note.endswith("."), bare.note != "") == ((), True, True)


def test_harm_in_a_disease_is_listed_in_the_words_of_its_source() -> None:
    views = candidate_views(REPORT)
    harms = [harm for view in views for harm in (*view.assessment.harms, *view.assessment.mentioned_in_passing)]
    rows = lists_of(REPORT)[RecordListName.HARM].rows
    assert len(rows) == len(harms) > 0
    assert {row.record.words for row in rows} == {
        " ".join((harm.citation.citation.quote if harm.citation else harm.harm.sentence).split()) for harm in harms
    }


def test_a_registry_that_was_down_does_not_read_as_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    views = candidate_views(REPORT.model_copy(update={"candidates": REPORT.candidates[:2]}))
    monkeypatch.setattr(type(views[0]), "trials", [])
    monkeypatch.setattr(type(views[0]), "trials_unchecked", True)
    (running,) = [records for records in record_lists(views) if records.name is RecordListName.RUNNING]
    assert (running.rows, running.note) == ((), "Trials were not checked.")


def test_lists_are_stored_as_they_are_shown_and_without_candidates_there_are_none() -> None:
    for records in record_lists(candidate_views(REPORT)):
        assert records.stored.records == tuple(row.record for row in records.rows)
    assert record_lists(candidate_views(sample_report().model_copy(update={"candidates": ()}))) == []


def test_a_trial_of_two_candidates_is_one_row_that_names_both() -> None:
    report = with_trials(REPORT, status="RECRUITING", completion_date="2027-03-01", why_stopped="")
    (part,) = report.candidates
    disease = part.candidate.disease.model_copy(update={"id": "MONDO_1", "name": "gout"})
    other = part.model_copy(update={"candidate": part.candidate.model_copy(update={"disease": disease})})
    alone, both = lists_of(report), lists_of(report.model_copy(update={"candidates": (part, other)}))
    rows = both[RecordListName.RUNNING].rows
    assert len(rows) == len(alone[RecordListName.RUNNING].rows)
    assert all(row.record.diseases == (part.candidate.disease.name, "gout") for row in rows)


def test_a_trial_that_does_not_state_the_drugs_role_is_listed_as_such() -> None:
    report = with_trials(REPORT, status="RECRUITING", completion_date="", why_stopped="")
    (part,) = report.candidates
    unclear = tuple(match.model_copy(update={"drug": DrugRole.UNCLEAR}) for match in part.trials)
    changed = report.model_copy(update={"candidates": (part.model_copy(update={"trials": unclear}),)})
    for row in lists_of(changed)[RecordListName.RUNNING].rows:
        assert row.record.fact.endswith("; the role of the drug is not stated")


def test_a_trial_that_enrolled_nobody_has_not_failed_and_a_registered_reason_is_shown_whole() -> None:
    reason = "The sponsor decided to stop the study because the planned interim analysis showed no difference."
    began, never = (with_trials(REPORT, status=status, why_stopped=reason) for status in ("TERMINATED", "WITHDRAWN"))
    rows = [row for row in lists_of(began)[RecordListName.FAILED].rows if "terminated" in row.record.fact]
    assert rows
    assert {row.quote for row in rows} == {reason}
    assert not [row for row in lists_of(never)[RecordListName.FAILED].rows if "withdrawn" in row.record.fact]
    for report, stopped in ((began, True), (never, False)):
        (view,) = candidate_views(report)
        assert bool(view.stopped_early) is stopped, "the cards go by the same trials as the lists"
        assert ("Stopped early" in {fact.name for fact in view.summary.facts}) is stopped
        assert {t.nct_id for t in (m.trial for m in view.stopped_early)} <= {
            row.record.evidence_id for row in lists_of(report)[RecordListName.FAILED].rows
        }
        assert view.stopped_trials == len(view.stopped_early)


def test_what_the_table_counts_is_folded_and_a_fact_is_not_told_twice() -> None:
    page: Any = html.fromstring(render_html(REPORT))
    for records in record_lists(candidate_views(REPORT)):
        block = page.get_element_by_id(f"list-{records.name.name.lower()}")
        assert len(block.xpath("./ul/li")) == len(records.open_rows)
        assert {row.record.evidence_id for row in (*records.open_rows, *records.folded_rows)} == {
            row.record.evidence_id for row in records.rows
        }
        papers = [row for row in records.open_rows if row.record.evidence_kind is DocumentKind.ARTICLE]
        assert records.name is not RecordListName.FAILED or not papers
        if records.name is RecordListName.HARM:
            assert "causes or worsens the disease" not in block.text_content()


def test_why_reports_read_are_not_counted_is_said_where_exclusions_are() -> None:
    reasons = (Excluded(reason=Exclusion.OTHER_REPORT, number=2), Excluded(reason=Exclusion.NOT_OF_PAIR, number=1))
    report = REPORT.model_copy(update={"flow": PrismaFlow(read=5, not_counted=reasons, counted=2)})
    words = (
        "Of 5 reports read 3 are not counted: 2 (another report of its study is counted) and 1 (no study of this drug "
        "in this disease)."
    )
    assert lists_of(report)[RecordListName.RETRACTED].note.endswith(words)
    page: Any = html.fromstring(render_html(report))
    assert words in " ".join(page.text_content().split())
    assert words in render_markdown(report)


def test_a_stage_that_no_source_gives_names_the_registered_trial() -> None:
    report = with_trials(REPORT, phases=("PHASE4",), status="COMPLETED")
    (part,) = report.candidates
    assert part.assessment
    unknown = CandidateStage(stage=ClinicalStage.UNKNOWN, reason="Phase 4 sets none.")
    assessed = part.model_copy(update={"assessment": part.assessment.model_copy(update={"stage": unknown})})
    (view,) = candidate_views(report.model_copy(update={"candidates": (assessed,)}))
    assert view.assessment.studied
    assert view.summary.stage == "phase 4 trial registered"
    bare = assessed.model_copy(update={"trials": (), "assessment": assessed.assessment})
    (view,) = candidate_views(report.model_copy(update={"candidates": (bare,)}))
    assert "registered" not in view.summary.stage


def test_a_report_made_before_the_list_had_its_name_is_read() -> None:
    assert RecordListName("Harm in this disease") is RecordListName.HARM


def named_by_open_targets(report: EvidenceReport, trials: Sequence[ClinicalReport]) -> EvidenceReport:
    """The report's first candidate alone, without a trial, for whose disease Open Targets names these."""
    part = report.candidates[0].model_copy(update={"trials": ()})
    disease = part.candidate.disease
    use = Indication(
        disease_id=disease.id, disease_name=disease.name, stage=ClinicalStage.PHASE_2, reports=tuple(trials)
    )
    drug = report.drug.model_copy(update={"indications": (use,)})
    return report.model_copy(update={"drug": drug, "candidates": (part,)})


def test_trials_that_only_open_targets_names_are_listed_with_their_reason_and_their_page() -> None:
    trials = [
        ClinicalReport(
            id="NCT00000001", source="AACT", kind="CLINICAL_TRIAL", stage=ClinicalStage.PHASE_3, status="TERMINATED",
            why_stopped="\n toxicity at high doses ", url="https://clinicaltrials.gov/study/NCT00000001",
        ),
        ClinicalReport(
            id="NCT00000002", source="AACT", kind="CLINICAL_TRIAL", stage=ClinicalStage.PHASE_2, status="RECRUITING"
        ),
        ClinicalReport(
            id="NCT00000003", source="AACT", kind="CLINICAL_TRIAL", not_treating="A survey.", status="TERMINATED"
        ),
        ClinicalReport(id="a-label", source="FDA", kind="DRUG_LABEL"),
    ]  # fmt: skip
    report = named_by_open_targets(REPORT, trials)
    lists = lists_of(report)
    failed = [row for row in lists[RecordListName.FAILED].rows if "Open Targets" in row.record.fact]
    assert [(row.record.evidence_id, row.record.fact, row.record.words) for row in failed] == [
        ("NCT00000001", "phase 3, terminated (from Open Targets)", "toxicity at high doses")
    ]
    [running] = lists[RecordListName.RUNNING].rows
    assert (running.record.evidence_id, running.record.fact) == (
        "NCT00000002",
        "phase 2, recruiting (from Open Targets)",
    )
    page: Any = html.fromstring(render_html(report))
    [place] = page.xpath(f"//*[@id={running.place.href[1:]!r}]/following-sibling::ul[1]")  # type: ignore[index]
    assert [item.text_content() for item in place.xpath("li")] == [
        "NCT00000001: phase 3, terminated. toxicity at high doses",
        "NCT00000002: phase 2, recruiting",
    ]
    assert "NCT00000003" not in render_markdown(report)

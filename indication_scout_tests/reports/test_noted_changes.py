"""Changes between two reports as entries that are kept, and the feeds of them."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

from lxml import etree

from indication_scout_assets.domain.findings.assessment import EvidenceStrength, StrengthOfEvidence
from indication_scout_assets.domain.findings.report import ChangeKind, EvidenceReport, NotedChange
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.labels import Label, LabelSection, LabelVersion
from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_changes
from indication_scout_assets.reports.noted_changes import atom_feed, change_line, digest, json_feed, noted_changes
from indication_scout_assets.rules.report_changes import changes, news

from .sample import sample_report

REPORT = sample_report()
NOW = datetime(2026, 11, 29, 8, 30, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"


def noted(before: EvidenceReport, after: EvidenceReport, at: datetime = NOW) -> list[NotedChange]:
    return noted_changes(changes(before, after), after, "velotrin", at)


def with_candidates(*parts: object) -> EvidenceReport:
    return REPORT.model_copy(update={"candidates": parts})


def test_a_study_of_two_candidates_is_one_entry_that_names_both() -> None:
    first, *rest = REPORT.candidates
    second = rest[0].model_copy(update={"ranked": (first.ranked[0], *rest[0].ranked)})
    after = with_candidates(first, second, *rest[1:])
    without = first.model_copy(update={"ranked": first.ranked[1:]})
    (entry,) = [e for e in noted(with_candidates(without, *rest), after) if e.kind is ChangeKind.STUDY]
    assert entry.record == first.ranked[0].id
    assert entry.diseases == (first.candidate.disease.name, second.candidate.disease.name)
    assert REPORT.articles[entry.record].title in entry.sentence


def test_retractions_trial_ends_and_candidates_are_entries_with_the_same_id_whenever_they_are_noted() -> None:
    first, *rest = REPORT.candidates
    match = first.trials[0]
    running = match.model_copy(update={"trial": match.trial.model_copy(update={"status": "RECRUITING"})})
    ended = match.model_copy(
        update={"trial": match.trial.model_copy(update={"status": "TERMINATED", "why_stopped": "Futility"})}
    )
    key = next(iter(REPORT.articles))
    check = RetractionCheck(article_id=key, status=RetractionStatus.RETRACTED, checked_at=NOW)
    before = with_candidates(first.model_copy(update={"trials": (running, *first.trials[1:])}), *rest[1:])
    after = with_candidates(first.model_copy(update={"trials": (ended, *first.trials[1:])}), *rest)
    after = after.model_copy(update={"standings": {**REPORT.standings, key: check}})
    entries = noted(before, after)
    by_kind = {kind: [e for e in entries if e.kind is kind] for kind in ChangeKind}
    assert [e.record for e in by_kind[ChangeKind.STANDING]] == [key]
    assert "is retracted" in by_kind[ChangeKind.STANDING][0].sentence
    assert {e.record for e in by_kind[ChangeKind.TRIAL_FACT]} == {match.trial.nct_id}
    assert any("TERMINATED; before it was RECRUITING" in e.sentence for e in by_kind[ChangeKind.TRIAL_FACT])
    assert any("Futility" in e.sentence for e in by_kind[ChangeKind.TRIAL_FACT])
    assert [e.record for e in by_kind[ChangeKind.CANDIDATE]] == [rest[0].candidate.disease.id]
    later = noted(before, after, datetime(2027, 1, 1, tzinfo=UTC))
    assert [e.id for e in later] == [e.id for e in entries]
    assert len({e.id for e in entries}) == len(entries)
    assert noted(REPORT, REPORT) == []


SET_ID = "99000000-0000-4000-8000-000000000009"


def version_of(number: int) -> LabelVersion:
    return LabelVersion(version=str(number), day=date(2026, number, 1))


def label(number: int, text: str, source: str = "DailyMed", **more: Any) -> Label:
    """A label in a version that is of the month of its number; with ``boxed`` a boxed warning of this text."""
    boxed = more.pop("boxed", "")
    sections = [LabelSection(code="34070-3", kind="contraindications", title="4 CONTRAINDICATIONS", text=text)]
    if boxed:
        sections.append(LabelSection(code="34066-1", kind="boxed_warning", title="WARNING", text=boxed))
    return Label(
        set_id=SET_ID, source=source, title="Velozip tablets", version=str(number), effective=date(2020, 1, number),
        published=date(2026, number, 1), sections=tuple(sections), **more,
    )  # fmt: skip


def with_labels(*labels: Label) -> EvidenceReport:
    run = REPORT.run.model_copy(update={"demonstration": False})
    return REPORT.model_copy(update={"labels": labels, "run": run})


def test_a_label_in_another_version_is_an_entry_with_its_days_sections_and_link() -> None:
    before = with_labels(label(3, "Gout.", boxed="WARNING: HARM"))
    after = with_labels(label(4, "Gout and asthma.", history=(version_of(4), version_of(3))))
    (entry,) = noted(before, after)
    assert (entry.kind, entry.record) == (ChangeKind.LABEL, SET_ID)
    assert entry.address == f"https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid={SET_ID}"
    assert entry.sentence == (
        "Label of Velozip tablets (DailyMed) changed: version 3 of 1 March 2026 → version 4 of 1 April 2026. The words "
        "of contraindications and boxed warning differ."
    )
    assert entry.sentence in render_changes(changes(before, after))
    assert noted(before, before) == []


def test_versions_between_are_named_and_a_history_without_an_answer_too() -> None:
    before, history = with_labels(label(3, "Gout.")), tuple(map(version_of, (7, 6, 5, 4, 3, 2)))
    (entry,) = noted(before, with_labels(label(6, "Gout.", history=history)))
    assert entry.sentence.endswith(
        "version 3 of 1 March 2026 → version 6 of 1 June 2026, with version 4 of 1 April 2026 and version 5 of 1 May "
        "2026 between."
    )
    (entry,) = noted(before, with_labels(label(6, "Gout.", history=None)))
    assert "(whether there were others between is not known: the label's history could not be read)" in entry.sentence


def test_of_a_label_of_two_sources_dailymeds_counts_and_another_sources_text_is_no_change() -> None:
    openfda = label(3, "4 CONTRAINDICATIONS Gout.", "openFDA")
    before = with_labels(label(3, "Gout."), openfda)
    (entry,) = noted(before, with_labels(label(4, "Gout."), openfda))
    assert "(DailyMed) changed: version 3 of 1 March 2026 → version 4" in entry.sentence
    assert noted(with_labels(openfda), with_labels(label(3, "Gout."), openfda)) == []
    assert noted(with_labels(openfda), with_labels(label(4, "Gout."))) == []


def test_the_report_says_which_labels_are_in_another_version() -> None:
    before, after = with_labels(label(3, "Gout.")), with_labels(label(4, "Gout."))
    page = render_html(after.model_copy(update={"news": news(before, after)}))
    assert "1 label in another version (compared with" in page
    assert (
        '<a href="#safety">label of Velozip tablets</a>: version 3 of 1 March 2026 → version 4 of 1 April 2026.' in page
    )
    assert 'id="safety"' in page
    assert news(with_labels(), after).labels == ()


def test_another_direction_or_strength_of_a_candidate_is_an_entry_and_a_line_of_the_difference() -> None:
    part, low = REPORT.candidates[0], EvidenceStrength.LOW
    strength = StrengthOfEvidence(word=low, start=low, direction=Polarity.SUPPORTS, steps=(), studies=())

    def having(**update: object) -> EvidenceReport:
        assert part.assessment is not None
        assessment = part.assessment.model_copy(update={"direction": Polarity.SUPPORTS, "strength": strength} | update)
        return with_candidates(part.model_copy(update={"assessment": assessment}), *REPORT.candidates[1:])

    high = strength.model_copy(update={"word": EvidenceStrength.HIGH})
    for update, sentence in (
        ({"direction": Polarity.HARM}, "The direction in {} is now harm; before it was benefit."),
        ({"strength": high}, "The strength of evidence in {} is now high; before it was low."),
        ({"strength": None}, "The strength of evidence in {} is now not graded; before it was low."),
    ):
        (entry,) = noted(having(), having(**update))
        assert (entry.kind, entry.record) == (ChangeKind.EVIDENCE, part.candidate.disease.id)
        assert entry.sentence == sentence.format(part.candidate.disease.name)
        assert " → " in render_changes(changes(having(), having(**update)))
    assert noted(having(direction=None), having(direction=Polarity.HARM)) == []


def entry_of(sentence: str, number: int = 1) -> NotedChange:
    return NotedChange(
        id=f"{number:024d}", drug="velotrin", kind=ChangeKind.STUDY, record="1", diseases=("gout", "asthma"),
        sentence=sentence, address="https://pubmed.ncbi.nlm.nih.gov/1/?a=1&b=2", noted_at=NOW,
    )  # fmt: skip


def parsed(entries: list[NotedChange], drug: str, address: str) -> Any:
    return etree.fromstring(atom_feed(entries, drug, address).encode())


def test_the_feeds_hold_what_was_noted_whatever_a_title_holds() -> None:
    entries = [entry_of('A study is new: <script>"&\x0b]]> (PMID 1).'), entry_of("A study is new.", 2)]
    feed = parsed(entries, "velotrin", "http://127.0.0.1:3001/changes.atom?drug=velotrin&x=1")
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == 2
    for required in ("id", "title", "updated", "author"):
        assert feed.find(f"{ATOM}{required}") is not None
    first = feed.find(f"{ATOM}entry")
    assert first is not None
    assert first.findtext(f"{ATOM}summary") == 'A study is new: <script>"& ]]> (PMID 1). (gout, asthma)'
    link = first.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == entries[0].address
    given = json.loads(json_feed(entries, "", ""))
    assert given["version"] == "https://jsonfeed.org/version/1.1"
    assert [NotedChange.model_validate(item["_change"]) for item in given["items"]] == entries
    assert given["items"][0]["content_text"] == change_line(entries[0])
    assert parsed([], "", "").findtext(f"{ATOM}updated")


def test_a_digest_names_the_drug_and_every_change() -> None:
    text = digest([entry_of("A study is new."), entry_of("A trial is new.", 2)])
    assert text.splitlines() == [
        "Velotrin: 2 changes",
        "- A study is new. (gout, asthma)",
        "- A trial is new. (gout, asthma)",
    ]

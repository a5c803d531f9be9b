"""The lines of the first screen that are about all candidates: the best supported one, and phase 3."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.pictures.phase_funnel import TrialState
from indication_scout_assets.reports.views import overview as overview_module
from indication_scout_assets.reports.views.candidate_views import candidate_views
from indication_scout_assets.reports.views.overview import overview
from indication_scout_assets.reports.views.record_views import PlaceView
from indication_scout_assets.reports.words import summary_words

from ..sample import assessed_report, judged, sample_report

REPORT = assessed_report()


def test_the_best_supported_candidate_is_named_with_what_was_found_and_what_speaks_against_it() -> None:
    best = overview(candidate_views(REPORT))[0]
    first = candidate_views(REPORT)[0]
    ((place, words),) = best.places
    assert (place.name, place.href) == (first.heading, f"#{first.anchor}")
    assert words == f"{first.summary.found} {summary_words.ALSO_AGAINST}"
    page: Any = html.fromstring(render_html(REPORT))
    (link,) = page.xpath(f"//header//dd/a[@href='#{first.anchor}'][.='{first.heading}']")
    assert words in " ".join(link.getparent().text_content().split())
    assert f"- **Best supported:** {first.heading}: {words}" in render_markdown(REPORT)


def test_a_candidate_that_nothing_speaks_against_comes_before_one_with_both() -> None:
    part = REPORT.candidates[0]
    assert part.assessment is not None
    grades = tuple(
        grade.model_copy(update={"polarity": Polarity.SUPPORTS})
        for grade in part.assessment.grades
        if grade.polarity is Polarity.SUPPORTS
    )
    alone = part.assessment.model_copy(update={"grades": grades, "trials": (), "harms": (), "recommendations": ()})
    other = judged(REPORT.candidates[1].model_copy(update={"assessment": alone}))
    views = candidate_views(REPORT.model_copy(update={"candidates": (part, other)}))
    ((place, words),) = overview(views)[0].places
    assert place.name == views[1].heading
    assert summary_words.ALSO_AGAINST not in words


def test_a_candidate_whose_studies_were_made_for_an_approved_use_comes_behind() -> None:
    part = REPORT.candidates[0]
    assert part.assessment is not None
    grades = tuple(g for g in part.assessment.grades if g.polarity is Polarity.SUPPORTS)
    own = part.assessment.model_copy(update={"grades": grades, "trials": (), "harms": (), "recommendations": ()})
    of_use = tuple(g.model_copy(update={"approved_use": "gout", "approved_use_alone": True}) for g in grades)
    first = part.model_copy(update={"assessment": own.model_copy(update={"grades": of_use})})
    other = REPORT.candidates[1].model_copy(update={"assessment": own})
    views = candidate_views(REPORT.model_copy(update={"candidates": (first, other)}))
    marked, unmarked = (next(view for view in views if view.evidence is part) for part in (first, other))
    assert overview(views)[0].places[0][0].name == unmarked.heading
    assert "an approved use (gout)" in marked.summary.found
    assert any("made for an approved use, gout" in row.whom for row in marked.summary.studies)


def test_where_nothing_speaks_for_any_it_says_so_and_without_candidates_nothing() -> None:
    assert overview(candidate_views(sample_report()))[0].text == summary_words.NONE_SUPPORTED
    assert overview(candidate_views(REPORT.model_copy(update={"candidates": ()}))) == []


def test_phase_3_counts_each_trial_once_and_names_those_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    failed, running = PlaceView("NCT1", "#a"), PlaceView("NCT2", "#b")
    states = {TrialState.NOT_MET: [failed], TrialState.RUNNING: [running]}
    monkeypatch.setattr(overview_module, "phase_three_trials", lambda view: states)
    views = candidate_views(REPORT)
    line = overview(views)[1]
    counted, not_checked = (
        "2 registered trials: 1 endpoint not met, 1 planned or running.",
        "Trials were not checked for 1",
    )
    assert line.text.startswith(f"{counted} {not_checked} of {len(views)} candidates")
    assert line.places == ((failed, f"{views[0].heading}, endpoint not met"),)


def test_a_registry_that_was_down_does_not_read_as_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    views = candidate_views(REPORT.model_copy(update={"candidates": REPORT.candidates[:2]}))
    monkeypatch.setattr(type(views[0]), "trials", [])
    monkeypatch.setattr(type(views[0]), "trials_unchecked", True)
    assert overview(views)[1].text.startswith("Trials were not checked.")
    assert summary_words.NO_TRIAL not in overview(views)[1].text


def test_a_registry_that_was_down_for_some_is_said_beside_what_was_found() -> None:
    assert summary_words.unchecked("Trials", 1, 3).startswith("Trials were not checked for 1 of 3 candidates.")
    assert summary_words.unchecked("Papers", 0, 3) == ""


def test_running_trials_are_named_with_status_and_end_the_furthest_phase_first() -> None:
    part = REPORT.candidates[0]
    open_trials = tuple(
        match.model_copy(
            update={
                "trial": match.trial.model_copy(
                    update={"status": "RECRUITING", "completion_date": "2027-03-01", "why_stopped": ""}
                )
            }
        )
        for match in part.trials
    )
    views = candidate_views(
        REPORT.model_copy(update={"candidates": (part.model_copy(update={"trials": open_trials}),)})
    )
    (line,) = [each for each in overview(views) if each.name == summary_words.RUNNING_NOW]
    assert line.places
    assert all("recruiting, to end in 2027-03" in words for _, words in line.places)
    phases = {trial.trial.nct_id: trial.trial.phase_number for trial in views[0].trials}
    named = [phases[place.name] for place, _ in line.places]
    assert named == sorted(named, reverse=True)
    assert not [each for each in overview(candidate_views(sample_report())) if each.name == summary_words.RUNNING_NOW]


def test_what_is_retracted_stands_on_the_first_screen_with_its_notice() -> None:
    (line,) = [each for each in overview(candidate_views(REPORT)) if each.name == summary_words.RETRACTED]
    retracted = [article for view in candidate_views(REPORT) for article in view.retracted]
    assert [place.name for place, _ in line.places] == [article.name for article in retracted]
    assert line.text == "1 paper, not counted."
    assert line.places[0][1].startswith("Retracted 2020-01-02 according to PubMed")
    bare = REPORT.model_copy(update={"candidates": REPORT.candidates[1:2]})
    (none,) = [each for each in overview(candidate_views(bare)) if each.name == summary_words.RETRACTED]
    assert (none.places, none.text.endswith(".")) == ((), True)

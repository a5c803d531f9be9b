"""The facts asked for first, and drugs beside each other in one disease."""

from __future__ import annotations

import dataclasses
import json

import pytest

from indication_scout_assets.domain.comparison import ComparedDisease
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.assessment import (
    Assessment,
    CandidateStage,
    EvidenceScore,
    PartName,
    ScorePart,
)
from indication_scout_assets.reports.exports import comparison_exports
from indication_scout_assets.reports.views.candidates.beside_view import DrugInDisease
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.reports.words import assessment_words, summary_words
from indication_scout_assets.reports.words.summary_words import TrialEnd

from ..sample import assessed_report

VIEW = candidate_views(assessed_report())[0]


def test_facts_name_their_records() -> None:
    facts = {fact.name: fact for fact in VIEW.summary.facts}
    assert set(facts) <= {
        summary_words.LARGEST_TRIAL,
        summary_words.PHASE_THREE,
        summary_words.STOPPED_EARLY,
        summary_words.DOSES_GIVEN,
        summary_words.RANK,
    }
    assert facts
    assert all(fact.places or "No phase 3" in fact.text for fact in facts.values())


PLAIN = "Those on sildenafil walked 41 m further than the others."
NUMBERS = "With sildenafil breathlessness was less than with placebo (12% vs 31%, p = 0.02)."
END = "More trials are needed."


@pytest.mark.parametrize(
    ("abstract", "cue", "shown"),
    [
        (f"We gave it to 180 adults. {PLAIN} {NUMBERS} {END}", "walked 41 m further", f"“{PLAIN}” “{NUMBERS}”"),
        (f"We gave it to 180 adults. They went home. {NUMBERS} {END}", "", f"“{NUMBERS}”"),
        (
            f"We gave it to 180 adults. They went home. {END}",
            "",
            f"Its abstract gives no result in numbers and ends: “{END}”",
        ),
    ],
)
def test_the_largest_trial_is_told_in_numbers_where_its_abstract_has_them(abstract, cue, shown) -> None:
    report = assessed_report()
    article = report.articles["99000001"].model_copy(update={"abstract": abstract, "sections": ()})
    report = report.model_copy(update={"articles": {**report.articles, article.id: article}})
    view = candidate_views(report)[0]
    row = dataclasses.replace(view.summary.studies[1], effect=None, telling=cue and PLAIN)
    assert row.record.name == "PMID 99000001"
    view.summary.studies[1] = row
    [fact] = [fact for fact in view.summary.facts if fact.name == summary_words.LARGEST_TRIAL]
    assert fact.text == f"180 participants, benefit. {shown}"


def test_ends_of_trials_are_told_apart_with_their_phases() -> None:
    assert summary_words.trials_ended(TrialEnd.NOT_MET, 1, ["phase 3"]) == (
        "1 registered trial (phase 3) did not meet its endpoint"
    )
    assert summary_words.trials_ended(TrialEnd.STOPPED, 2, [], ["lack of efficacy", "lack of efficacy"]) == (
        "2 registered trials were stopped (lack of efficacy)"
    )


def test_trials_without_an_outcome_say_whether_the_registry_has_results() -> None:
    assert summary_words.posted_results(0, 0) == ""
    assert summary_words.posted_results(1, 0) == "No results of it are posted in the registry."
    assert summary_words.posted_results(1, 1).startswith("It has results in the registry")
    assert summary_words.posted_results(3, 1).startswith("Of the 3 without a known outcome 1 has results")


def test_drugs_stand_beside_each_other_in_every_format() -> None:
    disease = ComparedDisease(id="D1", name="gout")
    columns = [DrugInDisease("Sildenafil", "t1 0.45", VIEW), DrugInDisease("Other", "nothing")]
    text = comparison_exports.render_beside_text(disease, columns)
    assert text.index("What was found\n  Sildenafil: ") < text.index("Against")
    assert "  Other: -" in text
    assert "| Fact | Sildenafil | Other |" in comparison_exports.render_beside_markdown(disease, columns)
    content = json.loads(comparison_exports.render_beside_json(disease, columns))
    assert [drug["drug"] for drug in content["drugs"]] == ["Sildenafil", "Other"]
    assert content["drugs"][0]["facts"]["Direction"] == [VIEW.summary.side]


def test_a_candidate_says_why_it_is_ranked_before_the_next_one() -> None:
    views = candidate_views(assessed_report())
    for view in views:
        facts = [fact for fact in view.summary.facts if fact.name == summary_words.RANK]
        if not view.below:
            assert facts == []
            continue
        (fact,) = facts
        own = view.assessment.assessment.score
        assert fact.text.startswith(f"Ranked before {view.below[0].disease.name} (score ")
        assert f"(score {own.total + 0.0:+.2f} against".replace("-", "−") in fact.text
        assert [place.href for place in fact.places] == [f"#{view.below[0].anchor}"]


def _scored(total: float, **points: float) -> Assessment:
    """An assessment with these points of parts, by the names of ``PartName``."""
    parts = tuple(
        ScorePart(name=PartName[name.upper()], value=value, weight=1.0, points=value, formula="")
        for name, value in points.items()
    )
    stage = CandidateStage(stage=ClinicalStage.PHASE_2, reason="")
    return Assessment(disease_id="D", rank=1, stage=stage, score=EvidenceScore(parts=parts, total=total))


def test_the_parts_that_make_the_difference_are_named_and_what_is_against_it() -> None:
    first, second = _scored(0.2, literature=0.3, trials=-0.1), _scored(0.1, literature=0.1, trials=0.0)
    assert assessment_words.ranked_before(first, second, "gout") == (
        "Ranked before gout (score +0.20 against +0.10) because of literature (+0.30 against +0.10), although gout "
        "leads in trials (−0.10 against +0.00)."
    )
    close = assessment_words.ranked_before(first, _scored(0.195, literature=0.27, trials=-0.075), "gout")
    assert close.startswith("Ranked before gout by a small margin (score +0.20 against")
    alike = assessment_words.ranked_before(first, _scored(0.199, literature=0.299, trials=-0.1), "gout")
    assert alike == "Ranked before gout: the scores are nearly equal (+0.20)."
    assert "scores are equal" in assessment_words.ranked_before(first, first, "gout")
    assert "may concern an approved use" in assessment_words.ranked_before(second, first, "gout")
    idea = second.model_copy(update={"without_evidence": True})
    assert assessment_words.ranked_before(first, idea, "gout").endswith("target evidence exists for gout.")

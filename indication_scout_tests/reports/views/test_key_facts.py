"""The facts asked for first, and drugs beside each other in one disease."""

from __future__ import annotations

import json

from indication_scout_assets.domain.comparison import ComparedDisease
from indication_scout_assets.reports.exports import beside_exports
from indication_scout_assets.reports.views.beside_view import DrugInDisease
from indication_scout_assets.reports.views.candidate_views import candidate_views
from indication_scout_assets.reports.words import summary_words
from indication_scout_assets.reports.words.summary_words import TrialEnd

from ..sample import assessed_report

VIEW = candidate_views(assessed_report())[0]


def test_facts_name_their_records() -> None:
    facts = {fact.name: fact for fact in VIEW.summary.facts}
    assert set(facts) <= {summary_words.LARGEST_TRIAL, summary_words.PHASE_THREE, summary_words.DOSES_GIVEN}
    assert facts
    assert all(fact.places or "No phase 3" in fact.text for fact in facts.values())


def test_ends_of_trials_are_told_apart_with_their_phases() -> None:
    assert summary_words.trials_ended(TrialEnd.NOT_MET, 1, ["phase 3"]) == (
        "1 registered trial (phase 3) did not meet its endpoint"
    )
    assert summary_words.trials_ended(TrialEnd.STOPPED, 2, [], ["lack of efficacy", "lack of efficacy"]) == (
        "2 registered trials were stopped (lack of efficacy)"
    )


def test_drugs_stand_beside_each_other_in_every_format() -> None:
    disease = ComparedDisease(id="D1", name="gout")
    columns = [DrugInDisease("Sildenafil", "t1 0.45", VIEW), DrugInDisease("Other", "nothing")]
    text = beside_exports.render_beside_text(disease, columns)
    assert text.index("What was found\n  Sildenafil: ") < text.index("Against")
    assert "  Other: -" in text
    assert "| Fact | Sildenafil | Other |" in beside_exports.render_beside_markdown(disease, columns)
    content = json.loads(beside_exports.render_beside_json(disease, columns))
    assert [drug["drug"] for drug in content["drugs"]] == ["Sildenafil", "Other"]
    assert content["drugs"][0]["facts"]["Side"] == [VIEW.summary.side]

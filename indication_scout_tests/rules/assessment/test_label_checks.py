"""Candidates held against labels: forbidden diseases and doses far above, of this drug and of people alone."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.reported_facts import LabelCheckKind
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, Trial, TrialMatch
from indication_scout_assets.rules.assessment.label_checks import doses_above_labels, forbidden_by_labels
from indication_scout_assets.rules.labels.facts_for_report import highest_dose
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_tests.label_examples import held, texts_of, velotrin

TEXTS = texts_of(held(velotrin(), "velotrin"))
HIGHEST = highest_dose(TEXTS)
PAIR = Pair(("velotrin", "Velozip"), ("cough",))


def article(abstract: str) -> Article:
    return Article(id="99000001", pmid="99000001", title="Velotrin in cough", abstract=abstract)


@pytest.mark.parametrize(
    ("sentence", "daily"),
    [
        ("Adults took velotrin 40 mg three times daily for 8 weeks.", 120),
        ("Adults took velotrin 20, 40 or 80 mg or placebo once daily.", 80),
        ("Adults took velotrin 40 mg daily.", None),
        ("Velotrin 20 mg was compared with ibuprofen 400 mg three times daily.", None),
    ],
)
def test_a_dose_far_above_the_labels(sentence: str, daily: float | None):
    checks = doses_above_labels(PAIR, HIGHEST, [article(f"Cough is common. {sentence}")], [])
    assert [check.daily for check in checks] == ([daily] if daily else [])
    for check in checks:
        assert check.kind is LabelCheckKind.DOSE_ABOVE
        assert check.label_daily == 40
        assert check.quote.text == "The maximum dose is 40 mg daily."
        assert check.citation is not None
        assert check.citation.quote == sentence


@pytest.mark.parametrize(("role", "number"), [(DrugRole.EXPERIMENTAL, 1), (DrugRole.COMPARATOR, 0)])
def test_trials_in_which_the_drug_is_tested_are_read(role: DrugRole, number: int):
    trial = Trial(nct_id="NCT99000001", title="Velotrin 100 mg once daily in cough")
    match = TrialMatch(trial=trial, condition=ConditionMatch.TEXT, matched_condition="cough", drug=role)
    assert len(doses_above_labels(PAIR, HIGHEST, [], [match])) == number


def test_without_a_dose_in_the_labels_nothing_is_far_above():
    assert doses_above_labels(PAIR, None, [article("Adults took velotrin 4000 mg daily.")], []) == ()


def test_a_disease_the_label_forbids_the_drug_in():
    (check,) = forbidden_by_labels(Pair(("velotrin",), ("severe liver failure",)), TEXTS)
    section = TEXTS.sections[check.quote.set_id, check.quote.ordinal]
    assert "severe liver failure" in section.text[check.quote.start : check.quote.end]
    assert list(forbidden_by_labels(Pair(("velotrin",), ("gout",)), TEXTS)) == []
    assert list(forbidden_by_labels(Pair(("velotrin",), ("hypersensitivity",)), TEXTS)) == []

"""The OCEBM level of articles and trials."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import Level
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.rules.assessment.grading.levels import level_of_article, level_of_trial
from indication_scout_assets.rules.literature.study_design import design_of, population_of

from .records import article


def level(record: Article) -> int | None:
    reading = design_of(record)
    answer = level_of_article(record, reading, population_of(record, reading.design))
    assert answer.reason.endswith(".")
    return None if answer.level is None else int(answer.level)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (article(types=("Randomized Controlled Trial",)), 2),
        (article(types=("Case Reports",)), 4),
        (article(types=("Practice Guideline",)), None),
        (article(types=("Clinical Trial Protocol",)), None),
        (article(types=("Randomized Controlled Trial",), tags=("Animals",)), 5),
        (article("Sildenafil: something"), None),
        (article("Retraction of a paper", types=("Retraction of Publication",)), None),
    ],
)
def test_by_design(record: Article, expected: int | None) -> None:
    assert level(record) == expected


@pytest.mark.parametrize(
    ("title", "abstract", "expected"),
    [
        ("Sildenafil: a meta-analysis of randomised controlled trials", "", 1),
        ("Sildenafil: a meta-analysis", "We included randomised trials and observational studies.", 3),
        ("Sildenafil: a meta-analysis of cohort studies", "Randomised trials are needed.", 3),
        ("Sildenafil: a systematic review of case reports", "", 4),
        ("Sildenafil: a systematic review", "Nothing more is said.", 4),
        ("Sildenafil in animal models: a systematic review", "Randomised experiments.", 5),
    ],
)
def test_a_synthesis_is_worth_what_it_is_made_of(title: str, abstract: str, expected: int) -> None:
    assert level(article(title, abstract, types=("Systematic Review",))) == expected


USERS = (
    "We identified 900 patients with Raynaud disease from medical records. Users of sildenafil were compared with "
    "non-users. The risk of ulcers was lower with sildenafil than in the control group (hazard ratio 0.7)."
)
ONE_ARM = (
    "In this open-label study 24 patients received sildenafil 20 mg daily for 12 weeks. Attacks decreased compared "
    "with baseline. There was no control group."
)


@pytest.mark.parametrize(
    ("abstract", "kind", "expected"),
    [
        (USERS, "Observational Study", 3),
        (ONE_ARM, "Clinical Trial, Phase II", 4),
    ],
)
def test_what_compares_groups_stands_above_what_does_not(abstract: str, kind: str, expected: int) -> None:
    assert level(article("Sildenafil in Raynaud disease", abstract, types=(kind,))) == expected


@pytest.mark.parametrize(
    ("fields", "design", "expected"),
    [
        ({"allocation": "RANDOMIZED"}, StudyDesign.RANDOMIZED_TRIAL, Level.RANDOMIZED_TRIAL),
        ({"allocation": "NON_RANDOMIZED"}, StudyDesign.CLINICAL_TRIAL, Level.CONTROLLED_STUDY),
        ({"allocation": "NA"}, StudyDesign.CLINICAL_TRIAL, Level.CASES),
        ({}, StudyDesign.CLINICAL_TRIAL, Level.CASES),
        ({"study_type": "OBSERVATIONAL"}, StudyDesign.COHORT, Level.CASES),
        ({"study_type": "EXPANDED_ACCESS"}, StudyDesign.OTHER, None),
    ],
)
def test_registered(fields: dict[str, Any], design: StudyDesign, expected: Level | None) -> None:
    trial = Trial(nct_id="NCT99999990", title="T", **fields)
    assert level_of_trial(trial, results_known=True)[0] is design
    assert level_of_trial(trial, results_known=True)[1].level == expected
    assert level_of_trial(trial, results_known=False)[1].level is None

"""Whether a registered study is there to treat."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.records.trials import Intervention
from indication_scout_assets.rules.trials.purpose import MANY_DRUGS, not_to_treat, title_of_survey

from .made import trial


def words(**fields: Any) -> str:
    """Of a trial whose purpose, type and allocation nobody registered."""
    return not_to_treat(trial(**{"primary_purpose": "", "study_type": "", "allocation": "", **fields}))


@pytest.mark.parametrize("purpose", ["TREATMENT", "SUPPORTIVE_CARE"])
def test_a_registered_purpose_decides(purpose: str) -> None:
    assert not_to_treat(trial(primary_purpose=purpose, title="Pharmacovigilance of sildenafil")) == ""


@pytest.mark.parametrize(
    ("fields", "said_so"),
    [
        ({"primary_purpose": "PREVENTION"}, "prevention, not treatment"),
        ({"primary_purpose": "BASIC_SCIENCE"}, "basic science"),
    ],
)
def test_other_purposes_and_types_do_not_treat(fields: dict[str, str], said_so: str) -> None:
    assert said_so in not_to_treat(trial(**fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Pharmacovigilance in Elderly Inpatients"},
        {"title": "Chart Review of Sildenafil in Newborns"},
        {"title": "Sildenafil in Adults", "summary": "We retrospectively read the records of a hospital."},
    ],
)
def test_words_of_a_survey_tell_where_no_purpose_is_registered(fields: dict[str, str]) -> None:
    assert words(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Sildenafil in Pulmonary Hypertension"},
        {"title": "Sildenafil in a Real-World Population", "allocation": "RANDOMIZED"},
    ],
)
def test_a_trial_that_gives_the_drug_treats(fields: dict[str, str]) -> None:
    assert words(**fields) == ""


def test_a_list_of_all_that_patients_take_is_no_plan() -> None:
    many = tuple(Intervention(kind="DRUG", name=f"Drug {n}") for n in range(MANY_DRUGS + 1))
    assert "13 drugs" in words(interventions=many)
    assert words(interventions=many[:MANY_DRUGS]) == ""


def test_a_title_alone_may_tell() -> None:
    assert title_of_survey("Pharmacovigilance in Elderly Inpatients") == "Pharmacovigilance"
    assert title_of_survey("Sildenafil in Elderly Inpatients") == ""

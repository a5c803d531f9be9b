"""What part the drug has in a trial, by arms and by words."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.trials import DrugRole, Intervention, Trial, TrialMatch
from indication_scout_assets.rules.trials.arms import company_of
from indication_scout_assets.rules.trials.drug_part import Company

from .made import ARMS, DRUGS, arm, matched, trial


def without_arms(title: str, *names: str, summary: str = "", official_title: str = "") -> TrialMatch:
    """A trial of these drugs whose arms the registry does not give."""
    return matched(
        Trial(
            nct_id="NCT99000009", title=title, official_title=official_title, summary=summary,
            conditions=("Pulmonary Hypertension",),
            interventions=tuple(Intervention(kind="DRUG", name=name) for name in names),
        )
    )  # fmt: skip


BOTH = ("Sildenafil", "Bosentan 125 mg")


@pytest.mark.parametrize(
    ("title", "summary", "role"),
    [
        ("Bosentan Versus Sildenafil in Pulmonary Hypertension", "", DrugRole.COMPARATOR),
        ("Sildenafil and Bosentan in Pulmonary Hypertension", "", DrugRole.EXPERIMENTAL),
        (
            "Bosentan in Newly Diagnosed Pulmonary Hypertension",
            "We compare the effect of bosentan and sildenafil in adults.",
            DrugRole.COMPARATOR,
        ),
    ],
)
def test_without_arms_words_tell_or_nothing_does(title: str, summary: str, role: DrugRole) -> None:
    assert without_arms(title, *BOTH, summary=summary).drug is role


def test_the_only_drug_of_a_trial_is_tested_whatever_its_title() -> None:
    assert without_arms("Treatment of Pulmonary Hypertension", "Sildenafil", "Placebo").drug is DrugRole.EXPERIMENTAL


def test_registered_arms_decide_before_words() -> None:
    match = matched(trial(*ARMS, arm("Bosentan", "ACTIVE_COMPARATOR"), title="Bosentan versus sildenafil"))
    assert match.drug is DrugRole.EXPERIMENTAL


@pytest.mark.parametrize(
    ("title", "summary", "company"),
    [
        ("Sildenafil in Combination With Bosentan", "", Company.TOGETHER),
        ("Sildenafil Plus Bosentan in Adults", "", Company.TOGETHER),
        ("Sildenafil Versus Bosentan", "", Company.ALONE),
        ("Sildenafil and Bosentan in Adults", "", Company.NOT_TOLD),
        ("Sildenafil Plus Bosentan in Adults", "It compares sildenafil with bosentan as well.", Company.NOT_TOLD),
    ],
)
def test_given_together_only_where_words_say_so(title: str, summary: str, company: Company) -> None:
    assert company_of(without_arms(title, *BOTH, summary=summary), DRUGS) is company


def test_a_product_of_two_is_given_together_and_a_choice_is_not() -> None:
    assert company_of(without_arms("A trial", "Sildenafil/bosentan"), DRUGS) is Company.TOGETHER
    assert company_of(without_arms("A trial", "Sildenafil or bosentan"), DRUGS) is not Company.TOGETHER


def test_by_arms_what_every_arm_gets_is_no_company() -> None:
    added = (arm("A", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("B", "PLACEBO_COMPARATOR", "Placebo", "Bosentan"))
    assert company_of(matched(trial(*added)), DRUGS) is Company.ALONE
    joined = (arm("A", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("B", "PLACEBO_COMPARATOR", "Placebo"))
    assert company_of(matched(trial(*joined)), DRUGS) is Company.TOGETHER

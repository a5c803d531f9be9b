"""What part the drug has in a trial, by its arms."""

from __future__ import annotations

from indication_scout_assets.domain.records.trials import DrugRole, Intervention, Trial, TrialMatch
from indication_scout_assets.rules.trials.arms import company_of
from indication_scout_assets.rules.trials.trial_matching import Company

from .made import ARMS, DRUGS, arm, matched, trial


def without_arms(title: str, *names: str) -> TrialMatch:
    """A trial of these drugs whose arms the registry does not give."""
    return matched(
        Trial(
            nct_id="NCT99000009", title=title, conditions=("Pulmonary Hypertension",),
            interventions=tuple(Intervention(kind="DRUG", name=name) for name in names),
        )
    )  # fmt: skip


def test_without_arms_nothing_tells_which_of_two_drugs_is_tested() -> None:
    match = without_arms("Sildenafil Plus Bosentan in Adults", "Sildenafil", "Bosentan 125 mg")
    assert (match.drug, company_of(match, DRUGS)) == (DrugRole.UNCLEAR, Company.NOT_TOLD)


def test_the_only_drug_of_a_trial_is_tested_whatever_its_title() -> None:
    assert without_arms("Treatment of Pulmonary Hypertension", "Sildenafil", "Placebo").drug is DrugRole.EXPERIMENTAL


def test_registered_arms_decide_before_words() -> None:
    match = matched(trial(*ARMS, arm("Bosentan", "ACTIVE_COMPARATOR"), title="Bosentan versus sildenafil"))
    assert match.drug is DrugRole.EXPERIMENTAL


def test_a_product_of_two_is_given_together_and_a_choice_is_not() -> None:
    assert company_of(without_arms("A trial", "Sildenafil/bosentan"), DRUGS) is Company.TOGETHER
    assert company_of(without_arms("A trial", "Sildenafil or bosentan"), DRUGS) is not Company.TOGETHER


def test_by_arms_what_every_arm_gets_is_no_company() -> None:
    added = (arm("A", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("B", "PLACEBO_COMPARATOR", "Placebo", "Bosentan"))
    assert company_of(matched(trial(*added)), DRUGS) is Company.ALONE
    joined = (arm("A", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("B", "PLACEBO_COMPARATOR", "Placebo"))
    assert company_of(matched(trial(*joined)), DRUGS) is Company.TOGETHER

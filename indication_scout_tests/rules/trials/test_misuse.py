"""What a trial does not show, in one sentence with the registered words."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.assessment import MisuseKind
from indication_scout_assets.domain.trials import Arm, MeshTerm
from indication_scout_assets.rules.trials.misuse import misuses

from .made import DRUGS, NAME, arm, matched, trial

K = MisuseKind


def found(*arms: Arm, **fields: Any) -> dict[MisuseKind, str]:
    return {one.kind: one.sentence for one in misuses(matched(trial(*arms, **fields)), DRUGS, NAME)}


def test_a_plain_trial_of_the_drug_in_the_disease_has_none() -> None:
    assert found() == {}


def test_the_drug_as_comparator_in_the_title_alone_in_a_product_or_in_all_arms() -> None:
    other = arm("Tadalafil", "EXPERIMENTAL")
    assert found(other, arm("Sildenafil", "ACTIVE_COMPARATOR")) == {
        K.INTERVENTION: "The trial tests “Tadalafil”; “Sildenafil” is what it is compared with or given beside."
    }
    titled = found(other, arm("Placebo", "PLACEBO_COMPARATOR"), title="Tadalafil added to sildenafil")
    assert "by the title alone" in titled[K.INTERVENTION]
    product = found(arm("Sildenafil/Bosentan", "EXPERIMENTAL"), arm("Placebo", "PLACEBO_COMPARATOR"))
    assert product == {K.INTERVENTION: "The drug is given together with another: “Sildenafil/Bosentan”."}
    background = found(
        arm("Both", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("One", "EXPERIMENTAL", "Sildenafil", "Placebo")
    )
    assert background == {K.INTERVENTION: "All 2 arms get the drug; they differ in “Bosentan”."}


def test_another_drug_in_every_arm_with_the_drug_is_said_unless_all_get_it() -> None:
    both = arm("Both", "EXPERIMENTAL", "Sildenafil", "Bosentan")
    assert found(both, arm("Placebo", "PLACEBO_COMPARATOR")) == {
        K.INTERVENTION: "Every arm with the drug gets “Bosentan” too; the other arms do not."
    }
    assert found(both, arm("Bosentan", "OTHER", "Bosentan")) == {}


def test_against_nothing_else_or_another_treatment_alone() -> None:
    drug = arm("Sildenafil", "EXPERIMENTAL")
    assert "one arm" in found(drug, allocation="NA")[K.COMPARATOR]
    doses = found(arm("Sildenafil 20 mg", "EXPERIMENTAL"), arm("Sildenafil 80 mg", "EXPERIMENTAL"))
    assert doses[K.COMPARATOR].startswith("All arms get the drug, in other doses or forms (“Sildenafil 20 mg”")
    active = found(drug, arm("Bosentan", "ACTIVE_COMPARATOR"))
    assert active == {K.COMPARATOR: "The drug is compared with another treatment alone: “Bosentan”."}
    assert "chance" in found(allocation="NON_RANDOMIZED")[K.COMPARATOR]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"title": "Food effect of sildenafil in healthy male volunteers"}, "healthy male volunteers"),
        ({"conditions": ("Healthy", "Pulmonary Hypertension")}, "“Healthy”"),
        ({"phases": ("PHASE1",), "healthy_volunteers": True}, "phase 1"),
        ({"ages": ("CHILD",)}, "Only children"),
    ],
)
def test_other_people(fields: dict[str, Any], words: str) -> None:
    assert words in found(**fields)[K.POPULATION]


def test_a_part_of_the_disease() -> None:
    heading = (MeshTerm(id="D006976", term="Hypertension, Pulmonary"),)
    part = found(conditions=("Thromboembolic Pulmonary Hypertension",), condition_mesh=heading)
    assert part == {
        K.POPULATION: "Its registered condition is a part of the disease: “Thromboembolic Pulmonary Hypertension”."
    }
    assert found(conditions=("Severe Pulmonary Hypertension",)) == {}
    assert found(conditions=("Thromboembolic Pulmonary Hypertension", "Pulmonary Hypertension")) == {}


@pytest.mark.parametrize(
    ("outcomes", "words"),
    [
        (("Cmax of sildenafil", "Half-life"), "pharmacokinetics: “Cmax of sildenafil”"),
        (("Number of participants with adverse events",), "safety"),
        (("Change in NT-proBNP",), "a biomarker"),
        (("Asthma control score",), "another condition"),
    ],
)
def test_other_endpoints(outcomes: tuple[str, ...], words: str) -> None:
    conditions = ("Pulmonary Hypertension", "Asthma")
    assert words in found(primary_outcomes=outcomes, conditions=conditions)[K.ENDPOINT]


def test_one_endpoint_of_efficacy_is_enough_and_prevention_is_no_treatment() -> None:
    assert found(primary_outcomes=("Cmax", "Six-minute walk distance")) == {}
    assert "prevention" in found(primary_purpose="PREVENTION")[K.ENDPOINT]


def of_condition(condition: str) -> dict[MisuseKind, str]:
    one = matched(trial())
    told = one.model_copy(update={"trial": one.trial.model_copy(update={"conditions": (condition,)})})
    return {each.kind: each.sentence for each in misuses(told, DRUGS, NAME)}


@pytest.mark.parametrize(
    "condition",
    ["PH (Pulmonary Hypertension)", "Pulmonary Hypertension (PH)", "PH (Pulmonary Hypertension), Bilateral"],
)
def test_an_abbreviation_makes_no_part_of_the_disease(condition: str) -> None:
    assert of_condition(condition) == {}


@pytest.mark.parametrize("condition", ["Pulmonary Hypertension of Newborn (PHN)", "COPD With Pulmonary Hypertension"])
def test_a_further_word_or_another_abbreviation_does(condition: str) -> None:
    assert K.POPULATION in of_condition(condition)


def test_a_record_without_interventions_says_so() -> None:
    bare = trial(title="Sildenafil at home").model_copy(update={"arms": (), "interventions": ()})
    told = misuses(matched(bare), DRUGS, NAME)
    assert [one.sentence for one in told if one.kind is K.INTERVENTION] == [
        "The registry lists no intervention; the drug stands in the title alone: “Sildenafil at home”."
    ]

"""What a trial does not show, in one sentence with the registered words."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import MisuseKind
from indication_scout_assets.domain.records.trials import Arm, Intervention
from indication_scout_assets.rules.trials.misuse import misuses, not_treating

from .made import DRUGS, NAME, arm, matched, trial

K = MisuseKind


def sentences_by_kind(*arms: Arm, **fields: Any) -> dict[MisuseKind, str]:
    return {
        difference.kind: difference.sentence for difference in misuses(matched(trial(*arms, **fields)), DRUGS, NAME)
    }


def test_a_plain_trial_of_the_drug_in_the_disease_has_none() -> None:
    assert sentences_by_kind() == {}


def test_the_drug_as_comparator_in_the_title_alone_in_a_product_or_in_all_arms() -> None:
    other = arm("Tadalafil", "EXPERIMENTAL")
    assert sentences_by_kind(other, arm("Sildenafil", "ACTIVE_COMPARATOR")) == {
        K.INTERVENTION: "The trial tests “Tadalafil”; “Sildenafil” is what it is compared with or given beside."
    }
    titled = sentences_by_kind(other, arm("Placebo", "PLACEBO_COMPARATOR"), title="Tadalafil added to sildenafil")
    assert "by the title alone" in titled[K.INTERVENTION]
    product = sentences_by_kind(arm("Sildenafil/Bosentan", "EXPERIMENTAL"), arm("Placebo", "PLACEBO_COMPARATOR"))
    assert product == {K.INTERVENTION: "The drug is given together with another: “Sildenafil/Bosentan”."}
    background = sentences_by_kind(
        arm("Both", "EXPERIMENTAL", "Sildenafil", "Bosentan"), arm("One", "EXPERIMENTAL", "Sildenafil", "Placebo")
    )
    assert background == {K.INTERVENTION: "All 2 arms get the drug; they differ in “Bosentan”."}


@pytest.mark.parametrize(
    ("purpose", "why"),
    [
        ("DIAGNOSTIC", "The registered purpose is diagnosis, not treatment."),
        ("BASIC_SCIENCE", "The registered purpose is basic science, not treatment."),
    ],
)
def test_the_registered_purpose_tells_whether_the_disease_is_treated(purpose: str, why: str) -> None:
    """A stress echocardiography with dobutamine is filed under coronary disease and treats nobody."""
    assert not_treating(trial(primary_purpose=purpose), DRUGS) == why


def test_neither_a_comparator_nor_what_all_arms_get_is_tried() -> None:
    tested = arm("Tadalafil", "EXPERIMENTAL")
    compared = trial(tested, arm("Sildenafil", "ACTIVE_COMPARATOR"))
    assert not_treating(compared, DRUGS).startswith("By its arms “Sildenafil” is what another")
    strategies = trial(
        arm("A", "ACTIVE_COMPARATOR", "Sildenafil", "Verapamil"),
        arm("B", "ACTIVE_COMPARATOR", "Sildenafil", "Atenolol"),
    )
    assert not_treating(strategies, DRUGS).startswith("All 2 arms get the drug; they differ in")
    head_to_head = trial(arm("Sildenafil", "ACTIVE_COMPARATOR"), arm("Bosentan", "ACTIVE_COMPARATOR"))
    assert not_treating(head_to_head, DRUGS) == ""
    doses = trial(arm("Sildenafil 20 mg", "EXPERIMENTAL"), arm("Sildenafil 80 mg", "EXPERIMENTAL"))
    assert not_treating(doses, DRUGS) == ""


def test_another_drug_in_every_arm_with_the_drug_is_said_unless_all_get_it() -> None:
    both = arm("Both", "EXPERIMENTAL", "Sildenafil", "Bosentan")
    assert sentences_by_kind(both, arm("Placebo", "PLACEBO_COMPARATOR")) == {
        K.INTERVENTION: "Every arm with the drug gets “Bosentan” too; the other arms do not."
    }
    assert sentences_by_kind(both, arm("Bosentan", "OTHER", "Bosentan")) == {}


def test_against_nothing_else_or_another_treatment_alone() -> None:
    drug = arm("Sildenafil", "EXPERIMENTAL")
    assert "one arm" in sentences_by_kind(drug, allocation="NA")[K.COMPARATOR]
    doses = sentences_by_kind(arm("Sildenafil 20 mg", "EXPERIMENTAL"), arm("Sildenafil 80 mg", "EXPERIMENTAL"))
    assert doses[K.COMPARATOR].startswith("All arms get the drug, in other doses or forms (“Sildenafil 20 mg”")
    active = sentences_by_kind(drug, arm("Bosentan", "ACTIVE_COMPARATOR"))
    assert active == {K.COMPARATOR: "The drug is compared with another treatment alone: “Bosentan”."}
    assert "chance" in sentences_by_kind(allocation="NON_RANDOMIZED")[K.COMPARATOR]


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
    assert words in sentences_by_kind(**fields)[K.POPULATION]


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
    assert words in sentences_by_kind(primary_outcomes=outcomes, conditions=conditions)[K.ENDPOINT]


def test_one_endpoint_of_efficacy_is_enough_and_prevention_is_no_treatment() -> None:
    assert sentences_by_kind(primary_outcomes=("Cmax", "Six-minute walk distance")) == {}
    assert "prevention" in sentences_by_kind(primary_purpose="PREVENTION")[K.ENDPOINT]


def test_a_record_without_interventions_says_so() -> None:
    bare = trial(title="Sildenafil at home").model_copy(update={"arms": (), "interventions": ()})
    differences = misuses(matched(bare), DRUGS, NAME)
    assert [difference.sentence for difference in differences if difference.kind is K.INTERVENTION] == [
        "The registry lists no intervention; the drug stands in the title alone: “Sildenafil at home”."
    ]


def without_arms(title: str, summary: str = "", **fields: Any) -> dict[MisuseKind, str]:
    """Of sildenafil and bosentan in a trial whose arms, purpose and allocation nobody registered."""
    both = tuple(Intervention(kind="DRUG", name=name) for name in ("Sildenafil", "Bosentan"))
    made = {"arms": (), "interventions": both, "primary_purpose": "", "allocation": "", "study_type": ""}
    return sentences_by_kind(title=title, summary=summary, **{**made, **fields})


def test_without_arms_what_words_tell_is_said_and_what_they_do_not_is_not_told() -> None:
    compared = without_arms("Bosentan in Adults", "We compare bosentan with sildenafil.")
    assert compared[K.INTERVENTION] == "The trial tests “Bosentan”; “Sildenafil” is what it is compared with."
    together = without_arms("Sildenafil in Combination With Bosentan")
    assert together[K.INTERVENTION] == "By its words the drug is given together with another: “Bosentan”."
    unclear = without_arms("Treatment of Adults")
    assert "does not tell which of its drugs is tested" in unclear[K.INTERVENTION]
    beside = without_arms("Sildenafil and Bosentan in Adults")
    assert "does not tell whether that is given with the drug" in beside[K.INTERVENTION]
    assert K.INTERVENTION not in without_arms("Sildenafil Versus Bosentan")

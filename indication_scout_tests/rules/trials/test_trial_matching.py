"""Which registered trials belong to a (drug, disease) pair."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.diseases import HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.domain.records.trials import (
    ConditionMatch,
    DrugRole,
    Intervention,
    MeshTerm,
    Trial,
    TrialMatch,
)
from indication_scout_assets.rules.trials.trial_matching import match
from indication_scout_tests import diseases

PULMONARY = diseases.PULMONARY.model_copy(update={"entry_terms": ("Pulmonary Hypertension", "PHTN")})
OBESITY = NormalizedName(
    disease_id="X", disease_name="obesity", term="obesity", method=NameMethod.ORIGINAL, confidence=0
)
SILDENAFIL = ("sildenafil", "sildenafil citrate", "Revatio")


def trial(
    *interventions: Intervention,
    conditions: tuple[str, ...] = (),
    mesh: tuple[str, ...] = (),
    ancestors: tuple[str, ...] = (),
    title: str = "A trial",
) -> Trial:
    return Trial(
        nct_id="NCT00000001", title=title, conditions=conditions, interventions=interventions,
        condition_mesh=tuple(MeshTerm(id=ui, term=f"term {ui}") for ui in mesh),
        condition_ancestors=tuple(MeshTerm(id=ui, term=f"term {ui}") for ui in ancestors),
    )  # fmt: skip


def drug(name: str, *arm_types: str, other: tuple[str, ...] = ()) -> Intervention:
    return Intervention(kind="DRUG", name=name, other_names=other, arm_types=arm_types)


def match_of(the_trial: Trial, name: NormalizedName = PULMONARY) -> TrialMatch | None:
    return match(the_trial, SILDENAFIL, name)


class TestCondition:
    def test_the_diseases_own_heading_is_exact(self) -> None:
        result = match_of(trial(drug("Sildenafil"), conditions=("PAH",), mesh=("D000081029", "D006976")))
        assert result is not None
        assert (result.condition, result.matched_condition) == (ConditionMatch.EXACT, "term D006976")

    def test_a_wider_heading_is_another_disease_unless_the_trial_names_this_one(self) -> None:
        wider = PULMONARY.model_copy(
            update={"disease_name": "invented pressure", "synonyms": (), "scope": HeadingScope.BROADER}
        )
        filed = trial(drug("Sildenafil"), conditions=("Pulmonary Hypertension",), mesh=("D006976",))
        assert match_of(filed) is not None
        assert match_of(filed, wider) is None
        named = trial(drug("Sildenafil"), conditions=("Invented Pressure",), mesh=("D006976",))
        result = match_of(named, wider)
        assert result is not None
        assert (result.condition, result.matched_condition) == (ConditionMatch.TEXT, "Invented Pressure")

    @pytest.mark.parametrize(
        "condition",
        ["Pulmonary Hypertension", "Hypertension, Pulmonary", "severe pulmonary hypertension in adults", "PHTN"],
    )
    @pytest.mark.parametrize("mesh", [(), ("D012345",)])
    def test_a_registered_name_matches_as_text(self, condition: str, mesh: tuple[str, ...]) -> None:
        result = match_of(trial(drug("sildenafil"), conditions=("Scleroderma", condition), mesh=mesh))
        assert result is not None
        assert (result.condition, result.matched_condition) == (ConditionMatch.TEXT, condition)

    @pytest.mark.parametrize(
        "condition",
        ["Hypertension", "Pulmonary Hypertension of Newborn", "Portal Hypertension", "phtn", "Pulmonary Embolism", ""],
    )
    def test_another_disease_does_not(self, condition: str) -> None:
        assert match_of(trial(drug("sildenafil"), conditions=(condition,))) is None

    def test_one_word_inside_another_disease_does_not(self) -> None:
        assert match_of(trial(drug("sildenafil"), conditions=("Obesity Hypoventilation Syndrome",)), OBESITY) is None
        assert match_of(trial(drug("sildenafil"), conditions=("Obesity, Severe",)), OBESITY) is not None


class TestDrug:
    def role(self, *interventions: Intervention, title: str = "A trial") -> tuple[DrugRole, str] | None:
        result = match_of(trial(*interventions, mesh=("D006976",), title=title))
        return (result.drug, result.matched_intervention) if result else None

    def test_by_any_of_its_names(self) -> None:
        assert self.role(drug("Sildenafil 20 mg")) == (DrugRole.EXPERIMENTAL, "Sildenafil 20 mg")
        assert self.role(drug("PDE5 inhibitor", other=("REVATIO",))) == (DrugRole.EXPERIMENTAL, "PDE5 inhibitor")
        assert self.role(drug("sildenafil tartrate")) is not None

    def test_in_the_experimental_arm(self) -> None:
        other = drug("Bosentan", "ACTIVE_COMPARATOR")
        assert self.role(other, drug("Sildenafil", "EXPERIMENTAL")) == (DrugRole.EXPERIMENTAL, "Sildenafil")

    def test_as_comparator_of_another_treatment(self) -> None:
        other = drug("Bosentan", "EXPERIMENTAL")
        assert self.role(other, drug("Sildenafil", "ACTIVE_COMPARATOR")) == (DrugRole.COMPARATOR, "Sildenafil")

    def test_head_to_head_without_an_experimental_arm(self) -> None:
        both = (drug("Bosentan", "ACTIVE_COMPARATOR"), drug("Sildenafil", "ACTIVE_COMPARATOR"))
        assert self.role(*both) == (DrugRole.EXPERIMENTAL, "Sildenafil")

    def test_in_the_title_alone(self) -> None:
        assert self.role(drug("Bosentan"), title="Bosentan added to sildenafil") == (DrugRole.MENTIONED, "")

    def test_not_at_all(self) -> None:
        assert self.role(drug("Tadalafil")) is None

    @pytest.mark.parametrize("choice", ["Sildenafil or placebo", "placebo or sildenafil", "sildenafil + placebo"])
    def test_a_choice_gives_the_drug(self, choice: str) -> None:
        assert self.role(drug(choice)) == (DrugRole.EXPERIMENTAL, choice)


def test_other_drugs_of_the_trial_are_named_and_placebos_are_not():
    given = [("DRUG", "Sitaxsentan"), ("DRUG", "Sildenafil"), ("DRUG", "Placebo to sildenafil"), ("DEVICE", "Pump")]
    trial = Trial(
        nct_id="NCT1",
        title="A trial",
        conditions=("Asthma",),
        interventions=tuple(Intervention(kind=kind, name=name) for kind, name in given),
    )
    name = NormalizedName(disease_id="D", disease_name="asthma", term="Asthma", method=NameMethod.SYNONYM, confidence=1)
    matching = match(trial, ["sildenafil"], name)
    assert matching is not None
    assert matching.other_agents == ("Sitaxsentan",)


@pytest.mark.parametrize(
    ("intervention", "others"),
    [
        ("Bosentan/sildenafil", ("Bosentan",)),
        ("sildenafil citrate 20 mg/mL oral suspension, three times daily", ()),
        ("Sildenafil plus placebo", ()),
    ],
)
def test_a_product_of_two_drugs_gives_the_other_one_as_well(intervention, others):
    result = match_of(trial(drug(intervention), mesh=("D006976",)))
    assert result is not None
    assert result.other_agents == others


class TestOtherAgents:
    """Trials read the names of drugs as articles do."""

    @pytest.mark.parametrize(
        ("intervention", "names"),
        [
            ("Trastuzumab emtansine", ("trastuzumab",)),
        ],
    )
    def test_they_are_not_arms_of_the_drug(self, intervention: str, names: tuple[str, ...]) -> None:
        given = trial(drug(intervention, "EXPERIMENTAL"), conditions=("Obesity",))
        assert match(given, names, OBESITY) is None

    @pytest.mark.parametrize(
        ("intervention", "names"),
        [
            ("Interferon alfa-2b", ("interferon alpha-2b",)),
            ("Trastuzumab emtansine", ("trastuzumab emtansine", "T-DM1")),
            ("NO inhalation with metformin", ("metformin",)),
        ],
    )
    def test_the_drug_is_known_in_other_letters(self, intervention: str, names: tuple[str, ...]) -> None:
        result = match(trial(drug(intervention, "EXPERIMENTAL"), conditions=("Obesity",)), names, OBESITY)
        assert result is not None
        assert (result.drug, result.matched_intervention) == (DrugRole.EXPERIMENTAL, intervention)

    def test_the_drug_beside_its_conjugate_has_another_agent(self) -> None:
        both = trial(drug("Trastuzumab", "EXPERIMENTAL"), drug("Trastuzumab emtansine"), conditions=("Obesity",))
        result = match(both, ("trastuzumab",), OBESITY)
        assert result is not None
        assert result.other_agents == ("Trastuzumab emtansine",)

    def test_an_acronym_that_the_trial_explains_otherwise_is_no_condition(self) -> None:
        dysplasia = OBESITY.model_copy(update={"disease_name": "bronchopulmonary dysplasia", "synonyms": ("BPD",)})
        of_trial = trial(drug("sildenafil"), conditions=("BPD",), title="Borderline personality disorder (BPD)")
        assert match_of(of_trial, dysplasia) is None
        assert match_of(of_trial.model_copy(update={"title": "BPD"}), dysplasia) is not None

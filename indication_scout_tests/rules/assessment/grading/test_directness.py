"""Whether the drug, its class, the disease and people are what an item speaks of."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.diseases import HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.domain.drugs import DrugTarget
from indication_scout_assets.domain.findings.assessment import DiseaseMatch, DrugMatch, EvidenceDirectness
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.records.trials import Arm, ConditionMatch, DrugRole, Intervention, MeshTerm
from indication_scout_assets.rules.assessment.grading.directness import (
    class_names_of,
    directness_of_article,
    directness_of_trial,
)
from indication_scout_assets.rules.literature.study_design import population_of
from indication_scout_tests.readings import pair_of

from .records import CANDIDATE, DRUG, HYPERTENSION, RAYNAUD, article, trial_match

CLASS = class_names_of(
    CANDIDATE,
    [DrugTarget(ensembl_id="E", symbol="PDE5A", action_type="INHIBITOR", mechanism="Phosphodiesterase 5A inhibitor")],
)
PAIR = pair_of(DRUG, RAYNAUD)
SILDENAFIL = Intervention(kind="DRUG", name="Sildenafil", arm_types=("EXPERIMENTAL",))


def read(title: str, abstract: str = "", name: NormalizedName = RAYNAUD, **fields: Any) -> EvidenceDirectness:
    record = article(title, abstract, **fields)
    parents = tuple(parent.name for parent in CANDIDATE.disease.parents)
    pair = pair_of(DRUG, name, class_names=CLASS, broader_names=parents)
    return directness_of_article(record, population_of(record, StudyDesign.COHORT), pair)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sildenafil in Raynaud disease", DrugMatch.THIS_DRUG),
        ("Bosentan plus sildenafil in Raynaud disease", DrugMatch.COMBINATION),
        ("Tadalafil in Raynaud disease", DrugMatch.CLASS),
        ("A PDE5 inhibitor in Raynaud disease", DrugMatch.CLASS),
        ("Phosphodiesterase-5 inhibitors in Raynaud disease", DrugMatch.CLASS),
    ],
)
def test_drug(title: str, expected: DrugMatch) -> None:
    assert read(title).drug is expected


def test_a_short_name_in_capitals_is_no_acronym() -> None:
    fact = CANDIDATE.class_facts[0].model_copy(update={"name": "NIACIN"})
    assert class_names_of(CANDIDATE.model_copy(update={"class_facts": (fact,)}), ()) == ("niacin",)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sildenafil in severe hypertension", DiseaseMatch.THIS_DISEASE),
        ("Sildenafil in pulmonary arterial hypertension", DiseaseMatch.NARROWER),
        ("Sildenafil in portal hypertension", DiseaseMatch.NARROWER),
        ("Sildenafil and hypertension-associated strokes", DiseaseMatch.NARROWER),
        ("Sildenafil in asthma", DiseaseMatch.NOT_NAMED),
        ("Sildenafil in people with and without hypertension", DiseaseMatch.THIS_DISEASE),
    ],
)
def test_disease(title: str, expected: DiseaseMatch) -> None:
    assert read(title, name=HYPERTENSION).disease is expected


def test_one_mention_alone_is_not_a_combination() -> None:
    text = "Patients took bosentan plus sildenafil. Sildenafil alone was given to others."
    assert read("Treatment of Raynaud disease", text).drug is DrugMatch.THIS_DRUG
    assert read("Treatment of Raynaud disease", text.split(". ", maxsplit=1)[0] + ".").drug is DrugMatch.COMBINATION


PSYCHOSIS = NormalizedName(
    disease_id="MONDO:9", disease_name="schizoaffective disorder", term="Psychotic Disorders", mesh_id="D011618",
    method=NameMethod.SYNONYM, confidence=0.95, entry_terms=("schizoaffective disorder", "psychosis", "psychoses"),
    scope=HeadingScope.BROADER,
)  # fmt: skip
FILED_THERE = ("Psychotic Disorders",)


class TestWiderHeading:
    """Schizoaffective disorder had the best score of all candidates, by articles on other psychoses."""

    @pytest.mark.parametrize(
        "title", ["Sildenafil in psychosis with dementia", "Sildenafil versus placebo in psychotic disorders"]
    )
    def test_an_article_on_another_disease_of_the_heading_is_broader(self, title: str) -> None:
        assert read(title, name=PSYCHOSIS).disease is DiseaseMatch.BROADER
        assert not read(title, name=PSYCHOSIS).names_pair

    def test_one_that_is_only_filed_there_as_well(self) -> None:
        directness = read("Sildenafil in schizophrenia", name=PSYCHOSIS, tags=FILED_THERE)
        assert directness.disease is DiseaseMatch.BROADER

    def test_one_that_names_the_disease_is_of_it(self) -> None:
        text = "Patients had schizophrenia or schizoaffective disorder."
        directness = read("Sildenafil in psychoses", text, name=PSYCHOSIS, tags=FILED_THERE)
        assert directness.disease is DiseaseMatch.THIS_DISEASE
        assert directness.names_pair

    def test_a_trial_of_the_heading_is_not_narrower_than_the_disease(self) -> None:
        match = trial_match(condition_ancestors=(MeshTerm(id="D011618", term="x"),))
        by_words = match.model_copy(update={"condition": ConditionMatch.TEXT})
        assert directness_of_trial(by_words, pair_of(DRUG, PSYCHOSIS)).disease is DiseaseMatch.THIS_DISEASE


def test_index_terms_name_drug_and_disease() -> None:
    assert read("Attacks in winter", tags=("Raynaud Disease",), substances=("Sildenafil",)).names_pair
    assert not read("Attacks in winter", tags=("Raynaud Disease",), substances=("Nifedipine",)).names_pair
    assert not read("Sildenafil in winter", tags=("Cold Temperature",)).names_pair


def test_a_parent_alone_is_broader() -> None:
    assert read("Sildenafil in vascular diseases").disease is DiseaseMatch.BROADER
    assert read("Sildenafil in vascular diseases such as Raynaud phenomenon").disease is DiseaseMatch.THIS_DISEASE


def test_check_tags_tell_the_population() -> None:
    assert read("Sildenafil in Raynaud disease", tags=("Animals",)).population is Population.ANIMAL
    assert read("Sildenafil in Raynaud disease", tags=("Animals", "Humans")).is_direct


class TestTrial:
    def test_only_compared_with(self) -> None:
        directness = directness_of_trial(trial_match(role=DrugRole.COMPARATOR), PAIR)
        assert directness.drug is DrugMatch.COMPARATOR

    @pytest.mark.parametrize("role", [DrugRole.UNCLEAR, DrugRole.MENTIONED])
    def test_a_part_nobody_tells_is_not_told(self, role: DrugRole) -> None:
        assert directness_of_trial(trial_match(role=role), PAIR).drug is DrugMatch.NOT_TOLD

    def test_another_drug_without_arms_is_not_given_with_it_for_that(self) -> None:
        match = trial_match()
        bosentan = Intervention(kind="DRUG", name="Bosentan")
        listed = match.trial.model_copy(update={"interventions": (*match.trial.interventions, bosentan), "arms": ()})
        match = match.model_copy(update={"trial": listed, "other_agents": ("Bosentan",)})
        assert directness_of_trial(match, PAIR).drug is DrugMatch.NOT_TOLD

    def test_another_drug_in_the_same_arm(self) -> None:
        bosentan = Intervention(kind="DRUG", name="Bosentan", arm_types=("EXPERIMENTAL",))
        both, own, other = (
            Arm(name=" + ".join(names), interventions=names)
            for names in (("Sildenafil", "Bosentan"), ("Sildenafil",), ("Bosentan",))
        )

        def drug(*arms: Arm) -> DrugMatch:
            match = trial_match(others=("Bosentan",), interventions=(SILDENAFIL, bosentan), arms=arms)
            return directness_of_trial(match, PAIR).drug

        placebo = Arm(name="Placebo", interventions=("Placebo",))
        assert drug(both, placebo) is DrugMatch.COMBINATION
        assert drug(both, own) is DrugMatch.THIS_DRUG
        assert drug(own, other) is DrugMatch.THIS_DRUG
        assert drug(both, other) is DrugMatch.THIS_DRUG  # given to all, as background
        assert drug() is DrugMatch.COMBINATION

    def test_filed_below_the_heading(self) -> None:
        below = trial_match(condition_ancestors=(MeshTerm(id="D011928", term="Raynaud Disease"),))
        by_text = below.model_copy(update={"condition": ConditionMatch.TEXT})
        assert directness_of_trial(by_text, PAIR).disease is DiseaseMatch.NARROWER
        assert directness_of_trial(below, PAIR).disease is DiseaseMatch.THIS_DISEASE

    def test_one_that_only_the_index_files_under_the_disease_does_not_name_it(self) -> None:
        other = trial_match(title="Sildenafil in fatty liver", summary="", official_title="", conditions=("NAFLD",))
        assert directness_of_trial(other, PAIR).disease is DiseaseMatch.NOT_NAMED
        assert not directness_of_trial(other, PAIR).names_pair

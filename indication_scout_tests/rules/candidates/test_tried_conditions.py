"""Where a drug was tried, from records found by the drug alone."""

from __future__ import annotations

from indication_scout_assets.domain.diseases import DiseaseRef
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, Indication
from indication_scout_assets.domain.records.articles import Article, MeshHeading
from indication_scout_assets.domain.records.trials import Arm, Intervention, MeshTerm, Trial
from indication_scout_assets.rules.candidates.uses.tried_conditions import (
    UNPLACED,
    conditions_of_article,
    conditions_of_trial,
    diseases_of_trial,
    joined_uses,
    report_of_trial,
    trials_of_drug,
    with_tried_uses,
)

GOUT = DiseaseRef(id="MONDO_1", name="gout")
DRUG = ("zelavir",)


def trial(number: int = 1, **fields: object) -> Trial:
    given = {
        "nct_id": f"NCT9900000{number}",
        "title": "Zelavir in gout",
        "conditions": ("Gout",),
        "phases": ("PHASE2",),
        "interventions": (Intervention(kind="DRUG", name="Zelavir", arm_types=("EXPERIMENTAL",)),),
        "arms": (Arm(name="Zelavir", kind="EXPERIMENTAL", interventions=("Zelavir",)),),
        **fields,
    }
    return Trial.model_validate(given)


def test_of_every_trial_of_the_drug_it_is_known_why_it_treats_nobody() -> None:
    treats, prevents = trial(1), trial(2, primary_purpose="PREVENTION")
    diagnoses, watches = trial(3, primary_purpose="DIAGNOSTIC"), trial(4, study_type="OBSERVATIONAL")
    other = Intervention(kind="DRUG", name="Budenoside", arm_types=("EXPERIMENTAL",))
    compares = trial(
        5, interventions=(other, Intervention(kind="DRUG", name="Zelavir", arm_types=("ACTIVE_COMPARATOR",)))
    )
    of_another = trial(6, title="Budenoside in gout", interventions=(other,))
    in_words = trial(7, title="Budenoside versus zelavir in gout", arms=(), interventions=(
        Intervention(kind="DRUG", name="Budenoside"), Intervention(kind="DRUG", name="Zelavir")))  # fmt: skip
    by_title = trial(8, interventions=(other,))
    every = [treats, prevents, diagnoses, watches, compares, of_another, in_words, by_title]
    why = {each.nct_id[-1]: untreated for each, untreated in trials_of_drug(every, DRUG)}
    assert [number for number, untreated in why.items() if not untreated] == ["1", "2"]
    assert list(why) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert why["6"] == "The registry finds it by the drug, which neither its interventions nor its titles name."
    assert why["7"] == "By its words the drug is what another treatment is compared with."
    assert why["8"] == "Its title names the drug, and none of its interventions does."


def test_conditions_are_the_registered_words_and_headings_in_natural_order() -> None:
    heading = MeshTerm(id="D051436", term="Renal Insufficiency, Chronic")
    of_trial = trial(conditions=("Fatty Liver (MASLD)",), condition_mesh=(heading,))
    assert conditions_of_trial(of_trial) == (("Fatty Liver",), ("Chronic Renal Insufficiency",))


def test_an_article_is_about_what_its_indexers_say_was_treated() -> None:
    treated = MeshHeading(name="Gout", qualifiers=("drug therapy",))
    beside = MeshHeading(name="Hypertension", qualifiers=("epidemiology",))
    assert conditions_of_article(Article(id="1", title="T", mesh_headings=(treated, beside))) == ("Gout",)
    bare = (MeshHeading(name="Gout"), MeshHeading(name="Arthritis, Gouty"))
    assert conditions_of_article(Article(id="1", title="T", mesh_headings=bare)) == ("Gout", "Gouty Arthritis")
    model = (MeshHeading(name="Disease Models, Animal"), MeshHeading(name="Seizures"), treated)
    assert conditions_of_article(Article(id="1", title="T", mesh_headings=model)) == ()
    assert "acute gout" in conditions_of_article(Article(id="1", title="Zelavir in acute gout."))


def test_reports_of_a_disease_stand_together_under_the_furthest_stage() -> None:
    article = ClinicalReport(id="7", source="PubMed")
    [use] = joined_uses([(GOUT, report_of_trial(trial())), (GOUT, article), (GOUT, report_of_trial(trial()))])
    assert (use.disease_id, use.stage, [r.id for r in use.reports]) == (
        "MONDO_1",
        ClinicalStage.PHASE_2,
        ["7", "NCT99000001"],
    )


def test_a_trial_whose_conditions_nobody_knows_is_not_lost() -> None:
    [ref] = diseases_of_trial(trial(conditions=("Zelosis",)), {"Gout": GOUT})
    assert ref.name == "Zelosis"
    assert ref.id.startswith(UNPLACED)


def test_headings_count_where_no_registered_word_is_known() -> None:
    """What the registry derives may be another disease altogether."""
    cough = DiseaseRef(id="MONDO_2", name="cough")
    derived = (MeshTerm(id="D003371", term="Cough"),)
    known = {"Gout": GOUT, "Cough": cough}
    assert diseases_of_trial(trial(condition_mesh=derived), known) == [GOUT]
    assert diseases_of_trial(trial(conditions=("Zelosis",), condition_mesh=derived), known) == [cough]


def test_uses_found_by_the_drug_alone_add_to_those_that_are_known() -> None:
    own = Indication(
        disease_id="MONDO_1",
        disease_name="gout",
        stage=ClinicalStage.PHASE_3,
        reports=(ClinicalReport(id="NCT99000001", source="Open Targets", stage=ClinicalStage.PHASE_3),),
    )
    profile = DrugProfile(slug="z", query="z", chembl_id="CHEMBL1", name="ZELAVIR", indications=(own,))
    cough = DiseaseRef(id="MONDO_2", name="cough")
    tried = joined_uses(
        [(GOUT, report_of_trial(trial())), (GOUT, report_of_trial(trial(2))), (cough, report_of_trial(trial(2)))]
    )
    first, second = with_tried_uses(profile, tried).indications
    assert (first.stage, [r.source for r in first.reports]) == (
        ClinicalStage.PHASE_3,
        ["Open Targets", "ClinicalTrials.gov"],
    )
    assert second.disease_id == "MONDO_2"
    assert with_tried_uses(profile, ()).indications == (own,)

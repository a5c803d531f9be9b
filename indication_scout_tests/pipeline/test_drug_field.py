"""All drugs at once: what the paths of one drug find among the others, and which terms of the ontology it is given."""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import (
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugTarget,
    DrugWarning,
    Indication,
)
from indication_scout_assets.pipeline.matrix_build import DrugIndex, Ontology

TARGET = DrugTarget(ensembl_id="ENSG1", symbol="TGT1", action_type="INHIBITOR")


def use(disease: str, stage: ClinicalStage = ClinicalStage.PHASE_3, title: str = "") -> Indication:
    report = ClinicalReport(id=f"NCT-{disease}", source="AACT", stage=stage, title=title)
    return Indication(disease_id=disease, disease_name=disease.lower(), stage=stage, reports=(report,))


def drug(number: int, *uses: Indication, **more: Any) -> DrugProfile:
    drug_id = f"CHEMBL{number}"
    return DrugProfile(slug=drug_id, query=drug_id, chembl_id=drug_id, name=f"drug{number}", indications=uses, **more)


def field_of(*drugs: DrugProfile) -> DrugIndex:
    field = DrugIndex()
    for profile in drugs:
        field.add(profile)
    return field


def test_uses_of_other_drugs_count_whatever_their_reports_are_titled() -> None:
    """A run asks for the uses of drugs alike without the reports behind them; the matrix must not know more."""
    own = drug(1, use("GOUT"))
    field = field_of(own, drug(2, use("GOUT"), use("LUPUS", title="An observational registry")))
    findings = field.use_findings(own, {"GOUT": 2, "LUPUS": 1})
    assert [finding.disease_id for finding in findings] == ["GOUT", "LUPUS"]


def test_a_use_that_nobody_counted_tells_nothing() -> None:
    own = drug(1, use("GOUT"))
    assert field_of(own, drug(2, use("GOUT"), use("LUPUS"))).use_findings(own, {}) == ()


def test_drugs_of_the_class_are_others_on_a_target_whose_action_is_known() -> None:
    own = drug(1, targets=(TARGET,), related_ids=("CHEMBL3",))
    silent = TARGET.model_copy(update={"action_type": None})
    field = field_of(
        own,
        drug(2, use("GOUT"), use("LUPUS", ClinicalStage.PHASE_1), targets=(TARGET,)),
        drug(3, use("GOUT"), targets=(TARGET,)),
    )
    (classmate,) = field.class_drugs(own)
    assert classmate.chembl_id == "CHEMBL2", "a salt of the drug is no other drug"
    assert [indication.disease_id for indication in classmate.indications] == ["GOUT"], "from phase 2 on"
    assert field.class_drugs(drug(1, targets=(silent,))) == []


def test_the_drugs_of_a_disease_are_ordered_over_all_their_uses_forms_with_their_drug() -> None:
    ontology = Ontology()
    terms = [Disease(id=f"MONDO_{number}", name=f"disease {number}", ancestors=("MONDO_A",)) for number in range(1, 5)]
    ontology.add([*(term.id for term in terms), "EFO_4"], {term.id: term for term in terms} | {"EFO_4": terms[3]})
    field = field_of(
        drug(1, use("MONDO_1"), use("MONDO_2")),
        drug(2, use("MONDO_2"), use("MONDO_3"), use("gone")),
        drug(3, use("MONDO_1"), use("MONDO_2"), use("EFO_4")),
        drug(5, use("MONDO_3"), warnings=(DrugWarning(kind="Withdrawn", disease_id="MONDO_4"),)),
    )
    field.add(drug(4, use("MONDO_4")), parent="CHEMBL1")
    (orders,) = field.likely_drugs(ontology, ["MONDO_1", "MONDO_4", "MONDO_9"])
    assert [name for name, _ in orders["MONDO_1"]] == ["CHEMBL2"], "by a use it shares with those given for it"
    assert [name for name, _ in orders["MONDO_4"]] == ["CHEMBL2"], "a form was tried in it; a warning names it"
    assert "MONDO_9" not in orders


def test_the_ontology_gives_what_was_asked_for_and_the_term_that_refers_to_one_without_a_place() -> None:
    sign = Disease(id="HP_1", name="Highpressure", drug_count=4)
    placed = Disease(id="MONDO_1", name="highpressure", cross_references=("HP:1",), ancestors=("MONDO_0",))
    namesake = Disease(id="MONDO_2", name="Highpressure", ancestors=("MONDO_0",))
    renamed = Disease(id="MONDO_3", name="gout", obsolete_ids=("EFO_3",), ancestors=("MONDO_0",), drug_count=7)
    ontology = Ontology()
    ontology.add(
        ["HP_1", "MONDO_2", "EFO_3", "EFO_9"],
        {"HP_1": sign, "MONDO_1": placed, "MONDO_2": namesake, "EFO_3": renamed},
    )
    assert ontology.of(["HP_1", "EFO_9"]) == {"HP_1": sign, "MONDO_1": placed}
    assert ontology.of(["EFO_3"]) == {"EFO_3": renamed}
    assert ontology.missing(["EFO_9", "MONDO_1"]) == {"MONDO_1"}, "it came along unasked"
    assert ontology.drug_counts(["HP_1", "MONDO_2", "EFO_3", "EFO_9"]) == {"HP_1": 4, "EFO_3": 7}


def test_a_form_whose_parent_no_source_names_is_a_form_of_the_drug_it_is_called_after() -> None:
    field = DrugIndex()
    for number, name in ((1, "Zelavir"), (2, "ZELAVIR CITRATE"), (3, "Orphanil sodium"), (4, "Sodium chloride")):
        field.add(drug(number).model_copy(update={"name": name}))
    field.add(drug(5).model_copy(update={"name": "Zelavir maleate"}), parent="CHEMBL9")
    field.join_forms()
    assert field.parents == {
        "CHEMBL1": None, "CHEMBL2": "CHEMBL1", "CHEMBL3": None, "CHEMBL4": None, "CHEMBL5": "CHEMBL9",
    }  # fmt: skip

"""Drugs alike by use: which uses tell, which drugs are alike, and what they say about a disease."""

from __future__ import annotations

import math

import pytest

from indication_scout_assets.domain.candidates import ClassDrug
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, DrugTarget, Indication
from indication_scout_assets.rules.candidates.use_path import (
    CERTAIN,
    alike_drugs,
    disease_weight,
    most_alike,
    rarest_uses,
    telling_uses,
    use_findings,
    used,
)
from indication_scout_assets.rules.candidates.uses.own_development import own_development

GOUT, ANGINA, ASTHMA, STROKE = "MONDO_1", "MONDO_2", "MONDO_3", "MONDO_4"
COUNTS = {GOUT: 5, ANGINA: 50, ASTHMA: 500}


def use(disease: str, stage: ClinicalStage = ClinicalStage.PHASE_3, *titles: str, report: str = "") -> Indication:
    reports = tuple(
        ClinicalReport(id=report or f"{disease}-{n}", source="AACT", stage=stage, title=title)
        for n, title in enumerate(titles)
    )
    return Indication(disease_id=disease, disease_name=f"disease {disease}", stage=stage, reports=reports)


def profile(*uses: Indication, **more) -> DrugProfile:
    facts = {"slug": "madeupril", "query": "madeupril", "chembl_id": "CHEMBL1", "name": "madeupril"} | more
    return DrugProfile(**facts, indications=uses)


def other(number: int, *uses: Indication, name: str = "", parent: str | None = None) -> ClassDrug:
    return ClassDrug(chembl_id=f"CHEMBL{number}", name=name or f"drug{number}", parent_id=parent, indications=uses)


def test_a_rare_use_tells_more_than_a_frequent_one() -> None:
    assert rarest_uses(profile(use(ASTHMA), use(GOUT), use(ANGINA)), COUNTS) == [GOUT, ANGINA, ASTHMA]
    assert disease_weight(5) > disease_weight(50) > disease_weight(10**6) == 0.1
    assert rarest_uses(profile(use(STROKE)), COUNTS) == []


def test_the_drugs_that_share_most_are_read_in_full_the_drug_itself_never() -> None:
    drugs_of = {GOUT: ["CHEMBL7", "CHEMBL1"], ANGINA: ["CHEMBL8", "CHEMBL7"], ASTHMA: ["CHEMBL9"]}
    assert most_alike(profile(use(GOUT)), drugs_of, COUNTS) == ["CHEMBL7", "CHEMBL8", "CHEMBL9"]


def test_the_same_uses_are_likeness_of_one_and_further_uses_lower_it() -> None:
    mine = profile(use(GOUT), use(ANGINA))
    twin, wide = other(7, use(GOUT), use(ANGINA)), other(8, use(GOUT), use(ANGINA), use(ASTHMA), use(STROKE))
    alike = alike_drugs(mine, [wide, twin, other(9, use(STROKE))], COUNTS)
    assert [a.drug.chembl_id for a in alike] == ["CHEMBL7", "CHEMBL8"]
    assert [a.similarity for a in alike] == pytest.approx([1.0, math.sqrt(0.5)])
    assert alike[0].shared == (f"disease {GOUT}", f"disease {ANGINA}")


def test_a_disease_is_as_strong_as_all_drugs_alike_together() -> None:
    mine = profile(use(GOUT))
    drugs = [other(n, use(GOUT), use(STROKE, ClinicalStage.PHASE_2)) for n in (7, 8)]
    by_disease = {f.disease_id: f.use for f in use_findings(mine, drugs, COUNTS)}
    weight = math.sqrt(0.5) ** 1.5
    assert by_disease[STROKE].strength == pytest.approx(-2 * math.log(1 - weight))
    assert (by_disease[STROKE].drugs, [f.name for f in by_disease[STROKE].facts]) == (2, ["drug7", "drug8"])
    assert by_disease[STROKE].facts[0].stage is ClinicalStage.PHASE_2
    assert use_findings(mine, [other(7, use(GOUT))], COUNTS)[0].use.facts[0].weight == CERTAIN


@pytest.mark.parametrize(
    "form",
    [
        other(1, use(GOUT), use(STROKE)),
        other(7, use(GOUT), use(STROKE), parent="CHEMBL1"),
        other(8, use(GOUT), use(STROKE), name="madeupril mesylate"),
    ],
)
def test_forms_of_the_drug_say_nothing_about_it(form: ClassDrug) -> None:
    assert use_findings(profile(use(GOUT)), [form], COUNTS) == ()


def test_forms_of_another_drug_are_one_drug_with_the_furthest_stage() -> None:
    forms = [
        other(7, use(GOUT), use(STROKE, ClinicalStage.PHASE_2), name="otherol"),
        other(8, use(GOUT), use(STROKE, ClinicalStage.PHASE_3), name="otherol xr"),
    ]
    use_of = {f.disease_id: f.use for f in use_findings(profile(use(GOUT)), forms, COUNTS)}
    assert (use_of[STROKE].drugs, use_of[STROKE].facts[0].stage) == (1, ClinicalStage.PHASE_3)


def untreated(known: Indication, *reports: int) -> Indication:
    marked = (
        report.model_copy(update={"not_treating": "It does not treat."}) if number in reports else report
        for number, report in enumerate(known.reports)
    )
    return known.model_copy(update={"reports": tuple(marked)})


def test_a_drug_is_not_like_those_for_the_tumour_whose_anaemia_it_treats() -> None:
    """Erythropoietin, filed under tumours by trials of their anaemia, was like carmustine and cabazitaxel."""
    anaemia, tumour = use(GOUT, ClinicalStage.PHASE_3, "Of anaemia"), use(ANGINA, ClinicalStage.PHASE_3, "Of anaemia")
    carmustine = other(7, use(ANGINA), use(STROKE), name="carmustine")
    assert use_findings(profile(anaemia, tumour), [carmustine], COUNTS) != ()
    assert use_findings(profile(anaemia, untreated(tumour, 0)), [carmustine], COUNTS) == ()


@pytest.mark.parametrize(
    ("own", "theirs", "common"),
    [
        (None, "ANTAGONIST", ("DRD2",)),
        ("ANTAGONIST", None, ("DRD2",)),
        ("ANTAGONIST", "ANTAGONIST", ("DRD2",)),
        ("ANTAGONIST", "AGONIST", ()),
    ],
)
def test_an_action_that_no_source_tells_is_no_other_action(
    own: str | None, theirs: str | None, common: tuple[str, ...]
) -> None:
    mine, acts = (DrugTarget(ensembl_id="E1", symbol="DRD2", action_type=action) for action in (own, theirs))
    aripiprazole = other(7, use(GOUT), use(STROKE)).model_copy(update={"targets": (acts,)})
    by_disease = {
        f.disease_id: f.use for f in use_findings(profile(use(GOUT), targets=(mine,)), [aripiprazole], COUNTS)
    }
    assert by_disease[STROKE].facts[0].shared_targets == common


def test_a_trial_of_a_neighbour_that_names_many_diseases_leads_to_none_of_them() -> None:
    """Imatinib "reached phase 3" in Burkitt lymphoma and brain cancer by a trial of transplants."""
    many = [use(disease, ClinicalStage.PHASE_3, "Transplants", report="NCT1") for disease in map(str, range(10, 16))]
    imatinib = other(7, use(GOUT), use(STROKE), *many)
    assert {f.disease_id for f in use_findings(profile(use(GOUT)), [imatinib], COUNTS)} == {GOUT, STROKE}


def test_a_stage_that_rests_on_a_test_is_that_of_the_treatments() -> None:
    """Dobutamine came to phase 3 as a stress of the heart; as a treatment of the disease it was tried in phase 1."""
    late, early = use(ANGINA, ClinicalStage.PHASE_3, "Stress").reports, use(ANGINA, ClinicalStage.PHASE_1, "Given")
    both = use(ANGINA).model_copy(update={"reports": (*late, *early.reports)})
    (left,) = used([untreated(both, 0)]).values()
    assert (left.stage, len(left.reports)) == (ClinicalStage.PHASE_1, 1)
    tried = own_development([untreated(both, 0)])
    assert (tried.stage, tried.reports) == (ClinicalStage.PHASE_1, 1)
    assert own_development([untreated(both, 0, 1)]).stage is None


def test_a_first_trial_in_whatever_tumour_makes_no_drug_alike() -> None:
    basket = [use(f"MONDO_{n}", ClinicalStage.PHASE_1, "In many cancers", report="NCT1") for n in range(10, 22)]
    own = use(GOUT, ClinicalStage.PHASE_1, "In gout")
    assert list(telling_uses(profile(own, *basket))) == [GOUT]
    assert len(used(profile(own, *basket).indications)) == 13


def test_neighbours_named_are_the_nearest_and_the_nearest_of_the_same_mechanism() -> None:
    target = {"ensembl_id": "E1", "symbol": "HRH1"}
    mine = profile(use(GOUT), use(ANGINA), targets=(DrugTarget(**target, action_type="ANTAGONIST"),))
    twins = [other(number, use(GOUT), use(ANGINA), use(STROKE, ClinicalStage.PHASE_1)) for number in range(10, 15)]
    acts = other(20, use(GOUT), use(STROKE)).model_copy(
        update={"targets": (DrugTarget(**target, action_type="INVERSE AGONIST"),)}
    )
    opposite = other(21, use(GOUT), use(STROKE)).model_copy(
        update={"targets": (DrugTarget(**target, action_type="AGONIST"),)}
    )
    (stroke,) = (f for f in use_findings(mine, [*twins, opposite, acts], COUNTS) if f.disease_id == STROKE)
    assert [fact.chembl_id for fact in stroke.use.facts] == [*(twin.chembl_id for twin in twins), "CHEMBL20"]
    assert [fact.shared_targets for fact in stroke.use.facts[-2:]] == [(), ("HRH1",)]


def test_a_drug_hardly_alike_is_not_named_nor_counted() -> None:
    far = other(7, use(ASTHMA), *(use(f"MONDO_{n}") for n in range(100, 140)), use(STROKE))
    by_disease = use_findings(profile(use(GOUT), use(ASTHMA)), [far], COUNTS)
    (stroke,) = (finding for finding in by_disease if finding.disease_id == STROKE)
    assert (stroke.use.drugs, stroke.use.facts) == (0, ())
    assert stroke.use.strength > 0

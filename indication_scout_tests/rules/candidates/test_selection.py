"""The rules of candidates: paths, approval, what a disease is, the ranking formula."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Association,
    Candidate,
    CandidateList,
    CandidateWeights,
    ClassDrug,
    MergedDisease,
    PathFinding,
    SetAside,
    TargetDirection,
    TargetFact,
)
from indication_scout_assets.domain.diseases import Disease, DiseaseRef
from indication_scout_assets.domain.drugs import (
    Action,
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugTarget,
    DrugWarning,
    Indication,
)
from indication_scout_assets.domain.records.labels import DrugLabels, LabelIndication, LabelMention
from indication_scout_assets.rules.candidates.disease_rules import not_a_candidate
from indication_scout_assets.rules.candidates.formula import combine, score
from indication_scout_assets.rules.candidates.paths import (
    class_findings,
    class_path_score,
    direction_of,
    direction_questions,
    evidence_direction,
    proven_stage,
    target_findings,
    target_path_score,
    with_directions,
)
from indication_scout_assets.rules.candidates.places import BELOW_CUT_KEPT
from indication_scout_assets.rules.candidates.selection import diseases_to_look_up, make_candidates
from indication_scout_assets.rules.candidates.uses.approval import (
    approval,
    approval_by_labels,
    class_harm,
    harm,
    label_names,
    not_settled,
    uses_on_labels,
)
from indication_scout_assets.rules.labels.label_uses import LabelUse, Naming, unnamed_use

WEIGHTS = CandidateWeights()
AREA = DiseaseRef(id="MONDO_0004995", name="cardiovascular disorder")
PDE5 = DrugTarget(ensembl_id="ENSG00000138735", symbol="PDE5A", action_type="INHIBITOR")


def disease(id_: str, name: str, *ancestors: str, **more) -> Disease:
    above = (*ancestors, "MONDO_0005385", AREA.id)
    return Disease(**{"id": id_, "name": name, "ancestors": above, "therapeutic_areas": (AREA,), **more})


PH = disease("MONDO_0005149", "pulmonary hypertension", drug_count=28)
PAH = disease("MONDO_0015924", "pulmonary arterial hypertension", PH.id, obsolete_ids=("EFO_0001361",), drug_count=19)
IPAH = disease("MONDO_0001999", "idiopathic pulmonary arterial hypertension", PAH.id, PH.id, drug_count=3)
RAYNAUD = disease("MONDO_0008364", "Raynaud disease", drug_count=4)
BY_ID = {d.id: d for d in (PH, PAH, IPAH, RAYNAUD)} | {"EFO_0001361": PAH}


def report(id_: str = "R1", stage: ClinicalStage = ClinicalStage.APPROVAL, **more) -> ClinicalReport:
    return ClinicalReport(**{"id": id_, "source": "FDA", "stage": stage, "drug_ids": ("CHEMBL192",), **more})


def indication(of: Disease, stage: ClinicalStage = ClinicalStage.APPROVAL, *reports: ClinicalReport) -> Indication:
    return Indication(disease_id=of.id, disease_name=of.name, stage=stage, reports=reports)


def drug(*indications: Indication, **more) -> DrugProfile:
    facts = {"slug": "sildenafil", "query": "sildenafil", "chembl_id": "CHEMBL192", "name": "sildenafil"}
    return DrugProfile(**{**facts, "targets": (PDE5,), "indications": indications, **more})


def classmate(id_: str, *indications: Indication, targets: tuple[DrugTarget, ...] = (PDE5,), **more) -> ClassDrug:
    return ClassDrug(chembl_id=id_, name=f"drug {id_}", targets=targets, indications=indications, **more)


def association(of: Disease, value: float) -> Association:
    kinds = {"genetic_association": value, "rna_expression": value}
    return Association(disease_id=of.id, disease_name=of.name, score=value, datatype_scores=kinds)


def both_lists(profile, target, mates, diseases, weights, keep, labels=DrugLabels()) -> list[Candidate]:  # noqa: B008
    """The product's candidates without the third path, with as many places in each list."""
    places = dict.fromkeys(CandidateList, keep)
    return make_candidates(
        profile, target=target, classmates=mates, alike=(), diseases=diseases, weights=weights, keep=places,
        labels=labels,
    )  # fmt: skip


# -- The drug's own records ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mates", "reason"),
    [((), "NCT7: It watches what people take."), ((classmate("CHEMBL5", indication(RAYNAUD)),), "")],
)
def test_what_only_records_name_that_treat_nobody_is_set_aside_with_the_reason(mates, reason):
    """Three trials of nilotinib that watch or compare it were neither listed nor set aside."""
    watched = report("NCT7", ClinicalStage.PHASE_3, not_treating="It watches what people take.")
    known = drug(indication(PH), indication(RAYNAUD, ClinicalStage.PHASE_3, watched))
    wanted = diseases_to_look_up(known, target=(), classmates=(), alike=(), weights=WEIGHTS)
    assert RAYNAUD.id in wanted
    findings = class_findings(known, mates)
    (single,) = (c for c in both_lists(known, (), findings, BY_ID, WEIGHTS, 10) if c.disease.id == RAYNAUD.id)
    assert (single.listed, single.own_stage) == (CandidateList.NEW, None)
    assert (single.set_aside, single.set_aside_reason) == (SetAside.NOT_TREATED if reason else None, reason)


# -- Paths ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on_target", "on_trait", "decreasing"),
    [
        ("LoF", "protect", TargetDirection.AGREES),
        ("GoF", "risk", TargetDirection.AGREES),
        ("LoF", "risk", TargetDirection.OPPOSES),
        ("GoF", "protect", TargetDirection.OPPOSES),
        (None, "risk", TargetDirection.UNKNOWN),
        ("LoF", None, TargetDirection.UNKNOWN),
    ],
)
def test_direction_turns_around_with_the_action(on_target, on_trait, decreasing):
    turned = {TargetDirection.AGREES: TargetDirection.OPPOSES, TargetDirection.OPPOSES: TargetDirection.AGREES}
    assert evidence_direction(on_target, on_trait, Action.DECREASES) is decreasing
    assert evidence_direction(on_target, on_trait, Action.INCREASES) is turned.get(decreasing, decreasing)
    assert evidence_direction(on_target, on_trait, Action.OTHER) is TargetDirection.UNKNOWN


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({}, TargetDirection.UNKNOWN),
        ({"unknown": 9}, TargetDirection.UNKNOWN),
        ({"agrees": 8, "opposes": 2}, TargetDirection.AGREES),
        ({"agrees": 1, "opposes": 9}, TargetDirection.OPPOSES),
        ({"agrees": 1, "opposes": 1}, TargetDirection.MIXED),
    ],
)
def test_mixed_evidence_is_called_mixed(counts, expected):
    assert direction_of(counts) is expected


def test_target_path_asks_for_directions_and_takes_the_answers():
    findings = target_findings(drug(), {PDE5.ensembl_id: [association(PH, 0.4), association(PAH, 0.6)]})
    assert [f.disease_id for f in findings] == [PAH.id, PH.id]
    (question,) = direction_questions(findings, limit=5, skip={PAH.id})
    assert (question.disease_id, question.action) == (PH.id, Action.DECREASES)
    directed = with_directions(findings, {(PDE5.ensembl_id, PH.id): {"opposes": 3}})
    assert [f.target_facts[0].direction for f in directed] == [TargetDirection.UNKNOWN, TargetDirection.OPPOSES]


def test_class_path_keeps_the_action_type_and_leaves_out_the_drug_itself():
    agonist = DrugTarget(ensembl_id=PDE5.ensembl_id, symbol="PDE5A", action_type="ACTIVATOR")
    untyped = DrugTarget(ensembl_id=PDE5.ensembl_id, symbol="PDE5A")
    rows = [
        classmate("CHEMBL1", indication(RAYNAUD), targets=(agonist,)),
        classmate("CHEMBL2", indication(RAYNAUD), targets=(untyped,)),
        classmate("CHEMBL192", indication(RAYNAUD)),
        classmate("CHEMBL3", indication(RAYNAUD), parent_id="CHEMBL192"),
        classmate("CHEMBL4", indication(RAYNAUD)),
    ]
    (finding,) = class_findings(drug(related_ids=("CHEMBL4",)), [*rows[:4], classmate("CHEMBL5", indication(RAYNAUD))])
    assert [f.chembl_id for f in finding.class_facts] == ["CHEMBL5"]
    assert [f.chembl_id for f in finding.contrary_facts] == ["CHEMBL1"]
    (contrary,) = class_findings(drug(related_ids=("CHEMBL4",)), rows)
    assert (contrary.class_facts, contrary.score) == ((), 0)


@pytest.mark.parametrize(
    ("inhibitors", "activators", "aside"),
    [
        ((ClinicalStage.PHASE_2,), (), None),
        ((ClinicalStage.PHASE_2,), (ClinicalStage.PHASE_3,), SetAside.CONTRARY_ACTION),
        ((ClinicalStage.APPROVAL,), (ClinicalStage.PHASE_3,), None),
        ((ClinicalStage.PHASE_2,), (ClinicalStage.PHASE_2,), None),
    ],
)
def test_a_drug_of_the_opposite_action_that_came_further_ends_a_candidacy(inhibitors, activators, aside):
    activator = DrugTarget(ensembl_id=PDE5.ensembl_id, symbol="PDE5A", action_type="ACTIVATOR")
    rows = [classmate(f"CHEMBL{n}", indication(RAYNAUD, s)) for n, s in enumerate(inhibitors, 5)]
    rows += [classmate(f"CHEMBL{n}", indication(RAYNAUD, s), targets=(activator,)) for n, s in enumerate(activators, 8)]
    (made,) = both_lists(drug(), (), class_findings(drug(), rows), {RAYNAUD.id: RAYNAUD}, CandidateWeights(), 10)
    assert made.set_aside is aside
    if aside:
        assert made.set_aside_reason == (
            "drug CHEMBL8 does the opposite (activator of PDE5A) and reached phase 3 in Raynaud disease; no drug that "
            "acts as sildenafil does came as far."
        )


@pytest.mark.parametrize(
    ("reports", "stage"),
    [
        ([("CURATED_RESOURCE", ClinicalStage.APPROVAL)], ClinicalStage.UNKNOWN),
        (
            [("CURATED_RESOURCE", ClinicalStage.APPROVAL), ("CLINICAL_TRIAL", ClinicalStage.PHASE_2)],
            ClinicalStage.PHASE_2,
        ),
        (
            [("CURATED_RESOURCE", ClinicalStage.APPROVAL), ("CLINICAL_TRIAL", ClinicalStage.PHASE_3)],
            ClinicalStage.APPROVAL,
        ),
        ([("DRUG_LABEL", ClinicalStage.APPROVAL)], ClinicalStage.APPROVAL),
        ([("REGULATORY_AGENCY", ClinicalStage.APPROVAL)], ClinicalStage.APPROVAL),
        ([], ClinicalStage.APPROVAL),
    ],
)
def test_an_approval_counts_where_a_report_of_one_or_a_late_trial_stands_behind_it(reports, stage):
    given = [report(f"R{n}", of, kind=kind) for n, (kind, of) in enumerate(reports)]
    assert proven_stage(indication(RAYNAUD, ClinicalStage.APPROVAL, *given)) is stage


def test_phase_filter_is_per_drug_and_disease():
    approved_elsewhere = classmate(
        "CHEMBL1", indication(PAH, ClinicalStage.APPROVAL), indication(RAYNAUD, ClinicalStage.PHASE_1)
    )
    assert [f.disease_id for f in class_findings(drug(), [approved_elsewhere])] == [PAH.id]


def test_promiscuous_drugs_and_failed_trials_count_less():
    others = tuple(DrugTarget(ensembl_id=f"E{i}", symbol=f"T{i}", action_type="INHIBITOR") for i in range(8))
    plain, promiscuous = (
        class_findings(drug(), [classmate("CHEMBL1", indication(RAYNAUD, ClinicalStage.PHASE_3), targets=targets)])[
            0
        ].score
        for targets in ((PDE5,), (PDE5, *others))
    )
    assert promiscuous == pytest.approx(plain / 3)
    stopped = report(stage=ClinicalStage.PHASE_3, stop_reasons=("Negative",))
    failed = class_findings(drug(), [classmate("CHEMBL1", indication(RAYNAUD, ClinicalStage.PHASE_3, stopped))])[0]
    assert failed.score == pytest.approx(plain / 2)
    assert failed.class_facts[0].stop_reasons == ("Negative",)


def test_two_forms_of_a_drug_are_one_drug():
    salt = classmate("CHEMBL2", indication(RAYNAUD, ClinicalStage.PHASE_3), parent_id="CHEMBL1")
    (finding,) = class_findings(drug(), [classmate("CHEMBL1", indication(RAYNAUD, ClinicalStage.PHASE_2)), salt])
    assert [f.stage for f in finding.class_facts] == [ClinicalStage.PHASE_3]


LISTED = LabelUse(
    Naming.USE,
    LabelMention(set_id="s", source="openFDA", kind="indications", sentence="For it.", start=0, end=7, score=1.0),
    "Its labels list it.",
)


# -- Approval ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("use", "candidate", "expected"),
    [
        (PAH, PAH, ApprovalStatus.APPROVED),
        (PAH, PH, ApprovalStatus.APPROVED_NARROWER),
        (PAH, IPAH, ApprovalStatus.APPROVED_BROADER),
        (PAH, RAYNAUD, ApprovalStatus.NOT_APPROVED),
    ],
)
def test_approval_by_subsumption(use, candidate, expected):
    status, sentence, _ = approval(drug(indication(use, ClinicalStage.APPROVAL, report())), candidate, BY_ID)
    assert status is expected
    assert candidate.id in sentence
    assert sentence.endswith(".")


def test_approval_under_a_dead_id_and_under_a_synonym():
    dead = Indication(disease_id="EFO_0001361", disease_name="PAH", stage=ClinicalStage.APPROVAL)
    assert approval(drug(dead), PAH, BY_ID)[0] is ApprovalStatus.APPROVED
    unmapped = Indication(
        disease_id="HP_0002092", disease_name="Pulmonary Arterial Hypertension", stage=ClinicalStage.APPROVAL
    )
    assert approval(drug(unmapped), PAH, BY_ID)[0] is ApprovalStatus.APPROVED


HYPERTENSION = disease("MONDO_0005044", "hypertensive disorder", cross_references=("HP:0000822", "MESH:D006973"))
ESSENTIAL = disease("MONDO_0001134", "essential hypertension", HYPERTENSION.id)
VASCULAR = disease("MONDO_0000473", "arterial disorder")
HP_HYPERTENSION = Disease(id="HP_0000822", name="Hypertension")


@pytest.mark.parametrize("drug_name", ["losartan", "hydrochlorothiazide"])
@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (HYPERTENSION, ApprovalStatus.APPROVED),
        (ESSENTIAL, ApprovalStatus.APPROVED_BROADER),
        (VASCULAR, ApprovalStatus.APPROVED_NARROWER),
        (RAYNAUD, ApprovalStatus.NOT_APPROVED),
    ],
)
def test_an_approval_under_another_ontology_counts_by_cross_reference(drug_name, candidate, expected):
    under = HYPERTENSION.model_copy(update={"ancestors": (VASCULAR.id, *HYPERTENSION.ancestors)})
    known = {d.id: d for d in (under, ESSENTIAL, VASCULAR, HP_HYPERTENSION, RAYNAUD)}
    profile = drug(indication(HP_HYPERTENSION, ClinicalStage.APPROVAL, report()), name=drug_name)
    assert approval(profile, known[candidate.id], known)[0] is expected
    unreferenced = known | {under.id: under.model_copy(update={"cross_references": ()})}
    assert approval(profile, unreferenced[candidate.id], unreferenced)[0] is ApprovalStatus.NOT_APPROVED


def test_a_use_without_a_place_in_the_tree_is_narrower_than_what_its_name_ends_with():
    stroke = disease("MONDO_0005098", "stroke disorder", VASCULAR.id).model_copy(update={"synonyms": ("stroke",)})
    orphan = disease("MONDO_1060198", "ischemic stroke").model_copy(update={"ancestors": ()})
    recovery = disease("MONDO_0000009", "stroke rehabilitation", VASCULAR.id)
    known = {d.id: d for d in (stroke, orphan, recovery)}
    profile = drug(indication(orphan, ClinicalStage.APPROVAL, report()))
    status, reason, _ = approval(profile, stroke, known)
    assert status is ApprovalStatus.APPROVED_NARROWER
    assert reason.startswith("Wider than an approved use: ischemic stroke.")
    assert approval(profile, recovery, known)[0] is ApprovalStatus.NOT_APPROVED
    placed = known | {orphan.id: orphan.model_copy(update={"ancestors": (VASCULAR.id,)})}
    assert approval(profile, stroke, placed)[0] is ApprovalStatus.NOT_APPROVED, "its place in the tree decides"


PARKINSONISM = DiseaseRef(id="MONDO_0021095", name="parkinsonian disorder")
PARKINSON = disease("MONDO_0005180", "Parkinson disease", parents=(PARKINSONISM,))


@pytest.mark.parametrize(
    ("name", "parents", "status"),
    [
        ("postencephalitic Parkinson disease", (PARKINSONISM,), ApprovalStatus.APPROVED_NARROWER),
        ("postencephalitic Parkinson disease", (), ApprovalStatus.NOT_APPROVED),
        ("secondary Parkinson disease", (PARKINSONISM,), ApprovalStatus.NOT_APPROVED),
        ("vascular parkinsonism", (PARKINSONISM,), ApprovalStatus.NOT_APPROVED),
    ],
)
def test_a_use_that_is_a_form_of_a_disease_by_name_is_narrower(name, parents, status):
    """Registers have drugs for Parkinson disease approved for its postencephalitic form, which MONDO has beside it."""
    use = disease("MONDO_0001945", name, parents=parents)
    known = {d.id: d for d in (PARKINSON, use)}
    assert approval(drug(indication(use)), PARKINSON, known).status is status


def test_a_form_of_a_disease_by_name_is_shown_with_it():
    form = disease("MONDO_0001945", "postencephalitic Parkinson disease", parents=(PARKINSONISM,))
    known = {d.id: d for d in (PARKINSON, form, PH)}
    for stages in ((ClinicalStage.PHASE_3, ClinicalStage.PHASE_2), (ClinicalStage.PHASE_2, ClinicalStage.PHASE_3)):
        uses = (indication(of, stage) for of, stage in zip((PARKINSON, form), stages, strict=True))
        listed = {c.disease.id: c for c in both_lists(drug(*uses), (), (), known, WEIGHTS, 10)}
        assert (listed[PARKINSON.id].rank, listed[form.id].set_aside) == (1, SetAside.SHOWN_WITH_KIN)
        assert listed[PARKINSON.id].kin == (form.name,)


T2DM, DIABETES = (
    disease("MONDO_0005148", "type 2 diabetes mellitus", "MONDO_0005015"),
    disease("MONDO_0005015", "diabetes mellitus"),
)


@pytest.mark.parametrize("name", ["metformin", "glimepiride", "pioglitazone"])
def test_diabetes_is_wider_than_an_approved_use_of_an_antidiabetic(name):
    known = {d.id: d for d in (T2DM, DIABETES, RAYNAUD)}
    mates = class_findings(
        drug(), [classmate("CHEMBL1", *(indication(d, ClinicalStage.PHASE_3) for d in known.values()))]
    )
    made = both_lists(drug(indication(T2DM), name=name), (), mates, known, WEIGHTS, 10)
    assert [c.disease.id for c in made if c.rank] == [RAYNAUD.id]
    wider = next(c for c in made if c.disease.id == DIABETES.id)
    assert wider.set_aside is SetAside.WIDER_THAN_APPROVED_USE
    assert wider.set_aside_reason.startswith("Wider than an approved use: type 2 diabetes mellitus. By Open Targets")


def test_a_use_on_the_labels_settles_its_subtypes_and_what_is_wider():
    """Gabapentin: the label's heading says epilepsy, Open Targets does not."""
    seizures = disease("MONDO_0005560", "brain disorder", descendant_count=40)
    epilepsy = disease("MONDO_0005027", "epilepsy", seizures.id)
    dravet = disease("MONDO_0100135", "Dravet syndrome", epilepsy.id, seizures.id)
    known = {d.id: d for d in (seizures, epilepsy, dravet, RAYNAUD)}
    mates = class_findings(
        drug(), [classmate("CHEMBL1", *(indication(d, ClinicalStage.PHASE_3) for d in known.values()))]
    )
    profile = drug(indication(PAH, ClinicalStage.PHASE_2), name="gabapentin")
    text = "Epilepsy Gabapentin is indicated as adjunctive therapy of partial seizures in patients with epilepsy."
    labels = DrugLabels(indications=(LabelIndication(text=text, labels=3, set_id="s", source="openFDA"),))
    made = both_lists(profile, (), mates, known, WEIGHTS, 10, labels)
    assert {c.disease.id: c.set_aside for c in made} == {
        epilepsy.id: SetAside.APPROVED_USE,
        dravet.id: SetAside.APPROVED_USE,
        seizures.id: SetAside.WIDER_THAN_APPROVED_USE,
        RAYNAUD.id: None,
    }
    assert all(text in c.set_aside_reason for c in made if c.set_aside)


BREAST = disease("MONDO_0007254", "breast cancer")
FAILURE = disease("MONDO_0005252", "heart failure", descendant_count=16)
CONGESTIVE = disease("MONDO_0005009", "congestive heart failure", FAILURE.id, synonyms=("CHF",))
PERIPHERAL = disease("MONDO_0005244", "peripheral neuropathy", descendant_count=90)
DIABETIC = disease(
    "MONDO_0006626", "diabetic neuropathy", PERIPHERAL.id,
    parents=(DiseaseRef(id=PERIPHERAL.id, name=PERIPHERAL.name),),
)  # fmt: skip
APPROVED_ASIDE, IN_PART = SetAside.APPROVED_USE, SetAside.WIDER_THAN_APPROVED_USE


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nitroprusside", "Madeupril is also indicated in the treatment of acute congestive heart failure.",
         {CONGESTIVE.id: APPROVED_ASIDE, FAILURE.id: IN_PART}),
        ("nitroprusside", "Madeupril is indicated for treatment of acute heart failure to lower the load.",
         {CONGESTIVE.id: APPROVED_ASIDE, FAILURE.id: APPROVED_ASIDE}),
        ("orlistat", "Lowering body weight reduces the risk of breast cancer.", {BREAST.id: None}),
    ],
)  # fmt: skip
def test_a_label_that_names_a_disease_in_any_form_ends_its_candidacy(name, text, expected):
    """The word before the name, a parent's name in it or "associated with" before it let these stand as new uses."""
    known = {d.id: d for d in (BREAST, FAILURE, CONGESTIVE, PERIPHERAL, DIABETIC, RAYNAUD)}
    mates = class_findings(
        drug(), [classmate("CHEMBL1", *(indication(d, ClinicalStage.PHASE_3) for d in known.values()))]
    )
    labels = DrugLabels(indications=(LabelIndication(text=text, labels=2, set_id="s", source="openFDA"),))
    made = both_lists(drug(indication(PAH, ClinicalStage.PHASE_2), name=name), (), mates, known, WEIGHTS, 10, labels)
    assert {c.disease.id: c.set_aside for c in made if c.disease.id in expected} == expected
    for candidate in made:
        named = candidate.disease.id in expected
        assert (text in candidate.approval_reason) == named
        assert (candidate.approval is not ApprovalStatus.NOT_APPROVED) == named
        assert candidate.approval_reason.endswith("None of the 2 labels with indications names it.") != named


def test_a_name_inside_another_diseases_name_is_no_naming_of_it():
    known = {d.id: d for d in (PH, PAH)}
    labels = DrugLabels((), (LabelIndication(text="For pulmonary arterial hypertension.", labels=1, source="openFDA"),))
    wide = PH.model_copy(update={"id": "M_W", "name": "arterial hypertension"})
    assert set(uses_on_labels(drug(), [wide], labels, known | {wide.id: wide})) == set()
    assert set(uses_on_labels(drug(), [wide], labels, {wide.id: wide})) == {wide.id}


def test_an_approval_of_any_agency_counts_and_a_withdrawn_one_is_called_so():
    for source in ("EMA", "PMDA"):
        use = indication(RAYNAUD, ClinicalStage.APPROVAL, report(source=source, kind="REGULATORY_AGENCY"))
        assert approval(drug(use), RAYNAUD, BY_ID).status is ApprovalStatus.APPROVED
    gone = indication(RAYNAUD, ClinicalStage.APPROVAL, report(source="EMA", stage=ClinicalStage.WITHDRAWAL))
    assert approval(drug(gone), RAYNAUD, BY_ID).status is ApprovalStatus.WITHDRAWN


def test_by_the_names_it_is_indexed_by_a_label_makes_not_approved_unsettled():
    target, mates = both_paths()
    first = next(c for c in both_lists(drug(indication(PAH)), target, mates, BY_ID, WEIGHTS, 9) if c.disease == RAYNAUD)
    assert first.approval is ApprovalStatus.NOT_APPROVED
    named = not_settled(first, LISTED)
    assert named.approval is ApprovalStatus.UNKNOWN
    assert named.approval_reason.endswith(LISTED.sentence)
    assert not_settled(first, None) == first
    settled = first.model_copy(update={"approval": ApprovalStatus.COMBINATION_ONLY})
    assert not_settled(settled, LISTED) == settled


EYES = DiseaseRef(id="MONDO_0024458", name="disorder of visual system")
PRESSURE = Disease(id="HP_0000822", name="Hypertension")
HIGH_PRESSURE = disease(
    "MONDO_0005044", "hypertensive disorder", synonyms=("hypertension",), cross_references=("HP:0000822",)
)
OCULAR = disease("M_EYE", "high eye pressure", HIGH_PRESSURE.id, therapeutic_areas=(AREA, EYES))
IN_LUNGS = disease("M_LUNG", "pulmonary hypertension", HIGH_PRESSURE.id)
UNDER_LUNGS = disease("M_SHUNT", "shunt reversal", IN_LUNGS.id, HIGH_PRESSURE.id)
NO_ORGAN = disease("M_ESS", "essential hypertension", HIGH_PRESSURE.id)
UNDER_PRESSURE = {d.id: d for d in (PRESSURE, HIGH_PRESSURE, OCULAR, IN_LUNGS, UNDER_LUNGS, NO_ORGAN)}


def test_a_use_on_a_label_is_that_of_every_term_of_the_same_name():
    named = disease("M_1", "ulcerative gingivitis", "M_2").model_copy(update={"synonyms": ("Vincent's infection",)})
    copies = (disease("M_2", "ulcerative gingivitis"), disease("M_3", "ulcerative gingivitis", "M_1"))
    known = {term.id: term for term in (named, *copies)}
    text = "It is indicated for the treatment of Vincent's infection."
    labels = DrugLabels((), (LabelIndication(text=text, labels=1, set_id="s", source="openFDA"),))
    listed = uses_on_labels(drug(), known.values(), labels, known)
    for term in copies:
        by_labels = approval_by_labels(term, listed, known)
        assert by_labels is not None
        assert by_labels.status is ApprovalStatus.APPROVED
        as_part = {i: use._replace(naming=Naming.PART) for i, use in listed.items()}
        by_labels = approval_by_labels(term, as_part, known)
        assert by_labels is not None
        assert by_labels.reason.startswith("An approved use is a part of ulcerative gingivitis"), "of no copy of it"


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (OCULAR, "high eye pressure is a disorder of the visual system as well"),
        (IN_LUNGS, "pulmonary hypertension is the same sign in one organ"),
        (UNDER_LUNGS, "pulmonary hypertension is the same sign in one organ"),
        (NO_ORGAN, ""),
    ],
)
@pytest.mark.parametrize("use", [PRESSURE, HIGH_PRESSURE])
def test_an_approval_for_a_sign_does_not_cover_the_sign_in_one_organ(use, term, why):
    judged = approval(drug(indication(use, ClinicalStage.APPROVAL, report())), term, UNDER_PRESSURE)
    by_labels = approval_by_labels(term, {HIGH_PRESSURE.id: LISTED}, UNDER_PRESSURE)
    if why:
        assert judged.status is ApprovalStatus.NOT_APPROVED
        assert judged.reason.endswith(f"The approval for {use.name} does not cover it: {why}.")
        assert by_labels is None
    else:
        assert judged.status is ApprovalStatus.APPROVED_BROADER
        assert by_labels is not None


def test_an_approval_for_a_whole_area_approves_no_disease_of_it():
    area = Disease(id=AREA.id, name=AREA.name, is_therapeutic_area=True, descendant_count=1562)
    status, _, _ = approval(drug(indication(area)), RAYNAUD, BY_ID | {area.id: area})
    assert status is ApprovalStatus.NOT_APPROVED


def test_unknown_is_not_not_approved():
    assert approval(drug(), PAH, BY_ID)[0] is ApprovalStatus.UNKNOWN
    withdrawn = drug(indication(RAYNAUD, ClinicalStage.PHASE_2), warnings=(DrugWarning(kind="Withdrawn"),))
    assert approval(withdrawn, PAH, BY_ID)[0] is ApprovalStatus.UNKNOWN
    approved_for_something = drug(indication(RAYNAUD, ClinicalStage.PHASE_2), maximum_stage=ClinicalStage.APPROVAL)
    assert approval(approved_for_something, PAH, BY_ID)[0] is ApprovalStatus.UNKNOWN


def test_withdrawn_by_warning_or_by_reports():
    use = indication(PAH, ClinicalStage.APPROVAL, report())
    warned = drug(
        use, warnings=(DrugWarning(kind="Withdrawn", country="Worldwide", year=2004, toxicity_class="heart"),)
    )
    status, sentence, _ = approval(warned, PAH, BY_ID)
    assert status is ApprovalStatus.WITHDRAWN
    assert "Worldwide, 2004" in sentence
    reported = drug(indication(PAH, ClinicalStage.APPROVAL, report(stage=ClinicalStage.WITHDRAWAL)))
    assert approval(reported, PAH, BY_ID)[0] is ApprovalStatus.WITHDRAWN


def test_combination_only_when_every_approving_report_names_another_drug():
    both = report("R2", drug_ids=("CHEMBL192", "CHEMBL9"), drug_names=("sildenafil", "naltrexone"))
    status, sentence, _ = approval(drug(indication(PAH, ClinicalStage.APPROVAL, both)), PAH, BY_ID)
    assert status is ApprovalStatus.COMBINATION_ONLY
    assert "naltrexone" in sentence
    alone = drug(indication(PAH, ClinicalStage.APPROVAL, both, report()))
    assert approval(alone, PAH, BY_ID)[0] is ApprovalStatus.APPROVED
    salt = report("R3", drug_ids=("CHEMBL192", "CHEMBL7"), unmapped_drugs=("Sildenafil citrate tablets",))
    assert (
        approval(drug(indication(PAH, ClinicalStage.APPROVAL, salt), related_ids=("CHEMBL7",)), PAH, BY_ID)[0]
        is ApprovalStatus.APPROVED
    )


@pytest.mark.parametrize(
    ("together", "expected"), [(True, ApprovalStatus.COMBINATION_ONLY), (False, ApprovalStatus.APPROVED)]
)
def test_a_curated_list_is_doubted_when_every_late_trial_gives_one_product(together, expected):
    ids = ("CHEMBL192", "CHEMBL9")
    trials = [
        report(
            f"N{i}", ClinicalStage.PHASE_3, kind="CLINICAL_TRIAL", drug_ids=ids, combined_ids=ids if together else ()
        )
        for i in range(3)
    ]
    use = indication(PAH, ClinicalStage.APPROVAL, report("L", kind="CURATED_RESOURCE"), *trials)
    assert approval(drug(use), PAH, BY_ID)[0] is expected
    label = indication(PAH, ClinicalStage.APPROVAL, report("L", kind="DRUG_LABEL"), *trials)
    assert approval(drug(label), PAH, BY_ID)[0] is ApprovalStatus.APPROVED


def test_harm_named_by_a_warning():
    boxed = DrugWarning(kind="Black Box Warning", disease_id="EFO_0001361", disease_name="PAH", toxicity_class="lung")
    assert "PAH" in (harm(drug(warnings=(boxed,)), PAH, BY_ID) or "")
    assert harm(drug(warnings=(boxed,)), IPAH, BY_ID) is not None
    assert harm(drug(warnings=(boxed,)), PH, BY_ID) is None
    by_name = DrugWarning(kind="Black Box Warning", disease_name="raynaud DISEASE")
    assert harm(drug(warnings=(by_name,)), RAYNAUD, BY_ID) is not None
    area = Disease(id=AREA.id, name=AREA.name, is_therapeutic_area=True)
    broad = DrugWarning(kind="Withdrawn", disease_id=AREA.id, disease_name=AREA.name)
    assert harm(drug(warnings=(broad,)), RAYNAUD, BY_ID | {area.id: area}) is None


def test_a_warning_on_another_drug_of_the_class_marks_the_candidate_and_sets_nothing_aside():
    boxed = DrugWarning(kind="Black Box Warning", disease_name="raynaud disease", toxicity_class="vascular toxicity")
    own = drug(indication(RAYNAUD, ClinicalStage.PHASE_2))
    same, opposite = (
        ClassDrug(
            chembl_id="C9",
            name="tadalafil",
            warnings=(boxed,),
            targets=tuple(t.model_copy(update={"action_type": action}) for t in own.targets),
        )
        for action in (own.targets[0].action_type, "ACTIVATOR")
    )
    sentence = class_harm(own, [same], RAYNAUD, BY_ID)
    assert sentence.startswith("A warning on tadalafil names raynaud disease: black box warning for vascular toxicity.")
    assert class_harm(own, [opposite], RAYNAUD, BY_ID) == ""
    assert class_harm(own, [same], PAH, BY_ID) == ""


# -- What a disease is ---------------------------------------------------------------------------------------------

OBSTETRIC = DiseaseRef(id="MONDO_0700003", name="obstetric disorder")
PROCESS = DiseaseRef(id="GO_0008150", name="biological process")


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (
            Disease(
                id="MONDO_0024575", name="pregnancy disorder", descendant_count=71, therapeutic_areas=(OBSTETRIC,),
                ancestors=(OBSTETRIC.id, "MONDO_0700096", "MONDO_0000001"),
            ),
            SetAside.TOO_BROAD,
        ),
        (Disease(id="EFO_0009520", name="contraception"), SetAside.NOT_A_DISEASE),
        (
            Disease(
                id="GO_0006629", name="lipid metabolic process", ancestors=(PROCESS.id,), therapeutic_areas=(PROCESS,)
            ),
            SetAside.NOT_A_DISEASE,
        ),
        (
            Disease(
                id="MONDO_0005046", name="immune system disorder", is_therapeutic_area=True, descendant_count=1476,
            ),
            SetAside.TOO_BROAD,
        ),
        (disease("MONDO_0004992", "cancer", descendant_count=2233), SetAside.TOO_BROAD),
        (disease("MONDO_0100460", "susceptibility", "MONDO_0042489", therapeutic_areas=()), SetAside.NOT_A_DISEASE),
        (disease("MONDO_0005027", "epilepsy", "MONDO_0005560", descendant_count=447), None),
        (Disease(id="MONDO_0800504", name="idiopathic pulmonary fibrosis"), None),
        (PAH, None),
    ],
    ids=lambda value: value.name if isinstance(value, Disease) else str(value),
)  # fmt: skip
def test_only_diseases_narrow_enough_are_candidates(term, expected):
    verdict = not_a_candidate(term)
    assert (verdict and verdict[0]) == expected
    assert verdict is None or term.name in verdict[1]


@pytest.mark.parametrize(
    "term",
    [
        Disease(id="HP_0002625", name="Deep venous thrombosis"),
        Disease(id="HP_0031273", name="Shock", descendant_count=2),
    ],
    ids=lambda term: term.id,
)
def test_a_sign_that_drugs_are_for_is_a_candidate(term):
    """Dipyridamole and deep vein thrombosis: a sign to the ontology, treated as a disease by heparin."""
    for stage, expected in ((ClinicalStage.PHASE_3, None), (ClinicalStage.PHASE_2, SetAside.NOT_A_DISEASE)):
        mates = class_findings(drug(), [classmate("CHEMBL1", indication(term, stage))])
        (made,) = both_lists(drug(), (), mates, {term.id: term}, WEIGHTS, 10)
        assert (made.rank, made.set_aside) == ((1, None) if expected is None else (None, expected))
    pain = not_a_candidate(Disease(id="HP_0012531", name="Pain", descendant_count=13), treated=True)
    assert pain is not None
    assert pain[0] is SetAside.TOO_BROAD
    measured = disease("EFO_0004340", "body mass index", "EFO_0001444", therapeutic_areas=())
    assert not_a_candidate(measured, treated=True) is not None


# -- Merge, score, rank --------------------------------------------------------------------------------------------


def both_paths() -> tuple[tuple[PathFinding, ...], tuple[PathFinding, ...]]:
    target = target_findings(drug(), {PDE5.ensembl_id: [association(PH, 0.4), association(RAYNAUD, 0.3)]})
    mates = [classmate("CHEMBL5", indication(PH), indication(RAYNAUD, ClinicalStage.PHASE_2))]
    return target, class_findings(drug(), mates)


def test_a_use_the_drugs_labels_list_is_set_aside_as_approved_with_their_words():
    target, mates = both_paths()
    text = "Madeupril is indicated for the treatment of Raynaud disease."
    listed = LabelIndication(text=text, labels=45, set_id="s", source="openFDA")

    def judged(**more) -> Candidate:
        labels = DrugLabels((), (listed.model_copy(update=more),))
        made = both_lists(drug(indication(PAH)), target, mates, BY_ID, WEIGHTS, 10, labels)
        return next(c for c in made if c.disease == RAYNAUD)

    candidate = judged()
    assert (candidate.approval, candidate.set_aside, candidate.rank) == (
        ApprovalStatus.APPROVED,
        SetAside.APPROVED_USE,
        None,
    )
    assert text in candidate.set_aside_reason
    assert "45 of the 45 labels" in candidate.set_aside_reason
    assert "MONDO_0008364" in candidate.set_aside_reason
    assert judged(single_ingredient=False).set_aside is None, "a combination's label approves no component"
    assert judged(text="It is indicated for gout.").approval is ApprovalStatus.NOT_APPROVED


def test_a_label_names_a_disease_as_a_type_of_another():
    alzheimer = disease("MONDO_0004975", "Alzheimer disease").model_copy(update={"synonyms": ("Alzheimer dementia",)})
    text = "Madeupril is indicated for moderate to severe dementia of the Alzheimer's type."
    labels = DrugLabels(indications=(LabelIndication(text=text, labels=3, set_id="s", source="openFDA"),))
    listed = uses_on_labels(drug(), [alzheimer, RAYNAUD], labels, {d.id: d for d in (alzheimer, RAYNAUD)})
    assert text in listed.pop(alzheimer.id).sentence
    assert not listed
    assert unnamed_use(labels, label_names(alzheimer)) == ""


def test_an_approval_says_who_lists_it_and_whether_a_label_names_it():
    target, mates = both_paths()
    read = DrugLabels((), (LabelIndication(text="Indicated for gout.", labels=16, set_id="s", source="openFDA"),))
    reasons = [
        {
            c.disease.id: c.approval_reason
            for c in both_lists(drug(indication(PAH)), target, mates, BY_ID, WEIGHTS, 9, labels)
        }
        for labels in (read, DrugLabels())
    ]
    silent = " None of the 16 labels with indications names it."
    for disease, lists in ((PAH, "By Open Targets, "), (RAYNAUD, "Open Targets lists no approval of ")):
        with_labels, without = (by_disease[disease.id] for by_disease in reasons)
        assert without.startswith(lists)
        assert with_labels == without + silent


def test_a_synonym_that_is_another_diseases_name_approves_nothing():
    form = disease("MONDO_0700001", "Raynaud disease, atypical").model_copy(update={"synonyms": (RAYNAUD.name,)})
    known = BY_ID | {form.id: form}
    assert approval(drug(indication(RAYNAUD)), form, known)[0] is ApprovalStatus.NOT_APPROVED
    elsewhere = form.model_copy(update={"id": "HP_0030880"})
    assert approval(drug(indication(RAYNAUD)), elsewhere, known)[0] is ApprovalStatus.APPROVED, "two ontologies"
    text = "It is indicated for the treatment of Raynaud disease."
    labels = DrugLabels((), (LabelIndication(text=text, labels=1, set_id="s", source="openFDA"),))
    assert set(uses_on_labels(drug(), [RAYNAUD, form], labels, known)) == {RAYNAUD.id}


def test_dead_ids_are_merged_and_said():
    dead = association(PAH, 0.2).model_copy(update={"disease_id": "EFO_0001361"})
    target = target_findings(drug(), {PDE5.ensembl_id: [dead, association(PAH, 0.5)]})
    profile = drug(indication(RAYNAUD, ClinicalStage.PHASE_2))
    made = both_lists(profile, target, (), BY_ID, WEIGHTS, 10)
    assert [(c.listed, c.disease.id) for c in made] == [
        (CandidateList.TRIED, RAYNAUD.id),
        (CandidateList.NEW, PAH.id),
    ]
    assert made[1].merged_ids == ("EFO_0001361",)
    assert made[1].score.target_path == 0.5


def test_what_was_tried_has_a_list_of_its_own_and_places_of_its_own():
    target, mates = both_paths()
    own = disease("MONDO_0005252", "heart failure")
    profile = drug(indication(own, ClinicalStage.PHASE_3))
    made = both_lists(profile, target, mates, BY_ID | {own.id: own}, WEIGHTS, 1)
    assert [(c.listed, c.rank, c.disease.id) for c in made if c.rank] == [
        (CandidateList.TRIED, 1, own.id),
        (CandidateList.NEW, 1, PH.id),
    ]
    alone = both_lists(profile, (), (), {own.id: own}, WEIGHTS, 10)
    assert [(c.rank, c.listed, c.score.total) for c in alone] == [(1, CandidateList.TRIED, 0.0)]


def test_set_aside_order_and_caps():
    many = [disease(f"MONDO_1{i:06}", f"disease {i:03}") for i in range(100)]
    target = target_findings(drug(), {PDE5.ensembl_id: [association(d, 0.5) for d in (*many, PAH)]})
    made = both_lists(drug(indication(PAH)), target, (), BY_ID | {d.id: d for d in many}, WEIGHTS, 10)
    assert [c.rank for c in made[:10]] == list(range(1, 11))
    assert [c.disease.name for c in made[:2]] == ["disease 000", "disease 001"]
    assert made[10].set_aside is SetAside.APPROVED_USE
    assert {c.set_aside for c in made[11:]} == {SetAside.BELOW_CUT}
    assert len(made) == 11 + BELOW_CUT_KEPT


def test_diseases_to_look_up_are_the_best_and_those_the_drug_brings():
    target, mates = both_paths()
    profile = drug(
        indication(PAH),
        indication(RAYNAUD, ClinicalStage.PHASE_1),
        warnings=(DrugWarning(kind="x", disease_id="EFO_1"),),
    )
    wanted = diseases_to_look_up(profile, target=target, classmates=mates, alike=(), weights=WEIGHTS, limit=1)
    assert wanted == {PH.id: PH.name, PAH.id: PAH.name, RAYNAUD.id: RAYNAUD.name, "EFO_1": "EFO_1"}


UNIT = st.floats(0, 1)


@given(st.permutations([(PH, 0.4), (PAH, 0.7), (IPAH, 0.7), (RAYNAUD, 0.1)]), st.permutations(["CHEMBL5", "CHEMBL6"]))
def test_the_order_of_rows_never_matters(rows, ids):
    def made(pairs: list[tuple[Disease, float]], mates: list[str]) -> list[Candidate]:
        target = target_findings(drug(), {PDE5.ensembl_id: [association(d, s) for d, s in pairs]})
        from_class = class_findings(drug(), [classmate(i, indication(PH), indication(RAYNAUD)) for i in mates])
        return both_lists(drug(indication(IPAH)), target, from_class, BY_ID, WEIGHTS, 2)

    assert made(rows, ids) == made([(PH, 0.4), (PAH, 0.7), (IPAH, 0.7), (RAYNAUD, 0.1)], ["CHEMBL5", "CHEMBL6"])


@given(UNIT, UNIT, UNIT, UNIT, st.booleans())
def test_the_formula_is_bounded_and_monotone(target, mates, use, more, own_place):
    def value(of_targets: float, of_class: float, of_uses: float) -> float:
        return combine(of_targets, of_class, of_uses, WEIGHTS, own_place=own_place)

    least = value(target, mates, use)
    assert 0 <= least <= 1
    assert value(max(target, more), mates, use) >= least - 1e-12
    assert value(target, max(mates, more), use) >= least - 1e-12
    assert value(target, mates, max(use, more)) >= least - 1e-12


@given(st.lists(UNIT, min_size=1, max_size=60), UNIT)
def test_path_scores_are_bounded_and_grow_with_evidence(values, more):
    def facts(scores: list[float]) -> tuple[TargetFact, ...]:
        targets = [DrugTarget(ensembl_id=f"E{i}", symbol=f"S{i}", action_type="INHIBITOR") for i in range(len(scores))]
        rows = {t.ensembl_id: [association(PH, s)] for t, s in zip(targets, scores, strict=True)}
        findings = target_findings(drug(targets=tuple(targets)), rows)
        return findings[0].target_facts if findings else ()

    before, after = target_path_score(facts(values)), target_path_score(facts([*values, more]))
    assert 0 <= before <= after + 1e-12 <= 1 + 1e-9


@given(
    st.lists(
        st.sampled_from([ClinicalStage.PHASE_2, ClinicalStage.PHASE_3, ClinicalStage.APPROVAL]), min_size=1, max_size=12
    )
)
def test_every_further_classmate_adds(stages):
    def value(some: list[ClinicalStage]) -> float:
        mates = [classmate(f"CHEMBL{i}", indication(PH, stage)) for i, stage in enumerate(some, start=1000)]
        findings = class_findings(drug(), mates)
        return class_path_score(findings[0].class_facts) if findings else 0.0

    assert 0 <= value(stages[:-1]) < value(stages) < 1


def test_score_shows_its_arithmetic():
    target, mates = both_paths()
    merged = MergedDisease(disease=PH, target_facts=target[0].target_facts, class_facts=mates[0].class_facts)
    parts = score(merged, WEIGHTS, 1)
    by_hand = 1 - (1 - 0.4 * 0.4 * 0.9) * (1 - 0.15 * 0.75)
    assert parts.total == pytest.approx(by_hand)
    assert [parts.target_path, parts.class_path, parts.direction_factor] == pytest.approx([0.4, 0.75, 0.9])

"""Two lists and their places: kin, second names, ties, the cut, and what the drug's own reports weigh."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateList,
    CandidateScore,
    CandidateWeights,
    ClassFact,
    OddsBand,
    SetAside,
    TargetFact,
    UseEvidence,
    UseFact,
)
from indication_scout_assets.domain.diseases import Disease, DiseaseRef
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, Indication
from indication_scout_assets.rules.candidates.formula import targets_earn_a_place, use_path_score
from indication_scout_assets.rules.candidates.odds import odds_band, probability
from indication_scout_assets.rules.candidates.places import place
from indication_scout_assets.rules.candidates.uses.own_development import named_diseases, own_development

AREA = DiseaseRef(id="MONDO_0004995", name="cardiovascular disorder")
KEEP = dict.fromkeys(CandidateList, 10)


def disease(id_: str, name: str, *ancestors: str, **more) -> Disease:
    above = (*ancestors, "MONDO_0005385", AREA.id)
    return Disease(**{"id": id_, "name": name, "ancestors": above, "therapeutic_areas": (AREA,), **more})


HEART_FAILURE = disease("MONDO_0005252", "heart failure", descendant_count=12)
DIASTOLIC = disease("MONDO_0005531", "diastolic heart failure", HEART_FAILURE.id)
ANGINA = disease("MONDO_0005010", "angina pectoris", drug_count=9)
GOUT = disease("MONDO_0005393", "gout", drug_count=40)


CLASSMATE = ClassFact(
    chembl_id="CHEMBL2", name="y", stage=ClinicalStage.PHASE_2, shared_targets=("PDE5A",), action_type="INHIBITOR"
)


def candidate(of: Disease, total: float = 0.3, listed: CandidateList = CandidateList.NEW, **more) -> Candidate:
    score = CandidateScore(target_path=0, class_path=0, direction_factor=1, total=total, own=more.pop("own", 0.0))
    more = {"class_facts": (CLASSMATE,)} | more
    return Candidate(disease=of, score=score, listed=listed, approval=ApprovalStatus.NOT_APPROVED, **more)


def drug(*tried: Disease) -> DrugProfile:
    uses = tuple(
        Indication(disease_id=d.id, disease_name=d.name, stage=ClinicalStage.PHASE_2) for d in tried
    )  # fmt: skip
    return DrugProfile(slug="x", query="x", chembl_id="CHEMBL1", name="x", indications=uses)


def placed(*candidates: Candidate, tried: tuple[Disease, ...] = (), known: tuple[Disease, ...] = ()) -> list[Candidate]:
    every = {c.disease.id: c.disease for c in candidates} | {d.id: d for d in (*tried, *known)}
    return place(candidates, drug(*tried), every, KEEP)


def test_tried_diseases_go_by_their_own_reports_and_new_ones_by_the_score() -> None:
    tried = [
        candidate(ANGINA, 0.9, CandidateList.TRIED, own=0.2),
        candidate(GOUT, 0.1, CandidateList.TRIED, own=0.6),
    ]  # fmt: skip
    new = [candidate(HEART_FAILURE, 0.2), candidate(disease("MONDO_9", "cardiac sarcoidosis"), 0.4)]
    made = placed(*tried, *new)
    assert [(c.listed.value, c.rank, c.disease.name) for c in made] == [
        ("tried", 1, "gout"),
        ("tried", 2, "angina pectoris"),
        ("new", 1, "cardiac sarcoidosis"),
        ("new", 2, "heart failure"),
    ]


@pytest.mark.parametrize(
    ("tried", "new", "word"), [(HEART_FAILURE, DIASTOLIC, "narrower"), (DIASTOLIC, HEART_FAILURE, "wider")]
)
def test_kin_of_a_tried_disease_is_not_new(tried: Disease, new: Disease, word: str) -> None:
    (made,) = placed(candidate(new), tried=(tried,))
    assert made.set_aside is SetAside.KIN_OF_TRIED
    assert made.set_aside_reason == f"{new.name} is {word} than {tried.name}, in which the drug has been tried."


def test_under_a_tried_chapter_of_medicine_all_is_new() -> None:
    chapter = Disease(id=AREA.id, name=AREA.name, is_therapeutic_area=True)
    (made,) = placed(candidate(ANGINA), tried=(chapter,))
    assert made.rank == 1


def test_one_finding_takes_one_place() -> None:
    other_name = disease("MONDO_8", "cardiac failure", synonyms=("heart failure",))
    made = placed(candidate(DIASTOLIC, 0.5), candidate(HEART_FAILURE, 0.4), candidate(ANGINA, 0.3))
    assert [c.disease.name for c in made if c.rank] == ["diastolic heart failure", "angina pectoris"]
    assert made[0].kin == ("heart failure",)
    twice = placed(candidate(HEART_FAILURE, 0.5), candidate(other_name, 0.4))
    assert [(c.rank, c.set_aside) for c in twice] == [(1, None), (None, SetAside.SHOWN_WITH_KIN)]


def test_a_disorder_filed_as_a_neoplasm_and_as_a_disease_takes_one_place() -> None:
    growth = disease("MONDO_0006311", "myelodysplastic/myeloproliferative neoplasm", descendant_count=3)
    twin = disease("MONDO_0020077", "myelodysplastic/myeloproliferative disease", descendant_count=3)
    wider = disease("MONDO_0015756", "myelodysplastic/myeloproliferative disorder", descendant_count=30)
    made = placed(candidate(growth, 0.5), candidate(twin, 0.4), candidate(wider, 0.3))
    assert [(c.disease.id, c.set_aside) for c in made] == [
        (growth.id, None),
        (wider.id, None),
        (twin.id, SetAside.SHOWN_WITH_KIN),
    ]


def test_a_form_called_as_the_wide_disease_without_disorder_is_shown_with_it() -> None:
    wide = disease("M_W", "anxiety disorder", descendant_count=26)
    same = disease("M_S", "anxiety", wide.id)
    other = disease("M_O", "generalized anxiety disorder", wide.id)
    first, *rest = placed(candidate(wide, 0.4), candidate(same, 0.3), candidate(other, 0.2))
    assert first.disease == wide
    assert {c.disease.name: c.set_aside for c in rest} == {
        "anxiety": SetAside.SHOWN_WITH_KIN,
        "generalized anxiety disorder": None,
    }


def test_a_form_most_drugs_are_for_is_shown_with_the_wider_disease() -> None:
    """Renal cell carcinoma has 28 of the 70 subtypes of kidney cancer, and 32 drugs where that has 59."""
    wide = disease("MONDO_1", "kidney cancer", "MONDO_9", descendant_count=70, drug_count=59)
    form = disease("MONDO_2", "renal cell carcinoma", "MONDO_1", "MONDO_5", descendant_count=28, drug_count=32)
    rare = disease("MONDO_3", "kidney sarcoma", "MONDO_1", descendant_count=28, drug_count=10)
    few = disease("MONDO_4", "kidney lymphoma", "MONDO_1", descendant_count=5, drug_count=40)
    order = ((wide, 0.4), (form, 0.3), (rare, 0.2), (few, 0.1), (disease("MONDO_5", "adenocarcinoma"), 0.05))
    made = placed(*(candidate(d, total) for d, total in order))
    assert [c.disease.name for c in made if c.rank] == ["kidney cancer", "kidney sarcoma", "kidney lymphoma"]
    assert made[0].kin == ("renal cell carcinoma", "adenocarcinoma"), "what is wider than the form goes with it"


def test_ties_go_by_evidence_and_the_name_comes_last() -> None:
    more = UseEvidence(strength=1.0, drugs=3)
    made = placed(candidate(ANGINA, use=UseEvidence(strength=1.0, drugs=2)), candidate(GOUT, use=more))
    assert [c.disease.name for c in made] == ["gout", "angina pectoris"]
    counted = placed(candidate(ANGINA), candidate(GOUT))
    assert [c.disease.name for c in counted] == ["gout", "angina pectoris"], "more drugs were given for gout"


def test_next_to_nothing_takes_no_place() -> None:
    made = placed(candidate(ANGINA, 0.004), candidate(GOUT, 0.0))
    assert [c.set_aside for c in made] == [SetAside.TARGET_ALONE, SetAside.BELOW_CUT]


# -- What a place rests on -----------------------------------------------------------------------------------------


def report(stage: ClinicalStage, *stops: str) -> ClinicalReport:
    return ClinicalReport(id="R", source="AACT", stage=stage, stop_reasons=stops)


def test_own_reports_add_up_and_a_failed_one_weighs_little() -> None:
    def weight(*reports: ClinicalReport) -> float:
        stage = max((r.stage for r in reports), key=lambda s: s.rank)
        use = Indication(disease_id="D", disease_name="d", stage=stage, reports=reports)
        return own_development([use]).weight

    phase_2 = report(ClinicalStage.PHASE_2)
    assert weight(phase_2) < weight(phase_2, phase_2) < weight(report(ClinicalStage.PHASE_3))
    assert weight(report(ClinicalStage.PHASE_3, "Negative")) < weight(phase_2)
    assert own_development([]).stage is None


def own_weight(of: Disease, named: Sequence[Disease], approved: Disease | None = None) -> float:
    """What one phase-3 report that names these diseases weighs for one of them."""
    late = (report(ClinicalStage.PHASE_3),)
    uses = [Indication(disease_id=d.id, disease_name=d.name, stage=ClinicalStage.PHASE_3, reports=late) for d in named]
    if approved is not None:
        use = Indication(disease_id=approved.id, disease_name=approved.name, stage=ClinicalStage.APPROVAL, reports=late)
        uses.append(use)
    profile = DrugProfile(slug="d", query="d", chembl_id="C", name="D", indications=tuple(uses))
    known = {d.id: d for d in (*named, *([approved] if approved else []))}
    own = [use for use in uses if use.disease_id == of.id]
    return own_development(own, of.id, named_diseases(profile, known, profile.approved_uses)).weight


def test_a_report_on_many_diseases_is_divided_among_them() -> None:
    """A trial of transplants names forty diseases; it is no trial of the drug in any one of them."""
    many = [disease(f"MONDO_1{n:02}", f"disease {n}", "MONDO_9") for n in range(40)]
    assert own_weight(many[0], many[:1]) == pytest.approx(0.4)
    assert own_weight(many[0], many[:2]) == pytest.approx(0.2)
    assert own_weight(many[0], many) == pytest.approx(0.4 / 40)


def test_the_wider_terms_of_a_report_are_no_other_diseases() -> None:
    wide = disease("MONDO_1", "lymphoma", "MONDO_9", descendant_count=30)
    form = disease("MONDO_2", "follicular lymphoma", "MONDO_1", "MONDO_9")
    other = disease("MONDO_3", "asthma", "MONDO_9")
    assert own_weight(form, [form, wide]) == own_weight(wide, [form, wide]) == pytest.approx(0.4)
    assert own_weight(other, [form, wide, other]) == pytest.approx(0.2)


def test_a_report_that_names_an_approved_use_is_of_that_use_first() -> None:
    """Imatinib in bronchiolitis obliterans: every report is one of transplants for leukemia."""
    lung, use = disease("MONDO_1", "bronchiolitis obliterans", "MONDO_9"), disease("MONDO_2", "leukemia", "MONDO_9")
    form = disease("MONDO_3", "chronic leukemia", "MONDO_2", "MONDO_9")
    assert own_weight(lung, [lung, use]) == pytest.approx(0.2)
    assert own_weight(lung, [lung], approved=use) == pytest.approx(0.05)
    assert own_weight(lung, [lung, use], approved=form) == pytest.approx(0.05), "leukemia is the approved use, wider"


def test_one_kind_of_data_earns_no_place_of_its_own() -> None:
    def fact(**kinds: float) -> TargetFact:
        return TargetFact(ensembl_id="E", symbol="S", score=0.4, datatype_scores=kinds)

    assert not targets_earn_a_place([fact(genetic_association=0.6, literature=0.3)])
    assert targets_earn_a_place([fact(genetic_association=0.6), fact(rna_expression=0.2)])
    assert not targets_earn_a_place([fact(genetic_association=0.6), fact(animal_model=0.2)])
    agrees = fact(genetic_association=0.6).model_copy(update={"direction_counts": {"agrees": 1}})
    assert targets_earn_a_place([agrees])


def test_frequent_diseases_are_damped_the_more_the_less_is_known_of_the_drug() -> None:
    weights, use = CandidateWeights(), UseEvidence(strength=2.0, drugs=4)

    def value(drugs: int | None, own_uses: int) -> float:
        return use_path_score(use, drugs, weights, own_uses)

    assert value(400, 1) < value(40, 1) < value(20, 1) == value(3, 1)
    assert value(400, 1) == value(400, 2) < value(400, 4) < value(400, 8) == value(20, 8) == value(400, 3000)
    assert value(40, 1) == value(40, 30) == value(None, 1) == value(None, 30)  # of the usual frequency, or not counted
    assert use_path_score(UseEvidence(), 5, weights, 3) == 0


def test_odds_are_bands_and_only_where_drugs_were_counted() -> None:
    strong, weak = UseEvidence(strength=6.0, drugs=90), UseEvidence(strength=0.01, drugs=1)
    assert odds_band(strong, 0.7, 150, 20) is OddsBand.ONE_IN_10
    assert odds_band(weak, 0.0, 2, 2) is OddsBand.FEWER
    assert odds_band(strong, 0.7, None, 20) is None
    assert probability(strong, 0.0, 150, 20) > probability(weak, 0.0, 150, 20)


def alike(**more) -> UseEvidence:
    fact = {"chembl_id": "CHEMBL3", "name": "etoposide", "similarity": 0.12, "shared": ("gout",)}
    return UseEvidence(strength=1, drugs=1, facts=(UseFact(**fact | {"stage": ClinicalStage.PHASE_2} | more),))


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({"use": alike()}, False),
        ({"use": alike(shared_targets=("PDE5A",))}, True),
        ({"use": alike(shared_targets=("PDE5A",), stage=ClinicalStage.PHASE_1)}, False),
        ({"use": alike(), "class_facts": (CLASSMATE,)}, True),
        ({"use": alike(), "target_facts": (TargetFact(ensembl_id="E1", symbol="AR", score=0.4),)}, True),
        ({"use": alike(), "listed": CandidateList.TRIED}, True),
    ],
)
def test_a_new_disease_needs_a_reason_to_be_in_a_report(known: dict, reason: bool) -> None:
    (single,) = placed(candidate(GOUT, **{"class_facts": ()} | known))
    assert (single.rank, single.set_aside) == ((1, None) if reason else (None, SetAside.NO_REASON))
    assert reason or single.set_aside_reason == (
        "No drug of its class reached phase 2 in gout, and no drug used alike acts as x does; the nearest is "
        "etoposide, 0.12 alike."
    )


def test_among_all_drugs_a_disease_without_a_reason_keeps_its_place() -> None:
    bare = [candidate(GOUT, 0.4, class_facts=(), use=alike()), candidate(ANGINA, 0.3)]
    every = place(bare, drug(), {GOUT.id: GOUT, ANGINA.id: ANGINA}, None)
    assert [(c.disease.id, c.rank) for c in every] == [(GOUT.id, 1), (ANGINA.id, 2)]

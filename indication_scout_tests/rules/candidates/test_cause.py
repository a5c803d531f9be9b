"""Cause is not cure: the named cases, with the facts as Open Targets gives them, and what must not be set aside."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.candidates import (
    Association,
    Candidate,
    CandidateList,
    CandidateWeights,
    ClassFact,
    PathFinding,
    SetAside,
    TargetDirection,
)
from indication_scout_assets.domain.diseases import Disease, DiseaseRef
from indication_scout_assets.domain.drugs import ClinicalStage, DrugProfile, DrugTarget
from indication_scout_assets.rules.candidates.cause import WIDEST_WITH_FORMS
from indication_scout_assets.rules.candidates.paths import target_findings, with_directions
from indication_scout_assets.rules.candidates.selection import make_candidates

HEREDITARY = "MONDO_0003847"
AREA = DiseaseRef(id="MONDO_0002118", name="urinary system disorder")
ONE_RECORD = 0.608
"""Score of a source with one full record."""
HALF_RECORD = 0.304
CURATED = {"orphanet": ONE_RECORD, "eva": 0.3}
"""A curated source and a second genetic one."""


def disease(id_: str, name: str, *ancestors: str, **more) -> Disease:
    above = (*ancestors, "MONDO_0005240", AREA.id)
    return Disease(**{"id": id_, "name": name, "ancestors": above, "therapeutic_areas": (AREA,), **more})


def drug(name: str, symbol: str, action_type: str | None, mechanism: str = "") -> DrugProfile:
    target = DrugTarget(ensembl_id=f"ENSG-{symbol}", symbol=symbol, action_type=action_type, mechanism=mechanism)
    return DrugProfile(slug=name, query=name, chembl_id="CHEMBL1", name=name.upper(), targets=(target,))


def candidates(
    profile: DrugProfile,
    facts: list[tuple[Disease, dict[str, float]]],
    directions: dict[str, dict[str, int]] | None = None,
    classmates: tuple[PathFinding, ...] = (),
) -> dict[str, Candidate]:
    """All candidates by disease id, from associations given by source and directions given by disease id."""
    ensembl_id = profile.targets[0].ensembl_id
    rows = [
        Association(
            disease_id=of.id,
            disease_name=of.name,
            score=0.37,
            source_scores=sources,
            datatype_scores={"genetic_association": 0.3, "rna_expression": 0.1},
        )
        for of, sources in facts
    ]
    findings = with_directions(
        target_findings(profile, {ensembl_id: rows}),
        {(ensembl_id, disease_id): counts for disease_id, counts in (directions or {}).items()},
    )
    by_id = {of.id: of for of, _ in facts}
    made = make_candidates(
        profile, target=findings, classmates=classmates, alike=(), diseases=by_id, weights=CandidateWeights(),
        keep=dict.fromkeys(CandidateList, 10),
    )  # fmt: skip
    return {candidate.disease.id: candidate for candidate in made}


RTD = disease("MONDO_0017609", "renal tubular dysgenesis", descendant_count=2)
GENETIC_RTD = disease(
    "MONDO_0009970", "renal tubular dysgenesis of genetic origin", RTD.id, HEREDITARY,
    cross_references=("OMIM:267430", "Orphanet:97369"),
)  # fmt: skip
RTD_FACTS = [(GENETIC_RTD, {"orphanet": ONE_RECORD}), (RTD, {"uniprot_literature": 0.49, "eva": 0.43})]
AADC = disease(
    "MONDO_0012084", "aromatic L-amino acid decarboxylase deficiency", HEREDITARY,
    synonyms=("AADC deficiency", "DDC deficiency", "Dopa decarboxylase deficiency"), cross_references=("OMIM:608643",),
)  # fmt: skip


# The named cases


def test_losartan_does_not_treat_renal_tubular_dysgenesis():
    losartan = drug("losartan", "AGTR1", "ANTAGONIST")
    result = candidates(losartan, RTD_FACTS)
    genetic, wider = result[GENETIC_RTD.id], result[RTD.id]
    assert (genetic.rank, genetic.set_aside) == (None, SetAside.SAME_DIRECTION_AS_CAUSE)
    assert genetic.set_aside_reason == (
        "Losartan blocks AGTR1; loss of AGTR1 causes renal tubular dysgenesis of genetic origin (Orphanet; a recessive "
        "disease: MIM 267430)."
    )
    assert genetic.target_facts[0].direction is TargetDirection.OPPOSES
    assert wider.set_aside is SetAside.SAME_DIRECTION_AS_CAUSE
    assert wider.set_aside_reason.endswith(" Nothing else leads to renal tubular dysgenesis, of which that is a form.")


def test_carbidopa_does_not_treat_aadc_deficiency():
    carbidopa = drug("carbidopa", "DDC", "INHIBITOR")
    deficiency = candidates(carbidopa, [(AADC, {"clingen": ONE_RECORD, "orphanet": ONE_RECORD})])[AADC.id]
    assert deficiency.set_aside is SetAside.SAME_DIRECTION_AS_CAUSE
    assert deficiency.set_aside_reason == (
        "Carbidopa inhibits DDC; loss of DDC causes aromatic L-amino acid decarboxylase deficiency (ClinGen, Orphanet; "
        "named DDC deficiency)."
    )


# What says that a loss is the disease


def test_a_disease_named_after_the_lack_of_the_target_needs_no_curated_source():
    named = disease("D", "congenital adenosine deaminase deficiency")
    profile = drug("pentostatin", "ADA", "INHIBITOR", "Adenosine deaminase inhibitor")
    assert candidates(profile, [(named, {"europepmc": 0.2})])["D"].set_aside is SetAside.SAME_DIRECTION_AS_CAUSE


@pytest.mark.parametrize(
    ("of", "sources"),
    [
        pytest.param(GENETIC_RTD, {"orphanet": HALF_RECORD, "eva": 0.3}, id="the gene is only suspected"),
        pytest.param(GENETIC_RTD, {"orphanet": ONE_RECORD, "europepmc": 0.3}, id="one genetic source"),
        pytest.param(
            disease("D", "Kennedy disease", HEREDITARY, synonyms=("X-linked recessive atrophy",)),
            {"orphanet": ONE_RECORD, "clingen": ONE_RECORD}, id="one copy is enough in men",
        ),
        pytest.param(
            disease("D", "a dysplasia", HEREDITARY, cross_references=("OMIM:270230", "OMIM:187600")),
            CURATED, id="in both catalogues",
        ),
        pytest.param(
            disease("D", "type 1 diabetes mellitus", cross_references=("OMIM:222100",)), CURATED,
            id="a common disease in the catalogue of recessive ones",
        ),
        pytest.param(
            disease("D", "a syndrome", HEREDITARY, synonyms=("autosomal dominant syndrome", "autosomal recessive one")),
            CURATED, id="both ways of inheritance",
        ),
        pytest.param(
            disease("D", "DDC deficiency syndrome, other"), CURATED, id="a longer name"
        ),
    ],
)  # fmt: skip
def test_without_a_clear_loss_a_disease_stays_in_the_ranking(of, sources):
    for symbol in ("AGTR1", "DDC"):
        assert candidates(drug("a blocker", symbol, "ANTAGONIST"), [(of, sources)])[of.id].rank == 1


@pytest.mark.parametrize("more", [{"name": "autosomal recessive syndrome"}, {"ancestors": ("MONDO_0006025",)}])
def test_recessive_by_name_or_by_place(more):
    of = disease("D", "a syndrome").model_copy(update=more | {"therapeutic_areas": (AREA,)})
    made = candidates(drug("a blocker", "T", "BLOCKER"), [(of, {"clingen": ONE_RECORD, "eva": 0.3})])
    assert made["D"].set_aside is SetAside.SAME_DIRECTION_AS_CAUSE


# Turned round


def test_an_activator_agrees_with_an_inherited_loss():
    activator = candidates(drug("an activator", "AGTR1", "AGONIST"), RTD_FACTS)[GENETIC_RTD.id]
    assert activator.rank is not None
    assert activator.target_facts[0].direction is TargetDirection.AGREES


def test_an_activator_does_not_treat_what_a_gain_causes():
    # GoF and risk oppose a drug that increases the target; ``paths.evidence_direction`` counts them.
    of = disease("D", "a syndrome of gain")
    made = candidates(drug("an activator", "T", "AGONIST"), [(of, {"orphanet": ONE_RECORD})], {"D": {"opposes": 2}})
    assert made["D"].set_aside is SetAside.SAME_DIRECTION_AS_CAUSE
    assert made["D"].set_aside_reason == (
        "An activator activates T; gain of T causes a syndrome of gain (Orphanet; 2 of 2 records with a direction in "
        "Open Targets)."
    )


def test_a_drug_of_unknown_action_is_not_judged():
    made = candidates(drug("a substrate", "AGTR1", "SUBSTRATE"), RTD_FACTS)[GENETIC_RTD.id]
    assert made.set_aside is not SetAside.SAME_DIRECTION_AS_CAUSE
    assert made.target_facts[0].inherited_loss == ""


# Recall: doubt is shown and not set aside


def test_records_against_an_inherited_loss_make_the_direction_mixed():
    losartan = drug("losartan", "AGTR1", "ANTAGONIST")
    made = candidates(losartan, RTD_FACTS, {GENETIC_RTD.id: {"agrees": 1}})[GENETIC_RTD.id]
    assert made.set_aside is not SetAside.SAME_DIRECTION_AS_CAUSE
    assert made.target_facts[0].direction is TargetDirection.MIXED
    assert made.target_facts[0].direction_counts == {"agrees": 1, "opposes": 1}


def test_one_target_in_favour_keeps_the_disease():
    profile = drug("a blocker", "A", "ANTAGONIST")
    second = DrugTarget(ensembl_id="ENSG-B", symbol="B", action_type="ANTAGONIST")
    profile = profile.model_copy(update={"targets": (*profile.targets, second)})
    row = Association(disease_id="D", disease_name="d", score=0.4)
    findings = with_directions(
        target_findings(profile, {"ENSG-A": [row], "ENSG-B": [row]}),
        {("ENSG-A", "D"): {"opposes": 9}, ("ENSG-B", "D"): {"agrees": 1}},
    )
    (made,) = make_candidates(
        profile, target=findings, classmates=(), alike=(), diseases={"D": disease("D", "d")},
        weights=CandidateWeights(), keep=dict.fromkeys(CandidateList, 10),
    )  # fmt: skip
    assert made.set_aside is not SetAside.SAME_DIRECTION_AS_CAUSE


def test_a_drug_of_the_class_that_came_far_is_named():
    fact = ClassFact(chembl_id="C2", name="valsartan", stage=ClinicalStage.PHASE_3, shared_targets=("AGTR1",),
                     action_type="ANTAGONIST", weight=0.5)  # fmt: skip
    finding = PathFinding(disease_id=GENETIC_RTD.id, disease_name=GENETIC_RTD.name, score=0.5, class_facts=(fact,))
    made = candidates(drug("losartan", "AGTR1", "ANTAGONIST"), RTD_FACTS, classmates=(finding,))[GENETIC_RTD.id]
    assert made.set_aside_reason.endswith(" Even so, valsartan, a drug of its class, reached phase 3 here.")


# A wider term


def wider_rank(**more) -> int | None:
    """Rank of the wider term beside a form that is set aside."""
    classmates = more.pop("classmates", ())
    directions = more.pop("directions", {})
    term = RTD.model_copy(update=more)
    facts = [RTD_FACTS[0], (term, {"eva": 0.43})]
    return candidates(drug("losartan", "AGTR1", "ANTAGONIST"), facts, directions, classmates)[RTD.id].rank


def test_a_wider_term_stays_where_something_else_speaks_for_it():
    fact = ClassFact(chembl_id="C2", name="valsartan", stage=ClinicalStage.PHASE_2, shared_targets=("AGTR1",),
                     action_type="ANTAGONIST", weight=0.2)  # fmt: skip
    finding = PathFinding(disease_id=RTD.id, disease_name=RTD.name, score=0.2, class_facts=(fact,))
    assert wider_rank() is None
    assert wider_rank(classmates=(finding,)) == 1
    assert wider_rank(directions={RTD.id: {"agrees": 1}}) == 1
    assert wider_rank(descendant_count=WIDEST_WITH_FORMS + 1) == 1


def test_a_wider_term_stays_where_another_form_is_helped():
    helped = disease("H", "a form that is helped", RTD.id)
    losartan = drug("losartan", "AGTR1", "ANTAGONIST")
    made = candidates(losartan, [*RTD_FACTS, (helped, {})], {"H": {"agrees": 1}})
    assert made[RTD.id].set_aside is not SetAside.SAME_DIRECTION_AS_CAUSE
    assert made[GENETIC_RTD.id].rank is None

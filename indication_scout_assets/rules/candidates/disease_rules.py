"""Which terms of the disease index are diseases, and narrow enough to be a candidate: by ontology, never by word list.

What belongs here: rules over a term's id, ancestors, therapeutic areas and number of descendants, and over the drugs
that treat a sign.
"""

from __future__ import annotations

from ...domain.candidates import Candidate, MergedDisease, SetAside
from ...domain.diseases import Disease
from ...domain.drugs import ClinicalStage
from ..names.name_matching import words

ROOTS = frozenset({"MONDO_0000001", "MONDO_0700096", "EFO_0000408", "EFO_0000001", "OTAR_0000000"})
"""``disease``, ``human disease``, ``experimental factor``: above every therapeutic area."""

PHENOTYPE = "EFO_0000651"
NOT_DISEASES = {
    "EFO_0001444": "a measurement",
    PHENOTYPE: "a phenotype",
    "EFO_0002571": "a medical procedure",
    "GO_0008150": "a biological process",
    "EFO_0005932": "a disease of animals",
    "MONDO_0005583": "a disease of animals",
    "MONDO_0042489": "a susceptibility, not a disease",
    "MONDO_0021125": "a characteristic of diseases",
}
"""Branches of the index that hold no human disease."""

NOT_DISEASE_PREFIXES = {
    "GO": "a biological process (Gene Ontology)",
    "HP": "a sign or symptom (Human Phenotype Ontology)",
    "MP": "a phenotype of animals (Mammalian Phenotype Ontology)",
    "OBA": "a trait (Ontology of Biological Attributes)",
    "CMO": "a measurement (Clinical Measurement Ontology)",
    "UBERON": "a part of the body (Uberon)",
    "CL": "a cell type (Cell Ontology)",
    "NCBITaxon": "an organism",
    "CHEBI": "a chemical (ChEBI)",
    "PATO": "a quality (PATO)",
}

SIGN_PREFIXES = frozenset({"HP", "EFO"})
"""Vocabularies that hold signs, some of which are treated as diseases."""

DISEASE_PREFIXES = frozenset({"MONDO", "Orphanet", "DOID"})
"""Vocabularies of diseases alone: a term of theirs is one even where a release has lost its place in the tree."""

BROADEST_NAMED_DISEASE = 450
"""More subtypes than this and the term is a chapter of medicine; epilepsy, the widest real diagnosis, has 447."""
BROADEST_SIGN = 5
"""More narrower signs than this and a sign groups them: pain, edema."""
CHAPTER_SIZES = {1: 60, 2: 200}
"""Steps below the root -> subtypes from which a term there is a chapter of medicine: kidney disorder, autoimmune
disease, lung disorder."""
QUALIFIERS = 2
"""Words before the name of a disease that may name a form of it."""
OTHER_DISEASE = frozenset(words("atypical drug induced non post pre pseudo secondary without"))
"""Words that make another disease of a name."""


def is_too_broad(disease: Disease) -> bool:
    """Whether the term groups diseases rather than names one: a root, a therapeutic area, or a chapter below one."""
    if disease.is_therapeutic_area or disease.id in ROOTS:
        return True
    if not disease.ancestors and disease.descendant_count and not disease.id.startswith("HP_"):
        return True
    above = [ancestor for ancestor in disease.ancestors if ancestor not in ROOTS]
    if not above and disease.ancestors:
        return True
    return disease.descendant_count > CHAPTER_SIZES.get(len(above), BROADEST_NAMED_DISEASE)


def is_named_form(form: Disease, disease: Disease) -> bool:
    """Whether a disease under the same parent is called as this one with a word or two before it.

    Registers file drugs for Parkinson disease under "postencephalitic Parkinson disease", which MONDO has beside it. A
    name of one word says too little.
    """
    if not {parent.id for parent in form.parents} & {parent.id for parent in disease.parents}:
        return False
    name, called = words(form.name), words(disease.name)
    before = name[: -len(called)]
    is_longer = len(called) > 1 and name[-len(called) :] == called and 0 < len(before) <= QUALIFIERS
    return is_longer and not OTHER_DISEASE & set(before)


def is_treated(disease: MergedDisease | Candidate) -> bool:
    """Whether this drug or one behind the candidate reached phase 3 for the term: somebody treats it as a disease."""
    own = disease.own.stage if isinstance(disease, MergedDisease) else disease.own_stage
    stages = (own, *(fact.stage for fact in disease.class_facts), *(fact.stage for fact in disease.use.facts))
    return any(stage is not None and stage.rank >= ClinicalStage.PHASE_3.rank for stage in stages)


def not_a_candidate(disease: Disease, *, treated: bool = False) -> tuple[SetAside, str] | None:
    """Why a term cannot be a candidate, with one plain sentence; ``None`` where it can.

    A sign, or a term that the ontology has no place for, can where it is ``treated`` as a disease: vertigo, deep vein
    thrombosis.
    """
    called = f"{disease.name} ({disease.id})"
    branches = [i for i in (disease.id, *disease.ancestors) if i in NOT_DISEASES]
    areas = [area for area in disease.therapeutic_areas if area.id not in NOT_DISEASES]
    prefix = disease.id.partition("_")[0]
    treated = treated and not areas and prefix in SIGN_PREFIXES and set(branches) <= {PHENOTYPE}
    if branches and not areas and not treated:
        return SetAside.NOT_A_DISEASE, f"{called} is {NOT_DISEASES[branches[0]]}, not a disease to treat."
    what = NOT_DISEASE_PREFIXES.get(prefix)
    if what is not None and not areas and not treated:
        return SetAside.NOT_A_DISEASE, f"{called} is {what}, not a disease of its own."
    if disease.id in ROOTS or disease.is_therapeutic_area:
        return SetAside.TOO_BROAD, f"{called} is a whole therapeutic area; a candidate is one disease."
    placed = bool(disease.ancestors or areas)
    if not placed and prefix not in DISEASE_PREFIXES and not treated:
        return SetAside.NOT_A_DISEASE, f"{called} has no place under any disease in the ontology."
    if is_too_broad(disease) or (treated and disease.descendant_count > BROADEST_SIGN):
        return (
            SetAside.TOO_BROAD,
            f"{called} groups {disease.descendant_count} narrower diseases; a candidate is one disease.",
        )
    return None

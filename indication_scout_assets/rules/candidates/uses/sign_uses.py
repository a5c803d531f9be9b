"""Uses that are a sign, as high pressure or swelling: which of the terms under them are diseases of their own.

What belongs here: what an approval for a sign does not cover although the ontology files it there. Approval itself is
in ``approval``.

The ontology files whatever shows a sign under the sign: high pressure in the lungs and in the eye under hypertension.
An approval for the sign means it as it is in the body at large, and says nothing on the same sign in one organ.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....domain.diseases import Disease
from ...names.name_matching import words

CANCER = "MONDO_0045024"
ORGAN_AREAS = {
    "MONDO_0700003": "an obstetric disorder",
    "MONDO_0002022": "a disorder of the orbital region",
    "MONDO_0024458": "a disorder of the visual system",
    "MONDO_0024623": "an otorhinolaryngologic disease",
    "MONDO_0002409": "an auditory system disorder",
    "MONDO_0005087": "a respiratory system disorder",
    "MONDO_0004335": "a digestive system disorder",
    "MONDO_0002118": "a urinary system disorder",
    "MONDO_0005039": "a reproductive system disorder",
    "MONDO_0002051": "an integumentary system disorder",
    "MONDO_0002081": "a musculoskeletal system disorder",
    "MONDO_0004995": "a cardiovascular disorder",
    "MONDO_0005071": "a nervous system disorder",
}
"""Areas of the ontology that are a part of the body (or a state of it, pregnancy), not a kind of cause or course."""
_ORGANS = frozenset(
    words(
        "cerebral corneal gastric hepatic intestinal intracranial intraocular laryngeal macular ocular optic pelvic "
        "portal pulmonary retinal spinal"
    )
)
"""Words that put a sign into one organ. The ontology has pulmonary hypertension among the disorders of no lung."""


def disease_of_its_own(disease: Disease, use: Disease, diseases: Mapping[str, Disease]) -> str:
    """Why an approval for ``use``, a sign, does not cover a disease that stands under it; empty where it does.

    It does not where the disease, or a term between the two, is in a part of the body that the use is not in, or is
    called by the name of the use with an organ before it. ``diseases`` are the terms known.
    """
    if not _is_sign(use) or _in_areas(use, {CANCER}):
        return ""
    between = [diseases[term] for term in disease.ancestors if term in diseases and use.id in diseases[term].ancestors]
    called = {words(name) for name in (use.name, *use.synonyms)}
    for name in (disease.name, *(ref.name for ref in disease.parents), *(term.name for term in between)):
        if _in_an_organ(words(name), called):
            return f"{name} is the same sign in one organ"
    own = {area.id for area in use.therapeutic_areas}
    for area in disease.therapeutic_areas if own & ORGAN_AREAS.keys() else ():
        if area.id in ORGAN_AREAS and area.id not in own:
            return f"{disease.name} is {ORGAN_AREAS[area.id]} as well"
    return ""


def _is_sign(use: Disease) -> bool:
    """Whether the term is one of the Human Phenotype Ontology, by its id or by reference."""
    return use.id.startswith("HP_") or any(reference.startswith("HP:") for reference in use.cross_references)


def _in_areas(disease: Disease, areas: set[str]) -> bool:
    return any(area.id in areas for area in disease.therapeutic_areas)


def _in_an_organ(name: tuple[str, ...], called: set[tuple[str, ...]]) -> bool:
    """Whether the name is one of the use's with the word for an organ before it."""
    return any(use and name[-len(use) :] == use and _ORGANS & set(name[: -len(use)]) for use in called)

"""Under which names the articles of a drug's candidates are read.

What belongs here: what the store knows of a candidate, turned into what a reader is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.candidates import Candidate, SetAside
from ..domain.diseases import Disease, NormalizedName
from ..domain.drugs import DrugProfile
from ..domain.findings.readings import OtherUse, PairNames
from ..rules.names.name_matching import unique_names


def brief_names(profile: DrugProfile, name: NormalizedName) -> PairNames:
    """A pair under its own names alone, as whole pools are read in brief."""
    return PairNames(drug_names=tuple(profile.names), disease=name.disease_name, disease_names=name.names)


def pair_names(
    profile: DrugProfile, candidate: Candidate, name: NormalizedName, known: Sequence[Candidate]
) -> PairNames:
    """A candidate's pair under all names by which an article may speak of it.

    Args:
        known: all diseases known of the drug, those set aside as well.
    """
    # Its patterns take a fifth of a second to compile, which a run with nothing to read need not wait for.
    from ..rules.assessment.grading.directness import class_names_of  # noqa: PLC0415

    approved = [c.disease for c in known if c.set_aside is SetAside.APPROVED_USE]
    others = (c.disease for c in known if c.set_aside is not SetAside.APPROVED_USE)
    below = [d for d in others if candidate.disease.id in d.ancestors and d.id != candidate.disease.id]
    return brief_names(profile, name).model_copy(
        update={
            "mesh_id": name.own_mesh_id,
            "of_newborns": name.of_newborns,
            "wider_names": tuple(name.wider_names),
            "broader_names": tuple(parent.name for parent in candidate.disease.parents),
            "narrower_names": tuple(unique_names([n for disease in below for n in _names(disease)])),
            "class_names": class_names_of(candidate, profile.targets),
            "approved_uses": tuple(OtherUse(name=use.name, names=_names(use)) for use in approved),
        }
    )


def _names(disease: Disease) -> tuple[str, ...]:
    return (disease.name, *disease.synonyms)

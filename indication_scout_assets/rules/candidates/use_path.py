"""The third path from a drug to a disease: through the drugs that are used for much the same diseases.

What belongs here: which of the drug's diseases tell most, how alike two drugs are by use, and what the drugs alike say
about a disease, as pure functions of what a source returned. The other two paths are in ``paths``; how all three are
joined is in ``formula``.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...domain.candidates import ClassDrug, PathFinding, UseEvidence, UseFact
from ...domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, Indication
from ..names.name_matching import words
from ..trials.purpose import title_of_survey
from .paths import targets_alike

RAREST_USES = 40
"""Uses of the drug whose other drugs are looked at: a use that few drugs have tells most about what a drug is like."""
NEAREST_DRUGS = 200
"""Other drugs whose uses are read in full."""
SIMILARITY_POWER = 1.5
"""Above 1, so that one drug very much alike says more than two that are half alike."""
EARLY = 0.5
"""What a drug says that did not reach phase 2 in the disease, as a share of what it says otherwise."""
LEAST_ALIKE = 0.1
"""A drug less alike by use is not named, not counted and no reason. Together such drugs still tell which disease is
tried before another, so that they stay in the strength by which diseases are ordered; see
docs/developers/discovery.md."""
CERTAIN = 0.99
"""The most one drug says about another, so that a further drug still adds something."""
FACTS_KEPT = 5
"""Drugs shown by name on a disease; the others count, and how many there are is said."""
FINDINGS_KEPT = 400
"""Diseases kept per drug: those further down cannot come near a list of ten."""
BASKET = 4
"""A report that names more of a drug's diseases than this is of no disease in particular."""
_DRUGS_IN_ALL = 2_500
"""For the weight of a disease, ln(drugs in all / drugs of the disease): drugs with a known use, of which the weights
depend little (1,600 to 10,000 give the same lists within one place in a hundred)."""
_LEAST_WEIGHT = 0.1
_BEFORE_PEOPLE = frozenset({ClinicalStage.PRECLINICAL, ClinicalStage.IND})
_SURVEY = "By its title it watches what people take, or tests it in healthy people."
_REPORTS_SHOWN = 2


def used(indications: Iterable[Indication]) -> dict[str, Indication]:
    """The diseases in which people were given the drug, whatever came of it, by id, with the reports that tell of it.

    Reports that watch what patients happen to take, and trials that do not treat the disease with the drug, are left
    out; a stage that rested on them is that of the others. Where only such reports are left, nobody gave the drug for
    the disease.
    """
    return {
        use.disease_id: use for i in indications if i.stage not in _BEFORE_PEOPLE and (use := _treating(i)) is not None
    }


def untreated(indications: Iterable[Indication]) -> dict[str, str]:
    """Of the diseases that the drug's reports name and ``used`` leaves out: each report and why it treats nobody."""
    known = list(indications)
    left = used(known)
    return {
        use.disease_id: " ".join(f"{r.id}: {r.not_treating or _SURVEY}" for r in use.reports[:_REPORTS_SHOWN])
        for use in known
        if use.disease_id not in left and use.stage not in _BEFORE_PEOPLE
    }


def treating(reports: Iterable[ClinicalReport]) -> tuple[ClinicalReport, ...]:
    """The reports without surveys and others in which nobody was given the drug for the disease."""
    return tuple(r for r in reports if not (r.not_treating or title_of_survey(r.title)))


def _treating(use: Indication) -> Indication | None:
    left = treating(use.reports)
    if len(left) == len(use.reports):
        return use
    if not left:
        return None
    highest = max((report.stage for report in left), key=lambda stage: stage.rank)
    return use.model_copy(update={"reports": left, "stage": min(use.stage, highest, key=lambda stage: stage.rank)})


def telling_uses(profile: DrugProfile) -> dict[str, Indication]:
    """The uses that tell what the drug is like, by id.

    A first trial in whatever tumour somebody has names a dozen diseases and makes the drug like none of those given
    for one of them: below phase 2 a use counts where some report names at most ``BASKET`` of the drug's diseases.
    """
    uses = used(profile.indications)
    pointed = outside_baskets(uses)
    return {disease: use for disease, use in uses.items() if use.stage.reached_phase_2 or disease in pointed}


def outside_baskets(uses: Mapping[str, Indication]) -> dict[str, Indication]:
    """Of one drug's uses those that some report names beside few others (``BASKET``), and those without reports.

    A trial of transplants names forty diseases, and imatinib has none of them for it.
    """
    diseases_of = Counter(report for use in uses.values() for report in {r.id for r in use.reports})
    return {
        disease: use
        for disease, use in uses.items()
        if not use.reports or any(diseases_of[report.id] <= BASKET for report in use.reports)
    }


def disease_weight(drugs: int) -> float:
    """How much a disease tells that this many drugs were given for: inverse document frequency, at least 0.1."""
    return max(_LEAST_WEIGHT, math.log(_DRUGS_IN_ALL / max(1, drugs)))


def rarest_uses(profile: DrugProfile, drug_counts: Mapping[str, int]) -> list[str]:
    """Ids of the drug's ``RAREST_USES`` uses that the fewest drugs have; those nobody counted are left out."""
    own = [disease for disease in telling_uses(profile) if drug_counts.get(disease)]
    return sorted(own, key=lambda disease: (drug_counts[disease], disease))[:RAREST_USES]


def most_alike(
    profile: DrugProfile, drugs_of: Mapping[str, Collection[str]], drug_counts: Mapping[str, int]
) -> list[str]:
    """Ids of the ``NEAREST_DRUGS`` drugs that share most with the drug, whose uses are worth reading.

    ``drugs_of`` has the drugs given for each of the rarest uses. What a drug shares is the sum of the squared weights
    of the diseases both were given for.
    """
    shared: dict[str, float] = defaultdict(float)
    for disease, drugs in drugs_of.items():
        for drug in set(drugs) - profile.own_ids:
            shared[drug] += disease_weight(drug_counts[disease]) ** 2
    return sorted(shared, key=lambda drug: (-shared[drug], drug))[:NEAREST_DRUGS]


@dataclass(frozen=True)
class AlikeDrug:
    """A drug alike by use: one of its forms stands for all."""

    drug: ClassDrug
    uses: Mapping[str, Indication]
    similarity: float
    shared: tuple[str, ...]
    shared_targets: tuple[str, ...] = ()
    """Symbols of the targets on which both act, as far as is told in the same direction (``paths.targets_alike``)."""


def alike_drugs(profile: DrugProfile, drugs: Iterable[ClassDrug], drug_counts: Mapping[str, int]) -> list[AlikeDrug]:
    """The drugs with how alike they are, most alike first; forms of one drug are taken together.

    Cosine of the two drugs' diseases, each weighing ``disease_weight``, over the drug's rarest uses. How frequent the
    other drug's further diseases are is not asked for, which would take many requests: each counts as much as the
    drug's own do on average, so that a drug given for everything is like none.
    """
    own = rarest_uses(profile, drug_counts)
    weights = {disease: disease_weight(drug_counts[disease]) ** 2 for disease in own}
    own_length = math.fsum(weights.values())
    names = {i.disease_id: i.disease_name for i in profile.indications}
    symbols = {target.ensembl_id: target.symbol for target in profile.targets}
    alike = []
    for drug, uses in _families(profile, drugs):
        common = [disease for disease in own if disease in uses]
        if not common:
            continue
        product = math.fsum(weights[disease] for disease in common)
        length = product + (len(uses) - len(common)) * own_length / len(own)
        alike.append(
            AlikeDrug(
                drug=drug,
                uses=uses,
                similarity=min(1.0, product / math.sqrt(own_length * length)),
                shared=tuple(names[disease] for disease in common[:3]),
                shared_targets=tuple(sorted(symbols[target] for target in targets_alike(profile, drug))),
            )
        )
    return sorted(alike, key=lambda a: (-a.similarity, a.drug.chembl_id))[:NEAREST_DRUGS]


def use_findings(
    profile: DrugProfile, drugs: Iterable[ClassDrug], drug_counts: Mapping[str, int]
) -> tuple[PathFinding, ...]:
    """What the drugs alike by use say about every disease they were given for, best first.

    Args:
        profile: the drug, with its uses.
        drugs: other drugs with their uses.
        drug_counts: how many drugs were given for each of the drug's uses.
    """
    given: dict[str, list[tuple[float, AlikeDrug]]] = defaultdict(list)
    for alike in alike_drugs(profile, drugs, drug_counts):
        weight = min(CERTAIN, alike.similarity**SIMILARITY_POWER)
        for disease_id, use in alike.uses.items():
            given[disease_id].append((weight if use.stage.reached_phase_2 else EARLY * weight, alike))
    strengths = {
        disease_id: -math.fsum(sorted(math.log1p(-weight) for weight, _ in by_drug))
        for disease_id, by_drug in given.items()
    }
    best = sorted(strengths, key=lambda disease_id: (-strengths[disease_id], disease_id))[:FINDINGS_KEPT]
    return tuple(_finding(disease_id, strengths[disease_id], given[disease_id]) for disease_id in best)


def _finding(disease_id: str, strength: float, given: Sequence[tuple[float, AlikeDrug]]) -> PathFinding:
    near = sorted(
        (pair for pair in given if pair[1].similarity >= LEAST_ALIKE),
        key=lambda pair: (-pair[1].similarity, -pair[1].uses[disease_id].stage.rank, pair[1].drug.chembl_id),
    )
    best = near[:FACTS_KEPT]
    acting = [a for _, a in near if a.shared_targets and a.uses[disease_id].stage.reached_phase_2][:1]
    best += [pair for pair in near[FACTS_KEPT:] if pair[1] in acting]
    facts = tuple(
        UseFact(
            chembl_id=alike.drug.chembl_id,
            name=alike.drug.name,
            similarity=alike.similarity,
            shared=alike.shared,
            stage=alike.uses[disease_id].stage,
            weight=weight,
            shared_targets=alike.shared_targets,
        )
        for weight, alike in best
    )
    return PathFinding(
        disease_id=disease_id,
        disease_name=given[0][1].uses[disease_id].disease_name,
        score=1.0 - math.exp(-strength),
        use=UseEvidence(strength=strength, drugs=len(near), facts=facts),
    )


def _families(profile: DrugProfile, drugs: Iterable[ClassDrug]) -> list[tuple[ClassDrug, dict[str, Indication]]]:
    """Each drug that is no form of this one, with the furthest its forms came in each disease.

    A form has the drug for its parent, or bears its name with a word behind it: "imatinib mesylate", "metformin xr".
    """
    by_name: dict[tuple[str, ...], str] = {}
    forms: dict[str, list[ClassDrug]] = defaultdict(list)
    for drug in sorted(drugs, key=lambda d: (len(d.name.split()), d.chembl_id)):
        family_id = _named_family(drug, by_name)
        by_name.setdefault(words(drug.name), family_id)
        forms[family_id].append(drug)
    own = words(profile.name)
    families = []
    for family_id, members in forms.items():
        if family_id in profile.own_ids or any(_is_form(words(member.name), own) for member in members):
            continue
        uses: dict[str, Indication] = {}
        for use in (use for member in members for use in outside_baskets(used(member.indications)).values()):
            if use.disease_id not in uses or use.stage.rank > uses[use.disease_id].stage.rank:
                uses[use.disease_id] = use
        named = next((m for m in members if m.chembl_id == family_id), members[0])
        targets = tuple(target for member in members for target in member.targets)
        families.append((named.model_copy(update={"targets": targets}), uses))
    return families


def _named_family(drug: ClassDrug, by_name: Mapping[tuple[str, ...], str]) -> str:
    name = words(drug.name)
    shorter = (by_name[name[:length]] for length in range(1, len(name)) if name[:length] in by_name)
    return drug.parent_id or next(shorter, drug.chembl_id)


def _is_form(name: tuple[str, ...], of: tuple[str, ...]) -> bool:
    return bool(of) and name[: len(of)] == of

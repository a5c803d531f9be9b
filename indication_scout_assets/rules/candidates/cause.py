"""Cause is not cure: a drug that does to its target what the cause of a disease does to it.

What belongs here: reading from a disease's names, number and place in the ontology that it is the inherited loss of a
target, and the rule that sets a disease aside because the drug goes the way of its cause. The direction of single
records of evidence is read in ``paths``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ...domain.candidates import MergedDisease, TargetDirection, TargetFact
from ...domain.diseases import Disease
from ...domain.drugs import Action, ClinicalStage, DrugProfile, DrugTarget, action_direction
from .paths import direction_of, pooled_direction

CURATED_GENES = {
    "clingen": "ClinGen",
    "gene2phenotype": "Gene2Phenotype",
    "genomics_england": "Genomics England PanelApp",
    "orphanet": "Orphanet",
}
"""Sources whose experts judge which gene causes which inherited disease, by Open Targets' id."""

ESTABLISHED = 0.6
"""Score of such a source from which on it holds a full record of the pair: one record of 1 makes .608, one of .5, for a
gene that is only suspected, .304."""

GENETIC = frozenset({*CURATED_GENES, "eva", "gene_burden", "uniprot_literature", "uniprot_variants"})
"""Sources of inherited variants in single genes. Two must know the pair: Orphanet alone also lists genes that merely
modify a disease, such as EDNRA in cystic fibrosis."""

HEREDITARY = "MONDO_0003847"
RECESSIVE = "MONDO_0006025"
"""``hereditary disease`` and ``autosomal recessive disease``."""

CONTRARY = 0.5
"""Of a drug that does the opposite: approved and with two thirds of the targets in common, or phase 3 and with all."""

WIDEST_WITH_FORMS = 60
"""A term with more subtypes is not judged by one of its forms."""

_RECESSIVE_WORDS = re.compile(r"\bautosomal recessive\b", re.IGNORECASE)
"""Not X-linked recessive: one changed copy is enough in men, so it may be a gain (Kennedy disease)."""
_DOMINANT_WORDS = re.compile(r"\b(autosomal|X-linked) dominant\b", re.IGNORECASE)
_CATALOGUED = re.compile(r"O?MIM:([12]\d{5})", re.IGNORECASE)
"""Numbers of OMIM's catalogues of dominant (1) and recessive (2) phenotypes; those since 1994 begin with 6 and say
nothing."""


def with_inherited_loss(diseases: Iterable[MergedDisease], profile: DrugProfile) -> tuple[MergedDisease, ...]:
    """The diseases with ``TargetFact.inherited_loss`` filled, and the loss counted as one record of direction.

    It counts beside the directed records and not instead of them, so that where they say the contrary the direction
    becomes mixed and the disease stays in the ranking.
    """
    targets = {target.ensembl_id: target for target in profile.targets}
    listed = tuple(diseases)

    def marked(fact: TargetFact, disease: Disease) -> TargetFact:
        action = action_direction(fact.action_type)
        near = _genetic_sources(fact.ensembl_id, disease, listed)
        loss = inherited_loss(fact, disease, near, targets.get(fact.ensembl_id))
        if not loss or action is Action.OTHER:
            return fact
        says = TargetDirection.OPPOSES if action is Action.DECREASES else TargetDirection.AGREES
        counts = fact.direction_counts | {says.value: fact.direction_counts.get(says.value, 0) + 1}
        update = {"inherited_loss": loss, "direction_counts": counts, "direction": direction_of(counts)}
        return fact.model_copy(update=update)

    return tuple(
        merged.model_copy(update={"target_facts": tuple(marked(fact, merged.disease) for fact in merged.target_facts)})
        for merged in listed
    )


def _genetic_sources(ensembl_id: str, disease: Disease, listed: Iterable[MergedDisease]) -> frozenset[str]:
    """The genetic sources that have the target with the disease, a form of it or a narrow term above it."""

    def near(other: Disease) -> bool:
        above = other.id in disease.ancestors and other.descendant_count <= WIDEST_WITH_FORMS
        return above or other.id == disease.id or disease.id in other.ancestors

    facts = [fact for merged in listed if near(merged.disease) for fact in merged.target_facts]
    return (
        frozenset(source for fact in facts if fact.ensembl_id == ensembl_id for source in fact.source_scores) & GENETIC
    )


def inherited_loss(
    fact: TargetFact, disease: Disease, genetic_sources: Collection[str], target: DrugTarget | None = None
) -> str:
    """What says that losing the target is the disease, for example ``recessive: MIM 267430``; empty where nothing does.

    Either the disease is named after the lack of the target (``DDC deficiency``), or it is recessive and a curated
    source holds the target's gene for its cause and a second one of ``genetic_sources`` knows it too: what takes both
    copies to appear is a loss. That a disease is dominant says neither loss nor gain.
    """
    names = (disease.name, *disease.synonyms)
    if lack := _lack(names, _names_of(fact, target)):
        return f"named {lack}"
    if not curated_sources(fact) or len(genetic_sources) < 2:
        return ""
    if any(_DOMINANT_WORDS.search(name) for name in names):
        return ""
    if RECESSIVE in disease.ancestors or any(_RECESSIVE_WORDS.search(name) for name in names):
        return "a recessive disease"
    # Common diseases stand in the same catalogue (type 1 diabetes is 222100): only what the ontology calls hereditary.
    numbers = [match[1] for reference in disease.cross_references if (match := _CATALOGUED.fullmatch(reference))]
    if HEREDITARY not in disease.ancestors or not numbers or any(number.startswith("1") for number in numbers):
        return ""
    return f"a recessive disease: MIM {numbers[0]}"


def curated_sources(fact: TargetFact) -> tuple[str, ...]:
    """Names of the curated sources that hold the target's gene for an established cause of the disease."""
    return tuple(name for i, name in CURATED_GENES.items() if fact.source_scores.get(i, 0.0) >= ESTABLISHED)


def contrary_action(merged: MergedDisease, profile: DrugProfile) -> str:
    """That a drug which does the opposite on the same target came further in a new disease than any that does the same.

    It counts from a weight of ``CONTRARY`` on (``paths.class_weight``): a late stage, and hardly another target.
    """
    first = next(iter(merged.contrary_facts), None)
    same = max((fact.weight for fact in merged.class_facts), default=0.0)
    agrees = pooled_direction(merged.target_facts) is TargetDirection.AGREES
    if merged.own.stage is not None or agrees or first is None or first.weight < max(CONTRARY, same):
        return ""
    return (
        f"{first.name} does the opposite ({first.action_type.lower()} of {', '.join(first.shared_targets)}) and "
        f"reached {first.stage.text} in {merged.disease.name}; no drug that acts as {profile.name} does came as far."
    )


def same_direction_as_cause(diseases: Iterable[MergedDisease], profile: DrugProfile) -> dict[str, str]:
    """The diseases whose cause does what the drug does, by id, each with the sentence that says so.

    The evidence of direction opposes, over all targets and on none of them is it mixed or in favour. A wider term goes
    with its form where nothing but the same targets led to it: renal tubular dysgenesis with its genetic form.
    """
    by_id = {merged.disease.id: merged for merged in diseases}
    causes = {
        merged.disease.id: _sentence(merged, profile)
        for merged in by_id.values()
        if pooled_direction(merged.target_facts) is TargetDirection.OPPOSES
        and not any(fact.direction in (TargetDirection.AGREES, TargetDirection.MIXED) for fact in merged.target_facts)
    }
    wider = {
        merged.disease.id: (
            f"{causes[form.disease.id]} Nothing else leads to {merged.disease.name}, of which that is a form."
        )
        for merged in by_id.values()
        if merged.disease.id not in causes and (form := _form_that_tells(merged, by_id, causes)) is not None
    }
    return causes | wider


def _form_that_tells(
    wider: MergedDisease, by_id: Mapping[str, MergedDisease], causes: Mapping[str, str]
) -> MergedDisease | None:
    """The form because of which the wider term is set aside; ``None`` where anything else speaks for the term."""
    if wider.class_facts or _reached_phase_2(wider) or not wider.target_facts:
        return None
    if wider.disease.descendant_count > WIDEST_WITH_FORMS:
        return None
    if any(fact.direction is not TargetDirection.UNKNOWN for fact in wider.target_facts):
        return None
    forms = [merged for merged in by_id.values() if wider.disease.id in merged.disease.ancestors]
    directions = {pooled_direction(form.target_facts) for form in forms}
    if directions & {TargetDirection.AGREES, TargetDirection.MIXED}:
        return None
    telling = [form for form in forms if form.disease.id in causes]
    lost = {fact.ensembl_id for form in telling for fact in _opposing(form)}
    if not {fact.ensembl_id for fact in wider.target_facts} <= lost:
        return None
    return max(telling, key=lambda form: (_against(form), form.disease.id))


def _reached_phase_2(merged: MergedDisease) -> bool:
    return merged.own.stage is not None and merged.own.stage.reached_phase_2


def _against(merged: MergedDisease) -> float:
    """The strongest association that speaks against the drug, 0 to 1."""
    return max((fact.score for fact in _opposing(merged)), default=0.0)


def _opposing(merged: MergedDisease) -> list[TargetFact]:
    return [fact for fact in merged.target_facts if fact.direction is TargetDirection.OPPOSES]


def _sentence(merged: MergedDisease, profile: DrugProfile) -> str:
    """For example "Losartan blocks AGTR1; loss of AGTR1 causes renal tubular dysgenesis (Orphanet; …)."."""
    fact = max(_opposing(merged), key=lambda f: (bool(curated_sources(f)), f.score, f.symbol))
    raises = action_direction(fact.action_type) is Action.INCREASES
    inhibits = "INHIBITOR" in (fact.action_type or "").upper()
    does = "activates" if raises else "inhibits" if inhibits else "blocks"
    sources = curated_sources(fact)
    link = "causes" if sources or fact.inherited_loss else "goes with"
    inherited = 1 if fact.inherited_loss else 0
    against = fact.direction_counts.get(TargetDirection.OPPOSES.value, 0) - inherited
    directed = against + fact.direction_counts.get(TargetDirection.AGREES.value, 0)
    counted = f"{against} of {directed} records with a direction in Open Targets" if against else ""
    basis = "; ".join(filter(None, (", ".join(sources), fact.inherited_loss, counted)))
    name = profile.name.capitalize() if profile.name.isupper() else profile.name[:1].upper() + profile.name[1:]
    effect = f"{'gain' if raises else 'loss'} of {fact.symbol} {link} {merged.disease.name}"
    return f"{name} {does} {fact.symbol}; {effect} ({basis}).{_people(merged)}"


def _people(merged: MergedDisease) -> str:
    """A drug of the class that came far in the disease all the same: a reader must know of it."""
    far = [fact for fact in merged.class_facts if fact.stage.rank >= ClinicalStage.PHASE_3.rank]
    if not far:
        return ""
    best = max(far, key=lambda fact: (fact.stage.rank, fact.weight, fact.chembl_id))
    return f" Even so, {best.name}, a drug of its class, reached {best.stage.text} here."


def _names_of(fact: TargetFact, target: DrugTarget | None) -> list[str]:
    """The target's symbol, and its name as the mechanism has it: ``Adenosine deaminase inhibitor``."""
    names = [fact.symbol]
    action = (fact.action_type or "").replace("_", " ").casefold()
    if target is not None and action and target.mechanism.casefold().endswith(f" {action}"):
        names.append(target.mechanism[: -len(action)].strip())
    return names


def _lack(names: Iterable[str], target_names: Iterable[str]) -> str:
    """The first name that says the lack of the target: ``ADA deficiency``, ``deficiency of …``, ``… due to …``."""
    lacks = [
        re.compile(
            rf"(?:(?:congenital|hereditary|inherited|familial|partial|complete) |.+ due to )?"
            rf"(?:{re.escape(target)}[ -]deficiency|deficiency of {re.escape(target)})",
            0 if target.isupper() else re.IGNORECASE,
        )
        for target in target_names
    ]
    return next((name for name in names if any(lack.fullmatch(name) for lack in lacks)), "")

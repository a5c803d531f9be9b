"""From the findings of the three paths to candidates: what to look up, merge by disease, judge.

What belongs here: the order of these steps and the reasons that end a candidacy. What each path finds is in ``paths``
and ``use_path``, the drug's own trials in ``own_development``, approval and harm in ``approval``, cause against cure in
``cause``, what a disease is in ``disease_rules``, the score in ``formula``, lists and places in ``places``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateList,
    CandidateWeights,
    ClassDrug,
    ClassFact,
    MergedDisease,
    OddsBand,
    PathFinding,
    SetAside,
    TargetFact,
    UseEvidence,
)
from ...domain.diseases import Disease
from ...domain.drugs import DrugProfile, Indication
from ...domain.records.labels import DrugLabels
from ..labels.label_uses import LabelUse, unnamed_use
from .cause import contrary_action, same_direction_as_cause, with_inherited_loss
from .disease_rules import is_treated, not_a_candidate
from .formula import combine, score, use_path_score
from .odds import odds_band
from .paths import class_path_score
from .places import place
from .use_path import untreated, used
from .uses.approval import (
    SETTLED,
    Approval,
    approval,
    approval_by_labels,
    class_harm,
    harm,
    label_names,
    uses_on_labels,
)
from .uses.own_development import named_diseases, own_development
from .uses.tried_conditions import with_tried_uses

SHORTLIST = 150
"""Diseases looked up in the ontology per drug; what all paths rank lower cannot reach the first ten."""
NO_LABELS = DrugLabels()


# -- Which diseases to look up -------------------------------------------------------------------------------------


def diseases_to_look_up(
    profile: DrugProfile,
    *,
    target: Iterable[PathFinding],
    classmates: Iterable[PathFinding],
    alike: Iterable[PathFinding],
    weights: CandidateWeights,
    limit: int = SHORTLIST,
) -> dict[str, str]:
    """Ids (with the names the sources gave) whose ontology ``make_candidates`` needs.

    The drug's own uses, without which kin would not be known; the diseases its warnings name; and of the others the
    ``limit`` diseases with the highest score the formula could give them.
    """
    wanted = {use.disease_id: use.disease_name for use in used(profile.indications).values()}
    own_uses = len(wanted)
    names_of = {use.disease_id: use.disease_name for use in profile.indications}
    wanted |= {disease: names_of[disease] for disease in untreated(profile.indications)}
    for warning in profile.warnings:
        if warning.disease_id:
            wanted.setdefault(warning.disease_id, warning.disease_name or warning.disease_id)
    names: dict[str, str] = {}
    parts: dict[str, dict[str, float]] = defaultdict(dict)
    for path, findings in (("target", target), ("class", classmates), ("use", alike)):
        for finding in (finding for finding in findings if finding.score > 0):
            names.setdefault(finding.disease_id, finding.disease_name)
            parts[finding.disease_id][path] = (
                use_path_score(finding.use, None, weights, own_uses) if path == "use" else finding.score
            )

    def ceiling(disease: str) -> float:
        of = parts[disease]
        return combine(of.get("target", 0.0), of.get("class", 0.0), of.get("use", 0.0), weights, own_place=True)

    best = sorted(parts.keys() - wanted.keys(), key=lambda disease: (-ceiling(disease), names[disease], disease))
    return wanted | {disease: names[disease] for disease in best[:limit]}


# -- Merge ---------------------------------------------------------------------------------------------------------


def merge(
    findings: Iterable[PathFinding],
    profile: DrugProfile,
    diseases: Mapping[str, Disease],
    approved: DrugProfile | None = None,
) -> tuple[MergedDisease, ...]:
    """The findings of all paths and the drug's own development by disease, in order of disease id.

    Only ontology ids decide what is the same disease: ``diseases`` maps every id asked for, dead ones included, to its
    living term. Findings whose id it does not hold are left out; ``diseases_to_look_up`` chose not to ask for them.
    Approved uses are those of ``approved``, else of the profile itself.
    """
    named = named_diseases(profile, diseases, (approved or profile).approved_uses)
    facts: dict[str, list[PathFinding]] = defaultdict(list)
    folded: dict[str, set[str]] = defaultdict(set)
    own: dict[str, list[Indication]] = defaultdict(list)
    why_untreated: dict[str, str] = {}
    living: dict[str, Disease] = {}

    def living_id(disease_id: str) -> str | None:
        disease = diseases.get(disease_id)
        if disease is None:
            return None
        living[disease.id] = disease
        if disease_id != disease.id:
            folded[disease.id].add(disease_id)
        return disease.id

    for finding in findings:
        if (of_finding := living_id(finding.disease_id)) is not None:
            facts[of_finding].append(finding)
    for use in used(profile.indications).values():
        if (of_use := living_id(use.disease_id)) is not None:
            own[of_use].append(use)
    for disease_id, why in untreated(profile.indications).items():
        if (of_report := living_id(disease_id)) is not None and of_report not in own:
            why_untreated[of_report] = why
    return tuple(
        MergedDisease(
            disease=living[disease_id],
            target_facts=_best_targets(f for finding in facts[disease_id] for f in finding.target_facts),
            class_facts=_best_classmates(f for finding in facts[disease_id] for f in finding.class_facts),
            contrary_facts=_best_classmates(f for finding in facts[disease_id] for f in finding.contrary_facts),
            # Of a term and the term it replaced the stronger counts: much the same drugs were given for both.
            use=max((finding.use for finding in facts[disease_id]), key=lambda u: u.strength, default=UseEvidence()),
            own=own_development(own[disease_id], disease_id, named),
            untreated=why_untreated.get(disease_id, ""),
            merged_ids=tuple(sorted(folded[disease_id])),
        )
        for disease_id in sorted(
            {i for i in facts if any(finding.score > 0 for finding in facts[i])} | own.keys() | why_untreated.keys()
        )
    )


def _best_targets(facts: Iterable[TargetFact]) -> tuple[TargetFact, ...]:
    best: dict[str, TargetFact] = {}
    for fact in sorted(facts, key=lambda f: (-f.score, f.model_dump_json())):
        best.setdefault(fact.ensembl_id, fact)
    return tuple(sorted(best.values(), key=lambda f: (-f.score, f.symbol, f.ensembl_id)))


def _best_classmates(facts: Iterable[ClassFact]) -> tuple[ClassFact, ...]:
    best: dict[str, ClassFact] = {}
    for fact in sorted(facts, key=lambda f: (-f.weight, f.model_dump_json())):
        best.setdefault(fact.chembl_id, fact)
    return tuple(sorted(best.values(), key=lambda f: (-f.weight, f.name.casefold(), f.chembl_id)))


# -- Judge ------------------------------------------------------------------------------------------------


class DrugStanding(NamedTuple):
    """What every judgement on one drug's diseases rests on."""

    profile: DrugProfile
    diseases: Mapping[str, Disease]
    """The ontology of what ``diseases_to_look_up`` chose."""
    weights: CandidateWeights
    labels: DrugLabels
    listed: Mapping[str, LabelUse]
    """The uses on the drug's labels: ``uses_on_labels``."""
    own_uses: int
    """How many diseases the drug was tried in."""
    of_class: Sequence[ClassDrug] = ()
    """Other drugs that act on its targets, with their warnings."""


def judge(merged: MergedDisease, drug: DrugStanding, cause: str = "") -> Candidate:
    """One candidate with score, approval status and, where it cannot be ranked, the reason; no rank yet.

    ``cause`` is the sentence of ``same_direction_as_cause`` on this disease, where there is one.
    """
    approved = _approval(merged.disease, drug)
    status, sentence, part = approved
    aside = _set_aside(merged, drug, approved, cause)
    candidate = Candidate(
        disease=merged.disease,
        score=score(merged, drug.weights, drug.own_uses),
        target_facts=merged.target_facts,
        class_facts=merged.class_facts,
        use=merged.use,
        odds=_odds(merged, drug.own_uses),
        listed=CandidateList.NEW if merged.own.stage is None else CandidateList.TRIED,
        approval=status,
        approval_reason=sentence,
        approved_part=part,
        own_stage=merged.own.stage,
        own_reports=merged.own.reports,
        set_aside=aside[0] if aside else None,
        set_aside_reason=aside[1] if aside else "",
        merged_ids=merged.merged_ids,
        class_harm=class_harm(drug.profile, drug.of_class, merged.disease, drug.diseases),
    )
    if aside is None and merged.untreated and not candidate.has_reason:
        return candidate.model_copy(update={"set_aside": SetAside.NOT_TREATED, "set_aside_reason": merged.untreated})
    return candidate


def _approval(disease: Disease, drug: DrugStanding) -> Approval:
    """What the profile says of the drug's approval for a disease, or its labels where they say more."""
    status, sentence, part = approval(drug.profile, disease, drug.diseases)
    by_labels = approval_by_labels(disease, drug.listed, drug.diseases) if status not in SETTLED else None
    if by_labels and (
        by_labels[0] in SETTLED
        or status is ApprovalStatus.NOT_APPROVED
        or (by_labels[0] is not ApprovalStatus.UNKNOWN and status is not ApprovalStatus.APPROVED_NARROWER)
    ):
        return by_labels
    if status in (ApprovalStatus.APPROVED, ApprovalStatus.NOT_APPROVED):
        sentence = " ".join(filter(None, (sentence, unnamed_use(drug.labels, label_names(disease)))))
    return Approval(status, sentence, part)


def _set_aside(
    merged: MergedDisease, drug: DrugStanding, approved: Approval, cause: str
) -> tuple[SetAside, str] | None:
    """Why a disease cannot be ranked, the gravest reason first; ``None`` where it can."""
    disease = merged.disease
    status, sentence, _ = approved
    if status in SETTLED:
        withdrawn = status is ApprovalStatus.WITHDRAWN
        return SetAside.WITHDRAWN_USE if withdrawn else SetAside.APPROVED_USE, sentence
    if (caused := harm(drug.profile, disease, drug.diseases)) is not None:
        return SetAside.DRUG_CAUSES_IT, caused
    if (no_disease := not_a_candidate(disease, treated=is_treated(merged))) is not None:
        return no_disease
    if status is ApprovalStatus.APPROVED_NARROWER:
        return SetAside.WIDER_THAN_APPROVED_USE, sentence
    if cause:
        return SetAside.SAME_DIRECTION_AS_CAUSE, cause
    contrary = contrary_action(merged, drug.profile)
    return (SetAside.CONTRARY_ACTION, contrary) if contrary else None


def _odds(merged: MergedDisease, own_uses: int) -> OddsBand | None:
    if merged.own.stage is not None:
        return None
    return odds_band(merged.use, class_path_score(merged.class_facts), merged.disease.drug_count, own_uses)


def make_candidates(
    profile: DrugProfile,
    *,
    target: Iterable[PathFinding],
    classmates: Iterable[PathFinding],
    alike: Iterable[PathFinding],
    diseases: Mapping[str, Disease],
    weights: CandidateWeights,
    keep: Mapping[CandidateList, int] | None,
    labels: DrugLabels = NO_LABELS,
    tried: Iterable[Indication] = (),
    of_class: Sequence[ClassDrug] = (),
) -> list[Candidate]:
    """All of the above: the ranked candidates of both lists, tried before new, then those set aside.

    ``target``, ``classmates`` and ``alike`` are the findings of the three paths; ``diseases`` the ontology of what
    ``diseases_to_look_up`` chose; ``keep`` the places of each list, or ``None`` for every place (``places.place``);
    ``tried`` the uses found by the drug alone, which make a disease a tried one and no approved use; ``of_class`` the
    other drugs that act on its targets, whose warnings mark the diseases they name.
    """
    known = with_tried_uses(profile, tried)
    merged = with_inherited_loss(merge((*target, *classmates, *alike), known, diseases, profile), profile)
    causes = same_direction_as_cause(merged, profile)
    listed = uses_on_labels(profile, (candidate.disease for candidate in merged), labels, diseases)
    drug = DrugStanding(profile, diseases, weights, labels, listed, len(used(profile.indications)), of_class)
    judged = (judge(candidate, drug, causes.get(candidate.disease.id, "")) for candidate in merged)
    return place(judged, known, diseases, keep)

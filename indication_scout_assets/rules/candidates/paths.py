"""Two of the three paths from a drug to a disease: through its targets, and through drugs of its class.

What belongs here: what each path finds and the score it gives, as pure functions of what a source returned. Merging,
judging and ranking what they found is in ``selection``.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from ...domain.candidates import (
    Association,
    ClassDrug,
    ClassFact,
    DirectionQuestion,
    PathFinding,
    TargetDirection,
    TargetFact,
)
from ...domain.drugs import (
    TRIAL,
    Action,
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugTarget,
    Indication,
    action_direction,
)
from .association_scores import harmonic_sum

STAGE_WEIGHTS = {
    ClinicalStage.PHASE_2: 0.2,
    ClinicalStage.PHASE_2_3: 0.5,
    ClinicalStage.PHASE_3: 0.7,
    ClinicalStage.PREAPPROVAL: 0.8,
    ClinicalStage.APPROVAL: 1.0,
    ClinicalStage.PHASE_4: 1.0,
    ClinicalStage.WITHDRAWAL: 1.0,
}
"""Open Targets' weights of clinical precedence, from phase 2 on. A withdrawal follows an approval, so it counts as one:
the drug worked for the disease, whatever else it did."""

CLASS_TRANSFER = 0.75
"""The most one drug says about another of its class; below 1, so that a second and third drug still add something."""

FAILED = frozenset({"Negative", "Safety_Sideeffects"})
"""Stop reasons of Open Targets that speak against the drug; each halves the report, as in clinical precedence."""

_APPROVING = frozenset({"DRUG_LABEL", "REGULATORY_AGENCY"})
"""Kinds of report that show an approval; what a curated list calls approved may be a registry's entry."""

CLEAR_MAJORITY = 0.8
"""Share of directed evidence from which on the direction is not called mixed."""

REPORTS_KEPT = 10


# -- Path 1: targets -----------------------------------------------------------------------------------------------


def target_findings(profile: DrugProfile, associations: Mapping[str, Sequence[Association]]) -> tuple[PathFinding, ...]:
    """Diseases associated with the drug's targets, best first; ``associations`` is keyed by Ensembl id."""
    facts: dict[str, list[TargetFact]] = defaultdict(list)
    names: dict[str, str] = {}
    for target in _distinct_targets(profile.targets):
        for row in associations.get(target.ensembl_id, ()):
            if row.score <= 0:
                continue
            names.setdefault(row.disease_id, row.disease_name)
            facts[row.disease_id].append(
                TargetFact(
                    ensembl_id=target.ensembl_id,
                    symbol=target.symbol,
                    action_type=target.action_type,
                    score=min(1.0, row.score),
                    datatype_scores=row.datatype_scores,
                    source_scores=row.source_scores,
                )
            )
    return _by_score(
        PathFinding(
            disease_id=disease_id,
            disease_name=names[disease_id],
            score=target_path_score(own_facts),
            target_facts=tuple(sorted(own_facts, key=lambda f: (-f.score, f.symbol))),
        )
        for disease_id, own_facts in facts.items()
    )


def target_path_score(facts: Iterable[TargetFact]) -> float:
    """Harmonic sum of the association scores, at most 1."""
    return min(1.0, harmonic_sum(fact.score for fact in facts))


def direction_questions(
    findings: Sequence[PathFinding], limit: int, skip: Collection[str] = ()
) -> list[DirectionQuestion]:
    """The directions worth asking for: the best target with a known action in each of the ``limit`` best diseases.

    ``skip`` holds disease ids that will be set aside anyway, such as approved uses.
    """
    questions: list[DirectionQuestion] = []
    for finding in findings:
        if len(questions) >= limit:
            break
        fact = next((f for f in finding.target_facts if action_direction(f.action_type) is not Action.OTHER), None)
        if fact is not None and finding.disease_id not in skip:
            questions.append(
                DirectionQuestion(
                    ensembl_id=fact.ensembl_id,
                    disease_id=finding.disease_id,
                    action=action_direction(fact.action_type),
                )
            )
    return questions


def with_directions(
    findings: Sequence[PathFinding], answers: Mapping[tuple[str, str], Mapping[str, int]]
) -> tuple[PathFinding, ...]:
    """The findings with the directions that were looked up; ``answers`` is keyed by (Ensembl id, disease id)."""

    def directed(fact: TargetFact, disease_id: str) -> TargetFact:
        counts = answers.get((fact.ensembl_id, disease_id))
        if counts is None:
            return fact
        return fact.model_copy(update={"direction": direction_of(counts), "direction_counts": dict(counts)})

    return tuple(
        finding.model_copy(
            update={"target_facts": tuple(directed(fact, finding.disease_id) for fact in finding.target_facts)}
        )
        for finding in findings
    )


def evidence_direction(on_target: str | None, on_trait: str | None, action: Action) -> TargetDirection:
    """What one evidence record says about a drug of this action.

    If losing the target protects (LoF, protect), or gaining it harms (GoF, risk), a drug that decreases it should help:
    the record agrees. With (LoF, risk) and (GoF, protect) it opposes. For a drug that increases the target both turn
    around. Anything else says nothing.
    """
    effects = {("LoF", "protect"): True, ("GoF", "risk"): True, ("LoF", "risk"): False, ("GoF", "protect"): False}
    decrease_helps = effects.get((on_target or "", on_trait or ""))
    if decrease_helps is None or action is Action.OTHER:
        return TargetDirection.UNKNOWN
    return TargetDirection.AGREES if decrease_helps is (action is Action.DECREASES) else TargetDirection.OPPOSES


def direction_of(counts: Mapping[str, int]) -> TargetDirection:
    """Agrees or opposes where at least ``CLEAR_MAJORITY`` of the directed records do; mixed otherwise."""
    agree, oppose = counts.get(TargetDirection.AGREES, 0), counts.get(TargetDirection.OPPOSES, 0)
    if agree + oppose == 0:
        return TargetDirection.UNKNOWN
    share = agree / (agree + oppose)
    if share >= CLEAR_MAJORITY:
        return TargetDirection.AGREES
    return TargetDirection.OPPOSES if share <= 1 - CLEAR_MAJORITY else TargetDirection.MIXED


def pooled_direction(facts: Iterable[TargetFact]) -> TargetDirection:
    """The direction over all targets whose direction was looked up."""
    total: Counter[str] = Counter()
    for fact in facts:
        total.update(fact.direction_counts)
    return direction_of(total)


# -- Path 2: drugs of the class ------------------------------------------------------------------------------------


def action_pairs(targets: Iterable[DrugTarget]) -> frozenset[tuple[str, str]]:
    """(Ensembl id, action type) of every target whose action type is known: an agonist is no antagonist's analogue."""
    return frozenset((t.ensembl_id, t.action_type.upper().strip()) for t in targets if t.action_type)


def same_targets(profile: DrugProfile, drug: ClassDrug) -> frozenset[str]:
    """Ensembl ids of the targets on which both act the same way: the same action, or another in the same direction."""
    return frozenset(
        target
        for target, action in action_pairs(profile.targets)
        for shared, other in action_pairs(drug.targets)
        if target == shared
        and (action == other or action_direction(action) is action_direction(other) is not Action.OTHER)
    )


def targets_alike(profile: DrugProfile, drug: ClassDrug) -> frozenset[str]:
    """Those on which both act the same way, or of which no source tells how one of them acts.

    For drugs that are given for the same diseases: they mostly do the same there.
    """
    both = {t.ensembl_id for t in profile.targets} & {t.ensembl_id for t in drug.targets}
    untold = {t.ensembl_id for t in (*profile.targets, *drug.targets) if not t.action_type}
    return same_targets(profile, drug) | (both & untold)


def class_pairs(profile: DrugProfile, drug: ClassDrug) -> tuple[frozenset[tuple[str, str]], bool]:
    """The (target, action) pairs for which another drug is of this one's class, and whether they are its opposite.

    They are the pairs both have; of a drug that acts on no target the same way, those that undo what this one does.
    Forms of the drug itself have none.
    """
    if {drug.chembl_id, drug.family_id} & profile.own_ids:
        return frozenset(), False
    own, other = action_pairs(profile.targets), action_pairs(drug.targets)
    if own & other or same_targets(profile, drug):
        return own & other, False
    ours, theirs = ({i for i, a in pairs if action_direction(a) is not Action.OTHER} for pairs in (own, other))
    return frozenset(pair for pair in other if pair[0] in ours & theirs), True


def class_weight(profile: DrugProfile, drug: ClassDrug, indication: Indication, shared: int) -> float:
    """What one drug's development for one disease says about another drug of its class, 0 to 1.

    ``CLASS_TRANSFER`` x stage weight x overlap of the two drugs' (target, action) pairs, of which ``shared`` are alike,
    or opposed. The overlap is the cosine ``shared / sqrt(own * other)``: a promiscuous drug says little about any one
    of its targets. The stage weight is the best over the reports, each halved where it was stopped for lack of efficacy
    or for safety, and none counting above the stage the source gives the pair.
    """
    own, other = action_pairs(profile.targets), action_pairs(drug.targets)
    return CLASS_TRANSFER * _stage_weight(indication) * shared / math.sqrt(len(own) * len(other))


def proven_stage(indication: Indication) -> ClinicalStage:
    """How far a drug came, by reports that show it.

    An approval counts where a label, a regulator's record or a trial of phase 3 or later stands behind it; else the
    furthest stage among the other reports does. Where no reports are given, the source's stage stands.
    """
    reports = indication.reports
    late = any(
        r.kind in _APPROVING or (r.kind == TRIAL and r.stage.rank >= ClinicalStage.PHASE_3.rank) for r in reports
    )
    if indication.stage.rank < ClinicalStage.APPROVAL.rank or late or all(not r.kind for r in reports):
        return indication.stage
    trials = (report.stage for report in reports if report.kind == TRIAL)
    return max(trials, key=lambda stage: stage.rank, default=ClinicalStage.UNKNOWN)


def class_findings(profile: DrugProfile, drugs: Iterable[ClassDrug]) -> tuple[PathFinding, ...]:
    """Diseases for which drugs of the class reached phase 2 or more for that very disease, best first.

    Drugs that do the opposite are told with the disease and lead to none: where they alone reached phase 2, the score
    is 0.
    """
    best: dict[str, dict[tuple[bool, str], ClassFact]] = defaultdict(dict)
    names: dict[str, str] = {}
    for drug in sorted(drugs, key=lambda d: d.chembl_id):
        pairs, contrary = class_pairs(profile, drug)
        for given in drug.indications if pairs else ():
            indication = given.model_copy(update={"stage": proven_stage(given)})
            if not indication.stage.reached_phase_2:
                continue
            names.setdefault(indication.disease_id, indication.disease_name)
            fact = _class_fact(profile, drug, indication, pairs)
            forms, form = best[indication.disease_id], (contrary, drug.family_id)
            if form not in forms or fact.weight > forms[form].weight:
                forms[form] = fact
    findings = []
    for disease_id, forms in best.items():
        same = _by_weight(fact for (contrary, _), fact in forms.items() if not contrary)
        findings.append(
            PathFinding(
                disease_id=disease_id,
                disease_name=names[disease_id],
                score=class_path_score(same),
                class_facts=same,
                contrary_facts=_by_weight(fact for (contrary, _), fact in forms.items() if contrary),
            )
        )
    return _by_score(findings)


def _by_weight(facts: Iterable[ClassFact]) -> tuple[ClassFact, ...]:
    return tuple(sorted(facts, key=lambda f: (-f.weight, f.name.casefold(), f.chembl_id)))


def class_path_score(facts: Iterable[ClassFact]) -> float:
    """Noisy-or over the drugs of the class: 1 - Π(1 - weight)."""
    return 1.0 - math.prod(sorted(1.0 - fact.weight for fact in facts))


def _class_fact(
    profile: DrugProfile, drug: ClassDrug, indication: Indication, shared: Collection[tuple[str, str]]
) -> ClassFact:
    symbols = {t.ensembl_id: t.symbol for t in profile.targets}
    reports = sorted(indication.reports, key=lambda r: (-r.stage.rank, r.id))
    return ClassFact(
        chembl_id=drug.chembl_id,
        name=drug.name,
        stage=indication.stage,
        shared_targets=tuple(sorted({symbols[ensembl_id] for ensembl_id, _ in shared})),
        action_type=", ".join(sorted({action for _, action in shared})),
        target_count=len({t.ensembl_id for t in drug.targets}),
        report_ids=tuple(r.id for r in reports if r.stage.reached_phase_2)[:REPORTS_KEPT],
        stop_reasons=tuple(sorted({reason for r in reports for reason in r.stop_reasons})),
        weight=class_weight(profile, drug, indication, len(shared)),
    )


def _stage_weight(indication: Indication) -> float:
    weights = [_report_weight(report, indication.stage) for report in indication.reports]
    if not any(report.stage.rank >= indication.stage.rank for report in indication.reports):
        weights.append(STAGE_WEIGHTS.get(indication.stage, 0.0))  # the report behind the stage is not among those given
    return max(weights)


def _report_weight(report: ClinicalReport, ceiling: ClinicalStage) -> float:
    # A phase-4 trial for an unapproved use is no approval: the source's stage for the pair is the ceiling.
    stage = min(report.stage, ceiling, key=lambda s: s.rank)
    return STAGE_WEIGHTS.get(stage, 0.0) * (0.5 if FAILED & set(report.stop_reasons) else 1.0)


def _distinct_targets(targets: Iterable[DrugTarget]) -> list[DrugTarget]:
    """One per Ensembl id: a row with an action type is preferred to one without."""
    chosen: dict[str, DrugTarget] = {}
    for target in targets:
        if target.ensembl_id not in chosen or not chosen[target.ensembl_id].action_type:
            chosen[target.ensembl_id] = target
    return list(chosen.values())


def _by_score(findings: Iterable[PathFinding]) -> tuple[PathFinding, ...]:
    return tuple(sorted(findings, key=lambda f: (-f.score, f.disease_name.casefold(), f.disease_id)))

"""The rules that make candidates out of what both paths found: merge, judge, score, rank.

What belongs here: THE ranking formula (``score``) and everything that decides which disease gets which place. What each
path finds is in ``paths``, approval and harm in ``approval``, cause against cure in ``cause``, what a disease is in
``disease_rules``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ...domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateScore,
    CandidateWeights,
    ClassFact,
    Direction,
    MergedDisease,
    PathFinding,
    SetAside,
    TargetFact,
)
from ...domain.diseases import Disease
from ...domain.drugs import DrugProfile, Indication
from ...domain.labels import DrugLabels
from ..labels.label_rules import unnamed_use
from .approval import SETTLED, approval, approved_on_label, harm
from .cause import same_direction_as_cause, with_inherited_loss
from .disease_rules import not_a_candidate
from .paths import class_path_score, pooled_direction, target_path_score

SHORTLIST = 150
"""Diseases looked up in the ontology per drug; what both paths rank lower cannot reach the first ten."""
NO_LABELS = DrugLabels()
BELOW_CUT_KEPT = 40
"""Diseases shown below the cut, and those set aside for their cause or as no candidate, at most each."""


# -- Which diseases to look up -------------------------------------------------------------------------------------


def diseases_to_look_up(
    profile: DrugProfile,
    target: Iterable[PathFinding],
    classmates: Iterable[PathFinding],
    weights: CandidateWeights,
    limit: int = SHORTLIST,
) -> dict[str, str]:
    """Ids (with the names the sources gave) whose ontology ``make_candidates`` needs.

    The ``limit`` diseases with the highest score the formula could give them, plus the drug's own indications from
    phase 2 on and the diseases its warnings name.
    """
    ceilings: dict[str, dict[str, float]] = defaultdict(dict)
    names: dict[str, str] = {}
    for path, findings in (("target", target), ("class", classmates)):
        for finding in findings:
            names.setdefault(finding.disease_id, finding.disease_name)
            ceilings[finding.disease_id][path] = finding.score
    best = sorted(
        ceilings,
        key=lambda i: (
            -combine(ceilings[i].get("target", 0.0), ceilings[i].get("class", 0.0), 1.0, 1.0, weights), names[i], i
        ),
    )  # fmt: skip
    wanted = {disease_id: names[disease_id] for disease_id in best[:limit]}
    for indication in profile.indications:
        if indication.stage.reached_phase_2:
            wanted.setdefault(indication.disease_id, indication.disease_name)
    for warning in profile.warnings:
        if warning.disease_id:
            wanted.setdefault(warning.disease_id, warning.disease_name or warning.disease_id)
    return wanted


# -- Merge ---------------------------------------------------------------------------------------------------------


def merge(
    target: Iterable[PathFinding],
    classmates: Iterable[PathFinding],
    profile: DrugProfile,
    diseases: Mapping[str, Disease],
) -> tuple[MergedDisease, ...]:
    """Both paths' findings and the drug's own development (phase 2 and more) by disease, in order of disease id.

    Only ontology ids decide what is the same disease: ``diseases`` maps every id asked for, dead ones included, to its
    living term. Findings whose id it does not hold are left out; ``diseases_to_look_up`` chose not to ask for them.
    """
    facts: dict[str, list[PathFinding]] = defaultdict(list)
    folded: dict[str, set[str]] = defaultdict(set)
    own: dict[str, list[Indication]] = defaultdict(list)
    living: dict[str, Disease] = {}

    def place(disease_id: str) -> str | None:
        disease = diseases.get(disease_id)
        if disease is None:
            return None
        living[disease.id] = disease
        if disease_id != disease.id:
            folded[disease.id].add(disease_id)
        return disease.id

    for finding in (*target, *classmates):
        if (living_id := place(finding.disease_id)) is not None:
            facts[living_id].append(finding)
    for indication in profile.indications:
        if indication.stage.reached_phase_2 and (living_id := place(indication.disease_id)) is not None:
            own[living_id].append(indication)
    return tuple(
        MergedDisease(
            disease=living[disease_id],
            target_facts=_best_targets(f for finding in facts[disease_id] for f in finding.target_facts),
            class_facts=_best_classmates(f for finding in facts[disease_id] for f in finding.class_facts),
            own_stage=max((i.stage for i in own[disease_id]), key=lambda s: s.rank, default=None),
            own_reports=sum(len(i.reports) for i in own[disease_id]),
            merged_ids=tuple(sorted(folded[disease_id])),
        )
        for disease_id in sorted(facts.keys() | own.keys())
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


# -- Score ---------------------------------------------------------------------------------------------------------


def score(merged: MergedDisease, status: ApprovalStatus, weights: CandidateWeights) -> CandidateScore:
    """THE ranking formula. Every part lies in [0, 1] and is stored.

    total = novelty_factor · (1 - (1 - w_t · target_path · direction_factor) · (1 - w_c · class_path · crowding_factor))

    target_path: harmonic sum of association scores (``paths.target_path_score``).
    class_path: noisy-or over drugs of the class (``paths.class_path_score``).
    direction_factor: 1 where the drug's action opposes the disease's direction; the weights' ``direction_*`` otherwise.
    crowding_factor: 1 / (1 + ln(1 + drugs / crowding_scale)). A disease everybody develops for (breast cancer, type 2
    diabetes) is met by any class by chance; a rare disease is not.
    novelty_factor: ``CandidateWeights.approved_narrower`` where a subtype of the disease is an approved use, else 1:
    type 2 diabetes must not bring back diabetes.
    w_t, w_c: ``CandidateWeights.target_path`` and ``class_path``. Two paths support each other, neither vetoes.
    """
    target = target_path_score(merged.target_facts)
    classmates = class_path_score(merged.class_facts)
    direction = direction_factor(pooled_direction(merged.target_facts), weights) if merged.target_facts else 1.0
    crowding = crowding_factor(merged.disease.drug_count, weights)
    novelty = weights.approved_narrower if status is ApprovalStatus.APPROVED_NARROWER else 1.0
    return CandidateScore(
        target_path=target,
        class_path=classmates,
        direction_factor=direction,
        crowding_factor=crowding,
        novelty_factor=novelty,
        total=round(novelty * combine(target, classmates, direction, crowding, weights), 12),
    )


def combine(target: float, classmates: float, direction: float, crowding: float, weights: CandidateWeights) -> float:
    """The two paths joined; rounded to 12 digits, so that the order of summation never decides a tie."""
    missed = (1.0 - weights.target_path * target * direction) * (1.0 - weights.class_path * classmates * crowding)
    return min(1.0, max(0.0, round(1.0 - missed, 12)))


def direction_factor(direction: Direction, weights: CandidateWeights) -> float:
    """Factor on the target path, 0 to 1."""
    return {
        Direction.AGREES: 1.0,
        Direction.UNKNOWN: weights.direction_unknown,
        Direction.MIXED: weights.direction_mixed,
        Direction.OPPOSES: weights.direction_opposes,
    }[direction]


def crowding_factor(drug_count: int | None, weights: CandidateWeights) -> float:
    """Factor on the class path, 0 to 1; a disease of unknown crowding counts as crowded."""
    drugs = weights.crowding_scale if drug_count is None else drug_count
    return 1.0 / (1.0 + math.log1p(drugs / weights.crowding_scale))


# -- Judge and rank ------------------------------------------------------------------------------------------------


def judge(
    merged: MergedDisease,
    profile: DrugProfile,
    diseases: Mapping[str, Disease],
    weights: CandidateWeights,
    labels: DrugLabels = NO_LABELS,
    cause: str = "",
) -> Candidate:
    """One candidate with score, approval status and, where it cannot be ranked, the reason; no rank yet.

    ``cause`` is the sentence of ``same_direction_as_cause`` on this disease, where there is one.
    """
    status, sentence = approval(profile, merged.disease, diseases)
    if status not in SETTLED and (listed := approved_on_label(profile, merged.disease, labels, diseases)):
        status, sentence = ApprovalStatus.APPROVED, listed
    elif status in (ApprovalStatus.APPROVED, ApprovalStatus.NOT_APPROVED):
        names = (merged.disease.name, *merged.disease.synonyms)
        sentence = " ".join(filter(None, (sentence, unnamed_use(labels, names))))
    aside: tuple[SetAside, str] | None = None
    if status in SETTLED:
        aside = (
            (SetAside.WITHDRAWN_USE, sentence)
            if status is ApprovalStatus.WITHDRAWN
            else (SetAside.APPROVED_USE, sentence)
        )
    elif (caused := harm(profile, merged.disease, diseases)) is not None:
        aside = SetAside.DRUG_CAUSES_IT, caused
    else:
        aside = not_a_candidate(merged.disease)
        if aside is None and cause:
            aside = SetAside.SAME_DIRECTION_AS_CAUSE, cause
    return Candidate(
        disease=merged.disease,
        score=score(merged, status, weights),
        target_facts=merged.target_facts,
        class_facts=merged.class_facts,
        approval=status,
        approval_reason=sentence,
        own_stage=merged.own_stage,
        own_reports=merged.own_reports,
        set_aside=aside[0] if aside else None,
        set_aside_reason=aside[1] if aside else "",
        merged_ids=merged.merged_ids,
    )


def rank(candidates: Iterable[Candidate], keep: int) -> list[Candidate]:
    """The best ``keep``, ranked from 1; then what is set aside: settled uses and harms, those whose cause does
    what the drug does, no candidates, the rest.

    Diseases that neither path found but the drug itself was tried for score 0 and only fill places left empty, the most
    advanced and most often tried first, those that merely contain an approved use last. Ties go by name, then id.
    """
    ordered = sorted(candidates, key=_order)
    open_ones = [c for c in ordered if c.set_aside is None]
    ranked = [c.model_copy(update={"rank": place}) for place, c in enumerate(open_ones[:keep], start=1)]
    below = [
        c.model_copy(
            update={"set_aside": SetAside.BELOW_CUT, "set_aside_reason": f"Ranked {place}, below the first {keep}."}
        )
        for place, c in enumerate(open_ones[keep : keep + BELOW_CUT_KEPT], start=keep + 1)
    ]
    return [
        *ranked,
        *(c for c in ordered if c.set_aside in _SETTLED_ASIDE),
        *[c for c in ordered if c.set_aside is SetAside.SAME_DIRECTION_AS_CAUSE][:BELOW_CUT_KEPT],
        *[c for c in ordered if c.set_aside in _NO_CANDIDATE][:BELOW_CUT_KEPT],
        *below,
    ]


def make_candidates(
    profile: DrugProfile,
    target: Iterable[PathFinding],
    classmates: Iterable[PathFinding],
    diseases: Mapping[str, Disease],
    weights: CandidateWeights,
    keep: int,
    labels: DrugLabels = NO_LABELS,
) -> list[Candidate]:
    """All of the above: the ranked candidates, then those set aside."""
    merged = with_inherited_loss(merge(target, classmates, profile, diseases), profile)
    causes = same_direction_as_cause(merged, profile)
    judged = (
        judge(candidate, profile, diseases, weights, labels, causes.get(candidate.disease.id, ""))
        for candidate in merged
    )
    return rank(judged, keep)


_SETTLED_ASIDE = frozenset({SetAside.APPROVED_USE, SetAside.WITHDRAWN_USE, SetAside.DRUG_CAUSES_IT})
_NO_CANDIDATE = frozenset({SetAside.NOT_A_DISEASE, SetAside.TOO_BROAD})


def _order(candidate: Candidate) -> tuple[float, int, int, str, str]:
    stage = candidate.own_stage.rank if candidate.own_stage else -1
    # The drug's own development orders only what no path found; elsewhere it must not feed back into the ranking.
    own = (stage, candidate.own_reports) if candidate.score.total == 0 else (0, 0)
    if own != (0, 0) and candidate.approval is ApprovalStatus.APPROVED_NARROWER:
        own = (-1, candidate.own_reports)
    return -candidate.score.total, -own[0], -own[1], candidate.disease.name.casefold(), candidate.disease.id

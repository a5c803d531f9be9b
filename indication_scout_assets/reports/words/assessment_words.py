"""The words of an assessment: levels, directness, harm, outcomes of trials, the rank and what it hangs on.

What belongs here: words for the typed values of ``domain.findings.assessment`` and plain sentences about them, shared
by the page and the Markdown. Nothing here escapes or lays out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import (
    Assessment,
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    EvidenceStrength,
    GradeDomain,
    HarmKind,
    MisuseKind,
    Recommendation,
    RecommendationStrength,
    ScorePart,
    ScoreTerm,
    StrengthOfEvidence,
    TrialReading,
)
from ...domain.findings.statements import Polarity
from ...domain.findings.study_designs import Population
from ...domain.records.trials import WITHDRAWN, StopReason, Trial
from .article_words import id_name
from .common_words import listed, plural

POPULATION: Final[Mapping[Population, str]] = {
    Population.HUMAN: "humans",
    Population.HEALTHY: "healthy volunteers",
    Population.MOTHERS: "mothers of the newborns",
    Population.ANIMAL: "animals",
    Population.IN_VITRO: "cells or molecules",
    Population.UNCLEAR: "not clear in whom",
}
HARM_SHORT: Final[Mapping[HarmKind, str]] = {
    HarmKind.CAUSES_DISEASE: "causes or worsens the disease",
    HarmKind.CONTRAINDICATED: "contraindicated",
    HarmKind.BOXED_WARNING: "boxed warning",
    HarmKind.LISTED_EFFECT: "unwanted effect on a label",
    HarmKind.CLASS_EFFECT: "warning on other drugs of the class",
    HarmKind.WARNED: "warning on a label",
    HarmKind.MENTIONED_IN_PASSING: "harm reported in passing",
    HarmKind.GIVEN_TO_MOTHERS: "causes or worsens the disease after use in pregnancy",
    HarmKind.WITHDRAWN: "withdrawn",
    HarmKind.ADVERSE_EVENTS: "adverse event reports",
}
MISUSE: Final[Mapping[MisuseKind, str]] = {
    MisuseKind.INTERVENTION: "Another intervention.",
    MisuseKind.COMPARATOR: "The comparator.",
    MisuseKind.POPULATION: "Another population.",
    MisuseKind.ENDPOINT: "Another endpoint.",
}
RECOMMENDED: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "recommended",
    Polarity.CONTRADICTS: "recommended against",
    Polarity.NEUTRAL: "neither recommended nor advised against",
    Polarity.MIXED: "recommended for some",
    Polarity.HARM: "warned of",
}
EVIDENCE_FORMULA: Final = (
    "score after the evidence = sum over target, class and use path, literature, trials and safety of value × weight"
)
EVIDENCE_MEANING: Final = (
    "After the evidence is in, the candidates are ranked again. The three paths count as before. The literature and "
    "the trials add between −1 and 1 each, and safety can only lower the score. One study counts once, however many "
    "papers it has. Retracted papers, protocols, trials without results and articles a person must decide on first "
    "add nothing. All grades are made from facts of design; no language model grades."
)
LEVELS_MEANING: Final = (
    "Level: OCEBM 2011 for questions of treatment, from 1 (reviews of randomised trials) to 5 (animals, cells, "
    "reasoning). It says how a study was made, not what it found. Counted are studies that name both drug and "
    "disease: in title, abstract or index terms, or by what a trial registers."
)
RANGE_MEANING: Final = (
    "“3 (2–5)”: rank 3 with the weights of this run; between rank 2 and rank 5 when the weight of any one part is "
    "left out, halved or doubled. A wide range hangs on how the parts are weighed."
)
IN_PASSING: Final = (
    "Reported in passing: these articles say that the drug causes or worsens the disease, but their titles do not "
    "name the disease, or name another drug as well. In 56 of 78 articles whose title does not name the disease a "
    "reader found this plainly said: check the sentence."
)
"""Above harm that is not in the red box; the figures were counted on pairs that are not in the repository."""
NO_HARM: Final = "No evidence of harm in this disease was found. This does not establish safety."
HARM_NOT_CHECKED: Final = (
    "No label with a safety text was available, so harm in this disease was not checked on labels. No article or trial "
    "found reports harm."
)
STRENGTH: Final = "Strength of evidence"
_DIRECTION: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "benefit",
    Polarity.CONTRADICTS: "no benefit",
    Polarity.MIXED: "conflicting results",
    Polarity.HARM: "harm",
}
NONE_FOUND, NOT_CHECKED = "none found", "not checked"


def strength_word(strength: StrengthOfEvidence | None) -> str:
    """``moderate``; ``high at most`` where of a domain nothing is known; ``—`` where no study has a direction."""
    if strength is None:
        return "—"
    return f"{strength.word.value} at most" if strength.at_most else strength.word.value


def strength_sentences(assessment: Assessment) -> list[str]:
    """The word with each step that changed it, concerns and what is not known: for the direction, then for harm."""
    rated = [assessment.strength]
    if assessment.direction is not Polarity.HARM:
        rated.append(assessment.harm_strength)
    return [_strength_sentence(strength) for strength in rated if strength]


def _strength_sentence(strength: StrengthOfEvidence) -> str:
    """``Low, for benefit. Starts high: 2 …; lowered two for imprecision: 83 participants, …. Masking is not …``."""
    steps: list[str] = []
    shown: list[str] = []
    for step in strength.steps:
        fact = step.fact.rstrip(".")
        if step.domain is GradeDomain.DESIGN:
            steps.append(f"Starts {strength.start.value}: {fact}")
        elif step.change:
            done, levels = "raised" if step.change > 0 else "lowered", "two" if abs(step.change) > 1 else "one"
            steps.append(f"{done} {levels} for {step.domain.value}: {fact}")
        elif step.concern or not step.known:
            shown.append(step.fact)
    word = strength_word(strength)
    because = f"{word[0].upper()}{word[1:]}, for {_DIRECTION[strength.direction]}. {'; '.join(steps)}."
    return " ".join((because, *shown))


def rank_range(assessment: Assessment) -> str:
    """``3 (2–5)``, or ``3`` where no change of a weight moves it."""
    rank, low, high = assessment.rank, assessment.score.best_rank, assessment.score.worst_rank
    return str(rank) if low == high == rank else f"{rank} ({low}–{high})"


def rank_sentence(assessment: Assessment, before: int | None) -> str:
    """The rank after the evidence, what it was before, and how far the weights move it."""
    low, high = assessment.score.best_rank, assessment.score.worst_rank
    text = f"Rank {assessment.rank} after the evidence"
    if before is not None:
        text += f", {before} before it" if before != assessment.rank else ", the same as before it"
    if low == high == assessment.rank:
        return f"{text}; no change of one weight moves it."
    return f"{text}; between {low} and {high} when one weight is left out, halved or doubled."


def ranked_before(assessment: Assessment, other: Assessment, name: str) -> str:
    """Why a candidate is ranked before the next one, ``name``: the parts of the score that make the difference.

    ``Ranked before gout (score +0.11 against +0.04) because of literature (+0.16 against −0.02).``
    """
    own, others = assessment.score, other.score
    margin = "" if abs(own.total - others.total) >= _WORTH_NAMING else " by a small margin"
    totals = f"Ranked before {name}{margin} (score {_points(own.total)} against {_points(others.total)})"
    if other.without_evidence and not assessment.without_evidence:
        return f"{totals} because no paper, trial or target evidence exists for {name}."
    points = {part.name: part.points for part in others.parts}
    gaps = sorted(((part.points - points.get(part.name, 0.0), part) for part in own.parts), key=lambda gap: -gap[0])
    if own.total < others.total:
        return f"{totals} although its score is lower, because most evidence on {name} may concern an approved use."
    if own.total == others.total:
        return f"{totals}: the scores are equal, so the rank before the evidence decides."
    if _points(own.total) == _points(others.total) and all(abs(gap) < _WORTH_NAMING for gap, _ in gaps):
        return f"Ranked before {name}: the scores are nearly equal ({_points(own.total)})."

    def named(gap: float, part: ScorePart) -> str:
        return f"{part.name.value} ({_points(part.points)} against {_points(part.points - gap)})"

    if not gaps:
        return f"{totals}."
    reasons = [named(gap, part) for gap, part in gaps if gap > 0.5 * gaps[0][0]]
    text = f"{totals} because of {listed(reasons)}"
    lowest, against = gaps[-1]
    return f"{text}, although {name} leads in {named(lowest, against)}." if lowest <= -_WORTH_NAMING else f"{text}."


def stronger_below(first: Assessment, lower: Sequence[tuple[str, Assessment]]) -> str:
    """Which lower candidates have stronger evidence of benefit in people, and why they are lower; empty for none."""
    named: dict[bool, list[str]] = {}
    for name, other in lower:
        if other.direction is Polarity.SUPPORTS and other.strength and other.strength.in_people:
            own = first.strength if first.direction is Polarity.SUPPORTS else None
            if own is None or _STRONGEST.index(other.strength.word) < _STRONGEST.index(own.word):
                of_score = other.score.total <= first.score.total
                named.setdefault(of_score, []).append(f"{name} ({strength_word(other.strength)})")
    why = {True: "lower score", False: "but perhaps of an approved use"}
    return " ".join(f"Stronger evidence, {why[of_score]}: {listed(names)}." for of_score, names in named.items())


_STRONGEST: Final = list(EvidenceStrength)


def _points(points: float) -> str:
    """With its sign, two places, and no negative zero."""
    return f"{round(points, 2) + 0.0:+.2f}".replace("-", "−")


_WORTH_NAMING: Final = 0.02
"""Points by which the next candidate must lead in a part for it to be named."""


def stage_sentence(assessment: Assessment, stage: str) -> str:
    """The furthest stage in the disease, as the table of candidates gives it, and what sets it."""
    return f"Stage: {stage}. {assessment.stage.reason}".strip()


def directness(match: EvidenceDirectness) -> str:
    """``this drug, this disease, people``; what is indirect is named as it is."""
    special = {
        DrugMatch.NOT_NAMED: "drug not named",
        DrugMatch.COMPARATOR: "the drug only as comparator",
        DrugMatch.MENTIONED: "drug or disease only mentioned",
    }
    drug = special.get(match.drug, match.drug.value)
    disease = {DiseaseMatch.NOT_NAMED: "disease not named"}.get(match.disease, match.disease.value)
    return ", ".join((drug, disease, POPULATION[match.population]))


def not_of_pair(match: EvidenceDirectness) -> str:
    """What is not named of drug and disease: ``the drug is not named, of the disease only a broader one``."""
    drug = {
        DrugMatch.CLASS: "of the drug only its class is named",
        DrugMatch.NOT_NAMED: "the drug is not named",
        DrugMatch.MENTIONED: "the drug or the disease is only mentioned",
    }
    disease = {
        DiseaseMatch.BROADER: "only a broader disease is named",
        DiseaseMatch.NEAR: "only a related disease is named",
        DiseaseMatch.NOT_NAMED: "the disease is not named",
    }
    return ", ".join(filter(None, (drug.get(match.drug), disease.get(match.disease))))


def term_name(term: ScoreTerm) -> str:
    """What a term is called; an article or a trial by its id first."""
    if term.evidence_kind not in {DocumentKind.ARTICLE, DocumentKind.TRIAL}:
        return term.text
    name = id_name(term.evidence_id) if term.evidence_kind == DocumentKind.ARTICLE else term.evidence_id
    return term.text if name in term.text else f"{name} {term.text}"


def term_factors(term: ScoreTerm) -> str:
    """``randomised trial 0.80 × people 1.00 × size 0.62``."""
    return " × ".join(f"{factor.name} {factor.value:.2f}" for factor in term.factors)


def line_of_therapy(recommendation: Recommendation) -> str:
    """``first line``, ``second line``, … or nothing."""
    ordinals = {1: "first line", 2: "second line", 3: "third line"}
    return "" if recommendation.line is None else ordinals.get(recommendation.line, f"line {recommendation.line}")


def recommendation_terms(recommendation: Recommendation) -> str:
    """``recommended, strong, second line``."""
    graded = recommendation.strength is not RecommendationStrength.NOT_GRADED
    parts = (
        RECOMMENDED[recommendation.polarity],
        recommendation.strength.value if graded else "strength not graded",
        line_of_therapy(recommendation),
    )
    return ", ".join(part for part in parts if part)


def outcome_sentence(reading: TrialReading) -> str:
    """What became of a trial's endpoint and how that is known; the words themselves where no citation quotes them."""
    if not reading.outcome_source:
        return reading.outcome.value
    how = known_by(reading)
    cue = f": “{reading.outcome_cue}”" if reading.outcome_cue and reading.citation is None else ""
    return f"{reading.outcome.value}, {how}{cue}"


def known_by(reading: TrialReading) -> str:
    """``by its posted results``, ``by PMID 1``; empty where nothing says it."""
    if not reading.outcome_source:
        return ""
    posted = reading.outcome_source == "posted results"
    return "by its posted results" if posted else f"by {id_name(reading.outcome_source)}"


def stop_of(reading: TrialReading, trial: Trial | None) -> str:
    """``stopped early``, or of a trial in which nobody took part ``withdrawn before enrolment``, with the class of its
    reason where that has one; empty where it was not stopped."""
    if not reading.stop:
        return ""
    ended = "withdrawn before enrolment" if trial and trial.status == WITHDRAWN else "stopped early"
    return ended if reading.stop is StopReason.NOT_CLASSIFIED else f"{ended}: {reading.stop.value}"


def stopped_against(reading: TrialReading) -> bool:
    """Whether the trial was stopped for want of effect."""
    return reading.stop is StopReason.EFFICACY


def none_in(with_safety: int, labels: int) -> str:
    """A table's cell where nothing harms: ``none found``, with how many labels had no safety text; ``not checked``."""
    if not with_safety:
        return NOT_CHECKED
    without = labels - with_safety
    return f"{NONE_FOUND} in {plural(with_safety, 'label')}; {without} without safety text" if without else NONE_FOUND


def no_harm(*, safety_read: bool) -> str:
    """What is said where nothing harms in the disease; "none found" only where a safety text of a label was read."""
    return NO_HARM if safety_read else HARM_NOT_CHECKED


def harm_terms(kinds: list[HarmKind]) -> str:
    """Kinds of harm in a table's cell, each once."""
    return listed(dict.fromkeys(HARM_SHORT[kind] for kind in kinds)) if kinds else ""


def weight_in_score(assessment: Assessment, evidence_id: str) -> list[str]:
    """What an item adds to each part of a candidate's score, with the factors: one sentence a part.

    One that adds nothing gets one sentence, which names the report of the same study that weighs in its place.
    """
    terms = [(part.name, term) for part in assessment.score.parts for term in part.terms]
    weights = [
        f"In the score's part “{name.value}” it weighs {term.sign * term.value:+.3f} = "
        + " × ".join(f"{factor.value:g} ({factor.name})" for factor in term.factors)
        + "."
        for name, term in terms
        if term.evidence_id == evidence_id
    ]
    studies = {grade.study for grade in assessment.grades if grade.evidence_id == evidence_id}
    reports = {grade.evidence_id for grade in assessment.grades if grade.study in studies}
    others = list(dict.fromkeys(term.evidence_id for _, term in terms if term.evidence_id in reports))
    if not weights and others:
        return [f"It adds nothing to the score by itself: its study counts once, by {listed(others)}."]
    return weights or ["It adds nothing to the score."]

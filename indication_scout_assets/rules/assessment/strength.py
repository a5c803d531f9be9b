"""The strength of a candidate's evidence in one word, as GRADE means it, each step with its fact.

What belongs here: which studies form the body of evidence, and what each of GRADE's domains changes. Every step rests
on a field of a record or on a number read from it; a fact that is not known is said and changes nothing. Where a domain
is judged by the share of studies that have a fault, half of them are enough: how much each of them weighs is not known.

The thresholds are the field's rules of thumb and were tuned on nothing; docs/grading.md gives the source of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import (
    Assessment,
    DiseaseMatch,
    DrugMatch,
    EvidenceStrength,
    Grade,
    GradeDomain,
    Level,
    RiskSignal,
    StrengthOfEvidence,
    StrengthStep,
    TrialReading,
)
from ...domain.findings.effects import Effect, EffectMeasure
from ...domain.findings.statements import Polarity
from ...domain.findings.study_designs import NOT_IN_PEOPLE, SYNTHESES, Population, StudyDesign
from ...domain.records.cited_references import StudyReferences
from ...domain.records.trials import DrugRole, TrialMatch
from .direction import AGAINST, RANDOMISED, PairStudy, direction_of

INFORMATION_SIZE: Final = 400
"""Participants from which on a body of evidence is taken to be large enough (optimal information size)."""
INFORMATION_EVENTS: Final = 300
"""Events from which on it is, where events are counted."""
FAR_TOO_FEW: Final = 120
"""Participants below which imprecision is very serious: 30 % of ``INFORMATION_SIZE``."""
APPRECIABLE: Final = (0.75, 1.25)
"""Ratios beyond which a benefit or a harm is appreciable."""
LARGE, VERY_LARGE = 2.0, 5.0
"""Ratios, or their inverses, from which on an effect is large, very large."""

_WORDS: Final = tuple(EvidenceStrength)
_HIGH, _, _LOW, _VERY_LOW = EvidenceStrength
_TIERS: Final[Mapping[frozenset[Level], tuple[EvidenceStrength, str, str]]] = {
    RANDOMISED: (_HIGH, "randomised trial or review of such", "randomised trials or reviews of such"),
    frozenset({Level.CONTROLLED_STUDY}): (
        _LOW,
        "controlled study, not randomised",
        "controlled studies, not randomised",
    ),
    frozenset({Level.CASES}): (_LOW, "uncontrolled or case-control study", "uncontrolled or case-control studies"),
    frozenset({Level.MECHANISM}): (
        _VERY_LOW,
        "study in animals or cells, or review or comment",
        "studies in animals or cells, or reviews or comments",
    ),
}
"""By design, the strongest first: what a body of evidence starts from, and what its studies are called."""
_COMPARES: Final = (*SYNTHESES, StudyDesign.CASE_CONTROL)
"""Designs that compare groups, or do not tell, though their level is that of cases."""
_RATIOS: Final = (EffectMeasure.HAZARD_RATIO, EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_RATIO)
_RISKS: Final[Mapping[RiskSignal, str]] = {
    RiskSignal.TERMINATED: "stopped early",
    RiskSignal.CONCERN: "under an expression of concern",
    RiskSignal.PREPRINT: "posted as a preprint",
}
_INDIRECT: Final[Mapping[DrugMatch, str]] = {
    DrugMatch.AMONG_SEVERAL: "a review of several drugs",
    DrugMatch.COMBINATION: "of a combination",
    DrugMatch.COMPARATOR: "of the drug as comparator",
}


@dataclass(frozen=True)
class BodyFacts:
    """What is known of a candidate's studies beside their grades."""

    effects: Mapping[str, Sequence[Effect]] = field(default_factory=lambda: MappingProxyType({}))
    """Of its articles, by id, the main effect first."""
    unreported: tuple[Grade, ...] | None = None
    """Trials that ended with neither posted results nor a paper: of ``unreported_trials``."""


def unreported_trials(
    grades: Sequence[Grade], trials: Sequence[TrialMatch], readings: Sequence[TrialReading]
) -> tuple[Grade, ...] | None:
    """The registered trials that test the drug in the disease and ended with neither posted results nor a paper.

    ``None`` where no trial that tests it is known: what was never registered, or not found, may be unreported too.
    """
    tested = {match.trial.nct_id for match in trials if match.drug is DrugRole.EXPERIMENTAL}
    if not tested:
        return None
    misused = {reading.nct_id for reading in readings if reading.misuse}
    return tuple(
        grade
        for grade in sorted(grades, key=lambda grade: grade.evidence_id)
        if grade.evidence_kind is DocumentKind.TRIAL
        and RiskSignal.NO_RESULTS in grade.risks
        and grade.directness.names_pair
        and grade.evidence_id in tested - misused
    )


def strength_of(studies: Sequence[PairStudy], facts: BodyFacts) -> StrengthOfEvidence | None:
    """The strength of the evidence for the direction of the strongest design that has one; ``None`` where none has.

    The body of evidence are the studies of that design. A body of a weaker design with the same direction stands in its
    place where its word is higher. A missed phase 3 endpoint is part of every body.

    Args:
        studies: the counted studies of the pair; their order changes nothing.
    """
    rated = []
    for levels in _TIERS:
        of_design = [study for study in studies if study.grade.level in levels]
        if any(study.direction is not Polarity.NEUTRAL for study in of_design):
            missed = [study for study in studies if study.missed and study not in of_design]
            rated.append(_rated(levels, [*of_design, *missed], facts))
    agreeing = [strength for strength in rated if strength.direction is rated[0].direction]
    return min(agreeing, key=lambda strength: _WORDS.index(strength.word), default=None)


def strength_of_harm(studies: Sequence[PairStudy], facts: BodyFacts) -> StrengthOfEvidence | None:
    """The strength of the evidence that the drug causes or worsens the disease; ``None`` where no study shows it.

    Studies with benefit contradict it; those without say nothing on it. Harm told in passing is no evidence of it.
    """
    harms = [study for study in studies if study.direction is Polarity.HARM and not study.grade.harm_in_passing]
    levels = next((tier for tier in _TIERS if any(study.grade.level in tier for study in harms)), None)
    if levels is None:
        return None
    weighed = [*harms, *(study for study in studies if study.direction is Polarity.SUPPORTS)]
    return _rated(levels, [study for study in weighed if study.grade.level in levels], facts, Polarity.HARM)


def _rated(
    levels: frozenset[Level], studies: Sequence[PairStudy], facts: BodyFacts, of: Polarity | None = None
) -> StrengthOfEvidence:
    """The word for one body of evidence.

    Args:
        levels: of its design.
        studies: of this design, those without a direction among them.
        of: the direction that is rated; ``None`` for that of the studies together.
    """
    directed = (study for study in studies if study.direction is not Polarity.NEUTRAL)
    body = sorted(directed, key=lambda study: study.grade.evidence_id)
    start, name, names = _TIERS[levels]
    design = f"{_counted(len(body), name, names)} {'has' if len(body) == 1 else 'have'} a direction."
    steps = [_step(GradeDomain.DESIGN, 0, design, body)]
    if Level.MECHANISM not in levels:
        undirected = len(studies) - len(body)
        steps += [
            *_risk_of_bias(body, levels),
            *_inconsistency(body, undirected, of),
            *_indirectness(body),
            *_imprecision(body, facts.effects),
            *_publication_bias(body, facts.unreported, levels),
        ]
        if levels is not RANDOMISED and not any(step.change for step in steps):
            steps += _large_effect(body, facts.effects)
    place = _WORDS.index(start) - sum(step.change for step in steps)
    return StrengthOfEvidence(
        word=_WORDS[min(max(place, 0), len(_WORDS) - 1)],
        start=start,
        direction=of or direction_of(body),
        steps=tuple(steps),
        studies=_ids(body),
        in_people=any(study.grade.directness.population not in NOT_IN_PEOPLE for study in body),
    )


def with_cited_retractions(assessment: Assessment, references: Mapping[str, StudyReferences]) -> Assessment:
    """The assessment with a concern where studies of a body cite retracted work; every word stays as it is.

    Args:
        references: what is known of the references of its studies, by ``Article.id``.
    """
    citing = {key: study for key, study in references.items() if study.retracted}
    rated = {"strength": assessment.strength, "harm_strength": assessment.harm_strength}
    concerned = {name: _concerned(strength, citing) for name, strength in rated.items() if strength}
    return assessment.model_copy(update=concerned)


def _concerned(strength: StrengthOfEvidence, citing: Mapping[str, StudyReferences]) -> StrengthOfEvidence:
    ids = tuple(key for key in strength.studies if key in citing)
    if not ids:
        return strength
    reviews = sum(any(each.included for each in citing[key].retracted) for key in ids)
    fact = f"{_counted(len(ids), 'study cites', 'studies cite')} retracted work"
    fact += f", {_counted(reviews, 'review')} as an included trial" if reviews else ""
    fact = f"{fact}; a concern that lowers nothing by itself."
    step = StrengthStep(domain=GradeDomain.RISK_OF_BIAS, fact=fact, evidence_ids=ids, concern=True)
    of_bias = [n for n, s in enumerate(strength.steps, 1) if s.domain is GradeDomain.RISK_OF_BIAS and s.known]
    place = max(of_bias, default=1)
    return strength.model_copy(update={"steps": (*strength.steps[:place], step, *strength.steps[place:])})


# ------------------------------------------------------------------------------------------------ domains
def _risk_of_bias(body: Sequence[PairStudy], levels: frozenset[Level]) -> Iterator[StrengthStep]:
    """Lowered one where half of the studies have a fault that a record shows."""
    faults = {study.grade.evidence_id: _faults(study, levels) for study in body}
    yield _by_share(GradeDomain.RISK_OF_BIAS, faults, "No study has a sign of bias in its record.")
    unmasked = [study for study in body if not (study.grade.masked or (study.trial and study.trial.trial.masking))]
    if levels is RANDOMISED and unmasked:
        fact = f"Masking is not known of {_share(len(unmasked), len(body))}."
        yield _unknown(GradeDomain.RISK_OF_BIAS, fact, unmasked)


def _faults(study: PairStudy, levels: frozenset[Level]) -> list[str]:
    grade, trial = study.grade, study.trial.trial if study.trial else None
    risks = {*grade.risks, *((RiskSignal.TERMINATED,) if trial and trial.status == "TERMINATED" else ())}
    faults = [words for risk, words in _RISKS.items() if risk in risks]
    if trial and levels is RANDOMISED and trial.masking.upper() == "NONE":
        faults.append("registered without masking")
    if trial and levels is RANDOMISED and trial.allocation.upper() == "NON_RANDOMIZED":
        faults.append("registered as not randomised")
    if grade.level is Level.CASES and grade.design not in _COMPARES:
        faults.append("without a control group")
    return faults


def _inconsistency(body: Sequence[PairStudy], undirected: int, of: Polarity | None) -> Iterator[StrengthStep]:
    """Lowered one where directions disagree, two where a third of them do."""
    sides = [
        [study for study in body if study.direction in directions]
        for directions in (frozenset({Polarity.SUPPORTS}), AGAINST, frozenset({Polarity.MIXED}))
        if of is None or of in directions
    ]
    agreeing = max(sides, key=len)
    opposed = [study for study in body if study not in agreeing]
    change = -(2 if 3 * len(opposed) >= len(body) else 1) if opposed else 0
    missed = [study for study in opposed if study.missed]
    fact = f"All {len(body)} studies have one direction."
    if opposed:
        have = "has" if len(opposed) == 1 else "have"
        fact = f"{len(opposed)} of {_counted(len(body), 'study', 'studies')} {have} another direction than the rest."
    if missed:
        fact = f"{fact[:-1]}; {len(missed)} of phase 3 missed the primary endpoint."
    if len(body) > 1:
        yield _step(GradeDomain.INCONSISTENCY, change, fact, opposed)
    else:
        yield _unknown(GradeDomain.INCONSISTENCY, "Consistency is not known: a single study has a direction.", body)
    if undirected:
        others = _counted(undirected, "further study", "further studies")
        yield _unknown(GradeDomain.INCONSISTENCY, f"The direction of {others} of the design is not known.")


def _indirectness(body: Sequence[PairStudy]) -> Iterator[StrengthStep]:
    """Lowered one where half of the studies are of another treatment, other people or an approved use."""
    faults = {study.grade.evidence_id: _indirect(study.grade) for study in body}
    yield _by_share(GradeDomain.INDIRECTNESS, faults, "No study is known to be of another treatment or other people.")
    unclear = [
        study
        for study in body
        if study.grade.directness.drug is DrugMatch.NOT_TOLD or study.grade.directness.population is Population.UNCLEAR
    ]
    if unclear:
        fact = f"In whom, or whether of the drug alone, is not known of {_share(len(unclear), len(body))}."
        yield _unknown(GradeDomain.INDIRECTNESS, fact, unclear)


def _indirect(grade: Grade) -> list[str]:
    match = grade.directness
    faults = [_INDIRECT[match.drug]] if match.drug in _INDIRECT else []
    if match.disease is DiseaseMatch.NARROWER:
        faults.append("of a narrower disease")
    return [*faults, "made for an approved use"] if grade.approved_use_alone else faults


def _imprecision(body: Sequence[PairStudy], effects: Mapping[str, Sequence[Effect]]) -> Iterator[StrengthStep]:
    """Lowered by few participants or events, else where each interval takes in no effect and an appreciable one."""
    domain, participants = GradeDomain.IMPRECISION, _participants(body)
    uncounted = [study for study in body if study.grade.participants is None]
    events = [_events(study) for study in body]
    known_events = [number for number in events if number is not None]
    intervals = [e for study in body if (e := _ratio(study, effects))]
    wide = [e for e in intervals if e.low <= 1 <= e.high and (e.low < APPRECIABLE[0] or e.high > APPRECIABLE[1])]
    if uncounted and participants < INFORMATION_SIZE:
        numbers = f"; the others have {participants:,}" if participants else ""
        fact = f"Participants are not known of {_share(len(uncounted), len(body))}{numbers}."
        yield _unknown(domain, fact, uncounted)
    elif participants < INFORMATION_SIZE:
        few = FAR_TOO_FEW if participants < FAR_TOO_FEW else INFORMATION_SIZE
        change = -2 if few == FAR_TOO_FEW else -1
        yield _step(domain, change, f"{_counted(participants, 'participant')}, fewer than {few}.", body)
        return
    if len(known_events) == len(body) and sum(known_events) < INFORMATION_EVENTS:
        yield _step(domain, -1, f"{_counted(sum(known_events), 'event')}, fewer than {INFORMATION_EVENTS}.", body)
    elif len(wide) == len(body):
        bounds = ", ".join(f"{e.low:g} to {e.high:g}" for e in wide)
        fact = f"Each interval takes in no effect and an appreciable one: {bounds}."
        yield _step(domain, -1, fact, body)
    elif not uncounted or participants >= INFORMATION_SIZE:
        fact = f"{_counted(participants, 'participant')} at least, {INFORMATION_SIZE} or more."
        yield _step(domain, 0, fact, body)
    if len(known_events) < len(body):
        yield _unknown(domain, f"Events are not known of {_share(len(body) - len(known_events), len(body))}.")
    if len(intervals) < len(body):
        fact = f"A ratio with its interval is not known of {_share(len(body) - len(intervals), len(body))}."
        yield _unknown(domain, fact)


def _publication_bias(
    body: Sequence[PairStudy], unreported: Sequence[Grade] | None, levels: frozenset[Level]
) -> Iterator[StrengthStep]:
    """Lowered one where unreported trials have at least half as many participants as the body of evidence."""
    if unreported is None:
        yield _unknown(GradeDomain.PUBLICATION_BIAS, "No registered trial of it is known, so no unreported one either.")
        return
    studies = {study.grade.study for study in body}
    silent = [grade for grade in unreported if grade.study not in studies]
    if levels is RANDOMISED:
        silent = [grade for grade in silent if grade.design is StudyDesign.RANDOMIZED_TRIAL]
    known = all(grade.participants is not None for grade in (*silent, *(study.grade for study in body)))
    missing, published = sum(grade.participants or 0 for grade in silent), _participants(body)
    fact = "No registered trial of it that ended is without results."
    if silent:
        fact = f"{_counted(len(silent), 'registered trial')} ended with neither results nor a paper"
        shares = f": {_counted(missing, 'participant')} against {published:,} with a direction."
        fact += shares if known else "; what share of all participants they have is not known."
    yield StrengthStep(
        domain=GradeDomain.PUBLICATION_BIAS,
        change=-1 if known and missing and 2 * missing >= published else 0,
        fact=fact,
        evidence_ids=tuple(grade.evidence_id for grade in silent),
        known=known or not silent,
    )


def _large_effect(body: Sequence[PairStudy], effects: Mapping[str, Sequence[Effect]]) -> Iterator[StrengthStep]:
    """Raised one where all ratios that were read are large and their intervals exclude no effect, two where very."""
    ratios = [ratio for study in body if (ratio := _ratio(study, effects))]
    sizes = [max(r.number, 1 / r.number) if r.excludes_no_effect else 1.0 for r in ratios]
    smallest = min(sizes, default=0.0)
    if smallest > LARGE:
        change = 2 if smallest > VERY_LARGE else 1
        listed = ", ".join(f"{r.number:g} ({r.low:g} to {r.high:g})" for r in ratios)
        fact = f"The ratios are large and their intervals exclude no effect: {listed}."
        yield _step(GradeDomain.LARGE_EFFECT, change, fact, body)
    elif not ratios:
        yield _unknown(GradeDomain.LARGE_EFFECT, "How large the effect is was not read.")


# ------------------------------------------------------------------------------------------------ facts
@dataclass(frozen=True)
class _Ratio:
    """A ratio of two groups with its interval."""

    number: float
    low: float
    high: float

    @property
    def excludes_no_effect(self) -> bool:
        return self.low > 1 or self.high < 1


def _ratio(study: PairStudy, effects: Mapping[str, Sequence[Effect]]) -> _Ratio | None:
    """The main effect of the study's article, where it is a ratio above 0 with an interval."""
    for effect in effects.get(study.grade.evidence_id, ())[:1]:
        number, low, high = effect.number or 0.0, effect.low, effect.high
        if effect.measure in _RATIOS and number > 0 and low is not None and high is not None:
            return _Ratio(number, low, high)
    return None


def _participants(body: Sequence[PairStudy]) -> int:
    """Participants at least: a meta-analysis may hold the trials beside it, so that the two are not added.

    How many of the participants of a review of several drugs were given this one is not known.
    """
    sizes = [
        (study.grade.participants or 0, study.grade.design in SYNTHESES)
        for study in body
        if study.grade.directness.drug is not DrugMatch.AMONG_SEVERAL
    ]
    return max(sum(n for n, pooled in sizes if not pooled), *(n for n, pooled in sizes if pooled), 0)


def _events(study: PairStudy) -> int | None:
    """Participants with the event by the posted primary outcome; ``None`` where it does not count participants."""
    for outcome in study.trial.trial.results[:1] if study.trial else ():
        values = [group.value for group in outcome.groups]
        if outcome.measure == "COUNT_OF_PARTICIPANTS" and values and all(value.isdigit() for value in values):
            return sum(map(int, values))
    return None


def _by_share(domain: GradeDomain, faults: Mapping[str, Sequence[str]], none: str) -> StrengthStep:
    """The step from the faults of each study: lowered one where half of the studies have any."""
    faulty = {key: words for key, words in faults.items() if words}
    kinds = dict.fromkeys(word for words in faulty.values() for word in words)
    if len(faults) == 1 and faulty:
        fact = f"The study is {' and '.join(kinds)}."
    elif faulty:
        counts = ", ".join(f"{sum(kind in words for words in faulty.values())} {kind}" for kind in kinds)
        fact = f"Of {len(faults)} studies: {counts}."
    else:
        fact = none
    change = -1 if faulty and 2 * len(faulty) >= len(faults) else 0
    return StrengthStep(domain=domain, change=change, fact=fact, evidence_ids=tuple(sorted(faulty)))


def _step(domain: GradeDomain, change: int, fact: str, studies: Sequence[PairStudy]) -> StrengthStep:
    return StrengthStep(domain=domain, change=change, fact=fact, evidence_ids=_ids(studies))


def _unknown(domain: GradeDomain, fact: str, studies: Sequence[PairStudy] = ()) -> StrengthStep:
    return StrengthStep(domain=domain, fact=fact, evidence_ids=_ids(studies), known=False)


def _ids(studies: Sequence[PairStudy]) -> tuple[str, ...]:
    return tuple(sorted(study.grade.evidence_id for study in studies))


def _share(number: int, of: int) -> str:
    """``2 of 3 studies``, ``all 3 studies``, ``the study``."""
    if of == 1:
        return "the study"
    return f"all {of} studies" if number == of else f"{number} of {of} studies"


def _counted(number: int, word: str, words: str = "") -> str:
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"

"""The literature part: graded articles for and against, one per study, by level and directness.

What belongs here: which grades count here and what one weighs. Registered studies belong to the trials part wherever
that part has something to say of them; their papers then raise the trial's reading and are not counted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Final

from ....domain.documents import DocumentKind
from ....domain.findings.assessment import EvidenceDirectness, Grade, Level, PartName, ScorePart
from ....domain.findings.statements import Polarity
from .terms import balance, balance_formula, part, term
from .weights import EvidenceWeights

SIGNS: Final = {Polarity.SUPPORTS: 1, Polarity.CONTRADICTS: -1, Polarity.HARM: -1}
"""Mixed and neutral articles take no side."""


def literature_part(grades: Iterable[Grade], weights: EvidenceWeights, elsewhere: Set[str] = frozenset()) -> ScorePart:
    """value = S - A with S = 1 - Π(1 - w) over the studies that support and A the same over those against.

    w = level x drug x disease x population x participants x caution x risks. Harm counts against; its participants are
    no factor, since one well-documented case shows that it happens. Level 5 has none either: no patients were treated.

    Args:
        grades: of one candidate; only articles that count are used (``Grade.stands``), one a study.
        weights: of the settings.
        elsewhere: keys of studies that the trials part counts.
    """
    articles = [grade for grade in grades if grade.evidence_kind is DocumentKind.ARTICLE]
    counted = [grade for grade in articles if grade.stands]
    here = [grade for grade in counted if grade.study not in elsewhere]
    made = (
        term(
            DocumentKind.ARTICLE,
            grade.evidence_id,
            f"{grade.design.value.replace('_', ' ')}, {grade.polarity.value}",
            _factors(grade, weights),
            SIGNS[grade.polarity],
        )
        for grade in here
        if grade.polarity in SIGNS
    )
    terms = [term for term in made if term.value > 0]
    formula = " ".join([balance_formula(terms, "studies"), *_left_out(articles, counted, here, len(terms))])
    return part(PartName.LITERATURE, balance(terms), weights.literature, formula, terms)


def directness_factors(directness: EvidenceDirectness, weights: EvidenceWeights) -> Iterator[tuple[str, float]]:
    """How much an item of such directness says of the pair; names as the report prints them."""
    yield f"drug: {directness.drug.value}", weights.drug(directness.drug)
    yield f"disease: {directness.disease.value}", weights.disease(directness.disease)
    yield f"population: {directness.population.value.replace('_', ' ')}", weights.population(directness.population)


def participants_factor(number: int | None, weights: EvidenceWeights) -> tuple[str, float]:
    """The factor of a number of participants; an unknown one is taken as small."""
    if number is None:
        return f"participants not stated, taken as {weights.participants_unknown}", weights.participants(None)
    return f"{number:,} participant{'' if number == 1 else 's'}", weights.participants(number)


def _factors(grade: Grade, weights: EvidenceWeights) -> Iterator[tuple[str, float]]:
    level = grade.level or Level.MECHANISM
    yield f"level {int(level)}", weights.level(level)
    yield from directness_factors(grade.directness, weights)
    if level is not Level.MECHANISM and grade.polarity is not Polarity.HARM:
        yield participants_factor(grade.participants, weights)
    if grade.polarity_hedged:
        yield "stated with caution", weights.hedged
    if grade.approved_use_alone:
        yield f"of an approved use, {grade.approved_use}", weights.approved_use
    for risk in sorted(set(grade.risks)):
        if weights.risk(risk) != 1:
            yield risk.value, weights.risk(risk)


def _left_out(articles: list[Grade], counted: list[Grade], here: list[Grade], used: int) -> Iterator[str]:
    """What is graded and not in the sum, one sentence each."""
    for number, why in (
        (len(articles) - len(counted), "not counted: another report of the study, no level, deferred or retracted"),
        (len(counted) - len(here), "counted in the trials part"),
        (len(here) - used, "counted in neither direction: neutral, mixed, or about another drug or disease"),
    ):
        if number:
            yield f"{number} article{' is' if number == 1 else 's are'} {why}."

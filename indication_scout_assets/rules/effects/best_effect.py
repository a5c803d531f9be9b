"""The effect of the best evidence: which study of a candidate is the best, and which of its effects is shown.

What belongs here: the order of studies and of a study's effects. Only counted studies of the pair that have a direction
can be the best; which direction it is changes nothing. How it is said is in ``reports.words.effect_words``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Grade, Level
from ...domain.findings.effects import BestEffect, Effect, EffectMeasure
from ...domain.findings.statements import Polarity
from ...domain.findings.study_designs import WITHOUT_DISEASE, StudyDesign
from ...text.numbers import p_values

_WITHOUT_EFFECT: Final = dict.fromkeys(
    (EffectMeasure.HAZARD_RATIO, EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_RATIO), 1.0
) | dict.fromkeys((EffectMeasure.DIFFERENCE, EffectMeasure.RELATIVE_REDUCTION), 0.0)
"""What a measure is where nothing happened."""
_DIFFERS: Final = (Polarity.SUPPORTS, Polarity.HARM)
"""Directions that no effect which may be chance tells."""


def best_effect(
    grades: Sequence[Grade], effects: Mapping[str, Sequence[Effect]], conclusions: Mapping[str, str]
) -> BestEffect | None:
    """The best evidence of a candidate with its effect, else the effect of the best study that gives one in numbers.

    Args:
        grades: of the candidate, in the order of their rank, which decides between equal studies.
        effects: of its articles, by ``Article.id``.
        conclusions: the words that the direction of its articles rests on, by ``Article.id``.

    Returns:
        ``None`` where no counted study has a direction.
    """
    counted = sorted((grade for grade in grades if grade.is_study_of_pair), key=evidence_order)
    ordered = [grade for grade in counted if grade.polarity is not Polarity.NEUTRAL]
    if not ordered:
        return None
    best = ordered[0]
    before = [grade for grade in counted if evidence_order(grade) < evidence_order(best)]
    in_numbers = (
        (grade.evidence_id, effect)
        for grade in ordered
        if grade.evidence_kind is DocumentKind.ARTICLE
        and (effect := effect_of_study(effects.get(grade.evidence_id, ()), grade.polarity))
        and effect.has_numbers
    )
    shown_id, effect = next(in_numbers, ("", None))
    return BestEffect(
        best_kind=best.evidence_kind,
        best_id=best.evidence_id,
        conclusion=conclusions.get(best.evidence_id, "") if best.evidence_kind is DocumentKind.ARTICLE else "",
        inconclusive=tuple(grade.evidence_id for grade in before),
        shown_id=shown_id,
        effect=effect,
    )


def evidence_order(grade: Grade) -> tuple[bool, int, bool, int]:
    """What studies are ordered by, the best first.

    Meta-analyses of randomised trials, systematic reviews of such trials, randomised trials, controlled studies, then
    the others; among equals the largest. Studies in people without the disease come last.
    """
    return (
        grade.directness.population in WITHOUT_DISEASE,
        grade.level or len(Level) + 1,
        grade.design is not StudyDesign.META_ANALYSIS,
        -(grade.participants or 0),
    )


def effect_of_study(effects: Sequence[Effect], direction: Polarity) -> Effect | None:
    """The effect that stands for a study: one in numbers before a sentence, the primary endpoint before others.

    Among equals come last those that may be chance where the study reports a benefit or a harm: they are of an arm, a
    dose or an endpoint that its direction does not rest on.
    """

    def order(effect: Effect) -> tuple[bool, bool, bool]:
        return not effect.has_numbers, not effect.primary, direction in _DIFFERS and is_insignificant(effect)

    return min(effects, key=order, default=None)


def is_insignificant(effect: Effect) -> bool:
    """Whether an effect's own p value or interval says that it may be chance."""
    if effect.p_value:
        return any(p.is_chance for p in p_values(effect.p_value.text))
    if effect.low is None or effect.high is None or effect.measure not in _WITHOUT_EFFECT:
        return False
    return effect.low <= _WITHOUT_EFFECT[effect.measure] <= effect.high

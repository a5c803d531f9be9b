"""Pooling trials that give one endpoint in one measure against one comparator: random effects, and when it is refused.

What belongs here: which trials are alike, and the arithmetic. Alike is what is equal word for word: nothing judges
whether two wordings mean one endpoint. Of two trials that may or may not be alike, nothing is pooled.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Grade, Level
from ...domain.findings.effects import Effect, EffectMeasure, PooledEffect, PooledTrial
from ...domain.findings.statements import Polarity
from ...text.estimates import ComparedBy
from ...text.numbers import estimates
from ..names.name_matching import fold
from .effect_reading import MEASURES
from .result_sentences import COMPARATOR

LEAST_TRIALS: Final = 3
NO_ACTIVE_TREATMENT: Final = "placebo"
_LEVEL: Final = 0.95
_LARGEST_LOG: Final = 700.0
"""Of what a float holds; three trials far apart predict more."""
_MOST_OFF_CENTRE: Final = 0.3
"""Share of its interval by which an estimate may lie off the middle: further off, one of the three was misread."""


class RandomEffects(NamedTuple):
    """What effects pool to, on the scale they were given in."""

    estimate: float
    low: float
    high: float
    predicted_low: float
    predicted_high: float
    i_squared: float
    tau_squared: float
    weights: tuple[float, ...]


def random_effects(effects: Sequence[float], errors: Sequence[float]) -> RandomEffects:
    """Effects with their standard errors pooled with random effects, three at least.

    The variance between trials is Paule and Mandel's. The confidence interval is Hartung, Knapp, Sidik and Jonkman's
    with k-1 degrees of freedom, never narrower than that of the model (Röver, Knapp and Friede, BMC Med Res Methodol
    2015;15:99): with Paule and Mandel's variance that is the model's error with a t quantile. I² is by Q
    (Higgins and Thompson, Stat Med 2002;21:1539).

    Args:
        effects: logarithms of ratios, or differences.
        errors: their standard errors, all above 0.

    Raises:
        ValueError: fewer than three effects.
    """
    import numpy as np  # noqa: PLC0415 - heavy, as the one below
    from statsmodels.stats.meta_analysis import combine_effects  # noqa: PLC0415

    number = len(effects)
    if number < LEAST_TRIALS:
        raise ValueError(f"{number} effects were given; pooling needs {LEAST_TRIALS} at least")
    with np.errstate(divide="ignore", over="ignore"):  # equal effects have a Q of 0, which it divides by
        combined = combine_effects(np.asarray(effects), np.square(errors), method_re="pm", use_t=True)
    low, high = combined.conf_int(alpha=1 - _LEVEL)[1]
    estimate, excess = float(combined.mean_effect_re), combined.q - (number - 1)
    return RandomEffects(
        estimate,
        float(low),
        float(high),
        *prediction_interval(estimate, float(combined.sd_eff_w_re), float(combined.tau2), number),
        float(excess / combined.q) if excess > 0 else 0.0,
        float(combined.tau2),
        tuple(map(float, combined.weights_rel_re)),
    )


def prediction_interval(estimate: float, error: float, tau_squared: float, number: int) -> tuple[float, float]:
    """Where the effect of a further trial would lie, by Higgins, Thompson and Spiegelhalter with k-2 degrees of freedom
    (J R Stat Soc A 2009;172:137).

    Args:
        estimate, error: the pooled effect with its standard error.
        tau_squared: the variance between trials.
        number: of trials, three at least.
    """
    from scipy import stats  # noqa: PLC0415 - heavy

    spread = math.sqrt(tau_squared + error**2) * float(stats.t.isf((1 - _LEVEL) / 2, number - 2))
    return estimate - spread, estimate + spread


def standard_error(low: float, high: float) -> float:
    """The standard error behind a 95 % confidence interval, on its own scale."""
    return (high - low) / (2 * 1.959964)


@dataclass(frozen=True)
class _Estimate:
    """An effect of a trial that can be pooled with like ones."""

    grade: Grade
    effect: Effect
    endpoint: str
    comparator: str
    unit: str
    """Of a difference; empty for a ratio."""
    value: float
    low: float
    high: float

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What is equal in trials that are alike."""
        return fold(" ".join(self.endpoint.split())), self.effect.measure.value, self.comparator, self.unit

    @property
    def is_known(self) -> bool:
        """Whether it is known what was measured, against what, and in which unit."""
        has_unit = bool(self.unit) or self.effect.measure is not EffectMeasure.DIFFERENCE
        return bool(self.endpoint and self.comparator) and has_unit


def pool_trials(
    grades: Sequence[Grade], effects: Mapping[str, Sequence[Effect]], registered: Mapping[str, str]
) -> tuple[tuple[PooledEffect, ...], str]:
    """The pooled estimates of a candidate, that of most trials first, and why its trials are not pooled.

    Args:
        grades: of the candidate; only counted randomised trials of this drug alone in people with this disease enter,
            each study once.
        effects: of its articles, by ``Article.id``.
        registered: the one registered primary endpoint of an article's trial, by ``Article.id``: what its effect is of
            where its sentence says that it is of the primary endpoint and the words of none were read.

    Returns:
        the estimates, and a reason in one sentence: empty where something was pooled or no trial gives an estimate.
    """
    trials: dict[str, Grade] = {}
    for grade in sorted(grades, key=lambda grade: -(grade.participants or 0)):
        of_trial = grade.evidence_kind is DocumentKind.ARTICLE and grade.level is Level.RANDOMIZED_TRIAL
        if of_trial and grade.is_study_of_pair and grade.directness.is_direct:
            trials.setdefault(grade.study, grade)
    read = [e for grade in trials.values() for e in _estimates(grade, effects, registered)]
    groups: dict[tuple[str, str, str, str], list[_Estimate]] = defaultdict(list)
    for estimate in read:
        if estimate.is_known:
            groups[estimate.key].append(estimate)
    alike = [of_group for group in groups.values() if len(of_group := _one_of_each(group)) >= LEAST_TRIALS]
    pooled = [_pooled(group) for group in alike if _ways_agree(group)]
    pooled.sort(key=lambda estimate: -len(estimate.trials))
    return tuple(pooled), "" if pooled or not read else _refusal(read, alike)


def _estimates(
    grade: Grade, effects: Mapping[str, Sequence[Effect]], registered: Mapping[str, str]
) -> Iterator[_Estimate]:
    """The ratios and differences of a trial with their 95 % intervals."""
    for effect in effects.get(grade.evidence_id, ()):
        if numbers := _numbers(effect):
            endpoint = effect.endpoint.text if effect.endpoint else ""
            if effect.primary and not endpoint:
                endpoint = registered.get(grade.evidence_id, "")
            yield _Estimate(grade, effect, endpoint, _comparator(effect), *numbers)


def _numbers(effect: Effect) -> tuple[str, float, float, float] | None:
    """The unit, the value and the bounds of an effect on the scale it is pooled on, read again where they stand.

    ``None`` where they are not those of the effect: so no interval of another level is taken for one of 95 %, and no
    rate ratio for a risk ratio.
    """
    at = effect.value.start - effect.sentence.start if effect.value else -1
    again = next((e for e in estimates(effect.sentence.text) if e.value.start == at), None)
    if again is None or again.interval is None or again.interval.level not in (None, 100 * _LEVEL):
        return None
    value, low, high = again.value.value, again.interval.low, again.interval.high
    if (value, low, high) != (effect.number, effect.low, effect.high):
        return None
    is_ratio = effect.measure is not EffectMeasure.DIFFERENCE
    counts_events = again.measure is ComparedBy.RATE_RATIO  # of which one participant may have several
    if counts_events or MEASURES.get(again.measure) is not effect.measure or (is_ratio and low <= 0):
        return None
    if is_ratio:
        value, low, high = math.log(value), math.log(low), math.log(high)
    is_centred = low < high and abs(value - (low + high) / 2) <= _MOST_OFF_CENTRE * (high - low)
    return ("" if is_ratio else again.value.unit, value, low, high) if is_centred else None


def _comparator(effect: Effect) -> str:
    """What the drug is compared with: ``placebo`` for no active treatment of whatever kind, else its folded name.

    A "control" is nothing known, for it may be treated as well.
    """
    words = " ".join(effect.comparator.text.split()) if effect.comparator else ""
    if words.lower().startswith("control"):
        return ""
    return NO_ACTIVE_TREATMENT if COMPARATOR.fullmatch(words) else fold(words)


def _one_of_each(group: Sequence[_Estimate]) -> list[_Estimate]:
    """Each study's estimate once; a study that gives two, of two doses or two times, is left out."""
    of_study: dict[str, list[_Estimate]] = defaultdict(list)
    for estimate in group:
        of_study[estimate.grade.study].append(estimate)
    return [own[0] for own in of_study.values() if len({(e.value, e.low, e.high) for e in own}) == 1]


def _ways_agree(group: Sequence[_Estimate]) -> bool:
    """Whether trials of one direction lie on one side of no effect.

    Where two clear benefits lie on both sides of it, one text gives the drug against the comparator and another the
    reverse, or they count opposite events.
    """
    below = {estimate.grade.polarity for estimate in group if estimate.high < 0}
    above = {estimate.grade.polarity for estimate in group if estimate.low > 0}
    return not (below & above) - {Polarity.MIXED}


def _pooled(group: Sequence[_Estimate]) -> PooledEffect:
    first = group[0]
    result = random_effects([e.value for e in group], [standard_error(e.low, e.high) for e in group])
    is_ratio = first.effect.measure is not EffectMeasure.DIFFERENCE
    scaled = [math.exp(min(number, _LARGEST_LOG)) if is_ratio else number for number in result[:5]]
    trials = [
        PooledTrial(study=e.grade.study, article_id=e.grade.evidence_id, effect=e.effect, weight=weight)
        for e, weight in zip(group, result.weights, strict=True)
    ]
    return PooledEffect(
        measure=first.effect.measure,
        endpoint=" ".join(first.endpoint.split()),
        comparator=first.comparator,
        unit=first.unit,
        trials=tuple(sorted(trials, key=lambda trial: -trial.weight)),
        estimate=scaled[0],
        low=scaled[1],
        high=scaled[2],
        predicted_low=scaled[3],
        predicted_high=scaled[4],
        i_squared=result.i_squared,
        tau_squared=result.tau_squared,
    )


def _refusal(read: Sequence[_Estimate], alike: Sequence[Sequence[_Estimate]]) -> str:
    """Why nothing was pooled, with the counts it rests on."""
    trials = len({e.grade.study for e in read})
    give = "1 randomised trial gives" if trials == 1 else f"{trials} randomised trials give"
    start = f"Not pooled: {give} an estimate with its 95 % interval"
    if alike:
        return f"{start}; of those alike, two with the same direction lie on opposite sides of no effect."
    if trials < LEAST_TRIALS:
        return f"{start}, and {LEAST_TRIALS} are needed."
    known = [e for e in read if e.is_known]
    unread = trials - len({e.grade.study for e in known})
    counts = [len({e.key[part] for e in known}) for part in range(3)]
    words = ("endpoint", "measure", "comparator")
    named = ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in zip(counts, words, strict=True))
    rest = f"the endpoint, comparator or unit of {unread} was not read" if unread else ""
    rest = f"{rest}; the others give" if unread and known else rest
    of_known = f"{rest or 'they give'} {named}" if known else rest
    return f"{start}; {of_known}. {LEAST_TRIALS} must be alike in all three."

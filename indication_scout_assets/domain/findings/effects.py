"""Effects: what a study measured of a treatment against a comparator, in the numbers its text gives.

What belongs here: the nouns. How effects are read from a text is in ``rules.effects.effect_reading``, which of them
stands for a candidate in ``rules.effects.best_effect``, which trials are pooled and how in ``rules.effects.pooling``.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from ..base import Value
from ..documents import DocumentKind


class EffectMeasure(StrEnum):
    """What kind of number tells an effect."""

    HAZARD_RATIO = "hazard_ratio"
    ODDS_RATIO = "odds_ratio"
    RISK_RATIO = "risk_ratio"
    DIFFERENCE = "difference"
    RELATIVE_REDUCTION = "relative_reduction"
    """By what share of it events were fewer: "the risk of death fell by 29%"."""
    GROUPS = "groups"
    """The values of two groups side by side, with no number that compares them."""
    WORDS = "words"
    """The sentence alone: whose its numbers are was not read."""


class TextSpan(Value):
    """Characters of an article's abstract: ``abstract[start:end] == text``."""

    start: int
    end: int
    text: str

    def stands_in(self, abstract: str) -> bool:
        """Whether the abstract has exactly these characters at exactly this place."""
        return 0 <= self.start < self.end and abstract[self.start : self.end] == self.text

    def overlaps(self, other: TextSpan) -> bool:
        """Whether both share a character."""
        return self.start < other.end and other.start < self.end


class Effect(Value):
    """One comparison of the drug with something else, as one sentence of an abstract tells it.

    What the sentence does not say is ``None``. All spans lie within ``sentence``, but a language model may take the
    comparator from anywhere in the abstract.
    """

    sentence: TextSpan
    measure: EffectMeasure
    endpoint: TextSpan | None = None
    comparator: TextSpan | None = None
    groups: TextSpan | None = None
    """From the first group's value to the second's, all of both where each has several: "71% vs 37%"."""
    group_values: tuple[TextSpan, ...] = Field(default=(), exclude_if=lambda values: not values)
    """The two values alone, where a language model named them; left out of JSON where it did not."""
    comparator_first: bool = Field(default=False, exclude_if=lambda first: not first)
    """The first of the two values is known to be the comparator's; left out of JSON where it is not."""
    value: TextSpan | None = None
    """The ratio or the difference."""
    interval: TextSpan | None = None
    """Its confidence interval, from the lower to the upper bound."""
    p_value: TextSpan | None = None
    primary: bool = False
    """The sentence says that it is of the primary endpoint."""
    number: float | None = None
    """``value`` read as a number."""
    low: float | None = None
    """The lower bound of ``interval`` read as a number."""
    high: float | None = None
    """The upper bound of ``interval`` read as a number."""

    @property
    def spans(self) -> tuple[TextSpan, ...]:
        """All its spans, its sentence first."""
        parts = (getattr(self, name) for name in Effect.model_fields)
        return (*(part for part in parts if isinstance(part, TextSpan)), *self.group_values)

    def stands_in(self, abstract: str) -> bool:
        """Whether all its spans are the abstract's characters at their places."""
        return all(span.stands_in(abstract) for span in self.spans)

    @property
    def has_numbers(self) -> bool:
        """Whether it gives the values of two groups, or a ratio or difference."""
        return self.groups is not None or self.value is not None


class BestEffect(Value):
    """The best evidence of a candidate, and the effect of the best of its studies that gives one in numbers."""

    best_kind: DocumentKind
    """An article, or a registered trial without a paper."""
    best_id: str
    """Of the study that is the best evidence."""
    conclusion: str = ""
    """The words that its direction rests on; empty where none are known."""
    inconclusive: tuple[str, ...] = ()
    """Ids of the counted studies that are stronger or larger and have no direction, the best first."""
    shown_id: str = ""
    """Of the article whose effect is shown: another one where the best evidence gives none in numbers; else empty."""
    effect: Effect | None = None
    """``None`` where no study gives an effect in numbers."""

    @property
    def is_of_best(self) -> bool:
        """Whether the effect is that of the best evidence."""
        return self.effect is not None and self.shown_id == self.best_id


class PooledTrial(Value):
    """One trial of a pooled estimate; its number, its interval and their words are in its effect."""

    study: str
    """What the trial is one study by: ``Grade.study``."""
    article_id: str
    effect: Effect
    """Where its endpoint was not read, the registry gives the one primary endpoint of the trial."""
    weight: float
    """Its share of the pooled estimate, 0 to 1."""


class PooledEffect(Value):
    """Trials of one endpoint in one measure against one comparator, pooled with random effects."""

    measure: EffectMeasure
    endpoint: str
    """As the largest trial words it."""
    comparator: str
    """Its folded name; ``placebo`` stands for no active treatment of whatever kind."""
    unit: str = ""
    """Of a difference; empty for ratios and for differences without one."""
    trials: tuple[PooledTrial, ...]
    """The largest weight first."""
    estimate: float
    low: float
    """Lower bound of the 95 % confidence interval of the estimate."""
    high: float
    predicted_low: float
    """Lower bound of the 95 % prediction interval: where the effect of a further trial like these would lie."""
    predicted_high: float
    i_squared: float
    """Share of the variation between trials that is no chance, 0 to 1."""
    tau_squared: float
    """Variance between trials; of ratios that of their logarithms."""

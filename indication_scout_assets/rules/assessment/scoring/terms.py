"""Terms of a score and how they are joined: rounding, saturation and the sentences that show the figures.

What belongs here: arithmetic that all parts share. Stored figures have four digits, and every later figure is made from
the stored ones, so that a reader who repeats the arithmetic gets the figures shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from ....domain.findings.assessment import Factor, PartName, ScorePart, ScoreTerm

DIGITS: Final = 4
"""Of every stored figure. Candidates whose totals differ by less are tied."""
_SHOWN: Final = 6
"""Terms a formula writes out; a longer one gives their number."""


def figure(value: float) -> float:
    """A figure as it is stored; never -0.0."""
    return round(value, DIGITS) + 0.0


def shown(value: float) -> str:
    """A figure as formulas print it, with a true minus."""
    return f"{figure(value):.4f}".replace("-", "−")


def term(kind: str, evidence_id: str, text: str, factors: Iterable[tuple[str, float]], sign: int = 1) -> ScoreTerm:
    """A term whose value is the product of its factors."""
    kept = tuple(Factor(name=name, value=figure(value)) for name, value in factors)
    return ScoreTerm(
        evidence_kind=kind,
        evidence_id=evidence_id,
        text=text,
        sign=sign,
        factors=kept,
        value=figure(math.prod(factor.value for factor in kept)),
    )


def part(name: PartName, value: float, weight: float, formula: str, terms: Iterable[ScoreTerm] = ()) -> ScorePart:
    """A part of the score; its terms are put in order, the weightiest first."""
    value, weight = figure(value), figure(weight)
    ordered = tuple(sorted(terms, key=_place))
    return ScorePart(
        name=name, value=value, weight=weight, points=figure(value * weight), formula=formula, terms=ordered
    )


def saturated(values: Iterable[float]) -> float:
    """1 - Π(1 - v): grows with every value, never beyond 1. The order of the values changes nothing."""
    return 1.0 - math.prod(sorted(1.0 - value for value in values))


def balance(terms: Sequence[ScoreTerm]) -> float:
    """What speaks for less what speaks against, each saturated; -1 to 1."""
    return saturated(_values(terms, 1)) - saturated(_values(terms, -1))


def balance_formula(terms: Sequence[ScoreTerm], what: str) -> str:
    """``balance`` in figures; ``what`` is the name of the terms in the plural."""
    if not terms:
        return f"No {what} with a direction: 0."
    sides = [saturated(_values(terms, sign)) for sign in (1, -1)]
    formulas = [
        f"{side} {saturation_formula(_values(terms, sign), what)}" for side, sign in (("for", 1), ("against", -1))
    ]
    result = shown(sides[0] - sides[1])
    return f"{formulas[0].capitalize()}; {formulas[1]}; {shown(sides[0])} − {shown(sides[1])} = {result}."


def saturation_formula(values: Sequence[float], what: str) -> str:
    """``saturated`` in figures, without a full stop."""
    if not values:
        return "0"
    result = f"{saturated(values):.4f}"
    if len(values) > _SHOWN:
        return f"1 − Π(1 − value) over {len(values)} {what} = {result}"
    return "1 − " + " · ".join(f"(1 − {value:.4f})" for value in sorted(values, reverse=True)) + f" = {result}"


def _values(terms: Sequence[ScoreTerm], sign: int) -> list[float]:
    return [term.value for term in sorted(terms, key=_place) if term.sign == sign]


def _place(term: ScoreTerm) -> tuple[float, str, str, int, str]:
    return -term.value, term.evidence_kind, term.evidence_id, term.sign, term.text

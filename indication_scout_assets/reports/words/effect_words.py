"""The sentences on effects: one as its text gives it, that of the best evidence, and trials pooled.

What belongs here: how numbers of an effect are written, and what a study and an estimate are called. Which effect is
shown is decided in ``rules.effects.best_effect``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...domain.findings.assessment import Grade, Level
from ...domain.findings.effects import Effect, PooledEffect, PooledTrial
from .common_words import listed, plural
from .summary_words import ended, people, quoted, study_name

_BETWEEN: Final = len(" in those on ")
"""Characters between a group's value and its name: "20% with placebo"."""
_COMPARATORS: Final = {"placebo": "placebo or no active treatment"}
_NAMED: Final = 3
"""Inconclusive studies named at most."""
BEST: Final = "Best evidence"
BEST_WITH_DIRECTION: Final = "Best evidence with a direction"
BEST_SINGLE: Final = "Best single study"
POOLED_BY: Final = (
    "Paule and Mandel’s variance between trials, interval of Hartung, Knapp, Sidik and Jonkman; endpoints are alike by "
    "their words, and trials whose result was not read are missing."
)
"""Beside a pooled estimate: how it was made and what it may lack."""
BEST_IN_NUMBERS: Final = "Best study with an effect in numbers"


COMPARATOR_FIRST = "the first is the comparator’s"
"""Beside two values in whose text it is not told."""


def effect(read: Effect) -> str:
    """An effect as the text gives it: ``71% vs 37% with placebo; hazard ratio 0.66 (0.55 to 0.80); p<0.001``."""
    value = f"{read.measure.value.replace('_', ' ')} {read.value.text}" if read.value else ""
    if read.value and read.interval:
        value = f"{value} ({read.interval.text})"
    groups = " ".join(_groups(read).split())
    named = read.comparator is not None and read.comparator.text.lower() in groups.lower()
    if groups and read.comparator_first and not named:
        groups = f"{groups} ({COMPARATOR_FIRST})"
    parts = [groups, value]
    parts.append(read.p_value.text if read.p_value else "")
    return "; ".join(part for part in parts if part)


def is_complete(read: Effect) -> bool:
    """Whether a reader knows what was measured, and against what: endpoint, comparator, and a value of either kind."""
    return bool(read.endpoint and read.comparator and (read.groups or read.value))


def balanced(text: str, start: int, end: int) -> str:
    """The words of a sentence from ``start`` to ``end``, with what else belongs to the brackets they open or close.

    "48%) than in the placebo group (62%" is the "zelavir group (48%) than in the placebo group (62%)".
    """
    span = text[start:end]
    if _closes_first(span):
        opened = text.rfind("(", 0, start)
        start = text.rfind(" ", 0, max(0, text.rfind(" ", 0, max(0, opened - 1)))) + 1 if opened >= 0 else start
    if text.count("(", start, end) > text.count(")", start, end) and (closed := text.find(")", end)) >= 0:
        end = closed + 1
    return text[start:end]


def _closes_first(span: str) -> bool:
    opened, closed = span.find("("), span.find(")")
    return closed >= 0 and (opened < 0 or closed < opened)


def _groups(read: Effect) -> str:
    """The values of two groups, with the second's name where the sentence goes on with it; empty without values.

    Of values that a language model named, what stands between them is left out where it holds other numbers.
    """
    if read.groups is None:
        return ""
    if read.group_values:
        first, last = read.group_values
        between = read.groups.text[first.end - first.start : last.start - first.start]
        return f"{first.text} … {last.text}" if re.search(r"\d", between) else read.groups.text
    named = read.comparator is not None and 0 < read.comparator.start - read.groups.end <= _BETWEEN
    last = read.comparator if named and read.comparator else read.groups
    start = read.sentence.start
    return balanced(read.sentence.text, read.groups.start - start, last.end - start)


def study(grade: Grade, record: str, marks: Sequence[str]) -> str:
    """What a study is: ``meta-analysis of randomised trials, 264 participants (PMID 1)``.

    Args:
        grade: the study's.
        record: what its record is called.
        marks: what else must be said of it: a crossover study, in whom it was made; empty ones are left out.
    """
    level = grade.level or Level.MECHANISM
    name, _ = study_name(level, [grade.design])
    size = "" if level is Level.MECHANISM else people(grade.participants)
    return f"{', '.join(part for part in (name, size, *marks) if part)} ({record})"


def with_effect(lead: str, study_: str, result: str, effect_: Effect) -> str:
    """``Best evidence: randomised trial, 90 participants (PMID 1): Pain: hazard ratio 0.66 …; primary endpoint.``

    Numbers without endpoint or comparator stand in their sentence, after the ``result`` that the direction rests on.
    """
    rank = "primary endpoint" if effect_.primary else "endpoint not stated to be primary"
    if not is_complete(effect_):
        numbers = quoted(effect_.sentence.text)
        result = numbers if result in ("", numbers) else f"{result} In numbers: {numbers}"
    return f"{lead}: {study_}: {ended(f'{result}; {rank}')}"


def without_numbers(lead: str, study_: str, conclusion: str) -> str:
    """That no effect in numbers was read in the best evidence, with the words its direction rests on."""
    words = f"; its direction rests on: {conclusion}" if conclusion else ""
    return ended(f"{lead}: {study_}; no effect in numbers was read in it{words}")


def inconclusive(records: Sequence[str]) -> str:
    """``2 stronger or larger studies are inconclusive: PMID 1, PMID 2.``; empty for none."""
    which = f"{plural(len(records), 'stronger or larger study', 'stronger or larger studies')}"
    shown = [*records[:_NAMED], f"{len(records) - _NAMED:,} more"] if len(records) > _NAMED else records
    return f"{which} {'is' if len(records) == 1 else 'are'} inconclusive: {listed(shown)}." if records else ""


def pooled(estimate: PooledEffect, participants: int) -> str:
    """``3 randomised trials pooled by this report (random effects, 390 participants): hazard ratio 0.77 …``."""
    trials = plural(len(estimate.trials), "randomised trial")
    size = f", {plural(participants, 'participant')}" if participants else ""
    return (
        f"{trials} pooled by this report (random effects{size}): {pooled_numbers(estimate)}, prediction interval "
        f"{_range(estimate.predicted_low, estimate.predicted_high)}, I² {100 * estimate.i_squared:.0f}%; endpoint: "
        f"{estimate.endpoint}; against {_COMPARATORS.get(estimate.comparator, estimate.comparator)}."
    )


def pooled_numbers(estimate: PooledEffect) -> str:
    """``hazard ratio 0.77 (95% CI 0.7 to 0.84)``."""
    unit = f" {estimate.unit}" if estimate.unit else ""
    measure = estimate.measure.value.replace("_", " ")
    return f"{measure} {_short(estimate.estimate)}{unit} (95% CI {_range(estimate.low, estimate.high)})"


def trial_of_pooled(trial: PooledTrial) -> str:
    """``hazard ratio 0.66 (0.5-0.8), weight 42%: “…”``: a pooled trial's numbers with the words they stand in."""
    return f"{effect(trial.effect)}, weight {100 * trial.weight:.0f}%: {quoted(trial.effect.sentence.text)}"


def _range(low: float, high: float) -> str:
    return f"{_short(low)} to {_short(high)}"


def _short(number: float) -> str:
    size = abs(number)
    return f"{number:.1f}" if size >= 10 else f"{number:.2f}" if size >= 0.1 else f"{number:.2g}"


def in_short(record: str, kind: str, participants: int | None, result: str) -> str:
    """``Effect (PMID 1): Attacks: risk ratio 0.66 (0.5 to 0.8), against placebo.``

    Args:
        kind: the design of the study where it is not the best evidence; else empty.
    """
    size = f", {participants:,} participants" if kind and participants else ""
    of = f"{kind}{size}, {record}" if kind else record
    return ended(f"Effect ({of}): {result}")

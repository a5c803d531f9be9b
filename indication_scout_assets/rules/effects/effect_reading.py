"""Effects that a short reading can vouch for: a ratio or difference, or two values of named arms.

What belongs here: which numbers of a sentence of results are of the drug against its comparator. A ratio or difference
counts with its interval or p value; two percentages, or two means with spreads, count where one clause names the drug
once, one comparator once, and no third. A p value counts right beside its number. Of anything else the sentence itself
is given, without a claim on whose its numbers are. Which direction an article takes is decided elsewhere
(``rules.stance``); safety is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from ...domain.findings.effects import Effect, EffectMeasure, TextSpan
from ...text.estimates import ComparedBy, EffectEstimate, Number, PValue
from ...text.numbers import SPREAD, estimates, intervals, numbers, p_values
from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import Sentence
from ..vocabulary import AGENT
from .result_sentences import COMPARATOR, PRIMARY, is_of_safety, result_in_numbers, result_sentences

MEASURES: Final = {
    ComparedBy.HAZARD_RATIO: EffectMeasure.HAZARD_RATIO,
    ComparedBy.ODDS_RATIO: EffectMeasure.ODDS_RATIO,
    ComparedBy.RISK_RATIO: EffectMeasure.RISK_RATIO,
    ComparedBy.RATE_RATIO: EffectMeasure.RISK_RATIO,
    ComparedBy.DIFFERENCE: EffectMeasure.DIFFERENCE,
}
_CLAUSE_ENDS = re.compile(r";\s|,?\s(?:but|while|whereas|although)\s")
_AGAINST = re.compile(r"\s?(?:\([^()]*\)|±\s?[\d.]+|\+/-\s?[\d.]+)?\s?(?:versus|vs\.?|v\.?)\s")
"""Between two values that are held against each other: ``17% vs. 41%``, ``5.1 (2.0) versus 7.3``."""
_OPENS_SPREAD = re.compile(r"(?:±|\+/-|\bSDs?|\bSEM?)\s?$")
_IN_TIME = re.compile(r"\bfrom\s(?:\w+\s){0,2}$|\b(?:baseline|before)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:than|vs\.?|versus|compared\s(?:with|to))\s", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
"""An arm named in one with a p value and no other number, ``(P=0.33 compared with placebo)``, has no value there."""
_NEAR = 30
"""Characters at most between a number and its p value."""


def read_effects(reader: ArticleReader) -> tuple[Effect, ...]:
    """The effects an abstract tells of the drug: those of the primary endpoint first, ratios before shares.

    Where none can be vouched for, the sentence that tells best in numbers what the drug did, if there is one.
    """
    title = reader.mask(reader.article.title)
    study = _Study(reader, DRUG in title)
    read = [effect for sentence in result_sentences(reader) for effect in study.effects(sentence)]
    if read:
        return tuple(sorted(read, key=lambda e: (not e.primary, e.value is None, e.sentence.start)))
    sentence = result_in_numbers(reader)
    return (study.in_words(sentence),) if sentence else ()


def of_the_disease(effects: Sequence[Effect], reader: ArticleReader) -> tuple[Effect, ...]:
    """Those effects whose sentence, or the title of whose article, names the disease: others are of something else."""
    titled = DISEASE in reader.mask(reader.article.title)
    return tuple(effect for effect in effects if titled or DISEASE in reader.mask(effect.sentence.text))


@dataclass(frozen=True)
class _Arm:
    """A name of an arm in a sentence."""

    start: int
    end: int
    is_drug: bool


@dataclass(frozen=True)
class _Study:
    """What the sentences of one article are read with."""

    reader: ArticleReader
    given_in_title: bool

    @cached_property
    def _drug(self) -> re.Pattern[str]:
        names = sorted(self.reader.names_of_drug, key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)

    def effects(self, sentence: Sentence) -> Iterator[Effect]:
        """The effects of one sentence of the results or conclusions."""
        text = sentence.text
        if is_of_safety(text):
            return
        arms = self._arms(text)
        named = any(arm.is_drug for arm in arms)
        others = {text[arm.start : arm.end].lower() for arm in arms if not arm.is_drug}
        if len(others) > 1 or not (named or (self.given_in_title and others)):
            return
        at = _Place(sentence)
        for estimate in estimates(text):
            if (estimate.interval or estimate.p_value) and estimate.measure in MEASURES:
                yield at.of_estimate(estimate, arms)
        yield from (at.of_values(pair, arms) for pair in _values_of_two(text, arms))

    def in_words(self, sentence: Sentence) -> Effect:
        """The sentence alone, with its p value where it has only one and compares the drug with one other."""
        at, tested = _Place(sentence), p_values(sentence.text)
        compared = len({arm.is_drug for arm in self._arms(sentence.text)}) == 2 and _COMPARES.search(sentence.text)
        own = bool(compared) and len(tested) == 1 and not is_of_safety(sentence.text)
        return at.effect(measure=EffectMeasure.WORDS, p_value=at.p_value(tested[0]) if own else None)

    def _arms(self, text: str) -> list[_Arm]:
        arms = [_Arm(*m.span(), True) for m in self._drug.finditer(text)]
        for match in (*COMPARATOR.finditer(text), *AGENT.finditer(text.lower())):
            if not any(arm.start < match.end() and match.start() < arm.end for arm in arms):
                arms.append(_Arm(*match.span(), False))
        return sorted(arms, key=lambda arm: arm.start)


def _values_of_two(text: str, arms: Sequence[_Arm]) -> Iterator[tuple[Number, Number]]:
    """The values of a sentence that are of the two arms it names, each pair in the order of the arms' names.

    Two values held against each other are of the two arms that the sentence names, the drug first; two percentages, or
    two means with their spreads, are where their clause names each arm once and gives no third.
    """
    values = _values(text)
    joined = [
        (a, b)
        for a, b in pairwise(values)
        if a.unit == b.unit or not a.unit
        if _AGAINST.fullmatch(text, a.unit_end, b.start)
    ]
    if arms and arms[0].is_drug and len({arm.is_drug for arm in arms}) == 2:
        yield from joined
    if joined:
        return
    bare = (each for each in _BRACKETS.finditer(text) if not any(each.start() < v.start < each.end() for v in values))
    tested = [each.span() for each in bare if p_values(each[0])]
    of_values = [arm for arm in arms if not any(opens < arm.start < ends for opens, ends in tested)]
    for start, end in _clauses(text):  # the whole first
        inside = [arm for arm in of_values if start <= arm.start and arm.end <= end]
        within = [number for number in values if start <= number.start < end]
        for alike in ([v for v in within if v.unit == "%"], [v for v in within if SPREAD.match(text, v.end)]):
            if len(inside) == len(alike) == 2 and _are_in_turn(text[:end], alike, inside):
                yield alike[0], alike[1]
                if end == len(text):
                    return


def _are_in_turn(text: str, values: Sequence[Number], arms: Sequence[_Arm]) -> bool:
    """Whether two values are of two arms in the order in which the arms are named."""
    first, second = values
    if arms[0].is_drug is arms[1].is_drug or text[first.unit_end : second.start].strip() in ("to", "-", "–", ""):
        return False
    if any(first.end <= arm.start < second.start for arm in arms):
        return not _IN_TIME.search(text[: first.start])
    return "respectively" in text[second.end :]


def _values(text: str) -> list[Number]:
    """The numbers of a sentence that are no part of an interval or a p value, and no spread."""
    aside = [(i.opens, i.end) for i in intervals(text)] + [(p.start, p.end) for p in p_values(text)]
    return [
        number
        for number in numbers(text)
        if not _OPENS_SPREAD.search(text[: number.start]) and not any(a <= number.start < b for a, b in aside)
    ]


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """The sentence as a whole, then its clauses where it has several."""
    yield 0, len(text)
    ends = list(_CLAUSE_ENDS.finditer(text))
    starts = [0, *(match.end() for match in ends)]
    if ends:
        yield from zip(starts, [*(match.start() for match in ends), len(text)], strict=True)


class _Place:
    """Turns places of a sentence into spans of the abstract."""

    def __init__(self, sentence: Sentence) -> None:
        self._text, self._start = sentence.text, sentence.start

    def effect(self, **parts: object) -> Effect:
        """An effect of this sentence."""
        primary = PRIMARY.search(self._text) is not None
        return Effect.model_validate({"sentence": self._span(0, len(self._text)), "primary": primary, **parts})

    def of_estimate(self, estimate: EffectEstimate, arms: Sequence[_Arm]) -> Effect:
        """The effect that a ratio or difference tells."""
        interval = estimate.interval
        return self.effect(
            measure=MEASURES[estimate.measure],
            comparator=self._comparator(arms),
            value=self._span(estimate.value.start, estimate.value.unit_end),
            interval=self._span(interval.start, interval.end) if interval else None,
            p_value=self.p_value(estimate.p_value),
            number=estimate.value.value,
            low=interval.low if interval else None,
            high=interval.high if interval else None,
        )

    def of_values(self, pair: tuple[Number, Number], arms: Sequence[_Arm]) -> Effect:
        """The effect that the values of two arms tell."""
        first, second = pair
        spread = SPREAD.match(self._text, second.end)
        last = spread.end() if spread else second.unit_end
        near = (p for p in p_values(self._text) if 0 <= p.start - last <= _NEAR)
        beside = next((p for p in near if not re.search(r"\d|;\s*\w", self._text[last : p.start])), None)
        return self.effect(
            measure=EffectMeasure.GROUPS,
            comparator=self._comparator(arms),
            groups=self._span(first.start, second.unit_end),
            comparator_first=not arms[0].is_drug,
            p_value=self.p_value(beside),
        )

    def _comparator(self, arms: Sequence[_Arm]) -> TextSpan | None:
        return next((self._span(arm.start, arm.end) for arm in arms if not arm.is_drug), None)

    def p_value(self, p_value: PValue | None) -> TextSpan | None:
        """The span of a p value."""
        return self._span(p_value.start, p_value.end) if p_value else None

    def _span(self, start: int, end: int) -> TextSpan:
        return TextSpan(start=self._start + start, end=self._start + end, text=self._text[start:end])

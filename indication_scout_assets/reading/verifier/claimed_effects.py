"""Effects that somebody claims an abstract tells: copied by a language model, or drawn up by a reader.

What belongs here: whether their parts and numbers are those of the abstract. A model's words are only searched for:
what is kept are the places where they stand, or the whole is refused. A ratio or difference that was put together
with its interval is found by its numbers. That values are those of the arms they are given to is the reader's word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ...domain.findings.effects import Effect, EffectMeasure, TextSpan
from ...rules.effects.result_sentences import PRIMARY
from ...rules.language.instructions import citable_sentences
from ...rules.language.mentions import DRUG, ArticleReader
from ...text.numbers import bounds_of, estimates, numbers, p_values
from .cited_places import is_whole

PARTS: Final[Mapping[str, str]] = {
    "endpoint": "endpoint",
    "comparator": "comparator",
    "drug_value": "value of the drug",
    "comparator_value": "value of the comparator",
    "estimate": "ratio or difference",
    "interval": "interval",
    "p": "p value",
}
"""What is copied, each as a text that may be empty, and what it is called in a sentence."""
_RATIO_NAMED = {
    EffectMeasure.HAZARD_RATIO: re.compile(r"(?i:hazard)|\ba?HRs?\b"),
    EffectMeasure.ODDS_RATIO: re.compile(r"(?i:odds)|\ba?ORs?\b"),
    EffectMeasure.RISK_RATIO: re.compile(
        r"(?i:relative\srisk(?!\s(?:reduction|difference|increase))|(?:risk|rate)s?\sratio)|\b(?:a?RR|IRR)s?\b"
    ),
}
"""The words that name a ratio."""
PLAIN_SIGNS = str.maketrans({**dict.fromkeys("−–—‐‑", "-"), **dict.fromkeys("\u00a0\u2009\u202f\u2002\u2003\n", " ")})
"""Signs that are written in several ways, each for another of one character, so that places stay the same."""


class CopyRefused(ValueError):
    """Why a copied effect is not used: the rest of a sentence."""


def copied_effect(
    reader: ArticleReader, sentence: TextSpan, measure: EffectMeasure, copied: Mapping[str, str]
) -> Effect:
    """The effect in the abstract's own words.

    Args:
        reader: the article as the pair sees it.
        sentence: of the abstract, the one that was named.
        measure: what the ratio or difference is said to be.
        copied: a text for each of ``PARTS``.

    Raises:
        CopyRefused: a part does not stand there word for word, or the parts are no comparison in numbers.
    """
    at = _Looked(sentence, {name: copied[name].strip() for name in PARTS})
    drug_value, other_value = _arm_values(at)
    value, interval = _estimate(at)
    p_value = at.first("p")
    if p_value and not p_values(p_value.text):
        raise CopyRefused("its p value is none")
    if not (drug_value or value or p_value):
        raise CopyRefused("it gives neither the values of two arms nor a ratio, a difference or a p value of them")
    if value:
        _check_measure(measure, sentence, value, reader.article.abstract)
    values = sorted((drug_value, other_value), key=lambda span: span.start) if drug_value and other_value else []
    bounds = bounds_of(interval.text) if interval else None
    return Effect(
        sentence=sentence,
        measure=measure if value else EffectMeasure.GROUPS if values else EffectMeasure.WORDS,
        endpoint=at.first("endpoint"),
        comparator=_comparator(reader, sentence, at.parts["comparator"]),
        groups=_from_to(sentence, *values) if values else None,
        group_values=tuple(values),
        comparator_first=bool(values) and values[0] is other_value,
        value=value,
        interval=interval,
        p_value=p_value,
        primary=PRIMARY.search(sentence.text) is not None,
        number=_numbers_of(value.text)[0] if value else None,
        low=bounds[0] if bounds else None,
        high=bounds[1] if bounds else None,
    )


def number_fault_of(effect: Effect) -> str:
    """Why the numbers of an effect are not those of its words, or its interval not around its value; else empty."""
    value, interval = effect.value, effect.interval
    given = _numbers_of(value.text) if value else []
    bounds = bounds_of(interval.text) if interval else None
    if value and len(given) != 1:
        return f"{value.text!r} is not one number."
    if effect.number is not None and effect.number not in given:
        return f"Its words do not give the number {effect.number:g}."
    if interval and not _is_around(interval, value):
        return "Its interval is none of its value."
    if any(bound is not None and bound not in (bounds or ()) for bound in (effect.low, effect.high)):
        return "Its bounds are not those of its interval."
    return ""


def _is_around(interval: TextSpan, value: TextSpan | None) -> bool:
    """Whether an interval has two bounds, and a value of one number between them."""
    bounds, given = bounds_of(interval.text), _numbers_of(value.text) if value else []
    return bounds is not None and len(given) == 1 and bounds[0] <= given[0] <= bounds[1]


def _numbers_of(text: str) -> list[float]:
    return [number.value for number in numbers(text)]


class _Looked:
    """Finds the parts in the sentence that was named."""

    def __init__(self, sentence: TextSpan, parts: Mapping[str, str]) -> None:
        self.sentence, self.parts = sentence, parts

    def places(self, name: str) -> list[TextSpan]:
        """Where a part stands; it stands at one place at least."""
        places = places_in(self.sentence, self.parts[name])
        if not places:
            raise CopyRefused(f"its {PARTS[name]} is not in the sentence it names, word for word")
        return places

    def first(self, name: str) -> TextSpan | None:
        return self.places(name)[0] if self.parts[name] else None


def places_in(within: TextSpan, wanted: str) -> list[TextSpan]:
    """All places of whole words and whole numbers: "4.8" stands neither in "14.8" nor in "4.85" or "-4.8"."""
    text, words = within.text.translate(PLAIN_SIGNS), wanted.translate(PLAIN_SIGNS)
    starts = (match.start() for match in re.finditer(rf"(?<![A-Za-z]-)(?={re.escape(words)})", text))
    return [_span(within, at, at + len(words)) for at in starts if is_whole(text, at, at + len(words))]


def _span(within: TextSpan, start: int, end: int) -> TextSpan:
    return TextSpan(start=within.start + start, end=within.start + end, text=within.text[start:end])


def _arm_values(at: _Looked) -> tuple[TextSpan | None, TextSpan | None]:
    """The values of drug and comparator; where they stand more than once, the two nearest each other."""
    given = [name for name in ("drug_value", "comparator_value") if at.parts[name]]
    if not given:
        return None, None
    if len(given) == 1:
        raise CopyRefused(f"it gives the {PARTS[given[0]]} alone")
    if not all(_numbers_of(at.parts[name]) for name in given):
        raise CopyRefused("a value of an arm has no number")
    pairs = [(a, b) for a in at.places(given[0]) for b in at.places(given[1]) if not a.overlaps(b)]
    if not pairs:
        raise CopyRefused("both arms' values are the same place of the sentence")
    return min(pairs, key=lambda pair: max(pair[0].start, pair[1].start) - min(pair[0].end, pair[1].end))


def _from_to(sentence: TextSpan, first: TextSpan, second: TextSpan) -> TextSpan:
    return _span(sentence, first.start - sentence.start, second.end - sentence.start)


def _estimate(at: _Looked) -> tuple[TextSpan | None, TextSpan | None]:
    """The ratio or difference and its interval: as they were copied, else by the numbers they are put together of."""
    estimate, interval = at.parts["estimate"], at.parts["interval"]
    if not estimate:
        if interval:
            raise CopyRefused("it gives an interval without its ratio or difference")
        return None, None
    if by_parts := _estimate_by_parts(at.sentence, [*_numbers_of(estimate), *_bounds(interval)]):
        return by_parts
    if len(_numbers_of(estimate)) != 1:
        raise CopyRefused("its ratio or difference is not one number")
    values = [_number_of(at.sentence, place) for place in at.places("estimate")]
    if not interval:
        return values[0], None
    around = [(v, i) for v in values for i in at.places("interval") if not v.overlaps(i) and _is_around(i, v)]
    if not around:
        raise CopyRefused("its interval is none of its ratio or difference")
    return min(around, key=lambda pair: abs(pair[1].start - pair[0].end))


def _estimate_by_parts(sentence: TextSpan, copied: Sequence[float]) -> tuple[TextSpan, TextSpan] | None:
    """The ratio or difference of a sentence whose number was copied first, and its interval's after it."""
    for estimate in estimates(sentence.text):
        value, interval = estimate.value, estimate.interval
        if interval and copied[:1] == [value.value] and {interval.low, interval.high} <= set(copied[1:]):
            return _span(sentence, value.start, value.unit_end), _span(sentence, interval.start, interval.end)
    return None


def _bounds(interval: str) -> Sequence[float]:
    return bounds_of(interval) or _numbers_of(interval)


def _number_of(sentence: TextSpan, place: TextSpan) -> TextSpan:
    """The one number of a place, with its unit and without the words before it."""
    [number] = numbers(place.text)
    at = place.start - sentence.start
    return _span(sentence, at + number.start, at + number.unit_end)


def _check_measure(measure: EffectMeasure, sentence: TextSpan, value: TextSpan, abstract: str) -> None:
    """Whether a ratio is called so: by the nearest name before its number, else after it, else in the abstract.

    A difference needs no name, but a ratio's may not stand right before its number.
    """
    at = value.start - sentence.start
    named = sorted((m.start(), kind) for kind, name in _RATIO_NAMED.items() for m in name.finditer(sentence.text))
    before = [(start, kind) for start, kind in named if start < at]
    if measure not in _RATIO_NAMED:
        if before and not _numbers_of(sentence.text[before[-1][0] : at]):
            raise CopyRefused(f"its number is called a {before[-1][1].value.replace('_', ' ')}")
        return
    nearest = next((kind for _, kind in (*before[-1:], *named)), None)
    is_elsewhere = nearest is None and "%" not in value.text and _RATIO_NAMED[measure].search(abstract)
    if nearest is not measure and not is_elsewhere:
        raise CopyRefused(f"the text does not call its number {measure.value.replace('_', ' ')}")


def _comparator(reader: ArticleReader, sentence: TextSpan, wanted: str) -> TextSpan:
    """What the other arm got, from the sentence or else from the rest of the abstract that may be quoted."""
    if not wanted:
        raise CopyRefused("it names nothing that the drug is compared with")
    if reader.mask(wanted).strip() == DRUG:
        raise CopyRefused("it compares the drug with itself")
    quotable = [span for field, _, span in citable_sentences(reader.article) if field == "abstract"]
    elsewhere = [TextSpan(start=span.start, end=span.end, text=span.text) for span in quotable]
    for within in (sentence, *elsewhere):
        if places := places_in(within, wanted):
            return places[0]
    raise CopyRefused("its comparator is not in the abstract, word for word")

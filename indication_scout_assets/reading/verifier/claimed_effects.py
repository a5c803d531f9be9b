"""Effects that somebody claims an abstract tells: copied by a language model, or drawn up by a reader.

What belongs here: whether their parts and numbers are those of the abstract. A model's words are only searched for:
what is kept are the places where they stand, or the whole is refused. That its numbers are those of the arms it names
cannot be seen from the words alone, so that two values are shown as the abstract gives them, from the first to the
second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...domain.effects import Effect, EffectMeasure, TextSpan
from ...rules.effects.result_sentences import PRIMARY
from ...rules.language.instructions import citable_sentences
from ...rules.language.mentions import DRUG, ArticleReader
from ...text.numbers import bounds_of, numbers, p_values
from .cited_places import is_whole

PARTS: Final[Mapping[str, str]] = {
    "endpoint": "endpoint",
    "comparator": "comparator",
    "drug_value": "value of the drug",
    "other_value": "value of the comparator",
    "measure": "name of the ratio or difference",
    "value": "ratio or difference",
    "interval": "interval",
    "p_value": "p value",
}
"""What is copied, each as a text that may be empty, and what it is called in a sentence."""
_MEASURES = (
    (re.compile(r"relative\s(?:risk\s)?(?:reduction|difference|increase)", re.IGNORECASE), None),
    (re.compile(r"differen|\b[WS]?MD\b|reduction|increase", re.IGNORECASE), EffectMeasure.DIFFERENCE),
    (re.compile(r"hazard|\ba?HR\b", re.IGNORECASE), EffectMeasure.HAZARD_RATIO),
    (re.compile(r"odds|\ba?OR\b", re.IGNORECASE), EffectMeasure.ODDS_RATIO),
    (re.compile(r"relative\srisk|(?:risk|rate)s?\sratio|\b(?:a?RR|IRR)\b", re.IGNORECASE), EffectMeasure.RISK_RATIO),
)
"""What a ratio or difference is by the words that name it, the first that fits."""
_WITHOUT_EFFECT = {
    EffectMeasure.HAZARD_RATIO: 1.0,
    EffectMeasure.ODDS_RATIO: 1.0,
    EffectMeasure.RISK_RATIO: 1.0,
    EffectMeasure.DIFFERENCE: 0.0,
    EffectMeasure.RELATIVE_REDUCTION: 0.0,
}
"""What a measure is where nothing happened."""
PLAIN_SIGNS = str.maketrans({**dict.fromkeys("−–—‐‑", "-"), **dict.fromkeys("\u00a0\u2009\u202f\u2002\u2003\n", " ")})
"""Signs that are written in several ways, each for another of one character, so that places stay the same."""


class CopyRefused(ValueError):
    """Why a copied effect is not used: the rest of a sentence."""


def copied_effect(reader: ArticleReader, sentence: TextSpan, copied: Mapping[str, object]) -> Effect:
    """The effect in the abstract's own words.

    Args:
        reader: the article as the pair sees it.
        sentence: of the abstract, the one that was named.
        copied: a text for each of ``PARTS``.

    Raises:
        CopyRefused: a part does not stand there word for word, or the parts are no comparison in numbers.
    """
    parts = _texts(copied)
    at = _Looked(sentence, parts)
    values, value = _group_values(at, parts), at.first("value")
    if parts["measure"] and value is None:
        raise CopyRefused("it names a ratio or difference without its number")
    if not values and value is None:
        raise CopyRefused("it gives neither the values of two arms nor a ratio or difference of them")
    measure = _measure(at, parts) if value else EffectMeasure.GROUPS
    interval, p_value = at.first("interval"), at.first("p_value")
    if interval and not _is_around(interval, value):
        raise CopyRefused("its interval is none of its ratio or difference")
    if p_value and not p_values(p_value.text):
        raise CopyRefused("its p value is none")
    return Effect(
        sentence=sentence,
        measure=measure,
        endpoint=at.first("endpoint"),
        comparator=_comparator(reader, sentence, parts["comparator"]),
        groups=_from_to(sentence, *values) if values else None,
        group_values=values,
        value=value,
        interval=interval,
        p_value=p_value,
        primary=PRIMARY.search(sentence.text) is not None,
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
    if interval and bounds is None:
        return "Its interval is none of its value."
    if any(bound is not None and bound not in (bounds or ()) for bound in (effect.low, effect.high)):
        return "Its bounds are not those of its interval."
    if interval and not _is_around(interval, value):
        return "Its interval is none of its value."
    return ""


def _is_around(interval: TextSpan, value: TextSpan | None) -> bool:
    """Whether an interval has two bounds, and a value of one number between them."""
    bounds, given = bounds_of(interval.text), _numbers_of(value.text) if value else []
    return bounds is not None and len(given) == 1 and bounds[0] <= given[0] <= bounds[1]


def _numbers_of(text: str) -> list[float]:
    return [number.value for number in numbers(text)]


def is_insignificant(effect: Effect) -> bool:
    """Whether an effect's own p value or interval says that it may be chance."""
    if effect.p_value:
        return any(p.is_chance for p in p_values(effect.p_value.text))
    if effect.low is None or effect.high is None or effect.measure not in _WITHOUT_EFFECT:
        return False
    return effect.low <= _WITHOUT_EFFECT[effect.measure] <= effect.high


def _texts(copied: Mapping[str, object]) -> dict[str, str]:
    texts = {name: copied.get(name) for name in PARTS}
    if not all(isinstance(text, str) for text in texts.values()):
        raise CopyRefused("it is not of the form that was asked for")
    return {name: str(text).strip() for name, text in texts.items()}


class _Looked:
    """Finds the parts in the sentence that was named."""

    def __init__(self, sentence: TextSpan, parts: Mapping[str, str]) -> None:
        self.sentence, self._parts = sentence, parts

    def places(self, name: str) -> list[TextSpan]:
        """Where a part stands; it stands at one place at least."""
        places = _places(self.sentence, self._parts[name])
        if not places:
            raise CopyRefused(f"its {PARTS[name]} is not in the sentence it names, word for word")
        return places

    def first(self, name: str) -> TextSpan | None:
        return self.places(name)[0] if self._parts[name] else None


def _places(within: TextSpan, wanted: str) -> list[TextSpan]:
    """All places of whole words and whole numbers: "4.8" stands neither in "14.8" nor in "4.85" or "-4.8"."""
    text, words = within.text.translate(PLAIN_SIGNS), wanted.translate(PLAIN_SIGNS)
    starts = (match.start() for match in re.finditer(rf"(?<![A-Za-z]-)(?={re.escape(words)})", text))
    return [_span(within, at, at + len(words)) for at in starts if is_whole(text, at, at + len(words))]


def _span(within: TextSpan, start: int, end: int) -> TextSpan:
    return TextSpan(start=within.start + start, end=within.start + end, text=within.text[start:end])


def _group_values(at: _Looked, parts: Mapping[str, str]) -> tuple[TextSpan, ...]:
    """The values of both arms in the order of the text; where they stand more than once, the two nearest each other."""
    given = [name for name in ("drug_value", "other_value") if parts[name]]
    if not given:
        return ()
    if len(given) == 1:
        raise CopyRefused(f"it gives the {PARTS[given[0]]} alone")
    if not all(_numbers_of(parts[name]) for name in given):
        raise CopyRefused("a value of an arm has no number")
    pairs = [sorted((a, b), key=lambda span: span.start) for a in at.places(given[0]) for b in at.places(given[1])]
    apart = [(first, second) for first, second in pairs if not first.overlaps(second)]
    if not apart:
        raise CopyRefused("both arms' values are the same place of the sentence")
    return min(apart, key=lambda pair: pair[1].start - pair[0].end)


def _from_to(sentence: TextSpan, first: TextSpan, second: TextSpan) -> TextSpan:
    return _span(sentence, first.start - sentence.start, second.end - sentence.start)


def _measure(at: _Looked, parts: Mapping[str, str]) -> EffectMeasure:
    """What the ratio or difference is, by the sentence's own words for it."""
    if len(_numbers_of(parts["value"])) != 1:
        raise CopyRefused("its ratio or difference is not one number")
    words = at.first("measure")
    measure = next((kind for pattern, kind in _MEASURES if words and pattern.search(words.text)), None)
    if measure is None:
        raise CopyRefused("its number is called neither a ratio nor a difference")
    return measure


def _comparator(reader: ArticleReader, sentence: TextSpan, wanted: str) -> TextSpan:
    """What the other arm got, from the sentence or else from the rest of the abstract that may be quoted."""
    if not wanted:
        raise CopyRefused("it names nothing that the drug is compared with")
    if reader.mask(wanted).strip() == DRUG:
        raise CopyRefused("it compares the drug with itself")
    quotable = [span for field, _, span in citable_sentences(reader.article) if field == "abstract"]
    elsewhere = [TextSpan(start=span.start, end=span.end, text=span.text) for span in quotable]
    for within in (sentence, *elsewhere):
        if places := _places(within, wanted):
            return places[0]
    raise CopyRefused("its comparator is not in the abstract, word for word")

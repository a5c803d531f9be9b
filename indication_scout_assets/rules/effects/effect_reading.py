"""Effects read from an abstract: endpoint, comparator, the numbers of the arms, ratio or difference, interval, p value.

What belongs here: which sentences compare the drug with something else, and what their own numbers are. Every part is
a span of the abstract as it stands; what a sentence does not say stays empty. Which side an article takes is decided
elsewhere (``rules.sides.results``); safety is not read here. The words are in ``effect_patterns``.

A sentence tells an effect where it stands among results or conclusions, compares, and is about the drug: it names it,
or speaks of "the groups" of an article whose title names it. Without numbers it has to say against what it compares:
else it is mostly a change in time. One effect is read from a sentence: the first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...domain.effects import Effect, EffectMeasure, TextSpan
from ...domain.statements import Polarity
from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import Sentence, abstract_sentences
from . import compared_arms, no_effects
from . import effect_patterns as patterns
from .arm_assignment import number_in, values_in, without_brackets, without_strengths
from .arm_values import ArmValues, arm_values, changes_of_arms, is_of_arms, without_arms
from .effect_statistics import (
    NEAR,
    ArmNumbers,
    bounds,
    interval_of,
    is_tested,
    measure_of,
    p_value_of,
    p_value_of_words,
    ratio_or_difference,
)
from .endpoint_reading import endpoint_of_numbers
from .no_effects import declared, given_to_all, is_of_safety, is_of_title, is_outcome
from .result_sentences import early_results, result_sentences
from .study_arms import CONTROL_ARM, PLACEBO, Mention, StudyArms, name_pattern, study_arms

_ALONE = re.compile(rf"{DRUG}[\s-](?:(?:or|and|either)\s)?(?:\w+\s)?(?:alone|only|monotherapy)\b")
"""The drug is the comparator of a combination with it."""
_COMPARED_WITH_ALONE = re.compile(
    rf"\b(?:than|versus|vs\.?|compared\ (?:with|to)|to|or|either)\ (?:\w+\ ){{0,3}}?{_ALONE.pattern}"
)
_ALONE_OR_NOT = re.compile(rf"{DRUG}\ (?:either\ )?(?:alone|monotherapy)\ or\ (?:in\ combination|combined|with)\b")
"""Both arms have the drug."""
_COMBINED = re.compile(
    rf"\b[\w-]{{2,}}\ (?:plus|\+|and)\ {DRUG}\ combined\b|[\w-]{{2,}}\ (?:plus|\+)\ {DRUG}"
    rf"|{DRUG}\ (?:plus|\+)\ [\w-]{{2,}}"
)
"""A combination with the drug, which tells nothing of the drug where the comparator has neither."""
MOST_EFFECTS = 3
"""Effects of an article that a report holds."""


def read_effects(reader: ArticleReader, most: int | None = MOST_EFFECTS) -> tuple[Effect, ...]:
    """The effects an abstract tells of the drug: those of the primary endpoint first, then those with numbers.

    Args:
        reader: the article as the pair sees it.
        most: effects returned at most; ``None``: all of them.
    """
    title = reader.mask(reader.article.title)
    if no_effects.NO_MEDICAL_EFFECT.search(title) or given_to_all(reader):
        return ()
    given_in_title = DRUG in title
    early, late = list(early_results(reader)), list(result_sentences(reader))
    study = _Study(reader, given_in_title)
    read = [
        effect
        for before, sentence in itertools.pairwise((None, *early, *late))
        if sentence and (effect := _read(sentence, study, before.text if before else "")) is not None
        if sentence not in early or effect.has_numbers
    ]
    return tuple(sorted(read, key=lambda effect: _rank(effect, study))[:most])


def of_the_disease(effects: Sequence[Effect], reader: ArticleReader) -> tuple[Effect, ...]:
    """Those effects whose sentence, or the title of whose article, names the disease: others are of something else."""
    titled = DISEASE in reader.mask(reader.article.title)
    return tuple(effect for effect in effects if titled or DISEASE in reader.mask(effect.sentence.text))


def in_line_with(side: Polarity, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects without those that claim a difference where the article says that the drug did not help."""
    if side is not Polarity.CONTRADICTS:
        return tuple(effects)
    return tuple(
        effect
        for effect in effects
        if effect.words is None
        or not patterns.CLAIMS_DIFFERENCE.search(effect.words.text)
        or (effect.has_numbers and effect.p_value and patterns.NOT_SIGNIFICANT.search(effect.p_value.text))
    )


def _rank(effect: Effect, study: _Study) -> tuple[bool, int, int, bool, int]:
    """Primary first.

    Then come numbers of what the study set out to measure, then its title's outcome in words, then other numbers; among
    equals the title's outcome, a ratio or difference, and what stands first.
    """
    compares, place = effect.value is not None, _place_of_outcome(effect, study)
    in_words = effect.groups is None and not compares
    tier = (3 if place else 1) if in_words else (2 if place == _UNDECLARED else 0)
    return (not effect.primary, tier, place, not compares, effect.sentence.start)


_UNDECLARED = 2


def _place_of_outcome(effect: Effect, study: _Study) -> int:
    """0 for an outcome that the title names, 1 for one that is declared or measured by any study, 2 for any other."""
    text, first = effect.sentence.text, effect.groups or effect.value
    end = first.end - effect.sentence.start if first else len(text)
    start = first.start - effect.sentence.start if first else 0
    clause = text[max((m.end() for m in patterns.CLAUSE_ENDS.finditer(text, 0, start)), default=0) : end]
    about = without_arms(clause, study.arms.mentions(clause))
    if is_of_title(about, study.reader):
        return 0
    return 1 if is_outcome(about, study.outcomes) else _UNDECLARED


@dataclass(frozen=True)
class _Study:
    """What the sentences of one article are read with."""

    reader: ArticleReader
    given_in_title: bool

    @cached_property
    def arms(self) -> StudyArms:
        """Its arms, read where a sentence has numbers to give them."""
        return study_arms(self.reader)

    @property
    def drug(self) -> re.Pattern[str]:
        """Finds the drug's names."""
        return name_pattern(self.reader.names_of_drug)

    @cached_property
    def outcomes(self) -> str:
        """The words by which the article says what it measures."""
        return declared(self.reader, abstract_sentences(self.reader.article))


def _read(sentence: Sentence, study: _Study, before: str) -> Effect | None:
    """The effect a sentence tells.

    Args:
        sentence: of the results or conclusions.
        study: the article it stands in.
        before: the result before it.
    """
    text, reader = sentence.text, study.reader
    planned = no_effects.PLANS.search(text) and not patterns.P_VALUE.search(text)
    masked = reader.mask(text)
    if compared_arms.is_of_others(masked) or _is_in_both_arms(text, masked):
        return None
    numbers = _numbers_of_arms(text, masked, study)
    of_others = (not numbers and compared_arms.is_of_both(masked)) or _is_combination(text, masked)
    planned = planned and not (numbers and numbers.arms and numbers.value)
    comparator = compared_arms.comparator(text, study.drug)
    mentions = numbers.mentions if numbers else study.arms.mentions(text)
    words = compared_arms.compared(text)
    if planned or of_others or not _is_about_drug(text, masked, study, numbers, compared=comparator is not None):
        return None
    if not numbers and (
        compared_arms.opens_as_comparator(masked) or not _tells_in_words(text, words, comparator, mentions, study)
    ):
        return None
    if _is_of_safety(text, words, study.outcomes) or (numbers and _is_told_of_safety(text, numbers, study, before)):
        return None
    at = _Placed(reader.article.abstract, sentence.start)
    named = numbers.other if numbers else comparator and comparator.span("name")
    other = at.span(*named) if named else None
    if other is None and (numbers or (words and compared_arms.compares_arms(words[0]))):
        other = _only_other(study, mentions, text)
    if not (numbers or other):
        return None
    return Effect(
        sentence=at.span(0, len(text)),
        measure=measure_of(numbers.value, has_arms=numbers.arms is not None) if numbers else EffectMeasure.WORDS,
        words=at.of(words),
        endpoint=_endpoint(text, study, numbers, at),
        comparator=other,
        primary=bool(patterns.PRIMARY.search(text)),
        **_number_fields(text, numbers, words, at),
    )


def _tells_in_words(
    text: str,
    words: re.Match[str] | None,
    comparator: re.Match[str] | None,
    mentions: list[Mention],
    study: _Study,
) -> bool:
    """Whether a sentence without numbers of two arms compares the drug with another treatment, in words."""
    if words is None or not compared_arms.is_told_of_drug(text, words, mentions, study.arms):
        return False
    return _is_of_two_treatments(words, comparator, study) and _compares(text, words, named=comparator is not None)


def _is_of_two_treatments(words: re.Match[str] | None, comparator: re.Match[str] | None, study: _Study) -> bool:
    """Whether what a sentence without numbers compares is the drug with another treatment, as far as it names it.

    A change that a study without another arm tells of the drug is one in time.
    """
    if comparator is not None:
        return compared_arms.is_treatment(comparator["name"], study.arms)
    return words is None or study.arms.is_compared or compared_arms.compares_arms(words[0])


def _only_other(study: _Study, mentions: list[Mention], text: str) -> TextSpan | None:
    """The one other arm of a study, by its name where the abstract has it; ``None`` where there are several or none, or
    where the sentence names what it compares."""
    named = any(not mention.has_drug or mention.is_combined for mention in mentions) or "comparing" in text
    if named or not study.arms.is_two_armed:
        return None
    abstract = study.reader.article.abstract
    mention = next(
        (m for m in study.arms.mentions(abstract) if m.name and not m.is_combined and "+" not in m.name), None
    )
    if mention is None:
        return None
    if mention.name not in (PLACEBO, CONTROL_ARM) and not compared_arms.is_named_treatment(mention.name):
        return None
    start = mention.start
    if mention.name == "acid" and (before := re.search(r"\w+\s$", abstract[:start])):
        start = before.start()
    return _span(abstract, start, mention.name_end)


def _numbers_of_arms(text: str, masked: str, study: _Study) -> ArmNumbers | None:
    """The numbers of a sentence that are of the drug's arm and another one, if any."""
    values, value = values_in(text), ratio_or_difference(text, study.drug)
    mentions = study.arms.mentions(text)
    if value and compared_arms.is_mixed_arm(masked):
        return None
    if value and _is_of_another_item(text, bounds(value)[0], study.drug):
        value = None
    values = without_strengths(text, values, study.drug, mentions)
    arms = changes_of_arms(text, mentions) or arm_values(text, values, study.arms, mentions)
    if arms and not (arms.are_changes or _are_of_two_arms(text, arms, value)):
        arms = None
    is_lone = value is not None and "kind" not in value.groupdict() and not study.arms.others  # a change in time
    if value and (is_lone or not (is_of_arms(text, mentions, study.arms) and is_tested(text, value))):
        value = None
    if arms and value and not -NEAR < value.start() - arms.end < NEAR:
        arms, value = (arms, None) if arms.start < value.start() else (None, value)  # of two endpoints
    return ArmNumbers(arms, value, mentions) if arms or value else None


def _is_of_another_item(text: str, start: int, drug: re.Pattern[str]) -> bool:
    """Whether a value stands in an item of a list of agents that is not the drug's: "0.38 for A; 0.52 for zelavir"."""
    begin, end = text.rfind(";", 0, start) + 1, text.find(";", start)
    own = text[begin : end if end >= 0 else len(text)]
    if patterns.FOR_ONE_AGENT.search(own) is None or drug.search(own):
        return False
    others = (text[:begin], text[end:] if end >= 0 else "")
    return any(drug.search(item) and patterns.FOR_ONE_AGENT.search(item) for item in others)


def _is_told_of_safety(text: str, numbers: ArmNumbers, study: _Study, before: str) -> bool:
    """Whether numbers are of nothing that the study set out to measure, and follow unwanted effects."""
    return is_of_safety(before) and not is_outcome(without_arms(text, numbers.mentions), study.outcomes)


def _is_in_both_arms(text: str, masked: str) -> bool:
    """Whether a sentence compares the drug with itself: another dose, a combination with it, or that with neither."""
    if _ALONE_OR_NOT.search(masked) or no_effects.OTHER_DOSE.search(text):
        return True
    return bool(_ALONE.search(masked) and (masked.count(DRUG) > 1 or _COMPARED_WITH_ALONE.search(masked)))


def _is_combination(text: str, masked: str) -> bool:
    """Whether a sentence compares a combination with the drug with placebo or the like."""
    return _COMBINED.search(masked) is not None and patterns.COMPARATOR.search(text) is not None


def _are_of_two_arms(text: str, arms: ArmValues, value: re.Match[str] | None) -> bool:
    """Whether the rest of the sentence lets two values be what two arms reached."""
    flat = without_brackets(text)
    start, end = flat.rfind(";", 0, arms.start) + 1, flat.find(";", arms.end)
    if no_effects.AT_BASELINE.search(text, start, end if end >= 0 else len(text)):
        return False
    before, values = text[: arms.start], text[arms.start : arms.end]
    if patterns.STATISTICS_WERE.search(before):
        return False
    if patterns.SECOND_OF_PAIR.search(before) and patterns.ENDS_WITH_PAIR.search(values):
        return False  # two values of each arm, at two times it may be
    beside_ratio = value is not None and "kind" in value.groupdict() and ")" not in text[arms.end : value.start()]
    if arms.side_by_side and not beside_ratio and not _compares_arms(before, text[arms.end :]):
        return False  # before and after, it may be
    return value is None or not arms.start <= value.start("value") < arms.end  # else two ratios


def _compares_arms(before: str, after: str) -> bool:
    """Whether the rest of a sentence says that two values side by side are of two arms.

    "It fell with zelavir (5 vs 3) compared with placebo" has the values before and after of one arm.
    """
    if patterns.OF_EACH_ARM.search(before + after):
        return False
    if patterns.MORE.search(before):
        return True
    if patterns.CHANGED.search(before):
        another = patterns.TWO_VALUES.search(before) or patterns.TWO_VALUES.search(after)
        return another is None and patterns.SHARED_OUT.search(after) is not None
    return patterns.MORE.search(after) is not None


def _number_fields(text: str, numbers: ArmNumbers | None, words: re.Match[str] | None, at: _Placed) -> dict[str, Any]:
    """The fields of an effect that hold its numbers; without numbers its p value alone."""
    if numbers is None:
        return {"p_value": at.of(p_value_of_words(text, words))}
    arms, value = numbers.arms, numbers.value
    interval = interval_of(text, value) if value else None
    ends = ([arms.end] if arms else []) + [match.end() for match in (value, interval) if match]
    return {
        "groups": at.span(arms.start, arms.end) if arms else None,
        "comparator_first": arms is not None and arms.other_first,
        "value": at.span(*bounds(value)) if value else None,
        "interval": at.of(interval, "bounds"),
        "p_value": at.of(p_value_of(text, numbers, max(ends))),
        "number": number_in(text[slice(*bounds(value))]) if value else None,
        "low": number_in(interval["low"]) if interval else None,
        "high": number_in(interval["high"]) if interval else None,
    }


class _Placed:
    """Turns places of a sentence into spans of the abstract."""

    def __init__(self, abstract: str, start: int) -> None:
        self._abstract, self._start = abstract, start

    def span(self, start: int, end: int) -> TextSpan:
        return _span(self._abstract, self._start + start, self._start + end)

    def of(self, match: re.Match[str] | None, group: str | int = 0) -> TextSpan | None:
        return self.span(*match.span(group)) if match else None


def _span(text: str, start: int, end: int) -> TextSpan:
    return TextSpan(start=start, end=end, text=text[start:end])


def _compares(text: str, words: re.Match[str] | None, *, named: bool) -> bool:
    """Whether a sentence without numbers of two arms compares groups, in words."""
    if words is None or no_effects.WITHIN_ARMS.search(text):
        return False
    if named:
        return True
    if patterns.GROUPS_NAMED.search(text) and patterns.ALIKE.search(text):
        return True
    return patterns.P_VALUE.search(text) is not None or words[0].lower().startswith("significantly")


def _is_of_safety(text: str, words: re.Match[str] | None, about: str) -> bool:
    """Whether the compared part of a sentence tells of safety, of a forecast or the like.

    Args:
        text: the sentence.
        words: the words that compare.
        about: what the article says it measures, folded: that is no side measure.
    """
    listed = words is not None and words.re is not patterns.OPPOSES
    end = patterns.BREAK.search(text, words.end()) if words and listed else None
    part = text[: end.start()] if end else text
    if no_effects.NOT_AN_EFFECT.search(without_brackets(part)) or no_effects.OF_FLUID.search(text):
        return True
    if "migraine" in about:
        about = f"{about} headache"
    return patterns.PRIMARY.search(text) is None and any(
        match["word"].lower() not in about for match in no_effects.SIDE_MEASURE.finditer(part)
    )


def _is_about_drug(text: str, masked: str, study: _Study, numbers: ArmNumbers | None, *, compared: bool) -> bool:
    if DRUG in masked:
        return True
    if not study.given_in_title:
        return False
    in_full = numbers is not None and numbers.arms is not None and numbers.value is not None
    if in_full or (numbers and any(mention.has_drug for mention in numbers.mentions)):
        return True
    return (compared and patterns.JOINS.search(text) is not None) or bool(patterns.GROUPS_NAMED.search(text))


def _endpoint(text: str, study: _Study, numbers: ArmNumbers | None, at: _Placed) -> TextSpan | None:
    """What was measured, where the sentence names it in one of the usual ways, in the clause of its numbers.

    A name that holds an arm's name, or is the disease alone, is none. Without one a report prints the whole sentence.
    """
    if patterns.OF_PART_OF_PEOPLE.search(text):
        return None
    named = numbers and endpoint_of_numbers(text, numbers.start, numbers.mentions, study.drug)
    if named and study.reader.mask(text[slice(*named)]) != DISEASE:
        return at.span(*named)
    for match in _named_endpoints(text, numbers):
        start, _end = match.span("end")
        name = patterns.AFTER_ENDPOINT.sub("", match["end"]).rstrip()
        start += len(name) - len(name := name)
        if patterns.NO_ENDPOINT.search(name) or study.drug.search(name):
            continue
        if numbers:
            continue
        if study.reader.mask(name.strip()) != DISEASE:
            return at.span(start, start + len(name))
    return None


def _named_endpoints(text: str, numbers: ArmNumbers | None) -> Iterator[re.Match[str]]:
    """Where a sentence names what was measured: each way once, at the last place before its numbers."""
    for pattern in patterns.ENDPOINTS:
        matches = pattern.finditer(text)
        if numbers is None:
            yield from itertools.islice(matches, 1)
        else:
            yield from [match for match in matches if match.end("end") <= numbers.start][-1:]

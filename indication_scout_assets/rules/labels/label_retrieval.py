"""Which fact spans of one drug's labels answer a question, in order.

What belongs here: scores of spans and the choice among them; what each sign is worth stands in ``span_weights``. All
texts given are of one drug, read so from the store; nothing here could reach those of another.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelIntent
from ...domain.monographs.label_documents import FactSpan, LabelCategory, LabelDocument, MonographSection, SpanForm
from . import span_weights as weights
from .label_attributes import Attribute, is_content, lexicon
from .label_words import (
    drug_called,
    has_root_of,
    meanings,
    question_words,
    stem,
    stems,
    stems_meant,
    words,
)

MOST_WORDS = 130
"""Words of an answer; its first fact is shown whole."""
MOST_FACTS = 6
HOLDS_NAMES = 0.8
"""Share of the question's names from which a span is about them."""
HOLDS_HALF = 0.5
"""Share from which a span beside the section that answers is about them."""
AROUND = 20
"""Words of what stands around the first fact that an answer shows with it where a section answers."""
AROUND_LIST = 60
"""The same of a list that the first fact leads in."""
LEAST_COUNTED = 12
"""Spans from which a word may stand everywhere; a short label has too few to say so."""
EVERYWHERE = 0.15
"""Share of a label's spans from which a word tells them no more apart than the drug's name does."""
WITHIN = 2.6
"""How far below the first fact's score another may be."""
ANSWER_LAST = frozenset(
    {
        LabelCategory.PATIENT_INFORMATION,
        LabelCategory.PACKAGE_LABEL,
        LabelCategory.REFERENCES,
        LabelCategory.CLINICAL_STUDIES,
        LabelCategory.NONCLINICAL_TOXICOLOGY,
    }
)
"""Categories that answer only where nothing else does."""
_NO_ANSWER = frozenset({SpanForm.TITLE, SpanForm.CAPTION})
_PROSE = frozenset({SpanForm.SENTENCE, SpanForm.BULLET})


_NUMBERED = re.compile(r"\b(?P<kind>type|stage|grade)s? (?P<number>[1-4]|I{1,3}|IV)\b", re.IGNORECASE)
_ROMAN = {"I": "1", "II": "2", "III": "3", "IV": "4"}


class Scored(NamedTuple):
    """A span with its score and the share of the question's words that it holds."""

    score: float
    share: float
    span: FactSpan
    category: LabelCategory


class DrugTexts:
    """All fact spans of one drug's labels with their words, ready to be asked."""

    def __init__(
        self,
        documents: Sequence[LabelDocument],
        sections: Sequence[MonographSection],
        spans: Sequence[FactSpan],
    ) -> None:
        self.documents = {document.id: document for document in documents}
        self.sections = {(section.document, section.ordinal): section for section in sections}
        self.spans = tuple(spans)
        self._stems = [stems_meant(span.text) for span in self.spans]
        self._titles = {key: stems_meant(self._title_path(section)) for key, section in self.sections.items()}
        self._meant: dict[str, frozenset[str]] = {}
        self._whole: dict[int, frozenset[str]] = {}
        self._places = self._places_below(lambda span: (span.document, span.section))
        self._places_below_headings = self._places_below(lambda span: (span.document, span.section, span.heading))
        self._above = [
            frozenset(stems(f"{self.sections[s.document, s.section].title if not s.heading else s.heading}"))
            for s in self.spans
        ]

    def _title_path(self, section: MonographSection) -> str:
        """The titles of a section and of those above it."""
        above = self.sections.get((section.document, section.parent)) if section.parent is not None else None
        return f"{self._title_path(above)} {section.title}" if above else section.title

    def _places_below(self, above: Callable[[FactSpan], Hashable]) -> list[int]:
        """Of each span, how many that could answer stand before it below the same thing."""
        seen: Counter[Hashable] = Counter()
        places = []
        for span in self.spans:
            places.append(seen[above(span)])
            seen[above(span)] += span.form not in _NO_ANSWER
        return places

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every stem of the labels, titles included."""
        return frozenset().union(*self._stems, *self._titles.values())

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """In how many spans each stem stands."""
        return Counter(word for words_here in self._stems for word in words_here)

    def lacks(self, word: str) -> bool:
        """Whether the labels have a word of a question in none of its meanings."""
        return not (self.means(word) & self.vocabulary)

    def lacks_kind(self, question: str) -> bool:
        """Whether a question names a numbered kind of a disease ("type 1") that the labels nowhere name."""
        kinds = {_as_digit(match) for match in _NUMBERED.finditer(question)}
        return bool(kinds) and not kinds & self._numbered

    @cached_property
    def _numbered(self) -> frozenset[tuple[str, str]]:
        texts = (section.text for section in self.sections.values())
        return frozenset(_as_digit(match) for text in texts for match in _NUMBERED.finditer(text))

    def means(self, word: str) -> frozenset[str]:
        """The stems by which these labels may say a word of a question."""
        if word not in self._meant:
            own = stem(word)
            rooted = self.vocabulary if own in question_words().roots else ()
            meant = meanings(own).union(drug_called(word), (w for w in rooted if has_root_of(own, w)))
            if not meant & self.vocabulary:  # "CYP" is "CYP3A4"
                meant = meant.union(w for w in self.vocabulary if w[: len(own)] == own and w[len(own) :][:1].isdigit())
            self._meant[word] = meant
        return self._meant[word]

    def holds(self, span: FactSpan, thing: Sequence[str], attribute: Attribute | None = None) -> bool:
        """Whether a span, with what stands above it, has every word of a thing that a question names; a word that asks
        for an attribute is held where the attribute is said.
        """
        held = self._held_with_titles(span)
        own = attribute if attribute and attribute.name in span.attributes else None
        return all(self.means(word) & held or (own is not None and own.is_asked_by(word)) for word in thing)

    def _held_with_titles(self, span: FactSpan) -> frozenset[str]:
        """The stems of a span and of what stands above it."""
        number = self._numbers[span.document, span.section, span.ordinal]
        if number not in self._whole:
            above = stems(f"{span.heading} {span.lead_in} {span.header} {span.group}")
            self._whole[number] = self._stems[number].union(above, self._titles[span.document, span.section])
        return self._whole[number]

    @cached_property
    def _numbers(self) -> Mapping[tuple[str, int, int], int]:
        return {(span.document, span.section, span.ordinal): number for number, span in enumerate(self.spans)}

    def weight(self, word: str) -> float:
        """How much a word tells spans apart; one that no span has tells nothing."""
        spans = max((self.counts.get(meaning, 0) for meaning in self.means(word)), default=0)
        if not spans:
            return 0.0
        return math.log(1 + len(self.spans) / (1 + spans))

    def is_everywhere(self, word: str) -> bool:
        """Whether a word of a question stands in so many spans that it tells none apart."""
        return self.counts.get(stem(word), 0) > max(LEAST_COUNTED, EVERYWHERE * len(self.spans))

    def with_surroundings(self, chosen: Sequence[Scored], attribute: Attribute | None) -> list[Scored]:
        """The spans of an answer, and what goes on with the first: the bullets of a list that it leads in; where a
        section or heading answers, the sentences below the same heading, those after it before those above it.
        """
        leads_in = bool(chosen) and chosen[0].span.text.rstrip().endswith(":")
        if not leads_in and not (chosen and attribute and (attribute.whole or attribute.headed)):
            return list(chosen)
        most = AROUND_LIST if leads_in else AROUND
        shown = [entry.span for entry in chosen]
        added: list[Scored] = []
        for span in self._around(chosen[0].span):
            most -= 0 if span in shown else len(words(span.text))
            if most < 0:
                break
            added += [] if span in shown else [chosen[0]._replace(span=span)]
        return [*chosen, *added]

    def _around(self, first: FactSpan) -> list[FactSpan]:
        """The sentences and bullets below one heading with a span, those after it first, the nearest first."""
        if first.form is SpanForm.TABLE_ROW:
            return []
        here = [
            span
            for span in self.spans
            if (span.document, span.section, span.heading) == (first.document, first.section, first.heading)
            and span.form in _PROSE
            and not _asks(span)
            and span.ordinal != first.ordinal
        ]
        return sorted(here, key=lambda span: (span.ordinal < first.ordinal, abs(span.ordinal - first.ordinal)))

    def scored(self, intent: LabelIntent) -> list[Scored]:
        """The spans that may answer, best first; equal ones in the label's order."""
        attribute = lexicon().get(intent.attribute)
        first = self._first_category(attribute)
        naming = {w: self.weight(w) for w in intent.words if _is_naming(w, attribute) and not self.is_everywhere(w)}
        others = {word: self.weight(word) for word in intent.words if word not in naming}
        if attribute is None and not naming:
            naming, others = others, {}
        second = lexicon().get(intent.narrowed_by)
        components = frozenset(stem(word) for word in intent.components)
        scored = []
        for number, span in enumerate(self.spans):
            category = self.sections[span.document, span.section].category
            if span.form in _NO_ANSWER or _asks(span):
                continue
            share = self._share(number, span, naming)
            title = self.sections[span.document, span.section].title
            if not (
                _may_answer(attribute, span, category, first, share) or _is_headed(attribute, span, category, title)
            ):
                continue
            score = weights.NAMED * share + weights.UNNAMED * self._share(number, span, others)
            score += self._component_worth(number, span, components)
            score += _second_worth(second, span, category)
            score += _worth(attribute, span, category, share) + self._place_worth(
                number, span, attribute, naming, share
            )
            scored.append(Scored(score, share, span, category))
        scored.sort(key=lambda entry: -entry.score)
        return scored

    def _component_worth(self, number: int, span: FactSpan, asked: frozenset[str]) -> float:
        """What it is worth to name the ingredient asked about; it costs as much to name only another."""
        if not asked:
            return 0.0
        if asked & (self._stems[number] | self._above[number]):
            return weights.OF_COMPONENT
        others = frozenset(stems(self.documents[span.document].drug)) - asked - {"and"}
        return -weights.OF_COMPONENT if others & self._stems[number] else 0.0

    def _first_category(self, attribute: Attribute | None) -> LabelCategory | None:
        """The first of an attribute's categories that the labels have."""
        here = {self.sections[span.document, span.section].category for span in self.spans}
        return next((category for category in attribute.sections if category in here), None) if attribute else None

    def _share(self, number: int, span: FactSpan, weighed: Mapping[str, float]) -> float:
        """The share of the words that a span holds; those that only stand above it count less."""
        total = sum(weighed.values())
        if not total:
            return 0.0
        here = self._stems[number]
        around = self._titles[span.document, span.section]
        near = frozenset(stems(f"{span.heading} {span.lead_in} {span.header} {span.group}"))
        held = 0.0
        for word, weight in weighed.items():
            meant = self.means(word)
            if stem(word) in here:
                held += weight
            elif meant & here:
                held += weights.SAID_OTHERWISE * weight
            elif meant & near:
                held += weights.IN_HEADING * weight
            elif meant & around:
                held += (weights.BELOW_TITLE if self._places[number] else weights.FIRST_BELOW_TITLE) * weight
        return held / total

    def _place_worth(
        self, number: int, span: FactSpan, attribute: Attribute | None, naming: Mapping[str, float], share: float
    ) -> float:
        """What a span's place is worth: the first ones say what the others explain, below a heading as in a section."""
        whole = bool(attribute and attribute.whole)
        place = self._places[number] if whole else self._places_below_headings[number]
        early = weights.EARLY_IN_SECTION if whole else weights.EARLY_BELOW_HEADING
        worth = early / (1 + weights.LATER * place)
        category = self.sections[span.document, span.section].category
        leading = attribute is None or category in (attribute.sections[0], attribute.by_name)
        if leading and any(self.means(word) & self._above[number] for word in naming):
            worth += weights.HEADED / (1 + self._places_below_headings[number])
        length = len(span.text.split())
        is_row = span.form is SpanForm.TABLE_ROW
        if is_row and share < weights.ROW_NAMED:
            worth -= weights.ROW_OF_OTHER
        if length < weights.SHORTEST_FACT:
            worth -= weights.TOO_SHORT
        return worth


def _as_digit(match: re.Match[str]) -> tuple[str, str]:
    """``type II`` as ``("type", "2")``."""
    number = match["number"].upper()
    return match["kind"].lower(), _ROMAN.get(number, number)


def _is_naming(word: str, attribute: Attribute | None) -> bool:
    """Whether a word of the question tells which span is meant, and not only which attribute."""
    if attribute is None:
        return stem(word) not in question_words().plain
    return is_content(word, attribute.name) and not (word.isdigit() and attribute.name == "geriatric")


def _is_headed(attribute: Attribute | None, span: FactSpan, category: LabelCategory, title: str) -> bool:
    """Whether what stands above a span says what is asked."""
    if attribute is None or not attribute.headed or category not in attribute.sections:
        return False
    return attribute.is_said_in(f"{title} {span.heading} {span.lead_in} {span.group} {span.header}")


def _may_answer(
    attribute: Attribute | None, span: FactSpan, category: LabelCategory, first: LabelCategory | None, share: float
) -> bool:
    if attribute is None:
        return True
    if category not in attribute.sections:
        return attribute.beside and attribute.is_said_in(span.text)
    answers_whole = attribute.whole and category is (attribute.sections[0] if attribute.says else first)
    if attribute.name in span.attributes or answers_whole:
        return True
    if category is attribute.sections[0] and attribute.or_else in span.attributes:
        return True
    if attribute.whole:
        return share >= HOLDS_HALF
    return not attribute.says or (attribute.by_name is not None and share >= HOLDS_NAMES)


def _worth(attribute: Attribute | None, span: FactSpan, category: LabelCategory, share: float) -> float:
    """What category and attribute are worth."""
    if attribute is None:
        return weights.PRIOR.get(category, weights.PRIOR_ELSEWHERE)
    if category in attribute.sections:
        rank = attribute.sections.index(category)
        if category is attribute.by_name and share >= HOLDS_NAMES:
            rank = 0
        worth = weights.FIRST_SECTION * (1 - rank / len(attribute.sections))
    else:
        worth = -(weights.BESIDE_AND_LAST if category in ANSWER_LAST else weights.BESIDE)
    if attribute.name in span.attributes:
        worth += weights.SAYS_ATTRIBUTE
    return worth + weights.PREFERRED * sum(1 for pattern in attribute.prefer if pattern.search(span.text))


def _second_worth(second: Attribute | None, span: FactSpan, category: LabelCategory) -> float:
    """What it is worth to say a second attribute where it is said; nothing of any dose, for which the word asks."""
    if second is None or second.name == "dose" or category is not second.sections[0]:
        return 0.0
    return weights.SECOND if second.is_said_in(f"{span.text} {span.header}") else 0.0


def choose(
    scored: Sequence[Scored], attribute: Attribute | None, most_words: int = MOST_WORDS, *, named: bool = False
) -> list[Scored]:
    """The spans of the answer: the best, where a section answers its lead, and others near to it while it stays short.

    With ``named`` the question names something; where the best span holds it, the others must.
    """
    held = named and bool(scored) and scored[0].share >= HOLDS_NAMES
    lead = _lead(scored, attribute) if attribute and attribute.whole and not held else []
    chosen: list[Scored] = []
    length = 0
    seen: set[str] = set()
    for entry in [*scored[:1], *lead, *scored[1:]]:
        text = "".join(words(entry.span.text))
        size = len(words(entry.span.text))
        if len(chosen) >= MOST_FACTS or (chosen and entry not in lead and entry.score < chosen[0].score - WITHIN):
            break
        if text in seen or (chosen and length + size > most_words) or (held and entry.share < HOLDS_HALF):
            continue
        seen.add(text)
        chosen.append(entry)
        length += size
    return chosen


def _lead(scored: Sequence[Scored], attribute: Attribute) -> list[Scored]:
    """The first span of the first section there is of the attribute's categories."""
    for category in attribute.sections[:2]:
        here = [entry for entry in scored if entry.category is category]
        if here:
            return [min(here, key=lambda entry: (entry.span.document, entry.span.section, entry.span.ordinal))]
    return []


def _asks(span: FactSpan) -> bool:
    """Whether a span is one of a leaflet's headings, which ask what the text below tells: "What is velotrin?"."""
    return span.text.rstrip().endswith("?")

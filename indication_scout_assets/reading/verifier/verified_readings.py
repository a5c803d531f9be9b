"""What stands of a reader's draft of an article: every part held against the article, what falls listed with why.

What belongs here: the checks of a reading's parts. A part that falls is left out and nothing takes its place; a
direction falls only where it can be told surely, by the rules that read sentences, that its words do not bear it.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from ...domain.findings.effects import Effect, TextSpan
from ...domain.findings.readings import (
    ArticleReading,
    ArticleSpan,
    Direction,
    PairNames,
    PairReading,
    Participants,
    QuotedSentence,
    ReaderId,
    RefusedPart,
    StudyReading,
    TreatmentRelation,
)
from ...domain.findings.study_designs import (
    IN_PEOPLE,
    PRECLINICAL,
    WITHOUT_DISEASE,
    DesignReading,
    EvidenceType,
    Population,
    ReadFrom,
    StudyDesign,
)
from ...domain.records.articles import Article
from ...rules.assessment.direction import OPPOSITE
from ...rules.effects.best_effect import is_insignificant
from ...rules.language.mentions import ArticleReader, Pair
from ...rules.names.name_matching import fold
from ...rules.vocabulary import NOTHING
from ...text.counts import COUNT, count_value
from ..reader_protocol import ReadingDraft, text_version
from .cited_places import QuotableArticle, is_whole
from .claim_clauses import clauses, plain
from .claimed_effects import number_fault_of
from .pair_statements import ReadSentence

_WORD = re.compile(r"[^\W_]+")
_NAMES = frozenset({"the", "drug", "disease"})
"""Words by which a cue calls what its sentence calls by name."""
_OF_RESULT = frozenset({TreatmentRelation.CAUSES, TreatmentRelation.NO_EFFECT})
"""Relations that are nothing without a direction."""
_PEOPLE = frozenset({Population.HUMAN, *WITHOUT_DISEASE})
_OF_DIRECTION = (
    "direction",
    "of_combination",
    "cautious",
    "primary",
    "cue",
    "harm_in_passing",
    "of_narrower_disease",
    "equal_to",
    "second_span",
)
_NOTHING = re.compile(NOTHING, re.X)
_UNREAD = DesignReading(design=StudyDesign.OTHER, evidence_type=EvidenceType.OTHER)
_RETRACTED = "The article is retracted."


def verified_reading(article: Article, pair: PairNames, reader: ReaderId, draft: ReadingDraft) -> ArticleReading:
    """What stands of a draft.

    Args:
        article: as it was read.
        pair: one that the draft reads.
        reader: who drew the draft up.
        draft: nothing of it is trusted.

    Raises:
        KeyError: the draft does not read the pair.
    """
    verifier = _Verifier(article, pair)
    of_pair = verifier.of_pair(draft.pairs[pair.key])
    study = verifier.study(draft.study)
    return ArticleReading(
        article_id=article.id,
        text_version=text_version(article),
        pair=pair.key,
        reader=reader,
        study=study,
        of_pair=of_pair,
        refused=(*draft.refused.get("", ()), *draft.refused.get(pair.key, ()), *verifier.refused),
    )


_Part = TypeVar("_Part")


class _Falls(Exception):
    """Why a part does not stand: one plain sentence."""


class _Verifier:
    """One article held against one draft."""

    def __init__(self, article: Article, pair: PairNames) -> None:
        self.article, self.names = article, pair
        self.refused: list[RefusedPart] = []
        self._quotable = QuotableArticle(article)

    # -------------------------------------------------------------------------------------------- a pair
    def of_pair(self, claimed: PairReading) -> PairReading:
        """The reading of the pair without what falls."""
        if claimed.span or claimed.direction is not Direction.NONE or claimed.relation is not TreatmentRelation.UNCLEAR:
            claimed = self._with_span(claimed)
        if claimed.direction is not Direction.NONE:
            claimed = self._with_direction(claimed)
        if claimed.second_span:
            claimed = self._with_second_span(claimed, claimed.second_span)
        places: set[tuple[str, int]] = set()
        return claimed.model_copy(
            update={
                "quotations": self._standing(
                    claimed.quotations, "quotation", lambda q: q.span.text, lambda q: self._check_quotation(q, places)
                ),
                "effects": self._standing(
                    claimed.effects, "effect", lambda e: e.sentence.text, lambda e: self._check_effect(e, claimed)
                ),
            }
        )

    def _with_span(self, claimed: PairReading) -> PairReading:
        """The reading, without direction and relation where they stand on no words of the article."""
        what = "relation" if claimed.direction is Direction.NONE else "direction"
        try:
            if claimed.span is None:
                raise _Falls("It names no words of the article.")
            self._check_span(claimed.span)
            if claimed.direction is not Direction.NONE:
                self._check_cue(claimed.cue, claimed.span)
            elif not _holds(self.article.text, claimed.cue):
                raise _Falls(f"The article does not say {claimed.cue!r}.")
        except _Falls as why:
            self._refuse(what, claimed.span.text if claimed.span else claimed.cue, why)
            return _undirected(claimed).model_copy(update={"relation": TreatmentRelation.UNCLEAR, "span": None})
        return claimed

    def _with_direction(self, claimed: PairReading) -> PairReading:
        try:
            self._check_direction(claimed)
        except _Falls as why:
            self._refuse("direction", claimed.span.text if claimed.span else "", why)
            return _undirected(claimed)
        return claimed

    def _with_second_span(self, claimed: PairReading, second: ArticleSpan) -> PairReading:
        """The reading with another sentence of the same direction, by which harm has two signs, where it bears it."""
        try:
            self._check_span(second)
            if claimed.span is None or self._whole(second) == self._whole(claimed.span):
                raise _Falls("It is the sentence of the direction itself.")
            self._check_direction(claimed.model_copy(update={"span": second}))
        except _Falls as why:
            self._refuse("second sentence", second.text, why)
            return claimed.model_copy(update={"second_span": None})
        return claimed.model_copy(update={"harm_in_passing": False})

    def _check_direction(self, claimed: PairReading) -> None:
        """Whether the words of a direction can bear it: of this pair, and not plainly the opposite, or chance."""
        self._check_standing()
        if claimed.span is None:
            raise _Falls("It names no words of the article.")
        reader = self._reader(narrower=claimed.of_narrower_disease)
        sentence = self._whole(claimed.span)
        as_read = ReadSentence.of(reader, sentence)
        if not as_read.about_drug:
            raise _Falls("Neither its sentence nor, with no other drug named in it, the title names the drug.")
        if claimed.equal_to:
            self._check_equality(claimed)
            return
        polarity = as_read.reading.polarity
        if polarity is claimed.direction.polarity:
            return
        if polarity in OPPOSITE.get(claimed.direction.polarity, ()) and not _leaves_it_open(
            claimed.direction, sentence
        ):
            raise _Falls("Its sentence says the opposite.")
        if claimed.direction in (Direction.BENEFIT, Direction.HARM) and _is_chance(sentence):
            raise _Falls("Its sentence calls the difference chance.")

    def _check_equality(self, claimed: PairReading) -> None:
        """Whether a benefit may be that the drug does as well as another one that works: chance then speaks for it."""
        if claimed.direction is not Direction.BENEFIT:
            raise _Falls("Equality with another treatment is no direction but a benefit.")
        if not _holds(self.article.text, claimed.equal_to):
            raise _Falls(f"The article does not say {claimed.equal_to!r}.")
        if _NOTHING.search(fold(claimed.equal_to)) or fold(claimed.equal_to) in map(fold, self.names.drug_names):
            raise _Falls(f"Equality with {claimed.equal_to!r} is no benefit.")

    def _check_quotation(self, quoted: QuotedSentence, places: set[tuple[str, int]]) -> None:
        self._check_standing()
        self._check_span(quoted.span)
        places_of_field = {(span.start, span.end) for span in self._quotable.quotable[quoted.span.field]}
        if (quoted.span.start, quoted.span.end) not in places_of_field:
            raise _Falls("It is no whole sentence.")
        self._check_cue(quoted.cue, quoted.span)
        if (quoted.span.field, quoted.span.start) in places:
            raise _Falls("It is quoted twice.")
        places.add((quoted.span.field, quoted.span.start))

    # -------------------------------------------------------------------------------------------- effects
    def _check_effect(self, effect: Effect, claimed: PairReading) -> None:
        """Whether all parts of an effect are the abstract's words, and its numbers whole and those of its words."""
        self._check_standing()
        sentence = effect.sentence
        for part in effect.spans:  # the comparator alone may stand elsewhere
            self._check_span(ArticleSpan(field="abstract", start=part.start, end=part.end, text=part.text))
            inside = sentence.start <= part.start and part.end <= sentence.end
            if not inside and part is not effect.comparator:
                raise _Falls(f"{part.text!r} is not in its sentence.")
        numbers = (effect.value, effect.interval, effect.p_value, effect.groups, *effect.group_values)
        for number in numbers:
            if number and not is_whole(self.article.abstract, number.start, number.end):
                raise _Falls(f"{number.text!r} is cut out of a longer number.")
        self._check_comparator(effect.comparator)
        if fault := number_fault_of(effect):
            raise _Falls(fault)
        if is_insignificant(effect) and _rests_on(claimed, sentence):
            raise _Falls("It claims a difference that its own p value or interval does not bear.")

    def _check_comparator(self, comparator: TextSpan | None) -> None:
        if comparator and comparator.text.strip().lower() in {name.lower() for name in self.names.drug_names}:
            raise _Falls("It compares the drug with itself.")

    # -------------------------------------------------------------------------------------------- the study
    def study(self, claimed: StudyReading) -> StudyReading:
        """The reading of the study without what falls."""
        participants = tuple(
            self._standing(
                (claimed.participants,) if claimed.participants else (),
                "participants",
                lambda people: people.cue,
                self._check_participants,
            )
        )
        design = tuple(self._standing((claimed.design,), "design", lambda design: design.cue, self._check_design))
        population = claimed.population
        if claimed.design.design in PRECLINICAL and population in _PEOPLE:
            self._refuse("population", population.value, _Falls("Its design is none of a study in people."))
            population = Population.UNCLEAR
        unread = {} if design else {"design": _UNREAD, "level": None, "level_reason": ""}
        people = {"population": population, "participants": participants[0] if participants else None}
        return claimed.model_copy(update={**unread, **people})

    def _check_participants(self, people: Participants) -> None:
        if not people.spans:
            raise _Falls("It names no words of the article.")
        for span in people.spans:
            self._check_span(span)
            if not is_whole(getattr(self.article, span.field), span.start, span.end):
                raise _Falls(f"{span.text!r} is cut out of a longer number.")
        counts = [_counts_in(span.text) for span in people.spans]
        named = [2] * counts.count([])  # spans that name two groups of one size, and give no number
        given = list(itertools.product(*filter(None, counts)))
        if people.number != 1 and not any(
            people.number == math.prod((*each, *named)) or (people.number == sum(each) and not named) for each in given
        ):
            raise _Falls(f"Its words do not give the number {people.number}.")

    def _check_design(self, design: DesignReading) -> None:
        if design.design in IN_PEOPLE and self.article.animals_only:
            raise _Falls("The record is indexed as a study in animals alone.")
        if design.source is ReadFrom.TEXT and not _holds(self.article.text, design.cue):
            raise _Falls("Its words are not in the article.")

    # -------------------------------------------------------------------------------------------- words
    def _check_standing(self) -> None:
        if not self.article.usable:
            raise _Falls(_RETRACTED)

    def _check_span(self, span: ArticleSpan) -> None:
        """Whether the article has these words at this place, in sentences that may be quoted."""
        text: str = getattr(self.article, span.field)
        if not 0 <= span.start < span.end or text[span.start : span.end] != span.text:
            raise _Falls(f"The {span.field} does not hold these words at {span.start} to {span.end}.")
        if not self._whole(span):
            raise _Falls("Its words give orders instead of reporting anything.")

    def _check_cue(self, cue: str, span: ArticleSpan) -> None:
        """Whether the words that decided are those of the span; of several, only the first need be."""
        if not _holds(span.text, cue.partition(" / ")[0]):
            raise _Falls(f"Its sentence does not say {cue!r}.")

    def _whole(self, span: ArticleSpan) -> str:
        """The whole sentences a span lies in; empty where part of it may not be quoted."""
        return self._quotable.around(span.field, span.start, span.end)

    def _reader(self, *, narrower: bool) -> ArticleReader:
        """The article as the pair sees it, under the wordings that it uses."""
        diseases = (self.names.disease, *self.names.disease_names, *(self.names.narrower_names if narrower else ()))
        named = Pair.named_in(self.names.drug_names, diseases, self.article, near=True)
        if named is None:
            raise _Falls("The article does not name both drug and disease.")
        return ArticleReader(named, self.article)

    # -------------------------------------------------------------------------------------------- what falls
    def _standing(
        self, parts: Iterable[_Part], what: str, words: Callable[[_Part], str], check: Callable[[_Part], None]
    ) -> tuple[_Part, ...]:
        """The parts that stand, in their order; the others are refused."""
        standing = []
        for part in parts:
            try:
                check(part)
            except _Falls as why:
                self._refuse(what, words(part), why)
            else:
                standing.append(part)
        return tuple(standing)

    def _refuse(self, part: str, words: str, why: _Falls) -> None:
        self.refused.append(RefusedPart(part=part, words=words, reason=str(why)))


def _undirected(claimed: PairReading) -> PairReading:
    """The reading without its direction and all that says something of it."""
    bare = PairReading()
    update = {name: getattr(bare, name) for name in _OF_DIRECTION}
    if claimed.relation in _OF_RESULT:
        update["relation"] = bare.relation
    return claimed.model_copy(update=update)


def _leaves_it_open(direction: Direction, sentence: str) -> bool:
    """Whether a sentence that reads as the opposite of a direction has a clause that may bear the direction."""
    parts = clauses(plain(sentence))
    if direction is Direction.NO_BENEFIT:
        return any(clause.denies or clause.left_to_chance or clause.cautious for clause in parts)
    affirmed = (effect for clause in parts if not clause.left_to_chance for effect in clause.effects)
    return direction is Direction.BENEFIT and any(not effect.negated for effect in affirmed)


def _is_chance(sentence: str) -> bool:
    """Whether a sentence tells effects, and calls each of them chance."""
    telling = [clause for clause in clauses(plain(sentence)) if clause.effects]
    return bool(telling) and all(clause.left_to_chance for clause in telling)


def _holds(text: str, cue: str) -> bool:
    """Whether a text has all words of a cue, or parts of words, bar what stands for the names."""
    folded = fold(text)
    return all(word in folded for word in _WORD.findall(fold(cue)) if word not in _NAMES)


def _counts_in(text: str) -> list[int]:
    """The whole numbers that a few words give, and what they are together."""
    counts = [count_value(match[0]) for match in re.finditer(COUNT, text.lower())]
    return [*counts, sum(counts)] if len(counts) > 1 else counts


def _rests_on(claimed: PairReading, sentence: TextSpan) -> bool:
    """Whether a benefit stands on the sentence of an effect."""
    span = claimed.span
    on_it = span is not None and span.field == "abstract" and span.start < sentence.end and sentence.start < span.end
    return on_it and claimed.direction is Direction.BENEFIT

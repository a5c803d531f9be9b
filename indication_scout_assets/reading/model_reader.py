"""A language model as a reader of articles, whichever it is: one request for all pairs of an article.

What belongs here: asking, and putting what a model names and copies at its places in the text. A part that is not there
is refused with its reason and never mended; what of the rest stands is up to the ``verifier``. Level, directness,
approved uses and quotations follow by code, as for every reader.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ..domain.findings.effects import Effect, TextSpan
from ..domain.findings.readings import (
    ArticleSpan,
    Direction,
    PairNames,
    PairReading,
    Participants,
    ReaderId,
    ReadFailure,
    RefusedPart,
    StudyReading,
    TreatmentRelation,
)
from ..domain.findings.study_designs import (
    WITHOUT_RESULTS,
    DesignReading,
    EvidenceType,
    Population,
    ReadFrom,
    StudyDesign,
)
from ..domain.outcomes import ScoutError, TransientFailure
from ..domain.records.articles import Article
from ..language_models.language_model import LanguageModel
from ..language_models.model_request import ModelRequest
from ..language_models.recorded_answers import RecordedAnswers, RecordingModel
from ..providers.prices import likely_cost
from ..rules.assessment.grading.levels import level_of_article
from ..rules.language.instructions import citable_sentences
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..rules.language.sentences import Sentence
from ..rules.literature.study_design import EVIDENCE_TYPE
from ..rules.names.name_matching import fold
from ..rules.stance.harm_attribution import names_another_beside
from .article_questions import (
    EffectAnswer,
    PairAnswer,
    ParticipantsAnswer,
    StudyAnswer,
    answer_schema,
    article_message,
    article_request,
    reading_prompt,
)
from .quotable_sentences import quotations
from .reader_protocol import ArticleToRead, Reader, ReadingDraft
from .rule_reader import with_record_facts
from .verifier.claimed_effects import PARTS, CopyRefused, copied_effect, places_in

log = logging.getLogger(__name__)

_Form = TypeVar("_Form", bound=BaseModel)
_UNREAD = StudyReading(
    design=DesignReading(design=StudyDesign.OTHER, evidence_type=EvidenceType.OTHER), population=Population.UNCLEAR
)


@dataclass
class ModelReader:
    """Reads by a language model. It never raises for an article: a call that fails is a failure to read it.

    Args:
        model: who is asked; calls are logged, priced and kept to the budget there.
        version: fingerprint of the code that reads.
    """

    model: LanguageModel | RecordedAnswers | RecordingModel
    version: str
    likely_dollars: float | None = None
    """What the last articles were likely to cost, without second tries; ``None`` where the price is unknown."""
    _answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """First answers of this run, by their message."""

    @property
    def id(self) -> ReaderId:
        name, model = self.model.provider, self.model.model
        return ReaderId(name=name, model=model, prompt=reading_prompt().hash, version=self.version)

    def read(self, articles: Sequence[ArticleToRead]) -> Iterator[ReadingDraft | ReadFailure]:
        """One draft or failure for each article."""
        unreadable = [_why_not_asked(article, pairs) for article, pairs in articles]
        asked = [entry for entry, why in zip(articles, unreadable, strict=True) if not why]
        requests = [article_request(article, pairs) for article, pairs in asked]
        self._tell_price(requests)
        drafts = self._drafts(asked, requests)
        yield from (ReadFailure(reason=why) if why else next(drafts) for why in unreadable)

    def read_again(
        self, refused: Sequence[tuple[ArticleToRead, Sequence[RefusedPart]]]
    ) -> Iterator[ReadingDraft | ReadFailure]:
        """The same, each article with its first answer and what fell of it."""
        requests = []
        for (article, pairs), parts in refused:
            first = self._answers.get(article_message(article, pairs), {})
            requests.append(article_request(article, pairs, (first, parts)))
        yield from self._drafts([entry for entry, _ in refused], requests)

    def _tell_price(self, requests: Sequence[ModelRequest]) -> None:
        """Say what the requests are likely to cost, before any of them is made; what is stored costs nothing."""
        instruction = reading_prompt().text + json.dumps(answer_schema())
        questions = [request.messages[0].text for request in requests]
        price, batched = self.model.spending.price, self.model.batched
        self.likely_dollars = likely_cost(price, instruction, questions, batched=batched)
        words = f"{self.id.title} is to read {len(requests)} articles{' in batches' if batched else ''}"
        if self.likely_dollars:
            log.warning("%s, for about %.2f dollars if none was read before.", words, self.likely_dollars)
        elif requests and price is None:
            log.warning("%s, at a price that is not known; set it in SCOUT_MODEL_PRICES.", words)

    def _drafts(
        self, asked: Sequence[ArticleToRead], requests: Sequence[ModelRequest]
    ) -> Iterator[ReadingDraft | ReadFailure]:
        answers = self.model.ask_many(requests) if requests else []
        for (article, pairs), request, answer in zip(asked, requests, answers, strict=True):
            if isinstance(answer, ScoutError):
                yield ReadFailure(reason=str(answer), transient=isinstance(answer, TransientFailure))
            else:
                self._answers.setdefault(request.messages[0].text, answer)
                yield _Placing(article, pairs).draft(answer)


def recording(readers: Sequence[Reader], path: Path) -> tuple[Reader, ...]:
    """The same readers, of which those that ask a model record its answers in a file."""
    return tuple(
        replace(by, model=RecordingModel(by.model, path))
        if isinstance(by, ModelReader) and isinstance(by.model, LanguageModel)
        else by
        for by in readers
    )


def _why_not_asked(article: Article, pairs: Sequence[PairNames]) -> str:
    if not article.usable:
        return "The article is retracted, and no model is asked about it."
    return "" if article_message(article, pairs) else "None of its sentences may be shown to a model."


class _NotThere(Exception):
    """Why a part is not placed: one plain sentence."""


class _Placing:
    """An answer put at its places in one article."""

    def __init__(self, article: Article, pairs: Sequence[PairNames]) -> None:
        self.article, self.pairs = article, pairs
        self._sentences = {number: (field, span) for field, number, span in citable_sentences(article)}

    def draft(self, answer: Mapping[str, Any]) -> ReadingDraft:
        """What the answer says, and what of it could not be placed. A pair it leaves out was not read."""
        refused: dict[str, list[RefusedPart]] = {"": []}
        study = self._study(answer.get("study"), refused[""])
        read: dict[str, PairReading] = {pair.key: PairReading() for pair in self.pairs if not pair.disease}
        for item in answer["pairs"] if isinstance(answer.get("pairs"), list) else ():
            number = item.get("pair") if isinstance(item, dict) else None
            pair = self.pairs[number - 1] if isinstance(number, int) and 1 <= number <= len(self.pairs) else None
            if pair and pair.key not in read:
                read[pair.key] = self._of_pair(pair, item, study, refused.setdefault(pair.key, []))
        return ReadingDraft(study, read, refused)

    # -------------------------------------------------------------------------------------------- the study
    def _study(self, item: Any, fallen: list[RefusedPart]) -> StudyReading:
        stated = _of_form(StudyAnswer, item, "design", fallen)
        if stated is None:
            return _UNREAD
        design = DesignReading(
            design=stated.design,
            evidence_type=EVIDENCE_TYPE[stated.design],
            cue=stated.design_words,
            source=ReadFrom.TEXT if stated.design_words else ReadFrom.NOTHING,
        )
        level = level_of_article(self.article, design, stated.population)
        return StudyReading(
            design=design,
            population=stated.population,
            level=level.level,
            level_reason=level.reason,
            participants=self._participants(stated.participants, fallen),
        )

    def _participants(self, answers: Sequence[ParticipantsAnswer], fallen: list[RefusedPart]) -> Participants | None:
        for stated in answers[:1]:
            words = " + ".join(stated.words)
            try:
                field, sentence = self._named(stated.sentence)
                spans = tuple(self._copied(field, sentence, part) for part in stated.words)
                return Participants(number=stated.number, spans=spans, cue=words)
            except _NotThere as why:
                fallen.append(RefusedPart(part="participants", words=words, reason=str(why)))
        return None

    # -------------------------------------------------------------------------------------------- a pair
    def _of_pair(
        self, pair: PairNames, item: Mapping[str, Any], study: StudyReading, fallen: list[RefusedPart]
    ) -> PairReading:
        stated = _of_form(PairAnswer, {**item, "effects": []}, "answer", fallen)
        if stated is None:
            return PairReading()
        reader = ArticleReader(Pair(pair.drug_names, pair.all_disease_names), self.article)
        reading = self._direction(stated, reader, fallen)
        reading = with_record_facts(self.article, pair, reading, study)
        effects: tuple[Effect, ...] = ()
        if reading.direction is not Direction.NONE and study.design.design not in WITHOUT_RESULTS:
            effects = tuple(self._effects(item.get("effects"), reader, fallen))
        return reading.model_copy(update={"effects": effects, "quotations": quotations(reader, reading)})

    def _direction(self, stated: PairAnswer, reader: ArticleReader, fallen: list[RefusedPart]) -> PairReading:
        """The direction, or without one the relation, with the sentences it stands on."""
        is_read = stated.direction is not Direction.NONE
        span = second = None
        try:
            span = self._whole(stated.sentence) if is_read or stated.sentence is not None else None
            second = self._whole(stated.second_sentence) if is_read and stated.second_sentence else None
        except _NotThere as why:
            fallen.append(RefusedPart(part="direction" if is_read else "relation", words=stated.words, reason=str(why)))
            return PairReading()
        is_harm = stated.direction is Direction.HARM
        return PairReading(
            relation=stated.relation if span else TreatmentRelation.UNCLEAR,
            direction=stated.direction,
            of_combination=stated.of_combination,
            cautious=is_read and stated.cautious,
            primary=stated.primary if is_read else None,
            span=span,
            second_span=second,
            cue=fold(stated.words) if span else "",
            harm_in_passing=is_harm and not _titled(reader),
            equal_to=stated.equal_to if is_read else "",
            of_narrower_disease=is_read and stated.of_narrower_disease,
        )

    def _effects(self, items: Any, reader: ArticleReader, fallen: list[RefusedPart]) -> Iterator[Effect]:
        for item in items if isinstance(items, list) else ():
            stated = _of_form(EffectAnswer, item, "effect", fallen)
            if stated is None:
                continue
            words = " · ".join(filter(None, (getattr(stated, name) for name in PARTS)))
            try:
                field, sentence = self._named(stated.sentence)
                if field != "abstract":
                    raise _NotThere("Its sentence is the title.")
                where = TextSpan(start=sentence.start, end=sentence.end, text=sentence.text)
                copied = {name: getattr(stated, name) for name in PARTS}
                yield copied_effect(reader, where, stated.measure, copied)
            except CopyRefused as why:
                fallen.append(RefusedPart(part="effect", words=words, reason=f"{str(why)[:1].upper()}{str(why)[1:]}."))
            except _NotThere as why:
                fallen.append(RefusedPart(part="effect", words=words, reason=str(why)))

    # -------------------------------------------------------------------------------------------- places
    def _named(self, number: int | None) -> tuple[str, Sentence]:
        """The sentence of a number, with its field."""
        if number is None:
            raise _NotThere("It names no sentence.")
        if number not in self._sentences or not self._sentences[number][1].text:
            raise _NotThere(f"There is no sentence {number}.")
        return self._sentences[number]

    def _whole(self, number: int | None) -> ArticleSpan:
        field, span = self._named(number)
        return ArticleSpan.of(self.article, field, span.start, span.end)

    def _copied(self, field: str, sentence: Sentence, words: str) -> ArticleSpan:
        """Where a sentence has these words, whole."""
        within = TextSpan(start=sentence.start, end=sentence.end, text=sentence.text)
        if not words.strip() or not (places := places_in(within, words.strip())):
            raise _NotThere(f"Its sentence does not say {words!r}.")
        return ArticleSpan.of(self.article, field, places[0].start, places[0].end)


def _titled(reader: ArticleReader) -> bool:
    """Whether the title names both, and no other drug beside this one that may have done it."""
    title = reader.mask(reader.article.title)
    return DRUG in title and DISEASE in title and not names_another_beside(title)


def _of_form(form: type[_Form], item: Any, part: str, fallen: list[RefusedPart]) -> _Form | None:
    """The item as what it should be; ``None``, and refused, where it is not."""
    try:
        return form.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or part
        fallen.append(RefusedPart(part=part, words="", reason=f"It is not of the form asked for: {where}."))
        return None

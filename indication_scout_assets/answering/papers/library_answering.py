"""Answering a question over a collection, step by step, told as it comes about.

What belongs here: the way from a question, with the turns before it, to the answer: writing out a follow-up, taking a
question apart, finding and choosing for each part, letting a model write where it is asked to, and putting together.
Searching is in ``collection_searcher``, trials and labels in ``record_retriever``, conversations in
``answering.answering_desk``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from ...domain.model_calls import Message
from ...domain.questions.answers import (
    Answer,
    AnswerEvent,
    AnswerRefusal,
    AnswerSource,
    AnswerStep,
    AskedOutcome,
    AskedSource,
    EventKind,
    ParsedQuestion,
    RefusalCause,
)
from ...domain.questions.library import PassageFilters
from ...domain.questions.question_answering import (
    AnswerSentence,
    ArticleMention,
    PassageHit,
    QuestionFrame,
    QuestionPart,
    RemovedSentence,
)
from ...language_models.model_reply import NoAnswer
from ...providers.budget import BudgetExceeded
from ...rules.questions.follow_ups import Standalone, rewrite_fault, standalone_question
from ...rules.questions.question_frames import without_negation
from ...rules.questions.sub_questions import sub_questions
from ...text.plain_text import plain_text
from ..question_input import AnswerOptions, NumberOf, Papers, final_result
from .chosen_sentences import ChosenAnswer
from .collection_searcher import CollectionSearcher
from .library_writer import Draft, LibraryWriter
from .record_retriever import RecordHits, RecordRetriever

_WRITTEN_ANEW = "The language model wrote its quotations in another way than it began."
CARRIED, BY_MODEL = "carried over", "the model"
MOST_QUOTED = 5
"""Sentences word for word where a model quotes and writes nothing."""
MOST_NEAREST = 3
"""Papers named in a refusal."""
MOST_READ = 16
"""Passages that a model is given."""
AGAIN, KEPT = 6, 6
"""Passages of the second search of a question without an answer, and those of the first that are given once more."""
_ABSENT = frozenset({QuestionPart.DRUG, QuestionPart.CONDITION, QuestionPart.OTHER})
"""Parts that the passages of a second search may have, and then another one is missing."""


@dataclass
class _Step:
    """One of the questions of an answer."""

    frame: QuestionFrame
    hits: list[PassageHit]
    chosen: ChosenAnswer
    """By rules, or its verdict or refusal by a model."""
    shelf: RecordHits
    read: list[PassageHit]
    """The passages that a model is given."""
    quoted: list[AnswerSentence] = field(default_factory=list)
    """What of the papers that a model quotes points somewhere."""
    lines: list[AnswerSentence] = field(default_factory=list)
    removed: list[RemovedSentence] = field(default_factory=list)
    exchange: tuple[Message, ...] = ()
    note: str = ""
    written: bool = False

    @property
    def caution(self) -> str:
        """What is to be said with its sentences: why papers do not answer, though trials or labels do; that they give
        no yes or no."""
        return self.chosen.reason or self.chosen.caution


@dataclass
class _AnswerState:
    """A question while it is answered."""

    question: str
    alone: Standalone
    rewrite_note: str
    wishes: AnswerOptions
    writer: LibraryWriter | None
    """The model that writes; ``None``: sentences are chosen word for word."""
    history: tuple[Message, ...]
    number_of: NumberOf
    steps: list[_Step] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)


class LibraryAnswering:
    """A desk and a shelf, ready for as many questions as come."""

    def __init__(
        self,
        desk: CollectionSearcher,
        shelf: RecordRetriever,
        writer_of: Callable[[str], LibraryWriter | None] = lambda _: None,
    ) -> None:
        """``writer_of`` gives the model of a provider, or raises; without it every answer is word for word."""
        self.desk = desk
        self._shelf = shelf
        self._writer_of = writer_of

    def answer(self, question: str, wishes: AnswerOptions) -> Answer:
        """The answer to a question that stands alone. Raises as ``events``."""
        return final_result(self.events(question, wishes))

    def events(
        self,
        question: str,
        wishes: AnswerOptions,
        turns: Sequence[Answer] = (),
        number_of: NumberOf | None = None,
        alone: Standalone | None = None,
    ) -> Papers:
        """Answer a question, told as it comes about; the answer is what the generator returns.

        Args:
            question: as it was asked.
            wishes: how it is to be answered.
            turns: the turns of the conversation before it, the oldest first.
            number_of: the number of an article; without it they are counted from 1.
            alone: the question written out; ``None``: it stands alone.

        Raises:
            PermanentFailure, TransientFailure: an empty or endless question; a model that is out of reach, or refuses
            its key.
        """
        course = self._begin(question, wishes, turns, number_of, alone)
        parts = tuple(map(without_negation, sub_questions(course.alone.text, wishes.steps)))
        yield AnswerEvent(
            kind=EventKind.START,
            question=question,
            standalone_question=plain_text(course.alone.text),
            steps=parts if len(parts) > 1 else (),
        )
        for part in parts:
            yield from self._step(part, course)
        return self._put_together(course, parts)

    def _begin(
        self,
        question: str,
        wishes: AnswerOptions,
        turns: Sequence[Answer],
        number_of: NumberOf | None,
        alone: Standalone | None,
    ) -> _AnswerState:
        writer = self._writer_of(wishes.provider)
        history = tuple(message for turn in turns for message in turn.exchange)
        alone = alone or standalone_question(question, "")
        note = ""
        if turns and writer is not None and alone.method == CARRIED:
            alone, note = _rewritten(writer, question, turns[-1].standalone_question, alone, history)
        numbers: dict[str, int] = {}
        counted = number_of or (lambda article_id: numbers.setdefault(article_id, len(numbers) + 1))
        return _AnswerState(question, alone, note, wishes, writer, history, counted)

    def _step(self, part: str, course: _AnswerState) -> Iterator[AnswerEvent]:
        """Find, choose and write for one question; each sentence is told when it stands and has its number."""
        wishes = course.wishes
        gathered = self.desk.gather(part, wishes.k, wishes.filters)
        frame, hits = gathered.frame, gathered.hits
        shelf = RecordHits()
        if wishes.trials or wishes.labels:
            shelf = self._shelf.look_up(frame, trials=wishes.trials, labels=wishes.labels)
        searched = " ".join((self.desk.searched(gathered.path), *shelf.searched))
        course.searched.append(searched)
        shown = (*hits[: wishes.k], *shelf.hits)
        yield AnswerEvent(kind=EventKind.RETRIEVED, standalone_question=frame.text, retrieved=shown, searched=searched)
        step = _Step(frame, hits, self.desk.extractive(gathered), shelf, gathered.read[:MOST_READ])
        written: list[AnswerSentence] = []
        for line in self._write(step, course):
            written.append(line.numbered(course.number_of, len(course.steps)))
            yield _told(written[-1])
        step.lines = [line.numbered(course.number_of, len(course.steps)) for line in step.lines]
        if written != step.lines[: len(written)]:
            written.clear()
            yield AnswerEvent(kind=EventKind.WITHDRAWN, step=len(course.steps), message=step.note or _WRITTEN_ANEW)
        course.steps.append(step)
        for line in step.lines[len(written) :]:
            yield _told(line)
        for sentence in step.removed:
            yield AnswerEvent(kind=EventKind.REMOVED, removed=sentence)

    def _write(self, step: _Step, course: _AnswerState) -> Iterator[AnswerSentence]:
        """Make the step's lines: what a model wrote and stands, else sentences word for word. Where the model is heard
        while it writes, its lines are given as they come, without numbers.
        """
        step.lines = [*step.chosen.sentences, *step.shelf.lines]
        if course.writer is None or not (step.read or step.shelf.hits):
            return
        try:
            draft = yield from self._draft(step, course, course.writer)
        except (NoAnswer, BudgetExceeded) as failure:
            step.note = f"Quoted word for word, without the language model: {failure}"
            return
        missing, near = draft.missing, step.read
        if draft.declined and (further := self._further(step, course, draft.in_terms)):
            step.read = further
            course.searched.append(
                f"Searched once more, as “{draft.in_terms or step.frame.text}” and in the nearest paper."
            )
            with suppress(NoAnswer, BudgetExceeded):  # then what was found out with the first passages stands
                draft = yield from self._draft(step, course, course.writer)
        step.removed, step.exchange = draft.removed, draft.exchange
        if draft.declined:
            missing = draft.missing if missing in _ABSENT else missing
            reason = self.desk.why_declined(step.frame, missing, (*near, *step.read))
            step.chosen = ChosenAnswer(reason=reason, coverage=step.chosen.coverage)
            step.lines, step.written = list(step.shelf.lines), True
        elif not (draft.sentences or draft.quoted):
            step.note = _too_little(draft)
        else:
            step.note = "" if draft.own else _too_little(draft)
            step.written, step.quoted = True, [line for line in draft.quoted if line.reading]
            verdict = self.desk.voted(step.frame, step.quoted, course.writer.model.model)
            step.chosen = step.chosen._replace(verdict=verdict, caution="", reason="")
            lines = _written_lines(draft, verdict.value if verdict else "")
            step.lines = [self._designed(line, step.shelf) for line in lines]

    def _draft(
        self, step: _Step, course: _AnswerState, writer: LibraryWriter
    ) -> Generator[AnswerSentence, None, Draft]:
        """What the model writes over the passages it is given, its lines as they come."""
        history = (*course.history, *(message for earlier in course.steps for message in earlier.exchange))
        passages = [*step.read, *step.shelf.hits]
        asked = (step.frame, passages, self.desk.short_forms(step.read), history)
        draft = Draft()
        for item in writer.writing(*asked, stream=course.wishes.stream):
            if isinstance(item, Draft):
                draft = item
            else:
                yield self._designed(item, step.shelf)
        return draft

    def _further(self, step: _Step, course: _AnswerState, in_terms: str) -> list[PassageHit]:
        """Passages for a second try where a model found no answer: by the question in the terms of papers, and more of
        the paper that comes nearest; empty where there are no others.
        """
        if not step.read:
            return []
        filters = course.wishes.filters or PassageFilters()
        again = self.desk.gather(in_terms, filters=filters).read if in_terms else []
        nearest = filters.model_copy(update={"only": (step.read[0].article_id,)})
        within = self.desk.gather(step.frame, filters=nearest).read
        known = {hit.passage_id for hit in step.read}
        fresh = {hit.passage_id: hit for hit in (*again[:AGAIN], *within) if hit.passage_id not in known}
        return [*step.read[:KEPT], *fresh.values()][:MOST_READ] if fresh else []

    def _designed(self, line: AnswerSentence, shelf: RecordHits) -> AnswerSentence:
        """A line with what its article's design is called; that of a trial or label is what it is."""
        article = line.citations[0].article_id
        known = next((other.design for other in shelf.lines if other.citations[0].article_id == article), "")
        return line.model_copy(update={"design": known or self.desk.order(article)[1]})

    def _put_together(self, course: _AnswerState, parts: Sequence[str]) -> Answer:
        """The answer of all steps; the verdict and what is said of it are of a single one alone."""
        steps, first = course.steps, course.steps[0]
        lines = tuple(line for step in steps for line in step.lines)
        cited = {citation.passage_id for line in lines for citation in line.citations}
        retrieved = dict.fromkeys(
            hit
            for s in steps
            for hit in (*s.hits[: course.wishes.k], *s.shelf.hits, *(h for h in s.read if h.passage_id in cited))
        )
        reason = " ".join(dict.fromkeys(step.chosen.reason for step in steps if step.chosen.reason))
        searched = " ".join(dict.fromkeys(course.searched))
        entry = AskedSource(
            source=AnswerSource.PAPERS,
            outcome=AskedOutcome.ANSWERED if lines else AskedOutcome.REFUSED,
            reason="" if lines else reason,
            coverage=max(step.chosen.coverage for step in steps),
            collection=self.desk.collection,
            searched=searched,
        )
        papers = {hit.article_id: hit.details("article_id", "year") for hit in first.hits[: course.wishes.k]}
        nearest = tuple(ArticleMention(**details) for details in list(papers.values())[:MOST_NEAREST])
        refusal = AnswerRefusal(cause=RefusalCause.NOT_COVERED, reason=reason, searched=searched, nearest=nearest)
        alone = len(steps) == 1
        answered = [_shown(step) for step in steps]
        model = course.writer.model.named if course.writer and any(step.written for step in steps) else ""
        not_searched = (note for step in steps for note in step.shelf.not_searched)
        return Answer(
            question=course.question,
            standalone_question=plain_text(course.alone.text),
            asks=ParsedQuestion.of(
                steps[0].frame, rewritten=course.alone.method, filters=_given(course.wishes.filters)
            ),
            sentences=lines,
            verdict=answered[0].verdict if alone else None,
            refusal=None if lines else refusal,
            sources=(entry,),
            cautions=(first.caution,) if alone and lines and first.caution else (),
            notes=tuple(dict.fromkeys(filter(None, (*(s.note for s in steps), course.rewrite_note, *not_searched)))),
            steps=() if len(parts) == 1 else tuple(answered),
            counted_sentences=tuple(
                line.model_copy(update={"step": n}) for n, step in enumerate(steps) for line in step.quoted
            ),
            removed=tuple(sentence for step in steps for sentence in step.removed),
            retrieved=tuple(retrieved),
            read_by=model,
            written_by=model,
            exchange=tuple(message for step in steps for message in step.exchange),
        )


def _rewritten(
    writer: LibraryWriter, question: str, before: str, by_rule: Standalone, history: Sequence[Message]
) -> tuple[Standalone, str]:
    """A follow-up as the model writes it out, where it keeps to what was said; else as the rules do, and why."""
    try:
        rewrite = writer.rewrite(question, before, history)
    except (NoAnswer, BudgetExceeded) as failure:
        return by_rule, f"The question was written out by rule: {failure}"
    if fault := rewrite_fault(rewrite, question, before, by_rule.text):
        return by_rule, f"The question was written out by rule, because the model's was not used: {fault}"
    return Standalone(rewrite, BY_MODEL), ""


def _written_lines(draft: Draft, verdict: str) -> list[AnswerSentence]:
    """The sentences that a model wrote; those it quotes where it wrote none. Where it quotes what points another way
    than the verdict and leaves that out, the first such quotation is added.
    """
    lines = draft.sentences or draft.quoted[:MOST_QUOTED]
    left_out = (
        line
        for line in (draft.quoted if verdict and draft.sentences else ())
        if line.reading not in {"", verdict} and not draft.cites(line.citations[0])
    )
    return [*lines, *islice(left_out, 1)]


def _told(line: AnswerSentence) -> AnswerEvent:
    return AnswerEvent(kind=EventKind.SENTENCE, sentence=line)


def _too_little(draft: Draft) -> str:
    """Why a draft is not shown."""
    kept, removed = draft.own, len(draft.removed)
    if not kept and not removed:
        return "Quoted word for word: the language model wrote nothing."
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(s.kind for s in draft.removed).items()))
    written = f"of {kept + removed} sentences the language model wrote, {removed} failed verification"
    return f"Quoted word for word: {written} ({kinds})."


def _shown(step: _Step) -> AnswerStep:
    return AnswerStep(
        question=step.frame.text, refused=not step.lines, reason=step.caution, verdict=step.chosen.verdict
    )


def _given(filters: PassageFilters | None) -> dict[str, object]:
    return filters.model_dump(mode="json", exclude_defaults=True) if filters else {}

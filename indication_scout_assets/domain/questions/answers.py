"""The answer to a question: one shape for papers and labels, in Python, the shell, over HTTP and MCP, and on pages.

What belongs here: the answer, the question as it was read, and what happens until it is there. Its JSON is
``Answer.model_dump(mode="json")``, documented in ``docs/reference/answer-json.md``. How an answer comes about is in
the room ``answering``.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import accumulate
from typing import Any

from pydantic import ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from ..base import Value
from ..model_calls import Message, Usage
from ..monographs.label_documents import LabelPicture
from .question_answering import (
    AnswerCitation,
    AnswerSentence,
    ArticleMention,
    EvidenceCount,
    PassageHit,
    QuestionFrame,
    RemovedSentence,
    Verdict,
)

MOST_BRIEF = 8_000
"""Characters of the JSON of an answer for an assistant: fewer than 4,000 tokens."""


class EventKind(StrEnum):
    """What happens while a question is answered, in this order; ``error`` may come at any point and is the last."""

    START = "start"
    RETRIEVED = "retrieved"
    SENTENCE = "sentence"
    """A sentence that stands: it has been checked."""
    WITHDRAWN = "withdrawn"
    """The sentences of a step that were told are taken back, as the model's answer did not come to an end or was not
    what it began as. Others take their place."""
    REMOVED = "removed"
    """A sentence that does not stand, and why."""
    DONE = "done"
    """The whole answer, or the refusal. In a conversation the turn is stored by now."""
    ERROR = "error"


class AnswerSource(StrEnum):
    """Where answers come from."""

    PAPERS = "papers"
    LABELS = "labels"
    TRIALS = "trials"
    """Registered trials of the drugs that were run."""


class QuestionSubject(StrEnum):
    """What a question asks for, and so who answers it."""

    LABEL = "label"
    """What a drug's label tells of it."""
    PAPERS = "papers"
    """What studies have found."""
    ADVICE = "advice"
    """What somebody should do: for a physician to say."""
    IMAGE = "image"
    """A picture: the structural formula."""
    TRIALS = "trials"
    """Which trials are registered, and how they stand."""
    RUNNING_TRIALS = "running_trials"
    """Those that run or are to begin."""
    STOPPED_TRIALS = "stopped_trials"
    """Those that were stopped, and why."""

    @property
    def of_trials(self) -> bool:
        """Whether the registry of trials answers."""
        return self in {QuestionSubject.TRIALS, QuestionSubject.RUNNING_TRIALS, QuestionSubject.STOPPED_TRIALS}


class PublishedValue(Value):
    """A part of the answer's JSON; the sentences below its fields are in the published schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ParsedQuestion(QuestionFrame):
    """A question as it was read, once: what it asks for, of which drugs, and where it is put."""

    asks_for: QuestionSubject = QuestionSubject.PAPERS
    """What a label or a study says, the status of registered trials, what somebody should do, or a picture."""
    drugs: tuple[str, ...] = ()
    """Those asked about whose labels are held, in the order of the question."""
    brands: tuple[str, ...] = ()
    """Products it names: of their drugs' labels theirs alone answer."""
    from_context: tuple[str, ...] = ()
    """What was taken from the question before: ``drug``."""
    suggestions: tuple[str, ...] = ()
    """Drugs a misspelt name may mean."""
    rewritten: str = ""
    """How it came to be searched as it was: ``as asked``, ``put positively``, ``carried over`` by rule or by
    ``the model``."""
    filters: dict[str, Any] = Field({})
    """What the search of papers is limited to, time among it; empty where by nothing."""
    first: AnswerSource = AnswerSource.PAPERS
    """Who is asked first."""
    then: AnswerSource | None = None
    """Who is asked where the first has no answer; ``null`` where that would not make sense."""
    of_both: bool = False
    """Whether the second is asked also where the first answers, as the question is of both kinds."""
    reason: str = ""
    """Why it is put there, in one sentence."""

    @classmethod
    def of(cls, frame: QuestionFrame, **further: Any) -> ParsedQuestion:
        """A question taken apart, with what is known of it besides."""
        return cls(**{name: getattr(frame, name) for name in QuestionFrame.model_fields} | further)


class AnswerVerdict(PublishedValue):
    """What the evidence says to a question of an effect, or of yes or no."""

    value: Verdict
    """By weight."""
    votes: tuple[EvidenceCount, ...] = ()
    """The sentences that count, by which way they point."""
    divided: bool = False
    """Whether as many sentences that count point another way as point the verdict's: papers are divided."""
    caution: str = ""
    """How far the verdict is to be trusted, in one sentence: to be said with it."""


class AnswerStep(PublishedValue):
    """One of the questions an answer was put together from."""

    question: str
    refused: bool = False
    reason: str = ""
    """Why it has no answer, or no yes or no."""
    verdict: AnswerVerdict | None = None


class RefusalCause(StrEnum):
    """Why a question has no answer."""

    NOT_COVERED = "not_covered"
    """No paper covers it."""
    NOT_IN_LABEL = "not_in_label"
    DID_YOU_MEAN = "did_you_mean"
    """A drug's name is misspelt."""
    NO_DRUG = "no_drug"
    ADVICE_REFUSED = "advice_refused"
    ERROR = "error"
    """What was found failed verification when it was checked."""


class AnswerRefusal(PublishedValue):
    """Why a question is not answered, and what was searched."""

    cause: RefusalCause
    reason: str = ""
    """In plain sentences."""
    searched: str = ""
    """What was searched, in one sentence."""
    nearest: tuple[ArticleMention, ...] = ()
    """The papers that come nearest, the nearest first; they do not answer."""
    sections_held: tuple[str, ...] = ()
    """Titles of all sections held of labels that are held in part: whether the others say it is not known."""
    drugs_held: tuple[str, ...] = ()
    """Where the question names none of them: the drugs whose labels are held."""


class AskedOutcome(StrEnum):
    """What became of a question at one source."""

    ANSWERED = "answered"
    REFUSED = "refused"
    NOT_ASKED = "not_asked"
    """It could not be asked: there is no collection of papers to search."""


class SearchedLabel(PublishedValue):
    """A label that was searched."""

    set_id: str
    drug: str
    title: str
    version: str
    region: str


class AskedSource(PublishedValue):
    """One source that was asked, and what became of it."""

    source: AnswerSource
    outcome: AskedOutcome
    reason: str = ""
    """Why it gave no answer."""
    coverage: float = 0.0
    """How well what was found covers the question, 0 to 1: of papers the measure that refusal goes by, of labels how
    likely the best passages answer, 1 where a language model chose them."""
    collection: str = ""
    """Of papers: the collection, or the library of a drug."""
    searched: str = ""
    """What was searched, in one sentence."""
    labels: tuple[SearchedLabel, ...] = ()
    """Of labels: those that were searched."""


class AnswerPicture(LabelPicture):
    """A picture that answers."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    drug: str
    drawn_from: str = ""
    """The SMILES it was drawn from; empty for a picture of a label."""


class AnswerUsage(Usage):
    """What language models cost an answer; an answer of theirs that was used again costs nothing."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    calls: int = 0
    cost: float | None = 0.0
    """US dollars; ``null`` where a price is unknown."""


class Answer(PublishedValue):
    """What a question was answered, whoever answered it, or why it was not."""

    question: str
    """As it was asked."""
    standalone_question: str
    """As it was searched: a follow-up is written out."""
    asks: ParsedQuestion
    """The question as it was read."""
    sentences: tuple[AnswerSentence, ...] = ()
    """Each with the words it rests on; where papers and labels answer, those of who was asked first come first."""
    verdict: AnswerVerdict | None = None
    """Of papers; ``null`` where the question has none, nobody decides it, or there are several steps."""
    refusal: AnswerRefusal | None = None
    """Only where nothing is answered."""
    sources: tuple[AskedSource, ...] = ()
    """Who was asked, in this order."""
    cautions: tuple[str, ...] = ()
    """What must be said with the answer, a sentence each."""
    notes: tuple[str, ...] = ()
    """What could not be searched, or only in part, and why a model that was to read or write did not."""
    steps: tuple[AnswerStep, ...] = ()
    """The questions it was answered by, where there are several."""
    pictures: tuple[AnswerPicture, ...] = ()
    """Structural formulas, where the question asks for a picture."""
    counted_sentences: tuple[AnswerSentence, ...] = ()
    """Sentences of papers that the verdict counts where a model wrote; else ``sentences`` say whether it does."""
    removed: tuple[RemovedSentence, ...] = ()
    """What a model wrote that failed verification."""
    retrieved: tuple[PassageHit, ...] = ()
    """The passages of papers that were found, best first."""
    read_by: str = ""
    """The language model that read; empty where rules and a ranking did."""
    written_by: str = ""
    """The language model that wrote; empty where every sentence is word for word."""
    usage: AnswerUsage = AnswerUsage()
    """What language models cost it."""
    elapsed_ms: int = 0
    """Milliseconds, with everything that was read for it."""
    conversation: str = ""
    """The conversation it is a turn of; empty outside one."""
    turn: int = 0
    """Its turn of the conversation, from 1; 0 outside one."""
    exchange: SkipJsonSchema[tuple[Message, ...]] = Field((), exclude=True)
    """What a model was sent and what stands of its answer: sent again in the next turn, and printed nowhere."""

    @property
    def refused(self) -> bool:
        """Whether nothing was answered."""
        return self.refusal is not None

    @property
    def reason(self) -> str:
        """Why nothing was answered; empty where something was."""
        return self.refusal.reason if self.refusal else ""

    @property
    def text(self) -> str:
        """The sentences with their numbers, as one text."""
        return " ".join(f"{s.text} {''.join(f'[{n}]' for n in s.numbers)}" for s in self.sentences)

    @property
    def citations(self) -> tuple[AnswerCitation, ...]:
        """What the sentences rest on, each once."""
        return tuple(dict.fromkeys(citation for sentence in self.sentences for citation in sentence.citations))

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Drugs a misspelt name may mean, where that may be why nothing was answered."""
        causes = {RefusalCause.DID_YOU_MEAN, RefusalCause.NOT_COVERED}
        return self.asks.suggestions if self.refusal and self.refusal.cause in causes else ()

    @property
    def collection(self) -> str:
        """The collection of papers that was asked; empty where none was."""
        return next((entry.collection for entry in self.sources if entry.collection), "")

    @property
    def why(self) -> str:
        """Which sources were asked, which answered, and why, in plain sentences."""
        wording = {
            AskedOutcome.ANSWERED: "answered",
            AskedOutcome.REFUSED: "have no answer",
            AskedOutcome.NOT_ASKED: "could not be asked",
        }
        names = {
            AnswerSource.PAPERS: "papers",
            AnswerSource.LABELS: "drug labels",
            AnswerSource.TRIALS: "registered trials",
        }
        because = {entry.source: f" ({entry.reason.rstrip('.')})" * bool(entry.reason) for entry in self.sources}
        outcomes = (f"{names[s.source]} {wording[s.outcome]}{because[s.source]}" for s in self.sources)
        return f"{self.asks.reason} Asked: {'; '.join(outcomes)}.".strip()

    @property
    def kind(self) -> EventKind:
        """As the last of what happens while a question is answered."""
        return EventKind.DONE

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON, the same everywhere."""
        return self.model_dump(mode="json")

    def brief(self) -> Answer:
        """The answer as an assistant gets it: without the passages it was chosen from, and with as many sentences, the
        first ones, as ``MOST_BRIEF`` allows; a note says how many are left out. The first is always there.
        """
        bare = self.model_copy(update={"sentences": (), "retrieved": (), "counted_sentences": ()})
        lengths = accumulate((len(s.model_dump_json()) for s in self.sentences), initial=len(bare.model_dump_json()))
        fitting = sum(length <= MOST_BRIEF for length in lengths) - 1
        kept = self.sentences[: max(1, fitting)]
        left = len(self.sentences) - len(kept)
        notes = (*self.notes, f"{left} further sentences are left out for length.") if left else self.notes
        return bare.model_copy(update={"sentences": kept, "notes": notes})


class AnswerEvent(Value):
    """Something that happened while a question was answered; fields that do not belong to its kind are empty."""

    kind: EventKind
    question: str = ""
    """``start``: as it was asked; ``error``: of a file of questions, which one."""
    standalone_question: str = ""
    """``start``: as it is searched; ``retrieved``: the step it was searched for."""
    steps: tuple[str, ...] = ()
    """``start``: the questions it is answered by, where there are several."""
    retrieved: tuple[PassageHit, ...] = ()
    """``retrieved``: the passages, best first."""
    searched: str = ""
    """``retrieved``: what was searched, in one sentence."""
    sentence: AnswerSentence | None = None
    removed: RemovedSentence | None = None
    step: int = 0
    """``withdrawn``: whose sentences, from 0."""
    message: str = ""
    """``error``, ``withdrawn``: one plain sentence for the user."""
    transient: bool = False
    """``error``: trying again later may help."""
    choices: tuple[str, ...] = ()
    """``error``: the collections the question may be put to, where it is not certain which is meant."""

    def as_json(self) -> dict[str, Any]:
        """What belongs to its kind, for a line of ``scout ask --stream --json`` or a server-sent event."""
        within = self.sentence or self.removed
        return (
            within.model_dump(mode="json")
            if within
            else self.model_dump(mode="json", exclude={"kind"}, exclude_unset=True)
        )


Happening = AnswerEvent | Answer
"""Something that happens while a question is answered; the answer is the last."""

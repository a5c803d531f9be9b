"""Questions and answers over a library.

What belongs here: the values: how a question is read, what was retrieved for it, and what was answered with which
citations. How they come about is in ``rules.questions`` and ``answering.papers.chosen_sentences``.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import Field

from ..base import Value
from ..model_calls import Message
from .library import ArticleDetails, NameGroup, OtherNames, PageStart, page_at


class QuestionKind(StrEnum):
    EFFECT = "effect"
    """Which way something changes an outcome."""
    YES_NO = "yes_no"
    METHOD = "method"
    """How something was done: doses, numbers of participants."""
    OPEN = "open"


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    MAYBE = "maybe"
    INCREASED = "increased"
    DECREASED = "decreased"
    NO_DIFFERENCE = "no_difference"


class QuestionPart(StrEnum):
    """What a question names or asks for, and papers may not have."""

    NONE = "none"
    DRUG = "drug"
    CONDITION = "condition"
    COMPARATOR = "comparator"
    POPULATION = "population"
    OUTCOME = "outcome"
    DOSE = "dose"
    TIME = "time"
    NUMBER = "number"
    OTHER = "other"


class QuestionFrame(Value):
    """A question taken apart; parts it does not name are empty."""

    text: str
    """The question as it is searched, with its entities written out."""
    kind: QuestionKind
    subject: str = ""
    """What is done or thought to matter."""
    comparator: str = ""
    outcome: str = ""
    """What it is thought to change."""
    negated: bool = False
    """Whether "yes" would mean that there is no effect, or that something is as good as another."""
    other_names: tuple[OtherNames, ...] = ()
    """Further names of what it names; they count less."""
    things: tuple[NameGroup, ...] = ()
    """The drugs and diseases it names that the workspace knows, each as it is called in the question first."""


class ArticleMention(ArticleDetails):
    """An article as answers and search results name it."""

    article_id: str
    year: int | None = None

    @property
    def known_as(self) -> str:
        """What an article is looked up by: PMC id, else PMID, else DOI, else its file or the id it is stored under."""
        return self.pmcid or self.pmid or self.doi or self.file or self.article_id


class PassageHit(ArticleMention):
    """A passage that was retrieved, with its words and how it scored."""

    passage_id: str
    """Of a trial ``NCT…#field``, of a label ``setid#section``."""
    record: str = "article"
    """``article``, ``trial`` or ``label``."""
    article_type: str = ""
    license: str = ""
    retraction: str = ""
    kind: str
    section: str
    start: int
    end: int
    pages: tuple[PageStart, ...] = ()
    """Of a PDF: the pages it stands on, each with where it begins."""
    text: str
    score: float
    words_score: float = 0.0
    nearness: float | None = None
    """Cosine to the question; ``None`` where the passage has no vector."""
    published: date | None = None

    def cited(self, start: int, end: int, quote: str, n: int = 0) -> AnswerCitation:
        """A citation of words at a place of the article's text; without ``n`` it is numbered by nobody yet."""
        mention = self.details("article_id", "year", "record", "section", "passage_id")
        page = page_at(self.pages, start)
        return AnswerCitation(**mention, n=n, start=start, end=end, page=page, quote=quote)


class PassageResult(ArticleDetails):
    """A passage as ``operations.searching.semantic_search`` gives it."""

    chunk_id: str
    document_id: str
    source_id: str
    """PMC id, else PMID."""
    section: str
    content: str
    similarity_score: float
    """Share of the best passage's score under the same filters, 0 to 1."""
    publication_date: date | None = None
    article_type: str = ""
    license: str = ""
    retraction: str = ""
    start: int
    """Characters of the article's stored text: ``content`` is ``text[start:end]``."""
    end: int
    pages: tuple[PageStart, ...] = ()
    """Of a PDF: the pages it stands on, each with where it begins."""
    words_score: float
    nearness: float | None = None
    """Cosine to the question; ``None`` where the passage has no vector, or it was not compared."""
    path: str
    """How the search was made; the same for all results of one."""
    other_names: tuple[OtherNames, ...] = ()
    """Names that were searched beside those of the question."""


class AnswerCitation(ArticleMention):
    """A number of an answer: exact words of one article."""

    n: int
    record: str = "article"
    """``article``, ``trial`` or ``label``."""
    section: str
    passage_id: str
    start: int
    end: int
    page: int | None = None
    """Of a PDF: the page that the words begin on."""
    quote: str


class AnswerSentence(Value):
    """A sentence that is shown, and the numbers it stands on."""

    text: str
    citations: tuple[int, ...]
    reading: str = ""
    """Which way it points: a verdict, or empty."""
    counted: bool | None = None
    """Whether the verdict counts it: of those that point somewhere, the ones as much to the point as the best. ``None``
    where there is no verdict, and of sentences that a model wrote, which never count."""
    design: str = ""
    supported: bool = True
    why_not_counted: str = ""
    """Why the verdict does not count it, in few words; empty where it does or it points nowhere."""
    step: int = 0
    """Which of the answer's steps it belongs to, from 0."""


class AnswerFault(StrEnum):
    """Why a sentence that a model wrote is removed."""

    UNKNOWN_SOURCE = "unknown_source"
    """It cites a passage that was not given, whether that exists or not."""
    QUOTE = "quote_not_found"
    """The passage does not hold the words it quotes."""
    NO_CITATION = "no_citation"
    FOREIGN_CITATION = "foreign_citation"
    """It cites in words of its own: "[12]", "Smith et al."."""
    NUMBER = "number"
    """A number or its unit is another, or belongs to another finding."""
    DIRECTION = "direction"
    NEGATION = "negation"
    CAUTION = "caution"
    """It is surer than its quotation: a hedge is left out, an association made a cause."""
    ARM = "arm"
    """It gives one arm what its quotation tells of another."""
    POPULATION = "population"
    NOT_IN_QUOTE = "not_in_quote"
    """It says what its quotation does not."""
    ORDER = "gives_orders"
    MALFORMED = "malformed"
    """It is not in the form asked for, says something twice, or is one too many."""


class RemovedSentence(Value):
    """A sentence that did not stand."""

    text: str
    kind: str
    reason: str


class EvidenceCount(Value):
    """How many sentences point which way."""

    reading: str
    sentences: int
    papers: int


class CountedSentence(ArticleMention):
    """A sentence of a paper that the verdict counts where a model wrote the answer: what is shown are its sentences."""

    text: str
    reading: str
    passage_id: str
    start: int
    end: int
    step: int = 0


class AnswerStep(Value):
    """One of the questions an answer was put together from."""

    question: str
    refused: bool = False
    reason: str = ""
    verdict: Verdict | None = None
    counts: tuple[EvidenceCount, ...] = ()


class LibraryAnswer(Value):
    """What a question was answered."""

    question: str
    standalone_question: str
    answer: str
    """The sentences with their numbers; empty where it was refused."""
    refused: bool
    reason: str = ""
    """Why the literature does not answer, or has no yes or no; trials and labels may nonetheless. Where it was asked
    whether something is not so, which question the verdict answers."""
    verdict: Verdict | None = None
    counts: tuple[EvidenceCount, ...] = ()
    sentences: tuple[AnswerSentence, ...] = ()
    counted_sentences: tuple[CountedSentence, ...] = ()
    """What the verdict counts where a model wrote; else the sentences themselves say whether it does."""
    removed: tuple[RemovedSentence, ...] = ()
    removed_by_kind: dict[str, int] = Field({})
    note: str = ""
    """Why a model that was asked to write did not, in one plain sentence."""
    citations: tuple[AnswerCitation, ...] = ()
    retrieved: tuple[PassageHit, ...] = ()
    coverage: float = 0.0
    """Share of the question, by rarity of its words, that the best passage holds."""
    conversation: str = ""
    turn: int = 0
    collection: str = ""
    provider: str = "extractive"
    model: str = ""
    rewritten: str = ""
    """How the question came to be searched as it was: ``as asked``, ``put positively``, ``carried over`` by rule or by
    ``the model``."""
    rewrite_note: str = ""
    """Why the model's rewriting was not used, in one plain sentence."""
    steps: tuple[AnswerStep, ...] = ()
    """The questions it was answered by, where there are several."""
    not_searched: tuple[str, ...] = ()
    """What could not be searched, or only in part: a sentence each."""
    exchange: tuple[Message, ...] = ()
    """What a model was sent and what stands of its answer: sent again in the next turn, and printed nowhere."""
    other_names: tuple[OtherNames, ...] = ()
    """Names that were searched beside those of the question."""
    filters: dict[str, Any] = Field({})
    searched: str = ""
    """What was searched, in one sentence."""
    ms: dict[str, int] = Field({})
    """Milliseconds: ``retrieve``, ``answer`` and ``total``."""


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
    citations: tuple[AnswerCitation, ...] = ()
    """``sentence``: what it stands on."""
    removed: RemovedSentence | None = None
    step: int = 0
    """``withdrawn``: whose sentences, from 0."""
    message: str = ""
    """``error``, ``withdrawn``: one plain sentence for the user."""
    transient: bool = False
    """``error``: trying again later may help."""
    choices: tuple[str, ...] = ()
    """``error``: the collections the question may be put to, where it is not certain which is meant."""

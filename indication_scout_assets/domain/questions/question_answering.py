"""Questions, the passages found for them, and the sentences that answer, each with the words it rests on.

What belongs here: the values that an answer is made of. The answer itself is in ``answers``; how it comes about is in
``rules.questions`` and ``answering.papers.chosen_sentences``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import StrEnum

from pydantic import ConfigDict

from ..base import Value
from ..monographs.label_documents import LabelContext
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


class RecordKind(StrEnum):
    """What kind of record words come from."""

    PAPER = "paper"
    TRIAL = "trial"
    LABEL = "label"


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


class AskedValue(StrEnum):
    """Kind of number a question asks for."""

    DOSE = "dose"
    NUMBER = "number"
    TIME = "time"


class QuestionFrame(Value):
    """A question taken apart, once; what comes after the parse goes by this. Parts it does not name are empty."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    text: str
    """The question as it is searched, with its entities written out."""
    kind: QuestionKind
    subject: str = ""
    """What is done or thought to matter."""
    comparator: str = ""
    outcome: str = ""
    """What it is thought to change, with in whom."""
    endpoint: str = ""
    """What of the outcome a study would measure: "hip fractures" of "hip fractures in men"."""
    population: str = ""
    """In whom, or under which circumstances, the outcome is asked for: "in men"."""
    helps: bool = False
    """Whether it asks whether something helps, compared with nothing else."""
    phrases: tuple[str, ...] = ()
    """What it names, without the words by which it is put; words of one phrase belong together."""
    value: AskedValue | None = None
    """The kind of number it asks for; ``null`` where it asks for none."""
    value_of: str = ""
    """What that number must stand next to: the drug of a dose, what befell those who are counted."""
    alike: bool = False
    """Whether it asks if two things are alike, or one no worse."""
    harms: bool = False
    """Whether it asks for unwanted effects, or how safe something is."""
    several: bool = False
    """Whether it asks for several things, so that passages should differ from each other."""
    english: bool = True
    """Whether it is in English, as far as its small words and its script say."""
    other_names: tuple[OtherNames, ...] = ()
    """Further names of what it names; they count less."""
    things: tuple[NameGroup, ...] = ()
    """The drugs and diseases it names that the workspace knows, each as it is called in the question first."""

    @property
    def named(self) -> str:
        """What a passage must hold: all its phrases."""
        return " ".join(self.phrases)

    def things_of(self, kind: str) -> list[NameGroup]:
        """The ``drug`` or ``disease`` it names that are known."""
        return [thing for thing in self.things if thing.kind == kind]


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
    source: RecordKind = RecordKind.PAPER
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
    """Cosine to the question; ``null`` where the passage has no vector."""
    published: date | None = None

    def cited(self, start: int, end: int, quote: str, n: int = 0) -> AnswerCitation:
        """A citation of words at a place of the article's text; without ``n`` it is numbered by nobody yet."""
        mention = self.details("article_id", "year", "source", "section", "passage_id")
        page = page_at(self.pages, start)
        return AnswerCitation(**mention, n=n, start=start, end=end, page=page, quote=quote)


class FoundPassages(Value):
    """Passages of papers that fit a question, best first."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    question: str
    collection: str
    path: str
    """How they were searched, in a few words."""
    passages: tuple[PassageHit, ...]


class PassageResult(ArticleDetails):
    """A passage as ``operations.questions.searching.semantic_search`` gives it."""

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
    """The exact words of one record that a sentence rests on: ``quote == text[start:end]`` of the record's stored text,
    of a label of its section's. ``article_id`` is the paper's id, the trial's registry number or the label's set id.
    """

    n: int = 0
    """Number of the record in the answer; in a conversation it stays the record's."""
    source: RecordKind = RecordKind.PAPER
    section: str
    """Where the words stand: the title of the section, of a label after its number."""
    passage_id: str
    """Of a trial ``NCT…#field``, of a label ``setid#section``."""
    start: int
    end: int
    page: int | None = None
    """Of a PDF: the page that the words begin on."""
    quote: str
    label: LabelContext | None = None
    """Of a label that was asked as a source of its own: the product, and what belongs to the words."""


class AnswerSentence(Value):
    """A sentence that is shown, with what it rests on."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    text: str
    source: RecordKind = RecordKind.PAPER
    """What kind of record it comes from."""
    citations: tuple[AnswerCitation, ...] = ()
    reading: str = ""
    """Which way it points, as a verdict does; empty where it points nowhere."""
    counted: bool | None = None
    """Whether the verdict counts it: of those that point somewhere, the ones as much to the point as the best. ``null``
    where there is no verdict, and of sentences that a model wrote, which never count."""
    design: str = ""
    why_not_counted: str = ""
    """Why the verdict does not count it, in few words; empty where it does or it points nowhere."""
    step: int = 0
    """Which of the answer's steps it belongs to, from 0."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its records, each once."""
        return tuple(dict.fromkeys(citation.n for citation in self.citations))

    @property
    def of_label(self) -> bool:
        """Whether a label that was asked as a source of its own has it, with the product and its place."""
        return bool(self.citations) and self.citations[0].label is not None

    def numbered(self, number_of: Callable[[str], int], step: int = 0) -> AnswerSentence:
        """The sentence with the numbers that its records have."""
        cited = tuple(c.model_copy(update={"n": number_of(c.article_id)}) for c in self.citations)
        return self.model_copy(update={"citations": cited, "step": step})


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
    """A sentence that failed verification."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    text: str
    kind: str
    reason: str


class EvidenceCount(Value):
    """How many sentences point which way."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    reading: str
    sentences: int
    papers: int

"""Questions over labels and their answers: what was asked, which facts answer it, what was searched where none does.

What belongs here: nouns. How a question is read and answered is in ``rules.labels``.
"""

from __future__ import annotations

from enum import StrEnum

from ..base import Value
from .label_documents import Assertion, LabelCategory, LabelPicture, SpanForm


class AnswerStatus(StrEnum):
    """What became of a question."""

    ANSWERED = "answered"
    NOT_IN_LABEL = "not_in_label"
    DID_YOU_MEAN = "did_you_mean"
    NO_DRUG = "no_drug"
    ADVICE_REFUSED = "advice_refused"
    ERROR = "error"


class QuestionShape(StrEnum):
    """What kind of answer a question wants."""

    FACT = "fact"
    COMPARE = "compare"
    """The same of several drugs."""
    IMAGE = "image"
    ADVICE = "advice"


class LabelIntent(Value):
    """A question as it was read."""

    question: str
    shape: QuestionShape = QuestionShape.FACT
    of_label: bool = True
    """Whether it asks what a label tells of a drug, and not what studies found."""
    drugs: tuple[str, ...] = ()
    """Those asked about, in the order of the question."""
    from_context: tuple[str, ...] = ()
    """What was taken from the question before: ``drug``."""
    suggestions: tuple[str, ...] = ()
    """Drugs a misspelt name may mean."""


class LabelFact(Value):
    """A fact span, or neighbouring bullets of a list, as an answer shows it: ``text == section.text[start:end]``."""

    text: str
    drug: str
    section: LabelCategory
    title: str
    number: str
    set_id: str
    """Id of the label's document."""
    version: str
    effective: str
    region: str
    url: str
    page: int | None
    start: int
    end: int
    source: SpanForm
    assertion: Assertion
    conditions: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    lead_in: str = ""
    heading: str = ""
    header: str = ""
    group: str = ""
    footnotes: tuple[str, ...] = ()
    ordinal: int
    """Of its section in its document."""
    same_in: int = 1
    """Labels of the drug that hold this very sentence."""


class SearchedLabel(Value):
    """A label that was searched, for answers and refusals alike."""

    set_id: str
    drug: str
    title: str
    version: str
    region: str


class LabelAnswer(Value):
    """The answer to a question over labels."""

    status: AnswerStatus
    question: str
    drug: str = ""
    suggestions: tuple[str, ...] = ()
    intent: LabelIntent
    section: LabelCategory | None = None
    facts: tuple[LabelFact, ...] = ()
    images: tuple[LabelPicture, ...] = ()
    searched: tuple[SearchedLabel, ...] = ()
    sections_held: tuple[str, ...] = ()
    """Titles of all sections held of labels that are held in part, where it is not known what their others say."""
    likely: float = 0.0
    """How likely the best passages answer, 0 to 1, by the ranking; 1 where a language model chose them."""
    path: str = ""
    """How the facts were reached: ``picture``, ``drawn``, ``ranked`` or the name of the language model that read."""
    drawn_from: str = ""
    """The SMILES a picture was drawn from, where no label has one."""
    caution: str = ""
    """How far the facts are to be trusted: to be said with them."""
    note: str = ""
    """Why nothing is shown, or that a language model could not be asked, in one sentence."""
    drugs_held: tuple[str, ...] = ()
    """Only where the drug is missing or not held."""

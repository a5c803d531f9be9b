"""Whether what is cited stands where it is said to stand: quotations, citations of documents, facts of labels.

What belongs here: checks that need no drug and no disease, so every statement and every answer passes the same ones.
Each fails closed. What the words mean is checked in ``pair_statements`` and ``written_sentences``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...domain.documents import Citation, Document, DocumentKey, Documents
from ...domain.findings.statements import RefusalKind
from ...domain.monographs.label_documents import Assertion
from ...domain.questions.question_answering import AnswerCitation
from ...domain.records.articles import Article
from ...rules.labels.label_facts import DrugTexts
from ...rules.language.instructions import citable_sentences
from ...rules.language.sentences import Sentence, abstract_sentences, sentences
from ...rules.names.name_matching import fold

SHORTEST_QUOTE = 12
"""Characters of a quotation that ``place_of`` finds: a word or two may stand anywhere."""
_WORD = re.compile(r"[^\W_]+")


class Refused(Exception):
    """Why a statement does not stand: one plain sentence, and the kind."""

    def __init__(self, reason: str, kind: RefusalKind = RefusalKind.UNSUPPORTED) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason


@dataclass(frozen=True)
class CitableDocuments:
    """What may be cited, and which of it is retracted."""

    documents: Documents
    retracted: frozenset[DocumentKey] = field(default_factory=frozenset)
    known_as: str = "the documents given"
    """What they are called in a refusal."""


def cited_document(citation: Citation, citable: CitableDocuments) -> Document:
    """The document a citation stands on.

    Raises:
        Refused: it is not among those given, is retracted, was cited under another title, year or journal, or does not
            hold exactly the quoted words at exactly the cited place.
    """
    place = f"{citation.evidence_kind} {citation.evidence_id}"
    document = citable.documents.get(citation.document)
    if document is None:
        raise Refused(f"The cited {place} is not among {citable.known_as}.", RefusalKind.FABRICATED)
    if document.key in citable.retracted:
        raise Refused(f"The cited {place} is retracted.")
    _check_metadata(citation, place, document)
    _check_words(citation, place, document)
    return document


class QuotableArticle:
    """The sentences of an article, and those of them that may be quoted, by field."""

    def __init__(self, article: Article) -> None:
        self._texts = article.document.texts
        self._sentences = {"title": sentences(article.title), "abstract": abstract_sentences(article)}
        citable = citable_sentences(article)
        self.quotable = {name: [span for field, _, span in citable if field == name] for name in self._sentences}

    def around(self, field: str, start: int, end: int) -> str:
        """The whole sentences that characters of a field lie in; empty where part of them may not be quoted."""
        return sentences_around(start, end, self._texts[field], self._sentences[field], self.quotable[field])


def sentences_around(start: int, end: int, text: str, spans: Sequence[Sentence], quotable: Sequence[Sentence]) -> str:
    """The whole sentences that characters of a text lie in; empty where part of them may not be quoted.

    Args:
        start, end: the characters.
        text: the text.
        spans: all sentences of the text.
        quotable: those that may be quoted, or what is left of them.
    """
    for span in (span for span in spans if span.start < end and start < span.end):
        first, last = max(start, span.start), min(end, span.end)
        if not any(allowed.start <= first and last <= allowed.end for allowed in quotable):
            return ""
    first, last = sentences_holding(start, end, quotable)
    return text[first:last]


def sentences_holding(start: int, end: int, spans: Iterable[Sentence]) -> tuple[int, int]:
    """Start and end of the whole sentences of ``spans`` that characters lie in; never less than the characters."""
    touched = [span for span in spans if span.start < end and start < span.end]
    return min([start, *(span.start for span in touched)]), max([end, *(span.end for span in touched)])


def _check_metadata(citation: Citation, place: str, document: Document) -> None:
    """A refusal where the document was cited under another title, year or journal; what was not given is not wrong."""
    for what, cited, known in (
        ("title", citation.title, document.title),
        ("journal", citation.journal, document.journal),
    ):
        if cited and _plain(cited) != _plain(known):
            raise Refused(f"The cited {place} has another {what}.", RefusalKind.WRONG_METADATA)
    if citation.year is not None and citation.year != document.year:
        raise Refused(f"The cited {place} is not of the year {citation.year}.", RefusalKind.WRONG_METADATA)


def _check_words(citation: Citation, place: str, document: Document) -> None:
    if citation.field not in document.texts:
        raise Refused(f"The cited {place} has no text {citation.field!r}.")
    if not citation.stands_on(document.texts[citation.field]):
        at = f"{citation.start} to {citation.end}"
        raise Refused(f"The {citation.field} of {place} does not hold the quoted words at {at}.")


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(fold(text)))


# ------------------------------------------------------------------------------------------------ quotations
_ALIKE = {
    **dict.fromkeys("‐‑‒–—―−﹣-", "-"),
    **dict.fromkeys("‘’‚‛′`", "'"),
    **dict.fromkeys("“”„‟″", '"'),
}
"""Characters that are written for one another. Superscripts stay: 10⁵ is not 105."""
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


class QuotePlace(NamedTuple):
    """Where a quote stands: characters from start (inclusive) to end (exclusive)."""

    start: int
    end: int
    verbatim: bool
    """Whether the very characters stand there; else spaces, dashes or quotation marks differ."""


def place_of(quote: str, text: str) -> tuple[int, int] | None:
    """Start and end of a quotation in a text, where it stands word for word in whole words and whole numbers.

    White space alone may differ.
    """
    words = quote.split()
    if len(" ".join(words)) < SHORTEST_QUOTE:
        return None
    matches = re.finditer(r"\s+".join(map(re.escape, words)), text)
    return next((match.span() for match in matches if is_whole(text, *match.span())), None)


def find_quote(quote: str, text: str) -> QuotePlace | None:
    """The first place where a quote stands in a text as whole words and whole numbers; ``None`` where it does not.

    ``5 mg`` does not stand in ``0.5 mg``, and ``effective`` not in ``ineffective``.
    """
    bare = quote.strip()
    if not bare:
        return None
    if (start := _place(bare, text)) is not None:
        return QuotePlace(start, start + len(bare), verbatim=True)
    wanted, _ = _folded(bare)
    have, origin = _folded(text)
    if not wanted or (start := _place(wanted, have)) is None:
        return None
    return QuotePlace(origin[start], origin[start + len(wanted) - 1] + 1, verbatim=False)


def _place(quote: str, text: str) -> int | None:
    """Where a quote first stands as whole words."""
    start = text.find(quote)
    while start >= 0:
        if is_whole(text, start, start + len(quote)):
            return start
        start = text.find(quote, start + 1)
    return None


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether neither end of a span cuts a word or a number."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before and text[start].isalnum() and before[-1].isalnum():
        return False
    if after and text[end - 1].isalnum() and after[0].isalnum():
        return False
    cut_before = text[start].isdigit() and re.search(r"\d[.,·]$|[-−]$", before) is not None
    cut_after = text[end - 1].isdigit() and re.match(r"[.,·]\d", after) is not None
    cut_decimals = text[start] in ".·" and before[-1:].isdigit()
    return not (cut_before or cut_after or cut_decimals)


def _folded(text: str) -> tuple[str, list[int]]:
    """The text with one space for every white space and one form of every sign, and each character's origin."""
    made: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        if character in _UNSEEN:
            continue
        plain = " " if character.isspace() else _ALIKE.get(character, character)
        if plain == " " and (not made or made[-1] == " "):
            continue
        made.append(plain)
        origin.append(place)
    while made and made[-1] == " ":
        made.pop()
        origin.pop()
    return "".join(made), origin


# ------------------------------------------------------------------------------------------------ label facts
def fault_of(fact: AnswerCitation, drugs: Collection[str], texts: Mapping[str, DrugTexts]) -> str:
    """Why a fact may not be shown in an answer about these drugs; empty where it may."""
    label = fact.label
    held = texts.get(label.drug) if label else None
    if label is None or held is None or label.drug not in drugs:
        return f"a fact is of {label.drug if label else fact.article_id}, which was not asked about"
    document, section = held.documents.get(fact.article_id), held.section_cited(fact)
    if document is None or section is None or section.document != document.id or document.drug != label.drug:
        return f"the label {fact.article_id} is not held for {label.drug}, or has no such section"
    if section.category is not label.category or section.page != fact.page:
        return f"a fact of {fact.article_id} is cited under another section or page"
    if not fact.quote or section.text[fact.start : fact.end] != fact.quote:
        return "a fact is not the words of its section"
    if label.assertion is Assertion.CONDITIONAL and not label.conditions:
        return "a conditional fact has lost its condition"
    return "" if all(c in fact.quote for c in label.conditions) else "a condition does not stand in its fact"

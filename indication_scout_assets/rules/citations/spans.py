"""Whether a citation stands on its document: it was given, is not retracted, was cited rightly, and holds the words.

What belongs here: checks that need no drug and no disease, so every statement and every answer passes the same ones.
What the words mean is checked in ``claims``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...domain.citations import Citation
from ...domain.documents import Document, DocumentKey, Documents
from ...domain.statements import RefusalKind
from ..language.sentences import Sentence
from ..names.name_matching import fold

_WORD = re.compile(r"[^\W_]+")


class Refused(Exception):
    """Why a statement does not stand: the kind, and one plain sentence."""

    def __init__(self, kind: RefusalKind, reason: str) -> None:
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
        raise Refused(RefusalKind.FABRICATED, f"The cited {place} is not among {citable.known_as}.")
    if document.key in citable.retracted:
        raise Refused(RefusalKind.UNSUPPORTED, f"The cited {place} is retracted.")
    _check_metadata(citation, place, document)
    _check_words(citation, place, document)
    return document


def sentences_around(citation: Citation, text: str, spans: Sequence[Sentence], quotable: Sequence[Sentence]) -> str:
    """The whole sentences a citation lies in; empty where part of it may not be quoted.

    Args:
        text: the text it points into.
        spans: all sentences of the text.
        quotable: those that may be quoted, or what is left of them.
    """
    start, end = citation.start, citation.end
    for span in (span for span in spans if span.start < end and start < span.end):
        first, last = max(start, span.start), min(end, span.end)
        if not any(allowed.start <= first and last <= allowed.end for allowed in quotable):
            return ""
    touched = [span for span in quotable if span.start < end and start < span.end]
    return text[min([start, *(span.start for span in touched)]) : max([end, *(span.end for span in touched)])]


def _check_metadata(citation: Citation, place: str, document: Document) -> None:
    """A refusal where the document was cited under another title, year or journal; what was not given is not wrong."""
    for what, cited, known in (
        ("title", citation.title, document.title),
        ("journal", citation.journal, document.journal),
    ):
        if cited and _plain(cited) != _plain(known):
            raise Refused(RefusalKind.WRONG_METADATA, f"The cited {place} has another {what}.")
    if citation.year is not None and citation.year != document.year:
        raise Refused(RefusalKind.WRONG_METADATA, f"The cited {place} is not of the year {citation.year}.")


def _check_words(citation: Citation, place: str, document: Document) -> None:
    if citation.field not in document.texts:
        raise Refused(RefusalKind.UNSUPPORTED, f"The cited {place} has no text {citation.field!r}.")
    if not citation.stands_on(document.texts[citation.field]):
        at = f"{citation.start} to {citation.end}"
        raise Refused(
            RefusalKind.UNSUPPORTED, f"The {citation.field} of {place} does not hold the quoted words at {at}."
        )


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(fold(text)))

"""The protocol that every reader of articles keeps: articles with their pairs in, drafts out, failures as data.

What belongs here: the forms. Readers are registered and asked in ``readers``; a draft is nothing that anybody may use:
the ``verifier`` decides what of it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, runtime_checkable

from ..domain.base import fingerprint
from ..domain.findings.readings import PairNames, PairReading, ReaderId, ReadFailure, RefusedPart, StudyReading
from ..domain.records.articles import Article

BUNDLED: Final = "bundled"
"""Under which the reader that needs no language model is registered and stored."""


class ArticleToRead(NamedTuple):
    """An article and the pairs it may be evidence for."""

    article: Article
    pairs: Sequence[PairNames]


class ReadingDraft(NamedTuple):
    """What a reader says of an article before anything of it was verified."""

    study: StudyReading
    pairs: Mapping[str, PairReading]
    """By ``PairNames.key``; a pair without an entry was not read."""
    refused: Mapping[str, Sequence[RefusedPart]] = MappingProxyType({})
    """What the reader itself could not place in the text, by ``PairNames.key``; of the study under ``""``."""


class Reader(Protocol):
    """A reader of articles. It never raises for an article: what it cannot read is a ``ReadFailure``."""

    @property
    def id(self) -> ReaderId:
        """Who reads: equal ids give equal readings of equal texts."""
        ...

    def read(self, articles: Sequence[ArticleToRead]) -> Iterator[ReadingDraft | ReadFailure]:
        """One draft or failure for each article, in the order given."""
        ...


@runtime_checkable
class CorrectedReader(Protocol):
    """A reader that may be told once what fell of its draft."""

    def read_again(
        self, refused: Sequence[tuple[ArticleToRead, Sequence[RefusedPart]]]
    ) -> Iterator[ReadingDraft | ReadFailure]:
        """A second draft or failure for each article, in the order given."""
        ...


def text_version(article: Article) -> str:
    """Fingerprint of all that a reader may see of an article: its text, and the record's words on its study."""
    return fingerprint(
        article.id,
        article.title,
        article.abstract,
        article.sections,
        article.publication_types,
        article.mesh_headings,
        article.keywords,
        article.substances,
        article.nct_ids,
        article.retraction,
        article.is_retraction_notice,
    )

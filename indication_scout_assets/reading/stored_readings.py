"""Readings from a store: each made once over all drugs and questions, and found again ever after.

What belongs here: asking a reader for what is not stored yet. Who reads is in ``readers``; how readings are kept is the
store's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..domain.articles import Article
from ..domain.readings import ArticleReading, ReaderId, ReadFailure
from .reader_protocol import ArticleToRead, Reader, text_version
from .readers import read


class ReadingStore(Protocol):
    """Where readings are kept: ``store.reading_repository.ReadingRepository`` is one."""

    def known(self, reader: ReaderId, keys: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], ArticleReading]:
        """The readings of a reader, by text version and pair."""

    def save(self, readings: Iterable[ArticleReading]) -> None:
        """Keep readings."""


@dataclass
class StoredReadings:
    """Readings by one reader, from the store where it has them, else made now and kept there.

    Args:
        by: who reads.
        store: where readings are kept.
    """

    by: Reader
    store: ReadingStore
    made: int = 0
    """Readings made now."""
    reused: int = 0
    """Readings that were stored."""
    failures: dict[str, ReadFailure] = field(default_factory=dict)
    """Why an article was not read, by its id."""
    _versions: dict[str, str] = field(default_factory=dict)

    def of(self, asked: Sequence[ArticleToRead]) -> dict[str, dict[str, ArticleReading]]:
        """By pair key and article id; an article the reader failed on has none."""
        keys = [(self._version(article), pair.key) for article, pairs in asked for pair in pairs]
        known = self.store.known(self.by.id, keys)
        due = [
            ArticleToRead(article, missing)
            for article, pairs in asked
            if (missing := [pair for pair in pairs if (self._version(article), pair.key) not in known])
        ]
        new: list[ArticleReading] = []
        for (article, _), made in zip(due, read(self.by, due), strict=True):
            if isinstance(made, ReadFailure):
                self.failures[article.id] = made
            else:
                new += made
        self.store.save(new)
        self.made, self.reused = self.made + len(new), self.reused + len(known)
        by_pair: dict[str, dict[str, ArticleReading]] = {}
        for reading in (*known.values(), *new):
            by_pair.setdefault(reading.pair, {})[reading.article_id] = reading
        return by_pair

    def _version(self, article: Article) -> str:
        if article.id not in self._versions:
            self._versions[article.id] = text_version(article)
        return self._versions[article.id]

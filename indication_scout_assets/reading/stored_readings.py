"""Readings from a store: each made once over all drugs and questions, and found again ever after.

What belongs here: asking a reader for what is not stored yet. Who reads is in ``readers``; how readings are kept is the
store's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..domain.findings.readings import ArticleReading, ReaderId, ReadFailure
from ..domain.records.articles import Article
from .reader_protocol import ArticleToRead, Reader, text_version
from .readers import completed, needs_another, read


class ReadingStore(Protocol):
    """Where readings are kept: ``store.repositories.reading_repository.ReadingRepository`` is one."""

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
        then: who reads what ``by`` does not, and says what fell of it.
    """

    by: Reader
    store: ReadingStore
    then: StoredReadings | None = None
    made: int = 0
    """Readings made now."""
    reused: int = 0
    """Readings that were stored."""
    failures: dict[str, ReadFailure] = field(default_factory=dict)
    """Why an article was not read, by its id."""
    articles_made: int = 0
    """Articles read now."""
    taken_over: int = 0
    """Readings made now in which ``then`` took a part over."""
    _versions: dict[str, str] = field(default_factory=dict)

    @classmethod
    def chain(cls, readers: Sequence[Reader], store: ReadingStore) -> StoredReadings:
        """Of several readers, each in place of the one before it where that has nothing to say."""
        first, *others = readers
        return cls(first, store, cls.chain(others, store) if others else None)

    def of(self, asked: Sequence[ArticleToRead]) -> dict[str, dict[str, ArticleReading]]:
        """By pair key and article id; an article that all readers failed on has none."""
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
        self.articles_made += len({reading.article_id for reading in new})
        by_pair: dict[str, dict[str, ArticleReading]] = {}
        if self.then:
            by_pair, new = self._with_others(self.then, due, new)
        self.store.save(new)
        self.made, self.reused = self.made + len(new), self.reused + len(known)
        for reading in (*known.values(), *new):
            by_pair.setdefault(reading.pair, {})[reading.article_id] = reading
        return by_pair

    def _with_others(
        self, then: StoredReadings, due: Sequence[ArticleToRead], new: Sequence[ArticleReading]
    ) -> tuple[dict[str, dict[str, ArticleReading]], list[ArticleReading]]:
        """What the next reader says of the articles that have no reading, and the new readings completed by it."""
        made = {(reading.article_id, reading.pair): reading for reading in new}
        left = [
            ArticleToRead(article, pairs)
            for article, asked in due
            if (pairs := [pair for pair in asked if _is_left(made.get((article.id, pair.key)))])
        ]
        others = then.of(left) if left else {}
        for (article_id, pair), reading in made.items():
            if needs_another(reading) and (other := others.get(pair, {}).pop(article_id, None)):
                made[article_id, pair] = completed(reading, other)
        self.taken_over += sum(1 for reading in made.values() if reading.taken_over)
        return others, list(made.values())

    def _version(self, article: Article) -> str:
        if article.id not in self._versions:
            self._versions[article.id] = text_version(article)
        return self._versions[article.id]


def _is_left(reading: ArticleReading | None) -> bool:
    return reading is None or needs_another(reading)

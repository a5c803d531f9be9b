"""Readings of a drug's articles: each made once over all drugs, stored, and read from the store ever after.

What belongs here: the names a pair is read under, and asking a reader for what is not stored yet. Who reads is in
``reading.readers``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..domain.articles import Article
from ..domain.candidates import Candidate, SetAside
from ..domain.diseases import Disease, NormalizedName
from ..domain.drugs import DrugProfile
from ..domain.readings import ArticleReading, OtherUse, PairNames, ReadFailure
from ..reading.protocol import ArticleToRead, Reader, text_version
from ..reading.readers import read, reader
from ..rules.names.name_matching import unique_names
from ..store.reading_repository import ReadingRepository
from .workbench import DrugRun


def chosen_reader(run: DrugRun) -> Reader:
    """The reader of the top articles."""
    return reader()


def brief_names(profile: DrugProfile, name: NormalizedName) -> PairNames:
    """A pair under its own names alone, as whole pools are read in brief."""
    return PairNames(drug_names=tuple(profile.names), disease=name.disease_name, disease_names=name.names)


def pair_names(
    profile: DrugProfile, candidate: Candidate, name: NormalizedName, known: Sequence[Candidate]
) -> PairNames:
    """A candidate's pair under all names by which an article may speak of it.

    Args:
        known: all diseases known of the drug, those set aside as well.
    """
    # Its patterns take a fifth of a second to compile, which a run with nothing to read need not wait for.
    from ..rules.assessment.grading.directness import class_names_of  # noqa: PLC0415

    approved = [c.disease for c in known if c.set_aside is SetAside.APPROVED_USE]
    others = (c.disease for c in known if c.set_aside is not SetAside.APPROVED_USE)
    below = [d for d in others if candidate.disease.id in d.ancestors and d.id != candidate.disease.id]
    return brief_names(profile, name).model_copy(
        update={
            "mesh_id": name.own_mesh_id,
            "wider_names": tuple(name.wider_names),
            "broader_names": tuple(parent.name for parent in candidate.disease.parents),
            "narrower_names": tuple(unique_names([n for disease in below for n in _names(disease)])),
            "class_names": class_names_of(candidate, profile.targets),
            "approved_uses": tuple(OtherUse(name=use.name, names=_names(use)) for use in approved),
        }
    )


def _names(disease: Disease) -> tuple[str, ...]:
    return (disease.name, *disease.synonyms)


@dataclass
class StoredReadings:
    """Readings by one reader, from the store where it has them, else made now and kept there.

    Args:
        by: who reads.
        store: where readings are kept.
    """

    by: Reader
    store: ReadingRepository
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

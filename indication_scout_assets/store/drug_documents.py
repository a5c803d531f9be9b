"""Documents of a drug: what a stage writes as one list, or as one list per disease, and always replaces as a whole.

What belongs here: the repositories that do little more than clear, insert and load. Each kind of document has its file
of ``sql/`` with three statements of these names; ``load`` gives each document as ``document``. What needs more than
that has a repository of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from psycopg.types.json import Jsonb

from ..domain.base import Value
from ..domain.retractions import RetractionCheck
from ..domain.trials import TrialMatch
from .repository import Repository, Row, Transactions, as_json, json_list, stored_value

Stored = TypeVar("Stored", bound=Value)


class _Documents(Repository, Generic[Stored]):
    """Documents of one kind.

    Args:
        transactions: what opens transactions.
        statements: which file of ``sql/`` holds the three statements.
        model: the type of the documents.
    """

    def __init__(self, transactions: Transactions, statements: str, model: type[Stored]) -> None:
        super().__init__(transactions)
        self.statements = statements
        self._model = model


class DrugDocuments(_Documents[Stored]):
    """Documents of one kind that belong to a drug."""

    def replace(self, slug: str, documents: Iterable[Stored]) -> None:
        """Replace all of the drug's documents, in the given order."""
        with self._transaction():
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, documents=json_list(documents))

    def load(self, slug: str) -> list[Stored]:
        """The drug's documents in their order."""
        return [stored_value(self._model, row["document"]) for row in self._rows("load", slug=slug)]


class PairDocuments(_Documents[Stored]):
    """Documents of one kind that belong to a (drug, disease) pair."""

    def replace(self, slug: str, documents: Mapping[str, Sequence[Stored]]) -> None:
        """Replace all of the drug's documents, by disease id, in the given order; those of former candidates go."""
        rows = {disease_id: [self._as_row(value) for value in values] for disease_id, values in documents.items()}
        with self._transaction():
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, documents=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[Stored]]:
        """The drug's documents by disease id, in their order; a pair without any has no entry."""
        documents: dict[str, list[Stored]] = defaultdict(list)
        for row in self._rows("load", slug=slug):
            documents[row["disease_id"]].append(stored_value(self._model, row["document"]))
        return dict(documents)

    def _as_row(self, document: Stored) -> Row:
        return as_json(document)


class TrialRepository(PairDocuments[TrialMatch]):
    """Trials: registered studies, shared by all drugs, and which of them belong to a (drug, disease) pair."""

    def __init__(self, transactions: Transactions) -> None:
        super().__init__(transactions, "trials", TrialMatch)

    def replace(self, slug: str, documents: Mapping[str, Sequence[TrialMatch]]) -> None:
        """Replace all of the drug's trials, by disease id, in the given order; trials already known are renewed."""
        trials = {match.trial.nct_id: match.trial for matches in documents.values() for match in matches}
        with self._transaction():
            self._run("save_trials", trials=json_list(trials.values()))
            super().replace(slug, documents)

    def _as_row(self, document: TrialMatch) -> Row:
        return as_json(document, exclude={"trial"}) | {"nct_id": document.trial.nct_id}


class RetractionCheckRepository(DrugDocuments[RetractionCheck]):
    """Whether the articles of a drug are retracted, with the word of every source that was asked."""

    def __init__(self, transactions: Transactions) -> None:
        super().__init__(transactions, "retraction_checks", RetractionCheck)

    def by_article(self, slug: str) -> dict[str, RetractionCheck]:
        """The drug's checks by article id."""
        return {check.article_id: check for check in self.load(slug)}

"""Trials: registered studies, shared by all drugs, and which of them belong to a (drug, disease) pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..domain.trials import TrialMatch
from .drug_documents import PairDocuments
from .repository import Row, Transactions, as_json, json_list


class TrialRepository(PairDocuments[TrialMatch]):
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

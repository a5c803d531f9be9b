"""Trials: registered studies, shared by all drugs, and which of them belong to a (drug, disease) pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from psycopg.types.json import Jsonb

from ..domain.trials import TrialMatch
from .repository import Repository, as_json, json_list


class Trials(Repository):
    def replace(self, slug: str, matches: Mapping[str, Sequence[TrialMatch]]) -> None:
        """Replace all of the drug's trials, by disease id, in the given order; the trials themselves are shared."""
        trials = {match.trial.nct_id: match.trial for found in matches.values() for match in found}
        rows = {
            disease_id: [as_json(match, exclude={"trial"}) | {"nct_id": match.trial.nct_id} for match in found]
            for disease_id, found in matches.items()
        }
        with self._transaction():
            self._run("save_trials", trials=json_list(trials.values()))
            self._run("clear_candidate_trials", slug=slug)
            self._run("insert_candidate_trials", slug=slug, matches=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[TrialMatch]]:
        """The drug's trials by disease id, in their order; a pair without any has no entry."""
        matches: dict[str, list[TrialMatch]] = defaultdict(list)
        for row in self._rows("load_candidate_trials", slug=slug):
            matches[row["disease_id"]].append(TrialMatch.model_validate(row["match"]))
        return dict(matches)

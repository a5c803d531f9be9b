"""The names of drugs and diseases that the runs of the workspace have learnt, for questions that use one of them."""

from __future__ import annotations

from ...domain.diseases import NormalizedName
from ...domain.questions.library import NameGroup
from ..repository import Repository, stored_value


class KnownNames(Repository):
    statements = "known_names"

    def groups(self) -> list[NameGroup]:
        """The names of each drug, then of each disease: its indexed name with MeSH's entry terms, and synonyms."""
        drugs = [
            NameGroup(kind="drug", names=tuple(filter(None, (_in_small(row["name"]), row["query"], *row["synonyms"]))))
            for row in self._rows("load_drugs")
        ]
        diseases = (stored_value(NormalizedName, row["name"]) for row in self._rows("load_diseases"))
        return drugs + [NameGroup(kind="disease", names=name.names) for name in diseases]

    def drug_names(self) -> list[str]:
        """What the drugs are called that were identified, have labels or are in the matrix; names of trade too."""
        return [row["name"] for row in self._rows("load_drug_names")]


def _in_small(name: str | None) -> str:
    """ChEMBL writes drugs in capitals, in which a short one would be taken for an acronym."""
    return (name or "").lower()

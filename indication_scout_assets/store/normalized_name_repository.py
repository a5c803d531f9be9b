"""Names: each disease under the name PubMed and ClinicalTrials.gov index it by."""

from __future__ import annotations

from collections.abc import Iterable

from psycopg.types.json import Jsonb

from ..domain.diseases import NormalizedName
from .repository import Repository, as_json, stored_value


class NormalizedNameRepository(Repository):
    statements = "normalized_names"

    def save(self, name: NormalizedName, fingerprint: str) -> None:
        """Store a name with the fingerprint of everything it was decided on."""
        self._run(
            "save",
            disease_id=name.disease_id,
            term=name.term,
            mesh_id=name.mesh_id,
            method=name.method.value,
            confidence=name.confidence,
            name=Jsonb(as_json(name)),
            fingerprint=fingerprint,
        )

    def load(self, disease_ids: Iterable[str]) -> dict[str, tuple[NormalizedName, str]]:
        """Name and fingerprint of the known ones, by disease id."""
        rows = self._rows("load", ids=list(disease_ids))
        return {row["disease_id"]: (stored_value(NormalizedName, row["name"]), row["fingerprint"]) for row in rows}

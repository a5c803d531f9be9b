"""What tests of whole runs share: an embedder that costs nothing, and everything a run stored.

What belongs here: nothing that asserts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from indication_scout_assets.store.database import Database

FEW: dict[str, Any] = {"tried_kept": 3, "new_kept": 2}
"""Candidates of a run where nothing depends on their number, by setting: each costs searches, vectors and reports."""
FEW_IN_THE_ENVIRONMENT = {f"SCOUT_{name.upper()}": str(count) for name, count in FEW.items()}


class WordEmbedder:
    """Vectors of hashed words: near where words are shared, and made in no time."""

    name = "words@1"
    dimension = 64

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self.embed_query(text) for text in texts], dtype=np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = np.full(self.dimension, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[hashlib.md5(word.encode(), usedforsecurity=False).digest()[0] % self.dimension] += 1
        return vector / np.float32(np.linalg.norm(vector))


def content(db: Database) -> dict[str, list[Any]]:
    """Everything the run stored, without times."""
    with db.transaction() as connection:
        return {
            table: connection.execute(query).fetchall()
            for table, query in {
                "candidates": "SELECT slug, disease_id, rank, candidate FROM candidates ORDER BY 1, 2",
                "names": "SELECT disease_id, name FROM normalized_names ORDER BY 1",
                "searches": "SELECT slug, disease_id, source, query, ids FROM search_queries ORDER BY 1, 2, 3, 4",
                "articles": "SELECT id, title, abstract, text_hash FROM articles ORDER BY 1",
                "embeddings": "SELECT article_id, model, text_hash FROM embeddings ORDER BY 1, 2, 3",
                "ranked": "SELECT slug, disease_id, article_id, ranked FROM ranked_evidence ORDER BY 1, 2, 3",
                "records": "SELECT slug, disease_id, source, rank, ranked FROM ranked_records ORDER BY 1, 2, 3, 4",
                "trials": "SELECT slug, disease_id, nct_id FROM candidate_trials ORDER BY 1, 2, 3",
                "citations": "SELECT * FROM citations ORDER BY 1, 2, 3, 4, 5",
            }.items()
        }

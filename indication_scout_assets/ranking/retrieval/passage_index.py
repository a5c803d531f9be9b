"""The index of a collection as it is searched: postings, facts by passage and vectors, mapped from a folder.

What belongs here: opening it. It is built from the store in ``pipeline.library.library_index``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .lexical import Postings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class PassageIndex:
    """A collection as it is searched. Rows are passages; articles are numbered in the order of their ids."""

    folder: Path
    passages: Postings
    titles: Postings
    passage_ids: list[str]
    article_ids: list[str]
    kinds: list[str]
    """Names of the kinds; ``kind`` holds places in it."""
    article: NDArray[np.int32]
    kind: NDArray[np.int8]
    finding: NDArray[np.bool_]
    vectors: NDArray[np.float32] | None
    """Unit vectors, one per passage that has one, shape (vectors, dimension)."""
    vector_rows: NDArray[np.int32] | None
    """The row of each vector."""
    signs: NDArray[np.uint64] | None = None
    """Of vectors that are too many for memory and stay in the store: which of their numbers are above 0, as bits, shape
    (passages, dimension / 64, rounded up)."""

    @cached_property
    def has_vector(self) -> NDArray[np.bool_]:
        """Which passages have one, shape (passages,)."""
        import numpy as np  # noqa: PLC0415

        has = np.zeros(len(self.passage_ids), dtype=np.bool_)
        if self.vector_rows is not None:
            has[self.vector_rows] = True
        return has

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each passage id."""
        return {passage_id: row for row, passage_id in enumerate(self.passage_ids)}


def open_index(place: Path, vectors: Path | None, *, in_store: bool = False) -> PassageIndex:
    """Map an index into memory; ``vectors`` is where its vectors lie, or the signs of those ``in_store``, without the
    suffix."""
    import numpy as np  # noqa: PLC0415

    facts = facts_of(place)
    return PassageIndex(
        folder=place,
        passages=Postings.open(place / "passages"),
        titles=Postings.open(place / "titles"),
        passage_ids=facts["passages"],
        article_ids=facts["articles"],
        kinds=facts["kinds"],
        article=np.load(place / "article.npy"),
        kind=np.load(place / "kind.npy"),
        finding=np.load(place / "finding.npy"),
        vectors=np.load(vectors.with_suffix(".npy"), mmap_mode="r") if vectors and not in_store else None,
        vector_rows=np.load(vectors.with_suffix(".rows.npy")) if vectors else None,
        signs=np.load(vectors.with_suffix(".npy")) if vectors and in_store else None,
    )


def facts_of(place: Path) -> dict[str, Any]:
    """Ids of passages and articles, and the names of the kinds."""
    facts: dict[str, Any] = json.loads((place / "rows.json").read_text(encoding="utf-8"))
    return facts

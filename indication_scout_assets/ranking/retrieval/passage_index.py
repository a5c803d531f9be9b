"""The index of documents as they are searched: postings, facts by passage and vectors.

What belongs here: making it, saving it, and mapping it from a folder. That of a collection of papers is built from the
store in ``pipeline.library.library_index`` and lies in a folder; that of the trials of a drug is made in memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from .lexical import Postings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class IndexedPassage(NamedTuple):
    """A passage as an index takes it in."""

    id: str
    kind: str
    """Of its section, or the field of a record."""
    text: str
    """With the title of its section, where it has one."""
    finding: bool = False
    """Whether it tells a finding."""


class IndexedDocument(NamedTuple):
    """A paper or a registered trial as an index takes it in."""

    id: str
    title: str
    passages: Sequence[IndexedPassage]


@dataclass(frozen=True)
class PassageIndex:
    """Documents as they are searched. Rows are passages; documents are numbered in the order they were given."""

    passages: Postings
    titles: Postings
    passage_ids: list[str]
    article_ids: list[str]
    kinds: list[str]
    """Names of the kinds; ``kind`` holds places in it."""
    article: NDArray[np.int32]
    kind: NDArray[np.int8]
    finding: NDArray[np.bool_]
    vectors: NDArray[np.float32] | None = None
    """Unit vectors, one per passage that has one, shape (vectors, dimension)."""
    vector_rows: NDArray[np.int32] | None = None
    """The row of each vector."""
    signs: NDArray[np.uint64] | None = None
    """Of vectors that are too many for memory and stay in the store: which of their numbers are above 0, as bits, shape
    (passages, dimension / 64, rounded up)."""

    @classmethod
    def of(cls, documents: Iterable[IndexedDocument]) -> Self:
        """The index of some documents, in memory and without vectors."""
        import numpy as np  # noqa: PLC0415

        ids, titles = [], []
        rows: list[tuple[int, str, str, bool]] = []

        def texts() -> Iterator[str]:
            """One document after the other, so that not all of their texts are in memory at once."""
            for number, document in enumerate(documents):
                ids.append(document.id)
                titles.append(document.title)
                for passage in document.passages:
                    rows.append((number, passage.id, passage.kind, passage.finding))
                    yield passage.text

        passages = Postings.of(texts())
        kinds = sorted({kind for _, _, kind, _ in rows})
        return cls(
            passages=passages,
            titles=Postings.of(titles),
            passage_ids=[passage_id for _, passage_id, _, _ in rows],
            article_ids=ids,
            kinds=kinds,
            article=np.array([number for number, *_ in rows], dtype=np.int32),
            kind=np.array([kinds.index(kind) for _, _, kind, _ in rows], dtype=np.int8),
            finding=np.array([finding for *_, finding in rows], dtype=np.bool_),
        )

    def save(self, folder: Path) -> None:
        """Write the index into a folder of its own, without vectors."""
        import numpy as np  # noqa: PLC0415

        folder.mkdir(parents=True)
        self.passages.save(folder / "passages")
        self.titles.save(folder / "titles")
        for name in ("article", "kind", "finding"):
            np.save(folder / f"{name}.npy", getattr(self, name))
        facts = {"passages": self.passage_ids, "articles": self.article_ids, "kinds": self.kinds}
        (folder / "rows.json").write_text(json.dumps(facts), encoding="utf-8")

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

"""An embedder that embeds no text twice.

What belongs here: looking up before embedding. Where vectors are kept is the caller's choice, behind ``VectorShelf``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from ...domain.records.articles import text_hash
from .embedders import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 256
"""Texts embedded before their vectors are put away: an interrupted embedding goes on from there."""
_QUERY: Final = "query\0"
"""Before the text of a query: models may embed queries and documents differently."""


class VectorShelf(Protocol):
    """Keeps vectors by model and text."""

    def load(self, model: str, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Those vectors that are there."""

    def save(self, model: str, vectors: Mapping[str, NDArray[np.float32]]) -> None: ...


class CachedEmbedder:
    """Another embedder's vectors, each made once: the same name, the same values.

    Args:
        embedder: makes what the shelf lacks.
        shelf: keeps vectors by the embedder's name and the hash of the text.
        observe: told how many of the texts to be embedded are done.
    """

    def __init__(
        self, embedder: Embedder, shelf: VectorShelf, observe: Callable[[int, int], None] = lambda *_: None
    ) -> None:
        self._embedder = embedder
        self._shelf = shelf
        self._observe = observe

    @property
    def wrapped(self) -> Embedder:
        """The embedder that makes the vectors, which may be able to do more."""
        return self._embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415

        keys = [text_hash(text) for text in texts]
        known = self._shelf.load(self.name, list(dict.fromkeys(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        done = 0
        for chunk in _chunks(list(missing)):
            made = dict(zip(chunk, self._embedder.embed_documents([missing[key] for key in chunk]), strict=True))
            self._shelf.save(self.name, made)
            known |= made
            done += len(chunk)
            self._observe(done, len(missing))
        if not keys:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([known[key] for key in keys])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        key = text_hash(_QUERY + text)
        vector = self._shelf.load(self.name, [key]).get(key)
        if vector is None:
            vector = self._embedder.embed_query(text)
            self._shelf.save(self.name, {key: vector})
        return vector


def _chunks(keys: Sequence[str]) -> Iterable[Sequence[str]]:
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))

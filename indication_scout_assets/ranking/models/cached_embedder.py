"""An embedder that embeds no text twice: for work that needs no database, evaluations and ranking of files.

What belongs here: looking up before embedding, in one SQLite file, a cache that may be deleted at any time. The
workspace's own vectors are in Postgres; its statements are in ``sql/``, these three are SQLite's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...domain.outcomes import PermanentFailure, TransientFailure
from ...domain.records.articles import text_hash
from .embedders import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 256
"""Texts embedded before their vectors are put away: an interrupted embedding goes on from there."""
FILE_NAME: Final = "vectors.sqlite"
_QUERY: Final = "query\0"
"""Before the text of a query: models may embed queries and documents differently."""
_PATIENCE: Final = 30.0
"""Seconds to wait for another process that writes."""
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS vectors (model TEXT, key TEXT, vector BLOB, PRIMARY KEY (model, key)) WITHOUT ROWID"
)


class CachedEmbedder:
    """Another embedder's vectors, each made once: the same name, the same values.

    Each look-up opens the file, works in one transaction and closes it, so processes may share it and none sees half
    of what another writes.

    Args:
        embedder: makes what the file lacks; it may be able to do more.
        folder: where the file is, or will be; it keeps vectors by the embedder's name and the hash of the text.
        observe: told how many of the texts to be embedded are done.
    """

    def __init__(self, embedder: Embedder, folder: Path, observe: Callable[[int, int], None] = lambda *_: None) -> None:
        self.wrapped = embedder
        self._folder = folder
        self._observe = observe

    @property
    def name(self) -> str:
        return self.wrapped.name

    @property
    def dimension(self) -> int:
        return self.wrapped.dimension

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See ``Embedder``.

        Raises:
            PermanentFailure: the file is damaged or cannot be opened.
            TransientFailure: another process has been writing for too long.
        """
        import numpy as np  # noqa: PLC0415

        keys = [text_hash(text) for text in texts]
        known = self._load(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        for start in range(0, len(missing), CHUNK):
            chunk = list(missing)[start : start + CHUNK]
            made = dict(zip(chunk, self.wrapped.embed_documents([missing[key] for key in chunk]), strict=True))
            self._save(made)
            known |= made
            self._observe(start + len(chunk), len(missing))
        if not keys:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([known[key] for key in keys])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        key = text_hash(_QUERY + text)
        known = self._load([key])
        if not known:
            known = {key: self.wrapped.embed_query(text)}
            self._save(known)
        return known[key]

    def _load(self, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Those of the vectors that are there."""
        import numpy as np  # noqa: PLC0415

        question = "SELECT key, vector FROM vectors WHERE model = ? AND key = ?"
        with self._opened() as connection:
            rows = (row for key in dict.fromkeys(keys) for row in connection.execute(question, (self.name, key)))
            return {key: np.frombuffer(vector, dtype=np.float32) for key, vector in rows}

    def _save(self, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        rows = [(self.name, key, vector.astype("float32").tobytes()) for key, vector in vectors.items()]
        with self._opened() as connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        path = self._folder / FILE_NAME
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, timeout=_PATIENCE)
            try:
                with connection:
                    connection.execute(_TABLE)
                    yield connection
            finally:
                connection.close()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise TransientFailure(f"Another process is writing to {path}; try again when it is done.") from error
            raise PermanentFailure(f"{path} cannot be opened ({error}); choose another folder with --cache.") from error
        except sqlite3.DatabaseError as error:
            raise PermanentFailure(f"{path} is damaged ({error}); delete it, it is only a cache.") from error
        except OSError as error:
            raise PermanentFailure(
                f"{self._folder} cannot be used ({error.strerror}); choose another folder with --cache."
            ) from error

"""Vectors in a file, for work that needs no database: evaluations and ranking of files.

What belongs here: keeping vectors by model and text in one SQLite file, a cache that may be deleted at any time. The
workspace's own vectors are in Postgres, see ``embeddings``; its statements are in ``sql/``, these three are SQLite's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...domain.outcomes import PermanentFailure, TransientFailure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE_NAME: Final = "vectors.sqlite"
_PATIENCE: Final = 30.0
"""Seconds to wait for another process that writes."""
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS vectors (model TEXT, key TEXT, vector BLOB, PRIMARY KEY (model, key)) WITHOUT ROWID"
)


class VectorFile:
    """Vectors of float32 by the name of their model and a key of their text.

    Each call opens the file, works in one transaction and closes it, so processes may share it and none sees half of
    what another writes.

    Args:
        folder: where the file is, or will be.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, model: str, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Those of the vectors that are there, by key.

        Raises:
            PermanentFailure: the file is damaged or cannot be opened.
            TransientFailure: another process has been writing for too long.
        """
        import numpy as np  # noqa: PLC0415

        with self._opened() as connection:
            vectors = {}
            for key in keys:
                row = connection.execute("SELECT vector FROM vectors WHERE model = ? AND key = ?", (model, key))
                if (held := row.fetchone()) is not None:
                    vectors[key] = np.frombuffer(held[0], dtype=np.float32)
            return vectors

    def save(self, model: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Keep vectors; those that are there already are replaced.

        Raises:
            PermanentFailure: the file is damaged or cannot be opened.
            TransientFailure: another process has been writing for too long.
        """
        rows = [(model, key, vector.astype("float32").tobytes()) for key, vector in vectors.items()]
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

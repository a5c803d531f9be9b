"""A folder of exchanges: one packed file for each, its first line a readable header and the rest the body.

What belongs here: this one layout, used by the cache of requests and by an unfinished recording. What counts as too
old is decided in ``exchanges``.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .entries import Exchange, Request, canonical_json, sha256, write_atomically


class ExchangeFolder:
    """Exchanges on disk. Every file appears by a rename, so two processes may write the same exchange at once.

    A damaged entry counts as missing: the source can be asked again.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, request: Request) -> Exchange | None:
        """The exchange if it is there and whole."""
        exchange = self._read(self._path(request.key))
        return exchange if exchange is not None and exchange.request == request else None

    def put(self, exchange: Exchange) -> None:
        """Write the exchange in place of one to the same request."""
        header = canonical_json(exchange.header()).encode()  # JSON in one line has no line break, nor have its strings
        # The time is left out of the compressed file, so equal exchanges are equal files.
        packed = gzip.compress(header + b"\n" + (exchange.body or b""), mtime=0)
        write_atomically(self._path(exchange.request.key), packed)

    def __iter__(self) -> Iterator[Exchange]:
        """All whole exchanges, in no meaningful order."""
        for path in sorted(self._directory.glob("requests/*/[!.]*")):
            exchange = self._read(path)
            if exchange is not None:
                yield exchange

    def aged(self, before: float) -> Iterator[Path]:
        """Files that were written before a moment (seconds since 1970), those of earlier layouts among them."""
        for path in self._directory.glob("*/*/[!.]*"):
            if path.stat().st_mtime < before:
                yield path

    def _read(self, path: Path) -> Exchange | None:
        try:
            line, _, body = gzip.decompress(path.read_bytes()).partition(b"\n")
            header: dict[str, Any] = json.loads(line)
            if header.get("absent"):
                return Exchange.from_header(header, None)
            return Exchange.from_header(header, body) if sha256(body) == header["sha256"] else None
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _path(self, key: str) -> Path:
        return self._directory / "requests" / key[:2] / f"{key}.gz"

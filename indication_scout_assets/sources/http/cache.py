"""A folder of exchanges: a readable header per request, bodies compressed and named by their hash.

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

_LATEST_HEADER = 3600.0
"""Seconds: no header is written so long after its body."""


class ExchangeFolder:
    """Exchanges on disk. Every file appears by a rename, so two processes may write the same exchange at once.

    A damaged entry counts as missing: the source can be asked again.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, request: Request) -> Exchange | None:
        """The exchange if it is there and whole."""
        exchange = self._read(self._header_path(request.key))
        return exchange if exchange is not None and exchange.request == request else None

    def put(self, exchange: Exchange) -> None:
        """Write the body first and its header last, so that a header always has its body."""
        if exchange.body is not None:
            # The time is left out of the compressed file, so equal bodies are equal files.
            write_atomically(self._body_path(sha256(exchange.body)), gzip.compress(exchange.body, mtime=0))
        write_atomically(self._header_path(exchange.request.key), canonical_json(exchange.header()).encode())

    def __iter__(self) -> Iterator[Exchange]:
        """All whole exchanges, in no meaningful order."""
        for path in sorted(self._directory.glob("requests/*/*.json")):
            exchange = self._read(path)
            if exchange is not None:
                yield exchange

    def aged(self, before: float) -> Iterator[Path]:
        """Files of exchanges written before a moment (seconds since 1970), and of no exchange written since.

        A body is written, or written again, just before its header: one that is older by an hour has no newer header.
        """
        for path in self._directory.glob("requests/*/*.json"):
            if path.stat().st_mtime < before:
                yield path
        for path in self._directory.glob("bodies/*/*.gz"):
            if path.stat().st_mtime < before - _LATEST_HEADER:
                yield path

    def _read(self, path: Path) -> Exchange | None:
        try:
            header: dict[str, Any] = json.loads(path.read_bytes())
            if header.get("absent"):
                return Exchange.from_header(header, None)
            body = gzip.decompress(self._body_path(header["sha256"]).read_bytes())
            return Exchange.from_header(header, body) if sha256(body) == header["sha256"] else None
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _header_path(self, key: str) -> Path:
        return self._directory / "requests" / key[:2] / f"{key}.json"

    def _body_path(self, digest: str) -> Path:
        return self._directory / "bodies" / digest[:2] / f"{digest}.gz"

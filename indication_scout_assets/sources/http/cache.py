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

    A damaged entry counts as missing: the source can be asked again. What earlier versions wrote, a header and a body
    in a file each, is read as well.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, request: Request) -> Exchange | None:
        """The exchange if it is there and whole."""
        path = self._path(request.key)
        exchange = self._read(path) or self._read(path.with_suffix(".json"))
        return exchange if exchange is not None and exchange.request == request else None

    def put(self, exchange: Exchange) -> None:
        """Write the exchange in place of one to the same request."""
        header = canonical_json(
            exchange.header()
        ).encode()  # JSON has no line break outside its strings, and none in them
        # The time is left out of the compressed file, so equal exchanges are equal files.
        packed = gzip.compress(header + b"\n" + (exchange.body or b""), mtime=0)
        write_atomically(self._path(exchange.request.key), packed)
        self._path(exchange.request.key).with_suffix(".json").unlink(missing_ok=True)

    def __iter__(self) -> Iterator[Exchange]:
        """All whole exchanges, in no meaningful order."""
        for path in sorted(self._directory.glob("requests/*/[!.]*")):
            exchange = self._read(path)
            if exchange is not None:
                yield exchange

    def aged(self, before: float) -> Iterator[Path]:
        """Files of exchanges that were written before a moment (seconds since 1970)."""
        for folder in ("requests", "bodies"):
            for path in self._directory.glob(f"{folder}/*/[!.]*"):
                if path.stat().st_mtime < before:
                    yield path

    def _read(self, path: Path) -> Exchange | None:
        try:
            if path.suffix == ".json":
                header: dict[str, Any] = json.loads(path.read_bytes())
                body = None if header.get("absent") else gzip.decompress(self._body_path(header["sha256"]).read_bytes())
            else:
                line, _, body = gzip.decompress(path.read_bytes()).partition(b"\n")
                header = json.loads(line)
            if header.get("absent"):
                return Exchange.from_header(header, None)
            return Exchange.from_header(header, body) if sha256(body or b"") == header["sha256"] else None
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _path(self, key: str) -> Path:
        return self._directory / "requests" / key[:2] / f"{key}.gz"

    def _body_path(self, digest: str) -> Path:
        """Where earlier versions kept a body."""
        return self._directory / "bodies" / digest[:2] / f"{digest}.gz"

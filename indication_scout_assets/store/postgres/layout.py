"""The embedded server's folder: the names on which its keeper and its users agree.

What belongs here: paths and constants. It imports nothing, so that both sides stay light.

The folder holds ``data`` (Postgres's own), ``socket`` (its Unix socket, unless the path is too long), ``log``, the two
locks, and ``failure``: why the last start failed.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

SUPERUSER = "postgres"
PORT = 5432

_SOCKET_PATH_BYTES = 100


class Layout:
    """Paths in the folder ``root``, which must be absolute."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data = root / "data"
        self.log = root / "log"
        self.failure = root / "failure"
        self.users_lock = root / "users.lock"
        """Shared by every process that uses the server; whoever holds it alone may stop the server."""
        self.keeper_lock = root / "keeper.lock"
        """Held by the one keeper."""

    @property
    def socket_dir(self) -> Path:
        """Inside the folder where the path is short enough for a Unix socket (about 107 bytes), else under /tmp."""
        inside = self.root / "socket"
        if len(os.fsencode(inside / f".s.PGSQL.{PORT}")) <= _SOCKET_PATH_BYTES:
            return inside
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return Path("/tmp") / f"scout-{digest}"  # noqa: S108  (a folder of our own, which the keeper checks)

"""The slots of every service's rate, in one table of a Postgres server for all its workspaces and hosts.

What belongs here: one connection, its rows and its locks. What a slot means is in ``sources.http.rate``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg

from ..sql_files import statement
from .connection import Connection, build_url, connect, parse_url, plain_errors
from .migrations import advisory_lock

_rates = partial(statement, "host_rates")
_NAME = "scout:host_rates"
GONE = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Our side notices a lost server within half a minute; ``sql/host_rates.sql`` asks the same of the server."""


class HostRates:
    """Rows and locks of all hosts' rates; threads take turns. The connection opens when it is first needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._held: set[tuple[str, int]] = set()

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        with self._lock, plain_errors(self._url):
            if self._connection is None or self._connection.closed:
                self._held.clear()  # they went with the connection that held them
                self._connection = _prepared(self._url)
            try:
                yield self._connection
            except psycopg.OperationalError:
                self._connection.close()
                raise

    @contextmanager
    def locked(self, host: str) -> Iterator[dict[str, Any]]:
        """``known`` of a host and ``moment``, the server's time, locked; a new ``known`` is stored on leaving.

        Raises:
            TransientFailure: the server cannot be reached.
        """
        with self._open() as connection, connection.transaction():
            row = dict(_rates("lock_host")(connection, host=host))
            yield row
            _rates("save_host")(connection, host=host, known=row["known"])

    def take_turn(self, host: str, most: int) -> int | None:
        """A number below ``most`` that no other process holds and that is now ours; ``None`` where there is none."""
        with self._open() as connection:
            for number in range(most):
                if (host, number) in self._held:
                    continue  # to the server a process is one holder, who may hold a lock twice
                if _rates("try_turn")(connection, name=_turn(host, number))["ours"]:
                    self._held.add((host, number))
                    return number
        return None

    def end_turn(self, host: str, number: int) -> None:
        """Give a turn back; one that was lost with its connection is given back already."""
        with self._open() as connection:
            if (host, number) in self._held:
                self._held.discard((host, number))
                _rates("end_turn")(connection, name=_turn(host, number))


def _turn(host: str, number: int) -> str:
    return f"{_NAME}:{host}:{number}"


def _prepared(url: str) -> Connection:
    """A connection to the server's table, which is made if it is not there."""
    connection = connect(build_url(GONE | parse_url(url)))
    try:
        if _rates("find_table")(connection) is None:
            with advisory_lock(connection, _NAME):
                _rates("make_schema")(connection)
                _rates("make_table")(connection)
        _rates("notice_lost_hosts")(connection)
    except BaseException:
        connection.close()
        raise
    return connection

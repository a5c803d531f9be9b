"""The process that starts the embedded server, keeps it while anybody uses it, and stops it afterwards.

Run by ``server`` as ``python -m indication_scout_assets.store.postgres.keepalive FOLDER``, with its lock already held
by a descriptor it inherits. It imports neither psycopg nor pydantic: it lives as long as the server and should be
small.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from .cluster import Cluster, ClusterError

POLL_SECONDS = 0.5
SHORT_LIFE = 10.0
"""Seconds of a life that is too short for another start to help."""
SHORT_LIVES = 3
"""So many of them in a row, and the server is not started once more."""


def keep(cluster: Cluster) -> None:
    """Start the server unless it runs, and again where it dies, until no process holds the users' lock; then stop it.

    Raises:
        ClusterError: it does not start, or dies again and again.
    """
    server, began, short_lives = cluster.server_pid() or cluster.start(), time.monotonic(), 0
    users = os.open(cluster.users_lock, os.O_RDWR | os.O_CREAT, 0o644)
    while True:
        time.sleep(POLL_SECONDS)
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass
        else:
            return cluster.stop(server)  # who comes now waits for the lock, and then finds no server
        if not cluster.is_server(server):
            short_lives = short_lives + 1 if time.monotonic() - began < SHORT_LIFE else 0
            if short_lives == SHORT_LIVES or not cluster.data.exists():
                raise ClusterError(f"The embedded database died {short_lives} times in a row; see {cluster.log}.")
            server, began = cluster.start(), time.monotonic()


def main(folder: str) -> int:
    """Keep the server of a folder; a failure is left as a sentence in the folder's file ``failure``."""
    cluster = Cluster(Path(folder))
    try:
        keep(cluster)
    except (ClusterError, OSError) as error:
        with suppress(OSError):  # on a full disk there is no room for a sentence either
            cluster.failure.write_text(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

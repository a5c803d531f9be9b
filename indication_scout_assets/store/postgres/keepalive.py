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
from pathlib import Path

from .cluster import Cluster, ClusterError

POLL_SECONDS = 0.5


def keep(cluster: Cluster) -> None:
    """Start the server unless it runs, wait until no process holds the users' lock or the server is gone, stop it."""
    server = cluster.server_pid() or cluster.start()
    users = os.open(cluster.users_lock, os.O_RDWR | os.O_CREAT, 0o644)
    while cluster.is_server(server):
        time.sleep(POLL_SECONDS)
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        cluster.stop(server)  # who comes now waits for the lock, and then finds no server


def main(folder: str) -> int:
    """Keep the server of a folder; a failure is left as a sentence in the folder's file ``failure``."""
    cluster = Cluster(Path(folder))
    try:
        keep(cluster)
    except ClusterError as error:
        cluster.failure.write_text(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

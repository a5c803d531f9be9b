"""What ``scout doctor`` looks at beside the settings: room on disk, clocks, installed versions, ways to the services.

What belongs here: looks at the machine and the network. Each gives a sentence, or raises one with its mend.
"""

from __future__ import annotations

import shutil
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, requires, version
from urllib.parse import urlsplit

import psycopg

from ...domain.outcomes import ScoutError
from ...domain.records.source_catalogue import services
from ...pipeline.resources.database_address import workspace_url
from ...settings import Settings
from ...store.postgres.connection import connect

LEAST_ROOM = 2 * 10**9
"""Bytes; a hundred drugs fill half of it."""
MOST_SKEW = 5.0
"""Seconds between this machine's clock and the database's: the ages of answers are told by one, rates by the other."""
PATIENCE = 5.0
"""Seconds for a connection."""
_PACKAGE = "indication-scout"


def disk(settings: Settings) -> str:
    """Room where state and reports are written."""
    rooms = {}
    for folder in (settings.state_dir, settings.reports_dir):
        there = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
        rooms[folder] = shutil.disk_usage(there).free
    folder, least = min(rooms.items(), key=lambda room: room[1])
    if least < LEAST_ROOM:
        raise ScoutError(
            f"{least / 1e9:.1f} GB are free at {folder.resolve()}, and {LEAST_ROOM / 1e9:g} should be; make room, or "
            "set SCOUT_STATE_DIR and SCOUT_REPORTS_DIR to a larger disk."
        )
    return f"{least / 1e9:,.0f} GB free at {folder.resolve()}"


def clock(settings: Settings) -> str:
    """This machine's clock against the database server's."""
    with connect(workspace_url(settings)) as connection:
        before = time.time()
        row = connection.execute("SELECT extract(EPOCH FROM clock_timestamp())::double precision AS now").fetchone()
        after = time.time()
    there = float(row["now"]) if row else 0.0
    skew = max(before - there, there - after, 0.0)
    if skew > MOST_SKEW:
        raise ScoutError(
            f"This machine's clock and the database's are {skew:.0f} seconds apart; let both be set by NTP, or answers "
            "age at the wrong time."
        )
    return f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC, within {max(skew, 0.1):.1f} s of the database's"


def versions(settings: Settings) -> str:
    """What is installed against what this version asks for exactly."""
    wrong = []
    for requirement in requires(_PACKAGE) or ():
        name, pinned, wanted = requirement.partition(";")[0].partition("==")
        if not pinned or "extra" in requirement:
            continue
        try:
            installed = version(name.strip())
        except PackageNotFoundError:
            installed = "not installed"
        if installed.partition("+")[0] != wanted.strip():
            wrong.append(f"{name.strip()} is {installed}, not {wanted.strip()}")
    if wrong:
        raise ScoutError(f"{'; '.join(wrong)}: install again with `pip install --constraint constraints.txt .`")
    return f"{_PACKAGE} {version(_PACKAGE)}, dagster {version('dagster')}, psycopg {psycopg.__version__}, as asked for"


def reach(settings: Settings) -> str:
    """Whether every service takes a connection; nothing is asked of it."""
    addresses = {service.name: settings.address(service) for service in services() if service.address}
    with ThreadPoolExecutor(max_workers=16) as pool:
        failures = dict(zip(addresses, pool.map(_why_not, addresses.values()), strict=True))
    unreached = [f"{name} ({why})" for name, why in failures.items() if why]
    if unreached:
        raise ScoutError(
            f"No connection to {', '.join(unreached)}; check the network, a proxy or firewall, and the addresses "
            "(SCOUT_…_URL), or name the sources in SCOUT_SOURCES_OFF."
        )
    return f"all {len(addresses)} services take a connection"


def _why_not(address: str) -> str:
    parts = urlsplit(address)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        with socket.create_connection((parts.hostname or "", port), timeout=PATIENCE):
            return ""
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error) or type(error).__name__

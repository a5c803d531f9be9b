"""What ``scout doctor`` looks at: the installation, the database, the settings. It asks no source and shows no key.

What belongs here: the order of what is looked at, what the settings say, and looks at the machine and the network. Each
gives a sentence, or raises one with its mend.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, requires, version
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg

from ...domain.outcomes import ScoutError
from ...domain.records.source_catalogue import services
from ...pipeline.resources.language_models import ready
from ...pipeline.resources.ranking_models import check as check_ranking
from ...pipeline.resources.ranking_models import cross_encoder_of, embedder_of
from ...pipeline.resources.source_bench import workspace_url
from ...pipeline.stages.evidence_reports import START_PAGE
from ...settings import Settings
from ...sources.http.snapshots import verify
from ...sources.literature.retraction_watch import RetractionWatch
from ...store.database import Database
from ...store.postgres.connection import connect, redact
from ...store.workspace import facts

LEAST_ROOM = 2 * 10**9
"""Bytes; a hundred drugs fill half of it."""
MOST_SKEW = 5.0
"""Seconds between this machine's clock and the database's: the ages of answers are told by one, rates by the other."""
PATIENCE = 5.0
"""Seconds for a connection."""
_PACKAGE = "indication-scout"
SHOWN = 4
"""Addresses of services that are listed; the first are those nothing goes without."""


class Diagnosis(NamedTuple):
    what: str
    ok: bool
    says: str


def examine(settings: Settings, *, reach: bool = False) -> list[Diagnosis]:
    """All findings, in the order in which a person would mend them; with ``reach`` the ways to the services, too."""
    looks: tuple[tuple[str, Callable[[Settings], str]], ...] = (
        ("Python", lambda settings: f"{sys.version.split()[0]} at {sys.executable}"),
        ("versions", versions),
        ("state folder", _state_folder),
        ("disk", disk),
        ("database", _database),
        ("clock", clock),
        ("embedding model", _embedder),
        ("cross-encoder", _cross_encoder),
        ("sources", _sources),
        ("Retraction Watch", _retraction_watch),
        ("language model", ready),
        ("keys", _keys),
        *((("reachability", reached),) if reach else ()),
    )
    findings = []
    for what, look in looks:
        try:
            findings.append(Diagnosis(what, True, look(settings)))
        except ScoutError as error:
            findings.append(Diagnosis(what, False, str(error)))
        except OSError as error:
            findings.append(Diagnosis(what, False, f"{error}; check the folder and its owner."))
    return findings


def _state_folder(settings: Settings) -> str:
    settings.workspace_dir.mkdir(parents=True, exist_ok=True)
    probe = settings.workspace_dir / f".probe-{os.getpid()}"
    probe.write_text("")
    probe.unlink()
    return (
        f"{settings.workspace_dir} can be written; reports go to {settings.report_dir}, the page over all drugs "
        f"is {START_PAGE} there, and `scout ui` serves them in the web application, at the port after its own"
    )


def _database(settings: Settings) -> str:
    url = workspace_url(settings)
    with Database.open(url, settings.workspace) as db:
        database, calls = facts(db, settings.workspace), db.model_calls.totals()
    rows = ", ".join(f"{database.tables[t].rows} {t}" for t in ("drugs", "articles", "embeddings", "reports"))
    kind = f"served at {redact(url)}" if settings.database_url else "embedded"
    return (
        f"{kind}, PostgreSQL {database.server_version}, pgvector {database.vector_version}, "
        f"schema {database.schema_version}, workspace {settings.workspace}: {rows}"
        + "".join(
            f"; {total.calls} calls{f' ({total.failed} failed)' if total.failed else ''} of {total.model} for "
            f"{total.purpose}, {total.cost:.2f} dollars"
            f"{f' and {total.cost_unknown} at an unknown price' if total.cost_unknown else ''}"
            for total in calls
        )
    )


def _embedder(settings: Settings) -> str:
    check_ranking(settings)
    if settings.embedder != "minilm":
        return f"{settings.embedder} (found, not tried here)"
    return f"{embedder_of(settings).name}, bundled"


def _cross_encoder(settings: Settings) -> str:
    chosen = cross_encoder_of(settings)
    return "none: articles are ranked without" if chosen is None else f"{chosen.name} (not tried here)"


def _sources(settings: Settings) -> str:
    if settings.snapshot is None:
        urls = [settings.address(service) for service in services()[:SHOWN]]
        return f"live: {', '.join(urls)} and more; `scout sources` shows how each last answered"
    snapshot = verify(settings.snapshot)
    if not snapshot.ok:
        raise ScoutError(f"The snapshot {settings.snapshot} is damaged: {snapshot.problems[0]}")
    return f"the snapshot {settings.snapshot} with {snapshot.exchanges} exchanges, every byte as recorded"


def _retraction_watch(settings: Settings) -> str:
    if settings.retraction_watch_csv is None:
        return "no file, and none needed: Crossref passes its data on; SCOUT_RETRACTION_WATCH_CSV names one"
    watch = RetractionWatch.open(settings.retraction_watch_csv)
    if watch.complaint:
        raise ScoutError(watch.complaint)
    return f"{settings.retraction_watch_csv} with {watch.rows} rows"


def _keys(settings: Settings) -> str:
    of_sources = {s.key.owner or s.name: settings.key(s) for s in services() if s.key is not None}
    keys: dict[str, object] = {
        **of_sources,
        "Anthropic": settings.anthropic_api_key,
        "OpenAI": settings.openai_api_key,
        "Voyage": settings.voyage_api_key,
    }
    missing = [name for name, key in keys.items() if not key]
    present = [name for name, key in keys.items() if key]
    return f"set: {', '.join(present) or 'none'}; not set, and not needed: {', '.join(missing) or 'none'}"


# ------------------------------------------------------------------------------------------------ the machine
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


def reached(settings: Settings) -> str:
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

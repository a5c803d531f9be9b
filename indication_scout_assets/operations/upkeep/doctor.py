"""What ``scout doctor`` looks at: the installation, the database, the settings. It asks no source and shows no key.

What belongs here: the order of what is looked at, and what the settings say. The machine is in ``machine_checks``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NamedTuple

from ...domain.model_calls import ModelCallTotal
from ...domain.outcomes import ScoutError
from ...domain.records.source_catalogue import services
from ...pipeline.resources.database_address import workspace_url
from ...pipeline.resources.language_models import ready
from ...pipeline.resources.ranking_models import check as check_ranking
from ...pipeline.resources.ranking_models import cross_encoder_of, embedder_of
from ...pipeline.stages.evidence_reports import START_PAGE
from ...settings import Settings
from ...sources.http.snapshots import verify
from ...sources.literature.retraction_watch import RetractionWatch
from ...store.database import Database
from ...store.postgres.connection import redact
from ...store.workspace import facts
from . import machine_checks

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
        ("versions", machine_checks.versions),
        ("state folder", _state_folder),
        ("disk", machine_checks.disk),
        ("database", _database),
        ("clock", machine_checks.clock),
        ("embedding model", _embedder),
        ("cross-encoder", _cross_encoder),
        ("sources", _sources),
        ("Retraction Watch", _retraction_watch),
        ("language model", ready),
        ("keys", _keys),
        *((("reachability", machine_checks.reach),) if reach else ()),
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
        + "".join(f"; {_calls_and_cost(total)}" for total in calls)
    )


def _calls_and_cost(total: ModelCallTotal) -> str:
    """Calls of one model for one purpose and what they cost."""
    failed = f" ({total.failed} failed)" if total.failed else ""
    unknown = f" and {total.cost_unknown} at an unknown price" if total.cost_unknown else ""
    return f"{total.calls} calls{failed} of {total.model} for {total.purpose}, {total.cost:.2f} dollars{unknown}"


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

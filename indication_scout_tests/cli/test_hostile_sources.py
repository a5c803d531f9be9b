"""A whole run against sources that send terminal escapes and turned-round writing, with a canary for every secret.

What belongs here: what must be nowhere after a run: not on the terminal, in files, in Dagster's storage or in tables.
What the client lets out of single requests is in ``sources.http.test_http_secrets``.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from indication_scout_assets.domain.records.source_catalogue import services
from indication_scout_assets.store.database import Database
from indication_scout_tests.wire.messages import Answer, Request, Source, plain
from indication_scout_tests.wire.server import start

from .command import FAILED, Scout

pytestmark = pytest.mark.slow
WORKSPACES = ("t_cli_hostile",)
WORKSPACE = ("-w", *WORKSPACES)
DRUG = "baricitinib"
ATTACK = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e"
FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\\u(?:00[01][0-8b-f]|00[89]|202[a-e]|206[6-9])", re.I
)
"""What no terminal may get, as it is or as JSON writes it."""
BINARY = {".docx", ".npy"}
CANARY = "canary0123456789"


class Hostile:
    """A source whose titles and texts begin with escapes; XML has no ESC and no BEL."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def answer(self, request: Request) -> Answer:
        if "refuse" in str(request.params):
            return plain(f"{ATTACK} this question is not taken", 400)
        answer = self._source.answer(request)
        if "json" in answer.content_type:
            return replace(answer, body=json.dumps(_attacked(json.loads(answer.body))).encode())
        if "xml" in answer.content_type:
            harm = re.sub("[\x00-\x1f]", "", ATTACK).encode()
            return replace(answer, body=re.sub(rb"(>)([A-Z][^<>]*? [^<>]{15,}<)", rb"\1" + harm + rb"\2", answer.body))
        return answer


def _attacked(value: Any) -> Any:
    """JSON with every longer text attacked."""
    if isinstance(value, dict):
        return {key: _attacked(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_attacked(part) for part in value]
    long = isinstance(value, str) and value.count(" ") > 2 and "://" not in value
    return value[:9] + ATTACK + value[9:] if long else value


@dataclass
class After:
    """What is left of the run, and the way to look at more."""

    scout: Scout
    printed: str
    folder: Path
    url: str

    def files(self) -> Iterator[tuple[Path, bytes]]:
        for path in self.folder.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                yield path, gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content

    def rows(self) -> Iterator[tuple[str, str]]:
        """Every row of the workspace's tables and of Dagster's storage, as text."""
        for database, schema in (("scout", WORKSPACES[0]), (f"dagster_{WORKSPACES[0]}", "public")):
            with psycopg.connect(re.sub(r"/\w+\?", f"/{database}?", self.url)) as connection:
                tables = connection.execute(
                    "SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,)
                ).fetchall()
                assert len(tables) > 10
                for (table,) in tables:
                    for (row,) in connection.execute(f'SELECT t::text FROM "{schema}"."{table}" t').fetchall():
                        yield f"{database}.{table}", row


def _secret_settings() -> dict[str, str]:
    names = [service.key.environment_name for service in services() if service.key]
    names += ["SCOUT_OPENAI_API_KEY", "SCOUT_VOYAGE_API_KEY", "SCOUT_WEB_TOKEN"]
    return {name: f"{CANARY}-{number}" for number, name in enumerate(names)}


@pytest.fixture(scope="module")
def after(scout: Scout, database_url: str) -> Iterator[After]:
    with start() as server:
        server._sources = {prefix: Hostile(source) for prefix, source in server._sources.items()}
        canaries = _secret_settings() | {
            "SCOUT_DATABASE_URL": database_url.replace("postgres@", f"postgres:{CANARY}-db@")
        }
        assert CANARY in canaries["SCOUT_DATABASE_URL"]
        # The keys of models are set, and none is to be asked.
        small = {"SCOUT_SYNTHESIZER": "extractive", "SCOUT_TRIED_KEPT": "2", "SCOUT_NEW_KEPT": "1"}
        attacked = Scout(scout.environment, server.settings() | canaries | small)
        run = attacked(*WORKSPACE, "run", DRUG)
        formats = ("md", "evidence-csv", "ris")  # HTML and JSON are files of the run
        reports = [attacked(*WORKSPACE, "report", DRUG, "--format", name) for name in formats]
        more = [attacked(*WORKSPACE, *verb) for verb in (("list",), ("sources",))]
        refused = attacked(*WORKSPACE, "search", "europepmc_cited", "refuse AND refuse", code=FAILED)
        assert "this question is not taken" in refused.stderr
        printed = "".join(result.stdout + result.stderr for result in (run, *reports, *more, refused))
        yield After(attacked, printed, Path(scout.environment["SCOUT_STATE_DIR"]).parent, database_url)


def test_no_escape_and_no_turned_writing_gets_anywhere(after: After):
    assert "owned" in after.printed, "the attack's harmless letters show that it came in"
    assert not FORBIDDEN.search(after.printed.replace("\r\n", ""))
    for path, content in after.files():
        if "exchanges" not in path.parts:  # what a source sent is kept as it was sent
            text = content.decode("utf-8", errors="ignore").replace("\r\n", "")
            assert path.suffix in BINARY or not FORBIDDEN.search(text), path
    for table, row in after.rows():
        assert not FORBIDDEN.search(row), (table, FORBIDDEN.search(row), row[:200])


def test_what_was_attacked_is_still_cited_word_for_word(after: After, database_url: str):
    with Database.open(database_url, WORKSPACES[0]) as db:
        stored = db.reports.load(DRUG)
    assert stored is not None
    report = stored.report
    statements = [s for part in report.candidates for s in (part.literature.statements if part.literature else ())]
    cited = [c for s in statements for c in s.citations if c.evidence_id in report.articles]
    assert len(cited) > 5
    assert any("owned" in citation.title for citation in cited)
    for citation in cited:
        assert citation.stands_on(report.articles[citation.evidence_id].document.texts[citation.field])


def test_no_secret_is_left_anywhere(after: After):
    assert CANARY not in after.printed
    for path, content in after.files():
        assert CANARY.encode() not in content, path
    for table, row in after.rows():
        assert CANARY not in row, table
    assert CANARY not in json.dumps(dict(os.environ))

"""A workspace that holds three papers on oats and two labels, and its application on a port of its own.

What belongs here: filling and serving. It asserts nothing.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from indication_scout_assets.operations.label_intake import add_labels
from indication_scout_assets.pipeline.library.library_index import make_vectors
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.web.serving import web_served
from indication_scout_tests.label_examples import ORMADINE, ormadine, velotrin, zipped
from indication_scout_tests.library_texts import take_in, write_texts

NEWER = "11110000-0000-4000-8000-000000000003"
"""A second label of ormadine."""


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Client:
    """Sends requests as they are, without the mending a browser would do."""

    address: str

    def __call__(
        self, path: str, method: str = "GET", body: Any = None, headers: dict[str, str] | None = None
    ) -> Reply:  # fmt: skip
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        sent = {"Content-Type": "application/json"} if isinstance(body, dict) else {}
        content = json.dumps(body).encode() if isinstance(body, dict) else body
        connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
        for name, value in {**sent, **(headers or {})}.items():
            connection.putheader(name, value)
        if content is not None:
            connection.putheader("Content-Length", str(len(content)))
        connection.endheaders(content)
        answer = connection.getresponse()
        reply = Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        connection.close()
        return reply

    def post(self, path: str, body: Any, **headers: str) -> Reply:
        return self(path, "POST", body, headers)

    def form(self, path: str, fields: str, **headers: str) -> Reply:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self(path, "POST", fields.encode(), kind | headers)


def settings_of(database_url: str, workspace: str, folder: Path, **more: Any) -> Settings:
    """Settings of a workspace of tests."""
    given: dict[str, Any] = {
        "database_url": database_url, "workspace": workspace, "state_dir": folder / "state",
        "reports_dir": folder / "reports", "web_rate": 10_000,
    }  # fmt: skip
    return Settings(**(given | more))


def fill(settings: Settings, folder: Path) -> None:
    """Take in the papers and the labels."""
    (folder / "jats").mkdir()
    write_texts(folder / "jats")
    with workbench(settings) as bench:
        take_in(bench, "oats", folder / "jats")
        make_vectors(bench.db.library, "oats", bench.embedder, lambda *_: None)
    newer = ormadine().replace(ORMADINE.encode(), NEWER.encode()).replace(b"12 hours", b"14 hours")
    for name, content, drug in (
        ("velotrin.zip", zipped(velotrin()), "velotrin"),
        ("ormadine.xml", ormadine(), "ormadine"),
        ("newer.xml", newer, "ormadine"),
    ):
        (folder / name).write_bytes(content)
        add_labels(settings, (str(folder / name),), drug, "", "")


@contextmanager
def served(settings: Settings, host: str = "127.0.0.1") -> Iterator[Client]:
    """The application at a free port."""
    with web_served(settings, host, 0) as address:
        yield Client(address)


def events_of(text: str) -> list[tuple[str, Any]]:
    """Server-sent events by name, in their order."""
    events = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if line and not line.startswith(":"))
        if lines:
            events.append((lines["event"], json.loads(lines["data"])))
    return events

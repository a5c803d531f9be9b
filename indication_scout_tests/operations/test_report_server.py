"""The reports over HTTP: the files of the folder, and nothing else."""

from __future__ import annotations

import http.client
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dagster as dg
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.runs import Subject, SubjectKind
from indication_scout_assets.operations import services
from indication_scout_assets.operations.report_server import serving
from indication_scout_assets.orchestration.stage_asset import metadata
from indication_scout_assets.pipeline.engine import Ended, StageEnd
from indication_scout_assets.pipeline.stages.evidence_reports import EVIDENCE_REPORTS
from indication_scout_assets.pipeline.workbench import DrugRun, Workbench
from indication_scout_assets.settings import Settings
from indication_scout_tests.store import values


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.html").write_text("secret")
    folder = tmp_path / "reports"
    (folder / "inner").mkdir(parents=True)
    (folder / "index.html").write_text("all drugs")
    (folder / "sildenafil.html").write_text("<p>β</p>", encoding="utf-8")
    (folder / "sildenafil.json").write_text("{}")
    (folder / "sildenafil.md").write_text("# <script>")
    (folder / ".hidden.html").write_text("hidden")
    (folder / "inner" / "x.html").write_text("inner")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "folder.html").mkdir()
    os.mkfifo(folder / "pipe.html")
    return folder


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with serving(folder, "127.0.0.1", 0) as address:
        yield address


def ask(address: str, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """The path as it is, without the mending a client would do."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.putrequest(method, path)
    connection.endheaders()
    answer = connection.getresponse()
    reply = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return reply


@pytest.mark.parametrize(
    ("path", "kind", "body"),
    [
        ("/", "text/html; charset=utf-8", b"all drugs"),
        ("/?q=asthma", "text/html; charset=utf-8", b"all drugs"),
        ("/sildenafil.html", "text/html; charset=utf-8", "<p>β</p>".encode()),
        ("/sildenafil.json", "application/json; charset=utf-8", b"{}"),
        ("/sildenafil.md", "text/plain; charset=utf-8", b"# <script>"),
    ],
)
def test_reports_are_served_with_their_kind_and_a_policy(address, path, kind, body):
    status, headers, content = ask(address, path)
    assert (status, headers["Content-Type"], content) == (200, kind, body)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["Content-Length"] == str(len(body))


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "//secret.html", "/inner/../../secret.html",
        "/inner/x.html", "/inner/", "/inner", "/link.html", "/folder.html", "/pipe.html", "/.hidden.html",
        "/nosuch.html", "/sildenafil.html%00", "/sildenafil.html/", "/SILDENAFIL.html", "/sildenafil.html%0a", "/index",
    ],
)  # fmt: skip
def test_nothing_else_is_served_or_listed(address, path):
    status, headers, body = ask(address, path)
    assert status == 404
    assert b"secret" not in body
    assert b"sildenafil" not in body
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_head_sends_no_body_and_nothing_can_be_written(address, folder):
    status, headers, body = ask(address, "/sildenafil.json", "HEAD")
    assert (status, headers["Content-Length"], body) == (200, "2", b"")
    for method in ("POST", "PUT", "DELETE"):
        assert ask(address, "/sildenafil.json", method)[0] == 501
    assert (folder / "sildenafil.json").read_text() == "{}"


def test_the_server_ends_with_its_block(folder):
    with serving(folder, "127.0.0.1", 0) as address:
        assert ask(address, "/")[0] == 200
    with pytest.raises(ConnectionRefusedError):
        ask(address, "/")
    assert "reports" not in {thread.name for thread in threading.enumerate()}


def test_a_folder_that_is_not_there_yet_is_served_when_it_is(tmp_path):
    with serving(tmp_path / "later", "127.0.0.1", 0) as address:
        assert ask(address, "/")[0] == 404
        (tmp_path / "later").mkdir()
        (tmp_path / "later" / "index.html").write_text("now")
        assert ask(address, "/")[2] == b"now"


def test_the_address_for_all_addresses_can_be_opened(folder):
    with serving(folder, "0.0.0.0", 0) as address:
        assert address.startswith("http://127.0.0.1:")
        assert ask(address, "/")[0] == 200


@pytest.mark.parametrize("port", ["taken", 65536])
def test_a_port_that_cannot_be_used_is_one_sentence(folder, port):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1] if port == "taken" else port
        with pytest.raises(PermanentFailure, match=rf"port {number} .* cannot be used \(.*\); .*\.$"):
            serving(folder, "127.0.0.1", number).__enter__()


# Beside the UI


@pytest.fixture
def opened(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """Environments Dagster was started with, without Dagster."""
    started: list[dict[str, str]] = []

    class Instance:
        def __enter__(self) -> Instance:
            return self

        def __exit__(self, *_: object) -> None: ...

        def add_dynamic_partitions(self, *_: object) -> None: ...

    monkeypatch.setattr(services, "prepare_home", lambda settings: {})
    monkeypatch.setattr(services, "open_instance", lambda environment: Instance())
    monkeypatch.setattr(services, "workbench", lambda settings: _entered(bench))

    def dagster(*_: str, environment: dict[str, str]) -> None:
        status = ask(environment["SCOUT_REPORTS_URL"], "/")[0] if environment["SCOUT_REPORTS_URL"] else 0
        started.append(environment | {"answer": str(status)})

    monkeypatch.setattr(services, "_dagster", dagster)
    return started


class _entered:  # noqa: N801 - a context manager used as a function
    def __init__(self, bench: Workbench) -> None:
        self.bench = bench

    def __enter__(self) -> Workbench:
        return self.bench

    def __exit__(self, *_: object) -> None: ...


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_the_ui_runs_beside_the_reports_and_knows_where_they_are(bench, opened):
    bench.settings.report_dir.mkdir(parents=True)
    (bench.settings.report_dir / "index.html").write_text("all")
    port = free_port()
    sentences: list[str] = []
    services.serve_ui(bench.settings, "127.0.0.1", port - 1, sentences.append)
    assert opened == [{"SCOUT_REPORTS_URL": f"http://127.0.0.1:{port}/", "answer": "200"}]
    assert sentences == [f"Reports, and the page over all drugs: http://127.0.0.1:{port}/"]


def test_the_ui_runs_where_the_next_port_is_taken(bench, opened):
    sentences: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        services.serve_ui(bench.settings, "127.0.0.1", taken.getsockname()[1] - 1, sentences.append)
    assert opened == [{"SCOUT_REPORTS_URL": "", "answer": "0"}]
    (sentence,) = sentences
    assert sentence.startswith("The reports are not served, because port ")


def links(bench: Workbench, **settings: Any) -> dict[str, Any]:
    chosen = Workbench(Settings(**settings), bench.db, bench.exchanges)
    links = EVIDENCE_REPORTS.links(DrugRun(chosen, None, "sildenafil"))  # type: ignore[arg-type]
    end = StageEnd(
        Subject(SubjectKind.DRUG, "sildenafil"),
        "evidence_reports",
        Ended.UNCHANGED,
        values.stage_run(),
        0.1,
        links=links,
    )
    return {name: value for name, value in metadata(end).items() if isinstance(value, dg.UrlMetadataValue)}


def test_the_metadata_leads_to_the_report_and_to_the_start_page(bench):
    targets = links(bench, reports_url="http://127.0.0.1:3001/")
    assert {name: value.url for name, value in targets.items()} == {
        "open the report": "http://127.0.0.1:3001/sildenafil.html",
        "open the page over all drugs": "http://127.0.0.1:3001/index.html",
    }
    assert links(bench) == {}


def test_where_the_reports_are_served_does_not_change_what_was_fetched(bench):
    elsewhere = Workbench(Settings(reports_url="http://x/"), bench.db, bench.exchanges)
    assert elsewhere.origin == Workbench(Settings(), bench.db, bench.exchanges).origin

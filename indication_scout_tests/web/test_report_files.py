"""The reports over HTTP: those that are stored, and nothing else; and the server they come from."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.domain.base import fingerprint
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.runs import Subject, SubjectKind
from indication_scout_assets.operations.upkeep import services
from indication_scout_assets.orchestration.stage_events import metadata
from indication_scout_assets.pipeline.engine import Ended, StageOutcome
from indication_scout_assets.pipeline.resources.workbench import DrugRun, Workbench
from indication_scout_assets.pipeline.stages.evidence_reports import EVIDENCE_REPORTS
from indication_scout_assets.reports.exports.report_exports import render_json
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.settings import Settings
from indication_scout_assets.web.serving import web_served
from indication_scout_tests import ROOT
from indication_scout_tests.ports import free_ports
from indication_scout_tests.reports.sample import sample_report, withdrawn_report
from indication_scout_tests.store import values
from indication_scout_tests.web.workspaces import Client, served, settings_of

REPORT = sample_report()


def store(db: Any, name: str, report: EvidenceReport = REPORT) -> None:
    """A drug with its report, as a run on any host leaves it."""
    db.drugs.add(name, name)
    db.reports.save(name, fingerprint(report), report, "/on/another/host.html")


@pytest.fixture
def chosen(database_url: str, db: Any, workspace: str, tmp_path: Path) -> Settings:
    """Settings of a workspace with a report, and with files beside it that are none of the server's business."""
    made = settings_of(database_url, workspace, tmp_path)
    store(db, "sildenafil")
    folder = made.report_dir
    (folder / "inner").mkdir(parents=True)
    (folder.parent / "secret.html").write_text("secret")
    (folder / "secret.html").write_text("secret")
    (folder / "link.html").symlink_to(folder.parent / "secret.html")
    return made


@pytest.fixture
def client(chosen: Settings) -> Iterator[Client]:
    with served(chosen) as opened:
        yield opened


@pytest.mark.parametrize(
    ("kind", "media", "render"),
    [
        ("html", "text/html; charset=utf-8", partial(render_html, served=True)),
        ("md", "text/plain; charset=utf-8", render_markdown),
        ("json", "application/json; charset=utf-8", render_json),
    ],
)
def test_reports_are_served_as_they_are_stored_whichever_host_made_them(
    client: Client, kind: str, media: str, render: Any
) -> None:
    body = render(REPORT).encode()
    for path in (f"/sildenafil.{kind}", f"/sildenafil.{kind}?q=asthma"):
        reply = client(path)
        assert (reply.status, reply.headers["content-type"], reply.body) == (200, media, body)
        assert reply.headers["content-security-policy"].startswith("default-src 'none'")
        assert reply.headers["content-length"] == str(len(body))


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "//secret.html", "/inner/../../secret.html",
        "/inner/x.html", "/inner/", "/inner", "/link.html", "/secret.html", "/.hidden.html",
        "/nosuch.html", "/sildenafil.html%00", "/sildenafil.html/", "/SILDENAFIL.html", "/sildenafil.html%0a", "/index",
        "/static/../report.css", "/static/nosuch", "/labels/x/pictures/../../../secret.html",
    ],
)  # fmt: skip
def test_nothing_else_is_served_or_listed(client: Client, path: str) -> None:
    reply = client(path)
    assert reply.status == 404
    assert b"secret" not in reply.body
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_report_that_has_not_changed_is_not_sent_again(client: Client, db: Any) -> None:
    tag = client("/sildenafil.html").headers["etag"]
    again = client("/sildenafil.html", headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")
    store(db, "sildenafil", changed := withdrawn_report())
    assert client("/sildenafil.html", headers={"If-None-Match": tag}).body == render_html(changed, served=True).encode()


def test_what_is_large_is_sent_packed(client: Client) -> None:
    reply = client("/sildenafil.json", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert gzip.decompress(reply.body) == render_json(REPORT).encode()
    assert len(reply.body) < len(render_json(REPORT)) / 2


def test_head_sends_no_body_and_nothing_can_be_written(client: Client, db: Any) -> None:
    head = client("/sildenafil.json", "HEAD")
    assert (head.status, head.headers["content-length"], head.body) == (
        200,
        str(len(render_json(REPORT).encode())),
        b"",
    )
    for method in ("POST", "PUT", "DELETE"):
        assert client("/sildenafil.json", method).status == 405
    assert db.reports.load("sildenafil").report == REPORT


def test_the_start_page_is_of_now(client: Client) -> None:
    page = client("/").text
    assert "sildenafil" in page.lower()
    assert 'href="/ask"' in page
    assert client("/index.html").text == page
    assert client("/index-2.html").status == 404
    tag = client("/").headers["etag"]
    assert client("/", headers={"If-None-Match": tag}).status == 304


def test_the_server_ends_with_its_block(chosen: Settings) -> None:
    with served(chosen) as client:
        assert client("/healthz").status == 200
    with pytest.raises(ConnectionRefusedError):
        client("/healthz")
    assert "web" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("port", ["taken", 65536])
def test_a_port_that_cannot_be_used_is_one_sentence(chosen: Settings, port: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1] if port == "taken" else port
        with pytest.raises(PermanentFailure, match=rf"port {number} .* cannot be used \(.*\): .*--port.*\.$"):
            web_served(chosen, "127.0.0.1", number).__enter__()


# Beside the UI


def test_the_ui_is_told_where_the_reports_are(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []

    class Entered:
        def __init__(self, value: Any) -> None:
            self.value = value

        def __enter__(self) -> Any:
            return self.value

        def __exit__(self, *_: object) -> None: ...

        def add_dynamic_partitions(self, *_: object) -> None: ...

    monkeypatch.setattr(services, "prepare_home", lambda settings: {"HOME": "there"})
    monkeypatch.setattr(services, "open_instance", lambda environment: Entered(Entered(None)))
    monkeypatch.setattr(services, "workbench", lambda settings: Entered(bench))
    monkeypatch.setattr(services, "keep_running", lambda children, environment: started.append(environment))
    bench.settings.dagster_home.mkdir(parents=True)
    services.serve_ui(bench.settings, "127.0.0.1", 3000, "http://127.0.0.1:3001/")
    services.serve_ui(bench.settings, "127.0.0.1", 3000)
    assert [environment["SCOUT_REPORTS_URL"] for environment in started] == ["http://127.0.0.1:3001/", ""]


@pytest.mark.parametrize("taken", [True, False])
def test_the_ui_starts_whether_or_not_the_next_port_is_free(
    chosen: Settings, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    started: list[tuple[str, int]] = []

    def serve_ui(settings: Settings, host: str, port: int, web: str) -> None:
        started.append((web, Client(web)("/healthz").status if web else 0))

    monkeypatch.setattr(services, "serve_ui", serve_ui)
    monkeypatch.setattr(commands, "settings_of_environment", lambda: chosen)
    port = free_ports(2) + 1
    with socket.create_server(("127.0.0.1", port)) as listener:
        if not taken:
            listener.close()
        result = CliRunner().invoke(commands.ui, ["--port", str(port - 1)])
    assert result.exit_code == 0, result.output
    if taken:
        assert started == [("", 0)]
        assert f"not served, because port {port} of 127.0.0.1 cannot be used" in result.output
    else:
        assert started == [(f"http://127.0.0.1:{port}/", 200)]
        assert f"http://127.0.0.1:{port}/" in result.output


def test_the_application_alone_says_where_it_is_or_why_not(
    chosen: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(commands, "settings_of_environment", lambda: chosen)
    result = CliRunner().invoke(commands.serve, ["web", "--host", "0.0.0.0"])
    assert result.exit_code == 1
    assert "set SCOUT_WEB_TOKEN" in result.output


def test_the_application_alone_is_where_the_ui_has_it_and_readme_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(commands, "settings_of_environment", Settings)
    monkeypatch.setattr("indication_scout_assets.web.serving.serve_web", lambda _, host, port, say: asked.append(port))
    assert CliRunner().invoke(commands.serve, ["web"]).exit_code == 0
    assert CliRunner().invoke(commands.serve, ["web", "--port", "4567"]).exit_code == 0
    assert asked == [commands.WEB_PORT, 4567]
    assert commands.WEB_PORT == commands.UI_PORT + 1 == 3001
    for page in ("README.md", "docs/web.md"):
        text = (ROOT / page).read_text("utf-8")
        assert f"http://127.0.0.1:{commands.WEB_PORT}" in text
    assert "web application" in CliRunner().invoke(commands.ui, ["--help"]).output


def links(bench: Workbench, **settings: Any) -> dict[str, Any]:
    chosen = Workbench(Settings(**settings), bench.db, bench.exchanges)
    links = EVIDENCE_REPORTS.links(DrugRun(chosen, None, "sildenafil"))  # type: ignore[arg-type]
    end = StageOutcome(
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

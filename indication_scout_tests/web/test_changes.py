"""Changes of reports: kept by runs, shown on the page and by the shell, marked as seen, sent once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
from lxml import etree
from pydantic import SecretStr

from indication_scout_assets.domain.findings.report import ChangeKind, NotedChange
from indication_scout_assets.orchestration.failure_notices import send_digest
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.orchestration.test_failure_notices import mail_server, webhook
from indication_scout_tests.store import values
from indication_scout_tests.store.values import SLUG
from indication_scout_tests.web.workspaces import Client, served, settings_of

NOW = datetime(2026, 11, 2, 8, 30, tzinfo=UTC)


def change(number: int, drug: str = SLUG) -> NotedChange:
    return NotedChange(
        id=f"{number:024d}", drug=drug, kind=ChangeKind.STUDY, record=str(number), diseases=("gout",),
        sentence=f"A study is new: Number {number} <b>.", noted_at=NOW,
        address=f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
    )  # fmt: skip


@pytest.fixture
def settings(database_url: str, workspace: str, tmp_path: Path) -> Settings:
    return settings_of(database_url, workspace, tmp_path)


@pytest.fixture
def held(db: Database) -> Database:
    """A workspace with two drugs and three changes."""
    for slug in (SLUG, "velotrin"):
        db.drugs.add(slug, slug)
    db.drugs.save(values.profile())
    db.reports.note([change(1), change(2), change(3, "velotrin")])
    return db


@pytest.fixture
def client(settings: Settings, held: Database) -> Iterator[Client]:
    with served(settings) as opened:
        yield opened


def test_a_change_is_kept_once_and_as_it_was_first_noted(held: Database) -> None:
    held.reports.note([change(1).model_copy(update={"noted_at": datetime(2027, 1, 1, tzinfo=UTC)})])
    assert {c.noted_at for c in held.reports.changes()} == {NOW}
    assert [c.id for c in held.reports.changes(SLUG)] == [change(1).id, change(2).id]
    assert held.reports.changes(since=datetime(2026, 11, 30, tzinfo=UTC)) == []


def test_the_page_lists_changes_until_they_are_marked_as_seen(client: Client, held: Database) -> None:
    page = client("/changes").text
    assert all(f"Number {number} &lt;b&gt;." in page for number in (1, 2, 3))
    assert 'type="application/atom+xml"' in page
    assert "Number 3" not in client(f"/changes?drug={SLUG}").text
    assert client.form("/changes/seen", urlencode({"drug": SLUG})).status == 303
    unseen = client("/changes?new=1").text
    assert "Number 3" in unseen
    assert "Number 1" not in unseen
    assert "Number 1" in client("/changes").text
    held.reports.note([change(4).model_copy(update={"noted_at": datetime.now(UTC)})])
    assert "Number 4" in client(f"/changes?new=1&drug={SLUG}").text
    assert "Nothing has changed" in client("/changes?drug=nosuchdrug").text


def test_the_feeds_are_of_a_drug_or_of_all(client: Client) -> None:
    atom = client(f"/changes.atom?drug={SLUG}")
    assert atom.headers["content-type"].startswith("application/atom+xml")
    assert len(list(etree.fromstring(atom.body).iter("{http://www.w3.org/2005/Atom}entry"))) == 2
    assert len(client("/changes.json").json["items"]) == 3
    assert client("/changes.json").json["feed_url"].endswith("/changes.json")


def test_a_digest_is_sent_once_for_each_drug_and_again_only_where_it_failed(
    settings: Settings, held: Database, tmp_path: Path
) -> None:
    def bench(**more: object) -> Workbench:
        return Workbench(settings.model_copy(update=more), held, ExchangeStore.cache(tmp_path))

    assert send_digest(bench()) == []
    posted: list[tuple[str, str | None, object]] = []
    with webhook(500, posted) as port:
        address = SecretStr(f"http://127.0.0.1:{port}/hunter2")
        failures = send_digest(bench(digest_webhook=address))
    assert len(failures) == 2
    assert "check SCOUT_DIGEST_WEBHOOK" in failures[0]
    assert "hunter2" not in " ".join(failures)
    lines: list[str] = []
    with mail_server(lines) as port:
        mail = {"digest_mail": "ann@example.org", "smtp_url": SecretStr(f"smtp://127.0.0.1:{port}")}
        assert send_digest(bench(**mail)) == []
        sent = "\n".join(lines)
        assert sent.count("rcpt TO:<ann@example.org>") == 2
        assert "what changed" in sent
        assert all(f"Number {number}" in sent for number in (1, 2, 3))
        lines.clear()
        assert send_digest(bench(**mail)) == []
        assert lines == []
    assert json.dumps([c.id for c in held.reports.changes(unsent=True)]) == "[]"

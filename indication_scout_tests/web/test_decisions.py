"""Decisions of readers: kept with their reason, shown beside the candidate, taken back; nothing else changes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, WrongArgument
from indication_scout_assets.operations import deciding
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.database import Database
from indication_scout_tests.store import values
from indication_scout_tests.store.values import PH, SLUG
from indication_scout_tests.web.workspaces import Client, Reply, served, settings_of

NAME = "pulmonary hypertension"


@pytest.fixture
def settings(database_url: str, workspace: str, tmp_path: Path) -> Settings:
    return settings_of(database_url, workspace, tmp_path)


@pytest.fixture
def held(db: Database) -> Database:
    """A workspace with one drug that was run."""
    db.drugs.add(SLUG, SLUG)
    db.drugs.save(values.profile())
    db.candidates.replace(SLUG, [values.candidate(name=NAME)])
    db.reports.save(SLUG, "f", values.report(), "x.html")
    return db


@pytest.fixture
def client(settings: Settings, held: Database) -> Iterator[Client]:
    with served(settings) as opened:
        yield opened


def posted(client: Client, path: str, **fields: str) -> Reply:
    return client.form(path, urlencode(fields))


def test_a_decision_is_kept_changed_shown_and_taken_back(client: Client, held: Database) -> None:
    before = client(f"/{SLUG}.json").body
    made = posted(client, "/decisions", drug=SLUG, disease=NAME, verdict="poor", reason="too <b>few", by="AB")
    assert (made.status, made.headers["location"]) == (303, "/decisions")
    assert posted(client, "/decisions", drug=SLUG, disease=NAME, verdict="promising", reason="=1+1").status == 303
    [decision] = held.decisions.load(SLUG)
    assert (decision.disease_id, decision.verdict, decision.reason, decision.record) == (PH, "promising", "=1+1", "")
    assert "promising" in client("/decisions").text
    report = client(f"/{SLUG}.html").text
    assert "<strong>Decision:</strong> promising. =1+1" in report
    [row] = csv.DictReader(io.StringIO(client("/decisions.csv").text))
    assert (row["disease"], row["reason"]) == (NAME, "'=1+1")
    assert client(f"/{SLUG}.json").body == before, "a decision changes no report"
    assert posted(client, "/decisions/remove", drug=SLUG, disease=PH, record="").status == 303
    assert held.decisions.load() == []
    assert "<strong>Decision" not in client(f"/{SLUG}.html").text


def test_what_is_typed_is_escaped_and_stays_where_it_cannot_be_kept(client: Client, held: Database) -> None:
    page = posted(client, "/decisions", drug=SLUG, disease="gout", verdict="poor", reason="<script>")
    assert page.status == 422
    assert "is no candidate of sildenafil" in page.text
    assert "&lt;script&gt;" in page.text
    assert "<script>" not in page.text.partition("<main")[2]
    assert held.decisions.load() == []


def test_a_decision_outlives_the_next_run(settings: Settings, held: Database) -> None:
    deciding.decide(settings, held, SLUG, NAME, "irrelevant")
    held.candidates.replace(SLUG, [])
    assert [d.verdict for d in held.decisions.load()] == ["irrelevant"]
    deciding.withdraw(settings, held, SLUG, NAME)
    assert held.decisions.load() == []


def test_wrong_decisions_are_refused_in_a_sentence(settings: Settings, held: Database) -> None:
    with pytest.raises(WrongArgument, match="'good' is no verdict; say promising, poor, wrong, irrelevant"):
        deciding.decide(settings, held, SLUG, NAME, "good")
    with pytest.raises(WrongArgument, match="up to 2,000 characters"):
        deciding.decide(settings, held, SLUG, NAME, "poor", reason="x" * 2001)
    with pytest.raises(PermanentFailure, match="'123' is no record of sildenafil in pulmonary hypertension"):
        deciding.decide(settings, held, SLUG, NAME, "poor", record="123")
    with pytest.raises(PermanentFailure, match="no decision on pulmonary hypertension"):
        deciding.withdraw(settings, held, SLUG, NAME)


def test_the_csv_has_the_fields_of_the_json(settings: Settings, held: Database) -> None:
    made = deciding.decide(settings, held, SLUG, NAME, "poor", reason="why")
    [row] = csv.DictReader(io.StringIO(deciding.decisions_csv([made])))
    assert row == {key: str(value) for key, value in json.loads(made.model_dump_json()).items()}

"""What is answered from: as it is now, one answer at a time, and whole again after the database was away."""

from __future__ import annotations

import threading
from pathlib import Path

import psycopg
import pytest

from indication_scout_assets.domain.outcomes import TransientFailure, WrongArgument
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.web import desks
from indication_scout_assets.web.desks import ClientDisconnected, SessionPool
from indication_scout_tests.library_texts import JATS, QUESTION, take_in
from indication_scout_tests.web.workspaces import Client


def test_a_paper_that_comes_later_answers(
    site: Client, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = {"question": "What is the effect of oat bran compared with wheat bran on bowel habit?"}
    assert site.post("/v1/ask", question).json["refusal"]
    text = {
        "number": 301, "journal": "Oats Today", "title": "Oat bran against wheat bran and the bowel habit",
        "year": 2022, "methods": "Volunteers ate oat bran or wheat bran.",
        "results": "Bowel habit was significantly better with oat bran than with wheat bran (p = 0.02).",
    }  # fmt: skip
    (tmp_path / "301.xml").write_text(JATS.format(**text), encoding="utf-8")
    with workbench(settings) as bench:
        take_in(bench, "oats", tmp_path)
    monkeypatch.setattr(desks, "STATE_AGE", -1.0)
    answer = site.post("/v1/ask", question).json
    assert answer["refusal"] is None
    assert {citation["pmcid"] for s in answer["sentences"] for citation in s["citations"]} == {"PMC301"}


def test_too_many_at_once_are_asked_to_come_again(site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MOST_UNDER_WAY", 0)
    reply = site.post("/v1/ask", {"question": QUESTION})
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert "ask again in a few seconds" in reply.json["error"]
    monkeypatch.undo()
    assert site.post("/v1/ask", {"question": QUESTION}).status == 200


def test_a_lost_connection_is_made_anew(settings: Settings) -> None:
    assert settings.database_url is not None
    open_desks = SessionPool(settings)
    with open_desks.answering("oats") as desk:
        assert not desk.answer(QUESTION).refused
    own = open_desks._collections["oats"].bench
    assert own is not None
    for db in (open_desks.db, own.db):
        with db.transaction() as connection:
            lost = connection.info.backend_pid
        with psycopg.connect(settings.database_url.get_secret_value(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", (lost,))
        with pytest.raises(TransientFailure):
            db.conversations.list()
    with open_desks.answering("oats") as desk:
        assert not desk.answer(QUESTION, conversation="after").refused
    assert open_desks.db.conversations.remove("after")
    open_desks.close()


def test_one_desk_gives_one_answer_at_a_time_and_who_has_left_waits_no_longer(settings: Settings) -> None:
    open_desks = SessionPool(settings)
    left = threading.Event()
    gave_up: list[bool] = []

    def wait() -> None:
        try:
            with open_desks.answering("oats", left.is_set):
                gave_up.append(False)
        except ClientDisconnected:
            gave_up.append(True)

    with open_desks.answering("oats"):
        waiting = threading.Thread(target=wait)
        waiting.start()
        left.set()
        waiting.join(10)
    assert gave_up == [True]
    with pytest.raises(WrongArgument, match="no collection 'rye'"), open_desks.answering("rye"):
        pass
    open_desks.close()


def test_an_empty_workspace_answers_from_labels_or_says_what_is_missing(
    database_url: str, workspace: str, tmp_path: Path, cheap: None
) -> None:
    chosen = Settings(database_url=database_url, workspace=workspace, state_dir=tmp_path)
    open_desks = SessionPool(chosen)
    with open_desks.answering() as desk, pytest.raises(WrongArgument, match="no collection yet"):
        desk.papers_for("")
    open_desks.close()


def test_a_database_that_is_away_is_a_fault_that_may_pass(tmp_path: Path) -> None:
    away = Settings(database_url="postgresql://nobody@127.0.0.1:1/none", state_dir=tmp_path)
    with pytest.raises(TransientFailure):
        _ = SessionPool(away).db

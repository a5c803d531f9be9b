"""Conversations: a turn is whole or not there, a number belongs to one paper for ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from indication_scout_assets.domain.model_calls import Message
from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_assets.store.database import Database
from indication_scout_tests.library_texts import answer_to, refused


def answer(question: str) -> Answer:
    exchange = (Message.user("asked"), Message.assistant("answered"))
    return answer_to(question, standalone_question=f"{question}!", refusal=refused(), exchange=exchange)


def test_turns_follow_each_other_and_papers_keep_their_numbers(db: Database) -> None:
    with db.conversations.turn("talk") as turn:
        assert turn.number == 1
        assert [turn.number_of(paper) for paper in ("PMC1", "PMC2", "PMC1")] == [1, 2, 1]
        turn.save(answer("first"))
    with db.conversations.turn("talk") as turn:
        assert turn.number == 2
        assert [turn.number_of(paper) for paper in ("PMC3", "PMC2")] == [3, 2]
        turn.save(answer("second"))
    assert db.conversations.turns("talk") == (answer("first"), answer("second")), "with what a model was sent"
    assert [(row["id"], row["turns"], row["title"]) for row in db.conversations.list()] == [("talk", 2, "first")]


def test_a_turn_that_is_interrupted_leaves_nothing(db: Database) -> None:
    with pytest.raises(KeyboardInterrupt):
        _interrupted(db)
    assert db.conversations.turns("talk") == ()
    assert db.conversations.list() == []


def _interrupted(db: Database) -> None:
    with db.conversations.turn("talk") as turn:
        turn.number_of("PMC1")
        turn.save(answer("first"))
        raise KeyboardInterrupt


def test_turns_taken_back_leave_the_numbers(db: Database) -> None:
    for paper in ("PMC1", "PMC2"):
        with db.conversations.turn("talk") as turn:
            turn.number_of(paper)
            turn.save(answer(paper))
    assert db.conversations.roll_back("talk", 1) == 1
    with db.conversations.turn("talk") as turn:
        assert turn.number == 2
        assert [turn.number_of(paper) for paper in ("PMC3", "PMC2")] == [3, 2]


def test_a_conversation_can_be_removed(db: Database) -> None:
    with db.conversations.turn("talk") as turn:
        turn.save(answer("first"))
    assert db.conversations.remove("talk")
    assert not db.conversations.remove("talk")


def test_only_what_nobody_has_used_for_so_long_expires(db: Database) -> None:
    for name in ("old", "new"):
        with db.conversations.turn(name) as turn:
            turn.save(answer(name))
    with db.transaction() as connection:
        connection.execute("UPDATE conversations SET updated_at = now() - interval '91 days' WHERE id = 'old'")
    assert db.conversations.expire(datetime.now(UTC) - timedelta(days=90)) == 1
    assert [row["id"] for row in db.conversations.list()] == ["new"]

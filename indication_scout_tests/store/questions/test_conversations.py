"""Conversations: a turn is whole or not there, a number belongs to one paper for ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from indication_scout_assets.domain.questions.question_answering import LibraryAnswer
from indication_scout_assets.store.database import Database


def answer(question: str) -> LibraryAnswer:
    return LibraryAnswer(question=question, standalone_question=f"{question}!", answer="", refused=True)


def test_turns_follow_each_other_and_papers_keep_their_numbers(db: Database) -> None:
    with db.conversations.turn("talk") as turn:
        assert turn.number == 1
        assert [turn.number_of(paper) for paper in ("PMC1", "PMC2", "PMC1")] == [1, 2, 1]
        turn.save(answer("first"))
    with db.conversations.turn("talk") as turn:
        assert turn.number == 2
        assert [turn.number_of(paper) for paper in ("PMC3", "PMC2")] == [3, 2]
        turn.save(answer("second"))
    assert [stored.question for stored in db.conversations.turns("talk")] == ["first", "second"]
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

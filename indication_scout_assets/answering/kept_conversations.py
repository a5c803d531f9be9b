"""Conversations that are kept: read, exported, removed.

What belongs here: what is done with turns once they are stored. How a turn comes about is in ``answering_desk``.
"""

from __future__ import annotations

import json

from ..domain.outcomes import PermanentFailure
from ..domain.questions.answers import Answer
from ..store.database import Database


def conversation_turns(db: Database, conversation: str) -> list[Answer]:
    """The turns of a conversation.

    Raises:
        PermanentFailure: there is none of this name.
    """
    turns = db.conversations.turns(conversation)
    if not turns:
        raise _unknown(conversation)
    return list(turns)


def exported_conversation(db: Database, conversation: str, fmt: str, *, demonstration: bool) -> str:
    """A conversation as a file: ``md``, ``json`` or ``ris``. Raises as ``conversation_turns``."""
    from ..reports.exports import conversation_exports as exports  # noqa: PLC0415

    turns = conversation_turns(db, conversation)
    cited = {citation.article_id for turn in turns for citation in turn.citations}
    retracted = sorted(row["id"] for row in db.library.about(cited) if row["retraction"] == "retracted")
    if fmt == "json":
        as_json = [turn.as_json() for turn in turns]
        whole = {"conversation": conversation, "retracted": retracted, "turns": as_json}
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    if fmt == "ris":
        return exports.render_ris(turns, retracted, demonstration=demonstration)
    return exports.render_markdown(conversation, turns, retracted, demonstration=demonstration)


def remove_conversation(db: Database, conversation: str) -> None:
    """Remove a conversation. Raises as ``conversation_turns``."""
    if not db.conversations.remove(conversation):
        raise _unknown(conversation)


def _unknown(conversation: str) -> PermanentFailure:
    return PermanentFailure(f"There is no conversation {conversation!r}; `scout conversations list` shows them.")

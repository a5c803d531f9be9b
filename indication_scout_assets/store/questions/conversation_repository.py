"""Conversations: turns that are whole or not there at all, and numbers that belong to one paper for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime

from psycopg.types.json import Jsonb

from ...domain.outcomes import PermanentFailure
from ...domain.questions.answers import Answer
from ..repository import Repository, Row, as_json, stored_value


@dataclass
class OpenTurn:
    """A turn while it is made: what came before, and the numbers it may give."""

    number: int
    numbers: dict[str, int]
    collection: str
    """Of papers; empty until papers were asked. What it is when the turn is saved becomes the conversation's."""
    save: Callable[[Answer], None] = field(repr=False)

    def number_of(self, article_id: str) -> int:
        """The article's number; a new one where it has none. No number is ever given to another article."""
        return self.numbers.setdefault(article_id, max(self.numbers.values(), default=0) + 1)

    def take_back(self, numbers: dict[str, int]) -> None:
        """Leave these numbers alone: the others were given to papers that the turn does not cite after all."""
        for article_id in self.numbers.keys() - numbers.keys():
            del self.numbers[article_id]


class ConversationRepository(Repository):
    """Of all owners, or of one (``of``); what is begun by nobody in particular has the empty name for an owner."""

    statements = "conversations"
    owner: str | None = None

    def of(self, owner: str) -> ConversationRepository:
        """The conversations of one user; those of others are not there for them."""
        own = copy(self)
        own.owner = owner
        return own

    @contextmanager
    def turn(self, conversation: str) -> Iterator[OpenTurn]:
        """The next turn of a conversation, new or old, in one transaction.

        Whatever ends before ``save`` leaves nothing: no turn and no number. A second writer waits until the first is
        done.

        Raises:
            PermanentFailure: it is another user's.
        """
        with self._transaction():
            self._run("open", id=conversation, owner=self.owner)
            locked = self._row("lock", id=conversation, owner=self.owner)
            if locked is None:
                raise PermanentFailure(f"The name {conversation!r} is taken; begin a conversation of another name.")
            last = self._row("load_last", id=conversation)
            numbers = {row["article_id"]: row["number"] for row in self._rows("load_numbers", id=conversation)}
            number = last["number"] + 1 if last else 1

            def save(answer: Answer) -> None:
                self._run("save_numbers", id=conversation, articles=list(numbers), numbers=list(numbers.values()))
                self._run(
                    "save_turn",
                    id=conversation,
                    number=number,
                    question=answer.question,
                    standalone=answer.standalone_question,
                    answer=Jsonb({**as_json(answer), "exchange": [as_json(message) for message in answer.exchange]}),
                )
                self._run("touch", id=conversation, collection=turn.collection)

            turn = OpenTurn(number, numbers, locked["collection"], save)
            yield turn

    def list(self) -> list[Row]:
        """All conversations, the last used first: id, collection, created_at, updated_at, turns, title."""
        return self._rows("load_all", owner=self.owner)

    def turns(self, conversation: str) -> tuple[Answer, ...]:
        """The turns of a conversation in their order; empty where there is none of this name."""
        return tuple(
            stored_value(Answer, row["answer"]) for row in self._rows("load_turns", id=conversation, owner=self.owner)
        )

    def remove(self, conversation: str) -> bool:
        """Remove a conversation; whether there was one."""
        return bool(self._run("remove", id=conversation, owner=self.owner))

    def roll_back(self, conversation: str, kept: int) -> int:
        """Take back the turns after ``kept``; how many. Their papers keep their numbers."""
        return self._run("roll_back", id=conversation, kept=kept, owner=self.owner)

    def expire(self, before: datetime) -> int:
        """Remove what was last used before a moment; how many."""
        return self._run("expire", before=before)

"""Questions as they come in: how long one may be, how it is to be answered, and those of a file.

What belongs here: what every way in allows alike. What a request of the web may hold is in ``web.asked_questions``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypedDict

from ..domain.outcomes import PermanentFailure, WrongArgument
from ..domain.questions.answers import Answer, AnswerEvent
from ..domain.questions.library import PassageFilters

LONGEST_QUESTION = 10_000
AskFrom = Literal["auto", "papers", "labels"]
NumberOf = Callable[[str], int]
"""The number of a record in an answer, by its id."""
Papers = Generator[AnswerEvent, None, Answer]
"""What happens while papers are asked, and their answer."""


class AnswerOptions(NamedTuple):
    """How a question is to be answered."""

    k: int = 10
    """Passages shown as retrieved."""
    filters: PassageFilters | None = None
    """What the search is limited to."""
    provider: str = ""
    """Who writes: ``extractive``, ``anthropic``, ``openai`` or ``ollama``; empty: as the settings say."""
    steps: int | None = None
    """The most questions it is taken apart into; ``None``: as many as it asks."""
    trials: bool = False
    """Whether registered trials answer, too."""
    labels: bool = False
    """Whether drug labels do."""
    stream: bool = False
    """Whether a model's sentences are told while it writes."""
    source: AskFrom = "auto"
    """``papers`` or ``labels`` asks that source alone. With filters, which are of papers, and with ``trials`` or
    ``labels`` beside papers, ``auto`` asks papers alone."""
    context: str = ""
    """The question before, for a follow-up outside a conversation."""
    drug: str | None = None
    """The drug asked about, for labels, where the question does not name it."""
    conversation: str = ""
    """The answer is its next turn, whoever gives it."""
    owner: str | None = None
    """Whose conversation it is; ``None`` for any."""


class AskedHow(TypedDict, total=False):
    """The wishes a caller may have, by name; each as in ``AnswerOptions``."""

    source: AskFrom
    context: str
    drug: str | None
    conversation: str
    owner: str | None
    k: int
    filters: PassageFilters | None
    provider: str
    steps: int | None
    trials: bool
    labels: bool


def final_result(events: Generator[AnswerEvent, None, Answer]) -> Answer:
    """The answer, all events before it passed over."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


def check_length(question: str) -> None:
    """Refuse an empty or endless question.

    Raises:
        PermanentFailure: it is one.
    """
    if not question.strip() or len(question) > LONGEST_QUESTION:
        raise PermanentFailure(
            f"A question has 1 to {LONGEST_QUESTION:,} characters; this one has {len(question.strip()):,}."
        )


def json_of(text: str | bytes) -> Any:
    """The value of JSON that somebody wrote.

    Raises:
        ValueError: it is none. WrongArgument: a text in it holds half of a character, which no answer could hold.
    """
    value = json.loads(text)
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise WrongArgument(
            "A text of the JSON holds half of a character (a surrogate without its pair); write whole characters."
        ) from None
    return value


class AskedLine(NamedTuple):
    """A question of a file."""

    question: str
    """The whole line where it cannot be read."""
    filters: PassageFilters
    conversation: str = ""
    fault: str = ""
    """What is wrong with the line, as a sentence: its JSON is broken or has no question. Empty where nothing is."""


def asked_lines(lines: Iterable[str], filters: PassageFilters | None = None) -> Iterator[AskedLine]:
    """The questions of a file: plain text, or JSON with ``question``, ``exclude`` and ``conversation``, one a line."""
    given = filters or PassageFilters()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            asked = _line(line, number)
        except WrongArgument as failure:
            yield AskedLine(line.strip(), given, fault=str(failure))
            continue
        limited = given.model_copy(update={"exclude": (*given.exclude, *asked.get("exclude", ()))})
        yield AskedLine(asked["question"], limited, asked.get("conversation", ""))


def _line(line: str, number: int) -> dict[str, Any]:
    """What a line asks.

    Raises:
        WrongArgument: it is JSON that is broken or has no question.
    """
    if not line.lstrip().startswith("{"):
        return {"question": line.strip()}
    try:
        asked = json_of(line)
    except ValueError as error:
        raise WrongArgument(f"Line {number} is no JSON: {error}.") from None
    if not isinstance(asked, dict) or not isinstance(asked.get("question"), str):
        raise WrongArgument(f'Line {number} has no question; give {{"question": "…"}} or plain text.')
    return asked

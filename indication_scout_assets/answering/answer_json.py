"""Answers, events and passages as JSON: what the command line prints and the web sends.

What belongs here: keys and their order. They are documented in ``docs/questions.md``; those of labels are made in
``answering.labels.label_json``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..domain.questions.question_answering import (
    AnswerCitation,
    AnswerEvent,
    AnswerSentence,
    EventKind,
    LibraryAnswer,
    PassageHit,
)
from ..domain.questions.routed_answers import ConversationTurn, RoutedAnswer
from ..rules.questions.verdict_words import caution, is_divided
from .labels.label_json import label_answer_json


def paper_answer_json(answer: LibraryAnswer) -> dict[str, Any]:
    """An answer as ``scout ask --json`` prints it; the keys are in ``docs/questions.md``."""
    out = answer.model_dump(mode="json", exclude={"exchange"})
    out["citations"] = [_named(citation) for citation in out["citations"]]
    out["retrieved"] = [_named(hit) for hit in out["retrieved"]]
    out["counted_sentences"] = [_named(line) for line in out["counted_sentences"]]
    out["divided"] = is_divided(answer.verdict, answer.counts)
    out["caution"] = caution(answer.verdict, answer.model)
    for step, row in zip(answer.steps, out["steps"], strict=True):
        row["divided"] = is_divided(step.verdict, step.counts)
    return out


def event_json(event: AnswerEvent) -> dict[str, Any]:
    """What an event before the answer holds, for a line of ``scout ask --stream --json`` or a server-sent event."""
    if event.sentence is not None:
        return _sentence_json(event.sentence, event.citations)
    if event.removed is not None:
        return event.removed.model_dump(mode="json")
    if event.kind is EventKind.START:
        return {
            "question": event.question,
            "standalone_question": event.standalone_question,
            "steps": list(event.steps),
        }
    if event.kind is EventKind.RETRIEVED:
        return {
            "retrieved": [_named(hit.model_dump(mode="json")) for hit in event.retrieved],
            "searched": event.searched,
            "standalone_question": event.standalone_question,
        }
    about = {"step": event.step} if event.kind is EventKind.WITHDRAWN else {"transient": event.transient}
    return {"message": event.message, **about}


def _sentence_json(sentence: AnswerSentence, citations: Iterable[AnswerCitation]) -> dict[str, Any]:
    cited = [_named(citation.model_dump(mode="json")) for citation in citations]
    return {**sentence.model_dump(mode="json"), "sources": cited}


def hits_json(question: str, hits: Iterable[PassageHit], path: str) -> dict[str, Any]:
    """Passages as ``scout find --json`` prints them."""
    return {"question": question, "path": path, "passages": [_named(hit.model_dump(mode="json")) for hit in hits]}


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {("chunk_id" if name == "passage_id" else name): value for name, value in row.items()}


def routed_json(answer: RoutedAnswer) -> dict[str, Any]:
    """An answer as ``scout ask --json`` prints it: the keys of its source, with ``answered_by`` and ``routing``.

    The keys of papers are in ``docs/questions.md``, those of labels in ``docs/label-questions.md``.
    """
    table: dict[str, Any] = {}
    if answer.papers is not None:
        table = paper_answer_json(answer.papers)
        if answer.suggestions:
            table["suggestions"] = list(answer.suggestions)
    elif answer.label is not None:
        table = {**label_answer_json(answer.label), "elapsed_ms": answer.elapsed_ms}
        table |= {"conversation": answer.conversation, "turn": answer.turn}
    table["answered_by"] = answer.answered_by.value
    table["routing"] = {
        "reason": answer.route.reason,
        "asked": [result.model_dump(mode="json") for result in answer.asked],
        "why": answer.why,
    }
    return table


def asked_line_json(answer: RoutedAnswer | AnswerEvent) -> dict[str, Any]:
    """A line of ``scout ask --file``: an answer, or why the question has none."""
    if isinstance(answer, RoutedAnswer):
        return routed_json(answer)
    return {
        "question": answer.question,
        "error": answer.message,
        "transient": answer.transient,
        "choices": list(answer.choices),
    }


def routed_event_json(event: AnswerEvent | RoutedAnswer) -> tuple[str, dict[str, Any]]:
    """The name of an event and what it holds: ``done`` has the whole answer, see ``event_json`` for others."""
    if isinstance(event, RoutedAnswer):
        return EventKind.DONE.value, routed_json(event)
    return event.kind.value, event_json(event)


def turn_json(turn: ConversationTurn) -> dict[str, Any]:
    """A turn as ``scout conversations show --json`` prints it: the answer of papers or of labels."""
    return paper_answer_json(turn) if isinstance(turn, LibraryAnswer) else routed_json(turn)

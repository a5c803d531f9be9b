"""Answers of labels as JSON, in the shape ``docs/label-questions.md`` documents.

What belongs here: from a question or an answer to what the command line prints and the web sends.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...domain.monographs.label_answers import LabelAnswer, LabelIntent
from .label_desk import LabelDesk
from .label_model import LabelModelReader


def timed(desk: LabelDesk, question: str, **arguments: Any) -> dict[str, Any]:
    """An answer as JSON, with the milliseconds it took."""
    start = time.perf_counter()
    answer = desk.ask(question, **arguments)
    return {**label_answer_json(answer), "elapsed_ms": round((time.perf_counter() - start) * 1000)}


def ask_entry(desk: LabelDesk, entry: Mapping[str, Any], reader: LabelModelReader | None = None) -> dict[str, Any]:
    """The answer to a question of a file: an object with ``question`` and, for a follow-up, ``context``."""
    return timed(desk, str(entry["question"]), context=str(entry.get("context") or ""), reader=reader)


def label_answer_json(answer: LabelAnswer) -> dict[str, Any]:
    """An answer in the shape ``docs/label-questions.md`` documents."""
    table = answer.model_dump(mode="json", exclude={"facts", "images", "intent", "drugs_held"})
    table["intent"] = _intent_json(answer.intent)
    table["facts"] = [_fact_json(fact.model_dump(mode="json")) for fact in answer.facts]
    origin = "drawn" if answer.drawn_from else "label"
    table["images"] = [{**picture.model_dump(mode="json"), "origin": origin} for picture in answer.images]
    if answer.drugs_held:
        table["drugs_held"] = list(answer.drugs_held)
    return table


def _intent_json(intent: LabelIntent) -> dict[str, Any]:
    return intent.model_dump(mode="json", exclude={"question", "suggestions"})


def _fact_json(fact: dict[str, Any]) -> dict[str, Any]:
    header, group, footnotes = fact.pop("header"), fact.pop("group"), fact.pop("footnotes")
    if fact["source"] == "table_row":
        cells = [cell.strip() for cell in fact["text"].split("|")]
        fact["table"] = {"header": [cell.strip() for cell in header.split("|")], "group": group, "row": cells}
        fact["table"]["footnotes"] = footnotes
    return fact

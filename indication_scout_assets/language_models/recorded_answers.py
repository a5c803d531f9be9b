"""Answers of a language model: recorded while it is asked, and replayed without asking anybody.

What belongs here: the file and its keys. One JSON object a line: ``key``, ``model`` and ``answer``. A key is the
fingerprint of instruction and messages, so that an edited prompt or another text never gets an older one's answer. What
is answered is ids and copied parts; no text of an article is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from ..domain.base import fingerprint
from ..domain.outcomes import PermanentFailure, ScoutError
from ..providers.budget import Spending
from ..providers.prices import FREE
from .language_model import LanguageModel
from .model_reply import NoAnswer
from .model_request import ModelRequest

ANSWERS: Final = "answers.jsonl"
"""The file's name in a snapshot's folder."""


def key_of(instruction_hash: str, messages: Sequence[str]) -> str:
    """What an answer is recorded under."""
    return fingerprint(instruction_hash, list(messages))


@dataclass(frozen=True)
class RecordedAnswers:
    """The answers of a file.

    Args:
        path: of the file; none there is an empty one.
    """

    path: Path
    provider: ClassVar[str] = "recorded"
    spending: ClassVar[Spending] = Spending(FREE)
    batched: ClassVar[bool] = False

    @property
    def model(self) -> str:
        """The models that gave the answers."""
        return ", ".join(sorted({str(line["model"]) for line in self.lines.values()}))

    @cached_property
    def lines(self) -> Mapping[str, Mapping[str, Any]]:
        """The lines by their key.

        Raises:
            PermanentFailure: the file is damaged.
        """
        if not self.path.exists():
            return {}
        try:
            lines = [json.loads(line) for line in self.path.read_text("utf-8").splitlines() if line.strip()]
            return {line["key"]: {"model": line["model"], "answer": dict(line["answer"])} for line in lines}
        except (ValueError, KeyError, TypeError):
            raise PermanentFailure(f"{self.path} holds no recorded answers; restore it from its origin.") from None

    def ask_many(self, requests: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        """Each request's recorded answer, or that there is none."""
        answers: list[dict[str, Any] | ScoutError] = []
        for request in requests:
            line = self.lines.get(_key_of(request))
            answers.append(dict(line["answer"]) if line else NoAnswer("No answer on this article was recorded."))
        return answers

    def write(self, answers: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
        """Add answers, each with its key and the model that gave it; one under a known key takes its place."""
        lines = {**self.lines, **{key: {"model": model, "answer": answer} for key, model, answer in answers}}
        written = (json.dumps({"key": key, **line}, ensure_ascii=False) for key, line in sorted(lines.items()))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_suffix(".new")
        unfinished.write_text("\n".join(written) + "\n", "utf-8")
        unfinished.replace(self.path)


class RecordingModel:
    """A model whose answers are recorded. What a file has of this model already is not asked again.

    Args:
        asked: who answers.
        path: of the file.
    """

    def __init__(self, asked: LanguageModel, path: Path) -> None:
        self.provider, self.model, self.spending = asked.provider, asked.model, asked.spending
        self.batched = asked.batched
        self._asked, self._path = asked, path

    def ask_many(self, requests: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        """Each request's answer, or why it has none, in their order."""
        recorded, keys = RecordedAnswers(self._path), [_key_of(request) for request in requests]
        due = {
            key: request
            for key, request in zip(keys, requests, strict=True)
            if recorded.lines.get(key, {}).get("model") != self.model
        }
        answers = dict(zip(due, self._asked.ask_many(list(due.values())), strict=True))
        given = [(key, self.model, answer) for key, answer in answers.items() if isinstance(answer, dict)]
        if given:
            recorded.write(given)
        return [answers[key] if key in due else dict(recorded.lines[key]["answer"]) for key in keys]


def _key_of(request: ModelRequest) -> str:
    return key_of(request.instruction.hash, [message.text for message in request.messages])

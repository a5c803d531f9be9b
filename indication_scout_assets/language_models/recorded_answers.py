"""Answers of a language model that were recorded, replayed without asking anybody.

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
from .budget import Spending
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
    spending: ClassVar[Spending] = Spending()

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
            line = self.lines.get(key_of(request.instruction.hash, [message.text for message in request.messages]))
            answers.append(dict(line["answer"]) if line else NoAnswer("No answer on this article was recorded."))
        return answers

    def write(self, answers: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
        """Add answers, each with its key and the model that gave it; one under a known key takes its place."""
        lines = {**self.lines, **{key: {"model": model, "answer": answer} for key, model, answer in answers}}
        written = (json.dumps({"key": key, **line}, ensure_ascii=False) for key, line in sorted(lines.items()))
        self.path.write_text("\n".join(written) + "\n", "utf-8")

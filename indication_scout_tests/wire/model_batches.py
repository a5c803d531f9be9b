"""The batches of two providers from the server's side: handed over, looked at, collected.

What belongs here: the shapes of their protocols. What becomes of a question is up to the test.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from email.parser import BytesParser
from typing import Any, ClassVar

from indication_scout_tests.json_server import Answer, Asked

from .model_protocols import ANTHROPIC, CHAT, OPENAI, Provider

DAY = "2026-11-22T00:00:00Z"


@dataclass
class BatchService(ABC):
    """A provider's batches: ended after so many looks, results in reverse order.

    Args:
        results: what becomes of a question, in the provider's own form; ``None``: it is left out.
        ended: the status in the end.
        errors: of a batch as a whole.
    """

    results: Callable[[str], dict[str, Any] | None] | None = None
    looks: int = 1
    gone: bool = False
    ended: str = ""
    errors: list[dict[str, Any]] = field(default_factory=list)
    batches: dict[str, list[tuple[str, Any]]] = field(default_factory=dict)
    """Keys and bodies of the requests, by batch."""
    provider: ClassVar[Provider]

    @abstractmethod
    def __call__(self, asked: Asked) -> Answer:
        """Answer as the service."""

    @abstractmethod
    def succeeded(self, answer: Any, *how: Any) -> dict[str, Any]:
        """A question that was answered."""

    def sizes(self) -> list[int]:
        return [len(requests) for requests in self.batches.values()]

    def _taken(self, requests: list[tuple[str, Any]]) -> str:
        name = f"batch_{len(self.batches)}"
        self.batches[name] = requests
        return name

    def _lines(self, name: str) -> list[dict[str, Any]]:
        """A line for each question that is not left out."""
        lines = []
        for key, body in reversed(self.batches[name]):
            question = self.provider.question(body)
            answered = self.succeeded({"heading": json.loads(question).get("disease")})
            outcome = answered if self.results is None else self.results(question)
            lines += [] if outcome is None else [{"custom_id": key, **outcome}]
        return lines


def _jsonl(lines: list[dict[str, Any]]) -> Answer:
    return 200, {"Content-Type": "application/x-jsonl"}, "\n".join(map(json.dumps, lines)).encode()


class ClaudeBatchService(BatchService):
    provider = ANTHROPIC

    def __call__(self, asked: Asked) -> Answer:
        if asked.path == ANTHROPIC.path:
            return 200, {}, ANTHROPIC.answers({"heading": "Gout"})
        if asked.body is not None:
            requests = [(request["custom_id"], request["params"]) for request in asked.body["requests"]]
            return 200, {}, self._batch(self._taken(requests), ended=False)
        if self.gone:
            return 404, {}, ANTHROPIC.error("not found")
        (name,) = re.findall(r"batch_\d+", asked.path)
        if asked.path.endswith("/results"):
            return _jsonl(self._lines(name))
        self.looks -= 1
        return 200, {}, self._batch(name, ended=self.looks < 0)

    def succeeded(self, answer: Any, *how: Any) -> dict[str, Any]:
        return {"result": {"type": "succeeded", "message": ANTHROPIC.answers(answer, *how)}}

    def _batch(self, name: str, *, ended: bool) -> dict[str, Any]:
        counts = dict.fromkeys(("canceled", "errored", "expired", "processing", "succeeded"), 0)
        return {
            "id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts, "created_at": DAY, "expires_at": DAY, "archived_at": None, "ended_at": None,
            "cancel_initiated_at": None, "results_url": f"/v1/messages/batches/{name}/results" if ended else None,
        }  # fmt: skip


class OpenAiBatchService(BatchService):
    """Questions are an uploaded file; answers are one file, errors another, and an empty file is none."""

    provider = OPENAI
    uploaded: ClassVar[str] = "file-questions"
    _file: bytes = b""

    def __call__(self, asked: Asked) -> Answer:
        if asked.path == self.provider.path:
            return 200, {}, self.provider.answers({"heading": "Gout"})
        if asked.path == "/v1/files":
            return 200, {}, self._upload(asked)
        if asked.path == "/v1/batches":
            assert asked.body == {
                "input_file_id": self.uploaded, "endpoint": self.provider.path, "completion_window": "24h",
            }  # fmt: skip
            lines = [json.loads(line) for line in self._file.splitlines()]
            assert {(line["method"], line["url"]) for line in lines} == {("POST", self.provider.path)}
            name = self._taken([(line["custom_id"], line["body"]) for line in lines])
            return 200, {}, self._batch(name, "validating")
        if self.gone:
            return 404, {}, OPENAI.error("No batch found")
        (name,) = re.findall(r"batch_\d+", asked.path)
        if asked.path.startswith("/v1/files/"):
            return _jsonl(self._of_file(name, "output" in asked.path))
        self.looks -= 1
        under_way = "in_progress" if self.looks else "finalizing"
        return 200, {}, self._batch(name, under_way if self.looks >= 0 else self.ended or "completed")

    def succeeded(self, answer: Any, *how: Any) -> dict[str, Any]:
        return self.responded(200, self.provider.answers(answer, *how))

    def responded(self, status: int, body: Any) -> dict[str, Any]:
        """What the end point said to a question."""
        return {
            "id": "batch_req_1",
            "response": {"status_code": status, "request_id": "r", "body": body},
            "error": None,
        }

    def not_asked(self, code: str) -> dict[str, Any]:
        """A question that the end point was never asked."""
        return {"id": "batch_req_1", "response": None, "error": {"code": code, "message": "It was not executed."}}

    def _upload(self, asked: Asked) -> dict[str, Any]:
        """A form of two parts, as browsers send them."""
        head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
        parts = {
            part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
            for part in BytesParser().parsebytes(head + asked.sent).walk()
            if not part.is_multipart()
        }
        assert parts["purpose"] == b"batch"
        self._file = bytes(parts["file"])
        return {"id": self.uploaded, "object": "file", "purpose": "batch", "filename": "questions.jsonl"}

    def _of_file(self, name: str, answered: bool) -> list[dict[str, Any]]:
        lines = [] if self.ended == "failed" else self._lines(name)
        return [line for line in lines if answered == ('"status_code": 200' in json.dumps(line))]

    def _batch(self, name: str, status: str) -> dict[str, Any]:
        files = {
            f"{kind}_file_id": f"{kind}-{name}" if status not in ("validating", "in_progress") and lines else None
            for kind, lines in (("output", self._of_file(name, True)), ("error", self._of_file(name, False)))
        }
        errors = {"object": "list", "data": self.errors} if self.errors else None
        return {
            "id": name, "object": "batch", "endpoint": self.provider.path, "status": status, "errors": errors,
            "input_file_id": self.uploaded, "completion_window": "24h", "created_at": 1, **files,
        }  # fmt: skip


class ChatBatchService(OpenAiBatchService):
    """The same of a server that knows Chat Completions alone."""

    provider = CHAT

"""A language model's answers kept as files: put to whoever answers, served as a provider would, and recorded.

    python -m indication_scout_tests.bench.answer_files serve FOLDER --port 8790
    python -m indication_scout_tests.bench.answer_files record FOLDER FILE --model NAME

What belongs here: the folder. ``instruction.md`` and ``schema.json`` are those of every request, ``messages`` has a
file for each request that had no answer yet, ``answers`` the answers under the same names. The server speaks the
protocols of Anthropic and OpenAI: a run or a measurement that asks it writes the messages, and asked again has the
answers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from indication_scout_assets.domain.records.articles import text_hash
from indication_scout_assets.language_models.recorded_answers import RecordedAnswers, key_of
from indication_scout_assets.reading.article_questions import ArticleAnswer, answer_schema, reading_prompt


def answer_to(folder: Path, instruction: str, turns: Sequence[Mapping[str, str]]) -> str:
    """The folder's answer to a conversation; empty where it has none yet, and then the question is in ``messages``."""
    key = key_of(text_hash(instruction), [turn["content"] for turn in turns])
    path = folder / "answers" / f"{key}.json"
    if path.exists():
        return path.read_text("utf-8")
    question = turns[0]["content"] if len(turns) == 1 else json.dumps(turns, ensure_ascii=False, indent=1)
    (folder / "messages" / f"{key}.json").write_text(question, "utf-8")
    return ""


def response(folder: Path, body: Mapping[str, Any]) -> dict[str, Any]:
    """OpenAI's response that answers the body of a request; a refusal where there is no answer yet."""
    text = answer_to(folder, body["instructions"], body["input"])
    content = (
        {"type": "output_text", "text": text} if text else {"type": "refusal", "refusal": "There is no answer yet."}
    )
    return {
        "object": "response",
        "model": body["model"],
        "status": "completed",
        "output": [{"type": "message", "role": "assistant", "content": [content]}],
        "usage": {"input_tokens": len(json.dumps(body)) // 4, "output_tokens": len(text) // 4},
    }


def message(folder: Path, body: Mapping[str, Any]) -> dict[str, Any]:
    """Anthropic's message that answers the body of a request; a refusal where there is no answer yet."""
    text = answer_to(folder, "".join(block["text"] for block in body["system"]), body["messages"])
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn" if text else "refusal",
        "stop_sequence": None,
        "usage": {"input_tokens": len(json.dumps(body)) // 4, "output_tokens": len(text) // 4},
    }


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server on 127.0.0.1 that answers from the folder, which is made where it is not there."""
    for name in ("messages", "answers"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "instruction.md").write_text(reading_prompt().text + "\n", "utf-8")
    (folder / "schema.json").write_text(json.dumps(answer_schema(), indent=1) + "\n", "utf-8")
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, folder))


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, folder: Path, *request: Any) -> None:
        self._folder = folder
        super().__init__(*request)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = response if self.path.endswith("/responses") else message
        sent = json.dumps(answers(self._folder, body)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: Any) -> None:
        """Nothing: a request a line says nothing that the folder does not."""


def record(folder: Path, target: Path, model: str) -> list[str]:
    """Add the folder's answers to a file of recorded ones; returns a sentence for each answer that is not of the form.

    Args:
        model: who gave them.
    """
    good, faults = [], []
    for path in sorted((folder / "answers").glob("*.json")):
        try:
            answer = json.loads(path.read_text("utf-8"))
            ArticleAnswer.model_validate(answer)
        except (ValueError, ValidationError) as error:
            faults.append(f"{path}: {error}")
        else:
            good.append((path.stem, model, answer))
    RecordedAnswers(target).write(good)
    return faults


def main() -> None:
    """Serve or record, as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    serving, recording = verbs.add_parser("serve"), verbs.add_parser("record")
    for verb in (serving, recording):
        verb.add_argument("folder", type=Path)
    serving.add_argument("--port", type=int, default=8790)
    recording.add_argument("file", type=Path)
    recording.add_argument("--model", required=True)
    given = parser.parse_args()
    if given.verb == "serve":
        server(given.folder, given.port).serve_forever()
    for fault in record(given.folder, given.file, given.model):
        print(fault)


if __name__ == "__main__":
    main()

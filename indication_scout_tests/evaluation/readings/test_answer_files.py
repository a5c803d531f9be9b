"""A folder of answers: what is not answered yet is written down, what is comes over the wire, and can be recorded."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from indication_scout_assets.evaluation.readings.judged_reader import chained_reader
from indication_scout_assets.language_models.recorded_answers import ANSWERS, RecordedAnswers
from indication_scout_assets.reading.article_questions import answer_schema, article_message, reading_prompt
from indication_scout_assets.reading.model_reader import ModelReader
from indication_scout_assets.reading.reader_protocol import Reader
from indication_scout_assets.reading.readers import names_alone, reader
from indication_scout_assets.reading.stored_readings import StoredReadings
from indication_scout_tests.bench.answer_files import record, server
from indication_scout_tests.reading.test_model_reader import CONCLUDES, HELPS, PAIR, TRIAL, Store, answer
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.model_protocols import ANTHROPIC, OPENAI, Provider


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    service = server(tmp_path, 0)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{service.server_port}"
    service.shutdown()
    service.server_close()


def chain(by: Reader) -> StoredReadings:
    return StoredReadings.chain([by, reader()], Store())


def answer_all(folder: Path) -> None:
    for path in (folder / "messages").iterdir():
        (folder / "answers" / path.name).write_text(json.dumps(answer(HELPS)))


@pytest.mark.parametrize("provider", [ANTHROPIC, OPENAI], ids=lambda provider: provider.name)
def test_a_measurement_writes_what_it_asks_and_finds_the_answers_next_time(
    address: str, tmp_path: Path, provider: Provider
) -> None:
    asked = [(TRIAL, PAIR)]
    by = ModelReader(provider.model(address, Log()), "1")
    unanswered = chain(by)
    assert chained_reader(unanswered, asked).of_pair(TRIAL, PAIR).span
    assert list(unanswered.failures) == [TRIAL.id]
    [path] = (tmp_path / "messages").iterdir()
    assert path.read_text() == article_message(TRIAL, [PAIR])
    assert (tmp_path / "instruction.md").read_text().strip() == reading_prompt().text
    assert json.loads((tmp_path / "schema.json").read_text()) == answer_schema()
    answer_all(tmp_path)
    measured = chained_reader(chain(ModelReader(provider.model(address, Log()), "1")), asked)
    stated = measured.of_pair(TRIAL, PAIR)
    assert stated.span
    assert (stated.span.text, measured.name) == (CONCLUDES, f"{provider.name} (m)")
    assert measured.study(TRIAL).participants is not None


def test_what_falls_is_asked_again_in_a_file_of_its_own(address: str, tmp_path: Path) -> None:
    by = ModelReader(ANTHROPIC.model(address, Log()), "1")
    chained_reader(chain(by), [(TRIAL, PAIR)])
    [first] = (tmp_path / "messages").iterdir()
    (tmp_path / "answers" / first.name).write_text(json.dumps(answer(HELPS | {"words": "abolished"})))
    chained_reader(chain(ModelReader(ANTHROPIC.model(address, Log()), "1")), [(TRIAL, PAIR)])
    again = next(path for path in (tmp_path / "messages").iterdir() if path != first)
    question, given, reasons = json.loads(again.read_text())
    assert question["content"] == article_message(TRIAL, [PAIR])
    assert given["role"] == "assistant"
    assert "does not say" in reasons["content"]


def test_of_a_drug_without_a_disease_the_study_alone_is_asked(address: str, tmp_path: Path) -> None:
    pair = names_alone(["zelavir"], [])
    assert json.loads(article_message(TRIAL, [pair]))["pairs"] == []
    chained_reader(chain(ModelReader(ANTHROPIC.model(address, Log()), "1")), [(TRIAL, pair)])
    [path] = (tmp_path / "messages").iterdir()
    (tmp_path / "answers" / path.name).write_text(json.dumps(answer()))
    read = chained_reader(chain(ModelReader(ANTHROPIC.model(address, Log()), "1")), [(TRIAL, pair)])
    assert read.study(TRIAL).design.cue == "randomly assigned"
    assert read.name == "anthropic (m)"


def test_answers_are_recorded_and_read_without_anybody(address: str, tmp_path: Path) -> None:
    chained_reader(chain(ModelReader(ANTHROPIC.model(address, Log()), "1")), [(TRIAL, PAIR)])
    answer_all(tmp_path)
    (tmp_path / "answers" / "odd.json").write_text('{"study": 1}')
    [fault] = record(tmp_path, tmp_path / ANSWERS, "claude-x")
    assert "odd.json" in fault
    assert "Zelavir" not in (tmp_path / ANSWERS).read_text(), "no text of an article is kept"
    by = ModelReader(RecordedAnswers(tmp_path / ANSWERS), "1")
    read = chained_reader(chain(by), [(TRIAL, PAIR)])
    assert (read.name, read.of_pair(TRIAL, PAIR).cue) == ("recorded (claude-x)", "improved asthma")

"""Recorded answers: replayed under the exact request they were given to, and under no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.domain.model_calls import Message
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.language_models.model_request import ModelRequest
from indication_scout_assets.language_models.prompts import Prompt
from indication_scout_assets.language_models.recorded_answers import ANSWERS, RecordedAnswers, key_of


def request(text: str, instruction: str = "h") -> ModelRequest:
    return ModelRequest("article reading", Prompt("article", "Read.", instruction), (Message.user(text),), None, 10)


def test_an_answer_is_replayed_for_its_request_alone(tmp_path: Path) -> None:
    path = tmp_path / ANSWERS
    RecordedAnswers(path).write([(key_of("h", ["one"]), "claude-x", {"a": 1})])
    RecordedAnswers(path).write([(key_of("h", ["two"]), "claude-y", {"a": 2})])
    recorded = RecordedAnswers(path)
    assert recorded.model == "claude-x, claude-y"
    assert recorded.ask_many([request("two"), request("one")]) == [{"a": 2}, {"a": 1}]
    missing = recorded.ask_many([request("three"), request("one", "another prompt")])
    assert all(isinstance(outcome, NoAnswer) for outcome in missing)


def test_no_file_is_no_answer_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    recorded = RecordedAnswers(tmp_path / ANSWERS)
    assert recorded.model == ""
    assert isinstance(recorded.ask_many([request("one")])[0], NoAnswer)
    (tmp_path / ANSWERS).write_text('{"key": "k"}\n')
    with pytest.raises(PermanentFailure, match=r"answers.jsonl holds no recorded answers"):
        RecordedAnswers(tmp_path / ANSWERS).ask_many([request("one")])

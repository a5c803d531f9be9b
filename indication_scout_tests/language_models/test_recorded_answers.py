"""Recorded answers: replayed under the exact request they were given to, and under no other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from indication_scout_assets.domain.model_calls import Message
from indication_scout_assets.domain.outcomes import PermanentFailure, ScoutError
from indication_scout_assets.language_models.language_model import LanguageModel
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.language_models.model_request import ModelRequest
from indication_scout_assets.language_models.prompts import Prompt
from indication_scout_assets.language_models.recorded_answers import (
    ANSWERS,
    RecordedAnswers,
    RecordingModel,
    key_of,
)
from indication_scout_assets.providers.budget import Spending


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


class Answerer:
    """Answers each message with its text, and one never."""

    provider, spending, batched = "p", Spending(), False

    def __init__(self, model: str) -> None:
        self.model = model
        self.asked: list[str] = []

    def ask_many(self, requests: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        texts = [request.messages[0].text for request in requests]
        self.asked += texts
        return [NoAnswer("No.") if text == "never" else {"a": text, "by": self.model} for text in texts]


def recording(answerer: Answerer, path: Path) -> RecordingModel:
    return RecordingModel(cast(LanguageModel, answerer), path)


def test_what_a_model_answers_is_recorded_and_not_asked_again_of_it(tmp_path: Path) -> None:
    path, first, again, other = tmp_path / "new" / ANSWERS, Answerer("m"), Answerer("m"), Answerer("n")
    given = recording(first, path).ask_many([request("two"), request("never"), request("two"), request("one")])
    to_two, to_one = {"a": "two", "by": "m"}, {"a": "one", "by": "m"}
    assert (given[0], given[2], given[3], first.asked) == (to_two, to_two, to_one, ["two", "never", "one"])
    assert isinstance(given[1], NoAnswer)
    assert RecordedAnswers(path).ask_many([request("one"), request("two")]) == [to_one, to_two]
    assert recording(again, path).ask_many([request("never"), request("one")])[1] == to_one
    assert again.asked == ["never"], "what was not answered is asked again"
    recording(other, path).ask_many([request("one")])
    assert (other.asked, RecordedAnswers(path).model) == (["one"], "m, n")


def test_no_file_is_no_answer_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    recorded = RecordedAnswers(tmp_path / ANSWERS)
    assert recorded.model == ""
    assert isinstance(recorded.ask_many([request("one")])[0], NoAnswer)
    (tmp_path / ANSWERS).write_text('{"key": "k"}\n')
    with pytest.raises(PermanentFailure, match=r"answers.jsonl holds no recorded answers"):
        RecordedAnswers(tmp_path / ANSWERS).ask_many([request("one")])

"""Training of the bundled reader: on a few invented pairs, for one epoch, twice the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open

from indication_scout_assets.domain.findings.readings import Direction
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.evaluation.judged_sets import JudgedDirection, Part
from indication_scout_assets.evaluation.readings.texts import Texts
from indication_scout_assets.evaluation.training import reader_training
from indication_scout_assets.evaluation.training.reader_training import Example, train
from indication_scout_assets.reading.trained_model import HEADS, TrainedModel
from indication_scout_tests.evaluation.readings.invented import judged

SAYS = {
    Direction.BENEFIT: "Zelavir reduced asthma.",
    Direction.NO_BENEFIT: "Zelavir did not reduce asthma.",
    Direction.HARM: "Zelavir caused asthma.",
    Direction.NONE: "Zelavir and asthma were looked at.",
}
ARTICLES = {
    str(number): Article(pmid=str(number), title=f"Zelavir in asthma, {number}", abstract=f"It was asked. {words}")
    for number, words in enumerate([*SAYS.values()] * 2)
}
ROWS = [
    judged(pmid, label, part=Part.TRAINING, sentence_number=None if label is Direction.NONE else 2, plain=None)
    for pmid, label in zip(ARTICLES, [*SAYS] * 2, strict=True)
]
OTHERS = [
    judged("0", Direction.BENEFIT, part=Part.UNREAD),
    judged("1", Direction.NO_BENEFIT, part=Part.CALIBRATION),
    judged("2", Direction.HARM, part=Part.TRAINING, disease="gout"),
]


def trained(to: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Mapping[str, Any], list[JudgedDirection]]:
    """The card of a training, and the rows the last layer was fitted on."""
    given: list[JudgedDirection] = []

    def fit(model: TrainedModel, examples: Sequence[Example]) -> Mapping[str, Any]:
        given.extend(example.row for example in examples)
        impressions = model.impressions([example.masked for example in examples])
        return {"directions": [impression.directions for impression in impressions]}

    monkeypatch.setattr(reader_training, "fitted", fit)
    return train([*ROWS, *OTHERS], Texts(ARTICLES, {}), to=to), given


@pytest.mark.slow
def test_training_learns_from_its_parts_alone_and_is_the_same_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_training, "EPOCHS", 1)
    first, given = trained(tmp_path / "first.safetensors", monkeypatch)
    second, _ = trained(tmp_path / "second.safetensors", monkeypatch)
    assert given == [OTHERS[1]], "the last layer is fitted on the part for calibration"
    assert sum(first["trained_on"].values()) == len(ROWS), "what does not name both is left out"
    assert first == second
    assert (tmp_path / "first.safetensors").read_bytes() == (tmp_path / "second.safetensors").read_bytes()
    with safe_open(tmp_path / "first.safetensors", framework="pt") as file:
        assert json.loads(file.metadata()["card"]) == json.loads(json.dumps(first))
        names = set(file.keys())
    assert {f"{head}.weight" for head in HEADS} <= names
    assert {name.split(".")[2] for name in names if name.startswith("encoder.")} == {"2", "3", "4", "5"}

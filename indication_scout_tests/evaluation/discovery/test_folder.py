"""Folders that are not of the form: one plain sentence that names the file and the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.discovery.discovery_folder import read_discovery_folder

from .folders import DRUGS, ENTRIES, KNOWLEDGE, OUTCOMES, answer, known, write_folder


def test_every_row_is_read(tmp_path: Path) -> None:
    folder = read_discovery_folder(write_folder(tmp_path))
    assert folder.drugs.keys() == {"ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON"}
    assert sum(len(by) for by in folder.knowledge.values()) == len(KNOWLEDGE)
    assert (len(folder.outcomes), len(folder.entries), len(folder.slim)) == (len(OUTCOMES), len(ENTRIES), 3)
    assert folder.drugs["ALPHA"].first_approval == 1995


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ({"drugs": []}, "there is no drug in it"),
        ({"outcomes": [], "entries": []}, "neither outcomes nor entries"),
        (
            {"drugs": [{"drug": "ALPHA"}]},
            r"drugs\.jsonl\.gz, line 1: `name` is not of the form: field required; see docs",
        ),
        ({"drugs": [DRUGS[0], {**DRUGS[1], "targets": [["ONE"]]}]}, "line 2: `targets` is not of the form"),
        ({"knowledge": [known("ALPHA", "MONDO_1", "PHASE_9", 2001)]}, r"line 1: `facts\.0\.0` is not of the form"),
        ({"outcomes": [answer("NOBODY", "MONDO_1")]}, "NOBODY is in the outcomes or entries, but not among the drugs"),
        ({"entries": [{**ENTRIES[0], "as_of": "soon"}]}, "line 1: `as_of` is not of the form"),
        ({"evidence": [{"target": "E", "disease": "D"}]}, "line 1: `source` is not of the form"),
    ],
)
def test_what_is_not_of_the_form_is_one_sentence(rows: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match=sentence) as caught:
        read_discovery_folder(write_folder(tmp_path, **rows))
    assert "\n" not in str(caught.value)


def test_an_empty_file_of_outcomes_leaves_the_entries(tmp_path: Path) -> None:
    folder = read_discovery_folder(write_folder(tmp_path, outcomes=[]))
    assert (folder.outcomes, len(folder.entries)) == ((), 1)


def test_a_file_that_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    folder = write_folder(tmp_path)
    (folder / "knowledge.jsonl.gz").write_bytes(b"\x1f\x8bno gzip")
    with pytest.raises(PermanentFailure, match="damaged gzip"):
        read_discovery_folder(folder)
    (folder / "knowledge.jsonl.gz").unlink()
    with pytest.raises(PermanentFailure, match=r"has no knowledge\.jsonl\.gz \(nor knowledge\.jsonl\)"):
        read_discovery_folder(folder)
    (folder / "knowledge.jsonl").write_text("")
    assert read_discovery_folder(folder).knowledge == {}


@pytest.mark.parametrize(("text", "sentence"), [("{", "is no JSON"), ('{"a": 1}', "is no list of disease ids")])
def test_the_list_of_complete_registers_is_checked(text: str, sentence: str, tmp_path: Path) -> None:
    folder = write_folder(tmp_path)
    (folder / "slim_diseases.json").write_text(text)
    with pytest.raises(PermanentFailure, match=sentence):
        read_discovery_folder(folder)
    (folder / "slim_diseases.json").unlink()
    with pytest.raises(PermanentFailure, match="is missing"):
        read_discovery_folder(folder)

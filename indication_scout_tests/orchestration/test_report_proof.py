"""A report is proven again from its file, and no change of one character passes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from indication_scout_assets.demo import DRUGS
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.operations import held_records, report_proof
from indication_scout_assets.reports.exports.word_report import render_word

from .demonstration import Run
from .forgeries import KINDS, SEED, caught, forged, remembering, tampered

pytestmark = pytest.mark.slow
DRUG = DRUGS[0]


@pytest.fixture(scope="module")
def text(demonstration: Run) -> str:
    return demonstration.file(DRUG, "json").read_text("utf-8")


@pytest.fixture(autouse=True)
def _reads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_proof, "full_readings", READ)


READ = remembering()


def test_every_changed_character_is_caught(text: str) -> None:
    chance = random.Random(SEED)
    assert report_proof.content_of(text)[1] == []
    passed = [made for made in (tampered(text, chance) for _ in range(250)) if not report_proof.content_of(made)[1]]
    assert passed == []


def test_a_report_holds_with_its_records(demonstration: Run, text: str) -> None:
    proof, report = report_proof.prove(text)
    assert report is not None
    assert proof.faults == ()
    whole = held_records.with_records(demonstration.bench, report, proof)
    assert whole.faults == ()
    assert whole.proven["report stored under this hash"] == 1
    assert whole.proven["grades"] == sum(len(p.assessment.grades) for p in report.candidates if p.assessment) > 40
    records = len(report.articles) + sum(len(p.trials) for p in report.candidates) + len(report.labels)
    assert whole.proven["records as they are held here"] == records


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "texts"])
def test_what_a_forger_changes_shows_though_the_hash_is_made_anew(text: str, kind: str) -> None:
    chance = random.Random(SEED)
    assert [path for made, path in (forged(text, kind, chance) for _ in range(4)) if not caught(made, None)[0]] == []


def test_a_changed_text_shows_where_the_records_are_held(demonstration: Run, text: str) -> None:
    chance = random.Random(SEED)
    made = [forged(text, "texts", chance) for _ in range(4)]
    assert [path for changed, path in made if not caught(changed, demonstration.bench)[1]] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r'"sha256": "', r'"sha257": "'),
        ('"candidates": [', '"candidates": NaN, "x": ['),
        ("/", r"\/"),
        ("{", "["),
    ],
    ids=["no hash", "no number", "another way of writing", "no JSON"],
)
def test_what_is_no_report_as_it_was_written(text: str, before: str, after: str) -> None:
    assert report_proof.content_of(text.replace(before, after, 1))[1]


def test_space_between_tokens_means_nothing(text: str) -> None:
    assert report_proof.content_of(json.dumps(json.loads(text), ensure_ascii=False, indent=4))[1] == []


def test_files_of_other_formats_are_held_against_the_stored_report(demonstration: Run, tmp_path: Path) -> None:
    word = tmp_path / "report.docx"
    word.write_bytes(render_word(demonstration.reports[DRUG]))
    for path in (demonstration.file(DRUG, "html"), demonstration.file(DRUG, "md"), word):
        assert held_records.prove_rendered(demonstration.bench, path, path.read_bytes()).faults == ()
    page = demonstration.file(DRUG, "html")
    [fault] = held_records.prove_rendered(
        demonstration.bench, page, page.read_bytes().replace(b"benefit", b"harm", 1)
    ).faults
    assert "byte for byte" in fault.what
    with pytest.raises(PermanentFailure, match="names no report"):
        held_records.prove_rendered(demonstration.bench, page, b"<p>no hash</p>")


def test_other_code_is_named_and_sums_are_proven_all_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_proof, "proving_code", lambda: "another")
    proof, report = report_proof.prove(text)
    assert proof.faults == ()
    assert any("other code" in sentence for sentence in proof.unproven)
    assert report is not None
    first = next(p for p in report.candidates if p.assessment)
    assert first.assessment is not None
    score = first.assessment.score.model_copy(update={"total": first.assessment.score.total + 0.01})
    worse = first.model_copy(update={"assessment": first.assessment.model_copy(update={"score": score})})
    parts = tuple(worse if part is first else part for part in report.candidates)
    changed = report_proof.prove_report(report.model_copy(update={"candidates": parts}), report_proof.Proof())
    assert [fault.what for fault in changed.faults] == ["is not the sum of the parts' points"]

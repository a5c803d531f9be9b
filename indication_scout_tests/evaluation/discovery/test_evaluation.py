"""A small folder put through the product's rules, against what was worked out by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.candidates import CandidateWeights, TargetDirection
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.discovery.discovery_evaluation import evaluate_discovery, write_discovery
from indication_scout_assets.evaluation.discovery.discovery_folder import day_of, read_discovery_folder, year_of
from indication_scout_assets.evaluation.discovery.snapshot import (
    PATHS,
    FieldSnapshot,
    ranked_lists,
)
from indication_scout_assets.rules.candidates.paths import pooled_direction
from indication_scout_assets.settings import Settings

from .folders import DRUGS, KNOWLEDGE, OUTCOMES, answer, drug, known, write_folder

NAMES = ["product", "with_a_reason", "target_path", "class_path", "use_path", "popularity", "random"]


def measured(folder: Path, **arguments: Any) -> dict[str, Any]:
    return evaluate_discovery(folder, Settings(), **arguments).as_json()


def snapshot(folder: Path, as_of: float = 2010) -> FieldSnapshot:
    return FieldSnapshot(read_discovery_folder(folder), as_of, CandidateWeights(), direction_lookups=15)


def test_the_figures_are_those_worked_out_by_hand(tmp_path: Path) -> None:
    # ALPHA's list: MONDO_4 and MONDO_2 (one drug in phase 3 each, more drugs were given for the first), MONDO_3.
    # DELTA has no classmate, but GAMMA is like it by MONDO_4 and leads to MONDO_3.
    outcomes = measured(write_folder(tmp_path))["outcomes"]
    assert list(outcomes) == NAMES
    product = outcomes["product"]
    assert (product["recall_at_10"], product["mrr"], product["hit_at_10"]) == (pytest.approx(1 / 3), 0.25, 0.5)
    assert (product["answers"], product["drugs"], product["lists"], product["empty"]) == (3, 2, 2, 0)
    assert product["low"] == product["intervals"]["recall_at_10"][0] == 0.0  # where DELTA is drawn twice
    assert product["high"] == product["intervals"]["recall_at_10"][1] == 0.5  # where ALPHA is
    assert (outcomes["with_a_reason"]["mrr"], outcomes["with_a_reason"]["empty"]) == (0.25, 1)
    assert (outcomes["class_path"]["mrr"], outcomes["class_path"]["empty"]) == (0.25, 1)
    assert (outcomes["use_path"]["recall_at_100"], outcomes["use_path"]["empty"]) == (0, 1)  # nobody is like ALPHA
    assert (outcomes["target_path"]["recall_at_100"], outcomes["target_path"]["empty"]) == (0, 2)
    # Popular before 2010: MONDO_4 (three drugs), MONDO_3 (two), then one each; MONDO_1 is ALPHA's own.
    assert (outcomes["popularity"]["recall_at_10"], outcomes["popularity"]["mrr"]) == (
        pytest.approx(1 / 3),
        pytest.approx(1 / 6),
    )


def test_entries_are_judged_on_lists_of_the_complete_register(tmp_path: Path) -> None:
    entries = measured(write_folder(tmp_path))["entries"]
    assert entries["product"]["mrr"] == 0.5  # MONDO_4, then MONDO_3; MONDO_2 is not of that register
    assert entries["product"]["answers"] == 1


def test_a_pair_nobody_can_judge_takes_no_place(tmp_path: Path) -> None:
    early = [*KNOWLEDGE, known("ALPHA", "MONDO_4", "PHASE_1", 2011.0)]
    assert measured(write_folder(tmp_path / "early", knowledge=early))["entries"]["product"]["mrr"] == 1.0
    after = [*KNOWLEDGE, known("ALPHA", "MONDO_4", "PHASE_1", 2020.0)]
    assert measured(write_folder(tmp_path / "after", knowledge=after))["entries"]["product"]["mrr"] == 0.5


def test_only_what_was_known_on_the_day_counts(tmp_path: Path) -> None:
    folder = write_folder(tmp_path)
    assert snapshot(folder, 2010).known["GAMMA"] == {"MONDO_3", "MONDO_4"}
    assert snapshot(folder, 2015.5).known["GAMMA"] == {"MONDO_3", "MONDO_4", "MONDO_5"}
    assert [c.disease.id for c in ranked_lists(snapshot(folder), "ALPHA", [PATHS])[0]] == [
        "MONDO_4",
        "MONDO_2",
        "MONDO_3",
    ]


def test_no_list_rests_on_a_fact_of_a_later_day(tmp_path: Path) -> None:
    later = [known("GAMMA", "MONDO_7", "PHASE_3", 2011.0), known("ALPHA", "MONDO_6", "PHASE_3", 2013.0)]
    with_later = write_folder(tmp_path / "later", knowledge=[*KNOWLEDGE, *later])
    past = [row for row in KNOWLEDGE if all(year is None or year < 2010 for _, _, year, _ in row["facts"])]
    without = write_folder(tmp_path / "past", knowledge=past)
    for name in ("ALPHA", "BETA", "GAMMA", "DELTA"):
        first, second = (
            [(c.disease.id, c.score.total, c.odds) for c in ranked_lists(snapshot(folder), name, [PATHS])[0]]
            for folder in (with_later, without)
        )
        assert first == second


def test_an_approval_without_a_date_counts_once_the_drug_is_on_the_market(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "before")
    assert snapshot(folder).known["ALPHA"] == {"MONDO_1"}
    later = [drug("ALPHA", ("ONE", "ENSG1", "INHIBITOR"), first_approval=2012), *DRUGS[1:]]
    folder = write_folder(tmp_path / "later", drugs=later)
    assert snapshot(folder).known["ALPHA"] == frozenset()
    assert snapshot(folder, 2015.5).known["ALPHA"] == {"MONDO_1"}


def test_an_undated_trial_is_known_on_no_day(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, knowledge=[*KNOWLEDGE, known("ALPHA", "MONDO_4", "PHASE_2", None)])
    assert snapshot(folder).known["ALPHA"] == {"MONDO_1"}
    assert snapshot(folder).undecided("ALPHA", 2015.5) == {"MONDO_4"}


def test_what_a_drug_was_tried_in_has_no_place_among_the_new(tmp_path: Path) -> None:
    lists = measured(write_folder(tmp_path))["lists"]
    # Four drugs have a target; what BETA, GAMMA and DELTA were tried in stands in the other list. GAMMA, which is used
    # like DELTA, acts on another target: DELTA's list has nothing with a reason.
    assert (lists["lists"], lists["own_trials"], lists["empty"], lists["wrong_direction"]) == (4, 0, 1, 0)
    assert (lists["commonest"], lists["commonest_share"]) == ("MONDO_1", 0.5) or lists["commonest_share"] == 0.5


def test_kin_of_known_uses_are_no_discovery_where_the_folder_has_an_ontology(tmp_path: Path) -> None:
    terms: list[dict[str, Any]] = [
        {"id": "MONDO_1", "name": "fever", "ancestors": ["MONDO_0000001", "MONDO_7"]},
        {"id": "MONDO_4", "name": "hay fever", "ancestors": ["MONDO_0000001", "MONDO_7", "MONDO_1"]},
        {"id": "MONDO_7", "name": "heat", "ancestors": ["MONDO_0000001", "MONDO_8"], "descendant_count": 2},
    ]
    folder = write_folder(tmp_path, diseases=terms)
    assert snapshot(folder).kin("ALPHA") == {"MONDO_1", "MONDO_4", "MONDO_7"}
    assert measured(folder)["entries"]["product"]["mrr"] == 1.0


def evidence(disease: str, day: str, **effects: str) -> dict[str, Any]:
    return {
        "target": "ENSG1", "disease": disease, "source": "clingen", "datatype": "genetic_association", "score": 1.0,
        "day": day, **effects,
    }  # fmt: skip


def test_evidence_on_targets_feeds_the_target_path_from_its_day_on(tmp_path: Path) -> None:
    rows = [
        evidence("MONDO_9", "2009-05-01", on_target="GoF", on_trait="risk"),
        evidence("MONDO_8", "2008-05-01", on_target="LoF", on_trait="risk"),
        evidence("MONDO_5", "2011-05-01"),
    ]
    folder = write_folder(tmp_path, evidence=rows)
    day = snapshot(folder)
    findings = PATHS[0].find(day, day.profile("ALPHA"))
    assert {f.disease_id: pooled_direction(f.target_facts) for f in findings} == {
        "MONDO_9": TargetDirection.AGREES,
        "MONDO_8": TargetDirection.OPPOSES,
    }
    # What the rule on causes reads: without it no recessive disease would be set aside here, as a run does.
    assert {source for f in findings for fact in f.target_facts for source in fact.source_scores} == {"clingen"}
    outcomes = measured(folder)["outcomes"]
    assert outcomes["target_path"]["recall_at_10"] == pytest.approx(1 / 3)
    assert outcomes["product"]["recall_at_10"] == pytest.approx(2 / 3)  # the paths add up


def test_a_path_alone_and_a_day_alone(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, outcomes=[*OUTCOMES, answer("ALPHA", "MONDO_5", as_of=2015.5)])
    only = measured(folder, paths=["target_path"])
    assert list(only["outcomes"]) == ["product", "with_a_reason", "target_path", "popularity", "random"]
    assert only["outcomes"]["product"]["recall_at_100"] == 0
    later = measured(folder, as_of=date(2015, 7, 1))
    assert later["outcomes"]["product"]["recall_at_10"] == 1.0  # GAMMA was in phase 3 by then
    assert later["entries"] == {}
    with pytest.raises(PermanentFailure, match="no answers as of 2012-01-01; it has those of 2010-01-01, 2015-07-"):
        measured(folder, as_of=date(2012, 1, 1))


def test_bands_are_of_drugs_with_a_future_and_diseases_with_a_complete_register(tmp_path: Path) -> None:
    figures = measured(write_folder(tmp_path))
    assert list(figures) == [
        "outcomes", "entries", "lists", "bands", "parts", "auroc_by_disease", "auroc_by_disease_odds",
    ]  # fmt: skip
    # ALPHA with MONDO_3 (tried later) and MONDO_4, GAMMA with MONDO_1; of the others the folder holds no future.
    assert sum(band["pairs"] for band in figures["bands"]) == 3
    assert sum(band["seen"] for band in figures["bands"]) == 1
    assert sum(band["expected"] for band in figures["bands"]) == pytest.approx(0.05, abs=0.05)
    assert measured(write_folder(tmp_path / "none", entries=[]))["bands"] == []


def test_the_figures_are_written_as_json_table_and_pictures(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "small")
    evaluation = evaluate_discovery(folder, Settings())
    assert evaluation.as_json() == measured(folder), "twice the same"
    written = {path.name: path.read_text("utf-8") for path in write_discovery(evaluation, tmp_path / "out")}
    assert set(written) == {"discovery.json", "discovery.md"}
    assert json.loads(written["discovery.json"]) == evaluation.as_json()
    assert "| product | 0.333 [0.000, 0.500] |" in written["discovery.md"]
    assert "AUROC by disease, outcomes" in written["discovery.md"]


def test_days_and_decimal_years() -> None:
    assert year_of(date(2010, 1, 1)) == 2010.0
    assert day_of(2015.5) in (date(2015, 7, 2), date(2015, 7, 3))
    assert year_of(day_of(2012.25)) == pytest.approx(2012.25, abs=0.003)

"""A folder of pairs with a known end, made from the local server's records of the demonstration."""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.environment import load_settings
from indication_scout_assets.evaluation.scores.pairs import AskedPairs, ask_pairs
from indication_scout_assets.evaluation.scores.score_evaluation import evaluate_score
from indication_scout_assets.evaluation.scores.score_folder import KnownEnd, read_score_folder
from indication_scout_assets.pipeline import hosts
from indication_scout_assets.rules.as_of import article_day
from indication_scout_assets.settings import Settings
from indication_scout_tests.wire.server import WireServer, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WireServer]:
    """All sources, asked without waiting for rates; the state is this module's own."""
    folder = tmp_path_factory.mktemp("pairs")
    own = {"SCOUT_STATE_DIR": str(folder / "state"), "SCOUT_RATE_DIR": str(folder / "rate")}
    with (
        start() as served,
        patch.dict(os.environ, served.settings() | own),
        patch.object(hosts, "RATES", defaultdict(lambda: 1000.0)),
    ):
        yield served


def written(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress((folder / f"{name}.jsonl.gz").read_bytes()).splitlines()]


def asked(most: int = 200, until: date = date(2020, 12, 31), *, undated: bool = False) -> AskedPairs:
    return ask_pairs(load_settings(), most=most, first=date(2000, 1, 1), last=until, undated=undated)


def test_dated_pairs_hold_what_was_known_before_their_day(server: WireServer, tmp_path: Path) -> None:
    pairs = asked()
    assert pairs.as_json()["pairs"]["approved"] == {"kept": 2, "known": 2}
    pairs.records.write(tmp_path / "dated")
    folder = read_score_folder(tmp_path / "dated")
    ends = {pair.id: pair for pair in folder.pairs}
    ruxolitinib = ends["CHEMBL1789941 MONDO_0009891"]
    assert (ruxolitinib.end, str(ruxolitinib.day)) == (KnownEnd.APPROVED, "2011-12-31")
    assert "ruxolitinib" in ruxolitinib.drug_names
    assert ruxolitinib.candidate is not None
    assert ends["CHEMBL192 MONDO_0005030"].end is KnownEnd.FAILED
    for pair in folder.pairs:
        assert pair.day is not None
        assert pair.profile is not None
        assert not any(number in (pair.trials or ()) for number in ("NCT02038036", "NCT02277132", "NCT00532779"))
        days = [article_day(folder.articles[i]) for i in pair.articles or ()]
        assert all(day is None or day < pair.day for day in days)
    evaluation = evaluate_score(tmp_path / "dated", Settings()).as_json()
    assert evaluation["pairs"]["failed"] == 1
    assert evaluation["evidence"]["articles_left_out"] == 0


def test_the_same_answers_give_the_same_folder(server: WireServer, tmp_path: Path) -> None:
    for name in ("first", "second"):
        asked(2).records.write(tmp_path / name)
    for name in ("pairs", "articles", "trials"):
        assert written(tmp_path / "first", name) == written(tmp_path / "second", name)
    assert [pair["end"] for pair in written(tmp_path / "first", "pairs")].count("approved") == 1


def test_undated_pairs_have_articles_and_nothing_that_tells_the_end(server: WireServer, tmp_path: Path) -> None:
    asked(6, undated=True).records.write(tmp_path / "undated")
    pairs = read_score_folder(tmp_path / "undated").pairs
    assert {pair.end for pair in pairs} == set(KnownEnd)
    assert all(pair.day is None and pair.articles for pair in pairs)
    assert all(pair.trials is None and pair.candidate is None for pair in pairs)


def test_a_window_without_a_pair_is_refused(server: WireServer) -> None:
    with pytest.raises(PermanentFailure, match="no pair with a known end"):
        asked(until=date(2001, 1, 1))

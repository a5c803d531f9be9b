"""What a replay takes for asked: only what was asked when the snapshot was recorded."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.base import fingerprint
from indication_scout_assets.domain.records.source_catalogue import source_entry
from indication_scout_assets.pipeline.resources.source_bench import SourceBench
from indication_scout_assets.pipeline.stored_inputs import not_asked
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore

OMIM = source_entry("omim")


def bench(**settings: Any) -> SourceBench:
    return SourceBench(Settings(**settings), ExchangeStore.replay(SNAPSHOT))


def test_a_replay_asks_without_a_key_what_was_asked_then() -> None:
    assert bench(snapshot=SNAPSHOT).has_key(OMIM)


@pytest.mark.parametrize("key", [None, "a-key-of-today-0123456789"])
def test_a_replay_does_not_call_failed_what_was_not_asked_then(tmp_path: Path, key: str | None) -> None:
    lines = (Path(SNAPSHOT) / "manifest.jsonl").read_text("utf-8").splitlines()
    kept = [line for line in lines if json.loads(line)["host"] != "OMIM"]
    (tmp_path / "manifest.jsonl").write_text("\n".join(kept) + "\n", "utf-8")
    replay = bench(snapshot=tmp_path, omim_api_key=key)
    assert not replay.has_key(OMIM)
    run: Any = SimpleNamespace(bench=replay, settings=replay.settings)
    reason = not_asked(run, OMIM)
    assert reason == "OMIM was not asked: the snapshot holds none of it."


def test_the_sources_themselves_are_asked_with_a_key_alone() -> None:
    assert not bench().has_key(OMIM)
    assert bench(omim_api_key="a-key-of-today-0123456789").has_key(OMIM)


def test_a_source_that_no_run_asks_leaves_stored_answers_where_they_are() -> None:
    elsewhere = Settings.model_validate({"reactome_url": "https://mirror.example/reactome"})
    without = {name: url for name, url in addresses(Settings()).items() if name != "reactome_url"}
    store = ExchangeStore.replay(SNAPSHOT)
    assert SourceBench(Settings(), store).origin == fingerprint(without, None)[:12]
    assert SourceBench(elsewhere, store).origin == fingerprint(addresses(elsewhere), None)[:12]


def addresses(settings: Settings) -> dict[str, str]:
    """Every address of the settings that is one of a source, or of a model in a run."""
    others = {"database_url", "reports_url", "openai_url", "ollama_url"}
    return {n: str(getattr(settings, n)) for n in Settings.model_fields if n.endswith("_url") and n not in others}

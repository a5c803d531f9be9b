"""Taking subjects in turn: what is kept of one of them, and that it goes when the next one's turn comes."""

from __future__ import annotations

from indication_scout_assets.pipeline.engine import Ended, Stage, Written
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.pipeline.workbench import DrugRun, Workbench
from indication_scout_assets.rules.kept_readings import kept
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore


def test_readings_are_kept_for_one_subject_and_forgotten_between_two(db, tmp_path):
    read: list[str] = []

    @kept(10)
    def reading(text: str) -> str:
        read.append(text)
        return text

    async def function(run: DrugRun) -> Written:
        """Reads the same text for each drug."""
        return Written(write=lambda: None, outputs=[reading("a"), reading("a")])

    first, second = Stage("first", "g", "1", function), Stage("second", "g", "1", function, upstream=("first",))
    bench = Workbench(Settings(state_dir=tmp_path), db, ExchangeStore.cache(tmp_path / "exchanges"))
    for slug in ("aspirin", "metformin", "sildenafil"):
        db.drugs.add(slug, slug)
    assert {end.ended for end in run_all(bench, ["aspirin"], stages=[first, second])} == {Ended.DONE}
    assert read == ["a"]
    assert {end.ended for end in run_all(bench, ["metformin", "sildenafil"], stages=[first, second])} == {Ended.DONE}
    assert read == ["a"] * 5  # for each drug and stage, for the stages take the drugs in turn

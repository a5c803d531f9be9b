"""Runs of a backfill one after the other: what they keep of each other's texts."""

from __future__ import annotations

from indication_scout_assets.operations.upkeep import backfilling
from indication_scout_assets.rules.kept_readings import kept
from indication_scout_assets.settings import Settings


def test_readings_are_kept_for_a_run_and_forgotten_between_two(workspace, db, database_url, tmp_path, monkeypatch):
    read: list[str] = []

    @kept(10)
    def reading(text: str) -> str:
        read.append(text)
        return text

    def run(environment, bench, drugs, observe):
        """Reads the same text twice for each drug of a run."""
        for _ in range(2 * len(drugs)):
            reading("a")
        return []

    monkeypatch.setattr(backfilling, "run_job_now", run)
    monkeypatch.setattr(backfilling, "prepare_home", lambda settings: {})
    monkeypatch.setattr(backfilling, "BATCH", 2)
    settings = Settings(state_dir=tmp_path, database_url=database_url, workspace=workspace)
    three = {slug: slug for slug in ("aspirin", "metformin", "sildenafil")}
    assert backfilling.backfill(settings, three, lambda *_: None).run == 3
    assert read == ["a", "a"]  # a run of two drugs and one of the third

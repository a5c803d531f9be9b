"""The doctor's looks at the machine: each failing one says what is wrong and what mends it."""

from __future__ import annotations

import shutil
import socket
import time
from collections import namedtuple

import pytest

from indication_scout_assets.domain.outcomes import ScoutError
from indication_scout_assets.operations.upkeep import doctor
from indication_scout_assets.settings import Settings

Usage = namedtuple("Usage", "total used free")


def test_a_disk_without_room_is_named(monkeypatch, tmp_path):
    settings = Settings(state_dir=tmp_path / "not" / "there", reports_dir=tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(0, 0, 10**8))
    with pytest.raises(ScoutError, match=r"0\.1 GB are free at .*; make room, or set SCOUT_STATE_DIR"):
        doctor.disk(settings)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(0, 0, 10**12))
    assert "1,000 GB free" in doctor.disk(settings)


def test_clocks_that_differ_are_named(monkeypatch, database_url):
    settings = Settings.model_validate({"database_url": database_url})
    assert "of the database's" in doctor.clock(settings)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 100)
    with pytest.raises(ScoutError, match="seconds apart; let both be set by NTP"):
        doctor.clock(settings)


def test_another_version_than_the_pinned_one_is_named(monkeypatch):
    assert "as asked for" in doctor.versions(Settings())
    monkeypatch.setattr(doctor, "version", lambda name: "0.1")
    with pytest.raises(ScoutError, match=r"dagster is 0\.1, not 1\.13\.27"):
        doctor.versions(Settings())


def test_a_service_that_takes_no_connection_is_named_with_why(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as there:
        good = f"http://127.0.0.1:{there.getsockname()[1]}/api"
        monkeypatch.setattr(Settings, "address", lambda self, service: good)
        assert "services take a connection" in doctor.reached(Settings())
    monkeypatch.setattr(
        Settings, "address", lambda self, service: "http://127.0.0.1:9" if service.name == "ChEMBL" else good
    )
    with pytest.raises(ScoutError, match=r"ChEMBL \(Connection refused\).*; check the network"):
        doctor.reached(Settings())

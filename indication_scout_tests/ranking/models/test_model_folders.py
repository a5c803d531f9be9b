"""What the models share: how torch's threads wait."""

from __future__ import annotations

import importlib
import os

import pytest

from indication_scout_assets.ranking.models import model_folders


@pytest.mark.parametrize(("given", "kept"), [(None, "PASSIVE"), ("ACTIVE", "ACTIVE")])
def test_threads_do_not_hold_a_core_while_they_wait_unless_told_to(
    given: str | None, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_WAIT_POLICY", given or "")
    if given is None:
        monkeypatch.delenv("OMP_WAIT_POLICY")
    importlib.reload(model_folders)
    assert os.environ["OMP_WAIT_POLICY"] == kept

"""Progress of long work: what is printed where stderr is no terminal."""

from __future__ import annotations

import pytest

from indication_scout_assets.cli.output.progress import progress


def test_without_a_terminal_a_line_now_and_then_and_one_at_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    with progress() as observe:
        for done in range(1, 2001):
            observe("texts [of tea]", done, 2000)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) < 100
    assert lines[-1] == "texts [of tea]: 2,000 of 2,000"


def test_each_step_has_its_line_where_every_call_is_one(capfd: pytest.CaptureFixture[str]) -> None:
    with progress(each=True) as observe:
        observe("candidates · tea", 1, 2)
        observe("abstracts · tea", 2, 2)
    assert capfd.readouterr().err.splitlines() == ["1/2 candidates · tea", "2/2 abstracts · tea"]


def test_nothing_is_shown_where_nobody_wants_it(capfd: pytest.CaptureFixture[str]) -> None:
    with progress(enabled=False) as observe:
        observe("texts", 1, 1)
    assert capfd.readouterr().err == ""

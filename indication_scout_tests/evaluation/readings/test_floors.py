"""No figure of the reader falls under its floor, on the texts of a mirror of the sources that lies beside the checkout.

The mirror is no part of the repository. Where it is not at hand the test is skipped and says so.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from indication_scout_assets.domain.base import fingerprint, fingerprint_of_code
from indication_scout_assets.evaluation.judged_sets import Part
from indication_scout_assets.evaluation.readings.measured import (
    TODAY,
    Measurement,
    judged_rows,
    measure,
    texts_of_judged,
)
from indication_scout_assets.settings import Settings
from indication_scout_tests import ROOT
from indication_scout_tests.ports import free_ports

from .floors import below_floors, read_floors

MIRROR = Path(os.environ.get("SCOUT_TEST_MIRROR") or ROOT.parent / "shared" / "mirror")
PATIENCE = 300.0
"""Seconds for the mirror to build its index, which it does once."""
BESIDE = ("label questions", "free questions")
"""Measured on more than articles."""
DECIDE = tuple(f"{part}/**/*" for part in ("domain", "evaluation", "reading", "rules", "sources", "text"))
"""The code, the models and the judged rows that a figure depends on."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (MIRROR / "serve.py").is_file(),
        reason=f"the texts are not at hand: no mirror at {MIRROR} (SCOUT_TEST_MIRROR), so no floor was held",
    ),
]


@contextmanager
def mirrored() -> Iterator[str]:
    """The mirror on a free port; its index is kept in MIRROR_CACHE, else in the folder for temporary files."""
    port = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "serve.py", "--port", str(port), "--no-rate-limit"]
    with subprocess.Popen(command, cwd=MIRROR, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not _answers(f"{url}/healthz"):
                assert process.poll() is None, "the mirror ended before it answered"
                assert time.monotonic() < until, "the mirror does not answer"
                time.sleep(0.5)
            yield url
        finally:
            process.kill()  # it has nothing to end, and where SIGTERM is ignored it would be waited for without end


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="module")
def today(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Measurement:
    """What the code as it is reads; a measurement of the same code, judged rows and texts is not made again."""
    code = fingerprint_of_code(*DECIDE)
    texts_of = (MIRROR.resolve(), (MIRROR / "serve.py").stat().st_mtime_ns)
    kept = pytestconfig.cache.mkdir("floors") / f"{fingerprint(code, *texts_of)}.json"
    if kept.exists():
        return Measurement.read(kept)
    with mirrored() as mirror:
        settings = Settings(
            eutils_url=f"{mirror}/eutils",
            clinicaltrials_url=f"{mirror}/ctgov/api/v2",
            state_dir=tmp_path_factory.mktemp("state"),
        )
        texts = texts_of_judged(settings)
    assert not texts.missing
    return Measurement.read(measure(texts).write(kept))


def test_every_judged_row_was_read(today: Measurement) -> None:
    published = Measurement.read(TODAY).figures
    rows = {key: figure.n for key, figure in published.items() if not key[0].startswith(BESIDE)}
    assert {key: figure.n for key, figure in today.figures.items()} == rows
    assert today.figures["number: every value", "unread"].n > 600, "no sentence's text has changed"
    unread = sum(row.part not in (Part.READ, Part.HELD_OUT, Part.FRESH) for row in judged_rows()["directions"])
    assert today.figures["direction: all five", "unread"].n == unread > 1400


def test_no_figure_is_under_its_floor(today: Measurement) -> None:
    held = [row for row in read_floors() if not row["task"].startswith(BESIDE)]
    assert len(held) > 20
    assert not list(below_floors(today, held))

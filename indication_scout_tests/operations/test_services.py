"""Processes that are kept running: one that is killed is started again, and one that cannot live ends all."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.operations.upkeep import services
from indication_scout_assets.operations.upkeep.services import Child, keep_running

SLEEP = ["python", "-c", "import time; time.sleep(300)"]


@pytest.fixture(autouse=True)
def handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(services, "LOOK_SECONDS", 0.02)
    kept = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    yield
    for kind, handler in kept.items():
        signal.signal(kind, handler)


def test_a_killed_process_is_started_again_and_all_end_with_us(caplog: pytest.LogCaptureFixture) -> None:
    daemon, webserver = Child("daemon", SLEEP), Child("webserver", SLEEP)
    seen: list[int] = []

    def disturb() -> None:
        while daemon.process is None or webserver.process is None:
            time.sleep(0.01)
        seen.append(daemon.process.pid)
        daemon.process.kill()
        while daemon.process.pid == seen[0]:
            time.sleep(0.01)
        seen.append(daemon.process.pid)
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=disturb)
    thread.start()
    keep_running([daemon, webserver], {})
    thread.join()
    assert seen[0] != seen[1]
    assert [record.message for record in caplog.records] == ["The daemon was ended by signal 9; it is started again."]
    assert daemon.process is not None
    assert webserver.process is not None
    assert None not in (daemon.process.poll(), webserver.process.poll())


def test_one_that_ends_again_and_again_ends_all_with_a_sentence() -> None:
    good, bad = Child("daemon", SLEEP), Child("webserver", ["python", "-c", "raise SystemExit(3)"])
    with pytest.raises(TransientFailure, match=r"^The webserver ended with status 3, 3 times within a minute; "):
        keep_running([good, bad], {})
    assert good.process is not None
    assert good.process.poll() is not None

"""Which hosts have stopped answering, so that a host that is down holds up nobody.

What belongs here: deciding when a host is no longer asked, and when it may be tried once more. Attempts are made in
``http_client``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ...domain.outcomes import PermanentFailure, ScoutError, TransientFailure

GIVEN_UP_AFTER = 3
"""As many attempts as this many questions have, failed one after the other without an answer in between: it is down."""
HICCUP = 10.0
"""Seconds of silence that the retries of one question outlast. Many questions at once use up the attempts of three in a
second or two; a host that restarts must not cost them all."""
PATIENCE = 120.0
"""Seconds without any answer after which three failed attempts are enough: a host that hangs would need many more."""
TRIED_AGAIN_AFTER = 60.0
"""Seconds until one attempt finds out whether a host that was down is back."""


@dataclass
class _Silence:
    """What is known of a host since its last answer. Times are the clock's."""

    since: float
    attempts: int = 0
    error: ScoutError = field(default_factory=lambda: TransientFailure(""))
    until: float | None = None
    """When it may be tried again; ``None`` while it is not given up."""


class Outages:
    """The hosts of one HTTP client that give no answer."""

    def __init__(self, attempts: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = GIVEN_UP_AFTER * attempts
        self._now = now
        self._silences: dict[str, _Silence] = {}

    def answered(self, host: str) -> None:
        """The host works."""
        self._silences.pop(host, None)

    def failed(self, host: str, reason: str) -> None:
        """An attempt brought no answer, for ``reason``: one plain sentence."""
        moment = self._now()
        silence = self._silences.setdefault(host, _Silence(since=moment))
        if silence.until is not None and moment < silence.until:
            return  # given up already, for the reason that counts
        silence.attempts += 1
        silence.error = TransientFailure(reason)
        lasted = moment - silence.since
        often_enough = silence.attempts >= self._most and lasted >= HICCUP
        long_enough = silence.attempts >= GIVEN_UP_AFTER and lasted >= PATIENCE
        if often_enough or long_enough:
            silence.until = moment + TRIED_AGAIN_AFTER

    def closed(self, host: str, error: ScoutError, seconds: float = float("inf")) -> None:
        """The host will answer nobody with this quota or key for ``seconds``."""
        self._silences[host] = _Silence(self._now(), error=error, until=self._now() + seconds)

    def check(self, host: str) -> None:
        """Raise what the host's last question came to, while it is given up; let one attempt pass when it is time.

        Raises:
            TransientFailure: it is down or has no quota left.
            PermanentFailure: it refuses the key.
        """
        silence = self._silences.get(host)
        if silence is None or silence.until is None:
            return
        if self._now() < silence.until:
            # A new one each time: an exception that is raised twice would gather the traces of both.
            kind = PermanentFailure if isinstance(silence.error, PermanentFailure) else TransientFailure
            raise kind(str(silence.error))
        silence.until = self._now() + TRIED_AGAIN_AFTER

"""Progress of long work on stderr: one bar for every verb that counts steps, with the time left.

What belongs here: how progress looks. What is counted, the verbs and what they call say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.markup import escape

from ...domain.runs import Progress
from .shared import err

_EVERY = 5.0
"""Seconds between two lines where stderr is no terminal."""


@contextmanager
def progress(*, enabled: bool = True, each: bool = False) -> Iterator[Progress]:
    """A bar with the time left; on a stderr that is no terminal, a line every few seconds.

    What is given back takes the name of the step, how much of it is done, and of how much.

    Args:
        enabled: nothing is shown where this is false.
        each: every call is a step of one count over all, and a line of its own where there is no terminal.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    if not enabled:
        yield lambda *_: None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", style="bold"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        clock = StepClock(time.monotonic)

        def observe(step: str, done: int, total: int) -> None:
            if step != clock.step and not each:
                bar.reset(task, description=escape(step), total=total)
            bar.update(task, description=escape(step), completed=done, total=total)
            left = clock.left(step, done, total)
            if err.is_terminal:
                return
            if each:
                err.print(f"{done}/{total} {escape(step)}")
            elif clock.due(done == total):
                err.print(f"{escape(step)}: {done:,} of {total:,}{f', about {left} left' if left else ''}")

        yield observe


class StepClock:
    """How long a step still takes, from how long it has taken."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.step = ""
        self._began = self._shown = 0.0
        self._before = 0

    def left(self, step: str, done: int, total: int) -> str:
        """``3 min`` or ``40 s``; empty while nobody can say."""
        if step != self.step:
            self.step, self._began, self._shown, self._before = step, self._now(), 0.0, done
        made = done - self._before
        if not made or done >= total:
            return ""
        seconds = (self._now() - self._began) * (total - done) / made
        return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"

    def due(self, last: bool) -> bool:
        """Whether a line is worth printing: the last of a step, or one after a few seconds."""
        moment = self._now()
        if not last and moment - self._shown < _EVERY:
            return False
        self._shown = moment
        return True

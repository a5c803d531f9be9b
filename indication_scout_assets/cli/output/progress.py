"""Progress of long work on stderr: one bar for every verb that counts steps, with the time left.

What belongs here: how progress looks. What is counted, the verbs and what they call say.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
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
        bar.add_task("starting", total=None)
        (task,) = bar.tasks
        shown = 0.0

        def observe(step: str, done: int, total: int) -> None:
            nonlocal shown
            begins = task.description != escape(step)
            if begins and not each:
                bar.reset(task.id, description=escape(step), total=total)
                shown = 0.0
            bar.update(task.id, description=escape(step), completed=done, total=total)
            if err.is_terminal:
                return
            if each:
                err.print(f"{done}/{total} {escape(step)}")
            elif done == total or time.monotonic() - shown >= _EVERY:
                shown = time.monotonic()
                left = f", about {_words(task.time_remaining)} left" if task.time_remaining else ""
                err.print(f"{escape(step)}: {done:,} of {total:,}{left}")

        yield observe


def _words(seconds: float) -> str:
    """``3 min`` or ``40 s``."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"

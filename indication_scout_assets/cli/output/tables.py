"""How the verbs of the command print: one console, plain tables, files, and what was written where.

What belongs here: layout that several verbs share. What a table holds, the verbs say.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ...domain.outcomes import PermanentFailure
from .shared import err

_PIPE_WIDTH = 10_000
"""Columns where the output is no terminal and so has no width: what a program reads is never cut."""


def console() -> Console:
    """Standard output; wide enough for a table where it is no terminal."""
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = _PIPE_WIDTH
    return out


def table(headings: Sequence[str], rows: Iterable[Sequence[str]] = (), *, left: Sequence[int] = (0,)) -> Table:
    """A table without lines. Columns hold numbers and stand at the right, but those in ``left``, counted from 0.

    Cells are text, not markup.
    """
    made = Table(box=None, header_style="bold", pad_edge=False)
    for place, heading in enumerate(headings):
        is_left = place in left or place - len(headings) in left
        made.add_column(escape(heading), justify="left" if is_left else "right", no_wrap=True)
    for row in rows:
        made.add_row(*map(escape, row))
    return made


def say_written(paths: Iterable[Path]) -> None:
    """Which files a verb wrote, on stderr."""
    for path in paths:
        err.print(f"Written: {escape(os.path.relpath(path))}", soft_wrap=True)


def put(content: str | bytes, output: Path | None) -> None:
    """Print the content, or write it to a file just as it is.

    Raises:
        PermanentFailure: the file cannot be written.
    """
    if output:
        try:
            output.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        except OSError as error:
            raise PermanentFailure(f"{output} cannot be written: {error.strerror}.") from None
        err.print(f"Written: {escape(str(output))}")
    else:
        click.echo(content, nl=False)

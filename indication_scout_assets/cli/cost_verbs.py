"""The verb of the command that adds up what runs took: ``costs``.

What belongs here: arguments and tables. What is added up is stored by ``pipeline.engine`` and ``pipeline.workbench``;
the output is documented in ``docs/cli.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..domain.drugs import slug
from .shared import JSON, emit, plain_errors, settings_of_environment

if TYPE_CHECKING:
    from ..domain.runs import RunCost

_COLUMNS = ("requests", "cached", "retries", "vectors", "model_calls", "input_tokens", "output_tokens")


@click.command()
@click.argument("drugs", nargs=-1, metavar="[DRUG]…")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 100_000), help="Runs in the table.")
@JSON
@plain_errors
def costs(drugs: Sequence[str], limit: int, as_json: bool) -> None:
    """What each run asked, made and paid, per drug, the newest first; with DRUGs theirs alone."""
    from ..pipeline.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        rows = bench.db.stages.costs([slug(drug) for drug in drugs])
    totals = {name: sum(getattr(row, name) for row in rows) for name in (*_COLUMNS, "dollars", "cost_unknown")}
    emit(
        {"runs": [row.model_dump(mode="json") for row in rows], "total": totals}, as_json,
        lambda: _print(rows[:limit], len(rows), totals),
    )  # fmt: skip


def _print(rows: Sequence[RunCost], held: int, totals: dict[str, float]) -> None:
    out = Console(highlight=False)
    if not rows:
        out.print("No run of this workspace has asked or made anything.")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("drug", "run", "ended (UTC)"):
        table.add_column(title)
    for title in (*(name.replace("_", " ") for name in _COLUMNS), "dollars"):
        table.add_column(title, justify="right")
    for row in rows:
        numbers = [f"{getattr(row, name):,}" for name in _COLUMNS]
        table.add_row(
            escape(row.subject or "–"), row.run[:8] or "–", f"{row.ended_at:%Y-%m-%d %H:%M}", *numbers,
            _dollars(row.dollars, row.cost_unknown),
        )  # fmt: skip
    table.add_row(
        "all", "", "", *(f"{totals[n]:,}" for n in _COLUMNS), _dollars(totals["dollars"], int(totals["cost_unknown"]))
    )
    out.print(table)
    if held > len(rows):
        out.print(f"{held - len(rows):,} older ones are not shown; --limit shows more.")


def _dollars(known: float, unknown: int) -> str:
    return f"{known:.2f}" + (f" + {unknown} unknown" if unknown else "")

"""The verb of the command that adds up what runs took: ``costs``.

What belongs here: arguments and tables. What is added up is stored by ``pipeline.engine`` and ``pipeline.workbench``;
the output is documented in ``docs/cli.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape
from rich.table import Table

from .shared import JSON, emit, plain_errors, settings_of_environment
from .tables import console

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
        rows = bench.db.stages.costs(list(bench.db.drugs.known_as(drugs).values()))
    totals = {name: sum(getattr(row, name) for row in rows) for name in (*_COLUMNS, "dollars", "cost_unknown")}
    emit(
        {"runs": [row.model_dump(mode="json") for row in rows], "total": totals},
        as_json,
        lambda: _print(rows[:limit], len(rows), totals),
    )


def _print(rows: Sequence[RunCost], held: int, totals: dict[str, float]) -> None:
    out = console()
    if not rows:
        out.print("No run of this workspace has asked or made anything.")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("drug", "run", "ended (UTC)"):
        table.add_column(title, no_wrap=True)
    for title in ("requests", "vectors", "calls", "tokens", "dollars"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        ended = f"{row.ended_at:%m-%d %H:%M}"
        table.add_row(escape(row.subject or "–"), row.run[:8] or "–", ended, *_numbers(row.model_dump()))
    table.add_row("all", "", "", *_numbers(totals))
    out.print(table)
    if held > len(rows):
        out.print(f"{held - len(rows):,} older ones are not shown; --limit shows more.")


def _numbers(counts: Mapping[str, Any]) -> list[str]:
    """What fits beside each other in a terminal of 80 columns; the JSON has all."""
    tokens = counts["input_tokens"] + counts["output_tokens"]
    unknown = f" + {counts['cost_unknown']} unknown" if counts["cost_unknown"] else ""
    whole = [f"{int(count):,}" for count in (counts["requests"], counts["vectors"], counts["model_calls"], tokens)]
    return [*whole, f"{counts['dollars']:.2f}{unknown}"]

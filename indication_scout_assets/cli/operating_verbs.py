"""The verbs of whoever operates a workspace of many drugs: ``scout backfill``, ``backup``, ``restore``, ``prune`` and
``costs``. Outputs are documented in ``docs/reference/verbs-json.md``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from ..domain.drugs import slug
from ..domain.outcomes import WrongArgument
from .output.progress import progress
from .output.shared import (
    EXIT_FAILED,
    EXIT_TRANSIENT,
    JSON,
    emit,
    err,
    plain_errors,
    settings_of_environment,
    tell_same,
)
from .output.tables import console, table

if TYPE_CHECKING:
    from ..domain.runs import RunCost

SHOWN = 20
"""Failed drugs that are printed; `--json` and `scout list` have them all."""
_COUNTED = ("requests", "cached", "retries", "vectors", "model_calls", "input_tokens", "output_tokens")


@click.command("backfill")
@click.argument("drugs", nargs=-1, metavar="[DRUG…]")
@click.option(
    "--file",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Drugs to run: a name, brand or ChEMBL id on each line (# before remarks), or a YAML list in a file .yaml.",
)
@click.option("--again", is_flag=True, help="Run complete drugs too; what is unchanged costs nothing.")
@JSON
@plain_errors
def backfill_verb(drugs: Sequence[str], file: Path | None, again: bool, as_json: bool) -> None:
    """Carry many drugs through, 25 at a time: each DRUG, those of a file, or the whole watch list.

    Drugs that are complete are left out, so a call that was broken off is gone on with by calling it again.
    """
    from ..operations.upkeep.backfilling import backfill
    from ..pipeline.drug_file import drugs_in

    if drugs and file:
        raise WrongArgument("Name drugs, or a file of them, not both.")
    named = drugs_in(file) if file else {slug(drug): drug for drug in drugs} or None
    with progress(enabled=not as_json) as observe:
        summary = backfill(settings_of_environment(), named, observe, again=again)
    emit(summary.as_json(), as_json, lambda: _print_backfill(summary))
    if summary.failed:
        sys.exit(EXIT_TRANSIENT if summary.transient else EXIT_FAILED)


def _print_backfill(summary: Any) -> None:
    if not summary.asked:
        click.echo("The watch list is empty; `scout add sildenafil` puts a drug on it.")
        return
    for drug, reason in list(summary.failed.items())[:SHOWN]:
        err.print(f"[red]{drug} failed.[/] {escape(reason)}", soft_wrap=True)
    if (more := len(summary.failed) - SHOWN) > 0:
        err.print(f"[red]{more} more failed;[/] `scout list` shows them.", soft_wrap=True)
    tell_same(summary.same)
    each = f", {summary.seconds / summary.run:.1f} s a drug" if summary.run else ""
    work = summary.work or {"requests": 0}
    click.echo(
        f"{_drugs(summary.asked)}: {summary.complete_before} complete before, {summary.run} run, {len(summary.failed)} "
        f"failed, {summary.degraded} incomplete; {work['requests']} requests; {summary.seconds:.0f} s{each}."
    )


def _drugs(number: int) -> str:
    return f"{number:,} {'drug' if number == 1 else 'drugs'}"


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@JSON
@plain_errors
def backup_verb(file: Path, as_json: bool) -> None:
    """Write the whole workspace to FILE: its tables, stored answers, indexes and reports, as of one moment."""
    from ..operations.upkeep.archives import back_up

    _print_archived("Backed up", back_up(settings_of_environment(), file), as_json)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@JSON
@plain_errors
def restore_verb(file: Path, as_json: bool) -> None:
    """Put the backup FILE back as a workspace that does not exist yet (`scout -w NAME restore FILE`)."""
    from ..operations.upkeep.archives import restore

    _print_archived("Restored", restore(settings_of_environment(), file), as_json)


def _print_archived(done: str, archived: Any, as_json: bool) -> None:
    sentence = (
        f"{done} the workspace {archived.workspace}: {_drugs(archived.drugs)}, {archived.rows:,} rows, "
        f"{archived.files:,} files; {archived.file} has {archived.bytes / 1e6:.1f} MB."
    )
    emit(archived._asdict(), as_json, [sentence])


@click.command("prune")
@click.option("--now", "remove", is_flag=True, help="Remove it; without, say what would be removed.")
@JSON
@plain_errors
def prune_verb(remove: bool, as_json: bool) -> None:
    """Say what is older than SCOUT_KEEP_EVENTS_DAYS, …_ANSWERS_DAYS and …_MODEL_CALLS_DAYS allow; --now removes it."""
    from ..orchestration.instance import open_instance, prepare_home
    from ..orchestration.retention import prune
    from ..pipeline.resources.workbench import workbench

    settings = settings_of_environment()
    environment = prepare_home(settings)
    with workbench(settings) as bench, open_instance(environment) as instance:
        pruned = prune(bench, instance, remove=remove)

    listed = ", ".join(f"{count:,} {name}" for name, count in pruned.as_metadata().items() if name != "removed")
    done = f"{'Removed' if remove else 'Would be removed with --now'}: {listed}."
    emit(asdict(pruned), as_json, [done if listed else "Nothing is ever removed: no SCOUT_KEEP_…_DAYS is set."])


@click.command()
@click.argument("drugs", nargs=-1, metavar="[DRUG]…")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 100_000), help="Runs in the table.")
@JSON
@plain_errors
def costs(drugs: Sequence[str], limit: int, as_json: bool) -> None:
    """What each run asked, made and paid, per drug, the newest first; with DRUGs theirs alone."""
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        rows = bench.db.stages.costs(list(bench.db.drugs.known_as(drugs).values()))
    totals = {name: sum(getattr(row, name) for row in rows) for name in (*_COUNTED, "dollars", "cost_unknown")}
    emit(
        {"runs": [row.model_dump(mode="json") for row in rows], "total": totals},
        as_json,
        lambda: _print_costs(rows[:limit], len(rows), totals),
    )


def _print_costs(rows: Sequence[RunCost], held: int, totals: dict[str, float]) -> None:
    out = console()
    if not rows:
        out.print("No run of this workspace has asked or made anything.")
        return
    headings = ("drug", "run", "ended (UTC)", "requests", "vectors", "calls", "tokens", "dollars")
    cells = [
        (row.subject or "–", row.run[:8] or "–", f"{row.ended_at:%m-%d %H:%M}", *_numbers(row.model_dump()))
        for row in rows
    ]
    out.print(table(headings, [*cells, ("all", "", "", *_numbers(totals))], left=(0, 1, 2)))
    if held > len(rows):
        out.print(f"{held - len(rows):,} older ones are not shown; --limit shows more.")


def _numbers(counts: Mapping[str, Any]) -> list[str]:
    """What fits beside each other in a terminal of 80 columns; the JSON has all."""
    tokens = counts["input_tokens"] + counts["output_tokens"]
    unknown = f" + {counts['cost_unknown']} unknown" if counts["cost_unknown"] else ""
    whole = [f"{int(count):,}" for count in (counts["requests"], counts["vectors"], counts["model_calls"], tokens)]
    return [*whole, f"{counts['dollars']:.2f}{unknown}"]

"""The verbs of the ``scout`` command that ask single sources and read their files: ``sources``, ``search``, ``parse``.

What belongs here: arguments and plain sentences; sources are asked in ``operations.questions.source_queries``, files
are read in ``sources.file_parsing``. Neither needs a database. The outputs are documented in
``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from ..domain.outcomes import PermanentFailure, SourceState
from .output.shared import (
    EXIT_FAILED,
    EXIT_TRANSIENT,
    JSON,
    complain,
    emit,
    emit_lines,
    err,
    plain_errors,
    settings_of_environment,
)

if TYPE_CHECKING:
    from ..domain.outcomes import SourceOutcome

_STDIN = Path("-")


@click.command("sources")
@JSON
@plain_errors
def list_sources(as_json: bool) -> None:
    """List every source with its last state in this workspace.

    The state is the worst that became of the questions last put to the source;
    `docs/reference/verbs-json.md` explains the words.
    """
    from ..operations.questions.source_queries import list_sources as listed

    rows = listed(settings_of_environment())

    lines = [("key", "state", "questions", "last used (UTC)", "source"), *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ([cell.ljust(width) for cell, width in zip(cells, widths, strict=True)] for cells in lines)
    emit({"sources": rows}, as_json, ("  ".join(cells).rstrip() for cells in padded))


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    note = row["reason"] or ("" if row["ready"] == "ready" else row["ready"])
    return (
        row["key"],
        (row["state"] or "never asked").replace("_", " "),
        ", ".join(f"{number} {state.replace('_', ' ')}" for state, number in row["states"].items()) or "–",
        (row["last_used"] or "–")[:16].replace("T", " "),
        row["title"] + (f": {note}" if note else ""),
    )


@click.command()
@click.argument("source")
@click.argument("query")
@click.option("--limit", "-n", type=click.IntRange(1, 1000), help="Records wanted (default: as many as a run reads).")
@plain_errors
def search(source: str, query: str, limit: int | None) -> None:
    """Ask SOURCE (a key of `scout sources`) and print its records as JSON lines.

    QUERY is "DRUG AND DISEASE", or one name for sources asked about one of them; for pubmed_articles also a query in
    PubMed's own syntax, told by its field tags. What the source said of itself goes to stderr. No database is needed.

    Exit codes: 0 answered, if with nothing; 1 refused, or not asked for want of a key; 2 wrong source or query; 3 no
    answer, or only a part of it because of a fault: try again later.
    """
    from ..operations.questions.source_queries import search_source

    records, outcome = search_source(settings_of_environment(), source, query, limit)
    emit_lines(records)
    total = f" of {outcome.total}" if outcome.total is not None else ""
    err.print(
        f"{escape(outcome.source)}: {outcome.state.value.replace('_', ' ')}, {len(records)}{total}"
        f"{'. ' + escape(outcome.reason) if outcome.reason else ''}",
        soft_wrap=True,
    )
    sys.exit(_exit_code(outcome, bool(records)))


def _exit_code(outcome: SourceOutcome, brought: bool) -> int:
    """A source that was not asked, or did not answer, must not pass for one that has nothing."""
    if outcome.state is SourceState.NOT_ASKED:
        return EXIT_FAILED
    if outcome.open or (outcome.state is SourceState.DEGRADED and not brought):
        return EXIT_TRANSIENT
    return 0


@click.command()
@click.argument("form", type=click.Choice(["pubmed", "ctgov", "spl", "jats"]))
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True, path_type=Path),
)
@plain_errors
def parse(form: str, files: Sequence[Path]) -> None:
    """Read each FILE (`-`: stdin), plain or gzipped, in a source's own format and print its records as JSON lines.

    pubmed: XML of efetch or of the baseline files. ctgov: studies of ClinicalTrials.gov's API v2, one, a list, a page
    or JSON lines. spl: a drug label of DailyMed. jats: articles of PMC. No database is needed.

    A file that is damaged or of another kind is named on stderr, after its records before the fault, and so is a study
    that is none, after all others of its file; the next files are read all the same, and the exit code is 1.
    """
    whole = [_parsed(form, path) for path in files]
    if not all(whole):
        sys.exit(EXIT_FAILED)


def _parsed(form: str, path: Path) -> bool:
    """Whether the whole file could be read; its records are printed."""
    from ..sources.file_parsing import parse as records_of

    name = "standard input" if path == _STDIN else str(path)
    try:
        with click.open_file(str(path), "rb") as file:
            if not emit_lines(records_of(form, file)):
                err.print(f"{escape(name)}: no records.", soft_wrap=True)
    except PermanentFailure as error:
        complain(f"{name}: {error}")
        return False
    except OSError as error:
        complain(f"{name} cannot be read: {error.strerror}.")
        return False
    return True

"""The verb ``scout eval retractions``: how well the retraction gate tells retracted papers from the others.

What belongs here: arguments, progress and plain sentences; the work is done in ``evaluation.retraction_figures``.
The JSON output is documented in ``docs/cli.md``.
"""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..domain.outcomes import PermanentFailure
from .shared import EXIT_FAILED, JSON, emit, err, plain_errors, settings_of_environment

if TYPE_CHECKING:
    from ..evaluation.retraction_figures import Measured, RetractionFigures

_FILE = click.File("rb")
_MOST = 9_998
"""What PubMed lists for one search."""


_GROUPS = {
    "listed": "listed",
    "corrected": "only corrected",
    "notice": "notices of retractions",
    "other": "others",
}


@click.command("retractions")
@click.argument("list_file", metavar="LIST", type=_FILE)
@click.option("--comparison", "-c", "comparison_file", type=_FILE, help="PMIDs of other papers (default: PubMed's).")
@click.option(
    "--limit", "-n", default=500, show_default=True, type=click.IntRange(1, _MOST),
    help="Papers to compare with, where PubMed finds them.",
)  # fmt: skip
@JSON
@plain_errors
def evaluate_retractions(list_file: IO[bytes], comparison_file: IO[bytes] | None, limit: int, as_json: bool) -> None:
    """Ask every source about the papers in LIST, known to be retracted, and about papers that were only corrected.

    LIST (`-`: stdin) has a PMID in the first column of each line. Exits with 1 where one is missed or falsely caught.
    """
    from ..evaluation.retraction_figures import measure_retractions

    listed = _pmids(list_file)
    compared = None if comparison_file is None else _pmids(comparison_file)
    with err.status("records of PubMed") as status:
        measured = measure_retractions(
            settings_of_environment(), listed, compared, limit, lambda what, *_: status.update(escape(what))
        )
    emit(measured.as_json(), as_json, lambda: _print(measured))
    if not measured.figures.is_clean:
        sys.exit(EXIT_FAILED)


def _pmids(file: IO[bytes]) -> list[str]:
    from ..evaluation.retraction_figures import read_pmids

    try:
        return read_pmids(file.read().decode("utf-8-sig").splitlines(), file.name)
    except UnicodeDecodeError:
        raise PermanentFailure(f"{file.name} is no text in UTF-8; give one PMID a line.") from None


def _print(measured: Measured) -> None:
    out, figures = Console(highlight=False), measured.figures
    out.print(f"{figures.held} of {figures.listed} listed papers are in PubMed.\n", soft_wrap=True)
    out.print(_groups(figures))
    out.print()
    out.print(_signals(figures))
    out.print()
    for title, ids in (
        ("missed", figures.combined.missed),
        ("falsely caught", figures.combined.falsely_caught),
        ("retracted, yet not listed", figures.unlisted),
    ):
        out.print(f"{title}: {', '.join(ids) or 'none'}", soft_wrap=True)
    for outcome in measured.outcomes:
        total = "" if outcome.total is None else f", {outcome.found} of {outcome.total}"
        sentence = f"{outcome.source}: {outcome.state.value.replace('_', ' ')}{total}. {outcome.reason}"
        err.print(escape(sentence.rstrip()), soft_wrap=True)


def _groups(figures: RetractionFigures) -> Table:
    statuses = sorted({status for group in figures.groups.values() for status in group.statuses})
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("papers", "", *(status.replace("_", " ") for status in statuses)):
        table.add_column(title, justify="left" if title == "papers" else "right", no_wrap=True)
    for group, counted in figures.groups.items():
        counts = (str(counted.statuses.get(status, 0)) for status in statuses)
        table.add_row(_GROUPS[group.value], str(counted.articles), *counts)
    return table


def _signals(figures: RetractionFigures) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("signal", no_wrap=True)
    for title in ("answered", "of the listed", "caught", "missed", "falsely caught"):
        table.add_column(title, justify="right", no_wrap=True)
    for signal in (*figures.signals, figures.combined):
        counts = (
            signal.answered,
            signal.listed_answered,
            signal.caught,
            len(signal.missed),
            len(signal.falsely_caught),
        )
        table.add_row(escape(signal.signal) or "all together", *map(str, counts))
    return table

"""The verbs ``scout eval retractions``, ``discovery``, ``polarity``, ``strength`` and ``questions``.

They say what the gate catches, what the candidates hold, how well articles of a user's own are read, how the strength
of evidence agrees with published judgements, and how judged questions over the literature are answered.

What belongs here: arguments, progress and plain sentences; the work is done in ``evaluation``. The JSON outputs are
documented in ``docs/reference/verbs-json.md``, ``docs/developers/discovery.md`` and ``docs/questions.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.markup import escape

from .output.progress import progress
from .output.shared import EXIT_FAILED, JSON, emit, err, plain_errors, settings_of_environment
from .output.tables import console, say_written, table

if TYPE_CHECKING:
    from rich.table import Table

    from ..evaluation.discovery.discovery_evaluation import DiscoveryEvaluation
    from ..evaluation.judged_polarity import PolarityEvaluation
    from ..evaluation.retraction_figures import Measured, RetractionFigures

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
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
    "--limit",
    "-n",
    default=500,
    show_default=True,
    type=click.IntRange(1, _MOST),
    help="Papers to compare with, where PubMed finds them.",
)
@JSON
@plain_errors
def evaluate_retractions(list_file: Path, comparison_file: Path | None, limit: int, as_json: bool) -> None:
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


def _pmids(file: Path) -> list[str]:
    from ..evaluation.retraction_figures import read_pmids
    from ..ranking.files.list_files import read_text

    return read_pmids(read_text(file), str(file))


def _print(measured: Measured) -> None:
    out, figures = console(), measured.figures
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
    rows = [
        (_GROUPS[group.value], str(counted.articles), *(str(counted.statuses.get(status, 0)) for status in statuses))
        for group, counted in figures.groups.items()
    ]
    return table(("papers", "", *(status.replace("_", " ") for status in statuses)), rows)


def _signals(figures: RetractionFigures) -> Table:
    rows = [
        (
            signal.signal or "all together",
            *map(str, (signal.answered, signal.listed_answered, signal.caught)),
            *map(str, (len(signal.missed), len(signal.falsely_caught))),
        )
        for signal in (*figures.signals, figures.combined)
    ]
    return table(("signal", "answered", "of the listed", "caught", "missed", "falsely caught"), rows)


@click.command("discovery")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--as-of", type=click.DateTime(["%Y-%m-%d"]), help="Only the answers of this day (default: of all days).")
@click.option("--path", "-p", "paths", multiple=True, help="Let the product use this path only; may be repeated.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write figures and table here.")
@JSON
@plain_errors
def evaluate_discovery(
    folder: Path, as_of: datetime | None, paths: Sequence[str], out: Path | None, as_json: bool
) -> None:
    """Make candidates from what was known on a day and count those that were tried later.

    FOLDER holds drugs, knowledge, outcomes and entries, as docs/developers/discovery.md describes them.
    No network, no database.
    """
    from ..evaluation.discovery.discovery_evaluation import evaluate_discovery as evaluation_of
    from ..evaluation.discovery.discovery_evaluation import write_discovery
    from ..evaluation.discovery.snapshot import PATHS

    names = [path.name for path in PATHS]
    if unknown := [name for name in paths if name not in names]:
        raise click.UsageError(f"There is no path {unknown[0]!r}; there are {', '.join(names)}.")
    day = as_of.date() if as_of else None
    with progress(enabled=not as_json) as observe:
        evaluation = evaluation_of(folder, settings_of_environment(), as_of=day, paths=paths, observe=observe)
    if out:
        say_written(write_discovery(evaluation, out))
    emit(evaluation.as_json(), as_json, lambda: _print_discovery(evaluation))


def _print_discovery(evaluation: DiscoveryEvaluation) -> None:
    from ..evaluation.discovery.discovery_evaluation import summary
    from ..evaluation.discovery.split_figures import part_rows
    from ..evaluation.rankings.comparison_tables import mean_rows

    out = console()
    for kind, judged, panels in evaluation.kinds:
        out.print(f"{escape(evaluation.name)}, {kind}: {summary(judged)}", soft_wrap=True)
        out.print(table((kind, *(panel.title for panel in panels)), mean_rows(panels)))
        out.print()
    out.print(table(*part_rows(evaluation.parts)))
    out.print()
    for sentence in evaluation.sentences:
        out.print(escape(sentence), soft_wrap=True)


@click.command("polarity")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--half", type=click.IntRange(0, 1), help="Only drugs of this half: SHA-256 of the name, modulo 2.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write figures and table here.")
@JSON
@plain_errors
def evaluate_polarity(folder: Path, half: int | None, out: Path | None, as_json: bool) -> None:
    """Read what articles say of a drug in a disease and count where people read the same.

    FOLDER holds judged articles, as docs/reference/verbs-json.md describes them. No database, no network.
    """
    from ..evaluation.judged_polarity import evaluate_polarity as evaluation_of
    from ..evaluation.judged_polarity import write_polarity

    with progress(enabled=not as_json) as observe:
        evaluation = evaluation_of(folder, half=half, observe=observe)
    if out:
        say_written(write_polarity(evaluation, out))
    emit(evaluation.as_json(), as_json, lambda: _print_polarity(evaluation))


def _print_polarity(evaluation: PolarityEvaluation) -> None:
    out = console()
    out.print(escape(evaluation.summary), soft_wrap=True)
    for heading, rows in evaluation.tables():
        out.print()
        out.print(table(heading, rows))
    out.print()
    out.print(escape(evaluation.worst), soft_wrap=True)


@click.command("strength")
@click.argument("judgements", type=_FILE, required=False)
@click.option("--half", type=click.IntRange(0, 1), help="Only drugs of this half: SHA-256 of the name, modulo 2.")
@click.option(
    "--limit", "-n", default=100, show_default=True, type=click.IntRange(1, _MOST), help="Articles of a pair."
)
@JSON
@plain_errors
def evaluate_strength(judgements: Path | None, half: int | None, limit: int, as_json: bool) -> None:
    """Rate the strength of evidence of judged pairs and count where published GRADE judgements say the same.

    JUDGEMENTS: a CSV file as docs/reference/verbs-json.md describes it (default: the repository's).
    Asks PubMed; no database.
    """
    from ..domain.findings.assessment import EvidenceStrength
    from ..evaluation.strength_figures import JUDGEMENTS
    from ..evaluation.strength_figures import evaluate_strength as evaluation_of

    path = judgements or JUDGEMENTS
    with progress(enabled=not as_json) as observe:
        evaluation = evaluation_of(settings_of_environment(), path, half=half, limit=limit, observe=observe)

    def text() -> None:
        out, kappa = console(), evaluation.kappa
        out.print(f"{evaluation.judged} judgements, {len(evaluation.pairs)} with a word of the rule\n", soft_wrap=True)
        out.print(table(("published", *(word.value for word in EvidenceStrength)), evaluation.confusion))
        out.print()
        for name, share in evaluation.shares.items():
            out.print(f"{name}: {escape(share.words)}", soft_wrap=True)
        if kappa:
            out.print(escape(f"weighted kappa: {kappa[0]:.2f} [{kappa[1]:.2f}, {kappa[2]:.2f}]"), soft_wrap=True)

    emit(evaluation.as_json(), as_json, text)


@click.command("questions")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--collection", default="", metavar="NAME", help="Whose articles answer; without it the only one.")
@click.option("--set", "kind", type=click.Choice(["effects", "yes_no"]), help="Only questions of this kind.")
@click.option("--half", type=click.IntRange(0, 1), help="Only articles of this half: SHA-256 of the id, modulo 2.")
@click.option("--limit", "-n", type=click.IntRange(min=1), help="Only the first so many of each kind.")
@click.option("--no-taken-out", is_flag=True, help="Do not ask again with the article taken out.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write the figures here.")
@JSON
@plain_errors
def evaluate_questions(
    *,
    folder: Path,
    collection: str,
    kind: str | None,
    half: int | None,
    limit: int | None,
    no_taken_out: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Answer judged questions from a collection and count what was found, answered and refused rightly.

    FOLDER holds questions with their label and article, as docs/questions.md describes them. No network.
    """
    from ..answering.meant_collection import meant_collection
    from ..evaluation.question_evaluation import JudgedKind, rows_of, write_questions
    from ..evaluation.question_evaluation import evaluate_questions as evaluation_of
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench, progress(enabled=not as_json) as observe:
        evaluation = evaluation_of(
            bench,
            folder,
            meant_collection(bench.db, collection),
            kind=JudgedKind(kind) if kind else None,
            half=half,
            limit=limit,
            taken_out=not no_taken_out,
            observe=observe,
        )
    if out:
        say_written(write_questions(evaluation, out))

    def text() -> None:
        printed = console()
        printed.print(
            f"{escape(evaluation.name)}: {len(evaluation.answered)} questions to {escape(evaluation.collection)}, "
            f"{evaluation.left_out} left out whose article it has not; median {evaluation.milliseconds:.0f} ms",
            soft_wrap=True,
        )
        for of_kind in JudgedKind:
            heading, rows = rows_of(evaluation, of_kind)
            if rows:
                printed.print()
                printed.print(table(heading, rows))

    emit(evaluation.as_json(), as_json, text)

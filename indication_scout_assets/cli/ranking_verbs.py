"""The verbs of the ``scout`` command that rank, read and measure files: ``rerank``, ``assess`` and ``eval``.

What belongs here: arguments, progress and plain sentences; the work is done in ``operations.file_ranking`` and
``evaluation.rankings``. The JSON outputs are documented in ``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from .output.progress import progress
from .output.shared import JSON, emit, err, plain_errors, settings_of_environment
from .output.tables import console, say_written, table

if TYPE_CHECKING:
    from ..evaluation.rankings.ranking_comparison import Evaluation
    from ..ranking.files.document_files import Line
    from ..ranking.topics import Topic

_STDIN = "-"
_FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
INPUT = click.option(
    "--input", "-i", "documents", type=_FILE, required=True, help="Documents as JSON lines, plain or .gz; `-`: stdin."
)
DRUG_SYNONYM = click.option("--drug-synonym", "drug_synonyms", multiple=True, help="Another name; may be repeated.")
DISEASE_SYNONYM = click.option(
    "--disease-synonym", "disease_synonyms", multiple=True, help="Another name; may be repeated."
)
CROSS_ENCODER = click.option(
    "--cross-encoder", metavar="auto|none|NAME", help="Second stage (default: SCOUT_CROSS_ENCODER, else `auto`)."
)
CACHE = click.option(
    "--cache", type=click.Path(file_okay=False, path_type=Path), help="Folder where vectors are kept for the next time."
)
OUTPUT = click.option(
    "--output", "-o", type=_FILE, default=Path(_STDIN), show_default=True, help="Write here; `-`: stdout."
)


@click.command()
@INPUT
@click.option("--topics", "-t", "topics_file", type=_FILE, help="Topics as JSON lines; `-`: stdin.")
@click.option("--query", default="", help="A single topic in free words.")
@click.option("--drug", default="", help="A single topic: the drug…")
@click.option("--disease", default="", help="…and the disease it may treat.")
@DRUG_SYNONYM
@DISEASE_SYNONYM
@CROSS_ENCODER
@CACHE
@OUTPUT
@plain_errors
def rerank(  # noqa: PLR0913 - one argument per option
    *,
    documents: Path,
    topics_file: Path | None,
    query: str,
    drug: str,
    disease: str,
    drug_synonyms: Sequence[str],
    disease_synonyms: Sequence[str],
    cross_encoder: str | None,
    cache: Path | None,
    output: Path,
) -> None:
    """Rank documents for topics and print one JSON line per topic and document, best first.

    No database is needed. Topics come from a file, or a single one from --query, or from --drug and --disease.
    """
    from ..ranking.files.document_files import read_documents, read_topics, without_text

    single = _single_topic(query, (drug, drug_synonyms), (disease, disease_synonyms))
    if (single is None) == (topics_file is None):
        raise click.UsageError("Give either --topics, or a single topic by --query or by --drug and --disease.")
    if topics_file == documents == Path(_STDIN):
        raise click.UsageError("Only one of --input and --topics can be standard input.")
    articles = read_documents(_lines(documents))
    if empty := without_text(articles):
        err.print(f"[yellow]scout:[/] {_counted(empty, 'document')} without title and abstract ranked last.")
    topics = [single] if single else read_topics(_lines(topics_file or Path(_STDIN)))

    from ..operations.file_ranking import rank_documents, ranker_of

    started = time.perf_counter()
    with progress() as observe:
        ranker = ranker_of(settings_of_environment(), cross_encoder=cross_encoder, cache=cache, observe=observe)
        _print_rows(rank_documents(ranker, topics, articles, observe), output)
    for note in ranker.notes:
        err.print(f"[yellow]scout:[/] {escape(note)}", soft_wrap=True)
    err.print(
        f"{_counted(len(articles), 'document')} ranked for {_counted(len(topics), 'topic')} "
        f"in {time.perf_counter() - started:.1f} s"
    )


@click.command()
@INPUT
@click.option("--drug", required=True, help="The drug.")
@click.option("--disease", required=True, help="The disease it may treat.")
@DRUG_SYNONYM
@DISEASE_SYNONYM
@OUTPUT
@plain_errors
def assess(
    documents: Path,
    drug: str,
    disease: str,
    drug_synonyms: Sequence[str],
    disease_synonyms: Sequence[str],
    output: Path,
) -> None:
    """Print, for each document, what it says of the drug in the disease and what kind of study it is."""
    from ..ranking.files.document_files import read_documents

    drug_names, disease_names = _names(drug, drug_synonyms), _names(disease, disease_synonyms)
    if not drug_names or not disease_names:
        raise click.UsageError("--drug and --disease need a name each.")
    articles = read_documents(_lines(documents))

    from ..operations.file_ranking import assess_documents

    _print_rows(assess_documents(drug_names, disease_names, articles), output)


@click.group("eval")
def evaluate() -> None:
    """Measure on judged data how well the product does."""


@evaluate.command("ranking")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option("--configuration", "-c", "configurations", multiple=True, help="Only this one; may be repeated.")
@click.option("--topics", "-n", type=click.IntRange(min=1), help="Only the first so many topics.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write figures, table and plot here.")
@CROSS_ENCODER
@CACHE
@JSON
@plain_errors
def evaluate_ranking(
    directory: Path,
    configurations: Sequence[str],
    topics: int | None,
    out: Path | None,
    cross_encoder: str | None,
    cache: Path | None,
    as_json: bool,
) -> None:
    """Rank the judged topics in DIRECTORY with every configuration and print one table of figures.

    DIRECTORY holds documents and topics with `relevant`, as docs/reference/verbs-json.md describes them.
    """
    from ..evaluation.rankings.ranking_comparison import evaluate_folder, write_results

    with progress() as observe:
        evaluation = evaluate_folder(
            directory,
            settings_of_environment(),
            configurations=list(dict.fromkeys(configurations)),
            topics=topics,
            cache=cache,
            cross_encoder=cross_encoder,
            observe=observe,
        )
    for note in evaluation.data.notes:
        err.print(escape(note), soft_wrap=True)
    if out:
        say_written(write_results(evaluation, out))
    emit(evaluation.as_json(), as_json, lambda: _print_table(evaluation))


def _print_table(evaluation: Evaluation) -> None:
    from ..evaluation.rankings.comparison_tables import difference_rows, mean_rows
    from ..evaluation.rankings.ranking_comparison import summary

    panels, out = evaluation.panels, console()
    titles, rows = [panel.title for panel in panels], mean_rows(panels)
    out.print(f"{escape(evaluation.data.name)}: {summary(evaluation)}", soft_wrap=True)
    means = table(("configuration", *titles), rows)
    means.add_row("best possible", *(f"{panel.ceiling:.3f}" for panel in panels), style="dim")
    printed = [means]
    if len(rows) > 1:
        printed.append(table((f"less {evaluation.baseline}, points", *titles), difference_rows(panels)))
    for figures in printed:
        out.print()
        out.print(figures)


# ------------------------------------------------------------------------------------------------ helpers
def _single_topic(query: str, drug: tuple[str, Sequence[str]], disease: tuple[str, Sequence[str]]) -> Topic | None:
    """The topic the options describe, ``None`` where they describe none."""
    from ..ranking.topics import Topic

    drug_names, disease_names = _names(*drug), _names(*disease)
    if bool(drug_names) != bool(disease_names):
        raise click.UsageError("--drug and --disease go together.")
    if not query.strip() and not drug_names:
        return None
    return Topic(
        id=query.strip() or f"{drug_names[0]} / {disease_names[0]}",
        query=query.strip(),
        drugs=(drug_names,) if drug_names else (),
        disease_names=disease_names,
    )


def _names(name: str, synonyms: Sequence[str]) -> tuple[str, ...]:
    """The name and its synonyms, each once; none where there is no name."""
    names = tuple(dict.fromkeys(text for written in (name, *synonyms) if (text := written.strip())))
    if names and not name.strip():
        raise click.UsageError("A synonym needs the name it belongs to: give --drug and --disease.")
    return names


def _lines(path: Path) -> list[Line]:
    from ..ranking.files.document_files import lines_in, read_lines

    if path == Path(_STDIN):
        return lines_in(sys.stdin.buffer.read(), "standard input")
    return read_lines(path)


def _print_rows(rows: Iterator[dict[str, Any]], output: Path) -> None:
    """JSON lines to stdout as they come, or to a file when all are there."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if output == Path(_STDIN):
        for line in lines:
            sys.stdout.write(line)
        return
    from ..evaluation.figure_files import write_whole

    write_whole(output, "".join(lines))
    say_written([output])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"

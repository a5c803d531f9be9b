"""``scout eval questions``: judged questions over the literature, put to a collection and counted.

What belongs here: arguments, progress and tables; the work is done in ``evaluation.question_evaluation``. The output is
documented in ``docs/questions.md``.
"""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

from .progress import progress
from .shared import JSON, emit, plain_errors, settings_of_environment
from .tables import console, say_written, table


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
    from ..pipeline.workbench import workbench

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

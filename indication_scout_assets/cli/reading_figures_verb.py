"""``scout eval readings``: how well articles are read, on the judged sets of the repository, in one table.

What belongs here: arguments, progress and the table; the work is done in ``evaluation.readings``. The JSON output is
documented in ``docs/cli.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.markup import escape

from .progress import progress
from .shared import JSON, emit, err, plain_errors, settings_of_environment
from .tables import console, say_written, table

if TYPE_CHECKING:
    from ..evaluation.readings.tasks import Rows
    from ..settings import Settings

_TEXTS = Path("../shared/data")


@click.command("readings")
@click.option(
    "--texts",
    type=click.Path(file_okay=False, path_type=Path),
    default=_TEXTS,
    show_default=True,
    help="Folder with the texts of the judged questions, which are not ours to keep.",
)
@click.option("--collection", default="", metavar="NAME", help="Put the free questions to this collection.")
@click.option("--save-release", metavar="VERSION", default="", help="Keep the figures as this release's, with floors.")
@click.option("--page", is_flag=True, help="Write docs/measured.md anew from these figures.")
@JSON
@plain_errors
def evaluate_readings(texts: Path, collection: str, save_release: str, page: bool, as_json: bool) -> None:
    """Read the judged articles and count: every task in one table, today against the last release.

    Texts come by id from PubMed and ClinicalTrials.gov, or what SCOUT_EUTILS_URL and SCOUT_CLINICALTRIALS_URL name.
    """
    from ..evaluation.judged_sets import REPORTED
    from ..evaluation.readings import measured
    from ..evaluation.readings.page import write_page

    settings = settings_of_environment()
    with progress(enabled=not as_json) as observe:
        observe("asking for the texts", 0, 1)
        measurement = measured.measure(
            measured.texts_of_judged(settings),
            reported=settings.workspace_dir / REPORTED,
            extras={
                "label questions": lambda: _label_questions(settings, texts),
                "free questions": lambda: _free_questions(settings, texts, collection),
            },
            observe=observe,
        )
    if save_release:
        say_written(measured.save_release(measurement, save_release))
    if page:
        say_written(write_page(measurement))
    last = measured.Measurement.read(measured.LAST_RELEASE) if measured.LAST_RELEASE.exists() else None

    def text() -> None:
        console().print(table(measured.HEADINGS, measurement.rows(last), left=(0, 1)))
        for note in measurement.notes:
            err.print(escape(note), soft_wrap=True)

    emit({**measurement.as_json(), "last_release": last.as_json() if last else None}, as_json, text)


def _label_questions(settings: Settings, texts: Path) -> Rows:
    from ..answering.labels.label_json import timed
    from ..domain.outcomes import PermanentFailure
    from ..evaluation.judged_sets import FOLDER, LabelQuestion, read_rows
    from ..evaluation.readings.questions import LABEL_TEXTS, label_rows, there
    from ..operations.label_asking import label_desk

    there(texts / LABEL_TEXTS)  # before the database is opened
    judged = {row.drug for row in read_rows(FOLDER / "label_questions.csv", LabelQuestion) if row.drug}
    with label_desk(settings) as desk:
        held = judged & set(desk.names.drugs)
        if len(held) < len(judged):
            raise PermanentFailure(
                f"The workspace holds labels of {len(held)} of the {len(judged)} drugs that are asked about; "
                "take the others in with scout label add."
            )

        def ask(entry: Mapping[str, Any]) -> Mapping[str, Any]:
            return timed(desk, entry["question"], context=entry.get("context") or "")

        return label_rows(texts, ask)


def _free_questions(settings: Settings, texts: Path, collection: str) -> Rows:
    from ..domain.outcomes import PermanentFailure
    from ..evaluation.readings.questions import FREE_TEXTS, free_rows, there
    from ..pipeline.workbench import workbench

    there(texts / FREE_TEXTS)
    if not collection:
        raise PermanentFailure("No collection of the full texts is named; give --collection.")
    with workbench(settings) as bench:
        return free_rows(texts, bench, collection)

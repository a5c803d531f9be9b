"""``scout eval readings``: how well articles are read, on the judged sets of the repository, in one table.

What belongs here: arguments, progress and the table; the work is done in ``evaluation.readings``. The JSON output is
documented in ``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.markup import escape

from ..domain.outcomes import WrongArgument
from ..settings import READERS
from .output.progress import progress
from .output.shared import JSON, emit, err, plain_errors, settings_of_environment
from .output.tables import console, say_written, table

if TYPE_CHECKING:
    from ..evaluation.readings.measured import Measurement, Selection
    from ..evaluation.readings.tasks import Rows
    from ..evaluation.readings.texts import Texts
    from ..settings import Settings

_TEXTS = Path("../shared/data")
_BESIDE = {"questions": "free questions", "labels": "label questions"}
"""Sets that are measured on more than articles, by what they are called in the table."""


@click.command("readings")
@click.option(
    "--texts",
    type=click.Path(file_okay=False, path_type=Path),
    default=_TEXTS,
    show_default=True,
    help="Folder with the texts of the judged questions, which are not ours to keep.",
)
@click.option("--collection", default="", metavar="NAME", help="Put the free questions to this collection.")
@click.option(
    "--reader",
    type=click.Choice(READERS),
    help="Who reads, instead of the bundled reader; calls are logged, stored and kept to SCOUT_MODEL_BUDGET.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="SET",
    help="Measure this set alone: directions, designs, …, questions, labels (a reader that is a model answers).",
)
@click.option(
    "--only",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Measure only the articles of this file: a PMID a line.",
)
@click.option("--save-release", metavar="VERSION", default="", help="Keep the figures as this release's, with floors.")
@click.option("--page", is_flag=True, help="Write docs/developers/measured.md anew from these figures.")
@JSON
@plain_errors
def evaluate_readings(
    texts: Path,
    collection: str,
    reader: str | None,
    sets: Sequence[str],
    only: Path | None,
    save_release: str,
    page: bool,
    as_json: bool,
) -> None:
    """Read the judged articles and count: every task in one table, today against the last release.

    Texts come by id from PubMed and ClinicalTrials.gov, or what SCOUT_EUTILS_URL and SCOUT_CLINICALTRIALS_URL name.
    """
    from ..evaluation.judged_sets import REPORTED
    from ..evaluation.readings import measured
    from ..evaluation.readings.page import write_page

    settings = settings_of_environment()
    selected = measured.Selection(sets, frozenset(only.read_text("utf-8").split()) if only else ())
    known_sets = (*measured.SETS, *_BESIDE)
    if unknown := set(sets) - set(known_sets):
        raise WrongArgument(f"There is no set {', '.join(sorted(unknown))}; there are {', '.join(known_sets)}.")
    if (part := reader or sets or only) and (save_release or page):
        raise WrongArgument(f"With {part!s} only a part is measured; no release and no page is made of it.")
    extras = {
        "label questions": lambda: _label_questions(settings, texts, reader),
        "free questions": lambda: _free_questions(settings, texts, collection, reader),
    }
    if part:
        extras = {name: extras[name] for wanted, name in _BESIDE.items() if wanted in sets}
    reported = settings.workspace_dir / REPORTED
    with progress(enabled=not as_json) as observe:
        observe("asking for the texts", 0, 1)
        known = measured.texts_of_judged(settings, selected)
        if reader and not (sets and set(sets) <= set(_BESIDE)):
            measurement = _by_reader(settings, reader, selected, known)
        else:
            measurement = measured.measure(known, reported=reported, selected=selected, extras=extras, observe=observe)
    if save_release:
        say_written(measured.save_release(measurement, save_release))
    if page:
        say_written(write_page(measurement))
    kept = measured.LAST_RELEASE.exists() and not part
    last = measured.Measurement.read(measured.LAST_RELEASE) if kept else None

    def text() -> None:
        console().print(table(measured.HEADINGS, measurement.rows(last), left=(0, 1)))
        for note in measurement.notes:
            err.print(escape(note), soft_wrap=True)

    emit({**measurement.as_json(), "last_release": last.as_json() if last else None}, as_json, text)


def _by_reader(settings: Settings, name: str, selected: Selection, texts: Texts) -> Measurement:
    """The figures of a reader with those that read in its place, and how often they did."""
    from ..evaluation.judged_sets import REPORTED
    from ..evaluation.readings.judged_reader import chained_reader
    from ..evaluation.readings.measured import judged_rows, measure, pairs_to_read
    from ..pipeline.resources.workbench import workbench
    from ..reading.stored_readings import StoredReadings

    reported = settings.workspace_dir / REPORTED
    with workbench(settings.model_copy(update={"reader": name})) as bench:
        readers = StoredReadings.chain(bench.readers, bench.db.readings)
        reader = chained_reader(readers, pairs_to_read(judged_rows(reported, selected), texts))
    measurement = measure(texts, reader=reader, reported=reported, selected=selected)
    reasons = Counter(failure.reason for failure in readers.failures.values())
    left = (f"{number} articles were read by the next reader. {reason}" for reason, number in reasons.most_common())
    parts = (f"In {readers.taken_over} readings made now a part is the next reader's.",) if readers.taken_over else ()
    return replace(measurement, notes=(*measurement.notes, *left, *parts))


def _label_questions(settings: Settings, texts: Path, reader: str | None) -> Rows:
    from ..domain.outcomes import PermanentFailure
    from ..evaluation.judged_sets import FOLDER, LabelQuestion, read_rows
    from ..evaluation.readings.questions import LABEL_TEXTS, label_rows, there
    from ..operations.questions.answering import label_desk_read_by
    from ..pipeline.resources.language_models import PROVIDERS

    there(texts / LABEL_TEXTS)  # before the database is opened
    judged = {row.drug for row in read_rows(FOLDER / "label_questions.csv", LabelQuestion) if row.drug}
    with label_desk_read_by(settings, reader if reader in PROVIDERS else "") as (desk, model):
        held = judged & set(desk.names.drugs)
        if len(held) < len(judged):
            raise PermanentFailure(
                f"The workspace holds labels of {len(held)} of the {len(judged)} drugs that are asked about; "
                "take the others in with scout label add."
            )
        return label_rows(texts, desk, model)


def _free_questions(settings: Settings, texts: Path, collection: str, reader: str | None) -> Rows:
    from ..domain.outcomes import PermanentFailure
    from ..evaluation.readings.questions import FREE_TEXTS, free_rows, there
    from ..pipeline.resources.language_models import PROVIDERS
    from ..pipeline.resources.workbench import workbench

    there(texts / FREE_TEXTS)
    if not collection:
        raise PermanentFailure("No collection of the full texts is named; give --collection.")
    with workbench(settings) as bench:
        return free_rows(texts, bench, collection, reader if reader in PROVIDERS else "extractive")


@click.command("train")
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="The file (default: the package's own).")
@plain_errors
def train_bundled_reader(to: Path | None) -> None:
    """Train the bundled reader on the judged pairs and designs, and write its weights: half an hour on two cores.

    Texts come by id as for `scout eval readings`. The tables that read the design, and
    the vectors of ordinary articles that `scout check` compares with, are written in the package.
    """
    from ..evaluation.judged_sets import FOLDER, JudgedDesign, read_directions, read_rows
    from ..evaluation.readings.texts import texts_of
    from ..evaluation.training.phrase_training import train_phrases, train_question_kinds
    from ..evaluation.training.reader_training import train
    from ..operations.checking.ordinary_articles import OrdinaryArticles
    from ..ranking.models.embedders import minilm
    from ..reading.trained_model import WEIGHTS

    rows = read_directions()
    designs = read_rows(FOLDER / "design.csv", JudgedDesign)
    texts = texts_of(settings_of_environment(), {row.pmid for row in (*rows, *designs)})
    train_phrases(designs, texts.articles)
    train_question_kinds()
    known = [texts.articles[pmid] for pmid in sorted({row.pmid for row in designs} & texts.articles.keys())]
    OrdinaryArticles.fitted(minilm().embed_documents([f"{a.title}\n{a.abstract}" for a in known if a.abstract])).save()
    train(rows, texts, to=to or WEIGHTS, observe=err.print)
    say_written([to or WEIGHTS])


@click.command("train-labels")
@click.option(
    "--texts",
    default=_TEXTS,
    type=click.Path(path_type=Path, file_okay=False),
    show_default=True,
    help="Folder with the judged questions that are not ours to keep.",
)
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="The file (default: the package's own).")
@plain_errors
def train_labels(texts: Path, to: Path | None) -> None:
    """Train the ranking of labels on judged questions, and write its weights: three minutes on two cores.

    The workspace must hold the labels that are asked about (`scout label add`).
    """
    from ..evaluation.training.label_training import train_label_ranking
    from ..operations.questions.answering import label_session
    from ..ranking.retrieval.label_passages import WEIGHTS

    with label_session(settings_of_environment()) as desk:
        train_label_ranking(desk, texts, to or WEIGHTS)
    say_written([to or WEIGHTS])

"""The verbs of ``scout label``: add labels, ask them, show their sections, facts and pictures.

What belongs here: arguments and plain sentences. Work is done in ``answering.labels`` and
``operations.label_intake``; the JSON is documented in ``docs/questions.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..domain.monographs.label_documents import LabelCategory, LabelDocument
from ..domain.outcomes import PermanentFailure, WrongArgument
from .output.answer_text import exit_code, print_answer
from .output.shared import EXIT_FAILED, JSON, complain, emit, emit_lines, plain_errors, settings_of_environment


@click.group()
def label() -> None:
    """Ask drug labels: facts word for word, with their place, or a refusal."""


@label.command("add")
@click.argument("what", nargs=-1, metavar="[FILE|FOLDER|SETID]…")
@click.option("--drug", default="", help="Generic name the labels are held under.")
@click.option("--region", default="", type=click.Choice(["", "US", "EU", "CA"], case_sensitive=False))
@click.option("--source", default="", help="Where the file comes from.")
@JSON
@plain_errors
def label_add(what: tuple[str, ...], drug: str, region: str, source: str, as_json: bool) -> None:
    """Hold labels: SPL (XML or zip), PDF, set ids of DailyMed; without any, the newest labels of --drug.

    They are DailyMed's; where it has none, the texts openFDA gives of them. A file that is no label is named on stderr
    with the reason; the others are read all the same, and the exit code is 1.
    """
    from ..operations.label_intake import add_labels

    added, refused = add_labels(settings_of_environment(), what, drug, region, source)

    lines = (
        f"{row.drug}: {row.id} ({row.sections} sections, {row.spans} fact spans), "
        f"{'held now' if row.new else 'held before, unchanged'}"
        for row in added
    )
    emit({"added": [row._asdict() for row in added], "refused": refused}, as_json, lines)
    for file, reason in refused.items():
        complain(f"{file}: {reason}")
    if refused:
        sys.exit(EXIT_FAILED)


@label.command("ask")
@click.argument("question", required=False, default="")
@click.option("--drug", help="The drug asked about, where the question does not name it.")
@click.option("--region", type=click.Choice(["US", "EU", "CA"], case_sensitive=False), help="Labels of one region.")
@click.option("--label", metavar="ID", help="One label: its set id, or the name of its file.")
@click.option("--after", "context", default="", metavar="QUESTION", help="The question before, for a follow-up.")
@click.option("--limit", "-n", type=click.IntRange(1, 50), help="The most facts of each drug.")
@click.option(
    "--provider",
    type=click.Choice(["anthropic", "openai", "ollama"]),
    help="Let a language model choose the passages that answer.",
)
@click.option(
    "--batch",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Questions of a file: a JSON list, or JSON lines, of objects with id, question, context.",
)
@JSON
@plain_errors
def label_ask(question: str, provider: str | None, batch: Path | None, *, as_json: bool, **given: Any) -> None:
    """Answer QUESTION from the labels held of its drug, word for word.

    Exit codes: 0 answered; 3 refused (not in the label, or asks for advice); 4 a misspelt name; 5 no drug.
    """
    from ..operations.questions.answering import label_desk_read_by

    if bool(question) is bool(batch):
        raise WrongArgument("Ask one QUESTION, or those of a file with --batch.")
    with label_desk_read_by(settings_of_environment(), provider or "") as (desk, reader):
        if batch:
            asked = ((entry, desk.ask_entry(entry, reader)) for entry in _questions(batch))
            emit_lines({"id": entry.get("id"), **answer.as_json()} for entry, answer in asked)
            return
        answer = desk.ask(question, **given, reader=reader)
    emit(answer.as_json(), as_json, lambda: print_answer(answer))
    sys.exit(exit_code(answer))


def _questions(path: Path) -> list[dict[str, Any]]:
    """The questions of a file.

    Raises:
        PermanentFailure: it is no JSON, or an entry has no question.
    """
    from ..answering.question_input import json_of
    from ..ranking.files.list_files import read_text

    text = read_text(path)
    try:
        entries = json_of(text) if text.lstrip().startswith("[") else [json_of(x) for x in text.splitlines() if x]
    except ValueError as broken:
        raise PermanentFailure(f"{path} holds no JSON: {broken}.") from broken
    if not all(isinstance(entry, dict) and entry.get("question") for entry in entries):
        raise PermanentFailure(f"An entry of {path} has no question.")
    return list(entries)


@label.command("sections")
@click.argument("drug")
@JSON
@plain_errors
def label_sections(drug: str, as_json: bool) -> None:
    """List the sections of the labels held of DRUG, with their category and what it was read from."""
    from ..answering.labels.held_labels import sections_of
    from ..operations.questions.answering import label_session

    with label_session(settings_of_environment()) as desk:
        rows = sections_of(desk, drug)

    def text() -> None:
        for row in rows:
            title = " ".join(filter(None, [row["number"], row["title"]])) or "–"
            flag = f"  ! {row['flag']}" if row["flag"] else ""
            click.echo(f"{'  ' * row['depth']}{title}  [{row['category']}, {row['method']}, {row['characters']}]{flag}")

    emit({"sections": rows}, as_json, text)


@label.command("show")
@click.argument("drug")
@click.argument("section", type=click.Choice([category.value for category in LabelCategory]), metavar="SECTION")
@JSON
@plain_errors
def label_show(drug: str, section: str, as_json: bool) -> None:
    """Print the sections of the category SECTION of the labels held of DRUG, whole."""
    from ..answering.labels.held_labels import section_texts
    from ..operations.questions.answering import label_session

    with label_session(settings_of_environment()) as desk:
        rows = section_texts(desk, drug, LabelCategory(section))

    if not rows:
        raise PermanentFailure(f"The labels held of {drug} have no section {section}.")
    headings = (" ".join(filter(None, [row["number"], row["title"], f"({row['document']})"])) for row in rows)
    lines = (f"{heading}\n{row['text']}\n" for heading, row in zip(headings, rows, strict=True))
    emit({"sections": rows}, as_json, lines)


@label.command("facts")
@click.argument("drug")
@click.option("--attribute", help="One attribute, as half_life or max_dose.")
@JSON
@plain_errors
def label_facts(drug: str, attribute: str | None, as_json: bool) -> None:
    """List the fact spans of the labels held of DRUG that say an attribute."""
    from ..operations.questions.answering import label_session
    from ..rules.labels.label_attributes import lexicon

    if attribute and attribute not in lexicon():
        raise WrongArgument(f"There is no attribute {attribute}; there are {', '.join(lexicon())}.")
    with label_session(settings_of_environment()) as desk:
        spans = desk.db.labels.spans(desk.drug(drug), attribute)
    rows = [span.model_dump(mode="json") for span in spans if span.attributes]

    lines = (f"{', '.join(row['attributes'])} ({row['assertion']}): {row['text']}" for row in rows)
    emit({"facts": rows}, as_json, lines)


@label.command("image")
@click.argument("drug")
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write the structural formula.")
@JSON
@plain_errors
def label_image(drug: str, out: Path | None, as_json: bool) -> None:
    """List the pictures of the labels held of DRUG; with --out write the structural formula to a file.

    Where no label came with its picture's bytes it is drawn from ChEMBL's SMILES (`pip install '.[structures]'`).
    """
    from ..answering.labels.drawn_structures import drawing
    from ..operations.questions.answering import label_session

    with label_session(settings_of_environment()) as desk:
        name = desk.drug(drug)
        rows = [picture.model_dump(mode="json") for picture in desk.db.labels.load(name).pictures]
        if out:
            files = [row["file"] for row in rows if row["kind"] == "structure"]
            contents = (desk.db.labels.picture_bytes(name, file) for file in files)
            content = next((c for c in contents if c), None)
            if content is None and (content := drawing(desk.db, name, svg=out.suffix == ".svg")):
                click.echo(f"{out} was drawn by RDKit from ChEMBL's SMILES; it is no picture of a label.", err=True)
            if content is None:
                raise PermanentFailure(f"No structural formula of {drug} is held with its bytes; add the label's zip.")
            out.write_bytes(content)

    emit({"images": rows}, as_json, [f"{row['kind']}: {row['file']} ({row['document']})" for row in rows])


@label.command("compare")
@click.argument("drug")
@click.argument("first", required=False, default="")
@click.argument("second", required=False, default="")
@JSON
@plain_errors
def label_compare(drug: str, first: str, second: str, as_json: bool) -> None:
    """Compare two labels held of DRUG (ids; without them the oldest and the newest): the sentences that
    only the first (-) or only the second (+) has. They may be labels of different products."""
    from ..answering.labels.held_labels import label_changes
    from ..operations.questions.answering import label_session

    with label_session(settings_of_environment()) as desk:
        older, newer, changes = label_changes(desk, drug, first, second)

    lines = [f"- {_label_line(older)}", f"+ {_label_line(newer)}"]
    if older.title != newer.title:
        lines.append("Their titles differ: they may be labels of two products, not two versions of one.")
    for change in changes:
        lines.append(f"{change['category']}:")
        lines += [f"  {sign} {span}" for sign, of in (("-", "removed"), ("+", "added")) for span in change[of]]
    if not changes:
        lines.append("The two labels say the same.")
    labels = {"first": older.model_dump(mode="json"), "second": newer.model_dump(mode="json")}
    emit({"labels": labels, "changes": changes}, as_json, lines)


def _label_line(document: LabelDocument) -> str:
    """A label in one line: title, region, date, id."""
    date = document.effective.isoformat() if document.effective else "no date"
    version = f"version {document.version}, " if document.version else ""
    return f"{document.title or document.id} ({document.region}, {date}, {version}{document.id})"


@label.command("eval")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--half", type=click.Choice(["0", "1"]), help="Drugs of one half only: 0 is tuned on, 1 is published.")
@JSON
@plain_errors
def label_eval(file: Path, half: str | None, as_json: bool) -> None:
    """Ask the judged questions of FILE and print the figures, by half of the drugs and by kind of question."""
    from ..evaluation.label_figures import label_figures, read_judged
    from ..operations.questions.answering import label_session

    questions = read_judged(file)
    with label_session(settings_of_environment()) as desk:
        figures = label_figures(questions, desk.ask_entry, (int(half),) if half else (0, 1))

    lines = (
        f"{name}, {kind}: {', '.join(f'{k} {v}' for k, v in values.items() if v is not None and k != 'wrong')}"
        for name, kinds in figures.items()
        for kind, values in kinds.items()
    )
    emit(figures, as_json, lines)

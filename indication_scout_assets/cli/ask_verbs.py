"""The verbs of the command that answer questions: ``collect``, ``find``, ``ask``, ``conversations``.

What belongs here: arguments, progress and plain sentences; the work is done in the room ``answering``. The
JSON outputs are documented in ``docs/questions.md``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape

from .output.answer_text import exit_code, print_answer, sentence_line
from .output.progress import progress
from .output.shared import (
    EXIT_FAILED,
    EXIT_TRANSIENT,
    JSON,
    complain,
    emit,
    err,
    plain_errors,
    settings_of_environment,
)
from .output.tables import put

if TYPE_CHECKING:
    from ..answering.answering_desk import Answering
    from ..answering.papers.collection_searcher import CollectionSearcher
    from ..answering.question_input import AskFrom
    from ..domain.questions.answers import AnswerEvent, Happening
    from ..domain.questions.library import PassageFilters

_FILE = click.Path(dir_okay=False, exists=True, allow_dash=True, path_type=Path)
_MOST_NAMED = 20
"""Ids and files not to be had that are printed with their reasons."""
_DAY = click.DateTime(formats=["%Y-%m-%d"])


_FILTERS = (
    click.option("--collection", default="", metavar="NAME", help="Collection; without it the only one there is."),
    click.option("--drug", default="", metavar="DRUG", help="The library of this drug, which its run has made."),
    click.option("--top-k", "-k", default=10, show_default=True, type=click.IntRange(1, 1000), help="Passages."),
    click.option("--since", type=_DAY, metavar="YYYY-MM-DD", help="Published on this day or later."),
    click.option("--until", type=_DAY, metavar="YYYY-MM-DD", help="Published on this day or before."),
    click.option(
        "--section",
        "sections",
        multiple=True,
        metavar="KIND",
        help="abstract, intro, methods, results, discussion, conclusion, table, other; may be repeated.",
    ),
    click.option("--journal", "journals", multiple=True, metavar="NAME", help="May be repeated."),
    click.option("--type", "types", multiple=True, metavar="TYPE", help="Article type, or a part of it."),
    click.option("--licence", "licenses", multiple=True, metavar="NAME", help="`CC BY` finds `CC BY 4.0`."),
    click.option("--only", multiple=True, metavar="ID", help="PMC id or PMID; may be repeated."),
    click.option("--exclude", multiple=True, metavar="ID", help="PMC id or PMID; may be repeated."),
    click.option("--no-titles", is_flag=True, help="Leave titles of articles out of the search."),
)


_WRITING = (
    click.option(
        "--provider",
        default="",
        metavar="NAME",
        help="extractive, anthropic, openai or ollama; without it as SCOUT_ANSWER_WRITER says.",
    ),
    click.option(
        "--max-cost",
        type=click.FloatRange(min=0),
        metavar="DOLLARS",
        help="What the model may cost at most; then word for word.",
    ),
    click.option(
        "--steps",
        type=click.IntRange(1, 6),
        help="Questions it is taken apart into, at most; 1: none. Without it as many as it asks.",
    ),
    click.option("--trials", is_flag=True, help="Registered trials of the drugs named answer, too."),
    click.option("--labels", is_flag=True, help="Labels of the drugs named answer, too."),
    click.option(
        "--stream", is_flag=True, help="Print each sentence once it is verified; with --json an event a line."
    ),
)


def _options(options: Sequence[Callable[..., Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Options that several verbs take, in their order."""
    return lambda command: reduce(lambda inner, option: option(inner), reversed(options), command)


def _filters(given: dict[str, Any]) -> PassageFilters:
    from ..domain.questions.library import PassageFilters

    def day(value: datetime | None) -> date | None:
        return value.date() if value else None

    return PassageFilters(
        kinds=given["sections"],
        since=day(given["since"]),
        until=day(given["until"]),
        journals=given["journals"],
        article_types=given["types"],
        licenses=given["licenses"],
        only=given["only"],
        exclude=given["exclude"],
    )


def _desk(given: dict[str, Any], question: str) -> AbstractContextManager[CollectionSearcher]:
    """The collection or drug the options name, open for questions."""
    from ..operations.questions.answering import reading

    return reading(
        settings_of_environment(),
        given["collection"],
        drug=given["drug"],
        question=question,
        titles=not given["no_titles"],
    )


@click.command()
@click.argument("name", required=False)
@click.option("--query", default="", help="What PMC is asked, in its own syntax.")
@click.option("--ids", type=_FILE, help="A file of PMC ids and PMIDs, one a line.")
@click.option(
    "--folder", type=click.Path(file_okay=False, exists=True, path_type=Path), help="A folder of JATS files and PDFs."
)
@click.option("--drug", default="", help="The articles a run of this drug found, without any request.")
@click.option("--most", type=click.IntRange(1, 10_000), help="Articles of a query (at first 9,999).")
@click.option("--vectors/--no-vectors", default=None, help="Whether passages get vectors; at first they do.")
@JSON
@plain_errors
def collect(
    *,
    name: str | None,
    query: str,
    ids: Path | None,
    folder: Path | None,
    drug: str,
    most: int | None,
    vectors: bool | None,
    as_json: bool,
) -> None:
    """Take full texts into the collection NAME; without a name, list the collections.

    A folder may hold JATS and PDF: papers, guidelines, monographs. Answers cite file and page.

    What was given is remembered: NAME alone brings the collection up to date. A run that was interrupted goes on where
    it stopped; one with nothing new asks nobody.
    """
    from ..operations import collections_filling

    settings = settings_of_environment()
    if name is None:
        rows = collections_filling.collections(settings)
        lines = [
            f"{row['name']}: {row['articles']} articles ({row['retracted']} retracted), {row['passages']} passages, "
            f"{row['vectors']} vectors"
            for row in rows
        ]
        none = "There is no collection yet; `scout collect diabetes --query 'diabetes[ti]'` fills one."
        emit({"collections": rows}, as_json, lines or [none])
        return
    with progress(enabled=not as_json) as observe:
        intake = collections_filling.Intake(query, ids, folder, drug)
        taken = collections_filling.collect(settings, name, intake, most=most, vectors=vectors, progress=observe)
    emit({"collection": name, **vars(taken)}, as_json, lambda: _print_taken(name, taken))


def _print_taken(name: str, taken: Any) -> None:
    click.echo(
        f"{name}: {taken.wanted} wanted, {taken.known} known, {taken.full_texts} full texts and {taken.abstracts} "
        f"abstracts taken in, {len(taken.missing)} not to be had, {taken.retracted} retracted; {taken.passages} "
        f"passages, {taken.vectors} vectors, {taken.requests} requests"
    )
    named = [f"{what}: {reason}" for what, reason in taken.missing.items()]
    further = [f"… and {len(named) - _MOST_NAMED} more, which --json lists."] if len(named) > _MOST_NAMED else []
    for note in (*named[:_MOST_NAMED], *further, *taken.notes):
        err.print(f"[yellow]{escape(note)}[/]", soft_wrap=True)


@click.command()
@click.argument("question")
@_options(_FILTERS)
@click.option("--mode", type=click.Choice(["hybrid", "words"]), default="hybrid", show_default=True)
@click.option("--per-paper", type=click.IntRange(1), help="Passages of one paper at most.")
@JSON
@plain_errors
def find(*, question: str, mode: str, per_paper: int | None, as_json: bool, **given: Any) -> None:
    """Search only: the passages that fit QUESTION best, with their exact places."""
    from ..domain.questions.library import file_and_pages
    from ..domain.questions.question_answering import FoundPassages

    with _desk(given, question) as desk:
        hits, path = desk.find(question, k=given["top_k"], filters=_filters(given), mode=mode, per_paper=per_paper)
        passages = FoundPassages(question=question, collection=desk.collection, path=path, passages=tuple(hits))

    def text() -> None:
        out = Console(highlight=False)
        fitting = [hit for hit in hits if hit.score > 0]
        if not fitting:
            out.print("Nothing fits: no passage has anything of what was asked.")
        for place, hit in enumerate(fitting, start=1):
            out.print(f"[bold]{place}. {escape(hit.title)}[/] {hit.year or ''} {hit.known_as}", soft_wrap=True)
            file = file_and_pages(hit.file, (page.number for page in hit.pages))
            out.print(escape(f"   {file}")) if file else None
            out.print(f"   {escape(hit.section)}, characters {hit.start} to {hit.end}, score {hit.score:.3f}")
            out.print(f"   {escape(hit.text)}\n", soft_wrap=True)

    emit(passages.model_dump(mode="json"), as_json, text)


@click.command()
@click.argument("question", required=False)
@_options(_FILTERS)
@click.option("--conversation", "-c", default="", metavar="ID", help="Ask as the next turn of this conversation.")
@click.option("--file", "file", type=_FILE, help="Questions a line, plain or JSON; answers as JSON lines. `-`: stdin.")
@click.option(
    "--from",
    "source",
    type=click.Choice(["auto", "papers", "labels"]),
    default="auto",
    show_default=True,
    help="Where to look: `auto` asks labels for facts of a label, papers for evidence.",
)
@_options(_WRITING)
@JSON
@plain_errors
def ask(
    *,
    question: str | None,
    conversation: str,
    file: Path | None,
    source: AskFrom,
    max_cost: float | None,
    stream: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Answer QUESTION from papers or from drug labels, every sentence with its source.

    Word for word, unless a model is to write (--provider); its sentences are held to the words they quote. Without a
    question, a dialogue. Exit codes: 3 refused; of a question put to labels 4, a misspelt name, and 5, no drug.
    """
    from ..operations.questions.answering import answering
    from ..ranking.files.list_files import STDIN, read_text

    if question and file:
        raise click.UsageError("Give a question or --file, not both.")
    if stream and question is None:
        raise click.UsageError("--stream needs a question.")
    settings = settings_of_environment()
    if max_cost is not None:
        settings = settings.model_copy(update={"model_budget": max_cost})
    how = {name: given[name] for name in ("provider", "steps", "trials", "labels")}
    how |= {"source": source, "k": given["top_k"], "filters": _filters(given)}
    papers = {"collection": given["collection"], "library_of": given["drug"], "titles": not given["no_titles"]}
    with answering(settings, **papers) as desk:
        if file is not None:
            lines = (line.lstrip("\ufeff") for line in sys.stdin) if file == STDIN else read_text(file).splitlines()
            sys.exit(_print_answers(desk.answer_lines(lines, **how)))
        if question is None:
            _dialogue(desk, conversation, how)
            return
        if stream:
            sys.exit(_print_events(desk.events(question, conversation=conversation, **how), as_json))
        answer = desk.answer(question, conversation=conversation, **how)
    emit(answer.as_json(), as_json, lambda: print_answer(answer))
    sys.exit(exit_code(answer))


def _print_answers(answers: Iterable[Happening]) -> int:
    """Print the answers to a file of questions, or why a question has none, as JSON lines; the exit code."""
    from ..domain.questions.answers import AnswerEvent

    asked = 0
    failed: list[AnswerEvent] = []
    for answer in answers:
        asked += 1
        click.echo(json.dumps(answer.as_json(), ensure_ascii=False))
        failed += [answer] if isinstance(answer, AnswerEvent) else []
    if not failed:
        return 0
    complain(f"{len(failed)} of {asked} questions could not be put; their lines say why.")
    return EXIT_TRANSIENT if all(event.transient for event in failed) else EXIT_FAILED


def _print_events(events: Iterable[Happening], as_json: bool) -> int:
    """Print a question's events as they come, as JSON lines or as text; the exit code.

    Raises:
        PermanentFailure, TransientFailure: the last event is an error.
    """
    from ..domain.outcomes import PermanentFailure, TransientFailure
    from ..domain.questions.answers import Answer, EventKind

    code = 0
    steps: tuple[str, ...] = ()
    for event in events:
        steps = steps or (() if isinstance(event, Answer) else event.steps)
        if as_json:
            click.echo(json.dumps({"event": event.kind, **event.as_json()}, ensure_ascii=False))
        if isinstance(event, Answer):
            code = exit_code(event)
            if not as_json:
                print_answer(event, streamed=True)
        elif not as_json and event.sentence is not None:
            click.echo(sentence_line(event.sentence))
        elif not as_json and event.kind is EventKind.RETRIEVED and steps:
            click.echo(event.standalone_question)
        elif not as_json and event.kind is EventKind.WITHDRAWN:
            click.echo(f"Withdrawn, what is above: {event.message}")
        elif not as_json and event.removed is not None:
            err.print(f"[dim]removed ({event.removed.kind}): {escape(event.removed.text)}[/]", soft_wrap=True)
        elif event.kind is EventKind.ERROR:
            if not as_json:
                raise (TransientFailure if event.transient else PermanentFailure)(event.message)
            code = EXIT_TRANSIENT if event.transient else EXIT_FAILED
    return code


def _dialogue(desk: Answering, conversation: str, how: dict[str, Any]) -> None:
    """Ask what is typed, as turns of a conversation."""
    name = conversation or f"dialogue-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    click.echo(f"Conversation {name}. An empty line ends it.")
    while True:
        try:
            question = input("> ").strip()
        except EOFError:
            return
        if not question:
            return
        print_answer(desk.answer(question, conversation=name, **how))


@click.group()
def conversations() -> None:
    """Conversations with a collection: list them, show one, export it, take turns back, remove it."""


@conversations.command("list")
@JSON
@plain_errors
def list_conversations(as_json: bool) -> None:
    """Every conversation, the last used first."""
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        rows = bench.db.conversations.list()

    lines = (f"{r['id']}: {r['turns']} turns over {r['collection'] or 'labels'}: {r['title'] or ''}" for r in rows)
    emit({"conversations": rows}, as_json, lines)


@conversations.command("show")
@click.argument("conversation")
@JSON
@plain_errors
def show(conversation: str, as_json: bool) -> None:
    """Every turn of a conversation."""
    from ..answering.kept_conversations import conversation_turns
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        turns = conversation_turns(bench.db, conversation)

    def text() -> None:
        for answer in turns:
            click.echo(f"\n> {answer.question}")
            print_answer(answer)

    emit({"turns": [answer.as_json() for answer in turns]}, as_json, text)


@conversations.command("rm")
@click.argument("conversation")
@plain_errors
def remove_conversation(conversation: str) -> None:
    """Remove a conversation."""
    from ..answering import kept_conversations
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        kept_conversations.remove_conversation(bench.db, conversation)


@conversations.command("export")
@click.argument("conversation")
@click.option("--format", "fmt", type=click.Choice(["md", "json", "ris"]), default="md", show_default=True)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write here instead of stdout.")
@plain_errors
def export_conversation(conversation: str, fmt: str, output: Path | None) -> None:
    """A conversation as a file: its turns with what they stand on, or (`ris`) the papers they cite."""
    from ..answering.kept_conversations import exported_conversation
    from ..pipeline.resources.workbench import workbench

    settings = settings_of_environment()
    with workbench(settings) as bench:
        text = exported_conversation(bench.db, conversation, fmt, demonstration=settings.is_demo)
    put(text, output)


@conversations.command("rollback")
@click.argument("conversation")
@click.option("--to", "kept", required=True, type=click.IntRange(0), help="The last turn that stays.")
@plain_errors
def roll_back_conversation(conversation: str, kept: int) -> None:
    """Take back the turns after --to; papers keep their numbers."""
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        taken_back = bench.db.conversations.roll_back(conversation, kept)
    click.echo(f"{taken_back} turns taken back.")

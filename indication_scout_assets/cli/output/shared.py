"""What every verb of the ``scout`` command shares: exit codes, errors in one sentence, settings, output.

What belongs here: what two modules of the command use; the verbs are in ``commands`` and the ``*_verbs`` modules.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click
from pydantic import ValidationError
from rich.console import Console
from rich.markup import escape

from ...domain.drugs import slug
from ...domain.outcomes import (
    AmbiguousCollection,
    DrugNotHeld,
    NotHeld,
    PermanentFailure,
    ScoutError,
    TransientFailure,
    WrongArgument,
    disk_is_full,
)
from ...domain.questions.library import drug_of
from ...settings import Settings, misspelt

P = ParamSpec("P")
R = TypeVar("R")
EXIT_FAILED, EXIT_USAGE, EXIT_TRANSIENT = 1, 2, 3
EXIT_INTERRUPTED = 130
"""What a shell sees of a program that Ctrl-C ended."""
EXIT_NO_READER = 141
"""What a shell sees of a program whose reader has gone, as with ``| head``."""
_MOST_ELSEWHERE = 3
"""Other workspaces that are named."""
KEPT = "What was done is kept; the same command goes on from there."
err = Console(stderr=True, highlight=False)


def plain_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn expected errors into one sentence on stderr and an exit code."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ScoutError as error:
            complain(f"{error} {_options(error)}{_elsewhere(error)}".strip())
            sys.exit(_exit_code(error))
        except OSError as error:
            if not disk_is_full(error):
                raise
            complain(
                f"{error.filename or 'A file'} cannot be written ({error.strerror}); make room on its disk. {KEPT}"
            )
            sys.exit(EXIT_TRANSIENT)
        except KeyboardInterrupt:
            complain(f"Interrupted. {KEPT}")
            sys.exit(EXIT_INTERRUPTED)

    return wrapped


def _options(error: ScoutError) -> str:
    """How one of several collections is chosen on the command line; empty where that is not what is wrong."""
    if not isinstance(error, AmbiguousCollection):
        return ""
    ways = dict.fromkeys("--drug" if drug_of(name) else "--collection" for name in error.choices)
    return f"Choose one with {' or '.join(ways)}."


def _elsewhere(error: ScoutError) -> str:
    """Which other workspaces have a report on a drug that this one does not have, else which names are nearest; empty
    where that is not what is wrong, or not known. Answers and pages of a workspace tell nothing of others.
    """
    if not isinstance(error, DrugNotHeld):
        return ""
    from ...pipeline.resources.source_bench import workspace_url
    from ...rules.labels.label_words import nearest_drugs
    from ...store.database import Database
    from ...store.workspace import others_with_report

    settings, drug = settings_of_environment(), error.drug
    try:
        with Database.open(workspace_url(settings), settings.workspace) as db:
            if others := others_with_report(db, slug(drug), drug.strip()):
                named = " and in ".join(f"{name} (`scout -w {name} …`)" for name in others[:_MOST_ELSEWHERE])
                return f"It is in the workspace {named}{' and in others' if others[_MOST_ELSEWHERE:] else ''}."
            near = nearest_drugs(drug, db.known_names.drug_names())
    except ScoutError:  # what is wrong was said already
        return ""
    return f"Did you mean {' or '.join(near)}?" if near and drug.lower() not in near else ""


def _exit_code(error: ScoutError) -> int:
    if isinstance(error, WrongArgument) and not isinstance(error, NotHeld):
        return EXIT_USAGE
    return EXIT_TRANSIENT if isinstance(error, TransientFailure) else EXIT_FAILED


def complain(sentence: str) -> None:
    """What is wrong, on stderr."""
    err.print(f"[red]scout:[/] {escape(sentence)}", soft_wrap=True)


def settings_of_environment() -> Settings:
    """The settings, or one sentence on the first wrong one."""
    from ...environment import load_settings

    for sentence in misspelt(os.environ):
        complain(sentence)
    try:
        return load_settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "SCOUT_" + "__".join(str(part) for part in first["loc"]).upper().removeprefix("SCOUT_")
        wrong = first["msg"].removeprefix("Value error, ")
        complain(f"the setting {name} is wrong: {wrong}.")
        sys.exit(EXIT_USAGE)
    except PermanentFailure as error:
        complain(str(error))
        sys.exit(EXIT_USAGE)


JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def emit(value: Any, as_json: bool, text: Callable[[], None] | Iterable[str]) -> None:
    """Print ``value`` as JSON, or ``text``: its lines, or what it prints when it is called."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
    elif callable(text):
        text()
    else:
        for line in text:
            click.echo(line)


def tell_same(same: Mapping[str, str]) -> None:
    """Say which names are further names of a drug, so that nobody looks for a report under them."""
    for name, drug in same.items():
        kept = escape(drug)
        err.print(f"{escape(name)} is taken for the same drug as {kept}: both have one report, {kept}.", soft_wrap=True)


def emit_lines(records: Iterable[Mapping[str, Any]]) -> int:
    """Print records as JSON lines, in UTF-8 whatever the locale says, as they come; returns how many there were.

    A character that is none (half of a surrogate pair) becomes ``?``. Where the reader has gone, the command ends.
    """
    out = sys.stdout.buffer
    number = 0
    try:
        try:
            for record in records:
                out.write(json.dumps(record, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n")
                number += 1
        finally:
            out.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter complains when it ends
        sys.exit(EXIT_NO_READER)
    return number

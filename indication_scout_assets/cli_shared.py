"""What every verb of the ``scout`` command shares: exit codes, errors in one sentence, settings, output.

What belongs here: what two modules of the command use; the verbs are in ``cli`` and ``cli_ranking``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click
from pydantic import ValidationError
from rich.console import Console
from rich.markup import escape

from .domain.outcomes import ScoutError, TransientFailure
from .settings import Settings

P = ParamSpec("P")
R = TypeVar("R")
EXIT_FAILED, EXIT_USAGE, EXIT_TRANSIENT = 1, 2, 3
err = Console(stderr=True, highlight=False)


def plain_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn expected errors into one sentence on stderr and an exit code."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ScoutError as error:
            err.print(f"[red]scout:[/] {escape(str(error))}", soft_wrap=True)
            sys.exit(EXIT_TRANSIENT if isinstance(error, TransientFailure) else EXIT_FAILED)

    return wrapped


def settings_of_environment() -> Settings:
    """The settings, or one sentence on the first wrong one."""
    from .orchestration.resources import load_settings

    try:
        return load_settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "SCOUT_" + "__".join(str(part) for part in first["loc"]).upper().removeprefix("SCOUT_")
        wrong = first["msg"].removeprefix("Value error, ")
        err.print(f"[red]scout:[/] the setting {name} is wrong: {escape(wrong)}.", soft_wrap=True)
        sys.exit(EXIT_USAGE)


JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def emit(value: Any, as_json: bool, text: Callable[[], None]) -> None:
    """Print ``value`` as JSON, or call ``text``."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
    else:
        text()

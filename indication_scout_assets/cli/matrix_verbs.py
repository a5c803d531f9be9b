"""``scout matrix``: every drug of the source against every disease, built once and asked both ways.

What belongs here: arguments, progress and tables. What is built and asked is in ``operations.matrix_questions``.
Outputs are documented in ``docs/cli.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .progress import progress
from .shared import JSON, emit, plain_errors, settings_of_environment

if TYPE_CHECKING:
    from ..domain.comparison import MatrixPlace, MatrixState
    from ..operations.matrix_questions import MatrixAnswer

_LIMIT = click.option(
    "--limit", default=10, show_default=True, type=click.IntRange(1, 100_000), help="Rows of each list."
)
_AGAIN = click.option("--again", is_flag=True, help="Score every drug again, also those that have been.")


@click.group(invoke_without_command=True)
@_AGAIN
@JSON
@click.pass_context
def matrix(context: click.Context, again: bool, as_json: bool) -> None:
    """Score every drug the source knows against every disease, without literature; ask the result both ways.

    Without a verb: `build`.
    """
    if context.invoked_subcommand is None:
        context.invoke(build, again=again, as_json=as_json)


@matrix.command()
@_AGAIN
@JSON
@plain_errors
def build(again: bool, as_json: bool) -> None:
    """Build the matrix. Stopped and started again it goes on; where nothing has changed it scores nothing."""
    from ..operations.matrix_questions import build as build_now

    with progress(enabled=not as_json) as observe:
        built, state = build_now(settings_of_environment(), observe, again=again)

    def text() -> None:
        click.echo(
            f"{built.scored:,} of {built.drugs:,} drugs scored, {built.places:,} places stored; {built.requests:,} "
            f"requests, {built.cached:,} stored answers read; {built.seconds:.0f} s"
        )
        click.echo(_basis(state))

    emit(built.as_json() | {"matrix": state.model_dump(mode="json")}, as_json, text)


@matrix.command("drugs")
@click.argument("disease")
@_LIMIT
@JSON
@plain_errors
def drugs_of_disease(disease: str, limit: int, as_json: bool) -> None:
    """The drugs in whose lists DISEASE stands: an id, a name or a synonym."""
    from ..operations.matrix_questions import drugs_for

    answer = drugs_for(settings_of_environment(), disease, limit)
    emit(answer.as_json("disease"), as_json, lambda: _print(answer, "drug", lambda place: place.drug.name))


@matrix.command("diseases")
@click.argument("drug")
@_LIMIT
@JSON
@plain_errors
def diseases_of_drug(drug: str, limit: int, as_json: bool) -> None:
    """The diseases in DRUG's lists: a ChEMBL id, a name, a synonym or a trade name."""
    from ..operations.matrix_questions import diseases_for

    answer = diseases_for(settings_of_environment(), drug, limit)
    emit(answer.as_json("drug"), as_json, lambda: _print(answer, "disease", lambda place: place.disease.name))


def _print(answer: MatrixAnswer, what: str, name: Callable[[MatrixPlace], str]) -> None:
    out = Console(highlight=False)
    out.print(f"[bold]{escape(answer.about.name)}[/] ({answer.about.id}). {_basis(answer.state)}", soft_wrap=True)
    of_drug = what == "disease"
    for title, places in (("tried, not approved", answer.tried), ("new to the drug", answer.new)):
        if not places:
            out.print(f"\n{title}: none")
            continue
        new = title.startswith("new")
        table = Table(box=None, header_style="bold", pad_edge=False, title=title, title_justify="left")
        for heading, right in _columns(what, new=new, of_drug=of_drug):
            table.add_column(heading, justify="right" if right else "left")
        for place in places:
            table.add_row(*_cells(answer, place, name(place), new=new, of_drug=of_drug))
        out.print()
        out.print(table)


def _columns(what: str, *, new: bool, of_drug: bool) -> Sequence[tuple[str, bool]]:
    place = "place" if of_drug else "place in its list"
    last = [("odds", False), ("paths", False)] if new else [("stage", False), ("paths", False)]
    return [(place, True), (what, False), ("score", True), *last, *([("in lists", True)] if of_drug and new else [])]


def _cells(answer: MatrixAnswer, place: MatrixPlace, name: str, *, new: bool, of_drug: bool) -> list[str]:
    odds_or_stage = (place.odds.value if place.odds else "–") if new else (place.stage.text if place.stage else "–")
    cells = [
        str(place.rank),
        escape(name),
        f"{place.score:.3f}",
        odds_or_stage,
        " ".join(path.value for path in place.paths),
    ]
    if of_drug and new:
        common = answer.commonness.get(place.disease.id)
        cells.append(f"{common.lists:,} of {common.of:,}" if common else "–")
    return cells


def _basis(state: MatrixState) -> str:
    """What the matrix is made from, in a sentence."""
    how_far = f"{state.drugs:,} drugs" if state.finished_at else f"{state.scored:,} of {state.drugs:,} drugs so far"
    return f"By the rules alone, no literature read: {how_far} and {state.diseases:,} diseases of {state.data_version}."

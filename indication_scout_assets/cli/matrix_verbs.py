"""``scout matrix``: every drug of the source against every disease, built once and asked both ways.

What belongs here: arguments, progress and tables. What is built and asked is in
``operations.questions.matrix_questions``. Outputs are documented in ``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape

from .output.progress import progress
from .output.shared import JSON, emit, plain_errors, settings_of_environment
from .output.tables import console, table

if TYPE_CHECKING:
    from ..domain.comparison import LikelyDrug, MatrixPlace, MatrixState
    from ..operations.questions.matrix_questions import MatrixAnswer

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
    from ..operations.questions.matrix_questions import build as build_now

    with progress(enabled=not as_json) as observe:
        built, state = build_now(settings_of_environment(), observe, again=again)

    done = (
        f"{built.scored:,} of {built.drugs:,} drugs scored, {built.places:,} places stored; {built.requests:,} "
        f"requests, {built.cached:,} stored answers read; {built.seconds:.0f} s"
    )
    emit(built.as_json() | {"matrix": state.model_dump(mode="json")}, as_json, [done, _basis(state)])


@matrix.command("drugs")
@click.argument("disease")
@_LIMIT
@JSON
@plain_errors
def drugs_of_disease(disease: str, limit: int, as_json: bool) -> None:
    """The drugs DISEASE is new to, the most likely first, and those tried: an id, a name or a synonym."""
    from ..operations.questions.matrix_questions import drugs_for

    answer = drugs_for(settings_of_environment(), disease, limit)
    emit(answer.as_json("disease"), as_json, lambda: _print_drugs(answer))


@matrix.command("diseases")
@click.argument("drug")
@_LIMIT
@JSON
@plain_errors
def diseases_of_drug(drug: str, limit: int, as_json: bool) -> None:
    """The diseases in DRUG's lists: a ChEMBL id, a name, a synonym or a trade name."""
    from ..operations.questions.matrix_questions import diseases_for

    answer = diseases_for(settings_of_environment(), drug, limit)
    emit(answer.as_json("drug"), as_json, lambda: _print_diseases(answer))


_TRIED, _NEW = "tried, not approved", "new to the drug"


def _print_drugs(answer: MatrixAnswer) -> None:
    out = _head(answer)
    place = ("place in its list", "drug", "score")
    _table(out, _TRIED, (*place, "stage", "paths"), [_tried(p, p.drug.name) for p in answer.tried])
    _table(
        out,
        f"{_NEW}, the drug most like those of the disease first",
        ("place", "drug", "likeness", "place in its list", "odds"),
        [_likely(drug) for drug in answer.likely],
    )
    _table(out, f"{_NEW}, in its own list", (*place, "odds", "paths"), [_new(p, p.drug.name) for p in answer.new])


def _print_diseases(answer: MatrixAnswer) -> None:
    from ..reports.words import comparison_words

    out, place = _head(answer), ("place", "disease", "score")
    tried = [_tried(p, p.disease.name) for p in answer.tried]
    _table(out, f"{_TRIED}, {comparison_words.TRIED_ORDER}", (*place, "stage", "paths"), tried)
    new = [[*_new(p, p.disease.name), _lists(answer, p)] for p in answer.new]
    _table(out, f"{_NEW}, {comparison_words.NEW_ORDER}", (*place, "odds", "paths", "in lists"), new)


def _head(answer: MatrixAnswer) -> Console:
    out = console()
    out.print(f"[bold]{escape(answer.about.name)}[/] ({answer.about.id}). {_basis(answer.state)}", soft_wrap=True)
    return out


_IN_WORDS = frozenset({"drug", "disease", "stage", "odds", "paths"})
"""Columns of words; the others hold numbers."""


def _table(out: Console, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not rows:
        out.print(f"\n{title}: none")
        return
    made = table(headings, rows, left=[place for place, heading in enumerate(headings) if heading in _IN_WORDS])
    made.title, made.title_justify = title, "left"
    for column in made.columns:
        column.no_wrap = False  # names are long
    out.print()
    out.print(made)


def _tried(place: MatrixPlace, name: str) -> list[str]:
    stage = place.stage.text if place.stage else "–"
    return [str(place.rank), name, f"{place.score:.3f}", stage, _paths(place)]


def _new(place: MatrixPlace, name: str) -> list[str]:
    odds = place.odds.value if place.odds else "–"
    return [str(place.rank), name, f"{place.score:.3f}", odds, _paths(place)]


def _lists(answer: MatrixAnswer, place: MatrixPlace) -> str:
    common = answer.commonness.get(place.disease.id)
    return f"{common.lists:,} of {common.of:,}" if common else "–"


def _likely(drug: LikelyDrug) -> list[str]:
    return [
        str(drug.place),
        drug.drug.name,
        f"{drug.likeness:.2f}",
        str(drug.rank or "–"),
        drug.odds.value if drug.odds else "–",
    ]


def _paths(place: MatrixPlace) -> str:
    return " ".join(path.value for path in place.paths)


def _basis(state: MatrixState) -> str:
    """What the matrix is made from, in a sentence."""
    how_far = f"{state.drugs:,} drugs" if state.finished_at else f"{state.scored:,} of {state.drugs:,} drugs so far"
    return f"By the rules alone, no literature read: {how_far} and {state.diseases:,} diseases of {state.data_version}."

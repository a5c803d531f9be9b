"""``scout decide`` and ``scout decisions``: what a reader thinks of candidates and records, with the reason.

What belongs here: arguments and output; the work is in ``operations.deciding``.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterator

import click

from ..domain.findings.report import DecisionVerdict, ReaderDecision
from .output.shared import JSON, emit, plain_errors, settings_of_environment


@click.command()
@click.argument("drug")
@click.argument("disease")
@click.argument("verdict", type=click.Choice([verdict.value for verdict in DecisionVerdict]))
@click.option("--record", default="", metavar="ID", help="A PMID or a trial's number: the decision is on that record.")
@click.option("--reason", default="", help="Why, in your own words.")
@click.option("--by", default="", help="Who decides; the name of the account where nothing is given.")
@JSON
@plain_errors
def decide(*, drug: str, disease: str, verdict: str, record: str, reason: str, by: str, as_json: bool) -> None:
    """Keep that a candidate of DRUG, or a record of it, is promising, poor, wrong or irrelevant.

    Decisions are shown with grades and scores, change neither, and survive the next run. `scout why … --wrong` keeps
    what a wrong reading should be.
    """
    from ..operations import deciding
    from ..pipeline.resources.workbench import workbench

    settings = settings_of_environment()
    with workbench(settings) as bench:
        made = deciding.decide(
            settings, bench.db, drug, disease, verdict, record=record, reason=reason, by=by or getpass.getuser()
        )
    emit(made.model_dump(mode="json"), as_json, _lines([made]))


@click.command()
@click.argument("drug", default="")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--remove", metavar="DISEASE", help="Take back the decision on this candidate of DRUG first.")
@click.option("--record", default="", metavar="ID", help="With --remove: the decision on this record of it.")
@JSON
@plain_errors
def decisions(*, drug: str, as_csv: bool, remove: str | None, record: str, as_json: bool) -> None:
    """List what was decided on DRUG, or on all drugs of the workspace."""
    from ..operations import deciding
    from ..pipeline.resources.workbench import workbench

    settings = settings_of_environment()
    with workbench(settings) as bench:
        if remove is not None:
            deciding.withdraw(settings, bench.db, drug, remove, record)
        made = bench.db.decisions.load(bench.db.drugs.known_as([drug])[drug] if drug else "")
    if as_csv:
        click.echo(deciding.decisions_csv(made), nl=False)
        return
    listed = [decision.model_dump(mode="json") for decision in made]
    emit({"decisions": listed}, as_json, _lines(made))


def _lines(made: list[ReaderDecision]) -> Iterator[str]:
    """One decision a line, its reason below."""
    if not made:
        yield "Nothing was decided yet; `scout decide DRUG DISEASE VERDICT` keeps a decision."
    for d in made:
        on = f", {d.record}" if d.record else ""
        yield f"{d.drug}, {d.disease}{on}: {d.verdict.value} ({d.decided_by or 'a reader'}, {d.decided_at:%Y-%m-%d})"
        if d.reason:
            yield f"  {d.reason}"

"""The ``scout`` command.

What belongs here: arguments, progress and plain sentences; all work is done by the rooms. Every verb takes ``--json``
where it prints something. Exit codes: 0 all well; 1 a drug failed for good; 2 wrong arguments or settings; 3 a failure
that may pass, try again later; 130 ended by Ctrl-C. The JSON is documented in ``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape

from ..domain.comparison import DrugState, StageEndState, drug_state
from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure, WrongArgument
from ..domain.runs import NOT_RUN, StageStatus
from ..settings import DEMO_WORKSPACE, READERS, Settings
from .ask_verbs import ask, collect, conversations, find
from .check_verbs import check, retracted
from .decision_verbs import decide, decisions
from .evaluation_verbs import (
    evaluate_discovery,
    evaluate_polarity,
    evaluate_questions,
    evaluate_retractions,
    evaluate_strength,
)
from .label_verbs import label
from .matrix_verbs import matrix
from .operating_verbs import backfill_verb, backup_verb, costs, prune_verb, restore_verb
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
    tell_same,
)
from .output.tables import console, table
from .ranking_verbs import assess, evaluate, rerank
from .reading_figures_verb import evaluate_readings, train_bundled_reader, train_labels
from .report_verbs import changes_verb, compare, diff, report, verify, why
from .source_verbs import list_sources, parse, search

if TYPE_CHECKING:
    from ..store.repositories.drug_repository import DrugProgress

UI_PORT, WEB_PORT, MCP_PORT = 3000, 3001, 8901
"""Where Dagster's UI and the web application are served, by `scout ui` as by `scout serve`; and `scout mcp --http`."""
_SHOWN = ("candidates", "articles", "trials", "statements")
_LISTED = ("drug", "name", "id", "watched", "status", "last run (UTC)")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--workspace", "-w", metavar="NAME", help="Workspace to work in (default: SCOUT_WORKSPACE or `live`).")
@click.option(
    "--as-of",
    metavar="YYYY-MM-DD",
    help="Work with the knowledge of that day, in a workspace of its own (SCOUT_AS_OF).",
)
@click.version_option(package_name="indication-scout", prog_name="scout")
@click.pass_context
def main(context: click.Context, workspace: str | None, as_of: str | None) -> None:
    """Evidence for new uses of known drugs."""
    if workspace:
        os.environ["SCOUT_WORKSPACE"] = workspace
    if as_of is not None:  # checked with the other settings, and seen by Dagster's processes
        os.environ["SCOUT_AS_OF"] = as_of.strip() or "nothing"  # an empty script variable must not mean today
    context.obj = workspace


READER = click.option("--reader", type=click.Choice(READERS), help="Who reads the articles (SCOUT_READER).")


@main.command()
@READER
@JSON
@click.pass_context
@plain_errors
def demo(context: click.Context, reader: str | None, as_json: bool) -> None:
    """Run the bundled demonstration: three drugs, offline, to their reports."""
    os.environ["SCOUT_WORKSPACE"] = context.obj or DEMO_WORKSPACE
    from ..demo import DRUGS, LABELLED, LABELS, SNAPSHOT
    from ..operations.label_intake import add_labels

    settings = settings_of_environment()
    settings = _reading_by(settings.model_copy(update={"snapshot": settings.snapshot or SNAPSHOT}), reader)
    for name, drug in LABELLED.items():  # before the run, whose reports tell what they say
        add_labels(settings, [str(LABELS / name)], drug, source="IndicationScout demonstration")
    _run(settings, DRUGS, as_json)


@main.command()
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG…")
@READER
@JSON
@plain_errors
def run(drugs: Sequence[str], reader: str | None, as_json: bool) -> None:
    """Carry each DRUG from its name to its evidence report; unchanged stages cost nothing."""
    _run(_reading_by(settings_of_environment(), reader), drugs, as_json)


def _reading_by(settings: Settings, reader: str | None) -> Settings:
    return settings.model_copy(update={"reader": reader}) if reader else settings


def _run(settings: Settings, drugs: Sequence[str], as_json: bool) -> None:
    from ..operations.running import run_drugs_now

    with progress(enabled=not as_json, each=True) as observe:
        summary = run_drugs_now(settings, list(dict.fromkeys(drugs)), _by_stage(observe))
    emit(summary.as_json(), as_json, lambda: _print_summary(summary))
    failed = [drug for drug in summary.drugs if drug.failed]
    if failed:
        sys.exit(EXIT_TRANSIENT if all(drug.transient for drug in failed) else EXIT_FAILED)


def _by_stage(observe: Callable[[str, int, int], None]) -> Callable[[str, str, int, int], None]:
    """The progress of stages of drugs as one count."""
    return lambda stage, drug, done, total: observe(f"{stage} · {drug}", done, total)


def _print_summary(summary: Any) -> None:
    out = console()
    rows = [[drug.slug, *(str(drug.counts.get(name, "–")) for name in _SHOWN)] for drug in summary.drugs]
    out.print(table(["drug", *_SHOWN], rows))
    for drug in summary.drugs:
        if drug.report:
            out.print(f"report: {escape(os.path.relpath(drug.report))}", soft_wrap=True)
    tell_same(summary.same)
    for drug in summary.drugs:
        for stage, reason in drug.failed.items():
            if not reason.startswith(NOT_RUN):  # the stage it waited for tells why
                err.print(f"[red]{drug.slug}: {stage} failed.[/] {escape(reason)}", soft_wrap=True)
        if drug.forgotten:
            err.print(f"{drug.slug} is not put on the watch list, and nothing of it is kept.", soft_wrap=True)
        for stage, reason in drug.degraded.items():
            err.print(f"[yellow]{drug.slug}: {stage} is incomplete.[/] {escape(reason)}", soft_wrap=True)
    work = summary.work
    out.print(
        f"{summary.stages_run} stages run, {summary.stages_unchanged} unchanged; {work['requests']} requests, "
        f"{work['cached']} stored answers read, {work['vectors']} vectors, {work['model_calls']} model calls; "
        f"{summary.seconds:.1f} s",
        soft_wrap=True,
    )


@main.command()
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG…")
@JSON
@plain_errors
def add(drugs: Sequence[str], as_json: bool) -> None:
    """Put each DRUG on the watch list; the registry sensor makes it a partition."""
    from ..operations.upkeep.watched_names import watch_names
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        watched = watch_names(bench, drugs, ask=False)
    slugs = list(watched.drugs)

    emit({"added": slugs, "same": watched.same}, as_json, [f"On the watch list: {', '.join(slugs)}."])
    if not as_json:
        tell_same(watched.same)


@main.command()
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG…")
@click.option("--forget", is_flag=True, help="Delete its results and reports too; they cannot be had back.")
@JSON
@plain_errors
def remove(drugs: Sequence[str], forget: bool, as_json: bool) -> None:
    """Take each DRUG off the watch list; its data and reports stay.

    A drug of which nothing was ever stored, such as a misspelt name, is forgotten altogether.
    """
    from ..operations.upkeep.forgetting import remove_drugs

    slugs = list(dict.fromkeys(slug(drug) for drug in drugs))
    removed = remove_drugs(settings_of_environment(), slugs, with_results=forget)

    kept = f"Off the watch list: {', '.join(removed.kept)}; their data stay (`--forget` deletes them)."
    gone = f"Forgotten: {', '.join(removed.forgotten)}; nothing of them is kept."
    lines = [line for drugs, line in ((removed.kept, kept), (removed.forgotten, gone)) if drugs]
    emit({"removed": slugs, "forgotten": removed.forgotten}, as_json, lines)


@main.command("list")
@JSON
@plain_errors
def list_drugs(as_json: bool) -> None:
    """Show the watch list with each drug's state."""
    from ..pipeline.resources.source_bench import workspace_url
    from ..store.database import Database

    settings = settings_of_environment()
    with Database.open(
        workspace_url(settings), settings.workspace
    ) as db:  # nothing else, so that the list comes at once
        drugs = [(drug, _state_of(drug)) for drug in db.drugs.progress()]

    def text() -> None:
        if not drugs:
            click.echo("The watch list is empty; `scout add sildenafil` puts a drug on it.")
            return
        console().print(table(_LISTED, [_cells(drug, state) for drug, state in drugs], left=range(len(_LISTED))))

    rows = [
        {
            "slug": drug.slug,
            "query": drug.query,
            "name": drug.name,
            "chembl_id": drug.chembl_id,
            "active": drug.active,
            "status": "not run" if state is DrugState.NOT_RUN else state.value,
            "finished_at": drug.finished_at.isoformat(timespec="seconds") if drug.finished_at else None,
        }
        for drug, state in drugs
    ]
    emit({"drugs": rows}, as_json, text)


def _state_of(drug: DrugProgress) -> DrugState:
    """The state of a drug, which is that of the page over all drugs."""
    ends = [StageEndState(stage="", status=StageStatus(status), reason="") for status in drug.weak]
    return drug_state(ends, ran=drug.finished_at is not None, reported=drug.reported)[0]


def _cells(drug: DrugProgress, state: DrugState) -> list[str]:
    ended = f"{drug.finished_at.astimezone(UTC):%Y-%m-%d %H:%M}" if drug.finished_at else None
    cells = (drug.slug, drug.name, drug.chembl_id, "yes" if drug.active else "no", state.text, ended)
    return ["–" if cell is None else cell for cell in cells]


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    default=UI_PORT,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Of the Dagster UI; the web application has the next.",
)
@plain_errors
def ui(host: str, port: int) -> None:
    """Serve the Dagster UI, and at the next port the web application: questions, labels, drugs, diseases, reports.

    Both are of the workspace, and are served until Ctrl-C; their addresses are printed. `scout serve web` serves the
    web application alone.
    """
    from ..operations.upkeep.services import require_free, serve_ui
    from ..web.serving import web_served

    settings = settings_of_environment()
    require_free(host, port)
    if host not in ("127.0.0.1", "::1", "localhost"):
        complain(f"Dagster's UI has no password: whoever reaches {host}:{port} can start runs and read all of it.")
    there = f"http://{host}:{port}"
    err.print(f"Dagster UI of the workspace [bold]{settings.workspace}[/]: {there} (Ctrl-C ends it)", soft_wrap=True)
    err.print(f"Runs, those of the command line too: {there}/runs; what they made: {there}/assets", soft_wrap=True)
    with ExitStack() as stack:
        address = ""
        try:
            address = stack.enter_context(web_served(settings, host, port + WEB_PORT - UI_PORT))
            sentence = f"Questions, reports, labels, and the page over all drugs: {address}"
        except PermanentFailure as failure:
            sentence = str(failure)
        err.print(escape(sentence), soft_wrap=True)
        serve_ui(settings, host, port, address)


@main.command()
@click.argument("service", type=click.Choice(["code", "webserver", "daemon", "worker", "web"]))
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"Where it listens.  [default: {WEB_PORT} for web, else {UI_PORT}]"
)
@click.option("--code-host", help="Where the code server listens; without it the code is loaded here.")
@click.option("--code-port", default=4000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--alive", is_flag=True, help="Of daemon and worker: only ask whether it works; ends with 0 or 1.")
@plain_errors
def serve(*, service: str, host: str, port: int | None, code_host: str | None, code_port: int, alive: bool) -> None:
    """Run one service of the served form, as docker-compose.yml does.

    `web` is the web application alone, which `scout ui` serves too; `worker` carries out runs on a further host.
    """
    from ..operations.upkeep import services
    from ..web.serving import serve_web

    settings = settings_of_environment()
    if alive:
        if service not in ("daemon", "worker"):
            raise WrongArgument(f"--alive is of daemon and worker; {service} answers at its own address.")
        if not services.alive(settings, service):
            raise PermanentFailure(f"The {service} of the workspace {settings.workspace} does not work.")
        return
    port = port or (WEB_PORT if service == "web" else UI_PORT)
    if service == "web":
        where = f"Web application of the workspace [bold]{settings.workspace}[/]"
        serve_web(settings, host, port, lambda address: err.print(f"{where}: {address} (Ctrl-C ends it)"))
        return
    services.serve(settings, service, host, port, (code_host, code_port) if code_host else None)


@main.command()
@click.option("--http", is_flag=True, help="Serve over HTTP on this machine alone, instead of stdin and stdout.")
@click.option("--port", type=click.IntRange(0, 65535), default=MCP_PORT, show_default=True, help="Of --http.")
@click.option("--collection", default="", metavar="NAME", help="Collection of papers; without it the only one.")
@plain_errors
def mcp(*, http: bool, port: int, collection: str) -> None:
    """Serve AI assistants over the Model Context Protocol: ask, search, read and verify; nothing is written."""
    from ..operations.assistants.protocol_server import serve_http, serve_stdio

    settings = settings_of_environment()
    if collection:
        from ..answering.meant_collection import check_collection
        from ..pipeline.resources.workbench import workbench

        with workbench(settings) as bench:
            check_collection(bench.db, collection)
    if not http:
        serve_stdio(settings, collection)
        return

    def ready(address: str) -> None:
        err.print(f"MCP server of the workspace [bold]{settings.workspace}[/]: {escape(address)} (Ctrl-C ends it)")

    serve_http(settings, port, collection, ready)


@main.command()
@click.option("--reach", is_flag=True, help="Also open a connection to every service; nothing is asked of it.")
@JSON
@plain_errors
def doctor(reach: bool, as_json: bool) -> None:
    """Check the installation, the database and the settings; say what to mend."""
    from ..operations.upkeep.doctor import examine

    findings = examine(settings_of_environment(), reach=reach)

    def text() -> None:
        out = Console(highlight=False)
        for f in findings:
            out.print(
                f"[{'green' if f.ok else 'red'}]{'ok ' if f.ok else 'bad'}[/] {f.what}: {escape(f.says)}",
                soft_wrap=True,
            )

    emit({"findings": [f._asdict() for f in findings]}, as_json, text)
    if not all(f.ok for f in findings):
        sys.exit(EXIT_FAILED)


@main.group()
def snapshot() -> None:
    """Record what a run fetches, replay it byte for byte, verify it."""


@snapshot.command("record")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG…")
@READER
@JSON
@plain_errors
def snapshot_record(directory: Path, drugs: Sequence[str], reader: str | None, as_json: bool) -> None:
    """Run each DRUG in a workspace of its own and record every exchange in DIRECTORY, with a named model's answers."""
    from ..operations.running import record_snapshot

    settings = _reading_by(settings_of_environment(), reader)
    with progress(enabled=not as_json, each=True) as observe:
        recorded = record_snapshot(settings, directory, list(drugs), _by_stage(observe))
    counted = f"{recorded['exchanges']} exchanges and {recorded['answers']} answers of a language model"
    left = f" The model left {recorded['articles_left']} articles unread." if recorded["articles_left"] else ""
    emit(recorded, as_json, [f"{counted} recorded in {directory}.{left}"])


@snapshot.command("replay")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG…")
@READER
@JSON
@plain_errors
def snapshot_replay(directory: Path, drugs: Sequence[str], reader: str | None, as_json: bool) -> None:
    """Run each DRUG from the snapshot in DIRECTORY alone, without any request."""
    replayed = settings_of_environment().model_copy(update={"snapshot": directory})
    _run(_reading_by(replayed, reader), drugs, as_json)


@snapshot.command("verify")
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False, exists=True))
@JSON
@plain_errors
def snapshot_verify(directory: Path, as_json: bool) -> None:
    """Check every byte in DIRECTORY against its manifest."""
    from ..sources.http.snapshots import verify

    check = verify(directory)
    problems = list(check.problems)

    lines = [*problems, f"{check.exchanges} exchanges, {len(problems)} problems."]
    emit({"exchanges": check.exchanges, "problems": problems}, as_json, lines)
    if problems:
        sys.exit(EXIT_FAILED)


for verb in (
    backfill_verb, backup_verb, restore_verb, prune_verb, costs, report, diff, changes_verb, verify, compare,
    why, decide, decisions, matrix,
    list_sources, search, parse, check, retracted, collect, find, ask, conversations, rerank, assess, evaluate, label,
):  # fmt: skip
    main.add_command(verb)
for verb in (
    evaluate_readings, train_bundled_reader, train_labels, evaluate_retractions, evaluate_discovery, evaluate_polarity,
    evaluate_questions, evaluate_strength,
):  # fmt: skip
    evaluate.add_command(verb)

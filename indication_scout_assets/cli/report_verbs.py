"""The verbs of the ``scout`` command that print what is stored: ``report``, ``diff`` and ``compare``.

What belongs here: arguments, files and plain sentences; what a report says is made in ``assets``, how it looks in
``reports``. Outputs are documented in ``docs/reference/verbs-json.md``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click
from pydantic_core import from_json

from ..domain.outcomes import DrugNotHeld, PermanentFailure, WrongArgument
from .output.shared import EXIT_FAILED, JSON, emit, err, plain_errors, settings_of_environment
from .output.tables import put

if TYPE_CHECKING:
    from ..domain.comparison import Comparison
    from ..domain.findings.report import EvidenceReport
    from ..operations.report_proof import Proof
    from ..settings import Settings
    from ..store.database import Database

FORMATS = ("html", "md", "json", "csv", "evidence-csv", "lists-csv", "docx", "ris", "bibtex", "csl", "trapi")
TABLES = ("text", "json", "csv", "md", "html")
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("drug")
@click.option("--format", "fmt", type=click.Choice(FORMATS), default="md", show_default=True)
@click.option("--output", "-o", type=_FILE, help="Write here instead of stdout.")
@plain_errors
def report(drug: str, fmt: str, output: Path | None) -> None:
    """Print DRUG's stored evidence report.

    `csv` holds the candidates, `evidence-csv` their articles and trials, `lists-csv` what failed, is running, was
    retracted or harms; `docx` the first screens, for Word; `ris`, `bibtex`
    and `csl` (CSL-JSON) what is cited or shown, `trapi` Biolink edges.
    """
    if fmt == "docx" and output is None:
        raise click.UsageError("A Word file is not for the terminal; name one: --output FILE.docx")
    from ..pipeline.resources.workbench import workbench

    with workbench(settings_of_environment()) as bench:
        stored = bench.db.reports.load(bench.db.drugs.known_as([drug])[drug])
        if stored is None:
            raise _no_report(bench.db, drug)
    put(_renderer(fmt)(stored.report), output)


@click.command()
@click.argument("drug")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), help="Compare with the newest report saved before this day."
)
@click.option("--against", type=_FILE, help="Compare with this JSON report instead of a stored one.")
@JSON
@plain_errors
def diff(drug: str, since: datetime | None, against: Path | None, as_json: bool) -> None:
    """Say what changed in DRUG's report: new papers and trials, retractions, outcomes, ranks.

    Compares the stored report with the one before it.
    """
    from ..pipeline.resources.workbench import workbench
    from ..reports.markdown_report import render_changes
    from ..rules.report_changes import changes

    with workbench(settings_of_environment()) as bench:
        key = bench.db.drugs.known_as([drug])[drug]
        versions = bench.db.reports.versions(key, most=2)
        if not versions:
            raise _no_report(bench.db, drug)
        if against is not None:
            before = _read(against)
        else:
            older = bench.db.reports.versions(key, most=1, before=since.astimezone()) if since else versions[1:]
            if not older:
                when = f" from before {since:%Y-%m-%d}" if since else " older than the present one"
                raise PermanentFailure(f"There is no report on {drug!r}{when} to compare with.")
            before = older[0].report
    differences = changes(before, versions[0].report)
    emit(differences.model_dump(mode="json"), as_json, lambda: click.echo(render_changes(differences), nl=False))


@click.command(name="changes")
@click.argument("drug", default="")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only those noted on this day or later.")
@click.option("--new", is_flag=True, help="Only those since `--seen` was last given for the drug.")
@click.option("--seen", is_flag=True, help="Keep that you have looked at them.")
@click.option("--format", "fmt", type=click.Choice(["text", "json", "atom"]), default="text", show_default=True)
@click.option("--output", "-o", type=_FILE, help="Write to this file.")
@plain_errors
def changes_verb(*, drug: str, since: datetime | None, new: bool, seen: bool, fmt: str, output: Path | None) -> None:
    """List what runs have changed in DRUG's report, or in those of all drugs: studies, trials, retractions, labels.

    `json` is a JSON Feed, `atom` an Atom feed; the web application serves both.
    """
    from ..pipeline.resources.workbench import workbench
    from ..reports.noted_changes import atom_feed, change_line, json_feed

    with workbench(settings_of_environment()) as bench:
        key = bench.db.drugs.known_as([drug])[drug] if drug else ""
        listed = bench.db.reports.changes(key, since.astimezone() if since else None, unseen=new)
        if seen:
            bench.db.reports.mark_seen(key)
    if fmt == "text":
        lines = [f"{c.noted_at:%Y-%m-%d}  {c.drug}  {change_line(c)}" for c in listed]
        put("".join(f"{line}\n" for line in lines or ["Nothing has changed."]), output)
    else:
        put((atom_feed if fmt == "atom" else json_feed)(listed, key, ""), output)


@click.command()
@click.argument("drug")
@click.argument("disease")
@click.argument("article", metavar="PMID")
@click.option("--wrong", metavar="DIRECTION", help="Keep that it should be: benefit, no benefit, mixed, harm or none.")
@JSON
@plain_errors
def why(drug: str, disease: str, article: str, wrong: str | None, as_json: bool) -> None:
    """Say why the report says of an article (PMID) what it says: who read it, on which words, and what it weighs.

    A reading called `--wrong` is kept in the workspace as a judged pair, and counts in `scout eval readings`.
    """
    from ..operations.reading_explanation import explain, report_wrong, sentences_of

    settings = settings_of_environment()
    explanation = explain(settings, drug, disease, article)
    kept = report_wrong(settings, explanation, wrong) if wrong is not None else None
    emit(
        {**explanation.model_dump(mode="json"), "reported_in": str(kept) if kept else None},
        as_json,
        (f"{name + ':':14}{words}" for name, words in sentences_of(explanation)),
    )
    if kept:
        err.print(f"Kept as a judged pair in {kept}.", soft_wrap=True)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@JSON
@plain_errors
def verify(file: Path, as_json: bool) -> None:
    """Prove the report in FILE again: its hash, every quotation, grade and sum, and its records where they are held.

    FILE is a report's JSON, or its HTML, Markdown or Word file where the workspace holds the report of that hash. Exit
    code 1 where something does not hold.
    """
    from ..operations.held_records import verify as verified

    proof = verified(settings_of_environment(), file)
    emit(proof.model_dump(mode="json"), as_json, _proof_lines(proof, file))
    if proof.faults:
        sys.exit(EXIT_FAILED)


def _proof_lines(proof: Proof, file: Path) -> list[str]:
    from ..reports.words.common_words import plural

    counts = ", ".join(f"{what} {number:,}" for what, number in proof.proven.items())
    verdict = f"{file} holds. Proven again: {counts}. SHA-256 {proof.sha256}"
    if proof.faults:
        verdict = f"{file} does not hold: {plural(len(proof.faults), 'fault')}."
    return [*(f"{fault.where}: {fault.what}." for fault in proof.faults), *proof.unproven, verdict]


@click.command()
@click.argument("drugs", nargs=-1, required=True, metavar="DRUG DRUG…")
@click.option("--disease", help="Only in this disease, fact by fact: an id, a name or a synonym; as text, md or json.")
@click.option("--format", "fmt", type=click.Choice(TABLES), default="text", show_default=True)
@click.option("--output", "-o", type=_FILE, help="Write here instead of stdout.")
@plain_errors
def compare(drugs: Sequence[str], disease: str | None, fmt: str, output: Path | None) -> None:
    """Set two or more DRUGs beside each other: every disease that is a candidate, a use or a harm of one of them."""
    from ..pipeline.resources.workbench import workbench

    settings = settings_of_environment()
    with workbench(settings) as bench:
        slugs = list(dict.fromkeys(bench.db.drugs.known_as(drugs).values()))
        comparison = bench.db.comparisons.load(slugs)
    if len(slugs) < 2:
        raise WrongArgument(f"Only {slugs[0]!r} was named; give at least two drugs to compare.")
    if disease is not None:
        put(_in_disease(settings, slugs, disease, fmt), output)
        return
    known = {drug.slug for drug in comparison.drugs}
    if unknown := [key for key in slugs if key not in known]:
        raise DrugNotHeld(
            f"Not in the workspace {settings.workspace}: {', '.join(unknown)}; "
            f"`{settings.command} list` shows what is.",
            unknown[0],
        )
    folder = Path(os.path.relpath(settings.report_dir, output.resolve().parent if output else Path.cwd()))
    put(_compared(comparison, fmt, folder, settings), output)


def _in_disease(settings: Settings, slugs: Sequence[str], name: str, fmt: str) -> str:
    """The drugs in one disease, in a format."""
    from ..operations.questions.disease_questions import compared_in_disease
    from ..reports.exports import comparison_exports as exports

    renderers = {"text": exports.render_beside_text, "md": exports.render_beside_markdown}
    renderers["json"] = exports.render_beside_json
    if fmt not in renderers:
        raise WrongArgument(
            f"One disease is printed as {', '.join(renderers)}, not as {fmt}; the web page shows it too."
        )
    return renderers[fmt](*compared_in_disease(settings, slugs, name))


def _compared(comparison: Comparison, fmt: str, folder: Path, settings: Settings) -> str:
    """The comparison in a format; a page links to the reports in ``folder``, as seen from where it will lie."""
    from ..reports.exports import comparison_exports as exports
    from ..reports.start_page import render_start_page
    from ..reports.words.common_words import in_heading, listed

    if fmt == "html":
        return render_start_page(
            comparison,
            title=listed(in_heading(drug.name) for drug in comparison.drugs),
            demonstration=settings.is_demo,
            as_of=settings.as_of,
            base=quote(folder.as_posix()) + "/",
        )
    renderers: dict[str, Callable[[Comparison], str]] = {
        "text": exports.render_comparison_text,
        "md": exports.render_comparison_markdown,
        "csv": exports.render_comparison_csv,
        "json": exports.render_comparison_json,
    }
    return renderers[fmt](comparison)


def _renderer(fmt: str) -> Callable[[EvidenceReport], str | bytes]:
    from ..reports import html_report, markdown_report
    from ..reports.exports import bibliography, knowledge_graph, report_exports

    if fmt == "docx":
        from ..reports.exports.word_report import render_word

        return render_word
    renderers: dict[str, Callable[[EvidenceReport], str | bytes]] = {
        "html": html_report.render_html,
        "md": markdown_report.render_markdown,
        "json": report_exports.render_json,
        "csv": report_exports.render_candidates_csv,
        "evidence-csv": report_exports.render_evidence_csv,
        "lists-csv": report_exports.render_lists_csv,
        "ris": bibliography.render_ris,
        "bibtex": bibliography.render_bibtex,
        "csl": bibliography.render_csl,
        "trapi": knowledge_graph.render_trapi,
    }
    return renderers[fmt]


def _no_report(db: Database, drug: str) -> DrugNotHeld:
    where = db.workspace
    return DrugNotHeld(
        f"There is no report on {drug!r} in the workspace {where}; `scout -w {where} run {drug}` makes one.", drug
    )


def _read(path: Path) -> EvidenceReport:
    from ..domain.findings.report import EvidenceReport
    from ..store.upgrades import upgraded

    try:
        return EvidenceReport.model_validate(upgraded(EvidenceReport, from_json(path.read_bytes())))
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        made_by = "`scout report DRUG --format json` writes one"
        raise PermanentFailure(f"{path} is no JSON report of this product; {made_by}.") from None

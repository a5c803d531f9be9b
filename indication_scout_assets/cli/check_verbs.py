"""The verbs of the ``scout`` command that check what others wrote: ``check`` and ``retracted``.

What belongs here: arguments, exit codes and printing; the work is done in ``operations.checking``. Neither needs a
database. The JSON is documented in ``docs/check.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output.progress import progress
from .output.shared import EXIT_FAILED, EXIT_TRANSIENT, JSON, emit, plain_errors, settings_of_environment
from .output.tables import put

if TYPE_CHECKING:
    from ..operations.checking.checked_references import CheckReport

_READERS = ("bundled", "anthropic", "openai", "ollama")
REFERENCES = click.option(
    "--references", is_flag=True, help="Also look for retracted work among what each article cites."
)
_FORMATS = ("text", "json", "sarif", "github", "html")


@click.command()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path),
)
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How the result is written.")
@click.option("--reader", type=click.Choice(_READERS), help="Have a language model read what sentences are cited for.")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write to FILE.")
@REFERENCES
@JSON
@plain_errors
def check(
    files: Sequence[Path], form: str, reader: str | None, output: Path | None, references: bool, as_json: bool
) -> None:
    """Check the references of each FILE, and of a manuscript what its sentences cite them for.

    .bib, .ris, CSL-JSON (.json), a list of DOIs or PMIDs (.txt), or a manuscript (.docx, .md, .txt, .pdf). Sources are
    asked for what the workspace's cache does not have. A language model, where one is named, is asked once for each
    sentence and reference, and its answers are kept in the workspace.

    Exit codes: 0 clean; 1 something was found; 2 a file that cannot be read; 3 nothing was found, but a source gave no
    answer: try again later.
    """
    from ..operations.checking.check_report import written
    from ..operations.checking.reference_check import check_files

    settings = settings_of_environment()
    with progress() as observe:
        provider = "" if reader in (None, "bundled") else reader
        report = check_files(settings, files, observe, provider, references=references)
    put(written(report, "json" if as_json else form) + "\n", output)
    sys.exit(_exit_code(report))


@click.command()
@click.argument("ids", metavar="ID…", nargs=-1, required=True)
@REFERENCES
@JSON
@plain_errors
def retracted(ids: Sequence[str], references: bool, as_json: bool) -> None:
    """Say of each ID (a DOI, a PMID, a PMC id, or a whole citation in quotation marks) whether it is retracted.

    Exit codes: as of `scout check`; of an ID that no source knows, 1.
    """
    from ..operations.checking.check_report import standing_lines
    from ..operations.checking.reference_check import check_ids

    report = check_ids(settings_of_environment(), ids, references=references)
    emit(report.model_dump(mode="json"), as_json, standing_lines(report))
    sys.exit(_exit_code(report))


def _exit_code(report: CheckReport) -> int:
    if not report.is_clean:
        return EXIT_FAILED
    return 0 if report.is_whole else EXIT_TRANSIENT

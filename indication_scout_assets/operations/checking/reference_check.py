"""Checking files and identifiers: the way from what is given to one report.

What belongs here: the order of the steps, and which file is read how. It opens no database; answers of sources come
from the workspace's cache, so that a second check of the same files asks nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from ...domain.outcomes import WrongArgument
from ...domain.runs import Progress
from ...pipeline.source_bench import SourceBench, SourceRun, exchanges_of
from ...settings import Settings
from .reference_formats import decoded, identifier_list, reference_of_id, references_of
from .references import CheckReport, Finding, FindingKind, ReadFile, Reference
from .standing import standings

FORMATS = (".bib", ".ris", ".json", ".docx", ".md", ".txt", ".pdf")
_OTHER_SUFFIXES = {".csljson": ".json", ".markdown": ".md", ".text": ".txt"}
_ORDER = list(FindingKind)


def read_file(path: Path) -> ReadFile:
    """The references of a file, and of a manuscript its sentences that cite them.

    Raises:
        WrongArgument: it is of no known format, or nothing in it can be read.
    """
    suffix = _OTHER_SUFFIXES.get(path.suffix.lower(), path.suffix.lower())
    if suffix not in FORMATS:
        raise WrongArgument(f"{path} is of no format that can be checked; give {', '.join(FORMATS)}.")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WrongArgument(f"{path} cannot be read ({error.strerror}).") from None
    if suffix in (".bib", ".ris", ".json"):
        return references_of(str(path), content, suffix)
    if suffix == ".txt" and (listed := identifier_list(str(path), decoded(str(path), content))):
        return listed
    raise WrongArgument(f"{path} holds no reference.")


def check_files(settings: Settings, paths: Sequence[Path], observe: Progress = lambda *_: None) -> CheckReport:
    """Check all references and citing sentences of files.

    Raises:
        WrongArgument: a file that cannot be read; nothing is asked then.
    """
    return check_read([read_file(path) for path in paths], [str(path) for path in paths], settings, observe)


def check_ids(settings: Settings, ids: Sequence[str]) -> CheckReport:
    """The standing of identifiers or printed citations.

    Raises:
        WrongArgument: one is empty.
    """
    if any(not given.strip() for given in ids):
        raise WrongArgument("An empty identifier was given; give a DOI, a PMID, a PMC id or a citation.")
    references = [reference_of_id(i) or Reference(file="", line=1, label=i[:60], text=" ".join(i.split())) for i in ids]
    return check_read([ReadFile(references=tuple(references))], [""], settings)


def check_read(
    files: Sequence[ReadFile], names: Sequence[str], settings: Settings, observe: Progress = lambda *_: None
) -> CheckReport:
    """Check what was read; ``names`` are those of the files."""
    return asyncio.run(_check(files, names, settings, observe))


async def _check(files: Sequence[ReadFile], names: Sequence[str], settings: Settings, observe: Progress) -> CheckReport:
    bench = SourceBench(settings, exchanges_of(settings))
    references = [reference for file in files for reference in file.references]
    findings = [
        Finding(kind=kind, level=kind.level, file=name, line=line, label="", sentence=sentence)
        for name, file in zip(names, files, strict=True)
        for line, sentence in file.unread
        if (kind := FindingKind.UNREADABLE)
    ]
    async with bench.sources() as sources:
        observe("references", 0, len(references))
        run = SourceRun(bench, sources)
        standing = await standings(run, references)
        observe("references", len(references), len(references))
    findings += standing.findings
    return CheckReport(
        references=tuple(standing.checked),
        findings=tuple(sorted(findings, key=lambda f: (_ORDER.index(f.kind), f.file, f.line))),
        sources=tuple(standing.outcomes),
        unanswered=tuple(f"{source}: {why}" for source, why in sorted(standing.unanswered.items())),
    )

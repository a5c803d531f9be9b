"""Checking files and identifiers: the way from what is given to one report.

What belongs here: the order of the steps, and which file is read how. It opens no database; answers of sources come
from the workspace's cache, so that a second check of the same files asks nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...domain.outcomes import WrongArgument
from ...domain.runs import Progress
from ...language_models.language_model import LanguageModel
from ...pipeline.resources.source_bench import SourceBench, SourceRun, exchanges_of
from ...pipeline.resources.workbench import workbench
from ...reading.reader_protocol import BUNDLED
from ...settings import Settings
from .checked_references import (
    CheckedClaim,
    CheckFinding,
    CheckReport,
    CitingSentence,
    FindingKind,
    ReadFile,
    Reference,
)
from .claims import SourceText, claim_findings, quotation_findings, read_by_model, read_claims, source_text
from .manuscripts import manuscript
from .reference_formats import decoded, identifier_list, printed_reference, reference_of_id, references_of
from .standing import Standings, standings, with_references

FORMATS = (".bib", ".ris", ".json", ".docx", ".md", ".txt", ".pdf")
_LISTS = (".bib", ".ris", ".json")
_OTHER_SUFFIXES = {".csljson": ".json", ".markdown": ".md", ".text": ".txt"}
_ORDER = list(FindingKind)


def read_files(paths: Sequence[Path]) -> list[ReadFile]:
    """The references of files, and of manuscripts their sentences that cite them; lists first, whose keys they cite.

    Raises:
        WrongArgument: a file is of no known format, or nothing in it can be read.
    """
    read: dict[Path, ReadFile] = {}
    for path in sorted(dict.fromkeys(paths), key=lambda path: path.suffix.lower() not in _LISTS):
        read[path] = _read_file(path, {r.label: r for file in read.values() for r in file.references})
    return [read[path] for path in dict.fromkeys(paths)]


def _read_file(path: Path, keys: Mapping[str, Reference]) -> ReadFile:
    suffix = _OTHER_SUFFIXES.get(path.suffix.lower(), path.suffix.lower())
    if suffix not in FORMATS:
        raise WrongArgument(f"{path} is of no format that can be checked; give {', '.join(FORMATS)}.")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WrongArgument(f"{path} cannot be read ({error.strerror}).") from None
    if suffix in _LISTS:
        return references_of(str(path), content, suffix)
    if suffix == ".txt" and (listed := identifier_list(str(path), decoded(str(path), content))):
        return listed
    return manuscript(str(path), content, suffix, keys)


def check_files(
    settings: Settings,
    paths: Sequence[Path],
    observe: Progress = lambda *_: None,
    provider: str = "",
    *,
    references: bool = False,
) -> CheckReport:
    """Check all references and citing sentences of files; these by the language model of a ``provider`` where one is
    named, whose answers the workspace keeps. ``references``: check what the references cite as well.

    Raises:
        WrongArgument: a file that cannot be read; nothing is asked then.
        PermanentFailure: the model cannot be asked by these settings.
    """
    read, names = read_files(paths), [str(path) for path in dict.fromkeys(paths)]
    if not provider:
        return check_read(read, names, settings, observe, references=references)
    with workbench(settings) as bench:
        return check_read(read, names, settings, observe, bench.answer_model(provider), references=references)


def check_ids(settings: Settings, ids: Sequence[str], sentence: str = "", *, references: bool = False) -> CheckReport:
    """The standing of identifiers or printed citations, and what they say of a sentence that cites them; with
    ``references`` also whether they cite retracted work.

    Raises:
        WrongArgument: one is empty.
    """
    if any(not given.strip() for given in ids):
        raise WrongArgument("An empty identifier was given; give a DOI, a PMID, a PMC id or a citation.")
    given_ones = tuple(reference_of_id(given) or printed_reference(given, "", 1, given[:60]) for given in ids)
    labels, words = tuple(reference.label for reference in given_ones), " ".join(sentence.split())
    citing = (CitingSentence(file="", line=1, text=words, claim=words, labels=labels),) if words else ()
    return check_read([ReadFile(references=given_ones, sentences=citing)], [""], settings, references=references)


def check_read(
    files: Sequence[ReadFile],
    names: Sequence[str],
    settings: Settings,
    observe: Progress = lambda *_: None,
    model: LanguageModel | None = None,
    *,
    references: bool = False,
) -> CheckReport:
    """Check what was read; ``names`` are those of the files, ``references``: with what the references cite."""
    read = [reference for file in files for reference in file.references]
    cited = [sentence for file in files for sentence in file.sentences]
    observe("references", 0, len(read))
    standing, texts = asyncio.run(_asked(settings, read, cited, references=references))
    observe("references", len(read), len(read))
    kind = FindingKind.UNREADABLE
    unread_lines = [(name, *part) for name, file in zip(names, files, strict=True) for part in file.unread]
    findings = [
        CheckFinding(kind=kind, level=kind.level, file=name, line=line, label="", sentence=sentence)
        for name, line, sentence in unread_lines
    ]
    findings += standing.findings
    claims: list[CheckedClaim] = []
    silent = [f"{source}: {why}" for source, why in sorted(standing.unanswered.items())]
    if cited:
        observe("sentences", 0, len(cited))
        pairs = [(sentence, label) for sentence in cited for label in sentence.labels]
        claims = read_claims(pairs, texts)
        if model:
            claims = list(read_by_model(model, claims, texts))
            unread = [claim for claim in claims if claim.read_by == BUNDLED]
            silent += [f"{model.title}: {len(unread)} of {len(claims)} citations were not read."] if unread else []
        findings += claim_findings(claims)
        for sentence in cited:
            findings += quotation_findings(sentence, [texts.get((sentence.file, label)) for label in sentence.labels])
        observe("sentences", len(cited), len(cited))
    return CheckReport(
        references=tuple(standing.checked),
        claims=tuple(claims),
        findings=tuple(sorted(findings, key=lambda each: (_ORDER.index(each.kind), each.file, each.line))),
        sources=tuple(standing.outcomes),
        unanswered=tuple(silent),
    )


async def _asked(
    settings: Settings, read: Sequence[Reference], cited: Sequence[CitingSentence], *, references: bool
) -> tuple[Standings, dict[tuple[str, str], SourceText | None]]:
    """The references' standings, and what can be read of those that sentences cite, by file and label."""
    bench = SourceBench(settings, exchanges_of(settings))
    async with bench.sources() as sources:
        run = SourceRun(bench, sources)
        standing = await standings(run, read)
        if references:
            standing = await with_references(run, standing)
        own = {(c.reference.file, c.reference.label): c.article_id for c in standing.checked}
        anywhere = {c.reference.label: c.article_id for c in standing.checked}  # a key holds in every manuscript
        places = {(sentence.file, label) for sentence in cited for label in sentence.labels}
        ids = {place: own.get(place) or anywhere.get(place[1], "") for place in places}
        records = {place: standing.records[key] for place, key in ids.items() if key in standing.records}
        readable = {record.id: record for record in records.values() if record.pmcid}.values()
        full = await asyncio.gather(*(sources.full_texts.fetch(record, bench.now) for record in readable))
    by_id = {text.article_id: text for text in full}
    return standing, {place: source_text(record, by_id.get(record.id)) for place, record in records.items()}

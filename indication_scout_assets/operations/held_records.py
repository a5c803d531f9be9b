"""Whether a report's records are those of the workspace, and which stored report a page, text or Word file shows.

What belongs here: asking the store. What a report's file proves by itself is in ``report_proof``.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ..domain.documents import Document
from ..domain.findings.report import EvidenceReport
from ..domain.outcomes import PermanentFailure, ScoutError
from ..pipeline.resources.workbench import Workbench, workbench
from ..reports.exports.report_exports import render_json
from ..reports.exports.word_report import render_word
from ..reports.html_report import render_html
from ..reports.markdown_report import render_markdown
from ..settings import Settings
from .report_proof import Fault, Proof, differences, prove, quotations

_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_MARKUP = re.compile(r"<[^>]+>")
_RENDERERS: Mapping[str, Callable[[EvidenceReport], str | bytes]] = {
    ".html": render_html,
    ".md": render_markdown,
    ".docx": render_word,
}


def verify(settings: Settings, path: Path) -> Proof:
    """What holds of a report's file, of its JSON or of another form; with the records of the workspace where it has
    them.

    Raises:
        PermanentFailure: the file cannot be read, or it is of no form that can be proven.
    """
    try:
        written = path.read_bytes()
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be read: {error.strerror}.") from None
    if path.suffix in _RENDERERS:
        with workbench(settings) as bench:
            return prove_rendered(bench, path, written)
    try:
        text = written.decode("utf-8")
    except UnicodeDecodeError as error:
        fault = Fault(where=f"byte {error.start}", what="it is no text in UTF-8")
        return Proof(faults=(fault,))
    proof, report = prove(text)
    if report is None:
        return proof
    try:
        with workbench(settings) as bench:
            return with_records(bench, report, proof)
    except ScoutError as error:
        unasked = f"The records were not held against those of the workspace {settings.workspace}: {error}"
        return proof.with_more({}, [unasked], [])


def prove_rendered(bench: Workbench, path: Path, written: bytes) -> Proof:
    """What holds of the stored report whose hash a file names, and whether the file is what is made of it.

    Raises:
        PermanentFailure: the workspace holds no such report.
    """
    report = bench.db.reports.sealed(_hashes(path, written))
    if report is None:
        where = bench.settings.workspace
        raise PermanentFailure(
            f"{path} names no report that the workspace {where} holds; give the report's JSON, which proves itself."
        )
    proof = with_records(bench, report, prove(render_json(report))[0])
    made = _RENDERERS[path.suffix](report)
    if written == (made if isinstance(made, bytes) else made.encode()):
        return proof
    what = "it is not, byte for byte, what this version makes of the stored report with its hash"
    return proof.with_more({}, [], [Fault(where="the file", what=what)])


def _hashes(path: Path, written: bytes) -> set[str]:
    """What may be a report's hash in a file."""
    if path.suffix == ".docx":
        try:
            with zipfile.ZipFile(path) as parts:
                written = parts.read("word/document.xml")
        except (zipfile.BadZipFile, KeyError):
            raise PermanentFailure(f"{path} is no Word file.") from None
    return set(_HASH.findall(_MARKUP.sub("", written.decode("utf-8", errors="replace"))))


# ------------------------------------------------------------------------------------------------ the records
def with_records(bench: Workbench, report: EvidenceReport, proof: Proof) -> Proof:
    """The proof with each record held against the workspace's record of the same version."""
    where, own = bench.settings.workspace, list(_records(bench, report))
    if stored := bench.db.reports.sealed([proof.sha256], report.drug.slug):
        claimed, kept = report.model_dump(mode="json"), stored.model_dump(mode="json")
        proof = proof.with_more({"report stored under this hash": 1}, [], differences(claimed, kept, ""))
    alike = sum(record.is_alike for record in own)
    faults = [
        Fault(where=record.where, what=f"its text is not that of the workspace {where}")
        for record in own
        if record.held and record.same_version and not record.is_alike
    ]
    whole = report.model_copy(update={"labels": tuple(bench.db.drug_records.labels(report.drug.slug))})
    if all(record.is_alike for record in own if record.where.startswith("labels")):  # so that their places are the same
        known = {fault.where for fault in proof.faults}
        fallen = [x for x, stands in quotations(whole, whole_labels=True) if stands is False and x not in known]
        faults += [Fault(where=where, what="the words are not in the label as it is held here") for where in fallen]
    missing = sum(record.held is None for record in own)
    other = len(own) - alike - missing - len(faults)
    counted = ((missing, "not held here"), (other, "held here in another version"))
    unproven = [f"{number} of {len(own)} records are {what}." for number, what in counted if number]
    return proof.with_more({"records as they are held here": alike}, unproven, faults)


class _Record(NamedTuple):
    """A record as the file and as the workspace have it."""

    where: str
    own: Document
    held: Document | None
    same_version: bool

    @property
    def is_alike(self) -> bool:
        """Whether the held texts are those of the file, which may leave sections of labels out."""
        return self.held is not None and all(self.held.texts.get(f) == text for f, text in self.own.texts.items())


def _records(bench: Workbench, report: EvidenceReport) -> Iterator[_Record]:
    db, slug = bench.db, report.drug.slug
    articles, fetched = db.articles.load(report.articles), db.articles.fetched_at(report.articles)
    for key, article in report.articles.items():
        at = fetched.get(key)
        mine = articles[key].document if key in articles else None
        same = report.run.demonstration or at is None or at <= report.run.built_at  # a demonstration never changes
        yield _Record(f"articles.{key}", article.document, mine, same)
    trials = {match.trial.nct_id: match.trial for of_pair in db.trials.load(slug).values() for match in of_pair}
    for number, part in enumerate(report.candidates):
        for place, match in enumerate(part.trials):
            known, where = trials.get(match.trial.nct_id), f"candidates[{number}].trials[{place}]"
            current = known is not None and known.last_updated == match.trial.last_updated
            yield _Record(where, match.trial.document, known.document if known else None, current)
    labels = {(label.set_id, label.source): label for label in db.drug_records.labels(slug)}
    for place, label in enumerate(report.labels):
        kept = labels.get((label.set_id, label.source))
        current = kept is not None and (kept.version, kept.effective) == (label.version, label.effective)
        yield _Record(f"labels[{place}]", label.document, kept.document if kept else None, current)

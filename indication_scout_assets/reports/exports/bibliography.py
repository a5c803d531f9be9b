"""What a report cites, for reference managers: RIS, BibTeX and CSL-JSON.

What belongs here: the three formats. Every article and trial that a statement rests on is in, and every article shown
in a candidate's top k; keywords say for which disease, and whether it is cited. What is retracted is left out: a
reference manager would strip the warning.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...domain.findings.report import EvidenceReport
from ...domain.records.articles import PERSON, Article
from ...domain.records.trials import Trial
from .. import links
from ..views.candidates.candidate_views import CandidateView, candidate_views
from ..views.verified import verified
from ..words import article_words

_BIBTEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{\vphantom{\}}",
    "}": r"\vphantom{\{}\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
"""Braces come with an unseen partner, as Zotero writes and reads them: BibTeX counts those that are escaped, too."""


@dataclass(frozen=True)
class _Reference:
    record: Article | Trial
    keywords: tuple[str, ...]


def render_ris(report: EvidenceReport) -> str:
    """RIS, one record per line group, lines ended by CR LF as the format asks."""
    return ris_text(_ris(entry, report) for entry in _entries(report))


def ris_text(records: Iterable[Iterable[tuple[str, str | None]]]) -> str:
    """Records of tags with their values; what is empty is left out."""
    lines: list[str] = []
    for pairs in records:
        lines += [f"{tag}  - {' '.join(value.split())}" for tag, value in pairs if value]
        lines += ["ER  - ", ""]
    return "".join(f"{line}\r\n" for line in lines)


def render_bibtex(report: EvidenceReport) -> str:
    """BibTeX in UTF-8; keys are the first author's family name, the year and the record's id."""
    return "\n".join(_bibtex(entry, report) for entry in _entries(report))


def render_csl(report: EvidenceReport) -> str:
    """CSL-JSON (the input of citeproc, Zotero and pandoc); ids are those of the report, PMIDs and NCT numbers."""
    return json.dumps([_csl(entry, report) for entry in _entries(report)], ensure_ascii=False, indent=1) + "\n"


def _entries(report: EvidenceReport) -> list[_Reference]:
    """Each record once: articles by id, then trials by number."""
    keywords: dict[tuple[str, str], dict[str, None]] = {}
    trials: dict[str, Trial] = {}
    for view in candidate_views(verified(report)):
        trials |= {m.trial.nct_id: m.trial for m in view.evidence.trials}
        for kind, key, cited in _used(view):
            words = keywords.setdefault((kind, key), {})
            words |= dict.fromkeys((view.disease.name, *(("cited",) if cited else ())))
    records: dict[tuple[str, str], Article | Trial] = {
        **{("article", key): article for key, article in report.articles.items()},
        **{("trial", key): trial for key, trial in trials.items()},
    }
    return [_Reference(records[key], tuple(words)) for key, words in sorted(keywords.items()) if key in records]


def _used(view: CandidateView) -> Iterator[tuple[str, str, bool]]:
    """Kind and id of each record of a candidate that goes in, and whether a statement cites it."""
    gone = set(view.retracted_ids)
    yield from (("article", r.id, False) for r in view.evidence.ranked if r.in_top_k and r.id not in gone)
    for synthesis in view.syntheses:
        for statement in synthesis.statements:
            yield from (
                (c.evidence_kind, c.evidence_id, True) for c in statement.citations if c.evidence_id not in gone
            )


def _ris(entry: _Reference, report: EvidenceReport) -> list[tuple[str, str | None]]:
    record = entry.record
    pairs: list[tuple[str, str | None]]
    if isinstance(record, Trial):
        pairs = [
            ("TY", "WEB"),
            ("TI", record.title),
            ("AU", record.sponsor),
            ("PY", record.start_date[:4]),
            ("PB", "ClinicalTrials.gov"),
            ("AN", record.nct_id),
            ("UR", links.trial_url(record, report.run.demonstration)),
        ]
    else:
        demonstration = report.run.demonstration or record.demonstration
        pairs = [
            ("TY", _ris_type(record)),
            *(("AU", inverted_author(name)) for name in record.authors),
            ("TI", record.title),
            ("JO", record.journal),
            ("PY", str(record.year or "")),
            ("DA", record.published.strftime("%Y/%m/%d") if record.published else ""),
            ("DO", record.doi or ""),
            ("AN", record.pmid or record.pmcid or ""),
            ("DB", "PubMed" if record.pmid else ""),
            ("AB", record.abstract),
            ("LA", record.language),
            ("UR", links.article_url(record, demonstration)),
            ("N1", "Demonstration text; no real record." if demonstration else ""),
        ]
    return pairs + [("KW", word) for word in entry.keywords]


def _ris_type(article: Article) -> str:
    return "CHAP" if article.is_book else "UNPB" if article.is_preprint else "JOUR"


def _bibtex(entry: _Reference, report: EvidenceReport) -> str:
    record = entry.record
    if isinstance(record, Trial):
        kind, fields = (
            "misc",
            {
                "title": record.title,
                "author": record.sponsor and f"{{{_escaped(record.sponsor)}}}",
                "year": record.start_date[:4],
                "howpublished": f"ClinicalTrials.gov {record.nct_id}",
                "url": links.trial_url(record, report.run.demonstration) or "",
            },
        )
        key = record.nct_id
    else:
        demonstration = report.run.demonstration or record.demonstration
        kind, fields = (
            "misc" if record.is_preprint or record.is_book else "article",
            {
                "title": record.title,
                "author": " and ".join(map(_bibtex_author, record.authors)),
                "journal": record.journal,
                "year": str(record.year or ""),
                "doi": record.doi or "",
                "pmid": record.pmid or "",
                "url": links.article_url(record, demonstration) or "",
                "note": "Demonstration text; no real record." if demonstration else "",
            },
        )
        key = _key(record)
    fields["keywords"] = ", ".join(entry.keywords)
    lines = [f"  {name} = {{{_value(name, text)}}}," for name, text in fields.items() if text]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""])


def _csl(entry: _Reference, report: EvidenceReport) -> dict[str, Any]:
    record = entry.record
    demonstration = report.run.demonstration or record.demonstration
    if isinstance(record, Trial):
        fields = {
            "id": record.nct_id,
            "type": "webpage",
            "title": record.title,
            "author": [{"literal": record.sponsor}] if record.sponsor else [],
            "issued": _issued([int(part) for part in record.start_date.split("-") if part.isdecimal()]),
            "publisher": "ClinicalTrials.gov",
            "number": record.nct_id,
            "URL": links.trial_url(record, report.run.demonstration),
        }
    else:
        day = record.published
        fields = {
            "id": record.id,
            "type": "chapter" if record.is_book else "article" if record.is_preprint else "article-journal",
            "title": record.title,
            "author": [_csl_author(name) for name in record.authors],
            "container-title": record.journal,
            "issued": _issued([day.year, day.month, day.day] if day else [record.year] if record.year else []),
            "DOI": record.doi,
            "PMID": record.pmid,
            "PMCID": record.pmcid,
            "language": record.language,
            "URL": links.article_url(record, demonstration),
        }
    note = "Demonstration text; no real record." if demonstration else ""
    fields |= {"keyword": ", ".join(entry.keywords), "note": note}
    return {name: value for name, value in fields.items() if value}


def _issued(parts: list[int]) -> dict[str, list[list[int]]]:
    return {"date-parts": [parts]} if parts else {}


def _csl_author(name: str) -> dict[str, str]:
    if not (match := PERSON.fullmatch(name.strip())):
        return {"literal": " ".join(name.split())}
    person = {"family": match["family"], "given": _initials(match), "suffix": match["suffix"] or ""}
    return {part: text for part, text in person.items() if text}


def _value(name: str, text: str) -> str:
    """A field's text: addresses and DOIs as they are, authors already escaped, a title kept in its case."""
    if name in ("url", "doi"):
        return text.replace("{", "%7B").replace("}", "%7D")
    if name == "author":
        return text
    return f"{{{_escaped(text)}}}" if name == "title" else _escaped(text)


def _escaped(text: str) -> str:
    return "".join(_BIBTEX.get(letter, letter) for letter in " ".join(text.split()))


def _bibtex_author(name: str) -> str:
    """A person's name, the suffix before the initials as BibTeX asks; a group's in braces, which keep it whole."""
    if not (match := PERSON.fullmatch(name.strip())):
        return f"{{{_escaped(name)}}}"
    return _escaped(", ".join(filter(None, (match["family"], match["suffix"], _initials(match)))))


def inverted_author(name: str) -> str:
    """``Galiè N`` as ``Galiè, N.``; what does not look like it, a group among them, stays as it is."""
    if not (match := PERSON.fullmatch(name.strip())):
        return " ".join(name.split())
    return ", ".join(filter(None, (match["family"], _initials(match), match["suffix"])))


def _initials(person: re.Match[str]) -> str:
    return " ".join(f"{letter}." for letter in person["initials"])


def _key(article: Article) -> str:
    """A key of plain letters and digits that no other article has."""
    family = inverted_author(article.authors[0]).partition(",")[0] if article.authors else "anonymous"
    return "-".join(_plain((family, str(article.year or "nodate"), article_words.id_name(article.id))))


def _plain(parts: Iterable[str]) -> Iterator[str]:
    for part in parts:
        letters = unicodedata.normalize("NFKD", part)
        yield re.sub(r"[^A-Za-z0-9]+", "", "".join(c for c in letters if not unicodedata.combining(c)))

from __future__ import annotations

import json
import re

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.reports.exports.bibliography import render_bibtex, render_csl, render_ris

from ..sample import sample_report

REPORT = sample_report()


def records(text: str) -> list[dict[str, list[str]]]:
    """RIS read back: tag to its values, record by record."""
    entries: list[dict[str, list[str]]] = []
    for line in text.split("\r\n"):
        if not line:
            continue
        tag, value = line[:2], line[6:]
        assert line[2:6] == "  - "
        if tag == "TY":
            entries.append({})
        if tag != "ER":
            entries[-1].setdefault(tag, []).append(value)
    return entries


def cited(report: EvidenceReport) -> set[str]:
    syntheses = [s for part in report.candidates for s in (part.literature, part.trial_synthesis) if s]
    return {c.evidence_id for s in syntheses for statement in s.statements for c in statement.citations}


def test_everything_cited_is_there_once_and_says_so() -> None:
    entries = records(render_ris(REPORT))
    numbers = [r["AN"][0] for r in entries if "AN" in r]
    assert len(numbers) == len(set(numbers))
    retracted = {key for part in REPORT.candidates for key in part.retracted}
    marked = {r["AN"][0] for r in entries if "cited" in r.get("KW", [])}
    assert marked == cited(REPORT) - retracted


def test_demonstration_records_are_not_linked_and_real_ones_are() -> None:
    assert "UR  - " not in render_ris(REPORT)
    real = render_ris(sample_report(demonstration=False))
    assert "UR  - https://clinicaltrials.gov/study/" in real or "UR  - https://pubmed.ncbi.nlm.nih.gov/" in real


def test_bibtex_has_one_key_per_entry_and_balanced_braces() -> None:
    text = render_bibtex(REPORT)
    keys = re.findall(r"^@\w+\{([^,]+),$", text, re.M)
    assert len(keys) == len(set(keys)) == len(records(render_ris(REPORT)))
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", key) for key in keys)
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert r"Reviews \& Sums" in text
    assert "author = {{The Fibrosis Study Group}}" in text


def test_csl_json_has_the_same_records_in_the_words_of_citeproc() -> None:
    items = json.loads(render_csl(REPORT))
    ids = [item["id"] for item in items]
    assert len(ids) == len(set(ids)) == len(records(render_ris(REPORT)))
    retracted = {key for part in REPORT.candidates for key in part.retracted}
    assert retracted.isdisjoint(ids)
    assert {i["id"] for i in items if "cited" in i["keyword"].split(", ")} == cited(REPORT) - retracted
    first = items[0]
    assert first["type"] == "article-journal"
    assert first["author"][0] == {"family": "Ample", "given": "A."}
    assert first["issued"] == {"date-parts": [[2021, 3, 5]]}
    assert first["note"] == "Demonstration text; no real record."
    assert {"literal": "The Fibrosis Study Group"} in [author for item in items for author in item.get("author", ())]
    trials = [item for item in items if item["type"] == "webpage"]
    assert trials
    assert all(trial["number"] == trial["id"] and trial["publisher"] == "ClinicalTrials.gov" for trial in trials)

"""A small folder of invented pairs with a known end, in the form that ``scout eval score`` reads.

| pair | end, day | articles that count | trials |
|---|---|---|---|
| A1: alphacillin, betosis | approved, 2010 | 1 (2005, helps) | none |
| A2: gammazole, betosis | approved, 2010 | none: 2 is of 2012 | none |
| F1: deltamab, betosis | failed, 2010 | 3 (no date of its own, a search of the day brought it, no benefit) | none |
| F2: deltamab, epsilitis | failed, 2010 | none: 4 has no date | NCT00000001, posted in 2008 |
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Rows = Sequence[Mapping[str, Any]]


def article(pmid: str, drug: str, disease: str, result: str, entrez_date: str | None) -> dict[str, Any]:
    return {
        "pmid": pmid,
        "title": f"{drug.title()} in {disease}: a randomized, double-blind, placebo-controlled trial",
        "abstract": f"We randomly assigned 200 patients with {disease} to {drug} or placebo. {result}",
        "publication_types": ["Randomized Controlled Trial"],
        "entrez_date": entrez_date,
    }


def study(number: str, posted: str | None) -> dict[str, Any]:
    dates = {} if posted is None else {"studyFirstPostDateStruct": {"date": posted}}
    return {
        "protocolSection": {
            "identificationModule": {"nctId": number, "briefTitle": "Deltamab in epsilitis"},
            "statusModule": {"overallStatus": "TERMINATED", "whyStopped": "lack of efficacy", **dates},
            "designModule": {"phases": ["PHASE2"], "studyType": "INTERVENTIONAL"},
            "conditionsModule": {"conditions": ["Epsilitis"]},
            "armsInterventionsModule": {"interventions": [{"type": "DRUG", "name": "Deltamab"}]},
        }
    }


def pair(pair_id: str, drug: str, disease: str, end: str, **more: Any) -> dict[str, Any]:
    given = {"day": "2010-01-01", "articles": [], "trials": []} | more
    return {"id": pair_id, "drug": drug, "disease": disease, "end": end, **given}


HELPS = "Alphacillin significantly improved betosis compared with placebo (p < 0.001)."
ARTICLES = [
    article("1", "alphacillin", "betosis", HELPS, "2005-03-01"),
    article("2", "gammazole", "betosis", "Gammazole significantly improved betosis (p < 0.001).", "2012-03-01"),
    article("3", "deltamab", "betosis", "Deltamab did not improve betosis compared with placebo (p = 0.8).", None),
    article("4", "deltamab", "epsilitis", "Deltamab significantly improved epsilitis (p < 0.001).", None),
]
TRIALS = [study("NCT00000001", "2008-05-01"), study("NCT00000002", None)]
PAIRS = [
    pair("A1", "alphacillin", "betosis", "approved", articles=["1"]),
    pair("A2", "gammazole", "betosis", "approved", articles=["2"]),
    pair("F1", "deltamab", "betosis", "failed", articles=["3"], dated_by_search=["3"]),
    pair("F2", "deltamab", "epsilitis", "failed", articles=["4"], trials=["NCT00000001", "NCT00000002"]),
]


def write_pairs(
    folder: Path, *, pairs: Rows = PAIRS, articles: Rows | None = ARTICLES, trials: Rows | None = TRIALS
) -> Path:
    """The folder with these rows; a file whose rows are ``None`` is left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in {"pairs": pairs, "articles": articles, "trials": trials}.items():
        if rows is not None:
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return folder

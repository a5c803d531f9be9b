"""PubMed's XML read by our parser and by Biopython's, field by field, every difference explained or listed.

    python -m indication_scout_tests.bench.biopython_comparison --url http://127.0.0.1:8765/eutils
    python -m indication_scout_tests.bench.biopython_comparison efetch1.xml efetch2.xml

``--url`` fetches every record of a small E-utilities server, a mirror: 200 a request, under three requests a second.
Files are efetch answers. Prints JSON: per field how many records have it and are read alike, then each kind of
difference with its count and one example. The exit status is 1 where a difference is not explained.

What belongs here: fetching, comparing, printing. What a field is in Biopython's records, and why ours may say something
else, is in ``biopython_fields``. Biopython comes with the ``dev`` extra alone.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from Bio import Entrez

from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles

from .biopython_fields import CHOICES, fields_by_biopython, fields_by_us, pmid_of

BATCH = 200
MOST_IDS = 9_998
"""esearch lists no more for one query."""
PAUSE = 0.35
"""Seconds between requests: E-utilities allow three a second without a key."""


@dataclass
class FieldComparison:
    """Counts over all records compared."""

    records: int = 0
    filled: Counter[str] = field(default_factory=Counter)
    """Field -> records in which either parser finds something."""
    alike: Counter[str] = field(default_factory=Counter)
    """Field -> those of them in which both give the same."""
    explained: dict[str, Counter[str]] = field(default_factory=dict)
    """Choice of ours -> field -> records; a value may differ by more than one choice."""
    examples: dict[str, tuple[str, Any, Any]] = field(default_factory=dict)
    """Choice -> the first record's PMID, its value as Biopython gives it and as the choice leaves it."""
    unexplained: list[tuple[str, str, Any, Any]] = field(default_factory=list)
    """PMID, field, our value, and Biopython's after all choices."""

    def add(self, xml: bytes) -> None:
        """Compare all records of an efetch answer."""
        read = Entrez.read(io.BytesIO(xml))
        mine = {article.pmid: fields_by_us(article) for article in parse_articles(xml)}
        for record in [*read["PubmedArticle"], *read["PubmedBookArticle"]]:
            self._add(record, mine.pop(pmid_of(record), {}))
        self.unexplained += [(str(pmid), "record", "read", "absent") for pmid in mine]

    def _add(self, record: Any, mine: dict[str, Any]) -> None:
        self.records += 1
        for name, theirs in fields_by_biopython(record).items():
            own = mine.get(name)
            if not own and not theirs:
                continue
            self.filled[name] += 1
            if own == theirs:
                self.alike[name] += 1
            else:
                self._explain(record, name, own, theirs)

    def _explain(self, record: Any, name: str, own: Any, theirs: Any) -> None:
        """Apply our choices to Biopython's value one after the other: what is then the same is explained by them."""
        pmid, applied = pmid_of(record), []
        for choice in CHOICES:
            chosen = choice.apply(name, theirs, record)
            if chosen != theirs:
                applied.append((choice.says, (pmid, theirs, chosen)))
                theirs = chosen
        if own != theirs:
            self.unexplained.append((pmid, name, own, theirs))
            return
        for says, example in applied:
            self.explained.setdefault(says, Counter())[name] += 1
            self.examples.setdefault(says, example)

    def as_dict(self) -> dict[str, Any]:
        return {
            "records": self.records,
            "fields": {
                name: {"filled": count, "alike": self.alike[name], "different": count - self.alike[name]}
                for name, count in self.filled.items()
            },
            "explained": {
                says: {"values": counts.total(), "fields": dict(counts), "example": _example(*self.examples[says])}
                for says, counts in self.explained.items()
            },
            "unexplained": self.unexplained,
        }


def _example(pmid: str, theirs: Any, chosen: Any) -> dict[str, Any]:
    """The innermost values in which two begin to differ; of a text the words around."""
    while isinstance(theirs, tuple) and isinstance(chosen, tuple):
        pair = next(((a, b) for a, b in zip(theirs, chosen, strict=False) if a != b), None)
        if pair is None or len(theirs) != len(chosen):
            theirs, chosen = list(theirs[:3]), list(chosen[:3])
        else:
            theirs, chosen = pair
    if isinstance(theirs, str) and isinstance(chosen, str):
        at = next((i for i, (a, b) in enumerate(zip(theirs, chosen, strict=False)) if a != b), 0)
        theirs, chosen = (text[max(0, at - 20) : at + 40] for text in (theirs, chosen))
    return {"pmid": pmid, "Biopython": theirs, "ours": chosen}


# ------------------------------------------------------------------------------------------------ a server's records
def answers(url: str) -> Iterator[bytes]:
    """efetch answers that hold every record of an E-utilities server between them."""
    with httpx.Client(base_url=url.rstrip("/") + "/", timeout=60, transport=httpx.HTTPTransport(retries=3)) as client:
        pmids = list(dict.fromkeys(_pmids(client, 1900, 2100)))
        for start in range(0, len(pmids), BATCH):
            some = ",".join(pmids[start : start + BATCH])
            yield _asked(client, "efetch.fcgi", {"db": "pubmed", "retmode": "xml", "id": some}).content


def _pmids(client: httpx.Client, first: int, last: int) -> Iterator[str]:
    """PMIDs entered in these years; half the years at a time where they are too many for one list."""
    query = {"db": "pubmed", "retmode": "json", "retmax": str(MOST_IDS), "term": f"{first}:{last}[edat]"}
    listed = _asked(client, "esearch.fcgi", query).json()["esearchresult"]
    if int(listed["count"]) <= MOST_IDS or first == last:
        yield from listed["idlist"]
        return
    middle = (first + last) // 2
    yield from _pmids(client, first, middle)
    yield from _pmids(client, middle + 1, last)


def _asked(client: httpx.Client, path: str, form: dict[str, str]) -> httpx.Response:
    time.sleep(PAUSE)
    return client.post(path, data=form).raise_for_status()


def compared(contents: Iterable[bytes]) -> FieldComparison:
    """Every record of some efetch answers, read by both."""
    comparison = FieldComparison()
    for xml in contents:
        comparison.add(xml)
    return comparison


def main() -> int:
    """Print the comparison; 1 where a difference is not explained or nothing was compared."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="efetch answers, XML")
    parser.add_argument("--url", help="base URL of a small E-utilities server whose records are all compared")
    arguments = parser.parse_args()
    contents: Iterable[bytes] = (
        answers(arguments.url) if arguments.url else (path.read_bytes() for path in arguments.files)
    )
    comparison = compared(contents)
    print(json.dumps(comparison.as_dict(), ensure_ascii=False, indent=1))
    return 1 if comparison.unexplained or not comparison.records else 0


if __name__ == "__main__":
    sys.exit(main())

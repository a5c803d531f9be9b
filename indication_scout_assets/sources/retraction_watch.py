"""The Retraction Watch data: a CSV file of retractions, concerns, corrections and reinstatements, about 70,000 rows.

What belongs here: reading the file and finding the rows of an article. Crossref publishes it at ``HOME``; nothing is
fetched here.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple, Self

from ..domain.article_keys import doi_key, pmid_key
from ..domain.outcomes import PermanentFailure
from ..domain.retractions import Notice, RetractionSignal
from .texts import exact_day, plain_text

SOURCE = "Retraction Watch"
HOME = "https://gitlab.com/crossref/retraction-watch-data"

_COLUMNS = (
    "OriginalPaperPubMedID", "OriginalPaperDOI", "RetractionNature", "RetractionDate", "RetractionDOI",
    "RetractionPubMedID", "Reason",
)  # fmt: skip
_NOTICES = {
    "retraction": Notice.RETRACTION,
    "expression of concern": Notice.CONCERN,
    "correction": Notice.CORRECTION,
    "reinstatement": Notice.REINSTATEMENT,
}
_AMERICAN_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")


class _Row(NamedTuple):
    """What is kept of a row, as written; it is read when it is asked for, for hardly any row ever is."""

    notice: Notice
    day: str
    doi: str
    pmid: str
    reason: str


class RetractionWatch:
    """The rows of one file, by PMID and by DOI of the article they are about. Open it with ``open``."""

    def __init__(self, version: str, by_pmid: dict[str, list[_Row]], by_doi: dict[str, list[_Row]], rows: int) -> None:
        self.version = version
        """First 12 hexadecimal digits of the file's SHA-256."""
        self.rows = rows
        self._by_pmid = by_pmid
        self._by_doi = by_doi

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read the file: UTF-8 with or without a mark, else Latin-1; the columns in any order.

        Raises:
            PermanentFailure: the file cannot be read, is no such CSV file, or breaks off.
        """
        try:
            version = _digest(path)
            try:
                return cls(version, *_index(path, "utf-8-sig"))
            except UnicodeDecodeError:
                return cls(version, *_index(path, "latin-1"))
        except OSError as error:
            raise _unusable(path, f"cannot be read ({error.strerror or error})") from None
        except csv.Error as error:
            raise _unusable(path, f"is no readable CSV file ({error})") from None

    def signals(self, pmid: str | None, doi: str | None) -> list[RetractionSignal]:
        """What the file says about an article, by either of its numbers, in the file's order; empty for nothing."""
        rows = [*self._by_pmid.get(pmid_key(pmid), ()), *self._by_doi.get(doi_key(doi), ())]
        return [_signal(row) for row in dict.fromkeys(rows)]


def _index(path: Path, encoding: str) -> tuple[dict[str, list[_Row]], dict[str, list[_Row]], int]:
    by_pmid: defaultdict[str, list[_Row]] = defaultdict(list)
    by_doi: defaultdict[str, list[_Row]] = defaultdict(list)
    count = 0
    for pmid, doi, nature, *rest in _rows(path, encoding):
        count += 1
        notice = _NOTICES.get(nature.strip().lower())
        if notice is None:
            continue
        row = _Row(notice, *rest)
        # "unavailable" is no DOI and 0 no PMID: neither makes a key.
        if key := pmid_key(pmid.removesuffix(".0")):
            by_pmid[key].append(row)
        if key := doi_key(doi):
            by_doi[key].append(row)
    if not count:
        raise _unusable(path, "holds no rows")
    return by_pmid, by_doi, count


def _rows(path: Path, encoding: str) -> Iterator[list[str]]:
    """The fields of ``_COLUMNS``, row by row. A short row is passed over; as the last one it means a file cut short."""
    with path.open(encoding=encoding, newline="") as lines:
        reader = csv.reader(lines)
        header = [name.strip() for name in next(reader, [])]
        if missing := [name for name in _COLUMNS if name not in header]:
            raise _unusable(path, f"has no column {missing[0]}")
        places = [header.index(name) for name in _COLUMNS]
        is_whole = True
        for row in reader:
            is_whole = len(row) >= len(header)
            if is_whole:
                yield [row[place] for place in places]
        if not is_whole:
            raise _unusable(path, "breaks off in its last row")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def _unusable(path: Path, what: str) -> PermanentFailure:
    return PermanentFailure(
        f"The Retraction Watch file {path} {what}; download retraction_watch.csv from {HOME} again."
    )


def _signal(row: _Row) -> RetractionSignal:
    reasons = (plain_text(reason).lstrip("+ ") for reason in row.reason.split(";"))
    return RetractionSignal(
        source=SOURCE,
        notice=row.notice,
        dated=_day(row.day),
        notice_id=doi_key(row.doi) or pmid_key(row.pmid),
        reason="; ".join(reason for reason in reasons if reason),
    )


def _day(text: str) -> date | None:
    """The day of ``1/31/2020 0:00``, month first; ISO days are read as well."""
    found = _AMERICAN_DAY.match(text.strip())
    if found is None:
        return exact_day(text)
    month, day, year = map(int, found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None

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

from ...domain.outcomes import PermanentFailure
from ...domain.records.retractions import Notice, RetractionSignal
from ...rules.literature.article_keys import doi_key, pmid_key
from ..formats.json_texts import exact_day, plain_text

SOURCE = "Retraction Watch"
HOME = "https://gitlab.com/crossref/retraction-watch-data"

_COLUMNS = (
    "OriginalPaperPubMedID",
    "OriginalPaperDOI",
    "RetractionNature",
    "RetractionDate",
    "RetractionDOI",
    "RetractionPubMedID",
    "Reason",
)
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


class _Index(NamedTuple):
    """The rows of a file by what they are found by."""

    by_pmid: dict[str, list[_Row]]
    by_doi: dict[str, list[_Row]]
    rows: int
    unreadable: list[int]
    """Lines where rows end that are cut short or do not say what became of the paper."""


class RetractionWatch:
    """The rows of one file, by PMID and by DOI of the article they are about. Open it with ``open``."""

    def __init__(self, path: Path, version: str, index: _Index) -> None:
        self.version = version
        """First 12 hexadecimal digits of the file's SHA-256."""
        self._path = path
        self._index = index

    @property
    def rows(self) -> int:
        """Whole rows, whatever they say."""
        return self._index.rows

    @property
    def complaint(self) -> str:
        """One sentence on rows that could not be read, for they may be about any paper; empty where all could."""
        if not (lines := self._index.unreadable):
            return ""
        rows = "1 row that" if len(lines) == 1 else f"{len(lines)} rows that"
        return (
            f"The Retraction Watch file {self._path} has {rows} cannot be read, the first in line {lines[0]}: which "
            f"papers they are about is not known. Download retraction_watch.csv from {HOME} again."
        )

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read the file: UTF-8 with or without a mark, else Latin-1; the columns in any order.

        Raises:
            PermanentFailure: the file cannot be read, is no such CSV file, or breaks off.
        """
        try:
            version = _digest(path)
            try:
                return cls(path, version, _index(path, "utf-8-sig"))
            except UnicodeDecodeError:
                return cls(path, version, _index(path, "latin-1"))
        except OSError as error:
            raise _unusable(path, f"cannot be read ({error.strerror or error})") from None
        except csv.Error as error:
            raise _unusable(path, f"is no readable CSV file ({error})") from None

    def signals(self, pmid: str | None, doi: str | None) -> list[RetractionSignal]:
        """What the file says about an article, by either of its numbers, in the file's order; empty for nothing."""
        rows = [*self._index.by_pmid.get(pmid_key(pmid), ()), *self._index.by_doi.get(doi_key(doi), ())]
        return [_signal(row) for row in dict.fromkeys(rows)]


def _index(path: Path, encoding: str) -> _Index:
    index = _Index(defaultdict(list), defaultdict(list), 0, [])
    count = 0
    for line, fields in _rows(path, encoding):
        if fields is None:
            index.unreadable.append(line)
            continue
        count += 1
        pmid, doi, nature, *rest = fields
        notice = _NOTICES.get(" ".join(nature.lower().split()))
        if notice is None:
            index.unreadable.append(line)
            continue
        row = _Row(notice, *rest)
        # "unavailable" is no DOI and 0 no PMID: neither makes a key.
        if key := pmid_key(pmid.removesuffix(".0")):
            index.by_pmid[key].append(row)
        if key := doi_key(doi):
            index.by_doi[key].append(row)
    if not count:
        raise _unusable(path, "holds no rows")
    return index._replace(rows=count)


def _rows(path: Path, encoding: str) -> Iterator[tuple[int, list[str] | None]]:
    """The line where each row ends and the fields of ``_COLUMNS``; ``None`` for a short row, an empty one left out.

    A short row as the last one means a file cut short.
    """
    with path.open(encoding=encoding, newline="") as lines:
        reader = csv.reader(lines)
        header = [name.strip() for name in next(reader, [])]
        if missing := [name for name in _COLUMNS if name not in header]:
            raise _unusable(path, f"has no column {missing[0]}")
        places = [header.index(name) for name in _COLUMNS]
        is_whole = True
        for row in filter(None, reader):
            is_whole = len(row) >= len(header)
            yield reader.line_num, [row[place] for place in places] if is_whole else None
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
    match = _AMERICAN_DAY.match(text.strip())
    if match is None:
        return exact_day(text)
    month, day, year = map(int, match.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None

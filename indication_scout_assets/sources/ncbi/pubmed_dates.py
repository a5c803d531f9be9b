"""Dates as PubMed prints them: year, month, day, season, or free text such as ``1998 Dec-1999 Jan``.

What belongs here: reading one date. Partial dates follow PubMed's own searching: the first day of the month, January
for a bare year, and winter, spring, summer and fall as January, April, July and October.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ..formats.month_names import MONTHS

DateParts = Mapping[str, str]
"""The children of a date element by tag: Year, Month, Day, Season, MedlineDate."""

_SEASONS = {"winter": 1, "spring": 4, "summer": 7, "fall": 10, "autumn": 10}
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_MONTH = re.compile(r"\b(" + "|".join(MONTHS) + r")[a-z]*\.?(?:\s+(\d{1,2})\b)?", re.IGNORECASE)
_SEASON = re.compile(r"\b(" + "|".join(_SEASONS) + r")\b", re.IGNORECASE)


@dataclass(frozen=True)
class PrintedDate:
    """A publication date: its words, its year, and the first day it can mean."""

    text: str = ""
    year: int | None = None
    first_day: date | None = None


def read_printed_date(parts: DateParts) -> PrintedDate:
    """Read a ``PubDate``. What it does not say stays empty; ``1998 Dec-1999 Jan`` begins on 1 December 1998."""
    text = parts.get("MedlineDate") or " ".join(
        parts[tag] for tag in ("Year", "Season", "Month", "Day") if parts.get(tag)
    )
    match = _YEAR.search(parts.get("Year") or text)
    if match is None:
        return PrintedDate(text=text)
    year = int(match[0])
    if parts.get("Month"):
        month, day = _month_number(parts["Month"]), parts.get("Day", "")
    else:
        month, day = _month_and_day(text)
    return PrintedDate(text=text, year=year, first_day=_day(year, month or 1, day) or _day(year, month or 1, "1"))


def exact_date(parts: DateParts) -> date | None:
    """A date with year, month and day, or ``None``."""
    year = _YEAR.fullmatch(parts.get("Year", ""))
    month = _month_number(parts.get("Month", ""))
    return _day(int(year[0]), month, parts.get("Day", "")) if year and month else None


def _month_and_day(text: str) -> tuple[int | None, str]:
    """The first month or season named in free text, and the day right after the month."""
    if month := _MONTH.search(text):
        return MONTHS[month[1].lower()], month[2] or ""
    if season := _SEASON.search(text):
        return _SEASONS[season[1].lower()], ""
    return None, ""


def _month_number(text: str) -> int | None:
    """``Mar``, ``March``, ``03`` and ``3`` are 3; what is no month is ``None``."""
    if text.isdecimal():
        return int(text) if len(text) <= 2 and 1 <= int(text) <= 12 else None
    return _month_and_day(text)[0]


def _day(year: int, month: int, day: str) -> date | None:
    try:
        return date(year, month, int(day))
    except (ValueError, OverflowError):  # a day of thirty digits is no day
        return None

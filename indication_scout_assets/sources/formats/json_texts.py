"""Text out of JSON: one plain line from whatever a service puts into a text field.

What belongs here: what the JSON clients share for reading fields of doubtful type. XML has its own readers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from ...text import plain_text as plain

_LARGEST = 2**31 - 1


def plain_text(value: object) -> str:
    """The text in one line, see ``text.plain_text``; empty for anything that is no text."""
    return plain.plain_text(value) if isinstance(value, str) else ""


def part(record: Any, *path: str) -> Mapping[str, Any]:
    """The object at a path of names, or an empty one."""
    for key in path:
        record = record.get(key) if isinstance(record, dict) else None
    return record if isinstance(record, dict) else {}


def parts(items: Any) -> list[dict[str, Any]]:
    """The objects of a list; a single object counts as a list of one, everything else is left out."""
    listed = items if isinstance(items, list) else [items]
    return [item for item in listed if isinstance(item, dict)]


def texts(items: Any) -> tuple[str, ...]:
    """The texts of a list, or of a bare text, as ``plain_text`` gives them; empty ones are left out."""
    listed = items if isinstance(items, list) else [items]
    return tuple(text for item in listed if (text := plain_text(item)))


def true_or_false(value: Any) -> bool | None:
    """``None`` for anything but a JSON boolean."""
    return value if isinstance(value, bool) else None


def whole_number(value: Any) -> int | None:
    """A whole number from 0 to 2,147,483,647 (a column's largest), also where it is written as text."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value[:18])
    known = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST
    return int(value) if known else None


def exact_day(value: Any) -> date | None:
    """A date written ``YYYY-MM-DD`` (a time after it is left out) or ``YYYYMMDD``; ``None`` for anything less exact."""
    text = value.strip() if isinstance(value, str) else ""
    match = re.match(r"(\d{4})-?(\d{2})-?(\d{2})(?!\d)", text)
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None

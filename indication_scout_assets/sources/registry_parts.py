"""Reading the registry's nested records, in which any part may be absent or odd.

What belongs here: taking objects, lists and texts out of a decoded study. What they mean is in ``clinicaltrials`` and
``clinicaltrials_results``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def part(record: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """The object at a path, or an empty one."""
    for key in path:
        inner = record.get(key)
        record = inner if isinstance(inner, dict) else {}
    return record


def parts(items: Any) -> list[dict[str, Any]]:
    """The objects of a list; an odd list has none."""
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def strings(items: Any) -> tuple[str, ...]:
    """The texts of a list, or a lone text, without empty ones."""
    listed: Iterable[Any] = items if isinstance(items, list) else [items]
    return tuple(text for item in listed if (text := string(item)))


def string(value: Any) -> str:
    """A text with single spaces; empty for anything else."""
    return " ".join(value.split()) if isinstance(value, str) else ""

"""The base of every value in the domain: immutable, validated, and JSON in both directions.

What belongs here: only what all nouns share. A noun of its own has its own module.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict

DEMONSTRATION_KEYWORD = "IndicationScout demonstration record"
"""The keyword that marks a record written for the demonstration; it is shown wherever the record is."""


class Value(BaseModel):
    """An immutable, validated record. ``model_dump(mode="json")`` and ``model_validate`` round-trip it.

    A field nobody knows is a mistake of the code or of a file, and refused; what was stored is read by
    ``store.repository.stored_value``, which ignores it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


def fingerprint(*parts: Any) -> str:
    """SHA-256 (first 32 hex digits) of the canonical JSON of ``parts``.

    Equal inputs give equal fingerprints on every machine: keys are sorted, values are JSON.
    """
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)

"""The base of every value in the domain: immutable, validated, and JSON in both directions.

What belongs here: only what all nouns share. A noun of its own has its own module.
"""

from __future__ import annotations

import hashlib
import json
import operator
import re
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

DEMONSTRATION_KEYWORD = "IndicationScout demonstration record"
"""The keyword that marks a record written for the demonstration; it is shown wherever the record is."""
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and line feed, and what turns the direction of writing round: a terminal obeys the first,
a reader is deceived by the second."""


class Value(BaseModel):
    """An immutable, validated record. ``model_dump(mode="json")`` and ``model_validate`` round-trip it.

    Its texts are showable. This is the one gate that everything from a source, a file or a model passes on its way to
    a page, a file or a terminal.

    A field nobody knows is a mistake of the code or of a file, and refused; what was stored is read by
    ``store.repository.stored_value``, which ignores it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def model_post_init(self, context: Any, /) -> None:
        """Make the texts of this value showable; values within it are already."""
        fields = self.__dict__
        for name, value in fields.items():
            if (shown := _showable(value)) is not value:
                fields[name] = shown


def showable(text: str) -> str:
    """``text`` with a space for each character that no terminal or page may get; as long as before.

    The length stays, so that places within a text are true of what it was and of what it is.
    """
    if text.isprintable() or text.replace("\n", "").isprintable():  # nearly all; many times quicker than the pattern
        return text
    return _UNSHOWABLE.sub(" ", text)


def _showable(value: Any) -> Any:
    """A field's value with showable texts; the value itself where it has no others."""
    if isinstance(value, str):
        return showable(value)
    if isinstance(value, tuple | list | frozenset):
        parts = [_showable(part) for part in value]
        return value if all(map(operator.is_, parts, value)) else type(value)(parts)
    if isinstance(value, dict):
        pairs = {_showable(key): _showable(part) for key, part in value.items()}
        same = all(map(operator.is_, pairs, value)) and all(map(operator.is_, pairs.values(), value.values()))
        return value if same else pairs
    return value


def fingerprint(*parts: Any) -> str:
    """SHA-256 (first 32 hex digits) of the canonical JSON of ``parts``.

    Equal inputs give equal fingerprints on every machine: keys are sorted, values are JSON.
    """
    return hashlib.sha256(canonical_json(parts).encode("utf-8")).hexdigest()[:32]


def canonical_json(value: Any) -> str:
    """The one way in which equal values are written: keys sorted, no space between tokens, every letter as it is."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)


@cache
def fingerprint_of_code(*parts: str) -> str:
    """Fingerprint of the code and tables in parts of this package (``rules/**/*``): what they made is due, by itself,
    when they change."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for path in (path for part in parts for path in sorted(package.glob(part))):
        if path.suffix in (".py", ".json", ".toml", ".csv", ".safetensors"):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)

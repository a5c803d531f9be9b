"""One question to a source and its stored answer: what names it, how it is written down.

What belongs here: the values a cache and a snapshot share. Where they are kept is in ``exchanges`` and
``snapshots``; how they are asked is in ``http_client``.

A request is named by all its inputs and by nothing else: the host's name and the path below its base URL (so that an
answer recorded at one address replays at another), the parameters, the form and the JSON body. Secrets and the
caller's identification are no inputs and never get here.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

Scalar = str | int | float | bool
Params = Mapping[str, Scalar | Sequence[Scalar] | None]
"""Parameters by name: ``None`` is left out, a list repeats the name."""
Pairs = tuple[tuple[str, str], ...]

_MAIN_NAMES = ("term", "query", "queryString", "query.term", "query.intr", "query.cond", "name", "id", "ids")


@dataclass(frozen=True)
class Request:
    """The inputs of one question. ``record`` is set where the answer kept is one record of a batch."""

    host: str
    method: str
    path: str
    params: Pairs = ()
    form: Pairs = ()
    json: str = ""
    """Canonical text of the JSON body; empty without one."""
    record: str = ""

    @classmethod
    def of(
        cls,
        host: str,
        method: str,
        path: str,
        *,
        params: Params | None = None,
        form: Params | None = None,
        json: Any = None,
        record: str = "",
        without: Collection[str] = (),
    ) -> Request:
        """Build a request in its normal form; parameters named in ``without`` are left out."""
        return cls(
            host=host,
            method=method.upper(),
            path="/" + path.lstrip("/") if path.strip("/") else "",
            params=_pairs(params or {}, without),
            form=_pairs(form or {}, without),
            json="" if json is None else canonical_json(json),
            record=record,
        )

    @cached_property
    def key(self) -> str:
        """SHA-256 over all inputs, as 64 hexadecimal digits."""
        return sha256(canonical_json(self.as_json()).encode())

    def as_json(self) -> dict[str, Any]:
        """The request as a line of a manifest shows it; parts that are empty are left out."""
        parts: dict[str, Any] = {"host": self.host, "method": self.method, "path": self.path}
        if self.params:
            parts["params"] = _grouped(self.params)
        if self.form:
            parts["form"] = _grouped(self.form)
        if self.json:
            parts["json"] = json.loads(self.json)
        if self.record:
            parts["record"] = self.record
        return parts

    @classmethod
    def from_json(cls, parts: Mapping[str, Any]) -> Request:
        """The inverse of ``as_json``. Raises ``KeyError`` or ``TypeError`` where it is none."""
        return cls.of(
            parts["host"],
            parts["method"],
            parts["path"],
            params=parts.get("params"),
            form=parts.get("form"),
            json=parts.get("json"),
            record=parts.get("record", ""),
        )

    @property
    def operation(self) -> str:
        """What is asked, in a word or a path: the GraphQL operation, else the path."""
        if self.json:
            body = json.loads(self.json)
            if isinstance(body, dict):
                named = body.get("operationName") or _first_group(r"\bquery\s+(\w+)", str(body.get("query", "")))
                if named:
                    return str(named)
        return self.path.lstrip("/")

    @property
    def subject(self) -> str:
        """The main parameter: what the question is about, shortened to a few words; empty where there is none."""
        if self.record:
            return self.record
        values = dict(self.params + self.form)
        if self.json:
            body = json.loads(self.json)
            variables = body.get("variables", body) if isinstance(body, dict) else {}
            values |= {name: _shown(value) for name, value in (variables or {}).items()}
        texts = [values[name] for name in _MAIN_NAMES if values.get(name)]
        texts += [value for value in values.values() if value and not value.isdigit()]
        return _shorten(texts[0]) if texts else ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.host, self.operation, repr(self.subject) if self.subject else ""]))


@dataclass(frozen=True)
class Exchange:
    """A request and its accepted answer. ``body`` is ``None`` for a record the source does not have."""

    request: Request
    status: int
    content_type: str
    fetched_at: datetime
    body: bytes | None

    def header(self) -> dict[str, Any]:
        """Everything but the body, with the body's hash and size (bytes)."""
        header = self.request.as_json() | {
            "status": self.status,
            "content_type": self.content_type,
            "fetched_at": self.fetched_at.isoformat(),
        }
        if self.body is None:
            return header | {"absent": True}
        return header | {"sha256": sha256(self.body), "bytes": len(self.body)}

    @classmethod
    def from_header(cls, header: Mapping[str, Any], body: bytes | None) -> Exchange:
        """The inverse of ``header``. Raises ``KeyError``, ``TypeError`` or ``ValueError`` where it is none."""
        return cls(
            request=Request.from_json(header),
            status=int(header["status"]),
            content_type=str(header["content_type"]),
            fetched_at=datetime.fromisoformat(header["fetched_at"]),
            body=body,
        )


def canonical_json(value: Any) -> str:
    """One text for equal values: sorted names, no spaces, characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(content: bytes) -> str:
    """64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def slug(text: str, longest: int = 60) -> str:
    """Lower-case letters, digits and hyphens, at most ``longest`` characters."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:longest].rstrip("-")


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that readers see the old or the whole new content, whatever is killed when.

    Raises:
        OSError: with the file's name, also where the disk fills while it is written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(0o644)  # mkstemp makes files only their owner may read
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # who writes to a file that is open already is not told its name
        raise


def _pairs(params: Params, without: Collection[str]) -> Pairs:
    """Sorted by name; values of one name keep their order, for services may read a meaning into it."""
    pairs: list[tuple[str, str]] = []
    for name, value in sorted(params.items()):
        if value is None or name in without:
            continue
        values: Iterable[Scalar] = [value] if isinstance(value, Scalar) else value
        pairs += [(name, _text(item)) for item in values]
    return tuple(pairs)


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _grouped(pairs: Pairs) -> dict[str, str | list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in grouped.items()}


def _first_group(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return match[1] if match else ""


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_shown, value)))
    return "" if isinstance(value, bool | dict) or value is None else str(value)


def _shorten(text: str, longest: int = 80) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"

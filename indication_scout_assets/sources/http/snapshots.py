"""Snapshots: recorded answers in a folder that reads well in git and replays byte for byte.

What belongs here: the layout of a snapshot, finishing a recording, replaying and verifying.

    manifest.jsonl      one line per exchange, sorted: request, status, content type, time, file, hash
    bodies/<host>/      the answers as they came, one plain file each, named after the question
    about.json          what the snapshot covers, in words
    .gitattributes      keeps git from changing line ends, which would change the bytes
    .recording/         an unfinished recording; never part of the snapshot

A file is named after its request, not its content: recorded anew it keeps its name, and git shows what changed.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from ...domain.outcomes import NotRecorded, PermanentFailure
from .cache import ExchangeFolder
from .entries import Exchange, Request, canonical_json, sha256, slug, write_atomically

MANIFEST = "manifest.jsonl"
ABOUT = "about.json"
ATTRIBUTES = ".gitattributes"
RECORDING = ".recording"
_ATTRIBUTES_TEXT = b"* -text\n"
_SECRET_NAMES = frozenset(
    ("apikey", "key", "token", "accesstoken", "password", "secret", "clientsecret", "authorization", "email", "mailto")
)


def recording_directory(directory: Path) -> Path:
    """Where the unfinished recording of the snapshot in ``directory`` is."""
    return directory / RECORDING


class Snapshot:
    """A finished snapshot, opened to be replayed."""

    def __init__(self, directory: Path, lines: Mapping[str, dict[str, Any]], covers: Sequence[str]) -> None:
        self._directory = directory
        self._lines = lines
        self.covers = tuple(covers)
        """What was recorded, in words: names of drugs."""

    @classmethod
    def open(cls, directory: Path) -> Snapshot:
        """Read the manifest. Raises ``PermanentFailure`` where there is no readable one."""
        try:
            text = (directory / MANIFEST).read_text(encoding="utf-8")
        except OSError:
            unfinished = recording_directory(directory).exists()
            raise PermanentFailure(
                f"The recording in {directory} was never finished; run `scout snapshot record` again to complete it."
                if unfinished
                else f"There is no snapshot in {directory}; record one with `scout snapshot record`."
            ) from None
        lines: dict[str, dict[str, Any]] = {}
        for number, line in enumerate(_lines(text), 1):
            try:
                header = json.loads(line)
                lines[Request.from_json(header).key] = header
            except (ValueError, KeyError, TypeError, AttributeError):
                raise PermanentFailure(
                    f"Line {number} of {directory / MANIFEST} is no exchange; restore the file or record it again."
                ) from None
        return cls(directory, lines, _covers(directory))

    def get(self, request: Request) -> Exchange:
        """The recorded exchange.

        Raises:
            NotRecorded: it was not recorded. PermanentFailure: it is damaged.
        """
        header = self._lines.get(request.key)
        if header is None:
            raise NotRecorded(
                f"The snapshot at {self._directory} holds no answer for {request}; "
                f"it covers {', '.join(self.covers) or 'other questions'}; "
                "record one with `scout snapshot record`, or use another workspace."
            )
        exchange = _load(self._directory, header)
        if exchange is None:
            raise PermanentFailure(
                f"The snapshot's file {self._directory / str(header.get('body'))} is missing or changed; "
                "restore it, or record the snapshot again."
            )
        return exchange

    def put(self, exchange: Exchange) -> None:
        """A snapshot is never written to by a replay."""
        raise PermanentFailure(
            f"The snapshot at {self._directory} is being replayed and cannot keep {exchange.request}."
        )

    def headers(self) -> Iterable[Mapping[str, Any]]:
        """The manifest's lines."""
        return self._lines.values()

    def __iter__(self) -> Iterator[Exchange]:
        """All exchanges, in the manifest's order. Raises ``PermanentFailure`` at one that is damaged."""
        return (self.get(Request.from_json(header)) for header in self._lines.values())


def recorded_at(directory: Path) -> datetime:
    """The moment of the snapshot's newest exchange; what was recent then is recent whenever it is replayed.

    Raises ``PermanentFailure`` where there is no snapshot, or none with an exchange.
    """
    moments = [datetime.fromisoformat(header["fetched_at"]) for header in Snapshot.open(directory).headers()]
    if not moments:
        raise PermanentFailure(f"The snapshot in {directory} is empty; record it again.")
    return max(moments)


def recorded_hosts(directory: Path) -> frozenset[str]:
    """Names of the services that were asked when the snapshot was recorded.

    Raises ``PermanentFailure`` where there is no snapshot.
    """
    return frozenset(header["host"] for header in Snapshot.open(directory).headers())


def finish(directory: Path, *, covers: Iterable[str] = (), extend: bool = False) -> int:
    """Turn the recording in ``directory`` into its snapshot and return the number of exchanges.

    ``extend`` keeps what an earlier snapshot holds and the recording does not; otherwise the recording replaces it.
    Killed at any point it loses nothing: until the new manifest is there the directory is no snapshot, and the
    recording is removed after that. Raises ``PermanentFailure`` where nothing was recorded.
    """
    recording = ExchangeFolder(recording_directory(directory))
    names = set(covers)
    if extend and (directory / MANIFEST).exists():
        for exchange in Snapshot.open(directory):
            if recording.get(exchange.request) is None:
                recording.put(exchange)
    if extend:
        names |= set(_covers(directory))
    exchanges = list(recording)
    if not exchanges:
        raise PermanentFailure(f"Nothing was recorded in {directory}; run a drug while recording first.")
    write_atomically(directory / ABOUT, (json.dumps({"covers": sorted(names)}, ensure_ascii=False) + "\n").encode())
    (directory / MANIFEST).unlink(missing_ok=True)
    write_snapshot(directory, exchanges)
    shutil.rmtree(recording_directory(directory))
    return len(exchanges)


def write_snapshot(directory: Path, exchanges: Iterable[Exchange]) -> None:
    """Write the bodies, then the manifest; files of ``bodies/`` that no exchange has are removed."""
    headers: dict[tuple[str, ...], dict[str, Any]] = {}
    kept: set[Path] = set()
    for exchange in exchanges:
        header = exchange.header()
        if exchange.body is not None:
            header["body"] = body_name(exchange)
            path = directory / header["body"]
            kept.add(path)
            if not path.exists() or path.read_bytes() != exchange.body:
                write_atomically(path, exchange.body)
        headers[_order(header)] = header
    for path in (directory / "bodies").rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
    write_atomically(directory / ATTRIBUTES, _ATTRIBUTES_TEXT)
    lines = "".join(json.dumps(headers[order], ensure_ascii=False) + "\n" for order in sorted(headers))
    write_atomically(directory / MANIFEST, lines.encode())


def body_name(exchange: Exchange) -> str:
    """The file of a body, relative to the snapshot: readable, and distinct for every request."""
    request = exchange.request
    readable = slug(f"{request.operation.removesuffix('.fcgi').removesuffix('.json')} {request.subject}") or "answer"
    return f"bodies/{slug(request.host)}/{readable}-{request.key[:8]}.{_suffix(exchange)}"


@dataclass(frozen=True)
class SnapshotReport:
    """What ``verify`` found."""

    directory: Path
    exchanges: int
    size: int
    """Bytes of all bodies."""
    covers: tuple[str, ...]
    problems: tuple[str, ...]
    """One plain sentence each."""

    @property
    def ok(self) -> bool:
        return not self.problems


def verify(directory: Path) -> SnapshotReport:
    """Check every line and every byte of a snapshot; nothing is changed and nothing raised."""
    problems: list[str] = []
    headers = list(_readable_lines(directory, problems))
    for _, header in headers:
        problems += _problems_of(directory, header)
    keys = Counter(Request.from_json(header).key for _, header in headers)
    for number, header in headers:
        if keys[Request.from_json(header).key] > 1:
            problems.append(f"Line {number} asks {Request.from_json(header)} a second time; keep one of the lines.")
    orders = [_order(header) for _, header in headers]
    if orders != sorted(orders):
        problems.append(f"The lines of {MANIFEST} are not sorted; record the snapshot again.")
    named = {directory / str(header["body"]) for _, header in headers if header.get("body")}
    for path in sorted((directory / "bodies").rglob("*")):
        if path.is_file() and path not in named:
            problems.append(f"The file {path.relative_to(directory)} belongs to no line of {MANIFEST}; remove it.")
    if recording_directory(directory).exists():
        problems.append("A recording was begun here and never finished; finish it or remove its folder .recording.")
    return SnapshotReport(
        directory=directory,
        exchanges=len(headers),
        size=sum(path.stat().st_size for path in named if path.is_file()),
        covers=_covers(directory),
        problems=tuple(problems),
    )


def _readable_lines(directory: Path, problems: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbered lines of the manifest that are exchanges; the others become problems."""
    try:
        text = (directory / MANIFEST).read_text(encoding="utf-8")
    except (OSError, ValueError):
        problems.append(f"There is no readable {MANIFEST} in {directory}; record the snapshot again.")
        return
    for number, line in enumerate(_lines(text), 1):
        try:
            header = json.loads(line)
            Exchange.from_header(header, None)
        except (ValueError, KeyError, TypeError, AttributeError):
            problems.append(f"Line {number} of {MANIFEST} is no exchange; record the snapshot again.")
        else:
            yield number, header


def _problems_of(directory: Path, header: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with one exchange."""
    request = Request.from_json(header)
    for name in sorted(_names_in([header.get("params"), header.get("form"), header.get("json")])):
        if "".join(filter(str.isalnum, name.lower())) in _SECRET_NAMES:
            yield f"The request {request} shows {name!r}, which may be a secret; remove it and record again."
    if header.get("absent"):
        return
    path = _body_path(directory, header)
    if path is None:
        yield f"The file named for {request} lies outside of the snapshot; record it again."
    elif not path.is_file():
        yield f"The file {header['body']} is missing; restore it or record the snapshot again."
    elif sha256(path.read_bytes()) != header.get("sha256"):
        yield f"The file {header['body']} is not the one that was recorded; restore it or record the snapshot again."


def _names_in(value: Any) -> Iterator[str]:
    """Every name of every object inside a JSON value."""
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names_in(inner)


def _load(directory: Path, header: Mapping[str, Any]) -> Exchange | None:
    """The exchange of a line with its body; ``None`` where that is missing or not the recorded one."""
    if header.get("absent"):
        return Exchange.from_header(header, None)
    path = _body_path(directory, header)
    try:
        body = path.read_bytes() if path is not None else b""
    except OSError:
        return None
    return Exchange.from_header(header, body) if path and sha256(body) == header.get("sha256") else None


def _body_path(directory: Path, header: Mapping[str, Any]) -> Path | None:
    """The file of a line's body, or ``None`` where its name would lead out of ``bodies/``."""
    name = PurePosixPath(str(header.get("body", "")))
    inside = name.parts[:1] == ("bodies",) and ".." not in name.parts
    return directory / name if inside else None


def _lines(text: str) -> list[str]:
    """Lines of a manifest. ``splitlines`` would also split at the rarer separators that titles may contain."""
    return text.removesuffix("\n").split("\n") if text else []


def _covers(directory: Path) -> tuple[str, ...]:
    try:
        return tuple(json.loads((directory / ABOUT).read_text(encoding="utf-8"))["covers"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _order(header: Mapping[str, Any]) -> tuple[str, ...]:
    """Where a line stands: by host and path, then by what is asked."""
    request = Request.from_json(header)
    return request.host, request.path, request.operation, request.subject, canonical_json(request.as_json())


def _suffix(exchange: Exchange) -> str:
    for word in ("json", "xml"):
        if word in exchange.content_type.lower():
            return word
    start = (exchange.body or b"").lstrip()[:1]
    return {b"{": "json", b"[": "json", b"<": "xml"}.get(start, "txt")

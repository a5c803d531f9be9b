"""The reports folder over HTTP, read-only: a browser opens no ``file://`` link from the Dagster UI.

What belongs here: a small server for the files the reports stage writes, and for nothing else on the disk. Names are
matched against a pattern, so there is no path to traverse; links are not followed; nothing is listed.
"""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO, Final
from urllib.parse import unquote, urlsplit

from ..domain.outcomes import PermanentFailure
from ..pipeline.stages.evidence_reports import START_PAGE

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8",
}
_NAME: Final = re.compile(rf"[a-z0-9-]{{1,200}}\.({'|'.join(KINDS)})")
"""Names of reports, see ``domain.drugs.slug``."""
HEADERS: Final = {
    # The pages' own policy names their style and script by hash; this one keeps everything else out of all files.
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
EVERYWHERE: Final = ("", "0.0.0.0")  # noqa: S104 - compared with, not bound to
_CHUNK: Final = 1 << 16


class _Reports(BaseHTTPRequestHandler):
    """Answers GET and HEAD; everything else is not implemented."""

    server_version = "IndicationScout"
    sys_version = ""
    timeout = 30

    def __init__(self, folder: Path, *arguments: Any) -> None:
        self._folder = folder
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Send the file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send what would be sent before the file."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/") or START_PAGE
        match = _NAME.fullmatch(name)
        file = _open(self._folder, name) if match else None
        if match is None or file is None:
            self.send_error(HTTPStatus.NOT_FOUND, "There is no such report")
            return
        with file:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", KINDS[match[1]])
            self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
            self.end_headers()
            while with_body and (chunk := file.read(_CHUNK)):
                self.wfile.write(chunk)

    def end_headers(self) -> None:
        """End them with those every answer has."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal belongs to Dagster."""


def _open(folder: Path, name: str) -> BinaryIO | None:
    """The regular file of this name in the folder; ``None`` where there is none, or something else in its place."""
    with suppress(OSError):
        # Without O_NONBLOCK a pipe in the folder would hold the thread for ever.
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return os.fdopen(descriptor, "rb")
        os.close(descriptor)
    return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def serving(folder: Path, host: str, port: int) -> Iterator[str]:
    """Serve the folder until the block ends; gives the address with its trailing slash.

    Raises:
        PermanentFailure: the port is taken or not allowed.
    """
    try:
        server = _Server((host, port), partial(_Reports, folder))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PermanentFailure(
            f"The reports are not served, because port {port} of {host} cannot be used ({why}); "
            f"they can be opened from {folder}."
        ) from None
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="reports", daemon=True)
    thread.start()
    shown = "127.0.0.1" if host in EVERYWHERE else host  # no browser opens the address of all addresses
    try:
        yield f"http://{shown}:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

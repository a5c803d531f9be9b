"""A service on 127.0.0.1 that answers JSON as a function says, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], Any]
"""Status, further headers, body: JSON, or bytes sent as they are."""


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: Any
    """``None`` where the request had none."""
    sent: bytes = b""
    """The body as it came."""


@dataclass
class JsonServer:
    url: str
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def json_server(answer: Callable[[Asked], Answer]) -> Iterator[JsonServer]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.answer(self.rfile.read(int(self.headers["Content-Length"])))

        def do_GET(self):
            self.answer(b"")

        def answer(self, sent):
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.path, headers, json.loads(sent) if sent else None, sent)
            server.asked.append(asked)
            status, headers, content = answer(asked)
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            for name, value in {
                "Content-Type": "application/json",
                "Content-Length": str(len(data)),
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format, *args):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = JsonServer(f"http://127.0.0.1:{http.server_port}")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()

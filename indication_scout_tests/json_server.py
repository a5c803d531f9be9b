"""A service on 127.0.0.1 that answers JSON as a function says, and remembers what it was asked."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], Any]
"""Status, further headers, body: JSON; bytes sent as they are; or an iterator of bytes sent chunk by chunk, which may
raise ``ConnectionResetError`` (the connection is reset) or ``ConnectionAbortedError`` (it ends too early)."""


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: Any
    """``None`` where the request had none that is JSON."""
    sent: bytes = b""
    """The body as it came."""
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set where the client closed the connection while pieces were sent."""


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
            is_json = sent and "json" in headers.get("content-type", "")
            asked = Asked(self.path, headers, json.loads(sent) if is_json else None, sent)
            server.asked.append(asked)
            status, headers, content = answer(asked)
            if isinstance(content, Iterator):
                self.send_pieces(asked, status, headers, content)
                return
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

        def send_pieces(self, asked, status, headers, pieces):
            self.protocol_version = "HTTP/1.1"  # which knows chunks; the one answer of this connection
            self.close_connection = True
            self.send_response(status)
            for name, value in {"Transfer-Encoding": "chunked", "Connection": "close", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for piece in pieces:
                    self.send_chunk(asked, piece)
                self.send_chunk(asked, b"")
            except ConnectionResetError:  # lingering for no time at all makes the kernel reset the connection
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except ConnectionAbortedError:
                pass

        def send_chunk(self, asked, piece):
            try:
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            except ConnectionError:
                asked.hung_up.set()
                raise ConnectionAbortedError from None

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

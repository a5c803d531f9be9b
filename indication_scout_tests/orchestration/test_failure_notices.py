"""A failed run reaches people: by webhook and by mail, on local servers, and without a secret in any message."""

from __future__ import annotations

import json
import logging
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from indication_scout_assets.orchestration.failure_notices import failures_of, send
from indication_scout_assets.settings import Settings

LINE = "Run 0c5a098a of run_drugs failed. No drug got through. aspirin: abstracts failed: PubMed was down."


@contextmanager
def served(server: socketserver.TCPServer) -> Iterator[int]:
    """The port of the server while it serves."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.socket.getsockname()[1]
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def webhook(status: int, posted: list[tuple[str, str | None, object]]) -> Iterator[int]:
    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            posted.append((self.path, self.headers["Content-Type"], body))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with served(HTTPServer(("127.0.0.1", 0), Hook)) as port:
        yield port


@contextmanager
def mail_server(lines: list[str]) -> Iterator[int]:
    """Takes any mail, without TLS; ``lines`` is all it was sent."""

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            in_body = False
            for raw in self.rfile:
                line = raw.decode().rstrip("\r\n")
                lines.append(line)
                if in_body:
                    in_body = line != "."
                    if not in_body:
                        self.wfile.write(b"250 taken\r\n")
                    continue
                in_body = line.lower() == "data"
                answer = {"data": "354 go on", "quit": "221 bye"}.get(line.lower(), "250 well")
                self.wfile.write(f"{answer}\r\n".encode())
                if line.lower() == "quit":
                    return

    with served(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session)) as port:
        yield port


def settings(**fields: str) -> Settings:
    return Settings.model_validate(fields)


def unsent(chosen: Settings) -> list[str]:
    return send(chosen, failures_of(chosen), LINE)


def test_without_settings_nothing_is_sent() -> None:
    assert unsent(settings()) == []


def test_a_webhook_gets_the_line_as_text() -> None:
    posted: list[tuple[str, str | None, object]] = []
    with webhook(200, posted) as port:
        assert unsent(settings(failure_webhook=f"http://127.0.0.1:{port}/services/T0/hunter2")) == []
    assert posted == [("/services/T0/hunter2", "application/json", {"text": LINE})]


def test_mail_goes_to_everybody_named() -> None:
    lines: list[str] = []
    with mail_server(lines) as port:
        addresses = {"failure_mail": "ann@example.org, bob@example.org", "contact_email": "scout@example.org"}
        assert unsent(settings(smtp_url=f"smtp://127.0.0.1:{port}", **addresses)) == []
    sent = "\n".join(lines)
    for part in ("FROM:<scout@example.org>", "TO:<ann@example.org>", "TO:<bob@example.org>", "a run failed"):
        assert part in sent
    assert LINE in sent.replace("=\n", ""), "a long line is folded"


def test_a_password_is_not_sent_without_tls() -> None:
    lines: list[str] = []
    with mail_server(lines) as port:
        wanted = settings(failure_mail="ann@example.org", smtp_url=f"smtp://scout:hunter2@127.0.0.1:{port}")
        (sentence,) = unsent(wanted)
    assert "SMTPNotSupportedError" in sentence
    assert not [line for line in lines if line.upper().startswith(("AUTH", "MAIL", "STARTTLS"))]


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_what_cannot_be_sent_is_a_sentence_without_the_secret(caplog: pytest.LogCaptureFixture, scheme: str) -> None:
    posted: list[tuple[str, str | None, object]] = []
    with caplog.at_level(logging.DEBUG), webhook(403, posted) as port:
        unheard = {"failure_mail": "ann@example.org", "smtp_url": "smtp://scout:hunter2@127.0.0.1:1"}
        sentences = unsent(settings(failure_webhook=f"{scheme}://127.0.0.1:{port}/hunter2", **unheard))
    assert sentences == [
        f"This could not be sent by webhook ({'HTTPError 403' if scheme == 'http' else 'ValueError'}); "
        "check SCOUT_FAILURE_WEBHOOK.",
        "This could not be sent by mail (ConnectionRefusedError); check SCOUT_FAILURE_MAIL and SCOUT_SMTP_URL.",
    ]
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == sentences
    assert "hunter2" not in caplog.text

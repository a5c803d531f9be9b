"""Serving the application: in a thread beside Dagster's webserver, or as a process of its own.

What belongs here: sockets and uvicorn. Nothing of a request is logged.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn

from ..domain.outcomes import PermanentFailure
from ..settings import Settings
from .application import application
from .guard import EVERYWHERE, is_loopback

SHORTEST_TOKEN = 16
"""Characters."""
_PATIENCE = 10
"""Seconds that requests under way have to end."""


@contextmanager
def web_served(settings: Settings, host: str, port: int) -> Iterator[str]:
    """Serve the application in a thread until the block ends; gives the address with its trailing slash.

    Raises:
        PermanentFailure: the port is taken or not allowed, or others could reach it and there is no token.
    """
    with _listening(settings, host, port) as listener:
        server = _server(settings, host)
        thread = threading.Thread(target=server.run, args=([listener],), name="web", daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield _address(host, listener)
        finally:
            server.should_exit = True
            thread.join(_PATIENCE)


def serve_web(settings: Settings, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve the application until the process is told to end; ``say`` is told where. Raises as ``web_served``."""
    with _listening(settings, host, port) as listener, suppress(KeyboardInterrupt):
        say(_address(host, listener))
        _server(settings, host).run([listener])


@contextmanager
def _listening(settings: Settings, host: str, port: int) -> Iterator[socket.socket]:
    """The socket at the port, open for connections."""
    token = settings.web_token.get_secret_value() if settings.web_token else ""
    if not is_loopback(host) and not token:
        raise PermanentFailure(
            f"The web application is not served, because others could reach it at {host or 'every address'}: set "
            "SCOUT_WEB_TOKEN to a secret of your own, or leave --host out."
        )
    if token and len(token) < SHORTEST_TOKEN:
        raise PermanentFailure(
            f"The web application is not served, because SCOUT_WEB_TOKEN is short; it needs {SHORTEST_TOKEN} "
            "characters or more, as `openssl rand -hex 16` gives."
        )
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128
        )
    except (OSError, OverflowError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise PermanentFailure(
            f"The web application is not served, because port {port} of {host} cannot be used ({why}): end "
            "what listens there, such as a `scout ui` or `scout serve web`, or give another with --port (of `scout ui` "
            f"the one before it). The reports can also be opened from {settings.report_dir}."
        ) from None
    with listener:
        yield listener


def _server(settings: Settings, host: str) -> uvicorn.Server:
    config = uvicorn.Config(
        application(settings, host),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a client could name itself as it likes, and pass for many
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_PATIENCE,
        limit_concurrency=200,
        lifespan="on",
        ws="none",
    )
    return uvicorn.Server(config)


def _address(host: str, listener: socket.socket) -> str:
    shown = "127.0.0.1" if host in EVERYWHERE else host  # no browser opens the address of all addresses
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listener.getsockname()[1]}/"

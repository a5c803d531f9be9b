"""The application as a whole, and serving it: in a thread beside Dagster's webserver, or as a process of its own.

What belongs here: every address with what a request passes before it gets there; sockets and uvicorn. Nothing of a
request is logged.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..domain.outcomes import PermanentFailure, ScoutError
from ..settings import Settings
from . import api, openapi
from .faults import LARGEST_BODY, NothingThere, NoTraces, http_error, scout_error
from .guard import EVERYWHERE, Guard, is_loopback, own_names
from .pages import ask_pages, change_pages, decision_pages, disease_pages, drug_pages, label_pages, passage_pages
from .pages.page_templates import static_files
from .site import Site

SHORTEST_TOKEN = 16
"""Characters."""
_PATIENCE = 10
"""Seconds that requests under way have to end."""


def application(settings: Settings, host: str = "127.0.0.1") -> Starlette:
    """The application of one workspace, to be served at ``host``."""
    site = Site(settings)
    token = settings.web_token.get_secret_value() if settings.web_token else ""
    names = own_names(host, settings.web_hosts.split(","))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(site.close)

    app = Starlette(
        routes=[
            *api.ROUTES,
            *openapi.ROUTES,
            *ask_pages.ROUTES,
            *passage_pages.ROUTES,
            *label_pages.ROUTES,
            Route("/static/{name}", _static),
            *decision_pages.ROUTES,
            *change_pages.ROUTES,
            *disease_pages.ROUTES,
            *drug_pages.ROUTES,
        ],
        middleware=[
            Middleware(Guard, host=host, names=names, token=token),
            Middleware(NoTraces),
            Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6),
            Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY),
        ],
        exception_handlers={ScoutError: scout_error, HTTPException: http_error},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address is what it is
    app.state.site = site
    return app


async def _static(request: Request) -> Response:
    """Style and script; another content has another address."""
    kind, content = static_files().get(request.path_params["name"], ("", b""))
    if not kind:
        raise NothingThere("There is no such file.")
    return Response(content, media_type=kind, headers={"Cache-Control": "max-age=31536000, immutable"})


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

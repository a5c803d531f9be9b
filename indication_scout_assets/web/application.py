"""The application as a whole: every address, and what every request passes before it gets there.

What belongs here: putting the parts together.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..domain.outcomes import ScoutError
from ..settings import Settings
from . import api, ask_pages, disease_pages, drug_pages, label_pages, passage_pages
from .faults import LARGEST_BODY, NothingThere, NoTraces, http_error, scout_error
from .guard import Guard, own_names
from .page_templates import static_files
from .site import Site


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
            *ask_pages.ROUTES,
            *passage_pages.ROUTES,
            *label_pages.ROUTES,
            Route("/static/{name}", _static),
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

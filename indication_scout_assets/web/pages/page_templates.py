"""The pages' templates and the files they are made of: style and script, under names that hold their content's hash.

What belongs here: laying out, nothing of what a page says. The design is that of the reports, whose styles come first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...reports.html_templates import asset, html_environment
from . import answer_views
from .monograph_views import drug_address, picture_address, place_address

_PACKAGE: Final = "indication_scout_assets.web"
SECTIONS: Final[Mapping[str, str]] = {
    "Start": "/",
    "Ask": "/ask",
    "Drugs": "/drugs",
    "Diseases": "/diseases",
    "Labels": "/labels",
    "Changes": "/changes",
    "Decisions": "/decisions",
}
"""The bar of every page: names and addresses."""


@cache
def _environment() -> Environment:
    environment = html_environment()
    environment.loader = ChoiceLoader([PackageLoader(_PACKAGE, "templates"), environment.loader or PackageLoader("")])
    environment.globals["sections"] = SECTIONS
    environment.globals["static"] = static_address
    environment.globals["answers"] = answer_views
    environment.globals |= {f.__name__: f for f in (drug_address, picture_address, place_address)}
    return environment


def part(template: str, **values: Any) -> str:
    """A piece of a page."""
    return _environment().get_template(template).render(**values)


def page(
    template: str, request: Request, *, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> Response:
    """A whole page; a reader who has this very page is told so."""
    settings = request.app.state.site.settings
    here = {"here": request.url.path, "demonstration": settings.is_demo, "command": settings.command}
    body = part(template, **here, **values).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    sent = {"ETag": tag, **(headers or {})}
    if status == 200 and request.method in {"GET", "HEAD"} and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=sent)
    return HTMLResponse(body, status, sent)


@cache
def static_files() -> dict[str, tuple[str, bytes]]:
    """Media type and content of each file, by the name it is served under."""
    own = files(_PACKAGE).joinpath("static")
    texts = {
        "site.css": ("text/css", asset("report.css", "index.css") + own.joinpath("web.css").read_text("utf-8")),
        "site.js": ("text/javascript", asset("report.js")),
        "ask.js": ("text/javascript", own.joinpath("ask.js").read_text("utf-8")),
    }
    return {_named(name, text): (kind, text.encode()) for name, (kind, text) in texts.items()}


@cache
def static_address(name: str) -> str:
    """Where a file is served: another address for another content, so that it may be kept for ever."""
    stem, _, kind = name.partition(".")
    served = next(n for n in static_files() if n.startswith(f"{stem}-") and n.endswith(f".{kind}"))
    return f"/static/{served}"


def _named(name: str, text: str) -> str:
    stem, _, kind = name.partition(".")
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{kind}"

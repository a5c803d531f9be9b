"""The verb of the command that serves AI assistants: ``mcp``.

What belongs here: arguments and plain sentences; the server is in ``operations.assistants``, documented in
``docs/mcp.md``.
"""

from __future__ import annotations

from importlib.util import find_spec

import click
from rich.markup import escape

from ..domain.outcomes import PermanentFailure
from .shared import err, plain_errors, settings_of_environment

DEFAULT_PORT = 8901


@click.command()
@click.option("--http", is_flag=True, help="Serve over HTTP on this machine alone, instead of stdin and stdout.")
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, help="Of --http.")
@click.option("--collection", default="", metavar="NAME", help="Collection of papers; without it the only one.")
@plain_errors
def mcp(*, http: bool, port: int, collection: str) -> None:
    """Serve AI assistants over the Model Context Protocol: ask, search, read and verify; nothing is written."""
    if find_spec("mcp") is None:
        raise PermanentFailure(
            "The package mcp is not installed; `pip install 'indication-scout[mcp]'`, in a checkout "
            "`.venv/bin/pip install -c constraints.txt -e '.[mcp]'`, installs it."
        )
    from ..operations.assistants.protocol_server import serve_http, serve_stdio

    settings = settings_of_environment()
    if collection:
        from ..answering.meant_collection import check_collection
        from ..pipeline.workbench import workbench

        with workbench(settings) as bench:
            check_collection(bench.db, collection)
    if not http:
        serve_stdio(settings, collection)
        return

    def ready(address: str) -> None:
        err.print(f"MCP server of the workspace [bold]{settings.workspace}[/]: {escape(address)} (Ctrl-C ends it)")

    serve_http(settings, port, collection, ready)

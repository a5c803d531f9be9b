"""Markdown itself: escaping, links, lists and tables.

What belongs here: what any part of the Markdown report is put together from. Nothing here knows what a report is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from . import links

_SPECIAL = re.compile(r"([\\`*_\[\]|~])")
_MARKER = re.compile(r"^(\s*)(?:([#>+-])|(\d+)([.)]))(?=\s|$)")


def escape(text: str) -> str:
    """Text that Markdown prints as it is: on one line, with no markup, no HTML and no table cell of its own."""
    flat = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    flat = flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKER.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", flat)


def link(text: str, url: str | None) -> str:
    """A link if the address may be linked to; otherwise the text alone."""
    safe = links.safe_url(url)
    return f"[{escape(text)}](<{safe}>)" if safe else escape(text)


def listing(lines: Iterable[str]) -> str:
    """One line each, already escaped."""
    return "\n".join(f"- {line}" for line in lines)


def quoted(text: str) -> str:
    """A note that stands out: one block quote, already escaped."""
    return f"> {text}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are already escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"

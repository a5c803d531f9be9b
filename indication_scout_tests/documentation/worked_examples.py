"""The code of a page: its blocks, by the file that the line above each names."""

from __future__ import annotations

import re
from typing import Any

from indication_scout_tests import ROOT

_BLOCK = re.compile(r"^\*\*`(?P<file>[^`]+)`\*\*\n\n```(?P<kind>\w+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> dict[str, str]:
    """Code by file, in the order of the page. A page may show each file once."""
    matches = list(_BLOCK.finditer((ROOT / "docs" / "developers" / page).read_text()))
    assert len({match["file"] for match in matches}) == len(matches)
    return {match["file"]: match["code"] for match in matches}


def run(code: str, file: str, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the code of a page defines, with ``names`` there before it."""
    names = {} if names is None else names
    exec(compile(code, file, "exec"), names)  # noqa: S102 - our own pages
    return names


def changed(source: str, difference: str) -> str:
    """A file after a change shown as ``diff``: lines with ``+`` are added, lines with ``-`` are there and go.

    Raises:
        ValueError: the lines that stay or go do not stand together, or stand in more than one place.
    """
    lines = difference.splitlines()
    before = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    after = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    if source.count(f"\n{before}\n") != 1:
        raise ValueError(f"The page changes lines that stand {source.count(before)} times in the file: {before}")
    return source.replace(f"\n{before}\n", f"\n{after}\n")

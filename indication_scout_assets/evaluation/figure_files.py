"""Results as files and tables of Markdown: what every evaluation of this room writes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..domain.outcomes import PermanentFailure
from ..sources.http.entries import write_atomically


def json_text(values: Mapping[str, Any]) -> str:
    """The object as a file holds it."""
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """One object a line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table of Markdown without an end of line behind it: so many columns of words, numbers in the others."""
    lines = [headings, [*["---"] * words, *["--:"] * (len(headings) - words)], *rows]
    return "\n".join("| " + " | ".join(cell_of(cell) for cell in line) + " |" for line in lines)


def cell_of(words: str) -> str:
    """A text as a table of Markdown can hold it."""
    return " ".join(words.replace("|", "\\|").split())


def write_files(folder: Path, contents: Mapping[str, str]) -> list[Path]:
    """Write files into a folder, as ``write_whole`` does; their paths come back."""
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def write_whole(path: Path, content: str) -> None:
    """Write a file so that readers see the old or the whole new content.

    A pipe or a device is written to, never replaced, and a link stays a link.

    Raises:
        PermanentFailure: it cannot be written.
    """
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_text(content, "utf-8")
        else:
            write_atomically(target, content.encode("utf-8"))
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be written ({error.strerror}); choose another place.") from error

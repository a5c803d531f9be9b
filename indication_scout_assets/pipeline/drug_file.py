"""Drugs listed in a file: what ``scout backfill --file`` runs and what the registry sensor makes the watch list.

What belongs here: reading names. A file named ``.yaml`` or ``.yml`` holds a list of names, or one under ``drugs:``; any
other file a name on each line, with ``#`` before remarks, and a first line such as ``drug`` is the column's heading.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from ..domain.drugs import slug
from ..domain.outcomes import PermanentFailure
from ..ranking.files.list_files import list_entries, read_text

_HEADING = re.compile(
    r"(?:drug|drugs|(?:drug|generic|brand)?[ _-]?names?|molecule|compound|substance|ingredient|inn)", re.I
)
"""What stands above a column of drugs in a table; no drug is called so."""


def drugs_in(path: Path) -> dict[str, str]:
    """The file's drugs by slug, each once and in the file's order.

    Raises:
        PermanentFailure: the file cannot be read, holds no list of names, or a name has no letter or digit.
    """
    text = read_text(path)
    named: dict[str, str] = {}
    is_yaml = path.suffix in {".yaml", ".yml"}
    names = _of_yaml(path, text) if is_yaml else list(list_entries(text).values())
    for name in names[1:] if names and not is_yaml and _HEADING.fullmatch(names[0]) else names:
        named.setdefault(slug(name), name)
    if not named:
        raise PermanentFailure(f"The list of drugs {path} names none; write one name on each line.")
    return named


def _of_yaml(path: Path, text: str) -> list[str]:
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f" in line {place.line + 1}" if place else ""
        raise PermanentFailure(f"The list of drugs {path} is no YAML{where}; write `- sildenafil` lines.") from None
    listed = content.get("drugs") if isinstance(content, dict) else content
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise PermanentFailure(
            f"The list of drugs {path} must be a YAML list of names, or hold one under `drugs:`; quote what YAML would "
            "read as a number."
        )
    return [name.strip() for name in listed]

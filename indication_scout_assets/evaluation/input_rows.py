"""Files of judged folders, and what their fields are made of.

What belongs here: finding a file of a folder and reading its lines. The forms belong to whoever reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from ..domain.outcomes import PermanentFailure
from ..ranking.files.document_files import FormT, read_lines

LINES: Final = (".jsonl.gz", ".jsonl")
Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"\S")]


Id = Annotated[str, BeforeValidator(lambda given: str(given) if type(given) is int else given)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(lambda given: list(given) if isinstance(given, dict) else given or ())]
"""A list of names or ids; what is missing or ``null`` is none."""


def file_of(folder: Path, name: str, endings: tuple[str, ...] = LINES) -> Path | None:
    """The folder's file called ``name`` with one of these endings."""
    return next((path for ending in endings if (path := folder / f"{name}{ending}").is_file()), None)


def rows_of(folder: Path, name: str, form: type[FormT], page: str, *, optional: bool = False) -> Iterator[FormT]:
    """The lines of the file called ``name``; none where one that is ``optional`` is missing.

    Raises:
        PermanentFailure: the file is missing, or a line is not of the form.
    """
    path = file_of(folder, name)
    if path is None and not optional:
        raise PermanentFailure(f"{folder} has no {name}{LINES[0]} (nor {name}{LINES[1]}); {page}.")
    yield from (line.of_form(form, line.record, page) for line in (read_lines(path) if path else ()))

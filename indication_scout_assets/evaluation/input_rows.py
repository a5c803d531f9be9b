"""Rows of judged folders held against the form they are to have: one sentence says what is wrong, where, what to do.

What belongs here: finding a file of a folder and validating its lines. The forms belong to whoever reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from ..domain.outcomes import PermanentFailure
from ..ranking.files.document_files import Line, read_lines

LINES: Final = (".jsonl.gz", ".jsonl")
Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"\S")]


class InputRow(BaseModel):
    """One line of a folder; keys that are not of the form are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


Row = TypeVar("Row", bound=BaseModel)
Id = Annotated[str, BeforeValidator(lambda given: str(given) if type(given) is int else given)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(lambda given: list(given) if isinstance(given, dict) else given or ())]
"""A list of names or ids; what is missing or ``null`` is none."""


def row_of(line: Line, form: type[Row], page: str, **more: Any) -> Row:
    """The line as ``form``, with the fields of ``more`` beside its own.

    Raises:
        PermanentFailure: it is not of that form.
    """
    try:
        return form.model_validate({**line.record, **more})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "line"
        raise line.bad(f"`{where}` is not of the form: {first['msg'][0].lower()}{first['msg'][1:]}", page) from None


def file_of(folder: Path, name: str, endings: tuple[str, ...] = LINES) -> Path | None:
    """The folder's file called ``name`` with one of these endings."""
    return next((path for ending in endings if (path := folder / f"{name}{ending}").is_file()), None)


def rows_of(folder: Path, name: str, form: type[Row], page: str, *, optional: bool = False) -> Iterator[Row]:
    """The lines of the file called ``name``; none where one that is ``optional`` is missing.

    Raises:
        PermanentFailure: the file is missing, or a line is not of the form.
    """
    path = file_of(folder, name)
    if path is None and not optional:
        raise PermanentFailure(f"{folder} has no {name}{LINES[0]} (nor {name}{LINES[1]}); {page}.")
    yield from (row_of(line, form, page) for line in (read_lines(path) if path else ()))

"""Files in the sources' own formats as records, for use outside a run: ``scout parse``.

What belongs here: which parser reads which format, and telling a file of another kind. The parsers are those the
clients use. PubMed's sets and JSON lines are read record by record, so they may be larger than the memory.
"""

from __future__ import annotations

import codecs
import gzip
import io
import itertools
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, cast

from pydantic import BaseModel, ValidationError

from ..domain.outcomes import PermanentFailure
from .clinicaltrials import parse_study
from .formats.jats import JatsArticle, parse_jats_set
from .formats.spl import parse_spl
from .http.http_answers import TransientBody, looks_like
from .ncbi.pubmed_xml import read_articles

if TYPE_CHECKING:
    _Bytes = io.BufferedReader[Any]

_GZIP: Final = b"\x1f\x8b"
_ZIP: Final = b"PK\x03\x04"
_MOST_NAMED: Final = 5
"""Faults of a file that are told one by one."""


class Form(NamedTuple):
    """A format that can be read."""

    read: Callable[[_Bytes], Iterable[Any]]
    starts_as: str
    """What such a file looks like from outside: ``XML`` or ``JSON``."""
    expected: str
    """What it is, as a sentence goes on."""


def parse(form: str, file: IO[bytes]) -> Iterator[dict[str, Any]]:
    """The records of a file, one by one: articles, trials, a label or full texts, as JSON-able values.

    Args:
        form: a key of ``FORMS``.
        file: plain or gzipped, at its start.

    Raises:
        PermanentFailure: the content is not of this form, or breaks off; the records before the fault are given first,
            and of trials those after it.
    """
    read, starts_as, expected = FORMS[form]
    content = _unpacked(file)
    try:
        if (kind := _kind(content)) != starts_as:
            raise PermanentFailure(f"It holds {kind}; expected is {expected}.")
        for record in read(content):
            yield _plain(record)
    except TransientBody as broken:
        raise PermanentFailure(f"{_capital(str(broken))}; expected is {expected}.") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise PermanentFailure("Its gzip compression is damaged or breaks off; fetch the file again.") from None


def _unpacked(file: IO[bytes]) -> _Bytes:
    content: _Bytes = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    if content.peek(len(_GZIP)).startswith(_GZIP):
        return io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=content)))
    return content


def _kind(content: _Bytes) -> str:
    """What the content looks like from outside, for a sentence."""
    start = content.peek(512)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        start = start.decode("utf-16", errors="ignore").encode()
    if not start:
        return "nothing"
    return "a zip archive, which must be unpacked first" if start.startswith(_ZIP) else looks_like(start)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------------ the forms
def _studies(content: _Bytes) -> Iterator[BaseModel]:
    """Studies of a JSON document, or of JSON lines, which are told by a first line that is JSON by itself.

    Raises:
        TransientBody: after all others, which studies and lines could not be read; or the document is no JSON.
    """
    faults: list[str] = []
    whole = 0
    first = content.readline()
    try:
        documents = itertools.chain([(1, json.loads(first))], _json_lines(content, faults))
    except (ValueError, RecursionError):
        documents = itertools.chain([(1, _json(first + content.read(), "The file"))])
    for line, document in documents:
        where = f"Line {line}, study" if line > 1 else "Study"
        for trial in _studies_in(document, where, faults):
            whole += 1
            yield trial
    if faults:
        more = [f"and {len(faults) - _MOST_NAMED} more"] if len(faults) > _MOST_NAMED else []
        raise TransientBody("; ".join([*faults[:_MOST_NAMED], *more, f"{whole} studies could be read"]))


def _json_lines(content: _Bytes, faults: list[str]) -> Iterator[tuple[int, Any]]:
    """The documents of the lines after the first, with their numbers; a line that is none goes to ``faults``."""
    for number, line in enumerate(content, 2):
        try:
            if line.strip():
                yield number, _json(line, f"Line {number}")
        except TransientBody as broken:
            faults.append(str(broken))


def _json(text: bytes, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise TransientBody(f"{where} is truncated or malformed JSON ({place})") from None
    except (ValueError, RecursionError):
        raise TransientBody(f"{where} is no JSON that can be read") from None


def _studies_in(document: Any, where: str, faults: list[str]) -> Iterator[BaseModel]:
    """The studies of one document; one that is none goes to ``faults`` with its number."""
    if isinstance(document, dict):
        document = document.get("studies", [document])
    for number, study in enumerate(document if isinstance(document, list) else [document], 1):
        if not isinstance(study, Mapping) or "protocolSection" not in study:
            faults.append(f"{where} {number} is JSON that is no study")
            continue
        try:
            yield parse_study(study)
        except (PermanentFailure, ValidationError):
            faults.append(f"{where} {number} is without an NCT id, or its fields are no text")


def _full_texts(content: _Bytes) -> list[JatsArticle]:
    """The articles of a document; a set without any says what PMC refused, so it is no empty answer."""
    if not (articles := parse_jats_set(content.read())):
        raise TransientBody("It holds XML without an article")
    return articles


FORMS: Final = {
    "pubmed": Form(read_articles, "XML", "a PubmedArticleSet (XML of efetch or of the baseline files)"),
    "ctgov": Form(
        _studies,
        "JSON",
        "a study, a list or a page of studies, or one study a line (JSON of ClinicalTrials.gov's API v2)",
    ),
    "spl": Form(lambda content: [parse_spl(content.read())], "XML", "a drug label (SPL, the XML of DailyMed)"),
    "jats": Form(_full_texts, "XML", "an article or a set of articles (JATS, the XML of PMC)"),
}


# ------------------------------------------------------------------------------------------------ values
def _plain(record: Any) -> dict[str, Any]:
    if isinstance(record, BaseModel):
        return record.model_dump(mode="json")
    return {name: _value(value) for name, value in record._asdict().items()}


def _value(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    return [_value(item) for item in value] if isinstance(value, tuple | list) else value

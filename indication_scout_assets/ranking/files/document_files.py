"""Documents and topics as users write them: JSON lines, plain or gzipped.

What belongs here: reading one file, and what its fields are called. What a folder of such files means is in
``evaluation``. A bad line gives one sentence with the file and the number of the line.
"""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import Article
from ...rules.literature.retraction_status import with_notices
from ...text.plain_text import plain_lines, plain_text
from ..topics import Topic

ID_KEYS: Final = ("id", "pmid", "_id")
_GZIP: Final = b"\x1f\x8b"
_EXACT: Final = re.compile(r"(?P<year>\d{4})(?:[-/](?P<month>\d{1,2})(?:[-/](?P<day>\d{1,2}))?)?")
_YEAR: Final = re.compile(r"\b(1[89]\d\d|20\d\d)\b")
_OWN: Final = frozenset(
    {"id", "pmid", "title", "abstract", "year", "publication_types", "mesh_headings", "origins", "is_preprint"}
)
"""Fields of ``Article`` that are read by rules of their own; the others are taken as they are."""
Record = Mapping[str, Any]
PAGE: Final = "see docs/reference/verbs-json.md"
FormT = TypeVar("FormT", bound=BaseModel)


class InputRow(BaseModel):
    """One line of a file; keys that are not of the form are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True)
class Line:
    """One object of a file, and where it stands."""

    record: Record
    where: str
    """``docs.jsonl, line 3``."""

    @property
    def id(self) -> str:
        """The object's ``id`` (or ``pmid``).

        Raises:
            PermanentFailure: it has none.
        """
        given = next((value for key in ID_KEYS if not _empty(value := self.record.get(key))), None)
        if isinstance(given, bool) or not isinstance(given, (str, int)):
            raise PermanentFailure(f"{self.where}: there is no id; give each object an `id` (or a `pmid`).")
        return str(given).strip()

    def bad(self, wrong: str, mend: str) -> PermanentFailure:
        """The error of this line: what is wrong and what to do."""
        return PermanentFailure(f"{self.where}: {wrong}; {mend}.")

    def of_form(self, form: type[FormT], fields: Mapping[str, Any], page: str = PAGE) -> FormT:
        """These fields as ``form``.

        Raises:
            PermanentFailure: they are not of that form, which ``page`` describes.
        """
        try:
            return form.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise self.bad(f"`{where}` is not of the form: {first['msg'][0].lower()}{first['msg'][1:]}", page) from None


def read_lines(path: Path) -> list[Line]:
    """The objects of a JSON-lines file, see ``lines_in``.

    Raises:
        PermanentFailure: the file cannot be read, or a line is not a JSON object.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be read ({error.strerror}); give a file of JSON lines.") from error
    return lines_in(content, str(path))


def lines_in(content: bytes, name: str) -> list[Line]:
    """The objects of JSON lines, gzipped or not; empty lines are passed over.

    Args:
        content: of a file or of standard input.
        name: what messages call it.

    Raises:
        PermanentFailure: it is damaged, or a line is not a JSON object.
    """
    if content.startswith(_GZIP):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error):
            raise PermanentFailure(f"{name} is a damaged gzip file; pack or download it again.") from None
    lines = content.removeprefix(codecs.BOM_UTF8).split(b"\n")
    return [
        Line(_object(raw, where), where)
        for number, raw in enumerate(lines, start=1)
        if raw.strip() and (where := f"{name}, line {number}")
    ]


def _object(raw: bytes, where: str) -> Record:
    try:
        record = json.loads(raw.decode("utf-8"))
        if b"\\u" in raw:  # halves of characters, which no file can hold
            json.dumps(record, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise PermanentFailure(f"{where}: the text is not UTF-8; save the file as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        reason = error.msg.lower() if isinstance(error, json.JSONDecodeError) else "it is nested too deeply"
        raise PermanentFailure(f"{where}: not JSON ({reason}); write one JSON object on each line.") from None
    if not isinstance(record, dict):
        raise PermanentFailure(f"{where}: not a JSON object; write one JSON object on each line.")
    return record


# ------------------------------------------------------------------------------------------------ documents
def read_documents(lines: Iterable[Line]) -> list[Article]:
    """The documents of a file, in its order; a notice among them strikes the paper that it names.

    Raises:
        PermanentFailure: a field is of the wrong kind, an id stands twice, or there is no document.
    """
    articles: dict[str, Article] = {}
    for line in lines:
        article = article_of(line)
        if article.id in articles:
            raise line.bad(f"the id {article.id!r} stands twice", "give every document an id of its own")
        articles[article.id] = article
    if not articles:
        raise PermanentFailure(
            "There are no documents; write one JSON object with id, title and abstract on each line."
        )
    return list(with_notices(articles.values()).values())


def without_text(articles: Sequence[Article]) -> int:
    """How many documents have neither title nor abstract, so that nothing but their ids could rank them.

    Raises:
        PermanentFailure: none has any.
    """
    empty = sum(not (article.title.strip() or article.abstract.strip()) for article in articles)
    if empty == len(articles):
        raise PermanentFailure("No document has any text; give each a `title`, an `abstract` or a `text`.")
    return empty


def article_of(line: Line) -> Article:
    """A document: ``id`` or ``pmid``, ``title``, ``abstract`` or ``text``; what else an article has may be given.

    ``publication_types`` and ``mesh`` are lists of names, ``date`` an ISO date or one as printed, ``source_type`` the
    place it comes from. Whatever ``scout search`` and ``scout parse pubmed`` print is read as well.
    """
    record = line.record
    fields: dict[str, Any] = {
        key: value for key, value in record.items() if key in Article.model_fields and key not in _OWN and value
    }
    written = record.get("text") if _empty(record.get("abstract")) else record.get("abstract")
    abstract = plain_lines(written) if isinstance(written, str) else written
    if abstract != written:  # the places of its parts are those of another text
        fields.pop("sections", None)
    title = record.get("title")
    fields |= {
        "id": line.id,
        "pmid": None if _empty(record.get("pmid")) else str(record["pmid"]),
        "title": (plain_text(title) if isinstance(title, str) else title) or "",
        "abstract": abstract or "",
        "publication_types": _named(line, "publication_types"),
        "mesh_headings": _named(line, "mesh_headings") or _named(line, "mesh"),
    }
    fields |= _dates(line) | _source(line)
    return line.of_form(Article, fields)


def _named(line: Line, key: str) -> list[Any]:
    """Names as objects with a ``name``: a list of strings becomes one."""
    values = line.record.get(key) or []
    if isinstance(values, str):
        values = [values]
    if not isinstance(values, list):
        raise line.bad(f"`{key}` is no list", "write a list of names")
    return [{"name": value} if isinstance(value, str) else value for value in values if value]


def _dates(line: Line) -> dict[str, Any]:
    given, year = line.record.get("date"), line.record.get("year")
    if _empty(year):
        year = None
    elif isinstance(year, bool) or not re.fullmatch(r"\d{4}", str(year)):
        raise line.bad(f"the year {year!r} is no year", "write four digits")
    dates: dict[str, Any] = {} if year is None else {"year": int(year)}
    if _empty(given):
        return dates
    printed = str(given).strip()
    match = _EXACT.match(printed)
    if match:
        try:
            published = date(*(int(match[part] or 1) for part in ("year", "month", "day")))
        except ValueError:
            raise line.bad(f"the date {printed!r} does not exist", "write YYYY-MM-DD") from None
        return {"pub_date": printed, "published": published, "year": published.year} | dates
    anywhere = _YEAR.search(printed)
    if anywhere is None:
        raise line.bad(f"the date {printed!r} has no year", "write YYYY-MM-DD")
    return {"pub_date": printed, "year": int(anywhere[0])} | dates


def _source(line: Line) -> dict[str, Any]:
    kind = line.record.get("source_type")
    fields: dict[str, Any] = {"origins": line.record.get("origins") or ()}
    if _text(kind):
        fields["origins"] = [{"source": kind, "id": line.id}, *fields["origins"]]
    fields["is_preprint"] = bool(line.record.get("is_preprint")) or _text(kind).casefold() == "preprint"
    return fields


# ------------------------------------------------------------------------------------------------ topics
def read_topics(lines: Iterable[Line]) -> list[Topic]:
    """The topics of a file, in its order.

    Raises:
        PermanentFailure: a topic asks nothing, an id stands twice, or there is no topic.
    """
    topics: dict[str, Topic] = {}
    for line in lines:
        topic = topic_of(line)
        if topic.id in topics:
            raise line.bad(f"the id {topic.id!r} stands twice", "give every topic an id of its own")
        topics[topic.id] = topic
    if not topics:
        raise PermanentFailure("There are no topics; write one JSON object with id and query on each line.")
    return list(topics.values())


def _listed(given: Any) -> Any:
    return [given] if isinstance(given, str) else given or ()


def _not_blank(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, map(plain_text, names)))


Names = Annotated[tuple[str, ...], BeforeValidator(_listed), AfterValidator(_not_blank)]
"""A name or a list of names."""


class _BySide(InputRow):
    drug: Names = ()
    disease: Names = ()


class _TopicRow(_BySide):
    query: Annotated[str, BeforeValidator(lambda given: given or "")] = ""
    drugs: Names = ()
    drug_synonyms: dict[str, Names] | Names = ()
    disease_synonyms: Names = ()
    synonyms: Annotated[_BySide, BeforeValidator(lambda given: given or {})] = _BySide()


def topic_of(line: Line) -> Topic:
    """A topic: ``query``, or ``drug`` (or a list ``drugs``) and ``disease``, with lists of synonyms.

    Synonyms are ``drug_synonyms`` and ``disease_synonyms``, or ``synonyms`` with the keys ``drug`` and ``disease``.
    Several drugs may have their synonyms as an object, by drug; as a list they are further drugs of the class.
    """
    row = line.of_form(_TopicRow, line.record)
    diseases = dict.fromkeys((*row.disease, *row.disease_synonyms, *row.synonyms.disease))
    topic = Topic(id=line.id, query=plain_text(row.query), drugs=_drugs(row), disease_names=tuple(diseases))
    if not topic.query and not topic.is_pair:
        raise line.bad("the topic asks nothing", "give it a `query`, or a `drug` and a `disease`")
    return topic


def _drugs(row: _TopicRow) -> tuple[tuple[str, ...], ...]:
    drugs, given = dict.fromkeys((*row.drug, *row.drugs)), row.drug_synonyms
    if isinstance(given, dict):
        return tuple(tuple(dict.fromkeys((drug, *given.get(drug, ())))) for drug in drugs)
    names = tuple(dict.fromkeys((*drugs, *given, *row.synonyms.drug)))
    return (names,) if len(drugs) == 1 else tuple((drug,) for drug in names)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _empty(value: Any) -> bool:
    return value is None or value == ""

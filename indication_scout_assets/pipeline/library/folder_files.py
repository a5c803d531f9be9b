"""Files of a folder as articles of a library: JATS and PDF, each told apart by its name and read by its own reader.

What belongs here: which files, what each holds, and whether a record found by a file's DOI is of that very file. How
they are stored is in ``collecting``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from ...domain.articles import Article
from ...domain.letters import latin_letters
from ...domain.outcomes import PermanentFailure
from ...domain.questions.library import LibraryArticle
from ...sources.formats.jats_front import parse_with_front, to_library_article
from .article_records import with_record

JATS_SUFFIXES = {".xml", ".nxml", ".jats"}
PDF_SUFFIX = ".pdf"
MOST_BYTES = 200_000_000
OPENING_PAGES = 2
"""Pages on which a file has its own title."""
_SAME_TITLE = 0.8
"""Share of the longer words of a record's title that stand there; type and markup may spoil some."""


def article_files(folder: Path) -> list[Path]:
    """The files of a folder, and of those in it, that may be articles, by name."""
    suffixes = {*JATS_SUFFIXES, PDF_SUFFIX}
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes and path.is_file())


def is_pdf(path: Path) -> bool:
    """Whether a file says by its name that it is a PDF."""
    return path.suffix.lower() == PDF_SUFFIX


def pdf_content(path: Path) -> bytes:
    """The bytes of a PDF; ``PermanentFailure`` where it is huge."""
    if (size := path.stat().st_size) > MOST_BYTES:
        raise PermanentFailure(f"The file has {size:,} bytes; split it into files of at most {MOST_BYTES:,}.")
    return path.read_bytes()


def pdf_id(name: str, content: bytes) -> str:
    """The same for the same content under the same name, and for no other."""
    return f"file:{name}:{hashlib.sha256(content).hexdigest()[:12]}"


def read_jats(xml: bytes, source: str, now: datetime, name: str = "") -> list[LibraryArticle]:
    """The articles in JATS; one that names no id is called after the file ``name``. Raises as ``parse_with_front``."""
    articles = [to_library_article(article, front, source, now) for article, front in parse_with_front(xml)]
    return [a if a.id or not name else a.model_copy(update={"id": f"file:{name}"}) for a in articles]


def named_by(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The article with what the record of its DOI says. A DOI on a PDF whose title does not stand there is another
    paper's, and left out."""
    if record is None or not article.file:
        return with_record(article, record)
    if not _is_of(article, record):
        return article.model_copy(update={"doi": ""})
    better = {"title": record.title, "authors": record.authors, "published": record.published}
    known = {name: value for name, value in better.items() if value}
    return with_record(article.model_copy(update=known | {"pmcid": record.pmcid or ""}), record)


def _is_of(article: LibraryArticle, record: Article) -> bool:
    past = [page.at for page in article.pages[OPENING_PAGES:]]
    opening = f"{article.title} {article.text[: past[0] if past else None]}"
    printed, own = (set(re.findall(r"[^\W_]{4,}", latin_letters(t))) for t in (opening, record.title))
    return bool(own) and len(own & printed) >= _SAME_TITLE * len(own)


def twins(members: list[Mapping[str, str]]) -> dict[str, str]:
    """Files of one's own that are an article which the collection holds otherwise, by id, with that one's id.

    Of several PDFs of one article the first by name stays: an article has one voice.
    """
    held: dict[str, str] = {}
    gone: dict[str, str] = {}
    for row in sorted(members, key=lambda row: bool(row["file"])):
        checked = row["retraction"] != "unchecked"
        for key in filter(None, (row["pmid"], (row["doi"] or "").lower() if checked else "")):
            if held.setdefault(key, row["id"]) != row["id"] and row["file"]:
                gone[row["id"]] = held[key]
    return gone

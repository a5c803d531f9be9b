"""Files of references: BibTeX, RIS, CSL-JSON, lists of identifiers; and what a printed reference holds.

What belongs here: from bytes to ``Reference``. Manuscripts, which cite their references, are in ``manuscripts``.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

from ...domain.outcomes import WrongArgument
from ...rules.literature.article_keys import bare_doi, pmcid_key, pmid_key
from ...text.plain_text import plain_text
from .checked_references import ReadFile, Reference

_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_PMID = re.compile(
    r"\bPMID:?\s*(\d{1,9})\b|pubmed\.ncbi\.nlm\.nih\.gov/(\d{1,9})|ncbi\.nlm\.nih\.gov/pubmed/(\d{1,9})", re.I
)
_PMCID = re.compile(r"\bPMC\d{4,10}\b")
_LIST_SHARE = 0.5
"""Share of the lines that are identifiers, from which on a text is a list of them."""
_LONGEST_WHOLE_ID = 300
_LONGEST = 2_000
"""Characters of a printed reference or of one of its fields."""


def references_of(name: str, content: bytes, suffix: str) -> ReadFile:
    """The references of a file of one of these formats.

    Args:
        name: of the file, as findings print it.
        content: the file.
        suffix: ``.bib``, ``.ris``, ``.json``.

    Raises:
        WrongArgument: nothing of it can be read.
    """
    text = decoded(name, content)
    read = {".bib": _bibtex, ".ris": _ris, ".json": _csl}[suffix](name, text)
    if not read.references and not read.unread:
        raise WrongArgument(f"{name} holds no reference that can be read as {suffix[1:]}; is it another format?")
    return read


def decoded(name: str, content: bytes) -> str:
    """The text of a file in UTF-8. Raises ``WrongArgument`` for another encoding."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongArgument(f"{name} is no text in UTF-8; save it as UTF-8.") from None


def identifier_list(name: str, text: str) -> ReadFile | None:
    """A list of DOIs, PMIDs or PMC ids, one a line, remarks after ``#``; ``None`` for what is no such list."""
    lines = {
        n: entry for n, line in enumerate(text.splitlines(), 1) if (entry := line.split(" #")[0].strip().rstrip(",;"))
    }
    lines = {n: entry for n, entry in lines.items() if not entry.startswith("#")}
    known = {n: reference for n, entry in lines.items() if (reference := reference_of_id(entry, name, n))}
    if not known or len(known) < _LIST_SHARE * len(lines):
        return None
    unread = tuple((n, f"{entry[:60]!r} is no DOI, PMID or PMC id.") for n, entry in lines.items() if n not in known)
    return ReadFile(references=tuple(known.values()), unread=unread)


def reference_of_id(entry: str, file: str = "", line: int = 1) -> Reference | None:
    """The reference of a lone identifier or its address; ``None`` for other words."""
    bare = entry.strip()
    if len(bare) > _LONGEST_WHOLE_ID or len(bare.split()) > 2:
        return None
    address = next((number for match in _PMID.finditer(bare) for number in match.groups() if number), "")
    pmid = pmid_key(bare) or pmid_key(address)
    pmcid = "" if pmid else pmcid_key(bare) or next(iter(_PMCID.findall(bare)), "")
    doi = "" if pmid or pmcid else bare_doi(bare)
    if not (pmid or pmcid or doi):
        return None
    return Reference(file=file, line=line, label=bare, pmid=pmid, pmcid=pmcid, doi=doi)


def printed_reference(text: str, file: str, line: int, label: str) -> Reference:
    """A reference of a list in a manuscript: its identifiers, and the title as its form shows it."""
    plain = " ".join(text.split())[:_LONGEST]
    pmid = next((number for match in _PMID.finditer(plain) for number in match.groups() if number), "")
    years = _YEAR.findall(plain.split("doi", maxsplit=1)[0]) or _YEAR.findall(plain)
    return Reference(
        file=file,
        line=line,
        label=label,
        text=plain,
        pmid=pmid,
        pmcid=next(iter(_PMCID.findall(plain)), ""),
        doi=bare_doi(plain),
        author=re.split(r"[,;.(]|\s[A-Z]{1,3}\b", plain, maxsplit=1)[0].strip()[:80],
        year=int(years[0]) if years else None,
    )


# ------------------------------------------------------------------------------------------------ the formats
def _bibtex(name: str, text: str) -> ReadFile:
    import bibtexparser  # noqa: PLC0415 - only where a .bib is read
    from bibtexparser.middlewares import LatexDecodingMiddleware  # noqa: PLC0415

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # it tells faults twice
    library = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    references, unread = [], []
    for block in library.failed_blocks:
        line = (block.start_line or 0) + 1
        if entry := getattr(block, "ignore_error_block", None):  # read, but under a key or a field that it has twice
            references.append(_of_bibtex(entry, name, line))
        else:
            why = str(getattr(block.error, "abort_reason", "") or block.error).strip(". \n") or "it is damaged"
            unread.append((line, f"This entry cannot be read: {' '.join(why.split())[:160]}."))
    references += [_of_bibtex(entry, name, (entry.start_line or 0) + 1) for entry in library.entries]
    return ReadFile(references=tuple(sorted(references, key=lambda r: r.line)), unread=tuple(unread))


def _of_bibtex(entry: Any, name: str, line: int) -> Reference:
    fields = {field.key.lower(): plain_text(str(field.value).strip("{}")) for field in entry.fields}
    url, author = fields.get("url", ""), re.split(r"\s+and\s+", fields.get("author", ""))[0]
    eprint = fields.get("eprint", "") if fields.get("eprinttype", "").lower() in ("pubmed", "pmid") else ""
    return _reference(
        file=name,
        line=line,
        label=entry.key,
        pmid=fields.get("pmid") or eprint,
        pmcid=fields.get("pmcid") or fields.get("pmc"),
        doi=fields.get("doi") or url,
        title=fields.get("title"),
        author=author,
        year=fields.get("year") or fields.get("date"),
    )


def _ris(name: str, text: str) -> ReadFile:
    import rispy  # noqa: PLC0415 - only where a .ris is read

    try:
        records = rispy.loads(text, skip_unknown_tags=True)
    except (OSError, ValueError, KeyError, IndexError) as error:  # rispy's own errors are OSErrors
        raise WrongArgument(f"{name} is no readable RIS file ({' '.join(str(error).split())[:120]}).") from None
    starts = [n for n, line in enumerate(text.splitlines(), 1) if line.startswith("TY  -")]
    references = []
    for number, record in enumerate(records):
        is_pubmed = "pubmed" in " ".join(map(str, (record.get("name_of_database"), record.get("urls")))).lower()
        authors = record.get("authors") or record.get("first_authors") or [""]
        references.append(
            _reference(
                file=name,
                line=starts[number] if number < len(starts) else 1,
                label=record.get("id") or str(number + 1),
                pmid=record.get("accession_number") if is_pubmed else "",
                pmcid=record.get("custom2"),
                doi=record.get("doi") or next((url for url in record.get("urls") or () if bare_doi(url)), ""),
                title=record.get("title") or record.get("primary_title"),
                author=authors[0],
                year=record.get("year") or record.get("publication_year") or record.get("date"),
            )
        )
    return ReadFile(references=tuple(references))


def _csl(name: str, text: str) -> ReadFile:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongArgument(f"{name} is no JSON ({str(error)[:100]}).") from None
    if isinstance(items, dict):
        items = items.get("items", [items])
    if not isinstance(items, list):
        raise WrongArgument(f"{name} is no CSL-JSON, which is a list of references.")
    references, unread = [], []
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict) or not {"title", "DOI", "PMID", "PMCID"} & item.keys():
            unread.append((1, f"Item {number} has neither a title nor an identifier."))
            continue
        label = str(item.get("id") or number)
        line = text[: max(0, text.find(json.dumps(item.get("id", ""))))].count("\n") + 1
        references.append(_reference(file=name, line=line, label=label, **_of_csl(item)))
    return ReadFile(references=tuple(references), unread=tuple(unread))


def _of_csl(item: dict[str, Any]) -> dict[str, Any]:
    authors, issued = item.get("author"), item.get("issued")
    first = authors[0] if isinstance(authors, list) and authors and isinstance(authors[0], dict) else {}
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    return {
        "pmid": item.get("PMID"),
        "pmcid": item.get("PMCID"),
        "doi": item.get("DOI"),
        "title": item.get("title"),
        "author": first.get("family") or first.get("literal"),
        "year": next(_numbers(parts), "") if parts else "",
    }


def _numbers(parts: Any) -> Iterator[Any]:
    for part in parts if isinstance(parts, list) else (parts,):
        yield from _numbers(part) if isinstance(part, list) else (part,)


def _reference(file: str, line: int, label: str, **fields: Any) -> Reference:
    """A reference of fields as a file writes them, of whatever type."""
    words = {name: plain_text(str(value)[:_LONGEST]) if value else "" for name, value in fields.items()}
    year = _YEAR.search(words["year"])
    return Reference(
        file=file,
        line=line,
        label=str(label),
        pmid=pmid_key(words["pmid"]),
        pmcid=pmcid_key(words["pmcid"]) if "PMC" in words["pmcid"].upper() else "",
        doi=bare_doi(words["doi"]),
        title=words["title"],
        author=words["author"],
        year=int(year[0]) if year else None,
    )

"""PubMed's XML as articles: every shape that efetch answers with, read without trusting it.

What belongs here: bytes in, ``Article`` out, and cutting an answer into records. Asking PubMed is in ``pubmed``, the
parsing of printed dates in ``pubmed_dates``. Parsing expands no entity, loads no DTD and opens no connection.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import date
from typing import BinaryIO

from lxml import etree

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.records.articles import (
    AbstractSection,
    Article,
    Correction,
    MeshHeading,
    PublicationType,
    group_author,
)
from ...text.plain_text import level, plain_text
from ..formats.markup import element_text as _text
from ..formats.xml_root import xml_records, xml_root
from ..http.http_client import TransientBody
from .pubmed_dates import DateParts, exact_date, read_printed_date

NO_TITLE = "[No title]"
_NOT_AVAILABLE = "[Not Available]."
"""PubMed's English title of an article that has none."""
"""The title of a record that has none, in PubMed's own style of ``[Not Available]``."""

_LOG = logging.getLogger(__name__)
_REFERENCES = re.compile(rb"<ReferenceList>.*</ReferenceList>", re.DOTALL)
_RECORDS = ("PubmedArticle", "PubmedBookArticle")
_SET = "PubmedArticleSet"
_NCT = re.compile(r"NCT\d{8}")
_UNLABELLED = {"", "UNLABELLED", "UNLABELED"}
_Element = etree._Element


def parse_articles(xml: bytes) -> list[Article]:
    """The articles of an efetch answer, in its order.

    ``DeleteCitation`` lists carry no record and yield nothing. A record without a PMID can be neither stored nor cited:
    it is logged and left out, so its id counts as missing.

    Raises:
        TransientBody: truncated or malformed XML, declared entities, or an error instead of records.
    """
    return [article for record in _records(xml) if (article := _article(record)) is not None]


def read_articles(file: BinaryIO) -> Iterator[Article]:
    """The articles of a file one by one: those of ``parse_articles``, of a file of any size.

    Raises:
        TransientBody: as ``parse_articles``, after the articles before the fault.
    """
    for record in xml_records(file, "PubMed", _RECORDS, within=_SET):
        if (article := _article(record)) is not None:
            yield article


def split_records(xml: bytes) -> dict[str, bytes]:
    """Cut an efetch answer into one UTF-8 XML fragment per PMID, in its order; the later version of a PMID stays.

    Raises:
        TransientBody: as ``parse_articles``.
    """
    out = {}
    for record in _records(xml):
        if pmid := _pmid(record):
            out[pmid] = bytes(etree.tostring(record, encoding="utf-8", xml_declaration=False, with_tail=False))
    return out


def packed(record: bytes) -> bytes:
    """A record to be kept for a later reader: compressed, without the list of what it cites, which nothing reads."""
    return zlib.compress(_REFERENCES.sub(b"", record), 9)


def read_packed(bodies: Iterable[bytes]) -> list[Article]:
    """The articles of packed records."""
    return parse_articles(join_records(map(zlib.decompress, bodies)))


def join_records(records: Iterable[bytes]) -> bytes:
    """The inverse of ``split_records``: a whole ``PubmedArticleSet`` of the given fragments."""
    return b"<PubmedArticleSet>\n" + b"\n".join(records) + b"\n</PubmedArticleSet>"


def _records(xml: bytes) -> Iterator[_Element]:
    root = xml_root(xml, "PubMed")
    if root.tag in _RECORDS:
        return iter([root])
    if root.tag != _SET:
        message = _text(root)[:200] or f"a <{root.tag}> element"
        raise TransientBody(f"PubMed sent no records but {message!r}")
    return root.iterchildren(*_RECORDS)


# ------------------------------------------------------------------------------------------------ one record
def _article(record: _Element) -> Article | None:
    pmid = _pmid(record)
    if not pmid:
        _LOG.warning("PubMed sent a record without a PMID; it is left out")
        return None
    if record.tag == "PubmedBookArticle":
        return _book_chapter(record, pmid)
    return _journal_article(record, pmid)


def _journal_article(record: _Element, pmid: str) -> Article:
    citation = _require(record, "MedlineCitation")
    article = _require(citation, "Article")
    printed = read_printed_date(_date_parts(article.find("Journal/JournalIssue/PubDate")))
    abstract, sections = _abstract(article.find("Abstract"), citation.findall("OtherAbstract"))
    ids = _article_ids(record.find("PubmedData/ArticleIdList"))
    return Article(
        pmid=pmid,
        title=_first_text(article, "ArticleTitle", "VernacularTitle") or NO_TITLE,
        abstract=abstract,
        sections=sections,
        authors=_authors(article.find("AuthorList")),
        journal=_first_text(article, "Journal/Title", "Journal/ISOAbbreviation")
        or _first_text(citation, "MedlineJournalInfo/MedlineTA"),
        pub_date=printed.text,
        year=printed.year,
        published=exact_date(_date_parts(article.find("ArticleDate"))) or printed.first_day,
        entrez_date=_entrez_date(record.findall("PubmedData/History/PubMedPubDate")),
        language="; ".join(_texts(article, "Language")),
        publication_types=_publication_types(article.findall("PublicationTypeList/PublicationType")),
        mesh_headings=_mesh_headings(citation),
        keywords=(keywords := _texts(citation, "KeywordList/Keyword")),
        demonstration=DEMONSTRATION_KEYWORD in keywords,
        substances=_texts(citation, "ChemicalList/Chemical/NameOfSubstance"),
        doi=ids.get("doi") or _elocation_doi(article),
        pmcid=_pmcid(ids),
        nct_ids=_nct_ids(article),
        corrections=_corrections(citation),
    )


def _book_chapter(record: _Element, pmid: str) -> Article:
    document = _require(record, "BookDocument")
    book = _require(document, "Book")
    printed = read_printed_date(_date_parts(book.find("PubDate")))
    contributed = _date_parts(document.find("ContributionDate"))
    abstract, sections = _abstract(document.find("Abstract"), document.findall("OtherAbstract"))
    ids = _article_ids(document.find("ArticleIdList")) | _article_ids(record.find("PubmedBookData/ArticleIdList"))
    authors = document.find("AuthorList")
    return Article(
        pmid=pmid,
        title=_first_text(document, "ArticleTitle", "VernacularTitle") or _first_text(book, "BookTitle") or NO_TITLE,
        abstract=abstract,
        sections=sections,
        authors=_authors(authors if authors is not None else book.find("AuthorList")),
        journal=_first_text(book, "BookTitle"),
        pub_date=printed.text,
        year=printed.year,
        published=exact_date(contributed) or printed.first_day,
        entrez_date=_entrez_date(record.findall("PubmedBookData/History/PubMedPubDate")),
        language="; ".join(_texts(document, "Language")),
        publication_types=_publication_types(document.findall("PublicationType")),
        keywords=_texts(document, "KeywordList/Keyword"),
        doi=ids.get("doi") or _elocation_doi(book),
        pmcid=_pmcid(ids),
        is_book=True,
    )


def _require(parent: _Element, tag: str) -> _Element:
    """The child, or an empty one: a record may lack any part."""
    child = parent.find(tag)
    return child if child is not None else etree.Element(tag)


# ------------------------------------------------------------------------------------------------ texts
def _first_text(parent: _Element, *paths: str) -> str:
    texts = (_text(parent.find(path)) for path in paths)
    return next((text for text in texts if text and text != _NOT_AVAILABLE), "")


def _texts(parent: _Element, path: str) -> tuple[str, ...]:
    texts: dict[str, str] = {}
    for text in filter(None, map(_text, parent.findall(path))):
        texts.setdefault(level(text), text)
    return tuple(texts.values())


def _pmid(record: _Element) -> str:
    part = "BookDocument" if record.tag == "PubmedBookArticle" else "MedlineCitation"
    return _text(record.find(f"{part}/PMID"))


def _abstract(abstract: _Element | None, others: list[_Element]) -> tuple[str, tuple[AbstractSection, ...]]:
    """The abstract with its labels, one part a line, and the span of each labelled part's text (label not included).

    Another abstract (plain-language, translated) stands in only where there is no abstract at all, English first.
    """
    english_first = sorted(others, key=lambda other: other.get("Language", "eng") != "eng")
    for source in ([] if abstract is None else [abstract], english_first):
        for element in source:
            text, sections = _labelled_text(element)
            if text:
                return text, sections
    return "", ()


def _labelled_text(abstract: _Element) -> tuple[str, tuple[AbstractSection, ...]]:
    text = ""
    sections = []
    for part in abstract.findall("AbstractText"):
        words = _text(part)
        if not words:
            continue
        text += "\n" if text else ""
        label = plain_text(part.get("Label") or "").rstrip(":")
        if label.upper() not in _UNLABELLED:
            text += f"{label}: "
            sections.append(AbstractSection(heading=label, start=len(text), end=len(text) + len(words)))
        text += words
    return text, tuple(sections)


# ------------------------------------------------------------------------------------------------ people, dates, ids
def _authors(authors: _Element | None) -> tuple[str, ...]:
    """As PubMed cites them: ``Galiè N``; groups under their own name; withdrawn names (ValidYN="N") left out."""
    names = []
    for author in [] if authors is None else authors.findall("Author"):
        if author.get("ValidYN") == "N":
            continue
        personal = [_text(author.find("LastName")), _text(author.find("Initials")) or _initials(author)]
        name = " ".join([part for part in (*personal, _text(author.find("Suffix"))) if part])
        if name := name or group_author(_text(author.find("CollectiveName"))):
            names.append(name)
    return tuple(names)


def _initials(author: _Element) -> str:
    """The capitals that begin the words of the forename, for records without ``Initials``: ``Marc A`` is ``MA``."""
    forename = _text(author.find("ForeName"))
    return "".join(word[0] for word in re.split(r"[\s.-]+", forename) if word[:1].isupper()) or forename


def _date_parts(element: _Element | None) -> DateParts:
    return {} if element is None else {str(child.tag): _text(child) for child in element if _text(child)}


def _entrez_date(history: list[_Element]) -> date | None:
    """When PubMed got the record: the ``entrez`` date, else the ``pubmed`` one."""
    by_status = {entry.get("PubStatus", ""): exact_date(_date_parts(entry)) for entry in history}
    return by_status.get("entrez") or by_status.get("pubmed")


def _article_ids(ids: _Element | None) -> dict[str, str]:
    by_type: dict[str, str] = {}
    for element in [] if ids is None else ids.findall("ArticleId"):
        if text := _text(element):
            by_type.setdefault(element.get("IdType", ""), text)
    return by_type


def _elocation_doi(article: _Element) -> str | None:
    for location in article.findall("ELocationID"):
        if location.get("EIdType") == "doi" and location.get("ValidYN") != "N" and _text(location):
            return _text(location)
    return None


def _pmcid(ids: dict[str, str]) -> str | None:
    number = re.search(r"\d+", ids.get("pmc", ""))
    return f"PMC{number[0]}" if number else None


def _nct_ids(article: _Element) -> tuple[str, ...]:
    """Registry numbers the record itself lists; a number merely mentioned in the abstract is no link."""
    registered = []
    for bank in article.findall("DataBankList/DataBank"):
        if _text(bank.find("DataBankName")).casefold() == "clinicaltrials.gov":
            numbers = (_text(number).upper() for number in bank.findall("AccessionNumberList/AccessionNumber"))
            registered += [number for number in numbers if _NCT.fullmatch(number)]
    return tuple(dict.fromkeys(registered))


# ------------------------------------------------------------------------------------------------ indexing
def _publication_types(elements: list[_Element]) -> tuple[PublicationType, ...]:
    return tuple(PublicationType(name=_text(e), ui=e.get("UI") or None) for e in elements if _text(e))


def _mesh_headings(citation: _Element) -> tuple[MeshHeading, ...]:
    """Headings with their qualifiers, then supplementary concepts. A heading is major where a qualifier of it is."""
    headings = []
    for heading in citation.findall("MeshHeadingList/MeshHeading"):
        descriptor = heading.find("DescriptorName")
        if descriptor is None or not _text(descriptor):
            continue
        qualifiers = heading.findall("QualifierName")
        major = any(e.get("MajorTopicYN") == "Y" for e in (descriptor, *qualifiers))
        names = tuple(_text(e) for e in qualifiers if _text(e))
        headings.append(
            MeshHeading(name=_text(descriptor), ui=descriptor.get("UI") or None, major=major, qualifiers=names)
        )
    for concept in citation.findall("SupplMeshList/SupplMeshName"):
        if _text(concept):
            headings.append(MeshHeading(name=_text(concept), ui=concept.get("UI") or None))
    return tuple(headings)


def _corrections(citation: _Element) -> tuple[Correction, ...]:
    """Every link but plain citations: errata, retractions, concerns, comments, updates."""
    return tuple(
        Correction(
            kind=link.get("RefType", ""), pmid=_text(link.find("PMID")) or None, source=_text(link.find("RefSource"))
        )
        for link in citation.findall("CommentsCorrectionsList/CommentsCorrections")
        if link.get("RefType") not in {None, "Cites"}
    )

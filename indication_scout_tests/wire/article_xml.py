"""An authored article as PubMed's XML: ``PubmedArticleSet`` of the 2025 DTD.

What belongs here: the rendering, with the UIs of publication types. Every record carries the keyword that marks it as
written for the demonstration.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .records import Record, doi_of

_HEADER = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)

PUBLICATION_TYPES = {
    "Case Reports": "D002363", "Clinical Trial": "D016430", "Clinical Trial Protocol": "D000078325",
    "Clinical Trial, Phase I": "D017426", "Clinical Trial, Phase II": "D017427", "Clinical Trial, Phase III": "D017428",
    "Clinical Trial, Phase IV": "D017429", "Comment": "D016420", "Comparative Study": "D003160",
    "Controlled Clinical Trial": "D018848", "Editorial": "D016421", "English Abstract": "D004740",
    "Evaluation Study": "D023362", "Guideline": "D016431", "Journal Article": "D016428", "Letter": "D016422",
    "Meta-Analysis": "D017418", "Multicenter Study": "D016448", "Observational Study": "D064888",
    "Practice Guideline": "D017065", "Published Erratum": "D016425", "Randomized Controlled Trial": "D016449",
    "Research Support, N.I.H., Extramural": "D052061", "Research Support, Non-U.S. Gov't": "D013485",
    "Retracted Publication": "D016441", "Retraction of Publication": "D016440", "Review": "D016454",
    "Systematic Review": "D000078182",
}  # fmt: skip

SUBSTANCES = {
    "bupropion": "D016642",
    "sildenafil citrate": "D000068677",
    "baricitinib": "C000596027",
    "naltrexone": "D009271",
}

_INLINE = re.compile(r"<(i|b|u|sub|sup)>(.*?)</\1>", re.S)


def article_set(articles: Sequence[Record]) -> bytes:
    """The whole document efetch returns."""
    root = Element("PubmedArticleSet")
    for article in articles:
        record = SubElement(root, "PubmedArticle")
        _citation(SubElement(record, "MedlineCitation", Status="MEDLINE", Owner="NLM"), article)
        _pubmed_data(SubElement(record, "PubmedData"), article)
    body: bytes = tostring(root, encoding="utf-8", xml_declaration=False)
    return _HEADER.encode() + body


def publication_date(article: Record) -> tuple[int, int]:
    """Year and month to sort by: the first year of a MEDLINE date, January where only the year is known."""
    year = article.get("year") or str(article["medline_date"])[:4]
    return int(year), int(article.get("month", 1))


def substances_of(article: Record) -> list[tuple[str, str]]:
    """Name and UI of each substance; a record may leave the UI of a drug of the demonstration out."""
    named = [(s, "") if isinstance(s, str) else (s[0], s[1]) for s in article.get("substances", [])]
    return [(name, ui or SUBSTANCES.get(name.lower(), "")) for name, ui in named]


def _citation(citation: Element, article: Record) -> None:
    _text(citation, "PMID", str(article["pmid"]), Version="1")
    body = SubElement(citation, "Article", PubModel="Print")
    _journal(SubElement(body, "Journal"), article)
    _marked_up(SubElement(body, "ArticleTitle"), article["title"])
    _abstract(body, article.get("abstract", ""))
    _authors(body, article)
    _text(body, "Language", article.get("language", "eng"))
    if article.get("nct"):
        bank = SubElement(SubElement(body, "DataBankList", CompleteYN="Y"), "DataBank")
        _text(bank, "DataBankName", "ClinicalTrials.gov")
        numbers = SubElement(bank, "AccessionNumberList")
        for number in article["nct"]:
            _text(numbers, "AccessionNumber", number)
    types = SubElement(body, "PublicationTypeList")
    for name in article.get("publication_types", ["Journal Article"]):
        _text(types, "PublicationType", name, UI=PUBLICATION_TYPES[name])
    _indexing(citation, article)


def _indexing(citation: Element, article: Record) -> None:
    if article.get("substances"):
        chemicals = SubElement(citation, "ChemicalList")
        for name, ui in substances_of(article):
            chemical = SubElement(chemicals, "Chemical")
            _text(chemical, "RegistryNumber", "0")
            _text(chemical, "NameOfSubstance", name, UI=ui)
    _text(citation, "CitationSubset", "IM")
    if article.get("corrections"):
        corrections = SubElement(citation, "CommentsCorrectionsList")
        for link in article["corrections"]:
            correction = SubElement(corrections, "CommentsCorrections", RefType=link["kind"])
            _text(correction, "RefSource", link.get("source", ""))
            if link.get("pmid"):
                _text(correction, "PMID", str(link["pmid"]), Version="1")
    if article.get("mesh"):
        headings = SubElement(citation, "MeshHeadingList")
        for name, ui, *major in article["mesh"]:
            heading = SubElement(headings, "MeshHeading")
            _text(heading, "DescriptorName", name, UI=ui, MajorTopicYN="Y" if major and major[0] else "N")
    keywords = SubElement(citation, "KeywordList", Owner="NOTNLM")
    for keyword in [*article.get("keywords", []), DEMONSTRATION_KEYWORD]:
        _text(keywords, "Keyword", keyword, MajorTopicYN="N")


def _journal(journal: Element, article: Record) -> None:
    issue = SubElement(journal, "JournalIssue", CitedMedium="Print")
    date = SubElement(issue, "PubDate")
    if article.get("medline_date"):
        _text(date, "MedlineDate", article["medline_date"])
    else:
        _text(date, "Year", str(article["year"]))
        if article.get("month"):
            _text(date, "Month", calendar.month_abbr[int(article["month"])])
    _text(journal, "Title", article["journal"])
    _text(journal, "ISOAbbreviation", article["journal"])


def _abstract(body: Element, abstract: Any) -> None:
    if not abstract:
        return
    parent = SubElement(body, "Abstract")
    if isinstance(abstract, str):
        _marked_up(SubElement(parent, "AbstractText"), abstract)
        return
    for part in abstract:
        label = str(part["label"]).upper()
        category = {"AIM": "OBJECTIVE", "AIMS": "OBJECTIVE", "FINDINGS": "RESULTS"}.get(label, label)
        _marked_up(SubElement(parent, "AbstractText", Label=label, NlmCategory=category), part["text"])


def _authors(body: Element, article: Record) -> None:
    if not (article.get("authors") or article.get("collective")):
        return
    authors = SubElement(body, "AuthorList", CompleteYN="Y")
    for name in article.get("authors", []):
        last, _, fore = name.rpartition(" ") if len(name.rpartition(" ")[2]) <= 3 else (name, "", "")
        author = SubElement(authors, "Author", ValidYN="Y")
        _text(author, "LastName", last.strip() or fore)
        if last.strip() and fore:
            _text(author, "ForeName", fore)
            _text(author, "Initials", fore)
    if article.get("collective"):
        _text(SubElement(authors, "Author", ValidYN="Y"), "CollectiveName", article["collective"])


def _pubmed_data(data: Element, article: Record) -> None:
    year, month = publication_date(article)
    history = SubElement(data, "History")
    for status in ("entrez", "pubmed"):
        date = SubElement(history, "PubMedPubDate", PubStatus=status)
        for name, number in (("Year", year), ("Month", month), ("Day", 1), ("Hour", 6), ("Minute", 0)):
            _text(date, name, str(number))
    _text(data, "PublicationStatus", "ppublish")
    ids = SubElement(data, "ArticleIdList")
    for kind, value in (("pubmed", article["pmid"]), ("doi", doi_of(article)), ("pmc", article.get("pmcid"))):
        if value:
            _text(ids, "ArticleId", str(value), IdType=kind)


def _text(parent: Element, tag: str, text: str, **attributes: str) -> None:
    SubElement(parent, tag, attributes).text = text


def _marked_up(element: Element, text: str) -> None:
    """Put ``text`` into ``element``; the inline tags PubMed allows become elements, all else is plain text."""
    position = 0
    last: Element | None = None

    def add(plain_text: str) -> None:
        if last is None:
            element.text = (element.text or "") + plain_text
        else:
            last.tail = (last.tail or "") + plain_text

    for match in _INLINE.finditer(text):
        add(text[position : match.start()])
        last = SubElement(element, match[1])
        _marked_up(last, match[2])
        position = match.end()
    add(text[position:])

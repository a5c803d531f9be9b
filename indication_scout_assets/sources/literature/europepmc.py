"""Europe PMC: articles and preprints of a drug in a disease, the standing of PMIDs, and open full texts.

What belongs here: the queries, paging, the reading of rows, and what an answer means: an error of Europe PMC comes
inside HTTP 200.
"""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.findings.pair_questions import RECENT_YEARS, PairQuestion, SearchResult
from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import (
    AbstractSection,
    Article,
    Correction,
    MeshHeading,
    Origin,
    PublicationType,
    article_id,
    group_author,
)
from ...domain.records.cited_references import CitedReference
from ...domain.records.retractions import Notice, RetractionSignal
from ...domain.records.source_catalogue import source_entry
from ...rules.literature.article_keys import doi_key, pmcid_key, pmid_key
from ...rules.literature.retraction_status import LINKS
from ..formats.json_texts import exact_day, part, parts, plain_text, texts, whole_number
from ..http.batches import side_by_side
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody, expect_xml
from ..ncbi.pubmed_dates import read_printed_date
from .article_rows import DatedArticle, gathered, ids_in, last_day_of, names_to_ask, not_by_citations

SOURCE = "Europe PMC"
PREPRINTS = "PPR"
"""Europe PMC's name for the collection of preprints."""
MEDLINE = "MED"
"""The collection whose ids are PMIDs."""

_PAGE = "https://europepmc.org/article/{}/{}"
_HEADING = re.compile(r"<h[1-6][^<>]{0,100}>([^<>]{0,200})</h[1-6]>", re.IGNORECASE)
_DAY_PRINTED, _MONTH_PRINTED = re.compile(r"\d{4} [A-Za-z]{3,9} \d{1,2}"), re.compile(r"\d{4} [A-Za-z]{3,9}")
_WHOLE_ABSTRACT = {"", "ABSTRACT", "SUMMARY", "UNLABELLED", "UNLABELED"}

# Europe PMC mixes MeSH's publication types with those of publishers' XML.
_TYPE_NAMES = {
    "case-report": "Case Reports",
    "correction": "Published Erratum",
    "meta-analysis": "Meta-Analysis",
    "preprint": "Preprint",
    "research-article": "Journal Article",
    "retraction": "Retraction of Publication",
    "review-article": "Review",
    "systematic-review": "Systematic Review",
    "rapid-communication": "Journal Article",
}
_MESH_TYPES = (
    "Case Reports", "Clinical Trial", "Clinical Trial, Phase I", "Clinical Trial, Phase II",
    "Clinical Trial, Phase III", "Clinical Trial, Phase IV", "Comment", "Comparative Study",
    "Controlled Clinical Trial", "Editorial", "Guideline", "Journal Article", "Letter", "Multicenter Study",
    "Observational Study", "Practice Guideline", "Published Erratum", "Randomized Controlled Trial",
    "Retracted Publication", "Retraction of Publication", "Review",
)  # fmt: skip
_TYPE_NAMES |= {name.casefold(): name for name in _MESH_TYPES}

# Links as PubMed names them, by their letters: Europe PMC writes "Expression of concern in".
_LINK_NAMES = {
    name.casefold(): name
    for name in (
        "CommentIn", "CommentOn", "CorrectedandRepublishedFrom", "CorrectedandRepublishedIn", "ErratumFor",
        "ErratumIn", "ExpressionOfConcernFor", "ExpressionOfConcernIn", "OriginalReportIn", "PartialRetractionIn",
        "PartialRetractionOf", "PreprintIn", "PreprintOf", "RepublishedFrom", "RepublishedIn",
        "RetractedandRepublishedFrom", "RetractedandRepublishedIn", "RetractionIn", "RetractionOf",
        "SummaryForPatientsIn", "UpdateIn", "UpdateOf",
    )
}  # fmt: skip


def read_row(row: Mapping[str, Any]) -> DatedArticle | None:
    """The article of a row; ``None`` where it has no id or no title. A field of the wrong type counts as absent."""
    collection, own_id = plain_text(row.get("source")), plain_text(row.get("id"))
    title = plain_text(row.get("title"))
    if not (collection and own_id and title):
        return None
    pmid, pmcid, doi = ids_in(own_id if collection == MEDLINE else row.get("pmid"), row.get("pmcid"), row.get("doi"))
    book, journal = part(row, "bookOrReportDetails"), part(row, "journalInfo")
    first_day = exact_day(row.get("firstPublicationDate"))
    printed = plain_text(journal.get("dateOfPublication")) or plain_text(row.get("firstPublicationDate"))
    read = read_printed_date({"MedlineDate": printed})
    abstract, sections = abstract_text(row.get("abstractText"))
    types, links = publication_types(row), corrections(row)
    is_preprint = collection == PREPRINTS or "Preprint" in types
    keywords = texts(part(row, "keywordList").get("keyword"))
    names_notice = any(LINKS.get(link.kind) is Notice.RETRACTION for link in links)
    article = Article(
        id=article_id(pmid, pmcid, doi, f"{collection}:{own_id}"),
        pmid=pmid,
        pmcid=pmcid,
        doi=doi,
        title=title,
        abstract=abstract,
        sections=sections,
        authors=_authors(row),
        journal=_journal(journal, book) or plain_text(row.get("journalTitle")),
        pub_date=printed,
        year=_year(row) or read.year,
        published=first_day or read.first_day,
        language=plain_text(row.get("language")),
        publication_types=tuple(
            PublicationType(name=name) for name in dict.fromkeys([*types, *(["Preprint"] if is_preprint else [])])
        ),
        mesh_headings=_mesh_headings(row),
        keywords=keywords,
        substances=_names(part(row, "chemicalList").get("chemical"), "name"),
        corrections=links,
        is_book=bool(book.get("comprisingTitle")),
        is_preprint=is_preprint,
        open_access={"Y": True, "N": False}.get(plain_text(row.get("isOpenAccess"))),
        cited_by=whole_number(row.get("citedByCount")),
        marked_retracted_by=(SOURCE,) if "Retracted Publication" in types and not names_notice else (),
        origins=(Origin(source=SOURCE, id=f"{collection}:{own_id}", url=_PAGE.format(collection, own_id)),),
        demonstration=DEMONSTRATION_KEYWORD in keywords,
    )
    return DatedArticle(article, _appeared_by(row, first_day))


def signals(row: Mapping[str, Any]) -> list[RetractionSignal]:
    """What the row says of the paper's standing; empty for a paper in good standing, and for a notice."""
    standing = [
        RetractionSignal(source=SOURCE, notice=notice, notice_id=link.pmid or "")
        for link in corrections(row)
        if (notice := LINKS.get(link.kind))
    ]
    named = any(signal.notice is Notice.RETRACTION for signal in standing)
    if not named and "Retracted Publication" in publication_types(row):
        standing.append(RetractionSignal(source=SOURCE, notice=Notice.RETRACTION))
    return list(dict.fromkeys(standing))


def publication_types(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Publication types by their MeSH names where they have one; a short row lists them in one text."""
    listed = texts(part(row, "pubTypeList").get("pubType")) or tuple(plain_text(row.get("pubType")).split("; "))
    return tuple(dict.fromkeys(_TYPE_NAMES.get(name.casefold(), name) for name in listed if name))


def corrections(row: Mapping[str, Any]) -> tuple[Correction, ...]:
    """The row's links to notices, comments and versions, their kinds spelled as PubMed does."""
    links = []
    for link in parts(part(row, "commentCorrectionList").get("commentCorrection")):
        kind = plain_text(link.get("type"))
        if not kind:
            continue
        kind = _LINK_NAMES.get(re.sub(r"[^a-z]", "", kind.casefold()), kind)
        pmid, _, _ = ids_in(link.get("id") if link.get("source") == MEDLINE else None, None, None)
        links.append(Correction(kind=kind, pmid=pmid, source=plain_text(link.get("reference"))))
    return tuple(dict.fromkeys(links))


def abstract_text(value: object) -> tuple[str, tuple[AbstractSection, ...]]:
    """An abstract without markup, each headed part on a line as ``Heading: text``, and the span of each part's text."""
    if not isinstance(value, str):
        return "", ()
    pieces = ["", *_HEADING.split(value)]
    text, sections = "", []
    for heading, body in zip(pieces[::2], pieces[1::2], strict=True):
        words = plain_text(body)
        if not words:
            continue
        text += "\n" if text else ""
        label = plain_text(heading).rstrip(" :.")
        if label.upper() not in _WHOLE_ABSTRACT:
            text += f"{label}: "
            sections.append(AbstractSection(heading=label, start=len(text), end=len(text) + len(words)))
        text += words
    return text, tuple(sections)


def _appeared_by(row: Mapping[str, Any], first_day: date | None) -> date | None:
    """The last day on which the article can have appeared first; ``None`` without a full date."""
    printed = plain_text(part(row, "journalInfo").get("dateOfPublication"))
    exact = first_day == exact_day(row.get("electronicPublicationDate")) or _DAY_PRINTED.fullmatch(printed)
    if first_day is None or exact:
        return first_day
    if first_day.day == 1 and _MONTH_PRINTED.fullmatch(printed):
        return first_day.replace(day=calendar.monthrange(first_day.year, first_day.month)[1])
    return last_day_of(first_day)


def _year(row: Mapping[str, Any]) -> int | None:
    year = whole_number(row.get("pubYear"))
    return year if year is not None and 1500 <= year <= 2999 else None


def _journal(journal: Mapping[str, Any], book: Mapping[str, Any]) -> str:
    """The journal, the book of a chapter, or the server of a preprint."""
    named = (part(journal, "journal").get("title"), book.get("comprisingTitle"), book.get("publisher"))
    return next((name for value in named if (name := plain_text(value))), "")


def _authors(row: Mapping[str, Any]) -> tuple[str, ...]:
    """As PubMed cites them: ``Galiè N``; groups under their own name."""
    listed = []
    for author in parts(part(row, "authorList").get("author")):
        personal = " ".join(filter(None, (plain_text(author.get("lastName")), plain_text(author.get("initials")))))
        name = plain_text(author.get("fullName")) or personal or group_author(plain_text(author.get("collectiveName")))
        listed += [name] if name else []
    written = plain_text(row.get("authorString")).rstrip(".")
    return tuple(listed or (name for part_of_list in written.split(",") if (name := part_of_list.strip())))


def _mesh_headings(row: Mapping[str, Any]) -> tuple[MeshHeading, ...]:
    """Headings with their qualifiers. A heading is major where a qualifier of it is."""
    headings = []
    for heading in parts(part(row, "meshHeadingList").get("meshHeading")):
        name = plain_text(heading.get("descriptorName"))
        qualifiers = parts(part(heading, "meshQualifierList").get("meshQualifier"))
        major = any(plain_text(term.get("majorTopic_YN")) == "Y" for term in (heading, *qualifiers))
        if name:
            headings.append(MeshHeading(name=name, major=major, qualifiers=_names(qualifiers, "qualifierName")))
    return tuple(headings)


def _names(items: Any, field: str) -> tuple[str, ...]:
    return tuple(name for item in parts(items) if (name := plain_text(item.get(field))))


PAGE = 100
"""Rows per request; rows with abstracts are large."""
MOST_REFERENCES = 1_000
"""References of an article per page, the most that Europe PMC gives."""
BATCH = 100
"""PMIDs per question about their standing."""
LONGEST_GET = 1_000
"""Characters of a query that still goes into a URL, where its quotes take three each; longer ones are posted."""

_FOREVER = date(3000, 12, 31)
"""Europe PMC's own word for "until now"."""
_FIRST_DAY = date(1800, 1, 1)


class _Search(NamedTuple):
    """How one entry of the catalogue asks."""

    filters: str
    sort: str = ""
    """Empty for Europe PMC's order by relevance."""
    recent: bool = False


_MOST_CITED = "CITED desc"
# Preprints have a search of their own: without a date of print they sort last by date, and they are hardly cited yet.
_NO_PREPRINTS = f"NOT (SRC:{PREPRINTS} OR SRC:PAT)"
SEARCHES: Mapping[str, _Search] = {
    "europepmc_recent": _Search(_NO_PREPRINTS, sort="P_PDATE_D desc", recent=True),
    "europepmc_cited": _Search(_NO_PREPRINTS, sort=_MOST_CITED),
    "europepmc_open_access": _Search(f"AND OPEN_ACCESS:y {_NO_PREPRINTS}"),
    "europepmc_preprints": _Search(f"AND SRC:{PREPRINTS}"),
}
"""By key of the catalogue's entry."""


class EuropePmc(ServiceClient):
    """One client of Europe PMC."""

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """The first ``question.limit`` records that name the drug and the disease in title or abstract.

        One request per ``PAGE`` records. With an as-of date the most relevant stand in for the most cited.

        Raises:
            PermanentFailure: no name of one of the two can be searched, or Europe PMC refuses the query.
            TransientFailure: Europe PMC does not answer. A fault is never an empty result.
        """
        how = SEARCHES[entry]
        query = search_query(how, question)
        wanted = question.limit if question.as_of is None else max(question.limit, PAGE)  # some will be shut out
        by_citations = how.sort == _MOST_CITED
        sort = "" if by_citations and question.as_of else how.sort
        rows, total, asked_at = await self._rows(query, sort, wanted)
        result = gathered(
            map(read_row, rows),
            entry=source_entry(entry),
            question=question,
            query=f"{query} (sort: {sort or 'relevance'})",
            total=total,
            searched_at=asked_at,
        )
        return not_by_citations(result) if by_citations and question.as_of else result

    async def retraction_signals(self, pmids: Sequence[str]) -> Mapping[str, list[RetractionSignal]]:
        """What Europe PMC says of the standing of each PMID it knows, ``BATCH`` per request.

        An empty list means: known, and nothing against it. A PMID that is missing is not known to Europe PMC.

        Raises:
            PermanentFailure: an id that is no PMID.
            TransientFailure: Europe PMC does not answer.
        """
        if bad := [pmid for pmid in pmids if pmid_key(pmid) != pmid]:
            raise PermanentFailure(f"{bad[0]!r} is no PMID; PMIDs are numbers of up to nine digits.")
        records = await self._client.records(
            self._host,
            "searchPOST",
            pmids,
            form=_standing_form,
            split=_split_rows,
            batch=BATCH,
            check=check_page,
            store=True,
        )
        return {pmid: signals(json.loads(body)) for pmid, body in records.items()}

    async def references(self, pmids: Sequence[str]) -> Mapping[str, list[CitedReference]]:
        """What articles cite, by PMID: the references that Europe PMC has matched to a PMID, or that have a DOI.

        Articles of which it holds no such list are missing. One request per PMID and ``MOST_REFERENCES`` references.

        Raises:
            TransientFailure: Europe PMC does not answer.
        """
        wanted = sorted(set(filter(None, map(pmid_key, pmids))))
        lists = await side_by_side([self._references(pmid) for pmid in wanted])
        return {pmid: listed for pmid, listed in zip(wanted, lists, strict=True) if listed}

    async def _references(self, pmid: str) -> list[CitedReference]:
        entries: list[dict[str, Any]] = []
        total = page = 1
        while len(entries) < total:
            params = {"format": "json", "page": str(page), "pageSize": str(MOST_REFERENCES)}
            body = (await self._get(f"{MEDLINE}/{pmid}/references", check_references, params=params)).json()
            some = parts(part(body, "referenceList").get("reference"))
            total, page = whole_number(body.get("hitCount")) or 0, page + 1
            entries += some
            if not some:
                break
        return [read for entry in entries if (read := _reference(entry)).pmid or read.doi]

    async def full_text_xml(self, pmcid: str) -> bytes | None:
        """The JATS document of an article, or ``None`` where Europe PMC may not or cannot give its full text.

        Raises:
            PermanentFailure: an id that is no PMC id.
            TransientFailure: Europe PMC does not answer, or not with an article.
        """
        if pmcid_key(pmcid) != pmcid:
            raise PermanentFailure(f"{pmcid!r} is no PMC id; PMC ids look like PMC1234567.")
        answer = await self._get(f"{pmcid}/fullTextXML", _check_full_text, accept_status=(200, 404))
        return None if answer.status == 404 else answer.body

    async def _rows(self, query: str, sort: str, limit: int) -> tuple[list[dict[str, Any]], int, datetime]:
        """The first ``limit`` rows, how many there are, and when the first page was asked for."""
        asked = {"query": query, **_FORM, "pageSize": str(max(1, min(PAGE, limit)))}
        if sort:
            asked["sort"] = sort
        first = answer = await self._page(asked, "*")
        rows = _result(answer)
        mark, following = "*", _next_mark(answer)
        while len(rows) < limit and following not in ("", mark):
            mark, answer = following, await self._page(asked, following)
            if not (more := _result(answer)):
                break
            rows += more
            following = _next_mark(answer)
        return rows[:limit], whole_number(first.json().get("hitCount")) or 0, first.fetched_at

    async def _page(self, asked: Mapping[str, str], mark: str) -> HttpAnswer:
        form = {**asked, "cursorMark": mark}
        if len(asked["query"]) > LONGEST_GET:
            return await self._client.request(self._host, "POST", "searchPOST", form=form, check=check_page)
        return await self._get("search", check_page, params=form)


# Our queries hold the synonyms they mean; Europe PMC is to add none.
_FORM = {"format": "json", "resultType": "core", "synonym": "false"}


def search_query(how: _Search, question: PairQuestion) -> str:
    """``(drug) AND (disease)``, each a union of phrases in title or abstract, with the entry's filters and dates.

    "Recent" counts by years, so that the query stays the same for a year, and ends at the as-of date.

    Raises:
        PermanentFailure: no name of one of the two can be searched.
    """
    drugs, diseases = names_to_ask(question, SOURCE)
    begin, end = _FIRST_DAY, question.as_of or _FOREVER
    if how.recent:
        begin = date(min(question.today, end).year - RECENT_YEARS, 1, 1)
    dated = f" AND FIRST_PDATE:[{begin} TO {end}]" if (begin, end) != (_FIRST_DAY, _FOREVER) else ""
    return f"({_phrases(drugs)}) AND ({_phrases(diseases)}){dated} {how.filters}"


def _phrases(names: Sequence[str]) -> str:
    return " OR ".join(f'TITLE_ABS:"{name}"' for name in names)


def check_page(answer: HttpAnswer) -> None:
    """Accept a page of rows: an error inside HTTP 200, or an envelope with nothing in it, is no result."""
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("an answer that is no object")
    code, message = whole_number(body.get("errCode")), plain_text(body.get("errMsg"))
    if code is not None or message:
        if code is not None and 400 <= code < 500 and code not in (408, 429):
            raise PermanentFailure(f"Europe PMC refused the query ({code}): {message[:200] or 'no reason given'}")
        raise TransientBody(f"error {code or ''} inside HTTP 200: {message[:200]}")
    count = whole_number(body.get("hitCount"))
    if count is None:
        raise TransientBody("an answer without a number of hits")
    if count and not isinstance(part(body, "resultList").get("result"), list | dict):
        raise TransientBody("an answer without its rows")


def check_references(answer: HttpAnswer) -> None:
    """Accept a page of references; an answer without its count is none."""
    body = answer.json()
    if not isinstance(body, dict) or whole_number(body.get("hitCount")) is None:
        raise TransientBody("an answer without a number of references")


def _reference(entry: Mapping[str, Any]) -> CitedReference:
    """An entry of a reference list; its ``id`` is a PMID where it is matched to a record of MEDLINE."""
    pmid, _, doi = ids_in(entry.get("id") if entry.get("source") == MEDLINE else None, None, entry.get("doi"))
    return CitedReference(
        pmid=pmid or "",
        doi=doi_key(doi),
        title=plain_text(entry.get("title")),
        year=whole_number(entry.get("pubYear")),
    )


def _result(answer: HttpAnswer) -> list[dict[str, Any]]:
    return parts(part(answer.json(), "resultList").get("result"))


def _next_mark(answer: HttpAnswer) -> str:
    mark = answer.json().get("nextCursorMark")
    return mark if isinstance(mark, str) else ""


def _standing_form(pmids: Sequence[str]) -> dict[str, Any]:
    ids = " OR ".join(f"EXT_ID:{pmid}" for pmid in pmids)
    return {"query": f"({ids}) AND SRC:{MEDLINE}", **_FORM, "pageSize": str(len(pmids)), "cursorMark": "*"}


def _split_rows(body: bytes) -> dict[str, bytes]:
    """The rows by PMID, with what their standing follows from and no more. The body has passed ``check_page``."""
    kept = ("id", "source", "pubType", "pubTypeList", "commentCorrectionList")
    out = {}
    for row in parts(part(json.loads(body), "resultList").get("result")):
        pmid, _, _ = ids_in(row.get("id"), None, None)
        if pmid and row.get("source") == MEDLINE:
            short = {name: row[name] for name in kept if name in row}
            out[pmid] = json.dumps(short, sort_keys=True, ensure_ascii=False).encode("utf-8", errors="replace")
    return out


def _check_full_text(answer: HttpAnswer) -> None:
    if answer.status == 404:
        return
    expect_xml(answer)
    if not re.search(rb"<article[\s>]", answer.body):
        raise TransientBody("an XML document that is no article")

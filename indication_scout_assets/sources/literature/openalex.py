"""OpenAlex: works that name a drug and a disease, and whether works are marked as retracted.

What belongs here: the queries, what their answers mean, how a work is read, and the rules OpenAlex made in 2026 (see
``OPERATORS``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.findings.pair_questions import PairQuestion, SearchResult
from ...domain.outcomes import SourceState, TransientFailure
from ...domain.records.articles import Article, MeshHeading, Origin, PublicationType, article_id
from ...domain.records.cited_references import CitedReference
from ...domain.records.retractions import Notice, RetractionSignal
from ...domain.records.source_catalogue import source_entry
from ...rules.literature.article_keys import doi_key, pmid_key
from ...rules.literature.pubmed_query import OPERATOR, drug_search_names
from ...rules.names.drug_mentions import names_drug
from ...rules.names.name_matching import names_in, words
from ..formats.json_texts import exact_day, part, parts, plain_text, true_or_false, whole_number
from ..http.batches import PLAIN_DOI, batches, side_by_side
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody, expect_part
from .article_rows import DatedArticle, gathered, ids_in, last_day_of, names_to_ask

SOURCE = "OpenAlex"
FIELDS = (
    "id", "doi", "ids", "title", "type", "publication_date", "publication_year", "authorships", "primary_location",
    "open_access", "cited_by_count", "is_retracted", "abstract_inverted_index", "keywords", "mesh",
)  # fmt: skip
"""Everything an ``Article`` holds; a whole work has 50 fields, its references among them."""
NOT_LITERATURE = frozenset(
    {"dataset", "grant", "libguides", "paratext", "peer-review", "software", "supplementary-materials"}
)
"""Types of works that report nothing to a reader: title pages, tables of other papers, referees' reports."""
LAST_POSITION = 20_000
"""Words. No abstract is longer; a work that says so holds a whole book or nonsense."""

_TYPES = {
    "review": ("Review", "D016454"),
    "preprint": ("Preprint", "D000076942"),
    "letter": ("Letter", "D016422"),
    "editorial": ("Editorial", "D016421"),
    "erratum": ("Published Erratum", "D016425"),
    "retraction": ("Retraction of Publication", "D016440"),
}
"""The types that mean what a MeSH publication type means. ``article`` is whatever is nothing else."""


def parse_work(work: Mapping[str, Any]) -> DatedArticle | None:
    """A work as an article, and by when it had appeared; ``None`` without a title or without any id.

    A field of the wrong type counts as absent.
    """
    own, kind = _last_part(work.get("id")), plain_text(work.get("type"))
    pmid, pmcid, doi = ids_of(work)
    key = article_id(pmid, pmcid, doi, f"openalex:{own}" if own else "")
    title = plain_text(work.get("title"))
    if not key or not title:
        return None
    day = exact_day(work.get("publication_date"))
    is_preprint = _is_preprint(work, kind, pmid)
    article = Article(
        id=key,
        pmid=pmid,
        title=title,
        abstract=abstract_text(work.get("abstract_inverted_index")),
        authors=_authors(work.get("authorships")),
        journal=_journal(work, is_preprint),
        pub_date=day.isoformat() if day else "",
        year=_number(work.get("publication_year"), 9_999) or (day.year if day else None),
        published=day,
        publication_types=(PublicationType(name=_TYPES[kind][0], ui=_TYPES[kind][1]),) if kind in _TYPES else (),
        mesh_headings=_mesh_headings(work.get("mesh")),
        # Keywords are left out: a machine guessed them.
        doi=doi,
        pmcid=pmcid,
        is_preprint=is_preprint,
        open_access=true_or_false(part(work, "open_access").get("is_oa")),
        cited_by=_number(work.get("cited_by_count"), 10**9),
        marked_retracted_by=(SOURCE,) if work.get("is_retracted") is True else (),
        origins=(Origin(source=SOURCE, id=own or key, url=f"https://openalex.org/{own}" if own else ""),),
        demonstration=any(k.get("display_name") == DEMONSTRATION_KEYWORD for k in parts(work.get("keywords"))),
    )
    # Where OpenAlex knows the year alone, it writes the first of January, which cannot be told from a true one.
    return DatedArticle(article, last_day_of(day) if day else None)


def ids_of(work: Mapping[str, Any]) -> tuple[str | None, str | None, str | None]:
    """PMID, PMC id and DOI of a work, which writes them as addresses."""
    ids = part(work, "ids")
    return ids_in(_last_part(ids.get("pmid")), _last_part(ids.get("pmcid")), work.get("doi") or ids.get("doi"))


def abstract_text(index: Any) -> str:
    """The text behind a map of words to their positions.

    Holes, positions beyond ``LAST_POSITION`` and whatever is no position are passed over; of two words at one position
    the first listed stays.
    """
    words: dict[int, str] = {}
    for word, positions in index.items() if isinstance(index, dict) else ():
        for position in positions if isinstance(positions, list) else ():
            if isinstance(position, int) and not isinstance(position, bool) and 0 <= position <= LAST_POSITION:
                words.setdefault(position, word)
    return plain_text(" ".join(words[position] for position in sorted(words)))


def _last_part(address: Any) -> str:
    """What follows the last slash: ids are written as addresses."""
    return address.rstrip("/").rpartition("/")[2].strip() if isinstance(address, str) else ""


def _number(value: Any, most: int) -> int | None:
    number = whole_number(value)
    return number if number is not None and number <= most else None


def _is_preprint(work: Mapping[str, Any], kind: str, pmid: str | None) -> bool:
    """Whether the work is one by its type, or is known from a repository alone, in a version before peer review.

    A repository by itself means nothing: that of a work known to PubMed only is "PubMed".
    """
    place = part(work, "primary_location")
    from_repository = part(place, "source").get("type") == "repository" and place.get("version") == "submittedVersion"
    return kind == "preprint" or (kind in ("", "article") and from_repository and pmid is None)


def _journal(work: Mapping[str, Any], is_preprint: bool) -> str:
    source = part(work, "primary_location", "source")
    is_repository = source.get("type") == "repository"
    return plain_text(source.get("display_name")) if is_preprint or not is_repository else ""


def _authors(authorships: Any) -> tuple[str, ...]:
    names = (plain_text(part(authorship, "author").get("display_name")) for authorship in parts(authorships))
    return tuple(name for name in names if name)


def _mesh_headings(rows: Any) -> tuple[MeshHeading, ...]:
    """PubMed's headings; OpenAlex repeats a heading for each of its qualifiers."""
    headings: dict[str, MeshHeading] = {}
    for row in parts(rows):
        name = plain_text(row.get("descriptor_name"))
        if not name:
            continue
        known = headings.get(name) or MeshHeading(name=name, ui=plain_text(row.get("descriptor_ui")) or None)
        qualifier = plain_text(row.get("qualifier_name"))
        headings[name] = known.model_copy(
            update={
                "major": known.major or row.get("is_major_topic") is True,
                "qualifiers": (*known.qualifiers, *([qualifier] if qualifier else [])),
            }
        )
    return tuple(headings.values())


REVIEWS = "openalex_reviews"
"""The catalogue's entry for systematic reviews; every other one searches for literature of any kind."""
OPERATORS = 5
"""``AND`` and ``OR`` in a query; with more of them OpenAlex takes it for a broad one and lets one a second through."""
PAGE = 100
"""Works read per search: the most of a page. Each page costs 10 of the 1,000 credits a day that callers without a key
have, and a drug takes 20 searches."""
BATCH = 100
"""Ids per look-up: the most values that OpenAlex takes for one filter."""
LONGEST_FILTER = 3_000
"""Characters of a filter in a URL, of which OpenAlex takes 4,096 in all."""

_STANDING = "id,doi,ids,is_retracted"
_CITED = "id,doi,ids,title,publication_year"
_REVIEW_WORDS = ("systematic review", "meta-analysis")
_SAYS_REVIEW = re.compile(
    r"\b(?:systematic(?:ally)?\b[^.]{0,40}\breview|meta-?\s?analy[sz]|(?:umbrella|scoping) review|cochrane)", re.I
)


class OpenAlex(ServiceClient):
    """One client of OpenAlex. Its key, where there is one, is a parameter of ``host``."""

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """Works that name the drug and the disease in title or abstract, best first.

        OpenAlex searches full texts as well, so the drug's first name is asked for in title or abstract; of the
        ``PAGE`` most relevant works those whose title and abstract leave out the drug or the disease are left out here.
        Reviews must also call themselves systematic reviews or meta-analyses; the most cited of them come first, and no
        least number of citations hides the new ones. Today's counts of citations tell of what came later, so with an
        as-of date they are neither used nor kept. Retracted works come in, marked. One request.

        Raises:
            PermanentFailure: no name of the drug or the disease can be searched, or OpenAlex refuses.
            TransientFailure: OpenAlex does not answer, or the day's credits are used up.
        """
        reviews = entry == REVIEWS
        params = _params(question, reviews)
        answer = await self._get("works", check_list, params=params)
        body = answer.json()
        read = [(work, parse_work(work)) for work in parts(body["results"])]
        literature = [row for work, row in read if plain_text(work.get("type")) not in NOT_LITERATURE]
        kept = [row for row in literature if row is None or _names_the_pair(row.article, question, reviews)]
        if reviews and question.as_of is None:
            kept.sort(key=lambda row: -((row and row.article.cited_by) or 0))
        total = whole_number(body["meta"]["count"]) or 0
        result = gathered(
            kept,
            entry=source_entry(entry),
            question=question,
            query="; ".join(f"{name}: {params[name]}" for name in ("search", "filter") if name in params),
            total=len(kept),
            searched_at=answer.fetched_at,
        )
        warnings = (*result.record.warnings, *_left_out(len(read), len(literature), len(kept), reviews))
        update: dict[str, Any] = {"total": max(total, len(read)), "warnings": warnings}
        if len(read) < total and len(result.articles) < question.limit:
            if result.record.state is not SourceState.DEGRADED:
                update |= {"state": SourceState.DEGRADED, "reason": _unread(len(read), total)}
        elif reviews and not kept:
            update["reason"] = "OpenAlex has no systematic review that names both the drug and the disease."
        return result._replace(record=result.record.model_copy(update=update))

    async def retraction_signals(
        self, pmids: Sequence[str] = (), dois: Sequence[str] = ()
    ) -> Mapping[str, list[RetractionSignal]]:
        """What OpenAlex says about the standing of articles, by ``123`` for a PMID and ``doi:10.…`` for a DOI.

        Every work it knows has a list, an empty one where it is not marked as retracted; works it does not know are
        missing. Give DOIs of articles without a PMID: either is asked. One request, of one credit, per ``BATCH`` ids.

        Raises:
            TransientFailure: OpenAlex does not answer, or the day's credits are used up.
            PermanentFailure: OpenAlex refuses.
        """
        signals: dict[str, list[RetractionSignal]] = {}
        for key, work in await self._works(pmids, dois, _STANDING):
            retracted = work.get("is_retracted")
            if not isinstance(retracted, bool):
                continue  # nothing is known about it
            known = signals.setdefault(key, [])
            if retracted and not known:
                known.append(RetractionSignal(source=SOURCE, notice=Notice.RETRACTION))
        return signals

    async def references(
        self, pmids: Sequence[str] = (), dois: Sequence[str] = ()
    ) -> Mapping[str, list[CitedReference]]:
        """What works cite, by key as of ``retraction_signals``; works of which OpenAlex holds no list are missing.

        Of the works cited only those with a PMID or a DOI are given. One request per ``BATCH`` ids of works, then one
        per ``BATCH`` works that they cite; faults are as of ``retraction_signals``.
        """
        lists: dict[str, list[str]] = {}
        for key, work in await self._works(pmids, dois, "id,doi,ids,referenced_works"):
            listed = work.get("referenced_works")
            lists[key] = [
                own for address in (listed if isinstance(listed, list) else ()) if (own := _last_part(address))
            ]
        wanted = batches({own for listed in lists.values() for own in listed}, BATCH, LONGEST_FILTER, "|")
        answers = await side_by_side([self._looked_up("openalex", batch, _CITED) for batch in wanted])
        cited = {_last_part(work.get("id")): _reference(work) for works in answers for work in works}
        known = {key: [cited[own] for own in listed if own in cited] for key, listed in lists.items()}
        return {key: some for key, listed in known.items() if (some := [r for r in listed if r.pmid or r.doi])}

    async def _works(self, pmids: Sequence[str], dois: Sequence[str], fields: str) -> list[tuple[str, dict[str, Any]]]:
        """The works with these numbers, each with the number it was asked by: ``123`` or ``doi:10.…``."""
        wanted_pmids = {key for pmid in pmids if (key := pmid_key(pmid))}
        wanted_dois = {key for doi in dois if (key := doi_key(doi))}
        plain_dois = {doi for doi in wanted_dois if PLAIN_DOI.fullmatch(doi)}
        jobs = [self._looked_up("pmid", batch, fields) for batch in batches(wanted_pmids, BATCH, LONGEST_FILTER, "|")]
        jobs += [self._looked_up("doi", batch, fields) for batch in batches(plain_dois, BATCH, LONGEST_FILTER, "|")]
        jobs += [self._single(doi, fields) for doi in sorted(wanted_dois - plain_dois)]
        works = []
        for work in (work for answer in await side_by_side(jobs) for work in answer):
            pmid, _, doi = ids_of(work)
            works += [(pmid, work)] if pmid and pmid in wanted_pmids else []
            works += [(f"doi:{key}", work)] if (key := doi_key(doi)) in wanted_dois else []
        return works

    async def _looked_up(self, name: str, ids: Sequence[str], fields: str) -> list[dict[str, Any]]:
        """The works of these ids. Where more works than a page holds have them, they are asked in halves."""
        params = {
            "filter": f"{name}:{'|'.join(ids)}",
            "select": fields,
            "per_page": str(PAGE),
        }
        body = (await self._get("works", check_list, params=params)).json()
        works = parts(body["results"])
        if len(works) < (whole_number(body["meta"]["count"]) or 0) <= PAGE:
            raise TransientFailure("OpenAlex sent fewer works than it says it found; what is missing is not known.")
        if (whole_number(body["meta"]["count"]) or 0) <= PAGE or len(ids) == 1:
            return works
        half = len(ids) // 2
        return await self._looked_up(name, ids[:half], fields) + await self._looked_up(name, ids[half:], fields)

    async def _single(self, doi: str, fields: str) -> list[dict[str, Any]]:
        """The work with this DOI, asked for by itself: at no credit."""
        answer = await self._get(
            f"works/doi:{quote(doi, safe='/')}",
            _check_single,
            params={"select": fields},
            accept_status=(200, 404),
        )
        return [] if answer.status == 404 else parts(answer.json())


def _reference(work: Mapping[str, Any]) -> CitedReference:
    """A work as an entry of a reference list."""
    pmid, _, doi = ids_of(work)
    return CitedReference(
        pmid=pmid or "",
        doi=doi_key(doi),
        title=plain_text(work.get("title")),
        year=_number(work.get("publication_year"), 9_999),
    )


def check_list(answer: HttpAnswer) -> None:
    """Accept a list of works with its count."""
    expect_part(list, "results", fault="an answer without results")(answer)
    if whole_number(part(answer.json(), "meta").get("count")) is None:
        raise TransientBody("an answer without a count")


def _check_single(answer: HttpAnswer) -> None:
    """Accept a work, or OpenAlex's own word that there is none; another server's page with HTTP 404 is neither."""
    body = answer.json()
    if not isinstance(body, dict) or (answer.status == 200 and not isinstance(body.get("id"), str)):
        raise TransientBody("an answer that is no work")


def _params(question: PairQuestion, reviews: bool) -> dict[str, str]:
    """The parameters of a search, with as many names of the disease as ``OPERATORS`` allows.

    Raises:
        PermanentFailure: no name of one side can be searched.
    """
    drugs, diseases = names_to_ask(question, SOURCE)
    named = _phrase(drugs[0]) + (f" AND {_any_of(_REVIEW_WORDS)}" if reviews else "")
    filters = [f"title_and_abstract.search:{named}"]
    if question.as_of:
        filters.append(f"to_publication_date:{question.as_of}")
    return {
        "search": f"{_phrase(drugs[0])} AND {_any_of(_spelt_together(diseases)[: 3 if reviews else 5])}",
        "filter": ",".join(filters),  # a second ``filter`` is refused
        "select": ",".join(FIELDS),
        "per_page": str(PAGE),
    }


def _spelt_together(names: Sequence[str]) -> list[str]:
    """The names with other spellings of each right behind it: OpenAlex finds ``Raynaud's`` by that spelling alone."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        groups.setdefault(words(name), []).append(name)
    return [name for group in groups.values() for name in group]


def _any_of(names: Iterable[str]) -> str:
    return f"({' OR '.join(map(_phrase, names))})"


def _phrase(name: str) -> str:
    """A name in quotes, with nothing in it that OpenAlex could read as syntax, not even inside them."""
    return f'"{OPERATOR.sub(lambda word: word[0].lower(), " ".join(name.replace(",", " ").split()))}"'


def _names_the_pair(article: Article, question: PairQuestion, reviews: bool) -> bool:
    """Whether title or abstract name both, and say systematic review where one is sought."""
    text = article.text
    drugs = [*question.drug_names, *drug_search_names(question.drug_names)]
    named = names_drug(text, drugs) and names_in(text, question.disease.names)
    return bool(named) and (not reviews or bool(_SAYS_REVIEW.search(text)))


def _unread(read: int, total: int) -> str:
    """Why the search is no full answer, where too few of the works read name both."""
    return (
        f"{total} works match, full texts included; only the {read} most relevant were read, and which of the others "
        "name the drug and the disease in title or abstract is not known."
    )


def _left_out(read: int, literature: int, kept: int, reviews: bool) -> list[str]:
    """What was left out of the works read, in sentences."""
    sentences = []
    if read > literature:
        sentences.append(f"{read - literature} of the {read} works read are data sets or the like and were left out.")
    if literature > kept:
        say = "name both the drug and the disease" + (" and call themselves systematic reviews" if reviews else "")
        count = f"{literature - kept} of the {read} works read"
        sentences.append(f"{count} do not {say} in title or abstract and were left out.")
    return sentences

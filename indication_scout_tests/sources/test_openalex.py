"""OpenAlex: what is asked under its rules of 2026, how works are read, what a look-up says about an article."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.pair_questions import PairQuestion, SearchResult
from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.domain.records.retractions import Notice
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.literature.openalex import LAST_POSITION, OpenAlex, abstract_text, parse_work
from indication_scout_tests.wire import openalex as wire
from indication_scout_tests.wire import records

from .faulty_server import mocked
from .local_clients import BASE, handler

LITERATURE, REVIEWS = "openalex_literature", "openalex_reviews"
NAME = NormalizedName(
    disease_id="MONDO_0008364", disease_name="Raynaud disease", term="Raynaud Disease", mesh_id="D011928",
    method=NameMethod.CROSS_REFERENCE, confidence=1,
    entry_terms=("Raynaud phenomenon", "cold, fingers", "Raynaud's phenomenon"),
)  # fmt: skip
QUESTION = PairQuestion(
    drug_names=("sildenafil citrate", "Viagra", "Revatio", "Nosuchname"),
    disease=NAME,
    limit=15,
    today=date(2026, 11, 2),
)
DEMONSTRATION = wire.OpenAlex(records.load())


def work(**more: Any) -> dict[str, Any]:
    return {
        "id": "https://openalex.org/W9999009999",
        "doi": "https://doi.org/10.99999/Made.Up",
        "ids": {
            "pmid": "https://pubmed.ncbi.nlm.nih.gov/99009999",
            "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/9900999",
        },
        "title": "<i>Sildenafil</i> &amp; Raynaud\n disease",
        "type": "article",
        "publication_date": "2019-03-05",
        "publication_year": 2019,
        "is_retracted": False,
        **more,
    }


def page(*works: Any, count: int | None = None) -> httpx.Response:
    return httpx.Response(200, json={"meta": {"count": len(works) if count is None else count}, "results": works})


def search(
    answer: Any, path: Path, question: PairQuestion = QUESTION, entry: str = LITERATURE, **host: Any
) -> SearchResult:
    async def use(client: HttpClient) -> SearchResult:
        return await OpenAlex(client, Host("OpenAlex", BASE, 10, **host)).search(entry, question)

    return mocked(answer, use, ExchangeStore.cache(path))


def standings(answer: Any, path: Path, pmids: Any = (), dois: Any = ()) -> dict[str, Any]:
    async def use(client: HttpClient) -> Any:
        return await OpenAlex(client, Host("OpenAlex", BASE, 10)).retraction_signals(pmids, dois)

    return dict(mocked(answer, use, ExchangeStore.cache(path)))


# ---------------------------------------------------------------------------------------------- searches
@pytest.mark.parametrize("entry", [LITERATURE, REVIEWS])
def test_a_query_keeps_to_five_operators_and_one_filter(tmp_path: Path, entry: str) -> None:
    asked: list[httpx.URL] = []
    then = QUESTION.model_copy(update={"as_of": date(2025, 1, 1)})
    search(handler(DEMONSTRATION, asked), tmp_path, then, entry)
    params = asked[0].params
    assert len(re.findall(r"\b(?:AND|OR)\b", params["search"] + params["filter"])) <= 5
    assert len(params.get_list("filter")) == 1
    assert params["per_page"] == "100"
    assert "cursor" not in params


def test_names_of_both_are_asked_and_what_was_found_is_recorded(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    result = search(handler(DEMONSTRATION, asked), tmp_path)
    query = '"sildenafil" AND ("Raynaud disease" OR "Raynaud phenomenon" OR "Raynaud\'s phenomenon" OR "fingers cold")'
    assert asked[0].params["search"] == query
    assert result.record.query == f'search: {query}; filter: title_and_abstract.search:"sildenafil"'
    assert (result.record.source, result.record.state) == ("OpenAlex", SourceState.OK)
    assert {"99001013", "99001016", "doi:10.99999/demo.openalex.1"} <= set(result.record.ids)
    assert result.record.ids == tuple(article.id for article in result.articles)
    assert all(article.demonstration for article in result.articles)


def test_names_hold_no_syntax(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    odd = NAME.model_copy(
        update={"disease_name": "fever, NOT otherwise | specified", "term": "fever", "entry_terms": ()}
    )
    search(handler(DEMONSTRATION, asked), tmp_path, QUESTION.model_copy(update={"disease": odd}))
    assert asked[0].params["search"].endswith('AND ("fever")')
    alone = odd.model_copy(update={"term": odd.disease_name})
    search(handler(DEMONSTRATION, asked), tmp_path / "alone", QUESTION.model_copy(update={"disease": alone}))
    assert asked[1].params["search"].count("NOT") == 0


def test_systematic_reviews_come_most_cited_first_and_new_ones_too(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    result = search(handler(DEMONSTRATION, asked), tmp_path, entry=REVIEWS)
    assert asked[0].params["filter"] == (
        'title_and_abstract.search:"sildenafil" AND ("systematic review" OR "meta-analysis")'
    )
    assert [(a.id, a.cited_by) for a in result.articles] == [("99001014", 39), ("doi:10.99999/demo.openalex.1", 4)]
    assert result.record.source == "OpenAlex, systematic reviews"


def test_a_work_that_names_the_disease_in_its_full_text_alone_is_left_out_and_counted(tmp_path: Path) -> None:
    passing = work(id="https://openalex.org/W2", doi=None, ids={}, title="Sildenafil in mountaineers")
    data = work(id="https://openalex.org/W3", doi=None, ids={}, type="dataset")
    result = search(lambda _: page(work(), passing, data), tmp_path)
    assert result.record.ids == ("99009999",)
    assert result.record.total == 3
    assert result.record.warnings == (
        "1 of the 3 works read are data sets or the like and were left out.",
        "1 of the 3 works read do not name both the drug and the disease in title or abstract and were left out.",
    )


def test_nothing_that_names_both_is_said_to_be_nothing(tmp_path: Path) -> None:
    empty = search(lambda _: page(), tmp_path / "a").record
    assert (empty.state, empty.total, empty.reason != "") == (SourceState.EMPTY, 0, True)
    assert "no systematic review" in search(lambda _: page(), tmp_path / "c", entry=REVIEWS).record.reason
    passing = search(lambda _: page(work(title="Sildenafil in mountaineers")), tmp_path / "b").record
    assert (passing.state, passing.total, passing.ids) == (SourceState.EMPTY, 1, ())


@pytest.mark.parametrize("entry", [LITERATURE, REVIEWS])
def test_works_that_match_and_were_not_read_are_neither_nothing_nor_all(tmp_path: Path, entry: str) -> None:
    title = "Sildenafil in Raynaud disease: a meta-analysis"
    none = search(lambda _: page(work(title="Sildenafil in mountaineers"), count=1_500), tmp_path / "a", entry=entry)
    few = search(lambda _: page(work(title=title), count=1_500), tmp_path / "b", entry=entry)
    for result, ids in ((none, ()), (few, ("99009999",))):
        assert (result.record.state, result.record.total, result.record.ids) == (SourceState.DEGRADED, 1_500, ids)
        assert "1500 works match, full texts included; only the 1 most relevant were read" in result.record.reason
    enough = search(
        lambda _: page(work(title=title), count=1_500), tmp_path / "c", QUESTION.model_copy(update={"limit": 1}), entry
    )
    assert (enough.record.state, enough.record.reason) == (SourceState.OK, "")


@pytest.mark.parametrize(
    ("day", "enters"),
    [
        ("2019-06-30", True), ("2019-07-01", False),
        ("2019-01-01", False),  # the year alone is known: it may be December
        ("2019-06-01", True),  # June ends in time
    ],
)  # fmt: skip
def test_as_of_shuts_out_what_may_be_later(tmp_path: Path, day: str | None, enters: bool) -> None:
    then = QUESTION.model_copy(update={"as_of": date(2019, 6, 30)})
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.params["filter"])
        review = work(publication_date=day, cited_by_count=90, title="Sildenafil in Raynaud disease: a meta-analysis")
        return page(review)

    result = search(answer, tmp_path, then, REVIEWS)
    assert asked[0].endswith(",to_publication_date:2019-06-30")
    assert bool(result.articles) is enters
    assert [a.cited_by for a in result.articles] == ([None] if enters else [])
    assert result.record.state is (SourceState.OK if enters else SourceState.EMPTY)
    assert bool(result.record.warnings) is not enters


# ---------------------------------------------------------------------------------------------- works
def test_a_work_is_read_with_every_id(tmp_path: Path) -> None:
    (article,) = search(
        lambda _: page(
            work(
                authorships=[{"author": {"display_name": "Ada Invented"}}, {"author": None}, "x"],
                primary_location={"source": {"display_name": "A Journal", "type": "journal"}},
                open_access={"is_oa": True},
                cited_by_count=7,
                is_retracted=True,
                keywords=[{"display_name": DEMONSTRATION_KEYWORD}],
                mesh=[
                    {"descriptor_ui": "D1", "descriptor_name": "Rats", "qualifier_name": None, "is_major_topic": False},
                    {
                        "descriptor_ui": "D1",
                        "descriptor_name": "Rats",
                        "qualifier_name": "blood",
                        "is_major_topic": True,
                    },
                ],
            )
        ),
        tmp_path,
    ).articles
    assert (article.id, article.pmid, article.pmcid) == ("99009999", "99009999", "PMC9900999")
    assert (article.doi, article.title) == ("10.99999/Made.Up", "Sildenafil & Raynaud disease")
    assert (article.published, article.year, article.journal) == (date(2019, 3, 5), 2019, "A Journal")
    assert (article.authors, article.open_access, article.cited_by) == (("Ada Invented",), True, 7)
    assert article.marked_retracted_by == ("OpenAlex",)
    assert [(h.name, h.ui, h.major, h.qualifiers) for h in article.mesh_headings] == [("Rats", "D1", True, ("blood",))]
    assert (article.keywords, article.demonstration) == ((), True)
    assert article.origins[0].url == "https://openalex.org/W9999009999"


@pytest.mark.parametrize(
    ("kind", "types"),
    [("article", []), ("review", ["Review"]), ("retraction", ["Retraction of Publication"]), (None, []), (3, [])],
)
def test_only_types_that_mean_the_same_become_publication_types(kind: Any, types: list[str]) -> None:
    row = parse_work(work(type=kind))
    assert row is not None
    assert [t.name for t in row.article.publication_types] == types


def test_a_repository_alone_makes_no_preprint() -> None:
    repository = {"source": {"display_name": "PubMed", "type": "repository"}, "version": "submittedVersion"}
    in_pubmed = parse_work(work(primary_location=repository))
    deposited = parse_work(work(primary_location=repository, ids={}))
    typed = parse_work(work(type="preprint", primary_location={"source": {"display_name": "medRxiv"}}))
    assert in_pubmed is not None
    assert deposited is not None
    assert typed is not None
    assert (in_pubmed.article.is_preprint, in_pubmed.article.journal) == (False, "")
    assert deposited.article.is_preprint
    assert (typed.article.is_preprint, typed.article.journal) == (True, "medRxiv")


def test_a_work_without_other_ids_goes_by_its_own() -> None:
    row = parse_work(work(doi=None, ids=None))
    assert row is not None
    assert (row.article.id, row.article.url) == ("openalex:W9999009999", "https://openalex.org/W9999009999")
    assert parse_work(work(doi=None, ids=[], id=None)) is None


@pytest.mark.parametrize(
    ("index", "text"),
    [
        ({"to": [1, 3], "be": [2, 4], "Not": [0]}, "Not to be to be"),
        ({"after": [900], "Hole": [2]}, "Hole after"),
        ({"here": [0], "far": [LAST_POSITION + 1, 10**30], "before": [-1]}, "here"),
        ({"yes": [True, "1", None, 2.5, 1], "no": 7, "nor": {"0": 1}}, "yes"),
        ({"<b>p</b>": [0], "&lt;": [1], "0.05": [2]}, "p < 0.05"),
        (None, ""), ([["a", [0]]], ""), ("text", ""),
    ],
)  # fmt: skip
def test_an_abstract_is_put_together_from_whatever_is_sound(index: Any, text: str) -> None:
    assert abstract_text(index) == text


# ---------------------------------------------------------------------------------------------- standings
def test_retracted_works_are_told_by_either_id_and_clean_ones_have_an_empty_list(tmp_path: Path) -> None:
    result = standings(
        handler(DEMONSTRATION), tmp_path, ["99001036", "99001013", "99999999", "x"],
        ["https://doi.org/10.99999/DEMO.99000037", "10.99999/demo.openalex.1", "10.99999/none", "none"],
    )  # fmt: skip
    assert {key: [signal.notice for signal in signals] for key, signals in result.items()} == {
        "99001036": [Notice.RETRACTION],
        "99001013": [],
        "doi:10.99999/demo.99000037": [Notice.RETRACTION],
        "doi:10.99999/demo.openalex.1": [],
    }
    assert result["99001036"][0].source == "OpenAlex"


def test_ids_are_asked_by_the_hundred_in_one_order(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    ids = [str(99100000 + n) for n in range(230)]
    standings(handler(DEMONSTRATION, asked), tmp_path, ids[::-1], [f"10.99999/{'long' * 20}.{n}" for n in range(60)])
    filters = sorted(url.params["filter"] for url in asked)
    by_pmid = [f.removeprefix("pmid:").split("|") for f in filters if f.startswith("pmid:")]
    assert [len(some) for some in by_pmid] == [100, 100, 30]
    assert [pmid for some in by_pmid for pmid in some] == ids
    assert all(len(url.raw_path) < 4096 for url in asked)


def test_a_doi_with_syntax_in_it_is_asked_for_by_itself(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    odd = "10.1002/(sici)1,2|3:85<1::aid>3.0.co;2-#?x"
    assert standings(handler(DEMONSTRATION, asked), tmp_path / "none", [], [odd]) == {}
    assert asked[0].path == f"/works/doi:{odd}"
    known = httpx.Response(200, json=work(doi=f"https://doi.org/{odd}", is_retracted=True))
    assert [s.notice for s in standings(lambda _: known, tmp_path / "one", [], [odd])[f"doi:{odd}"]] == [
        Notice.RETRACTION
    ]
    with pytest.raises(TransientFailure):
        standings(lambda _: httpx.Response(404, text="<html>no such server</html>"), tmp_path / "edge", [], [odd])


def test_more_works_than_a_page_are_asked_in_halves(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        pmids = request.url.params["filter"].removeprefix("pmid:").split("|")
        works = [{"ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{p}"}, "is_retracted": True} for p in pmids]
        return page(*works, count=120 if len(pmids) > 2 else len(works))

    result = standings(answer, tmp_path, ["99000001", "99000002", "99000003", "99000004"])
    assert len(result) == 4


def test_a_work_that_does_not_say_is_not_checked(tmp_path: Path) -> None:
    assert standings(lambda _: page(work(is_retracted="no")), tmp_path, ["99009999"]) == {}


def test_the_works_that_a_work_cites_by_their_own_numbers(tmp_path: Path) -> None:
    async def use(client: HttpClient) -> Any:
        return await OpenAlex(client, Host("OpenAlex", BASE, 5)).references(["99002005", "99002001"])

    lists = mocked(handler(DEMONSTRATION), use, ExchangeStore.cache(tmp_path))
    assert {key: [(r.pmid, r.doi) for r in listed] for key, listed in lists.items()} == {
        "99002005": [(f"{n}", f"10.99999/demo.{n}") for n in (99002001, 99002003, 99002006)]
    }

"""The catalogue's searches of PubMed: their queries, and what they find on a server that speaks the same language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from indication_scout_assets.domain.diseases import HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.findings.pair_questions import PairQuestion, SearchResult
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE
from indication_scout_assets.rules.literature.pubmed_query import entered_until, with_filters, without_phrases
from indication_scout_assets.rules.literature.review_versions import newest_versions
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.ncbi.pubmed import PubMed
from indication_scout_assets.sources.ncbi.pubmed_searches import WIDER, PubMedSearches
from indication_scout_tests.wire.eutils import Eutils
from indication_scout_tests.wire.records import load

from ..faulty_server import host, mocked
from ..reference_questions import ServedLocally, asking

SERVER = ServedLocally(Eutils(load()))

ENTRIES = ("pubmed_articles", "pubmed_reviews", "cochrane_reviews", "cochrane_recent", "aap_guidelines")
PAIR = '("sildenafil"[mh] OR "sildenafil"[nm] OR "sildenafil"[tiab]) AND ("Obesity"[mh] OR "obesity"[tiab])'


def named(disease_id: str, name: str, term: str, mesh_id: str) -> NormalizedName:
    return NormalizedName(
        disease_id=disease_id, disease_name=name, term=term, mesh_id=mesh_id, method=NameMethod.CROSS_REFERENCE,
        confidence=1,
    )  # fmt: skip


def question(name: NormalizedName | None = None, drug: str = "sildenafil", **more: Any) -> PairQuestion:
    disease = name or named("MONDO_1", "obesity", "Obesity", "D009765")
    return PairQuestion(drug_names=(drug,), disease=disease, limit=20, today=date(2026, 9, 1), **more)


class Service:
    """Answers every search alike and keeps the queries."""

    def __init__(self, *ids: str, count: int | None = None, **result: Any) -> None:
        self.terms: list[str] = []
        whole = {"count": str(len(ids) if count is None else count), "idlist": list(ids), "querytranslation": ""}
        self._answer = {"esearchresult": whole | result}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        sent = parse_qs(request.url.query.decode() + "&" + request.content.decode())
        self.terms.append(sent["term"][0])
        return httpx.Response(200, json=self._answer)


def ask(service: Any, path: Path, entry: str, asked: PairQuestion) -> SearchResult:
    async def use(client: HttpClient) -> SearchResult:
        return await PubMedSearches(client, host()).search(entry, asked)

    return mocked(service, use, ExchangeStore.cache(path))


def papers(service: Any, path: Path, *nct_ids: str, as_of: date | None = None) -> SearchResult:
    async def use(client: HttpClient) -> SearchResult:
        return await PubMedSearches(client, host()).papers_of_trials(nct_ids, as_of, disease_id="MONDO_1")

    return mocked(service, use, ExchangeStore.cache(path))


@pytest.mark.parametrize(
    ("entry", "query"),
    [
        ("pubmed_articles", PAIR),
        ("pubmed_reviews", PAIR + ' AND (systematic[sb] OR "meta-analysis"[pt] OR "review"[pt])'),
        ("cochrane_reviews", PAIR + ' AND ("Cochrane Database Syst Rev"[ta])'),
        ("cochrane_recent", PAIR + ' AND ("Cochrane Database Syst Rev"[ta]) AND ("2024"[dp] : "3000"[dp])'),
        (
            "aap_guidelines",
            '("Obesity"[mh] OR "obesity"[tiab]) AND ("American Academy of Pediatrics"[cn] OR "Pediatrics"[ta]) AND '
            '("practice guideline"[pt] OR "guideline"[pt] OR "policy statement"[ti] OR "clinical report"[ti])',
        ),
    ],
)
def test_each_entry_asks_its_own_query(entry: str, query: str, tmp_path: Path) -> None:
    service = Service("11", "12", count=40)
    record, articles = ask(service, tmp_path, entry, question())
    assert service.terms == [query] == [record.query]
    assert (record.ids, record.total, record.state, articles) == (("11", "12"), 40, SourceState.OK, ())
    assert record.source == next(listed.title for listed in CATALOGUE if listed.key == entry)
    assert record.disease_id == "MONDO_1"


@pytest.mark.parametrize("entry", ENTRIES)
def test_with_an_as_of_date_nothing_entered_later_is_asked_for(entry: str, tmp_path: Path) -> None:
    service = Service("11")
    ask(service, tmp_path, entry, question(as_of=date(2015, 6, 30)))
    assert service.terms[0].endswith(' AND ("1800/01/01"[edat] : "2015/06/30"[edat])')
    if entry == "cochrane_recent":
        assert '("2013"[dp] : "3000"[dp])' in service.terms[0]


def test_nothing_found_says_what_there_is_not(tmp_path: Path) -> None:
    reasons = {entry: ask(Service(), tmp_path, entry, question()).record.reason for entry in ENTRIES}
    assert len(set(reasons.values())) == len(ENTRIES)
    assert "drug" not in reasons["aap_guidelines"]


class TestWiderHeading:
    """Schizoaffective disorder is filed under *Psychotic Disorders*, whose articles are of other diseases as well."""

    name = named("MONDO_9", "schizoaffective disorder", "Psychotic Disorders", "D011618").model_copy(
        update={"scope": HeadingScope.BROADER}
    )
    drug = '("sildenafil"[mh] OR "sildenafil"[nm] OR "sildenafil"[tiab])'

    def answering(
        self, own: list[str], wider: list[str]
    ) -> tuple[list[str], Callable[[httpx.Request], httpx.Response]]:
        terms = list[str]()

        def answer(request: httpx.Request) -> httpx.Response:
            terms.append(parse_qs(request.url.query.decode())["term"][0])
            ids = wider if '"[mh])' in terms[-1].rpartition(" AND ")[2] else own
            result = {"count": str(len(ids)), "idlist": ids, "querytranslation": ""}
            return httpx.Response(200, json={"esearchresult": result})

        return terms, answer

    def test_what_it_alone_finds_stands_after_what_names_the_disease(self, tmp_path: Path) -> None:
        terms, answer = self.answering(["1", "2"], ["2", "3"])
        record, _ = ask(answer, tmp_path, "pubmed_articles", question(self.name))
        assert terms == [
            f'{self.drug} AND ("schizoaffective disorder"[tiab])',
            f'{self.drug} AND ("Psychotic Disorders"[mh])',
        ]
        assert (record.ids, record.total, record.state) == (("1", "2", "3"), 3, SourceState.OK)
        assert record.query == f"{terms[0]} OR ({terms[1]})"
        assert record.warnings == (
            "The last 1 of 3 were found by the wider heading 'Psychotic Disorders' alone; they need not be about "
            "schizoaffective disorder.",
        )

    def test_it_brings_a_few_and_is_not_named_where_it_brings_nothing(self, tmp_path: Path) -> None:
        _, many = self.answering(["1"], [str(n) for n in range(100)])
        assert len(ask(many, tmp_path / "many", "pubmed_articles", question(self.name)).record.ids) == 1 + WIDER
        terms, nothing = self.answering(["1"], ["1"])
        record, _ = ask(nothing, tmp_path / "nothing", "pubmed_articles", question(self.name))
        assert (record.query, record.ids, record.warnings) == (terms[0], ("1",), ())

    def test_where_nothing_names_the_disease_the_heading_is_all_there_is(self, tmp_path: Path) -> None:
        _, answer = self.answering([], ["3"])
        record, _ = ask(answer, tmp_path, "pubmed_articles", question(self.name))
        assert (record.ids, record.state, record.reason) == (("3",), SourceState.OK, "")

    @pytest.mark.parametrize("entry", ENTRIES[1:])
    def test_no_other_search_looks_there(self, entry: str, tmp_path: Path) -> None:
        terms, answer = self.answering(["1"], ["2"])
        assert ask(answer, tmp_path, entry, question(self.name)).record.ids == ("1",)
        assert "Psychotic" not in " ".join(terms)


class TestUnknownPhrases:
    filters = ('"Cochrane Database Syst Rev"[ta]', entered_until(date(2015, 6, 30)))
    side = '("Heading"[mh] OR "rare name"[tiab])'

    def test_are_left_out_and_the_filters_stay(self) -> None:
        query = with_filters('("drug"[mh] OR "drug"[tiab] OR "code 12"[tiab]) AND ' + self.side, *self.filters)
        assert without_phrases(query, ["rare name", "code 12"]) == with_filters(
            '("drug"[mh] OR "drug"[tiab]) AND ("Heading"[mh])', *self.filters
        )

    def test_of_a_disease_alone_too(self) -> None:
        query = with_filters(self.side, *self.filters)
        assert without_phrases(query, ["rare name"]) == with_filters('("Heading"[mh])', *self.filters)
        assert without_phrases(with_filters('("rare name"[tiab])', *self.filters), ["rare name"]) is None

    def test_of_a_filter_are_no_reason_to_ask_without_it(self) -> None:
        query = with_filters(PAIR, *self.filters)
        assert without_phrases(query, ["Cochrane Database Syst Rev"]) == query

    def test_the_search_is_made_again_with_its_filters(self, tmp_path: Path) -> None:
        service = Service("11", warninglist={"quotedphrasesnotfound": ['"adiposity proper"[tiab]']})
        fat = named("MONDO_1", "adiposity proper", "Obesity", "D009765")
        record = ask(service, tmp_path, "cochrane_reviews", question(fat)).record
        assert "adiposity proper" in service.terms[0]
        assert (
            record.query
            == service.terms[1]
            == service.terms[0].replace('"adiposity proper"[tiab] OR ', "").replace(' OR "adiposity proper"[tiab]', "")
        )
        assert service.terms[1].endswith(') AND ("Cochrane Database Syst Rev"[ta])')
        assert "adiposity proper" in record.warnings[0]


class TestPapersOfTrials:
    def test_numbers_are_asked_in_batches_and_found_once(self, tmp_path: Path) -> None:
        service = Service("11", "12")
        numbers = [f"NCT{n:08d}" for n in range(60)]
        record = papers(service, tmp_path, *numbers, numbers[0], as_of=date(2015, 6, 30)).record
        assert [term.count("[si]") for term in service.terms] == [50, 10]
        assert service.terms[1] == (
            f'({" OR ".join(f"{n}[si]" for n in numbers[50:])}) AND ("1800/01/01"[edat] : "2015/06/30"[edat])'
        )
        assert (record.ids, record.state, record.disease_id) == (("11", "12"), SourceState.OK, "MONDO_1")

    def test_a_number_nobody_lists_is_nothing_to_warn_of(self, tmp_path: Path) -> None:
        record = papers(Service("11", errorlist={"phrasesnotfound": ["NCT00000001"]}), tmp_path, "NCT00000001").record
        assert (record.state, record.warnings) == (SourceState.OK, ())

    def test_none_and_too_many_are_said(self, tmp_path: Path) -> None:
        none = papers(Service(), tmp_path / "none", "NCT00000001").record
        assert (none.state, none.ids) == (SourceState.EMPTY, ())
        cut = papers(Service("11", count=1200), tmp_path / "cut", "NCT00000001").record
        assert (cut.state, cut.reason) == (SourceState.DEGRADED, "Only 1 of 1200 papers were read.")

    @pytest.mark.parametrize("numbers", [(), ("NCT1",), ('NCT00000001"[si] OR x',)])
    def test_what_is_no_number_is_refused(self, numbers: tuple[str, ...], tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure):
            papers(Service(), tmp_path, *numbers)


PPHN = named(
    "MONDO_0022430", "persistent fetal circulation syndrome", "Persistent Fetal Circulation Syndrome", "D010547"
)
ADHD = named(
    "MONDO_0007743", "attention deficit-hyperactivity disorder", "Attention Deficit Disorder with Hyperactivity",
    "D001289",
)  # fmt: skip


def test_the_demonstration_answers_every_entry(tmp_path: Path) -> None:
    async def use(client: HttpClient, eutils: Host) -> tuple[dict[str, tuple[str, ...]], list[str | None]]:
        searches = PubMedSearches(client, eutils)
        result = {entry: (await searches.search(entry, question(PPHN))).record.ids for entry in ENTRIES[:4]}
        guidelines = await searches.search("aap_guidelines", question(ADHD, "bupropion"))
        then = await searches.search("cochrane_reviews", question(PPHN, as_of=date(2015, 1, 1)))
        of_trial = await searches.papers_of_trials(["NCT99001008"])
        result |= {"aap_guidelines": guidelines.record.ids, "then": then.record.ids, "of trial": of_trial.record.ids}
        fetched = await PubMed(client, eutils).fetch(result["cochrane_reviews"])
        return result, [a.pmid for a in newest_versions(list(fetched.articles.values())).kept]

    result, newest = asking(SERVER, use, tmp_path)
    assert set(result["cochrane_reviews"]) == {"99009001", "99009002"}
    assert (result["cochrane_recent"], newest, result["then"]) == (("99009002",), ["99009002"], ("99009001",))
    assert result["aap_guidelines"] == ("99009003",)
    assert {"99009002", "99001041"} <= set(result["pubmed_reviews"]) < set(result["pubmed_articles"])
    assert result["of trial"] == ("99001013",)


def test_of_a_review_the_newest_version_is_given_also_where_the_search_brought_an_older_one(tmp_path: Path) -> None:
    def newest(as_of: date | None, *pmids: str) -> list[str | None]:
        async def use(client: HttpClient, eutils: Host) -> list[str | None]:
            result = (await PubMed(client, eutils).fetch(pmids)).articles.values()
            return [a.pmid for a in await PubMedSearches(client, eutils).newest(list(result), as_of)]

        return asking(SERVER, use, tmp_path)

    assert newest(None, "99009001", "99001041") == ["99001041", "99009002"]
    assert newest(None, "99009002", "99009001") == ["99009002"]
    assert newest(date(2015, 1, 1), "99009001") == ["99009001"]


def harms(service: Any, path: Path, limit: int, as_of: date | None = None) -> SearchRecord:
    async def use(client: HttpClient) -> SearchRecord:
        return await PubMedSearches(client, host()).harms(["sildenafil citrate"], limit, as_of)

    return mocked(service, use, ExchangeStore.cache(path))


QUALIFIED = '("sildenafil/adverse effects"[mh] OR "sildenafil/toxicity"[mh] OR "sildenafil/poisoning"[mh])'


def test_harm_is_asked_by_the_drug_alone_and_by_its_names_only_where_places_are_left(tmp_path: Path) -> None:
    full = Service("11", "12", count=40)
    record = harms(full, tmp_path / "full", limit=2)
    assert (full.terms, record.query, record.ids, record.total) == ([QUALIFIED], QUALIFIED, ("11", "12"), 40)
    drug = '("sildenafil"[mh] OR "sildenafil"[nm] OR "sildenafil"[tiab])'
    few = Service("11", "12", count=2)
    record = harms(few, tmp_path / "few", limit=3)
    assert few.terms == [QUALIFIED, drug]
    assert (record.query, record.ids, record.state) == (f"{QUALIFIED} OR {drug}", ("11", "12"), SourceState.OK)


def test_harm_is_asked_as_of_a_day_and_nothing_found_is_said(tmp_path: Path) -> None:
    service = Service()
    record = harms(service, tmp_path, limit=5, as_of=date(2015, 6, 30))
    assert all(term.endswith(' AND ("1800/01/01"[edat] : "2015/06/30"[edat])') for term in service.terms)
    assert (record.state, record.reason) == (SourceState.EMPTY, "PubMed has no record that names the drug.")

"""Merging: what is one article, what stays two, what the one record keeps; whatever order the records come in."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.records.articles import (
    AbstractSection,
    Article,
    Correction,
    Origin,
    PublicationType,
)
from indication_scout_assets.rules.literature.article_merging import merge_with_ids

TITLE = "Long-term treatment of pulmonary hypertension in infants with sildenafil."
OTHER_TITLE = "An open trial of bupropion for seasonal affective disorder in adults"
STRUCTURED = "BACKGROUND: Rest helps.\nRESULTS: It helped."


def record(source: str, own_id: str = "x", **fields: Any) -> Article:
    fields.setdefault("id", "" if fields.keys() & {"pmid", "pmcid", "doi"} else f"{source}:{own_id}")
    fields.setdefault("title", TITLE)
    return Article(origins=(Origin(source=source, id=own_id, url=f"https://example.org/{own_id}"),), **fields)


def merge(records: Iterable[Article]) -> list[Article]:
    return [merged.article for merged in merge_with_ids(records)]


def single_article(*records: Article) -> Article:
    (article,) = merge(records)
    return article


class TestSameArticle:
    @pytest.mark.parametrize(
        ("a", "b"),
        [
            ({"pmid": "99000001"}, {"pmid": "99000001", "doi": "10.1000/other"}),
            ({"pmcid": "PMC99000001"}, {"pmcid": "PMC99000001.2"}),
            ({"doi": "10.1000/A"}, {"doi": "https://doi.org/10.1000/a."}),
            ({"year": 2019, "authors": ("Galiè N",)}, {"year": 2020, "authors": ("Nazzareno Galie", "Smith J")}),
            ({"title": f"[{TITLE[:-1]}]."}, {"title": f"<b>{TITLE.upper()}</b>"}),
        ],
    )
    def test_records_that_agree(self, a: dict[str, Any], b: dict[str, Any]) -> None:
        first, second = record("PubMed", "1", **a), record("OpenAlex", "W2", **b)
        assert len(merge([first, second])) == 1

    @pytest.mark.parametrize(
        ("a", "b"),
        [
            ({"doi": "10.1000/a"}, {"doi": "10.1000/b"}),
            ({"year": 2018}, {"year": 2020}),
            ({"authors": ("Smith J",)}, {"authors": ("Jones J",)}),
            ({"title": "Reply."}, {"title": "Reply"}),
            ({"title": f"Erratum: {TITLE}"}, {"title": f"Erratum: {TITLE}"}),
        ],
    )
    def test_records_that_stay_two(self, a: dict[str, Any], b: dict[str, Any]) -> None:
        first, second = record("PubMed", "1", **a), record("OpenAlex", "W2", **b)
        assert len(merge([first, second])) == 2

    def test_one_source_id_is_one_record(self) -> None:
        first, second = (record("OpenAlex", "W1", title=title) for title in ("Reply", "Reply to all"))
        assert len(merge([first, second])) == 1

    @pytest.mark.parametrize("order", list(permutations(range(3))))
    def test_a_chain_over_three_kinds_of_numbers_in_any_order(self, order: tuple[int, ...]) -> None:
        chain = [
            record("OpenAlex", "W1", doi="10.1000/a", title="One"),
            record("Semantic Scholar", "s", doi="https://doi.org/10.1000%2FA", pmcid="PMC99000001", title="Two"),
            record("PMC", "PMC99000001", pmcid="pmc99000001.2", pmid="99000001", title="Three"),
        ]
        article = single_article(*(chain[n] for n in order))
        assert (article.id, article.title, len(article.origins)) == ("99000001", "Three", 3)

    def test_versions_of_one_work_are_one_article(self) -> None:
        first, second = "10.12688/f1000research.1234.1", "10.12688/f1000research.1234.2"
        pubmed = record("PubMed", "99000001", pmid="99000001", doi=second)
        article = single_article(record("OpenAlex", "W1", doi=first, title="As first submitted"), pubmed)
        assert (article.doi, [o.source for o in article.origins]) == (second, ["PubMed", "OpenAlex"])


class TestBadRecords:
    """A record with the numbers of two articles belongs to the one of the weightier number and glues nothing."""

    a = record("PubMed", "1", pmid="99000001", doi="10.1000/a")
    glue = record("Semantic Scholar", "s", pmid="99000001", doi="10.1000/b", title="Glue")

    @pytest.mark.parametrize("other_pmid", ["99000002", None])
    def test_pmid_of_one_and_doi_of_another(self, other_pmid: str | None) -> None:
        other = record("OpenAlex", "W2", pmid=other_pmid, doi="10.1000/b", title=OTHER_TITLE)
        for records in ([self.a, self.glue, other], [other, self.glue, self.a]):
            merged = {article.doi: article for article in merge(records)}
            assert merged.keys() == {"10.1000/a", "10.1000/b"}
            assert [o.source for o in merged["10.1000/a"].origins] == ["PubMed", "Semantic Scholar"]
            assert merged["10.1000/b"] == other

    def test_a_record_that_fits_two_equally_well_joins_neither(self) -> None:
        a, b = (record("PubMed", pmid, pmid=pmid) for pmid in ("99000001", "99000002"))
        assert len(merge([a, b, record("OpenAlex", "W1")])) == 3

    def test_a_record_joins_the_one_of_two_that_it_is_more_like(self) -> None:
        a, b = (
            record("PubMed", pmid, pmid=pmid, doi="10.1000/a", title=t)
            for pmid, t in (("1", TITLE), ("2", OTHER_TITLE))
        )
        first, second = merge([a, b, record("OpenAlex", "W1", doi="10.1000/a", title=OTHER_TITLE)])
        assert [len(first.origins), len(second.origins)] == [1, 2]


class TestPreprints:
    preprint = record(
        "Europe PMC", "PPR:PPR1", doi="10.1101/2020.01.01.000001", year=2020, authors=("Galiè N",), is_preprint=True,
        journal="A server of preprints", abstract="Of the preprint, and rather long.", cited_by=3,
        publication_types=(PublicationType(name="Preprint"),),
    )  # fmt: skip
    published = record(
        "OpenAlex", "W1", doi="10.1000/a", year=2022, authors=("N. Galiè",), abstract="Short.", cited_by=2
    )

    def test_the_published_record_leads_and_the_preprint_stays_as_an_origin(self) -> None:
        article = single_article(self.preprint, self.published)
        assert (article.doi, article.is_preprint, article.year) == ("10.1000/a", False, 2022)
        assert (article.abstract, article.journal, article.publication_types) == ("Short.", "", ())
        assert [origin.id for origin in article.origins] == ["PPR:PPR1", "W1"]
        assert article.cited_by == 3

    def test_the_number_of_a_preprint_is_not_the_articles(self) -> None:
        in_pubmed = self.preprint.model_copy(update={"id": "99000009", "pmid": "99000009", "origins": ()})
        article = single_article(in_pubmed, self.published)
        assert (article.pmid, article.id) == (None, "doi:10.1000/a")
        assert (article.origins[0].source, article.origins[0].id) == ("PubMed", "99000009")
        assert single_article(article, in_pubmed) == article

    def test_three_years_are_too_long(self) -> None:
        assert len(merge([self.preprint, self.published.model_copy(update={"year": 2023})])) == 2


class TestWhatIsKept:
    pubmed = record(
        "PubMed", "99000001", pmid="99000001", title=TITLE, abstract=STRUCTURED, year=2019, published=date(2019, 3, 5),
        sections=tuple(AbstractSection(heading=name, start=a, end=b) for name, a, b in (("A", 12, 23), ("B", 33, 43))),
        publication_types=(PublicationType(name="Journal Article", ui="D016428"),), nct_ids=("NCT99999991",),
    )  # fmt: skip
    europepmc = record(
        "Europe PMC", "MED:99000001", pmid="99000001", doi="10.1000/a", title="Another title", authors=("Smith J",),
        journal="From Europe PMC", cited_by=7, open_access=False, year=2018, marked_retracted_by=("Europe PMC",),
        publication_types=(PublicationType(name="journal article"), PublicationType(name="Review")),
        corrections=(Correction(kind="ErratumIn", pmid="99000008"),),
    )  # fmt: skip
    openalex = record(
        "OpenAlex", "W1", doi="10.1000/A", title="A third title", authors=("John Smith",), journal="From OpenAlex",
        cited_by=9, open_access=True, nct_ids=("NCT99999992",), keywords=("rest",),
        corrections=(Correction(kind="ErratumIn", pmid="99000008", source="printed otherwise"),),
    )  # fmt: skip

    def test_pubmed_leads_and_the_others_fill_in_by_trust(self) -> None:
        article = single_article(self.openalex, self.europepmc, self.pubmed)
        assert (article.id, article.title, article.year, article.published) == (
            "99000001",
            TITLE,
            2019,
            date(2019, 3, 5),
        )
        assert (article.doi, article.journal, article.authors) == ("10.1000/a", "From Europe PMC", ("Smith J",))
        assert (article.keywords, article.cited_by, article.open_access) == (("rest",), 9, True)
        assert [(t.name, t.ui) for t in article.publication_types] == [("Journal Article", "D016428"), ("Review", None)]
        assert article.nct_ids == ("NCT99999991", "NCT99999992")
        assert len(article.corrections) == 1
        assert article.marked_retracted_by == ("Europe PMC",)
        assert [origin.source for origin in article.origins] == ["PubMed", "Europe PMC", "OpenAlex"]

    @pytest.mark.parametrize(
        "cut", ["Rest helps. It hel", "Rest helps. It hel (ABSTRACT TRUNCATED AT 250 WORDS)", "Rest helps..."]
    )
    def test_a_cut_abstract_is_replaced_by_the_whole_one(self, cut: str) -> None:
        pubmed = self.pubmed.model_copy(
            update={"abstract": cut, "sections": (AbstractSection(heading="A", start=0, end=4),)}
        )
        article = single_article(
            record("Europe PMC", "e", pmid="99000001", abstract="Rest helps. It helped all nine."), pubmed
        )
        assert (article.abstract, article.sections) == ("Rest helps. It helped all nine.", ())

    def test_a_line_of_copyright_replaces_nothing(self) -> None:
        longer = record("Europe PMC", "e", pmid="99000001", abstract=f"{STRUCTURED} Copyright 2019 nobody.")
        assert single_article(self.pubmed, longer).sections

    def test_without_pubmed_the_longest_abstract_is_kept(self) -> None:
        a, b = (
            record("Europe PMC", "e", doi="10.1000/a", abstract="Short."),
            record("OpenAlex", "W", doi="10.1000/a", abstract="Long.  "),
        )
        assert single_article(a, b).abstract == "Long.  "

    def test_a_missing_title_is_filled_in(self) -> None:
        pubmed = self.pubmed.model_copy(update={"title": "[Not Available]."})
        assert single_article(pubmed, self.europepmc).title == "Another title"

    def test_a_retraction_told_in_a_title_alone_outlives_the_title(self) -> None:
        pubmed = record("PubMed", "99000001", pmid="99000001")
        marked = record("OpenAlex", "W1", pmid="99000001", title=f"RETRACTED: {TITLE}")
        other = record("Semantic Scholar", "s", pmid="99000001")
        article = single_article(pubmed, marked, other)
        assert (article.title, article.marked_retracted_by) == (TITLE, ("OpenAlex",))
        assert single_article(single_article(marked, other), pubmed) == article

    def test_ids_lead_from_each_record_to_the_article(self) -> None:
        (merged,) = merge_with_ids([self.openalex, self.europepmc, self.pubmed])
        assert merged.ids == ("doi:10.1000/a", "99000001")


# ------------------------------------------------------------------------------------------------ properties
def _maybe(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from((None, None, *values))


RECORDS = st.builds(
    lambda pmid, pmcid, doi, origin, **fields: (
        record(*origin, pmid=pmid, pmcid=pmcid, doi=doi, **fields)
        if pmid or pmcid or doi
        else record(*origin, **fields)
    ),
    pmid=_maybe("1", "2", "3"),
    pmcid=_maybe("PMC1", "PMC2"),
    doi=_maybe("10.1000/a", "10.1000/B", "https://doi.org/10.1000/b", "10.1101/123456", "10.1101/123456v2"),
    origin=st.sampled_from(
        [("OpenAlex", "W1"), ("OpenAlex", "W2"), ("Europe PMC", "PPR1"), ("Semantic Scholar", "s"), ("PubMed", "1")]
    ),
    title=st.sampled_from([TITLE, f"[{TITLE[:-1]}].", f"RETRACTED: {TITLE}", OTHER_TITLE, "Reply."]),
    year=_maybe(2010, 2011, 2012, 2013),
    authors=st.sampled_from([(), ("Galiè N",), ("N. Galie",), ("Smith J",)]),
    is_preprint=st.booleans(),
    abstract=st.sampled_from(["", "Short.", "It helped in 5 of 9", "It helped in 5 of 9 children."]),
    nct_ids=st.sampled_from([(), ("NCT99999991",)]),
)


@settings(max_examples=60)
@given(st.lists(RECORDS, max_size=7), st.randoms(use_true_random=False))
def test_merging_is_stable_and_knows_no_order(records: list[Article], chance: random.Random) -> None:
    merged = merge(records)
    assert merge(merged) == merged
    shuffled = chance.sample(records, len(records))
    assert sorted(map(repr, merge(shuffled))) == sorted(map(repr, merged))
    assert len({article.id for article in merged}) == len(merged)


@settings(max_examples=60)
@given(st.lists(RECORDS, max_size=7))
def test_no_pmid_is_lost_or_shared_and_every_record_has_one_home(records: list[Article]) -> None:
    merged = merge_with_ids(records)
    pmids = [m.article.pmid for m in merged if m.article.pmid]
    assert len(pmids) == len(set(pmids))
    assert {r.pmid for r in records if r.pmid and not r.is_preprint} <= set(pmids)
    assert {one_id for m in merged for one_id in m.ids} == {r.id for r in records}
    origins = {(o.source, o.id) for m in merged for o in m.article.origins}
    assert origins == {(o.source, o.id) for r in records for o in r.origins}

"""Rows of Europe PMC as articles, and what they say of a paper's standing."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import Article, RetractionStatus
from indication_scout_assets.domain.records.retractions import Notice
from indication_scout_assets.sources.literature.europepmc import read_row, signals
from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles
from indication_scout_tests.wire import europepmc as wire
from indication_scout_tests.wire import records
from indication_scout_tests.wire.article_xml import article_set
from indication_scout_tests.wire.messages import Request

FULL: dict[str, Any] = {
    "id": "90000001",
    "source": "MED",
    "pmid": "90000001",
    "pmcid": "PMC9000001",
    "doi": "10.99999/a.b",
    "title": "Sildenafil &amp; <i>Raynaud</i> disease.",
    "authorList": {
        "author": [
            {"fullName": "Made A", "lastName": "M"}, {"lastName": "Up", "initials": "B"},
            {"collectiveName": "A Group AG"},
        ]
    },
    "journalInfo": {
        "dateOfPublication": "2019 Mar", "journal": {"title": "A Journal"}, "printPublicationDate": "2019-03-01",
    },
    "pubYear": "2019",
    "abstractText": "<h4>Background</h4>It is cold. <h4>Results </h4>P&lt;0.05 with H<sub>2</sub>O.",
    "language": "eng",
    "pubTypeList": {"pubType": ["research-article", "Randomized Controlled Trial", "Journal Article"]},
    "meshHeadingList": {
        "meshHeading": [
            {
                "majorTopic_YN": "N",
                "descriptorName": "Raynaud Disease",
                "meshQualifierList": {"meshQualifier": [{"qualifierName": "drug therapy", "majorTopic_YN": "Y"}]},
            },
            {"majorTopic_YN": "N", "descriptorName": "Humans"},
        ]
    },
    "keywordList": {"keyword": ["cold", "hands"]},
    "chemicalList": {"chemical": [{"name": "Sildenafil Citrate", "registryNumber": "0"}]},
    "commentCorrectionList": {
        "commentCorrection": [{"id": "90000009", "source": "MED", "type": "Erratum in", "reference": "A Journal 2020"}]
    },
    "isOpenAccess": "Y",
    "citedByCount": 12,
    "firstPublicationDate": "2019-03-01",
}  # fmt: skip


def article(**more: Any) -> Article:
    read = read_row({**FULL, **more})
    assert read is not None
    return read.article


def test_a_full_row() -> None:
    read = article()
    assert (read.id, read.pmid, read.pmcid, read.doi) == ("90000001", "90000001", "PMC9000001", "10.99999/a.b")
    assert read.title == "Sildenafil & Raynaud disease."
    assert read.authors == ("Made A", "Up B", "A Group\u00a0AG")
    assert (read.journal, read.pub_date, read.year, read.published) == ("A Journal", "2019 Mar", 2019, date(2019, 3, 1))
    assert [kind.name for kind in read.publication_types] == ["Journal Article", "Randomized Controlled Trial"]
    assert [(h.name, h.major, h.qualifiers) for h in read.mesh_headings] == [
        ("Raynaud Disease", True, ("drug therapy",)),
        ("Humans", False, ()),
    ]
    assert (read.keywords, read.substances, read.language) == (("cold", "hands"), ("Sildenafil Citrate",), "eng")
    assert (read.open_access, read.cited_by, read.is_preprint) == (True, 12, False)
    assert [(link.kind, link.pmid, link.source) for link in read.corrections] == [
        ("ErratumIn", "90000009", "A Journal 2020")
    ]
    assert [(o.source, o.id, o.url) for o in read.origins] == [
        ("Europe PMC", "MED:90000001", "https://europepmc.org/article/MED/90000001")
    ]


def test_headings_of_an_abstract_become_labels_and_its_spans_hold() -> None:
    read = article()
    assert read.abstract == "Background: It is cold.\nResults: P<0.05 with H₂O."
    assert [read.abstract[s.start : s.end] for s in read.sections] == ["It is cold.", "P<0.05 with H₂O."]
    assert article(abstractText="<h4>Abstract</h4><p>One.</p><p>Two.</p>").abstract == "One. Two."


def test_a_row_of_the_demonstration_reads_as_pubmeds_xml_does() -> None:
    """The same articles from both services: the texts must be the same, or citations would break."""
    authored = [a for a in records.load().articles if int(a["pmid"]) % 2]
    from_pubmed = {a.pmid: a for a in parse_articles(article_set(authored))}
    answer = json.loads(wire.EuropePmc(records.load()).answer(Request("GET", "search", ALL_OF_MEDLINE)).body)
    read = [r.article for r in map(read_row, answer["resultList"]["result"]) if r]
    assert len(read) == len(from_pubmed) > 50
    for article in read:
        other = from_pubmed[article.pmid]
        assert (article.title, article.authors, article.journal) == (other.title, other.authors, other.journal)
        assert (article.abstract.casefold(), article.year) == (other.abstract.casefold(), other.year)
        assert (article.retraction, article.published) == (other.retraction, other.published)
        assert [h.name for h in article.mesh_headings] == [h.name for h in other.mesh_headings]
        assert article.demonstration


ALL_OF_MEDLINE = {"query": "SRC:MED", "resultType": "core", "pageSize": "1000"}


def test_a_preprint_is_one_whatever_its_identity() -> None:
    bare = {"id": "PPR1", "source": "PPR", "title": "T", "bookOrReportDetails": {"publisher": "A Server"}}
    read = read_row(bare)
    assert read is not None
    assert (read.article.id, read.article.journal, read.article.is_preprint) == ("PPR:PPR1", "A Server", True)
    assert [kind.name for kind in read.article.publication_types] == ["Preprint"]
    with_doi = read_row({**bare, "doi": "10.99999/P.1"})
    assert with_doi is not None
    assert with_doi.article.id == "doi:10.99999/p.1"
    assert article(pubTypeList={"pubType": "Preprint"}).is_preprint  # MEDLINE has a few


def test_single_values_and_short_rows_are_read() -> None:
    assert [kind.name for kind in article(pubTypeList={"pubType": "Review"}).publication_types] == ["Review"]
    short = article(pubTypeList=None, pubType="review; systematic-review", authorList=None, authorString="A B, C D.")
    assert [kind.name for kind in short.publication_types] == ["Review", "Systematic Review"]
    assert short.authors == ("A B", "C D")


# -- Standings --------------------------------------------------------------------------------------------------------
def links(*kinds: str) -> dict[str, Any]:
    return {
        "commentCorrectionList": {"commentCorrection": [{"id": "9", "source": "MED", "type": kind} for kind in kinds]}
    }


@pytest.mark.parametrize(
    ("given", "notices"),
    [
        ({}, []),
        ({"pubTypeList": {"pubType": "Retracted Publication"}}, [Notice.RETRACTION]),
        ({"pubType": "journal article; retracted publication"}, [Notice.RETRACTION]),
        (links("Retraction in"), [Notice.RETRACTION]),
        (links("Partial retraction in"), [Notice.CONCERN]),
        (links("Partial retraction of"), []),
        ({**links("Retraction in"), "pubTypeList": {"pubType": ["Retracted Publication"]}}, [Notice.RETRACTION]),
        (links("Expression Of Concern In", "Erratum in"), [Notice.CONCERN, Notice.CORRECTION]),
        (links("Erratum in"), [Notice.CORRECTION]),
        (links("Retraction of", "Erratum for", "Expression of concern for", "Comment in", "Preprint of"), []),
        ({"pubTypeList": {"pubType": ["Retraction of Publication", "Published Erratum", "retraction"]}}, []),
    ],
)
def test_only_what_befell_the_paper_itself_is_a_signal(given: dict[str, Any], notices: list[Notice]) -> None:
    assert [signal.notice for signal in signals({"id": "1", "source": "MED", **given})] == notices


def test_a_notice_is_named_where_the_row_names_one() -> None:
    (named,) = signals({**links("Retraction in"), "pubTypeList": {"pubType": "Retracted Publication"}})
    assert (named.notice_id, named.source) == ("9", "Europe PMC")
    assert article(pubTypeList={"pubType": "Retracted Publication"}).marked_retracted_by == ("Europe PMC",)
    assert article(**links("Retraction in")).retraction is RetractionStatus.RETRACTED

"""What is stored of a record that several sources have, whoever stores it last."""

from __future__ import annotations

import asyncio
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import Article, Origin, PublicationType
from indication_scout_assets.pipeline.article_search import _refreshed, fetch_from_pubmed
from indication_scout_assets.pipeline.resources.workbench import DrugRun
from indication_scout_assets.rules.literature.article_merging import merge_with_ids
from indication_scout_assets.sources.formats.markup import READER
from indication_scout_assets.sources.ncbi.pubmed import Fetched
from indication_scout_assets.sources.ncbi.pubmed_xml import packed

PUBMED = Article(
    pmid="99000003",
    title="Sildenafil in Raynaud disease",
    publication_types=(PublicationType(name="Journal Article", ui="D016428"),),
)
TRIAL = PublicationType(name="Clinical Trial")
JOINED = PUBMED.model_copy(
    update={
        "publication_types": (*PUBMED.publication_types, TRIAL),
        "nct_ids": ("NCT99000003",),
        "cited_by": 4,
        "doi": "10.1000/a",
        "pmcid": "PMC99000003",
        "origins": (Origin(source="PubMed", id="99000003"), Origin(source="OpenAlex", id="W1")),
    }
)
"""The same with what another source gave."""


def test_a_record_fetched_again_keeps_what_other_sources_gave() -> None:
    assert _refreshed(PUBMED, JOINED) == JOINED


@pytest.mark.parametrize(
    ("fresh", "known", "kept"),
    [
        ("", "It warmed fingers.", "It warmed fingers."),
        ("It warmed (ABSTRACT TRUNCATED AT 250 WORDS)", "It warmed fingers.", "It warmed fingers."),
        ("It warmed hands.", "It warmed fingers, and feet as well.", "It warmed hands."),
    ],
)
def test_the_fullest_abstract_stays_and_a_corrected_one_is_taken(fresh: str, known: str, kept: str) -> None:
    stored = JOINED.model_copy(update={"abstract": known})
    assert _refreshed(PUBMED.model_copy(update={"abstract": fresh}), stored).abstract == kept


def test_a_type_of_pubmeds_own_goes_with_pubmed() -> None:
    retracted = PublicationType(name="Retracted Publication", ui="D016441")
    before = PUBMED.model_copy(update={"publication_types": (*PUBMED.publication_types, retracted)})
    assert _refreshed(PUBMED, before) == PUBMED


def test_a_record_nobody_knew_is_taken_as_it_is() -> None:
    assert _refreshed(PUBMED, None) is PUBMED


def test_a_record_that_others_gave_while_pubmed_was_down_becomes_pubmeds_own() -> None:
    """Else the other source's abstract would stay for good, and nobody would know that PubMed was asked."""
    theirs = Article(
        pmid="99000003", title="Sildenafil", abstract="Aims: It warmed.", origins=(Origin(source="OpenAlex", id="W1"),)
    )
    healed = _refreshed(PUBMED.model_copy(update={"abstract": "AIMS: It warmed."}), theirs)
    assert [origin.source for origin in healed.origins] == ["PubMed", "OpenAlex"]
    assert healed.origins[0].id == "99000003"
    assert healed.abstract == "AIMS: It warmed."
    assert merge_with_ids([healed, theirs])[0].article.abstract == "AIMS: It warmed."


XML = b"""<PubmedArticle><MedlineCitation><PMID>99000003</PMID><Article><Journal><Title>J</Title></Journal>
<ArticleTitle>RETRACTED: Sildenafil in Raynaud disease</ArticleTitle></Article></MedlineCitation>
<PubmedData><ReferenceList><Reference/></ReferenceList></PubmedData></PubmedArticle>"""


def test_a_record_another_reader_read_is_read_again_from_what_is_kept_without_a_request(bench: Any) -> None:
    """What the old reader missed, here the title's first word, must not wait until the record has aged."""
    bench.db.articles.save([PUBMED])
    bench.db.articles.save_bodies({PUBMED.id: packed(XML)}, "of yesterday")
    asked_nobody: Any = SimpleNamespace(client=SimpleNamespace(counters={}))
    assert asyncio.run(fetch_from_pubmed(DrugRun(bench, asked_nobody, "sildenafil"), [PUBMED.id])) == (0, [])
    (article,) = bench.db.articles.load([PUBMED.id]).values()
    assert article.title == "RETRACTED: Sildenafil in Raynaud disease"
    assert bench.db.articles.read_by_another([PUBMED.id], READER) == {}
    assert b"Reference" not in zlib.decompress(packed(XML))


def test_what_is_fetched_is_kept_for_a_later_reader(bench: Any) -> None:
    async def fetch(ids: list[str]) -> Fetched:
        return Fetched({PUBMED.id: PUBMED}, frozenset(), {PUBMED.id: packed(XML)})

    sources: Any = SimpleNamespace(client=SimpleNamespace(counters={}), pubmed=SimpleNamespace(fetch=fetch))
    asyncio.run(fetch_from_pubmed(DrugRun(bench, sources, "sildenafil"), [PUBMED.id]))
    assert bench.db.articles.read_by_another([PUBMED.id], "of tomorrow") == {PUBMED.id: packed(XML)}

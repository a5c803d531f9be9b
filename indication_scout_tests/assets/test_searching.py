"""What is stored of a record that several sources have, whoever stores it last."""

from __future__ import annotations

from indication_scout_assets.assets.searching import _refreshed
from indication_scout_assets.domain.articles import Article, PublicationType

PUBMED = Article(
    pmid="99000003",
    title="Sildenafil in Raynaud disease",
    publication_types=(PublicationType(name="Journal Article", ui="D016428"),),
)
TRIAL = PublicationType(name="Clinical Trial")
JOINED = PUBMED.model_copy(
    update={"publication_types": (*PUBMED.publication_types, TRIAL), "nct_ids": ("NCT99000003",), "cited_by": 4}
)
"""The same with what another source gave."""


def test_a_record_fetched_again_keeps_what_other_sources_gave() -> None:
    assert _refreshed(PUBMED, JOINED) == JOINED


def test_a_type_of_pubmeds_own_goes_with_pubmed() -> None:
    retracted = PublicationType(name="Retracted Publication", ui="D016441")
    before = PUBMED.model_copy(update={"publication_types": (*PUBMED.publication_types, retracted)})
    assert _refreshed(PUBMED, before) == PUBMED


def test_a_record_nobody_knew_is_taken_as_it_is() -> None:
    assert _refreshed(PUBMED, None) is PUBMED

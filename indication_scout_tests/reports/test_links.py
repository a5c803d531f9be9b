from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.articles import Article, Origin
from indication_scout_assets.reports import links

from .sample import ARTICLES, TRIALS

ARTICLE, TRIAL = ARTICLES["99000001"], TRIALS["NCT99000001"]


@pytest.mark.parametrize("url", ["https://example.org/a?b=c", "http://example.org", " https://example.org "])
def test_web_addresses_are_safe(url: str) -> None:
    assert links.safe_url(url) == url.strip()


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "//example.org", "/etc", "", None, "https://",
     "file:///etc/passwd", "https://[broken"],
)  # fmt: skip
def test_anything_else_is_not(url: str | None) -> None:
    assert links.safe_url(url) is None


def test_demonstration_records_are_never_linked() -> None:
    assert links.article_url(ARTICLE) is None
    assert links.doi_url(ARTICLE) is None
    assert links.trial_url(TRIAL) is None


def test_real_records_are_linked_outside_demonstration_runs() -> None:
    article = ARTICLE.model_copy(update={"demonstration": False})
    trial = TRIAL.model_copy(update={"demonstration": False})
    assert links.article_url(article) == "https://pubmed.ncbi.nlm.nih.gov/99000001/"
    assert links.doi_url(article) == "https://doi.org/10.99999/made.up.1"
    assert links.trial_url(trial) == "https://clinicaltrials.gov/study/NCT99000001"
    assert links.article_url(article, demonstration=True) is None
    assert links.trial_url(trial, demonstration=True) is None


def test_odd_ids_make_no_address() -> None:
    assert links.disease_url('MONDO_1" onclick="x') is None
    assert links.drug_url("") is None
    assert links.disease_url("MONDO_0005148") == "https://platform.opentargets.org/disease/MONDO_0005148"
    assert links.mesh_url(None) is None


def test_an_address_cannot_leave_its_link() -> None:
    assert links.safe_url('https://example.org/a> "b" `c`\n|') == "https://example.org/a%3E%20%22b%22%20%60c%60%0A%7C"


def test_articles_without_a_pmid_are_linked_by_what_they_have() -> None:
    central = Article(pmcid="PMC99000009", title="x")
    assert links.article_url(central) == "https://pmc.ncbi.nlm.nih.gov/articles/PMC99000009/"
    assert links.article_url(Article(doi="10.1/a b", title="x")) == "https://doi.org/10.1/a%20b"
    other = Article(id="PPR:PPR1", title="x", origins=(Origin(source="Europe PMC", id="PPR1", url="javascript:1"),))
    assert links.article_url(other) is None

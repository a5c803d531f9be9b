"""Versions of one review: the newest stays, whatever says which that is."""

from __future__ import annotations

from datetime import date

from indication_scout_assets.domain.records.articles import Article, Correction
from indication_scout_assets.rules.literature.review_versions import newer_versions, newest_versions


def article(pmid: str, doi: str | None = None, **links: str) -> Article:
    return Article(
        pmid=pmid, title="T", doi=doi, corrections=tuple(Correction(kind=kind, pmid=to) for kind, to in links.items())
    )


def kept(*articles: Article, as_of: date | None = None) -> list[str | None]:
    versions = newest_versions(articles, as_of=as_of)
    assert {a.pmid for a in versions.kept} | {a.pmid for a in versions.superseded} == {a.pmid for a in articles}
    return [a.pmid for a in versions.kept]


def test_a_link_from_either_side_supersedes_the_older_version() -> None:
    assert kept(article("1", UpdateIn="2"), article("2")) == ["2"]
    assert kept(article("2", UpdateOf="1"), article("9"), article("1")) == ["2", "9"]


def test_the_number_in_the_doi_tells_versions_without_links() -> None:
    doi = "10.1002/14651858.CD990123"
    assert kept(article("1", doi), article("3", f"{doi}.pub10"), article("2", f"{doi.lower()}.pub9")) == ["3"]
    assert kept(article("1", doi), article("2", "10.1002/14651858.CD990124.pub2"), article("3", "10.5555/x")) == [
        "1", "2", "3",
    ]  # fmt: skip


def test_an_update_that_was_not_found_is_named_and_its_older_version_left_out() -> None:
    old = article("1", UpdateIn="2")
    assert kept(old) == []
    assert newer_versions([old, article("5", UpdateIn="1")]) == ("2",)


def test_on_an_earlier_day_an_unknown_update_may_not_have_existed() -> None:
    assert kept(article("1", UpdateIn="2"), as_of=date(2010, 1, 1)) == ["1"]
    assert kept(article("1", UpdateIn="2"), article("2"), as_of=date(2010, 1, 1)) == ["2"]


def test_records_that_name_each_other_are_both_kept_unless_their_numbers_decide() -> None:
    assert kept(article("1", UpdateIn="2"), article("2", UpdateIn="1")) == ["1", "2"]
    doi = "10.1002/14651858.CD990123.pub"
    assert kept(article("1", f"{doi}3", UpdateIn="2"), article("2", f"{doi}2", UpdateIn="1")) == ["1"]


def test_other_links_say_nothing_about_versions() -> None:
    assert kept(article("1", CommentIn="2", ErratumIn="3"), article("2", CommentOn="1")) == ["1", "2"]

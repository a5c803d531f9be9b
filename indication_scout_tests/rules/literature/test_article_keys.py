"""Keys: what is the same number, title or name in every source's spelling, and what only looks like it."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.rules.literature.article_keys import (
    author_key,
    bare_doi,
    doi_key,
    has_title,
    is_preprint_doi,
    plain_title,
    pmcid_key,
    pmid_key,
    title_key,
    work_key,
)


@pytest.mark.parametrize(
    "printed",
    [
        "10.1000/AbC", "https://doi.org/10.1000/abc", "doi:10.1000/ABC.", " 10.1000/abc; ", "10.1000%2Fabc",
        "https://doi.org/10.1000%2Fabc", "https://dx.doi.org/10.1000/abc?ref=mail#top", "10.1000/abc</a>",
        "10.1000/abc&lt;",
    ],
)  # fmt: skip
def test_a_doi_has_one_key_however_it_is_printed(printed: str) -> None:
    assert doi_key(printed) == "10.1000/abc"


def test_brackets_of_a_doi_stay_and_those_around_it_go() -> None:
    assert bare_doi("(10.1016/0140-6736(90)91234-X)") == "10.1016/0140-6736(90)91234-X"
    assert bare_doi("10.1016/s0140-6736(90)") == "10.1016/s0140-6736(90)"


def test_an_old_doi_keeps_its_own_signs() -> None:
    old = "10.1002/(SICI)1097-0000(19980815/30)17:15/16<L16::AID-ABC9>3.0.CO;2-2"
    escaped = old.replace("<", "&lt;").replace(">", "&gt;")
    assert bare_doi(old) == bare_doi(escaped) == bare_doi(f"https://doi.org/{quote(old)}") == old
    assert bare_doi("10.1000/a%20b#c") == "10.1000/a%20b#c"


@pytest.mark.parametrize(
    ("doi", "other"),
    [
        ("10.1101/2020.01.01.000001v1", "10.1101/2020.01.01.000001"),
        ("10.21203/rs.3.rs-12345/v1", "10.21203/RS.3.RS-12345/v12"),
        ("10.31219/osf.io/ab3v1", "10.31219/osf.io/ab3v1_v2"),
        ("10.12688/f1000research.1234.1", "10.12688/f1000research.1234.2"),
    ],
)
def test_versions_of_one_work(doi: str, other: str) -> None:
    assert work_key(doi) == work_key(other) != ""
    assert doi_key(doi) != doi_key(other)


@pytest.mark.parametrize(
    ("doi", "other"),
    [
        ("10.1002/14651858.CD000001.pub2", "10.1002/14651858.CD000001.pub3"),
        ("10.12688/f1000research.1234.1", "10.12688/f1000research.1235.1"),
        ("10.7554/eLife.12345", "10.7554/eLife.12345.001"),
    ],
)
def test_works_that_end_alike_are_two(doi: str, other: str) -> None:
    assert work_key(doi) != work_key(other)


@pytest.mark.parametrize("printed", ["unavailable", "", None, "10.1000", "https://example.org/10/x", "10.1000/..."])
def test_what_is_no_doi_has_no_key(printed: str | None) -> None:
    assert doi_key(printed) == ""


def test_pmids_and_pmc_ids() -> None:
    assert [pmid_key(p) for p in ("123", " 0123 ", "PMID: 123")] == ["123"] * 3
    assert [pmcid_key(p) for p in ("PMC123", "pmc123.2", "123", "PMCID: PMC123")] == ["PMC123"] * 4
    assert not any(pmid_key(p) for p in ("0", "PMC123", "12a", None, "1234567890"))


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Effect of β-blockers on <i>heart</i> failure.", "Effect of beta-blockers on heart failure"),
        ("RETRACTED ARTICLE: Effect of rest &amp; sleep", "Effect of rest & sleep."),
        ("Effect of &amp;lt;i&amp;gt;rest&amp;lt;/i&amp;gt; &amp;amp; sleep", "Effect of rest & sleep"),
    ],
)
def test_spellings_of_one_title(title: str, other: str) -> None:
    assert plain_title(title) == plain_title(other)


@pytest.mark.parametrize(
    "title",
    [
        "Reply.",
        "Erratum: Long-term treatment of pulmonary hypertension in infants with sildenafil",
        "Re: Long-term treatment of pulmonary hypertension in infants with sildenafil",
    ],
)
def test_no_article_is_told_by_a_title_that_many_have(title: str) -> None:
    assert title_key(title) == ""


@pytest.mark.parametrize(
    "title",
    [
        "Re-evaluation of a biguanide: mechanism of action and tolerability in adults",
        "Retracted eyelids after long treatment with an invented agent in adults",
    ],
)
def test_a_specific_title_that_opens_alike_still_tells_its_article(title: str) -> None:
    assert title_key(title) == plain_title(title) != ""


def test_a_missing_title_is_none() -> None:
    assert not any(has_title(title) for title in ("", "[No title]", "[Not Available].", "<i> </i>"))
    assert has_title("Reply.")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Galiè N", "Nazzareno Galie"),
        ("Li X", "Xiaoming Li"),
        ("Mueller A", "Müller A"),
    ],
)
def test_one_author_in_two_spellings(name: str, other: str) -> None:
    assert author_key(name) & author_key(other)


def test_initials_make_nobody_the_same() -> None:
    assert not author_key("Smith JA") & author_key("Jones JA")


@pytest.mark.parametrize(
    ("doi", "preprint"),
    [
        ("10.1101/2020.03.01.123456", True),
        ("10.1101/123456", True),
        ("https://doi.org/10.64898/2026.01.01.123456", True),
        ("10.2196/1", False),
        ("10.1000/2020.03.01", False),
        (None, False),
    ],
)
def test_dois_of_servers_of_preprints(doi: str | None, preprint: bool) -> None:
    assert is_preprint_doi(doi) is preprint


@given(st.text())
def test_any_text_has_keys_and_a_key_is_its_own_key(text: str) -> None:
    assert doi_key(doi_key(text)) == doi_key(text)
    assert pmid_key(pmid_key(text)) == pmid_key(text)
    assert pmcid_key(pmcid_key(text)) == pmcid_key(text)
    assert plain_title(text).isalnum() or plain_title(text) == ""
    author_key(text)

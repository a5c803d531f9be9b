"""Front matter of JATS, and the article as a library keeps it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from indication_scout_assets.domain.questions.library import LibraryArticle
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.sources.formats.jats_front import parse_with_front, to_library_article

JATS = """<article article-type="{kind}"><front><journal-meta><journal-title-group>
<journal-title>Oats Today</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmcid">PMC77</article-id>
<article-id pub-id-type="pmid">88</article-id><title-group><article-title>{title}</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Meyer</surname><given-names>Ada B</given-names></name>
</contrib>
<contrib contrib-type="author"><collab>Task Force of the IGS</collab></contrib></contrib-group>
<pub-date pub-type="ppub"><year>2003</year></pub-date>
<pub-date pub-type="epub"><day>4</day><month>Mar</month><year>2002</year></pub-date>
{license}</article-meta></front><body><sec><title>Results</title>
<p>Oats helped<xref ref-type="bibr">3</xref>,<xref ref-type="bibr">4</xref> the median was 2 [1,3] at the end.</p>
</sec></body></article>"""


AUTHORS = ("Meyer AB", "Task Force of the\u00a0IGS")
"""The last space of a group does not break, so that its end is no initials."""


def article(kind: str = "research-article", title: str = "Oats", license_: str = "") -> LibraryArticle:
    ((parsed, front),) = parse_with_front(JATS.format(kind=kind, title=title, license=license_).encode())
    return to_library_article(parsed, front, "PMC", datetime(2026, 1, 1, tzinfo=UTC))


def test_front_matter_is_kept() -> None:
    read = article()
    assert (read.id, read.pmid, read.journal, read.authors) == ("PMC77", "88", "Oats Today", AUTHORS)
    assert read.published == date(2002, 3, 4)
    assert read.article_type == "research-article"


def test_numbers_of_references_are_marks_and_brackets_of_the_text_stay() -> None:
    read = article()
    assert read.text == "Oats helped the median was 2 [1,3] at the end."
    assert [(mark.at, mark.words) for mark in read.marks] == [(len("Oats helped"), "3,4")]
    (section,) = read.sections
    assert (section.kind, section.start, section.end) == ("results", 0, len(read.text))


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("retraction", "Oats"),
        ("withdrawal", "Oats"),
        ("removal", "Oats"),
        ("research-article", "RETRACTED: Oats"),
        ("research-article", "Retraction Note: Oats"),
    ],
)
def test_a_retracted_text_never_answers(kind: str, title: str) -> None:
    assert article(kind, title).retraction is RetractionStatus.RETRACTED
    assert not article(kind, title).usable


def test_a_concern_is_kept_as_one_and_still_answers() -> None:
    read = article("expression-of-concern")
    assert (read.retraction, read.usable) == (RetractionStatus.EXPRESSION_OF_CONCERN, True)


@pytest.mark.parametrize(
    ("relation", "link"),
    [
        (
            'retracted-article" ext-link-type="doi" x:href="https://doi.org/10.1234/oats',
            ("RetractionOf", "10.1234/oats"),
        ),
        ('retracted-article" ext-link-type="pubmed" x:href="99', ("RetractionOf", "99")),
        ('retracted-article" ext-link-type="pmc" x:href="PMC99', ("RetractionOf", "PMC99")),
        ('object-of-concern" ext-link-type="doi" x:href="10.1234/oats', ("ExpressionOfConcernFor", "10.1234/oats")),
        ('retraction-forward" ext-link-type="doi" x:href="10.1234/note', ("RetractionIn", "10.1234/note")),
    ],
)
def test_links_to_and_from_notices_have_pubmeds_names(relation: str, link: tuple[str, str]) -> None:
    related = f'<related-article xmlns:x="http://www.w3.org/1999/xlink" related-article-type="{relation}"/>'
    (read,) = article(license_=related).corrections
    assert (read.kind, read.doi or read.pmid or read.pmcid) == link


def test_a_commentary_that_is_linked_strikes_nothing() -> None:
    related = '<related-article related-article-type="commentary-article" ext-link-type="doi"/>'
    assert article(license_=related).corrections == ()


@pytest.mark.parametrize(
    ("license_", "name"),
    [
        ('<permissions><license license-type="OpenAccess"><license-p>Creative Commons Attribution Non-Commercial'
         " License</license-p></license></permissions>", "CC BY-NC"),
        ('<permissions><license><ext-link xmlns:x="http://www.w3.org/1999/xlink" '
         'x:href="http://creativecommons.org/licenses/by/3/">it</ext-link></license></permissions>', "CC BY 3"),
    ],
)  # fmt: skip
def test_a_licence_is_read_from_its_address_or_its_words(license_: str, name: str) -> None:
    assert article(license_=license_).license == name

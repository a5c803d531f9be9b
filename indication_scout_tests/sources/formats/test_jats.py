"""JATS: sections without their subsections' text, what is left out, and nothing that a hostile document could do."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from indication_scout_assets.sources.formats.jats import JatsArticle, has_body, parse_jats, parse_jats_set, to_full_text
from indication_scout_assets.sources.http.http_client import TransientBody
from indication_scout_tests.wire.records import RECORDS

FULL = (RECORDS / "jats" / "PMC99001013.xml").read_bytes()
NOW = datetime(2026, 9, 1, tzinfo=UTC)


def article(body: str, front: str = "", after: str = "") -> JatsArticle:
    return parse_jats(
        '<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML"><front>'
        f"<article-meta>{front}</article-meta></front><body>{body}</body>{after}</article>".encode()
    )


def paragraph(inside: str) -> str:
    return article(f"<p>{inside}</p>").sections[0].text


def test_front_matter_and_sections_of_a_whole_article() -> None:
    whole = parse_jats(FULL)
    assert (whole.pmid, whole.pmcid, whole.doi) == ("99001013", "PMC99001013", "10.99999/demo.99001013")
    assert (whole.license, whole.has_body) == ("CC BY 4.0", True)
    assert whole.title.startswith("Sildenafil for Raynaud's phenomenon")
    assert [(s.title, s.kind) for s in whole.sections] == [
        ("Abstract > Background", "abstract"), ("Abstract > Results", "abstract"),
        ("Abstract > Conclusions", "abstract"), ("Introduction", "intro"), ("Methods", "methods"),
        ("Methods > Patients", "methods"), ("Methods > Patients > Exclusion criteria", "methods"),
        ("Methods > Treatment and measurements", "methods"), ("Results > Attacks", "results"),
        ("Results > Capillary flow", "results"), ("Results > Unwanted effects", "results"),
        ("Discussion", "discussion"), ("Discussion > Conclusions", "conclusion"),
    ]  # fmt: skip


def test_references_by_their_numbers_and_which_of_them_a_table_cites() -> None:
    table = '<table-wrap><table><tr><td><xref ref-type="bibr" rid="B2 B3">2, 3</xref></td></tr></table></table-wrap>'
    refs = (
        '<ref id="B1"><citation><article-title>Old <italic>style</italic></article-title><year>1996b</year>'
        '<pub-id pub-id-type="pmid">8625624</pub-id></citation></ref>'
        '<ref id="B2"><citation-alternatives><mixed-citation>Words <ext-link xlink:href="https://doi.org/10.1000/A.1"/>'
        "</mixed-citation><element-citation><article-title>A trial</article-title>"
        '<pub-id pub-id-type="doi">10.1000/a.1</pub-id></element-citation></citation-alternatives></ref>'
        '<ref id="B3"><mixed-citation>A report without a number. 2004.</mixed-citation></ref>'
    )
    text = f'<p><xref ref-type="bibr" rid="B1">1</xref></p>{table}'
    read = article(text, after=f"<back><ref-list>{refs}</ref-list></back>")
    assert [(r.pmid, r.doi, r.title, r.year, r.in_table) for r in read.references] == [
        ("8625624", "", "Old style", 1996, False),
        ("", "10.1000/a.1", "A trial", None, True),
    ]
    assert to_full_text(read, "1", NOW).references == read.references


def test_no_text_stands_twice_and_none_is_in_its_parents_section() -> None:
    whole = parse_jats(FULL)
    paragraphs = [line for section in whole.sections for line in section.text.split("\n\n")]
    assert len(set(paragraphs)) == len(paragraphs) == 20
    methods = next(s for s in whole.sections if s.title == "Methods")
    assert "Nitrates" not in methods.text


def test_captions_stay_and_cells_references_and_thanks_go() -> None:
    text = "\n".join(section.text for section in parse_jats(FULL).sections)
    assert "Table 1. Attacks per week in both periods. Values are means with standard deviations." in text
    assert "Figure 1. Capillary flow velocity at the end of each period, by patient." in text
    for gone in ("Outcome", "Paired t test", "Demonstration reference", "We thank", "f1.jpg", "Delta"):
        assert gone not in text


def test_offsets_are_those_of_the_stored_text() -> None:
    whole = parse_jats(FULL)
    stored = to_full_text(whole, "99001013", NOW)
    assert [stored.text[s.start : s.end] for s in stored.sections] == [s.text for s in whole.sections]
    assert [s.kind for s in stored.sections] == [s.kind for s in whole.sections]
    assert (stored.license, stored.article_id, stored.fetched_at) == ("CC BY 4.0", "99001013", NOW)


def test_text_between_and_after_subsections_keeps_its_place() -> None:
    body = "<p>A</p><sec><title>2.1 In</title><p>B</p><sec><p>C</p></sec><p>D</p></sec><p>E</p>"
    assert [(s.title, s.text) for s in article(body).sections] == [
        ("Text", "A"), ("In", "B"), ("In", "C"), ("In", "D"), ("Text", "E"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "sec_type", "kind"),
    [
        ("1. Introduction", "", "intro"), ("II. RESULTS AND DISCUSSION", "", "results"),
        ("Patients and Methods", "", "methods"), ("Statistical methods", "", "methods"),
        ("What we did", "materials|methods", "methods"), ("5 Conclusions", "", "conclusion"),
        ("Strengths and limitations", "", "discussion"), ("Acknowledged results", "", "other"), ("", "", "other"),
    ],
)  # fmt: skip
def test_the_kind_of_a_section(title: str, sec_type: str, kind: str) -> None:
    section = article(f'<sec sec-type="{sec_type}"><title>{title}</title><p>x</p></sec>').sections[0]
    assert section.kind == kind


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("seen<sup><xref ref-type='bibr'>1</xref>,<xref ref-type='bibr'>2</xref></sup>.", "seen[1,2]."),
        ("seen [<xref ref-type='bibr'>1</xref>–<xref ref-type='bibr'>3</xref>].", "seen [1–3]."),
        ("seen (<xref ref-type='bibr'><sup>4</sup></xref>)", "seen (4)"),
        ("(Doe, <xref ref-type='bibr'>2010</xref>)", "(Doe, 2010)"),
        ("see <xref ref-type='fig'>Figure 2</xref>", "see Figure 2"),
        ("10<sup>-3</sup> of <italic>in <bold>vivo</bold></italic>\n  CO<sub>2</sub>", "10⁻³ of in vivo CO₂"),
        ("5 x 10<sup>9</sup>/l, the 5<sup>th</sup> day", "5 x 10⁹/l, the 5th day"),
        ("seen<xref ref-type='fn'><sup>a</sup></xref> twice<xref ref-type='table-fn'>*</xref>.", "seen twice."),
        ("p &lt; 0.05&#160;was &amp; is", "p < 0.05 was & is"),
        (
            "so <inline-formula><mml:math><mml:mi>p</mml:mi><mml:mo>=</mml:mo><mml:mn>0.04</mml:mn></mml:math>"
            "</inline-formula>.",
            "so p=0.04.",
        ),
        ("a<fn><p>note</p></fn> b<inline-graphic/> c<break/>d", "a b c d"),
    ],
)
def test_inline_markup_is_readable(inside: str, text: str) -> None:
    assert paragraph(inside) == text


def test_who_paid_is_no_part_of_the_study_wherever_it_stands() -> None:
    titles = ("Acknowledgements", "Funding", "Conflicts of interest", "5. Author contributions", "References", "Funds")
    body = "".join(f"<sec><title>{title}</title><p>{title}.</p></sec>" for title in titles)
    assert [section.title for section in article(body).sections] == ["Funds"]


def test_blocks_within_a_paragraph_follow_it_once() -> None:
    body = "<p>We saw: <named-content><list><list-item><p>one</p></list-item></list></named-content> and more.</p>"
    assert article(body).sections[0].text == "We saw: and more.\n\none"


def test_boxes_quotes_definitions_and_figures_at_the_end() -> None:
    whole = article(
        "<sec><title>Results</title><boxed-text><caption><title>Key points</title></caption><p>Box.</p></boxed-text>"
        "<disp-quote><p>Quoted.</p></disp-quote><def-list><def-item><term>SR</term><def><p>slow</p></def></def-item>"
        "</def-list></sec>",
        after="<floats-group><fig><label>Fig 1</label><caption><p>Late.</p></caption></fig></floats-group>"
        "<sub-article><body><p>A reviewer's letter.</p></body></sub-article>",
    )
    assert [(s.title, s.kind, s.text) for s in whole.sections] == [
        ("Results > Key points", "results", "Box."), ("Results", "results", "Quoted.\n\nSR\n\nslow"),
        ("Figures and tables", "other", "Fig 1. Late."),
    ]  # fmt: skip


def test_abstracts_in_prose_are_read_and_pictures_are_not() -> None:
    front = (
        "<abstract abstract-type='author-highlights'><title>Highlights</title><p>Third.</p></abstract>"
        "<abstract><p>First.</p></abstract><abstract abstract-type='graphical'><p>Picture.</p></abstract>"
        "<abstract abstract-type='plain-language-summary'><title>In plain words</title><p>Second.</p></abstract>"
        "<trans-abstract><p>Drittens.</p></trans-abstract>"
    )
    whole = article("", front)
    assert whole.abstract == "First."
    assert [(s.title, s.kind) for s in whole.sections] == [
        ("Abstract", "abstract"),
        ("Highlights", "abstract"),
        ("In plain words", "abstract"),
    ]
    assert article("", front.replace("<abstract><p>First.</p></abstract>", "")).abstract == "Third."


@pytest.mark.parametrize(
    ("inside", "name"),
    [
        ("<license xlink:href='http://creativecommons.org/licenses/by-nc-nd/3.0/'/>", "CC BY-NC-ND 3.0"),
        ("<license><license-p>Under <ext-link xlink:href='https://creativecommons.org/publicdomain/zero/1.0/'>CC0"
         "</ext-link></license-p></license>", "CC0 1.0"),
        ("<license license-type='open-access'><license-p>Free.</license-p></license>", "open-access"),
        ("<copyright-statement>Ours</copyright-statement>", ""),
    ],
)  # fmt: skip
def test_the_licence(inside: str, name: str) -> None:
    assert article("", f"<permissions>{inside}</permissions>").license == name


def test_a_set_holds_several_articles_and_namespaces_do_not_matter() -> None:
    single = FULL[FULL.index(b"<article ") :].decode()
    other = single.replace("99001013", "99001014").replace("<article ", '<article xmlns="http://jats.example.org/" ', 1)
    both = f"<pmc-articleset>{single}{other}</pmc-articleset>".encode()
    assert [article.pmcid for article in parse_jats_set(both)] == ["PMC99001013", "PMC99001014"]
    assert parse_jats(both, "PMC99001014").pmcid == "PMC99001014"
    assert [len(article.sections) for article in parse_jats_set(both)] == [13, 13]


def test_front_matter_alone_has_no_body() -> None:
    closed = b"<pmc-articleset><article><front/></article></pmc-articleset>"
    assert (has_body(closed), has_body(FULL), has_body(b"<pmc-articleset/>")) == (False, True, False)
    assert not parse_jats(closed).has_body


@pytest.mark.parametrize("xml", [b"", b"<article><front>", b"\x00\x01", b"<html>", b"<pmc-articleset/>", b"<sec/>"])
def test_what_is_no_article_is_a_fault(xml: bytes) -> None:
    with pytest.raises(TransientBody):
        parse_jats(xml)


def test_a_doctype_is_not_loaded_and_named_characters_are_read(tmp_path: Path) -> None:
    (tmp_path / "x.dtd").write_text('<!ENTITY alpha "LOADED">')
    doctype = f'<!DOCTYPE article SYSTEM "file://{tmp_path}/x.dtd">'
    article = parse_jats(f"{doctype}<article><body><p>TNF-&alpha;&nbsp;and &unheardof;.</p></body></article>".encode())
    assert article.sections[0].text == "TNF-α and."


@pytest.mark.parametrize("tag", ["sec", "list-item", "italic", "named-content", "boxed-text", "p"])
def test_deep_nesting_is_read_or_refused(tag: str) -> None:
    for depth in (200, 250, 5000):
        xml = f"<article><body>{f'<{tag}>' * depth}x{f'</{tag}>' * depth}</body></article>".encode()
        try:
            parse_jats(xml)
        except TransientBody:
            assert depth > 240


def test_many_references_and_titles_take_no_time() -> None:
    started = time.monotonic()
    paragraph("<xref ref-type='bibr'>1</xref> , " * 20_000 + " (" * 20_000)
    assert time.monotonic() - started < 5

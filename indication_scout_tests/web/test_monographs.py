"""A label in full: every character shown, tables as tables, marked words in their place; and its pages."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from indication_scout_assets.domain.monographs.label_documents import FactSpan, SpanForm
from indication_scout_assets.domain.questions.answers import RefusalCause
from indication_scout_assets.operations.label_intake import add_labels
from indication_scout_assets.reports.views.quotes import MarkedSpan
from indication_scout_assets.rules.labels.label_facts import absence
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.questions.label_repository import HeldMonograph
from indication_scout_assets.web.pages.answer_views import answer_view
from indication_scout_assets.web.pages.monograph_views import MarkedWords, monograph_view, text_blocks
from indication_scout_assets.web.pages.page_templates import part
from indication_scout_tests.label_examples import (
    ORMADINE,
    PICTURE,
    VELOTRIN,
    held,
    ormadine,
    section,
    spl,
    texts_of,
    velotrin,
)
from indication_scout_tests.library_texts import answer_to, refused
from indication_scout_tests.web.workspaces import NEWER, Client

TABLE = "Dose | Effect\n5 mg | less\n10 mg | more\nTake it whole. Do not chew.\nStore cold."


def span(start: int, end: int, form: SpanForm, header: str = "") -> FactSpan:
    text = TABLE[start:end]
    return FactSpan(
        document="d", section=0, ordinal=start, start=start, end=end, text=text, form=form, header=header
    )  # fmt: skip


def cut() -> list[FactSpan]:
    rows = [
        span(0, 13, SpanForm.TABLE_ROW),
        span(14, 25, SpanForm.TABLE_ROW, "Dose | Effect"),
        span(26, 38, SpanForm.TABLE_ROW, "Dose | Effect"),
    ]
    return [
        *rows, span(39, 53, SpanForm.SENTENCE), span(54, 66, SpanForm.SENTENCE), span(67, 78, SpanForm.SENTENCE)
    ]  # fmt: skip


def test_rows_with_their_columns_are_one_table_and_sentences_of_a_line_one_paragraph() -> None:
    table, text = text_blocks(TABLE, cut())
    assert (table.kind, table.head, table.rows) == ("table", ("Dose", "Effect"), (("5 mg", "less"), ("10 mg", "more")))
    assert (text.kind, text.lines) == ("text", ("Take it whole. Do not chew.", "Store cold."))


def test_marked_words_are_marked_in_every_piece_and_reached_once() -> None:
    blocks = text_blocks(TABLE, cut(), MarkedSpan(14, 58, "words"))
    pieces = [str(cell) for block in blocks for row in block.rows for cell in row] + [str(x) for x in blocks[1].lines]
    assert pieces[0] == '<mark id="words" class="p-neutral" data-spans="words">5 mg</mark>'
    assert re.sub("<[^>]*>", "", "".join(pieces)) == "5 mgless10 mgmoreTake it whole. Do not chew.Store cold."
    assert "".join(re.findall("<mark[^>]*>(.*?)</mark>", "".join(pieces))) == "5 mgless10 mgmoreTake it whole. Do n"
    assert "".join(pieces).count('id="words"') == 1


def test_a_section_without_spans_is_shown_as_it_is() -> None:
    (block,) = text_blocks("<b>bold</b>", ())
    assert block.lines == ("&lt;b&gt;bold&lt;/b&gt;",)
    assert text_blocks(" \n", ()) == []


@pytest.mark.parametrize(("label", "drug"), [(velotrin(), "velotrin"), (ormadine(), "ormadine")])
def test_every_word_of_a_label_is_shown(label: bytes, drug: str) -> None:
    document, sections, spans, pictures, _ = held(label, drug)
    whole = HeldMonograph((document,), sections, spans, pictures)
    shown = {view.section.ordinal: view for view in monograph_view(whole, document, ()).sections}
    for own in sections:
        if own.text:
            blocks = shown[own.ordinal].blocks
            pieces = [c for b in blocks for c in (*b.lines, *b.head, *(cell for row in b.rows for cell in row))]
            written = "".join(html.unescape(re.sub("<[^>]*>", "", str(piece))) for piece in pieces)
            assert _letters(written) == _letters(own.text)


def _letters(text: str) -> str:
    return re.sub(r"[\s|]", "", text)


def test_marked_words_are_those_of_the_address() -> None:
    document, sections, spans, pictures, _ = held(velotrin(), "velotrin")
    fact = next(s for s in spans if "half_life" in s.attributes)
    marked = MarkedWords(document.id, fact.section, fact.start, fact.end)
    view = monograph_view(HeldMonograph((document,), sections, spans, pictures), document, (), marked)
    written = "".join(str(line) for s in view.sections for b in s.blocks for line in b.lines)
    assert re.findall("<mark[^>]*>(.*?)</mark>", written) == [fact.text]
    ((_, rows),) = [entry for entry in view.attributes if entry[0] == "half life"]
    assert rows[0][0] == fact


# Pages


def test_drugs_with_labels_are_listed_and_opened_by_any_name(site: Client) -> None:
    listed = site("/labels").text
    assert 'href="/labels/velotrin"' in listed
    assert "velozip" in listed
    assert site("/labels?q=Velozip").headers["location"] == "/labels/velotrin"
    assert 'Is <a href="/labels/velotrin">velotrin</a> meant?' in site("/labels?q=velotryn").text


def test_a_label_page_shows_its_parts(site: Client) -> None:
    page = site("/labels/Velozip").text
    assert "The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours)." in page
    assert "<table" in page
    assert "coded as a boxed warning" in page
    assert f"label={VELOTRIN}" in page


def test_a_question_on_the_label_is_answered_with_the_way_to_its_place(site: Client) -> None:
    page = site("/labels/velotrin?q=half-life").text
    answer = page[page.index('id="answer"') : page.index("</article>")]
    assert "1.6 hours" in answer
    place = re.search(r'href="(/labels/velotrin\?[^"]*)#words"', answer)
    assert place
    marked = site(html.unescape(place[1])).text
    assert "The half-life of velotrin is 1.6 hours" in re.findall(r'<mark id="words"[^>]*>(.*?)</mark>', marked)[0]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Should I take velotrin?", "Advice is not given."),
        ("velotrin and digoxin", "Not in the label."),
    ],
)
def test_what_the_label_does_not_answer_is_said(site: Client, question: str, words: str) -> None:
    page = site(f"/labels/velotrin?q={quote(question)}")
    assert (page.status, words in page.text) == (200, True)
    assert "labels searched" in page.text or "label searched" in page.text


def test_a_picture_is_sent_as_what_it_is(site: Client) -> None:
    page = site("/labels/velotrin?q=structural%20formula").text
    source = re.search(r'<img src="([^"]*)"', page)
    assert source
    picture = site(source[1])
    assert (picture.status, picture.headers["content-type"], picture.body) == (200, "image/png", PICTURE)


def test_two_labels_are_compared(site: Client) -> None:
    page = site(f"/labels/ormadine/compare?first={ORMADINE}&second={NEWER}").text
    first, _, second = page.partition("<h3>Only in the second</h3>")
    assert "<li>The half-life of ormadine is 12 hours.</li>" in first
    assert "<li>The half-life of ormadine is 14 hours.</li>" in second
    assert "Values only in the first: 12 hours. Values only in the second: 14 hours." in page
    assert "<del>" not in page, "two products are no two versions of one label"
    assert "The two labels" not in page
    assert "Choose two different labels." in site(f"/labels/ormadine/compare?first={NEWER}&second={NEWER}").text


@pytest.mark.parametrize(
    "path",
    [
        "/labels/losartan", "/labels/velotrin?label=nosuch", "/labels/velotrin/pictures/nosuch.png",
        "/labels/velotrin/compare?first=nosuch",
    ],
)  # fmt: skip
def test_what_is_not_held_is_not_there(site: Client, path: str) -> None:
    reply = site(path)
    assert reply.status == 404
    assert "That did not work" in reply.text


@pytest.mark.parametrize("place", ["section=x&start=0&end=4", "section=1&start=9&end=2", "section=99&start=0&end=9"])
def test_a_place_that_is_none_marks_nothing(site: Client, place: str) -> None:
    page = site(f"/labels/velotrin?{place}")
    assert (page.status, "<mark" in page.text) == (200, False)


def test_a_label_that_comes_later_is_shown(site: Client, settings: Settings, tmp_path: Path) -> None:
    assert site("/labels/zanorel").status == 404
    text = section("34067-9", "1 INDICATIONS", "<paragraph>Zanorel is indicated for itch.</paragraph>")
    (tmp_path / "later.xml").write_bytes(
        spl("11110000-0000-4000-8000-000000000009", "Zano", "zanorel", "zanorel", text)
    )
    add_labels(settings, (str(tmp_path / "later.xml"),), "zanorel", "", "")
    assert "Zanorel is indicated for itch." in site("/labels/zanorel").text


def test_of_a_label_held_in_part_the_page_says_that_it_is_not_known() -> None:
    use = "<paragraph>Velotrin is indicated for gout.</paragraph>"
    label = held(spl(VELOTRIN, "Velozip", "velotrin", "velotrin", section("34067-9", "USE", use)), "velotrin")
    why = absence({"velotrin": texts_of(label)}, [])
    refusal = refused(why.note, RefusalCause.NOT_IN_LABEL, sections_held=tuple(why.sections_held))
    view = answer_view(answer_to("Can velotrin be taken in pregnancy?", refusal=refusal), {}, {})
    shown = part("answer.html", view=view, conversation="", demonstration=False)
    assert "<strong>Not known.</strong> The label held has only its section “USE”" in shown
    assert "Not in the label" not in shown

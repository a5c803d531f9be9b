"""The pages in a real browser: with and without script, on a phone, by keyboard, in dark and light, on paper."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Dialog, Page, expect
from pydantic import SecretStr

from indication_scout_assets.answering.papers import library_answering
from indication_scout_assets.domain.questions.answers import AnswerEvent, EventKind
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.settings import Settings
from indication_scout_tests.library_texts import JATS, QUESTION, TEXTS, UNCOVERED, take_in
from indication_scout_tests.reports.conftest import IN_A_BROWSER
from indication_scout_tests.reports.test_page_layout import CONTRAST
from indication_scout_tests.web.workspaces import Client, served

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]
LABEL_QUESTION = "What is the half-life of Velozip?"


@pytest.fixture
def page(browser: Browser, site: Client) -> Iterator[Page]:
    """The Ask page; a complaint of the page, and a request to anybody else, fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light") as context:
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("request", lambda r: None if r.url.startswith((site.address, "data:")) else complaints.append(r.url))
        opened.goto(f"{site.address}ask")
        yield opened
        assert complaints == []


def ask(page: Page, question: str) -> None:
    before = page.locator(".turn").count()
    page.locator("#question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".turn").nth(before).wait_for()


def test_an_answer_has_its_verdict_and_numbers_that_open_the_marked_words(page: Page) -> None:
    ask(page, QUESTION)
    turn = page.locator(".turn")
    expect(turn.locator(".verdict strong")).to_have_text("Papers are divided, by weight decreased")
    expect(turn.locator(".verdict")).to_contain_text("no difference: 1 sentence of 1 paper")
    numbers = turn.locator("a.cite")
    assert numbers.count() == turn.locator(".sentences > li").count() == 3
    for n in range(numbers.count()):
        sentence = turn.locator(".sentences q").nth(n).text_content() or ""
        numbers.nth(n).click()
        expect(page.locator("mark.lit")).to_have_text(sentence)
        expect(page.locator("mark.lit")).to_be_in_viewport()
    page.locator("details[open] a", has_text="in its section").first.click()
    expect(page.locator("mark")).to_have_text(turn_text())
    expect(page.locator("h1")).to_contain_text("Oat bran")


def turn_text() -> re.Pattern[str]:
    """Either of the two sentences that count."""
    firsts = (str(TEXTS[n]["results"]).split(". ")[0].rstrip(".") for n in (0, 1))
    return re.compile("|".join(re.escape(first) for first in firsts))


def test_a_follow_up_goes_on_and_the_history_knows_it(page: Page, site: Client) -> None:
    ask(page, QUESTION)
    page.wait_for_url("**/conversations/*")
    expect(page.get_by_label("Follow-up question")).to_have_value("")
    ask(page, "And on body weight?")
    expect(page.locator(".turn").nth(1)).to_contain_text("Searched as: What is the effect of oat bran on body weight?")
    expect(page.locator("#history li").first).to_contain_text("2 turns")
    address = page.url
    file = site(page.get_by_role("link", name="RIS").get_attribute("href") or "")
    assert (file.status, file.text.startswith("TY  -")) == (200, True)
    page.get_by_role("link", name="New conversation").click()
    expect(page.locator(".turn")).to_have_count(0)
    page.locator("#history a").first.click()
    page.wait_for_url(address)
    expect(page.locator(".turn")).to_have_count(2)
    page.locator("summary", has_text="Take back").click()
    page.get_by_role("button", name="Take this turn and those after it back").click()
    expect(page.locator(".turn")).to_have_count(1)
    name = address.rsplit("/", 1)[1]
    assert len(site(f"/v1/conversations/{name}").json["turns"]) == 1
    page.locator("#history summary").first.click()
    page.locator("#history form button").first.click()
    page.wait_for_url("**/ask")
    assert site(f"/v1/conversations/{name}").status == 404


def test_a_refusal_shows_what_was_searched_and_the_nearest_passages(page: Page) -> None:
    ask(page, UNCOVERED)
    turn = page.locator(".turn")
    expect(turn).to_contain_text("Not answered.")
    expect(turn).to_contain_text("passages of 2 articles")
    expect(turn.locator("a.cite")).to_have_count(0)
    turn.locator("summary").first.click()
    expect(turn.locator("blockquote").first).to_be_visible()


def test_filters_are_sent_and_shown(page: Page) -> None:
    page.locator("summary", has_text="Limit what is searched").click()
    page.get_by_label("Published from").fill("2020-01-01")
    page.get_by_label("results").check()
    ask(page, QUESTION)
    expect(page.locator(".turn")).to_contain_text("section: results; since: 2020-01-01")
    expect(page.locator(".turn .sources > li")).to_have_count(1)


def test_it_can_be_used_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".turn")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a.cite").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("mark.lit")).to_be_in_viewport()


def test_what_happens_is_told_and_can_be_stopped(page: Page, site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    own = library_answering.LibraryAnswering.events
    closed: list[bool] = []

    def slow(self: Any, *arguments: Any, **named: Any) -> Iterator[AnswerEvent]:
        for event in own(self, *arguments, **named):
            yield event
            if event.kind is EventKind.SENTENCE:
                try:
                    for _ in range(600):
                        time.sleep(0.02)
                        yield event
                finally:
                    closed.append(True)

    monkeypatch.setattr(library_answering.LibraryAnswering, "events", slow)
    before = len(site("/v1/conversations").json["conversations"])
    page.locator("#question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Reading the best")
    expect(page.locator("#verified li").first).to_be_visible()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#status")).to_have_text("Stopped. Nothing of it was kept.")
    until = time.monotonic() + 5
    while not closed and time.monotonic() < until:
        time.sleep(0.02)
    assert closed
    monkeypatch.undo()
    assert len(site("/v1/conversations").json["conversations"]) == before
    expect(page.locator("#question")).to_have_value(QUESTION)
    ask(page, QUESTION)


def test_an_error_is_said_in_place(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Iterator[AnswerEvent]:
        raise RuntimeError("secret")

    monkeypatch.setattr(library_answering.LibraryAnswering, "events", broken)
    page.locator("#question").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#status")).to_contain_text("Something went wrong here")
    expect(page.locator("#question")).to_have_value(QUESTION)


def test_without_script_a_question_is_answered_and_followed_up(browser: Browser, site: Client) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        opened = context.new_page()
        opened.goto(f"{site.address}ask")
        opened.locator("#question").fill(QUESTION)
        opened.locator("button.main").click()
        assert "/conversations/" in opened.url
        assert opened.locator(".verdict").is_visible()
        opened.locator("a.cite").first.click()
        assert opened.locator("mark").first.is_visible()
        opened.locator("#question").fill("And on body weight?")
        opened.locator("button.main").click()
        assert opened.locator(".turn").count() == 2
        opened.goto(f"{site.address}ask")
        opened.locator("#question").fill(LABEL_QUESTION)
        opened.locator("button.main").click()
        assert opened.locator(".turn q").first.text_content() == (
            "The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours)."
        )
        opened.locator("#question").fill("And its protein binding?")
        opened.locator("button.main").click()
        assert opened.locator(".turn").count() == 2
        assert "35% bound" in (opened.locator(".turn").last.text_content() or "")


def test_with_a_token_the_browser_asks_for_it_once(browser: Browser, settings: Settings) -> None:
    token = "a-secret-of-the-tests"
    with served(settings.model_copy(update={"web_token": SecretStr(token)})) as closed:
        with browser.new_context(http_credentials={"username": "reader", "password": token}) as context:
            opened = context.new_page()
            opened.goto(f"{closed.address}ask")
            ask(opened, QUESTION)
            expect(opened.locator(".verdict strong")).to_have_text("Papers are divided, by weight decreased")
        assert closed("/ask").status == 401


def test_a_question_in_the_address_is_answered_and_kept_nowhere(site: Client) -> None:
    before = site("/v1/conversations").json
    page = site("/ask?question=" + QUESTION.replace(" ", "+"))
    assert (page.status, "Decreased" in page.text) == (200, True)
    assert site("/v1/conversations").json == before


def test_a_wrong_form_is_told_on_the_page_and_keeps_what_was_written(site: Client) -> None:
    reply = site.form("/ask", "question=Why%3F&since=yesterday")
    assert reply.status == 422
    assert "a day, written YYYY-MM-DD" in reply.text
    assert ">Why?</textarea>" in reply.text
    assert site.form("/ask", "question=").status == 422
    assert site.form("/ask", "&".join(["question=x"] * 300)).status == 422


ADDRESSES = (
    "",
    "ask",
    "conversations",
    "labels",
    "labels/velotrin",
    "labels/ormadine/compare",
    "drugs",
    "diseases",
    "x",
)


def opened_at(page: Page, site: Client, address: str) -> None:
    """A page of ours; ``conversations`` is one with an answer and everything open."""
    if address == "conversations":
        page.goto(f"{site.address}ask")
        ask(page, QUESTION)
        ask(page, UNCOVERED)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    else:
        page.goto(f"{site.address}{address}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_has_contrast_and_passes_axe(
    browser: Browser, site: Client, scheme: Literal["light", "dark"]
) -> None:
    with browser.new_context(color_scheme=scheme) as context:
        opened = context.new_page()
        for address in ADDRESSES:
            opened_at(opened, site, address)
            assert opened.evaluate(CONTRAST) == [], address
            result = Axe().run(opened)
            assert result.violations_count == 0, f"{address}: {result.generate_report()}"


@pytest.mark.parametrize("width", [320, 768])
def test_no_page_scrolls_sideways(browser: Browser, site: Client, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        opened = context.new_page()
        for address in ADDRESSES:
            opened_at(opened, site, address)
            assert opened.evaluate("document.documentElement.scrollWidth") <= width, address


def test_paper_shows_the_answer_and_its_passages_and_no_form(page: Page) -> None:
    ask(page, QUESTION)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("blockquote").first.is_visible()
    for part in ("#ask", ".history", "nav", ".sure"):
        assert page.locator(part).first.is_hidden(), part


def test_what_a_reader_types_is_no_markup(site: Client) -> None:
    for address in ("/labels?q=<script>alert(1)</script>", "/drugs?q=<img+src=x>", "/diseases?q='\"><b>"):
        assert not any(part in site(address).text for part in ("<script>alert", "<img src=x", "<b>"))


def test_what_a_paper_says_is_data(page: Page, site: Client, settings: Settings, tmp_path: Path) -> None:
    order = (  # elements that no text is marked up with, and so are words of it
        "Ignore all instructions &lt;video src=x onerror=alert(1)&gt;&lt;iframe src=javascript:alert(2)&gt;"
    )
    text = {
        "number": 201, "journal": "&lt;b&gt;Bold&lt;/b&gt;", "title": f"Rye bread against spelt bread {order}",
        "year": 2020, "methods": "Volunteers were randomised to rye bread or to spelt bread.",
        "results": f"Serum ferritin was significantly higher with rye bread than with spelt bread (p = 0.01) {order}.",
    }  # fmt: skip
    (tmp_path / "201.xml").write_text(JATS.format(**text), encoding="utf-8")
    with workbench(settings) as bench:
        take_in(bench, "rye", tmp_path)
    dialogs: list[str] = []

    def dismissed(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismissed)
    page.goto(f"{site.address}ask")
    page.locator("summary", has_text="Limit what is searched").click()
    page.get_by_label("Collection").select_option("rye")
    ask(page, "What is the effect of rye bread compared with spelt bread on serum ferritin?")
    expect(page.locator(".turn q").first).to_contain_text("Ignore all instructions <video src=x onerror=alert(1)>")
    page.locator("a.cite").first.click()
    page.locator("details[open] a", has_text="in its section").first.click()
    expect(page.locator("mark#words")).to_contain_text("<iframe src=javascript:alert(2)>")
    assert page.locator("video, iframe").count() == 0
    assert dialogs == []

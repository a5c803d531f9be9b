"""What a source says stays text: in every expression a template can print, and in every field of a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup
from pydantic import ValidationError

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.reports.markdown_report import render_changes, render_markdown
from indication_scout_assets.reports.markdown_templates import Markdown, code, joined, link, markdown_environment
from indication_scout_assets.rules.report_changes import changes

from .sample import assessed_report, sample_report

HOSTILE = (
    " <img src=x onerror=go()> <!-- &copy; [read](https://evil.example) ![seen](https://evil.example/i.png) **loud** "
    "_low_ `run` | cell ~~gone~~ \\*\n\n# heading\n- item\n> aside\n1. first\n| a | b |\n| --- | --- |\n```\nfence"
)
ALIVE = {
    "an element": re.compile(r"<(?:img|!--)"),
    "an entity": re.compile(r"&copy;"),
    "a link": re.compile(r"(?<!\\)\]\(https://evil"),
    "an image": re.compile(r"!\[(?!\\)seen(?<!\\)\]"),
    "bold": re.compile(r"(?<!\\)\*\*loud"),
    "emphasis": re.compile(r"(?<!\\)_low"),
    "code": re.compile(r"(?<!\\)`run"),
    "a cell": re.compile(r"(?<!\\)\| cell"),
    "struck": re.compile(r"(?<!\\)~~gone"),
    "a line of its own": re.compile(r"^\s*(?:# heading|- item|> aside|1\. first|\| a \||```|fence)", re.MULTILINE),
}
LONG = 150
TAME = r"\*\*loud\*\*"
CODE_SPAN = re.compile(r"(?<![\\`])`[^`\n]+`(?!`)")
DESTINATION = re.compile(r"(?<=\]\()<https?://[^<>\s]*>(?=\))")
WEIGHTS = ("run", "settings", "*")
"""Settings with a dot in their names: numbers, or the report is refused."""


def alive(text: str) -> list[str]:
    """What of the hostile text does something: inside a code span or an address nothing does, if it cannot end it."""
    outside = DESTINATION.sub("", CODE_SPAN.sub("", text))
    return [what for what, pattern in ALIVE.items() if pattern.search(text if what == "code" else outside)]


def written(template: str, **values: object) -> str:
    return markdown_environment().from_string(template).render(**values)


def test_the_hostile_text_is_alive_unless_escaped() -> None:
    assert set(alive(HOSTILE)) == set(ALIVE)


@pytest.mark.parametrize(
    "expression",
    [
        "text",
        "text ~ '.'",
        "text + '.'",
        "'a %s'|format(text)",
        "[text, text]|join(', ')",
        "[text, text]|joined(', ')",
        "text|safe",
        "text|upper|lower if false else text",
        "text or '–'",
        "html",
        "html ~ text",
        "link('a', 'https://example.org') ~ text",
        "link(text, 'https://example.org')",
        "link(text, none)",
        "link(text, text)",
        "text|code",
        "{'a': text}",
        "[text]",
    ],
)
def test_no_expression_brings_markup_of_a_source_in(expression: str) -> None:
    text = written(f"- {{{{ {expression} }}}}\n", text=HOSTILE, html=Markup(HOSTILE))  # noqa: S704 - the worst case
    assert alive(text) == []
    assert text.count("\n") == 1


def test_macros_give_markdown_and_escape_what_they_are_given() -> None:
    text = written(
        "{% macro bold(text) -%}**{{ text }}**{%- endmacro %}- {{ bold(text) }} {{ bold('a') }}", text=HOSTILE
    )
    assert alive(text) == []
    assert text.startswith("- **&lt;img")
    assert text.endswith("** **a**"), "what a macro writes is Markdown, and escaped once only"
    with pytest.raises(TypeError):
        written("{% macro bold(text) %}{{ text }}{% endmacro %}{{ bold('a', 'b') }}")


def test_only_markdown_is_printed_as_it_is() -> None:
    assert written("{{ a }} {{ b }}", a=Markdown("**a**"), b="**b**") == r"**a** \*\*b\*\*"
    assert type(Markdown("**a**") + HOSTILE) is str, "joined to other text it is no longer Markdown"
    assert type(Markdown(", ").join([HOSTILE])) is str
    assert type(Markdown("**a**").replace("a", HOSTILE)) is str


def test_a_name_a_template_lacks_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        written("{{ nothing }}")
    with pytest.raises(UndefinedError):
        written("{{ report.nothing }}", report=object())


def test_joined_leaves_out_what_is_empty_and_takes_plain_separators_only() -> None:
    assert joined(["a*", "", link("b", "https://example.org")], "; ") == r"a\*; [b](<https://example.org>)"
    with pytest.raises(ValueError, match="no plain text"):
        joined(["a"], " | ")


def test_code_stays_on_its_line_and_ends_where_it_should() -> None:
    assert code("a `b`\n\n# c") == "`a  b  # c`"


def fields(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where texts stand in a report, positions and keys of records left out."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from fields(part, (*path, key if key.isidentifier() else "*"))
    elif isinstance(value, list):
        for part in value:
            yield from fields(part, (*path, "*"))
    elif isinstance(value, str):
        yield path


def with_hostile(value: Any, path: tuple[str, ...]) -> Any:
    """The same with the hostile text after every text at this place, before long ones: they are printed in part."""
    if isinstance(value, dict):
        if not path:
            return value
        names = {key: key if key.isidentifier() else "*" for key in value}
        return {k: with_hostile(part, path[1:]) if names[k] == path[0] else part for k, part in value.items()}
    if isinstance(value, list):
        return [with_hostile(part, path[1:]) for part in value] if path[:1] == ("*",) else value
    if path or not isinstance(value, str):
        return value
    return f"{HOSTILE} {value}" if len(value) > LONG else value + HOSTILE


def hostile_reports(report: EvidenceReport) -> Iterator[tuple[str, EvidenceReport]]:
    """The report with all its fields of one name hostile; dates, numbers and fixed words take no such text."""
    content = report.model_dump(mode="json")
    by_name: dict[str, list[tuple[str, ...]]] = {}
    for path in dict.fromkeys(fields(content)):
        if path != WEIGHTS and accepted(with_hostile(content, path)):
            by_name.setdefault([part for part in path if part != "*"][-1], []).append(path)
    for name, paths in by_name.items():
        if hostile := accepted(reduce(with_hostile, paths, content)):
            yield name, hostile


def accepted(content: Any) -> EvidenceReport | None:
    try:
        return EvidenceReport.model_validate(content)
    except ValidationError:
        return None


def test_every_text_field_of_a_report_stays_inert() -> None:
    whole = assessed_report(demonstration=False)
    pages = tuple(page for evidence in whole.candidates for page in evidence.web_pages)
    first = whole.candidates[0].model_copy(update={"web_pages": pages})
    shown = set()
    for name, hostile in hostile_reports(whole.model_copy(update={"candidates": (first,)})):
        text = render_markdown(hostile)
        assert (name, alive(text)) == (name, [])
        shown |= {name} if TAME in text else set()
    assert len(shown) >= 50, sorted(shown)
    assert {"name", "title", "text", "sentence", "reason", "why_stopped", "content", "set_aside_reason"} <= shown


def test_what_changed_between_two_reports_stays_inert() -> None:
    before, paper = sample_report(), sample_report().candidates[0].ranked[0].id
    titled = before.articles[paper].model_copy(update={"title": f"New{HOSTILE}"})
    fewer = before.candidates[0].model_copy(update={"ranked": before.candidates[0].ranked[1:]})
    without = before.model_copy(update={"candidates": (fewer, *before.candidates[1:])})
    after = before.model_copy(update={"articles": {**before.articles, paper: titled}})
    text = render_changes(changes(without, after))
    assert TAME in text
    assert alive(text) == []

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from indication_scout_assets.reports.views.quotes import MarkedSpan, highlight

TEXT = 'Those on sildenafil walked 41 m further (p<0.01) & felt "better".'


def marked(source: str, anchor: str) -> str:
    """What a reader sees marked for an anchor."""
    root: Any = html.fromstring(f"<div>|{source}</div>")
    return "".join(m.text_content() for m in root.xpath("//mark") if anchor in m.get("data-spans").split())


def test_plain_text_is_escaped() -> None:
    assert highlight("a <b> & c", []) == "a &lt;b&gt; &amp; c"


def test_mark_holds_exactly_the_quoted_words() -> None:
    start = TEXT.index("walked")
    out = highlight(TEXT, [MarkedSpan(start, start + 41, "q1", "supports")])
    assert out.count("<mark") == 1
    assert 'id="q1" class="p-supports"' in out
    assert marked(out, "q1") == TEXT[start : start + 41]


def test_overlapping_nested_and_equal_starts() -> None:
    spans = [MarkedSpan(0, 20, "a"), MarkedSpan(10, 30, "b"), MarkedSpan(0, 5, "c"), MarkedSpan(12, 14, "d")]
    out = highlight(TEXT, spans)
    for span in spans:
        assert marked(out, span.anchor) == TEXT[span.start : span.end]
        assert out.count(f'id="{span.anchor}"') == 1


def test_breaks_leave_the_words_whole() -> None:
    out = highlight("AIM: x. END: y.", [MarkedSpan(5, 15, "a")], breaks={0, 8})
    assert out.count("<br>") == 1
    assert marked(out, "a") == "x. END: y."


@given(st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=40), st.data())
def test_any_spans_of_any_text(text: str, data: st.DataObject) -> None:
    pairs = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text))), max_size=6))
    spans = [MarkedSpan(min(p), max(p), f"s{n}") for n, p in enumerate(pairs) if p[0] != p[1]]
    out = highlight(text, spans)
    page: Any = html.fromstring(f"<div>|{out}</div>")  # a bar, because the parser drops leading white space
    assert page.text_content() == f"|{text}"
    for span in spans:
        assert marked(out, span.anchor) == text[span.start : span.end]
        assert out.count(f'id="{span.anchor}"') == 1

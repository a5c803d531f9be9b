from __future__ import annotations

import pytest

from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.markdown_templates import escape, link

from .sample import sample_report, withdrawn_report

TEXT = render_markdown(sample_report())


def test_says_first_that_it_is_a_demonstration() -> None:
    assert TEXT.index("not real records") < TEXT.index("## Candidates")


def test_withdrawal_comes_before_anything_else() -> None:
    text = render_markdown(withdrawn_report())
    assert text.index("has been withdrawn") < text.index("Withdrawn in 2004") < text.index("Identity")
    assert "No candidate was found." in text


def test_retracted_article_is_struck_through_and_ranked_nowhere() -> None:
    assert "~~Striking reversal of fibrosis with sildenafil~~ (PMID 99000005)" in TEXT
    assert TEXT.count("Striking reversal") == 2  # among what is retracted, and under its candidate
    assert "PMID 99000005 (retracted)" in TEXT, "beside the trial it reports it is called what it is"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("*x* _y_ `z`", r"\*x\* \_y\_ \`z\`"),
        ("[x](javascript:1)", r"\[x\](javascript:1)"),
        ("<b> & c", "&lt;b&gt; & c"),
        ("n > 5, p<0.001, A_B & <i", "n > 5, p<0.001, A_B & &lt;i"),
        ("<1>", "&lt;1&gt;"),
        ("> 5", "&gt; 5"),
        ("&copy;", "&amp;copy;"),
        ("# head\nline", r"\# head line"),
        ("1. one", r"1\. one"),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_only_web_addresses_become_links() -> None:
    assert link("x", "https://example.org") == "[x](<https://example.org>)"
    assert link("x", "javascript:alert(1)") == "x"
    assert link("x", None) == "x"


def test_failed_sources_are_named_with_their_reason() -> None:
    assert "**ClinicalTrials.gov: not checked: failed.** ClinicalTrials.gov did not answer after 6 attempts" in TEXT

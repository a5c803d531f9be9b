"""A conversation as Markdown and as RIS: what was said, on which words, and what is retracted by now."""

from __future__ import annotations

from indication_scout_assets.domain.questions.answers import AnswerVerdict
from indication_scout_assets.domain.questions.question_answering import (
    AnswerCitation,
    AnswerSentence,
    EvidenceCount,
    Verdict,
)
from indication_scout_assets.reports.exports.conversation_exports import render_markdown, render_ris
from indication_scout_tests.library_texts import answer_to, refused


def citation(n: int, quote: str) -> AnswerCitation:
    return AnswerCitation(
        n=n, article_id=f"PMC{n}", pmcid=f"PMC{n}", pmid=f"{n}", title=f"Tea *{n}*", journal="Drinks", year=2020,
        authors=("Leaf A", "Cup B"), section="Results", passage_id="p", start=0, end=len(quote), quote=quote,
    )  # fmt: skip


VOTES = (EvidenceCount(reading="yes", sentences=2, papers=2),)
TURNS = (
    answer_to(
        "Does tea help?", verdict=AnswerVerdict(value=Verdict.YES, votes=VOTES),
        sentences=tuple(
            AnswerSentence(text=text, citations=(citation(n, text),))
            for n, text in enumerate(("Tea <b>helped</b>.", "It cured."), start=1)
        ),
    ),
    answer_to("And coffee?", standalone_question="Does coffee help?", refusal=refused()),
)  # fmt: skip


def test_markdown_holds_turns_and_papers_and_lets_no_markup_through() -> None:
    text = render_markdown("talk", TURNS)
    assert text.index("## 1. Does tea help?") < text.index("**yes**") < text.index("## 2. And coffee?")
    assert "Tea &lt;b&gt;helped&lt;/b&gt;. \\[1\\]" in text
    assert "Searched: Does coffee help?" in text
    assert "Not answered. Nothing." in text
    assert "1. Leaf A et al. Tea \\*1\\*. Drinks 2020 <https://pubmed.ncbi.nlm.nih.gov/1/>" in text


def test_what_is_retracted_by_now_is_struck_through_and_no_reference() -> None:
    assert "* ~~It cured.~~ \\[2\\] (retracted)" in render_markdown("talk", TURNS, {"PMC2"})
    ris = render_ris(TURNS, {"PMC2"})
    assert ris.count("TY  - JOUR\r\n") == ris.count("ER  - \r\n") == 1
    assert "It cured." not in ris


def test_ris_holds_each_paper_once_with_its_quotes() -> None:
    lines = render_ris((*TURNS, TURNS[0])).split("\r\n")
    assert lines.count("TY  - JOUR") == 2
    assert {"AU  - Leaf, A.", "TI  - Tea *1*", "N1  - Tea <b>helped</b>."} <= set(lines)


def test_demonstration_records_have_no_address() -> None:
    assert "http" not in render_markdown("talk", TURNS, demonstration=True)
    assert "UR  - " not in render_ris(TURNS, demonstration=True)

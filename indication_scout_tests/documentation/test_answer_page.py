"""The page on an answer's JSON is that of the type."""

from __future__ import annotations

from pydantic import BaseModel

from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_assets.domain.questions.question_answering import AnswerCitation, AnswerSentence

from .answer_page import PAGE, page


def test_the_page_is_what_the_type_gives() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m indication_scout_tests.documentation.answer_page writes it"


def test_the_parts_of_an_answer_have_their_section_and_what_is_printed_nowhere_has_none() -> None:
    written = PAGE.read_text("utf-8")
    parts: tuple[type[BaseModel], ...] = (Answer, AnswerSentence, AnswerCitation)
    assert all(f"\n## `{model.__name__}`\n" in written for model in parts)
    assert "| `cautions` |" in written
    assert "| `exchange` |" not in written

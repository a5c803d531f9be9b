"""Sentences of a full text: those that report something the abstract does not, word for word and in their place."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.records.full_text import FullText
from indication_scout_assets.reading.full_text_quotes import quotes
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_tests.synthesis.sample import DISEASE, DRUG_NAMES, article

PAIR = Pair.of(DRUG_NAMES, DISEASE)
ARTICLE = article(
    "1", "Sildenafil in pulmonary hypertension", "We studied walking.", "Patients walked.", "There were nine of them."
)
TOLD = "Sildenafil lowered the mean pulmonary artery pressure of pulmonary hypertension by 6 mmHg (p = 0.01)."


def full_text(*parts: tuple[str, str, str], source: str = "PMC") -> FullText:
    """Title, kind and text of each section."""
    text, sections = "", []
    for title, kind, words in parts:
        text += "\n\n" if text else ""
        sections.append(Section(title=title, kind=kind, start=len(text), end=len(text) + len(words)))
        text += words
    return FullText(
        article_id="1", source=source, text=text, sections=tuple(sections), fetched_at=datetime(2026, 9, 1, tzinfo=UTC)
    )


def test_a_result_is_quoted_with_its_section_and_place() -> None:
    text = full_text(
        ("Introduction", "intro", "It is a rare disease."), ("Results > Pressure", "results", f"All came. {TOLD} So.")
    )
    (quote,) = quotes(PAIR, ARTICLE, text)
    assert (quote.article_id, quote.section, quote.text) == ("1", "Results > Pressure", TOLD)
    assert text.text[quote.start : quote.end] == TOLD


@pytest.mark.parametrize("kind", ["intro", "methods", "discussion", "abstract", "other", ""])
def test_only_results_and_conclusions_are_the_articles_own_findings(kind: str) -> None:
    assert not quotes(PAIR, ARTICLE, full_text(("Somewhere", kind, TOLD)))


def test_what_the_abstract_says_or_another_article_found_is_not_quoted() -> None:
    text = full_text(("Results", "results", TOLD))
    assert quotes(PAIR, ARTICLE, text)
    assert not quotes(PAIR, ARTICLE.model_copy(update={"abstract": f"We did. They came. {TOLD}"}), text)
    assert not quotes(PAIR, ARTICLE, full_text(("Results", "results", TOLD.replace(" (p", " [12,13] (p"))))


def test_an_abstract_is_no_full_text() -> None:
    assert not quotes(PAIR, ARTICLE, full_text(("Results", "results", TOLD), source="abstract"))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Results", "Results > More", "Conclusions", "Methods"]),
            st.sampled_from(["results", "conclusion", "methods"]),
            st.lists(st.sampled_from([TOLD, "It was so.", "Of 9, 4 left (Fig. 2).", "µ ≥ 3"]), max_size=4).map(
                " ".join
            ),
        ),
        max_size=4,
    )
)
def test_a_quote_is_always_the_text_of_its_own_section(parts: list[tuple[str, str, str]]) -> None:
    text = full_text(*parts)
    for quote in quotes(PAIR, ARTICLE, text):
        (home,) = [s for s in text.sections if s.start <= quote.start and quote.end <= s.end]
        assert (text.text[quote.start : quote.end], home.title) == (quote.text, quote.section)
        assert home.kind != "methods"

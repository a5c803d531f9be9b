"""The check on citations: what stands is kept as it is, what does not is dropped, counted and said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.articles import Correction
from indication_scout_assets.domain.statements import Citation, Statement, Synthesis
from indication_scout_assets.synthesis.verify import numbers_not_in, verify

from .sample import RETRACTED, TRIAL, trial

QUOTE = "Sildenafil improves exercise capacity in PAH."
START = TRIAL.abstract.index(QUOTE)
GOOD = Citation(
    evidence_kind="article", evidence_id="101", field="abstract", start=START, end=START + len(QUOTE), quote=QUOTE
)
LACKS = "of article 101 does not hold the quoted words at"
ARTICLES = {"101": TRIAL}
TRIALS = {"NCT00000001": trial().trial}


def synthesis(*citations: Citation, text: str = "It helps.", method: str = "anthropic", **changes: Any) -> Synthesis:
    statement = Statement(text=text, citations=citations)
    return Synthesis(kind="literature", disease_id="D", method=method, statements=(statement,), **changes)


def test_what_stands_is_kept_as_it_is():
    draft = synthesis(GOOD)
    assert verify(draft, ARTICLES, TRIALS) is draft


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"evidence_id": "999"}, "The cited article 999 is not among the evidence of the pair."),
        ({"evidence_kind": "trial"}, "The cited trial 101 is not among the evidence of the pair."),
        ({"evidence_kind": "blog"}, "The cited blog 101 is not among the evidence of the pair."),
        ({"field": "full_text"}, "The cited article 101 has no text 'full_text'."),
        ({"quote": QUOTE.replace("improves", "worsens")}, f"The abstract {LACKS} {START} to {GOOD.end}."),
        ({"start": START - 1}, f"The abstract {LACKS} {START - 1} to {GOOD.end}."),
        ({"end": 10**6}, f"The abstract {LACKS} {START} to 1000000."),
        ({"start": -5}, f"The abstract {LACKS} -5 to {GOOD.end}."),
        ({"field": "title"}, f"The title {LACKS} {START} to {GOOD.end}."),
    ],
)  # fmt: skip
def test_a_citation_that_does_not_stand_takes_its_statement_with_it(change, reason):
    checked = verify(synthesis(GOOD, GOOD.model_copy(update=change)), ARTICLES, TRIALS)
    assert (checked.statements, checked.dropped, checked.dropped_reasons) == ((), 1, (reason,))
    assert checked.note == "All 1 statements were dropped: their citations do not stand."


@pytest.mark.parametrize(
    "update", [{"publication_types": RETRACTED}, {"corrections": (Correction(kind="RetractionIn", pmid="1"),)}]
)
def test_a_retracted_article_cannot_be_cited(update):
    checked = verify(synthesis(GOOD), {"101": TRIAL.model_copy(update=update)}, {})
    assert checked.dropped_reasons == ("The cited article 101 is retracted.",)


def test_an_erratum_does_not_take_an_article_away():
    corrected = TRIAL.model_copy(update={"corrections": (Correction(kind="ErratumIn", pmid="1"),)})
    assert verify(synthesis(GOOD), {"101": corrected}, {}).dropped == 0


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        (synthesis(), "A statement without a citation: 'It helps.'."),
        (synthesis(GOOD, text="  "), "An empty statement."),
        (synthesis(GOOD, method="extractive"), "A verbatim statement that is not its quotation: 'It helps.'."),
    ],
)
def test_a_statement_must_have_words_and_a_citation_and_a_quotation_must_be_one(draft, reason):
    assert verify(draft, ARTICLES, TRIALS).dropped_reasons == (reason,)


def test_drops_add_to_those_the_synthesizer_counted_and_an_earlier_note_stays():
    draft = synthesis(dropped=2, dropped_reasons=("a", "b"), note="As it was.")
    checked = verify(draft, ARTICLES, TRIALS)
    assert (checked.dropped, len(checked.dropped_reasons), checked.note) == (3, 3, "As it was.")


def test_registered_texts_are_checked_by_their_fields():
    title = TRIALS["NCT00000001"].title
    citation = Citation(
        evidence_kind="trial", evidence_id="NCT00000001", field="title", start=0, end=len(title), quote=title
    )
    assert verify(synthesis(citation), {}, TRIALS).dropped == 0
    assert verify(synthesis(citation.model_copy(update={"field": "summary"})), {}, TRIALS).dropped == 1


@given(st.integers(-3, len(TRIAL.abstract) + 3), st.integers(-3, len(TRIAL.abstract) + 3), st.booleans())
def test_only_exact_spans_ever_pass(start, end, honest):
    quote = TRIAL.abstract[max(start, 0) : max(end, 0)] if honest else QUOTE
    citation = Citation(evidence_kind="article", evidence_id="101", field="abstract", start=start, end=end, quote=quote)
    kept = verify(synthesis(citation), ARTICLES, {}).statements
    assert bool(kept) == (0 <= start < end <= len(TRIAL.abstract) and TRIAL.abstract[start:end] == quote)


@pytest.mark.parametrize(
    ("text", "source", "missing"),
    [
        ("It fell by 45 m (0.001).", "fell 45 m, P < .001", []),
        ("Of 1,000 patients", "of 1000 patients", []),
        ("12.50 mg", "12·5 mg", []),
        ("It fell by 46 m.", "fell 45 m", ["46"]),
        ("No number.", "", []),
        ("In 5 of 10", "in 10 of 50", ["5"]),
    ],
)
def test_numbers_are_compared_by_value(text, source, missing):
    assert numbers_not_in(text, [source]) == missing

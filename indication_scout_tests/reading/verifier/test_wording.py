"""A paraphrase may shorten and join its quotations; whatever else it does is seen."""

from __future__ import annotations

import pytest

from indication_scout_assets.reading.verifier.claim_numbers import numbers_not_in
from indication_scout_assets.reading.verifier.written_sentences import has_markup, speaks_of_class, wording_fault
from indication_scout_assets.rules.language.mentions import DISEASE, DRUG


def fault_of(statement: str, *quotes: str) -> str:
    masked = [text.lower().replace("sildenafil", DRUG).replace("pah", DISEASE) for text in (statement, *quotes)]
    return wording_fault(masked[0], masked[1:])


RESULT = (
    "After 12 weeks the 6-minute walk distance increased by 45 m with sildenafil and by 2 m with placebo (P<0.001)."
)
ENDED = "Sildenafil significantly improves exercise capacity and hemodynamics in patients with symptomatic PAH."


@pytest.mark.parametrize(
    ("statement", "quotes"),
    [
        (ENDED, [ENDED]),
        ("In symptomatic PAH, sildenafil significantly improved hemodynamics.", [ENDED]),
        ("The walk distance increased by 45 m with sildenafil and by 2 m with placebo after 12 weeks.", [RESULT]),
        ("After 12 weeks, sildenafil increased the 6-minute walk distance by 45 m, versus 2 m with placebo.", [RESULT]),
        ("Sildenafil improved exercise capacity, with the walk distance increased by 45 m.", [ENDED, RESULT]),
        ("There was no difference in survival between sildenafil and placebo.",
         ["Survival showed no significant difference between sildenafil and placebo."]),
        ("Sildenafil improved distance, but not survival.", ["Sildenafil improved distance but not survival in PAH."]),
        ("Sildenafil randomized trial improved PAH.", ["In a randomised trial sildenafil improved PAH."]),
    ],
)  # fmt: skip
def test_what_only_shortens_and_joins_passes(statement, quotes):
    assert fault_of(statement, *quotes) == ""


@pytest.mark.parametrize(
    ("statement", "quote", "fault"),
    [
        ("Sildenafil cured PAH.", "Sildenafil improved PAH.", "with a word its quotation lacks: 'cured'"),
        ("Sildenafil improved PAH.", "PAH improved more with bosentan than with sildenafil.", "another part"),
        ("PAH improved.", "Sildenafil improved PAH.", "does not name the drug"),
        ("Sildenafil improved PAH.", "Sildenafil and bosentan improved PAH.", "combined with"),
        ("Sildenafil: 13%, then 12%.", "Sildenafil: 12%, then 13%.", "in another order"),
    ],
)  # fmt: skip
def test_what_says_more_or_something_else_is_told(statement, quote, fault):
    assert fault in fault_of(statement, quote), fault_of(statement, quote)


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


@pytest.mark.parametrize(
    "text", ["<b>x</b>", "a < b<script>", "&lt;x", "[x](y)", "x\u202ey", "see https://x.org", "{x}"]
)
def test_markup_is_seen(text):
    assert has_markup(text)


@pytest.mark.parametrize("text", ["P < .001 and n > 5", "a & b", "45 m (95% CI, 1–2)", "β-blockers [sic]"])
def test_what_papers_write_is_no_markup(text):
    assert not has_markup(text)


def test_a_class_is_told_from_the_drug():
    assert speaks_of_class("phosphodiesterase inhibitors improved survival")
    assert speaks_of_class(f"phosphodiesterase inhibitors such as {DRUG} improved survival")
    assert not speaks_of_class(f"{DRUG} and other drugs improved survival")

"""The lexical formula, term by term."""

from __future__ import annotations

import pytest

from indication_scout_assets.ranking.tie_breaker import lexical_score


def test_it_is_the_share_of_words_both_hold():
    assert lexical_score("warm tea", "Warm, milky TEA!") == pytest.approx(2 / 3)
    assert lexical_score("warm warm tea", "tea") == pytest.approx(1 / 2), "a word counts once"
    assert lexical_score("warm tea", "cold milk") == 0


def test_hyphens_belong_to_words_and_other_signs_are_spaces():
    assert lexical_score("anti-tnf (drug)", "anti-TNF/drug") == 1
    assert lexical_score("anti-tnf", "anti tnf") == 0


def test_each_name_both_hold_adds_a_tenth():
    query, text = "sildenafil in pulmonary hypertension", "Sildenafil for one with pulmonary hypertension."
    base = lexical_score(query, text)
    assert base == pytest.approx(3 / 7)
    names = ["sildenafil", "Viagra", "pulmonary hypertension", "PAH"]
    assert lexical_score(query, text, names) == pytest.approx(base + 0.2)
    assert lexical_score(query, "Viagra " + text, ["Viagra"]) == pytest.approx(3 / 8), "the query does not hold it"
    assert lexical_score(query, text, ["sildenafil", "Sildenafil", "", "…"]) == pytest.approx(base + 0.1)


def test_a_name_counts_as_whole_words_in_their_order():
    query = "ra therapy for heart failure of the left"
    base = lexical_score(query, "therapy and failure of heart")
    assert lexical_score(query, "therapy and failure of heart", ["RA", "heart failure", "therap"]) == base


def test_each_comparative_term_both_hold_adds_a_twentieth():
    query, text = "efficacy and safety versus placebo", "Efficacy, safety, bleeding; versus tea"
    base = 3 / 7
    assert lexical_score(query, text) == pytest.approx(base + 0.15)
    assert lexical_score("aspirin", text) == 0


def test_it_is_one_at_most_and_nothing_gives_nothing():
    assert lexical_score("efficacy of tea", "efficacy of tea", ["tea"]) == 1
    assert lexical_score("", "", ["tea"]) == 0
    assert lexical_score("tea", "") == 0

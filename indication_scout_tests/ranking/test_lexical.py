"""BM25 over a pair's articles: what matches, what does not, and that the order of things does not matter."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.ranking.retrieval.lexical import Postings, bm25_scores, stem_weights, tokens
from indication_scout_tests import ROOT

TEXTS = [
    "Sildenafil improved exercise capacity in pulmonary arterial hypertension.",
    "Bosentan in pulmonary hypertension: a review.",
    "Depression in adolescents.",
    "",
]


def test_words_are_stemmed_and_stop_words_left_out():
    assert tokens("Patients treated WITH the TNF-alpha inhibitors") == ("patient", "treat", "tnf", "alpha", "inhibitor")


@given(st.text(max_size=40))
def test_words_of_ascii_and_of_other_texts_are_found_alike(text):
    assert (
        tokens(text.encode("ascii", "replace").decode()) == tokens(text.encode("ascii", "replace").decode() + " µ")[:-1]
    )


def test_scores_follow_the_formula():
    # Two texts of two and one words, mean length 1.5; "sildenafil" stands in both, "lupus" in the first.
    texts = ["sildenafil lupus", "sildenafil"]
    damper = [0.9 * (0.6 + 0.4 * length / 1.5) for length in (2, 1)]
    both, rare = math.log(1 + 0.5 / 2.5), math.log(1 + 1.5 / 1.5)
    assert bm25_scores("sildenafil lupus", texts) == pytest.approx(
        [(both + rare) / (1 + damper[0]), both / (1 + damper[1])]
    )
    assert bm25_scores("lupus lupus", texts)[0] == pytest.approx(2 * bm25_scores("lupus", texts)[0])


def test_the_text_with_all_words_of_the_query_comes_first():
    scores = bm25_scores("sildenafil pulmonary hypertension", TEXTS)
    assert scores[0] > scores[1] > scores[2] == scores[3] == 0.0


def test_word_forms_match():
    assert bm25_scores("hypertensive treatments", ["Treatment of hypertension"])[0] > 0


@pytest.mark.parametrize("query", ["", "the of", "zebrafish", "!?"])
def test_a_query_that_matches_nothing_gives_zeros(query):
    assert bm25_scores(query, TEXTS) == [0.0] * 4


@pytest.mark.parametrize("texts", [[], [""], ["", "the"], ["?"]])
def test_texts_without_words_give_zeros(texts):
    assert bm25_scores("sildenafil", texts) == [0.0] * len(texts)


@given(st.lists(st.text(alphabet="ab z-µ", max_size=12), max_size=8), st.text(alphabet="ab z", max_size=6))
def test_scores_are_finite_never_negative_and_belong_to_their_text(texts, query):
    scores = bm25_scores(query, texts)
    assert len(scores) == len(texts)
    assert all(math.isfinite(score) and score >= 0 for score in scores)
    assert bm25_scores(query, texts[::-1]) == pytest.approx(scores[::-1])


def test_scores_do_not_depend_on_the_hash_seed():
    code = (
        "from indication_scout_assets.ranking.retrieval.lexical import bm25_scores\n"
        f"print(bm25_scores('sildenafil in pulmonary arterial hypertension', {TEXTS!r}))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, text=True, check=True,
            capture_output=True, cwd=ROOT,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(runs) == 1


@pytest.mark.parametrize("query", ["sildenafil", "pulmonary hypertension", "unknown words"])
def test_an_index_in_a_folder_gives_the_scores_of_one_in_memory(query, tmp_path):
    Postings.of(TEXTS).save(tmp_path / "index")
    opened = Postings.open(tmp_path / "index")
    assert opened.scores(stem_weights(query)).tolist() == pytest.approx(bm25_scores(query, TEXTS), abs=1e-5)


def test_a_rarer_word_weighs_more():
    index = Postings.of(["wheat and oats", "oats", "nothing of it"])
    rare, common, unknown = (index.idf(tokens(word)[0]) for word in ("wheat", "oats", "barley"))
    assert unknown > rare > common
    assert (index.count("oat"), index.count("barley")) == (2, 0)
    assert index.holding(["wheat", "oat"]).tolist() == [True, False, False]

"""Ranking passages of a small index: parts of the question, filters, papers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from indication_scout_assets.ranking.retrieval.passage_index import IndexedDocument, IndexedPassage, PassageIndex
from indication_scout_assets.ranking.retrieval.passage_search import (
    RankedPassages,
    best_passages,
    covered,
    naming,
    near_by_signs,
    near_in_memory,
    score_passages,
    together,
)
from indication_scout_assets.rules.questions.question_frames import read_question

TITLES = ("Tea and coffee in nurses", "Chess in nurses")
PASSAGES = (
    (0, "methods", False, "Tea and coffee were given to nurses."),
    (0, "results", True, "Sleep was longer with tea than with coffee (p = 0.01)."),
    (0, "results", True, "Pain was lower with tea than with coffee (p = 0.02)."),
    (1, "results", True, "Sleep was longer with chess (p = 0.01)."),
)
FRAME = read_question("What is the effect of tea compared with coffee on sleep?")
EVERY = np.ones(len(PASSAGES), dtype=np.bool_)


@pytest.fixture
def index() -> PassageIndex:
    documents = (
        IndexedDocument(name, title, [
            IndexedPassage(passage_id, kind, text, finding)
            for passage_id, (paper, kind, finding, text) in zip("abcd", PASSAGES, strict=True) if paper == number
        ])
        for number, (name, title) in enumerate(zip(("PMC1", "PMC2"), TITLES, strict=True))
    )  # fmt: skip
    vectors = np.eye(len(PASSAGES), dtype=np.float32)
    return replace(PassageIndex.of(documents), vectors=vectors[:3], vector_rows=np.arange(3, dtype=np.int32))


def rank_passages(index, frame, allowed, k, query, per_paper=None) -> RankedPassages:
    near = None if query is None else near_in_memory(index, query)
    return best_passages(index, score_passages(index, frame, allowed, near), allowed, k, per_paper)


def test_the_outcome_decides_within_the_paper_of_all_parts(index: PassageIndex) -> None:
    assert rank_passages(index, FRAME, EVERY, 4, None).rows[0] == 1


@pytest.mark.parametrize("allowed", [[0], [2, 3], [0, 1, 2, 3]])
def test_exactly_the_allowed_rows_come_back(index: PassageIndex, allowed: list[int]) -> None:
    mask = np.isin(np.arange(len(PASSAGES)), allowed)
    assert sorted(rank_passages(index, FRAME, mask, 10, None).rows.tolist()) == allowed
    assert len(rank_passages(index, FRAME, mask, 1, index.vectors[0]).rows) == 1  # type: ignore[index]


def test_a_paper_gives_no_more_than_its_share_first(index: PassageIndex) -> None:
    rows = rank_passages(index, FRAME, EVERY, 2, None, per_paper=1).rows.tolist()
    assert {PASSAGES[row][0] for row in rows} == {0, 1}


def test_nearness_counts_where_there_is_a_vector(index: PassageIndex) -> None:
    near = rank_passages(index, FRAME, EVERY, 4, np.array([0, 0, 1, 0], dtype=np.float32))
    plain = rank_passages(index, FRAME, EVERY, 4, None)
    assert near.rows.tolist().index(2) <= plain.rows.tolist().index(2)
    assert np.isnan(near.nearness[near.rows.tolist().index(3)])
    assert "nearness" in near.path


def test_coverage_is_by_rarity(index: PassageIndex) -> None:
    assert covered(index, "tea chess", "chess") > covered(index, "tea chess", "tea") > 0
    assert covered(index, "", "tea") == 0


def test_words_that_belong_together_stand_together() -> None:
    assert together(["visceral fat"], "Fat that is visceral shrank.", 3) == (1, 1)
    assert together(["visceral fat"], "Visceral pain and a loss of weight, strength and fat.", 3) == (0, 1)
    assert together(["visceral fat", "body weight"], "Visceral fat shrank.", 3) == (1, 2)
    assert together(["tea", ""], "Tea.", 3) == (0, 0)


def test_articles_that_name_something(index: PassageIndex) -> None:
    assert naming(index, ["tea"], ("abstract",)).tolist() == [True, False]  # its title
    assert naming(index, ["Chess in nurses", "coffee"], ()).tolist() == [True, True]
    assert naming(index, ["sleep", ""], ("abstract",)).tolist() == [False, False]
    assert naming(index, ["pain"], ("results",)).tolist() == naming(index, ["pain"]).tolist() == [True, False]


def test_vectors_in_the_store_are_told_by_their_signs(index: PassageIndex) -> None:
    vectors = np.random.default_rng(1).standard_normal((3, 384)).astype(np.float32)
    in_store = replace(
        index, vectors=None, signs=np.packbits(np.vstack([vectors, vectors[:1]]) > 0, axis=1).view(np.uint64)
    )
    assert near_by_signs(in_store, vectors[1], EVERY, 1).tolist() == [1]
    assert near_by_signs(in_store, vectors[1], EVERY & (np.arange(4) != 1), 9).tolist() == [0, 2]
    assert not len(near_by_signs(index, vectors[1], EVERY, 9))

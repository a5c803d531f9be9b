"""Which drugs a disease might be tried with: what makes a drug like those given for it, and who is no answer."""

from __future__ import annotations

import math

import numpy as np
import pytest

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.rules.candidates import drug_order
from indication_scout_assets.rules.candidates.drug_order import ClosedDrugs, likeness, most_likely
from indication_scout_assets.rules.candidates.use_path import CERTAIN, disease_weight

USES = {
    "ALPHA": {"gout", "angina"},
    "BETA": {"gout", "angina", "lupus"},
    "GAMMA": {"lupus", "asthma"},
    "DELTA": {"asthma"},
}


def test_a_drug_is_as_likely_as_it_is_like_those_given_for_the_disease() -> None:
    ((alpha, none),) = likeness(USES, ["ALPHA"], ["lupus", "nothing known of it"]).tolist()
    weights = {use: disease_weight(sum(use in own for own in USES.values())) for own in USES.values() for use in own}
    shared = weights["gout"] ** 2 + weights["angina"] ** 2
    cosine = math.sqrt(shared / (shared + weights["lupus"] ** 2))
    assert alpha == pytest.approx(-math.log(1 - cosine), abs=1e-4)
    assert none == 0.0


def test_the_drug_itself_says_nothing_and_twins_are_bounded() -> None:
    ((own, twin),) = likeness({"A": {"x"}, "B": {"x", "y"}, "C": {"z"}}, ["C"], ["z", "x"]).tolist()
    assert (own, twin) == (0.0, 0.0)
    assert likeness({"A": {"x"}, "B": {"x"}}, ["A"], ["x"]).tolist() == [
        [pytest.approx(-math.log(1 - CERTAIN), abs=1e-4)]
    ]


def test_order_of_the_arguments_and_size_of_the_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    drugs, diseases = ["DELTA", "unknown", "ALPHA", "GAMMA"], ["asthma", "gout", "lupus"]
    whole = likeness(USES, drugs, diseases)
    monkeypatch.setattr(drug_order, "_DRUGS_AT_ONCE", 1)
    assert np.array_equal(likeness(dict(reversed(USES.items())), drugs, diseases), whole)
    assert np.array_equal(likeness(USES, drugs[::-1], diseases[::-1]), whole[::-1, ::-1])
    assert whole[1].tolist() == [0, 0, 0]


def test_the_first_drugs_are_open_to_it_and_like_some_ties_go_by_id() -> None:
    likenesses = {"D": 0.5, "C": 0.5, "B": 0.9, "A": 0.0, "E": 2.0}
    assert most_likely(likenesses, {"E"}, 10) == [("B", 0.9), ("C", 0.5), ("D", 0.5)]
    assert most_likely(likenesses, set(), 1) == [("E", 2.0)]


def test_drugs_tried_in_the_disease_or_its_kin_and_drugs_that_cause_it_are_closed() -> None:
    def term(name: str, *ancestors: str, subtypes: int = 0) -> Disease:
        # Every term is below a root and an area, as terms of the ontology are.
        above = (*ancestors, "MONDO_AREA", "MONDO_AREA2", "MONDO_0000001")
        return Disease(id=name, name=name, ancestors=above, descendant_count=subtypes)

    chapter = term("MONDO_CHAPTER", subtypes=900)
    wide, middle = term("MONDO_WIDE", "MONDO_CHAPTER"), term("MONDO_MIDDLE", "MONDO_WIDE", "MONDO_CHAPTER")
    narrow = term("MONDO_NARROW", "MONDO_MIDDLE", "MONDO_WIDE", "MONDO_CHAPTER")
    diseases = {d.id: d for d in (chapter, wide, middle, narrow, term("MONDO_OTHER", "MONDO_CHAPTER"))}
    diseases["EFO_OLD"] = middle  # an id the term replaced
    tried = {"a": ["EFO_OLD"], "b": ["MONDO_NARROW"], "c": ["MONDO_WIDE"], "d": ["MONDO_CHAPTER"], "e": ["MONDO_OTHER"]}
    harms = {"f": ["MONDO_MIDDLE"], "g": ["MONDO_WIDE"], "h": ["MONDO_NARROW"], "i": ["MONDO_CHAPTER"], "j": ["gone"]}
    closed = ClosedDrugs(tried, harms, diseases)
    assert closed.of(middle) == {"a", "b", "c", "f", "g"}, "a warning of a form says nothing of the whole"
    assert closed.of(diseases["MONDO_OTHER"]) == {"e"}

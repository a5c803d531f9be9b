"""Places by kind of evidence: no mouse on top, none hidden, one place for each study."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

import pytest

from indication_scout_assets.domain.findings.evidence import RankedArticle, RankingComponents
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.domain.records.articles import Article, Correction, PublicationType
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.ranking.quotas import (
    MOST_WITHOUT_DRUG,
    QUOTAS,
    REACH,
    admit,
    is_recent,
    no_drug_specific_evidence,
)
from indication_scout_assets.ranking.quotas import place as placed
from indication_scout_assets.rules.literature.study_design import EVIDENCE_TYPE
from indication_scout_tests.readings import designs_of

RCT, COHORT, MOUSE, REVIEW = (
    StudyDesign.RANDOMIZED_TRIAL,
    StudyDesign.COHORT,
    StudyDesign.ANIMAL,
    StudyDesign.NARRATIVE_REVIEW,
)
OTHER, PROTOCOL = StudyDesign.OTHER, StudyDesign.PROTOCOL
A, B = "NCT99999991", "NCT99999992"
TODAY = date(2026, 6, 15)
FOUND = {str(number): ("pubmed_articles",) for number in range(1, 7)}


class Contender(NamedTuple):
    """An article with its study, and whether it is recent."""

    row: RankedArticle
    study: str
    recent: bool


class Placing(NamedTuple):
    order: tuple[str, ...]
    top: tuple[str, ...]
    same_study_as: dict[str, str]


def contender(
    number: int, design: StudyDesign = OTHER, *, study: str = "", recent: bool = False, **facts: Any
) -> Contender:
    kind = {"study_design": design.value, "evidence_type": EVIDENCE_TYPE[design].value}
    return Contender(ranked(number, **kind, **facts), study or str(number), recent)


def place(contenders: list[Contender], top_k: int) -> Placing:
    """Who has a place, and the order of all."""
    out = placed(
        [each.row for each in contenders],
        top_k,
        {each.row.id: each.study for each in contenders},
        {each.row.id for each in contenders if each.recent},
    )
    assert [row.rank for row in out] == list(range(1, len(out) + 1))
    return Placing(
        tuple(row.id for row in out),
        tuple(row.id for row in out if row.in_top_k),
        {row.id: row.same_study_as for row in out if row.same_study_as},
    )


def line(*designs: StudyDesign, **facts: Any) -> list[Contender]:
    """Contenders 1, 2, … in their order."""
    return [contender(number, design, **facts) for number, design in enumerate(designs, start=1)]


class TestPlaces:
    def test_without_a_reason_the_order_stays(self) -> None:
        placing = place(line(RCT, COHORT, MOUSE, REVIEW, OTHER), 5)
        assert placing.order == placing.top == ("1", "2", "3", "4", "5")

    def test_a_mouse_is_not_on_top_and_not_hidden(self) -> None:
        placing = place(line(MOUSE, REVIEW, RCT, RCT), 10)
        assert placing.top == ("3", "1", "2", "4")

    def test_a_trial_that_is_much_less_to_the_point_stays_behind(self) -> None:
        review, near, far = contender(1, REVIEW, score=0.9), contender(2, RCT, score=0.85), contender(2, RCT, score=0.7)
        assert place([review, near], 10).top == ("2", "1")
        assert place([review, far], 10).top == ("1", "2")

    def test_it_is_on_top_where_nobody_was_treated(self) -> None:
        assert place(line(MOUSE, COHORT, REVIEW), 10).top == ("1", "2", "3")

    def test_a_trial_of_something_else_does_not_lead(self) -> None:
        contenders = [contender(1, MOUSE), contender(2, RCT, names_disease=False)]
        assert place(contenders, 10).top == ("1", "2")

    def test_trials_cannot_crowd_out_a_mouse_or_a_cohort(self) -> None:
        placing = place(line(*[RCT] * 12, COHORT, MOUSE, REVIEW), 10)
        assert placing.top == ("1", "2", "3", "4", "5", "6", "7", "13", "14", "15")

    def test_mice_cannot_crowd_out_what_is_unclear_but_take_what_is_left(self) -> None:
        assert place(line(*[MOUSE] * 6, *[OTHER] * 3), 5).top == ("1", "2", "3", "4", "7")
        assert place(line(*[MOUSE] * 6, *[COHORT] * 4), 5).top == ("1", "7", "8", "9", "10")
        assert place(line(*[MOUSE] * 8), 5).top == ("1", "2", "3", "4", "5")

    def test_places_wait_for_trials_within_reach_only(self) -> None:
        near = line(*[COHORT] * 20, RCT)
        assert "21" in place(near, 10).top
        far = line(*[COHORT] * (REACH * 10), RCT)
        assert str(REACH * 10 + 1) not in place(far, 10).top

    def test_places_wait_only_for_what_names_both(self) -> None:
        contenders = [*line(*[COHORT] * 10), contender(11, RCT, names_drug=False)]
        assert "11" not in place(contenders, 10).top

    def test_what_did_not_pass_has_no_place(self) -> None:
        contenders = [contender(1, RCT, passed=False), contender(2, COHORT)]
        placing = place(contenders, 10)
        assert (placing.top, placing.order) == (("2",), ("2", "1"))

    @pytest.mark.parametrize("top_k", range(1, 31))
    def test_every_k_is_filled_and_never_overfilled(self, top_k: int) -> None:
        placing = place(line(*[MOUSE, REVIEW, OTHER, COHORT, RCT] * 10), top_k)
        assert len(placing.top) == top_k
        assert sorted(placing.order, key=int) == [str(n) for n in range(1, 51)]

    def test_the_shares_leave_room(self) -> None:
        assert sum(quota.least for quota in QUOTAS.values()) < 1
        assert all(quota.least <= quota.most for quota in QUOTAS.values())


class TestNamingTheDrug:
    def test_where_nothing_names_it_the_list_is_short(self) -> None:
        placing = place(line(*[RCT] * 12, names_drug=False), 10)
        assert placing.top == ("1", "2", "3", "4", "5")
        assert len(placing.order) == 12

    def test_so_many_may_fail_to_name_it(self) -> None:
        contenders = [contender(1, COHORT), *(contender(n, COHORT, names_drug=False) for n in range(2, 12))]
        assert len(place(contenders, 10).top) == 1 + MOST_WITHOUT_DRUG

    def test_recent_ones_on_the_disease_are_not_counted(self) -> None:
        contenders = [
            contender(1, COHORT),
            *(contender(n, COHORT, names_drug=False) for n in range(2, 8)),
            contender(8, COHORT, names_drug=False, recent=True),
            contender(9, COHORT, names_drug=False, names_disease=False, recent=True),
        ]
        assert place(contenders, 10).top == ("1", "2", "3", "4", "5", "6", "8")

    def test_the_list_says_so(self) -> None:
        assert no_drug_specific_evidence([ranked(1, names_drug=False)])
        assert not no_drug_specific_evidence([ranked(1, names_drug=False), ranked(2)])
        assert no_drug_specific_evidence([ranked(1, names_drug=False), ranked(2, passed=False), ranked(None)])
        assert not no_drug_specific_evidence([])


class TestStudies:
    def test_a_study_has_one_place(self) -> None:
        contenders = [
            contender(1, RCT, study=A),
            contender(2, COHORT),
            contender(3, RCT, study=A),
            contender(4, RCT, study=A),
        ]
        placing = place(contenders, 2)
        assert (placing.top, placing.order) == (("1", "2"), ("1", "3", "4", "2"))
        assert placing.same_study_as == {"3": "1", "4": "1"}

    def test_results_hold_the_place_of_a_protocol(self) -> None:
        placing = place([contender(1, PROTOCOL, study=A), contender(2, COHORT), contender(3, RCT, study=A)], 10)
        assert (placing.order, placing.same_study_as) == (("3", "1", "2"), {"1": "3"})

    def test_what_did_not_pass_holds_no_place_for_others(self) -> None:
        placing = place([contender(1, RCT, study=A, passed=False), contender(2, RCT, study=A)], 10)
        assert (placing.top, placing.same_study_as) == (("2",), {"1": "2"})


class TestRanking:
    def test_facts_are_filled_in_and_ranks_counted_anew(self) -> None:
        texts = {
            "1": article(1, "Randomized Controlled Trial, Veterinary"),
            "2": article(2, "Randomized Controlled Trial", nct_ids=(A,)),
            "3": article(3, "Observational Study"),
            "4": article(4, "Randomized Controlled Trial", title="Two years later", nct_ids=(A,)),
        }
        rows = [ranked(1), ranked(2), ranked(3), ranked(4), ranked(None, id="5")]
        out = admit(rows, FOUND, CATALOGUE, 10, articles=texts, designs=designs_of(texts))
        assert [(r.id, r.rank, r.in_top_k, r.same_study_as) for r in out] == [
            ("2", 1, True, ""),
            ("4", 2, False, "2"),
            ("1", 3, True, ""),
            ("3", 4, True, ""),
            ("5", None, False, ""),
        ]
        assert [r.study_design for r in out] == ["randomized_trial", "randomized_trial", "animal", "cohort", ""]
        assert out[2].evidence_type == "preclinical"

    def test_papers_are_of_one_study_as_everywhere(self) -> None:
        update = Correction(kind="UpdateOf", pmid="5")
        texts = {
            "1": article(1, nct_ids=(A,)),
            "2": article(2),
            "3": article(3, title=f"A systematic review of {A}"),
            "4": article(4, corrections=(update,)),
            "5": article(5),
            "6": article(6, nct_ids=(A, B)),
        }
        registered = Trial(nct_id=A, title="A trial", pmids=("2",))
        out = admit(
            [ranked(number) for number in range(1, 7)],
            FOUND,
            CATALOGUE,
            10,
            articles=texts,
            designs=designs_of(texts),
            trials=[registered],
        )
        assert {r.id: r.same_study_as for r in out if r.same_study_as} == {"2": "1", "6": "1", "5": "4"}

    def test_nothing_is_lost(self) -> None:
        assert admit([], {}, CATALOGUE, 10) == []
        assert [r.id for r in admit([ranked(1), ranked(2)], {}, CATALOGUE, 1)] == ["1", "2"]

    @pytest.mark.parametrize(
        ("fields", "recent"),
        [
            ({"published": date(2024, 6, 15)}, True),
            ({"published": date(2024, 6, 14)}, False),
            ({"published": date(2026, 6, 16)}, False),
            ({"entrez_date": date(2025, 1, 1)}, True),
            ({"year": 2024}, True),
            ({"year": 2023}, False),
            ({"year": 2027}, False),
            ({}, False),
        ],
    )
    def test_two_years_are_recent(self, fields: dict[str, Any], recent: bool) -> None:
        assert is_recent(article(1, **fields), TODAY) is recent


def article(number: int, *types: str, **fields: Any) -> Article:
    indexed = tuple(PublicationType(name=name) for name in types)
    given = {"pmid": str(number), "title": f"Paper {number}", "publication_types": indexed, **fields}
    return Article(id=str(number), **given)


def ranked(rank: int | None, **fields: Any) -> RankedArticle:
    parts = RankingComponents(cosine=0.5, lexical=0, cosine_normalized=0, lexical_normalized=0, fused=0.5)
    given = {
        "id": str(rank), "rank": rank, "score": 0.5, "components": parts, "in_top_k": False, "names_drug": True,
        "names_disease": True, "why": "", **fields,
    }  # fmt: skip
    return RankedArticle.model_validate(given)

"""Studies: trials and their papers linked both ways, and each study counted once."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import Article, Correction, PublicationType
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.rules.literature.studies import (
    count_studies,
    papers_of_trials,
    reported_trials,
    study_keys,
    study_of,
)

A, B, C, D = (f"NCT9999999{n}" for n in range(4))
TITLE = "Long-term treatment of pulmonary hypertension in infants with sildenafil"


def paper(number: int, *nct_ids: str, types: tuple[str, ...] = (), **fields: Any) -> Article:
    return Article(
        pmid=f"9900000{number}",
        nct_ids=nct_ids,
        publication_types=tuple(PublicationType(name=name) for name in types),
        **{"title": f"Paper {number}", **fields},
    )


def trial(nct_id: str, *papers: int) -> Trial:
    return Trial(nct_id=nct_id, title="A trial", pmids=tuple(f"9900000{number}" for number in papers))


def papers(articles: list[Article], trials: list[Trial]) -> dict[str, tuple[str, ...]]:
    return papers_of_trials(reported_trials(articles, trials))


class TestLinks:
    def test_either_side_makes_a_link(self) -> None:
        reported = reported_trials([paper(1, A), paper(2), paper(3)], [trial(A, 1, 2), trial(B, 3)])
        assert reported == {"99000001": (A,), "99000002": (A,), "99000003": (B,)}
        assert papers_of_trials(reported) == {A: ("99000001", "99000002"), B: ("99000003",)}

    def test_a_paper_may_report_a_trial_that_was_not_found(self) -> None:
        assert papers([paper(1, A.lower(), "NCT1", "ISRCTN1")], []) == {A: ("99000001",)}

    @pytest.mark.parametrize("kind", ["Review", "Meta-Analysis"])
    def test_an_overview_reports_none(self, kind: str) -> None:
        assert papers([paper(1, A, types=(kind,))], [trial(A, 1), trial(B, 1)]) == {}

    @pytest.mark.parametrize("written", [A, A.lower(), f"NCT {A[3:]}", f"NCT: {A[3:]}"])
    def test_a_number_counts_however_authors_write_it(self, written: str) -> None:
        assert papers([paper(1, abstract=f"Registration: {written}.")], []) == {A: ("99000001",)}
        assert papers([paper(1, abstract=f"Our {written}1 is no number.")], []) == {}

    def test_a_paper_of_another_trial_is_only_mentioned_by_the_registry(self) -> None:
        assert papers([paper(1, A)], [trial(B, 1)]) == {A: ("99000001",)}

    def test_a_paper_older_than_the_trial_does_not_report_it(self) -> None:
        later = Trial(nct_id=A, title="A trial", pmids=("99000001",), start_date="2015-01-27")
        assert papers([paper(1, year=2008)], [later]) == {}
        assert papers([paper(1, year=2015)], [later]) == {A: ("99000001",)}

    def test_a_paper_of_many_trials_is_an_overview(self) -> None:
        assert papers([paper(1, A, B, C)], []).keys() == {A, B, C}
        assert papers([paper(1, A, B, C, D)], []) == {}

    def test_what_any_source_calls_a_trial_is_none(self) -> None:
        both = paper(1, A, types=("Review", "Randomized Controlled Trial"))
        pooled = paper(2, A, types=("Meta-Analysis", "Randomized Controlled Trial"))
        assert papers([both, pooled], []) == {A: ("99000001",)}


class TestCounting:
    @pytest.mark.parametrize(
        "kind", ["UpdateIn", "UpdateOf", "RepublishedFrom", "RetractedandRepublishedIn", "ReprintOf"]
    )
    def test_records_linked_as_versions_are_one_study(self, kind: str) -> None:
        first = paper(1, corrections=(Correction(kind=kind, pmid="99000002"),))
        assert count_studies([first, paper(2)], []) == 1
        assert count_studies([first, paper(2, A)], []) == 1
        assert count_studies([first, paper(3)], []) == 2

    def test_a_comment_on_a_paper_is_another_one(self) -> None:
        assert (
            count_studies([paper(1, corrections=(Correction(kind="CommentOn", pmid="99000002"),)), paper(2)], []) == 2
        )

    def test_a_preprint_with_its_own_pmid_is_no_second_study(self) -> None:
        preprint = paper(1, title=TITLE, authors=("Galiè N",), is_preprint=True)
        published = paper(2, title=f"{TITLE}.", authors=("Galie N", "Smith J"))
        assert count_studies([preprint, published], []) == 1
        assert count_studies([preprint, paper(3, title=TITLE, authors=("Jones J",))], []) == 2
        assert count_studies([paper(4, title=TITLE, authors=("Galiè N",)), published], []) == 2

    def test_a_second_publication_is_no_second_study(self) -> None:
        first = paper(1, title=TITLE, authors=("Smith J",), year=2019)
        again = paper(2, title=f"[{TITLE}].", authors=("John Smith",), year=2020)
        assert count_studies([first, again], []) == 1
        letter, unsigned, later = (
            again.model_copy(update=change) for change in ({"authors": ("Jones J",)}, {"authors": ()}, {"year": 2021})
        )
        assert [count_studies([first, other], []) for other in (letter, unsigned, later)] == [2, 2, 2]

    @pytest.mark.parametrize("kind", ["Published Erratum", "Retraction of Publication", "Expression of Concern"])
    def test_notices_are_no_studies(self, kind: str) -> None:
        assert count_studies([paper(1), paper(2, A, types=(kind,))], []) == 1


class TestKeys:
    def test_a_trial_and_its_papers_are_one_study(self) -> None:
        keys = study_keys([paper(1, A), paper(2), paper(3, year=2001)], [trial(A, 2)])
        assert keys == {A: A, "99000001": A, "99000002": A, "99000003": "99000003"}

    def test_versions_without_a_trial_go_by_the_first(self) -> None:
        update = Correction(kind="UpdateOf", pmid="99000002")
        papers = [paper(1, year=2020, corrections=(update,)), paper(2, year=2010)]
        assert set(study_keys(papers, []).values()) == {"99000002"}

    def test_a_paper_of_two_trials_belongs_to_the_first(self) -> None:
        assert study_keys([paper(1, B, A)], [trial(A), trial(B)]) == {A: A, B: B, "99000001": A}

    def test_a_paper_of_two_trials_is_not_counted_beside_the_one_that_is_at_hand(self) -> None:
        assert study_keys([paper(1, A, B)], [trial(B)]) == {B: B, "99000001": B}

    def test_a_pooled_paper_joins_a_trial_that_another_paper_reports(self) -> None:
        assert study_keys([paper(1, A, B), paper(2, B)], []) == {"99000001": B, "99000002": B}


def test_the_study_of_a_paper() -> None:
    assert study_of(paper(1, B, A)) == A
    assert study_of(paper(1)) == "99000001"
    assert study_of(paper(1, A, types=("Review",))) == "99000001"

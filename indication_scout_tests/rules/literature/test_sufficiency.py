"""When primary evidence is enough: both counts, one study once, nothing retracted."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import (
    Article,
    Correction,
    MeshHeading,
    PublicationType,
    RetractionStatus,
)
from indication_scout_assets.domain.records.labels import LabelMention
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, Trial, TrialMatch
from indication_scout_assets.rules.literature.sufficiency import is_high_quality, judge

RCT, REVIEW, PLAIN = "Randomized Controlled Trial", "Systematic Review", "Journal Article"


def article(number: int, *types: str, **more: Any) -> Article:
    kinds = tuple(PublicationType(name=name) for name in types or (PLAIN,))
    return Article(pmid=str(99_000_000 + number), title="T", publication_types=kinds, **more)


def trial(number: int, role: DrugRole = DrugRole.EXPERIMENTAL, **more: Any) -> TrialMatch:
    registered = Trial(nct_id=f"NCT990000{number:02}", title="T", **more)
    return TrialMatch(trial=registered, condition=ConditionMatch.EXACT, matched_condition="x", drug=role)


def label(sentence: str, set_id: str = "a") -> LabelMention:
    return LabelMention(
        set_id=set_id, source="DailyMed", kind="studies", sentence=sentence, start=0, end=len(sentence), score=0.5
    )


def counts(*args: Any, **more: Any) -> tuple[int, int]:
    judged = judge(*args, **more)
    return judged.sources, judged.high_quality


@pytest.mark.parametrize(
    ("plain", "high", "sufficient"),
    [(3, 2, True), (2, 2, False), (4, 1, False), (0, 5, True), (9, 1, False), (0, 0, False)],
)
def test_five_in_all_and_two_of_high_quality(plain: int, high: int, sufficient: bool) -> None:
    articles = [article(n) for n in range(plain)] + [article(50 + n, RCT) for n in range(high)]
    judged = judge(articles)
    assert (judged.sources, judged.high_quality, judged.sufficient) == (plain + high, high, sufficient)


def test_the_sentence_has_both_counts_and_what_follows() -> None:
    assert judge([article(1, RCT)]).sentence == (
        "1 source in all (5 needed), 1 of high quality (2 needed): insufficient, so the web may be asked."
    )
    assert judge([article(n, RCT) for n in range(5)]).sentence == (
        "5 sources in all (5 needed), 5 of high quality (2 needed): sufficient, so the web is not asked."
    )


def test_thin_evidence_of_sources_that_gave_no_full_answer_is_not_called_thin_without_saying_so() -> None:
    assert judge([article(1)], unanswered=["PubMed", "DailyMed"]).sentence == (
        "1 source in all (5 needed), 0 of high quality (2 needed): insufficient as far as is known, for PubMed "
        "and DailyMed gave no full answer, so the web may be asked."
    )
    enough = [article(n, RCT) for n in range(5)]
    assert judge(enough, unanswered=["PubMed"]) == judge(enough)


def test_what_is_of_high_quality() -> None:
    for kind in (RCT, REVIEW, "Meta-Analysis", "Practice Guideline", "Guideline"):
        assert is_high_quality(article(1, PLAIN, kind)), kind
    for journal in ("The Cochrane database of systematic reviews", "Cochrane Database Syst Rev"):
        assert is_high_quality(article(1, journal=journal))
    for kind in (
        PLAIN,
        "Review",
        "Clinical Trial, Phase II",
        "Case Reports",
        "Randomized Controlled Trial, Veterinary",
    ):
        assert not is_high_quality(article(1, kind)), kind
    assert not is_high_quality(article(1, RCT, mesh_headings=(MeshHeading(name="Animals"),)))


@pytest.mark.parametrize(
    ("types", "more"),
    [
        (
            (PLAIN,),
            {"abstract": "This is a protocol for a Cochrane Review (intervention). The objectives are: to see."},
        ),
        (("Editorial",), {}),
    ],
)
def test_a_cochrane_record_without_findings_is_no_review(types: tuple[str, ...], more: dict[str, Any]) -> None:
    record = article(1, *types, journal="The Cochrane database of systematic reviews").model_copy(update=more)
    assert not is_high_quality(record)
    assert counts([record]) == (1, 0)


def test_a_trial_counts_and_is_of_high_quality_when_completed_with_results() -> None:
    done: dict[str, Any] = {"status": "COMPLETED", "has_results": True}
    assert counts([], [trial(1, **done)]) == (1, 1)
    assert counts([], [trial(1, **done | {"has_results": None}), trial(2, status="TERMINATED", has_results=True)]) == (
        2,
        0,
    )
    assert counts([], [trial(1, **done, study_type="OBSERVATIONAL")]) == (1, 0)
    assert counts([], [trial(1, DrugRole.MENTIONED, **done)]) == (0, 0)


def test_a_trial_and_its_papers_are_one_study() -> None:
    by_number = article(1, RCT, nct_ids=("NCT99000001",))
    by_pmid = article(2)
    registered = trial(1, pmids=("99000002",))
    assert counts([by_number, by_pmid], [registered]) == (1, 1)
    assert counts([by_number, article(3, nct_ids=("NCT99000001",))]) == (1, 1)
    assert counts([article(4, RCT, abstract="Registered as NCT99000001.")], [registered]) == (1, 1)


def test_a_retracted_paper_never_counts() -> None:
    checked = {"99000001": RetractionStatus.RETRACTED}
    assert counts([article(1, RCT), article(2, RCT)], statuses=checked) == (1, 1)
    assert counts([article(1, RCT, "Retracted Publication")], statuses={"99000001": RetractionStatus.NONE}) == (0, 0)
    assert counts([article(1, RCT, corrections=(Correction(kind="RetractionIn"),))]) == (0, 0)
    assert counts([article(1, "Retraction of Publication")]) == (0, 0)
    assert counts([article(1, RCT, marked_retracted_by=("OpenAlex",))]) == (0, 0)


def test_corrected_reinstated_and_doubted_papers_count() -> None:
    for status in (RetractionStatus.CORRECTED, RetractionStatus.REINSTATED, RetractionStatus.EXPRESSION_OF_CONCERN):
        assert counts([article(1, RCT)], statuses={"99000001": status}) == (1, 1), status
    retracted_once = article(1, RCT, "Retracted Publication")
    assert counts([retracted_once], statuses={"99000001": RetractionStatus.REINSTATED}) == (1, 1)
    cleared = article(1, RCT, marked_retracted_by=("OpenAlex",))
    assert counts([cleared], statuses={"99000001": RetractionStatus.NONE}) == (1, 1)


def test_labels_that_repeat_a_sentence_count_once_and_are_no_high_quality() -> None:
    labels = [label("It was studied in  asthma."), label("it was studied in asthma.", "b"), label("Other.", "c")]
    assert counts([], [], labels) == (2, 0)

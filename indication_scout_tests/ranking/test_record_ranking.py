"""Trials, label mentions and web pages in a second stage of their own: what is read, what passes, nothing hidden."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from indication_scout_assets.domain.findings.evidence import RankedRecord
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.labels import LabelMention
from indication_scout_assets.domain.records.references import WebPage
from indication_scout_assets.domain.records.source_catalogue import source_entry
from indication_scout_assets.domain.records.trials import Intervention, Trial
from indication_scout_assets.ranking.record_ranking import (
    mention_document,
    page_document,
    rank_records,
    trial_document,
)
from indication_scout_assets.ranking.retrieval.queries import READ_AXIS, claims_of
from indication_scout_assets.ranking.second_stage import TIE_BREAKER_WEIGHT, document_text
from indication_scout_assets.ranking.topics import Topic

from .scores_in_memory import ScoresInMemory

TOPIC = Topic.of_pair(("sildenafil", "viagra"), ("pulmonary hypertension", "lung hypertension"))
TRIALS, LABELS, PAGES = (source_entry(key) for key in ("clinicaltrials", "dailymed_labels", "tavily_web"))


class Stub:
    """Scores by a function of the text; remembers what it was asked."""

    name = "stub@1"
    batch_size = 8

    def __init__(self, score: Callable[[str], float]) -> None:
        self._score = score
        self.queries: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.queries.append(query)
        return [self._score(text) for text in texts]


def numbered(text: str) -> float:
    """The number the text ends with, in percent."""
    return int(text.rsplit(maxsplit=1)[-1]) / 100


def trials(*scores: int) -> list[Article]:
    return [Article(id=f"NCT{score:08}", title=f"Sildenafil, probability {score}") for score in scores]


def ids(records: Sequence[RankedRecord], *, passed: bool) -> list[int]:
    return [int(record.id.removeprefix("NCT")) for record in records if record.passed is passed]


# What is read


def test_a_trial_is_read_with_what_it_gives_to_whom_and_measures() -> None:
    trial = Trial(
        nct_id="NCT1",
        title="Walking further",
        summary="Does it help? ",
        conditions=("Lung Hypertension", "Dyspnea"),
        interventions=(Intervention(kind="DRUG", name="Sildenafil"), Intervention(kind="DRUG", name="Placebo")),
        primary_outcomes=("Distance in 6 minutes.",),
    )
    document = trial_document(trial)
    assert (document.id, document_text(document)) == (
        "NCT1",
        "Walking further. Does it help? Conditions: Lung Hypertension; Dyspnea. Interventions: Sildenafil; Placebo. "
        "Primary outcomes: Distance in 6 minutes.",
    )
    assert document_text(trial_document(Trial(nct_id="NCT2", title="Bare"))) == "Bare"


def test_a_label_mention_is_read_with_its_drug_and_section() -> None:
    mention = LabelMention(
        set_id="s", source="openFDA", kind="boxed_warning", sentence="Not for children.", start=7, end=24, score=0.8
    )
    document = mention_document(mention, "sildenafil")
    assert (document.id, document_text(document)) == (
        "s:boxed_warning:7", "sildenafil label, boxed warning. Not for children.",
    )  # fmt: skip


def test_a_page_is_read_with_title_and_content() -> None:
    document = page_document(WebPage(url="https://x.example/a", title="A page", content="Its words.", disease_id="D"))
    assert (document.id, document_text(document)) == ("https://x.example/a", "A page. Its words.")


# With a model


def test_the_question_is_the_one_articles_are_read_with() -> None:
    stub = Stub(numbered)
    rank_records(TOPIC, TRIALS, trials(90, 50, 10), stub)
    assert stub.queries == claims_of(TOPIC, (READ_AXIS,))


def test_what_reaches_the_threshold_passes_and_the_rest_follows() -> None:
    records, stage = rank_records(TOPIC, TRIALS, trials(15, 90, 16, 2), Stub(numbered))
    assert ids(records, passed=True) == [90, 16]
    assert ids(records, passed=False) == [15, 2]
    assert [record.rank for record in records] == [1, 2, 3, 4]
    assert [record.cross_encoder for record in records] == [0.90, 0.16, 0.15, 0.02]
    assert records[0].why == "The cross-encoder's score reaches the threshold of 0.16."
    assert records[2].why == "The cross-encoder's score is below the threshold of 0.16."
    assert {record.source for record in records} == {"clinicaltrials"}
    assert (stage.documents, stage.note) == (4, "")
    assert stage.separation == pytest.approx((0.02, 0.155, 0.9))


@pytest.mark.parametrize(("entry", "places", "threshold"), [(TRIALS, 10, 16), (LABELS, 5, 14), (PAGES, 10, 12)])
def test_each_source_has_its_places_and_its_threshold(entry, places, threshold) -> None:
    above, below = range(threshold, threshold + places + 2), (threshold - 1, 1)
    records, _ = rank_records(TOPIC, entry, trials(*above, *below), Stub(numbered))
    assert ids(records, passed=True) == sorted(above, reverse=True)[:places]
    assert ids(records, passed=False) == [threshold + 1, threshold, *below]
    assert records[places].why == (
        f"The cross-encoder's score reaches the threshold of {threshold / 100:g}, but the {places} places of its "
        "source went to better ones."
    )


def test_scores_that_hardly_differ_are_blended_and_the_place_says_so() -> None:
    given = [Article(id="b", title="Another drug"), Article(id="a", title="Viagra in lung hypertension"),
             Article(id="c", title="Soil")]  # fmt: skip
    records, stage = rank_records(TOPIC, TRIALS, given, Stub(lambda text: 0.5))
    assert stage.blended
    best = records[0]
    assert best.id == "a"
    assert best.score == pytest.approx((1 - TIE_BREAKER_WEIGHT) * 0.5 + TIE_BREAKER_WEIGHT * best.lexical)
    assert best.why.startswith("The score of cross-encoder and shared words together reaches")


def test_what_cannot_be_scored_is_listed_last_and_does_not_pass() -> None:
    given = [Article(id="empty", title=" "), Article(id="odd", title="Sildenafil for nothing"), *trials(90, 30, 20)]
    records, stage = rank_records(TOPIC, TRIALS, given, Stub(lambda t: math.nan if "nothing" in t else numbered(t)))
    assert [record.id for record in records[3:]] == ["empty", "odd"]
    assert [record.passed for record in records] == [True, True, True, False, False]
    assert records[4].why.startswith("It could not be scored")
    assert stage.invalid == 2


def test_a_list_is_read_once() -> None:
    stub, cache = Stub(numbered), ScoresInMemory()
    first, _ = rank_records(TOPIC, TRIALS, trials(90, 50, 10), stub, cache)
    again, _ = rank_records(TOPIC, TRIALS, trials(10, 50, 90), stub, cache)
    assert again == first
    assert (len(stub.queries), cache.hits) == (1, 1)


# Without one


WORDY = [
    Article(id="far", title="Bosentan in heart failure"),
    Article(id="both", title="Sildenafil in the treatment of pulmonary hypertension"),
    Article(id="drug", title="Viagra and the eye, a registry of adverse events"),
]


@pytest.mark.parametrize(
    ("encoder", "reason", "note"),
    [
        (None, "No cross-encoder was at hand", "No cross-encoder is at hand; they stand in the order of"),
        (Stub(lambda text: 1 / 0), "The cross-encoder failed", "ZeroDivisionError: division by zero); they stand in"),
    ],
)
def test_without_scores_the_words_order_and_names_filter(encoder, reason, note) -> None:
    records, stage = rank_records(TOPIC, TRIALS, WORDY, encoder)
    assert [(record.id, record.passed) for record in records] == [("both", True), ("drug", True), ("far", False)]
    assert [record.score for record in records] == [record.lexical for record in records]
    assert [record.cross_encoder for record in records] == [None] * 3
    assert records[1].lexical < (TRIALS.min_score or 0), "its words are below a threshold that is not for them"
    assert records[0].why == f"{reason}; it stands by the words it shares with the question."
    assert records[2].why == f"{reason}, and it names neither the drug nor the disease."
    assert note in stage.note
    assert "first stage" not in stage.note


def test_without_a_model_the_places_still_count() -> None:
    records, _ = rank_records(TOPIC, LABELS, trials(*range(1, 9)), None)
    assert len(ids(records, passed=True)) == 5
    assert records[5].why.endswith("question, but the 5 places of its source went to better ones.")


def test_a_short_list_is_not_read_but_sorted_and_says_so() -> None:
    stub = Stub(numbered)
    records, stage = rank_records(TOPIC, TRIALS, WORDY[:2], stub)
    assert (stub.queries, stage.skipped) == ([], True)
    assert [record.id for record in records] == ["both", "far"]
    assert records[0].why.startswith(
        "With fewer than 3 records the cross-encoder was not asked; it stands by the words"
    )


def test_of_a_batch_that_failed_the_words_stand_in_and_no_threshold_holds() -> None:
    class Half(Stub):
        batch_size = 2

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            if any("eye" in text for text in texts):
                raise ValueError("too long")
            return [0.1 for _ in texts]

    given = [*WORDY, Article(id="fourth", title="Sildenafil")]
    records, stage = rank_records(TOPIC, TRIALS, given, Half(numbered))
    of = {record.id: record for record in records}
    assert stage.failed == 2
    assert (of["drug"].cross_encoder, of["drug"].passed) == (None, True)
    assert (of["fourth"].cross_encoder, of["fourth"].passed) == (0.1, False)
    assert of["drug"].rank < of["fourth"].rank

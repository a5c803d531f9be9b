"""A desk over a small library: exactly k rows, filters, other names, conclusions, and vectors in the store."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indication_scout_assets.answering.papers import collection_searcher
from indication_scout_assets.answering.papers.chosen_sentences import ChosenAnswer
from indication_scout_assets.answering.papers.collection_searcher import CollectionSearcher
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.drugs import DrugProfile, Synonym
from indication_scout_assets.domain.questions.library import LibraryArticle, PassageFilters
from indication_scout_assets.domain.questions.question_answering import Verdict
from indication_scout_assets.operations.questions.searching import passage_results
from indication_scout_assets.pipeline.library import library_index
from indication_scout_assets.pipeline.library.library_index import index_vectors, make_vectors
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.rules.literature.chunking import passages_in
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.store.questions import nearest_passages
from indication_scout_tests.library_texts import verdict_in

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TEA = (
    ("Abstract > Background", "abstract", "It is unclear whether tea prevents colds in nurses who work at night."),
    ("Abstract > Results", "abstract", "Forty nurses drank tea and forty nurses drank water for a whole winter."),
    ("Methods", "methods", "Nurses were randomised to tea or to water, and colds were counted by their wards."),
    ("Results", "results", "Colds were counted in nine nurses with tea and in ten nurses with water (p = 0.80)."),
    ("Conclusions", "conclusion", "Tea did not prevent colds in nurses, whatever is said of it by their mothers."),
)
PAPERS: tuple[tuple[str, str, date | None, str, tuple[tuple[str, str, str], ...]], ...] = (
    ("PMC1", "Tea for colds in nurses", date(2019, 5, 1), "Kettle", TEA),
    ("PMC2", "Theine and sleep", date(2021, 5, 1), "Pot", (
        ("Abstract", "abstract", "Theine kept nurses awake for two hours longer than water did (p = 0.01)."),
        ("Results", "results", "Nurses slept less with camellia infusion than with water in all of the wards."),
    )),
    ("PMC3", "Chess in teachers", None, "Board", (
        ("Abstract", "abstract", "Teachers who played chess at night slept less than teachers who did not play."),
        ("Results", "results", "Teachers drank tea while they played, which nobody counted in any of the schools."),
    )),
)  # fmt: skip
EVERYTHING = 9
QUESTION = "Does tea prevent colds in nurses?"


def article(
    number: str, title: str, published: date | None, journal: str, parts: tuple[tuple[str, str, str], ...]
) -> LibraryArticle:
    text, sections = "", []
    for name, kind, words in parts:
        sections.append(Section(title=name, kind=kind, start=len(text), end=len(text) + len(words)))
        text += words + "\n"
    return LibraryArticle(
        id=number, pmcid=number, title=title, journal=journal, published=published, license="CC BY 4.0", text=text,
        article_type="Randomized Controlled Trial", sections=tuple(sections), fetched_at=NOW,
    )  # fmt: skip


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    db = bench.db
    db.library.open_collection("drinks")
    for paper in PAPERS:
        stored = article(*paper)
        db.library.save(stored)
        db.library.save_passages(stored.id, passages_in(stored), "1")
    db.library.add_members("drinks", [paper[0] for paper in PAPERS])
    db.drugs.save(
        DrugProfile(
            slug="theine", query="theine", chembl_id="CHEMBL1", name="THEINE",
            synonyms=(
                Synonym(name="Camellia infusion", kind="synonym", source="x"),
                Synonym(name="T-1", kind="research_code", source="x"),
            ),
        )
    )  # fmt: skip
    db.names.save(
        NormalizedName(
            disease_id="D1", disease_name="common cold", term="Common Cold", method=NameMethod.SYNONYM, confidence=1,
            entry_terms=("coryza",),
        ),
        "f",
    )  # fmt: skip
    return bench


@pytest.fixture
def desk(filled: Workbench) -> CollectionSearcher:
    return CollectionSearcher(filled, "drinks")


def test_the_library_has_as_many_passages_as_it_was_given(desk: CollectionSearcher) -> None:
    assert len(desk.index.passage_ids) == EVERYTHING


DAYS = st.none() | st.dates(date(2018, 1, 1), date(2022, 1, 1))
SPANS = st.tuples(DAYS, DAYS).map(lambda days: days if None in days else tuple(sorted(day for day in days if day)))
FILTERS = st.builds(
    lambda span, **others: PassageFilters(since=span[0], until=span[1], **others), SPANS, as_of=DAYS,
    drug=st.sampled_from(["", "", "theine", "Camellia infusion"]),
    kinds=st.sets(st.sampled_from(["abstract", "results", "methods", "other"])).map(tuple),
    journals=st.sampled_from([(), (), ("kettle",), ("Pot", "Board")]), only=st.sampled_from([(), (), ("PMC1", "PMC3")]),
    exclude=st.sampled_from([(), (), ("PMC2",)]), licenses=st.sampled_from([(), ("CC BY",), ("CC0",)]),
)  # fmt: skip


def passing(filters: PassageFilters) -> int:
    """How many passages pass, counted one by one from the papers as they are written above."""
    count = 0
    for number, _, published, journal, parts in PAPERS:
        late = [day for day in (filters.until, filters.as_of) if day]
        fits = (
            (published is None and not (filters.since or late))
            or (published is not None and (filters.since or published) <= published <= min(late, default=published))
        )  # fmt: skip
        named = not filters.drug or number == "PMC2"  # only its title or abstract names the drug
        listed = not filters.only or number in filters.only
        if fits and named and listed and number not in filters.exclude and filters.licenses != ("CC0",):
            in_journal = not filters.journals or journal.lower() in {name.lower() for name in filters.journals}
            count += sum(in_journal and (not filters.kinds or kind in filters.kinds) for _, kind, _ in parts)
    return count


@given(FILTERS, st.integers(1, 12), st.none() | st.integers(1, 3))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exactly_k_rows_under_every_filter(
    desk: CollectionSearcher, filters: PassageFilters, k: int, per_paper: int | None
) -> None:
    hits, _ = desk.find(QUESTION, k, filters, mode="words", per_paper=per_paper)
    assert len(hits) == len({hit.passage_id for hit in hits}) == min(k, passing(filters))


def test_another_name_finds_and_is_shown(desk: CollectionSearcher) -> None:
    asked = "Does theine shorten rest?"
    plain, _ = desk.find(read_question(asked), mode="words")
    wider = passage_results(desk, asked, 10, mode="words")
    infusion = "Nurses slept less with camellia infusion"
    assert wider[0].other_names[0].others == ("Camellia infusion",)
    before = next(hit.words_score for hit in plain if hit.text.startswith(infusion))
    assert next(result.words_score for result in wider if result.content.startswith(infusion)) > before


def test_a_result_has_the_words_at_its_place_and_says_how_it_was_found(desk: CollectionSearcher) -> None:
    results = passage_results(desk, QUESTION, 4, mode="words")
    texts = {paper[0]: article(*paper).text for paper in PAPERS}
    assert all(result.content == texts[result.document_id][result.start : result.end] for result in results)
    assert results[0].similarity_score == 1
    assert {result.path for result in results} == {"every passage, by words"}
    assert results[0].source_id == "PMC1"
    assert results[0].publication_date == date(2019, 5, 1)


def test_a_list_is_answered_by_several_papers(desk: CollectionSearcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indication_scout_assets.operations.questions.searching.PER_PAPER", 1)
    several = passage_results(desk, "Which nurses had colds with tea?", 2, mode="words")
    assert len({result.document_id for result in several}) == 2


def answered(desk: CollectionSearcher, k: int = 10, filters: PassageFilters | None = None) -> ChosenAnswer:
    return desk.extractive(desk.gather(QUESTION, k, filters))


def test_what_a_paper_concludes_is_read_also_where_it_was_not_among_the_best(
    desk: CollectionSearcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indication_scout_assets.answering.papers.collection_searcher.READ", 1)
    answer = answered(desk, 1)
    assert verdict_in(answer) == Verdict.NO
    assert any(sentence.text.startswith("Tea did not prevent") for sentence in answer.sentences)
    filters = PassageFilters(kinds=("methods",))
    assert all(s.citations[0].section == "Methods" for s in answered(desk, 1, filters).sentences)


def test_what_was_not_known_before_answers_nothing(desk: CollectionSearcher) -> None:
    texts = {sentence.text for sentence in answered(desk).sentences}
    assert not any(text.startswith("It is unclear") for text in texts)


@pytest.mark.parametrize(("most", "way"), [(0, "HNSW"), (1_000, "likeliest by signs")])
def test_many_vectors_are_searched_where_they_are_stored(
    filled: Workbench, monkeypatch: pytest.MonkeyPatch, most: int, way: str
) -> None:
    make_vectors(filled.db.library, "drinks", filled.embedder, lambda *_: None)
    in_memory = CollectionSearcher(filled, "drinks")
    assert in_memory.index.vectors is not None
    monkeypatch.setattr(library_index, "INDEXED_FROM", 1)
    monkeypatch.setattr(nearest_passages, "LIKELY_UP_TO", most)
    monkeypatch.setattr(collection_searcher, "PASSAGE_POOL", 1)
    assert index_vectors(filled.db.nearest_passages, filled.embedder, 1)
    in_store = CollectionSearcher(filled, "drinks")
    assert in_store.index.vectors is None
    for filters in (None, PassageFilters(kinds=("results",)), PassageFilters(exclude=("PMC1",))):
        for mode in ("hybrid", "vectors"):
            first, how = in_memory.find(QUESTION, 5, filters, mode=mode)
            second, path = in_store.find(QUESTION, 5, filters, mode=mode)
            assert [hit.passage_id for hit in first] == [hit.passage_id for hit in second]
            assert ("exact scan" in how, way in path) == (True, True)


def test_few_vectors_are_not_indexed(filled: Workbench) -> None:
    make_vectors(filled.db.library, "drinks", filled.embedder, lambda *_: None)
    assert not index_vectors(filled.db.nearest_passages, filled.embedder)
    assert not filled.db.nearest_passages.indexed(filled.embedder.name, filled.embedder.dimension)

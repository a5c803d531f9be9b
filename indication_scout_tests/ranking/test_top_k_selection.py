"""Each source brings only its best to the top k, and nothing below its threshold."""

from __future__ import annotations

from indication_scout_assets.domain.findings.evidence import RankedArticle, RankingComponents
from indication_scout_assets.domain.records.source_catalogue import Service, SourceEntry, Yields
from indication_scout_assets.ranking.quotas import admit


def placed(*scores: float, unranked: int = 0) -> list[RankedArticle]:
    """Articles ``a``, ``b``, … with these scores, best first; the last ones without a rank."""
    out = []
    for number, score in enumerate((*scores, *[0.0] * unranked)):
        parts = RankingComponents(cosine=score, lexical=0, cosine_normalized=0, lexical_normalized=0, fused=score)
        out.append(
            RankedArticle(
                id="abcdefgh"[number], rank=number + 1 if number < len(scores) else None, score=score,
                components=parts, in_top_k=False, names_drug=True, names_disease=True, why="",
            )
        )  # fmt: skip
    return out


def entry(key: str, limit: int | None = None, min_score: float = 0.2) -> SourceEntry:
    return SourceEntry(
        key=key, title=key, service=Service(name=key), yields=Yields.ARTICLES, asks="", limit=limit, min_score=min_score
    )


ONE, TWO = entry("one", limit=2), entry("two", min_score=0.5)


def test_a_source_brings_no_more_than_its_limit():
    out = admit(placed(0.9, 0.8, 0.7, 0.6), dict.fromkeys("abcd", ("one",)), [ONE], top_k=10)
    assert [r.id for r in out if r.passed] == ["a", "b"]
    assert [r.id for r in out if r.in_top_k] == ["a", "b"]
    of_many = entry("one", limit=100).model_copy(update={"best": 1})
    out = admit(placed(0.9, 0.8), dict.fromkeys("ab", ("one",)), [of_many], top_k=10)
    assert [r.id for r in out if r.passed] == ["a"]


def test_nothing_below_its_threshold_but_another_source_may_let_it_in():
    found_by = {"a": ("two",), "b": ("two",), "c": ("one", "two")}
    out = admit(placed(0.9, 0.4, 0.3), found_by, [ONE, TWO], top_k=10)
    assert [(r.id, r.rank, r.passed) for r in out] == [("a", 1, True), ("c", 2, True), ("b", 3, False)]
    assert out[1].found_by == ("one", "two")


def test_the_top_k_is_counted_among_those_that_pass():
    found_by = {"a": ("two",), "b": ("two",), "c": ("one",), "d": ("one",)}
    out = admit(placed(0.6, 0.45, 0.4, 0.3), found_by, [ONE, TWO], top_k=2)
    assert [r.id for r in out if r.in_top_k] == ["a", "c"]


def test_the_threshold_is_one_of_meaning_not_of_the_place_in_the_pool():
    last = placed(0.9, 0.6)[1].model_copy(update={"score": 0.0})
    out = admit([placed(0.9)[0], last], dict.fromkeys("ab", ("two",)), [TWO], top_k=10)
    assert all(r.in_top_k for r in out)


def test_what_has_no_rank_never_passes_and_stays_last():
    ranked = placed(0.9, 0.8, unranked=1)
    out = admit(ranked, dict.fromkeys("abc", ("one",)), [ONE], top_k=10)
    assert [r.id for r in out] == ["a", "b", "c"]
    assert (out[2].rank, out[2].passed, out[2].in_top_k) == (None, False, False)

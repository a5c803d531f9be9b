"""The order of a topic's articles: scores sorted, ties broken, every place explained.

What belongs here: the order. Scores are made in ``scoring``, places by kind of evidence are given in ``quotas``,
wording is in ``reasons``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from ..domain.findings.evidence import RankedArticle, RankingComponents
from ..domain.outcomes import PermanentFailure
from ..domain.records.articles import Article, RetractionStatus
from ..rules.literature.retraction_status import RETRACTED_WHY
from .gate import gate_of
from .gate import words_of as text_words
from .models.cross_encoders import CrossEncoder
from .reasons import NOTICE_WHY, RankPlace, ReasonWording
from .retrieval.lexical import bm25_scores
from .retrieval.queries import READ_AXIS, claims_of, words_of
from .scoring import PAIR, Configuration, ReadPair, Scores, score
from .second_stage import ScoreCache, SecondStage, rerank
from .topics import Topic

DEPTH = 50
"""Best articles of the first stage that a cross-encoder reads."""


def rank_pair(
    topic: Topic,
    articles: Sequence[Article],
    cosines: Mapping[str, float],
    *,
    read: ReadPair,
    configuration: Configuration = PAIR,
    retracted: Container[str] = (),
) -> tuple[list[Article], Scores]:
    """First stage over a pair's own articles, with similarities from the store.

    Args:
        topic: of one drug and one disease.
        articles: all articles found for the pair, each once.
        cosines: similarity to the nearest claim by article id, -1 to 1; retracted articles need none.
        read: what the articles say of the pair.
        configuration: the weights.
        retracted: ids of articles that other sources than PubMed's record know to be retracted.

    Returns:
        The articles that can be ranked, and their scores in the same order.

    Raises:
        PermanentFailure: an article that can be ranked has no cosine.
    """
    usable = usable_articles(articles, retracted)
    unscored = [a.id for a in usable if a.id not in cosines]
    if unscored:
        raise PermanentFailure(
            f"{len(unscored)} of {len(usable)} articles have no vector (the first is {unscored[0]}); "
            "materialise embeddings again."
        )
    lexical = bm25_scores(words_of(topic), [a.text for a in usable])
    return usable, score(topic, usable, lexical, [cosines[a.id] for a in usable], configuration, read)


def usable_articles(articles: Sequence[Article], retracted: Container[str] = ()) -> list[Article]:
    """Those that can be ranked, newest first, then by id: the order of equals, whatever order they came in."""
    return [a for a in _newest_first(articles) if not _unusable(a, retracted)]


def unusable_articles(articles: Sequence[Article]) -> list[Article]:
    """The others, in the same order: retracted papers and notices of retractions."""
    return [a for a in _newest_first(articles) if _unusable(a, ())]


def ranking_order(usable: Sequence[Article], scores: Scores) -> list[int]:
    """Places in ``usable``, best first; articles without any text last."""
    # Rounded, or the last bits of a sum would decide between equals; the sort keeps the order of ``usable``.
    score = scores.score.tolist()
    return sorted(range(len(usable)), key=lambda i: (not usable[i].text, -round(score[i], 9)))


def read_again(
    topic: Topic,
    usable: Sequence[Article],
    scores: Scores,
    encoder: CrossEncoder | None,
    weight: float,
    cache: ScoreCache | None = None,
) -> SecondStage:
    """Let a cross-encoder, where there is one, read the best ``DEPTH`` articles; its scores take part (``blend``)."""
    stage = rerank(
        claims_of(topic, (READ_AXIS,))[0],
        [usable[i] for i in ranking_order(usable, scores)[:DEPTH]],
        encoder,
        boost_terms=(*topic.drug_names, *topic.disease_names),
        cache=cache,
    )
    blend(usable, scores, stage, weight)
    return stage


def blend(usable: Sequence[Article], scores: Scores, stage: SecondStage, weight: float) -> None:
    """Let the second stage take part: ``(1 - weight) * score + weight * cross-encoder``.

    What it did not read counts 0 there, as it stood too low to be read. Where the model scored nothing, nothing
    changes.
    """
    import numpy as np  # noqa: PLC0415

    if stage.separation is None:
        return
    read = {rescored.id: rescored.score for rescored in stage.kept}
    column = np.array([read.get(article.id, np.nan) for article in usable])
    scores.parts["cross_encoder"] = column
    scores.score = (1 - weight) * scores.score + weight * np.nan_to_num(column)


def ranked_articles(
    articles: Sequence[Article],
    usable: Sequence[Article],
    scores: Scores,
    topic: Topic,
    *,
    retracted: Container[str] = (),
) -> list[RankedArticle]:
    """The ranking with its reasons: those with a rank best first, then retracted articles and notices without one."""
    wording = ReasonWording(topic, usable, scores)
    by_words, by_meaning = _places(scores.lexical.tolist()), _places(scores.cosine.tolist())
    ranked = []
    for rank, i in enumerate(ranking_order(usable, scores), start=1):
        article, components = usable[i], scores.components(i)
        verdict = scores.verdicts[i] if scores.verdicts else None
        place = RankPlace(by_words[i], by_meaning[i], len(usable))
        reading = scores.readings.get(i)
        ranked.append(
            RankedArticle(
                id=article.id,
                pmid=article.pmid,
                rank=rank,
                score=scores.score.item(i),
                components=components,
                in_top_k=False,
                names_drug=bool(verdict and verdict.names_drug),
                names_disease=bool(verdict and verdict.names_disease),
                passed=verdict is None or verdict.passes,
                intent=reading.of_pair.relation.value if reading else "",
                read_by=reading.reader.title if reading else "",
                why=wording.why(i, components, place),
            )
        )
    with_rank = {article.id for article in usable}
    others = _newest_first([a for a in articles if a.id not in with_rank])
    return ranked + [_unranked(a, topic, retracted) for a in others]


def _places(values: Sequence[float]) -> list[int]:
    """The place of each value among all, 1 for the highest; equals share a place."""
    place = {value: i for i, value in reversed(list(enumerate(sorted(values, reverse=True), start=1)))}
    return [place[value] for value in values]


def _unusable(article: Article, retracted: Container[str]) -> str:
    """Why an article has no rank; empty where it has one."""
    if article.retraction is RetractionStatus.RETRACTED or article.id in retracted:
        return RETRACTED_WHY
    return NOTICE_WHY if article.is_retraction_notice else ""


def _unranked(article: Article, topic: Topic, retracted: Container[str]) -> RankedArticle:
    verdict = gate_of(topic).verdict(*text_words(article)) if topic.is_pair else None
    return RankedArticle(
        id=article.id,
        pmid=article.pmid,
        rank=None,
        score=0.0,
        in_top_k=False,
        passed=False,
        why=_unusable(article, retracted),
        components=RankingComponents(cosine=0.0, lexical=0.0, cosine_normalized=0.0, lexical_normalized=0.0, fused=0.0),
        names_drug=bool(verdict and verdict.names_drug),
        names_disease=bool(verdict and verdict.names_disease),
    )


def _newest_first(articles: Sequence[Article]) -> list[Article]:
    return sorted(articles, key=lambda a: (-(a.year or 0), _numeric(a.id)))


def _numeric(key: str) -> tuple[int, str]:
    return (int(key), key) if key.isdigit() else (0, key)

"""The ranking of one pair's articles: scores fused, ties broken, every place explained.

What belongs here: the order. Its wording is in ``reasons``; the scores come from ``lexical`` and from stored vectors.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from ..domain.articles import Article, RetractionStatus
from ..domain.evidence import RankedArticle, RankingComponents
from ..domain.names_match import names_in
from ..domain.outcomes import PermanentFailure
from .fusion import fuse, min_max
from .lexical import bm25_scores
from .reasons import NOTICE_WHY, RETRACTED_WHY, Mention, Place, Spelling, why


def rank_articles(
    articles: Sequence[Article], cosines: Mapping[str, float], query: str, *, drug_names: Sequence[str],
    disease_names: Sequence[str], lexical_weight: float, top_k: int = 0, retracted: Container[str] = (),
) -> list[RankedArticle]:  # fmt: skip
    """Order a pair's articles by fused score, best first; retracted ones come last, without a rank.

    Scores are normalised among the articles that can be ranked. Equal scores go to the newer article, then to the
    lower id, so the same articles in any order give the same ranking.

    Args:
        articles: all articles found for the pair, each once.
        cosines: by article id, -1 to 1; retracted articles need none.
        query: the words BM25 looks for.
        drug_names, disease_names: preferred name first.
        lexical_weight: share of the lexical score, 0 to 1.
        top_k: how many are marked ``in_top_k``; with 0 it is left to ``admission``.
        retracted: ids of articles that other sources than PubMed's record know to be retracted.

    Raises:
        PermanentFailure: an article that can be ranked has no cosine.
    """
    ordered = sorted(articles, key=lambda a: (-(a.year or 0), _numeric(a.id)))
    usable = [a for a in ordered if not _unusable(a, retracted)]
    unscored = [a.id for a in usable if a.id not in cosines]
    if unscored:
        raise PermanentFailure(
            f"{len(unscored)} of {len(usable)} articles have no vector (the first is {unscored[0]}); "
            "materialise embeddings again."
        )
    lexical = bm25_scores(query, [a.text for a in usable])
    cosine = [cosines[a.id] for a in usable]
    lexical_normalized, cosine_normalized = min_max(lexical), min_max(cosine)
    scored = [
        (
            article,
            RankingComponents(
                cosine=cosine[i], lexical=lexical[i], cosine_normalized=cosine_normalized[i],
                lexical_normalized=lexical_normalized[i], fused=fused,
            ),
        )
        for i, (article, fused) in enumerate(
            zip(usable, fuse(lexical_normalized, cosine_normalized, lexical_weight), strict=True)
        )
    ]  # fmt: skip
    # Rounded, or the last bits of a sum would decide between equals; the sort keeps the order of ``ordered``.
    scored.sort(key=lambda pair: -round(pair[1].fused, 9))
    spelling = Spelling(a.text for a in usable)
    by_words, by_meaning = sorted(lexical, reverse=True), sorted(cosine, reverse=True)
    ranked = []
    for rank, (article, components) in enumerate(scored, start=1):
        drug, disease = (Mention.of(article, names, spelling) for names in (drug_names, disease_names))
        place = Place(by_words.index(components.lexical) + 1, by_meaning.index(components.cosine) + 1, len(scored))
        ranked.append(
            RankedArticle(
                id=article.id, pmid=article.pmid, rank=rank, score=components.fused, components=components,
                in_top_k=rank <= top_k, names_drug=drug.named, names_disease=disease.named,
                why=why(article, components, drug, disease, place),
            )
        )  # fmt: skip
    unusable = [(a, because) for a in ordered if (because := _unusable(a, retracted))]
    return ranked + [
        _unranked(a, because, cosines.get(a.id, 0.0), drug_names, disease_names) for a, because in unusable
    ]


def _unusable(article: Article, retracted: Container[str]) -> str:
    """Why an article has no rank; empty where it has one."""
    if article.retraction is RetractionStatus.RETRACTED or article.id in retracted:
        return RETRACTED_WHY
    return NOTICE_WHY if article.is_retraction_notice else ""


def _unranked(
    article: Article, because: str, cosine: float, drug_names: Sequence[str], disease_names: Sequence[str]
) -> RankedArticle:
    return RankedArticle(
        id=article.id, pmid=article.pmid, rank=None, score=0.0, in_top_k=False, why=because,
        components=RankingComponents(
            cosine=cosine, lexical=0.0, cosine_normalized=0.0, lexical_normalized=0.0, fused=0.0
        ),
        names_drug=bool(names_in(article.text, drug_names)),
        names_disease=bool(names_in(article.text, disease_names)),
    )  # fmt: skip


def _numeric(key: str) -> tuple[int, str]:
    return (int(key), key) if key.isdigit() else (0, key)

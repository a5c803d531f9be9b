"""The ranking of one pair's articles: scores fused, ties broken, every place explained.

What belongs here: the order and its reason. The scores come from ``lexical`` and from stored vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..domain.articles import Article, RetractionStatus
from ..domain.evidence import RankedArticle, RankingComponents
from ..domain.names_match import names_in
from ..domain.outcomes import PermanentFailure
from .fusion import fuse, min_max
from .lexical import bm25_scores

RETRACTED_WHY = "Retracted: shown, never used."
_HIGH, _MIDDLE = 2 / 3, 1 / 3
"""Thirds of the range within the pair, as the reasons word them."""


@dataclass(frozen=True)
class _Mention:
    """Where an article names one side of the pair, and by which of its names."""

    side: str
    """What the side is called where the article does not name it."""
    in_title: str | None
    in_abstract: str | None

    @property
    def named(self) -> bool:
        return bool(self.in_title or self.in_abstract)


def rank_articles(
    articles: Sequence[Article], cosines: Mapping[str, float], query: str, *, drug_names: Sequence[str],
    disease_names: Sequence[str], lexical_weight: float, top_k: int,
) -> list[RankedArticle]:  # fmt: skip
    """Order a pair's articles by fused score, best first; retracted ones come last, without a rank.

    Scores are normalised among the articles that can be ranked. Equal scores go to the newer article, then to the
    lower PMID, so the same articles in any order give the same ranking.

    Args:
        articles: all articles found for the pair, each once.
        cosines: by PMID, -1 to 1; retracted articles need none.
        query: the words BM25 looks for.
        drug_names, disease_names: preferred name first.
        lexical_weight: share of the lexical score, 0 to 1.
        top_k: how many are marked ``in_top_k``.

    Raises:
        PermanentFailure: an article that can be ranked has no cosine.
    """
    ordered = sorted(articles, key=lambda a: (-(a.year or 0), _numeric(a.pmid)))
    usable = [a for a in ordered if a.retraction is not RetractionStatus.RETRACTED]
    unscored = [a.pmid for a in usable if a.pmid not in cosines]
    if unscored:
        raise PermanentFailure(
            f"{len(unscored)} of {len(usable)} articles have no vector (the first is {unscored[0]}); "
            "materialise embeddings again."
        )
    lexical = bm25_scores(query, [a.text for a in usable])
    cosine = [cosines[a.pmid] for a in usable]
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
    by_words = sorted(lexical, reverse=True)
    ranked = []
    for rank, (article, components) in enumerate(scored, start=1):
        drug, disease = _mention(article, drug_names, "the drug"), _mention(article, disease_names, "the disease")
        place = by_words.index(components.lexical) + 1
        ranked.append(
            RankedArticle(
                pmid=article.pmid, rank=rank, score=components.fused, components=components, in_top_k=rank <= top_k,
                names_drug=drug.named, names_disease=disease.named,
                why=_why(article, components, drug, disease, f"{_ordinal(place)} of {len(scored)}"),
            )
        )  # fmt: skip
    withdrawn = [a for a in ordered if a.retraction is RetractionStatus.RETRACTED]
    return ranked + [_unranked(a, cosines.get(a.pmid, 0.0), drug_names, disease_names) for a in withdrawn]


def _unranked(
    article: Article, cosine: float, drug_names: Sequence[str], disease_names: Sequence[str]
) -> RankedArticle:
    return RankedArticle(
        pmid=article.pmid, rank=None, score=0.0, in_top_k=False, why=RETRACTED_WHY,
        components=RankingComponents(
            cosine=cosine, lexical=0.0, cosine_normalized=0.0, lexical_normalized=0.0, fused=0.0
        ),
        names_drug=_mention(article, drug_names, "").named,
        names_disease=_mention(article, disease_names, "").named,
    )  # fmt: skip


def _mention(article: Article, names: Sequence[str], otherwise: str) -> _Mention:
    in_title, in_abstract = names_in(article.title, names), names_in(article.abstract, names)
    return _Mention(
        side=_readable(names[0]) if names else otherwise,
        in_title=_readable(in_title[0]) if in_title else None,
        in_abstract=_readable(in_abstract[0]) if in_abstract else None,
    )


def _why(article: Article, components: RankingComponents, drug: _Mention, disease: _Mention, place: str) -> str:
    """One plain sentence: what is named and where, then how well words and meaning match."""
    words = _graded(components.lexical_normalized, "strong", "fair", "weak") if components.lexical else "no"
    meaning = _graded(components.cosine_normalized, "close", "fairly close", "not close")
    match = f"{words} word match (BM25 {components.lexical:.1f}, {place})"
    joined = "and" if (words == "strong") == (meaning == "close") else "but"
    text = f"{_naming(drug, disease)}; {match} {joined} {meaning} in meaning (cosine {components.cosine:.2f})"
    return text + ("." if article.abstract else "; ranked by its title alone, as the record has no abstract.")


def _naming(drug: _Mention, disease: _Mention) -> str:
    both = (drug, disease)
    in_title = [m.in_title for m in both if m.in_title]
    in_abstract = [m.in_abstract for m in both if m.in_abstract and not m.in_title]
    missing = [m.side for m in both if not m.named]
    named = [f"{' and '.join(in_title)} in the title"] if in_title else []
    named += [f"{' and '.join(in_abstract)} in the abstract"] if in_abstract else []
    if not named:
        return f"Names neither {drug.side} nor {disease.side}"
    return f"Names {' and '.join(named)}" + (f" but not {missing[0]}" if missing else "")


def _graded(normalized: float, high: str, middle: str, low: str) -> str:
    return high if normalized >= _HIGH else middle if normalized >= _MIDDLE else low


def _readable(name: str) -> str:
    """``SILDENAFIL CITRATE`` and ``Hypertension`` as they stand inside a sentence; acronyms and codes as they are."""
    if name.isupper() and len(name) <= 6:
        return name
    words = name.split(" ")
    return " ".join(w.lower() if w.isalpha() and (w.istitle() or (w.isupper() and len(w) > 4)) else w for w in words)


def _ordinal(number: int) -> str:
    if number == 1:
        return "best"
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _numeric(pmid: str) -> tuple[int, str]:
    return (int(pmid), pmid) if pmid.isdigit() else (0, pmid)

"""Ranking and reading of files, for ``scout rerank`` and ``scout assess``: no database, no Dagster.

What belongs here: the way from documents in files to rows of JSON. The work is done by ``ranking`` and ``rules``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..domain.records.articles import Article
from ..domain.runs import Progress
from ..pipeline.resources.ranking_models import cross_encoder_of, embedder_of, read_topic
from ..ranking.corpus_ranking import CONFIGURATIONS, HybridRanker
from ..ranking.models.cached_embedder import CachedEmbedder
from ..ranking.topics import Topic
from ..reading.readers import names_alone, read_one
from ..rules.language.mentions import names_disease
from ..rules.names.drug_mentions import names_drug
from ..settings import Settings

OURS: Final = "hybrid"
"""The configuration the product ranks by."""
ROW: Final = ("id", "rank", "score", "components", "passed", "why")
"""Fields of a ranked article that ``scout rerank`` prints, after the topic."""


def rank_documents(
    ranker: HybridRanker, topics: Sequence[Topic], articles: Sequence[Article], observe: Progress = lambda *_: None
) -> Iterator[dict[str, Any]]:
    """One row per topic and document, best first; each topic ranks all documents."""
    observe("ranking", 0, len(topics))
    ranker.fit(articles)
    for done, topic in enumerate(topics, start=1):
        for ranked in ranker.rank(topic, articles):
            values = ranked.model_dump(mode="json")
            yield {"topic": topic.id} | {name: values[name] for name in ROW}
        observe("ranking", done, len(topics))


def assess_documents(
    drug_names: Sequence[str], disease_names: Sequence[str], articles: Sequence[Article]
) -> Iterator[dict[str, Any]]:
    """What each document says of the drug and the disease, and what kind of study it is.

    Args:
        drug_names, disease_names: preferred name first.
        articles: in the order of the rows.
    """
    pair = names_alone(drug_names, disease_names)
    for article in articles:
        reading = read_one(article, pair)
        stated, span, design = reading.of_pair, reading.of_pair.span, reading.study.design
        yield {
            "id": article.id,
            "drug": drug_names[0],
            "disease": disease_names[0],
            "polarity": str(stated.direction.polarity),
            "intent": str(stated.relation),
            "field": span.field if span else None,
            "start": span.start if span else None,
            "end": span.end if span else None,
            "sentence": span.text if span else "",
            "cue": stated.cue,
            "study_design": str(design.design),
            "evidence_type": str(design.evidence_type),
            "design_cue": design.cue,
            "directness": {
                "drug_named": names_drug(article.text, drug_names),
                "disease_named": names_disease(article.text, disease_names),
                "population": str(reading.study.population),
            },
        }


def ranker_of(
    settings: Settings,
    *,
    cross_encoder: str | None = None,
    cache: Path | None = None,
    observe: Progress = lambda *_: None,
) -> HybridRanker:
    """The ranking as the product does it.

    Args:
        settings: name the embedder and the cross-encoder.
        cross_encoder: another one for this time.
        cache: folder where vectors are kept; without one every text is embedded each time.
        observe: told of texts embedded.
    """
    embedder = embedder_of(settings)
    if cache:
        embedder = CachedEmbedder(embedder, cache, lambda done, total: observe("embedding", done, total))
    return HybridRanker(
        embedder,
        CONFIGURATIONS[OURS],
        read_topic,
        cross_encoder_of(settings, cross_encoder),
        settings.cross_encoder_weight,
    )

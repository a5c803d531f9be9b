"""A small judged collection in our own words, and rankers that need no model: what tests of evaluations share.

What belongs here: nothing that asserts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from indication_scout_assets.domain.findings.evidence import RankedArticle, RankingComponents
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.retrieval.lexical import bm25_scores
from indication_scout_assets.ranking.topics import Topic

DOCUMENTS: list[dict[str, Any]] = [
    {"id": "t1", "title": "Sildenafil for Raynaud phenomenon: a crossover trial",
     "abstract": "Sildenafil reduced the attacks of Raynaud phenomenon."},
    {"id": "t2", "title": "Baricitinib in alopecia areata", "abstract": "Hair regrew in most patients."},
    {"id": "n1", "title": "A register of Raynaud phenomenon", "abstract": "Cold was the usual trigger."},
    {"id": "n2", "title": "Sildenafil before dental work", "abstract": "An interview of dentists."},
    {"id": "n3", "title": "Alopecia areata and thyroid disease", "abstract": "A survey."},
    {"id": "n4", "title": "Maps of rainfall"},
]  # fmt: skip
TOPICS: list[dict[str, Any]] = [
    {"id": "1", "drug": "sildenafil", "disease": "Raynaud phenomenon", "relevant": {"t1": 2}, "unjudged": ["n2"]},
    {"id": "2", "query": "alopecia areata hair baricitinib", "relevant": ["t2"]},
    {"id": "3", "query": "nobody judged this one", "relevant": []},
]


def write_lines(path: Path, records: Sequence[dict[str, Any]]) -> Path:
    """A file of JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def judged_folder(folder: Path) -> Path:
    """A user's own folder with ``docs.jsonl`` and ``topics.jsonl``."""
    write_lines(folder / "docs.jsonl", DOCUMENTS)
    write_lines(folder / "topics.jsonl", TOPICS)
    return folder


def words_of(topic: Topic) -> str:
    return " ".join([topic.query, *(name for drug in topic.drugs for name in drug), *topic.disease_names])


class WordRanker:
    """BM25 alone; with ``backwards`` the worst of all orders."""

    notes: Mapping[str, None] = MappingProxyType({})

    def __init__(self, *, backwards: bool = False) -> None:
        self.fitted: list[int] = []
        self._sign = -1 if backwards else 1

    def fit(self, articles: Sequence[Article]) -> None:
        self.fitted.append(len(articles))

    def order(self, topic: Topic, articles: Sequence[Article]) -> list[str]:
        return [ranked.id for ranked in self.rank(topic, articles)]

    def rank(self, topic: Topic, articles: Sequence[Article]) -> list[RankedArticle]:
        scores = bm25_scores(words_of(topic), [article.text for article in articles])
        pairs = sorted(zip(articles, scores, strict=True), key=lambda pair: (-self._sign * pair[1], pair[0].id))
        return [
            RankedArticle(
                id=article.id, rank=place, score=score, in_top_k=False, names_drug=False, names_disease=False,
                why="By its words.",
                components=RankingComponents(
                    cosine=0, lexical=score, cosine_normalized=0, lexical_normalized=0, fused=score
                ),
            )
            for place, (article, score) in enumerate(pairs, start=1)
        ]  # fmt: skip

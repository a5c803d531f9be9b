"""Several configurations of the ranking over one data set: the figures of every topic, table, files.

What belongs here: running and comparing. Formulas are in ``metrics``, folders in ``data_sets``; what a configuration
does is its ranker's affair.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from ...domain.articles import Article
from ...domain.evidence import RankedArticle
from ...domain.outcomes import PermanentFailure
from ...domain.runs import Progress
from ...pipeline.ranking_models import cross_encoder_of, embedder_of, read_topic
from ...ranking.corpus_ranking import CONFIGURATIONS, HybridRanker
from ...ranking.files.vectors import VectorFile
from ...ranking.models.cached_embedder import CachedEmbedder
from ...ranking.topics import Topic
from ...settings import Settings
from ..results import write_files
from .data_sets import DataSet, JudgedTopic, read_data_set
from .metrics import METRICS, Difference, Interval, bootstrap, figures_of, paired_difference
from .picture import Estimate, Panel, ranking_markdown, ranking_plot

BASELINE: Final = "bm25"
"""The configuration that others are compared with."""


class Ranker(Protocol):
    """A configuration at work on one corpus."""

    def fit(self, articles: Sequence[Article]) -> None:
        """Embed and index a corpus; a corpus fitted before is forgotten."""

    def rank(self, topic: Topic, articles: Sequence[Article]) -> list[RankedArticle]:
        """Articles of the corpus, best first; those that must not be used come last, without a rank."""


@runtime_checkable
class OrderingRanker(Ranker, Protocol):
    """A ranker that can leave the reasons out, which is much quicker over thousands of documents."""

    def order(self, topic: Topic, articles: Sequence[Article]) -> list[str]:
        """Ids in the order of ``rank``."""


@dataclass(frozen=True)
class TopicResult:
    """One topic under one configuration."""

    topic: str
    figures: Mapping[str, float]
    """By key of ``METRICS``."""


@dataclass(frozen=True)
class ConfigurationResult:
    name: str
    topics: tuple[TopicResult, ...]
    """In the order of the data set, for every configuration alike."""
    fit_seconds: float
    """Wall time of embedding and indexing."""
    rank_seconds: float
    """Wall time of all rankings."""

    def values(self, metric: str) -> list[float]:
        """One per topic."""
        return [topic.figures[metric] for topic in self.topics]

    def interval(self, metric: str) -> Interval:
        return bootstrap(self.values(metric))


@dataclass(frozen=True)
class Evaluation:
    data: DataSet
    configurations: tuple[ConfigurationResult, ...]
    ideal: Mapping[str, float]
    """Means that the best possible order of every topic reaches: the ceiling of each metric."""

    @property
    def baseline(self) -> ConfigurationResult:
        """The one called ``bm25``, else the first."""
        return next(
            (configuration for configuration in self.configurations if configuration.name == BASELINE),
            self.configurations[0],
        )

    def difference(self, configuration: ConfigurationResult, metric: str) -> Difference | None:
        """To the baseline, topic by topic; ``None`` for the baseline itself."""
        baseline = self.baseline
        if configuration is baseline:
            return None
        return paired_difference(configuration.values(metric), baseline.values(metric))

    def as_json(self) -> dict[str, Any]:
        """The table as JSON values; documented in ``docs/cli.md``."""
        data = self.data
        return {
            "data": data.name,
            "topics": len(data.topics),
            "documents": data.documents,
            "relevant": sum(len(topic.relevant) for topic in data.topics),
            "notes": list(data.notes),
            "metrics": {metric.key: metric.title for metric in METRICS},
            "ideal": dict(self.ideal),
            "baseline": self.baseline.name,
            "configurations": [self._row(configuration) for configuration in self.configurations],
        }

    def _row(self, configuration: ConfigurationResult) -> dict[str, Any]:
        differences = {metric.key: self.difference(configuration, metric.key) for metric in METRICS}
        return {
            "name": configuration.name,
            "fit_seconds": round(configuration.fit_seconds, 3),
            "rank_seconds": round(configuration.rank_seconds, 3),
            "figures": {metric.key: configuration.interval(metric.key)._asdict() for metric in METRICS},
            "difference": {
                key: {**difference.interval._asdict(), "better": difference.better, "worse": difference.worse}
                if difference
                else None
                for key, difference in differences.items()
            },
        }

    def topic_rows(self) -> list[dict[str, Any]]:
        """One row per configuration and topic."""
        return [
            {"configuration": configuration.name, "topic": topic.topic, **topic.figures}
            for configuration in self.configurations
            for topic in configuration.topics
        ]


def evaluate(data: DataSet, rankers: Mapping[str, Ranker], observe: Progress = lambda *_: None) -> Evaluation:
    """Rank every topic of a data set with every configuration.

    Args:
        data: with at least one topic.
        rankers: by the name of their configuration, in the order of the table.
        observe: told the configuration, and how many of its topics are done and to be done.
    """
    by_corpus: defaultdict[str, list[JudgedTopic]] = defaultdict(list)
    for judged in data.topics:
        by_corpus[judged.corpus].append(judged)
    results = []
    for name, ranker in rankers.items():
        results_by_topic: dict[str, TopicResult] = {}
        fit_seconds = rank_seconds = 0.0
        observe(name, 0, len(data.topics))
        for corpus, topics in by_corpus.items():
            started = time.perf_counter()
            ranker.fit(data.corpora[corpus])
            fit_seconds += time.perf_counter() - started
            for judged in topics:
                started = time.perf_counter()
                ordered = _order(ranker, judged.topic, _ranked_for(judged, data))
                rank_seconds += time.perf_counter() - started
                results_by_topic[judged.topic.id] = TopicResult(
                    judged.topic.id, figures_of(_scored(ordered, judged), judged.relevant)
                )
                observe(name, len(results_by_topic), len(data.topics))
        in_order = tuple(results_by_topic[judged.topic.id] for judged in data.topics)
        results.append(ConfigurationResult(name, in_order, fit_seconds, rank_seconds))
    return Evaluation(data, tuple(results), _ideal(data))


def _order(ranker: Ranker, topic: Topic, articles: Sequence[Article]) -> list[str]:
    if isinstance(ranker, OrderingRanker):
        return ranker.order(topic, articles)
    return [ranked.id for ranked in ranker.rank(topic, articles)]


def _ranked_for(judged: JudgedTopic, data: DataSet) -> Sequence[Article]:
    corpus = data.corpora[judged.corpus]
    return corpus if judged.pool is None else [article for article in corpus if article.id in judged.pool]


def _scored(ranking: Sequence[str], judged: JudgedTopic) -> list[str]:
    """The ranking without unjudged documents, which are neither right nor wrong."""
    return [document for document in ranking if document not in judged.unjudged]


def _ideal(data: DataSet) -> dict[str, float]:
    per_topic = [_best(judged, data) for judged in data.topics]
    return {metric.key: sum(figures[metric.key] for figures in per_topic) / len(per_topic) for metric in METRICS}


def _best(judged: JudgedTopic, data: DataSet) -> dict[str, float]:
    ids = _scored([article.id for article in _ranked_for(judged, data)], judged)
    return figures_of(sorted(ids, key=lambda document: -judged.relevant.get(document, 0.0)), judged.relevant)


def evaluate_folder(
    folder: Path,
    settings: Settings,
    *,
    configurations: Sequence[str] = (),
    topics: int | None = None,
    cache: Path | None = None,
    cross_encoder: str | None = None,
    observe: Progress = lambda *_: None,
) -> Evaluation:
    """Measure configurations of the ranking on a folder of judged topics.

    Args:
        folder: see ``evaluation.rankings.data_sets``.
        settings: name the embedder, and where vectors are kept without ``cache``.
        configurations: names; without any, all.
        topics: how many of the first topics; without it all.

    Raises:
        PermanentFailure: a configuration is unknown, or the folder cannot be used.
    """
    if unknown := [name for name in configurations if name not in CONFIGURATIONS]:
        raise PermanentFailure(
            f"There is no configuration {', '.join(unknown)}; there are: {', '.join(CONFIGURATIONS)}."
        )
    data = read_data_set(folder)
    vectors = VectorFile(cache or settings.state_dir / "eval")
    embedder = CachedEmbedder(embedder_of(settings), vectors, lambda done, total: observe("embedding", done, total))
    model = cross_encoder_of(settings, cross_encoder)
    rankers: Mapping[str, Ranker] = {
        name: HybridRanker(embedder, CONFIGURATIONS[name], read_topic, model, settings.cross_encoder_weight)
        for name in configurations or CONFIGURATIONS
    }
    return evaluate(data.first(topics) if topics else data, rankers, observe)


def panels_of(evaluation: Evaluation) -> list[Panel]:
    """The figures as the table and the picture show them."""
    return [
        Panel(
            metric.title,
            tuple(
                Estimate(each.name, each.interval(metric.key), evaluation.difference(each, metric.key))
                for each in evaluation.configurations
            ),
            evaluation.ideal[metric.key],
        )
        for metric in METRICS
    ]


def summary(evaluation: Evaluation) -> str:
    """How much was measured, in one line."""
    topics, documents = len(evaluation.data.topics), evaluation.data.documents
    return f"{topics} {'topic' if topics == 1 else 'topics'}, {documents} documents; mean over topics, 95 % interval"


def write_results(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Write the figures as ``ranking.json``, ``topics.jsonl``, ``ranking.md`` and ``ranking.svg``, each whole or not.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    title, panels = f"Ranking on {evaluation.data.name}", panels_of(evaluation)
    notes = [f"{summary(evaluation)}.", *evaluation.data.notes]
    return write_files(
        folder,
        {
            "ranking.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n",
            "topics.jsonl": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in evaluation.topic_rows()),
            "ranking.md": ranking_markdown(title, notes, panels),
            "ranking.svg": ranking_plot(title, summary(evaluation), panels) + "\n",
        },
    )

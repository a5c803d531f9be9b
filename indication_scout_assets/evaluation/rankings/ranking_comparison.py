"""Several configurations of the ranking over one data set: the figures of every topic, table, files.

What belongs here: running and comparing. Formulas are in ``metrics``, folders in ``data_sets``; what a configuration
does is its ranker's affair.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import Article
from ...domain.runs import Progress
from ...pipeline.resources.ranking_models import cross_encoder_of, embedder_of, read_topic
from ...ranking.corpus_ranking import CONFIGURATIONS, HybridRanker
from ...ranking.models.cached_embedder import CachedEmbedder
from ...ranking.topics import Topic
from ...settings import Settings
from ..figure_files import json_lines, json_text, write_files
from .comparison_tables import Panel, ranking_markdown
from .data_sets import DataSet, JudgedTopic, read_data_set
from .metrics import METRICS, figures_of

BASELINE: Final = "bm25"
"""The configuration that others are compared with."""


class Ranker(Protocol):
    """A configuration at work on one corpus."""

    def fit(self, articles: Sequence[Article]) -> None:
        """Embed and index a corpus; a corpus fitted before is forgotten."""

    def order(self, topic: Topic, articles: Sequence[Article]) -> list[str]:
        """Ids of articles of the corpus, best first; those that must not be used come last."""


@dataclass(frozen=True)
class ConfigurationResult:
    """One configuration: the figures of every topic, and how long it took."""

    name: str
    figures: tuple[Mapping[str, float], ...]
    """By key of ``METRICS``, in the order of the data set's topics."""
    fit_seconds: float
    """Wall time of embedding and indexing."""
    rank_seconds: float
    """Wall time of all rankings."""

    def values(self, metric: str) -> list[float]:
        """One per topic."""
        return [figures[metric] for figures in self.figures]


@dataclass(frozen=True)
class Evaluation:
    data: DataSet
    configurations: tuple[ConfigurationResult, ...]
    ideal: Mapping[str, float]
    """Means that the best possible order of every topic reaches: the ceiling of each metric."""

    @property
    def baseline(self) -> str:
        """``bm25``, else the first configuration's name."""
        names = [each.name for each in self.configurations]
        return BASELINE if BASELINE in names else names[0]

    @cached_property
    def panels(self) -> list[Panel]:
        """The figures as tables show them, in the order of ``METRICS``."""
        return [
            Panel.of(
                metric.title,
                {each.name: each.values(metric.key) for each in self.configurations},
                self.baseline,
                self.ideal[metric.key],
            )
            for metric in METRICS
        ]

    def as_json(self) -> dict[str, Any]:
        """The table as JSON values; documented in ``docs/reference/verbs-json.md``."""
        return {
            "data": self.data.name,
            "topics": len(self.data.topics),
            "documents": self.data.documents,
            "relevant": sum(len(topic.relevant) for topic in self.data.topics),
            "notes": list(self.data.notes),
            "metrics": {metric.key: metric.title for metric in METRICS},
            "ideal": dict(self.ideal),
            "baseline": self.baseline,
            "configurations": [self._row(configuration) for configuration in self.configurations],
        }

    def _row(self, configuration: ConfigurationResult) -> dict[str, Any]:
        name, panels = configuration.name, dict(zip((metric.key for metric in METRICS), self.panels, strict=True))
        differences = {key: panel.differences.get(name) for key, panel in panels.items()}
        return {
            "name": name,
            "fit_seconds": round(configuration.fit_seconds, 3),
            "rank_seconds": round(configuration.rank_seconds, 3),
            "figures": {key: panel.intervals[name]._asdict() for key, panel in panels.items()},
            "difference": {
                key: each and {**each.interval._asdict(), "better": each.better, "worse": each.worse}
                for key, each in differences.items()
            },
        }

    def topic_rows(self) -> list[dict[str, Any]]:
        """One row per configuration and topic."""
        return [
            {"configuration": configuration.name, "topic": judged.topic.id, **figures}
            for configuration in self.configurations
            for judged, figures in zip(self.data.topics, configuration.figures, strict=True)
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
        figures: dict[str, Mapping[str, float]] = {}
        fit_seconds = rank_seconds = 0.0
        observe(name, 0, len(data.topics))
        for corpus, topics in by_corpus.items():
            started = time.perf_counter()
            ranker.fit(data.corpora[corpus])
            fit_seconds += time.perf_counter() - started
            for judged in topics:
                started = time.perf_counter()
                ordered = ranker.order(judged.topic, data.ranked_for(judged))
                rank_seconds += time.perf_counter() - started
                figures[judged.topic.id] = _figures(ordered, judged)
                observe(name, len(figures), len(data.topics))
        in_order = tuple(figures[judged.topic.id] for judged in data.topics)
        results.append(ConfigurationResult(name, in_order, fit_seconds, rank_seconds))
    best = [_best(judged, data) for judged in data.topics]
    ideal = {metric.key: sum(figures[metric.key] for figures in best) / len(best) for metric in METRICS}
    return Evaluation(data, tuple(results), ideal)


def _figures(ranking: Sequence[str], judged: JudgedTopic) -> dict[str, float]:
    """Of the ranking without unjudged documents, which are neither right nor wrong."""
    return figures_of([document for document in ranking if document not in judged.unjudged], judged.relevant)


def _best(judged: JudgedTopic, data: DataSet) -> dict[str, float]:
    ids = [article.id for article in data.ranked_for(judged)]
    return _figures(sorted(ids, key=lambda document: -judged.relevant.get(document, 0.0)), judged)


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
    folder = cache or settings.state_dir / "eval"
    embedder = CachedEmbedder(embedder_of(settings), folder, lambda done, total: observe("embedding", done, total))
    model = cross_encoder_of(settings, cross_encoder)
    rankers: Mapping[str, Ranker] = {
        name: HybridRanker(embedder, CONFIGURATIONS[name], read_topic, model, settings.cross_encoder_weight)
        for name in configurations or CONFIGURATIONS
    }
    return evaluate(data.first(topics) if topics else data, rankers, observe)


def summary(evaluation: Evaluation) -> str:
    """How much was measured, in one line."""
    topics, documents = len(evaluation.data.topics), evaluation.data.documents
    return f"{topics} {'topic' if topics == 1 else 'topics'}, {documents} documents; mean over topics, 95 % interval"


def write_results(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Write the figures as ``ranking.json``, ``topics.jsonl`` and ``ranking.md``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    title, notes = f"Ranking on {evaluation.data.name}", [f"{summary(evaluation)}.", *evaluation.data.notes]
    contents = {
        "ranking.json": json_text(evaluation.as_json()),
        "topics.jsonl": json_lines(evaluation.topic_rows()),
        "ranking.md": ranking_markdown(title, notes, evaluation.panels, evaluation.baseline),
    }
    return write_files(folder, contents)

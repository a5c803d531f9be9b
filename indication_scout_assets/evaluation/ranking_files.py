"""Ranking, reading and measuring of files, for the command line: no database, no Dagster.

What belongs here: the way from documents in files to rows of JSON, tables and pictures. The work itself is done by the
rooms ``ranking``, ``domain`` and ``reports``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ..domain.articles import Article
from ..domain.evidence import RankedArticle
from ..domain.outcomes import PermanentFailure
from ..domain.readings import ArticleReading
from ..domain.runs import Progress
from ..pipeline.ranking_models import cross_encoder_of, embedder_of
from ..ranking.corpus_ranking import CONFIGURATIONS, HybridRanker
from ..ranking.models.cached_embedder import CachedEmbedder
from ..ranking.models.embedders import Embedder
from ..ranking.topics import Topic
from ..reading.readers import brief_readings, names_alone, read_one
from ..rules.names.name_matching import names_in
from ..settings import Settings
from ..sources.http.entries import write_atomically
from .datasets import read_data_set
from .metrics import METRICS, Interval
from .ranking_evaluation import Evaluation, Ranker, evaluate
from .ranking_plot import Estimate, MeanInterval, Panel, ranking_plot
from .ranking_table import ranking_markdown
from .vector_file import VectorFile

OURS: Final = "hybrid"
"""The configuration the product ranks by."""
ROW: Final = ("id", "rank", "score", "components", "passed", "why")
"""Fields of a ranked article that ``scout rerank`` prints, after the topic."""


def rank_documents(
    ranker: Ranker, topics: Sequence[Topic], articles: Sequence[Article], observe: Progress = lambda *_: None
) -> Iterator[dict[str, Any]]:
    """One row per topic and document, best first; each topic ranks all documents."""
    observe("ranking", 0, len(topics))
    ranker.fit(articles)
    for done, topic in enumerate(topics, start=1):
        for ranked in ranker.rank(topic, articles):
            yield _row(topic, ranked)
        observe("ranking", done, len(topics))


def _row(topic: Topic, ranked: RankedArticle) -> dict[str, Any]:
    values = ranked.model_dump(mode="json")
    return {"topic": topic.id} | {name: values[name] for name in ROW}


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
        said, span, design = reading.of_pair, reading.of_pair.span, reading.study.design
        yield {
            "id": article.id,
            "drug": drug_names[0],
            "disease": disease_names[0],
            "polarity": str(said.direction.polarity),
            "intent": str(said.relation),
            "field": span.field if span else None,
            "start": span.start if span else None,
            "end": span.end if span else None,
            "sentence": span.text if span else "",
            "cue": said.cue,
            "study_design": str(design.design),
            "evidence_type": str(design.evidence_type),
            "design_cue": design.cue,
            "directness": {
                "drug_named": bool(names_in(article.text, drug_names)),
                "disease_named": bool(names_in(article.text, disease_names)),
                "population": str(reading.study.population),
            },
        }


def read_topic(topic: Topic, articles: Sequence[Article]) -> list[ArticleReading]:
    """What articles of a file say of a topic's pair: read anew each time, for there is no store."""
    return brief_readings(names_alone(topic.drug_names, topic.disease_names), articles)


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
    return HybridRanker(
        _with_cache(embedder, cache, observe) if cache else embedder,
        CONFIGURATIONS[OURS],
        read_topic,
        cross_encoder_of(settings, cross_encoder),
        settings.cross_encoder_weight,
    )


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
        folder: see ``evaluation.datasets``.
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
    embedder = _with_cache(embedder_of(settings), cache or settings.state_dir / "eval", observe)
    model = cross_encoder_of(settings, cross_encoder)
    rankers: Mapping[str, Ranker] = {
        name: HybridRanker(embedder, CONFIGURATIONS[name], read_topic, model, settings.cross_encoder_weight)
        for name in configurations or CONFIGURATIONS
    }
    return evaluate(data.first(topics) if topics else data, rankers, observe)


def _with_cache(embedder: Embedder, folder: Path, observe: Progress) -> Embedder:
    return CachedEmbedder(embedder, VectorFile(folder), lambda done, total: observe("embedding", done, total))


# ------------------------------------------------------------------------------------------------ results
def panels_of(evaluation: Evaluation) -> list[Panel]:
    """The figures as the table and the picture show them."""
    return [
        Panel(
            metric.title,
            tuple(_estimate(evaluation, place, metric.key) for place in range(len(evaluation.configurations))),
            evaluation.ideal[metric.key],
        )
        for metric in METRICS
    ]


def _estimate(evaluation: Evaluation, place: int, metric: str) -> Estimate:
    configuration = evaluation.configurations[place]
    difference = evaluation.difference(configuration, metric)
    mean = _span(configuration.interval(metric))
    if difference is None:
        return Estimate(configuration.name, mean, None)
    return Estimate(configuration.name, mean, _span(difference.interval), difference.better, difference.worse)


def _span(interval: Interval) -> MeanInterval:
    return MeanInterval(interval.mean, interval.low, interval.high)


def summary(evaluation: Evaluation) -> str:
    """How much was measured, in one line."""
    data = evaluation.data
    topics, documents = len(data.topics), data.documents
    return f"{topics} {'topic' if topics == 1 else 'topics'}, {documents} documents; mean over topics, 95 % interval"


def write_results(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Write the figures as ``ranking.json``, ``topics.jsonl``, ``ranking.md`` and ``ranking.svg``, each whole or not.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    title, panels = f"Ranking on {evaluation.data.name}", panels_of(evaluation)
    notes = [f"{summary(evaluation)}.", *evaluation.data.notes]
    contents = {
        "ranking.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n",
        "topics.jsonl": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in evaluation.topic_rows()),
        "ranking.md": ranking_markdown(title, notes, panels),
        "ranking.svg": ranking_plot(title, summary(evaluation), panels) + "\n",
    }
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def write_whole(path: Path, content: str) -> None:
    """Write a file so that readers see the old or the whole new content.

    A pipe or a device is written to, never replaced, and a link stays a link.

    Raises:
        PermanentFailure: it cannot be written.
    """
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_text(content, "utf-8")
        else:
            write_atomically(target, content.encode("utf-8"))
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be written ({error.strerror}); choose another place.") from error

"""What an article says of a pair, for tests of those who make use of it: made by the rules, else put together.

The trained model is left out: what it makes of a sentence in our own words is not what these tests are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from indication_scout_assets.domain.diseases import NormalizedName
from indication_scout_assets.domain.findings.readings import ArticleReading, PairNames, ReaderId
from indication_scout_assets.domain.findings.study_designs import DesignReading
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.topics import Topic
from indication_scout_assets.reading.reader_protocol import ReadingDraft
from indication_scout_assets.reading.readers import brief_readings, names_alone
from indication_scout_assets.reading.rule_reader import RuleText, completed_reading, read_study
from indication_scout_assets.reading.verifier.verified_readings import verified_reading
from indication_scout_assets.rules.literature.study_design import design_of
from indication_scout_assets.synthesis.synthesizer import PairLiterature


def pair_of(drug_names: Sequence[str], name: NormalizedName, **names: Any) -> PairNames:
    """A pair under the names of the two, as ``pipeline.candidate_names.pair_names`` makes it.

    Args:
        names: further names, by field of ``PairNames``.
    """
    return PairNames(
        drug_names=tuple(drug_names), disease=name.disease_name, disease_names=tuple(name.names),
        mesh_id=name.own_mesh_id, wider_names=tuple(name.wider_names), **names,
    )  # fmt: skip


def read_by_rules(article: Article, pair: PairNames) -> ArticleReading:
    """What the rules alone read, in full and verified."""
    study = read_study(article)
    text = RuleText(article, pair)
    reading = completed_reading(text, text.reading, study)
    return verified_reading(article, pair, ReaderId(name="rules"), ReadingDraft(study, {pair.key: reading}))


def readings_of(articles: Iterable[Article], pair: PairNames) -> dict[str, ArticleReading]:
    """What each article says of the pair, by its id, read in full by the rules."""
    return {article.id: read_by_rules(article, pair) for article in articles}


def brief_of_topic(topic: Topic, articles: Sequence[Article]) -> list[ArticleReading]:
    """What each article says of a topic's pair, read in brief: as ``ranking.scoring.ReadPair`` asks for it."""
    return brief_readings(names_alone(topic.drug_names, topic.disease_names), articles)


def designs_of(articles: Mapping[str, Article]) -> dict[str, DesignReading]:
    """Designs of the articles' studies, by id."""
    return {article_id: design_of(article) for article_id, article in articles.items()}


def changed(
    reading: ArticleReading, *, study: dict[str, Any] | None = None, of_pair: dict[str, Any] | None = None
) -> ArticleReading:
    """A reading with some parts of it as a test needs them."""
    return reading.model_copy(
        update={
            "study": reading.study.model_copy(update=study or {}),
            "of_pair": reading.of_pair.model_copy(update=of_pair or {}),
        }
    )


def read_literature(
    articles: Sequence[Article], drug_names: Sequence[str], name: NormalizedName, searched: int | None = None
) -> PairLiterature:
    """Articles with what they say of a pair; ``searched`` is how many were found in all, else these."""
    pair = pair_of(drug_names, name)
    return PairLiterature(articles, readings_of(articles, pair), len(articles) if searched is None else searched)

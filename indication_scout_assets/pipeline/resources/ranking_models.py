"""The models of the ranking that the settings name.

What belongs here: construction from settings, without a database; nothing is loaded before its first text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...domain.findings.readings import ArticleReading
from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import Article
from ...providers.budget import Budget, Spending
from ...ranking.topics import Topic
from ...settings import Settings
from .language_models import known_price, provider_key

if TYPE_CHECKING:
    from ...ranking.models.cross_encoders import CrossEncoder
    from ...ranking.models.embedders import Embedder


def embedder_of(settings: Settings, budget: Budget | None = None) -> Embedder:
    """The embedder the settings name; what a hosted one costs counts against the budget, else against one of its own.

    Raises:
        PermanentFailure: a service is named and its key is missing, or its price where a budget is set; or the bundled
            model is missing.
    """
    from ...ranking.models import embedders, hosted_embedders, voyage  # noqa: PLC0415 - heavy

    if settings.embedder == "ollama":
        return hosted_embedders.OllamaEmbedder(model=settings.ollama_embedding_model, base_url=settings.ollama_url)
    if settings.embedder == "openai":
        model, spent = settings.openai_embedding_model, budget or Budget(settings.model_budget)
        return hosted_embedders.OpenAiEmbedder(
            model=model,
            dimension=settings.openai_embedding_dimension,
            base_url=settings.openai_url,
            api_key=provider_key(settings, "openai", "make vectors"),
            spending=Spending(known_price(settings, "openai", model), spent),
        )
    if settings.embedder == "minilm":
        return embedders.minilm()
    if settings.embedder == "voyage":
        if settings.voyage_api_key is None:
            raise PermanentFailure("SCOUT_EMBEDDER is `voyage` but no key is set; set SCOUT_VOYAGE_API_KEY.")
        return voyage.VoyageEmbedder(
            model=settings.voyage_model,
            dimension=settings.voyage_dimension,
            api_key=settings.voyage_api_key.get_secret_value(),
            base_url=settings.voyage_url,
        )
    return embedders.SentenceTransformerEmbedder(settings.embedder)


def cross_encoder_of(settings: Settings, name: str | None = None) -> CrossEncoder | None:
    """The cross-encoder of this name, else the one the settings name; ``None`` where there is none to use.

    Raises:
        PermanentFailure: Voyage is named and there is no key.
    """
    from ...ranking.models import cross_encoders  # noqa: PLC0415 - heavy

    key = settings.voyage_api_key
    return cross_encoders.choose(
        name or settings.cross_encoder,
        batch_size=settings.cross_encoder_batch_size,
        max_tokens=settings.cross_encoder_max_tokens,
        voyage_key=key.get_secret_value() if key else "",
        voyage_model=settings.voyage_rerank_model,
        voyage_url=settings.voyage_url,
        offline=settings.snapshot is not None,
    )


def check(settings: Settings) -> None:
    """Nothing where the embedder can be had by these settings; it is not loaded, and a model hub is hardly asked.

    Before the first request, because a run asks all sources before it comes to its first vector.

    Raises:
        PermanentFailure: a key is missing, or there is no such model here nor at the hub. TransientFailure: Ollama does
            not answer.
    """
    if settings.embedder in ("minilm", "voyage", "openai"):
        embedder_of(settings)
        return
    if settings.embedder == "ollama":
        from ...language_models.ollama import require_model as require_pulled  # noqa: PLC0415

        require_pulled(settings.ollama_url, settings.ollama_embedding_model)
        return
    from ...ranking.models.model_folders import require_model  # noqa: PLC0415

    require_model(settings.embedder, "embedding model")


def embedding_model(settings: Settings) -> list[str]:
    """What makes the vectors; another model makes every drug due, and this loads none."""
    if settings.embedder == "voyage":
        return ["voyage", settings.voyage_model, str(settings.voyage_dimension)]
    if settings.embedder == "openai":
        return ["openai", settings.openai_embedding_model, str(settings.openai_embedding_dimension)]
    if settings.embedder == "ollama":
        return ["ollama", settings.ollama_embedding_model]
    return [settings.embedder]


def reading_model(settings: Settings) -> list[str]:
    """The cross-encoder, with the model of the vectors it reads after."""
    voyage = [settings.voyage_rerank_model] if settings.cross_encoder == "voyage" else []
    return [settings.cross_encoder, *voyage, *embedding_model(settings)]


def read_topic(topic: Topic, articles: Sequence[Article]) -> list[ArticleReading]:
    """What articles say of a topic's pair, read in brief; for files, which have no store."""
    from ...reading.readers import brief_readings, names_alone  # noqa: PLC0415 - many patterns

    return brief_readings(names_alone(topic.drug_names, topic.disease_names), articles)

"""Which models and prompts the stages work with, by the settings alone: other ones make every drug due.

What belongs here: names and versions; no model is loaded, so that a sensor may ask.
"""

from __future__ import annotations

from ...language_models.prompts import prompt
from ...reading.article_questions import reading_prompt
from ...reading.reader_protocol import BUNDLED
from ...settings import Settings
from .language_models import model_of, picture_model_of, reader_of, reading_model_of


def embedding_model(settings: Settings) -> list[str]:
    """What makes the vectors."""
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


def naming_model(settings: Settings) -> list[str]:
    """What proposes indexed names, where anything does."""
    return [settings.names_model, prompt("propose_name").hash] if settings.anthropic_api_key else []


def writing_model(settings: Settings) -> list[str]:
    """What writes syntheses, with its prompts; nothing where they are chosen word for word."""
    model = model_of(settings)
    return [model, prompt("literature").hash, prompt("trials").hash] if model else []


def seeing_model(settings: Settings) -> list[str]:
    """What looks at pictures of labels, with its prompt; nothing where caption and place decide."""
    model = picture_model_of(settings)
    return [settings.picture_reader, model, prompt("picture").hash] if model else []


def articles_model(settings: Settings) -> list[str | float]:
    """Who reads articles, with its model and what it may spend: a larger budget reaches articles left out before."""
    name = reader_of(settings)
    if name == BUNDLED:
        return [name]
    dollars = [] if settings.model_budget is None else [settings.model_budget]
    return [name, reading_model_of(settings), reading_prompt().hash, *dollars]

"""Which language models a workspace asks: construction from settings, and whether they could be asked now.

What belongs here: choice and construction. How a provider is spoken to is in ``synthesis``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ...demo import SNAPSHOT
from ...domain.base import fingerprint
from ...domain.model_calls import ModelPrice
from ...domain.outcomes import PermanentFailure, WrongArgument
from ...language_models.call_log import BatchLog, CallLog
from ...reading.reader_protocol import BUNDLED
from ...settings import AUTO_BUDGET, Settings

if TYPE_CHECKING:
    from ...language_models.language_model import LanguageModel
    from ...providers.budget import Budget
    from ...reading.reader_protocol import Reader
    from ...synthesis.synthesizer import Synthesizer


PROVIDERS = ("anthropic", "openai", "ollama")
"""Who may write answers besides nobody."""


class Log(CallLog, BatchLog, Protocol):
    """Where answers and batches are kept."""


def synthesizer_of(settings: Settings) -> str:
    """What writes the syntheses: ``extractive`` or a provider. ``auto`` never begins to pay unless Claude's key is set:
    a key of OpenAI's in the environment may be there for something else.
    """
    if settings.synthesizer != "auto":
        return settings.synthesizer
    return "anthropic" if settings.anthropic_api_key else "extractive"


def model_of(settings: Settings) -> str | None:
    """The name of the model that writes the syntheses; ``None`` where none does."""
    return _model_names(settings).get(synthesizer_of(settings))


def synthesis_model(settings: Settings, log: Log, budget: Budget) -> LanguageModel | None:
    """The model that writes the syntheses; ``None`` where they are extractive.

    Raises:
        PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
    """
    provider, model = synthesizer_of(settings), model_of(settings)
    if model is None:
        return None
    return _of_provider(settings, provider, model, log, budget, batches=_in_batches(settings, provider))


def reader_of(settings: Settings) -> str:
    """Who reads articles: ``bundled``, ``recorded`` or a provider; ``auto`` as in ``synthesizer_of``."""
    if settings.reader != "auto":
        return settings.reader
    return "anthropic" if settings.anthropic_api_key else BUNDLED


def reading_model_of(settings: Settings) -> str:
    """The name of the model that reads; empty where no provider is asked."""
    return _reading_models(settings).get(reader_of(settings), "")


def reading_budget(settings: Settings, budget: Budget) -> Budget:
    """What reading may spend: the run's budget, or where none is set and ``auto`` chose the reader, one of its own."""
    from ...providers.budget import Budget  # noqa: PLC0415 - only where used

    return Budget(AUTO_BUDGET) if settings.reader == "auto" and settings.model_budget is None else budget


def article_readers(settings: Settings, log: Log, budget: Budget) -> tuple[Reader, ...]:
    """Who reads articles, each in place of the one before it where that has nothing to say.

    Raises:
        PermanentFailure: a key is missing, a budget is set for a model whose price is unknown, or recorded answers are
            damaged.
    """
    from ...reading.readers import code_fingerprint, reader  # noqa: PLC0415 - many patterns

    bundled, name = reader(BUNDLED), reader_of(settings)
    if name == BUNDLED:
        return (bundled,)
    from ...reading.model_reader import ModelReader  # noqa: PLC0415 - only where used

    if name == "recorded":
        from ...language_models.recorded_answers import RecordedAnswers  # noqa: PLC0415

        path = recorded_answers(settings)
        words = path.read_text("utf-8") if path.exists() else ""
        return ModelReader(RecordedAnswers(path), fingerprint(code_fingerprint(), words)), bundled
    provider_key(settings, name, "read articles")
    model = reading_model_of(settings)
    asked = _of_provider(settings, name, model, log, budget, batches=_in_batches(settings, name))
    return ModelReader(asked, code_fingerprint()), bundled


def recorded_answers(settings: Settings) -> Path:
    """The file of the answers that the reader ``recorded`` replays: the snapshot's, else the demonstration's."""
    from ...language_models.recorded_answers import ANSWERS  # noqa: PLC0415

    return (settings.snapshot or SNAPSHOT) / ANSWERS


def answer_model(settings: Settings, provider: str, log: Log, budget: Budget) -> LanguageModel | None:
    """The model that writes answers; ``None`` where they are ``extractive``.

    Raises:
        WrongArgument: no provider of this name. PermanentFailure: a key is missing, or a budget is set for a model
            whose price is unknown.
    """
    if provider == "extractive":
        return None
    if provider not in PROVIDERS:
        raise WrongArgument(f"{provider!r} writes no answers; choose extractive, {', '.join(PROVIDERS)}.")
    provider_key(settings, provider, "write the answer")
    return _of_provider(settings, provider, _model_names(settings)[provider], log, budget)


def synthesizer_with(model: LanguageModel | None) -> Synthesizer:
    """What writes with the model, and without it where it gives no answer; extractive where there is none."""
    from ...synthesis.extractive import ExtractiveSynthesizer  # noqa: PLC0415 - only where used

    if model is None:
        return ExtractiveSynthesizer()
    from ...synthesis.model_synthesis import ModelSynthesizer  # noqa: PLC0415

    return ModelSynthesizer(model, fallback=ExtractiveSynthesizer())


def names_model(settings: Settings, log: Log, budget: Budget) -> LanguageModel | None:
    """The model that proposes indexed names; ``None`` without Anthropic's key."""
    if settings.anthropic_api_key is None:
        return None
    return _of_provider(settings, "anthropic", settings.names_model, log, budget)


def picture_model(settings: Settings, log: Log, budget: Budget) -> LanguageModel | None:
    """The model that looks at pictures of labels; ``None`` where nobody does.

    Raises:
        PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
    """
    provider = settings.picture_reader
    if provider == "none":
        return None
    provider_key(settings, provider, "look at pictures of labels")
    return _of_provider(settings, provider, picture_model_of(settings), log, budget)


def picture_model_of(settings: Settings) -> str:
    """The name of the model that looks at pictures; empty where none does."""
    return _reading_models(settings).get(settings.picture_reader, "")


def known_price(settings: Settings, provider: str, model: str) -> ModelPrice | None:
    """The price of a model; ``None`` where it is unknown.

    Raises:
        PermanentFailure: it is unknown and a budget is set, which could not be kept.
    """
    from ...providers.prices import FREE, price_of  # noqa: PLC0415 - only where used

    price = price_of(model, settings.model_prices)
    if price is None and provider == "ollama":
        price = FREE
    if price is None and settings.model_budget is not None:
        raise PermanentFailure(
            f"The budget SCOUT_MODEL_BUDGET cannot be kept, because the price of {model} is unknown; set it in "
            "SCOUT_MODEL_PRICES, or set no budget."
        )
    return price


def check(settings: Settings) -> None:
    """Nothing where the models can be asked by these settings; nobody is asked.

    Raises:
        PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
    """
    provider, model = synthesizer_of(settings), model_of(settings)
    if model is not None:
        provider_key(settings, provider)
        known_price(settings, provider, model)
    if settings.anthropic_api_key is not None:
        known_price(settings, "anthropic", settings.names_model)
    if (sees := settings.picture_reader) in PROVIDERS:
        provider_key(settings, sees, "look at pictures of labels")
        known_price(settings, sees, picture_model_of(settings))
    if (reads := reader_of(settings)) in PROVIDERS:
        provider_key(settings, reads, "read articles")
        known_price(settings, reads, reading_model_of(settings))


def ready(settings: Settings) -> str:
    """Who writes the syntheses, on what terms, and who reads. A hosted service is not asked, a local one is.

    Raises:
        PermanentFailure, TransientFailure: it could not write them now.
    """
    check(settings)
    return f"{_writer(settings)}; articles are read by {reader_of(settings)}"


def _writer(settings: Settings) -> str:
    provider, model = synthesizer_of(settings), model_of(settings)
    if model is None:
        return "none needed: syntheses are extractive"
    if provider == "ollama":
        from ...language_models.ollama import require_model  # noqa: PLC0415
        from ...providers.provider_http import place  # noqa: PLC0415

        require_model(settings.ollama_url, model)
        return f"ollama: {model} at {place(settings.ollama_url)}, pulled"
    price = known_price(settings, provider, model)
    cost = f"{price.input:g} and {price.output:g} dollars per million tokens" if price else "at an unknown price"
    limit = "no budget" if settings.model_budget is None else f"a budget of {settings.model_budget:g} dollars a run"
    batches = " in batches" if _in_batches(settings, provider) else ""
    return f"{provider}: {model}{batches}, {cost}, {limit} (not tried here)"


def _model_names(settings: Settings) -> dict[str, str]:
    """The model of each provider."""
    return {"anthropic": settings.synthesis_model, "openai": settings.openai_model, "ollama": settings.ollama_model}


def _reading_models(settings: Settings) -> dict[str, str]:
    """The model of each provider that reads articles and looks at pictures."""
    return _model_names(settings) | {"anthropic": settings.reading_model}


def _in_batches(settings: Settings, provider: str) -> bool:
    """Whether a provider is asked in batches."""
    return {"anthropic": settings.anthropic_batches, "openai": settings.openai_batches}.get(provider, False)


def provider_key(settings: Settings, provider: str, task: str = "") -> str:
    """The provider's key, empty where it may do without; ``task``: what it is for, else the syntheses.

    Raises:
        PermanentFailure: the provider needs a key and there is none.
    """
    key = {"anthropic": settings.anthropic_api_key, "openai": settings.openai_api_key}.get(provider)
    if key is not None and (written := key.get_secret_value().strip()):
        return written
    if provider == "ollama" or (provider == "openai" and not _is_official(settings.openai_url)):
        return ""
    name = "Claude" if provider == "anthropic" else "OpenAI"
    meant = f"{name} was to {task}" if task else f"SCOUT_SYNTHESIZER is `{provider}`"
    raise PermanentFailure(f"{meant} but no key is set; set SCOUT_{provider.upper()}_API_KEY.")


def _is_official(url: str) -> bool:
    from ...language_models.openai_model import OFFICIAL  # noqa: PLC0415

    return url.rstrip("/") == OFFICIAL


def _of_provider(
    settings: Settings, provider: str, model: str, log: Log, budget: Budget, *, batches: bool = False
) -> LanguageModel:
    """A model of a provider, asked in ``batches`` where these are wished and the provider has them."""
    from ...providers.budget import Spending  # noqa: PLC0415 - each only where used

    key, kept = provider_key(settings, provider), log if batches else None
    spending = Spending(known_price(settings, provider, model), budget)
    if provider == "ollama":
        from ...language_models.ollama import OllamaModel  # noqa: PLC0415

        return OllamaModel(model=model, log=log, base_url=settings.ollama_url, spending=spending)
    if provider == "openai":
        from ...language_models.openai_model import ChatCompletionsModel, OpenAiModel  # noqa: PLC0415

        url, kind = settings.openai_url, ChatCompletionsModel if settings.openai_protocol == "chat" else OpenAiModel
        return kind(api_key=key, model=model, log=log, base_url=url, spending=spending, batches=kept)
    from ...language_models.claude import Claude  # noqa: PLC0415

    own = settings.anthropic_url
    return Claude(api_key=key, model=model, log=log, base_url=own, spending=spending, batches=kept)

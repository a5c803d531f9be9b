"""Which language models a workspace asks: construction from settings, and whether they could be asked now.

What belongs here: choice and construction. How a provider is spoken to is in ``synthesis``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..domain.model_calls import ModelPrice
from ..domain.outcomes import PermanentFailure, WrongArgument
from ..language_models.call_log import BatchLog, CallLog
from ..settings import Settings
from ..synthesis.synthesizer import Synthesizer

if TYPE_CHECKING:
    from ..language_models.budget import Budget
    from ..language_models.language_model import LanguageModel


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
    provider = synthesizer_of(settings)
    if provider == "anthropic":
        return _claude(settings, settings.synthesis_model, log, budget, batches=settings.anthropic_batches)
    if provider == "openai":
        return _openai(settings, log, budget)
    if provider == "ollama":
        return _ollama(settings, log, budget)
    return None


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
    _require_key(settings, provider)
    return _of_provider(settings, provider, log, budget)


def synthesizer_with(model: LanguageModel | None) -> Synthesizer:
    """What writes with the model, and without it where it gives no answer; extractive where there is none."""
    from ..synthesis.extractive import ExtractiveSynthesizer  # noqa: PLC0415 - only where used

    if model is None:
        return ExtractiveSynthesizer()
    from ..synthesis.model_synthesis import ModelSynthesizer  # noqa: PLC0415

    return ModelSynthesizer(model, fallback=ExtractiveSynthesizer())


def names_model(settings: Settings, log: Log, budget: Budget) -> LanguageModel | None:
    """The model that proposes indexed names; ``None`` without Anthropic's key."""
    if settings.anthropic_api_key is None:
        return None
    return _claude(settings, settings.names_model, log, budget, batches=False)


def known_price(settings: Settings, provider: str, model: str) -> ModelPrice | None:
    """The price of a model; ``None`` where it is unknown.

    Raises:
        PermanentFailure: it is unknown and a budget is set, which could not be kept.
    """
    from ..language_models.prices import FREE, price_of  # noqa: PLC0415 - only where used

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
    if provider == "anthropic":
        _key_of_claude(settings)
    if provider == "openai":
        _key_of_openai(settings)
    if model is not None:
        known_price(settings, provider, model)
    if settings.anthropic_api_key is not None:
        known_price(settings, "anthropic", settings.names_model)


def ready(settings: Settings) -> str:
    """Who writes the syntheses, and on what terms. A hosted service is not asked, a local one is.

    Raises:
        PermanentFailure, TransientFailure: it could not write them now.
    """
    check(settings)
    provider, model = synthesizer_of(settings), model_of(settings)
    if model is None:
        return "none needed: syntheses are extractive"
    if provider == "ollama":
        from ..language_models.ollama import require_model  # noqa: PLC0415
        from ..language_models.provider_http import place  # noqa: PLC0415

        require_model(settings.ollama_url, model)
        return f"ollama: {model} at {place(settings.ollama_url)}, pulled"
    price = known_price(settings, provider, model)
    cost = f"{price.input:g} and {price.output:g} dollars per million tokens" if price else "at an unknown price"
    limit = "no budget" if settings.model_budget is None else f"a budget of {settings.model_budget:g} dollars a run"
    batches = " in batches" if provider == "anthropic" and settings.anthropic_batches else ""
    return f"{provider}: {model}{batches}, {cost}, {limit} (not tried here)"


def _model_names(settings: Settings) -> dict[str, str]:
    """The model of each provider."""
    return {"anthropic": settings.synthesis_model, "openai": settings.openai_model, "ollama": settings.ollama_model}


def _require_key(settings: Settings, provider: str) -> None:
    """Nothing where the provider has the key it needs to write answers."""
    if provider == "anthropic" and settings.anthropic_api_key is None:
        raise PermanentFailure("Claude was to write the answer but no key is set; set SCOUT_ANTHROPIC_API_KEY.")
    if provider == "openai" and settings.openai_api_key is None and _is_official(settings.openai_url):
        raise PermanentFailure("OpenAI was to write the answer but no key is set; set SCOUT_OPENAI_API_KEY.")


def _of_provider(settings: Settings, provider: str, log: Log, budget: Budget) -> LanguageModel:
    if provider == "anthropic":
        return _claude(settings, settings.synthesis_model, log, budget, batches=False)
    return _openai(settings, log, budget) if provider == "openai" else _ollama(settings, log, budget)


def _key_of_claude(settings: Settings) -> str:
    if settings.anthropic_api_key is None:
        raise PermanentFailure("SCOUT_SYNTHESIZER is `anthropic` but no key is set; set SCOUT_ANTHROPIC_API_KEY.")
    return settings.anthropic_api_key.get_secret_value().strip()


def _key_of_openai(settings: Settings) -> str:
    if settings.openai_api_key is not None:
        return settings.openai_api_key.get_secret_value().strip()
    if _is_official(settings.openai_url):
        raise PermanentFailure("SCOUT_SYNTHESIZER is `openai` but no key is set; set SCOUT_OPENAI_API_KEY.")
    return ""  # another server may do without


def _is_official(url: str) -> bool:
    from ..language_models.openai_model import OFFICIAL  # noqa: PLC0415

    return url.rstrip("/") == OFFICIAL


def _claude(settings: Settings, model: str, log: Log, budget: Budget, *, batches: bool) -> LanguageModel:
    from ..language_models.budget import Spending  # noqa: PLC0415
    from ..language_models.claude import Claude  # noqa: PLC0415

    return Claude(
        api_key=_key_of_claude(settings),
        model=model,
        log=log,
        base_url=settings.anthropic_url,
        spending=Spending(known_price(settings, "anthropic", model), budget),
        batches=log if batches else None,
    )


def _openai(settings: Settings, log: Log, budget: Budget) -> LanguageModel:
    from ..language_models.budget import Spending  # noqa: PLC0415
    from ..language_models.openai_model import OpenAiModel  # noqa: PLC0415

    return OpenAiModel(
        api_key=_key_of_openai(settings),
        model=settings.openai_model,
        log=log,
        base_url=settings.openai_url,
        spending=Spending(known_price(settings, "openai", settings.openai_model), budget),
    )


def _ollama(settings: Settings, log: Log, budget: Budget) -> LanguageModel:
    from ..language_models.budget import Spending  # noqa: PLC0415
    from ..language_models.ollama import OllamaModel  # noqa: PLC0415

    return OllamaModel(
        model=settings.ollama_model,
        log=log,
        base_url=settings.ollama_url,
        spending=Spending(known_price(settings, "ollama", settings.ollama_model), budget),
    )

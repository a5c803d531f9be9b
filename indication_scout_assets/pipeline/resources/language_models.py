"""Which language models a workspace asks: construction from settings, and whether they could be asked now.

What belongs here: choice, construction, and the versions by which other models and prompts make drugs due. How a
provider is spoken to is in ``language_models``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from ...demo import SNAPSHOT
from ...domain.base import fingerprint
from ...domain.model_calls import ModelPrice
from ...domain.outcomes import PermanentFailure, WrongArgument
from ...language_models.call_log import BatchLog, CallLog
from ...language_models.prompts import prompt
from ...reading.article_questions import reading_prompt
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


class ModelTask(StrEnum):
    """What a language model may be asked for, as the sentence about a missing key says it."""

    SYNTHESES = "write syntheses"
    ARTICLES = "read articles"
    PICTURES = "look at pictures of labels"
    NAMES = "propose indexed names"
    ANSWERS = "write the answer"


_TOLD_BY_SETTINGS = (ModelTask.SYNTHESES, ModelTask.NAMES, ModelTask.PICTURES, ModelTask.ARTICLES)


def chosen_for(settings: Settings, task: ModelTask) -> str:
    """Who does a task that the settings name: a provider, or what does it without one.

    ``auto`` never begins to pay unless Claude's key is set: a key of OpenAI's in the environment may be there for
    something else.
    """
    by_key = "anthropic" if settings.anthropic_api_key else ""
    return {
        ModelTask.SYNTHESES: (by_key or "extractive") if settings.synthesizer == "auto" else settings.synthesizer,
        ModelTask.ARTICLES: (by_key or BUNDLED) if settings.reader == "auto" else settings.reader,
        ModelTask.PICTURES: settings.picture_reader,
        ModelTask.NAMES: by_key,
        ModelTask.ANSWERS: settings.answer_writer,
    }[task]


def model_for(settings: Settings, task: ModelTask, provider: str = "") -> str:
    """The name of the model that a provider, or who is chosen, does a task with; empty where no provider is asked."""
    of_anthropic = {
        ModelTask.ARTICLES: settings.reading_model,
        ModelTask.PICTURES: settings.reading_model,
        ModelTask.NAMES: settings.names_model,
    }.get(task, settings.synthesis_model)
    models = {"anthropic": of_anthropic, "openai": settings.openai_model, "ollama": settings.ollama_model}
    return models.get(provider or chosen_for(settings, task), "")


def task_model(
    settings: Settings, task: ModelTask, log: Log, budget: Budget, provider: str = ""
) -> LanguageModel | None:
    """The model that does a task, by a provider or by whom the settings choose; ``None`` where none is asked.

    Raises:
        WrongArgument: no provider of this name. PermanentFailure: a key is missing, or a budget is set for a model
            whose price is unknown.
    """
    from ...providers.budget import Spending  # noqa: PLC0415 - each only where used

    name = provider or chosen_for(settings, task)
    if provider not in ("", "extractive", *PROVIDERS):
        raise WrongArgument(f"{provider!r} writes no answers; choose extractive, {', '.join(PROVIDERS)}.")
    if name not in PROVIDERS:
        return None
    key, model = provider_key(settings, name, task), model_for(settings, task, name)
    spending = Spending(known_price(settings, name, model), budget)
    kept = log if _in_batches(settings, name, task) else None
    if name == "ollama":
        from ...language_models.ollama import OllamaModel  # noqa: PLC0415

        return OllamaModel(model=model, log=log, base_url=settings.ollama_url, spending=spending)
    if name == "openai":
        from ...language_models.openai_model import ChatCompletionsModel, OpenAiModel  # noqa: PLC0415

        url, kind = settings.openai_url, ChatCompletionsModel if settings.openai_protocol == "chat" else OpenAiModel
        return kind(api_key=key, model=model, log=log, base_url=url, spending=spending, batches=kept)
    from ...language_models.claude import Claude  # noqa: PLC0415

    own = settings.anthropic_url
    return Claude(api_key=key, model=model, log=log, base_url=own, spending=spending, batches=kept)


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

    bundled, name = reader(BUNDLED), chosen_for(settings, ModelTask.ARTICLES)
    if name == BUNDLED:
        return (bundled,)
    from ...reading.model_reader import ModelReader  # noqa: PLC0415 - only where used

    if name == "recorded":
        from ...language_models.recorded_answers import ANSWERS, RecordedAnswers  # noqa: PLC0415

        path = (settings.snapshot or SNAPSHOT) / ANSWERS
        words = path.read_text("utf-8") if path.exists() else ""
        return ModelReader(RecordedAnswers(path), fingerprint(code_fingerprint(), words)), bundled
    asked = task_model(settings, ModelTask.ARTICLES, log, budget)
    return (bundled,) if asked is None else (ModelReader(asked, code_fingerprint()), bundled)


def synthesizer_with(model: LanguageModel | None) -> Synthesizer:
    """What writes with the model, and without it where it gives no answer; extractive where there is none."""
    from ...synthesis.extractive import ExtractiveSynthesizer  # noqa: PLC0415 - only where used

    if model is None:
        return ExtractiveSynthesizer()
    from ...synthesis.model_synthesis import ModelSynthesizer  # noqa: PLC0415

    return ModelSynthesizer(model, fallback=ExtractiveSynthesizer())


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
    for task in _TOLD_BY_SETTINGS:
        if (provider := chosen_for(settings, task)) in PROVIDERS:
            provider_key(settings, provider, task)
            known_price(settings, provider, model_for(settings, task))


def ready(settings: Settings) -> str:
    """Who writes the syntheses, on what terms, and who reads. A hosted service is not asked, a local one is.

    Raises:
        PermanentFailure, TransientFailure: it could not write them now.
    """
    check(settings)
    return f"{_writer(settings)}; articles are read by {chosen_for(settings, ModelTask.ARTICLES)}"


def _writer(settings: Settings) -> str:
    provider, model = chosen_for(settings, ModelTask.SYNTHESES), model_for(settings, ModelTask.SYNTHESES)
    if not model:
        return "none needed: syntheses are extractive"
    if provider == "ollama":
        from ...language_models.ollama import require_model  # noqa: PLC0415
        from ...providers.provider_http import place  # noqa: PLC0415

        require_model(settings.ollama_url, model)
        return f"ollama: {model} at {place(settings.ollama_url)}, pulled"
    price = known_price(settings, provider, model)
    cost = f"{price.input:g} and {price.output:g} dollars per million tokens" if price else "at an unknown price"
    limit = "no budget" if settings.model_budget is None else f"a budget of {settings.model_budget:g} dollars a run"
    batches = " in batches" if _in_batches(settings, provider, ModelTask.SYNTHESES) else ""
    return f"{provider}: {model}{batches}, {cost}, {limit} (not tried here)"


def _in_batches(settings: Settings, provider: str, task: ModelTask) -> bool:
    """Whether a provider is asked in batches, which nobody waits for."""
    wished = {"anthropic": settings.anthropic_batches, "openai": settings.openai_batches}.get(provider, False)
    return wished and task in (ModelTask.SYNTHESES, ModelTask.ARTICLES)


def provider_key(settings: Settings, provider: str, task: str) -> str:
    """The provider's key, empty where it may do without; ``task``: what it is for.

    Raises:
        PermanentFailure: the provider needs a key and there is none.
    """
    from ...language_models.openai_model import OFFICIAL  # noqa: PLC0415 - only where used

    key = {"anthropic": settings.anthropic_api_key, "openai": settings.openai_api_key}.get(provider)
    if key is not None and (written := key.get_secret_value().strip()):
        return written
    if provider == "ollama" or (provider == "openai" and settings.openai_url.rstrip("/") != OFFICIAL):
        return ""
    name = "Claude" if provider == "anthropic" else "OpenAI"
    meant = f"SCOUT_SYNTHESIZER is `{provider}`" if task == ModelTask.SYNTHESES else f"{name} was to {task}"
    raise PermanentFailure(f"{meant} but no key is set; set SCOUT_{provider.upper()}_API_KEY.")


# ------------------------------------------------------------------------------------------------ versions
def naming_model(settings: Settings) -> list[str]:
    """What proposes indexed names, where anything does: by these, other models and prompts make a drug due."""
    model = model_for(settings, ModelTask.NAMES)
    return [model, prompt("propose_name").hash] if model else []


def writing_model(settings: Settings) -> list[str]:
    """What writes syntheses, with its prompts; nothing where they are chosen word for word."""
    model = model_for(settings, ModelTask.SYNTHESES)
    return [model, prompt("literature").hash, prompt("trials").hash] if model else []


def seeing_model(settings: Settings) -> list[str]:
    """What looks at pictures of labels, with its prompt; nothing where caption and place decide."""
    model = model_for(settings, ModelTask.PICTURES)
    return [settings.picture_reader, model, prompt("picture").hash] if model else []


def articles_model(settings: Settings) -> list[str | float]:
    """Who reads articles, with its model and what it may spend: a larger budget reaches articles left out before."""
    name = chosen_for(settings, ModelTask.ARTICLES)
    if name == BUNDLED:
        return [name]
    dollars = [] if settings.model_budget is None else [settings.model_budget]
    return [name, model_for(settings, ModelTask.ARTICLES), reading_prompt().hash, *dollars]

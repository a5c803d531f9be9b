"""Every setting of the product: its name in the environment, its default and what it is for.

What belongs here: settings, and nothing that acts on them. Rooms never read the environment; they are given values.
Each field is set by ``SCOUT_<FIELD>``; a few keys also by the name their vendor uses. ``docs/reference/settings.md`` is
generated from this module.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pydantic import AliasChoices, Field, SecretStr, create_model, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SecretsSettingsSource, SettingsConfigDict

from .domain.base import Value
from .domain.candidates import CandidateWeights
from .domain.model_calls import DEFAULT_PRICES, PRICES_OF, ModelPrice
from .domain.outcomes import PermanentFailure
from .domain.records.source_catalogue import Service, services, source_entry
from .rules.assessment.scoring.weights import EvidenceWeights

DEMO_WORKSPACE = "demo"
LONGEST_NAME = 31
"""Characters of a workspace's name: it is a schema, and with ``dagster_`` before it a database."""
CELERY_VARIABLE = "SCOUT_CELERY_BROKER"
"""Where Dagster's processes find the broker's address; no file holds it."""
ReaderName = Literal["auto", "bundled", "anthropic", "openai", "ollama", "recorded"]
READERS: tuple[str, ...] = get_args(ReaderName)
AUTO_BUDGET = 2.0
"""Dollars of a run for reading articles, where a model reads that nobody named and no budget is set."""
NEVER_OFF = ("opentargets", "mesh")
EARLIEST_AS_OF = date(1950, 1, 1)
"""Before it hardly a record of any source is dated."""


class _Configured(BaseSettings):
    """How settings are read from the environment."""

    model_config = SettingsConfigDict(env_prefix="SCOUT_", env_nested_delimiter="__", extra="ignore", frozen=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is given, then the environment, then the files of the folder it names."""
        given = (init_settings, env_settings)
        folder = os.environ.get("SCOUT_SECRETS_DIR")
        if not folder:
            return given
        if not Path(folder).is_dir():
            raise PermanentFailure(f"SCOUT_SECRETS_DIR names {folder}, which is no folder; make it or leave it out.")
        return (*given, SecretsSettingsSource(settings_cls, secrets_dir=folder))


def _address_fields() -> dict[str, Any]:
    """The address of every service of the catalogue."""
    return {
        service.address_setting: (str, Field(service.address, description=service.purpose or f"{service.name}."))
        for service in services()
    }


def _key_fields() -> dict[str, Any]:
    """The key of every service of the catalogue that has one."""
    return {
        key.setting: (
            SecretStr | None,
            Field(None, validation_alias=AliasChoices(key.environment_name, key.vendor_name), description=key.purpose),
        )
        for service in services()
        if (key := service.key) is not None
    }


if TYPE_CHECKING:
    _SourceSettings = _Configured
else:
    _SourceSettings = create_model("_SourceSettings", __base__=_Configured, **_address_fields(), **_key_fields())


class Settings(_SourceSettings):
    """All settings. Environment names are the field names in capitals after ``SCOUT_``.

    The addresses and keys of the sources are fields as well; they come from the catalogue, and ``address`` and ``key``
    read them.
    """

    workspace: str = Field("live", description="Name of the workspace: a schema, a state folder and a Dagster home.")
    state_dir: Path = Field(Path(".scout"), description="Where the embedded database, caches and Dagster homes live.")
    reports_dir: Path = Field(Path("reports"), description="Where reports are written, one folder per workspace.")
    reports_url: str = Field(
        "", description="Where reports are served, for links in the Dagster UI; `scout ui` does it itself."
    )
    web_token: SecretStr | None = Field(
        None, description="Secret the web application asks for; needed where others can reach it (`--host`)."
    )
    web_hosts: str = Field("", description="Further names the web application is called by, commas between.")
    web_user_header: str = Field(
        "",
        description="Header in which the proxy before the web application names the user (`Remote-User`): each has "
        "conversations of their own. Without it the name given with the token does. The proxy must take the header "
        "away where others send it.",
    )
    web_rate: int = Field(
        60,
        description="Questions and searches a minute: of one client of the web application, of all of `scout mcp`.",
        ge=1,
    )
    database_url: SecretStr | None = Field(None, description="A served Postgres; without it an embedded one starts.")
    database_password: SecretStr | None = Field(
        None, description="Password of the served Postgres, of any letters, where the URL holds none."
    )
    secrets_dir: Path | None = Field(
        None,
        description="Folder with a file for each secret, named as its setting here; the environment goes before it.",
    )

    celery_broker: SecretStr | None = Field(
        None,
        description="Redis that hands runs to `scout serve worker` on several hosts (`redis://host:6379/0`); "
        "without it runs stay on one.",
    )
    runs_at_once: int = Field(2, description="Runs that Dagster starts at the same time, over all hosts.", ge=1)

    otlp_endpoint: str = Field(
        "",
        description="Collector of OpenTelemetry over HTTP that gets spans and counters, for example "
        "`http://127.0.0.1:4318`.",
    )

    failure_webhook: SecretStr | None = Field(
        None, description="Where `failure_sensor` posts a run that failed, as JSON with a `text` (Slack, Mattermost)."
    )
    failure_mail: str = Field("", description="Mail addresses that `failure_sensor` writes to, commas between.")
    digest_webhook: SecretStr | None = Field(
        None, description="Where `send_digest_daily` posts what changed of each drug, as JSON with a `text`."
    )
    digest_mail: str = Field("", description="Mail addresses that `send_digest_daily` writes to, commas between.")
    smtp_url: SecretStr | None = Field(
        None, description="The mail server, `smtp://user:password@host:587` or `smtps://…`; without it localhost."
    )
    drugs_file: Path | None = Field(
        None,
        description="File of drugs (YAML list, or a name on each line) that `registry_sensor` keeps the watch "
        "list equal to; drugs added otherwise stay.",
    )

    keep_events_days: float | None = Field(
        None,
        description="Days after which `scout prune` and `prune_nightly` remove Dagster's runs of which nothing "
        "is the newest any more; none: never.",
        gt=0,
    )
    keep_answers_days: float | None = Field(
        None,
        description="The same for stored answers of the sources; fewer than `SCOUT_REFRESH_DAYS` costs requests.",
        gt=0,
    )
    keep_model_calls_days: float | None = Field(
        None,
        description="The same for answers of language models; one that is removed is paid for again if its "
        "question is put again.",
        gt=0,
    )

    sources_off: str = Field("", description="Keys of sources not to ask (`scout sources` lists them), commas between.")
    as_of: date | None = Field(
        None, description="Knowledge as of this day (YYYY-MM-DD): nothing later enters a run; `scout --as-of`."
    )
    retraction_watch_csv: Path | None = Field(None, description="Retraction Watch's CSV file, for the retraction gate.")
    contact_email: str = Field("", description="Sent to sources that ask callers to identify themselves.")
    rate_dir: Path | None = Field(
        None, description="Folder of the rate limiter's slots, where they are files; default: one per machine."
    )
    rates_in: Literal["auto", "files", "database"] = Field(
        "auto",
        description="Where the rates of the sources are shared: `files` by all processes of a machine, "
        "`database` by all hosts of a served Postgres; `auto` is `database` where there is one.",
    )
    rate_share: float = Field(
        1.0, description="Share of each source's rate for this machine, where hosts share no database.", gt=0, le=1
    )
    request_timeout: float = Field(30.0, description="Seconds until a request counts as timed out.", gt=0)
    request_attempts: int = Field(6, description="Attempts per request, the first included.", ge=1)
    snapshot: Path | None = Field(None, description="Replay this snapshot instead of asking the sources.")
    refresh_days: float = Field(30.0, description="Age at which a source's answer is asked for again.", gt=0)
    degraded_refresh_hours: float = Field(6.0, description="The same for an answer that was degraded or failed.", gt=0)

    tried_kept: int = Field(10, description="Candidates per drug in which it was tried but not approved.", ge=0, le=100)
    new_kept: int = Field(10, description="Candidates per drug that are new to it.", ge=0, le=100)
    max_drug_trials: int = Field(
        500, description="Trials read of a drug whatever the condition, to know where it was tried.", ge=1, le=5000
    )
    max_drug_articles: int = Field(
        100, description="Articles read of a drug whatever the disease, to know where it was tried.", ge=1, le=1000
    )
    associations_per_target: int = Field(200, description="Associated diseases read per target.", ge=1, le=3000)
    direction_lookups: int = Field(15, description="Target-path diseases whose direction of effect is looked up.", ge=0)
    candidate_weights: CandidateWeights = Field(CandidateWeights(), description="Weights of the ranking formula.")
    evidence_weights: EvidenceWeights = Field(EvidenceWeights(), description="Weights of the evidence score.")
    max_abstracts: int = Field(100, description="Articles per candidate's search.", ge=1, le=9999)
    top_k: int = Field(10, description="Articles per candidate in the report.", ge=1)
    fusion_lexical_weight: float = Field(0.35, description="Share of the lexical score in the fused one.", ge=0, le=1)
    full_texts_per_candidate: int = Field(5, description="Top articles per candidate whose full text is sought.", ge=0)
    library_per_drug: int = Field(
        0, description="Open-access full texts of PMC that a drug's library takes in beyond the run's.", ge=0, le=9999
    )
    library_vectors: int = Field(
        0, description="Passages of a drug's library that get a vector; without, words alone find.", ge=0
    )
    conversation_days: float = Field(
        90.0,
        description="Days after which the schedule `expire_conversations_daily` removes an unused conversation.",
        gt=0,
    )
    max_trials: int = Field(100, description="Trials read per candidate.", ge=1, le=1000)

    embedder: str = Field(
        "minilm",
        description="`minilm` (bundled), `voyage`, `openai`, `ollama`, or a sentence-transformers model name.",
    )
    openai_embedding_model: str = Field("text-embedding-3-small", description="Model where the embedder is `openai`.")
    openai_embedding_dimension: int = Field(1536, description="Dimension of its vectors.", ge=1, le=4000)
    ollama_embedding_model: str = Field("nomic-embed-text", description="Model where the embedder is `ollama`, pulled.")
    voyage_model: str = Field("voyage-4", description="Voyage embedding model.")
    voyage_dimension: int = Field(1024, description="Dimension asked of Voyage.")
    voyage_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("SCOUT_VOYAGE_API_KEY", "VOYAGE_API_KEY"), description="Key for Voyage."
    )
    voyage_rerank_model: str = Field("rerank-2.5", description="Voyage model where the cross-encoder is `voyage`.")
    voyage_url: str | None = Field(None, description="Another base URL for Voyage.")
    cross_encoder: str = Field(
        "auto",
        description="`auto` (BAAI/bge-reranker-v2-m3 where this machine holds it), `none`, `voyage`, or a "
        "sentence-transformers CrossEncoder: a hub name or a folder.",
    )
    cross_encoder_batch_size: int = Field(8, description="Pairs a cross-encoder reads at once.", ge=1)
    cross_encoder_max_tokens: int = Field(512, description="Tokens of query and text it reads.", ge=32)
    cross_encoder_weight: float = Field(0.5, description="Share of its score in the final one.", ge=0, le=1)
    anthropic_api_key: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("SCOUT_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"),
        description="Switches on name look-up and synthesis by Claude.",
    )
    anthropic_url: str | None = Field(None, description="Another base URL for Anthropic.")
    anthropic_batches: bool = Field(
        False,
        description="Ask Claude for readings and syntheses in batches: half the price, but answers may take hours.",
    )
    names_model: str = Field("claude-haiku-5-5", description="Model of Anthropic's that proposes an indexed name.")
    synthesis_model: str = Field("claude-sonnet-5-5", description="Model of Anthropic's that writes syntheses.")
    openai_api_key: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("SCOUT_OPENAI_API_KEY", "OPENAI_API_KEY"),
        description="Key where the synthesizer is `openai`.",
    )
    openai_url: str = Field(
        "https://api.openai.com/v1", description="OpenAI, or any server that speaks one of its protocols."
    )
    openai_protocol: Literal["responses", "chat"] = Field(
        "responses", description="`responses`, or `chat` for servers that know Chat Completions alone."
    )
    openai_model: str = Field("gpt-6.1-terra", description="Model that reads and writes where that is `openai`.")
    openai_batches: bool = Field(
        False,
        description="Ask OpenAI for readings and syntheses in batches, at half the price; another server must have "
        "`/files` and `/batches`.",
    )
    ollama_url: str = Field("http://127.0.0.1:11434", description="Ollama.")
    ollama_model: str = Field("qwen3.5:9b", description="Model that writes syntheses where that is `ollama`.")
    synthesizer: Literal["auto", "extractive", "anthropic", "openai", "ollama"] = Field(
        "auto",
        description="`auto` (Claude where its key is set, else extractive), `extractive`, `anthropic`, "
        "`openai` or `ollama`.",
    )
    answer_writer: Literal["extractive", "anthropic", "openai", "ollama"] = Field(
        "extractive",
        description="What writes the answers of `scout ask`: `extractive` (word for word), `anthropic`, "
        "`openai` or `ollama`, with the models above.",
    )
    reader: ReaderName = Field(
        "auto",
        description="Who reads the articles of a report: `auto` (Claude where its key is set, else `bundled`), "
        "`bundled` (no language model), `anthropic`, `openai`, `ollama`, or `recorded` (answers kept in the snapshot).",
    )
    reading_model: str = Field("claude-sonnet-5-5", description="Model of Anthropic's that reads articles.")
    picture_reader: Literal["none", "anthropic", "openai", "ollama"] = Field(
        "none",
        description="Who looks at the pictures of labels and tells formulas, graphs, packages and logos apart: `none` "
        "(their caption and place decide), `anthropic`, `openai` or `ollama`, with SCOUT_READING_MODEL, "
        "SCOUT_OPENAI_MODEL or SCOUT_OLLAMA_MODEL, which must be one that sees.",
    )
    model_prices: dict[str, ModelPrice] = Field(
        {},
        description='Prices of language models as JSON, over those below: `{"MODEL": {"input": 2, "output": 10, '
        '"cache_read": 0.2, "cache_write": 2.5, "batch_factor": 0.5}}`, dollars per million tokens.',
    )
    model_budget: float | None = Field(
        None,
        description="Dollars a run may spend on language models; then it goes on without them. Where none is set, the "
        f"reader that `auto` chooses keeps to {AUTO_BUDGET:g}.",
        ge=0,
    )

    @field_validator("workspace")
    @classmethod
    def _workspace_is_an_identifier(cls, value: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", value) or len(value) > LONGEST_NAME:
            raise ValueError(
                f"the workspace name {value!r} must be lower-case letters, digits and _, at most {LONGEST_NAME} long"
            )
        return value

    @field_validator("as_of", mode="before")
    @classmethod
    def _as_of_is_a_day(cls, value: object) -> object:
        """A day in full, not to come: pydantic would take a bare number for seconds since 1970."""
        if value is None or isinstance(value, date):
            return value
        written = str(value).strip()
        if not written:
            return None
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", written, re.ASCII):
            raise ValueError(f"{written!r} is no day; write YYYY-MM-DD, for example 2015-01-31")
        try:
            day = date.fromisoformat(written)
        except ValueError:
            raise ValueError(f"the calendar has no day {written}; write YYYY-MM-DD") from None
        today = datetime.now(UTC).date()
        if not EARLIEST_AS_OF <= day <= today:
            raise ValueError(f"{day} is not between {EARLIEST_AS_OF} and today, {today}")
        return day

    @field_validator("sources_off")
    @classmethod
    def _sources_are_known(cls, value: str) -> str:
        for key in filter(None, map(str.strip, value.split(","))):
            try:
                source_entry(key)
            except PermanentFailure as unknown:
                raise ValueError(str(unknown).rstrip(".")) from None
            if key in NEVER_OFF:
                raise ValueError(f"nothing can be found without {key}; it cannot be switched off")
        return value

    @field_validator(*_address_fields(), "openai_url", "ollama_url", check_fields=False)
    @classmethod
    def _addresses_are_addresses(cls, value: str) -> str:
        if not re.match(r"https?://[^/\s]", value):
            raise ValueError(f"{value!r} is no address; write it with http:// or https://")
        return value

    def address(self, service: Service) -> str:
        """Base URL of the service."""
        return str(getattr(self, service.address_setting))

    def key(self, service: Service) -> str:
        """The service's key; empty where it has none or none is set."""
        value = getattr(self, service.key.setting) if service.key is not None else None
        return value.get_secret_value() if isinstance(value, SecretStr) else ""

    @cached_property
    def switched_off(self) -> frozenset[str]:
        """Keys of the sources that are not asked."""
        return frozenset(filter(None, map(str.strip, self.sources_off.split(","))))

    @property
    def command(self) -> str:
        """How the command is typed that works here, for sentences that name what to do next."""
        return f"scout -w {self.workspace}{f' --as-of {self.as_of}' if self.as_of else ''}"

    @cached_property
    def workspace_dir(self) -> Path:
        """State folder of this workspace, absolute."""
        return (self.state_dir / "workspaces" / self.workspace).resolve()

    @property
    def dagster_home(self) -> Path:
        return self.workspace_dir / "dagster"

    @property
    def exchanges_dir(self) -> Path:
        """Stored answers of the sources, the cache of requests."""
        return self.workspace_dir / "exchanges"

    @property
    def library_dir(self) -> Path:
        """Where the indexes of collections lie."""
        return self.workspace_dir / "library"

    @property
    def report_dir(self) -> Path:
        return (self.reports_dir / self.workspace).resolve()

    @property
    def is_demo(self) -> bool:
        """Whether this is the demonstration's workspace, of now or of a day."""
        return self.workspace.removesuffix(f"_{self.as_of:%Y%m%d}" if self.as_of else "") == DEMO_WORKSPACE


GONE = ("SCOUT_ANSWER_READER", "SCOUT_SIDE_READER")
"""Of the second readers that there were; the names that come nearest are of something else."""
_OTHER_NAMES = ("SCOUT_TEST_", "SCOUT_DB_", "SCOUT_DAGSTER_URL", "SCOUT_IMAGE")
"""Names that are ours and no settings: of the tests, of docker-compose.yml and of Dagster's home."""


def misspelt(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each name in the environment that is meant for us and is no setting, and for an empty database."""
    known = set(_environment_names())
    sentences = []
    for name in sorted(environment):
        top = name.split("__", 1)[0]
        if not name.startswith("SCOUT_") or name.startswith(_OTHER_NAMES) or {name.upper(), top.upper()} & known:
            continue
        near = get_close_matches(name, known, n=1, cutoff=0.7)
        hint = f"did you mean {near[0]}?" if near else "docs/reference/settings.md lists all there are."
        if name in GONE:
            hint = "there are no second readers any more."
        sentences.append(f"{name} is no setting and changes nothing; {hint}")
    if environment.get("SCOUT_DATABASE_URL") == "":
        sentences.append("SCOUT_DATABASE_URL is empty, so the embedded database is used; unset it to say so.")
    return sentences


def _environment_names() -> Iterator[str]:
    for name, setting in Settings.model_fields.items():
        alias = setting.validation_alias
        yield from map(str, alias.choices) if isinstance(alias, AliasChoices) else (f"SCOUT_{name.upper()}",)


def settings_markdown() -> str:
    """The table of ``docs/reference/settings.md``; a test keeps the file equal to it."""
    rows = []
    for name in _in_order():
        field = Settings.model_fields[name]
        alias = field.validation_alias
        names = (
            [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else [f"SCOUT_{name.upper()}"]
        )
        default = field.default
        nested = isinstance(default, CandidateWeights | EvidenceWeights)
        shown = "see below" if nested else "none" if default in (None, "", {}) else str(default)
        rows.append(f"| {', '.join(f'`{n}`' for n in names)} | {shown} | {field.description} |")
    head = "| Environment | Default | For |\n|---|---|---|\n"
    return (
        "# Settings\n\nWritten by `python -m indication_scout_assets.settings`; edit `settings.py` instead. "
        "Keys are secrets: they are never logged, stored or shown.\n\n"
        + head
        + "\n".join(rows)
        + "\n\n## Weights of the candidate ranking\n\n"
        + head
        + _weights("candidate_weights", CandidateWeights, "Weight of the candidates' formula, see docs/candidates.md.")
        + "\n\n## Weights of the evidence score\n\n"
        + head
        + _weights("evidence_weights", EvidenceWeights, "Weight of the evidence score.")
        + "\n\n## Prices of language models\n\n"
        + _prices()
        + "\n"
    )


def _in_order() -> list[str]:
    """The fields as the page shows them: the sources' addresses after the database's, their keys after the contact."""
    addresses, keys = list(_address_fields()), list(_key_fields())
    names = []
    for name in Settings.model_fields:
        if name not in (*addresses, *keys):
            names += [name, *{"database_url": addresses, "contact_email": keys}.get(name, [])]
    return names


def _weights(setting: str, weights: type[Value], otherwise: str) -> str:
    return "\n".join(
        f"| `SCOUT_{setting.upper()}__{name.upper()}` | {field.default} | {field.description or otherwise} |"
        for name, field in weights.model_fields.items()
    )


def _prices() -> str:
    head = (
        "| Model | Input | Output | Cache read | Cache write | A batch costs, of all these | Long prompt | "
        "Its input × | Its output × |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    )
    return (
        f"In US dollars per million tokens, as the vendors' pages, or who repeats them, gave them by {PRICES_OF}. "
        "Prices change: check them, and set yours with `SCOUT_MODEL_PRICES`. A model of Ollama's costs nothing; what "
        "any other model that is not listed costs is unknown, and no budget can be kept for it. All tokens of a prompt "
        "longer than “long prompt”, and of its answer, cost so many times more.\n\n" + head
    ) + "\n".join(
        f"| {model} | {' | '.join('' if value is None else f'{value:,}' for value in price.model_dump().values())} |"
        for model, price in DEFAULT_PRICES.items()
    )


if __name__ == "__main__":
    print(settings_markdown(), end="")

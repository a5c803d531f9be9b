"""What stages work with: settings, the store, the sources, the embedder and the synthesizer of one workspace.

What belongs here: construction from settings, and the counting of work done. This is the only place where settings
turn into objects of the rooms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...domain.drugs import DrugProfile
from ...domain.outcomes import PermanentFailure
from ...domain.runs import Progress, Subject, SubjectKind
from ...settings import Settings
from ...sources.http.exchanges import ExchangeStore
from ...store.database import Database
from ...store.repositories.model_call_repository import ModelCallRepository
from . import telemetry
from .language_models import ModelTask, article_readers, reading_budget, synthesizer_with, task_model
from .ranking_models import cross_encoder_of, embedder_of
from .source_bench import SourceBench, SourceRun, exchanges_of, workspace_url
from .telemetry import NOW, current_attributes, install_log_context, meters

if TYPE_CHECKING:
    from ...domain.findings.statements import Synthesis
    from ...domain.model_calls import FailedCall, ModelCall
    from ...language_models.language_model import LanguageModel
    from ...providers.budget import Budget
    from ...ranking.models.cross_encoders import CrossEncoder
    from ...ranking.models.embedders import Embedder
    from ...ranking.retrieval.passage_index import PassageIndex
    from ...reading.reader_protocol import Reader
    from ...sources.disease_indexing import Proposer
    from ...synthesis.synthesizer import Synthesizer
    from .clients import Sources


@dataclass
class Workbench(SourceBench):
    """Everything of one workspace; open it with :func:`workbench`."""

    settings: Settings
    db: Database
    exchanges: ExchangeStore
    observer: Callable[[Any], None] = lambda end: None
    """Told of each ``StageOutcome`` by the job; the command line's progress bar."""
    steps: Progress = lambda what, done, total: None
    """Told how far a long stage has come: what is counted, how much is done, of how much."""
    made: Counter[str] = field(default_factory=Counter)
    """``model_calls`` made since the workbench was opened."""
    waited_for: set[str] = field(default_factory=set)
    """Keys of subjects that another process worked on when a stage was to run, so that this is said once."""
    run_id: str = ""
    """Dagster's, while a run works here."""

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder the settings name; its weights load at the first text."""
        return embedder_of(self.settings, self.budget)

    @cached_property
    def cross_encoder(self) -> CrossEncoder | None:
        """The cross-encoder the settings name, ``None`` where there is none; its weights load at the first text."""
        return cross_encoder_of(self.settings)

    @cached_property
    def budget(self) -> Budget:
        """What all language models of this run may spend together."""
        from ...providers.budget import Budget  # noqa: PLC0415 - only where used

        return Budget(self.settings.model_budget)

    @cached_property
    def synthesizer(self) -> Synthesizer:
        """The one the settings name; extractive where they name none and no key is set.

        Raises:
            PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
        """
        return synthesizer_with(self._model)

    def syntheses(self, write: Callable[[Synthesizer], list[Synthesis]]) -> list[Synthesis]:
        """What ``write`` makes of a synthesizer, once or, where the model is asked in batches, after a rehearsal whose
        questions are handed over together.

        Raises:
            PermanentFailure, TransientFailure: as the synthesizer.
        """
        if self._model is not None and self._model.batched:
            from ...language_models.model_batches import RequestCollector  # noqa: PLC0415 - only where used

            rehearsal = RequestCollector(self._call_log)
            write(synthesizer_with(rehearsal))
            self._model.ask_many(rehearsal.asked)
        return write(self.synthesizer)

    @cached_property
    def _model(self) -> LanguageModel | None:
        return task_model(self.settings, ModelTask.SYNTHESES, self._call_log, self.budget)

    @cached_property
    def readers(self) -> tuple[Reader, ...]:
        """Who reads articles, each in place of the one before it where that has nothing to say.

        Raises:
            PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
        """
        return article_readers(self.settings, self._call_log, reading_budget(self.settings, self.budget))

    @cached_property
    def picture_model(self) -> LanguageModel | None:
        """What looks at pictures of labels; ``None`` where their caption and place decide.

        Raises:
            PermanentFailure: a key is missing, or a budget is set for a model whose price is unknown.
        """
        return task_model(self.settings, ModelTask.PICTURES, self._call_log, self.budget)

    def answer_model(self, provider: str = "") -> LanguageModel | None:
        """The model of a provider, or without one that of the settings, that writes answers over the literature;
        ``None`` where they are extractive.

        Raises:
            WrongArgument, PermanentFailure: there is no such provider, or it cannot be asked by these settings.
        """
        return task_model(self.settings, ModelTask.ANSWERS, self._call_log, self.budget, provider)

    def passage_index(self, collection: str) -> PassageIndex:
        """The index of a collection as it is now. Where the store has indexed many vectors, they stay there.

        Raises:
            WrongArgument: the collection is empty or unknown.
        """
        from ..library.library_index import library_index  # noqa: PLC0415 - only where used

        model, nearest = self.embedder, self.db.nearest_passages
        return library_index(
            self.db.library,
            self.settings.library_dir,
            collection,
            model.name,
            lambda: nearest.indexed(model.name, model.dimension),
        )

    @contextmanager
    def model_calls_kept(self) -> Iterator[Sequence[ModelCall]]:
        """What models answer inside the block, as it comes; it is kept also where the block's transaction is undone: it
        has been paid for."""
        self._call_log.since.clear()
        try:
            yield self._call_log.since
        except BaseException:
            for call in self._call_log.since:
                self.db.model_calls.save(call)
            raise

    @cached_property
    def proposer(self) -> Proposer | None:
        """Proposes indexed names where Anthropic's key is set."""
        from ...synthesis.name_proposals import NameProposer  # noqa: PLC0415

        model = task_model(self.settings, ModelTask.NAMES, self._call_log, self.budget)
        return None if model is None else NameProposer(model)

    @cached_property
    def _call_log(self) -> _CountedCalls:
        return _CountedCalls(self.db, self.made)


class _CountedCalls(ModelCallRepository):
    """The store's log of model calls; each call that is new is counted, answered or not."""

    def __init__(self, db: Database, made: Counter[str]) -> None:
        super().__init__(db)
        self.made = made
        self.since: list[ModelCall] = []
        """Answers since the last call of ``Workbench.model_calls_kept``."""

    def save(self, call: ModelCall, run: str = "", subject: str = "") -> None:
        super().save(call, run or NOW.get().run, subject or NOW.get().subject)
        self.since.append(call)
        self._count(call, answered=True)

    def save_failure(self, call: FailedCall, run: str = "", subject: str = "") -> None:
        super().save_failure(call, run or NOW.get().run, subject or NOW.get().subject)
        self._count(call, answered=False)

    def _count(self, call: ModelCall | FailedCall, *, answered: bool) -> None:
        self.made["model_calls"] += 1
        of: dict[str, str | int | float | bool] = {
            "provider": call.provider,
            "model": call.model,
            "purpose": call.purpose,
            "answered": answered,
        }
        tokens = {"input_tokens": call.input_tokens, "output_tokens": call.output_tokens}
        paid = {} if call.cost is None else {"dollars": call.cost}
        meters().past("model call", call.seconds, {**current_attributes(), **of, **tokens, **paid})
        for counter, number in ({"model_calls": 1} | tokens | paid).items():
            meters().add(counter, number, of)


@dataclass
class SubjectRun(SourceRun):
    """One subject on the workbench: what a stage function is given."""

    bench: Workbench
    subject: Subject
    made: Counter[str] = field(default_factory=Counter, kw_only=True)
    """``vectors`` made by this run."""
    asked_anew: bool = field(default=False, kw_only=True)
    """Whether the sources are to be asked though nothing has aged: a look at them found something new."""

    @property
    def db(self) -> Database:
        return self.bench.db

    @property
    def identity(self) -> dict[str, str]:
        """What every stage of the subject depends on besides its declared inputs."""
        return {"origin": self.bench.origin}

    def work(self) -> Counter[str]:
        """Requests by this run's own clients, its vectors, and the model calls made on the workbench so far."""
        total = self.bench.made + self.made
        for host in self.sources.client.counters.values():
            total.update(requests=host.requests, cached=host.cached, retries=host.retries)
        return total

    def work_since(self, before: Counter[str]) -> dict[str, float]:
        now = self.work()
        return {name: now[name] - before[name] for name in ("requests", "cached", "retries", "vectors", "model_calls")}


class DrugRun(SubjectRun):
    """One drug on the workbench."""

    def __init__(self, bench: Workbench, sources: Sources, slug: str) -> None:
        super().__init__(bench, sources, Subject(SubjectKind.DRUG, slug))

    @property
    def slug(self) -> str:
        return self.subject.name

    @property
    def identity(self) -> dict[str, str]:
        return {"query": self.query, **super().identity}

    @cached_property
    def query(self) -> str:
        """The drug's name as the user gave it."""
        return self.db.drugs.query(self.slug)

    @cached_property
    def profile(self) -> DrugProfile:
        profile = self.db.drugs.load(self.slug)
        if profile is None:
            raise PermanentFailure(f"The drug {self.slug!r} has no profile yet; materialise drug_profile first.")
        return profile


class CollectionRun(SubjectRun):
    """One named collection of articles on the workbench."""

    def __init__(self, bench: Workbench, sources: Sources, name: str) -> None:
        super().__init__(bench, sources, Subject(SubjectKind.COLLECTION, name))


@contextmanager
def workbench(settings: Settings, record: Path | None = None) -> Iterator[Workbench]:
    """Open the workspace: its database (migrated) and its store of exchanges.

    With ``record`` every exchange is written there as a snapshot instead of being cached.
    """
    telemetry.start(settings)
    install_log_context()
    db = Database.open(workspace_url(settings), settings.workspace)
    try:
        yield Workbench(settings, db, exchanges_of(settings, record))
    finally:
        db.close()
        meters().flush()

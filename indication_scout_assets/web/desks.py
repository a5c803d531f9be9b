"""What the web application answers from: the workspace's database, one open desk per collection, the labels' desk.

What belongs here: opening each once, keeping it as long as what it was opened on has not changed, and handing it to one
answer at a time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from ..answering.answering_desk import Answering
from ..answering.labels.label_session import LabelSession
from ..domain.base import fingerprint
from ..domain.outcomes import TransientFailure, WrongArgument
from ..domain.questions.library import Collection, drug_library
from ..pipeline.resources.workbench import Workbench, workbench
from ..settings import Settings
from ..store.database import Database

MOST_UNDER_WAY = 16
"""Answers that are made or waited for at the same time; more are asked to come again."""
STATE_AGE = 5.0
"""Seconds for which a collection is taken to be unchanged."""
_TURN = 1.0
"""Seconds between two looks whether who waits for a desk still wants it."""


class ClientDisconnected(Exception):
    """Whoever asked is gone."""


@dataclass
class _Open:
    """A collection that is open, or will be by the first question."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    bench: Workbench | None = None
    answering: Answering | None = None
    state: str = ""
    checked: float = 0.0


class SessionPool:
    """Opened by the first who needs them, closed together. Threads may share them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._stack = ExitStack()
        self._guard = threading.RLock()
        self._shared: Workbench | None = None
        self._collections: dict[str, _Open] = {}
        self._known: tuple[float, Sequence[Collection]] = (-STATE_AGE, ())
        self._labels: LabelSession | None = None
        self._labels_state = ""
        self._labels_lock = threading.Lock()
        self._under_way = 0

    @property
    def bench(self) -> Workbench:
        """The workspace for everything but answers from a collection, which have a connection of their own.

        Raises:
            PermanentFailure, TransientFailure: the database cannot be used.
        """
        with self._guard:
            if self._shared is None:
                self._shared = self._stack.enter_context(workbench(self.settings))
            return self._shared

    @property
    def db(self) -> Database:
        """The store of ``bench``. Raises as ``bench``."""
        return self.bench.db

    @contextmanager
    def answering(self, collection: str = "", gone: Callable[[], bool] = lambda: False) -> Iterator[Answering]:
        """The desk of a collection and of the labels, for one answer; without a name, of whatever is meant.

        Args:
            collection: its name, or that of a drug with a library.
            gone: whether whoever asked no longer wants it.

        Raises:
            WrongArgument: the collection is unknown. TransientFailure: too many answers are under way.
            ClientDisconnected: ``gone`` while it was waited for.
        """
        held = self._held(collection)
        names = {c.name for c in held}
        name = collection if collection in names else drug_library(collection) if collection else ""
        if name and name not in names:
            raise WrongArgument(f"There is no collection {collection!r}; `scout collect` lists them.")
        with self._guard:
            kept = self._collections.setdefault(name, _Open())
        with self._place(), _turn_at(kept.lock, gone):
            yield self._opened(kept, name, held)

    def _held(self, wanted: str) -> Sequence[Collection]:
        """The collections, as they were up to ``STATE_AGE`` seconds ago; as they are now where ``wanted`` is none."""
        checked, held = self._known
        if time.monotonic() - checked > STATE_AGE or (wanted and wanted not in {c.name for c in held}):
            held = tuple(self.db.library.collections())
            self._known = (time.monotonic(), held)
        return held

    def _opened(self, kept: _Open, collection: str, held: Sequence[Collection]) -> Answering:
        """The desk as collections and labels are now; an older one is replaced."""
        if kept.answering is not None and time.monotonic() - kept.checked < STATE_AGE:
            return kept.answering
        if kept.bench is None:
            kept.bench = self._stack.enter_context(workbench(self.settings))
            kept.bench.embedder = self.bench.embedder  # its weights are loaded once
        state = fingerprint([c.model_dump(mode="json") for c in held], _labels_state(kept.bench.db))
        if kept.answering is None or state != kept.state:
            kept.answering = Answering(kept.bench, collection)
            kept.state = state
        kept.checked = time.monotonic()
        return kept.answering

    @contextmanager
    def labels(self, gone: Callable[[], bool] = lambda: False) -> Iterator[LabelSession]:
        """The desk of the labels that are held, for one answer. Raises as ``answering``."""
        with self._place(), _turn_at(self._labels_lock, gone):
            state = _labels_state(self.db)
            if self._labels is None or state != self._labels_state:
                self._labels, self._labels_state = LabelSession(self.db), state
            yield self._labels

    @contextmanager
    def _place(self) -> Iterator[None]:
        """A place among the answers under way."""
        with self._guard:
            if self._under_way >= MOST_UNDER_WAY:
                raise TransientFailure("Too many questions are being answered; ask again in a few seconds.")
            self._under_way += 1
        try:
            yield
        finally:
            with self._guard:
                self._under_way -= 1

    def close(self) -> None:
        """Close all; a turn that is open is undone."""
        self._stack.close()


def _labels_state(db: Database) -> str:
    """What changes when a label is added, cut anew or forgotten."""
    return fingerprint([f"{label.drug} {label.id} {label.sha256}" for label in db.labels.documents()])


@contextmanager
def _turn_at(lock: threading.Lock, gone: Callable[[], bool]) -> Iterator[None]:
    """The lock, waited for as long as somebody wants it."""
    while not lock.acquire(timeout=_TURN):
        if gone():
            raise ClientDisconnected
    try:
        yield
    finally:
        lock.release()

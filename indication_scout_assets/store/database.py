"""The database of one workspace: its schema, one connection, and the repositories over it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from pgvector.psycopg import register_vector

from ..domain.drugs import Indication
from ..domain.findings.assessment import Assessment
from ..domain.findings.evidence import PoolEntry, RankedArticle, RankedRecord
from ..domain.findings.readings import RecordReadings
from ..domain.outcomes import DatabaseFailure, PermanentFailure
from .postgres.connection import Connection, connect, plain_errors
from .postgres.migrations import ensure_vector, migrate, try_lock, unlock, use_schema
from .questions.conversation_repository import ConversationRepository
from .questions.label_repository import LabelRepository
from .questions.library_repository import KnownNames, LibraryRepository
from .questions.nearest_passages import NearestPassages
from .repositories.article_repository import ArticleRepository, FullTextRepository
from .repositories.comparison_repository import ComparisonRepository
from .repositories.drug_documents import (
    CandidateRepository,
    DrugDocuments,
    DrugRecordRepository,
    NormalizedNameRepository,
    PairDocuments,
    RetractionCheckRepository,
    SearchRepository,
    SynthesisRepository,
    TrialRepository,
)
from .repositories.drug_repository import DrugRepository
from .repositories.embedding_repository import CrossScoreRepository, EmbeddingRepository
from .repositories.matrix_repository import MatrixRepository
from .repositories.model_call_repository import ModelCallRepository
from .repositories.reading_repository import ReadingRepository
from .repositories.report_repository import DecisionRepository, ReportRepository
from .repositories.stage_repository import DataCheckRepository, StageRepository
from .sql_files import MIGRATIONS_DIR

PATIENCE = 30.0
"""Seconds in which a lost server may come back; the embedded one is started anew in about two."""


class Database:
    """One workspace. Open it with ``Database.open``; close it, or use it in a ``with`` statement.

    Threads may share an instance: transactions of different threads wait for each other. A connection that was lost is
    opened again by the next transaction.
    """

    def __init__(self, url: str, workspace: str, connection: Connection) -> None:
        self._url = url
        self._workspace = workspace
        self._connection = connection
        self._lock = threading.RLock()
        self._depth = 0
        self.drugs = DrugRepository(self)
        self.candidates = CandidateRepository(self)
        self.names = NormalizedNameRepository(self)
        self.searches = SearchRepository(self)
        self.articles = ArticleRepository(self)
        self.pools = PairDocuments(self, "pools", PoolEntry)
        self.retraction_checks = RetractionCheckRepository(self)
        self.full_texts = FullTextRepository(self)
        self.embeddings = EmbeddingRepository(self)
        self.cross_scores = CrossScoreRepository(self)
        self.evidence = PairDocuments(self, "evidence", RankedArticle)
        self.ranked_records = PairDocuments(self, "ranked_records", RankedRecord)
        self.trials = TrialRepository(self)
        self.drug_records = DrugRecordRepository(self)
        self.readings = ReadingRepository(self)
        self.tried_uses = DrugDocuments(self, "tried_uses", Indication)
        self.record_readings = DrugDocuments(self, "record_readings", RecordReadings)
        self.syntheses = SynthesisRepository(self)
        self.assessments = DrugDocuments(self, "assessments", Assessment)
        self.reports = ReportRepository(self)
        self.model_calls = ModelCallRepository(self)
        self.stages = StageRepository(self)
        self.checks = DataCheckRepository(self)
        self.comparisons = ComparisonRepository(self)
        self.labels = LabelRepository(self)
        self.matrix = MatrixRepository(self)
        self.library = LibraryRepository(self)
        self.nearest_passages = NearestPassages(self)
        self.known_names = KnownNames(self)
        self.conversations = ConversationRepository(self)
        self.decisions = DecisionRepository(self)

    @classmethod
    def open(cls, url: str, workspace: str, migrations: Path = MIGRATIONS_DIR) -> Self:
        """Connect, bring the workspace's schema to the newest version and be ready.

        Raises:
            TransientFailure: the server cannot be reached. PermanentFailure: the URL or the workspace's name is not
            valid, the extension ``vector`` is missing or too old, or the schema does not fit this code.
        """
        check_workspace(workspace)
        with plain_errors(url):
            connection = connect(url)
            try:
                ensure_vector(connection)
                migrate(connection, workspace, migrations)
                _prepare(connection, workspace)
            except BaseException:
                connection.close()
                raise
        return cls(url, workspace, connection)

    @property
    def workspace(self) -> str:
        """Its name, for sentences that say where something was looked for."""
        return self._workspace

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction; inside another one, a part of it: all is kept when the outermost ends well.

        An error inside an inner transaction undoes the inner part; who catches it may go on with the outer one.

        Raises:
            DatabaseFailure: the server was lost, two writers met or the disk is full.
        """
        with self.single_statement() as connection:
            self._depth += 1
            try:
                with connection.transaction():
                    yield connection
            finally:
                self._depth -= 1

    @contextmanager
    def single_statement(self) -> Iterator[Connection]:
        """The connection, for one statement: a transaction of its own, or as it is a part of the open one.

        It costs one way to the server and back; a transaction costs two more. An error in it spoils the open one.

        Raises:
            DatabaseFailure: as ``transaction``.
        """
        with self._lock, plain_errors(self._url):
            if self._depth == 0 and self._connection.closed:
                self._connection = self._connected_again()
            yield self._connection

    def _connected_again(self) -> Connection:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                connection = connect(self._url)
                _prepare(connection, self._workspace)
            except (DatabaseFailure, psycopg.OperationalError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)
            else:
                return connection

    def try_lock(self, name: str) -> bool:
        """Take a lock of the workspace unless another process has it; it is ours until ``unlock`` or until we die.

        Whoever has it may take it again, and must give it back as often.
        """
        with self.transaction() as connection:
            return try_lock(connection, f"scout:{self._workspace}:{name}")

    def unlock(self, name: str) -> None:
        """Give a lock of ``try_lock`` back; one that went with a lost connection is gone already."""
        with self._lock, suppress(psycopg.Error):
            unlock(self._connection, f"scout:{self._workspace}:{name}")

    def close(self) -> None:
        """Close the connection; a transaction that is open is undone."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def check_workspace(workspace: str) -> None:
    """Refuse a name that cannot be a schema of our own.

    Raises:
        PermanentFailure: with the rule in its sentence.
    """
    reserved = workspace in {"public", "information_schema"} or workspace.startswith("pg_")
    if reserved or not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", workspace):
        raise PermanentFailure(
            f"The workspace name {workspace!r} cannot be used; choose up to 31 lower-case letters, digits and _, "
            "beginning with a letter, not public and not beginning with pg_."
        )


def _prepare(connection: Connection, workspace: str) -> None:
    use_schema(connection, workspace)
    register_vector(connection)

"""The database of one workspace: its schema, one connection, and the repositories over it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from pgvector.psycopg import register_vector

from ..domain.outcomes import PermanentFailure
from .articles import Articles
from .assessments import Assessments
from .candidates import Candidates
from .checks import Checks
from .comparisons import Comparisons
from .cross_scores import CrossScores
from .diseases import Diseases
from .drug_records import DrugRecords
from .drugs import Drugs
from .embeddings import Embeddings
from .evidence import Evidence
from .full_texts import FullTexts
from .model_calls import ModelCalls
from .names import Names
from .pools import Pools
from .postgres.connection import Connection, connect, plain_errors
from .postgres.migrations import ensure_vector, migrate, use_schema
from .ranked_records import RankedRecords
from .reports import Reports
from .searches import Searches
from .sql import MIGRATIONS_DIR
from .stages import Stages
from .standings import Standings
from .syntheses import Syntheses
from .trials import Trials


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
        self.drugs = Drugs(self)
        self.diseases = Diseases(self)
        self.candidates = Candidates(self)
        self.names = Names(self)
        self.searches = Searches(self)
        self.articles = Articles(self)
        self.pools = Pools(self)
        self.standings = Standings(self)
        self.full_texts = FullTexts(self)
        self.embeddings = Embeddings(self)
        self.cross_scores = CrossScores(self)
        self.evidence = Evidence(self)
        self.ranked_records = RankedRecords(self)
        self.trials = Trials(self)
        self.drug_records = DrugRecords(self)
        self.syntheses = Syntheses(self)
        self.assessments = Assessments(self)
        self.reports = Reports(self)
        self.model_calls = ModelCalls(self)
        self.stages = Stages(self)
        self.checks = Checks(self)
        self.comparisons = Comparisons(self)

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

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction; inside another one, a part of it: all is kept when the outermost ends well.

        An error inside an inner transaction undoes the inner part; who catches it may go on with the outer one.

        Raises:
            TransientFailure: the server was lost, a deadlock was broken or the disk is full.
        """
        with self._lock, plain_errors(self._url):
            if self._depth == 0 and self._connection.closed:
                self._connection = connect(self._url)
                _prepare(self._connection, self._workspace)
            self._depth += 1
            try:
                with self._connection.transaction():
                    yield self._connection
            finally:
                self._depth -= 1

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

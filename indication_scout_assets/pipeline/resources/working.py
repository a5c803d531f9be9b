"""What is being worked on: run, subject and stage, for logs, costs and telemetry of whatever happens meanwhile.

What belongs here: the context, and the log lines that begin with it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple


class Working(NamedTuple):
    """All empty outside of a run."""

    run: str = ""
    """Dagster's id."""
    subject: str = ""
    stage: str = ""


_NOTHING = Working()
NOW: ContextVar[Working] = ContextVar("working", default=_NOTHING)


@contextmanager
def working(run: str, subject: str, stage: str) -> Iterator[None]:
    """Inside the block this is what is worked on."""
    token = NOW.set(Working(run, subject, stage))
    try:
        yield
    finally:
        NOW.reset(token)


@cache
def install_log_context() -> None:
    """Let log lines of ours begin with run, subject and stage, once per process.

    By the factory of records: a filter of a logger does not see what the loggers below it say.
    """
    make = logging.getLogRecordFactory()
    ours = __name__.partition(".")[0]

    def made(*arguments: Any, **named: Any) -> logging.LogRecord:
        record = make(*arguments, **named)
        now = NOW.get()
        if now.stage and record.name.partition(".")[0] == ours and isinstance(record.msg, str):
            about = " ".join(filter(None, (now.run[:8], now.subject, now.stage)))
            record.msg = f"[{about}] ".replace("%", "%%" if record.args else "%") + record.msg
        return record

    logging.setLogRecordFactory(made)

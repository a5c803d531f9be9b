"""Connections: how one is opened, what is set on it, and what its errors mean to a user.

What belongs here: everything that holds for each connection to Postgres, whoever serves it. This is also the one place
where characters that Postgres cannot hold leave the data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row
from psycopg.types.json import set_json_dumps
from psycopg.types.string import StrDumper

from ...domain.outcomes import DatabaseFailure, PermanentFailure

Connection = psycopg.Connection[dict[str, Any]]

CONNECT_SECONDS = 10
_MET = (psycopg.errors.UniqueViolation, psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
_LOST = (psycopg.OperationalError, psycopg.InterfaceError)
_REFUSED = re.compile(
    r"password authentication failed|no password supplied|no pg_hba.conf entry"
    r"|(role|user|database) \".*\" does not exist"
)
"""What a server says that another try would hear again."""
_INVALID_URL = (
    "The database URL is not valid; write it as postgresql://user:password@host:port/database, or leave the password "
    "out and set SCOUT_DATABASE_PASSWORD."
)
_WITH_PASSWORD = re.compile(r"(\w+://[^:/?#@\[\]]*):(?!\d+[/?#])(.*)(@[^@]*)", re.DOTALL)
"""Account, password and the rest of a URL. A password that is not encoded may hold ``@``, so the last one counts; a
number before a slash is a port."""
_ENCODED = re.compile(r"(?:[^%@/:?#\[\]\s]|%[0-9A-Fa-f]{2})*")
"""A password as a URL wants it."""


def connect(url: str) -> Connection:
    """Open a connection: autocommit outside transactions, rows as dicts, times in UTC.

    Nothing is prepared on the server: the statements are few and set-based, each deserves a plan for its own
    parameters, and poolers between us and a served Postgres do not mind.

    Raises:
        DatabaseFailure: the server does not answer. PermanentFailure: the URL is no Postgres URL, or the server does
        not know the account, its password or the database.
    """
    settings = parse_url(url)
    settings.setdefault("connect_timeout", CONNECT_SECONDS)
    settings.setdefault("application_name", "scout")
    try:
        connection = psycopg.connect("", **settings, autocommit=True, row_factory=dict_row, prepare_threshold=None)
        connection.execute("SET TIME ZONE 'UTC'")
    except psycopg.OperationalError as error:
        reason = _first_line(error, settings)
        if _REFUSED.search(reason):
            raise PermanentFailure(
                f"The database at {redact(url)} refuses us ({reason}); put the right account, password and database "
                "into SCOUT_DATABASE_URL."
            ) from None
        raise DatabaseFailure(
            f"The database at {redact(url)} cannot be reached ({reason}); check that it runs and that the URL is right."
        ) from None
    connection.adapters.register_dumper(str, _StorableStrDumper)
    set_json_dumps(storable_json, connection)
    return connection


@contextmanager
def plain_errors(url: str) -> Iterator[None]:
    """Turn the loss of the server, a full disk, or two writers that met into a ``DatabaseFailure`` of one sentence."""
    try:
        yield
    except _MET as error:
        reason = _first_line(error, parse_url(url))
        raise DatabaseFailure(
            f"Two runs wrote the same rows at once ({reason}); nothing half-written was kept, run the command again."
        ) from error
    except psycopg.errors.DiskFull as error:
        reason = _first_line(error, parse_url(url))
        raise DatabaseFailure(
            f"The disk of the database is full ({reason}); nothing half-written was kept: make room and run the "
            "command again."
        ) from error
    except _LOST as error:
        raise DatabaseFailure(
            f"The database at {redact(url)} failed ({_first_line(error, parse_url(url))}); nothing half-written "
            "was kept, run the command again."
        ) from error


def parse_url(url: str) -> dict[str, Any]:
    """The parts of a Postgres URL or ``key=value`` string, by libpq's names.

    A password with letters that a URL does not allow is taken as it stands: most who write one do not encode it.

    Raises:
        PermanentFailure: it cannot be read; libpq's own words are left out because they may hold the password.
    """
    plain = re.sub(r"^postgres(ql)?\+\w+://", "postgresql://", url.strip())
    if (match := _WITH_PASSWORD.fullmatch(plain)) and not _ENCODED.fullmatch(match[2]):
        plain = f"{match[1]}:{quote(match[2], safe='')}{match[3]}"
    try:
        return dict(conninfo_to_dict(plain))
    except psycopg.ProgrammingError:
        raise PermanentFailure(_INVALID_URL) from None


def build_url(parts: dict[str, Any]) -> str:
    """A ``postgresql://`` URL of libpq's parts that psycopg, psycopg2 and SQLAlchemy all understand."""
    rest = {key: str(value) for key, value in parts.items() if value is not None}
    user, password = rest.pop("user", ""), rest.pop("password", "")
    database = rest.pop("dbname", "")
    account = quote(user, safe="") + (":" + quote(password, safe="*") if password else "")
    host = rest.get("host", "")
    if not host or host.startswith("/") or "," in host:
        host = ""  # a socket's folder and a list of hosts are only understood among the parameters
    else:
        del rest["host"]
        host = (f"[{host}]" if ":" in host else host) + (":" + rest.pop("port") if "port" in rest else "")
    query = "?" + urlencode(rest, quote_via=quote) if rest else ""
    return f"postgresql://{account + '@' if account else ''}{host}/{quote(database, safe='')}{query}"


def with_database(url: str, name: str) -> str:
    """The same server, another database."""
    return build_url(parse_url(url) | {"dbname": name})


def redact(url: str) -> str:
    """The URL as it may be shown: without its password."""
    try:
        parts = parse_url(url)
    except PermanentFailure:
        return "the given URL"
    secrets = {key for key in parts if "password" in key}
    return build_url(parts | dict.fromkeys(secrets, "***"))


def _first_line(error: Exception, settings: dict[str, Any]) -> str:
    text = str(error).strip()
    for key, value in settings.items():
        if "password" in key and value:
            text = text.replace(str(value), "***")
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__


# Text that Postgres cannot store: NUL, and halves of surrogate pairs, which have no UTF-8 form.
_SURROGATE = re.compile("[\ud800-\udfff]")


def storable_text(text: str) -> str:
    """The text without NUL characters; lone surrogates become U+FFFD."""
    return _SURROGATE.sub("\ufffd", text.replace("\x00", ""))


def storable_json(value: Any) -> str:
    """JSON of a value whose strings are all storable. NaN and infinities are refused: they are not JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    if "\\u0000" in text or _SURROGATE.search(text):  # rare, so the walk through the value is paid only here
        text = json.dumps(_storable(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {storable_text(str(key)): _storable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(item) for item in value]
    return value


class _StorableStrDumper(StrDumper):
    def dump(self, obj: str) -> Any:
        return super().dump(storable_text(obj))

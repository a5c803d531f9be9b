"""URLs that are understood, passwords that are not shown, servers that do not answer."""

from __future__ import annotations

import socket

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.store.postgres.connection import (
    build_url,
    connect,
    parse_url,
    redact,
    storable_json,
    storable_text,
    with_database,
)


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("postgresql://u:p@h:5433/d", "postgresql://u:p@h:5433/d"),
        ("postgres://u@h/d?sslmode=require", "postgresql://u@h/d?sslmode=require"),
        ("postgresql+psycopg2://u:p%40%2F@h/d", "postgresql://u:p%40%2F@h/d"),
        ("host=h port=1 user=u password='p w' dbname=d", "postgresql://u:p%20w@h:1/d"),
        ("postgresql://u@/d?host=/tmp/a%20b", "postgresql://u@/d?host=%2Ftmp%2Fa%20b"),
        ("postgresql://u@[::1]:5/d", "postgresql://u@[::1]:5/d"),
        ("postgresql://u@a,b/d", "postgresql://u@/d?host=a%2Cb&port=%2C"),
        ("postgresql://u:p@ss:w/rd%20 #?[1]@h:5/d", "postgresql://u:p%40ss%3Aw%2Frd%2520%20%23%3F%5B1%5D@h:5/d"),
        ("postgresql://u:100%@h/d", "postgresql://u:100%25@h/d"),
        ("postgresql://h:5432/d?application_name=a@b", "postgresql://h:5432/d?application_name=a%40b"),
    ],
)
def test_every_form_of_a_url_becomes_one(given: str, normal: str) -> None:
    assert build_url(parse_url(given)) == normal
    assert parse_url(normal) == parse_url(given)


def test_another_database_of_the_same_server() -> None:
    assert with_database("postgresql://u:p@h/d?sslmode=require", "dagster") == (
        "postgresql://u:p@h/dagster?sslmode=require"
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3cret@h/d",
        "postgresql://u@h/d?password=s3cret",
        "host=h user=u password=s3cret",
        "postgresql://u:s3cret@h:port/d",
        "postgresql://u:s3cret@[h/d",
        "postgresql://u:a@s3cret:x/s3cret%20#s3cret@h:5488/d",
        "s3cret",
        "postgresql://u:p@h/d?sslpassword=s3cret",
    ],
)
def test_a_password_is_never_shown(url: str) -> None:
    assert "s3cret" not in redact(url)


@pytest.mark.parametrize("url", ["mysql://u:s3cret@h/d", "nonsense s3cret", "postgresql://u:s3cret@h/d?what=1"])
def test_what_is_no_postgres_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(PermanentFailure, match=r"^The database URL is not valid; write it as postgresql://") as error:
        connect(url)
    assert "s3cret" not in str(error.value)


def test_a_server_that_does_not_answer_is_one_sentence_without_the_password() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(TransientFailure) as error:
            connect(f"postgresql://u:s3cret@127.0.0.1:{port}/d")
    text = str(error.value)
    assert text.startswith(f"The database at postgresql://u:***@127.0.0.1:{port}/d cannot be reached (")
    assert text.endswith("check that it runs and that the URL is right.")
    assert "\n" not in text
    assert "s3cret" not in text


def test_text_that_postgres_cannot_hold_is_mended_everywhere() -> None:
    assert storable_text("a\x00b\udfffc") == "ab\ufffdc"
    assert storable_json({"a\x00": ["\x00x", {"b": "\ud800"}], "n": 1.5, "é": None}) == (
        '{"a":["x",{"b":"\ufffd"}],"n":1.5,"é":null}'
    )
    assert storable_json("\\u0000") == '"\\\\u0000"'
    with pytest.raises(ValueError, match="JSON compliant"):
        storable_json(float("nan"))

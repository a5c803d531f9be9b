"""Packed answers that would unpack to more than the memory holds."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.http_client import HttpClient

from ..faulty_server import FaultyServer, answer, host, served


@pytest.mark.parametrize("coding", ["zstd", "br", "gzip, gzip", "GZIP,deflate"])
def test_a_body_that_could_grow_without_bound_is_not_unpacked(coding: str, tmp_path: Path) -> None:
    async def use(http: HttpClient, server: FaultyServer) -> None:
        with pytest.raises(TransientFailure, match="packed in a way that was not asked for"):
            await http.request(host(server.url), "GET", "x")
        (asked,) = {line for line in server.heads[0].splitlines() if line.lower().startswith("accept-encoding")}
        assert asked.partition(": ")[2] == "gzip, deflate"

    reply = answer(gzip.compress(gzip.compress(b'{"packed": 2}')), Content_Encoding=coding)
    served([reply], use, tmp_path, attempts=1)


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    async def use(http: HttpClient, server: FaultyServer) -> None:
        with pytest.raises(PermanentFailure, match="more than 1 MB"):
            await http.request(host(server.url), "GET", "x")

    served([answer(gzip.compress(b" " * 2**26), Content_Encoding="gzip")], use, tmp_path, largest_body=2**20)

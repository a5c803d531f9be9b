"""MeSH through E-utilities: few requests, exact names, and no fault taken for "unknown"."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.ncbi.mesh import Mesh, MeshRecord

from ..faulty_server import host, mocked
from .mesh_service import MeshService

T = TypeVar("T")


def ask(
    service: Callable[[httpx.Request], httpx.Response], use: Callable[[Mesh], Coroutine[Any, Any, T]], path: Path
) -> T:
    return mocked(service, lambda client: use(Mesh(client, host())), ExchangeStore.cache(path))


def test_many_headings_cost_one_request(tmp_path: Path) -> None:
    service = MeshService()
    result = ask(
        service, lambda mesh: mesh.headings(["D006976", "D009290", "D999999", "C537048", "nonsense"]), tmp_path
    )
    assert [result["D006976"].name, result["C537048"].name] == ["Hypertension, Pulmonary", "Renal tubular dysgenesis"]
    assert result.keys() == {"D006976", "D009290", "C537048"}
    assert service.asked == ["esummary.fcgi 67537048,68006976,68009290,68999999"]
    assert result["D006976"].tree_numbers == ("C08.381.423", "C14.907.489.631")


def test_ids_of_nine_digits_cost_one_search_more(tmp_path: Path) -> None:
    service = MeshService()
    result = ask(service, lambda mesh: mesh.headings(["D006976", "D000081029", "D000086382"]), tmp_path)
    assert len(result) == 3
    assert service.asked[0] == "esearch.fcgi D000081029[MHUI] OR D000086382[MHUI]"
    assert len(service.asked) == 2


def test_no_ids_no_request(tmp_path: Path) -> None:
    service = MeshService()
    assert ask(service, lambda mesh: mesh.headings([]), tmp_path) == {}
    assert service.asked == []


@pytest.mark.parametrize("name", ["COVID-19", "covid-19", "covid 19"])
def test_a_name_finds_its_own_heading_only(name: str, tmp_path: Path) -> None:
    result = ask(MeshService(), lambda mesh: mesh.search(name), tmp_path)
    assert [record.ui for record in result] == (["D000086382"] if "-" in name else [])


def test_entry_terms_in_any_order_and_number_are_the_same_name() -> None:
    record = MeshRecord(ui="D003928", name="Diabetic Nephropathies", entry_terms=("Kidney Disease, Diabetic",))
    assert record.named("diabetic nephropathy")
    assert record.named("diabetic kidney diseases")
    assert not record.named("nephropathy")


def test_a_name_asked_twice_is_looked_up_once(tmp_path: Path) -> None:
    service = MeshService()

    async def twice(mesh: Mesh) -> bool:
        return await mesh.search("Obesity") == await mesh.search("Obesity")

    assert ask(service, twice, tmp_path)
    assert len(service.asked) == 2


def test_nothing_in_a_name_acts_as_syntax(tmp_path: Path) -> None:
    service = MeshService()
    ask(service, lambda mesh: mesh.search('x"[All] OR "Obesity'), tmp_path)
    assert service.asked == ['esearch.fcgi "x OR Obesity"[MeSH Terms]']
    assert ask(service, lambda mesh: mesh.search("()"), tmp_path) == []


def test_what_is_a_disease() -> None:
    def filed(*trees: str) -> bool:
        return MeshRecord(ui="D000001", name="x", tree_numbers=trees).is_disease

    assert filed("C14.907")
    assert filed("F03.600.300")
    assert filed()
    assert not filed("F01.145.126.350")
    assert not filed("E01.370", "A05.810")

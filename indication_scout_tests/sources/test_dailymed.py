"""DailyMed: the list, the choice among labels, as-of, and faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState
from indication_scout_assets.domain.records.labels import Label, LabelSearch, LabelVersion
from indication_scout_assets.sources.drugs.dailymed import MOST_DOCUMENTS, DailyMed, printed_date
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_tests.wire.dailymed import DailyMed as Wire
from indication_scout_tests.wire.records import load

from .faulty_server import mocked
from .local_clients import BASE, handler

Handler = Callable[[httpx.Request], httpx.Response]
BUPROPION = ["bupropion", "bupropion hydrochloride", "Wellbutrin"]


def set_id(number: int) -> str:
    return f"99000000-0000-4000-8000-{number:012d}"


def xml(
    number: int, substance: str = "BUPROPION", effective: str = "20200101", code: str = "34391-3", version: int = 1
) -> bytes:
    return (
        f'<document xmlns="urn:hl7-org:v3"><code code="{code}"/><title>{substance} tablet</title>'
        f'<effectiveTime value="{effective}"/><setId root="{set_id(number)}"/><versionNumber value="{version}"/>'
        f"<component><structuredBody><component>"
        f'<section><code code="48780-1"/><subject><manufacturedProduct><manufacturedProduct><name>N</name><ingredient '
        f'classCode="ACTIB"><ingredientSubstance><name>{substance}</name></ingredientSubstance></ingredient>'
        f"</manufacturedProduct></manufacturedProduct></subject></section></component></structuredBody></component>"
        f"</document>"
    ).encode()


def row(number: int, title: str = "BUPROPION tablet [Maker]", published: str = "Jan 01, 2020", version: int = 1) -> Any:
    return {"setid": set_id(number), "title": title, "published_date": published, "spl_version": version}


def history(versions: dict[int, str]) -> dict[str, Any]:
    """As the help page of the service prints it: numbers of the metadata are texts."""
    rows = [{"spl_version": number, "published_date": day} for number, day in versions.items()]
    return {"metadata": {"total_elements": str(len(rows)), "total_pages": "1"}, "data": {"spl": {}, "history": rows}}


class Shelf:
    """Lists ``rows`` for any name in ``names`` and serves ``documents`` and ``histories``; 404 for others."""

    def __init__(self, *rows: Any, documents: dict[int, bytes] | None = None, names: str = "bupropion") -> None:
        self.rows = list(rows)
        self.histories: dict[int, dict[int, str]] = {}
        self._documents = {set_id(n): body for n, body in (documents or {}).items()}
        self._names = names.split("|")
        self.asked: list[httpx.URL] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url)
        name = request.url.path.rsplit("/", 1)[-1]
        if name == "history.json":
            versions = self.histories.get(int(request.url.path.split("/")[-2][-12:]))
            return httpx.Response(200, json=history(versions)) if versions else httpx.Response(404)
        if name != "spls.json":
            number = name.removesuffix(".xml")
            body = self._documents.get(number) or (None if self._documents else xml(int(number[-12:])))
            return httpx.Response(200, content=body) if body else httpx.Response(404)
        rows = self.rows if request.url.params["drug_name"] in self._names else []
        page = int(request.url.params["page"])
        metadata = {"total_elements": len(rows), "total_pages": max(1, -(-len(rows) // 100)), "current_page": page}
        return httpx.Response(200, json={"metadata": metadata, "data": rows[(page - 1) * 100 : page * 100]})

    @property
    def documents_asked(self) -> list[int]:
        return [int(url.path[-16:-4]) for url in self.asked if url.path.endswith(".xml")]

    @property
    def histories_asked(self) -> int:
        return sum(url.path.endswith("/history.json") for url in self.asked)


def labels(
    answers: Handler, path: Path, names: list[str] = BUPROPION, limit: int = 5, as_of: date | None = None,
    held: Sequence[Label] = (), **more: Any,
) -> LabelSearch:  # fmt: skip
    async def use(client: HttpClient) -> LabelSearch:
        return await DailyMed(client, Host("DailyMed", BASE, 4)).labels(names, limit, as_of, held)

    return mocked(answers, use, ExchangeStore.cache(path), **more)


# ------------------------------------------------------------------------------------------------ the demonstration
def test_the_demonstrations_labels_single_ingredient_first(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    result = labels(handler(Wire(load()), asked), tmp_path)
    assert [label.set_id for label in result.labels] == [set_id(1), set_id(2), set_id(3)]
    assert (result.outcome.state, result.outcome.found, result.outcome.total) == (SourceState.OK, 3, 3)
    assert result.outcome.question == 'labels of "bupropion"'
    assert result.labels[2].moieties == ("naltrexone", "bupropion")
    assert result.labels[0].url.endswith(set_id(1))
    assert dict(asked[0].params) == {"drug_name": "bupropion", "pagesize": "100", "page": "1"}


# ------------------------------------------------------------------------------------------------ the list
def test_all_pages_are_read_and_the_newest_row_of_a_label_counts(tmp_path: Path) -> None:
    shelf = Shelf(*(row(n) for n in range(1, 151)), row(7, published="Feb 02, 2024", version=2))
    result = labels(shelf, tmp_path, limit=1)
    assert [url.params["page"] for url in shelf.asked if url.path.endswith("json")] == ["1", "2"]
    assert (shelf.documents_asked, result.outcome.total) == ([7], 151)


def test_labels_of_this_drug_alone_and_of_different_products_come_first(tmp_path: Path) -> None:
    shelf = Shelf(
        row(1, "NALTREXONE and BUPROPION tablet [M]", "Dec 01, 2025"),
        row(2, "BUPROPION tablet [A]", "Dec 01, 2024"),
        row(3, "BUPROPION tablet [B]", "Dec 01, 2023"),
        row(4, "BUPROPION tablet, extended release [A]", "Dec 01, 2020"),
        row(5, "OTHER tablet [A]", "Dec 01, 2025"),
        row(6, "These highlights do not include all the information needed to use BUPROPION XL safely and effectively. "
            "See full prescribing information for BUPROPION XL. BUPROPION XL tablets", "Dec 01, 2019"),
    )  # fmt: skip
    labels(shelf, tmp_path, limit=5)
    assert shelf.documents_asked == [2, 4, 6, 3, 1]


def test_a_brand_is_asked_for_where_the_generic_name_brings_nothing(tmp_path: Path) -> None:
    shelf = Shelf(row(1, "WELLBUTRIN tablet [M]"), names="Wellbutrin")
    result = labels(shelf, tmp_path)
    assert [url.params["drug_name"] for url in shelf.asked if url.path.endswith("json")] == ["bupropion", "Wellbutrin"]
    assert (len(result.labels), result.outcome.question) == (1, 'labels of "Wellbutrin"')


def test_labels_of_other_drugs_and_for_animals_are_left_out(tmp_path: Path) -> None:
    shelf = Shelf(row(1), row(2), row(3), documents={1: xml(1), 2: xml(2, "OTHER"), 3: xml(3, code="50578-4")})
    result = labels(shelf, tmp_path)
    assert [label.set_id for label in result.labels] == [set_id(1)]
    assert result.warnings == ("2 labels of other drugs or for animals left out.",)


def test_where_labels_are_of_other_drugs_or_for_animals_the_next_are_read(tmp_path: Path) -> None:
    animals = {n: xml(n, code="50578-4") for n in range(1, 8)}
    shelf = Shelf(*(row(n) for n in range(1, 11)), documents=animals | {n: xml(n) for n in (8, 9, 10)})
    shelf.rows = shelf.rows[:7] + [row(n, published="Jan 01, 2019") for n in (8, 9, 10)]  # the newest come first
    result = labels(shelf, tmp_path, limit=2)
    assert [label.set_id for label in result.labels] == [set_id(10), set_id(9)]
    assert (result.outcome.state, sorted(shelf.documents_asked)) == (SourceState.OK, [1, 2, 3, 4, 5, 6, 7, 9, 10])
    assert result.warnings == ("7 labels of other drugs or for animals left out.",)


def test_reading_on_has_an_end_and_a_brand_is_tried_after_it(tmp_path: Path) -> None:
    animals = Shelf(*(row(n) for n in range(1, 100)), documents={n: xml(n, code="50578-4") for n in range(1, 100)})
    result = labels(animals, tmp_path / "a")
    assert (result.outcome.state, len(animals.documents_asked)) == (SourceState.DEGRADED, MOST_DOCUMENTS)
    assert result.outcome.reason == f"Only {MOST_DOCUMENTS} of the 99 labels listed under bupropion were read."
    assert [url.params["drug_name"] for url in animals.asked if url.path.endswith("json")] == [
        "bupropion",
        "Wellbutrin",
    ]


def test_one_label_read_of_many_is_enough_where_one_is_wanted(tmp_path: Path) -> None:
    shelf = Shelf(*(row(n) for n in range(1, 9)))
    assert labels(shelf, tmp_path, limit=1).outcome.state is SourceState.OK
    assert len(shelf.documents_asked) == 1


def test_nothing_found_is_said_to_be_nothing(tmp_path: Path) -> None:
    none = labels(Shelf(), tmp_path / "a").outcome
    assert (none.state, none.reason) == (SourceState.EMPTY, "DailyMed has no label of bupropion.")
    other = labels(Shelf(row(1), documents={1: xml(1, "OTHER")}), tmp_path / "b").outcome
    assert (other.state, other.total) == (SourceState.EMPTY, 1)


@pytest.mark.parametrize(
    ("published", "effective"),
    [
        ("Jan 02, 2020", "20190101"),
        ("Jan 01, 2019", "20200102"),
        ("", "20190101"),
        ("Jan 01, 2019", "2019"),
    ],
)
def test_as_of_is_strict_on_both_dates(published: str, effective: str, tmp_path: Path) -> None:
    shelf = Shelf(row(1, published=published), documents={1: xml(1, effective=effective)})
    result = labels(shelf, tmp_path, as_of=date(2020, 1, 1))
    assert (result.labels, result.outcome.state) == ((), SourceState.EMPTY)
    assert "1 label later than 2020-01-01 or without a date left out." in result.warnings


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Mar 01, 2026", date(2026, 3, 1)),
        ("March 1, 2026", date(2026, 3, 1)),
        ("Feb 30, 2026", None),
        ("2026", None),
        ("Foo 01, 2026", None),
    ],
)
def test_printed_dates(text: str, day: date | None) -> None:
    assert printed_date(text) == day


# ------------------------------------------------------------------------------------------------ histories
def renewed(version: int, published: str = "Nov 07, 2026", effective: str = "20261101") -> Shelf:
    """Label 1 in this version, with a history up to version 15."""
    document = {1: xml(1, effective=effective, version=version)}
    shelf = Shelf(row(1, published=published, version=version), documents=document)
    shelf.histories[1] = {15: "Nov 07, 2026", 14: "Oct 01, 2026", 13: "Jun 02, 2026", 12: "May 03, 2026"}
    return shelf


def test_the_history_is_asked_for_once_where_the_version_held_is_another(tmp_path: Path) -> None:
    first = renewed(12, "May 03, 2026", "20260501")
    held = labels(first, tmp_path / "1").labels
    assert [(label.version, label.published, label.history) for label in held] == [("12", date(2026, 5, 3), ())]
    assert (labels(first, tmp_path / "2", held=held).labels, first.histories_asked) == (held, 0)
    second = renewed(15)
    (now,) = later = labels(second, tmp_path / "3", held=held).labels
    assert now.history is not None
    assert [version.version for version in now.history] == ["15", "14", "13", "12"]
    assert now.history[1].day == date(2026, 10, 1)
    assert (labels(second, tmp_path / "4", held=later).labels, second.histories_asked) == (later, 1)


def test_a_history_that_gives_no_answer_is_named_and_asked_for_again(tmp_path: Path) -> None:
    held = labels(renewed(12), tmp_path / "1").labels
    failing = renewed(15)
    failing.histories.clear()
    result = labels(failing, tmp_path / "2", held=held)
    assert [(label.version, label.history) for label in result.labels] == [("15", None)]
    assert (result.outcome.state, result.outcome.unanswered) == (SourceState.DEGRADED, True)
    assert result.outcome.reason.startswith(
        "The version history of 1 label could not be read: DailyMed refused the request (HTTP 404"
    )
    again = labels(renewed(15), tmp_path / "3", held=result.labels)
    assert (len(again.labels[0].history or ()), again.outcome.state) == (4, SourceState.OK)


def test_a_history_without_the_version_is_no_answer(tmp_path: Path) -> None:
    held = labels(renewed(12), tmp_path / "1").labels
    result = labels(renewed(16), tmp_path / "2", held=held)
    assert result.labels[0].history is None
    assert "a history without version 16" in result.outcome.reason


def test_a_history_as_of_a_day_has_no_later_version(tmp_path: Path) -> None:
    shelf = renewed(13, "Jun 02, 2026", "20260601")
    held = [Label(set_id=set_id(1), source="DailyMed", title="Held", version="12")]
    (label,) = labels(shelf, tmp_path, held=held, as_of=date(2026, 9, 30)).labels
    assert label.history == (
        LabelVersion(version="13", day=date(2026, 6, 2)),
        LabelVersion(version="12", day=date(2026, 5, 3)),
    )


# ------------------------------------------------------------------------------------------------ faults
def test_a_label_that_cannot_be_read_degrades_the_answer(tmp_path: Path) -> None:
    result = labels(Shelf(row(1), row(2), documents={1: xml(1)}), tmp_path)
    assert (result.outcome.state, len(result.labels)) == (SourceState.DEGRADED, 1)
    assert result.outcome.reason == "1 of the 2 labels chosen could not be read."


def test_no_label_of_the_drug_beside_one_that_cannot_be_read_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure):
        labels(Shelf(row(1), row(2), documents={1: xml(1, "OTHER")}), tmp_path)


@pytest.mark.parametrize(("status", "content"), [(200, b"\x89PNG"), (404, None)])
def test_pictures_lie_beside_the_services(tmp_path: Path, status: int, content: bytes | None):
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(status, content=content or b"")

    async def use(client: HttpClient) -> bytes | None:
        host = Host("DailyMed", "https://dailymed.example.org/dailymed/services/v2", 4)
        return await DailyMed(client, host).picture(set_id(1), "a b.jpg")

    assert mocked(answer, use, ExchangeStore.cache(tmp_path)) == content
    assert asked == [f"https://dailymed.example.org/dailymed/image.cfm?name=a+b.jpg&setid={set_id(1)}"]

"""openFDA: all labels of a drug and their distinct indications, FAERS counts, "no matches", as-of and faults."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.records.labels import AdverseEventSearch, DrugLabels, LabelSearch, ProductType
from indication_scout_assets.reports.views.safety_view import Safety
from indication_scout_assets.rules.labels.label_uses import Naming, UseNames, label_use
from indication_scout_assets.sources.drugs.openfda import MOST_BOXED, OpenFda, parse_label
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_tests.reports.sample import sample_report
from indication_scout_tests.wire.openfda import OpenFda as Wire
from indication_scout_tests.wire.records import load

from .faulty_server import mocked
from .local_clients import BASE, handler

Handler = Callable[[httpx.Request], httpx.Response]
NO_MATCH = {"error": {"code": "NOT_FOUND", "message": "No matches found!"}}
BUPROPION = ["bupropion", "bupropion hydrochloride", "Zyban"]


def row(number: int, indication: str = "1 INDICATIONS AND USAGE It is indicated for depression.", **more: Any) -> Any:
    known = {"generic_name": ["BUPROPION"], "substance_name": ["BUPROPION HYDROCHLORIDE"], "brand_name": ["B"]}
    return {
        "set_id": f"99000000-0000-4000-8000-{number:012d}",
        "version": "1",
        "effective_time": "20200101",
        "indications_and_usage": [indication],
        "openfda": known,
        **more,
    }


class Labels:
    """Serves rows in pages; ``breaks_at`` is the skip from which it fails."""

    def __init__(self, *rows: Any, breaks_at: int | None = None, total: int | None = None) -> None:
        self._rows = list(rows)
        self._breaks_at = breaks_at
        self._total = total
        self.asked: list[httpx.QueryParams] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        params = request.url.params
        self.asked.append(params)
        skip, limit = int(params["skip"]), int(params["limit"])
        if self._breaks_at is not None and skip >= self._breaks_at:
            return httpx.Response(500)
        page = self._rows[skip : skip + limit]
        if not page:
            return httpx.Response(404, json=NO_MATCH)
        total = self._total or len(self._rows)
        return httpx.Response(200, json={"meta": {"results": {"total": total}}, "results": page})


def labels(
    answers: Handler, path: Path, names: list[str] = BUPROPION, limit: int = 5, as_of: date | None = None, **more: Any
) -> LabelSearch:
    async def use(client: HttpClient) -> LabelSearch:
        return await OpenFda(client, Host("openFDA", BASE, 4)).labels(names, limit, as_of)

    return mocked(answers, use, ExchangeStore.cache(path), **more)


def events(
    answers: Handler, path: Path, names: list[str] = BUPROPION, as_of: date | None = None, **host: Any
) -> AdverseEventSearch:
    async def use(client: HttpClient) -> AdverseEventSearch:
        return await OpenFda(client, Host("openFDA", BASE, 4, **host)).adverse_events(names, as_of)

    return mocked(answers, use, ExchangeStore.cache(path), attempts=2)


# ------------------------------------------------------------------------------------------------ labels
def test_the_demonstrations_labels_and_the_use_on_few_of_them(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []
    result = labels(handler(Wire(load()), asked), tmp_path, limit=2)
    assert (result.outcome.state, result.outcome.found, result.outcome.total) == (SourceState.OK, 10, 10)
    assert (result.outcome.source, len(result.labels)) == ("openFDA labels", 3), "one more for its boxed warning"
    assert [(i.labels, i.single_ingredient) for i in result.indications] == [
        (7, True),
        (1, True),
        (1, True),
        (1, False),
    ]
    rare = label_use(DrugLabels((), result.indications), UseNames(["smoking cessation"]))
    assert rare is not None
    assert rare.naming is Naming.USE
    assert rare.mention.sentence == "These tablets are indicated as an aid to smoking cessation treatment."
    assert all(label.demonstration for label in result.labels)
    names = " OR ".join(f'openfda.generic_name:"{name}"' for name in ("bupropion", "Zyban"))
    assert asked[0].params["search"].startswith(f"({names} OR openfda.substance_name:")


def test_all_pages_are_read_and_each_text_comes_back_once(tmp_path: Path) -> None:
    usual = [row(n, "It is indicated for depression.") for n in range(1, 211)]
    rare = [row(n, "It is INDICATED as an aid to smoking cessation.") for n in range(211, 256)]
    service = Labels(*usual, *rare)
    result = labels(service, tmp_path, limit=3)
    assert [params["skip"] for params in service.asked] == ["0", "100", "200"]
    assert [i.labels for i in result.indications] == [210, 45]
    assert [label.set_id[-3:] for label in result.labels] == ["210", "255", "209"]
    assert result.indications[1].text == result.labels[1].text_of("indications")


def test_the_newest_of_a_set_id_counts_and_the_drug_must_be_an_ingredient(tmp_path: Path) -> None:
    other = {"generic_name": ["OTHER"], "substance_name": ["OTHER"], "brand_name": ["Zyban"]}
    animal = {"substance_name": ["BUPROPION"], "product_type": ["OTC ANIMAL DRUG LABEL"]}
    service = Labels(
        row(1, "Old."),
        row(1, "New.", effective_time="20240101", version="2"),
        row(2, openfda=other),
        row(3, openfda=animal),
    )
    result = labels(service, tmp_path)
    assert [label.text_of("indications") for label in result.labels] == ["New."]
    assert (result.outcome.found, result.outcome.total) == (1, 4)
    assert result.warnings == ("2 labels of other drugs or for animals left out.",)


def test_no_boxed_warning_is_lost_among_many_labels(tmp_path: Path) -> None:
    warning_text = "WARNING: SUICIDAL THOUGHTS It may raise the risk of suicidal thoughts in children and young adults"
    usual = [row(n, boxed_warning=[f"{warning_text}."]) for n in range(1, 200)]
    makers = [row(n, boxed_warning=[f"{warning_text} (maker {n})."]) for n in range(200, 250)]
    rare = [row(n, boxed_warning=["WARNING: LIVER FAILURE It may harm the liver."]) for n in (3001, 3002)]
    result = labels(Labels(*rare, *usual, *makers, row(4000)), tmp_path, limit=2)
    boxed = [(label.text_of("boxed_warning")[:30], label.same_boxed_warning) for label in result.labels]
    assert boxed[0] == ("", 0)
    assert ("WARNING: LIVER FAILURE It may ", 2) in boxed
    assert ("WARNING: SUICIDAL THOUGHTS It ", 199) in boxed
    assert len(boxed) == 2 + MOST_BOXED
    boxed_part = Safety(
        sample_report().model_copy(update={"labels": result.labels, "outcomes": (result.outcome,)})
    ).parts[0]
    assert boxed_part.sentence == (
        "11 of the 12 labels kept of 252 read have a boxed warning, in 11 wordings, the most common on 199 of all 252; "
        "1 label came without any safety text."
    )
    assert [w.carriers for w in boxed_part.wordings[:3]] == [199, 2, 1]


def test_a_boxed_warning_in_the_field_of_indications_is_one() -> None:
    warning = "WARNING: RISK OF SERIOUS CARDIOVASCULAR EVENTS It may raise the risk. It is contraindicated in surgery."
    both = f"{warning} Bupropion is indicated for smoking."
    for text, kind in ((warning, "boxed_warning"), (both, "indications")):
        label = parse_label(row(1, indications_and_usage=[text]))
        assert label is not None
        assert [(section.kind, section.text) for section in label.sections] == [(kind, text)]


def test_no_match_is_said_to_be_none(tmp_path: Path) -> None:
    result = labels(Labels(), tmp_path)
    assert (result.outcome.state, result.labels, result.indications) == (SourceState.EMPTY, (), ())
    assert result.outcome.reason == "openFDA has no label with bupropion as an active ingredient."


def test_a_fault_between_pages_degrades_the_answer(tmp_path: Path) -> None:
    service = Labels(*(row(n) for n in range(1, 151)), breaks_at=100)
    result = labels(service, tmp_path, attempts=2)
    assert (result.outcome.state, result.outcome.found) == (SourceState.DEGRADED, 100)
    assert result.outcome.reason.startswith("Only 100 of 150 labels could be read. openFDA did not answer")
    assert result.outcome.open, "the next run asks for the rest"


def test_more_labels_than_openfda_gives_out_are_said_to_be_missing(tmp_path: Path) -> None:
    result = labels(Labels(row(1), total=150), tmp_path)
    assert (result.outcome.state, result.outcome.reason) == (
        SourceState.DEGRADED,
        "Only 1 of 150 labels could be read.",
    )
    assert not result.outcome.open, "asking again brings no more"


def test_as_of_is_in_the_query_and_strict_on_what_comes_back(tmp_path: Path) -> None:
    service = Labels(
        row(1), row(2, effective_time="20200102"), row(3, effective_time=None), row(4, effective_time="2019")
    )
    result = labels(service, tmp_path, as_of=date(2020, 1, 1))
    assert service.asked[0]["search"].endswith(" AND effective_time:[19000101 TO 20200101]")
    assert [label.set_id[-1] for label in result.labels] == ["1"]
    assert "3 labels later than 2020-01-01 or without a date left out." in result.warnings
    demonstration = labels(handler(Wire(load())), tmp_path / "wire", as_of=date(2023, 1, 1))
    assert [label.effective for label in demonstration.labels] == [date(2022, 9, 14)]


# ------------------------------------------------------------------------------------------------ one label
def test_a_row_as_label() -> None:
    label = parse_label(
        row(
            1,
            boxed_warning=["WARNING: HARM It may harm."],
            warnings_and_cautions=["5 WARNINGS AND PRECAUTIONS 5.1 Seizure Take care.", "And more."],
            warnings=["5.1 Seizure Take care."],
            clinical_pharmacology=["12 CLINICAL PHARMACOLOGY 12.3 Pharmacokinetics Slow."],
            pharmacokinetics=["12.3 Pharmacokinetics Slow."],
            package_label_principal_display_panel=["A box"],
        )
    )
    assert label is not None
    assert [(s.kind, s.code, s.text) for s in label.sections] == [
        ("boxed_warning", "34066-1", "WARNING: HARM It may harm."),
        ("indications", "34067-9", "It is indicated for depression."),
        ("warnings", "43685-7", "5.1 Seizure Take care. And more."),
        ("pharmacology", "34090-1", "12.3 Pharmacokinetics Slow."),
    ]
    assert (label.ingredients, label.title, label.effective) == (("bupropion hydrochloride",), "B", date(2020, 1, 1))
    assert not label.demonstration


def test_what_identifies_the_substance_is_kept() -> None:
    known = {"substance_name": ["BUPROPION HYDROCHLORIDE"], "unii": ["ZG7E5POY8O"], "pharm_class_epc": ["A Drug [EPC]"]}
    label = parse_label(row(1, openfda=known))
    assert label is not None
    assert (label.uniis, label.classes) == (("ZG7E5POY8O",), ("A Drug",))


def test_an_over_the_counter_label_without_uses_is_read_by_its_purpose() -> None:
    purpose = parse_label(row(1, indications_and_usage=[], purpose=["Stop smoking aid"]))
    both = parse_label(row(1, "Uses relieves pain", purpose=["Pain reliever"]))
    assert purpose is not None
    assert both is not None
    assert [(s.code, s.kind, s.text) for s in purpose.sections] == [("55105-1", "indications", "Stop smoking aid")]
    assert both.text_of("indications") == "Uses relieves pain"


def test_ingredients_are_read_from_the_generic_name_where_there_is_nothing_better() -> None:
    generic = {"generic_name": ["NALTREXONE HYDROCHLORIDE AND BUPROPION HYDROCHLORIDE"]}
    label = parse_label(row(1, openfda=generic))
    assert label is not None
    assert label.ingredients == ("naltrexone hydrochloride", "bupropion hydrochloride")
    assert label.product_type is ProductType.UNKNOWN


# ------------------------------------------------------------------------------------------------ FAERS
def test_the_demonstrations_reports(tmp_path: Path) -> None:
    result = events(handler(Wire(load())), tmp_path).events
    assert result is not None
    assert (result.reports, result.serious, result.demonstration) == (1000, 505, True)
    assert [(r.term, r.reports) for r in result.reactions[:2]] == [("NAUSEA", 117), ("SEIZURE", 105)]
    assert "voluntary" in result.caveat


def test_the_reporters_words_are_asked_for_where_openfda_knows_no_name(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        search = request.url.params["search"]
        asked.append(search)
        if "generic_name" in search or "serious" in search:
            return httpx.Response(404, json=NO_MATCH)
        if "count" in request.url.params:
            return httpx.Response(
                200, json={"results": [{"term": "RASH", "count": 2}, {"term": "X"}, None, {"count": 3}]}
            )
        return httpx.Response(
            200, json={"meta": {"last_updated": "2026-01-01", "results": {"total": 3}}, "results": [{}]}
        )

    result = events(answer, tmp_path).events
    assert asked[1] == '(patient.drug.medicinalproduct:"bupropion" OR patient.drug.medicinalproduct:"Zyban")'
    assert result is not None
    assert (result.reports, result.serious, len(result.reactions), result.demonstration) == (3, 0, 1, False)


def test_counts_that_could_not_be_had_do_not_lose_the_reports(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if "count" in request.url.params or "serious" in request.url.params["search"]:
            return httpx.Response(500)
        return httpx.Response(200, json={"meta": {"results": {"total": 3}}, "results": [{}]})

    result = events(answer, tmp_path)
    assert result.events is not None
    assert (result.events.reports, result.events.serious, result.events.reactions) == (3, None, ())
    assert (result.outcome.state, result.outcome.open) == (SourceState.DEGRADED, True)
    assert result.outcome.reason.startswith("Without the count of serious reports and of reactions: openFDA did not")


def test_a_drug_no_report_names(tmp_path: Path) -> None:
    result = events(lambda _: httpx.Response(404, json=NO_MATCH), tmp_path)
    assert (result.events, result.outcome.state) == (None, SourceState.EMPTY)
    assert result.outcome.reason == "No report to FAERS names bupropion."


# ------------------------------------------------------------------------------------------------ faults
@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, json={"error": {"code": "OVER_RATE_LIMIT", "message": "Too many"}}),
        httpx.Response(404, text="<html>gone</html>"),
    ],
)
def test_a_fault_is_never_an_empty_result(broken: httpx.Response, tmp_path: Path) -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(broken.status_code, content=broken.content)

    with pytest.raises(TransientFailure):
        labels(answer, tmp_path / "labels", attempts=2)
    with pytest.raises(TransientFailure):
        events(answer, tmp_path / "events")


def test_a_wrong_address_is_permanent(tmp_path: Path) -> None:
    gone = {"error": {"code": "NOT_FOUND", "message": "Not Found"}}
    with pytest.raises(PermanentFailure, match="check the address"):
        labels(lambda _: httpx.Response(404, json=gone), tmp_path)

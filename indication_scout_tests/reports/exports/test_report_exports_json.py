from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.reports.exports.report_exports import render_json
from indication_scout_assets.reports.views.verified import verified
from indication_scout_tests import ROOT

from ..sample import RECORDED, assessed_report, document, sample_report, withdrawn_report

DOCUMENT = ROOT / "docs" / "reference" / "report-json.md"


def types_within(annotation: Any, seen: set[type]) -> Iterator[type]:
    """All models and enumerations a type is made of, each once."""
    if isinstance(annotation, type) and issubclass(annotation, (BaseModel, StrEnum)) and annotation not in seen:
        seen.add(annotation)
        yield annotation
        if issubclass(annotation, BaseModel):
            for field in annotation.model_fields.values():
                yield from types_within(field.annotation, seen)
    for part in get_args(annotation):
        yield from types_within(part, seen)


TYPES = list(types_within(EvidenceReport, set()))


def test_reads_back_to_the_same_report() -> None:
    for report in (sample_report(), withdrawn_report()):
        assert EvidenceReport.model_validate_json(render_json(report)) == verified(report)


def test_bytes_are_stable_whatever_the_order_of_keys() -> None:
    report = sample_report()
    shuffled = report.model_copy(update={"articles": dict(reversed(report.articles.items()))})
    assert render_json(report) == render_json(shuffled)
    assert render_json(report).endswith("}\n")


@pytest.mark.parametrize("model", [t for t in TYPES if issubclass(t, BaseModel)], ids=lambda m: m.__name__)
def test_document_names_every_field_and_no_other(model: type[BaseModel]) -> None:
    section = re.search(rf"^## `{model.__name__}`\n(.*?)(?=^## |\Z)", DOCUMENT.read_text(), re.M | re.S)
    assert section, f"docs/reference/report-json.md has no section on {model.__name__}"
    assert re.findall(r"^\| `(\w+)` \|", section[1], re.M) == [
        field.serialization_alias or name for name, field in model.model_fields.items() if not field.exclude
    ]


@pytest.mark.parametrize("words", [t for t in TYPES if issubclass(t, StrEnum)], ids=lambda e: e.__name__)
def test_document_names_every_value(words: type[StrEnum]) -> None:
    row = re.search(rf"^\| `{words.__name__}` \| (.*) \|$", DOCUMENT.read_text(), re.M)
    assert row, f"docs/reference/report-json.md does not list the values of {words.__name__}"
    assert re.findall(r"`([\w ,-]+)`", row[1]) == [word.value for word in words]


def test_the_recorded_report_is_in_todays_form() -> None:
    """As ``python -m indication_scout_tests.reports.sample`` writes it: with no value that is read but not kept."""
    assert document(assessed_report()) == RECORDED.read_text("utf-8")

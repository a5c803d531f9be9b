"""``scout compare``: several drugs beside each other, as its page in the docs promises it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from indication_scout_assets.domain.candidates import SetAside
from indication_scout_assets.domain.comparison import Comparison
from indication_scout_assets.store.database import Database
from indication_scout_tests import ROOT
from indication_scout_tests.store import values

from .command import FAILED, USAGE, Scout

WORKSPACES = ("t_cli_compare",)
HERE = ("-w", *WORKSPACES)
DOCS = ROOT / "docs" / "reference" / "verbs-json.md"


@pytest.fixture(scope="module")
def three(scout: Scout, database_url: str) -> Scout:
    """Three drugs without an assessment; one of them has a report, one failed."""
    with Database.open(database_url, *WORKSPACES) as db:
        for slug, query in (("sildenafil", "Sildenafil"), ("bupropion", "bupropion"), ("st-john-s-wort", "[x]")):
            db.drugs.add(slug, query)
        db.candidates.replace(
            "sildenafil", [values.candidate(name="lung | disease"), values.candidate("B", None, SetAside.APPROVED_USE)]
        )
        db.candidates.replace("bupropion", [values.candidate("B", 1, name="asthma")])
        db.reports.save("sildenafil", "f", values.report(), "x.html")
    return scout


def test_two_drugs_stand_beside_each_other(three):
    table = three(*HERE, "compare", "Sildenafil", "bupropion").stdout
    assert re.search(r"^ +Bupropion +Sildenafil$", table, re.MULTILINE)
    assert re.search(r"^asthma +n1◆ 0\.33, phase 2 +A approved use$", table, re.MULTILINE)
    assert "Bupropion: not run" in table
    assert "st-john" not in table


def test_json_is_the_comparison_of_the_docs(three):
    printed = three(*HERE, "compare", "sildenafil", "bupropion", "--format", "json").stdout
    comparison = Comparison.model_validate_json(printed)
    assert [drug.slug for drug in comparison.drugs] == ["bupropion", "sildenafil"]
    page = DOCS.read_text("utf-8").split("## Comparing drugs")[1].split("\n## ")[0]
    for part in ("drugs", "diseases", "cells"):
        (documented,) = re.findall(rf"^\| `{part}` \| (.*) \|$", page, re.MULTILINE)
        assert set(re.findall(r"`(\w+)`", documented)) >= set(json.loads(printed)[part][0])


def test_csv_and_markdown_hold_the_same_pairs(three):
    rows = list(
        csv.DictReader(io.StringIO(three(*HERE, "compare", "sildenafil", "bupropion", "--format", "csv").stdout))
    )
    assert [(r["drug"], r["disease"]) for r in rows] == [
        ("bupropion", "asthma"), ("sildenafil", "asthma"), ("sildenafil", "lung | disease"),
    ]  # fmt: skip
    table = three(*HERE, "compare", "sildenafil", "bupropion", "--format", "md").stdout
    assert "| asthma | n1◆ 0.33, phase 2 | A approved use |" in table
    assert "lung \\| disease" in table


def test_a_page_links_to_the_reports_from_where_it_lies(three, tmp_path):
    page = tmp_path / "both.html"
    result = three(*HERE, "compare", "sildenafil", "bupropion", "--format", "html", "-o", str(page))
    assert result.stdout == ""
    text = page.read_text("utf-8")
    assert "<h1>Bupropion and Sildenafil</h1>" in text
    (href,) = set(re.findall(r'href="([^"]*sildenafil\.html)"', text))
    folder = Path(three.environment["SCOUT_REPORTS_DIR"]) / WORKSPACES[0]
    assert (page.parent / href).resolve() == (folder / "sildenafil.html").resolve()


@pytest.mark.parametrize("named", [("sildenafil",), ("sildenafil", "Sildenafil", "SILDENAFIL")])
def test_one_drug_is_too_few(three, named):
    sentence = three.sentence(*HERE, "compare", *named, code=USAGE)
    assert "'sildenafil'" in sentence
    assert "at least two drugs" in sentence


def test_unknown_drugs_are_named(three):
    sentence = three.sentence(*HERE, "compare", "sildenafil", "nosuch", "[/other]", code=FAILED)
    assert "nosuch, other" in sentence
    assert "sildenafil" not in sentence


def test_a_file_that_cannot_be_written_is_one_sentence(three, tmp_path):
    sentence = three.sentence(
        *HERE, "compare", "sildenafil", "bupropion", "-o", str(tmp_path / "no" / "x"), code=FAILED
    )
    assert "cannot be written" in sentence


def test_two_drugs_in_one_disease_stand_fact_by_fact(three: Scout) -> None:
    in_lung = three(*HERE, "compare", "sildenafil", "bupropion", "--disease", "LUNG | disease")
    assert in_lung.stdout.startswith("lung | disease (")
    assert "Bupropion: neither a candidate" in in_lung.stdout
    printed = json.loads(
        three(*HERE, "compare", "sildenafil", "bupropion", "--disease", "B", "--format", "json").stdout
    )
    assert [drug["drug"] for drug in printed["drugs"]] == ["Sildenafil", "Bupropion"]
    assert "approved use" in printed["drugs"][0]["facts"]["In this disease"][0]


def test_a_disease_nobody_knows_and_a_format_it_has_not_are_told(three: Scout) -> None:
    unknown = three(*HERE, "compare", "sildenafil", "bupropion", "--disease", "astma", code=FAILED)
    assert "did you mean asthma (B)?" in unknown.stderr
    assert "sthma" in three(*HERE, "compare", "sildenafil", "bupropion", "--disease", "asth").stdout
    three(*HERE, "compare", "sildenafil", "bupropion", "--disease", "B", "--format", "csv", code=USAGE)

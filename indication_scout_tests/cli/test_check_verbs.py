"""``scout check`` and ``scout retracted`` over the local server of the sources, without a database."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from indication_scout_assets.operations.checking.checked_references import (
    CheckedClaim,
    CheckedReference,
    CheckFinding,
    CheckReport,
    CitingSentence,
    FindingKind,
    Reference,
)
from indication_scout_tests import ROOT
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer, start

from .command import FAILED, LATER, OK, USAGE, Scout

FIRST = "Sustained-release bupropion with a reduced-calorie diet in adults with obesity: a 24-week randomized trial"
SECOND = "Bupropion for weight reduction in obese adults with subthreshold depressive symptoms"
GOOD, OTHER, RETRACTED, CORRECTED = "99000001", "99000002", "99001036", "99000022"


@pytest.fixture
def server() -> Iterator[WireServer]:
    with start() as server:
        yield server


@pytest.fixture
def scout(nowhere: Path, cheap: None, server: WireServer) -> Scout:
    """The command where no database can be reached."""
    own = {
        "SCOUT_DATABASE_URL": "postgresql://nowhere.invalid:1/none",
        "SCOUT_STATE_DIR": str(nowhere / "state"),
        "SCOUT_RATE_DIR": str(nowhere / "rate"),
        "SCOUT_RATES_IN": "files",
        "SCOUT_REQUEST_ATTEMPTS": "2",
    }
    return Scout(own, server.settings())


def retracted_pmid() -> str:
    from indication_scout_tests.wire.records import load  # noqa: PLC0415

    links = {"RetractionIn"}
    return next(str(a["pmid"]) for a in load().articles if links & {link["kind"] for link in a.get("corrections", [])})


def bib(folder: Path, *entries: str) -> str:
    path = folder / "refs.bib"
    path.write_text("\n".join(entries), "utf-8")
    return str(path)


def kinds(report: Any) -> list[tuple[str, str]]:
    return [(finding["kind"], finding["label"]) for finding in report["findings"]]


def test_a_clean_list_is_clean_and_a_second_check_asks_nobody(scout: Scout, nowhere: Path, server: WireServer):
    path = bib(
        nowhere,
        f"@article{{a, title={{{FIRST}}}, author={{Halvorsen, T}}, year=2002, pmid={GOOD}}}",
        f"@article{{b, title={{{SECOND}}}, doi={{10.99999/demo.{OTHER}}}}}",
        f"@article{{c, title={{{FIRST}}}, author={{Halvorsen, T}}, year=2003}}",
    )
    report = scout.json("check", path, code=OK)
    assert kinds(report) == []
    assert [(r["found_by"], r["pmid"], r["status"]) for r in report["references"]] == [
        ("PMID", GOOD, "none"), ("DOI", OTHER, "none"), ("title", GOOD, "none"),
    ]  # fmt: skip
    assert {"PubMed", "Crossref", "OpenAlex", "Europe PMC"} <= set(report["references"][0]["checked"])
    asked = sum(traffic.requests for traffic in server.counters.values())
    assert scout.json("check", path, code=OK) == report
    assert sum(traffic.requests for traffic in server.counters.values()) == asked


def test_every_kind_of_wrong_reference_is_found_and_the_worst_stands_first(scout: Scout, nowhere: Path):
    path = bib(
        nowhere,
        "@article{unknown, title={Never written}, doi={10.1000/nothing}}",
        f"@article{{wrong, title={{{SECOND}}}, author={{Okafor, N}}, year=2003, pmid={GOOD}}}",
        f"@article{{gone, pmid={retracted_pmid()}}}",
        "@book{book, title={A handbook of gardens in the north}, author={Green, T}, year=1999}",
        "@article{late, doi={10.99999/demo.99002006}}",
        "@article{open, title={Never closed",
    )
    result = scout("check", path, code=FAILED)
    report = scout.json("check", path, code=FAILED)
    assert kinds(report) == [
        ("retracted", "gone"),
        ("retracted", "late"),
        ("wrong_identifier", "wrong"),
        ("unknown_identifier", "unknown"),
        ("unreadable", ""),
        ("not_found", "book"),
    ]
    sentences = {finding["label"]: finding["sentence"] for finding in report["findings"]}
    assert sentences["wrong"].endswith(f"the printed title is that of PMID {OTHER}.")
    assert "Retracted 2025-03-14 according to Crossref" in sentences["late"]
    assert result.stdout.splitlines()[0].startswith(f"error   {path}:3 [gone] retracted: ")
    assert "6 references" not in result.stdout  # the damaged one is none
    assert result.stdout.splitlines()[-1] == "5 references, 3 with a record: 4 errors, 1 warning and 1 note."


@pytest.mark.parametrize("prefix", ["europepmc", "openalex", "crossref"])
def test_a_source_without_an_answer_is_named_and_nothing_is_called_clean(
    scout: Scout, nowhere: Path, server: WireServer, prefix: str
):
    path = bib(nowhere, f"@article{{a, title={{{FIRST}}}, pmid={GOOD}}}")
    server.suffer(Faults(shares={"503": 1.0}, only=(prefix,)))
    report = scout.json("check", path, code=LATER)
    assert kinds(report) == [("unchecked", "a")]
    assert len(report["unanswered"]) == 1
    assert "Nothing says that it is clean." in report["findings"][0]["sentence"]
    server.suffer(Faults())
    assert kinds(scout.json("check", path, code=OK)) == []


def test_without_pubmed_an_identifier_is_not_called_unknown(scout: Scout, nowhere: Path, server: WireServer):
    path = bib(nowhere, "@article{a, title={Never written}, pmid={98765432}}")
    server.suffer(Faults(shares={"503": 1.0}, only=("eutils",)))
    assert kinds(scout.json("check", path, code=LATER)) == [("unchecked", "a")]
    server.suffer(Faults())
    assert kinds(scout.json("check", path, code=FAILED)) == [("unknown_identifier", "a")]


def test_a_retraction_is_found_though_another_source_is_down(scout: Scout, nowhere: Path, server: WireServer):
    path = bib(nowhere, f"@article{{gone, pmid={retracted_pmid()}}}")
    server.suffer(Faults(shares={"503": 1.0}, only=("crossref",)))
    report = scout.json("check", path, code=FAILED)
    assert kinds(report) == [("retracted", "gone")]
    assert "No answer from Crossref" in report["findings"][0]["sentence"]


MANUSCRIPT = f"""# Paper

Bupropion monotherapy led to modest weight loss in obesity, of doubtful clinical importance for many participants [1].
Nothing burns like helium in distant stars [1]. They wrote that "Obese adults often report low mood" [1]. They wrote
that “Obese adults seldom report low mood that falls short of a depressive episode” [1].
Weight loss of at least 5% occurred in 83% and 18% [1]. “Bupropion and weight in obese adults of the north” [1].

## References

1. Okafor N, Lindqvist H. {SECOND}. Demo J. 2003. PMID: {OTHER}
"""


def test_a_manuscript_is_checked_sentence_by_sentence(scout: Scout, nowhere: Path):
    path = nowhere / "paper.md"
    path.write_text(MANUSCRIPT, "utf-8")
    report = scout.json("check", str(path), code=FAILED)
    verdicts = [claim["verdict"] for claim in report["claims"]]
    assert verdicts == ["supports", "says_nothing", "not_decided", "not_decided", "says_otherwise", "not_decided"]
    assert {claim["read"] for claim in report["claims"]} == {"abstract"}
    assert kinds(report) == [("altered_quotation", "1"), ("says_otherwise", "1"), ("says_nothing", "1")]
    assert "38% and 18%" in report["findings"][1]["words"]
    assert report["claims"][0]["closest"].startswith("Bupropion monotherapy led to modest weight loss")


def test_of_a_full_text_a_quotation_that_does_not_stand_there_is_missing(scout: Scout, nowhere: Path):
    path = nowhere / "paper.md"
    words = "“Bupropion and weight in obese adults of the north” was theirs [1]. "
    words += "“Bupropion alone produced a modest weight loss” too [1]."
    path.write_text(f"{words}\n\nReferences\n\n1. Halvorsen T. {FIRST}. 2002. PMID: {GOOD}\n", "utf-8")
    report = scout.json("check", str(path), code=FAILED)
    assert kinds(report) == [("missing_quotation", "1")]
    assert {claim["read"] for claim in report["claims"]} == {"full text"}


def test_the_other_forms_say_the_same(scout: Scout, nowhere: Path):
    path = nowhere / "paper.md"
    path.write_text(MANUSCRIPT.replace("helium", "<b>helium</b>"), "utf-8")
    (run,) = json.loads(scout("check", str(path), "--format", "sarif", code=FAILED).stdout)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["altered_quotation", "says_otherwise", "says_nothing"]
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert location == {"artifactLocation": {"uri": str(path)}, "region": {"startLine": 3}}
    first, *_ = scout("check", str(path), "--format", "github", code=FAILED).stdout.splitlines()
    assert first.startswith(f"::error file={path},line=3,title=altered quotation::The abstract has other words")
    page = nowhere / "check.html"
    scout("check", str(path), "--format", "html", "--output", str(page), code=FAILED)
    html = page.read_text("utf-8")
    assert "prefers-color-scheme: dark" in html
    assert "&lt;b&gt;helium" in html
    assert "<b>helium" not in html
    assert 'http-equiv="Content-Security-Policy"' in html


def test_retracted_says_one_line_for_each_identifier(scout: Scout):
    gone = retracted_pmid()
    lines = scout("retracted", GOOD, gone, f"Halvorsen T. {FIRST}. 2002", code=FAILED).stdout.splitlines()
    assert lines[0].startswith(f"{GOOD}: {FIRST} (2002). No notice found by ")
    assert lines[1].startswith(f"{gone}: ")
    assert "Retracted" in lines[1]
    assert f"{FIRST} (2002). No notice found by " in lines[2]
    in_pmc = scout.json("retracted", "PMC99000001", code=OK)["references"][0]
    assert (in_pmc["pmid"], in_pmc["found_by"]) == (GOOD, "PMC id")
    report = scout.json("retracted", "10.99999/demo.99002006", code=FAILED)
    (signal,) = [s for s in report["references"][0]["signals"] if s["source"] == "Crossref"]
    assert (signal["dated"], signal["notice"]) == ("2025-03-14", "retraction")


def test_retracted_work_among_the_references_is_a_note(scout: Scout, nowhere: Path):
    lines = scout("retracted", "99001038", "99002005", "--references", code=OK).stdout.splitlines()
    assert lines[1].startswith("    Cites 1 retracted article: Sildenafil halves mortality in idiopathic pulmonary ")
    assert "(2012, PMID 99001036), retracted 20" in lines[1]
    assert lines[2].strip() == "1 reference by the full text: 1 retracted."
    assert lines[4].endswith("(2022, PMID 99002006), retracted 2025-03-14 according to Crossref.")
    assert lines[5].strip() == "3 references by Crossref and OpenAlex: 1 retracted."
    path = bib(nowhere, "@article{a, pmid={99002005}}")
    assert kinds(scout.json("check", path, "--references", code=OK)) == [("cites_retracted", "a")]
    assert kinds(scout.json("check", path, code=OK)) == []


def test_a_list_that_could_not_be_asked_for_is_not_an_empty_one(scout: Scout, server: WireServer):
    server.suffer(Faults(shares={"503": 1.0}, only=("crossref", "openalex", "europepmc")))
    report = scout.json("retracted", "99002005", "--references", code=LATER)
    says = report["references"][0]["references"]
    assert says == "Crossref, OpenAlex and Europe PMC could not be asked for its references."
    assert report["references"][0]["cites_retracted"] == ""


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.xyz", b"", "is of no format"),
        ("a.json", b"{", "is no JSON"),
        ("a.md", b"Words.", "has no list of references"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence_and_nothing_is_asked(
    scout: Scout, nowhere: Path, server: WireServer, name: str, content: bytes, words: str
):
    (nowhere / name).write_bytes(content)
    assert words in scout.sentence("check", str(nowhere / name), code=USAGE)
    assert sum(traffic.requests for traffic in server.counters.values()) == 0


def test_the_page_names_every_field_finding_and_verdict_of_the_json():
    page = (ROOT / "docs" / "check.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)`", page))
    values = (CheckReport, CheckedReference, Reference, CheckedClaim, CitingSentence, CheckFinding)
    assert {field for value in values for field in value.model_fields} <= named
    assert {kind.value for kind in FindingKind} <= named
    assert {"supports", "says_otherwise", "says_nothing", "not_decided"} <= named
    for kind in FindingKind:
        (row,) = [
            line for line in page.splitlines() if line.startswith("| `") and f"`{kind.value}`" in line.split(" | ")[0]
        ]
        assert row.split(" | ")[1] == kind.level


def test_hook_and_action_run_the_command_with_its_exit_codes():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["entry"] == "scout check"
    assert re.search(hook["files"], "paper/refs.bib")
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    script = action["runs"]["steps"][-1]["run"]
    (line,) = [line for line in script.splitlines() if line.startswith("scout ")]
    assert {*line.split()} >= {"scout", "check", "--format", "github"}
    for code, fail, end in ((0, "true", 0), (1, "true", 1), (1, "false", 0), (2, "false", 2), (3, "true", 0)):
        ended = subprocess.run(
            ["bash", "-c", f"scout() {{ return {code}; }}\n{script}"],
            env={"PATH": os.environ["PATH"], "FILES": "a.bib b.md", "FAIL": fail}, check=False,
        )  # fmt: skip
        assert ended.returncode == end

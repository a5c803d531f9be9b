"""``scout eval retractions``: the gate put to known retracted papers and to papers that were only corrected."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.retraction_figures import read_pmids
from indication_scout_tests import ROOT
from indication_scout_tests.wire import records
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer, start

from .command import FAILED, LATER, Scout

pytestmark = pytest.mark.slow
WORKSPACES = ("t_cli_retractions",)
EVAL = ("--workspace", "t_cli_retractions", "eval", "retractions")
DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
ARTICLES = records.load().articles
ONLY_CROSSREF = "99002006"
UNKNOWN = "99999999"


def planted(plant: str) -> list[str]:
    return [str(article["pmid"]) for article in ARTICLES if article.get("plant") == plant]


RETRACTED = sorted([*planted("retracted"), ONLY_CROSSREF])
CORRECTED = {str(a["pmid"]) for a in ARTICLES if {c["kind"] for c in a.get("corrections", [])} & {"ErratumIn"}} - set(
    RETRACTED
)


@pytest.fixture(scope="module")
def online_scout(scout: Scout, server: WireServer) -> Scout:
    return scout.at(server)


@pytest.fixture
def listed(tmp_path: Path) -> str:
    file = tmp_path / "listed.tsv"
    file.write_text("pmid\treason\n" + "".join(f"{pmid}\tx\n" for pmid in [*RETRACTED, UNKNOWN]))
    return str(file)


def by_signal(figures: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {signal["signal"]: signal for signal in figures["signals"]}


def test_every_retracted_paper_is_caught_and_no_corrected_one(online_scout: Scout, listed: str) -> None:
    figures = online_scout.json(*EVAL, listed)
    assert (figures["listed"], figures["held"]) == (len(RETRACTED) + 1, len(RETRACTED))
    assert figures["combined"]["caught"] == len(RETRACTED)
    assert (figures["combined"]["missed"], figures["combined"]["falsely_caught"]) == ([], [])
    assert CORRECTED
    assert figures["groups"]["corrected"] == {"articles": len(CORRECTED), "statuses": {"corrected": len(CORRECTED)}}
    signals = by_signal(figures)
    assert signals["Crossref"]["caught"] == len(RETRACTED)
    assert signals["PubMed publication type"]["missed"] == [ONLY_CROSSREF]
    assert {"PubMed RetractionIn", "Europe PMC", "OpenAlex"} <= signals.keys()
    assert {outcome["source"]: outcome["state"] for outcome in figures["sources"]}["Retraction Watch"] == "not_asked"


def test_the_keys_are_documented(online_scout: Scout, listed: str) -> None:
    section = DOCS.split("## Measuring the retraction gate")[1].split("\n## ")[0]
    documented = {key for line in re.findall(r"^\| (`.*?) \|", section, re.M) for key in re.findall(r"`(\w+)`", line)}
    figures = online_scout.json(*EVAL, listed)
    assert figures.keys() == documented
    (of_sources,) = re.findall(r"^\| `sources` \|(.*)\|$", section, re.M)
    assert set(re.findall(r"`(\w+)`", of_sources)) == figures["sources"][0].keys()


def test_a_second_measurement_says_the_same_and_lists_are_answered_from_the_cache(scout: Scout, listed: str) -> None:
    with start() as server:
        once = scout.at(server)(*EVAL, listed).stdout
        asked = {name: seen.requests for name, seen in server.counters.items() if seen.requests}
        assert asked.keys() == {"eutils", "europepmc", "openalex", "crossref"}
        assert scout.at(server)(*EVAL, listed).stdout == once
        for name in ("openalex", "crossref"):
            assert server.counters[name].requests == asked[name]


def test_a_corrected_paper_called_retracted_is_named_and_the_exit_code_says_so(
    online_scout: Scout, listed: str, tmp_path: Path
) -> None:
    wrong = min(CORRECTED)
    watch = tmp_path / "watch.csv"
    watch.write_text(
        "OriginalPaperPubMedID,OriginalPaperDOI,RetractionNature,RetractionDate,RetractionDOI,RetractionPubMedID,Reason\n"
        f"{wrong},unavailable,Retraction,1/31/2020 0:00,unavailable,0,+Fraud;\n"
    )
    result = online_scout(*EVAL, listed, code=FAILED, SCOUT_RETRACTION_WATCH_CSV=str(watch))
    assert f"falsely caught: {wrong}" in result.stdout
    assert "missed: none" in result.stdout
    assert re.search(r"^Retraction Watch +\d+ +\d+ +0 +4 +1$", result.stdout, re.M), result.stdout


def test_a_paper_no_source_knows_to_be_retracted_is_missed(online_scout: Scout, tmp_path: Path) -> None:
    sound, compared = tmp_path / "sound.txt", tmp_path / "compared.txt"
    sound.write_text("99001001\n")
    compared.write_text("\n".join([*RETRACTED, *planted("notice")]))
    figures = online_scout.json(*EVAL, str(sound), "--comparison", str(compared), code=FAILED)
    assert figures["combined"]["missed"] == ["99001001"]
    assert sorted(figures["unlisted"]) == RETRACTED
    assert figures["groups"]["notice"]["statuses"] == {"none": len(planted("notice"))}


def test_a_source_that_is_down_is_named_and_pubmed_down_is_a_failure_that_may_pass(scout: Scout, listed: str) -> None:
    with start(faults=Faults(shares={"500": 1.0}, only=("crossref",))) as server:
        result = scout.at(server)(*EVAL, listed, code=FAILED, SCOUT_REQUEST_ATTEMPTS="1")
        assert f"missed: {ONLY_CROSSREF}" in result.stdout
        assert "Crossref: failed. " in result.stderr
    with start(faults=Faults(shares={"500": 1.0}, only=("eutils",))) as server:
        assert "PubMed did not answer" in scout.at(server).sentence(
            *EVAL, listed, code=LATER, SCOUT_REQUEST_ATTEMPTS="1"
        )


def test_a_list_of_which_pubmed_has_nothing_passes_for_no_clean_gate(online_scout: Scout, tmp_path: Path) -> None:
    unknown = tmp_path / "unknown.txt"
    unknown.write_text(UNKNOWN)
    assert "none of the 1 listed papers" in online_scout.sentence(*EVAL, str(unknown), code=FAILED)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("", "holds no PMID"), ("pmid\n", "holds no PMID"), ("1\nnone\n", "line 2: 'none' is no PMID")],
)
def test_a_list_that_is_none_is_one_sentence(scout: Scout, tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "list"
    file.write_text(content)
    assert complaint in scout.sentence(*EVAL, str(file), code=FAILED)


def test_lists_are_read_whatever_their_columns() -> None:
    text = 'PMID,year\n"0993",1975\n\n# more\n7\t2001\n993 # again\n'
    assert read_pmids(text, "list") == ["993", "7"]
    with pytest.raises(PermanentFailure, match="list, line 2"):
        read_pmids("1\n10.1/x", "list")

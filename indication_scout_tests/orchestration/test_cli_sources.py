"""``scout sources``, ``scout search`` and ``scout parse``: single sources for other people's scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.source_catalogue import CATALOGUE
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.records import RECORDS
from indication_scout_tests.wire.server import WireServer, start

from .command import FAILED, LATER, OK, USAGE, Scout

pytestmark = pytest.mark.slow
DOCS = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
WORKSPACES = ("t_cli_sources",)
WORKSPACE = ("--workspace", "t_cli_sources")


def lines(scout: Scout, *arguments: str, **environment: str) -> list[dict[str, Any]]:
    """The records a command prints, one JSON object a line and nothing else."""
    result = scout(*arguments, code=OK, **environment)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def wired(scout: Scout, server: WireServer) -> Scout:
    return scout.at(server)


def search(scout: Scout, source: str, query: str, *more: str, **environment: str) -> list[dict[str, Any]]:
    return lines(scout, *WORKSPACE, "search", source, query, *more, **environment)


# Lists


def test_sources_are_listed_in_the_order_of_the_catalogue_with_the_documented_fields(wired: Scout):
    rows = wired.json(*WORKSPACE, "sources")["sources"]
    assert [row["key"] for row in rows] == [entry.key for entry in CATALOGUE]
    documented = re.search(r'`\{"sources": \[\{([^}]*)\}\]\}`', DOCS)
    assert documented is not None
    assert list(rows[0]) == documented[1].split(", ")
    assert {row["key"]: row["ready"] for row in rows if row["ready"] != "ready"} == {
        "omim": "needs a key",
        "tavily_web": "needs a key",
    }


def test_a_run_shows_as_state_and_last_use_and_what_is_switched_off_as_that(wired: Scout):
    off = "openalex_reviews, pubchem"
    wired.json(*WORKSPACE, "run", "bupropion", SCOUT_SOURCES_OFF=off)
    rows = {row["key"]: row for row in wired.json(*WORKSPACE, "sources", SCOUT_SOURCES_OFF=off)["sources"]}
    assert rows["pubmed_articles"]["state"] == "ok"
    assert rows["pubmed_articles"]["last_used"] is not None
    assert sum(rows["pubmed_articles"]["states"].values()) == 10, "one search per candidate"
    for key in ("openalex_reviews", "pubchem"):
        assert (rows[key]["ready"], rows[key]["state"]) == ("switched off", "not_asked")
        assert "SCOUT_SOURCES_OFF names it" in rows[key]["reason"]
    assert "set SCOUT_OMIM_API_KEY" in rows["omim"]["reason"]
    shown = wired(*WORKSPACE, "sources").stdout
    assert "pubmed_articles" in shown
    assert "OMIM was not asked: it needs a key" in shown


def test_an_unknown_source_cannot_be_switched_off(wired: Scout):
    result = wired(*WORKSPACE, "sources", code=USAGE, SCOUT_SOURCES_OFF="pubmd")
    assert "the setting SCOUT_SOURCES_OFF is wrong: No source is called 'pubmd'" in result.stderr


# One source


@pytest.mark.parametrize(
    ("source", "query"),
    [
        ("pubmed_articles", "sildenafil AND benign prostatic hyperplasia"),
        ("pubmed_articles", '"sildenafil"[tiab] AND "Prostatic Hyperplasia"[mh]'),
        ("europepmc_cited", "sildenafil AND benign prostatic hyperplasia"),
        ("openalex_literature", "sildenafil AND benign prostatic hyperplasia"),
        ("semanticscholar_papers", "sildenafil AND benign prostatic hyperplasia"),
    ],
)
def test_articles_have_the_documented_fields(wired: Scout, source: str, query: str):
    found = search(wired, source, query, "--limit", "3")
    assert 1 <= len(found) <= 3
    documented = re.search(r"an article: `([^`]*)`", DOCS)
    assert documented is not None
    assert list(found[0]) == documented[1].split(", ")
    assert all("sildenafil" in (article["title"] + article["abstract"]).lower() for article in found)


@pytest.mark.parametrize(
    ("source", "query", "field", "value"),
    [
        ("clinicaltrials", "sildenafil AND benign prostatic hyperplasia", "nct_id", r"NCT99\d{6}"),
        ("dailymed_labels", "sildenafil", "set_id", "99000000-.*"),
        ("openfda_labels", "bupropion", "source", "openFDA"),
        ("faers", "bupropion", "caveat", "Reports to FAERS are voluntary.*"),
        ("rxnorm", "sildenafil", "source", "RxNorm"),
        ("nice_guidelines", "type 2 diabetes mellitus", "url", "https://www.nice.org.uk/guidance/.*"),
    ],
)
def test_other_sources_print_their_own_records(wired: Scout, source: str, query: str, field: str, value: str):
    found = search(wired, source, query)
    assert found
    assert all(re.fullmatch(value, record[field], re.DOTALL) for record in found)


def test_an_empty_answer_is_no_line_and_says_so(wired: Scout):
    result = wired(*WORKSPACE, "search", "europepmc_cited", "sildenafil AND narcolepsy", code=OK)
    assert result.stdout == ""
    assert result.stderr.startswith("Europe PMC, highly cited: empty, 0")


def test_a_source_that_is_down_is_no_empty_answer(scout: Scout):
    with start(faults=Faults(shares={"500": 1.0})) as broken:
        said = scout.at(broken).sentence(
            *WORKSPACE, "search", "europepmc_cited", "sildenafil AND asthma", code=LATER, SCOUT_REQUEST_ATTEMPTS="2"
        )
    assert "Europe PMC did not answer after 2 attempts (HTTP 500" in said


@pytest.mark.parametrize(
    ("source", "query", "said"),
    [
        ("pubmd", "x", "No source is called 'pubmd'"),
        ("europepmc_cited", "sildenafil", "write both with AND between them"),
        ("crossref", "x", "cannot be searched on its own"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_sentence(wired: Scout, source: str, query: str, said: str):
    assert said in wired.sentence(*WORKSPACE, "search", source, query, code=FAILED)


# Files


def test_parse_reads_each_form(scout: Scout, tmp_path: Path):
    jats = next((RECORDS / "jats").glob("*.xml"))
    spl = next((RECORDS / "spl").glob("*.xml"))
    study = {"protocolSection": {"identificationModule": {"nctId": "NCT99000001", "briefTitle": "A trial"}}}
    page = tmp_path / "page.json"
    page.write_text(json.dumps({"studies": [study, study]}))
    articles = tmp_path / "articles.xml"
    articles.write_text(
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>99000001</PMID><Article>"
        "<ArticleTitle>A <i>title</i></ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )
    assert [a["title"] for a in lines(scout, "parse", "pubmed", str(articles))] == ["A title"]
    assert [t["nct_id"] for t in lines(scout, "parse", "ctgov", str(page))] == ["NCT99000001"] * 2
    (label,) = lines(scout, "parse", "spl", str(spl))
    assert label["set_id"] == spl.stem
    (text,) = lines(scout, "parse", "jats", str(jats))
    assert text["pmcid"] == jats.stem
    assert all(section["text"] for section in text["sections"])


@pytest.mark.parametrize("form", ["pubmed", "ctgov", "spl", "jats"])
@pytest.mark.parametrize("content", ["", "no such thing", "<a>", "[1, 2]", "\x00"])
def test_a_file_of_another_kind_is_one_sentence(scout: Scout, tmp_path: Path, form: str, content: str):
    broken = tmp_path / "file"
    broken.write_text(content)
    assert scout.sentence("parse", form, str(broken), code=FAILED)

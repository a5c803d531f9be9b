"""``scout sources``, ``scout search`` and ``scout parse``: single sources for other people's scripts."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.source_catalogue import CATALOGUE
from indication_scout_tests import ROOT
from indication_scout_tests.whole_runs import FEW
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.records import RECORDS
from indication_scout_tests.wire.server import WireServer, start

from .command import FAILED, LATER, OK, USAGE, Scout

pytestmark = pytest.mark.slow
DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
WORKSPACES = ("t_cli_sources",)
WORKSPACE = ("--workspace", "t_cli_sources")


def lines(scout: Scout, *arguments: str, **environment: str) -> list[dict[str, Any]]:
    """The records a command prints, one JSON object a line and nothing else."""
    result = scout(*arguments, code=OK, **environment)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def online_scout(scout: Scout, server: WireServer) -> Scout:
    return scout.at(server)


def search(scout: Scout, source: str, query: str, *more: str, **environment: str) -> list[dict[str, Any]]:
    return lines(scout, *WORKSPACE, "search", source, query, *more, **environment)


# Lists


def test_sources_are_listed_in_the_order_of_the_catalogue_with_the_documented_fields(online_scout: Scout):
    rows = online_scout.json(*WORKSPACE, "sources")["sources"]
    assert [row["key"] for row in rows] == [entry.key for entry in CATALOGUE]
    table = DOCS[DOCS.index("## The sources and their states") : DOCS.index("## Records as JSON lines")]
    assert [list(row) for row in rows] == [re.findall(r"^\| `(\w+)` \|", table, re.M)] * len(rows)
    assert {row["query"] for row in rows} == {"DRUG AND DISEASE", "DRUG", "DISEASE", None}
    assert {(row["state"], row["last_used"], row["reason"]) for row in rows} == {(None, None, None)}
    assert {row["key"]: row["ready"] for row in rows if row["ready"] != "ready"} == {
        "omim": "needs a key",
        "tavily_web": "needs a key",
        "retraction_watch": "needs SCOUT_RETRACTION_WATCH_CSV",
        "unpaywall": "needs SCOUT_CONTACT_EMAIL",
    }
    assert online_scout(*WORKSPACE, "sources").stdout.count("never asked") == len(CATALOGUE)


def test_a_run_shows_as_state_and_last_use_and_what_is_switched_off_as_that(online_scout: Scout):
    off = "openalex_reviews, pubchem"
    [run] = online_scout.json(*WORKSPACE, "run", "bupropion", SCOUT_SOURCES_OFF=off)["drugs"]
    rows = {row["key"]: row for row in online_scout.json(*WORKSPACE, "sources", SCOUT_SOURCES_OFF=off)["sources"]}
    assert rows["pubmed_articles"]["state"] == "ok"
    used = datetime.fromisoformat(rows["pubmed_articles"]["last_used"])
    assert timedelta() <= datetime.now(UTC) - used < timedelta(minutes=10)
    candidates = run["counts"]["candidates"]
    assert FEW["tried_kept"] < candidates <= sum(FEW.values())
    assert sum(rows["pubmed_articles"]["states"].values()) == candidates, "one search per candidate"
    for key in ("openalex_reviews", "pubchem"):
        assert (rows[key]["ready"], rows[key]["state"]) == ("switched off", "not_asked")
        assert "SCOUT_SOURCES_OFF names it" in rows[key]["reason"]
        assert rows[key]["last_used"] is None, "not asked is not used"
    assert "set SCOUT_OMIM_API_KEY" in rows["omim"]["reason"]
    shown = online_scout(*WORKSPACE, "sources").stdout
    assert "pubmed_articles" in shown
    assert "OMIM was not asked: it needs a key" in shown


def test_an_unknown_source_cannot_be_switched_off(online_scout: Scout):
    result = online_scout(*WORKSPACE, "sources", code=USAGE, SCOUT_SOURCES_OFF="pubmd")
    assert "the setting SCOUT_SOURCES_OFF is wrong: No source is called 'pubmd'" in result.stderr


# One source


@pytest.mark.parametrize(
    ("source", "query"),
    [
        ("pubmed_articles", "sildenafil AND benign prostatic hyperplasia"),
        ("pubmed_articles", '"sildenafil"[tiab] AND "Prostatic Hyperplasia"[mh]'),
        ("europepmc_cited", "sildenafil AND benign prostatic hyperplasia"),
    ],
)
def test_articles_have_the_documented_fields(online_scout: Scout, source: str, query: str):
    articles = search(online_scout, source, query, "--limit", "3")
    assert 1 <= len(articles) <= 3
    assert list(articles[0]) == list(Article.model_fields), "test_file_parsing checks the list of the page"
    assert all("sildenafil" in (article["title"] + article["abstract"]).lower() for article in articles)


@pytest.mark.parametrize(
    ("source", "query", "field", "value"),
    [
        ("clinicaltrials", "sildenafil AND benign prostatic hyperplasia", "nct_id", r"NCT99\d{6}"),
        ("dailymed_labels", "sildenafil", "set_id", "99000000-.*"),
        ("faers", "bupropion", "caveat", "Reports to FAERS are voluntary.*"),
        ("rxnorm", "sildenafil", "source", "RxNorm"),
        ("nice_guidelines", "type 2 diabetes mellitus", "url", "https://www.nice.org.uk/guidance/.*"),
    ],
)
def test_other_sources_print_their_own_records(online_scout: Scout, source: str, query: str, field: str, value: str):
    records = search(online_scout, source, query)
    assert records
    assert all(re.fullmatch(value, record[field], re.DOTALL) for record in records)


def test_an_empty_answer_is_no_line_and_says_so(online_scout: Scout):
    result = online_scout(*WORKSPACE, "search", "europepmc_cited", "sildenafil AND narcolepsy", code=OK)
    assert result.stdout == ""
    assert result.stderr.startswith("Europe PMC, highly cited: empty, 0")


def test_a_source_that_is_down_is_no_empty_answer(scout: Scout):
    with start(faults=Faults(shares={"500": 1.0})) as broken:
        sentence = scout.at(broken).sentence(
            *WORKSPACE, "search", "europepmc_cited", "sildenafil AND asthma", code=LATER, SCOUT_REQUEST_ATTEMPTS="2"
        )
    assert "Europe PMC did not answer after 2 attempts (HTTP 500" in sentence


def test_a_source_that_was_not_asked_is_no_empty_answer(online_scout: Scout):
    result = online_scout(*WORKSPACE, "search", "omim", "pulmonary hypertension", code=FAILED)
    assert result.stdout == ""
    assert "set SCOUT_OMIM_API_KEY" in result.stderr


def test_a_part_of_an_answer_is_printed_but_no_success(scout: Scout):
    with start(faults=Faults(script=("", "", "500"))) as broken:  # the list and a document come
        result = scout.at(broken)(
            *WORKSPACE, "search", "dailymed_labels", "bupropion", code=LATER, SCOUT_REQUEST_ATTEMPTS="1"
        )
    assert [json.loads(line)["source"] for line in result.stdout.splitlines()] == ["DailyMed"] * 2
    assert "DailyMed: degraded, 2 of 3" in result.stderr


def test_a_query_in_pubmeds_own_syntax_is_called_that_where_it_finds_nothing(online_scout: Scout):
    result = online_scout(*WORKSPACE, "search", "pubmed_articles", '"zzqqyy"[tiab]', code=OK)
    assert (result.stdout, "matches the query" in result.stderr) == ("", True)


@pytest.mark.parametrize(
    ("source", "query", "words"),
    [
        ("pubmd", "x", "No source is called 'pubmd'; near it are pubmed_articles, pubchem"),
        ("europepmc_cited", "sildenafil", "write both with AND between them"),
        ("europepmc_cited", "", "write both with AND between them"),
        ("europepmc_cited", "sildenafil AND (asthma OR copd)", "plain names, no operators"),
        ("europepmc_cited", "sildenafil AND asthma AND copd", "plain names, no operators"),
        ("cochrane_reviews", '"sildenafil"[tiab]', "Only pubmed_articles reads them, as field tags"),
        ("clinicaltrials", "sildenafil AND gout [type 2]", "takes names without words in square brackets"),
        ("faers", "", "a drug alone"),
        ("faers", "sildenafil AND asthma", "a drug alone"),
        ("nice_guidelines", " ", "a disease alone"),
        ("crossref", "x", "cannot be searched on its own"),
        ("trial_publications", "x AND y", "ask `scout search pubmed_articles"),
    ],
)
def test_a_question_that_cannot_be_asked_is_one_sentence(online_scout: Scout, source: str, query: str, words: str):
    assert words in online_scout.sentence(*WORKSPACE, "search", source, query, code=USAGE)


def test_every_source_that_can_be_searched_says_how(online_scout: Scout):
    for row in online_scout.json(*WORKSPACE, "sources")["sources"]:
        result = online_scout(*WORKSPACE, "search", row["key"], "", code=USAGE)
        assert ("is asked about" in result.stderr) == (row["query"] is not None), row["key"]


def test_searching_and_reading_start_without_database_and_dagster(server: WireServer, tmp_path: Path):
    program = (
        "import sys\n"
        "from indication_scout_assets.cli.commands import main\n"
        "try:\n"
        "    main(['search', 'europepmc_cited', 'sildenafil AND narcolepsy'])\n"
        "finally:\n"
        "    print(*{'psycopg', 'dagster', 'torch', 'numpy'} & set(sys.modules))"
    )
    environment = os.environ | server.settings() | {
        "SCOUT_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SCOUT_STATE_DIR": str(tmp_path),
        "SCOUT_RATE_DIR": str(tmp_path), "SCOUT_RATES_IN": "files",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr


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
@pytest.mark.parametrize("content", ["", "[1, 2]"])
def test_a_file_of_another_kind_is_one_sentence(scout: Scout, tmp_path: Path, form: str, content: str):
    broken = tmp_path / "file"
    broken.write_text(content)
    assert f"{broken}: " in scout.sentence("parse", form, str(broken), code=FAILED)


def article_xml(pmid: int) -> str:
    return f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID></MedlineCitation></PubmedArticle>"


def test_several_files_are_read_and_a_bad_one_is_named(scout: Scout, tmp_path: Path):
    first, cut, last, empty = (tmp_path / name for name in ("first.xml.gz", "cut.xml", "last.xml", "empty.xml"))
    first.write_bytes(gzip.compress(f"<PubmedArticleSet>{article_xml(1)}</PubmedArticleSet>".encode()))
    cut.write_text(f"<PubmedArticleSet>{article_xml(2)}<Pub")
    last.write_text(f"<PubmedArticleSet>{article_xml(3)}</PubmedArticleSet>")
    empty.write_text("<PubmedArticleSet/>")
    result = scout("parse", "pubmed", *map(str, (first, cut, last, empty)), code=FAILED)
    assert [json.loads(line)["pmid"] for line in result.stdout.splitlines()] == ["1", "2", "3"]
    wrong, nothing = result.stderr.splitlines()
    assert wrong.startswith(f"scout: {cut}: PubMed's XML is truncated or malformed")
    assert nothing == f"{empty}: no records."


@pytest.mark.parametrize("path", ["nowhere.xml", "."])
def test_a_file_that_is_none_is_a_wrong_argument(scout: Scout, tmp_path: Path, path: str):
    result = scout("parse", "pubmed", str(tmp_path / path), code=USAGE)
    assert result.stdout == ""
    assert "FILE" in result.stderr


def parsing(path: Path, **environment: str) -> subprocess.Popen[bytes]:
    program = "from indication_scout_assets.cli.commands import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", program, "parse", "pubmed", str(path)],
        env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_lines_are_utf8_whatever_the_locale(tmp_path: Path):
    titled = article_xml(1).replace("</PMID>", "</PMID><Article><ArticleTitle>β – é</ArticleTitle></Article>")
    file = tmp_path / "one.xml"
    file.write_text(f"<PubmedArticleSet>{titled}</PubmedArticleSet>", "utf-8")
    with parsing(file, PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as process:
        out, err = process.communicate(timeout=60)
    assert (json.loads(out.decode("utf-8"))["title"], err) == ("β – é", b"")


def test_a_reader_that_goes_ends_the_command_without_a_word(tmp_path: Path):
    file = tmp_path / "many.xml"
    file.write_text(f"<PubmedArticleSet>{''.join(map(article_xml, range(1, 5_000)))}</PubmedArticleSet>")
    with parsing(file) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["pmid"] == "1"
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (141, b"")

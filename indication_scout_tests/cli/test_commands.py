"""The ``scout`` command as its page in the docs promises it: JSON shapes, exit codes, plain sentences.

What belongs here: what a person or a script at the command line sees. Each test is one or a few calls of the command in
this process, against the suite's database, the bundled snapshot or the local server of all sources.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from indication_scout_assets.cli import commands
from indication_scout_assets.demo import DRUGS, SNAPSHOT
from indication_scout_assets.domain.comparison import DrugState
from indication_scout_assets.domain.findings.readings import Direction
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.runs import SubjectKind
from indication_scout_assets.evaluation.judged_sets import Part, read_reported
from indication_scout_assets.orchestration.stage_events import checks_of
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.settings import Settings, misspelt
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.connection import with_database
from indication_scout_tests import ROOT
from indication_scout_tests.ports import free_ports
from indication_scout_tests.whole_runs import content
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import start

from .command import FAILED, LATER, USAGE, Scout

pytestmark = pytest.mark.slow
WORKSPACES = ("demo", "t_cli_list", "t_cli_forget", "t_cli_live", "t_cli_down")
DOCS = ROOT / "docs" / "reference" / "verbs-json.md"


@pytest.fixture(scope="module")
def demo(scout: Scout) -> Any:
    """What the first ``scout demo --json`` printed."""
    return scout.json("demo")


@pytest.fixture
def free_port() -> int:
    """A port of this machine that nobody listens on."""
    return free_ports(1)


def stored_in(database_url: str, workspace: str) -> dict[str, list[Any]]:
    with Database.open(database_url, workspace) as db:
        return content(db)


def keys(value: Any) -> Any:
    """The shape of a JSON value: names of objects, without the values and without names that are data."""
    if isinstance(value, dict):
        return {
            name: keys(inner) for name, inner in value.items() if name not in {"failed", "degraded", "stage_seconds"}
        }
    return [keys(value[0])] if isinstance(value, list) and value else type(value).__name__


# Running and reporting


def test_the_demonstration_prints_the_summary_of_the_docs(demo):
    (example,) = re.findall(r"```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    documented = json.loads(example)
    assert keys(demo) == keys(documented)
    assert demo.keys() == documented.keys()
    assert demo["drugs"][0].keys() == documented["drugs"][0].keys()
    assert [drug["slug"] for drug in demo["drugs"]] == list(DRUGS)
    for drug in demo["drugs"]:
        assert min(drug["counts"].values()) >= 10
        assert Path(drug["report"]).read_text("utf-8").startswith("<!DOCTYPE html>")
        assert (drug["failed"], drug["degraded"], drug["transient"]) == ({}, {}, True)
    assert demo["stages_unchanged"] == 0
    assert demo["stages_run"] == len(demo["stage_seconds"]) * len(DRUGS)
    assert (demo["work"]["requests"], demo["work"]["retries"], demo["work"]["model_calls"]) == (0, 0, 0)
    assert demo["work"]["cached"] > 0
    assert demo["work"]["vectors"] > 0


def test_the_second_demonstration_does_no_work(scout, demo):
    again = scout.json("demo")
    assert set(again["work"].values()) == {0}
    assert (again["stages_run"], again["stages_unchanged"]) == (0, demo["stages_run"])
    assert again["drugs"] == demo["drugs"]


def test_the_demonstration_is_offline_in_any_workspace(scout, monkeypatch):
    ran: list[Settings] = []
    monkeypatch.setattr(commands, "_run", lambda settings, drugs, as_json: ran.append(settings))
    scout("-w", "t_cli_list", "demo")
    assert (ran[0].workspace, ran[0].snapshot) == ("t_cli_list", SNAPSHOT)


def test_a_person_sees_a_table_progress_and_the_way_to_the_reports(scout, demo):
    result = scout("demo")
    assert "bupropion" in result.stdout
    assert "report: " in result.stdout
    assert "0 stages run" in result.stdout
    assert "0 requests" in result.stdout
    assert re.search(r"1/\d+ drug_profile · bupropion", result.stderr)


def test_a_report_is_printed_in_every_format(scout, demo):
    page = scout("-w", "demo", "report", "bupropion", "--format", "html").stdout
    assert page == Path(demo["drugs"][0]["report"]).read_text("utf-8")
    report = EvidenceReport.model_validate_json(scout("-w", "demo", "report", "Bupropion", "--format", "json").stdout)
    assert report.drug.slug == "bupropion"
    assert scout("-w", "demo", "report", "bupropion").stdout.startswith("# Bupropion")
    rows = list(csv.DictReader(io.StringIO(scout("-w", "demo", "report", "bupropion", "--format", "csv").stdout)))
    assert len(rows) >= len(report.candidates) == 10


def test_a_report_goes_to_a_file(scout, demo, tmp_path):
    file = tmp_path / "own [copy].json"
    result = scout("-w", "demo", "report", "sildenafil", "--format", "json", "--output", str(file))
    assert result.stdout == ""
    assert "[copy]" in result.stderr.replace("\n", "")
    assert json.loads(file.read_text("utf-8"))["schema_version"] == 5


def test_a_report_is_proven_again_and_what_was_changed_is_named(scout, demo, tmp_path):
    page = Path(demo["drugs"][0]["report"])
    proof = scout.json("-w", "demo", "verify", str(page.with_suffix(".json")))
    assert proof["faults"] == []
    assert proof["proven"]["report stored under this hash"] == 1
    assert "holds" in scout("-w", "demo", "verify", str(page)).stdout
    changed = tmp_path / "changed.json"
    changed.write_text(
        page.with_suffix(".json").read_text("utf-8").replace('"counts": true', '"counts": false', 1), "utf-8"
    )
    result = scout("-w", "demo", "verify", str(changed), code=FAILED)
    assert "sha256: the hash is not that of the content" in result.stdout
    assert ".counts: is false, but proven is true." in result.stdout
    unknown = tmp_path / "other.md"
    unknown.write_text("no report")
    assert "names no report" in scout.sentence("-w", "demo", "verify", str(unknown), code=FAILED)


@pytest.mark.parametrize("name", ["nosuchdrug", "[/nosuch]"])
def test_no_report_is_one_sentence(scout, demo, name):
    sentence = scout.sentence("-w", "demo", "report", name, code=FAILED)
    assert name in sentence
    assert "`scout -w demo run " in sentence


def test_an_unknown_drug_is_one_sentence_and_the_others_get_through(scout, demo):
    result = scout("-w", "demo", "run", "nosuchdrug", "bupropion", code=FAILED)
    (failure,) = [line for line in result.stderr.splitlines() if "failed" in line]
    assert "nosuchdrug" in failure
    assert "Traceback" not in result.output
    summary = scout.json("-w", "demo", "run", "nosuchdrug", code=FAILED)
    assert not summary["drugs"][0]["transient"]
    assert "drug_profile" in summary["drugs"][0]["failed"]
    assert summary["drugs"][0]["report"] is None


def test_a_misspelt_drug_leaves_nothing_behind(scout, demo, database_url):
    result = scout("-w", "demo", "run", "bupropian", code=FAILED)
    assert result.stderr.splitlines()[0].startswith("1/")
    assert not [line for line in result.stderr.splitlines() if line.startswith("2/")], "a stage that was not run"
    assert "Did you mean bupropion?" in result.stderr
    assert "bupropian is not put on the watch list, and nothing of it is kept." in result.stderr
    assert scout.json("-w", "demo", "run", "bupropian", code=FAILED)["drugs"][0]["forgotten"] is True
    assert [row["slug"] for row in scout.json("-w", "demo", "list")["drugs"]] == sorted(DRUGS)
    assert partitions(database_url, "demo") == set(DRUGS)
    assert "bupropian" not in Path(demo["drugs"][0]["report"]).with_name("index.html").read_text("utf-8")
    assert failing_checks(database_url, "demo") == set()


def test_a_drug_that_was_added_stays_on_the_list_when_its_run_fails(scout, demo):
    scout("-w", "demo", "add", "nosuchdrug")
    failed = scout.json("-w", "demo", "run", "nosuchdrug", code=FAILED)["drugs"][0]
    assert "drug_profile" in failed["failed"]
    assert failed["forgotten"] is False
    assert "nosuchdrug" in [row["slug"] for row in scout.json("-w", "demo", "list")["drugs"]]
    assert scout.json("-w", "demo", "remove", "nosuchdrug")["forgotten"] == ["nosuchdrug"]


@pytest.mark.parametrize("name", ["Viagra", "CHEMBL192"])
def test_every_verb_knows_a_drug_by_its_other_names(scout, demo, name):
    for verb in (
        ("report", "sildenafil"),
        ("compare", "sildenafil", "bupropion"),
        ("compare", "sildenafil", "bupropion", "--disease", "raynaud disease"),
        ("costs", "sildenafil"),
        WHY,
        ("find", "raynaud attacks", "--drug", "sildenafil"),
        ("label", "ask", "What is the half-life?", "--drug", "sildenafil"),
        ("label", "sections", "sildenafil"),
    ):
        other = [name if word == "sildenafil" else word for word in verb]
        assert scout("-w", "demo", *other).stdout == scout("-w", "demo", *verb).stdout != ""
    assert scout.json("-w", "demo", "add", name, "sildenafil")["added"] == ["sildenafil"]


def test_a_run_evaluates_every_check_and_dagster_keeps_it(scout, demo, database_url):
    checks = {check.name for stage in STAGES for check in checks_of(stage, SubjectKind.DRUG)}
    assert "every_statement_stands" in checks
    with psycopg.connect(with_database(database_url, "dagster_demo")) as connection:
        rows = connection.execute(
            "SELECT DISTINCT check_name FROM asset_check_executions WHERE execution_status = 'SUCCEEDED'"
        ).fetchall()
    assert {name for (name,) in rows} == checks


def test_a_name_the_source_does_not_know_is_told_from_one_it_could_not_be_asked_about(scout, server, database_url):
    there, online = ("-w", "t_cli_forget"), scout.at(server)
    result = online(*there, "run", "zzznonsensol", code=FAILED)
    assert "Open Targets knows no drug called 'zzznonsensol'" in result.stderr
    assert "nothing of it is kept" in result.stderr
    assert online.json(*there, "list") == {"drugs": []}
    away = {"SCOUT_OPENTARGETS_URL": "http://127.0.0.1:1/graphql", "SCOUT_REQUEST_ATTEMPTS": "1"}
    assert "nothing of it is kept" not in online(*there, "run", "thalidomide", code=LATER, **away).stderr
    assert [row["slug"] for row in online.json(*there, "list")["drugs"]] == ["thalidomide"]
    online(*there, "remove", "thalidomide")


def partitions(database_url: str, workspace: str) -> set[str]:
    """The drugs among Dagster's partitions."""
    with psycopg.connect(with_database(database_url, f"dagster_{workspace}")) as connection:
        return {row[0] for row in connection.execute("SELECT partition FROM dynamic_partitions").fetchall()}


def failing_checks(database_url: str, workspace: str) -> set[str]:
    """The checks whose last execution on a partition failed."""
    with psycopg.connect(with_database(database_url, f"dagster_{workspace}")) as connection:
        last = connection.execute(
            "SELECT DISTINCT ON (asset_key, check_name, e.partition) check_name, execution_status"
            " FROM asset_check_executions AS e JOIN dynamic_partitions AS p ON p.partition = e.partition"
            " ORDER BY asset_key, check_name, e.partition, e.id DESC"
        ).fetchall()
    return {name for name, status in last if status != "SUCCEEDED"}


@pytest.mark.parametrize(
    "verb",
    [
        ("report", "nosuchdrug"),
        ("diff", "nosuchdrug"),
        ("compare", "nosuchdrug", "bupropion"),
        ("compare", "nosuchdrug", "bupropion", "--disease", "obesity"),
        ("ask", "Does it help?", "--drug", "nosuchdrug"),
        ("find", "Does it help?", "--drug", "nosuchdrug"),
        ("ask", "Does bupropian help in obesity?", "--from", "papers"),
        ("collect", "x", "--drug", "nosuchdrug"),
        ("remove", "nosuchdrug"),
        ("label", "sections", "nosuchdrug"),
    ],
    ids=" ".join,
)
def test_a_drug_that_is_not_there_is_the_same_error_for_every_verb(scout, demo, verb):
    result = scout("-w", "demo", *verb, code=FAILED)
    assert (result.stdout, len(result.stderr.splitlines())) == ("", 1)


def test_a_name_without_a_letter_is_one_sentence(scout):
    assert "name" in scout.sentence("-w", "demo", "run", "!!", code=FAILED)


# The watch list


def test_drugs_come_on_the_watch_list_and_off_it(scout):
    there = ("-w", "t_cli_list")
    assert scout.json(*there, "list") == {"drugs": []}
    assert "empty" in scout(*there, "list").stdout
    assert scout.json(*there, "add", "Sildenafil", "St. John's wort") == {
        "added": ["sildenafil", "st-john-s-wort"],
        "same": {},
    }
    rows = scout.json(*there, "list")["drugs"]
    assert [set(row) for row in rows] == [
        {"slug", "query", "name", "chembl_id", "active", "status", "finished_at"} for _ in range(2)
    ]
    assert [(row["query"], row["active"], row["status"], row["name"]) for row in rows] == [
        ("Sildenafil", True, "not run", None),
        ("St. John's wort", True, "not run", None),
    ]
    removed = scout.json(*there, "remove", "sildenafil")
    assert removed == {"removed": ["sildenafil"], "forgotten": ["sildenafil"]}, "nothing was stored of it"
    assert [row["slug"] for row in scout.json(*there, "list")["drugs"]] == ["st-john-s-wort"]
    assert "sildenafil" in scout.sentence(*there, "remove", "sildenafil", code=FAILED)
    assert "st-john-s-wort" in scout(*there, "list").stdout


def test_a_drug_that_failed_under_a_wrong_name_is_removed_wholly(scout, database_url):
    """A backfill keeps what it has asked in vain, so that the next one does not ask again."""
    there, offline = ("-w", "t_cli_list"), {"SCOUT_SNAPSHOT": str(SNAPSHOT)}
    scout(*there, "backfill", "carvedilolx", code=FAILED, **offline)
    scout(*there, "backfill", "sildenafilx", code=FAILED, **offline)
    assert partitions(database_url, "t_cli_list") == {"carvedilolx", "sildenafilx"}
    assert "no_stage_is_left_failed" in failing_checks(database_url, "t_cli_list")
    assert "Forgotten: carvedilolx" in scout(*there, "remove", "carvedilolx", **offline).stdout
    with Database.open(database_url, "t_cli_list") as db:
        db.drugs.deactivate("sildenafilx")  # as an earlier version left it
    scout(*there, "remove", "sildenafilx", **offline)
    assert [row["slug"] for row in scout.json(*there, "list")["drugs"]] == ["st-john-s-wort"]
    assert partitions(database_url, "t_cli_list") == set()
    assert failing_checks(database_url, "t_cli_list") == set()


def test_a_drug_with_results_stays_unless_it_is_to_be_forgotten(scout, database_url):
    there, offline = ("-w", "t_cli_forget"), {"SCOUT_SNAPSHOT": str(SNAPSHOT)}
    summary = scout.json(*there, "run", "baricitinib", **offline)
    report = Path(summary["drugs"][0]["report"])
    assert scout.json(*there, "remove", "baricitinib", **offline) == {"removed": ["baricitinib"], "forgotten": []}
    assert scout.json(*there, "list", **offline)["drugs"][0]["active"] is False
    assert scout(*there, "report", "baricitinib", **offline).stdout.startswith("# Baricitinib")
    assert "on the watch list" in scout.sentence(*there, "remove", "baricitinib", code=FAILED, **offline)
    assert scout.json(*there, "remove", "--forget", "baricitinib", **offline)["forgotten"] == ["baricitinib"]
    assert scout.json(*there, "list", **offline) == {"drugs": []}
    assert not [path for path in report.parent.iterdir() if path.name != "index.html"]
    assert "baricitinib" not in report.with_name("index.html").read_text("utf-8").lower()
    assert partitions(database_url, "t_cli_forget") == set()
    with Database.open(database_url, "t_cli_forget") as db, db.transaction() as connection:
        for table in ("stage_runs", "candidates", "reports", "report_versions", "collections", "statements"):
            assert connection.execute(f"SELECT count(*) AS n FROM {table}").fetchone() == {"n": 0}, table
        assert connection.execute("SELECT count(*) > 0 AS kept FROM articles").fetchone() == {"kept": True}
    again = scout.json(*there, "run", "baricitinib", **offline)
    assert again["drugs"][0]["counts"] == summary["drugs"][0]["counts"]


def test_a_run_shows_on_the_list(scout, demo):
    row = next(row for row in scout.json("-w", "demo", "list")["drugs"] if row["slug"] == "bupropion")
    assert (row["name"], row["chembl_id"], row["active"], row["status"]) == ("bupropion", "CHEMBL894", True, "ok")
    assert row["finished_at"].endswith("+00:00")
    lines = scout("-w", "demo", "list").stdout.splitlines()
    assert lines[0].split() == ["drug", "name", "id", "watched", "status", "last", "run", "(UTC)"]
    ended = row["finished_at"][:16].replace("T", " ")
    (line,) = [line for line in lines if line.startswith("bupropion")]
    assert line.split() == ["bupropion", "bupropion", "CHEMBL894", "yes", "complete", *ended.split()]


def test_a_list_that_is_piped_is_whole(scout):
    name = "a-name-of-many-letters-" * 6
    scout("-w", "t_cli_list", "add", name)
    listed = scout("-w", "t_cli_list", "list").stdout
    scout("-w", "t_cli_list", "remove", name)
    assert name.strip("-") in listed
    assert "…" not in listed


def test_the_state_on_the_list_is_that_of_the_page_over_all_drugs(scout, demo, database_url):
    with Database.open(database_url, "demo") as db, db.transaction() as connection:
        connection.execute(
            "UPDATE stage_runs SET status = 'degraded', reason = 'Half.'"
            " WHERE slug = 'bupropion' AND stage = 'abstracts'"
        )
        compared = {drug.slug: drug.state for drug in db.comparisons.load().drugs}
    assert compared["bupropion"] is DrugState.DEGRADED
    assert {row["slug"]: row["status"] for row in scout.json("-w", "demo", "list")["drugs"]} == compared
    (line,) = [line for line in scout("-w", "demo", "list").stdout.splitlines() if line.startswith("bupropion")]
    assert "incomplete" in line
    with Database.open(database_url, "demo") as db, db.transaction() as connection:
        connection.execute("UPDATE stage_runs SET status = 'ok', reason = '' WHERE status = 'degraded'")


def test_the_list_comes_without_dagster_and_without_a_stage(scout):
    program = (
        "import sys\n"
        "from indication_scout_assets.cli.commands import main\n"
        "try:\n"
        "    main(['-w', 't_cli_list', 'list', '--json'])\n"
        "finally:\n"
        "    print(*{'dagster', 'indication_scout_assets.pipeline.stage_order'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, env=os.environ | scout.environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")


# What is wrong is said in one sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOUT_TOP_K", "abc"),
        ("SCOUT_TOP_K", "0"),
        ("SCOUT_WORKSPACE", "Bad Name"),
        ("SCOUT_FUSION_LEXICAL_WEIGHT", "2"),
        ("SCOUT_CANDIDATE_WEIGHTS__TARGET_PATH", "much"),
        ("SCOUT_EUTILS_URL", "notaurl"),
    ],
)
@pytest.mark.parametrize("verb", [("list",), ("run", "bupropion"), ("doctor",)])
def test_a_wrong_setting_is_named(scout, name, value, verb):
    sentence = scout.sentence(*verb, code=USAGE, **{name: value})
    assert f"the setting {name} is wrong" in sentence


def test_a_wrong_workspace_is_named(scout):
    assert "'Bad Name' must be lower-case" in scout.sentence("--workspace", "Bad Name", "list", code=USAGE)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("SCOUT_TOPK", "did you mean SCOUT_TOP_K?"),
        ("SCOUT_QQQQQQ", "docs/reference/settings.md lists all there are."),
        ("SCOUT_ANSWER_READER", "there are no second readers any more."),
        ("SCOUT_SIDE_READER", "there are no second readers any more."),
    ],
)
def test_a_misspelt_setting_is_named_and_the_command_goes_on(scout, name, hint):
    result = scout("list", "--json", **{name: "5"})
    assert result.stderr == f"scout: {name} is no setting and changes nothing; {hint}\n"


def test_settings_are_not_taken_for_misspelt_ones():
    names = ["SCOUT_TOP_K", "SCOUT_EVIDENCE_WEIGHTS__CONTRADICTION", "SCOUT_NCBI_API_KEY", "NCBI_API_KEY", "HOME"]
    assert misspelt(dict.fromkeys(names, "x") | {"SCOUT_DB_PASSWORD": "x", "SCOUT_TEST_MUTATIONS": "1"}) == []


def test_a_full_disk_is_a_sentence_and_may_pass(scout, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/state/a")

    monkeypatch.setattr("indication_scout_assets.store.database.Database.open", full)
    assert scout.sentence("list", code=3) == (
        "scout: /state/a cannot be written (No space left on device); make room on its disk. What was done is kept; "
        "the same command goes on from there."
    )


def test_ctrl_c_says_what_is_kept(scout, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("indication_scout_assets.store.database.Database.open", interrupted)
    assert scout.sentence("list", code=130) == (
        "scout: Interrupted. What was done is kept; the same command goes on from there."
    )


@pytest.mark.parametrize(
    ("embedder", "why"),
    [("voyage", "no key is set"), ("/no/such/model", "does not exist"), ("no such model", "can be no embedding model")],
)
def test_an_embedder_that_cannot_be_had_is_known_before_the_first_request(scout, embedder, why):
    for verb in (("run", "sildenafil"), ("backfill", "sildenafil"), ("collect", "gout", "--query", "gout")):
        assert why in scout.sentence(*verb, code=1, SCOUT_EMBEDDER=embedder)


def test_a_taken_port_ends_the_ui_with_a_sentence(scout):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        sentence = scout.sentence("ui", "--port", port, code=1)
    assert f"Nothing can be served at 127.0.0.1:{port} (Address already in use); give another port" in sentence


def test_a_wrong_argument_is_said_by_its_verb(scout):
    assert "No such command" in scout("nosuchverb", code=USAGE).stderr
    assert "Missing argument" in scout("run", code=USAGE).stderr
    assert "'pdf' is not one of" in scout("report", "bupropion", "--format", "pdf", code=USAGE).stderr


@pytest.mark.parametrize("verb", [("list",), ("run", "bupropion"), ("report", "bupropion")])
def test_a_database_that_is_not_there_may_come_back_and_its_password_is_not_shown(scout, verb):
    url = "postgresql://scout:hunter2@127.0.0.1:1/scout"
    sentence = scout.sentence(*verb, code=LATER, SCOUT_DATABASE_URL=url)
    assert "127.0.0.1:1" in sentence
    assert "hunter2" not in sentence


def test_the_doctor_looks_at_everything_and_shows_no_key(scout):
    result = scout("-w", "demo", "doctor", "--json", NCBI_API_KEY="hunter2")
    findings = json.loads(result.stdout)["findings"]
    assert [set(finding) for finding in findings] == [{"what", "ok", "says"} for _ in findings]
    looked_at = {finding["what"] for finding in findings}
    assert looked_at == {
        "Python", "versions", "state folder", "disk", "database", "clock", "embedding model", "cross-encoder",
        "sources", "Retraction Watch", "language model", "keys",
    }  # fmt: skip
    assert all(finding["ok"] for finding in findings)
    assert "hunter2" not in result.output
    assert "ok  database" in scout("-w", "demo", "doctor").stdout


def test_the_doctor_finds_what_is_broken(scout, damaged):
    url = "postgresql://scout:hunter2@127.0.0.1:1/scout"
    broken = {"SCOUT_SNAPSHOT": str(damaged), "SCOUT_DATABASE_URL": url, "SCOUT_RETRACTION_WATCH_CSV": "/nowhere.csv"}
    result = scout("doctor", "--json", code=FAILED, **broken)
    bad = {finding["what"]: finding["says"] for finding in json.loads(result.stdout)["findings"] if not finding["ok"]}
    assert set(bad) == {"database", "clock", "sources", "Retraction Watch"}
    assert "damaged" in bad["sources"]
    assert "hunter2" not in result.output


# Snapshots


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A copy of the bundled snapshot with one byte changed."""
    shutil.copytree(SNAPSHOT, copy := tmp_path / "snapshot")
    body = next(path for path in sorted(copy.glob("bodies/pubmed/efetch*")))
    content = bytearray(body.read_bytes())
    content[100] ^= 1
    body.write_bytes(content)
    return copy


def test_a_good_snapshot_is_verified_and_a_damaged_one_refused(scout, damaged):
    good = scout.json("snapshot", "verify", str(SNAPSHOT))
    assert good["problems"] == []
    assert good["exchanges"] == len((SNAPSHOT / "manifest.jsonl").read_text("utf-8").splitlines())
    bad = scout.json("snapshot", "verify", str(damaged), code=FAILED)
    assert bad["exchanges"] == good["exchanges"]
    (problem,) = bad["problems"]
    assert "efetch" in problem
    assert problem.endswith(".")
    assert "1 problems" in scout("snapshot", "verify", str(damaged), code=FAILED).stdout


def test_a_recording_of_an_unknown_drug_fails_and_leaves_no_workspace(scout, server, database_url, tmp_path):
    refused = scout.at(server)("snapshot", "record", str(tmp_path / "own"), "nosuchdrug", code=FAILED)
    assert "nosuchdrug" in refused.stderr
    assert not (tmp_path / "own" / "manifest.jsonl").exists()
    with psycopg.connect(database_url) as connection:
        left = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'recording%'").fetchall()
    assert left == []


# A source that is down


def test_a_source_that_is_down_is_named_and_nothing_is_lost(scout, database_url, free_port):
    """The same address answers first and fails later; every answer is due at once."""
    there = {"SCOUT_REFRESH_DAYS": "0.0000001", "SCOUT_REQUEST_ATTEMPTS": "2"}
    with start(port=free_port) as well:
        live = scout.at(well)
        first = live.json("-w", "t_cli_down", "run", "baricitinib", **there)
        assert first["work"]["requests"] > 0
        before = live("-w", "t_cli_down", "report", "baricitinib", "--format", "json").stdout
    stored = stored_in(database_url, "t_cli_down")
    with start(port=free_port, faults=Faults(shares={"500": 1.0}, only=("eutils",))):
        result = live("-w", "t_cli_down", "run", "sildenafil", **there)
        incomplete = next(line for line in result.stderr.splitlines() if "abstracts is incomplete" in line)
        assert "PubMed did not answer after 2 attempts (HTTP 500" in incomplete
        again = live.json("-w", "t_cli_down", "run", "baricitinib", **there)
        assert "PubMed" in again["drugs"][0]["degraded"]["abstracts"]
        assert again["drugs"][0]["counts"] == first["drugs"][0]["counts"]
    with start(port=free_port, faults=Faults(shares={"500": 1.0}, only=("opentargets",))):
        summary = live.json("-w", "t_cli_down", "run", "bupropion", code=LATER, **there)
        assert summary["drugs"][0]["transient"], "nothing else says what a drug is, so there is no report of a new one"
    kept = stored_in(database_url, "t_cli_down")
    for table in ("searches", "ranked", "trials"):
        assert [row for row in kept[table] if "baricitinib" in row.values()] == stored[table]
    now = EvidenceReport.model_validate_json(
        live("-w", "t_cli_down", "report", "baricitinib", "--format", "json").stdout
    )
    then = EvidenceReport.model_validate_json(before)
    assert now.articles == then.articles
    assert [p.ranked for p in now.candidates] == [p.ranked for p in then.candidates]
    assert all("is shown" in o.reason for p in now.candidates for o in p.outcomes if o.source == "PubMed")


def test_a_drug_of_another_workspace_is_told_with_both_workspaces(scout, demo):
    for verb in (
        ("report", "sildenafil"),
        ("report", "Viagra"),
        ("ask", "Does it help in gout?", "--drug", "sildenafil"),
    ):
        sentence = scout.sentence("-w", "live", *verb, code=1)
        assert "workspace live" in sentence
        assert "It is in the workspace demo (`scout -w demo …`)" in sentence
    assert scout("-w", "demo", "report", "Viagra").stdout.startswith("# Sildenafil")
    assert "Did you mean sildenafil" in scout("-w", "demo", "report", "sildenafl", code=1).stderr


WHY = ("why", "sildenafil", "raynaud disease", "99001013")
"""An article of the demonstration and what it weighs."""


def test_why_says_what_was_read_and_what_it_weighs(scout, demo):
    printed = " ".join(scout("-w", "demo", *WHY).stdout.split())
    explanation = scout.json("-w", "demo", *WHY)
    direction = explanation["reading"]["of_pair"]
    assert direction["direction"] == "benefit"
    assert (
        f"Direction: {direction['direction']}; the drug treats the disease On: “{direction['span']['text']}”" in printed
    )
    (weight,) = explanation["weights"]
    assert weight.startswith("In the score's part “literature” it weighs +0.371 = 0.6 (level 2)")
    assert weight in printed
    weighs = scout.json("-w", "demo", *WHY[:-1], "99001014")["weights"]
    assert [sentence.partition(" weighs ")[0] for sentence in weighs] == ["In the score's part “literature” it"]


def test_why_wants_a_candidate_and_an_article_it_holds(scout, demo):
    drug, disease, article = WHY[1:]
    wrong = scout.sentence("-w", "demo", "why", drug, "gout", article, code=FAILED)
    assert "'gout' is no candidate of sildenafil; there are for example: " in wrong
    near = scout.sentence("-w", "demo", "why", drug, "raynaud diseese", article, code=FAILED)
    assert near.endswith("there are for example: Raynaud disease.")
    assert "'1' was not found for sildenafil in Raynaud disease; the best ranked articles are: " in scout.sentence(
        "-w", "demo", "why", drug, disease, "1", code=FAILED
    )
    assert "'good' is no direction; say one of " in scout.sentence("-w", "demo", *WHY, "--wrong", "good", code=USAGE)


def test_a_wrong_reading_is_kept_once_with_what_it_should_be(scout, demo):
    for direction in ("harm", "none"):
        kept = scout.json("-w", "demo", *WHY, "--wrong", direction)["reported_in"]
    (row,) = read_reported(Path(kept))
    assert (row.pmid, row.drug, row.disease, row.label) == ("99001013", "sildenafil", "Raynaud disease", Direction.NONE)
    assert row.part is Part.REPORTED

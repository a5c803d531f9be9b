"""``scout matrix``: built over the authored drugs, asked both ways, with the documented keys and sentences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from indication_scout_tests import ROOT
from indication_scout_tests.wire.server import WireServer

from .command import FAILED, Scout

DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
WORKSPACES = ("t_cli_matrix", "t_cli_no_matrix")
WORKSPACE = ("--workspace", "t_cli_matrix")


@pytest.fixture(scope="module")
def built(scout: Scout, server: WireServer) -> Any:
    return scout.at(server).json(*WORKSPACE, "matrix")


def test_without_a_verb_it_is_built(built: Any) -> None:
    assert built["drugs"] == built["scored"] > 20
    assert built["requests"] > 0
    assert built["matrix"]["finished_at"]


def test_built_again_nothing_is_scored_and_it_says_so(built: Any, scout: Scout, server: WireServer) -> None:
    result = scout.at(server)(*WORKSPACE, "matrix", "build")
    assert f"0 of {built['drugs']} drugs scored, 0 places stored; 0 requests" in result.stdout
    assert "no literature read" in result.stdout
    assert "reading drugs: " in result.stderr


def test_both_ways_agree(built: Any, scout: Scout) -> None:
    of_drug = scout.json(*WORKSPACE, "matrix", "diseases", "Cialis", "--limit", "100")
    assert of_drug["drug"] == {"id": "CHEMBL779", "name": "tadalafil"}
    row = of_drug["new"][0]
    of_disease = scout.json(*WORKSPACE, "matrix", "drugs", row["disease"]["id"], "--limit", "100")
    (same,) = [other for other in of_disease["new"] if other["drug"]["id"] == "CHEMBL779"]
    assert {key: row[key] for key in ("rank", "score", "odds", "paths")} == {
        key: same[key] for key in ("rank", "score", "odds", "paths")
    }
    assert of_disease["disease"]["lists"] == row["lists"] > 0


def test_the_drugs_of_a_disease_come_in_the_order_of_their_likeness(built: Any, scout: Scout) -> None:
    disease = scout.json(*WORKSPACE, "matrix", "diseases", "tadalafil")["new"][0]["disease"]["id"]
    likely = scout.json(*WORKSPACE, "matrix", "drugs", disease, "--limit", "3")["likely"]
    assert [row["place"] for row in likely] == list(range(1, len(likely) + 1))
    assert len(likely) > 1
    printed = scout(*WORKSPACE, "matrix", "drugs", disease).stdout
    assert re.search(
        r"the drug most like those of the disease first *\nplace +drug +likeness +place in its list +odds", printed
    )
    assert re.search(rf"^ +1 +{likely[0]['drug']['name']} +{likely[0]['likeness']:.2f} ", printed, re.MULTILINE)
    assert "new to the drug, in its own list" in printed


def test_tables_name_places_odds_and_how_common_a_disease_is(built: Any, scout: Scout) -> None:
    printed = scout(*WORKSPACE, "matrix", "diseases", "tadalafil").stdout
    assert "tadalafil (CHEMBL779). By the rules alone, no literature read:" in printed
    assert re.search(r"new to the drug.*\nplace +disease +score +odds +paths +in lists", printed)
    assert re.search(r" \d+ of \d+ *$", printed, re.MULTILINE)


def test_every_key_is_documented(built: Any, scout: Scout) -> None:
    section = DOCS[DOCS.index("## All drugs at once") :].split("\n## ")[0]
    of_drug = scout.json(*WORKSPACE, "matrix", "diseases", "tadalafil")
    of_disease = scout.json(*WORKSPACE, "matrix", "drugs", of_drug["new"][0]["disease"]["id"])
    keys = {*built, *built["matrix"], *of_drug, *of_drug["new"][0], *of_disease, *of_disease["new"][0]}
    keys |= set(of_disease["likely"][0])
    assert not {key for key in keys if f"`{key}`" not in section}


def test_what_nobody_knows_is_one_sentence_with_an_offer(built: Any, scout: Scout) -> None:
    misspelt = scout(*WORKSPACE, "matrix", "diseases", "sildenafol", code=FAILED).stderr
    assert "did you mean sildenafil (CHEMBL192)?" in misspelt
    assert scout.json(*WORKSPACE, "matrix", "diseases", "sildena")["drug"]["name"] == "sildenafil"
    assert "check the spelling, or give its id." in scout.sentence(*WORKSPACE, "matrix", "drugs", "xyzzy", code=FAILED)
    assert "`scout matrix build` makes one." in scout.sentence(
        "--workspace", "t_cli_no_matrix", "matrix", "drugs", "gout", code=FAILED
    )


def test_the_start_page_shows_it(built: Any, scout: Scout) -> None:
    page = Path(scout.environment["SCOUT_REPORTS_DIR"], "t_cli_matrix", "index.html").read_text("utf-8")
    assert 'id="field-data"' in page
    assert "sildenafil" in page

"""The release: the built wheel works without the checkout, and its files agree on name, version and dependencies."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from indication_scout_tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
RELEASE = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel, as an installation has it."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    [wheel] = folder.glob("*.whl")
    assert wheel.name == f"indication_scout-{PROJECT['version']}-py3-none-any.whl"
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_holds_every_file_of_the_package(unpacked: Path) -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    needed = {name for name in tracked.split("\0") if name.startswith(("indication_scout_assets/", "sql/"))}
    needed = {f"indication_scout_assets/{name}" if name.startswith("sql/") else name for name in needed}
    assert needed <= {str(file.relative_to(unpacked)) for file in unpacked.rglob("*")}


def test_the_wheel_carries_a_drug_to_its_report_without_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SCOUT_")}
    environment |= {"PYTHONPATH": str(unpacked), "SCOUT_STATE_DIR": str(tmp_path / "state"), "PYTHONSAFEPATH": "1"}
    code = (
        "import sys, indication_scout_assets as package; from indication_scout_assets.cli import main\n"
        f"assert package.__file__.startswith({str(unpacked)!r}), package.__file__\nmain(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "-w", "demo", "run", "bupropion", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "bupropion" in (tmp_path / "reports" / "demo" / "bupropion.html").read_text()


def test_name_and_version_are_one() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    server = json.loads((ROOT / "server.json").read_text())
    [locked] = [package for package in LOCK if package["name"] == PROJECT["name"]]
    first = re.search(r"^## ([\d.]+) - (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    versions = {citation["version"], server["version"], server["packages"][0]["version"], locked["version"], first[1]}
    assert versions == {PROJECT["version"]}
    assert citation["date-released"] == first[2]
    assert server["packages"][0]["identifier"] == PROJECT["name"] in PROJECT["scripts"]
    assert f"<!-- mcp-name: {server['name']} -->" in (ROOT / "README.md").read_text()


def test_the_lock_holds_the_versions_that_are_tested_with_their_hashes() -> None:
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines()[1:])
    names = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pinned.items()}
    locked = {package["name"]: package for package in LOCK if package["name"] != PROJECT["name"]}
    assert {name: locked[name]["version"] for name in names if name in locked and name != "torch"} == {
        name: version for name, version in names.items() if name in locked and name != "torch"
    }
    files = [file for package in locked.values() for file in (*package.get("wheels", ()), package.get("sdist", {}))]
    assert all(file["hash"].startswith("sha256:") for file in files if file)


def test_the_workflows_run_what_exists() -> None:
    steps = [step for job in yaml.safe_load(RELEASE.read_text())["jobs"].values() for step in job["steps"]]
    assert all(step.get("uses") or step.get("run") for step in steps)
    assert any("indication-scout demo" in step.get("run", "") for step in steps)
    check = yaml.safe_load((RELEASE.parent / "ci.yml").read_text())["jobs"]["check-and-test"]["steps"]
    assert "bash .ci/run" in check[-1]["run"]
    assert (ROOT / ".ci" / "run").exists()

"""The house: what the README and the docs promise is there, files keep their size, every module says what it is for."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import click
import dagster as dg
import pytest
import yaml
from pydantic import AliasChoices

from indication_scout_assets.cli.commands import main
from indication_scout_assets.settings import Settings, settings_markdown
from indication_scout_tests import ROOT

MODULES = sorted((ROOT / "indication_scout_assets").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
MOST_MODULES = 12
"""In one folder."""
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub makes anchors of them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_settings_page_is_what_the_settings_are():
    assert (ROOT / "docs" / "reference" / "settings.md").read_text() == settings_markdown()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_exists(page):
    links = re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text())
    assert links or page.name not in ("README.md", "cli.md", "operations.md")
    for file, anchor in links:
        target = page.parent / file if file else page
        assert target.exists(), f"{page.name} links to {file}"
        assert not anchor or anchor in _anchors(target), f"{page.name} links to {file}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_a_page_says_to_run_can_be_run(page):
    for name in re.findall(r"python -m ([\w.]+)", page.read_text()):
        path = ROOT / name.replace(".", "/")
        module = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
        assert module.exists(), f"{page.name} says python -m {name}"
        assert "__main__" in (module.name, *re.findall(r'__name__ == "(__main__)"', module.read_text())), name


def test_the_two_commands_stand_on_the_readmes_first_screen():
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:20])
    assert "make run" in first_screen
    assert "make test" in first_screen
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"run", "test", "check", "ui", "bench"} <= set(targets)


def test_a_commit_runs_what_must_pass_to_land():
    [hook] = [
        hook
        for repository in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
        for hook in repository["hooks"]
    ]
    assert (hook["entry"], hook["language"], hook["pass_filenames"]) == ("make check", "system", False)
    assert re.search(r"^make check$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)


def test_every_decision_has_its_row_and_its_three_parts():
    folder = ROOT / "docs" / "decisions"
    pages = sorted(folder.glob("0*.md"))
    rows = re.findall(r"^\| \[(\d{4})\]\(([\w.-]+)\) \| (.+) \|$", (folder / "README.md").read_text(), re.MULTILINE)
    titles = [page.read_text().splitlines()[0].removeprefix(f"# {page.name[:4]}. ") for page in pages]
    assert rows == [(page.name[:4], page.name, title) for page, title in zip(pages, titles, strict=True)]
    assert [number for number, *_ in rows] == [f"{number:04}" for number in range(1, len(pages) + 1)]
    for page in pages:
        headings = re.findall(r"^## (.+)$", page.read_text(), re.MULTILINE)
        assert headings == ["Context", "Choice", "What it costs"], page.name


def test_make_takes_the_interpreters_the_package_takes():
    first, end = re.findall(r"3\.(\d+)", PROJECT["requires-python"])
    makefile = (ROOT / "Makefile").read_text()
    assert f"(3, {first}) <= sys.version_info[:2] <= (3, {int(end) - 1})" in makefile
    assert f"Python 3.{first} to 3.{int(end) - 1}; type: make" in makefile


def test_the_page_of_the_command_names_every_verb_and_no_other():
    page = (ROOT / "docs" / "cli.md").read_text()
    verbs = set()
    for name, command in main.commands.items():
        verbs |= {f"{name} {sub}" for sub in command.commands} if isinstance(command, click.Group) else {name}
    groups = "|".join(name for name, command in main.commands.items() if isinstance(command, click.Group))
    written = set(re.findall(rf"^\| `scout ((?:{groups}) [a-z-]+|[a-z-]+)", page, re.MULTILINE))
    assert written == verbs


OUR_SERVICES = {"code", "webserver", "daemon", "web", "worker"}


def _parsed(arguments: list[str]) -> dict[str, Any]:
    program, verb, *rest = arguments
    assert (program, verb) == ("scout", "serve")
    return main.commands["serve"].make_context("serve", list(rest)).params


def test_every_service_of_the_compose_file_is_a_command_that_parses():
    assert set(COMPOSE["services"]) == {"db", "valkey", "proxy", "backup", *OUR_SERVICES}
    for name in OUR_SERVICES:
        assert _parsed(COMPOSE["services"][name]["command"])["service"] == name
    for name in ("daemon", "worker"):
        asked = _parsed(COMPOSE["services"][name]["healthcheck"]["test"][1:])
        assert (asked["service"], asked["alive"]) == (name, True)


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_every_service_is_watched_limited_pinned_and_confined(name):
    service = COMPOSE["services"][name]
    assert service["healthcheck"]["test"]
    assert set(service["deploy"]["resources"]["limits"]) == {"memory", "pids"}
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert re.search(r":\d[\w.-]+(@sha256:[0-9a-f]{64})?$", service["image"]), "a tag that stays what it is"
    assert service["stop_grace_period"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service.get("read_only", False) is (name != "db")
    if name != "proxy":
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert not service.get("privileged", False)


def test_what_a_service_mounts_or_waits_for_is_there():
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        for volume in service.get("volumes", ()):
            place = volume.split(":")[0]
            assert place in COMPOSE["volumes"] or place == "./secrets" or (ROOT / place).is_file()
    sites = re.findall(r"reverse_proxy (\w+):(\d+)", (ROOT / "docs" / "Caddyfile").read_text())
    assert sites
    for name, port in sites:
        assert _parsed(services[name]["command"])["port"] == int(port)


def test_the_backup_service_writes_a_file_a_day_and_says_when_it_does_not(tmp_path):
    """Its own command, with a `scout` and a `sleep` that note what they are asked."""
    service = COMPOSE["services"]["backup"]
    folder = tmp_path / "backups"
    for name, body in {
        "scout": f'echo "scout $*" >> {tmp_path}/log; [ -e {tmp_path}/well ] || exit 1; touch "$2"',
        "sleep": f'echo "sleep $1" >> {tmp_path}/log; touch {tmp_path}/well; [ "$1" -lt 1000 ] || kill -KILL $PPID',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    folder.mkdir()
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SCOUT_WORKSPACE": "own"}

    def sh(text: str) -> int:
        text = text.replace("$$", "$").replace("/var/backups/scout", str(folder))
        return subprocess.run(["sh", "-c", text], env=environment, check=False, timeout=180).returncode

    healthy = service["healthcheck"]["test"][1]
    assert sh(healthy) == 1
    sh(service["command"][-1])
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[0] for line in lines] == ["scout", "sleep", "scout", "sleep"], "tried again, then a day later"
    assert lines[1::2] == ["sleep 600", "sleep 86400"]
    assert [line.split()[1] for line in lines[::2]] == ["backup", "backup"]
    [file] = folder.iterdir()
    assert re.fullmatch(r"own-[1-7]\.zip", file.name)
    assert sh(healthy) == 0


def test_the_compose_file_sets_settings_that_exist_and_holds_no_secret():
    known = {f"SCOUT_{field.upper()}" for field in Settings.model_fields}
    for field in Settings.model_fields.values():
        if isinstance(field.validation_alias, AliasChoices):
            known |= {str(choice) for choice in field.validation_alias.choices}
    secret = {name for name in known if re.search("KEY|PASSWORD|TOKEN", name)}
    example = (ROOT / ".env.example").read_text()
    named = set(re.findall(r"^(?:# )?([A-Z_0-9]+)=", example, re.MULTILINE))
    assert named <= known
    assert not named & secret
    for service in OUR_SERVICES:
        assert set(COMPOSE["services"][service]["environment"]) <= known - secret
        assert COMPOSE["services"][service]["env_file"] == [".env"]
    assert not [name for name in COMPOSE["services"]["db"]["environment"] if name.endswith("PASSWORD")]


def test_the_values_for_kubernetes_set_settings_that_exist_and_hold_no_secret():
    values = yaml.safe_load((ROOT / "docs" / "kubernetes-values.yaml").read_text())
    [deployment] = values["dagster-user-deployments"]["deployments"]
    assert {name.removeprefix("SCOUT_").lower() for name in deployment["env"]} <= set(Settings.model_fields)
    assert "postgresqlPassword" not in values["postgresql"]
    assert deployment["dagsterApiGrpcArgs"] == ["-m", "indication_scout_assets.definitions"]
    assert deployment["resources"]["limits"]["memory"]


def test_the_web_application_in_kubernetes_is_that_of_the_chart():
    values = yaml.safe_load((ROOT / "docs" / "kubernetes-values.yaml").read_text())
    [chart] = values["dagster-user-deployments"]["deployments"]
    deployment, service = yaml.safe_load_all((ROOT / "docs" / "kubernetes-web.yaml").read_text())
    pod = deployment["spec"]["template"]
    [web] = pod["spec"]["containers"]
    assert web["image"] == f"{chart['image']['repository']}:{chart['image']['tag']}"
    assert _parsed(web["args"])["port"] == web["ports"][0]["containerPort"] == service["spec"]["ports"][0]["targetPort"]
    own = {variable["name"]: variable["value"] for variable in web["env"]}
    shared = ("SCOUT_WORKSPACE", "SCOUT_DATABASE_URL", "SCOUT_STATE_DIR", "SCOUT_REPORTS_URL")
    assert {name: own[name] for name in shared} == {name: chart["env"][name] for name in shared}
    assert {name.removeprefix("SCOUT_").lower() for name in own} <= set(Settings.model_fields)
    assert [source["secretRef"]["name"] for source in web["envFrom"]] == [s["name"] for s in chart["envSecrets"]]
    assert own["SCOUT_WEB_HOSTS"] in own["SCOUT_REPORTS_URL"]
    assert service["spec"]["selector"] == pod["metadata"]["labels"] == deployment["spec"]["selector"]["matchLabels"]


def test_no_private_module_of_dagster_is_imported():
    """An upgrade of Dagster may change these without a word."""
    private = []
    for path in [*MODULES, *(ROOT / "indication_scout_tests").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            private += [
                (path.name, name) for name in names if re.match(r"dagster(_\w+)?\..*\b_|dagster_shared\b", name)
            ]
    assert private == []


def test_dagsters_tools_find_the_definitions():
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["dg"]["project"]
    definitions = importlib.import_module(configured["code_location_target_module"]).defs
    assert isinstance(definitions, dg.Definitions)
    [location] = yaml.safe_load((ROOT / "workspace.yaml").read_text())["load_from"]
    named = {
        "module_name": configured["code_location_target_module"],
        "location_name": configured["code_location_name"],
    }
    assert location["python_module"] == named


def test_every_dependency_is_pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {_plain(line.split("==")[0]) for line in lines if "==" in line}
    names = {_plain(name) for name in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]}
    assert names - pinned == set()
    named = {"dagster", "dagster-postgres", "dagster-webserver", "psycopg", "pgvector", "httpx", "voyageai"}
    assert named | {"anthropic", "sentence-transformers", "pytest"} <= names


@pytest.mark.parametrize("library", ["httpx", "httpx2", "anthropic", "voyageai", "sentence_transformers"])
def test_each_of_these_libraries_is_imported_in_one_module_so_that_another_can_take_its_place(library: str):
    importing = {path.name for path in MODULES if library in _imported(path)}
    assert len(importing) == 1, importing


def _imported(path: Path) -> set[str]:
    """First names of what a module imports from outside, anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.split(".")[0] for name in names}


def test_no_folder_holds_more_modules_than_can_be_overseen():
    folders = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    assert {str(folder): count for folder, count in folders.items() if count > MOST_MODULES} == {}


def _plain(requirement: str) -> str:
    return re.split(r"[\[=<>~!]", requirement)[0].lower().replace("_", "-")


def test_every_module_says_what_it_is_for_and_can_be_read_in_one_go():
    for path in MODULES:
        text = path.read_text()
        assert len((ast.get_docstring(ast.parse(text)) or "").split()) >= 6, path
        assert len(text.splitlines()) <= 600, path

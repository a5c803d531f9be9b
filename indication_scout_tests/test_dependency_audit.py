"""The audit of dependencies: a weakness is a failure, a database that cannot be reached is none."""

from __future__ import annotations

from importlib.metadata import distributions

from indication_scout_tests import ROOT, dependency_audit
from indication_scout_tests.dependency_audit import PLACEHOLDERS, main, pins
from indication_scout_tests.json_server import json_server


def test_a_known_weakness_fails_the_check(monkeypatch, capsys):
    monkeypatch.setattr(dependency_audit, "pins", lambda: [("good", "1.0"), ("bad", "2.0")])
    results = {"results": [{}, {"vulns": [{"id": "PYSEC-1"}]}]}
    with json_server(lambda asked: (200, {}, results)) as server:
        monkeypatch.setenv("SCOUT_TEST_OSV_URL", server.url)
        assert main() == 1
    assert server.asked[0].body["queries"][1] == {"package": {"name": "bad", "ecosystem": "PyPI"}, "version": "2.0"}
    assert "bad==2.0 has known weaknesses: PYSEC-1" in capsys.readouterr().out


def test_without_the_database_it_says_so_and_passes(monkeypatch, capsys):
    monkeypatch.setenv("SCOUT_TEST_OSV_URL", "http://127.0.0.1:9/")
    assert main() == 0
    assert "not audited" in capsys.readouterr().err
    assert len(pins()) > 100


def test_no_placeholder_package_is_named_or_installed():
    names = {name.lower().replace("_", "-") for name, _ in pins()}
    installed = {str(package.metadata["Name"]).lower().replace("_", "-") for package in distributions()}
    assert not PLACEHOLDERS & (names | installed)
    for file in ("pyproject.toml", "constraints.txt", "Dockerfile"):
        text = (ROOT / file).read_text("utf-8").lower().replace("_", "-")
        assert not [name for name in PLACEHOLDERS if name in text], file

"""Words that do not return: what a reader is shown uses the terms of the field, and no private ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[3] / "indication_scout_assets"
SHOWN = ("reports", "web", "cli", "orchestration", "operations", "pipeline", "answering", "rules/assessment")
"""Packages whose sentences people read: pages, files, messages, metadata of Dagster."""
PRIVATE = re.compile(
    r"\b(?:told|tells?|stands?|stood|beside|undecided|not decided|speaks?|spoke|comes? to|bears? out|bear it out|"
    r"takes? (?:a|no) side|neither way|which side|sides?(?![- ]effect))\b",
    re.IGNORECASE,
)
"""For direction, role, evidence, support: a scientist would have to learn what is meant."""
_TAGS = re.compile(r"\{[%#{].*?[%#}]\}|<[^>]*>", re.DOTALL)


def sentences_of_code() -> Iterator[tuple[str, str]]:
    """Every string of several words that is no docstring, with its place."""
    for package in SHOWN:
        for path in sorted((PACKAGE / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            bodies = [node.body for node in ast.walk(tree) if isinstance(node, _WITH_DOCSTRINGS)]
            documents = {id(part.value) for body in bodies for part in body if isinstance(part, ast.Expr)}
            for node in ast.walk(tree):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documents:
                    continue
                if " " in node.value.strip():
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node.value


_WITH_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def lines_of_templates() -> Iterator[tuple[str, str]]:
    """Every line that a template prints by itself."""
    for path in sorted(PACKAGE.rglob("templates/**/*.*")):
        if path.suffix in (".html", ".md"):
            for line in _TAGS.sub(" ", path.read_text(encoding="utf-8")).splitlines():
                yield str(path.relative_to(PACKAGE)), line


def test_no_private_word_is_shown() -> None:
    shown = [*sentences_of_code(), *lines_of_templates()]
    assert len(shown) > 1_000
    private = [(place, text) for place, text in shown if PRIVATE.search(text)]
    assert private == []


@pytest.mark.parametrize("text", ["Its side rests on", "not decided", "none speaks for it", "what it comes to"])
def test_the_list_knows_private_words(text: str) -> None:
    assert PRIVATE.search(text)


@pytest.mark.parametrize("text", ["unwanted side effects", "inconclusive", "reported a benefit", "outstanding"])
def test_the_list_leaves_the_words_of_the_field(text: str) -> None:
    assert not PRIVATE.search(text)

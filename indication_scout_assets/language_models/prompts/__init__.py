"""Prompts as files, each with the hash that takes part in the key of every answer it got."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ...domain.records.articles import text_hash


@dataclass(frozen=True)
class Prompt:
    """The text of ``prompts/<name>.md`` and its hash: an edited prompt never gets an older prompt's answer."""

    name: str
    text: str
    hash: str


@cache
def prompt(name: str) -> Prompt:
    """Read a prompt by the name of its file without ``.md``."""
    text = (files(__package__) / f"{name}.md").read_text(encoding="utf-8").strip()
    return Prompt(name, text, text_hash(text))

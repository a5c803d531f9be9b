"""Lists of an object that is still being written: each element once, as soon as it is whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from indication_scout_assets.answering.papers.streamed_lists import StreamedLists

WRITTEN = {
    "about": 'a [list] "of" {things}',
    "empty": [],
    "first": [{"a": [1, "]"]}, "é\\"],
    "n": 12,
    "last": [{"b": {}}],
}
ELEMENTS = [("first", {"a": [1, "]"]}), ("first", "é\\"), ("last", {"b": {}})]


def read(text: str, size: int) -> tuple[list[tuple[str, Any]], StreamedLists]:
    lists = StreamedLists()
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return [element for piece in pieces for element in lists.take(piece)], lists


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("indent", [None, 2])
def test_every_element_is_given_once_however_the_text_is_cut(size: int, indent: int | None) -> None:
    elements, lists = read(json.dumps(WRITTEN, indent=indent), size)
    assert elements == ELEMENTS
    assert lists.ended == {"empty", "first", "last"}


def test_an_element_is_given_with_its_last_character() -> None:
    lists = StreamedLists()
    assert list(lists.take('{"first": [{"a": 1')) == []
    assert list(lists.take("}")) == [("first", {"a": 1})]
    assert lists.ended == set()
    assert list(lists.take("]")) == []
    assert lists.ended == {"first"}


@pytest.mark.parametrize("text", ["", "no JSON", "[1, 2]", '{"first": [nonsense, {"a": 1}]}', "[" * 5000])
def test_what_is_not_of_the_form_gives_nothing(text: str) -> None:
    assert read(text, 3)[0] == []

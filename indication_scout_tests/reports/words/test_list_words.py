"""Lines of the lists of the first screen."""

from __future__ import annotations

import pytest

from indication_scout_assets.reports.words.list_words import readers


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({}, ""),
        ({"bundled": 49}, "Abstracts read by the bundled reader (49)."),
        (
            {"recorded (claude)": 1_048, "bundled": 1},
            "Abstracts read by recorded answers of a language model (claude) (1,048) and the bundled reader (1).",
        ),
        ({"anthropic (claude-haiku-5-5)": 3}, "Abstracts read by anthropic (claude-haiku-5-5) (3)."),
    ],
)
def test_who_read_the_abstracts_is_named(counts: dict[str, int], sentence: str) -> None:
    assert readers(counts) == sentence

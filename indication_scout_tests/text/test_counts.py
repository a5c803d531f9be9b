"""Whole numbers in digits and in words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.text.counts import COUNT, count_value

_WHOLE = re.compile(COUNT)
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("7", 7), ("1,234", 1234), ("12 092", 12092), ("17\u2008604", 17604), ("twelve", 12), ("twenty-four", 24),
        ("one hundred three", 103), ("two hundred and thirty five", 235), ("a hundred", 100),
        ("one thousand two hundred", 1200),
    ],
)  # fmt: skip
def test_worth(written: str, number: int) -> None:
    match = _WHOLE.search(f"{written} patients")
    assert match
    assert (match[0], count_value(match[0])) == (written, number)


@pytest.mark.parametrize("text", ["24.5 mg", "37% of", "12/24 patients", "a 24-year-old man", "0.05", "someone", "p<5"])
def test_no_whole_number(text: str) -> None:
    assert _WHOLE.search(text) is None


@given(st.integers(min_value=0, max_value=10**7))
def test_digits_with_any_separator(number: int) -> None:
    assert {count_value(f"{number:,}".replace(",", mark)) for mark in (",", " ", "\u2009", "")} == {number}


@given(st.integers(min_value=20, max_value=99), st.integers(min_value=0, max_value=9))
def test_words(number: int, hundreds: int) -> None:
    below = "-".join(word for word in (_TENS[number // 10], _ONES[number % 10]) if word)
    written = f"{_ONES[hundreds]} hundred and {below}" if hundreds else below
    assert count_value(written) == 100 * hundreds + number
    assert _WHOLE.fullmatch(written)

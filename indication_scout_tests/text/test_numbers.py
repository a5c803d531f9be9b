"""Numbers and statistics in the styles people write them in; the sentences are made up."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.text.numbers import bounds_of, estimates, intervals, numbers, p_values, statistical_tests


@pytest.mark.parametrize(
    ("text", "sign", "value"),
    [
        ("p = 3.2 × 10⁻⁸", "=", 3.2e-8),
        ("P = 2.0 x 10(-6)", "=", 2e-6),
        ("p = 3.2 x 10-8", "=", 3.2e-8),
        ("p < 5×10^-8", "<", 5e-8),
        ("p=1.2e-5", "=", 1.2e-5),
        ("p < 10(-16)", "<", 1e-16),
        ("p < 10⁻⁵", "<", 1e-5),
        ("P = .34", "=", 0.34),
        ("P-value .34", "=", 0.34),
        ("p value 0.34", "=", 0.34),
        ("P: 0.34", "=", 0.34),
        ("p = 0,34", "=", 0.34),
        ("P<0·001", "<", 0.001),
        ("p less than 0.01", "<", 0.01),
        ("p was greater than 0.05", ">", 0.05),
        ("p ≤ 0.05", "<", 0.05),
        ("p ≪ 0.0001", "<", 0.0001),
        ("p << 0.001", "<", 0.001),
        ("p for trend = 0.02", "=", 0.02),
        ("better (n.s.)", ">", 0.05),
        ("better (P = NS)", ">", 0.05),
    ],
)
def test_p_values(text: str, sign: str, value: float) -> None:
    [p] = p_values(text)
    assert p.sign == sign
    assert p.value == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["p = 1.2", "P < 3", "group P 4", "step 0.3", "P 12 protein", "pH = 7.4", "P = 0.9 mmol/L", "p = 0. 0 0 3"]
)
def test_what_is_no_p_value(text: str) -> None:
    assert not p_values(text)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("95% CI 0.50 to 1.20", 0.5, 1.2),
        ("95% CI, 0.50-1.20", 0.5, 1.2),
        ("95% CI −20% to 11%", -20, 11),
        ("(95% CI -4.3 mm to 1.1 mm)", -4.3, 1.1),
        ("95% confidence interval from -20 to 11", -20, 11),
        ("95% confidence limits: -20; 11", -20, 11),
        ("95% CrI 0·5–1·2", 0.5, 1.2),
        ("CI95 0.5-1.2", 0.5, 1.2),
        ("95% CI 0,50–1,20", 0.5, 1.2),
        ("95% CI −20.0 attacks to 11.0 attacks", -20, 11),
        ("95% CI -20 percent to 11 percent", -20, 11),
        ("95% CI −2,891 to 1,022", -2891, 1022),
        ("confidence interval [CI], - 8.1 to -1.3", -8.1, -1.3),
    ],
)
def test_intervals(text: str, low: float, high: float) -> None:
    [interval] = intervals(text)
    assert (interval.low, interval.high) == (low, high)


def test_bounds_alone_are_read_and_an_interval_upside_down_is_none() -> None:
    assert bounds_of("0.5 to 0.9") == (0.5, 0.9)
    assert bounds_of("95% CI 0.5-0.9") == (0.5, 0.9)
    assert bounds_of("0.9 to 0.5") is None
    assert not intervals("95% CI 1.9 to 0.5")


@pytest.mark.parametrize(
    ("text", "value", "bounds", "p", "chance"),
    [
        ("hazard ratio, 0.80; 95% CI, 0.50 to 1.20; P = .34", 0.8, (0.5, 1.2), 0.34, True),
        ("HR 0.66 (95% CI 0.50-0.87; p=0.003)", 0.66, (0.5, 0.87), 0.003, False),
        ("RR 0.8 [0.5, 1.2]", 0.8, (0.5, 1.2), None, True),
        ("relative risk 0.71, 95% confidence interval 0.5 to 0.9", 0.71, (0.5, 0.9), None, False),
        ("a difference of -2.3 mm (95% CI -4.3 mm to 1.1 mm)", -2.3, (-4.3, 1.1), None, True),
        ("OR 1.5 (95% CrI 1.1–2.0)", 1.5, (1.1, 2.0), None, False),
        ("RR = 24.2, p = 0.008, 95% CI 2.3-255", 24.2, (2.3, 255), 0.008, False),
        ("odds ratio, 0.5; P = 3.2 × 10⁻⁸", 0.5, None, 3.2e-8, False),
    ],
)
def test_estimates_with_their_own_interval_and_p_value(
    text: str, value: float, bounds: tuple[float, float] | None, p: float | None, chance: bool
) -> None:
    [estimate] = estimates(text)
    assert estimate.value.value == value
    assert (estimate.interval and (estimate.interval.low, estimate.interval.high)) == bounds
    assert (estimate.p_value and estimate.p_value.value) == (p and pytest.approx(p))
    assert estimate.is_chance is chance


def test_an_interval_that_does_not_hold_its_value_is_refused() -> None:
    text = "HR 0.9 (95% CI 1.1-1.9)"
    assert not estimates(text)
    assert not statistical_tests(text)


def test_all_tests_of_a_sentence_are_seen() -> None:
    text = "It fell (p = 0.001), but death did not differ (hazard ratio 1.0; 95% CI 0.8 to 1.3; p = 0.9)."
    assert [test.is_chance for test in statistical_tests(text)] == [False, True]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,234 people and 12\u2009000 others", [1234, 12000]),
        ("50 × 10⁹/L", [5e10]),
        ("2.4×1028 cells", []),
        ("a fall of 5 -3.2% and (= − 4)", [5, -3.2, -4]),
        ("0.50-0.87", [0.5, 0.87]),
        ("beta=-0.283 and 7--13 days, 172+/-15", [-0.283, 7, 13, 172, 15]),
        ("5 mg.min-1", [5]),
        ("B12, T4 and 7.5 mg", [7.5]),
        ("12,5% against 3,4%", [12.5, 3.4]),
    ],
)
def test_numbers(text: str, values: list[float]) -> None:
    assert [number.value for number in numbers(text)] == values


def test_units() -> None:
    assert [n.unit for n in numbers("5 mm Hg, 3.2 mg/dl, 4 per cent, 6 kg/m2, 7 people")] == [
        "mm hg", "mg/dl", "%", "kg/m2", "",
    ]  # fmt: skip


@given(st.floats(1e-12, 1.0), st.sampled_from(["p = {:.3e}", "P={:.12f}", "(p < {:.6g})", "P value {:.8f}"]))
def test_a_written_p_value_is_read_back(value: float, style: str) -> None:
    text = style.format(value)
    [p] = p_values(text)
    assert math.isclose(p.value, float(style[style.index("{") :].rstrip(")").format(value)), rel_tol=1e-9)
    assert text[p.start : p.end] in text


@given(st.text(max_size=120))
def test_places_lie_within_the_text_and_in_order(text: str) -> None:
    for read in (numbers(text), p_values(text), intervals(text)):
        assert all(0 <= part.start < part.end <= len(text) for part in read)
        assert [part.start for part in read] == sorted(part.start for part in read)
    assert all(0 <= p.value <= 1 for p in p_values(text))

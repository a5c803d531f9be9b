"""The picture and the tables of an evaluation."""

from __future__ import annotations

from typing import Any

from lxml import etree

from indication_scout_assets.evaluation.rankings.picture import (
    Estimate,
    Panel,
    ranking_markdown,
    ranking_plot,
)
from indication_scout_assets.evaluation.shares import Difference, Interval

SVG = "{http://www.w3.org/2000/svg}"
WORDS = Estimate("bm25", Interval(0.70, 0.66, 0.74), None)
BETTER = Estimate(
    "a <much> longer name | of ours", Interval(0.80, 0.76, 0.84), Difference(Interval(0.1, 0.05, 0.15), 12, 4)
)
SAME = Estimate("cosine", Interval(0.69, 0.60, 0.78), Difference(Interval(-0.01, -0.06, 0.04), 5, 6))
PANELS = [Panel(title, (WORDS, BETTER, SAME), 0.97) for title in ("nDCG@10", "P@5", "MRR", "AP")]


def drawn(panels: list[Panel]) -> Any:
    return etree.fromstring(ranking_plot("Ranking on a set", "3 topics", panels))


def test_the_picture_is_a_file_of_its_own_that_names_everything():
    root = drawn(PANELS)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Ranking on a set"
    assert "bm25 0.700" in root.findtext(f"{SVG}desc", "")
    assert "prefers-color-scheme: dark" in root.findtext(f"{SVG}style", "")
    assert "filled: the paired difference leaves out 0." in "".join(root.itertext())


def test_only_a_difference_that_leaves_out_zero_is_filled():
    dots = [dot.get("class") for dot in drawn(PANELS).iter(f"{SVG}circle")]
    assert dots == ["dot", "dot sure", "dot"] * len(PANELS)


def test_everything_lies_within_the_frame():
    for panels in (PANELS, [Panel("WSS@95", (Estimate("bm25", Interval(-0.05, -0.05, -0.05), None),), 0.0)]):
        root = drawn(panels)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        for dot in root.iter(f"{SVG}circle"):
            assert 132 <= float(dot.get("cx", "-1")) <= width
            assert 0 <= float(dot.get("cy", "-1")) <= height
        for rule in root.iter(f"{SVG}line"):
            assert 132 <= float(rule.get("x1", "-1")) <= float(rule.get("x2", "-1")) <= width


def test_the_tables_show_means_and_differences():
    page = ranking_markdown("Ranking on a set", ["3 topics."], PANELS)
    assert page.startswith("# Ranking on a set\n\n3 topics.\n\n| configuration | nDCG@10 |")
    assert "| bm25 | 0.700 [0.660, 0.740] |" in page
    assert "| a <much> longer name \\| of ours | +10.0 [+5.0, +15.0] (12 : 4) |" in page
    assert "| bm25 | – |" in page
    assert "| best possible | 0.970 |" in page


def test_one_configuration_has_nothing_to_differ_from():
    page = ranking_markdown("x", [], [Panel("MRR", (WORDS,), 1.0)])
    assert "Difference" not in page

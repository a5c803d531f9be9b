"""The tables of an evaluation."""

from __future__ import annotations

from indication_scout_assets.evaluation.rankings.comparison_tables import Panel, ranking_markdown
from indication_scout_assets.evaluation.shares import Difference, Interval

NAME = "a <much> longer name | of ours"
MEANS = {
    "bm25": Interval(0.70, 0.66, 0.74),
    NAME: Interval(0.80, 0.76, 0.84),
    "cosine": Interval(0.69, 0.60, 0.78),
}
LESS = {
    NAME: Difference(Interval(0.1, 0.05, 0.15), 12, 4),
    "cosine": Difference(Interval(-0.01, -0.06, 0.04), 5, 6),
}
PANELS = [Panel(title, MEANS, LESS, 0.97) for title in ("nDCG@10", "P@5", "MRR", "AP")]


def test_the_tables_show_means_and_differences():
    page = ranking_markdown("Ranking on a set", ["3 topics."], PANELS, "bm25")
    assert page.startswith("# Ranking on a set\n\n3 topics.\n\n| configuration | nDCG@10 |")
    assert "| bm25 | 0.700 [0.660, 0.740] |" in page
    assert "| a <much> longer name \\| of ours | +10.0 [+5.0, +15.0] (12 : 4) |" in page
    assert "| bm25 | – |" in page
    assert "| best possible | 0.970 |" in page


def test_one_configuration_has_nothing_to_differ_from():
    page = ranking_markdown("x", [], [Panel.of("MRR", {"bm25": [0.5]}, "bm25", 1.0)], "bm25")
    assert "Difference" not in page

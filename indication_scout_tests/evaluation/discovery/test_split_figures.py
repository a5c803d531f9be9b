"""Recall by day and split, and answers that are shuffled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from indication_scout_assets.evaluation.discovery.discovery_evaluation import evaluate_discovery
from indication_scout_assets.evaluation.discovery.discovery_figures import JudgedList
from indication_scout_assets.evaluation.discovery.split_figures import DayLists, figures_by_part, shuffled
from indication_scout_assets.settings import Settings

from .folders import OUTCOMES, write_folder

OWN = [f"MONDO_{number}" for number in range(40)]
POPULAR = tuple(f"MONDO_{number}" for number in range(100, 160))


def lists() -> list[DayLists]:
    """Forty drugs whose own list starts with the one disease that came, beside one popular answer each."""
    made = []
    for number, own in enumerate(OWN):
        answers = frozenset({own, POPULAR[number % 20]})
        ranking = (own, *(disease for disease in OWN if disease != own))
        product, popular = (JudgedList(f"D{number}", r, answers) for r in (ranking, (*POPULAR, *OWN)))
        made.append(DayLists("outcomes", 2010.0 + number % 2, product, popular))
    return made


def test_every_day_and_split_has_a_row_and_all_splits_a_mean() -> None:
    rows = figures_by_part(lists())
    assert [row["part"] for row in rows[:2]] == ["day 2010", "day 2011"]
    assert rows[-1]["part"] == "mean of splits"
    splits = [row for row in rows if row["part"].startswith("split")]
    assert sum(row["answers"] for row in splits) == rows[-1]["answers"] == 80
    assert {row["product"] for row in rows} == {0.5}, "each list holds its own disease and no popular one"
    assert rows[-1]["spread"] == 0


def test_what_knows_the_drug_falls_to_popularity_where_answers_are_shuffled() -> None:
    mean = figures_by_part(lists())[-1]
    assert mean["product"] > mean["popularity"]
    assert mean["shuffled_product"] < mean["shuffled_popularity"]


def test_shuffling_keeps_how_often_each_disease_came() -> None:
    before, after = lists(), shuffled(lists(), 0)
    came, dealt = (Counter(d for each in made for d in each.product.answers) for made in (before, after))
    assert dealt <= came
    assert dealt.total() > 70, "but for a disease dealt twice to one drug"
    assert [each.product.answers for each in after] != [each.product.answers for each in before]


def test_a_further_day_is_judged_by_what_first_came_after_it(tmp_path: Path) -> None:
    dated = [{**answer, "first_year": 2013.0} for answer in OUTCOMES]
    folder = write_folder(tmp_path, outcomes=dated)
    rows = evaluate_discovery(folder, Settings()).as_json()["parts"]
    parts = {row["part"] for row in rows if row["kind"] == "outcomes" and row["part"].startswith("day")}
    assert parts == {"day 2008", "day 2010", "day 2012"}

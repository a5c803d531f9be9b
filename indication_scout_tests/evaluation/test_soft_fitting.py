"""Fitting the soft reading: the same articles give the same bytes, and too few of them one clear sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from indication_scout_assets.cli import commands
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.shares import Share
from indication_scout_assets.evaluation.soft_fitting import SidelessArticle, as_json, fit, soft_figures
from indication_scout_assets.rules.sides.soft_reading import SoftWeights, weights_from_json
from indication_scout_tests.evaluation.test_polarity import folder_of

DRUGS = [f"zel{letter}vir" for letter in "abcdefghijkl"]
OF_SUPPORT = "Much is written of headache. {} is effective in migraine. {} relieved migraine. Migraine is discussed."
OF_LEVELS = "Plasma levels of {} were measured in migraine. Levels of {} and atenolol were alike. Age was noted."
FITTED = {
    "likely": -10,
    "unclear": -10,
    "weights": {
        "both in 2 sentences": 2,
        "disease in 2 sentences": 2,
        "disease in 3 sentences": 2,
        "disease in most sentences": 2,
        "drug and disease beside benefit": 2,
        "drug and disease beside benefit, conclusion": 2,
        "drug and disease beside benefit, result": 2,
        "drug and disease beside safety": -2,
        "drug beside another agent": -2,
        "drug in most sentences": -2,
        "no result": -2,
        "phrase effective": 2,
        "phrase helped": 2,
        "result supports, conclusion": 2,
        "result supports, names both": 2,
        "result supports, result": 2,
        "the drug treats the disease": 2,
        "the drug unclear the disease": -2,
    },
}


def rows() -> list[dict[str, Any]]:
    """Per drug a review that tells a benefit in passing, and a study of plasma levels."""
    return [
        {"row": f"{label}-{drug}", "drug": drug, "disease": "migraine", "id": f"{label}-{drug}", "label": label,
         "title": title, "abstract": text.format(drug.capitalize(), drug.capitalize())}
        for drug in DRUGS
        for label, title, text in (
            ("supports", "Atenolol and headache", OF_SUPPORT),
            ("use_only", "Drug levels in the clinic", OF_LEVELS),
        )
    ]  # fmt: skip


def test_the_same_articles_give_the_same_bytes_on_every_machine(tmp_path: Path) -> None:
    written = tmp_path / "weights.json"
    arguments = ["eval", "polarity", str(folder_of(tmp_path, rows())), "--fit-soft", str(written), "--json"]
    result = CliRunner().invoke(commands.main, arguments)
    assert result.exit_code == 0, result.stderr
    assert json.loads(written.read_text("utf-8")) == FITTED
    assert written.read_text("utf-8") == as_json(weights_from_json(written.read_text("utf-8")))


def test_articles_of_few_drugs_are_refused_in_one_sentence(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, rows()[:4])
    result = CliRunner().invoke(commands.main, ["eval", "polarity", str(folder), "--fit-soft", str(tmp_path / "w")])
    assert result.exit_code == 1
    assert "Weights cannot be fitted to 4 articles without a side of 2 drugs" in result.stderr
    assert not (tmp_path / "w").exists()


def test_articles_of_one_kind_are_refused() -> None:
    with pytest.raises(PermanentFailure, match="12 of which support"):
        fit([SidelessArticle(drug, frozenset({"a"}), supports=True) for drug in DRUGS])


def test_figures_count_by_word_and_order() -> None:
    weights = SoftWeights(likely=2, unclear=1, weights={"a": 1, "b": 1})
    of = [("ab", True), ("ab", False), ("a", False), ("", True), ("", False)]
    articles = [SidelessArticle("zelavir", frozenset(facts), supports) for facts, supports in of]
    figures = soft_figures(articles, weights)
    assert figures.by_word == {"likely supports": Share(1, 2), "unclear": Share(0, 1), "nothing": Share(1, 2)}
    assert figures.area == pytest.approx((1 + 0.5 + 1 + 0 + 0 + 0.5) / 6)
    assert soft_figures(articles[:1], weights).area is None

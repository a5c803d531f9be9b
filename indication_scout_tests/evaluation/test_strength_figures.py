"""Published judgements of strength: the file, the counts, and that the judged review is no evidence."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from indication_scout_assets.domain.findings.assessment import (
    EvidenceStrength,
    GradeDomain,
    StrengthOfEvidence,
    StrengthStep,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.halves import half_of_name
from indication_scout_assets.evaluation.judged_sets import as_csv, read_rows
from indication_scout_assets.evaluation.strength_figures import (
    JUDGEMENTS,
    ComparedStrength,
    StrengthEvaluation,
    StrengthJudgement,
    evaluate_strength,
    weighted_kappa,
)
from indication_scout_assets.settings import Settings

HIGH, MODERATE, LOW, VERY_LOW = EvidenceStrength


def compared(drug: str, published: EvidenceStrength, ours: EvidenceStrength | None) -> ComparedStrength:
    row = StrengthJudgement(
        review="1", drug=drug, disease="asthma", comparator="placebo", word=published, benefit=True,
        labelled_on="2026-11-28",
    )  # fmt: skip
    step = StrengthStep(domain=GradeDomain.DESIGN, fact="One study.")
    strength = None
    if ours:
        strength = StrengthOfEvidence(word=ours, start=HIGH, direction=Polarity.SUPPORTS, steps=(step,), studies=("1",))
    return ComparedStrength(row, 1, strength)


def test_the_judgements_are_of_both_halves_and_each_pair_once() -> None:
    rows = read_rows(JUDGEMENTS, StrengthJudgement)
    assert Counter(half_of_name(row.drug) for row in rows) == {0: 14, 1: 8}
    assert len({(row.drug, row.disease) for row in rows}) == len(rows)
    assert {row.word for row in rows} == set(EvidenceStrength)
    assert as_csv(rows, StrengthJudgement) == JUDGEMENTS.read_text("utf-8")


def test_shares_are_of_the_pairs_with_a_word() -> None:
    pairs = [
        compared("a", HIGH, HIGH),
        compared("b", LOW, HIGH),
        compared("c", HIGH, MODERATE),
        compared("d", LOW, None),
    ]
    evaluation = StrengthEvaluation(pairs)
    assert {name: (share.hits, share.of) for name, share in evaluation.shares.items()} == {
        "the same word": (1, 3), "within one step": (2, 3), "higher than published": (1, 3),
        "lower than published": (1, 3), "benefit where published": (3, 3),
    }  # fmt: skip
    assert evaluation.confusion == [
        ["high", "1", "1", "0", "0"], ["moderate", "0", "0", "0", "0"], ["low", "1", "0", "0", "0"],
        ["very low", "0", "0", "0", "0"],
    ]  # fmt: skip
    assert (evaluation.judged, evaluation.as_json()["compared"]) == (4, 3)


@pytest.mark.parametrize(
    ("places", "kappa"),
    [([(0, 0), (1, 1), (2, 2)], 1.0), ([(0, 1), (1, 0)], -1.0), ([(0, 0), (0, 2), (2, 0), (2, 2)], 0.0)],
)
def test_weighted_kappa(places: list[tuple[int, int]], kappa: float) -> None:
    assert weighted_kappa(np.array(places)) == pytest.approx(kappa)


def test_kappa_is_no_number_where_both_give_one_word_and_none_for_one_drug() -> None:
    assert math.isnan(weighted_kappa(np.array([(1, 1), (1, 1)])))
    assert StrengthEvaluation([compared("a", HIGH, HIGH)]).kappa is None
    kappa = StrengthEvaluation([compared("a", HIGH, HIGH), compared("b", LOW, LOW)]).kappa
    assert kappa
    assert kappa[0] == 1.0


def test_a_file_of_another_form_is_refused_by_line(tmp_path: Path) -> None:
    file = tmp_path / "judged.csv"
    file.write_text("review,drug,disease,comparator,word,benefit,labelled_on\n1,a,b,placebo,certain,yes,2026-11-28\n")
    with pytest.raises(PermanentFailure, match=r"judged\.csv, line 2: word"):
        evaluate_strength(Settings(), file)
    file.write_text("review,drug,disease,comparator,word,benefit,labelled_on\n")
    with pytest.raises(PermanentFailure, match="has no judgement"):
        evaluate_strength(Settings(), file)

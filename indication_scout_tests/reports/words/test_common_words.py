from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    ClassFact,
    SetAside,
    TargetDirection,
    TargetFact,
    UseEvidence,
    UseFact,
)
from indication_scout_assets.domain.diseases import NameMethod
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole
from indication_scout_assets.reports.views.candidates.candidate_views import Arithmetic, weights_of
from indication_scout_assets.reports.words import article_words, common_words, comparison_words

from ..sample import TRIALS, sample_report, withdrawn_report

REPORT = sample_report()
FIBROSIS, PREECLAMPSIA, RAYNAUD, ALTITUDE = (e.candidate for e in REPORT.candidates)


def test_every_value_has_its_word() -> None:
    for labels, values in (
        (common_words.APPROVAL, ApprovalStatus), (common_words.SET_ASIDE, SetAside),
        (common_words.DIRECTION_WORD, Polarity),
        (common_words.STATE, SourceState), (common_words.NAME_METHOD, NameMethod),
        (common_words.CONDITION, ConditionMatch), (common_words.ROLE, DrugRole),
        (comparison_words.MARK, SetAside),
        (article_words.STATUS, RetractionStatus),
    ):  # fmt: skip
        assert set(labels) == set(values)


def test_target_sentence_has_the_parts_largest_first() -> None:
    sentence = common_words.target_sentence(REPORT.drug, "lung fibrosis", FIBROSIS.target_facts[0])
    assert sentence == (
        "PDE5A, which sildenafil inhibits, is associated with lung fibrosis "
        "(score 0.42: genetic association 0.30, literature 0.22, animal model 0.11)."
    )


def test_direction_is_said_with_its_count() -> None:
    assert common_words.direction_sentence(FIBROSIS.target_facts[0]).endswith("(of the evidence, 7 agree, 1 opposes).")
    assert "may do harm" in common_words.direction_sentence(ALTITUDE.target_facts[0])
    lost = ALTITUDE.target_facts[0].model_copy(update={"inherited_loss": "a recessive disease"})
    assert common_words.direction_sentence(lost).endswith(f"Loss of {lost.symbol} is the disease: a recessive disease.")


@pytest.mark.parametrize(
    ("stage", "verb"),
    [
        (ClinicalStage.APPROVAL, "was approved for"),
        (ClinicalStage.PHASE_2_3, "reached phase 2/3 in"),
        (ClinicalStage.WITHDRAWAL, "was approved, later withdrawn, for"),
    ],
)
def test_class_sentence(stage: ClinicalStage, verb: str) -> None:
    fact = ClassFact(
        chembl_id="CHEMBL779", name="TADALAFIL", stage=stage, shared_targets=("PDE5A",), action_type="INHIBITOR",
        target_count=2, stop_reasons=("Insufficient_Enrollment", "Insufficient_Enrollment"),
    )  # fmt: skip
    assert common_words.class_sentence("gout", fact) == (
        f"tadalafil (inhibitor of PDE5A too) {verb} gout; it has 2 targets in all; "
        "trials were stopped for: insufficient enrollment."
    )


def test_names_in_capitals_are_lowered_and_codes_are_not() -> None:
    assert common_words.in_sentence("SILDENAFIL CITRATE") == "sildenafil citrate"
    assert common_words.in_sentence("UK-92480") == "UK-92480"
    assert common_words.in_heading("ROFECOXIB") == "Rofecoxib"


def test_warnings_say_what_where_and_when() -> None:
    sentences = [common_words.warning_sentence(w) for w in withdrawn_report().drug.warnings]
    assert sentences[0] == "Withdrawn in 2004 (Worldwide): cardiotoxicity; Myocardial infarction and stroke."
    assert sentences[1] == "Boxed warning: cardiotoxicity."


def test_a_stop_is_classed_and_quoted() -> None:
    assert common_words.stop_sentence(TRIALS["NCT99000002"]).startswith("lack of efficacy: “Interim analysis")
    assert common_words.stop_sentence(TRIALS["NCT99000001"]) == ""


def test_unknown_results_are_not_called_missing() -> None:
    assert [common_words.results_posted(TRIALS[f"NCT9900000{n}"]) for n in (1, 2, 5)] == ["yes", "no", "not known"]


def test_arithmetic_gives_the_stored_score() -> None:
    for evidence in REPORT.candidates:
        steps = Arithmetic(evidence.candidate.score, weights_of(REPORT.run))
        assert steps.stands


def test_arithmetic_of_another_formula_is_not_shown_as_if_it_stood() -> None:
    steps = Arithmetic(FIBROSIS.score.model_copy(update={"total": 0.9}), weights_of(REPORT.run))
    assert not steps.stands
    assert "together" not in steps.sentence


def test_the_reason_for_a_candidate_is_one_plain_sentence() -> None:
    bare = RAYNAUD.model_copy(update={"class_facts": (), "target_facts": (), "use": UseEvidence()})
    mate = ClassFact(
        chembl_id="CHEMBL779", name="TADALAFIL", stage=ClinicalStage.PHASE_3, shared_targets=("PDE5A",),
        action_type="INHIBITOR",
    )  # fmt: skip
    gene = TargetFact(ensembl_id="E1", symbol="PDE5A", action_type="INHIBITOR", score=0.4)
    near = UseFact(
        chembl_id="CHEMBL9", name="bosentan", similarity=0.3, shared=("pulmonary hypertension",),
        stage=ClinicalStage.APPROVAL, shared_targets=("PDE5A",),
    )  # fmt: skip
    reasons: dict[str, dict[str, Any]] = {
        "": {},
        "Tadalafil, which inhibits the same target (PDE5A), reached phase 3 in it.": {"class_facts": (mate,)},
        "PDE5A, which the drug inhibits, is associated with it by two kinds of evidence.": {"target_facts": (gene,)},
        "PDE5A, which the drug inhibits, is associated with it, and the evidence says that this should help.": {
            "target_facts": (gene.model_copy(update={"direction": TargetDirection.AGREES}),)
        },
        "Bosentan, which is used alike and acts on the same target (PDE5A), is listed for it.": {
            "use": UseEvidence(strength=1, drugs=1, facts=(near,))
        },
    }
    for sentence, facts in reasons.items():
        assert common_words.reason(bare.model_copy(update=facts)) == sentence


def test_a_quotation_is_not_cut_before_its_result() -> None:
    result = "Attacks fell by 42% with it (p=0.04); all were seen again; of all randomized 19% gained (95% CI -1; 39)."
    assert common_words.quoted_words(result, 200) == result
    cut = common_words.quoted_words(result, 50)
    assert cut == "Attacks fell by 42% with it (p=0.04); … of all randomized 19% gained (95% CI -1; 39)."
    assert common_words.quoted_words(f"{result} It was safe.", 110) == f"{result} …"
    words = "It did not lower the number of attacks in any of the groups that were planned."
    assert common_words.quoted_words(words, 20) == words, "a sentence of one clause is whole"
    assert common_words.quoted_words("Stopped\n for futility.") == "Stopped for futility."

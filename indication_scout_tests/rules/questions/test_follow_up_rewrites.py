"""A model's rewriting of a follow-up: every entity carried, and no new one."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.follow_ups import rewrite_fault, standalone_question

BEFORE = "What is the effect of metformin on body weight in women with diabetes?"
FOLLOW_UP = "And on insulin resistance?"
BY_RULE = standalone_question(FOLLOW_UP, BEFORE).text


@pytest.mark.parametrize(
    "rewrite",
    [
        BY_RULE,
        "What are the effects of metformin on insulin resistance in women with diabetes?",
    ],
)
def test_a_rewriting_that_keeps_to_what_was_said_is_used(rewrite: str) -> None:
    assert rewrite_fault(rewrite, FOLLOW_UP, BEFORE, BY_RULE) == ""


@pytest.mark.parametrize(
    ("rewrite", "fault"),
    [
        ("", "no question"),
        ("What is the effect of metformin on body weight?", "leaves out"),
        ("What is the effect on insulin resistance in women with diabetes?", "leaves out"),
        ("What is the effect of metformin and glipizide on insulin resistance in women with diabetes?", "adds"),
        ("What is the effect of metformin on insulin resistance in women with diabetes?\nIgnore this.", "no question"),
        ("Does metformin have an effect on insulin resistance in women with diabetes?", "another kind"),
    ],
)
def test_one_that_loses_or_adds_is_not(rewrite: str, fault: str) -> None:
    assert fault in rewrite_fault(rewrite, FOLLOW_UP, BEFORE, BY_RULE)

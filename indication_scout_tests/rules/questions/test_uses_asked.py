"""Whether a question asks if a drug is good for a disease, and how labels are asked it."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.uses_asked import use_asked
from indication_scout_tests.label_examples import held, names_of, ormadine, velotrin

NAMES = names_of(held(velotrin(), "velotrin"), held(ormadine(), "ormadine"))


@pytest.mark.parametrize(
    ("question", "of_labels", "helps"),
    [
        ("Does velotrin help gout?", "Is velotrin indicated for gout?", True),
        ("Does Velozip treat alcohol use disorder?", "Is Velozip indicated for alcohol use disorder?", True),
        ("Is velotrin effective for hay fever?", "Is velotrin indicated for hay fever?", True),
        ("Can velotrin be used in gout without tophi?", "Is velotrin indicated for gout?", False),
    ],
)
def test_a_question_of_a_use_is_put_to_labels_in_their_words(question: str, of_labels: str, helps: bool) -> None:
    asked = use_asked(question, NAMES)
    assert asked is not None
    assert (asked.question, asked.helps) == (of_labels, helps)


@pytest.mark.parametrize(
    "question",
    [
        "Is velotrin better than ormadine for gout?",
        "Does velotrin reduce mortality in gout?",
        "Does oat bran help gout?",
        "What is the dose of velotrin in gout?",
        "Can velotrin be used in children?",
    ],
)
def test_other_questions_ask_for_no_use(question: str) -> None:
    assert use_asked(question, NAMES) is None

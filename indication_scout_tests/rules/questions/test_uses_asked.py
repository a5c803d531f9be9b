"""Whether a question asks if a drug is good for a disease, and how labels are asked it."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.uses_asked import naming, use_asked
from indication_scout_tests.label_examples import asking, held, names_of, ormadine, paragraphs, section, spl, velotrin

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
        "Can velotrin be used in children?",
    ],
)
def test_other_questions_ask_for_no_use(question: str) -> None:
    assert use_asked(question, NAMES) is None


def test_of_the_uses_those_that_name_the_disease_are_shown() -> None:
    both = spl(
        "11110000-0000-4000-8000-000000000006", "Nardex", "nardexin", "nardexin",
        section("34067-9", "INDICATIONS", paragraphs("Nardexin is indicated for gout.", "It is used for colds.")),
    )  # fmt: skip
    facts = asking(both, "nardexin")("What is nardexin indicated for?").facts
    assert len(facts) == 2
    assert [fact.text for fact in naming("gout", facts)] == ["Nardexin is indicated for gout."]
    assert naming("the king's evil", facts) == facts, "a label may have other words for it"

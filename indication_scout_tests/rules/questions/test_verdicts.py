"""A verdict is told as one only where more sentences point its way than any other."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import EvidenceCount, Verdict
from indication_scout_assets.rules.questions.verdicts import verdict_told, verdict_words


def counts(**sentences: int) -> tuple[EvidenceCount, ...]:
    return tuple(EvidenceCount(reading=name, sentences=number, papers=1) for name, number in sentences.items())


@pytest.mark.parametrize(
    ("verdict", "given", "words"),
    [
        (Verdict.YES, counts(yes=2, no=1), "yes"),
        (Verdict.YES, counts(yes=2, no=2), "papers are divided, by weight yes"),
        (Verdict.NO_DIFFERENCE, counts(decreased=1, no_difference=1), "papers are divided, by weight no difference"),
    ],
)
def test_a_tie_is_told(verdict: Verdict, given: tuple[EvidenceCount, ...], words: str):
    shown = verdict_told(verdict, given)
    assert shown is not None
    assert verdict_words(shown) == words
    assert (shown.value, shown.votes, shown.divided) == (verdict, given, "divided" in words)


def test_who_read_what_counts_is_said_with_the_verdict():
    assert verdict_told(None, ()) is None
    by_rule, by_model = verdict_told(Verdict.YES, counts(yes=1)), verdict_told(Verdict.YES, counts(yes=1), "a-model")
    assert by_rule is not None
    assert by_model is not None
    assert by_rule.caution.startswith("Read by rule")
    assert by_model.caution.startswith("Read by a-model")

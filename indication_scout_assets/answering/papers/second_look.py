"""What a second reader may change about a verdict: a language model's reading of each sentence held against the rules'.

What belongs here: the table, and nothing else; who is asked, and how, is in ``verdict_reader``. A second reader only
ever takes away: no reading of its own is counted.

| sentence that would count | by the model | what becomes of it |
|---|---|---|
| points somewhere | the same way | counts |
| points somewhere | another way, or nowhere | withheld: shown with what the model reads, not counted |
| points somewhere | no usable answer | unread: counts as the rules read it, how many is said |

| verdict of all | of what is left | the verdict |
|---|---|---|
| any | the same | stands |
| yes, no | maybe | maybe |
| any | none, or another one | there is none, and why is said |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...domain.questions.question_answering import SecondReaderReport, Verdict

NOTHING = "nothing"
"""What the model says of a sentence that does not answer what was asked."""


class ReaderAnswer(NamedTuple):
    """What a model says of the sentences that a verdict would count."""

    provider: str
    model: str
    says: tuple[str, ...]
    """Of each: a verdict, ``nothing``, or empty where there is no usable answer."""
    failure: str = ""
    """Why there is none, of some or all, in one plain sentence."""


class SecondLook(NamedTuple):
    """What became of the sentences."""

    withheld: tuple[str, ...]
    """Of each why it does not count; empty where it does."""
    report: SecondReaderReport


def second_look(readings: Sequence[Verdict | None], answer: ReaderAnswer) -> SecondLook:
    """Hold the model's answer against the rules' readings of the same sentences, by the table above."""
    withheld = tuple(
        _withheld(by_rule, says, answer.model) for by_rule, says in zip(readings, answer.says, strict=True)
    )
    report = SecondReaderReport(
        provider=answer.provider,
        model=answer.model,
        sentences=len(readings),
        withheld=sum(map(bool, withheld)),
        unread=answer.says.count(""),
        failure=answer.failure,
    )
    return SecondLook(withheld, report)


def _withheld(by_rule: Verdict | None, says: str, model: str) -> str:
    if not says or says == by_rule:
        return ""
    theirs = "no answer to this question" if says == NOTHING else says.replace("_", " ")
    return f"withheld: the model {model} reads {theirs} here"


def verdict_left(by_rules: Verdict | None, left: Verdict | None) -> Verdict | None:
    """The verdict after sentences were withheld, of the one of all and the one of what is left: weaker or none."""
    return left if left in (by_rules, Verdict.MAYBE) else None


def why_none(report: SecondReaderReport, left: Verdict | None) -> str:
    """Why there is no verdict any more."""
    if left is None:
        return f"No verdict: the model {report.model} reads no sentence that would count as the rules do."
    return f"No verdict: what the model {report.model} does not dispute points another way than the rules' verdict."

"""Drugs beside each other in one disease: the same facts of each candidate, row by row.

What belongs here: which facts are set beside each other. A drug that has the disease in no list of candidates has one
fact: what the disease is to it instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ....domain.candidates import CandidateList
from ...words import common_words, summary_words
from .candidate_views import CandidateView

FACTS: Final = (
    "What was found", "Direction", "Stage", "Odds", "Harm", "Approval", "For", "Against", "Missing",
    summary_words.LARGEST_TRIAL, summary_words.PHASE_THREE, summary_words.DOSES_GIVEN, "Studies",
)  # fmt: skip
"""The rows, in their order."""
STUDIES: Final = 5


@dataclass(frozen=True)
class DrugInDisease:
    """One drug's column."""

    drug: str
    line: str
    """What the disease is to the drug: a candidate with its place, an approved use, nothing known."""
    view: CandidateView | None = None

    @property
    def facts(self) -> dict[str, list[str]]:
        """The sentences of each row, by its name; none where there is nothing to say."""
        if self.view is None:
            return {}
        summary = self.view.summary
        against = [part.text for part in summary.case_against] or [summary.none_against]
        facts = {
            "What was found": [summary.found],
            "Direction": [summary.side],
            "Stage": [summary.stage],
            "Odds": [summary.odds] if self.view.listed is CandidateList.NEW else [],
            "Harm": [self.view.assessment.harm_cell],
            "Approval": [common_words.APPROVAL[self.view.candidate.approval]],
            "For": [part.text for part in summary.case_for] or [summary_words.NONE_FOR],
            "Against": against,
            "Missing": summary.missing or [summary_words.NONE_MISSING],
            "Studies": [
                f"{row.record.name}: {row.design}, {summary_words.people(row.people)}, {row.side}. {row.result}".strip()
                for row in summary.studies[:STUDIES]
            ],
        }
        return facts | {fact.name: [fact.text] for fact in summary.facts}


def rows_beside(columns: Sequence[DrugInDisease]) -> list[tuple[str, list[list[str]]]]:
    """Each fact that one of the drugs has, with what it is for each of them."""
    of_each = [column.facts for column in columns]
    rows = [(name, [facts.get(name, []) for facts in of_each]) for name in FACTS]
    return [(name, cells) for name, cells in rows if any(cells)]

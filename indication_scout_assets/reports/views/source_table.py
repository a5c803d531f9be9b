"""What was searched: every source once, with the worst that became of asking it.

What belongs here: counting outcomes by source. A source that failed once has failed, however often it answered, because
what it did not say then is missing from the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten
from typing import Final

from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import SourceOutcome, SourceState
from ..words import common_words
from ..words.article_words import ARTICLE_SOURCES
from . import search_views

_BY_WEIGHT: Final = (
    SourceState.NOT_ASKED,
    SourceState.EMPTY,
    SourceState.OK,
    SourceState.DEGRADED,
    SourceState.FAILED,
)
_REASONS: Final = 3
_REASON_LENGTH: Final = 180
TROUBLE: Final = frozenset({SourceState.FAILED, SourceState.DEGRADED})


@dataclass(frozen=True)
class SourceRow:
    """One source over all questions put to it."""

    source: str
    outcomes: tuple[SourceOutcome, ...]

    @property
    def state(self) -> SourceState:
        return worst(o.state for o in self.outcomes)

    @property
    def questions(self) -> int:
        """Questions that were put to it."""
        return len(self.outcomes) - self.count(SourceState.NOT_ASKED)

    @property
    def answered(self) -> bool:
        """Whether any question was answered; else its number of records says nothing."""
        return any(map(search_views.answered, self.outcomes))

    @property
    def records(self) -> int:
        return sum(o.found for o in self.outcomes)

    @property
    def left_out(self) -> int:
        """Records an as-of date kept out; a record that several questions brought counts for each."""
        return sum(o.left_out for o in self.outcomes)

    def count(self, state: SourceState) -> int:
        return sum(o.state is state for o in self.outcomes)

    @property
    def troubles(self) -> str:
        """``2 failed, 1 in part``; empty where there is none."""
        counted = ((SourceState.FAILED, "failed"), (SourceState.DEGRADED, "in part"))
        return ", ".join(f"{n} {word}" for state, word in counted if (n := self.count(state)))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The distinct reasons behind its state, shortened, at most three and a count of the rest.

        Where a source answered, a question to which it had nothing is no trouble and gives no reason.
        """
        states = TROUBLE if self.state in TROUBLE else {self.state}
        ordered = sorted((o for o in self.outcomes if o.state in states), key=lambda o: -_BY_WEIGHT.index(o.state))
        distinct = list(dict.fromkeys(shorten(o.reason, _REASON_LENGTH, placeholder=" …") for o in ordered if o.reason))
        more = len(distinct) - _REASONS
        return (*distinct[:_REASONS], *((f"and {common_words.plural(more, 'other reason')}",) if more > 0 else ()))


def worst(states: Iterable[SourceState]) -> SourceState:
    """Failed before answered in part before answered before nothing found before not asked, as where there is none."""
    return max(states, key=_BY_WEIGHT.index, default=SourceState.NOT_ASKED)


def source_rows(outcomes: Iterable[SourceOutcome]) -> list[SourceRow]:
    """A row per source, in the order in which the sources first appear."""
    by_source: dict[str, list[SourceOutcome]] = {}
    for outcome in outcomes:
        by_source.setdefault(outcome.source, []).append(outcome)
    return [SourceRow(source, tuple(answers)) for source, answers in by_source.items()]


def all_outcomes(report: EvidenceReport) -> list[SourceOutcome]:
    """What sources answered about the drug, then about each candidate."""
    return [*report.outcomes, *(o for evidence in report.candidates for o in evidence.outcomes)]


def sources_line(rows: Sequence[SourceRow]) -> str:
    """``18 sources: 15 answered, 2 found nothing, 1 failed: OMIM``; empty where no source was asked.

    Names stand between semicolons, for some hold a comma: ``Europe PMC, recent``.
    """
    if not rows:
        return ""
    names = {state: [row.source for row in rows if row.state is state] for state in SourceState}
    part, failed, silent = (names[s] for s in (SourceState.DEGRADED, SourceState.FAILED, SourceState.NOT_ASKED))
    counts = [
        f"{len(names[SourceState.OK])} answered" if names[SourceState.OK] else "",
        f"{len(names[SourceState.EMPTY])} found nothing" if names[SourceState.EMPTY] else "",
        f"{len(silent)} not asked ({'; '.join(silent)})" if silent else "",
        f"{len(part)} answered in part ({'; '.join(part)})" if part else "",
        f"{len(failed)} failed: {'; '.join(failed)}" if failed else "",
    ]
    return f"{common_words.plural(len(rows), 'source')}: {', '.join(s for s in counts if s)}"


class AskedSources:
    """What became of asking the sources for one candidate."""

    def __init__(self, outcomes: Sequence[SourceOutcome]) -> None:
        self._outcomes = outcomes

    @cached_property
    def source_states(self) -> dict[str, SourceState]:
        """The worst state of each source, by source name."""
        return {row.source: row.state for row in source_rows(self._outcomes)}

    @property
    def troubles(self) -> list[SourceOutcome]:
        """Sources that failed or answered only in part."""
        return [o for o in self._outcomes if o.state in TROUBLE]

    @cached_property
    def states_summary(self) -> list[tuple[SourceState, str, list[str]]]:
        """For the table: the state, ``17 answered`` or ``1 failed``, and the sources; what is wrong comes first.

        What was not asked is left to the list of sources: it says nothing about the candidate.
        """
        named = {state: [s for s, known in self.source_states.items() if known is state] for state in SourceState}
        answered = named[SourceState.OK] + named[SourceState.EMPTY]
        rows = (
            (SourceState.FAILED, "failed", named[SourceState.FAILED]),
            (SourceState.DEGRADED, "in part", named[SourceState.DEGRADED]),
            (SourceState.OK if named[SourceState.OK] else SourceState.EMPTY, "answered", answered),
        )
        return [(state, f"{len(sources)} {word}", sources) for state, word, sources in rows if sources]

    @property
    def states_line(self) -> str:
        """``17 answered``; what is in trouble is named: ``1 failed: OMIM``."""
        troubled = {outcome.source for outcome in self.troubles}
        return "; ".join(
            f"{counted}: {', '.join(sources)}" if troubled & set(sources) else counted
            for _, counted, sources in self.states_summary
        )

    @property
    def silent_article_sources(self) -> list[str]:
        """Sources of articles that could not be asked."""
        return self._article_sources(SourceState.FAILED)

    @property
    def heard_article_sources(self) -> list[str]:
        """Sources of articles that answered in full."""
        return self._article_sources(SourceState.OK, SourceState.EMPTY)

    def _article_sources(self, *states: SourceState) -> list[str]:
        return [s for s, state in self.source_states.items() if s in ARTICLE_SOURCES and state in states]

"""How a report is cited, what its sources were asked and when, and the boxes of its flow with their reasons.

What belongs here: the words of the section “Cite this report” and of the flow, equal in all formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from ...domain.findings.evidence import Excluded, PrismaFlow
from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import SourceState
from ..words import common_words
from .source_table import all_outcomes

_SILENT = frozenset({SourceState.FAILED, SourceState.NOT_ASKED})


class ReportCitation:
    """The suggested citation of a report, and what stands behind its hash."""

    def __init__(self, report: EvidenceReport) -> None:
        run, name = report.run, common_words.in_heading(report.drug.name)
        as_of = f" Knowledge as of {common_words.day(run.as_of)}." if run.as_of else ""
        demonstration = " Demonstration, no real evidence." if run.demonstration else ""
        self.text = (
            f"IndicationScout {run.code_version}. {name}: evidence for new uses. Report of "
            f"{common_words.day(run.built_at)}, workspace {run.workspace}.{as_of}{demonstration} "
            f"SHA-256 {report.sha256}."
        )
        self.command = f"scout --workspace {run.workspace} report {report.drug.slug} --format json"
        self.searched = _searched(report)
        self.sources = list(_sources(report))
        """Sources with their release, or the days on which they were asked."""


def _searched(report: EvidenceReport) -> str:
    """``Searched 2 May 2026 to 3 May 2026; data of Open Targets 26.06.``: how old what the report rests on is."""
    days = sorted({s.searched_at.date() for part in report.candidates for s in part.searches if s.state not in _SILENT})
    searched = " to ".join(dict.fromkeys(map(common_words.day, (*days[:1], *days[-1:]))))
    return f"Searched {searched or 'nothing'}; data of {common_words.versions(report.run)}."


def _sources(report: EvidenceReport) -> Iterator[tuple[str, str]]:
    """The sources that gave an answer, those of one release or day together; labels each with its version."""
    run, days = report.run, dict[str, set[date]]()
    for search in (search for part in report.candidates for search in part.searches):
        if search.state not in _SILENT:
            days.setdefault(search.source, set()).add(search.searched_at.date())
    heard = [outcome.source for outcome in all_outcomes(report) if outcome.state not in _SILENT]
    dated: dict[str, list[str]] = {}
    for source in dict.fromkeys((*run.data_versions, *days, *heard)):
        if (release := run.data_versions.get(source)) is not None:
            when = f"release {release.removeprefix(source).strip()}"
        elif source in days:
            when = f"asked on {common_words.listed(common_words.day(day) for day in sorted(days[source]))}"
        else:
            when = f"asked on {common_words.day(run.built_at)} or before"
        dated.setdefault(when, []).append(source)
    yield from (("; ".join(sources), when) for when, sources in dated.items())
    for label in report.labels:
        effective = f" of {common_words.day(label.effective)}" if label.effective else ""
        yield f"{label.source}, label {label.set_id}", f"version {label.version or 'not stated'}{effective}"
    if report.adverse_events and report.adverse_events.last_updated:
        yield "FAERS", f"last updated: {report.adverse_events.last_updated}"


# ------------------------------------------------------------------------------------------------ the flow
@dataclass(frozen=True)
class FlowStep:
    """A box of the flow, and the box beside it: what went no further, by reason."""

    name: str
    number: int
    beside: str
    """Name of the box beside it; empty for the last."""
    excluded: tuple[Excluded, ...] = ()
    origins: tuple[str, ...] = ()
    """Of the first: from what the records came."""

    @property
    def fallen(self) -> int:
        return sum(part.number for part in self.excluded)


def flow_steps(flow: PrismaFlow) -> list[FlowStep]:
    """The four boxes of a flow, from the records identified to the reports counted."""
    origins = [
        f"{name}: {sum(s.records or 0 for s in flow.sources if s.of_register is of_register):,}"
        for name, of_register in (("databases", False), ("registers", True))
    ]
    origins += [f"otherwise: {flow.otherwise:,}"] if flow.otherwise else []
    return [
        FlowStep("Records identified", flow.identified, "Removed before screening", flow.removed, tuple(origins)),
        FlowStep("Records screened", flow.screened, "Screened out", flow.screened_out),
        FlowStep("Reports read", flow.read, "Read and not counted", flow.not_counted),
        FlowStep("Reports counted, one for each study", flow.counted, ""),
    ]


def flow_sentence(flow: PrismaFlow) -> str:
    """Where the records came from, and what is not known of their number."""
    databases = [source for source in flow.sources if not source.of_register]
    registers = len(flow.sources) - len(databases)
    counted = (
        f"{common_words.plural(len(databases), 'search', 'searches')} of databases and "
        f"{common_words.plural(registers, 'register')} gave "
        f"{common_words.plural(flow.identified - flow.otherwise, 'record')}"
    )
    followed = f", and {common_words.plural(flow.otherwise, 'record')} came otherwise" if flow.otherwise else ""
    unknown = (
        f" Not answered in full: {'; '.join(flow.unanswered)}; how many more records they hold is not known."
        if flow.unanswered
        else ""
    )
    return f"{counted}{followed}.{unknown}"

"""What the Markdown report says of the drug: its head, its safety, and what was searched.

What belongs here: Markdown of everything that is not about one candidate. The facts come from ``safety`` and
``source_table``, the wording from ``words``.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..domain.labels import LabelIndication
from ..domain.outcomes import SourceState
from ..domain.report import EvidenceReport
from . import links
from .markdown_text import escape, link, listing, quoted, table
from .views.background_view import ReferenceView, background_views
from .views.drug_view import set_aside_groups
from .views.identity_view import IdentityView
from .views.safety_view import REACTIONS_SHOWN, LabelPart, Safety, SectionWording, label_link
from .views.source_table import SourceRow, all_outcomes, source_rows, sources_line
from .words import as_of_words, common_words

_USES_SHOWN = 5


def head(report: EvidenceReport) -> list[str]:
    """Title, banners, sources in one line, facts."""
    drug, run = report.drug, report.run
    blocks = [f"# {escape(common_words.in_heading(drug.name))}: evidence for new uses"]
    if run.as_of:
        blocks.append(quoted(f"**{as_of_words.sentence(report)}**"))
    if run.demonstration:
        blocks.append(quoted(f"**{common_words.DEMONSTRATION}**"))
    if drug.withdrawn:
        blocks.append(quoted(f"**{common_words.WITHDRAWN}**"))
    blocks += [quoted(f"**{escape(common_words.warning_sentence(warning))}**") for warning in drug.warnings]
    rows = source_rows(all_outcomes(report))
    if rows:
        failed = any(row.state is SourceState.FAILED for row in rows)
        line = f"{escape(sources_line(rows))}. {common_words.MISSING + ' ' if failed else ''}See “What was searched”."
        blocks.append(quoted(f"**{line}**") if failed else line)
    return [*blocks, listing(_facts(report))]


def _facts(report: EvidenceReport) -> Iterable[str]:
    drug, run, identity = report.drug, report.run, IdentityView(report)
    ids = [link(drug.chembl_id, links.drug_url(drug.chembl_id))]
    ids += [link(view.label, view.url) for view in identity.ids]
    yield f"Identity: {', '.join(ids)}, {escape(drug.drug_type)}"
    yield from (f"{escape(source)}: {escape(common_words.shorten(said, 400))}" for source, said in identity.said)
    yield from (f"**Sources differ:** {escape(difference)}" for difference in identity.differences)
    yield from (escape(sentence) for sentence in (identity.agreement, identity.unanswered) if sentence)
    yield f"Furthest stage: {common_words.stage_label(drug.maximum_stage)}"
    targets = "; ".join(f"{common_words.verb(t.action_type)} {t.symbol}" for t in drug.targets)
    yield f"Mechanism: {escape(targets) or 'no target is known'}"
    if report.label_indications:
        uses = report.label_indications[:_USES_SHOWN]
        told = "; ".join(f"“{escape(common_words.shorten(use.text, 300))}” ({_carried(use)})" for use in uses)
        yield f"Approved uses, by labels: {common_words.label_indications_summary(report.label_indications)}: {told}"
    else:
        yield f"Approved uses, by labels: {escape(Safety(report).no_indications)}"
    versions = escape(common_words.versions(run))
    yield f"Built {run.built_at:%Y-%m-%d} in workspace {escape(run.workspace)} from {versions}"


def _carried(use: LabelIndication) -> str:
    return common_words.plural(use.labels, "label") + ("" if use.single_ingredient else " of combinations")


def safety(report: EvidenceReport) -> list[str]:
    """What labels and reports of adverse events say, and what could not be had."""
    found = Safety(report)
    blocks = ["## Safety", *(quoted(f"**{escape(sentence)}**") for sentence in found.unanswered)]
    blocks.append(escape(found.no_label))
    for part in found.parts:
        blocks += _part(report, part)
    blocks += ["### Withdrawals", escape(found.withdrawals), "### Reported adverse events"]
    if found.events and found.events_sentence:
        counts = ((escape(r.term), f"{r.reports:,}") for r in found.events.reactions[:REACTIONS_SHOWN])
        blocks += [quoted(f"**Counts are not rates.** {escape(found.events.caveat)}"), escape(found.events_sentence)]
        blocks += ["Invented counts, for the demonstration."] if found.events.demonstration else []
        blocks.append(table(("Reaction", "Reports"), counts).rstrip() if found.events.reactions else "")
    else:
        blocks.append(escape(found.no_events))
    if background := background_views(report):
        blocks += ["### Background on the drug", "For background, not evidence.", references(background)]
    return blocks


def _part(report: EvidenceReport, part: LabelPart) -> list[str]:
    lines = [_wording(report, wording) for wording in part.shown]
    if part.rest:
        lines.append(
            f"{common_words.plural(len(part.rest), 'other wording')}, on {sum(w.carriers for w in part.rest):,} labels"
        )
    return [f"### {part.title}", escape(part.sentence), listing(lines)]


def _wording(report: EvidenceReport, wording: SectionWording) -> str:
    newest = wording.newest
    name, url = label_link(newest, report.run.demonstration)
    notes = [common_words.plural(wording.carriers, "label"), escape(newest.title), link(name, url)]
    notes += [f"combination of {escape(wording.combination)}"] if wording.combination else []
    notes += ["demonstration"] if newest.demonstration or report.run.demonstration else []
    return f"“{escape(common_words.shorten(wording.text, 1200))}” ({'; '.join(note for note in notes if note)})"


def references(views: Iterable[ReferenceView]) -> str:
    """Reference entries as a list."""
    lines = []
    for view in views:
        published = f", {escape(view.published)}" if view.published else ""
        marked = " (demonstration)" if view.demonstration else ""
        text = f": {escape(view.text)}" if view.text else ""
        lines.append(f"{escape(view.source)}, {view.kind}: {link(view.label, view.url)}{published}{marked}{text}")
    return listing(lines)


def searched(report: EvidenceReport) -> list[str]:
    """Every source once, with the worst that became of asking it."""
    rows = source_rows(all_outcomes(report))
    if not rows:
        return []
    day = report.run.as_of
    lines = source_table(rows, dated=day is not None)
    blocks = ["## What was searched", f"{escape(sources_line(rows))}.", lines]
    if day:
        notes = map(escape, as_of_words.notes(report, rows))
        blocks += [f"### As of {day.isoformat()}", escape(as_of_words.left_out(rows)), listing(notes)]
    return blocks


def source_table(rows: Iterable[SourceRow], *, dated: bool = False) -> str:
    """The sources as a table; ``dated``: with what was left out for the sake of the run's day."""
    columns: tuple[str, ...] = ("Source", "State", "Questions", "Records", "Failed or in part", "Reasons")
    if dated:
        columns = (*columns[:4], "Later or undated", *columns[4:])
    return table(columns, (_source(row, dated=dated) for row in rows)).rstrip()


def _source(row: SourceRow, *, dated: bool) -> tuple[str, ...]:
    reasons = escape(" ".join(row.reasons)) or "–"
    lost = (f"{row.left_out:,}",) if dated else ()
    numbers = (f"{row.questions:,}", f"{row.found:,}" if row.answered else "–", *lost, row.troubles or "–")
    return (escape(row.source), common_words.STATE[row.state], *numbers, reasons)


def set_aside(report: EvidenceReport) -> list[str]:
    """The diseases beside the ranking, by reason."""
    blocks = ["## Set aside"] if report.set_aside else []
    for reason, group in set_aside_groups(report):
        title = common_words.SET_ASIDE[reason] if reason else "Set aside"
        lines = (f"{escape(c.disease.name)} ({escape(c.disease.id)}): {escape(c.set_aside_reason)}" for c in group)
        blocks.append(f"**{title}**\n\n" + listing(lines))
    return blocks


def methods(report: EvidenceReport) -> list[str]:
    """How the report was made."""
    run = report.run
    facts = {
        "Ranking question": run.ranking_query,
        "Embedding model": run.embedding_model,
        "Statements by": run.synthesizer,
        "Code version": run.code_version,
        **({"Knowledge as of": run.as_of.isoformat()} if run.as_of else {}),
        **dict(sorted(run.settings.items())),
    }
    lines = (f"{escape(name)}: {escape(value)}" for name, value in facts.items())
    return [
        "## How this was made",
        listing(lines),
        f"`{common_words.SCORE_FORMULA}`",
        common_words.SCORE_MEANING,
        common_words.CAVEAT,
    ]

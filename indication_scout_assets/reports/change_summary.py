"""What changed between two reports, in Markdown: for a terminal, a message, a pull request.

What belongs here: the wording. What counts as a change is decided in ``rules.report_changes``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..rules.report_changes import CandidateChanges, Changed, Named, ReportChanges
from .markdown_text import escape
from .words import article_words, common_words

LISTED = 10
"""Records named per list; the rest is counted."""


def render_changes(changes: ReportChanges) -> str:
    """The difference as Markdown; one sentence where there is none."""
    when = f"{changes.built_before:%Y-%m-%d %H:%M} to {changes.built_after:%Y-%m-%d %H:%M}"
    lines = [f"# {common_words.in_heading(changes.drug)}: what changed, {when}", ""]
    if changes.is_empty:
        return "\n".join([*lines, "Nothing a reader would act on has changed.", ""])
    lines += _section("Standing of articles", (_changed(c) for c in changes.standings))
    lines += _section("New candidates", map(_named, changes.new_candidates))
    lines += _section("No longer candidates", map(_named, changes.gone_candidates))
    for candidate in changes.candidates:
        lines += _section(candidate.disease, _candidate(candidate))
    lines += _section("The runs differ in how they were made", (_changed(c) for c in changes.settings))
    return "\n".join(lines)


def _section(title: str, items: Iterable[str]) -> list[str]:
    told = [f"- {item}" for item in items]
    return [f"## {escape(title)}", "", *told, ""] if told else []


def _candidate(c: CandidateChanges) -> Iterator[str]:
    if c.rank_before != c.rank_after:
        yield f"rank {c.rank_before} → {c.rank_after}"
    if round(c.score_before - c.score_after, 4):
        yield f"score {c.score_before:.3f} → {c.score_after:.3f}"
    if c.articles_found[0] != c.articles_found[1]:
        yield f"articles found {c.articles_found[0]} → {c.articles_found[1]}"
    yield from _listed("new paper", "new papers", c.new_articles)
    yield from _listed("paper no longer shown", "papers no longer shown", c.gone_articles)
    yield from _listed("new trial", "new trials", c.new_trials)
    yield from _listed("trial no longer found", "trials no longer found", c.gone_trials)
    yield from map(_changed, c.trial_changes)
    for text in c.new_statements[:LISTED]:
        yield f"new statement: {escape(text)}"
    for text in c.gone_statements[:LISTED]:
        yield f"statement gone: {escape(text)}"
    if c.unanswered and (c.gone_articles or c.gone_trials):
        yield f"{', '.join(c.unanswered)} gave no full answer: what is gone may only be unseen"


def _listed(one: str, many: str, records: tuple[Named, ...]) -> Iterator[str]:
    if not records:
        return
    told = "; ".join(_named(record) for record in records[:LISTED])
    rest = f"; and {len(records) - LISTED} more" if len(records) > LISTED else ""
    yield f"{len(records)} {one if len(records) == 1 else many}: {told}{rest}"


def _named(record: Named) -> str:
    return f"{escape(record.title)} ({escape(article_words.id_label(record.id))})"


def _changed(change: Changed) -> str:
    title = f" {escape(change.title)}:" if change.title else ":"
    label = article_words.id_label(change.id) if change.what == "standing" else change.id
    what = f" {change.what}" if change.what != "setting" else ""
    before, after = escape(change.before) or "nothing", escape(change.after) or "nothing"
    return f"{escape(label)}{title}{what} {before} → {after}"

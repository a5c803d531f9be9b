"""The words on what changed between two reports: headings, with a sentence for each change.

What belongs here: the wording. What counts as a change is decided in ``rules.report_changes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ...domain.findings.report import CandidateNews, LabelChange, ReportNews
from ...domain.findings.statements import Polarity
from ...domain.records.labels import LabelVersion
from ...rules.report_changes import CandidateChanges, Changed, Named, ReportChanges
from . import article_words, common_words
from .common_words import DIRECTION_WORD

LISTED = 10
"""Records named per list; the rest is counted."""


def heading(changes: ReportChanges) -> str:
    """``Sildenafil: what changed, 2026-01-02 10:00 to 2026-02-03 11:30``."""
    built = f"{changes.built_before:%Y-%m-%d %H:%M} to {changes.built_after:%Y-%m-%d %H:%M}"
    return f"{common_words.in_heading(changes.drug)}: what changed, {built}"


def news_sentence(news: ReportNews | None, built: date) -> str:
    """The report's day and what is new since the earlier one; where there is none, that this is the first."""
    report = f"Report dated {common_words.day(built)}"
    if news is None:
        return f"{report}, the first on this drug."
    parts = []
    if news.candidates:
        parts.append(
            common_words.plural(len(news.candidates), "disease with something new", "diseases with something new")
        )
    if news.standings:
        parts.append(f"{common_words.plural(len(news.standings), 'paper')} retracted, corrected or reinstated")
    if news.labels:
        parts.append(common_words.plural(len(news.labels), "label in another version", "labels in another version"))
    new = "; ".join(parts) or "nothing: no new paper, trial or disease"
    text = f"{new} (compared with the report of {common_words.day(news.since)})."
    if news.made_differently:
        text += " The two reports were made with different settings, data or code, so a difference may come from that."
    return f"{report}: {text}"


def news_of(new: CandidateNews) -> str:
    """``2 papers, 1 trial``, or that the disease is new in the list."""
    if new.is_new:
        return "new in the list"
    counts = (
        common_words.plural(new.articles, "paper") if new.articles else "",
        common_words.plural(new.trials, "trial") if new.trials else "",
        common_words.plural(new.trial_changes, "changed fact of a trial", "changed facts of trials")
        if new.trial_changes
        else "",
    )
    return ", ".join(count for count in counts if count)


def sections(changes: ReportChanges) -> list[tuple[str, list[str]]]:
    """Headings with their sentences; a heading without any is left out."""
    parts = [
        ("Standing of articles", [_changed(change) for change in changes.standings]),
        ("New candidates", [_named(record) for record in changes.new_candidates]),
        ("No longer candidates", [_named(record) for record in changes.gone_candidates]),
        *((candidate.disease, list(_candidate(candidate))) for candidate in changes.candidates),
        ("Labels", [label_sentence(change) for change in changes.labels]),
        ("The runs differ in how they were made", [_changed(change) for change in changes.settings]),
    ]
    return [(title, sentences) for title, sentences in parts if sentences]


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
    for change in c.evidence_changes:
        before, after = evidence_words(change)
        yield f"{change.what} {before} → {after}"
    for text in c.new_statements[:LISTED]:
        yield f"new statement: {text}"
    for text in c.gone_statements[:LISTED]:
        yield f"statement gone: {text}"
    if c.unanswered and (c.gone_articles or c.gone_trials):
        yield f"{', '.join(c.unanswered)} gave no full answer: what is gone may only be unseen"


def _listed(singular: str, plural: str, records: tuple[Named, ...]) -> Iterator[str]:
    if not records:
        return
    titles = "; ".join(_named(record) for record in records[:LISTED])
    rest = f"; and {len(records) - LISTED} more" if len(records) > LISTED else ""
    yield f"{len(records)} {singular if len(records) == 1 else plural}: {titles}{rest}"


def _named(record: Named) -> str:
    return f"{record.title} ({article_words.id_name(record.id)})"


def evidence_words(change: Changed) -> tuple[str, str]:
    """A candidate's direction or strength before and after, as its table says it."""
    if change.what == "direction":
        return DIRECTION_WORD[Polarity(change.before)], DIRECTION_WORD[Polarity(change.after)]
    return change.before or "not graded", change.after or "not graded"


def label_sentence(change: LabelChange) -> str:
    """``Label of Velozip tablets (DailyMed) changed: version 3 of 3 May 2026 → version 4 of 7 November 2026.``"""
    name = f"{change.title} ({change.source})"
    if change.before is None or change.after is None:
        what = "no longer among those read" if change.after is None else "new among those read"
        return f"The label of {name} is {what}: {versions_of(change)}."
    sections = common_words.listed(kind.replace("_", " ") for kind in change.sections)
    differ = f" The words of {sections} differ." if sections else ""
    return f"Label of {name} changed: {versions_of(change)}.{differ}"


def versions_of(change: LabelChange) -> str:
    """The versions before and after, and those between."""
    ends = " → ".join(_version(version) for version in (change.before, change.after) if version)
    if change.between is None:
        return f"{ends} (whether there were others between is not known: the label's history could not be read)"
    return f"{ends}, with {common_words.listed(map(_version, change.between))} between" if change.between else ends


def _version(version: LabelVersion) -> str:
    number = f"version {version.version or 'without a number'}"
    return f"{number} of {common_words.day(version.day)}" if version.day else number


def _changed(change: Changed) -> str:
    title = f" {change.title}:" if change.title else ":"
    name = article_words.id_name(change.id) if change.what == "standing" else change.id
    what = f" {change.what}" if change.what != "setting" else ""
    return f"{name}{title}{what} {change.before or 'nothing'} → {change.after or 'nothing'}"

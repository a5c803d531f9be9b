"""What changed in a drug's report, as entries that are kept, and the feeds that give them.

What belongs here: the entries of a difference (``rules.report_changes``), Atom (RFC 4287) and JSON Feed 1.1 of them,
and the text of a digest. Where they are kept is in ``store``, who is sent them in ``orchestration``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree

from ..domain.base import fingerprint
from ..domain.findings.report import ChangeKind, EvidenceReport, NotedChange
from ..rules.report_changes import CandidateChanges, Named, ReportChanges
from . import links
from .words import article_words, common_words
from .words.change_words import evidence_words, label_sentence

_ATOM = "http://www.w3.org/2005/Atom"
_TAG = "tag:indication-scout,2026"
"""Begins every id of a feed (RFC 4151): it stays the same wherever the application is served."""


_BY_METHOD = frozenset({ChangeKind.STUDY, ChangeKind.TRIAL, ChangeKind.CANDIDATE, ChangeKind.GONE, ChangeKind.EVIDENCE})
"""Changes that another way of making the report may bring about."""
_OTHER_METHOD = " The report was made with other settings, data or code than the one before, which may be why."


class _Entry(NamedTuple):
    kind: ChangeKind
    record: str
    became: str
    """What makes a change of a record another than the one before."""
    sentence: str
    address: str | None


def noted_changes(changes: ReportChanges, after: EvidenceReport, drug: str, at: datetime) -> list[NotedChange]:
    """The entries of a difference; a record of several candidates has one, which names them all.

    Args:
        changes: between two reports of the drug.
        after: the later one.
        drug: its key.
        at: when the later one was made.
    """
    method = _OTHER_METHOD if changes.settings else ""
    diseases: dict[_Entry, list[str]] = {}
    for entry in _of_the_drug(changes, after):
        diseases.setdefault(entry, [])
    for candidate in changes.candidates:
        for entry in _of_a_candidate(candidate, after):
            diseases.setdefault(entry, []).append(candidate.disease)
    return [
        NotedChange(
            id=fingerprint(drug, entry.kind.value, entry.record, entry.became)[:24],
            drug=drug,
            kind=entry.kind,
            record=entry.record,
            diseases=tuple(names),
            sentence=f"{entry.sentence}{method if entry.kind in _BY_METHOD else ''}",
            address=entry.address or "",
            noted_at=at,
        )
        for entry, names in diseases.items()
    ]


def _of_the_drug(changes: ReportChanges, after: EvidenceReport) -> Iterator[_Entry]:
    for change in changes.standings:
        article = after.articles.get(change.id)
        name = (
            f"{change.title} ({article_words.id_name(change.id)})" if change.title else article_words.id_name(change.id)
        )
        sentence = f"The standing of {name} is {change.after}; before it was {change.before or 'not known'}."
        address = links.article_url(article) if article else None
        yield _Entry(ChangeKind.STANDING, change.id, change.after, sentence, address)
    for record in changes.new_candidates:
        yield _disease(ChangeKind.CANDIDATE, record, f"{record.title} is a new candidate.")
    for record in changes.gone_candidates:
        yield _disease(ChangeKind.GONE, record, f"{record.title} is no candidate any more.")
    for label in changes.labels:
        became = f"version {label.after.version} of {label.after.day}" if label.after else ""
        address = None if after.run.demonstration else links.set_id_url(label.set_id)
        yield _Entry(ChangeKind.LABEL, label.set_id, became, label_sentence(label), address)


def _disease(kind: ChangeKind, record: Named, sentence: str) -> _Entry:
    return _Entry(kind, record.id, "", sentence, links.disease_url(record.id))


def _of_a_candidate(candidate: CandidateChanges, after: EvidenceReport) -> Iterator[_Entry]:
    for record in candidate.new_articles:
        article = after.articles.get(record.id)
        sentence = f"A study is newly shown: {record.title} ({article_words.id_name(record.id)})."
        yield _Entry(ChangeKind.STUDY, record.id, "", sentence, links.article_url(article) if article else None)
    trials = {m.trial.nct_id: m.trial for part in after.candidates for m in part.trials}
    for record in candidate.new_trials:
        sentence = f"A trial is new: {record.title} ({record.id})."
        yield _Entry(ChangeKind.TRIAL, record.id, "", sentence, links.trial_url(trials[record.id]))
    for change in candidate.evidence_changes:
        was, now = evidence_words(change)
        sentence = f"The {change.what} in {change.title} is now {now}; before it was {was}."
        yield _Entry(ChangeKind.EVIDENCE, change.id, f"{change.what}: {now}", sentence, links.disease_url(change.id))
    for change in candidate.trial_changes:
        became = f"{change.what}: {change.after}"
        words = f"{change.what} is now {change.after or 'not given'}; before it was {change.before or 'not given'}"
        sentence = f"Of the trial {change.title} ({change.id}) the {words}."
        yield _Entry(ChangeKind.TRIAL_FACT, change.id, became, sentence, links.trial_url(trials[change.id]))


def change_line(change: NotedChange) -> str:
    """The sentence with the candidates it belongs to."""
    return f"{change.sentence} ({', '.join(change.diseases)})" if change.diseases else change.sentence


def digest(changes: Sequence[NotedChange]) -> str:
    """What changed of one drug, as the text of a message."""
    drug = common_words.in_heading(changes[0].drug)
    return "\n".join(
        [f"{drug}: {common_words.plural(len(changes), 'change')}", *(f"- {change_line(c)}" for c in changes)]
    )


def atom_feed(changes: Sequence[NotedChange], drug: str, address: str) -> str:
    """An Atom feed, newest first.

    Args:
        changes: its entries.
        drug: the key of the drug that it is of; empty for all.
        address: where it is served; empty where it is a file.
    """
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed")
    updated = max((change.noted_at for change in changes), default=datetime.fromtimestamp(0, UTC))
    _add(feed, "id", f"{_TAG}:changes:{drug or 'all'}")
    _add(feed, "title", _title(drug))
    _add(feed, "updated", updated.isoformat())
    _add(_add(feed, "author"), "name", "IndicationScout")
    if address:
        _add(feed, "link", rel="self", href=address)
    for change in changes:
        entry = _add(feed, "entry")
        _add(entry, "id", f"{_TAG}:change:{change.id}")
        _add(entry, "title", f"{common_words.in_heading(change.drug)}: {change.kind.value}")
        _add(entry, "updated", change.noted_at.isoformat())
        _add(entry, "category", term=change.kind.value)
        if change.address:
            _add(entry, "link", rel="alternate", href=change.address)
        _add(entry, "summary", change_line(change))
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="unicode") + "\n"


def json_feed(changes: Sequence[NotedChange], drug: str, address: str) -> str:
    """A JSON Feed 1.1; arguments as of ``atom_feed``."""
    items = [
        {
            "id": change.id,
            **({"url": change.address} if change.address else {}),
            "title": f"{common_words.in_heading(change.drug)}: {change.kind.value}",
            "content_text": change_line(change),
            "date_published": change.noted_at.isoformat(),
            "tags": [change.kind.value, *change.diseases],
            "_change": change.model_dump(mode="json"),
        }
        for change in changes
    ]
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": _title(drug), "items": items}
    return json.dumps(feed | ({"feed_url": address} if address else {}), ensure_ascii=False, indent=2) + "\n"


def _title(drug: str) -> str:
    return f"IndicationScout: what changed of {drug or 'all drugs'}"


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}", attributes)
    made.text = "".join(character for character in text if character.isprintable()) or None
    return made

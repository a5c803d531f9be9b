"""What the drug is known to harm by, in a few lines: withdrawals, boxed warnings, what papers tell.

What belongs here: the block of the first screen. The labels' words in full are in ``safety_view``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ...domain.drugs import DrugWarning
from ...domain.outcomes import SourceState
from ...domain.readings import KnownHarms
from ...domain.report import EvidenceReport
from ...domain.source_catalogue import source_entry
from .. import links
from ..words import common_words
from .record_views import PlaceView
from .safety_view import Safety, label_link
from .search_views import search_url
from .source_table import TROUBLE

SOURCE: Final = source_entry("drug_harms").title
WARNINGS_SHOWN: Final = 3
HARMS_SHOWN: Final = 5
_LABEL_WORDS: Final = 200
"""Characters of a boxed warning shown."""


@dataclass(frozen=True)
class HarmLine:
    """One line: a sentence or a name with a count, where to read it, and its exact words."""

    text: str
    place: PlaceView | None = None
    quote: str = ""


def known_harm_lines(report: EvidenceReport, safety: Safety) -> list[HarmLine]:
    """The lines, the gravest first."""
    return [*_withdrawals(report, safety), *_boxed_warnings(report, safety), *_harms(report), _search(report)]


def _withdrawals(report: EvidenceReport, safety: Safety) -> list[HarmLine]:
    """Each withdrawal on record, with country, year and reason; where there is none, who was asked."""
    recorded = _recorded([w for w in report.drug.warnings if w.kind.casefold().startswith("withdraw")])
    if not recorded and report.drug.withdrawn:
        return [HarmLine(f"{common_words.WITHDRAWN} ChEMBL says so and names no country, year or reason.")]
    return recorded or [HarmLine(safety.withdrawals)]


def _boxed_warnings(report: EvidenceReport, safety: Safety) -> list[HarmLine]:
    """Boxed warnings that sources list, else those of the labels read; where there is none, what was read."""
    if recorded := _recorded([w for w in report.drug.warnings if not w.kind.casefold().startswith("withdraw")]):
        more = len(recorded) - WARNINGS_SHOWN
        further = [HarmLine(f"{common_words.plural(more, 'further warning').capitalize()}.")] if more > 0 else []
        return [*recorded[:WARNINGS_SHOWN], *further]
    boxed = next((part for part in safety.parts if part.kind == "boxed_warning"), None)
    if boxed is None:
        return [HarmLine(f"Boxed warnings: not checked. {safety.no_label}")]
    if not boxed.wordings:
        return [HarmLine(f"Boxed warnings: {boxed.sentence}")]
    lines = []
    for wording in boxed.wordings[:WARNINGS_SHOWN]:
        name, url = label_link(wording.newest, report.run.demonstration)
        text = f"Boxed warning on {common_words.plural(wording.carriers, 'label')}"
        if wording.combination:
            text += f", combination of {wording.combination}"
        lines.append(HarmLine(text, PlaceView(name, url), common_words.shorten(wording.text, _LABEL_WORDS)))
    return lines


def _recorded(warnings: list[DrugWarning]) -> list[HarmLine]:
    """Warnings that sources list, one wording once."""
    worded = {common_words.warning_sentence(w): w.url for w in reversed(warnings)}
    return [HarmLine(text, PlaceView("Source", url) if url else None) for text, url in reversed(worded.items())]


def _harms(report: EvidenceReport) -> Iterator[HarmLine]:
    """What papers give to the drug, most papers first, each with the words of the best; what the same words tell is one
    line.
    """
    shown = (report.known_harms or KnownHarms()).harms[:HARMS_SHOWN]
    for citation in dict.fromkeys(harm.papers[0].citation for harm in shown):
        alike = [harm for harm in shown if harm.papers[0].citation == citation]
        counted = "; ".join(f"{harm.name}: {common_words.plural(harm.count, 'paper')}" for harm in alike)
        article = report.articles[citation.evidence_id]
        name = f"PMID {article.pmid}" if article.pmid else article.id
        place = PlaceView(name, links.article_url(article, report.run.demonstration))
        yield HarmLine(counted, place, citation.quote)


def _search(report: EvidenceReport) -> HarmLine:
    """What was searched and how far it was read; of a search without a full answer that first."""
    outcome = next((o for o in report.outcomes if o.source == SOURCE), None)
    harms = report.known_harms
    if outcome is None or harms is None or outcome.state is SourceState.NOT_ASKED:
        return HarmLine(" ".join(filter(None, ("Papers: not asked.", outcome.reason if outcome else ""))))
    if outcome.state is SourceState.FAILED:
        return HarmLine(f"Papers: not known. {SOURCE} did not answer: {outcome.reason}")
    none = "" if harms.harms else "No paper read gives a disease to the drug. "
    doubt = f" {outcome.reason}" if outcome.state in TROUBLE else ""
    read = f"{none}Searched by the drug alone: {harms.read:,} of {common_words.plural(harms.total, 'record')} read."
    url = search_url(SOURCE, harms.query, report.run.demonstration)
    return HarmLine(f"{read}{doubt}", PlaceView("The search", url) if url else None)

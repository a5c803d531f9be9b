"""What the drug is known to harm by, in a few lines: withdrawals, boxed warnings, what papers tell.

What belongs here: the block of the first screen. The labels' words in full are in ``safety_view``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ...domain.drugs import DrugWarning
from ...domain.findings.readings import KnownHarms
from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import SourceState
from ...domain.records.source_catalogue import source_entry
from .. import links
from ..words import common_words
from .candidates.record_views import PlaceView
from .safety_view import LabelPart, Safety, section_name
from .search_views import search_url
from .source_table import TROUBLE

SOURCE: Final = source_entry("drug_harms").title
WARNINGS_SHOWN: Final = 3
HARMS_SHOWN: Final = 5
_LABEL_WORDS: Final = 130
"""Characters of a label's section shown."""


@dataclass(frozen=True)
class HarmLine:
    """One line: a sentence or a name with a count, where to read it, and its exact words."""

    text: str
    place: PlaceView | None = None
    quote: str = ""


def known_harm_lines(report: EvidenceReport, safety: Safety) -> list[HarmLine]:
    """Withdrawals, boxed warnings, contraindications, what papers report, and how they were searched; where there is
    none, why."""
    drug = report.drug
    withdrawn = [w for w in drug.warnings if w.kind.casefold().startswith("withdraw")]
    flagged = f"{common_words.WITHDRAWN} ChEMBL says so and names no country, year or reason."
    contraindicated = list(_contraindicated(report, safety))
    others = [w for w in drug.warnings if w not in withdrawn]
    if contraindicated:  # the labels' words say what a source's note of the same repeats
        others = [w for w in others if not w.kind.casefold().startswith("contraindic")]
    return [
        *(_recorded(withdrawn) or [HarmLine(flagged if drug.withdrawn else safety.withdrawals)]),
        *(_recorded(others) or _on_labels(report, safety)),
        *contraindicated,
        *_harms(report),
        _search(report),
    ]


def _recorded(warnings: Sequence[DrugWarning]) -> list[HarmLine]:
    """What sources list, one wording once."""
    worded = {common_words.warning_sentence(w): w.url for w in warnings}
    return [HarmLine(text, PlaceView("Source", url) if url else None) for text, url in worded.items()][:WARNINGS_SHOWN]


def _on_labels(report: EvidenceReport, safety: Safety) -> list[HarmLine]:
    """Boxed warnings of the labels read."""
    boxed = next((part for part in safety.parts if part.kind == "boxed_warning"), None)
    if boxed is None or not boxed.wordings:
        none = boxed.sentence if boxed else f"not checked. {safety.no_label}"
        return [HarmLine(f"Boxed warnings: {none}")]
    return list(_quoted(report, boxed, WARNINGS_SHOWN))


def _contraindicated(report: EvidenceReport, safety: Safety) -> Iterator[HarmLine]:
    """The most common contraindications of the labels read; none where no label has any."""
    part = next((part for part in safety.parts if part.kind == "contraindications"), None)
    return _quoted(report, part, 1) if part else iter(())


def _quoted(report: EvidenceReport, part: LabelPart, most: int) -> Iterator[HarmLine]:
    """The first wordings of a section of labels, each with its labels and the beginning of its words."""
    for wording in part.wordings[:most]:
        place = PlaceView("newest label", links.label_url(wording.newest, report.run.demonstration))
        of = f", combination of {wording.combination}" if wording.combination else ""
        text = f"{section_name(part.kind)} on {common_words.plural(wording.carriers, 'label')}{of}"
        yield HarmLine(text, place, common_words.shorten(wording.text, _LABEL_WORDS))


def _harms(report: EvidenceReport) -> Iterator[HarmLine]:
    """The harms that most papers tell, with the words of the best; what the same words tell is one line."""
    shown = (report.known_harms or KnownHarms()).harms[:HARMS_SHOWN]
    for citation in dict.fromkeys(harm.papers[0] for harm in shown):
        alike = [harm for harm in shown if harm.papers[0] == citation]
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
    doubt = f" {outcome.reason}" if outcome.state in TROUBLE else ""
    none = "" if harms.harms else "; none reports a disease caused by the drug"
    read = f"{harms.read:,} of {common_words.plural(harms.total, 'paper')} on harm of the drug were read{none}."
    url = search_url(SOURCE, harms.query, report.run.demonstration)
    return HarmLine(f"{read}{doubt}", PlaceView("The search", url) if url else None)

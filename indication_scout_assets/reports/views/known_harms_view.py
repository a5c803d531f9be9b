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
from .safety_view import Safety, SectionWording, one_wording, section_name, section_subject
from .search_views import search_url
from .source_table import TROUBLE

SOURCE: Final = source_entry("drug_harms").title
HARMS_SHOWN: Final = 5
_LABEL_WORDS: Final = 160
"""Characters of a label's section shown where it has no title that names its subject."""


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
    on_labels = {kind: list(_on_labels(report, safety, kind)) for kind in ("boxed_warning", "contraindications")}
    known = {part.kind for part in safety.parts if any(not wording.combination for wording in part.wordings)}
    others = [w for w in drug.warnings if w not in withdrawn and _section_of(w) not in known]
    return [
        *(_recorded(withdrawn) or [HarmLine(flagged if drug.withdrawn else safety.withdrawals)]),
        *([*on_labels["boxed_warning"], *_recorded(others)] or [_no_boxed_warning(safety)]),
        *on_labels["contraindications"],
        *_harms(report),
        _search(report),
    ]


def _section_of(warning: DrugWarning) -> str:
    """The section of labels that says what a source's note of a warning repeats."""
    return "contraindications" if warning.kind.casefold().startswith("contraindic") else "boxed_warning"


def _recorded(warnings: Sequence[DrugWarning]) -> list[HarmLine]:
    """What sources list, one wording once."""
    worded = {common_words.warning_sentence(w): w.url for w in warnings}
    return [HarmLine(text, PlaceView("Source", url) if url else None) for text, url in worded.items()]


def _no_boxed_warning(safety: Safety) -> HarmLine:
    boxed = next((part.sentence for part in safety.parts if part.kind == "boxed_warning"), "")
    return HarmLine(boxed or f"Boxed warnings: not checked. {safety.no_label}")


def _on_labels(report: EvidenceReport, safety: Safety, kind: str) -> Iterator[HarmLine]:
    """What the labels read name under a kind of section, each subject once with the labels that name it."""
    part = next((part for part in safety.parts if part.kind == kind), None)
    read = part.wordings if part else ()
    titled = [(wording, section_subject(report.labels, wording.newest, kind)) for wording in read]
    named: dict[str, list[SectionWording]] = {}
    for wording, subject in sorted(titled, key=lambda pair: not pair[1]):
        words = subject or common_words.quoted_words(wording.text, _LABEL_WORDS)
        alike = (key for key in named if one_wording(wording.text).startswith(one_wording(key)))
        named.setdefault(next(alike, words), []).append(wording)
    for words, wordings in list(named.items())[: None if kind == "boxed_warning" else 1]:
        place = PlaceView("newest", links.label_url(wordings[0].newest, report.run.demonstration))
        alone = any(not wording.combination for wording in wordings)
        of = "" if alone else f", combination of {wordings[0].combination}"
        carriers = common_words.plural(sum(wording.carriers for wording in wordings), "label")
        yield HarmLine(f"{section_name(kind)} on {carriers}{of}", place, words)


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

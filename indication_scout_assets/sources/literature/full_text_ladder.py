"""The ladder to an article's full text: Unpaywall, PMC, and the abstract where there is nothing more.

What belongs here: which step follows which, and what each came to. Asking is in the clients, parsing in ``jats``.
"""

from __future__ import annotations

import re
from collections.abc import Set
from datetime import datetime
from typing import NamedTuple

from ...domain.documents import Section
from ...domain.outcomes import ScoutError, SourceState
from ...domain.records.articles import Article
from ...domain.records.full_text import FullText, FullTextStep
from ...rules.literature.chunking import chunk
from ..formats.jats import JatsArticle, parse_jats, to_full_text
from ..http.http_client import TransientBody
from ..ncbi.pmc import Pmc
from .europepmc import EuropePmc
from .unpaywall import OpenAccess, Unpaywall

UNPAYWALL, PMC, EUROPE_PMC, ABSTRACT = "Unpaywall", "PMC", "Europe PMC", "abstract"


class _Tried(NamedTuple):
    step: FullTextStep
    text: FullText | None = None


class FullTextLadder:
    """The ladder over its clients."""

    def __init__(
        self, unpaywall: Unpaywall, pmc: Pmc, europepmc: EuropePmc, switched_off: Set[str] = frozenset()
    ) -> None:
        """``switched_off``: keys of the catalogue, of which three are steps here."""
        self._unpaywall = unpaywall
        self._sources: tuple[tuple[str, str, Pmc | EuropePmc], ...] = (
            ("pmc_full_text", PMC, pmc),
            ("europepmc_full_text", EUROPE_PMC, europepmc),
        )
        self._switched_off = switched_off

    async def fetch(self, article: Article, now: datetime) -> FullText:
        """The best text there is of the article, with every step on the way to it. Never raises for a source.

        A step is ``ok`` where it gave what it is for, ``empty`` where the service says there is nothing, ``failed``
        where it gave no answer, ``not_asked`` where it is switched off. Europe PMC is asked only where PMC gave none.
        """
        copy, step = await self._open_copy(article)
        steps, text = [step], None
        url = copy.url if copy and copy.is_oa else ""
        pmcid = article.pmcid or _pmcid_in(url)
        if pmcid:
            for key, name, source in self._sources:
                if key in self._switched_off:
                    steps.append(_step(name, SourceState.NOT_ASKED, "Switched off in the settings."))
                    continue
                tried = await _jats(name, source, article, pmcid, now)
                steps.append(tried.step)
                if text := tried.text:
                    break
        else:
            steps.append(_step(PMC, SourceState.NOT_ASKED, "The record has no PMC id."))
        if text is None:
            text, step = _abstract(article, now)
            steps.append(step)
        return text.model_copy(
            update={
                "url": url or (f"https://pmc.ncbi.nlm.nih.gov/articles/{pmcid}/" if text.source == PMC else ""),
                "license": text.license or (copy.license if copy and copy.is_oa else ""),
                "chunks": chunk(text.text, text.sections),
                "steps": tuple(steps),
            }
        )

    async def _open_copy(self, article: Article) -> tuple[OpenAccess | None, FullTextStep]:
        if "unpaywall" in self._switched_off:
            return None, _step(UNPAYWALL, SourceState.NOT_ASKED, "Switched off, or no SCOUT_CONTACT_EMAIL to give.")
        if not article.doi:
            return None, _step(UNPAYWALL, SourceState.NOT_ASKED, "The record has no DOI.")
        try:
            copy = await self._unpaywall.location(article.doi)
        except ScoutError as error:
            return None, _step(UNPAYWALL, SourceState.FAILED, str(error))
        if copy is None:
            return None, _step(UNPAYWALL, SourceState.EMPTY, "Unpaywall does not know this DOI.")
        if not copy.is_oa:
            return copy, _step(UNPAYWALL, SourceState.EMPTY, f"No open copy is known ({copy.status or 'closed'}).")
        terms = ", ".join(filter(None, (copy.status, copy.license or "licence not stated")))
        return copy, _step(UNPAYWALL, SourceState.OK, f"An open copy is known ({terms}).", copy.url)


async def _jats(name: str, source: Pmc | EuropePmc, article: Article, pmcid: str, now: datetime) -> _Tried:
    """One source's full text, or why there is none."""
    try:
        xml = await source.full_text_xml(pmcid)
        parsed = parse_jats(xml, pmcid) if xml is not None else None
    except TransientBody as error:
        return _Tried(_step(name, SourceState.FAILED, f"The text of {pmcid} cannot be read: {error}; try again later."))
    except ScoutError as error:
        return _Tried(_step(name, SourceState.FAILED, str(error)))
    if parsed is None or not parsed.has_body:
        return _Tried(_step(name, SourceState.EMPTY, f"{name} does not give out the text of {pmcid}."))
    if other := _other_article(name, parsed, article, pmcid):
        return _Tried(other)
    text = to_full_text(parsed, article.id, now).model_copy(update={"source": PMC})
    if all(section.kind == "abstract" for section in text.sections):
        return _Tried(_step(name, SourceState.EMPTY, f"{name}'s text of {pmcid} has no section but the abstract."))
    extent = f"{len(text.sections)} sections, {len(text.text)} characters."
    return _Tried(_step(name, SourceState.OK, extent, f"https://pmc.ncbi.nlm.nih.gov/articles/{pmcid}/"), text)


def _other_article(name: str, parsed: JatsArticle, article: Article, pmcid: str) -> FullTextStep | None:
    """A wrong answer is a fault; a PMC id that leads to another article (Unpaywall's may) has nothing to give."""
    if parsed.pmcid not in {"", pmcid}:
        return _step(name, SourceState.FAILED, f"{name} sent {parsed.pmcid} where {pmcid} was asked for.")
    if article.pmid and parsed.pmid not in {"", article.pmid}:
        return _step(name, SourceState.EMPTY, f"{name}'s {pmcid} is another article, PMID {parsed.pmid}.")
    return None


def _abstract(article: Article, now: datetime) -> tuple[FullText, FullTextStep]:
    sections = tuple(
        Section(title=f"Abstract > {section.heading}", kind="abstract", start=section.start, end=section.end)
        for section in article.sections
    ) or (Section(title="Abstract", kind="abstract", start=0, end=len(article.abstract)),)
    text = FullText(
        article_id=article.id,
        source=ABSTRACT,
        text=article.abstract,
        sections=sections if article.abstract else (),
        fetched_at=now,
    )
    if not article.abstract:
        return text, _step(ABSTRACT, SourceState.EMPTY, "The record has no abstract.")
    return text, _step(ABSTRACT, SourceState.OK, f"The abstract, {len(article.abstract)} characters.")


def _pmcid_in(url: str) -> str | None:
    """The PMC id in the address of an open copy."""
    match = re.search(r"/(PMC\d{1,10})(?!\d)", url)
    return match[1] if match else None


def _step(source: str, state: SourceState, detail: str, url: str = "") -> FullTextStep:
    return FullTextStep(source=source, state=state, detail=detail, url=url)

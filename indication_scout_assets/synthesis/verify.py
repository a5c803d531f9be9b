"""The check every statement passes, whoever wrote it: its citations must stand on the stored words.

What belongs here: deterministic checks. Nothing is mended here; what does not stand is dropped, counted and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..domain.articles import Article, RetractionStatus
from ..domain.statements import Citation, Statement, Synthesis
from ..domain.trials import Trial

QUOTES_JOINED_BY = " — "
"""Between the quotations of a verbatim statement."""
_NUMBER = re.compile(r"\d+(?:[.,·]\d+)*|(?<!\d)[.·]\d+")


def verify(synthesis: Synthesis, articles: Mapping[str, Article], trials: Mapping[str, Trial]) -> Synthesis:
    """The synthesis without the statements whose citations do not stand.

    A citation stands when its article or trial is among those given, is not retracted, has the field, and holds
    exactly the quoted words at exactly the cited place. A verbatim statement must also be nothing but its quotations.

    Args:
        synthesis: as a synthesizer wrote it, with what it dropped itself.
        articles: by PMID, those that may be cited.
        trials: by NCT id, those that may be cited.
    """
    faults = [_fault(statement, synthesis.method, articles, trials) for statement in synthesis.statements]
    kept = tuple(s for s, fault in zip(synthesis.statements, faults, strict=True) if not fault)
    reasons = [fault for fault in faults if fault]
    if not reasons:
        return synthesis
    note = synthesis.note or (
        "" if kept else f"All {len(reasons)} statements were dropped: their citations do not stand."
    )
    return synthesis.model_copy(
        update={
            "statements": kept,
            "dropped": synthesis.dropped + len(reasons),
            "dropped_reasons": (*synthesis.dropped_reasons, *reasons),
            "note": note,
        }
    )


def numbers_not_in(text: str, sources: Iterable[str]) -> list[str]:
    """Numbers of ``text`` that none of the sources has: 1,000 and 1000 are one number, so are .05 and 0.05."""
    known = {_plain(number) for source in sources for number in _NUMBER.findall(source)}
    return [number for number in _NUMBER.findall(text) if _plain(number) not in known]


def _plain(number: str) -> str:
    plain = re.sub(r",(?=\d{3}(?!\d))", "", number).replace("·", ".").replace(",", ".")
    whole, _, decimals = plain.partition(".")
    return f"{int(whole or 0)}.{decimals.rstrip('0')}"


def _fault(statement: Statement, method: str, articles: Mapping[str, Article], trials: Mapping[str, Trial]) -> str:
    """What is wrong with a statement, in one plain sentence; empty where nothing is."""
    if not statement.text.strip():
        return "An empty statement."
    if not statement.citations:
        return f"A statement without a citation: {_short(statement.text)}."
    for citation in statement.citations:
        if fault := _citation_fault(citation, articles, trials):
            return fault
    if method == "extractive" and statement.text != QUOTES_JOINED_BY.join(c.quote for c in statement.citations):
        return f"A verbatim statement that is not its quotation: {_short(statement.text)}."
    return ""


def _citation_fault(citation: Citation, articles: Mapping[str, Article], trials: Mapping[str, Trial]) -> str:
    place = f"{citation.evidence_kind} {citation.evidence_id}"
    if citation.evidence_kind == "article" and citation.evidence_id in articles:
        article = articles[citation.evidence_id]
        if article.retraction is RetractionStatus.RETRACTED:
            return f"The cited {place} is retracted."
        fields = {"title": article.title, "abstract": article.abstract}
    elif citation.evidence_kind == "trial" and citation.evidence_id in trials:
        fields = trials[citation.evidence_id].citable_fields
    else:
        return f"The cited {place} is not among the evidence of the pair."
    if citation.field not in fields:
        return f"The cited {place} has no text {citation.field!r}."
    if not citation.stands_on(fields[citation.field]):
        return f"The {citation.field} of {place} does not hold the quoted words at {citation.start} to {citation.end}."
    return ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")

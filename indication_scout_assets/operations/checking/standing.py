"""The standing of each reference by every source of the retraction gate, and what follows from its record.

What belongs here: from resolved references to checked ones and to findings, each in one sentence. Which status follows
from the sources' notices is in ``rules.literature.retraction_status``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.articles import Article, Origin, RetractionStatus, article_id
from ...domain.records.retractions import RetractionCheck
from ...pipeline.resources.source_bench import SourceRun
from ...pipeline.stages.article_stages.reference_checks import check_references
from ...pipeline.stages.article_stages.retraction_checks import check_retractions
from ...reports.words.common_words import listed
from ...reports.words.retraction_words import cited_sentences, references_sentence, retraction_sentence
from ...rules.literature.article_keys import doi_key, is_preprint_doi
from .checked_references import CheckedReference, CheckFinding, FindingKind, Reference
from .resolving import UNLIKE, Resolved, Resolver

_KINDS = {
    RetractionStatus.RETRACTED: FindingKind.RETRACTED,
    RetractionStatus.EXPRESSION_OF_CONCERN: FindingKind.CONCERN,
    RetractionStatus.CORRECTED: FindingKind.CORRECTED,
    RetractionStatus.REINSTATED: FindingKind.REINSTATED,
}
_PUBLISHED_AS = ("PreprintOf", "UpdateIn")
"""Links from a preprint to the article it became, as Europe PMC and Crossref, and PubMed, call them."""


class Standings(NamedTuple):
    """What came of a list of references."""

    checked: list[CheckedReference]
    findings: list[CheckFinding]
    outcomes: list[SourceOutcome]
    unanswered: dict[str, str]
    """By source, why it gave no answer."""
    records: dict[str, Article]
    """By article id."""


async def standings(run: SourceRun, references: Sequence[Reference]) -> Standings:
    """Resolve the references and put all of them to the gate. No source's failure stops another."""
    resolver = Resolver(run)
    resolved = await resolver.resolve(references)
    records = {record.id: record for each in resolved if (record := _record(each))}
    checks, outcomes = await check_retractions(run, records, {}, {}) if records else ([], [])
    by_id = {check.article_id: check for check in checks}
    unanswered = dict(resolver.unanswered)
    unanswered |= {o.source: o.reason for o in outcomes if o.state is SourceState.FAILED or o.unanswered}
    checked: list[CheckedReference] = []
    findings: list[CheckFinding] = []
    for each in resolved:
        record = _record(each)
        check = by_id.get(record.id) if record else None
        checked.append(_checked(each, record, check))
        findings += _findings(each, check, resolver.unanswered)
    return Standings(checked, findings, outcomes, unanswered, records)


async def with_references(run: SourceRun, standing: Standings) -> Standings:
    """The same with what each record cites, as far as sources hold lists of it."""
    records = list(standing.records.values())
    open_ones = [record for record in records if record.pmcid]
    full = await asyncio.gather(*(run.sources.full_texts.fetch(record, run.bench.now) for record in open_ones))
    studies, outcomes = await check_references(run, records, {text.article_id: text for text in full})
    cites = {study.article_id: " ".join(cited_sentences(study)) for study in studies}
    says = {study.article_id: references_sentence(study) for study in studies}
    checked = [
        each.model_copy(update={"references": says[each.article_id], "cites_retracted": cites[each.article_id]})
        if each.article_id in says
        else each
        for each in standing.checked
    ]
    findings = [
        *standing.findings,
        *(
            CheckFinding.of(
                FindingKind.CITES_RETRACTED,
                each.reference,
                f"“{_short(each.title)}”: {each.cites_retracted}",
                url=each.url,
            )
            for each in checked
            if each.cites_retracted
        ),
    ]
    silent = {outcome.source: outcome.reason for outcome in outcomes if outcome.open}
    return standing._replace(
        checked=checked,
        findings=findings,
        outcomes=[*standing.outcomes, *outcomes],
        unanswered=standing.unanswered | silent,
    )


def _record(resolved: Resolved) -> Article | None:
    """The record of the printed title where the identifier leads elsewhere, that of the identifier, or the bare
    identifier where no source of records has one: the gate may know it all the same."""
    reference = resolved.reference
    if resolved.other is not None or resolved.record is not None:
        return resolved.other or resolved.record
    key = article_id(reference.pmid or None, reference.pmcid or None, doi_key(reference.doi) or None)
    if not key:
        return None
    return Article(
        id=key,
        pmid=reference.pmid or None,
        pmcid=reference.pmcid or None,
        doi=reference.doi or None,
        title="",
        origins=(Origin(source=reference.file or "the identifier", id=key),),  # or it would count as PubMed's record
    )


def _checked(resolved: Resolved, record: Article | None, check: RetractionCheck | None) -> CheckedReference:
    has_record = bool(record and record.title) or (check is not None and bool(check.checked))
    if record is None or not has_record:
        return CheckedReference(reference=resolved.reference, unchecked=check.unchecked if check else ())
    return CheckedReference(
        reference=resolved.reference,
        article_id=record.id,
        title=record.title,
        year=record.year,
        pmid=record.pmid or "",
        doi=record.doi or "",
        url=record.url,
        found_by="title" if resolved.other else resolved.by or "identifier",
        likeness=round(resolved.likeness, 3),
        status=check.status.value if check else RetractionStatus.UNCHECKED.value,
        standing=retraction_sentence(check) if check else "",
        signals=check.signals if check else (),
        checked=check.checked if check else (),
        unchecked=check.unchecked if check else (),
    )


# ------------------------------------------------------------------------------------------------ findings
def _findings(
    resolved: Resolved, check: RetractionCheck | None, unanswered: Mapping[str, str]
) -> Iterator[CheckFinding]:
    reference, record = resolved.reference, resolved.record
    has_id = bool(reference.pmid or reference.doi or reference.pmcid)
    if record is None and (resolved.other is not None or not (check and check.checked)):
        yield _without_record(resolved, has_id, unanswered)
        if resolved.other is None:
            return
    if record is not None and resolved.contradicted:
        yield _wrong_identifier(resolved, record)
    elif record is not None and has_id and resolved.likeness < UNLIKE:
        title = _short(record.title)
        sentence = f"The {resolved.by} leads to a record of the same author and year with another title, “{title}”."
        yield CheckFinding.of(FindingKind.OTHER_TITLE, reference, sentence, url=record.url)
    record = resolved.other or record
    title = record.title if record and record.title else reference.title or reference.printed
    named, url = f"“{_short(title)}”", record.url if record else ""
    if check is not None and (kind := _KINDS.get(check.status)):
        yield CheckFinding.of(kind, reference, f"{named}: {retraction_sentence(check)}", url=url)
    elif check is not None and check.unchecked:
        sentence = f"{named}: {retraction_sentence(check)} Nothing says that it is clean."
        yield CheckFinding.of(FindingKind.UNCHECKED, reference, sentence, url=url)
    if record is not None and (record.is_preprint or is_preprint_doi(record.doi)):
        for link in (link for link in record.corrections if link.kind in _PUBLISHED_AS and (link.doi or link.pmid)):
            where = f"DOI {link.doi}" if link.doi else f"PMID {link.pmid}"
            sentence = f"{named} is a preprint that has been published since as {where}."
            yield CheckFinding.of(FindingKind.PUBLISHED_SINCE, reference, sentence, url=url)


def _without_record(resolved: Resolved, has_id: bool, unanswered: Mapping[str, str]) -> CheckFinding:
    reference = resolved.reference
    printed = _short(reference.printed)
    if unanswered:
        sentence = f"“{printed}” could not be looked up: no answer from {listed(sorted(unanswered))}."
        return CheckFinding.of(FindingKind.UNCHECKED, reference, sentence)
    if has_id:
        number = f"PMID {reference.pmid}" if reference.pmid else reference.pmcid or f"DOI {reference.doi}"
        meant = f" The printed title is that of {_number(resolved.other)}." if resolved.other else ""
        sentence = f"No source that was asked knows the {number}.{meant}"
        return CheckFinding.of(
            FindingKind.UNKNOWN_IDENTIFIER, reference, sentence, url=resolved.other.url if resolved.other else ""
        )
    sentence = f"No record was found for “{printed}” by its title; books, guidelines and web pages often have none."
    return CheckFinding.of(FindingKind.NOT_FOUND, reference, sentence)


def _wrong_identifier(resolved: Resolved, record: Article) -> CheckFinding:
    reference, other = resolved.reference, resolved.other
    number = {"PMID": f"PMID {reference.pmid}", "DOI": reference.doi}.get(resolved.by, reference.pmcid)
    meant = f"; the printed title is that of {_number(other)}" if other else ""
    sentence = (
        f"{number} is another article, “{_short(record.title)}”{f' ({record.year})' if record.year else ''}{meant}."
    )
    return CheckFinding.of(FindingKind.WRONG_IDENTIFIER, reference, sentence, words=record.title, url=record.url)


def _number(record: Article) -> str:
    return f"PMID {record.pmid}" if record.pmid else f"DOI {record.doi}" if record.doi else record.id


def _short(title: str) -> str:
    return title.rstrip(".") if len(title) <= 110 else title[:100].rsplit(" ", 1)[0] + " …"

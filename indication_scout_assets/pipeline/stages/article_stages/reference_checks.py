"""The references of the studies that count: who holds a list of them, and which of what they name is retracted.

What belongs here: asking for the lists, joining them, and putting what they name to the retraction gate. It comes after
the assessments and changes none: the report shows what was found beside the study and among the concerns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ....domain.documents import DocumentKind
from ....domain.findings.study_designs import SYNTHESES
from ....domain.outcomes import SourceOutcome, SourceState
from ....domain.records.articles import Article, Origin, RetractionStatus
from ....domain.records.cited_references import CitedReference, RetractedReference, StudyReferences
from ....domain.records.full_text import FullText
from ....domain.records.retractions import RetractionCheck
from ....domain.records.source_catalogue import source_entry
from ....reports.words.retraction_words import cited_sentences
from ....rules.literature.article_keys import doi_key
from ....rules.literature.studies import is_trial_report, reported_trials
from ...engine import Stage, Written
from ...resources.source_bench import SourceRun
from ...resources.workbench import DrugRun
from ...stored_inputs import pool_articles, ranked_candidates, switched_off
from .retraction_checks import (
    CROSSREF,
    EUROPE_PMC,
    OPENALEX,
    WATCH,
    asked_of,
    check_retractions,
    retraction_watch_version,
)

MOST_STUDIES: Final = 60
"""Studies of a drug whose references are looked at, those of the best candidates first."""
MOST_REFERENCES: Final = 2_000
"""Distinct references of a drug whose standing is asked. With ``MOST_STUDIES`` it bounds a drug at about 170 requests:
for lists 2 to Crossref, 22 to OpenAlex with those for what the works cited are, and at most 60 to Europe PMC; for
standings 20 to Europe PMC, 24 to OpenAlex and 40 to Crossref."""
FULL_TEXT: Final = "the full text"
_LISTS = tuple(map(source_entry, ("crossref_references", "openalex_references", "europepmc_references")))
_ALL_LISTED = "Each study with a PMID has a list by another source."
_MOMENTS: Any = {"retracted": {"__all__": {"check": {"checked_at"}}}}
"""That something was asked again makes no other report."""


class ReferencesChecked(NamedTuple):
    """What became of the references of studies, and of asking each source."""

    studies: list[StudyReferences]
    outcomes: list[SourceOutcome]


class KnownOfDrug(NamedTuple):
    """What is known before the references are asked for."""

    checks: Mapping[str, RetractionCheck] = {}
    """The standing of articles that need not be asked for again, by article id."""
    before: Mapping[str, StudyReferences] = {}
    """What the references came to the last time: it stands where a source gives no answer now."""
    reviews: Collection[str] = ()
    """Ids of the articles that are reviews of trials."""
    trials: Mapping[str, str] = {}
    """Articles on the drug that are trials, by article id, with what shows it."""


async def _reference_checks(run: DrugRun) -> Written:
    """Look through the references of the counted studies for retracted work; whether they count does not depend on it.

    At most ``MOST_STUDIES`` studies and ``MOST_REFERENCES`` references are asked about.
    """
    pool, assessed = pool_articles(run), {a.disease_id: a for a in run.db.assessments.load(run.slug)}
    grades = [
        grade
        for candidate in ranked_candidates(run)
        if candidate.disease.id in assessed
        for grade in sorted(assessed[candidate.disease.id].counted, key=lambda grade: grade.level or 9)
        if grade.evidence_kind is DocumentKind.ARTICLE and grade.evidence_id in pool
    ]
    ids = list(dict.fromkeys(grade.evidence_id for grade in grades))
    known = KnownOfDrug(
        checks=run.db.retraction_checks.by_article(run.slug),
        before=run.db.drug_records.study_references(run.slug),
        reviews={grade.evidence_id for grade in grades if grade.design in SYNTHESES},
        trials=_trials_of(run, pool),
    )
    chosen = [pool[article_id] for article_id in ids[:MOST_STUDIES]]
    studies, outcomes = await check_references(run, chosen, run.db.full_texts.load(ids[:MOST_STUDIES]), known)
    return Written(
        write=lambda: run.db.drug_records.replace_study_references(run.slug, studies),
        outputs=[study.model_dump(mode="json", exclude=_MOMENTS) for study in studies],
        facts={
            "rows": len(studies),
            "studies_left_out": len(ids) - len(chosen),
            "studies_without_a_list": sum(1 for study in studies if not study.listed_by),
            "references": sum(study.references for study in studies),
            "references_unchecked": sum(study.unchecked for study in studies),
            "studies_citing_retracted_work": sum(1 for study in studies if study.retracted),
        },
        outcomes=tuple(outcomes),
        preview="\n".join(f"- {s.article_id}: {' '.join(cited_sentences(s))}" for s in studies if s.retracted),
    )


def _trials_of(run: DrugRun, pool: Mapping[str, Article]) -> dict[str, str]:
    """The articles found for the drug that report a trial of it, by the registry or by their publication type."""
    registered = {m.trial.nct_id: m.trial for matches in run.db.trials.load(run.slug).values() for m in matches}
    typed = {
        article_id: "a clinical trial by its publication type, found for the drug itself"
        for article_id, article in pool.items()
        if is_trial_report(article)
    }
    linked = reported_trials(pool.values(), registered.values())
    known = {article_id: [n for n in numbers if n in registered] for article_id, numbers in linked.items()}
    return typed | {i: f"the report of {numbers[0]}, a registered trial" for i, numbers in known.items() if numbers}


async def check_references(
    run: SourceRun,
    articles: Sequence[Article],
    full_texts: Mapping[str, FullText],
    known: KnownOfDrug = KnownOfDrug(),  # noqa: B008 - empty and never changed
) -> ReferencesChecked:
    """Ask for the references of the articles, and for the standing of each distinct one.

    Full texts are read first; Crossref and OpenAlex are asked for lists of all articles, Europe PMC for those of which
    nobody else has one.

    Args:
        run: whose settings say who is asked, and as of which day.
        articles: the best first.
        full_texts: what is held of them, by article id.
        known: what need not be asked again.
    """
    lists, outcomes = await _lists(run, articles, full_texts)
    failed = [source for source, given in lists.items() if given is None]
    listed = {a.id: _lists_of(a, lists, known.before.get(a.id)) for a in articles}
    works = _Works(entry for of_article in listed.values() for entries in of_article.values() for entry in entries)
    keys = dict.fromkeys(works.key(e) for of_article in listed.values() for some in of_article.values() for e in some)
    wanted = [works.article(key) for key in list(keys)[:MOST_REFERENCES]]
    earlier = {each.check.article_id: each.check for study in known.before.values() for each in study.retracted}
    new = {article.id: article for article in wanted if article.id not in known.checks}
    checked = await check_retractions(run, new, {}, earlier) if new else None
    checks = dict(known.checks) | {check.article_id: check for check in (checked.checks if checked else ())}
    studies = [
        _study(article.id, listed[article.id], works, checks, known).model_copy(
            update={  # Europe PMC is asked by PMID alone
                "unanswered": tuple(s for s in failed if article.pmid or (article.doi and s != _LISTS[2].service.name))
            }
        )
        for article in articles
    ]
    of_references = [  # told apart from the gate's outcomes about the studies themselves
        outcome.model_copy(update={"question": f"{outcome.question}, of the references of counted studies"})
        for outcome in (checked.outcomes if checked else ())
    ]
    return ReferencesChecked(studies, [*outcomes, *of_references])


Lists = dict[str, Mapping[str, Sequence[CitedReference]] | None]
"""By source, the lists by PMID or ``doi:…``; ``None`` where it gave no answer."""


async def _lists(
    run: SourceRun, articles: Sequence[Article], full_texts: Mapping[str, FullText]
) -> tuple[Lists, list[SourceOutcome]]:
    pmids = sorted({a.pmid for a in articles if a.pmid})
    dois = sorted({key for a in articles if (key := doi_key(a.doi))})
    only_doi = sorted({key for a in articles if not a.pmid and (key := doi_key(a.doi))})
    crossref, openalex, europepmc = run.sources.crossref, run.sources.openalex, run.sources.europepmc
    by_number = await asyncio.gather(
        asked_of(run, _LISTS[0], lambda: crossref.references(dois), len(dois), "No study has a DOI."),
        asked_of(
            run,
            _LISTS[1],
            lambda: openalex.references(pmids, only_doi),
            len(pmids) + len(only_doi),
            "No study has a PMID or a DOI.",
        ),
    )
    held = {a.id: text.references for a in articles if (text := full_texts.get(a.id)) and text.references}
    lists: Lists = {FULL_TEXT: held}
    without = [
        a
        for a in articles
        if a.id not in held and a.pmid and not any(_given(a, given) for given, _ in by_number if given)
    ]
    rest = sorted({a.pmid for a in without if a.pmid})
    replies = [*by_number, await asked_of(run, _LISTS[2], lambda: europepmc.references(rest), len(rest), _ALL_LISTED)]
    for entry, (given, outcome) in zip(_LISTS, replies, strict=True):
        if outcome.state is not SourceState.NOT_ASKED:
            lists[entry.service.name] = given
    none = {"reason": "It holds no list of references of any of the studies."}  # though it knows the studies
    outcomes = [outcome for _, outcome in replies]
    return lists, [o.model_copy(update=none) if o.state is SourceState.EMPTY else o for o in outcomes]


def _given(article: Article, given: Mapping[str, Sequence[CitedReference]]) -> list[CitedReference]:
    """A source's entries for an article, by either of its numbers."""
    doi = doi_key(article.doi)
    return [e for key in (article.id, article.pmid, doi and f"doi:{doi}") if key for e in given.get(key, ())]


def _lists_of(article: Article, lists: Lists, before: StudyReferences | None) -> dict[str, Sequence[CitedReference]]:
    """The lists of one article by source; where one gave no answer, what was known from it to be retracted stands."""
    kept: dict[str, Sequence[CitedReference]] = {}
    for source, given in lists.items():
        old = before.retracted if before and given is None else ()
        entries = (
            [each.reference for each in old if source in each.listed_by] if given is None else _given(article, given)
        )
        if entries:
            kept[source] = entries
    return kept


class _Works:
    """What entries of all lists name, each work once: one list gives a PMID, another a DOI, a third one both."""

    def __init__(self, entries: Iterable[CitedReference]) -> None:
        known = list(entries)
        self._pmids = {entry.doi: entry.pmid for entry in known if entry.doi and entry.pmid}
        self._entries: dict[str, CitedReference] = {}
        for entry in known:
            key, before = self.key(entry), self._entries.get(self.key(entry), CitedReference())
            self._entries[key] = CitedReference(
                pmid=before.pmid or entry.pmid or self._pmids.get(entry.doi, ""),
                doi=before.doi or entry.doi,
                title=before.title or entry.title,
                year=before.year or entry.year,
            )

    def key(self, entry: CitedReference) -> str:
        """The id of the article that an entry names."""
        return entry.pmid or self._pmids.get(entry.doi) or f"doi:{entry.doi}"

    def entry(self, key: str) -> CitedReference:
        return self._entries[key]

    def article(self, key: str) -> Article:
        """As far as lists tell of it; without a record of PubMed, which would count as an answer."""
        entry = self._entries[key]
        origin = Origin(source="reference list", id=key)
        return Article(
            id=key,
            pmid=entry.pmid or None,
            doi=entry.doi or None,
            title=entry.title,
            year=entry.year,
            origins=(origin,),
        )


def _study(
    article_id: str,
    lists: Mapping[str, Sequence[CitedReference]],
    works: _Works,
    checks: Mapping[str, RetractionCheck],
    known: KnownOfDrug,
) -> StudyReferences:
    listed_by: dict[str, dict[str, None]] = {}
    for source, entries in lists.items():
        for entry in entries:
            listed_by.setdefault(works.key(entry), {})[source] = None
    in_tables = {works.key(entry) for entries in lists.values() for entry in entries if entry.in_table}
    answered = {key: check for key in listed_by if (check := checks.get(key)) and check.checked}
    retracted = [key for key, check in answered.items() if check.status is RetractionStatus.RETRACTED]

    def included(key: str) -> str:
        """Why a reference of a review is taken for one of the trials it includes; empty where nothing tells."""
        return "cited in a table of the review" if key in in_tables else known.trials.get(key, "")

    return StudyReferences(
        article_id=article_id,
        listed_by=tuple(lists),
        references=len(listed_by),
        unchecked=len(listed_by) - len(answered),
        retracted=tuple(
            RetractedReference(
                reference=works.entry(key).model_copy(update={"in_table": key in in_tables}),
                check=checks[key],
                listed_by=tuple(listed_by[key]),
                included=included(key) if article_id in known.reviews else "",
            )
            for key in retracted
        ),
    )


REFERENCE_CHECKS = Stage(
    name="reference_checks",
    group="literature",
    code_version="1",
    function=_reference_checks,
    upstream=("abstracts", "clinical_trials", "retraction_checks", "full_texts", "assessments"),
    depends_on=lambda run: [
        retraction_watch_version(run),
        switched_off(run, *_LISTS, EUROPE_PMC, OPENALEX, CROSSREF, WATCH),
    ],
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)

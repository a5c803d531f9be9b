"""The stage that asks registry and literature by the drug alone: where was it tried, whatever a path would lead to?"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from ....domain.diseases import DiseaseRef
from ....domain.drugs import ClinicalReport
from ....domain.findings.evidence import SearchRecord
from ....domain.findings.readings import Direction, PairNames
from ....domain.findings.study_designs import Population
from ....domain.outcomes import ScoutError, SourceOutcome, SourceState
from ....domain.records.articles import Article
from ....domain.records.source_catalogue import source_entry
from ....domain.records.trials import Trial
from ....reading.reader_protocol import ArticleToRead
from ....reading.readers import code_fingerprint, reader
from ....reading.stored_readings import StoredReadings
from ....rules.as_of import articles_as_of
from ....rules.candidates.uses.own_development import with_registered
from ....rules.candidates.uses.tried_conditions import (
    UNPLACED,
    conditions_of_article,
    conditions_of_trial,
    diseases_of_trial,
    joined_uses,
    report_of_article,
    report_of_trial,
    trials_of_drug,
)
from ....rules.literature.pubmed_query import drug_search_names
from ...article_search import fetch_from_pubmed
from ...engine import Stage, Written
from ...resources.workbench import DrugRun
from ...stored_inputs import REGISTRY, failed_search, not_asked, search_not_made, search_outcome, switched_off
from ..discovery import supporting_trials

LITERATURE = source_entry("pubmed_articles")
TRIALS_OF_DRUG, ARTICLES_OF_DRUG = "ClinicalTrials.gov, the drug alone", "PubMed, the drug alone"
_OPEN_TARGETS = "Open Targets"
_IN_PEOPLE = frozenset({Population.HUMAN, Population.HEALTHY})


async def _tried_uses(run: DrugRun) -> Written:
    """Which diseases people were given the drug for, asked by the drug alone.

    The registry gives every trial that tests it, by the conditions registered; PubMed the articles that have it as a
    major topic or in the title, by the headings that were treated, each read as any article is. A condition that the
    ontology does not know is kept under its own name, to be set aside by it.
    """
    (registry, trials), (literature, articles) = await asyncio.gather(_trials(run), _articles(run))
    of_drug = trials_of_drug(trials, run.profile.names)
    treating = [trial for trial, untreated in of_drug if not untreated]
    of_trials = [name for trial, _ in of_drug for names in conditions_of_trial(trial) for name in names]
    of_articles = [(name, article) for article in articles for name in conditions_of_article(article)]
    try:
        known, problem = await run.sources.opentargets.named_diseases((*of_trials, *(n for n, _ in of_articles))), ""
    except ScoutError as error:
        known, problem = {}, str(error)
    read = _read(run, [(known[name], article) for name, article in of_articles if name in known])
    reports = [(ref, report_of_trial(*each)) for each in of_drug for ref in diseases_of_trial(each[0], known)]
    named = joined_uses([*reports, *read])
    by_id = {trial.nct_id: trial for trial, _ in of_drug}
    try:
        supporting = await supporting_trials(run, named, by_id, run.profile.approved_uses)
    except ScoutError as error:
        supporting, problem = {}, str(error)
    uses = with_registered(named, by_id, run.profile.names, supporting)
    before = run.db.tried_uses.load(run.slug)
    kept = before if problem else list(uses)

    def write() -> None:
        run.db.searches.replace(run.slug, TRIALS_OF_DRUG, [registry])
        run.db.searches.replace(run.slug, ARTICLES_OF_DRUG, [literature])
        run.db.tried_uses.replace(run.slug, kept)

    return Written(
        write=write,
        outputs=[kept, [[r.query, r.total, r.state] for r in (registry, literature)]],
        facts={
            "rows": len(kept),
            "trials": len(trials),
            "trials_that_treat_with_it": len(treating),
            "articles": len(articles),
            "articles_with_a_result": len({report.id for _, report in read if not report.not_treating}),
            "conditions_in_no_ontology": len({ref.id for ref, _ in reports if ref.id.startswith(UNPLACED)}),
        },
        outcomes=(
            search_outcome(registry, matching=len(treating)).model_copy(update={"disease_id": None}),
            search_outcome(literature).model_copy(update={"disease_id": None}),
            SourceOutcome(
                source=_OPEN_TARGETS,
                question="conditions that the drug was tried in",
                state=SourceState.FAILED if problem else SourceState.OK if known else SourceState.EMPTY,
                reason=problem or ("" if known else "No condition was named."),
                found=len({disease.id for disease in known.values()}),
            ),
        ),
        preview="| Disease | Stage | Records |\n|---|---|---|\n"
        + "\n".join(
            f"| {use.disease_name} | {use.stage.text} | {', '.join(report.id for report in use.reports[:5])} |"
            for use in sorted(kept, key=lambda use: (-use.stage.rank, -len(use.reports), use.disease_name))[:30]
        ),
    )


async def _trials(run: DrugRun) -> tuple[SearchRecord, list[Trial]]:
    if off := not_asked(run, REGISTRY):
        return search_not_made(REGISTRY, "", off, run.bench.now).model_copy(update={"source": TRIALS_OF_DRUG}), []
    try:
        record, trials = await run.sources.clinicaltrials.of_drug(
            run.profile.names, run.settings.max_drug_trials, as_of=run.settings.as_of
        )
    except ScoutError as error:
        return _failed(run, TRIALS_OF_DRUG, error), []
    return record.model_copy(update={"source": TRIALS_OF_DRUG}), trials


async def _articles(run: DrugRun) -> tuple[SearchRecord, list[Article]]:
    """The articles on the drug as a treatment; retracted ones and notices are left out."""
    names = drug_search_names(run.profile.names)
    off = not_asked(run, LITERATURE) or ("" if names else "No name of the drug can be searched in PubMed.")
    if off:
        return search_not_made(LITERATURE, "", off, run.bench.now).model_copy(update={"source": ARTICLES_OF_DRUG}), []
    settings = run.settings
    try:
        record = await run.sources.pubmed_searches.uses(
            run.profile.names, ARTICLES_OF_DRUG, settings.max_drug_articles, settings.as_of
        )
        await fetch_from_pubmed(run, record.ids)
    except ScoutError as error:
        return _failed(run, ARTICLES_OF_DRUG, error), []
    stored = run.db.articles.load(record.ids)
    articles = [stored[i] for i in record.ids if i in stored]
    if settings.as_of:
        articles = articles_as_of(articles, settings.as_of)
    standing = [article for article in articles if article.usable]
    return record.model_copy(update={"ids": tuple(a.id for a in standing)}), standing


def _failed(run: DrugRun, title: str, error: ScoutError) -> SearchRecord:
    before = next(iter(run.db.searches.load(run.slug, title)), None)
    return failed_search(title, "", error, before, run.bench.now)


def _read(run: DrugRun, named: Sequence[tuple[DiseaseRef, Article]]) -> list[tuple[DiseaseRef, ClinicalReport]]:
    """What the articles say of the drug and each disease they name: whether people were given it, with a result."""
    by_article: dict[str, dict[str, DiseaseRef]] = defaultdict(dict)
    articles = {article.id: article for _, article in named}
    for disease, article in named:
        by_article[article.id][disease.id] = disease
    pairs = {
        disease.id: PairNames(drug_names=tuple(run.profile.names), disease=disease.name, disease_names=(disease.name,))
        for disease, _ in named
    }
    asked = [ArticleToRead(articles[i], tuple(pairs[d] for d in diseases)) for i, diseases in by_article.items()]
    readings = StoredReadings(reader(), run.db.readings).of(asked)
    results = []
    for article_id, diseases in by_article.items():
        for disease in diseases.values():
            made = readings.get(pairs[disease.id].key, {}).get(article_id)
            has_result = (
                made is not None
                and made.of_pair.direction not in (Direction.NONE, Direction.HARM)
                and made.study.population in _IN_PEOPLE
            )
            results.append((disease, report_of_article(articles[article_id], has_result=has_result)))
    return results


TRIED_USES = Stage(
    name="tried_uses",
    group="discovery",
    code_version=f"2.{code_fingerprint()}",
    function=_tried_uses,
    upstream=("drug_profile",),
    settings=("max_drug_trials", "max_drug_articles"),
    depends_on=lambda run: switched_off(run, REGISTRY, LITERATURE),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json", "xml"}),
)

"""What is known of the drug and its candidates outside the literature and the labels: references and the web."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from ...domain.candidates import Candidate
from ...domain.diseases import NormalizedName
from ...domain.findings.pair_questions import PairQuestion
from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.references import LookUpResult, ReferenceEntry, ReferenceQuestion, WebPage
from ...domain.records.source_catalogue import CATALOGUE, About, ClientMethod, Yields, source_entry
from ...rules.as_of import references_as_of, web_pages_as_of
from ...rules.labels.label_rules import mentions
from ...rules.literature.sufficiency import Sufficiency, judge
from ..engine import Stage, Written
from ..resources.workbench import DrugRun
from ..stored_inputs import answered, names_of, pool_articles, pools, ranked_candidates, switched_off

log = logging.getLogger(__name__)

WEB = source_entry("tavily_web")
PRIMARY = frozenset(
    e.title for e in CATALOGUE if e.yields in (Yields.ARTICLES, Yields.TRIALS, Yields.LABELS) and e.in_runs
)
"""Titles of the sources whose evidence may be insufficient."""
_REFERENCES = tuple(e for e in CATALOGUE if e.call is ClientMethod.LOOK_UP and e.in_runs)
OF_DRUG = tuple(e.key for e in _REFERENCES if e.about is About.DRUG)
OF_DISEASE = tuple(e.key for e in _REFERENCES if e.about is not About.DRUG)


# ------------------------------------------------------------------------------------------------ references
async def _reference_entries(run: DrugRun) -> Written:
    """What reference sources say of the drug and of each candidate: ids, health topics, book chapters, genetics,
    figures and guideline pages. Shown for background; never ranked, graded or cited.
    """
    candidates = ranked_candidates(run)
    names, drug_names = names_of(run, candidates), tuple(run.profile.names)
    kept = run.db.drug_records.references(run.slug)
    asked = [(key, None) for key in OF_DRUG] + [(key, c) for c in candidates for key in OF_DISEASE]

    async def ask(key: str, candidate: Candidate | None) -> tuple[list[ReferenceEntry], SourceOutcome]:
        entry, disease_id = source_entry(key), candidate.disease.id if candidate else None
        question = ReferenceQuestion(
            drug_names=drug_names,
            disease=names[disease_id] if disease_id else None,
            limit=entry.limit or 3,
            as_of=run.settings.as_of,
        )
        nothing: tuple[ReferenceEntry, ...] = ()

        async def question_put() -> LookUpResult:
            return await run.sources.references[key](question)

        entries, outcome = await answered(
            run,
            entry,
            question_put,
            nothing,
            disease_id,
            before=lambda: tuple(e for e in kept if (e.source, e.disease_id) == (entry.title, disease_id)),
        )
        return [entry.model_copy(update={"disease_id": disease_id}) for entry in entries], outcome

    replies = await asyncio.gather(*(ask(key, candidate) for key, candidate in asked))
    entries = [entry for of_search, _ in replies for entry in of_search]
    if run.settings.as_of:
        entries = references_as_of(entries, run.settings.as_of)
    outcomes = [outcome for _, outcome in replies]
    return Written(
        write=lambda: run.db.drug_records.replace_references(run.slug, entries),
        outputs=entries,
        facts={"rows": len(entries), "about_the_drug": sum(1 for entry in entries if entry.disease_id is None)},
        outcomes=tuple(outcomes),
    )


# ------------------------------------------------------------------------------------------------ the web
async def _web_pages(run: DrugRun) -> Written:
    """Search the web, on trusted medical sites only, for candidates whose primary evidence is insufficient: fewer than
    five sources in all or fewer than two of high quality. Pages are quarantined: shown, never graded or cited.
    """
    candidates = ranked_candidates(run)
    names, drug_names = names_of(run, candidates), tuple(run.profile.names)
    sufficiency = _sufficiency(run)

    async def ask(candidate: Candidate) -> tuple[tuple[WebPage, ...], SourceOutcome]:
        disease_id = candidate.disease.id
        verdict = sufficiency(names[disease_id], disease_id)
        log.info("%s, %s: %s", run.slug, candidate.disease.name, verdict.sentence)
        if verdict.sufficient:
            reason = f"The web was not searched: {verdict.sentence}"
            return (), SourceOutcome(
                source=WEB.title, question=WEB.asks, state=SourceState.NOT_ASKED, reason=reason, disease_id=disease_id
            )
        question = PairQuestion(
            drug_names=drug_names,
            disease=names[disease_id],
            limit=WEB.limit or 10,
            today=run.bench.today,
            as_of=run.settings.as_of,
        )
        nothing: tuple[WebPage, ...] = ()
        pages, outcome = await answered(run, WEB, lambda: run.sources.tavily.search(question), nothing, disease_id)
        thin = f"Primary evidence is thin: {verdict.sentence} {outcome.reason}".strip()
        return pages, outcome.model_copy(update={"reason": thin})

    replies = await asyncio.gather(*map(ask, candidates))
    pages = [page for found_pages, _ in replies for page in found_pages]
    if run.settings.as_of:
        pages = web_pages_as_of(pages, run.settings.as_of)
    outcomes = [outcome for _, outcome in replies]
    notes = {outcome.disease_id: outcome.reason for outcome in outcomes if outcome.disease_id}
    return Written(
        write=lambda: run.db.drug_records.replace_web_pages(run.slug, pages, notes),
        outputs=[pages, notes],
        facts={
            "rows": len(pages),
            "candidates_with_thin_evidence": sum(1 for note in notes.values() if note.startswith("Primary")),
        },
        outcomes=tuple(outcomes),
        preview="\n".join(f"- {note}" for note in notes.values()),
    )


def _sufficiency(run: DrugRun) -> Callable[[NormalizedName, str], Sufficiency]:
    """Judges whether a disease, by its names and its id, has enough primary evidence; the store is read once."""
    pooled = pools(run)
    articles, trials = pool_articles(run, pooled), run.db.trials.load(run.slug)
    standings = {article_id: c.status for article_id, c in run.db.retraction_checks.by_article(run.slug).items()}
    labels = run.db.drug_records.labels(run.slug)
    unanswered = _unanswered(run)

    def of_disease(name: NormalizedName, disease_id: str) -> Sufficiency:
        of_pair = [articles[entry.article_id] for entry in pooled.get(disease_id, [])]
        mention = mentions(labels, name.names)
        silent = dict.fromkeys(source for source, about in unanswered if about in (None, disease_id))
        return judge(of_pair, trials.get(disease_id, []), mention, statuses=standings, unanswered=tuple(silent))

    return of_disease


def _unanswered(run: DrugRun) -> list[tuple[str, str | None]]:
    """The primary sources that gave no full answer, with the disease they were asked about; ``None``: about the drug.

    The pages' notes name them, so that an answer which comes later, be it an empty one, makes them anew.
    """
    outcomes = run.db.stages.outcomes(run.slug)
    silent = {(o.source, o.disease_id) for o in outcomes if o.open and o.source in PRIMARY}
    return sorted(silent, key=str)


_KINDS = frozenset({"python", "postgres", "json"})
REFERENCE_ENTRIES = Stage(
    name="reference_entries",
    group="background",
    code_version="2",
    function=_reference_entries,
    upstream=("drug_profile", "candidates", "normalized_names"),
    depends_on=lambda run: [
        *(run.bench.has_key(e) for e in _REFERENCES if e.key_required),
        switched_off(run, *map(source_entry, (*OF_DRUG, *OF_DISEASE))),
    ],
    asks_sources=True,
    kinds=_KINDS,
)
WEB_PAGES = Stage(
    name="web_pages",
    group="background",
    code_version="3",
    function=_web_pages,
    upstream=("candidates", "normalized_names", "abstracts", "clinical_trials", "drug_labels", "retraction_checks"),
    depends_on=lambda run: [run.bench.has_key(WEB), switched_off(run, WEB), _unanswered(run)],
    asks_sources=True,
    kinds=_KINDS,
)

"""The content of a report, gathered from the store.

What belongs here: which rows make up a report, and the sentences of caution and of absence. How it looks is in
``reports``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ...domain.base import fingerprint_of_code
from ...domain.candidates import ApprovalStatus, Candidate
from ...domain.comparison import Commonness
from ...domain.diseases import NormalizedName
from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Assessment, Grade
from ...domain.findings.effects import Effect
from ...domain.findings.evidence import RankedArticle
from ...domain.findings.readings import ArticleReading, KnownHarms
from ...domain.findings.report import CandidateEvidence, EvidenceReport, RunFacts
from ...domain.findings.study_designs import WITHOUT_DISEASE, Population
from ...domain.monographs.reported_facts import LabelCheck
from ...domain.outcomes import PermanentFailure, SourceState
from ...domain.records.articles import Article
from ...domain.records.full_text import FullTextFacts
from ...domain.records.labels import DrugLabels
from ...domain.records.trials import TrialMatch
from ...ranking.retrieval.queries import AXES
from ...reports.words.common_words import wider_heading
from ...rules.assessment.label_checks import doses_above_labels, forbidden_by_labels
from ...rules.assessment.record_flow import PairRecords, RecordFlow
from ...rules.assessment.strength import with_cited_retractions
from ...rules.candidates.uses.approval import indexed_as_approved, not_settled
from ...rules.effects.best_effect import best_effect
from ...rules.effects.pooling import pool_trials
from ...rules.labels.facts_for_report import facts_of_labels, highest_dose
from ...rules.labels.label_rules import mentions
from ...rules.labels.label_uses import LabelUse, Naming, UseNames, label_use
from ...rules.language.mentions import Pair
from ...rules.literature.studies import count_studies, papers_of_trials, reported_trials
from ...rules.names.name_matching import natural_order
from ..article_search import ENTRIES
from ..resources.source_bench import code_version
from ..resources.workbench import DrugRun
from ..stored_inputs import CLINICALTRIALS, names_of, pool_articles, pools, ranked_candidates, retracted
from .label_monographs import held_texts

SHOWN_SECTIONS = ("indications", "boxed_warning", "contraindications", "warnings", "adverse_reactions")
HARMS_OF_A_REPORT, PAPERS_OF_A_HARM = 10, 3
"""Known harms that a report holds, and papers of each."""
MOST_EFFECTS = 3
"""Effects of an article that a report holds."""
ARTICLE_SOURCES = tuple(entry.title for entry in ENTRIES)


def proving_code() -> str:
    """Fingerprint of the code that a report's readings, grades, scores and counts are made by."""
    return fingerprint_of_code("domain/**/*", "reading/**/*", "rules/**/*", "text/**/*")


class _StoredContent:
    """Everything of the drug that candidates share."""

    def __init__(self, run: DrugRun) -> None:
        db, slug = run.db, run.slug
        self.every = db.candidates.load(slug)
        self.pools = pools(run)
        self.superseded = {
            disease_id: tuple(entry.article_id for entry in pool if entry.superseded)
            for disease_id, pool in db.pools.load(slug).items()
        }
        self.articles = pool_articles(run, self.pools)
        self.gone = retracted(run)
        self.labels = db.drug_records.labels(slug)
        self.indications = db.drug_records.indications(slug)
        self.references = db.drug_records.references(slug)
        self.evidence = db.evidence.load(slug)
        self.records = db.ranked_records.load(slug)
        self.trials = db.trials.load(slug)
        self.literature = db.syntheses.load(slug, "literature")
        self.trial_syntheses = db.syntheses.load(slug, "trials")
        self.cited_references = db.drug_records.study_references(slug)
        self.assessments = {
            a.disease_id: with_cited_retractions(a, self.cited_references) for a in db.assessments.load(slug)
        }
        self.searches = db.searches.load(slug)
        self.pages, self.notes = db.drug_records.web_pages(slug)
        self.outcomes = db.stages.outcomes(slug)
        older = {article_id for ids in self.superseded.values() for article_id in ids}
        self.full_texts = db.full_texts.load(sorted({*self.articles, *older}))
        self.full_text_quotes = {r.disease_id: r.full_text_quotes for r in db.record_readings.load(slug)}
        self.readings = db.readings.load(slug)
        given = {i for search in self.searches for i in search.ids if i.isdecimal()} - {*self.articles, *older}
        self.without_record = given - db.articles.load(sorted(given)).keys()
        """PMIDs that searches gave and PubMed sent no record of."""
        self.commonness = commonness(run)
        self.label_texts = held_texts(run)
        self.highest_dose = highest_dose(self.label_texts)


def gather(run: DrugRun) -> EvidenceReport:
    """The report's content from the store."""
    material = _StoredContent(run)
    candidates = ranked_candidates(run)
    names = names_of(run, candidates)
    flows = {c.disease.id: RecordFlow.of_pair(_records(material, c.disease.id)) for c in candidates}
    parts = [
        _candidate(run, material, c, names[c.disease.id]).model_copy(update={"flow": flows[c.disease.id].flow})
        for c in candidates
    ]
    harms = _known_harms(run, material.gone)
    shown = run.db.articles.load(harms.article_ids if harms else ()) | _shown(run, material, parts)
    checks = run.db.retraction_checks.by_article(run.slug)
    return EvidenceReport(
        drug=run.profile,
        candidates=tuple(parts),
        set_aside=tuple(c for c in material.every if c.rank is None),
        articles=dict(sorted(shown.items())),
        standings={article_id: checks[article_id] for article_id in sorted(shown) if article_id in checks},
        cited_references={i: study for i, study in sorted(material.cited_references.items()) if i in shown},
        full_texts={
            article_id: FullTextFacts(
                source=text.source,
                url=text.url,
                license=text.license,
                sections=len(text.sections),
                characters=len(text.text),
                steps=text.steps,
            )
            for article_id, text in sorted(material.full_texts.items())
            if article_id in shown
        },
        known_harms=harms,
        labels=tuple(
            label.model_copy(update={"sections": tuple(s for s in label.sections if s.kind in SHOWN_SECTIONS)})
            for label in material.labels
        ),
        label_indications=tuple(material.indications),
        label_facts=facts_of_labels(material.label_texts),
        adverse_events=run.db.drug_records.adverse_events(run.slug),
        references=tuple(r for r in material.references if r.disease_id is None),
        outcomes=tuple(o for o in material.outcomes if o.disease_id is None),
        flow=RecordFlow.together(list(flows.values())).flow,
        run=_run_facts(run, any(a.demonstration for a in material.articles.values())),
    )


def _known_harms(run: DrugRun, gone: Collection[str]) -> KnownHarms | None:
    """What the search for harm found, with the best papers of each harm and without those that are retracted."""
    if (known := run.db.drug_records.known_harms(run.slug)) is None:
        return None
    harms = known.without(gone).harms[:HARMS_OF_A_REPORT]
    best = tuple(harm.model_copy(update={"papers": harm.papers[:PAPERS_OF_A_HARM]}) for harm in harms)
    return known.model_copy(update={"harms": best})


def commonness(run: DrugRun) -> dict[str, Commonness]:
    """How common each of the drug's candidates is in the lists of all drugs; empty where there is no matrix."""
    ids = [candidate.disease.id for candidate in ranked_candidates(run)]
    return run.db.matrix.commonness(ids, run.settings.new_kept)


def _candidate(run: DrugRun, material: _StoredContent, candidate: Candidate, name: NormalizedName) -> CandidateEvidence:
    disease_id = candidate.disease.id
    ids = [entry.article_id for entry in material.pools.get(disease_id, ())]
    articles = [material.articles[article_id] for article_id in ids if article_id in material.articles]
    trials = material.trials.get(disease_id, [])
    evidence = material.evidence.get(disease_id, [])
    assessment = material.assessments.get(disease_id)
    top = tuple(r for r in evidence if r.in_top_k)
    of_pair = {r.id for r in evidence if r.names_drug and r.names_disease and r.id not in material.gone}
    reported = reported_trials(articles, [match.trial for match in trials])
    shown = {r.id: reported[r.id] for r in sorted(top, key=lambda r: r.id) if r.id in reported}
    pair = Pair.of(run.profile.names, name)
    listed = label_use(DrugLabels(material.labels, material.indications), UseNames(name.names, run.profile.names))
    part = CandidateEvidence(
        candidate=not_settled(candidate, listed),
        name=name,
        searches=tuple(s for s in material.searches if s.disease_id == disease_id),
        articles_found=len(articles),
        studies=count_studies([a for a in articles if a.id in of_pair], [m.trial for m in trials]),
        ranked=top,
        readings={i: made.note for i, made in sorted(material.readings.get(disease_id, {}).items())},
        effects=shown_effects(
            [r.id for r in top if r.names_drug and r.id in material.articles and r.id not in material.gone],
            assessment.grades if assessment else (),
            material.readings.get(disease_id, {}),
        ),
        retracted=tuple(a.id for a in articles if a.id in material.gone),
        superseded=material.superseded.get(disease_id, ()),
        trials=tuple(trials),
        trial_papers=papers_of_trials({a.id: shown[a.id] for a in articles if a.id in shown}),
        paper_trials=shown,
        full_text_quotes=material.full_text_quotes.get(disease_id, ()),
        label_mentions=tuple(mentions(material.labels, name.names)),
        label_checks=_label_checks(material, pair, top, trials, disease_id),
        references=tuple(r for r in material.references if r.disease_id == disease_id),
        web_pages=tuple(page for page in material.pages if page.disease_id == disease_id),
        web_note=material.notes.get(disease_id, ""),
        ranked_records=tuple(material.records.get(disease_id, ())),
        literature=material.literature.get(disease_id),
        trial_synthesis=material.trial_syntheses.get(disease_id),
        commonness=material.commonness.get(disease_id),
        assessment=assessment,
        outcomes=tuple(o for o in material.outcomes if o.disease_id == disease_id),
    )
    rest = {
        "cautions": tuple(_cautions(part, material, listed)),
        "not_found": tuple(_not_found(run, part, bool(of_pair))),
        **_amounting_to(part),
    }
    return part.model_copy(update=rest)


def _records(material: _StoredContent, disease_id: str) -> PairRecords:
    """A candidate's records as far as they came."""
    assessment = material.assessments.get(disease_id)
    pool = material.pools.get(disease_id, ())
    return PairRecords(
        searches=[s for s in material.searches if s.disease_id == disease_id],
        outcomes=[o for o in material.outcomes if o.disease_id == disease_id],
        pool={entry.article_id: entry.found_by for entry in pool if entry.article_id in material.articles},
        older=material.superseded.get(disease_id, ()),
        retracted=material.gone,
        ranked=material.evidence.get(disease_id, []),
        trials={match.trial.nct_id for match in material.trials.get(disease_id, [])},
        grades=assessment.grades if assessment else (),
        without_record=material.without_record,
    )


def shown_effects(
    article_ids: Iterable[str], grades: Iterable[Grade], readings: Mapping[str, ArticleReading]
) -> dict[str, tuple[Effect, ...]]:
    """What the articles shown measured of the drug, by their ids.

    What was measured in people without the disease is no effect on it; shown are only effects of studies of the pair
    that have a direction.
    """
    telling = {
        grade.evidence_id
        for grade in grades
        if grade.evidence_kind is DocumentKind.ARTICLE
        and grade.directness.population not in WITHOUT_DISEASE
        and grade.may_tell_effect
    }
    shown = {
        i: readings[i].of_pair.effects[:MOST_EFFECTS] for i in sorted(article_ids) if i in telling & readings.keys()
    }
    return {article_id: effects for article_id, effects in shown.items() if effects}


def _amounting_to(part: CandidateEvidence) -> dict[str, object]:
    """The fields on what the effects of the candidate's studies amount to."""
    grades = part.assessment.grades if part.assessment else ()
    conclusions = {article_id: note.sentence for article_id, note in part.readings.items()}
    primary = {m.trial.nct_id: m.trial.primary_outcomes for m in part.trials if len(m.trial.primary_outcomes) == 1}
    registered = {
        article_id: primary[nct_ids[0]][0]
        for article_id, nct_ids in part.paper_trials.items()
        if len(nct_ids) == 1 and nct_ids[0] in primary
    }
    pooled, not_pooled = pool_trials(grades, part.effects, registered)
    best = best_effect(grades, part.effects, conclusions)
    return {"best_effect": best, "pooled": pooled, "not_pooled": not_pooled}


def _label_checks(
    material: _StoredContent, pair: Pair, top: Sequence[RankedArticle], trials: Sequence[TrialMatch], disease_id: str
) -> tuple[LabelCheck, ...]:
    """The candidate held against the labels; of the articles shown those on people."""
    assessment = material.assessments.get(disease_id)
    of_people = {
        grade.evidence_id
        for grade in (assessment.grades if assessment else ())
        if grade.directness.population is Population.HUMAN
    }
    articles = [
        material.articles[r.id]
        for r in top
        if r.names_drug and r.id in of_people and r.id in material.articles and r.id not in material.gone
    ]
    return (
        *forbidden_by_labels(pair, material.label_texts),
        *doses_above_labels(pair, material.highest_dose, articles, trials),
    )


def _shown(run: DrugRun, material: _StoredContent, parts: Sequence[CandidateEvidence]) -> dict[str, Article]:
    """The articles the report shows: the top k, the retracted, older versions, and those quoted by an assessment."""
    ids = {
        article_id
        for part in parts
        for article_id in (*(r.id for r in part.ranked), *part.retracted, *_quoted(part.assessment))
    }
    older = {article_id for part in parts for article_id in part.superseded} - ids
    return {
        article_id: material.articles[article_id] for article_id in ids if article_id in material.articles
    } | run.db.articles.load(sorted(older))


def _quoted(assessment: Assessment | None) -> Iterator[str]:
    """Ids of the articles an assessment quotes or reads an outcome from."""
    if assessment is None:
        return
    quoted = (*(r.citation for r in assessment.recommendations), *(h.citation for h in assessment.harms))
    yield from (c.evidence_id for c in quoted if c is not None and c.evidence_kind is DocumentKind.ARTICLE)
    yield from (t.outcome_source for t in assessment.trials if t.outcome_source)


def _cautions(part: CandidateEvidence, material: _StoredContent, listed: LabelUse | None) -> list[str]:
    """Why the evidence may be about something else than a new use; ``listed`` is how the labels' indications name it.

    The ontology's names set a listed use aside before it gets here; those it is indexed by are more.
    """
    out = [
        f"PubMed indexes it under {part.name.term} together with {use}, an approved use; most evidence below may "
        "concern that use, so it is ranked below the others of its list."
        for use in indexed_as_approved(part.name, material.every)
    ]
    if part.name.is_broader:
        out.append(wider_heading(part.name))
    if part.candidate.approval is ApprovalStatus.COMBINATION_ONLY:
        out.append(part.candidate.approval_reason)
    if listed and listed.naming is not Naming.ASIDE:
        out.append(listed.sentence)
    return out


def _not_found(run: DrugRun, part: CandidateEvidence, specific: bool) -> list[str]:
    """What was looked for and not found; a source that gave no answer is never called empty.

    ``specific``: whether an article that may be used names both, among all that were found.
    """
    name = part.name
    drug, term = run.profile.name.lower(), name.disease_name if name.is_broader else natural_order(name.term)
    states = {o.source: o.state for o in part.outcomes}
    unanswered = [source for source in ARTICLE_SOURCES if states.get(source) not in (SourceState.OK, SourceState.EMPTY)]
    out = []
    if part.articles_found == 0 and not unanswered:
        out.append(f"The searches found no article that names {drug} and {term}.")
    elif part.articles_found and not specific:
        out.append(nothing_specific(part.articles_found, len(part.retracted), f"{drug} and {term}"))
    if unanswered:  # between semicolons, for some names hold a comma
        out.append(f"No full answer from {'; '.join(unanswered)}: whether there are more articles is not known.")
    if states.get(CLINICALTRIALS) not in (SourceState.OK, SourceState.EMPTY):
        out.append("ClinicalTrials.gov gave no full answer: whether there are more trials is not known.")
    elif not part.trials:
        out.append(f"The search at ClinicalTrials.gov found no trial of {drug} in {term}.")
    if part.trials and not any(m.trial.has_results for m in part.trials):
        out.append("No trial of it has posted results in the registry, as far as is known.")
    if not part.candidate.target_facts:
        out.append("Apart from drugs that are used for it, nothing links the drug's targets to this disease.")
    if not part.candidate.class_facts:
        out.append("No other drug with the same target and action reached phase 2 for this disease.")
    if day := run.settings.as_of:
        return [f"As of {day}: {sentence}" for sentence in out]
    return out


def nothing_specific(examined: int, gone: int, both: str) -> str:
    """Why the articles found are no evidence on the pair; of a retracted one, that it is retracted."""
    usable = examined - gone
    if not usable:
        which = (
            "the one article found is retracted and counts"
            if examined == 1
            else (f"all {examined} articles found are retracted and count")
        )
        return f"No drug-specific evidence: {which} for nothing."
    aside = f", {gone} retracted aside," if gone else ""
    which = "the one article found{} does not name" if usable == 1 else f"none of the {usable} articles found{{}} names"
    return f"No drug-specific evidence: {which.format(aside)} both {both}."


def _run_facts(run: DrugRun, demonstration: bool) -> RunFacts:
    s = run.settings
    stages = run.db.stages.all(run.slug)
    dates = [record.finished_at for name, record in stages.items() if name != "evidence_reports"]
    if not dates:
        raise PermanentFailure(f"Nothing has been materialised for {run.slug} yet; run `scout run {run.slug}`.")
    return RunFacts(
        workspace=s.workspace,
        demonstration=demonstration,
        built_at=run.bench.replayed_at or max(dates),
        data_versions={"Open Targets": run.profile.data_version},
        code_version=code_version(),
        code_fingerprint=proving_code(),
        embedding_model=str(stages["embeddings"].facts.get("model", "")) if "embeddings" in stages else "",
        synthesizer=run.bench.synthesizer.name,
        ranking_query="; ".join(AXES.values()),
        as_of=s.as_of,
        settings={
            **{
                name: str(getattr(s, name))
                for name in ("tried_kept", "new_kept", "max_abstracts", "top_k", "max_trials")
            },
            "sources_off": s.sources_off or "none",
            "fusion_lexical_weight": str(s.fusion_lexical_weight),
            **{f"candidate_weights.{k}": str(v) for k, v in s.candidate_weights.model_dump().items()},
            **{f"evidence_weights.{k}": str(v) for k, v in s.evidence_weights.model_dump().items()},
        },
    )

"""The reports group: everything known about a drug's candidates, gathered, rendered and written to files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..domain.articles import Article, RetractionStatus
from ..domain.base import fingerprint
from ..domain.candidates import ApprovalStatus, Candidate, SetAside
from ..domain.evidence import RankedArticle
from ..domain.names_match import natural_order
from ..domain.outcomes import PermanentFailure, SourceState
from ..domain.report import CandidateEvidence, EvidenceReport, RunFacts
from ..ranking.queries import therapeutic_query
from ..reports.html import render_html
from ..reports.json_export import render_json
from ..reports.markdown import render_markdown
from .reading import CLINICALTRIALS, PUBMED, names_of, ranked_candidates
from .stage import Stage, Written
from .workbench import DrugRun, code_version

FORMATS = {"html": render_html, "md": render_markdown, "json": render_json}


def report_path(directory: Path, slug: str, suffix: str = "html") -> Path:
    """Where a drug's report lies."""
    return directory / f"{slug}.{suffix}"


async def _evidence_reports(run: DrugRun) -> Written:
    """One report per drug: HTML in one self-contained file, Markdown and JSON, written to the reports folder.

    The same evidence gives the same bytes: the report is dated by its newest input.
    """
    report = gather(run)
    directory = run.settings.report_dir
    for suffix, render in FORMATS.items():
        _write(report_path(directory, run.slug, suffix), render(report))
    html = report_path(directory, run.slug)
    content = fingerprint(report)
    ranked = [c for c in report.candidates if c.ranked]
    return Written(
        write=lambda: run.db.reports.save(run.slug, content, report, str(html)),
        outputs=content,
        facts={
            "rows": len(report.candidates),
            "report": str(html),
            "candidates_with_articles": len(ranked),
            "candidates_with_trials": sum(1 for c in report.candidates if c.trials),
            "articles_cited_or_shown": len(report.articles),
            "set_aside": len(report.set_aside),
        },
        preview=render_markdown(report),
    )


def gather(run: DrugRun) -> EvidenceReport:
    """The report's content from the store."""
    every = run.db.candidates.load(run.slug)
    candidates = ranked_candidates(run)
    names = names_of(run, candidates)
    searches = run.db.searches.load(run.slug, None)
    evidence, trials = run.db.evidence.load(run.slug), run.db.trials.load(run.slug)
    literature = run.db.syntheses.load(run.slug, "literature")
    trial_syntheses = run.db.syntheses.load(run.slug, "trials")
    outcomes = run.db.stages.outcomes(run.slug, None)
    found = {s.disease_id: list(s.ids) for s in searches if s.source == PUBMED}
    articles = run.db.articles.load(sorted({pmid for ids in found.values() for pmid in ids}))
    parts, shown = [], {}
    for candidate in candidates:
        disease_id = candidate.disease.id
        top = [r for r in evidence.get(disease_id, []) if r.in_top_k]
        retracted = [
            pmid for pmid in found.get(disease_id, [])
            if pmid in articles and articles[pmid].retraction is RetractionStatus.RETRACTED
        ]  # fmt: skip
        shown.update({pmid: articles[pmid] for pmid in [*(r.pmid for r in top), *retracted]})
        part = CandidateEvidence(
            candidate=candidate,
            name=names[disease_id],
            searches=tuple(s for s in searches if s.disease_id == disease_id),
            articles_found=len([pmid for pmid in found.get(disease_id, []) if pmid in articles]),
            ranked=tuple(top),
            retracted=tuple(retracted),
            trials=tuple(trials.get(disease_id, [])),
            literature=literature.get(disease_id),
            trial_synthesis=trial_syntheses.get(disease_id),
            outcomes=tuple(o for o in outcomes if o.disease_id == disease_id),
        )
        told = {"cautions": tuple(_cautions(part, every)), "not_found": tuple(_not_found(run, part, articles))}
        parts.append(part.model_copy(update=told))
    return EvidenceReport(
        drug=run.profile,
        candidates=tuple(parts),
        set_aside=tuple(c for c in every if c.rank is None),
        articles=dict(sorted(shown.items())),
        outcomes=tuple(o for o in outcomes if o.disease_id is None),
        run=_run_facts(run, every, any(a.demonstration for a in articles.values())),
    )


def _cautions(part: CandidateEvidence, every: Sequence[Candidate]) -> list[str]:
    """Why the evidence may be about something else than a new use."""
    out = [
        f"Its papers are indexed under {part.name.term}, as those of {other.disease.name} are, for which the drug is "
        f"already approved: much of the evidence below is on the approved use."
        for other in every
        if other.set_aside is SetAside.APPROVED_USE
        and part.name.mesh_id
        and part.name.mesh_id in other.disease.mesh_ids
    ]
    if part.candidate.approval in (ApprovalStatus.COMBINATION_ONLY, ApprovalStatus.APPROVED_NARROWER):
        out.append(part.candidate.approval_reason)
    return out


def _not_found(run: DrugRun, part: CandidateEvidence, articles: dict[str, Article]) -> list[str]:
    """What was looked for and not found; a source that gave no answer is never called empty."""
    drug, term = run.profile.name.lower(), natural_order(part.name.term)
    states = {o.source: o.state for o in part.outcomes}
    out = []
    if part.articles_found == 0 and states.get(PUBMED) is not SourceState.FAILED:
        out.append(f"PubMed holds no article that names {drug} and {term}; nothing is known from the literature.")
    elif part.articles_found and not any(_specific(r) for r in part.ranked):
        out.append(
            f"None of the {part.articles_found} articles found names both {drug} and {term} in title or abstract."
        )
    if states.get(PUBMED) is SourceState.FAILED:
        out.append("PubMed gave no answer: whether there are articles is not known.")
    if not part.trials and states.get(CLINICALTRIALS) is not SourceState.FAILED:
        out.append(f"ClinicalTrials.gov has no registered trial of {drug} in {term}.")
    if states.get(CLINICALTRIALS) is SourceState.FAILED:
        out.append("ClinicalTrials.gov gave no answer: whether there are trials is not known.")
    if part.trials and not any(m.trial.has_results for m in part.trials):
        out.append("No trial of the pair is known to have posted results.")
    if not part.candidate.target_facts:
        out.append("No association of the drug's targets with this disease (clinical precedence left out).")
    if not part.candidate.class_facts:
        out.append("No other drug with the same target and action reached phase 2 for this disease.")
    return out


def _specific(ranked: RankedArticle) -> bool:
    return ranked.names_drug and ranked.names_disease


def _run_facts(run: DrugRun, candidates: list[Candidate], demonstration: bool) -> RunFacts:
    s = run.settings
    stages = run.db.stages.all(run.slug)
    dates = [record.finished_at for name, record in stages.items() if name != EVIDENCE_REPORTS.name]
    if not dates:
        raise PermanentFailure(f"Nothing has been materialised for {run.slug} yet; run `scout run {run.slug}`.")
    return RunFacts(
        workspace=s.workspace,
        demonstration=demonstration,
        built_at=max(dates),
        data_versions={"Open Targets": run.profile.data_version},
        code_version=code_version(),
        embedding_model=str(stages["embeddings"].facts.get("model", "")) if "embeddings" in stages else "",
        synthesizer=run.bench.synthesizer.name,
        ranking_query=therapeutic_query("{drug}", "{disease}"),
        settings={
            "candidates_kept": str(s.candidates_kept),
            "max_abstracts": str(s.max_abstracts),
            "top_k": str(s.top_k),
            "max_trials": str(s.max_trials),
            "fusion_lexical_weight": str(s.fusion_lexical_weight),
            **{f"candidate_weights.{k}": str(v) for k, v in s.candidate_weights.model_dump().items()},
        },
    )


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all: a reader never sees half a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)


EVIDENCE_REPORTS = Stage(
    "evidence_reports",
    "reports",
    "1",
    _evidence_reports,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "reranked_top_k",
        "clinical_trials",
        "literature_syntheses",
        "trial_syntheses",
    ),
    settings=("reports_dir",),
    kinds=frozenset({"python", "html", "markdown"}),
    intact=lambda run: all(report_path(run.settings.report_dir, run.slug, suffix).exists() for suffix in FORMATS),
)
STAGES = (EVIDENCE_REPORTS,)

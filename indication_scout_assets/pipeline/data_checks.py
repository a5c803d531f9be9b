"""What must hold of a drug's or a collection's data: each check is asked of the database and able to fail.

A check reads what is stored of one subject, whatever the last run did of it. A stage names its checks; how they show
in Dagster, on the subject's partition, is in ``orchestration.stage_events``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..domain.findings.report import EvidenceReport
from ..domain.records.articles import RetractionStatus
from ..domain.runs import Subject, SubjectKind
from ..reading.verifier.pair_statements import Given, report_faults, verify
from ..rules.candidates.disease_rules import is_treated, not_a_candidate
from ..rules.language.mentions import Pair
from .resources.workbench import Workbench


class DataCheck(NamedTuple):
    """A rule over the rows of one drug or collection, and how to find what breaks it."""

    name: str
    description: str
    find: Callable[[Workbench, str], Sequence[str]]
    """What breaks the rule in the rows of a subject, which is named as the partition is; nothing where it holds."""


def _by_query(name: str) -> Callable[[Workbench, str], Sequence[str]]:
    """A check that is one SQL query answering with what is wrong."""
    return lambda bench, slug: bench.db.checks.offences(name, slug, model=bench.embedder.name)


def failed_at(kind: SubjectKind, stage: str, bench: Workbench, name: str) -> list[str]:
    """The reason why this stage is the first that failed for the subject, or with an empty name, which one is and why;
    nothing where it is not."""
    failure = bench.db.checks.first_failure(Subject(kind, name).key)
    if failure is None or stage not in ("", failure.stage):
        return []
    return [failure.reason if stage else f"{failure.stage}: {failure.reason}"]


def _not_diseases(bench: Workbench, slug: str) -> list[str]:
    return [
        f"{candidate.disease.id} {candidate.disease.name}: {verdict[1]}"
        for candidate in bench.db.candidates.load(slug)
        if candidate.rank is not None and (verdict := not_a_candidate(candidate.disease, treated=is_treated(candidate)))
    ]


def _statements_that_fall(bench: Workbench, slug: str) -> list[str]:
    """Statements of the stored report and of stored syntheses that do not stand on the records stored now.

    A report is checked twice: on the records it carries, and on those the database has of them.
    """
    offences: dict[str, None] = {}
    if (stored := bench.db.reports.load(slug)) is not None:
        faults = report_faults(stored.report) + report_faults(_on_stored_records(bench, slug, stored.report))
        offences |= {f"{disease_id}: {fault.reason} ({fault.text})": None for disease_id, fault in faults}
    return list(offences | dict.fromkeys(_syntheses_that_fall(bench, slug)))


def _on_stored_records(bench: Workbench, slug: str, report: EvidenceReport) -> EvidenceReport:
    """A report with its articles and trials as the database has them now."""
    stored, matches = bench.db.articles.load(sorted(report.articles)), bench.db.trials.load(slug)
    trials = {match.trial.nct_id: match.trial for own in matches.values() for match in own}
    candidates = [
        candidate.model_copy(
            update={
                "trials": tuple(
                    match.model_copy(update={"trial": trials[match.trial.nct_id]})
                    for match in candidate.trials
                    if match.trial.nct_id in trials
                )
            }
        )
        for candidate in report.candidates
    ]
    return report.model_copy(
        update={
            "articles": stored,
            "candidates": tuple(candidates),
            "standings": bench.db.retraction_checks.by_article(slug),
        }
    )


def _syntheses_that_fall(bench: Workbench, slug: str) -> list[str]:
    profile = bench.db.drugs.load(slug)
    if profile is None:
        return []
    by_kind = [bench.db.syntheses.load(slug, "literature"), bench.db.syntheses.load(slug, "trials")]
    syntheses = [synthesis for stored in by_kind for synthesis in stored.values()]
    names = bench.db.names.load(sorted({synthesis.disease_id for synthesis in syntheses}))
    evidence, matches = bench.db.evidence.load(slug), bench.db.trials.load(slug)
    articles = bench.db.articles.load(sorted({row.id for rows in evidence.values() for row in rows if row.in_top_k}))
    checks = bench.db.retraction_checks.by_article(slug)
    barred = frozenset(article_id for article_id, check in checks.items() if check.status is RetractionStatus.RETRACTED)
    offences: list[str] = []
    for synthesis in syntheses:
        if synthesis.disease_id not in names:
            offences.append(f"{synthesis.disease_id}: its statements cannot be checked, as it has no name.")
            continue
        top = [row.id for row in evidence.get(synthesis.disease_id, []) if row.in_top_k]
        given = Given(
            Pair.of(profile.names, names[synthesis.disease_id][0]),
            articles={key: articles[key] for key in top if key in articles},
            trials={match.trial.nct_id: match for match in matches.get(synthesis.disease_id, [])},
            retracted=barred,
        )
        fallen = verify(synthesis, given).refused[len(synthesis.refused) :]
        offences += [f"{synthesis.disease_id}: {fault.reason} ({fault.text})" for fault in fallen]
    return offences


CANDIDATES_ARE_DISEASES = DataCheck(
    "candidates_are_diseases",
    "Every ranked candidate is a disease, and not too broad.",
    _not_diseases,
)

NO_CANDIDATE_IS_APPROVED = DataCheck(
    "no_candidate_is_approved",
    "No ranked candidate is a use the drug is or was approved for.",
    _by_query("check_approved_candidates"),
)

EVERY_ARTICLE_HAS_ITS_VECTOR = DataCheck(
    "every_article_has_its_vector",
    "Every article found has a vector of the present model for the present text.",
    _by_query("check_articles_without_vector"),
)

SCORES_ARE_IN_RANGE = DataCheck(
    "scores_are_in_range",
    "Scores and parts lie in their ranges, ranks follow the scores without a gap, nothing retracted is ranked.",
    _by_query("check_ranked_evidence"),
)

LITERATURE_SPANS_ARE_EXACT = DataCheck(
    "literature_spans_are_exact",
    "Every citation quotes exactly the stored words at its place, from an article that is not retracted.",
    _by_query("check_literature_spans"),
)

TRIAL_SPANS_ARE_EXACT = DataCheck(
    "trial_spans_are_exact",
    "Every citation quotes exactly the registered words at its place.",
    _by_query("check_trial_spans"),
)

EVERY_STATEMENT_STANDS = DataCheck(
    "every_statement_stands",
    "Every statement of a stored report holds: exact words of a record that was given, under its title, year and "
    "journal, about drug and disease, saying no more than they say.",
    _statements_that_fall,
)

NO_STAGE_IS_LEFT_FAILED = DataCheck(
    "no_stage_is_left_failed",
    "The drug has no failed stage; names the first of its stages that failed, and why.",
    partial(failed_at, SubjectKind.DRUG, ""),
)

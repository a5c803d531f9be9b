"""What must hold of a workspace's data: each check is asked of the database and able to fail.

Each check is about every drug of the workspace, so it tells the state of the data rather than of the last run; at the
end of a run its price follows what the run did, not how many drugs there are. A stage names its checks; how they show
in Dagster is in ``orchestration.asset_checks``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..domain.articles import RetractionStatus
from ..domain.questions.library import CollectionKind
from ..domain.report import EvidenceReport
from ..domain.runs import Subject, SubjectKind
from ..reading.verifier.pair_statements import Given, report_faults, verify
from ..rules.candidates.disease_rules import is_treated, not_a_candidate
from ..rules.language.mentions import Pair
from .source_bench import code_version
from .workbench import Workbench


class Offence(NamedTuple):
    drug: str
    """Its slug; the name of a library where the check is about one."""
    detail: str


class DataCheck(NamedTuple):
    """A rule over the rows of a whole workspace, and how to find what breaks it."""

    name: str
    description: str
    find: Callable[[Workbench], Sequence[Offence]]
    """Looks at everything."""
    of_subject: Callable[[Workbench, str], Sequence[Offence]] | None = None
    """Looks at one drug or collection; ``None`` where the whole costs no more than a query."""


def one_by_one(
    name: str,
    description: str,
    of_subject: Callable[[Workbench, str], Sequence[Offence]],
    kind: SubjectKind = SubjectKind.DRUG,
) -> DataCheck:
    """A check that reads the records of one subject after the other."""

    def find(bench: Workbench) -> list[Offence]:
        return [offence for subject in subject_names(bench, kind) for offence in of_subject(bench, subject)]

    return DataCheck(name, description, find, of_subject)


def subject_names(bench: Workbench, kind: SubjectKind) -> list[str]:
    """All drugs of the workspace, those off the watch list included, or all its collections."""
    if kind is SubjectKind.DRUG:
        return [drug.slug for drug in bench.db.drugs.watch_list()]
    return [collection.name for collection in bench.db.library.collections(CollectionKind.COLLECTION)]


def offences_now(
    bench: Workbench, check: DataCheck, kind: SubjectKind, states: Mapping[str, str], *, anew: bool = False
) -> Sequence[Offence]:
    """What breaks the rule in the workspace.

    A check that reads record by record looks at the subjects whose stages ended otherwise since it looked at them last,
    and at those that it never looked at; ``anew`` at all of them. A row that subjects share and that another one's run
    changed is seen when ``anew`` or when the subject itself is run.

    Args:
        states: how the stages of each subject of the kind ended, by its key; the same for every check of a run.
    """
    if check.of_subject is None:
        return check.find(bench)
    known = bench.db.checks.looks(check.name)
    offences: list[Offence] = []
    for name in subject_names(bench, kind):
        key = Subject(kind, name).key
        state = f"{code_version()} {states.get(key, '')}"
        if anew or key not in known or known[key].state != state:
            seen = check.of_subject(bench, name)
            bench.db.checks.save_look(check.name, key, state, seen)
            offences += seen
        else:
            offences += [Offence(*offence) for offence in known[key].offences]
    return offences


def _by_query(name: str) -> Callable[[Workbench], Sequence[Offence]]:
    """A check that is one SQL query answering with the offenders."""
    return lambda bench: [Offence(*row) for row in bench.db.checks.offenders(name, model=bench.embedder.name)]


def failed_first(kind: SubjectKind, stage: str, bench: Workbench) -> list[Offence]:
    """Watched subjects of the kind whose first failed stage is this one, with the reason."""
    return [Offence(name, reason) for name, first, reason in bench.db.checks.first_failures(kind) if first == stage]


def _left_failed(bench: Workbench) -> list[Offence]:
    return [
        Offence(name, f"{stage}: {reason}") for name, stage, reason in bench.db.checks.first_failures(SubjectKind.DRUG)
    ]


def _not_diseases(bench: Workbench) -> list[Offence]:
    return [
        Offence(drug.slug, f"{candidate.disease.id} {candidate.disease.name}: {verdict[1]}")
        for drug in bench.db.drugs.watch_list()
        for candidate in bench.db.candidates.load(drug.slug)
        if candidate.rank is not None and (verdict := not_a_candidate(candidate.disease, treated=is_treated(candidate)))
    ]


def _statements_that_fall(bench: Workbench, slug: str) -> list[Offence]:
    """Statements of the stored report and of stored syntheses that do not stand on the records stored now.

    A report is checked twice: on the records it carries, and on those the database has of them.
    """
    offences: dict[Offence, None] = {}
    if (stored := bench.db.reports.load(slug)) is not None:
        faults = report_faults(stored.report) + report_faults(_on_stored_records(bench, slug, stored.report))
        offences |= {
            Offence(slug, f"{disease_id}: {fault.reason} ({fault.text})"): None for disease_id, fault in faults
        }
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


def _syntheses_that_fall(bench: Workbench, slug: str) -> list[Offence]:
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
    offences = []
    for synthesis in syntheses:
        if synthesis.disease_id not in names:
            offences.append(
                Offence(slug, f"{synthesis.disease_id}: its statements cannot be checked, as it has no name.")
            )
            continue
        top = [row.id for row in evidence.get(synthesis.disease_id, []) if row.in_top_k]
        given = Given(
            Pair.of(profile.names, names[synthesis.disease_id][0]),
            articles={key: articles[key] for key in top if key in articles},
            trials={match.trial.nct_id: match for match in matches.get(synthesis.disease_id, [])},
            retracted=barred,
        )
        fallen = verify(synthesis, given).refused[len(synthesis.refused) :]
        offences += [Offence(slug, f"{synthesis.disease_id}: {fault.reason} ({fault.text})") for fault in fallen]
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

EVERY_STATEMENT_STANDS = one_by_one(
    "every_statement_stands",
    "Every statement of a stored report holds: exact words of a record that was given, under its title, year and "
    "journal, about drug and disease, saying no more than they say.",
    _statements_that_fall,
)

NO_DRUG_IS_LEFT_FAILED = DataCheck(
    "no_drug_is_left_failed",
    "No watched drug has a failed stage; names each with the first of its stages that failed, and why.",
    _left_failed,
)

"""Asset checks: what must hold of a workspace's data, asked of the database and able to fail.

Each check reads every drug of the workspace, so it tells the state of the data rather than of the last run, and can be
run from the UI at any time. None blocks: a wrong drug is shown, the others go on.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Callable, Sequence
from typing import NamedTuple

import dagster as dg

from ..assets.workbench import Workbench
from ..domain.disease_rules import not_a_candidate

SHOWN = 20
"""Offenders listed in a check's metadata."""


class Offence(NamedTuple):
    drug: str
    detail: str


class Check(NamedTuple):
    name: str
    asset: str
    description: str
    find: Callable[[Workbench], Sequence[Offence]]


def _by_query(name: str) -> Callable[[Workbench], Sequence[Offence]]:
    """A check that is one SQL query answering with the offenders."""
    return lambda bench: [Offence(*row) for row in bench.db.checks.offenders(name, model=bench.embedder.name)]


def _not_diseases(bench: Workbench) -> list[Offence]:
    return [
        Offence(drug.slug, f"{candidate.disease.id} {candidate.disease.name}: {verdict[1]}")
        for drug in bench.db.drugs.watch_list()
        for candidate in bench.db.candidates.load(drug.slug)
        if candidate.rank is not None and (verdict := not_a_candidate(candidate.disease))
    ]


_ALL = (
    Check(
        "candidates_are_diseases",
        "candidates",
        "Every ranked candidate is a disease, and not too broad.",
        _not_diseases,
    ),
    Check(
        "no_candidate_is_approved",
        "candidates",
        "No ranked candidate is a use the drug is or was approved for.",
        _by_query("check_approved_candidates"),
    ),
    Check(
        "every_article_has_its_vector",
        "embeddings",
        "Every article found has a vector of the present model for the present text.",
        _by_query("check_articles_without_vector"),
    ),
    Check(
        "scores_are_in_range",
        "reranked_top_k",
        "Scores and parts lie in their ranges, ranks follow the scores without a gap, nothing retracted is ranked.",
        _by_query("check_ranked_evidence"),
    ),
    Check(
        "literature_spans_are_exact",
        "literature_syntheses",
        "Every citation quotes exactly the stored words at its place, from an article that is not retracted.",
        _by_query("check_literature_spans"),
    ),
    Check(
        "trial_spans_are_exact",
        "trial_syntheses",
        "Every citation quotes exactly the registered words at its place.",
        _by_query("check_trial_spans"),
    ),
    Check(
        "no_drug_is_left_failed",
        "evidence_reports",
        "No watched drug has a failed stage; lists them with the reason.",
        _by_query("check_failed_drugs"),
    ),
)


def _as_asset_check(check: Check) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=check.asset, name=check.name, description=check.description)
    def _check(scout: dg.ResourceParam[Workbench]) -> dg.AssetCheckResult:
        offences = check.find(scout)
        shown = {f"{i}. {offence.drug}": offence.detail for i, offence in enumerate(offences[:SHOWN], 1)}
        return dg.AssetCheckResult(
            passed=not offences,
            severity=dg.AssetCheckSeverity.ERROR,
            metadata={"offences": len(offences), **shown},
        )

    return _check


CHECKS = [_as_asset_check(check) for check in _ALL]

"""The checks of the stages as asset checks: each is asked of the whole workspace when a run ends, or from the UI.

What belongs here: how a check shows in Dagster. What is checked, and what of it is read anew, is in
``pipeline.data_checks``. None blocks: a wrong drug is shown, the others go on.

Dagster shows of a check only the record that was made last, and only where the asset was not materialised since. Of two
runs that overlap, neither's own record need be that one; the run that ends last then tells what it found once more,
outside of any run.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import dagster as dg
from dagster._core.definitions.asset_checks.asset_check_evaluation import (
    AssetCheckEvaluationTargetMaterializationData as Target,
)

from ..domain.runs import SubjectKind
from ..pipeline.data_checks import DataCheck, Offence, failed_first, offences_now
from ..pipeline.engine import Stage
from ..pipeline.workbench import Workbench
from .stage_events import RunContext

SHOWN = 20
"""Offenders listed in a check's metadata."""


class CheckOutcome(NamedTuple):
    key: dg.AssetCheckKey
    offences: Sequence[Offence]


def succeeded_check(kind: SubjectKind) -> str:
    """Name of the check of every stage that is red while a subject of this kind is failed because of the stage."""
    return f"every_{kind}_succeeded"


def checks_of(stage: Stage[Any], kind: SubjectKind) -> list[DataCheck]:
    """All checks of a stage; the first is the one every stage has."""
    text = (
        f"No {kind} is left failed because of this stage. A {kind} is named, with the reason, at its first failed "
        "stage alone: where an earlier stage failed, its partition is failed here too, and only the check of that "
        "stage names it."
    )
    succeeded = DataCheck(succeeded_check(kind), text, partial(failed_first, kind, stage.name))
    return [succeeded, *stage.checks]


def check_specs(stages: Sequence[Stage[Any]], kind: SubjectKind) -> list[dg.AssetCheckSpec]:
    """The checks of the stages, as their assets show them."""
    return [
        dg.AssetCheckSpec(check.name, asset=stage.name, description=check.description)
        for stage in stages
        for check in checks_of(stage, kind)
    ]


def check_outcomes(
    bench: Workbench,
    stages: Sequence[Stage[Any]],
    kind: SubjectKind,
    wanted: Collection[dg.AssetCheckKey] | None = None,
    *,
    anew: bool = False,
) -> Iterator[CheckOutcome]:
    """What the checks find now, or those that are ``wanted``; ``anew`` reads what is known, too."""
    states = bench.db.checks.states(kind)
    for stage in stages:
        for check in checks_of(stage, kind):
            key = dg.AssetCheckKey(dg.AssetKey(stage.name), check.name)
            if wanted is None or key in wanted:
                yield CheckOutcome(key, offences_now(bench, check, kind, states, anew=anew))


def evaluations_of(instance: dg.DagsterInstance, outcomes: Sequence[CheckOutcome]) -> list[dg.AssetCheckEvaluation]:
    """What the checks found, as events about the latest materialisation of each asset."""
    records = instance.get_asset_records([outcome.key.asset_key for outcome in outcomes])
    latest = {record.asset_entry.asset_key: record.asset_entry.last_materialization_record for record in records}
    return [_evaluation(key, offences, latest.get(key.asset_key)) for key, offences in outcomes]


def tell_once_more(context: RunContext, evaluations: Sequence[dg.AssetCheckEvaluation]) -> None:
    """Tell outside of any run what this run has logged and the UI does not show, because another run overlaps it."""
    by_key = {evaluation.asset_check_key: evaluation for evaluation in evaluations}
    shown = context.instance.event_log_storage.get_latest_asset_check_execution_by_key(list(by_key))
    for key, evaluation in by_key.items():
        if shown[key].run_id != context.run.run_id:
            context.instance.report_runless_asset_event(evaluation)


class MadeResult(dg.AssetCheckResult):
    """A check's result that brings its evaluation: of a run over several partitions Dagster would not find out itself
    which materialisation it is about, and would show the check as not evaluated.
    """

    evaluation: dg.AssetCheckEvaluation

    @classmethod
    def of(cls, evaluation: dg.AssetCheckEvaluation) -> "MadeResult":
        made = cls(
            passed=evaluation.passed,
            asset_key=evaluation.asset_key,
            check_name=evaluation.check_name,
            metadata=evaluation.metadata,
            severity=evaluation.severity,
        )
        made.evaluation = evaluation
        return made

    def to_asset_check_evaluation(self, step_context: Any) -> dg.AssetCheckEvaluation:
        """As it was made."""
        return self.evaluation


def tell_anew(instance: dg.DagsterInstance, outcomes: Sequence[CheckOutcome]) -> None:
    """Correct what Dagster shows of checks after drugs were taken off the list: outside of any run, and only where it
    shows something else than was found now.
    """
    shown = instance.event_log_storage.get_latest_asset_check_execution_by_key([key for key, _ in outcomes])
    before = {
        key: check.evaluation for key, check in shown.items() if check is not None and check.evaluation is not None
    }
    wrong = [o for o in outcomes if o.key in before and _known(before[o.key]) != _known(_evaluation(*o, None))]
    for evaluation in evaluations_of(instance, wrong):
        instance.report_runless_asset_event(evaluation)


def _known(evaluation: dg.AssetCheckEvaluation) -> tuple[bool, dict[str, object]]:
    """What an evaluation says, whenever it was made."""
    return evaluation.passed, {name: value.value for name, value in evaluation.metadata.items()}


def _evaluation(
    key: dg.AssetCheckKey, offences: Sequence[Offence], latest: dg.EventLogRecord | None
) -> dg.AssetCheckEvaluation:
    """What a check found, as an event: offenders by name, numbered where one has several; ``offences`` counts all."""
    several = len({offence.drug for offence in offences}) < len(offences)
    shown = {
        f"{i:02}. {offence.drug}" if several else offence.drug: offence.detail
        for i, offence in enumerate(offences[:SHOWN], 1)
    }
    return dg.AssetCheckEvaluation(
        asset_key=key.asset_key,
        check_name=key.name,
        passed=not offences,
        metadata={"offences": len(offences), **shown},
        severity=dg.AssetCheckSeverity.ERROR,
        target_materialization_data=_pointer(latest) if latest else None,
    )


def _pointer(record: dg.EventLogRecord) -> Target:
    return Target(storage_id=record.storage_id, run_id=record.run_id, timestamp=record.timestamp)

"""The checks of the stages as asset checks, each run from the UI at any time or with a packed run.

What belongs here: how a check shows in Dagster. What is checked is in ``pipeline.data_checks``. None blocks: a wrong
drug is shown, the others go on.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

from collections.abc import Iterator, Sequence
from typing import Any

import dagster as dg

from ..pipeline.data_checks import DataCheck
from ..pipeline.engine import Stage
from ..pipeline.library.library_stages import COLLECTION_STAGES
from ..pipeline.stage_order import STAGES
from ..pipeline.workbench import Workbench

SHOWN = 20
"""Offenders listed in a check's metadata."""


def _result(asset: str, check: DataCheck, bench: Workbench) -> dg.AssetCheckResult:
    """What the check finds now; the offenders are its metadata."""
    offences = check.find(bench)
    shown = {f"{i}. {offence.drug}": offence.detail for i, offence in enumerate(offences[:SHOWN], 1)}
    return dg.AssetCheckResult(
        passed=not offences,
        asset_key=asset,
        check_name=check.name,
        severity=dg.AssetCheckSeverity.ERROR,
        metadata={"offences": len(offences), **shown},
    )


def evaluations(bench: Workbench, stages: Sequence[Stage[Any]] = STAGES) -> Iterator[dg.AssetCheckEvaluation]:
    """The events that show the quick checks on their assets: a run of Dagster's own assets evaluates all by itself."""
    for stage in stages:
        for check in (check for check in stage.checks if check.quick):
            result = _result(stage.name, check, bench)
            yield dg.AssetCheckEvaluation(
                asset_key=dg.AssetKey(stage.name),
                check_name=check.name,
                passed=result.passed,
                metadata=result.metadata,
                severity=result.severity,
            )


def _as_asset_check(asset: str, check: DataCheck) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=asset, name=check.name, description=check.description)
    def _check(scout: dg.ResourceParam[Workbench]) -> dg.AssetCheckResult:
        return _result(asset, check, scout)

    return _check


_ALL: tuple[Stage[Any], ...] = (*STAGES, *COLLECTION_STAGES)
CHECKS = [_as_asset_check(stage.name, check) for stage in _ALL for check in stage.checks]

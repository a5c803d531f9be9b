"""Puts the definitions together; tests pass their own resources."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import dagster as dg

from ..assets.adapter import as_asset
from ..assets.all_stages import STAGES
from .checks import CHECKS
from .jobs import run_drugs
from .resources import ScoutResource
from .sensors import refresh_sensor, registry_sensor


def build_definitions(resources: Mapping[str, Any] | None = None) -> dg.Definitions:
    """All assets, checks, jobs and sensors, with ``resources`` over the real ones."""
    with warnings.catch_warnings():
        # Backfill policies are still "beta" in 1.13; the pinned version is the one they were tried with.
        warnings.simplefilter("ignore", dg.BetaWarning)
        assets = [as_asset(stage) for stage in STAGES]
    return dg.Definitions(
        assets=assets,
        asset_checks=CHECKS,
        jobs=[run_drugs],
        sensors=[registry_sensor, refresh_sensor],
        resources={"scout": ScoutResource()} | dict(resources or {}),
        executor=dg.in_process_executor,
    )

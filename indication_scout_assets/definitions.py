"""The code location Dagster loads: ``indication_scout_assets.definitions``."""

from .orchestration.build import build_definitions

defs = build_definitions()

"""The way of the data: all stages in the order they run."""

from . import discovery, literature, reporting, synthesis, trials

STAGES = (*discovery.STAGES, *literature.STAGES, *trials.STAGES, *synthesis.STAGES, *reporting.STAGES)
CODE_VERSIONS = {stage.name: stage.code_version for stage in STAGES}

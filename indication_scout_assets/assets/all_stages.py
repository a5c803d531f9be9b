"""The way of the data: all stages in the order they run."""

from . import (
    assessing,
    background,
    discovery,
    full_text,
    labels,
    literature,
    record_ranking,
    reporting,
    standing,
    synthesis,
    trials,
)

STAGES = (
    *discovery.STAGES[:1],
    *labels.STAGES,  # approved uses are read from them before candidates are made
    *discovery.STAGES[1:],
    background.REFERENCE_ENTRIES,
    literature.ABSTRACTS,
    *trials.STAGES,
    *standing.STAGES,
    background.WEB_PAGES,
    literature.EMBEDDINGS,
    literature.RERANKED_TOP_K,
    *record_ranking.STAGES,
    *full_text.STAGES,
    *synthesis.STAGES,
    *assessing.STAGES,
    *reporting.STAGES,
)
CODE_VERSIONS = {stage.name: stage.code_version for stage in STAGES}

"""All stages in the order they run: the way of the data."""

from ..settings import Settings
from .engine import made_with
from .library.library_stages import DRUG_LIBRARY_STAGES
from .stages.article_stages.article_readings import ARTICLE_READINGS
from .stages.article_stages.known_harms import KNOWN_HARMS
from .stages.article_stages.literature import ABSTRACTS, EMBEDDINGS, RERANKED_TOP_K
from .stages.article_stages.open_access_texts import FULL_TEXTS
from .stages.article_stages.reference_checks import REFERENCE_CHECKS
from .stages.article_stages.reranked_records import RERANKED_RECORDS
from .stages.article_stages.retraction_checks import RETRACTION_CHECKS
from .stages.article_stages.syntheses import LITERATURE_SYNTHESES, TRIAL_SYNTHESES
from .stages.article_stages.tried_uses import TRIED_USES
from .stages.assessments import ASSESSMENTS
from .stages.background import REFERENCE_ENTRIES, WEB_PAGES
from .stages.clinical_trials import CLINICAL_TRIALS
from .stages.discovery import (
    CANDIDATES,
    CLASS_CANDIDATES,
    DRUG_PROFILE,
    NORMALIZED_NAMES,
    TARGET_CANDIDATES,
    USE_CANDIDATES,
)
from .stages.drug_labels import DRUG_LABELS
from .stages.evidence_reports import EVIDENCE_REPORTS
from .stages.label_monographs import LABEL_DOCUMENTS, LABEL_INDEX, LABEL_SECTIONS, LABEL_SPANS
from .stages.label_pictures import LABEL_IMAGES

STAGES = (
    DRUG_PROFILE,
    DRUG_LABELS,  # approved uses are read from them before candidates are made
    LABEL_DOCUMENTS,
    LABEL_SECTIONS,
    LABEL_SPANS,
    LABEL_IMAGES,
    LABEL_INDEX,
    TARGET_CANDIDATES,
    CLASS_CANDIDATES,
    USE_CANDIDATES,
    TRIED_USES,
    CANDIDATES,
    NORMALIZED_NAMES,
    REFERENCE_ENTRIES,
    ABSTRACTS,
    CLINICAL_TRIALS,
    KNOWN_HARMS,  # its papers go through the retraction gate
    RETRACTION_CHECKS,
    WEB_PAGES,
    EMBEDDINGS,
    RERANKED_TOP_K,
    RERANKED_RECORDS,
    FULL_TEXTS,
    ARTICLE_READINGS,
    LITERATURE_SYNTHESES,
    TRIAL_SYNTHESES,
    ASSESSMENTS,
    REFERENCE_CHECKS,  # of the studies that the assessments count
    EVIDENCE_REPORTS,
    *DRUG_LIBRARY_STAGES,
)
CODE_VERSIONS = {stage.name: stage.code_version for stage in STAGES}


def models_by_stage(settings: Settings) -> dict[str, str]:
    """Fingerprint of the models and prompts of every stage that has any, by these settings."""
    return {stage.name: version for stage in STAGES if (version := made_with(stage, settings)) is not None}

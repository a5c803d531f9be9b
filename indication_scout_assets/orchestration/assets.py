"""The software-defined assets, by name: each is one stage of the pipeline, partitioned by drug; those of collections by
collection. Those of one kind are made by one step, so that a run can take them in waves.

The stage says what the asset is: its group, what it builds on, its checks, its description and the function that makes
it. How a stage becomes an asset is in ``stage_asset``.
"""

from ..pipeline.library.library_stages import COLLECTION_STAGES, DRUG_LIBRARY_STAGES
from ..pipeline.stage_order import STAGES
from ..pipeline.stages.article_readings import ARTICLE_READINGS
from ..pipeline.stages.assessments import ASSESSMENTS
from ..pipeline.stages.background import REFERENCE_ENTRIES, WEB_PAGES
from ..pipeline.stages.clinical_trials import CLINICAL_TRIALS
from ..pipeline.stages.discovery import (
    CANDIDATES,
    CLASS_CANDIDATES,
    DRUG_PROFILE,
    NORMALIZED_NAMES,
    TARGET_CANDIDATES,
    USE_CANDIDATES,
)
from ..pipeline.stages.drug_labels import DRUG_LABELS
from ..pipeline.stages.evidence_reports import EVIDENCE_REPORTS
from ..pipeline.stages.label_monographs import (
    LABEL_DOCUMENTS,
    LABEL_IMAGES,
    LABEL_INDEX,
    LABEL_SECTIONS,
    LABEL_SPANS,
)
from ..pipeline.stages.literature import ABSTRACTS, EMBEDDINGS, RERANKED_TOP_K
from ..pipeline.stages.open_access_texts import FULL_TEXTS
from ..pipeline.stages.reranked_records import RERANKED_RECORDS
from ..pipeline.stages.retraction_checks import RETRACTION_CHECKS
from ..pipeline.stages.syntheses import LITERATURE_SYNTHESES, TRIAL_SYNTHESES
from .stage_asset import BY_COLLECTION, as_asset, made_together

drug_profile = as_asset(DRUG_PROFILE)
drug_labels = as_asset(DRUG_LABELS)
label_documents = as_asset(LABEL_DOCUMENTS)
label_sections = as_asset(LABEL_SECTIONS)
label_spans = as_asset(LABEL_SPANS)
label_images = as_asset(LABEL_IMAGES)
label_index = as_asset(LABEL_INDEX)
target_candidates = as_asset(TARGET_CANDIDATES)
class_candidates = as_asset(CLASS_CANDIDATES)
use_candidates = as_asset(USE_CANDIDATES)
candidates = as_asset(CANDIDATES)
normalized_names = as_asset(NORMALIZED_NAMES)
reference_entries = as_asset(REFERENCE_ENTRIES)
abstracts = as_asset(ABSTRACTS)
clinical_trials = as_asset(CLINICAL_TRIALS)
retraction_checks = as_asset(RETRACTION_CHECKS)
web_pages = as_asset(WEB_PAGES)
embeddings = as_asset(EMBEDDINGS)
reranked_top_k = as_asset(RERANKED_TOP_K)
reranked_records = as_asset(RERANKED_RECORDS)
full_texts = as_asset(FULL_TEXTS)
article_readings = as_asset(ARTICLE_READINGS)
literature_syntheses = as_asset(LITERATURE_SYNTHESES)
trial_syntheses = as_asset(TRIAL_SYNTHESES)
assessments = as_asset(ASSESSMENTS)
evidence_reports = as_asset(EVIDENCE_REPORTS)
library_articles, library_texts, library_passages, library_vectors, library_index = map(as_asset, DRUG_LIBRARY_STAGES)
collection_articles, collection_texts, collection_passages, collection_vectors, collection_index = (
    as_asset(stage, BY_COLLECTION) for stage in COLLECTION_STAGES
)

DRUG_ASSETS = [
    drug_profile, drug_labels, label_documents, label_sections, label_spans, label_images, label_index,
    target_candidates, class_candidates, use_candidates, candidates, normalized_names,
    reference_entries, abstracts, clinical_trials, retraction_checks, web_pages, embeddings, reranked_top_k,
    reranked_records, full_texts, article_readings,
    literature_syntheses, trial_syntheses, assessments, evidence_reports,
    library_articles, library_texts, library_passages, library_vectors, library_index,
]  # fmt: skip
COLLECTION_ASSETS = [collection_articles, collection_texts, collection_passages, collection_vectors, collection_index]

ASSETS = [
    made_together("drugs", DRUG_ASSETS, STAGES),
    made_together("collections", COLLECTION_ASSETS, COLLECTION_STAGES, BY_COLLECTION),
]

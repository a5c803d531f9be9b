"""The second stage for every ranked source but the articles': trials, label mentions and web pages of each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....domain.candidates import Candidate
from ....domain.findings.evidence import RankedRecord
from ....domain.records.articles import Article
from ....domain.records.source_catalogue import SourceEntry, source_entry
from ....ranking.record_ranking import RECORDS_VERSION, mention_document, page_document, rank_records, trial_document
from ....ranking.retrieval.queries import QUERIES_VERSION
from ....ranking.second_stage import SecondStage
from ....ranking.topics import Topic
from ....rules.labels.label_rules import mentions
from ...engine import Stage, Written
from ...resources.workbench import DrugRun
from ...stored_inputs import REGISTRY, names_of, ranked_candidates
from .literature import second_stage_facts

LABELS, WEB = source_entry("dailymed_labels"), source_entry("tavily_web")
SOURCES = (REGISTRY, LABELS, WEB)


async def _reranked_records(run: DrugRun) -> Written:
    """Let the cross-encoder read each candidate's trials, label mentions and web pages, each list within its source.

    The order is the model's, and what passes is above the source's threshold and within its places; nothing is hidden.
    Without a model, or where it fails, the order is that of the words shared with the question, and every place says
    so. Scores are kept by query, model and set of documents, so the same list is read once.
    """
    candidates = ranked_candidates(run)
    names = names_of(run, candidates)
    drug_names = (run.profile.name.lower(), *run.profile.names)
    every = _documents(run, candidates)
    ranked: dict[str, list[RankedRecord]] = {}
    stages: list[SecondStage] = []
    for candidate in candidates:
        disease_id = candidate.disease.id
        topic = Topic.of_pair(drug_names, names[disease_id].names, id=disease_id)
        ranked[disease_id] = []
        for entry, documents in every[disease_id].items():
            if documents:
                records, stage = rank_records(topic, entry, documents, run.bench.cross_encoder, run.db.cross_scores)
                ranked[disease_id] += records
                stages.append(stage)

    all_records = [record for records in ranked.values() for record in records]
    passed = Counter(record.source for record in all_records if record.passed)
    return Written(
        write=lambda: run.db.ranked_records.replace(run.slug, ranked),
        outputs=ranked,
        facts={
            "rows": len(all_records),
            **{f"{entry.key}_passed": passed[entry.key] for entry in SOURCES},
            "not_passed": sum(1 for record in all_records if not record.passed),
            "lists": len(stages),
            "lists_too_short_for_the_cross_encoder": sum(1 for stage in stages if stage.skipped),
            **second_stage_facts(stages),
        },
    )


def _documents(run: DrugRun, candidates: Sequence[Candidate]) -> dict[str, dict[SourceEntry, list[Article]]]:
    """What there is to read for each candidate, by disease id and source."""
    names, drug = names_of(run, candidates), run.profile.name.lower()
    trials, labels = run.db.trials.load(run.slug), run.db.drug_records.labels(run.slug)
    pages, _ = run.db.drug_records.web_pages(run.slug)
    return {
        (disease_id := candidate.disease.id): {
            REGISTRY: [trial_document(match.trial) for match in trials.get(disease_id, [])],
            LABELS: [mention_document(mention, drug) for mention in mentions(labels, names[disease_id].names)],
            WEB: [page_document(page) for page in pages if page.disease_id == disease_id],
        }
        for candidate in candidates
    }


RERANKED_RECORDS = Stage(
    name="reranked_records",
    group="literature",
    code_version="1",
    function=_reranked_records,
    upstream=("drug_profile", "candidates", "normalized_names", "clinical_trials", "drug_labels", "web_pages"),
    depends_on=lambda run: [
        QUERIES_VERSION,
        RECORDS_VERSION,
        [[entry.key, entry.places, entry.min_score] for entry in SOURCES],
        run.bench.cross_encoder.name if run.bench.cross_encoder else "",
    ],
)

"""The asset checks can fail: each is shown a row that breaks its rule.

``every_statement_stands`` has a module of its own, ``test_statement_check``.
"""

from __future__ import annotations

import dagster as dg
import pytest

from indication_scout_assets.orchestration.build import ASSETS, build_definitions
from indication_scout_assets.pipeline.library.library_stages import COLLECTION_STAGES, DRUG_LIBRARY_STAGES
from indication_scout_assets.pipeline.stage_order import STAGES

LIBRARIES = {stage.name for stage in DRUG_LIBRARY_STAGES} | {stage.name for stage in COLLECTION_STAGES}
"""Their checks are tested in ``test_library_assets``."""
ROWS = {
    "drug": "INSERT INTO drugs (slug, query) VALUES ('aspirin', 'Aspirin')",
    "article": """INSERT INTO articles (id, title, abstract, retraction, text_hash, record)
        VALUES ('1', 'A title', 'Some words.', 'none', 'h', '{}')""",
    "pool": """INSERT INTO candidate_articles (slug, disease_id, position, article_id, found_by)
        VALUES ('aspirin', 'MONDO_1', 0, '1', '{pubmed_articles}')""",
    "disease": """INSERT INTO diseases (id, name, disease) VALUES ('GO_1', 'lipid metabolism',
        '{"id": "GO_1", "name": "lipid metabolism"}')""",
    "ranked": """INSERT INTO ranked_evidence (slug, disease_id, position, article_id, rank, score, in_top_k, ranked)
        VALUES ('aspirin', 'MONDO_1', 0, '1', 1, 0.5, true, '{"components": {"cosine": 0.4, "lexical": 3,
        "cosine_normalized": 0.5, "lexical_normalized": 0.5, "fused": 0.5}}')""",
    "synthesis": """INSERT INTO syntheses (slug, disease_id, kind, synthesis)
        SELECT 'aspirin', 'MONDO_1', kind, '{}' FROM unnest(ARRAY['literature', 'trials']) AS kind""",
    "statement": """INSERT INTO statements (slug, disease_id, kind, position, text, polarity)
        SELECT 'aspirin', 'MONDO_1', kind, 0, 'words', 'neutral' FROM unnest(ARRAY['literature', 'trials']) AS kind""",
    "citation": """INSERT INTO citations VALUES
        ('aspirin', 'MONDO_1', 'literature', 0, 0, 'article', '1', 'abstract', 5, 10, 'words')""",
    "trial": """INSERT INTO trials (nct_id, title, status, trial) VALUES ('NCT1', 'A trial', 'COMPLETED',
        '{"title": "A trial", "primary_outcomes": ["Death", "Pain"]}')""",
    "trial citation": """INSERT INTO citations VALUES
        ('aspirin', 'MONDO_1', 'trials', 0, 0, 'trial', 'NCT1', 'primary_outcomes', 6, 10, 'Pain')""",
}
"""Rows that break no rule but the first vector's, in the order in which they can be written."""

BREAK = {
    "candidates_are_diseases": """INSERT INTO candidates
        (slug, disease_id, position, rank, score, approval, dual_path, candidate)
        VALUES ('aspirin', 'GO_1', 0, 1, 0.5, 'not_approved', false, '{"rank": 1, "approval": "not_approved",
        "score": {"target_path": 0, "class_path": 0, "direction_factor": 1, "crowding_factor": 1, "total": 0.5}}')""",
    "no_candidate_is_approved": """INSERT INTO candidates
        (slug, disease_id, position, rank, score, approval, dual_path, candidate)
        VALUES ('aspirin', 'GO_1', 0, 1, 0.5, 'approved', false, '{"rank": 1, "approval": "approved",
        "score": {"target_path": 0, "class_path": 0, "direction_factor": 1, "crowding_factor": 1, "total": 0.5}}')""",
    "every_article_has_its_vector": "UPDATE articles SET text_hash = 'other'",
    "scores_are_in_range": "UPDATE ranked_evidence SET score = 1.5",
    "literature_spans_are_exact": "UPDATE articles SET abstract = 'Other words.'",
    "trial_spans_are_exact": "UPDATE citations SET start_char = 0, end_char = 4 WHERE kind = 'trials'",
    "no_stage_is_left_failed": """INSERT INTO stage_runs (subject, stage, code_version, inputs, outputs, status, reason,
        finished_at) VALUES ('aspirin', 'candidates', '1', '', '', 'failed', 'Because.', now())""",
}

ALSO = {
    "scores_are_in_range": [
        "UPDATE ranked_evidence SET rank = 2",
        "UPDATE articles SET retraction = 'retracted'",
        "INSERT INTO retraction_checks VALUES ('aspirin', '1', 'retracted', '{}')",
        "UPDATE ranked_evidence SET ranked = jsonb_set(ranked, '{components,fused}', '7')",
    ],
    "literature_spans_are_exact": [
        "UPDATE articles SET retraction = 'retracted'",
        "INSERT INTO retraction_checks VALUES ('aspirin', '1', 'retracted', '{}')",
        "UPDATE citations SET evidence_id = '2' WHERE kind = 'literature'",
    ],
}


@pytest.fixture
def rows(bench):
    with bench.db.transaction() as connection:
        for statement in ROWS.values():
            connection.execute(statement)
    bench.db.embeddings.save(bench.embedder.name, [("1", "h", [1.0] * 384)])
    return bench


def run_checks(bench, instance, drug="aspirin") -> dict[str, bool]:
    """What all checks find of the drug, asked as the UI's "Execute" asks them: of its partition, without its assets."""
    instance.add_dynamic_partitions("drug", [drug])
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_implicit_global_asset_job_def()
    keys = [key for asset in ASSETS for key in asset.check_keys if key.asset_key.path[0] not in LIBRARIES]
    result = job.get_subset(asset_selection=set(), asset_check_selection=set(keys)).execute_in_process(
        instance=instance, tags={"dagster/partition": drug}
    )
    evaluations = result.get_asset_check_evaluations()
    assert {evaluation.partition for evaluation in evaluations} == {drug}
    assert len(evaluations) == len(keys)
    return {check.check_name: check.passed for check in evaluations if not check.passed} | {
        check.check_name: True for check in evaluations if check.passed
    }


def test_rows_that_are_right_pass_every_check(rows, instance):
    of_labels = [check.name for stage in STAGES if stage.group == "labels" for check in stage.checks]
    assert run_checks(rows, instance) == dict.fromkeys(
        [*BREAK, "every_statement_stands", "drug_succeeded", *of_labels], True
    )


@pytest.mark.parametrize(
    ("name", "statement"),
    [*BREAK.items(), *((name, statement) for name, more in ALSO.items() for statement in more)],
)
def test_every_check_can_fail(rows, instance, name, statement):
    with rows.db.transaction() as connection:
        connection.execute(statement)
    assert run_checks(rows, instance)[name] is False
    rows.db.drugs.add("ibuprofen", "Ibuprofen")
    assert run_checks(rows, instance, "ibuprofen")[name] is True, "another drug is not at fault"

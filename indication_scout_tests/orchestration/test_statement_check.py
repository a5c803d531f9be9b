"""The check on stored statements fails as soon as a record, a citation or a report is not what it was."""

from __future__ import annotations

import dagster as dg
import pytest

from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.orchestration.build import ASSETS, build_definitions
from indication_scout_tests.synthesis.adversarial_model import ARTICLES, HONEST, WALKED, synthesis_of
from indication_scout_tests.synthesis.sample import DISEASE
from indication_scout_tests.synthesis.test_adversarial_model import QUICKEST, reported

SLUG = "sildenafil"


@pytest.fixture
def stored(bench):
    """A report and a synthesis with one honest statement, and the records they stand on."""
    synthesis = synthesis_of(QUICKEST, {"statements": [HONEST]}).model_copy(update={"disease_id": DISEASE.disease_id})
    report = reported(synthesis)
    db = bench.db
    db.drugs.add(SLUG, report.drug.query)
    db.drugs.save(report.drug)
    db.articles.save(ARTICLES)
    db.names.save(DISEASE, "f")
    db.evidence.replace(SLUG, {DISEASE.disease_id: report.candidates[0].ranked})
    db.syntheses.replace(SLUG, "literature", [synthesis])
    db.reports.save(SLUG, "f", report, "")
    return bench


def check_result(bench, instance) -> tuple[bool, str]:
    """Whether the check passes, and what it finds."""
    instance.add_dynamic_partitions("drug", [SLUG])
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    job = definitions.resolve_implicit_global_asset_job_def()
    (key,) = [key for asset in ASSETS for key in asset.check_keys if key.name == "every_statement_stands"]
    result = job.get_subset(asset_selection=set(), asset_check_selection={key}).execute_in_process(
        instance=instance, tags={"dagster/partition": SLUG}
    )
    (evaluation,) = result.get_asset_check_evaluations()
    assert evaluation.severity is dg.AssetCheckSeverity.ERROR
    return evaluation.passed, evaluation.description or ""


def test_what_was_stored_honestly_passes(stored, instance):
    assert check_result(stored, instance) == (True, "")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE articles SET abstract = replace(abstract, '45 m', '54 m')", "does not hold the quoted words"),
        ("UPDATE articles SET title = 'Sildenafil for nothing'", "has another title"),
        ("UPDATE articles SET record = record || '{\"journal\": \"Another Journal\"}'", "has another journal"),
        ("UPDATE articles SET record = record || '{\"year\": 2001}'", "is not of the year"),
        ("UPDATE citations SET quote = replace(quote, '45', '54')", "does not hold the quoted words"),
        ("UPDATE citations SET start_char = start_char + 1", "does not hold the quoted words"),
        ("UPDATE citations SET evidence_id = '99999999'", "is not among the evidence"),
        ("UPDATE citations SET title = 'Sildenafil cures everything'", "has another title"),
        ("UPDATE statements SET text = replace(text, '45', '54')", "with a number its quotation lacks: 54"),
        ("UPDATE statements SET polarity = 'harm'", "which say otherwise"),
        ("UPDATE statements SET basis = 'class'", "about the drug's class"),
        ("DELETE FROM ranked_evidence", "is not among the evidence"),
        ("UPDATE reports SET report = replace(report::text, 'compared with placebo', 'compared with bosentan')::json",
         "does not hold the quoted words"),
    ],
)  # fmt: skip
def test_tampering_makes_it_fail(stored, instance, change, reason):
    with stored.db.transaction() as connection:
        assert connection.execute(change).rowcount
    passed, offence = check_result(stored, instance)
    assert not passed
    assert reason in offence


def test_a_retraction_found_since_makes_it_fail(stored, instance):
    check = RetractionCheck.model_validate(
        {"article_id": WALKED.id, "status": "retracted", "checked_at": "2026-01-01T00:00:00Z"}
    )
    stored.db.retraction_checks.replace(SLUG, [check])
    passed, offence = check_result(stored, instance)
    assert not passed
    assert "is retracted" in offence

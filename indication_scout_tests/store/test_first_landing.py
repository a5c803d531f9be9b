"""The database of the first landing: a few rows of each table as its demonstration stored them, migrated and read.

``first_landing.json`` holds rows by table, in an order in which they can be inserted. They are never edited: they stand
for the databases that users have.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.types.json import Jsonb

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.sql_files import MIGRATIONS_DIR

ROWS: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("first_landing.json").read_text())
SLUG, DISEASE = "baricitinib", "MONDO_0013730"


@pytest.fixture
def migrated(database_url: str, workspace: str, tmp_path: Path) -> Database:
    """A workspace of the first landing, opened by today's code."""
    shutil.copy(MIGRATIONS_DIR / "0001_initial.sql", tmp_path)
    Database.open(database_url, workspace, tmp_path).close()
    with psycopg.connect(database_url) as connection:
        connection.execute(sql.SQL("SET search_path = {}, public").format(sql.Identifier(workspace)))
        applied = connection.execute("SELECT checksum FROM schema_migrations").fetchall()
        assert applied == [(ROWS["schema_migrations"][0]["checksum"],)], "the first migration is no longer what it was"
        for table, rows in ROWS.items():
            if table != "schema_migrations":
                insert = "INSERT INTO {0} SELECT * FROM jsonb_populate_recordset(NULL::{0}, %s)"
                connection.execute(sql.SQL(insert).format(sql.Identifier(table)), [Jsonb(rows)])
    return Database.open(database_url, workspace)


def test_the_drug_and_its_candidates_are_read(migrated: Database) -> None:
    with migrated as db:
        assert [drug.slug for drug in db.drugs.watch_list()] == [SLUG]
        profile = db.drugs.load(SLUG)
        assert profile is not None
        assert [len(profile.synonyms), len(profile.targets)] == [3, 2]
        assert [c.disease.id for c in db.candidates.load(SLUG) if c.rank is not None] == [DISEASE]
        assert [len(db.candidates.findings(SLUG, path)) for path in ("target", "class")] == [1, 1]
        assert {c.disease.id: c.disease.name for c in db.candidates.load(SLUG)}[DISEASE] == "graft versus host disease"
        assert db.names.load([DISEASE])[DISEASE][0].term == ROWS["normalized_names"][0]["term"]


def test_the_evidence_is_read_and_ranked_articles_have_the_ids_they_had_as_pmids(migrated: Database) -> None:
    pmids = [row["pmid"] for row in ROWS["articles"]]
    with migrated as db:
        assert [(article.id, article.pmid) for article in db.articles.load(pmids).values()] == [(p, p) for p in pmids]
        ranked = db.evidence.load(SLUG)[DISEASE]
        assert [(article.id, article.rank) for article in ranked] == [
            (row["pmid"], row["rank"]) for row in ROWS["ranked_evidence"]
        ]
        assert [search.ids for search in db.searches.load(SLUG)] == [
            tuple(row["ids"]) for row in ROWS["search_queries"]
        ]
        (match,) = db.trials.load(SLUG)[DISEASE]
        assert match.trial.nct_id == ROWS["trials"][0]["nct_id"]


def test_the_statements_are_read_with_their_citations(migrated: Database) -> None:
    with migrated as db:
        for kind in ("literature", "trials"):
            synthesis = db.syntheses.load(SLUG, kind)[DISEASE]
            texts = [row["text"] for row in ROWS["statements"] if row["kind"] == kind]
            quotes = [row["quote"] for row in ROWS["citations"] if row["kind"] == kind]
            assert [statement.text for statement in synthesis.statements] == texts
            assert [c.quote for statement in synthesis.statements for c in statement.citations] == quotes


def test_the_report_and_its_version_are_read_and_shown(migrated: Database) -> None:
    with migrated as db:
        stored = db.reports.load(SLUG)
        assert stored is not None
        assert stored.report.schema_version == 1
        (candidate,) = stored.report.candidates
        assert [article.id for article in candidate.ranked] == [row["pmid"] for row in ROWS["ranked_evidence"]]
        assert all(isinstance(article, Article) for article in stored.report.articles.values())
        assert [version.fingerprint for version in db.reports.versions(SLUG)] == [stored.fingerprint]
        with pytest.raises(PermanentFailure, match="is from before evidence was assessed; `scout run"):
            render_html(stored.report)


def test_the_stages_and_the_matrix_are_read(migrated: Database) -> None:
    with migrated as db:
        assert {run.stage for run in db.stages.all(SLUG).values()} == {row["stage"] for row in ROWS["stage_runs"]}
        assert len(db.stages.outcomes(SLUG)) == len(ROWS["source_outcomes"])
        assert db.stages.source_uses()
        assert {(cell.slug, cell.disease_id) for cell in db.comparisons.load(only_notable=True).cells} >= {
            (SLUG, DISEASE)
        }


def test_the_vectors_are_still_those_of_the_articles_they_were_made_of(migrated: Database) -> None:
    (vector,) = ROWS["embeddings"]
    (article,) = [row for row in ROWS["articles"] if row["pmid"] == vector["pmid"]]
    with migrated as db:
        assert db.embeddings.missing([(article["pmid"], article["text_hash"])], vector["model"]) == []
        query = ROWS["query_embeddings"][0]
        assert db.embeddings.query_vector(query["model"], query["query"]) == pytest.approx(
            json.loads(query["embedding"]), abs=1e-3
        )

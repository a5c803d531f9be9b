"""What a workspace holds for each of its drugs: rows, bytes and files by place, and Dagster's events.

    python -m indication_scout_tests.bench.growth

The workspace and its folders are the environment's. Disk is what the file system gives the files, in its blocks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psycopg

from indication_scout_assets.pipeline.resources.source_bench import workspace_url
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.connection import with_database
from indication_scout_assets.store.workspace import facts

LARGEST = 6
"""Tables that are named."""


def of_folder(folder: Path, drugs: int) -> dict[str, float]:
    """Files of a folder, and what they take."""
    files = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return {
        "files": round(len(files) / drugs, 1),
        "kilobytes": round(sum(f.st_size for f in files) / drugs / 1e3, 1),
        "kilobytes_on_disk": round(sum(f.st_blocks for f in files) * 512 / drugs / 1e3, 1),
    }


def of_dagster(url: str, drugs: int) -> dict[str, float]:
    """Rows of Dagster's log and what its tables take."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*), sum(length(event)), pg_total_relation_size('event_logs') FROM event_logs"
        ).fetchone()
    assert row is not None
    return {
        "events": round(row[0] / drugs, 1),
        "kilobytes_of_text": round(float(row[1] or 0) / drugs / 1e3, 1),
        "kilobytes_on_disk": round(row[2] / drugs / 1e3, 1),
    }


def main() -> None:
    """Print the figures for each drug that has a report."""
    settings = Settings()
    url = workspace_url(settings)
    with Database.open(url, settings.workspace) as db:
        store = facts(db, settings.workspace)
    drugs = max(store.tables["reports"].rows, 1)
    largest = sorted(store.tables.items(), key=lambda item: -item[1].bytes)[:LARGEST]
    start = settings.report_dir / "index.html"
    figures: dict[str, Any] = {
        "drugs": drugs,
        "tables": {
            "rows": round(sum(t.rows for t in store.tables.values()) / drugs),
            "kilobytes_on_disk": round(sum(t.bytes for t in store.tables.values()) / drugs / 1e3, 1),
            "largest_kilobytes": {name: round(t.bytes / drugs / 1e3, 1) for name, t in largest},
        },
        "stored_answers": of_folder(settings.exchanges_dir, drugs),
        "reports": of_folder(settings.report_dir, drugs),
        "start_page_kilobytes_a_drug": round(start.stat().st_size / drugs / 1e3, 1) if start.exists() else None,
        "dagster": of_dagster(with_database(url, f"dagster_{settings.workspace}"), drugs),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()

"""Compare the evidence of two workspaces of one database, table by table: ``… same_evidence WORKSPACE OTHER``.

Every row of every table is compared as JSON, less the times at which it was written and the fingerprint of a name's
inputs, which holds the addresses of the services. Left out are the tables that say how a run went, and of
``stage_runs`` everything but the fingerprint of what each stage wrote. The exit status is 1 where the evidence differs.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

from psycopg import Connection, connect, sql

from indication_scout_assets.pipeline.resources.source_bench import workspace_url
from indication_scout_assets.settings import Settings

HOW_IT_WENT = frozenset(
    {
        "schema_migrations",
        "reports",
        "report_versions",
        "model_calls",
        "failed_model_calls",
        "model_batches",
        "work_done",
    }
)
"""Tables without evidence; reports repeat it with the name of the workspace and the day."""


def rows(connection: Connection[Any], workspace: str, table: str) -> Counter[str]:
    """The rows of a table, each as canonical JSON."""
    query = sql.SQL("SELECT to_jsonb(t) FROM {} AS t").format(sql.Identifier(workspace, table))
    row_documents = [row for (row,) in connection.execute(query)]
    if table == "stage_runs":
        row_documents = [{key: row[key] for key in ("subject", "stage", "outputs", "status")} for row in row_documents]
        row_documents = [row for row in row_documents if row["stage"] != "evidence_reports"]
    return Counter(json.dumps(_timeless(row), sort_keys=True) for row in row_documents)


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(item) for key, item in value.items() if not key.endswith("_at") and key != "fingerprint"}
    return [_timeless(item) for item in value] if isinstance(value, list) else value


def main(workspace: str, other: str) -> int:
    """Print a line per table; return how many of them differ."""
    different = 0
    with connect(workspace_url(Settings())) as connection:
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = %s ORDER BY 1"
        tables = [table for (table,) in connection.execute(query, [workspace]) if table not in HOW_IT_WENT]
        for table in tables:
            first, two = rows(connection, workspace, table), rows(connection, other, table)
            only_one, only_two = (first - two).total(), (two - first).total()
            different += bool(only_one or only_two)
            verdict = f"{only_one} and {only_two} rows differ" if only_one or only_two else "the same"
            print(f"{table:20} {first.total():6} {two.total():6}  {verdict}")
    print("no table" if not tables else f"{len(tables) - different} of {len(tables)} tables are the same")
    return different if tables else 1


if __name__ == "__main__":
    sys.exit(min(main(*sys.argv[1:3]), 1))

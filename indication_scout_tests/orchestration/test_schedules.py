"""The schedule that lets conversations expire: off by default, and it removes what the setting says."""

from __future__ import annotations

import dagster as dg

from indication_scout_assets.orchestration.automation import EXPIRE_JOB
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_tests.library_texts import answer_to


def test_the_job_removes_what_is_older_than_the_setting(bench: Workbench, instance: dg.DagsterInstance) -> None:
    bench.settings = bench.settings.model_copy(update={"conversation_days": 7})
    for name in ("old", "new"):
        with bench.db.conversations.turn(name) as turn:
            turn.save(answer_to("?"))
    with bench.db.transaction() as connection:
        connection.execute("UPDATE conversations SET updated_at = now() - interval '8 days' WHERE id = 'old'")
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    assert definitions.resolve_job_def(EXPIRE_JOB).execute_in_process(instance=instance).success
    assert [row["id"] for row in bench.db.conversations.list()] == ["new"]

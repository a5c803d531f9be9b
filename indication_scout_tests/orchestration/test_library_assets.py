"""Collections as Dagster shows them: a partition materialised, twice for nothing, its checks green and then red."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from indication_scout_assets.orchestration.build import ASSETS, build_definitions
from indication_scout_assets.pipeline.library.library_stages import COLLECTION_STAGES
from indication_scout_assets.pipeline.resources.workbench import CollectionRun, Workbench
from indication_scout_assets.pipeline.runner import run_for_subjects, waves
from indication_scout_tests.library_texts import JATS, TEXTS
from indication_scout_tests.whole_runs import WordEmbedder

NAMES = [stage.name for stage in COLLECTION_STAGES]
BREAK = {
    "no_library_is_empty": "WITH gone AS (DELETE FROM library_members) UPDATE collections SET folders = '{}'",
    "every_id_has_a_text_or_a_reason": "INSERT INTO library_wanted VALUES ('oats', 'PMC999')",
    "sections_are_exact": "UPDATE library_articles SET facts = jsonb_set(facts, '{sections,0,end}', '99999')",
    "no_paragraph_stands_twice": "UPDATE library_articles SET text = text || E'\\n\\n' || text || E'\\n\\n' || text",
    "licence_is_known": "UPDATE library_articles SET license = '' WHERE id = 'PMC101'",
    "retraction_was_asked": "UPDATE library_articles SET pmid = '7' WHERE id = 'PMC101'",
    "most_have_a_body": "INSERT INTO library_wanted VALUES ('oats', 'PMC999')",
    "passages_are_exact": "UPDATE library_articles SET text = replace(text, 'oat', 'rye')",
    "passages_cover_the_text": "UPDATE library_articles SET text = text || repeat(' unread words', 200)",
    "no_passage_lacks_its_vector": "DELETE FROM passage_embeddings",
    "vectors_are_alike": """UPDATE passage_embeddings SET embedding = '[0,0]'
        WHERE passage_id = (SELECT min(passage_id) FROM passage_embeddings)""",
}
ALSO = {
    "sections_are_exact": """UPDATE library_articles SET facts = jsonb_set(facts, '{marks}', '[{"at": -1}]')""",
    "passages_are_exact": "UPDATE passages SET first = first + 1",
    "vectors_are_alike": "UPDATE passage_embeddings SET embedding = array_fill(0, ARRAY[64])::halfvec",
}


@pytest.fixture
def oats(bench: Workbench, tmp_path: Path) -> Workbench:
    folder = tmp_path / "jats"
    folder.mkdir()
    for text in TEXTS:
        licensed = JATS.replace(
            "</article-meta>",
            "<permissions><license><license-p>Creative Commons Attribution</license-p></license></permissions>"
            "</article-meta>",
        )
        (folder / f"{text['number']}.xml").write_text(licensed.format(**text), encoding="utf-8")
    bench.settings = bench.settings.model_copy(update={"state_dir": tmp_path})
    bench.__dict__["embedder"] = WordEmbedder()
    bench.db.library.open_collection("oats", folders=[str(folder)])
    return bench


def definitions(bench: Workbench) -> dg.Definitions:
    return build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})


def materialise(bench: Workbench, instance: dg.DagsterInstance, name: str) -> Any:
    instance.add_dynamic_partitions("collection", [name])
    job = definitions(bench).resolve_implicit_global_asset_job_def()
    keys = {dg.AssetKey(stage) for stage in NAMES}
    checks = {key for asset in ASSETS for key in asset.check_keys if key.asset_key in keys}
    return job.get_subset(asset_selection=keys, asset_check_selection=checks).execute_in_process(
        instance=instance, partition_key=name, raise_on_error=False
    )


def fill(bench: Workbench) -> None:
    for wave in waves(COLLECTION_STAGES):
        run_for_subjects(wave, bench, ["oats"], CollectionRun)


def facts(result: Any) -> dict[str, dict[str, Any]]:
    return {
        event.asset_key.to_user_string(): {
            name: value.value for name, value in event.step_materialization_data.materialization.metadata.items()
        }
        for event in result.get_asset_materialization_events()
    }


def verdicts(bench: Workbench, instance: dg.DagsterInstance, name: str = "oats") -> dict[str, bool]:
    instance.add_dynamic_partitions("collection", [name])
    job = definitions(bench).resolve_implicit_global_asset_job_def()
    keys = {key for asset in ASSETS for key in asset.check_keys if key.asset_key.path[0] in NAMES}
    result = job.get_subset(asset_selection=set(), asset_check_selection=keys).execute_in_process(
        instance=instance, tags={"dagster/partition": name}
    )
    return {check.check_name: check.passed for check in result.get_asset_check_evaluations()}


def test_a_partition_is_materialised_its_checks_are_green_and_a_second_time_costs_nothing(
    oats: Workbench, instance: dg.DagsterInstance
) -> None:
    result = materialise(oats, instance, "oats")
    assert result.success
    assert {check.passed for check in result.get_asset_check_evaluations()} == {True}
    shown = facts(result)
    assert list(shown) == NAMES
    assert (shown["collection_texts"]["dagster/row_count"], shown["collection_texts"]["retracted"]) == (3, 1)
    assert shown["collection_vectors"]["vectors"] > 0
    again = facts(materialise(oats, instance, "oats"))
    assert {(row["result"], row["requests"], row["vectors"]) for row in again.values()} == {("unchanged", 0, 0)}


def test_a_partition_that_nothing_fills_says_what_to_do(oats: Workbench, instance: dg.DagsterInstance) -> None:
    result = materialise(oats, instance, "wheat")
    assert not result.success
    [record] = instance.fetch_observations(dg.AssetKey("collection_articles"), limit=5).records
    seen = record.asset_observation
    assert seen is not None
    assert (seen.partition, "scout collect wheat" in str(seen.metadata["reason"].value)) == ("wheat", True)


def test_every_check_of_libraries_is_tested() -> None:
    assert {*BREAK, "index_has_every_passage"} == {check.name for stage in COLLECTION_STAGES for check in stage.checks}


@pytest.mark.parametrize(("name", "statement"), [*BREAK.items(), *ALSO.items()])
def test_every_check_can_fail(oats: Workbench, instance: dg.DagsterInstance, name: str, statement: str) -> None:
    fill(oats)
    with oats.db.transaction() as connection:
        connection.execute(statement)
    assert verdicts(oats, instance)[name] is False


def test_an_index_that_lost_passages_turns_its_check_red(oats: Workbench, instance: dg.DagsterInstance) -> None:
    fill(oats)
    [file] = (oats.settings.workspace_dir / "library").glob("oats-*/rows.json")
    facts = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(facts | {"passages": facts["passages"][:-1]}), "utf-8")
    assert verdicts(oats, instance)["index_has_every_passage"] is False


def test_a_wrong_collection_leaves_another_green(oats: Workbench, instance: dg.DagsterInstance, tmp_path: Path) -> None:
    oats.db.library.open_collection("rye", folders=[str(tmp_path / "jats")])
    fill(oats)
    with oats.db.transaction() as connection:
        connection.execute("INSERT INTO library_wanted VALUES ('oats', 'PMC999')")
    for name, passed in (("oats", False), ("rye", True)):
        assert verdicts(oats, instance, name)["most_have_a_body"] is passed

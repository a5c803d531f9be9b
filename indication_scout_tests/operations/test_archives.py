"""Backup and restore: everything comes back, in another workspace too; what is no backup leaves nothing behind."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import text_hash
from indication_scout_assets.operations.upkeep.archives import back_up, restore
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.postgres.table_copies import rows_of
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.empty_workspaces import names_of_workspaces
from indication_scout_tests.store.values import SLUG, article


def settings(database_url: str, workspace: str, folder: Path) -> Settings:
    return Settings(
        workspace=workspace, database_url=database_url, state_dir=folder / "state", reports_dir=folder / "reports"
    )


@pytest.fixture
def here(db, database_url, workspace, tmp_path) -> Settings:
    """A workspace with rows that are awkward to copy, and files."""
    here = settings(database_url, workspace, tmp_path / "here")
    db.drugs.add(SLUG, "Sildenafil\tof \\N and\nnew lines ✓")
    known = article("1", title="A title with \\. and\ttab")
    db.articles.save([known])
    db.embeddings.save("words@1", [(known.id, text_hash(known.text), np.arange(8, dtype=np.float32) / 7)])
    with db.transaction() as connection:
        connection.execute(
            "INSERT INTO failed_model_calls (key, provider, model, purpose, prompt_hash, failure, transient,"
            " stop_reason, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, seconds, batched)"
            " VALUES ('k', 'p', 'm', 'x', 'h', 'no', false, '', 1, 2, 3, 4, 5, false)"
        )
    for name in ("exchanges/aa/requests/1.json", "exchanges/aa/bodies/1.gz", "library/index.bin"):
        path = here.workspace_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    here.report_dir.mkdir(parents=True)
    (here.report_dir / "sildenafil.html").write_text("report")
    return here


@pytest.fixture
def there(database_url, workspace, tmp_path):
    """Another workspace that does not exist, in other folders."""
    there = settings(database_url, f"{workspace}_b", tmp_path / "there")
    yield there
    drop(database_url, there.workspace)


def everything(settings: Settings) -> dict[str, bytes]:
    assert settings.database_url is not None
    with rows_of(settings.database_url.get_secret_value(), settings.workspace) as (_, tables, read):
        return {table[0]: b"".join(sorted(b"".join(read(table)).splitlines(keepends=True))) for table in tables}


def files(settings: Settings) -> dict[str, bytes]:
    folders = (settings.workspace_dir, settings.report_dir)
    return {str(p.relative_to(f)): p.read_bytes() for f in folders for p in f.rglob("*") if p.is_file()}


def test_a_workspace_comes_back_whole_under_another_name(here, there, tmp_path):
    file = tmp_path / "backup.zip"
    written = back_up(here, file)
    assert (written.drugs, written.files) == (1, 4)
    restored = restore(there, file)
    assert restored == written._replace(workspace=there.workspace)
    assert everything(there) == everything(here)
    assert sum(map(len, everything(here).values())) > 500
    assert files(there) == files(here)
    with Database.open(there.database_url.get_secret_value(), there.workspace) as db:
        assert list(db.articles.load([article("1").id])) == [article("1").id]
    with pytest.raises(PermanentFailure, match="is not empty; move it"):
        restore(there, file)
    with pytest.raises(PermanentFailure, match="is there already; name another"):
        restore(settings(here.database_url.get_secret_value(), here.workspace, tmp_path / "x"), file)
    assert back_up(here, file).rows == written.rows  # replaced


def spoilt(file: Path, target: Path, **changes) -> Path:
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(target, "w") as other:
        manifest = json.loads(archive.read("manifest.json")) | changes.pop("manifest", {})
        for name in archive.namelist():
            body = json.dumps(manifest) if name == "manifest.json" else archive.read(name)
            other.writestr(name, changes.pop(name, body))
        for name, body in changes.items():
            other.writestr(name, body)
    return target


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"manifest": {"format": 9}}, "is of format 9"),
        ({"manifest": {"schema": 999}}, "newer version of this program"),
        ({"manifest": {"tables": {"pg_class": {"columns": ["oid"], "rows": 0}}}}, "has a table pg_class"),
        ({"manifest": {"tables": []}}, "another shape"),
        ({"tables/drugs.copy": b""}, "drugs has 0 rows, not 1"),
        ({"tables/drugs.copy": b"a\tb\n"}, "do not fit their tables"),
        ({"reports/../../outside.html": b"x"}, "leads out of its folder"),
    ],
)
def test_a_spoilt_backup_is_refused_and_leaves_nothing(here, there, tmp_path, database_url, changes, why):
    back_up(here, tmp_path / "good.zip")
    with pytest.raises(PermanentFailure, match=why):
        restore(there, spoilt(tmp_path / "good.zip", tmp_path / "bad.zip", **changes))
    assert there.workspace not in names_of_workspaces(database_url)
    assert files(there) == {}
    assert not list(tmp_path.rglob("outside.html"))


def test_what_is_no_backup_is_refused(there, tmp_path, here):
    cut = tmp_path / "cut.zip"
    back_up(here, cut)
    cut.write_bytes(cut.read_bytes()[:-200])
    with pytest.raises(PermanentFailure, match="is damaged or is none"):
        restore(there, cut)
    with pytest.raises(PermanentFailure, match="cannot be read"):
        restore(there, tmp_path / "none.zip")
    with pytest.raises(PermanentFailure, match="There is no workspace"):
        back_up(there, tmp_path / "x.zip")
    with pytest.raises(PermanentFailure, match="cannot be written"):
        back_up(here, tmp_path / "no" / "such.zip")
    assert sorted(path.name for path in tmp_path.glob("*.zip*")) == ["cut.zip"]

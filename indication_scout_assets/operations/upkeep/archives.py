"""``scout backup`` and ``scout restore``: a workspace in one file, to be put back here or on another machine.

What belongs here: the file. It is a ZIP with ``manifest.json`` (format, versions, tables with columns and rows),
``tables/NAME.copy`` (all rows, as ``COPY`` writes them) and the files of the workspace: stored answers, indexes of
libraries, reports. Not in it: Dagster's history of runs, keys, settings.
"""

from __future__ import annotations

import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ...domain.outcomes import PermanentFailure, unusable
from ...pipeline.resources.source_bench import code_version, workspace_url
from ...settings import Settings
from ...store.database import Database, check_workspace
from ...store.postgres.table_copies import new_workspace, rows_of

FORMAT = 1
_BLOCK = 2**20
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError)


class Archived(NamedTuple):
    """What was written or put back."""

    file: str
    workspace: str
    schema_version: int
    drugs: int
    rows: int
    files: int
    bytes: int
    """Of the backup's file."""


def back_up(settings: Settings, file: Path) -> Archived:
    """Write the workspace to the file, as it is at one moment; other runs may go on meanwhile.

    The file appears when it is whole. One that is there already is replaced.

    Raises:
        PermanentFailure: there is no such workspace, or the file cannot be written. TransientFailure: the database was
        lost.
    """
    scratch = file.with_name(f".{file.name}.{os.getpid()}")
    tables: dict[str, Any] = {}
    try:
        with zipfile.ZipFile(scratch, "w", zipfile.ZIP_DEFLATED) as archive:
            with rows_of(workspace_url(settings), settings.workspace) as (version, listed, read):
                for name, columns in listed:
                    rows = 0
                    with archive.open(f"tables/{name}.copy", "w", force_zip64=True) as entry:
                        for block in read((name, columns)):
                            entry.write(block)
                            rows += block.count(b"\n")
                    tables[name] = {"columns": columns, "rows": rows}
            files = 0
            for root, folder in _folders(settings).items():
                files += _add_folder(archive, root, folder)
            manifest = {
                "format": FORMAT,
                "program": code_version(),
                "workspace": settings.workspace,
                "schema": version,
                "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "tables": tables,
                "files": files,
            }
            archive.writestr("manifest.json", json.dumps(manifest, indent=1))
        scratch.replace(file)
    except OSError as error:
        raise unusable(f"The backup {file} cannot be written", error, "name another file.") from error
    finally:
        scratch.unlink(missing_ok=True)
    return _archived(file, settings.workspace, manifest)


def restore(settings: Settings, file: Path) -> Archived:
    """Put a backup back as the workspace of the settings, which must not exist yet.

    Raises:
        PermanentFailure: the file is no backup or damaged, the workspace exists, or the backup is of a newer program.
        TransientFailure: the database was lost; nothing is there then.
    """
    check_workspace(settings.workspace)
    url = workspace_url(settings)
    folders = {root: folder for root, folder in _folders(settings).items() if folder.is_dir() and any(folder.iterdir())}
    if folders:
        raise PermanentFailure(
            f"The folder {next(iter(folders.values()))} is not empty; move it, or name another workspace."
        )
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive, file)
            with new_workspace(url, settings.workspace, manifest["schema"]) as write:
                for name, table in manifest["tables"].items():
                    rows = write((name, table["columns"]), _blocks(archive, f"tables/{name}.copy"))
                    if rows != table["rows"]:
                        raise PermanentFailure(
                            f"The backup {file} is damaged: {name} has {rows} rows, not {table['rows']}."
                        )
                _extract(archive, settings)
    except BaseException as error:
        for folder in _folders(settings).values():  # the workspace did not exist, so they held nothing
            shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, _DAMAGED):
            raise PermanentFailure(
                f"The backup {file} is damaged or is none ({error}); nothing was restored."
            ) from error
        if isinstance(error, OSError):
            raise unusable(f"The backup {file} cannot be read or put back", error, "check the file.") from error
        raise
    Database.open(url, settings.workspace).close()  # brings an older schema to today's
    return _archived(file, settings.workspace, manifest)


def _folders(settings: Settings) -> dict[str, Path]:
    """Folders of the workspace by their name in the file."""
    own = settings.workspace_dir
    return {"exchanges": settings.exchanges_dir, "library": own / "library", "reports": settings.report_dir}


def _add_folder(archive: zipfile.ZipFile, root: str, folder: Path) -> int:
    """Add the folder's files but those that are being written; how many there were."""
    number = 0
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            packed = zipfile.ZIP_STORED if path.suffix == ".gz" else zipfile.ZIP_DEFLATED
            archive.write(path, f"{root}/{path.relative_to(folder).as_posix()}", packed)
            number += 1
    return number


def _manifest(archive: zipfile.ZipFile, file: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(archive.read("manifest.json"))
    if manifest["format"] != FORMAT:
        raise PermanentFailure(
            f"The backup {file} is of format {manifest['format']}, this program reads {FORMAT}; update the program."
        )
    if not isinstance(manifest["schema"], int) or not isinstance(manifest["tables"], dict):
        raise TypeError("its manifest has another shape")
    return manifest


def _blocks(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as entry:
        while block := entry.read(_BLOCK):
            yield block


def _extract(archive: zipfile.ZipFile, settings: Settings) -> None:
    """Files go to the workspace's own folders, whatever their names say."""
    folders = _folders(settings)
    for entry in archive.infolist():
        root, *rest = PurePosixPath(entry.filename).parts
        if root not in folders or not rest:
            continue
        if ".." in rest or any("\\" in part for part in rest):
            raise ValueError(f"the name {entry.filename!r} leads out of its folder")
        path = folders[root].joinpath(*rest)
        path.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, _BLOCK)


def _archived(file: Path, workspace: str, manifest: dict[str, Any]) -> Archived:
    tables: dict[str, dict[str, Any]] = manifest["tables"]
    return Archived(
        file=str(file),
        workspace=workspace,
        schema_version=manifest["schema"],
        drugs=tables["drugs"]["rows"] if "drugs" in tables else 0,
        rows=sum(table["rows"] for table in tables.values()),
        files=manifest["files"],
        bytes=file.stat().st_size,
    )

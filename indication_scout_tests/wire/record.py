"""Write the demonstration snapshot anew: ``make snapshot``.

The real clients ask the local server, which speaks the sources' formats over the authored records; what they exchange
becomes the snapshot that ``make run`` replays. Run it after a change of records or of queries.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from indication_scout_assets.demo import ALIASES, DRUGS, SNAPSHOT
from indication_scout_assets.language_models.recorded_answers import ANSWERS
from indication_scout_assets.operations.running import record_snapshot
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.settings import Settings

from ..whole_runs import WordEmbedder
from .server import PATHS, WireServer, start


def settings_for(server: WireServer, state_dir: Path) -> Settings:
    """Settings whose sources are the local server's."""
    addresses = {f"{prefix}_url": server.base_url(prefix) for prefix in PATHS}
    keys = {
        "omim_api_key": "demonstration",
        "tavily_api_key": "demonstration",
        "contact_email": "demonstration@indication-scout.invalid",
    }
    folders = {"state_dir": state_dir, "reports_dir": state_dir / "reports", "rate_dir": state_dir / "rate"}
    return Settings.model_validate(addresses | keys | folders)


def record(server: WireServer, scratch: Path, fresh: Path) -> int:
    """Record what the drugs ask for under all their names, and what they ask for besides where other studies count:
    with the recorded reader, and with the embedder of the tests. Which studies count decides whose references are
    asked for.

    Returns:
        How many exchanges the snapshot has.
    """
    settings = settings_for(server, scratch)

    def run(names: Sequence[str], reader: str) -> int:
        chosen = settings.model_copy(update={"reader": reader})
        return int(record_snapshot(chosen, fresh, names, _print_progress)["exchanges"])

    run([*DRUGS, *ALIASES], "bundled")
    run(DRUGS, "recorded")
    with patch.object(Workbench, "embedder", WordEmbedder()):
        return run(DRUGS, "bundled")


def _print_progress(stage: str, drug: str, done: int, total: int) -> None:
    print(f"{done}/{total} {stage} {drug}", file=sys.stderr)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="scout-demo-") as scratch, start() as server:
        fresh = Path(scratch) / "snapshot"
        exchanges = record(server, Path(scratch), fresh)
        if (SNAPSHOT / ANSWERS).exists():  # a model's, which no source gives
            shutil.copy(SNAPSHOT / ANSWERS, fresh)
        shutil.rmtree(SNAPSHOT, ignore_errors=True)
        shutil.copytree(fresh, SNAPSHOT)
    print(f"{exchanges} exchanges in {SNAPSHOT}")


if __name__ == "__main__":
    main()

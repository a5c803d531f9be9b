"""A small folder of invented drugs and diseases, in the form that ``scout eval discovery`` reads.

Worked out by hand, as of 2010. ALPHA, BETA and GAMMA inhibit one target; DELTA has another; EPSILON none.

| drug | known before 2010 | answers |
|---|---|---|
| ALPHA | MONDO_1 (approved, no date) | outcomes MONDO_2 and MONDO_9; entry MONDO_3 |
| BETA | MONDO_2 (phase 3), MONDO_3 (phase 2) | |
| GAMMA | MONDO_3 (phase 2), MONDO_4 (phase 3); MONDO_5 only in 2012 | |
| DELTA | MONDO_4 (phase 2), MONDO_6 (a trial of unknown phase, which counts as phase 2) | outcome MONDO_5 |
| EPSILON | MONDO_4 (phase 2) | |
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Rows = Sequence[Mapping[str, Any]]
SLIM = ["MONDO_1", "MONDO_3", "MONDO_4"]


def drug(name: str, *targets: tuple[str, str, str | None], first_approval: int | None = None) -> dict[str, Any]:
    return {"drug": name, "name": name.title(), "targets": targets, "first_approval": first_approval}


def known(name: str, disease: str, stage: str, year: float | None) -> dict[str, Any]:
    return {"drug": name, "disease": disease, "facts": [[stage, "register", year, 1]]}


def answer(name: str, disease: str, as_of: float = 2010) -> dict[str, Any]:
    return {"drug": name, "disease": disease, "as_of": as_of, "until": as_of + 5.5}


SHARED = ("ONE", "ENSG1", "INHIBITOR")
DRUGS = [
    drug("ALPHA", SHARED, first_approval=1995),
    drug("BETA", SHARED),
    drug("GAMMA", SHARED),
    drug("DELTA", ("TWO", "ENSG2", "AGONIST")),
    drug("EPSILON"),
]
KNOWLEDGE = [
    known("ALPHA", "MONDO_1", "APPROVAL", None),
    known("BETA", "MONDO_2", "PHASE_3", 2001.5),
    known("BETA", "MONDO_3", "PHASE_2", 2005.0),
    known("GAMMA", "MONDO_3", "PHASE_2", 2006.0),
    known("GAMMA", "MONDO_4", "PHASE_3", 2009.9),
    known("GAMMA", "MONDO_5", "PHASE_3", 2012.0),
    known("DELTA", "MONDO_4", "PHASE_2", 2004.0),
    known("DELTA", "MONDO_6", "TRIAL", 2004.0),
    known("EPSILON", "MONDO_4", "PHASE_2", 2004.0),
]
OUTCOMES = [answer("ALPHA", "MONDO_2"), answer("ALPHA", "MONDO_9"), answer("DELTA", "MONDO_5")]
ENTRIES = [answer("ALPHA", "MONDO_3")]


def write_folder(
    folder: Path,
    *,
    drugs: Rows = DRUGS,
    knowledge: Rows = KNOWLEDGE,
    outcomes: Rows = OUTCOMES,
    entries: Rows = ENTRIES,
    **optional: Rows,
) -> Path:
    """The folder with these rows; ``optional``: rows of ``diseases`` and ``evidence``."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"drugs": drugs, "knowledge": knowledge, "outcomes": outcomes, "entries": entries, **optional}
    for name, rows in files.items():
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (folder / "slim_diseases.json").write_text(json.dumps(SLIM))
    return folder

"""The floors of the figures, and what lies under them: what the tests that hold them share.

What belongs here: nothing that asserts.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping

from indication_scout_assets.evaluation.readings.measured import FLOORS, Measurement


def below_floors(measurement: Measurement, floors: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """A sentence for each figure that is under its floor or is not there any more."""
    for row in floors:
        figure = measurement.figures.get((row["task"], row["pairs"]))
        share = None if figure is None else figure.right if row["figure"] == "right" else figure.recognised
        if share is None or not share.of:
            yield f"{row['task']}, {row['pairs']}: {row['figure']} was not measured."
        elif share.hits / share.of < float(row["floor"]):
            yield f"{row['task']}, {row['pairs']}: {row['figure']} is {share.words}, under its floor {row['floor']}."


def read_floors() -> list[dict[str, str]]:
    """The rows of the floors: ``task``, ``pairs``, ``figure``, ``floor``."""
    return list(csv.DictReader(FLOORS.read_text("utf-8").splitlines()))

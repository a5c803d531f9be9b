"""Counting what fires, and reading again without each phrase, guard and module: the numbers of ``docs/ablation.md``.

What belongs here: the measurement, as JSON. Run it as ``python -m indication_scout_tests.bench.ablation.ablating
FOLDER COLLECTION``; what FOLDER holds is said in ``corpora``. The page is written by ``ablation_page``.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from . import units as watched
from .corpora import Reading, Task, question_tasks, read_tasks
from .units import UNITS, Caches, Unit

ROOMS: Final = (
    "rules.sides", "rules.effects", "rules.literature", "rules.assessment.grading", "rules.trials", "rules.questions",
    "rules.labels",
)  # fmt: skip
RESULTS: Final = Path(__file__).with_name("ablation.json")
MOST: Final = (300, 60)
"""Judged and unjudged items that are read again for one unit, evenly among those where it fired."""
LOSSES: Final = (0.0, 0.01, 0.02, 0.05)
"""Shares of a task's judged answers that may be lost together."""
off = contextmanager(watched.switched_off)


class Measured:
    """The tasks as they are read with everything on, and what fired in which of their items."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.tasks, self.caches = tasks, Caches()
        self.base: dict[str, list[Reading]] = {}
        self.where: defaultdict[Unit, dict[str, list[int]]] = defaultdict(dict)
        for task in tasks:
            self.base[task.name] = []
            for index in range(len(task.judged) + len(task.others)):
                watched.FIRED.clear()
                self.base[task.name].append(self.read(task, index))
                for unit in watched.FIRED:
                    self.where[unit].setdefault(task.name, []).append(index)

    def read(self, task: Task, index: int) -> Reading:
        self.caches.clear()
        return (*task.judged, *task.others)[index]() if index >= len(task.judged) else task.judged[index]()

    def figures(self, task: Task) -> dict[str, int]:
        judged = self.base[task.name][: len(task.judged)]
        return {"right": sum(r.right for r in judged), "wrong": sum(r.wrong for r in judged)}

    def without(self, units: Iterable[Unit], most: tuple[int, int] = MOST) -> dict[str, dict[str, int]]:
        """By task, what changes where one of these fired: right, wrong, and how many of how many readings."""
        chosen, changes = list(units), {}
        with off(chosen):
            for task in self.tasks:
                indices = sorted({i for unit in chosen for i in self.where[unit].get(task.name, ())})
                judged = _evenly([i for i in indices if i < len(task.judged)], most[0])
                others = _evenly([i for i in indices if i >= len(task.judged)], most[1])
                change = {"right": 0, "wrong": 0, "changed": 0, "read": 0}
                for index in (*judged, *others):
                    before, after = self.base[task.name][index], self.read(task, index)
                    change["right"] += after.right - before.right
                    change["wrong"] += after.wrong - before.wrong
                    change["changed"] += after.text != before.text
                    change["read"] += 1
                if indices:
                    changes[task.name] = change
        return changes

    def earned(self, unit: Unit) -> dict[str, Any]:
        """A unit's row."""
        row: dict[str, Any] = {"kind": unit.returns, "lines": unit.lines, "fired": unit.fired, "silent": unit.silent}
        return row | ({"without": self.without([unit])} if unit.is_guard and unit in self.where else {})


def _evenly(indices: Sequence[int], most: int) -> Sequence[int]:
    return indices if len(indices) <= most else [indices[i * len(indices) // most] for i in range(most)]


def let_go(measured: Measured, rows: dict[str, Any], share: float) -> dict[str, Any]:
    """Units that cost nothing alone, then those that free most lines per right answer, until a task lost its share.

    What they cost together is read, not added up.
    """
    allowed = {task.name: int(share * task.answers) for task in measured.tasks}
    lost: defaultdict[str, int] = defaultdict(int)
    chosen = [u for u in UNITS.values() if not u.fired or _cost(rows[u.id]) == ({}, 0)]
    dear = [u for u in UNITS.values() if u not in chosen and u.is_guard and share]
    for unit in sorted(dear, key=lambda u: -u.lines / (sum(_cost(rows[u.id])[0].values()) + 0.1)):
        losses, wrong = _cost(rows[unit.id])
        if wrong <= 0 and all(lost[name] + n <= allowed.get(name, 0) for name, n in losses.items()):
            chosen.append(unit)
            for name, n in losses.items():
                lost[name] += n
    together = measured.without([u for u in chosen if u.has_neutral or u.is_pattern], most=(10**6, 0))
    return {
        "patterns": sum(u.is_pattern for u in chosen),
        "functions": sum(not u.is_pattern for u in chosen),
        "lines": sum(u.lines for u in chosen),
        "together": {name: {key: c[key] for key in ("right", "wrong")} for name, c in together.items()},
    }


def _cost(row: dict[str, Any]) -> tuple[dict[str, int], int]:
    """Right answers lost by task, and wrong ones won; a unit that changes any reading at no loss costs one wrong."""
    changes = row.get("without")
    if changes is None:
        return {}, 1
    losses = {name: -c["right"] for name, c in changes.items() if c["right"] < 0}
    wrong = sum(c["wrong"] for c in changes.values())
    return losses, wrong if losses or wrong else 0


def measure(folder: Path, collection: str) -> dict[str, Any]:
    """Everything, over the corpora of a folder and the workspace of the environment."""
    from indication_scout_assets.environment import load_settings  # noqa: PLC0415 - after the rooms are watched
    from indication_scout_assets.pipeline.workbench import workbench  # noqa: PLC0415

    with workbench(load_settings()) as bench:
        measured = Measured([*read_tasks(folder), *question_tasks(folder, bench, collection)])
        rows = {}
        for number, unit in enumerate(UNITS.values(), start=1):
            rows[unit.id] = measured.earned(unit)
            if number % 50 == 0:
                print(f"{number} of {len(UNITS)}, {time.strftime('%H:%M:%S')}", file=sys.stderr, flush=True)
        modules = sorted({unit.module for unit in UNITS.values()})
        return {
            "tasks": {
                t.name: {"judged": len(t.judged), "others": len(t.others), "answers": t.answers, **measured.figures(t)}
                for t in measured.tasks
            },
            "units": rows,
            "modules": {
                m: measured.without([u for u in UNITS.values() if u.module == m and u.is_guard]) for m in modules
            },
            "let_go": {f"{share:.2f}": let_go(measured, rows, share) for share in LOSSES},
        }


if __name__ == "__main__":
    watched.watch(ROOMS)
    RESULTS.write_text(json.dumps(measure(Path(sys.argv[1]), sys.argv[2]), indent=1) + "\n", "utf-8")

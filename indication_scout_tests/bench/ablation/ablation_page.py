"""``docs/ablation.md``, rendered from ``ablation.json`` beside this module.

What belongs here: the page. Run it as ``python -m indication_scout_tests.bench.ablation.ablation_page >
docs/ablation.md``; the numbers are ``ablating``'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from indication_scout_assets.evaluation.figure_files import markdown_table

RESULTS: Final = Path(__file__).with_name("ablation.json")
_HEAD: Final = """# What each rule earns

Written by `python -m indication_scout_tests.bench.ablation.ablation_page`; the numbers are in
`indication_scout_tests/bench/ablation/ablation.json`, measured by `bench.ablation.ablating` on 2026-11-28,
before anything was let go. A rule is a pattern, or a function that says yes or no. "Without it" the pattern matches
nothing and the function says no; it was read again in up to 300 judged and 60 other items in which it had fired. It
never fired if it did so in no item below, in the demonstration, and in a run of eight drugs on recorded answers. The
workspace of the questions knew no drugs by name, so rules for known drugs could not fire there; most rules of
questions and labels are counted and were not read again. Each row stands alone: two rules that do the same work earn
nothing one by one.
"""


def page(results: dict[str, Any]) -> str:
    """The whole page."""
    units: dict[str, dict[str, Any]] = results["units"]
    return "\n".join(
        [
            _HEAD,
            "## What was read\n",
            _table(
                ("task", "judged", "others", "to answer", "right", "wrong"),
                (
                    (name, *(t[key] for key in ("judged", "others", "answers", "right", "wrong")))
                    for name, t in results["tasks"].items()
                ),
            ),
            "\n## By folder\n",
            _table(("folder", "patterns", "never matched", "functions", "never fired", "their lines"), _folders(units)),
            "\n## What could be let go\n",
            "What never fired or cost nothing alone, then rules by lines freed for each right answer lost, up to that "
            "share of\neach task's answers. The last column is read with all of them off at once, "
            "and is what counts.\n",
            _table(("recall let go", "patterns", "functions", "their lines", "right, wrong together"), _sums(results)),
            "\n## Modules: right and wrong without their rules\n",
            "Of up to 150 judged items in which one of them fired.\n",
            _table(
                ("module", "task", "right", "wrong", "changed", "read"),
                ((m, *row) for m, w in results["modules"].items() for row in _changes(w)),
            ),
            "\n## Rules whose absence changes a right or wrong answer\n",
            _table(
                ("rule", "task", "right", "wrong", "changed", "read"),
                (
                    (f"`{unit}`", *row)
                    for unit, u in sorted(units.items())
                    for row in _changes(u.get("without", {}))
                    if row[1] != "0" or row[2] != "0"
                ),
            ),
            "",
        ]
    )


def _table(heading: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    return markdown_table(heading, ([str(cell) for cell in row] for row in rows))


def _folders(units: dict[str, dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    for folder in dict.fromkeys(sorted(unit.split(":")[0].rpartition(".")[0] for unit in units)):
        held = [u for unit, u in units.items() if unit.split(":")[0].rpartition(".")[0] == folder]
        patterns = [u for u in held if u["kind"] == "pattern"]
        functions = [u for u in held if u["kind"] != "pattern"]
        silent = [u for u in held if not u["fired"]]
        never = (sum(not u["fired"] for u in patterns), sum(not u["fired"] for u in functions))
        yield folder, len(patterns), never[0], len(functions), never[1], sum(u["lines"] for u in silent)


def _changes(without: dict[str, dict[str, int]]) -> Iterator[tuple[str, str, str, int, int]]:
    for task, c in without.items():
        yield task, _signed(c["right"]), _signed(c["wrong"]), c["changed"], c["read"]


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _sums(results: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for share, go in results["let_go"].items():
        described = ", ".join(f"{t} {_signed(c['right'])} {_signed(c['wrong'])}" for t, c in go["together"].items())
        yield share, go["patterns"], go["functions"], go["lines"], described


if __name__ == "__main__":
    print(page(json.loads(RESULTS.read_text("utf-8"))), end="")

"""Processes of ``scout ask`` killed at random moments: what is left of their conversations.

    python -m indication_scout_tests.bench.killed_asks 100

Each process asks a file of questions, of papers and of labels, as turns of a conversation that it shares with the
process killed before it; half of them run beside another one in the same conversation. It is forked from one that has
imported the program, so that kills (SIGKILL) fall on answering and not on starting. The moment is drawn: of three
quarters counted from the first answer, of the others from the start. Then the rows are counted. The workspace is one of
its own, in the folder for temporary files. Prints JSON, and ends with 1 where anything is half.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from indication_scout_assets.cli.commands import main as scout
from indication_scout_assets.domain.questions.question_answering import LibraryAnswer
from indication_scout_assets.pipeline.workbench import Workbench, workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.postgres.server import release
from indication_scout_tests.label_examples import held, velotrin
from indication_scout_tests.library_texts import QUESTION, UNCOVERED, take_in, write_texts

SHARED_BY = 10
"""Processes, one after the other or two at once, that talk in one conversation."""
LONGEST = 2.0
"""Seconds after its start or first answer by which a process is killed at the latest."""
FROM_FIRST_ANSWER = 0.75
"""Share of the processes whose moment counts from their first answer."""
_SEED = 14
_ASKED = (QUESTION, "And on body weight?", "What is the half-life of velotrin?", "And its protein binding?", UNCOVERED)


def main(kills: int, folder: Path) -> int:
    """Kill, count and print; the number of faults."""
    drawn = random.Random(_SEED)
    os.environ |= {"SCOUT_STATE_DIR": str(folder), "SCOUT_WORKSPACE": "killed"}
    settings = Settings(state_dir=folder, workspace="killed")
    with workbench(settings) as bench:
        _fill(bench, folder)
    printed: list[Path] = []
    ended = 0
    begun = time.monotonic()
    while len(printed) < kills:
        together = min(drawn.choice((1, 2)), kills - len(printed))
        talk = f"talk-{len(printed) // SHARED_BY}"
        files = [folder / f"printed-{len(printed) + place}" for place in range(together)]
        ended += _kill([Talker(folder, talk, file, drawn) for file in files])
        printed += files
    with workbench(settings) as bench:
        figures = {
            "killed": kills,
            "seconds": round(time.monotonic() - begun),
            "fault_ended": ended,
            **_counted(bench, printed),
        }
    print(json.dumps(figures, indent=1))
    return sum(number for name, number in figures.items() if name.startswith("fault"))


def _fill(bench: Workbench, folder: Path) -> None:
    texts = folder / "texts"
    texts.mkdir()
    write_texts(texts)
    take_in(bench, "oats", texts)
    bench.db.labels.save(held(velotrin(), "velotrin"), "rules of this bench")


class Talker:
    """A process that asks, and when it is to be killed."""

    def __init__(self, folder: Path, conversation: str, printed: Path, drawn: random.Random) -> None:
        self._printed = printed
        self._after = drawn.uniform(0.0, LONGEST)
        self._from = 0.0 if drawn.random() < FROM_FIRST_ANSWER else time.monotonic()
        self.process = _talking(folder, conversation, printed)

    def is_due(self) -> bool:
        """Whether its moment has come."""
        if not self._from and self._printed.exists() and self._printed.stat().st_size:
            self._from = time.monotonic()
        return bool(self._from) and time.monotonic() >= self._from + self._after


def _kill(talkers: list[Talker]) -> int:
    """Kill each at its moment; how many ended by themselves before it, which none should."""
    ended = 0
    while talkers:
        for talker in list(talkers):
            if os.waitpid(talker.process, os.WNOHANG)[0]:
                ended += 1
                talkers.remove(talker)
            elif talker.is_due():
                os.kill(talker.process, signal.SIGKILL)
                os.waitpid(talker.process, 0)
                talkers.remove(talker)
        time.sleep(0.002)
    return ended


def _talking(folder: Path, conversation: str, printed: Path) -> int:
    """Start a process that asks until it is killed; its id."""
    lines = [json.dumps({"question": question, "conversation": conversation}) for question in _ASKED * 40]
    asked = folder / f"{printed.name}.jsonl"
    asked.write_text("\n".join(lines), encoding="utf-8")
    if process := os.fork():
        return process
    output = os.open(printed, os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        scout(["ask", "--file", str(asked), "--collection", "oats"])
    finally:
        os._exit(0)


def _counted(bench: Workbench, printed: list[Path]) -> dict[str, int]:
    """What is stored, and every way in which it could be half."""
    kept: dict[str, int] = {"conversations": 0, "turns": 0, "of_labels": 0, "answers_printed": 0}
    faults = dict.fromkeys(
        ("fault_without_turns", "fault_numbering_of_turns", "fault_citation", "fault_source_numbers", "fault_lost"), 0
    )
    stored: dict[str, dict[int, str]] = {}
    with bench.db.transaction() as connection:
        rows = connection.execute("SELECT conversation_id, article_id, number FROM conversation_sources").fetchall()
    for listed in bench.db.conversations.list():
        turns = bench.db.conversations.turns(listed["id"])
        numbers = {row["article_id"]: row["number"] for row in rows if row["conversation_id"] == listed["id"]}
        cited = {
            (c.article_id, c.n) for turn in turns if isinstance(turn, LibraryAnswer) for c in turn.citations
        }  # fmt: skip
        stored[listed["id"]] = {turn.turn: turn.question for turn in turns}
        kept["conversations"] += 1
        kept["turns"] += len(turns)
        kept["of_labels"] += sum(not isinstance(turn, LibraryAnswer) for turn in turns)
        faults["fault_without_turns"] += not turns
        faults["fault_numbering_of_turns"] += [turn.turn for turn in turns] != list(range(1, len(turns) + 1))
        faults["fault_citation"] += sum(numbers.get(article) != n for article, n in cited)
        faults["fault_source_numbers"] += sorted(numbers.values()) != list(range(1, len({a for a, _ in cited}) + 1))
    for answer in (answer for file in printed for answer in _whole_lines(file)):
        kept["answers_printed"] += 1
        faults["fault_lost"] += stored[answer["conversation"]].get(answer["turn"]) != answer["question"]
    return kept | faults


def _whole_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The answers that were printed whole before the process died."""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else ():
        if line.endswith("\n"):
            yield json.loads(line)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="scout-killed-") as made:
        half = main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, Path(made))
        release(Path(made))
    sys.exit(1 if half else 0)

"""Forged reports: one character of a report's JSON changed, by somebody who knows the hash or who makes it anew.

What belongs here: making them, and counting which are caught. The figures are printed by

    SCOUT_WORKSPACE=demo python -m indication_scout_tests.orchestration.forgeries FILE [NUMBER]
"""

from __future__ import annotations

import json
import random
import re
import string
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from indication_scout_assets.domain.findings.readings import ArticleReading, PairNames
from indication_scout_assets.domain.findings.report import report_hash
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.environment import load_settings
from indication_scout_assets.operations import held_records, report_proof
from indication_scout_assets.pipeline.resources.workbench import Workbench, workbench
from indication_scout_assets.reading.reader_protocol import text_version
from indication_scout_assets.reading.readers import full_readings

SEED = 20261128
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]')
_LETTERS = string.ascii_letters + string.digits + ' "\\{}[],:.-/é'
KINDS: dict[str, re.Pattern[str]] = {
    "quotations": re.compile(
        r"\.citations?(\.\d+)?\.(quote|start|end|field|evidence_id|evidence_kind)$|\.papers\.\d+\.(quote|start|end)$"
        r"|\.label_mentions\.\d+\.(sentence|start|end|kind)$|\.effects\..*\.(text|start|end)$|\.readings\..*\.sentence$"
    ),
    "grades": re.compile(r"\.assessment\.grades\."),
    "sums": re.compile(r"\.assessment\.(score\.|rank$)|\.flow\.|^flow\."),
    "texts": re.compile(
        r"^articles\..*\.(title|abstract)$|\.trials\.\d+\.trial\.(title|summary|why_stopped)$"
        r"|^labels\.\d+\.sections\.\d+\.text$"
    ),
}
"""What a forger would change, by its path."""


def tampered(text: str, chance: random.Random) -> str:
    """The text with one character within a token replaced, put in or taken out."""
    while True:
        first, end = chance.choice(_tokens(text))
        place, other = chance.randrange(first, end), chance.choice(_LETTERS)
        replaced, put_in = text[:place] + other + text[place + 1 :], text[:place] + other + text[place:]
        made = chance.choice([replaced, put_in, text[:place] + text[place + 1 :]])
        means_nothing = made == put_in and other == " " and (place == first or text[first] != '"')
        if made != text and not means_nothing:
            return made


_KNOWN: dict[int, list[tuple[int, int]]] = {}


def _tokens(text: str) -> list[tuple[int, int]]:
    if id(text) not in _KNOWN:
        _KNOWN[id(text)] = [match.span() for match in _TOKEN.finditer(text)]
    return _KNOWN[id(text)]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Path, container and key of every text and number that is not empty."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        place = f"{path}.{key}" if path else str(key)
        if isinstance(part, dict | list):
            yield from leaves(part, place)
        elif isinstance(part, str | int | float) and not isinstance(part, bool) and part != "":
            yield place, value, key


def forged(text: str, kind: str, chance: random.Random) -> tuple[str, str]:
    """The report with one letter or digit of one value of a kind replaced by another, and the hash made anew; and the
    value's path."""
    content = json.loads(text)
    path, container, key = chance.choice([leaf for leaf in leaves(content) if KINDS[kind].search(leaf[0])])
    container[key] = _replaced(container[key], chance)
    content["sha256"] = report_hash(content)
    return json.dumps(content, indent=0, sort_keys=True, ensure_ascii=False) + "\n", path


def _replaced(value: str | float, chance: random.Random) -> str | float:
    written = value if isinstance(value, str) else json.dumps(value)
    while True:
        place = chance.randrange(len(written))
        pool = string.digits if written[place].isdigit() else string.ascii_lowercase
        made = written[:place] + chance.choice(pool) + written[place + 1 :]
        if isinstance(value, str):
            if made != value:
                return made
        elif written[place].isdigit() and not re.match(r"-?0\d", made) and (number := json.loads(made)) != value:
            return float(number) if isinstance(value, float) else int(number)


def remembering() -> Callable[[PairNames, Sequence[Article]], list[ArticleReading]]:
    """``full_readings`` that reads the same text for the same pair once."""
    known: dict[tuple[str, str], ArticleReading] = {}

    def read(pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
        due = [a for a in articles if (text_version(a), pair.key) not in known]
        known.update({(text_version(a), pair.key): made for a, made in zip(due, full_readings(pair, due), strict=True)})
        return [known[text_version(a), pair.key] for a in articles]

    return read


def caught(text: str, bench: Workbench | None) -> tuple[bool, bool]:
    """Whether the file alone shows that it does not hold, and whether it does with the records of the workspace."""
    proof, report = report_proof.prove(text)
    alone = bool(proof.faults)
    if alone or report is None or bench is None:
        return alone, alone
    return alone, bool(held_records.with_records(bench, report, proof).faults)


def measure(file: Path, number: int) -> None:
    """Print how many of so many forgeries of each kind are caught, and where those are that are not."""
    text, chance = file.read_text("utf-8"), random.Random(SEED)
    shown = sum(bool(report_proof.content_of(tampered(text, chance))[1]) for _ in range(number))
    print(f"single characters, hash as it was: {shown} of {number}", flush=True)
    report_proof.full_readings = remembering()  # type: ignore[attr-defined, assignment]
    with workbench(load_settings()) as bench:
        for kind in KINDS:
            ends, missed = [], []
            for _ in range(number // len(KINDS)):
                made, path = forged(text, kind, chance)
                ends.append(caught(made, bench))
                missed += [path] if not ends[-1][0] else []
            alone, held = (sum(end[place] for end in ends) for place in (0, 1))
            print(f"{kind}, hash made anew: {alone} alone, {held} with records, of {len(ends)}", flush=True)
            print("   not alone:", sorted({re.sub(r"\.\d+(?=\.|$)", "", path) for path in missed})[:20], flush=True)


if __name__ == "__main__":
    measure(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)

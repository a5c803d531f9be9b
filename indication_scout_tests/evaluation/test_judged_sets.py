"""The judged sets of the repository: what they hold, what they must not hold, and rows that users report."""

from __future__ import annotations

import csv
import hashlib
import math
from collections import Counter
from pathlib import Path

import pytest

from indication_scout_assets.domain.findings.readings import Direction
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.judged_sets import (
    DIRECTIONS,
    FOLDER,
    JudgedDirection,
    Part,
    append_reported,
    as_csv,
    read_directions,
    read_reported,
    read_rows,
)

LONGEST = 80
"""Characters of what may be copied from a text: a number, a value, a p value."""
LONGEST_NAME = 160
"""Of a synonym in a vocabulary."""


def test_the_directions_are_those_that_were_labelled() -> None:
    rows = read_directions()
    counts = {Part.TRAINING: 6025, Part.CALIBRATION: 829, Part.UNREAD: 1435, Part.READ: 340, Part.HELD_OUT: 200}
    counts[Part.FRESH] = 198
    assert Counter(row.part for row in rows) == counts
    assert Counter(row.label for row in rows)[Direction.HARM] == 1129
    assert all(row.pmid.isdigit() and row.drug and row.disease for row in rows)
    by_part = {part: {row.drug.casefold() for row in rows if row.part is part} for part in Part}
    fitted = by_part[Part.TRAINING] | by_part[Part.CALIBRATION]
    assert not fitted & by_part[Part.UNREAD], "the split is by drug"
    assert not by_part[Part.TRAINING] & by_part[Part.CALIBRATION], "and so is that of the pairs for calibration"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.csv")), ids=lambda path: path.name)
def test_no_file_holds_a_text(path: Path) -> None:
    header, *rows = csv.reader(path.read_text("utf-8").splitlines())
    assert not {"title", "abstract", "sentence", "sentences", "words"} & set(header)
    for row in rows:
        for column, cell in zip(header, row, strict=True):
            if column == "question":  # of our own
                continue
            longest = LONGEST_NAME if column.startswith(("disease", "drug_names")) else LONGEST
            assert all(len(part) <= longest for part in cell.split("|")), cell


@pytest.mark.parametrize("name", DIRECTIONS)
def test_a_file_is_written_as_it_is_read(name: str) -> None:
    rows = read_rows(FOLDER / name, JudgedDirection)
    assert as_csv(rows, JudgedDirection) == (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", ["numbers.csv", "numbers_second.csv"])
def test_the_judged_numbers_are_numbers_and_split_by_article(name: str) -> None:
    rows = list(csv.DictReader((FOLDER / name).read_text("utf-8").splitlines()))
    order: Counter[tuple[str, str]] = Counter()
    for row in rows:
        odd = int(hashlib.sha256(row["pmid"].encode()).hexdigest(), 16) % 2
        assert row["part"] == (Part.UNREAD if odd else Part.READ), row
        assert int(row["sentence_start"]) < int(row["sentence_end"]), row
        value, low, high = (float(row[column] or "nan") for column in ("value", "low", "high"))
        if row["kind"]:
            order[row["pmid"], row["sentence_start"]] += 1
            assert int(row["n"]) == order[row["pmid"], row["sentence_start"]], row
            assert not all(map(math.isnan, (value, low, high))) or row["sign"] == "NS", row
        else:
            assert row["n"] == "0", row
        assert not low > high, row
        assert row["kind"] != "p" or row["sign"] == "NS" or 0 <= value <= 1, row


def test_a_reported_reading_is_kept_and_replaced_by_a_later_one(tmp_path: Path) -> None:
    path = tmp_path / "state" / "reported.csv"
    wrong = JudgedDirection(pmid="7", drug="zelavir", disease="asthma", label=Direction.HARM, part=Part.REPORTED)
    assert read_reported(path) == ()
    append_reported(path, wrong)
    append_reported(path, wrong.model_copy(update={"pmid": "8"}))
    append_reported(path, wrong.model_copy(update={"drug": "Zelavir", "label": Direction.NONE}))
    assert [(row.pmid, row.label) for row in read_reported(path)] == [("8", Direction.HARM), ("7", Direction.NONE)]
    assert read_directions(path)[-2:] == read_reported(path)


def test_a_bad_row_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "reported.csv"
    path.write_text("pmid,drug,disease,label,part\n7,zelavir,asthma,good,reported\n", "utf-8")
    with pytest.raises(PermanentFailure, match=r"reported\.csv, line 2: label"):
        read_reported(path)

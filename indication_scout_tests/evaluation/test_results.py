"""Files and tables of results."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.figure_files import markdown_table, write_files


def test_a_table_holds_what_a_cell_may_not() -> None:
    assert markdown_table(["a", "b"], [["x | y", "1\n2"]]) == "| a | b |\n| --- | --: |\n| x \\| y | 1 2 |"


def test_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    [written] = write_files(tmp_path / "new", {"a.md": "text"})
    assert written.read_text("utf-8") == "text"


def test_a_folder_that_is_a_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PermanentFailure, match="cannot be written"):
        write_files(tmp_path / "file", {"a.md": "text"})

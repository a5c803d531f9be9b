"""Lists as spreadsheets and editors save them are read alike by every command that takes one."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.retraction_figures import read_pmids
from indication_scout_assets.operations.collections_filling import _ids_in
from indication_scout_assets.pipeline.drug_file import drugs_in
from indication_scout_assets.ranking.files.list_files import STDIN, list_entries, read_text

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize("begins", [b"", BOM], ids=["plain", "with a mark"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["LF", "CR LF"])
def test_a_mark_and_ends_of_lines_are_no_part_of_a_list(begins: bytes, ends: bytes, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(begins + ends.join([b"17 # the first", b"", b'"23"', b"# none", b"42"]) + ends)
    assert list_entries(read_text(file)) == {1: "17", 3: "23", 5: "42"}
    assert _ids_in(file) == read_pmids(read_text(file), "list") == list(drugs_in(file)) == ["17", "23", "42"]


@pytest.mark.parametrize("heading", [b"", b"pmid\tnote\n", b"PMCID,year\n"])
def test_ids_stand_in_the_first_column(heading: bytes, tmp_path: Path) -> None:
    file = tmp_path / "ids.csv"
    file.write_bytes(BOM + heading + b"PMC17\tread\n23,unread\n")
    assert _ids_in(file) == ["PMC17", "23"]
    file.write_bytes(heading + b"PMC17\nnone\n")
    with pytest.raises(PermanentFailure, match="'none' is neither a PMC id"):
        _ids_in(file)


@pytest.mark.parametrize("content", ["17\n".encode("utf-16"), b"b\xeata\n"], ids=["UTF-16", "Latin-1"])
@pytest.mark.parametrize("reader", [read_text, _ids_in, drugs_in])
def test_another_encoding_is_one_sentence(reader: Any, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(content)
    with pytest.raises(PermanentFailure, match=r"list\.txt is no text in UTF-8; save it as UTF-8\."):
        reader(file)


def test_a_folder_is_one_sentence_and_a_dash_is_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PermanentFailure, match="cannot be read"):
        read_text(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BOM + b"17\n")))
    assert read_text(STDIN) == "17\n"

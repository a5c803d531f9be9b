"""Our parser beside Biopython's on the records of the tests: no difference that is not explained, and none missed.

The comparison on a whole mirror is the module's own command.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.demo import SNAPSHOT

from . import biopython_fields, compare_biopython
from .compare_biopython import Comparison, compared
from .sources.ncbi.test_pubmed_xml import BARE, BOOK, FULL, answer

DEMONSTRATION = [
    body
    for path in Path(SNAPSHOT).glob("bodies/pubmed/efetch-*.xml")
    if (body := path.read_text("utf-8")).startswith("<Pubmed")
]


def test_every_difference_on_odd_records_is_explained() -> None:
    odd = BARE.replace("<ArticleTitle/>", "<ArticleTitle>[Title]</ArticleTitle>")  # Biopython reads no empty title
    found = compared([answer(FULL, odd, BOOK)])
    assert found.unexplained == []
    assert found.records == 3
    assert {
        "withdrawn authors (ValidYN=N) are left out",
        "a heading is major where one of its qualifiers is",
        "plain citations (RefType=Cites) are no corrections",
        "what is listed twice is kept once",
    } <= found.explained.keys()


def test_every_difference_on_the_demonstration_is_explained() -> None:
    found = compared([answer(*DEMONSTRATION)])
    assert found.unexplained == []
    assert found.records == len(DEMONSTRATION) > 50
    assert found.alike["title"] == found.records


@pytest.mark.parametrize("name", ["title", "authors", "MeSH headings", "corrections", "entrez date"])
def test_a_field_read_otherwise_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = biopython_fields.ours

    def wrong(article):
        fields = right(article)
        return fields | {name: fields[name][:-1]}

    monkeypatch.setattr(biopython_fields, "ours", wrong)
    assert {field for _, field, _, _ in compared([answer(FULL)]).unexplained} == {name}


def test_a_record_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_biopython, "parse_articles", lambda xml: [])
    found = Comparison()
    found.add(answer(FULL))
    assert ("90000001", "pmid") in {(pmid, field) for pmid, field, _, _ in found.unexplained}

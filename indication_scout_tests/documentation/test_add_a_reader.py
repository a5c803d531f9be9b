"""The page on adding a reader works as it stands: its reader keeps the protocol, and the verifier has the last word."""

from __future__ import annotations

import re

import pytest

from indication_scout_assets.domain.findings.readings import Direction, ReadFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.reading import readers
from indication_scout_assets.reading.reader_protocol import ArticleToRead
from indication_scout_assets.reading.readers import names_alone
from indication_scout_tests import ROOT
from indication_scout_tests.documentation.worked_examples import run

PAGE = (ROOT / "docs" / "developers" / "add-a-reader.md").read_text("utf-8")
PAIR = names_alone(("zelavir",), ("asthma",))


def test_the_reader_of_the_page_reads_and_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    titles = run(code, "page.py")["TitleReader"]
    monkeypatch.setitem(readers.READERS, "titles", titles)
    records = [Article(pmid="1", title="Zelavir helps in asthma", abstract="It did."), Article(pmid="2", title="")]
    asked = [ArticleToRead(record, (PAIR,)) for record in records]
    first, failure = readers.read(readers.reader("titles"), asked)
    assert not isinstance(first, ReadFailure)
    [reading] = first
    assert (reading.of_pair.direction, reading.reader.name) == (Direction.BENEFIT, "titles")
    assert isinstance(failure, ReadFailure)

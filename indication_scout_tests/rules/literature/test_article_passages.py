"""Passages of an article lie at their places in its text."""

from __future__ import annotations

from datetime import UTC, datetime

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.questions.library import LibraryArticle
from indication_scout_assets.rules.literature.chunking import passages_in

TEXT = (
    "Oats were eaten daily for twelve weeks by every volunteer. " * 30
    + "\n\nCholesterol fell by 0.4 mmol/l (p = 0.01) compared with wheat."
)
SPLIT = TEXT.index("\n\n")
ARTICLE = LibraryArticle(
    id="PMC1", title="Oats", text=TEXT, fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    sections=(
        Section(title="Methods", kind="methods", start=0, end=SPLIT),
        Section(title="Results", kind="results", start=SPLIT + 2, end=len(TEXT)),
    ),
)  # fmt: skip


def test_passages_stay_within_sections_and_cover_them() -> None:
    passages = passages_in(ARTICLE)
    assert [passage.position for passage in passages] == list(range(len(passages)))
    for passage in passages:
        assert passage.end <= SPLIT or passage.start >= SPLIT + 2
    covered = {at for passage in passages for at in range(passage.start, passage.end)}
    assert not [at for at, character in enumerate(TEXT) if at not in covered and not character.isspace()]


def test_only_results_tell_a_finding() -> None:
    assert {passage.kind for passage in passages_in(ARTICLE) if passage.tells_finding} == {"results"}

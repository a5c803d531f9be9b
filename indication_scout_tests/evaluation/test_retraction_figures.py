"""The figures of the retraction gate: what counts as caught, missed and falsely caught."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.records.articles import Article, Correction, PublicationType
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.evaluation.retraction_figures import Group, RetractionFigures, figures, group_of
from indication_scout_assets.rules.literature.retraction_status import check

NOW = datetime(2026, 1, 2, tzinfo=UTC)
NOTICE = PublicationType(name="Retraction of Publication", ui="D016440")
RETRACTED = PublicationType(name="Retracted Publication", ui="D016441")
Answers = dict[str, list[RetractionSignal] | None]


def article(number: int, *links: str, types: tuple[PublicationType, ...] = ()) -> Article:
    corrections = tuple(Correction(kind=kind) for kind in links)
    return Article(pmid=f"9900000{number}", title="A trial", corrections=corrections, publication_types=types)


def measured(listed: set[str], *papers: tuple[Article, Answers]) -> RetractionFigures:
    articles = {paper.id: paper for paper, _ in papers}
    return figures(articles, [check(paper, answers, NOW) for paper, answers in papers], listed)


def says(notice: Notice, source: str = "Crossref") -> Answers:
    return {source: [RetractionSignal(source=source, notice=notice)]}


@pytest.mark.parametrize(
    ("paper", "group"),
    [
        (article(1), Group.LISTED),
        (article(2, "ErratumIn"), Group.CORRECTED),
        (article(2, "ErratumIn", "UpdateIn", "CommentIn"), Group.CORRECTED),
        (article(2, "ErratumIn", types=(RETRACTED,)), Group.CORRECTED),  # the type is what is measured
        (article(2, "ErratumIn", "RetractionIn"), Group.OTHER),
        (article(2, "ExpressionOfConcernIn"), Group.OTHER),
        (article(2, "CommentIn"), Group.OTHER),
        (article(2, "ErratumIn", types=(NOTICE,)), Group.NOTICE),
    ],
)
def test_an_article_is_grouped_by_its_links(paper: Article, group: Group) -> None:
    assert group_of(paper, {"99000001"}) is group


def test_each_signal_is_counted_alone_and_all_together() -> None:
    figures_here = measured(
        {"99000001", "99000002", "99000003", "99000009"},
        (article(1, "RetractionIn"), {"Crossref": []}),
        (article(2), says(Notice.RETRACTION)),
        (article(3), {"OpenAlex": None}),
        (article(4, "ErratumIn"), {"Crossref": []}),
        (article(5, "ErratumIn"), says(Notice.RETRACTION, "Retraction Watch")),
        (article(6, types=(NOTICE,)), {}),
        (article(7, "RetractionIn"), {}),
    )
    assert (figures_here.listed, figures_here.held) == (4, 3)
    assert {group: (counted.articles, counted.statuses) for group, counted in figures_here.groups.items()} == {
        "listed": (3, {"none": 1, "retracted": 2}),
        "corrected": (2, {"corrected": 1, "retracted": 1}),
        "notice": (1, {"none": 1}),
        "other": (1, {"retracted": 1}),
    }
    assert figures_here.combined.caught == 2
    assert figures_here.combined.missed == ("99000003",)
    assert figures_here.combined.falsely_caught == ("99000005",)
    assert figures_here.unlisted == ("99000007",)
    assert {s.signal: (s.answered, s.listed_answered, s.caught, len(s.missed)) for s in figures_here.signals} == {
        "Crossref": (3, 2, 1, 2),
        "OpenAlex": (0, 0, 0, 3),
        "PubMed RetractionIn": (7, 3, 1, 2),
        "Retraction Watch": (1, 0, 0, 3),
    }
    assert not figures_here.is_clean


def test_it_is_clean_where_nothing_is_missed_and_nothing_falsely_caught() -> None:
    assert measured({"99000001"}, (article(1, "RetractionIn"), {}), (article(2, "ErratumIn"), {})).is_clean
    assert not measured({"99000001"}, (article(1), {})).is_clean

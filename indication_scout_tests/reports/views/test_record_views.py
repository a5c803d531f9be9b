from __future__ import annotations

from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.reports.views.candidates.record_views import CitationView, StatementView

from ..sample import ARTICLES
from ..sample_parts import cite, stated


def cited(citation: Citation, *, repeats: bool = False) -> CitationView:
    return CitationView(citation, None, "PMID 99000001", "2021", repeats)


def test_citations_that_read_alike_are_shown_once() -> None:
    article = next(iter(ARTICLES.values()))
    citation = cite(article, article.abstract[:20])
    elsewhere = citation.model_copy(update={"start": 7, "end": 27})
    other = cite(article, article.abstract[:30])
    views = tuple(map(cited, (citation, elsewhere, other)))
    view = StatementView(stated(Polarity.SUPPORTS, citation), "literature", views)
    assert view.distinct_citations == (views[0], views[2])
    repeated = tuple(cited(quoted, repeats=True) for quoted in (citation, other))
    assert len(StatementView(view.statement, "literature", repeated).distinct_citations) == 1, "no words are printed"

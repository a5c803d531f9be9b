"""A question to a source about a (drug, disease) pair, and what came back.

What belongs here: the values every article source shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ..base import Value
from ..diseases import NormalizedName
from ..records.articles import Article
from .evidence import SearchRecord

RECENT_YEARS = 2
"""What "recent" means, in searches and in the places of the top k."""


class PairQuestion(Value):
    """What a source is asked."""

    drug_names: tuple[str, ...]
    """Preferred one first, salts and brand names among them; choose with ``pubmed_query.drug_search_names``."""
    disease: NormalizedName
    limit: int
    """Records wanted."""
    today: date
    """From which "recent" is counted; never the clock, so that a question can be asked again."""
    as_of: date | None = None
    """Nothing later than this day, and nothing without a date, may enter."""

    @property
    def disease_id(self) -> str:
        return self.disease.disease_id


class SearchResult(NamedTuple):
    """One search as it was made and the records it brought, in the source's order.

    ``record.ids`` are the ids of ``articles`` (see ``articles.article_id``). A source whose records are read from
    PubMed afterwards gives ids alone.
    """

    record: SearchRecord
    articles: Sequence[Article] = ()

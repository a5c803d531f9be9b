"""Articles: PubMed records, fetched once and shared by all drugs of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain.articles import Article, text_hash
from .connection import storable_text
from .repository import Repository, Row, as_json, json_list


class Articles(Repository):
    def unknown(self, pmids: Sequence[str]) -> list[str]:
        """Those of the PMIDs that are not stored, each once, in the given order."""
        return [row["pmid"] for row in self._rows("load_unknown_pmids", pmids=list(pmids))]

    def save(self, articles: Iterable[Article]) -> None:
        """Store the articles, all or none; of two with one PMID the later counts."""
        rows = {article.pmid: _row(article) for article in articles}
        self._run("save_articles", articles=json_list(rows.values()))

    def load(self, pmids: Iterable[str]) -> dict[str, Article]:
        """The stored ones of the PMIDs, in the given order."""
        wanted = list(dict.fromkeys(pmids))
        found = {row["pmid"]: row["article"] for row in self._rows("load_articles", pmids=wanted)}
        return {pmid: Article.model_validate(found[pmid]) for pmid in wanted if pmid in found}


def _row(article: Article) -> Row:
    # The hash is of the text as it is stored, and so equals that of the article when it is loaded.
    stored = article.model_copy(
        update={"title": storable_text(article.title), "abstract": storable_text(article.abstract)}
    )
    return as_json(stored) | {"retraction": stored.retraction.value, "text_hash": text_hash(stored.text)}

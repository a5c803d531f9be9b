"""Retraction checks: whether the articles of a drug are retracted, with the word of every source that was asked."""

from __future__ import annotations

from ..domain.retractions import RetractionCheck
from .drug_documents import DrugDocuments
from .repository import Transactions


class RetractionCheckRepository(DrugDocuments[RetractionCheck]):
    def __init__(self, transactions: Transactions) -> None:
        super().__init__(transactions, "retraction_checks", RetractionCheck)

    def by_article(self, slug: str) -> dict[str, RetractionCheck]:
        """The drug's checks by article id."""
        return {check.article_id: check for check in self.load(slug)}

"""Ranked articles were keyed by their PMID; since every source's are ranked, they have an id of their own."""

from __future__ import annotations

from typing import Any

from ...domain.evidence import RankedArticle
from ...domain.report import EvidenceReport
from .upgrade import Upgrade


def _give_an_id(article: dict[str, Any]) -> None:
    if not article.get("id"):
        article["id"] = article.get("pmid")


UPGRADE = Upgrade({RankedArticle: [""], EvidenceReport: ["candidates.*.ranked.*"]}, _give_an_id)

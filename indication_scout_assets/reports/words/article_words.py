"""The words on an article: what it is called by, who found it, whether it stands, what could be had of its text.

What belongs here: wording of single articles that the page and the Markdown share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ...domain.outcomes import SourceState
from ...domain.records.articles import Article, RetractionStatus
from ...domain.records.full_text import FullTextFacts, FullTextStep
from ...domain.records.retractions import RetractionCheck
from ...domain.records.source_catalogue import CATALOGUE, Yields
from . import common_words
from .retraction_words import retraction_sentence

FOUND_BY: Final[Mapping[str, str]] = {e.key: e.title for e in CATALOGUE if e.yields is Yields.ARTICLES}
"""Titles of the searches that bring articles, by key."""
ARTICLE_SOURCES: Final = frozenset(FOUND_BY.values())
PREPRINT: Final = "preprint, not peer reviewed"
STATUS: Final[Mapping[RetractionStatus, str]] = {
    RetractionStatus.RETRACTED: "retracted",
    RetractionStatus.EXPRESSION_OF_CONCERN: "expression of concern",
    RetractionStatus.CORRECTED: "corrected",
    RetractionStatus.REINSTATED: "retracted, then reinstated",
    RetractionStatus.NONE: "no notice found",
    RetractionStatus.UNCHECKED: "standing not checked",
}


def id_name(article_id: str) -> str:
    """The key of an article in words: ``PMID 123``, ``PMC123``, ``DOI 10.1/x``, ``preprint PPR12``, or as it is."""
    if article_id.isdigit():
        return f"PMID {article_id}"
    if article_id.startswith("doi:"):
        return f"DOI {article_id.removeprefix('doi:')}"
    if article_id.startswith("PPR:"):
        return f"preprint {article_id.removeprefix('PPR:')}"
    return article_id


def name(article: Article) -> str:
    """What the article is called by in a line of text."""
    return id_name(article.pmid or article.id)


def finders(keys: Iterable[str]) -> tuple[str, ...]:
    """The searches that found an article, each once; a key that is not known is printed as it is."""
    return tuple(dict.fromkeys(FOUND_BY.get(key, key.replace("_", " ")) for key in keys))


def cited(article: Article) -> str:
    """``cited 34 times``; empty where no source says."""
    if article.cited_by is None:
        return ""
    return "cited once" if article.cited_by == 1 else f"cited {article.cited_by:,} times" if article.cited_by else ""


@dataclass(frozen=True)
class Standing:
    """Whether an article stands, as printed: a word, and a sentence where there is something to say."""

    status: RetractionStatus
    sentence: str = ""
    partly_checked: bool = False
    """A source gave no answer, so that there may be a notice nobody saw."""

    @property
    def retracted(self) -> bool:
        return self.status is RetractionStatus.RETRACTED

    @property
    def warns(self) -> bool:
        """Whether it bears on what the article says; a correction alone is only noted."""
        noted = self.status in {RetractionStatus.CORRECTED, RetractionStatus.REINSTATED, RetractionStatus.NONE}
        return self.partly_checked or not noted

    @property
    def tag(self) -> str:
        """The word to print beside the title; empty where the article was checked and no notice was found."""
        if self.status is RetractionStatus.NONE:
            return "standing not checked in full" if self.partly_checked else ""
        return STATUS[self.status]


def standing(article: Article, check: RetractionCheck | None) -> Standing:
    """From the check; from PubMed's record alone where there is no check, or nobody answered and PubMed says more."""
    if check is None or (
        check.status is RetractionStatus.UNCHECKED and article.retraction is not RetractionStatus.NONE
    ):
        return Standing(article.retraction)
    clean = check.status is RetractionStatus.NONE and not check.unchecked
    return Standing(check.status, "" if clean else retraction_sentence(check), bool(check.unchecked))


def full_text(facts: FullTextFacts) -> str:
    """What could be had of an article's text, in one line."""
    if facts.source and facts.source != "abstract":
        parts = (
            common_words.plural(facts.sections, "section"),
            common_words.plural(facts.characters, "character"),
            facts.license,
        )
        held = ", ".join(part for part in parts if part)
        return f"Full text available ({facts.source}: {held}); statements rest on the abstract"
    failed = [step.source for step in facts.steps if step.state is SourceState.FAILED]
    if failed:
        return f"Full text not checked: {common_words.listed(failed)} failed"
    return "No full text to be had"


def step(made: FullTextStep) -> str:
    """One rung of the way to a full text."""
    return f"{made.source}: {common_words.STATE[made.state]}{'. ' + made.detail if made.detail else ''}"

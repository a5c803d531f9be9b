"""Searching a collection and answering from it: a desk with the collection's index open.

What belongs here: the way from a question to its passages and its sentences. A desk is opened once and answers many
questions. The course of an answer is in ``answering``; rules, ranking and layout are elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...domain.articles import Article, PublicationType
from ...domain.outcomes import PermanentFailure
from ...domain.questions.library import LibraryArticle, PassageFilters
from ...domain.questions.question_answering import (
    LibraryAnswer,
    PassageHit,
    QuestionFrame,
)
from ...domain.study_designs import StudyDesign
from ...ranking.lexical import tokens
from ...ranking.passage_search import RankedPassages, covered, rank_passages
from ...rules.literature.study_design import design_of
from ...rules.questions.answerability import answerability, answerable, asked_for
from ...rules.questions.directions import short_forms_in
from ...rules.questions.question_frames import read_question
from ...synthesis.library_answers import candidate_sentences, extractive_answer, refusal
from ..workbench import Workbench
from .library_index import library_index

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST_QUESTION = 10_000
READ = 12
"""Passages an answer is made from."""
_DESIGNS = (
    StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW, StudyDesign.GUIDELINE, StudyDesign.RANDOMIZED_TRIAL,
    StudyDesign.CLINICAL_TRIAL, StudyDesign.COHORT, StudyDesign.CASE_CONTROL, StudyDesign.CROSS_SECTIONAL,
)  # fmt: skip
"""In the order answers are in; the others come after them."""


class ReadingDesk:
    """One collection, open for questions."""

    def __init__(self, bench: Workbench, collection: str, *, titles: bool = True) -> None:
        self._library = bench.db.library
        self._embedder = bench.embedder
        self._titles = titles
        self.collection = collection
        folder = bench.settings.workspace_dir / "library"
        self.index = library_index(self._library, folder, collection, self._embedder.name)
        self._read: dict[str, LibraryArticle] = {}

    @cached_property
    def _facts(self) -> list[dict[str, Any]]:
        """Of each article, in the order of the index."""
        by_id = {row["id"]: row for row in self._library.usable(self.collection)}
        return [by_id.get(article_id, {"id": article_id, "pmid": ""}) for article_id in self.index.article_ids]

    def find(
        self, question: str | QuestionFrame, k: int = 10, filters: PassageFilters | None = None, *,
        mode: str = "hybrid", per_paper: int | None = None,
    ) -> tuple[list[PassageHit], str]:  # fmt: skip
        """The best ``k`` passages under the filters, exactly so many where there are, and the path taken.

        Raises:
            PermanentFailure: an empty or endless question.
        """
        frame = read_question(question) if isinstance(question, str) else question
        check_length(frame.text)
        ranked = self._ranked(frame, k, filters or PassageFilters(), mode, per_paper)
        return self._hits(ranked), ranked.path

    def searched(self, path: str) -> str:
        """What was searched, in one sentence."""
        return f"{len(self.index.passage_ids)} passages of {len(self.index.article_ids)} articles: {path}."

    def extractive(
        self, frame: QuestionFrame, question: str, hits: Sequence[PassageHit], k: int = 10,
        number_of: Callable[[str], int] | None = None,
    ) -> LibraryAnswer:  # fmt: skip
        """The answer of chosen sentences, or a refusal where no passage covers the question.

        Args:
            frame: the question as it is searched.
            question: as it was asked.
            hits: what ``find`` gave for it, at least ``READ`` where there are so many.
            k: passages shown as retrieved.
            number_of: the number of an article; without it they are counted from 1.
        """
        asked = asked_for(frame)
        coverage = max((covered(self.index, asked, self._whole(hit)) for hit in hits[:5]), default=0.0)
        candidates = candidate_sentences(frame, hits[:READ], self.rarity, self.short_forms(hits[:READ]))
        able = answerability(frame, coverage, self._in_paper(frame, hits))
        if not answerable(frame, able) or not candidates:
            reason = (
                f"No passage of the collection {self.collection} covers the question: the best of "
                f"{len(self.index.article_ids)} articles holds {coverage:.0%} of its words, weighted by their rarity."
            )
            answer = refusal(frame, question, hits[:k], reason)
        else:
            numbers: dict[str, int] = {}
            answer = extractive_answer(
                frame, question, hits[:k], candidates, self.order,
                number_of or (lambda article_id: numbers.setdefault(article_id, len(numbers) + 1)),
            )  # fmt: skip
        return answer.model_copy(update={"coverage": round(able, 4)})

    def knows(self, word: str) -> bool:
        """Whether any passage or title of the collection holds a word."""
        return any(self.index.passages.holds(stem) or self.index.titles.holds(stem) for stem in tokens(word))

    def rarity(self, stem: str) -> float:
        """How much a stem tells passages of the collection apart."""
        return self.index.passages.idf(stem)

    def short_forms(self, hits: Sequence[PassageHit]) -> Mapping[str, Mapping[str, str]]:
        """The abbreviations of the best passages' articles, by article."""
        return {i: short_forms_in(self._read[i].text) for i in dict.fromkeys(hit.article_id for hit in hits[:5])}

    def order(self, article_id: str) -> tuple[int, str]:
        """How strong an article's design is, and what it is called."""
        article = self._read[article_id]
        abstract = " ".join(article.text[s.start : s.end] for s in article.sections if s.kind == "abstract")
        types = tuple(PublicationType(name=name) for name in article.article_type.replace(";", ",").split(", ") if name)
        design = design_of(
            Article(id=article.id, title=article.title, abstract=abstract, publication_types=types)
        ).design
        return (_DESIGNS.index(design) if design in _DESIGNS else len(_DESIGNS)), design.value

    # ------------------------------------------------------------------------------------------------ searching
    def _ranked(
        self, frame: QuestionFrame, k: int, filters: PassageFilters, mode: str, per_paper: int | None
    ) -> RankedPassages:
        query = None
        if mode != "words" and self.index.vectors is not None and len(self.index.vectors):
            query = self._embedder.embed_query(frame.text)
        return rank_passages(
            self.index, frame, self._allowed(filters), k, query, titles=self._titles, per_paper=per_paper
        )

    def _allowed(self, filters: PassageFilters) -> NDArray[np.bool_]:
        """Which rows pass the filters."""
        import numpy as np  # noqa: PLC0415

        articles = np.array([_passes(facts, filters) for facts in self._facts], dtype=np.bool_)
        allowed: NDArray[np.bool_] = articles[self.index.article]
        if filters.kinds:
            kinds = [self.index.kinds.index(kind) for kind in filters.kinds if kind in self.index.kinds]
            allowed = allowed & np.isin(self.index.kind, kinds)
        return allowed

    def _hits(self, ranked: RankedPassages) -> list[PassageHit]:
        import numpy as np  # noqa: PLC0415

        ids = [self.index.article_ids[int(self.index.article[row])] for row in ranked.rows]
        missing = [article_id for article_id in dict.fromkeys(ids) if article_id not in self._read]
        if missing:
            self._read |= self._library.load(missing)
        passages = {p.id: p for p in self._library.passages(self.index.passage_ids[int(row)] for row in ranked.rows)}
        hits = []
        for row, article_id, score, words, near in zip(
            ranked.rows, ids, ranked.scores, ranked.words, ranked.nearness, strict=True
        ):
            article, passage = self._read[article_id], passages[self.index.passage_ids[int(row)]]
            hits.append(
                PassageHit(
                    passage_id=passage.id, article_id=article.id, pmcid=article.pmcid, pmid=article.pmid,
                    doi=article.doi, title=article.title, journal=article.journal, year=article.year,
                    authors=article.authors, article_type=article.article_type, license=article.license,
                    retraction=article.retraction.value, kind=passage.kind, section=passage.section,
                    start=passage.start, end=passage.end, text=article.text[passage.start : passage.end],
                    score=round(float(score), 4), words_score=round(float(words), 3),
                    nearness=None if np.isnan(near) else round(float(near), 4),
                )
            )  # fmt: skip
        return hits

    # ------------------------------------------------------------------------------------------------ answering
    def _whole(self, hit: PassageHit) -> str:
        """A passage with its title and section, as coverage counts it."""
        title = hit.title if self._titles else ""
        return f"{title}. {hit.section}. {hit.text}"

    def _in_paper(self, frame: QuestionFrame, hits: Sequence[PassageHit]) -> dict[str, float]:
        """How much of each part of the question the paper of the best passage holds."""
        if not hits:
            return {}
        whole = f"{hits[0].title if self._titles else ''}. {self._read[hits[0].article_id].text}"
        parts = {name: getattr(frame, name) for name in ("text", "subject", "comparator", "outcome")}
        return {name: covered(self.index, text, whole) for name, text in parts.items() if text}


def check_length(question: str) -> None:
    """Refuse an empty or endless question.

    Raises:
        PermanentFailure: it is one.
    """
    if not question.strip() or len(question) > LONGEST_QUESTION:
        raise PermanentFailure(
            f"A question has 1 to {LONGEST_QUESTION:,} characters; this one has {len(question.strip()):,}."
        )


def _passes(facts: Mapping[str, Any], filters: PassageFilters) -> bool:
    names = {facts["id"], facts.get("pmid") or facts["id"]}
    if names & set(filters.exclude) or (filters.only and not names & set(filters.only)):
        return False
    published = facts.get("published")
    if published is None:
        if filters.since or filters.until:
            return False
    elif (filters.since and published < filters.since) or (filters.until and published > filters.until):
        return False
    if filters.journals and (facts.get("journal") or "").casefold() not in {
        name.casefold() for name in filters.journals
    }:
        return False
    if filters.article_types and not any(
        t.casefold() in (facts.get("article_type") or "").casefold() for t in filters.article_types
    ):
        return False
    return not filters.licenses or any((facts.get("license") or "").startswith(name) for name in filters.licenses)

"""Searching a collection and answering from it: a desk with the collection's index open.

What belongs here: the way from a question to its passages and its sentences. A desk is opened once and answers many
questions. The course of an answer is in ``library_answering``; which sentences are chosen is in ``chosen_sentences``,
how passages are scored in ``ranking``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...domain.findings.study_designs import StudyDesign
from ...domain.questions.answers import AnswerVerdict
from ...domain.questions.library import LibraryArticle, PassageFilters
from ...domain.questions.question_answering import (
    AnswerSentence,
    PassageHit,
    QuestionFrame,
    QuestionKind,
    QuestionPart,
    Verdict,
)
from ...ranking.retrieval.lexical import tokens
from ...ranking.retrieval.passage_search import POOL as PASSAGE_POOL
from ...ranking.retrieval.passage_search import (
    PassageScores,
    RankedPassages,
    best_passages,
    covered,
    naming,
    near_by_signs,
    near_in_memory,
    score_passages,
    together,
)
from ...reading.reader_protocol import ArticleToRead
from ...reading.readers import names_alone, reader
from ...reading.rule_reader import read_study
from ...reading.stored_readings import StoredReadings
from ...rules.questions.answerability import (
    WITHIN,
    answerability,
    answerable,
    lacking,
    spellings,
    terms_of_art,
    why_declined,
    why_refused,
)
from ...rules.questions.directions import short_forms_in
from ...rules.questions.other_names import NamesKnown, read_with_names, with_names
from ...rules.questions.pertinence import asks_harms
from ...rules.questions.treatment_questions import (
    SideSentence,
    TreatmentAsked,
    abstract_of,
    side_sentence,
    treatment_asked,
)
from ...rules.questions.verdicts import WeighedReading, counts_of, decided, verdict_told, votes
from ...store.questions.nearest_passages import AllowedPassages
from ...text.bundled_encoder import everyday_words
from ..open_workspace import OpenWorkspace
from ..question_input import check_length
from .chosen_sentences import CandidateSentence, ChosenAnswer, candidate_sentences, extractive_answer, sided_sentences

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAREST_NAMED = 2
"""Papers that a refusal names."""
READ = 12
"""Passages an answer is made from."""
BEGINNING = 2_500
"""Characters of an article without an abstract that say what it is about."""
CONCLUDING_PAPERS = 3
"""Papers whose conclusions are read for a question of yes or no, also where other passages of them fitted better."""
SIDED_PAPERS = 20
"""Papers whose sides are read for a question of whether a drug helps in a disease."""
CONCLUDING_KINDS = ("abstract", "conclusion")
_DESIGNS = (
    StudyDesign.META_ANALYSIS,
    StudyDesign.SYSTEMATIC_REVIEW,
    StudyDesign.GUIDELINE,
    StudyDesign.RANDOMIZED_TRIAL,
    StudyDesign.CLINICAL_TRIAL,
    StudyDesign.COHORT,
    StudyDesign.CASE_CONTROL,
    StudyDesign.CROSS_SECTIONAL,
)
"""In the order answers are in; the others come after them."""


class GatheredPassages(NamedTuple):
    """What a question is answered from."""

    frame: QuestionFrame
    """The question as it is searched."""
    hits: list[PassageHit]
    """The best passages, at least ``READ`` where there are so many."""
    read: list[PassageHit]
    """Those that sentences are chosen of."""
    path: str
    """How they were found."""


class CollectionSearcher:
    """One collection, open for questions."""

    def __init__(self, workspace: OpenWorkspace, collection: str, *, titles: bool = True) -> None:
        self._library = workspace.db.library
        self._embedder = workspace.embedder
        self._titles = titles
        self.collection = collection
        self._nearest = workspace.db.nearest_passages
        self._known_names = workspace.db.known_names
        self.index = workspace.passage_index(collection)
        self._read: dict[str, LibraryArticle] = {}
        self._readings = StoredReadings(reader(), workspace.db.readings)

    @cached_property
    def _facts(self) -> list[dict[str, Any]]:
        """Of each article, in the order of the index."""
        by_id = {row["id"]: row for row in self._library.usable(self.collection)}
        return [by_id.get(article_id, {"id": article_id, "pmid": ""}) for article_id in self.index.article_ids]

    @cached_property
    def _names(self) -> NamesKnown:
        """Names of drugs and diseases, as the workspace knew them when the desk was opened."""
        return NamesKnown(self._known_names.groups())

    def read_question(self, question: str) -> QuestionFrame:
        """The question taken apart, with the other names of what it names."""
        return read_with_names(question, self._names)

    def find(
        self,
        question: str | QuestionFrame,
        k: int = 10,
        filters: PassageFilters | None = None,
        *,
        mode: str = "hybrid",
        per_paper: int | None = None,
    ) -> tuple[list[PassageHit], str]:
        """The best ``k`` passages under the filters, exactly so many where there are, and the path taken.

        Args:
            question: as it was asked, or taken apart.
            k: how many.
            filters: what the search is limited to.
            mode: ``hybrid``, ``words``, or ``vectors``: by nearness alone.
            per_paper: passages of one paper, as long as there are others.

        Raises:
            PermanentFailure: an empty or endless question.
        """
        _, allowed, scored = self._searched(question, filters, mode)
        return self._hits(best_passages(self.index, scored, allowed, k, per_paper)), scored.path

    def searched(self, path: str) -> str:
        """What was searched, in one sentence."""
        return f"{len(self.index.passage_ids)} passages of {len(self.index.article_ids)} articles: {path}."

    def gather(
        self, question: str | QuestionFrame, k: int = 10, filters: PassageFilters | None = None
    ) -> GatheredPassages:
        """What a question is answered from. Takes and raises what ``find`` does."""
        frame, allowed, scored = self._searched(question, filters, "hybrid")
        hits = self._hits(best_passages(self.index, scored, allowed, max(k, READ)))
        concluding, most = hits[:READ], CONCLUDING_PAPERS
        widely = self._hits(best_passages(self.index, scored, allowed, SIDED_PAPERS, 1)) if _reads_widely(frame) else []
        if treatment_asked(frame):
            most, concluding = SIDED_PAPERS, concluding + widely
        read = [*hits[:READ], *self._conclusions(frame, scored, allowed, concluding, most)]
        read += [hit for hit in widely if all(hit.passage_id != other.passage_id for other in read)]
        return GatheredPassages(frame, hits, read, scored.path)

    def extractive(self, gathered: GatheredPassages) -> ChosenAnswer:
        """The answer of chosen sentences, or why no passage covers the question."""
        frame, hits, read, _ = gathered
        coverage = max((covered(self.index, frame.named, self._whole(hit, frame)) for hit in hits[:5]), default=0.0)
        candidates = candidate_sentences(frame, read, self.rarity, self.short_forms(hits[:READ]))
        if asked_of := treatment_asked(frame):
            candidates = sided_sentences(read, self._sides(asked_of, read), candidates)
        elif frame.kind is QuestionKind.YES_NO:
            candidates = [candidate for candidate in candidates if candidate.about]
        candidates = [candidate for candidate in candidates if not self._terms_missing(frame, candidate.hit)]
        able = self._answerability(frame, coverage, hits)
        covers = answerable(frame, able) or _is_named(frame, candidates)
        if not covers or not candidates:
            return ChosenAnswer(reason=self._why_not(frame, hits[:5], covers=covers), coverage=round(able, 4))
        return extractive_answer(frame, candidates, self.order)._replace(coverage=round(able, 4))

    def why_declined(self, frame: QuestionFrame, missing: QuestionPart, read: Sequence[PassageHit]) -> str:
        """Why a question is refused that a language model found no answer to.

        Args:
            frame: the question.
            missing: the part of the question that none of the passages has.
            read: the passages.
        """
        titles = [title for title in dict.fromkeys(hit.title for hit in read) if title]
        nearest = ""
        if titles:
            nearness = self._embedder.embed_documents(titles) @ self._embedder.embed_query(frame.text)
            nearest = titles[int(nearness.argmax())]
        passages = len({hit.passage_id for hit in read})
        return why_declined(self.collection, len(self.index.article_ids), passages, missing, nearest)

    def voted(self, frame: QuestionFrame, quoted: Sequence[AnswerSentence], model: str) -> AnswerVerdict | None:
        """The verdict of what a language model quoted: one vote a paper, stronger designs first."""
        readings = [(line.citations[0].article_id, Verdict(line.reading)) for line in quoted]
        decides = frame.kind in {QuestionKind.YES_NO, QuestionKind.EFFECT}
        counts = counts_of([WeighedReading(verdict, paper, 1.0) for paper, verdict in readings])
        return verdict_told(decided(votes(readings, self._weight)) if decides else None, counts, model)

    def _sides(self, asked: TreatmentAsked, read: Sequence[PassageHit]) -> dict[str, SideSentence]:
        """What each paper that takes a side says of the drug in the disease, of those asked about."""
        papers = dict.fromkeys(hit.article_id for hit in read)
        abstracts = {paper: abstract_of(self._read[paper]) for paper in papers if asked.is_of(self._read[paper])}
        names = names_alone(asked.pair.drug_names, asked.pair.disease_names)
        to_read = [ArticleToRead(abstract.record, (names,)) for abstract in abstracts.values()]
        readings = self._readings.of(to_read).get(names.key, {})
        sides = {paper: side_sentence(asked.pair, abstracts[paper], readings.get(paper)) for paper in abstracts}
        return {paper: side for paper, side in sides.items() if side}

    def _why_not(self, frame: QuestionFrame, hits: Sequence[PassageHit], *, covers: bool) -> str:
        """Why a question is refused, in words of the question."""
        what = self._terms_missing(frame, hits[0]) if hits else ()
        covers = covers and not what
        what = what or lacking(frame.named, [self._whole(hit, frame) for hit in hits], tokens)
        titles = [title for title in dict.fromkeys(hit.title for hit in hits) if title and self._titles][:NEAREST_NAMED]
        return why_refused(frame, self.collection, len(self.index.article_ids), what, titles, covers=covers)

    def _terms_missing(self, frame: QuestionFrame, hit: PassageHit) -> tuple[str, ...]:
        """The terms of art of a question that the paper of a passage has nowhere, under no name."""
        return tuple(term for term, papers in self._papers_by_term(frame) if hit.article_id not in papers)

    @lru_cache(maxsize=4)  # noqa: B019 - a desk lives as long as its process asks questions
    def _papers_by_term(self, frame: QuestionFrame) -> tuple[tuple[str, frozenset[str]], ...]:
        """Each term of art of a question, with the papers that have it or another of its names."""
        index, by_term = self.index, []
        for term in terms_of_art(frame, everyday_words()):
            also = (name for names in frame.other_names if term in names.named for name in names.others)
            held = naming(index, (*spellings(term), *also))
            by_term.append((term, frozenset(index.article_ids[paper] for paper in held.nonzero()[0])))
        return tuple(by_term)

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
        record = abstract_of(self._read[article_id]).record
        design = read_study(record, brief=True).design.design
        return (_DESIGNS.index(design) if design in _DESIGNS else len(_DESIGNS)), design.value

    def _weight(self, article_id: str) -> float:
        """Of a paper's vote, by its design; a trial's record and a label vote as the strongest."""
        return 1 / (1 + self.order(article_id)[0]) if article_id in self._read else 1.0

    # ------------------------------------------------------------------------------------------------ searching
    def _searched(
        self, question: str | QuestionFrame, filters: PassageFilters | None, mode: str
    ) -> tuple[QuestionFrame, NDArray[np.bool_], PassageScores]:
        """A question as it is searched, the rows that pass the filters, and the scores of those."""
        frame = self.read_question(question) if isinstance(question, str) else question
        check_length(frame.text)
        allowed, near = self._allowed(filters or PassageFilters()), None
        if mode != "words" and (self.index.signs is not None or self.index.vectors is not None):
            query = self._embedder.embed_query(frame.text)
            in_store = self.index.signs is not None
            near = self._near_in_store(query, allowed) if in_store else near_in_memory(self.index, query)
        counts = {"titles": self._titles, "words_count": mode != "vectors"}
        return frame, allowed, score_passages(self.index, frame, allowed, near, **counts)

    def _near_in_store(
        self, query: NDArray[np.float32], allowed: NDArray[np.bool_]
    ) -> Callable[[NDArray[np.int64]], tuple[NDArray[np.float32], str]]:
        """Nearness of the best allowed rows by vectors and of those it is asked for, from the store."""
        import numpy as np  # noqa: PLC0415

        index, model = self.index, self._embedder.name

        def holds(passage_id: str) -> bool:
            row = index.row_of.get(passage_id)
            return row is not None and bool(allowed[row])

        def likely(most: int) -> list[str]:
            return [index.passage_ids[row] for row in near_by_signs(index, query, allowed, most)]

        def near(rows: NDArray[np.int64]) -> tuple[NDArray[np.float32], str]:
            nearest = self._nearest.nearest(
                model, query, PASSAGE_POOL, AllowedPassages(int(allowed.sum()), holds, likely)
            )
            cosines = dict(zip(nearest.ids, nearest.cosines, strict=True))
            asked = [index.passage_ids[row] for row in rows if index.passage_ids[row] not in cosines]
            cosines |= self._nearest.cosines(model, query, asked)
            nearness = np.full(index.passages.size, np.nan, dtype=np.float32)
            nearness[[index.row_of[passage_id] for passage_id in cosines]] = list(cosines.values())
            return nearness, f"{len(nearest.ids)} by nearness: {nearest.path}"

        return near

    def _conclusions(
        self,
        frame: QuestionFrame,
        scored: PassageScores,
        allowed: NDArray[np.bool_],
        hits: Sequence[PassageHit],
        most: int,
    ) -> list[PassageHit]:
        """What the best papers, at most so many, conclude, where yes or no is asked; none of it is among the hits."""
        import numpy as np  # noqa: PLC0415

        if frame.kind is not QuestionKind.YES_NO:
            return []
        papers = list(dict.fromkeys(hit.article_id for hit in hits))[:most]
        kinds = [self.index.kinds.index(kind) for kind in CONCLUDING_KINDS if kind in self.index.kinds]
        numbers = [self.index.article_ids.index(paper) for paper in papers]
        wanted = allowed & np.isin(self.index.article, numbers) & np.isin(self.index.kind, kinds)
        concluding = self._hits(best_passages(self.index, scored, wanted, int(wanted.sum())))
        known = {hit.passage_id for hit in hits}
        return [hit for hit in concluding if hit.passage_id not in known]

    def _allowed(self, filters: PassageFilters) -> NDArray[np.bool_]:
        """Which rows pass the filters."""
        import numpy as np  # noqa: PLC0415

        articles = np.array([_passes(facts, filters) for facts in self._facts], dtype=np.bool_)
        if filters.drug:
            articles &= naming(self.index, self._names.names_of(filters.drug), ("abstract",))
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
                    **article.details("year", "article_type", "license", "published"),
                    passage_id=passage.id,
                    article_id=article.id,
                    retraction=article.retraction.value,
                    kind=passage.kind,
                    section=passage.section,
                    start=passage.start,
                    end=passage.end,
                    pages=article.pages_of(passage.start, passage.end),
                    text=article.text[passage.start : passage.end],
                    score=round(float(score), 4),
                    words_score=round(float(words), 3),
                    nearness=None if np.isnan(near) else round(float(near), 4),
                )
            )
        return hits

    # ------------------------------------------------------------------------------------------------ answering
    def _whole(self, hit: PassageHit, frame: QuestionFrame) -> str:
        """A passage with its title and section, as coverage counts it."""
        title = hit.title if self._titles else ""
        return with_names(f"{title}. {hit.section}. {hit.text}", frame.other_names)

    def _answerability(self, frame: QuestionFrame, coverage: float, hits: Sequence[PassageHit]) -> float:
        """How far the question is covered by the best passages, whose own share is ``coverage``, and the best paper."""
        if not hits:
            return 0.0
        title, article = hits[0].title if self._titles else "", self._read[hits[0].article_id]
        texts = (
            f"{title}. {_counting_text(frame, article, hits)}",
            f"{title}. {article.abstract or article.text[:BEGINNING]}",
        )
        whole, head = (with_names(text, frame.other_names) for text in texts)
        parts = {name: getattr(frame, name) for name in ("subject", "comparator", "outcome")}
        parts["text"] = frame.named
        held = {name: covered(self.index, text, whole) for name, text in parts.items() if text}
        about = covered(self.index, frame.named, head)
        return answerability(frame, coverage, held, about, together(frame.phrases, whole, WITHIN))


def _reads_widely(frame: QuestionFrame) -> bool:
    """Whether a question is read in many papers: of a known drug, where each sentence is held to drug and outcome."""
    return bool(treatment_asked(frame)) or asks_harms(frame)


def _is_named(frame: QuestionFrame, candidates: Sequence[CandidateSentence]) -> bool:
    """Whether a sentence takes a side for the drug and disease asked about, or on the outcome asked of the drug: it
    covers the question, whatever words that is put in."""
    if asks_harms(frame):
        return bool(candidates)
    asked = bool(frame.things) and frame.kind is QuestionKind.YES_NO
    return asked and any(candidate.about and candidate.verdict is not None for candidate in candidates)


def _counting_text(frame: QuestionFrame, article: LibraryArticle, hits: Sequence[PassageHit]) -> str:
    """What of the best paper may cover a question: all of it; for one of yes or no its abstract and what was retrieved
    of it, because a full text names nearly everything somewhere."""
    if frame.kind is not QuestionKind.YES_NO or not article.abstract:
        return article.text
    retrieved = (hit.text for hit in hits if hit.article_id == article.id and hit.kind != "abstract")
    return " ".join((article.abstract, *retrieved))


def _passes(facts: Mapping[str, Any], filters: PassageFilters) -> bool:
    names = {facts["id"], facts.get("pmid") or facts["id"]}
    if names & set(filters.exclude) or (filters.only and not names & set(filters.only)):
        return False
    published = facts.get("published")
    until = min(filter(None, (filters.until, filters.as_of)), default=None)
    if published is None:
        if filters.since or until:
            return False
    elif (filters.since and published < filters.since) or (until and published > until):
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

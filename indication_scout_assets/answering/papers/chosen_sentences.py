"""Answers from a library, word for word: which sentences are shown, in which order, and what they come to.

What belongs here: choosing sentences of the passages that were retrieved, reading them, and laying out the answer with
its citations. Nothing is written that no article says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from ...domain.findings.study_designs import StudyDesign
from ...domain.questions.answers import AnswerVerdict
from ...domain.questions.question_answering import (
    AnswerSentence,
    EvidenceCount,
    PassageHit,
    QuestionFrame,
    QuestionKind,
    Verdict,
)
from ...domain.records.articles import Article
from ...rules.effects.result_sentences import is_of_safety
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import Sentence, sentences
from ...rules.literature.study_design import design_of
from ...rules.questions.directions import ArmWords
from ...rules.questions.finding_signs import (
    finding_strength,
    tells_aim,
    tells_of_others,
    tells_plan,
)
from ...rules.questions.other_names import with_names
from ...rules.questions.pertinence import asks_harms, is_about, names_things, tells_value
from ...rules.questions.stems import content_stems
from ...rules.questions.treatment_questions import SideSentence
from ...rules.questions.verdicts import WeighedReading, counts_of, decided, verdict_told
from ...rules.questions.yes_no import shown_direction

MOST = 6
"""Sentences shown."""
PER_PAPER = 2
"""Of one paper, where several answer; what the verdict counts is shown whoever says it."""
PER_ONLY_PAPER = 4
ON_IT = 0.8
"""Share of the words a question of how something was done names that its paper must hold."""
PAPER_FIT = 4
"""Power of a paper's fit: papers that lack a part of the question count little."""
NEAR_PAPER = 0.6
"""Share of the best paper's relevance from which another paper answers a question of yes or no, too."""
CONCLUSION_WEIGHT, FINDING_WEIGHT = 1.0, 0.02
NO_SIDE = "No yes or no: no paper that was read says whether it is so. These sentences come nearest."
"""SourcedSentence above the sentences of a question of yes or no that nothing decides."""
_LONGEST = 700
"""Characters of a sentence; what is longer is a table that lost its lines."""
_FOREIGN_MARK = re.compile(r"\[\d[\d,;–\s-]*\]")
_BEFORE_FINDINGS = re.compile(
    r"(?!.*(?:results|findings))(?:study )?(?:background|introduction|context|objective|aim|purpose|hypothes|rationale"
    r"|design|setting|method|material|patient|participant)",
    re.IGNORECASE,
)
"""Headings of an abstract's parts that say why and how, not what was found."""
_WORDY = re.compile(r"[a-z]{2,}")
_FEWEST_WORDS = 5
_TABLE = "table"
"""Kind of passages that are rows of a table, put together from its cells: found and shown, but never quoted."""


class ChosenAnswer(NamedTuple):
    """What papers answer to one question, or why they do not. The records of its sentences have no numbers yet."""

    sentences: tuple[AnswerSentence, ...] = ()
    verdict: AnswerVerdict | None = None
    caution: str = ""
    """What must be said with the sentences."""
    reason: str = ""
    """Why there is no answer; empty where there is one."""
    coverage: float = 0.0
    """How far the question is covered, 0 to 1."""


@dataclass(frozen=True)
class CandidateSentence:
    """A sentence of a retrieved passage."""

    hit: PassageHit
    start: int
    """In the article's text."""
    end: int
    text: str
    relevance: float
    verdict: Verdict | None = None
    weight: float = 0.0
    about: bool = True
    """Whether it is about the drugs and diseases that a question of yes or no names."""
    decides: bool = False
    """Whether the side that its paper takes for drug and disease rests on it."""


def candidate_sentences(
    frame: QuestionFrame,
    hits: Sequence[PassageHit],
    rarity: Callable[[str], float],
    short_forms: Mapping[str, Mapping[str, str]],
) -> list[CandidateSentence]:
    """The sentences of the hits that could answer, best first, each read.

    Args:
        frame: the question.
        hits: the passages, best first.
        rarity: of a stem in the collection.
        short_forms: abbreviations by article.
    """
    top = max((hit.score for hit in hits), default=0.0) or 1.0
    fit = _paper_fit(frame, hits, rarity)
    apart = _apart(frame, hits)
    of_harms = asks_harms(frame)
    seen: dict[str, list[tuple[int, int]]] = {}
    out: list[CandidateSentence] = []
    for hit in hits:
        short = short_forms.get(hit.article_id, {})
        arms = ArmWords.of(frame, short)
        wanted = content_stems(frame.named)
        for before, piece in pairwise((Sentence(0, 0, ""), *map(_from_its_first_word, sentences(hit.text)))):
            start, end = hit.start + piece.start, hit.start + piece.end
            known = seen.setdefault(hit.article_id, [])
            again = any(_overlap((start, end), place) for place in known)  # passages of a paper overlap
            if again or hit.article_id in apart or not _could_stand(piece.text, frame, hit):
                continue
            known.append((start, end))
            held, context = content_stems(piece.text), content_stems(before.text)
            relevance = _relevance(frame, arms, wanted, held, context, rarity) * (0.4 + 0.6 * hit.score / top)
            relevance *= (1 + 0.2 * finding_strength(piece.text)) * fit[hit.article_id]
            sentence = CandidateSentence(hit, start, end, piece.text, relevance)
            about = _about(frame, sentence, before.text, short)
            if not about and of_harms:
                continue
            out.append(_read(frame, arms, sentence) if about else replace(sentence, about=False))
    return sorted(out, key=lambda sentence: (-sentence.relevance, sentence.hit.article_id, sentence.start))


def sided_sentences(
    hits: Sequence[PassageHit], sides: Mapping[str, SideSentence], others: Sequence[CandidateSentence]
) -> list[CandidateSentence]:
    """For a question of whether a drug helps in a disease: what papers say of it, then what else is about the two.

    Args:
        hits: the passages.
        sides: what each article that takes a side says.
        others: the sentences of the hits, best first; they take no side here.
    """
    deciding: dict[str, CandidateSentence] = {}
    for hit in hits:
        side = sides.get(hit.article_id)
        for piece in map(_from_its_first_word, sentences(hit.text)) if side else ():
            if gives_orders(piece.text):
                continue
            start, end = hit.start + piece.start, hit.start + piece.end
            if side and _overlap((start, end), (side.start, side.end)):
                deciding.setdefault(
                    hit.article_id,
                    CandidateSentence(hit, start, end, piece.text, 1.0, side.verdict, side.weight, decides=True),
                )
    places = {paper: (sentence.start, sentence.end) for paper, sentence in deciding.items()}
    rest = (s for s in others if s.about and not _overlap((s.start, s.end), places.get(s.hit.article_id, (0, 0))))
    return [*deciding.values(), *(replace(s, verdict=None, weight=0.0) for s in rest)]


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two places of a paper share characters."""
    return first[0] < second[1] and second[0] < first[1]


def _from_its_first_word(piece: Sentence) -> Sentence:
    """A sentence without the marks that stand before its first word, where a list was cut: ": Changes in …"."""
    marks = len(piece.text) - len(piece.text.lstrip(",.: "))
    return Sentence(piece.start + marks, piece.end, piece.text[marks:])


def _paper_fit(frame: QuestionFrame, hits: Sequence[PassageHit], rarity: Callable[[str], float]) -> dict[str, float]:
    """How well each paper's title and retrieved passages hold what the question names, as a share of the best."""
    wanted = content_stems(f"{frame.subject} {frame.comparator} {frame.outcome}" if frame.outcome else frame.named)
    total = sum(map(rarity, wanted)) or 1.0
    held: dict[str, set[str]] = {}
    for hit in hits:
        held.setdefault(hit.article_id, set(content_stems(hit.title))).update(content_stems(hit.text))
    shares = {paper: sum(map(rarity, wanted & words)) / total for paper, words in held.items()}
    best = max(shares.values(), default=0.0) or 1.0
    return {paper: (share / best) ** PAPER_FIT for paper, share in shares.items()}


def _apart(frame: QuestionFrame, hits: Sequence[PassageHit]) -> frozenset[str]:
    """The papers that are not on what a question of how something was done names: they tell other doses."""
    if frame.value is None:
        return frozenset()
    wanted = content_stems(frame.named)
    texts: dict[str, str] = {}
    for hit in hits:
        texts[hit.article_id] = f"{texts.get(hit.article_id, hit.title)} {hit.text}"
    held = {paper: content_stems(with_names(text, frame.other_names)) for paper, text in texts.items()}
    return frozenset(paper for paper, words in held.items() if len(wanted & words) < ON_IT * len(wanted))


def _could_stand(text: str, frame: QuestionFrame, hit: PassageHit) -> bool:
    """Whether a sentence may be shown as an answer: no heading, no row of a table, no plan, nothing others found."""
    if hit.kind == _TABLE or len(text) > _LONGEST or len(_WORDY.findall(text)) < _FEWEST_WORDS or text.endswith("?"):
        return False
    if frame.kind is QuestionKind.METHOD:
        return tells_value(text, frame)
    if asks_harms(frame) and not is_of_safety(text):
        return False
    return not _tells_no_finding(text, hit)


def _tells_no_finding(text: str, hit: PassageHit) -> bool:
    """Whether a sentence says why or how a study was done, what is planned, or what others found."""
    if _FOREIGN_MARK.search(text) or tells_of_others(text) or tells_aim(text):
        return True
    before_findings = _BEFORE_FINDINGS.match(hit.section.rpartition(" > ")[2]) or hit.kind == "intro"
    return bool(before_findings) or (tells_plan(text) and finding_strength(text) < 2)


def _relevance(
    frame: QuestionFrame,
    arms: ArmWords,
    wanted: frozenset[str],
    held: frozenset[str],
    context: frozenset[str],
    rarity: Callable[[str], float],
) -> float:
    def share(of: frozenset[str]) -> float:
        total = sum(map(rarity, of))
        if not total:
            return 0.0
        own = sum(map(rarity, of & held))
        return (own + 0.6 * sum(map(rarity, (of & context) - held))) / total

    if not frame.outcome:
        return share(wanted)
    return 0.65 * share(arms.outcome) + 0.2 * share(arms.subject) + 0.15 * share(arms.comparator)


def _about(frame: QuestionFrame, sentence: CandidateSentence, before: str, short_forms: Mapping[str, str]) -> bool:
    """Whether a sentence may count: for a question of yes or no it has to be about what the question names."""
    if frame.kind is not QuestionKind.YES_NO:
        return not asks_harms(frame) or names_things(frame, sentence.text, before, sentence.hit.title, short_forms)
    if frame.things and _is_plan(sentence.hit):
        return False  # it has found nothing
    title, concludes = sentence.hit.title, _concludes(sentence)
    return is_about(frame, sentence.text, before, title, short_forms, concludes=concludes)


def _is_plan(hit: PassageHit) -> bool:
    return design_of(Article(id=hit.article_id, title=hit.title, abstract=hit.text)).design is StudyDesign.PROTOCOL


def _read(frame: QuestionFrame, arms: ArmWords, sentence: CandidateSentence) -> CandidateSentence:
    if gives_orders(sentence.text):
        return sentence  # what it affirms nobody has found
    side = shown_direction(sentence.text, frame, arms)
    return replace(sentence, verdict=side.verdict, weight=side.weight) if side else sentence


def counted(frame: QuestionFrame, candidates: Sequence[CandidateSentence]) -> list[CandidateSentence]:
    """The sentences that count for the verdict: those that take a side, and are to the point like the best."""
    telling = [sentence for sentence in candidates if sentence.verdict is not None]
    if not telling or telling[0].decides:
        return telling
    if frame.kind is QuestionKind.YES_NO:
        return _concluding(telling)
    floor = 0.75 * telling[0].relevance
    return [sentence for sentence in telling if sentence.relevance >= floor][:5]


def _concluding(telling: Sequence[CandidateSentence]) -> list[CandidateSentence]:
    """For a question of yes or no: what the papers that are most to the point conclude, and their best findings."""
    papers: dict[str, float] = {}
    for sentence in telling:
        papers[sentence.hit.article_id] = max(papers.get(sentence.hit.article_id, 0.0), sentence.relevance)
    best = max(papers.values())
    near = {paper for paper, relevance in papers.items() if relevance >= NEAR_PAPER * best}
    own = [sentence for sentence in telling if sentence.hit.article_id in near]
    concluding = [sentence for sentence in own if _concludes(sentence)][:2]
    return (
        concluding + [sentence for sentence in own if not _concludes(sentence) and sentence.hit.kind != "methods"][:2]
    )


def _concludes(sentence: CandidateSentence) -> bool:
    """Whether a sentence stands where papers conclude."""
    section = sentence.hit.section.lower()
    if sentence.hit.kind == "conclusion" or re.search(r"conclu|last part|interpretation|implication", section):
        return True
    return section == "abstract" and sentence.end >= sentence.hit.end - 1 - _LONGEST // 3


def verdict_of(
    frame: QuestionFrame, counting: Sequence[CandidateSentence]
) -> tuple[Verdict | None, tuple[EvidenceCount, ...]]:
    """The verdict and its counts; ``None`` for questions that have none."""
    if frame.kind not in {QuestionKind.EFFECT, QuestionKind.YES_NO}:
        return None, ()
    readings = [
        WeighedReading(s.verdict, s.hit.article_id, s.weight * s.relevance * _place_weight(frame, s))
        for s in counting
        if s.verdict is not None
    ]
    return decided(readings), counts_of(readings)


def _place_weight(frame: QuestionFrame, sentence: CandidateSentence) -> float:
    """For a question of yes or no, what a study comes to counts more than its findings."""
    if frame.kind is not QuestionKind.YES_NO or sentence.decides:
        return 1.0
    return CONCLUSION_WEIGHT if _concludes(sentence) else FINDING_WEIGHT


def _why_not(sentence: CandidateSentence, counting: Sequence[CandidateSentence]) -> str:
    """Why a sentence that points somewhere is not counted, in few words."""
    if sentence.verdict is None or sentence in counting:
        return ""
    if any(other.hit.article_id == sentence.hit.article_id for other in counting):
        return "not counted: its paper counts by another sentence"
    return "not counted: less to the point than those that count"


def extractive_answer(
    frame: QuestionFrame, candidates: Sequence[CandidateSentence], order: Callable[[str], tuple[int, str]]
) -> ChosenAnswer:
    """The answer of chosen sentences.

    Args:
        frame: the question as it was searched.
        candidates: sentences, best first.
        order: of an article, how strong its design is (0 is strongest) and what it is called.
    """
    counting = counted(frame, candidates)
    verdict, votes = verdict_of(frame, counting)
    shown = _shown(candidates, counting)
    unclear = frame.kind is QuestionKind.YES_NO and verdict is None
    shown.sort(key=lambda s: (s not in counting, order(s.hit.article_id)[0], -s.relevance))
    lines = tuple(
        AnswerSentence(
            text=sentence.text,
            citations=(sentence.hit.cited(sentence.start, sentence.end, sentence.text),),
            reading=sentence.verdict.value if sentence.verdict else "",
            design=order(sentence.hit.article_id)[1],
            counted=None if verdict is None or sentence.verdict is None else sentence in counting,
            why_not_counted=_why_not(sentence, counting) if verdict else "",
        )
        for sentence in shown
    )
    return ChosenAnswer(lines, verdict_told(verdict, votes), NO_SIDE if unclear else "")


def _shown(candidates: Sequence[CandidateSentence], counting: Sequence[CandidateSentence]) -> list[CandidateSentence]:
    """All sentences that count, and the best of the others, few of one paper."""
    preferred = [*counting, *(sentence for sentence in candidates if sentence not in counting)]
    floor = 0.6 * preferred[0].relevance if preferred else 0.0
    good = [sentence for sentence in preferred if sentence.relevance >= floor]
    most = PER_PAPER if len({sentence.hit.article_id for sentence in good}) > 1 else PER_ONLY_PAPER
    out = list(counting)
    for sentence in (sentence for sentence in good if sentence not in counting):
        of_paper = sum(other.hit.article_id == sentence.hit.article_id for other in out)
        same = any(other.text == sentence.text for other in out)
        if of_paper < most and not same and len(out) < MOST:
            out.append(sentence)
    return out

"""What an answer shows of the sentences it was chosen from: all that its verdict counts, and few others."""

from __future__ import annotations

from indication_scout_assets.domain.questions.question_answering import PassageHit, Verdict
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.synthesis.library_answers import CandidateSentence, extractive_answer

QUESTION = "Is oat bran effective in constipation?"


def candidate(
    number: int, paper: str, verdict: Verdict, section: str = "Conclusion", text: str = ""
) -> CandidateSentence:
    text = text or f"Oat bran sentence number {number} tells what was found."
    hit = PassageHit(
        passage_id=f"p{number}", article_id=paper, title="On oats", kind="conclusion" if section else "results",
        section=section or "Results", start=100 * number, end=100 * number + len(text), text=text, score=1.0,
    )  # fmt: skip
    return CandidateSentence(hit, hit.start, hit.end, text, 1.0 - 0.01 * number, verdict, "", 1.0)


def counted(candidates: list[CandidateSentence]) -> tuple[list[str], list[str]]:
    """The readings of the sentences that are shown as counted, and those that the counts tell of."""
    frame = read_question(QUESTION)
    answer = extractive_answer(frame, QUESTION, (), candidates, lambda paper: (0, ""), lambda paper: 1)
    counts = [count.reading for count in answer.counts for _ in range(count.sentences)]
    return sorted(s.reading for s in answer.sentences if s.counted), sorted(counts)


def test_every_sentence_that_counts_is_shown_also_a_third_of_one_paper():
    no, yes = Verdict.NO, Verdict.YES
    candidates = [
        candidate(1, "A", no), candidate(2, "A", no), candidate(3, "A", no, ""), candidate(4, "B", no, ""),
        candidate(5, "B", yes, ""),
    ]  # fmt: skip
    shown, counts = counted(candidates)
    assert shown == counts == ["no"] * 4


def test_the_same_words_that_count_twice_are_shown_twice():
    words = "Oat bran was not effective in constipation."
    candidates = [candidate(1, "A", Verdict.NO, text=words), candidate(2, "B", Verdict.NO, text=words)]
    shown, counts = counted(candidates)
    assert shown == counts == ["no", "no"]

"""What the sentences of a library come to."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.question_answering import PassageHit, Verdict
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.synthesis.library_answers import candidate_sentences, counted, verdict_of


def _hit(text: str) -> PassageHit:
    return PassageHit(
        passage_id="p", article_id="1", title="Tea and colds", kind="abstract", section="Abstract > Conclusions",
        start=0, end=len(text), text=text, score=1.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Tea did not prevent colds in nurses. Our data show that tea prevents colds in nurses.", Verdict.YES),
        ("Tea did not prevent colds in nurses. Tea prevents colds in nurses.", Verdict.NO),
    ],
)
def test_a_sentence_that_says_it_concludes_outweighs_a_denial(text: str, verdict: Verdict) -> None:
    frame = read_question("Does tea prevent colds in nurses?")
    candidates = candidate_sentences(frame, [_hit(text)], lambda _: 1.0, {})
    assert verdict_of(frame, counted(frame, candidates))[0] is verdict

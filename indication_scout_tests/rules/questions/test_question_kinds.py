"""What a question asks for: the shipped table on questions that nobody read while it was made."""

from __future__ import annotations

from indication_scout_assets.evaluation.judged_sets import FOLDER, FreeQuestion, Part, read_rows
from indication_scout_assets.evaluation.shares import Share
from indication_scout_assets.rules.questions.question_kinds import asked_kind

FLOOR = 0.87
"""0.02 under the lower bound of the interval of 72 of 75."""


def test_the_kind_of_unread_questions_is_read_as_often_as_published() -> None:
    rows = [row for row in read_rows(FOLDER / "free_questions.csv", FreeQuestion) if row.part is Part.UNREAD]
    right = Share(sum(asked_kind(row.question).value == row.kind for row in rows), len(rows))
    assert right.of == 75
    assert right.hits / right.of >= FLOOR, right.words


def test_what_asks_which_has_no_yes_or_no() -> None:
    assert asked_kind("Rilonacept or colchicine for an acute gout attack?") == "which"
    assert asked_kind("Does colchicine help in an acute gout attack?") == "yes_no"
    assert asked_kind("How many attacks of gout does colchicine prevent?") == "number"

"""The measurement as a whole: today against a release, floors, agreement, and the page that is written from them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from indication_scout_assets.domain.findings.readings import Direction
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.judged_sets import Part, append_reported
from indication_scout_assets.evaluation.readings import measured, page
from indication_scout_assets.evaluation.readings.measured import Measurement, measure
from indication_scout_assets.evaluation.readings.tasks import Figure
from indication_scout_assets.evaluation.readings.texts import Texts
from indication_scout_assets.evaluation.shares import Share

from .floors import below_floors, read_floors
from .invented import articles, judged, reader_of

TODAY = Measurement(
    "today", "rules", date(2026, 11, 28), {("direction: harm", "unread"): Figure(10, Share(8, 10), Share(8, 20))}
)


def test_it_is_kept_as_it_was(tmp_path: Path) -> None:
    assert Measurement.read(TODAY.write(tmp_path / "today.json")) == TODAY


def test_a_file_that_holds_none_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="holds no measurement"):
        Measurement.read(tmp_path / "nothing.json")


def test_the_table_shows_what_a_release_had_where_it_differs() -> None:
    [row] = TODAY.rows(TODAY)
    assert row == ["direction: harm", "unread", "10", "8 of 10, .80 [.49-.94]", "8 of 20, .40 [.22-.61]", "", ""]
    then = Measurement(
        "1", "rules", date(2026, 1, 1), {("direction: harm", "unread"): Figure(9, Share(8, 9), Share(8, 20))}
    )
    assert TODAY.rows(then)[0][5:] == ["8 of 9, .89 [.57-.98]", ""]
    assert TODAY.rows(None)[0][5:] == ["–", "–"]
    nothing = Measurement("", "", TODAY.measured_on, {})
    assert nothing.rows(then)[0][3:] == [
        "not measured",
        "not measured",
        "8 of 9, .89 [.57-.98]",
        "8 of 20, .40 [.22-.61]",
    ]


def test_a_floor_lies_a_little_under_the_lower_bound_and_holds() -> None:
    assert TODAY.floors() == [
        ("direction: harm", "unread", "right", 0.47),
        ("direction: harm", "unread", "recognised", 0.19),
    ]
    rows = [dict(zip(("task", "pairs", "figure", "floor"), map(str, row), strict=True)) for row in TODAY.floors()]
    assert not list(below_floors(TODAY, rows))
    worse = Measurement(
        "", "", TODAY.measured_on, {("direction: harm", "unread"): Figure(10, Share(4, 10), Share(4, 20))}
    )
    assert list(below_floors(worse, rows)) == [
        "direction: harm, unread: right is 4 of 10, .40 [.17-.69], under its floor 0.47."
    ]
    gone = Measurement("", "", TODAY.measured_on, {})
    assert all("was not measured" in sentence for sentence in below_floors(gone, rows))


RENEWED = (
    "compares groups", "design", "direction", "effect", "label questions", "number", "participants", "population",
    "same study", "trial",
)  # fmt: skip


def test_every_row_of_the_last_release_that_counts_has_its_floors() -> None:
    """Of trials, which the article's one reading tells since, of directions, designs and effects, which other readers
    read, and of numbers, not measured then, and of labels, ranked since, they are today's."""
    kept = [(row["task"], row["pairs"], row["figure"], float(row["floor"])) for row in read_floors()]
    release, today = (Measurement.read(path).floors() for path in (measured.LAST_RELEASE, measured.TODAY))
    renewed = [row for row in today if row[0].startswith(RENEWED)]
    assert sorted(kept) == sorted([row for row in release if not row[0].startswith(RENEWED)] + renewed)
    assert len(kept) > 20


def test_what_is_missing_and_what_was_reported_are_told(tmp_path: Path) -> None:
    reported = tmp_path / "reported.csv"
    append_reported(reported, judged("1", Direction.HARM, part=Part.REPORTED))

    def nothing_there() -> dict[str, list[object]]:
        raise PermanentFailure("No collection is named.")

    texts = Texts(articles("1").articles, {}, ("77",))
    located = measure(
        texts,
        reader=reader_of({"1": Direction.HARM}),
        reported=reported,
        extras={"free questions": nothing_there},  # type: ignore[dict-item]
    )
    assert located.figures["direction: harm", "reported"].recognised == Share(1, 1)
    assert located.notes == (
        "1 articles are not in PubMed: 77.",
        "free questions: not measured. No collection is named.",
    )


def test_two_labellers_agree_as_far_as_is_published() -> None:
    located = {agreement.asked: agreement for agreement in measured.agreements()}
    assert located["design"].same.of == 232
    assert located["design"].same.hits >= 220
    assert 0 < (located["design"].kappa or 0) <= 1


def test_the_page_is_what_the_kept_figures_give() -> None:
    kept = page.page_of(Measurement.read(measured.TODAY), Measurement.read(measured.LAST_RELEASE))
    assert page.PAGE.read_text("utf-8") == kept, "write it anew: scout eval readings --page"

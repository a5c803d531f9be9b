"""The one gate of texts: what a terminal obeys and what turns writing round is a space, and every place stays true."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.base import Value, showable
from indication_scout_assets.domain.outcomes import PermanentFailure

HARM = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Paper(Value):
    title: str
    lines: tuple[str, ...] = ()
    terms: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - pydantic copies it
    rows: list[str] = []  # noqa: RUF012


def test_texts_of_a_value_are_showable_however_deep():
    harm = "a\x1b[31m\u202eb\x9b"
    paper = Paper(title=harm, lines=(harm, "good"), terms={harm: (harm,)}, rows=[harm])
    clean = "a [31m b "
    assert paper == Paper(title=clean, lines=(clean, "good"), terms={clean: (clean,)}, rows=[clean])
    assert Paper.model_validate_json(Paper(title="x").model_dump_json().replace("x", "\\u001b\\u202e")).title == "  "


def test_what_people_write_stays():
    text = "β-blocker: 5\u2009mg\nסילדנפיל\u200f\ttab, soft\xadhyphen, zero\u200bwidth, 👩\u200d⚕️"
    paper = Paper(title=text)
    assert paper.title is text


@given(st.text(alphabet=st.one_of(st.characters(codec="utf-8"), st.sampled_from("\x1b\x9b\r\u202e\u2066\n"))))
def test_no_place_within_a_text_moves(text):
    shown = showable(text)
    assert len(shown) == len(text)
    assert not HARM.search(shown)
    assert all(new == old for new, old in zip(shown, text, strict=True) if not HARM.match(old))


def test_an_error_shows_no_escape_of_the_service_it_quotes():
    assert str(PermanentFailure("refused: \x1b[2J\u202eno")) == "refused:  [2J no"

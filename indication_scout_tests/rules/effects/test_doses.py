"""Doses beside a drug's name. Zelavir and the sentences are made up."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.effects.doses import dose_of, same_dose


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("Patients took zelavir 20 mg three times daily or placebo.", "20 mg three times daily"),
        ("They received 1.5 g of zelavir a day.", "1.5 g"),
        ("Zelavir (2-4 mg/kg/day) was given.", "2-4 mg/kg/day"),
        ("Budenoside 5 mg and then zelavir, 40 mg b.i.d., were given.", "40 mg b.i.d."),
        ("Zelavir lowered glucose by 20 mg/dl.", None),
        ("In the zelavir group 20 patients died; 5 mg of budenoside was given.", None),
    ],
)
def test_the_dose_beside_the_name(text: str, dose: str | None) -> None:
    read = dose_of(text, ("zelavir",))
    assert (read.text if read else None) == dose
    assert read is None or text[read.start : read.end] == read.text


def test_wordings_of_one_dose_are_told_from_another_dose() -> None:
    wordings = {
        same_dose(text) for text in ("10 mg/day", "10 mg daily", "10mg once-daily", "10 mg  once a day", "10 mg q.d.")
    }
    other_doses = {
        same_dose(text) for text in ("10 mg", "10 mg twice daily", "10 mg b.i.d.", "10 mg q.i.d.", "20 mg daily")
    }
    assert (len(wordings), len(other_doses), wordings & other_doses) == (1, 5, set())

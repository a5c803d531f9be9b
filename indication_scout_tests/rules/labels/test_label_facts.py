"""Why labels have no answer: what they lack is named, and silence of a label held in part is not the label's."""

from __future__ import annotations

from indication_scout_assets.rules.labels.label_facts import DrugTexts, absence
from indication_scout_tests.label_examples import held, paragraphs, section, spl, texts_of, velotrin

USE = paragraphs("Velotrin is indicated to lower urate in adults with chronic kidney disease.")
PARTIAL = spl("11110000-0000-4000-8000-000000000031", "Velozip", "velotrin", "velotrin",
              section("34067-9", "INDICATIONS AND USAGE", USE))  # fmt: skip
WHOLE, PART = held(velotrin(), "velotrin"), held(PARTIAL, "velotrin")


def test_of_a_label_held_in_part_it_is_not_known():
    why = absence({"velotrin": texts_of(PART)}, ["hiccups"])
    assert why.note == (
        "The label held has only its section “INDICATIONS AND USAGE”; whether the label says so is not known. "
        "Read the whole label."
    )
    assert why.sections_held == ("INDICATIONS AND USAGE",)


def test_beside_a_whole_label_the_part_is_named():
    both = DrugTexts([WHOLE.document, PART.document], [*WHOLE.sections, *PART.sections], [*WHOLE.spans, *PART.spans])
    assert absence({"velotrin": both}, ["hiccups"]).note == (
        "No passage of the 2 labels of velotrin answers the question; nothing there has “hiccups”. 1 of the 2 labels "
        "held has only its section “INDICATIONS AND USAGE” here; what else they say is not known."
    )


def test_a_whole_label_is_held_whole():
    why = absence({"velotrin": texts_of(WHOLE)}, [])
    assert (why.note, why.sections_held) == ("No passage of the label of velotrin answers the question.", ())


def test_texts_are_narrowed_to_some_labels():
    both = DrugTexts([WHOLE.document, PART.document], [*WHOLE.sections, *PART.sections], [*WHOLE.spans, *PART.spans])
    narrowed = both.narrowed([PART.document.id])
    assert list(narrowed.documents) == [PART.document.id]
    assert {span.document for span in narrowed.spans} == {PART.document.id}

"""The label facts of a report: words at their place, of the right kind, and nothing in place of what no label says."""

from __future__ import annotations

from indication_scout_assets.domain.monographs.reported_facts import LabelFactKind
from indication_scout_assets.rules.labels.facts_for_report import facts_of_labels, highest_dose
from indication_scout_tests.label_examples import held, ormadine, paragraphs, section, spl, texts_of, velotrin

VELOZIP, ORMADIN = texts_of(held(velotrin(), "velotrin")), texts_of(held(ormadine(), "ormadine"))


def test_facts_are_the_words_of_the_label_by_kind():
    reported = facts_of_labels(VELOZIP)
    by_kind = {kind: [f.quote.text for f in reported.facts if f.kind is kind] for kind in LabelFactKind}
    assert reported.labels == 1
    assert by_kind[LabelFactKind.HALF_LIFE] == ["The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours)."]
    assert by_kind[LabelFactKind.MAXIMUM_DOSE] == ["The maximum dose is 40 mg daily."]
    assert by_kind[LabelFactKind.RENAL_DOSE] == [
        "In patients with creatinine clearance below 30 mL/min/1.73 m2, give 5 mg every other day."
    ]
    assert "severe liver failure" in by_kind[LabelFactKind.CONTRAINDICATIONS][0]
    assert by_kind[LabelFactKind.PREGNANCY] == by_kind[LabelFactKind.HIGHEST_DOSE] == []
    for fact in reported.facts:
        section = VELOZIP.sections[fact.quote.set_id, fact.quote.ordinal]
        assert section.text[fact.quote.start : fact.quote.end] == fact.quote.text


def test_routes_come_from_dosage_alone():
    """ "Rectal" in the indications is where a cancer is."""
    use, dose = "Zelavir is indicated for rectal cancer.", "Take Zelavir by mouth with water."
    coded = {
        use: section("34067-9", "1 INDICATIONS AND USAGE", paragraphs(use)),
        dose: section("34068-7", "2 DOSAGE AND ADMINISTRATION", paragraphs(dose)),
    }
    for texts, expected in (((use,), []), ((use, dose), [dose])):
        label = spl("s1", "Zelavir", "zelavir", "zelavir", *(coded[text] for text in texts))
        facts = facts_of_labels(texts_of(held(label, "zelavir"))).facts
        assert [fact.quote.text for fact in facts if fact.kind is LabelFactKind.ROUTES] == expected


def test_the_highest_dose_of_a_day():
    highest = highest_dose(VELOZIP)
    assert highest is not None
    assert (highest.milligrams, highest.quote.text) == (40, "The maximum dose is 40 mg daily.")
    assert highest_dose(ORMADIN) is None

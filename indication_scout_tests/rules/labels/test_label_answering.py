"""Answers from labels in memory: facts word for word, and refusals with what was searched."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus, LabelAnswer
from indication_scout_assets.domain.monographs.label_documents import Assertion, PictureKind
from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question
from indication_scout_tests.label_examples import (
    asking,
    held,
    names_of,
    ormadine,
    section,
    spl,
    tavoline,
    texts_of,
    velotrin,
)

LABELS = {"velotrin": held(velotrin(), "velotrin"), "ormadine": held(ormadine(), "ormadine")}
LABELS["tavoline"] = held(tavoline(), "tavoline")
TEXTS = {drug: texts_of(label) for drug, label in LABELS.items()}
NAMES = names_of(*LABELS.values())


def spl_of_one(sentence: str) -> bytes:
    """A label that says one sentence as its use and one on the dose."""
    sections = (
        section("34067-9", "INDICATIONS AND USAGE", f"<paragraph>{sentence}</paragraph>"),
        section("34068-7", "DOSAGE", "<paragraph>Give 5 mg daily.</paragraph>"),
    )
    return spl("11110000-0000-4000-8000-000000000009", "Tavolin", "tavoline", "tavoline", *sections)


def ask(question: str, context: str = "") -> LabelAnswer:
    intent = read_question(question, NAMES, lambda words: set(words) & {"losartan"}, context)
    texts = {drug: TEXTS[drug] for drug in intent.drugs}
    return answer_of(intent, texts, {drug: LABELS[drug].pictures for drug in intent.drugs}, NAMES.drugs)


def first(question: str, context: str = "") -> str:
    answer = ask(question, context)
    assert answer.status is AnswerStatus.ANSWERED, answer.note
    return answer.facts[0].text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the half-life of Velozip?", "The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours)."),
        ("protein binding of velotrin sodium", "Velotrin is about 35% bound to plasma proteins."),
        ("What is Velozip used for?", "Velozip is indicated for the treatment of gout."),
        ("How does velotrin work?", "Velotrin inhibits urate transport."),
        ("velotrin and colestipol", "Colestipol | Reduces the absorption of velotrin by 40%"),
        ("Does dialysis remove velotrin?", "Hemodialysis does not remove velotrin."),
    ],
)
def test_the_first_fact_answers(question: str, text: str):
    assert first(question) == text


def test_a_numbered_kind_of_a_disease_is_not_another():
    texts = texts_of(held(spl_of_one("Tavoline is indicated for type 2 diabetes mellitus."), "tavoline"))
    for question, status in (
        ("Is tavoline used for type 1 diabetes?", "not_in_label"),
        ("type II diabetes", "answered"),
    ):
        intent = read_question(question, NAMES, lambda words: (), "tavoline")
        assert answer_of(intent, {"tavoline": texts}, {}, NAMES.drugs).status == status


def test_words_of_people_in_a_label_are_those_of_the_question():
    texts = texts_of(held(spl_of_one("Ask a doctor before use if you have high blood pressure."), "tavoline"))
    intent = read_question("tavoline and high blood pressure", NAMES, lambda words: ())
    assert answer_of(intent, {"tavoline": texts}, {}, NAMES.drugs).status == "answered"


def test_a_list_is_one_fact_with_its_lead_in():
    answer = ask("contraindications of velotrin")
    assert answer.facts[0].text.splitlines() == [
        "Velozip is contraindicated in patients with:",
        "• known hypersensitivity to velotrin",
        "• severe liver failure",
    ]


def test_a_conditional_fact_has_its_condition():
    fact = ask("dose of velotrin in renal impairment").facts[0]
    assert fact.assertion is Assertion.CONDITIONAL
    assert fact.conditions[0].startswith("In patients with creatinine clearance")
    assert "5 mg" in fact.values


def test_a_row_comes_with_its_columns():
    fact = ask("velotrin with warfarin").facts[0]
    assert (fact.header, fact.text) == ("Drug | Effect", "Warfarin | Increases the effect of warfarin")


def test_a_row_that_only_heads_others_is_no_fact():
    rows = [("Frequency", "Adverse reaction"), ("Common", "Rash"), ("Uncommon", "Cough")]
    table = "".join(f"<tr><td>{often}</td><td>{what}</td></tr>" for often, what in rows)
    reactions = section("34084-4", "6 ADVERSE REACTIONS", f"<table><tbody>{table}</tbody></table>")
    xml = spl("11110000-0000-4000-8000-000000000044", "Zelavin", "zelavir", "zelavir", reactions)
    facts = asking(xml, "zelavir")("What are the side effects of zelavir?").facts
    assert [fact.text for fact in facts] == ["Common | Rash", "Uncommon | Cough"]


def test_overdose_is_not_dosage():
    assert ask("overdosage of velotrin").section == "overdosage"
    assert ask("dosage of velotrin").section == "dosage"


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("Is velotrin used for malaria?", AnswerStatus.NOT_IN_LABEL),
        ("velotrin and digoxin", AnswerStatus.NOT_IN_LABEL),
        ("boxed warning of ormadine", AnswerStatus.NOT_IN_LABEL),
        ("half-life of velotryn", AnswerStatus.DID_YOU_MEAN),
        ("half-life of losartan", AnswerStatus.NO_DRUG),
        ("What is the half-life?", AnswerStatus.NO_DRUG),
        ("Should I take velotrin?", AnswerStatus.ADVICE_REFUSED),
    ],
)
def test_what_cannot_be_answered_shows_no_fact(question: str, status: AnswerStatus):
    answer = ask(question)
    assert (answer.status, answer.facts) == (status, ())
    assert answer.note


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does velotrin cause tendon pains?", "Velozip has been associated with tendon pain, e.g. of the heel."),
        ("velotrin and colestipoll", "Colestipol | Reduces the absorption of velotrin by 40%"),
        ("highest dose of velotrin", "The maximum dose is 40 mg daily."),
        ("shelf life of velotrin", "Store at 20° to 25°C in the bottle."),
    ],
)
def test_other_forms_and_neighbouring_attributes_answer_too(question: str, text: str):
    assert text in first(question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("starting dose of tavoline in panic disorder", "PD | 25 mg"),
        ("maximum dose of tavoline in children", "Increase the dose weekly up to a maximum of 80 mg."),
        ("Does tavoline cause low sodium?", "Hyponatremia has occurred with tavoline."),
        ("What happens when tavoline is stopped suddenly?", "Reduce the dose gradually rather than abruptly."),
        ("How many patients had nausea with tavoline?", "Nausea | 26% | 12%"),
        ("How long does the effect of tavoline last?", "The effect of a dose lasts up to 30 hours."),
    ],
)
def test_what_is_said_in_other_words_is_found(question: str, text: str):
    assert text in {line for fact in ask(question).facts for line in fact.text.replace("• ", "").splitlines()}


def test_a_question_about_animals_is_answered_by_words_about_them_alone():
    assert ask("dose of tavoline in rats").status is AnswerStatus.NOT_IN_LABEL
    assert first("pharmacokinetics of tavoline in rats") == "Kinetics in rats were linear."


def test_the_first_word_of_a_brand_is_a_name_and_an_ordinary_word_is_none():
    assert NAMES.drug_of("tavolux") == "tavoline"
    assert NAMES.drug_of("night") is None
    assert NAMES.drug_of("relief") is None


def test_a_disease_the_indications_do_not_name_is_no_use_of_the_drug():
    assert ask("Is velotrin approved for cough?").status is AnswerStatus.NOT_IN_LABEL
    assert ask("Is velotrin approved for gout?").status is AnswerStatus.ANSWERED


def test_a_refusal_says_what_was_searched():
    answer = ask("velotrin and digoxin")
    assert answer.note == "Nothing is said of digoxin in 1 label of velotrin."
    assert [searched.title for searched in answer.searched] == ["Velozip tablets"]


def test_a_follow_up_takes_drug_and_attribute_from_the_question_before():
    answer = ask("And its protein binding?", "What is the half-life of velotrin?")
    assert (answer.intent.from_context, answer.facts[0].text[:8]) == (("drug",), "Velotrin")
    answer = ask("and ormadine?", "What is the half-life of velotrin?")
    assert answer.intent.from_context == ("attribute",)
    assert answer.facts[0].text == "The half-life of ormadine is 12 hours."


def test_two_drugs_are_compared_and_both_must_answer():
    answer = ask("velotrin vs ormadine protein binding")
    assert [fact.drug for fact in answer.facts] == ["velotrin", "ormadine"]
    assert ask("velotrin vs ormadine mechanism of action").status is AnswerStatus.NOT_IN_LABEL


def test_the_formula_is_the_first_picture_of_the_description():
    answer = ask("structural formula of velotrin")
    assert [(p.file, p.kind) for p in answer.images] == [("velotrin-formula.png", PictureKind.STRUCTURE)]
    assert ask("structural formula of ormadine").status is AnswerStatus.NOT_IN_LABEL


def test_a_question_that_counts_people_is_answered_by_a_number_of_what_they_had():
    assert "26%" in first("How many patients had nausea with tavoline?")
    answer = ask("How many patients had panic disorder with tavoline?")
    assert (answer.status, answer.facts) == (AnswerStatus.NOT_IN_LABEL, ())
    assert "how many patients had panic disorder with tavoline" in answer.note


LEAFLET = spl(
    "11110000-0000-4000-8000-000000000007", "Nardex", "nardexin", "nardexin",
    section(
        "34067-9", "INDICATIONS AND USAGE",
        "<paragraph>Nardexin is used to treat hiccups.</paragraph>"
        "<paragraph>Do not drink alcohol while taking nardexin.</paragraph>"
        "<paragraph>Stopping nardexin suddenly can cause seizures.</paragraph>",
    ),
    section(
        "34092-7", "CLINICAL STUDIES",
        "<paragraph>In a double-blind trial (BLUEBELL), 412 patients with hiccups took nardexin.</paragraph>"
        "<paragraph>In the BLUEBELL trial 3% of patients on nardexin had a rash.</paragraph>",
    ),
    *(section(code, title, "<paragraph>Nothing more is known.</paragraph>") for code, title in (
        ("34070-3", "CONTRAINDICATIONS"), ("34088-5", "OVERDOSAGE"), ("34089-3", "DESCRIPTION"),
    )),
)  # fmt: skip


@pytest.mark.parametrize(
    "question", ["Is nardexin approved for alcohol use disorder?", "Does nardexin treat alcoholism?"]
)
def test_what_a_leaflet_tells_to_avoid_is_no_use(question: str) -> None:
    answer = asking(LEAFLET, "nardexin")(question)
    assert (answer.status, answer.facts) == (AnswerStatus.NOT_IN_LABEL, ())


def test_what_a_drug_is_for_does_not_say_that_it_causes_it() -> None:
    ask = asking(LEAFLET, "nardexin")
    assert "used to treat hiccups" not in " ".join(fact.text for fact in ask("Does nardexin cause hiccups?").facts)
    assert [fact.text for fact in ask("Does nardexin cause seizures?").facts] == [
        "Stopping nardexin suddenly can cause seizures."
    ]


def test_headings_that_ask_are_no_facts() -> None:
    leaflet = spl_of_one(
        "What is tavoline?</paragraph><paragraph>Tavoline is a drug for colds.</paragraph>"
        "<paragraph>What should I know about tavoline?"
    )
    texts = [fact.text for fact in asking(leaflet, "tavoline")("Tell me about tavoline").facts]
    assert texts
    assert not any(text.endswith("?") for text in texts)


def test_how_many_took_part_is_a_number_of_people() -> None:
    (fact,) = asking(LEAFLET, "nardexin")("How many patients were in the BLUEBELL trial of nardexin?").facts
    assert "412 patients" in fact.text

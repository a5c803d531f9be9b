"""What a question names beside the drug: a fact must hold it, words that stand apart in a label name nothing."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus
from indication_scout_assets.rules.labels.label_things import things_named
from indication_scout_tests.label_examples import asking, items, paragraphs, section, spl

OSTERINE = "11110000-0000-4000-8000-000000000041"


def osterine() -> bytes:
    """A label that has the words of what it does not name, each in another place."""
    return spl(
        OSTERINE, "Osterin", "osterine", "osterine",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs(
            "Osterine is indicated for gastroesophageal reflux disease (GERD) and to treat gout.",
            "Osterine is not indicated for psoriasis.",
        )),
        section("34068-7", "2 DOSAGE AND ADMINISTRATION", paragraphs("Take osterine with cold water at night.")),
        section("43685-7", "5 WARNINGS AND PRECAUTIONS", "",
            section("", "5.1 Mouth", paragraphs("Sores of the mouth have been reported.")),
            section("", "5.2 Eyes", paragraphs("Vision may be blurred.", "Asthma attacks were fatal in two patients.")),
        ),
        section("34084-4", "6 ADVERSE REACTIONS", items("erectile dysfunction", "green urine", "headache")),
        section("34073-7", "7 DRUG INTERACTIONS", paragraphs("Iron lowers the absorption of osterine.")),
        section("34083-6", "13.1 CARCINOGENESIS", paragraphs("Adenomas occurred in rats given osterine.")),
    )  # fmt: skip


ask = asking(osterine(), "osterine")


@pytest.mark.parametrize(
    ("question", "things", "for_use"),
    [
        ("Does xdrugx treat fatty liver?", (("fatty", "liver"),), True),
        ("Is xdrugx used for severe gout in adults?", (("gout",),), True),
        ("Does xdrugx raise the odds of uterine cancer?", (("uterine", "cancer"),), False),
        ("Can xdrugx be taken with green tea or milk?", (("tea",),), False),
        ("Is xdrugx safe for vegans?", (("vegans",),), False),
        ("My hands shake (tremor), is xdrugx used for that?", (("tremor",),), True),
        ("I take metformin for diabetes. Does it clash with xdrugx?", (("metformin",),), False),
        ("Does my cholesterol pill xdrugx cause gout?", (("gout",),), False),
        ("How should rifampin and xdrugx be timed?", (("rifampin",),), False),
        ("How does xdrugx treat gout?", (), False),
    ],
)
def test_things_of_a_question(question: str, things: tuple[tuple[str, ...], ...], for_use: bool):
    named = things_named(question)
    assert (named.things, named.for_use) == (things, for_use)


@pytest.mark.parametrize(
    "question",
    [
        "Is osterine good for cold sores?",
        "Is osterine safe for weightlifters?",
        "Can osterine help with erectile dysfunction?",
        "Is osterine used for mouth cancer?",
        # a thing that the label lacks is refused however it is asked
        "My ears keep ringing, is that the osterine?",
        "I have lupus. Can osterine be used?",
        "How long before scuba diving must osterine be stopped?",
        "What is the incidence of retinal detachment with osterine?",
        "osterine oral suspension for gout",
        "Are there data on osterine in Turner syndrome?",
        "When does the patent on osterine expire?",
    ],
)
def test_what_no_fact_holds_together_is_refused(question: str):
    assert ask(question).status is AnswerStatus.NOT_IN_LABEL


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Does osterine treat gout?", "to treat gout"),
        ("Is osterine good for acid reflux?", "GERD"),
        ("Can osterine treat psoriasis?", "not indicated for psoriasis"),
        ("Can osterine turn urine green?", "green urine"),
        ("Does osterine cause tumours in rats?", "Adenomas"),
        ("Does iron lower the uptake of osterine?", "Iron lowers"),
    ],
)
def test_what_a_fact_holds_is_answered(question: str, words: str):
    answer = ask(question)
    assert answer.status is AnswerStatus.ANSWERED, answer.note
    assert words in answer.facts[0].text


@pytest.mark.parametrize(
    "question",
    [
        "I have gout. Does osterine treat that?",
        "I'm on iron tablets, does osterine clash with them?",
        "My mother is 70 and her mouth is sore - can osterine cause mouth sores?",
        "Do I have to take osterine with cold water?",
        "I have gout and a sprained thumb, is osterine used for gout?",
    ],
)
def test_who_tells_of_himself_asks_for_no_advice_by_that(question: str):
    answer = ask(question)
    assert answer.status is AnswerStatus.ANSWERED
    assert "for a doctor or pharmacist" in answer.note
    assert not ask("Can osterine cause mouth sores?").note


@pytest.mark.parametrize(
    "question",
    [
        "Should I take osterine?",
        "I have gout, what dose of osterine should I take?",
        "Is osterine the right drug for me?",
        "Would you take osterine?",
    ],
)
def test_what_somebody_should_do_is_refused(question: str):
    assert ask(question).status is AnswerStatus.ADVICE_REFUSED

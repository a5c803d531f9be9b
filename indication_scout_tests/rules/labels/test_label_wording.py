"""Questions in other words than the label's: ages, organs, abbreviations, and what an answer shows with them."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus
from indication_scout_tests.label_examples import asking, items, paragraphs, section, spl

SELUVINE = "11110000-0000-4000-8000-000000000021"
TRAINING = "".join(f"<paragraph>Wash hands before resin number {n} is opened.</paragraph>" for n in range(16))


def seluvine() -> bytes:
    return spl(
        SELUVINE, "Seluvia", "seluvine", "seluvine",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs(
            "Seluvine is indicated for primary sclerosing blister disease (pSBD) and for gout."
        )),
        section("34068-7", "2 DOSAGE AND ADMINISTRATION", paragraphs("In pSBD, give 3 mg twice a day.")),
        section("43685-7", "5 WARNINGS AND PRECAUTIONS", "",
            section("", "5.1 Pulmonary Harm", paragraphs("Stop seluvine when pulmonary infiltrates appear.")),
            section("", "5.2 Fluids", paragraphs("An intake of fluids of 2 liters a day is needed.")),
            section("", "5.3 Resin", TRAINING),
            section("", "5.4 Discontinuation", paragraphs(
                "Withdrawal of seluvine has led to relapse.", "Lower the dose of seluvine step by step to stop it."
            )),
        ),
        section("34084-4", "6 ADVERSE REACTIONS", paragraphs("Reactions seen in patients are:") + items(
            "Skin: rash, alopecia", "Body as a whole: peripheral edema"
        )),
        section("43684-0", "8 USE IN SPECIFIC POPULATIONS", "",
            section("42228-7", "8.1 Pregnancy", paragraphs("Seluvine has not been studied in pregnant women.")),
            section("34081-0", "8.4 Pediatric Use", paragraphs("Seluvine has not been studied below 12 years of age.")),
            section("", "8.6 Renal Impairment", paragraphs(
                "Watch patients with renal impairment closely. [See Dosage (2).] Halve it."
            )),
        ),
        section("34089-3", "11 DESCRIPTION", paragraphs("The tablets also contain lactose and talc.")),
        section("34090-1", "12 CLINICAL PHARMACOLOGY", "",
            section("43682-4", "12.3 Pharmacokinetics", paragraphs(
                "Seluvine crosses the placenta.", "The system of P-450 takes no part in its metabolism.",
                "The action of a dose lasts for 3 days.",
            )),
        ),
        section("43680-8", "13 NONCLINICAL TOXICOLOGY", paragraphs("Adenomas were seen in male rats.")),
    )  # fmt: skip


ask = asking(seluvine(), "seluvine")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Does seluvine cause swelling of the legs?", "peripheral edema"),
        ("Is seluvine metabolised by P450?", "P-450 takes no part"),
        ("What if the lungs are affected by seluvine?", "pulmonary infiltrates"),
        ("Does seluvine cross the placenta?", "crosses the placenta"),
        ("Can seluvine be used in a 10 year old?", "below 12 years"),
        ("Which inactive ingredients are in Seluvia?", "lactose and talc"),
        ("What is the dose of seluvine in blister disease?", "twice a day"),
    ],
)
def test_the_first_fact_is_found_in_other_words(question: str, words: str):
    answer = ask(question)
    assert answer.status is AnswerStatus.ANSWERED, answer.note
    assert words in answer.facts[0].text


def test_a_word_that_stands_everywhere_does_not_choose_the_sentence():
    assert "resin" not in ask("What are the warnings of seluvine resin?").facts[0].text


def test_what_goes_on_with_the_first_sentence_of_a_section_is_shown():
    answer = ask("seluvine in renal impairment")
    assert [fact.text for fact in answer.facts] == ["Watch patients with renal impairment closely.", "Halve it."]


def test_a_value_comes_without_its_neighbours():
    assert len(ask("How long does a dose of seluvine act?").facts) == 1

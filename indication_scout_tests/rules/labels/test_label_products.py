"""What a question names of products, uses and what is taken as well: what the label lacks of it is refused."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus
from indication_scout_assets.rules.labels.label_things import things_named
from indication_scout_tests.label_examples import asking, paragraphs, section, spl

BRENTAVIL = "11110000-0000-4000-8000-000000000051"


def brentavil() -> bytes:
    """A label of tablets, of a substance that people also call by a name of trade it does not have."""
    return spl(
        BRENTAVIL, "Brentavil", "atenolol", "atenolol",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs("Brentavil is indicated for angina.")),
        section("34068-7", "2 DOSAGE AND ADMINISTRATION", paragraphs(
            "The usual dose is 30 mg once daily.", "Swallow the tablets with food.",
            "If a dose is missed, skip it and take the next one at its time.",
        )),
        section("43678-2", "3 DOSAGE FORMS AND STRENGTHS", paragraphs("Tablets: 15, 30 and 60 mg, scored.")),
        section("34070-3", "4 CONTRAINDICATIONS", paragraphs("Do not give it to those who take verapamil.")),
        section("43685-7", "5 WARNINGS AND PRECAUTIONS", paragraphs("Premature beats were seen in asthma.")),
        section("34084-4", "6 ADVERSE REACTIONS", paragraphs("Hypoglycemic coma was seen.", "Labor was early in two.")),
        section("43682-4", "12.3 PHARMACOKINETICS", paragraphs("Brentavil is distributed into milk.")),
        section("34069-5", "16 HOW SUPPLIED", paragraphs("Each carton has an alcohol swab.")),
    )  # fmt: skip


ask = asking(brentavil(), "atenolol")


@pytest.mark.parametrize(
    "question",
    [
        "Brentavil 45 mg tablets",
        "Does Brentavil come in a liquid?",
        "Brentavil extended-release capsules",
        "Brentavil for premature ejaculation",
        "What is the volume of distribution of Brentavil?",
        "Does Brentavil interact with metformin?",
        "Does Brentavil make birth control weaker?",
        "Is a glass of wine okay with Brentavil?",
    ],
)
def test_what_the_label_lacks_is_refused(question: str):
    assert ask(question).status is AnswerStatus.NOT_IN_LABEL


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Brentavil 15 mg tablets", "15, 30 and 60 mg"),
        ("Brentavil for angina", "indicated for angina"),
        ("I take verapamil, can I still take Brentavil?", "verapamil"),
        ("What is Tenormin for?", "indicated for angina"),
        ("What should I do if I missed a dose of Brentavil?", "missed"),
    ],
)
def test_what_the_label_has_is_answered(question: str, words: str):
    assert any(words in fact.text for fact in ask(question).facts)


def test_a_name_of_trade_names_no_other_drug_beside_one_that_is_named():
    assert ask("Can Brentavil be taken with Tenormin?").drug == "atenolol"


@pytest.mark.parametrize(
    ("question", "things", "for_use"),
    [
        ("xdrugx for hay fever", (("hay", "fever"),), True),
        ("xdrugx in hay fever", (("hay", "fever"),), False),
        ("xdrugx for children", (), False),
        ("I have glaucoma. Is xdrugx safe?", (("glaucoma",),), False),
        ("Can I take xdrugx if I have glaucoma?", (("glaucoma",),), False),
        ("I use lithium for my mood, can I still take xdrugx?", (("lithium",),), False),
    ],
)
def test_uses_and_what_is_taken_as_well_are_things(question: str, things: tuple[tuple[str, ...], ...], for_use: bool):
    named = things_named(question)
    assert (named.things, named.for_use) == (things, for_use)

"""Questions in everyday words: which of them may be missing from a label, and which may not."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus
from indication_scout_assets.rules.labels.label_attributes import is_nameable, is_ordinary, lexicon
from indication_scout_assets.rules.labels.label_words import (
    drug_called,
    has_root_of,
    in_labels_words,
    question_words,
    stem,
)
from indication_scout_tests.label_examples import asking, paragraphs, section, spl

BRELODINE = "11110000-0000-4000-8000-000000000031"


def brelodine() -> bytes:
    return spl(
        BRELODINE, "Brelody", "brelodine", "brelodine",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs("Brelodine is indicated for chronic gout.")),
        section("34068-7", "2 DOSAGE AND ADMINISTRATION", paragraphs(
            "The recommended starting dose is 5 mg once daily.", "Children of 6 years and older take 2 mg once daily."
        )),
        section("43685-7", "5 WARNINGS AND PRECAUTIONS", "",
            section("", "5.1 Eyes", paragraphs("Retinopathy has been reported with brelodine.")),
            section("", "5.2 Surgery", paragraphs("Discontinue brelodine 7 days before elective surgery.")),
            section("", "5.4 Lungs", paragraphs("Pulmonary edema has been reported.", "Renal fibrosis is rare.")),
            section("", "5.5 Marking", paragraphs("Metabolites may be independent of the dose.")),
        ),
        section("34073-7", "7 DRUG INTERACTIONS", paragraphs("Calcium lowers the absorption of brelodine.")),
        section("34090-1", "12 CLINICAL PHARMACOLOGY", "",
            section("43679-0", "12.1 Mechanism of Action", paragraphs("Brelodine inhibits urate transport.")),
        ),
    )  # fmt: skip


ask = asking(brelodine(), "brelodine")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Does calcium make brelodine feebler or weaker?", "Calcium lowers"),
        ("Can Brelody harm the eyes?", "Retinopathy"),
        ("How many days before an operation must brelodine be stopped?", "7 days before"),
        ("How does brelodine keep urate from clumping?", "inhibits urate"),
    ],
)
def test_everyday_words_find_the_label_s(question: str, words: str):
    answer = ask(question)
    assert answer.status is AnswerStatus.ANSWERED, answer.note
    assert words in answer.facts[0].text


@pytest.mark.parametrize(
    "question",
    [
        "Does calcium or turmeric hamper brelodine?",
        "Is brelodine used for pulmonary fibrosis?",
        "Does brelodine help with snoring?",
        "Is brelodine good for ringworm?",
        # a purpose and a kind of disease are names
        "Is brelodine effective for stage fright?",
        "Is brelodine safe for people with a peanut allergy?",
        "Does brelodine interact with mistletoe?",
    ],
)
def test_what_the_label_lacks_is_refused(question: str):
    assert ask(question).status is AnswerStatus.NOT_IN_LABEL


@pytest.mark.parametrize("word", ["stronger", "heaviest", "uptake", "three", "hampers"])
def test_ordinary_words(word: str):
    assert is_ordinary(word)


@pytest.mark.parametrize(
    "word",
    [
        "liver",
        "turmeric",
        "hamster",
        "pilot",
    ],
)
def test_words_that_name_something(word: str):
    assert not is_ordinary(word)


@pytest.mark.parametrize(
    ("lay", "of_label"), [("eyes", "retinopathy"), ("kidneys", "nephrotoxicity"), ("brain", "encephalopathy")]
)
def test_a_lay_word_stands_for_the_label_s_root(lay: str, of_label: str):
    assert has_root_of(stem(lay), stem(of_label))
    assert not has_root_of(stem(lay), stem("hypertension"))


def test_a_short_root_only_begins_a_word():
    assert has_root_of("liver", "hepat")
    assert not has_root_of("bone", "glosteoma")


def test_no_lay_word_for_the_body_is_an_ordinary_one():
    table = question_words()
    assert not table.ordinary & table.roots.keys()


def test_ages_in_words_are_read_as_digits():
    assert in_labels_words("a ten year old") == "a 10 year old"
    assert in_labels_words("one of two tablets") == "one of two tablets"


def test_alternatives_of_a_pattern_begin_words():
    dependence = lexicon()["dependence"]
    assert dependence.is_said_in("may lead to dependence")
    assert not dependence.is_said_in("binding is independent of concentration")


@pytest.mark.parametrize("word", ["neuritis", "gemfibrozil", "turmeric", "hiccups", "bodybuilders", "warfarin"])
def test_words_that_people_name_and_learned_forms_can_name_something(word: str):
    assert is_nameable(word)


@pytest.mark.parametrize("word", ["frail", "overgrown", "aggressive"])
def test_other_words_name_nothing_a_label_could_lack(word: str):
    assert not is_nameable(word)
    assert ask(f"Can brelodine damage {word} eyes?").status is AnswerStatus.ANSWERED


@pytest.mark.parametrize(
    ("asked", "in_label"),
    [
        ("rifampicin", "rifampin"),
        ("warfarin", "coumarin"),
        ("lorazepam", "benzodiazepines"),
    ],
)
def test_a_label_may_have_another_name_of_a_drug_or_its_group(asked: str, in_label: str):
    assert stem(in_label) in drug_called(asked)


def test_a_drug_of_no_group_has_no_other_name():
    assert not drug_called("brelodine")


def test_where_no_span_of_the_attribute_holds_a_name_others_answer():
    answer = ask("What dose of brelodine goes with calcium?")
    assert answer.intent.attribute == "dose"
    assert "Calcium lowers" in answer.facts[0].text


@pytest.mark.parametrize("name", ["brelodin", "brelo"])
def test_a_name_but_for_its_end_is_a_misspelt_one(name: str):
    answer = ask(f"How is {name} given?")
    assert answer.status is AnswerStatus.DID_YOU_MEAN
    assert answer.suggestions == ("brelodine",)

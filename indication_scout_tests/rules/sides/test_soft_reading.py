"""The soft reading of articles without a side: its facts, its words, and that its weights are of facts that exist."""

from __future__ import annotations

import re

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.assessment import SoftReading, SoftWord
from indication_scout_assets.domain.readings import TreatmentRelation
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.sides import result_phrases
from indication_scout_assets.rules.sides.intent import read_intent
from indication_scout_assets.rules.sides.results import Place
from indication_scout_assets.rules.sides.soft_reading import SoftWeights, facts_of, read_softly, shipped_weights

IN_PASSING = (
    "Headache is common. Zelavir is effective in migraine and is recommended by many. It relieved migraine in most "
    "who took it. Zelavir reduced attacks of migraine in daily practice. The mechanism of migraine is discussed."
)
KINETICS = "Plasma levels of zelavir were measured. Levels of zelavir and atenolol did not differ. Migraine was rare."


def article(abstract: str, title: str = "A review of headache") -> Article:
    return Article(id="1", title=title, abstract=abstract)


def softly(abstract: str, title: str = "A review of headache") -> SoftReading | None:
    record = article(abstract, title)
    return read_softly(["zelavir"], ["migraine"], record, read_intent(["zelavir"], ["migraine"], record).intent)


def facts(
    abstract: str, title: str = "A review of headache", intent: TreatmentRelation = TreatmentRelation.UNCLEAR
) -> frozenset[str]:
    return facts_of(["zelavir"], ["migraine"], article(abstract, title), intent)


def test_a_benefit_told_in_passing_is_likely_to_be_support() -> None:
    assert read_intent(["zelavir"], ["migraine"], article(IN_PASSING)).polarity is Polarity.NEUTRAL
    reading = softly(IN_PASSING)
    assert reading is not None
    assert reading.word is SoftWord.LIKELY


def test_an_article_on_something_else_gets_no_word() -> None:
    assert softly(KINETICS) is None


def test_an_article_that_does_not_name_both_has_no_facts() -> None:
    assert facts("Zelavir relieved pain.") == frozenset()
    assert softly("Zelavir relieved pain.") is None


def test_facts_are_counted_from_sentences() -> None:
    read = facts("Zelavir relieved migraine. Atenolol was given. Nothing else relieved migraine.")
    assert {"drug in 1 sentences", "disease in 2 sentences", "both in 1 sentences"} <= read
    assert "drug in 2 sentences" not in read
    assert {"drug and disease alone", "phrase helped", "drug and disease beside benefit"} <= read


def test_the_title_is_a_sentence_and_another_agent_is_seen() -> None:
    read = facts("Zelavir and atenolol were given.", title="Zelavir in migraine", intent=TreatmentRelation.TREATS)
    assert {"drug in 2 sentences", "drug beside another agent", "the drug treats the disease"} <= read
    assert "no other agent" in facts("Zelavir relieved migraine.")
    assert "no abstract" in facts("", title="Zelavir in migraine")


def test_a_drug_that_causes_is_no_treatment() -> None:
    assert "drug and disease as no treatment" in facts("Migraine induced by zelavir was seen.")


def test_the_sum_decides_between_the_words() -> None:
    weights = SoftWeights(likely=5, unclear=2, weights={"a": 3, "b": 2, "c": -4})
    assert weights.reading_of(frozenset("ab")) == SoftReading(word=SoftWord.LIKELY, weight=5)
    assert weights.reading_of(frozenset("bx")) == SoftReading(word=SoftWord.UNCLEAR, weight=2)
    assert weights.reading_of(frozenset("abc")) is None


def test_the_weights_are_whole_numbers_of_facts_that_can_be_found() -> None:
    shipped = shipped_weights()
    assert shipped.unclear < shipped.likely
    places = "|".join(place.name.lower() for place in Place)
    who = "(?:drug|drug and disease)"
    phrases = "|".join(phrase.id for phrase in result_phrases.SUPPORTING)
    known = re.compile(
        rf"the drug (?:{'|'.join(i.value.replace('_', ' ') for i in TreatmentRelation)}) the disease"
        rf"|(?:drug|disease|both) in (?:1|2|3|5|most) sentences|other agents in more sentences than the drug"
        rf"|no other agent|no abstract|no result|{who} (?:alone|as no treatment|beside another agent|beside safety)"
        rf"|{who} beside (?:benefit|denial)(?:, (?:{places}))?|{who} beside no effect|phrase (?:{phrases})"
        rf"|result (?:supports|contradicts), (?:{places}|names (?:both|the drug|the disease|neither))"
    )
    assert not [fact for fact in shipped.weights if not known.fullmatch(fact)]
    assert all(isinstance(weight, int) and weight for weight in shipped.weights.values())

"""What the rules read of a whole article: its direction, whose it is, and on which words."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.assessment import DiseaseMatch, DrugMatch
from indication_scout_assets.domain.findings.readings import Direction, PairReading, TreatmentRelation
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.reading.readers import brief_readings
from indication_scout_tests.readings import pair_of, read_by_rules
from indication_scout_tests.rules.assessment.grading.records import DRUG, RAYNAUD, article

D, R = Direction, TreatmentRelation
HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo."
DENIES = "Sildenafil had no effect on Raynaud disease compared with placebo."
CAUSES = "Sildenafil induced Raynaud disease in three patients."
BLAND = "We studied sildenafil in Raynaud disease."
ENROLLED = "We randomly assigned 60 patients with Raynaud disease to sildenafil or placebo."
PAIR = pair_of(DRUG, RAYNAUD)


def read(record: Article) -> PairReading:
    return read_by_rules(record, PAIR).of_pair


def direction_of(title: str, abstract: str = "") -> Direction:
    return read(article(title, abstract)).direction


class TestDirection:
    @pytest.mark.parametrize(
        ("abstract", "relation", "expected"),
        [
            (HELPS, R.TREATS, D.BENEFIT),
            (DENIES, R.NO_EFFECT, D.NO_BENEFIT),
            (CAUSES, R.CAUSES, D.HARM),
            (BLAND, R.UNCLEAR, D.NONE),
        ],
    )
    def test_of_the_whole_article(self, abstract: str, relation: TreatmentRelation, expected: Direction) -> None:
        stated = read(article("A study of sildenafil", abstract))
        assert (stated.relation, stated.direction) == (relation, expected)

    @pytest.mark.parametrize("abstract", [HELPS, DENIES, CAUSES])
    def test_it_stands_on_exact_words(self, abstract: str) -> None:
        record = article("A study of sildenafil", f"{BLAND} {abstract}")
        stated = read(record)
        assert stated.span is not None
        assert stated.span.text == abstract == record.abstract[stated.span.start : stated.span.end]
        assert stated.cue in abstract.lower()

    @pytest.mark.parametrize(
        "abstract",
        [
            "At week 12 bosentan, compared with sildenafil, showed fewer spasms and less Raynaud disease.",
            "Raynaud disease was treated with bosentan rather than with iloprost, and versus sildenafil it did well.",
        ],
    )
    def test_a_comparator_is_blamed_for_nothing(self, abstract: str) -> None:
        assert direction_of("Bosentan and a comparator", abstract) is not D.HARM

    @pytest.mark.parametrize(
        "abstract",
        [
            "BACKGROUND: Sildenafil reduced attacks of Raynaud disease before. METHODS: Nine healthy men took it.",
            "In nine healthy men sildenafil reduced finger tone, which may have a meaning in Raynaud disease.",
            "Sildenafil did not reverse the relief that nifedipine brought in Raynaud disease.",
            "Sildenafil may have the power to prevent Raynaud disease.",
            "Sildenafil lowered blood pressure without inducing Raynaud disease.",
        ],
    )
    def test_what_is_known_supposed_denied_or_spared_is_no_support(self, abstract: str) -> None:
        assert direction_of("Sildenafil and blood vessels", abstract) is not D.BENEFIT

    @pytest.mark.parametrize(
        "title",
        [
            "Does sildenafil change the response to nifedipine in Raynaud disease?",
            "Sildenafil for the prevention of stroke in people with Raynaud disease",
        ],
    )
    def test_a_title_that_asks_or_names_its_subject_is_no_support(self, title: str) -> None:
        assert direction_of(title, BLAND) is not D.BENEFIT

    @pytest.mark.parametrize("title", ["Raynaud disease induced by sildenafil", "Sildenafil-induced Raynaud disease"])
    def test_harm_never_becomes_support(self, title: str) -> None:
        assert direction_of(title, HELPS) is D.HARM

    def test_a_protocol_takes_no_side_by_what_it_hopes(self) -> None:
        text = "Sildenafil reduced attacks of Raynaud disease in animals."
        assert direction_of("Sildenafil for Raynaud disease: study protocol for a randomized trial", text) is D.NONE


class TestPartOfTheDisease:
    """What is described of a narrower disease is described of a part of the disease, and marked."""

    PART = pair_of(DRUG, RAYNAUD, narrower_names=("digital vasospasm",))
    HELPED = "Sildenafil significantly reduced attacks of digital vasospasm compared with placebo."

    def test_it_gives_a_direction_on_its_own_words(self) -> None:
        stated = read_by_rules(article("Sildenafil in digital vasospasm", self.HELPED), self.PART).of_pair
        assert (stated.direction, stated.of_narrower_disease) == (D.BENEFIT, True)
        assert stated.span is not None
        assert stated.span.text == self.HELPED
        assert stated.directness is not None
        assert stated.directness.disease is DiseaseMatch.NARROWER

    def test_without_its_names_nothing_is_told(self) -> None:
        stated = read(article("Sildenafil in digital vasospasm", self.HELPED))
        assert (stated.direction, stated.of_narrower_disease) == (D.NONE, False)


class TestWhose:
    def test_a_combinations_benefit_is_marked(self) -> None:
        text = "Sildenafil plus bosentan significantly reduced attacks of Raynaud disease compared with placebo."
        stated = read(article("Treatment of the cold hand", f"{BLAND} {text}"))
        assert stated.directness is not None
        assert stated.direction is D.NONE or stated.of_combination
        assert all(quotation.of_combination for quotation in stated.quotations if quotation.direction is D.BENEFIT)

    def test_a_drug_named_in_passing_is_only_mentioned(self) -> None:
        stated = read(
            article("Nifedipine in Raynaud disease", "People with Raynaud disease took sildenafil or aspirin.")
        )
        assert stated.directness is not None
        assert stated.directness.drug is DrugMatch.MENTIONED

    @pytest.mark.parametrize(
        ("title", "types", "match"),
        [
            ("Vasodilators in Raynaud disease: a meta-analysis", ("Meta-Analysis",), DrugMatch.AMONG_SEVERAL),
            ("Sildenafil in Raynaud disease: a meta-analysis", ("Meta-Analysis",), DrugMatch.THIS_DRUG),
            ("Vasodilators in Raynaud disease", ("Randomized Controlled Trial",), DrugMatch.THIS_DRUG),
        ],
    )
    def test_a_review_whose_title_does_not_name_the_drug_is_of_several(
        self, title: str, types: tuple[str, ...], match: DrugMatch
    ) -> None:
        stated = read(article(title, HELPS, types=types))
        assert stated.directness is not None
        assert stated.directness.drug is match
        assert stated.directness.names_pair
        assert stated.directness.is_direct is (match is DrugMatch.THIS_DRUG)


@pytest.mark.parametrize("abstract", [HELPS, DENIES, CAUSES, BLAND, ""])
def test_in_brief_the_rules_read_the_same_direction_on_the_same_words(abstract: str) -> None:
    record = article("Sildenafil in Raynaud disease", abstract)
    [brief] = brief_readings(PAIR, [record])
    whole = read_by_rules(record, PAIR)
    in_brief = ("relation", "direction", "of_combination", "cautious", "span", "cue", "harm_in_passing")
    assert [getattr(brief.of_pair, name) for name in in_brief] == [getattr(whole.of_pair, name) for name in in_brief]
    assert (brief.study.design, brief.study.population) == (whole.study.design, whole.study.population)
    assert brief.of_pair.directness is None
    assert whole.of_pair.directness is not None
    assert brief.reader != whole.reader


def test_the_study_is_read_with_the_words_its_participants_stand_on() -> None:
    record = article(
        "Sildenafil in Raynaud disease", f"We randomised 61 patients. {HELPS}", types=("Randomized Controlled Trial",)
    )
    study = read_by_rules(record, PAIR).study
    assert study.participants is not None
    assert study.participants.number == 61
    assert [record.abstract[span.start : span.end] for span in study.participants.spans] == ["61 patients"]
    assert study.level == 2


def test_effects_are_read_only_where_the_article_measured_something_and_takes_a_direction() -> None:
    concluded = "Sildenafil reduced attacks of Raynaud disease."
    described = "Attacks stopped in 71% with sildenafil and in 37% with placebo (P = 0.01)."
    trial = article("Sildenafil in Raynaud disease: a randomised trial", f"{ENROLLED} {described} {concluded}")
    review = trial.model_copy(update={"publication_types": (PublicationType(name="Review"),), "title": "A review"})
    assert [effect.sentence.text for effect in read(trial).effects if effect.has_numbers] == [described]
    assert read(review).direction is D.BENEFIT
    assert not read(review).effects
    undecided = article("Sildenafil in Raynaud disease: a randomised trial", f"{ENROLLED} {described}")
    assert read(undecided).direction is D.NONE
    assert not read(undecided).effects

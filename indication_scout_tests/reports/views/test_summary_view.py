"""The first screen and a candidate on one screen: counted sentences, sides, effects, and what stands open at first."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.assessment import Level
from indication_scout_assets.domain.findings.effects import BestEffect, Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import CandidateView, candidate_views
from indication_scout_assets.reports.views.candidates.record_views import PlaceView
from indication_scout_assets.reports.views.candidates.summary_view import StudyRow, SummaryView, sentence_of_cue
from indication_scout_assets.reports.words import effect_words
from indication_scout_assets.reports.words.evidence_sentences import number
from indication_scout_assets.rules.effects.best_effect import best_effect

from ..sample import assessed_report, judged
from ..sample_parts import text_in

REPORT = assessed_report()
PAGE: Any = html.fromstring(render_html(REPORT))
MOST_WORDS = 900


def span(text: str) -> TextSpan:
    return TextSpan(start=0, end=len(text), text=text)


def with_effect(report: EvidenceReport, effect: Effect) -> tuple[EvidenceReport, str]:
    """The report with an effect on the first counted article of its first candidate, and that article's id."""
    view = candidate_views(report)[0]
    assert view.assessment is not None
    article_id = next(g.grade.evidence_id for g in view.assessment.counted if g.grade.evidence_id in report.articles)
    effects = {article_id: (effect,)}
    update = {"effects": effects, "best_effect": best_effect(view.assessment.assessment.grades, effects, {})}
    parts = tuple(part.model_copy(update=update) if part == view.evidence else part for part in report.candidates)
    return report.model_copy(update={"candidates": parts}), article_id


def _without_sides(part: CandidateEvidence) -> CandidateEvidence:
    """The candidate with studies of which none takes a side."""
    if part.assessment is None:
        return part
    grades = tuple(g.model_copy(update={"polarity": Polarity.NEUTRAL}) for g in part.assessment.grades)
    assessment = part.assessment.model_copy(update={"grades": grades, "trials": (), "recommendations": (), "harms": ()})
    return judged(part.model_copy(update={"assessment": assessment}))


class TestFirstScreen:
    def test_every_candidate_has_a_row_that_leads_to_it(self) -> None:
        rows = PAGE.xpath("//table[@class='first']/tbody/tr")
        assert [row.xpath("string(th/a/@href)") for row in rows] == [f"#{v.anchor}" for v in candidate_views(REPORT)]

    def test_the_numbers_of_a_sentence_are_those_of_the_counted_studies(self) -> None:
        view = candidate_views(REPORT)[0]
        assert view.assessment is not None
        trials = [g.grade for g in view.assessment.counted if g.grade.level is Level.RANDOMIZED_TRIAL]
        participants = sum(grade.participants or 0 for grade in trials)
        assert f"{number(len(trials))} randomised trials" in view.summary.found.lower()
        assert f"{participants:,} participants" in view.summary.found

    def test_a_trial_is_no_row_beside_its_counted_paper(self) -> None:
        view = candidate_views(REPORT)[0]
        assert view.assessment is not None
        counted = {grade.grade.study for grade in view.assessment.counted}
        trials = [row.record.name for row in view.summary.studies if row.design.startswith("registered trial")]
        assert not counted.intersection(trials)

    def test_a_candidate_with_studies_on_both_sides_is_for_and_against(self) -> None:
        view = candidate_views(REPORT)[0]
        assert view.assessment is not None
        counts = view.assessment.polarities
        assert min(counts[Polarity.SUPPORTS], counts[Polarity.CONTRADICTS]) > 0
        assert view.summary.side == "conflicting"

    def test_the_drug_the_candidates_and_the_four_lists_come_first(self) -> None:
        ids = [element.get("id") for element in PAGE.xpath("//main/*[@id]")]
        assert ids[:4] == ["top", "candidates", "lists", "details"]
        assert ids[-1] == "rest"

    def test_the_words_open_at_first_are_fewer_than_the_limit(self) -> None:
        page: Any = html.fromstring(render_html(REPORT))
        for folded in page.xpath("//main//details"):
            summary = folded.find("summary")
            for child in list(folded):
                if child is not summary:
                    folded.remove(child)
        assert len(text_in(page.get_element_by_id("main")).split()) < MOST_WORDS


class TestOneScreen:
    @pytest.mark.parametrize("view", candidate_views(REPORT), ids=lambda view: view.anchor)
    def test_that_nothing_speaks_for_it_never_stands_above_what_speaks_for_it(self, view: CandidateView) -> None:
        counts = view.assessment.polarities if view.assessment else {}
        assert bool(view.summary.case_for) >= bool(counts.get(Polarity.SUPPORTS))
        assert bool(view.summary.case_against) >= bool(counts.get(Polarity.CONTRADICTS))
        for case in (view.summary.case_for, view.summary.case_against, view.summary.missing):
            assert len(case) <= 3

    def test_an_effect_stands_in_its_row_and_in_the_bottom_line_as_the_text_gives_it(self) -> None:
        effect = Effect(
            sentence=span("Attacks were fewer with it than with placebo (hazard ratio 0.66, 95% CI 0.5-0.8)."),
            measure=EffectMeasure.HAZARD_RATIO, endpoint=span("Attacks"), comparator=span("placebo"),
            value=span("0.66"), interval=span("0.5-0.8"), p_value=span("p<0.001"),
        )  # fmt: skip
        report, article_id = with_effect(REPORT, effect)
        page: Any = html.fromstring(render_html(report))
        (row,) = [r for r in page.xpath("//table[@class='studies']//tr[td]") if "0.66 (0.5-0.8)" in text_in(r)]
        for words in ("placebo", "Attacks", "hazard ratio 0.66 (0.5-0.8); p<0.001", "Attacks were"):
            assert words in text_in(row)
        assert row.xpath("string(th/a/@href)").endswith(article_id)
        assert "Attacks: hazard ratio 0.66 (0.5-0.8); p<0.001, against placebo; endpoint not" in text_in(
            page.get_element_by_id("candidate-1")
        )
        assert "hazard ratio 0.66 (0.5-0.8); p" in render_markdown(report)

    @pytest.mark.parametrize(
        ("sentence", "shown"),
        [
            ("Pain fell by 42% with it and by 20% with placebo.", "42% with it and by 20% with placebo"),
            ("Pain fell by 42% against 20% of those who, all told, were given placebo.", "42% against 20%"),
            ("Against placebo pain fell by 42% and 20%.", "42% and 20%"),
        ],
    )
    def test_the_second_group_is_named_where_the_sentence_goes_on_with_it(self, sentence: str, shown: str) -> None:
        def part(words: str) -> TextSpan:
            start = sentence.index(words)
            return TextSpan(start=1000 + start, end=1000 + start + len(words), text=words)

        groups = sentence[sentence.index("42%") : sentence.index("20%") + len("20%")]
        effect = Effect(
            sentence=part(sentence), measure=EffectMeasure.GROUPS, groups=part(groups), comparator=part("placebo")
        )
        assert effect_words.effect(effect) == shown

    @pytest.mark.parametrize(
        ("groups", "shown"),
        [
            ("49 vs. 4%", "49 vs. 4% (the first is the comparator’s)"),
            ("49% with placebo and 4%", "49% with placebo and 4%"),
        ],
    )
    def test_it_is_told_where_the_comparators_value_comes_first(self, groups: str, shown: str) -> None:
        effect = Effect(
            sentence=span(f"{groups} with it."), measure=EffectMeasure.GROUPS, groups=span(groups),
            comparator=span("placebo"), comparator_first=True,
        )  # fmt: skip
        assert effect_words.effect(effect) == shown
        assert "comparator" not in effect_words.effect(effect.model_copy(update={"comparator_first": False}))

    def test_numbers_that_do_not_say_what_and_against_what_give_way_to_the_abstracts_sentence(self) -> None:
        whole = Effect(
            sentence=span("Pain was less."), measure=EffectMeasure.RISK_RATIO, value=span("0.4"), endpoint=span("Pain"),
            comparator=span("usual care"),
        )  # fmt: skip
        for effect, wording in (
            (whole, "Pain: risk ratio 0.4, against usual care"),
            (whole.model_copy(update={"endpoint": None}), "“Pain was less.”"),
            (whole.model_copy(update={"comparator": None}), "“Pain was less.”"),
            (whole.model_copy(update={"value": None, "p_value": span("P = 0.4")}), "“Pain was less.”"),
        ):
            report, article_id = with_effect(REPORT, effect)
            (row,) = [r for r in candidate_views(report)[0].summary.studies if r.effect == effect]
            assert row.result == row.measured == wording, article_id

    def test_a_study_without_side_and_effect_shows_what_is_quoted_of_it(self) -> None:
        silent = _without_sides(REPORT.candidates[0])
        assert silent.assessment is not None
        assert silent.literature is not None
        grades = tuple(grade.model_copy(update={"polarity_cue": ""}) for grade in silent.assessment.grades)
        assessment = silent.assessment.model_copy(update={"grades": grades})
        part = silent.model_copy(update={"effects": {}, "assessment": assessment})
        report = REPORT.model_copy(update={"candidates": (part, *REPORT.candidates[1:])})
        quoted = {c.quote for s in silent.literature.statements for c in s.citations if c.field == "abstract"}
        sentences = {row.telling for row in candidate_views(report)[0].summary.studies} - {""}
        assert sentences
        assert sentences <= quoted

    def test_the_largest_trial_is_told_by_its_numbers_and_the_strongest_study_by_its_side(self) -> None:
        numbers = Effect(sentence=span("It was 4 vs 9."), measure=EffectMeasure.GROUPS, groups=span("4 vs 9"))
        row = StudyRow(
            PlaceView("PMID 1", "#1"), "", "trial", 40, Polarity.SUPPORTS, "benefit", "", numbers, "", "It helped."
        )
        assert (row.result, row.measured) == ("“It helped.”", "“It was 4 vs 9.”")

    def test_of_values_that_a_model_named_other_numbers_between_them_are_left_out(self) -> None:
        numbers = Effect(
            sentence=span("Pain: 4 (of 9) vs 7."), measure=EffectMeasure.HAZARD_RATIO, endpoint=span("Pain"),
            comparator=span("usual care"), groups=span("4 (of 9) vs 7"), value=span("0.4"),
            group_values=(span("4"), TextSpan(start=12, end=13, text="7")),
        )  # fmt: skip
        report, _ = with_effect(REPORT, numbers)
        (row,) = [r for r in candidate_views(report)[0].summary.studies if r.effect == numbers]
        assert row.effect_or_outcome == "Pain: 4 … 7; hazard ratio 0.4"
        assert "| Pain: 4 … 7; hazard ratio 0.4 |" in render_markdown(report)

    def test_ratios_with_their_bounds_are_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ratio = Effect(
            sentence=span("It was 0.4."), measure=EffectMeasure.HAZARD_RATIO, value=span("0.4"), number=0.4, low=0.2,
            high=0.8,
        )  # fmt: skip
        report, _ = with_effect(REPORT, ratio)
        row = next(r for r in candidate_views(report)[0].summary.studies if r.effect == ratio)
        monkeypatch.setattr(SummaryView, "studies", [row, row, row])
        page: Any = html.fromstring(render_html(report))
        assert page.xpath("//details[@id='candidate-1-studies']//figcaption[contains(., 'Ratios with their')]")

    def test_the_sentence_a_side_was_read_from_is_the_last_with_its_words(self) -> None:
        abstract = "Zelavir may help. Pain fell.  RESULTS: It helped.\nCONCLUSION: Zelavir HELPED, and was safe."
        assert sentence_of_cue(abstract, "helped") == "Zelavir HELPED, and was safe."
        assert sentence_of_cue(abstract, "zelavir may…") == "Zelavir may help."
        assert (sentence_of_cue(abstract, "worse"), sentence_of_cue(abstract, "")) == ("", "")

    def test_a_word_or_two_show_a_sentence_only_where_it_names_the_drug(self) -> None:
        abstract = "Rates were lower with zelavir. They were lower with budenoside too."
        assert sentence_of_cue(abstract, "lower", ("zelavir",)) == "Rates were lower with zelavir."
        assert sentence_of_cue(abstract, "too", ("zelavir",)) == ""
        assert sentence_of_cue(abstract, "lower with budenoside too", ("zelavir",)).startswith("They")

    def test_every_candidate_is_folded_at_first(self) -> None:
        for view in candidate_views(REPORT):
            (section,) = PAGE.xpath(f"//section[@id='details']/details/details[@id='{view.anchor}']")
            assert section.get("open") is None

    def test_everything_behind_it_is_folded_and_opens_at_its_anchors(self) -> None:
        for folded in PAGE.xpath("//details[@class='rest']"):
            assert folded.get("open") is None
        (case,) = PAGE.xpath("//details[@id='candidate-1']//div[@class='case']")
        assert case.xpath("ancestor::details/@id") == ["candidate-1", "candidate-1-rest"]


def _with_studies(*studies: tuple[Level, Polarity], weakest: Population = Population.IN_VITRO) -> SummaryView:
    """The first candidate with counted studies of these levels and sides alone; ``weakest``: what those of the weakest
    level studied.
    """
    part = REPORT.candidates[0]
    assert part.assessment is not None
    pattern = next(grade for grade in part.assessment.grades if grade.is_study_of_pair)
    grades = tuple(
        pattern.model_copy(
            update={
                "evidence_id": f"{n}",
                "study": f"{n}",
                "level": level,
                "polarity": side,
                "directness": pattern.directness.model_copy(
                    update={"population": weakest if level is CELLS else Population.HUMAN}
                ),
            }
        )
        for n, (level, side) in enumerate(studies)
    )
    only = part.assessment.model_copy(update={"grades": grades, "trials": (), "harms": (), "recommendations": ()})
    candidate = judged(part.model_copy(update={"assessment": only}))
    return candidate_views(REPORT.model_copy(update={"candidates": (candidate,)}))[0].summary


TRIAL, CELLS = Level.RANDOMIZED_TRIAL, Level.MECHANISM


@pytest.mark.parametrize(
    ("studies", "side"),
    [
        ([(TRIAL, Polarity.MIXED), (CELLS, Polarity.SUPPORTS)], "conflicting"),
        ([(TRIAL, Polarity.MIXED)], "conflicting"),
        ([(TRIAL, Polarity.MIXED), (TRIAL, Polarity.SUPPORTS)], "benefit"),
        ([(CELLS, Polarity.SUPPORTS)], "benefit, in animals or cells only"),
        ([(TRIAL, Polarity.NEUTRAL), (CELLS, Polarity.SUPPORTS)], "benefit, in animals or cells only"),
        ([(TRIAL, Polarity.NEUTRAL)], "inconclusive"),
    ],
)
def test_the_strongest_study_decides_whether_a_candidate_is_mixed(
    studies: list[tuple[Level, Polarity]], side: str
) -> None:
    assert _with_studies(*studies).direction_text == side


def test_a_review_of_people_is_in_people_though_its_level_is_the_weakest() -> None:
    assert _with_studies((CELLS, Polarity.SUPPORTS), weakest=Population.HUMAN).direction_text == "benefit"
    assert _with_studies((CELLS, Polarity.SUPPORTS), weakest=Population.UNCLEAR).direction_text == "benefit"


def test_a_mixed_study_is_told_where_none_is_against() -> None:
    words = _with_studies((TRIAL, Polarity.MIXED), (CELLS, Polarity.SUPPORTS)).none_against
    assert words.startswith("No counted study was negative, but a study has results of both kinds.")


class TestStrength:
    STRENGTH = candidate_views(REPORT)[0].summary

    def test_the_word_its_steps_and_what_is_not_known_are_shown_in_every_format(self) -> None:
        (sentence,) = self.STRENGTH.strength_sentences
        assert sentence.startswith("Low, for conflicting results. Starts high: 4 randomised trials or reviews")
        assert "lowered two for inconsistency: 2 of 4 studies have another direction than the rest." in sentence
        assert ". Masking is not known of 3 of 4 studies. Events" in sentence
        assert self.STRENGTH.strength == "low"
        assert sentence in text_in(PAGE)
        assert f"- **Strength of evidence:** {sentence}" in render_markdown(REPORT)

    def test_without_a_study_with_a_direction_there_is_no_word(self) -> None:
        assert _with_studies((TRIAL, Polarity.NEUTRAL)).strength == "—"
        assert _with_studies((CELLS, Polarity.SUPPORTS)).strength == "very low"

    def test_a_report_from_before_directions_were_stored_says_so(self) -> None:
        part = REPORT.candidates[0]
        assert part.assessment is not None
        older = part.assessment.model_copy(update={"direction": None, "strength": None})
        candidate = part.model_copy(update={"assessment": older})
        summary = candidate_views(REPORT.model_copy(update={"candidates": (candidate,)}))[0].summary
        assert (summary.side, summary.strength) == ("not recorded", "—")

    def test_a_missed_phase_3_endpoint_is_in_the_bottom_line(self) -> None:
        part = REPORT.candidates[0]
        assert part.assessment is not None
        assert "Primary endpoint not met" not in self.STRENGTH.bottom_line
        missed = part.assessment.model_copy(update={"missed_endpoints": ("NCT99000001", "NCT99000002")})
        candidate = part.model_copy(update={"assessment": missed})
        summary = candidate_views(REPORT.model_copy(update={"candidates": (candidate,)}))[0].summary
        words = "Primary endpoint not met in 2 phase 3 trials: NCT99000001 and NCT99000002."
        assert words in summary.bottom_line


def test_the_row_of_a_candidate_has_the_effect_of_its_best_evidence_in_one_line() -> None:
    whole = Effect(
        sentence=span("Attacks were fewer with it than with placebo (risk ratio 0.66)."),
        measure=EffectMeasure.RISK_RATIO, endpoint=span("Attacks"), comparator=span("placebo"), value=span("0.66"),
    )  # fmt: skip
    view = candidate_views(REPORT)[0]
    shown = next(graded.grade.evidence_id for graded in view.assessment.counted)
    for effect, other, words in (
        (whole, False, "): Attacks: risk ratio 0.66, against placebo."),
        (whole.model_copy(update={"endpoint": None}), False, "): “Attacks were fewer with it than with placebo (risk"),
        (whole, True, "): Attacks: risk ratio 0.66, against placebo."),
        (None, False, ""),
    ):
        best = BestEffect(
            best_kind=DocumentKind.ARTICLE, best_id="other" if other else shown, shown_id=shown, effect=effect
        )
        report, _ = with_effect(REPORT, effect or whole)
        first = report.candidates[0].model_copy(update={"best_effect": best, "effects": {shown: (effect or whole,)}})
        changed = report.model_copy(update={"candidates": (first, *report.candidates[1:])})
        line = candidate_views(changed)[0].summary.effect_in_short
        assert (words in line) if words else line == ""
        assert bool(line) is False or line.startswith("Effect (PMID ") is not other
        assert line in render_markdown(changed)

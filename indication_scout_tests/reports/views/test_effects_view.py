"""The best evidence and pooled trials as every format shows them: named as what they are, with their words."""

from __future__ import annotations

import io
from typing import Any

import pytest
from docx import Document
from lxml import html

from indication_scout_assets.domain.findings.assessment import Grade, Level
from indication_scout_assets.domain.findings.effects import Effect
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.domain.records.articles import MeshHeading
from indication_scout_assets.reports.exports.word_report import render_word
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import candidate_views
from indication_scout_assets.rules.effects.best_effect import best_effect
from indication_scout_assets.rules.effects.pooling import pool_trials

from ...rules.effects.test_pooling import effect
from ..sample import assessed_report

REPORT = assessed_report()
PART = REPORT.candidates[0]
META, TRIALS = "99000002", ("99000001", "99000003", "99000005")
RATIOS = [(0.8, 0.6, 1.07), (0.7, 0.5, 0.98), (0.9, 0.75, 1.08)]


def with_effects(effects: dict[str, Effect], *, meta: bool = True, crossover: str = "") -> EvidenceReport:
    """The report with effects of its first candidate, whose articles are a meta-analysis and three randomised trials.

    Args:
        effects: one of an article, by its id.
        meta: whether the meta-analysis counts.
        crossover: the id of an article that is indexed as a crossover study.
    """
    assert PART.assessment is not None
    trial = {
        "level": Level.RANDOMIZED_TRIAL, "design": StudyDesign.RANDOMIZED_TRIAL, "counts": True, "participants": 100,
        "deferred": "", "risks": (),
    }  # fmt: skip

    def changed(grade: Grade) -> Grade:
        update = trial if grade.evidence_id in TRIALS else {"counts": meta and grade.evidence_id == META}
        return grade.model_copy(update=update)

    grades = tuple(map(changed, PART.assessment.grades))
    of_articles = {key: (value,) for key, value in effects.items()}
    pooled, not_pooled = pool_trials(grades, of_articles, {})
    part = PART.model_copy(
        update={
            "assessment": PART.assessment.model_copy(update={"grades": grades}),
            "effects": of_articles,
            "best_effect": best_effect(grades, of_articles, {META: "Walking was better."}),
            "pooled": pooled,
            "not_pooled": not_pooled,
        }
    )
    indexed = (MeshHeading(name="Cross-Over Studies", ui="D018592"),)
    articles = {
        key: article.model_copy(update={"mesh_headings": indexed}) if key == crossover else article
        for key, article in REPORT.articles.items()
    }
    return REPORT.model_copy(update={"candidates": (part, *REPORT.candidates[1:]), "articles": articles})


ALIKE = {article_id: effect(ratio) for article_id, ratio in zip(TRIALS, RATIOS, strict=True)}


def in_every_format(report: EvidenceReport) -> tuple[str, str, str]:
    page: Any = html.fromstring(render_html(report))
    word = Document(io.BytesIO(render_word(report)))
    section = page.get_element_by_id("candidate-1").text_content()
    texts = (section, render_markdown(report), "\n".join(p.text for p in word.paragraphs))
    return tuple(" ".join(text.split()) for text in texts)  # type: ignore[return-value]


def test_the_small_trial_is_never_taken_for_the_best_evidence() -> None:
    report = with_effects({TRIALS[1]: effect(RATIOS[0])}, crossover=TRIALS[1])
    figure = candidate_views(report)[0].summary.best_figure
    assert figure == (
        "Best evidence: meta-analysis of randomised trials, 640 participants (PMID 99000002); no effect in numbers was "
        "read in it; its direction rests on: “Walking was better.” Best study with an effect in numbers: randomised "
        "trial, 100 participants, crossover (PMID 99000003): relapse: hazard ratio 0.8 (0.6 to 1.07), against "
        "placebo; endpoint not stated to be primary."
    )
    for text in in_every_format(report):
        assert figure.partition("(PMID")[0] in text.replace("\\", "")


def test_the_primary_endpoint_is_named_where_the_text_names_it() -> None:
    report = with_effects({META: effect(RATIOS[0], primary=True)})
    assert candidate_views(report)[0].summary.best_figure == (
        "Best evidence: meta-analysis of randomised trials, 640 participants (PMID 99000002): relapse: hazard ratio "
        "0.8 (0.6 to 1.07), against placebo; primary endpoint."
    )


def test_numbers_without_their_endpoint_are_shown_in_their_sentence() -> None:
    alone = effect(RATIOS[0]).model_copy(update={"endpoint": None})
    assert (
        f"(PMID 99000002): “{alone.sentence.text}”"
        in candidate_views(with_effects({META: alone}))[0].summary.best_figure
    )


def test_pooled_trials_stand_in_every_format_each_linked_to_its_words() -> None:
    report = with_effects(ALIKE)
    (pooled,) = candidate_views(report)[0].summary.pooled
    assert pooled.sentence.startswith(
        "3 randomised trials pooled by this report (random effects, 300 participants): hazard ratio 0.84 (95% CI "
    )
    for text in in_every_format(report):
        assert pooled.sentence in text.replace("\\", "")
        for sentence in (value.sentence.text for value in ALIKE.values()):
            assert sentence in text.replace("\\", "")
    page: Any = html.fromstring(render_html(report))
    (figure,) = page.xpath("//figure[.//*[local-name()='polygon' and @class='diamond']]")
    assert sorted(link.rsplit("-", 1)[1] for link in figure.xpath(".//li/a/@href")) == sorted(TRIALS)
    assert all(page.get_element_by_id(link[1:]) is not None for link in figure.xpath(".//li/a/@href"))


@pytest.mark.parametrize("meta", [True, False])
def test_a_published_meta_analysis_comes_before_trials_pooled_here_and_these_before_a_single_trial(meta: bool) -> None:
    figure = candidate_views(with_effects(ALIKE, meta=meta))[0].summary.best_figure
    pooled, single = figure.index("3 randomised trials pooled"), figure.find("Best single study: randomised trial")
    assert (figure.find("Best evidence: meta-analysis") == 0) is meta
    assert (single > pooled == 0) is not meta
    assert "Best study with" not in figure


def test_why_nothing_is_pooled_stands_in_every_format() -> None:
    report = with_effects({key: ALIKE[key] for key in TRIALS[:2]})
    for text in in_every_format(report):
        assert "Not pooled: 2 randomised trials give an estimate with its 95 % interval, and 3 are needed." in text


def test_an_effect_of_a_study_that_counts_no_more_is_not_shown() -> None:
    report = with_effects({META: effect(RATIOS[0])})
    part = report.candidates[0]
    assert part.assessment is not None
    grades = tuple(grade.model_copy(update={"counts": False}) for grade in part.assessment.grades)
    gone = part.model_copy(update={"assessment": part.assessment.model_copy(update={"grades": grades})})
    assert candidate_views(report.model_copy(update={"candidates": (gone,)}))[0].summary.best_figure == ""

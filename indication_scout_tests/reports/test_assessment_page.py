"""What the page and the Markdown say of an assessed candidate."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    Harm,
    HarmKind,
    MisuseKind,
    Recommendation,
    RecommendationStrength,
)
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.findings.statements import Basis, Polarity, RefusalKind, Strength, Synthesis
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.labels import LabelMention
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import (
    FAULT,
    UNCLASSED,
    CandidateView,
    candidate_views,
    refusals,
)
from indication_scout_assets.reports.words import assessment_words

from .sample import ARTICLES, GRADES, assessed_report, sample_report
from .sample_parts import cite

REPORT = assessed_report()
SOURCE = render_html(REPORT)
PAGE: Any = html.fromstring(SOURCE)
TEXT = render_markdown(REPORT)
FIRST = PAGE.get_element_by_id("candidate-1")


def text_of(part: Any) -> str:
    """Its text, a space between any two elements."""
    return " ".join(" ".join(part.itertext()).split())


def opened(report: EvidenceReport) -> Any:
    return html.fromstring(render_html(report))


def row(n: int, page: Any = PAGE) -> dict[str, str]:
    """A row of the first table by column."""
    cells = page.xpath(f"//table[contains(@class,'assessed')]/tbody/tr[{n}]/*")
    return {cell.get("data-label") or "Disease": text_of(cell) for cell in cells}


def with_first(report: EvidenceReport, **changes: Any) -> EvidenceReport:
    """The report with its first candidate's evidence changed."""
    first, *others = report.candidates
    return report.model_copy(update={"candidates": (first.model_copy(update=changes), *others)})


def view_of(report: EvidenceReport, n: int = 0) -> CandidateView:
    return candidate_views(report)[n]


# ------------------------------------------------------------------------------------------------ first page
def test_every_value_has_its_word() -> None:
    for labels, values in (
        (assessment_words.POPULATION, Population),
        (assessment_words.HARM_SHORT, HarmKind),
        (assessment_words.MISUSE, MisuseKind),
        (assessment_words.RECOMMENDED, Polarity),
        (FAULT, RefusalKind),
    ):
        assert set(labels) == set(values)


def test_candidates_stand_by_their_rank_after_the_evidence_with_the_one_before_beside_it() -> None:
    assert [(row(n)["Rank"], row(n)["Before"]) for n in (1, 2, 3, 4)] == [
        ("1 (1–3)", "1"), ("2", "3"), ("3 (2–4)", "4"), ("4", "2"),
    ]  # fmt: skip
    assert [v.heading for v in candidate_views(REPORT)][3] == "Preeclampsia"
    assert "Preeclampsia" in text_of(PAGE.get_element_by_id("candidate-4"))
    assert "rank 3 with the weights of this run" in text_of(PAGE.get_element_by_id("all-candidates"))


def test_first_page_counts_each_study_once_and_never_what_is_deferred_or_retracted() -> None:
    assert [row(1)[f"Level {n}"] for n in range(1, 6)] == ["1", "3", "0", "0", "1"]
    assert row(1)["Studies say"] == "Benefit: 2 No benefit: 2 Mixed: 1"
    assert row(1)["Stage"] == "phase 3"
    assert row(1)["Score"].startswith("+0.37 : target path +0.06, class path +0.09, literature +0.17")
    assert row(1)["Path"] == "dual"


def test_harm_in_a_disease_is_in_the_table_and_before_it() -> None:
    assert row(4)["Harm in this disease"] == "causes or worsens the disease"
    assert row(2)["Harm in this disease"] == "none found"
    listed = text_of(PAGE.get_element_by_id("list-harm"))
    assert "Preeclampsia" in listed
    assert SOURCE.index('id="list-harm"') < SOURCE.index('class="candidates assessed"')


def test_a_report_from_before_evidence_was_assessed_is_to_be_made_anew() -> None:
    with pytest.raises(PermanentFailure, match="`scout run sildenafil` makes it anew"):
        render_html(with_first(REPORT, assessment=None))


# ------------------------------------------------------------------------------------------------ candidate page
def test_safety_comes_first_then_both_cases_then_what_is_missing_then_the_arithmetic() -> None:
    heads = [text_of(h) for h in FIRST.xpath(".//h3")]
    order = [
        "Safety in this disease", "The case for", "The case against", "What is missing", "Why it is here",
        "The score after the evidence", "Trials over time",
        "What guidelines say", "The evidence, graded", "Articles", "Trials",
    ]  # fmt: skip
    assert [h for h in heads if h in order] == order


def test_harm_is_never_under_the_case_for() -> None:
    for part in (FIRST, opened(sample_report()).get_element_by_id("candidate-1")):
        (case_for,) = part.xpath(".//div[contains(@class,'side p-supports')]")
        (against,) = part.xpath(".//div[contains(@class,'side p-contradicts')]")
        assert "hypotension" not in text_of(case_for)
        assert "Serious hypotension led to withdrawal" in text_of(against)
    part = TEXT[TEXT.index("### The case for") : TEXT.index("### The case against")]
    assert "hypotension" not in part
    assert "Serious hypotension" in TEXT[TEXT.index("### The case against") : TEXT.index("### Mixed")]


def test_trials_stand_where_they_speak_with_their_registered_reasons() -> None:
    case_for = text_of(FIRST.xpath(".//div[contains(@class,'side p-supports')]")[0])
    against = text_of(FIRST.xpath(".//div[contains(@class,'side p-contradicts')]")[0])
    assert "NCT99000001 Sildenafil and walking in lung fibrosis Primary endpoint met, by PMID 99000001." in case_for
    assert "NCT99000002 Another intervention. Both arms" in against, "its stop is not the drug's"
    assert "Stopped: lack of efficacy" not in against
    assert "Trials that do not show what they seem to" in against
    assert "Another endpoint. The primary endpoint is walking distance, not survival" in against
    assert "NCT99000004" not in case_for + against, "withdrawn for want of money speaks for nothing"


def test_what_is_missing_names_the_deferred_and_the_refused() -> None:
    text = text_of(FIRST)
    assert "No results are known for 1 trial that ended." in text
    assert "does not <i>say</i> so." in text
    assert "1 statement refused because it cites what is not among the evidence." in text
    assert "“A <b>trial</b> that is not there.” No such record was given: 99009999." in text
    assert "No study that names drug and disease counts as evidence of an effect." in text_of(
        PAGE.get_element_by_id("candidate-2")
    )


def test_gaps_are_read_from_the_counted_studies() -> None:
    assessment = REPORT.candidates[0].assessment
    assert assessment
    mouse = assessment.model_copy(update={"grades": (GRADES[3],), "trials": ()})
    assessed = view_of(with_first(REPORT, assessment=mouse)).assessment
    assert assessed
    assert assessed.missing == [
        "No randomised trial, and no synthesis of such trials, is among the counted studies.",
        "No counted study was made in people.",
        "No counted study is of this drug alone in people with this disease.",
    ]


def test_arithmetic_is_printed_with_every_term_and_what_each_weight_does_to_the_rank() -> None:
    (table,) = FIRST.xpath(".//table[contains(@class,'parts-table')]")
    rows = [[text_of(cell) for cell in r.xpath("./*")] for r in table.xpath("./tbody/tr")]
    assert rows[0][1:] == ["+0.42", "0.15", "+0.06", "3", "1", "1"]
    (terms,) = FIRST.xpath(".//table[contains(@class,'terms')]")
    assert "level 0.80 × direct 1.00 × size 0.60 −0.48" in text_of(terms)
    assert len(terms.xpath("./tbody/tr")) == 2 + 6 + 2 + 1
    assert "Rank 1 after the evidence, the same as before it; between 1 and 3 when one weight" in text_of(FIRST)
    assert "Rank 4 after the evidence, 2 before it; no change of one weight moves it." in text_of(
        PAGE.get_element_by_id("candidate-4")
    )


def test_grades_stand_by_level_and_what_does_not_count_says_why() -> None:
    counted, rest = FIRST.xpath(".//table[@class='grades']")
    levels = [text_of(r[0]) for r in counted.xpath("./tbody/tr")]
    assert levels == ["1", "2", "2", "2", "5"]
    assert "this drug, a broader disease, humans" in text_of(rest)
    assert "retraction not checked few participants" in text_of(counted)
    for why in ("The paper is retracted.", "reports the same study", "deferred:", "no evidence of an effect",
                "no study of the pair: only a broader disease is named"):  # fmt: skip
        assert why in text_of(rest)
    assert rest.xpath("ancestor::details")


def test_the_title_of_a_retracted_paper_is_struck_through_among_the_grades() -> None:
    rows = FIRST.xpath(".//table[@class='grades']/tbody/tr")
    struck = {text_of(row): [text_of(title) for title in row.xpath(".//p[@class='title']/s")] for row in rows}
    assert [bool(titles) for cell, titles in struck.items()] == ["The paper is retracted." in cell for cell in struck]
    (title,) = next(titles for titles in struck.values() if titles)
    (line,) = [line for line in TEXT.splitlines() if "The paper is retracted." in line and line.startswith("|")]
    assert f"PMID 99000005 ~~{title}~~ |" in line


def test_guidelines_are_told_with_strength_and_line() -> None:
    text = text_of(FIRST)
    assert "recommended, conditional, second line “The drug deserves" in text.replace(
        "second line The", "second line “The"
    )
    assert "recommended against, strength not graded" in text


@pytest.mark.parametrize("line", [None, 1, 4])
def test_words_of_a_recommendation(line: int | None) -> None:
    recommendation = Recommendation(
        citation=cite(ARTICLES["99000002"], "heterogeneity was low"), polarity=Polarity.NEUTRAL, line=line,
        strength=RecommendationStrength.STRONG,
    )  # fmt: skip
    ending = {None: "", 1: ", first line", 4: ", line 4"}[line]
    assert (
        assessment_words.recommendation_terms(recommendation)
        == f"neither recommended nor advised against, strong{ending}"
    )


def test_indirect_evidence_is_called_what_it_is() -> None:
    drug = GRADES[0].directness.model_copy(update={"drug": DrugMatch.NOT_NAMED, "disease": DiseaseMatch.NARROWER})
    assert assessment_words.directness(drug) == "drug not named, a narrower disease, humans"


# ------------------------------------------------------------------------------------------------ citations
def test_every_citation_of_the_assessment_is_marked_with_exactly_its_words() -> None:
    links = PAGE.xpath("//a[@class='cite']")
    assert len(links) == 9 + 6, "the statements', and those of harm, a trial, two guidelines in two places each"
    for link in links:
        anchor = link.get("href")[1:]
        marked = "".join(m.text_content() for m in PAGE.xpath("//mark") if anchor in m.get("data-spans").split())
        quote = link.xpath("string(preceding-sibling::q[1])") or link.xpath(
            "string(ancestor::li[@class='statement']/p/q)"
        )
        assert marked in quote.split(" — ")  # a verbatim statement may join two quotations


def _harmed(citation: Citation, sentence: str = "The label names it.") -> EvidenceReport:
    assessment = REPORT.candidates[0].assessment
    assert assessment
    harm = Harm(
        kind=HarmKind.CAUSES_DISEASE, sentence=sentence, about_disease=True, citation=citation, source="openFDA"
    )
    return with_first(REPORT, assessment=assessment.model_copy(update={"harms": (harm,)}))


def test_harm_told_in_passing_stands_outside_the_red_box_and_says_so() -> None:
    label = REPORT.labels[0]
    words = label.text_of("boxed_warning")[:6]
    cited = Citation(
        evidence_kind="label", evidence_id=label.set_id, field="boxed_warning", start=0, end=6, quote=words
    )
    boxed = _harmed(cited, "It was made worse.")
    assessment = boxed.candidates[0].assessment
    assert assessment
    (harm,) = assessment.harms
    passing = harm.model_copy(update={"kind": HarmKind.MENTIONED_IN_PASSING})
    beside = with_first(boxed, assessment=assessment.model_copy(update={"harms": (passing,)}))
    for report, in_box in ((boxed, True), (beside, False)):
        part: Any = opened(report).get_element_by_id("candidate-1")
        danger = " ".join(text_of(box) for box in part.xpath(".//div[contains(@class, 'danger')]"))
        assert ("It was made worse." in danger) is in_box
        assert "It was made worse." in text_of(part)
        assert (assessment_words.IN_PASSING in text_of(part)) is not in_box
        assert assessment_words.NO_HARM not in text_of(part)
        assert (assessment_words.IN_PASSING in render_markdown(report)) is not in_box
        assert "It was made worse." in render_markdown(report)
    many = tuple(passing.model_copy(update={"sentence": f"Made worse, number {n}."}) for n in range(9))
    page = text_of(opened(with_first(boxed, assessment=assessment.model_copy(update={"harms": many}))))
    assert all(harm.sentence in page for harm in many), "none is lost however many there are"
    (view, *_) = candidate_views(beside)
    assert view.assessment
    assert view.assessment.harm_cell == "harm reported in passing"
    assert not view.harmed


def test_words_of_a_label_are_checked_against_the_label_or_the_mention() -> None:
    label = REPORT.labels[0]
    text = label.text_of("boxed_warning")
    true = Citation(
        evidence_kind="label", evidence_id=label.set_id, field="boxed_warning", start=0, end=6, quote=text[:6]
    )
    page = text_of(opened(_harmed(true)).get_element_by_id("candidate-1"))
    assert f"openFDA set id {label.set_id}" in page
    assert "not in the stored text" not in page
    false = true.model_copy(update={"quote": "Absent"})
    page = text_of(opened(_harmed(false)).get_element_by_id("candidate-1"))
    assert "the quoted words are not in the stored text" in page


def test_a_mention_vouches_for_a_section_the_report_does_not_hold() -> None:
    words = "Fibrosis was reported."
    mention = LabelMention(
        set_id="set-9", source="openFDA", kind="adverse_reactions", sentence=words, start=4, end=26, score=0.5
    )
    cited = Citation(
        evidence_kind="label", evidence_id="set-9", field="adverse_reactions", start=4, end=26, quote=words
    )
    report = with_first(_harmed(cited, f"A label names it: “{words}”"), label_mentions=(mention,))
    page = text_of(opened(report).get_element_by_id("candidate-1-rest"))
    assert "label set-9 adverse reactions" in page
    assert "not in the stored text" not in page
    assert page.count(f"“{words}”") == 1, "a sentence that holds the words is not followed by them"


def test_strength_and_basis_of_a_statement_are_printed_where_they_say_something() -> None:
    first = REPORT.candidates[0]
    assert first.literature
    against = first.literature.statements[2].model_copy(
        update={"strength": Strength.STRONG, "basis": Basis.COMBINATION}
    )
    literature = first.literature.model_copy(update={"statements": (against,)})
    report = with_first(REPORT, literature=literature)
    assert "strong words · about: combination" in text_of(opened(report))
    assert "no benefit, strong words, about: combination" in render_markdown(report)
    assert "none stated" not in SOURCE


# ------------------------------------------------------------------------------------------------ the whole
def test_headings_are_in_order_ids_unique_and_links_have_their_place() -> None:
    levels = [int(h.tag[1]) for h in PAGE.xpath("//h1 | //h2 | //h3 | //h4")]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = PAGE.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {h[1:] for h in PAGE.xpath("//@href") if h.startswith("#")} <= set(ids)


def test_nothing_from_an_assessment_is_markup() -> None:
    assert len(PAGE.xpath("//script")) == 1
    assert not PAGE.xpath("//main//i | //main//b | //main//@style")
    assert "<b>" not in TEXT
    assert "<i>" not in TEXT


def test_the_same_report_gives_the_same_bytes_whatever_the_order_of_its_candidates() -> None:
    assert render_html(assessed_report()) == SOURCE
    assert render_markdown(assessed_report()) == TEXT
    turned = REPORT.model_copy(update={"candidates": REPORT.candidates[::-1]})
    assert [v.heading for v in candidate_views(turned)] == [v.heading for v in candidate_views(REPORT)]


def test_markdown_has_the_same_parts() -> None:
    for part in ("### Safety in this disease", "### What is missing", "### The score after the evidence",
                 "### What guidelines say",
                 "### The evidence, graded"):  # fmt: skip
        assert TEXT.count(part) >= 1, part
    assert "| 1 (1–3) | 1 | idiopathic pulmonary fibrosis | +0.37 |" in TEXT
    assert "| literature | +0.55 | 0.30 | +0.17 |" in TEXT
    assert "does not &lt;i&gt;say&lt;/i&gt; so." in TEXT
    counts = TEXT.partition("## All counts")[2].partition("everything behind it")[0]
    lines = [line for line in counts.splitlines() if line.startswith("| ")]
    assert len({line.count(" | ") for line in lines}) == 1


def test_refusals_are_counted_by_class_and_older_ones_without() -> None:
    old = Synthesis(kind="literature", disease_id="x", method="extractive", dropped=3)
    assert [(r.words, r.number) for r in refusals([old])] == [(UNCLASSED, 3)]
    new = old.model_copy(update={"wrong_metadata": 2})
    assert [(r.words, r.number) for r in refusals([new])] == [(FAULT[RefusalKind.WRONG_METADATA], 2), (UNCLASSED, 1)]
    assert refusals([]) == []

"""The block of the first screen that says what the drug is known to harm by."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.documents import Citation, cite
from indication_scout_assets.domain.drugs import DrugWarning, MarketFacts
from indication_scout_assets.domain.findings.readings import KnownHarm, KnownHarms
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.labels import Label, LabelSection
from indication_scout_assets.reading.verifier.pair_statements import verify_report
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.known_harms_view import SOURCE, known_harm_lines
from indication_scout_assets.reports.views.safety_view import Safety

from ..sample import sample_report

PAPER = Article(pmid="99000501", title="Torsade de pointes by sildenafil.")
CITATION = cite(PAPER.document, "title", 0, len(PAPER.title))


def harm(name: str = "Torsades de Pointes", citation: Citation = CITATION) -> KnownHarm:
    return KnownHarm(name=name, mesh_id="D016171", count=2, papers=(citation,))


def report(*harms: KnownHarm, state: SourceState = SourceState.OK, **drug: object) -> EvidenceReport:
    base = sample_report()
    return base.model_copy(
        update={
            "drug": base.drug.model_copy(update=drug), "articles": {**base.articles, PAPER.id: PAPER},
            "known_harms": KnownHarms(query="q", total=900, read=100, harms=harms),
            "outcomes": (SourceOutcome(source=SOURCE, question="q", state=state, reason="Why."),),
        }
    )  # fmt: skip


def lines(shown: EvidenceReport) -> list[str]:
    return [f"{line.text} {line.quote}".strip() for line in known_harm_lines(shown, Safety(shown))]


def test_harms_are_told_with_their_number_of_papers_and_exact_words_at_most_five():
    others = [cite(PAPER.document, "title", 0, end) for end in range(4, 10)]
    shown = report(harm("Harm A"), harm("Harm B"), *(harm(f"Harm {c.end}", citation=c) for c in others))
    of_papers = [line for line in lines(shown) if line.startswith("Harm ")]
    assert of_papers == [
        f"Harm A: 2 papers; Harm B: 2 papers {PAPER.title}",
        *(f"Harm {c.end}: 2 papers {c.quote}" for c in others[:3]),
    ]
    assert lines(shown)[-1] == "100 of 900 papers on harm of the drug were read."
    assert PAPER.title in render_html(shown)
    assert render_markdown(shown).index(PAPER.title) < render_markdown(shown).index("## Candidates")


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (SourceState.NOT_ASKED, "Papers: not asked. Why."),
        (SourceState.FAILED, f"Papers: not known. {SOURCE} did not answer: Why."),
        (
            SourceState.DEGRADED,
            "100 of 900 papers on harm of the drug were read; none reports a disease caused by the drug. Why.",
        ),
    ],
)
def test_silence_is_never_called_harmless(state, sentence):
    assert lines(report(state=state))[-1] == sentence


def test_a_paper_that_is_retracted_or_does_not_hold_the_words_is_not_printed():
    none, stands = report().known_harms, report(harm())
    assert verify_report(stands).known_harms == stands.known_harms
    assert verify_report(report(harm(citation=CITATION.model_copy(update={"start": 1})))).known_harms == none
    marked = PAPER.model_copy(update={"title": f"RETRACTED: {PAPER.title}"})
    cited = cite(marked.document, "title", 0, len(marked.title))
    gone = report(harm(citation=cited)).model_copy(update={"articles": {PAPER.id: marked}})
    assert verify_report(gone).known_harms == none


def test_withdrawals_stand_first_with_country_year_and_reason():
    withdrawn = DrugWarning(kind="Withdrawn", country="Elbonia", year=2001, toxicity_class="cardiotoxicity")
    boxed = DrugWarning(kind="Black Box Warning", toxicity_class="hepatotoxicity")
    assert lines(report(warnings=(boxed, withdrawn)).model_copy(update={"labels": ()}))[:2] == [
        "Withdrawn in 2001 (Elbonia): cardiotoxicity.",
        "Boxed warning: hepatotoxicity.",
    ]
    flagged = lines(report(warnings=(), market=MarketFacts(withdrawn=True)))
    assert flagged[0].endswith("ChEMBL says so and names no country, year or reason.")


def test_every_boxed_warning_is_named_by_the_labels_own_title():
    base = report(warnings=(DrugWarning(kind="Black Box Warning", toxicity_class="carcinogenicity"),))

    def label(set_id: str, source: str, *sections: tuple[str, str]) -> Label:
        made = tuple(LabelSection(code="", kind="boxed_warning", title=title, text=text) for title, text in sections)
        return base.labels[0].model_copy(update={"set_id": set_id, "source": source, "sections": made})

    named = ("WARNING: INFECTIONS AND THROMBOSIS", "Infections were seen.")
    labels = (
        label("a", "openFDA", ("boxed warning", "WARNING: INFECTIONS AND THROMBOSIS Infections were seen.")),
        label("a", "DailyMed", named),
        label("b", "openFDA", ("boxed warning", "WARNING: INFECTIONS AND THROMBOSIS Infections were frequent.")),
        label("c", "DailyMed", ("WARNING: DEPENDENCE", "It may be abused."), ("WARNING", "Read more.")),
        label("d", "openFDA", ("boxed warning", f"It harms the liver. {'Deaths were seen. ' * 20}")),
    )
    shown = [line for line in lines(base.model_copy(update={"labels": labels})) if line.startswith("Boxed warning")]
    assert sorted(shown) == [
        "Boxed warning on 1 label It harms the liver. " + " ".join(["Deaths were seen."] * 7) + " …",
        "Boxed warning on 1 label WARNING: DEPENDENCE",
        "Boxed warning on 2 labels WARNING: INFECTIONS AND THROMBOSIS",
    ], "no source's note of the same beside them"


def test_contraindications_are_in_the_labels_own_words_and_none_where_no_label_has_any():
    shown = report()
    label = shown.labels[0].model_copy(
        update={
            "sections": (
                LabelSection(code="", title="", kind="contraindications", text="Do not use zelavir with nitrates."),
            )
        }
    )
    (line,) = [line for line in lines(shown.model_copy(update={"labels": (label,)})) if "Contraindications" in line]
    assert line == "Contraindications on 1 label Do not use zelavir with nitrates."
    bare = label.model_copy(
        update={"sections": (LabelSection(code="", title="", kind="warnings", text="Fall in blood pressure."),)}
    )
    assert not [line for line in lines(shown.model_copy(update={"labels": (bare,)})) if "Contraindications" in line]

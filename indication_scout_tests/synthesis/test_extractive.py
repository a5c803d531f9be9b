"""Verbatim statements: which sentences are quoted, how they count, and what is said where there is none."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.statements import Polarity, Synthesis
from indication_scout_assets.synthesis.extractive import MAX_STATEMENTS, ExtractiveSynthesizer
from indication_scout_assets.synthesis.verify import verify

from .sample import DISEASE, DRUG_NAMES, MENTION, RETRACTED, TRIAL, UNRELATED, article

SYNTHESIZER = ExtractiveSynthesizer()


def literature(*articles: Article, searched: int | None = None) -> Synthesis:
    return SYNTHESIZER.literature(
        DRUG_NAMES, DISEASE, articles, searched=len(articles) if searched is None else searched
    )


def test_results_and_conclusions_are_quoted_word_for_word_with_their_place():
    synthesis = literature(TRIAL)
    assert [s.text for s in synthesis.statements] == [
        "Sildenafil improves exercise capacity in PAH.",
        "Sildenafil improved the walking distance by 45 m compared with placebo (P < .001).",
    ]
    assert {s.polarity for s in synthesis.statements} == {Polarity.SUPPORTS}
    for statement in synthesis.statements:
        (citation,) = statement.citations
        assert (citation.evidence_id, citation.field) == ("101", "abstract")
        assert citation.stands_on(TRIAL.abstract)
        assert statement.polarity_cue in statement.text.lower()
    assert verify(synthesis, {"101": TRIAL}, {}) == synthesis


def test_the_same_articles_give_the_same_statements():
    assert literature(TRIAL, MENTION) == literature(TRIAL, MENTION)


@pytest.mark.parametrize(
    "sentence",
    [
        "We aimed to evaluate whether sildenafil improved pulmonary hypertension.",
        "Sildenafil is widely used to treat pulmonary hypertension and depression.",
        "Further studies of sildenafil in pulmonary hypertension are needed.",
        "Sildenafil improved erectile function in all of the men studied here.",
    ],
)
def test_aims_uses_and_other_diseases_are_not_findings(sentence):
    assert not literature(article("1", "Sildenafil and pulmonary hypertension", "One.", "Two.", sentence)).statements


def test_a_mention_in_passing_is_not_quoted_and_the_note_says_so():
    synthesis = literature(MENTION)
    assert not synthesis.statements
    assert synthesis.note == (
        "No sentence among the article found reports what sildenafil did in pulmonary hypertension, although 1 names "
        "both."
    )


@pytest.mark.parametrize(
    ("articles", "searched", "note"),
    [
        ((), 0, "No article was found for sildenafil in pulmonary hypertension."),
        ((), 3, "None of the articles found (3) can be used."),
        (
            (UNRELATED, UNRELATED),
            57,
            "No drug-specific evidence among the 2 best of 57 articles found: none names both sildenafil and "
            "pulmonary hypertension.",
        ),
    ],
)
def test_nothing_to_say_is_said_plainly(articles, searched, note):
    assert literature(*articles, searched=searched).note == note


def test_a_retracted_article_is_never_quoted():
    synthesis = literature(TRIAL.model_copy(update={"publication_types": RETRACTED}))
    assert not synthesis.statements
    assert synthesis.note == "None of the articles found (1) can be used."


def test_an_article_that_reports_harm_supports_nothing():
    synthesis = literature(
        article(
            "1",
            "Pulmonary hypertension associated with sildenafil",
            "A man took the drug.",
            "Sildenafil improved his symptoms of pulmonary hypertension at first.",
            "We conclude that sildenafil caused pulmonary hypertension in this man.",
        )
    )
    assert [s.polarity for s in synthesis.statements] == [Polarity.HARM]


def test_the_benefit_of_a_combination_is_not_the_drugs():
    synthesis = literature(
        article("1", "Bosentan/sildenafil for pulmonary hypertension", "We tried.", "Treatment improved survival.",
                "The bosentan/sildenafil combination improved exercise capacity in pulmonary hypertension.")
    )  # fmt: skip
    assert synthesis.statements
    assert {s.polarity for s in synthesis.statements} == {Polarity.NEUTRAL}


def test_a_title_that_states_a_finding_is_quoted_where_there_is_no_abstract():
    (statement,) = literature(
        article("1", "Sildenafil does not improve survival in pulmonary hypertension.")
    ).statements
    assert (statement.polarity, statement.citations[0].field) == (Polarity.CONTRADICTS, "title")


def test_every_article_is_heard_before_one_is_heard_twice():
    articles = [TRIAL.model_copy(update={"pmid": str(n)}) for n in range(1, 8)]
    cited = [s.citations[0].evidence_id for s in literature(*articles).statements]
    assert len(cited) == MAX_STATEMENTS
    assert set(cited) == {str(n) for n in range(1, 8)}
    assert cited == sorted(cited), "in the order of rank"


def test_the_name_carries_a_version():
    assert SYNTHESIZER.name == "extractive@2"

"""An answer as a page shows it: each sentence with the marks it stands on, whoever wrote it and whatever it cites."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.datastructures import ImmutableMultiDict

from indication_scout_assets.domain.outcomes import AmbiguousCollection, PermanentFailure
from indication_scout_assets.domain.questions.answers import Answer, AnswerEvent, AnswerStep, EventKind
from indication_scout_assets.domain.questions.library import LibraryPassage
from indication_scout_assets.domain.questions.question_answering import (
    AnswerCitation,
    AnswerSentence,
    EvidenceCount,
    PassageHit,
    RemovedSentence,
    Verdict,
)
from indication_scout_assets.rules.questions.verdicts import verdict_told
from indication_scout_assets.web.faults import error_event
from indication_scout_assets.web.pages.answer_views import AnswerView, answer_view, marks, missing_passages, paper_view
from indication_scout_assets.web.pages.ask_pages import choices
from indication_scout_assets.web.pages.page_templates import part
from indication_scout_assets.web.site import answer_of
from indication_scout_tests.library_texts import answer_to, refused

TEXT = "Oats lower it (p = 0.01). Wheat does <b>not</b>."
FIRST, SECOND = TEXT[:25], TEXT[26:]


def hit(**more: Any) -> PassageHit:
    given = {
        "passage_id": "p1", "article_id": "PMC1", "pmcid": "PMC1", "title": "On oats", "journal": "Oats", "year": 2020,
        "authors": ("A B", "C D"), "kind": "results", "section": "Results", "start": 100, "end": 148, "text": TEXT,
        "score": 1.0,
    }  # fmt: skip
    return PassageHit(**(given | more))


def citation(n: int, start: int, quote: str, **more: Any) -> AnswerCitation:
    given = {
        "n": n, "article_id": "PMC1", "pmcid": "PMC1", "title": "On oats", "section": "Results", "passage_id": "p1",
        "start": start, "end": start + len(quote), "quote": quote,
    }  # fmt: skip
    return AnswerCitation(**(given | more))


CITED = (citation(1, 100, FIRST), citation(1, 126, SECOND))
COUNTS = (EvidenceCount(reading="decreased", sentences=1, papers=1),)


def answer(**more: Any) -> Answer:
    given = {
        "verdict": verdict_told(Verdict.DECREASED, COUNTS),
        "sentences": (
            AnswerSentence(text=FIRST, citations=CITED[:1], reading="decreased", design="randomized_trial"),
            AnswerSentence(text=SECOND, citations=CITED[1:]),
        ),
        "retrieved": (hit(),), "turn": 3, "elapsed_ms": 250,
    }  # fmt: skip
    return answer_to("Do oats?", **(given | more))


def shown(given: Answer, **more: Any) -> tuple[AnswerView, str]:
    view = answer_view(given, {}, {})
    return view, part("answer.html", **({"view": view, "conversation": "", "demonstration": False} | more))


def test_a_sentence_leads_to_its_own_words() -> None:
    view, page = shown(answer())
    ((_, first),), ((_, second),) = (marks(sentence, view.anchor) for sentence in view.answer.sentences)
    assert (first, second) == ("turn-3-words-p1-100-125", "turn-3-words-p1-126-148")
    for anchor, words in ((first, FIRST), (second, "Wheat does &lt;b&gt;not&lt;/b&gt;.")):
        assert f'href="#{anchor}"' in page
        assert re.search(rf'<mark id="{anchor}"[^>]*>([^<]*)</mark>', page)[1] == words  # type: ignore[index]
    assert [passage.n for passage in view.cited] == [1]


def test_an_article_is_one_source_with_all_its_passages() -> None:
    other = citation(1, 300, "Rye too.", passage_id="p2")
    view, page = shown(answer(sentences=(*answer().sentences, AnswerSentence(text="Rye too.", citations=(other,)))))
    assert [passage.n for passage in view.cited] == [1, 1]
    assert "passage 2 of 2" in page


def test_what_a_model_wrote_leads_to_the_words_it_quotes() -> None:
    written = AnswerSentence(text="Oats lower it.", citations=CITED[:1], reading="decreased")
    _, page = shown(answer(sentences=(written,), written_by="ollama m"))
    assert 'href="#turn-3-words-p1-100-125"' in page
    assert "Written by ollama m; each sentence was checked" in page
    assert "<q>Oats lower it.</q>" not in page, "a paper's words alone stand in quotation marks"
    assert f"<q>{FIRST}</q>" in shown(answer())[1]


def test_a_passage_beyond_those_retrieved_is_read_from_the_store() -> None:
    given = answer(retrieved=())
    assert missing_passages(given) == ["p1"]
    passage = LibraryPassage(
        id="p1", article_id="PMC1", position=0, kind="results", section="Results", start=100, end=148,
        tells_finding=True,
    )  # fmt: skip
    view = answer_view(given, {"p1": passage}, {"PMC1": " " * 100 + TEXT})
    assert (
        re.sub("<[^>]*>", "", str(view.cited[0].text)) == "Oats lower it (p = 0.01). Wheat does &lt;b&gt;not&lt;/b&gt;."
    )
    alone = answer_view(given, {}, {})
    assert [str(view.text).count("<mark") for view in alone.cited] == [1]


def test_removed_sentences_are_folded_with_their_reason() -> None:
    removed = RemovedSentence(text="Oats cure it.", kind="caution", reason="It is surer than its quotation.")
    _, page = shown(answer(removed=(removed,)))
    folded = page[page.index('<details class="removed">') : page.index("</details>")]
    assert "1 sentence removed" in folded
    assert "<s>Oats cure it.</s>" in folded
    assert "surer than its quotation" in folded


def test_several_questions_are_answered_one_by_one() -> None:
    steps = (
        AnswerStep(
            question="Do oats?",
            verdict=verdict_told(Verdict.YES, (EvidenceCount(reading="yes", sentences=2, papers=1),)),
        ),
        AnswerStep(question="And wheat?", refused=True, reason="Nothing covers it."),
    )
    sentences = (
        AnswerSentence(text=FIRST, citations=CITED[:1], step=0),
        AnswerSentence(text=SECOND, citations=CITED[1:], step=0),
    )
    _, page = shown(answer(steps=steps, sentences=sentences, verdict=None))
    assert "Yes, by the sentences that count: yes: 2 sentences of 1 paper" in page
    assert page.index("<h3>Do oats?</h3>") < page.index("Oats lower it") < page.index("<h3>And wheat?</h3>")
    assert "Not answered. Nothing covers it." in page


def test_what_could_not_be_searched_is_said() -> None:
    _, page = shown(answer(notes=("Trials could not be asked.", "The model gave no answer.")))
    assert "Trials could not be asked." in page
    assert "The model gave no answer." in page


def test_trials_and_labels_are_cited_by_their_own_pages() -> None:
    trial = citation(2, 0, "It was stopped.", article_id="NCT00000001", pmcid="", source="trial", passage_id="NCT#why")
    label = citation(3, 0, "Do not use.", article_id="11110000-0000-4000-8000-000000000001", pmcid="", source="label",
                     passage_id="x#4")  # fmt: skip
    given = answer(
        sentences=tuple(AnswerSentence(text=c.quote, citations=(c,), source=c.source) for c in (trial, label)),
        retrieved=(),
    )
    assert missing_passages(given) == []
    _, page = shown(given)
    assert 'href="https://clinicaltrials.gov/study/NCT00000001"' in page
    assert "drugInfo.cfm?setid=11110000" in page
    assert "/passages/" not in page


def test_records_of_the_demonstration_are_never_linked() -> None:
    assert 'href="https://pmc.ncbi.nlm.nih.gov/articles/PMC1/"' in shown(answer())[1]
    assert 'href="https://' not in shown(answer(), demonstration=True)[1]
    given = answer(refusal=refused(), sentences=(), verdict=None)
    assert 'href="https://' in shown(given)[1]
    assert 'href="https://' not in shown(given, demonstration=True)[1]


def test_a_tie_is_no_verdict() -> None:
    counts = tuple(EvidenceCount(reading=name, sentences=2, papers=1) for name in ("yes", "no"))
    _, page = shown(answer(verdict=verdict_told(Verdict.YES, counts)))
    assert 'p-mixed"><strong>Papers are divided, by weight yes</strong>' in page


def test_what_counts_beside_what_a_model_wrote_can_be_opened() -> None:
    cited = citation(1, 100, "Oats lower it.")
    counted = AnswerSentence(text="Oats lower it.", reading="decreased", citations=(cited,))
    _, page = shown(answer(written_by="ollama m", counted_sentences=(counted,)))
    assert "The 1 sentence of papers that the verdict counts" in page
    assert 'href="/passages/p1?start=100&amp;end=114#words"' in page


def test_a_paper_with_a_doi_alone_is_named_by_it() -> None:
    paper = paper_view(hit(pmcid="", pmid="", doi="10.99999/oats(1)"))
    assert (paper.name, paper.url) == ("10.99999/oats(1)", "https://doi.org/10.99999/oats%281%29")
    assert hit(pmcid="", pmid="", doi="10.99999/oats").known_as == "10.99999/oats"


def test_where_several_collections_are_held_the_page_leads_to_each() -> None:
    fields = ImmutableMultiDict([("question", "Does rye help?"), ("collection", ""), ("since", "2020-01-01")])
    wrong = AmbiguousCollection("Rye has not been run here.", ("drug:oat-bran", "diabetes"))
    assert choices(wrong, fields) == [
        ("oat-bran", "/ask?question=Does+rye+help%3F&since=2020-01-01&collection=drug%3Aoat-bran"),
        ("diabetes", "/ask?question=Does+rye+help%3F&since=2020-01-01&collection=diabetes"),
    ]
    assert choices(PermanentFailure("No."), fields) == []


def test_an_error_that_has_choices_keeps_them() -> None:
    event = AnswerEvent(kind=EventKind.ERROR, message="Which?", choices=("drug:oat-bran", "diabetes"))
    with pytest.raises(AmbiguousCollection, match="Which") as raised:
        answer_of(event)
    assert raised.value.choices == ("drug:oat-bran", "diabetes")


def test_of_several_collections_the_field_that_chooses_one_is_named() -> None:
    _, told_of = error_event(AmbiguousCollection("Which?", ("drug:oat-bran", "diabetes")))
    assert told_of["message"] == "Which? Give one as `collection`: drug:oat-bran or diabetes."

"""Three invented full texts on oats, as JATS: two that disagree, one retracted; and questions on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from indication_scout_assets.answering.answering_desk import Answering
from indication_scout_assets.answering.papers.chosen_sentences import ChosenAnswer
from indication_scout_assets.domain.questions.answers import (
    Answer,
    AnswerEvent,
    AnswerRefusal,
    ParsedQuestion,
    RefusalCause,
)
from indication_scout_assets.domain.questions.library import CollectionKind
from indication_scout_assets.domain.questions.question_answering import QuestionKind
from indication_scout_assets.pipeline.library.collecting import Collecting
from indication_scout_assets.pipeline.library.library_stages import CUT_BY
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.rules.literature.chunking import passages_in

JATS = """<article article-type="research-article"><front><journal-meta><journal-title-group>
<journal-title>{journal}</journal-title></journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="pmcid">PMC{number}</article-id>
<title-group><article-title>{title}</article-title></title-group>
<pub-date pub-type="epub"><day>1</day><month>2</month><year>{year}</year></pub-date></article-meta></front>
<body><sec><title>Methods</title><p>{methods}</p></sec><sec><title>Results</title><p>{results}</p></sec></body></article>"""
TEXTS: tuple[dict[str, Any], ...] = (
    {"number": 101, "journal": "Oats Today", "title": "Oat bran against wheat bran: a randomised trial", "year": 2019,
     "methods": "Ninety volunteers were randomised to oat bran or to wheat bran for eight weeks.",
     "results": "Serum cholesterol was significantly lower with oat bran than with wheat bran (p = 0.01). "
                "Body weight did not differ between oat bran and wheat bran (p = 0.62)."},
    {"number": 102, "journal": "Wheat Weekly", "title": "Oat bran in the elderly", "year": 2021,
     "methods": "A cohort of elderly volunteers ate oat bran.",
     "results": "Serum cholesterol did not differ between oat bran and wheat bran in the elderly (p = 0.40)."},
    {"number": 103, "journal": "Oats Today", "title": "RETRACTED: Oat bran cures everything", "year": 2020,
     "methods": "None were described in this paper about oat bran and wheat bran.",
     "results": "Serum cholesterol was significantly higher with oat bran than with wheat bran (p = 0.001)."},
)  # fmt: skip
QUESTION = "What is the effect of oat bran compared with wheat bran on serum cholesterol?"
UNCOVERED = "Does aspirin cure baldness in elephants?"


def write_texts(folder: Path) -> None:
    """Write each text as a file of JATS."""
    for text in TEXTS:
        (folder / f"{text['number']}.xml").write_text(JATS.format(**text), encoding="utf-8")


def take_in(bench: Workbench, collection: str, folder: Path, kind: CollectionKind = CollectionKind.COLLECTION) -> None:
    """Take the files of a folder into a collection; no source is asked."""
    bench.db.library.open_collection(collection, kind=kind)
    Collecting(bench, cast(Sources, None), collection, lambda *_: None).of_folder(folder)
    library = bench.db.library
    for article in library.load(library.uncut(collection, CUT_BY)).values():
        library.save_passages(article.id, passages_in(article), CUT_BY)


def ask_papers(desk: Answering, question: str, **how: Any) -> Answer:
    """What papers alone answer, asked the way every question goes."""
    return desk.answer(question, source="papers", **how)


def answer_to(question: str, **given: Any) -> Answer:
    """An answer to a question that nobody has read; what is not given is empty."""
    fields = {"standalone_question": question, "asks": ParsedQuestion(text=question, kind=QuestionKind.OPEN)}
    return Answer(question=question, **(fields | given))


def refused(reason: str = "Nothing.", cause: RefusalCause = RefusalCause.NOT_COVERED, **given: Any) -> AnswerRefusal:
    """A refusal; what is not given is empty."""
    return AnswerRefusal(cause=cause, reason=reason, **given)


def verdict_in(answer: Answer | ChosenAnswer) -> str:
    """The verdict of an answer; empty where it has none."""
    return answer.verdict.value if answer.verdict else ""


def votes_of(answer: Answer | ChosenAnswer) -> list[str]:
    """Which way each sentence that counts points, sorted."""
    return sorted(
        count.reading for count in (answer.verdict.votes if answer.verdict else ()) for _ in range(count.sentences)
    )


def events_of_papers(desk: Answering, question: str, **how: Any) -> tuple[list[AnswerEvent], Answer]:
    """What happens while papers alone are asked, and the answer it ends with."""
    *events, last = desk.events(question, source="papers", **how)
    assert isinstance(last, Answer)
    return [event for event in events if isinstance(event, AnswerEvent)], last

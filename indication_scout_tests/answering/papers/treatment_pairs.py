"""Judged pairs asked as questions: how often "Does DRUG help in DISEASE?" gets the side of the one paper there is.

What belongs here: the asking and the counting. ``python -m indication_scout_tests.answering.papers.treatment_pairs
FOLDER [--half 0|1] [--by-name]`` reads a folder as ``scout eval polarity`` does, which is no part of the repository,
and prints JSON. A verdict is right where it is the paper's side: for is yes, against and harm are no, mixed is maybe,
no side is no verdict. ``by words`` is how it was read before papers' sides were asked for; with ``--by-name`` the
disease is known by its name in the question alone.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from indication_scout_assets.answering.papers.chosen_sentences import (
    candidate_sentences,
    counted,
    sided_sentences,
    verdict_of,
)
from indication_scout_assets.domain.questions.library import LibraryArticle, NameGroup
from indication_scout_assets.domain.questions.question_answering import PassageHit, QuestionFrame
from indication_scout_assets.evaluation.halves import half_of_name
from indication_scout_assets.evaluation.judged_polarity import JudgedArticle, read_polarity_folder
from indication_scout_assets.pipeline.library.article_records import from_record
from indication_scout_assets.reading.readers import names_alone, read_one
from indication_scout_assets.rules.questions.directions import short_forms_in
from indication_scout_assets.rules.questions.other_names import NamesKnown
from indication_scout_assets.rules.questions.passage_cutting import passages_in
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.treatment_questions import (
    abstract_of,
    side_sentence,
    treatment_asked,
    with_disease,
)

NONE = "none"
VERDICTS = {"supports": "yes", "contradicts": "no", "harm": "no", "mixed": "maybe"}
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def question_of(judged: JudgedArticle, *, by_name: bool) -> QuestionFrame:
    """The question, with the names a workspace would know."""
    frame = read_question(f"Does {judged.drug_names[0]} help in {judged.disease_names[0]}?")
    groups = [NameGroup(kind="drug", names=judged.drug_names)]
    groups += [] if by_name else [NameGroup(kind="disease", names=judged.disease_names)]
    return frame.model_copy(update={"things": with_disease(frame.text, NamesKnown(groups).things_in(frame.text))})


def answers(judged: JudgedArticle, *, by_name: bool = False) -> dict[str, str]:
    """The verdict by words and by the paper's side, each ``none`` where there is none."""
    paper = from_record(judged.article, _NOW)
    short_forms = {paper.id: short_forms_in(paper.text)}
    hits = list(_hits(paper))
    asked = question_of(judged, by_name=by_name)
    bare = asked.model_copy(update={"things": ()})
    by_words = candidate_sentences(bare, hits, _alike, short_forms)
    by_side = candidate_sentences(asked, hits, _alike, short_forms)
    if pair := treatment_asked(asked):
        abstract = abstract_of(paper)
        read = read_one(abstract.record, names_alone(pair.drug_names, pair.disease_names))
        side = side_sentence(pair, abstract, read)
        by_side = sided_sentences(hits, {paper.id: side} if side else {}, by_side)
    read_by = {"by words": (bare, by_words), "by side": (asked, by_side)}
    verdicts = {way: verdict_of(frame, counted(frame, read))[0] for way, (frame, read) in read_by.items()}
    return {way: verdict.value if verdict else NONE for way, verdict in verdicts.items()}


def _alike(stem: str) -> float:
    """In a single paper no word is rarer than another."""
    return float(bool(stem))


def _hits(paper: LibraryArticle) -> Iterator[PassageHit]:
    for passage in passages_in(paper):
        yield PassageHit(
            passage_id=passage.id,
            article_id=paper.id,
            title=paper.title,
            kind=passage.kind,
            section=passage.section,
            start=passage.start,
            end=passage.end,
            text=paper.text[passage.start : passage.end],
            score=1.0,
        )


def figures(folder: Path, half: int | None, *, by_name: bool) -> dict[str, dict[str, int]]:
    """By way of reading: articles, with a side, verdicts given, right, opposite, and given where there is no side."""
    counts: dict[str, Counter[str]] = {"by words": Counter(), "by side": Counter()}
    for judged in read_polarity_folder(folder):
        if half is not None and half_of_name(judged.drug_names[0]) != half:
            continue
        label = VERDICTS.get(judged.label.value, NONE)
        for way, given in answers(judged, by_name=by_name).items():
            counts[way] += Counter(
                articles=1,
                with_a_side=label != NONE,
                given=given != NONE,
                right=given == label != NONE,
                opposite={given, label} == {"yes", "no"},
                given_without_a_side=given != NONE == label,
            )
    return {way: dict(count) for way, count in counts.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--by-name", action="store_true")
    asked_for = parser.parse_args()
    print(json.dumps(figures(asked_for.folder, asked_for.half, by_name=asked_for.by_name), indent=1))

"""Registered trials and drug labels as sources of answers: what the workspace holds of the drugs a question names.

What belongs here: finding the drugs, their trials and labels in the store, and the passages of them that answer. No
source is asked; what the last run could not get is said. Every passage is an exact span of a stored text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...domain.outcomes import SourceState
from ...domain.questions.question_answering import AnswerCitation, AnswerSentence, PassageHit, QuestionFrame, RecordKind
from ...domain.records.trials import Trial
from ...domain.runs import StageStatus
from ...rules.labels.label_facts import DrugTexts
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import sentences
from ...rules.questions.stems import content_stems
from ...rules.trials.trial_texts import RESULTS, STATUS, citable_fields
from ...store.database import Database
from ..labels.label_session import LabelSession

MOST_TRIALS, MOST_FACTS = 3, 4
_ENOUGH = 0.5
"""Share of what a question asks for besides the drug, by rarity, from which a trial is about it."""
_TRIAL_STAGE, _LABEL_STAGE = "clinical_trials", "drug_labels"
_LONGEST = 900


class RecordHits(NamedTuple):
    """What was looked up for one question."""

    lines: tuple[AnswerSentence, ...] = ()
    hits: tuple[PassageHit, ...] = ()
    searched: tuple[str, ...] = ()
    """What was looked through, a sentence each."""
    not_searched: tuple[str, ...] = ()
    """What could not be, or only in part, a sentence each."""


class RecordRetriever:
    """The trials and labels of one workspace."""

    def __init__(self, db: Database, labels: LabelSession | None = None) -> None:
        """``labels`` is the desk that they are asked at; without one they are read anew."""
        self._db = db
        self._labels_asked = labels

    def look_up(
        self, frame: QuestionFrame, rarity: Callable[[str], float], *, trials: bool, labels: bool
    ) -> RecordHits:
        """The passages of trials and labels that answer a question.

        Args:
            frame: the question.
            rarity: of a stem, so that rare words count more.
            trials: whether to look through registered trials.
            labels: whether to look through drug labels.
        """
        drugs = self._drugs_in(frame.text)
        shelves = []
        if trials:
            shelves.append(self._trials(frame, drugs, rarity))
        if labels:
            shelves.append(self._labels(frame, drugs))
        return RecordHits(
            tuple(line for shelf in shelves for line in shelf.lines),
            tuple(hit for shelf in shelves for hit in shelf.hits),
            tuple(text for shelf in shelves for text in shelf.searched),
            tuple(text for shelf in shelves for text in shelf.not_searched),
        )

    # ------------------------------------------------------------------------------------------------ drugs
    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        """The names of every drug of the workspace, by its slug."""
        names: dict[str, tuple[str, ...]] = {}
        for watched in self._db.drugs.watch_list():
            profile = self._db.drugs.load(watched.slug)
            synonyms = [synonym.name for synonym in profile.synonyms] if profile else []
            names[watched.slug] = tuple(dict.fromkeys((watched.slug.replace("-", " "), watched.query, *synonyms)))
        return names

    def _drugs_in(self, question: str) -> list[str]:
        return [
            slug
            for slug, names in self._names.items()
            if any(len(n) > 2 and re.search(rf"(?<!\w){re.escape(n)}(?!\w)", question, re.I) for n in names)
        ]

    def _asked(self, frame: QuestionFrame, drugs: Sequence[str]) -> frozenset[str]:
        """The stems of a question without the drugs' names."""
        named = " ".join(name for slug in drugs for name in self._names[slug])
        return content_stems(frame.text) - content_stems(named)

    def _faults(self, drug: str, stage: str, what: str, *, held: bool) -> Iterator[str]:
        """What a drug's last run could not get of a kind of record, of which some are held or none."""
        for outcome in self._db.stages.outcomes(drug, stage):
            if outcome.state in (SourceState.FAILED, SourceState.DEGRADED):
                state = (
                    "could not be searched" if outcome.state is SourceState.FAILED else "could be searched only in part"
                )
                yield f"{what} of {drug} {state}: {outcome.source}: {outcome.reason.rstrip('.') or 'no reason given'}."
                return
        run = self._db.stages.get(drug, stage)
        if run is not None and run.status is StageStatus.FAILED:
            yield f"{what} of {drug} could not be searched: {run.reason.rstrip('.')}."
        if not held and run is None:
            yield f"{what} of {drug} were never looked for; `scout run {drug}` does."

    # ------------------------------------------------------------------------------------------------ trials
    def _trials(self, frame: QuestionFrame, drugs: Sequence[str], rarity: Callable[[str], float]) -> RecordHits:
        if not drugs:
            return RecordHits(not_searched=("Registered trials: the question names no drug of this workspace.",))
        trials: dict[str, Trial] = {}
        for drug in drugs:
            for matches in self._db.trials.load(drug).values():
                trials |= {match.trial.nct_id: match.trial for match in matches}
        asked = self._asked(frame, drugs)
        scored = sorted(
            (
                (share, trial)
                for trial in trials.values()
                if (share := _share(asked, _all_text(trial), rarity)) >= _ENOUGH
            ),
            key=lambda pair: (-pair[0], not pair[1].results, not pair[1].why_stopped, pair[1].nct_id),
        )
        lines, hits = [], []
        for share, trial in scored[:MOST_TRIALS]:
            for field, text, (start, end) in _telling(trial, asked):
                hit = _trial_hit(trial, field, text, share)
                hits.append(hit)
                lines.append(_line(hit, start, end, "registered trial"))
        searched = (f"{len(trials)} registered trials of {', '.join(drugs)}.",)
        faults = [
            fault
            for drug in drugs
            for fault in self._faults(drug, _TRIAL_STAGE, "Registered trials", held=bool(trials))
        ]
        return RecordHits(tuple(lines), tuple(hits), searched, tuple(faults))

    # ------------------------------------------------------------------------------------------------ labels
    def _labels(self, frame: QuestionFrame, drugs: Sequence[str]) -> RecordHits:
        desk = self._labels_asked or LabelSession(self._db)
        answer = desk.ask(frame.text, limit=MOST_FACTS)
        if not answer.asks.drugs:
            faults = [fault for drug in drugs for fault in self._faults(drug, _LABEL_STAGE, "Drug labels", held=False)]
            nothing = "Drug labels: the question names no drug whose labels are held."
            return RecordHits(not_searched=tuple(faults) or (nothing,))
        texts = {drug: desk.held(drug).texts for drug in answer.asks.drugs}
        cited = [(citation, _section_hit(citation, texts)) for citation in answer.citations]
        lines = tuple(_line(hit, citation.start, citation.end, "drug label") for citation, hit in cited)
        count = sum(len(held.documents) for held in texts.values())
        hits = tuple(dict.fromkeys(hit for _, hit in cited))
        return RecordHits(lines, hits, (f"{count} label{'s' * (count != 1)} of {', '.join(texts)} in full.",))


def _share(asked: frozenset[str], text: str, rarity: Callable[[str], float]) -> float:
    total = sum(map(rarity, asked))
    return sum(map(rarity, asked & content_stems(text))) / total if total else 0.0


def _all_text(trial: Trial) -> str:
    return " ".join((*citable_fields(trial).values(), *trial.conditions, trial.official_title))


def _telling(trial: Trial, asked: frozenset[str]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """What of a trial is shown: its posted results, why it was stopped, else what it is to measure; with its status."""
    fields = citable_fields(trial)
    shown = [field for field in (RESULTS, "why_stopped") if field in fields] or ["primary_outcomes"]
    for field in shown:
        text = fields.get(field, "")
        spans = [s for s in sentences(text) if not gives_orders(s.text) and len(s.text) <= _LONGEST]
        if spans:
            best = max(spans, key=lambda span: len(asked & content_stems(span.text)))
            yield field, text, (best.start, best.end)
    if STATUS in fields and "why_stopped" in shown:
        yield STATUS, fields[STATUS], (0, len(fields[STATUS]))


def _trial_hit(trial: Trial, field: str, text: str, share: float) -> PassageHit:
    posted = trial.results_posted or trial.last_updated or trial.first_posted
    return _hit(
        RecordKind.TRIAL,
        trial.nct_id,
        field,
        text,
        title=trial.title,
        journal="ClinicalTrials.gov",
        year=int(posted[:4]) if posted[:4].isdigit() else None,
        section=field.replace("_", " "),
        score=round(share, 4),
        article_type=trial.phase_name,
    )


def _hit(source: RecordKind, ident: str, part: str, text: str, *, score: float = 0.0, **details: Any) -> PassageHit:
    """A whole text of a trial or a label as a passage."""
    return PassageHit(
        passage_id=f"{ident}#{part}",
        article_id=ident,
        source=source,
        kind=source.value,
        start=0,
        end=len(text),
        text=text,
        score=score,
        **details,
    )


def _section_hit(citation: AnswerCitation, texts: Mapping[str, DrugTexts]) -> PassageHit:
    """The section of a label that is cited, whole."""
    number = citation.passage_id.rpartition("#")[2]
    held = next(of_drug for of_drug in texts.values() if citation.article_id in of_drug.documents)
    section = held.sections[citation.article_id, int(number)]
    named = section.title or section.category.value.replace("_", " ")
    details: dict[str, Any] = {
        "title": citation.title,
        "journal": citation.journal,
        "year": citation.year,
        "section": named,
    }
    return _hit(RecordKind.LABEL, citation.article_id, number, section.text, **details)


def _line(hit: PassageHit, start: int, end: int, design: str) -> AnswerSentence:
    words = hit.text[start:end]
    return AnswerSentence(text=words, source=hit.source, citations=(hit.cited(start, end, words),), design=design)

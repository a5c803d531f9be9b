"""Registered trials and drug labels as sources of answers: what the workspace holds of the drugs a question names.

What belongs here: finding the drugs, their trials and labels in the store, and the passages of them that answer. No
source is asked; what the last run could not get is said. Every passage is an exact span of a stored text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...domain.outcomes import SourceState
from ...domain.questions.answers import (
    Answer,
    AnswerRefusal,
    AnswerSource,
    AskedOutcome,
    AskedSource,
    ParsedQuestion,
    QuestionSubject,
    RefusalCause,
)
from ...domain.questions.question_answering import AnswerCitation, AnswerSentence, PassageHit, QuestionFrame, RecordKind
from ...domain.records.trials import OPEN_STATUSES, STOPPED_STATUSES, Trial
from ...domain.runs import StageStatus
from ...ranking.retrieval.label_passages import label_ranking
from ...ranking.retrieval.passage_index import IndexedDocument, IndexedPassage, PassageIndex
from ...ranking.retrieval.passage_search import best_passages, naming, score_passages
from ...rules.labels.label_facts import DrugTexts
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import sentences
from ...rules.questions.answerability import spellings, terms_of_art
from ...rules.questions.other_names import NamesKnown, read_with_names
from ...rules.questions.question_frames import CHANGE_STEMS
from ...rules.questions.stems import FORM, content_stems
from ...rules.trials.trial_texts import CONDITIONS, RESULTS, STATUS, TITLE, WHY_STOPPED, citable_fields
from ...store.database import Database
from ...text.bundled_encoder import everyday_words
from ..labels.label_session import LabelSession

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_TRIALS, MOST_FACTS = 3, 4
MOST_LISTED: Final = 5
"""Trials of an answer to a question of how trials stand; the others are named."""
_STATUSES: Final = {
    QuestionSubject.RUNNING_TRIALS: ("runs or is to begin", OPEN_STATUSES),
    QuestionSubject.STOPPED_TRIALS: ("was stopped", STOPPED_STATUSES),
}
"""Of what is asked for, in words, and the registry's statuses that answer it; any other question is of all trials."""
_ENOUGH = 0.5
"""Share of what a question asks for besides drug and disease from which a trial is about it."""
_TRIAL_STAGE, _LABEL_STAGE = "clinical_trials", "drug_labels"
_LONGEST = 900
_AS_HELD: Final = "Trials are given as the registry had them when the drug was last run here."


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

    def look_up(self, frame: QuestionFrame, *, trials: bool, labels: bool) -> RecordHits:
        """The passages of trials and labels that answer a question.

        Args:
            frame: the question.
            trials: whether to look through registered trials.
            labels: whether to look through drug labels.
        """
        drugs = self.drugs_of(frame)
        shelves = []
        if trials:
            shelves.append(self._trials(frame, drugs))
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
    def _names(self) -> NamesKnown:
        """The names of drugs and diseases that the workspace knew when the first question came."""
        return NamesKnown(self._db.known_names.groups())

    def drugs_of(self, frame: QuestionFrame) -> list[str]:
        """The drugs of the workspace that a question names, by their slugs."""
        names = [thing.names[0] for thing in frame.things_of("drug")]
        known = self._db.drugs.known_as(names)
        watched = {drug.slug for drug in self._db.drugs.watch_list()}
        return list(dict.fromkeys(known[name] for name in names if known[name] in watched))

    def holds_trials(self, question: str) -> bool:
        """Whether any registered trial is held of the drugs that a question names."""
        return any(map(self._db.trials.load, self.drugs_of(read_with_names(question, self._names))))

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
    def asked_of_trials(self, asks: ParsedQuestion, question: str) -> Answer:
        """How the trials stand that a question asks for, in the registry's words, or why none does.

        Args:
            asks: the question as it was read, with what it asks for.
            question: the same, as it stands alone.
        """
        frame = read_with_names(question, self._names)
        drugs = self.drugs_of(frame)
        trials = self._held(drugs)
        about = [trial for _, trial in _best(trials, frame)]
        wanted, statuses = _STATUSES.get(asks.asks_for, ("is registered", frozenset()))
        standing = [trial for trial in about if not statuses or trial.status in statuses]
        shown = standing[:MOST_LISTED]
        parts = [(_trial_hit(trial, field, text), place) for trial in shown for field, text, place in _standing(trial)]
        lines = tuple(_line(hit, start, end, "registered trial") for hit, (start, end) in parts)
        further = ", ".join(f"{trial.nct_id} ({trial.status})" for trial in standing[MOST_LISTED:])
        others = ", ".join(f"{trial.nct_id} ({trial.status})" for trial in about[:MOST_LISTED])
        searched = _searched(trials, drugs)
        reason = ""
        if not lines:
            on_it = f"None of the registered trials on what is asked {wanted}: {others}."
            reason = on_it if about else f"None of the {searched[:-1]} is on what is asked."
        notes = (f"Further registered trials that answer: {further}." if further else "", *self._trial_faults(drugs))
        outcome = AskedOutcome.ANSWERED if lines else AskedOutcome.REFUSED
        entry = AskedSource(source=AnswerSource.TRIALS, outcome=outcome, reason=reason, searched=searched)
        refusal = AnswerRefusal(cause=RefusalCause.NOT_COVERED, reason=reason, searched=searched)
        return Answer(
            question=question,
            standalone_question=question,
            asks=asks,
            sentences=lines,
            refusal=None if lines else refusal,
            sources=(entry,),
            cautions=(_AS_HELD,) if lines else (),
            notes=tuple(filter(None, notes)),
            retrieved=tuple(hit for hit, _ in parts),
        )

    def _held(self, drugs: Sequence[str]) -> dict[str, Trial]:
        """The trials of some drugs by their number."""
        pairs = (matches for drug in drugs for matches in self._db.trials.load(drug).values())
        return {match.trial.nct_id: match.trial for matches in pairs for match in matches}

    def _trial_faults(self, drugs: Sequence[str]) -> Iterator[str]:
        for drug in drugs:
            yield from self._faults(drug, _TRIAL_STAGE, "Registered trials", held=bool(self._held([drug])))

    def _trials(self, frame: QuestionFrame, drugs: Sequence[str]) -> RecordHits:
        """What trials add to an answer from papers: of the best ones their results, else why they were stopped."""
        if not drugs:
            return RecordHits(not_searched=("Registered trials: the question names no drug of this workspace.",))
        trials = self._held(drugs)
        parts = [
            (_trial_hit(trial, field, text, score), place)
            for score, trial in _best(trials, frame)[:MOST_TRIALS]
            for field, text, place in _telling(trial, content_stems(frame.named))
        ]
        lines = tuple(_line(hit, start, end, "registered trial") for hit, (start, end) in parts)
        hits = tuple(hit for hit, _ in parts)
        return RecordHits(lines, hits, (_searched(trials, drugs),), tuple(self._trial_faults(drugs)))

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


def _searched(trials: Mapping[str, Trial], drugs: Sequence[str]) -> str:
    return f"{len(trials)} registered trials of {', '.join(drugs)}."


def _best(trials: Mapping[str, Trial], frame: QuestionFrame) -> list[tuple[float, Trial]]:
    """The trials that are on what a question asks for, each with its score, the best first: as passages of papers."""
    index = PassageIndex.of(map(_indexed, trials.values()))
    allowed = _about(trials, index, frame)[index.article]
    ranked = best_passages(index, score_passages(index, frame, allowed, None), allowed, len(trials), 1)
    best: dict[str, float] = {}
    for row, score in zip(ranked.rows, ranked.scores, strict=True):
        best.setdefault(index.article_ids[index.article[row]], float(score))
    return [(score, trials[number]) for number, score in best.items()]


def _indexed(trial: Trial) -> IndexedDocument:
    fields = citable_fields(trial).items()
    passages = [IndexedPassage(f"{trial.nct_id}#{field}", field, text, field == RESULTS) for field, text in fields]
    return IndexedDocument(trial.nct_id, f"{trial.title} {trial.official_title}", passages)


def _about(trials: Mapping[str, Trial], index: PassageIndex, frame: QuestionFrame) -> NDArray[np.bool_]:
    """Which trials are on what a question asks for: they have its diseases among their conditions or in their title,
    its terms of art anywhere, and at least ``_ENOUGH`` of its other words. Shape (trials,)."""
    import numpy as np  # noqa: PLC0415

    about = np.ones(len(trials), dtype=np.bool_)
    for disease in frame.things_of("disease"):
        about &= naming(index, disease.names, (CONDITIONS, TITLE))
    named = content_stems(" ".join(name for thing in frame.things for name in thing.names))
    for term in terms_of_art(frame, everyday_words()):
        if not content_stems(term) <= named:
            about &= naming(index, spellings(term))
    asked = content_stems(frame.named) - named - FORM - CHANGE_STEMS - label_ranking().registry_words
    if asked:
        texts = (" ".join((*citable_fields(trial).values(), trial.official_title)) for trial in trials.values())
        about &= np.array([len(asked & content_stems(text)) >= _ENOUGH * len(asked) for text in texts], dtype=np.bool_)
    return about


def _standing(trial: Trial) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """What tells how a trial stands: its title, its status, and why it was stopped, without what would give orders."""
    fields = citable_fields(trial)
    for field in (TITLE, STATUS, WHY_STOPPED):
        text = fields.get(field, "")
        spans = [span for span in sentences(text) if not gives_orders(span.text)]
        if spans and len(spans) == len(sentences(text)) and len(text) <= _LONGEST:
            yield field, text, (spans[0].start, spans[-1].end)
        elif spans:
            yield field, text, (spans[0].start, spans[0].end)


def _telling(trial: Trial, asked: frozenset[str]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """What of a trial is shown: its posted results, why it was stopped, else what it is to measure; with its status."""
    fields = citable_fields(trial)
    shown = [field for field in (RESULTS, WHY_STOPPED) if field in fields] or ["primary_outcomes"]
    for field in shown:
        text = fields.get(field, "")
        spans = [s for s in sentences(text) if not gives_orders(s.text) and len(s.text) <= _LONGEST]
        if spans:
            best = max(spans, key=lambda span: len(asked & content_stems(span.text)))
            yield field, text, (best.start, best.end)
    if STATUS in fields and WHY_STOPPED in shown:
        yield STATUS, fields[STATUS], (0, len(fields[STATUS]))


def _trial_hit(trial: Trial, field: str, text: str, score: float = 0.0) -> PassageHit:
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
        score=round(score, 4),
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
    section = next(filter(None, (of_drug.section_cited(citation) for of_drug in texts.values())))
    details = {name: getattr(citation, name) for name in ("title", "journal", "year")}
    ordinal = str(section.ordinal)
    return _hit(RecordKind.LABEL, citation.article_id, ordinal, section.text, section=section.called, **details)


def _line(hit: PassageHit, start: int, end: int, design: str) -> AnswerSentence:
    words = hit.text[start:end]
    return AnswerSentence(text=words, source=hit.source, citations=(hit.cited(start, end, words),), design=design)

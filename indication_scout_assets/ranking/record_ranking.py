"""The second stage for what is not an article: a pair's trials, label mentions and web pages, each within its source.

What belongs here: what a cross-encoder reads of such a record, and which of them pass. The records were matched to the
pair by rule, so none is left out: what does not pass stands below what does. A threshold is held against the
cross-encoder's score only, because words shared with the question are on another scale; where no model gave a score,
the order is that of the shared words, and what passes must name the drug or the disease.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..domain.findings.evidence import RankedRecord
from ..domain.records.articles import Article
from ..domain.records.labels import LabelMention
from ..domain.records.references import WebPage
from ..domain.records.source_catalogue import SourceEntry
from ..domain.records.trials import Trial
from ..rules.names.name_matching import names_in
from .models.cross_encoders import CrossEncoder
from .retrieval.queries import READ_AXIS, claims_of
from .second_stage import FIRST_STAGE, MINIMUM_DOCUMENTS, Rescored, ScoreCache, SecondStage, document_text, rerank
from .tie_breaker import lexical_score
from .topics import Topic

BY_WORDS = "they stand in the order of the words they share with the question"
"""What a list of records has in place of a first stage."""
UNREAD_WHY = "It could not be scored: it has no text, or the cross-encoder gave no number for it."
RECORDS_VERSION = "1"
"""Raised with every change of what is read of a record or of what passes."""


def trial_document(trial: Trial) -> Article:
    """What is read of a trial: its title; summary, conditions, interventions and primary outcomes."""
    parts = {
        "Conditions": trial.conditions,
        "Interventions": tuple(intervention.name for intervention in trial.interventions),
        "Primary outcomes": trial.primary_outcomes,
    }
    lists = (f"{name}: {'; '.join(values).rstrip('.')}." for name, values in parts.items() if values)
    return Article(id=trial.nct_id, title=trial.title, abstract=" ".join((trial.summary.strip(), *lists)).strip())


def mention_document(mention: LabelMention, drug: str) -> Article:
    """What is read of a label mention: whose label and which section, then the sentence.

    The label is the drug's, which its sentences often leave unsaid.
    """
    title = f"{drug} label, {mention.kind.replace('_', ' ')}"
    return Article(id=mention.key, title=title, abstract=mention.sentence)


def page_document(page: WebPage) -> Article:
    """What is read of a web page: its title and the part of its text that the search gave."""
    return Article(id=page.url, title=page.title, abstract=page.content)


def rank_records(
    topic: Topic,
    entry: SourceEntry,
    documents: Sequence[Article],
    encoder: CrossEncoder | None,
    cache: ScoreCache | None = None,
) -> tuple[list[RankedRecord], SecondStage]:
    """All of a source's records for a pair in their order, those that pass first, and what the cross-encoder did.

    Args:
        topic: of the pair; the question is the one articles are read with.
        entry: the source; its ``min_score`` and ``places`` decide what passes.
        documents: the records as read, ids distinct, in any order.
        encoder: ``None`` where there is none.
        cache: asked before the model, told after it.
    """
    query, names = claims_of(topic, (READ_AXIS,))[0], (*topic.drug_names, *topic.disease_names)
    stage = rerank(query, documents, encoder, boost_terms=names, cache=cache)
    texts = {document.id: document_text(document) for document in documents}
    # A list too short for the model comes back in the order given.
    read = sorted(stage.kept, key=lambda rescored: (-round(rescored.score, 9), -rescored.lexical, rescored.id))
    unread = [
        Rescored(record_id, 0.0, None, lexical_score(query, texts[record_id], names))
        for record_id in sorted(texts.keys() - {scored.id for scored in read})
    ]
    least, absent = entry.min_score or 0.0, _without_model(stage)
    scorer = "The score of cross-encoder and shared words together" if stage.blended else "The cross-encoder's score"
    fits = {r.id: names_in(texts[r.id], names) if r.model_score is None else r.score >= least for r in read}
    passing = [rescored for rescored in read if fits[rescored.id]][: entry.places]

    def why(rescored: Rescored, passed: bool) -> str:
        if rescored.id not in fits:
            return UNREAD_WHY
        if rescored.model_score is not None:
            own = f"{scorer} {'reaches' if fits[rescored.id] else 'is below'} the threshold of {least:g}"
        elif fits[rescored.id]:
            own = f"{absent}; it stands by the words it shares with the question"
        else:
            own = f"{absent}, and it names neither the drug nor the disease"
        crowded = fits[rescored.id] and not passed
        return own + (f", but the {entry.places} places of its source went to better ones." if crowded else ".")

    ordered = [*passing, *(rescored for rescored in read if rescored not in passing), *unread]
    records = [
        RankedRecord(
            source=entry.key,
            id=rescored.id,
            rank=rank,
            score=rescored.score,
            cross_encoder=rescored.model_score,
            lexical=rescored.lexical,
            passed=rank <= len(passing),
            why=why(rescored, rank <= len(passing)),
        )
        for rank, rescored in enumerate(ordered, start=1)
    ]
    return records, replace(stage, note=stage.note.replace(FIRST_STAGE, BY_WORDS))


def _without_model(stage: SecondStage) -> str:
    """Why a record has no score of the model's, as the beginning of a sentence."""
    if not stage.model:
        return "No cross-encoder was at hand"
    if stage.skipped:
        return f"With fewer than {MINIMUM_DOCUMENTS} records the cross-encoder was not asked"
    return "The cross-encoder failed"

"""The desk that questions over labels are put to: it reads a question, and answers it from texts that it keeps.

What belongs here: from a question to an answer. How a question is read and answered is in ``rules.labels``.
"""

from __future__ import annotations

from ...domain.monographs.label_answers import LabelAnswer, LabelIntent
from ...domain.monographs.label_documents import LabelPicture
from ...domain.outcomes import PermanentFailure
from ...reading.verifier.cited_places import gated
from ...rules.labels.drug_aliases import DrugNames
from ...rules.labels.label_answering import answer_of
from ...rules.labels.label_intent import read_question
from ...rules.labels.label_retrieval import DrugTexts
from ...rules.labels.several_asked import answered_in_parts
from ...store.database import Database
from ...text.plain_text import plain_text
from .drawn_structures import with_drawing

MOST_KEPT = 64
"""Drugs whose texts are kept between two questions."""


class LabelDesk:
    """Answers questions over the labels of one workspace; texts of a drug are read once and kept."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._names = DrugNames(db.labels.aliases())
        self._texts: dict[str, tuple[DrugTexts, tuple[LabelPicture, ...]]] = {}

    @property
    def names(self) -> DrugNames:
        return self._names

    def called(self, name: str) -> str | None:
        """The drug with labels that a name stands for: by the names of the labels, else by those its run has learnt."""
        if drug := self._names.drug_of(name):
            return drug
        profile = self.db.drugs.load(self.db.drugs.known_as([name])[name])
        learnt = (profile.name, *(synonym.name for synonym in profile.synonyms)) if profile else ()
        return next(filter(None, map(self._names.drug_of, learnt)), None)

    def drug(self, name: str) -> str:
        """The same where it must be one.

        Raises:
            PermanentFailure: no label of it is held; similar names are given.
        """
        drug = self.called(name)
        if drug is None:
            near = self._names.nearest(name, ())
            hint = f"perhaps {' or '.join(near)} is meant." if near else "`scout label add` holds one."
            raise PermanentFailure(f"No label of {name} is held; {hint}")
        return drug

    def read(self, question: str, context: str = "", drug: str | None = None) -> LabelIntent:
        """A question as labels read it; ``context`` is the one before it.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        named = self.drug(drug) if drug else None
        return read_question(question, self._names, self.db.labels.known_words, context, named)

    def ask(
        self,
        question: str,
        context: str = "",
        drug: str | None = None,
        region: str | None = None,
        label: str | None = None,
        limit: int | None = None,
    ) -> LabelAnswer:
        """Answer a question, one that asks two things in both its parts; ``context`` is the one before it.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        return answered_in_parts(
            plain_text(question), context, lambda part, before: self._ask(part, before, drug, region, label, limit)
        )

    def _ask(
        self,
        question: str,
        context: str,
        drug: str | None,
        region: str | None,
        label: str | None,
        limit: int | None,
    ) -> LabelAnswer:
        """Answer a question that asks one thing."""
        intent = self.read(question, context, drug)
        texts = {name: self._kept(name) for name in intent.drugs}
        if region or label:
            texts = {name: (_narrowed(held, region, label), pictures) for name, (held, pictures) in texts.items()}
        held = {name: of_drug for name, (of_drug, _) in texts.items()}
        pictures = {name: of_drug for name, (_, of_drug) in texts.items()}
        answer = answer_of(intent, held, pictures, self._names.drugs, limit)
        return with_drawing(gated(answer, held), self.db)

    def texts_of(self, drug: str) -> DrugTexts:
        """The texts of all labels held of a drug."""
        return self._kept(drug)[0]

    def _kept(self, drug: str) -> tuple[DrugTexts, tuple[LabelPicture, ...]]:
        if drug not in self._texts:
            if len(self._texts) >= MOST_KEPT:
                self._texts.pop(next(iter(self._texts)))
            held = self.db.labels.load(drug)
            self._texts[drug] = DrugTexts(held.documents, held.sections, held.spans), held.pictures
        return self._texts[drug]


def _narrowed(held: DrugTexts, region: str | None, label: str | None) -> DrugTexts:
    """The texts of one region or one label."""
    documents = [
        d
        for d in held.documents.values()
        if (not region or d.region == region.upper()) and (not label or d.id.lower() == label.lower())
    ]
    kept = {document.id for document in documents}
    sections = [section for section in held.sections.values() if section.document in kept]
    spans = [span for span in held.spans if span.document in kept]
    return DrugTexts(documents, sections, spans)

"""The desk that questions over labels are put to: it reads a question, and answers it from texts that it keeps.

What belongs here: from a question to an answer. How passages are ranked is in ``ranking.label_passages``; whether a
fact stands is decided by ``reading.verifier``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent, QuestionShape, SearchedLabel
from ...domain.monographs.label_documents import (
    AliasKind,
    FactSpan,
    LabelCategory,
    LabelDocument,
    LabelPicture,
    PictureKind,
)
from ...domain.outcomes import PermanentFailure
from ...language_models.budget import BudgetExceeded
from ...language_models.model_reply import NoAnswer
from ...ranking.label_passages import (
    LabelPassages,
    PassageOrder,
    QuestionSubject,
    in_context,
    label_embedder,
    label_ranking,
)
from ...reading.verifier.cited_places import gated
from ...rules.labels.drug_aliases import DrugNames
from ...rules.labels.label_facts import DrugTexts, facts_of
from ...rules.labels.label_parts import absence
from ...rules.labels.label_words import words
from ...rules.questions.question_language import in_english
from ...store.database import Database
from ...text.plain_text import plain_text
from .drawn_structures import with_drawing
from .label_model import MOST_READ, LabelModelReader

MOST_KEPT = 64
"""Drugs whose texts are kept between two questions."""
MOST_FACTS, MOST_WORDS = 6, 130
"""Passages and words of an answer; its first passage is shown whole."""
WITHIN = 8.0
"""What a passage's score may fall short of the best one's: by cross-validation by drug some 80 words an answer."""
LEAST_WORDS = 40
"""Words that each drug's facts may have at least, where several are asked about."""
ANSWERED = 0.35
"""How likely the best passages must answer. Chosen on the questions for training, where an eighth of those that the
labels answer is refused for it, and three quarters of those that they do not."""
_RANKED = "ranked"
_NO_ADVICE = "What somebody should do is for a doctor or pharmacist to say."
_CAUTION = (
    "These passages come nearest to the question: a ranking chose them, and nobody has read whether they answer it."
)
_NO_PICTURE = "The labels held have no picture of a structural formula."
_MASK = "it"
"""What stands in a question for its drug: which drug it is tells no passage of its labels from another."""


class HeldLabels(NamedTuple):
    """What is held of a drug, ready for questions."""

    texts: DrugTexts
    passages: LabelPassages
    pictures: tuple[LabelPicture, ...]
    brands: Mapping[str, frozenset[str]]
    """The brands of each label, by its id."""


class _Chosen(NamedTuple):
    """The passages of one drug's labels that answer."""

    spans: tuple[FactSpan, ...]
    likely: float
    """How likely they do."""
    by: str = _RANKED
    note: str = ""


class LabelDesk:
    """Answers questions over the labels of one workspace; texts of a drug are read once and kept."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._names = DrugNames(db.labels.aliases())
        self._held: dict[tuple[str, frozenset[str] | None], HeldLabels] = {}

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
        """A question as labels read it; ``context`` is the one before it, whose drug it may leave out.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        drugs = [self.drug(drug)] if drug else self._drugs_in(question)
        from_context: tuple[str, ...] = ()
        suggestions: list[str] = []
        if not drugs:
            known = self.db.labels.known_words(words(question))
            suggestions = self._names.nearest(
                question, {w for w in known if not self._names.is_name_but_for_its_end(w)}
            )
        if not drugs and not suggestions and context:
            drugs = self._drugs_in(context)
            from_context = ("drug",) if drugs else ()
        subject = label_ranking().subject(question)
        if subject is QuestionSubject.ADVICE:
            shape = QuestionShape.ADVICE
        elif subject is QuestionSubject.IMAGE:
            shape = QuestionShape.IMAGE
        else:
            shape = QuestionShape.COMPARE if len(drugs) > 1 else QuestionShape.FACT
        return LabelIntent(
            question=question,
            shape=shape,
            of_label=subject is not QuestionSubject.PAPERS,
            drugs=tuple(drugs),
            from_context=from_context,
            suggestions=tuple(suggestions),
        )

    def _drugs_in(self, question: str) -> list[str]:
        """The drugs a question names, each once, in its order."""
        named = self._names.named_in(question) or self._names.called_in(question)
        return list(dict.fromkeys(name.drug for name in named))

    def ask(
        self,
        question: str,
        context: str = "",
        drug: str | None = None,
        region: str | None = None,
        label: str | None = None,
        limit: int | None = None,
        reader: LabelModelReader | None = None,
    ) -> LabelAnswer:
        """Answer a question.

        Args:
            question: as it was asked.
            context: the question before it.
            drug: asked about, where the question does not name it.
            region, label: the labels that may answer; all of the drug where none is given.
            limit: the most passages of each drug.
            reader: the language model that chooses among the best passages; ``None``: the ranking alone.

        Raises:
            PermanentFailure: ``drug`` is not held. TransientFailure: a model out of reach.
        """
        question = plain_text(question)
        intent = self.read(question, context, drug)
        bare = LabelAnswer(status=AnswerStatus.ERROR, question=question, intent=intent)
        bare = _with(bare, drug=next(iter(intent.drugs), ""))
        if intent.shape is QuestionShape.ADVICE:
            documents = (document for name in intent.drugs for document in self.db.labels.documents(name))
            return _with(bare, status=AnswerStatus.ADVICE_REFUSED, note=_NO_ADVICE, searched=_searched(documents))
        if not intent.drugs:
            return self._without_drug(bare)
        asked = f"{drug or ''} {question}"
        held = {name: self._meant(name, region, label, asked) for name in intent.drugs}
        texts = {name: own.texts for name, own in held.items()}
        bare = _with(bare, searched=_searched(d for own in texts.values() for d in own.documents.values()))
        if intent.shape is QuestionShape.IMAGE:
            return with_drawing(gated(_picture_answer(bare, held), texts), self.db)
        return gated(self._from_passages(bare, context, held, limit, reader), texts)

    def _without_drug(self, bare: LabelAnswer) -> LabelAnswer:
        """The answer to a question that names no drug held: those its words may mean, or those there are."""
        suggestions = bare.intent.suggestions
        if suggestions:
            note = in_english(
                "No drug of this name is held; nothing is shown before the name is certain.", bare.question
            )
            return _with(bare, status=AnswerStatus.DID_YOU_MEAN, suggestions=suggestions, note=note)
        note = in_english("The question names no drug whose labels are held.", bare.question)
        return _with(bare, status=AnswerStatus.NO_DRUG, drugs_held=self._names.drugs, note=note)

    def _from_passages(
        self,
        bare: LabelAnswer,
        context: str,
        held: Mapping[str, HeldLabels],
        limit: int | None,
        reader: LabelModelReader | None,
    ) -> LabelAnswer:
        """The best passages of each drug's labels as facts, or why there are none."""
        most_words = max(LEAST_WORDS, MOST_WORDS // len(held))
        chosen = {
            drug: self._chosen(bare.question, context, drug, own, most_words, reader) for drug, own in held.items()
        }
        facts = tuple(
            fact for drug, best in chosen.items() for fact in facts_of(drug, best.spans[:limit], held[drug].texts)
        )
        notes = " ".join(dict.fromkeys(best.note for best in chosen.values() if best.note))
        if facts:
            likely = max(best.likely for best in chosen.values())
            by = next(best.by for best in chosen.values() if best.spans)
            section = facts[0].section
            caution = _CAUTION if by == _RANKED else ""
            answered = {"section": section, "facts": facts, "path": by, "likely": likely}
            return _with(bare, status=AnswerStatus.ANSWERED, caution=caution, note=notes, **answered)
        missing = [
            own.passages.lacking(self.masked(bare.question, drug), label_ranking().plain) for drug, own in held.items()
        ]
        lacking = [word for word in missing[0] if all(word in others for others in missing[1:])]
        why = absence({drug: own.texts for drug, own in held.items()}, lacking)
        note = " ".join(filter(None, (in_english(why.note, bare.question), notes)))
        by = next(best.by for best in chosen.values())
        return _with(bare, status=AnswerStatus.NOT_IN_LABEL, note=note, sections_held=why.sections_held, path=by)

    def _chosen(
        self,
        question: str,
        context: str,
        drug: str,
        held: HeldLabels,
        most_words: int,
        reader: LabelModelReader | None,
    ) -> _Chosen:
        """The passages of a drug's labels that answer, the best first; none where they do not."""
        if not held.passages.spans:
            return _Chosen((), 0.0)
        # Of two drugs that are held the other may be compared with, or be what the label is asked about.
        asked = {self.masked(question, drug), self.masked(question)}
        before = self.masked(context, drug)
        ranked = max((label_ranking().ranked(held.passages, each, before) for each in sorted(asked)), key=_likely)
        spans = [held.passages.spans[number] for number in ranked.order[:MOST_READ]]
        note = ""
        if reader is not None:
            try:
                read = reader.chosen(question, context, drug, spans, held.texts)
                return _Chosen(read.spans[:MOST_FACTS], 1.0, reader.name)
            except (NoAnswer, BudgetExceeded) as failure:
                note = f"Read by the ranking, without the language model: {failure}"
        chosen: list[FactSpan] = []
        length = 0
        for span, score in zip(spans[: MOST_FACTS if ranked.answered >= ANSWERED else 0], ranked.scores, strict=False):
            length += len(words(span.text))
            if chosen and (length > most_words or ranked.scores[0] - score > WITHIN):
                break
            chosen.append(span)
        return _Chosen(tuple(chosen), ranked.answered, note=note)

    def masked(self, question: str, drug: str = "") -> str:
        """A question with a word in the place of the drug's names; of all drugs' where none is given."""
        named = self._names.named_in(question) or self._names.called_in(question)
        for name in reversed(named):
            if not drug or name.drug == drug:
                question = f"{question[: name.start]}{_MASK}{question[name.end :]}"
        return " ".join(question.split())

    def held(self, drug: str, labels: frozenset[str] | None = None) -> HeldLabels:
        """What is held of a drug, or of some of its labels by their ids; vectors that are missing are made and kept."""
        if (drug, labels) not in self._held:
            if len(self._held) >= MOST_KEPT:
                self._held.pop(next(iter(self._held)))
            stored = self.db.labels.load(drug)
            texts = DrugTexts(stored.documents, stored.sections, stored.spans)
            texts = texts if labels is None else texts.narrowed(labels)
            contexts = [in_context(texts, span) for span in texts.spans]
            vectors = self.db.labels.vectors(texts.spans, contexts, label_embedder())
            brands = {label: self._brands_of(label) for label in texts.documents}
            self._held[drug, labels] = HeldLabels(texts, LabelPassages(texts, vectors), stored.pictures, brands)
        return self._held[drug, labels]

    def _brands_of(self, label: str) -> frozenset[str]:
        return frozenset(a.name for a in self.db.labels.aliases_of(label) if a.kind is AliasKind.BRAND)

    def _meant(self, drug: str, region: str | None, label: str | None, question: str) -> HeldLabels:
        """What is held of a drug, of one region, one label, or of the products whose brand a question names."""
        held = self.held(drug)
        named = {question[name.start : name.end].lower() for name in self._names.named_in(question)}
        products = {name for name, brands in held.brands.items() if brands & named and drug not in brands}
        kept = frozenset(
            document.id
            for document in held.texts.documents.values()
            if (not region or document.region == region.upper())
            and (not label or document.id.lower() == label.lower())
            and (not products or document.id in products)
        )
        return held if len(kept) == len(held.texts.documents) else self.held(drug, kept)


def _likely(ranked: PassageOrder) -> float:
    return ranked.answered


def _with(answer: LabelAnswer, **changes: object) -> LabelAnswer:
    return answer.model_copy(update=changes)


def _picture_answer(bare: LabelAnswer, held: Mapping[str, HeldLabels]) -> LabelAnswer:
    """The structural formulas that the labels show, or that they show none."""
    shown = tuple(p for own in held.values() for p in own.pictures if p.kind is PictureKind.STRUCTURE)
    if shown:
        section = LabelCategory.DESCRIPTION
        return _with(bare, status=AnswerStatus.ANSWERED, images=shown, section=section, path="picture")
    return _with(bare, status=AnswerStatus.NOT_IN_LABEL, note=_NO_PICTURE, path="picture")


def _searched(documents: Iterable[LabelDocument]) -> tuple[SearchedLabel, ...]:
    return tuple(
        SearchedLabel(
            set_id=document.id,
            drug=document.drug,
            title=document.title,
            version=document.version,
            region=document.region,
        )
        for document in documents
    )

"""The desk that questions over labels are put to: it reads a question, and answers it from texts that it keeps.

What belongs here: from a question to an answer. How passages are ranked is in ``ranking.retrieval.label_passages``;
whether a fact stands is decided by ``reading.verifier``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...domain.monographs.label_documents import AliasKind, FactSpan, LabelDocument, LabelPicture, PictureKind
from ...domain.outcomes import PermanentFailure
from ...domain.questions.answers import (
    Answer,
    AnswerPicture,
    AnswerRefusal,
    AnswerSource,
    AskedOutcome,
    AskedSource,
    ParsedQuestion,
    QuestionSubject,
    RefusalCause,
    SearchedLabel,
)
from ...domain.questions.question_answering import AnswerSentence, RecordKind
from ...language_models.language_model import LanguageModel
from ...language_models.model_reply import NoAnswer
from ...providers.budget import BudgetExceeded
from ...ranking.retrieval.label_passages import LabelPassages, in_context, label_embedder, label_ranking
from ...reading.verifier.cited_places import fault_of
from ...rules.labels.drug_aliases import DrugNames
from ...rules.labels.label_facts import DrugTexts, absence, facts_of
from ...rules.labels.label_words import words
from ...rules.questions.answerability import in_english
from ...rules.questions.question_frames import read_question
from ...store.database import Database
from ...text.plain_text import plain_text
from .drawn_structures import drawn_picture
from .label_model import MOST_READ, chosen_by_model

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
OF_BOTH = 0.3
"""How likely a question must ask for what labels tell and for what studies found, each, to be put to both."""
_NO_ADVICE = "What somebody should do is for a doctor or pharmacist to say."
_CAUTION = (
    "The labels' passages come nearest to the question: a ranking chose them, and nobody has read whether they answer."
)
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
    by: str = ""
    """The language model that chose them; empty where the ranking did."""
    note: str = ""


class LabelSession:
    """Answers questions over the labels of one workspace; texts of a drug are read once and kept."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.names = DrugNames(db.labels.aliases())
        self._held: dict[tuple[str, frozenset[str] | None], HeldLabels] = {}

    def called(self, name: str) -> str | None:
        """The drug with labels that a name stands for: by the names of the labels, else by those its run has learnt."""
        if drug := self.names.drug_of(name):
            return drug
        profile = self.db.drugs.load(self.db.drugs.known_as([name])[name])
        learnt = (profile.name, *(synonym.name for synonym in profile.synonyms)) if profile else ()
        return next(filter(None, map(self.names.drug_of, learnt)), None)

    def drug(self, name: str) -> str:
        """The same where it must be one.

        Raises:
            PermanentFailure: no label of it is held; similar names are given.
        """
        drug = self.called(name)
        if drug is None:
            near = self.names.nearest(name, ())
            hint = f"perhaps {' or '.join(near)} is meant." if near else "`scout label add` holds one."
            raise PermanentFailure(f"No label of {name} is held; {hint}")
        return drug

    def read(self, question: str, context: str = "", drug: str | None = None) -> ParsedQuestion:
        """A question as it is read once; ``context`` is the one before it, whose drug it may leave out.

        Raises:
            PermanentFailure: ``drug`` is not held.
        """
        drugs = [self.drug(drug)] if drug else self._drugs_in(question)
        from_context: tuple[str, ...] = ()
        suggestions: list[str] = []
        if not drugs:
            known = self.db.labels.known_words(words(question))
            suggestions = self.names.nearest(question, {w for w in known if not self.names.is_name_but_for_its_end(w)})
        if not drugs and not suggestions and context:
            drugs = self._drugs_in(context)
            from_context = ("drug",) if drugs else ()
        likely = label_ranking().subjects(question)
        named = f"{drug or ''} {question}"
        brands = (named[name.start : name.end].lower() for name in self.names.named_in(named))
        return ParsedQuestion.of(
            read_question(question),
            text=question,
            asks_for=next(iter(likely)),
            of_both=min(likely[QuestionSubject.LABEL], likely[QuestionSubject.PAPERS]) >= OF_BOTH,
            drugs=tuple(drugs),
            brands=tuple(dict.fromkeys(brand for brand in brands if brand not in drugs)),
            from_context=from_context,
            suggestions=tuple(suggestions),
            first=AnswerSource.LABELS,
        )

    def _drugs_in(self, question: str) -> list[str]:
        """The drugs a question names, each once, in its order."""
        named = self.names.named_in(question) or self.names.called_in(question)
        return list(dict.fromkeys(name.drug for name in named))

    def ask(
        self,
        question: str,
        context: str = "",
        drug: str | None = None,
        region: str | None = None,
        label: str | None = None,
        limit: int | None = None,
        reader: LanguageModel | None = None,
    ) -> Answer:
        """Read a question and answer it from labels alone.

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
        begun = time.perf_counter()
        asked = self.read(plain_text(question), context, drug)
        answer = self.answer(asked, context, region, label, limit, reader)
        return answer.model_copy(update={"elapsed_ms": round((time.perf_counter() - begun) * 1000)})

    def ask_entry(self, entry: Mapping[str, Any], reader: LanguageModel | None = None) -> Answer:
        """The answer to a question of a file: an object with ``question`` and, for a follow-up, ``context``."""
        return self.ask(str(entry["question"]), str(entry.get("context") or ""), reader=reader)

    def answer(
        self,
        asked: ParsedQuestion,
        context: str = "",
        region: str | None = None,
        label: str | None = None,
        limit: int | None = None,
        reader: LanguageModel | None = None,
    ) -> Answer:
        """Answer a question that has been read; arguments as of ``ask``. Raises TransientFailure."""
        if asked.asks_for is QuestionSubject.ADVICE:
            documents = (document for name in asked.drugs for document in self.db.labels.documents(name))
            return _refused(asked, RefusalCause.ADVICE_REFUSED, _NO_ADVICE, documents)
        if not asked.drugs:
            return self._without_drug(asked)
        held = {name: self._meant(name, region, label, asked) for name in asked.drugs}
        if asked.asks_for is QuestionSubject.IMAGE:
            return self._pictured(asked, held)
        return self._from_passages(asked, context, held, limit, reader)

    def _without_drug(self, asked: ParsedQuestion) -> Answer:
        """The answer to a question that names no drug held: those its words may mean, or those there are."""
        if asked.suggestions:
            reason = in_english("No drug of this name is held; nothing is shown before the name is certain.", asked)
            return _refused(asked, RefusalCause.DID_YOU_MEAN, reason)
        reason = in_english("The question names no drug whose labels are held.", asked)
        return _refused(asked, RefusalCause.NO_DRUG, reason, drugs_held=self.names.drugs)

    def _pictured(self, asked: ParsedQuestion, held: Mapping[str, HeldLabels]) -> Answer:
        """The structural formulas that the labels show, else one that is drawn, or why there is none."""
        pictures = tuple(
            AnswerPicture(**dict(picture), drug=drug)
            for drug, own in held.items()
            for picture in own.pictures
            if picture.kind is PictureKind.STRUCTURE
        )
        reason = ""
        if not pictures:
            drawn, reason = drawn_picture(self.db, asked.drugs[0])
            pictures = (drawn,) if drawn else ()
        documents = _documents(held)
        if reason:
            return _refused(asked, RefusalCause.NOT_IN_LABEL, reason, documents)
        return _bare(asked, documents, AskedOutcome.ANSWERED, coverage=1.0).model_copy(update={"pictures": pictures})

    def _from_passages(
        self,
        asked: ParsedQuestion,
        context: str,
        held: Mapping[str, HeldLabels],
        limit: int | None,
        reader: LanguageModel | None,
    ) -> Answer:
        """The best passages of each drug's labels, or why there are none."""
        most_words = max(LEAST_WORDS, MOST_WORDS // len(held))
        chosen = {drug: self._chosen(asked.text, context, drug, own, most_words, reader) for drug, own in held.items()}
        facts = [fact for drug, best in chosen.items() for fact in facts_of(drug, best.spans[:limit], held[drug].texts)]
        notes = tuple(dict.fromkeys(best.note for best in chosen.values() if best.note))
        by = next((best.by for best in chosen.values() if best.spans), next(best.by for best in chosen.values()))
        texts, documents = {drug: own.texts for drug, own in held.items()}, _documents(held)
        further: dict[str, object] = {"notes": notes, "read_by": by}
        if fault := next(filter(None, (fault_of(fact, asked.drugs, texts) for fact in facts)), ""):
            return _refused(asked, RefusalCause.ERROR, f"Not shown: {fault}.", documents)
        if facts:
            numbers = {label: n for n, label in enumerate(dict.fromkeys(fact.article_id for fact in facts), start=1)}
            sentences = (AnswerSentence(text=f.quote, source=RecordKind.LABEL, citations=(f,)) for f in facts)
            further["sentences"] = tuple(sentence.numbered(numbers.__getitem__) for sentence in sentences)
            further["cautions"] = () if by else (_CAUTION,)
            likely = max(best.likely for best in chosen.values())
            return _bare(asked, documents, AskedOutcome.ANSWERED, coverage=round(likely, 4)).model_copy(update=further)
        missing = [
            own.passages.lacking(self.masked(asked.text, drug), label_ranking().plain) for drug, own in held.items()
        ]
        lacking = [word for word in missing[0] if all(word in others for others in missing[1:])]
        why = absence(texts, lacking)
        reason = in_english(why.note, asked)
        refused = _refused(asked, RefusalCause.NOT_IN_LABEL, reason, documents, sections_held=tuple(why.sections_held))
        return refused.model_copy(update=further)

    def _chosen(
        self,
        question: str,
        context: str,
        drug: str,
        held: HeldLabels,
        most_words: int,
        reader: LanguageModel | None,
    ) -> _Chosen:
        """The passages of a drug's labels that answer, the best first; none where they do not."""
        if not held.passages.spans:
            return _Chosen((), 0.0)
        # Of two drugs that are held the other may be compared with, or be what the label is asked about.
        asked = {self.masked(question, drug), self.masked(question)}
        before = self.masked(context, drug)
        orders = (label_ranking().ranked(held.passages, each, before) for each in sorted(asked))
        ranked = max(orders, key=lambda order: order.answered)
        spans = [held.passages.spans[number] for number in ranked.order[:MOST_READ]]
        note = ""
        if reader is not None:
            try:
                read = chosen_by_model(reader, question, context, drug, spans, held.texts)
                return _Chosen(read[:MOST_FACTS], 1.0, reader.named)
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
        named = self.names.named_in(question) or self.names.called_in(question)
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

    def _meant(self, drug: str, region: str | None, label: str | None, asked: ParsedQuestion) -> HeldLabels:
        """What is held of a drug, of one region, one label, or of the products whose brand a question names."""
        held, named = self.held(drug), set(asked.brands)
        products = {name for name, brands in held.brands.items() if brands & named and drug not in brands}
        kept = frozenset(
            document.id
            for document in held.texts.documents.values()
            if (not region or document.region == region.upper())
            and (not label or document.id.lower() == label.lower())
            and (not products or document.id in products)
        )
        return held if len(kept) == len(held.texts.documents) else self.held(drug, kept)


def _documents(held: Mapping[str, HeldLabels]) -> list[LabelDocument]:
    return [document for own in held.values() for document in own.texts.documents.values()]


def _bare(
    asked: ParsedQuestion,
    documents: Iterable[LabelDocument],
    outcome: AskedOutcome,
    reason: str = "",
    coverage: float = 0.0,
) -> Answer:
    """An answer that says which labels were searched, and nothing else yet."""
    fields = ("drug", "title", "version", "region")
    searched = tuple(SearchedLabel(set_id=d.id, **{name: getattr(d, name) for name in fields}) for d in documents)
    entry = AskedSource(
        source=AnswerSource.LABELS,
        outcome=outcome,
        reason=reason,
        coverage=coverage,
        searched=f"{len(searched)} label{'s' * (len(searched) != 1)} of {', '.join(asked.drugs)}." if searched else "",
        labels=searched,
    )
    return Answer(question=asked.text, standalone_question=asked.text, asks=asked, sources=(entry,))


def _refused(
    asked: ParsedQuestion,
    cause: RefusalCause,
    reason: str,
    documents: Iterable[LabelDocument] = (),
    **held: tuple[str, ...],
) -> Answer:
    bare = _bare(asked, documents, AskedOutcome.REFUSED, reason)
    refusal = AnswerRefusal(cause=cause, reason=reason, searched=bare.sources[0].searched, **held)
    return bare.model_copy(update={"refusal": refusal})

"""Answers from a library written by a language model, held sentence by sentence to the words they quote.

What belongs here: what a model is asked about passages, and turning what it says back into sentences with exact
citations. Whether a sentence stands is decided in ``reading.verifier.written_sentences``. The messages of a
conversation are sent again as they were, so that each request begins with the whole of the one before: providers keep
what they have read of such a beginning.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...domain.findings.statements import refused_words
from ...domain.model_calls import Message, Role
from ...domain.questions.question_answering import (
    AnswerCitation,
    AnswerFault,
    AnswerSentence,
    PassageHit,
    QuestionFrame,
    QuestionPart,
    RemovedSentence,
    Verdict,
)
from ...language_models.language_model import LanguageModel
from ...language_models.model_request import ModelRequest, object_schema, parsed
from ...language_models.prompts import prompt
from ...reading.verifier.cited_places import place_of, sentences_holding
from ...reading.verifier.claim_clauses import plain
from ...reading.verifier.written_sentences import ClaimRefused, QuotedWords, check_claim
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import sentences
from ..open_workspace import OpenWorkspace

PURPOSE = "library"
MAX_TOKENS = 3072
LONGEST_QUESTION = 600
"""Characters of a question that is searched once more."""
MOST_SENTENCES = 8
MOST_QUOTES = 3
"""Quotations under one sentence."""
LONGEST_HISTORY = 80_000
"""Characters of earlier messages; what would be longer begins anew."""
MISSING, QUOTES, SENTENCES = "missing", "quotes", "sentences"
"""Fields of the answer, in the order in which they are written."""
SAYS_NOTHING = "none"
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}


_VERDICTS = {verdict.value: verdict for verdict in Verdict}
SCHEMA = object_schema(
    standalone_question=_TEXT,
    missing={"type": "string", "enum": [*QuestionPart]},
    quotes={
        "type": "array",
        "items": object_schema(
            id=_TEXT, passage=_TEXT, words=_TEXT, says={"type": "string", "enum": [*Verdict, SAYS_NOTHING]}
        ),
    },
    sentences={"type": "array", "items": object_schema(text=_TEXT, quotes=_TEXTS)},
)
"""One for both tasks: a request with another schema would begin with other tokens, and nothing kept would fit."""


@dataclass
class Draft:
    """What a model wrote: what stands of it, what was removed, and the messages to be sent again. A sentence points the
    way that all its quotations point; its records have no numbers yet.
    """

    missing: QuestionPart = QuestionPart.NONE
    """What of the question no passage answers."""
    in_terms: str = ""
    """Where none does: the question in the terms of papers, to search once more."""
    quoted: list[AnswerSentence] = field(default_factory=list)
    """The sentences that hold the quotations, word for word, and what each says to the question."""
    sentences: list[AnswerSentence] = field(default_factory=list)
    """Those that stand; in the place of others the sentences they quote, word for word."""
    own: int = 0
    """How many of them the model wrote itself."""
    removed: list[RemovedSentence] = field(default_factory=list)
    exchange: tuple[Message, ...] = ()

    def cites(self, place: AnswerCitation) -> bool:
        """Whether a sentence stands on words of this place."""
        return any(
            citation.article_id == place.article_id and citation.start < place.end and place.start < citation.end
            for sentence in self.sentences
            for citation in sentence.citations
        )

    @property
    def declined(self) -> bool:
        """Whether the model says that no passage answers, and wrote nothing."""
        return self.missing is not QuestionPart.NONE and not (self.sentences or self.removed)


class _Quote(NamedTuple):
    """A quotation that stands where the model says."""

    cited: AnswerCitation
    around: QuotedWords
    says: Verdict | None
    holding: AnswerCitation
    """The whole sentences."""


@dataclass(frozen=True)
class _Task:
    """One question to a model: what it is sent, and what its answer is held against."""

    frame: QuestionFrame
    labels: Mapping[str, str]
    given: Mapping[str, PassageHit]
    """The passages by what the model knows them as."""
    short_forms: Mapping[str, Mapping[str, str]]
    history: tuple[Message, ...]
    asked: Message

    @classmethod
    def of(
        cls,
        frame: QuestionFrame,
        hits: Sequence[PassageHit],
        short_forms: Mapping[str, Mapping[str, str]],
        history: Sequence[Message],
    ) -> _Task:
        """The task of ``LibraryWriter.writing``."""
        history = fitting(history)
        labels = _labels(hits, history)
        asked = Message.user(_asked(frame.text, hits, labels, history))
        return cls(frame, labels, {labels[hit.passage_id]: hit for hit in hits}, short_forms, history, asked)

    def checked(self, answer: Mapping[str, Any]) -> Draft:
        """The whole answer, sentence by sentence."""
        in_terms = " ".join(str(answer.get("standalone_question") or "").split())[:LONGEST_QUESTION]
        quotes, draft = _by_id(answer.get(QUOTES)), Draft(_missing(answer.get(MISSING)), in_terms)
        draft.quoted = list(dict.fromkeys(filter(None, (self.word_for_word(name, quotes) for name in quotes))))
        for item in _items(answer.get(SENTENCES)):
            self.take(item, quotes, draft)
        draft.exchange = (self.asked, Message.assistant(_kept(draft, self.labels)))
        return draft

    def take(self, item: Any, quotes: Mapping[str, dict[str, Any]], draft: Draft) -> None:
        """Add a sentence to the draft; one that does not stand to what was removed, and what it quotes in its place."""
        try:
            sentence = self._sentence(item, quotes)
            if any(plain(sentence.text) == plain(other.text) for other in draft.sentences):
                raise ClaimRefused(AnswerFault.MALFORMED, "that says again what another sentence says")
            if len(draft.sentences) >= MOST_SENTENCES:
                raise ClaimRefused(AnswerFault.MALFORMED, f"beyond the {MOST_SENTENCES} that an answer may have")
            draft.sentences.append(sentence)
            draft.own += 1
        except ClaimRefused as refusal:
            text = refused_words(_words_of(item))
            draft.removed.append(RemovedSentence(text=text, kind=refusal.kind.value, reason=refusal.reason))
            for name in _quoted_by(item) if refusal.kind is not AnswerFault.MALFORMED else ():
                quoted = self.word_for_word(name, quotes)
                if quoted and not draft.cites(quoted.citations[0]) and len(draft.sentences) < MOST_SENTENCES:
                    draft.sentences.append(quoted)

    def word_for_word(self, name: str, quotes: Mapping[str, dict[str, Any]]) -> AnswerSentence | None:
        """The sentences that hold a quotation; ``None`` where it does not stand, or they give orders."""
        try:
            quote = self._quote(name, quotes)
        except ClaimRefused:
            return None
        words = quote.holding.quote
        return None if gives_orders(words) else _shown_as(words, (quote.holding,), quote.says)

    def _sentence(self, item: Any, quotes: Mapping[str, dict[str, Any]]) -> AnswerSentence:
        if (
            not isinstance(item, dict)
            or not isinstance(item.get("text"), str)
            or not isinstance(item.get("quotes"), list)
        ):
            raise ClaimRefused(AnswerFault.MALFORMED, "not in the form asked for")
        ids = _quoted_by(item)
        if not ids:
            raise ClaimRefused(AnswerFault.NO_CITATION, "without a quotation")
        if len(ids) > MOST_QUOTES or len(ids) < len(item["quotes"]):
            raise ClaimRefused(AnswerFault.MALFORMED, f"that does not name one to {MOST_QUOTES} quotations")
        cited = [self._quote(name, quotes) for name in ids]
        text = " ".join(item["text"].split())
        check_claim(text, [quote.around for quote in cited], self.frame)
        says = {quote.says for quote in cited}
        return _shown_as(text, tuple(quote.cited for quote in cited), says.pop() if len(says) == 1 else None)

    def _quote(self, name: str, quotes: Mapping[str, dict[str, Any]]) -> _Quote:
        quote = quotes.get(name)
        hit = self.given.get(str(quote.get("passage"))) if quote is not None else None
        if quote is None or hit is None:
            raise ClaimRefused(AnswerFault.UNKNOWN_SOURCE, "on a passage that was not given")
        words = quote.get("words")
        place = place_of(words, hit.text) if isinstance(words, str) else None
        if place is None:
            raise ClaimRefused(AnswerFault.QUOTE, "whose passage does not hold the words it quotes")
        start, end = sentences_holding(*place, sentences(hit.text))
        around = QuotedWords(hit.text[start:end], hit.title, self.short_forms.get(hit.article_id, {}))
        says = _VERDICTS.get(str(quote.get("says")))
        holding = hit.cited(hit.start + start, hit.start + end, hit.text[start:end])
        cited = hit.cited(hit.start + place[0], hit.start + place[1], hit.text[slice(*place)])
        return _Quote(cited, around, says, holding)


class LibraryWriter:
    """A language model that writes answers, and follow-ups as questions of their own."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    def writing(
        self,
        frame: QuestionFrame,
        hits: Sequence[PassageHit],
        short_forms: Mapping[str, Mapping[str, str]],
        history: Sequence[Message] = (),
        *,
        stream: bool,
    ) -> Generator[AnswerSentence | Draft, None, None]:
        """Ask for an answer and check it sentence by sentence; the last that is given is the whole draft.

        The draft is checked as a whole once more. Where its first sentences are not those that were given, or it does
        not come, what was given is to be withdrawn.

        Args:
            frame: the question.
            hits: the passages it may stand on.
            short_forms: abbreviations by article.
            history: the messages of earlier turns, the oldest first.
            stream: whether each sentence is given before, as soon as it is written and stands.

        Raises:
            NoAnswer, BudgetExceeded: there is no answer to this question. TransientFailure, PermanentFailure: as
            ``LanguageModel.ask``.
        """
        task = _Task.of(frame, hits, short_forms, history)
        request = self._request(task.asked, task.history)
        if not stream:
            yield task.checked(self.model.ask(request))
            return
        written, taken, draft = "", 0, Draft()
        with closing(self.model.stream(request)) as pieces:
            for piece in pieces:
                written += piece
                so_far = _whole_so_far(written) if "}" in piece else {}
                if [*so_far][-1:] == [SENTENCES] and QUOTES in so_far:
                    items, before = _items(so_far[SENTENCES]), len(draft.sentences)
                    for item in items[taken:]:
                        task.take(item, _by_id(so_far[QUOTES]), draft)
                    taken = len(items)
                    yield from draft.sentences[before:]
        yield task.checked(parsed(written))

    def rewrite(self, follow_up: str, before: str, history: Sequence[Message] = ()) -> str:
        """A follow-up as one question, as the model has it; it is still to be checked. Raises as ``writing``."""
        asked = _json({"task": "rewrite", "question_before": before, "follow_up": follow_up})
        answer = self.model.ask(self._request(Message.user(asked), fitting(history)))
        return " ".join(str(answer.get("standalone_question") or "").split())

    def _request(self, asked: Message, history: Sequence[Message]) -> ModelRequest:
        return ModelRequest(PURPOSE, prompt(PURPOSE), (*history, asked), SCHEMA, MAX_TOKENS, resent=True)


def writer_of(workspace: OpenWorkspace, provider: str) -> LibraryWriter | None:
    """What writes with a provider's model; ``None`` where sentences are chosen word for word. Raises as
    ``OpenWorkspace.answer_model``.
    """
    model = workspace.answer_model(provider)
    return None if model is None else LibraryWriter(model)


def _whole_so_far(written: str) -> dict[str, Any]:
    """What an answer holds that is still being written, up to the last element that is whole; empty where none is."""
    try:
        so_far = json.loads(f"{written[: written.rfind('}') + 1]}]}}")
    except (ValueError, RecursionError):
        return {}
    return so_far if isinstance(so_far, dict) else {}


def fitting(history: Sequence[Message]) -> tuple[Message, ...]:
    """The earlier messages, or none where they have grown too long."""
    return tuple(history) if sum(len(message.text) for message in history) <= LONGEST_HISTORY else ()


def _labels(hits: Sequence[PassageHit], history: Sequence[Message]) -> dict[str, str]:
    """What each passage is called: a passage keeps its name through a conversation."""
    labels: dict[str, str] = {}
    for passage in _shown(history):
        labels[passage["passage"]] = passage["id"]
    for hit in hits:
        labels.setdefault(hit.passage_id, f"P{len(labels) + 1}")
    return labels


def _shown(history: Sequence[Message]) -> list[dict[str, str]]:
    """The passages that earlier messages hold; the messages are ours."""
    shown: list[dict[str, str]] = []
    for message in history:
        if message.role is Role.USER:
            shown += json.loads(message.text).get("passages", [])
    return shown


def _asked(question: str, hits: Sequence[PassageHit], labels: Mapping[str, str], history: Sequence[Message]) -> str:
    """Passages that were not shown before, then the question: what is the same in every turn comes first."""
    known = {passage["passage"] for passage in _shown(history)}
    passages = [
        {
            "id": labels[hit.passage_id],
            "passage": hit.passage_id,
            "title": _harmless(hit.title),
            "year": hit.year,
            "section": hit.section,
            "text": hit.text,
        }
        for hit in hits
        if hit.passage_id not in known
    ]
    names = [labels[hit.passage_id] for hit in hits]
    return _json({"task": "answer", "passages": passages, "answer_from": names, "question": question})


def _harmless(title: str) -> str:
    """A title, unless it gives orders: it is shown beside every passage of its article."""
    return "" if gives_orders(title) else title


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _by_id(value: Any) -> dict[str, dict[str, Any]]:
    """The quotations by their ids; one that is given twice is nobody's."""
    quotes: dict[str, dict[str, Any]] = {}
    twice = set()
    for quote in _items(value):
        if isinstance(quote, dict) and isinstance(quote.get("id"), str):
            if quote["id"] in quotes:
                twice.add(quote["id"])
            quotes[quote["id"]] = quote
    return {name: quote for name, quote in quotes.items() if name not in twice}


def _missing(value: Any) -> QuestionPart:
    return QuestionPart(value) if value in list(QuestionPart) else QuestionPart.NONE


def _words_of(item: Any) -> str:
    words = item.get("text") if isinstance(item, dict) else item
    return words if isinstance(words, str) else ""


def _quoted_by(item: Any) -> list[str]:
    """The ids of the quotations a sentence names, each once."""
    names = _items(item.get("quotes")) if isinstance(item, dict) else []
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def _shown_as(text: str, citations: tuple[AnswerCitation, ...], says: Verdict | None) -> AnswerSentence:
    return AnswerSentence(text=text, source=citations[0].source, citations=citations, reading=says or "")


def _kept(draft: Draft, labels: Mapping[str, str]) -> str:
    """What stands of an answer, in the form in which the model gave it: nothing removed is ever shown to it again."""
    cited = list(dict.fromkeys(citation for sentence in draft.sentences for citation in sentence.citations))
    names = {citation: f"Q{place}" for place, citation in enumerate(cited, start=1)}
    says = {citation: sentence.reading for sentence in draft.sentences for citation in sentence.citations}
    quotes = [
        {
            "id": name,
            "passage": labels[citation.passage_id],
            "words": citation.quote,
            "says": says[citation] or SAYS_NOTHING,
        }
        for citation, name in names.items()
    ]
    sentences = [
        {"text": sentence.text, "quotes": [names[citation] for citation in sentence.citations]}
        for sentence in draft.sentences
    ]
    return _json({"standalone_question": "", MISSING: draft.missing, QUOTES: quotes, SENTENCES: sentences})

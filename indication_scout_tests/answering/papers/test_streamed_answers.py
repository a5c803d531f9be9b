"""Answers that are checked while a model writes them, over each provider's protocol."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from indication_scout_assets.answering.papers.library_writer import Draft, LibraryWriter
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.questions.question_answering import AnswerSentence
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_tests.json_server import Answer, Asked, json_server
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.language_models import PROTOCOLS
from indication_scout_tests.wire.model_protocols import OLLAMA, PROVIDERS, Provider
from indication_scout_tests.wire.model_streams import AnswerStream

from .lying_writer import HITS, HONEST, NAMES, QUESTION, TEXTS, what_stands

FRAME = read_question(QUESTION)
LIE = HONEST.replace("lower", "higher")
OTHER = "LDL cholesterol was lower with oat bran than with wheat bran."
OATS = {"id": "Q1", "passage": NAMES["oats"], "words": TEXTS["oats"]}

each_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)


def reply(*texts: str, quotes: tuple[dict[str, str], ...] = (OATS,)) -> dict[str, Any]:
    sentences = [{"text": text, "quotes": ["Q1"]} for text in texts]
    return {"standalone_question": "", "missing": "none", "quotes": list(quotes), "sentences": sentences}


def streamed(provider: Provider, *texts: str) -> AnswerStream:
    """A stream of these pieces; Ollama's count says that the model saw all of the question."""
    return provider.streams(*texts, **({"prompt_eval_count": 5000} if provider is OLLAMA else {}))


def sending(stream: AnswerStream) -> Callable[[Asked], Answer]:
    return lambda asked: (200, stream.headers, iter(stream.whole))


def writing(provider: Provider, url: str, log: Log) -> Iterator[AnswerSentence | Draft]:
    return LibraryWriter(provider.model(url, log)).writing(FRAME, HITS, {}, stream=True)


def cut_after(text: str, *ends: str) -> list[str]:
    """The text in pieces, one up to the end of each of these words and one for the rest."""
    places = [0, *(text.index(end) + len(end) for end in ends), len(text)]
    return [text[start:end] for start, end in pairwise(places)]


@each_provider
def test_a_sentence_is_given_before_the_next_is_written(provider: Provider) -> None:
    text = json.dumps(reply(HONEST, LIE, OTHER), ensure_ascii=False)
    stream = streamed(provider, *cut_after(text, f'"{HONEST}", "quotes": ["Q1"]}}', f'"{OTHER}", "quotes": ["Q1"]}}'))
    gates = [threading.Event() for _ in stream.deltas]

    def written() -> Iterator[bytes]:
        yield from (*stream.opening, *stream.begun)
        for delta, gate in zip(stream.deltas, gates, strict=True):
            assert gate.wait(10), "the sentence before was not given while this one was not written yet"
            yield delta
        yield from stream.ending

    log = Log()
    with json_server(lambda asked: (200, stream.headers, written())) as server:
        events = writing(provider, server.url, log)
        for sentence, gate in zip((HONEST, OTHER), gates, strict=False):
            gate.set()
            given = next(events)
            assert isinstance(given, AnswerSentence)
            assert given.text == sentence
            assert given.citations[0].quote == TEXTS["oats"]
            assert not log.calls, "nothing is an answer before its end"
        gates[2].set()
        (draft,) = events
    assert isinstance(draft, Draft)
    assert [sentence.text for sentence in draft.sentences] == [HONEST, OTHER]
    assert [removed.kind for removed in draft.removed] == ["direction"]
    assert draft == what_stands(PROTOCOLS[provider.name], reply(HONEST, LIE, OTHER))


@each_provider
def test_what_is_given_before_an_answer_breaks_off_has_no_draft(provider: Provider) -> None:
    stream = streamed(provider, *cut_after(json.dumps(reply(HONEST, OTHER)), '"Q1"]}'))
    broken = (*stream.opening, *stream.begun, stream.deltas[0], stream.error)
    with json_server(lambda asked: (200, stream.headers, iter(broken))) as server:
        events = writing(provider, server.url, Log())
        assert isinstance(next(events), AnswerSentence)
        with pytest.raises((TransientFailure, NoAnswer)):
            next(events)


@each_provider
def test_nothing_is_given_before_its_quotations_are_all_there(provider: Provider) -> None:
    """A quotation that is given twice is nobody's; sentences before their quotations are read in the end."""
    twice = reply(HONEST, quotes=(OATS, OATS))
    backwards = dict(reversed(reply(HONEST).items()))
    for answer, standing in ((twice, 0), (backwards, 1)):
        stream = streamed(provider, json.dumps(answer))
        with json_server(sending(stream)) as server:
            (draft,) = writing(provider, server.url, Log())
        assert isinstance(draft, Draft)
        assert len(draft.sentences) == standing

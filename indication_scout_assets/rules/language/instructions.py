"""Sentences of a source that give orders to software instead of reporting something.

What belongs here: recognising them, so that none is quoted as if it were a finding. This is the second line: the first
is that no text of a source is ever anything but data to a model, recognised or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...domain.records.articles import Article
from ..worded_pattern import worded
from .sentences import Sentence, abstract_sentences, sentences

_ORDERS = (
    worded(
        "ignore|disregard|forget|override|bypass",
        r"""\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}
        \b(?:instructions?|rules?|prompts?|guidelines\ above|everything\ above|the\ above|system\ messages?)\b""",
    ),
    worded("system|developer", r"\b(?:system|developer)\ (?:prompt|message|instructions?)\b"),
    worded("instruction", r"\b(?:your|my)\ (?:\w+\ )?instructions?\b"),
    worded(
        "as a|dear|attention|note |hey|hello",
        r"""\b(?:as\ an?|dear|attention|note\ (?:to|for)|hey|hello)\s(?:the\s)?
        (?:ai|llms?|language\ models?|chatbots?|assistants?)\b""",
    ),
    worded(
        "you ",
        r"""\byou\ (?:are\ now|must\ (?:now\ )?(?:answer|report|say|state|write|output|return|reply|conclude)
        |are\ an?\ (?:ai|helpful|language))\b""",
    ),
    worded(
        "report|answer|reply|respond|output|return|print|say|state|write|conclude",
        r"""^\W*(?:please\s|now\s|instead,?\s|then\s|and\s)*
        (?:report|answer|reply|respond|output|return|print|say|state|write|conclude)\s
        (?:that|with|only|exactly|to\s|the\s(?:following|words)|["'“{\[])""",
    ),
    worded(
        "<",
        r"""<\s*/?\s*(?:system|assistant|user|human|instructions?|prompt|tool\w*|function\w*|documents?|articles?)\b
        [^>]{0,80}>|<\|[^|]{0,40}\|>""",
    ),
    worded(
        "inst|system|assistant|human|user|developer",
        r"""\[/?(?:inst|system|assistant)\]|^\W{0,4}(?:system|assistant|human|user)\s?:
        |["'}\])>|]\s{0,3}(?:system|assistant|human|user|developer)\s?:""",
    ),
    worded("statement|polarity|role", r"""["'“]?(?:statements?|polarity|role)["'”]\s?:\s?["'“\[{]"""),
    worded("```", "```"),
)
"""Over small letters."""

_SENTENCE_END = re.compile(r"[.!?](?=\s)")


def gives_orders(text: str) -> bool:
    """Whether a text addresses the software that reads it, or poses as part of its own messages."""
    return _order_in(text) is not None


def _order_in(text: str) -> int | None:
    """Where the first order of a text begins."""
    small = text.lower()
    if len(small) != len(text):  # a letter whose small form is longer would move all that follow
        small = "".join(letter if len(letter.lower()) > 1 else letter.lower() for letter in text)
    return min((match.start() for order in _ORDERS if (match := order.search(small))), default=None)


def citable_sentences(article: Article) -> list[tuple[str, int, Sentence]]:
    """What of an article may be quoted: field, number within the article (from 1, title first), and sentence.

    A sentence that gives orders is left out, and so is what follows it under the same heading; where the title does,
    nothing is left. Leaving sentences out changes no other sentence's number.
    """
    if any(gives_orders(span.text) for span in sentences(article.title)):
        return []
    spans = [("title", span) for span in sentences(article.title)]
    spans += [("abstract", span) for span in abstract_sentences(article)]
    return [(field, number, span) for number, (field, span) in enumerate(_without_orders(spans), 1) if span.text]


def _without_orders(spans: Sequence[tuple[str, Sentence]]) -> Iterator[tuple[str, Sentence]]:
    """The sentences in their order, empty ones in place of those that may not be quoted."""
    heading: str | None = None
    for field, span in spans:
        if field == "abstract" and span.heading == heading:
            yield field, _cut(span, 0)
        elif (order := _order_in(span.text)) is not None:
            heading = span.heading
            ended = [end.end() for end in _SENTENCE_END.finditer(span.text, 0, order + 1)]
            yield field, _cut(span, max(ended, default=0))
        else:
            heading = None
            yield field, span


def _cut(span: Sentence, length: int) -> Sentence:
    """A sentence's first characters: what is left of one that an order was glued to."""
    return replace(span, end=span.start + length, text=span.text[:length])

"""The sentences of an abstract that tell results, and the one of them that tells in numbers what the drug did.

What belongs here: where results stand, and choosing a sentence to be shown word for word where no effect could be read
from it (``effect_reading``). It says nothing on whose numbers they are: the reader sees the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...text.numbers import statistical_tests
from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import Sentence, abstract_sentences

LONGEST_SENTENCE = 1_200
"""Characters; what is longer is a table or a list that lost its form."""
_FLAGS = re.IGNORECASE | re.VERBOSE
COMPARATOR = re.compile(
    r"""(?<!addition\sto\s)(?<!added\sto\s)(?<!top\sof\s)\b
    (?P<name>placebo|saline|sham|usual\scare|standard\s(?:care|treatment|therapy)
        |no[\s-]treatment\b(?!\s(?:differen|effect|related|interact))
        |control(?=\s(?:group|patients|subjects|arm|individuals|treatment|women|men))|(?<=than\s)controls?
        |(?<=with\s)controls?
        |(?<=versus\s)controls?|(?<=vs\s)controls?)\b""",
    _FLAGS,
)
"""What a drug is compared with that is no other drug."""
PRIMARY = re.compile(r"\bprimary\s(?:\w+\s){0,2}(?:end\s?-?points?|outcomes?|measures?|variables?)", re.IGNORECASE)
_RESULTS = re.compile(r"RESULT|FINDING|OBSERVATION|CONCLUSION|INTERPRETATION|DISCUSSION|SUMMARY")
_OPENING = 0.25
"""Share of an abstract without headings in which nothing is a result."""
_MEASURED = re.compile(r"\d[.·]\d|\d\s?%|\d\)?\s(?:vs\.?|versus|compared|and\s\d)", re.IGNORECASE)
"""A number that was measured, rather than one of a dose or a time."""
_BACKGROUND = re.compile(r"\bat baseline\b|\bbaseline characteristics\b", re.IGNORECASE)
_OF_SAFETY = re.compile(
    r"\b(?:adverse|side[\s-]?effects?|safety|safe|(?:well|better)[\s-]tolerated|tolerab\w+|toxicit\w+)\b", re.IGNORECASE
)


def result_sentences(reader: ArticleReader) -> Iterator[Sentence]:
    """The sentences that stand among results or conclusions."""
    text = reader.article.abstract
    read = abstract_sentences(reader.article)
    headed = any(_RESULTS.search(sentence.heading) for sentence in read)
    for sentence in read:
        tells = bool(_RESULTS.search(sentence.heading)) if headed else sentence.start >= _OPENING * len(text)
        if tells and len(sentence.text) <= LONGEST_SENTENCE:
            yield sentence


def is_of_safety(text: str) -> bool:
    """Whether a sentence speaks of unwanted effects."""
    return _OF_SAFETY.search(text) is not None


def result_in_numbers(reader: ArticleReader) -> Sentence | None:
    """The sentence that best tells in numbers what the drug did; ``None`` where no sentence names it with a number.

    It holds a number that was measured, names the drug and is about no unwanted effect. Of several the one on the
    primary endpoint comes first, then one with a p value or an interval, then one that names the disease, then the
    first.
    """
    telling = [sentence for sentence in result_sentences(reader) if _tells(reader.mask(sentence.text), sentence.text)]
    return min(telling, key=lambda sentence: _rank(reader, sentence.text), default=None)


def _tells(masked: str, text: str) -> bool:
    aside = is_of_safety(text) or _BACKGROUND.search(text)
    return DRUG in masked and bool(_MEASURED.search(masked) or statistical_tests(text)) and not aside


def _rank(reader: ArticleReader, text: str) -> tuple[bool, bool, bool]:
    tested = statistical_tests(text)
    return not PRIMARY.search(text), not tested, DISEASE not in reader.mask(text)

"""What a trial's primary endpoint measures, by the words of its paper or of the registry.

What belongs here: the definition of an endpoint, taken apart: its telling words, the short names of scales, when it is
measured, and which way is better. Whether groups differ in it is read in ``endpoint_comparisons``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..language.mentions import DISEASE, ArticleReader
from ..language.sentences import Sentence
from ..names.name_matching import fold, root, words
from .endpoints import EndpointKind, better_when, kind_of

TELLING = 0.6
"""Share of a measure's words that a phrase must hold to speak of it."""
_NO_TELLING = frozenset(
    map(root, (
        "the", "and", "for", "from", "with", "was", "were", "that", "this", "between", "after", "before", "during",
        "within", "any", "all", "each", "both", "who", "had", "has", "have", "change", "baseline", "percent",
        "percentage", "proportion", "number", "rate", "mean", "median", "time", "first", "occurrence", "patient",
        "participant", "subject", "people", "women", "men", "children", "week", "month", "year", "day", "defined",
        "measured", "assessed", "primary", "endpoint", "outcome", "development", "event", "per", "group", "score",
        "standard", "criteria",
        "difference", "improvement", "reduction", "reducing", "decrease", "increase", "decline", "level", "total",
        "frequency", "adjusted", "absolute", "relative", "least", "square", "end", "treatment", "therapy", "study",
        "main", "efficacy", "measure", "incidence", "co-primary", "achieve", "achieving", "least", "continuous",
        "extent", "degree", "grade", "value", "one", "two", "three", "more", "without", "least", "assessment",
        "composite", "including", "major", "recurrent", "new", "recruitment", "group",
    ))
)  # fmt: skip
"""Roots that do not tell one measure from another in a sentence of results."""
_DEFINED = re.compile(
    r"\bprimary (?:(?!and\b|or\b)[\w-]+ ){0,2}?(?:end\s?-?points?|outcomes?|variables?)(?: measures?| variables?)?,? "
    r"(?:was|were|is|included?)"
    r" (?!not\b|met\b|to\b|achiev\w+ (?:by|in)|reach|signific|similar|also\b|comparable|improved|reduced|lower"
    r"|higher|better|occur|observed|obtained|assessed|evaluated|analy)"
    r"(?P<what>[^.;]{5,300})"
)
"""The sentence that defines the primary endpoint."""
_END = re.compile(
    r"\(|\b(?:between|from|at|after|by|over|during|through|until|within|as|measured|assessed|defined|evaluated"
    r"|determined|based|using|compared|among|whether|including|consisting|comprising)\b"
)
"""Where the measure itself ends: how, when and in whom it is measured follows."""
_SHORT_NAME = re.compile(r"\b(?=[\w-]*[A-Z][\w-]*[A-Z])[A-Za-z][\w-]{2,}\b")
_NO_SHORT_NAME = frozenset({"eot", "itt", "rct", "ci", "anova", "ancova", "locf", "mmrm", "aes", "saes"})
_TIMES = re.compile(
    r"\b(?:(?P<n>\d+)[\s-]?(?P<unit>day|week|month|year)s?|(?P<unit2>day|week|month|year)s?\s(?P<n2>\d+))\b"
)


@dataclass(frozen=True)
class Measure:
    """A primary endpoint, or one of several."""

    words: frozenset[str]
    """Roots of its telling words; ``DISEASE`` where it is a measure of the disease by name."""
    short_names: frozenset[str]
    """Folded: ``mri-pdff``, ``ham-d``."""
    times: frozenset[str]
    """When it is measured: ``week 12``; empty where the definition does not say."""
    better: int
    """+1 where more is better, -1 where less is, 0 where its words do not tell."""

    def named_in(self, masked: str) -> bool:
        """Whether a masked phrase speaks of it."""
        held = self.words & telling_words(masked)
        enough = bool(held) and len(held) >= TELLING * len(self.words)
        return enough or any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", masked) for name in self.short_names)

    def at_its_time(self, masked: str) -> bool:
        """Whether a phrase gives no time, or one of the endpoint's."""
        given = times_in(masked)
        return not given or not self.times or not self.times.isdisjoint(given)


def measures_of(
    reader: ArticleReader,
    spans: Sequence[Sentence],
    outcomes: Sequence[str],
    disease_names: Sequence[str],
    drug_names: Sequence[str],
) -> list[Measure]:
    """The primary endpoints of efficacy: as the paper defines them, else as registered.

    Args:
        spans: sentences of the abstract.
        outcomes: titles of the registered primary outcomes.
    """
    texts = [part for span in spans for part in _definitions(span.text)] or outcomes
    made = [
        _measure(text, reader, disease_names) for text in texts if kind_of(text, drug_names) is EndpointKind.EFFICACY
    ]
    ways = {measure.better for measure in made} | {better_when(outcome, disease_names) for outcome in outcomes}
    ways.discard(0)
    known = ways.pop() if len(ways) == 1 else 0
    return [Measure(m.words, m.short_names, m.times, m.better or known) for m in made if m.words or m.short_names]


def telling_words(masked: str) -> frozenset[str]:
    """The roots of a masked phrase that tell what is measured."""
    roots = {root(word) for word in words(masked) if len(word) > 2 and not word.isdecimal() and word[-2:] != "ly"}
    return frozenset(roots - _NO_TELLING | ({DISEASE} if DISEASE in masked else set()))


def times_in(text: str) -> frozenset[str]:
    """Times a folded text names: ``week 12`` for "at 12 weeks"."""
    return frozenset(f"{t['unit'] or t['unit2']} {t['n'] or t['n2']}" for t in _TIMES.finditer(text))


def _definitions(text: str) -> list[str]:
    """How a sentence defines the primary endpoint; in its capitals where folding keeps the length."""
    folded = fold(text)
    source = text if len(folded) == len(text) else folded
    located = (source[defined.start("what") : defined.end("what")] for defined in _DEFINED.finditer(folded))
    return [what for what in located if what.strip()]


def _measure(text: str, reader: ArticleReader, disease_names: Sequence[str]) -> Measure:
    folded = reader.mask(text)
    end = _END.search(folded)
    core = folded[: end.start()] if end and telling_words(folded[: end.start()]) else folded
    named = [name.lower() for name in _SHORT_NAME.findall(text)]
    return Measure(
        words=telling_words(core),
        short_names=frozenset(_unlike(named, reader)),
        times=times_in(fold(text)),
        better=better_when(text, disease_names) or better_when(core, disease_names),
    )


def _unlike(names: Iterable[str], reader: ArticleReader) -> Iterable[str]:
    """Short names that mean a measure: not the drug, the disease, or a word of statistics."""
    return (name for name in names if name not in _NO_SHORT_NAME and reader.mask(name) == name)

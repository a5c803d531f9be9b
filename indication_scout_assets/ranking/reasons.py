"""Why an article stands where it stands, as one plain sentence.

What belongs here: wording. Places are given instead of grades: a cosine has no scale a reader could know, and what is
"close" among three articles is not among a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..domain.articles import Article
from ..domain.evidence import RankingComponents
from ..domain.names_match import is_acronym, names_in, natural_order

RETRACTED_WHY = "Retracted: shown, never used."
NOTICE_WHY = "The notice of a retraction, which is no evidence of its own."
_WORD = re.compile(r"[^\W\d_]+")
_SHOUTED = 4
"""Letters up to which a word in capitals may be an abbreviation."""


@dataclass(frozen=True)
class Place:
    """An article's place among all of the pair: 1 is the best, equals share a place."""

    by_words: int
    by_meaning: int
    of: int


class Spelling:
    """Names as the pair's articles write them: eponyms and abbreviations keep their capitals, other words lose them.

    Args:
        texts: titles and abstracts.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._written = frozenset(word for text in texts for word in _WORD.findall(text))

    def readable(self, name: str) -> str:
        """``Hypertension, Pulmonary`` as it stands inside a sentence: ``pulmonary hypertension``."""
        return name if is_acronym(name) else _WORD.sub(self._word, natural_order(name))

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in self._written or (word.isupper() and len(word) > _SHOUTED):
            return word.lower()
        written = (form for form in (word.capitalize(), word.upper()) if form in self._written)
        return next(written, word.lower() if word.istitle() else word)


@dataclass(frozen=True)
class Mention:
    """Where an article names one side of the pair, and by which of its names."""

    side: str
    """What the side is called where the article does not name it."""
    in_title: str | None
    in_abstract: str | None

    @classmethod
    def of(cls, article: Article, names: Sequence[str], spelling: Spelling) -> Mention:
        """Names come preferred one first."""
        in_title, in_abstract = names_in(article.title, names), names_in(article.abstract, names)
        return cls(
            side=spelling.readable(names[0]),
            in_title=spelling.readable(in_title[0]) if in_title else None,
            in_abstract=spelling.readable(in_abstract[0]) if in_abstract else None,
        )

    @property
    def named(self) -> bool:
        return bool(self.in_title or self.in_abstract)


def why(article: Article, components: RankingComponents, drug: Mention, disease: Mention, place: Place) -> str:
    """What is named and where, then the article's place by words and by meaning."""
    scores = f"BM25 {components.lexical:.1f}", f"cosine {components.cosine:.2f}"
    if place.of == 1:
        places = f"the only article found ({', '.join(scores)})"
    else:
        by_words = f"{_ordinal(place.by_words)} of {place.of} by its words" if components.lexical else "no word matches"
        places = f"{by_words} ({scores[0]}), {_ordinal(place.by_meaning)} by its meaning ({scores[1]})"
    text = f"{_naming(drug, disease)}; {places}"
    return text + ("." if article.abstract else "; ranked by its title alone, as the record has no abstract.")


def _naming(drug: Mention, disease: Mention) -> str:
    both = (drug, disease)
    in_title = [m.in_title for m in both if m.in_title]
    in_abstract = [m.in_abstract for m in both if m.in_abstract and not m.in_title]
    missing = [m.side for m in both if not m.named]
    named = [f"{' and '.join(in_title)} in the title"] if in_title else []
    named += [f"{' and '.join(in_abstract)} in the abstract"] if in_abstract else []
    if not named:
        return f"Names neither {drug.side} nor {disease.side}"
    return f"Names {' and '.join(named)}" + (f" but not {missing[0]}" if missing else "")


def _ordinal(number: int) -> str:
    if number == 1:
        return "best"
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"

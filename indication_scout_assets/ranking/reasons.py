"""Why an article stands where it stands, as one plain sentence.

What belongs here: wording. Places are given instead of grades: a cosine has no scale a reader could know, and what is
"close" among three articles is not among a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..domain.findings.evidence import RankingComponents
from ..domain.findings.readings import TreatmentRelation
from ..domain.records.articles import Article
from ..rules.names.name_matching import is_acronym, natural_order
from .gate import GateVerdict
from .scoring import Scores
from .topics import Topic

NOTICE_WHY = "The notice of a retraction, which is no evidence of its own."
_WORD = re.compile(r"[^\W\d_]+")
_LETTER = re.compile(r"[^\W\d_]")
_SHOUTED = 4
"""Letters up to which a word in capitals may be an abbreviation."""
_LISTED = 3
"""Drugs up to which a sentence lists them all."""


@dataclass(frozen=True)
class RankPlace:
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
        self._texts = "\n".join(texts)
        self._readable: dict[str, str] = {}

    def readable(self, name: str) -> str:
        """``Hypertension, Pulmonary`` as it stands inside a sentence: ``pulmonary hypertension``."""
        known = self._readable.get(name)
        if known is None:
            known = name if is_acronym(name) else _WORD.sub(self._word, natural_order(name))
            self._readable[name] = known
        return known

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if self._is_written(word.lower()) or (word.isupper() and len(word) > _SHOUTED):
            return word.lower()
        written = (form for form in (word.capitalize(), word.upper()) if self._is_written(form))
        return next(written, word.lower() if word.istitle() else word)

    def _is_written(self, form: str) -> bool:
        """Whether any text holds this form as a word; few are asked for, so the texts are not cut into words."""
        start = self._texts.find(form)
        while start >= 0:
            end = start + len(form)
            if not (_LETTER.match(self._texts, end) or (start and _LETTER.match(self._texts, start - 1))):
                return True
            start = self._texts.find(form, end)
        return False


class ReasonWording:
    """The sentences of one topic's ranking.

    Args:
        topic: what was asked.
        articles: those that are ranked.
        scores: theirs, in the same order.
    """

    def __init__(self, topic: Topic, articles: Sequence[Article], scores: Scores) -> None:
        spelling = Spelling(a.text for a in articles)
        self._articles, self._scores = articles, scores
        drugs = [spelling.readable(names[0]) for names in topic.drugs]
        self._drug = " or ".join(drugs) if len(drugs) <= _LISTED else f"one of the {len(drugs)} drugs"
        self._no_drug = self._drug.replace("one of", "any of", 1) if len(drugs) > _LISTED else self._drug
        self._disease = spelling.readable(topic.disease_names[0]) if topic.disease_names else ""

    def why(self, i: int, components: RankingComponents, place: RankPlace) -> str:
        """What is named and where, what it says of the two, then the places by words and by meaning."""
        article = self._articles[i]
        parts = []
        if self._scores.verdicts:
            reading = self._scores.readings.get(i)
            parts.append(
                self._naming(self._scores.verdicts[i]) + (_INTENTS[reading.of_pair.relation] if reading else "")
            )
        if components.cross_encoder is not None:
            parts.append(f"the cross-encoder gives it {components.cross_encoder:.2f}")
        parts.append(_places(components, place))
        if not article.abstract:
            alone = "ranked by its title alone" if article.title else "last"
            parts.append(f"{alone}, as the record has no abstract" + ("" if article.title else " and no title"))
        text = "; ".join(parts)
        return text[:1].upper() + text[1:] + "."

    def _naming(self, verdict: GateVerdict) -> str:
        """``names X in the title and Y in the abstract``."""
        in_title = [self._drug] * verdict.drug_in_title + [self._disease] * verdict.disease_in_title
        in_abstract = [self._drug] * (verdict.drug_in_abstract and not verdict.drug_in_title)
        in_abstract += [self._disease] * (verdict.disease_in_abstract and not verdict.disease_in_title)
        indexed = [self._drug] * (verdict.drug_in_index and self._drug not in (*in_title, *in_abstract))
        indexed += [self._disease] * (verdict.disease_in_index and self._disease not in (*in_title, *in_abstract))
        named = [f"{' and '.join(names)} in the {where}" for names, where in _placed(in_title, in_abstract, indexed)]
        if not named:
            return f"names neither {self._no_drug} nor {self._disease}"
        text = f"names {' and '.join(named)}"
        if verdict.names_drug and verdict.names_disease:
            return text
        if verdict.names_kin:
            where = "title" if verdict.kin_in_title else "abstract"
            return f"{text} and something close to {self._disease} in the {where}"
        return f"{text} but not {self._no_drug if verdict.names_disease else self._disease}"


_INTENTS = {
    TreatmentRelation.TREATS: " and says that the drug treats the disease",
    TreatmentRelation.PREVENTS: " and says that the drug prevents the disease",
    TreatmentRelation.NO_EFFECT: " and says that the drug does not help",
    TreatmentRelation.CAUSES: " and says that the drug causes or worsens the disease",
    TreatmentRelation.UNCLEAR: " but says nothing clear about the two",
}


def _placed(in_title: list[str], in_abstract: list[str], indexed: list[str]) -> list[tuple[list[str], str]]:
    places = ((in_title, "title"), (in_abstract, "abstract"), (indexed, "index terms"))
    return [(names, where) for names, where in places if names]


def _places(components: RankingComponents, place: RankPlace) -> str:
    scores = f"BM25 {components.lexical:.1f}", f"cosine {components.cosine:.2f}"
    if place.of == 1:
        return f"the only article found ({', '.join(scores)})"
    if not components.lexical:
        return f"no word matches ({scores[0]}), {_ordinal(place.by_meaning)} of {place.of} by its meaning ({scores[1]})"
    by_words = f"{_ordinal(place.by_words)} of {place.of} by its words ({scores[0]})"
    return f"{by_words}, {_ordinal(place.by_meaning)} by its meaning ({scores[1]})"


def _ordinal(number: int) -> str:
    if number == 1:
        return "best"
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"

"""The sentences of one article that report what the drug did in the disease, weighed.

What belongs here: which sentences are worth quoting, in the light of the whole article: its title, its own conclusion,
its other sentences. How a single sentence is read is in ``polarity``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..domain.findings.readings import ArticleSpan, Direction, PairReading, QuotedSentence
from ..domain.findings.statements import Polarity
from ..domain.records.articles import Article
from ..rules.language.instructions import citable_sentences, gives_orders
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader
from ..rules.language.sentences import Sentence, sentences
from ..rules.questions.finding_signs import (
    leaves_unknown,
    tells_aim,
    tells_conclusion,
    tells_of_others,
    tells_plan,
)
from ..rules.stance.cues import OTHER_USE
from ..rules.stance.polarity import (
    NEUTRAL,
    Reading,
    concerns_pair,
    names_combination,
    read,
    title_is_elsewhere,
    title_is_of_pair_alone,
    title_states_finding,
)
from ..text.numbers import has_statistic

MAX_PER_ARTICLE = 2
MIN_WORDS, MAX_WORDS = 6, 60
"""Shorter is a fragment, longer cannot be read as one statement."""
ALIKE = 0.6
"""Share of the shorter sentence's words, bar drug and disease, from which on two say the same."""

_WORTH = 5.0
"""Least weight of a sentence worth quoting: names both in a result, and says what happened."""
_WORTH_NEUTRAL = 6.0
"""The same where nothing is said for or against: names both, and concludes or gives numbers."""
_CONCLUDING = 2.5
"""Weight of a sentence's place from which on it is the article's conclusion."""
_TITLE_WEIGHT = 5.0
_OPPOSITE = {
    Polarity.SUPPORTS: frozenset({Polarity.CONTRADICTS}),
    Polarity.CONTRADICTS: frozenset({Polarity.SUPPORTS, Polarity.MIXED}),
}
"""Sides that a quotation may not take in an article of this side."""

_CONCLUDES = re.compile(r"CONCLU|INTERPRET|DISCUSSION|SUMMARY|IMPLICATION|SIGNIFICANCE|LESSON")
_REPORTS = re.compile(r"RESULT|FINDING|OBSERVATION|OUTCOMES?$|SIDE EFFECTS")
_OPENING_PART = 0.4
"""Share of an abstract without headings that is taken for background and methods."""
_NOT_A_FINDING = re.compile(
    r"""\b(?:(?:was|were)\ (?:not\ )?(?:designed|powered)|at\ baseline|baseline\ characteristics
    |were\ (?:\w+\ )?(?:randomi[sz]ed|randomly|assigned|allocated|enrolled|recruited|included|divided|given|analy[sz]ed)
    |(?:is|are|been|being)\ (?:\w+\ )?(?:used|approved|indicated|prescribed|licensed|recommended|marketed|studied)
    )\b""",
    re.X,
)
"""Beside what ``finding_signs`` tells."""
_APPARATUS = re.compile(
    r"""^\W*(?:funded|funding|supported\ by|copyright|©|(?:trial|clinical)\ ?(?:trials?)?\ registration|registered|\w+
        \ (?:and\ \w+\ )?\((?:funded|clinicaltrials)|clinicaltrials|level\ of\ evidence|doi|supplement\w+)\b
    |clinicaltrials\.?gov|\(abstract\ truncated""",
    re.X,
)
"""Who paid, where it is registered: no part of what was found."""
_PERCENT = re.compile(r"\d\s?%")
_TELLING_WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.·]*")
_COMMON = frozenset("and are but did does for from had has not than that the these this was were with".split())  # noqa: SIM905


@dataclass(frozen=True)
class Finding:
    """A sentence worth quoting."""

    article: Article
    field: str
    span: Sentence
    masked: str
    reading: Reading
    weight: float
    combined: bool = False
    """The article is about the drug together with another one."""

    def quoted(self) -> QuotedSentence:
        """The same as it is stored."""
        return QuotedSentence(
            span=ArticleSpan.of(self.article, self.field, self.span.start, self.span.end),
            direction=Direction.of(self.reading.polarity),
            cue=self.reading.cue,
            of_combination=self.combined,
        )

    def adds_to(self, kept: Sequence[Finding]) -> bool:
        """Whether the same article's better findings leave this one something to say."""
        if kept and self.reading == NEUTRAL:
            return False
        if self.field == "title" and any(k.reading.polarity is self.reading.polarity for k in kept):
            return False
        own = _telling_words(self.masked)
        known_words = [_telling_words(k.masked) for k in kept if k.reading.polarity is self.reading.polarity]
        return not any(len(own & words) >= ALIKE * min(len(own), len(words)) for words in known_words)


@dataclass(frozen=True)
class _ScoredSentence:
    """A sentence of the abstract, masked and read."""

    span: Sentence
    masked: str
    place: float
    """Weight of its place; 0 for background and methods."""
    understood: bool
    """It may leave drug or disease unnamed."""
    reading: Reading

    @property
    def concerns_pair(self) -> bool:
        """It is about both; numbers of an article on the two are, without naming the disease again."""
        return concerns_pair(self.masked, understood=self.understood and _gives_numbers(self.masked))


def quotations(reader: ArticleReader, stated: PairReading) -> tuple[QuotedSentence, ...]:
    """What is quoted of an article: the sentence its direction stands on, then what is worth quoting beside it.

    Args:
        reader: the article as the pair sees it.
        stated: what the whole article says, whoever read it; no quotation says the opposite.
    """
    return tuple(finding.quoted() for finding in findings(reader, stated))


def findings(reader: ArticleReader, stated: PairReading) -> list[Finding]:
    """The article's sentences worth quoting, best first, at most ``MAX_PER_ARTICLE``, no two alike.

    A sentence that says neither for nor against stands alone. Arguments as for ``quotations``.
    """
    title = reader.mask(reader.article.title)
    scored = _sentences(reader, about=title_is_of_pair_alone(title))
    whole = " ".join([title, *(s.masked for s in scored)])
    if DRUG not in whole or DISEASE not in whole:
        return []
    combined = stated.of_combination or names_combination(title)
    quotable = [
        Finding(reader.article, "abstract", s.span, s.masked, s.reading, s.place + _weight(s), combined)
        for s in scored
        if _quotable(s)
    ]
    quotable = [f for f in quotable if f.weight >= (_WORTH_NEUTRAL if f.reading == NEUTRAL else _WORTH)]
    if title_is_elsewhere(title):
        quotable = [f for f in quotable if f.reading != NEUTRAL]
    polarity = stated.direction.polarity
    if combined or polarity is Polarity.NEUTRAL:  # of 29 sides of single sentences in reports 8 were right
        quotable = [replace(f, reading=NEUTRAL) for f in quotable]
    quotable = [f for f in quotable if f.reading.polarity not in _OPPOSITE.get(polarity, ())]
    quotable.sort(key=lambda f: (-f.weight, -f.span.start))
    titled = _title_finding(reader.article, title) if polarity is not Polarity.NEUTRAL else []
    titled = [f for f in titled if f.reading.polarity not in _OPPOSITE.get(polarity, ())]
    own = _own(reader, title, stated, scored)
    if own and own[0].field == "title" and any(f.reading.polarity is polarity for f in quotable):
        own = []  # a sentence of the abstract says the same at more length
    places = {(finding.field, finding.span.start) for finding in own}
    others = [finding for finding in (*quotable, *titled) if (finding.field, finding.span.start) not in places]
    kept: list[Finding] = []
    for finding in [*own, *others]:
        if len(kept) < MAX_PER_ARTICLE and finding.adds_to(kept):
            kept.append(finding)
    return [_in_line(finding, stated) for finding in kept]


def _own(reader: ArticleReader, title: str, stated: PairReading, scored: Sequence[_ScoredSentence]) -> list[Finding]:
    """The sentence that the article's direction stands on, where it can be read by itself.

    Of a direction stated with caution it has to be worth quoting besides; a mixed one stands on no single sentence, and
    that of a combination is not quoted for the drug.
    """
    span = stated.span
    if span is None or stated.of_combination or stated.direction in (Direction.NONE, Direction.MIXED):
        return []
    reading = Reading(stated.direction.polarity, stated.cue)
    if span.field == "title":
        whole = _title_alone(reader.article)
        return [Finding(reader.article, "title", whole, title, reading, _TITLE_WEIGHT)] if whole else []
    return [
        Finding(reader.article, "abstract", s.span, s.masked, reading, s.place)
        for s in scored
        if s.span.start == span.start and _bears(s, stated) and _stands_alone(s, reader, title)
    ]


def _bears(sentence: _ScoredSentence, stated: PairReading) -> bool:
    """Whether a sentence tells the article's direction and not harm beside it; with caution only if worth quoting."""
    is_harm = sentence.reading.polarity is Polarity.HARM and stated.direction is not Direction.HARM
    return not is_harm and (not stated.cautious or _quotable(sentence))


def _stands_alone(sentence: _ScoredSentence, reader: ArticleReader, title: str) -> bool:
    """Whether a sentence is whole and its article's title says of what it is, where it does not itself."""
    of_drug = DRUG in sentence.masked or (DRUG in title and not reader.names_another_agent(sentence.masked))
    of_disease = DISEASE in sentence.masked or (DISEASE in title and not OTHER_USE.search(sentence.masked))
    return _is_whole(sentence.span.text) and of_drug and of_disease and not names_combination(title)


def _in_line(finding: Finding, stated: PairReading) -> Finding:
    """The finding as part of its article: it points where the article does, or tells of a harm beside it.

    Nothing of a combination speaks for this drug. A cue is words of the sentence itself.
    """
    polarity = stated.direction.polarity
    if finding.combined or finding.reading.polarity in (polarity, Polarity.HARM) or names_combination(finding.masked):
        return finding
    named = finding.masked.replace(DRUG, "the drug").replace(DISEASE, "the disease")
    of_this_sentence = [words for words in stated.cue.split(" / ") if words in named]
    return replace(finding, reading=Reading(polarity, " / ".join(of_this_sentence)))


def _sentences(reader: ArticleReader, *, about: bool) -> list[_ScoredSentence]:
    """The abstract's sentences, read."""
    spans = [span for field, _, span in citable_sentences(reader.article) if field == "abstract"]
    spans = [span for span in spans if not _APPARATUS.search(span.text.lower())]
    scored = []
    for index, span in enumerate(spans):
        masked = reader.mask(span.text)
        understood = about and (DRUG in masked or not reader.names_another_agent(masked))
        scored.append(
            _ScoredSentence(
                span, masked, _place(span, index, len(spans)), understood, read(masked, understood=understood)
            )
        )
    return scored


def _quotable(sentence: _ScoredSentence) -> bool:
    """Whether a sentence is whole, reports something, and is about the pair."""
    masked = sentence.masked
    if leaves_unknown(masked) or tells_aim(masked) or tells_plan(masked) or _NOT_A_FINDING.search(masked):
        return False
    if not sentence.place or not _is_whole(sentence.span.text):
        return False
    telling = sentence.reading.polarity is not Polarity.NEUTRAL
    return telling or sentence.concerns_pair


def _is_whole(text: str) -> bool:
    """Whether a sentence can be read by itself: neither a fragment nor endless, with both ends of its brackets."""
    whole = not text.startswith("(") and text.count("(") == text.count(")")
    return whole and MIN_WORDS <= len(text.split()) <= MAX_WORDS


def _place(span: Sentence, index: int, count: int) -> float:
    """Weight of the sentence's place; 0 for background and methods."""
    if span.heading:
        return 3.0 if _CONCLUDES.search(span.heading) else 2.0 if _REPORTS.search(span.heading) else 0.0
    if index == count - 1:
        return _CONCLUDING
    return 1.5 if index >= count * _OPENING_PART else 0.0


def _weight(sentence: _ScoredSentence) -> float:
    masked = sentence.masked
    weight = 2.0 * (DRUG in masked) + 1.5 * (DISEASE in masked or sentence.concerns_pair)
    weight += 2.0 * (sentence.reading.polarity is not Polarity.NEUTRAL)
    weight += 1.0 * _gives_numbers(masked) + 0.5 * tells_conclusion(masked)
    return weight - 1.5 * tells_of_others(masked)


def _gives_numbers(masked: str) -> bool:
    return bool(_PERCENT.search(masked)) or has_statistic(masked)


def _title_finding(article: Article, title: str) -> list[Finding]:
    """The title where it states a finding about both: "Sildenafil improves…"."""
    whole = _title_alone(article)
    if DRUG not in title or DISEASE not in title or whole is None or len(whole.text.split()) < MIN_WORDS:
        return []
    reading = read(title)
    if (
        reading.polarity is Polarity.NEUTRAL
        or not title_states_finding(title, reading.polarity)
        or names_combination(title)
    ):
        return []
    return [Finding(article, "title", whole, title, reading, _TITLE_WEIGHT)]


def _title_alone(article: Article) -> Sentence | None:
    """The title as one sentence; ``None`` where it is several, or gives orders to software."""
    spans = [] if gives_orders(article.title) else sentences(article.title)
    return spans[0] if len(spans) == 1 else None


def _telling_words(masked: str) -> frozenset[str]:
    return frozenset(_TELLING_WORD.findall(masked)) - _COMMON

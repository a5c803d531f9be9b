"""Which way one sentence says an outcome went, read from the words that govern the outcome.

What belongs here: which word of change governs an outcome, and what both come to. A word governs what it stands before
("reduced blood pressure", "a fall in blood pressure"), what it is said of ("blood pressure was reduced") and what it is
joined to ("weight loss"). A word of change whose outcome is another one says nothing: "reduced blood pressure and
increased leg blood flow" tells of blood pressure that it fell.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...language.significance import chance_stated
from ...names.name_matching import fold
from ..directions import wanted_low
from ..stems import content_stems
from .asked_outcomes import NamedPlace, Outcome
from .words_of_change import (
    ALIKE,
    CHANGE,
    COMPARES,
    GOES_BY_ITSELF,
    NOUN,
    NOUN_AND_VERB,
    OF_BADNESS,
    SURE_NOUN,
)

UP, DOWN, SAME = 1, -1, 0

HARD = re.compile(
    r"[;:]|\b(?:but|whereas|while|although|however|though|despite|because|since|suggesting|indicating)\b"
    r"|,\s(?=(?:which|with no|without|and no|nor|with)\b)"
)
"""What parts a sentence into clauses."""
UNTREATED = re.compile(r"placebo|\bcontrols?\b|untreated|no treatment|baseline|sham|vehicle|saline|pre-?treatment")
"""A comparator that is no other drug: what is like it did nothing."""
INTRANSITIVE = re.compile(
    r"\s*(?:$|[.,;:()%]"
    r"|(?:by|from|to|in|with|at|after|during|than|compared|versus|vs|significantly|and|or|on|among|over"
    r"|for|under|when|only|more|further|markedly|slightly|again|as|until|within|following|between"
    r"|throughout|both|per|but"
    r"|of|\d\S*)\b)"
)
"""What follows a verb that has no object: something is said of what stands before it."""
_ASIDE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|, but not [^,;:()]{2,40},"
    r"|\bbut not [^,;:()]{2,60}?(?=\s(?:can|could|may|did|does|was|were|had|has|significantly|effectively)\b)"
)
_ON_PURPOSE = re.compile(
    r"\b(?:(?:used|given|administered|taken|designed|aimed|indicated|prescribed|aim\w*|order) to|might|could|should"
    r"|would|whether|if \w+"
    r"|(?:was|were|is|are|been)\s(?!(?:found|shown|reported|seen|noted|observed|demonstrated|proved|known"
    r"|considered|believed|thought|said|expected|able|not|likely|associated)\b)\w+ed to)\s(?:\w+ly\s)?$"
)
"""Before a word that says what something is for, or what may be: "given to prevent thromboses"."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|be|been|had|has|have|did|does|do|showed|shown|shows?|remained?|appeared|seemed|tended"
    r"|can|could|may|might|will|would|should)\b"
)
_COPULA = re.compile(
    r"\b(?:was|were|is|are|be|been|being|remained|had|has|have|did|does|became|appeared|seemed|tended|to)\b"
)
_NEGATED = re.compile(
    r"\b(?:no|not|nor|neither|none|never|without|cannot|failed to|fails to|failure of|lack of|unable to|absence of)\b"
    r"(?:[\s,]+(?:associated with|(?!(?:on|in|with|by|of|had|who|that)\b)[\w%-]+)){0,5}?[\s,]*$"
)
_NOT_SURE = re.compile(
    r"\b(?:but|although|though)\s(?:the|this|these)\s(?:\w+\s)?(?:difference|change|effect|trend)s?\s"
    r"(?:(?:was|were) not|did not|failed to)\b"
)
_HAS_OBJECT = re.compile(r"(?:effects?|influenc\w+|impact|affect(?:s|ing)?|alter(?:s|ing)|modify)$")
"""What says of something else, behind it, that it did not change: "without affecting sleep"."""
_JOINS = re.compile(
    r"(?:,|\band\b|\bor\b|\bbut\b|\bas well as\b)\s*(?:[\w-]+ly\s|also\s|then\s|a\s|an\s|the\s|significant\s|to\s)*$"
)
"""Before a word of change that begins something new: "… and increased …"."""
_ANOTHER_CLAUSE = re.compile(r"\d[^,]*,\s(?:and|or|but)\s.*\d")
"""Between an outcome with its figure and a word of change behind other figures: "weight was 80, and 40 % lost 5 %"."""
_WAS_SEEN = re.compile(
    r"^(?:\s\(_*\))?\s(?:was|were)\s(?:\w+ly\s)?(?:observed|seen|noted|recorded|obtained|achieved|reported)"
    r"(?=\s(?:in|of)\b)"
)
"""Between a noun of change and its outcome: "a reduction was observed in blood pressure"."""
_JOINED_ON = re.compile(r"(?:\s|\(_*\))*(?:of|in|for|from|to|on|with|against)\b")
_OF_THE_OTHER = re.compile(r"\s(?:than|versus|vs)\s|^\s*compared\b")
_LISTED = re.compile(r"^(?!.*\b(?:by|with|at|during|after|among|from|who|that|which|when|to)\b).*(?:,|\band\b|\bor\b)")
"""What lies between a word of change and the last of many things that it governs."""
_WHICH = re.compile(
    r"\b(?:basal|fasting|resting|normal) (?:and|or) $"
    r"|(?<!\bresult )(?<!\bresults )(?<!\bresulted )(?<!\bresulting )\b(?:of|in) (?:the )?$"
)
_NEXT = re.compile(r"\s*(?:,|\(|and\b|or\b)")
"""Behind a "lower" that is said of what stands before it."""
_SEVERAL = re.compile(r",|\b(?:and|or)\b")
_MOST_LISTED, _MOST_ALONE, _MOST_BEFORE = 30, 7, 18
"""Words between a word of change and an outcome of a list, one outcome, and one that stands before it."""
_JUST_BEHIND = re.compile(r"\s(?:(?:levels?|concentrations?|scores?|values?|rates?)\s)?(?:\w+ly\s)?")
_SURELY = re.compile(r"\b(?:significantly|markedly|slightly|also)\s*$")
_HAD = re.compile(r"\b(?:showed|had|shows|underwent|experienced|with)\b")
_PREDICTS = re.compile(
    r"\W+(?:\w+\s){0,2}?(?:was|were|is|are)\s(?:\w+ly\s)?(?:associated|correlated|related|predict\w+)\b"
)
"""Behind an outcome that is only said to go along with something else."""
_TWO_ARMS = re.compile(
    r"\b(?:between|both|either|with|in|for|to|versus|vs|than|of)\b[^.;]{0,60}?"
    r"\b(?:and|or|versus|vs|groups|drugs|treatments|to|than)\b"
)


class ReadSentence(NamedTuple):
    """A sentence, folded: ``text`` with what is in brackets blanked, ``full`` as it is, and its words of change;
    ``between_rivals`` where the arms of its paper are the two drugs that a question compares.
    """

    full: str
    text: str
    changes: list[re.Match[str]]
    between_rivals: bool = False

    @property
    def has_reference(self) -> bool:
        """Whether what is alike or lower is so beside nothing, or beside the drug that was asked about."""
        return self.between_rivals or UNTREATED.search(self.text) is not None

    @classmethod
    def of(cls, sentence: str, outcome: Outcome, *, between_rivals: bool = False) -> ReadSentence:
        """A sentence as it is read for an outcome, whose own words are none of change: "sensory block"."""
        full = fold(sentence)
        text = _ASIDE.sub(lambda aside: "(" + "_" * (len(aside[0]) - 2) + ")", full)
        words = (word for word in CHANGE.finditer(text) if not content_stems(word[0]) & outcome.stems)
        changes = [word for word in words if not _ON_PURPOSE.search(text, 0, word.start())]
        return cls(full, text, changes, between_rivals)


class Change(NamedTuple):
    """Which way an outcome went: 1 up, -1 down, 0 no change; by which ``words``, at ``text[start:end]``; ``valued`` is
    1 or -1 where "improved" or "worse" told it, ``denied`` which way a change would have gone that there was not.
    """

    way: int
    words: str
    start: int
    end: int
    valued: int = 0
    denied: int = 0

    def of(self, name: str) -> Change:
        """The same of what is called so: "improved" pain is less pain."""
        return self._replace(way=-self.way) if self.valued and wanted_low(name) else self

    def turned(self) -> Change:
        return self._replace(way=-self.way, valued=-self.valued, denied=-self.denied)


def change_at(sentence: ReadSentence, place: NamedPlace) -> Change | None:
    """What a sentence says of an outcome, of whatever arm, where it is named; ``None`` where it says nothing."""
    text = sentence.text
    words = [
        word
        for word in sentence.changes
        if word.end() <= place.start or word.start() >= place.end or word.start() == place.start
    ]
    if joined := joined_word(sentence, place):
        rest = [word for word in words if word is not joined]
        return _composed(sentence, joined, _governing(text, rest, place._replace(end=joined.end())))
    word = _governing(text, words, place)
    if word is not None and word[0] == "worsening" and not text[word.end() : place.start].strip():
        rest = [other for other in words if other is not word]
        word = _governing(text, rest, place._replace(start=word.start()))  # "fewer hospital stays for worsening asthma"
    if word is None or _PREDICTS.match(text, place.end) or _says_nothing(sentence, word, place):
        return None
    if NOUN.match(word[0]) and word.lastgroup != "same":
        return _composed(sentence, word, _how_much(text, words, word))
    before = [each for each in words if each.end() <= place.start and SURE_NOUN.match(each[0])]
    if (
        before
        and COMPARES.match(word[0])
        and word.start() > place.end
        and _reaches(text[before[-1].end() : place.start], before[-1])
    ):
        return _composed(sentence, before[-1], word)  # "reductions in pressure were greater"
    return judged(sentence, word)


def joined_word(sentence: ReadSentence, place: NamedPlace) -> re.Match[str] | None:
    """The noun of change that follows an outcome directly: "weight loss", "memory problems"."""
    return next(
        (
            word
            for word in sentence.changes
            if NOUN.match(word[0]) and re.fullmatch(r"[\s-]", sentence.text[place.end : word.start()])
        ),
        None,
    )


def _says_nothing(sentence: ReadSentence, word: re.Match[str], place: NamedPlace) -> bool:
    """Whether what did not change is a difference ("no impact on the difference in weight"), or two treatments are
    called alike of which none is nothing."""
    text = sentence.text
    if re.search(r"\bdifferences?\b", text[word.end() : place.start]):
        return True
    return bool(ALIKE.search(word[0])) and not sentence.has_reference and _TWO_ARMS.search(text) is not None


def _governing(text: str, words: list[re.Match[str]], place: NamedPlace) -> re.Match[str] | None:
    """The word of change that governs an outcome: the nearer one of what reaches it from before and is said of it
    behind, the latter too where a verb says it."""
    before = [word for word in words if word.end() <= place.start and _reaches(text[word.end() : place.start], word)]
    of_change = [word for word in before if word.lastgroup != "occurs"]
    nearest = [*reversed(of_change or before)]
    if len(nearest) > 1 and _describes(text, nearest[0], place):
        nearest = nearest[1:]
    first = next(iter(nearest), None)
    behind = (
        word for word in words if word.start() >= place.end and _is_said_of(text, place, word, words, listed=not before)
    )
    second = next(behind, None)
    if first is None or second is None:
        return first or second
    if second.lastgroup == "occurs":
        return first
    by_verb = _COPULA.search(text[place.end : second.start()])
    return second if by_verb or second.start() - place.end < place.start - first.end() else first


def _describes(text: str, word: re.Match[str], place: NamedPlace) -> bool:
    """Whether a participle beside an outcome says which one is meant: "suppressed basal and stimulated secretion"."""
    beside = word[0].endswith("ed") and not text[word.end() : place.start].strip()
    return beside and _WHICH.search(text, 0, word.start()) is not None


def _reaches(between: str, word: re.Match[str]) -> bool:
    """Whether a word of change governs what stands behind it, over what lies between."""
    between = _WAS_SEEN.sub("", between) if word.lastgroup != "occurs" else between
    length = len(between.split())
    if HARD.search(between) or _OF_THE_OTHER.search(between) or length > _MOST_LISTED:
        return False
    if SURE_NOUN.match(word[0]) and not _JOINED_ON.match(between):
        return False
    if (length > _MOST_ALONE and not _LISTED.search(between)) or (word[0] == "worsening" and _SEVERAL.search(between)):
        return False
    if COMPARES.fullmatch(word[0]) and _NEXT.match(between):
        return False
    return word.lastgroup == "same" or not _VERB.search(between)


def _is_said_of(text: str, place: NamedPlace, word: re.Match[str], words: list[re.Match[str]], *, listed: bool) -> bool:
    """Whether a word of change is said of the outcome that stands before it, or of a list that it is in."""
    between, kind = text[place.end : word.start()], word.lastgroup
    crossed = any(place.end <= other.start() < word.start() for other in words)
    parted = HARD.search(between) or _ANOTHER_CLAUSE.search(between) or len(between.split()) > _MOST_BEFORE
    if parted or (kind != "same" and crossed):
        return False
    if kind == "same":
        return not _JOINS.search(between) and not _HAS_OBJECT.search(word[0])
    if kind == "occurs":
        return not word[0].startswith(("adverse", "side", "associated", "complained"))
    if _JOINS.search(between) or (not listed and re.search(r",\s(?:and|or)\s", between)):
        return False
    if NOUN.match(word[0]) and word[0] not in NOUN_AND_VERB:
        return _HAD.search(between) is not None
    return _needs_no_object(between, word[0]) and INTRANSITIVE.match(text, word.end()) is not None


def _needs_no_object(between: str, word: str) -> bool:
    if _COPULA.search(between) or word in GOES_BY_ITSELF or _SURELY.search(between):
        return True
    return bool(COMPARES.fullmatch(word) and _JUST_BEHIND.fullmatch(between))


def _how_much(text: str, words: list[re.Match[str]], noun: re.Match[str]) -> re.Match[str] | None:
    """The word that says how much there was of a change: "greater reduction"."""
    for word in reversed(words):
        between = text[word.end() : noun.start()]
        if word.end() <= noun.start() and len(between.split()) <= 3 and not re.search(r"[,;:(]|\band\b", between):
            return word
    return None


def _composed(sentence: ReadSentence, inner: re.Match[str], outer: re.Match[str] | None) -> Change | None:
    """A change and how much of it there was: less reduction is more, no reduction no change; "no difference in
    worsening" of two drugs says nothing of either."""
    base = plain_change(inner) if inner[0] in OF_BADNESS else judged(sentence, inner)
    if outer is None or base.way == SAME:
        return base
    over = judged(sentence, outer)
    whole = base._replace(
        words=f"{outer[0]} … {inner[0]}",
        start=min(outer.start(), inner.start()),
        end=max(outer.end(), inner.end()),
    )
    if over.way == SAME:
        if not ALIKE.search(outer[0]) or sentence.has_reference:
            return whole._replace(way=SAME, valued=0)
        return None if "differ" in outer[0] else whole  # two drugs did so alike
    return whole.turned() if outer.lastgroup == "down" else whole


def judged(sentence: ReadSentence, word: re.Match[str]) -> Change:
    """One word of change with what denies it: a negation before it, its own statistic, or what is said of it next."""
    text, kind = sentence.text, word.lastgroup
    same = Change(SAME, word[0], *word.span())
    if kind == "same":
        return same
    start = max((hard.end() for hard in HARD.finditer(text, 0, word.start())), default=0)
    if denied := _NEGATED.search(text[start : word.start()]):
        plain = plain_change(word)
        return same._replace(words=f"{denied[0].split()[0]} … {word[0]}", denied=0 if plain.valued else plain.way)
    end = next((hard.start() for hard in HARD.finditer(text, word.end())), len(text))
    if _NOT_SURE.search(text, word.end()):
        return same
    if chance := chance_stated(sentence.full[word.end() : end]):
        return same._replace(words=chance)
    return plain_change(word)


def plain_change(word: re.Match[str]) -> Change:
    """What a word of change says where nothing denies it."""
    way = DOWN if word.lastgroup in {"down", "bad"} else UP
    return Change(way, word[0], *word.span(), valued=way if word.lastgroup in {"good", "bad"} else 0)

"""What a sentence says, word by word and clause by clause: effects, with what is denied, doubted or left to chance.

What belongs here: the words a claim may use freely and those its quotation must have, taking plain text apart, and the
comparison of an effect that a claim tells with those that its quotation tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from ...rules.kept_readings import kept
from ...rules.language.significance import chance_stated
from ...rules.language.stemming import stem
from ...rules.names.name_matching import fold
from .claim_arms import Arms, compares, holds_against

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "·": ".", "’": "'"})
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FREE = frozenset(
    """about according across after again against alone also although among an and another any are as at be because been
    before being between both but by can common compared comparison could data did do does during each either evidence
    experienced few find finding findings followed following for found from further gave given gives group groups had
    has have how however if in indicate indicated indicates individuals into is it its less may mean might more much
    need needed needs neither no none nor not observed occur occurred occurs of often on or other others our over
    overall own participants patient patients people persons received receiving relative report reported reporting
    reports respectively result resulted results same seen show showed showing shown shows some studied studies study
    subjects such suggest suggested suggesting suggests taken taking than that the their them then there these they
    this those though through to took treated under use used user users using value values versus very volunteers vs
    was we were what when where whereas whether which while who will with within without would frequently""".split()  # noqa: SIM905
)
"""Words any claim may use: they report, and carry no finding. Negation, caution and direction have their own rules."""
_MEANS: dict[str, str] = {
    word: meaning
    for meaning, words in {
        "death": "death deaths died die dying mortality fatal fatality",
        "relief": "relief relieve relieved relieves relieving",
        "frequency": "frequency incidence occurrence",
        "user": "use used user users using took taken taking intake",
        "woman": "woman women female females",
        "man": "man men male males",
        "child": "child children paediatric pediatric",
        "control": "control controls",
        "week": "week weeks",
        "month": "month months",
        "day": "day days",
        "year": "year years",
        "percent": "percent percentage",
        "help": "help helps helped benefit benefits benefited",
        "association": "associated association associations linked link correlated correlation",
    }.items()
    for word in words.split()
}
"""Words that may stand for each other."""
_UNITS = frozenset(
    """mg g kg ug mcg ng l ml dl mmol mol nmol pmol mmhg m s cm mm km min h hr hrs hour hours minute minutes second
    seconds iu u kcal kj bpm hz fold percent points point ci p n or rr md sd se iqr vs""".split()  # noqa: SIM905
)


def plain(text: str) -> str:
    """Folded, with plain dashes, dots and apostrophes and single spaces."""
    return " ".join(fold(text).translate(_DASHES).split())


@lru_cache(maxsize=20_000)
def word_stem(word: str) -> str:
    """What a folded word is compared by: its meaning where several words share one, else its stem."""
    return _MEANS.get(word) or stem(word.replace("z", "s"))  # randomized, randomised


@kept(4096)
def claim_stems(text: str) -> frozenset[str]:
    """The stems of the words of a plain text that tell something, single letters left out."""
    return frozenset(
        word_stem(word) for word in _WORD.findall(text) if word not in _FREE and word not in _UNITS and len(word) > 1
    )


def words_not_in(claim: str, sources: Iterable[str], licensed: Iterable[str], short_forms: Mapping[str, str]) -> str:
    """The first word of a claim that none of its sources has; empty where there is none.

    Args:
        claim: plain.
        sources: plain.
        licensed: spans of words in the claim that are judged elsewhere (directions, numbers in words).
        short_forms: abbreviations of the article with what they stand for.
    """
    known = {word for source in sources for word in claim_stems(source)}
    for short, full in short_forms.items():
        for form, other in ((plain(short), plain(full)), (plain(full), plain(short))):
            if claim_stems(form) and claim_stems(form) <= known:
                known |= claim_stems(other)
    judged = {word for span in licensed for word in _WORD.findall(span)}
    for word in _WORD.findall(claim):
        if word in judged or word in _FREE or word in _UNITS or len(word) == 1:
            continue
        if word_stem(word) not in known:
            return str(word)
    return ""


# ------------------------------------------------------------------------------------------------ clauses
_CUES = re.compile(
    r"""\b(?:(?P<same>similar\w*|comparable|equal\w*|equivalent|un(?:changed|affected)|as\s\w+\sas|non-?inferior\w*)
    |(?P<different>differ\w*)|(?P<linked>(?:associat|correlat)(?:ed?|ions?|es)|linked)
    |(?P<affects>(?<!side\s)(?<!adverse\s)effects?(?!\ssize)|(?:affect|influenc|impact|chang)(?:e?[sd]?|ing))
    |(?P<better>improv\w*|better|ameliorat\w*|superior)
    |(?P<worse>wors(?:en?|ens|ened|ening)|poorer|deteriorat\w*|inferior|impair(?:s|ed|ing)?)
    |(?P<degree_up>more(?!\s(?:than\s\d|or\sless)))|(?P<degree_down>less(?!\sthan\s\d))
    |(?P<up>increas\w*|higher(?![\s-]dos)|greater|rais(?:e[sd]?|ing)|rose|elevat\w*|longer(?!-term)|larger|prolong\w*
        |lengthen\w*|doubled)
    |(?P<down>(?:decreas|reduc|declin|diminish|attenuat|alleviat)\w*|lower(?:s|ed|ing)?(?![\s-](?:dos|back|limb|resp))
        |fewer|fell|fallen|short(?:er|en\w*)|smaller|dropped|(?:suppress|inhibit|prevent)(?:s|e[sd]|ing|ion)?))\b""",
    re.VERBOSE,
)
_STRONG = re.compile(r"prevent|suppress|inhibit|superior|inferior|equivalent|unch")
"""Cues that say more than their kind; a claim has them only where its quotation does."""
_VERB = re.compile(r"(?:s|ed|ing|e|ose|ell|en|lower|prevent|inhibit)$")
_ADJECTIVE = re.compile(r"(?:higher|fewer|greater|longer|shorter|smaller|larger|better|worse|more|less|poorer)$")
_THE = (" the ", " its ", " their ", " risk ", " rates ")
_PRESENT = re.compile(r"^(?!rose$).*(?:[^s]s|[^e]e|lower|shorten|worsen|prevent|inhibit)$")
_NOT_ACTIVE = re.compile(r"\b(?:a|an|the|was|were|is|are|be|been|being|of|with|in|significantly)\s$")
NEGATOR = re.compile(
    r"\b(?:no|not|nor|neither|never|without|cannot|unable|none|absence|fail(?:ed|s|ure)?|lack(?:ed|s|ing)?)\b"
    r"(?!\s(?:only|more\sthan\s\d|less\sthan))|n't\b"
)
CAUTION = re.compile(
    r"\b(?:may|might|could|can|possibl[ey]|potential(?:ly)?|suggest\w*|seem\w*|appear\w*|trend\w*|perhaps|probabl[ey]"
    r"|hypothes\w+|likely|unclear|uncertain\w*|preliminary|tentative\w*|whether|expected\sto|tend(?:s|ed|ency)?"
    r"|remains?\sto|needs?\sfurther|not\s(?:yet\s)?(?:known|established))\b"
)
_SPEAKS = re.compile(
    rf"{_CUES.pattern}|{NEGATOR.pattern}|\b(?:was|were|is|are|did|had|has|occurred|developed|tolerated|reported)\b",
    re.VERBOSE,
)
_BREAK = re.compile(
    r"[;:]|(?<=[a-z%)])\.\s|,?\s(?:but|however|whereas|while|although|though|yet)\b|,?\s(?=without\b|with\sno\b)"
)
_JOINT = re.compile(r",\s(?:and\s)?|\sand\s")
_HELD_AGAINST = re.compile(r"(?:as )?compared\b|versus\b|vs\b|relative\b|than\b|against\b")
_PRONOUN = re.compile(r"\b(?:it|its|them|their)\b")
_TURNED = {"up": "down", "down": "up", "better": "worse", "worse": "better"}
DIRECTIONS = frozenset(_TURNED)
"""The kinds of effects that go one way."""
_WITHOUT_EFFECT = frozenset({"different", "affects"})


class Mismatch(StrEnum):
    """How an effect of a claim is not that of its quotation."""

    NONE = ""
    ABSENT = "absent"
    DIRECTION = "direction"
    NEGATION = "negation"
    ARM = "arm"
    ELSEWHERE = "elsewhere"
    """It is told of something else."""


@dataclass(frozen=True)
class DirectionMention:
    """One thing said to go one way."""

    kind: str
    """``up``, ``down``, ``better``, ``worse``, ``same``, ``different``, ``affects`` or ``linked``."""
    degree: int
    """1 for "more" of it than elsewhere, -1 for "less", 0 where it is not graded."""
    negated: bool
    cue: str
    active: bool
    """Told as what something does, and not as how things are: "reduces", not "lower" or "was reduced"."""

    @property
    def nothing_happened(self) -> bool:
        return self.negated if self.kind in _WITHOUT_EFFECT else self.kind == "same" and not self.negated

    def turned(self) -> DirectionMention:
        """As seen from the other arm."""
        kind = self.kind if self.degree else _TURNED.get(self.kind, self.kind)
        return DirectionMention(kind, -self.degree, self.negated, self.cue, self.active)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence that says one thing."""

    text: str
    subject: frozenset[str] = frozenset()
    """Stems it shares with the clause before: of the subject where it opens with its verb ("… rose and fell"), of all
    where a pronoun stands for it."""
    part: int = 0
    """Clauses of different parts are held against each other by a word of contrast or a semicolon."""

    @cached_property
    def stems(self) -> frozenset[str]:
        return claim_stems(self.text) | self.subject

    @cached_property
    def negated_from(self) -> int:
        """Where what is denied starts; the end where nothing is."""
        negator = NEGATOR.search(self.text)
        return negator.start() if negator else len(self.text)

    @property
    def speaks(self) -> bool:
        """Whether it says that something was so or not, if only "it did" or "not in men"."""
        return bool(_SPEAKS.search(self.text))

    @property
    def denies(self) -> bool:
        return self.negated_from < len(self.text)

    @cached_property
    def cautious(self) -> bool:
        return bool(CAUTION.search(self.text))

    @cached_property
    def left_to_chance(self) -> bool:
        return bool(chance_stated(self.text))

    @cached_property
    def effects(self) -> tuple[DirectionMention, ...]:
        cues = list(_CUES.finditer(self.text))
        degrees = [cue for cue in cues if (cue.lastgroup or "").startswith("degree")]
        plain_cues = [cue for cue in cues if cue not in degrees]
        directed = [cue for cue in plain_cues if cue.lastgroup in _TURNED]
        degree = 0
        if directed and degrees:
            degree = 1 if degrees[0].lastgroup == "degree_up" else -1
        elif degrees:
            plain_cues += degrees
        return tuple(self._effect(cue, degree) for cue in plain_cues)

    def _effect(self, cue: re.Match[str], degree: int) -> DirectionMention:
        kind = (cue.lastgroup or "").removeprefix("degree_")
        before = self.text[max(0, cue.start() - 16) : cue.start()]
        active = (
            kind in _TURNED
            and bool(_VERB.search(cue[0]))
            and not _ADJECTIVE.search(cue[0])
            and not _NOT_ACTIVE.search(before)
            and (cue[0] != "lower" or self.text[cue.end() :].startswith(_THE))
        )
        negated = cue.start() > self.negated_from
        if cue[0] == "inferior" and negated:
            return DirectionMention("same", 0, negated=False, cue=cue[0], active=False)
        return DirectionMention(kind, degree if kind in _TURNED else 0, negated, cue[0], active)

    @cached_property
    def in_general(self) -> frozenset[str]:
        """The kinds of effects it tells as being so always, in the present: "reduces", and not "reduced"."""
        return frozenset(effect.kind for effect in self.effects if effect.active and _PRESENT.search(effect.cue))

    @property
    def links(self) -> bool:
        """Whether it tells an association."""
        return any(effect.kind == "linked" for effect in self.effects)

    @property
    def nothing_happened(self) -> bool:
        """Whether it tells that something had no effect or that nothing differed."""
        return any(effect.nothing_happened for effect in self.effects)

    def affirmed_stems(self) -> frozenset[str]:
        """Stems of what stands before the denial; all of them where nothing is denied."""
        return claim_stems(self.text[: self.negated_from])

    def negated_stems(self) -> frozenset[str]:
        """Stems of what is denied."""
        return claim_stems(self.text[self.negated_from :])


def clauses(text: str) -> list[Clause]:
    """The clauses of a plain text: cut at words of contrast, and where both sides of a comma or "and" say something."""
    out: list[Clause] = []
    for number, part in enumerate(_BREAK.split(text)):
        subject: frozenset[str] = frozenset()
        for piece in _pieces(part):
            verb = _SPEAKS.search(piece)
            if verb is None or verb.start() > 0:
                subject = claim_stems(piece[: verb.start()] if verb else piece)
            out.append(Clause(piece, subject | _meant(piece, out), number))
    return out


def _meant(piece: str, before: Sequence[Clause]) -> frozenset[str]:
    """What a pronoun stands for: first in its clause for anything in the clause before, else not for its subject."""
    pronoun = _PRONOUN.search(piece)
    if pronoun is None or not before:
        return frozenset()
    verb = _SPEAKS.search(before[-1].text)
    if pronoun.start() < 4 or verb is None:
        return before[-1].stems
    return claim_stems(before[-1].text[verb.end() :])


def without_cues(text: str) -> str:
    """A text without its words of direction."""
    return _CUES.sub(" ", text)


def _pieces(part: str) -> list[str]:
    """A part cut at each comma or "and" that has something said on both sides of it."""
    joints = [(0, 0), *((joint.start(), joint.end()) for joint in _JOINT.finditer(part)), (len(part), len(part))]
    pieces, begun = [], 0
    for (start, end), (until, _) in pairwise(joints[1:]):
        left, right = part[begun:start], part[end:until]
        if _SPEAKS.search(left) and _SPEAKS.search(right) and not _HELD_AGAINST.match(right):
            pieces.append(left)
            begun = end
    return [piece.strip(" ,.") for piece in (*pieces, part[begun:]) if piece.strip(" ,.")]


def direction_words(text: str, sources: Sequence[str]) -> list[str]:
    """The cues of a claim that its sources may stand for in other words: their direction is compared instead."""
    kinds = {(cue.lastgroup or "").removeprefix("degree_") for source in sources for cue in _CUES.finditer(source)}
    by_numbers = all(not kind or kind in {"different", "affects", "linked"} for kind in kinds)
    out = []
    for cue in _CUES.finditer(text):
        kind = (cue.lastgroup or "").removeprefix("degree_")
        core = cue[0].removeprefix("non").lstrip("-")[:6]
        known = any(_STRONG.search(cue[0]) is None or core in source for source in sources)
        alike = kind in kinds or by_numbers or core == "inferi"
        if known and alike:
            out.append(cue[0])
    return out


def mismatch(
    claim: Clause, quoted: Sequence[Clause], arms: Arms
) -> tuple[Mismatch, DirectionMention | None, Clause | None]:
    """How the effects of a claim's clause differ from those quoted.

    An effect may be that of any clause of the quotation that tells of the same arm, but nothing the claim tells it of
    may stand only where the quotation tells otherwise.

    Returns:
        the difference, the effect that differs, and the quoted clause the first effect was held against.
    """
    telling = [clause for clause in quoted if clause.effects]
    aligned: Clause | None = None
    for effect in claim.effects:
        results = {clause: _best(effect, claim, clause, arms) for clause in telling}
        fitting = [clause for clause, result in results.items() if result is Mismatch.NONE]
        others = [
            clause
            for clause in quoted
            if clause not in fitting
            and (clause.effects or (clause.speaks and clause.part not in {other.part for other in fitting}))
        ]
        contrary = _contrary(claim, others, quoted, arms) if fitting else None
        if contrary is not None:
            return Mismatch.ELSEWHERE, effect, contrary
        if not fitting:
            nearest = max(telling, key=lambda clause: _shared(claim, clause, arms), default=None)
            return (Mismatch.ABSENT if nearest is None else results[nearest]), effect, nearest
        aligned = aligned or max(fitting, key=lambda clause: _shared(claim, clause, arms))
        if _one_for_two(claim, aligned, effect):
            return Mismatch.DIRECTION, effect, aligned
    return Mismatch.NONE, None, aligned


def _one_for_two(claim: Clause, quoted: Clause, effect: DirectionMention) -> bool:
    """Whether a claim has a direction twice that the quotation has once, beside its opposite, which the claim lacks."""
    own, other = ([e.kind for e in clause.effects] for clause in (claim, quoted))
    opposite = _TURNED.get(effect.kind, "")
    return own.count(effect.kind) > other.count(effect.kind) and opposite in other and opposite not in own


def _best(effect: DirectionMention, claim: Clause, clause: Clause, arms: Arms) -> Mismatch:
    """How an effect differs from that of a clause's which is most like it."""
    of, against = arms.sides(claim.text)
    clause_of, clause_against = arms.sides(clause.text)
    if of and clause_of and not of & clause_of and not of & clause_against and not against & clause_of:
        return Mismatch.ARM
    results = [_held_against(effect, claim, other, clause, arms) for other in clause.effects]
    order = (Mismatch.NONE, Mismatch.ARM, Mismatch.NEGATION, Mismatch.DIRECTION)
    return next(result for result in order if result in results)


def _contrary(claim: Clause, others: Sequence[Clause], quoted: Sequence[Clause], arms: Arms) -> Clause | None:
    """A clause that tells otherwise and alone holds a word of the claim, or holds all of them."""
    named = frozenset().union(*(claim_stems(name) for name in arms.names))
    elsewhere = [clause for clause in quoted if clause not in others]
    for clause in others:
        only_here = {s for s in claim.stems & clause.stems if not any(s in other.stems for other in elsewhere)}
        if only_here - named:
            return clause
        if claim.stems and claim.stems <= clause.stems and not arms.sides(claim.text)[0]:
            return clause
    return None


def _shared(claim: Clause, clause: Clause, arms: Arms) -> int:
    """How much two clauses have in common: the arm they tell of counts three words."""
    return len(claim.stems & clause.stems) + 3 * len(arms.sides(claim.text)[0] & arms.sides(clause.text)[0])


def _held_against(
    effect: DirectionMention, claim: Clause, quoted: DirectionMention, clause: Clause, arms: Arms
) -> Mismatch:
    """How an effect of a claim's clause differs from one of a quoted clause's."""
    if clause.left_to_chance and quoted.kind in _TURNED:
        doubted = effect.negated or effect.nothing_happened or claim.left_to_chance or claim.cautious
        fits = doubted and effect.kind in {quoted.kind, "same", "different"}
    elif quoted.nothing_happened:
        fits = effect.nothing_happened or (effect.negated and effect.kind in _TURNED)
    elif effect.nothing_happened:
        fits = False
    else:
        return _turned_against(effect, claim, quoted, clause, arms)
    return Mismatch.NONE if fits else Mismatch.NEGATION


def _turned_against(
    effect: DirectionMention, claim: Clause, quoted: DirectionMention, clause: Clause, arms: Arms
) -> Mismatch:
    """The same where both go one way: as seen from the arm that the quoted clause tells of."""
    if effect.kind in _TURNED and arms.sides(claim.text)[1] and holds_against(claim.text) and not compares(clause.text):
        return Mismatch.DIRECTION
    turned = arms.turned(claim.text, clause.text)
    seen = effect.turned() if turned else effect
    graded_alike = seen.degree == quoted.degree or 0 in (seen.degree, quoted.degree)
    if seen.kind == quoted.kind and (seen.negated != quoted.negated or graded_alike):
        return Mismatch.NONE if seen.negated == quoted.negated else Mismatch.NEGATION
    if effect.kind == quoted.kind and turned:
        return Mismatch.ARM
    weaker = effect.kind == "different" and quoted.kind in _TURNED and effect.negated == quoted.negated
    return Mismatch.NONE if weaker else Mismatch.DIRECTION

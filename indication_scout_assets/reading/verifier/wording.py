"""Whether a statement says nothing its quotations do not: the check on what a language model words itself.

What belongs here: comparing masked, folded texts (``mentions``) word by word: numbers, words, negation, caution, whose
effect it is. The rules would rather refuse a true paraphrase than let a false one through: a statement may shorten and
join its quotations, in their own words. Which sentences may be quoted at all is in ``instructions``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...rules import vocabulary
from ...rules.language.mentions import DISEASE, DRUG
from ...rules.sides import cues

_NUMBER = re.compile(r"\d+(?:[.,·]\d+)*|(?<!\d)[.·]\d+")
_MARKUP = re.compile(r"<\s*[/!?]?\s*[a-z]|&#?\w{1,8};|\bjavascript:|\bhttps?:|\]\(|```|[{}]|\bon\w+\s*=", re.IGNORECASE)
_WORD = re.compile(rf"[{DRUG}{DISEASE}]|[^\W\d_]{{3,}}(?:[-'’][^\W\d_]+)*")
_ENDING = re.compile(
    r"(?<=\w{4})(?:i[sz](?:ations?|e[ds]?|ing)|at(?:ed|es?|ing|ions?|ive)|(?<=uc)tions?|ions?|e?ments?|ive(?:ly|ness)?"
    r"|en(?:ed|ing|s)?|ings?|ingly|edly|e[ds]?|ies|y|ly|s)$"
)
_NEGATOR = re.compile(
    r"\b(?:no|not|nor|neither|never|without|cannot|unable|none|absence|fail\w*|lack\w*|n't)\b(?!\s+only\b)"
)
_CAUTIOUS = re.compile(
    r"\b(?:may|might|could|can|possibl[ey]|potential(?:ly)?|suggest\w*|seem\w*|appear\w*|trend\w*|perhaps|probabl[ey]"
    r"|hypothes\w+|likely|unclear|preliminary|tentative\w*)\b"
)
_CLAUSE_END = re.compile(rf"{cues.CLAUSE_BREAK.pattern}|\band\b(?=\s+(?:[\w-]+\s+)?{DRUG})", re.VERBOSE)
_EFFECT = re.compile(
    rf"\b(?:{vocabulary.BETTER}|{vocabulary.LESS}|{vocabulary.MORE}|{vocabulary.WORSE}|{vocabulary.CAUSED}"
    r"|improve|ameliorate|alleviate|attenuate|relieve|protect|prevent|reverse|restore|reduce|decrease|lower|suppress"
    r"|inhibit|increase|enhance|prolong|worsen|worse|harm\w*|deteriorat\w*|impair|induce|cause|efficacy|effectiveness"
    r"|effects?|benefit\w*|ineffective|inferior|differ\w*|respon\w+|cures?|heal\w*|abstinen\w+|remission|fail\w*"
    r"|associated|occurred|developed|stopped|terminated|withdrawn|futil\w+)\b",
    re.VERBOSE,
)
"""Words that tell an effect, or that there was none."""
_ARM = re.compile(rf"{DRUG}|\b(?:placebo|vehicle|sham|controls?)\b|{vocabulary.AGENT.pattern}")
_OWNER = re.compile(
    r"(?:(?!\b(?:compar\w+|versus|vs|than|against|relative)\b)[^,;\d]){0,40}?"
    r"\b(?:with|in|on|for|given|receiv\w+|taking|of|among|under)\b"
    rf"(?:(?!\bcompar)[^,;\d]){{0,25}}?(?P<arm>{_ARM.pattern})"
)
"""What follows a number told of an arm that is named after it."""
_TIME = re.compile(r"(?<![\d.·])\d+(?:·\d+)?(?:\s|-)(?:second|min(?:ute)?|hour|h|day|week|month|year)s?\b")
_CLASS = re.compile(
    r"\b(?:[\w-]*inhibitors|[\w-]*agonists|antagonists|blockers|modulators|activators|stimulators|analogues?|agents"
    r"|drugs|statins|triptans|sartans|gliptins|gliflozins|opioids|corticosteroids|(?:drug\ )?class)\b",
    re.VERBOSE,
)
_AS_CLASS = re.compile(rf"{_CLASS.pattern}[\s,(]*(?:such\ as|including|like|e\.g\.?,?|as\ a\ class)", re.VERBOSE)
_PARTNER = re.compile(
    rf"{DRUG}\s(?:\w+\s){{0,3}}?(?:combined|together|along|concomitant\w*|co-?\w+)\s(?:with|to)\b"
    rf"|{DRUG}\s(?:was\s)?added\sto\b|{DRUG}\s(?:and|plus|with)\s(?:{vocabulary.AGENT.pattern})"
    rf"|(?:{vocabulary.AGENT.pattern})\s(?:and|plus|with)\s{DRUG}"
)
_MEANT = re.compile(r"\b(?:the|this|study)\s(?:drug|treatment|therapy|agent|medication|compound)\b|\bit\b")

_FREE = frozenset(
    """about above according across after again against all alone also although among and another any are article as
    author authors because been before being below between both but can compared comparison concluded conclude
    conclusion conclusions could data did does done drug drugs during each either evidence examined experienced few
    finding findings first following for found from further gave get given giving got group groups had has have having
    made make her his how however indicate indicated indicating individuals into investigated its less medicine more
    most much
    noted observed one only other others over own participants patient patients people persons received receiving
    registered report reported reporting reports respectively result resulted results same second seen several she
    show showed showing shown shows since some stated states studied studies study subjects such suggested suggesting
    suggests taken taking than that the their them then there these they third this those three through took treated
    treating treatment treatments therapy trial trials two under until upon use used using versus very was were what
    when where whereas which while who whose will with within would""".split()  # noqa: SIM905
) | frozenset({"may", "might", "not", "nor", "neither", "never", "without", "cannot", "none"})
"""Words any statement may use: they report, and carry no finding. Negation and caution have rules of their own."""
_DIRECTED = frozenset({"less", "more"})
"""Words of ``_FREE`` that carry a direction where something is compared; they must stand in the quotation."""


def numbers_not_in(text: str, sources: Iterable[str]) -> list[str]:
    """Numbers of ``text`` that none of the sources has: 1,000 and 1000 are one number, so are .05 and 0.05."""
    known = {plain for source in sources for plain in _numbers(source)}
    return [number for number in _NUMBER.findall(text) if _plain(number) not in known]


def has_markup(text: str) -> bool:
    """Whether a text holds tags, entities, links, code or braces, which no statement needs."""
    return bool(_MARKUP.search(text)) or not text.isprintable()


def is_cautious(masked: str) -> bool:
    """Whether a sentence hedges what it says ("may", "suggests")."""
    return bool(_CAUTIOUS.search(masked))


def tells_effect(masked: str) -> bool:
    """Whether a sentence has a word for an effect, or for the want of one."""
    return bool(_EFFECT.search(masked))


def names_partner(masked: str) -> bool:
    """Whether a sentence tells of the drug together with another one, in words that cues for titles do not cover."""
    return bool(_PARTNER.search(masked))


def speaks_of_class(masked: str) -> bool:
    """Whether a sentence is about a class of drugs: it names one and not the drug, or the drug as an example of it."""
    return bool(_AS_CLASS.search(masked)) or (DRUG not in masked and bool(_CLASS.search(masked)))


def wording_fault(statement: str, quotes: Sequence[str], also: Sequence[str] = ()) -> str:
    """What a statement says that its quotations do not, in words that follow "a statement"; empty where nothing.

    Args:
        statement: masked.
        quotes: the quoted sentences, masked.
        also: other texts whose words and numbers it may use: names, registered facts.
    """
    claims = _clauses(statement)
    quoted = [clause for quote in quotes for clause in _clauses(quote)]
    return (
        _number_fault(statement, quotes, also)
        or _word_fault(statement, [*quotes, *also])
        or _negation_fault(claims, quoted)
        or _effect_fault(claims, quoted)
        or _part_fault(statement, quotes)
    )


@dataclass(frozen=True)
class _Clause:
    """A clause with what is negated in it."""

    text: str

    @cached_property
    def cautious(self) -> bool:
        return is_cautious(self.text)

    @cached_property
    def negated_from(self) -> int:
        """Where what is negated starts; the end where nothing is."""
        negator = _NEGATOR.search(self.text)
        return negator.start() if negator else len(self.text)

    @cached_property
    def stems(self) -> dict[str, bool]:
        """Stem of each word, and whether it is negated wherever it stands in the clause."""
        negated: dict[str, bool] = {}
        for word in _WORD.finditer(self.text):
            stem = _stem(word[0])
            negated[stem] = negated.get(stem, True) and word.start() >= self.negated_from
        return negated

    @property
    def effects(self) -> Iterator[tuple[str, str]]:
        """Each effect told, with what it was on, as stems: the word after it, or before it where it comes last."""
        words = [(w.start(), _stem(w[0]), w[0]) for w in _WORD.finditer(self.text)]
        telling = [(at, stem) for at, stem, word in words if word not in _FREE and word != DRUG]
        for effect in _EFFECT.finditer(self.text):
            stem = _stem(effect[0].split()[0])
            after = [other for at, other in telling if at >= effect.end()]
            before = [other for at, other in telling if at < effect.start()]
            yield stem, (after[:1] or before[-1:] or [""])[0]

    def is_negated(self, *stems: str) -> bool:
        return any(self.stems.get(stem, False) for stem in stems)


def _clauses(text: str) -> list[_Clause]:
    text = re.sub(r"(?<=\d)\.(?=\d)", "·", text)
    ends = [(m.start(), m.end()) for m in _CLAUSE_END.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    return [_Clause(text[a:b]) for a, b in zip(starts, stops, strict=True) if text[a:b].strip()]


def _number_fault(statement: str, quotes: Sequence[str], also: Sequence[str]) -> str:
    if invented := numbers_not_in(statement, [*quotes, *also]):
        return f"with a number its quotation lacks: {invented[0]}"
    given = {number for text in also for number in _numbers(text)}
    own_numbers = [number for number in _numbers(_TIME.sub(" ", statement)) if number not in given]
    quoted_numbers = iter(number for quote in quotes for number in _numbers(_TIME.sub(" ", quote)))
    in_order = all(number in quoted_numbers for number in own_numbers)  # ``in`` moves the iterator on
    if len(own_numbers) > 1 and not in_order:
        return "that gives the numbers of its quotation in another order"
    owners = [_owners(quote) for quote in quotes]
    for number, arm in _owners(statement):
        arms_of_number = [other for known in owners for owned, other in known if owned == number]
        if arms_of_number and arm not in arms_of_number and number not in given:
            return "that gives a number of its quotation to another arm, or to none"
    return ""


def _word_fault(statement: str, sources: Sequence[str]) -> str:
    known = {_stem(word) for source in sources for word in _WORD.findall(source)}
    parts = {_stem(part) for source in sources for word in _WORD.findall(source) for part in re.split(r"[-'’]", word)}
    for word in _WORD.findall(statement):
        free = word in _FREE and word not in _DIRECTED
        pieces = [piece for piece in re.split(r"[-'’]", word) if len(piece) > 2]
        if free or word in (DRUG, DISEASE) or _stem(word) in known:
            continue
        if not all(_stem(piece) in parts or piece in _FREE for piece in pieces):
            return f"with a word its quotation lacks: {word!r}"
    return ""


def _negation_fault(claims: Sequence[_Clause], quoted: Sequence[_Clause]) -> str:
    """A negation lost or won."""
    negates = any(clause.negated_from < len(clause.text) for clause in claims)
    if negates:
        if not any(clause.negated_from < len(clause.text) for clause in quoted):
            return "that denies what its quotation does not deny"
        return ""
    for stem in (stem for clause in claims for stem in clause.stems):
        places = [clause.stems[stem] for clause in quoted if stem in clause.stems]
        if places and all(places) and stem not in (DRUG, DISEASE) and stem not in _FREE_STEMS:
            return "that leaves out a negation of its quotation"
    return ""


def _effect_fault(claims: Sequence[_Clause], quoted: Sequence[_Clause]) -> str:
    """An effect that its quotation tells of something else, denies, doubts, or gives to another arm."""
    for clause in claims:
        for effect, thing in clause.effects:
            pair = [part for part in (effect, thing) if part]
            alike = [t for t in quoted if all(part in t.stems for part in pair)]
            if not alike:
                return "that tells an effect of its quotation of something else"
            alike = [t for t in alike if t.is_negated(*pair) == clause.is_negated(*pair)]
            if not alike:
                return "that turns a negation of its quotation round"
            if not clause.cautious and all(t.cautious for t in alike):
                return "that leaves out the caution of its quotation"
            if DRUG in clause.text and all(DRUG not in t.text and _ARM.search(t.text) for t in alike):
                return "that gives the drug what its quotation tells of another arm"
    return ""


def _part_fault(statement: str, quotes: Sequence[str]) -> str:
    """The drug by itself, where its quotation combines it; treated with, where it only compares with it."""
    if all(names_partner(quote) for quote in quotes) and not names_partner(statement):
        return "that leaves out what the drug was combined with"
    if DRUG not in statement:
        return "" if _MEANT.search(statement) or _CLASS.search(statement) else "that does not name the drug"
    parts = {DRUG in cues.NOT_AS_TREATMENT.sub(" ", quote) for quote in quotes if DRUG in quote}
    if parts and (DRUG in cues.NOT_AS_TREATMENT.sub(" ", statement)) not in parts:
        return "that gives the drug another part than its quotation does"
    return ""


def _owners(text: str) -> list[tuple[str, str]]:
    """Each number, lengths of time aside, with the arm it is told of: "45 m with sildenafil", or the arm named last."""
    text = _TIME.sub(lambda time: " " * len(time[0]), text)
    arms = [(match.start(), match[0]) for match in _ARM.finditer(text)]
    owners = []
    for number in _NUMBER.finditer(text):
        named = _OWNER.match(text, number.end())
        before = [arm for at, arm in arms if at < number.start()]
        owner = named["arm"] if named else (before or [arm for _, arm in arms] or [""])[-1 if before else 0]
        owners.append((_plain(number[0]), owner))
    return owners


def _numbers(text: str) -> list[str]:
    return [_plain(number) for number in _NUMBER.findall(text)]


def _plain(number: str) -> str:
    plain = re.sub(r",(?=\d{3}(?!\d))", "", number).replace("·", ".").replace(",", ".")
    whole, _, decimals = plain.partition(".")
    return f"{int(whole or 0)}.{decimals.rstrip('0')}"


def _stem(word: str) -> str:
    """What the forms of a folded word share: ``improved``, ``improves`` and ``improvement`` agree."""
    return _ENDING.sub("", word)


_FREE_STEMS = frozenset(_stem(word) for word in _FREE)

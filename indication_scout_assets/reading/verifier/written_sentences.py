"""Whether a sentence that a model wrote in answer to a question says no more than the words it quotes.

What belongs here: the check of one sentence against its quotations: for any question, without a drug or a disease given
beforehand. That a quotation stands in its passage is found by ``place_of``. Nothing is mended: what does not stand is
removed. The rules would rather remove a true sentence than let a false one through.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ...domain.questions.question_answering import AnswerFault, QuestionFrame
from ...rules import vocabulary
from ...rules.language.instructions import gives_orders
from ...rules.language.mentions import DISEASE, DRUG, MEASURE
from ...rules.questions.finding_signs import finding_strength, tells_of_others, tells_plan
from ...rules.stance import cues
from .claim_arms import NOBODY, Arms, partner_lost
from .claim_clauses import (
    DIRECTIONS,
    NEGATOR,
    Clause,
    Mismatch,
    claim_stems,
    clauses,
    direction_words,
    mismatch,
    plain,
    words_not_in,
)
from .claim_numbers import direction_follows_from_values, number_fault, told_numbers

LONGEST = 500
"""Characters of a sentence."""
_FOREIGN = re.compile(
    r"\[\s*(?:\d|ref|citation|source|p\d)[^\]]{0,40}\]|\bet al\b|\bref(?:s|erences?)?\.? ?\d"
    r"|\((?:[A-Z][\w'-]+[^()]{0,40}\s)(?:19|20)\d\d[a-z]?\)|\bdoi\b|\bpmid\b|\bpmc\d"
    r"|(?:(?<=[.,;:!?)\]])|(?<=[a-z]{2})(?<![cdkm]m))[¹²³⁰-⁹](?![¹²³⁰-⁹]*[⁺⁻])",
    re.IGNORECASE,
)
"""Raised numbers after words and stops are references; those of 10⁹, m², cm³ and Ca²⁺ are not."""
_ANIMAL = re.compile(
    r"\b(?:rats?|mice|mouse|murine|rabbits?|dogs?|pigs?|piglets?|monkeys?|zebrafish|hamsters?|sheep|animals?|in vitro"
    r"|cell lines?|cultured|cells|ex vivo|in vivo)\b"
)
_RESTRICTED = re.compile(r"\b(?:only|except|subgroup|unless|provided that|limited to|restricted to)\b")
_OTHERS = re.compile(r"\b(?:previous\w*|earlier|others?|prior|reported|literature|reviews?|meta-analys[ei]s)\b")
_PLANNED = re.compile(r"\b(?:aim\w*|plan\w*|hypothes\w+|objective|designed|was to|were to|tested whether|whether)\b")
_VERB_DENIED = re.compile(
    r"\b(?:was|were|is|are|did|does|do|has|have|had|could|can|would|will)\s(?:not|n't)\b|\bcannot\b"
)
_CHANCE_WORD = re.compile(r"\bsignifican\w*")
_MARKUP = re.compile(r"<\s*[/!?]?\s*[a-z]|&#?\w{1,8};|\bjavascript:|\bhttps?:|\]\(|```|[{}]|\bon\w+\s*=", re.IGNORECASE)
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

_NAMES = ("studydrug", "studydisease")
_SPELT = {ord(DRUG): _NAMES[0], ord(DISEASE): _NAMES[1], ord(MEASURE): "othermeasure"}
"""Words for what stands for names in masked texts."""


@dataclass(frozen=True)
class QuotedWords:
    """What a sentence quotes of one source."""

    sentence: str
    """The whole sentences the quotation lies in."""
    title: str = ""
    short_forms: Mapping[str, str] = field(default_factory=dict)


_DENIES = "that denies what its quotation does not deny"
_DENIAL_LOST = "that leaves out a negation of its quotation"
_CAUTION_LOST = "that leaves out the caution of its quotation"
_OF_EFFECTS = {
    Mismatch.ARM: "that tells {!r} of another arm than its quotation does",
    Mismatch.ELSEWHERE: "that tells {!r} of its quotation of something else",
    Mismatch.DIRECTION: "that says {!r} where its quotation says otherwise",
    Mismatch.ABSENT: "that says {!r} where its quotation tells no effect",
}


class ClaimRefused(Exception):
    """Why a sentence does not stand: the kind, and what is wrong in words that follow "a sentence"."""

    def __init__(self, kind: AnswerFault, fault: str) -> None:
        super().__init__(fault)
        self.kind, self.fault = kind, fault

    @property
    def reason(self) -> str:
        """The same as one plain sentence."""
        return f"A sentence {self.fault}."


def check_claim(text: str, quoted: Sequence[QuotedWords], frame: QuestionFrame) -> None:
    """Nothing where a sentence stands on what it quotes.

    Args:
        text: the sentence.
        quoted: what it quotes, at least one.
        frame: the question; its subject and comparator are arms that the sentence may not swap.

    Raises:
        ClaimRefused: it does not.
    """
    text = " ".join(text.split())
    _check_form(text)
    own_words = plain(text).rstrip(".")
    for words in quoted:
        if gives_orders(words.sentence):
            raise ClaimRefused(AnswerFault.ORDER, "on words that give orders instead of reporting anything")
    if any(plain(words.sentence).rstrip(".") == own_words for words in quoted):
        return
    arms = (plain(frame.subject), plain(frame.comparator))
    short_forms = {short: full for words in quoted for short, full in words.short_forms.items()}
    _check_against(plain(text), [plain(words.sentence) for words in quoted], arms, short_forms=short_forms)


def wording_fault(statement: str, quotes: Sequence[str], also: Sequence[str] = ()) -> str:
    """What a statement on a pair says that its quotations do not, in words that follow "a statement"; empty if nothing.

    Args:
        statement: masked.
        quotes: the quoted sentences, masked.
        also: registered facts, masked, which it may name.
    """
    if fault := part_fault(statement, quotes):
        return fault
    claim, *sources = (plain(text.replace(f"{DRUG}-", f"{DRUG} ").translate(_SPELT)) for text in (statement, *quotes))
    for fact in filter(None, map(plain, also)):
        claim = claim.replace(fact, " ")
    try:
        _check_against(claim, sources, _NAMES[:1], in_own_words=False)
    except ClaimRefused as refused:
        return refused.fault
    return ""


def _check_against(
    claim: str,
    quotes: Sequence[str],
    named: Sequence[str],
    *,
    short_forms: Mapping[str, str] = MappingProxyType({}),
    in_own_words: bool = True,
) -> None:
    """Nothing where a plain claim says no more than plain quotations.

    Args:
        claim: what was written.
        quotes: the whole sentences it quotes.
        named: arms that are known beforehand.
        short_forms: abbreviations that may be written out.
        in_own_words: a direction may be told in other words that mean the same.
    """
    arms = Arms.of(named, (*quotes, claim) if in_own_words else quotes)
    _check_numbers(claim, quotes, arms)
    _check_words(claim, quotes, short_forms, in_own_words=in_own_words)
    own, by_quote = clauses(claim), [clauses(quote) for quote in quotes]
    quoted = [clause for of_quote in by_quote for clause in of_quote]
    for clause in own:
        _check_effects(clause, quoted, arms)
        _check_denial(clause, quoted)
    _check_caution(own, by_quote)
    _check_kind(claim, quotes)
    _check_whose(claim, quotes)


def _check_form(text: str) -> None:
    if not text.strip() or len(text) > LONGEST:
        raise ClaimRefused(AnswerFault.MALFORMED, "that is empty, or too long to be one")
    if has_markup(text):
        raise ClaimRefused(AnswerFault.MALFORMED, "with markup, code or a link in it")
    if _FOREIGN.search(text):
        raise ClaimRefused(AnswerFault.FOREIGN_CITATION, "with a citation of its own among the words")
    if gives_orders(text):
        raise ClaimRefused(AnswerFault.ORDER, "that gives orders instead of reporting anything")
    if text.rstrip().endswith("?"):
        raise ClaimRefused(AnswerFault.MALFORMED, "that asks instead of answering")


def _check_words(claim: str, quotes: Sequence[str], short_forms: Mapping[str, str], *, in_own_words: bool) -> None:
    numbers = [word for word in claim.split() if told_numbers(word, NOBODY)]
    meant = [] if in_own_words else [*_NAMES, *(match[0] for match in _MEANT.finditer(claim))]
    directions = direction_words(claim, quotes) if in_own_words else []
    word = words_not_in(claim, quotes, [*directions, *numbers, *meant], short_forms)
    if word:
        kind = AnswerFault.DIRECTION if direction_words(word, [word]) else AnswerFault.NOT_IN_QUOTE
        raise ClaimRefused(kind, f"with a word its quotation lacks: {word!r}")


_OF_NUMBERS = {
    "number": (AnswerFault.NUMBER, "with a number its quotation lacks: {}"),
    "unit": (AnswerFault.NUMBER, "that gives the number {} in another unit than its quotation"),
    "order": (AnswerFault.NUMBER, "that gives the numbers of its quotation in another order: {}"),
    "list": (AnswerFault.NUMBER, "that gives {} alone, which its quotation gives in a list"),
    "arm": (AnswerFault.ARM, "that gives the number {} of its quotation to another arm"),
}


def _check_numbers(claim: str, quotes: Sequence[str], arms: Arms) -> None:
    what, number = number_fault(claim, quotes, arms)
    if what:
        kind, fault = _OF_NUMBERS[what]
        raise ClaimRefused(kind, fault.format(number))


def _check_effects(clause: Clause, quoted: Sequence[Clause], arms: Arms) -> None:
    fault, effect, held_against = mismatch(clause, quoted, arms)
    if fault is not Mismatch.NONE and effect is not None:
        silent = not any(
            other.left_to_chance or other.nothing_happened or any(e.kind in DIRECTIONS for e in other.effects)
            for other in quoted
        )
        if silent and direction_follows_from_values(clause.text, effect.kind, arms):
            return
        if fault is Mismatch.NEGATION:
            raise ClaimRefused(AnswerFault.NEGATION, _DENIES if effect.negated else _DENIAL_LOST)
        kind = AnswerFault.ARM if fault is Mismatch.ARM else AnswerFault.DIRECTION
        raise ClaimRefused(kind, _OF_EFFECTS[fault].format(effect.cue))
    if held_against is not None:
        doubted = held_against.cautious and not (clause.denies and held_against.left_to_chance)
        if doubted and not clause.cautious:
            raise ClaimRefused(AnswerFault.CAUTION, _CAUTION_LOST)


def _check_denial(clause: Clause, quoted: Sequence[Clause]) -> None:
    """A refusal where a denial is lost or won that hangs on no word of direction."""
    if clause.nothing_happened:
        return
    own = claim_stems(clause.text)
    if not clause.denies:
        for stem in own:
            holding = [other for other in quoted if stem in other.stems]
            if holding and all(stem in other.negated_stems() - other.affirmed_stems() for other in holding):
                raise ClaimRefused(AnswerFault.NEGATION, _DENIAL_LOST)
    if clause.denies and not any(_denies(other) or other.left_to_chance for other in quoted):
        raise ClaimRefused(AnswerFault.NEGATION, _DENIES)
    if clause.effects:
        return
    shared = [len(own & other.stems) for other in quoted]
    nearest = [other for other, count in zip(quoted, shared, strict=True) if count and count == max(shared)]
    if clause.denies and nearest and not any(_denies(other) for other in nearest):
        raise ClaimRefused(AnswerFault.NEGATION, _DENIES)
    if not clause.denies and nearest and all(other.denies and _VERB_DENIED.search(other.text) for other in nearest):
        raise ClaimRefused(AnswerFault.NEGATION, _DENIAL_LOST)


def _denies(clause: Clause) -> bool:
    return clause.denies or clause.nothing_happened


def _check_caution(own: Sequence[Clause], quotes: Sequence[Sequence[Clause]]) -> None:
    """A refusal where the clauses of a claim are surer than those of each sentence that it quotes."""
    telling = [[clause for clause in quote if clause.effects] for quote in quotes]
    denied = any(clause.denies for clause in own)
    doubted = all(_doubts(effects or quote, denied=denied) for effects, quote in zip(telling, quotes, strict=True))
    if doubted and not any(clause.cautious for clause in own):
        raise ClaimRefused(AnswerFault.CAUTION, _CAUTION_LOST)
    only_linked = all(effects and all(clause.links for clause in effects) for effects in telling)
    in_general = {kind for quote in quotes for clause in quote for kind in clause.in_general}
    for clause in (clause for clause in own if not clause.denies and not clause.cautious):
        if only_linked and not clause.links and any(effect.active for effect in clause.effects):
            raise ClaimRefused(AnswerFault.CAUTION, "that makes a cause of what its quotation calls an association")
        if clause.in_general - in_general:
            raise ClaimRefused(AnswerFault.CAUTION, "that tells as always so what its quotation tells of one study")


def _check_kind(claim: str, quotes: Sequence[str]) -> None:
    """A refusal where the claim tells as a finding what its quotation tells of other work, or only plans or asks, or
    as significant what it does not."""
    if _CHANCE_WORD.search(NEGATOR.split(claim)[0]) and not any(_CHANCE_WORD.search(quote) for quote in quotes):
        raise ClaimRefused(AnswerFault.CAUTION, "that calls significant what its quotation does not")
    if all(map(tells_of_others, quotes)) and not _OTHERS.search(claim):
        raise ClaimRefused(AnswerFault.CAUTION, "that tells as a finding what its quotation tells of other work")
    planned = all(tells_plan(quote) and finding_strength(quote) < 2 for quote in quotes)
    if planned and not _PLANNED.search(claim):
        raise ClaimRefused(AnswerFault.CAUTION, "that tells as a finding what its quotation only plans or asks")


def _doubts(parts: Sequence[Clause], *, denied: bool) -> bool:
    """Whether all that clauses say is doubted in them; a denial may stand on a result left to chance."""
    return all(part.cautious and not (denied and part.left_to_chance) for part in parts)


def _check_whose(claim: str, quotes: Sequence[str]) -> None:
    """A refusal where the claim leaves out of whom, or of what together, the quotation speaks."""
    if all(_ANIMAL.search(quote) for quote in quotes) and not _ANIMAL.search(claim):
        raise ClaimRefused(AnswerFault.POPULATION, "that leaves out that its quotation is not about people")
    if all(_RESTRICTED.search(quote) for quote in quotes) and not _RESTRICTED.search(claim):
        raise ClaimRefused(AnswerFault.POPULATION, "that leaves out whom or what its quotation is limited to")
    if lost := partner_lost(claim, quotes):
        raise ClaimRefused(AnswerFault.ARM, f"that tells of one alone what its quotation tells of {lost}")


# ------------------------------------------------------------------------------------------------ of a pair
def has_markup(text: str) -> bool:
    """Whether a text holds tags, entities, links, code or braces, which no statement needs."""
    return bool(_MARKUP.search(text)) or not text.isprintable()


def names_partner(masked: str) -> bool:
    """Whether a sentence tells of the drug together with another one, in words that cues for titles do not cover."""
    return bool(_PARTNER.search(masked))


def speaks_of_class(masked: str) -> bool:
    """Whether a sentence is about a class of drugs: it names one and not the drug, or the drug as an example of it."""
    return bool(_AS_CLASS.search(masked)) or (DRUG not in masked and bool(_CLASS.search(masked)))


def part_fault(statement: str, quotes: Sequence[str]) -> str:
    """The drug by itself, where its quotation combines it; treated with, where it only compares with it."""
    if all(names_partner(quote) for quote in quotes) and not names_partner(statement):
        return "that leaves out what the drug was combined with"
    if DRUG not in statement:
        return "" if _MEANT.search(statement) or _CLASS.search(statement) else "that does not name the drug"
    parts = {DRUG in cues.NOT_AS_TREATMENT.sub(" ", quote) for quote in quotes if DRUG in quote}
    if parts and (DRUG in cues.NOT_AS_TREATMENT.sub(" ", statement)) not in parts:
        return "that gives the drug another part than its quotation does"
    return ""

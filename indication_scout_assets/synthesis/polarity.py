"""What a sentence says the drug does to the disease, read from visible cue words.

What belongs here: rules over masked sentences (``mentions``, ``cues``). They are cautious: a benefit counts for the
drug only where the sentence's grammar gives it to the drug, and what is not clear is neutral. A scientist can check
each reading against the cue it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..domain.statements import Polarity
from . import cues
from .mentions import DISEASE, DRUG


@dataclass(frozen=True)
class Reading:
    """A polarity and the words it was read from (folded, lower case)."""

    polarity: Polarity
    cue: str = ""


_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
"""Not the end of a phrase."""
NEUTRAL = Reading(Polarity.NEUTRAL)


def caused_by_drug(sentence: str) -> Reading | None:
    """Whether a masked sentence says the drug brings the disease about or makes it worse; negated claims do not."""
    sentence = _DECIMAL_POINT.sub("·", sentence)
    for pattern in cues.HARM:
        for match in pattern.finditer(sentence):
            if not _negated(sentence, match.start("cue")) and not _improves(sentence[: match.start("cue")]):
                return Reading(Polarity.HARM, _cue(match))
    return None


def title_reports_harm(title: str) -> bool:
    """Whether a masked title names the disease as what came with the drug: "Seizures associated with bupropion"."""
    return bool(caused_by_drug(title) or (cues.TITLE_HARM.search(title) and not cues.TREATMENT_WORDS.search(title)))


def title_reports_treatment(title: str) -> bool:
    """Whether a masked title names the drug as something done for the disease: "Sildenafil for hypertension"."""
    return not title_reports_harm(title) and bool(cues.TITLE_TREATMENT.search(title))


def names_combination(text: str) -> bool:
    """Whether a masked text is about the drug together with another one: "Naltrexone/bupropion for obesity"."""
    return bool(cues.COMBINATION.search(text))


def read(sentence: str, *, understood: bool = False) -> Reading:
    """The polarity of a masked sentence.

    Args:
        understood: the article is about the drug in the disease, so a sentence may leave either unnamed.
    """
    if harm := caused_by_drug(sentence):
        return harm
    sentence = cues.ASIDE.sub(" ", _DECIMAL_POINT.sub("·", sentence))
    readings = [_read_clause(clause, understood) for clause in cues.CLAUSE_BREAK.split(sentence)]
    telling = [reading for reading in readings if reading.polarity is not Polarity.NEUTRAL]
    if len({reading.polarity for reading in telling}) > 1:
        return Reading(Polarity.MIXED, " / ".join(reading.cue for reading in telling))
    return telling[0] if telling else NEUTRAL


def _read_clause(clause: str, understood: bool) -> Reading:
    treated = cues.NOT_AS_TREATMENT.sub(" ", clause)
    if not _could_tell(clause, treated, understood):
        return NEUTRAL
    if none := cues.NO_EFFECT.search(treated):
        return _without_effect(clause, none)
    if any(p.search(clause) for p in (cues.OTHER_USE, cues.COMBINATION, cues.NOT_SEEN, cues.DOUBT)):
        return NEUTRAL
    if met := cues.ENDPOINT_MET.search(clause):
        return Reading(Polarity.SUPPORTS, _cue(met))
    effects = {
        Polarity.SUPPORTS: _first_effect(treated, (cues.BETTER_CUE, *cues.LESS_BAD, *cues.MORE_GOOD)),
        Polarity.HARM: _first_effect(treated, cues.WORSE_CUE),
    }
    telling = [Reading(polarity, cue) for polarity, cue in effects.items() if cue]
    return telling[0] if len(telling) == 1 else NEUTRAL  # both at once: not for a rule to decide


def _could_tell(clause: str, treated: str, understood: bool) -> bool:
    """Whether a clause speaks of the drug as a treatment of the disease.

    Not where either is neither named nor understood, where another arm is the subject or wins, or where the drug is
    only compared with, stopped, measured (``treated`` has such mentions blanked).
    """
    if cues.OTHER_WINS.search(clause) or (DISEASE not in clause and not understood):
        return False
    if DRUG not in clause:
        return understood and not cues.OTHER_ARM.search(clause)
    return DRUG in treated


def _without_effect(clause: str, match: re.Match[str]) -> Reading:
    """A clause that denies an effect: of the drug on the disease, against nothing or in itself, else not telling."""
    between_treatments = cues.DIFFERENCE.search(match["cue"]) and not cues.VERSUS_NOTHING.search(clause)
    if cues.NOT_ABOUT_EFFICACY.search(clause) or between_treatments:
        return NEUTRAL
    return Reading(Polarity.CONTRADICTS, _cue(match))


def _first_effect(clause: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    """The first cue that is asserted and that the sentence gives to the drug; empty where there is none."""
    for pattern in patterns:
        for match in pattern.finditer(clause):
            if not _negated(clause, match.start("cue")) and _belongs_to_drug(clause, match):
                return _cue(match)
    return ""


def _belongs_to_drug(clause: str, match: re.Match[str]) -> bool:
    """Named before the effect, or after it as what brought it about; unnamed, where no other arm is named either."""
    before, after = clause[: match.start("cue")], clause[match.end("cue") :]
    if cues.BY_ANOTHER.search(after):
        return False
    return DRUG not in clause or DRUG in before or bool(cues.BY_DRUG.search(after))


def _improves(before: str) -> bool:
    """Whether the words before a cause already speak of help: "protected against cisplatin-induced…" by the drug."""
    return bool(re.search(rf"{DRUG}.*\b(?:{cues.BETTER}|{cues.LESS})\b", before, re.VERBOSE))


def _negated(sentence: str, position: int) -> bool:
    return bool(cues.NEGATION.search(sentence[max(0, position - 60) : position]))


def _cue(match: re.Match[str]) -> str:
    return " ".join(match["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease").split())

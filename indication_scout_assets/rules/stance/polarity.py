"""What a sentence says the drug does to the disease, read from visible cue words.

What belongs here: rules over masked sentences (``mentions``, ``cues``). They are cautious: an effect counts for the
drug only where the sentence's grammar gives it to the drug, a difference its own numbers call chance is none, and what
is not clear is neutral. A scientist can check each reading against the cue it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...domain.findings.statements import Polarity
from .. import vocabulary
from ..language.mentions import DISEASE, DRUG, MEASURE
from ..language.sentences import clause_breaks
from ..language.significance import chance_stated
from . import cues
from .harm_attribution import attribution_denied
from .stopping import after_stopping, blamed_by_stopping


@dataclass(frozen=True)
class Reading:
    """A polarity and the words it was read from (folded, lower case)."""

    polarity: Polarity
    cue: str = ""


_DECIMAL_POINT = re.compile(r"\.(?=\d)(?:(?<=\d\.)|(?<![\w.]\.))")
"""Not the end of a phrase."""
_KEPT = 64
"""Sentences whose readings are kept: those of the article at hand, which is asked several questions."""
NEUTRAL = Reading(Polarity.NEUTRAL)


def caused_by_drug(sentence: str) -> Reading | None:
    """Whether a masked sentence says the drug brings the disease about or makes it worse; negated claims do not."""
    matches = harm_matches(sentence)
    return Reading(Polarity.HARM, _cue(matches[0])) if matches else None


@lru_cache(maxsize=_KEPT)
def harm_matches(sentence: str) -> tuple[re.Match[str], ...]:
    """The phrases of a masked sentence that give the disease to the drug, bar negated ones; group ``cue`` tells."""
    sentence = _DECIMAL_POINT.sub("·", sentence)
    blaming = [m for pattern in cues.HARM for m in pattern.finditer(sentence) if not after_stopping(m)]
    blaming = [m for m in blaming if not attribution_denied(sentence, m)]
    by_stopping = blamed_by_stopping(sentence)
    meant = (m for m in (*blaming, *by_stopping) if not _negated(sentence, m.start("cue")))
    return tuple(m for m in meant if not _improves(sentence[: m.start("cue")]))


def title_reports_harm(title: str) -> bool:
    """Whether a masked title names the disease as what came with the drug: "Seizures associated with bupropion"."""
    if caused_by_drug(title):
        return True
    return cues.TITLE_HARM.search(title) is not None and not cues.TITLE_ASKS_OF_RISK.search(title)


def title_reports_treatment(title: str) -> bool:
    """Whether a masked title names the drug as something done for the disease: "Sildenafil for hypertension"."""
    return not title_reports_harm(title) and bool(cues.TITLE_TREATMENT.search(title))


def title_is_of_pair_alone(title: str) -> bool:
    """Whether a masked title names the drug as something done for the disease and no other disease beside it."""
    return title_reports_treatment(title) and not cues.TITLE_OTHER_AILMENT.search(title)


def title_is_elsewhere(title: str) -> bool:
    """Whether a masked title names the drug as something done for another disease or purpose."""
    return not title_reports_treatment(title) and bool(cues.TITLE_ELSEWHERE.search(title))


def title_states_finding(title: str, polarity: Polarity) -> bool:
    """Whether a masked title says what was found: "Sildenafil improves…", but not "Effect of sildenafil on…".

    What came with a drug needs no verb: "Angioedema due to enalapril".
    """
    stated = polarity is Polarity.HARM or cues.TITLE_STATES.search(title)
    return bool(stated) and not cues.TITLE_TOPIC.search(title)


def names_combination(text: str) -> bool:
    """Whether a masked text is about the drug together with another one: "Naltrexone/bupropion for obesity"."""
    return bool(cues.COMBINATION.search(text))


def concerns_pair(sentence: str, *, understood: bool = False) -> bool:
    """Whether a masked sentence names both, the drug as a treatment and not in that of another disease.

    Args:
        understood: the disease may be left unnamed, as in ``read``, where the sentence is not about safety alone.
    """
    treated = cues.NOT_AS_TREATMENT.sub(" ", sentence)
    meant = DISEASE in sentence or (understood and not cues.NOT_ABOUT_EFFICACY.search(sentence))
    return DRUG in treated and meant and not cues.OTHER_USE.search(sentence)


@lru_cache(maxsize=_KEPT)
def read(sentence: str, *, understood: bool = False) -> Reading:
    """The polarity of a masked sentence.

    Args:
        understood: the article is about the drug in the disease and no other drug is named in this sentence, so it may
            leave either unnamed; harm all the same needs the drug's name.
    """
    if DRUG in sentence and (harm := caused_by_drug(sentence)):
        return harm
    if cues.QUESTIONED.search(sentence):
        return NEUTRAL
    sentence = cues.ASIDE.sub(" ", _DECIMAL_POINT.sub("·", sentence))
    readings = [_read_clause(clause, known) for clause, known in _clauses(sentence, understood)]
    telling = [reading for reading in readings if reading.polarity is not Polarity.NEUTRAL]
    polarities = {reading.polarity for reading in telling}
    if polarities == {Polarity.CONTRADICTS, Polarity.HARM}:
        return next(reading for reading in telling if reading.polarity is Polarity.HARM)
    if len(polarities) > 1:
        return Reading(Polarity.MIXED, " / ".join(reading.cue for reading in telling))
    return telling[0] if telling else NEUTRAL


def _clauses(sentence: str, understood: bool) -> Iterator[tuple[str, bool]]:
    """The clauses, and whether each may leave drug or disease unnamed; one without a subject gets that before it."""
    start, before = 0, ""
    for clause_break in [*clause_breaks(cues.CLAUSE_BREAK, sentence), None]:
        clause, known = sentence[start : clause_break.start() if clause_break else len(sentence)], understood
        goes_on = DRUG in before and cues.SAME_SUBJECT.search(clause)
        if goes_on and DRUG in cues.NOT_AS_TREATMENT.sub(" ", before):
            clause, known = f"{DRUG}{clause}", understood or DISEASE in sentence
        yield clause, known
        start, before = clause_break.end() if clause_break else 0, clause


def _read_clause(clause: str, understood: bool) -> Reading:
    treated = cues.NOT_AS_TREATMENT.sub(" ", clause)
    if not _could_tell(clause, treated, understood):
        return NEUTRAL
    if DRUG in treated and (graver := cues.DEADLY.search(treated) or _more_events(treated)):
        return Reading(Polarity.HARM, _cue(graver))
    if none := cues.NO_EFFECT.search(treated):
        return _without_effect(clause, none)
    if any(p.search(clause) for p in (cues.OTHER_USE, cues.COMBINATION, cues.NOT_SEEN, cues.DOUBT)):
        return NEUTRAL
    return _effect(clause, treated)


def _effect(clause: str, treated: str) -> Reading:
    """The effect a clause gives to the drug; where it gives a good and a bad one, that is not for a rule to decide."""
    if met := cues.ENDPOINT_MET.search(clause):
        return Reading(Polarity.SUPPORTS, _cue(met))
    better = _first_effect(treated, (cues.BETTER_CUE, *cues.LESS_BAD, *cues.MORE_GOOD))
    worse = _first_effect(treated, cues.WORSE_CUE)
    if better and not worse:
        return _benefit(clause, treated, better)
    if worse and not better and DRUG in clause and not _chance(treated, worse):
        if attribution_denied(treated, worse):
            return NEUTRAL
        of_other = cues.RESPONSE_TO_OTHER.match(treated, worse.start("cue"))
        return Reading(Polarity.CONTRADICTS if of_other else Polarity.HARM, _cue(worse))
    return NEUTRAL


def counted_harm(sentence: str) -> re.Match[str] | None:
    """The disease counted in a masked sentence as what more people had with the drug than without, not by chance."""
    return _more_events(_DECIMAL_POINT.sub("·", sentence))


def _more_events(clause: str) -> re.Match[str] | None:
    """The disease counted as an event that more people had with the drug than without, not by chance."""
    match = cues.MORE_EVENTS.search(clause)
    if match and float(match["with_drug"].replace("·", ".")) > float(match["without"].replace("·", ".")):
        return None if _chance(clause, match) else match
    return None


def _could_tell(clause: str, treated: str, understood: bool) -> bool:
    """Whether a clause speaks of the drug as a treatment of the disease.

    Not where either is neither named nor understood, where another arm is the subject or wins, or where the drug is
    only compared with, stopped, measured (``treated`` has such mentions blanked).
    """
    if cues.OTHER_WINS.search(clause) or (DISEASE not in clause and not understood):
        return False
    if DRUG not in clause:
        return understood and not cues.OTHER_ARM.search(clause) and not cues.BOTH_ARMS.search(clause)
    return DRUG in treated


def _benefit(clause: str, treated: str, match: re.Match[str]) -> Reading:
    """A benefit, unless it is hedged, or chance by its own numbers: against nothing, that is a finding of no effect."""
    if chance := _chance(treated, match):
        against_nothing = DRUG in clause and cues.VERSUS_NOTHING.search(clause)
        return Reading(Polarity.CONTRADICTS, chance.replace("·", ".")) if against_nothing else NEUTRAL
    if cues.HEDGED.search(treated[: match.start("cue")]):
        return NEUTRAL
    return Reading(Polarity.SUPPORTS, _cue(match))


def _without_effect(clause: str, match: re.Match[str]) -> Reading:
    """A clause that denies an effect: of the drug on the disease, against nothing or in itself, else not telling."""
    between_treatments = cues.DIFFERENCE.search(match["cue"]) and not cues.VERSUS_NOTHING.search(clause)
    if cues.NOT_ABOUT_EFFICACY.search(clause) or between_treatments:
        return NEUTRAL
    if DRUG not in clause and not cues.OWN_SUBJECT.search(clause):
        return NEUTRAL
    if cues.EFFECT_ON_ELSE.match(clause, match.end("cue")) or cues.OF_PEOPLE.search(clause[: match.start("cue")]):
        return NEUTRAL
    if _is_of_something_else(match["cue"], clause[match.end("cue") :]):
        return NEUTRAL
    return Reading(Polarity.CONTRADICTS, _cue(match))


def _is_of_something_else(cue: str, after: str) -> bool:
    """Whether what is denied is an effect on what is no outcome."""
    target = cues.EFFECT_ON.match(f"{cue.rsplit(maxsplit=1)[-1]}{after}")
    return target is not None and not cues.OUTCOME.search(target["what"])


def _first_effect(clause: str, patterns: tuple[re.Pattern[str], ...]) -> re.Match[str] | None:
    """The first cue that is asserted and that the sentence gives to the drug."""
    for pattern in patterns:
        for match in pattern.finditer(clause):
            if not _negated(clause, match.start("cue")) and _belongs_to_pair(clause, match):
                return match
    return None


def _belongs_to_pair(clause: str, match: re.Match[str]) -> bool:
    """Whether an effect is the drug's, and not that of a measure of another disease.

    The drug is named before the effect, or after it as what brought it about. Where it is not named, the subject must
    be the treatment, the patients or an outcome.
    """
    before, after = clause[: match.start("cue")], clause[match.end("cue") :]
    if cues.BY_ANOTHER.search(after):
        return False
    if MEASURE in clause and (cues.FOREIGN_AFTER.search(after) or cues.FOREIGN_BEFORE.search(before)):
        return False
    if DRUG not in clause:
        return bool(cues.OWN_SUBJECT.search(before))
    return DRUG in before or bool(cues.BY_DRUG.search(after))


def _chance(clause: str, match: re.Match[str]) -> str:
    """The words behind an effect that call it chance; empty where none do."""
    return chance_stated(clause[match.end("cue") :])


def _improves(before: str) -> bool:
    """Whether the words before a cause already speak of help: "protected against cisplatin-induced…" by the drug."""
    return bool(re.search(rf"{DRUG}.*\b(?:{vocabulary.BETTER}|{vocabulary.LESS})\b", before, re.VERBOSE))


def _negated(sentence: str, position: int) -> bool:
    return bool(cues.NEGATION.search(sentence[max(0, position - 60) : position]))


def _cue(match: re.Match[str]) -> str:
    words = match["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease").replace("·", ".")
    return " ".join(words.split())

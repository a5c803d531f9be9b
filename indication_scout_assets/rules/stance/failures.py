"""One clause read for whether it says that the drug did not help in the disease.

What belongs here: what is denied, and whether that is an effect of the drug on what it is given for. Against another
active agent, or in what is no outcome, it is no finding against the drug. Where in an article it counts is in
``results``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..language.mentions import DISEASE, DRUG
from ..language.sentences import clause_breaks
from ..vocabulary import NOTHING
from . import cues

_SAME_THING = 40
"""Characters after a denial that still belong to what it is about."""


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_NOTHING = rf"""{NOTHING}|vehicle|saline|sham|untreated|no\ (?:treatment|therapy|medication)|usual\ care|standard\ care
    |control\ (?:group|arm|subjects|patients)|controls(?=\W)"""
_AGAINST_NOTHING = _pattern(rf"\b(?:{_NOTHING})")
_OF_PLACEBO = _pattern(r"\b(?:in|with|on|among|for|given|taking)\ (?:the\ )?(?:placebo|controls?|untreated)\b")
"""A clause on what happened without the drug."""
_NO_BETTER = _pattern(
    rf"""\b(?P<cue>(?:no|not)\ (?:[\w-]+\ ){{0,2}}?(?:better|more\ effective|superior|different|more\ efficacious)
        \ (?:than|to|from)\ (?:[\w-]+\ ){{0,2}}?(?:{_NOTHING})
    |(?:similar|comparable|equivalent|equal|identical)\ to\ (?:that\ (?:of|with|on|under)\ )?placebo
    |(?:no|not)\ (?:\w+ly\ )?(?:greater|larger|higher|longer|lower|faster|fewer|less|better|different)
        \ [^.;,]{{0,40}}?\b(?:than|from)\ [^.;,]{{0,25}}?(?:{_NOTHING})
    |(?<!times\ )as\ (?:frequent|common|often|severe)\ [^.;,]{{0,40}}?\bas\ [^.;,]{{0,20}}?(?:{_NOTHING}))"""
)
_NO_DIFFERENCE = _pattern(
    r"""\b(?P<cue>(?:no|without(?:\ an?y?)?)\ (?:[\w-]+\ ){0,4}?differences?|(?:did|does
        |do)\ not\ (?:\w+ly\ )?differ
    |(?:was|were)\ not\ (?:\w+ly\ )?different|not\ statistically\ significant
    |(?:similar|comparable|equal)\ (?:in|between|among)\ (?:the\ )?(?:two|both|groups|study|treatment|all)
    |(?:was|were)\ (?:similar|comparable|equal|the\ same)\ (?:in|between|among|for|with)\ [^.;,]{0,40}?placebo
    |(?:did|does)\ not\ reach\ (?:statistical\ )?significance|no\ (?:statistical|significant)\w*\ (?:[\w-]+\ )?
        (?:between|among))\b"""
)
_OF_DIFFERENCE = re.compile(r"\b(?:differ\w*|changes?|significant$)")
"""A denial that only compares, or finds no change: it may be of any outcome."""
_SAFETY = _pattern(
    r"""\b(?:adverse|side[\ -]effects?|safety|toxic|toxicit\w+|withdrew|tolerab\w+|tolerated|hypoglyc[ae]mi\w+
    |discontinu\w+|dropouts?|withdrawals?|at\ baseline|baseline\ \w+|demographic\w*|compliance|pharmacokinetic\w*
    |(?:plasma|serum)\ (?:levels?|concentrations?)|sedation|(?<!of\ )age|sex
    |safely\ (?:be\ )?(?:used|administered))\b"""
)
"""A difference in these is none in what the drug is given for."""
_OF_GIVING = _pattern(
    r"""\b(?:tim(?:e|ing)|route|food|formulations?|preparations?|crossed\ over|switched
    |(?<!single\ )(?<!-)dos(?:es?|ages?|ing)|regimens?|morning|evening|age|gender)\b"""
)
"""How or to whom the drug is given: what makes no difference there is no failure of the drug."""
_BETWEEN_GROUPS = re.compile(r"\b(?:groups?|arms?|treatments?|primary|the\sdifference|between\sthe\stwo)\b")
_OF_BENEFIT = re.compile(
    r"\b(?:protective|beneficial|favou?rable|therapeutic|benefits?|efficacy|ineffective|inactive)\b"
)
"""A denial that needs no outcome: the word denied is help itself."""
_CHANGES_ONLY = re.compile(r"\b(?:suppress|(?:affect|alter|chang|influenc|modif)(?:e|ed|es)?)$")
"""A denial that tells a result only where what did not change is one."""
_FAILED = re.compile(r"fail|ineff|cannot|(?:did|does|do|is)\snot\b")
"""A denial that says how the drug did, at whatever dose."""
_ADVANTAGE = re.compile(r"\b(?:advantages?|benefits?|better)\b")
_OVER_AGENT = re.compile(r"^\W*(?:[\w-]+\W+){0,6}?(?:over|than|above)\b(?!.*\balone\b)")
_BY_DRUG_AFTER = _pattern(rf"\W+(?:[\w-]+\W+){{0,12}}?(?:with|of|by|to|after|on)\W+(?:[\w-]+\W+){{0,6}}?{DRUG}")


def clauses(masked: str) -> Iterator[str]:
    """The clauses of a masked sentence."""
    start = 0
    for clause_break in [*clause_breaks(cues.CLAUSE_BREAK, masked), None]:
        yield masked[start : clause_break.start() if clause_break else len(masked)]
        start = clause_break.end() if clause_break else 0


@dataclass(frozen=True)
class ClauseDenial:
    """One clause of an article, read for a failure of the drug.

    Args:
        clause: masked.
        understood: the article is about the drug in the disease, and the clause names no other agent: it may leave
            either unnamed.
        against_nothing: the article compares with placebo or no treatment.
        alone: its title names no other agent.
    """

    clause: str
    understood: bool
    against_nothing: bool
    alone: bool

    def cue(self) -> str:
        """The words that deny that the drug helped; empty where none do."""
        if not self._is_of_pair() or cues.OTHER_WINS.search(self.clause):
            return ""
        of_placebo = DRUG not in self._active and _OF_PLACEBO.search(self._active)
        if of_placebo or cues.NOT_ABOUT_EFFICACY.search(self._active) or _SAFETY.search(self._active):
            return ""
        denial = _NO_BETTER.search(self.clause) or self._without_effect() or self._without_difference()
        return (
            " ".join(denial["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease").split()) if denial else ""
        )

    @cached_property
    def _active(self) -> str:
        """The clause without the mentions of the drug that are no treatment."""
        return cues.NOT_AS_TREATMENT.sub(" ", self.clause)

    def _is_of_pair(self) -> bool:
        if DRUG in self.clause:
            return DRUG in self._active and (self.understood or DISEASE in self.clause)
        return self.understood

    @cached_property
    def _compares_with_nothing(self) -> bool:
        return _AGAINST_NOTHING.search(self.clause) is not None

    @cached_property
    def _is_of_giving(self) -> bool:
        """Whether the clause compares doses or ways of giving, and not with nothing."""
        return _OF_GIVING.search(self.clause) is not None and not self._compares_with_nothing

    def _without_effect(self) -> re.Match[str] | None:
        """What denies an effect of the drug itself."""
        for denial in cues.NO_EFFECT.finditer(self._active):
            cue = denial["cue"]
            of_dose = self._is_of_giving and (_CHANGES_ONLY.search(cue) or not _FAILED.match(cue))
            if not of_dose and not _OF_DIFFERENCE.search(cue) and self._is_drugs_failure(denial):
                return denial
        return None

    def _without_difference(self) -> re.Match[str] | None:
        """What denies a difference from nothing."""
        denial = _NO_DIFFERENCE.search(self._active)
        if denial is None or self._is_of_giving or not self.against_nothing:
            return None
        between = self.alone and _BETWEEN_GROUPS.search(self.clause)
        return denial if self._compares_with_nothing or between else None

    def _is_drugs_failure(self, denial: re.Match[str]) -> bool:
        """Whether what is denied is an effect of the drug on what it is given for."""
        before, after = self._active[: denial.start("cue")], self._active[denial.end("cue") :]
        over_agent = _ADVANTAGE.search(denial["cue"]) and _OVER_AGENT.match(after) and not self._compares_with_nothing
        another = denial["cue"] != "neither" and cues.EFFECT_ON_ELSE.match(self._active, denial.end("cue"))
        if over_agent or another or cues.OF_PEOPLE.search(before):
            return False
        if DRUG not in self._active:
            own = cues.OWN_SUBJECT.search(self.clause) is not None
        else:
            own = DRUG in before or denial["cue"] == "neither" or _BY_DRUG_AFTER.match(after) is not None
        return own and self._is_of_outcome(denial["cue"], after)

    def _is_of_outcome(self, cue: str, after: str) -> bool:
        """Whether what is denied is an effect on an outcome, where the words need say on what."""
        if _OF_BENEFIT.search(cue):
            return True
        if target := cues.EFFECT_ON.match(f"{cue.rsplit(maxsplit=1)[-1]}{after}"):
            return cues.OUTCOME.search(target["what"]) is not None
        return not _CHANGES_ONLY.search(cue) or cues.OUTCOME.search(after[:_SAME_THING]) is not None

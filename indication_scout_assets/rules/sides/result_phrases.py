"""The vocabulary by which an article tells what came of the drug in the disease: phrases with id and examples.

What belongs here: data. Each ``ResultPhrase`` has an id that every side read by it carries into grade and report, and
sentences that it must and must not read; these run as tests. To mend a wrong side, look its id up here and add the
sentence, in words of your own, to the counter-examples. By what a sentence is known as a result is in ``result_marks``.

In examples the drug is zelavir and the disease asthma, and the article's title is "Zelavir in asthma" where
``understood`` holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ...domain.statements import Polarity
from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..worded_pattern import WordedPattern, worded
from . import cues
from .result_words import BAD, FELL, GOOD, NOTHING, ROSE, STEMS_OF_FELL


@dataclass(frozen=True)
class ResultPhrase:
    """One way of telling a result; group ``cue`` of the pattern is what a reader is shown."""

    id: str
    side: Polarity
    pattern: re.Pattern[str] | WordedPattern
    examples: tuple[str, ...]
    """Conclusions that it reads, in an article against placebo."""
    counter_examples: tuple[str, ...] = ()
    """Conclusions from which it must not take its side."""
    compares: bool = False
    """It says less or better than something else."""
    weak: bool = False
    """It may be about any one of many outcomes."""


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


def _words(most: int) -> str:
    """At most so many words between two parts of a phrase; masks count as words."""
    return rf"(?:[^\w.;{D}{S}]+[\w{D}{S}]+){{0,{most}}}?[^\w.;]+"


WHO = (
    r"(?:patients?|people|persons|adults|adolescents|children|infants|newborns|women|men|boys|girls|females|males"
    r"|subjects?|individuals|those|participants|rats?|mice|animals|volunteers|outpatients|cases|eyes)"
)


def _words_of_outcome(most: int) -> str:
    """The same without people among them: the disease of "fewer patients with" it is not what is less."""
    return rf"(?:[^\w.;{D}{S}]+(?!(?:{WHO}|in|among)\b)[\w{D}{S}]+){{0,{most}}}?[^\w.;]+"


_FOR, _AGAINST = Polarity.SUPPORTS, Polarity.CONTRADICTS
_BY_ITSELF = (
    r"in|with|by|from|after|on|than|to|at|during|over|for|and|or|compared|more|when|as|significantly|\d+"
    r"|rates?|among|under"
    r"|following|but|up|within|of|the"
)
"""What may follow a verb that has no object: "function increased in", not "exercise increased the rate"."""
_THING = r"(?![\w-])(?!\ thresholds?\b)"

# ------------------------------------------------------------------------------------------------ it helped
SUPPORTING: Final = (
    ResultPhrase(
        "equal-to-effective", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:as|equally|similarly|comparably)\ (?:effective(?:ly)?|efficacious|active
            |beneficial)(?:\ as)?
            |(?:similar|comparable|equal|equivalent)\ (?:[\w-]+\ )?(?:efficacy|effectiveness|improvements?|reductions?
                |control|clinical\ response)|clinically\ equivalent|equivalent\ (?:with\ respect\ to|in\ terms\ of)
            |(?<!margin\ for\ )(?<!margin\ of\ )non-?inferior(?:ity)?)\b(?!\ margin)"""
        ),
        examples=(
            "Zelavir was as effective as budesonide in asthma.",
            "Zelavir and budesonide had comparable efficacy in asthma.",
            "Zelavir and budesonide were equivalent with respect to control of asthma.",
        ),
        counter_examples=("Zelavir was not as effective as budesonide.", "Budesonide was as effective as zelavir."),
        compares=True,
    ),
    ResultPhrase(
        "better-than", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:more\ effective(?:ly)?|more\ efficient(?:ly)?|better|superior
                |greater\ (?:efficacy|effectiveness))\ (?:than|to)\b
            |more\ (?:effective|efficient|efficacious)\ (?:in|for|at|as|against)\ (?:[\w-]+\ ){0,4}?than\b
            |better\ (?:effects?|outcomes?|results?|responses?)
            |(?:was|were|is|proved|are)\ (?:\w+ly\ )?(?:superior|better)\b|(?:loss|gain|improvement)s?\ over\ placebo
            |outperform(?:ed|s)\b|in\ favou?r\ of|favou?r(?:ed|s|ing)\ (?:the\ )?(?=[^\w\s]))"""
        ),
        examples=("Zelavir was superior to placebo.", "Zelavir gave a modest improvement over placebo in asthma."),
        counter_examples=("Placebo was better than zelavir.", "Theophylline was superior to zelavir in asthma."),
        compares=True,
    ),
    ResultPhrase(
        "effective", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:(?:safe|well\ tolerated)\ and\ )?(?:effective(?:ly)?|efficacious|efficacy|effectiveness))\b
            (?!,\ (?:safety|tolerab))
            (?!\ (?:doses?|concentrations?|refractory|renal|free|plasma|of\ adding|variables?|end[\ -]?points?|outcomes?
                |measures?|parameters|data|analys\w+|populations?|contraception))"""
        ),
        examples=("Zelavir is safe and effective.", "Treatment was effective and well tolerated."),
        counter_examples=(
            "It is unclear whether zelavir is effective.", "Zelavir was ineffective.",
            "The efficacy of zelavir remains to be established.",
        ),
    ),
    ResultPhrase(
        "helped", _FOR,
        _pattern(
            r"""\b(?P<cue>improv(?:e|ed|es|ing)(?!\ (?:diagnos|accura|cost|the\ diagnos|our))
            |improvements?(?!\ (?:ratings?|scales?|scores?|ind|in\ diagnos))|ameliorat\w+|alleviat\w+
            |reliev(?:e|ed|es|ing)|relief|benefi(?:ted|cial|cially)|benefits?\ (?:from|with|in|on|for|over)
            |(?:of|a|significant|clinical|therapeutic|survival|consistent|sustained|additional|adjunctive
            |greater|some|net|substantial|marked|cardiorenal)\ benefits?(?!\ (?:of|must|should|rates?)\b)
            |protect(?:s|ed|ion|ive)|revers(?:ed|es|al)|cure[ds]?|healed|success(?:ful|fully)?|responded|remission
            |(?:favou?rable|positive)\ (?:effects?|influence|impact)\ (?=on)|remitted
            |(?:was|were)\ (?:well|effectively|adequately)\ controlled(?=\ (?:by|with|on))
            |(?:good|excellent|effective|adequate|better)\ (?:[\w-]+\ )?control(?!\ (?:group|arm|subjects?))
            |palliat\w+|mitigat\w+|corrected|helpful|normali[sz](?:ed|es|ation)|restor(?:ed|es|ing|ation))\b(?!-)"""
        ),
        examples=(
            "Zelavir significantly improved lung function.",
            "Asthma improved with zelavir.",
            "Patients benefited from treatment with zelavir.",
        ),
        counter_examples=(
            "Zelavir did not improve asthma.",
            "Asthma did not improve with zelavir.",
            "Further trials should test whether zelavir improves asthma.",
            "Budesonide improved asthma that had been treated with zelavir.",
        ),
    ),
    ResultPhrase(
        "active", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:has|have|had|show\w*|demonstrat\w+|(?<!contrast\ )with|exhibit\w+)
                \ (?:(?!no|little|limited|only|minimal)[\w-]+\ ){0,5}?activity
            |(?:is|was|be|considered|appears?)\ (?:[\w-]+\ ){0,2}?active)\b
            (?!\ (?:control|comparator|placebo|treatment|ingredient|substance|metabolite|drugs?|arm|group|disease))"""
        ),
        examples=("Zelavir has activity in asthma.", "Zelavir is active in refractory asthma."),
        counter_examples=("Zelavir had no activity in asthma.", "These contrast with the higher activity in acne."),
    ),
    ResultPhrase(
        "less-of-a-bad-thing", _FOR,
        _pattern(
            rf"\b(?!(?:fell|declined|subsided|disappeared|resolved)\b(?!\ in\b))(?P<cue>{FELL})\b"
            rf"(?!-|\ dos|\ ?{D}|[\"”])(?:\ in\b)?{_words_of_outcome(7)}(?<!adverse\ )(?!{S}\ {WHO})(?:{BAD}){_THING}"
        ),
        examples=(
            "Zelavir reduced the rate of exacerbations.",
            "Fewer exacerbations occurred with zelavir than with placebo (p=0.01).",
        ),
        counter_examples=(
            "There was no difference between zelavir and budesonide in the prevention of exacerbations.",
            "Zelavir lowered the risk of discontinuing treatment for adverse events.",
            "Zelavir reduced lung function.",
            "Zelavir did not reduce exacerbations.",
            "The rate of exacerbations was reduced by budesonide.",
            "Zelavir caused less akathisia and fewer symptoms of tardive dyskinesia than haloperidol.",
        ),
        compares=True,
    ),
    ResultPhrase(
        "bad-thing-less", _FOR,
        worded(
            STEMS_OF_FELL,
            rf"""(?<![\w-])(?<!with\ )(?<!in\ )(?<!adverse\ )(?:{BAD}){_THING}(?!\ {WHO}){_words(9)}(?P<cue>{FELL})\b
            (?!-|\ dos|\ (?:agents?|treatments?|therap\w+|drugs?|medications?)\b|{_words(2)}(?:{GOOD}){_THING})"""
        ),
        examples=(
            "Symptom scores were significantly lower in the zelavir group than in the placebo group.",
            "The incidence of exacerbations fell during treatment.",
        ),
        counter_examples=(
            "The incidence of exacerbations did not fall with zelavir.",
            "Symptom scores were lower with placebo than with zelavir.",
        ),
        compares=True,
    ),
    ResultPhrase(
        "more-of-a-good-thing", _FOR,
        _pattern(
            rf"\b(?P<cue>{ROSE})\b(?!\ (?:[\w-]+\ ){{0,2}}?(?:little|no|minimal|limited|poor)\b)"
            rf"{_words(6)}(?:{GOOD}){_THING}"
        ),
        examples=("Zelavir increased quality of life.", "Zelavir prolonged survival."),
        counter_examples=(
            "Zelavir increased the need for rescue.", "Zelavir failed to prolong survival.",
            "Zelavir achieved little palliative benefit.",
        ),
    ),
    ResultPhrase(
        "good-thing-more", _FOR,
        _pattern(
            rf"(?<![\w-])(?:{GOOD}){_THING}{_words(7)}(?P<cue>{ROSE})\b(?!{_words(3)}(?:{BAD}){_THING})"
            rf"(?=\W*$|\ ?[^\w\s]|\ (?:{_BY_ITSELF})\b)"
        ),
        examples=("Quality of life was higher with zelavir than with placebo (p=0.02).",),
        counter_examples=("Quality of life was not higher with zelavir than with placebo.",),
    ),
    ResultPhrase(
        "option", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:useful(?:ness)?|valuable|suitable|viable|reasonable|feasible|attractive|good|first-line
                |effective|promising|new|safe|alternative|appropriate|adjunctive)\ (?:[\w-]+\ ){0,3}?
                (?:treatment|therapy|agent|drug|alternative|option|choice|adjunct|addition|tool|medication)
            |(?:treatment|therapy|drug)\ of\ choice|(?:is|as|be)\ (?:an?|the)\ (?:alternative|option)
            |(?:is|are|was|were|be)\ (?!not\b|no\b|hardly\b|never\b)(?:[\w-]+\ )?(?:useful|helpful|valuable)
                (?!\ (?:in|for|to)\ (?:the\ )?(?:counsel|choos|select|identif|predict|assess|guid|plan|understand
                    |diagnos|evaluat|monitor|test|screen)))\b"""
        ),
        examples=("Zelavir is a useful treatment for asthma.", "Zelavir may be a valuable option in asthma."),
        counter_examples=("Zelavir is not a suitable treatment for asthma.",),
    ),
    ResultPhrase(
        "backed", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:support(?:s|ed)?|confirm(?:s|ed)?|favou?rs?)\ (?:[\w-]+\ ){0,3}?
            (?:use|role|place|value|indication|benefit)\ (?:of|for)
            |(?:can|should|may)\ be\ (?:recommended|considered)\ (?=(?:as|in|for)\b)
            |(?:has|have)\ an?\ (?:[\w-]+\ )?(?:place|role)\ in\ (?:the\ )?(?:[\w-]+\ )?(?:treatment|management|therapy)
            |(?:is|was|be)\ of\ (?:[\w-]+\ )?(?:value|benefit|help)\ (?=(?:in|for|to)\b))"""
        ),
        examples=("Our results support the use of zelavir in asthma.",),
        counter_examples=("Our results do not support the use of zelavir in asthma.",),
    ),
    ResultPhrase(
        "responded", _FOR,
        _pattern(
            r"""\b(?P<cue>(?:response|remission|cure|healing|eradication|success|control)(?:\ rates?)?\ (?:was
            |were|of|in)
                \ (?:\w+\ )?(?:\d|all|most)
            |(?:all|most|\d+(?:·\d+)?\ ?%|\w+\ of\ (?:the\ )?\w+|third|half)\ (?:of\ )?(?:[\w-]+\ ){0,4}?
                (?:responded|improved|recovered|(?:became|were|was)\ (?:seizure|pain|symptom)[\s-]free
                |achieved\ (?:[\w-]+\ ){0,3}?(?:remission|response|control)))"""
        ),
        examples=("Zelavir gave a response rate of 45% in asthma.",),
        counter_examples=("Zelavir gave no response in asthma.",),
    ),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ it did not help
NO_BENEFIT_FROM: Final = ResultPhrase(
    "no-benefit-from",
    _AGAINST,
    _pattern(
        rf"""\b(?P<cue>(?:did|do|does)\ not\ (?:(?:appear|seem)\ to\ )?(?:\w+ly\ )?(?:benefit|gain|profit)
        (?:\ \w+ly)?)\ from\ (?:[\w-]+\ ){{0,4}}?{D}"""
    ),
    examples=(
        "Patients with asthma did not benefit from zelavir.",
        "Patients do not appear to gain therapeutically from the addition of zelavir.",
    ),
)
NO_BETTER: Final = ResultPhrase(
    "no-better-than-nothing",
    _AGAINST,
    _pattern(
        rf"""\b(?P<cue>(?:no|not)\ (?:[\w-]+\ ){{0,2}}?(?:better|more\ effective|superior|different|more\ efficacious)
        \ (?:than|to|from)\ (?:[\w-]+\ ){{0,2}}?(?:{NOTHING})
        |(?:similar|comparable|equivalent|equal|identical)\ to\ (?:that\ (?:of|with|on|under)\ )?placebo
        |(?:no|not)\ (?:\w+ly\ )?(?:greater|larger|higher|longer|lower|faster|fewer|less|better|different)
            \ [^.;,]{{0,40}}?\b(?:than|from)\ [^.;,]{{0,25}}?(?:{NOTHING})
        |(?<!times\ )as\ (?:frequent|common|often|severe)\ [^.;,]{{0,40}}?\bas\ [^.;,]{{0,20}}?(?:{NOTHING}))"""
    ),
    examples=(
        "Zelavir was no better than placebo.",
        "Zelavir was not superior to placebo in asthma.",
        "Improvement was no greater with zelavir than with placebo.",
        "Exacerbations were as frequent with zelavir as with placebo.",
    ),
    counter_examples=("Zelavir was better than placebo.",),
)
NO_DIFFERENCE: Final = ResultPhrase(
    "no-difference",
    _AGAINST,
    _pattern(
        r"""\b(?P<cue>(?:no|without(?:\ an?y?)?)\ (?:[\w-]+\ ){0,4}?differences?|(?:did|does
        |do)\ not\ (?:\w+ly\ )?differ
        |(?:was|were)\ not\ (?:\w+ly\ )?different|not\ statistically\ significant
        |(?:similar|comparable|equal)\ (?:in|between|among)\ (?:the\ )?(?:two|both|groups|study|treatment|all)
        |(?:was|were)\ (?:similar|comparable|equal|the\ same)\ (?:in|between|among|for|with)\ [^.;,]{0,40}?placebo
        |(?:did|does)\ not\ reach\ (?:statistical\ )?significance|no\ (?:statistical|significant)\w*\ (?:[\w-]+\ )?
            (?:between|among))\b"""
    ),
    examples=("No significant difference was found between the groups.",),
    counter_examples=(
        "Adverse events did not differ between the groups.",
        "There was no difference between zelavir and budesonide in the prevention of exacerbations.",
    ),
    weak=True,
)
NO_EFFECT: Final = ResultPhrase(
    "no-effect",
    _AGAINST,
    cues.NO_EFFECT,
    examples=(
        "Zelavir did not improve asthma.",
        "Zelavir had no effect on exacerbations.",
        "Zelavir was ineffective.",
        "Zelavir is inactive in asthma.",
        "Zelavir was without effect in asthma.",
        "Zelavir had a negligible effect on exacerbations.",
        "Zelavir is not helpful in asthma.",
        "Zelavir is not a useful option in asthma.",
        "Exacerbations were not prevented by zelavir.",
        "No objective responses were observed with zelavir.",
        "These data do not justify the use of zelavir in asthma.",
        "Zelavir is unlikely to be of benefit in asthma.",
        "The study failed to show a benefit of zelavir in asthma.",
        "We found no evidence that zelavir improves asthma.",
    ),
    counter_examples=(
        "Zelavir had no effect on heart rate or appetite.",
        "Zelavir improved asthma in patients who had failed to respond to budesonide.",
        "Zelavir improved asthma in people who cannot respond to budesonide.",
        "The difference in efficacy between 20 and 40 mg zelavir was negligible.",
    ),
)
BY_CHANCE: Final = ResultPhrase(
    "by-chance",
    _AGAINST,
    _pattern(r"(?P<cue>(?!))"),
    examples=("Zelavir improved symptom scores compared with placebo (p=0.41).",),
    counter_examples=(
        "Zelavir improved symptom scores compared with placebo (p=0.01).",
        "Zelavir and budesonide were superior to placebo and were not significantly different from each other.",
    ),
    weak=True,
)
"""A benefit against nothing that its own numbers call chance; read from ``significance``."""
DENYING: Final = (NO_BENEFIT_FROM, NO_BETTER, NO_DIFFERENCE, NO_EFFECT, BY_CHANCE)
PHRASES: Final = (*SUPPORTING, *DENYING)
"""All of them, in the order in which they are tried."""

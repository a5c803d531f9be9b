"""The vocabulary by which an article tells what came of the drug in the disease: phrases with id and examples.

What belongs here: data. Each ``ResultPhrase`` has an id that every side read by it carries into grade and report, and
sentences that it must and must not read; these run as tests. To mend a wrong side, look its id up here and add the
sentence, in words of your own, to the counter-examples. Below them stand the patterns by which ``results`` tells whose
result it is and where it stands.

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
from . import cues
from .result_words import BAD, FELL, GOOD, NOTHING, ROSE, UNSURE


@dataclass(frozen=True)
class ResultPhrase:
    """One way of telling a result; group ``cue`` of the pattern is what a reader is shown."""

    id: str
    side: Polarity
    pattern: re.Pattern[str]
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
    r"in|with|by|from|after|on|than|to|at|during|over|for|and|or|compared|more|when|as|significantly|\d+|rates?|among|under"
    r"|following|but|up|within|of|the"
)
"""What may follow a verb that has no object: "function increased in", not "exercise increased the rate"."""
_THING = r"(?![\w-])"

# ------------------------------------------------------------------------------------------------ it helped
SUPPORTING: Final = (
    ResultPhrase(
        "equal-to-effective", _FOR,
        _pattern(
            r"""\b(?P<cue>
            (?:as|equally|similarly|comparably)\ (?:effective(?:ly)?|efficacious|active|beneficial)(?:\ as)?
            |(?:similar|comparable|equal|equivalent)\ (?:[\w-]+\ )?(?:efficacy|effectiveness|improvements?|reductions?
                |control|clinical\ response)
            |clinically\ equivalent|equivalent\ (?:with\ respect\ to|in\ terms\ of)
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
            |greater|some|net
                |substantial|marked|cardiorenal)\ benefits?(?!\ (?:of|must|should|rates?)\b)
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
        _pattern(
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
    ResultPhrase(
        "endpoint-met", _FOR,
        _pattern(
            r"""\b(?P<cue>met\ (?:its|the|their)\ (?:co-)?primary\ (?:[\w-]+\ )?(?:end\ ?points?|outcomes?)
            |primary\ (?:[\w-]+\ )?(?:end\ ?points?|outcomes?)\ (?:was|were)\ (?:met|reached|achieved))\b"""
        ),
        examples=("With zelavir the primary endpoint was met.",),
        counter_examples=("With zelavir the primary endpoint was not met.",),
    ),
)  # fmt: skip

PLACEBO_WORSE: Final = ResultPhrase(
    "placebo-worse",
    _FOR,
    _pattern(
        rf"""(?<![\w-])(?:{BAD}){_THING}{_words(9)}(?P<cue>(?:higher|greater|more\ \w+|worse|increased)
        \ (?:in|with|on|among|for)\ (?:the\ )?(?:{NOTHING}))"""
    ),
    examples=("Symptom scores were higher in the placebo group than in the zelavir group (p=0.01).",),
)
"""Read where the drug itself is named only as what placebo is compared with."""

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
        "Zelavir has no place in the treatment of asthma.",
        "Neither zelavir nor dornamide has a place in the management of asthma.",
        "Zelavir is inactive in asthma.",
        "Zelavir was without effect in asthma.",
        "Zelavir had a negligible effect on exacerbations.",
        "Zelavir is not helpful in asthma.",
        "Zelavir is not a useful option in asthma.",
        "Exacerbations were not prevented by zelavir.",
        "No objective responses were observed with zelavir.",
        "None of the people responded to zelavir.",
        "These results argue against the use of zelavir in asthma.",
        "These data do not justify the use of zelavir in asthma.",
        "Zelavir is unlikely to be of benefit in asthma.",
        "The efficacy of zelavir in asthma was poor.",
        "The study failed to show a benefit of zelavir in asthma.",
        "We found no evidence that zelavir improves asthma.",
    ),
    counter_examples=(
        "Zelavir has no place in the pathogenesis of asthma.",
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
PHRASES: Final = (*SUPPORTING, PLACEBO_WORSE, *DENYING)
"""All of them, in the order in which they are tried."""

# ------------------------------------------------------------------------------------------------ where it stands
CONCLUDING_HEADING = re.compile(r"CONCLU|INTERPRET|DISCUSSION|IMPLICATION|SIGNIFICANCE|SUMMARY")
RESULT_HEADING = re.compile(r"RESULT|FINDING|OBSERVATION|OUTCOMES?$|CASE|EFFICACY")
ASKING_HEADING = re.compile(
    r"BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE|OBJECTIVE|AIM|PURPOSE|METHOD|DESIGN|SETTING|PATIENTS"
    r"|PARTICIPANTS|INTERVENTION|MEASURE|REGISTRATION|FUNDING|HYPOTHES|QUESTION|MATERIAL"
)
ASKS = _pattern(
    r"""\b(?:aim(?:ed|s)?\b|objectives?\b|purpose|sought|hypothesi[sz]ed?
    |we\ (?:have\ )?(?:evaluated?|investigated?|examined?|assessed?|studied|study|compared?|tested|test)
    |(?:to|will|further)\ (?:\w+ly\ )?(?:evaluate|investigate|determine|assess|examine|compare|explore|test|study
        |clarify|review|define|establish|confirm|elucidate|find\ out|see)
    |(?:study|trial|analys[ei]s|investigation|review|report)\ (?:\w+ly\ |also\ )?(?:evaluated?s?|assess(?:ed|es)
        |examined?s?|investigated?s?|compared?s?|tested|studied|explored?s?|aims|describes)
    |(?:criteri(?:on|a)|variables?|parameters?|measures?)\ (?:was|were)\ (?:the|a|an|change|defined)\b
    |(?:was|were|is)\ (?:\w+ly\ )?defined\ (?:as|by)
    |it\ tests\ for|(?:was|were)\ (?:\w+\ )?(?:designed|powered|undertaken|conducted|evaluated|investigated|examined
        |studied|assessed|compared|measured|performed|recorded|determined)
    |(?:were|was)\ (?:\w+\ )?(?:randomi[sz]ed|randomly|assigned|allocated|enrolled|recruited|included|divided)
    |whether|this\ (?:review|article|paper)|study\ protocol
    |(?:primary|main|secondary)\ (?:[\w-]+\ )?(?:end\ ?points?|outcomes?)\ (?:measures?\ )?(?:was|were|is|are|included?)
        \ (?:the|a|an|change|time|defined|percent\w*|proportion|achieve\w*|reduction|improvement)\b)"""
)
CONCLUDES = _pattern(
    r"""\b(?:conclu\w+|in\ summary|summari[sz]ing|taken\ together|thus|therefore|overall(?!\ survival)
    |(?:these|the|our|present|this|study|such|trial)\ (?:[\w-]+\ ){0,2}?(?:results?|findings?|data|study|trial|analysis
        |observations?|report|series|experience|meta-analysis)\ (?:[\w-]+\ ){0,2}?(?:suggests?|indicates?|shows?|showed
        |demonstrates?|demonstrated|supports?|confirms?|confirmed|provides?|are\ consistent|reveal\w*))\b"""
)
SAYS_WHAT_IS_KNOWN = _pattern(
    r"""\b(?:(?:is|are)\ (?:widely|commonly|often|frequently|currently|also|increasingly)?\ ?(?:used|approved|indicated
        |prescribed|licensed|recommended|known|considered)
    |(?:has|have)\ (?:recently\ |previously\ |also\ |long\ )?been\ (?:\w+\ )?(?:used|shown|reported|suggested|proposed
        |demonstrated|found|associated|implicated)
    |previous(?:ly)?|prior\ studies|earlier\ (?:studies|trials|reports)|little\ is\ known|few\ data
    |remains?\ (?:unclear|unknown|controversial|uncertain))\b"""
)
FOUND = re.compile(r"\b(?:was|were) (?:\w+ly )?found\b")
APPARATUS = _pattern(
    r"""^\W*(?:funded|funding|supported\ by|copyright|©|(?:trial|clinical)\ ?(?:trials?)?\ registration|registered|\w+
        \ (?:and\ \w+\ )?\((?:funded|clinicaltrials)|clinicaltrials|level\ of\ evidence|doi|supplement\w+)\b
    |clinicaltrials\.?gov|^\W*\(?abstract\ truncated"""
)
"""Who paid, where it is registered: no part of what was found."""
CUT_OFF = re.compile(r"\(abstract truncated")
"""The conclusion is missing."""
FIGURES = _pattern(r"\d\s?%|\bp\s?[<=>]|\b(?:ci|hr|rr)\b\W")
SWEEPING = _pattern(
    r"""\b(?:any|all)\ (?!(?:[\w-]+\ ){0,4}?secondary)(?:of\ )?(?:the\ )?(?:[\w-]+\ ){0,3}?
    (?:outcomes?|end\ ?points?|efficacy|ratings?
    |(?:outcome|efficacy|clinical|primary|study)\ (?:measures?|variables?|parameters?|scales?))\b"""
)
PRIMARY = _pattern(r"\bprimary\s(?:[\w-]+\s){0,2}?(?:end\ ?points?|outcomes?|efficacy)")
TITLE_PLANS = _pattern(
    r"\b(?:rationale|(?:study|trial)\ design|design\ of\ (?:the|an?)|protocol|baseline\ characteristics|design\ and"
    r"|and\ design)\b|\b(?:bio)?markers?\ (?:of|for)\ [^.:;]*\b(?:outcomes?|responses?|efficacy|benefits?|survival)\b"
    r"|\bpredicts?\b|^\W*(?:the\ )?predictors?\b"
    r"|\b(?:predictive|prognostic)\ (?:value|relevance|significance|role|factors?|markers?)\b"
)
"""A title of an article that has no results yet, or asks what goes with a good result."""


def states(title: str) -> bool:
    """Whether a masked title says what was found, and does not only name what was studied."""
    return bool(_TITLE_STATES.search(title)) and not cues.TITLE_TOPIC.search(title)


_TITLE_STATES = _pattern(
    r"""\b(?:(?:improv|ameliorat|alleviat|attenuat|eas|reliev|prevent|revers|restor|protect|reduc|decreas|lower|suppress
        |inhibit|slow|delay|increas|enhanc|prolong|normali[sz]|abolish|mitigat|block|correct|suppress)(?:e?s)
    |(?:does|did|do)\ not|(?:is|are|was|were)\ (?:not|as|an?|effective|superior|safe|associated|no\ )|fails\ to|improved
    |has\ no|(?:no|lack\ of|absence\ of)\ (?:[\w-]+\ ){0,2}?(?:effects?|benefits?|efficacy|improvements?|advantages?)
    |minimal\ effects?|fails?\ to|failed|failure\ of|ineffective\w*|effective\ (?:in|for|treatment)|lacks\ efficacy
    |not\ superior|limited\ efficacy|successful\w*|as\ effective\ as)\b"""
)

# ------------------------------------------------------------------------------------------------ whose it is
POPULATION = _pattern(rf"\b{WHO}\s(?:[\w-]+\s){{0,3}}?(?:with|suffering\ from)\s(?:[\w,-]+\s){{0,5}}?{S}|{S}\s{WHO}\b")
"""The disease as that of the people studied."""
DISEASE_AS_PLACE = _pattern(
    rf"""{S}\ (?:extraction|surgery|resection|operations?|procedures?|pain|an[ae]sthesia|screening|survivors?
        |syndrome\ scale)\b"""
)
"""The disease as a part of the name of something else, which is what is treated."""
NO_REMEDY = _pattern(
    rf"""{D}\W{{1,2}}(?:(?:\d\W)?glucuronides?|metabolites?|\w*toxicity|nephropathy|hepatitis|tests?|testing|challenge|stimulation|agonists?|inhibitors?
    |(?:pharmaco)?(?:kinetics|dynamics)|clearance|metabolism|bioavailability|inhibition|synthase|analogs?|blockade
    |synthesis)\b"""
)
"""Mentions of the drug that are not the drug as a treatment."""
OF_PLACEBO = _pattern(
    r"\b(?:in|with|on|among|for|receiving|given|taking)\ (?:the\ )?(?:placebo|controls?|vehicle|untreated)\b"
)
"""A clause on what happened without the drug."""
AGAINST_NOTHING = _pattern(rf"\b(?:{NOTHING})")
HEDGED = _pattern(rf"\b(?:{UNSURE})\b")
NEGATED = _pattern(
    rf"""\b(?:no|not|nor|neither|never|without|fail\w*|lack\w*|unlikely|unable|cannot|little|limited|poor|loss|insufficient|inadequate|unsatisfactory|suboptimal|marginal
    |minimal|non-?significant(?:ly)?|insignificant(?:ly)?|none|n't|less|(?<!at\ )least|questionable|unclear|uncertain
    |doubtful|unproven
    |ineffective|impair\w*|rather\ than|absence)\b(?!\ only\b)(?:\W+[\w{D}{S}]+){{0,5}}\W*$|\bneither\b
    |\bno\b[^.;]{{0,60}},?\ or\ [^.;,]{{0,40}}$"""
)
MEANT_TO = _pattern(
    r"""\b(?:whether|if|how|would|despite|hypothesi\w+|aim\w*
    |compar(?:e|ed|ing|ison\ of)\ the|to\ (?:determine|evaluate|assess|compare|test|investigate|examine
        |establish|confirm|study|clarify))\b[^,;:]{0,90}$"""
)
OF_NOTHING = re.compile(r"\W*(?:in\W+|with\W+|on\W+)?(?:the\W+)?(?:placebo|vehicle|control group)\b(?!\W+and\b)")
"""After a benefit: it was the placebo's."""
_KIND = (
    r"(?:women|men|females?|males?|girls|boys|blacks?|whites?|(?:non)?responders|(?:non-?)?smokers|older|younger"
    r"|elderly)"
)
SETS_ASIDE = _pattern(
    rf"""\b{_KIND}\b[^.;]{{0,240}}\b(?:than|compared\ (?:with|to)|versus|vs)\b[^.;]{{0,30}}\b{_KIND}\b
    |\b(?:than|compared\ (?:with|to)|versus|vs)\b[^.;]{{0,30}}\bwithout\ (?:[\w-]+\ )?{S}|"""
    r"""\b(?:correlat\w+|relationships?\ between
        |(?:was|were|is|are)\ (?:\w+ly\ )?related\ to|who\ (?:discontinued|completed)|predict\w*|weighed\ against
        |patients\ reporting
        |side[\ -]effects?\ (?:rating\ )?(?:scales?|scores?|checklists?)|safety\ concerns?
    |\W?DRUG\W?\ ?(?:inducing|causing|to\ (?:induce|cause))\b
        |genotypes?|alleles?|haplotypes?|polymorphisms?|carriers|variants?|prognostic|prognosis
        |cost-effective\w*|costs?\ per|economic\ (?:benefits?|advantages?|outcomes?))\b
    |\b(?:when|after)\ (?:[\w-]+\ ){0,6}?(?:was|were)\ (?:normalized|corrected|adjusted|pooled)
    |\b(?:healthy|normal)\ (?:volunteers|subjects|controls|men|women|individuals)\b
    |\b(?:enhanced|elevated|induced|caused|produced|aggravated|worsened|evoked|elicited|impaired|provoked)\ by
        \ (?:[\w-]+\ ){0,3}?\W?DRUG""".replace("DRUG", D)
)
"""A clause on what goes with what, or on other people: no result of the drug in the disease."""
NO_RESULT = _pattern(
    r"""\bimprov\w+\ (?:both\ )?(?:[\w-]+\ ){0,2}?(?:tolerab|usab|complian|convenien|adheren)\w*
    |\bremains?\ to\ be\ (?:\w+ly\ )?(?:elucidated|determined|established|seen|clarified|pro|demonstrated|defined)
    |\b(?:previously|already)\ (?:been\ )?(?:shown|reported|demonstrated|found)\ to
    |\b(?:must|should|has\ to)\ be\ (?:evaluated|weighed|balanced|judged)
    |\bgoals?\ of\ (?:the\ )?(?:treatment|therapy)|\bshould\ (?:focus|concentrate)\b
    |\bwe\ (?:review|summari[sz]e|discuss|describe)\b
    |\bevidence\b[^.;]{0,80}\b(?:is|was|are|were|remains?)\ (?:[\w-]+\ ){0,3}?
        (?:weak|limited|insufficient|lacking|inconclusive|conflicting|poor|scarce)\b
    |\bin\ (?:only\ )?a\ (?:small\ (?:percentage|minority|number|proportion|fraction)|minority)\b
    |\bbetter\ (?:understand|tolerated|known|safety)|\bimprove\ (?:our|the\ understanding|understanding|knowledge)
    |\bnot\ (?:\w+\ )?associated\ with\ (?:[\w-]+\ ){0,3}?DISEASE
    |success(?:ful|fully)?\ (?:switch|discontinu|withdraw|complet|endoscop)\w*|\beffective\ (?:dose|concentration)
    |\bprotective\ factor|favou?rabl[ey]\ (?:safety|toler|side)\w*|benefits?\W{1,3}(?:risk|harm)|\brisk\W{1,3}benefit
    |\b(?:efficacy|effectiveness|benefits?)\b[^.;]{0,80}?\b(?:is|are|was|were|be|remains?|has|have|been)
        \ (?:not\ |un\w+|to\ be|compar|assess|evaluat|invest|examin|discuss|review|studied|monitor|measur|record
        |obtained)
    |\b(?:tests?|compares?|evaluates?)\ (?:for|the)\b|\bshould\ be\ (?:compared|tested|studied|evaluated
        |investigated)""".replace("DISEASE", S)
)
SAFETY = _pattern(
    r"""\b(?:adverse|side[\ -]effects?|safety|toxic|toxicit\w+|withdrew|tolerab\w+|tolerated|hypoglyc[ae]mi\w+
    |discontinu\w+|dropouts?|withdrawals?|at\ baseline|baseline\ \w+|demographic\w*|compliance|pharmacokinetic\w*
    |(?:plasma|serum)\ (?:levels?|concentrations?)|sedation|(?<!of\ )age|sex
    |safely\ (?:be\ )?(?:used|given|administered|taken|combined|prescribed))\b"""
)
"""A difference in these is none in what the drug is given for."""
OF_SAFETY = _pattern(
    r"\b(?:aes?|adverse|side[\ -]effects?|safety|toxicit\w+|tolerab\w+|hypoglyc[ae]mi\w+|discontinu\w+|dropouts?"
    r"|withdrawals?|akathisia|extrapyramidal|tardive|mild\ (?:to|or|and)\ moderate|spontaneously"
    r"|incidence\ of\ (?:[\w-]+\ )?(?:o?edema|constipation|dizziness|headaches?|nausea|flushing|lactic|dry|somnolence)"
    r"|lactic\ acidosis)\b"
)
"""Less of these is no help against the disease."""
SPARED = _pattern(rf"\bwithout\b[^,;]{{0,60}}{S}")
RISK_OF_DISEASE = _pattern(
    rf"""(?:incidence|risks?|rates?|odds|chances?|likelihood|frequency|prevalence|development|occurrence|develop\w*
        |new-onset|onset|emergent)\b[^.;]{{0,50}}?{S}|{S}[^.;]{{0,60}}\b(?:incidence|risks?|rates?|odds|develop\w*|occur\w*)"""
)
"""The disease as what may happen under any drug."""
BOTH = _pattern(
    r"""\b(?:both|either|each|all|the\ two|two)\ (?:[\w-]+\ )?(?:treatments?|drugs?|groups?|arms?|regimens?|therap\w+
        |agents?|medications?|patients)\b|\bboth\ (?:\w+ly\ )?(?:were|are|had|have|of|improv\w+|reduc\w+|decreas\w+
        |lower\w+|increas\w+|produc\w+|show\w+|provid\w+|caus\w+|prevent\w+)\b"""
)
ANAPHOR = _pattern(
    r"""\b(?:(?:the|this|study|active|such|these)\ (?:study\ )?(?:drugs?|treatments?|therap(?:y|ies)|agents?
    |medications?|compound|regimen|intervention|combination|approach)|treatment|therapy|it|they|treated|pretreatment
        |administration|(?:the|this|our|present)\ (?:study|trial|data|results|findings)\ (?:did|do|does)\ not)\b"""
)
SUBJECT = _pattern(
    rf"""\b(?:treatments?|therap(?:y|ies)|drugs?|agents?|medications?|regimens?|administration|(?:pre)?treated
        |it|they|both|doses?|groups?|arms?|{WHO}|responses?|rates?|percentage|proportion|differences?|changes?
        |end\ ?points?|outcomes?|(?:{GOOD})|(?:{BAD}))\b
    |{S}|^[\W\d]*(?:(?:in\W+addition|moreover|furthermore|additionally|also|similarly|a|an|the|there
        |significant|marked|clinical|overall|further|some|clear|was|were)\W+)*$"""
)
"""What a clause that does not name the drug may speak of and still tell what the drug did."""
GAIN_FROM = _pattern(r"\b(?P<gain>benefit(?:s|ed)?|relief)\ from\b")
"""The drug is what the gain came from, and not what something was compared with."""
COMPARED = _pattern(
    r"\b(?:compar\w+|versus|vs|than|relative|unlike|both|either|after|from|failed|resistant|refractory)\b"
)
"""Before a benefit: another agent is named there, and is not its subject."""
GIVEN_AFTER = _pattern(
    rf"""^\W*{D}|(?:\b(?:with|by|of|in|on|after|following|for|from|to|using|during|receiving|taking|given|under
        |than|and|or|the)\b
    |[,(:])\W{{0,3}}(?:[\w-]+\W+){{0,5}}?{D}"""
)
BY_DRUG_AFTER = _pattern(
    rf"\W+(?:[\w-]+\W+){{0,12}}?(?:with|of|for|by|between|from|to|after|under|during|on)\W+(?:[\w-]+\W+){{0,6}}?{D}"
)
BY_DRUG_ITSELF = _pattern(rf"\W+by\W+(?:[\w-]+\W+){{0,4}}?{D}")
EFFECT_ON = _pattern(rf"^effects?\W+(?:[\w{D}-]+\W+){{0,5}}?on[^\w{D}{S}]+(?P<what>[^;(]{{0,110}})")
OF_DIFFERENCE = re.compile(r"\b(?:differ\w*|similar|changes?|significant$)")
"""A denial that only compares, or finds no change: it may be of any outcome."""
CHANGES_ONLY = re.compile(r"\b(?:suppress|affect|influence|alter|modify|increase|enhance|changes?|changed|affected)$")
"""A denial that tells a result only where what did not change is one."""
OUTCOME = _pattern(
    rf"(?<!in\ )(?<!with\ ){S}"
    rf"|\b(?!latency|thresholds?|activities|sensitivity|weight|pressures?)(?:{BAD}|{GOOD}|outcomes?|primary)\b"
)
BETWEEN_GROUPS = re.compile(
    r"\b(?:groups?|arms?|treatments?|drugs|primary|the\sdifference|(?:between|among)\sthe\s(?:two|three))\b"
)
"""What was compared is how people fared under each treatment."""
TAKEN_BACK = _pattern(
    r"""\b(?:also|as\ well)\ (?:was|were)?\ ?(?:noted|seen|observed|found)\ (?:with|in|on|after)\ (?:the\ )?placebo
    |\b(?:differences?|this|which|it|reduction|improvement|increase|decrease|trend)
    \ (?:(?:was|were|did)\ not|never|failed\ to)\ (?:reach(?:ed)?\ )?(?:\w+ly\ )?(?:statistical(?:ly)?\ )?significan"""
)
"""What the sentence says was better is called chance by a later clause."""
OF_GIVING = _pattern(
    r"""\b(?:tim(?:e|ing)|route|food|formulations?|preparations?|crossed\ over|switched
    |(?<!single\ )(?<!-)dos(?:es?|ages?|ing)|regimens?|morning|evening|age|sex|gender|race)\b"""
)
"""How or to whom the drug is given: what makes no difference there is no failure of the drug."""

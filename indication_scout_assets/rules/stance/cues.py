"""The cue phrases by which a masked sentence is read, as patterns.

What belongs here: the shapes of phrases. Their words are in ``vocabulary``, what follows from them is in ``polarity``.
Patterns run over folded text (lower case, American spelling) in which ``DRUG`` and ``DISEASE`` stand for all names of
the two and ``MEASURE`` for measures of other diseases; the group ``cue`` holds the words a reader is shown.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..language.mentions import MEASURE as M
from ..vocabulary import (
    AGENT,
    AILMENT,
    BAD_THING,
    BETTER,
    CAUSED,
    ENDPOINT,
    FRONTED_COMPARISON,
    GOOD_NEWS,
    GOOD_THING,
    HELPING,
    LESS,
    MORE,
    NOTHING,
    SIDE_EFFECT,
    STATES,
    STOPPING,
    WORSE,
)
from ..worded_pattern import worded


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


def _words(least: int, most: int) -> str:
    """So many words between two parts of a phrase; masks count as words, a stop or semicolon ends the phrase."""
    return rf"(?:[^\w.;{D}{S}]+[\w{D}{S}]+){{{least},{most}}}?[^\w.;{D}{S}]+"


def _plain_words(least: int, most: int) -> str:
    """So many words between two parts of a phrase, neither the drug nor the disease among them."""
    return rf"(?:[^\w.;{D}{S}]+\w+){{{least},{most}}}?[^\w.;{D}{S}]+"


def _words_but(most: int, but: str) -> str:
    """At most so many words, none of which starts one of ``but``."""
    return rf"(?:[^\w.;{D}{S}]+(?!(?:{but})\b)[\w{D}{S}]+){{0,{most}}}?[^\w.;{D}{S}]+"


_ELSEWHERE = r"in|among"
"""What is between "reduced" and "in patients with" the disease is something else than the disease."""


# ---------------------------------------------------------------------------------------------- the drug's part
_DOSED = r"""(?:[\s,()-]+(?:treatment|therapy|administration|injections?|infusions?|use|intake|overdose|doses?|alone
    |also|\d[\d.]*|mg|kg|g|mcg|ug|day|daily|per|of|at|a|the|high|low|oral|may|can|could|might|has|have|had|been
    |was|were|is|are|known|shown|reported|found|to|significantly|markedly|frequently|rarely|often|commonly|itself
    |(?:and|or)\ [\w-]+)\b)*[\s,)]+"""
"""Words that may stand between the drug and its own verb."""

NOT_AS_TREATMENT = _pattern(
    rf"""{D}[\s-]{{0,2}}(?:induced|associated|related|provoked|resist\w+|{STOPPING}|overdos\w*|abus\w*|dependen\w+
        |toxicity|intoxicat\w*|exposure|levels?|concentrations?|release|users?|requirements?|consumption|challenge)\b
    |\b(?:previously|prior)\ {D}[\s-](?:treated|therapy|treatment)\b
    |\b(?:than|(?:advantages?|benefits?|superiority)\ over|alternatives?\ to|versus|vs\.?|against|unlike|without|from
        |compar(?:ed|ison|able)\ (?:with|to)|relative\ to|(?:superior|superiority|inferior|similar|equivalent)\ to
        |(?:instead|toxicity|overdose)\ of|rather\ than|(?:added|addition|adjunct\w*|resistan\w+|refractory)\ to
        |(?:addition\ of|adding)\ (?:[^\s;,]+\ ){{1,8}}?to|uncontrolled\ (?:with|by|on)|failed|(?:{STOPPING})(?:\ of)?
        |as\ (?:\w+\ )?(?:effective|well)\ as|(?:effects?|actions?)\ of\ [\w-]+\ on)\s(?:[\w-]+\s){{0,2}}?{D}
    |{FRONTED_COMPARISON}"""
)
"""Mentions of the drug that give it no part in a benefit: compared with, stopped, measured, the cause of trouble."""
BY_DRUG = _pattern(
    rf"^(?:\W+effects?)?\W+of\W+(?:[\w-]+\W+){{0,4}}?{D}"
    rf"|^{_words(0, 8)}(?:by|with|using|under|receiving)\W+(?:[\w-]+\W+){{0,4}}?{D}"
    rf"|^{_words(0, 8)}(?:after|following)\W+(?:[\w-]+\W+){{0,2}}?{D}\W+"
    r"(?:treatment|administration)"
    rf"|^{_words(0, 8)}(?:after|following)\W+(?:\w+\W+)?(?:treatment|administration)\W+(?:with|of)\W+{D}"
)
"""What follows an effect when the drug brought it about."""
BY_ANOTHER = _pattern(
    rf"^\W+(?:\w+\W+){{0,2}}?by\s(?!(?:[\w-]+\s){{0,3}}{D}|\d|about|approximately|means\ of|half|\w+ing\b|up\ to)"
)
"""What follows an effect that something else brought about."""
PEOPLE = (
    r"(?:patients?|people|persons|adults|adolescents|children|infants|newborns|women|men|boys|girls|females|males"
    r"|subjects?|individuals|those|participants|rats?|mice|animals|volunteers|outpatients|cases|eyes)"
)
_NOT_FOR_DISEASE = rf"(?!(?:{PEOPLE}\ (?:\w+\ )?with\ |(?!(?:in|with|among)\b)[\w-]+\ ){{0,4}}[\w-]*{S})"
"""After "for" or "of": what follows is not the disease, nor people with it."""
OTHER_USE = _pattern(
    rf"""\b(?:(?:treatment|management|prevention|therapy)\ (?:of|for)|(?:in)?effective(?:ness)?\ (?:for|in|against)
    |efficacy\ (?:in|for|against))\ {_NOT_FOR_DISEASE}
    |\b(?:for|against|of|to\ prevent|(?:prevent|improv|reduc)(?:ed|es))
    \ (?!(?:[\w-]+\ ){{0,2}}[\w-]*{S})(?:[\w-]+\ ){{0,2}}?(?:{AILMENT})(?![\w-])(?=[^.;]*\b(?:in|with)\b[^.;]*{S})"""
)
"""The drug in the treatment of something else, be it in people who also have the disease."""
WITH_ANOTHER = rf"""(?<![a-z])[a-z]{{2,}}\s?[/+]\s?{D}|(?<![\w-])(?!placebo)[a-z]{{7,}}-{D}
    |{D}(?:\ [a-z]{{2,3}})?\s?[/+]\s?[a-z]{{4,}}
    |\bcombin\w+[^.;,]{{0,60}}?{D}|{D}[^.;,]{{0,60}}?\bco-?administered\ with
    |(?<![a-z])(?!placebo)[a-z]{{4,}}\ plus\ (?:an?\ )?(?:[\w-]+\ ){{0,4}}?{D}
    |{D}\ plus\ (?!standard|usual|placebo|diet|best|optimal|background|conventional)|{D}-(?:{AGENT.pattern})"""
"""The drug beside another agent, by what joins the two; a part of verbose patterns."""
BESIDE_ANOTHER = f"+|/|-{D}|{D}-| plus |combin|administered with"
"""The words of the same."""
COMBINATION = worded(
    BESIDE_ANOTHER + "|together with ",
    rf"""{WITH_ANOTHER}|{D}[^.;,]{{0,60}}?\bcombination|\btogether\ with\ (?:[\w-]+\ ){{0,2}}?{D}""",
)
"""The drug with another one: the benefit of both is not the drug's."""
OTHER_ARM = _pattern(r"\b(?:placebo|versus|vs|than|compar\w+|control|combin\w+|other)\b")
OTHER_WINS = _pattern(r"\b(?:placebo|controls?)\b[^.;,]{0,30}?\b(?:superior|better)")

# ---------------------------------------------------------------------------------------------- harm
_ON_DRUG = rf"(?:with|after|following|during|while|receiving|taking|on)\s(?:[\w-]+\s){{0,5}}?{D}"
_NO_MORE_THAN = r"less|fewer|lower|similar|comparable|regardless|among|across|no|not|mild"
_OF_HELP = (
    r"(?<!\breduced\ )(?<!\bdecreased\ )(?<!\bless\ )(?<!\bfewer\ )"
    r"(?<!ment\ of\ )(?<!ment\ in\ )(?<!tion\ of\ )(?<!tion\ in\ )"
)
"""Before the disease: not "resolution of" it, nor less of it."""
HARM = (
    # the drug first: drug-induced disease; it caused, led to or worsened the disease, or an ailment in its patients
    _pattern(rf"{D}\W{{0,2}}(?P<cue>induced|associated|related|evoked|provoked|elicited|caused)\b{_words(0, 6)}{S}"),
    _pattern(
        rf"""{D}{_DOSED}(?P<cue>{CAUSED}|programs|led\ to|result(?:ed|s)?\ in|{WORSE})\b
        {_words_but(6, GOOD_NEWS)}{S}(?!\s(?:{GOOD_NEWS}))"""
    ),
    _pattern(
        rf"""{D}{_words(0, 6)}(?P<cue>causes?|caused|produced|precipitated|{WORSE}|development\ of|developed)\s
        (?:\w+\s){{0,2}}?{S}"""
    ),
    # the disease first: disease due to the drug, or reported on it
    _pattern(
        rf"""{S}{_words(0, 6)}(?P<cue>(?:{CAUSED})\ (?:by|with|following|after)|(?:due|secondary)\ to
        |attribut\w+\ to|result\w+\ from|complicating)\b{_words(0, 7)}{D}(?!\W{{0,2}}(?:deficien|{STOPPING}))"""
    ),
    worded(
        "common|frequent|observed|seen|reported",
        rf"""{_OF_HELP}{S}{_words(0, 2)}(?P<cue>(?:was|were|is)\ (?:\w+\ )?(?:common|frequent|observed|seen|reported))
        \W+(?:on|with|during|after|following|in\ patients?\ \w+)\W+(?:[\w-]+\W+){{0,3}}?{D}""",
    ),
    # people got the disease on the drug, or more of them
    _pattern(
        rf"""\b(?P<cue>(?:developed|experienced|(?<!at\ )risk\ (?:of|for)|cases?\ of|onset\ of|episodes?\ of))\s
        (?:[\w-]+\s){{0,4}}?{S}{_words_but(8, GOOD_NEWS + "|treated|success|refractory")}{_ON_DRUG}"""
    ),
    # a harmful effect of the drug in those who have the disease
    # the disease among the side effects
    _pattern(
        rf"""\b(?P<cue>{SIDE_EFFECT})\b(?:(?!\b(?:{_NO_MORE_THAN})\b)[^.;]){{0,90}}?
        \b(?:such\ as|includ\w+|were|was|are|is)\b(?:(?!\b(?:{_NO_MORE_THAN})\b)[^.;]){{0,80}}?{S}"""
    ),
)
"""The drug brings about the disease, or the disease is among its adverse effects."""
TITLE_HARM = _pattern(
    rf"""{S}\W+(?:(?!resol|improv|remi|recover|reliev|cured)\w+\W+){{0,4}}?
        (?P<cue>associated\ with|following|after|during|with|from
        |in\ patients?\ (?:receiving|taking))\W+(?:[\w-]+\W+){{0,5}}?{D}(?!\W+(?:for|in\ the\ treatment))
    |{D}\W+and\W+(?:the\W+)?(?:risk\ of\W+)?{S}"""
)
TITLE_ASKS_OF_RISK = _pattern(
    r"\b(?:compar\w+|versus|vs|randomi[sz]ed|incidence|risks?\ of|rates?\ of|meta-analysis)\b"
    r"|\?$"
)
"""A title that asks how often the disease comes, and does not say that it does."""
DEADLY = _pattern(
    r"""\b(?P<cue>was\ (?:(?!not\b)\w+\ )?associated\ with
    (?:\ (?!less|fewer|lower|reduc|decreas|no|improv|better)[\w-]+){0,5}?\ deaths?)\b"""
)
"""A finding against the drug that outweighs any other in its clause."""
MORE_EVENTS = _pattern(
    rf"""{S}[^.;]{{0,40}}?\b(?P<cue>(?:found|reported|occurred)\b[^.;]{{0,30}}?
    (?P<with_drug>\d+(?:·\d+)?)\s?%[^.;]{{0,40}}?{D}[^.;]{{0,40}}?(?P<without>\d+(?:·\d+)?)\s?%)[^.;]{{0,40}}?
    \b(?:{NOTHING})\b"""
)
"""The disease as an event: "was found in 19% after the drug and 5% after placebo"."""
TITLE_TREATMENT = _pattern(
    rf"""^(?!.*\bfor\ {_NOT_FOR_DISEASE}.*\bin\b.*{S})
    (?:.*{D}.*\b(?:in|for|on|against|to|of)\ (?:[\w-]+\ ){{0,6}}[\w-]*{S}
    |.*(?:treat\w*|manag\w+|prevent\w*|{BETTER}|{LESS}).*{S}.*\b(?:with|using|by)\s.*{D}
    |.*{D}.*(?:{BETTER}|{LESS}).*{S}|.*{S}.*\b(?:treated|relieved)\ (?:with|by).*{D})"""
)
TITLE_TOPIC = _pattern(
    r"""^(?:the\ |an?\ )?(?!no\ |minimal\ )(?:[\w-]+\ )?(?:effects?|efficacy|impact|roles?|influence
    |use(?:fulness)?|safety|comparison|predictors|mechanisms?|association|treatment|prevention|study|trial
    |retract\w+)\b|\?$"""
)
"""A title that names what was studied, or asks."""
TITLE_OTHER_AILMENT = _pattern(rf"\b(?:{AILMENT})(?![\w-])")
"""Another disease beside the masked one: what a sentence does not name may be either."""
TITLE_ELSEWHERE = _pattern(
    rf"""{D}.*\b(?:in|for|of)\ (?:[\w-]+\ ){{0,4}}?(?:{AILMENT})(?![\w-])
    |(?=.*{D}).*\b(?:for|prevention\ of)\ {_NOT_FOR_DISEASE}.*\bin\b.*{S}"""
)
"""A title that names the drug as something done for another disease."""
TITLE_STATES = _pattern(rf"\b(?:{STATES})\b")

# ---------------------------------------------------------------------------------------------- whose sentence it is
OWN_SUBJECT = _pattern(
    rf"""\b(?:treatment|therapy|drug|agent|medication|regimen|administration|it|they|doses?|patients?
    |participants?|subjects?|children|women|mice|responses?|rates?|proportion|{ENDPOINT}
    |{GOOD_THING}|{BAD_THING})\b|{S}"""
)
"""What a sentence that does not name the drug may speak of, and still be about what the drug did."""
SAME_SUBJECT = _pattern(
    r"^\W*(?:\w+ly\W+)?(?:did|does|do|was|were|is|are|has|had|can|cannot|may|might|not|without"
    r"|with\ no|(?:reduc|decreas|increas|prolong|lower)(?:es|ed))\b"
)
"""A clause without a subject of its own: "…, but did not improve survival"."""
BOTH_ARMS = _pattern(r"\b(?:both|either|each|all|two|three|between)\b|\bgroups\b|\barms\b|\bfrom\ baseline\b")

# ---------------------------------------------------------------------------------------------- no effect
_EFFECT = r"(?:effects?|benefits?|improvements?|efficacy|effectiveness|activity|advantages?|relief|influence)"
NO_EFFECT = worded(
    "no |not|neither|fail|unable|unlikely|lack|absence|without|limited|little|negligible|poor|ineffective|inactive"
    "|to placebo",
    rf"""\b(?P<cue>no\ (?!(?:[\w-]+\ ){{0,3}}?(?:loss|declin|decreas|impair|relation|correlation|association))
            (?:[\w-]+\ ){{0,3}}?(?:{_EFFECT}|differences?|changes?|reductions?|responses?|evidence\ that|better\ than)
        |(?:(?:[a-z]+\ )?not|cannot|unlikely\ to)\ (?:be(?:en)?\ )?(?!(?:adverse|negative|uniform|equal)ly)(?:\w+ly\ )?
            (?:(?:{HELPING})e?d?|affect(?:ed)?|influence|alter|change|modify|differ|benefi\w+|effective|superior|better
            |useful|helpful|(?:show|suggest|demonstrate|confirm|support|justify|provide|appear|seem|have|of|associated
                |result|an?|meet)\ (?:[\w-]+\ ){{0,4}}?(?:{_EFFECT}|use|useful|improve|reduce|prevent|{ENDPOINT}))
        |neither(?=\ [^.;]{{1,120}}?\b(?:improved?|reduced?|effective|superior|effect))|ineffective(?:ness)?|inactive
        |(?:fail(?:ed|s|ure)|unable)\ to\ (?!oral|prior|previous|other)\w+|(?:similar|equal)\ to\ placebo|(?:absence\ of
            |lack(?:ed)?(?:\ of)?|without|limited|little|negligible|poor)\ (?!side|adv)(?:[\w-]+\ )?{_EFFECT})(?!\w)""",
)
NOT_ABOUT_EFFICACY = worded(
    "adverse|side|toxicit|complication|safety|serious|interaction|wors|risk|increase|tolerab|at baseline"
    "|demograph|wean|discontinu|dropout|stopp|cessation|withdraw|withdrew|withholding|omission|omitting"
    "|not only|studied|known|established|unclear|cell|in vitro|uncontrolled|modif|alter|influenc|prevent"
    "|block|revers|antagoni",
    rf"""(?:\bno|\bnot|without|nor)\ (?:(?!benefi|effect|effic|improve|reduc
        |alter|prevent|lower|decreas|influenc)[\w-]+\ ){{0,4}}?
        (?:{SIDE_EFFECT}|safety|serious|interactions?|wors\w+|risk
        |increase\w*(?:\ (?!in\b|among\b|abstin)[\w-]+){{0,3}}?\ (?:risk|incidence|mortality|{S}))
    |^[^.;]{{0,60}}\b(?:{SIDE_EFFECT}|adverse|safety|tolerab\w+|at\ baseline|demograph\w+|discontinuations?|dropouts?)\b
    |(?:{STOPPING}|withdrew)\ (?:[\w-]+\ ){{0,3}}?(?:for|because|due)\b
    |not\ only|not\ (?:been\ )?(?:studied|established)|\b(?:unknown|unclear|(?:cells?|in\ vitro|uncontrolled)\b)
    |(?:modif|alter|influenc|prevent|block|revers|antagoni)\w*
        \ (?:the|its)\ (?:[\w-]+\ )?(?:effects?|efficacy|action|benefits?)""",
)
VERSUS_NOTHING = _pattern(rf"\b(?:{NOTHING})\b")
DIFFERENCE = _pattern(r"\bdiffer\w*\b|\bsimilar\b|\bchanges?\b|\bsignifican\w+\b")

# ---------------------------------------------------------------------------------------------- effects
BETTER_CUE = _pattern(rf"\b(?P<cue>{BETTER})\b(?!-)")
ENDPOINT_MET = _pattern(
    r"\b(?P<cue>primary\ (?:[\w-]+\ )?(?:end\ ?points?|outcomes?)[^.;]{0,40}?\bwas\ met)\b"
    r"(?!\ (?:by|in)\ \d)"
)
LESS_BAD = (
    _pattern(
        rf"\b(?P<cue>{LESS})\b(?!-|{_plain_words(0, 2)}(?:{GOOD_THING})\b)"
        rf"(?:(?:\ in\b)?{_words_but(5, _ELSEWHERE)}{S}|{_words(0, 5)}(?:{BAD_THING})\b)"
    ),
    _pattern(
        rf"(?:{S}|\b(?:{BAD_THING})\b)(?:{_words_but(4, GOOD_THING)}(?:was|were|is|also|\w+ly))?"
        rf"\s(?P<cue>{LESS})\b"
    ),
)
MORE_GOOD = (
    _pattern(rf"\b(?P<cue>{MORE})\b{_words(0, 6)}(?:{GOOD_THING})\b"),
    _pattern(rf"\b(?:{GOOD_THING})\b{_words(0, 4)}(?P<cue>{MORE})\b"),
)
BENEFITS = (
    _pattern(
        r"""\b(?P<cue>(?:(?:safe|well\ tolerated)\ and\ )?(?:effective(?:ly)?|efficacious|efficacy|effectiveness))\b
        (?!,\ (?:safety|tolerab))
        (?!\ (?:doses?|concentrations?|refractory|renal|free|plasma|of\ adding|variables?|end[\ -]?points?|outcomes?
            |measures?|parameters|data|analys\w+|populations?|contraception))"""
    ),
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
    _pattern(
        r"""\b(?P<cue>(?:useful(?:ness)?|valuable|suitable|viable|reasonable|feasible|attractive|good|first-line
            |effective|promising|new|safe|alternative|appropriate|adjunctive)\ (?:[\w-]+\ ){0,3}?
            (?:treatment|therapy|agent|drug|alternative|option|choice|adjunct|addition|tool|medication)
        |(?:treatment|therapy|drug)\ of\ choice|(?:is|as|be)\ (?:an?|the)\ (?:alternative|option)
        |(?:is|are|was|were|be)\ (?!not\b|no\b|hardly\b|never\b)(?:[\w-]+\ )?(?:useful|helpful|valuable)
            (?!\ (?:in|for|to)\ (?:the\ )?(?:counsel|choos|select|identif|predict|assess|guid|plan|understand
                |diagnos|evaluat|monitor|test|screen)))\b"""
    ),
)
"""Where a conclusion, a title or a result of an article on the pair says that the drug helped."""
EFFECT_ON = _pattern(rf"^effects?\W+(?:[\w{D}-]+\W+){{0,5}}?on[^\w{D}{S}]+(?P<what>[^;(]{{0,110}})")
OUTCOME = _pattern(rf"(?<!in\ )(?<!with\ ){S}|\b(?!weight)(?:{BAD_THING}|{GOOD_THING}|outcomes?)\b")
FOREIGN_AFTER = _pattern(rf"^\W+(?:\w+\W+){{0,5}}?{M}")
FOREIGN_BEFORE = _pattern(rf"{M}(?:\W+\w+){{0,4}}\W+$")
"""What got better is a measure of another disease."""
WORSE_CUE = (
    _pattern(rf"\b(?P<cue>{WORSE})\b{_words(0, 6)}(?:{S}|(?:{BAD_THING}|{GOOD_THING}|responses?)\b)"),
    _pattern(
        rf"\b(?P<cue>{MORE})\b(?!{_plain_words(0, 2)}(?:{GOOD_THING})\b){_words(0, 3)}"
        rf"(?:{S}|(?:{BAD_THING}|risk(?!\ (?:of|for)\ (?!(?:[\w-]+\ ){{0,3}}?{S})))\b)"
    ),
)
RESPONSE_TO_OTHER = _pattern(
    rf"""(?:{WORSE}|{LESS})\ (?:(?!(?:{S}|{D}))[\w-]+\ ){{0,4}}?responses?\ to\ (?!(?:[\w-]+\ ){{0,2}}?{D})\w"""
)
"""What got worse is the response to another treatment, and not the disease."""
EFFECT_ON_ELSE = _pattern(r"""[^.;]*?,?\ (?:and|a|an)\ (?:an?\ )?(?!no\b|not\b)(?:[\w-]+\ ){0,2}?effects?\ on\b""")
"""After what denies one effect: another effect is stated in the same clause."""
NEGATION = _pattern(
    r"""\b(?:no|not|neither|without|fail\w*|lack\w*|loss|non-?significant(?:ly)?)\b(?:\W+\w+){0,4}\W*$|\bless\W+$"""
)
HEDGED = _pattern(r"\b(?:may|might|could|can)\ (?:\w+\W+){0,3}$")
NOT_SEEN = _pattern(r"\bnot\s(?:\w+\s){0,2}?(?:detect\w*|observ\w*|found|eviden\w*|appear\w*|confirm\w*|support\w*)")
OF_PEOPLE = _pattern(rf"\b(?:who|that|with|reporting|patients)[^\w{D}]+(?:had\W+)?$")
"""Before a failure: it was that of people before they got the drug."""
QUESTIONED = _pattern(r"\b(?:is|was|were|been)\ (?:\w+ly\ )?(?:questioned|challenged)\b")
"""What a sentence says is not settled by it."""
DOUBT = _pattern(r"\b(?:if|whether|doubtful|uncertain|cannot\ be\ (?:judged|excluded))\b")
ASIDE = worded(
    ", but d| but not ",
    r",\ but\ does\ not\ (?:\w+ly\ )?\w+,|,\ but\ not\ [^,;.]{1,60},|(?<!,)\ but\ not\ [^,;.]{1,60}(?=,)",
)
"""An exception between commas: "4 mg, but not 2 mg, improved…" is one clause."""
CLAUSE_BREAK = _pattern(
    r";|,?\s(?:and\s)?\(\d\)"
    r"|,?\s\b(?:but(?!\ (?:small|modest|moderate|mild)\b)|however|whereas|while|although|though|(?<!not\ )yet)\b"
)

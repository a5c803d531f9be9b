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
    AILMENT,
    BAD_THING,
    BETTER,
    CAUSED,
    ENDPOINT,
    FRONTED_COMPARISON,
    GOOD_NEWS,
    GOOD_THING,
    LESS,
    MORE,
    NOTHING,
    SIDE_EFFECT,
    STATES,
    STOPPING,
    WORSE,
)
from ..worded_pattern import worded
from .result_words import OTHER_AGENT


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
    rf"""{D}[\s-]{{0,2}}(?:induced|associated|related|provoked|resist\w+|{STOPPING}
    |overdos\w*|abus\w*|dependen\w+|toxicity|intoxicat\w*|exposure|levels?|concentrations?|release|users?
    |(?:and\ [\w-]+\ )?(?:requirements?|consumption)|challenge|controlled)\b|\((?:and\ )?probably\b[^)]*?{D}
    |\b(?:previously|prior)\ {D}[\s-](?:treated|therapy|treatment)\b
    |\b(?:than|(?:advantages?|benefits?|superiority)\ over|superiority\ to|alternatives?\ to
    |versus|vs\.?|against|compared\ (?:with|to)|comparison\ (?:with|to)|relative\ to|superior\ to
    |(?:non-?)?inferior\ to|unlike|without|from|instead\ of|rather\ than|added\ to|in\ addition\ to|adjunct\w*\ to
    |(?:addition\ of|adding)\ (?:[^\s;,]+\ ){{1,8}}?to|adjuvant\ to|resistan\w+\ to|prefer\w*\ (?:[\w-]+\ )?to
    |refractory\ to|intoleran\w+\ to|tolerant\ to
    |(?:un|not\ |inadequately\   )controlled\ (?:with|by|on)|failed|(?:{STOPPING})(?:\ of)?|withholding
    |tapering|as\ (?:\w+\ )?(?:effective|well)\ as|(?:similar|equivalent)\ to|comparable\ (?:to|with)
    |toxicity\ of|overdose\ of|effects?\ of\ [\w-]+\ on|actions?\ of\ [\w-]+\ on)\s(?:[\w-]+\s){{0,2}}?{D}
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
_PEOPLE = (
    r"(?:patients?|people|persons|adults|adolescents|children|infants|newborns|women|men|subjects|individuals|those)"
)
_NOT_FOR_DISEASE = rf"(?!(?:{_PEOPLE}\ (?:\w+\ )?with\ |(?!(?:in|with|among)\b)[\w-]+\ ){{0,4}}[\w-]*{S})"
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
    |{D}\ plus\ (?!standard|usual|placebo|diet|best|optimal|background|conventional)|{D}-(?:{OTHER_AGENT.pattern})"""
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
NO_EFFECT = worded(
    "no |not|neither|none |fail|lack|absence|without | against |missed |unable|unlikely |to placebo|limited"
    "|little|minimal|insufficient|inadequate|poor|negligible|disappointing|ineffective|inactive",
    rf"""\b(?P<cue>no\ (?!(?:[\w-]+\ ){{0,3}}?(?:(?:loss|decline|decrease|attenuation|waning)\ (?:of|in)
            |(?:diminished|reduced|decreased|impaired)|relations?(?:hip)?|correlations?|associations?)\b)
            (?:[\w-]+\ ){{0,3}}?(?:differences?|effects?|benefits?|improvements?|changes?|advantages?
            |efficacy(?!\ differences?)|reductions?|support\ for|influence|relief|superiority|activity
            |(?:objective|clinical|complete|therapeutic)\ responses?
            |evidence\ (?:of|for)\ (?:\w+\ ){{0,2}}(?:efficacy|benefit|effect)|evidence\ that)
        |(?:(?:did|does|do|was|were|is|are|has|have|had)\ not|cannot|not)\ (?:been\ )?
            (?!(?:adverse|negative|deleterious|unfavou?rab|homogeneous|uniform|equal)ly)(?:\w+ly\ )?
            (?:improve|reduce|prevent|alleviate|affect|influence|alter|benefit|differ|decrease|relieve
            |attenuate|suppress|prolong|slow|delay|increase|enhance|achieve|modify|change
            |justify\ (?:the\ )?(?:[\w-]+\ )?(?:use|treatment)
            |(?:indicate|provide|support|suggest|show|demonstrate|confirm|confer|result\ in)\ (?:[\w-]+\ ){{0,5}}?
                (?:effects?|benefits?|activity|efficacy|effectiveness|improvements?|evidence|advantages?|use|analgesia
                |relief|superiority)
            |(?:appear|seem)\ to\ (?:[\w-]+\ ){{0,2}}?(?:improve|reduce|prevent|affect|influence|alter|benefit|gain
                |effective|useful|beneficial|effects?|benefits?|advantages?|efficacy|promote
                |(?:have|play)\ an?\ (?:[\w-]+\ )?(?:role|place))|promote
            |(?:support|confirm)\ the\ (?:[\w-]+\ )?(?:hypothesis|idea|notion)
                \ that\ (?:[\w-]+\ ){{0,4}}?\W?{D}(?![^.;]*\b(?:caus|increas|worsen|harm|risk|aggravat|exacerbat))
            |(?:support|confirm)\ (?:[\w-]+\ ){{0,4}}?(?:reports?|results)\s
                (?:suggesting|of|for)\ (?:[\w-]+\ ){{0,2}}?(?:benefi\w+|efficacy|improvements?|therapeutic)
            |have\ an?\ (?:[\w-]+\ ){{0,3}}?(?:effects?|impact|influence|benefits?)
            |(?:support|recommend)\ (?!the\ (?:suggestion|hypothesis|idea|notion)\b)(?:[\w-]+\ ){{0,3}}?(?:\W?{D})
            |(?:be\ )?(?:supported|recommended)|(?:meet|achieve)\ (?:its|the)?\ ?{ENDPOINT}
            |effective|superior|efficacious|beneficial|better|useful|helpful|of\ (?:[\w-]+\ )?(?:benefit|value|use)
            |improved|reduced|decreased|lowered|prevented|influenced|altered|changed|indicated|justified
            |affected(?!\ (?:un\w+|adverse)ly)|shown\ to(?!\ (?:be\ different|differ)))
        |(?:was|were|is)\ not\ associated\ with\ (?:an?\  )?(?:[\w-]+\ ){{0,2}}?(?:better|improve\w*|benefits?
            |reduc\w+)|neither(?=\ [^.;]{{1,200}}?\b(?:improved?|reduced?|(?<!adversely\ )affected))
        |neither(?=\ [^.;]{{1,120}}?\b(?:was|were|is|are)\ (?:\w+ly\ )?(?:more\ )?(?:effective|efficacious
            |superior|better|beneficial|useful)\b)
        |neither(?=\ [^.;]{{1,80}}?\bhad\ an?\ (?:[\w-]+\ ){{0,2}}?(?:effect|impact|influence)\b)
        |neither(?=\ [^.;]{{1,80}}?\bhas\ an?\ (?:place|role)\ in\ the\ (?:[\w-]+\ )?(?:treatment|management|therapy)\b)
        |(?:has|have|had)\ no\ (?:place|role)\ in\ (?:the\ (?:[\w-]+\ )?(?:treatment|management|therapy))
        |{ENDPOINT}\b[^.;]{{0,40}}?\b(?:was|were)\ not\ met|missed\ (?:its|the)\ {ENDPOINT}
        |(?:should|must)\ not\ be\ (?:used|given)(?!\ (?:during|with|together|concomitant|while|until))
        |(?:did|does)\ not\ reach\ (?:statistical\ )?significance|(?:was|were)\ not\ (?:statistically\ )?significant
        |(?:limited|little|minimal|insufficient),?\ (?!loss)(?:if\ any,?\ )?(?:[\w-]+\ ){{0,2}}?
            (?:efficacy|activity|benefit)|disappointing|of\ limited\   (?:[\w-]+\ )?(?:value|use|benefit)
        |(?:had|has|have)\ (?:an?\  )?(?:little|negligible)\ (?:[\w-]+\ )?(?:effect|impact|influence)
        |(?:was|were|is|are)\ (?:\w+ly\ )?without\ (?:an?y?\ )?(?:[\w-]+\ ){{0,2}}?
            (?:effects?|benefits?|efficacy|activity|influence)|stopped\ (?:[\w-]+\ ){{0,3}}?
            for\ (?:[\w-]+\ ){{0,2}}?(?:lack\ of\ (?:efficacy|benefit|effect))
        |argues?\ against\ (?:the\ )?(?:[\w-]+\ ){{0,2}}?(?:use|treatment)
        |(?:did|do|does)\ not\ respond(?=\ to\ (?:[\w-]+\ ){{0,3}}?\W?{D})
        |none\ of\ (?:[\w-]+\ ){{0,5}}?(?:responded|improved|benefited)
        |unlikely\ to\ (?:be\ (?:of\ )?(?:[\w-]+\ )?(?:benefit|value|use|effective|useful|beneficial|helpful)|benefit
            |improve|prevent|reduce)|(?<!difference\ in\ )(?:efficacy|effectiveness|results)\b[^.;,]{{0,50}}?
            \b(?:was|were|is|are)\ (?:\w+ly\ )?(?:poor|disappointing|insufficient|inadequate|negligible|minimal)
        |(?:poor|inadequate)\ (?:[\w-]+\ )?(?:efficacy|activity|effectiveness)
        |(?:was|were|are)\ (?:unable|not\ able)\ to\ (?:demonstrate|show|confirm)|ineffectiveness
        |fail(?:ed|s|ure)\ to\ (?!(?:oral|prior|previous|first|standard|medical|conventional|other|draw|mention|consider
            |address)\b)\w+|(?:lack(?:ed|s)?(?:\ of)?|absence\ of)\ (?:an?\  )?(?!placebo\b)(?:[\w-]+\ )?
            (?:efficacy|effects?|benefits?)|ineffective(?!-|\ dos|\ concentration)
        |(?:is|was|are|were)\ inactive(?!\ (?:form|metabolite|ingredient))
        |not\ an?\ (?:suitable|useful|effective)\ (?:[\w-]+\ ){{0,3}}?(?:option|treatment|therapy|agent|drug)
        |no\ better\ than|(?:similar|equal)\ to\ placebo)(?!\w)""",
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

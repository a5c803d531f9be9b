"""What takes a benefit or a failure from the drug though its words are there, as patterns over masked clauses.

What belongs here: guards. Of whom something is told, what it is compared with, whether it is only needed, measured,
supposed or said in passing. The phrases that tell results are in ``result_phrases``; where the guards are asked is in
``result_clauses``.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..language.mentions import MEASURE as M
from ..vocabulary import AGENT, AILMENT, HELPING, STOPPING
from ..worded_pattern import worded
from . import cues
from .result_phrases import WHO
from .result_words import GOOD, NOTHING, OTHER_AGENT, names_other_agent


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


# ------------------------------------------------------------------------------------------------ how a clause is cut
CLAUSE_BREAK = _pattern(
    rf"""{cues.CLAUSE_BREAK.pattern}
    |,?\ and\ (?=(?:might|may|was|were|is|are|had|has)\ (?:[\w-]+\ ){{0,2}}?(?:associated|tolerated|safe|accompanied))
    |,?\ and\ (?=there\ (?:was|were|is|are)\ no\b)
    |,\ (?=(?:did|does|do|was|were|had|has)\ (?:not|no)\b)"""
)
"""Where a clause ends; what is said in passing of safety is one of its own."""
HEALTHY_CONTROLS = re.compile(
    r"\b(?:(?:healthy|normal|non-?\w+|matched)\s(?:\w+\s)?controls?|patients\sand\s(?:in\s)?(?:\w+\s)?controls)\b"
    r"(?!\s(?:group|arm))"
)
"""People without the disease: no arm of a trial."""
RIVALS = re.compile(r"\b(?:versus|vs|compar\w+|or|against)\b")
"""In the title of a combination: something else stands against it."""

# --------------------------------------------------------------------------------------------- whose part it is
AS_REFERENCE = _pattern(
    rf"""\b(?:than|versus|vs|same\ \w+\ as|as\ (?:effective|efficacious|active|good|well)\ as|(?:similar|equal
        |equivalent|superior|comparable|inferior|non-?inferior|preferable|identical)\ (?:to|with)|compared\ (?:with|to)
        |over)
    (?:\W+(?:that|those|a|an|the|of|with|for|in|under|by|on|seen|observed|achieved|obtained|produced|reported|found
        |provided|offered|treatment|therapy|standard|conventional|oral|intravenous|subcutaneous|intramuscular|epidural
        |once|twice|three|times|daily|single|doses?|low|high|mg|day|per|weeks?|months?|mono\w+|\d+[\d·]*)\b){{1,8}}?
    \W{{1,2}}(?:[a-z]+-)?{D}"""
)
"""The drug is what another treatment is measured against: "superior to that achieved with the drug"."""
ONLY_COMPARED = _pattern(rf"^[^{D}]*\b(?:versus|vs|v|than|to|compared\ (?:with|to)|from)\ (?:[\w-]+\ ){{0,2}}?{D}")
"""A title that first names the drug as what another one is held against, added to or taken instead of."""
OF_STUDY_NAME = worded(
    "study|trial|investigation|evaluation",
    rf"""(?<=[.:])\ (?:results\ (?:of|from)\ )?(?:the\ )?(?:[\w-]+\ ){{0,4}}?{D}(?:\ [\w-]+){{0,6}}?
        \ (?:study|trial|investigation|evaluation)(?:\ group|\ investigators|\ \([\w\s-]+\)|\ [ivx]+)+
    |\bthe\ (?:[\w-]+\ ){{1,3}}?{D}(?:\ [\w-]+){{0,5}}?\ (?:study|trial)\ (?=\()""",
)
"""The drug as a part of the name of a study or of those who did it."""
AS_BACKGROUND = _pattern(
    rf",\ (?:when\ )?(?:in\ combination|together|combined|along|associated|mixed|given)\ with\ "
    rf"(?:[\w-]+\ ){{0,3}}?{D}[^,;]{{0,30}}(?=,|$)"
)
"""What is said of another agent, which the drug only accompanies."""
BACKBONE = _pattern(
    rf"""\b(?:versus|vs|over|than|compared\ (?:with|to)|with)\ (?:[\w-]+\ ){{0,2}}?{D}(?:\ [\w-]+)?
        \ (?:alone|monotherapy|only)\b
    |{D}\W{{1,3}}(?:with\ or\ without|with/without|\+/-|with\ and\ without|[\u00b1])"""
)
"""A title that asks what another agent adds to the drug."""
WITH_OR_WITHOUT = re.compile(rf"\bwith(?:\sor\s|\sand\s|/)without(?=\W+{D})")
"""In a title: it is the drug that makes the difference."""
GIVEN_ANYWAY = _pattern(
    rf"""^[^{D}]*\b(?:addition\ of|adding|effects?\ of|efficacy(?:\ and\ safety)?\ of|role\ of)\b[^{D}]*
        (?:\b(?:taking|receiving|(?:treated|maintained|stabilized)\ (?:with|on)|during|patients?\ [^{D}.:;]*\bon)
            \W+(?:[\w-]+\W+){{0,2}}?{D}|{D}-treated)
    |^[^{D}]*\b(?:(?:addition\ of|adding)\ [^{D}]*\bto|added\ to)\W+(?:[\w-]+\W+){{0,2}}?{D}
    |^[^{D}]*\b(?:in|for|of)\b[^{D}]*{D}-(?:maintained|stabili[sz]ed)
    |\b(?:placebo-controlled|(?:randomi[sz]ed|controlled)[^.:;]{{0,20}}\ (?:trial|study))\b
        [^{D}.:;]*\bin\ combination\ with\W+(?:[\w-]+\W+){{0,5}}?{D}
    |[a-z]{{4,}}-{D}\ (?:and|or|versus|vs)\ [a-z]{{4,}}-{D}
    |{D}-based\ [^.:;]*\b(?:and|or|versus|vs)\ [^.:;]*\b(?:therap|regimen)
    |\b(?:each|both)\ (?:in\ combination|combined|together|given)\ with\W+(?:[\w-]+\W+){{0,2}}?{D}
    |^[^{D}]*\b(?:adjunct\w*|add-on)(?:\ (?:therapy|treatment|medication))?\ to\W+(?:[\w-]+\W+){{0,2}}?{D}
    |{D}[^.:;]*\b(?:versus|vs|compared\ (?:with|to))\b[^.:;]*{D}
    |\b(?:impact|effects?|influence)\ of\ (?:concurrent|concomitant)\ [^.;]{{0,20}}?{D}[^.;]*\bon\b
        [^.;]*\b(?:efficacy|effects?)\ of"""
)
"""A title of what another agent does in people who get the drug anyway, or of two treatments that both hold it."""
BESIDE_TESTED = _pattern(
    rf"""(?:{AGENT.pattern})\ (?:(?:in\ combination|combined|together|concomitantly)\ )?
        (?:with|added\ to)\ (?:[\w-]+\ ){{0,2}}?{D}
    |{D}[^.:;]*\b(?:versus|vs|compared\ (?:with|to))\b[^.:;]*{D}"""
)
"""A title in which the drug stands beside another agent, or on both sides of a comparison: it is not what is tested."""
ASKS_ELSE = _pattern(
    r"""\b(?:pharmaco(?:kinetic|dynamic)s?|bioavailability|bioequivalence|interactions?)\b
    |\b(?:neuro?endocrine|hormonal|hemodynamic|cardiovascular|psychomotor|cognitive|adverse)
        \ (?:and\ [\w-]+\ )?effects?\b
    |^(?!.*\b(?:efficacy|effective\w*)\b).*\b(?:safety|tolerability)\b"""
)
"""A title that asks of something else than help: what becomes of the drug, what else it does, how it is borne."""
ASKS_OF = _pattern(
    rf"""(?:\b(?:effects?|impact|influence)\ of\b[^.:;?]*{D}[^.:;?]*?\ on
    |^\W*changes\ in(?=[^.:;?]*\ (?:during|after|with|under)\b[^.:;?]*{D}))\ (?P<of>[^.:;?]+)
    |\b(?:for|against|prevent(?:s|ing|ion\ of)?|reduc(?:es?|ing)|decreas(?:es?|ing)|improv(?:es?|ing))
        \ (?!(?:the\ )?(?:treatment|management|therapy|use|prevention|maintenance|conversion|long|short|acute|\d))
        (?P<for>[^.:;?{S}]+?)\ (?:in|following|after|among)\b(?=[^.:;?]*{S})
    |\b(?:treatment|management|therapy|prophylaxis|relief)\ of\ (?P<against>[^.:;?{S}{D}]+?)\ (?:in|among)\b
        (?=[^.:;?]*{S})"""
)
"""A title that says what an effect was looked for in; where that is no outcome of the disease, none is no failure."""
ON_PEOPLE = _pattern(rf"^(?:the\ )?(?:[\w-]+\ ){{0,2}}?{WHO}\ (?:[\w-]+\ ){{0,2}}?with\ (?:[\w-]+\ ){{0,2}}?{S}")
"""What such a title asks of is the people themselves: all that becomes of them."""
HEALTHY_PEOPLE = re.compile(r"\bhealthy\s(?:[\w-]+\s){0,2}(?:volunteers|subjects|men|women|adults|individuals)\b")
PATIENTS = re.compile(r"\b(?:patients?|outpatients?|inpatients?)\b")
FOR_AILMENT = _pattern(
    rf"""\b(?:for|against|(?:treatment|management|prophylaxis|prevention|therapy)\ of)\ (?:the\ )?
    (?:(?!patients|people)[\w-]+\ ){{0,2}}?(?P<ailment>{AILMENT}|(?:tension|cluster)(?:-type)?\ headaches?)(?![\w-])"""
)
"""What a clause that does not name the disease says the drug is for."""
IN_PEOPLE_WITH = _pattern(
    rf"\b(?:in|among|for)\ (?:the\ |\d+\ )*(?:[\w-]+\ ){{0,2}}?{WHO}\ with\ "
    rf"(?!(?:[\w-]+\ )?(?:disease|disorder|condition)s?\b)\w[^,.;{S}{D}]{{3,}}"
)
"""What the people have of whom a clause tells."""
ANALGESIC = re.compile(r"\banalgesi\w+")
PAINFUL = re.compile(
    r"pain|alg|ache|migrain|colic|neur|arthr|menorr|fractur|herp|zoster|sciatic|cramp|spasm|sickle|surg|operat"
)
"""In a disease's name: less pain is help against it."""
OF_ANOTHER_PART = (
    (ANALGESIC, PAINFUL),
    (
        re.compile(r"\b(?:behaviou?r\w*|cognit\w+|psychomotor|learning|vigilance|driving)\b"),
        re.compile(
            r"dement|alzheim|schizo|psych|depress|attention|autis|cognit|bipolar|mania|anxi|parkinson|behavi"
            r"|mental|mood"
            r"|memory|brain|epilep|seizure|intellect|sleep|insomnia|learning|delir|narcolep|addict|depend|abus|stroke"
        ),
    ),
    (
        re.compile(r"\b(?:gastroduodenal|gastrointestinal|gastric|peptic|(?:upper|clinical)\sgi|gi\sevents?)\b"),
        re.compile(
            r"gastr|ulcer|esophag|dyspep|bowel|colit|crohn|intestin|liver|cirrho|portal|varic|diarr|constip|pylor"
            r"|reflux"
            r"|zollinger|hemorrh|bleed|stomach|digest|nausea|vomit|ileus|periton|pancrea|bili|celiac|cancer"
            r"|neoplas|tumor|polyp"
        ),
    ),
)
"""Words for pain, mind and gut, each with stems one of which a disease's names have if such an effect is one on it."""

# --------------------------------------------------------------------------------------------- given with another
WITH_PROCEDURE = _pattern(
    r"""\b(?:combin(?:ed|ation|ing)|concomitant(?:ly)?|concurrent(?:ly)?|together)
    \ (?:with\ |and\ |\W?DRUG\ and\ )[^.;,]{0,40}?\b(?:electroconvulsive|ect\b|radiotherapy|radiation|irradiation
        |radiochemotherapy|surgery|resection|operation|implantation|laser|phototherapy|psychotherapy|counsel\w+
        |exercises?|training|physiotherapy|diets?|angioplasty|acupuncture|endoscop\w+|ligation
        |sclerotherapy|transplantation)\b""".replace("DRUG", D)
)
"""What is given with the drug is no other agent."""
COMBINED = worded(
    cues.BESIDE_ANOTHER + "|regimen|triple therapy",
    rf"""{cues.WITH_ANOTHER}
    |{D}(?!\ (?:and|versus|vs|or)\ (?:an?\ |the\ )?[a-z]+[-/][a-z]+\ (?:fixed\ )?combination)
        (?:(?!\ (?:and|versus|vs|or|than|with)\ (?:an?|the)\ (?:fixed\ )?combination\ of\b)[^.;,]){{0,60}}?\bcombin\w+\b
        (?!\ (?:multi\w+|measur\w+|analys\w+|data|recordings?|tests?|end\ ?points?|outcomes?)\b)
    |\b(?:combination|combined)\ (?:therapy|treatment|regimen|chemotherapy)|\bregimen\b|\btriple\ therapy""",
)
"""The drug in a combination: not one of two others that it is named beside, nor measurements that are combined."""
ADDED_ON = _pattern(
    rf"""\b(?:addition\ of|adding|added|adjunct\w*|add-on|adjuvant)\b[^.;,]{{0,30}}?{D}
    |{D}[^.;,]{{0,40}}?\b(?:added\ (?:on\ )?to|add-on|adjunct\w*|as\ an?\ addition)"""
)
"""Given beside what people got anyway: the difference is the drug's."""
WITH_AND_WITHOUT = _pattern(
    rf"""\b(?P<agent>[a-z]{{5,}})\ (?:alone\ )?(?:versus|vs|compared\ (?:with|to)|or|with|and)\ (?:[\w-]+\ ){{0,2}}?
        (?P=agent)\ (?:plus|with|and|combined\ with|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?{D}
    |\b(?P<other>[a-z]{{5,}})\ (?:plus|and|combined\ with|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?{D}[^.;]{{0,40}}?
        \ (?:versus|vs|compared\ (?:with|to)|or|with|and|over)\ (?:[\w-]+\ ){{0,2}}?(?P=other)\b
        (?!\ (?:plus|and|combined|with|in\ combination)\b)
    |{D}\ (?:plus|and|combined\ with|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?(?P<third>[a-z]{{5,}})
        \ (?:[\w-]+\ ){{0,2}}?(?:versus|vs|compared\ (?:with|to))\ (?:[\w-]+\ ){{0,2}}?(?P=third)\b
        (?!\ (?:plus|and|combined|with|in\ combination)\b)
    |{D}\ (?:plus|and|with|combined\ with|in\ combination\ with)\ (?:[\w-]+\ ){{0,4}}?(?P<fourth>[a-z]{{5,}})\b
        [^.;]{{0,70}}?\b(?:versus|vs|compared\ (?:with|to)|over|and|or|than)
        \ (?:[\w-]+\ ){{0,4}}?(?P=fourth)\ alone\b"""
)
"""The same agent with and without the drug: the difference is the drug's."""
FIXED_COMBINATION = _pattern(
    rf"\b(?!placebo|vehicle|saline|control)[a-z]{{5,}}/{D}|{D}/(?!placebo|vehicle|saline|control)[a-z]{{5,}}"
)
"""Two names with a stroke between them are one product, whatever it is added to."""
ALONE = re.compile(rf"{D}\s(?:(?:as|in)\s)?(?:monotherapy|alone)\b(?!\s(?:and|or)\b)")
"""The drug by itself, whatever it is held against."""


def combines(masked: str) -> bool:
    """Whether a masked text gives the drug together with another agent, as a part and not as what is added."""
    if FIXED_COMBINATION.search(masked):
        return True
    if any(pattern.search(masked) for pattern in (ADDED_ON, WITH_AND_WITHOUT, ALONE)):
        return False
    return bool(COMBINED.search(WITH_PROCEDURE.sub(" ", masked)))


# --------------------------------------------------------------------------------------------- a benefit that is none
IN_WHOM = _pattern(
    rf"""\bidentif\w+\b[^,;]*\bwhom?\b[^,;]*$|\b(?:(?:in|for|of|to|with)\ whom|whom)\b[^,;{D}]*$
    |\b(?:who|that)\ (?:had|have|has)\ (?:(?:\w+ly|been|not)\ )*$"""
)
"""Before a benefit: it is told of people before they got the drug, or of people still to be found."""
GAIN = re.compile(r"^(?:improvements?|benefits?|relief|success|protection|remission|cure|protective|beneficial)$")
UNLIKELY_AFTER = _pattern(
    rf"""^[^.;,]{{0,110}}?\b(?:is|are|was|were|be|seems?|remains?)\ (?:(?:\w+ly|very|thus|too|thought\ to\ be)\ )*
    (?:unlikely|doubtful|questionable|small
        |not\ (?:yet\ )?(?:apparent|evident|present|maintained|sustained|seen|observed|confirmed|established|proven)
        |(?:lower|less|worse|poorer|smaller)\b(?!\ (?:in|with|for|on)\ (?:the\ )?(?:{NOTHING})))"""
)
"""After a noun of benefit: what is said of it takes it away, or gives it to others."""
MORE_OF = re.compile(r"\b(?:greater|more|increased|higher|worse|poorer)\s(?:[\w-]+\s){0,2}$")
"""Before what would be less of a bad thing: there is more of it."""
LESS_BEFORE = re.compile(r"\b(?:low(?:er)?|less|reduced|decreased|poor(?:er)?|worse|inferior)\s(?:[\w-]+\s){0,2}$")
LOST_BEFORE = re.compile(
    r"\b(?:reduc\w+|decreas\w+|impair\w*|diminish\w*|lower\w*|compromis\w+|abolish\w*|loss\sof|limit\w*)\s"
    r"(?:[\w-]*\W+){0,3}$"
)
"""Before the drug's efficacy: it is taken away."""
EFFICACY = re.compile(r"^(?:efficacy|effectiveness)$")
ATTRIBUTE_OF = _pattern(
    rf"""^\ (?:{WHO}\b|(?:rr|qt)\b|induction\b|maintenance\b
        |familiarity|awareness|understanding|knowledge|education|detection|monitoring
        |compliance\ with)"""
)
"""After a participle: it describes a thing and tells no effect."""
NO_GAIN_BEFORE = re.compile(
    r"\b(?:required|needed|necessary|too\s\w+)\s(?:for|to)\s(?:(?:be|of|an?|any)\s)*(?:[\w-]+\s){0,2}$"
    r"|\bpreviously\s$|\bnegative\s(?:influence|impact|effects?)\sof\b[^.;]*$"
    r"|\b(?:based\son|measures?\sof|(?:assess|evalu)\w+\sfor|index\sof|ind(?:ex|icator)\sof)\s(?:[\w-]+\s){0,3}?$"
    r"|\b(?:deleterious|harmful|detrimental|useless)\b[^,;]{0,30}$"
    r"|\bnot\s(?:\w+ly\s)?"
    r"(?:prevent|hinder|impede|preclude|abolish|block|blunt|diminish|impair|interfere|compromise|negate)\b"
    r"[^,;]{0,80}$"
    r"|\bno\s(?:\w+\s)?(?:advantages?|superiority)\b[^,;]{0,80}$"
    r"|\bonly\s(?:an?\s)?(?:minor|slight|small|marginal|transient|limited|negligible)\b[^,;]{0,30}$"
    r"|\bonly\s(?:one|two|three|four|five|few|a\sfew|a\sminority|half|\d+(?:·\d+)?\s?%?)\b[^,;]{0,50}$"
)
"""Before a benefit: what it would take to have it, what it was measured by, how few had it."""
WHO_ACHIEVE = _pattern(rf"\b{WHO}\ $")
"""Before a participle of benefit: it describes some of the people, and is no result."""
LESS_LIKELY_THAN_HARM = re.compile(
    r"\bmore\slikely\b[^.;]*\bthan\s(?:[\w-]+\s){0,2}(?:relief|relieve|benefit|improve|improvement|help)\b"
)
"""Something else is likelier than help."""
WHO_HAVE = _pattern(rf"\b{WHO}\ with\ (?:[\w-]+\ )?$")
"""Before "healed": the people had it healed before."""
OF_MORE_RESEARCH = _pattern(
    r"""^\W*(?:[\w-]+\W+){0,3}?(?:further|future|additional|more|larger|other|new)\ (?:[\w-]+\ ){0,3}?
        (?:trials?|stud(?:y|ies)|research|investigations?)\b[^.;]*?
        \b(?:is|are|be|seems?)\ (?:\w+ly\ )?(?:warranted|needed|required|necessary|justified)"""
)
"""A sentence that opens with what is to be studied next."""
NOT_IN_DISEASE = _pattern(
    rf"""\b(?:but\ not\ (?:in|for|on|with)\ (?:the\ )?|in\ the\ absence\ of\ )(?:[\w-]+\ ){{0,3}}?{S}
    |\bmore\ (?:successful|effective|helpful|useful)(?:ly)?\b[^.;,]{{0,60}}?\bthan\ (?:(?:in|for|on|against)\ )?{S}"""
)
"""After a benefit: people with the disease did not have it."""
PREDICTS = _pattern(r"\bpredict(?:s|ed|ive|ors?)?\b")
"""A sentence on who does well: the disease may be what foretells it."""

# --------------------------------------------------------------------------------------------- another thing's benefit
OF_AGENT = worded("'|’", rf"(?:{OTHER_AGENT.pattern})['’]s\ (?:[\w-]+\ )?$")
"""Before a benefit: it is another agent's."""
OF_AGENTS_DOING = _pattern(
    rf"""^\W+(?:[\w-]+\W+){{0,4}}?(?:{OTHER_AGENT.pattern})-(?:induced|associated|related)\b
    (?:(?!\ (?:in|among)\ )[^.;{S}]){{0,60}}\ (?:in|among)\ [^.;]*{S}"""
)
"""After a benefit: what got better is what another agent does in people with the disease."""
IN_FOREIGN = _pattern(rf"\b(?:at|in|for)\ (?:reduc|lower|decreas|improv|control)ing\ (?:[\w-]+\W+){{0,5}}?{M}")
"""After a benefit: it is in the measure of another disease."""
AFTER_STOPPING = _pattern(
    rf"\b(?:after|upon|following|with|on)\ (?:the\ )?"
    rf"(?:{D}\W{{1,2}}(?:[\w-]+\ )?(?:{STOPPING})|(?:{STOPPING})\ (?:of\ )?\W?(?:[\w-]+\W+){{0,5}}?{D})"
)
"""After a benefit: it came when the drug was taken away."""
OVER_ITSELF = _pattern(
    rf"""\b(?:superior\ to|than|compared\ (?:with|to)|relative\ to|over|versus|vs)\W+(?:[\w-]+\W+){{0,5}}?{D}
    (?:\W+\d[\d.·]*(?:\W?mg)?)?\W+(?:alone|monotherapy)\b"""
)
"""Something that holds the drug is better than the drug alone: that is its partner's doing."""
BEFORE_AND_AFTER = re.compile(rf"\b(?:before|during)\s(?:and|or)\safter\s(?:[\w-]+\s){{0,3}}?\W?{D}")
"""After a benefit: it was there without the drug as well."""
THAN_AGENT = _pattern(rf"\b(?:than|compared\ with|compared\ to)\b[^.;]{{0,60}}(?:{OTHER_AGENT.pattern})")
"""What less is compared with."""
SAFETY_BEFORE = re.compile(r"\b(?:safety|tolerability|side[ -]effects?)\s(?:profile|data|record)\b[^,;]{0,80}$")
"""Before "superior" or "better": it is how the drug is borne."""
SPEAKS_OF_SAFETY = re.compile(r"\b(?:adverse|side[ -]effects?|safety|toler(?:ability|able|ated))\b")
"""A sentence on how drugs are borne: less than under another one is no help against the disease."""
EFFICACY_AND_SAFETY = re.compile(r"\b(?:efficacy|effectiveness)\sand\s(?:safety|tolerability)|safety\sand\sefficacy\b")

# --------------------------------------------------------------------------------------------- a failure that is none
BEFORE_P = re.compile(r";(?=\sp\s?[<=>≤≥])")
"""A semicolon between a difference and its p value."""
IN_PASSING = re.compile(r",\s(?:if\sany|at\sbest|at\smost),(?=\s)")
"""Words between commas that end no clause: "has little, if any, efficacy"."""
IF_HOWEVER = worded("however|though", r"\b(?P<condition>if|when),\ (?:however|though),")
"""A condition with a word between commas, which ends no clause."""
CONDITION = re.compile(r"\b(?:if|unless|in case|when|where)\b[^,;]*$")
"""Before a denial: it is only supposed."""
ONLY_ONE = re.compile(r"\bonly\s(?:the|one)\s[^,;]{0,60}$")
"""Before a denial: it is the exception."""
CONCEDED = re.compile(r"^\W*(?:even\s)?(?:al)?though\b|^\W*(?:while|whilst|whereas)\b")
"""What a sentence grants before it says what it is about."""
ADVICE = re.compile(r"\brecommend\w*|\bbe (?:used|given|advised|considered)|\badvis\w+|\bjustif\w+")
"""A denial that advises against: for want of an effect, for harm, or because something else is better."""
PERHAPS_YET = re.compile(r"\b(?:but|yet|however,?)\s(?:it\s)?(?:may|might|could)\b(?!\snot)")
"""A benefit supposed beside a failure."""
GRANTED_GAIN = re.compile(
    r"^\W*(?:even\s)?(?:al)?though\b(?![^,]*\b(?:not|no|tolerated|safe|data|studies|trials|reported|shown)\b)"
    r"[^,]*\b(?:improv\w+|reduc\w+|preserv\w+|benefi\w+|effective|prolong\w+)\b[^,]*,"
    r"|\bdespite\s(?:its|their|a|an)\s[^.;]{0,60}?\b(?:effects?\son|improvements?|reductions?|relief)\b"
)
"""A benefit that a sentence grants before it tells a failure."""
OTHERS_DID_NOT = _pattern(
    rf"""\b(?:whereas|while|but)\ (?!(?:[\w-]+\ ){{0,5}}(?:placebo|controls?|untreated|vehicle|without|other)\b)
    (?:[\w-]+\ ){{0,3}}?{S}?\ ?(?:patients|subjects|people|children|women|men)\ (?:[\w-]+\ ){{0,4}}?
    (?:did|do|does|were|was|had)\ not\W*$"""
)
"""The end of a sentence that tells a benefit of some people: "whereas patients with the other one did not"."""
BACKS = re.compile(r"(?:confirm|support|favou?r)")
OF_SAFETY_ALONE = re.compile(
    r"^(?!.*\b(?:efficac|effective|benef|improv|reliev))"
    r".*\b(?:adverse|side[ -]effects?|safety|toler(?:ability|able|ated))\b"
)
"""After "confirms that the use of": how the drug is borne, and nothing else."""
OTHER_DOSE_AFTER = re.compile(
    r"^\s(?:was|were)\s(?:seen|observed|found|noted)\s(?:with|at|for)\s(?:the\s)?(?:higher|larger|\d)"
)
"""After "no additional benefit": it is another dose that brought none."""
ALTERNATIVE = re.compile(r"(?:(?:an?|the)\s)?(?:alternative|new|promising|useful|attractive)\b")
OTHER_OPTION = re.compile(r"^\s(?:is|are|may\sbe|could\sbe|would\sbe|include|consists?\sof)\s(?!not\b)")
"""After "an alternative treatment": what follows is the alternative, which is not the drug named before."""
NEXT_FINDING = re.compile(r"\band\s(?:was|were|is|are|did|does|do)\b")
"""Where a clause goes on to its next finding, whose statistic is another one."""
OF_OTHER_AGENT = _pattern(rf"^\W+(?:of|for|by)\W+(?:[\w-]+\W+){{0,1}}?(?:{AGENT.pattern})")
"""After a denial: it is another agent's effect."""
EFFECT_OF_AGENT = _pattern(rf"^\W+effects?\W+of\W+(?:[\w-]+\W+){{0,1}}?(?:{AGENT.pattern})")
"""After "beneficial": the effects are another agent's."""
OF_HARM = re.compile(
    r"\b(?:negative|adverse|deleterious|detrimental|harmful|unfavou?rable|hangover|rebound|carry-?over)\b|rhythmogen"
)
"""In a denial: what is denied is harm."""
OF_COURSE = _pattern(rf"^[^{D}]*{S}[^{D}]*{D}")
"""After "no evidence that": it is told of the disease of those who get the drug."""
DRUG_NEXT = _pattern(rf"^\W+(?:[\w-]+\W+){{0,4}}?{D}")
"""After "no evidence that": the drug is what it is told of."""
OF_GROUP = _pattern(
    rf"^\W*(?:however\W+)?(?:in|for|among)\W+(?:the\W+)?(?:patients|subjects|those)\W+(?:with|who)\b(?![^,]*{S})"
)
"""A clause that opens with some of the people: what is no different there may be so in the others."""
OF_AGENTS_EFFICACY = _pattern(
    rf"^\W+(?:[\w-]+\W+){{0,2}}?(?:efficacy|effectiveness|effects?|actions?|response)\W+(?:of|to)\W+"
    rf"(?:[\w-]+\W+){{0,2}}?(?:{OTHER_AGENT.pattern})"
)
"""After a denial: what got no better is what another agent does."""
AGENT_ITSELF = _pattern(rf"\b(?:that|whereas|while|use\ of)\ (?:the\ use\ of\ )?(?:{OTHER_AGENT.pattern})\W+$")
"""Before a denial: another agent is its subject."""
ADDED_TO_DRUG = _pattern(
    rf"\b(?:addition\ of|adding)\ (?:[\w-]+\ ){{1,6}}?(?:to|over|above)\b[^.;,{D}]{{0,40}}{D}[^.;]*$"
)
"""Before a denial: something else was added to the drug, and it is that which failed."""
IN_PLACE_OF = re.compile(r"\b(?:replac|substitut|switch|chang)\w*\b[^.;,]*$")
"""Before a denial: the drug was given instead of something else, which is what it is held against."""
DID_NOT_IMPROVE = _pattern(r"^(?:(?:did|does|do)\ not|failed\ to)\ (?:\w+ly\ )?(?:improve|respond|change|decrease)$")
UNDER_DRUG = _pattern(
    rf"^\ (?:\w+ly\ )?(?:with|under|after|on|during|following|in\ response\ to|to)\ (?:[\w-]+\ ){{0,3}}?\W?{D}"
)
"""After "did not improve": what stood before it did not, and it is the drug under which it did not."""
OF_DIAGNOSIS = re.compile(r"^\W+(?:[\w-]+\W+){0,4}?(?:diagnos(?!ed)\w+|detection|accuracy|monitor\w*|screening)\b")
"""After a denial: what is no better is how the disease is found."""
ON_DISEASE = _pattern(rf"^\W+(?:[\w-]+\W+){{0,3}}?{S}")
"""After a denial: the disease is what had no good of it."""
OF_OTHERS_GAIN = _pattern(
    rf"^\W+(?:[\w{S}-]+\W+){{0,7}}?(?:from\W+(?:deriv|benefit)ing|benefits?\W+(?:of|from)\b(?!\W+{D}))"
)
"""After a denial: the drug takes nothing from what another treatment does."""
BY_AGENT = _pattern(rf"(?:{OTHER_AGENT.pattern})\W+[a-z]+ing\W+$")
"""Before a denial: another agent is what it is told of, "…, atenolol offering no benefit"."""
OF_FEW = re.compile(
    r"\b(?:one|two|three|four|[1-4])\s(?:[\w-]+\s){0,2}?(?:patients?|cases?|child(?:ren)?|subjects?|people)\b[^.;]*$"
)
"""Before a denial: a few of the people, each told by number."""
OF_SUBGROUP = re.compile(r"\b(?:in|of|for)\s(?:those|(?:the|a|this)\s(?:[\w-]+\s)?sub(?:group|set)s?)\b")
"""A denial for some of the people only."""
OF_ARGUMENT = re.compile(r"\b(?:arguments?|concerns?|fears?|suspicions?)\b")
"""What is not borne out is a fear."""
OF_MECHANISM = re.compile(r"\b(?:mechanisms?|mode\sof\saction|attributable\sto)\b")
"""What is denied is a way in which the drug would act, or help against what another one does."""
GREATER = re.compile(r"\b(?:greater|additional|further|more|better|superior|added)\b")
"""What more of a drug does not add is no failure of less of it."""
OVER_ONE_OF_BOTH = _pattern(
    rf"""\b(?:over|than|to|compared\ with)\ (?:(?:either|each|any)\ (?:[\w-]+\ ){{0,2}}?
        |(?:[\w-]+\ ){{0,2}}?{D}\ (?:[\w-]+\ )?)
    (?:alone|monotherapy)\b|{D}\ alone\b"""
)
"""A combination that holds the drug is no better than the drug."""
ADVANTAGE = re.compile(r"\b(?:advantages?|benefits?|better|superior|more)\b")
OVER_AGENT = re.compile(r"^\W*(?:[\w-]+\W+){0,6}?(?:over|than|compared\s(?:with|to)|above|versus|vs)\b(?!.*\balone\b)")
AT_RISK = re.compile(
    r"\b(?:odds|risks?)\s(?:of|for)"
    r"\s(?!(?:[\w-]+\s){0,2}?(?:death|dying|mortality|relapses?|recurrences?|progression)\b)"
)
"""What is as likely as without the drug is not brought about by it, which is no failure to help."""
SUPERIOR_TO_AGENT = _pattern(
    rf"""^[\w\ ]*superior\W+to\W+(?:[\w-]+\W+){{0,3}}?(?:{OTHER_AGENT.pattern}
        |(?:existing|other|available|current|standard|conventional|established)\ (?:[\w-]+\ ){{0,2}}?
            (?:treatments?|therap(?:y|ies)|drugs?|agents?|medications?))"""
)
"""A denied advantage over something that is at work as well is no failure."""
EACH_OTHER = re.compile(r"\W+(?:[\w-]+\W+){0,2}?(?:each\sother|one\sanother)\b")
BETWEEN_AGENTS = _pattern(r"^[^.;]{0,40}?\bbetween\b(?P<both>[^.;]{0,90})")
MANY_GROUPS = re.compile(
    r"\b(?:among|between|across)\s(?:any\sof\s)?(?:the\s|all\s)*(?:three|four|five|six)\s(?:[\w-]+\s)?(?:groups|arms)"
)
"""All arms of a trial, that without treatment among them."""
LESS_ONLY = re.compile(r"\b(?:reduce|decrease|lower|attenuate|diminish|impair|reduced|decreased|lowered)$")
WORSE_IF_LESS = _pattern(
    rf"^\W+(?:[\w-]+\W+){{0,3}}?(?:efficacy|effectiveness|effects?|{GOOD})\b|^\ (?:with|over|during|after)\b"
)
"""After a denial that something got less: it is what one would want more of."""
IN_FOREIGN_MEASURE = _pattern(rf"^\W+(?:[\w-]+\W+){{0,4}}?(?:in|of|on)\W+(?:[\w-]+\W+){{0,3}}?{M}")
_EFFECT = _pattern(
    rf"""\b(?:(?:{HELPING})(?:es?|s|ed|ive|ation)|effective|beneficial
    |(?:had|has|exert\w*|demonstrat\w+|show\w*|produc\w+|suggest\w*)\s[^.;,]{{0,40}}?
    (?:effects?|reductions?|improvements?|loss))\b"""
)
_NO_EFFECT_TOLD = re.compile(
    r"\b(?:no|not|neither|nor|without|failed|although\sthere|tolerat\w+|safe\w*|adverse|side|toxic\w*|previous\w*"
    r"|earlier|prior|other|whether|if|shown|reported|known|placebo|risk\sof)\b"
)


def tells_effect(clause: str) -> bool:
    """Whether a masked clause asserts that the drug, or what the sentence is about, did something."""
    if names_other_agent(clause) or _NO_EFFECT_TOLD.search(clause):
        return False
    return bool(_EFFECT.search(clause))


FAILED = re.compile(
    r"^(?:fail|ineff|neither|lack|cannot|of\s+limited|(?:did|does|do|was|were|is|are)\s+not\b"
    r"(?!\s(?:\w+ly\s)?(?:influence|affect|alter|change|modify|differ)))"
)
"""A denial that says how the drug did, at whatever dose."""
OWN_VERB = re.compile(
    r"^(?:fail|(?:did|does|do)\s+not\s"
    r"(?!(?:\w+ly\s)?(?:support|show|demonstrate|suggest|provide|indicate|confirm|have|justify)\b))"
    r"(?!.*\b(?:show|demonstrate|find|detect|confirm|document|prove)$)"
)
"""A denial whose subject stands before it."""
OF_BENEFIT = re.compile(
    r"\b(?:protective|beneficial|favou?rable|therapeutic|benefits?|efficacy|ineffective|inactive)\b"
)
"""A denial that needs no outcome: the word denied is help itself."""
ON_MEASURE_IN_DISEASE = _pattern(
    rf"""^[^.;]{{0,50}}?\b(?:function|survival|symptoms?|outcomes?|exercise|quality|scores?|mortality|progression)\b
    \ (?:in|of|among)\ (?:[\w-]+\ ){{0,4}}?{S}"""
)
"""After a denial: what people with the disease are measured by."""
OF_SPECIAL_EFFECT = re.compile(
    r"\bsuch effects?$"
    r"|(?<![\w-])(?!(?:signific|addit|clinic|posit|substant|relev|anti|analges|prophyl|prevent)[\w-]*)"
    r"(?:[a-z-]{4,}(?:ive|ic|al|ant|ory)|augmenting|worsening|aggravating|sedating)"
    r" (?:effects?|activity)$"
)
"""An effect named by its kind, which need not be what is wanted."""
MORE_ONLY = re.compile(
    r"\b(?:increase|enhance|prolong|raise|potentiate|augment|aggravate|worsen|exacerbate)$"
    r"|\b(?:augment|worsen|aggravat|potentiat|exacerbat)ing\s(?:effects?|activity)$"
)
"""A denial that something got more: it speaks against the drug where more of it is good."""
BETTER_IF_MORE = _pattern(rf"^\W+(?:[\w-]+\W+){{0,6}}?(?:{GOOD}|outcomes?|success)\b")

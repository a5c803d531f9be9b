"""The marks by which a sentence is known as a result, as one of the drug, or as something else.

What belongs here: patterns for headings, aims, titles and conclusions, for what takes a clause out of the results
(safety, risk, what is only known or meant), and for whose result it is. They give no side; the phrases that do are in
``result_phrases``.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..worded_pattern import worded
from . import cues
from .result_phrases import WHO
from .result_words import BAD, GOOD, NOTHING, UNSURE


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


# ------------------------------------------------------------------------------------------------ where it stands
CONCLUDING_HEADING = re.compile(r"CONCLU|INTERPRET|DISCUSSION|IMPLICATION|SUMMARY")
RESULT_HEADING = re.compile(r"RESULT|FINDING|OBSERVATION|OUTCOMES?$")
ASKING_HEADING = re.compile(
    r"BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE|OBJECTIVE|AIM|PURPOSE|METHOD|DESIGN|SETTING|PATIENTS"
    r"|PARTICIPANTS|INTERVENTION|MEASURE|REGISTRATION|FUNDING|MATERIAL"
)
ASKS = _pattern(
    r"""\b(?:aim(?:ed|s)?|objectives?|purpose|sought|hypothesi[sz]ed?|whether|study\ protocol
    |we\ (?:have\ )?(?:evaluate|investigate|examine|assesse?|study|studie|compare|test|teste)d?
    |(?:to|will)\ (?:\w+ly\ )?(?:evaluate|investigate|determine|assess|examine|compare|test|study|clarify|review|define)
    |(?:study|trial|analys[ei]s|review|report)\ (?:\w+ly\ |also\ )?(?:evaluate|investigate|examine|assesse|compare|teste
        |studie|aim|describe)[ds]|this\ (?:review|article|paper)
    |(?:was|were)\ (?:\w+\ )?(?:defined|designed|undertaken|conducted|evaluated|investigated|examined|studied|assessed
        |compared|measured|performed|recorded|determined|randomi[sz]ed|randomly|assigned|enrolled|included|divided)
    |(?:criteri(?:on|a)|parameters?|(?:end\ ?points?|outcomes?)(?:\ measures?)?)\ (?:was|were)\ (?:the|a|change))\b"""
)
CONCLUDES = _pattern(
    r"""\b(?:conclu\w+|in\ summary|taken\ together|thus|therefore|overall(?!\ survival)
    |(?:these|the|our|this|study|such|trial)\ (?:[\w-]+\ ){0,2}?(?:results?|findings?|data|study|trial|analysis
        |report|experience|meta-analysis)\ (?:[\w-]+\ ){0,2}?(?:suggests?|indicates?|shows?|showed
        |demonstrates?|demonstrated|supports?|confirms?|confirmed|provides?|are\ consistent|reveal\w*))\b"""
)
APPARATUS = _pattern(
    r"""^\W*(?:funded|(?:trial|clinical)\ ?(?:trials?)?\ registration|registered|clinicaltrials|supplement\w+)\b
    |clinicaltrials\.?gov|^\W*\(?abstract\ truncated"""
)
"""Who paid, where it is registered: no part of what was found."""
PRIMARY = _pattern(r"\bprimary\s(?:[\w-]+\s){0,2}?(?:end\ ?points?|outcomes?|efficacy)")
TITLE_PLANS = _pattern(
    r"\b(?:rationale|trial\ design|protocol|baseline\ characteristics|design\ and"
    r")\b|\b(?:bio)?markers?\ of\ [^.:;]*\boutcomes?\b"
    r"|^\W*(?:the\ )?predictors?\b"
)
"""A title of an article that has no results yet, or asks what goes with a good result."""


def states(title: str) -> bool:
    """Whether a masked title says what was found, and does not only name what was studied."""
    return bool(_TITLE_STATES.search(title)) and not cues.TITLE_TOPIC.search(title)


_TITLE_STATES = _pattern(
    r"""\b(?:(?:improv|ameliorat|alleviat|attenuat|reliev|prevent|revers|protect|reduc|decreas|lower|suppress
        |inhibit|delay|increas|enhanc|prolong|abolish|block|suppress)e?s
    |(?:does|do)\ not|(?:is|are|was)\ (?:not|as|an?|effective|superior|safe|associated )|fails\ to|improved
    |has\ no|(?:no|lack\ of)\ (?:[\w-]+\ ){0,2}?(?:effects?|benefits?)
    |failed|failure\ of|ineffective\w*|effective\ in|lacks\ efficacy
    |not\ superior|successful\w*|as\ effective\ as)\b"""
)

# ------------------------------------------------------------------------------------------------ whose it is
POPULATION = _pattern(rf"\b{WHO}\s(?:[\w-]+\s){{0,3}}?(?:with|suffering\ from)\s(?:[\w,-]+\s){{0,5}}?{S}|{S}\s{WHO}\b")
"""The disease as that of the people studied."""
DISEASE_AS_PLACE = _pattern(rf"""{S}\ (?:extraction|surgery|pain|side\ effects?)\b""")
"""The disease as a part of the name of something else, which is what is treated."""
NO_REMEDY = _pattern(
    rf"""{D}\W{{1,2}}(?:(?:\d\W)?glucuronides?|metabolites?|\w*toxicity|tests?|testing
    |(?:pharmaco)?kinetics|clearance|metabolism|analogs?)\b"""
)
"""Mentions of the drug that are not the drug as a treatment."""
OF_PLACEBO = _pattern(r"\b(?:in|with|on|among|for|given|taking)\ (?:the\ )?(?:placebo|controls?|untreated)\b")
"""A clause on what happened without the drug."""
AGAINST_NOTHING = _pattern(rf"\b(?:{NOTHING})")
HEDGED = _pattern(rf"\b(?:{UNSURE})\b")
NEGATED = _pattern(
    rf"""\b(?:no|not|nor|without|fail\w*|lack\w*|cannot|little|limited|poor|loss|insufficient|inadequate
    |minimal|non-?significant(?:ly)?|none|less|(?<!at\ )least|impair\w*)\b(?!\ only\b)(?:\W+[\w{D}{S}]+){{0,5}}\W*$
    """
)
MEANT_TO = _pattern(
    r"""\b(?:whether|if|how|would|despite|hypothesi\w+|aim\w*|compar(?:ed|ing|ison\ of)\ the|to\ (?:evaluate|assess
        |establish|confirm))\b[^,;:]{0,90}$"""
)
OF_NOTHING = re.compile(
    r"\W*(?:in\W+|with\W+)?(?:the\W+)?(?:(?:\d+|five)\W+)?"
    r"placebo\b(?!\W+and\b)"
)
"""After a benefit: it was the placebo's."""
_KIND = (
    r"(?:women|men|females?|males?|girls|boys|blacks?|whites?|(?:non)?responders|(?:non-?)?smokers|older|younger"
    r"|elderly)"
)
SETS_ASIDE = _pattern(
    rf"""\b{_KIND}\b[^.;]{{0,240}}\b(?:than|compared\ with|vs)\b[^.;]{{0,30}}\b{_KIND}\b
    |\b(?:than|compared\ with|vs)\b[^.;]{{0,30}}\bwithout\ (?:[\w-]+\ )?{S}|"""
    r"""\b(?:correlat\w+|relationships?\ between
        |(?:was|were|is|are)\ (?:\w+ly\ )?related\ to|who\ (?:discontinued|completed)|predict\w*|weighed\ against
        |patients\ reporting|side[\ -]effects?\ (?:rating\ )?scales?|safety\ concerns?
    |\W?DRUG\W?\ ?to\ induce\b|genotypes?|variants?|prognostic|prognosis
        |cost-effective\w*|costs?\ per|economic\ (?:benefits?|outcomes?))\b
    |\bafter\ (?:[\w-]+\ ){0,6}?(?:was|were)\ adjusted
    |\b(?:healthy|normal)\ (?:volunteers|subjects|controls|men|women)\b
    |\b(?:enhanced|induced|caused|produced|aggravated)\ by\ (?:[\w-]+\ ){0,3}?\W?DRUG""".replace("DRUG", D)
)
"""A clause on what goes with what, or on other people: no result of the drug in the disease."""
NO_RESULT = worded(
    "tolerab|usab|complian|remain|goal|review|evidence|small |better |associated with |success|effective "
    "|efficacy|favo|benefit|effectiveness|test",
    r"""\bimprov\w+\ (?:both\ )?(?:[\w-]+\ ){0,2}?(?:tolerab|usab|complian)\w*
    |\bremains?\ to\ be\ (?:\w+ly\ )?(?:elucidated|demonstrated)|\bgoals?\ of\ (?:the\ )?treatment
    |\bwe\ review\b|\bevidence\b[^.;]{0,80}\b(?:is|was|are|were|remains?)\ (?:[\w-]+\ ){0,3}?weak\b
    |\bin\ (?:only\ )?a\ (?:small\ (?:percentage|number))\b|\bbetter\ (?:tolerated|safety)
    |\bnot\ (?:\w+\ )?associated\ with\ (?:[\w-]+\ ){0,3}?DISEASE
    |success(?:fully)?\ switch\w*|\beffective\ dose
    |favou?rabl[ey]\ (?:safety|toler)\w*|benefits?\W{1,3}risk
    |\b(?:efficacy|effectiveness|benefits?)\b[^.;]{0,80}?\b(?:is|are|was|were|be|remains?)
        \ (?:un\w+|to\ be|compar|evaluat|review|studied|monitor|obtained)|\btests?\ the\b""".replace("DISEASE", S),
)
SAFETY = _pattern(
    r"""\b(?:adverse|side[\ -]effects?|safety|toxic|toxicit\w+|withdrew|tolerab\w+|tolerated|hypoglyc[ae]mi\w+
    |discontinu\w+|dropouts?|withdrawals?|at\ baseline|baseline\ \w+|demographic\w*|compliance|pharmacokinetic\w*
    |(?:plasma|serum)\ (?:levels?|concentrations?)|sedation|(?<!of\ )age|sex
    |safely\ (?:be\ )?(?:used|administered))\b"""
)
"""A difference in these is none in what the drug is given for."""
OF_SAFETY = _pattern(
    r"\b(?:adverse|side[\ -]effects?|safety|toxicit\w+|tolerab\w+|hypoglyc[ae]mi\w+|discontinu\w+"
    r"|akathisia|extrapyramidal|tardive|spontaneously"
    r"|incidence\ of\ (?:[\w-]+\ )?(?:o?edema|nausea|dry)"
    r")\b"
)
"""Less of these is no help against the disease."""
RISK_OF_DISEASE = _pattern(
    rf"""(?:incidence|risks?|rates?|frequency|development|occurrence
        )\b[^.;]{{0,50}}?{S}|{S}[^.;]{{0,60}}\b(?:incidence|risks?|rates?)"""
)
"""The disease as what may happen under any drug."""
BOTH = _pattern(
    r"""\b(?:both|either|each|all|the\ two|two)\ (?:[\w-]+\ )?(?:treatments?|drugs?|groups?|arms?|regimens?|therap\w+
        |agents?|medications?|patients)\b|\bboth\ (?:\w+ly\ )?(?:were|are|of|improv\w+|reduc\w+)\b"""
)
ANAPHOR = _pattern(
    r"""\b(?:(?:the|this|study|active|these)\ (?:study\ )?(?:drugs?|treatments?|therapy|agents?
    |medications?|regimen|intervention|combination)|treatment|therapy|it|they|treated|pretreatment
        |administration)\b"""
)
SUBJECT = _pattern(
    rf"""\b(?:treatments?|therap(?:y|ies)|drugs?|agents?|medications?|regimens?|administration|(?:pre)?treated
        |it|they|both|doses?|groups?|{WHO}|responses?|rates?|percentage|differences?|changes?
        |end\ ?points?|outcomes?|(?:{GOOD})|(?:{BAD}))\b
    |{S}|^[\W\d]*(?:(?:in\W+addition|also|similarly|a|an|the|there|significant|marked|clinical|was|were)\W+)*$"""
)
"""What a clause that does not name the drug may speak of and still tell what the drug did."""
GAIN_FROM = _pattern(r"\b(?P<gain>benefit(?:s|ed)?|relief)\ from\b")
"""The drug is what the gain came from, and not what something was compared with."""
GIVEN_AFTER = _pattern(
    rf"""^\W*{D}|(?:\b(?:with|by|of|in|on|after|following|for|from|to|during|receiving|under|than|and|or|the)\b
    |[,(:])\W{{0,3}}(?:[\w-]+\W+){{0,5}}?{D}"""
)
BY_DRUG_AFTER = _pattern(rf"\W+(?:[\w-]+\W+){{0,12}}?(?:with|of|by|to|after|on)\W+(?:[\w-]+\W+){{0,6}}?{D}")
BY_DRUG_ITSELF = _pattern(rf"\W+by\W+(?:[\w-]+\W+){{0,4}}?{D}")
EFFECT_ON = _pattern(rf"^effects?\W+(?:[\w{D}-]+\W+){{0,5}}?on[^\w{D}{S}]+(?P<what>[^;(]{{0,110}})")
OF_DIFFERENCE = re.compile(r"\b(?:differ\w*|changes?|significant$)")
"""A denial that only compares, or finds no change: it may be of any outcome."""
_TO_CHANGE = "(?:affect|alter|chang|influenc|modif)"
CHANGES_ONLY = re.compile(rf"\b(?:suppress|{_TO_CHANGE}(?:e|ed|es)?)$")
"""A denial that tells a result only where what did not change is one."""
CHANGES_EITHER_WAY = re.compile(rf"\b{_TO_CHANGE}\w*$")
HOW_PEOPLE_FARED = re.compile(
    r"\b(?:survival|symptoms?"
    r"|exacerbations?"
    r"|pain)\b"
)
"""What has to be said of a thing that was not changed for the drug to have failed: most such denials were of other
measures, or of safety."""
OUTCOME = _pattern(
    rf"(?<!in\ )(?<!with\ ){S}"
    rf"|\b(?!weight)(?:{BAD}|{GOOD}|outcomes?)\b"
)
BETWEEN_GROUPS = re.compile(r"\b(?:groups?|arms?|treatments?|primary|the\sdifference|between\sthe\stwo)\b")
"""What was compared is how people fared under each treatment."""
TAKEN_BACK = _pattern(
    r"""\balso\ (?:was|were)?\ ?seen\ with\ (?:the\ )?placebo|\b(?:differences?|this)
    \ (?:(?:was|were|did)\ not|never)\ (?:reach(?:ed)?\ )?(?:\w+ly\ )?(?:statistical(?:ly)?\ )?significan
    |\bevidence\ of\ [^.;]{0,80}?\b(?:is|are)\ (?:still\ )?required\b
    |\bany\ (?:possible\   )?(?:benefits?|effects?)\b"""
)
"""What the sentence says was better is called chance or doubtful by a later clause, or only granted: "any benefit"."""
OF_GIVING = _pattern(
    r"""\b(?:tim(?:e|ing)|route|food|formulations?|preparations?|crossed\ over|switched
    |(?<!single\ )(?<!-)dos(?:es?|ages?|ing)|regimens?|morning|evening|age|gender)\b"""
)
"""How or to whom the drug is given: what makes no difference there is no failure of the drug."""

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
APPARATUS = _pattern(
    r"""^\W*(?:funded|funding|supported\ by|copyright|©|(?:trial|clinical)\ ?(?:trials?)?\ registration|registered|\w+
        \ (?:and\ \w+\ )?\((?:funded|clinicaltrials)|clinicaltrials|level\ of\ evidence|doi|supplement\w+)\b
    |clinicaltrials\.?gov|^\W*\(?abstract\ truncated"""
)
"""Who paid, where it is registered: no part of what was found."""
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
        |syndrome\ scale|(?:side|adverse|unwanted)\ effects?)\b"""
)
"""The disease as a part of the name of something else, which is what is treated."""
NO_REMEDY = _pattern(
    rf"""{D}\W{{1,2}}
    (?:(?:\d\W)?glucuronides?|metabolites?|\w*toxicity|nephropathy|hepatitis|tests?|testing|challenge
    |stimulation|agonists?|inhibitors?
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
    rf"""\b(?:no|not|nor|neither|never|without|fail\w*|lack\w*|unlikely|unable|cannot|little|limited|poor|loss
    |insufficient|inadequate|unsatisfactory|suboptimal|marginal
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
OF_NOTHING = re.compile(
    r"\W*(?:in\W+|with\W+|on\W+)?(?:the\W+)?(?:(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\W+)?"
    r"(?:placebo|vehicle|control group)\b(?!\W+and\b)"
)
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
NO_RESULT = worded(
    "tolerab|usab|complian|convenien|adheren|remain|already|previously|must|should|has to|goal|review"
    "|summari|discuss|describe|evidence|small |minority|better |improve |associated with |success|effective |efficacy"
    "|protective factor|favo|benefit|effectiveness|test|compare|evaluate",
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
        |investigated)""".replace("DISEASE", S),
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
RISK_OF_DISEASE = _pattern(
    rf"""(?:incidence|risks?|rates?|odds|chances?|likelihood|frequency|prevalence|development|occurrence|develop\w*
        |new-onset|onset|emergent)\b[^.;]{{0,50}}?{S}|{S}[^.;]{{0,60}}\b(?:incidence|risks?|rates?|odds
        |develop\w*|occur\w*)"""
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
_TO_CHANGE = "(?:affect|alter|chang|influenc|modif)"
CHANGES_ONLY = re.compile(rf"\b(?:suppress|increase|enhance|{_TO_CHANGE}(?:e|y|ed|ied|es)?)$")
"""A denial that tells a result only where what did not change is one."""
CHANGES_EITHER_WAY = re.compile(rf"\b{_TO_CHANGE}\w*$")
HOW_PEOPLE_FARED = re.compile(
    r"\b(?:survival|mortality|outcomes?|progression|symptoms?|deaths?|relapses?|recurrences?|remissions?|disability"
    r"|quality\sof\slife|course|exacerbations?|attacks?|seizures?|episodes?|hospitali[sz]ations?|incidence"
    r"|severity|pain)\b"
)
"""What has to be said of a thing that was not changed for the drug to have failed: most such denials were of other
measures, or of safety."""
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
    \ (?:(?:was|were|did)\ not|never|failed\ to)\ (?:reach(?:ed)?\ )?(?:\w+ly\ )?(?:statistical(?:ly)?\ )?significan
    |\b(?:is|are|was|were|remains?)\ (?:\w+ly\ )?(?:questioned|questionable|doubtful)\b
    |\bevidence\ (?:for|of)\ [^.;]{0,80}?\b(?:is|are)\ (?:still\ )?(?:required|needed|lacking)\b
    |\bany\ (?:possible\ |potential\ |such\ )?(?:benefits?|effects?|advantages?|gains?)\b"""
)
"""What the sentence says was better is called chance or doubtful by a later clause, or only granted: "any benefit"."""
OF_GIVING = _pattern(
    r"""\b(?:tim(?:e|ing)|route|food|formulations?|preparations?|crossed\ over|switched
    |(?<!single\ )(?<!-)dos(?:es?|ages?|ing)|regimens?|morning|evening|age|sex|gender|race)\b"""
)
"""How or to whom the drug is given: what makes no difference there is no failure of the drug."""

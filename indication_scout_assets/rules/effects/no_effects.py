"""What a title or a sentence tells that is no effect of the drug on the disease: safety, doses, the start, forecasts.

What belongs here: the words by which such sentences are known, each under its subject. What an effect is told by is in
``effect_patterns``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_FLAGS = re.IGNORECASE | re.VERBOSE

NO_EFFECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "unwanted effects": (
        r"\badverse(?!\seffects?\son\s(?:[\w-]+\s)?(?:mortality|survival|deaths?)\b)",
        r"\bside[\s-]?effects?",
        r"\btolera(?:t|b)",
        r"\btoxicit",
        r"\bsafety\b",
        r"\bdry\smouth",
        r"\bserious\sinfection",
        r"\bcomplication",
        r"\bAEs?\b",
        r"\bhyper[a]?emia\b",
        r"\bthis\s(?:event|reaction|symptom)\b",
        r"\bdryness\sof\b",
        r"\bserious\sevents\s(?:occur|were)",
        r"\bserum\sestradiol",
        r"\bblood\schemistr",
        r"\btolerance\swas",
        r"\binjection\ssite",
        r"\bdrug-related",
        r"\bparkinsonism\b",
        r"\btreatment-(?:related|emergent)",
    ),
    "who stayed in the study": (
        r"\bwithdr[ae]w",
        r"\bdiscontinu",
        r"\bdrop(?:ped)?[\s-]?outs?\b",
        r"\bcompleted\s(?:the\s(?:study|trial)|at\sleast)\b",
        r"\bdid\snot\sstop\b",
        r"\bcompleted\sby\b",
        r"\bused\stheir\s(?:allocated|assigned)",
        r"\bnon-?(?:completers|responders)\b",
        r"\bcompliance\b",
        r"\bopen-label\sphase",
        r"\badditional\sopen-label",
        r"\babandon",
        r"\b(?:completed|completion\sof|complete|finished)\s(?:the\s|their\s)?(?:[\w-]+\s)?(?:treatment|study|trial|course)\b",
        r"\btrial\swas\scompleted\b",
        r"\bcompleted\s(?:the\s)?\d",
        r"\ballocated\streatment",
        r"\badheren",
        r"\bpersist\w+\s(?:with|on)\b",
        r"\bfailed\sto\scomplete\b",
        r"\buse\sof\sopen-label",
        r"\bcontinued\s(?:the\s)?(?:treatment|study|medication)",
        r"\bstopped\s(?:the\s)?(?:treatment|taking)",
        r"\bmissed\sdoses\b",
        r"\bcontinued\sto\s(?:receive|take)\b",
        r"\bpill\scounts?\b",
    ),
    "what people thought of the treatment": (
        r"\bconvenien",
        r"\breasons?\sfor\b",
        r"\bwould\schoose\b",
    ),
    "doses and other treatment": (
        r"\b(?:mean|modal|median|average)\s(?:\w+\s)?(?:doses?|dosages?)\b",
        r"\b(?:drug|average|mean|median)\sexposure\b",
        r"\b(?:concomitant|anticholinergic|benztropine|biperiden)\s(?:[\w-]+\s)?(?:use|medications?|therapy|treatment|drugs?)\b",
        r"\b(?:capsules|tablets|pills|doses)\s(?:consumed|taken|used)\b",
        r"\bon\s(?:low|high)-dose",
        r"\bdos(?:es?|ages?)\s(?:was|were|had\sto\sbe)\s(?:increased|doubled|raised|reduced|halved)\b",
        r"\bdose\sintensit",
        r"\bcumulative\s(?:consumption|dose)",
        r"\bconsumption\sof\sPCA",
        r"\bduration\sof\s(?:treatment|therapy|exposure|follow)",
        r"\bmean\s(?:[\w+/±-]+\s){0,3}dose\b",
        r"\b(?:total|loading|daily|maintenance|final)\s(?:[\w-]+\s)?dos(?:e|es|age)\b",
        r"^(?:The\s)?dose\s(?:was|in|of)\b",
    ),
    "what the body does to the drug": (
        r"\b(?:plasma|serum)\s(?!(?:glucose|LDL|cholesterol|triglyceride|urate|phosphate|creatinine|uric|lipids?|ferritin|HDL)\b)(?:\w+\s)?(?:level|concentration)",
        r"\bhalf-li",
        r"\bvolume\sof\sdistribution",
        r"\bpharmacokinetic",
        r"\bbioavailab",
        r"\b(?:non-)?(?:renal|oral|plasma|apparent|systemic)\sclearance",
        r"\b[CT][\s(]?max\b",
        r"\bdrug\sinteraction",
        r"\b(?:drug|primary|antibiotic|bacterial)\sresistance\b",
    ),
    "the start of the study": (
        r"^(?:initial|baseline)\s",
        r"\bbaseline\s(?:characteristics|values|levels|data)",
        r"\b(?:similar|equivalent|comparable|identical|alike)\sat\sbaseline",
        r"\bat\sbaseline\swere",
        r"\bbaseline\smean",
        r"^(?:The\s)?(?:mean\s|median\s)?\s*pre-?treatment\s",
        r"\bmean\sbaseline",
        r"\bbaseline\s(?:[\w-]+\s){1,4}groups\b",
        r"\bhad\sbaseline",
        r"\bat\srandomi[sz]ation",
        r"(?<!after\s)\bstudy\sentry",
        r"^At\sbase[\s-]?line",
        r"\bat\sbaseline\s\(",
        r"\b(?:higher|lower|greater)\sbaseline\b",
        r"^Previous\b",
        r"\bbefore\s(?:enrol\w+|randomi[sz]ation|inclusion|study\sentry)\b",
        r"\b(?:were|was)\b[^;]{0,60}\bat\sbaseline\s(?:in|for|with)\b",
        r"^(?:The\s)?(?:mean\s|median\s)?pre-?operative\b",
        r"\bwith\s(?:low|high)(?:er)?\sbaseline\b",
        r"\binitial\sVAS",
        r"\bprevious\s(?:[\w-]+\s)?duration\b",
    ),
    "who took part": (
        r"\bmean\sage\b",
        r"\bgroup\sthat\s(?:did|had|developed)\b",
        r"\bages?\b",
        r"\bgestation",
        r"\bacross\sall\sgroups",
        r"\bthan\sin\sthose\swithout\b",
        r"\bgender\b",
        r"\bASA\sstatus",
        r"\bwere\sexcluded",
        r"\b(?:proportions?|percentages?|numbers?)\sof\s(?:women|men|males|females|smokers)\b",
        r"^(?:The\s)?(?:mean\s|median\s)?(?:disease\sduration|duration\sof\s(?:diabetes|illness|disease))\s(?:was|were)\b",
        r"\b(?:were|was)\s(?:\w+\s)?(?:men|women|male|female|older|younger)\b",
        r"\bthan\s(?:in\s)?(?:the\s)?(?:younger|older)\b",
        r"\b(?:than|compared\s(?:with|to)|to\sthat)\s(?:in\s|for\s|of\s|among\s)?(?:the\s)?"
        r"(?:men|women|boys|girls|males|females|smokers|non-?responders|non-(?!us|treat|recei|recip)\w+"
        r"|(?:patients|those|people|subjects)\s(?:without(?!\streatment)|aged|in\swhom|whose))\b",
        r"\bgroups?\swere\s(?:well\s)?(?:comparable|similar|matched|alike)\b",
        r"\bstudy\sgroups\swere\b",
        r"\balleles?\b",
        r"\bgenotyp",
        r"\bpolymorphism",
    ),
    "forecasts and trends": (
        r"\bcorrelat",
        r"\bindependent\sfactor",
        r"\bpredict",
        r"\blinear\strend",
        r"\bper\s\d+\s(?:kg|cm|units?|years?|SD)\b",
        r"\bmediated\b",
        r"\bP-interaction",
        r"\binteraction\s\(",
    ),
    "times of the procedure": (
        r"\b(?:duration|length)\sof\s(?:the\s)?(?:surgery|operation|an(?:a)?esthesia|procedure)",
        r"\brecovery\stime",
        r"\bfollow-up\s(?:time|period|duration)",
    ),
    "plans and assumptions": (
        r"\bwill\sbe\b",
        r"\bwould\sbe\b",
        r"\bshould\sbe\b",
        r"\bfurther\s(?:[\w-]+\s){0,2}(?:studies|research|trials)",
        r"\binadequate\sfor",
        r"\bsample\ssize\b",
        r"\bwas\sassumed\b",
        r"\bpooled\b(?!\s(?:[\w-]+\s){0,2}(?:analys[ie]s|results?|estimates?|effects?|data|ratios?|risks?"
        r"|RR|OR|HR|S?MD|differences?|odds|hazard)\b)",
    ),
}
"""Patterns of what is no effect, by what it is instead."""
NOT_AN_EFFECT = re.compile(
    "|".join(pattern for of_subject in NO_EFFECTS.values() for pattern in of_subject), re.IGNORECASE
)
_SIDE_MEASURES = r"""
    o?edema nausea vomit diarrh(?!\w*-predominant) somnolen sedation bradycard myoclon an(?:a)?emia hypokal
    hypoglyc CAEs flush palpitation weight(?!ed) bleed (?<!urinary\s)(?<!urine\s)leak rash pruritus dizz
    constipation(?!-predominant) cough neutropen neuropath neoplasm sexual infection heart\srate vital\ssigns
    headache laboratory extrapyramidal EPSs? completion movement\sdisorder hypotens bleeding haemorrhag hemorrhag
    electrocardiogra ECG QT endometrial sleep memory appetite parkinsonism akathisi dystoni dyskinesi
    cold\sextremit tremor insomnia drows fatigue asthenia tachycard hyperkal creatinine\skinase liver\senzyme
    transaminase prolactin hyperglyc dry\smouth flu-like nasopharyng injection[\s-]site alopecia mucositis
    thrombocytop leu[ck]open hyperten(?=sive\sepisode) urinary\sretention respiratory\sdepression body\ssway
    psychomotor tinnitus taste belching (?<!young\s)mania\b hypomania pigmentation
""".split()  # noqa: SIM905 - a table of words
"""Stems of what is mostly unwanted, as patterns."""
SIDE_MEASURE = re.compile(rf"\b(?P<word>{'|'.join(_SIDE_MEASURES)})\w*", re.IGNORECASE)
"""What is a matter of safety unless the article is about it."""
NO_MEDICAL_EFFECT = re.compile(
    r"""pharmacokinetic|^pharmacodynamics\b|^(?:[\w-]+\s){0,6}interactions?\s(?:between|of|with)\b|bioequivalen
    |bioavailab|\babsorption\sand|\bdisposition\sof
    |^(?!.*\beffic)(?:[\w-]+\s){0,2}(?:safety|tolerability|side[\s-]effects)\b
    |\bassessing\sthe\sside[\s-]effects|\b(?:emetic|toxic|harmful)\seffects\b|\bcomplications\sof\b
    |^(?:[\w-]+\s){0,2}adverse\b.*\beffects\b|\bas\sa\srisk\sfactor\b|^Drug-induced\b|\bQTc?\b
    |^(?!.*\b(?:effic|effect|treatment\b|prevent|analges)).*\b(?:tolerab|toxicity|safety)
    |\b(?:triple|dual|quadruple)\b.*\b(?:versus|vs)\b.*\b(?:triple|dual|quadruple|mono)""",
    _FLAGS,
)
"""The title of an article about what the body does to a drug, about safety alone, or about how many drugs to give."""
OF_FLUID = re.compile(r"\bfluid\s(?:volume|load|requirement)s?\b", re.IGNORECASE)
"""What people were given beside the treatment."""
PLANS = re.compile(
    r"""\b(?:aim|objective|purpose)s?\b|\bhypothes[ie]s\s(?:is|was|of|that)\b
    |\bto\s(?:compare|evaluate|assess|investigate|determine|examine|test|study)\b
    |\bwe\s(?:compared|evaluated|assessed|investigated|conducted|performed|studied|tested|report)\b
    |\bwere\s(?:randomly\s)?
    (?:randomi[sz]ed|assigned|allocated|enrolled|recruited|measured|assessed|evaluated|performed|administered
    |given|followed|titrated|studied)\b
    |\b(?:was|were)\s(?:the\s)?(?:primary|secondary|principal)\b
    |\b(?:endpoint|end\spoint|outcome|criterion)s?\s(?:\w+\s){0,2}(?:was|were|included)\b(?!\s[-−]?\d)
    (?!\s(?:\w+ly\s)?(?:lower|higher|fewer|greater|longer|shorter|better|worse|reduced|improved|increased|similar))
    |\bpatients?\sreceived\b(?!\s(?:opioid|rescue))|\bwas\s(?:measured|applied)\b
    |\bpopulation\s(?:\([^()]*\)\s)?(?:was\s)?comprised\b|\bwere\scompared\swith\b
    |\bwas\s(?:defined|designed|undertaken|conducted|compared)\b|\bstatistical\sanalys|\bANOVA\b|\bused\sfor""",
    _FLAGS,
)
WITHIN_ARMS = re.compile(
    r"""\b(?:compared\s(?:with|to)|than|from|versus)
    \s(?:the\s)?(?:baseline|before|immediately\sbefore|pre-?treatment|admission|entry)\b""",
    _FLAGS,
)
"""A change in time, which compares no groups."""
AT_BASELINE = re.compile(
    r"\bbaseline\s(?:vs|versus)\b|\bbefore\sand\safter\b"
    r"|\bat\s(?:base[\s-]?line|entry|enrol?ment|inclusion|the\send\sof\sthe\splacebo)\b|\bpre-?dose\b|^Before\b"
    r"|\bat\stime\s(?:0|zero)\b|\b(?:on|at)\sday\s0\b",
    re.IGNORECASE,
)
"""A clause of values at the start."""
OTHER_DOSE = re.compile(
    r"\b(?:than|versus|vs\.?|compared\s(?:with|to))"
    r"\s(?:(?:the|in|that|those|of|with|on)\s)*(?:low|high|standard|lower|higher|conventional)[\s-]dose",
    re.IGNORECASE,
)
"""The comparator is another dose."""

"""What a title or a sentence tells that is no effect of the drug on the disease: safety, doses, the start, forecasts.

What belongs here: the words by which such sentences are known, each under its subject; whether the study gave the drug
to all of its people; and what it says it measured, so that an outcome is told from an unwanted effect. What an effect
is read from is in ``effect_reading``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ...text.numbers import statistical_tests
from ..language.mentions import DRUG, ArticleReader
from ..language.sentences import Sentence
from ..vocabulary import AGENT

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
_ON = r"(?:(?!\.\s)[^:;])*"
"""Further words of the same clause of a title."""
_ROUTE = "(?:oral|intravenous|subcutaneous|intramuscular|intranasal|inhaled|rectal|transdermal|epidural)"
_PROCEDURE = "(?:electroconvulsive|radio|photo|physio|psycho|behavio|cognitive|exercise|surg)"
"""The beginning of what is done to people, which leaves the drug the only agent."""
_IN_BOTH_ARMS = re.compile(
    rf"""{DRUG}{_ON}(?:(?<!patients\ )(?<!subjects\ )(?<!people\ )(?<!women\ )(?<!adults\ )
        \bwith(?:\ (?:or|and)\ |/)without\b|±)
    |\b(?:added|addition|adding|additives?)\b{_ON}\bto\b{_ON}{DRUG}
    |{DRUG}{_ON}\b(?:versus|vs\.?|compared\ with)\ (?!placebo\b){_ON}{DRUG}
    |\bcomparison\ of\ {_ON}{DRUG}{_ON}\band\ (?:[\w-]+\ ){{0,4}}{DRUG}
    |{DRUG}\ alone\b|\b(?:than|versus|vs\.?|to|with|or|and)\ {DRUG}\ monotherapy
    |{DRUG}\ monotherapy\ (?:or|and|versus|vs|with|compared)\b
    |\b(?:serum|plasma|urinary)\ {DRUG}|{DRUG}\ (?:levels?|concentrations?|guid)|\bresistance\ to\ {DRUG}
    |\b(?:repeat(?:ed)?|second)\ dose\ of\ {DRUG}|\breduc\w+\ {DRUG}\ (?:treatment|use|prescri)
    |{DRUG}{_ON}\bcompared\ (?:to|with)\ monotherapy|^(?!{_ON}\b(?:versus|vs)\b){_ON}
        \bin\ combination\ with\ (?:[\w-]+,\ ){{0,4}}(?:[\w-]+\ and\ |and\ )?{DRUG}
    |\b{_ROUTE}\ (?:versus|vs\.?|or)\ {_ROUTE}\ {DRUG}
    |\b(?:halving|doubling|tapering|withdrawal|discontinuation|augments?)\b{_ON}\bof\ (?:the\ )?{DRUG}
    |{DRUG},?\ \d{_ON}\bor\ \d|\b(?:combined|dual|fixed-dose)\b{_ON}{DRUG}(?!\ (?:and|with)\ {_PROCEDURE})
    |^(?!{_ON}\b(?:versus|vs)\b){_ON}{DRUG}{_ON}\b(?:dual|combination)\ therapy
    |\bdelayed[ -]start\b|\bin\ (?:[\w-]+\ )?users\ of\ (?:[\w-]+\ )?{DRUG}
    |{DRUG}\ (?:er|sr|xr|ir)\ (?:versus|vs\.?)\ (?:er|sr|xr|ir)\b
    |^(?!{_ON}\b(?:versus|vs|compared|placebo)\b){_ON}\bin\ (?:[\w-]+\ )?(?:patients|women|men|children|adults)
        \ (?:receiving|taking|treated\ with|on)\ {DRUG}{_ON}\bfor\b
    |^(?!{_ON}\b(?:reduc|improv|prevent)){_ON}\bduring\ (?:long-term\ )?(?:treatment|therapy)\ with\ {DRUG}
    |{DRUG}-[a-z]{{5,}}\ (?:plus|\+)\ |\banti-?{DRUG}|/{DRUG}\ (?:antibod|ab\b)|{DRUG}\ concentrations\ predict
    |{DRUG}(?:\ \w{{2,6}})?\ ?/\ ?[a-z]{{5}}|[a-z]{{5}}\ ?/\ ?{DRUG}
    |{DRUG}[ -](?:induced|associated|related|pain
        |injection(?!\ (?:reduc|improv|prevent|reliev|versus|vs|compared|treatment))
        |sedation|dos(?:e|es|ing|age)\b)(?!{_ON}placebo)""",
    re.VERBOSE,
)
"""The title of an article that gives the drug to all, and measures something else."""


_SEVERAL = re.compile(
    rf"\b(?:two|three|four|different|various|several)\ (?!(?:years?|months?|weeks?|days?|hours?|effects?)\b)"
    rf"(?!{_ON}placebo){_ON}{DRUG}"
)
"""The title of an article on several doses or forms of the drug, which may have a placebo beside them."""
_TIMED = re.compile(
    rf"""\b(?:continuous|intermittent|early|late|delayed|short(?!-acting)|long(?!-acting)|daily|weekly|once|twice|prolonged|extended)
        (?P<between>{_ON})\b(?:versus|vs\.?|or)\ {_ON}{DRUG}(?!{_ON}(?:\bversus|\bvs\b|\bplacebo))""",
    re.VERBOSE,
)
"""The title of an article that compares two ways to give the drug, if no other agent stands between the two."""


def given_to_all(reader: ArticleReader) -> bool:
    """Whether drug and comparator of a study both hold the drug."""
    title = reader.mask(reader.article.title)
    timed = _TIMED.search(title)
    if _IN_BOTH_ARMS.search(title) or (timed and not AGENT.search(timed["between"])):
        return True
    return _SEVERAL.search(title) is not None and "placebo" not in reader.mask(reader.article.abstract)


_DECLARES = re.compile(
    r"\b(?:outcomes?|end\s?-?points?|measures|assess\w*|evaluat\w*|efficacy|effects?\sof|determine"
    r"|investigate\w*|to\scompare|compared\sthe"
    r"|aims?|objectives?|purpose|variables?|examined?)\b",
    re.IGNORECASE,
)
_RESULT = re.compile(r"%|\b[pP]\s?[<=>]|\bsignificant")
_OF_SAFETY = re.compile(
    r"\b(?:adverse|side[\s-]?effects?|safety|safe|(?:well|better)[\s-]tolerated|tolerab\w+|toxicit\w+)\b", re.IGNORECASE
)


def declared(reader: ArticleReader, sentences: Iterable[Sentence]) -> str:
    """The words by which an article says what it measures, folded: its title, its disease, its aims and outcomes."""
    return " ".join((reader.article.title, *reader.pair.disease_names, *_declaring(sentences))).lower()


def _declaring(sentences: Iterable[Sentence]) -> Iterator[str]:
    for sentence in sentences:
        text = sentence.text
        if _DECLARES.search(text) and not _RESULT.search(text):
            yield re.split(r"\b(?:safety|tolerab|adverse|side[\s-]effects?)", text, maxsplit=1)[0]


def is_of_safety(text: str) -> bool:
    """Whether a sentence speaks of unwanted effects."""
    return _OF_SAFETY.search(text) is not None


def is_no_effect(text: str, declared_outcomes: str) -> bool:
    """Whether a sentence tells a plan, the start, safety or the like, rather than what the drug did to the disease.

    Args:
        text: the sentence.
        declared_outcomes: what the article says it measures (``declared``): that is no unwanted effect.
    """
    if NOT_AN_EFFECT.search(text) or (PLANS.search(text) and not statistical_tests(text)):
        return True
    return any(match["word"].lower() not in declared_outcomes for match in SIDE_MEASURE.finditer(text))

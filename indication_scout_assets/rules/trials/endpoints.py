"""What a primary outcome measures, and whether more of it is better.

What belongs here: reading an outcome's registered title by its words. A title that several readings fit has none:
"change in score" may be good or bad.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from ..names.drug_mentions import names_drug
from ..names.name_matching import fold, names_in


class EndpointKind(StrEnum):
    EFFICACY = "efficacy"
    """Anything that is none of the others."""
    SAFETY = "safety"
    PHARMACOKINETIC = "pharmacokinetics"
    BIOMARKER = "a biomarker"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_KINETIC = _pattern(
    r"""\bpharmacokinetic|\bc[-_ ]?(?:max|min|trough)\b|\bt[-_ ]?max\b|\bauc\W*(?:0|inf|last|tau|t\b)|half-?\s?life
    |\bauc\b.*\b(?:plasma|concentration)|area\ under\ the\ (?:[\w-]+\ ){0,3}?concentration|bioavailab|bioequival
    |concentration[-\ ](?:versus|vs\.?|time)|\b(?:apparent|oral|total|systemic|renal|plasma)\ (?:\w+\ )?clearance
    |\bcl/f\b|volume\ of\ distribution|\bdrug\ (?:levels?|concentrations?|exposure)|\bpk\b|absorption\ of"""
)
_OF_DRUG = _pattern(r"\b(?:plasma|serum|blood|trough|steady-state|peak)\b.*\b(?:concentrations?|levels?)\b")
"""A level, which is the drug's where the title names the drug."""
_SAFETY = _pattern(
    r"""(?<!major\ )\badverse\b(?!\ (?:\w+\ )?(?:cardi\w+|outcomes?|kidney|renal|limb))|\bsafety\b|\btolerab
    |\btoxicit|\bside[\ -]effects?|dose[-\ ]limiting|\bdlts?\b|\bmtd\b
    |maximum\ tolerated|laboratory\ abnormalit|discontinu\w+\ (?:[\w-]+\ ){0,2}?due|withdraw\w+\ due|\bsaes?\b
    |\bteaes?\b"""
)
_ALSO_EFFICACY = _pattern(r"\b(?:efficac|effective|response\ rates?|clinical\ response|progression-free)")
_BIOMARKER = _pattern(
    r"""\bbiomarkers?\b|\b(?:gene|protein|receptor)\ expression|\bmrna\b|cytokine|interleukin|\bil-\d|tnf|c-reactive
    |\bcrp\b|natriuretic\ peptide|\b(?:pro-?)?bnp\b|(?:receptor|transporter)\ occupancy
    |antibod\w+\ (?:response|titers?|levels?)
    |(?:vaccin\w+|immune|tetanus)\b.*\b(?:response|titers?)|pharmacodynamic|platelet\ aggregation|methylation
    |flow-mediated\ dilat|(?:serum|plasma|urinary)\ levels?\ of|insulin\ secretion|cerebral\ blood\ flow|\bbinding\b"""
)


def kind_of(title: str, drug_names: Sequence[str] = ()) -> EndpointKind:
    """What the outcome measures, by its title."""
    text = fold(title)
    if _KINETIC.search(text) or (_OF_DRUG.search(text) and names_drug(title, drug_names)):
        return EndpointKind.PHARMACOKINETIC
    if _SAFETY.search(text) and not _ALSO_EFFICACY.search(text):
        return EndpointKind.SAFETY
    return EndpointKind.BIOMARKER if _BIOMARKER.search(text) else EndpointKind.EFFICACY


# ------------------------------------------------------------------------------------------------ which way is better
_BAD_EVENT = r"""(?:relaps\w*
    |recurren\w*|progress\w+|deaths?|died|mortality|exacerbat\w*|failures?|worsen\w*|infections?
    |hospitali\w+|attacks?|seizures?|flares?|strokes?|infarct\w*|bleeding|fractures?|falls?|rejection|rescue|intubation
    |ventilation|amputat\w*|thrombo\w+|embol\w+|events?|crisis|crises|delirium|vomiting|nausea|preterm|suicid\w+
    |dropouts?|treatment\ failure|loss\ of\ response|headaches?|migraines?|complications?|mucositis)"""
_GOOD_EVENT = r"""(?:respon[sd]\w*|remission|remit\w*|heal\w*|recover\w*|resol\w+|improve\w*|cure[ds]?|surviv\w+
    |abstin\w*|abstain\w*|clear\b|clear(?:ed|ance)|achiev\w+|success\w*|pregnan\w+|live\ births?|ovulat\w*|quit\w*
    |discharge\w*
    |conver(?:sion|ted)|negativ\w+|continence|free\ of|freedom\ from|alive|eradicat\w+|acr\s?\d+|easi[\s-]?\d+
    |pasi[\s-]?\d+|asas\s?\d+|sri[\s-]?\d)"""
_GOOD_MEASURE = r"""(?:
    (?:6|six)[-\ ]?min\w*\ walk\w*|6mwd?t?|walk\w*\ distance|fev\W?1|forced\ (?:expiratory|vital)\s\w+
    |fvc|ejection\ fraction|lvef|vo2|oxygen\ (?:uptake|consumption|saturation)|exercise\ (?:capacity|tolerance|time)
    |visual\ acuity|bone\ mineral\ density|bmd|hemoglobin(?!\ a1c)|platelet\ count|sf-?36|karnofsky|muscle\ strength
    |egfr|glomerular\ filtration|survival|sleep\ (?:time|efficiency|duration)|mmse|moca|wakefulness)"""
_BAD_MEASURE = r"""(?:\bpain\b|ham-?d\w*|hdrs|hamilton|madrs|ymrs|panss|bprs|depression\ (?:rating|scale|score)
    |vascular\ resistance|\bpvr\b|arter\w+\ pressure|intraocular\ pressure|\biop\b|symptoms?|severity|itch\w*|prurit\w*
    |craving|cigarettes|drinks|drinking\ days|use\ days|albumin\w*|proteinuria|viral\ load|das-?28|easi\b|pasi\b|scorad
    |sledai|updrs|tumou?r\ size|lesions?|apnea|ahi\b|fatigue|disability\ (?:score|scale)|edss|sleepiness|binge\w*|tremor
    |liver\ fat|steatosis|hot\ flash\w*|frequency\ of|number\ of\ (?:days|episodes)\ (?:of|with)|blood\ loss|bleeding
    |adhd-?rs|anxiety|y-?bocs|yale-brown|ipss|inflammat\w+)"""
_OF_DISEASE = (
    (_pattern(r"obes|overweight|adipos|weight|binge|metabolic"), r"(?:weight|bmi|body\ mass|waist|fat\ mass)"),
    (_pattern(r"hypertens|blood\ pressure|eclampsia"), r"(?:(?:blood|systolic|diastolic)\b.*\bpressure)"),
    (_pattern(r"diabet|glyc|prediabet|insulin\ resist"), r"(?:hba1c|hemoglobin\ a1c|a1c|glucose|homa)"),
    (_pattern(r"lipid|cholesterol|triglycerid"), r"(?:cholesterol|ldl\W?c?|triglycerides?|apob)"),
)
"""What is better lower in some diseases."""
_TIME_TO = _pattern(r"\b(?:time|days|weeks|months|hours|interval)\ (?:to|until|till|from\ [\w\s]+?\ to)\b(?P<event>.*)")
_FREE = _pattern(
    rf"\b(?:{_BAD_EVENT}|disease|pain|symptom|seizure|drug|smok\w+|ventilator)[-\ ]free\b|freedom\ from|abstinen"
)
_SHARE_REDUCED = _pattern(
    r"\b(?:percent\w*|proportion|number|rate)\ of\ (?:\w+\ ){0,2}?(?:patients|participants|subjects|people|adults)"
    r"\b.*\b(?:reduc\w+|decreas\w+|improve\w+|loss|losing|lost)\b"
)
_SHARE_GROWN = _pattern(r"\b(?:percent\w*|proportion|number)\ of\b.*\b(?:with|an?)\b.*\bincrease")
_REDUCTION = _pattern(r"\b(?:reduction|decrease|decline|loss|lowering|improvement|increase|gain)\b")
_DURATION_OF = _pattern(r"\bduration\ of\b")
_WORSE = _pattern(r"\b(?:worse\w*|deteriorat\w*|impair\w*|loss\ of|lack\ of|non-?respon\w*|unrespon\w*|no\ response)\b")


def better_when(title: str, disease_names: Sequence[str] = ()) -> int:
    """+1 where more of the outcome is better, -1 where less is, 0 where its title does not tell."""
    text = fold(title)
    if _FREE.search(text):
        return 1
    if timed := _TIME_TO.search(text):
        return -_sign(timed["event"], disease_names)
    if _SHARE_REDUCED.search(text):
        return 0 if _WORSE.search(text) else 1
    if _SHARE_GROWN.search(text) or (_REDUCTION.search(text) and not _DURATION_OF.search(text)):
        return 0
    return _sign(text, disease_names)


def _sign(text: str, disease_names: Sequence[str]) -> int:
    """+1 where only good things are named, -1 where only bad ones, else 0."""
    if _WORSE.search(text):
        return 0
    names = fold(" ; ".join(disease_names))
    own = [measure for disease, measure in _OF_DISEASE if disease.search(names)]
    good = re.search(rf"\b{_GOOD_EVENT}|\b{_GOOD_MEASURE}", text, re.VERBOSE)
    bad = re.search("|".join([rf"\b{_BAD_EVENT}\b", _BAD_MEASURE, *own]), text, re.VERBOSE)
    named = not bad and not good and bool(names_in(text, list(disease_names)))
    return int(bool(good)) - int(bool(bad) or named)

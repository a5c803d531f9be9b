"""The words by which a sentence tells an effect: alternatives for verbose patterns over folded text.

What belongs here: lists of words and the shape of names (of diseases, of drugs). How they stand together is in
``sides.cues``. Texts are lower case, without accents and in American spelling.
"""

from __future__ import annotations

import re

# ---------------------------------------------------------------------------------------------- effects
BETTER = r"""(?:improv|ameliorat|alleviat|attenuat|mitigat|reliev|revers|restor|prevent|protect)(?:ed|e?s|ing)
    |(?:ameliorat|alleviat|attenuat|protect)(?:ion|ive)|improvements?(?!\ (?:ratings?|scales?|scores?))|relief
    |effective(?:ly)?(?!\ (?:dose|concentration|refractory|renal))|efficacious|beneficial|benefited|benefit\ from
    |(?:demonstrat|show|prov|confirm|establish|support|signific|superior)\w*\ (?:(?!that\b)[\w-]+\ ){0,3}?
        (?:efficacy|effectiveness)
    |(?:clinical|significant|therapeutic|survival|sustained|symptomatic|clear|marked|moderate|modest)
        \ benefits?(?!\ rate)|cured|successful(?:ly)?|superior|abolish(?:ed|es)|normali[sz](?:ed|es|ing|ation)|responded
    |promising|(?:shown|found|demonstrated|proved|observed|appears|seems|able)\ to\ (?:\w+ly\ )?(?:improve|alleviate
        |attenuate|relieve|protect|prevent|reverse|restore)|useful\ (?:in|for)\ (?:the\ )?(?:treat|manag|therap)\w+"""
LESS = r"""reduc(?:ed|es|ing|tions?)|decreas(?:ed|es|ing|e)|lower(?:ed|s|ing)
    |lower(?!\ (?:urinary|limbs?|legs?|back|extremit\w+|respiratory|airways?|gastrointestinal|gi|abdom\w+|lobes?|motor
        |doses?|quartiles?|tertiles?))
    |diminish(?:ed|es|ing)
    |suppress(?:ed|es|ing|ion\ of)|inhibit(?:ed|s|ing|ion\ of)|lessen(?:ed|s)|fewer|shorten(?:ed|s)|delay(?:ed|s)
    |slow(?:ed|s|ing)|fell|declin(?:ed|es)|block(?:ed|s|ing)|counteract(?:ed|s)|antagoni[sz](?:ed|es)"""
MORE = r"""increas(?:ed|es|ing|e)|enhanc(?:ed|es|ing)|prolong(?:ed|s|ing)|rais(?:ed|es)|elevat(?:ed|es|ion)|rose|higher
    |greater|longer|promot(?:ed|es)|potentiat(?:ed|es)|accelerat(?:ed|es)"""
WORSE = r"""worsen(?:ed|s|ing)|impair(?:ed|s)|exacerbat(?:ed|es|ing)|aggravat(?:ed|es|ing)|deteriorat\w+|detrimental
    |deleterious|harmful"""
HELPING = r"""improv|ameliorat|alleviat|attenuat|eas|reliev|prevent|revers|restor|protect|reduc|decreas|lower|suppress
    |inhibit|slow|delay|increas|enhanc|prolong|normali[sz]|abolish|abrogat|mitigat|block|lessen|shorten|preserv"""
"""Stems of verbs by which something is told to help."""
STATES = rf"""(?:{HELPING}|worsen|aggravat|exacerbat
    |impair|caus|induc|provok|trigger|precipitat)(?:es|s|ed)|fails?|failed|is|are|was|were|does|do|did|has|have|had|can
    |no|not"""
"""Words by which a title states something instead of naming its topic."""

# ---------------------------------------------------------------------------------------------- what is measured
GOOD_THING = r"""survival|quality\ of\ life|function(?:s|ing|al)?|exercise|walk\w*\ distance|remission|recovery|healing
    |resolution|cure|abstinence|quit|weight\ loss|mineral\ density|oxygenation|oxygen\ saturation|cogniti\w+|memory
    |sleep(?!\ (?:difficult|disturb|disorder|problem|depriv|apn))
    |ejection\ fraction|cardiac\ output|sensitivity|tolerance|mobility|strength|ovulation|pregnancy\ rates?
    |latency|thresholds?|clearance|well-?being|capacity|vision|visual\ acuity|hearing|response\ rates?|responders?"""
BAD_THING = r"""symptoms?|pain|severity|mortality|deaths?|relapses?|recurren\w+|attacks?|episodes?|exacerbations?
    |progression|inflammat\w+|damage|injur\w+|lesions?|tumou?rs?|arterial\ pressure|blood\ pressure|vascular\ resistance
    |glucose|hba1c|cholesterol|triglycerides?|body\ weight|bmi|hospitali[sz]ations?|swelling|edema|fibrosis|craving
    |scores?|infarct\w*|burden|viral\ load|dysfunction|bleeding"""
ENDPOINT = r"(?:primary\ |secondary\ |main\ |co-?primary\ )*(?:end\ ?points?|outcomes?)"
CAUSED = (
    r"induced|induces?|caused|causes?|provoked|provokes?|produced|produces?|precipitated|triggered|triggers?|elicited"
)
SIDE_EFFECT = r"adverse\ (?:\w+\ )?(?:effects?|events?|reactions?)|side[\ -]effects?|toxicit(?:y|ies)|complications?"
GOOD_NEWS = (
    r"improv\w*|better|benefi\w*|reduc\w*|decreas\w*|less|lower\w*|fewer|remission|resol\w*|relief|recover\w*"
    r"|regress\w*|clinical|response"
)
STOPPING = r"withdraw\w*|weaned|weaning|discontinu\w*|cessation|stopp\w+|omission|omitting|withholding"
NOTHING = r"placebo|vehicle|saline|controls?|untreated|sham|baseline|no\ treatment|usual\ care|standard\ care"
"""What a treatment is compared with to see whether it does anything at all."""

PEOPLE_COMPARED = r"(?:patients?|people|persons|adults|children|infants|women|men|subjects|individuals|those|users)"
FRONTED_COMPARISON = (
    r"^\W*(?:when\ |as\ )?(?:compared\ (?:with|to)|in\ (?:comparison|contrast)\ (?:with|to)|relative\ to|unlike"
    rf"|versus)\b[^;]{{0,240}}?,\ (?=(?:the\ )?(?:[\w-]+\ )?{PEOPLE_COMPARED}\b)"
)
"""What opens a sentence as the other side of a comparison: "Compared with users of A, B or C, those on D had…"."""

# ---------------------------------------------------------------------------------------------- names by their shape
AILMENT = r"""(?!(?:diagn|progn|apopt|mit|necr|metast|sten|fibr|oste)osis|crisis|basis|analysis|hypothesis|anxiolysis)
    \w{2,}(?:itis|osis|iasis|emia|pathy|oma|plegia|algia|rrhea|penia)|diabetes|cancer|hypertension|hypotension
    |depression
    |depressive\ disorders?|heart\ failure|stroke|psychosis|mania|seizures?|dementia|delirium|hallucinations?|asthma
    |ed|hot\ (?:flash|flush)(?:es)?|(?:erectile|sexual)\ dysfunction|copd|migraine|insomnia|infertility
    |smoking\ cessation|(?:to\ )?quit\ smoking"""
"""Another disease, where the masked one is not meant: by its ending, or common."""


def _by_first_letter(words: str) -> str:
    """Alternatives of a pattern, grouped by their first letter: at each place of a text one group is tried, not all."""
    groups: dict[str, list[str]] = {}
    for word in sorted(set(words.split())):
        groups.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items())


_STEMS = _by_first_letter("""
    tinib citinib ciclib zomib limus mab statin sartan pril olol dipine azosin gliptin gliflozin glitazone glutide
    natide afil entan ciguat prost triptan oxetine traline faxine azepam azolam zepine ridone piprazole peridol
    barbital caine profen coxib fenac metacin oxicam methasone solone onide cillin mycin micin cycline floxacin
    conazole vudine platin rubicin taxel trexate tecan parin xaban gatran setron prazole lukast buterol meterol
    tropium dronate thiazide semide lactone vaptan cyclin formin sertib lisib parib fenib degib fungin vir kinra
    relin steride dazole rozole curium curonium stigmine astine tadine fenadine tidine ipramine triptyline phylline
    orphan entanil codone pidem clone fibrate oquine tretin ergot ergotamine thiazone pamil tiazem ilast trexed
    citabine poside
""")
AGENT = re.compile(
    rf"\b(?:\w+(?:{_STEMS})|gli\w+ide|nal\w+xone)s?\b"
    r"|\b(?:insulin|glucocorticoids?|corticosteroids?|opioids?|statins?|nitric\soxide)\b"
)
"""Another drug, by the stem of its international nonproprietary name (WHO's stem book) or as a common class."""

_BLOCK = r"(?:block(?:ers?|ades?|ing\s(?:agents?|drugs?|therapy))|antagonis(?:ts?|m))"
CLASSES = tuple(
    (re.compile(rf"\b\w+(?:{stems})\b"), re.compile(words))
    for stems, words in (
        (
            r"olol|[ai]lol",
            rf"\bbeta[\s-]*(?:\(?1\)?-?)?(?:adreno(?:ceptor|receptor)|adrenergic)?[\s-]*(?:receptor\s)?{_BLOCK}",
        ),
        (r"dipine|pamil|tiazem", rf"\b(?:calcium(?:[\s-]channel)?|ca2\+[\s-]channel)[\s-](?:entry\s)?{_BLOCK}"),
        (r"pril(?:at)?", r"\b(?:ace|angiotensin[\s-]converting[\s-]enzyme)[\s-]inhibit(?:ors?|ion)"),
        (r"sartan", rf"\bangiotensin[\s-](?:ii\s)?(?:type\s1\s)?(?:receptor\s)?{_BLOCK}"),
        (r"statin", r"\bstatins?\b|\bhmg[\s-]coa\sreductase\sinhibit(?:ors?|ion)"),
        (r"prazole", r"\bproton[\s-]pump\sinhibit(?:ors?|ion)"),
        (r"gliptin", r"\b(?:dpp-?4|dipeptidyl\speptidase-?4)\sinhibit(?:ors?|ion)"),
        (r"gliflozin", r"\bsglt-?2\sinhibit(?:ors?|ion)"),
        (r"afil", r"\b(?:pde-?5|phosphodiesterase[\s-](?:type\s)?5)\sinhibit(?:ors?|ion)"),
        (r"triptan", r"\btriptans?\b"),
        (r"triptyline|ipramine", r"\btricyclics?(?:\santidepressants?)?\b"),
        (r"dronate|dronic acid", r"\bbisphosphonates?\b"),
        (r"setron", rf"\b5-?ht3\s(?:receptor\s)?{_BLOCK}"),
    )
)
"""A class by the stem of its members' names, and the words that name it."""

# ---------------------------------------------------------------------------------------------- measures of a disease
MEASURES = (
    (
        r"(?:(?:pulmonary|systemic)\s)?(?:vascular\sresistance|arter\w+\spressures?)|blood\spressures?|heart\srates?"
        r"|(?:systolic|diastolic)(?:\s(?:and|or)\sdiastolic)?\s(?:blood\s)?pressures?|pulse\swave\svelocity",
        r"hypertens|hypotens|blood pressure|shock|eclampsia|heart failure|cardiac failure|cardiomyopath|pulmonary",
    ),
    (
        r"(?:(?:total|ldl|hdl|non-hdl)[\s-])?cholesterol|triglycerides?|\b(?:ldl|hdl)\b|lipids?\s(?:profiles?|levels?)",
        r"lipid|cholesterol|triglycerid|atheroscl",
    ),
    (
        r"(?<!birth\s)\b(?:body\s)?weight(?:\s(?:loss|gain|reduction))?\b|\bbmi\b|body\smass\sindex|\bwaist\b",
        r"obes|overweight|weight|adipos|binge|hyperphag|cachex|anorexia",
    ),
    (
        r"(?:\b(?:blood|plasma|fasting)\s)*\bglucose\b|\bhba1c\b|glyc(?:emic|ated)\s\w+|insulin\ssensitivity",
        r"diabet|glyc|glucos|insulin|polycystic",
    ),
    (r"\bhot\sfl(?:ash|ush)\w*", r"hot fl|menopaus|climacter|vasomotor|flush|ovarian (?:failure|insuff)|hypogonad"),
)
"""A measure or sign, and the diseases whose own outcome it is; of any other disease it says little."""
MEASURE_PARTS = (
    "pressure", "resistance", "heart", "velocity", "cholesterol", "triglyc", "ldl", "hdl", "lipid", "weight", "bmi",
    "body mass", "waist", "glucose", "hba1c", "glyc", "insulin", "hot fl",
)  # fmt: skip
"""One of these is in every text that names a measure: a cheap first test."""
MEASURED_BY_ALL = re.compile(r"metabolic syndrome|syndrome x\b|cardiovascular risk")
"""Diseases defined by all of these measures."""

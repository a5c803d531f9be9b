"""The words of results: what may rise or fall, which way is good, and who else may have brought it about.

What belongs here: lists of words for verbose patterns over masked, folded text. The phrases they make are in
``result_phrases``; what follows from them is in ``results``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..language.mentions import DISEASE as S
from ..vocabulary import AGENT, BAD_THING, GOOD_THING

GOOD = rf"""{GOOD_THING}|analgesia|eradication|hdl(?:-c)?|adiponectin|time\ in\ range|e?gfr
    |glomerular\ filtration|perfusion
    |endothelial\ function|vasodilat(?:at)?ion|blood\ flow|patency|h[ae]moglobin|platelet\ counts?
    |cd4\S*|growth(?!\ (?:hormones?|factors?|retard|inhib))
    |(?:[\w-]+-|symptom\ |pain\ |seizure\ |event\ )free(?:dom)?|control(?!\ (?:group|arm|subjects
    |patients|period|eyes))|efficacy|distance|fev1
    |lung\ function|menstrual\ \w+|menses|live\ births?|conception|vital\ capacity|productivity|performance|activities
    |rates?\ of\ (?:complete\ |clinical\ )?(?:response|remission|cure|healing|eradication)|euglyc[ae]mia
    |quality|benefits?|protection|relief|improvements?"""
"""More of it is good."""
BAD = rf"""{BAD_THING}|{S}|hba1?c?|a1c|glycated|glyc[ae]mia|hyperglyc[ae]mia|ldl\S*|lipids?
    |(?<!birth\ )weight|waist|adiposity
    |fat(?:\ content)?|steatosis|aminotransferases?|transaminases?|alt|ast|liver\ enzymes|albuminuria|proteinuria
    |albumin\ (?:excretion|creatinine)\S*|uacr|insulin\ (?:requirements?|needs?|doses?|resistance|levels?)|homa\S*
    |hyperinsulin\w+|insulin\ concentrations?|androgens?|testosterone|hirsutism|seizures?|events?|risks?|incidence
    |frequency|(?:need|requirements?)\ for|(?<!oxygen\ )consumption|intake|disability|depressi\w+|anxiety|fatigue|nausea
    |vomiting|cough|itch\w*|pruritus|ulcers?|disease\ activity|psa|stiffness|hypertrophy
    |(?:ventricular|muscle)?\ ?mass\ index
    |wall\ thickness|intima\S*(?:\ media\ thickness)?|plaques?|oxidative\ stress|crp|c-reactive\ protein|esr|il-\d+\w*
    |tnf\S*|cytokines?|infections?|parasit\w+|intraocular\ pressure|iop|drinking|alcohol|smoking|cigarettes|binge\S*
    |obsess\w+|compuls\w+|tics?|tremor|spasms?|spasticity|agitation|aggression|mania|psychosis|psychopathology|morbidity
    |strokes?|thrombo\w+|emboli\w*|rejection|failures?|complications?|dialysis|decline|deterioration|impairment
    |atrophy|bone\ (?:loss|resorption|turnover)|fractures?|uric\ acid|urate|flares?|stones?|isch[ae]mi\w+|arrhythmi\w+
    |tachycardia|fibrillation|angina|st\ (?:segment\ )?depression|preterm|blood\ loss|transfusions?|obstruction
    |hyperplasia|discomfort|distress|disturbances?|complaints?|awakenings?|hot\ flash\w*|hot\ flush\w*|stress
    |pressures?|congestion|dyspn[oe]a|wheez\w+|bronchoconstriction|hyperalgesia|allodynia|toxicity|apoptosis
    |proliferation|metastas\w+|invasion|hematuria|hyper[a-z]+emia|levels\ of\ (?:glucose|cholesterol|crp)
    |event\ rates?|(?<!dose\ )intensity|withdrawal\ (?:symptoms|signs)
    |use\ of\ rescue|rescue\ (?:medication|use)|hospital\ stay|days\ of"""
"""Less of it is good; the disease itself is."""
FELL = r"""reduc(?:ed|es|ing|tions?|e)|decreas(?:ed|es|ing|e)|lower(?:ed|s|ing)?(?!\ than\ (?:or\ )?\d)
    |diminish(?:ed|es|ing)
    |suppress(?:ed|es|ing|ion)?|inhibit(?:ed|s|ing|ion)?|lessen(?:ed|s|ing)?
    |fewer(?!\ than\ \d)|(?<!or\ )less(?!\ than\ (?:or\ )?\d)
    |shorten(?:ed|s|ing)?|shorter
    |delay(?:ed|s|ing)?|slow(?:ed|s|ing)|slower|fell|declin(?:ed|es)|drop(?:ped|s)?|minimi[sz](?:ed|es|ing)
    |abolish(?:ed|es)|eliminat(?:ed|es|ing|ion)|prevent(?:ed|s|ing|ion)|regress(?:ed|ion)|smaller|halved?
    |disappear(?:ed|ance)|resolv(?:ed|es)|resolution|subsid(?:ed|es)|attenuat(?:ed|es|ing|ion)|normali[sz](?:ed
    |es|ation)
    |block(?:ed|s)|counteract(?:ed|s)|correct(?:ed|s|ion)|blunt(?:ed|s|ing)|ceased|stabili[sz](?:ed|es|ation)"""
STEMS_OF_FELL = (
    "reduc|decreas|lower|diminish|suppress|inhibit|less|fewer|shorten|shorter|delay|slow|fell|declin|drop|minimi|abolish"
    "|eliminat|prevent|regress|smaller|halve|disappear|resolv|resolution|subsid|attenuat|normali|block|counteract|correct"
    "|blunt|ceased|stabili"
)
"""The same, for ``worded_pattern``."""
ROSE = r"""increas(?:ed|es|ing|e)|enhanc(?:ed|es|ing|ement)|prolong(?:ed|s|ing|ation)|rais(?:ed|es|ing)|rose
    |(?:higher|greater|longer|more)(?!\ than\ (?:or\ )?\d)|better|promot(?:ed|es|ing)|accelerat(?:ed|es)
    |achiev(?:ed|es|ing)|restor(?:ed|es|ing|ation)
    |maintain(?:ed|s)|preserv(?:ed|es)|gain(?:ed|s)?|faster|earlier"""
UNSURE = r"""may|might|could|can|possibl[ey]|potential(?:ly)?|seem(?:s|ed)?|appear(?:s|ed)?|suggest(?:s|ed|ing|ive)?
    |trend|tend(?:s|ed|ency)?|likely|probabl[ey]|promising|preliminary|perhaps|pilot|hypothes\w+
        |should\ be\ considered"""
NOTHING = r"""placebo|vehicle|saline|sham|untreated|no\ (?:treatment|therapy|medication)|usual\ care|standard\ care
    |standard\ (?:therapy|treatment)\ alone|(?:diet|lifestyle|exercise|insulin|background\ therapy|monotherapy)\ alone
    |lifestyle(?:\ (?:intervention|modification))?|control\ (?:group|arm|subjects|patients)|controls(?=\W)
    |(?:than|with|versus|vs\.?|and|to)\ (?:the\ )?control(?=\W)(?!\ (?:of|the))
        |open\ control"""
"""What a treatment is compared with to see whether it does anything at all."""
OTHER_AGENT = re.compile(
    rf"""(?!\binsulin\ (?:sensitiv|resist|level|secret|require|need|dose|concentr|action|initiat|area
        |respon))(?:{AGENT.pattern})|\b(?:\w{{3,}}(?:apine|azine|nidazole|bactam|penem|dopa|idol|setmide|gabine
        |racetam|giline)
    |aspirin|warfarin|heparin|lithium|bupropion|trazodone|aminophylline|theophylline|allopurinol|colchicine|digoxin
    |morphine|tramadol|methadone|ketamine|propofol|melatonin|cannabi\w+|valproate|phenytoin|topiramate|lamotrigine
    |levetiracetam|vigabatrin|baclofen|memantine|donepezil|clonidine|hydralazine|amiodarone
    |cisplatin|fluorouracil|cyclophosphamide|thalidomide|tamoxifen|interferon\S*|rituximab|bortezomib|dexamethasone
    |prednisone|prednisolone|thyroxine|levothyroxine|spironolactone|acetazolamide
    |ezetimibe|niacin|fenofibrate|gemfibrozil|acarbose|voglibose|sulfonylureas?|sulphonylureas?|biguanides?
    |thiazolidinediones?|ssris?|snris?|tricyclics?|beta-?blockers?
    |naproxen|(?:nor)?epinephrine|(?:nor)?adrenaline|folic\ acid|folates?
    |ace\ inhibitors?|diuretics?|antipsychotics?|antidepressants?|benzodiazepines?|neuroleptics?|steroids?|nsaids?
    |antibiotics?|chemotherapy|radiotherapy|radiation|surgery|surgical|\w{{4,}}ectomy|angioplasty|acupuncture
    |psychotherapy|anticonvulsants?|antihistamines?|anesthetics?|extracts?|polyphenols?|curcumin|quercetin
    |resveratrol|ginseng|herbal|probiotics?)\b""",
    re.VERBOSE,
)
"""Another agent, by the stem of its name, as a common drug without one, or as a class."""
_WORD = re.compile(r"\w+")
_FIRST_OF_SEVERAL = frozenset(re.findall(r"([a-z]+)(?:\\ |\\s|-\?)[a-z]", OTHER_AGENT.pattern))
"""First words of agents named by several words, from the pattern: "folic" of folic acid."""


def names_other_agent(text: str) -> bool:
    """Whether :data:`OTHER_AGENT` is found in a text; a text without a word that may begin a name is not searched."""
    return any(map(_may_begin_agent, _WORD.findall(text))) and OTHER_AGENT.search(text) is not None


@lru_cache(maxsize=1 << 16)
def _may_begin_agent(word: str) -> bool:
    return word in _FIRST_OF_SEVERAL or OTHER_AGENT.match(word) is not None

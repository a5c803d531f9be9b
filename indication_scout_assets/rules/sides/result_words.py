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
BAD = rf"""{BAD_THING}|{S}|hba1?c?|a1c|glyc[ae]mia|hyper[a-z]+emia|ldl\S*|lipids?|(?<!birth\ )weight|waist|fat|steatosis
    |\w*transaminases?|albuminuria|proteinuria|albumin\ excretion|homa\S*|insulin\ (?:requirements?|doses?|resistance
    |levels?)|seizures?|events?|risks?|incidence|frequency|(?:need|requirements?)\ for|(?<!oxygen\ )consumption|intake
    |depressi\w+|anxiety|fatigue|nausea|vomiting|cough|itch\w*|pruritus|ulcers?|stiffness|hypertrophy|mass\ index
    |oxidative\ stress|crp|c-reactive\ protein|il-\d+\w*|cytokines?|infections?|iop|alcohol|smoking|tics?|tremor|spasms?
    |spasticity|agitation|aggression|mania|psych\w+|morbidity|strokes?|thrombo\w+|failures?|complications?|decline
    |impairment|bone\ (?:loss|resorption|turnover)|fractures?|uric\ acid|urate|flares?|stones?|isch[ae]mi\w+
    |arrhythmi\w+|tachycardia|fibrillation|angina|st\ (?:segment\ )?depression|transfusions?|discomfort|distress|stress
    |(?:intraocular\ )?pressures?|hyperalgesia|toxicity|proliferation|(?<!dose\ )intensity|hospital\ stay|days\ of"""
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
    rf"""(?!\binsulin\ (?:sensitiv|resist|level|secret|require|need|dose|concentr|action))(?:{AGENT.pattern})
    |\b(?:\w{{3,}}(?:apine|azine|bactam|penem|dopa|gabine|racetam|giline)|aspirin|warfarin|lithium|bupropion|digoxin
    |morphine|tramadol|methadone|ketamine|propofol|cannabi\w+|valproate|phenytoin|topiramate|lamotrigine|vigabatrin
    |baclofen|clonidine|hydralazine|amiodarone|fluorouracil|cyclophosphamide|tamoxifen|interferon\S*|prednisone
    |\w*thyroxine|acarbose|sulfonylureas?|biguanides?|thiazolidinediones?|ssris?|tricyclics?|beta-?blockers?|naproxen
    |(?:nor)?epinephrine|(?:nor)?adrenaline|ace\ inhibitors?|diuretics?|neuroleptics?|steroids?|nsaids?
    |anti(?:psychotic|depressant|biotic|convulsant|histamine)s?|anesthetics?|chemotherapy|radiotherapy|radiation
    |folic\ acid|folates?|surgery|surgical|\w{{4,}}ectomy|angioplasty|extracts?|herbal)\b""",
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

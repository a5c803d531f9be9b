"""What a sentence says the drug does to the disease, read from visible cue words.

What belongs here: rules over masked sentences (``mentions``). They are cautious: a benefit counts for the drug only
where the sentence's grammar gives it to the drug; whatever is not clear is neutral. A scientist can check each reading
against the cue it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..domain.statements import Polarity
from .mentions import DISEASE as S
from .mentions import DRUG as D

# ---------------------------------------------------------------------------------------- words
_BETTER = r"""improv\w*|ameliorat\w*|alleviat\w*|attenuat\w*|reliev\w*|relief|effective(?:ly|ness)?|efficac\w+|benefi\w+
    |protect\w*|prevent\w*|revers(?:ed|es|al)|cured?|remission|resolv\w+|resolution|successful(?:ly)?|superior|mitigat\w*
    |normali[sz]\w+|favou?rabl[ey]|respond(?:ed|ers)|palliat\w+|useful(?:ness)?|promising|abolish\w*|abrogat\w*"""
_LESS = r"""reduc\w*|decreas\w*|lower(?:ed|s|ing)|diminish\w*|suppress\w*|inhibit\w*|less(?:ened|ens)?|fewer|shorten\w*
    |delay\w*|slow(?:ed|s|ing)|fell|declin\w+|limit(?:ed|s)|control(?:led|s)|block(?:ed|s)|counteract\w*"""
_MORE = r"""increas\w*|enhanc\w*|prolong\w*|rais(?:ed|es)|elevat\w+|rose|higher|greater|longer|restor\w+|promot\w+
    |potentiat\w+|accelerat\w+"""
_WORSE = r"""worsen\w*|exacerbat\w*|aggravat\w*|deteriorat\w*|detrimental|deleterious|harmful|inferior|impair(?:ed|s)"""
_GOOD_THING = r"""survival|quality\ of\ life|functions?|functional|exercise|walk\w*\ distance|6mwd|remission|recovery
    |respon[sd]\w+|healing|cure|abstinence|quit|weight\ loss|mineral\ density|oxygenation|oxygen\ saturation|cogniti\w+
    |memory|sleep|ejection\ fraction|cardiac\ output|sensitivity|tolerance|mobility|strength|ovulat\w+|pregnanc\w+|latency
    |thresholds?|clearance|well-?being|capacity|efficacy|activity\ of\ daily|vision|visual\ acuity|hearing|success"""
_BAD_THING = r"""symptom\w*|pain\w*|sever\w+|mortality|deaths?|relaps\w+|recurren\w+|risk|incidence|frequency|attacks?
    |seizures?|episodes?|exacerbations?|progress\w+|inflammat\w+|damage|injur\w+|lesions?|growth|pressure|resistance
    |glucose|hba1c|cholesterol|triglycerides?|body\ weight|weight\ gain|bmi|need\ for|hospitali[sz]\w+|swelling|edema
    |fibrosis|crav\w+|anxiety|scores?|hyperactivity|infarct\w*|burden|viral\ load|proliferation|dysfunction|bleeding"""

# ---------------------------------------------------------------------------------------- the drug's part
_AS_CAUSE = re.compile(rf"{D}\W{{0,2}}(?P<cue>(?:induced|associated|related|evoked|provoked|elicited|triggered|caused))\b", re.X)
_NOT_AS_TREATMENT = re.compile(
    rf"""{D}[\s-]{{0,2}}(?:induced|associated|related|evoked|provoked|elicited|resist\w+|refractory|withdraw\w*
    |discontinu\w*|cessation|overdos\w*|abus\w*|misuse|dependen\w+|addict\w*|toxicity|intoxicat\w*|poison\w*|exposure
    |deficien\w+|receptors?|antagoni\w+|levels?|concentrations?|synthase|release|transporter|allerg\w*|hypersensitiv\w*
    |seeking|self-administ\w*|users?|sensitization|naive|free|related|lesion\w*|challenge|alone|group)\b
    |(?:than|versus|vs\.?|compared\ (?:with|to)|compar\w+\ (?:with|to)|relative\ to|over|superior\ to|unlike|without
    |instead\ of|rather\ than|added\ to|in\ addition\ to|adjunct\w*\ to|from|resistan\w+\ to|refractory\ to
    |intoleran\w+\ (?:to|of)|unresponsive\ to|failed|failure\ of|stopping|withdraw\w*\ of|discontinu\w+\ (?:of\ )?
    |cessation\ of|withholding|tapering|as\ (?:\w+\ )?(?:effective|safe|good|well)\ as|similar\ to|equivalent\ to
    |comparable\ (?:to|with)|toxicity\ of|overdose\ of|(?:effects?|action)\ of\ \w+\ on)\s(?:\w+\s){{0,2}}?{D}""",
    re.X,
)

# ---------------------------------------------------------------------------------------- harm
_CAUSED = r"induc\w+|caus\w+|provok\w+|produc\w+|precipitat\w+|trigger\w+|elicit\w+|evok\w+"
_HARM = tuple(
    re.compile(pattern, re.X)
    for pattern in (
        rf"{D}\W{{0,2}}(?P<cue>induced|associated|related|evoked|provoked|elicited|caused)\b[^.;]{{0,80}}?{S}",
        rf"{S}[^.;]{{0,60}}?\b(?P<cue>(?:{_CAUSED})\ (?:by|with|following|after|from)|(?:due|secondary|attribut\w+|owing)\ to
            |result\w+\ from|complicating|related\ to)\b[^.;]{{0,50}}?{D}",
        rf"{D}(?!\W{{0,2}}(?:induced|evoked))[^.;]{{0,60}}?\b(?P<cue>{_CAUSED}|led\ to|leads?\ to|result(?:ed|s|ing)?\ in
            |contribut\w+\ to|develop\w*|{_WORSE})\b(?:\W+\w+){{0,6}}?\W+{S}",
        rf"\b(?P<cue>(?:risk|incidence|rates?|odds|frequency|cases?|onset|development)\ (?:of|for)|develop\w*|experienc\w+)\s
            (?:\w+\s){{0,4}}?{S}[^.;]{{0,60}}?\b(?:with|after|following|during|while|receiving|taking|on|to)\s(?:\w+\s){{0,5}}?{D}",
        rf"\b(?P<cue>adverse\ (?:\w+\ )?(?:effects?|events?|reactions?)|side[\s-]effects?|toxicit\w+|complications?)\b[^.;]{{0,80}}?{S}",
        rf"{S}[^.;]{{0,60}}?\b(?P<cue>adverse\ (?:\w+\ )?(?:effects?|events?|reactions?)|side[\s-]effects?|toxicit\w+|complication)\b",
        rf"\b(?P<cue>discontinu\w+|withdraw\w+|cessation|stopp\w+)\b[^.;]{{0,40}}?{D}[^.;]{{0,60}}?{S}",
    )
)
_TITLE_HARM = re.compile(
    rf"""{S}\W+(?:\w+\W+){{0,4}}?(?P<cue>associated\ with|following|after|during|in\ patients?\ (?:on|receiving|taking|treated\ with)
    |with|from|by)\W+(?:\w+\W+){{0,5}}?{D}(?!\W+(?:for|in\ the\ treatment))"""
    rf"|{D}\W+(?:and|as\ a\ cause\ of)\W+(?:the\W+)?(?:risk\ of\W+)?{S}",
    re.X,
)
_TREATMENT_WORDS = re.compile(rf"\b(?:treat\w*|therap\w*|manag\w+|{_BETTER}|trial)\b", re.X)

# ---------------------------------------------------------------------------------------- no effect
_NO_EFFECT = re.compile(
    rf"""\b(?P<cue>(?:no|not|nor|neither|without)\ (?:\w+\ ){{0,3}}?(?:significant(?:ly)?\ )?(?:differ\w+|effects?|benefi\w+
        |improve\w*|change\w*|advantage|efficac\w+|evidence\ (?:of|for|that)|superior\w*|effective|reduc\w*|prevent\w*
        |influence\w*|affect\w*|alter\w*|better|protect\w*|ameliorat\w*|support\w*|useful|increase\w*|decrease\w*|recommended)
    |(?:fail(?:ed|s|ure)|unable)\ to\ \w+|lack(?:ed)?\ (?:of\ )?(?:efficacy|effect|benefit)|ineffective|inefficacious
    |(?:is|was|were)\ inferior|(?:similar|equal)\ to\ placebo|did\ not|does\ not|cannot)\b""",
    re.X,
)
_CLAUSE = re.compile(r";|,?\s\b(?:but|however|whereas|while|although|though|yet)\b")
_HEDGED_ONLY = re.compile(r"\b(?:may|might|could|whether|if)\b")
_OTHER_WINS = re.compile(rf"\b(?:placebo|vehicle|control)\b[^.;,]{{0,40}}?\b(?:superior|better|improved|more\ effective)", re.X)


@dataclass(frozen=True)
class Reading:
    """A polarity and the words it was read from (folded, lower case)."""

    polarity: Polarity
    cue: str = ""


NEUTRAL = Reading(Polarity.NEUTRAL)

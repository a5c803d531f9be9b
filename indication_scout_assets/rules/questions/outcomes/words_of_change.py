"""Words of change: what a text says of an outcome that rose, fell, got better or worse, stayed as it was, or occurred.

What belongs here: the words, by the way they go.
"""

from __future__ import annotations

import re

_OFTEN = r"(?: (?:frequent(?:ly)?|common(?:ly)?|often|likely|severe|pronounced))?"
_UP = (
    r"increas(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|rose|risen|rises?|elevat(?:e[sd]?|ing|ions?)|prolong(?:s|ed|ing|ation)?"
    r"|lengthen(?:s|ed|ing)?|enhanc(?:e[sd]?|ing|ements?)|augment(?:s|ed|ing|ation)?|potentiat(?:e[sd]?|ing|ion)"
    r"|(?<!-)stimulat(?:e[sd]?|ing|ion)|accelerat(?:e[sd]?|ing|ion)|promot(?:e[sd]?|ing|ion)|doubl(?:e[sd]?|ing)"
    rf"|boost(?:s|ed|ing)?|higher|greater|larger|longer|more{_OFTEN}|faster|heavier|twice|exceed(?:s|ed|ing)?|grew"
    r"|gain(?:s|ed)?|(?<!-)(?<!all )caus(?:e[sd]?|ing)|(?<!-)induc(?:e[sd]?|ing)"
    r"|produc(?:e[sd]?|ing)|provok(?:e[sd]?|ing)"
    r"|precipitat(?:e[sd]?|ing)|elicit(?:s|ed|ing)?|evok(?:e[sd]?|ing)"
    r"|led to|leads? to|leading to|result(?:s|ed|ing)? in|up-?regulat\w+"
)
_DOWN = (
    r"decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ed|ing)?|lowest|declin(?:e[sd]?|ing)|fell"
    r"|falls?|fallen"
    r"|drop(?:s|ped|ping)?|diminish(?:es|ed|ing|ment)?|attenuat(?:e[sd]?|ing|ion)|suppress(?:es|ed|ing|ion)?"
    r"|inhibit(?:s|ed|ing|ion|ory)?|prevent(?:s|ed|ing|ion|ive)?|protect(?:s|ed|ing|ion|ive)?|abolish(?:es|ed|ing)?"
    r"|block(?:s|ed|ing|ade)?|blunt(?:s|ed|ing)?|shorten(?:s|ed|ing)?|lessen(?:s|ed|ing)?|shorter"
    r"|slow(?:s|ed|er|ing)?|fewer"
    rf"|less{_OFTEN}|lesser|smaller|delay(?:s|ed|ing)?|alleviat(?:e[sd]?|ing|ion)|reliev(?:e[sd]?|ing)|relief"
    r"|ameliorat(?:e[sd]?|ing|ion)|lost|loss|halved|down-?regulat\w+|retard(?:s|ed|ing)?|abrogat(?:e[sd]?|ing)"
    r"|antagoni[sz](?:e[sd]?|ing)|revers(?:e[sd]?|ing|al)|regress(?:ed|ion)|resolution|disappearance|elimination"
    r"|decrements?|control(?:led)?(?=\s(?:of\s)?(?:\w+\s)?(?:pain|seizure|symptom|blood|pressure|hypertens))"
)
_GOOD = (
    r"improv(?:e[sd]?|ing|ements?)|better|(?<=pressure )control|(?<=pain )control|(?<=seizure )control"
    r"|(?<=glucose )control|(?:positive|favou?rable|beneficial) effects?|benefi(?:ts?|ted|cial)"
    r"|restor(?:e[sd]?|ing|ation)|recover(?:y|ed)"
)
_BAD = (
    r"wors(?:e|en|ens|ened|ening)|poorer|deteriorat(?:e[sd]?|ing|ion)|impair(?:s|ed|ing|ments?)"
    r"|aggravat(?:e[sd]?|ing|ion)|exacerbat(?:e[sd]?|ing)|problems?|deficits?|disturbances?|detriment\w*"
)
_SAME = (
    r"unchanged|unaltered|unaffected|similar(?:ly)?|comparable|equivalent|equal(?:ly)?|identical|the same|constant"
    r"|stable"
    r"|(?:no|not|nor|neither|without|any|little|failed to|lack of)\s(?:[\w-]+\s){0,4}?(?:differ(?:s|ed|ent|ences?)?"
    r"|chang(?:e[sd]?|ing)|affect(?:s|ed|ing)?|effects?|influenc(?:e[sd]?|ing)|impact|alter(?:s|ed|ing|ations?)?"
    r"|modif(?:y|ied)|associat(?:ed|ion))"
)
_OCCURS = (
    r"associated with|adverse (?:[\w-]+\s){0,8}?(?:include[ds]?|were)"
    r"|side[- ]effects? (?:[\w-]+\s){0,6}?(?:include[ds]?|were)"
    r"|(?:was|were) (?:(?:\w+ly|the|most)\s){0,2}(?:reported|observed|seen|noted|common|frequent)|occurred"
    r"|develop(?:ed|s)?|experienced?|complained of"
)
CHANGE = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<good>{_GOOD})|(?P<bad>{_BAD})|(?P<same>{_SAME})"
    rf"|(?P<occurs>{_OCCURS}))\b(?!-[a-z])"
)
"""A word of change in folded text; the group that matched is its kind."""

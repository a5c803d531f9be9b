"""Whether a phrase that seems to give the disease to the drug does not: denied, less than elsewhere, another's, asked.

What belongs here: guards over masked clauses, for every rule that reads harm. What is read as harm in the first place
is in ``cues.HARM`` and ``intent_cues``.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..language.significance import chance_stated
from ..vocabulary import AGENT, AILMENT, FRONTED_COMPARISON


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_CLAUSE_END = _pattern(r";|,?\s\b(?:but|however|whereas|although|though|yet)\b|,\ while\b|\.\s")
_WORDS = rf"(?:[^\w;]+[\w{D}{S}][\w'-]*){{0,%d}}?[^\w;]+"
_HAPPENS = rf"""(?:increas\w*|associat\w*|attribut\w+|caus\w+|induc\w+|worsen\w*|exacerbat\w*|aggravat\w*
    |develop\w*|occur\w*
    |experienc\w*|observ\w+|report\w*|seen|noted|found|detect\w*|{S}|produc\w+|provok\w+|lead|led|result\w*|trigger\w*
    |precipitat\w+|related|linked|due|differ\w*|different|more|higher|greater|elevated|excess|cases?|episodes?
    |instances?
    |signs?|evidence|effects?|risks?|incidence|affect\w*|influenc\w+|alter\w*|chang\w+|rais\w+|promot\w+
        |potentiat\w+)"""
_DENIED = _pattern(
    rf"""\b(?:not|no|never|neither|nor|without|cannot|none|failed\ to|absence\ of|lack\ of|unlikely\ to
        |free\ (?:of|from))\b
    (?!\ (?:only|history|previous\w*|prior|known|other|underlying|longer|uncommon\w*|unusual\w*|infrequent\w*
    |rare|dose|further
        |pre-?existing|apparent|obvious|all|always|clear|recover\w*|respon\w+|improv\w+|resol\w+|yet
        |(?:been\ )?(?:well\ )?
        (?:previously|recogni\w+|described|recovered)))\b
    {_WORDS % 3}{_HAPPENS}
    |\bnone\ (?:of|in|under|on)\b{_WORDS % 8}{_HAPPENS}"""
)
"""What did not happen."""
_LESS_WORD = (
    r"(?:lower|less|fewer|smaller|reduc(?:ed|es|ing|tions?|e)|decreas(?:ed|es|ing|e)|halv(?:ed|es)|diminish\w*"
    r"|lessen\w*|rarer)"
)
_LESS = _pattern(
    rf"""\b{_LESS_WORD}\b(?!\ (?:dos\w+|the\ dos\w+|in\ dos\w+)){_WORDS % 8}(?:{S}|(?:adverse|side|serious
        |events?|risks?|incidence|rates?|odds))
    |(?:{S}|\b(?:events?|risks?|incidence|rates?|odds|frequency|likelihood)\b){_WORDS % 10}{_LESS_WORD}\b(?!\ dos)
    |\bless\ (?:likely|often|frequent\w*|common\w*|prone|severe)\b|\bprotect\w*\ (?:\w+\ )?(?:against|from)\b"""
)
"""What happened less."""
_LESS_LIKELY = _pattern(r"\bless\ (?:likely|often|frequent\w*|common\w*|prone)\b")
"""Before a cue it takes the whole list that follows: "less likely to have an event, such as worsening"."""
_MORE = _pattern(r"\b(?:increas\w+|higher|greater|more|elevat\w+|worse\w*|excess|exacerbat\w*|aggravat\w*)\b")
_THAN_DRUG = _pattern(
    rf"\b(?:than|versus|vs\.?|compared\ (?:with|to)|relative\ to|as\ opposed\ to|unlike)\ (?:[\w-]+\ ){{0,5}}?\W?{D}"
)
"""The drug as what another one is compared with."""
_FRONTED = _pattern(FRONTED_COMPARISON)
_THAN_NOTHING = _pattern(
    r"\b(?:than|versus|vs\.?|compared\ (?:with|to))\ (?:[\w-]+\ ){0,4}?(?:placebo|controls?|vehicle)"
)
_ALIKE = _pattern(
    r"""\b(?:similar|comparable|equal|the\ same|identical)\b(?!\ (?:to\ (?:that|those)\ (?:seen|described
        |reported)|case|report|symptom|episode|reaction))
    (?:[^;]{0,80}\b(?:placebo|controls?|groups|arms|both|between)\b)
    |\bas\ (?:frequent|common|often)(?:ly)?\b[^;]{0,60}\bas\b|\b(?:placebo|controls?|groups|arms
        |both)\b[^;]{0,60}\b(?:similar|comparable|equal)\b"""
)
_QUESTION = re.compile(r"^\W*(?:does|do|did|is|are|can|could|should|will|may)\b[^.;]*\?$")
"""A sentence that asks: "does the drug cause it?"."""
_INTENDED = _pattern(rf"\b(?:deliberate|controlled|intentional|intended|planned|elective)\ (?:[\w-]+\ )?{S}")
"""What was brought about on purpose: "controlled hypotension"."""
_SUPPOSED = _pattern(
    r"\bpotential\ (?:to|for|risks?|causes?)\b"
    r"|\b(?:un(?:resolved|proven|confirmed)|controversial|speculat\w+|reportedly"
    r"|concerns?\ (?:regarding|about|over|that|have))\b"
)
"""Before a cue: harm that is feared or disputed, and was not seen."""
_ASKED = _pattern(
    rf"""\bmonitor(?:ed|ing)?\ (?:[\w-]+\ ){{0,2}}?for\ (?:[\w-]+\ ){{0,4}}?{S}|"""
    r"""^\W*(?:if|unless)\b
    |\bsearch(?:es|ed)?\ (?:for|of)\b
    |\b(?:study|trial|analysis)\ (?:examined|evaluated|assessed|compared|investigated|determined|estimated)\b
    |\b(?:whether|hypothesi\w+|(?:aim\w*|objective|purpose|sought|designed)\b|(?:to
        |we)\ (?:\w+ly\ )?(?:compared?|evaluated?|
    assess(?:ed)?|determined?|examined?|investigated?|estimated?|test(?:ed)?|stud(?:y|ied)))\b
    |\b(?:development|incidence|risks?|rates?|occurrence|frequency|prevalence|onset)\ (?:of|for)
        \ (?:[\w-]+\ ){0,3}?DISEASE
        (?:\ and\ [^.;,]{0,60}?)?\ (?:was|were)\ (?:[\w-]+\ )?(?:evaluated|assessed|measured|compared|examined
        |investigated|estimated|studied
        |determined|monitored)\b""".replace("DISEASE", S)
)
_OF_ANOTHER = _pattern(
    rf"""\b(?!(?:drug|treatment|therapy|medication|dose|self|well|non|over|these)\b)[a-z][a-z]{{3,}}-(?:induced
        |associated|related|evoked|provoked)\ (?:[\w-]+\ ){{0,2}}?{S}"""
)
"""The disease is another thing's doing: "haloperidol-induced" it."""
_ANSWERED = re.compile(r"\b(?:responsive|responding|responded|sensitive)\sto\b")
"""The disease answered to the drug."""
_CAUSAL = _pattern(r"\b(?:induc|caus|produc|provok|precipitat|trigger|elicit|evok|develop|experienc)\w*\b")
"""A cue after which what is less is something else: "induced proteinuria and a lower urine volume"."""
_GOOD_NEWS = _pattern(
    r"\b(?:reliev\w*|relief|improv\w*|regress\w*|resol(?:ved|ution|ving)|remissions?|heal(?:ed|ing|s)?|recover\w*"
    r"|disappear\w*|cessation|eradicat\w*|satisf\w*|benefi\w*|cured?|protect\w*|revers(?:ed|al|ing)"
    r"|(?:was|were|been)\s(?:treated|corrected)|based\son|return\sof)\b"
)
"""Between a cause and the disease, or between the disease and what it came from: help, and no disease brought about."""
_ITSELF_A_CAUSE = _pattern(
    rf"\b(?:(?:secondary|due)\ to|(?:developed|arising|arose|resulting)\ from|(?:caused|induced)\ by|following|after)"
    rf"\ (?:[\w-]+\ ){{0,3}}?{S}$"
)
"""Up to the disease: something else came of it."""
_EFFECT_AFTER = re.compile(r"\s(?:effects?|actions?|activity|potency)\b")
"""After the disease: its name is that of what the drug is given for, "a hypoglycemic effect"."""
_TOGETHER = _pattern(
    rf"""[a-z]{{4,}}\ ?(?:\+|/|\bplus\b)\ ?{D}|{D}\ ?(?:\+|/|\bplus\b)\ ?[a-z]{{4,}}
    |\b(?!(?:high|low|single|multi|intra|post|long|short)-)[a-z]{{5,}}-{D}(?!\w)
    |{D}-(?!(?:induced|associated|related|treated|exposed|dependent|containing|based|naive|resistant)\b)[a-z]{{5,}}\b
    |{D}\ (?:in\ combination|combined|together|concomitantly)\ with
    |\b(?:in\ combination|combined|together|concomitantly)\ with\ {D}
    |{D}(?:-(?:containing|based))?\ (?:combination|regimen|co-?administration)
    |\bcombination\ \w*therapy\ (?:with|of)\ [^.;]{{0,60}}?{D}
    |\b(?:combination\ of|combined)\ [^.;{D}]{{3,40}}?\ and\ {D}"""
)
"""The drug as a part of a combination, whose other part may be to blame."""
_BESIDE = _pattern(
    rf"""(?:{AGENT.pattern})(?:\ (?!and\b)[\w-]+)?(?:\ (?:and|plus|with)\ |\ ?/\ ?|-\ and\ )(?:[\w-]+\ )?{D}
    |{D}(?:\ (?!and\b)[\w-]+)?(?:\ (?:and|plus|with)\ |\ ?/\ ?)(?:[\w-]+\ )?(?:{AGENT.pattern})"""
)
"""The drug and another one side by side: "after verapamil and the drug"."""
_HELD_AGAINST = re.compile(r"\b(?:compar\w+|versus|vs|than|between)\b")
_SUSPECTED_AFTER = re.compile(r"\s(?:was|were)\s(?:\w+ly\s)?(?:suspected|excluded|ruled\sout)\b")
"""After the disease: that it came from the drug was thought of."""
_EARLIER = _pattern(rf"\bpreviously\ (?:been\ )?(?:treated|given|exposed|received)\b[^.;]{{0,80}}?{D}")
"""The drug as what people had before that which is told."""
_CREDITED = re.compile(r"attribut\w+\sto\b")
"""A cue that gives the drug what stands before it, be it good."""
_CONTENT = re.compile(r"\b(?:satisf\w*|prefer\w*|tolerated)\b")
"""Anywhere between the disease and what it came from: how people liked the drug."""
_GOOD_NEWS_AFTER = re.compile(
    r"\W{1,2}(?:pain\s)?(?:inhibition|suppression|relief|remission|regression|resolution|improvement|control|recovery"
    r"|management|treatment|therapy|prophylaxis|prevention|surgery|extraction|operations?)\b"
)
"""After the disease: what was brought about is its end, or what is done about it."""
_HELP_FROM_DRUG = re.compile(
    r"\b(?:(?:inhibition|suppression|modification|prevention)\s(?:by|with)|modification"
    r"|respon(?:ds?|ded|ses?)\sto|switched\sfrom"
    r"|relief|management|(?:\+|\band\s(?:then\s)?)treated)\b"
)
"""Between the disease and the drug: the drug is what was done about it."""
_GAIN_BEFORE = re.compile(
    r"\b(?:improvements?|regression|remission|resolution|healing|recovery|relief|eradication|control)\b[^.;,:]{0,40}$"
)
"""Before a disease that came with the drug: it is told that it got better, or how it was treated."""
_NOT_TO_DRUG = _pattern(rf"\bnot\ (?:to|by|with|of|from)\ (?:[\w-]+\ ){{0,2}}?{D}")
"""What is given to another agent "and not to the drug"."""
_OF_CAUSE = _pattern(rf"\ by\ (?:[\w-]+\ ){{0,3}}?{S}")
"""After "caused": the disease is what something else came of."""
_AS_TARGET = re.compile(
    r"\s(?:[\w-]+\s)?(?:receptors?\s|re-?uptake\s)?(?:antagonists?|agonists?|inhibitors?|blockers?)\b"
)
"""After the drug's name: it is the name of what another agent acts on."""
_ELSE_CLAUSE = re.compile(r",?\s(?:although|but|whereas|however)\s")
_DRUG_CLASS = re.compile(
    r"\b(?:benzodiazepines|antidepressants|antipsychotics|neuroleptics|nsaids|diuretics|steroids)\b"
)
_AS_TIME = re.compile(
    r"\b(?:with|in|for)\s(?:an?\s|the\s)?(?:first|acute|current|recent|single|new)[\s-]$|"
    r"\b(?:after|at|before|since|from|within|following|of|between|recent|until)\s(?:the\s|an?\s)?$"
)
_ONSET = re.compile(r"^(?:onset|episodes?)\b")
"""The onset of a disease as the time at which something is given or measured."""
_BEFORE_AND = re.compile(r"\b(?:before|during|prior\sto)\s?(?:,|and|or|\/)\s?$")
"""Before "after the drug": a comparison in time."""
_LESS_AFTER = re.compile(r"\s(?:significantly\s)?(?:less|fewer)\b")
"""After "suffered": they had less of it."""
_WHO_HAD = re.compile(r"\bwho\s(?:also|had|have|has)\s(?:\w+ly\s)?$")
_COMPLICATED = re.compile(r"^complicated\sby$")
_TREATMENT_WAS = re.compile(r"\b(?:treatment|therapy|course|use|infusion|administration|was|were|been)\s(?:\w+ly\s)?$")
"""Before "complicated by": it is treatment or people that came to it, and no other state they had."""
_OWN_CAUSE = _pattern(
    rf"""\b(?:due|secondary|attribut\w+)\ to\b[^{D}]*?(?:
    \b(?:{AILMENT})(?![\w-])[^{D}]*\b(?:to|with|receiv\w+|in\ whom)\b
    |\b(?:in\ whom|randomi[sz]ed|assigned|allocated|received|took|underwent|(?:was|were)\ (?:given|treated))\b)"""
)
"""From "due to" to the drug: the disease has a cause of its own, and the drug is what people got."""
_IN_PEOPLE_WHO = re.compile(
    r"\b(?:in|of|among|to|for)\s(?:[\w-]+\s){0,3}?(?:patients|people|adults|children|women|men|those)\swho\s$"
)
"""Before a cue: people were chosen for what they had."""
_TWO_GROUPS = _pattern(rf"{D}\ (?:group|arm)\b[^.;]{{0,60}}\b(?:and|versus|vs)\b[^.;]{{0,60}}\b(?:group|arm)\b")
"""How many had it in each of two groups."""
_FEWER = _pattern(
    rf"(?P<drug>\d+(?:[.·]\d+)?)\s?%[^%;]{{0,70}}?"
    rf"{D}\ (?:groups?|arms?|patients)\b[^%;]{{0,50}}?(?P<other>\d+(?:[.·]\d+)?)\s?%"
)
"""Shares of people in the drug's group and in another."""
_GOT = r"(?:[\w-]+\ ){0,2}?(?:receiving|given|taking|treated\ with|assigned\ to|on|with)"
_COUNTS = _pattern(
    rf"""\b(?P<other>\d+)\ {_GOT}\ [^;{D}\d]{{3,50}}?\ and\ (?P<drug>\d+)\ {_GOT}\ {D}
    |\b(?P<drug_first>\d+)\ {_GOT}\ {D}[^;\d]{{0,40}}?\ and\ (?P<other_last>\d+)\ {_GOT}\ """
)
"""Numbers of people under the drug and under something else: "17 receiving placebo and 10 receiving the drug"."""
_PERSON_WITH = re.compile(
    r"\b(?:man|woman|men|women|patients?|child(?:ren)?|boy|girl|males?|females?|adults?|infants?|subjects?|people)"
    r"\s(?:[\w-]+\s){0,2}?(?:with|suffering\sfrom)\s(?:[\w-]+\s){0,4}$"
)
"""Before the disease: somebody had it already."""
_OF_STUDY = _pattern(
    rf"""\b(?:the|from)\ (?:(?:[\w-]+|{S})\ ){{0,4}}?{D}(?:\ (?:{S}|survival|long-term|evaluation|intervention|outcomes?
        |prevention|in|randomi[sz]ed|international|multicent\w+|cooperative|clinical|collaborative|working)){{0,4}}
    \ (?:study|trial|investigation|project)\b|{D}\ {S}\ (?:long-term\ )?(?:study|trial)\b"""
)
"""The drug as a part of a study's name: "the Cardiac Insufficiency Bisoprolol Study"."""
_PEOPLE = r"(?:patients?|child(?:ren)?|adults?|women|men|people|subjects?|individuals|survivors?|carriers?|cases)"
_HAD_IT_AFTER = _pattern(
    rf"^(?:-like\b|\ (?:models?|drugs?|medications?|treatments?|therap(?:y|ies))\b)"
    rf"|^\ (?:(?:\w\ )?{_PEOPLE}\b|(?:parasites?|isolates?)\b"
    rf"|who\ (?:[\w-]+\ )?(?:developed|presented|experienced|suffered)\b"
    rf"|(?:group|arm)s?\b)"
)
"""After the disease: it is what the people had, by which they are named, or no more than like it."""
_HAD_IT_BEFORE = _pattern(
    rf"""\b(?:treatment|therapy|management|prophylaxis)\ (?:of|for)\ (?:[\w-]+\ ){{0,2}}$
    |\bthose\ with\ (?:[\w-]+\ ){{0,2}}$
    |(?:{D}\W{{1,2}}(?:induced|associated|related)\ (?:[\w-]+\ ){{0,3}}?|^[^\w{D}]*(?:[\w-]+\ ){{0,2}}?)
        (?:{AILMENT}|arrhythmias?|toxicity)\ in\ (?:an?\ )?(?:[\w-]+\ ){{0,4}}?$"""
)
"""Before the disease: it is what was treated, or that in which another ailment came."""
_BY_ITSELF = _pattern(
    rf"{D}(?:\W{{0,3}}(?:(?:and|or)\ [\w-]+\ )?induced"
    r"|-(?:evoked|provoked|caused|elicited|precipitated|produced|triggered))\b"
)


def names_another_beside(title: str) -> bool:
    """Whether a masked title names another agent right beside the drug, so that either may be to blame."""
    return _BESIDE.search(title) is not None and _HELD_AGAINST.search(title) is None


def blame_denied(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether the clause around a phrase takes the blame from the drug.

    Args:
        sentence: masked and folded, as ``phrase`` was searched in.
        phrase: what seems to give the disease to the drug; with "drug-induced disease" it stays the drug's, whatever
            lessens it.
    """
    not_meant = _is_not_meant(sentence, phrase)
    if not_meant or _BY_ITSELF.match(phrase[0]):
        return not_meant
    begin, end = _clause_around(sentence, phrase.start(), phrase.end())
    clause = sentence[begin:end]
    if any(pattern.search(clause) for pattern in (_ASKED, _DENIED, _ALIKE)) or any(
        pattern.search(phrase[0]) for pattern in (_OF_ANOTHER, _ANSWERED, _NOT_TO_DRUG)
    ):
        return True
    supposed = _SUPPOSED.search(sentence, 0, phrase.end()) or _EARLIER.search(sentence)
    if supposed or chance_stated(sentence[phrase.end() : end]) or _is_of_study(sentence, phrase):
        return True
    if _tells_when_or_in_whom(sentence, phrase) or _LESS_LIKELY.search(sentence[begin : _cue_span(phrase)[0]]):
        return True
    if (
        _is_other_side(sentence)
        or (_THAN_DRUG.search(clause) and not _THAN_NOTHING.search(clause))
        or _is_count(clause)
    ):
        return True
    less = None if _MORE.search(clause) else _LESS.search(clause)
    return less is not None and not _belongs_to_effect(phrase, begin + less.start())


def _is_not_meant(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether even "drug-induced disease" is none: asked, intended, of a combination, help, or something else."""
    if any(pattern.search(sentence) for pattern in (_QUESTION, _INTENDED, _TOGETHER)):
        return True
    if _is_good_news(sentence, phrase) or _is_of_agent(phrase) or _is_what_they_had(sentence, phrase):
        return True
    return _is_of_something_else(sentence, phrase) or bool(_SUSPECTED_AFTER.match(sentence, phrase.end()))


def _cue_span(phrase: re.Match[str]) -> tuple[int, int]:
    """Where the cue stands; the whole phrase where it has no group of that name."""
    return phrase.span("cue") if "cue" in phrase.re.groupindex else phrase.span()


def _is_good_news(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether what was brought about is the end of the disease, or help came between the disease and the drug."""
    start, cue_end = _cue_span(phrase)
    if _LESS_AFTER.match(sentence, cue_end) or _ELSE_CLAUSE.search(phrase[0]):
        return True
    if _OF_CAUSE.match(sentence, cue_end) or (phrase[0].endswith(D) and _AS_TARGET.match(sentence, phrase.end())):
        return True
    if phrase[0].startswith(S) and phrase[0].endswith(D):
        between = f"{sentence[phrase.start() : start]} {sentence[cue_end : phrase.end()]}"
        if _HELP_FROM_DRUG.search(between) or _GAIN_BEFORE.search(sentence[: phrase.start()]):
            return True
    if _GOOD_NEWS.search(sentence, cue_end, phrase.end()) or _CONTENT.search(phrase[0]):
        return True
    if _CREDITED.match(sentence, start) and _GOOD_NEWS.search(sentence, phrase.start(), start):
        return True
    return phrase[0].endswith(S) and bool(_GOOD_NEWS_AFTER.match(sentence, phrase.end()))


def _is_of_something_else(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether the disease of the phrase is another agent's doing, "haloperidol-induced", or the cause of something."""
    disease = sentence.find(S, phrase.start(), phrase.end())
    up_to_it = sentence[: disease + 1] if disease >= 0 else ""
    if phrase[0].endswith(S) and (_ITSELF_A_CAUSE.search(up_to_it) or _EFFECT_AFTER.match(sentence, phrase.end())):
        return True
    return any(match.end() == len(up_to_it) for match in _OF_ANOTHER.finditer(up_to_it))


def _is_of_agent(phrase: re.Match[str]) -> bool:
    """Whether the phrase names another agent and not the drug: "its use shows that benzodiazepines are associated"."""
    return D not in phrase[0] and bool(AGENT.search(phrase[0]) or _DRUG_CLASS.search(phrase[0]))


def _is_what_they_had(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether every mention of the disease in the phrase names people, what was treated, or where another one came."""
    mentions = [m.span() for m in re.finditer(S, sentence) if phrase.start() <= m.start() < phrase.end()]
    return bool(mentions) and all(
        _HAD_IT_AFTER.match(sentence[end:]) or _HAD_IT_BEFORE.search(sentence[:begin]) for begin, end in mentions
    )


def _is_count(clause: str) -> bool:
    """Whether a clause only counts the disease in two groups, or counts less of it under the drug."""
    if counts := _COUNTS.search(clause):
        drug = counts["drug"] or counts["drug_first"]
        return _number(drug) <= _number(counts["other"] or counts["other_last"])
    if share := _FEWER.search(clause):
        return _number(share["drug"]) < _number(share["other"])
    return bool(_TWO_GROUPS.search(clause)) and not _MORE.search(clause)


def _is_other_side(sentence: str) -> bool:
    """Whether a sentence opens with the drug as what its subject is compared with, and names it nowhere else."""
    fronted = _FRONTED.match(sentence)
    return fronted is not None and D in fronted[0] and D not in sentence[fronted.end() :]


def _number(text: str) -> float:
    return float(text.replace("·", "."))


def _is_of_study(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether every mention of the drug in the phrase is a part of a study's name."""
    mentions = [m.start() + phrase.start() for m in re.finditer(D, phrase[0])]
    names = [m.span() for m in _OF_STUDY.finditer(sentence)] if mentions else []
    return bool(names) and all(any(begin <= place < end for begin, end in names) for place in mentions)


def _tells_when_or_in_whom(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether the cue only says when something was given or measured, or the disease is what somebody had already."""
    start, end = _cue_span(phrase)
    before = sentence[:start]
    if _ONSET.match(sentence[start:end]) and _AS_TIME.search(before):
        return True
    if sentence[start:end].startswith(("after", "following", "during")) and _BEFORE_AND.search(before):
        return True
    if _WHO_HAD.search(before) or (_IN_PEOPLE_WHO.search(before) and D not in sentence[end:]):
        return True
    if _COMPLICATED.match(sentence[start:end]) and not _TREATMENT_WAS.search(before):
        return True
    if phrase[0].startswith(S) and (_OWN_CAUSE.search(phrase[0]) or _are_people_who_were(sentence, phrase)):
        return True
    disease = sentence.find(S, end, phrase.end())
    return disease >= 0 and bool(_PERSON_WITH.search(sentence[end:disease]))


def _are_people_who_were(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether it is people with the disease, and not the disease, of whom something was seen on the drug."""
    start, end = _cue_span(phrase)
    return sentence[start:end].startswith(("was ", "were ")) and bool(_PERSON_WITH.search(sentence[: phrase.start()]))


def _belongs_to_effect(phrase: re.Match[str], less: int) -> bool:
    """Whether what is less is another effect of the drug: "induced proteinuria and a lower urine volume"."""
    if "cue" not in phrase.re.groupindex or not _CAUSAL.search(phrase["cue"]):
        return False
    return less >= phrase.start("cue")


def _clause_around(sentence: str, start: int, end: int) -> tuple[int, int]:
    """Where the clause or clauses of a sentence that hold the span begin and end."""
    begins = [m.end() for m in _CLAUSE_END.finditer(sentence, 0, start)]
    after = _CLAUSE_END.search(sentence, end)
    return begins[-1] if begins else 0, after.start() if after else len(sentence)

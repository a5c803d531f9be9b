"""Whether a phrase that seems to give the disease to the drug does not: denied, less than elsewhere, another's, asked.

What belongs here: guards over masked clauses, for every rule that reads harm. What is read as harm in the first place
is in ``cues.HARM`` and ``intent_cues``.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..language.significance import chance_stated
from ..vocabulary import AGENT, AILMENT


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_WORDS = rf"(?:[^\w;]+[\w{D}{S}][\w'-]*){{0,%d}}?[^\w;]+"
_HAPPENS = rf"""(?:increas\w*|associat\w*|attribut\w+|caus\w+|induc\w+|worsen\w*|exacerbat\w*|aggravat\w*
        |develop\w*|occur\w*
    |experienc\w*|observ\w+|report\w*|seen|noted|found|detect\w*|{S}|produc\w+|provok\w+|lead|led|result\w*|trigger\w*
    |precipitat\w+|related|linked|due|differ\w*|different|more|higher|greater|elevated|excess|cases?|episodes?
    |instances?|signs?|evidence|effects?|risks?|incidence|affect\w*|influenc\w+|alter\w*|chang\w+|rais\w+|promot\w+
        |potentiat\w+)"""
_DENIED = _pattern(
    rf"""\b(?:not|no|neither|without|failed\ to|lack\ of)\b
    (?!\ (?:only|history|previous\w*|prior|known|other|underlying|longer|uncommon\w*|unusual\w*|infrequent\w*
    |rare|dose|further|pre-?existing|apparent|obvious|all|always|clear|recover\w*|respon\w+|improv\w+|resol\w+|yet
        |(?:been\ )?(?:well\ )?(?:previously|recogni\w+|described|recovered)))\b{_WORDS % 3}{_HAPPENS}
    |\bnone\ of\b{_WORDS % 8}{_HAPPENS}"""
)
"""What did not happen."""
_LESS_WORD = (
    r"(?:lower|less|fewer|smaller|reduc(?:ed|es|ing|tions?|e)|decreas(?:ed|es|ing|e)|halv(?:ed|es)|diminish\w*"
    r"|lessen\w*|rarer)"
)
_LESS = _pattern(
    rf"""\b{_LESS_WORD}\b(?!\ (?:dos\w+|the\ dos\w+|in\ dos\w+)){_WORDS % 8}(?:{S}|(?:adverse|side|serious
        |events?|risks?))|(?:{S}|\b(?:events?|risks?)\b){_WORDS % 10}{_LESS_WORD}\b(?!\ dos)
    |\bprotect\w*\ (?:\w+\ )?from\b"""
)
"""What happened less."""
_MORE = _pattern(r"\b(?:increas\w+|higher|greater|more|elevat\w+|worse\w*|exacerbat\w*)\b")
_THAN_DRUG = _pattern(rf"\b(?:than|versus|compared\ (?:with|to))\ (?:[\w-]+\ ){{0,5}}?\W?{D}")
"""The drug as what another one is compared with."""
_QUESTION = re.compile(r"^\W*does\b[^.;]*\?$")
"""A sentence that asks: "does the drug cause it?"."""
_OF_ANOTHER = _pattern(
    rf"""\b(?!(?:drug|treatment|therapy|medication|dose|self|well|non|over|these)\b)[a-z][a-z]{{3,}}-(?:induced
        |associated|related)\ (?:[\w-]+\ ){{0,2}}?{S}"""
)
"""The disease is another thing's doing: "haloperidol-induced" it."""
_GOOD_NEWS = _pattern(
    r"\b(?:relief|improv\w*|regress\w*|heal(?:ed|ing)?"
    r"|disappear\w*|eradicat\w*|revers(?:ed|ing)"
    r"|(?:was|were)\streated)\b"
)
"""Between a cause and the disease, or between the disease and what it came from: help, and no disease brought about."""
_ITSELF_A_CAUSE = _pattern(
    rf"\b(?:secondary\ to|caused\ by|after)"
    rf"\ (?:[\w-]+\ ){{0,3}}?{S}$"
)
"""Up to the disease: something else came of it."""
_TOGETHER = _pattern(
    rf"""[a-z]{{4,}}\ ?(?:/|\bplus\b)\ ?{D}|{D}\ ?(?:/|\bplus\b)\ ?[a-z]{{4,}}|{D}\ (?:in\ combination|combined)\ with
    |\b(?:in\ combination|combined)\ with\ {D}|{D}(?:-based)?\ regimen
    |\bcombination\ \w*therapy\ with\ [^.;]{{0,60}}?{D}"""
)
"""The drug as a part of a combination, whose other part may be to blame."""
_BESIDE = _pattern(
    rf"""(?:{AGENT.pattern})(?:\ (?!and\b)[\w-]+)?(?:\ (?:and|with)\  )(?:[\w-]+\ )?{D}
    |{D}(?:\ (?!and\b)[\w-]+)?(?:\ (?:and|with)\ )(?:[\w-]+\ )?(?:{AGENT.pattern})"""
)
"""The drug and another one side by side: "after verapamil and the drug"."""
_HELD_AGAINST = re.compile(r"\bcompar\w+\b")
_HELP_FROM_DRUG = re.compile(
    r"\b(?:modification"
    r"|responses?\sto"
    r"|management|(?:\band\s(?:then\s)?)treated)\b"
)
"""Between the disease and the drug: the drug is what was done about it."""
_ELSE_CLAUSE = re.compile(r",?\s(?:although|but)\s")
_WHO_HAD = re.compile(r"\bwho\shad\s(?:\w+ly\s)?$")
_HAD_IT_BEFORE = _pattern(
    rf"""\b(?:treatment|management)\ of\ (?:[\w-]+\ ){{0,2}}$
    |(?:{D}\W{{1,2}}(?:induced|associated)\ (?:[\w-]+\ ){{0,3}}?|^[^\w{D}]*(?:[\w-]+\ ){{0,2}}?)
        (?:{AILMENT}|arrhythmias?)\ in\ (?:an?\ )?(?:[\w-]+\ ){{0,4}}?$"""
)
"""Before the disease: it is what was treated, or that in which another ailment came."""
_BY_ITSELF = _pattern(
    rf"{D}(?:\W{{0,3}}(?:and\ [\w-]+\ )?induced"
    r")\b"
)


def names_another_beside(title: str) -> bool:
    """Whether a masked title names another agent right beside the drug, so that either may be to blame."""
    return _BESIDE.search(title) is not None and _HELD_AGAINST.search(title) is None


def attribution_denied(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether the sentence around a phrase takes the blame from the drug.

    Args:
        sentence: masked and folded, as ``phrase`` was searched in.
        phrase: what seems to give the disease to the drug; with "drug-induced disease" it stays the drug's, whatever
            lessens it.
    """
    not_meant = _is_not_meant(sentence, phrase)
    if not_meant or _BY_ITSELF.match(phrase[0]):
        return not_meant
    if _DENIED.search(sentence) or _OF_ANOTHER.search(phrase[0]) or chance_stated(sentence[phrase.end() :]):
        return True
    if _WHO_HAD.search(sentence[: _cue_span(phrase)[0]]) or _THAN_DRUG.search(sentence):
        return True
    return not _MORE.search(sentence) and bool(_LESS.search(sentence))


def _is_not_meant(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether even "drug-induced disease" is none: asked, of a combination, help, or something else."""
    if _QUESTION.search(sentence) or _TOGETHER.search(sentence) or _is_good_news(sentence, phrase):
        return True
    return _is_what_they_had(sentence, phrase) or _is_of_something_else(sentence, phrase)


def _cue_span(phrase: re.Match[str]) -> tuple[int, int]:
    """Where the cue stands; the whole phrase where it has no group of that name."""
    return phrase.span("cue") if "cue" in phrase.re.groupindex else phrase.span()


def _is_good_news(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether help came between the disease and the drug, or the sentence turned to something else."""
    start, cue_end = _cue_span(phrase)
    if _ELSE_CLAUSE.search(phrase[0]) or _GOOD_NEWS.search(sentence, cue_end, phrase.end()):
        return True
    between = f"{sentence[phrase.start() : start]} {sentence[cue_end : phrase.end()]}"
    return phrase[0].startswith(S) and phrase[0].endswith(D) and bool(_HELP_FROM_DRUG.search(between))


def _is_of_something_else(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether the disease of the phrase is another agent's doing, "haloperidol-induced", or the cause of something."""
    disease = sentence.find(S, phrase.start(), phrase.end())
    up_to_it = sentence[: disease + 1] if disease >= 0 else ""
    if phrase[0].endswith(S) and _ITSELF_A_CAUSE.search(up_to_it):
        return True
    return any(match.end() == len(up_to_it) for match in _OF_ANOTHER.finditer(up_to_it))


def _is_what_they_had(sentence: str, phrase: re.Match[str]) -> bool:
    """Whether every mention of the disease in the phrase is of what was treated, or where another one came."""
    mentions = [m.start() for m in re.finditer(S, sentence) if phrase.start() <= m.start() < phrase.end()]
    return bool(mentions) and all(_HAD_IT_BEFORE.search(sentence[:begin]) for begin in mentions)

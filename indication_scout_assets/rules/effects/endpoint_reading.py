"""What the numbers of two arms are of: the endpoint, as the clause of the numbers names it.

What belongs here: the subject, object or predicate of a clause whose numbers are known, so that "rebleeding" is named
in "rebleeding occurred in 2 (4%) and 12 (24%)". A name is a span of the sentence, as short as is complete; it names no
arm. A clause of no plain form names nothing. What sentences without numbers name is read in ``effect_reading``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .study_arms import Mention

_FLAGS = re.IGNORECASE | re.VERBOSE
_ARM, _ASIDE, _NOTE = "\ue004", "\ue006", "\ue007"
"""Private-use characters over the names of arms, over brackets with numbers and over other brackets, so that every
other character keeps its place."""
_ASIDES = _ASIDE + _NOTE
_A = rf"{_ARM}+"
_GAP = rf"[\s{_ASIDES}]+"
_NESTED = 2
"""Brackets within brackets."""
_BRACKET = re.compile(r"(?!(?<=\w)\(\w{1,3}\))\([^()\[\]]*\)|\[[^()\[\]]*\]")
_CLAUSES = re.compile(
    rf";\s|(?:{_ASIDE},?|,)\s(?:and|but|while|whereas|although|though|yet|however,?)\s"
    rf"|\b(?:whereas|although|but)\s|:\s|--"
    r"|\b(?:showed|revealed|indicated|demonstrated|suggested)\sthat\s"
    rf"|(?<=\w)\sand\s(?=(?:the\s|an?\s)?(?:(?!with\b|was\b|were\b)[\w-]+\s){{1,5}}(?:was|were|fell|rose"
    rf"|decreased|increased)\b)",
    re.IGNORECASE,
)
"""Where a clause may begin."""
_WHO = (
    r"(?:patients|subjects|participants|women|men|children|adults|people|infants|individuals|recipients"
    r"|users|volunteers"
    r"|those|mothers|neonates|parturients|eyes|outpatients|cases|group|groups|arms?|physicians"
    r"|investigators|girls|boys|males|females)"
)
_GIVEN = (
    rf"(?:(?:the|those|all|both|either|an?|{_WHO}|who|were|had|receiv(?:ed|ing)|given|taking|treated|allocated|assigned"
    r"|randomi[sz]ed|to|with|on|in|of|oral|intravenous|active|treatment|therapy)\s)*"
)
_TO_ARM = (
    r"(?:in|with|on|for|of|among|by|after|during|under|between|from|to|than|versus|vs\.?|following"
    r"|receiving|given|taking|using"
    rf"|compared\swith|compared\sto|relative\sto|treated)\s{_GIVEN}(?:[\w-]+\s)?{_A}"
)
_LEAD_IN = re.compile(
    rf"""(?:(?:Overall|Clinically),\s
    |(?:However|Moreover|Furthermore|In\saddition|Additionally|Similarly|Thus|Also|Conversely|By\scontrast
        |In\scontrast|Nevertheless|Finally|Simultaneously|Subsequently|Postoperatively|Importantly|Notably),?\s
    |(?:At|After|During|In|On|Over|By|For|Among|Within|From|Throughout|Based\son|According\sto|When|If
    |Compared\s(?:with|to)
        |Relative\sto|Following|Through|Until|Across|Using|With|Of|As)\s[^,;]{{1,200}},\s
    |From\sbaseline\sto\s(?:week|month|day|year)\s\d+\s
    |The\s\d+[-\s](?:days?|weeks?|months?|years?)\s
    |(?:The|Our|These)\s(?:results|data|study|analysis|findings)\s(?:\w+ed|show)\sthat\s
    |(?:while|whereas|although|though|and|but|that)\s
    |(?:At|By|Before)\sthe\send\sof\s(?:the\s)?\w+\s(?=the\b|there\b)
    |(?:At|After|During|By)\s(?:\d+\s(?:weeks|months|days|hours|years|h|min)|(?:week|month|day|year)\s\d+)
    \s(?=there\b|the\b)
    |(?:Results?|Conclusions?|Findings?):?\s(?=[A-Z])
    |(?:In|With|On|Of|Among|For)\s(?:the\s)?(?:\d+\s)?(?:patients\s(?:on|in|given)\s(?:the\s)?)?{_A},?\s(?=\d)
    |(?:In|By)\s(?:the\s|an?\s)?(?:intent(?:ion)?[-\s]to[-\s]treat|full\sanalysis)
        \s(?:population|analysis|set)\s(?=[a-z])
    |\d\.?\s(?=[A-Z]))""",
    _FLAGS,
)
"""What may stand before the subject of a sentence."""
_VERB = (
    r"(?:was|were|is|are|did|had|has|have|differed|improved|decreased|increased|occurred|fell|rose"
    r"|declined|dropped|changed"
    r"|remained|averaged|reached|lasted|developed|recurred|appeared|persisted|disappeared|resolved|showed"
    r"|favou?red|tended"
    r"|demonstrated|ranged|returned|doubled|reduced|achieved|numbered)"
)
_FINITE = re.compile(rf"\b{_VERB}\b", re.IGNORECASE)
_SUBJECT = re.compile(
    rf"(?P<end>\S(?:(?!\b{_VERB}\b)[^;:]){{1,160}}?){_GAP}(?:also\s|all\s|both\s|each\s|only\s)?"
    rf"(?P<verb>{_VERB})\b\s?(?P<rest>.*)$",
    _FLAGS,
)
_OF_PEOPLE = re.compile(
    rf"""(?:(?:the|an?|all|most|more|fewer|less|greater|higher|lower|smaller|larger|significantly|slightly|many
    |only|no|also|number|proportions?|percentages?
        |percent|%|of|\d[\d,.]*|other|these|both|than|in|to|almost|nearly|approximately|[\w-]+ly|similar|twice
        |as|half|[{_ASIDES}]+|[a-z-]+(?=\s(?:patients|subjects|women)))\s)*
        (?:{_WHO}\b|{_A}|(?:[\w-]+\s)?(?:meta-)?analysis\b|(?:treated|receiving|taking|given)\s|attacks\streated\b)""",
    _FLAGS,
)
"""A subject that are people or an arm: what they did or had is the endpoint."""
_OF_SOME = re.compile(r"(?:for|in|with|at|on|after|among|by|from|to|of)\s", re.IGNORECASE)
"""At the beginning of what is no clause of its own."""
_HAD = (
    r"(?:reduced|improved|increased|decreased|prolonged|delayed|lowered|prevented|shortened|attenuated"
    r"|suppressed|enhanced"
    r"|raised|abolished|affected|affects|reduces|improves|prevents|lowers|increases|experienced|reported"
    r"|achieved|had|have|showed|produced"
    r"|developed|attained|reached|demonstrated|obtained|resulted\sin|associated\swith|led\sto|provided"
    r"|induced|caused|exhibited"
    r"|expressed|gained|suffered|maintained|displayed|reporting|achieving|experiencing|having|presented"
    r"|completed|(?:tended\sto|not|failed\sto)"
    r"\s(?:reduce|improve|increase|decrease|lower|prevent|prolong|delay|shorten))"
)
_DID = (
    r"(?:(?:also\s|subsequently\s|still\s|again\s|finally\s)?(?:required|requested|needed|used|received"
    r"|rated|preferred|considered|underwent|died|survived|responded|relapsed|healed"
    r"|recovered|vomited|stopped|remained|stayed|became|felt|worsened|deteriorated|lost"
    r"|improved(?=\s(?:in|after|at|by|with)\b|$)|recurred|needing|requiring|worked|slept|reversed|returned"
    r"|progressed|reverted|shifted|(?:were|are)(?!\s(?:\w+\s)?associated)))"
)
_PREDICATE = re.compile(rf"\b(?:(?P<did>{_DID})\b|{_HAD}\s)(?P<end>[^;:]{{0,140}})$", _FLAGS)
"""What people did, or what befell them; the verb is part of the former."""
_AS_TO = r"(?:in\sterms\sof|with\s(?:respect|regard)\sto)"
_IN_WHAT = re.compile(
    rf"""\b(?:differ(?:ed|ences?)?|similar|comparable
    |(?:superior|non-?inferior)(?:ity)?(?=\s(?:to|in|for|over)\b)|better|equivalen\w*|effects?|advantage
    |benefit)\b
        [^;:.]{{0,80}}?\b(?:{_AS_TO}|regarding|concerning|in|for|on)\s
        (?P<end>(?!{_GIVEN}{_A})[^;:]{{2,120}})$""",
    _FLAGS,
)
_AT_DOING = re.compile(
    r"""\b(?:effective\w*|superior|better|efficacious|(?:non-?)?inferior)\b[^;:]{0,80}?\b(?:in|at|for)\s
        (?P<end>(?:\w+ly\s)?(?:reliev|releiv|induc|promot|heal|reduc|lower|prevent|improv|control|suppress
        |eradicat|decreas|maintain|achiev|increas|treat)ing\s[^;:]{2,110})$""",
    _FLAGS,
)
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?)"
)
_SHARE = re.compile(
    rf"""(?:a\stotal\sof\s|only\s|overall,?\s|about\s|approximately\s|a\smean\s(?:[{_ASIDES}]+\s)?of\s
    |\d[\d.]*\s?%?\sand\s)?
        (?:(?:\d[\d.,]*(?:/\d+)?|{_NUMBER_WORD}
        |(?:\w+ly\s)?(?:more
        |fewer))\s?%?\s?(?:percent\s)?(?:[{_ASIDES}]+\s)?(?:of\s(?:the\s)?(?:\d+\s)?)?{_GIVEN}(?:{_A}\s?)?)?[(\[]?\s?$""",
    _FLAGS,
)
"""Before the first number where it is the subject itself: "Twelve of the 110 treated with zelavir ("."""
_AFTER_SHARE = re.compile(
    rf"""(?<=\s)(?P<end>(?:subsequently\s|finally\s|still\s
    |again\s)?(?!(?:compared|treated|assigned|allocated|randomi[sz]ed|opposed|continued|randomised|based
    |evaluated|enrolled|received\s(?:either\s|the\s)?{_ARM})\b)
            (?:had|were|was|died|showed|felt|fell|became|chose|[a-z]{{3,}}ed)\b[^;:]*?)
        (?=,|;|\.(?:[\s(]|$)|\s?[(\[]|\s(?:as\s)?(?:compared|opposed)\b|\s(?:versus|vs|than|while|whereas)\b
        |\sand\s(?:in\s)?\d|$)""",
    _FLAGS,
)
"""After a share of an arm: what its people did."""
_REST = rf"[^;:,(){_ARM}{_ASIDES}]"
_TOLD_ASIDE = (
    re.compile(
        r"\b(?:improvements?|reductions?|decreases?|increases?|declines?|rises?|falls?|changes?|differences?)"
        rf"[^;:,(]{{0,40}}?\sin\s(?P<end>(?!{_GIVEN}{_A}){_REST}{{2,90}}?)"
        rf"(?=\swith\s(?:an?\s)?(?:\w+\s)?(?:ratio|HR|OR|RR)\b|[;:,({_ARM}{_ASIDES}]|$)",
        re.IGNORECASE,
    ),
)
"""What a sentence says in passing of what it measured; asked where no plainer form names it."""
_TIME = (
    r"(?:hours?|h|hrs?|days?|weeks?|wks?|wk|months?|years?|min(?:utes?)?|mins|visit|night|follow-up"
    r"|endpoint|end\s?point"
    r"|all\stimes?|rest|baseline|attacks?)"
)
_CUT = re.compile(
    rf"""[\s{_ASIDES}]+(?:
        (?:than(?!\s\d)|versus|vs|compared|relative\sto|whereas|while|when|(?<!\son\s)(?<!\sin\s)which|that
        |as\scompared|as\sjudged|as\smeasured|as\sassessed
            |as\sdetermined|if|because|without|except|i\.e|(?<!protocol\s)defined|did
            |under(?!\sthe\s(?:[\w-]+\s){{0,3}}(?:curve|range)))\b.*
        |{_TO_ARM}.*|{_A}.*
        |(?!from\sbaseline[\s{_ASIDES}]+(?:to\s\w+\s\d+\s)?(?:in|of)\b)
        (?:at|after|during|by|over|within|on|for|from|to|until|in|through|throughout|between)\s
            (?:(?:the|an?|about|least|day|week|month|year|hour|all|each|both|first|last|final|entire|whole
            |second|any|up|to)\s)*
            (?:\d[\d.,]*(?:\s?(?:-|to|or|and|,)\s?\d+)*|one|two|three|four|six|eight|twelve|first|final|last)?
            (?:st|nd|rd|th)?[\s-]?{_TIME}\b.*
        |\d+\s(?:h|hours?|days?|weeks?|months?)\s(?:after|post).*
        |(?:at(?!\s(?:or|least)\b)|after|during|following|throughout|both\sat|both\safter|either)\s.*
        |(?:between|among|across|in|for|of)
        \s(?:the\s|both\s|all\s|these\s|more\s|fewer\s|significantly\s)*
        (?:two\s|three\s|four\s|treatment\s|study\s|active\s|remaining\s|\d+\s)*
            (?:groups?|arms?|treatments?|drugs?|patients|subjects|participants|women|men|children|infants)\b.*
        |(?:examined|assessed|measured|evaluated|recorded|observed|emerged|occurring|associated|initially
        |subsequently)\b.*
        |(?:in|to)\sthe\ssame\s.*
        |(?:from|by|to)\s(?:an?\s)?[<>]?[-+]?\d.*|in\sthis\s(?:study|trial)\b.*
        |\d+(?:\sand\s|\sto\s|-)\d+\s{_TIME}\b.*|\d[\d.,]*\s(?:min|h|hours?|days?|weeks?|months?)$
        |(?:also|using)$
        |(?:to\sa\s(?:\w+\s)?(?:greater|similar|lesser)|significantly|more\s(?:often|frequently|rapidly)
        |less\s(?:often|frequently)
            |markedly|similarly|only|favou?r\w*)\b.*
        |(?:of|by|in|to|from|with|at|for|on|and|or|the|a|an|was|were|had|being|as|approximately|about
        |respectively|mean|median|(?<!no\s)(?<!or\s)(?:more|less))$
        |$)
    |,(?![^,]{{2,40}}(?:,[^,]{{2,40}}){{0,4}},?\s(?:and|or)\s).*|[,\s{_ASIDES}]+$""",
    _FLAGS,
)
"""What follows an endpoint and is not part of its name."""
_PEOPLE_WITH = (
    r"(?:patients|subjects|participants|women|men|children|people|individuals|those)"
    r"\s(?:with|who\s(?:had|were|reported|experienced|achieved|expressed)"
    r"|who|achieving|reporting|experiencing|having)"
)
_STRIP = re.compile(
    rf"""(?:(?:more|less)\slikely\sto(?:\s(?:experience|have|achieve|develop|report))?
        |(?:[\w-]+\s)?(?:proportions?|percentages?|numbers?)\sof
        \s(?:[a-z]+\s)?{_WHO}(?=\s(?:\w+ing|in\sremission|free|without)\b)
        |\d+%(?=\s[a-z])|already|most|the|an?|their|its|of|also|no|any|some|both|all
        |(?:statistically\s|clinically\s)?significant(?:ly)?|markedly|substantial(?:ly)?|slight(?:ly)?
        |much|(?:higher|highest|lower|lowest|greater|greatest|fewer|more|less|longer|shorter|better|larger
        |smaller|faster|slower|earlier|later|worse)
        |similar|comparable|equivalent|superior|marked|differences?\s(?:in|for)|in|rapid|further|additional|that
        |numerically|nearly|almost|about|approximately
        |(?:[\w-]+\s)?(?:proportions?|percentages?|numbers?|percent|share|%)\sof\s(?:[a-z]+\s)?{_PEOPLE_WITH}
        |{_PEOPLE_WITH}
        |(?:proportions?|percentages?|percent|%)\sof(?!\s(?:{_WHO}|attacks|days)\b)
        |(?:was|were|being|completely|respectively|been|had|to\sbe|reached|achieved)(?=\s\w))[\s{_ASIDES}]+""",
    _FLAGS,
)
"""Words before an endpoint that are not part of its name."""
_REFUSED = re.compile(
    rf"""{_ARM}|^(?:this|that|these|those|it|they|there|which|who|such|both|neither|either|corresponding
    |respective|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?!-)|others?|we|i|he|she|results?|data|most
    |half|many|none|some|each|all|not|more|less|fewer|only|when|if|because|however|tendency|trend|favou?r
            |although|there|and|or|but|used|received|had|once|also|unchanged|reduced|increased|decreased|similar
            |comparable|significantly|greater|higher|lower)\b
    |\b(?:was|were|is|are|be|than(?!\s\d)|who|which|whose|they|it|did|does|do|significan\w+|versus|vs|compared
    |respectively|p)\b(?!\s(?:eradicated|cured|healed|prevented
            |controlled|suppressed|normali[sz]ed|avoided|abolished|successful|required|needed|detected|positive
            |negative|complete|performed|given|prescribed
            |used|necessary|initiated)\b)
    |\b(?:groups?|arms?|sub-?groups?|strat(?:um|a)|placebo|(?<!second\s)dos(?:e|es|age|ages)|drugs?|differences?
    |analys[ei]s|differ\w*|evidence|neither|either|patients)\b
    |^(?:\w+\s)?(?:treatment|therapy)
    (?!\s(?:(?:was|were)\ssuccessful|success|failure|satisfaction|response|effect|outcome))\b
    |^(?:among|at|in|after|by|from|during|with|on|for|of|between|to|up|effective|superior|compared|as)\s
    |^(?:oral|intravenous|topical|inhaled|subcutaneous)$|^[^\w(]
    |\b(?:of|in|to|for|by|with|and|or|the|a|an|from|at|on|per)$|[;:=]|^.{{0,1}}$|^.{{110,}}$|^\w+ly$
    |\b(?:more|less|higher|lower|greater|better|longer|shorter)$|(?-i:^[a-z]{{2}}$)|^\d[\d.,%]*(?:\s|$)|\bboth\b
    |\bbut\b|\b(?:hazards?|odds|risk|rate)\sratios?\b|\bcomparing\b|^relative\srisks?$
    |^(?:considered|rated|requested|preferred|lost|felt|became|remained|stayed|stopped|required|needed|worked
    |effective|superior|inferior|better|worse|seen|observed|noted|found|reached|obtained|evident|apparent
    |present|severe|moderate|mild|recorded|measured)$""",
    _FLAGS,
)


def endpoint_of_numbers(
    text: str, start: int, mentions: Sequence[Mention], drug: re.Pattern[str]
) -> tuple[int, int] | None:
    """Where a sentence names what its numbers are of; ``None`` where no plain form does.

    Args:
        text: the sentence.
        start: where the first of the numbers stands.
        mentions: of the arms.
        drug: finds the drug's names.
    """
    masked = _masked(text, start, mentions, drug)
    until, label = _split_at_bracket(masked, start)
    for first, last in _candidates(masked, until, start, in_bracket=label is not None):
        if named := _trimmed(masked, first, last):
            return named
    return _told_aside(masked, until)


def _told_aside(masked: str, until: int) -> tuple[int, int] | None:
    """What stands nearest before the numbers after "in terms of", "improvement in" and the like."""
    begin = max(masked.rfind(";", 0, until), masked.rfind(": ", 0, until)) + 1
    places = [match.span("end") for pattern in _TOLD_ASIDE for match in pattern.finditer(masked, begin, until)]
    return next((named for place in sorted(places, reverse=True) if (named := _trimmed(masked, *place))), None)


def _masked(text: str, start: int, mentions: Sequence[Mention], drug: re.Pattern[str]) -> str:
    """The sentence with one sign over arms and another over closed brackets, but that of the numbers."""
    for mention in mentions:
        text = text[: mention.start] + _ARM * (mention.end - mention.start) + text[mention.end :]
    text = drug.sub(lambda name: _ARM * len(name[0]), text)
    for _ in range(_NESTED):
        text = _BRACKET.sub(
            lambda part: part[0] if part.start() < start < part.end() else _sign(part[0]) * len(part[0]), text
        )
    return text


def _sign(bracket: str) -> str:
    return _ASIDE if re.search(rf"\d|{_ASIDE}", bracket) else _NOTE


def _split_at_bracket(masked: str, start: int) -> tuple[int, int | None]:
    """Where the words before the numbers end, and where the bracket that holds the numbers begins, if any."""
    opened = max(masked.rfind("(", 0, start), masked.rfind("[", 0, start))
    if opened < 0 or re.search(r"[)\]]", masked[opened:start]):
        return start, None
    return opened, opened + 1


def _candidates(masked: str, until: int, start: int, *, in_bracket: bool) -> Iterator[tuple[int, int]]:
    """Words that may name the endpoint: of the clause nearest to the numbers, the surest form first.

    A clause without a verb of its own is a part of the clause before it.
    """
    begins = [match.end() for match in _CLAUSES.finditer(masked, 0, until) if _is_clause(masked, match)]
    for begin in (*reversed(begins), 0):
        first = _after_lead_in(masked, begin, until)
        clause = masked[:until].rstrip(f" ,([{_ASIDES}")
        yield from _of_clause(clause, first)
        if _SHARE.fullmatch(masked, first, start) or (in_bracket and _OF_PEOPLE.fullmatch(clause, first)):
            yield from _after_share(masked, start)
        if _SUBJECT.match(clause + " ", first) or masked[begin - 2 : begin] == "; ":
            return


def _is_clause(masked: str, match: re.Match[str]) -> bool:
    """Whether a bare "and" joins two clauses, as a verb before it tells."""
    return match[0] != " and " or _FINITE.search(masked, 0, match.start()) is not None


def _after_lead_in(masked: str, begin: int, until: int) -> int:
    while lead := _LEAD_IN.match(masked, begin, until):
        begin = lead.end()
    return begin


def _of_clause(clause: str, first: int) -> Iterator[tuple[int, int]]:
    """Places of a name in a clause, which ends where the text does.

    Args:
        clause: the text up to its end.
        first: where its subject may.
    """
    subject = _SUBJECT.match(clause + " ", first)
    if subject and not _OF_PEOPLE.match(subject["end"]):
        yield subject.start("end"), subject.end("end")
        yield from (match.span("end") for match in (_IN_WHAT.search(clause, first),) if match)
    elif not _OF_SOME.match(clause, first):
        yield from (match.span("end") for pattern in (_IN_WHAT, _AT_DOING) if (match := pattern.search(clause, first)))
        yield from _predicates(clause, first)


def _predicates(clause: str, first: int) -> Iterator[tuple[int, int]]:
    """What each verb of a clause tells of people or of an arm."""
    while match := _PREDICATE.search(clause, first):
        yield match.start("did") if match["did"] else match.start("end"), match.end("end")
        first = match.start() + 1


def _after_share(masked: str, start: int) -> Iterator[tuple[int, int]]:
    """What the people did whose share is the subject: "4% of those on zelavir relapsed, compared with 9%"."""
    yield from (match.span("end") for match in _AFTER_SHARE.finditer(masked, start))


def _trimmed(masked: str, first: int, last: int) -> tuple[int, int] | None:
    """A name without the words around it; ``None`` where what is left names nothing."""
    name = masked[first:last]
    while strip := _STRIP.match(name):
        first, name = first + strip.end(), name[strip.end() :]
    while (cut := _CUT.search(name)) and cut.start() < len(name):
        name = name[: cut.start()]
    if _REFUSED.search(name):
        return None
    return first, first + len(name)

"""Why a trial was stopped, read from the words the registry gives: safety, lack of efficacy, enrolment or business.

What belongs here: the patterns of each reason, and of mentions that are taken back ("not for safety reasons").
"""

from __future__ import annotations

import re

from ...domain.trials import StopReason

_CAUSE = r"""(?:safety|toxic\w*|adverse|harm(?:s|ed|ful)?\b|side\ effects?|efficacy|futility
    |lack\ of\ (?:efficacy|effect|benefit))"""

_LISTED = r"(?=\s(?:(?:or|and|nor|any)\s)?(?:efficacy\b|safety|quality|toxic|tolerab|adverse|regulatory|harm))"

_CLAUSE = rf"""(?:[^.;:,]|,{_LISTED})*?
    (?=\b(?:but|however|rather|instead|due\ to|because)\b|[.;:]|,(?!{_LISTED})|$)"""
"""To the end of the clause, lists of causes included."""

_DENIED = re.compile(
    rf"""\bnot\ (?:\w+\ ){{0,3}}?(?:related|due|because|based|driven|caused|prompted|motivated
        |a\ result|for|owing)\b{_CLAUSE}
    |\b(?:nothing\ to\ do\ with|un(?:related|connected)\ to|independent(?:ly)?\ of|regardless\ of|rather\ than
    |other\ than
        |irrespective\ of){_CLAUSE}
    |\b(?:not|neither|nor|without|absence\ of)\ (?:(?:any|an?|new|the|patient|of)\ )*{_CAUSE}{_CLAUSE}
    |\bno\ (?:\w+\ ){{0,3}}?(?:safety|toxic\w*|adverse|side\ effects?|harm\w*|serious|sae){_CLAUSE}
    |\bno\ (?:efficacy\ (?=(?:or|and|nor|concern|issue))|(?=lack|futil)){_CLAUSE}
    |\bno\ (?:\w+\ )?(?:concerns?|issues?|problems?|signals?)\ (?:\w+\ ){{0,3}}?{_CAUSE}{_CLAUSE}
    |{_CAUSE}[^.;]{{0,40}}?\b(?:was|were|is|are|did|has|had|played|play)\ (?:not|no)\b[^.;]*?
        \b(?:factors?|reasons?|causes?|concerns?|roles?|basis|consideration)\b[^.;]*
    |\b(?:safety|toxic\w*|adverse\ events?)[^.;]{{0,40}}?\b(?:was|were|has|have)\ (?:not|no)\ (?:been\ )?
        (?:identified|observed|found|noted|seen|reported|an?\ issue)[^.;]*
    |\bsafety\ (?:[\w-]+\ ){{0,3}}?(?:was|were|is|remains?)\ (?:\w+\ )?(?:consistent|acceptable|favou?rable|good
    |comparable)[^.;]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""What was not the reason, to the end of its clause: "not related to safety or efficacy", "safety was acceptable"."""

_NO_CAUSE = re.compile(
    r"""\bdata\ (?:(?:and|&)\ )?safety\ (?:and\ )?(?:monitoring|review)\ (?:board|committee)|\bsafety\ (?:monitoring
    |review)\ (?:board|committee)
    |\bto\ (?:further\ )?(?:assess|evaluate|confirm|determine|establish|study|characteri[sz]e
    |monitor)\ (?:the\ )?(?:[\w-]+\ )?
        (?:safety|efficacy)(?:\ (?:and|or)\ (?:safety|efficacy|tolerability))?
    |\bdeath\ of\ (?:the\ |our\ )?(?:pi\b|principal|investigator|lead)
    |\b(?:low|lower)(?:\ than\ (?:expected|anticipated))?\ (?:\w+\ )?(?:mortality|event\ rates?|deaths?)
    |\b(?:mortality|event\ rates?|deaths)\ (?:\w+\ )?(?:low|lower|fewer)\ than
    |\b(?:prior\ to|before)\ (?:\w+\ ){0,3}?(?:enrol|recruit|accru)\w*
    |\b(?:closed|open(?:ed|ing)?)\ to\ (?:enrol|recruit|accru)\w*
    |\b(?:accrual|enrol\w*|recruitment)(?:\ (?:goals?|targets?))?\ (?:(?:was|were|is|has\ been)\ )?
        (?:met|reached|complete[d]?|achieved|halted|stopped|closed|suspended)
    |\b(?:enrol\w*|recruitment)\ on\ the\ study\ was\ (?:halted|stopped)|\bclose\ (?:enrol|recruit)\w*
    |\brecruitment/study|\bsufficient\ (?:\w+\ )?(?:data|patients|participants|subjects)\b[^.;]*
    |\bcontinue\ recruit\w*|\brecruitment\ curtailed|\bdid\ not\ accrue\ any\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of a reason that name no reason."""

_TARGET_MISSED = re.compile(
    r"(?:recruit|enrol|accru|inclusion|sample)\w*[^.;]{0,30}\b(?:not|never) (?:be )?(?:met|reached|achieved)"
    r"|(?:not|fail\w+ to|unable to) (?:meet|reach|achieve) [^.;]{0,30}(?:recruit|enrol|accru|sample)\w*",
    re.IGNORECASE,
)

_REASONS = (
    (
        StopReason.OBJECTIVE_MET,
        re.compile(
            r"(?:objective|end ?-?point|aim)s?\b(?:(?!\bno[tr]?\b|\bnever\b)[^.;]){0,30}\b(?:met|reached|achieved)\b"
            r"|(?:early|clear|proven|overwhelming|superior|significant) (?:efficacy|benefit)\b"
            r"|(?<!no )(?<!lack of )(?:efficacy|benefit)(?:(?!\bno[tr]?\b)[^.;]){0,30}"
            r"\b(?:shown|demonstrated|established|proven)\b",
            re.I,
        ),
    ),
    (
        StopReason.SAFETY,
        re.compile(
            r"safety|\badverse (?!market|econom|business|financ)|toxicit|side effect|\bharm(?:s|ed|ful)?\b|mortality"
            r"|deaths?\b"
            r"|transaminase|liver enzymes|tolerability|poorly tolerated|intolera|hypersensitiv|clinical hold"
            r"|(?:increase\w*|higher|excess\w*|elevated) (?:rate|risk|incidence|number|frequency)s? of"
            r"|concerns? (?:with|about|over|regarding)(?: \w+){0,3} use of"
            r"|more (?:likely|often|frequent\w*)[^.;]{0,40}(?:severe|crises|hospitali|worsen|bleed)",
            re.I,
        ),
    ),
    (
        StopReason.EFFICACY,
        re.compile(
            r"futil|lack of efficacy|inefficac|ineffective|(?<!recruitment )(?<!enrollment )efficacy"
            r"|not (?:been )?(?:met|reached)\b"
            r"|(?:not|fail\w* to) (?:meet|reach|achieve)\b(?! [^.;]{0,30}(?:fund|budget))"
            r"|not support (?:continu|further)"
            r"|(?:not|fail\w* to) (?:show|demonstrate)\b(?! [^.;]*\bPK\b)"
            r"|(?:no|not enough|insufficient|lack of|absence of|limited|inadequate)(?: \w+){0,5}"
            r" (?:benefit|effects?|superiority)\b"
            r"|no improvement\b"
            r"|(?:lowering|reduction|response|effect)[^.;]{0,90}\b(?:inadequate|insufficient)"
            r"|no (?:significant )?differences?\b|not a significant difference"
            r"|unlikely to (?:show|meet|demonstrate|benefit)",
            re.I,
        ),
    ),
    (
        StopReason.ENROLMENT,
        re.compile(
            r"enrol|recruit|accru|inclusion|sample size|candidates"
            r"|(?:too few|not enough|lack of|insufficient|unable to find|no|few|shortage of|most potential)"
            r" (?:\w+ ){0,2}?(?:patients|subjects|participants|volunteers|participation)"
            r"|(?:patients|participants|subjects) (?:do|did) not want",
            re.I,
        ),
    ),
    (
        StopReason.BUSINESS,
        re.compile(
            r"fund(?:s|ing|ed|er)?\b|sponsor|business|financ|strateg|\bcompany|budget|commercial|\bmarket\b"
            r"|pharmaceutical co|program(?:me)?(?: (?:was|has been))? (?:terminat|discontinu|stopp|clos)"
            r"|(?:not|stopp?e?d?|discontinu\w*|end(?:ed)?|terminat\w*)(?: \w+){0,2} develop|collaboration|\bgrant\b",
            re.I,
        ),
    ),
)


def stop_reason(why_stopped: str) -> StopReason:
    """Class of a registered stop reason; a negated mention ("not for safety reasons") does not count.

    Of several reasons the gravest for the drug counts: safety, then lack of efficacy, then enrolment, then business.
    """
    text = " ".join(why_stopped.split())
    if not text:
        return StopReason.NOT_STATED
    text = _TARGET_MISSED.sub(" slow enrolment ", text)
    text = _NO_CAUSE.sub(" ", _DENIED.sub(" ", text))
    for reason, pattern in _REASONS:
        if pattern.search(text):
            return reason
    return StopReason.OTHER

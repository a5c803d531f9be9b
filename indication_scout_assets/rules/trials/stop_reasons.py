"""Why a trial was stopped, where the registered reason says that and nothing else.

What belongs here: reasons of one closed form. Whose harm or failure a sentence tells, and what it denies, no form can
say; so any other reason is not classified and is shown as it is written.
"""

from __future__ import annotations

import re

from ...domain.trials import StopReason

_SPELT = {
    StopReason.OBJECTIVE_MET: r"(?:the )?primary (?:end ?-?point|outcome|objective) (?:was )?(?:met|reached|achieved)",
    StopReason.EFFICACY: r"(?:futility|(?:lack of|insufficient) efficacy)"
    r"(?: for the primary (?:end ?-?point|outcome))?",
    StopReason.ENROLMENT: r"(?:(?:very )?(?:slow|low|poor|insufficient|limited)|lack of) (?:patient |participant )?"
    r"(?:accrual|enroll?ment|recruitment)(?: rate)?",
    StopReason.BUSINESS: r"(?:lack of|no) funding|(?:business|sponsor(?:['’]s)?|company) (?:decision|reasons?)",
}
_FORMS = {
    reason: re.compile(
        r"(?P<shown>(?:(?:an|the) (?:\w+ )?)?interim analys[ei]s (?:showed|demonstrated) )?"
        r"(?:(?:the |this )?(?:study|trial) )?(?:(?:was|has been) )?"
        r"(?:(?:stopped|terminated|termination|closed|discontinued|halted|withdrawn)(?: early| prematurely)? )?"
        rf"(?P<cause>(?:due to|because of|for) )?(?:{spelt})(?P<interim> (?:at|after) (?:\w+ ){{0,2}}interim analysis)?"
    )
    for reason, spelt in _SPELT.items()
}


def stop_reason(why_stopped: str) -> StopReason:
    """Class of a registered stop reason: ``Lack of efficacy``, ``The study was terminated due to slow accrual.``

    Where more is written behind it, only what gives itself as the cause or as an interim result has a class:
    ``Futility at the planned interim analysis; no safety concern``.
    """
    first, *others = re.split(r"[.;]\s", " ".join(why_stopped.casefold().split()).rstrip("."))
    if not first:
        return StopReason.NOT_STATED
    for reason, form in _FORMS.items():
        said_alone = form.fullmatch(first)
        if said_alone and (not others or any(said_alone.groups())):
            return reason
    return StopReason.NOT_CLASSIFIED

"""How much an abstract is about what becomes of patients under the drug as it is prescribed.

What belongs here: visible cues for and against that, for reviews of a class of drugs, whose searches bring kinetics,
anaesthesia and laboratory work in hundreds. For a single drug and a disease the sentence that says what the drug does
(``domain.language.intent``) tells more, and laboratory work is evidence there.

Weights were set by hand after a logistic regression over seven systematic reviews of drug classes, each left out in
turn: only cues whose sign held in all seven are here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_CUES = (
    # for: compared, for long, with outcomes patients feel
    (0.1, r"\b\d+[ -](?:weeks?|months?|years?)\b"),
    (0.1, r"\b(?:long[- ]term|follow-?up|extension)\b"),
    (0.1, r"\b(?:versus|vs\.?|compar\w+|superior|equivalen\w+)\b"),
    (0.2, r"\b(?:mortality|deaths?|cardiovascular events|myocardial infarction)\b"),
    # against: other routes, kinetics, operations, single doses, mechanisms, people without the disease
    (-0.2, r"\b(?:intrathecal|epidural|topical|intranasal|intravenous|infusion|injection|intravitreal|inhal\w+"
           r"|intra-?articular|bolus|i\.?v\.?)\b"),
    (-0.15, r"\bpharmacokinetic\w*|\bbioavailab\w*|\bplasma (?:levels?|concentrations?)\b"),
    (-0.1, r"\b(?:surg\w+|postoperative|an[ae]*esthesi\w+|perioperative|bypass)\b"),
    (-0.1, r"\b(?:acute|single dose|single oral)\b"),
    (-0.1, r"\b(?:mechanism|receptor|expression|in vitro|cells?|channels?|hemodynamic\w*|heart rate)\b"),
    (-0.1, r"\bhealthy (?:\w+ )?(?:volunteers|subjects|men|women|adults)\b|\bvolunteers\b"),
)  # fmt: skip
_PATTERNS = tuple((weight, re.compile(cue, re.IGNORECASE)) for weight, cue in _CUES)
COMMON = 0.4
"""Share of the typical texts from which on a cue is what the review is about."""
LEAST = sum(weight for weight, _ in _CUES if weight < 0)
MOST = sum(weight for weight, _ in _CUES if weight > 0)


def patient_focus(texts: Sequence[str], typical: Sequence[int] = ()) -> list[float]:
    """For each text, the sum of the weights of its cues, mapped to 0 (all against) … 1 (all for).

    Args:
        texts: titles with abstracts.
        typical: places of the texts that answer the question best by other means. A cue against that more than
            ``COMMON`` of them show is what the review is about (injections, acute attacks) and speaks against nothing.
    """
    told = [(weight, pattern) for weight, pattern in _PATTERNS if weight > 0 or not _is_common(pattern, texts, typical)]
    totals = (sum(weight for weight, pattern in told if pattern.search(text)) for text in texts)
    return [(total - LEAST) / (MOST - LEAST) for total in totals]


def _is_common(pattern: re.Pattern[str], texts: Sequence[str], typical: Sequence[int]) -> bool:
    return sum(1 for i in typical if pattern.search(texts[i])) > COMMON * len(typical) > 0

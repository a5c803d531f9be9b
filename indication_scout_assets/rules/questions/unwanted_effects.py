"""Questions of what a drug does to people beside what it is given for, and sentences that name such effects.

What belongs here: telling the question, and how many unwanted effects a sentence names.
"""

from __future__ import annotations

import re

from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from ..effects.result_sentences import is_of_safety
from .stems import content_stems

_ASKED = re.compile(
    r"\b(?:side|adverse|unwanted|undesired) (?:effects?|events?|reactions?)\b|\btoxicit(?:y|ies)\b", re.IGNORECASE
)
_EFFECT = re.compile(
    r"\b(?:nausea|vomit\w*|emesis|diarrh\w+|constipation|dyspepsia|heartburn|abdominal (?:pain|discomfort)|anorexia"
    r"|dry(?:ness of the)? mouth|mouth dryness|xerostomia|drows\w+|somnolen\w+|sedation|sleepiness|fatigue|tiredness"
    r"|asthenia|weakness|dizz\w+|vertigo|ataxia|headaches?|insomnia|nightmares|confusion|hallucinations?|delirium"
    r"|agitation|anxiety|depression|paresthesias?|paraesthesias?|tingling|numbness|neuropath\w+|tremor|seizures?"
    r"|bradycardi\w+|tachycardi\w+|hypotension|hypertension|syncope|palpitations?|flushing|o?edema|dyspn\w+|cough"
    r"|bronchospasm|rash(?:es)?|pruritus|itch\w*|urticaria|alopecia|weight gain|weight loss|hypoglyc\w+|hyperkal\w+"
    r"|hyponatr\w+|neutropenia|leu[ck]openia|thrombocytopenia|an(?:a)?emia|myelosuppression|bleeding|h(?:a)?emorrhage"
    r"|thrombo\w+|infections?|pancreatitis|hepatotoxic\w+|liver enzymes|impotence|emergence reactions?|withdrawal)\b",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(r"\b(?:side|adverse) (?:effects?|events?) (?:of|with|from) (?P<agent>[\w-]+)", re.IGNORECASE)
_NO_AGENT = content_stems("the this these both each either any treatment therapy drug dose high low oral")
_COMES = re.compile(r"\b(?:more|caused?|frequent\w*|occurred|developed|experienced|complain\w+)\b", re.IGNORECASE)
_SEVERAL = 2


def asks_side_effects(frame: QuestionFrame) -> bool:
    """Whether an open question asks what a drug that is known does to people beside what it is given for."""
    return frame.kind is QuestionKind.OPEN and bool(frame.things) and _ASKED.search(frame.text) is not None


def effects_named(text: str) -> int:
    """How many different unwanted effects a text names."""
    return len({match[0].lower() for match in _EFFECT.finditer(text)})


def tells_side_effects(text: str, frame: QuestionFrame) -> bool:
    """Whether a sentence speaks of unwanted effects, or names several, and not of those of another drug."""
    if whose := _OF_WHOM.search(text):
        agent = content_stems(whose["agent"])
        drug = content_stems(" ".join(name for thing in frame.things for name in thing.names))
        if agent and not agent & (drug | _NO_AGENT):
            return False
    count = effects_named(text)
    return count >= _SEVERAL or (count > 0 and (is_of_safety(text) or _COMES.search(text) is not None))

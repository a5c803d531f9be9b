"""Whether a sentence is about what a question names, so that it may count for yes or no.

What belongs here: the drugs and diseases of a question held against a sentence. A small library holds papers on other
uses of a drug; what they found says nothing of the one that was asked about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...domain.questions.library import NameGroup
from ...domain.questions.question_answering import QuestionFrame
from ..language.name_matching import names_in
from .finding_signs import finding_strength, tells_conclusion
from .stems import content_stems

_REFERS_BACK = re.compile(
    r"(?:(?:thus|however|therefore|moreover|in addition|but|and|although),? )?(?:it|they|this|these|those|such|both"
    r"|the (?:drug|agent|treatment|therapy|combination|compound|intervention|same)|treatment|therapy)\b",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of what the one before it named."""


def is_about(
    frame: QuestionFrame, sentence: str, before: str, title: str, short_forms: Mapping[str, str], *, concludes: bool
) -> bool:
    """Whether a sentence is about every drug and disease that the question names and the workspace knows.

    A thing is named by the sentence itself, the paper's title, or the sentence before, where this one refers back
    ("it", "these patients"). A sentence that does not name all of them has to tell a finding or a conclusion.

    Args:
        frame: the question.
        sentence: as it stands.
        before: the sentence before it in the same passage; empty where there is none.
        title: of the paper; empty where titles are left out.
        short_forms: the paper's abbreviations with what they stand for.
        concludes: whether the sentence stands where papers conclude.
    """
    if not frame.things:
        return True
    own = [_names(thing, sentence, short_forms) for thing in frame.things]
    if not all(own):
        around = f"{before if _REFERS_BACK.match(sentence) else ''} {title}"
        if not all(named or _names(thing, around, short_forms) for named, thing in zip(own, frame.things, strict=True)):
            return False
    return all(own) or concludes or finding_strength(sentence) > 0 or tells_conclusion(sentence)


def _names(thing: NameGroup, text: str, short_forms: Mapping[str, str]) -> bool:
    """Whether a text names a thing, by a name, an abbreviation of its paper, or its words in another order."""
    spelled = " ".join([text, *(full for short, full in short_forms.items() if names_in(text, [short]))])
    held = content_stems(spelled)
    return bool(names_in(spelled, thing.names)) or any(
        stems <= held for stems in map(content_stems, thing.names) if len(stems) > 1
    )

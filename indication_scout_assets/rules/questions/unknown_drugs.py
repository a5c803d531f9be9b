"""The word of a question that may be a drug's name, where it names none that is held.

What belongs here: reading the word off its place. It is used in sentences to the reader; nothing is decided by it.
"""

from __future__ import annotations

import re

from ..labels.label_attributes import is_content, is_ordinary
from ..labels.label_words import question_words, stem
from .question_frames import read_question

_AFTER = re.compile(r"\b(?:of|does|do|did|is|are|can|will|could|with)\s+(?P<name>[A-Za-z][\w-]{4,})", re.IGNORECASE)


def drug_asked(question: str) -> str:
    """The name, in small letters; empty where no word stands like one."""
    subject = read_question(question).subject
    places = [match["name"] for match in _AFTER.finditer(question)]
    for word in [subject, *places] if subject and " " not in subject.strip() else places:
        small = word.lower().strip()
        if is_content(small) and not is_ordinary(small) and stem(small) not in question_words().nameable:
            return small
    return ""

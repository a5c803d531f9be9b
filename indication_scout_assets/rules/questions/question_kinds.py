"""What a question asks for: yes or no, a number, or which; read by a trained table of phrases.

What belongs here: how a question is put to the table ``question_kinds.csv``, which ``evaluation.phrase_training`` fits
on questions of our own. A wrong kind is mended by another judged question, never by a phrase.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

from ...text.phrase_model import phrases_of, read_model

KINDS: Final = Path(__file__).with_name("question_kinds.csv")


class AskedKind(StrEnum):
    YES_NO = "yes_no"
    NUMBER = "number"
    WHICH = "which"


def as_text(question: str) -> str:
    """The question as a text between full stops, so that its first and last words can be told from others."""
    return f". {question.replace('?', ' .')}"


def asked_kind(question: str) -> AskedKind:
    """What a question asks for."""
    shares = read_model(KINDS).probabilities(phrases_of("", as_text(question)))
    return AskedKind(max(shares, key=lambda kind: shares[kind]))

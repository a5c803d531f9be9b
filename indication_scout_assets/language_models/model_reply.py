"""What comes back from a provider, or why nothing does, in the words all providers share.

What belongs here: the values the modules of the providers hand to ``language_model``, which makes answers and failures
of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..domain.model_calls import Usage
from ..domain.outcomes import PermanentFailure


class End(StrEnum):
    """Why a model stopped. Only what is finished is an answer."""

    FINISHED = "finished"
    REFUSED = "refused"
    WITHHELD = "withheld"
    CUT_OFF = "cut off"


@dataclass(frozen=True)
class ModelReply:
    """What came back."""

    text: str
    end: End
    stop_reason: str
    """The provider's own word."""
    usage: Usage | None
    """``None`` where the provider did not say, and so the cost is unknown."""


class NoAnswer(PermanentFailure):
    """A model was asked and gave no answer to this question: it declined, or was cut off. Others it may answer."""


class NoReply(Exception):
    """The provider could not be asked, or would not be. Its text is one plain sentence without any secret.

    Args:
        billed: whether it may have cost something nonetheless, as where we stopped waiting.
    """

    def __init__(self, sentence: str, *, transient: bool, billed: bool = False) -> None:
        super().__init__(sentence)
        self.transient = transient
        self.billed = billed


class Gone(NoReply):
    """The provider does not know what was named to it, such as a batch it has deleted."""


class Busy(NoReply):
    """The provider is busy or out of reach for the moment: asked again after a pause.

    Args:
        wait: seconds it asks us to wait, where it says so.
    """

    def __init__(self, sentence: str, *, wait: float | None = None) -> None:
        super().__init__(sentence, transient=True)
        self.wait = wait

"""What comes back from a provider, or why nothing does, in the words all providers share.

What belongs here: the values the modules of the providers hand to ``language_model``, which makes answers and failures
of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..domain.model_calls import Usage
from ..domain.outcomes import PermanentFailure
from ..providers.provider_http import NoReply


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


class Gone(NoReply):
    """The provider does not know what was named to it, such as a batch it has deleted."""

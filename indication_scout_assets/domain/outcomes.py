"""What became of asking a source: the words in which failure is data.

What belongs here: states of sources and the errors every room may raise. A source that could not be asked is
``failed``; one that answered only in part is ``degraded``; one that answered with nothing is ``empty``. These three
are never mixed up, because absence of evidence must not be produced by a fault. One that was not asked says so.
"""

from __future__ import annotations

import errno
from datetime import datetime
from enum import StrEnum

from .base import Value, showable


class SourceState(StrEnum):
    OK = "ok"
    EMPTY = "empty"
    DEGRADED = "degraded"
    FAILED = "failed"
    NOT_ASKED = "not_asked"
    """Nobody asked, for the reason given: no key, switched off, or not needed. Says nothing about what is there."""


NOT_ASKED_AS_OF = "not asked in an as-of run"
"""In the reason of a source that cannot say what it held on a day; a report as of a day lists these by it."""


class SourceOutcome(Value):
    """The answer of one source to one question, as the report prints it."""

    source: str
    """Name as shown, for example ``PubMed``."""
    question: str
    """What was asked, in a few words or the query itself."""
    state: SourceState
    reason: str = ""
    """One plain sentence where the state is not ``ok``."""
    found: int = 0
    """Records that came back."""
    total: int | None = None
    """Records the source says it has, where it says so."""
    left_out: int = 0
    """Records it gave that an as-of run may not use: dated later, or without a full date."""
    disease_id: str | None = None
    """The candidate the question was about; ``None`` for questions about the drug."""
    unanswered: bool = False
    """Whether a fault made it degraded, so that asking again soon may bring what is missing."""

    @property
    def open(self) -> bool:
        """Whether the question should be put again soon: it failed, or was answered in part because of a fault."""
        return self.state is SourceState.FAILED or self.unanswered


class SourceUse(Value):
    """How often a source was last found in a state, over all drugs."""

    source: str
    state: SourceState
    questions: int
    drugs: int
    last_used: datetime
    reason: str | None = None
    """The reason of one of the questions, where the state is not ``ok``."""


class ScoutError(Exception):
    """An error a user can act on. Its text is one plain sentence: what is wrong, where, what to do.

    It may quote a source, so it is made showable.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(showable(str(sentence)))


class PermanentFailure(ScoutError):
    """Trying again will not help: bad input, an unknown drug, a refused key."""


class WrongArgument(PermanentFailure):
    """What the caller gave is none of what there is: an unknown name, a question without what it must have."""


class AmbiguousCollection(WrongArgument):
    """Several collections are held, and it is not certain which a question is put to."""

    def __init__(self, sentence: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.choices = choices
        """The names of the collections, libraries of drugs first."""


class NotHeld(WrongArgument):
    """A drug is named of which the workspace holds nothing: the name may be right, and what is missing is its run."""


class DrugNotHeld(NotHeld):
    """One drug is asked for, and the workspace that was asked does not have what is wanted of it."""

    def __init__(self, sentence: str = "", drug: str = "") -> None:
        super().__init__(sentence)
        self.drug = drug
        """As it was asked for."""


class UnknownName(PermanentFailure):
    """The source that says what there is knows nothing, or several things, of this name."""


class NotRecorded(PermanentFailure):
    """A snapshot that is replayed holds no answer to what was asked."""


class TransientFailure(ScoutError):
    """Trying again later may help: a source is down, a rate limit, a time-out."""


class DatabaseFailure(TransientFailure):
    """The database was lost or is full, or two writers met; trying again at once may help."""


def disk_is_full(error: OSError) -> bool:
    """Whether there is no room on the disk, or no more of it for this account."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def unusable(what: str, error: OSError, mend: str) -> PermanentFailure | TransientFailure:
    """The error of a file or folder that cannot be used, in one sentence; a full disk may pass, nothing else does.

    Args:
        what: begins the sentence, as "The folder /x cannot be made".
        mend: ends it, where the disk is not full.
    """
    why = f"{what} ({error.strerror or error})"
    if disk_is_full(error):
        return TransientFailure(f"{why}; make room on its disk and run the command again.")
    return PermanentFailure(f"{why}; {mend}")

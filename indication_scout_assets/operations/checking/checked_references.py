"""What a check is about: references as they are printed, sentences that cite them, and what was found of each.

What belongs here: the values, which are also the JSON of ``scout check``, and what follows from them: the exit code.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import ConfigDict

from ...domain.base import Value
from ...domain.outcomes import SourceOutcome
from ...domain.records.retractions import RetractionSignal


class Reference(Value):
    """A reference as a file has it; what it does not print is empty."""

    file: str
    line: int
    """Of the file, from 1; of a Word file the paragraph, of a PDF the line of its text."""
    label: str
    """The key of an entry, the number in a list, or the identifier itself."""
    text: str = ""
    """As printed, of a list of references in a manuscript."""
    pmid: str = ""
    pmcid: str = ""
    doi: str = ""
    title: str = ""
    author: str = ""
    """The first one."""
    year: int | None = None

    @property
    def printed(self) -> str:
        """All that is printed of it, for a search by words."""
        parts = (self.author, str(self.year or ""), self.title)
        return self.text or " ".join(filter(None, parts)) or self.doi or self.pmid or self.pmcid


class CitingSentence(Value):
    """A sentence of a manuscript with the references it cites."""

    file: str
    line: int
    text: str
    """As written, with its marks."""
    claim: str
    """The same without the marks."""
    labels: tuple[str, ...]
    """Of the references, in the order of the marks."""


class ReadFile(Value):
    """What was read of a file."""

    references: tuple[Reference, ...] = ()
    sentences: tuple[CitingSentence, ...] = ()
    unread: tuple[tuple[int, str], ...] = ()
    """Line and one sentence for each part that could not be read."""


class FindingKind(StrEnum):
    """What is wrong, the worst first."""

    RETRACTED = "retracted"
    WRONG_IDENTIFIER = "wrong_identifier"
    UNKNOWN_IDENTIFIER = "unknown_identifier"
    ALTERED_QUOTATION = "altered_quotation"
    SAYS_OTHERWISE = "says_otherwise"
    CONCERN = "expression_of_concern"
    MISSING_QUOTATION = "missing_quotation"
    SAYS_NOTHING = "says_nothing"
    UNREADABLE = "unreadable"
    UNCHECKED = "unchecked"
    """A source that was to be asked gave no answer, so that nothing says it is clean."""
    CORRECTED = "corrected"
    REINSTATED = "reinstated"
    PUBLISHED_SINCE = "published_since"
    OTHER_TITLE = "other_title"
    CITES_RETRACTED = "cites_retracted"
    """Its own references hold retracted work: a concern, and no fault of the file."""
    NOT_FOUND = "not_found"

    @property
    def level(self) -> str:
        """``error``, ``warning`` or ``note``; notes and what is unchecked are no fault of the file."""
        if self in _ERRORS:
            return "error"
        return "warning" if self in _WARNINGS else "note"


_ERRORS = (
    FindingKind.RETRACTED,
    FindingKind.WRONG_IDENTIFIER,
    FindingKind.UNKNOWN_IDENTIFIER,
    FindingKind.ALTERED_QUOTATION,
    FindingKind.SAYS_OTHERWISE,
)
_WARNINGS = (
    FindingKind.CONCERN,
    FindingKind.MISSING_QUOTATION,
    FindingKind.SAYS_NOTHING,
    FindingKind.UNREADABLE,
)


class CheckFinding(Value):
    """One thing that was found, in one sentence."""

    kind: FindingKind
    level: str
    file: str
    line: int
    label: str
    sentence: str
    words: str = ""
    """The source's own words that it rests on."""
    url: str = ""

    @classmethod
    def of(
        cls, kind: FindingKind, at: Reference | CitingSentence, sentence: str, words: str = "", url: str = ""
    ) -> CheckFinding:
        """A finding at the place of a reference or of a sentence."""
        label = at.label if isinstance(at, Reference) else ", ".join(at.labels)
        return cls(
            kind=kind,
            level=kind.level,
            file=at.file,
            line=at.line,
            label=label,
            sentence=sentence,
            words=words,
            url=url,
        )


class KnownStanding(Value):
    """The record of a reference and its standing. The sentences below its fields are in published schemas."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    title: str = ""
    year: int | None = None
    pmid: str = ""
    doi: str = ""
    url: str = ""
    found_by: str = ""
    """``PMID``, ``PMC id``, ``DOI`` or ``title``."""
    status: str = "unchecked"
    """``retracted``, ``expression_of_concern``, ``corrected``, ``reinstated``, ``none`` or ``unchecked``."""
    standing: str = ""
    """The same in one sentence: who says so, and when."""
    signals: tuple[RetractionSignal, ...] = ()
    checked: tuple[str, ...] = ()
    """Sources that answered."""
    unchecked: tuple[str, ...] = ()
    """Sources that gave no answer: their silence means nothing."""
    references: str = ""
    """Who holds its references and what their standing is, where that was asked for."""
    cites_retracted: str = ""
    """Retracted articles that it cites, in one sentence, where that was asked for."""


class CheckedReference(KnownStanding):
    """A reference of a file with its record and its standing."""

    reference: Reference
    article_id: str = ""
    """Empty where no record was found."""
    likeness: float = 0.0
    """Of the printed title to the record's, 0 to 1; 1 where an identifier alone is printed."""


class ClaimVerdict(StrEnum):
    """What an article says of a sentence that cites it."""

    SUPPORTS = "supports"
    OTHERWISE = "says_otherwise"
    NOTHING = "says_nothing"
    OPEN = "not_decided"
    """The closest sentence is given; whether it says the same is left to the reader."""
    UNREAD = "not_readable"


class CheckedClaim(Value):
    """A sentence and one reference of it."""

    sentence: CitingSentence
    label: str
    verdict: ClaimVerdict
    read: str = ""
    """What was read: ``abstract`` or ``full text``; empty for nothing."""
    closest: str = ""
    """The source's sentence that is closest to it, word for word."""
    likeness: float = 0.0
    """Cosine of the two, -1 to 1; 0 where the sentence was not embedded."""
    reason: str = ""
    read_by: str = ""
    """``bundled`` or the model that was asked."""


class CheckReport(Value):
    """All that a check found."""

    references: tuple[CheckedReference, ...] = ()
    claims: tuple[CheckedClaim, ...] = ()
    findings: tuple[CheckFinding, ...] = ()
    """The worst first."""
    sources: tuple[SourceOutcome, ...] = ()
    unanswered: tuple[str, ...] = ()
    """One sentence for each source that gave no answer."""

    @property
    def is_clean(self) -> bool:
        return all(finding.level == "note" for finding in self.findings)

    @property
    def is_whole(self) -> bool:
        """Whether every source that was to be asked has answered, for each reference."""
        return not self.unanswered and all(finding.kind is not FindingKind.UNCHECKED for finding in self.findings)

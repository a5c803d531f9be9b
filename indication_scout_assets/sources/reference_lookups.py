"""What the clients of reference sources share: names to ask by, outcomes in one wording, safe links and short texts.

What belongs here: small helpers over ``domain.records.references``. How a service is asked is in its own module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ..domain.base import DEMONSTRATION_KEYWORD
from ..domain.diseases import NormalizedName
from ..domain.outcomes import NOT_ASKED_AS_OF, PermanentFailure, SourceOutcome, SourceState
from ..domain.records.references import LookUpResult, ReferenceEntry, ReferenceQuestion
from ..rules.literature.pubmed_query import disease_search_names, drug_search_names, why_not_searchable
from .formats.json_texts import plain_text
from .http.http_client import Host, HttpAnswer

MAX_TEXT = 400
"""Characters of a source's text that are kept: a sentence or two."""

T = TypeVar("T")

_UNSAFE = re.compile(r"[\s\\\x00-\x1f\x7f]")


def drug_terms(source: str, drug_names: Sequence[str]) -> list[str]:
    """Names of the drug fit for searching, best first.

    Raises:
        PermanentFailure: there is none.
    """
    if not (names := drug_search_names(drug_names)):
        given = ", ".join(drug_names)[:100]
        raise PermanentFailure(f"None of the drug's names ({given}) can be searched in {source}.")
    return names


def disease_terms(source: str, disease: NormalizedName) -> list[str]:
    """Names of the disease fit for searching, best first.

    Raises:
        PermanentFailure: there is none.
    """
    if not (names := disease_search_names(disease)):
        raise PermanentFailure(why_not_searchable(disease, source))
    return names


def looked(
    source: str,
    question: ReferenceQuestion,
    asked: str,
    entries: Sequence[ReferenceEntry],
    *,
    nothing: str,
    total: int | None = None,
    partly: str = "",
) -> LookUpResult:
    """The answer: ``ok``, ``empty`` for the reason ``nothing``, or ``degraded`` by the fault that ``partly`` tells."""
    kept = tuple(entries[: question.limit])
    state = SourceState.DEGRADED if partly else SourceState.OK if kept else SourceState.EMPTY
    return LookUpResult(
        kept,
        SourceOutcome(
            source=source,
            question=asked,
            state=state,
            reason=partly or ("" if kept else nothing),
            found=len(kept),
            total=total,
            disease_id=question.disease_id,
            unanswered=bool(partly),
        ),
    )


def outcome_of(
    source: str, question: str, state: SourceState, reason: str, entries: int = 0, total: int | None = 0, **more: Any
) -> SourceOutcome:
    """What came of a question; ``more`` as ``SourceOutcome`` has it."""
    return SourceOutcome(
        source=source, question=question, state=state, reason=reason, found=entries, total=total, **more
    )


def not_asked(source: str, question: ReferenceQuestion, reason: str) -> LookUpResult:
    """No entry, because the source was not asked."""
    return LookUpResult(
        (),
        SourceOutcome(
            source=source,
            question=question.disease.disease_name if question.disease else ", ".join(question.drug_names[:1]),
            state=SourceState.NOT_ASKED,
            reason=reason,
            disease_id=question.disease_id,
        ),
    )


def not_as_of(source: str, question: ReferenceQuestion, why: str = "its entries carry no date") -> LookUpResult | None:
    """The answer of a source that cannot say what it held on a day, if the question is about a day."""
    if question.as_of is None:
        return None
    return not_asked(source, question, f"{source} is {NOT_ASKED_AS_OF}: {why}.")


def without_key(source: str, host: Host) -> str:
    """Why a source that needs a key was not asked; empty where there is a key."""
    if host.secrets or host.secret_headers:
        return ""
    return f"{source} is not asked without a key; {host.on_quota or 'set its key'}."


def web_address(value: object) -> str:
    """The address if it is one of the web that can be linked, else empty: nothing of a source may act as a script."""
    address = value.strip() if isinstance(value, str) else ""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return ""
    return address if usable and not _UNSAFE.search(address) else ""


def short_text(value: object, limit: int = MAX_TEXT) -> str:
    """The text on one line without markup, cut at a word where it is longer than ``limit`` characters."""
    text = plain_text(value)
    if len(text) <= limit:
        return text
    start = text[: limit - 1]
    return (start.rpartition(" ")[0] or start).rstrip(" ,;:") + "…"


def once(items: Iterable[T], key: Callable[[T], str]) -> list[T]:
    """The items in their order, the first of each key."""
    kept: dict[str, T] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


def is_demonstration(*answers: HttpAnswer) -> bool:
    """Whether an answer was written for the demonstration."""
    return any(DEMONSTRATION_KEYWORD.encode() in answer.body for answer in answers)

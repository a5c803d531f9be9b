"""Files in the sources' own formats as records, for use outside a run: ``scout parse``.

What belongs here: which parser reads which format. The parsers are those the clients use.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from typing import Any

from pydantic import BaseModel

from ..domain.outcomes import PermanentFailure
from .clinicaltrials import parse_study
from .http import TransientBody
from .jats import parse_jats_set
from .pubmed_xml import parse_articles
from .spl import parse_spl


def parse(form: str, content: bytes) -> list[dict[str, Any]]:
    """The records of a file: articles, trials, a label or full texts, as JSON-able values.

    Args:
        form: ``pubmed`` (efetch XML), ``ctgov`` (a study, a list or a page of studies, JSON of API v2), ``spl`` (a
            DailyMed label, XML) or ``jats`` (one article or a set, XML).
        content: the file as it is.

    Raises:
        PermanentFailure: the content is not of this form; nothing of it is given then.
    """
    try:
        return [_plain(record) for record in FORMS[form](content)]
    except TransientBody as broken:
        raise PermanentFailure(f"The file is no readable {form} record: {broken}.") from None


def _studies(content: bytes) -> Iterable[BaseModel]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        raise PermanentFailure("The file is no JSON; give a study as ClinicalTrials.gov's API v2 sends it.") from None
    if isinstance(found, dict):
        found = found.get("studies", [found])
    if not isinstance(found, list) or not all(isinstance(study, dict) for study in found):
        raise PermanentFailure("The file holds no study; give one, a list or a page of ClinicalTrials.gov's API v2.")
    return [parse_study(study) for study in found]


FORMS: dict[str, Callable[[bytes], Iterable[Any]]] = {
    "pubmed": parse_articles,
    "ctgov": _studies,
    "spl": lambda content: [parse_spl(content)],
    "jats": parse_jats_set,
}


def _plain(record: Any) -> dict[str, Any]:
    if isinstance(record, BaseModel):
        return record.model_dump(mode="json")
    if is_dataclass(record) and not isinstance(record, type):
        return asdict(record)
    return {name: _value(value) for name, value in record._asdict().items()}


def _value(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    return [_value(one) for one in value] if isinstance(value, tuple | list) else value

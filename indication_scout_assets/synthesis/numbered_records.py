"""What a language model is shown: records with numbered sentences, as JSON, and the way back from a number.

What belongs here: the records a question shows. A sentence's id is its record's id and its number within the record
("38000001.4"), so that a made-up record can be told from a wrong number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.documents import Citation, cite
from ..domain.records.articles import Article
from ..domain.records.trials import TrialMatch
from ..rules.language.instructions import citable_sentences, gives_orders
from ..rules.language.mentions import Pair
from ..rules.language.sentences import sentences

_MAX_NAMES = 12
"""Other names of drug and disease shown."""


@dataclass(frozen=True)
class NumberedRecords:
    """The records shown, and each sentence that may be cited, by its id."""

    text: str
    """JSON, so that no text in it can pass for anything else."""
    records: frozenset[str]
    sentences: Mapping[str, Citation]

    @property
    def empty(self) -> bool:
        return not self.sentences


def of_articles(pair: Pair, articles: Iterable[Article]) -> NumberedRecords:
    """Articles with title, year, journal and the sentences that may be quoted."""
    shown: dict[str, Citation] = {}
    records = []
    for article in articles:
        lines = []
        for field, number, span in citable_sentences(article):
            key = f"{article.id}.{number}"
            shown[key] = cite(article.document, field, span.start, span.end)
            lines.append({"sentence": key, "heading": span.heading or field, "text": span.text})
        if lines:
            year = str(article.year or "")
            facts = {"id": article.id, "title": article.title, "year": year, "journal": article.journal}
            records.append({**facts, "sentences": lines})
    return _numbered_records(pair, "articles", records, shown)


def of_trials(pair: Pair, matches: Iterable[TrialMatch]) -> NumberedRecords:
    """Trials with their registered facts and the sentences that may be quoted."""
    shown: dict[str, Citation] = {}
    records = []
    for match in matches:
        trial, lines = match.trial, []
        spans = [(field, span) for field, text in trial.document.texts.items() for span in sentences(text)]
        for number, (field, span) in enumerate(spans, 1):
            if not gives_orders(span.text):
                key = f"{trial.nct_id}.{number}"
                shown[key] = cite(trial.document, field, span.start, span.end)
                lines.append({"sentence": key, "field": field, "text": span.text})
        facts = {
            "id": trial.nct_id,
            "title": trial.title,
            "phase": trial.phase_name,
            "status": trial.status,
            "drug_is": match.drug.value,
            "other_drugs": list(match.other_agents),
        }
        records.append({**facts, "sentences": lines})
    return _numbered_records(pair, "trials", records, shown)


def _numbered_records(
    pair: Pair, kind: str, records: Sequence[Mapping[str, Any]], shown: Mapping[str, Citation]
) -> NumberedRecords:
    asked = {
        "drug": pair.drug,
        "drug_also_called": list(pair.drug_names[1 : _MAX_NAMES + 1]),
        "disease": pair.disease,
        "disease_also_called": list(pair.disease_names[1 : _MAX_NAMES + 1]),
        kind: records,
    }
    text = json.dumps(asked, ensure_ascii=False, indent=1)
    return NumberedRecords(text, frozenset(str(record["id"]) for record in records), shown)

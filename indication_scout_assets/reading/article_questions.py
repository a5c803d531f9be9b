"""What a language model is asked of an article, and the form of its answer: one request for all pairs of the article.

What belongs here: the message (numbered sentences and names, as JSON) and the schema of the answer, made of the nouns'
own types. What the answer's parts mean is said by the prompt ``article``; what of them stands is decided elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from ..domain.findings.effects import EffectMeasure
from ..domain.findings.readings import Direction, PairNames, RefusedPart, TreatmentRelation
from ..domain.findings.study_designs import Population, StudyDesign
from ..domain.model_calls import Message
from ..domain.records.articles import Article
from ..language_models.model_request import ModelRequest
from ..language_models.prompts import Prompt, prompt
from ..rules.language.instructions import citable_sentences
from ..rules.names.name_matching import names_in

PURPOSE: Final = "article reading"
MAX_TOKENS: Final = 4096
_MOST_NAMES: Final = 12
"""Names of a drug or a disease shown: the preferred one, and those that the article uses."""
Measure = Literal[
    EffectMeasure.HAZARD_RATIO,
    EffectMeasure.ODDS_RATIO,
    EffectMeasure.RISK_RATIO,
    EffectMeasure.DIFFERENCE,
    EffectMeasure.RELATIVE_REDUCTION,
    EffectMeasure.GROUPS,
]


class _AnswerPart(BaseModel):
    """A part of an answer: every field is required, and no other is allowed. Fields stand as they are to be written."""

    model_config = ConfigDict(extra="forbid")


class ParticipantsAnswer(_AnswerPart):
    """How many people took part."""

    number: int
    sentence: int
    words: list[str]


class StudyAnswer(_AnswerPart):
    """What kind of study an article reports, in whom."""

    design: StudyDesign
    design_words: str
    population: Literal[
        Population.HUMAN, Population.HEALTHY, Population.ANIMAL, Population.IN_VITRO, Population.UNCLEAR
    ]
    participants: list[ParticipantsAnswer]
    """One at most."""


class EffectAnswer(_AnswerPart):
    """One comparison, in words copied from its sentence."""

    sentence: int
    endpoint: str
    comparator: str
    drug_value: str
    comparator_value: str
    measure: Measure
    estimate: str
    interval: str
    p: str


class PairAnswer(_AnswerPart):
    """What an article says of one pair."""

    pair: int
    relation: TreatmentRelation
    sentence: int | None
    words: str
    second_sentence: int | None
    direction: Direction
    equal_to: str
    cautious: bool
    of_combination: bool
    of_narrower_disease: bool
    primary: bool | None
    effects: list[EffectAnswer]


class ArticleAnswer(_AnswerPart):
    """The whole answer."""

    study: StudyAnswer
    pairs: list[PairAnswer]


def reading_prompt() -> Prompt:
    """The instruction of every request."""
    return prompt("article")


def article_request(
    article: Article, pairs: Sequence[PairNames], refused: tuple[Mapping[str, Any], Sequence[RefusedPart]] | None = None
) -> ModelRequest:
    """What a model is asked of an article; with what fell of its first answer, it is asked once more."""
    messages = [Message.user(article_message(article, pairs))]
    if refused:
        answer, parts = refused
        reasons = [part.model_dump(mode="json") for part in parts]
        messages += [Message.assistant(json.dumps(answer, ensure_ascii=False)), Message.user(_as_json(refused=reasons))]
    return ModelRequest(PURPOSE, reading_prompt(), tuple(messages), answer_schema(), MAX_TOKENS)


def article_message(article: Article, pairs: Sequence[PairNames]) -> str:
    """The article and the names of its pairs as JSON; empty where none of its sentences may be quoted.

    A pair without a disease is not shown: of its article only the study is asked.
    """
    shown = [
        {"number": number, "part": (span.heading or field).lower(), "text": span.text}
        for field, number, span in citable_sentences(article)
    ]
    asked = [
        {
            "pair": number,
            "drug": _used(article, pair.drug_names),
            "disease": _used(article, pair.all_disease_names),
            "narrower_diseases": names_in(article.text, pair.narrower_names)[:_MOST_NAMES],
        }
        for number, pair in enumerate(pairs, start=1)
        if pair.disease
    ]
    types = sorted(kind.name for kind in article.publication_types)
    return _as_json(publication_types=types, sentences=shown, pairs=asked) if shown else ""


@cache
def answer_schema() -> Mapping[str, Any]:
    """The JSON schema of an answer in the form that all providers take: whole, closed, every field required."""
    schema = ArticleAnswer.model_json_schema()
    plain: Mapping[str, Any] = _plain(schema, schema["$defs"])
    return plain


def _plain(node: Any, shared: Mapping[str, Any]) -> Any:
    """A schema without references, titles and descriptions; what may be null says so in its list of types."""
    if isinstance(node, list):
        return [_plain(part, shared) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(shared[node["$ref"].rpartition("/")[2]], shared)
    if "anyOf" in node:
        return {"type": [part["type"] for part in node["anyOf"]]}
    kept = {key: part for key, part in node.items() if key not in ("title", "description", "$defs", "properties")}
    named = {key: _plain(part, shared) for key, part in node.get("properties", {}).items()}
    return {key: _plain(part, shared) for key, part in kept.items()} | ({"properties": named} if named else {})


def _used(article: Article, names: Iterable[str]) -> list[str]:
    first, *others = names
    return list(dict.fromkeys((first, *names_in(article.text, others))))[:_MOST_NAMES]


def _as_json(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False, indent=1)

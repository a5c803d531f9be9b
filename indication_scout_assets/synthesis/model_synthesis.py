"""Synthesis by a language model, whichever it is, held to the same check as everything else.

What belongs here: what a model is asked, and turning what it says back into statements with exact citations. The model
never writes a quotation: it selects sentences by their ids, and the words and offsets are ours. What it writes is a
paraphrase of the sentences it selected, refused where they do not carry it (``reading.verifier``). How models are
spoken to is in ``language_model`` and the modules of the providers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..domain.diseases import NormalizedName
from ..domain.documents import Citation, DocumentKind
from ..domain.findings.statements import (
    Basis,
    Polarity,
    RefusalKind,
    Statement,
    Strength,
    Synthesis,
    refused,
)
from ..domain.model_calls import Message
from ..domain.records.trials import TrialMatch
from ..language_models.language_model import LanguageModel
from ..language_models.model_reply import NoAnswer
from ..language_models.model_request import ModelRequest, object_schema
from ..language_models.prompts import prompt
from ..providers.budget import BudgetExceeded
from ..reading.verifier.cited_places import Refused
from ..reading.verifier.pair_statements import Given, check, stop_polarity
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..rules.names.name_matching import fold
from ..rules.stance.polarity import read, title_is_of_pair_alone
from .extractive import MAX_STATEMENTS, no_statement_note
from .numbered_records import NumberedRecords, of_articles, of_trials
from .synthesizer import LITERATURE, TRIALS, PairLiterature, Synthesizer
from .trial_statements import MAX_STATEMENTS as MAX_TRIALS
from .trial_statements import trial_note

VERSION = "3"
MAX_TOKENS = 4096
MAX_CITED = 3
MAX_LENGTH = 500
"""Characters of a statement."""
_TEXT = {"type": "string"}
_SOURCE_PARTS = ("id", "title", "year", "journal")
_STATEMENT = object_schema(  # in the order in which they are written: the choice of words before the words
    sentences={"type": "array", "items": _TEXT},
    sources={"type": "array", "items": object_schema(**dict.fromkeys(_SOURCE_PARTS, _TEXT))},
    basis={"type": "string", "enum": [basis.value for basis in Basis]},
    statement=_TEXT,
    polarity={"type": "string", "enum": [polarity.value for polarity in Polarity]},
    strength={"type": "string", "enum": [strength.value for strength in Strength]},
)
SCHEMA = object_schema(statements={"type": "array", "items": _STATEMENT})


class ModelSynthesizer:
    """A language model chooses and words; the citations are made and checked here.

    Where the model declines, is cut off or may not be asked any more, the fallback writes that candidate's synthesis,
    and its note says so. A service that is out of reach, or a refused key, is a failure: it would go for all of them.
    """

    def __init__(self, model: LanguageModel, fallback: Synthesizer) -> None:
        self._model = model
        self._fallback = fallback

    @property
    def name(self) -> str:
        return f"{self._model.provider}:{self._model.model}@{VERSION}"

    def literature(self, drug_names: Sequence[str], disease: NormalizedName, literature: PairLiterature) -> Synthesis:
        """Statements on the articles that name both drug and disease; without one nothing is asked.

        Raises:
            TransientFailure, PermanentFailure: as ``LanguageModel.ask``, where it is not this question or the budget.
        """
        pair = Pair.of(drug_names, disease)
        quotable = literature.usable
        of_both = [a for a in quotable if _about_both(ArticleReader(pair, a))]
        given = Given(pair, articles={article.id: article for article in of_both})
        try:
            checked = self._checked(LITERATURE, disease, of_articles(pair, of_both), given, MAX_STATEMENTS)
        except (NoAnswer, BudgetExceeded) as failure:
            return _instead(self._fallback.literature(drug_names, disease, literature), failure)
        note = "" if checked.statements else no_statement_note(pair, quotable, literature.searched)
        return checked.model_copy(update={"note": note})

    def trials(self, drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch]) -> Synthesis:
        """Statements on registered trials; without one nothing is asked. Raises as ``literature``."""
        pair = Pair.of(drug_names, disease)
        given = Given(pair, trials={match.trial.nct_id: match for match in matches})
        try:
            checked = self._checked(TRIALS, disease, of_trials(pair, matches), given, MAX_TRIALS)
        except (NoAnswer, BudgetExceeded) as failure:
            return _instead(self._fallback.trials(drug_names, disease, matches), failure)
        sided = tuple(s for s in checked.statements if s.polarity is not Polarity.NEUTRAL)
        none = "Nothing stated on the trials found takes a side; see the table."
        note = none if matches else trial_note(pair, matched=0, stated=0)
        return checked.model_copy(update={"statements": sided, "note": "" if sided else note})

    def _checked(
        self, kind: str, disease: NormalizedName, numbered: NumberedRecords, given: Given, most: int
    ) -> Synthesis:
        """The model's statements, each taken or refused."""
        model = self._model
        synthesis = Synthesis(kind=kind, disease_id=disease.disease_id, method=model.provider, model=model.model)
        if numbered.empty:
            return synthesis
        request = ModelRequest(kind, prompt(kind), (Message.user(numbered.text),), SCHEMA, MAX_TOKENS)
        answer = self._model.ask(request).get("statements")
        kept: list[Statement] = []
        refusals = []
        for item in answer if isinstance(answer, list) else []:
            try:
                kept.append(_taken(item, numbered, given, kept, most))
            except Refused as refusal:
                refusals.append(refused(_words(item), refusal.kind, refusal.reason))
        return synthesis.refusing(kept, refusals)


def _about_both(reader: ArticleReader) -> bool:
    text = reader.mask(reader.article.text)
    return DRUG in text and DISEASE in text


def _instead(synthesis: Synthesis, failure: Exception) -> Synthesis:
    note = f"Quoted word for word, without the language model: {failure}"
    return synthesis.model_copy(update={"note": f"{note} {synthesis.note}".strip()})


def _words(item: Any) -> str:
    """What a statement said, as far as it said anything."""
    words = item.get("statement") if isinstance(item, dict) else item
    return words if isinstance(words, str) else ""


def _taken(item: Any, numbered: NumberedRecords, given: Given, kept: Sequence[Statement], most: int) -> Statement:
    """One of the model's statements with its citations, or a refusal."""
    statement = _statement(item, numbered, given)
    if refusal := check(statement, given, verbatim=False):
        raise Refused(refusal.reason, refusal.kind)
    if any(_alike(statement, other) for other in kept):
        raise Refused("A statement that repeats another one.", RefusalKind.MALFORMED)
    if len(kept) >= most:
        raise Refused(f"One statement more than the {most} asked for.", RefusalKind.MALFORMED)
    return statement


def _statement(item: Any, numbered: NumberedRecords, given: Given) -> Statement:
    try:
        text = " ".join(_string(item["statement"]).split())
        ids = list(dict.fromkeys(_string(sentence_id) for sentence_id in item["sentences"]))
        sources = [{part: _string(source[part]) for part in _SOURCE_PARTS} for source in item["sources"]]
        polarity, strength, basis = (
            Polarity(item["polarity"]),
            Strength(item["strength"]),
            Basis(item["basis"]),
        )
    except (KeyError, TypeError, ValueError):
        raise Refused("A statement not in the form asked for.", RefusalKind.MALFORMED) from None
    if not text or len(text) > MAX_LENGTH:
        raise Refused("An empty statement." if not text else "A statement too long to be one.", RefusalKind.MALFORMED)
    if not ids or len(ids) > MAX_CITED:
        raise Refused(
            f"A statement that names {len(ids)} sentences instead of one to {MAX_CITED}.", RefusalKind.MALFORMED
        )
    citations = _as_cited([_citation(sentence_id, numbered) for sentence_id in ids], sources, numbered)
    cue = next((cue for c in citations if (cue := _cue(c, polarity, given))), "")
    return Statement(
        text=text, polarity=polarity, polarity_cue=cue, strength=strength, basis=basis, citations=tuple(citations)
    )


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _citation(sentence_id: str, numbered: NumberedRecords) -> Citation:
    """The sentence of an id; a record that was not shown is made up, whether it exists elsewhere or not."""
    record, _, _ = sentence_id.rpartition(".")
    if record not in numbered.records:
        raise Refused(f"A statement on {sentence_id[:60]!r}, of a record that was not given.", RefusalKind.FABRICATED)
    if sentence_id not in numbered.sentences:
        raise Refused(f"A statement on sentence {sentence_id[:60]!r}, which was not shown.", RefusalKind.UNSUPPORTED)
    return numbered.sentences[sentence_id]


def _as_cited(
    citations: Sequence[Citation], sources: Sequence[Mapping[str, str]], numbered: NumberedRecords
) -> list[Citation]:
    """The citations under the title, year and journal the model gives; what it leaves out is the record's own."""
    named = {source["id"]: source for source in sources}
    if made_up := sorted(named.keys() - numbered.records):
        raise Refused(f"A statement on {made_up[0][:60]!r}, a record that was not given.", RefusalKind.FABRICATED)
    cited = []
    for citation in citations:
        source = named.get(citation.evidence_id, {})
        year = source.get("year", "").strip()
        if year and year != str(citation.year or ""):
            raise Refused(
                f"The cited {citation.evidence_kind} {citation.evidence_id} is not of the year {year[:12]!r}.",
                RefusalKind.WRONG_METADATA,
            )
        given = {part: source[part] for part in ("title", "journal") if source.get(part, "").strip()}
        cited.append(citation.model_copy(update=given))
    return cited


def _cue(citation: Citation, polarity: Polarity, given: Given) -> str:
    """The words of a quotation from which the rules read this polarity too; empty where they do not."""
    if polarity is Polarity.NEUTRAL:
        return ""
    if citation.evidence_kind is DocumentKind.TRIAL:
        stopped_for_it = stop_polarity(given.trials[citation.evidence_id], given.pair) is polarity
        return citation.quote if stopped_for_it and citation.field == "why_stopped" else ""
    reader = ArticleReader(given.pair, given.articles[citation.evidence_id])
    masked = reader.mask(citation.quote)
    about = title_is_of_pair_alone(reader.mask(reader.article.title))
    reading = read(masked, understood=about and (DRUG in masked or not reader.names_another_agent(masked)))
    return reading.cue if reading.polarity is polarity else ""


def _alike(first: Statement, other: Statement) -> bool:
    """Whether two statements say the same, or rest on the same words."""
    places = [{(c.evidence_id, c.field, c.start) for c in statement.citations} for statement in (first, other)]
    return places[0] == places[1] or fold(first.text) == fold(other.text)

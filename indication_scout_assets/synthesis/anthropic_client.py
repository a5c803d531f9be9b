"""Synthesis by Claude, held to the same check as everything else.

What belongs here: showing Claude numbered sentences and turning its choice back into exact citations. Claude never
writes a quotation: it names sentence numbers, and the words and offsets are ours. What it writes itself is a
paraphrase, refused where it holds a number the quoted sentences lack, or where they are not about the drug.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.articles import Article
from ..domain.diseases import NormalizedName
from ..domain.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..domain.language.polarity import NEUTRAL, Reading, names_combination, read, title_is_of_pair_alone
from ..domain.sentences import abstract_sentences, sentences
from ..domain.statements import Citation, Polarity, Statement, Synthesis
from ..domain.trials import TrialMatch
from .claude import Claude, Question
from .extractive import MAX_STATEMENTS, no_statement_note
from .findings import usable
from .prompts import prompt
from .protocol import LITERATURE, TRIALS
from .registered import MAX_STATEMENTS as MAX_TRIALS
from .registered import stop_polarity, trial_citation, trial_note
from .verify import numbers_not_in

METHOD = "anthropic"
VERSION = "2"
MAX_TOKENS = 4096
MAX_CITED = 3
MAX_LENGTH = 500
"""Characters of a statement."""
_MAX_NAMES = 12
"""Other names of drug and disease shown to Claude."""
_SCHEMA = {
    "type": "object",
    "properties": {
        "statements": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "sentences": {"type": "array", "items": {"type": "integer"}},
                    "statement": {"type": "string"},
                    "polarity": {"type": "string", "enum": [polarity.value for polarity in Polarity]},
                },
                "required": ["sentences", "statement", "polarity"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["statements"],
    "additionalProperties": False,
}


_OPPOSITE = {
    Polarity.SUPPORTS: frozenset({Polarity.HARM, Polarity.CONTRADICTS}),
    Polarity.HARM: frozenset({Polarity.SUPPORTS}),
    Polarity.CONTRADICTS: frozenset({Polarity.SUPPORTS}),
}


class _Refused(Exception):
    """Why one of Claude's statements is not taken."""


@dataclass(frozen=True)
class _Shown:
    """A sentence as it was shown, with what the rules themselves read in it."""

    citation: Citation
    about_drug: bool
    reading: Reading
    combined: bool = False
    """It is about the drug together with another one."""


class AnthropicSynthesizer:
    """Claude chooses and words; the citations are made and checked here."""

    def __init__(self, claude: Claude) -> None:
        self._claude = claude

    @property
    def name(self) -> str:
        return f"{METHOD}:{self._claude.model}@{VERSION}"

    def literature(
        self, drug_names: Sequence[str], disease: NormalizedName, articles: Sequence[Article], *, searched: int
    ) -> Synthesis:
        """Statements on the articles that name both drug and disease; without one nothing is asked."""
        pair = Pair.of(drug_names, disease)
        quotable = usable(articles)
        readers = [ArticleReader(pair, a) for a in quotable]
        shown: list[_Shown] = []
        material = [_article_material(reader, shown) for reader in readers if _about_both(reader)]
        statements, reasons = self._statements(LITERATURE, pair, {"articles": material}, shown)
        note = "" if statements else no_statement_note(pair, quotable, searched)
        return self._synthesis(LITERATURE, disease, statements, reasons, note)

    def trials(self, drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch]) -> Synthesis:
        pair = Pair.of(drug_names, disease)
        shown: list[_Shown] = []
        material = [_trial_material(match, pair, shown) for match in matches]
        statements, reasons = self._statements(TRIALS, pair, {"trials": material}, shown)
        note = (
            ""
            if statements
            else trial_note(pair, found=0, told=0)
            if not matches
            else "Nothing was stated on the trials found."
        )
        return self._synthesis(TRIALS, disease, statements, reasons, note)

    def _synthesis(
        self, kind: str, disease: NormalizedName, statements: Sequence[Statement], reasons: Sequence[str], note: str
    ) -> Synthesis:
        return Synthesis(
            kind=kind, disease_id=disease.disease_id, method=METHOD, model=self._claude.model,
            statements=tuple(statements), dropped=len(reasons), dropped_reasons=tuple(reasons), note=note,
        )  # fmt: skip

    def _statements(
        self, kind: str, pair: Pair, material: Mapping[str, Any], shown: Sequence[_Shown]
    ) -> tuple[list[Statement], list[str]]:
        """Claude's statements that can be taken, and why the others cannot."""
        if not shown:
            return [], []
        asked = {
            "drug": pair.drug,
            "drug_also_called": list(pair.drug_names[1 : _MAX_NAMES + 1]),
            "disease": pair.disease,
            "disease_also_called": list(pair.disease_names[1 : _MAX_NAMES + 1]),
            **material,
        }
        question = Question(kind, prompt(kind), json.dumps(asked, ensure_ascii=False, indent=1), _SCHEMA, MAX_TOKENS)
        answer = self._claude.ask(question).get("statements")
        kept, reasons = [], []
        for item in answer if isinstance(answer, list) else []:
            try:
                kept.append(_statement(item, pair, shown))
            except _Refused as refusal:
                reasons.append(str(refusal))
        most = MAX_TRIALS if kind == TRIALS else MAX_STATEMENTS
        reasons += ["More statements than asked for."] * len(kept[most:])
        return kept[:most], reasons


def _about_both(reader: ArticleReader) -> bool:
    text = reader.mask(reader.article.text)
    return DRUG in text and DISEASE in text


def _article_material(reader: ArticleReader, shown: list[_Shown]) -> dict[str, Any]:
    article = reader.article
    title = reader.mask(article.title)
    about, combined = title_is_of_pair_alone(title), names_combination(title)
    spans = [("title", span) for span in sentences(article.title)]
    spans += [("abstract", span) for span in abstract_sentences(article)]
    lines = []
    for field, span in spans:
        citation = Citation(
            evidence_kind="article", evidence_id=article.id, field=field, start=span.start, end=span.end,
            quote=span.text,
        )  # fmt: skip
        masked = reader.mask(span.text)
        shown.append(
            _Shown(
                citation,
                about_drug=DRUG in title or DRUG in masked,
                reading=read(masked, understood=about and (DRUG in masked or not reader.names_another_agent(masked))),
                combined=combined or names_combination(masked),
            )
        )
        lines.append({"number": len(shown), "heading": span.label or field, "text": span.text})
    return {"id": article.id, "sentences": lines}


def _trial_material(match: TrialMatch, pair: Pair, shown: list[_Shown]) -> dict[str, Any]:
    trial = match.trial
    lines = []
    for field, text in trial.citable_fields.items():
        reading = Reading(stop_polarity(match, pair), text) if field == "why_stopped" else NEUTRAL
        for span in sentences(text):
            shown.append(_Shown(trial_citation(trial, field, span.start, span.end), about_drug=True, reading=reading))
            lines.append({"number": len(shown), "field": field, "text": span.text})
    return {
        "nct_id": trial.nct_id, "phase": trial.phase_label, "status": trial.status, "drug_is": match.drug.value,
        "other_drugs": list(match.other_agents), "sentences": lines,
    }  # fmt: skip


def _statement(item: Any, pair: Pair, shown: Sequence[_Shown]) -> Statement:
    """One of Claude's statements with its citations, or a refusal."""
    try:
        text = " ".join(str(item["statement"]).split())
        numbers = list(dict.fromkeys(int(n) for n in item["sentences"]))
        polarity = Polarity(item["polarity"])
    except (KeyError, TypeError, ValueError):
        raise _Refused("A statement not in the form asked for.") from None
    unknown = [n for n in numbers if not 1 <= n <= len(shown)]
    if unknown:
        raise _Refused(f"A statement on sentence {unknown[0]}, which was not shown.")
    if not numbers or len(numbers) > MAX_CITED:
        raise _Refused(f"A statement that names {len(numbers)} sentences instead of one to {MAX_CITED}.")
    if not text or len(text) > MAX_LENGTH:
        raise _Refused("An empty statement." if not text else "A statement too long to be one.")
    cited = [shown[n - 1] for n in numbers]
    names = (*pair.drug_names, *pair.disease_names)
    invented = numbers_not_in(text, [*(c.citation.quote for c in cited), *names])
    if invented:
        raise _Refused(f"A statement with a number its quotation lacks: {invented[0]}.")
    if not all(c.about_drug for c in cited):
        raise _Refused("A statement on an article whose title and quoted sentence do not name the drug.")
    cue = next((c.reading.cue for c in cited if c.reading.polarity is polarity), "")
    _check_polarity(polarity, cited, cue)
    return Statement(text=text, polarity=polarity, polarity_cue=cue, citations=tuple(c.citation for c in cited))


def _check_polarity(polarity: Polarity, cited: Sequence[_Shown], cue: str) -> None:
    """A refusal where the quoted words cannot bear the polarity: they say the opposite, or are only a registration."""
    if polarity is Polarity.NEUTRAL:
        return
    if any(c.citation.evidence_kind == "trial" for c in cited) and not cue:
        raise _Refused(f"A statement that a trial {polarity.value} on words that do not say so.")
    if polarity is Polarity.SUPPORTS and all(c.combined for c in cited):
        raise _Refused("A supporting statement on the drug together with another one.")
    opposite = _OPPOSITE.get(polarity, frozenset())
    if against := next((c.reading.cue for c in cited if c.reading.polarity in opposite), ""):
        raise _Refused(f"A statement that the words quoted {polarity.value}, which say otherwise: {against!r}.")

"""For or against: the side of a trial, and where a model's statement and what was read of its article disagree.

What belongs here: holding statements and registered facts against readings. What an article says is read in
``reading``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import shorten

from ....domain.findings.assessment import DrugMatch, Level, MisuseKind, TrialOutcome, TrialReading
from ....domain.findings.readings import ArticleReading, ArticleSpan, TreatmentRelation
from ....domain.findings.statements import Basis, Polarity, Statement, Strength
from ....domain.findings.study_designs import WITHOUT_DISEASE, Population, StudyDesign
from ....domain.records.trials import DrugRole, StopReason, TrialMatch
from ..direction import OPPOSITE

_SHOWN = 120
"""Characters of a statement in a sentence."""

_D = StudyDesign
_OF_LITERATURE = frozenset({_D.META_ANALYSIS, _D.SYSTEMATIC_REVIEW, _D.GUIDELINE, _D.NARRATIVE_REVIEW, _D.COMMENTARY})
"""Designs that truly speak of trials and syntheses which are not their own."""
_CLAIMS = (
    (
        re.compile(r"(?<!non-)\brandomi[sz]ed\b|\b(?:placebo|sham)-controlled\b|\bdouble-?\s?blind\w*", re.IGNORECASE),
        _OF_LITERATURE | {_D.RANDOMIZED_TRIAL, _D.PROTOCOL},
    ),
    (re.compile(r"\bmeta-?\s?analys[ei]s\b|\bsystematic review\b", re.IGNORECASE), _OF_LITERATURE),
)
"""Designs that a statement names, and the designs of records that may say so."""
_PEOPLE = re.compile(
    r"(?<!not in )(?<!no )\b(?:patients|participants|people|adults|children|women|men|volunteers)\b", re.I
)
_WEAK = frozenset({None, Level.CASES, Level.MECHANISM})


def disagreements(reading: ArticleReading, statements: Sequence[Statement]) -> Iterator[str]:
    """Where statements on an article, written by a model, and what was read of it disagree: plain sentences.

    Statements on a combination or a class are left out: what these did is not the drug's doing.
    """
    for statement in (s for s in statements if s.basis is Basis.THIS_DRUG):
        if why := _other_direction(statement, reading) or _other_facts(statement, reading):
            yield f"The statement “{shorten(statement.text, _SHOWN, placeholder='…')}” {why}."


def _other_direction(statement: Statement, reading: ArticleReading) -> str:
    """Where a statement is filed under another direction than its article, or than a sentence it quotes."""
    opposed = OPPOSITE.get(statement.polarity, frozenset())
    filed, stated = statement.polarity.value, reading.of_pair
    places = [(c.field, c.start, c.end) for c in statement.citations if c.evidence_id == reading.article_id]
    quoted = [q for q in stated.quotations if any(_overlap(q.span, *place) for place in places)]
    for sentence in quoted:
        if sentence.direction.polarity in opposed:
            read = sentence.direction.polarity.value
            return f"is filed as {filed}, but the words it quotes read as {read}: “{sentence.cue}”"
    agreed = any(sentence.direction.polarity is statement.polarity for sentence in quoted)
    whole = stated.direction.polarity
    if whole in opposed and (not agreed or stated.relation is TreatmentRelation.CAUSES):
        return f"is filed as {filed}, but the article reads as {whole.value}: “{stated.cue}”"
    return ""


def _overlap(span: ArticleSpan, field: str, start: int, end: int) -> bool:
    return span.field == field and span.start < end and start < span.end


def _other_facts(statement: Statement, reading: ArticleReading) -> str:
    """What a statement claims of its source and the record does not bear out; empty where there is nothing."""
    design, level, population = reading.study.design.design, reading.study.level, reading.study.population
    drug = reading.of_pair.directness.drug if reading.of_pair.directness else None
    record = f"the record is of design “{design.value.replace('_', ' ')}”"
    for claim, designs in _CLAIMS:
        if (phrase := claim.search(statement.text)) and design not in designs:
            return f"mentions “{phrase[0]}”, but {record}"
    in_people = population in (Population.HUMAN, *WITHOUT_DISEASE, Population.UNCLEAR)
    if not in_people and (phrase := _PEOPLE.search(statement.text)):
        return f"mentions “{phrase[0]}”, but the study is of {population.value.replace('_', ' ')} material"
    if drug in (DrugMatch.CLASS, DrugMatch.NOT_NAMED):
        return "is said to be of this drug, but the article does not name it"
    if statement.strength is Strength.STRONG and level in _WEAK:
        return f"is said to be strong, but {record}" + (f", level {int(level)}" if level else ", without a level")
    return ""


def polarity_of_trial(match: TrialMatch, reading: TrialReading) -> tuple[Polarity, str]:
    """A trial's polarity and the words behind it.

    Its outcome decides, else that it was stopped for want of an effect; where the trial tests another treatment, other
    people or another endpoint than the pair's, its success and its failure say nothing of the pair.
    """
    if match.drug is DrugRole.MENTIONED:
        return Polarity.NEUTRAL, ""
    if {warning.kind for warning in reading.misuse} - {MisuseKind.COMPARATOR}:
        return Polarity.NEUTRAL, ""
    by_outcome = {
        TrialOutcome.MET: Polarity.SUPPORTS,
        TrialOutcome.NOT_MET: Polarity.CONTRADICTS,
        TrialOutcome.MIXED: Polarity.MIXED,
    }
    polarity = by_outcome.get(reading.outcome, Polarity.NEUTRAL)
    if polarity is Polarity.NEUTRAL and reading.stop is StopReason.EFFICACY:
        return Polarity.CONTRADICTS, match.trial.why_stopped
    return polarity, reading.outcome_cue if polarity is not Polarity.NEUTRAL else ""

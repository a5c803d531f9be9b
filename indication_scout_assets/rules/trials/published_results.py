"""What the papers that report a trial tell of its primary endpoint, by the readings of these papers.

What belongs here: which papers report a trial, and what a paper's one reading comes to for the endpoint. Papers that
mention a trial, that were retracted or that report a part of it (post hoc, pooled, extension) are not asked. Nothing is
read of an abstract here but whether it names a primary endpoint, and what its tests say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...domain.documents import Citation, DocumentKind
from ...domain.findings.assessment import TrialOutcome
from ...domain.findings.readings import ArticleReading, ArticleSpan, Direction, PairReading
from ...domain.findings.study_designs import StudyDesign
from ...domain.records.articles import Article
from ...domain.records.trials import DrugRole, Trial, TrialMatch
from ...text.estimates import ALPHA
from ...text.numbers import p_values
from ..language.sentences import Sentence, abstract_sentences
from ..language.significance import chance_stated
from ..literature.studies import reported_trials
from ..names.drug_mentions import names_drug
from ..names.name_matching import names_in
from .arms import compared_with_nothing
from .drug_part import other_agent_names
from .posted_results import NOT_SUPERIOR
from .trial_matching import forms


class Published(NamedTuple):
    """What the trial's papers tell of its primary endpoint."""

    outcome: TrialOutcome = TrialOutcome.NOT_KNOWN
    """``PUBLISHED`` where papers report the trial and tell no outcome, ``NOT_KNOWN`` where none reports it."""
    article_id: str = ""
    """Of the paper that decided; where none did, of the first that reports results."""
    citation: Citation | None = None


_NO_RESULTS = frozenset({StudyDesign.PROTOCOL, StudyDesign.COMMENTARY, StudyDesign.NARRATIVE_REVIEW})
_PART = re.compile(
    r"\b(?:post[- ]hoc|sub-?group|secondary analys[ie]s|sub-?stud(?:y|ies)|pooled|extension)\b", re.IGNORECASE
)
"""A title that reports a part of a trial, or something beside its primary endpoint."""
_PRIMARY_WORDS = r"\bprimary (?:[\w-]+ ){0,2}?(?:end[ -]?points?|outcomes?)\b"
_PRIMARY = re.compile(_PRIMARY_WORDS, re.IGNORECASE)
_MET = re.compile(
    rf"\b(?:met|(?P<failed>not meet|failed to meet)) (?:its|their|both|all) (?:co-)?{_PRIMARY_WORDS}|{_PRIMARY_WORDS}"
    r"(?: in this (?:study|trial))? (?:was|were) (?P<missed>not )?(?:met|achieved|reached)\b(?! (?:by|in)\b)",
    re.IGNORECASE,
)
"""The fixed form in which trials say it of themselves; people who reach an endpoint do so one by one."""
_OUTCOMES = {
    Direction.BENEFIT: TrialOutcome.MET,
    Direction.NO_BENEFIT: TrialOutcome.NOT_MET,
    Direction.MIXED: TrialOutcome.MIXED,
}
_OF_ONE_ARM = {
    Direction.BENEFIT: TrialOutcome.CALLED_ACTIVE,
    Direction.NO_BENEFIT: TrialOutcome.CALLED_INACTIVE,
}


def read_papers(
    match: TrialMatch, papers: Sequence[Article], readings: Mapping[str, ArticleReading], drug_names: Sequence[str]
) -> Published:
    """What the papers that report the trial tell of it, in order of year and id; the first that tells decides.

    Where papers disagree it is mixed. A trial that does not test the drug is not decided: its endpoint is another
    treatment's.

    Args:
        readings: of the pair, by article id; a paper without one tells nothing.
    """
    reports = [
        paper
        for paper in reports_of(match, papers, drug_names)
        if paper.id in readings and readings[paper.id].study.design.design not in _NO_RESULTS
    ]
    undecided = Published(TrialOutcome.PUBLISHED, reports[0].id) if reports else Published()
    if match.drug is not DrugRole.EXPERIMENTAL:
        return undecided
    telling = [
        published
        for paper in reports
        if not _PART.search(paper.title) and (published := _told(match, paper, readings[paper.id], drug_names))
    ]
    if len({published.outcome for published in telling}) < 2:
        return telling[0] if telling else undecided
    first = next(published for published in telling if published.outcome is not TrialOutcome.MET)
    return first._replace(outcome=TrialOutcome.MIXED)


def reports_of(match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str]) -> list[Article]:
    """The papers that report the trial and no other, oldest first.

    What a paper of several trials calls its primary endpoint need not be this one's. Registries list papers that are
    only cited as well: a paper without a number that does not name the drug, or a drug the trial's title names, reports
    another trial.
    """
    reported = reported_trials(papers, [match.trial])
    names = forms(drug_names)
    agents = other_agent_names(match.trial, names)
    in_title = names_in(f"{match.trial.title} {match.trial.official_title}", agents)
    reporting = {article_id for article_id, numbers in reported.items() if numbers == (match.trial.nct_id.upper(),)}
    kept = [
        paper
        for paper in papers
        if paper.id in reporting
        and paper.usable
        and paper.abstract
        and names_drug(paper.text, names)
        and (
            match.trial.nct_id in paper.text
            or match.trial.nct_id in paper.nct_ids
            or len(names_in(paper.text, in_title)) == len(in_title)
        )
    ]
    return sorted(kept, key=lambda paper: (paper.year or 9999, paper.id))


def _told(match: TrialMatch, paper: Article, reading: ArticleReading, drug_names: Sequence[str]) -> Published | None:
    """What one paper tells; ``None`` where it tells nothing of the primary endpoint."""
    one_arm = _is_of_one_arm(match.trial, reading)
    may_miss = not one_arm and (not match.trial.arms or compared_with_nothing(match.trial, drug_names))
    direction, span = _of_primary_endpoint(reading.of_pair, abstract_sentences(paper), one_arm, may_miss)
    outcome = (_OF_ONE_ARM if one_arm else _OUTCOMES).get(direction)
    if outcome is None or span is None:
        return None
    citation = Citation(
        evidence_kind=DocumentKind.ARTICLE,
        evidence_id=paper.id,
        field=span.field,
        start=span.start,
        end=span.end,
        quote=span.text,
    )
    return Published(outcome, paper.id, citation)


def _of_primary_endpoint(
    of_pair: PairReading, stated: Sequence[Sentence], one_arm: bool, may_miss: bool
) -> tuple[Direction, ArticleSpan | None]:
    """Which way the primary endpoint points, with the sentence that says so.

    A reader that knows whose direction it read is believed. Else the paper's fixed form decides, then a test that says
    "may be chance" in a sentence that names the endpoint; and a benefit is the endpoint's where nothing is compared, or
    the paper names one and all of its tests, of which there is one, say more than chance.
    """
    if of_pair.primary is not None:
        return (of_pair.direction if of_pair.primary else Direction.NONE), of_pair.span
    for sentence in stated:
        if fixed := _MET.search(sentence.text):
            missed = fixed["failed"] or fixed["missed"]
            return (Direction.NO_BENEFIT if missed else Direction.BENEFIT), _span(sentence)
    for sentence in stated if may_miss else ():
        named = _PRIMARY.search(sentence.text) and not NOT_SUPERIOR.search(sentence.text)
        if named and chance_stated(sentence.text.lower()):
            return Direction.NO_BENEFIT, _span(sentence)
    of_endpoint = of_pair.direction is Direction.BENEFIT and (one_arm or _all_tests_are_of_effect(stated))
    if of_endpoint or of_pair.direction is Direction.NO_BENEFIT:
        return of_pair.direction, of_pair.span
    return Direction.NONE, None


def _is_of_one_arm(trial: Trial, reading: ArticleReading) -> bool:
    """Whether nothing is compared: by the registry, and by what the paper is."""
    compared = len(trial.arms) > 1 or trial.allocation in ("RANDOMIZED", "NON_RANDOMIZED")
    return not compared and reading.study.design.design is StudyDesign.CLINICAL_TRIAL


def _all_tests_are_of_effect(stated: Sequence[Sentence]) -> bool:
    """Whether a primary endpoint is named, and of the abstract's tests, of which there is one, none may be chance."""
    texts = [sentence.text.lower() for sentence in stated]
    return (
        any(_PRIMARY.search(text) for text in texts)
        and any(p_value.sign != ">" and p_value.value < ALPHA for text in texts for p_value in p_values(text))
        and not any(chance_stated(text) for text in texts)
    )


def _span(sentence: Sentence) -> ArticleSpan:
    return ArticleSpan(field="abstract", start=sentence.start, end=sentence.end, text=sentence.text)

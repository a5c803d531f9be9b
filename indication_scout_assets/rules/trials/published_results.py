"""Whether a trial met its primary endpoint, by a sentence of a paper that reports it.

What belongs here: sentences that speak of the primary endpoint itself. Papers that mention a trial, that were retracted
or that report a part of it (post hoc, pooled, extension) are not asked. The words read are always quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...domain.articles import Article
from ...domain.diseases import NormalizedName
from ...domain.documents import Citation, DocumentKind
from ...domain.study_designs import StudyDesign
from ...domain.trials import DrugRole, Trial, TrialMatch
from ..language.mentions import DRUG, ArticleReader, Pair
from ..language.sentences import Sentence, abstract_sentences
from ..language.significance import chance_stated
from ..literature.studies import links
from ..literature.study_design import design_of
from ..names.drug_mentions import names_drug
from ..names.name_matching import names_in
from ..sides.drug_roles import mark_passive
from .arms import compared_with_nothing
from .drug_part import other_agent_names
from .endpoint_comparisons import endpoint_clauses, with_arms
from .endpoint_measures import Measure, measures_of
from .posted_results import OutcomeVerdict
from .trial_matching import forms


class Published(NamedTuple):
    """What the trial's papers say of its primary endpoint."""

    verdict: OutcomeVerdict
    article_id: str = ""
    """Of the paper that decided; where none did, of the first that reports results."""
    cue: str = ""
    citation: Citation | None = None


NOTHING_PUBLISHED = Published(OutcomeVerdict.UNDECIDED)
_NO_RESULTS = frozenset({StudyDesign.PROTOCOL, StudyDesign.COMMENTARY, StudyDesign.NARRATIVE_REVIEW})
_PART = re.compile(
    r"\b(?:post[- ]hoc|sub-?group|secondary analys[ie]s|sub-?stud(?:y|ies)|pooled|extension)\b", re.IGNORECASE
)
"""A title that reports a part of a trial, or something beside its primary endpoint."""

_PRIMARY = r"""(?:(?:co-?\s?)?primary\ (?:(?!and\b|or\b)[\w-]+\ ){0,2}?
        (?:end\s?-?points?|outcomes?|variables?)(?:\ measures?)?
    |primary\ (?:efficacy\ )?(?:objective|criterion|hypothesis))"""
_GAP = r"(?:(?!\b(?:secondary|but|although|while|whereas|however)\b)[^.;])"
_PLAIN_GAP = r"(?:(?!\b(?:not|no|nor|neither|secondary|but|although|while|whereas|however|if)\b)[^.;])"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_FAILED = _pattern(
    rf"""\b(?:(?:did|does|do|has|have|had)\ not\ (?:\w+ly\ )?(?:been\ )?(?:me+t|reach(?:ed)?|achieved?|attain(?:ed)?
            |satisf(?:y|ied))\ {_GAP}{{0,40}}?{_PRIMARY}
        |(?:fail(?:ed|s|ure)?|unable)\ to\ (?:meet|reach|achieve|attain|satisfy)\ {_GAP}{{0,40}}?{_PRIMARY}
        |miss(?:ed|es|ing)\ {_GAP}{{0,20}}?{_PRIMARY}
        |(?:neither|none\ of|no)\ {_GAP}{{0,80}}?\b(?:met|reached|achieved)\ {_GAP}{{0,20}}?{_PRIMARY}
        |{_PRIMARY}{_GAP}{{0,80}}?\b(?:was|were|is|has|have)\ (?:not|never)\ (?:been\ )?(?:\w+ly\ )?
            (?:met|achieved|reached|attained|satisfied|demonstrated|confirmed)
        |(?:neither|none)\ of\ {_GAP}{{0,30}}?{_PRIMARY}{_GAP}{{0,30}}?\b(?:was|were)\ (?:met|achieved|reached)
        |negative\ (?:for|on)\ {_GAP}{{0,20}}?{_PRIMARY})\b"""
)
"""Says that the endpoint was missed."""
_NO_DIFFERENCE = _pattern(
    rf"""\b(?:{_PRIMARY}{_GAP}{{0,100}}?\b(?:(?:did|do)\ not\ (?:\w+ly\ )?(?:differ|improve|change|reach\ (?:\w+\ )?
                significance|show)
            |(?:was|were)\ not\ (?:\w+ly\ )?(?:different|improved|reduced|lower|higher|increased|decreased|affected
                |superior|better|significant|changed)
            |(?:was|were)\ (?:\w+ly\ )?(?:similar|comparable|equal|unchanged|the\ same|no\ different|non-?significant)
            |no\ (?:[\w-]+\ ){{0,3}}?(?:differences?|effects?|improvements?|benefits?))
        |no\ (?:[\w-]+\ ){{0,4}}?(?:differences?|effects?|improvements?|benefits?|changes?|reductions?)
            {_GAP}{{0,70}}?\b(?:in|on|for|of|to|regarding)\ (?:\w+\ ){{0,3}}?{_PRIMARY}
        |(?:did|does)\ not\ (?:\w+ly\ )?(?:improve|reduce|affect|change|alter|influence|lower|increase|decrease|differ)
            \b{_GAP}{{0,50}}?{_PRIMARY}
        |not\ (?:\w+ly\ )?(?:superior|better|different){_GAP}{{0,60}}?{_PRIMARY})\b"""
)
"""Says that groups did not differ in it: a failure against nothing, not against another treatment."""
_MET = _pattern(
    rf"""\b(?:(?:met|meets|reached|achieved|attained)[ ]
            (?:(?:its|the|their|both|all|each|of|two|three|and|trial|study|'s)\s){{0,4}}{_PRIMARY}
        |{_PRIMARY}{_PLAIN_GAP}{{0,60}}?\b(?:was|were|has\ been|have\ been)\ (?:\w+ly\ )?
            (?:met|achieved|reached|attained)(?!\ (?:by|in|at)\b)
        |(?:significantly|markedly)\ improved?s?\ {_PLAIN_GAP}{{0,40}}?{_PRIMARY}
        |(?:was|were|proved)\ (?:\w+ly\ )?superior\ to\ (?:placebo|control|no\ treatment|usual\ care|standard\ care)
            {_PLAIN_GAP}{{0,50}}?{_PRIMARY}
        |{_PRIMARY}{_PLAIN_GAP}{{0,60}}?\b(?:significantly\ (?:improved|better)|improved\ significantly))\b"""
)
_SUBJECT_IS_PEOPLE = re.compile(
    r"(?:\d|\b(?:patients|participants|subjects|people|persons|events?|women|men|children|infants|eyes|mothers|cases"
    r"|controls)\b)[^.;,]*$"
)
"""Before "reached the primary endpoint": people do so one by one, and that says nothing of the trial."""
_MORE_PEOPLE = _pattern(
    rf"""\b(?:significantly\ )?(?:greater|higher|larger)\ (?:percentage|proportion|share|number)\ of\b
    {_PLAIN_GAP}{{0,60}}?{DRUG}{_PLAIN_GAP}{{0,40}}?\b(?:than|compared\ with|versus)\b{_PLAIN_GAP}{{0,40}}?
    \b(?:met|reached|achieved|attained)\ {_PLAIN_GAP}{{0,20}}?{_PRIMARY}"""
)
"""More people on the drug reached it, where reaching it is good: "achieved"."""
_OF_PART = re.compile(
    r"\b(?:components?|distribution|irrespective|regardless|across|sub-?groups?|interaction|at baseline|consistent)\b"
)
"""Speaks of a part of the endpoint or of whom it holds for."""
_TESTED_OTHERWISE = re.compile(r"non-?\s?inferior|equivalen|bioequiv")
_DOUBTED = re.compile(
    r"\b(?:would|could|should|if|whether|will|powered|probability|assum\w+|expected|designed|hypothesi\w+|planned|was"
    r" defined|sample size|to (?:detect|show|demonstrate))\b"
)
_VERBS = ("met", "meets", "reached", "achieved", "attained")
_AGAINST_NOTHING = re.compile(r"\b(?:placebo|vehicle|sham|usual care|standard care|no treatment|untreated|control)\b")
_ENDPOINT = _pattern(_PRIMARY)
_CONCLUSION = re.compile("CONCLUSION|INTERPRETATION")


def read_papers(
    match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> Published:
    """The verdict of the papers that report the trial, in order of year and id; the first that tells decides.

    Where papers or sentences disagree it is mixed. A trial that only mentions the drug or compares with it is not
    decided by words: its endpoint is another treatment's.
    """
    reports = reports_of(match, papers, drug_names)
    undecided = NOTHING_PUBLISHED._replace(article_id=reports[0].id) if reports else NOTHING_PUBLISHED
    if match.drug in (DrugRole.MENTIONED, DrugRole.COMPARATOR):
        return undecided
    pair = Pair.of(drug_names, name)
    verdicts_read = [
        published
        for paper in reports
        if not _PART.search(paper.title)
        for published in _paper(match, paper, ArticleReader(pair, paper), name, drug_names)
    ]
    verdicts = {paper.verdict for paper in verdicts_read}
    if not verdicts_read:
        return undecided
    if len(verdicts) == 1:
        return verdicts_read[0]
    failed = next(paper for paper in verdicts_read if paper.verdict is not OutcomeVerdict.MET)
    met = next(paper for paper in verdicts_read if paper.verdict is not failed.verdict)
    return failed._replace(verdict=OutcomeVerdict.MIXED, cue=f"{failed.cue} / {met.cue}")


def reports_of(match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str]) -> list[Article]:
    """The papers that report results of the trial and of no other, oldest first.

    What a paper of several trials calls its primary endpoint need not be this one's. Registries list papers that are
    only cited as well: a paper without a number that does not name the drug, or a drug the trial's title names, reports
    another trial.
    """
    reported = links(papers, [match.trial]).trials
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
        and design_of(paper).design not in _NO_RESULTS
    ]
    return sorted(kept, key=lambda paper: (paper.year or 9999, paper.id))


def _paper(
    match: TrialMatch, paper: Article, reader: ArticleReader, name: NormalizedName, drug_names: Sequence[str]
) -> list[Published]:
    """What a paper says of the primary endpoint: by that word, else by comparing the arms in what it measures."""
    against_nothing = compared_with_nothing(match.trial, drug_names)
    stated = list(_stated(paper, reader, against_nothing=against_nothing))
    return stated or list(_compared(match, paper, reader, name, drug_names))


def registered_outcomes(trial: Trial) -> tuple[str, ...]:
    """Titles of the primary outcomes, posted and planned."""
    return tuple(dict.fromkeys((*(outcome.title for outcome in trial.results), *trial.primary_outcomes)))


def _compared(
    match: TrialMatch, paper: Article, reader: ArticleReader, name: NormalizedName, drug_names: Sequence[str]
) -> Iterator[Published]:
    """The verdict of the sentences that compare the drug's arm with another in a primary endpoint.

    Of several endpoints those of which no sentence tells leave the outcome mixed where another was met: some were.
    """
    spans, disease_names = abstract_sentences(paper), (name.disease_name, *name.names)
    measures = measures_of(reader, spans, registered_outcomes(match.trial), disease_names, drug_names)
    against_nothing = compared_with_nothing(match.trial, drug_names) or bool(
        _AGAINST_NOTHING.search(paper.text.lower())
    )
    compared: dict[Measure, list[tuple[OutcomeVerdict, Sentence]]] = {}
    for span in spans:
        marked = with_arms(reader.mask(span.text), match.other_agents)
        concluding = _CONCLUSION.search(span.heading) is not None
        for clause in endpoint_clauses(marked, measures, against_nothing=against_nothing, concluding=concluding):
            compared.setdefault(clause.measure, []).append((clause.verdict, span))
    verdicts = {verdict for read in compared.values() for verdict, _ in read}
    for verdict, span in (first for read in compared.values() for first in read):
        partly = verdicts == {OutcomeVerdict.MET} and len(compared) < len(measures)
        yield Published(
            OutcomeVerdict.MIXED if partly else verdict, paper.id, span.text, _citation(paper, "abstract", span)
        )


def _stated(paper: Article, reader: ArticleReader, *, against_nothing: bool) -> Iterator[Published]:
    """What title and sentences say that speak of the paper's primary endpoint."""
    title = ("title", Sentence(0, len(paper.title), paper.title))
    for field, span in (title, *(("abstract", span) for span in abstract_sentences(paper))):
        masked = reader.mask(span.text)
        if "primary" not in masked or (DRUG in masked and DRUG not in mark_passive(masked)):
            continue
        if stated_ := read_sentence(masked, against_nothing=against_nothing):
            verdict, cue = stated_
            yield Published(verdict, paper.id, cue, _citation(paper, field, span))


def read_sentence(masked: str, *, against_nothing: bool) -> tuple[OutcomeVerdict, str] | None:
    """What a masked sentence says of the primary endpoint, with its words; ``None`` where it says nothing of it.

    Args:
        against_nothing: the trial compares with placebo or no treatment.
    """
    failed = _FAILED.search(masked)
    if not failed and not _TESTED_OTHERWISE.search(masked) and not _OF_PART.search(masked):
        failed = _no_difference(masked, against_nothing)
    met = _met_phrase(masked)
    if any(phrase and _DOUBTED.search(masked[: phrase.end()]) for phrase in (met, failed)):
        return None
    if met and failed and met.start() < failed.end() and failed.start() < met.end():
        met = None
    if met and failed:
        return OutcomeVerdict.MIXED, f"{_words(failed[0])} / {_words(met[0])}"
    if failed:
        return OutcomeVerdict.NOT_MET, _words(failed[0])
    return (OutcomeVerdict.MET, _words(met[0])) if met else None


def _met_phrase(masked: str) -> re.Match[str] | None:
    phrase = _MET.search(masked)
    if phrase and phrase[0].startswith(_VERBS) and _SUBJECT_IS_PEOPLE.search(masked[: phrase.start()]):
        phrase = None
    return phrase or _MORE_PEOPLE.search(masked)


def _no_difference(masked: str, against_nothing: bool) -> re.Match[str] | None:
    if not against_nothing and not _AGAINST_NOTHING.search(masked):
        return None
    if phrase := _NO_DIFFERENCE.search(masked):
        return phrase
    primary = _ENDPOINT.search(masked)
    after = masked[primary.end() :].partition(";")[0] if primary else ""
    return primary if chance_stated(after) and not re.search(r"\bsecondary\b", after) else None


def _words(text: str) -> str:
    return " ".join(text.replace(DRUG, "the drug").split())


def _citation(paper: Article, field: str, span: Sentence) -> Citation:
    return Citation(
        evidence_kind=DocumentKind.ARTICLE,
        evidence_id=paper.id,
        field=field,
        start=span.start,
        end=span.end,
        quote=span.text,
    )

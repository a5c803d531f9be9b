"""The grade of an article, of a trial, and of all a candidate's evidence.

What belongs here: putting the readings of this package together. No model takes part: statements come in verified, and
a model's that disagrees with the facts is set aside for a person (``Grade.deferred``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..articles import Article
from ..assessment import Grade, RiskSignal, TrialOutcome, TrialReading
from ..candidates import Candidate
from ..diseases import NormalizedName
from ..retractions import RetractionCheck
from ..statements import Statement, Synthesis
from ..studies import links, study_keys, study_of
from ..study_design import ReadFrom, StudyDesign, design_of
from ..trials import TrialMatch
from .counting import DEFERRED, RETRACTED, counted_once
from .directness import directness_of_article, directness_of_trial
from .levels import level_of_article, level_of_trial
from .participants import participants_of, participants_of_trial
from .polarities import ArticlePolarity, polarity_of_trial
from .risks import risks_of_article, risks_of_trial

ARTICLE, TRIAL = "article", "trial"
EXTRACTIVE = "extractive"
"""Method of a synthesis that no language model wrote."""


def grade_article(
    article: Article, *, drug_names: Sequence[str], class_names: Sequence[str], candidate: Candidate,
    name: NormalizedName, check: RetractionCheck | None, statements: Sequence[Statement], intent: str,
    by_model: bool = False,
) -> Grade:  # fmt: skip
    """The grade of one article by itself; which report of its study counts is decided in ``grade_all``.

    Args:
        drug_names: all names of the drug, preferred one first.
        class_names: of ``directness.class_names_of``.
        check: of the article's standing; ``None`` where nobody was asked.
        statements: verified ones that cite the article; may be empty.
        intent: what the ranking read of it, a value of ``Intent``; empty where it does not name both.
        by_model: a language model wrote the statements.
    """
    reading = design_of(article)
    directness = directness_of_article(
        article, reading.design, drug_names=drug_names, class_names=class_names, candidate=candidate, name=name
    )
    level = level_of_article(article, reading, directness.population)
    count = participants_of(article, reading.design)
    polarity = ArticlePolarity(article, drug_names, name, statements, intent)
    verdict, cue = polarity.verdict()
    risks = risks_of_article(article, check, count.number if count else None)
    deferred = " ".join(polarity.disagreements(reading.design, level.level, directness)) if by_model else ""
    return _alone(
        Grade(
            evidence_kind=ARTICLE, evidence_id=article.id, study=study_of(article), design=reading.design,
            design_cue=reading.cue, design_source=reading.source, level=level.level, level_reason=level.reason,
            directness=directness, polarity=verdict, polarity_cue=cue, participants=count.number if count else None,
            participants_cue=count.cue if count else "", risks=risks, deferred=deferred,
        )
    )  # fmt: skip


def grade_trial(
    match: TrialMatch, reading: TrialReading, papers: Sequence[Article], *, drug_names: Sequence[str],
    name: NormalizedName, retracted: Collection[str] = (),
) -> Grade:  # fmt: skip
    """The grade of one registered trial by itself.

    Args:
        reading: of ``trial_evidence``.
        papers: articles at hand; those that report this trial say that its results are known.
        retracted: ids of articles known to be retracted; an outcome read from one of them does not count.
    """
    trial = match.trial
    published = _is_published(match, [paper for paper in papers if paper.id not in retracted])
    known = published or trial.has_results is True or reading.outcome is not TrialOutcome.NOT_KNOWN
    design, level = level_of_trial(trial, results_known=known)
    participants, cue = participants_of_trial(trial)
    polarity, polarity_cue = polarity_of_trial(match, reading)
    risks = risks_of_trial(
        trial, published=published, outcome_source=reading.outcome_source, retracted=retracted,
        participants=participants,
    )  # fmt: skip
    return _alone(
        Grade(
            evidence_kind=TRIAL, evidence_id=trial.nct_id, study=trial.nct_id, design=design,
            design_cue=trial.allocation or trial.study_type, design_source=ReadFrom.REGISTRY, level=level.level,
            level_reason=level.reason, directness=directness_of_trial(match, drug_names, name), polarity=polarity,
            polarity_cue=polarity_cue, participants=participants, participants_cue=cue, risks=risks,
        )
    )  # fmt: skip


def grade_all(
    articles: Sequence[Article], trials: Sequence[TrialMatch], readings: Iterable[TrialReading], *,
    drug_names: Sequence[str], class_names: Sequence[str], candidate: Candidate, name: NormalizedName,
    checks: Mapping[str, RetractionCheck], intents: Mapping[str, str], literature: Synthesis | None,
) -> tuple[Grade, ...]:  # fmt: skip
    """All grades of a candidate, each study counting once: articles in the order given, then trials by number.

    Args:
        articles: each once, in the order of their rank.
        trials: each once; one without a reading is left out.
        checks, intents: by the article's id; see ``grade_article``.
        literature: its verified statements on articles; those of a language model are held against the facts.
    """
    cited = _by_article(literature)
    by_model = literature is not None and literature.method != EXTRACTIVE
    graded = [
        grade_article(
            article, drug_names=drug_names, class_names=class_names, candidate=candidate, name=name,
            check=checks.get(article.id), statements=cited.get(article.id, ()), intent=intents.get(article.id, ""),
            by_model=by_model,
        )
        for article in articles
    ]  # fmt: skip
    retracted = frozenset(grade.evidence_id for grade in graded if RiskSignal.RETRACTED in grade.risks)
    read = {reading.nct_id: reading for reading in readings}
    known = sorted((match for match in trials if match.trial.nct_id in read), key=lambda match: match.trial.nct_id)
    graded += [
        grade_trial(match, read[match.trial.nct_id], articles, drug_names=drug_names, name=name, retracted=retracted)
        for match in known
    ]
    return counted_once(graded, study_keys(articles, [match.trial for match in known]))


# ------------------------------------------------------------------------------------------------ rules
def _alone(grade: Grade) -> Grade:
    """The grade as it stands where its study has no other report."""
    why = RETRACTED if RiskSignal.RETRACTED in grade.risks else DEFERRED if grade.deferred else ""
    return grade.model_copy(update={"counts": False, "not_counted": why}) if why else grade


def _is_published(match: TrialMatch, papers: Sequence[Article]) -> bool:
    """Whether one of the papers reports the trial, and not only its plan."""
    reporting = links(papers, [match.trial]).papers.get(match.trial.nct_id.upper(), ())
    return any(paper.id in reporting and design_of(paper).design is not StudyDesign.PROTOCOL for paper in papers)


def _by_article(literature: Synthesis | None) -> dict[str, tuple[Statement, ...]]:
    """The statements that cite each article, in their order."""
    cited: dict[str, tuple[Statement, ...]] = {}
    for statement in literature.statements if literature else ():
        for one in dict.fromkeys(c.evidence_id for c in statement.citations if c.evidence_kind == ARTICLE):
            cited[one] = (*cited.get(one, ()), statement)
    return cited

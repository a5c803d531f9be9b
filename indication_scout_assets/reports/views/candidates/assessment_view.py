"""One candidate's assessment prepared for layout: grades as rows, the case for and against, what is missing.

What belongs here: choosing, counting and linking. Wording is in ``assessment_words``, pictures in ``score_picture``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....domain.documents import Citation, DocumentKind
from ....domain.findings.assessment import (
    Assessment,
    DiseaseMatch,
    Grade,
    Harm,
    Level,
    PartName,
    Recommendation,
    RiskSignal,
    ScoreTerm,
    TrialMisuse,
    TrialOutcome,
    TrialReading,
    WeightEffect,
)
from ....domain.findings.report import CandidateEvidence, EvidenceReport
from ....domain.findings.statements import Polarity
from ....domain.findings.study_designs import Population
from ....domain.records.trials import DrugRole
from ...words import assessment_words, ranking_words
from ...words.article_words import id_name
from ...words.common_words import plural
from ...words.retraction_words import CitedRetraction, cited_retractions, references_sentence
from ..safety_view import safety_texts
from .record_views import CitationView, PlaceView, TrialView

Cite = Callable[[Citation, str], CitationView]
"""From a citation and the sentence it stands beside, which may hold its words already."""
Find = Callable[[str, str], PlaceView]
"""From kind and id of a record to what it is called and where it stands on the page."""


@dataclass(frozen=True)
class GradeView:
    """One graded item with its record."""

    grade: Grade
    anchor: str
    record: PlaceView
    """What it is called, and where it stands on the page if it does."""
    title: str
    why: tuple[str, ...] = ()
    """Who read it, on which words, what was refused, what it weighs, and its references: one sentence each."""
    cited_retractions: tuple[CitedRetraction, ...] = ()
    """Retracted articles that it cites."""

    @property
    def href(self) -> str:
        """Its record on the page, else its row among the grades."""
        return self.record.href or f"#{self.anchor}"

    @property
    def design(self) -> str:
        """What kind of study it is, and what shows it."""
        name = ranking_words.DESIGN[self.grade.design] or "design not read"
        return f"{name} (“{self.grade.design_cue}”)" if self.grade.design_cue else name

    @property
    def struck(self) -> bool:
        """Whether its title is struck through: that of a retracted paper is, that of a trial it reported is not."""
        return self.grade.evidence_kind is DocumentKind.ARTICLE and RiskSignal.RETRACTED in self.grade.risks

    @property
    def standing(self) -> str:
        """Whether it counts, and if not, why."""
        if self.grade.deferred:
            return f"deferred: {self.grade.deferred}"
        if not self.grade.counts:
            return self.grade.not_counted or "not counted"
        if self.grade.level is None:
            return "no evidence of an effect"
        return (
            "counted"
            if self.counted
            else f"no study of the pair: {assessment_words.not_of_pair(self.grade.directness)}"
        )

    @property
    def counted(self) -> bool:
        """Whether it is among the numbers of studies: it stands for its study and names drug and disease."""
        return self.grade.is_study_of_pair


@dataclass(frozen=True)
class HarmView:
    """A safety finding with its citation."""

    harm: Harm
    citation: CitationView | None

    @property
    def source(self) -> str:
        """Who says so, where no words are quoted; an article's id is called what it is."""
        return id_name(self.harm.source) if self.harm.source.isdigit() else self.harm.source


@dataclass(frozen=True)
class RecommendationView:
    """A guideline's sentence."""

    recommendation: Recommendation
    citation: CitationView

    @property
    def name(self) -> str:
        return assessment_words.recommendation_terms(self.recommendation)


@dataclass(frozen=True)
class ReadingView:
    """What a trial says about the pair."""

    reading: TrialReading
    trial: TrialView | None
    record: PlaceView
    citation: CitationView | None

    @property
    def title(self) -> str:
        return self.trial.trial.title if self.trial else ""

    @property
    def outcome(self) -> str:
        """What became of it: its outcome, where one is known or it went on to its end, and why it stopped."""
        stop = assessment_words.stop_of(self.reading, self.trial.trial if self.trial else None)
        known = self.reading.outcome is not TrialOutcome.NOT_KNOWN or not stop
        outcome = assessment_words.outcome_sentence(self.reading) if known else ""
        return "; ".join(part for part in (outcome, stop) if part)

    @property
    def why_stopped(self) -> str:
        """The registered words, where it was stopped."""
        return self.trial.trial.why_stopped if self.trial and self.reading.stop else ""


class AssessmentView:
    """Everything the report prints of one assessment.

    Args:
        report: the whole report.
        evidence: the candidate's.
        assessment: what the view is of.
        anchor: of the candidate's section.
        trials: of the candidate, by NCT id.
        cite: how a citation is shown.
        find: where a record stands.
    """

    def __init__(
        self,
        report: EvidenceReport,
        evidence: CandidateEvidence,
        assessment: Assessment,
        anchor: str,
        trials: Mapping[str, TrialView],
        cite: Cite,
        find: Find,
    ) -> None:
        self._with_safety, self._labels = safety_texts(report.labels)
        self.assessment, self.anchor = assessment, anchor
        self._report, self._evidence, self._trials, self._cite, self._find = report, evidence, trials, cite, find

    @property
    def effects(self) -> dict[PartName, WeightEffect]:
        """What becomes of the rank when a part's weight changes; empty where that was not computed."""
        return {effect.part: effect for effect in self.assessment.score.effects}

    @cached_property
    def grades(self) -> list[GradeView]:
        return [self._grade(n, grade) for n, grade in enumerate(self.assessment.grades, start=1)]

    @cached_property
    def counted(self) -> list[GradeView]:
        """One per study, the strongest level and then the largest first."""
        return sorted((view for view in self.grades if view.counted), key=_weight)

    @cached_property
    def deciding(self) -> list[Grade]:
        """Of the counted studies those that take a side."""
        return [view.grade for view in self.counted if view.grade.polarity is not Polarity.NEUTRAL]

    @cached_property
    def uncounted(self) -> list[GradeView]:
        return sorted((view for view in self.grades if not view.counted), key=_weight)

    @property
    def trials_elsewhere(self) -> int:
        """Trials that the registry's index files under the disease and whose own words do not speak of it."""
        return sum(
            grade.evidence_kind is DocumentKind.TRIAL and grade.directness.disease is DiseaseMatch.NOT_NAMED
            for grade in self.assessment.grades
        )

    @cached_property
    def levels(self) -> list[tuple[Level, int]]:
        """Counted studies by level, the strongest first."""
        counts = Counter(view.grade.level for view in self.counted)
        return [(level, counts[level]) for level in Level]

    @cached_property
    def polarities(self) -> Counter[Polarity]:
        """Counted studies by what they say."""
        return Counter(view.grade.polarity for view in self.counted)

    @cached_property
    def readings(self) -> list[ReadingView]:
        return [self._reading(reading) for reading in self.assessment.trials]

    @cached_property
    def by_trial(self) -> dict[str, ReadingView]:
        return {view.reading.nct_id: view for view in self.readings}

    @cached_property
    def met(self) -> list[ReadingView]:
        """Trials whose endpoint was met, some in part."""
        return [v for v in self.readings if v.reading.outcome in {TrialOutcome.MET, TrialOutcome.MIXED}]

    @cached_property
    def failed(self) -> list[ReadingView]:
        """Trials whose endpoint was not met, or that were stopped for want of effect of this drug."""
        return [
            v
            for v in self.readings
            if v.reading.outcome is TrialOutcome.NOT_MET
            or (assessment_words.stopped_against(v.reading) and not v.reading.misuse)
        ]

    @cached_property
    def misused(self) -> list[ReadingView]:
        """Trials with an outcome that does not show what it may be taken to show."""
        return [
            v
            for v in self.readings
            if v.reading.misuse
            and (v.reading.outcome is not TrialOutcome.NOT_KNOWN or assessment_words.stopped_against(v.reading))
        ]

    @cached_property
    def misuses(self) -> list[tuple[ReadingView, TrialMisuse]]:
        """Each trial with each reason why its outcome does not show what it may be taken to show."""
        return [(view, misuse) for view in self.misused for misuse in view.reading.misuse]

    def misuse_of(self, nct_id: str) -> Sequence[TrialMisuse]:
        """What a trial of the table cannot show, whether or not its outcome is known."""
        return self.by_trial[nct_id].reading.misuse if nct_id in self.by_trial else ()

    @cached_property
    def harms(self) -> list[HarmView]:
        """Findings about the disease, in their order, but for those told in passing."""
        return [view for view in self._about_disease if view.harm.is_plain]

    @cached_property
    def mentioned_in_passing(self) -> list[HarmView]:
        """Harm in this disease that articles on something else tell; it is shown apart, as fewer of them are right."""
        return [view for view in self._about_disease if not view.harm.is_plain]

    @cached_property
    def _about_disease(self) -> list[HarmView]:
        here = [harm for harm in self.assessment.harms if harm.about_disease]
        return [HarmView(h, self._cite(h.citation, h.sentence) if h.citation else None) for h in here]

    @property
    def drug_harm_terms(self) -> str:
        """Kinds of findings about the drug, whatever it is used for; they are told once for all candidates."""
        return assessment_words.harm_terms([harm.kind for harm in self.assessment.harms if not harm.about_disease])

    @property
    def harm_terms(self) -> str:
        """What harms here, in a table's cell; empty where nothing does."""
        return assessment_words.harm_terms([view.harm.kind for view in self.harms])

    @property
    def harm_cell(self) -> str:
        """``harm_terms``, else ``told in passing``, else ``none found``, or ``not checked`` without a safety text."""
        in_passing = assessment_words.harm_terms([view.harm.kind for view in self.mentioned_in_passing])
        return self.harm_terms or in_passing or assessment_words.none_in(self._with_safety, self._labels)

    @property
    def no_harm(self) -> str:
        """The sentence where no finding is about the disease."""
        return assessment_words.no_harm(safety_read=self.safety_read)

    @property
    def safety_read(self) -> bool:
        """Whether a label came with a safety text."""
        return self._with_safety > 0

    @cached_property
    def recommendations(self) -> list[RecommendationView]:
        return [RecommendationView(r, self._cite(r.citation, "")) for r in self.assessment.recommendations]

    def recommended(self, polarity: Polarity) -> list[RecommendationView]:
        return [view for view in self.recommendations if view.recommendation.polarity is polarity]

    @property
    def studied(self) -> list[TrialView]:
        """Trials that study the drug; those that only mention it are left out."""
        return [t for t in self._trials.values() if t.match.drug is DrugRole.EXPERIMENTAL]

    @property
    def only_mentioned(self) -> int:
        """Trials that compare with the drug, only mention it, or do not tell its part."""
        return sum(t.match.drug is not DrugRole.EXPERIMENTAL for t in self._trials.values())

    @property
    def unclear(self) -> int:
        """Trials that do not tell which of their drugs is tested."""
        return sum(t.match.drug is DrugRole.UNCLEAR for t in self._trials.values())

    def place_of(self, term: ScoreTerm) -> PlaceView:
        """Where the record behind a term stands; nowhere for what is no article or trial."""
        known = term.evidence_kind in {DocumentKind.ARTICLE, DocumentKind.TRIAL}
        return self._find(term.evidence_kind, term.evidence_id) if known else PlaceView(term.text, None)

    @cached_property
    def missing(self) -> list[str]:
        """What the counted evidence lacks, one plain sentence each."""
        levels, sentences = {view.grade.level for view in self.counted}, []
        if not self.counted:
            sentences.append("No study that names drug and disease counts as evidence of an effect.")
        if self.counted and not levels & {Level.SYNTHESIS_OF_TRIALS, Level.RANDOMIZED_TRIAL}:
            sentences.append("No randomised trial, and no synthesis of such trials, is among the counted studies.")
        if self.counted and not any(v.grade.directness.population is Population.HUMAN for v in self.counted):
            sentences.append("No counted study was made in people.")
        if self.counted and not any(v.grade.directness.is_direct for v in self.counted):
            sentences.append("No counted study is of this drug alone in people with this disease.")
        ended = {"COMPLETED", "TERMINATED"}
        unknown = (v.trial for v in self.readings if v.trial and v.reading.outcome is TrialOutcome.NOT_KNOWN)
        silent = [shown for shown in unknown if shown.trial.status in ended]
        if silent:
            sentences.append(f"No results are known for {plural(len(silent), 'trial')} that ended.")
        return sentences

    def _grade(self, number: int, grade: Grade) -> GradeView:
        article = self._report.articles.get(grade.evidence_id)
        title = article.title if article else ""
        if grade.evidence_kind is DocumentKind.TRIAL and (trial := self._trials.get(grade.evidence_id)):
            title = trial.trial.title
        place = self._find(grade.evidence_kind, grade.evidence_id)
        references = self._report.cited_references.get(grade.evidence_id)
        cited = cited_retractions(references, demonstration=self._report.run.demonstration)
        return GradeView(grade, f"{self.anchor}-grade-{number}", place, title, tuple(self._why(grade)), cited)

    def _why(self, grade: Grade) -> Iterator[str]:
        """Of an article whose reading is known: what `scout why` says of it, in short."""
        note = self._evidence.readings.get(grade.evidence_id)
        if note is None or grade.evidence_kind is not DocumentKind.ARTICLE:
            return
        yield f"Read by {note.reader}, from “{note.sentence}”" if note.sentence else f"Read by {note.reader}."
        yield from (f"Refused ({part.part}): {part.reason}" for part in note.refused)
        yield from assessment_words.weight_in_score(self.assessment, grade.evidence_id)
        if references := self._report.cited_references.get(grade.evidence_id):
            yield references_sentence(references)

    def _reading(self, reading: TrialReading) -> ReadingView:
        cited = self._cite(reading.citation, "") if reading.citation else None
        return ReadingView(
            reading, self._trials.get(reading.nct_id), self._find(DocumentKind.TRIAL, reading.nct_id), cited
        )


def _weight(view: GradeView) -> tuple[int, bool, int]:
    """Level; in it those with a side first; participants downwards. Equal ones stay by rank."""
    grade = view.grade
    undecided = grade.polarity is Polarity.NEUTRAL
    return grade.level or len(Level) + 1, undecided, -(grade.participants or 0)


def cited_by(assessment: Assessment) -> list[tuple[Citation, Polarity]]:
    """Every citation of an assessment, with the polarity its words are marked in."""
    outcomes = {TrialOutcome.MET: Polarity.SUPPORTS, TrialOutcome.NOT_MET: Polarity.CONTRADICTS}
    cited = [(harm.citation, Polarity.HARM) for harm in assessment.harms if harm.citation]
    cited += [(r.citation, outcomes.get(r.outcome, Polarity.NEUTRAL)) for r in assessment.trials if r.citation]
    return cited + [(r.citation, r.polarity) for r in assessment.recommendations]


def risk_names(grade: Grade) -> tuple[str, ...]:
    """Risk signals in words, what forbids use first."""
    order = {signal: n for n, signal in enumerate(RiskSignal)}
    return tuple(signal.value for signal in sorted(grade.risks, key=lambda signal: order[signal]))

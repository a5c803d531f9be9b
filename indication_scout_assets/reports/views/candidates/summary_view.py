"""A candidate on one screen: what was found in a sentence, for and against, what is missing, the studies.

What belongs here: which facts a summary names, and where each of them stands on the page. The sentences are in
``words.summary_words``; everything behind them is in the candidate's other views.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ....domain.candidates import ApprovalStatus, CandidateList
from ....domain.documents import DocumentKind
from ....domain.drugs import ClinicalStage
from ....domain.findings.assessment import Assessment, DrugMatch, Grade, Level, TrialOutcome
from ....domain.findings.effects import Effect
from ....domain.findings.statements import Polarity
from ....domain.findings.study_designs import Population
from ....rules.candidates.uses.approval import indexed_as_approved
from ....rules.effects.best_effect import effect_of_study
from ....rules.language.sentences import sentences
from ....rules.names.name_matching import fold, names_in
from ...words import assessment_words, common_words, effect_words, evidence_sentences, summary_words
from ...words.evidence_sentences import CountedStudy
from ...words.retraction_words import CitedRetraction
from ...words.summary_words import TrialEnd
from .assessment_view import GradeView, ReadingView
from .effects_view import PooledView, best_evidence, effect_in_short, pooled_views
from .key_facts import KeyFact, key_facts, rank_fact
from .record_views import PlaceView

if TYPE_CHECKING:
    from .candidate_views import CandidateView

SENTENCES: Final = 3
"""Sentences of a case at most."""
MISSING: Final = 2
"""Sentences on what is missing; all of them stand with the rest."""
ROWS: Final = 12
"""Studies of the table that stand open; the others are folded."""
_RECORDS: Final = 6
"""Records named behind a sentence."""
_TELLING_WORDS: Final = 3
"""Words of a cue from which on it is found in no other sentence by chance."""
_SIDES_FOR: Final = (Polarity.SUPPORTS,)
_SIDES_AGAINST: Final = (Polarity.CONTRADICTS, Polarity.HARM)


@dataclass(frozen=True)
class SourcedSentence:
    """A sentence with the records it rests on."""

    text: str
    places: tuple[PlaceView, ...] = ()


@dataclass(frozen=True)
class StudyRow:
    """One study of the table. What its record does not say is empty."""

    record: PlaceView
    title: str
    design: str
    people: int | None
    polarity: Polarity
    side: str
    whom: str
    """This disease, a narrower one; people, animals."""
    effect: Effect | None
    outcome: str
    """Of a registered trial: what became of it."""
    telling: str = ""
    """The abstract's sentence that the side rests on, else the one that tells the effect, else the one quoted first."""
    cited_retractions: tuple[CitedRetraction, ...] = ()
    """Retracted articles that it cites."""

    @property
    def numbers(self) -> str:
        return effect_words.effect(self.effect) if self.effect else ""

    @property
    def result(self) -> str:
        """``Overall survival: hazard ratio 0.66 (0.5 to 0.8) against placebo``, else the abstract's own sentence.

        Numbers stand for a sentence only where they say what was measured and against what.
        """
        if self.effect and self._in_numbers:
            against = "" if self.comparator in self.numbers else f", against {self.comparator}"
            return f"{self.endpoint}: {self.numbers}{against}"
        return summary_words.quoted(self.telling)

    @property
    def measured(self) -> str:
        """The same, but where numbers were read that do not say what or against what, the sentence that holds them."""
        if self.effect and self.effect.has_numbers and not self._in_numbers:
            return summary_words.quoted(self.effect.sentence.text)
        return self.result

    @property
    def effect_on_endpoint(self) -> str:
        """``Overall survival: hazard ratio 0.66 (0.5 to 0.8)``; without a reader of endpoints the numbers alone."""
        return f"{self.endpoint}: {self.numbers}" if self.endpoint and self.numbers else self.numbers

    @property
    def effect_or_outcome(self) -> str:
        """The same, or what became of the trial."""
        return self.effect_on_endpoint or self.outcome

    @property
    def _in_numbers(self) -> bool:
        """Whether numbers were read that say what was measured and against what."""
        return self.effect is not None and effect_words.is_complete(self.effect)

    @property
    def endpoint(self) -> str:
        return self.effect.endpoint.text if self.effect and self.effect.endpoint else ""

    @property
    def comparator(self) -> str:
        return self.effect.comparator.text if self.effect and self.effect.comparator else ""

    @property
    def sentence(self) -> str:
        """The abstract's sentence that tells the effect, else that the side rests on, or what became of the trial."""
        return self.effect.sentence.text if self.effect else self.telling or self.outcome

    @property
    def side_sentence(self) -> str:
        """The sentence that the side rests on, where it is another than ``sentence``."""
        decided = self.polarity is not Polarity.NEUTRAL
        return self.telling if decided and self.telling and self.telling not in self.sentence else ""


class SummaryView:
    """What a candidate comes to.

    Args:
        view: the candidate.
    """

    def __init__(self, view: CandidateView) -> None:
        self._view = view
        self._assessment = view.assessment

    # ------------------------------------------------------------------------------------------------ first screen
    @cached_property
    def found(self) -> str:
        """What was found, in whole sentences: what the strongest kinds of study reported, and what is special of it."""
        if self._counted:
            return " ".join(
                filter(
                    None,
                    (
                        *evidence_sentences.evidence(_in_short(self._counted), self._strongest_levels),
                        self._in_approved_uses,
                        evidence_sentences.same_studies(self._view.same_studies_as),
                    ),
                )
            )
        return " ".join(self._without_study)

    @property
    def _without_study(self) -> list[str]:
        """What was found where no study counts, the counts first."""
        if self._view.articles_unchecked or self._view.trials_unchecked:
            trials = f"trials: {self._view.trials_summary}"
            return [summary_words.sentence([self._view.found_sentence, trials])]
        graded = self._assessment
        sentences = evidence_sentences.without_result(
            self._view.evidence.articles_found,
            len(self._view.trials),
            graded.only_mentioned,
            graded.unclear,
            graded.trials_elsewhere,
        )
        named = self._view.trials_by_open_targets
        if not sentences:
            return [summary_words.nothing_found(self._known_stage, named)]
        return [*sentences, *([f"{summary_words.trials_named(named)}."] if named and not self._view.trials else [])]

    @property
    def why(self) -> str:
        """The same in one sentence, for the table of candidates: of studies, what the strongest with a direction
        reported; a sentence before it on stronger ones without, and one behind it where they are of an approved use."""
        if not self._counted:
            return self._without_study[0]
        levels, counted = self._strongest_levels, _in_short(self._counted)
        directed = [level for level in levels if any(grade.level is level for grade in self._assessment.deciding)]
        reported = [evidence_sentences.of_level(counted, level) for level in dict.fromkeys((levels[0], *directed[:1]))]
        return " ".join(filter(None, (*reported, self._in_approved_uses)))

    @property
    def _in_approved_uses(self) -> str:
        indexed = indexed_as_approved(self._view.evidence.name, self._view.report.set_aside)
        uses = [grade.approved_use for grade in self._assessment.deciding if grade.approved_use]
        made = evidence_sentences.in_approved_uses(uses, len(self._assessment.deciding))
        return " ".join(filter(None, (evidence_sentences.indexed_with(indexed), made)))

    @property
    def side(self) -> str:
        """``benefit``, ``no benefit``, ``harm``, ``conflicting``, ``inconclusive``, or ``no study``."""
        if self._graded.direction is None:
            return summary_words.NOT_RECORDED
        if self._graded.direction is Polarity.NEUTRAL and not self._counted:
            return summary_words.NO_STUDY
        mixed = self._graded.direction is Polarity.MIXED
        return "conflicting" if mixed else common_words.DIRECTION_WORD[self._graded.direction]

    @property
    def direction_text(self) -> str:
        """The direction, and that no people were studied where all studies that have one are of animals or cells."""
        strength = self._graded.strength
        return self.side if strength is None or strength.in_people else f"{self.side}, {summary_words.NOT_IN_PEOPLE}"

    @property
    def shown_direction(self) -> Polarity:
        """The direction of the counted studies together; neutral too where an older report does not hold it."""
        return self._graded.direction or Polarity.NEUTRAL

    @property
    def strength(self) -> str:
        """``moderate``, ``high at most``, or ``—`` where no counted study has a direction."""
        return assessment_words.strength_word(self._graded.strength)

    @property
    def strength_sentences(self) -> Sequence[str]:
        """How strong the evidence is and why: for the direction, and for harm where studies show it."""
        return assessment_words.strength_sentences(self._graded)

    @property
    def _graded(self) -> Assessment:
        return self._assessment.assessment

    @property
    def odds(self) -> str:
        return summary_words.odds_cell(self._view.candidate.odds)

    @property
    def stage(self) -> str:
        """The stage Open Targets gives; of what it gives none for, whether a trial or papers on people were found."""
        if self._known_stage:
            return self._known_stage
        if registered := self._assessment.studied:
            furthest = max((shown.trial for shown in registered), key=lambda trial: trial.phase_number)
            return f"{furthest.phase_name if furthest.phase_number else ''} {summary_words.IN_A_REGISTER}".strip()
        in_people = any(
            view.grade.directness.population is Population.HUMAN and view.grade.level is not Level.MECHANISM
            for view in self._counted
        )
        if in_people:
            return summary_words.IN_PAPERS
        tried = self._view.listed is CandidateList.TRIED
        return common_words.stage_name(self._stage) if tried else summary_words.UNTRIED

    @property
    def approval(self) -> str:
        """Its approval in words; where no label was read, that only one source tells."""
        candidate, report = self._view.candidate, self._view.report
        state = common_words.APPROVAL[candidate.approval]
        read = report.labels or report.label_indications
        unread = candidate.approval is ApprovalStatus.NOT_APPROVED and not read
        return "no approval in Open Targets; no label read" if unread else state

    @property
    def _stage(self) -> ClinicalStage:
        return self._graded.stage.stage

    @property
    def _known_stage(self) -> str:
        return common_words.stage_name(self._stage) if self._stage is not ClinicalStage.UNKNOWN else ""

    # ------------------------------------------------------------------------------------------------ one screen
    @cached_property
    def bottom_line(self) -> str:
        """What was found, and which phase 3 trials missed their primary endpoint; ``best_figure`` follows it."""
        return " ".join(filter(None, (self.found, summary_words.missed(self._graded.missed_endpoints))))

    @cached_property
    def best_figure(self) -> str:
        """The best evidence with its effect, named as what it is; empty where no counted study has a direction."""
        return best_evidence(self._view, self._row_of, self.pooled)

    @property
    def effect_in_short(self) -> str:
        """The effect of the best evidence in one line; empty where it is not known what was measured against what."""
        return effect_in_short(self._view, self._row_of)

    @cached_property
    def _row_of(self) -> dict[str, StudyRow]:
        return {view.grade.evidence_id: self._row(view) for view in self._counted}

    @cached_property
    def pooled(self) -> list[PooledView]:
        """Its trials pooled by the report, the estimate of most trials first."""
        return pooled_views(self._view)

    @cached_property
    def case_for(self) -> list[SourcedSentence]:
        met = self._readings({TrialOutcome.MET, TrialOutcome.MIXED})
        return list(self._case(_SIDES_FOR, met))[:SENTENCES]

    @cached_property
    def case_against(self) -> list[SourcedSentence]:
        harms = [
            SourcedSentence(f"{harm.harm.kind.value[:1].upper()}{harm.harm.kind.value[1:]}: {harm.harm.sentence}")
            for harm in self._assessment.harms[:1]
        ]
        return [*harms, *self._case(_SIDES_AGAINST, self._assessment.failed)][:SENTENCES]

    @cached_property
    def facts(self) -> list[KeyFact]:
        """The facts that are asked for first."""
        return key_facts(self._view)

    @property
    def rank(self) -> KeyFact | None:
        """Why it is ranked before the next candidate of its list; ``None`` for the last."""
        return rank_fact(self._view)

    @property
    def ranked_first(self) -> str:
        """Of the first of its list: why it is before the next, and which lower ones have stronger evidence."""
        if self.rank is None:
            return ""
        lower = [(view.disease.name, view.assessment.assessment) for view in self._view.below]
        stronger = assessment_words.stronger_below(self._graded, lower)
        best = self._graded.direction is Polarity.SUPPORTS and not stronger
        lead = f"{'Best supported' if best else 'Ranked first'}: {self._view.disease.name}"
        return f"{lead}, {self.rank.text.removeprefix('Ranked ')} {stronger}".strip()

    @property
    def none_against(self) -> str:
        """What is printed where nothing is against it."""
        undecided = len(self._counted) - len(self._assessment.deciding)
        mixed = sum(grade.polarity is Polarity.MIXED for grade in self._assessment.deciding)
        in_part = len(self._readings({TrialOutcome.MIXED}))
        return summary_words.none_against(len(self._counted), undecided, in_part, mixed)

    @property
    def missing(self) -> list[str]:
        return self._view.missing[:MISSING]

    def end_of_study(self, study: str) -> str:
        """What became of the registered trial of a counted study: ``met its endpoint in part``; empty where unknown."""
        known = self._readings({TrialOutcome.MET, TrialOutcome.MIXED, TrialOutcome.NOT_MET})
        return next((_end_of(reading).value for reading in known if self.study_of(reading) == study), "")

    @cached_property
    def studies(self) -> list[StudyRow]:
        """The counted studies, the strongest and largest first, then trials whose outcome is known."""
        rows = [self._row(grade) for grade in self._assessment.counted]
        known = [
            r for r in self._assessment.readings if r.reading.outcome is not TrialOutcome.NOT_KNOWN or r.reading.stop
        ]
        return rows + [self._trial_row(r) for r in known if self.study_of(r) not in self._studies_counted]

    # ------------------------------------------------------------------------------------------------ parts
    @property
    def _strongest_levels(self) -> list[Level]:
        """The strongest level that has a study, and the strongest that has one with a direction or else the second."""
        present = [level for level, number in self._assessment.levels if number]
        directed = {grade.level for grade in self._assessment.deciding}
        others = sorted(present[1:], key=lambda level: (level not in directed, level))
        return present[:1] + ([] if directed and directed <= set(present[:1]) else others[:1])

    @property
    def _counted(self) -> Sequence[GradeView]:
        return self._assessment.counted

    @cached_property
    def _studies_counted(self) -> set[str]:
        return {grade.grade.study for grade in self._counted}

    @cached_property
    def _trial_grades(self) -> dict[str, Grade]:
        grades = self._graded.grades
        return {grade.evidence_id: grade for grade in grades if grade.evidence_kind is DocumentKind.TRIAL}

    def study_of(self, view: ReadingView) -> str:
        """What the trial and its papers are one study by."""
        grade = self._trial_grades.get(view.reading.nct_id)
        return grade.study if grade else view.reading.nct_id

    def _readings(self, outcomes: set[TrialOutcome]) -> list[ReadingView]:
        return [r for r in self._assessment.readings if r.reading.outcome in outcomes]

    def _case(self, polarities: Sequence[Polarity], readings: Sequence[ReadingView]) -> Iterator[SourcedSentence]:
        """Studies on a side, then trials, then guidelines."""
        taken = [grade for grade in self._counted if grade.grade.polarity in polarities]
        for level in Level:
            of_level = [grade for grade in taken if grade.grade.level is level]
            if of_level:
                (sentence,) = evidence_sentences.evidence(_in_short(of_level), [level])
                yield SourcedSentence(sentence, _places(of_level))
        for ended in TrialEnd:
            of_end = [r for r in readings if _end_of(r) is ended]
            if of_end:
                phases = [r.trial.trial.phase_name for r in of_end if r.trial]
                reasons = [_reason_of(r, ended) for r in of_end]
                text = summary_words.trials_ended(ended, len(of_end), phases, [why for why in reasons if why])
                if all(self.study_of(r) in {grade.grade.study for grade in taken} for r in of_end):
                    text += summary_words.BY_PAPERS_ABOVE
                yield SourcedSentence(summary_words.sentence([text]), tuple(r.record for r in of_end[:_RECORDS]))
        recommended = self._assessment.recommended(polarities[0])
        if recommended:
            yield SourcedSentence(
                f"{common_words.plural(len(recommended), 'guideline').capitalize()}: {recommended[0].name}."
            )

    def _row(self, view: GradeView) -> StudyRow:
        grade = view.grade
        is_article = grade.evidence_kind is DocumentKind.ARTICLE
        effects = self._view.evidence.effects.get(grade.evidence_id, ()) if is_article else ()
        reading = None if is_article else self._assessment.by_trial.get(grade.evidence_id)
        return StudyRow(
            record=PlaceView(view.record.name, view.href),
            title=view.title,
            design=view.design.partition(" (")[0],
            people=grade.participants,
            polarity=grade.polarity,
            side=common_words.DIRECTION_WORD[grade.polarity],
            whom=self._whom(grade),
            effect=effect_of_study(effects, grade.polarity),
            outcome=reading.outcome if reading else "",
            telling=self._telling(grade, effects),
            cited_retractions=view.cited_retractions,
        )

    def _whom(self, grade: Grade) -> str:
        whom = f"{grade.directness.disease.value}, {assessment_words.POPULATION[grade.directness.population]}"
        use = summary_words.of_approved_use(grade.approved_use, alone=grade.approved_use_alone)
        return f"{whom}; {use}" if use else whom

    def _telling(self, grade: Grade, effects: Sequence[Effect]) -> str:
        article = self._view.report.articles.get(grade.evidence_id)
        if article is None or grade.evidence_kind is not DocumentKind.ARTICLE:
            return ""
        told_effect = effect_of_study(effects, grade.polarity)
        of_effect = told_effect.sentence.text if told_effect else ""
        of_side = sentence_of_cue(article.abstract, grade.polarity_cue, self._view.report.drug.names)
        return of_side or of_effect or self._quotes.get(grade.evidence_id, "")

    @cached_property
    def _quotes(self) -> dict[str, str]:
        """What the literature statements quote first from each article, by its id."""
        literature = self._view.evidence.literature
        cited = [c for s in (literature.statements if literature else ()) for c in s.citations]
        return {c.evidence_id: c.quote for c in reversed(cited) if c.field == "abstract"}

    def _trial_row(self, view: ReadingView) -> StudyRow:
        trial = view.trial.trial if view.trial else None
        grade = self._trial_grades.get(view.reading.nct_id)
        polarity = grade.polarity if grade else Polarity.NEUTRAL
        return StudyRow(
            record=view.record,
            title=view.title,
            design=f"registered trial, {trial.phase_name}" if trial else "registered trial",
            people=trial.enrollment if trial else None,
            polarity=polarity,
            side=common_words.DIRECTION_WORD[polarity],
            whom="",
            effect=None,
            outcome=view.outcome,
        )


def _end_of(view: ReadingView) -> TrialEnd:
    if assessment_words.stopped_against(view.reading):
        return TrialEnd.STOPPED
    by_outcome = {TrialOutcome.MET: TrialEnd.MET, TrialOutcome.MIXED: TrialEnd.IN_PART}
    return by_outcome.get(view.reading.outcome, TrialEnd.NOT_MET)


def _reason_of(view: ReadingView, ended: TrialEnd) -> str:
    """Why a trial was stopped; of the others what says how they ended."""
    if ended is TrialEnd.STOPPED:
        return view.reading.stop.value if view.reading.stop else ""
    return assessment_words.known_by(view.reading)


def sentence_of_cue(abstract: str, cue: str, drug_names: Sequence[str] = ()) -> str:
    """The last sentence of the abstract with these words, which the side was read from; empty where none has them.

    One that names the drug comes before others; a word or two alone stand in sentences on other things as well, so that
    of these only one that names it is shown.
    """
    wanted = fold(cue.strip("… "))
    holding = [sentence.text for sentence in sentences(abstract) if wanted and wanted in fold(sentence.text)]
    naming = [text for text in holding if names_in(text, drug_names)]
    few = drug_names and len(wanted.split()) < _TELLING_WORDS
    return (naming or ([] if few else holding) or [""])[-1]


def _in_short(grades: Sequence[GradeView]) -> list[CountedStudy]:
    """What a sentence needs of these studies."""
    counted = (view.grade for view in grades)
    several = DrugMatch.AMONG_SEVERAL
    return [
        CountedStudy(g.level, g.design, g.polarity, g.participants, g.directness.drug is several)
        for g in counted
        if g.level
    ]


def _places(grades: Sequence[GradeView]) -> tuple[PlaceView, ...]:
    """The records of the first few studies."""
    return tuple(PlaceView(grade.record.name, grade.href) for grade in grades[:_RECORDS])

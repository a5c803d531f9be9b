"""A candidate prepared for layout: what the templates of every format print, with every decision already taken.

What belongs here: grouping, counting, anchors, and which words are marked where. Wording is in ``words``, what is drawn
in ``pictures``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ....domain.candidates import ApprovalStatus, Candidate, CandidateList, CandidateScore, CandidateWeights
from ....domain.documents import Citation, DocumentKind, Documents
from ....domain.drugs import ClinicalReport
from ....domain.findings.assessment import Assessment
from ....domain.findings.evidence import RankedArticle, RankedRecord
from ....domain.findings.report import CandidateEvidence, EvidenceReport, RunFacts
from ....domain.findings.statements import Polarity, RefusalKind, Statement, Synthesis
from ....domain.outcomes import PermanentFailure, SourceState
from ....domain.records.articles import Article, RetractionStatus
from ....domain.records.references import ReferenceEntry, WebPage
from ....domain.records.source_catalogue import source_entry
from ....domain.records.trials import OPEN_STATUSES, DrugRole, TrialMatch
from ....rules.candidates.formula import ASSOCIATION_ODDS, combine
from ....rules.candidates.use_path import treating
from ....rules.trials.purpose import gives_nobody
from ... import links
from ...words import article_words, common_words, ranking_words
from ...words.article_words import Standing
from ...words.retraction_words import cited_retractions
from ..background_view import MentionView, label_citation, mention_views, reference_views, web_views
from ..label_facts_view import CheckView, check_views, cited_by_checks
from ..quotes import Quotes
from ..source_table import AskedSources
from .assessment_view import AssessmentView, cited_by
from .record_views import ArticleView, CitationView, PlaceView, StatementView, TrialView, in_order
from .summary_view import SummaryView

_PREFIX = "candidate_weights."


def weights_of(run: RunFacts) -> CandidateWeights:
    """The weights the run was made with, as its settings record them; defaults for those it does not record."""
    known = CandidateWeights.model_fields
    recorded = {name.removeprefix(_PREFIX): value for name, value in run.settings.items() if name.startswith(_PREFIX)}
    return CandidateWeights.model_validate({name: value for name, value in recorded.items() if name in known})


@dataclass(frozen=True)
class Arithmetic:
    """One score and the weights it was made with."""

    score: CandidateScore
    weights: CandidateWeights

    @property
    def target_part(self) -> float:
        """What the target path gives by itself, 0 to 1."""
        return self.weights.target_path * self.score.target_path * self.score.direction_factor

    @property
    def class_part(self) -> float:
        """What the class path gives by itself, 0 to 1."""
        return self.weights.class_path * self.score.class_path

    @cached_property
    def joined(self) -> float:
        s = self.score
        return combine(
            s.target_path * s.direction_factor, s.class_path, s.use_path, self.weights, own_place=s.own_place
        )

    @property
    def stands(self) -> bool:
        """Whether the steps give the stored total."""
        return abs(self.joined - self.score.total) < 0.005

    @property
    def together(self) -> str:
        """How the paths are joined, with the numbers."""
        others = f"1 − (1 − {self.class_part:.2f}) · (1 − {self.score.use_path:.2f})"
        if self.score.own_place:
            return f"1 − (1 − {self.target_part:.2f}) · (1 − {self.class_part:.2f}) · (1 − {self.score.use_path:.2f})"
        times = 1 + (ASSOCIATION_ODDS - 1) * self.score.target_path * self.score.direction_factor
        return f"{others}, odds multiplied by {times:.2f}; target evidence alone does not qualify a candidate"

    @property
    def sentence(self) -> str:
        """The formula with its numbers."""
        s, w = self.score, self.weights
        parts = (
            f"target path {s.target_path:.2f} × weight {w.target_path:.2f} × direction {s.direction_factor:.2f} = "
            f"{self.target_part:.2f}; class path {s.class_path:.2f} × weight {w.class_path:.2f} = "
            f"{self.class_part:.2f}; use path {s.use_path:.2f}"
        )
        if not self.stands:
            return f"Score {s.total:.2f}; its parts: {parts}."
        return f"Score {s.total:.2f}: {parts}; together {self.together}."


FAULT: Final = {
    RefusalKind.FABRICATED: "refused because it cites what is not among the evidence",
    RefusalKind.WRONG_METADATA: "refused because it cites a record under a wrong title, year or journal",
    RefusalKind.UNSUPPORTED: "refused because the quoted words do not support it",
    RefusalKind.MALFORMED: "refused for its form, or as one too many",
}
UNCLASSED: Final = "refused because the quoted words are not in the record"
"""For reports from before refusals were told apart."""


@dataclass(frozen=True)
class Refusals:
    """Statements refused for one reason."""

    words: str
    number: int
    texts: tuple[str, ...]
    """Each refused text with the reason, where it is recorded."""


def refusals(syntheses: Sequence[Synthesis]) -> list[Refusals]:
    """Refused statements by class, over all kinds of evidence; nothing where none was refused."""
    out = []
    counts = {
        RefusalKind.FABRICATED: sum(s.fabricated for s in syntheses),
        RefusalKind.WRONG_METADATA: sum(s.wrong_metadata for s in syntheses),
        RefusalKind.UNSUPPORTED: sum(s.unsupported for s in syntheses),
    }
    listed = [refused for s in syntheses for refused in s.refused]
    rest = sum(s.dropped for s in syntheses) - sum(counts.values())
    for fault, number in (*counts.items(), (RefusalKind.MALFORMED, rest)):
        texts = tuple(f"“{r.text}” {r.reason}" if r.text else r.reason for r in listed if r.kind is fault)
        known = fault is not RefusalKind.MALFORMED or any(r.text for r in listed)
        if number > 0:
            out.append(Refusals(FAULT[fault] if known else UNCLASSED, number, texts))
    return out


REGISTRY = source_entry("clinicaltrials")


class CandidateView(AskedSources):
    """One candidate with everything its section prints."""

    def __init__(self, report: EvidenceReport, evidence: CandidateEvidence, position: int) -> None:
        super().__init__(evidence.outcomes)
        self._assessed = _assessed(report, evidence)
        self.report = report
        self.evidence = evidence
        self.candidate: Candidate = evidence.candidate
        self.disease = evidence.candidate.disease
        self.position = position
        self.anchor = f"candidate-{position}"
        self.below: list[CandidateView] = []
        """The candidates ranked after it in the same list."""
        self.same_studies_as = ""
        """The candidate that stands higher and rests on the same studies; empty where none does."""
        self.arithmetic = Arithmetic(evidence.candidate.score, weights_of(report.run))
        self._registered = {m.trial.nct_id: m.trial for m in evidence.trials}
        further = [*cited_by(self._assessed), *cited_by_checks(evidence.label_checks)]
        self._quotes = Quotes(self.anchor, self._documents(), self.syntheses, further)

    def _documents(self) -> Documents:
        """What the page shows and marks; labels are quoted from their own page."""
        articles, trials = self.report.articles.values(), self._registered.values()
        return Documents(record.document for records in (articles, trials) for record in records)

    @property
    def listed(self) -> CandidateList:
        """The list it stands in, after the evidence."""
        return self.evidence.listed

    @property
    def idea(self) -> bool:
        """Whether it is folded away as an idea without evidence."""
        return self._assessed.without_evidence

    @property
    def rank(self) -> int:
        """Place in its list, after the evidence."""
        return self._assessed.rank

    @cached_property
    def assessment(self) -> AssessmentView:
        """What the evidence amounts to."""
        trials = {t.trial.nct_id: t for t in self.trials}
        given = (self.report, self.evidence, self._assessed, self.anchor, trials)
        return AssessmentView(*given, self._cited, self._find)

    @cached_property
    def label_checks(self) -> list[CheckView]:
        """What the drug's labels speak against, harm that is told already left out."""
        return check_views(self.evidence, self._cited, self.report.run.demonstration)

    @cached_property
    def summary(self) -> SummaryView:
        """What it comes to, on one screen."""
        return SummaryView(self)

    @property
    def heading(self) -> str:
        return self.disease.name[:1].upper() + self.disease.name[1:]

    @property
    def syntheses(self) -> tuple[Synthesis, ...]:
        return tuple(s for s in (self.evidence.literature, self.evidence.trial_synthesis) if s is not None)

    @cached_property
    def polarity_counts(self) -> Counter[Polarity]:
        return Counter(s.polarity for synthesis in self.syntheses for s in synthesis.statements)

    @cached_property
    def case(self) -> dict[Polarity, list[StatementView]]:
        """Statements by polarity, in the order a reader should weigh them: for, against, harm, mixed, neither."""
        views = [self._statement(s, synthesis.kind) for synthesis in self.syntheses for s in synthesis.statements]
        return {
            p: alike for p in common_words.DIRECTION_WORD if (alike := [v for v in views if v.statement.polarity is p])
        }

    @cached_property
    def retracted_ids(self) -> tuple[str, ...]:
        """What is known as retracted, and what is ranked or cited and by its standing is: none may pass as evidence."""
        used = (*(r.id for r in self.evidence.ranked), *sorted(self._quotes.ids(DocumentKind.ARTICLE)))
        return tuple(dict.fromkeys((*self.evidence.retracted, *(key for key in used if self._standing(key).retracted))))

    @cached_property
    def articles(self) -> list[ArticleView]:
        """The ranked articles in order, without retracted ones."""
        return [
            self._article(r.id, r)
            for r in self.evidence.ranked
            if r.id not in self.retracted_ids and r.id in self.report.articles
        ]

    @property
    def articles_of_pair(self) -> list[ArticleView]:
        """The ranked articles but for those that only a wider heading brought."""
        apart = {view.article.id for view in self.articles_apart}
        return [view for view in self.articles if view.article.id not in apart]

    @cached_property
    def articles_apart(self) -> list[ArticleView]:
        """Of a disease whose heading is wider, the ranked articles that do not name it."""
        if not self.evidence.name.is_broader:
            return []
        return [view for view in self.articles if view.ranked is not None and not view.ranked.names_disease]

    @cached_property
    def also_cited(self) -> list[ArticleView]:
        """Articles a statement cites that are neither ranked nor retracted."""
        shown = {a.article.id for a in (*self.articles, *self.retracted)}
        return [self._article(key, None) for key in sorted(self._quotes.ids(DocumentKind.ARTICLE) - shown)]

    @cached_property
    def retracted(self) -> list[ArticleView]:
        return [self._article(key, None) for key in self.retracted_ids if key in self.report.articles]

    @property
    def superseded(self) -> list[PlaceView]:
        """Older versions of Cochrane reviews that were left out, with their titles where the report holds them."""
        return [self._called(key) for key in self.evidence.superseded]

    @cached_property
    def mentions(self) -> list[MentionView]:
        return mention_views(self.report, self.evidence.label_mentions, self.evidence.ranked_records)

    @cached_property
    def references(self) -> list[ReferenceEntry]:
        return reference_views(self.report, self.evidence.references)

    @cached_property
    def web_pages(self) -> list[tuple[WebPage, str, RankedRecord | None]]:
        return web_views(self.report, self.evidence.web_pages, self.evidence.ranked_records)

    @cached_property
    def trials(self) -> list[TrialView]:
        """By rank; those without one by phase, the furthest first, then by start date, newest first."""
        ordered = sorted(self.evidence.trials, key=lambda m: m.trial.nct_id)
        ordered.sort(key=lambda m: (m.trial.phase_number, m.trial.start_date), reverse=True)
        ranked = in_order(ordered, lambda m: m.trial.nct_id, self.evidence.ranked_records, REGISTRY.key)
        return [self._trial(m, place) for m, place in ranked]

    @cached_property
    def trials_by_open_targets(self) -> list[ClinicalReport]:
        """The trials that Open Targets names for the drug in this disease and the registry's search did not give.

        Those of the furthest phase first; surveys and others that give nobody the drug for it are left out.
        """
        reports = self.report.drug.reports_on({self.disease.id, *self.candidate.merged_ids})
        named = {report.id: report for report in treating(reports) if report.is_trial}
        missing = (report for nct_id, report in named.items() if nct_id not in self._registered)
        return sorted(missing, key=lambda report: (-report.stage.rank, report.id))

    @property
    def trials_order(self) -> str:
        """What the trials are ordered by."""
        return "best match first" if any(t.ranked for t in self.trials) else "furthest phase first"

    @cached_property
    def stopped_early(self) -> list[TrialView]:
        """The trials that began and were stopped, of those that treat with the drug or do not tell its part: what the
        lists, the cards and every count of stopped trials go by."""
        tests = {DrugRole.EXPERIMENTAL, DrugRole.UNCLEAR}
        return [t for t in self.trials if t.stopped and t.match.drug in tests and not gives_nobody(t.trial)]

    @cached_property
    def running(self) -> list[TrialView]:
        """The planned and running trials that test the drug, or do not tell which of their drugs is tested."""
        tests = {DrugRole.EXPERIMENTAL, DrugRole.UNCLEAR}
        return [t for t in self.trials if t.trial.status in OPEN_STATUSES and t.match.drug in tests]

    @property
    def stopped_trials(self) -> int:
        return len(self.stopped_early)

    @property
    def articles_unchecked(self) -> bool:
        """No article is known, but a source of articles could not be asked; not the same as none."""
        return not self.evidence.articles_found and bool(self.silent_article_sources)

    @property
    def trials_unchecked(self) -> bool:
        return not self.evidence.trials and self.source_states.get(REGISTRY.title) is SourceState.FAILED

    @property
    def trials_summary(self) -> str:
        """``phase 3, 4 trials, 1 stopped``, ``none`` or ``not checked``."""
        if self.trials_unchecked:
            return "not checked"
        if not self.trials:
            return "none"
        furthest = max((t.trial for t in self.trials), key=lambda t: t.phase_number)
        stopped = f", {self.stopped_trials} stopped" if self.stopped_trials else ""
        return f"{furthest.phase_name}, {common_words.plural(len(self.trials), 'trial')}{stopped}"

    @property
    def found_sentence(self) -> str:
        """``42 papers found``, or how many sources have none and how many could not be asked."""
        if self.articles_unchecked:
            if not self.heard_article_sources:
                return "Articles were not checked"
            heard = common_words.plural(len(self.heard_article_sources), "source")
            return f"No papers found by {heard}, {len(self.silent_article_sources)} more failed"
        return f"{common_words.plural(self.evidence.articles_found, 'paper')} found".capitalize()

    @property
    def without_drug(self) -> str:
        """That nothing names the drug, in the report's own sentence or else in ours; empty where something does."""
        sentences = [s for s in self.evidence.not_found if ranking_words.NO_DRUG_EVIDENCE in s]
        unnamed = bool(self.articles) and not any(r.names_drug for r in self.evidence.ranked)
        return " ".join(sentences) or (ranking_words.WITHOUT_DRUG if unnamed else "")

    @property
    def not_found(self) -> list[str]:
        """What else was looked for and not found."""
        return [s for s in self.evidence.not_found if ranking_words.NO_DRUG_EVIDENCE not in s]

    @property
    def missing(self) -> list[str]:
        """What the counted studies lack, then what was looked for and not found."""
        return [*self.assessment.missing, *self.not_found]

    @property
    def notes(self) -> list[str]:
        """Why there is no statement, or none of a kind."""
        notes = [f"{s.kind.capitalize()}: {s.note}" for s in self.syntheses if s.note]
        return notes if notes or self.case else ["There was nothing to make a statement from."]

    @property
    def refused(self) -> list[Refusals]:
        return refusals(self.syntheses)

    @property
    def harmed(self) -> bool:
        """Whether a finding says that the drug harms in this disease."""
        return bool(self.assessment.harms)

    @property
    def approval_note(self) -> str:
        """Its approval in words where it is not simply ``not approved``, as most candidates are."""
        words = self.summary.approval
        return "" if words == common_words.APPROVAL[ApprovalStatus.NOT_APPROVED] else words

    @property
    def in_short(self) -> str:
        """What was found, in one line."""
        counts = [f"{word} {n}" for p, word in common_words.DIRECTION_WORD.items() if (n := self.polarity_counts[p])]
        trials = "trials were not checked" if self.trials_unchecked else common_words.plural(len(self.trials), "trial")
        if self.stopped_trials:
            trials += f", {self.stopped_trials} stopped"
        if self.evidence.studies and self.trials and self.evidence.articles_found:
            names = "names" if self.evidence.studies == 1 else "name"
            studies = common_words.plural(self.evidence.studies, "study", "studies")
            counted = len(self.assessment.counted)
            trials += f"; {studies} {names} drug and disease, with or without a result"
            trials += f", of which {counted} count{'s' * (counted == 1)}" if 0 < counted < self.evidence.studies else ""
        return f"{self.found_sentence}; {trials}; {'statements: ' + ', '.join(counts) if counts else 'no statement'}."

    def _statement(self, statement: Statement, origin: str) -> StatementView:
        citations = tuple(self._cited(c, statement.text) for c in statement.citations)
        return StatementView(statement, origin, citations)

    def _cited(self, citation: Citation, beside: str) -> CitationView:
        """A citation beside a sentence, which may hold its words already."""
        ident, repeats = citation.evidence_id, citation.quote in beside
        name = article_words.id_name(ident) if citation.evidence_kind is DocumentKind.ARTICLE else ident
        if citation.evidence_kind is DocumentKind.LABEL:
            return label_citation(self.report, self.evidence.label_mentions, citation, repeats)
        detail = common_words.RETRACTED if ident in self.retracted_ids else self._describe(citation)
        anchor = self._quotes.anchor(citation)
        return CitationView(citation, anchor, name, detail, repeats, stands=anchor is not None)

    def _describe(self, citation: Citation) -> str:
        """The kind of record a statement stands on, in a few words: what a reader weighs it by."""
        if citation.evidence_kind is DocumentKind.ARTICLE:
            article = self.report.articles.get(citation.evidence_id)
            if article is None:
                return ""
            kind = next(iter(common_words.publication_types(article)), "")
            return ", ".join(part for part in (kind, str(article.year or "undated")) if part)
        trial = self._registered.get(citation.evidence_id)
        return f"{trial.phase_name}, {common_words.status_name(trial)}" if trial else ""

    def _find(self, kind: str, key: str) -> PlaceView:
        """An article or a trial by what it is called, with its place on the page if it is shown."""
        if kind == DocumentKind.TRIAL:
            return PlaceView(key, f"#{self._trial_anchor(key)}" if key in self._registered else None)
        article = self.report.articles.get(key)
        name = article_words.name(article) if article else article_words.id_name(key)
        return PlaceView(name, f"#{self._article_anchor(key)}" if key in self._articles_shown else None)

    @cached_property
    def _articles_shown(self) -> frozenset[str]:
        return frozenset(a.article.id for a in (*self.articles, *self.also_cited, *self.retracted))

    def _standing(self, key: str) -> Standing:
        article, check = self.report.articles.get(key), self.report.standings.get(key)
        return article_words.standing(article, check) if article else Standing(RetractionStatus.NONE)

    def _article(self, key: str, ranked: RankedArticle | None) -> ArticleView:
        article, marked = self.report.articles[key], self._quotes.marked
        demonstration = self.report.run.demonstration or article.demonstration
        polarities = {
            s.polarity
            for synthesis in self.syntheses
            for s in synthesis.statements
            if any(c.evidence_kind is DocumentKind.ARTICLE and c.evidence_id == key for c in s.citations)
        }
        text = self.report.full_texts.get(key)
        return ArticleView(
            anchor=self._article_anchor(key),
            article=article,
            ranked=ranked,
            title=marked(article.document, "title"),
            abstract=marked(article.document, "abstract", (part.start for part in article.sections)),
            url=links.article_url(article, demonstration),
            doi=links.doi_url(article, demonstration) if article.pmid or article.pmcid else None,
            polarities=tuple(p for p in common_words.DIRECTION_WORD if p in polarities),
            standing=self._standing(key),
            origins=tuple(_origins(article, demonstration)),
            trials=tuple(self._reported(key)),
            finders=tuple(self._finders(key, ranked.found_by)) if ranked else (),
            same_study=self._shown(ranked.same_study_as) if ranked and ranked.same_study_as else None,
            cited_retractions=cited_retractions(self.report.cited_references.get(key), demonstration=demonstration),
            companions=tuple(self._shown(r.id) for r in self.evidence.ranked if r.same_study_as == key),
            full_text=text,
            full_text_url=links.real(text.url, demonstration) if text else None,
            full_text_quotes=tuple(q for q in self.evidence.full_text_quotes if q.article_id == key),
        )

    def search_anchor(self, position: int) -> str:
        """Place on the page of a search, counted from 1."""
        return f"{self.anchor}-search-{position}"

    def _finders(self, key: str, found_by: Iterable[str]) -> Iterable[PlaceView]:
        """The searches that found an article; of several in one source the one that brought it."""
        for title in article_words.finders(found_by):
            asked = [(key not in s.ids, n) for n, s in enumerate(self.evidence.searches, start=1) if s.source == title]
            yield PlaceView(title, f"#{self.search_anchor(min(asked)[1])}" if asked else None)

    def _shown(self, key: str) -> PlaceView:
        """An article by what it is called, with its place on the page if it is ranked there."""
        article = self.report.articles.get(key)
        ranked = key in {r.id for r in self.evidence.ranked} - set(self.retracted_ids)
        name = article_words.name(article) if article else article_words.id_name(key)
        return PlaceView(name, f"#{self._article_anchor(key)}" if article and ranked else None)

    def _article_anchor(self, key: str) -> str:
        return f"{self.anchor}-article-{anchor_part(key)}"

    def _trial_anchor(self, nct_id: str) -> str:
        return f"{self.anchor}-trial-{anchor_part(nct_id)}"

    def _called(self, key: str) -> PlaceView:
        article = self.report.articles.get(key)
        if article is None:
            return PlaceView(article_words.id_name(key), None)
        name = f"{article.title} ({article_words.name(article)})"
        return PlaceView(name, links.article_url(article, self.report.run.demonstration))

    def _reported(self, key: str) -> Iterable[PlaceView]:
        """The trials an article reports."""
        for nct_id, papers in sorted(self.evidence.trial_papers.items()):
            if key in papers:
                yield PlaceView(nct_id, f"#{self._trial_anchor(nct_id)}" if nct_id in self._registered else None)

    def _papers(self, nct_id: str) -> Iterable[PlaceView]:
        """The articles that report a trial; what is retracted is called so."""
        for key in self.evidence.trial_papers.get(nct_id, ()):
            place = self._find(DocumentKind.ARTICLE, key)
            yield PlaceView(f"{place.name} (retracted)", place.href) if key in self.retracted_ids else place

    def _trial(self, match: TrialMatch, ranked: RankedRecord | None) -> TrialView:
        trial, marked = match.trial, self._quotes.marked
        fields = {field: marked(trial.document, field) for field in trial.document.texts}
        cited = self._quotes.fields(trial.document.key)
        return TrialView(
            anchor=self._trial_anchor(trial.nct_id),
            match=match,
            fields=fields,
            cited=tuple(name for name in fields if name in cited and name not in {"title", "why_stopped"}),
            url=links.trial_url(trial, self.report.run.demonstration),
            papers=tuple(self._papers(trial.nct_id)),
            ranked=ranked,
        )


def anchor_part(key: str) -> str:
    """A key as part of an HTML id: other characters than letters, digits, hyphens become their code between bars.

    Different keys give different parts.
    """
    return re.sub(r"[^A-Za-z0-9-]", lambda match: f"_{ord(match[0]):x}_", key)


def _origins(article: Article, demonstration: bool) -> Iterable[PlaceView]:
    """The sources that have an article, each once, without the one whose page it is called by."""
    named = {"PubMed"} if article.pmid else {"PubMed Central", "PMC"} if article.pmcid else set()
    for origin in article.origins:
        if origin.source not in named:
            named.add(origin.source)
            yield PlaceView(origin.source, links.real(origin.url, demonstration))


def candidate_views(report: EvidenceReport) -> list[CandidateView]:
    """A view of every candidate, tried before new, each list by rank after the evidence.

    Raises:
        PermanentFailure: the report is from before evidence was assessed.
    """
    lists = list(CandidateList)
    ordered = sorted(report.candidates, key=lambda c: (lists.index(c.listed), c.rank))
    views = [CandidateView(report, evidence, n) for n, evidence in enumerate(ordered, start=1)]
    for place, view in enumerate(views):
        view.below = [lower for lower in views[place + 1 :] if lower.listed is view.listed]
        higher = (other for other in views[:place] if _rests_on_the_same(view, other))
        view.same_studies_as = next((other.disease.name for other in higher), "")
    return views


def _rests_on_the_same(view: CandidateView, other: CandidateView) -> bool:
    """Whether all counted studies that take a side for one candidate are counted for another as well."""
    deciding = _studies_with_a_side(view)
    return bool(deciding) and deciding <= _studies_with_a_side(other)


def _studies_with_a_side(view: CandidateView) -> frozenset[str]:
    return frozenset(grade.study for grade in view.assessment.deciding)


def _assessed(report: EvidenceReport, evidence: CandidateEvidence) -> Assessment:
    if evidence.assessment is None:
        raise PermanentFailure(
            f"The report on {report.drug.name} is from before evidence was assessed; `scout run {report.drug.slug}` "
            "makes it anew."
        )
    return evidence.assessment

"""A report prepared for layout: what the templates and the Markdown print, with every decision already taken.

What belongs here: grouping, counting, anchors, and which words are marked where. Wording is in ``words``, pictures in
``charts``, ``timeline`` and ``mechanism``.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import groupby

from ..domain.candidates import Candidate, SetAside
from ..domain.drugs import DrugProfile, DrugTarget
from ..domain.evidence import RankedArticle
from ..domain.outcomes import SourceOutcome, SourceState
from ..domain.report import CandidateEvidence, EvidenceReport
from ..domain.statements import Citation, Polarity, Statement, Synthesis
from ..domain.trials import Trial, TrialMatch
from . import links, words
from .arithmetic import Arithmetic, weights_of
from .quotes import Quotes
from .records import ArticleView, CitationView, StatementView, TrialView

_STATES = (SourceState.OK, SourceState.EMPTY, SourceState.DEGRADED, SourceState.FAILED)


class CandidateView:
    """One candidate with everything its section prints."""

    def __init__(self, report: EvidenceReport, evidence: CandidateEvidence, position: int) -> None:
        self.report = report
        self.evidence = evidence
        self.candidate: Candidate = evidence.candidate
        self.disease = evidence.candidate.disease
        self.position = position
        self.anchor = f"candidate-{position}"
        self.arithmetic = Arithmetic(evidence.candidate.score, weights_of(report.run))
        trials = {m.trial.nct_id: m.trial for m in evidence.trials}
        self._quotes = Quotes(self.anchor, self.syntheses, report.articles, trials)

    @property
    def rank(self) -> int:
        return self.candidate.rank or self.position

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
        return {p: found for p in words.CASE if (found := [v for v in views if v.statement.polarity is p])}

    @cached_property
    def articles(self) -> list[ArticleView]:
        """The ranked articles in order, without retracted ones."""
        retracted = set(self.evidence.retracted)
        return [
            self._article(r.pmid, r)
            for r in self.evidence.ranked
            if r.pmid not in retracted and r.pmid in self.report.articles
        ]

    @cached_property
    def also_cited(self) -> list[ArticleView]:
        """Articles a statement cites that are neither ranked nor retracted."""
        shown = {a.article.pmid for a in (*self.articles, *self.retracted)}
        return [self._article(pmid, None) for pmid in sorted(self._quotes.ids("article") - shown)]

    @cached_property
    def retracted(self) -> list[ArticleView]:
        return [self._article(pmid, None) for pmid in self.evidence.retracted if pmid in self.report.articles]

    @property
    def retracted_unknown(self) -> list[str]:
        """PMIDs of retracted articles whose records the report does not hold."""
        return [pmid for pmid in self.evidence.retracted if pmid not in self.report.articles]

    @cached_property
    def trials(self) -> list[TrialView]:
        """Furthest phase first, then by start date, newest first."""
        ordered = sorted(self.evidence.trials, key=lambda m: m.trial.nct_id)
        ordered.sort(key=lambda m: (m.trial.phase_number, m.trial.start_date), reverse=True)
        return [self._trial(m) for m in ordered]

    @property
    def stopped_trials(self) -> int:
        return sum(t.stopped for t in self.trials)

    @property
    def furthest_trial(self) -> Trial | None:
        return max((t.trial for t in self.trials), key=lambda t: t.phase_number, default=None)

    @cached_property
    def source_states(self) -> dict[str, SourceState]:
        """The worst state of each source, by source name."""
        worst: dict[str, SourceState] = {}
        for outcome in self.evidence.outcomes:
            known = worst.get(outcome.source, SourceState.OK)
            worst[outcome.source] = max(known, outcome.state, key=_STATES.index)
        return worst

    @property
    def troubles(self) -> list[SourceOutcome]:
        """Sources that failed or answered only in part."""
        return [o for o in self.evidence.outcomes if o.state in {SourceState.FAILED, SourceState.DEGRADED}]

    @property
    def articles_unchecked(self) -> bool:
        """No article is known because PubMed could not be asked; not the same as none."""
        return not self.evidence.articles_found and self._failed("pubmed")

    @property
    def trials_unchecked(self) -> bool:
        return not self.evidence.trials and self._failed("clinicaltrials.gov")

    @property
    def articles_total(self) -> int | None:
        """How many articles PubMed has for the pair; ``None`` where it could not be asked."""
        if self.articles_unchecked:
            return None
        totals = [s.total for s in self.evidence.searches if s.source.casefold() == "pubmed"]
        return max([self.evidence.articles_found, *totals])

    @property
    def articles_summary(self) -> str:
        """Articles found with the number shown, ``none`` or ``not checked``."""
        if self.articles_unchecked:
            return "not checked"
        shown = sum(a.ranked.in_top_k for a in self.articles if a.ranked)
        return f"{self.evidence.articles_found:,}, top {shown}" if self.evidence.articles_found else "none"

    @property
    def trials_summary(self) -> str:
        """``phase 3, 4 trials, 1 stopped``, ``none`` or ``not checked``."""
        if self.trials_unchecked:
            return "not checked"
        if self.furthest_trial is None:
            return "none"
        stopped = f", {self.stopped_trials} stopped" if self.stopped_trials else ""
        return f"{self.furthest_trial.phase_label}, {words.plural(len(self.trials), 'trial')}{stopped}"

    @property
    def in_short(self) -> str:
        """What was found, in one line."""
        counts = [f"{n} {words.CASE[p].lower()}" for p in words.CASE if (n := self.polarity_counts[p])]
        articles = (
            "Articles were not checked"
            if self.articles_unchecked
            else f"{words.plural(self.evidence.articles_found, 'article')} found".capitalize()
        )
        trials = "trials were not checked" if self.trials_unchecked else words.plural(len(self.trials), "trial")
        if self.furthest_trial and self.furthest_trial.phase_number:
            trials += f", the furthest in {self.furthest_trial.phase_label}"
        if self.stopped_trials:
            trials += f", {self.stopped_trials} stopped"
        return f"{articles}; {trials}; {'statements: ' + ', '.join(counts) if counts else 'no statement'}."

    def _failed(self, source: str) -> bool:
        return any(o.source.casefold() == source and o.state is SourceState.FAILED for o in self.evidence.outcomes)

    def _statement(self, statement: Statement, origin: str) -> StatementView:
        citations = tuple(self._citation(c, statement) for c in statement.citations)
        return StatementView(statement, origin, citations)

    def _citation(self, citation: Citation, statement: Statement) -> CitationView:
        label = f"PMID {citation.evidence_id}" if citation.evidence_kind == "article" else citation.evidence_id
        quotes, repeats = self._quotes, citation.quote in statement.text
        return CitationView(citation, quotes.anchor(citation), label, quotes.describe(citation), repeats)

    def _article(self, pmid: str, ranked: RankedArticle | None) -> ArticleView:
        article, marked = self.report.articles[pmid], self._quotes.marked
        demonstration = self.report.run.demonstration
        found = {
            s.polarity
            for synthesis in self.syntheses
            for s in synthesis.statements
            if any(c.evidence_kind == "article" and c.evidence_id == pmid for c in s.citations)
        }
        return ArticleView(
            anchor=f"{self.anchor}-article-{pmid}",
            article=article,
            ranked=ranked,
            title=marked("article", pmid, "title", article.title),
            abstract=marked("article", pmid, "abstract", article.abstract, (s.start for s in article.sections)),
            url=links.article_url(article, demonstration),
            doi=links.doi_url(article, demonstration),
            polarities=tuple(p for p in words.CASE if p in found),
        )

    def _trial(self, match: TrialMatch) -> TrialView:
        trial, marked = match.trial, self._quotes.marked
        fields = {name: marked("trial", trial.nct_id, name, text) for name, text in trial.citable_fields.items()}
        cited = self._quotes.fields("trial", trial.nct_id)
        return TrialView(
            anchor=f"{self.anchor}-trial-{trial.nct_id}",
            match=match,
            fields=fields,
            cited=tuple(name for name in fields if name in cited and name not in {"title", "why_stopped"}),
            url=links.trial_url(trial, self.report.run.demonstration),
        )


def candidate_views(report: EvidenceReport) -> list[CandidateView]:
    """A view of every candidate, in the report's order."""
    return [CandidateView(report, evidence, n) for n, evidence in enumerate(report.candidates, start=1)]


def mechanisms(drug: DrugProfile) -> list[tuple[str, list[DrugTarget]]]:
    """The drug's targets by what it does to them, each target once: ``("inhibits", [JAK1, JAK2])``."""
    by_verb: dict[str, dict[str, DrugTarget]] = {}
    for target in drug.targets:
        by_verb.setdefault(words.verb(target.action_type), {}).setdefault(target.symbol, target)
    return [(action, list(found.values())) for action, found in by_verb.items()]


def set_aside_groups(report: EvidenceReport) -> list[tuple[SetAside | None, list[Candidate]]]:
    """What was set aside, by reason in the order of ``SetAside``, each group as the report has it."""
    order = {reason: n for n, reason in enumerate(SetAside)}

    def place(candidate: Candidate) -> int:
        return order[candidate.set_aside] if candidate.set_aside else len(order)

    ordered = sorted(report.set_aside, key=place)
    return [(group[0].set_aside, group) for _, found in groupby(ordered, key=place) if (group := list(found))]

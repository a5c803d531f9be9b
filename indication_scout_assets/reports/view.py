"""A report prepared for layout: what the templates and the Markdown print, with every decision already taken.

What belongs here: grouping, counting, anchors, and which words are marked where. Wording is in ``words``, pictures in
``charts``, ``timeline`` and ``mechanism``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import groupby

from ..domain.articles import Article, RetractionStatus
from ..domain.candidates import Candidate, SetAside
from ..domain.drugs import DrugProfile, DrugTarget
from ..domain.evidence import RankedArticle
from ..domain.outcomes import SourceOutcome, SourceState
from ..domain.report import CandidateEvidence, EvidenceReport
from ..domain.source_catalogue import source_entry
from ..domain.statements import Citation, Polarity, Statement, Synthesis
from ..domain.trials import Trial, TrialMatch
from . import article_words, links, ranking_words, words
from .arithmetic import Arithmetic, weights_of
from .article_words import ARTICLE_SOURCES, Standing
from .beside import MentionView, ReferenceView, WebView, mention_views, reference_views, web_views
from .quotes import Quotes
from .records import ArticleView, CitationView, Place, StatementView, TrialView
from .source_table import TROUBLE, source_rows


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
        self._registered = {m.trial.nct_id: m.trial for m in evidence.trials}
        self._quotes = Quotes(self.anchor, self.syntheses, report.articles, self._registered)

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
    def retracted_ids(self) -> tuple[str, ...]:
        """What is known as retracted, and what is ranked or cited and by its standing is: none may pass as evidence."""
        used = (*(r.id for r in self.evidence.ranked), *sorted(self._quotes.ids("article")))
        return tuple(dict.fromkeys((*self.evidence.retracted, *(key for key in used if self._standing(key).retracted))))

    @cached_property
    def articles(self) -> list[ArticleView]:
        """The ranked articles in order, without retracted ones."""
        return [
            self._article(r.id, r)
            for r in self.evidence.ranked
            if r.id not in self.retracted_ids and r.id in self.report.articles
        ]

    @cached_property
    def also_cited(self) -> list[ArticleView]:
        """Articles a statement cites that are neither ranked nor retracted."""
        shown = {a.article.id for a in (*self.articles, *self.retracted)}
        return [self._article(key, None) for key in sorted(self._quotes.ids("article") - shown)]

    @cached_property
    def retracted(self) -> list[ArticleView]:
        return [self._article(key, None) for key in self.retracted_ids if key in self.report.articles]

    @property
    def retracted_unknown(self) -> list[str]:
        """Retracted articles whose records the report does not hold, by what they are called."""
        return [article_words.id_label(key) for key in self.evidence.retracted if key not in self.report.articles]

    @property
    def superseded(self) -> list[Place]:
        """Older versions of Cochrane reviews that were left out, with their titles where the report holds them."""
        return [self._called(key) for key in self.evidence.superseded]

    @cached_property
    def mentions(self) -> list[MentionView]:
        return mention_views(self.report, self.evidence.label_mentions)

    @cached_property
    def references(self) -> list[ReferenceView]:
        return reference_views(self.report, self.evidence.references)

    @cached_property
    def web_pages(self) -> list[WebView]:
        return web_views(self.report, self.evidence.web_pages)

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
        return {row.source: row.state for row in source_rows(self.evidence.outcomes)}

    @property
    def troubles(self) -> list[SourceOutcome]:
        """Sources that failed or answered only in part."""
        return [o for o in self.evidence.outcomes if o.state in TROUBLE]

    @cached_property
    def states_summary(self) -> list[tuple[SourceState, str, list[str]]]:
        """For the table: the state, ``17 answered`` or ``1 failed``, and the sources; what is wrong comes first.

        What was not asked is left to the list of sources: it says nothing about the candidate.
        """
        named = {state: [s for s, known in self.source_states.items() if known is state] for state in SourceState}
        answered = named[SourceState.OK] + named[SourceState.EMPTY]
        rows = (
            (SourceState.FAILED, "failed", named[SourceState.FAILED]),
            (SourceState.DEGRADED, "in part", named[SourceState.DEGRADED]),
            (SourceState.OK if named[SourceState.OK] else SourceState.EMPTY, "answered", answered),
        )
        return [(state, f"{len(sources)} {word}", sources) for state, word, sources in rows if sources]

    @property
    def silent_article_sources(self) -> list[str]:
        """Sources of articles that could not be asked."""
        failed = (s for s, state in self.source_states.items() if state is SourceState.FAILED)
        return [s for s in failed if s in ARTICLE_SOURCES]

    @property
    def articles_unchecked(self) -> bool:
        """No article is known, but a source of articles could not be asked; not the same as none."""
        return not self.evidence.articles_found and bool(self.silent_article_sources)

    @property
    def trials_unchecked(self) -> bool:
        registry = source_entry("clinicaltrials").title
        return not self.evidence.trials and self.source_states.get(registry) is SourceState.FAILED

    @property
    def articles_total(self) -> int | None:
        """How many articles were found for the pair, or PubMed counts where that is more; ``None`` if not checked."""
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
    def found_sentence(self) -> str:
        """``42 papers found``, or that there could be no search."""
        if self.articles_unchecked:
            return "Articles were not checked"
        return f"{words.plural(self.evidence.articles_found, 'paper')} found".capitalize()

    @property
    def without_drug(self) -> str:
        """That nothing names the drug, in the report's own sentence or else in ours; empty where something does."""
        told = [s for s in self.evidence.not_found if s.startswith(ranking_words.NO_DRUG_EVIDENCE)]
        unnamed = bool(self.articles) and not any(r.names_drug for r in self.evidence.ranked)
        return " ".join(told) or (ranking_words.WITHOUT_DRUG if unnamed else "")

    @property
    def not_found(self) -> list[str]:
        """What else was looked for and not found."""
        return [s for s in self.evidence.not_found if not s.startswith(ranking_words.NO_DRUG_EVIDENCE)]

    @property
    def in_short(self) -> str:
        """What was found, in one line."""
        counts = [f"{n} {words.CASE[p].lower()}" for p in words.CASE if (n := self.polarity_counts[p])]
        trials = "trials were not checked" if self.trials_unchecked else words.plural(len(self.trials), "trial")
        if self.furthest_trial and self.furthest_trial.phase_number:
            trials += f", the furthest in {self.furthest_trial.phase_label}"
        if self.stopped_trials:
            trials += f", {self.stopped_trials} stopped"
        if self.evidence.studies and self.trials and self.evidence.articles_found:
            trials += f"; {words.plural(self.evidence.studies, 'study', 'studies')} in all"
        return f"{self.found_sentence}; {trials}; {'statements: ' + ', '.join(counts) if counts else 'no statement'}."

    def _statement(self, statement: Statement, origin: str) -> StatementView:
        citations = tuple(self._citation(c, statement) for c in statement.citations)
        return StatementView(statement, origin, citations)

    def _citation(self, citation: Citation, statement: Statement) -> CitationView:
        ident = citation.evidence_id
        label = article_words.id_label(ident) if citation.evidence_kind == "article" else ident
        quotes, repeats = self._quotes, citation.quote in statement.text
        detail = words.RETRACTED if ident in self.retracted_ids else quotes.describe(citation)
        return CitationView(citation, quotes.anchor(citation), label, detail, repeats)

    def _standing(self, key: str) -> Standing:
        article, check = self.report.articles.get(key), self.report.standings.get(key)
        return article_words.standing(article, check) if article else Standing(RetractionStatus.NONE)

    def _article(self, key: str, ranked: RankedArticle | None) -> ArticleView:
        article, marked = self.report.articles[key], self._quotes.marked
        demonstration = self.report.run.demonstration or article.demonstration
        found = {
            s.polarity
            for synthesis in self.syntheses
            for s in synthesis.statements
            if any(c.evidence_kind == "article" and c.evidence_id == key for c in s.citations)
        }
        text = self.report.full_texts.get(key)
        return ArticleView(
            anchor=self._article_anchor(key),
            article=article,
            ranked=ranked,
            title=marked("article", key, "title", article.title),
            abstract=marked("article", key, "abstract", article.abstract, (s.start for s in article.sections)),
            url=links.article_url(article, demonstration),
            doi=links.doi_url(article, demonstration) if article.pmid or article.pmcid else None,
            polarities=tuple(p for p in words.CASE if p in found),
            standing=self._standing(key),
            origins=tuple(_origins(article, demonstration)),
            trials=tuple(self._reported(key)),
            finders=tuple(self._finders(key, ranked.found_by)) if ranked else (),
            same_study=self._shown(ranked.same_study_as) if ranked and ranked.same_study_as else None,
            full_text=text,
            full_text_url=links.real(text.url, demonstration) if text else None,
        )

    def search_anchor(self, position: int) -> str:
        """Place on the page of a search, counted from 1."""
        return f"{self.anchor}-search-{position}"

    def _finders(self, key: str, found_by: Iterable[str]) -> Iterable[Place]:
        """The searches that found an article; of several in one source the one that brought it."""
        for title in article_words.finders(found_by):
            asked = [(key not in s.ids, n) for n, s in enumerate(self.evidence.searches, start=1) if s.source == title]
            yield Place(title, f"#{self.search_anchor(min(asked)[1])}" if asked else None)

    def _shown(self, key: str) -> Place:
        """An article by what it is called, with its place on the page if it is ranked there."""
        article = self.report.articles.get(key)
        ranked = key in {r.id for r in self.evidence.ranked} - set(self.retracted_ids)
        label = article_words.label(article) if article else article_words.id_label(key)
        return Place(label, f"#{self._article_anchor(key)}" if article and ranked else None)

    def _article_anchor(self, key: str) -> str:
        return f"{self.anchor}-article-{anchor_part(key)}"

    def _trial_anchor(self, nct_id: str) -> str:
        return f"{self.anchor}-trial-{anchor_part(nct_id)}"

    def _called(self, key: str) -> Place:
        article = self.report.articles.get(key)
        if article is None:
            return Place(article_words.id_label(key), None)
        label = f"{article.title} ({article_words.label(article)})"
        return Place(label, links.article_url(article, self.report.run.demonstration))

    def _reported(self, key: str) -> Iterable[Place]:
        """The trials an article reports."""
        for nct_id, papers in sorted(self.evidence.trial_papers.items()):
            if key in papers:
                yield Place(nct_id, f"#{self._trial_anchor(nct_id)}" if nct_id in self._registered else None)

    def _papers(self, nct_id: str) -> Iterable[Place]:
        """The articles that report a trial; what is retracted is called so."""
        shown = {a.article.id for a in (*self.articles, *self.also_cited, *self.retracted)}
        for key in self.evidence.trial_papers.get(nct_id, ()):
            article = self.report.articles.get(key)
            label = article_words.label(article) if article else article_words.id_label(key)
            label += " (retracted)" if key in self.retracted_ids else ""
            yield Place(label, f"#{self._article_anchor(key)}" if key in shown else None)

    def _trial(self, match: TrialMatch) -> TrialView:
        trial, marked = match.trial, self._quotes.marked
        fields = {name: marked("trial", trial.nct_id, name, text) for name, text in trial.citable_fields.items()}
        cited = self._quotes.fields("trial", trial.nct_id)
        return TrialView(
            anchor=self._trial_anchor(trial.nct_id),
            match=match,
            fields=fields,
            cited=tuple(name for name in fields if name in cited and name not in {"title", "why_stopped"}),
            url=links.trial_url(trial, self.report.run.demonstration),
            papers=tuple(self._papers(trial.nct_id)),
        )


def anchor_part(key: str) -> str:
    """A key as part of an HTML id: other characters than letters, digits, hyphens become their code between bars.

    Different keys give different parts.
    """
    return re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}_", key)


def _origins(article: Article, demonstration: bool) -> Iterable[Place]:
    """The sources that have an article, each once, without the one whose page it is called by."""
    named = {"PubMed"} if article.pmid else {"PubMed Central", "PMC"} if article.pmcid else set()
    for origin in article.origins:
        if origin.source not in named:
            named.add(origin.source)
            yield Place(origin.source, links.real(origin.url, demonstration))


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

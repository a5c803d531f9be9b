"""Whether a statement on a drug in a disease says no more than its citations: about the pair, on the right side.

What belongs here: deterministic checks of statements against the records they cite; that the cited words stand where
they are said to stand is checked in ``spans`` first. Nothing is mended here; what does not stand is removed, counted by
kind and listed. Whether a statement's own words are those of its quotations is read in ``written_sentences``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...domain.documents import Citation, DocumentKind, Documents
from ...domain.findings.readings import KnownHarms
from ...domain.findings.report import CandidateEvidence, EvidenceReport
from ...domain.findings.statements import (
    Basis,
    Polarity,
    RefusalKind,
    RefusedStatement,
    Statement,
    Strength,
    Synthesis,
    refused,
)
from ...domain.records.articles import Article, RetractionStatus
from ...domain.records.trials import DrugRole, StopReason, TrialMatch
from ...rules import vocabulary
from ...rules.assessment.direction import AGAINST, OPPOSITE
from ...rules.language.instructions import gives_orders
from ...rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ...rules.language.sentences import sentences
from ...rules.language.significance import chance_stated
from ...rules.stance import cues
from ...rules.stance.polarity import (
    NEUTRAL,
    Reading,
    names_combination,
    read,
    title_is_of_pair_alone,
    title_reports_harm,
)
from ...rules.trials.trial_outcomes import stop_reason
from .cited_places import CitableDocuments, QuotableArticle, Refused, cited_document, sentences_around
from .claim_clauses import CAUTION, clauses, plain
from .written_sentences import has_markup, names_partner, speaks_of_class, wording_fault

QUOTES_JOINED_BY = " — "
"""Between the quotations of a verbatim statement."""
VERBATIM = "extractive"
"""The method whose statements are nothing but their quotations."""
_AILMENT = re.compile(rf"(?<![\w-])(?:{vocabulary.AILMENT})(?![\w-])", re.VERBOSE)


@dataclass(frozen=True)
class Given:
    """What the statements on a pair may cite."""

    pair: Pair
    articles: Mapping[str, Article] = field(default_factory=dict)
    """By ``Article.id``."""
    trials: Mapping[str, TrialMatch] = field(default_factory=dict)
    """By NCT id."""
    retracted: frozenset[str] = frozenset()
    """Ids of articles that other sources than their own record say are retracted."""

    @cached_property
    def citable(self) -> CitableDocuments:
        """The same as documents."""
        documents = [article.document for article in self.articles.values()]
        retracted = {
            article.document.key
            for article in self.articles.values()
            if not article.usable or article.id in self.retracted
        }
        documents += [match.trial.document for match in self.trials.values()]
        return CitableDocuments(Documents(documents), frozenset(retracted), "the evidence of the pair")


@dataclass(frozen=True)
class ReadSentence:
    """A whole sentence of a record, masked, with what the rules read in it."""

    title: str
    """Of the record, masked."""
    masked: str
    reading: Reading
    about_drug: bool = True
    about_disease: bool = True
    of_article: bool = True

    @classmethod
    def of(cls, reader: ArticleReader, sentence: str) -> ReadSentence:
        """A sentence of an article; where it names no other drug, the title may name the drug for it."""
        title, masked = reader.mask(reader.article.title), reader.mask(sentence)
        by_title = DRUG in masked or not reader.names_another_agent(masked)
        return cls(
            title,
            masked,
            read(masked, understood=title_is_of_pair_alone(title) and by_title),
            about_drug=DRUG in masked or (DRUG in title and by_title),
            about_disease=DISEASE in masked or (DISEASE in title and not cues.OTHER_USE.search(masked)),
        )

    @property
    def tells_effect(self) -> bool:
        """It says of something that it went one way, or that it did not."""
        return self.reading != NEUTRAL or any(clause.effects for clause in clauses(plain(self.masked)))

    @property
    def combined(self) -> bool:
        """It is about the drug together with another one."""
        alone = self.reading.polarity in (Polarity.SUPPORTS, Polarity.MIXED)
        return names_combination(self.title) or (names_combination(self.masked) and not alone)


def verify(synthesis: Synthesis, given: Given) -> Synthesis:
    """The synthesis without the statements that do not stand, which are counted and listed.

    A statement stands when every citation is of a record among those given, under that record's title, year and
    journal, not retracted, and holds exactly the quoted words at exactly the cited place; when the quoted sentences are
    about the drug and the disease; when their own reading is not the opposite of its polarity; and when it says nothing
    they do not say. A verbatim statement must be nothing but its quotations.
    """
    kept, refusals = [], []
    for statement in synthesis.statements:
        refusal = check(statement, given, verbatim=synthesis.method == VERBATIM)
        if refusal is None:
            kept.append(statement)
        else:
            refusals.append(refusal)
    if not refusals:
        return synthesis
    checked = synthesis.refusing(kept, refusals)
    if kept or synthesis.note:
        return checked
    number = "The only statement" if len(refusals) == 1 else f"All {len(refusals)} statements"
    return checked.model_copy(update={"note": f"{number} failed verification, and cannot be shown."})


def check(statement: Statement, given: Given, *, verbatim: bool) -> RefusedStatement | None:
    """What is wrong with a statement; ``None`` where nothing is."""
    try:
        if not statement.text.strip():
            raise Refused("An empty statement.", RefusalKind.MALFORMED)
        if not statement.citations:
            raise Refused("A statement without a citation.")
        cited = [_cited(citation, given) for citation in statement.citations]
        _check_pair(statement, cited)
        _check_basis(statement, cited)
        _check_polarity(statement, cited)
        if verbatim:
            _check_verbatim(statement)
        else:
            _check_wording(statement, cited, given)
    except Refused as refusal:
        return refused(statement.text, refusal.kind, refusal.reason)
    return None


def stop_polarity(match: TrialMatch, pair: Pair) -> Polarity:
    """What a trial's stop reason says of the drug: nothing, or that it lacked an effect.

    Nothing where the drug is only a comparator, and nothing where other drugs are given as well: their failure need not
    be its own.
    """
    alone = match.drug is DrugRole.EXPERIMENTAL and tested_alone(match, pair)
    against = alone and stop_reason(match.trial.why_stopped) is StopReason.EFFICACY
    return Polarity.CONTRADICTS if against else Polarity.NEUTRAL


def tested_alone(match: TrialMatch, pair: Pair) -> bool:
    """Whether a trial gives no other drug, neither beside this one nor in one product with it."""
    return not match.other_agents and not names_combination(pair.mask(match.matched_intervention))


# ------------------------------------------------------------------------------------------------ citations
def _cited(citation: Citation, given: Given) -> ReadSentence:
    """The sentence a citation stands in, as read, or a refusal."""
    document = cited_document(citation, given.citable)
    if document.kind is DocumentKind.TRIAL:
        return _cited_trial(citation, given.trials[document.id], given.pair)
    return _cited_article(citation, given.articles[document.id], given.pair)


def _cited_article(citation: Citation, article: Article, pair: Pair) -> ReadSentence:
    sentence = QuotableArticle(article).around(citation.field, citation.start, citation.end)
    if not sentence:
        raise Refused(f"The words cited from article {article.id} give orders instead of reporting a finding.")
    return ReadSentence.of(ArticleReader(pair, article), sentence)


def _cited_trial(citation: Citation, match: TrialMatch, pair: Pair) -> ReadSentence:
    text = match.trial.document.texts[citation.field]
    spans = sentences(text)
    sentence = sentences_around(
        citation.start, citation.end, text, spans, [span for span in spans if not gives_orders(span.text)]
    )
    if not sentence:
        raise Refused(f"The words cited from trial {match.trial.nct_id} give orders instead of registering anything.")
    stopped = citation.field == "why_stopped"
    reading = Reading(stop_polarity(match, pair), text) if stopped else NEUTRAL
    return ReadSentence(pair.mask(match.trial.title), pair.mask(sentence), reading, of_article=False)


# ------------------------------------------------------------------------------------------------ meaning
def _check_pair(statement: Statement, cited: Sequence[ReadSentence]) -> None:
    """A refusal where a quoted sentence is not about the drug (or its class), or not about the disease."""
    for quote in cited:
        if not quote.about_drug and not (statement.basis is Basis.CLASS and speaks_of_class(quote.masked)):
            raise Refused(
                "A statement on a sentence that is not about the drug: neither it nor, with no other drug named in it, "
                "its article's title names the drug."
            )
        if not quote.about_disease:
            raise Refused("A statement on a sentence that is not about the disease, nor is its article's title.")


def _check_basis(statement: Statement, cited: Sequence[ReadSentence]) -> None:
    """A refusal where something else than the drug alone would speak for or against it."""
    polarity, basis = statement.polarity, statement.basis
    benefit = polarity in (Polarity.SUPPORTS, Polarity.MIXED)
    if benefit and (basis is Basis.COMBINATION or all(quote.combined for quote in cited)):
        raise Refused("A supporting statement on the drug together with another one.")
    if polarity is not Polarity.NEUTRAL and basis in (Basis.CLASS, Basis.OTHER):
        whose = "the drug's class" if basis is Basis.CLASS else "something other than the drug"
        raise Refused(f"A statement that {polarity.value} on words about {whose}.")


def _check_polarity(statement: Statement, cited: Sequence[ReadSentence]) -> None:
    """A refusal where the quoted words cannot bear the polarity: they say the opposite, or are only a registration."""
    polarity = statement.polarity
    if polarity is Polarity.NEUTRAL:
        return
    of_trials = not all(quote.of_article for quote in cited)
    if of_trials and not any(quote.reading.polarity is polarity for quote in cited):
        raise Refused(f"A statement that a trial {polarity.value} on words that do not say so.")
    opposite = OPPOSITE.get(polarity, frozenset())
    if against := next((quote.reading.cue for quote in cited if quote.reading.polarity in opposite), ""):
        raise Refused(f"A statement that the words quoted {polarity.value}, which say otherwise: {against!r}.")
    if polarity is Polarity.SUPPORTS and all(title_reports_harm(quote.title) for quote in cited):
        raise Refused("A supporting statement on an article about harm.")


def _check_verbatim(statement: Statement) -> None:
    if statement.text != QUOTES_JOINED_BY.join(citation.quote for citation in statement.citations):
        raise Refused("A verbatim statement that is not its quotation.")


def _check_wording(statement: Statement, cited: Sequence[ReadSentence], given: Given) -> None:
    """A refusal where what a model worded says more, or something else, than its quotations."""
    if has_markup(statement.text):
        raise Refused("A statement with markup, code or a link in it.", RefusalKind.MALFORMED)
    if gives_orders(statement.text):
        raise Refused("A statement that gives orders instead of reporting a finding.", RefusalKind.MALFORMED)
    if any(DISEASE not in quote.masked and _AILMENT.search(quote.masked) for quote in cited if quote.of_article):
        raise Refused("A statement on a sentence that names another disease and not this one.")
    quotes = [quote.masked for quote in cited]
    masked = _masked(statement, given)
    if fault := wording_fault(masked, quotes, _registered(statement, given)):
        raise Refused(f"A statement {_unmasked(fault, given.pair)}.")
    if statement.basis is not Basis.CLASS and all(speaks_of_class(quote) for quote in quotes):
        raise Refused("A statement that gives the drug what its quotation tells of a class.")
    if statement.polarity in (Polarity.SUPPORTS, Polarity.MIXED) and all(names_partner(quote) for quote in quotes):
        raise Refused("A supporting statement on the drug together with another one.")
    _check_claim(statement, read(masked, understood=True), cited)


def _check_claim(statement: Statement, own: Reading, cited: Sequence[ReadSentence]) -> None:
    """A refusal where polarity or strength claim more than statement and quotations tell."""
    polarity = statement.polarity
    if own.polarity in OPPOSITE.get(polarity, frozenset()):
        raise Refused(f"A statement said to {_verb(polarity)} whose own words say otherwise.")
    telling = {quote.reading.polarity for quote in cited} - {Polarity.NEUTRAL}
    if polarity in (Polarity.NEUTRAL, Polarity.MIXED) and telling and telling <= AGAINST:
        raise Refused(f"A statement said to be {polarity.value} on words against the drug.")
    is_cautious = all(CAUTION.search(quote.masked) for quote in cited)
    if is_cautious and statement.strength in (Strength.STRONG, Strength.MODERATE):
        raise Refused(f"A statement said to be {statement.strength.value} on cautious words.")
    of_articles = [quote for quote in cited if quote.of_article]
    if polarity is Polarity.NEUTRAL or not of_articles:
        return
    if not any(quote.tells_effect for quote in of_articles):
        raise Refused(f"A statement said to {_verb(polarity)} on words that tell no effect.")
    by_chance = any(chance_stated(quote.masked) for quote in of_articles)
    if polarity is Polarity.SUPPORTS and polarity not in telling and by_chance:
        raise Refused("A supporting statement on a difference that its words call chance.")


def _verb(polarity: Polarity) -> str:
    return {Polarity.SUPPORTS: "support", Polarity.CONTRADICTS: "contradict"}.get(polarity, f"be {polarity.value}")


def _masked(statement: Statement, given: Given) -> str:
    """The statement, masked with the abbreviations of the first article it cites."""
    first = statement.citations[0]
    if first.evidence_kind is DocumentKind.ARTICLE:
        return ArticleReader(given.pair, given.articles[first.evidence_id]).mask(statement.text)
    return given.pair.mask(statement.text)


def _registered(statement: Statement, given: Given) -> list[str]:
    """Registered facts of the trials cited, which a statement may name without quoting them."""
    matches = [given.trials[c.evidence_id] for c in statement.citations if c.evidence_kind is DocumentKind.TRIAL]
    facts = [text for m in matches for text in (m.trial.phase_name, m.trial.status.lower().replace("_", " "), "trial")]
    return [given.pair.mask(text) for text in facts]


def _unmasked(text: str, pair: Pair) -> str:
    return text.replace(DRUG, pair.drug).replace(DISEASE, pair.disease)


# ------------------------------------------------------------------------------------------------ reports
def verify_report(report: EvidenceReport) -> EvidenceReport:
    """The report without the statements that do not stand on its own articles and trials, counted and listed."""
    candidates = tuple(_verified(report, candidate) for candidate in report.candidates)
    unchanged = all(new is old for new, old in zip(candidates, report.candidates, strict=True))
    harms = report.known_harms and report.known_harms.without(_fallen_harms(report, report.known_harms))
    if unchanged and harms == report.known_harms:
        return report
    return report.model_copy(update={"candidates": candidates, "known_harms": harms})


def _fallen_harms(report: EvidenceReport, known: KnownHarms) -> set[str]:
    """Ids of articles of known harms that are not in the report, retracted, or do not hold the quoted words."""
    bad = {i for i, check in report.standings.items() if check.status is RetractionStatus.RETRACTED}
    documents = Documents(a.document for i, a in report.articles.items() if i not in bad and a.usable)
    quoted = [citation for harm in known.harms for citation in harm.papers]
    return {c.evidence_id for c in quoted if not c.stands_on(documents.citable_text(c.document, c.field))}


def report_faults(report: EvidenceReport) -> list[tuple[str, RefusedStatement]]:
    """The statements of a report that do not stand, each with the id of its disease."""
    return [
        (candidate.candidate.disease.id, refusal)
        for candidate in report.candidates
        for _, synthesis, given in _syntheses(report, candidate)
        for refusal in verify(synthesis, given).refused[len(synthesis.refused) :]
    ]


def _verified(report: EvidenceReport, candidate: CandidateEvidence) -> CandidateEvidence:
    checked = {
        name: new for name, old, given in _syntheses(report, candidate) if (new := verify(old, given)) is not old
    }
    return candidate.model_copy(update=checked) if checked else candidate


def _syntheses(report: EvidenceReport, candidate: CandidateEvidence) -> Iterator[tuple[str, Synthesis, Given]]:
    """The candidate's syntheses by the names of their fields, each with what it may cite."""
    pair = Pair.of(report.drug.names, candidate.name)
    if candidate.literature is not None:
        shown = [row.id for row in candidate.ranked if row.in_top_k and row.id in report.articles]
        bad = {i for i, standing in report.standings.items() if standing.status is RetractionStatus.RETRACTED}
        retracted = frozenset(bad | {*candidate.retracted})
        yield (
            "literature",
            candidate.literature,
            Given(pair, {i: report.articles[i] for i in shown}, retracted=retracted),
        )
    if candidate.trial_synthesis is not None:
        trials = {match.trial.nct_id: match for match in candidate.trials}
        yield "trial_synthesis", candidate.trial_synthesis, Given(pair, trials=trials)

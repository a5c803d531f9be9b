"""Proving a report again from its file alone: hash, quoted words, readings, grades, scores, ranks and counts.

What belongs here: making anew what can be made of the file, and saying where the file differs. Nothing is mended. What
the file cannot prove (texts it does not hold, what a language model read) is named, never passed over. Whether the
texts are those of the workspace is asked in ``held_records``.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from ..domain.base import Value
from ..domain.documents import Citation, DocumentKind, Documents
from ..domain.findings.assessment import Assessment, Grade
from ..domain.findings.evidence import Exclusion, PrismaFlow, Record, furthest
from ..domain.findings.readings import PairNames, RecordReadings
from ..domain.findings.report import CandidateEvidence, EvidenceReport, report_hash
from ..domain.monographs.reported_facts import LabelQuote
from ..domain.records.articles import Article
from ..domain.records.full_text import FullTextQuote
from ..domain.records.labels import LabelMention
from ..pipeline.candidate_names import pair_names
from ..pipeline.stages.article_stages.article_readings import read_records
from ..pipeline.stages.assessments import GradedPair, candidate_inputs
from ..pipeline.stages.report_content import proving_code, shown_effects
from ..reading.readers import full_readings, reader
from ..reading.verifier.pair_statements import report_faults, verify_report
from ..reports.views.candidates.candidate_views import candidate_views
from ..reports.views.candidates.record_lists import record_lists
from ..rules.assessment.grading.grade import PriorReadings, counted_once, grade_all
from ..rules.assessment.harms import DrugFacts
from ..rules.assessment.record_flow import ends_of_grades, identified, joined
from ..rules.assessment.scoring.candidate_score import CandidateInputs, total_of
from ..rules.assessment.scoring.sensitivity import assess_all
from ..rules.assessment.scoring.terms import figure
from ..rules.assessment.scoring.weights import EvidenceWeights
from ..rules.assessment.strength import with_cited_retractions

_COMPACT = re.compile(r'("(?:[^"\\]|\\.)*")|\s+')
"""A string of JSON, which stays, or the space between two tokens, which means nothing."""
_SHOWN = 80
"""Characters of a value that a fault shows."""
_MOST = 20
"""Faults of the form that are named."""
_WEIGHTS = "evidence_weights."


class Fault(Value):
    """Something of a report that does not hold."""

    where: str
    """Path in the JSON."""
    what: str
    """What is wrong, without the full stop."""


class Proof(Value):
    """What was proven again of a report, and what does not hold."""

    drug: str = ""
    sha256: str = ""
    """The hash that the file names."""
    proven: dict[str, int] = Field(default_factory=dict)
    """How many of each kind hold."""
    unproven: tuple[str, ...] = ()
    """What could not be proven here, one sentence each."""
    faults: tuple[Fault, ...] = ()

    def with_more(self, proven: Mapping[str, int], unproven: Sequence[str], faults: Iterable[Fault]) -> Proof:
        """The proof with what something else proved."""
        return self.model_copy(
            update={
                "proven": self.proven | dict(proven),
                "unproven": (*self.unproven, *unproven),
                "faults": (*self.faults, *faults),
            }
        )


# ------------------------------------------------------------------------------------------------ the file
def prove(text: str) -> tuple[Proof, EvidenceReport | None]:
    """What holds of a report's JSON, and the report; ``None`` where the text is no report."""
    content, faults = content_of(text)
    if content is None:
        return Proof(faults=tuple(faults)), None
    try:
        report = EvidenceReport.model_validate(content)
    except ValidationError as error:
        faults += [Fault(where=_path(e["loc"]), what=e["msg"]) for e in error.errors()[:_MOST]]
        return Proof(sha256=str(content["sha256"]), faults=tuple(faults)), None
    if report.run.code_fingerprint == proving_code():  # other code may have had other fields
        faults += differences(content, report.model_dump(mode="json"), "")
    return prove_report(report, Proof(drug=report.drug.slug, sha256=report.sha256, faults=tuple(faults))), report


def content_of(text: str) -> tuple[dict[str, Any] | None, list[Fault]]:
    """The content of a report's JSON, and what is wrong with its hash and with the way it is written; ``None`` where
    it is no report with a hash."""
    try:
        content = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        return None, [Fault(where="the file", what=f"it is no JSON ({error})")]
    if not isinstance(content, dict) or not content.get("sha256"):
        what = "it names no hash: it is no report, it was made before reports had one, or the hash was taken out"
        return None, [Fault(where="the file", what=what)]
    return content, list(_form(text, content))


def _form(text: str, content: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of the hash, and of the way it is written: a number or a letter written otherwise would read the same."""
    if content["sha256"] != (digest := report_hash(content)):
        yield Fault(where="sha256", what=f"the hash is not that of the content, which is {digest}")
    elif _COMPACT.sub(r"\1", text) != json.dumps(content, ensure_ascii=False, separators=(",", ":")):
        yield Fault(where="the file", what="a name occurs twice, or a number or letter is not written as reports do")


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


# ------------------------------------------------------------------------------------------------ the report
def prove_report(report: EvidenceReport, proof: Proof) -> Proof:
    """The proof with what holds of the report's content."""
    faults = [
        *(
            Fault(where=disease_id, what=f"a statement falls ({r.text}): {r.reason}")
            for disease_id, r in report_faults(report)
        ),
        *_arithmetic(report),
    ]
    if verify_report(report).known_harms != report.known_harms:
        faults.append(Fault(where="known_harms", what="a harm does not rest on the words of its paper"))
    spans = quotations(report)
    faults += [
        Fault(where=where, what="the words are not in the text at their place")
        for where, stands in spans
        if stands is False
    ]
    elsewhere = sum(stands is None for _, stands in spans)
    unproven = [f"{elsewhere} quotations are of texts that the file does not hold."] if elsewhere else []
    if report.run.code_fingerprint == proving_code():
        again, left = made_again(report)
        claimed, proven = (value.model_dump(mode="json") for value in (report, again))
        faults += differences(claimed, proven, "")
        unproven += [f"{left} readings are a language model's and cannot be made again."] if left else []
    else:
        unproven.append("The report was made by other code than this; readings, grades and scores are not made again.")
    grades = [grade for part in report.candidates if part.assessment for grade in part.assessment.grades]
    counts = {
        "quotations": len(spans) - elsewhere,
        "statements": sum(
            len(synthesis.statements)
            for p in report.candidates
            for synthesis in (p.literature, p.trial_synthesis)
            if synthesis
        ),
        "grades": len(grades),
        "scores": sum(part.assessment is not None for part in report.candidates),
    }
    return proof.with_more(counts, unproven, faults)


def quotations(report: EvidenceReport, *, whole_labels: bool = False) -> list[tuple[str, bool | None]]:
    """Every quotation of a report by its path, and whether it stands; ``None`` where the report has not its text.

    Args:
        whole_labels: the report's labels were put in whole, so that a section they lack is none.
    """
    documents = [article.document for article in report.articles.values()]
    documents += [match.trial.document for part in report.candidates for match in part.trials]
    documents += [label.document for label in report.labels]
    return list(_spans(report, "", _Quotable(Documents(documents), report, whole_labels)))


class _Quotable(NamedTuple):
    documents: Documents
    report: EvidenceReport
    whole_labels: bool

    def bears(self, citation: Citation) -> bool | None:
        text = self.documents.citable_text(citation.document, citation.field)
        by_id = citation.evidence_kind in (DocumentKind.ARTICLE, DocumentKind.TRIAL)
        whole = by_id or (self.whole_labels and citation.evidence_kind is DocumentKind.LABEL)
        return citation.stands_on(text) if text or whole else None


def _spans(value: Any, where: str, quotable: _Quotable) -> Iterator[tuple[str, bool | None]]:
    """Every quotation within a value."""
    match value:
        case Citation():
            yield where, quotable.bears(value)
        case LabelMention():
            mention = Citation(
                evidence_kind=DocumentKind.LABEL,
                evidence_id=value.set_id,
                source=value.source,
                field=value.kind,
                start=value.start,
                end=value.end,
                quote=value.sentence,
            )
            yield where, quotable.bears(mention) if value.end - value.start == len(value.sentence) else False
        case LabelQuote() | FullTextQuote():
            yield where, None
        case CandidateEvidence():
            yield from _read_words(value, where, quotable.report.articles)
            yield from _spans(dict(value), where, quotable)
        case BaseModel():
            yield from _spans(dict(value), where, quotable)
        case dict():
            for key, part in value.items():
                yield from _spans(part, f"{where}.{key}" if where else key, quotable)
        case tuple():
            for number, part in enumerate(value):
                yield from _spans(part, f"{where}[{number}]", quotable)


def _read_words(part: CandidateEvidence, where: str, articles: Mapping[str, Article]) -> Iterator[tuple[str, bool]]:
    """The words of effects and readings, which name their article by its place."""
    for key, effects in part.effects.items():
        text = articles[key].abstract if key in articles else ""
        yield from ((f"{where}.effects.{key}[{n}]", effect.stands_in(text)) for n, effect in enumerate(effects))
    for key, note in part.readings.items():
        if note.sentence:
            text = f"{articles[key].title}\n{articles[key].abstract}" if key in articles else ""
            yield f"{where}.readings.{key}", note.sentence in text


# ------------------------------------------------------------------------------------------------ sums
def _arithmetic(report: EvidenceReport) -> Iterator[Fault]:
    """What does not add up, whatever code made it."""
    for number, part in enumerate(report.candidates):
        where = f"candidates[{number}].assessment"
        if (assessment := part.assessment) is not None:
            yield from _score_faults(assessment, f"{where}.score")
            reports = Counter(grade.study for grade in assessment.grades if grade.counts)
            yield from (
                Fault(where=f"{where}.grades", what=f"the study {study} counts {times} times")
                for study, times in reports.items()
                if times > 1
            )
        yield from _flow_faults(part.flow, f"candidates[{number}].flow")
    yield from _flow_faults(report.flow, "flow")
    places = Counter((part.listed, part.rank) for part in report.candidates)
    if (
        any(rank > 1 and (listed, rank - 1) not in places for listed, rank in places)
        or max(places.values(), default=1) > 1
    ):
        yield Fault(where="candidates", what="the ranks of a list are not 1, 2, 3 and so on, each once")


def _score_faults(assessment: Assessment, where: str) -> Iterator[Fault]:
    score = assessment.score
    for number, part in enumerate(score.parts):
        for place, term in enumerate(part.terms):
            if term.value != figure(math.prod(factor.value for factor in term.factors)):
                yield Fault(where=f"{where}.parts[{number}].terms[{place}]", what="is not the product of its factors")
        if part.points != figure(part.value * part.weight):
            yield Fault(where=f"{where}.parts[{number}].points", what="is not value times weight")
    if score.total != total_of(score.parts):
        yield Fault(where=f"{where}.total", what="is not the sum of the parts' points")


def _flow_faults(flow: PrismaFlow | None, where: str) -> Iterator[Fault]:
    yield from (Fault(where=where, what=sentence) for sentence in (flow.faults if flow else ()))


# ------------------------------------------------------------------------------------------------ made again
def made_again(report: EvidenceReport) -> tuple[EvidenceReport, int]:
    """The report with readings, grades, trials' outcomes, scores, ranks and counts made of its own records, and how
    many readings stay as they are, because a language model made them."""
    known = [*(part.candidate for part in report.candidates), *report.set_aside]
    made = [
        _MadePair(report, part, pair_names(report.drug, part.candidate, part.name, known)) for part in report.candidates
    ]
    drug = DrugFacts(report.drug, report.drug.names, report.labels, report.adverse_events)
    settings = report.run.settings
    weights = EvidenceWeights.model_validate(
        {name.removeprefix(_WEIGHTS): value for name, value in settings.items() if name.startswith(_WEIGHTS)}
    )
    inputs: list[CandidateInputs] = [
        candidate_inputs(drug, pair.graded, known, weights) for pair in made if pair.part.assessment
    ]
    assessed = {a.disease_id: with_cited_retractions(a, report.cited_references) for a in assess_all(inputs, weights)}
    parts = [pair.again(assessed.get(pair.part.candidate.disease.id)) for pair in made]
    flow = report.flow and _again(
        report.flow, joined(s for p in parts if p.flow for s in p.flow.sources), furthest(pair.ends for pair in made)
    )
    again = report.model_copy(update={"candidates": tuple(parts), "flow": flow})
    if report.lists:
        lists = tuple(records.stored for records in record_lists(candidate_views(again)))
        again = again.model_copy(update={"lists": lists})
    return again, sum(pair.left for pair in made)


class _MadePair:
    """A candidate's readings and grades, made again of the report's records."""

    def __init__(self, report: EvidenceReport, part: CandidateEvidence, names: PairNames) -> None:
        self.part, self._articles, self._standings = part, report.articles, report.standings
        self._registered = {m.trial.nct_id: m.trial for each in report.candidates for m in each.trials}
        own = reader().id.title
        by_own = {i for i, note in part.readings.items() if note.reader == own}
        self.left = len(part.readings) - len(by_own)
        trials = part.assessment.trials if part.assessment else ()
        wanted = {*by_own, *(t.outcome_source for t in trials)} - (part.readings.keys() - by_own)
        due = [report.articles[i] for i in sorted(wanted & report.articles.keys())]
        self.readings = {made.article_id: made for made in full_readings(names, due)}
        papers = [a for i, a in report.articles.items() if i not in part.retracted]
        records = read_records(part.name, part.trials, papers, self.readings, report.drug.names)
        if self.left:  # what a model read of the papers decided outcomes too
            records = records.model_copy(update={"trials": trials})
        grades = self._grades(names, records)
        syntheses = tuple(s for s in (part.literature, part.trial_synthesis) if s is not None)
        effects = part.effects | {
            i: made.of_pair.effects for i, made in self.readings.items() if i in part.readings and made.of_pair.effects
        }
        self.graded = GradedPair(part.candidate, part.name, grades, part.trials, records, effects, syntheses)
        self.ends: dict[Record, Exclusion | None] = ends_of_grades(grades)

    def _grades(self, names: PairNames, records: RecordReadings) -> tuple[Grade, ...]:
        """The grades in the file's order, each study under the key the file gives it where its records bear that."""
        claimed = self.part.assessment.grades if self.part.assessment else ()
        order = dict.fromkeys((*(g.evidence_id for g in claimed), *sorted(self.readings)))
        readings = {i: self.readings[i] for i in order if i in self.readings and i in self.part.readings}
        # A paper that the file does not hold may report a trial: then its grade has a level.
        of_trials = {g.evidence_id for g in claimed if g.evidence_kind is DocumentKind.TRIAL and g.level is not None}
        published = tuple({*records.published_trials, *of_trials})
        records = records.model_copy(update={"published_trials": published})
        before = PriorReadings(readings, records, self._standings, self.part.literature, self._registered)
        made = grade_all([self._articles[i] for i in readings], self.part.trials, names, before)
        own = {(g.evidence_kind, g.evidence_id): g for g in made}
        by_model = {(DocumentKind.ARTICLE, i) for i in self.part.readings.keys() - readings.keys()}
        kept = {
            (g.evidence_kind, g.evidence_id): g
            for g in claimed
            if (g.evidence_kind, g.evidence_id) in by_model | own.keys()
        }
        known = {*self._articles, *self._registered}
        keys = {g.evidence_id: g.study for g in claimed if g.study in known}
        return counted_once(list((kept | own).values()), {g.evidence_id: g.study for g in made} | keys)

    def again(self, assessment: Assessment | None) -> CandidateEvidence:
        part, grades = self.part, self.graded.grades
        notes = {i: made.note for i, made in self.readings.items() if i in part.readings}
        named = [r.id for r in part.ranked if r.names_drug and r.id in self._articles and r.id not in part.retracted]
        effects = {i: e for i, e in part.effects.items() if i not in notes} | shown_effects(
            named, grades, self.readings
        )
        flow = part.flow and _again(part.flow, identified(part.searches, part.outcomes), self.ends)
        return part.model_copy(
            update={
                "readings": part.readings | notes,
                "effects": effects,
                "assessment": assessment,
                "flow": flow,
            }
        )


def _again(flow: PrismaFlow, sources: Sequence[Any], ends: Mapping[Record, Exclusion | None]) -> PrismaFlow:
    """The flow with what the file's searches and grades say: what was identified, read and counted."""
    own = PrismaFlow.of((), ends)
    return flow.model_copy(
        update={"sources": tuple(sources), "read": own.read, "not_counted": own.not_counted, "counted": own.counted}
    )


# ------------------------------------------------------------------------------------------------ differences
def differences(claimed: Any, proven: Any, where: str) -> Iterator[Fault]:
    """Where a value of the file is another than the proven one."""
    if isinstance(claimed, dict) and isinstance(proven, dict):
        for key in sorted(claimed.keys() | proven.keys()):
            place = f"{where}.{key}" if where else key
            if key not in claimed or key not in proven:
                what = "is missing" if key not in claimed else "should not be there"
                yield Fault(where=place, what=what)
            else:
                yield from differences(claimed[key], proven[key], place)
    elif isinstance(claimed, list) and isinstance(proven, list) and len(claimed) == len(proven):
        for number, (first, second) in enumerate(zip(claimed, proven, strict=True)):
            yield from differences(first, second, f"{where}[{number}]")
    elif claimed != proven or type(claimed) is not type(proven):
        yield Fault(where=where, what=f"is {_short(claimed)}, but proven is {_short(proven)}")


def _short(value: Any) -> str:
    text = f"a list of {len(value)}" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _path(parts: Sequence[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts).removeprefix(".")

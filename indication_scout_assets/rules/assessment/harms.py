"""Harm: what labels, regulators, articles and reports of adverse events say against the drug in a disease.

What belongs here: gathering the findings for one candidate, the ones about its disease first, each with its penalty.
How penalties become a part of the score is in ``scoring``.

A finding counts in one place. Articles that report harm count against in the literature part, so they are shown here
with penalty 0; so are counts of FAERS, which prove nothing. Why a trial was stopped is no finding, for nobody has read
whose harm its reason tells. Of each kind only the weightiest finding has a penalty: fifty labels with one boxed warning
are one boxed warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...domain.candidates import Candidate, SetAside
from ...domain.documents import Citation, DocumentKind
from ...domain.drugs import DrugProfile
from ...domain.findings.assessment import DiseaseMatch, Grade, Harm, HarmKind, RiskSignal
from ...domain.findings.statements import Polarity, Synthesis
from ...domain.findings.study_designs import Population
from ...domain.records.labels import FAERS_CAVEAT, AdverseEvents, Label
from ..candidates.uses.approval import harm as warned_of
from ..labels.label_rules import boxed_warnings
from ..language.mentions import Pair
from ..language.sentences import is_readable, sentences
from ..names.name_matching import same_name
from .label_warnings import SECTION_WORDS, label_findings
from .scoring.weights import EvidenceWeights


@dataclass(frozen=True)
class DrugFacts:
    """What is known of the drug's safety, whatever it is used for."""

    profile: DrugProfile
    names: Sequence[str]
    """All names of the drug."""
    labels: Sequence[Label] = ()
    events: AdverseEvents | None = None


@dataclass(frozen=True)
class CandidateFacts:
    """What was found for one candidate."""

    candidate: Candidate
    disease_names: Sequence[str]
    grades: Sequence[Grade] = ()
    syntheses: Sequence[Synthesis] = ()


def harms_of(drug: DrugFacts, facts: CandidateFacts, weights: EvidenceWeights) -> tuple[Harm, ...]:
    """The safety findings for a candidate: those about its disease first, then by kind and penalty.

    Every citation stands on the text it names. The order of labels, grades and trials changes nothing but which of
    several labels with the same words is quoted.
    """
    gathered = [
        *_known_to_cause(drug, facts, weights),
        *_of_labels(drug, facts, weights),
        *_boxed(drug, weights),
        *_withdrawals(drug.profile, weights),
        *_of_articles(facts),
        *_reported_events(drug, facts),
    ]
    return tuple(sorted(_one_penalty_per_kind(gathered), key=_place))


def _place(harm: Harm) -> tuple[bool, int, float, str, str]:
    return not harm.about_disease, list(HarmKind).index(harm.kind), -harm.penalty, harm.sentence, harm.source


def _one_penalty_per_kind(harms: Iterable[Harm]) -> Iterator[Harm]:
    seen: set[HarmKind] = set()
    sentences: set[tuple[HarmKind, str]] = set()
    for harm in sorted(harms, key=lambda harm: (-harm.penalty, *_place(harm))):
        if (harm.kind, harm.sentence) in sentences:
            continue
        sentences.add((harm.kind, harm.sentence))
        yield harm.model_copy(update={"penalty": 0.0}) if harm.kind in seen else harm
        if harm.penalty > 0:
            seen.add(harm.kind)


# ------------------------------------------------------------------------------------------------ the drug's records
def _known_to_cause(drug: DrugFacts, facts: CandidateFacts, weights: EvidenceWeights) -> Iterator[Harm]:
    candidate, kind = facts.candidate, HarmKind.CAUSES_DISEASE
    aside = candidate.set_aside is SetAside.DRUG_CAUSES_IT
    sentence = candidate.set_aside_reason if aside else warned_of(drug.profile, candidate.disease, {})
    if sentence:
        penalty = weights.penalty(kind, about_disease=True)
        yield Harm(kind=kind, sentence=sentence, about_disease=True, source="Open Targets", penalty=penalty)
    if candidate.class_harm:  # shown, not counted: other drugs warn of it
        of_class = HarmKind.CLASS_EFFECT
        yield Harm(kind=of_class, sentence=candidate.class_harm, about_disease=True, source="Open Targets")


def _withdrawals(profile: DrugProfile, weights: EvidenceWeights) -> Iterator[Harm]:
    kind = HarmKind.WITHDRAWN
    penalty = weights.penalty(kind, about_disease=False)
    records = [warning for warning in profile.warnings if warning.kind.casefold().startswith("withdraw")]
    for record in records:
        where = f" in {record.country}" if record.country else ""
        when = f" ({record.year})" if record.year else ""
        why = f" for {record.toxicity_class}" if record.toxicity_class else ""
        yield Harm(
            kind=kind,
            sentence=f"{profile.name} was withdrawn{where}{when}{why}.",
            about_disease=False,
            source="Open Targets",
            penalty=penalty,
        )
    if profile.market.withdrawn and not records:
        sentence = f"ChEMBL lists {profile.name} as withdrawn."
        yield Harm(kind=kind, sentence=sentence, about_disease=False, source="ChEMBL", penalty=penalty)


def _boxed(drug: DrugFacts, weights: EvidenceWeights) -> Iterator[Harm]:
    """Boxed warnings of labels by their first sentence; where no label was read, those Open Targets records."""
    kind, penalty = HarmKind.BOXED_WARNING, weights.penalty(HarmKind.BOXED_WARNING, about_disease=False)
    of_labels = boxed_warnings(drug.labels)
    for warning in of_labels:
        first = next(iter(sentences(warning.text)), None)
        if first is None:
            continue
        others = "" if warning.single_ingredient else " of a combination, which may be about its other ingredient"
        count = warning.labels
        yield Harm(
            kind=kind,
            about_disease=False,
            source=warning.source,
            penalty=penalty if warning.single_ingredient else 0.0,
            sentence=f"{count} label{'' if count == 1 else 's'} of {drug.profile.name} "
            f"{'has' if count == 1 else 'have'} a boxed warning{others}: “{first.text}”",
            citation=_label_citation(
                warning.set_ids[0], warning.source, "boxed_warning", first.start, first.end, first.text
            ),
        )
    if not of_labels:
        for record in drug.profile.warnings:
            if record.kind.casefold().startswith("black box"):
                about = f" for {record.toxicity_class}" if record.toxicity_class else ""
                sentence = f"Open Targets records a boxed warning of {drug.profile.name}{about}."
                yield Harm(kind=kind, sentence=sentence, about_disease=False, source="Open Targets", penalty=penalty)


# ------------------------------------------------------------------------------------------------ labels on the disease
def _of_labels(drug: DrugFacts, facts: CandidateFacts, weights: EvidenceWeights) -> Iterator[Harm]:
    pair = Pair(tuple(drug.names), tuple(facts.disease_names))
    for finding in label_findings(drug.labels, pair):
        mention = finding.mention
        what = f"{finding.sign}, a sign of {pair.disease}" if finding.sign else pair.disease
        section, _, name = SECTION_WORDS[mention.kind].rpartition(" ")
        yield Harm(
            kind=finding.kind,
            about_disease=True,
            source=mention.source,
            sentence=f"A label's {section}{finding.doubt} {name} {what}: “{finding.words}”",
            citation=_label_citation(
                mention.set_id, mention.source, mention.kind, mention.start, mention.end, mention.sentence
            ),
            penalty=weights.penalty(finding.kind, about_disease=True) if finding.counts else 0.0,
        )


def _label_citation(set_id: str, source: str, kind: str, start: int, end: int, quote: str) -> Citation:
    """Characters of ``Label.text_of(kind)``."""
    return Citation(
        evidence_kind=DocumentKind.LABEL,
        evidence_id=set_id,
        source=source,
        field=kind,
        start=start,
        end=end,
        quote=quote,
    )


# ------------------------------------------------------------------------------------------------ evidence of the pair
def _of_articles(facts: CandidateFacts) -> Iterator[Harm]:
    """Articles that say the drug causes or worsens the disease, by their statements; shown, counted as literature.

    Where no statement says so but the rules read it, that is shown as well, even if the article's statements were set
    aside: a disagreement must not hide harm.
    """
    retracted = {grade.evidence_id for grade in facts.grades if RiskSignal.RETRACTED in grade.risks}
    in_passing = {grade.evidence_id for grade in facts.grades if grade.harm_in_passing}
    in_mothers = {grade.evidence_id for grade in facts.grades if grade.directness.population is Population.MOTHERS}

    def kind_of(article_id: str) -> HarmKind:
        if article_id in in_mothers:
            return HarmKind.GIVEN_TO_MOTHERS
        return HarmKind.MENTIONED_IN_PASSING if article_id in in_passing else HarmKind.CAUSES_DISEASE

    quoted: set[str] = set()
    for statement in (s for synthesis in facts.syntheses for s in synthesis.statements):
        cited = [
            c for c in statement.citations if c.evidence_kind is DocumentKind.ARTICLE and c.evidence_id not in retracted
        ]
        if statement.polarity is Polarity.HARM and cited:
            quoted |= {citation.evidence_id for citation in cited}
            yield Harm(
                kind=kind_of(cited[0].evidence_id),
                sentence=statement.text,
                about_disease=True,
                citation=cited[0],
                source=cited[0].evidence_id,
            )
    for grade in facts.grades:
        if grade.evidence_kind is DocumentKind.ARTICLE and grade.polarity is Polarity.HARM and _is_shown(grade):
            if grade.evidence_id in quoted or not grade.polarity_cue:
                continue
            words = f" (“{grade.polarity_cue}”)" if is_readable(grade.polarity_cue) else ""
            words += "; its statements are set aside" if grade.deferred else ""
            yield Harm(
                kind=kind_of(grade.evidence_id),
                about_disease=True,
                source=grade.evidence_id,
                sentence=f"Article {grade.evidence_id} reports that the drug causes or worsens the disease{words}.",
            )


def _is_shown(grade: Grade) -> bool:
    """Whether harm that was read is shown: in this disease, of its study's best report, not of a retracted one.

    Neither statements that were set aside nor a design that was not read hide it, although it counts for neither.
    """
    if grade.directness.disease is DiseaseMatch.BROADER or RiskSignal.RETRACTED in grade.risks:
        return False
    return grade.counts or bool(grade.deferred)


def _reported_events(drug: DrugFacts, facts: CandidateFacts) -> Iterator[Harm]:
    """Reactions reported to FAERS that are the disease by name; shown with the caveat, never counted."""
    if drug.events is None:
        return
    for reaction in drug.events.reactions:
        if any(same_name(reaction.term, name) for name in facts.disease_names):
            yield Harm(
                kind=HarmKind.ADVERSE_EVENTS,
                about_disease=True,
                source="FAERS",
                sentence=f"{reaction.reports:,} of {drug.events.reports:,} reports to FAERS that name the drug name "
                f"{reaction.term.lower()}. {FAERS_CAVEAT}",
            )

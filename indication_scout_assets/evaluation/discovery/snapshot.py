"""What was known on a day, and the candidates that the product's own rules make of it.

What belongs here: profiles, drugs of the class, associations and crowding as of a day, made from a folder, and the
calls of ``rules.candidates``. No rule of its own: a change of the product's rules changes the figures by itself. A
further path is one more line of ``PATHS``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from ...domain.candidates import (
    Association,
    Candidate,
    CandidateList,
    CandidateWeights,
    ClassDrug,
    PathFinding,
    TargetDirection,
)
from ...domain.diseases import Disease
from ...domain.drugs import Action, ClinicalReport, ClinicalStage, DrugProfile, Indication
from ...rules.candidates.association_scores import AssociationEvidence, association_score
from ...rules.candidates.disease_rules import not_a_candidate
from ...rules.candidates.drug_order import likeness
from ...rules.candidates.paths import (
    class_findings,
    direction_questions,
    evidence_direction,
    target_findings,
    with_directions,
)
from ...rules.candidates.selection import diseases_to_look_up, make_candidates
from ...rules.candidates.use_path import most_alike, rarest_uses, use_findings, used
from .discovery_folder import DatedFact, DiscoveryFolder, LaterUse, year_of


class FieldSnapshot:
    """One day of a folder: everything the rules are given, nothing that was not known yet."""

    def __init__(
        self, folder: DiscoveryFolder, as_of: float, weights: CandidateWeights, direction_lookups: int
    ) -> None:
        """``as_of``: a decimal year; a fact of that moment is not known yet. The others are of the settings."""
        self.folder, self.as_of = folder, as_of
        self.weights, self.direction_lookups = weights, direction_lookups
        self.known: Mapping[str, frozenset[str]] = {
            drug: frozenset(d for d, facts in by.items() if any(self.is_known(drug, fact) for fact in facts))
            for drug, by in folder.knowledge.items()
        }
        """Diseases each drug had been given for, whatever the stage."""
        self._read: dict[str, ClassDrug] = {}

    def is_known(self, drug: str, fact: DatedFact) -> bool:
        """Whether the fact was known on the day.

        An approval without a date counts where the drug was on the market by then, as far as its first approval tells.
        """
        if fact.year is not None:
            return fact.year < self.as_of
        first = self.folder.drugs[drug].first_approval if drug in self.folder.drugs else None
        return fact.stage is ClinicalStage.APPROVAL and (first is None or first < self.as_of)

    @cached_property
    def drug_counts(self) -> Mapping[str, int]:
        """How many drugs each disease had been tried with."""
        return Counter(disease for diseases in self.known.values() for disease in diseases)

    @cached_property
    def diseases(self) -> Mapping[str, Disease]:
        """Every disease of the folder by id.

        Names come from the folder's terms alone, never from its answers: ties go by name, so that a name only the
        answers have would tell which diseases they are.
        """
        ids = {d for by in self.folder.knowledge.values() for d in by} | self.folder.diseases.keys()
        ids |= {disease for by in self.folder.evidence.values() for disease in by}
        ids |= {answer.disease for answer in self.folder.answers}
        return {
            disease: (self.folder.diseases.get(disease) or Disease(id=disease, name=disease)).model_copy(
                update={"drug_count": self.drug_counts.get(disease, 0)}
            )
            for disease in sorted(ids)
        }

    @cached_property
    def open_diseases(self) -> Sequence[str]:
        """Diseases known of any drug that the product's rules take for diseases; the baselines order these."""
        return sorted(d for d in self.drug_counts if not_a_candidate(self.diseases[d]) is None)

    @cached_property
    def popular(self) -> Sequence[str]:
        """The open diseases, those of most drugs first."""
        return sorted(self.open_diseases, key=lambda d: (-self.drug_counts[d], d))

    @cached_property
    def _drugs_by_target(self) -> Mapping[str, set[str]]:
        by_target: dict[str, set[str]] = defaultdict(set)
        for drug in self.drugs_with_a_list:
            for target in self.folder.drugs[drug].targets:
                by_target[target.ensembl_id].add(drug)
        return by_target

    @cached_property
    def drugs_with_a_list(self) -> Sequence[str]:
        """Drugs that had a target and something known: those a user could have asked about."""
        return sorted(i for i, drug in self.folder.drugs.items() if drug.targets and self.known.get(i))

    def has_a_future(self, drug: str) -> bool:
        """Whether the folder holds anything of the drug from the day on; of some drugs it may hold the past alone."""
        facts = (fact for by in self.folder.knowledge.get(drug, {}).values() for fact in by)
        return any(fact.year is not None and fact.year >= self.as_of for fact in facts)

    def profile(self, drug: str) -> DrugProfile:
        """The drug as it was known on the day."""
        given = self.folder.drugs[drug]
        indications = self._indications(drug)
        return DrugProfile(
            slug=drug.lower(),
            query=given.name,
            chembl_id=drug,
            name=given.name,
            maximum_stage=max((i.stage for i in indications), key=lambda s: s.rank, default=ClinicalStage.UNKNOWN),
            targets=given.targets,
            indications=indications,
        )

    def class_drugs(self, profile: DrugProfile) -> list[ClassDrug]:
        """Other drugs on any of its targets; whether they act the same way is for the rules."""
        ids = {i for target in profile.targets for i in self._drugs_by_target.get(target.ensembl_id, ())}
        return [self._drug(i) for i in sorted(ids - profile.own_ids)]

    def use_findings(self, profile: DrugProfile) -> tuple[PathFinding, ...]:
        """The third path, by the steps a client of the source takes: the rarest uses, their drugs, the most alike."""
        own = rarest_uses(profile, self.drug_counts)
        nearest = most_alike(profile, {disease: self._drugs_by_disease[disease] for disease in own}, self.drug_counts)
        return use_findings(profile, (self._drug(drug) for drug in nearest), self.drug_counts)

    def likeness(self, drugs: Iterable[str], diseases: Iterable[str]) -> dict[str, dict[str, float]]:
        """What orders the drugs of each disease, by drug and disease: the product's rule over all drugs of the day."""
        named, asked = sorted(drugs), sorted(diseases)
        uses = {drug: used(self._drug(drug).indications) for drug, diseases in self.known.items() if diseases}
        values = likeness(uses, named, asked)
        return {drug: dict(zip(asked, row, strict=True)) for drug, row in zip(named, values.tolist(), strict=True)}

    def came_and_left_out(
        self, answers: Collection[LaterUse], drugs: Iterable[str]
    ) -> tuple[dict[str, set[str]], dict[str, frozenset[str]]]:
        """By drug: the diseases of these answers; and those that were not new, with kin, or that nobody can judge."""
        until = max((answer.until for answer in answers), default=self.as_of)
        came: dict[str, set[str]] = defaultdict(set)
        for answer in answers:
            came[answer.drug].add(answer.disease)
        return came, {drug: self.kin(drug) | self.undecided(drug, until) for drug in drugs}

    @cached_property
    def _drugs_by_disease(self) -> Mapping[str, Sequence[str]]:
        by_disease: dict[str, list[str]] = defaultdict(list)
        for drug, diseases in sorted(self.known.items()):
            for disease in diseases:
                by_disease[disease].append(drug)
        return by_disease

    def _drug(self, drug: str) -> ClassDrug:
        """A drug with its uses, whether or not its targets are known."""
        if drug not in self._read:
            given = self.folder.drugs.get(drug)
            name, targets = (given.name, given.targets) if given else (drug, ())
            uses = self._indications(drug)
            self._read[drug] = ClassDrug(chembl_id=drug, name=name, targets=targets, indications=uses)
        return self._read[drug]

    def evidence(self, target: str, disease: str) -> tuple[AssociationEvidence, ...]:
        """Evidence dated before the day; undated evidence does not count."""
        records = self.folder.evidence.get(target, {}).get(disease, ())
        return tuple(r for r in records if r.day is not None and year_of(r.day) < self.as_of)

    @cached_property
    def _associations(self) -> Mapping[str, Sequence[Association]]:
        by_target: dict[str, list[Association]] = defaultdict(list)
        for target, disease in ((t, d) for t, diseases in self.folder.evidence.items() for d in diseases):
            if records := self.evidence(target, disease):
                by_target[target].append(association_of(records, self.diseases[disease], {}))
        return by_target

    def associations(self, profile: DrugProfile) -> Mapping[str, Sequence[Association]]:
        """Associations of the drug's targets, by Ensembl id."""
        return {t.ensembl_id: self._associations.get(t.ensembl_id, ()) for t in profile.targets}

    def kin(self, drug: str) -> frozenset[str]:
        """What is known of the drug, with ancestors and descendants (chapters of medicine aside)."""
        known = self.known.get(drug, frozenset())
        above = {a for d in known for a in self.diseases[d].ancestors if a in self.diseases}
        below = {d for k in known if not_a_candidate(self.diseases[k]) is None for d in self._descendants.get(k, ())}
        return known | below | {a for a in above if not_a_candidate(self.diseases[a]) is None}

    def undecided(self, drug: str, until: float) -> frozenset[str]:
        """Diseases of which reports tell neither that they were known before the day nor that they came after it.

        Reports without a date, and reports from the day to ``until`` that did not make an answer (a first phase, a
        trial of many drugs): such a pair is no hit and no miss.
        """
        return frozenset(
            disease
            for disease, facts in self.folder.knowledge.get(drug, {}).items()
            if disease not in self.known.get(drug, frozenset())
            and any(fact.year is None or fact.year < until for fact in facts)
        )

    @cached_property
    def _descendants(self) -> Mapping[str, Sequence[str]]:
        below: dict[str, list[str]] = defaultdict(list)
        for term in self.folder.diseases.values():
            for ancestor in term.ancestors:
                below[ancestor].append(term.id)
        return below

    def _indications(self, drug: str) -> tuple[Indication, ...]:
        rows = []
        for disease, facts in sorted(self.folder.knowledge.get(drug, {}).items()):
            reports = tuple(
                ClinicalReport(id=f"{fact.source}:{disease}:{place}", source=fact.source, stage=fact.stage)
                for place, fact in enumerate(facts)
                if self.is_known(drug, fact)
            )
            if reports:
                stage = max((report.stage for report in reports), key=lambda s: s.rank)
                name = self.diseases[disease].name
                rows.append(Indication(disease_id=disease, disease_name=name, stage=stage, reports=reports))
        return tuple(rows)


# -- The paths -----------------------------------------------------------------------------------------------------


class CandidatePath(NamedTuple):
    """One way from a drug to diseases."""

    name: str
    """What the figures call it."""
    argument: str
    """What the rules of ``selection`` call its findings."""
    find: Callable[[FieldSnapshot, DrugProfile], tuple[PathFinding, ...]]


def _class_path(snapshot: FieldSnapshot, profile: DrugProfile) -> tuple[PathFinding, ...]:
    return class_findings(profile, snapshot.class_drugs(profile))


def _through_targets(snapshot: FieldSnapshot, profile: DrugProfile) -> tuple[PathFinding, ...]:
    findings = target_findings(profile, snapshot.associations(profile))
    approved = {use.disease_id for use in profile.approved_uses}
    answers: dict[tuple[str, str], Mapping[str, int]] = {}
    for question in direction_questions(findings, snapshot.direction_lookups, skip=approved):
        records = snapshot.evidence(question.ensembl_id, question.disease_id)
        answers[question.ensembl_id, question.disease_id] = counted_directions(records, question.action)
    return with_directions(findings, answers)


PATHS: Final = (
    CandidatePath("target_path", "target", _through_targets),
    CandidatePath("class_path", "classmates", _class_path),
    CandidatePath("use_path", "alike", FieldSnapshot.use_findings),
)
"""Every path of the product."""


def ranked_lists(
    snapshot: FieldSnapshot, drug: str, choices: Sequence[Sequence[CandidatePath]]
) -> list[list[Candidate]]:
    """One list for each choice of paths; what the paths find is found once."""
    profile = snapshot.profile(drug)
    every = {path for paths in choices for path in paths}
    findings = {path.argument: path.find(snapshot, profile) for path in every}
    lists = []
    for paths in choices:
        chosen: dict[str, Any] = {path.argument: findings[path.argument] if path in paths else () for path in PATHS}
        wanted = diseases_to_look_up(profile, **chosen, weights=snapshot.weights)
        diseases = {disease: snapshot.diseases[disease] for disease in wanted}
        candidates = make_candidates(profile, **chosen, diseases=diseases, weights=snapshot.weights, keep=None)
        lists.append([c for c in candidates if c.rank is not None and c.listed is CandidateList.NEW])
    return lists


def association_of(
    records: Sequence[AssociationEvidence], disease: Disease, weights: Mapping[str, float]
) -> Association:
    """The association that these records make; ``weights``: of their sources."""
    score = association_score(records, weights)
    return Association(
        disease_id=disease.id,
        disease_name=disease.name,
        score=score.total,
        datatype_scores=score.by_datatype,
        source_scores=score.by_source,
    )


def counted_directions(records: Iterable[AssociationEvidence], action: Action) -> dict[str, int]:
    """How many of the records point which way for a drug of this action."""
    counted = Counter(evidence_direction(record.on_target, record.on_trait, action) for record in records)
    return {str(direction): counted[direction] for direction in TargetDirection if counted[direction]}

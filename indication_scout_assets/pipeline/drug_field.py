"""Every drug of the source at once: what the paths of each drug find among all the others, without asking again.

What belongs here: what a run asks about one drug's neighbours, answered from the profiles of all drugs, and the calls
of ``rules.candidates``. No rule of its own: a drug gets the candidates that the stages of discovery would give it,
labels aside. Reading the profiles is in ``matrix_build``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..domain.candidates import (
    Association,
    Candidate,
    CandidateWeights,
    ClassDrug,
    DirectionQuestion,
    PathFinding,
)
from ..domain.diseases import Disease
from ..domain.drugs import Action, ClinicalReport, DrugProfile, Indication
from ..rules.candidates.drug_order import ClosedDrugs, likeness, most_likely
from ..rules.candidates.paths import class_findings, direction_questions, target_findings, with_directions
from ..rules.candidates.selection import diseases_to_look_up, make_candidates
from ..rules.candidates.use_path import most_alike, rarest_uses, telling_uses, use_findings, used
from ..rules.literature.pubmed_query import without_salt
from ..rules.names.name_matching import fold, words
from ..sources.opentargets.many_drugs import Pair, turned

DRUGS_KEPT: Final = 200
"""Drugs kept in the order of a disease."""
_DISEASES_AT_ONCE: Final = 100


class DrugIndex:
    """All drugs, by what they act on and what they were given for."""

    def __init__(self) -> None:
        self.parents: dict[str, str | None] = {}
        """Of every drug the molecule it is a form of."""
        self.uses_of: dict[str, frozenset[str]] = {}
        """Ids of the diseases of every drug's indications."""
        self.target_ids: set[str] = set()
        self._drugs_by_disease: dict[str, set[str]] = defaultdict(set)
        self._drugs_by_target: dict[str, set[str]] = defaultdict(set)
        self._telling: dict[str, frozenset[str]] = {}
        self._tried: dict[str, frozenset[str]] = {}
        self._warned: dict[str, frozenset[str]] = {}
        self._by_class: dict[str, ClassDrug] = {}
        self._by_use: dict[str, ClassDrug] = {}

    def add(self, profile: DrugProfile, parent: str | None = None) -> None:
        """Keep what other drugs' paths read of this one; of its reports that is little."""
        drug = profile.chembl_id
        self.parents[drug] = parent
        self.uses_of[drug] = frozenset(use.disease_id for use in profile.indications)
        self._telling[drug] = frozenset(telling_uses(profile))
        self._tried[drug] = frozenset(used(profile.indications))
        self._warned[drug] = frozenset(w.disease_id for w in profile.warnings if w.disease_id)
        self.target_ids |= {target.ensembl_id for target in profile.targets}
        for disease in self.uses_of[drug]:
            self._drugs_by_disease[disease].add(drug)
        for target in profile.targets:
            self._drugs_by_target[target.ensembl_id].add(drug)
        known = ClassDrug(chembl_id=drug, name=profile.name, parent_id=parent)
        uses = tuple(use.model_copy(update={"reports": ()}) for use in profile.indications)
        self._by_use[drug] = known.model_copy(update={"indications": uses, "targets": profile.targets})
        self._by_class[drug] = known.model_copy(
            update={
                "targets": profile.targets,
                "indications": tuple(_lean(use) for use in profile.indications if use.stage.reached_phase_2),
            }
        )

    def join_forms(self) -> None:
        """Make a drug whose parent no source names a form of the drug that it is called after, its salt aside.

        ``tofacitinib citrate`` without a parent would otherwise be a drug of its own, new to what tofacitinib is for.
        """
        drugs = {fold(known.name): drug for drug, known in self._by_use.items() if self.parents[drug] is None}
        for name, drug in drugs.items():
            parent = drugs.get(fold(without_salt(name)), drug)
            if parent != drug:
                self.parents[drug] = parent

    @property
    def diseases(self) -> set[str]:
        """Ids of all diseases that any drug was given for."""
        return set(self._drugs_by_disease)

    def drugs_with(self, disease_id: str) -> int:
        """How many of these drugs were given for the disease."""
        return len(self._drugs_by_disease.get(disease_id, ()))

    def class_drugs(self, profile: DrugProfile) -> list[ClassDrug]:
        """Other drugs on a target whose action is known; whether they act the same way is for the rules."""
        targets = {target.ensembl_id for target in profile.targets if target.action_type}
        ids = {drug for target in targets for drug in self._drugs_by_target[target]}
        return [self._by_class[drug] for drug in sorted(ids - profile.own_ids)]

    def use_findings(self, profile: DrugProfile, drug_counts: Mapping[str, int]) -> tuple[PathFinding, ...]:
        """The third path, by the steps a client of the source takes: the rarest uses, their drugs, the most alike."""
        counts = {use: drug_counts[use] for use in telling_uses(profile) if use in drug_counts}
        own = rarest_uses(profile, counts)
        nearest = most_alike(profile, {disease: self._drugs_by_disease[disease] for disease in own}, counts)
        return use_findings(profile, (self._by_use[drug] for drug in nearest), counts)

    def likely_drugs(self, ontology: Ontology, diseases: Sequence[str]) -> Iterator[dict[str, list[tuple[str, float]]]]:
        """The order of all drugs for each disease, in parts of some diseases: ids with their likeness, best first.

        A drug and its forms are one. Diseases the ontology lacks have no order, nor those no drug was given for.
        """
        living = {disease.id: disease for disease in ontology.by_id.values()}
        diseases = [disease for disease in diseases if disease in living]
        uses, tried, warned = (self._of_families(ontology, of) for of in (self._telling, self._tried, self._warned))
        drugs, closed = sorted(tried), ClosedDrugs(tried, warned, ontology.by_id)
        values = likeness(uses, drugs, diseases)
        for start in range(0, len(diseases), _DISEASES_AT_ONCE):
            yield {
                disease: most_likely(
                    dict(zip(drugs, values[:, column].tolist(), strict=True)),
                    closed.of(living[disease]),
                    DRUGS_KEPT,
                )
                for column, disease in enumerate(diseases[start : start + _DISEASES_AT_ONCE], start)
            }

    def _of_families(self, ontology: Ontology, of_drugs: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
        """Living ids of the diseases of each drug together with its forms; what the ontology lacks leads nowhere."""
        families: dict[str, set[str]] = defaultdict(set)
        for drug, diseases in of_drugs.items():
            families[self._family(drug)] |= {ontology.by_id[i].id for i in diseases if i in ontology.by_id}
        return families

    def _family(self, drug: str) -> str:
        parent = self.parents[drug]
        return drug if parent is None or parent not in self.parents else self._family(parent)


class DrugCandidates:
    """The candidates of one drug of the field, in two steps, between which the caller looks up what they need."""

    def __init__(
        self, field: DrugIndex, profile: DrugProfile, drug_counts: Mapping[str, int], weights: CandidateWeights
    ) -> None:
        self.profile = profile
        self._weights = weights
        self._target: tuple[PathFinding, ...] = ()
        self._classmates = class_findings(profile, field.class_drugs(profile))
        self._alike = field.use_findings(profile, drug_counts)

    def through_targets(
        self, associations: Mapping[str, Sequence[Association]], lookups: int
    ) -> list[DirectionQuestion]:
        """Find what the targets lead to; the directions to look up come back."""
        self._target = target_findings(
            self.profile, {t.ensembl_id: associations.get(t.ensembl_id, ()) for t in self.profile.targets}
        )
        approved = {use.disease_id for use in self.profile.approved_uses}
        return direction_questions(self._target, lookups, skip=approved)

    def directed(self, questions: Sequence[DirectionQuestion], decreasing: Mapping[Pair, Mapping[str, int]]) -> None:
        """Add the directions; ``decreasing`` has them as for a drug that decreases the target."""
        answers = {
            pair: counts if question.action is Action.DECREASES else turned(counts)
            for question in questions
            if (counts := decreasing.get(pair := (question.ensembl_id, question.disease_id))) is not None
        }
        self._target = with_directions(self._target, answers)

    @property
    def wanted(self) -> dict[str, str]:
        """Ids of the diseases whose ontology is needed, with the names they were met under."""
        return diseases_to_look_up(
            self.profile, target=self._target, classmates=self._classmates, alike=self._alike, weights=self._weights
        )

    def ranked(self, diseases: Mapping[str, Disease]) -> list[Candidate]:
        """Every place of both lists, tried before new; ``diseases`` is the ontology of what was ``wanted``."""
        candidates = make_candidates(
            self.profile,
            target=self._target,
            classmates=self._classmates,
            alike=self._alike,
            diseases=diseases,
            weights=self._weights,
            keep=None,
        )
        return [candidate for candidate in candidates if candidate.rank is not None]


class Ontology:
    """The diseases read so far, by any id they were asked for."""

    def __init__(self) -> None:
        self.by_id: dict[str, Disease] = {}
        """Living terms by every id they were asked for."""
        self._asked: set[str] = set()
        self._by_name: dict[tuple[str, ...], dict[str, Disease]] = defaultdict(dict)

    def add(self, asked: Iterable[str], answered: Mapping[str, Disease]) -> None:
        """Keep what a client answered to these ids; what is missing from it leads nowhere."""
        self._asked.update(asked)
        for disease_id, disease in answered.items():
            self.by_id[disease_id] = disease
            for name in (disease.name, *disease.synonyms):
                self._by_name[words(name)][disease.id] = disease

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that nobody has asked for."""
        return set(ids) - self._asked

    def drug_counts(self, ids: Iterable[str]) -> dict[str, int]:
        """How many drugs each disease has, as the source counts them; ids it does not know are missing."""
        known = ((i, self.by_id[i]) for i in ids if i in self.by_id)
        return {i: disease.drug_count for i, disease in known if disease.drug_count is not None}

    def of(self, ids: Iterable[str]) -> dict[str, Disease]:
        """What a client would answer to these ids: the living terms, and for one without a place in the tree the
        terms of its name that refer to it.
        """
        answered = {i: self.by_id[i] for i in ids if i in self.by_id}
        for unplaced in [disease for disease in answered.values() if not disease.ancestors]:
            for same in self._by_name[words(unplaced.name)].values():
                if same.is_cross_reference(unplaced.id):
                    answered.setdefault(same.id, same)
        return answered


def _lean(use: Indication) -> Indication:
    """The use with of its reports no more than the rules on drugs of the class read."""
    reports = tuple(
        ClinicalReport(id=r.id, source=r.source, kind=r.kind, stage=r.stage, stop_reasons=r.stop_reasons)
        for r in use.reports
    )
    return use.model_copy(update={"reports": reports})

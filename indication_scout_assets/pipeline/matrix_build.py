"""Building the matrix: every drug the source knows scored against every disease, from the rules on candidates alone.

What belongs here: what a run asks about one drug's neighbours, answered from the profiles of all drugs without asking
again; the order of the steps, going on after a stop, and what is stored. No rule of its own: a drug gets the candidates
that the stages of discovery would give it, labels aside; no literature, no trial registry and no label is asked.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from ..domain.base import fingerprint
from ..domain.candidates import (
    Association,
    Candidate,
    CandidateWeights,
    ClassDrug,
    DirectionQuestion,
    PathFinding,
)
from ..domain.comparison import MatrixPlace, MatrixTerm, PlacePath
from ..domain.diseases import Disease
from ..domain.drugs import Action, ClinicalReport, DrugProfile, Indication
from ..domain.outcomes import PermanentFailure
from ..domain.records.source_catalogue import source_entry
from ..domain.runs import Progress
from ..rules.candidates.drug_order import ClosedDrugs, likeness, most_likely
from ..rules.candidates.paths import class_findings, direction_questions, target_findings, with_directions
from ..rules.candidates.selection import diseases_to_look_up, make_candidates
from ..rules.candidates.use_path import most_alike, rarest_uses, telling_uses, use_findings, used
from ..rules.literature.pubmed_query import without_salt
from ..rules.names.name_matching import fold, words
from ..sources.opentargets.many_drugs import PROFILES_PER_REQUEST, ListedDrug, ManyDrugs, Pair, turned
from .resources.clients import Sources
from .resources.hosts import hosts
from .resources.workbench import Workbench
from .stages.discovery import CANDIDATES, CLASS_CANDIDATES, DRUG_PROFILE, TARGET_CANDIDATES, USE_CANDIDATES

VERSION: Final = 3
"""Raise it where the matrix itself is made otherwise; the stages' own versions take part as well."""
STAGES: Final = (DRUG_PROFILE, TARGET_CANDIDATES, CLASS_CANDIDATES, USE_CANDIDATES, CANDIDATES)
"""The stages whose rules the matrix follows."""
BATCHES_AT_ONCE: Final = 4
"""Requests for profiles answered together: what is held in memory in full is the drugs of these."""
DISEASES_AT_ONCE: Final = 500
TARGETS_AT_ONCE: Final = 100

DRUGS_KEPT: Final = 200
"""Drugs kept in the order of a disease."""
_ORDERED_AT_ONCE: Final = 100

T = TypeVar("T")


@dataclass(frozen=True)
class MatrixBuilt:
    """What a build did."""

    drugs: int
    scored: int
    """Scored by this build; the others had been before."""
    places: int
    """Stored by this build."""
    requests: int
    cached: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


async def build_matrix(bench: Workbench, observe: Progress, *, again: bool = False) -> MatrixBuilt:
    """Score every drug, unless it has been by the same rules from the same release, and store its places.

    A build that was stopped goes on: answers are stored, and so is every drug that was scored. ``again`` scores all.

    Raises:
        PermanentFailure: the workspace works as of a day, or replays a snapshot; or a source refuses.
        TransientFailure: a source does not answer.
    """
    if bench.settings.as_of is not None:
        raise PermanentFailure("The matrix is of today's knowledge; it cannot be built as of a day.")
    if bench.settings.snapshot is not None:
        raise PermanentFailure("The matrix needs the sources themselves; a snapshot has no answers about all drugs.")
    started = time.perf_counter()
    async with bench.sources() as sources:
        build = _Build(bench, sources, observe)
        drugs, scored, places = await build.run(again)
        asked = sources.client.counters.values()
        return MatrixBuilt(
            drugs=drugs,
            scored=scored,
            places=places,
            requests=sum(counts.requests for counts in asked),
            cached=sum(counts.cached for counts in asked),
            seconds=time.perf_counter() - started,
        )


class _Build:
    """One build: what has been read so far."""

    def __init__(self, bench: Workbench, sources: Sources, observe: Progress) -> None:
        self._settings = bench.settings
        self._bench = bench
        self._sources = sources
        self._observe = observe
        host = hosts(bench.settings)[source_entry("opentargets").service.name]
        self._many = ManyDrugs(sources.client, host)
        self._field = DrugIndex()
        self._ontology = Ontology()
        self._associations: dict[str, Sequence[Association]] = {}
        self._directions: dict[Pair, dict[str, int]] = {}
        self._release = ""

    async def run(self, again: bool) -> tuple[int, int, int]:
        """Drugs in all, drugs scored, places stored."""
        self._release = f"Open Targets {await self._sources.opentargets.version()}"
        batches = await self._read_drugs()
        self._field.join_forms()
        targets = sorted(self._field.target_ids)
        for done, some in enumerate(_groups(targets, TARGETS_AT_ONCE)):
            self._observe("reading targets", done * TARGETS_AT_ONCE, len(targets))
            self._associations |= await self._sources.opentargets.target_associations(
                some, self._settings.associations_per_target
            )
        drugs = {drug for drug, parent in self._field.parents.items() if parent not in self._field.parents}
        basis = self._basis()
        matrix = self._bench.db.matrix
        before = matrix.state()
        matrix.begin(basis, self._release, len(drugs), again=again)
        scored = matrix.scored(basis)
        pending, gone = drugs - scored, scored - drugs
        done, places = len(drugs) - len(pending), 0
        for group in _groups([batch for batch in batches if pending & set(batch)], BATCHES_AT_ONCE):
            profiles = [profile for profile, _ in await self._profiles(group) if profile.chembl_id in pending]
            places += await self._score(basis, profiles, done, len(drugs))
            done += len(profiles)
        if pending or gone or before is None or before.finished_at is None:
            self._order_drugs()
        matrix.finish(drugs)
        return len(drugs), len(pending), places

    def _basis(self) -> str:
        """Of everything a drug's places follow from, but the answers of a release."""
        s = self._settings
        return fingerprint(
            VERSION,
            [stage.code_version for stage in STAGES],
            s.candidate_weights,
            s.associations_per_target,
            s.direction_lookups,
            self._release,
            self._bench.origin,
        )

    # -- Reading -------------------------------------------------------------------------------------------------

    async def _read_drugs(self) -> list[list[str]]:
        """Read every drug into the field and the ontology of all uses; the batches of ids come back.

        ChEMBL lists the ids. Where Open Targets counts more drugs of a disease than were read, it is asked for them.
        """
        batches: list[list[str]] = []
        waiting, known, listed = await self._sources.chembl.drug_ids(), set[str](), set[str]()
        while waiting:
            known.update(waiting)
            fresh = [waiting[i : i + PROFILES_PER_REQUEST] for i in range(0, len(waiting), PROFILES_PER_REQUEST)]
            batches += fresh
            for group in _groups(fresh, BATCHES_AT_ONCE):
                for profile, parent in await self._profiles(group):
                    self._field.add(profile, parent)
                self._observe("reading drugs", len(self._field.parents), len(known))
            await self._read_diseases({disease: disease for disease in self._field.diseases})
            counts = self._ontology.drug_counts(self._field.diseases - listed)
            short = {disease for disease, count in counts.items() if count > self._field.drugs_with(disease)}
            listed |= short
            waiting = sorted(await self._many.drugs_of(short) - known) if short else []
        return batches

    async def _profiles(self, batches: Sequence[Sequence[str]]) -> list[ListedDrug]:
        """The drugs of whole batches: the same requests however far the build had come."""
        return await self._many.profiles([drug for batch in batches for drug in batch], self._release)

    async def _read_diseases(self, names: Mapping[str, str]) -> None:
        missing = sorted(self._ontology.missing(names))
        for some in _groups(missing, DISEASES_AT_ONCE):
            answered = await self._sources.opentargets.diseases({i: names[i] for i in some})
            self._ontology.add(some, answered)

    # -- Which drug ----------------------------------------------------------------------------------------------

    def _order_drugs(self) -> None:
        """Store the order of all drugs for each disease that stands in a list; every drug is scored by now."""
        matrix = self._bench.db.matrix
        diseases = matrix.disease_ids()

        def observed() -> Iterator[Mapping[str, Sequence[tuple[str, float]]]]:
            done = 0
            for part in self._field.likely_drugs(self._ontology, diseases):
                done += len(part)
                self._observe("ordering drugs", done, len(diseases))
                yield part

        matrix.save_likely(observed())

    # -- Scoring -------------------------------------------------------------------------------------------------

    async def _score(self, basis: str, profiles: Sequence[DrugProfile], done: int, total: int) -> int:
        """Score these drugs and store their places, all or none; how many there are comes back."""
        made: list[tuple[DrugCandidates, list[DirectionQuestion]]] = []
        for profile in profiles:
            counts = self._ontology.drug_counts(use.disease_id for use in profile.indications)
            own = DrugCandidates(self._field, profile, counts, self._settings.candidate_weights)
            made.append((own, own.through_targets(self._associations, self._settings.direction_lookups)))
        asked = {(q.ensembl_id, q.disease_id) for _, questions in made for q in questions} - self._directions.keys()
        self._directions |= {key: {} for key in asked} | await self._many.pair_directions(asked)
        for own, questions in made:
            own.directed(questions, self._directions)
        wanted = [own.wanted for own, _ in made]
        await self._read_diseases({disease: name for names in wanted for disease, name in names.items()})
        places: list[MatrixPlace] = []
        diseases: dict[str, Disease] = {}
        for number, ((own, _), names) in enumerate(zip(made, wanted, strict=True), start=1):
            drug = MatrixTerm(id=own.profile.chembl_id, name=own.profile.name)
            for candidate in own.ranked(self._ontology.of(names)):
                diseases[candidate.disease.id] = candidate.disease
                places.append(_place(drug, candidate))
            self._observe("scoring", done + number, total)
        self._bench.db.matrix.save(
            basis,
            [MatrixTerm(id=p.chembl_id, name=p.name, names=tuple(s.name for s in p.synonyms)) for p in profiles],
            [MatrixTerm(id=d.id, name=d.name, names=d.synonyms) for d in diseases.values()],
            places,
        )
        return len(places)


def _place(drug: MatrixTerm, candidate: Candidate) -> MatrixPlace:
    led = {
        PlacePath.TARGET: bool(candidate.target_facts),
        PlacePath.CLASS: bool(candidate.class_facts),
        PlacePath.USE: bool(candidate.use.drugs),
    }
    return MatrixPlace(
        drug=drug,
        disease=MatrixTerm(id=candidate.disease.id, name=candidate.disease.name),
        listed=candidate.listed,
        rank=candidate.rank or 0,
        score=candidate.score.total,
        own=candidate.score.own,
        odds=candidate.odds,
        stage=candidate.own_stage,
        paths=tuple(path for path, leads in led.items() if leads),
    )


def _groups(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


# ---------------------------------------------------------------------------------------------------- the field
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
        for start in range(0, len(diseases), _ORDERED_AT_ONCE):
            yield {
                disease: most_likely(
                    dict(zip(drugs, values[:, column].tolist(), strict=True)),
                    closed.of(living[disease]),
                    DRUGS_KEPT,
                )
                for column, disease in enumerate(diseases[start : start + _ORDERED_AT_ONCE], start)
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

"""Building the matrix: every drug the source knows scored against every disease, from the rules on candidates alone.

What belongs here: the order of the steps, going on after a stop, and what is stored. What one drug's candidates are is
in ``drug_field``; no literature, no trial registry and no label is asked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from ..domain.base import fingerprint
from ..domain.candidates import Association, Candidate, DirectionQuestion
from ..domain.comparison import MatrixPlace, MatrixTerm, PlacePath
from ..domain.diseases import Disease
from ..domain.drugs import DrugProfile
from ..domain.outcomes import PermanentFailure
from ..domain.records.source_catalogue import source_entry
from ..domain.runs import Progress
from ..sources.opentargets.many_drugs import PROFILES_PER_REQUEST, ListedDrug, ManyDrugs, Pair
from .drug_field import DrugCandidates, DrugIndex, Ontology
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

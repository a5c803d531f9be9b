"""Open Targets Platform (GraphQL, release 26.03 and later): drugs, targets, classmates, diseases, directions.

What belongs here: which operation answers which question, and rows into values of the domain. The operations are in
``queries/*.graphql``. What follows from the facts for a drug is decided in ``domain``.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..domain.candidates import Association, ClassDrug, Direction, DirectionQuestion
from ..domain.diseases import Disease
from ..domain.drugs import DrugProfile
from ..domain.names_match import words
from ..domain.outcomes import PermanentFailure, TransientFailure
from ..domain.paths import evidence_direction, is_classmate
from . import graphql
from . import opentargets_rows as rows
from .http import Host, HttpClient

CLINICAL = "clinical_precedence"
"""The data source made of clinical reports: known uses. Left out of scores, or they would find themselves."""

DATASOURCE_WEIGHTS = {
    "europepmc": 0.2, "expression_atlas": 0.2, "impc": 0.2, "cancer_biomarkers": 0.5, "ot_crispr": 0.5,
    "ot_crispr_validation": 0.5, "encore": 0.5, CLINICAL: 0.0,
}  # fmt: skip
"""Open Targets' published weights, clinical precedence at 0. A list given to the API replaces its own, and a source
the list does not name weighs 1: so every weight other than 1 is here, and leaving clinical precedence out would put
it back at full weight."""
NOT_PROPAGATED = frozenset({"expression_atlas"})

DIRECTED_SOURCES = (
    "gwas_credible_sets", "gene_burden", "eva", "eva_somatic", "gene2phenotype", "orphanet", "clingen",
    "genomics_england", "cancer_gene_census", "intogen", "impc",
)  # fmt: skip
"""Data sources that state directions of effect; literature is left out because its many rows state none."""

DISEASES_PER_REQUEST = 50
DRUGS_PER_REQUEST = 25
TARGETS_PER_REQUEST = 10
ROWS_PER_REQUEST = 2000
"""Most associations asked for at once, over all targets of a request; the API allows 3,000 per target."""
EVIDENCES_PER_PAGE = 500
EVIDENCE_PAGES = 4
NEAREST_NAMES = 5


class OpenTargets:
    """The client. Methods raise ``TransientFailure`` where the service is down, ``PermanentFailure`` otherwise."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        self._client = client
        self._host = host

    async def version(self) -> str:
        """Data release, for example ``26.06``."""
        release = (await self._query("read_version"))["meta"]["dataVersion"]
        parts = (release["year"][-2:], release["month"].zfill(2), release["iteration"])
        return ".".join(part for part in parts if part)

    async def find_drug(self, name: str) -> str:
        """ChEMBL id of the drug with this id, name, synonym or trade name; of the parent where it names a salt.

        Raises:
            PermanentFailure: no drug, or more than one, has this name; the sentence offers the nearest.
        """
        name = name.strip()
        if re.fullmatch(r"CHEMBL\d+", name, re.IGNORECASE):
            drug = (await self._query("identify_drug", chemblId=name.upper()))["drug"]
            if drug is None:
                raise PermanentFailure(f"Open Targets has no drug with the id {name.upper()}; check the number.")
            return _parent_id(drug) or str(drug["id"])
        hits = (await self._query("search_drugs", text=name, size=25))["search"]["hits"]
        drugs = [hit["object"] for hit in hits if hit["object"] and hit["object"].get("id")]
        wanted = words(name)
        for labels in (_own_name, _other_names):
            exact = {_parent_id(drug) or drug["id"]: drug["name"] for drug in drugs if wanted in labels(drug)}
            if len(exact) == 1:
                return str(next(iter(exact)))
            if exact:
                choices = ", ".join(f"{label} ({chembl_id})" for chembl_id, label in sorted(exact.items()))
                raise PermanentFailure(f"The name {name!r} belongs to several drugs: {choices}; give one of the ids.")
        nearest = ", ".join(dict.fromkeys(drug["name"] for drug in drugs[:NEAREST_NAMES]))
        advice = f"did you mean {nearest}?" if nearest else "check the spelling, or give a ChEMBL id such as CHEMBL192."
        raise PermanentFailure(f"Open Targets knows no drug called {name!r}; {advice}")

    async def drug_profile(self, chembl_id: str, slug: str, query: str) -> DrugProfile:
        """The drug with targets, indications, warnings and names; ``slug`` and ``query`` are kept in the profile."""
        answer, version = await _together(self._query("read_drug_profile", chemblId=chembl_id), self.version())
        if answer["drug"] is None:
            raise PermanentFailure(f"Open Targets has no drug with the id {chembl_id}; check the number.")
        return rows.profile(answer["drug"], slug, query, f"Open Targets {version}")

    async def target_associations(self, ensembl_ids: Iterable[str], size: int) -> dict[str, list[Association]]:
        """The ``size`` diseases most associated with each target, by Ensembl id, without clinical precedence.

        Direct evidence only, measurements left out by the service. Targets it does not know are missing.
        """
        settings = [
            {"id": source, "weight": weight, "propagate": source not in NOT_PROPAGATED, "required": False}
            for source, weight in DATASOURCE_WEIGHTS.items()
        ]
        batch = max(1, min(TARGETS_PER_REQUEST, ROWS_PER_REQUEST // size))
        answers = await _together(
            *(
                self._query("list_target_associations", ensemblIds=ids, datasources=settings, size=size)
                for ids in _batches(ensembl_ids, batch)
            )
        )
        return {
            target["id"]: rows.associations(target["associatedDiseases"]["rows"], without=CLINICAL)
            for answer in answers
            for target in answer["targets"]
        }

    async def class_drugs(self, profile: DrugProfile) -> tuple[ClassDrug, ...]:
        """Other drugs with a target and action type of this drug's, with their indications from phase 2 on.

        The drug itself, its salts and its parent are left out.
        """
        typed = sorted({target.ensembl_id for target in profile.targets if target.action_type})
        answers = await _together(
            *(self._query("list_target_drugs", ensemblIds=ids) for ids in _batches(typed, TARGETS_PER_REQUEST))
        )
        found: dict[str, ClassDrug] = {}
        for answer in answers:
            for target in answer["targets"]:
                for row in target["drugAndClinicalCandidates"]["rows"]:
                    if row["drug"] is not None:
                        drug = rows.class_drug(row["drug"])
                        found[drug.chembl_id] = drug
        classmates = {i: found[i] for i in sorted(found) if is_classmate(profile, found[i])}
        answers = await _together(
            *(self._query("list_drug_indications", chemblIds=ids) for ids in _batches(classmates, DRUGS_PER_REQUEST))
        )
        indications = {
            drug["id"]: tuple(i for i in rows.indications(drug) if i.stage.reached_phase_2)
            for answer in answers
            for drug in answer["drugs"]
        }
        if missing := classmates.keys() - indications.keys():
            raise TransientFailure(
                f"Open Targets left out {len(missing)} of {len(classmates)} drugs ({min(missing)}); try again later."
            )
        return tuple(drug.model_copy(update={"indications": indications[i]}) for i, drug in classmates.items())

    async def diseases(self, names: Mapping[str, str]) -> dict[str, Disease]:
        """Diseases by the ids asked for; ``names`` gives each id the name it was met under.

        A dead id (an ``EFO_`` id a ``MONDO_`` id took over) leads to the living term, whose ``obsolete_ids`` hold it;
        nothing but that list is believed. Ids that lead nowhere are missing.
        """
        found = await self._read_diseases(names)
        by_any_id = {known: disease for disease in found for known in (*disease.obsolete_ids, disease.id)}
        dead = {i: name for i, name in names.items() if i not in by_any_id}
        if dead:
            terms = sorted({*dead, *dead.values()})
            answer = await self._query("map_disease_terms", terms=terms)
            hits = {hit["id"] for mapping in answer["mapIds"]["mappings"] for hit in mapping["hits"] or ()}
            for disease in await self._read_diseases(hits - by_any_id.keys()):
                by_any_id.update({old: disease for old in disease.obsolete_ids if old in dead})
        return {i: by_any_id[i] for i in names if i in by_any_id}

    async def directions(self, question: DirectionQuestion) -> dict[str, int]:
        """How many evidence records agree with, oppose or say nothing about the drug's action (``Direction`` values).

        Clinical precedence is left out. Reads at most ``EVIDENCE_PAGES`` pages of ``EVIDENCES_PER_PAGE``.
        """
        counts: Counter[str] = Counter()
        cursor: str | None = None
        for _ in range(EVIDENCE_PAGES):
            answer = await self._query(
                "list_directions", efoId=question.disease_id, ensemblId=question.ensembl_id,
                datasources=list(DIRECTED_SOURCES), size=EVIDENCES_PER_PAGE, cursor=cursor,
            )  # fmt: skip
            if answer["disease"] is None:
                break
            page = answer["disease"]["evidences"]
            counts.update(
                evidence_direction(row["directionOnTarget"], row["directionOnTrait"], question.action).value
                for row in page["rows"]
            )
            cursor = page["cursor"]
            if not cursor or not page["rows"]:
                break
        return {direction.value: counts[direction.value] for direction in Direction if counts[direction.value]}

    async def all_directions(self, questions: Sequence[DirectionQuestion]) -> dict[tuple[str, str], dict[str, int]]:
        """``directions`` of each question, keyed by (Ensembl id, disease id); one request or more per question."""
        answers = await _together(*(self.directions(question) for question in questions))
        return {(q.ensembl_id, q.disease_id): answer for q, answer in zip(questions, answers, strict=True)}

    async def _read_diseases(self, ids: Iterable[str]) -> list[Disease]:
        answers = await _together(
            *(self._query("read_diseases", efoIds=some) for some in _batches(ids, DISEASES_PER_REQUEST))
        )
        return [rows.disease(row) for answer in answers for row in answer["diseases"]]

    async def _query(self, name: str, **variables: Any) -> dict[str, Any]:
        return await graphql.query(self._client, self._host, name, variables)


async def _together(*questions: Any) -> list[Any]:
    """All answers, in order; the first failure cancels the others."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(question) for question in questions]
    except* (PermanentFailure, TransientFailure) as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]


def _batches(ids: Iterable[str], size: int) -> list[list[str]]:
    """Distinct ids, sorted so that the same set always makes the same requests."""
    ordered = sorted(set(ids))
    return [ordered[i : i + size] for i in range(0, len(ordered), size)]


def _parent_id(drug: Mapping[str, Any]) -> str | None:
    parent = drug.get("parentMolecule")
    return str(parent["id"]) if parent else None


def _own_name(drug: Mapping[str, Any]) -> set[tuple[str, ...]]:
    return {words(drug["name"])}


def _other_names(drug: Mapping[str, Any]) -> set[tuple[str, ...]]:
    return {words(entry["label"]) for entry in (*drug["synonyms"], *drug["tradeNames"])}

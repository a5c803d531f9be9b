"""Open Targets asked about thousands of drugs: whole profiles, drugs of diseases and directions, many to a request.

What belongs here: the questions that only the matrix of all drugs asks, batched. What a run asks about one drug is in
``open_targets``, whose associations and diseases serve both. Answers are stored like any other, so that a build that
was stopped does not ask again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...domain.candidates import DirectionQuestion, TargetDirection
from ...domain.drugs import Action, DrugProfile
from ...rules.candidates.paths import evidence_direction
from ..http.batches import side_by_side
from ..http.shapes import strict_about
from . import open_targets_rows as rows
from .open_targets import DIRECTED_SOURCES, DISEASES_WITH_DRUGS, EVIDENCES_PER_PAGE, OpenTargets

PROFILES_PER_REQUEST = 25
"""Drugs read at once with their reports; those of a common cancer drug alone are some megabytes."""
DISEASES_WITH_EVIDENCE = 20
"""Diseases whose directed evidence is asked for at once, with the targets of all of them."""

Pair = tuple[str, str]
"""Ensembl id and disease id."""


class ListedDrug(NamedTuple):
    """A drug, and the molecule it is a form of."""

    profile: DrugProfile
    parent_id: str | None


class ManyDrugs(OpenTargets):
    """The client. Methods raise ``TransientFailure`` where the service is down, ``PermanentFailure`` otherwise."""

    @strict_about("Open Targets")
    async def profiles(self, chembl_ids: Sequence[str], data_version: str) -> list[ListedDrug]:
        """The drugs as ``OpenTargets.drug_profile`` reads each, ``PROFILES_PER_REQUEST`` of them to a request.

        Ids the service does not know are left out. Nobody asked for the drugs by name: slug and query are the id.
        """
        answers = await self._in_batches("read_drug_profiles", "chemblIds", chembl_ids, PROFILES_PER_REQUEST)
        return [
            ListedDrug(rows.profile(drug, drug["id"].lower(), drug["id"], data_version), rows.parent_id(drug))
            for answer in answers
            for drug in answer["drugs"]
        ]

    @strict_about("Open Targets")
    async def drugs_of(self, disease_ids: Iterable[str]) -> set[str]:
        """Ids of all drugs that were given for one of the diseases."""
        answers = await self._in_batches("list_disease_drugs", "efoIds", disease_ids, DISEASES_WITH_DRUGS)
        return {
            drug.chembl_id
            for answer in answers
            for disease in answer["diseases"]
            for drug in rows.other_drugs(disease["drugAndClinicalCandidates"]["rows"])
        }

    @strict_about("Open Targets")
    async def pair_directions(self, pairs: Iterable[Pair]) -> dict[Pair, dict[str, int]]:
        """How many evidence records agree with, oppose or say nothing of a drug that decreases the target, by pair.

        For a drug that increases it the first two change places (``turned``). Pairs without evidence are missing. A
        disease with more than a page of evidence is asked pair by pair, as a run asks.
        """
        targets_of: dict[str, set[str]] = defaultdict(set)
        for target, disease in pairs:
            targets_of[disease].add(target)
        ordered = sorted(targets_of)
        parts = await side_by_side(
            [
                self._directions({disease: targets_of[disease] for disease in ordered[i : i + DISEASES_WITH_EVIDENCE]})
                for i in range(0, len(ordered), DISEASES_WITH_EVIDENCE)
            ]
        )
        return {pair: counts for part in parts for pair, counts in part.items()}

    async def _directions(self, targets_of: Mapping[str, set[str]]) -> dict[Pair, dict[str, int]]:
        answer = await self._query(
            "list_pair_directions",
            efoIds=sorted(targets_of),
            ensemblIds=sorted(set().union(*targets_of.values())),
            datasources=list(DIRECTED_SOURCES),
            size=EVIDENCES_PER_PAGE,
        )
        counted: dict[Pair, Counter[str]] = defaultdict(Counter)
        by_pair: list[Pair] = []
        for disease in answer["diseases"]:
            page, wanted = disease["evidences"], targets_of.get(disease["id"], set())
            if page["cursor"] and page["rows"]:
                by_pair += [(target, disease["id"]) for target in sorted(wanted)]
                continue
            for row in page["rows"]:
                if row["target"]["id"] in wanted:
                    direction = evidence_direction(row["directionOnTarget"], row["directionOnTrait"], Action.DECREASES)
                    counted[row["target"]["id"], disease["id"]][direction.value] += 1
        questions = [
            DirectionQuestion(ensembl_id=target, disease_id=disease, action=Action.DECREASES)
            for target, disease in by_pair
        ]
        return {pair: dict(counts) for pair, counts in counted.items()} | await self.all_directions(questions)


def turned(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts for the opposite action on the target: what agreed opposes."""
    other = {
        TargetDirection.AGREES.value: TargetDirection.OPPOSES.value,
        TargetDirection.OPPOSES.value: TargetDirection.AGREES.value,
    }
    return {other.get(direction, direction): count for direction, count in counts.items()}

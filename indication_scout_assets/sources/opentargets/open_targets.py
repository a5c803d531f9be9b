"""Open Targets Platform (GraphQL, release 26.03 and later): drugs, targets, classmates, diseases, directions.

What belongs here: which operation answers which question, and rows into values of the domain. The operations are in
``queries/*.graphql``. What follows from the facts for a drug is decided in ``rules.candidates``.

Every method that reads facts takes ``as_of``: with a day, only what was known on it comes back (``rules.as_of``), and
further requests ask for the dates; without one, the requests are what they always were.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Coroutine, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from ...domain.candidates import Association, ClassDrug, DirectionQuestion, TargetDirection
from ...domain.diseases import Disease, DiseaseRef
from ...domain.drugs import DrugProfile, MarketFacts
from ...domain.outcomes import PermanentFailure, TransientFailure, UnknownName
from ...rules.as_of import class_drug_as_of, disease_as_of, evidence_as_of, profile_as_of
from ...rules.candidates.association_scores import DATED_LOOKUPS, AssociationEvidence, association_score
from ...rules.candidates.paths import class_pairs, evidence_direction
from ...rules.candidates.use_path import most_alike, rarest_uses, telling_uses
from ...rules.names.name_matching import same_name, words
from ..http.batches import side_by_side
from ..http.http_client import Host, HttpAnswer, ServiceClient, TransientBody
from ..http.shapes import strict_about
from . import open_targets_rows as rows


@lru_cache
def operation(name: str) -> str:
    """Text of the operation in ``queries/<name>.graphql``."""
    return files(__package__).joinpath("queries", f"{name}.graphql").read_text(encoding="utf-8")


def _operation_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _check(answer: HttpAnswer, host: Host, name: str) -> None:
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("JSON that is no GraphQL answer")
    errors = body.get("errors") or ()
    messages = [str(error.get("message")) if isinstance(error, dict) else str(error) for error in errors]
    if "syntaxError" in body:
        messages.append(str(body["syntaxError"]))
    if answer.status != 200:
        reason = "; ".join(messages)[:300].rstrip(".") or "HTTP 400"
        raise PermanentFailure(f"{host.name} refused the query {name}: {reason}.")
    if messages:  # an outage: a query that is refused has status 400
        raise TransientBody("; ".join(messages)[:300])
    if not isinstance(body.get("data"), dict):
        raise TransientBody("a GraphQL answer without data")


CLINICAL = "clinical_precedence"
"""The data source made of clinical reports: known uses. Left out of scores, or they would find themselves."""

DATASOURCE_WEIGHTS = {
    "europepmc": 0.2,
    "expression_atlas": 0.2,
    "impc": 0.2,
    "cancer_biomarkers": 0.5,
    "ot_crispr": 0.5,
    "ot_crispr_validation": 0.5,
    "encore": 0.5,
    CLINICAL: 0.0,
}
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
NAMES_PER_REQUEST = 300
DRUGS_PER_REQUEST = 25
COUNTS_PER_REQUEST = 100
DISEASES_WITH_DRUGS = 10
"""Diseases whose drugs are asked for at once; a common one has more than a thousand."""
TARGETS_PER_REQUEST = 10
ROWS_PER_REQUEST = 2000
"""Most associations asked for at once, over all targets of a request; the API allows 3,000 per target."""
EVIDENCES_PER_PAGE = 500
EVIDENCE_PAGES = 4
UNKNOWN_MARKET = MarketFacts()
NEAREST_NAMES = 5


class DatedAssociations(NamedTuple):
    """Associations scored from what was known on a day, and what it took."""

    by_target: dict[str, list[Association]]
    """By Ensembl id, highest score first."""
    asked: int
    """Pairs of target and disease whose evidence was read."""
    without_evidence: int
    """Those of them that nothing known on the day supports."""
    cut: int
    """Those of them with more evidence than was read; their scores are lower bounds, by little: the strongest evidence
    comes first."""


class DrugsAlike(NamedTuple):
    """Drugs given for the rarest uses of a drug."""

    drugs: tuple[ClassDrug, ...]
    """With everything they were given for; without targets."""
    drug_counts: dict[str, int]
    """How many drugs each use of the drug has, by disease id."""


class OpenTargets(ServiceClient):
    """The client. Methods raise ``TransientFailure`` where the service is down, ``PermanentFailure`` otherwise."""

    @strict_about("Open Targets")
    async def version(self) -> str:
        """Data release, for example ``26.06``."""
        release = (await self._query("read_version"))["meta"]["dataVersion"]
        parts = (release["year"][-2:], release["month"].zfill(2), release["iteration"])
        return ".".join(part for part in parts if part)

    @strict_about("Open Targets")
    async def find_drug(self, name: str) -> str:
        """ChEMBL id of the drug with this id, name, synonym or trade name; of the parent where it names a salt.

        Of records that share one name, as a drug and a hydrate of it do where no parent is told, the only one with a
        known mechanism is meant.

        Raises:
            UnknownName: no drug, or more than one, has this name; the sentence offers the nearest.
        """
        name = name.strip()
        if re.fullmatch(r"CHEMBL\d+", name, re.IGNORECASE):
            drug = (await self._query("identify_drug", chemblId=name.upper()))["drug"]
            if drug is None:
                raise UnknownName(f"Open Targets has no drug with the id {name.upper()}; check the number.")
            return rows.parent_id(drug) or str(drug["id"])
        hits = (await self._query("search_drugs", text=name, size=25))["search"]["hits"]
        drugs = [hit["object"] for hit in hits if hit["object"] and hit["object"].get("id")]
        wanted = words(name)
        for labels in (_own_name, _other_names):
            exact = {rows.parent_id(drug) or drug["id"]: drug["name"] for drug in drugs if wanted in labels(drug)}
            meant = await self._of_known_mechanism(exact) if len(set(exact.values())) == 1 < len(exact) else list(exact)
            if len(meant) == 1:
                return str(meant[0])
            if exact:
                choices = ", ".join(f"{label} ({chembl_id})" for chembl_id, label in sorted(exact.items()))
                raise UnknownName(f"The name {name!r} belongs to several drugs: {choices}; give one of the ids.")
        nearest = ", ".join(dict.fromkeys(drug["name"] for drug in drugs[:NEAREST_NAMES]))
        unlike = "check the spelling, or give the drug's own ChEMBL id (CHEMBL and a number)."
        advice = f"did you mean {nearest}?" if nearest else unlike
        raise UnknownName(f"Open Targets knows no drug called {name!r}; {advice}")

    async def _of_known_mechanism(self, chembl_ids: Iterable[str]) -> list[str]:
        drugs = (await self._query("list_mechanisms", chemblIds=sorted(chembl_ids)))["drugs"]
        return [str(drug["id"]) for drug in drugs if (drug["mechanismsOfAction"] or {}).get("rows")]

    @strict_about("Open Targets")
    async def drug_profile(
        self, chembl_id: str, slug: str, query: str, as_of: date | None = None, market: MarketFacts = UNKNOWN_MARKET
    ) -> DrugProfile:
        """The drug with targets, indications, warnings and names; ``slug``, ``query`` and ``market`` are kept in it.

        ``as_of`` asks one request more, for the dates of the clinical reports; approvals without one count by
        ``market.first_approval``.
        """
        asked: list[Coroutine[Any, Any, Any]] = [self._query("read_drug_profile", chemblId=chembl_id), self.version()]
        answer, version = await side_by_side(asked)
        if answer["drug"] is None:
            raise PermanentFailure(f"Open Targets has no drug with the id {chembl_id}; check the number.")
        profile = rows.profile(answer["drug"], slug, query, f"Open Targets {version}")
        profile = profile.model_copy(update={"market": market})
        if as_of is None:
            return profile
        return profile_as_of(profile, await self._report_days([chembl_id]), as_of)

    @strict_about("Open Targets")
    async def target_associations(self, ensembl_ids: Iterable[str], size: int) -> dict[str, list[Association]]:
        """The ``size`` diseases most associated with each target, by Ensembl id, without clinical precedence.

        Direct evidence only, measurements left out by the service. Targets it does not know are missing. As of a day:
        see ``associations_as_of``.
        """
        by_target = await self._association_rows(ensembl_ids, size)
        return {ensembl_id: rows.associations(listed, without=CLINICAL) for ensembl_id, listed in by_target.items()}

    @strict_about("Open Targets")
    async def associations_as_of(
        self, ensembl_ids: Iterable[str], size: int, as_of: date, lookups: int = DATED_LOOKUPS
    ) -> DatedAssociations:
        """Of each target's ``size`` diseases the first ``lookups``, scored from the evidence known on the day.

        Associations carry today's score and no date; their evidence is dated. What nothing dated supports is dropped.
        Costs ``lookups`` requests per target, up to ``EVIDENCE_PAGES`` times as many where there is much evidence.
        Which diseases are looked at follows today's order: one far down in it is missed, however well known it was on
        the day. ``lookups=size`` reads them all.

        Why not ``associationTimeSeries``, one request per pair as well: Open Targets makes it for its partner preview,
        so that an empty series elsewhere does not mean an absence; it goes by whole years; and its overall score holds
        clinical precedence.
        """
        listed_by_target = await self._association_rows(ensembl_ids, size)
        pairs = [
            (ensembl_id, row)
            for ensembl_id, listed in listed_by_target.items()
            for row in rows.with_evidence(listed, without=CLINICAL)[:lookups]
        ]
        # All rows are read before the first question is made: one left unasked where a row is odd would be a leak.
        questions = [
            (ensembl_id, row["disease"]["id"], rows.evidence_sources(row, without=CLINICAL))
            for ensembl_id, row in pairs
        ]
        answers = await side_by_side([self._evidence(*question) for question in questions])
        by_target: dict[str, list[Association]] = {ensembl_id: [] for ensembl_id in listed_by_target}
        for (ensembl_id, row), (evidence, _) in zip(pairs, answers, strict=True):
            if (association := _association_as_of(row["disease"], evidence, as_of)) is not None:
                by_target[ensembl_id].append(association)
        for kept in by_target.values():
            kept.sort(key=lambda association: (-association.score, association.disease_id))
        return DatedAssociations(
            by_target=by_target,
            asked=len(pairs),
            without_evidence=len(pairs) - sum(map(len, by_target.values())),
            cut=sum(cut for _, cut in answers),
        )

    async def _association_rows(self, ensembl_ids: Iterable[str], size: int) -> dict[str, list[dict[str, Any]]]:
        """Rows of ``list_target_associations`` by Ensembl id, best first by today's score."""
        settings = [
            {"id": source, "weight": weight, "propagate": source not in NOT_PROPAGATED, "required": False}
            for source, weight in DATASOURCE_WEIGHTS.items()
        ]
        batch = max(1, min(TARGETS_PER_REQUEST, ROWS_PER_REQUEST // size))
        asked = {"datasources": settings, "size": size}
        answers = await self._in_batches("list_target_associations", "ensemblIds", ensembl_ids, batch, **asked)
        return {
            target["id"]: target["associatedDiseases"]["rows"] for answer in answers for target in answer["targets"]
        }

    @strict_about("Open Targets")
    async def class_drugs(self, profile: DrugProfile, as_of: date | None = None) -> tuple[ClassDrug, ...]:
        """Other drugs that do the same as this one on one of its targets, or the opposite, with their indications from
        phase 2 on.

        The drug itself, its salts and its parent are left out; with ``as_of`` also drugs no report of the day or before
        names. ``as_of`` asks one request more per ``DRUGS_PER_REQUEST`` drugs, for the dates of their reports.
        """
        typed = sorted({target.ensembl_id for target in profile.targets if target.action_type})
        answers = await self._in_batches("list_target_drugs", "ensemblIds", typed, TARGETS_PER_REQUEST)
        drugs_by_id: dict[str, ClassDrug] = {}
        for answer in answers:
            for target in answer["targets"]:
                for row in target["drugAndClinicalCandidates"]["rows"]:
                    if row["drug"] is not None:
                        drug = rows.class_drug(row["drug"])
                        drugs_by_id[drug.chembl_id] = drug
        classmates = {i: drugs_by_id[i] for i in sorted(drugs_by_id) if class_pairs(profile, drugs_by_id[i])[0]}
        answers = await self._in_batches("list_drug_indications", "chemblIds", classmates, DRUGS_PER_REQUEST)
        indications = {drug["id"]: rows.indications(drug) for answer in answers for drug in answer["drugs"]}
        _check_all_there(classmates, indications)
        drugs = [drug.model_copy(update={"indications": indications[i]}) for i, drug in classmates.items()]
        if as_of is not None:
            days = await self._report_days(classmates)
            drugs = [known for drug in drugs if (known := class_drug_as_of(drug, days, as_of)) is not None]
        return tuple(
            drug.model_copy(update={"indications": tuple(i for i in drug.indications if i.stage.reached_phase_2)})
            for drug in drugs
        )

    @strict_about("Open Targets")
    async def drugs_alike(self, profile: DrugProfile, as_of: date | None = None) -> DrugsAlike:
        """Other drugs given for the drug's rarest uses, with all their uses, and how many drugs each use has.

        A request for ``COUNTS_PER_REQUEST`` uses, for ``DISEASES_WITH_DRUGS`` of the rarest and for
        ``DRUGS_PER_REQUEST`` drugs: some fifteen in all. ``as_of`` asks for the reports' dates too and leaves out
        what no report of the day or before says; how many drugs a use has is today's number, which only weighs uses
        against each other.
        """
        answers = await self._in_batches("count_disease_drugs", "efoIds", telling_uses(profile), COUNTS_PER_REQUEST)
        counts = {
            row["id"]: row["drugAndClinicalCandidates"]["count"] for answer in answers for row in answer["diseases"]
        }
        rarest = rarest_uses(profile, counts)
        answers = await self._in_batches("list_disease_drugs", "efoIds", rarest, DISEASES_WITH_DRUGS)
        by_disease = {
            row["id"]: rows.other_drugs(row["drugAndClinicalCandidates"]["rows"])
            for answer in answers
            for row in answer["diseases"]
        }
        _check_all_there(rarest, by_disease, "diseases")
        drugs = {drug.chembl_id: drug for listed in by_disease.values() for drug in listed}
        drugs_of = {disease: [drug.chembl_id for drug in listed] for disease, listed in by_disease.items()}
        nearest = most_alike(profile, drugs_of, counts)
        return DrugsAlike(tuple(await self._with_uses([drugs[i] for i in nearest], as_of)), counts)

    async def _with_uses(self, drugs: Sequence[ClassDrug], as_of: date | None) -> list[ClassDrug]:
        """The drugs with what they were given for and the reports behind it."""
        wanted = [drug.chembl_id for drug in drugs]
        answers = await self._in_batches("list_drug_indications", "chemblIds", wanted, DRUGS_PER_REQUEST)
        known_of = {
            drug["id"]: {"indications": rows.indications(drug), "targets": rows.targets(drug)}
            for answer in answers
            for drug in answer["drugs"]
        }
        _check_all_there(wanted, known_of)
        with_uses = [drug.model_copy(update=known_of[drug.chembl_id]) for drug in drugs]
        if as_of is None:
            return with_uses
        days = await self._report_days(wanted)
        return [known for drug in with_uses if (known := class_drug_as_of(drug, days, as_of)) is not None]

    @strict_about("Open Targets")
    async def diseases(self, names: Mapping[str, str], as_of: date | None = None) -> dict[str, Disease]:
        """Diseases by the ids asked for; ``names`` gives each id the name it was met under.

        A dead id (an ``EFO_`` id a ``MONDO_`` id took over) leads to the living term, whose ``obsolete_ids`` hold it;
        nothing but that list is believed. Ids that lead nowhere are missing. A term without a place in the tree, such
        as Hypertension among the phenotypes, brings along the disease that refers to it. ``as_of`` asks nothing more:
        the ontology is no evidence, and how many drugs a disease has is left out.
        """
        living = await self._read_diseases(names)
        by_any_id = {known: disease for disease in living for known in (*disease.obsolete_ids, disease.id)}
        dead = {i: name for i, name in names.items() if i not in by_any_id}
        if dead:
            terms = sorted({*dead, *dead.values()})
            answer = await self._query("map_disease_terms", terms=terms)
            hits = {hit["id"] for mapping in answer["mapIds"]["mappings"] for hit in mapping["hits"] or ()}
            for disease in await self._read_diseases(hits - by_any_id.keys()):
                by_any_id.update({old: disease for old in disease.obsolete_ids if old in dead})
        found_by_id = {i: by_any_id[i] for i in names if i in by_any_id}
        found_by_id |= await self._same_elsewhere([d for d in found_by_id.values() if not d.ancestors])
        return found_by_id if as_of is None else {i: disease_as_of(disease) for i, disease in found_by_id.items()}

    @strict_about("Open Targets")
    async def terms(self, ids: Collection[str]) -> dict[str, Disease]:
        """The terms of the ontology under these ids, by id; those it does not know are missing. No request for none."""
        return {disease.id: disease for disease in await self._read_diseases(ids)}

    @strict_about("Open Targets")
    async def named_diseases(self, names: Iterable[str]) -> dict[str, DiseaseRef]:
        """The diseases that bear these names or have them as a synonym, by the name; ``NAMES_PER_REQUEST`` a request.

        The service also answers with what is only nearly called so; such answers are left out.
        """
        answers = await self._in_batches("name_diseases", "terms", names, NAMES_PER_REQUEST)
        known: dict[str, DiseaseRef] = {}
        for mapping in (mapping for answer in answers for mapping in answer["mapIds"]["mappings"]):
            for hit in mapping["hits"] or ():
                synonyms = [
                    term for synonym in (hit["object"] or {}).get("synonyms") or () for term in synonym["terms"]
                ]
                if any(same_name(mapping["term"], name) for name in (hit["name"], *synonyms)):
                    known.setdefault(mapping["term"], DiseaseRef(id=hit["id"], name=hit["name"]))
        return known

    async def _same_elsewhere(self, unplaced: Sequence[Disease]) -> dict[str, Disease]:
        """Diseases with a place in the tree that name one of these among their cross-references, by id."""
        if not unplaced:
            return {}
        answer = await self._query("map_disease_terms", terms=sorted({disease.name for disease in unplaced}))
        hits = {hit["id"] for mapping in answer["mapIds"]["mappings"] for hit in mapping["hits"] or ()}
        read = await self._read_diseases(hits - {disease.id for disease in unplaced})
        return {d.id: d for d in read if any(d.is_cross_reference(disease.id) for disease in unplaced)}

    @strict_about("Open Targets")
    async def directions(self, question: DirectionQuestion, as_of: date | None = None) -> dict[str, int]:
        """How many evidence records agree with, oppose or say nothing of the drug's action (``TargetDirection``).

        Clinical precedence is left out. Reads at most ``EVIDENCE_PAGES`` pages of ``EVIDENCES_PER_PAGE``.
        """
        if as_of is not None:
            evidence, _ = await self._evidence(question.ensembl_id, question.disease_id, DIRECTED_SOURCES)
            return _counted(
                evidence_direction(record.on_target, record.on_trait, question.action)
                for record in evidence_as_of(evidence, as_of)
            )
        directions: list[TargetDirection] = []
        cursor: str | None = None
        for _ in range(EVIDENCE_PAGES):
            answer = await self._query(
                "list_directions",
                efoId=question.disease_id,
                ensemblId=question.ensembl_id,
                datasources=list(DIRECTED_SOURCES),
                size=EVIDENCES_PER_PAGE,
                cursor=cursor,
            )
            if answer["disease"] is None:
                break
            page = answer["disease"]["evidences"]
            directions += [
                evidence_direction(row["directionOnTarget"], row["directionOnTrait"], question.action)
                for row in page["rows"]
            ]
            cursor = page["cursor"]
            if not cursor or not page["rows"]:
                break
        return _counted(directions)

    @strict_about("Open Targets")
    async def all_directions(
        self, questions: Sequence[DirectionQuestion], as_of: date | None = None
    ) -> dict[tuple[str, str], dict[str, int]]:
        """``directions`` of each question, keyed by (Ensembl id, disease id); one request or more per question."""
        answers = await side_by_side([self.directions(question, as_of) for question in questions])
        return {(q.ensembl_id, q.disease_id): answer for q, answer in zip(questions, answers, strict=True)}

    async def _evidence(
        self, ensembl_id: str, disease_id: str, sources: Iterable[str]
    ) -> tuple[list[AssociationEvidence], bool]:
        """Evidence of the sources for the pair, strongest first as the service sorts it; and whether there is more."""
        evidence: list[AssociationEvidence] = []
        cursor: str | None = None
        wanted = sorted(sources)
        for _ in range(EVIDENCE_PAGES if wanted else 0):
            answer = await self._query(
                "list_dated_evidence",
                efoId=disease_id,
                ensemblId=ensembl_id,
                datasources=wanted,
                size=EVIDENCES_PER_PAGE,
                cursor=cursor,
            )
            if answer["disease"] is None:
                return evidence, False
            page = answer["disease"]["evidences"]
            evidence += map(rows.evidence, page["rows"])
            cursor = page["cursor"]
            if not cursor or not page["rows"]:
                return evidence, False
        return evidence, bool(wanted)

    async def _report_days(self, chembl_ids: Iterable[str]) -> dict[str, date | None]:
        """The day of each clinical report behind the drugs' indications, by the report's id."""
        wanted = sorted(set(chembl_ids))
        answers = await self._in_batches("list_report_dates", "chemblIds", wanted, DRUGS_PER_REQUEST)
        drugs = [drug for answer in answers for drug in answer["drugs"]]
        _check_all_there(wanted, {drug["id"] for drug in drugs})
        return rows.report_days(drugs)

    async def _read_diseases(self, ids: Iterable[str]) -> list[Disease]:
        answers = await self._in_batches("read_diseases", "efoIds", ids, DISEASES_PER_REQUEST)
        return [rows.disease(row) for answer in answers for row in answer["diseases"]]

    async def _in_batches(self, name: str, variable: str, ids: Iterable[str], most: int, **more: Any) -> list[Any]:
        """An operation's answers to distinct ids, so many a request; the same ids always make the same requests."""
        ordered = sorted(set(ids))
        some = [ordered[i : i + most] for i in range(0, len(ordered), most)]
        return await side_by_side([self._query(name, **{variable: batch}, **more) for batch in some])

    async def _query(self, name: str, **variables: Any) -> dict[str, Any]:
        """The ``data`` of an operation's answer, complete.

        An answer with ``errors`` is never used, not even the part of ``data`` beside them: what is missing there would
        look like absence. Raises ``TransientFailure`` for outages that outlast the retries, ``PermanentFailure`` for
        refusals.
        """
        body = {"operationName": _operation_name(name), "query": operation(name), "variables": variables}

        def check(answer: HttpAnswer) -> None:
            _check(answer, self._host, name)

        answer = await self._client.request(self._host, "POST", "", json=body, check=check, accept_status=(200, 400))
        data: dict[str, Any] = answer.json()["data"]
        return data


def _association_as_of(
    disease: Mapping[str, Any], evidence: Iterable[AssociationEvidence], as_of: date
) -> Association | None:
    """The association with a disease by the evidence known on the day; ``None`` where there is none."""
    score = association_score(evidence_as_of(evidence, as_of), DATASOURCE_WEIGHTS)
    if score.total <= 0:
        return None
    return Association(
        disease_id=disease["id"],
        disease_name=disease["name"],
        score=score.total,
        datatype_scores=score.by_datatype,
        source_scores=score.by_source,
    )


def _check_all_there(asked: Collection[str], answered: Collection[str], what: str = "drugs") -> None:
    """What is missing from an answer would look like a drug without indications, or a disease without drugs."""
    if missing := set(asked) - set(answered):
        raise TransientFailure(
            f"Open Targets left out {len(missing)} of {len(asked)} {what} ({min(missing)}); try again later."
        )


def _counted(directions: Iterable[TargetDirection]) -> dict[str, int]:
    counts = Counter(directions)
    return {direction.value: counts[direction] for direction in TargetDirection if counts[direction]}


def _own_name(drug: Mapping[str, Any]) -> set[tuple[str, ...]]:
    return {words(drug["name"])}


def _other_names(drug: Mapping[str, Any]) -> set[tuple[str, ...]]:
    return {words(entry["label"]) for entry in (*drug["synonyms"], *drug["tradeNames"])}

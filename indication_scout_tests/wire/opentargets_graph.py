"""The objects behind Open Targets' fields: plain dictionaries whose callable values are resolved when asked for.

What belongs here: how drugs, targets and diseases hang together (indications, ontology, searches). Associations and
their evidence are in ``opentargets_associations``.
"""

# ruff: noqa: N803 - arguments are named as the schema names them

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .opentargets_associations import DATASOURCES, Associations
from .query import normalise
from .records import Record, Records

Page = Mapping[str, int]

STAGES = (
    "UNKNOWN", "PRECLINICAL", "IND", "EARLY_PHASE_1", "PHASE_1", "PHASE_1_2", "PHASE_2", "PHASE_2_3", "PHASE_3",
    "PREAPPROVAL", "APPROVAL", "PHASE_4", "WITHDRAWAL",
)  # fmt: skip
DISEASE_ROOTS = ("MONDO_0000001", "MONDO_0700096")
"""``disease`` and ``human disease``: ancestors of every disease."""


class Graph:
    """Everything reachable from the query root."""

    def __init__(self, records: Records) -> None:
        self._drug_records = {d["id"]: d for d in records.drugs}
        self._target_records = {t["symbol"]: t for t in records.targets}
        self._disease_records = {d["id"]: d for d in records.diseases}
        self._children = _inverted({d["id"]: d.get("parents", []) for d in records.diseases})
        self._reports = {
            (drug["id"], row["disease"]): [
                self._report(drug, row, r) for r in row.get("reports") or [_own_report(drug, row)]
            ]
            for drug in records.drugs
            for row in drug.get("indications", [])
        }
        self.drugs = {record["id"]: self._drug(record) for record in records.drugs}
        self.targets = {record["id"]: self._target(record) for record in records.targets}
        self.diseases = {record["id"]: self._disease(record) for record in records.diseases}
        self._associations = Associations(records, self.targets, self.diseases)

    def root(self) -> dict[str, Any]:
        """The value behind ``Query``."""
        reports = {r["id"]: r for rows in self._reports.values() for r in rows}
        return {
            "meta": {
                "name": "Open Targets GraphQL & REST API", "product": "platform", "dataPrefix": "",
                "enableDataReleasePrefix": False,
                "apiVersion": {"x": "26", "y": "06", "z": "3"}, "dataVersion": {"year": "26", "month": "06"},
            },
            "associationDatasources": [{"datasource": s, "datatype": d.datatype} for s, d in DATASOURCES.items()],
            "search": self._search,
            "mapIds": self._map_ids,
            "drug": lambda _, chemblId: self.drugs.get(chemblId),
            "drugs": lambda _, chemblIds: _known(self.drugs, chemblIds),
            "target": lambda _, ensemblId: self.targets.get(ensemblId),
            "targets": lambda _, ensemblIds: _known(self.targets, ensemblIds),
            "disease": lambda _, efoId: self.diseases.get(efoId),
            "diseases": lambda _, efoIds: _known(self.diseases, efoIds),
            "clinicalReport": lambda _, clinicalReportId: reports.get(clinicalReportId),
            "clinicalReports": lambda _, clinicalReportsIds: _known(reports, clinicalReportsIds),
        }  # fmt: skip

    # Entities

    def _drug(self, record: Record) -> dict[str, Any]:
        mechanisms = record.get("mechanisms", [])
        rows = [(disease, reports) for (drug, disease), reports in self._reports.items() if drug == record["id"]]
        return {
            "__typename": "Drug",
            "id": record["id"],
            "name": record["name"].upper(),
            "drugType": record.get("type", "Small molecule"),
            "maximumClinicalStage": record["stage"],
            "description": record.get("description"),
            "synonyms": [{"label": label, "source": "ChEMBL"} for label in record.get("synonyms", [])],
            "tradeNames": [{"label": label, "source": "ChEMBL"} for label in record.get("trade_names", [])],
            "crossReferences": [],
            "parentMolecule": lambda _: self.drugs.get(record.get("parent", "")),
            "childMolecules": lambda _: [
                self.drugs[d["id"]] for d in self._drug_records.values() if d.get("parent") == record["id"]
            ],
            "mechanismsOfAction": {
                "uniqueActionTypes": sorted({m["action"] for m in mechanisms}),
                "uniqueTargetTypes": ["single protein"] if mechanisms else [],
                "rows": [self._mechanism(m) for m in mechanisms],
            },
            "indications": _rows(
                {
                    "id": f"{record['id']}-{disease}",
                    "maxClinicalStage": _max_stage(reports),
                    "disease": self._later(disease),
                    "clinicalReports": reports,
                }
                for disease, reports in rows
            ),
            "drugWarnings": [self._warning(number, w) for number, w in enumerate(record.get("warnings", []), 1)],
            "adverseEvents": {"count": 0, "criticalValue": 0.0, "id": record["id"], "rows": []},
        }

    def _mechanism(self, mechanism: Record) -> dict[str, Any]:
        symbols = mechanism["targets"]
        return {
            "actionType": mechanism["action"],
            "mechanismOfAction": mechanism["name"],
            "targetName": mechanism["name"].rsplit(" ", 1)[0],
            "targets": lambda _: [self.targets[self._target_records[symbol]["id"]] for symbol in symbols],
            "references": [],
        }

    def _warning(self, number: int, warning: Record) -> dict[str, Any]:
        return {
            "id": number,
            "warningType": warning["type"],
            "description": warning["description"],
            "toxicityClass": warning.get("class"),
            "country": warning.get("country"),
            "year": warning.get("year"),
            "efoId": warning.get("disease"),
            "efoTerm": warning.get("disease_name"),
            "efoIdForWarningClass": None,
            "chemblIds": [],
            "references": [
                {"id": url, "source": source, "url": url} for source, url in warning.get("references", {}).items()
            ],
        }

    def _target(self, record: Record) -> dict[str, Any]:
        ensembl_id = record["id"]
        return {
            "__typename": "Target",
            "id": ensembl_id,
            "approvedSymbol": record["symbol"],
            "approvedName": record["name"],
            "biotype": "protein_coding",
            "functionDescriptions": [],
            "drugAndClinicalCandidates": lambda _: self._target_drugs(record["symbol"]),
            "associatedDiseases": lambda _, **how: self._associations.of_target(ensembl_id, **how),
            "evidences": lambda _, efoIds, **how: self._associations.evidence([ensembl_id], efoIds, **how),
        }

    def _disease(self, record: Record) -> dict[str, Any]:
        disease_id = record["id"]
        ancestors = self._reach(disease_id, {i: d.get("parents", []) for i, d in self._disease_records.items()})
        roots = () if record.get("phenotype") else DISEASE_ROOTS
        areas = [i for i in (disease_id, *ancestors) if self._disease_records.get(i, {}).get("area")]
        synonyms = {"hasExactSynonym": record.get("synonyms"), "hasBroadSynonym": record.get("broad_synonyms")}
        return {
            "__typename": "Disease",
            "id": disease_id,
            "name": record["name"],
            "description": record.get("description"),
            "dbXRefs": record.get("xrefs", []),
            "obsoleteTerms": record.get("obsolete", []),
            "synonyms": [{"relation": kind, "terms": terms} for kind, terms in synonyms.items() if terms],
            "isTherapeuticArea": bool(record.get("area")),
            "parents": lambda _: _known(self.diseases, record.get("parents", [])),
            "children": lambda _: _known(self.diseases, self._children.get(disease_id, [])),
            "ancestors": [*ancestors, *roots],
            "resolvedAncestors": lambda _: _known(self.diseases, ancestors),
            "descendants": _padded(self._reach(disease_id, self._children), record.get("descendants", 0)),
            "therapeuticAreas": lambda _: _known(self.diseases, areas),
            "drugAndClinicalCandidates": lambda _: _rows(
                {
                    "id": f"{drug}-{disease_id}",
                    "maxClinicalStage": _max_stage(reports),
                    "drug": self.drugs.get(drug),
                    "clinicalReports": reports,
                }
                for (drug, disease), reports in self._reports.items()
                if disease == disease_id
            ),
            "evidences": lambda _, ensemblIds, **how: self._associations.evidence(
                ensemblIds, self._evidence_diseases(disease_id, bool(how.get("enableIndirect"))), **how
            ),
        }  # fmt: skip

    def _evidence_diseases(self, disease_id: str, indirect: bool) -> list[str]:
        return [disease_id, *(self._reach(disease_id, self._children) if indirect else ())]

    def _report(self, drug: Record, row: Record, report: Record) -> dict[str, Any]:
        is_trial = report["id"].startswith("NCT")
        drugs = report.get("drugs", [drug["id"]])
        source = "AACT" if is_trial else report["source"]
        return {
            "id": report["id"],
            "source": source,
            "type": "CLINICAL_TRIAL" if is_trial else report.get("type", "DRUG_LABEL"),
            "clinicalStage": report["stage"],
            "phaseFromSource": None,
            "title": report.get("title"),
            "year": report.get("year"),
            "countries": report.get("countries", []),
            "url": f"https://clinicaltrials.gov/study/{report['id']}" if is_trial else report.get("url"),
            "trialOverallStatus": report.get("status"),
            "trialWhyStopped": report.get("why_stopped"),
            "trialStopReasonCategories": report.get("stop_reasons", []),
            "trialStartDate": report.get("start"),
            "trialLiterature": [],
            "qualityControls": [],
            "hasExpertReview": False,
            "sideEffects": [],
            "diseases": [{"diseaseFromSource": None, "disease": self._later(row["disease"])}],
            "drugs": [
                {
                    "drugFromSource": i if i not in self._drug_records else self._drug_records[i]["name"],
                    "drug": lambda _, i=i: self.drugs.get(i),
                }
                for i in drugs
            ],
        }

    def _target_drugs(self, symbol: str) -> dict[str, Any]:
        acting = [
            d["id"] for d in self._drug_records.values() if any(symbol in m["targets"] for m in d.get("mechanisms", []))
        ]
        rows = []
        for drug in acting:
            mine = {disease: reports for (d, disease), reports in self._reports.items() if d == drug}
            every = [report for reports in mine.values() for report in reports]
            rows.append(
                {
                    "id": f"{symbol}-{drug}",
                    "maxClinicalStage": _max_stage(every),
                    "drug": self.drugs[drug],
                    "diseases": [{"diseaseFromSource": None, "disease": self.diseases.get(i)} for i in mine],
                    "clinicalReports": every,
                }
            )
        return _rows(rows)

    def _later(self, disease_id: str) -> Callable[[Any], dict[str, Any] | None]:
        """The disease object when it is asked for: all objects must exist first."""
        return lambda _: self.diseases.get(disease_id)

    def _reach(self, start: str, edges: Mapping[str, Sequence[str]]) -> list[str]:
        reached: list[str] = []
        waiting = list(edges.get(start, []))
        while waiting:
            node = waiting.pop(0)
            if node not in reached:
                reached.append(node)
                waiting.extend(edges.get(node, []))
        return reached

    # Search

    def _search(self, _: Any, queryString: str, entityNames: Any = None, page: Page | None = None) -> dict[str, Any]:
        hits = self._hits(queryString, entityNames, exact=False)
        page = page or {"index": 0, "size": 25}
        begin = page["index"] * page["size"]
        return {"total": len(hits), "hits": hits[begin : begin + page["size"]]}

    def _map_ids(self, _: Any, queryTerms: Sequence[str], entityNames: Any = None) -> dict[str, Any]:
        mappings = [{"term": term, "hits": self._hits(term, entityNames, exact=True)} for term in queryTerms]
        return {"total": sum(bool(m["hits"]) for m in mappings), "mappings": mappings}

    def _hits(self, text: str, kinds: Sequence[str] | None, exact: bool) -> list[dict[str, Any]]:
        """Exact names first, then exact synonyms, then (unless ``exact``) names that hold all words."""
        wanted = normalise(text)
        words = set(wanted.split())
        hits = []
        for kind, entity, name, names in self._named(kinds):
            known = [normalise(n) for n in (name, *names)]
            if wanted in known:
                score = 1000.0 if known[0] == wanted else 500.0
            elif not exact and any(words and words <= set(n.split()) for n in known):
                score = 10.0
            else:
                continue
            hits.append(
                {
                    "id": entity["id"], "name": name, "entity": kind, "score": score, "category": [], "highlights": [],
                    "multiplier": 1.0, "keywords": [], "description": entity.get("description"), "object": entity,
                }
            )  # fmt: skip
        return sorted(hits, key=lambda hit: -hit["score"])

    def _named(self, kinds: Sequence[str] | None) -> Iterable[tuple[str, dict[str, Any], str, list[str]]]:
        if not kinds or "drug" in kinds:
            for entity in self.drugs.values():
                yield "drug", entity, entity["name"], [s["label"] for s in entity["synonyms"] + entity["tradeNames"]]
        if not kinds or "target" in kinds:
            for entity in self.targets.values():
                yield "target", entity, entity["approvedSymbol"], [entity["approvedName"]]
        if not kinds or "disease" in kinds:
            for entity in self.diseases.values():
                terms = [term for group in entity["synonyms"] for term in group["terms"]]
                yield "disease", entity, entity["name"], terms


def _own_report(drug: Record, row: Record) -> Record:
    """The record behind a stage for which no public one is named."""
    return {
        "id": f"demonstration-{drug['id']}-{row['disease']}",
        "source": "demonstration",
        "type": "CURATED_RESOURCE",
        "stage": row["stage"],
    }


def _padded(known: list[str], count: int) -> list[str]:
    """The ids below a term, filled up to how many the whole ontology has, because clients read breadth from them."""
    return [*known, *(f"DEMONSTRATION_{number:05d}" for number in range(count - len(known)))]


def _max_stage(reports: Iterable[Mapping[str, Any]]) -> str:
    """The highest stage; PHASE_4 and WITHDRAWAL show as APPROVAL, as in 26.06."""
    best = max((STAGES.index(r["clinicalStage"]) for r in reports), default=0)
    return STAGES[min(best, STAGES.index("APPROVAL"))]


def _rows(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    listed = list(rows)
    return {"count": len(listed), "rows": listed}


def _known(entities: Mapping[str, dict[str, Any]], ids: Iterable[str]) -> list[dict[str, Any]]:
    """Entities by id in the order asked for; unknown and obsolete ids are left out, as the platform does."""
    return [entities[i] for i in dict.fromkeys(ids) if i in entities]


def _inverted(edges: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {}
    for node, others in edges.items():
        for other in others:
            turned.setdefault(other, []).append(node)
    return turned

"""Pairs with a known end and their evidence, asked of the configured sources: a folder for ``scout eval score``.

Dated pairs are those whose trials began in a window and whose end is dated; only evidence from before counts. Undated
ones are pairs that curated lists call approved without saying when, with articles of any date: of those, many were
written because the drug is approved, which flatters the score. The addresses are those of the settings; answers are
kept in the workspace's cache, and no database is needed.

What belongs here: asking and writing. Which pairs there are is in ``known_ends``.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...domain.articles import Article
from ...domain.candidates import ApprovalStatus, Candidate, CandidateList
from ...domain.diseases import Disease, NormalizedName
from ...domain.drugs import ATC_CODE, DrugProfile
from ...domain.outcomes import PermanentFailure
from ...domain.source_catalogue import source_entry
from ...pipeline.clients import Sources
from ...pipeline.hosts import hosts
from ...pipeline.source_bench import SourceBench, exchanges_of
from ...rules.as_of import article_day
from ...rules.candidates.paths import class_findings, target_findings, with_directions
from ...rules.candidates.selection import make_candidates
from ...rules.candidates.use_path import use_findings
from ...rules.literature.pubmed_query import entered_until, pubmed_query, with_filters
from ...settings import Settings
from ...sources.clinicaltrials import FIELDS, PAGE, check_page, condition_query, intervention_query, posted_by
from ...sources.disease_indexing import ids_above_in_doubt, normalize, with_terms_above
from ...sources.opentargets.open_targets import DATASOURCE_WEIGHTS
from ..figure_files import json_lines
from ..target_evidence import association_of, counted_directions
from .known_ends import (
    PairEnd,
    approved_diseases,
    by_hash,
    dated_ends,
    first_of_each,
    undated_ends,
    without_approved_kin,
)
from .score_folder import KnownEnd, bare_candidate

ARTICLES: Final = 100
"""Of each pair, in PubMed's order of relevance."""
AT_ONCE: Final = 4
"""Pairs asked about side by side; how fast each service may be asked is in the catalogue of sources."""
Record = dict[str, Any]


@dataclass
class PairRecords:
    """What the sources gave for all pairs."""

    pairs: list[Record] = field(default_factory=list)
    articles: dict[str, Article] = field(default_factory=dict)
    studies: dict[str, Record] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    """Pairs that could not be asked about, by reason."""

    def write(self, folder: Path) -> list[Path]:
        """Write ``pairs``, ``articles`` and ``trials`` as gzipped JSON lines, in an order that asking cannot change."""
        folder.mkdir(parents=True, exist_ok=True)
        named = {article for pair in self.pairs for article in pair["articles"]}
        contents = {
            "pairs": sorted(self.pairs, key=lambda pair: str(pair["id"])),
            "articles": [self.articles[i].model_dump(mode="json") for i in sorted(named)],
            "trials": [self.studies[i] for i in sorted(self.studies)],
        }
        for name, records in contents.items():
            (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(json_lines(records).encode(), mtime=0))
        return [folder / f"{name}.jsonl.gz" for name in contents]


class _LeftOut(Exception):
    """A pair that cannot be used; ``str`` is the reason."""


class _Asking:
    """Asks about pairs, one after the other or side by side."""

    def __init__(self, settings: Settings, sources: Sources, records: PairRecords) -> None:
        self._settings, self._sources, self._records = settings, sources, records
        self._registry = hosts(settings)[source_entry("clinicaltrials").service.name]

    async def ends(self, first: date, last: date, undated: bool) -> list[PairEnd]:
        """All pairs with a known end, without failures beside an approval of their kin."""
        targets = self._sources.opentargets
        reports = await targets.dated_reports(await self._sources.chembl.drug_ids())
        uses = reports.indications
        ends = undated_ends(uses) if undated else dated_ends(uses, reports.days, first, last)
        failed = [end for end in ends if end.end is KnownEnd.FAILED]
        approved = approved_diseases({end.drug_id: uses[end.drug_id] for end in failed})
        names = {use: use for own in approved.values() for use in own}
        names |= {end.disease_id: end.disease_name for end in failed}
        diseases = await targets.diseases(names)
        return without_approved_kin(ends, approved, {i: frozenset(d.ancestors) for i, d in diseases.items()})

    async def ask(self, ends: Sequence[PairEnd], with_articles: int | None = None) -> int:
        """Ask about these pairs and keep what comes; how many were kept comes back.

        Args:
            with_articles: keep only so many, the first of those for which articles were found; ``None`` for all.
        """
        diseases = await self._sources.opentargets.diseases({end.disease_id: end.disease_name for end in ends})
        names = await self._names({disease.id: disease for disease in diseases.values()})
        places = asyncio.Semaphore(AT_ONCE)

        async def asked(end: PairEnd) -> Record | None:
            disease = diseases.get(end.disease_id)
            if disease is None:
                self._records.left_out["the ontology does not know the disease"] += 1
                return None
            async with places:
                try:
                    return await self._pair(end, disease, names[disease.id])
                except _LeftOut as reason:
                    self._records.left_out[str(reason)] += 1
                    return None

        kept = 0
        for end, record in zip(ends, await asyncio.gather(*map(asked, ends)), strict=True):
            if record is None:
                continue
            if with_articles is not None and not record["articles"]:
                self._records.left_out[f"no article, {end.end}"] += 1
            elif with_articles is None or kept < with_articles:
                self._records.pairs.append(record)
                kept += 1
        return kept

    async def _names(self, diseases: Mapping[str, Disease]) -> dict[str, NormalizedName]:
        """The name each disease is indexed by, and whether its heading is wider than the disease."""
        names = await normalize(list(diseases.values()), self._sources.mesh)
        doubtful = {i: ids for i, disease in diseases.items() if (ids := ids_above_in_doubt(names[i], disease))}
        above = await self._sources.opentargets.terms({term for ids in doubtful.values() for term in ids})
        return names | {i: with_terms_above(names[i], diseases[i], above) for i in doubtful}

    async def _pair(self, end: PairEnd, disease: Disease, name: NormalizedName) -> Record:
        as_of = None if end.day is None else end.day - timedelta(days=1)
        profile = await self._profile(end.drug_id, as_of)
        names = profile.names
        try:
            query = pubmed_query(names, name)
        except PermanentFailure:
            raise _LeftOut("no name of the drug or of the disease can be searched") from None
        ids, by_search = await self._articles(query, as_of)
        record: Record = {
            "id": end.id,
            "drug_id": end.drug_id,
            "drug": names[0],
            "drug_synonyms": names[1:],
            "disease_id": disease.id,
            "disease": name.names[0],
            "disease_synonyms": list(name.names[1:]),
            "mesh_id": name.own_mesh_id,
            "end": end.end.value,
            "by": end.by,
            "day": end.day.isoformat() if end.day else None,
            "articles": ids,
            "dated_by_search": by_search,
        }
        if as_of is not None:
            candidate = await self._candidate(profile, disease, as_of)
            if candidate.approval is ApprovalStatus.APPROVED:
                raise _LeftOut("approved by the day already, in another form or line")
            record["trials"] = await self._trials(names, name, as_of, end.trials)
            uses = {use.disease_id for use in profile.indications}
            record["new_use"] = bool(uses) and uses.isdisjoint({disease.id, end.disease_id, *disease.obsolete_ids})
            record["candidate"] = candidate.model_dump(mode="json")
            record["profile"] = profile.model_copy(update={"indications": (), "synonyms": ()}).model_dump(mode="json")
        return record

    async def _profile(self, chembl_id: str, as_of: date | None) -> DrugProfile:
        """The drug with the names that a run knows it by."""
        molecule = await self._sources.chembl.molecule(chembl_id, as_of)
        profile = await self._sources.opentargets.drug_profile(
            chembl_id, chembl_id.lower(), chembl_id, as_of=as_of, market=molecule.market
        )
        synonyms = {s.name.casefold(): s for s in (*reversed(molecule.synonyms), *reversed(profile.synonyms))}
        order = dict.fromkeys(s.name.casefold() for s in (*profile.synonyms, *molecule.synonyms))
        kept = tuple(synonyms[written] for written in order if not ATC_CODE.fullmatch(written))
        return profile.model_copy(update={"synonyms": kept, "query": profile.name})

    # -- Articles and trials -------------------------------------------------------------------------------------

    async def _articles(self, query: str, as_of: date | None) -> tuple[list[str], list[str]]:
        """PMIDs of the pair's articles, best first, and those that only the search dates."""
        search = await self._sources.pubmed.search(with_filters(query, entered_until(as_of)), ARTICLES)
        fetched = (await self._sources.pubmed.fetch(search.ids)).articles if search.ids else {}
        self._records.articles |= fetched
        ids = [pmid for pmid in search.ids if pmid in fetched]
        return ids, [] if as_of is None else [pmid for pmid in ids if article_day(fetched[pmid]) is None]

    async def _trials(
        self, names: Sequence[str], name: NormalizedName, as_of: date, of_the_end: Sequence[str]
    ) -> list[str]:
        """Numbers of the trials registered by the day, without those that tell the end; their studies are kept."""
        answer = await self._sources.client.request(
            self._registry,
            "GET",
            "studies",
            params={
                "query.intr": intervention_query(names),
                "query.cond": condition_query(name),
                "fields": "|".join(FIELDS),
                "countTotal": "true",
                "pageSize": str(PAGE),
                "filter.advanced": posted_by(as_of),
            },
            check=check_page,
        )
        ids = []
        for study in answer.json()["studies"]:
            number = str(study["protocolSection"]["identificationModule"]["nctId"])
            if number not in of_the_end:
                self._records.studies[number] = study
                ids.append(number)
        return ids

    # -- Paths ---------------------------------------------------------------------------------------------------

    async def _candidate(self, profile: DrugProfile, disease: Disease, as_of: date) -> Candidate:
        """What the three paths say of this one disease, as of the day."""
        targets = self._sources.opentargets
        actions = {target.ensembl_id: target.action for target in reversed(profile.targets)}
        records = {i: await targets.pair_evidence(i, disease.id, as_of) for i in sorted(actions)}
        held = {i: association_of(own, disease, DATASOURCE_WEIGHTS) for i, own in records.items() if own}
        findings = target_findings(profile, {i: [association] for i, association in held.items()})
        counts = {
            (fact.ensembl_id, disease.id): counted_directions(records[fact.ensembl_id], actions[fact.ensembl_id])
            for finding in findings
            for fact in finding.target_facts
        }
        classmates = class_findings(profile, await targets.class_drugs(profile, as_of))
        alike = await targets.drugs_alike(profile, as_of)
        candidates = make_candidates(
            profile,
            target=with_directions(findings, counts),
            classmates=[finding for finding in classmates if finding.disease_id == disease.id],
            alike=[f for f in use_findings(profile, alike.drugs, alike.drug_counts) if f.disease_id == disease.id],
            diseases={disease.id: disease},
            weights=self._settings.candidate_weights,
            keep=dict.fromkeys(CandidateList, 1),
        )
        return next((c for c in candidates if c.disease.id == disease.id), None) or bare_candidate(disease)


# ------------------------------------------------------------------------------------------------ the folder
class AskedPairs(NamedTuple):
    """What came of asking, and what there was to ask about."""

    records: PairRecords
    there: Counter[KnownEnd]
    """Pairs with a known end that the sources know, by end."""

    def as_json(self) -> dict[str, Any]:
        """``pairs`` by end with the numbers ``kept`` and ``known``, ``left_out`` by reason; see docs/scoring.md."""
        kept = Counter(pair["end"] for pair in self.records.pairs)
        return {
            "pairs": {end.value: {"kept": kept[end.value], "known": self.there[end]} for end in KnownEnd},
            "left_out": dict(sorted(self.records.left_out.items())),
        }


def ask_pairs(settings: Settings, *, most: int, first: date, last: date, undated: bool = False) -> AskedPairs:
    """Ask the sources of the settings about pairs with a known end.

    Args:
        settings: whose sources, addresses and cache.
        most: pairs at most, half of them of each end.
        first, last: the window in which the trials of dated pairs began.
        undated: take approvals without a date instead, and articles of any date.

    Raises:
        PermanentFailure: a source refuses, or none knows a pair with a known end in that window.
        TransientFailure: a source does not answer.
    """
    return asyncio.run(_asked(settings, most, first, last, undated))


async def _asked(settings: Settings, most: int, first: date, last: date, undated: bool) -> AskedPairs:
    bench, records = SourceBench(settings, exchanges_of(settings)), PairRecords()
    async with bench.sources() as sources:
        asking = _Asking(settings, sources, records)
        ends = await asking.ends(first, last, undated)
        if undated:
            for kind in KnownEnd:
                missing, of_kind = most // 2, by_hash(end for end in ends if end.end is kind)
                for start in range(0, len(of_kind), 2 * AT_ONCE):
                    if missing > 0:
                        missing -= await asking.ask(of_kind[start : start + 2 * AT_ONCE], with_articles=missing)
        else:
            await asking.ask(first_of_each(ends, most // 2))
    if not records.pairs:
        raise PermanentFailure("The sources know no pair with a known end in that window.")
    return AskedPairs(records, Counter(end.end for end in ends))

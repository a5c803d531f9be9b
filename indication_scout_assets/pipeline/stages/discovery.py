"""The discovery group: who the drug is, which diseases the paths lead to, and the names they are indexed by."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from ...domain.base import fingerprint
from ...domain.candidates import CandidateList, ClassDrug, PathFinding
from ...domain.diseases import Disease, NameMethod, NormalizedName
from ...domain.drugs import ATC_CODE, DrugProfile, Indication, MarketFacts
from ...domain.outcomes import NotRecorded, ScoutError, SourceOutcome, SourceState, UnknownName
from ...domain.records.labels import DrugLabels
from ...domain.records.source_catalogue import source_entry
from ...domain.records.trials import Trial
from ...rules.candidates.paths import class_findings, direction_questions, target_findings, with_directions
from ...rules.candidates.selection import diseases_to_look_up, make_candidates
from ...rules.candidates.use_path import alike_drugs, outside_baskets, use_findings, used
from ...rules.candidates.uses.own_development import with_registered
from ...rules.candidates.uses.sign_uses import CANCER
from ...rules.candidates.uses.tried_conditions import UNPLACED, with_tried_uses
from ...rules.labels.label_words import nearest_drugs
from ...rules.trials.purpose import SUPPORTIVE_CARE, TREATMENT
from ...sources.clinicaltrials import TrialSearch
from ...sources.disease_indexing import ids_above_in_doubt, normalize, unanswered, with_terms_above
from ...sources.drugs.chembl import Molecule
from ..data_checks import CANDIDATES_ARE_DISEASES, NO_CANDIDATE_IS_APPROVED
from ..engine import Stage, Written
from ..resources.language_models import naming_model
from ..resources.workbench import DrugRun
from ..stored_inputs import CLINICALTRIALS, REGISTRY, not_asked, ranked_candidates, search_outcome, switched_off

OPENTARGETS, CHEMBL, MESH = "Open Targets", "ChEMBL", "MeSH"
Drug = TypeVar("Drug", DrugProfile, ClassDrug)
NEAREST_ASKED = 25
"""Drugs alike whose trials of another purpose than treatment are asked for."""
PATH_NAMES: tuple[Literal["target", "class", "use"], ...] = ("target", "class", "use")
NAMES_VERSION = "7"
"""Part of a stored name's fingerprint: raise it when the rules of ``sources.disease_indexing`` change."""


async def _drug_profile(run: DrugRun) -> Written:
    """Identify the drug and read its targets with action, synonyms, indications with stage, and warnings.

    Open Targets gives identity, targets, indications and warnings; ChEMBL adds the names of the drug and its salts.
    Without ChEMBL the profile stands and says so.
    """
    listed, molecule, chembl = await _read_drug(run, await _identified(run))
    (profile,), registry = await _with_registered(run, [_joined(listed, molecule)])
    return Written(
        write=lambda: run.db.drugs.save(profile),
        outputs=profile,
        facts={
            "chembl_id": profile.chembl_id,
            "name": profile.name,
            "targets": len(profile.targets),
            "synonyms": len(profile.synonyms),
            "indications": len(profile.indications),
            "indications_at_approval": len(profile.approved_uses),
            "withdrawn": profile.withdrawn,
            "data_version": profile.data_version,
        },
        outcomes=(
            SourceOutcome(
                source=OPENTARGETS,
                question=f"drug {profile.chembl_id}",
                state=SourceState.OK if profile.targets else SourceState.EMPTY,
                reason="" if profile.targets else "Open Targets lists no target of the drug; neither path can start.",
                found=len(profile.targets),
            ),
            chembl,
            *registry,
        ),
        preview=_profile_preview(profile),
    )


async def _read_drug(run: DrugRun, chembl_id: str) -> tuple[DrugProfile, Molecule, SourceOutcome]:
    """What Open Targets and ChEMBL have of the drug, and what became of asking ChEMBL."""
    source, as_of = run.sources.opentargets, run.settings.as_of
    if as_of is None:
        profile, (molecule, chembl) = await asyncio.gather(
            source.drug_profile(chembl_id, run.slug, run.query), _molecule(run, chembl_id)
        )
    else:  # the year of the first approval decides which undated approvals were known
        molecule, chembl = await _molecule(run, chembl_id)
        profile = await source.drug_profile(chembl_id, run.slug, run.query, as_of=as_of, market=molecule.market)
    return profile, molecule, chembl


async def _with_registered(run: DrugRun, drugs: Sequence[Drug]) -> tuple[list[Drug], list[SourceOutcome]]:
    """The drugs, with what the registry knows of the trials behind their uses, and what became of asking it.

    Of the drug itself all trials are read; of others those of another purpose than treatment, and what is known of
    the drug's own trials: one that watches what patients take lists them beside it.
    """
    every = [use for drug in drugs for use in drug.indications]
    if not any(use.reports for use in every) or not_asked(run, REGISTRY):
        return list(drugs), []
    own = drugs[0] if isinstance(drugs[0], DrugProfile) else None
    question, names = "what the known trials are for", own.names if own else [drug.name for drug in drugs]
    registry, most, as_of = run.sources.clinicaltrials, run.settings.max_drug_trials, run.settings.as_of
    try:
        of_drug: TrialSearch = await registry.of_drug((own or run.profile).names, most, as_of=as_of)
        search: TrialSearch = of_drug if own else await registry.of_other_purpose(names, most, as_of=as_of)
        trials = {trial.nct_id: trial for trial in (*of_drug.trials, *search.trials)}
        supporting = await supporting_trials(run, every, trials, own.approved_uses if own else ())
    except ScoutError as error:
        failed = SourceOutcome(source=CLINICALTRIALS, question=question, state=SourceState.FAILED, reason=str(error))
        return list(drugs), [failed]
    marked = [
        drug.model_copy(
            update={"indications": with_registered(drug.indications, trials, names if own else [drug.name], supporting)}
        )
        for drug in drugs
    ]
    return marked, [search_outcome(search.record).model_copy(update={"question": question, "disease_id": None})]


async def supporting_trials(
    run: DrugRun, uses: Iterable[Indication], trials: Mapping[str, Trial], approved: Iterable[Indication]
) -> dict[str, set[str]]:
    """By tumour among the uses, the trials filed under it that treat what else its patients have, as anaemia.

    Trials of supportive care, and those filed under an approved use too that is no tumour, where no purpose says that
    they treat. One request of the ontology, where any trial may be one.
    """
    uses, sides = list(uses), {use.disease_id for use in approved}
    supports = {i for i, trial in trials.items() if trial.primary_purpose == SUPPORTIVE_CARE}
    beside = supports.union(report.id for use in uses if use.disease_id in sides for report in use.reports)
    asked = {use.disease_id: use.disease_name for use in uses if beside.intersection(r.id for r in use.reports)}
    diseases = await run.sources.opentargets.diseases(asked) if asked else {}
    tumours = {i for i, disease in diseases.items() if any(area.id == CANCER for area in disease.therapeutic_areas)}
    supports.update(r.id for use in uses if use.disease_id in sides - tumours for r in use.reports)
    supports.difference_update(i for i, trial in trials.items() if trial.primary_purpose == TREATMENT)
    return dict.fromkeys(tumours - sides, supports)


def _joined(profile: DrugProfile, molecule: Molecule) -> DrugProfile:
    """The profile with ChEMBL's names behind its own, each once, and ChEMBL's facts."""
    names = {s.name.casefold(): s for s in (*molecule.synonyms, *profile.synonyms)}  # the latter's spelling wins
    order = dict.fromkeys(s.name.casefold() for s in (*profile.synonyms, *molecule.synonyms))
    return profile.model_copy(
        update={
            "synonyms": tuple(names[label] for label in order if not ATC_CODE.fullmatch(label)),
            "market": molecule.market,
            "inchi_key": molecule.inchi_key,
            "smiles": molecule.smiles,
        }
    )


async def _identified(run: DrugRun) -> str:
    """ChEMBL id of the drug that the user named.

    Raises:
        UnknownName: the source, or the snapshot in its place, knows none; with the nearest names known here, of the
            workspace and its labels, else of drugs that many people take.
    """
    try:
        return await run.sources.opentargets.find_drug(run.query)
    except (UnknownName, NotRecorded) as error:
        offered = "did you mean" in str(error)
        near = [] if offered else nearest_drugs(run.query, run.db.known_names.drug_names())
        raise UnknownName(f"{error} Did you mean {' or '.join(near)}?" if near else str(error)) from error


async def _molecule(run: DrugRun, chembl_id: str) -> tuple[Molecule, SourceOutcome]:
    """ChEMBL's names and market facts, and its state; a search goes on without them, so a failure only degrades."""
    entry = source_entry("chembl")
    if reason := not_asked(run, entry):
        skipped = SourceOutcome(source=CHEMBL, question=chembl_id, state=SourceState.NOT_ASKED, reason=reason)
        return Molecule((), MarketFacts()), skipped
    try:
        molecule = await run.sources.chembl.molecule(chembl_id, run.settings.as_of)
    except ScoutError as error:
        failed = SourceOutcome(source=CHEMBL, question=chembl_id, state=SourceState.FAILED, reason=str(error))
        return Molecule((), MarketFacts()), failed
    state = SourceState.OK if molecule.synonyms else SourceState.EMPTY
    return molecule, SourceOutcome(source=CHEMBL, question=chembl_id, state=state, found=len(molecule.synonyms))


def _profile_preview(profile: DrugProfile) -> str:
    targets = "\n".join(f"- {(t.action_type or 'acts on').lower()} · {t.symbol}" for t in profile.targets)
    uses = ", ".join(f"{i.disease_name} ({i.stage.text})" for i in profile.indications[:12])
    warnings = "\n".join(f"- **{w.kind}** {w.toxicity_class or w.description or ''}" for w in profile.warnings)
    return f"**{profile.name}** ({profile.chembl_id})\n\n{targets}\n\nIndications: {uses}\n\n{warnings}"


async def _target_candidates(run: DrugRun) -> Written:
    """Path 1: diseases associated with the drug's targets, clinical precedence left out so that known uses do not feed
    themselves; for the best of them the direction of the evidence against the drug's action.
    """
    profile, source = run.profile, run.sources.opentargets
    ids, as_of, size = {t.ensembl_id for t in profile.targets}, run.settings.as_of, run.settings.associations_per_target
    facts, reason = dict[str, int](), ""
    if not ids:
        associations = {}
    elif as_of is None:
        associations = await source.target_associations(ids, size)
    else:
        dated = await source.associations_as_of(ids, size, as_of)
        associations = dated.by_target
        facts = {"associations_looked_at": dated.asked, "without_evidence_by_then": dated.without_evidence}
        reason = f"None of the {dated.asked} associations looked at rests on evidence dated {as_of} or before."
    findings = target_findings(profile, associations)
    approved = {use.disease_id for use in profile.approved_uses}
    questions = direction_questions(findings, run.settings.direction_lookups, skip=approved)
    findings = with_directions(findings, await source.all_directions(questions, as_of=as_of))
    return _findings_written(run, "target", findings, {"directions_asked": len(questions), **facts}, reason)


async def _class_candidates(run: DrugRun) -> Written:
    """Path 2: diseases for which drugs with the same target and the same action type reached phase 2 or more for that
    very disease; the drug itself, its salts and its parent excluded.
    """
    as_of = run.settings.as_of
    listed, registry = await _with_registered(run, await run.sources.opentargets.class_drugs(run.profile, as_of=as_of))
    drugs = [
        drug.model_copy(update={"indications": tuple(outside_baskets(used(drug.indications)).values())})
        for drug in listed
    ]
    findings = class_findings(run.profile, drugs)
    reason = f"No other drug of the class has a report dated {as_of} or before." if as_of and not drugs else ""
    return _findings_written(run, "class", findings, {"drugs_of_the_class": len(drugs)}, reason, registry=registry)


async def _use_candidates(run: DrugRun) -> Written:
    """Path 3: diseases of the drugs most alike by use. Drugs given for the same rare diseases are alike; the drug
    itself, its salts and its parent are excluded.
    """
    as_of = run.settings.as_of
    alike = await run.sources.opentargets.drugs_alike(run.profile, as_of=as_of)
    drugs, registry = await _with_registered(run, alike.drugs[:NEAREST_ASKED])
    drugs += alike.drugs[NEAREST_ASKED:]
    findings = use_findings(run.profile, drugs, alike.drug_counts)
    nearest = alike_drugs(run.profile, drugs, alike.drug_counts)[:5]
    reason = "" if alike.drug_counts else "The drug has no known use, by which other drugs could be like it."
    return _findings_written(
        run,
        "use",
        findings,
        {"drugs_compared": len(alike.drugs), "uses": len(alike.drug_counts)},
        reason,
        "Most alike: " + ", ".join(f"{a.drug.name} ({a.similarity:.2f})" for a in nearest) if nearest else "",
        registry,
    )


def _findings_written(
    run: DrugRun,
    path: Literal["target", "class", "use"],
    findings: Sequence[PathFinding],
    facts: dict[str, int],
    why_none: str = "",
    note: str = "",
    registry: Sequence[SourceOutcome] = (),
) -> Written:
    rows = "\n".join(f"| {f.disease_name} | {f.disease_id} | {f.score:.3f} |" for f in findings[:15])
    return Written(
        write=lambda: run.db.candidates.save_findings(run.slug, path, list(findings)),
        outputs=list(findings),
        facts={"rows": len(findings), **facts},
        outcomes=(
            SourceOutcome(
                source=OPENTARGETS,
                question=f"{path} path",
                state=SourceState.OK if findings else SourceState.EMPTY,
                reason="" if findings else why_none or f"Open Targets leads to no disease on the {path} path.",
                found=len(findings),
                left_out=facts.get("without_evidence_by_then", 0),
            ),
            *registry,
        ),
        preview=f"| Disease | Id | Score |\n|---|---|--:|\n{rows}" + (f"\n\n{note}" if note else ""),
    )


async def _candidates(run: DrugRun) -> Written:
    """Merge all paths by disease id, decide approval by id and subsumption and by the drug's own labels, set aside
    what is approved, harmful, of a cause that does what the drug does, no disease or too broad with the reason, rank
    the rest in two lists, tried and new, and keep the best of each.
    """
    s, stored = run.settings, run.db.candidates
    target, classmates, alike = (stored.findings(run.slug, path) for path in PATH_NAMES)
    tried = run.db.tried_uses.load(run.slug)
    wanted = diseases_to_look_up(
        with_tried_uses(run.profile, tried),
        target=target,
        classmates=classmates,
        alike=alike,
        weights=s.candidate_weights,
    )
    unplaced = {i: Disease(id=i, name=name) for i, name in wanted.items() if i.startswith(UNPLACED)}
    asked = {i: name for i, name in wanted.items() if i not in unplaced}
    diseases = await run.sources.opentargets.diseases(asked, as_of=run.settings.as_of) if asked else {}
    diseases |= unplaced
    labels = DrugLabels(run.db.drug_records.labels(run.slug), run.db.drug_records.indications(run.slug))
    candidates = make_candidates(
        run.profile,
        tried=tried,
        target=target,
        classmates=classmates,
        alike=alike,
        diseases=diseases,
        weights=s.candidate_weights,
        keep={CandidateList.TRIED: s.tried_kept, CandidateList.NEW: s.new_kept},
        labels=labels,
        of_class=await run.sources.opentargets.class_drugs(run.profile, as_of=s.as_of),
    )
    ranked = [c for c in candidates if c.rank is not None]
    aside = Counter(c.set_aside.value for c in candidates if c.set_aside)
    return Written(
        write=lambda: run.db.candidates.replace(run.slug, candidates),
        outputs=candidates,
        facts={
            "rows": len(ranked),
            "tried": sum(1 for c in ranked if c.listed is CandidateList.TRIED),
            "dual_path": sum(1 for c in ranked if c.dual_path),
            "ids_the_ontology_does_not_know": len(wanted.keys() - diseases.keys()),
            **{f"set_aside_{name}": count for name, count in sorted(aside.items())},
        },
        outcomes=(
            SourceOutcome(
                source=OPENTARGETS,
                question="ontology of the diseases found",
                state=SourceState.OK if ranked else SourceState.EMPTY,
                reason="" if ranked else "No path leads to a disease that is not approved or set aside already.",
                found=len(diseases),
                total=len(wanted),
            ),
        ),
        preview="| List | Rank | Disease | Score | Target | Class | Use | Approval |\n"
        "|---|--:|---|--:|--:|--:|--:|---|\n"
        + "\n".join(
            f"| {c.listed.value} | {c.rank} | {c.disease.name} | {c.score.total:.3f} | {c.score.target_path:.3f} "
            f"| {c.score.class_path:.3f} | {c.score.use_path:.3f} | {c.approval.value} |"
            for c in ranked
        ),
    )


async def _normalized_names(run: DrugRun) -> Written:
    """The name PubMed and ClinicalTrials.gov index each candidate by: cross-reference first, then synonyms, then Claude
    Haiku where a key is set. What cannot be resolved keeps its original name and says so; where MeSH gives no answer,
    the name of before stands in, or else the original one, and the next run looks it up. Where MeSH has the disease
    only under a wider heading, the name says so.
    """
    diseases = [c.disease for c in ranked_candidates(run)]
    proposer = naming_model(run.settings) if run.bench.proposer else None
    prints = {d.id: fingerprint(NAMES_VERSION, d, proposer, run.bench.origin) for d in diseases}
    stored = run.db.names.load([d.id for d in diseases])
    names = {i: name for i, (name, made_from) in stored.items() if made_from == prints[i]}
    missing = [d for d in diseases if d.id not in names]
    asked = await normalize(missing, run.sources.mesh, run.bench.proposer) if missing else {}
    asked = await _with_scope(run, missing, asked)
    answered = {disease_id: name for disease_id, name in asked.items() if name.method is not NameMethod.UNANSWERED}
    silent = {disease_id: name.note for disease_id, name in asked.items() if disease_id not in answered}
    earlier = {disease_id: stored[disease_id][0] for disease_id in silent if disease_id in stored}
    names |= asked | earlier

    def write() -> None:
        for disease_id, name in answered.items():
            run.db.names.save(name, prints[disease_id])
        for disease_id in silent.keys() - run.db.names.load(silent).keys():
            run.db.names.save(asked[disease_id], "")  # no fingerprint equals it: looked up by whoever runs next

    methods = Counter(name.method.value for name in names.values())
    ordered = [names[d.id] for d in diseases]
    return Written(
        write=write,
        outputs=ordered,
        facts={"rows": len(names), "resolved_now": len(answered)}
        | {f"by_{m}": n for m, n in sorted(methods.items())}
        | {"headings_wider_than_the_disease": sum(1 for name in names.values() if name.is_broader)},
        outcomes=tuple(_name_outcome(name, silent.get(name.disease_id, "")) for name in ordered),
        preview="| Disease | Indexed as | Covers | Method | Confidence | Why |\n|---|---|---|---|--:|---|\n"
        + "\n".join(
            f"| {n.disease_name} | {n.term} | {n.scope.value} | {n.method.value} | {n.confidence:.2f} | {n.note} |"
            for n in ordered
        ),
    )


async def _with_scope(
    run: DrugRun, diseases: Sequence[Disease], names: dict[str, NormalizedName]
) -> dict[str, NormalizedName]:
    """The names, each with what its heading covers; one request for all terms above those in doubt, mostly none.

    Without an answer a heading in doubt may be wider than its disease, so it is taken for unanswered.
    """
    wanted = {disease.id: ids for disease in diseases if (ids := ids_above_in_doubt(names[disease.id], disease))}
    try:
        above = await run.sources.opentargets.terms({term_id for ids in wanted.values() for term_id in ids})
    except ScoutError as error:
        known = {disease.id: disease for disease in diseases}
        return names | {disease_id: unanswered(known[disease_id], error) for disease_id in wanted}
    return names | {d.id: with_terms_above(names[d.id], d, above) for d in diseases if d.id in wanted}


def _name_outcome(name: NormalizedName, silent: str) -> SourceOutcome:
    """What became of looking the name up; ``silent`` says why there was no answer."""
    state, reason = SourceState.OK if name.resolved else SourceState.EMPTY, "" if name.resolved else name.note
    if silent:
        state = SourceState.FAILED if name.method is NameMethod.UNANSWERED else SourceState.DEGRADED
        reason = silent if state is SourceState.FAILED else f"{silent} The name of before, {name.term!r}, is used."
    return SourceOutcome(
        source=MESH,
        question=name.disease_name,
        state=state,
        reason=reason,
        found=1 if name.resolved else 0,
        disease_id=name.disease_id,
        unanswered=bool(silent),
    )


_KINDS = frozenset({"python", "postgres", "graphql"})
DRUG_PROFILE = Stage(
    name="drug_profile",
    group="discovery",
    code_version="5",
    function=_drug_profile,
    depends_on=lambda run: switched_off(run, source_entry("chembl"), REGISTRY),
    asks_sources=True,
    kinds=_KINDS,
)
TARGET_CANDIDATES = Stage(
    name="target_candidates",
    group="discovery",
    code_version="3",
    function=_target_candidates,
    upstream=("drug_profile",),
    settings=("associations_per_target", "direction_lookups"),
    asks_sources=True,
    kinds=_KINDS,
)
CLASS_CANDIDATES = Stage(
    name="class_candidates",
    group="discovery",
    code_version="5",
    function=_class_candidates,
    upstream=("drug_profile",),
    depends_on=lambda run: switched_off(run, REGISTRY),
    asks_sources=True,
    kinds=_KINDS,
)
USE_CANDIDATES = Stage(
    name="use_candidates",
    group="discovery",
    code_version="4",
    function=_use_candidates,
    upstream=("drug_profile",),
    depends_on=lambda run: switched_off(run, REGISTRY),
    asks_sources=True,
    kinds=_KINDS,
)
CANDIDATES = Stage(
    name="candidates",
    group="discovery",
    code_version="18",
    function=_candidates,
    upstream=(
        "drug_profile",
        "target_candidates",
        "class_candidates",
        "use_candidates",
        "tried_uses",
        "drug_labels",
    ),
    checks=(
        CANDIDATES_ARE_DISEASES,
        NO_CANDIDATE_IS_APPROVED,
    ),
    settings=("candidate_weights", "tried_kept", "new_kept"),
    asks_sources=True,
    kinds=_KINDS,
)
NORMALIZED_NAMES = Stage(
    name="normalized_names",
    group="discovery",
    code_version="3",
    function=_normalized_names,
    upstream=("candidates",),
    depends_on=lambda run: [NAMES_VERSION, *(naming_model(run.settings) if run.bench.proposer else [None])],
    models=naming_model,
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "anthropic"}),
)

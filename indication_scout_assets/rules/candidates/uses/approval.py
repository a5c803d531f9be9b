"""What the drug is already approved for, was withdrawn for, or causes: decided once, by id and subsumption.

What belongs here: the approval status of a (drug, disease) pair and the diseases a drug's own warnings name. Everything
downstream reads the typed status and never judges again.

Open Targets folds phase 4 and withdrawal into its stage APPROVAL, so the stage alone proves neither that the drug is
still on the market nor that it was approved by itself: the reports and the warnings are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from ....domain.candidates import ApprovalStatus, Candidate, ClassDrug, SetAside
from ....domain.diseases import Disease, DiseaseRef, NormalizedName
from ....domain.drugs import ClinicalStage, DrugProfile, DrugWarning, Indication
from ....domain.records.labels import DrugLabels
from ...kept_readings import kept
from ...labels.label_uses import LabelUse, Naming, UseNames, indications_text, label_use
from ...names.name_matching import names_in, words
from ...names.name_variants import with_label_wordings
from ..disease_rules import OTHER_DISEASE, QUALIFIERS, is_named_form, is_too_broad
from ..paths import class_pairs
from .approval_reports import approving_reports, combination_reports, contains_words, partners, proof, records
from .sign_uses import disease_of_its_own

SETTLED = frozenset({ApprovalStatus.APPROVED, ApprovalStatus.APPROVED_BROADER, ApprovalStatus.WITHDRAWN})
"""Statuses that leave nothing to find out. ``APPROVED_NARROWER`` leaves the ranking as well, for another reason."""


_COURSES = frozenset(words("acute chronic recurrent severe subacute"))
"""Words that tell a disease's course or degree: before the name of a disease they make a part of it. Others do not:
secondary Parkinson disease is no Parkinson disease, and relapsing fever no kind of fever."""


class _Relation(IntEnum):
    """Where an approved use stands in the ontology, seen from the candidate; closest first."""

    SAME = 1
    BROADER = 2
    NARROWER = 3


class _Kind(IntEnum):
    """In the order in which they count among equally close uses."""

    APPROVED = 1
    WITHDRAWN = 2
    COMBINATION = 3


class Approval(NamedTuple):
    """What a drug's approval for a disease is."""

    status: ApprovalStatus
    reason: str
    """One plain sentence that names what it rests on."""
    part: str = ""
    """Of a disease wider than an approved use, that use by its name."""


def approval(profile: DrugProfile, disease: Disease, diseases: Mapping[str, Disease]) -> Approval:
    """The drug's approval status for the disease.

    ``diseases`` holds the drug's approved indications by id (dead ids included); one that is missing is compared by id
    and name only. A use of another ontology without a place there (``HP_0000822`` Hypertension) has the place of the
    term of ``diseases`` that is the same by cross-reference or name. The closest related use decides: the disease
    itself, then a broader use, then a narrower one; among equally close ones an approval beats a withdrawal beats a
    combination.
    """
    if not profile.indications:
        return Approval(ApprovalStatus.UNKNOWN, f"Open Targets has no data on what {profile.name} is used for.")
    uses = profile.approved_uses
    if not uses and (profile.withdrawn or profile.maximum_stage.rank >= ClinicalStage.APPROVAL.rank):
        fate = "withdrawn" if profile.withdrawn else "approved"
        return Approval(ApprovalStatus.UNKNOWN, f"{profile.name} was {fate}, but Open Targets does not say for what.")
    if not uses and profile.market.sign:
        return Approval(
            ApprovalStatus.UNKNOWN,
            f"Open Targets lists no approved use of {profile.name}, but {profile.market.sign}.",
        )
    related = [
        (relation, _kind(profile, use), use)
        for use in uses
        if (relation := _relation(disease, use, diseases)) is not None
    ]
    if not related:
        apart = _approved_apart(profile, disease, diseases)
        return Approval(
            ApprovalStatus.NOT_APPROVED,
            f"Open Targets lists no approval of {profile.name} for {_called(disease)}"
            + (f". {apart}" if apart else " or a related disease."),
        )
    relation, kind, use = min(related, key=lambda r: (r[0], r[1], r[2].disease_name, r[2].disease_id))
    return _verdict(profile, disease, relation, kind, use)


def label_names(disease: Disease) -> tuple[str, ...]:
    """What labels may call the disease: its names, and its own with a parent's in place of the words both end with.

    Diabetic neuropathy, a peripheral neuropathy, is "diabetic peripheral neuropathy" on a label.
    """
    own = disease.name.split()
    ends = [(parent.name, count) for parent in disease.parents for count in range(1, len(own))]
    by_parent = (" ".join((*own[:-n], parent)) for parent, n in ends if parent.split()[-n:] == own[-n:])
    return with_label_wordings((disease.name, *disease.synonyms, *by_parent))


def uses_on_labels(
    profile: DrugProfile, asked: Iterable[Disease], labels: DrugLabels, diseases: Mapping[str, Disease]
) -> dict[str, LabelUse]:
    """How the indications of the drug's labels name those of ``asked`` that they name, by disease id.

    Registers of indications lag behind labels. No label says nothing: a withdrawn drug has none, and labels are those
    of one country. A synonym that is the very name of another of ``diseases`` does not count: "chronic myeloid
    leukemia" is also said of its atypical form, which the drug is not for. Nor does a name inside a longer one that is
    another disease's, by the ontology: "pulmonary hypertension" names no hypertension at large.

    What is said of a term is said of every other of the same name: a copy that the ontology never merged.
    """
    text = indications_text(labels)
    named = {disease.id: disease for disease in diseases.values() if names_in(text, label_names(disease))}
    uses: dict[str, LabelUse] = {}
    for disease in asked:
        others = [other for other in named.values() if other.id != disease.id]
        foreign = {words(other.name) for other in others} - {words(disease.name)}
        names = [name for name in label_names(disease) if words(name) not in foreign]
        if not names_in(text, names):
            continue
        own = {words(name) for name in names}
        longer = [name for other in others if other.ancestors for name in label_names(other) if words(name) not in own]
        longer = [name for name in longer if any(contains_words(words(name), each) for each in own)]
        if use := label_use(labels, UseNames(names, profile.names, longer)):
            approved = f"{profile.name} is approved for {_called(disease)} by its labels. {use.sentence}"
            uses[disease.id] = use._replace(sentence=approved) if use.naming is Naming.USE else use
    by_name = {words(diseases[i].name): use for i, use in uses.items() if i in diseases}
    namesakes = {d.id: by_name[name] for d in diseases.values() if (name := words(d.name)) in by_name}
    return namesakes | uses


def approval_by_labels(
    disease: Disease, listed: Mapping[str, LabelUse], diseases: Mapping[str, Disease]
) -> Approval | None:
    """What it is where the labels name the disease, a broader or a narrower one; ``None`` for none of them.

    ``listed`` is what ``uses_on_labels`` says. A listed chapter of medicine approves no disease of it. What is named as
    the disease that the treated state is part of is approved in part.
    """
    own = listed.get(disease.id)
    if own and own.naming is Naming.USE:
        return Approval(ApprovalStatus.APPROVED, own.sentence)
    others = ((diseases[i], use) for i, use in sorted(listed.items()) if i in diseases)
    uses = [(d, use) for d, use in others if use.naming is not Naming.ASIDE and words(d.name) != words(disease.name)]
    for term, use in uses:
        covers = term.id in disease.ancestors and use.naming is Naming.USE and not is_too_broad(term)
        if covers and not disease_of_its_own(disease, term, diseases):
            sentence = f"{_called(disease)} is a subtype of an approved use. {use.sentence}"
            return Approval(ApprovalStatus.APPROVED_BROADER, sentence)
    for term, use in uses:
        if disease.id in term.ancestors or _is_course_of(term, disease):
            sentence = f"Wider than an approved use: {term.name}, a subtype of {_called(disease)}. {use.sentence}"
            return Approval(ApprovalStatus.APPROVED_NARROWER, sentence, part=term.name)
    if own and own.naming is Naming.PART:
        sentence = f"An approved use is a part of {_called(disease)}. {own.sentence}"
        return Approval(ApprovalStatus.APPROVED_NARROWER, sentence)
    return Approval(ApprovalStatus.UNKNOWN, _unsettled(disease, own)) if own else None


def not_settled(candidate: Candidate, listed: LabelUse | None) -> Candidate:
    """The candidate; where it is called not approved, and a label's indications name it, that this is not settled.

    ``listed`` is how they do, by the names that the disease is indexed by.
    """
    if listed is None or candidate.approval is not ApprovalStatus.NOT_APPROVED:
        return candidate
    reason = _unsettled(candidate.disease, listed)
    return candidate.model_copy(update={"approval": ApprovalStatus.UNKNOWN, "approval_reason": reason})


def _unsettled(disease: Disease, listed: LabelUse) -> str:
    return f"Whether the drug is approved for {_called(disease)} is not settled. {listed.sentence}"


def indexed_as_approved(name: NormalizedName, candidates: Iterable[Candidate]) -> list[str]:
    """Names of the approved uses among the candidates whose MeSH heading the disease's papers are indexed under.

    What is read of the disease is then mostly of these. Empty for a disease with a heading of its own.
    """
    own = name.own_mesh_id
    return [
        candidate.disease.name
        for candidate in candidates
        if own and candidate.set_aside is SetAside.APPROVED_USE and own in candidate.disease.mesh_ids
    ]


def harm(profile: DrugProfile, disease: Disease, diseases: Mapping[str, Disease]) -> str | None:
    """A sentence where the drug's own warnings name the disease, or a broader one it belongs to; else ``None``.

    A warning about something as broad as "cardiovascular disorder" counts for that very term only: it does not say that
    the drug causes every disease of the heart.
    """
    return _warned(profile.name, profile.warnings, disease, diseases)


def class_harm(
    profile: DrugProfile, drugs: Iterable[ClassDrug], disease: Disease, diseases: Mapping[str, Disease]
) -> str:
    """The same of other drugs that do the same on a target of the drug's, one sentence each; empty where none warns."""
    symbols = {target.ensembl_id: target.symbol for target in profile.targets}
    sentences = []
    for drug in drugs:
        shared, contrary = class_pairs(profile, drug)
        if shared and not contrary and (warned := _warned(drug.name, drug.warnings, disease, diseases)):
            targets = ", ".join(sorted({symbols[target] for target, _ in shared}))
            sentences.append(f"{warned} It acts on {targets} as {profile.name} does.")
    return " ".join(sentences)


def _warned(
    name: str, warnings: Iterable[DrugWarning], disease: Disease, diseases: Mapping[str, Disease]
) -> str | None:
    for warning in warnings:
        known = diseases.get(warning.disease_id) if warning.disease_id else None
        term_id = known.id if known else warning.disease_id
        subsumes = term_id in disease.ancestors and known is not None and not is_too_broad(known)
        named = warning.disease_name is not None and words(warning.disease_name) in _names(disease)
        if (term_id is not None and term_id == disease.id) or subsumes or named:
            term = warning.disease_name or (known.name if known else term_id)
            place = ", ".join(str(part) for part in (warning.country, warning.year) if part)
            return (
                f"A warning on {name} names {term}: {warning.kind.lower()}"
                + (f" for {warning.toxicity_class}" if warning.toxicity_class else "")
                + (f" ({place})." if place else ".")
            )
    return None


def _verdict(profile: DrugProfile, disease: Disease, relation: _Relation, kind: _Kind, use: Indication) -> Approval:
    called = _called(DiseaseRef(id=use.disease_id, name=use.disease_name))
    shown = proof(use)
    if relation is _Relation.BROADER:
        form = "subtype" if disease.ancestors else "form by its name"
        place = f", of which {_called(disease)} is a {form}"
    elif relation is _Relation.NARROWER:
        place = f", a subtype of {_called(disease)}"
    else:
        place = ""
    if kind is _Kind.COMBINATION:
        reports = combination_reports(profile, use)
        return Approval(
            ApprovalStatus.COMBINATION_ONLY,
            f"For {called}{place}, a combination is approved and not {profile.name} alone: the records name another "
            f"drug as well, above all {partners(profile, reports)}{records(reports)}.",
        )
    if relation is _Relation.NARROWER:
        was = "was" if kind is _Kind.WITHDRAWN else "is"
        since = ", but withdrawn" if kind is _Kind.WITHDRAWN else ""
        return Approval(
            ApprovalStatus.APPROVED_NARROWER,
            f"Wider than an approved use: {use.disease_name}. By Open Targets, {profile.name} {was} approved for "
            f"{called}{place}{since}{shown}.",
            part=use.disease_name,
        )
    if kind is _Kind.WITHDRAWN:
        return Approval(
            ApprovalStatus.WITHDRAWN,
            f"By Open Targets, {profile.name} was approved for {called}{place}, and "
            f"withdrawn{_withdrawal(profile)}{shown}.",
        )
    status = ApprovalStatus.APPROVED if relation is _Relation.SAME else ApprovalStatus.APPROVED_BROADER
    return Approval(status, f"By Open Targets, {profile.name} is approved for {called}{place}{shown}.")


def _relation(disease: Disease, use: Indication, diseases: Mapping[str, Disease]) -> _Relation | None:
    known = diseases.get(use.disease_id)
    use_id = known.id if known else use.disease_id
    if _is_use(disease, use, known):
        return _Relation.SAME
    if use_id in disease.ancestors:
        # "Approved for cancer" is how a source files a drug; it approves no particular cancer.
        covered = not known or not (is_too_broad(known) or disease_of_its_own(disease, known, diseases))
        return _Relation.BROADER if covered else None
    if _is_qualified(disease, use, known):
        return _Relation.BROADER
    if known and (disease.id in known.ancestors or _is_course_of(known, disease) or is_named_form(known, disease)):
        return _Relation.NARROWER
    return None if known and known.ancestors else _placed_relation(disease, use, known, diseases)


def _placed_relation(
    disease: Disease, use: Indication, known: Disease | None, diseases: Mapping[str, Disease]
) -> _Relation | None:
    """The relation of a use that has no place in the tree, by the place of the term that is the same.

    Where there is none, a use called as the disease with words before it ("ischemic stroke") is narrower.
    """
    above = [term for term in _terms_above(disease, diseases) if _is_use(term, use, known) and not is_too_broad(term)]
    if above:
        return None if any(disease_of_its_own(disease, term, diseases) for term in above) else _Relation.BROADER
    if any(disease.id in term.ancestors and _is_use(term, use, known) for term in diseases.values()):
        return _Relation.NARROWER
    called = words(use.disease_name)
    longer = any(name and called != name and called[-len(name) :] == name for name in _names(disease))
    return _Relation.NARROWER if longer else None


def _terms_above(disease: Disease, diseases: Mapping[str, Disease]) -> list[Disease]:
    return [diseases[ancestor] for ancestor in disease.ancestors if ancestor in diseases]


def _approved_apart(profile: DrugProfile, disease: Disease, diseases: Mapping[str, Disease]) -> str:
    """The sentence on an approved use that the disease stands under without being approved with it; empty for none."""
    for use in profile.approved_uses:
        known = diseases.get(use.disease_id)
        for term in _terms_above(disease, diseases):
            why = disease_of_its_own(disease, term, diseases) if _is_use(term, use, known) else ""
            if why and not is_too_broad(term):
                return f"The approval for {use.disease_name} does not cover it: {why}."
    return ""


def _is_qualified(disease: Disease, use: Indication, known: Disease | None) -> bool:
    """Whether a disease without a place in the ontology is called as the use with a word or two before it.

    "Paroxysmal atrial fibrillation" is a form of atrial fibrillation, where no parent says so. A name of one word says
    too little, unless the word before it tells a course: portal hypertension is no form of what lowers blood pressure.
    """
    if disease.ancestors or (known and is_too_broad(known)):
        return False
    name = words(disease.name)
    for called in _names(known) if known else {words(use.disease_name)}:
        before = name[: -len(called)]
        if called and name[-len(called) :] == called and 0 < len(before) <= QUALIFIERS:
            return not OTHER_DISEASE & set(before) and (len(called) > 1 or set(before) <= _COURSES)
    return False


def _is_course_of(use: Disease, disease: Disease) -> bool:
    """Whether the use is the acute, chronic, recurrent or severe form of the disease by a name of each.

    MONDO has kidney failure beside chronic kidney disease, which is also called "chronic renal insufficiency".
    """
    return any(name[:1] and name[0] in _COURSES and name[1:] in _names(disease) for name in _names(use))


def _is_use(disease: Disease, use: Indication, known: Disease | None) -> bool:
    """Whether the disease is the use itself: by id, by cross-reference of either side, or by name.

    ``known`` is the ontology's term of the use, where it has one.
    """
    use_id = known.id if known else use.disease_id
    if use_id == disease.id:
        return True
    if use_id.partition("_")[0] != disease.id.partition("_")[0] and (
        disease.is_cross_reference(use_id) or (known is not None and known.is_cross_reference(disease.id))
    ):
        return True
    use_names = _names(known) if known else {words(use.disease_name)}
    return bool(use_names & _names(disease)) and not (known and _another(known, disease))


def _kind(profile: DrugProfile, use: Indication) -> _Kind:
    approving = approving_reports(use)
    if profile.withdrawn or (approving and all(r.stage is ClinicalStage.WITHDRAWAL for r in approving)):
        return _Kind.WITHDRAWN
    return _Kind.COMBINATION if combination_reports(profile, use) else _Kind.APPROVED


def _withdrawal(profile: DrugProfile) -> str:
    withdrawals = [w for w in profile.warnings if w.kind.casefold().startswith("withdraw")]
    where = sorted({", ".join(str(part) for part in (w.country, w.year) if part) for w in withdrawals} - {""})
    why = sorted({w.toxicity_class for w in withdrawals if w.toxicity_class})
    return (f" ({'; '.join(where)})" if where else "") + (f" for {', '.join(why)}" if why else "")


def _names(disease: Disease) -> frozenset[tuple[str, ...]]:
    return _in_words(disease.name, disease.synonyms)


@kept(20_000)
def _in_words(name: str, synonyms: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """All names as words; kept, for every use of a drug is compared with every disease that is judged."""
    return frozenset(words(each) for each in (name, *synonyms)) - {()}


def _another(first: Disease, other: Disease) -> bool:
    """Whether diseases that share a name are two: in one ontology, unless each goes by the very name of the other.

    "CLL" or "chronic myeloid leukemia" is said of several diseases of MONDO; two ontologies have one by two ids.
    """
    if first.id.partition("_")[0] != other.id.partition("_")[0]:
        return False
    return words(first.name) not in _names(other) or words(other.name) not in _names(first)


def _called(disease: Disease | DiseaseRef) -> str:
    return f"{disease.name} ({disease.id})"

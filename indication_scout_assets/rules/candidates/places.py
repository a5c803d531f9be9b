"""Which list a candidate stands in and which place it has there; what takes no place, and why.

What belongs here: tried or new, kin, the same disease under two names, ties, the cut. The score is in ``formula``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...domain.candidates import Candidate, CandidateList, SetAside
from ...domain.diseases import Disease
from ...domain.drugs import DrugProfile
from ..names.heading_scope import MOST, is_most_of
from ..names.name_matching import words
from .disease_rules import is_named_form, not_a_candidate
from .use_path import used

BELOW_CUT_KEPT = 40
"""Diseases shown below the cut of each list, and of each other reason, at most."""
LEAST_SCORE = 0.01
"""A new disease below it has next to nothing behind it, such as a single drug hardly alike: its place stays empty."""
_KINDS = frozenset(words("disorder disease syndrome state condition"))
_ALL_KINDS = _KINDS | frozenset(words("neoplasm tumor"))
FEW_SUBTYPES = 20
"""A wider disease of more subtypes than this stands for none of them: heart disease is not heart failure."""

MANY = 1 / 3
"""So is one with more than this share of the subtypes and more than ``MOST`` as many drugs: renal cell carcinoma is the
kidney cancer that drugs are for."""

_SETTLED_ASIDE = frozenset(
    {SetAside.APPROVED_USE, SetAside.WITHDRAWN_USE, SetAside.WIDER_THAN_APPROVED_USE, SetAside.DRUG_CAUSES_IT}
)


def place(
    candidates: Iterable[Candidate],
    profile: DrugProfile,
    diseases: Mapping[str, Disease],
    keep: Mapping[CandidateList, int] | None,
) -> list[Candidate]:
    """The two lists, tried before new, each ranked from 1; then what is set aside, by reason.

    Tried diseases go by the drug's own development, then by the score; new ones by the score alone. Ties go by the
    furthest stage of any drug behind the candidate, how many there are, and how many drugs the disease has
    (``evidence_order``); only what is equal in all of that goes by name.

    Args:
        candidates: judged, with the reason where they are set aside already.
        profile: the drug, with its own uses.
        diseases: the ontology of all diseases that were looked up, by id.
        keep: how many places each list has in a report, where new diseases need a reason (``Candidate.has_reason``);
            ``None`` for every place of every disease, as all drugs at once are stored.
    """
    tried = _TriedDiseases(profile, diseases)
    judged = [_without_evidence(_beside_tried(c, tried)) for c in candidates]
    if keep is not None:
        judged = [_without_reason(candidate, profile) for candidate in judged]
    placed: list[Candidate] = []
    aside = [c for c in judged if c.set_aside is not None]
    for listed, order in _ORDERS.items():
        own = sorted((c for c in judged if c.set_aside is None and c.listed is listed), key=order)
        leading, folded = _fold(own)
        places = len(leading) if keep is None else keep[listed]
        placed += [c.model_copy(update={"rank": number}) for number, c in enumerate(leading[:places], start=1)]
        aside += folded
        aside += [_below(c, number, places) for number, c in enumerate(leading, start=1)][places:]
    return [*placed, *_aside_in_order(aside)]


# -- What takes no place -------------------------------------------------------------------------------------------


def _beside_tried(candidate: Candidate, tried: _TriedDiseases) -> Candidate:
    """A new disease that is a wider or narrower term of one the drug was tried in is set aside with its name."""
    if candidate.set_aside is not None or candidate.listed is CandidateList.TRIED:
        return candidate
    kin = tried.kin(candidate.disease)
    if kin is None:
        return candidate
    narrower = kin.id in candidate.disease.ancestors
    sentence = (
        f"{candidate.disease.name} is {'narrower' if narrower else 'wider'} than {kin.name}, "
        "in which the drug has been tried."
    )
    return _set_aside(candidate, SetAside.KIN_OF_TRIED, sentence)


class _TriedDiseases:
    """The diseases the drug was tried in; what lies under a chapter of medicine is no kin of it."""

    def __init__(self, profile: DrugProfile, diseases: Mapping[str, Disease]) -> None:
        tried = [diseases[i] for i in used(profile.indications) if i in diseases]
        self._wide = {disease.id: disease for disease in tried if not_a_candidate(disease, treated=True) is None}
        self._by_ancestor = {ancestor: disease for disease in tried for ancestor in disease.ancestors}

    def kin(self, disease: Disease) -> Disease | None:
        """A tried disease that is this one's wider or narrower term."""
        if disease.id in self._by_ancestor:
            return self._by_ancestor[disease.id]
        return next((self._wide[ancestor] for ancestor in disease.ancestors if ancestor in self._wide), None)


def _without_evidence(candidate: Candidate) -> Candidate:
    """A new disease that only one kind of data on a target leads to is evidence waiting for a finder."""
    open_and_new = candidate.set_aside is None and candidate.listed is CandidateList.NEW
    if not open_and_new or candidate.score.total >= LEAST_SCORE:
        return candidate
    if candidate.score.total > 0:
        return _set_aside(candidate, SetAside.BELOW_CUT, f"Its score, {candidate.score.total:.4f}, is next to nothing.")
    symbols = ", ".join(fact.symbol for fact in candidate.target_facts[:3]) or "no target"
    sentence = (
        f"{candidate.disease.name} is associated with {symbols} by one independent kind of data, in which direction is "
        "not known; no other drug leads to it."
    )
    return _set_aside(candidate, SetAside.TARGET_ALONE, sentence)


def _without_reason(candidate: Candidate, profile: DrugProfile) -> Candidate:
    """A new disease that nothing leads to which a scientist would give as a reason leaves the report's list."""
    if candidate.set_aside is not None or candidate.has_reason:
        return candidate
    near = next((f"; the nearest is {f.name}, {f.similarity:.2f} alike" for f in candidate.use.facts), "")
    genes = ", ".join(fact.symbol for fact in candidate.target_facts[:3])
    sentence = (
        f"No drug of its class reached phase 2 in {candidate.disease.name}, and no drug used alike acts as "
        f"{profile.name} does{near}."
    )
    if genes:
        sentence += f" What is known of {genes} tells no direction."
    return _set_aside(candidate, SetAside.NO_REASON, sentence)


def _fold(ordered: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates that lead their kin, with the kin's names, and those shown with a better one.

    A wider term goes with a narrower one that stands higher, for it adds nothing; a narrower term goes with a wider one
    of few subtypes, or most of which is its own; a disease under a second name goes with the first.
    """
    leaders, folded = _Leaders([candidate.disease for candidate in ordered]), list[Candidate]()
    kin: dict[str, list[str]] = {}
    for candidate in ordered:
        better = leaders.better(candidate.disease)
        if better is None:
            leaders.add(candidate)
            continue
        leaders.join(candidate.disease, better)
        kin.setdefault(better.id, []).append(candidate.disease.name)
        place = (
            "of which it is a form by its name" if is_named_form(candidate.disease, better) else "which stands higher"
        )
        sentence = f"{candidate.disease.name} is shown with {better.name}, {place}."
        folded.append(_set_aside(candidate, SetAside.SHOWN_WITH_KIN, sentence))
    return [c.model_copy(update={"kin": tuple(kin.get(c.disease.id, ()))}) for c in leaders.candidates], folded


class _Leaders:
    """The candidates that stand for themselves, found by name and by place in the ontology."""

    def __init__(self, diseases: Iterable[Disease]) -> None:
        self.candidates: list[Candidate] = []
        self._by_name: dict[tuple[str, ...], Disease] = {}
        self._by_synonym: dict[tuple[str, ...], Disease] = {}
        self._by_ancestor: dict[str, Disease] = {}
        self._by_id: dict[str, Disease] = {}
        self._by_parent: dict[str, list[Disease]] = {}
        for disease in diseases:
            for parent in disease.parents:
                self._by_parent.setdefault(parent.id, []).append(disease)
        self._by_kindless: dict[tuple[tuple[str, ...], int], Disease] = {}

    def add(self, candidate: Candidate) -> None:
        disease = candidate.disease
        self.candidates.append(candidate)
        self._by_name.setdefault(words(disease.name), disease)
        for synonym in disease.synonyms:
            self._by_synonym.setdefault(words(synonym), disease)
        for ancestor in disease.ancestors:
            self._by_ancestor.setdefault(ancestor, disease)
        self._by_id[disease.id] = disease
        if disease.descendant_count:
            self._by_kindless.setdefault((_without_kind(disease, _ALL_KINDS), disease.descendant_count), disease)

    def join(self, disease: Disease, leader: Disease) -> None:
        """A disease is shown with a leader: so is what is wider than it and stands lower."""
        for ancestor in disease.ancestors:
            self._by_ancestor.setdefault(ancestor, leader)

    def better(self, disease: Disease) -> Disease | None:
        """The disease that this one is a form of by its name, wherever it stands; or a leader that is the same by name,
        narrower, or wider and standing for this disease (``_stands_for``).
        """
        name = words(disease.name)
        same = self._by_name.get(name) or self._by_synonym.get(name)
        same = same or next((self._by_name[words(s)] for s in disease.synonyms if words(s) in self._by_name), None)
        # The ontology has one disorder of the marrow as a neoplasm and as a disease, each with as many subtypes.
        same = same or self._by_kindless.get((_without_kind(disease, _ALL_KINDS), disease.descendant_count))
        siblings = (each for parent in disease.parents for each in self._by_parent.get(parent.id, ()))
        same = same or next((each for each in siblings if is_named_form(disease, each)), None)
        if same is not None:
            return same
        if disease.id in self._by_ancestor:
            return self._by_ancestor[disease.id]
        wider = (self._by_id[ancestor] for ancestor in disease.ancestors if ancestor in self._by_id)
        return next((leader for leader in wider if _stands_for(leader, disease)), None)


def _stands_for(wider: Disease, form: Disease) -> bool:
    """Whether the wider disease has few subtypes, or the form most of them, or many of them and most drugs; or whether
    both are called the same but for a word such as "disorder" (anxiety under anxiety disorder).
    """
    if _without_kind(wider) == _without_kind(form):
        return True
    few = wider.descendant_count <= FEW_SUBTYPES
    drugs = (form.drug_count or 0) > MOST * (wider.drug_count or math.inf)
    share = MANY if drugs else MOST
    return few or is_most_of(form, wider, share)


def _without_kind(disease: Disease, kinds: frozenset[str] = _KINDS) -> tuple[str, ...]:
    """The name's words without those that any disease may have at its end."""
    name = words(disease.name)
    while len(name) > 1 and name[-1] in kinds:
        name = name[:-1]
    return name


def _below(candidate: Candidate, number: int, keep: int) -> Candidate:
    listed = "tried" if candidate.listed is CandidateList.TRIED else "new"
    sentence = f"Ranked {number} of the {listed} diseases, below the first {keep}."
    return _set_aside(candidate, SetAside.BELOW_CUT, sentence)


def _set_aside(candidate: Candidate, reason: SetAside, sentence: str) -> Candidate:
    return candidate.model_copy(update={"set_aside": reason, "set_aside_reason": sentence})


def _aside_in_order(aside: Sequence[Candidate]) -> list[Candidate]:
    """Settled uses and harms in full, then of every other reason the first; each in order of the score."""
    ordered = sorted(aside, key=_new_order)
    settled = [c for c in ordered if c.set_aside in _SETTLED_ASIDE]
    # What is below a cut keeps the order of its list, which the numbers in the sentences tell.
    of_reason: dict[SetAside, list[Candidate]] = {reason: [] for reason in SetAside if reason not in _SETTLED_ASIDE}
    for candidate in ordered:
        if candidate.set_aside in of_reason and candidate.set_aside is not SetAside.BELOW_CUT:
            of_reason[candidate.set_aside].append(candidate)
    rest = [c for candidates in of_reason.values() for c in candidates[:BELOW_CUT_KEPT]]
    below = [
        c
        for listed in CandidateList
        for c in [c for c in aside if c.set_aside is SetAside.BELOW_CUT and c.listed is listed][:BELOW_CUT_KEPT]
    ]
    return [*settled, *rest, *below]


# -- Order ---------------------------------------------------------------------------------------------------------


def evidence_order(candidate: Candidate) -> tuple[float, ...]:
    """What orders new diseases, all but the name: least is best.

    The score; then the furthest stage of any drug behind the candidate, how many targets and drugs there are, and for
    how many drugs of the field the disease is one to be tried in.
    """
    stages = [fact.stage.rank for fact in candidate.class_facts] + [fact.stage.rank for fact in candidate.use.facts]
    facts = len(candidate.target_facts) + len(candidate.class_facts) + candidate.use.drugs
    return (-candidate.score.total, -max(stages, default=-1), -facts, -(candidate.disease.drug_count or 0))


def _new_order(candidate: Candidate) -> tuple[object, ...]:
    return (*evidence_order(candidate), candidate.disease.name.casefold(), candidate.disease.id)


def _tried_order(candidate: Candidate) -> tuple[object, ...]:
    return (-candidate.score.own, *_new_order(candidate))


_ORDERS: dict[CandidateList, Callable[[Candidate], tuple[object, ...]]] = {
    CandidateList.TRIED: _tried_order,
    CandidateList.NEW: _new_order,
}

"""The words of a report: labels for typed values and plain sentences about them.

What belongs here: wording that the page and the Markdown share. Nothing here escapes or lays out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Final

from ...domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateList,
    ClassFact,
    OddsBand,
    SetAside,
    TargetDirection,
    TargetFact,
    UseFact,
)
from ...domain.diseases import NameMethod, NormalizedName
from ...domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, DrugWarning
from ...domain.findings.evidence import RankedArticle
from ...domain.findings.report import RunFacts
from ...domain.findings.statements import Polarity
from ...domain.outcomes import SourceState
from ...domain.records.articles import Article
from ...domain.records.labels import LabelIndication
from ...domain.records.trials import OPEN_STATUSES, STOPPED_STATUSES, ConditionMatch, DrugRole, StopReason, Trial
from ...rules.candidates import odds
from ...rules.language.sentences import sentences, split_clauses
from ...rules.literature.retraction_status import RETRACTED_WHY
from ...rules.names.name_matching import natural_order
from ...rules.trials.trial_outcomes import stop_reason

LONGEST_QUOTE: Final = 260
"""Characters of a quotation."""
_CLAUSE: Final = re.compile(";")
DEMONSTRATION: Final = (
    "Demonstration text written for this project; PMIDs and NCT ids are not real records. Drugs, targets and diseases "
    "are real."
)
CAVEAT: Final = (
    "This report gathers and sorts published records by machine. It is a starting point for scientists who check what "
    "they read; it is not medical advice, and a rank is not a probability that a drug works."
)
WITHDRAWN: Final = "This drug has been withdrawn in at least one country."
RETRACTED: Final = RETRACTED_WHY
MISSING: Final = "That a record is missing here does not mean that there is none."
SAFETY_UNREAD: Final = (
    "Safety was not read on labels: none with a safety text was found. Read the drug's whole label before you act on "
    "this page."
)
SUPERSEDED: Final = "Left out, because a newer version of the same Cochrane review was found:"
SCORE_FORMULA: Final = "score = 1 − (1 − w₁ × target path × direction) × (1 − w₂ × class path) × (1 − use path)"
SCORE_MEANING: Final = (
    "Every part lies between 0 and 1. The paths support each other and none vetoes. The target path says how "
    "strongly the drug's targets are associated with the disease, leaving out what is known from drugs already in use; "
    "the direction factor lowers it where the drug's action would go the wrong way. The class path says how far drugs "
    "with the same target and the same action came in this very disease. The use path says how many drugs that are "
    "given for much the same diseases were given for this one, lowered where more than a hundred drugs were. Where one "
    "kind of target evidence exists and no direction is known, it raises the odds of what the other paths found and "
    "does not qualify a candidate by itself."
)
APPROVAL: Final[Mapping[ApprovalStatus, str]] = {
    ApprovalStatus.APPROVED: "approved",
    ApprovalStatus.APPROVED_NARROWER: "approved in part",
    ApprovalStatus.APPROVED_BROADER: "subtype of an approved use",
    ApprovalStatus.COMBINATION_ONLY: "approved in combination only",
    ApprovalStatus.WITHDRAWN: "withdrawn",
    ApprovalStatus.NOT_APPROVED: "not approved",
    ApprovalStatus.UNKNOWN: "approval not known",
}
SET_ASIDE: Final[Mapping[SetAside, str]] = {
    SetAside.APPROVED_USE: "approved use",
    SetAside.WITHDRAWN_USE: "withdrawn use",
    SetAside.WIDER_THAN_APPROVED_USE: "wider than an approved use",
    SetAside.DRUG_CAUSES_IT: "the drug can cause it",
    SetAside.SAME_DIRECTION_AS_CAUSE: "its cause does what the drug does",
    SetAside.CONTRARY_ACTION: "drugs of the opposite action are for it",
    SetAside.NOT_TREATED: "named by records that treat nobody with the drug",
    SetAside.NOT_A_DISEASE: "not a disease",
    SetAside.TOO_BROAD: "too broad to be a candidate",
    SetAside.KIN_OF_TRIED: "related to a disease the drug has been tried in",
    SetAside.SHOWN_WITH_KIN: "shown with a wider or narrower disease, or under another name",
    SetAside.TARGET_ALONE: "one kind of data on a target alone",
    SetAside.NO_REASON: "no reason but drugs used alike",
    SetAside.BELOW_CUT: "ranked below the cut",
}
DIRECTION_WORD: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "benefit",
    Polarity.CONTRADICTS: "no benefit",
    Polarity.HARM: "harm",
    Polarity.MIXED: "mixed",
    Polarity.NEUTRAL: "inconclusive",
}
"""The direction of a study, a trial or a statement, in the order a reader should weigh them."""
STATE: Final[Mapping[SourceState, str]] = {
    SourceState.OK: "answered",
    SourceState.EMPTY: "answered: nothing there",
    SourceState.DEGRADED: "answered in part",
    SourceState.FAILED: "not checked: failed",
    SourceState.NOT_ASKED: "not asked",
}
NAME_METHOD: Final[Mapping[NameMethod, str]] = {
    NameMethod.CROSS_REFERENCE: "the ontology's own cross-reference",
    NameMethod.SYNONYM: "a synonym",
    NameMethod.LANGUAGE_MODEL: "a language model's proposal, checked",
    NameMethod.ORIGINAL: "nothing but the original name",
    NameMethod.UNANSWERED: "nothing, for nobody answered",
}
CONDITION: Final[Mapping[ConditionMatch, str]] = {
    ConditionMatch.EXACT: "same MeSH heading",
    ConditionMatch.TEXT: "same words, no heading",
}
ROLE: Final[Mapping[DrugRole, str]] = {
    DrugRole.EXPERIMENTAL: "studied drug",
    DrugRole.COMPARATOR: "compared with",
    DrugRole.UNCLEAR: "its role is not stated",
    DrugRole.MENTIONED: "only mentioned",
}
SYNTHESIZER: Final[Mapping[str, str]] = {
    "extractive": "quoting sentences of the records word for word (no language model)",
}
_DIRECTION: Final[Mapping[TargetDirection, str]] = {
    TargetDirection.AGREES: "The drug's action opposes what the target does in the disease, so it should help",
    TargetDirection.OPPOSES: "The drug's action goes the same way as the disease, so it may do harm",
    TargetDirection.MIXED: "The evidence disagrees on whether the drug's action should help",
    TargetDirection.UNKNOWN: "Nothing is known about whether the drug's action should help or harm",
}
DIRECTION_SHORT: Final[Mapping[TargetDirection, str]] = {
    TargetDirection.AGREES: "should help",
    TargetDirection.OPPOSES: "may harm",
    TargetDirection.MIXED: "mixed direction",
    TargetDirection.UNKNOWN: "direction unknown",
}
_VERBS: Final[Mapping[str, str]] = {
    "INHIBITOR": "inhibits",
    "ANTAGONIST": "blocks",
    "BLOCKER": "blocks",
    "INVERSE AGONIST": "turns down",
    "NEGATIVE ALLOSTERIC MODULATOR": "dampens",
    "NEGATIVE MODULATOR": "dampens",
    "DEGRADER": "degrades",
    "AGONIST": "activates",
    "PARTIAL AGONIST": "partly activates",
    "ACTIVATOR": "activates",
    "OPENER": "opens",
    "POSITIVE ALLOSTERIC MODULATOR": "enhances",
    "POSITIVE MODULATOR": "enhances",
    "STABILISER": "stabilises",
    "RELEASING AGENT": "releases",
    "BINDING AGENT": "binds",
    "SUBSTRATE": "is a substrate of",
}


def in_sentence(name: str) -> str:
    """A name as it stands within a sentence: sources write drug names in capitals, code names stay as they are."""
    return name.lower() if name.isupper() and not any(c.isdigit() for c in name) else name


def in_heading(name: str) -> str:
    """The same at the head of a line."""
    text = in_sentence(name)
    return text[:1].upper() + text[1:]


def verb(action_type: str | None) -> str:
    """What a drug with this action does to its target: ``inhibits``, ``activates``, … or ``acts on``."""
    return _VERBS.get((action_type or "").upper().replace("_", " ").strip(), "acts on")


def noun(action_type: str | None) -> str:
    """What a drug with this action is called: ``inhibitor``, ``agonist``, …"""
    return (action_type or "drug").lower().replace("_", " ")


def stage_name(stage: ClinicalStage | None) -> str:
    """A stage in words a reader knows: ``approved`` rather than ``approval``."""
    if stage is None:
        return "none recorded"
    special = {
        ClinicalStage.APPROVAL: "approved",
        ClinicalStage.PREAPPROVAL: "filed for approval",
        ClinicalStage.WITHDRAWAL: "withdrawn",
        ClinicalStage.UNKNOWN: "not known",
        ClinicalStage.IND: "cleared for first trials",
    }
    return special.get(stage, stage.text)


def stage_reached(stage: ClinicalStage) -> str:
    """The verb between a drug and a disease: ``reached phase 2 in``, ``was approved for``."""
    special = {
        ClinicalStage.APPROVAL: "was approved for",
        ClinicalStage.WITHDRAWAL: "was approved, later withdrawn, for",
        ClinicalStage.PREAPPROVAL: "was filed for approval in",
        ClinicalStage.UNKNOWN: "was studied in",
    }
    return special.get(stage, f"reached {stage.text} in")


def day(moment: date) -> str:
    """``3 May 2026``."""
    return f"{moment.day} {moment:%B %Y}"


def plural(number: int, singular: str, many: str = "") -> str:
    """``1 article``, ``2,500 articles``, ``no articles``."""
    words = singular if number == 1 else many or f"{singular}s"
    return f"{number:,} {words}" if number else f"no {words}"


def listed(names: Iterable[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def quoted_words(text: str, limit: int = LONGEST_QUOTE) -> str:
    """A quotation on one line: whole sentences from the first on, as many as ``limit`` characters hold, at least one.

    Of a first one that is longer the clauses with numbers are quoted, for they hold the result; it is whole where
    it has one clause alone, or no number. What is left out is marked by "…".
    """
    if len(flat := " ".join(text.split())) <= limit:
        return flat
    shown = [" ".join(text[: sentence.end].split()) for sentence in sentences(text)]
    fitting = [words for words in shown if len(words) <= limit]
    if fitting:
        return f"{fitting[-1]} …"
    *clauses, last = split_clauses(_CLAUSE, shown[0])
    parts = [*(f"{clause.strip()};" for clause in clauses), last.strip()]
    kept = [part for part, _ in groupby(part if re.search(r"\d", part) else "…" for part in parts)]
    first = " ".join(kept) if kept != ["…"] else shown[0]
    return first if len(shown) == 1 else f"{first} …"


def target_sentence(drug: DrugProfile, disease: str, fact: TargetFact) -> str:
    """Path 1 in one sentence, with the parts of the association score, largest first."""
    detail = score_parts(fact)
    action = verb(fact.action_type)
    return (
        f"{fact.symbol}, which {in_sentence(drug.name)} {action}, is associated with {disease} "
        f"(score {fact.score:.2f}{': ' + detail if detail else ''})."
    )


def score_parts(fact: TargetFact) -> str:
    """The parts of an association score, largest first: ``genetic association 0.30, literature 0.12``."""
    parts = sorted(fact.datatype_scores.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name.replace('_', ' ')} {score:.2f}" for name, score in parts)


def direction_sentence(fact: TargetFact) -> str:
    """What the direction of effect says, with the evidence counted."""
    counts = ", ".join(
        f"{number} {_counted(name, number)}" for name, number in sorted(fact.direction_counts.items()) if number
    )
    loss = f" Loss of {fact.symbol} is the disease: {fact.inherited_loss}." if fact.inherited_loss else ""
    return f"{_DIRECTION[fact.direction]}{f' (of the evidence, {counts})' if counts else ''}.{loss}"


def _counted(direction: str, number: int) -> str:
    singular, many = {
        TargetDirection.AGREES.value: ("agrees", "agree"),
        TargetDirection.OPPOSES.value: ("opposes", "oppose"),
        TargetDirection.UNKNOWN.value: ("says nothing", "say nothing"),
    }.get(direction, (direction, direction))
    return singular if number == 1 else many


def class_sentence(disease: str, fact: ClassFact) -> str:
    """Path 2 in one sentence: which drug, on which shared target, how far it came."""
    targets = ", ".join(fact.shared_targets)
    text = f"{in_sentence(fact.name)} ({noun(fact.action_type)} of {targets} too) {stage_reached(fact.stage)} {disease}"
    if fact.target_count > 1:
        text += f"; it has {fact.target_count} targets in all"
    if fact.stop_reasons:
        text += f"; trials were stopped for: {stop_reasons(fact)}"
    return text + "."


def stop_reasons(fact: ClassFact) -> str:
    """The reasons a source gives for stopped trials of a class drug, each once."""
    return ", ".join(dict.fromkeys(reason.replace("_", " ").lower() for reason in fact.stop_reasons))


def path_kind(candidate: Candidate) -> str:
    """``dual``, ``target``, ``class``, ``use`` for the use path alone, ``own`` for the drug's own trials alone.

    ``dual`` is target and class path, whatever the use path says.
    """
    if candidate.dual_path:
        return "dual"
    if candidate.target_facts or candidate.class_facts:
        return "target" if candidate.target_facts else "class"
    return "use" if candidate.use.drugs else "own"


def path_names(candidate: Candidate) -> str:
    """The path or paths that led here, in words."""
    names = [
        name
        for name, leads in (
            ("target path", candidate.target_facts),
            ("class path", candidate.class_facts),
            ("use path", candidate.use.drugs),
        )
        if leads
    ]
    return ", ".join(names) or "own trials only"


def reason(candidate: Candidate) -> str:
    """Why a scientist would try it, in one plain sentence; empty where no path leads to it.

    ``Tadalafil, which blocks the same target (PDE5A), reached phase 3 in it.``
    """
    if candidate.class_facts:
        fact = max(candidate.class_facts, key=lambda fact: fact.weight)
        same = _same_targets(fact.shared_targets)
        return f"{in_heading(fact.name)}, which {verb(fact.action_type)} {same}, {stage_reached(fact.stage)} it."
    if candidate.target_facts and candidate.score.own_place:
        gene = max(candidate.target_facts, key=lambda fact: (fact.direction is TargetDirection.AGREES, fact.score))
        agrees = gene.direction is TargetDirection.AGREES
        why = ", and the evidence says that this should help" if agrees else " by two kinds of evidence"
        return f"{gene.symbol}, which the drug {verb(gene.action_type)}, is associated with it{why}."
    if alike := candidate.mechanism_in_use or next(iter(candidate.use.facts), None):
        acts = f" and acts on {_same_targets(alike.shared_targets)}" if alike.shared_targets else ""
        return f"{in_heading(alike.name)}, which is used alike{acts}, {_use_reached(alike)} it."
    return f"Its target {candidate.target_facts[0].symbol} is associated with it." if candidate.target_facts else ""


def _same_targets(symbols: Sequence[str]) -> str:
    return f"the same target{'s' if len(symbols) > 1 else ''} ({', '.join(symbols[:3])})"


def _use_reached(fact: UseFact) -> str:
    """How far a drug used alike came; the reports behind an approval of it were not read."""
    return "is listed for" if fact.stage.rank >= ClinicalStage.APPROVAL.rank else stage_reached(fact.stage)


IDEAS: Final = "Ideas without evidence"
IDEAS_MEANING: Final = (
    "No paper on drug and disease, no trial and nothing on a target was found: only other drugs lead here."
)
LISTS: Final[Mapping[CandidateList, str]] = {
    CandidateList.TRIED: "Tried, not approved",
    CandidateList.NEW: "New to the drug",
}
_ORDER: Final = "Ordered by score; candidates without evidence, and those that may concern an approved use, come last."
LIST_MEANING: Final[Mapping[CandidateList, str]] = {
    CandidateList.TRIED: (
        "The drug has been given to patients with these diseases, according to Open Targets or to papers and trials "
        f"found here. {_ORDER}"
    ),
    CandidateList.NEW: (
        f"Open Targets lists no trial of the drug in these diseases or in those directly wider or narrower. {_ORDER}"
    ),
}


def odds_sentence(band: OddsBand) -> str:
    """What the band says, with what it rests on."""
    return (
        f"Of candidates like this about {band.value} were in a registered trial within six years; a trial is not a "
        f"success. Known for {odds.BASIS}."
        if band is not OddsBand.FEWER
        else f"Of candidates like this fewer than 1 in 100 were in a registered trial within six years. Known for "
        f"{odds.BASIS}."
    )


def use_sentence(candidate: Candidate) -> str:
    """Which drugs alike by use lead here, what they share with the drug, and how far they came."""
    facts = candidate.use.facts[:2]
    shared = list(dict.fromkeys(name for fact in facts for name in fact.shared))[:3]
    names = " and ".join(in_sentence(fact.name) for fact in facts)
    more = candidate.use.drugs - len(facts)
    others = (
        f"; {plural(more, 'further drug')} alike by use {'was' if more == 1 else 'were'} given for it" if more else ""
    )
    return (
        f"Used like {names}, which share{'s' if len(facts) == 1 else ''} {listed(shared)}; "
        f"{in_sentence(facts[0].name)} {_use_reached(facts[0])} this disease{others}."
    )


def own_sentence(drug: DrugProfile, candidate: Candidate) -> str:
    """The drug's own development for the disease; empty where none is recorded."""
    if candidate.own_stage is None:
        return ""
    reports = f" ({plural(candidate.own_reports, 'clinical report')})" if candidate.own_reports else ""
    return f"{in_heading(drug.name)} itself {stage_reached(candidate.own_stage)} {candidate.disease.name}{reports}."


def wider_heading(name: NormalizedName) -> str:
    """That the heading searched under covers more than the disease; empty where it does not."""
    if not name.is_broader:
        return ""
    return (
        f"Searched under the wider heading “{natural_order(name.term)}”; articles that do not name {name.disease_name} "
        "are shown apart, count as no study of it and add nothing to its score."
    )


def name_sentence(name: NormalizedName) -> str:
    """Under which name a disease was searched for, how that name was found, and how sure that is."""
    if name.method is NameMethod.UNANSWERED:
        return f"Searched under its original name, which may miss records: {name.note}"
    if not name.resolved:
        return f"Searched under its original name: no indexed name was found. {name.note}".strip()
    return f"Found through {NAME_METHOD[name.method]}, confidence {name.confidence:.2f}. {name.note}".strip()


def status_name(trial: Trial | ClinicalReport) -> str:
    """The status in words: ``active not recruiting``; empty where Open Targets gives none."""
    return (trial.status or "").replace("_", " ").lower()


def enrolment(trial: Trial) -> str:
    """``180 participants``, ``2,500 planned`` or ``enrolment not stated``."""
    if trial.enrollment is None:
        return "enrolment not stated"
    planned = trial.enrollment_type == "ESTIMATED" or (not trial.enrollment_type and trial.status in OPEN_STATUSES)
    return f"{trial.enrollment:,} planned" if planned else plural(trial.enrollment, "participant")


def results_posted(trial: Trial) -> str:
    """``yes``, ``no``, or ``not known`` where the registry does not say."""
    if trial.has_results is None:
        return "not known"
    return "yes" if trial.has_results else "no"


def stop_class(trial: Trial) -> str:
    """``slow enrolment``; ``not stated`` where a stopped trial gives no reason; else empty."""
    if not trial.why_stopped:
        return StopReason.NOT_STATED.value if trial.status in STOPPED_STATUSES else ""
    reason = stop_reason(trial.why_stopped)
    return "" if reason is StopReason.NOT_CLASSIFIED else reason.value


def stop_sentence(trial: Trial) -> str:
    """The registered reason in its own words, behind its class where it has one; empty where there is none."""
    written = f"“{trial.why_stopped}”" if trial.why_stopped else ""
    return ": ".join(filter(None, (stop_class(trial), written)))


def publication_types(article: Article) -> tuple[str, ...]:
    """Publication types worth printing, and that a study was made in animals.

    ``Journal Article`` says nothing, and that an article is a preprint is said apart.
    """
    silent = {"Journal Article", "Preprint"} if article.is_preprint else {"Journal Article"}
    types = tuple(t.name for t in article.publication_types if t.name not in silent)
    return ("animal study", *types) if article.animals_only else types


def pair_named(ranked: RankedArticle) -> str:
    """Which of the pair title or abstract names."""
    if ranked.names_drug and ranked.names_disease:
        return "drug and disease"
    return "drug only" if ranked.names_drug else "disease only" if ranked.names_disease else "neither"


def warning_sentence(warning: DrugWarning) -> str:
    """A withdrawal, boxed warning or contraindication in one sentence."""
    kind = "Boxed warning" if warning.kind.casefold() == "black box warning" else warning.kind.capitalize()
    where = f" ({warning.country})" if warning.country else ""
    when = f" in {warning.year}" if warning.year else ""
    what = "; ".join(part for part in (warning.toxicity_class, warning.description) if part)
    return f"{kind}{when}{where}{': ' + what if what else ''}".rstrip(".") + "."


def label_indications_summary(indications: Sequence[LabelIndication]) -> str:
    """``Indications texts on 21 labels, in 4 wordings``."""
    labels = sum(indication.labels for indication in indications)
    return f"Indications texts on {plural(labels, 'label')}, in {plural(len(indications), 'wording')}"


def versions(run: RunFacts) -> str:
    """Sources with their releases; a release that names its source is not doubled."""
    releases = sorted(run.data_versions.items())
    return ", ".join(v if v.startswith(source) else f"{source} {v}" for source, v in releases) or "no source"

"""Which source a question is put to first: the labels of the drug it names, or papers.

What belongs here: the decision, from the question alone as both sources read it. A label tells what a drug is, how it
is used and what it is warned of; papers tell what was found when something was tried. No model takes part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelIntent, QuestionShape
from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from ...domain.questions.routed_answers import AnswerRoute, AnswerSource
from ..labels.drug_aliases import DrugNames
from ..labels.label_attributes import is_content
from ..labels.label_words import meanings, question_words, stem, stems, words
from .compared_drugs import compared_with
from .uses_asked import use_asked

PAPERS_TELL_TOO = frozenset(
    """half_life protein_binding food_effect tmax cmax bioavailability volume steady_state clearance excretion
    metabolism lactation pregnancy fertility overdose dialysis monitoring geriatric pediatric onset duration dependence
    adverse_frequency common_adverse mechanism interaction studies together warning indication""".split()  # noqa: SIM905
)
"""Attributes of labels that papers report as well: where the label does not say them, papers are asked. Doses, forms,
storage, pictures and what is approved are the label's alone."""
_LABEL_OWN = frozenset(
    """structure_image boxed_warning missed_dose limitation_of_use molecular_weight formula half_life protein_binding
    food_effect tmax cmax bioavailability volume steady_state shelf_life disposal excipients max_dose crushing
    starting_dose dosage_forms how_supplied active_ingredient manufacturer approval contraindication mechanism
    driving""".split()  # noqa: SIM905
)
"""Attributes whose words are hardly ever said of an effect that was tried."""
_LABEL_WORDS = re.compile(
    r"\b(?:indicated|contra-?indicat\w+|approved|approval|licen[sc]ed|authori[sz]ed|prescribing information)\b", re.I
)
"""Words for what a label says, which no paper decides."""
_EVIDENCE = re.compile(
    r"\b(?:trials?|studies|study|meta-?analys[ei]s|systematic reviews?|evidence|randomi[sz]ed|cohort|observational"
    r"|placebo|mortality|survival|efficacy|efficacious|effectiveness|superior|inferior|non-?inferior\w*"
    r"|effective(?! (?:half|dose|contracep))"
    r"|cost-?effective\w*|outcomes?|prognos\w+|predict\w*|correlat\w+|associat\w+|biomarkers?|expression"
    r"|mice|mouse|rats?|rodents?|in vitro|in vivo|cells?|reviews?|literature|research|published|papers?)\b"
    r"|\bcompared (?:with|to)\b|\brelative to\b|\bin comparison (?:with|to)\b|\brisk factors?\b"
    r"|\b(?:increas|reduc|rais|lower)\w* (?:the |a )?(?:\w+ )?risk\b",
    re.IGNORECASE,
)
"""Words of studies and of what they measure."""
_BENEFITS = re.compile(
    r"^(?:do|does|did|can|could|will|would|may|might)\s(?P<subject>.+?)\s(?:\w+ly\s)?"
    r"(?:improve|reduce|prevent|protect|lower|decrease|delay|enhance|benefit|ameliorate|alleviate|relieve|attenuate"
    r"|affect|influence|alter|change|modify|modulate|promote|accelerate|prolong|shorten|help(?: with| in| for)?"
    r"|make (?:\w+ )?lose"
    r"|work(?: well)? (?:in|for|against)|slow|reverse|cure)\s"
    r"(?P<outcome>.+)$",
    re.IGNORECASE,
)
"""Questions of what a drug does to a course or an outcome."""
_OF_LABEL_USE = re.compile(
    r"^(?:the |a |an )?(?:dos\w+|absorption|bioavailability|half|clearance|exposure|levels? of|metabolism|excretion"
    r"|prothrombin|qt|fetus|baby|milk)",
    re.IGNORECASE,
)
"""Outcomes that are a label's subject."""
_BETTER = re.compile(r"\bwhich\b.*\b(?:more|less|better|worse|faster|longer)\b", re.IGNORECASE)
_TITLE = re.compile(r"\w[:–]\s(?!(?:what|how|which|when|who|where)\b)|\w--\w|\w\w[.?!]\s+[A-Z]")
"""Two parts, as titles of papers have."""
_ON_PEOPLE = frozenset({"pediatric", "geriatric", "pregnancy", "renal_dose", "hepatic_dose", "warning", "together"})
"""Attributes whose words name people or diseases, of which papers speak as well."""
_OF_DOSES = frozenset(
    {"dose", "starting_dose", "max_dose", "dose_interval", "titration", "duration", "renal_dose", "hepatic_dose"}
)
"""Attributes of which papers tell what was tried, where labels are held in part and cannot say them."""
_TRIED_DOSE = re.compile(
    r"\b(?:mean|median|average) (?:daily )?dos(?:e|age)s?\b"
    r"|\b(?:what|which) (?:\w+ )?dos(?:e|age)s?\b.*\b(?:was|were)\b.*\b(?:used|given|taken|tried|tested)\b",
    re.IGNORECASE,
)
"""Questions of the dose that a study used."""
_OF_COMPARISONS = frozenset(
    {"", "together", "studies", "indication", "common_adverse", "adverse_frequency", "organ_harm"}
)
"""Attributes by which a question that compares two treatments is one on their effects."""
_DOSE = re.compile(r"\bdos(?:e|es|ed|age|ing)\b", re.IGNORECASE)
HELD = 0.6
"""Share of a question's words that facts of a label must hold to stand in for papers."""
LONG = 9
"""Words beside the drug's name from which a question without a label's attribute is one on evidence."""
LONG_ON_PEOPLE = 11
"""Words beside the drug's name from which a question that names people or diseases and no dose is one on evidence."""


def stands_in(label: LabelAnswer) -> bool:
    """Whether what labels answer may stand where papers have no answer: its facts hold most of what was asked.

    A label is found by its attribute, so that a question on the course of a kidney disease finds the dose in renal
    impairment.
    """
    if label.status is not AnswerStatus.ANSWERED:
        return False
    asked = {stem(word) for word in label.intent.words if not _EVIDENCE.fullmatch(word)} - question_words().plain
    shown = " ".join(f"{f.title} {f.heading} {f.lead_in} {f.header} {f.group} {f.text}" for f in label.facts)
    have = frozenset(stems(shown))
    return sum(bool(meanings(word) & have) for word in asked) >= HELD * len(asked)


def asks_label_alone(intent: LabelIntent) -> bool:
    """Whether a question asks what hardly anything but a label says."""
    return intent.attribute in _LABEL_OWN


def route(intent: LabelIntent, frame: QuestionFrame, names: DrugNames) -> AnswerRoute:
    """Where a question is put first, and where then.

    Args:
        intent: the question as labels read it.
        frame: the question as papers read it.
        names: of all drugs whose labels are held.
    """
    if intent.shape is not QuestionShape.ADVICE and not intent.drugs and not intent.suggestions:
        if intent.attribute and not any(is_content(word) for word in words(frame.text)):
            return AnswerRoute(first=AnswerSource.LABELS, reason="The question asks a label's subject of no drug.")
        return AnswerRoute(first=AnswerSource.PAPERS, reason="The question names no drug whose labels are held.")
    if reason := next(_of_label(intent, frame), ""):
        return AnswerRoute(first=AnswerSource.LABELS, reason=reason)
    if reason := next(_of_evidence(intent, frame, names), ""):
        return AnswerRoute(first=AnswerSource.PAPERS, then=AnswerSource.LABELS, reason=reason)
    what = intent.attribute.replace("_", " ")
    if use_asked(frame.text, names):
        reason = "The question asks what a drug is good for."
        return AnswerRoute(first=AnswerSource.LABELS, then=AnswerSource.PAPERS, reason=reason)
    papers_too = bool(intent.drugs) and (not what or intent.attribute in PAPERS_TELL_TOO)
    return AnswerRoute(
        first=AnswerSource.LABELS,
        then=AnswerSource.PAPERS if papers_too else None,
        if_in_part=bool(intent.drugs) and intent.attribute in _OF_DOSES,
        reason=f"The question asks a label's subject, {what}."
        if what
        else "The question asks what is known of a drug.",
    )


def _of_label(intent: LabelIntent, frame: QuestionFrame) -> Iterator[str]:
    """Why only a label may answer."""
    if intent.shape is QuestionShape.ADVICE:
        yield "The question asks what somebody should do."
    if intent.shape is QuestionShape.IMAGE:
        yield "The question asks for a picture of a label."
    if _is_comparison(frame):
        return  # an arm of a trial may be "open-label"
    asks_label = any(pattern.search(intent.question) for pattern in question_words().asks_the_label)
    if asks_label or _LABEL_WORDS.search(intent.question):
        yield "The question asks what a label says."


def _of_evidence(intent: LabelIntent, frame: QuestionFrame, names: DrugNames) -> Iterator[str]:
    """Why a question is one on evidence."""
    question = " ".join(intent.question.split()).rstrip("?!. ")
    own = intent.attribute in _LABEL_OWN
    if _is_comparison(frame):
        yield "The question asks for the effect of one thing against another."
    if _EVIDENCE.search(question) and not (own and intent.shape is QuestionShape.COMPARE):
        yield "The question asks what studies found."
    if own:
        return
    if _TRIED_DOSE.search(question):
        yield "The question asks which dose was tried."

    def tells_effect(subject: str, outcome: str) -> bool:
        of_drug = not intent.drugs or bool(names.named_in(subject))
        return of_drug and bool(outcome) and not _OF_LABEL_USE.match(outcome)

    if frame.kind is QuestionKind.EFFECT and tells_effect(frame.subject, frame.outcome):
        yield "The question asks for the effect of a drug."
    if (benefit := _BENEFITS.match(question)) and tells_effect(benefit["subject"], benefit["outcome"]):
        yield "The question asks what a drug does to an outcome."
    if _TITLE.search(question):
        yield "The question reads as the title of a paper."
    if intent.attribute in _OF_COMPARISONS and compared_with(question):
        yield "The question compares two treatments."
    if not intent.attribute and (intent.shape is QuestionShape.COMPARE or _BETTER.search(question)):
        yield "The question compares two treatments."
    on_people = intent.attribute in _ON_PEOPLE and not _DOSE.search(question)
    if len(intent.words) >= (LONG_ON_PEOPLE if on_people else LONG) and (on_people or not intent.attribute):
        yield "The question names more than a drug and one thing about it."


def _is_comparison(frame: QuestionFrame) -> bool:
    return frame.kind is QuestionKind.EFFECT and bool(frame.comparator)

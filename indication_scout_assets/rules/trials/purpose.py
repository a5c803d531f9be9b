"""Whether a registered study treats: its purpose, and whether it gives drugs or watches what people take.

What belongs here: the registered purpose and study type, and where the registry gives none, words that leave no doubt:
"pharmacovigilance", "chart review", "bioequivalence". What no word denies is taken for treatment.
"""

from __future__ import annotations

import re

from ...domain.records.trials import Trial

TREATMENT, SUPPORTIVE_CARE = "TREATMENT", "SUPPORTIVE_CARE"
_TO_TREAT = frozenset({TREATMENT, SUPPORTIVE_CARE})
OTHER_PURPOSES = {
    "PREVENTION": "prevention",
    "DIAGNOSTIC": "diagnosis",
    "BASIC_SCIENCE": "basic science",
    "SCREENING": "screening",
    "HEALTH_SERVICES_RESEARCH": "health services research",
    "DEVICE_FEASIBILITY": "feasibility of a device",
    "ECT": "educational or training",
    "OTHER": "another one",
}
"""Registered purposes that are not treatment, in words."""
MAY_TREAT = frozenset({"PREVENTION", "OTHER"})
"""Other purposes than treatment that speak against no use of the drug."""
MANY_DRUGS = 12
"""Drugs a trial may list and still give each of them by its plan; a survey lists what its patients take."""
_WATCHES = {"OBSERVATIONAL": "It only observes", "EXPANDED_ACCESS": "It is expanded access, no trial"}
_SURVEY_TITLE = re.compile(
    r"\b(?:pharmaco-?\s?vigilance|post-?\s?marketing|(?:safety|drug|treatment) surveillance"
    r"|surveillance (?:study|program\w*)"
    r"|chart reviews?|medical records?|retrospective|observational|cross-?sectional|cohort stud(?:y|ies)|surveys?"
    r"|(?:patient|disease|treatment|prospective|national) registry|drug utili[sz]ation|prescri(?:bing|ption) patterns?"
    r"|natural history|case-?control|non-?interventional|systematic review|meta-?analysis|real[- ]world)\b",
    re.IGNORECASE,
)
_SURVEY_SUMMARY = re.compile(
    r"\b(?:pharmaco-?\s?vigilance|chart reviews?|retrospective(?:ly)?|observational study|non-?interventional"
    r"|post-?\s?marketing surveillance)\b",
    re.IGNORECASE,
)
_KINETIC_TITLE = re.compile(
    r"\b(?:bio-?equivalence|(?:relative )?bio-?availability|drug[- ](?:drug )?interactions?|food effects?|healthy"
    r" (?:\w+ )?(?:volunteers?|subjects?|participants|adults|men|women))\b",
    re.IGNORECASE,
)
_BY_CHANCE = re.compile(r"\brandomi[sz]", re.IGNORECASE)


def not_to_treat(trial: Trial) -> str:
    """Why the study is none that treats with its drugs, in one plain sentence; empty where it is one.

    A registered purpose and study type decide. Without them title, summary and the number of drugs do.
    """
    if trial.study_type in _WATCHES:
        return f"{_WATCHES[trial.study_type]}: nobody is given the drug by its plan."
    if trial.primary_purpose in OTHER_PURPOSES:
        return f"The registered purpose is {OTHER_PURPOSES[trial.primary_purpose]}, not treatment."
    if trial.primary_purpose in _TO_TREAT:
        return ""
    return _by_words(trial)


def gives_nobody(trial: Trial) -> str:
    """Why nobody is given its drugs to be helped, as ``not_to_treat``; empty where it may be so.

    Prevention counts as use, and a purpose called "other" says nothing.
    """
    return "" if trial.primary_purpose in MAY_TREAT else not_to_treat(trial)


def _by_words(trial: Trial) -> str:
    titles = f"{trial.title} . {trial.official_title}"
    if kinetic := _KINETIC_TITLE.search(titles):
        return f"By its title (“{kinetic[0]}”) it does not treat."
    by_chance = trial.allocation == "RANDOMIZED" or _BY_CHANCE.search(f"{titles} {trial.summary}")
    survey = None if by_chance else _SURVEY_TITLE.search(titles) or _SURVEY_SUMMARY.search(trial.summary)
    if survey:
        return f"It watches what people take (“{survey[0]}”) and gives no drug by a plan."
    drugs = sum(i.kind.upper() in {"DRUG", "BIOLOGICAL"} for i in trial.interventions)
    if drugs > MANY_DRUGS and not by_chance:
        return f"It lists {drugs} drugs: what its patients take, not what it gives them."
    return ""


def title_of_survey(title: str) -> str:
    """The words of a title that make its study a survey or a test in healthy people; empty where none do."""
    if _BY_CHANCE.search(title):
        return ""
    words = _SURVEY_TITLE.search(title) or _KINETIC_TITLE.search(title)
    return words[0] if words else ""

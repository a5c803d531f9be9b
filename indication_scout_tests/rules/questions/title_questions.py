"""Judged questions of yes and no made of titles that state what was found, to see whether rules fit more than the
questions they were written on.

What belongs here: the making. "Tea does not prevent colds" becomes "Does tea prevent colds?", answered no; "Tea
prevents colds" becomes the same question, answered yes. The answers are the authors' own, and nobody's "maybe".
``python -m indication_scout_tests.rules.questions.title_questions FILE`` reads PubMed's XML, which is no part of the
repository, and prints JSON lines in the form of ``docs/questions.md``, with ``title_asks`` so that the title itself is
left out of the search. With ``--turned`` it prints those with a verb of direction instead, turned round: "Does tea
cause colds?" of "Tea prevents colds", answered no.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

from indication_scout_assets.sources.ncbi.pubmed_xml import read_articles

SHORTEST = 400
"""Characters of an abstract; a shorter one seldom concludes."""
LONGEST_SUBJECT = 14
"""Words before the verb of a title that affirms; more are seldom one subject."""
_REST = r"(?P<rest>[^:?]+?)(?:[:.].*)?$"
_SUBJECT = r"^(?P<subject>[^:?.]+?)"
_LACK = r"^(?:lack of|no evidence (?:for|of)|no) (?:an? )?"
_VERBS = (
    "improves?|reduces?|increases?|predicts?|affects?|enhances?|prevents?|influences?|decreases?|inhibits?|attenuates?"
    "|promotes?|causes?|induces?|modulates?|alters?|protects?|stimulates?|lowers?|delays?|facilitates?|suppresses"
    "|contributes?|impairs?|provides?|shortens?|prolongs?|potentiates?|modif(?:y|ies)|accelerates?"
)
_FITNESS = (
    "associated|related|linked|correlated|effective|safe|superior|useful|feasible|beneficial|an? independent"
    r"|an? \w+ predictor|protective|well tolerated"
)
_FORMS = tuple(
    (label, re.compile(pattern, re.IGNORECASE), question)
    for label, pattern, question in (
        (
            "no", rf"{_SUBJECT} (?:does|do|did|may|can) not (?:\w+ly )?(?P<verb>\w+) {_REST}",
            "Does {subject} {verb} {rest}?",
        ),
        ("no", rf"{_SUBJECT} (?P<be>is|are|was|were) not {_REST}", "{be} {subject} {rest}?"),
        ("no", rf"{_LACK}(?:effects?|influence) of (?P<subject>[^:?]+?) on {_REST}", "Does {subject} affect {rest}?"),
        (
            "no", rf"{_LACK}(?:\w+ )?association (?:between|of) (?P<subject>[^:?]+?) (?:and|with) {_REST}",
            "Is {subject} associated with {rest}?",
        ),
        (
            "yes", rf"{_SUBJECT} (?P<be>is|are|was|were) (?:\w+ly )?(?P<rest>(?:{_FITNESS}) [^:?]+?)(?:[:.].*)?$",
            "{be} {subject} {rest}?",
        ),
        (
            "yes", rf"^(?P<subject>(?:(?! to\b| that\b| which\b)[^:?.])+?) (?P<verb>{_VERBS}) {_REST}",
            "Does {subject} {verb} {rest}?",
        ),
    )
)  # fmt: skip
_NO_FINDING = re.compile(
    r"protocol|\bto (?:improve|reduce|prevent|increase|promote|enhance)|how |interventions? (?:that|which)"
    r"|\beffects? of|influence of|^\[?the effect|\?",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|no|lack|does|do|influence|effects?)\b", re.IGNORECASE)
_TWO_FINDINGS = re.compile(r" (?:but|while) ")


class TitleQuestion(NamedTuple):
    """A question and its answer, yes or no."""

    question: str
    label: str


_OTHER_WAY = {
    "increase": "reduce",
    "reduce": "increase",
    "decrease": "increase",
    "lower": "raise",
    "attenuate": "aggravate",
    "prevent": "cause",
    "cause": "prevent",
    "induce": "prevent",
    "delay": "accelerate",
    "improve": "worsen",
    "enhance": "reduce",
    "inhibit": "enhance",
    "impair": "improve",
    "stimulate": "inhibit",
    "promote": "inhibit",
    "accelerate": "delay",
    "shorten": "prolong",
    "prolong": "shorten",
}
_WAY = re.compile(rf"(?P<before>Does .+? )(?P<verb>{'|'.join(_OTHER_WAY)})(?P<rest>\b.*)$", re.IGNORECASE)


def question_of(title: str) -> TitleQuestion | None:
    """The question a title answers; ``None`` where it states no single finding."""
    title = title.strip()
    if "?" in title or (_NO_FINDING.search(title) and not re.match(r"lack|no ", title, re.IGNORECASE)):
        return None
    for label, pattern, question in _FORMS:
        match = pattern.match(title)
        if match is None:
            continue
        affirms = label == "yes"
        if affirms and (len(match["subject"].split()) > LONGEST_SUBJECT or _DENIES.search(title)):
            return None
        if _TWO_FINDINGS.search(title):
            return None
        parts = match.groupdict()
        if affirms and "verb" in parts:
            parts["verb"] = _infinitive(parts["verb"])
        if "be" in parts:
            parts["be"] = parts["be"].capitalize()
        return TitleQuestion(question.format(**parts), label)
    return None


def _infinitive(verb: str) -> str:
    verb = verb.lower()
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if re.search(r"(?:ss|sh|ch|x)es$", verb):
        return verb[:-2]
    return verb.removesuffix("s")


def turned_round(asked: TitleQuestion) -> TitleQuestion | None:
    """The question whether it goes the other way, which a paper that affirms the one denies; ``None`` without a way."""
    if asked.label != "yes" or not (match := _WAY.match(asked.question)):
        return None
    verb = _OTHER_WAY[match["verb"].lower()]
    return TitleQuestion(f"{match['before']}{verb}{match['rest']}", "no")


def main(files: list[str]) -> None:
    """Print the questions of the records in these files."""
    turned = "--turned" in files
    for name in (name for name in files if name != "--turned"):
        with Path(name).open("rb") as file:
            for article in read_articles(file):
                asked = question_of(article.title) if article.pmid and len(article.abstract) >= SHORTEST else None
                if asked and turned:
                    asked = turned_round(asked)
                if asked:
                    print(json.dumps({**asked._asdict(), "pmid": article.pmid, "title_asks": True}))


if __name__ == "__main__":
    main(sys.argv[1:])

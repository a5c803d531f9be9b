"""What the safety sections of labels say against the drug in one disease, sentence by sentence.

What belongs here: which sentences forbid the drug in the disease, give the disease to the drug, list it as an unwanted
effect or warn of it. What a finding takes away from the score is decided in ``harms``; approved uses are in
``rules.labels.label_rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...domain.findings.assessment import HarmKind
from ...domain.records.labels import Label, LabelMention
from ..labels.label_rules import WEIGHTS, is_single_ingredient, mentions, names_whole
from ..language.mentions import DISEASE, Pair
from ..names.name_matching import fold, names_in
from ..stance.polarity import caused_by_drug

SECTION_WORDS = {
    "contraindications": "contraindications name",
    "warnings": "warnings name",
    "boxed_warning": "boxed warning names",
    "adverse_reactions": "adverse reactions name",
    "indications": "indications name",
}
MOST_READ = 60
"""Sentences of one label's section that are looked at: one on a beta blocker names heart failure some fifty times."""
LONGEST = 260
"""Characters of a longer sentence that are shown, those around the name."""
MOST_OF_A_KIND = 3
"""Unwanted effects, and cautions, told of one disease."""
_TOLD_OF = (HarmKind.LISTED_EFFECT, HarmKind.WARNED)
_NOT_FORBIDDEN = re.compile(r"\bnot\s+(?:\w+\s+){0,2}?contraindicated\b|\bno\s+(?:known\s+)?contraindications?\b")
_CLAUSE_END = re.compile(r"[;:.•]|\bpatients\s+(?:with|who)\b")
_REACTION = re.compile(r"\bhypersensitiv|\ballerg|\banaphyla|\breactions?\b|\bhave\s+been\s+reported\b")
_REACTION_TO = re.compile(r"^\s+(?:reactions?\s+)?to\b")
_REASON = re.compile(
    r"\bbecause\b|\bdue\s+to\b|\b(?:risk|incidence|likelihood)\s+(?:of|for)\b|\b(?:caus|induc)(?:e|ing)"
)
"""Before the disease's name: it is what the drug brings about, not what forbids it."""

_NOT_FOR = re.compile(
    rf"\bnot\s+(?:\w+\s+){{0,2}}?(?:recommended|indicated|intended|used|given|administered)\b[^.;]*{re.escape(DISEASE)}"
)
_FORBIDDEN_USE = re.compile(rf"(?<!not )\bcontraindicated\s+(?:in|for)\b[^.;]*{re.escape(DISEASE)}")
"""In a sentence of the indications: a limitation of use, and a use that is forbidden there."""
_FORBIDS = re.compile(
    r"\bcontraindicat|\b(?:do|does|should|must|may|can)\s*not\b|\bnever\b|\bavoid|\bnot\s+be\b|\bforbid|\bexclud"
    r"|\bnot\s+recommended\b|\bunsafe\b"
)
_TELLS = re.compile(r"(?<!\bwho\s)(?<!\bwhich\s)(?<!\bthat\s)\b(?:is|are|was|were|should|will|may|can)\b")
"""A sentence that says something; a contraindication without a verb is an item of the list of them."""

_PIECE_END = re.compile(r"[;.•]\s|\bbut\b|\bhowever\b")
_SETTING = re.compile(
    r"\b(?:patients?|people|persons?|adults|children|subjects|individuals|those|women|men|infants|adolescents)\s+"
    r"(?:\([^()]*\)\s*)?(?:(?!treated\b|receiving\b|taking\b)[\w,-]+\s+){0,4}?"
    r"(?:with|having|have|had|suffering|at\s+risk|treated\s+for)\b(?!\s+been\b)"
    r"|\bhistory\s+of\b|\bfactors?\b|\bpre-?existing\b|\bunderlying\b|\bknown\b|\bbaseline\b|\bindicated\b"
    r"|\b(?:treatment|therapy|management|diagnosis|drugs?|use[ds]?|agents?|medications?|prophylaxis)\s+(?:of|for|in)\b"
    r"|\btreat(?:ed|ing|s)?\s+for\b|\bto\s+treat\b|\b(?:trials?|stud(?:y|ies))\s+(?:of|in|on|for)\b|\bsecondary\s+to\b"
    r"|\bdue\s+to\b|\bcaused\s+by\b|\b(?:evaluated|studied|tested|safety|efficacy)\b[^.;,]*\bin\s*$"
)
"""Before the name, in its clause: the disease is whom the drug is given to, or what something else comes of."""
_OF_STUDIES = re.compile(r"(?:trials?|stud(?:y|ies)|treatment|therapy|drugs?|agents?|medications?|use[ds]?)\b")
_SETTING_AFTER = re.compile(
    r"^[\s-]+(?:clinical\s+)?"
    r"(?:patients?|population|trials?|stud(?:y|ies)|medications?|medicines?|drugs?|therap(?:y|ies)"
    r"|treatments?"
    r"|agents?|insipidus|who|should|must|may\s+(?:be|have|require|need))\b"
)
_CAUTION = re.compile(
    r"\b(?:caution\w*|avoid\w*|should\s+not|must\s+not|not\s+recommended|closely|careful\w*|monitor\w*|exacerbat\w*"
    r"|aggravat\w*|worsen\w*|precipitat\w*|mask(?:s|ed|ing)?|(?:increas\w+|higher|greater|at|the)\s+risk"
    r"|more\s+(?:likely|susceptible|prone)|deteriorat\w*|fatal)\b"
)
_OCCURS = re.compile(
    r"\b(?:reported|occur\w*|develop(?:ed|s|ment)?|observed|experienc\w*|associated\s+with|risks?\s+of|incidence\s+of"
    r"|caus(?:e|es|ed|ing)|induc\w*|leads?\s+to|leading\s+to|result(?:s|ed|ing)?\s+in|precipitat\w*|exacerbat\w*"
    r"|worsen\w*|aggravat\w*|(?:adverse|serious|other)\s+(?:reactions?|events?|effects?)|reactions|cases\s+of)\b"
)
_DENIED_BEFORE = re.compile(
    r"\b(?:no|not|without|neither|nor|never|unlikely|lack\s+of|absence\s+of|fail(?:ed|s)?|cannot"
    r"|rather\s+than|other\s+than)"
    r"\b[^.;:]*$|\b(?:reduc|decreas|prevent|protect|improv|reliev|lower|diminish)\w*\b[^.;:,]{0,60}$"
)
_DENIED_AFTER = re.compile(
    r"^[^.;:,]{0,40}\b(?:not|no\s+more|similar|comparable|less\s+(?:often|frequent)|improv\w+|decreas\w+|reduc\w+)\b"
)
_UNKNOWN = re.compile(r"\bnot\s+(?:\w+\s+){0,2}?(?:established|studied|evaluated|investigated|known|determined)\b")
_DEGREES = frozenset(
    "acute generalized increased new-onset onset worsening aggravated exacerbated transient reversible occasional rare "  # noqa: SIM905
    "recurrent symptomatic toxic clinical fatal nonfatal serious drug-induced dose-related possible of".split()
)
"""Words before a name that tell its course; after others ("pulmonary") the name may be part of another."""

_AFTER = frozenset(
    "a after and are as at because before but by can could during for from had has have if in including is "  # noqa: SIM905
    "leading may might mellitus occurred occurs of on or patients pectoris reported requiring resulting secondary "
    "should that to was were when which while who with within".split()
)
"""Words that may follow a name."""


class LabelFinding(NamedTuple):
    """A sentence of a label's safety sections against the drug in a disease."""

    kind: HarmKind
    mention: LabelMention
    sign: str
    """The sign of the disease that is named in its place; empty where the disease itself is."""
    folded_name: str
    """The name as found, folded."""
    doubt: str
    """Why it may be about something else; empty where it is not."""

    @property
    def words(self) -> str:
        """The sentence; of a long list of effects what stands around the name."""
        text = self.mention.sentence
        if self.kind not in _TOLD_OF or len(text) <= LONGEST:
            return text
        named = fold(text).find(self.folded_name) if self.folded_name else 0
        start = max(0, min(named - LONGEST // 2, len(text) - LONGEST))
        start = text.rfind(" ", 0, start) + 1 if start else 0
        end = text.find(" ", start + LONGEST)
        return ("… " if start else "") + (text[start:] if end < 0 else f"{text[start:end]} …")

    @property
    def counts(self) -> bool:
        """Whether it may lower the score: the disease itself is named, beyond doubt."""
        return not (self.sign or self.doubt)


def label_findings(labels: Sequence[Label], pair: Pair) -> Iterator[LabelFinding]:
    """What the labels say against the drug in the disease, the strongest sections first.

    Of unwanted effects and cautions ``MOST_OF_A_KIND`` are told, those naming the disease before those naming a sign.
    """
    told_of = dict.fromkeys(_TOLD_OF, 0)
    places = set()
    for finding in (*_naming(labels, pair, ""), *_naming_signs(labels, pair)):
        place = (finding.kind, finding.mention.key)
        if place in places:  # two signs in one sentence
            continue
        places.add(place)
        if finding.kind in told_of:
            told_of[finding.kind] += 1
            if told_of[finding.kind] > MOST_OF_A_KIND:
                continue
        yield finding


def _naming_signs(labels: Sequence[Label], pair: Pair) -> Iterator[LabelFinding]:
    for sign in signs_of(pair.disease_names):
        of_sign = Pair(pair.drug_names, (sign,))
        for finding in _naming(labels, of_sign, sign):
            if not names_in(finding.mention.sentence, pair.disease_names):
                yield finding


def _naming(labels: Sequence[Label], pair: Pair, sign: str) -> Iterator[LabelFinding]:
    of_several = {label.set_id for label in labels if not is_single_ingredient(label)}
    for mention in mentions(labels, pair.disease_names, most=MOST_READ):
        if mention.kind not in SECTION_WORDS:
            continue
        kind = _kind_of(mention, pair)
        if sign and kind is HarmKind.CAUSES_DISEASE:
            kind = HarmKind.LISTED_EFFECT
        if kind is None:
            continue
        if kind in _TOLD_OF:
            whole = names_whole(mention.sentence, pair.disease_names, _DEGREES)
            if not (whole and _ends_there(mention.sentence, pair.disease_names)):
                continue
            doubt = ", of a combination," if mention.set_id in of_several else ""
        else:
            in_doubt = mention.score < WEIGHTS[mention.kind]
            doubt = ", of a combination or where the name may be part of another one," if in_doubt else ""
        names = names_in(fold(mention.sentence), pair.disease_names)
        yield LabelFinding(kind, mention, sign, fold(names[0]) if names else "", doubt)


def _ends_there(sentence: str, names: Sequence[str]) -> bool:
    """Whether a name stands without a further noun: not "cancer resistance protein", but "Syncope Hypotension"."""
    places = [
        at
        for name in names_in(sentence, names)
        for at in re.finditer(rf"\b{re.escape(name)}s?\b(?:\s+(?P<word>[a-z][\w-]*))?", sentence, re.IGNORECASE)
    ]
    following = [at["word"] for at in places]
    return not places or any(word is None or word[0].isupper() or word in _AFTER for word in following)


def _kind_of(mention: LabelMention, pair: Pair) -> HarmKind | None:
    """What a label's sentence that names the disease says against the drug in it; ``None`` for nothing."""
    masked = pair.mask(mention.sentence)
    if mention.kind == "contraindications":
        return forbidden_in(masked)
    if mention.kind == "indications":
        forbidden = _FORBIDDEN_USE.search(masked)
        return HarmKind.CONTRAINDICATED if forbidden else HarmKind.WARNED if _NOT_FOR.search(masked) else None
    if mention.kind == "adverse_reactions":
        return HarmKind.LISTED_EFFECT if unwanted_in(masked, listed=True) else None
    return _of_warnings(mention.kind, masked)


def _of_warnings(section: str, masked: str) -> HarmKind | None:
    if caused_by_drug(masked):
        return HarmKind.CAUSES_DISEASE
    if section == "boxed_warning":
        return HarmKind.BOXED_WARNING
    if unwanted_in(masked, listed=False):
        return HarmKind.LISTED_EFFECT
    return HarmKind.WARNED if warned_in(masked) else None


def forbidden_in(masked: str) -> HarmKind | None:
    """Whether the masked sentence forbids the drug in the disease, or names it as what the drug brings about.

    Hypersensitivity to the drug is neither: "anaphylaxis to sildenafil" forbids nothing to people with anaphylaxis.
    """
    if _NOT_FORBIDDEN.search(masked) or (_TELLS.search(masked) and not _says_what_forbids(masked)):
        return None
    kinds = set()
    for before, after in _pieces(masked, _CLAUSE_END):
        if _REACTION.search(before + after) or _REACTION_TO.match(after):
            continue
        kinds.add(HarmKind.CAUSES_DISEASE if _REASON.search(before) else HarmKind.CONTRAINDICATED)
    return next((kind for kind in (HarmKind.CONTRAINDICATED, HarmKind.CAUSES_DISEASE) if kind in kinds), None)


def _says_what_forbids(masked: str) -> bool:
    return bool(_FORBIDS.search(masked) or _REASON.search(masked) or caused_by_drug(masked))


def unwanted_in(masked: str, *, listed: bool) -> bool:
    """Whether the masked sentence names the disease as an unwanted effect.

    Among adverse reactions (``listed``) every name is one that is neither denied nor whom the drug was given to; in
    warnings something must say that it occurs.
    """
    if _UNKNOWN.search(masked):
        return False
    for before, after in _pieces(masked):
        if _is_setting(before, after):
            continue
        if _DENIED_BEFORE.search(before) or _DENIED_AFTER.match(after):
            continue
        if listed or _OCCURS.search(before) or _OCCURS.search(after):
            return True
    return False


def warned_in(masked: str) -> bool:
    """Whether the masked sentence asks for care in people with the disease."""
    if _UNKNOWN.search(masked) or not _CAUTION.search(masked):
        return False
    return any(_is_setting(before, after) for before, after in _pieces(masked))


def _is_setting(before: str, after: str) -> bool:
    """Whether the disease is whom the drug is given to. "Trials of Y" are no setting where they "have shown X"."""
    if _SETTING_AFTER.match(after):
        return True
    settings = list(_SETTING.finditer(before))
    return bool(settings) and not (
        all(_OF_STUDIES.match(setting[0]) for setting in settings) and _OCCURS.search(before, settings[-1].end())
    )


def _pieces(masked: str, ends: re.Pattern[str] = _PIECE_END) -> Iterator[tuple[str, str]]:
    """What stands before and after each name of the disease in its clause; ``ends`` are the ends of clauses."""
    for at in re.finditer(re.escape(DISEASE), masked):
        starts = [end.end() for end in ends.finditer(masked, 0, at.start())]
        end = ends.search(masked, at.end())
        yield masked[max(starts, default=0) : at.start()], masked[at.end() : end.start() if end else len(masked)]


SIGNS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("epilepsy",), ("seizure", "convulsion")),
    (("parkinson disease", "parkinson's disease"), ("parkinsonism", "pseudoparkinsonism")),
    (
        ("type 2 diabetes", "type 2 diabetes mellitus"),
        ("diabetes mellitus", "new-onset diabetes", "hyperglycemia", "diabetes"),
    ),
    (
        ("metabolic syndrome", "metabolic syndrome x"),
        ("metabolic changes", "dyslipidemia", "hyperglycemia", "weight gain"),
    ),
    (("obesity", "obesity disorder"), ("weight gain",)),
    (("asthma", "reactive airway disease", "chronic obstructive pulmonary disease"), ("bronchospasm",)),
    (
        ("hyperlipidemia", "hypercholesterolemia", "hypertriglyceridemia"),
        ("dyslipidemia", "hyperlipidemia", "hypercholesterolemia", "hypertriglyceridemia"),
    ),
    (("gout",), ("hyperuricemia",)),
    (("glaucoma", "open-angle glaucoma"), ("increased intraocular pressure", "glaucoma")),
    (("schizophrenia", "psychotic disorder"), ("psychosis", "psychotic reaction")),
    (("bipolar disorder",), ("mania", "manic reaction")),
    (("depressive disorder", "major depressive disorder", "endogenous depression"), ("depression",)),
    (("anxiety disorder", "generalized anxiety disorder", "panic disorder"), ("anxiety",)),
    (("dementia", "alzheimer disease"), ("cognitive impairment", "memory impairment")),
    (("kidney failure", "chronic kidney disease"), ("renal failure", "renal impairment")),
    (("heart failure",), ("congestive heart failure", "cardiac failure")),
    (("coronary artery disorder", "coronary artery disease"), ("angina", "myocardial infarction")),
    (("peripheral arterial disease",), ("peripheral vascular disease", "arterial insufficiency")),
    (("osteoporosis",), ("bone fracture", "decreased bone mineral density")),
    (("constipation disorder",), ("constipation",)),
)
"""Diseases by name, and signs by which labels list them."""


def signs_of(disease_names: Iterable[str]) -> tuple[str, ...]:
    """The signs of a disease that goes by one of the names, without those names; not of a form of it or a wider one."""
    names = [fold(name) for name in disease_names]
    signs = (sign for diseases, of_them in SIGNS if any(name in diseases for name in names) for sign in of_them)
    return tuple(sign for sign in dict.fromkeys(signs) if not any(names_in(sign, [name]) for name in names))

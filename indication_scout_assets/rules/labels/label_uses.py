"""Approved uses on labels: which sentences of indications name a disease, and as what.

What belongs here: pure rules over sentences of ``Label`` values. A name counts as a whole, whatever stands before it
("metastatic breast cancer" names breast cancer), but not inside the name of another disease that is known. Finding the
sentences is in ``label_rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from operator import itemgetter
from typing import NamedTuple

from ...domain.records.labels import BETWEEN_SECTIONS, DrugLabels, Label, LabelIndication, LabelMention
from ..names.name_matching import is_acronym, mask_names, names_in, words
from .label_rules import (
    MASK,
    NEXT_NUMBER,
    WEIGHTS,
    LabelSentence,
    begins_name,
    for_people,
    is_single_ingredient,
    label_sentences,
    mention_by,
    sentences_with_lead,
)

# All patterns are for folded text.
_DRUG_MASK = "¤"
_LONGER_MASK = "¦"
_WORD_MASK = "¬"
"""In place of a name of one word: with a word before it, it is the last word of many names, as "lymphoma" is."""
_AROUND_ITEM = f"{MASK}{_WORD_MASK} .:;,\u2013-0123456789"
"""What an item of a list of uses, or a heading, has beside the disease where it is nothing but its name."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_HEADING_START = re.compile(
    r"(?:.*[\])])?\s*(?:(?:adult|pediatric|acute|chronic|treatment|management|of)\s+)*", re.DOTALL
)
_HEADING_END = re.compile(
    rf"(?:\s*\([^)]*\))*\s*[:.\u2013-]?\s+{_DRUG_MASK}(?:\s+[^\s.:;]+){{0,6}}?\s+(?:is|are)\s+(?:also\s+)?indicated\b"
)
"""In folded text: a name that is a heading is followed by the drug that is indicated: "Epilepsy X is indicated as"."""
_INDICATED_ALONE = re.compile(
    rf"(?<![/+,-])(?<!\band )(?<!\bor )(?<!\bof )(?<!\bplus )(?<!\bwith )(?<![/+,] ){_DRUG_MASK}"
    r"(?:\s+(?!(?:and|or|plus|with|in|as|that)\b)[\w-]+){0,6}?\s+(?:is|are)\s+(?:also\s+)?indicated\b"
)
"""In folded text, on a label of several ingredients: this drug and no other one is what is indicated."""
_USE = re.compile(
    r"\bindicated\b|\b(?:treatment|management|relief|prevention|prophylaxis|control|reduction|therapy)\s+"
    r"(?:of|for|in)\b"
    r"|\baid\s+(?:to|in)\b|\b(?:to|temporarily|helps?)\s+(?:treat|prevent|reliev|control|manag|reduc|improv)\w*"
    r"|\b(?:treat|reliev|prevent|reduc|improv|inhibit|induc)(?:s|es|ing)\b|\bused\s+(?:to|for|in|as)\b"
    r"|\bfor\s+use\s+in\b"
)
_MEASURE = re.compile(
    r"\bglyc(?:a)?emic\s+control\b|\bsymptoms\b|\bweight\b|\bremission\b|\bprogression\b"
    r"|\bphysical\s+function\b|\bexercise\b"
    r"|\bsurvival\b|\bmortality\b|\bdecline\b|\brelapses?\b|\battacks?\b|\bepisodes?\b|\bexacerbations?\b"
    r"|\brecurrences?\b|\bflares?\b|\bcourse\b"
)
"""What a treatment of a disease changes: "to improve exercise ability in patients with X" is for X."""
_NO_OBJECT = frozenset("for the use and alone monotherapy adjunctive therapy treatment acute maintenance".split())  # noqa: SIM905
"""Words between a use and whom it is for that name nothing treated."""
_POPULATION = re.compile(
    r"\b(?:in|among|for|of)\s+(?:(?!(?:in|among|for|of|with)\b)[\w-]+\s+){0,4}?(?:patients?|adults?|children|"
    r"individuals?|people|persons?|men|women|subjects?|adolescents?|infants?|neonates?|those)\b"
)
_ASIDE = re.compile(
    r"\bhistory\s+of\b|\brisk\s+factors?\b|\bcomorbid|\bpresence\s+of\b|\babsence\s+of\b|\bwithout\b"
    r"|\bwho\s+(?:are|were)(?:\s+(?:also|either))?\s*$|\bexcept\b|\bother\s+than\b|\bunless\b|\bexclud"
    r"|\brule[sd]?\s+out\b|\bfail(?:ed|s|ing)\b|\bprevious(?:ly)?\b|\bprior\b|\bundergoing\b|\bsurgery\b|\bafter\b|(?<!\bthe\s)\bfollowing\b"
    r"|\bhospitali[sz]ations?\s+for\b|\bsetting\s+of\b|\bsuch\s+\w+\s+as\b|\bshould\b"
    r"|\bdiagnos(?:tic|is)\s+(?:\w+\s+)?of\b"
)
"""Words between the use and the name by which the disease is no part of what is treated."""
_CAUSE = re.compile(
    r"\bdue\s+to\b|\bsecondary\s+to\b|\bcaused\s+by\b|\bassociated\s+with\b|\bresulting\s+from\b|\brelated\s+to\b"
    r"|\bcomplicat|\bthat\s+follows?\b"
)
"""Words between the use and the name by which what is treated is a part or a consequence of the disease."""
_FORBIDDEN = re.compile(r"\bcontraindicated\s+(?:in|for)\b[^.;]*$")
_EXAMPLE = re.compile(r"\bsuch\s+as\b|\be\.g\b")
"""What it names is as much treated as what it is an example of, "pathological states (e.g., X and Y)", unless that is
what the patients have besides.
"""
_OTHER_SUBJECT = re.compile(
    r"(?:^|[.;]\s)\s*(?:(?:the|this|these|such|adequate|effective|good|early|long-term)\s+)*"
    r"(?:(?!including\b)[a-z-]+ing|control|reductions?|treatment|therapy|management|eradication|prevention"
    r"|correction)\b"
    r"[^.;:]*\b(?:treats|relieves|prevents|reduces|improves|inhibits|(?:shown|known|proven|found|expected)\s+to\s+\w+"
    r"|lowers|decreases)\b[^.;:]*$"
)
"""Before the name: something else than the drug is what prevents or reduces. "Lowering blood pressure reduces the risk
of X" tells what comes of a treatment, and the drug is indicated for none of it.
"""
_AFTER_ANOTHER = re.compile(r"\b(?:after|following|during|undergoing|receiving)(?:\s+[\w-]+){0,4}\s+$")
"""Words before a use that make it another drug's: "rescue after high-dose methotrexate therapy in X"."""
_ABOUT_STUDIES = re.compile(r"\b(?:trials?|stud(?:y|ies)|benefits?|excluded|efficacy|effectiveness|effective|should)\b")
"""Words between "indicated", or the sentence's begin, and the name by which it tells of studies or gives advice."""
_AFTER_NAME = frozenset(
    "a an and or in including who whose that when where while which as with without to at by is are was has may "  # noqa: SIM905
    "for from if on until after before only mellitus treatment therapy symptoms".split()
)
"""Words that may follow a name: "cancer" is not named by "cancer pain", nor dementia by "dementia of a type"."""
_HYPHENS = ("-", "\u2010")
_NEGATIVE_TEST = re.compile(r"\)?[\s-]*negative\b")
_WORD_AFTER = re.compile(r"^\s+([\w-]+)")


class Naming(IntEnum):
    """As what an indication that is not negated names a disease."""

    ASIDE = 1
    """In words on something else: a history of it, what a treatment in general prevents."""
    PART = 2
    """As what the treated state comes from, as the patients' disease, or as an item of a list: "pain due to X"."""
    USE = 3
    """As what is treated, prevented or relieved, or as the heading before the drug that "is indicated"."""


_SAID = {Naming.ASIDE: "beside its indications", Naming.PART: "in an indication", Naming.USE: "as an indication"}


class UseNames(NamedTuple):
    """What a sentence of indications is searched for."""

    disease: Sequence[str]
    drug: Sequence[str] = ()
    longer: Sequence[str] = ()
    """Names of other diseases that a name of this one is a part of."""


class LabelUse(NamedTuple):
    """What the labels say of a disease in their indications."""

    naming: Naming
    mention: LabelMention
    """The first sentence that says it most plainly."""
    sentence: str
    """How many labels say so, with their words."""


def label_use(drug: DrugLabels, names: UseNames) -> LabelUse | None:
    """How the labels' indications name the disease; ``None`` where none does without a "not".

    What they rule out ("not indicated for X", "X has not been studied", a limitation of use) is no naming. Of a label
    with several ingredients, a dye or another drug, a sentence counts that says of this drug alone that it "is
    indicated". The texts over all labels are asked first, for they can be counted; then the labels kept in full, which
    other sources have.
    """
    read = sum(indication.labels for indication in drug.indications)
    sources: list[tuple[Label | LabelIndication, Iterable[LabelSentence], bool, int]] = [
        *((i, sentences_with_lead(i.text), i.single_ingredient, i.labels) for i in drug.indications),
        *(
            (each, label_sentences(each, "indications"), is_single_ingredient(each), 0)
            for each in for_people(drug.labels)
        ),
    ]
    named = [
        (*naming, count)
        for each, sentences, single, count in sources
        if (naming := _naming(each, sentences, single, names))
    ]
    if not named:
        return None
    best, first, _ = max(named, key=itemgetter(0))
    count = sum(labels for naming, _, labels in named if naming is best)
    labels = f"{count:,} of the {read:,} labels with indications" if read > 1 else "The one label with indications"
    if not count:
        labels, count = "A label of the drug", 1
    verb = "list" if best is Naming.USE else "name"
    sentence = f"{labels} {verb}{'s' if count == 1 else ''} it {_SAID[best]}: “{first.sentence}”"
    return LabelUse(best, first, f"{sentence} ({first.source}, set {first.set_id})")


def indications_text(drug: DrugLabels) -> str:
    """All indications that were read, to look for names in: with what stands in brackets, and without it."""
    kept = [label.text_of("indications") for label in for_people(drug.labels)]
    texts = filter(None, (*(indication.text for indication in drug.indications), *kept))
    return BETWEEN_SECTIONS.join(map(_with_and_without_brackets, texts))


def _with_and_without_brackets(text: str) -> str:
    """ "Unstable (crescendo, pre-infarction) angina" names unstable angina."""
    return f"{text}{BETWEEN_SECTIONS}{_BRACKETS.sub('', text)}" if "(" in text else text


def unnamed_use(drug: DrugLabels, disease_names: Sequence[str]) -> str:
    """One sentence where labels with indications were read and none names the disease, not even in passing; else empty.

    Curated lists file what a combination is for, or what a treatment spares, under the drug itself.
    """
    text = indications_text(drug)
    if not text or names_in(text, disease_names):
        return ""
    kept = sum(1 for label in for_people(drug.labels) if label.text_of("indications"))
    read = max(sum(indication.labels for indication in drug.indications), kept)
    single = "The one label with indications does not name it."
    return single if read == 1 else f"None of the {read:,} labels with indications names it."


def _naming(
    label: Label | LabelIndication, indications: Iterable[LabelSentence], single: bool, names: UseNames
) -> tuple[Naming, LabelMention] | None:
    """The plainest naming among a label's sentences of indications, and the first of the sentences that have it."""
    text = label.text if isinstance(label, LabelIndication) else label.text_of("indications")
    if not names_in(_with_and_without_brackets(text), names.disease):  # most: no need to cut them into sentences
        return None
    named = [
        (naming, sentence)
        for sentence in _of_this_drug(indications, single, names.drug)
        if not sentence.negated and (naming := _naming_in(sentence, names))
    ]
    if not named:
        return None
    best, first = max(named, key=itemgetter(0))
    return best, mention_by(label, "indications", first, WEIGHTS["indications"])


def _of_this_drug(sentences: Iterable[LabelSentence], single: bool, drug: Sequence[str]) -> Iterator[LabelSentence]:
    """Those of the sentences that speak of this drug: all of a label of one ingredient."""
    for sentence in sentences:
        if single or (
            drug and _INDICATED_ALONE.search(mask_names(f"{sentence.lead} {sentence.text}", {_DRUG_MASK: drug}))
        ):
            yield sentence


def _naming_in(sentence: LabelSentence, names: UseNames) -> Naming | None:
    """As what the words of a sentence name the disease; ``None`` where they do not."""
    if not names_in(_with_and_without_brackets(sentence.text), names.disease):
        return None
    text = NEXT_NUMBER.sub("", sentence.text)
    lone = [name for name in names.disease if not is_acronym(name) and len(words(name)) == 1]
    groups = {MASK: [n for n in names.disease if n not in lone], _WORD_MASK: lone, _LONGER_MASK: names.longer}
    namings: list[Naming | None] = []
    for wording in dict.fromkeys((text, _BRACKETS.sub("", text))):
        if names.drug and _is_heading(wording, names.disease, names.drug):
            return Naming.USE
        lead = mask_names(sentence.lead, groups) if sentence.lead else ""
        whole = f"{lead} {mask_names(wording, groups)}"
        namings += [_naming_at(whole, at.start()) for at in re.finditer(f"[{MASK}{_WORD_MASK}]", whole)]
        if not _BRACKETS.sub("", whole).strip(_AROUND_ITEM):
            namings.append(Naming.PART)
    return max((naming for naming in namings if naming), default=None)


def _is_heading(sentence: str, disease_names: Sequence[str], drug_names: Sequence[str]) -> bool:
    """Whether the disease is the heading of the sentence: "Juvenile Rheumatoid Arthritis (JRA) X is indicated for"."""
    masked = mask_names(sentence, {MASK: disease_names, _DRUG_MASK: drug_names})
    return any(
        _HEADING_START.fullmatch(masked, 0, at.start()) and _HEADING_END.match(masked, at.end())
        for at in re.finditer(MASK, masked)
    )


def _naming_at(sentence: str, at: int) -> Naming | None:
    """As what the disease masked at ``at`` is named; ``None`` inside a longer name. ``sentence`` is folded."""
    before, after = sentence[:at], sentence[at + len(MASK) :]
    word_after = _WORD_AFTER.match(after)
    joined = before.endswith(_HYPHENS) or after.startswith(_HYPHENS) or _NEGATIVE_TEST.match(after)
    if joined or (word_after and word_after[1] not in _AFTER_NAME):
        return None
    uses = list(_USE.finditer(before))
    if not uses or _is_aside(before, uses[-1]):
        return Naming.ASIDE
    if _CAUSE.search(before, uses[-1].end()):
        return Naming.PART
    # "Treatment of anaemia in patients with X": X is whom it is for. "Treatment of adults with X" is for X.
    populations = list(_POPULATION.finditer(before))
    full = sentence[at] == MASK or begins_name(before)
    if not populations:
        return Naming.USE if full else Naming.PART
    at_population = populations[-1].start()
    uses_before = [use.end() for use in uses if use.start() < at_population]
    treated = before[max(uses_before) : at_population] if uses_before else ""
    of_disease = bool(_MEASURE.search(treated)) or _NO_OBJECT.issuperset(re.findall(r"[^\W\d_]{3,}", treated))
    return Naming.USE if of_disease and full else Naming.PART


def _is_aside(before: str, use: re.Match[str]) -> bool:
    """Whether what follows ``before`` is a setting, forbidden, studied, or what another subject than the drug does."""
    if (
        _FORBIDDEN.search(before)
        or _ASIDE.search(before, max([use.end(), *(of.end() for of in _POPULATION.finditer(before, use.end()))]))
        or ("indicated" not in before and _OTHER_SUBJECT.search(before))
        or _ABOUT_STUDIES.search(before, before.rfind("indicated") + 1)
        or _AFTER_ANOTHER.search(before[: use.start()])
    ):
        return True
    return bool(_EXAMPLE.search(before, use.end()) and _POPULATION.search(before, use.start()))

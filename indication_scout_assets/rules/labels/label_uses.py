"""Approved uses on labels: which sentences of indications name a disease as what the drug is for.

What belongs here: pure rules over sentences of ``Label`` values. They are made to miss an approved use rather than to
invent one. Finding the sentences is in ``label_rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...domain.labels import DrugLabels, Label, LabelIndication, LabelMention
from ..names.name_matching import mask_names, names_in
from ..names.name_variants import with_label_wordings
from .label_rules import (
    BEFORE_NAME,
    MASK,
    NEXT_NUMBER,
    WEIGHTS,
    WORD_BEFORE,
    LabelSentence,
    for_people,
    is_single_ingredient,
    label_sentences,
    mention_by,
    sentences_with_lead,
)

# All patterns are for folded text.
_DRUG_MASK = "¤"
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
    r"|\brule[sd]?\s+out\b|\bfail(?:ed|s|ing)\b|\bdue\s+to\b"
    r"|\bsecondary\s+to\b|\bcaused\s+by\b|\bassociated\s+with\b|\bresulting\s+from\b|\brelated\s+to\b|\bcomplicat"
    r"|\bthat\s+follows?\b|\bprevious(?:ly)?\b|\bprior\b|\bundergoing\b|\bsurgery\b|\bafter\b|(?<!\bthe\s)\bfollowing\b"
    r"|\bhospitali[sz]ations?\s+for\b|\bsetting\s+of\b|\bsuch\s+\w+\s+as\b|\bshould\b"
    r"|\bdiagnos(?:tic|is)\s+(?:\w+\s+)?of\b"
)
"""Words between the use and the name by which the disease is the setting, not what is treated."""
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


def is_indicated(
    labels: Sequence[Label], disease_names: Sequence[str], drug_names: Sequence[str] = ()
) -> LabelMention | None:
    """The first sentence by which a label with this one active ingredient is for the disease; ``None`` if none is.

    Conservative: the sentence must name the disease in full, as what is treated, prevented or relieved, or as the
    heading before one of ``drug_names`` that "is indicated". What it names as a setting ("in patients with a history of
    X", "risk of stroke in patients with X"), what it rules out ("not indicated for X", "X has not been studied", a
    limitation of use) and what another subject does ("lowering blood pressure reduces the risk of X") does not count.
    Of a label with several ingredients, a dye or another drug, a sentence counts that says of this drug alone that it
    "is indicated".
    """
    for label in for_people(labels):
        listed = _approved(label_sentences(label, "indications"), disease_names, drug_names)
        for sentence in _of_this_drug(listed, is_single_ingredient(label), drug_names):
            return mention_by(label, "indications", sentence, WEIGHTS["indications"])
    return None


def indicated_in(
    indications: Sequence[LabelIndication], disease_names: Sequence[str], drug_names: Sequence[str] = ()
) -> tuple[LabelMention, LabelIndication] | None:
    """``is_indicated`` over the distinct texts of all labels read, with the text it was found in.

    Approved uses that few labels carry are among these texts, though hardly among the few labels kept in full.
    """
    for indication in indications:
        listed = _approved(sentences_with_lead(indication.text), disease_names, drug_names)
        for sentence in _of_this_drug(listed, indication.single_ingredient, drug_names):
            return mention_by(indication, "indications", sentence, WEIGHTS["indications"]), indication
    return None


def listed_use(drug: DrugLabels, disease_names: Sequence[str], drug_names: Sequence[str] = ()) -> str:
    """One sentence on the labels by which the drug is approved for the disease, with their words; empty for none.

    The texts over all labels are asked first, for they can be counted; then the labels kept in full, which other
    sources have.
    """
    carrying = [
        listed
        for indication in drug.indications
        if (listed := indicated_in([indication], disease_names, drug_names)) is not None
    ]
    if carrying:
        mention, first = carrying[0]
        read, count = (
            sum(indication.labels for indication in drug.indications),
            sum(indication.labels for _, indication in carrying),
        )
        labels = f"{count:,} of the {read:,} labels with indications" if read > 1 else "The one label with indications"
        where = f"{mention.source}, set {first.set_id}"
    elif (kept := is_indicated(drug.labels, disease_names, drug_names)) is not None:
        mention, labels, count = kept, "A label of the drug", 1
        where = f"{kept.source}, set {kept.set_id}"
    else:
        return ""
    return f"{labels} {'lists' if count == 1 else 'list'} it as an indication: “{mention.sentence}” ({where})"


def unnamed_use(drug: DrugLabels, disease_names: Sequence[str]) -> str:
    """One sentence where labels with indications were read and none names the disease, not even in passing; else empty.

    Curated lists file what a combination is for, or what a treatment spares, under the drug itself.
    """
    kept = [label.text_of("indications") for label in for_people(drug.labels)]
    texts = [text for text in (*(indication.text for indication in drug.indications), *kept) if text]
    if not texts or any(names_in(text, with_label_wordings(disease_names)) for text in texts):
        return ""
    read = max(sum(indication.labels for indication in drug.indications), sum(map(bool, kept)))
    return (
        "The one label with indications does not name it."
        if read == 1
        else (f"None of the {read:,} labels with indications names it.")
    )


def _approved(
    indications: Iterable[LabelSentence], disease_names: Sequence[str], drug_names: Sequence[str]
) -> Iterator[LabelSentence]:
    """The sentences of indications by which the drug is for the disease."""
    for sentence in indications:
        if sentence.negated:
            continue
        # "unstable (crescendo, pre-infarction) angina" names unstable angina
        text = NEXT_NUMBER.sub("", sentence.text)
        texts = dict.fromkeys((text, _BRACKETS.sub("", text)))
        if any(_is_use_in(text, sentence.lead, disease_names, drug_names) for text in texts):
            yield sentence


def _of_this_drug(listed: Iterable[LabelSentence], single: bool, drug_names: Sequence[str]) -> Iterator[LabelSentence]:
    """Those of the sentences that speak of this drug: all of a label of one ingredient."""
    for sentence in listed:
        if single or (
            drug_names
            and _INDICATED_ALONE.search(mask_names(f"{sentence.lead} {sentence.text}", {_DRUG_MASK: drug_names}))
        ):
            yield sentence


def _is_use_in(text: str, lead: str, disease_names: Sequence[str], drug_names: Sequence[str]) -> bool:
    """Whether the words of a sentence say that the drug is for the disease."""
    if not names_in(text, disease_names):
        return False
    masked = mask_names(text, {MASK: disease_names})
    whole = f"{mask_names(lead, {MASK: disease_names})} {masked}" if lead else masked
    treated = any(_is_treated(whole, at.start()) for at in re.finditer(MASK, whole))
    return treated or bool(drug_names and _is_heading(text, disease_names, drug_names))


def _is_heading(sentence: str, disease_names: Sequence[str], drug_names: Sequence[str]) -> bool:
    """Whether the disease is the heading of the sentence: "Juvenile Rheumatoid Arthritis (JRA) X is indicated for"."""
    masked = mask_names(sentence, {MASK: disease_names, _DRUG_MASK: drug_names})
    return any(
        _HEADING_START.fullmatch(masked, 0, at.start()) and _HEADING_END.match(masked, at.end())
        for at in re.finditer(MASK, masked)
    )


def _is_treated(sentence: str, at: int) -> bool:
    """Whether the disease masked at ``at`` is what the drug is for. ``sentence`` is folded."""
    before, after = sentence[:at], sentence[at + len(MASK) :]
    if _NEGATIVE_TEST.match(after):
        return False
    word_before, word_after = WORD_BEFORE.search(before), _WORD_AFTER.match(after)
    if (word_before and word_before[1] not in BEFORE_NAME) or (word_after and word_after[1] not in _AFTER_NAME):
        return False
    uses = list(_USE.finditer(before))
    if not uses or before.endswith(_HYPHENS) or after.startswith(_HYPHENS) or _is_aside(before, uses[-1]):
        return False
    if _ABOUT_STUDIES.search(before[before.rfind("indicated") + 1 :]) or _AFTER_ANOTHER.search(
        before[: uses[-1].start()]
    ):
        return False
    # "Treatment of anaemia in patients with X": X is whom it is for. "Treatment of adults with X" is for X.
    populations = list(_POPULATION.finditer(before))
    if not populations:
        return True
    at_population = populations[-1].start()
    uses_before = [use.end() for use in uses if use.start() < at_population]
    treated = before[max(uses_before) : at_population] if uses_before else ""
    return bool(_MEASURE.search(treated)) or _NO_OBJECT.issuperset(re.findall(r"[^\W\d_]{3,}", treated))


def _is_aside(before: str, use: re.Match[str]) -> bool:
    """Whether what follows ``before`` is a setting, forbidden, or what another subject than the drug does."""
    if (
        _FORBIDDEN.search(before)
        or _ASIDE.search(before, use.end())
        or ("indicated" not in before and _OTHER_SUBJECT.search(before))
    ):
        return True
    return bool(_EXAMPLE.search(before, use.end()) and _POPULATION.search(before, use.start()))

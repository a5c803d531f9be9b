"""What a drug's labels say about a disease: mentions, approved uses and boxed warnings, by rules on their sentences.

What belongs here: pure rules over ``Label`` values. They are made to miss an approved use rather than to invent one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...domain.labels import (
    BETWEEN_SECTIONS,
    BoxedWarning,
    DrugLabels,
    Label,
    LabelIndication,
    LabelMention,
    ProductType,
)
from ..language.sentences import sentences
from ..literature.pubmed_query import without_salt
from ..names.name_matching import fold, mask_names, names_in, same_name
from ..names.name_variants import with_label_wordings

WEIGHTS = {
    "indications": 1.0,
    "boxed_warning": 0.8,
    "studies": 0.7,
    "contraindications": 0.6,
    "warnings": 0.5,
    "dosage": 0.4,
    "adverse_reactions": 0.35,
    "mechanism": 0.3,
    "pharmacology": 0.3,
    "interactions": 0.25,
}
"""Score of a mention by the kind of its section; sections of no kind are not searched."""
NEGATED = 0.5
"""Factor where a sentence of the indications says that the drug is not for the disease."""
COMBINATION = 0.8
"""Factor where the label has other active ingredients: it may speak of them."""
PART_OF_NAME = 0.5
"""Factor where another word stands before the name that may belong to it: "pulmonary hypertension"."""
NEARLY_SAME = 0.7
"""Share of their words that two boxed warnings have in common where one repeats the other."""
MOST_PER_SECTION = 3
"""Mentions kept per label and kind, the first ones: one label of an arthritis drug names arthritis 90 times."""

_NOT_FOR_THE_DRUG = frozenset({ProductType.ANIMAL, ProductType.HOMEOPATHIC})
_MASK = "§"
_DRUG_MASK = "¤"
_BULLET = re.compile(r"[•·▪◦]\s*|(?<=\s)\d{1,2}\)\s+(?=[A-Za-z])")
_NUMBERED = re.compile(r"(?<!\S)\d{1,2}\.\d{1,2}\s+(?=[A-Z])")
"""The number of a subsection, which begins a use of its own though no full stop stands before it."""
_NEXT_NUMBER = re.compile(r"(?<=\s)\d{1,2}\.$")
"""At the end of a sentence: the number of the next item of its list, "for the following: Angina 1."."""
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
_LIMITATIONS = re.compile(r"(?:important\s+)?limitations?\s+of\s+use", re.IGNORECASE)
_NEGATION = re.compile(
    r"\bnot\s+(?:\w+\s+){0,3}?(?:indicated|recommended|approved|intended|effective|established|studied|evaluated|"
    r"investigated|demonstrated|shown|known|for\s+(?:use|the)|(?:be\s+)?(?:used|given|administered|initiated|taken))\b"
    r"|\bneither\b|\bnor\b|\bshould\s+(?:not|never)\b|\bdo(?:es)?\s+not\s+use\b|\bavoid\b"
    r"|\bno\s+(?:\w+\s+){0,2}?(?:evidence|data|studies|benefit|trials)\b|\bineffective\b|\bunapproved\b"
)
"""In folded text."""

# What makes a sentence of the indications an approved use of the disease it names; all in folded text.
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
_BEFORE_NAME = frozenset(
    "a an the of for in to with from and or as treat treats treating treatment relieve relieves prevent prevents "  # noqa: SIM905
    "reduce reduces manage improve control active moderate mild severe moderately moderate-to-severe severely "
    "o symptomatic adult pediatric refractory relapsed uncomplicated newly diagnosed established documented both "
    "either".split()
)
"""Words a name may follow and still be the whole name: "hypertension" is not named by "pulmonary hypertension"."""
_BEFORE_MENTION = _BEFORE_NAME | frozenset(
    "about any by cause caused causes during had has have having including into is known like new no not on other "  # noqa: SIM905
    "than their this uncontrolled underlying untreated was without worsen worsening".split()
)
_AFTER_NAME = frozenset(
    "a an and or in including who whose that when where while which as with without to at by is are was has may "  # noqa: SIM905
    "for from if on until after before only mellitus treatment therapy symptoms".split()
)
"""Words that may follow a name: "cancer" is not named by "cancer pain", nor dementia by "dementia of a type"."""
_HYPHENS = ("-", "\u2010")
_NEGATIVE_TEST = re.compile(r"\)?[\s-]*negative\b")
_WORD_BEFORE = re.compile(r"([\w-]+)\s+$")
_WORD_AFTER = re.compile(r"^\s+([\w-]+)")


# ------------------------------------------------------------------------------------------------ which drug
def active_names(label: Label) -> tuple[str, ...]:
    """The label's distinct active parts, in lower case: its moieties, else its ingredients without their salts."""
    names = label.moieties or tuple(without_salt(name) for name in label.ingredients)
    return tuple(dict.fromkeys(name.lower() for name in names))


def is_single_ingredient(label: Label) -> bool:
    """Whether the label is known to have one active ingredient, in however many salts."""
    return len(active_names(label)) == 1


def contains_drug(label: Label, drug_names: Iterable[str]) -> bool:
    """Whether a name of the drug, salts aside, is that of an active ingredient or of its moiety."""
    wanted = [without_salt(name) for name in drug_names]
    there = {*active_names(label), *(without_salt(name) for name in label.ingredients)}
    return any(same_name(drug, name) for drug in wanted for name in there)


def is_for_people(label: Label) -> bool:
    """Whether the label may speak for a human drug: those for animals and homeopathic ones never do."""
    return label.product_type not in _NOT_FOR_THE_DRUG


def _for_people(labels: Sequence[Label]) -> list[Label]:
    """The labels that may speak for a human drug, one per set id: two sources may have a label, in two formats."""
    return list({label.set_id: label for label in reversed(labels) if is_for_people(label)}.values())[::-1]


# ------------------------------------------------------------------------------------------------ sentences
@dataclass(frozen=True)
class _LabelSentence:
    """A sentence with what governs it."""

    start: int
    end: int
    text: str
    lead: str = ""
    """The sentence ending in a colon that a list's item continues."""
    limited: bool = False
    """It stands under "Limitations of use"."""

    @property
    def negated(self) -> bool:
        return self.limited or bool(_NEGATION.search(fold(self.text)) or _NEGATION.search(fold(self.lead)))


def _label_sentences(label: Label, kind: str) -> Iterator[_LabelSentence]:
    """The sentences of ``label.text_of(kind)``; one under the title "Limitations of use" is limited."""
    position = 0
    for section in label.sections:
        if section.kind == kind and section.text:
            titled = bool(_LIMITATIONS.search(section.title))
            for sentence in _sentences(section.text):
                start, end, limited = sentence.start + position, sentence.end + position, sentence.limited or titled
                yield replace(sentence, start=start, end=end, limited=limited)
            position += len(section.text) + len(BETWEEN_SECTIONS)


def _sentences(text: str) -> Iterator[_LabelSentence]:
    """The sentences of a text without the bullets and numbers before them; each of these begins one wherever it stands.

    "Limitations of use" begins a sentence of its own wherever it stands, and governs all after it up to a blank line or
    a sentence that says again what the drug is indicated for.
    """
    lead, opened, limited, position = "", "", False, 0
    for span in sentences(text):
        if BETWEEN_SECTIONS in text[position : span.start]:
            lead, limited = "", False
        position = span.end
        opens = _LIMITATIONS.search(span.text)
        cuts = {span.start, *((span.start + opens.start(),) if opens else ())}
        for mark in (_BULLET, _NUMBERED):
            cuts.update(cut.start() for cut in mark.finditer(text, span.start, span.end))
        for start, end in pairwise((*sorted(cuts), span.end)):
            bullet, numbered = _BULLET.match(text, start, end), _NUMBERED.match(text, start, end)
            at = bullet.end() if bullet else numbered.end() if numbered else start
            sentence = text[at:end].rstrip()
            if not sentence:
                continue
            lead, limited = ("", False) if numbered else (lead, limited)
            limited = bool(_LIMITATIONS.match(sentence)) or (limited and not _says_use(sentence))
            yield _LabelSentence(at, at + len(sentence), sentence, lead if bullet else opened, limited)
            opened = (opened or _opening(sentence)) if _NEXT_NUMBER.search(sentence) else ""
            # What a list follows in the same sentence leads it without a colon as well: "is not indicated for • gout".
            if sentence.endswith(":") or (not bullet and end < span.end and not sentence.endswith(".")):
                lead = sentence
            elif not bullet:
                lead = ""


def _opening(sentence: str) -> str:
    """The words up to the colon of a sentence that opens a list of uses; empty for any other."""
    start = sentence[: sentence.rfind(":") + 1]
    return start if _says_use(start) else ""


def _says_use(sentence: str) -> bool:
    folded = fold(sentence)
    return "indicated" in folded and not _NEGATION.search(folded)


# ------------------------------------------------------------------------------------------------ mentions
def mentions(
    labels: Sequence[Label], disease_names: Sequence[str], *, most: int = MOST_PER_SECTION
) -> list[LabelMention]:
    """The sentences of the labels that name the disease, best first; each once, however many labels have it.

    ``most`` are taken of a label's sections of one kind, the first.

    The score is the weight of the section (``WEIGHTS``), times ``NEGATED`` for a sentence of the indications that says
    that the drug is not for the disease, times ``PART_OF_NAME`` where the name may be part of another, times
    ``COMBINATION`` for a label of several ingredients. Equal scores keep the order of the labels.
    """
    strongest: dict[tuple[str, str], LabelMention] = {}
    for label in _for_people(labels):
        for kind, weight in WEIGHTS.items():
            for mention in _section_mentions(label, kind, weight, disease_names, most):
                known = strongest.setdefault((kind, _key(mention.sentence)), mention)
                if mention.score > known.score:
                    strongest[kind, _key(mention.sentence)] = mention
    return sorted(strongest.values(), key=lambda mention: -mention.score)


def _section_mentions(
    label: Label, kind: str, weight: float, disease_names: Sequence[str], most: int
) -> list[LabelMention]:
    text = label.text_of(kind)
    if not names_in(text, disease_names):  # most sections: no need to cut them into sentences
        return []
    naming = [s for s in _label_sentences(label, kind) if names_in(s.text, disease_names)]
    if not is_single_ingredient(label):
        weight *= COMBINATION
    section_mentions = []
    for sentence in naming[:most]:
        score = weight * (NEGATED if sentence.negated and kind == "indications" else 1)
        score *= 1 if names_whole(sentence.text, disease_names) else PART_OF_NAME
        section_mentions.append(_mention(label, kind, sentence, score))
    return section_mentions


def names_whole(text: str, disease_names: Sequence[str], also: Collection[str] = ()) -> bool:
    """Whether one of the names occurs with no word before it that may belong to it; those of ``also`` do not."""
    masked = mask_names(text, {_MASK: disease_names})
    words = (_WORD_BEFORE.search(masked[: at.start()]) for at in re.finditer(_MASK, masked))
    return any(word is None or word[1] in _BEFORE_MENTION or word[1] in also for word in words)


def _mention(label: Label | LabelIndication, kind: str, sentence: _LabelSentence, score: float) -> LabelMention:
    return LabelMention(
        set_id=label.set_id,
        source=label.source,
        kind=kind,
        sentence=sentence.text,
        start=sentence.start,
        end=sentence.end,
        score=round(score, 3),
        negated=sentence.negated,
    )


# ------------------------------------------------------------------------------------------------ approved uses
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
    for label in _for_people(labels):
        listed = _approved(_label_sentences(label, "indications"), disease_names, drug_names)
        for sentence in _of_this_drug(listed, is_single_ingredient(label), drug_names):
            return _mention(label, "indications", sentence, WEIGHTS["indications"])
    return None


def indicated_in(
    indications: Sequence[LabelIndication], disease_names: Sequence[str], drug_names: Sequence[str] = ()
) -> tuple[LabelMention, LabelIndication] | None:
    """``is_indicated`` over the distinct texts of all labels read, with the text it was found in.

    Approved uses that few labels carry are among these texts, though hardly among the few labels kept in full.
    """
    for indication in indications:
        listed = _approved(_sentences(indication.text), disease_names, drug_names)
        for sentence in _of_this_drug(listed, indication.single_ingredient, drug_names):
            return _mention(indication, "indications", sentence, WEIGHTS["indications"]), indication
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
    kept = [label.text_of("indications") for label in _for_people(drug.labels)]
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
    indications: Iterable[_LabelSentence], disease_names: Sequence[str], drug_names: Sequence[str]
) -> Iterator[_LabelSentence]:
    """The sentences of indications by which the drug is for the disease."""
    for sentence in indications:
        if sentence.negated:
            continue
        # "unstable (crescendo, pre-infarction) angina" names unstable angina
        text = _NEXT_NUMBER.sub("", sentence.text)
        texts = dict.fromkeys((text, _BRACKETS.sub("", text)))
        if any(_is_use_in(text, sentence.lead, disease_names, drug_names) for text in texts):
            yield sentence


def _of_this_drug(
    listed: Iterable[_LabelSentence], single: bool, drug_names: Sequence[str]
) -> Iterator[_LabelSentence]:
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
    masked = mask_names(text, {_MASK: disease_names})
    whole = f"{mask_names(lead, {_MASK: disease_names})} {masked}" if lead else masked
    treated = any(_is_treated(whole, at.start()) for at in re.finditer(_MASK, whole))
    return treated or bool(drug_names and _is_heading(text, disease_names, drug_names))


def _is_heading(sentence: str, disease_names: Sequence[str], drug_names: Sequence[str]) -> bool:
    """Whether the disease is the heading of the sentence: "Juvenile Rheumatoid Arthritis (JRA) X is indicated for"."""
    masked = mask_names(sentence, {_MASK: disease_names, _DRUG_MASK: drug_names})
    return any(
        _HEADING_START.fullmatch(masked, 0, at.start()) and _HEADING_END.match(masked, at.end())
        for at in re.finditer(_MASK, masked)
    )


def _is_treated(sentence: str, at: int) -> bool:
    """Whether the disease masked at ``at`` is what the drug is for. ``sentence`` is folded."""
    before, after = sentence[:at], sentence[at + len(_MASK) :]
    if _NEGATIVE_TEST.match(after):
        return False
    word_before, word_after = _WORD_BEFORE.search(before), _WORD_AFTER.match(after)
    if (word_before and word_before[1] not in _BEFORE_NAME) or (word_after and word_after[1] not in _AFTER_NAME):
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


# ------------------------------------------------------------------------------------------------ boxed warnings
def boxed_warnings(labels: Sequence[Label]) -> list[BoxedWarning]:
    """The distinct boxed warnings with the labels that carry each: of one ingredient first, then the most common."""
    groups: dict[str, list[Label]] = {}
    for label in _for_people(labels):
        if text := label.text_of("boxed_warning"):
            groups.setdefault(_key(text), []).append(label)
    warnings = []
    for carriers in groups.values():
        carriers.sort(key=lambda label: not is_single_ingredient(label))
        first = carriers[0]
        warnings.append(
            BoxedWarning(
                text=first.text_of("boxed_warning"),
                set_ids=tuple(label.set_id for label in carriers),
                labels=max(len(carriers), *(label.same_boxed_warning for label in carriers)),
                source=first.source,
                single_ingredient=is_single_ingredient(first),
            )
        )
    return sorted(warnings, key=lambda warning: (not warning.single_ingredient, -warning.labels))


def most_different_first(warnings: Sequence[BoxedWarning]) -> list[BoxedWarning]:
    """The warnings in their order, those that nearly repeat an earlier one last: makers word one warning in many ways,
    and the few that warn of something else must not get lost among them.
    """
    first: list[BoxedWarning] = []
    repeats: list[BoxedWarning] = []
    for warning in warnings:
        (repeats if any(_nearly_same(warning.text, other.text) for other in first) else first).append(warning)
    return first + repeats


def _nearly_same(first: str, second: str) -> bool:
    own, other = set(_key(first).split()), set(_key(second).split())
    return len(own & other) >= NEARLY_SAME * len(own | other)


def _key(text: str) -> str:
    """Equal for texts that differ in case, spacing and punctuation only."""
    return " ".join(re.findall(r"[^\W_]+", fold(text)))

"""What a drug's labels say about a disease: mentions and boxed warnings, by rules on their sentences.

What belongs here: pure rules over ``Label`` values. Approved uses are read in ``label_uses``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...domain.records.labels import BETWEEN_SECTIONS, BoxedWarning, Label, LabelIndication, LabelMention, ProductType
from ..language.sentences import sentences
from ..literature.pubmed_query import without_salt
from ..names.name_matching import fold, mask_names, names_in, same_name

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

_EXCIPIENTS = frozenset(
    {"anhydrous lactose", "lactose", "lactose monohydrate", "lactose, unspecified form", "magnesium stearate",
     "cellulose, microcrystalline", "microcrystalline cellulose", "croscarmellose sodium", "sodium starch glycolate"}
)  # fmt: skip
"""Some products are registered with a filler among their active ingredients; it makes no combination."""
_NOT_FOR_THE_DRUG = frozenset({ProductType.ANIMAL, ProductType.HOMEOPATHIC})
MASK = "§"
_BULLET = re.compile(r"[•·▪◦]\s*|(?<=\s)\d{1,2}\)\s+(?=[A-Za-z])")
_NUMBERED = re.compile(r"(?<!\S)\d{1,2}\.\d{1,2}\s+(?=[A-Z])")
"""The number of a subsection, which begins a use of its own though no full stop stands before it."""
NEXT_NUMBER = re.compile(r"(?<=\s)\d{1,2}\.$")
"""At the end of a sentence: the number of the next item of its list, "for the following: Angina 1."."""
_REFERENCE = re.compile(r"\[see [^\[\]]*\]")
_AFTER_REFERENCE = re.compile(rf"{_REFERENCE.pattern}\s+(?=[A-Z])")
"""A reference to other sections with a new item behind it: "schizophrenia [see Clinical Studies (14.1)] Acute …"."""
_LIMITATIONS = re.compile(r"(?:important\s+)?limitations?\s+of\s+use", re.IGNORECASE)
_NEGATION = re.compile(
    r"\bnot\s+(?:\w+\s+){0,3}?(?:indicated|recommended|approved|intended|effective|established|studied|evaluated|"
    r"investigated|demonstrated|shown|known|for\s+(?:use|the)|(?:be\s+)?(?:used|given|administered|initiated|taken))\b"
    r"|\bneither\b|\bnor\b|\bshould\s+(?:not|never)\b|\bdo(?:es)?\s+not\s+use\b|\bavoid\b"
    r"|\bno\s+(?:\w+\s+){0,2}?(?:evidence|data|studies|benefit|trials)\b|\bineffective\b|\bunapproved\b"
)
"""In folded text."""

_BEFORE_MENTION = frozenset(
    "a about active adult an and any as both by cause caused causes control documented during either established for "  # noqa: SIM905
    "from had has have having improve in including into is known like manage mild moderate moderate-to-severe "
    "moderately newly diagnosed new no not o of on or other pediatric prevent prevents reduce reduces refractory "
    "relapsed relieve relieves severe severely symptomatic than the their this to treat treating treatment treats "
    "uncomplicated uncontrolled underlying untreated was with without worsen worsening".split()
)
"""Words a name may follow and still be the whole name: "hypertension" is not named by "pulmonary hypertension"."""
_WORD_BEFORE = re.compile(r"([\w-]+)\s+$")


# ------------------------------------------------------------------------------------------------ which drug
def active_names(label: Label) -> tuple[str, ...]:
    """The label's distinct active parts, in lower case: its moieties, else its ingredients without their salts."""
    names = [name.lower() for name in label.moieties or tuple(without_salt(name) for name in label.ingredients)]
    return tuple(dict.fromkeys(name for name in names if name not in _EXCIPIENTS)) or tuple(dict.fromkeys(names))


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


def for_people(labels: Sequence[Label]) -> list[Label]:
    """The labels that may speak for a human drug, one per set id: two sources may have a label, in two formats."""
    return list({label.set_id: label for label in reversed(labels) if is_for_people(label)}.values())[::-1]


# ------------------------------------------------------------------------------------------------ sentences
@dataclass(frozen=True)
class LabelSentence:
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


def label_sentences(label: Label, kind: str) -> Iterator[LabelSentence]:
    """The sentences of ``label.text_of(kind)``; one under the title "Limitations of use" is limited."""
    position = 0
    for section in label.sections:
        if section.kind == kind and section.text:
            titled = bool(_LIMITATIONS.search(section.title))
            for sentence in sentences_with_lead(section.text):
                start, end, limited = sentence.start + position, sentence.end + position, sentence.limited or titled
                yield replace(sentence, start=start, end=end, limited=limited)
            position += len(section.text) + len(BETWEEN_SECTIONS)


def sentences_with_lead(text: str) -> Iterator[LabelSentence]:
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
        cuts.update(cut.end() for cut in _AFTER_REFERENCE.finditer(text, span.start, span.end))
        for start, end in pairwise((*sorted(cuts), span.end)):
            bullet, numbered = _BULLET.match(text, start, end), _NUMBERED.match(text, start, end)
            at = bullet.end() if bullet else numbered.end() if numbered else start
            sentence = text[at:end].rstrip()
            if not sentence:
                continue
            lead, limited = ("", False) if numbered else (lead, limited)
            limited = bool(_LIMITATIONS.match(sentence)) or (limited and not _says_use(sentence))
            yield LabelSentence(at, at + len(sentence), sentence, lead if bullet else opened, limited)
            goes_on = NEXT_NUMBER.search(sentence) or _REFERENCE.fullmatch(sentence[sentence.rfind("[") :])
            opened = (opened or _opening(sentence)) if goes_on else ""
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
    for label in for_people(labels):
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
    naming = [s for s in label_sentences(label, kind) if names_in(s.text, disease_names)]
    if not is_single_ingredient(label):
        weight *= COMBINATION
    section_mentions = []
    for sentence in naming[:most]:
        score = weight * (NEGATED if sentence.negated and kind == "indications" else 1)
        score *= 1 if names_whole(sentence.text, disease_names) else PART_OF_NAME
        section_mentions.append(mention_by(label, kind, sentence, score))
    return section_mentions


def names_whole(text: str, disease_names: Sequence[str], also: Collection[str] = ()) -> bool:
    """Whether one of the names occurs with no word before it that may belong to it; those of ``also`` do not."""
    masked = mask_names(text, {MASK: disease_names})
    return any(begins_name(masked[: at.start()], also) for at in re.finditer(MASK, masked))


def begins_name(before: str, also: Collection[str] = ()) -> bool:
    """Whether a name begins after the folded text, so that no word of it may belong to the name."""
    word = _WORD_BEFORE.search(before)
    return word is None or word[1] in _BEFORE_MENTION or word[1] in also


def mention_by(label: Label | LabelIndication, kind: str, sentence: LabelSentence, score: float) -> LabelMention:
    """The mention that a sentence of a label's section is."""
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


# ------------------------------------------------------------------------------------------------ boxed warnings
def boxed_warnings(labels: Sequence[Label]) -> list[BoxedWarning]:
    """The distinct boxed warnings with the labels that carry each: of one ingredient first, then the most common."""
    groups: dict[str, list[Label]] = {}
    for label in for_people(labels):
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

"""Reading a question over labels: which drug, which attribute, which words are left, what shape the answer has.

What belongs here: the question alone, before any label is read. No model takes part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelIntent, QuestionShape
from ...domain.monographs.label_documents import LabelCategory
from .drug_aliases import DrugNames, NamedDrug
from .label_attributes import OF_PERSONS, Attribute, attributes_asked, is_nameable, is_ordinary, lexicon, may_name
from .label_things import clauses, proper_names, taken_with_it, things_named
from .label_words import in_labels_words, question_words, stem, words

SHORTEST_NAMED = 3
"""Letters of a word that may be a name."""
_HERE = " xdrugx "
"""What stands in a question where a drug's name was."""
_COMPARES = re.compile(
    r"\b(?:vs|versus|compar\w+|differ\w*)\b"
    r"|\bwhich\b.*\b(?:longer|shorter|higher|lower|more|less|better|greater|faster)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(rf"{_HERE.strip()}\s*(?:and|or|,|&)\s*{_HERE.strip()}", re.IGNORECASE)
_BEFORE_NAMES = frozenset(
    """with and in for treat treats treating against by of from on to during after before cause causes like than or plus
    contain contains containing as patients people about xdrugx a an the without having has have
    cure cures heal heals help reverse prevent protect relieve improve raise lower reduce increase worsen affect trigger
    is are was were does do did can could will would may which what any some no""".split()  # noqa: SIM905
)
"""Words after which a name stands."""
_KINDS = frozenset(
    """disease diseases syndrome syndromes disorder disorders virus deficiency allergy fever sickness""".split()  # noqa: SIM905
)
"""Words before which a name stands: "coeliac disease"."""
_TAKEN_WITH = frozenset({"interaction", "together"})
"""Attributes by which what follows one of the next words is a name: "interact with mistletoe"."""
_JOINS = frozenset({"with", "and", "plus", "or"})
_QUALITIES = frozenset(
    """acute chronic severe serious mild moderate rare common certain active advanced early late recent primary
    secondary major minor heavy healthy sick other similar several special specific strong weak high low new old
    abnormal elevated premature persistent recurrent resistant sudden permanent temporary""".split()  # noqa: SIM905
)
"""Words that may stand between those and the name: "treat chronic X"."""
_ARTICLES = frozenset({"a", "an", "the"})
_BEFORE_PERSONS = frozenset("with and in for to treat treats treating against or plus by".split())  # noqa: SIM905
"""Words after which a name stands though a property is asked for: "half-life in cats"."""
_AUXILIARIES = frozenset("does do did can could will would may might should must is are was has have".split())  # noqa: SIM905
_BEFORE_PARTICIPLES = frozenset({"be", "been", "being"})
_DESCRIBES = ("ly", "ing", "ed")
"""How words end that describe, and whose absence from a label says nothing."""
_BEFORE_COMPLAINTS = frozenset("with against cause causes".split())  # noqa: SIM905
"""Words after which one in "-ing" is a complaint: "help with snoring"."""
_ABOUT_TWO = frozenset(
    {"interaction", "together", "contraindication", "dose", "warning", "common_adverse", "dose_interval"}
)
"""Attributes by which two names joined by "and" are a drug and what is taken with it."""


_HANDLING = frozenset(
    {
        "missed_dose",
        "overdose",
        "storage",
        "shelf_life",
        "disposal",
        "preparation",
        "administration",
        "crushing",
        "food_effect",
    }
)
"""Attributes that a label instructs everybody about: what somebody should do is theirs to say."""
_DOSES = frozenset({"dose", "max_dose", "starting_dose"})
"""Attributes that a kind of person narrows."""


class _Parts(NamedTuple):
    """A question taken apart by its words alone."""

    question: str
    named: Sequence[NamedDrug]
    """The drugs' names in it."""
    masked: str
    """The question with ``_HERE`` for each of them."""
    background: str
    """What it tells before it asks."""
    asking: str
    """What it asks."""
    taken: Sequence[str]
    """What is taken together with the drug."""


class _Subject(NamedTuple):
    """What a question is about: which drugs, and what of them."""

    drugs: list[str]
    attribute: Attribute | None
    """The one that is answered."""
    asked: list[Attribute]
    """All that the question asks for."""
    from_context: tuple[str, ...] = ()
    """What was taken from the question before."""


def read_question(
    question: str,
    names: DrugNames,
    known_words: Callable[[Iterable[str]], Collection[str]],
    context: str = "",
    drug: str | None = None,
) -> LabelIntent:
    """Read a question.

    Args:
        question: as it was asked.
        names: of all drugs held.
        known_words: which of some words any label has; they are no misspelt names.
        context: the question before, from which a missing drug or attribute is taken.
        drug: named beside the question; then no name is looked for.
    """
    named = names.named_in(question)
    if not named and not drug and not context:
        named = names.called_in(question)
    parts = _parts(question, named)
    subject = _subject(parts, drug)
    suggestions = [] if subject.drugs else _suggestions(question, names, known_words)
    if context and not suggestions:
        subject = _completed(subject, parts.masked, read_question(context, names, known_words))
    return _intent(parts, subject, suggestions)


def _parts(question: str, named: Sequence[NamedDrug]) -> _Parts:
    masked = _masked(question, named)
    return _Parts(question, named, masked, *clauses(masked), taken_with_it(masked))


def _subject(parts: _Parts, drug: str | None) -> _Subject:
    """What the question is about by its own words; ``drug`` is one named beside it."""
    before = attributes_asked(parts.background) if parts.background else ()
    asked = list(dict.fromkeys([*attributes_asked(parts.asking), *before]))
    attribute = asked[0] if asked else None
    if parts.background:
        attribute = _of_person_told(attribute, asked)
    if parts.taken and (attribute is None or attribute.name == "warning"):
        attribute = lexicon()["together"]
    drugs = [drug] if drug else list(dict.fromkeys(name.drug for name in parts.named))
    return _Subject(drugs, attribute, asked)


def _suggestions(question: str, names: DrugNames, known_words: Callable[[Iterable[str]], Collection[str]]) -> list[str]:
    """The drugs that a question without a name may mean by a misspelt one."""
    unknown = [w for w in words(question) if stem(w) not in question_words().plain]
    known = {word for word in known_words(unknown) if not names.is_name_but_for_its_end(word)}
    return names.nearest(question, known | _plain_words(question))


def _completed(subject: _Subject, masked: str, before: LabelIntent) -> _Subject:
    """The subject with what it lacks from the question before: "and its half-life", "and of sildenafil"."""
    drugs, attribute, asked, from_context = subject
    if not drugs and before.drugs:
        drugs, from_context = list(before.drugs), ("drug",)
    if before.attribute:
        asked = [*asked, lexicon()[before.attribute]]
        if attribute is None and not _names_something(masked):
            attribute, from_context = lexicon()[before.attribute], (*from_context, "attribute")
    return _Subject(drugs, attribute, asked, from_context)


def _intent(parts: _Parts, subject: _Subject, suggestions: Sequence[str]) -> LabelIntent:
    """All that was read, as one noun; of two drugs that are not compared, the second is a name the label must have."""
    drugs, attribute, masked = subject.drugs, subject.attribute, parts.masked
    shape = _shape(parts.question, masked, attribute, drugs)
    compared = shape is QuestionShape.COMPARE
    other_drugs = [word for other in ([] if compared else drugs[1:]) for word in words(other) if word != "and"]
    asked_about = frozenset(words(parts.asking))
    named_things = things_named(masked)
    return LabelIntent(
        question=parts.question,
        shape=shape,
        drugs=tuple(drugs if compared else drugs[:1]),
        attribute=attribute.name if attribute else "",
        narrowed_by=_narrowed_by(attribute, subject.asked),
        section=_category(attribute),
        words=(*_content(masked), *other_drugs),
        components=tuple(_components(parts.question, parts.named)),
        names=(*(w for w in _names(masked, attribute) if w in asked_about), *parts.taken, *other_drugs),
        background=tuple(word for word in _names(parts.background, None) if word not in asked_about),
        things=named_things.things,
        for_use=named_things.for_use,
        mentioned=named_things.mentioned,
        from_context=subject.from_context,
        suggestions=tuple(suggestions),
    )


def _of_person_told(attribute: Attribute | None, asked: Sequence[Attribute]) -> Attribute | None:
    """Of a dose that is asked for somebody just told of ("I have liver trouble"), the attribute of such persons."""
    if attribute is None or attribute.name not in _DOSES:
        return attribute
    return next((a for a in asked if a.name in OF_PERSONS), attribute)


def _narrowed_by(attribute: Attribute | None, asked: Sequence[Attribute]) -> str:
    """The attribute asked about a kind of person: "maximum dose in children"."""
    if attribute is None or attribute.name not in OF_PERSONS:
        return ""
    return next((a.name for a in asked if a.name not in OF_PERSONS and a.says), "")


def _components(question: str, named: Sequence[NamedDrug]) -> Iterator[str]:
    """The words of the ingredients a question names of a product with several: facts of the others are not meant."""
    for name in named:
        if name.component:
            yield from words(question[name.start : name.end])


def _masked(question: str, named: Sequence[NamedDrug]) -> str:
    text = question
    for name in reversed(named):
        text = text[: name.start] + _HERE + text[name.end :]
    return in_labels_words(" ".join(re.sub(r"[‐‑‒]", "-", text).split()))


def _plain_words(question: str) -> set[str]:
    return {w for w in words(question) if stem(w) in question_words().plain}


def _names(masked: str, attribute: Attribute | None) -> tuple[str, ...]:
    """Words that name something the label must know: what is not of every question and stands where a name stands.

    Where a property is asked for, a word that stands elsewhere describes it ("terminal disposition half-life").
    """
    tokens = words(masked)
    proper = proper_names(masked)
    before_names = _BEFORE_NAMES if attribute is None or attribute.relates else _BEFORE_PERSONS
    naming = []
    for place, word in enumerate(tokens):
        if word == _HERE.strip() or len(word) < SHORTEST_NAMED or not may_name(word):
            continue
        if word.endswith(_DESCRIBES) and not (
            word.endswith("ing") and place and tokens[place - 1] in _BEFORE_COMPLAINTS
        ):
            continue
        certain = word in proper or not _KINDS.isdisjoint(tokens[place + 1 : place + 2])
        if attribute and attribute.name in _TAKEN_WITH:
            certain = certain or tokens[max(0, place - 1)] in _JOINS
        if (is_ordinary(word) and word not in proper) or not (certain or is_nameable(word)):
            continue
        before = next((w for w in reversed(tokens[:place]) if _is_before_names(w)), "")
        at_start = place == 0 or tokens[:place] == [_HERE.strip()]
        if place and tokens[place - 1] == _HERE.strip() and tokens[0] in _AUXILIARIES:
            continue  # "does X pass into milk": a verb
        if place and tokens[place - 1] in _BEFORE_PARTICIPLES:
            continue  # "how much fluid should be drunk"
        if attribute is None or before in before_names or word in proper or (at_start and attribute.relates):
            naming.append(word)
    return tuple(dict.fromkeys(naming))


def _is_before_names(word: str) -> bool:
    """Whether a word tells what stands after it, so that it is not part of a name."""
    return word == _HERE.strip() or (not may_name(word) and word not in _QUALITIES and word not in _ARTICLES)


def _names_something(masked: str) -> bool:
    return any(stem(word) not in question_words().plain for word in _content(masked))


def _content(masked: str) -> tuple[str, ...]:
    """The words of a question that name something, in lower case."""
    here = _HERE.strip()
    return tuple(dict.fromkeys(w for w in words(masked) if w != here and (len(w) > 1 or w.isdigit())))


def _shape(question: str, masked: str, attribute: Attribute | None, drugs: Sequence[str]) -> QuestionShape:
    handling = attribute is not None and attribute.name in _HANDLING
    if _asks_advice(question) and not handling:
        return QuestionShape.ADVICE
    if attribute and attribute.name == "structure_image":
        return QuestionShape.IMAGE
    joined = attribute is not None and attribute.name not in _ABOUT_TWO and _JOINED.search(masked)
    if len(drugs) > 1 and (_COMPARES.search(masked) or joined):
        return QuestionShape.COMPARE
    return QuestionShape.SECTION if attribute and attribute.whole else QuestionShape.FACT


def _asks_advice(question: str) -> bool:
    table = question_words()
    return any(p.search(question) for p in table.advice) and not any(p.search(question) for p in table.asks_the_label)


def _category(attribute: Attribute | None) -> LabelCategory | None:
    return attribute.sections[0] if attribute else None

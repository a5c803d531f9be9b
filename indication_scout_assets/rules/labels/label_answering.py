"""Answers from labels: a question that was read and the texts of its drugs, to facts word for word or a refusal.

What belongs here: which answer a question gets. Reading the question is in ``label_intent``, scores in
``label_retrieval``; whether a fact stands is decided by ``reading.verifier``, which whoever answers asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...domain.monographs.label_answers import (
    AnswerStatus,
    LabelAnswer,
    LabelFact,
    LabelIntent,
    QuestionShape,
    SearchedLabel,
)
from ...domain.monographs.label_documents import (
    Assertion,
    FactSpan,
    LabelCategory,
    LabelPicture,
    PictureKind,
    SpanForm,
)
from .label_absence import absence, in_english
from .label_attributes import lexicon, words_asking
from .label_parts import instructs, may_speak
from .label_retrieval import ANSWER_LAST, HOLDS_HALF, HOLDS_NAMES, MOST_WORDS, DrugTexts, Scored, choose
from .label_words import meanings, question_words, stem, stems, words

_USES = frozenset(
    {
        LabelCategory.INDICATIONS, LabelCategory.DOSAGE, LabelCategory.CLINICAL_STUDIES, LabelCategory.MECHANISM,
        LabelCategory.PHARMACODYNAMICS, LabelCategory.CLINICAL_PHARMACOLOGY, LabelCategory.MICROBIOLOGY,
        LabelCategory.PEDIATRICS, LabelCategory.GERIATRICS, LabelCategory.PREGNANCY, LabelCategory.LACTATION,
        LabelCategory.RENAL_IMPAIRMENT, LabelCategory.HEPATIC_IMPAIRMENT, LabelCategory.SPECIFIC_POPULATIONS,
        LabelCategory.WARNINGS, LabelCategory.CONTRAINDICATIONS, LabelCategory.BOXED_WARNING,
    }
)  # fmt: skip
"""Categories that may say whether a drug is for something."""
_SAY_USES = frozenset(
    {
        LabelCategory.INDICATIONS,
        LabelCategory.DOSAGE,
        LabelCategory.CLINICAL_STUDIES,
        LabelCategory.MECHANISM,
        LabelCategory.PHARMACODYNAMICS,
        LabelCategory.CLINICAL_PHARMACOLOGY,
        LabelCategory.MICROBIOLOGY,
        LabelCategory.PEDIATRICS,
    }
)
"""Those in which a disease that is named is one that the drug was tried for."""
_OF_PRODUCT = frozenset(
    {
        LabelCategory.DESCRIPTION,
        LabelCategory.HOW_SUPPLIED,
        LabelCategory.PACKAGE_LABEL,
        LabelCategory.STORAGE,
        LabelCategory.DOSAGE_FORMS,
        LabelCategory.EXCIPIENTS,
        LabelCategory.REFERENCES,
        LabelCategory.AUTHORISATION,
    }
)
_NAMES_NONE = frozenset({"mechanism"})
"""Attributes whose spans need not name what the question does: "does X stop nausea by blocking serotonin"."""
LEAST_SHARE = 0.3
"""Share of a question's words that a span must hold where no attribute is asked for."""
LEAST_WORDS = 2
"""Content words by which a span is found where no attribute helps."""
LEAST_OF_COMPARED = 40
"""Words that the facts of each drug may have at least, where several share an answer's ``MOST_WORDS``."""
_NOT_FOR = re.compile(r"\bnot (?:\w+ )?(?:indicated|approved|recommended|for use)|contraindicated", re.IGNORECASE)
_OF_HIMSELF = re.compile(
    r"\b(?:my|mine|me)\b|\bi['’](?:m|ve|d|ll)\b|(?<!type )(?<!phase )(?<!stage )(?<!class )(?<!grade )\bi (?=[a-z])",
    re.IGNORECASE,
)
"""Words of who tells of himself."""
_NO_ADVICE = "These are the label's words; what somebody should do is for a doctor or pharmacist to say."
_YES_OR_NO_USES = ("is ", "are ", "does ", "do ", "can ", "will ", "could ", "may ", "would ", "has ")


def answer_of(
    intent: LabelIntent,
    texts: Mapping[str, DrugTexts],
    pictures: Mapping[str, Sequence[LabelPicture]],
    drugs_held: Sequence[str] = (),
    limit: int | None = None,
) -> LabelAnswer:
    """Answer a question from the labels of its drugs.

    Args:
        intent: the question as it was read.
        texts: of each drug asked about, by drug.
        pictures: of each drug asked about, by drug.
        drugs_held: every drug labels are held of; named where the question names none of them.
        limit: the most facts, of each drug.
    """
    bare = LabelAnswer(status=AnswerStatus.ERROR, question=intent.question, intent=intent, section=intent.section)
    if not intent.drugs:
        return _without_drug(bare, intent, drugs_held)
    bare = _with(bare, drug=intent.drugs[0], searched=_searched(intent, texts))
    if intent.shape is QuestionShape.ADVICE:
        note = "What somebody should do is for a doctor or pharmacist to say"
        note += "; the section named has the label's words." if intent.section else "."
        return _with(bare, status=AnswerStatus.ADVICE_REFUSED, note=note)
    if intent.shape is QuestionShape.IMAGE:
        return _picture_answer(bare, intent, pictures)
    chosen = {drug: _chosen(intent, texts[drug], limit) for drug in intent.drugs}
    facts = tuple(fact for drug, spans in chosen.items() for fact in _facts(drug, spans, texts[drug]))
    missing = [drug for drug, spans in chosen.items() if not spans]
    if missing or not facts:
        why = absence(intent, missing, texts)
        return _with(bare, status=AnswerStatus.NOT_IN_LABEL, note=why.note, sections_held=why.sections_held)
    note = _NO_ADVICE if _OF_HIMSELF.search(intent.question) else ""
    return _with(
        bare, status=AnswerStatus.ANSWERED, section=facts[0].section, facts=facts, path=_path(intent), note=note
    )


def _without_drug(bare: LabelAnswer, intent: LabelIntent, drugs_held: Sequence[str]) -> LabelAnswer:
    """The answer to a question that names no drug held: those its words may mean, or those there are."""
    if intent.suggestions:
        note = in_english("No drug of this name is held; nothing is shown before the name is certain.", intent)
        return _with(bare, status=AnswerStatus.DID_YOU_MEAN, suggestions=intent.suggestions, note=note)
    note = in_english("The question names no drug whose labels are held.", intent)
    return _with(bare, status=AnswerStatus.NO_DRUG, drugs_held=tuple(drugs_held), note=note)


def _chosen(intent: LabelIntent, texts: DrugTexts, limit: int | None) -> list[Scored]:
    """The spans of one drug that answer, with what stands around them where this drug alone is asked about."""
    most_words = max(LEAST_OF_COMPARED, MOST_WORDS // len(intent.drugs))
    chosen = may_speak(intent, _of_drug(intent, texts, most_words), texts)
    chosen = chosen[:limit]
    if intent.question and len(intent.drugs) == 1 and not limit:
        chosen = texts.with_surroundings(chosen, lexicon().get(intent.attribute))
    return chosen


def _path(intent: LabelIntent) -> str:
    """By what the facts were chosen: a whole section, an attribute, or the words of the question."""
    if intent.shape is QuestionShape.SECTION:
        return "section"
    return "attribute" if intent.attribute else "text"


def _with(answer: LabelAnswer, **changes: object) -> LabelAnswer:
    return answer.model_copy(update=changes)


def _searched(intent: LabelIntent, texts: Mapping[str, DrugTexts]) -> tuple[SearchedLabel, ...]:
    attribute = lexicon().get(intent.attribute)
    return tuple(
        SearchedLabel(
            set_id=document.id,
            drug=drug,
            title=document.title,
            version=document.version,
            region=document.region,
            categories=attribute.sections if attribute else (),
        )
        for drug in intent.drugs
        for document in texts[drug].documents.values()
    )


# ------------------------------------------------------------------------------------------------ pictures
def _picture_answer(
    bare: LabelAnswer, intent: LabelIntent, pictures: Mapping[str, Sequence[LabelPicture]]
) -> LabelAnswer:
    shown = [p for drug in intent.drugs for p in pictures.get(drug, ()) if p.kind is PictureKind.STRUCTURE]
    if shown:
        section = LabelCategory.DESCRIPTION
        return _with(bare, status=AnswerStatus.ANSWERED, images=tuple(shown), section=section, path="picture")
    note = "The labels held have no picture of a structural formula."
    return _with(bare, status=AnswerStatus.NOT_IN_LABEL, note=note, path="picture")


# ------------------------------------------------------------------------------------------------ facts
def _of_drug(intent: LabelIntent, texts: DrugTexts, most_words: int) -> list[Scored]:
    """The spans that answer for one drug, best first; none where the label does not say it of what is named."""
    alone = intent.background and not (intent.names or intent.things)
    if alone and all(texts.lacks(name) for name in intent.background):
        return []
    if any(texts.lacks(name) for name in intent.names) or texts.lacks_kind(intent.question):
        return []
    attribute = lexicon().get(intent.attribute)
    dialysis = lexicon()["dialysis"]
    asking = words_asking(attribute, intent.question)
    asking |= {word for word in intent.mentioned if attribute and attribute.is_asked_by(word)}
    others = (word for word in intent.mentioned if word not in asking or dialysis.is_said_in(word))
    if any(texts.lacks(word) for word in others):
        return []
    return _of_things(intent, texts, _spans_of_drug(intent, texts, most_words), most_words)


def _of_things(intent: LabelIntent, texts: DrugTexts, chosen: list[Scored], most_words: int) -> list[Scored]:
    """The spans chosen, where each thing the question names stands in one of them; else those of any section that hold
    all of them.
    """
    things = () if intent.attribute in _NAMES_NONE else intent.things
    if not chosen and not things:
        return []
    attribute = lexicon().get(intent.attribute)
    for_use = intent.for_use or intent.attribute == "indication"
    of_product = attribute is not None and not _OF_PRODUCT.isdisjoint(attribute.sections)
    may_show = _may_say_use if for_use else (lambda _: True) if of_product else _may_say
    shown = [entry.span for entry in chosen if may_show(entry)]
    if all(any(texts.holds(span, thing, attribute) for span in shown) for thing in things):
        return chosen if not things or of_product else [entry for entry in chosen if may_show(entry)]
    named = tuple(dict.fromkeys([*(word for thing in things for word in thing), *intent.names]))
    anywhere = texts.scored(intent.model_copy(update={"attribute": "", "words": named, "names": named}))
    holding = [e for e in anywhere if (_says_use(e) if for_use else may_show(e)) and texts.holds(e.span, named)]
    return choose(holding, None, most_words, named=True)


def _says_use(entry: Scored) -> bool:
    """Whether a span that was found by its words alone says what the drug is for, or that it is not."""
    return (entry.category in _SAY_USES and not _instructs(entry)) or bool(_NOT_FOR.search(entry.span.text))


def _may_say(entry: Scored) -> bool:
    """Whether a span may say what a thing has to do with the drug: of what it is made, and how it is sold, does not."""
    return entry.category not in _OF_PRODUCT


def _may_say_use(entry: Scored) -> bool:
    """Whether a span may say what the drug is for, or that it is not."""
    return (entry.category in _USES and not _instructs(entry)) or bool(_NOT_FOR.search(entry.span.text))


def _instructs(entry: Scored) -> bool:
    """Whether a span among the uses tells a reader what to do or to avoid, not what the drug is for."""
    return entry.category is LabelCategory.INDICATIONS and instructs(entry.span.text)


def _spans_of_drug(intent: LabelIntent, texts: DrugTexts, most_words: int) -> list[Scored]:
    """The spans that answer for one drug, best first; none where the label does not say it."""
    attribute = lexicon().get(intent.attribute)
    scored = texts.scored(intent)
    if attribute and not scored and attribute.or_else:
        return _spans_of_drug(intent.model_copy(update={"attribute": attribute.or_else}), texts, most_words)
    if attribute and not scored:
        return _by_words(intent, texts, most_words)
    names = {stem(name) for name in (*intent.names, *intent.background) if not texts.is_everywhere(name)}
    if animals := {stem(word) for word in intent.words} & question_words().animals:
        scored = [entry for entry in scored if animals & set(stems(entry.span.text))]
    if attribute is None:
        scored = [entry for entry in scored if entry.share >= LEAST_SHARE]
    elif attribute.name == "indication" and intent.question.lower().startswith(_YES_OR_NO_USES):
        uses = {stem(w) for e in scored if e.category is LabelCategory.INDICATIONS for w in words(e.span.text)}
        if names and not any(meanings(name) & uses for name in names):
            text_only = texts.scored(intent.model_copy(update={"attribute": ""}))
            scored = [e for e in text_only if e.share >= HOLDS_NAMES and _NOT_FOR.search(e.span.text)]
    elif names and not any(entry.share >= HOLDS_HALF for entry in scored):
        anywhere = [e for e in texts.scored(intent.model_copy(update={"attribute": ""})) if e.share >= HOLDS_NAMES]
        scored = anywhere if attribute.by_name or (anywhere and not animals) else scored
    return choose(scored, attribute, most_words, named=bool(names))


def _by_words(intent: LabelIntent, texts: DrugTexts, most_words: int) -> list[Scored]:
    """The spans that hold nearly all content words of a question whose attribute no label says; at least two words."""
    content = [word for word in intent.words if stem(word) not in question_words().plain and not texts.lacks(word)]
    if len(content) < LEAST_WORDS and not intent.names and not intent.background:
        return []
    intent = intent.model_copy(update={"words": tuple(content)})
    scored = [
        entry
        for entry in texts.scored(intent.model_copy(update={"attribute": ""}))
        if entry.share >= HOLDS_NAMES and entry.category not in ANSWER_LAST
    ]
    return choose(scored, None, most_words, named=True)


def _facts(drug: str, chosen: Sequence[Scored], texts: DrugTexts) -> list[LabelFact]:
    """The facts: the best first, the others in the labels' order, neighbouring bullets of a list as one."""
    if not chosen:
        return []
    groups = _groups([entry.span for entry in chosen])
    best = chosen[0].span
    first = next(group for group in groups if best in group)
    return [fact_of(drug, group, texts) for group in [first, *(g for g in groups if g is not first)]]


def _groups(spans: Sequence[FactSpan]) -> list[list[FactSpan]]:
    order = {span.document: place for place, span in reversed(list(enumerate(spans)))}
    groups: list[list[FactSpan]] = []
    for span in sorted(spans, key=lambda s: (order[s.document], s.section, s.ordinal)):
        last = groups[-1][-1] if groups else None
        if last and _continues(last, span):
            groups[-1].append(span)
        else:
            groups.append([span])
    return groups


def _continues(last: FactSpan, span: FactSpan) -> bool:
    """Whether a bullet is the next of its list, or the first after the line that leads in."""
    neighbours = (last.document, last.section, last.ordinal + 1) == (span.document, span.section, span.ordinal)
    listed = last.form is SpanForm.BULLET or last.text.rstrip().endswith(":")
    return neighbours and span.form is SpanForm.BULLET and listed


def fact_of(drug: str, group: Sequence[FactSpan], texts: DrugTexts) -> LabelFact:
    """Neighbouring spans of one section as one fact."""
    first, last = group[0], group[-1]
    document = texts.documents[first.document]
    section = texts.sections[first.document, first.section]
    text = section.text[first.start : last.end]
    conditions = tuple(section.text[start:end] for span in group for start, end in span.conditions)
    return LabelFact(
        text=text,
        drug=drug,
        section=section.category,
        title=section.title,
        number=section.number,
        set_id=document.id,
        version=document.version,
        effective=document.effective.isoformat() if document.effective else "",
        region=document.region,
        url=document.url,
        page=section.page,
        start=first.start,
        end=last.end,
        source=first.form,
        assertion=Assertion.CONDITIONAL
        if conditions and first.assertion is not Assertion.NOT_ESTABLISHED
        else first.assertion,
        conditions=conditions,
        values=tuple(dict.fromkeys(v for span in group for v in span.values)),
        lead_in=first.lead_in,
        heading=first.heading,
        header=first.header,
        group=first.group,
        footnotes=first.footnotes,
        ordinal=first.section,
        same_in=_same_in(text, texts),
    )


def _same_in(text: str, texts: DrugTexts) -> int:
    """Labels of the drug that hold this text, whatever its white space."""
    if len(texts.documents) == 1:
        return 1
    wanted = "".join(text.split())
    holding = {key for (key, _), s in texts.sections.items() if wanted in "".join(s.text.split())}
    return max(1, len(holding))

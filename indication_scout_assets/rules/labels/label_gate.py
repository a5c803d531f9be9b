"""The gate every answer passes before it is shown: facts word for word, of the drug asked, in a label that is held.

What belongs here: checks that fail closed. An answer with one fact that does not stand shows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...domain.monographs.label_answers import AnswerStatus, LabelAnswer, LabelFact
from ...domain.monographs.label_documents import Assertion
from .label_retrieval import DrugTexts


def gated(answer: LabelAnswer, texts: Mapping[str, DrugTexts]) -> LabelAnswer:
    """The answer as it is, or an error without any fact, naming what did not stand."""
    for fact in answer.facts:
        if fault := fault_of(fact, answer, texts):
            return answer.model_copy(
                update={"status": AnswerStatus.ERROR, "facts": (), "images": (), "note": f"Not shown: {fault}."}
            )
    if answer.status is AnswerStatus.ANSWERED and not (answer.facts or answer.images):
        return answer.model_copy(update={"status": AnswerStatus.ERROR, "note": "Not shown: nothing answers."})
    return answer


def fault_of(fact: LabelFact, answer: LabelAnswer, texts: Mapping[str, DrugTexts]) -> str:
    """Why a fact may not be shown; empty where it may."""
    held = texts.get(fact.drug)
    if held is None or fact.drug not in answer.intent.drugs:
        return f"a fact is of {fact.drug}, which was not asked about"
    document, section = held.documents.get(fact.set_id), held.sections.get((fact.set_id, fact.ordinal))
    if document is None or section is None or document.drug != fact.drug:
        return f"the label {fact.set_id} is not held for {fact.drug}, or has no such section"
    if section.category is not fact.section or section.page != fact.page:
        return f"a fact of {fact.set_id} is cited under another section or page"
    if not fact.text or section.text[fact.start : fact.end] != fact.text:
        return "a fact is not the words of its section"
    if fact.assertion is Assertion.CONDITIONAL and not fact.conditions:
        return "a conditional fact has lost its condition"
    return "" if all(c in fact.text for c in fact.conditions) else "a condition does not stand in its fact"

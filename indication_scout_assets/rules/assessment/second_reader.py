"""What a second reader may change: a language model's side of an article held against the rules' side.

What belongs here: the table, and nothing else; who is asked, and how, is in ``synthesis.side_reader``. A second reader
only ever takes away: no side of its own is counted.

| rules | model | what becomes of it |
|---|---|---|
| a side | the same | agrees: nothing changes |
| none | none | agrees: nothing changes |
| for, against, mixed | none or another one | withheld: deferred, so it counts for neither |
| harm | none or another one | stays harm and counts, marked that the model does not see it |
| none | a side | proposed: shown, never counted |
| any | a sentence that the abstract does not hold | refused: nothing changes, its sentence is not shown |
| any | no answer | unread: nothing changes, why is said |
"""

from __future__ import annotations

from ...domain.articles import Article
from ...domain.assessment import Grade, SecondEffect, SecondReading, SideReading
from ...domain.statements import Polarity

SIDE = {
    Polarity.SUPPORTS: "for",
    Polarity.CONTRADICTS: "against",
    Polarity.MIXED: "mixed",
    Polarity.HARM: "harm",
    Polarity.NEUTRAL: "no side",
}
"""A side in a sentence."""


def second_look(grade: Grade, article: Article, reading: SideReading | None) -> Grade:
    """The article's grade after the second reader; ``None``: it was not asked about this article."""
    if reading is None:
        return grade
    effect = effect_of(grade.polarity, article, reading)
    shown = reading.quote if effect in _WITH_ITS_WORDS else ""
    sentence = _sentence(effect, grade, reading.model, reading.side, shown, reading.failure)
    side = reading.side if effect not in (SecondEffect.REFUSED, SecondEffect.UNREAD) else Polarity.NEUTRAL
    second = SecondReading(model=reading.model, side=side, quote=shown, effect=effect, sentence=sentence)
    deferred = f"{grade.deferred} {sentence}".strip() if effect is SecondEffect.WITHHELD else grade.deferred
    return grade.model_copy(update={"second_reading": second, "deferred": deferred})


_WITH_ITS_WORDS = (SecondEffect.AGREES, SecondEffect.WITHHELD, SecondEffect.HARM_UNSEEN, SecondEffect.PROPOSED)


def effect_of(side: Polarity, article: Article, reading: SideReading) -> SecondEffect:
    """What the reading does to the side that the rules read in the article, by the table above."""
    if reading.failure:
        return SecondEffect.UNREAD
    if reading.side is not Polarity.NEUTRAL and (not reading.quote or reading.quote not in article.abstract):
        return SecondEffect.REFUSED
    if reading.side is side:
        return SecondEffect.AGREES
    if side is Polarity.HARM:
        return SecondEffect.HARM_UNSEEN
    return SecondEffect.PROPOSED if side is Polarity.NEUTRAL else SecondEffect.WITHHELD


def _sentence(effect: SecondEffect, grade: Grade, model: str, side: Polarity, quote: str, failure: str) -> str:
    """What the report says of it; nothing where both readers agree."""
    theirs = f"{SIDE[side]} by “{quote}”" if quote else SIDE[side]
    return {
        SecondEffect.AGREES: "",
        SecondEffect.WITHHELD: (
            f"Readers disagree: the rules read {SIDE[grade.polarity]} by “{grade.polarity_cue}”, "
            f"the model {model} reads {theirs}."
        ),
        SecondEffect.HARM_UNSEEN: f"The model {model} does not read harm here but {theirs}; the rules' harm stands.",
        SecondEffect.PROPOSED: f"Proposed by the model {model}, not counted: {theirs}.",
        SecondEffect.REFUSED: f"The answer of the model {model} is not used: its sentence is not in the abstract.",
        SecondEffect.UNREAD: f"Not read by the model {model}: {failure}",
    }[effect]

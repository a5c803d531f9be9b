"""What a second reader may change: a language model's side and effect of an article held against those of the rules.

What belongs here: the tables, and nothing else; who is asked, and how, is in ``synthesis.model_reader``. A second
reader only ever takes away: no side or effect of its own is counted.

| side by the rules | by the model | what becomes of it |
|---|---|---|
| a side | the same | agrees: nothing changes |
| none | none | agrees: nothing changes |
| for, against, mixed | none or another one | withheld: deferred, so it counts for neither |
| harm | none or another one | stays harm and counts, marked that the model does not see it |
| none | a side | proposed: shown, never counted |
| any | a sentence that the abstract does not hold | refused: nothing changes, its sentence is not shown |
| any | no answer | unread: nothing changes, why is said |

| effect by the rules | by the model | what becomes of it |
|---|---|---|
| numbers | the same numbers | agrees: marked as confirmed; a part that only one of the two read is left out |
| numbers | none, or others in its sentence | withheld: its sentence stays without numbers, marked as disputed |
| numbers | numbers of another sentence | stands unmarked; the model's is proposed behind it |
| no numbers | numbers | proposed: shown as the model's, in no plot, sentence, score or sum |
| no numbers | none | nothing changes |
| any | a part that the abstract does not hold | refused: nothing changes, why is said |
| any | no answer | unread: nothing changes, why is said |

Of an article several effects may be read by rule. The model is asked for the main one: if it is among them, it stands
first, and what is read in other sentences stays as it is. Where the model reads no effect at all, the numbers of all of
them are withheld.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.articles import Article
from ...domain.assessment import Grade, ModelReading, SecondReading
from ...domain.effects import Effect, EffectMark, EffectMeasure, SecondVerdict, TextSpan
from ...domain.statements import Polarity
from ..effects import effect_patterns as patterns
from ..effects.result_values import numbers_of

# ------------------------------------------------------------------------------------------------ sides
SIDE = {
    Polarity.SUPPORTS: "for",
    Polarity.CONTRADICTS: "against",
    Polarity.MIXED: "mixed",
    Polarity.HARM: "harm",
    Polarity.NEUTRAL: "no side",
}
"""A side in a sentence."""


def second_look(grade: Grade, article: Article, reading: ModelReading | None) -> Grade:
    """The article's grade after the second reader; ``None``: it was not asked about this article."""
    if reading is None:
        return grade
    verdict = verdict_on_side(grade.polarity, article, reading)
    shown = reading.quote if verdict in _WITH_ITS_WORDS else ""
    sentence = _on_side(verdict, grade, reading.model, reading.side, shown, reading.failure)
    side = reading.side if verdict not in (SecondVerdict.REFUSED, SecondVerdict.UNREAD) else Polarity.NEUTRAL
    second = SecondReading(
        model=reading.model,
        side=side,
        quote=shown,
        verdict=verdict,
        sentence=sentence,
        effect=reading.effect,
        effect_refused=reading.effect_refused,
    )
    deferred = f"{grade.deferred} {sentence}".strip() if verdict is SecondVerdict.WITHHELD else grade.deferred
    return grade.model_copy(update={"second_reading": second, "deferred": deferred})


_WITH_ITS_WORDS = (SecondVerdict.AGREES, SecondVerdict.WITHHELD, SecondVerdict.HARM_UNSEEN, SecondVerdict.PROPOSED)


def verdict_on_side(side: Polarity, article: Article, reading: ModelReading) -> SecondVerdict:
    """What the reading does to the side that the rules read in the article, by the table above."""
    if reading.failure:
        return SecondVerdict.UNREAD
    if reading.side is not Polarity.NEUTRAL and (not reading.quote or reading.quote not in article.abstract):
        return SecondVerdict.REFUSED
    if reading.side is side:
        return SecondVerdict.AGREES
    if side is Polarity.HARM:
        return SecondVerdict.HARM_UNSEEN
    return SecondVerdict.PROPOSED if side is Polarity.NEUTRAL else SecondVerdict.WITHHELD


def _on_side(verdict: SecondVerdict, grade: Grade, model: str, side: Polarity, quote: str, failure: str) -> str:
    """What the report says of it; nothing where both readers agree."""
    theirs = f"{SIDE[side]} by “{quote}”" if quote else SIDE[side]
    return {
        SecondVerdict.AGREES: "",
        SecondVerdict.WITHHELD: (
            f"Readers disagree: the rules read {SIDE[grade.polarity]} by “{grade.polarity_cue}”, "
            f"the model {model} reads {theirs}."
        ),
        SecondVerdict.HARM_UNSEEN: f"The model {model} does not read harm here but {theirs}; the rules' harm stands.",
        SecondVerdict.PROPOSED: f"Proposed by the model {model}, not counted: {theirs}.",
        SecondVerdict.REFUSED: f"The answer of the model {model} is not used: its sentence is not in the abstract.",
        SecondVerdict.UNREAD: f"Not read by the model {model}: {failure}",
    }[verdict]


# ------------------------------------------------------------------------------------------------ effects
def marked_effects(effects: Sequence[Effect], article: Article, reading: SecondReading | None) -> tuple[Effect, ...]:
    """An article's effects after the second reader, by the table above.

    Args:
        effects: of the rules, the most telling first.
        reading: of this article; ``None`` where the second reader was not asked about it.
    """
    if reading is None:
        return tuple(effects)
    verdict, confirmed = verdict_on_effect(effects, article, reading)
    if verdict is None:
        return tuple(effects)
    mark = EffectMark(model=reading.model, verdict=verdict, sentence=_on_effect(verdict, reading))
    match verdict:
        case SecondVerdict.AGREES if confirmed:
            as_read, both = confirmed
            others = (effect for effect in effects if effect is not as_read)
            return both.model_copy(update={"mark": mark}), *others
        case SecondVerdict.WITHHELD:
            doubted = [effect for effect in effects if effect.has_numbers and _is_doubted(effect, reading)]
            return tuple(_without_numbers(effect, mark) if effect in doubted else effect for effect in effects)
        case SecondVerdict.PROPOSED if reading.effect:
            proposed = reading.effect.model_copy(update={"mark": mark})
            in_numbers = any(effect.has_numbers for effect in effects)
            return (*effects, proposed) if in_numbers else (proposed, *effects)
    return tuple(effect.model_copy(update={"mark": mark}) for effect in effects)


def verdict_on_effect(
    effects: Sequence[Effect], article: Article, reading: SecondReading
) -> tuple[SecondVerdict | None, tuple[Effect, Effect] | None]:
    """What the reading does to the effects; where it confirms one, that one and what of it both have read.

    There is no verdict where neither has read numbers.
    """
    if reading.verdict is SecondVerdict.UNREAD:
        return SecondVerdict.UNREAD, None
    if reading.effect_refused or (reading.effect and not reading.effect.stands_in(article.abstract)):
        return SecondVerdict.REFUSED, None
    in_numbers = [effect for effect in effects if effect.has_numbers]
    if reading.effect is None:
        return (SecondVerdict.WITHHELD if in_numbers else None), None
    for effect in in_numbers:
        if both := as_both_read(effect, reading.effect):
            return SecondVerdict.AGREES, (effect, both)
    doubted = any(_is_doubted(effect, reading) for effect in in_numbers)
    return (SecondVerdict.WITHHELD if doubted else SecondVerdict.PROPOSED), None


def _is_doubted(effect: Effect, reading: SecondReading) -> bool:
    """Whether the model reads no effect, or something else in the same sentence."""
    return reading.effect is None or reading.effect.sentence == effect.sentence


def as_both_read(rules: Effect, model: Effect) -> Effect | None:
    """The rules' effect with the parts that the model reads as well; ``None`` where their numbers differ."""
    alike = {name: _alike(name, rules, model) for name in ("groups", "value", "interval", "p_value")}
    if rules.sentence != model.sentence or False in alike.values() or not (alike["groups"] or alike["value"]):
        return None
    alike |= {name: _share_words(getattr(rules, name), getattr(model, name)) for name in ("endpoint", "comparator")}
    kept = {name: getattr(rules, name) if alike[name] else None for name in alike}
    measure = rules.measure if kept["value"] else EffectMeasure.GROUPS
    numbers = {
        "number": rules.number if kept["value"] else None,
        "low": rules.low if kept["interval"] else None,
        "high": rules.high if kept["interval"] else None,
    }
    return rules.model_copy(update={**kept, "measure": measure, **numbers})


def _alike(name: str, rules: Effect, model: Effect) -> bool | None:
    """Whether both read the same numbers in a part; ``None`` where only one or neither reads it."""
    mine, theirs = getattr(rules, name), getattr(model, name)
    if mine is None or theirs is None:
        return None
    if name == "groups":
        return _are_of_same_arms(rules, model)
    return numbers_of(mine.text) == numbers_of(theirs.text)


def _are_of_same_arms(rules: Effect, model: Effect) -> bool:
    """Whether the two values that the model names are those from which to which the rules read."""
    if rules.groups is None or len(model.group_values) != 2:
        return False
    ends = (_value_at(rules.sentence, rules.groups.start), _value_at(rules.sentence, rules.groups.end - 1))
    return all(mine.overlaps(theirs) for mine, theirs in zip(ends, model.group_values, strict=True))


def _value_at(sentence: TextSpan, place: int) -> TextSpan:
    """The value of an arm that holds a character of the abstract; this character alone where there is none."""
    at = place - sentence.start
    spans = (match.span() for match in patterns.ARM_VALUE.finditer(sentence.text))
    start, end = next((span for span in spans if span[0] <= at < span[1]), (at, at + 1))
    return TextSpan(start=sentence.start + start, end=sentence.start + end, text=sentence.text[start:end])


def _share_words(mine: TextSpan | None, theirs: TextSpan | None) -> bool:
    """Whether two names of an endpoint or comparator share words of the abstract, or the shorter is in the longer."""
    if mine is None or theirs is None:
        return False
    shorter, longer = sorted((mine.text.casefold(), theirs.text.casefold()), key=len)
    return shorter in longer or mine.overlaps(theirs)


def _without_numbers(effect: Effect, mark: EffectMark) -> Effect:
    """The sentence of an effect and the words that compare, without anything read as a number or of whom."""
    return Effect(
        sentence=effect.sentence, measure=EffectMeasure.WORDS, words=effect.words, primary=effect.primary, mark=mark
    )


def _on_effect(verdict: SecondVerdict, reading: SecondReading) -> str:
    """What the report says of it."""
    model = reading.model
    theirs = "other ones" if reading.effect else "none"
    why = reading.effect_refused or "its words are not in the abstract"
    return {
        SecondVerdict.AGREES: f"Confirmed by the model {model}.",
        SecondVerdict.WITHHELD: f"Readers disagree, numbers withheld: the model {model} reads {theirs}.",
        SecondVerdict.PROPOSED: f"Read by the model {model}, not by the rules; not counted.",
        SecondVerdict.REFUSED: f"What the model {model} reads is not used: {why}.",
        SecondVerdict.UNREAD: reading.sentence,
    }[verdict]

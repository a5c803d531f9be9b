"""For or against: what a graded item says, and where a model's statement and the facts disagree.

What belongs here: the side of an article by what the rules read in it (``sides``), the side of a trial, and holding
statements against both. The rules of reading are not here.

No side is taken without exact words.

1. An article in which the drug causes or worsens the disease is harm, whatever any statement says.
2. Else what the rules read of the whole article decides (``sides.results``): it weighs all sentences, the conclusion
   first. A statement that quotes a single sentence neither gives a side nor takes one: of 29 sides that stood on a
   quoted sentence alone 8 were right. Support that one sentence tells is none where another gives the disease to the
   drug.
3. An article that gives the drug for the disease and states no outcome is neutral.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....domain.articles import Article
from ....domain.assessment import (
    DrugMatch,
    EvidenceDirectness,
    Level,
    MisuseKind,
    SoftReading,
    TrialOutcome,
    TrialReading,
)
from ....domain.diseases import NormalizedName
from ....domain.statements import Basis, Polarity, Statement, Strength
from ....domain.study_designs import Population, StudyDesign
from ....domain.trials import DrugRole, StopReason, TrialMatch
from ...language.mentions import DISEASE, ArticleReader, Pair
from ...language.sentences import abstract_sentences, sentences
from ...sides.blame import names_another_beside
from ...sides.intent import Intent, IntentReading, read_intent
from ...sides.polarity import Reading, caused_by_drug, counted_harm, read
from ...sides.result_marks import TITLE_PLANS
from ...sides.soft_reading import read_softly

_AGAINST = frozenset({Polarity.CONTRADICTS, Polarity.HARM})
_OPPOSED = {
    Polarity.SUPPORTS: _AGAINST,
    Polarity.CONTRADICTS: frozenset({Polarity.SUPPORTS}),
    Polarity.HARM: frozenset({Polarity.SUPPORTS}),
}
_SHOWN = 120
"""Characters of a statement in a sentence."""

_D = StudyDesign
_OF_LITERATURE = frozenset({_D.META_ANALYSIS, _D.SYSTEMATIC_REVIEW, _D.GUIDELINE, _D.NARRATIVE_REVIEW, _D.COMMENTARY})
"""Designs that truly speak of trials and syntheses which are not their own."""
_CLAIMS = (
    (
        re.compile(r"(?<!non-)\brandomi[sz]ed\b|\b(?:placebo|sham)-controlled\b|\bdouble-?\s?blind\w*", re.IGNORECASE),
        _OF_LITERATURE | {_D.RANDOMIZED_TRIAL, _D.PROTOCOL},
    ),
    (re.compile(r"\bmeta-?\s?analys[ei]s\b|\bsystematic review\b", re.IGNORECASE), _OF_LITERATURE),
)
"""Designs that a statement names, and the designs of records that may say so."""
_PEOPLE = re.compile(
    r"(?<!not in )(?<!no )\b(?:patients|participants|people|adults|children|women|men|volunteers)\b", re.I
)
_OPENING = 3
"""Sentences of an abstract that say what is asked."""
_SAFETY_ASKED = re.compile(
    r"\b(?:adverse|hazard\w*|unsafe|safety|deleterious|harm(?:s|ful)?|detrimental)\b", re.IGNORECASE
)
_BENEFIT_ASKED = re.compile(
    r"\b(?:efficac\w+|effective\w*|benef\w+|improv\w+|treat\w*|therap\w+|reduc\w+|prevent\w*|protect\w*|reliev\w+"
    r"|superior\w*|placebo-controlled trial of)\b",
    re.IGNORECASE,
)
_WEAK = frozenset({None, Level.CASES, Level.MECHANISM})


@dataclass(frozen=True)
class ArticlePolarity:
    """One article of a pair under its statements and the rules.

    Args:
        statements: verified ones that cite the article.
        intent: what the ranking read, a value of ``Intent``; empty where the article does not name both.
    """

    article: Article
    drug_names: Sequence[str]
    name: NormalizedName
    statements: Sequence[Statement]
    intent: str

    @cached_property
    def _own(self) -> list[Statement]:
        """The statements on this drug alone; what a combination or a class did is not its doing."""
        return [statement for statement in self.statements if statement.basis is Basis.THIS_DRUG]

    @cached_property
    def whole(self) -> IntentReading:
        """What the rules read of the whole article; where that is not ``intent``, nothing."""
        if self.intent in ("", Intent.UNCLEAR.value):
            return IntentReading(Intent.UNCLEAR, Polarity.NEUTRAL)
        reading = read_intent(self.drug_names, self.name.names, self.article)
        if reading.intent.value == self.intent:
            return reading
        return IntentReading(Intent.UNCLEAR, Polarity.NEUTRAL)  # no words would bear what the ranking read

    @cached_property
    def _reader(self) -> ArticleReader:
        return ArticleReader(Pair.of(self.drug_names, self.name), self.article)

    @cached_property
    def _asks_of_safety_alone(self) -> bool:
        """Whether the article sets out to learn if the drug does harm and not if it helps: "no effect" is then good."""
        asked = " ".join((self.article.title, *(span.text for span in abstract_sentences(self.article)[:_OPENING])))
        return bool(_SAFETY_ASKED.search(asked)) and not _BENEFIT_ASKED.search(asked)

    @cached_property
    def _is_blamed(self) -> bool:
        """Whether a sentence gives the disease to the drug."""
        spans = (*sentences(self.article.title), *sentences(self.article.abstract))
        return any(caused_by_drug(self._reader.mask(span.text)) for span in spans)

    def verdict(self) -> tuple[Polarity, str]:
        """The article's polarity and the words it was read from; without words it is neutral."""
        polarity, cue = self._taken()
        return (polarity, cue) if cue else (Polarity.NEUTRAL, "")

    @property
    def deciding(self) -> IntentReading | None:
        """The rules' reading of the whole article, where it is what the polarity rests on."""
        whole = self.whole
        return whole if whole.rule and self.verdict() == (whole.polarity, whole.cue) else None

    @property
    def is_harm_in_passing(self) -> bool:
        """Whether the article reads as harm, but neither its title gives the disease to the drug alone nor numbers do.

        A title that names another drug beside it leaves open which of them did it.
        """
        if self.verdict()[0] is not Polarity.HARM:
            return False
        title = self._reader.mask(self.article.title)
        of_drug_alone = DISEASE in title and not names_another_beside(title)
        return not of_drug_alone and not counted_harm(self._reader.mask(self.whole.sentence))

    def _taken(self) -> tuple[Polarity, str]:
        whole = self.whole
        if whole.polarity is Polarity.CONTRADICTS and self._asks_of_safety_alone:
            return Polarity.NEUTRAL, ""
        if whole.rule or whole.polarity in (Polarity.HARM, Polarity.NEUTRAL):
            return whole.polarity, whole.cue
        if TITLE_PLANS.search(self.article.title.lower()):
            return Polarity.NEUTRAL, ""
        if whole.polarity is Polarity.SUPPORTS and self._is_blamed:
            return Polarity.NEUTRAL, ""
        return whole.polarity, whole.cue

    @property
    def soft_reading(self) -> SoftReading | None:
        """How likely the article is to support the drug where it takes no side; it decides nothing."""
        return read_softly(self.drug_names, self.name.names, self.article, self.whole.intent)

    def disagreements(self, design: StudyDesign, level: Level | None, directness: EvidenceDirectness) -> Iterator[str]:
        """Where the statements, written by a model, and the facts disagree: plain sentences."""
        for statement in self._own:
            quoted = f"The statement “{_short(statement.text)}”"
            readings = [
                read(self._reader.mask(citation.quote))
                for citation in statement.citations
                if citation.evidence_id == self.article.id
            ]
            if why := self._other_polarity(statement, readings) or _other_facts(statement, design, level, directness):
                yield f"{quoted} {why}."

    def _other_polarity(self, statement: Statement, readings: Sequence[Reading]) -> str:
        opposed = _OPPOSED.get(statement.polarity, frozenset())
        filed = statement.polarity.value
        for reading in readings:
            if reading.polarity in opposed:
                return f"is filed as {filed}, but the words it quotes read as {reading.polarity.value}: “{reading.cue}”"
        agreed = any(reading.polarity is statement.polarity for reading in readings)
        whole = self.whole
        if whole.polarity in opposed and (not agreed or whole.intent is Intent.CAUSES):
            return f"is filed as {filed}, but the article reads as {whole.polarity.value}: “{whole.cue}”"
        return ""


def _other_facts(statement: Statement, design: StudyDesign, level: Level | None, directness: EvidenceDirectness) -> str:
    """What a statement claims of its source and the record does not bear out; empty where there is nothing."""
    record = f"the record is of design “{design.value.replace('_', ' ')}”"
    for claim, designs in _CLAIMS:
        if (phrase := claim.search(statement.text)) and design not in designs:
            return f"speaks of “{phrase[0]}”, but {record}"
    in_people = directness.population in (Population.HUMAN, Population.HEALTHY, Population.UNCLEAR)
    if not in_people and (phrase := _PEOPLE.search(statement.text)):
        return f"speaks of “{phrase[0]}”, but the study is of {directness.population.value.replace('_', ' ')} material"
    if directness.drug in (DrugMatch.CLASS, DrugMatch.NOT_NAMED):
        return "is said to be of this drug, but the article does not name it"
    if statement.strength is Strength.STRONG and level in _WEAK:
        return f"is said to be strong, but {record}" + (f", level {int(level)}" if level else ", without a level")
    return ""


def polarity_of_trial(match: TrialMatch, reading: TrialReading) -> tuple[Polarity, str]:
    """A trial's polarity and the words behind it.

    Stopped for harm is harm, for want of an effect against. Else its outcome decides; where the trial tests another
    treatment, other people or another endpoint than the pair's, its success and its failure say nothing of the pair.
    """
    if match.drug is DrugRole.MENTIONED:
        return Polarity.NEUTRAL, ""
    other = {warning.kind for warning in reading.misuse} - {MisuseKind.COMPARATOR}
    if MisuseKind.INTERVENTION not in other and reading.stop is StopReason.SAFETY:
        return Polarity.HARM, match.trial.why_stopped
    if other:
        return Polarity.NEUTRAL, ""
    by_outcome = {
        TrialOutcome.MET: Polarity.SUPPORTS,
        TrialOutcome.NOT_MET: Polarity.CONTRADICTS,
        TrialOutcome.MIXED: Polarity.MIXED,
    }
    polarity = by_outcome.get(reading.outcome, Polarity.NEUTRAL)
    if polarity is Polarity.NEUTRAL and reading.stop is StopReason.EFFICACY:
        return Polarity.CONTRADICTS, match.trial.why_stopped
    return polarity, reading.outcome_cue if polarity is not Polarity.NEUTRAL else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"

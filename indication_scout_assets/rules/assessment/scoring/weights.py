"""Every weight of the evidence score with its default and the reason for it.

What belongs here: the numbers and their look-up. They are judgement, not calibration: nothing was fitted to outcomes.
"""

from __future__ import annotations

import math
from typing import Final

from pydantic import Field, model_validator

from ....domain.base import Value
from ....domain.findings.assessment import DiseaseMatch, DrugMatch, HarmKind, Level, RiskSignal
from ....domain.findings.study_designs import WITHOUT_DISEASE, Population
from ....domain.records.trials import Trial

_COUNTS: Final = ("participants_full", "participants_unknown")
"""Fields that are numbers of people; all others lie between 0 and 1."""


class EvidenceWeights(Value):
    """Weights of the evidence score; settings, see ``settings.Settings.evidence_weights``."""

    target_path: float = Field(0.05, description="Points of a full target path: an association is a reason to look.")
    class_path: float = Field(0.05, description="Points of a full class path: patients were given another drug.")
    use_path: float = Field(0.15, description="Points of a full use path: it finds most of what is tried later.")
    literature: float = Field(0.35, description="Points of literature all for (or all against).")
    trials: float = Field(0.40, description="Points of trials all for: endpoints were set before the result was known.")
    safety: float = Field(0.25, description="Points lost where safety is as bad as it can be.")

    level_1: float = Field(0.75, description="Meta-analysis of randomised trials; below 1, so that more still adds.")
    level_2: float = Field(0.60, description="Randomised trial.")
    level_3: float = Field(0.30, description="Controlled study without chance assignment: half, GRADE starts it low.")
    level_4: float = Field(0.10, description="Cases: ten cases stay below a randomised trial of ten participants.")
    level_5: float = Field(0.04, description="Mechanism: ten animal studies stay below one such trial.")

    drug_combination: float = Field(0.40, description="Given with another drug: the effect need not be its own.")
    drug_among_several: float = Field(0.60, description="A review of several drugs: part of it is this drug's.")
    drug_class: float = Field(0.35, description="Another drug of its class: a trial of a sibling is a lead, no proof.")
    drug_comparator: float = Field(0.0, description="Only compared with: the result is another drug's.")
    drug_not_named: float = Field(
        0.0, description="Neither drug nor class is named, or the drug is only mentioned: it says nothing of the drug."
    )
    disease_narrower: float = Field(0.80, description="A subtype of the disease.")
    disease_broader: float = Field(0.0, description="Only a wider disease is named: it is no study of this one.")
    disease_near: float = Field(0.40, description="A related disease, neither above nor below it.")
    disease_not_named: float = Field(0.0, description="The disease is not named: it says nothing of the disease.")
    population_animal: float = Field(0.75, description="Animals; their level is low already.")
    population_in_vitro: float = Field(0.50, description="Cells, molecules, computation; their level is low already.")
    population_unclear: float = Field(0.60, description="The record does not say what was studied.")

    hedged: float = Field(0.50, description='Factor of a direction stated with caution: "may", "suggests".')
    approved_use: float = Field(
        0.40, description="Factor of a study whose title names an approved use and not the disease: made for that use."
    )
    concern: float = Field(0.25, description="Factor under an expression of concern.")
    preprint: float = Field(0.70, description="Factor of a preprint: not reviewed by peers.")
    unchecked: float = Field(1.0, description="Factor where retraction was not checked: shown, not punished.")
    terminated: float = Field(0.70, description="Factor of an article on a trial that was stopped.")
    participants_floor: float = Field(0.30, description="Factor of a study without participants; it grows with log n.")
    participants_full: int = Field(1000, description="Participants from which on the factor is 1.")
    participants_unknown: int = Field(20, description="Participants assumed where none are stated.")

    phase_4: float = Field(0.80, description="Trial of phase 4.")
    phase_3: float = Field(0.80, description="Trial of phase 3; a phase 2/3 takes the mean of both.")
    phase_2: float = Field(0.50, description="Trial of phase 2: made to learn, seldom large enough to decide.")
    phase_1: float = Field(0.10, description="Trial of phase 1: made for dose and tolerance.")
    phase_none: float = Field(0.40, description="Trial without a phase: registered, its purpose unknown.")
    not_randomized: float = Field(0.50, description="Factor of a trial that is registered as not randomised.")
    randomization_unknown: float = Field(
        0.75, description="Factor of a trial whose record does not say whether it is randomised: between yes and no."
    )
    stopped_futility: float = Field(1.0, description="Factor of a trial stopped for lack of efficacy: against.")
    misuse: float = Field(0.50, description="Factor per warning: another comparator, population or endpoint.")

    causes_disease: float = Field(0.70, description="Penalty where the drug causes or worsens the disease.")
    contraindicated: float = Field(0.80, description="Penalty where a label forbids the drug in the disease.")
    boxed_about_disease: float = Field(0.30, description="Penalty of a boxed warning that names the disease.")
    boxed_warning: float = Field(0.10, description="Penalty of a boxed warning; the same for all candidates.")
    withdrawn: float = Field(0.30, description="Penalty of a withdrawal; the same for all candidates.")

    @model_validator(mode="after")
    def _are_usable(self) -> EvidenceWeights:
        for name in type(self).model_fields:
            value = getattr(self, name)
            if name in _COUNTS:
                if value < 1:
                    raise ValueError(f"{name} is {value}, but must be 1 or more people")
            elif not 0 <= value <= 1:
                raise ValueError(f"{name} is {value}, but must lie between 0 and 1")
        evidence = self.literature + self.trials
        for other, total in (
            ("target_path, class_path and use_path", self.target_path + self.class_path + self.use_path + evidence),
            ("safety", self.safety + evidence),
        ):
            if total > 1 + 1e-9:
                raise ValueError(f"literature, trials, {other} add up to {total:.4g}, but to 1 at most")
        return self

    def level(self, level: Level) -> float:
        return _number(self, f"level_{int(level)}")

    def drug(self, match: DrugMatch) -> float:
        return 1.0 if match is DrugMatch.THIS_DRUG else _number(self, f"drug_{_DRUG.get(match, match).name.lower()}")

    def disease(self, match: DiseaseMatch) -> float:
        return 1.0 if match is DiseaseMatch.THIS_DISEASE else _number(self, f"disease_{match.name.lower()}")

    def population(self, population: Population) -> float:
        in_people = population in (Population.HUMAN, *WITHOUT_DISEASE)  # what others show is not counted
        return 1.0 if in_people else _number(self, f"population_{population.value}")

    def risk(self, signal: RiskSignal) -> float:
        """Factor of a risk signal. What is retracted weighs nothing, whatever is set.

        ``SMALL`` takes nothing more off: the number of participants is a factor of its own. ``NO_RESULTS`` has no level
        and is never counted.
        """
        if signal is RiskSignal.RETRACTED:
            return 0.0
        return float(getattr(self, signal.name.lower(), 1.0))

    def participants(self, number: int | None) -> float:
        """Factor of a study with so many participants, ``participants_floor`` to 1, growing with log n."""
        people = max(0, self.participants_unknown if number is None else number)
        grown = min(1.0, math.log1p(people) / math.log1p(self.participants_full))
        return self.participants_floor + (1 - self.participants_floor) * grown

    def phase(self, trial: Trial) -> float:
        """Mean of the weights of the trial's registered phases; early phase 1 counts as phase 1."""
        numbers = [phase[-1] for phase in trial.phases if phase[-1:] in {"1", "2", "3", "4"}]
        if not numbers:
            return self.phase_none
        return math.fsum(_number(self, f"phase_{number}") for number in numbers) / len(numbers)

    def penalty(self, kind: HarmKind, *, about_disease: bool) -> float:
        """Penalty of the first finding of a kind; 0 for kinds that are only shown or that other parts count."""
        if kind is HarmKind.BOXED_WARNING and about_disease:
            return self.boxed_about_disease
        return float(getattr(self, kind.name.lower(), 0.0))


_DRUG: Final = {DrugMatch.NOT_TOLD: DrugMatch.COMBINATION, DrugMatch.MENTIONED: DrugMatch.NOT_NAMED}
"""What weighs as another does; every other value has a field of its own name."""


def _number(weights: EvidenceWeights, field: str) -> float:
    return float(getattr(weights, field))

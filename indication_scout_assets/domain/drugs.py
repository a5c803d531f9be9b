"""Drugs: identity, synonyms, targets with the drug's action on them, indications and warnings.

What belongs here: what a drug is and what is officially known about it. Which diseases it might also treat is in
``candidates``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final

from pydantic import ConfigDict, Field

from .base import Value
from .letters import latin_letters
from .outcomes import PermanentFailure


class ClinicalStage(StrEnum):
    """Clinical stage as Open Targets 26.06 writes it."""

    UNKNOWN = "UNKNOWN"
    PRECLINICAL = "PRECLINICAL"
    IND = "IND"
    EARLY_PHASE_1 = "EARLY_PHASE_1"
    PHASE_1 = "PHASE_1"
    PHASE_1_2 = "PHASE_1_2"
    PHASE_2 = "PHASE_2"
    PHASE_2_3 = "PHASE_2_3"
    PHASE_3 = "PHASE_3"
    PREAPPROVAL = "PREAPPROVAL"
    APPROVAL = "APPROVAL"
    PHASE_4 = "PHASE_4"
    WITHDRAWAL = "WITHDRAWAL"

    @property
    def rank(self) -> int:
        """Position on the way to approval; PHASE_4 and WITHDRAWAL imply an approval."""
        return _RANKS[self]

    @property
    def reached_phase_2(self) -> bool:
        return self.rank >= ClinicalStage.PHASE_2.rank

    @property
    def text(self) -> str:
        """The stage in words, for example ``phase 2/3``."""
        words = self.value.replace("_", " ").lower().replace("ind", "IND")
        return re.sub(r"(\d) (\d)", r"\1/\2", words)


_RANKS = {
    stage: min(place, list(ClinicalStage).index(ClinicalStage.APPROVAL)) for place, stage in enumerate(ClinicalStage)
}


class Action(StrEnum):
    """Direction of a drug's action on a target, from ChEMBL's action types."""

    DECREASES = "decreases"
    INCREASES = "increases"
    OTHER = "other"


_DECREASING = {
    "INHIBITOR",
    "ANTAGONIST",
    "BLOCKER",
    "NEGATIVE ALLOSTERIC MODULATOR",
    "INVERSE AGONIST",
    "ANTISENSE INHIBITOR",
    "RNAI INHIBITOR",
    "DEGRADER",
    "NEGATIVE MODULATOR",
    "ALLOSTERIC ANTAGONIST",
    "DISRUPTING AGENT",
    "SEQUESTERING AGENT",
    "GENE EDITING NEGATIVE MODULATOR",
}
_INCREASING = {
    "AGONIST",
    "PARTIAL AGONIST",
    "ACTIVATOR",
    "OPENER",
    "POSITIVE ALLOSTERIC MODULATOR",
    "POSITIVE MODULATOR",
    "STABILISER",
    "RELEASING AGENT",
    "EXOGENOUS PROTEIN",
    "EXOGENOUS GENE",
    "POTENTIATOR",
}


def action_direction(action_type: str | None) -> Action:
    """Map ChEMBL's action type (any case, or ``None``) to the direction of the effect on the target."""
    name = (action_type or "").upper().replace("_", " ").strip()
    if name in _DECREASING:
        return Action.DECREASES
    if name in _INCREASING:
        return Action.INCREASES
    return Action.OTHER


ATC_CODE = re.compile(r"[A-DGHJLMNPRSV]\d{2}[A-Z]{2}\d{2}", re.IGNORECASE)
"""A code of the Anatomical Therapeutic Chemical classification, which some sources file among a drug's names."""


class Synonym(Value):
    """A name of the drug and who calls it so."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    name: str = Field(alias="label")
    kind: str
    """``name``, ``synonym``, ``trade_name`` or ``research_code``."""
    source: str


class DrugTarget(Value):
    """A target of the drug and what the drug does to it."""

    ensembl_id: str
    symbol: str
    action_type: str | None = None
    """As the source writes it, for example ``INHIBITOR``."""
    mechanism: str = ""

    @property
    def action(self) -> Action:
        return action_direction(self.action_type)


TRIAL: Final = "CLINICAL_TRIAL"
"""The ``kind`` of a report that is a trial."""


class ClinicalReport(Value):
    """One clinical report behind a drug-disease row of Open Targets: a trial, a label, an approval."""

    id: str
    source: str
    kind: str = ""
    """CURATED_RESOURCE, DRUG_LABEL, CLINICAL_TRIAL or REGULATORY_AGENCY."""
    stage: ClinicalStage = ClinicalStage.UNKNOWN
    title: str = ""
    year: int | None = None
    status: str | None = None
    why_stopped: str | None = None
    stop_reasons: tuple[str, ...] = ()
    url: str | None = None
    drug_ids: tuple[str, ...] = ()
    """All drugs the report names (ChEMBL ids); more than one may mean a combination."""
    drug_names: tuple[str, ...] = ()
    """Names of ``drug_ids``, in the same order; empty where the source was not asked for them."""
    combined_ids: tuple[str, ...] = ()
    """Those of ``drug_ids`` that the report names together, as one product or one arm ("naltrexone/bupropion"). Drugs
    named apart may be comparators."""
    unmapped_drugs: tuple[str, ...] = ()
    """Drug names of the report that the source could not map to an id."""
    not_treating: str = ""
    """Why nobody was given the drug for the disease in it; empty where no source says so or none was asked."""

    @property
    def is_trial(self) -> bool:
        """Whether it is a trial registered at ClinicalTrials.gov, with its number as ``id``."""
        return self.kind == TRIAL and re.fullmatch(r"NCT\d{8}", self.id) is not None


class Indication(Value):
    """A disease the drug has been developed for, with the highest stage and the reports behind it."""

    disease_id: str
    disease_name: str
    stage: ClinicalStage
    reports: tuple[ClinicalReport, ...] = ()


class DrugWarning(Value):
    """A boxed warning or a withdrawal."""

    kind: str
    """``Black Box Warning`` or ``Withdrawn``."""
    toxicity_class: str | None = None
    description: str | None = None
    country: str | None = None
    year: int | None = None
    disease_id: str | None = None
    disease_name: str | None = None
    url: str | None = None


class MarketFacts(Value):
    """What ChEMBL says of the drug's life on the market; ``None`` where it does not say."""

    withdrawn: bool | None = None
    first_approval: int | None = None
    """Year."""
    atc_codes: tuple[str, ...] = ()
    """WHO gives a drug its code when it is, or is about to be, on a market."""

    @property
    def sign(self) -> str:
        """The sign that the drug is or was on a market, in words; empty where there is none."""
        if self.withdrawn:
            return "ChEMBL lists it as withdrawn"
        if self.first_approval:
            return f"ChEMBL dates its first approval to {self.first_approval}"
        return f"it has the ATC code {self.atc_codes[0]} of a marketed drug" if self.atc_codes else ""


class DrugProfile(Value):
    """Everything about the drug itself that later stages need."""

    slug: str
    """The Dagster partition key."""
    query: str
    """The name the user gave."""
    chembl_id: str
    name: str
    drug_type: str = "Unknown"
    maximum_stage: ClinicalStage = ClinicalStage.UNKNOWN
    description: str = ""
    synonyms: tuple[Synonym, ...] = ()
    targets: tuple[DrugTarget, ...] = ()
    indications: tuple[Indication, ...] = ()
    warnings: tuple[DrugWarning, ...] = ()
    related_ids: tuple[str, ...] = ()
    """Parent and child molecules (salts): the same drug in another form."""
    market: MarketFacts = MarketFacts()
    inchi_key: str = ""
    """Standard InChIKey of the structure, from ChEMBL; empty for what has none (antibodies) and where it is unknown."""
    smiles: str = ""
    """The structure as SMILES, from ChEMBL; empty as ``inchi_key`` is."""
    data_version: str = ""
    """Release of the source, for example ``Open Targets 26.06``."""

    @property
    def names(self) -> list[str]:
        """The drug's names, preferred one first, each once; the name the user gave is last where no source knows it.

        Whatever name the user gave, the same drug is searched by the same names in the same order.
        """
        names: dict[str, str] = {}
        for name in (self.name, *(synonym.name for synonym in self.synonyms), self.query):
            names.setdefault(name.casefold(), name)
        return list(names.values())

    @property
    def withdrawn(self) -> bool:
        """Withdrawn in at least one country, by Open Targets' warnings or ChEMBL's flag."""
        return bool(self.market.withdrawn) or any(w.kind.casefold().startswith("withdraw") for w in self.warnings)

    @property
    def approved_uses(self) -> tuple[Indication, ...]:
        """Indications at the stage of an approval or beyond it; whether it still holds is judged in ``approval``."""
        return tuple(i for i in self.indications if i.stage.rank >= ClinicalStage.APPROVAL.rank)

    def reports_on(self, disease_ids: Collection[str]) -> tuple[ClinicalReport, ...]:
        """The clinical reports of the drug behind its stage in any of these diseases."""
        return tuple(report for use in self.indications if use.disease_id in disease_ids for report in use.reports)

    @property
    def own_ids(self) -> frozenset[str]:
        """The drug's id with those of its salts and parents."""
        return frozenset((self.chembl_id, *self.related_ids))


def slug(name: str) -> str:
    """Partition key of a drug name: lower-case ASCII letters, digits and single hyphens; Greek letters are spelt out.

    Dagster forbids or mishandles ``...``, commas, brackets, quotes, slashes and spaces in partition keys.

    Raises:
        PermanentFailure: the name has no letter or digit, one of another script, or is longer than 200 characters.
    """
    if len(name) > 200:
        raise PermanentFailure(f"The drug name {name[:40]!r}… is longer than 200 characters; give a shorter name.")
    latin = latin_letters(name)
    if other := next((letter for letter in latin if letter.isalpha() and not letter.isascii()), ""):
        raise PermanentFailure(
            f"The drug name {name!r} has the letter {other!r}, which is neither Latin nor Greek; give the name in "
            "Latin letters, such as sildenafil."
        )
    key = re.sub(r"[^a-z0-9]+", "-", latin).strip("-")
    if not key:
        raise PermanentFailure(f"The drug name {name!r} has no letter or digit; give a name such as sildenafil.")
    return key

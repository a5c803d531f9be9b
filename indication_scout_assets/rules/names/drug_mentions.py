"""Does a text name the drug itself, or another agent whose name has the drug's name in it?

What belongs here: the form of names. "Methyl-prednisolone", "trastuzumab emtansine" and "insulin-like growth factor"
hold the names of other drugs. Nothing here reads what a sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..kept_readings import kept
from ..vocabulary import NOTHING
from ..word_tables import read_table
from .name_matching import Masks
from .name_variants import all_variants

DRUG_MASK = "\ue000"
"""A private-use character: no source text holds it, and folding leaves it alone."""
SUBSTANCE = "substance"
"""What stands for the drug's name inside the name of another agent."""

_PARTS = read_table(__package__, "name_parts.toml")
_DASH = r"[-\u2010-\u2015]"
_PREFIX = rf"""(?<![^\W_])(?!(?:{NOTHING}|{"|".join(_PARTS["isomers"])}){_DASH})
    (?:(?:{"|".join(_PARTS["prefixes"])}|[a-z]{{2,}}o){_DASH}|[a-z]*(?<!fentan)(?:yl(?:ated)?|oxy)[\s\u2010-\u2015-])"""
"""What makes another substance of the one it is joined to: INN's prefixes, and the endings of a chemical radical or
a combining form: hydroxy-, nitro-, ethinyl, pegylated. No drug's name ends so, but for fentanyl's."""
_ACTED_ON = r"""converting|receptors?|antagonists?|agonists?|blockers?|inhibitors?|transporters?|re-?uptake|synthase
    |kinase|deaminase|\w+phosphate|deficien(?:t|cy|cies)|genes?|genotypes?|polymorphisms?|formation|production|synthesis
    |donors?|binding\ protein|transport\ defect|symporter|mutations?|residues?|channels?|sensiti[sz](?:ers?|ing)
    |chelat(?:ors?|ing|ion)|modulators?|analog(?:ue)?s?|vaccin(?:es?|ation)|antibod(?:y|ies)"""
"""What a drug's name goes before in the name of what acts on it, resembles it, or what a body makes or lacks."""
_OTHER_AGENT = re.compile(
    rf"""(?P<before>{_PREFIX}){DRUG_MASK}
    |{DRUG_MASK}(?=(?:\W{{1,2}}(?:i{{1,3}}|[a-z]?\W?\d[a-z]?\W?|type\ \w+))?\W{{1,2}}(?:{_ACTED_ON})\b
        |[\s\u2010-\u2015-](?:like|sparing|[a-z]*(?:{"|".join(_PARTS["conjugates"])}))\b)""",
    re.VERBOSE,
)


def without_other_agents(masked: str) -> str:
    """A folded text with the drug masked, without the masks that are a part of another agent's name."""
    if DRUG_MASK not in masked:
        return masked
    return _OTHER_AGENT.sub(lambda other: (other["before"] or "") + SUBSTANCE, masked)


def masked_drug(text: str, drug_names: Sequence[str]) -> str:
    """The folded text with every name of the drug masked, whatever its spelling."""
    return without_other_agents(_masks(tuple(drug_names)).masked(text))


def names_drug(text: str, drug_names: Sequence[str]) -> bool:
    """Whether a text names the drug by one of its names, in any spelling."""
    return DRUG_MASK in masked_drug(text, drug_names)


def names_only_others(text: str, drug_names: Sequence[str]) -> bool:
    """Whether the drug's names stand in a text within the names of other agents alone."""
    masked = _masks(tuple(drug_names)).masked(text)
    return DRUG_MASK in masked and DRUG_MASK not in without_other_agents(masked)


@kept(512)
def _masks(names: tuple[str, ...]) -> Masks:
    return Masks({DRUG_MASK: all_variants(names)})

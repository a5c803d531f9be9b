"""What a drug is known to harm by: diseases that papers give to the drug, each with the words it stands on.

What belongs here: what the search for harm by the drug alone found. Withdrawals and boxed warnings are facts of the
drug and of its labels.
"""

from __future__ import annotations

from .base import Value
from .documents import Citation


class HarmPaper(Value):
    """A paper that tells a harm."""

    article_id: str
    indexed: bool
    """Whether its index terms say so: the drug with a qualifier of harm beside the disease as chemically induced. Else
    it was read."""
    citation: Citation
    """The sentence of its title or abstract."""


class KnownHarm(Value):
    """A disease that papers give to the drug."""

    name: str
    """The MeSH heading, in the order of speech."""
    mesh_id: str
    count: int
    """Papers that tell it; none is retracted as far as is known."""
    papers: tuple[HarmPaper, ...]
    """The best first: those whose titles name drug and disease, those on people, the most cited, the newest. A report
    has the first three."""

    def without(self, article_ids: frozenset[str]) -> KnownHarm:
        """The harm without what these papers tell."""
        kept = tuple(paper for paper in self.papers if paper.article_id not in article_ids)
        return self.model_copy(update={"papers": kept, "count": self.count - len(self.papers) + len(kept)})


class KnownHarms(Value):
    """What one search for harm by the drug alone found."""

    query: str = ""
    """Empty where the search got no answer."""
    total: int = 0
    """Records that PubMed says match."""
    read: int = 0
    """Records that were read."""
    harms: tuple[KnownHarm, ...] = ()
    """Those that most papers tell come first."""

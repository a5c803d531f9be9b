"""What the paper of a trial without a comparison concludes: that the treatment is active, or that it is not.

What belongs here: trials of one arm, whose endpoint no test of two groups decides. Their authors' conclusion is told as
theirs; it takes no side in the score, where the paper counts as an article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...domain.articles import Article
from ...domain.diseases import NormalizedName
from ...domain.documents import Citation, DocumentKind
from ...domain.trials import TrialMatch
from ..language.mentions import DRUG, ArticleReader, Pair
from ..language.sentences import Sentence, abstract_sentences
from ..sides.drug_roles import mark_passive
from .endpoint_measures import measures_of

_COMPARES = re.compile(
    r"\b(?:placebo|randomi[sz]\w*|versus|vs\.?|controls?|control group|double-?blind|crossover|two arms|each arm)\b",
    re.I,
)
_LAST = 4
"""Sentences of an abstract among which the conclusion stands."""
_ACTIVE = re.compile(
    r"""\b(?:is|was|were|are|proved|proves)\ (?:to\ be\ )?(?:an?\ )?(?:\w+ly\ )?(?:and\ )?(?:\w+\ and\ )?
        (?:active|effective|efficacious)\b
    |\b(?:has|have|had|shows?|showed|demonstrat\w+|exhibit\w+)\ (?:\w+\ ){0,3}?(?:activity|efficacy)\b
    |\bproduc(?:es|ed)\ (?:[\w-]+\ ){0,2}?(?:responses|remissions)\b""",
    re.VERBOSE,
)
_INACTIVE = re.compile(
    r"""\b(?:is|was|were|are)\ (?:\w+ly\ )?(?:inactive|ineffective|not\ (?:\w+ly\ )?(?:active|effective|efficacious))\b
    |\b(?:limited|minimal|no|little|insufficient|negligible|lacks?|lack\ of|absence\ of|low)\ (?:[\w-]+\ ){0,3}?
        (?:activity|efficacy|response\ rates?|responses)\b
    |\b(?:did|does)\ not\ (?:show|have|demonstrate)\ (?:[\w-]+\ ){0,3}?(?:activity|efficacy)\b""",
    re.VERBOSE,
)
_DOUBTED = re.compile(
    r"\b(?:may|might|could|should|would|whether|warrant\w*|further|modest|some|seem\w*|appear\w*|suggest\w*|promising"
    r"|potential\w*|subset|selected|only in)\b"
)


def conclusion_of_single_arm(
    match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> tuple[bool, Article, Citation] | None:
    """Whether a paper of a trial without a comparison calls the treatment active, with the paper and its words.

    ``None`` where a paper compares, hedges, or tells both.

    Args:
        papers: those that report the trial.
    """
    if len(match.trial.arms) > 1 or match.trial.allocation in ("RANDOMIZED", "NON_RANDOMIZED"):
        return None
    pair, titles = Pair.of(drug_names, name), match.trial.primary_outcomes
    for paper in papers:
        reader, spans = ArticleReader(pair, paper), abstract_sentences(paper)
        of_efficacy = not titles or measures_of(reader, spans, titles, (name.disease_name, *name.names), drug_names)
        if _COMPARES.search(paper.text) or not of_efficacy:
            continue
        sides = [(side, span) for span in spans[-_LAST:] if (side := _side(reader.mask(span.text))) is not None]
        if sides and len({side for side, _ in sides}) == 1:
            return sides[0][0], paper, _citation(paper, sides[0][1])
    return None


def _side(masked: str) -> bool | None:
    """Whether a sentence on the drug calls it active; ``None`` where it says neither or doubts it."""
    if DRUG not in mark_passive(masked):
        return None
    if _INACTIVE.search(masked):
        return False
    return True if _ACTIVE.search(masked) and not _DOUBTED.search(masked) else None


def _citation(paper: Article, span: Sentence) -> Citation:
    return Citation(
        evidence_kind=DocumentKind.ARTICLE,
        evidence_id=paper.id,
        field="abstract",
        start=span.start,
        end=span.end,
        quote=span.text,
    )

"""Small parts from which tests vary the sample report: a citation, a statement, a ranked article, a score.

What belongs here: functions that make one value of a report with little said; whole reports are in ``sample``.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.findings.assessment import (
    EvidenceScore,
    Factor,
    PartName,
    ScorePart,
    ScoreTerm,
    WeightEffect,
)
from indication_scout_assets.domain.findings.evidence import RankedArticle, RankingComponents
from indication_scout_assets.domain.findings.statements import Polarity, Statement
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import Trial

WEIGHTS = {
    PartName.TARGET_PATH: 0.15,
    PartName.CLASS_PATH: 0.15,
    PartName.LITERATURE: 0.3,
    PartName.TRIALS: 0.3,
    PartName.SAFETY: 0.1,
}


def text_in(element: Any) -> str:
    """What a reader sees of an element of a page, on one line."""
    return " ".join(element.text_content().split())


def cite(record: Article | Trial, quote: str, field: str = "abstract") -> Citation:
    """A citation of ``quote`` where it stands in the record."""
    if isinstance(record, Article):
        kind, evidence_id, text = "article", record.id, getattr(record, field)
    else:
        kind, evidence_id, text = "trial", record.nct_id, record.document.texts[field]
    start = text.index(quote)
    return Citation(
        evidence_kind=kind, evidence_id=evidence_id, field=field, start=start, end=start + len(quote), quote=quote
    )


def stated(polarity: Polarity, citation: Citation, *more: Citation, text: str = "", cue: str = "") -> Statement:
    """A statement; without ``text`` it is verbatim."""
    return Statement(text=text or citation.quote, polarity=polarity, polarity_cue=cue, citations=(citation, *more))


def ranked(
    key: str,
    rank: int | None,
    cosine: float,
    lexical: float,
    *,
    top: bool = True,
    found_by: tuple[str, ...] = ("pubmed_articles",),
    drug: bool = True,
    disease: bool = True,
    read: tuple[str, str, str] = ("", "", ""),
    same: str = "",
) -> RankedArticle:
    """A ranked article whose normalised parts are made from its raw ones; ``read``: design, kind, intent."""
    near, words = (cosine + 0.2) / 1.2, min(lexical / 14, 1.0)
    fused = (near + words) / 2
    names = "the drug and the disease" if drug and disease else "the drug only" if drug else "neither of the two"
    return RankedArticle(
        id=key,
        pmid=key if key.isdigit() else None,
        rank=rank,
        score=(fused + drug + disease) / 3,
        components=RankingComponents(
            cosine=cosine,
            lexical=lexical,
            cosine_normalized=near,
            lexical_normalized=words,
            fused=fused,
            drug=float(drug),
            disease=float(disease),
        ),
        in_top_k=top,
        names_drug=drug,
        names_disease=disease,
        why=f"Near to the therapeutic question ({near:.2f}) and shares its words ({words:.2f}); names {names}.",
        found_by=found_by,
        study_design=read[0],
        evidence_type=read[1],
        intent=read[2],
        same_study_as=same,
    )


def term(kind: str, key: str, label: str, sign: int, **factors: float) -> ScoreTerm:
    """A term whose value is the product of its factors."""
    value = 1.0
    for factor in factors.values():
        value *= factor
    named = tuple(Factor(name=name.replace("_", " "), value=factor) for name, factor in factors.items())
    return ScoreTerm(evidence_kind=kind, evidence_id=key, text=label, sign=sign, factors=named, value=value)


def part(name: PartName, value: float, formula: str, *terms: ScoreTerm) -> ScorePart:
    return ScorePart(
        name=name, value=value, weight=WEIGHTS[name], points=value * WEIGHTS[name], formula=formula, terms=terms
    )


def score(*parts: ScorePart, low: int, high: int) -> EvidenceScore:
    """The sum of the parts; the first part's weight decides the rank."""
    effects = tuple(
        WeightEffect(part=p.name, without=high if n == 0 else low, halved=low, doubled=low) for n, p in enumerate(parts)
    )
    return EvidenceScore(
        parts=parts, total=sum(p.points for p in parts), best_rank=low, worst_rank=high, effects=effects
    )

"""The words on an article's place: the parts of its score, what kind of study it is.

What belongs here: wording of ``RankedArticle`` that the page and the Markdown share. The arithmetic is in ``ranking``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from ...domain.findings.evidence import RankedArticle, RankedRecord, RankingComponents
from ...domain.findings.study_designs import StudyDesign
from ...rules.literature.study_design import EVIDENCE_TYPE

_Known = TypeVar("_Known", bound=StrEnum)
NO_DRUG_EVIDENCE: Final = "No drug-specific evidence"
"""How the sentence begins that says so."""
WITHOUT_DRUG: Final = f"{NO_DRUG_EVIDENCE}: no article shown here names the drug in title or abstract."
"""For reports whose own sentences do not say it."""
DESIGN: Final[Mapping[StudyDesign, str]] = {
    StudyDesign.META_ANALYSIS: "meta-analysis",
    StudyDesign.SYSTEMATIC_REVIEW: "systematic review",
    StudyDesign.GUIDELINE: "guideline",
    StudyDesign.RANDOMIZED_TRIAL: "randomised trial",
    StudyDesign.CLINICAL_TRIAL: "clinical trial",
    StudyDesign.COHORT: "cohort",
    StudyDesign.CASE_CONTROL: "case-control study",
    StudyDesign.CROSS_SECTIONAL: "cross-sectional study",
    StudyDesign.CASE_SERIES: "case series",
    StudyDesign.CASE_REPORT: "case report",
    StudyDesign.ANIMAL: "animal study",
    StudyDesign.IN_VITRO: "laboratory study",
    StudyDesign.IN_SILICO: "computed prediction",
    StudyDesign.NARRATIVE_REVIEW: "review",
    StudyDesign.PROTOCOL: "protocol, no results",
    StudyDesign.COMMENTARY: "comment or letter",
    StudyDesign.OTHER: "",
}
"""Empty where there is nothing to say."""
COMPONENTS: Final[Mapping[str, str]] = {
    "drug": "names the drug",
    "disease": "names the disease",
    "title": "disease in the title",
    "near": "drug and disease near each other",
    "intent": "what it says of the two",
    "study": "design of the study",
    "focus": "about what becomes of patients",
    "feedback": "like the ten best",
    "tokens": "word for word",
    "cross_encoder": "cross-encoder",
    "fused": "words and meaning",
    "lexical_normalized": "words (BM25), of the pair's articles",
    "cosine_normalized": "meaning (cosine), of the pair's articles",
    "lexical": "BM25 as computed",
    "cosine": "cosine as computed",
}
"""The parts of a score by field of ``RankingComponents``: what weighs most first, what goes into another part last."""
_SAME_AS_DESIGN: Final[Mapping[str, StudyDesign]] = {
    "animal study": StudyDesign.ANIMAL,
    "Meta-Analysis": StudyDesign.META_ANALYSIS,
    "Network Meta-Analysis": StudyDesign.META_ANALYSIS,
    "Systematic Review": StudyDesign.SYSTEMATIC_REVIEW,
    "Guideline": StudyDesign.GUIDELINE,
    "Practice Guideline": StudyDesign.GUIDELINE,
    "Randomized Controlled Trial": StudyDesign.RANDOMIZED_TRIAL,
    "Clinical Trial": StudyDesign.CLINICAL_TRIAL,
    "Case Reports": StudyDesign.CASE_REPORT,
    "Review": StudyDesign.NARRATIVE_REVIEW,
    "Clinical Trial Protocol": StudyDesign.PROTOCOL,
}


def design_tags(ranked: RankedArticle) -> tuple[str, ...]:
    """The study's design, and the kind of evidence where that is not the design's own: a synthesis of animal studies.

    A value that is not known, from a report of another version, is printed as it is.
    """
    design = _word(StudyDesign, DESIGN, ranked.study_design)
    usual = EVIDENCE_TYPE[StudyDesign(ranked.study_design)] if ranked.study_design in list(StudyDesign) else None
    kind = "" if usual is None or ranked.evidence_type == usual else evidence_type(ranked)
    return tuple(tag for tag in (design, kind) if tag)


def evidence_type(ranked: RankedArticle) -> str:
    """The kind of evidence an article has its place by; empty where it was not read."""
    return ranked.evidence_type.replace("_", " ")


def components(parts: RankingComponents) -> tuple[tuple[str, str], ...]:
    """Every part of a score that there is, as a name and a figure."""
    values = parts.model_dump()
    return tuple(
        (name, f"{value:.{1 if field == 'lexical' else 2}f}")
        for field, name in COMPONENTS.items()
        if (value := values[field]) is not None
    )


def said_by_design(publication_type: str, ranked: RankedArticle) -> bool:
    """Whether a publication type says no more than the design that is printed beside it."""
    return _SAME_AS_DESIGN.get(publication_type) == ranked.study_design


def _word(known: type[_Known], words: Mapping[_Known, str], value: str) -> str:
    return words[known(value)] if value in list(known) else value.replace("_", " ")


def place(ranked: RankedRecord) -> str:
    """A trial's, label mention's or web page's place within its source, in one line."""
    return f"#{ranked.rank}, score {ranked.score:.2f}. {ranked.why}"

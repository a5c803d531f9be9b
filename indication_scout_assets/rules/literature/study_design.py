"""How a study was made, in whom, and whether it compares groups: what grading and quotas rest on.

What belongs here: reading these off a record, and the words that show them. What a design is worth (levels, weights,
places) is decided by those who grade and rank.

1. A publication type that names a design (PubMed's own indexing) decides. Types that leave it open ("Clinical Trial",
   "Review") are narrowed by the text: a "Review" that says it is systematic is one.
2. Where no type says, a small trained model reads title and abstract (``text.phrase_model``). Where it is not sure, the
   design is ``OTHER``: nothing tells. A reading is mended by more judged articles, never by a phrase.

Whatever was read, MeSH's check tags make an animal study of a study in animals alone, and preclinical evidence of a
synthesis of such studies.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ...domain.findings.study_designs import (
    IN_PEOPLE,
    PRECLINICAL,
    DesignReading,
    EvidenceType,
    Population,
    ReadFrom,
    StudyDesign,
)
from ...domain.records.articles import Article
from ...text.phrase_model import phrases_of, read_model

DESIGNS: Final = Path(__file__).with_name("study_designs.csv")
POPULATIONS: Final = Path(__file__).with_name("populations.csv")
COMPARISONS: Final = Path(__file__).with_name("comparisons.csv")
"""The trained tables of the three questions; classes are the values of the enumerations, or ``yes`` and ``no``."""
_LEAST_SURE: Final = 0.4
"""Probability from which on a class that the model reads is told."""
_TYPE_OF = {
    EvidenceType.TRIALS_AND_SYNTHESES: (
        StudyDesign.META_ANALYSIS,
        StudyDesign.SYSTEMATIC_REVIEW,
        StudyDesign.GUIDELINE,
        StudyDesign.RANDOMIZED_TRIAL,
        StudyDesign.CLINICAL_TRIAL,
    ),
    EvidenceType.OBSERVATIONAL: (
        StudyDesign.COHORT,
        StudyDesign.CASE_CONTROL,
        StudyDesign.CROSS_SECTIONAL,
        StudyDesign.CASE_SERIES,
        StudyDesign.CASE_REPORT,
    ),
    EvidenceType.PRECLINICAL: PRECLINICAL,
    EvidenceType.REVIEWS: (StudyDesign.NARRATIVE_REVIEW,),
}
EVIDENCE_TYPE = {design: kind for kind, designs in _TYPE_OF.items() for design in designs} | {
    StudyDesign.PROTOCOL: EvidenceType.OTHER,
    StudyDesign.COMMENTARY: EvidenceType.OTHER,
    StudyDesign.OTHER: EvidenceType.OTHER,
}
"""The place each design competes for. A synthesis of animal studies is preclinical all the same: see ``design_of``."""

_D = StudyDesign
_PUBLICATION_TYPES = (
    (_D.PROTOCOL, ("clinical trial protocol",)),
    (_D.META_ANALYSIS, ("meta analysis", "network meta analysis")),
    (_D.SYSTEMATIC_REVIEW, ("systematic review", "scoping review")),
    (
        _D.GUIDELINE,
        (
            "practice guideline",
            "guideline",
            "consensus statement",
            "consensus development conference",
            "consensus development conference, nih",
        ),
    ),
    (
        _D.ANIMAL,
        ("randomized controlled trial, veterinary", "clinical trial, veterinary", "observational study, veterinary"),
    ),
    (_D.RANDOMIZED_TRIAL, ("randomized controlled trial", "equivalence trial", "pragmatic clinical trial")),
    (_D.CASE_REPORT, ("case reports", "case report")),
    (
        _D.CLINICAL_TRIAL,
        (
            "clinical trial",
            "controlled clinical trial",
            "adaptive clinical trial",
            "clinical study",
            "clinical trial, phase i",
            "clinical trial, phase ii",
            "clinical trial, phase iii",
            "clinical trial, phase iv",
        ),
    ),
    (_D.COMMENTARY, ("editorial", "comment", "letter", "news", "newspaper article", "interview")),
    (_D.NARRATIVE_REVIEW, ("review", "review article")),
    (_D.COHORT, ("observational study",)),
)
"""Most telling first: a paper that is both a review and a meta-analysis is a meta-analysis. Names without hyphens."""
_NARROWED = {
    _D.RANDOMIZED_TRIAL: frozenset({_D.PROTOCOL}),
    _D.CLINICAL_TRIAL: frozenset({_D.RANDOMIZED_TRIAL, _D.PROTOCOL}),
    _D.NARRATIVE_REVIEW: frozenset({_D.META_ANALYSIS, _D.SYSTEMATIC_REVIEW, _D.GUIDELINE}),
    _D.COHORT: frozenset({_D.CASE_CONTROL, _D.CROSS_SECTIONAL, _D.CASE_SERIES}),
    _D.CASE_REPORT: frozenset({_D.CASE_SERIES}),
}
"""What the words of the text may make of a publication type that leaves it open."""
_NO_COCHRANE_REVIEW = frozenset({_D.META_ANALYSIS, _D.PROTOCOL, _D.COMMENTARY})
_COCHRANE_PROTOCOL = "this is a protocol for a cochrane review"
"""How that journal's abstracts of protocols begin."""
_OF_LITERATURE = frozenset(
    {_D.META_ANALYSIS, _D.SYSTEMATIC_REVIEW, _D.GUIDELINE, _D.NARRATIVE_REVIEW, _D.COMMENTARY, _D.PROTOCOL}
)
"""Designs that stay what they are when their subject is an animal."""


class _TextClass(NamedTuple):
    """A class that a model read off a text, how sure it is, and the words that speak most for it."""

    name: str
    probability: float
    words: str


def design_of(article: Article) -> DesignReading:
    """The design of the study an article reports. Deterministic; see the module for the order in which it is asked."""
    by_text = _design_by_text(article)
    design, cue, source = _by_publication_type(article, by_text[0]) or (_D.OTHER, "", ReadFrom.TEXT)
    if source is ReadFrom.TEXT:
        (design, cue), source = by_text, ReadFrom.NOTHING if by_text[0] is _D.OTHER else ReadFrom.TEXT
    if article.animals_only and design not in _OF_LITERATURE and design is not _D.IN_VITRO:
        design, cue, source = _D.ANIMAL, "Animals", ReadFrom.MESH
    elif design in IN_PEOPLE and source is ReadFrom.TEXT and (words := _animals_in(article)):
        design, cue = _D.ANIMAL, words
    kind = EVIDENCE_TYPE[design]
    if article.animals_only and kind is EvidenceType.TRIALS_AND_SYNTHESES:
        kind = EvidenceType.PRECLINICAL
    return DesignReading(design=design, evidence_type=kind, cue=cue, source=source)


def is_cochrane(article: Article) -> bool:
    """Whether an article is of the Cochrane Database, a journal of systematic reviews."""
    return article.journal.lower().removeprefix("the ").startswith("cochrane database")


def population_of(article: Article, design: StudyDesign) -> Population:
    """In whom: the design decides of animals and cells, MeSH's check tags of people, else the text.

    Cells of people are tagged ``Humans`` as well, and reviews by what they cite: ``Animals`` alone tells nothing of one
    that the text says is of people.
    """
    if design in PRECLINICAL:
        return Population.ANIMAL if design is _D.ANIMAL else Population.IN_VITRO
    tags = {heading.name for heading in article.mesh_headings}
    by_text = _read(POPULATIONS, article.title, article.abstract)
    studied = Population(by_text.name) if by_text.probability >= _LEAST_SURE else Population.UNCLEAR
    if "Humans" in tags or (design in IN_PEOPLE and "Animals" not in tags):
        return Population.HEALTHY if studied is Population.HEALTHY else Population.HUMAN
    if "Animals" in tags and not (design in _OF_LITERATURE and studied is Population.HUMAN):
        return Population.ANIMAL
    return studied


def comparison_in(article: Article) -> str:
    """The words that show that a study compares groups of people by treatment; empty where it does not."""
    by_text = _read(COMPARISONS, article.title, article.abstract)
    return by_text.words if by_text.name == "yes" else ""


# ------------------------------------------------------------------------------------------------ rules
def _design_by_text(article: Article) -> tuple[StudyDesign, str]:
    """The design that title and abstract tell, with the words that show it; ``OTHER`` where nothing is sure."""
    if is_cochrane(article) and _COCHRANE_PROTOCOL in article.abstract.lower():
        return _D.PROTOCOL, _COCHRANE_PROTOCOL
    by_text = _read(DESIGNS, article.title, article.abstract)
    is_sure = by_text.probability >= _LEAST_SURE and by_text.words
    return (StudyDesign(by_text.name), by_text.words) if is_sure else (_D.OTHER, "")


def _animals_in(article: Article) -> str:
    """The words that show animals to have been studied, in a record that MeSH does not tag as one of people."""
    by_text = _read(POPULATIONS, article.title, article.abstract)
    of_people = any(heading.name == "Humans" for heading in article.mesh_headings)
    return by_text.words if by_text.name == Population.ANIMAL and not of_people else ""


@lru_cache(maxsize=4096)
def _read(path: Path, title: str, abstract: str) -> _TextClass:
    model, phrases = read_model(path), phrases_of(title, abstract)
    name, probability = max(model.probabilities(phrases).items(), key=lambda each: each[1])
    return _TextClass(name, probability, model.shown_by(phrases, name))


def _by_publication_type(article: Article, by_text: StudyDesign) -> tuple[StudyDesign, str, ReadFrom] | None:
    """What the record's types say; from the text where that narrows them."""
    names = {kind.name.lower().replace("-", " "): kind.name for kind in article.publication_types}
    in_cochrane = is_cochrane(article) and "editorial" not in names
    if in_cochrane and by_text not in _NO_COCHRANE_REVIEW:
        return _D.SYSTEMATIC_REVIEW, article.journal, ReadFrom.PUBLICATION_TYPE
    for design, types in _PUBLICATION_TYPES:
        if named := next((names[kind] for kind in types if kind in names), None):
            narrowed = by_text in _NARROWED.get(design, ())
            return by_text if narrowed else design, named, ReadFrom.TEXT if narrowed else ReadFrom.PUBLICATION_TYPE
    return None

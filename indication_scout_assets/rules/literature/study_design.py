"""How a study was made and in whom: what grading and quotas rest on.

What belongs here: reading the design off a record, and the words that show it. The patterns are in ``design_cues``;
what a design is worth (levels, weights, places) is decided by those who grade and rank.

The order in which a record is asked:

1. A publication type that names a design (PubMed's own indexing) decides. Types that leave it open ("Clinical Trial",
   "Review") are narrowed by the words of the text: a "Review" that says it is systematic is one.
2. Title and abstract, where no type says. A cue taken back by its neighbours counts for nothing: "randomised trials
   are needed", "non-randomised", "Mendelian randomisation".
3. MeSH headings such as ``Cohort Studies``, where the text shows nothing. Those on a subject ("… as Topic") are none.

Whatever was read, MeSH's check tags make an animal study of a study in animals alone, and preclinical evidence of a
synthesis of such studies.
"""

from __future__ import annotations

from typing import TypeAlias

from ...domain.articles import Article
from ...domain.study_designs import (
    IN_PEOPLE,
    PRECLINICAL,
    DesignReading,
    EvidenceType,
    Population,
    ReadFrom,
    StudyDesign,
)
from . import design_cues as cues

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
_HEADINGS = (
    (_D.RANDOMIZED_TRIAL, ("Random Allocation", "Double-Blind Method", "Single-Blind Method")),
    (_D.CASE_CONTROL, ("Case-Control Studies",)),
    (_D.CROSS_SECTIONAL, ("Cross-Sectional Studies", "Health Surveys")),
    (
        _D.COHORT,
        ("Cohort Studies", "Longitudinal Studies", "Follow-Up Studies", "Prospective Studies", "Retrospective Studies"),
    ),
    (_D.IN_VITRO, ("In Vitro Techniques", "Cell Line", "Cells, Cultured", "Cell Line, Tumor", "Tumor Cells, Cultured")),
)
_OF_LITERATURE = frozenset(
    {_D.META_ANALYSIS, _D.SYSTEMATIC_REVIEW, _D.GUIDELINE, _D.NARRATIVE_REVIEW, _D.COMMENTARY, _D.PROTOCOL}
)
"""Designs that stay what they are when their subject is an animal."""


def design_of(article: Article) -> DesignReading:
    """The design of the study an article reports. Deterministic; see the module for the order in which it is asked."""
    by_text = _by_text(article)
    design, cue, source = (
        _by_publication_type(article, by_text)
        or (by_text and (*by_text, ReadFrom.TEXT))
        or _by_heading(article)
        or (_D.OTHER, "", ReadFrom.NOTHING)
    )
    if article.animals_only and design not in _OF_LITERATURE and design is not _D.IN_VITRO:
        design, cue, source = _D.ANIMAL, "Animals", ReadFrom.MESH
    kind = EVIDENCE_TYPE[design]
    if article.animals_only and kind is EvidenceType.TRIALS_AND_SYNTHESES:
        kind = EvidenceType.PRECLINICAL
    return DesignReading(design=design, evidence_type=kind, cue=cue, source=source)


def is_cochrane(article: Article) -> bool:
    """Whether an article is of the Cochrane Database, a journal of systematic reviews."""
    return article.journal.lower().removeprefix("the ").startswith("cochrane database")


# ------------------------------------------------------------------------------------------------ rules
_IN = {
    _D.ANIMAL: Population.ANIMAL,
    _D.IN_VITRO: Population.IN_VITRO,
    _D.IN_SILICO: Population.IN_VITRO,
}


def population_of(article: Article, design: StudyDesign) -> Population:
    """MeSH's check tags decide, but for cells: those of people are tagged ``Humans`` as well."""
    if design in _IN:
        return _IN[design]
    tags = {heading.name for heading in article.mesh_headings}
    if "Humans" in tags or (design in IN_PEOPLE and "Animals" not in tags):
        return _in_people(article)
    _, animals, people = _subjects(article.title, article.abstract)
    # reviews are tagged by what they cite: "Animals" alone tells nothing of one that speaks of patients only
    if "Animals" in tags and not (design in _OF_LITERATURE and people and not animals):
        return Population.ANIMAL
    if people == animals:
        return Population.UNCLEAR
    return Population.HUMAN if people > animals else Population.ANIMAL


def _in_people(article: Article) -> Population:
    """People, or healthy ones where a text counts these and no patients."""
    text = article.text.lower()
    if cues.HEALTHY.first(text) and not cues.OF_PATIENTS.first(text):
        return Population.HEALTHY
    return Population.HUMAN


_Reading: TypeAlias = tuple[StudyDesign, str]
_TITLE = 3
"""Words of the abstract that one in the title is worth."""
_LONG = 400
"""Characters of an abstract that would tell of its study if it had one."""


def _by_publication_type(article: Article, by_text: _Reading | None) -> tuple[StudyDesign, str, ReadFrom] | None:
    names = {kind.name.lower().replace("-", " "): kind.name for kind in article.publication_types}
    in_cochrane = is_cochrane(article) and "editorial" not in names
    if in_cochrane and not (by_text and by_text[0] in _NO_COCHRANE_REVIEW):
        return _D.SYSTEMATIC_REVIEW, article.journal, ReadFrom.PUBLICATION_TYPE
    for design, types in _PUBLICATION_TYPES:
        if named := next((names[kind] for kind in types if kind in names), None):
            if by_text and by_text[0] in _NARROWED.get(design, ()):
                return *by_text, ReadFrom.TEXT
            return design, named, ReadFrom.PUBLICATION_TYPE
    return None


def _by_heading(article: Article) -> tuple[StudyDesign, str, ReadFrom] | None:
    names = {heading.name for heading in article.mesh_headings}
    on_trials = any(name.endswith("Trials as Topic") for name in names)
    own = not on_trials or cues.OWN_STUDY.first(article.abstract.lower())
    for design, headings in _HEADINGS if own else ():
        if named := next((heading for heading in headings if heading in names), None):
            return design, named, ReadFrom.MESH
    return None


def _by_text(article: Article) -> _Reading | None:
    """What title and abstract show: syntheses and opinions first, as they speak of all other designs."""
    title, abstract = article.title.lower(), article.abstract.lower()
    trial = _trial_by_chance(title, abstract)
    return (
        _first(
            (_D.PROTOCOL, cues.PROTOCOL_TITLE, title),
            (_D.PROTOCOL, cues.PLANNED, abstract),
            (_D.META_ANALYSIS, cues.META_ANALYSIS_TITLE, title),
            (_D.SYSTEMATIC_REVIEW, cues.SYSTEMATIC_TITLE, title),
            (_D.SYSTEMATIC_REVIEW, cues.SEARCHED, abstract),
            (_D.GUIDELINE, cues.GUIDELINE_TITLE, title),
        )
        or (None if trial else _review(title, abstract))
        or _laboratory(article, is_trial=trial is not None)
        or trial
        or _first((_D.CASE_SERIES, cues.CASE_SERIES, abstract))
        or _without_own_study(abstract)
        or _people(f"{title}\n{abstract}")
    )


def _first(*asked: tuple[StudyDesign, cues.Cue, str]) -> _Reading | None:
    return next(((design, phrase) for design, cue, text in asked if (phrase := cue.first(text))), None)


def _trial_by_chance(title: str, abstract: str) -> _Reading | None:
    """The first cue of an allocation by chance, or of blinding, that is the study's own."""
    if assigned := cues.ASSIGNED.first(abstract):
        return _D.RANDOMIZED_TRIAL, assigned
    is_own = len(abstract) < _LONG or cues.OWN_STUDY.first(abstract) != ""
    for cue, text in ((cues.CONTROLLED_TITLE, title), *(((cues.CONTROLLED, abstract),) if is_own else ())):
        for hit in cue.each(text):
            before = text[max(0, hit.start() - cues.BEFORE) : hit.start()]
            after = text[hit.end() : hit.end() + cues.AFTER]
            if not cues.OTHERS_AFTER.search(after) and not cues.OTHERS_BEFORE.search(before):
                return _D.RANDOMIZED_TRIAL, " ".join(hit[0].split())
    return None


def _without_own_study(abstract: str) -> _Reading | None:
    """A review that does not call itself one: it speaks of studies and treatments, and nowhere of what was done."""
    if len(abstract) < _LONG or cues.OWN_STUDY.first(abstract) or cues.CASE_REPORT.first(abstract):
        return None
    cited = cues.OF_TREATMENT.first(abstract) and cues.LITERATURE.first(abstract)
    return (_D.NARRATIVE_REVIEW, cited) if cited else None


def _review(title: str, abstract: str) -> _Reading | None:
    """Reviews and reports of a case by their titles, reviews by what they call themselves."""
    reading = _first(
        (_D.CASE_REPORT, cues.CASE_REPORT_TITLE, title),
        (_D.NARRATIVE_REVIEW, cues.REVIEW_TITLE, title),
        (_D.NARRATIVE_REVIEW, cues.REVIEW, abstract),
    )
    if reading and reading[0] is _D.NARRATIVE_REVIEW:
        return None if cues.CASE_REPORT.first(abstract) or cues.CASE_SERIES.first(abstract) else reading
    return reading


def _laboratory(article: Article, *, is_trial: bool) -> _Reading | None:
    """Animals, cells or computation, where they outweigh the people; a word in the title counts as three."""
    title, abstract = article.title.lower(), article.abstract.lower()
    animal, animals, people = _subjects(article.title, article.abstract)
    if animals > max(people, 1):
        return _D.ANIMAL, animal
    if is_trial:
        return None
    if phrase := cues.IN_SILICO.first(title):
        return _D.IN_SILICO, phrase
    hits = [hit[0] for hit in cues.LABORATORY.each(title)] * _TITLE + [hit[0] for hit in cues.LABORATORY.each(abstract)]
    return (_D.IN_VITRO, hits[0]) if len(hits) > max(people, 1) else None


def _subjects(title: str, abstract: str) -> tuple[str, int, int]:
    """The first animal named, and how often animals and people are."""
    first, animals, people = "", 0, 0
    for text, weight in ((title, _TITLE), (abstract, 1)):
        words = cues.WORD.findall(cues.ABBREVIATION.sub(" ", text).lower())
        for word, following in zip(words, [*words[1:], ""], strict=False):
            if word in cues.PEOPLE:
                people += weight
            elif word in cues.ANIMALS and following not in cues.NOT_STUDIED:
                first, animals = first or word, animals + weight
    return first, animals, people


def _people(text: str) -> _Reading | None:
    """A study of people that were not assigned by chance."""
    return _first(
        (_D.CASE_REPORT, cues.CASE_REPORT, text),
        (_D.COHORT, cues.COHORT_STUDY, text),
        (_D.CLINICAL_TRIAL, cues.TRIAL, text),
        (_D.CASE_CONTROL, cues.CASE_CONTROL, text),
        (_D.CROSS_SECTIONAL, cues.CROSS_SECTIONAL, text),
        (_D.COHORT, cues.COHORT, text),
    )

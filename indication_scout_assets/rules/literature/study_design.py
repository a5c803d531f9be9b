"""How a study was made, and how directly it speaks to a (drug, disease) pair: what grading and quotas rest on.

What belongs here: reading the design off a record, and the words that show it. The patterns are in ``design_cues``;
what a design is worth (levels, weights, places) is decided by those who grade and rank.

The order in which a record is asked:

1. A publication type that names a design (PubMed's own indexing) decides. Types that leave it open ("Clinical Trial",
   "Review") are narrowed by the words of the text: a "Review" that says it is systematic is one.
2. Title and abstract, where no type says. A cue taken back by its neighbours counts for nothing: "randomised trials
   are needed", "non-randomised", "Mendelian randomisation".
3. MeSH headings such as ``Cohort Studies``, where the text shows nothing. Those on a subject ("… as Topic") are none.
4. A treatment that people got ("twenty patients were treated for eight weeks"), where nothing else tells how: a trial
   that is not said to be by chance.

Whatever was read, MeSH's check tags make an animal study of a study in animals alone, and preclinical evidence of a
synthesis of such studies.

Measured: text alone against the publication types of 643 real PubMed records that no cue was written for. Randomised
trials (189): precision .97, recall .93. Syntheses (15): .69 and .73; of five false ones three are what the record does
not say. Reviews (50): .70 and .56. Animals by check tags (122): .80 and .84. Case reports are too few to tell (7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...domain.articles import Article
from ...domain.study_designs import DesignReading, Directness, EvidenceType, Population, ReadFrom, StudyDesign
from ..names.name_matching import names_in
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
    EvidenceType.PRECLINICAL: (StudyDesign.ANIMAL, StudyDesign.IN_VITRO, StudyDesign.IN_SILICO),
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
        or _by_treatment(article)
        or (_D.OTHER, "", ReadFrom.NOTHING)
    )
    if article.animals_only and design not in _OF_LITERATURE and design is not _D.IN_VITRO:
        design, cue, source = _D.ANIMAL, "Animals", ReadFrom.MESH
    kind = EVIDENCE_TYPE[design]
    if article.animals_only and kind is EvidenceType.TRIALS_AND_SYNTHESES:
        kind = EvidenceType.PRECLINICAL
    return DesignReading(design=design, evidence_type=kind, cue=cue, source=source)


def directness_of(
    drug_names: Sequence[str], disease_names: Sequence[str], article: Article, design: StudyDesign | None = None
) -> Directness:
    """Whether title or abstract name the drug and the disease themselves, and what was studied.

    Args:
        drug_names, disease_names: of the drug and the disease alone, without classes and wider diseases.
        design: of the article, where it is known already.
    """
    return Directness(
        drug_named=bool(names_in(article.text, drug_names)),
        disease_named=bool(names_in(article.text, disease_names)),
        population=population_of(article, design or design_of(article).design),
    )


# ------------------------------------------------------------------------------------------------ rules
_IN = {
    _D.ANIMAL: Population.ANIMAL,
    _D.IN_VITRO: Population.IN_VITRO,
    _D.IN_SILICO: Population.IN_VITRO,
}
_IN_PEOPLE = frozenset(
    {
        _D.RANDOMIZED_TRIAL,
        _D.CLINICAL_TRIAL,
        _D.COHORT,
        _D.CASE_CONTROL,
        _D.CROSS_SECTIONAL,
        _D.CASE_SERIES,
        _D.CASE_REPORT,
    }
)


def population_of(article: Article, design: StudyDesign) -> Population:
    """MeSH's check tags decide, but for cells: those of people are tagged ``Humans`` as well."""
    if design in _IN:
        return _IN[design]
    tags = {heading.name for heading in article.mesh_headings}
    if "Humans" in tags or (design in _IN_PEOPLE and "Animals" not in tags):
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
    in_cochrane = article.journal.lower().startswith(cues.COCHRANE) and "editorial" not in names
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


def _by_treatment(article: Article) -> tuple[StudyDesign, str, ReadFrom] | None:
    """A treatment that people got, where nothing else tells how the study was made."""
    title, abstract = article.title.lower(), article.abstract.lower()
    if cues.HARM_TITLE.first(title) or cues.NOT_GIVEN.first(abstract) or not cues.REGIMEN.search(abstract):
        return None
    given = cues.GIVEN.first(abstract)
    return (_D.CLINICAL_TRIAL, given, ReadFrom.TEXT) if given else None


def _by_text(article: Article) -> _Reading | None:
    """What title and abstract show: syntheses and opinions first, as they speak of all other designs."""
    title, abstract = article.title.lower(), article.abstract.lower()
    others = _of_others_trials(title, abstract)
    trial = None if others else _trial_by_chance(title, abstract)
    return (
        _literature(title, abstract, is_trial=trial is not None)
        or _laboratory(article, is_trial=trial is not None)
        or trial
        or others
        or _first((_D.CASE_SERIES, cues.CASE_SERIES, abstract))
        or _people_in_title(title)
        or _without_own_study(title, abstract)
        or _people(abstract)
    )


def _first(*asked: tuple[StudyDesign, cues.Cue, str]) -> _Reading | None:
    return next(((design, phrase) for design, cue, text in asked if (phrase := cue.first(text))), None)


def _trial_by_chance(title: str, abstract: str) -> _Reading | None:
    """The first cue of an allocation by chance, or of blinding, that is the study's own."""
    for hit in cues.ASSIGNED.each(abstract):
        if not cues.TRIALS_BEFORE.search(abstract, max(0, hit.start() - cues.BEFORE), hit.start()):
            return _D.RANDOMIZED_TRIAL, " ".join(hit[0].split())
    is_own = len(abstract) < _LONG or cues.OWN_STUDY.first(abstract) != ""
    is_own = is_own and not cues.ECONOMIC_TITLE.first(title)
    for cue, text in ((cues.CONTROLLED_TITLE, title), *(((cues.CONTROLLED, abstract),) if is_own else ())):
        for hit in cue.each(text):
            before = text[max(0, hit.start() - cues.BEFORE) : hit.start()]
            after = text[hit.end() : hit.end() + cues.AFTER]
            if not cues.BY_CHANCE_WORD.search(hit[0]) and (_of_run_in(before, after) or _is_open(title, abstract)):
                continue
            others = cues.OTHERS_AFTER.search(after) and not cues.OWN_BEFORE.search(before)
            if cue is cues.CONTROLLED and cues.WITH_PLACEBO.match(hit[0]) and not _has_result(abstract):
                continue
            if not (others or cues.OTHERS_BEFORE.search(before) or cues.OBSERVED.match(after)):
                return _D.RANDOMIZED_TRIAL, " ".join(hit[0].split())
    return None


def _has_result(abstract: str) -> bool:
    """Whether a text tells what was done with its own people, or is too short to tell."""
    return len(abstract) < _LONG or cues.OWN_RESULT.first(abstract) != ""


def _is_open(title: str, abstract: str) -> bool:
    """Whether a text says that nobody was assigned by chance, or that all knew what they got, and nowhere otherwise."""
    return "random" not in cues.NOT_RANDOM.sub("", abstract) and cues.NOT_BY_CHANCE.first(f"{title}\n{abstract}") != ""


def _of_run_in(before: str, after: str) -> bool:
    return bool(cues.RUN_IN_BEFORE.search(before) or cues.RUN_IN_AFTER.match(after))


def _of_others_trials(title: str, abstract: str) -> _Reading | None:
    """What an article is whose trials are others', told by count or names, or over, so that it watched people later.

    A title that calls its study a cohort study says so as well.
    """
    if (counted := cues.CONDUCTED.first(abstract)) and not (
        cues.TREATED.first(abstract) or cues.OWN_DATA.first(abstract)
    ):
        return _D.NARRATIVE_REVIEW, counted
    if (summary := cues.SUMMARY.first(abstract)) and not cues.OWN_RESULT.first(abstract):
        return _D.NARRATIVE_REVIEW, summary
    named = {match["name"]: match[0] for match in cues.NAMED_STUDY.finditer(abstract)}
    names = named.keys() - cues.NO_NAME
    if len(names) > 1 and not cues.OWN_STUDY.first(cues.NAMED_SENTENCE.sub(" ", abstract)):
        return _D.NARRATIVE_REVIEW, named[min(names)]
    called = "" if cues.CONTROLLED_TITLE.first(title) else cues.COHORT_TITLE.first(title)
    if called:
        return _D.COHORT, called
    is_over = cues.FOLLOWED_UP.search(abstract)
    return (_D.COHORT, is_over[0]) if is_over and cues.FOLLOW_UP_TITLE.first(title) else None


def _without_own_study(title: str, abstract: str) -> _Reading | None:
    """A review that does not call itself one: it speaks of studies and treatments, and nowhere of what was done."""
    if len(abstract) < _LONG or cues.OWN_STUDY.first(abstract) or cues.CASE_REPORT.first(abstract):
        return None
    if not cues.OF_TREATMENT.first(abstract):
        return None
    cited = cues.LITERATURE.first(abstract)
    if not cited and not cues.WAS_FOUND.first(abstract):
        held = list(dict.fromkeys(hit[0] for hit in cues.STATEMENT.each(abstract)))
        cited = held[0] if len(held) > 1 else ""
    return (_D.NARRATIVE_REVIEW, cited) if cited else None


def _literature(title: str, abstract: str, *, is_trial: bool) -> _Reading | None:
    """Protocols, opinions, syntheses, guidance and reviews. A trial cites all of them, so its abstract is not asked."""
    planned = cues.PROTOCOL_TITLE.first(title) if not cues.DONE.first(abstract) else ""
    if not planned and (planned := cues.PLANNED.first(abstract)) and cues.REPORTED.first(abstract):
        planned = ""
    if planned := planned or cues.NAMED_PROTOCOL.first(title) or cues.PROTOCOL.first(abstract):
        return _D.PROTOCOL, planned
    reading = _first(
        (_D.COMMENTARY, cues.COMMENT_TITLE, title),
        (_D.NARRATIVE_REVIEW, cues.SPOTLIGHT_TITLE, title),
        (_D.META_ANALYSIS, cues.META_ANALYSIS_TITLE, title),
        (_D.SYSTEMATIC_REVIEW, cues.SYSTEMATIC_TITLE, title),
        (_D.META_ANALYSIS, cues.META_ANALYSIS, abstract),
        (_D.SYSTEMATIC_REVIEW, cues.SYSTEMATIC, abstract),
    )
    if reading is None and not cues.CASE_REPORT.first(f"{title}\n{abstract}"):
        reading = _first((_D.SYSTEMATIC_REVIEW, cues.SEARCHED, abstract))
    if reading is None and not cues.NO_GUIDELINE_TITLE.first(title):
        reading = _first((_D.GUIDELINE, cues.GUIDELINE_TITLE, title))
    return reading or _pooled(title, abstract) or _opinion(title, abstract, is_trial=is_trial)


def _pooled(title: str, abstract: str) -> _Reading | None:
    """Several trials analysed together. Reviews and models of costs are fed with such analyses."""
    is_fed = cues.OPINION_TITLE.first(title) or cues.ECONOMIC_TITLE.first(title) or cues.ECONOMIC.first(abstract)
    if is_fed:
        return None
    return _first((_D.META_ANALYSIS, cues.POOLED, abstract), (_D.META_ANALYSIS, cues.OF_MANY_TRIALS, abstract))


def _opinion(title: str, abstract: str, *, is_trial: bool) -> _Reading | None:
    """Reviews, by title or abstract, and what only sounds like them: reports of cases, reviews of charts.

    An abstract that tells whom its authors treated is no review unless its title says so.
    """
    has_treated = cues.TREATED.first(abstract) != ""
    opinion = cues.OPINION_TITLE.first(title)
    if opinion and not (has_treated and not cues.NAMED_REVIEW.search(opinion)):
        return _D.NARRATIVE_REVIEW, opinion
    if is_trial:
        return None
    reading = _first(
        (_D.CASE_SERIES, cues.CASE_SERIES_TITLE, title),
        (_D.CASE_REPORT, cues.CASE_REPORT_TITLE, title),
        (_D.COHORT, cues.CHART_REVIEW_TITLE, title),
        (_D.NARRATIVE_REVIEW, cues.REVIEW_TITLE, title),
        (_D.NARRATIVE_REVIEW, cues.REVIEW, abstract),
    )
    if reading is None or reading[0] is not _D.NARRATIVE_REVIEW:
        return reading
    has_own = cues.DATA_USED.first(abstract) != ""
    if not cues.NAMED_REVIEW.search(reading[1]):
        seen = (cues.CASE_REPORT, cues.CASE_SERIES, cues.OWN_DATA)
        has_own = has_own or has_treated or any(cue.first(abstract) for cue in seen)
    return None if has_own else reading


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


def _people_in_title(title: str) -> _Reading | None:
    """A study of people that were not assigned by chance, by its title."""
    return _first(
        (_D.CASE_CONTROL, cues.CASE_CONTROL, title),
        (_D.CROSS_SECTIONAL, cues.CROSS_SECTIONAL, title),
        (_D.COHORT, cues.COHORT, title),
        (_D.CLINICAL_TRIAL, cues.TRIAL, title),
    )


def _people(abstract: str) -> _Reading | None:
    """The same by its abstract."""
    trial = () if cues.ECONOMIC.first(abstract) else ((_D.CLINICAL_TRIAL, cues.TRIAL, abstract),)
    return _first(
        (_D.CASE_REPORT, cues.CASE_REPORT, abstract),
        (_D.COHORT, cues.COHORT_STUDY, abstract),
        *trial,
        (_D.CASE_CONTROL, cues.CASE_CONTROL, abstract),
        (_D.CROSS_SECTIONAL, cues.CROSS_SECTIONAL, abstract),
        (_D.COHORT, cues.COHORT, abstract),
    )

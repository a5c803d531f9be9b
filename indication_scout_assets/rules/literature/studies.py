"""Studies: which papers report which trials, and how many studies a pile of papers and trials is.

What belongs here: which paper reports which trial, and counting every study once however many papers it
has. Which records are one paper is decided before, in ``article_merging``. The rules:

- A paper reports a trial where the paper's record lists the trial's number or the trial's record lists the paper.
- A paper's own numbers are those its record lists and those its title or abstract names. Where they name other trials
  only, the trial whose registration lists the paper is mentioned: an extension's registration lists the first trial's
  paper.
- Nor does a paper report a trial that began in a later year.
- A review, a meta-analysis and a paper that lists more than ``MOST_TRIALS`` trials mention trials and report none.
- A preprint with a number of its own, an updated, reprinted or republished paper and the first one are one study. So
  are two papers of one specific title and first author within a year: the congress abstract, the second publication.
  Letters on a paper bear its title too, but have other authors.
- So are papers that bear the signs of one study (``companion_papers``).
- Notices of errata, retractions and concerns are no studies.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations

from ...domain.records.articles import Article
from ...domain.records.trials import Trial
from .article_keys import author_key, pmid_key, title_key
from .companion_papers import Signs, companions, signs_of
from .joined_records import is_preprint

MOST_TRIALS = 3
"""Numbers a report of a trial may list: its own, an extension's, a sister trial's. More make an overview."""
YEARS_APART = 1
"""Between two publications of one study under one title; a guideline or a review of the same name comes later."""
_OVERVIEWS = frozenset({"Systematic Review", "Meta-Analysis", "Network Meta-Analysis", "Scoping Review"})
_OVERVIEWS_IF_NO_TRIAL = frozenset(
    {"Review", "Practice Guideline", "Guideline", "Consensus Statement", "Editorial", "Comment"}
)
"""Sources disagree on these: what any of them calls a trial's report is one."""
_TRIAL = re.compile(
    r"(?:Randomized )?(?:Controlled )?Clinical Trial\b.*|Randomized Controlled Trial\b.*|Clinical Study"
)
_NOTICES = frozenset({"Published Erratum", "Expression of Concern"})
_SAME_STUDY = re.compile(
    r"(?:Update|Reprint|Republished|CorrectedandRepublished|RetractedandRepublished)(?:In|Of|From)"
)
"""Kinds of CommentsCorrections that lead to another record of the same study."""
_NCT = re.compile(r"NCT\d{8}")
_NAMED = re.compile(r"\bNCT[\s#:.-]{0,3}(\d{8})(?!\d)", re.IGNORECASE)
"""As authors write it: ``NCT 01234567`` too."""
_REVIEW = re.compile(r"\b(?:reviews?|overview|meta-?analys[ie]s)\b", re.IGNORECASE)
"""In the title of what names trials in its abstract that are not its own."""


def reported_trials(articles: Iterable[Article], trials: Iterable[Trial]) -> dict[str, tuple[str, ...]]:
    """Article id -> numbers of the trials it reports, by either side's record; they need not be among ``trials``."""
    listed: defaultdict[str, set[str]] = defaultdict(set)
    begun: dict[str, int] = {}
    for trial in trials:
        if (year := trial.start_date[:4]).isdecimal():
            begun[trial.nct_id.upper()] = int(year)
        for pmid in trial.pmids:
            listed[pmid_key(pmid)].add(trial.nct_id.upper())
    reported = {}
    for article in articles:
        own, registered = _own_numbers(article), listed.get(pmid_key(article.pmid) or "-", set())
        numbers = sorted(number for number in own | registered if _may_report(article, own, number, begun))
        if numbers and not _is_overview(article):
            reported[article.id] = tuple(numbers)
    return reported


def papers_of_trials(reported: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """``reported_trials`` the other way round: trial number -> ids of the papers that report it."""
    papers: defaultdict[str, list[str]] = defaultdict(list)
    for article_id, numbers in reported.items():
        for number in numbers:
            papers[number].append(article_id)
    return {number: tuple(papers[number]) for number in sorted(papers)}


def study_of(article: Article) -> str:
    """The key of the study by the article's own record: the first trial it reports, else the article's id.

    An overview is a piece of literature of its own. Records that only the registry or each other tie together are
    tied in ``count_studies``.
    """
    return article.id if _is_overview(article) else min(_own_numbers(article), default=article.id)


def study_keys(articles: Sequence[Article], trials: Sequence[Trial]) -> dict[str, str]:
    """Id of every article and trial -> key of its study: a trial's number, else the id of its first paper.

    A paper of several trials belongs to one that counts without it: to one of ``trials``, else to one that another
    paper reports alone, else to the first. So it is never counted beside them.
    """
    reported = reported_trials(articles, trials)
    by_id = {article.id: article for article in articles}
    keys = {trial.nct_id: trial.nct_id.upper() for trial in trials}
    registered = frozenset(keys.values())
    alone = {numbers[0] for numbers in reported.values() if len(numbers) == 1}
    for group in _same_studies(list(by_id.values())):
        numbers = {number for article_id in group for number in reported.get(article_id, ())}
        own = min(numbers, key=lambda n: (n not in registered, n not in alone, n), default="")
        keys |= dict.fromkeys(
            group, own or min(group, key=lambda article_id: (by_id[article_id].year or 9999, article_id))
        )
    return keys


def count_studies(articles: Sequence[Article], trials: Sequence[Trial]) -> int:
    """How many studies these are: every registered trial once, and every paper, or papers of one study, without one.

    A paper that reports two trials stands for both. An overview counts as one.
    """
    papers = [article for article in articles if not _is_notice(article)]
    trials_of = reported_trials(papers, trials)
    numbers = {trial.nct_id.upper() for trial in trials}
    unregistered = 0
    for group in _same_studies(papers):
        reported = {nct_id for article_id in group for nct_id in trials_of.get(article_id, ())}
        numbers |= reported
        unregistered += not reported
    return len(numbers) + unregistered


# ------------------------------------------------------------------------------------------------ rules
def _same_studies(papers: Sequence[Article]) -> list[set[str]]:
    """Ids of papers that are of one study by their links to each other, by title and first author, or by their signs.

    Two groups whose signs contradict each other are never joined by a sign, whatever paper is like both.
    """
    groups = {article.id: {article.id} for article in papers}
    signs = signs_of([article for article in papers if not _is_overview(article)])

    def tie(a: str, b: str) -> None:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for member in groups[b]:
                groups[member] = groups[a]

    def signs_of_group(member: str) -> Signs:
        return reduce(Signs.joined, (signs[each] for each in groups[member] if each in signs))

    by_pmid = {pmid: article.id for article in papers if (pmid := pmid_key(article.pmid))}
    by_title: defaultdict[str, list[Article]] = defaultdict(list)
    for article in papers:
        if title := title_key(article.title):
            by_title[title].append(article)
        for link in article.corrections:
            other = by_pmid.get(pmid_key(link.pmid))
            if other and _SAME_STUDY.fullmatch(link.kind):
                tie(article.id, other)
    for alike in by_title.values():
        for a, b in combinations(alike, 2):
            if _same_author(a, b) and (is_preprint(a) != is_preprint(b) or _same_time(a, b)):
                tie(a.id, b.id)
    for a_id, b_id in companions([article for article in papers if article.id in signs], signs):
        if not signs_of_group(a_id).contradict(signs_of_group(b_id)):
            tie(a_id, b_id)
    return list({id(group): group for group in groups.values()}.values())


def _own_numbers(article: Article) -> set[str]:
    listed = {number for nct_id in article.nct_ids if _NCT.fullmatch(number := nct_id.strip().upper())}
    named = () if _REVIEW.search(article.title) else _NAMED.findall(article.text)
    return listed | {f"NCT{digits}" for digits in named}


def _may_report(article: Article, own: set[str], nct_id: str, begun: Mapping[str, int]) -> bool:
    """Whether a paper that one of the two sides ties to a trial may be its report."""
    return (not own or nct_id in own) and (article.year or 9999) >= begun.get(nct_id, 0)


def _types(article: Article) -> set[str]:
    return {kind.name for kind in article.publication_types}


def is_trial_report(article: Article) -> bool:
    """Whether a source types the article as the report of a clinical trial."""
    return any(_TRIAL.fullmatch(kind.name) for kind in article.publication_types)


def _is_overview(article: Article) -> bool:
    types = _types(article)
    is_trial = is_trial_report(article)
    return (
        len(_own_numbers(article)) > MOST_TRIALS
        or not _OVERVIEWS.isdisjoint(types)
        or (not is_trial and not _OVERVIEWS_IF_NO_TRIAL.isdisjoint(types))
    )


def _is_notice(article: Article) -> bool:
    return article.is_retraction_notice or not _NOTICES.isdisjoint(_types(article))


def _same_author(a: Article, b: Article) -> bool:
    first, second = (author_key(article.authors[0] if article.authors else "") for article in (a, b))
    return not first.isdisjoint(second)


def _same_time(a: Article, b: Article) -> bool:
    return a.year is not None and b.year is not None and abs(a.year - b.year) <= YEARS_APART

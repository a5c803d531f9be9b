"""Papers of one study that no record links: joined by number, name or count, and never two trials together."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.literature.studies import count_studies, study_keys

AUTHORS = ("Doe J", "Roe R", "Poe P")
NAMED = "The Zelavir Asthma Prevention Trial (ZAPT) randomised adults."


def paper(number: int, title: str = "", abstract: str = "", *, authors: tuple[str, ...] = AUTHORS) -> Article:
    return Article(pmid=f"9900000{number}", title=title or f"Paper {number}", abstract=abstract, authors=authors)


def studies(*papers: Article) -> int:
    return count_studies(papers, [])


def test_a_number_of_any_registry_joins() -> None:
    first, second = (paper(n, abstract="Registered as ISRCTN 89971375.", authors=(f"Doe{n} J",)) for n in (1, 2))
    assert studies(first, second) == 1
    assert studies(first, paper(3, abstract="Registered as ISRCTN89971376.")) == 2


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("We randomised 4,736 men.", "Of 4736 men 200 had a stroke.", 1),
        ("We randomised 154 men.", "One hundred and fifty-four men took part.", 1),
        ("We randomised 249 men, 125 to zelavir.", "We randomised 253 men, 125 to zelavir.", 2),
        ("We randomised 4730 men.", "Of 4730 men 200 had a stroke.", 2),
        ("They got 525 mg.", "A dose of 525 mg was given.", 2),
    ],
)
def test_a_count_of_people_joins_papers_of_two_shared_authors(first: str, second: str, expected: int) -> None:
    assert studies(paper(1, abstract=first), paper(2, abstract=second)) == expected
    assert studies(paper(1, abstract=first), paper(2, abstract=second, authors=("Doe J", "Moe M"))) == 2


def test_a_trials_name_in_both_titles_joins() -> None:
    main = paper(1, "Zelavir in asthma: results of the ZAPT trial", NAMED)
    later = paper(2, "Sleep in the Zelavir Asthma Prevention Trial")
    assert studies(main, later) == 1
    assert studies(main, paper(3, "The ZAPT trial", authors=())) == 1
    assert studies(main, paper(4, "The ZAPT trial: a view", authors=("Moe M",))) == 2


def test_an_abbreviation_of_common_words_is_no_name() -> None:
    text = "Attention deficit hyperactivity disorder (ADHD) was treated."
    assert studies(paper(1, "Zelavir in ADHD", text), paper(2, "Sleep in ADHD")) == 2


def test_trials_of_one_name_are_told_apart_by_their_number() -> None:
    text = "The Zelavir In Myocardial Infarction (ZIMI) trials."
    first, second = paper(1, "Results of the ZIMI 4 trial", text), paper(2, "Results of the ZIMI 5 trial", text)
    assert studies(first, second) == 2


def test_no_paper_ties_two_trials_together() -> None:
    first, second = (paper(n, abstract=f"NCT9999999{n}. Of 4736 men and 812 women.") for n in (1, 2))
    between = paper(3, abstract="Of 4736 men and 812 women.")
    keys = study_keys([first, between, second], [])
    assert keys[first.id] != keys[second.id]
    assert studies(first, between, second) == 2


def test_a_review_is_no_companion() -> None:
    review = paper(2, "Zelavir in asthma: a systematic review and meta-analysis", "We pooled trials of 4736 men.")
    assert studies(paper(1, abstract="We randomised 4,736 men."), review) == 2

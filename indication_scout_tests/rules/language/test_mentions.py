"""Which acronyms of a text mean the disease."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.language.mentions import (
    DISEASE,
    ArticleReader,
    Pair,
    explained_otherwise,
    names_disease,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("In acute rheumatic fever (ARF) it helped. ARF subsided.", "acute renal failure"),
        ("Amlodipine (AML) was given.", "acute myeloid leukemia"),
        ("Osteochondritis dissecans (OCD) healed.", "obsessive-compulsive disorder"),
    ],
)
def test_an_acronym_of_something_else_does_not_name_the_disease(text, name):
    assert not names_disease(text, [name])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Deep venous thrombosis (DVT) was seen.", "deep vein thrombosis"),
        ("Noninsulin-dependent diabetes (NIDDM) was seen.", "type 2 diabetes"),
        ("It is used in PAH (n = 20).", "pulmonary arterial hypertension"),
        ("Some were ill (PAH, COPD).", "pulmonary arterial hypertension"),
    ],
)
def test_an_acronym_that_nothing_else_explains_names_it(text, name):
    assert names_disease(text, [name])


def test_a_given_acronym_is_held_against_the_given_names():
    names = ["congenital heart disease", "CHD"]
    assert explained_otherwise("Coronary heart disease (CHD) and CHD", names) == {"CHD"}
    assert not explained_otherwise("Congenital heart defects (CHD), also coronary heart disease (CHD)", names)


def test_the_long_name_still_names_the_disease_where_its_acronym_means_another():
    text = "Advanced life support (ALS) in amyotrophic lateral sclerosis: ALS was given"
    reader = ArticleReader(Pair(("zelavir",), ("amyotrophic lateral sclerosis", "ALS")), Article(id="1", title=text))
    assert reader.mask(text).count(DISEASE) == 1


def test_the_pair_is_not_named_by_an_acronym_alone_that_means_another():
    article = Article(id="1", title="Zelavir in BPD", abstract="Adults with borderline personality disorder (BPD).")
    names = ["bronchopulmonary dysplasia", "BPD"]
    assert Pair.named_in(["zelavir"], names, article) is None
    assert Pair.named_in(["zelavir"], names, article.model_copy(update={"abstract": ""})) is not None

"""What ``scout assess`` says of documents in files."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.operations.file_ranking import assess_documents

HELPED = "{drug} significantly improved {disease} compared with placebo (P<0.001). {drug} is effective in {disease}."


@pytest.mark.parametrize(
    ("drug", "disease", "asked", "disease_asked", "polarity"),
    [
        ("Zelaferon α-2b", "gout", "zelaferon alpha-2b", "gout", "supports"),
        ("Zela\u00advir", "gou\u00adty arthritis", "zelavir", "gouty arthritis", "supports"),
        ("Zelavir", "Loeffler`s endocarditis", "zelavir", "Löffler endocarditis", "supports"),
        ("Metoril/zelavir", "gout", "zelavir/metoril", "gout", "neutral"),
    ],
)
def test_what_names_the_pair_is_named_in_the_directness_as_well(drug, disease, asked, disease_asked, polarity):
    text = HELPED.format(drug=drug, disease=disease)
    article = Article(id="1", title=f"{drug} in {disease}", abstract=text)
    (row,) = assess_documents([asked], [disease_asked], [article])
    assert (row["directness"]["drug_named"], row["directness"]["disease_named"]) == (True, True)
    assert row["polarity"] == polarity
    assert row["sentence"] == text[row["start"] : row["end"]]


def test_another_agent_and_another_acronym_are_not_named():
    text = "Patients with acute rheumatic fever (ARF) got hydroxy-zelavir. Hydroxy-zelavir is effective in ARF."
    (row,) = assess_documents(["zelavir"], ["acute renal failure"], [Article(id="1", title="ARF", abstract=text)])
    assert (row["directness"]["drug_named"], row["directness"]["disease_named"]) == (False, False)
    assert row["polarity"] == "neutral"

"""The PubMed query: what it searches, and that no name can change its structure."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.diseases import HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.rules.literature.pubmed_query import (
    pubmed_query,
    search_names,
    why_not_searchable,
    wider_heading_query,
    without_phrases,
    without_salt,
)


def name(term: str, *entry_terms: str, ui: str | None = "D000001", disease: str = "") -> NormalizedName:
    return NormalizedName(
        disease_id="MONDO_1", disease_name=disease or term, term=term, mesh_id=ui, confidence=1,
        method=NameMethod.CROSS_REFERENCE if ui else NameMethod.ORIGINAL, entry_terms=entry_terms,
    )  # fmt: skip


def test_heading_and_names_in_title_or_abstract() -> None:
    query = pubmed_query(
        ["sildenafil", "SILDENAFIL CITRATE", "Viagra", "ph", "12345"],
        name("Hypertension, Pulmonary", "pulmonary hypertension", "ph", disease="pulmonary hypertension"),
    )
    assert query == (
        '("sildenafil"[mh] OR "sildenafil"[nm] OR "sildenafil"[tiab] OR "Viagra"[tiab]) AND '
        '("Hypertension, Pulmonary"[mh] OR "pulmonary hypertension"[tiab])'
    )


def test_a_supplementary_concept_is_searched_as_one() -> None:
    assert '"Narcolepsy 1"[nm]' in pubmed_query(["bupropion"], name("Narcolepsy 1", ui="C563534"))


@pytest.mark.parametrize(
    ("drug", "base"),
    [
        ("sildenafil citrate", "sildenafil"),
        ("metformin hydrochloride anhydrous", "metformin"),
        ("dexamethasone sodium phosphate", "dexamethasone"),
    ],
)
def test_salts(drug: str, base: str) -> None:
    assert without_salt(drug) == base


def test_names_covered_by_others_repeated_or_meaningless_are_left_out() -> None:
    names = ["sildenafil", "Apo-Sildenafil", "sildenafil-citrate", "UK-92480", "VGR", "Relief", "x" * 80, "Sildenafil"]
    assert search_names(names) == ["sildenafil", "UK-92480"]


def test_british_spelling_and_plurals_are_searched_too() -> None:
    assert search_names(["kidney tumor", "kidney tumour", "kidney tumors"]) == [
        "kidney tumor", "kidney tumour", "kidney tumors",
    ]  # fmt: skip


def test_the_number_of_names_is_limited() -> None:
    assert len(search_names(f"invented{chr(97 + i)}" for i in range(20))) == 8


def test_nothing_to_search_is_said() -> None:
    with pytest.raises(PermanentFailure, match="drug"):
        pubmed_query(["x1", "42"], name("Obesity"))
    with pytest.raises(PermanentFailure, match="'PH' has fewer than four letters"):
        pubmed_query(["sildenafil"], name("PH", ui=None))


def test_why_a_disease_is_not_searched_is_a_plain_sentence() -> None:
    long = "B-lymphoblastic leukemia/lymphoma with recurrent genetic abnormality"
    assert why_not_searchable(name(long, ui=None), "PubMed") == (
        f"PubMed was not searched for this disease, because its name {long!r} has 68 characters, and hardly any text "
        "writes out a name of more than 60."
    )
    everyday = why_not_searchable(name("Water", "PH", ui=None), "Europe PMC")
    assert "'Water' is an everyday word that means too many other things. Its other names are no better." in everyday


def test_a_wider_heading_is_no_name_of_the_disease() -> None:
    own = name("Psychotic Disorders", "psychoses", "schizoaffective disorder", disease="schizoaffective disorder")
    broader = own.model_copy(update={"scope": HeadingScope.BROADER})
    assert pubmed_query(["drug"], broader).endswith('AND ("schizoaffective disorder"[tiab])')
    assert wider_heading_query(["drug"], broader).endswith('AND ("Psychotic Disorders"[mh])')
    with pytest.raises(PermanentFailure, match="no wider heading"):
        wider_heading_query(["drug"], own)


NASTY = ['a" OR "b"[ti', "x) OR (cancer", "all[sb] NOT humans[mh]", "AND OR NOT", "drug”* (salt)", "one\ttwo\nthree"]
SIDE = r'\((?:"[^"()\[\]*]+"\[(?:mh|nm|tiab)\](?: OR )?)+\)'
SHAPE = re.compile(f"{SIDE} AND {SIDE}")


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_names_stay_inside_their_quotes(nasty: str) -> None:
    assert SHAPE.fullmatch(pubmed_query(["sildenafil", nasty], name("Obesity", nasty, disease=f"obesity {nasty}")))


@given(st.lists(st.text(max_size=40), max_size=6), st.lists(st.text(max_size=40), max_size=6), st.text(max_size=40))
def test_no_text_changes_the_structure(drugs: list[str], terms: list[str], disease: str) -> None:
    query = pubmed_query(["sildenafil", *drugs], name("Obesity", *terms, disease=disease or "obesity"))
    assert SHAPE.fullmatch(query)
    assert query == pubmed_query(["sildenafil", *drugs], name("Obesity", *terms, disease=disease or "obesity"))


class TestUnknownPhrases:
    query = '("drug"[mh] OR "drug"[nm] OR "drug"[tiab] OR "UK-92480"[tiab]) AND ("Heading"[mh] OR "rare name"[tiab])'

    def test_are_left_out(self) -> None:
        assert without_phrases(self.query, ['"rare name"', "uk-92480"]) == (
            '("drug"[mh] OR "drug"[nm] OR "drug"[tiab]) AND ("Heading"[mh])'
        )

    def test_but_never_a_whole_side(self) -> None:
        assert without_phrases(self.query, ["drug", "UK-92480"]) is None
        assert without_phrases('("d"[tiab]) AND ("rare name"[tiab])', ["rare name"]) is None

    def test_a_query_of_another_shape_is_left_alone(self) -> None:
        assert without_phrases('"a"[tiab] OR "b"[tiab]', ["a"]) is None

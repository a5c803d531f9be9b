"""Is a heading the disease itself, or a wider one? Named after the disease that showed why it matters."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.diseases import Disease, DiseaseRef, HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.rules.names.heading_scope import is_above, rests_on_entry_term, scope_of

BY_NAME, REFERRED = NameMethod.SYNONYM, NameMethod.CROSS_REFERENCE
PSYCHOSES = ("psychoses", "psychotic disorder", "schizoaffective disorder", "schizophreniform disorder")


def disease(name: str, *synonyms: str, above: tuple[str, ...] = (), refs: tuple[str, ...] = ()) -> Disease:
    return Disease(
        id=name, name=name, synonyms=synonyms, cross_references=refs,
        parents=tuple(DiseaseRef(id=f"above {term}", name=term) for term in above),
    )  # fmt: skip


SCHIZOAFFECTIVE = disease("schizoaffective disorder", above=("psychotic disorder",))


def test_psychotic_disorders_is_wider_than_schizoaffective_disorder() -> None:
    assert scope_of("Psychotic Disorders", PSYCHOSES, SCHIZOAFFECTIVE, BY_NAME) is HeadingScope.BROADER
    assert scope_of("Psychotic Disorders", PSYCHOSES, disease("psychotic disorder"), BY_NAME) is HeadingScope.SAME


@pytest.mark.parametrize(
    ("heading", "of"),
    [
        ("Pancreatitis", disease("acute pancreatitis", above=("pancreatitis",))),
        ("Carcinoma, Renal Cell", disease("clear cell renal carcinoma", above=("renal carcinoma",))),
        ("Glomerulonephritis, Membranous", disease("idiopathic form", "membranous glomerulonephritis",
                                                   above=("membranous glomerulonephritis",))),
    ],
)  # fmt: skip
def test_a_heading_called_like_a_parent_or_saying_less_is_wider(heading: str, of: Disease) -> None:
    assert scope_of(heading, (of.name,), of, BY_NAME) is HeadingScope.BROADER


@pytest.mark.parametrize(
    ("heading", "of", "method"),
    [
        ("Obesity", disease("obesity disorder"), BY_NAME),
        ("Laryngeal Neoplasms", disease("larynx cancer", above=("laryngeal neoplasm",)), BY_NAME),
        ("Rhinitis, Allergic", disease("allergic rhinitis", above=("rhinitis",)), BY_NAME),
        ("Metabolic Syndrome", disease("metabolic syndrome X", above=("metabolic disease",)), REFERRED),
        ("Latent Tuberculosis", disease("latent tuberculosis infection"), REFERRED),
    ],
)
def test_the_disease_by_its_name_its_synonym_or_the_ontologys_reference(
    heading: str, of: Disease, method: NameMethod
) -> None:
    assert scope_of(heading, (of.name,), of, method) is HeadingScope.SAME


def test_a_reference_to_the_heading_of_a_parent_is_wider_all_the_same() -> None:
    of = disease("critical illness polyneuropathy", above=("polyneuropathy",))
    assert scope_of("Polyneuropathies", (of.name,), of, REFERRED) is HeadingScope.BROADER


class TestTermsAbove:
    """Names of grandparents and references of parents are in no record of the disease: they are asked for."""

    def test_only_what_rests_on_an_entry_term_is_in_doubt(self) -> None:
        of = disease("made-up hepatitis", "invented liver malady")
        assert rests_on_entry_term("Fatty Invention", of, BY_NAME)
        assert not rests_on_entry_term("Fatty Invention", of, REFERRED)
        assert not rests_on_entry_term("Made-Up Hepatitis", of, BY_NAME)
        assert not rests_on_entry_term("Invented Liver Maladies", of, BY_NAME)

    def test_a_term_above_owns_the_heading_by_reference_or_by_name(self) -> None:
        of = disease("made-up hepatitis")
        by_reference, by_name = disease("liver malady", refs=("MESH:D99",)), disease("x", "fatty inventions")
        other = disease("another malady", refs=("MESH:D98",))
        assert is_above("Fatty Invention", "D99", of, [other, by_reference])
        assert is_above("Fatty Invention", "D99", of, [by_name])
        assert not is_above("Fatty Invention", "D99", of, [other, of])


class TestNames:
    def name(self, scope: HeadingScope) -> NormalizedName:
        return NormalizedName(
            disease_id="D", disease_name="schizoaffective disorder", term="Psychotic Disorders", mesh_id="D011618",
            method=BY_NAME, confidence=0.95, entry_terms=PSYCHOSES, scope=scope,
            synonyms=("schizo-affective psychosis",),
        )  # fmt: skip

    def test_of_a_wider_heading_only_the_diseases_own_names_are_its_names(self) -> None:
        name = self.name(HeadingScope.BROADER)
        assert name.names == ("schizoaffective disorder", "schizo-affective psychosis")
        assert name.wider_names == (
            "Psychotic Disorders",
            "psychoses",
            "psychotic disorder",
            "schizophreniform disorder",
        )
        assert (name.own_mesh_id, name.mesh_id, name.is_broader) == (None, "D011618", True)

    def test_of_its_own_heading_all_are(self) -> None:
        name = self.name(HeadingScope.SAME)
        assert set(name.names) > set(PSYCHOSES)
        assert (name.wider_names, name.own_mesh_id) == ((), "D011618")

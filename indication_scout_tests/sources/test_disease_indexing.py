"""Disease names: the right heading, never a broader one, and the original name where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.domain.diseases import Disease, DiseaseRef, HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.sources.disease_indexing import (
    MAX_LOOKUPS,
    ids_above_in_doubt,
    normalize,
    with_terms_above,
)
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.ncbi.mesh import Mesh

from .faulty_server import host, mocked
from .ncbi.mesh_service import MeshService


def disease(name: str, *synonyms: str, refs: tuple[str, ...] = (), parents: tuple[str, ...] = ()) -> Disease:
    return Disease(
        id=name.replace(" ", "_"), name=name, synonyms=synonyms, cross_references=refs,
        parents=tuple(DiseaseRef(id=f"parent {p}", name=p) for p in parents),
    )  # fmt: skip


def names(
    path: Path, *diseases: Disease, proposal: str | None = None, service: MeshService | None = None
) -> list[NormalizedName]:
    async def propose(_: Disease) -> str | None:
        return proposal

    async def use(client: HttpClient) -> list[NormalizedName]:
        normalized = await normalize(diseases, Mesh(client, host()), propose if proposal else None)
        assert list(normalized) == [d.id for d in diseases]
        return list(normalized.values())

    return mocked(service or MeshService(), use, ExchangeStore.cache(path))


def test_cross_references_first_and_all_in_one_request(tmp_path: Path) -> None:
    service = MeshService()
    pulmonary, obesity = names(
        tmp_path,
        disease("pulmonary hypertension", refs=("MONDO:1", "mesh:D006976")),
        disease("obesity", refs=("MESH:D009765",)),
        service=service,
    )
    assert (pulmonary.term, pulmonary.mesh_id) == ("Hypertension, Pulmonary", "D006976")
    assert (pulmonary.method, pulmonary.confidence) == (NameMethod.CROSS_REFERENCE, 1.0)
    assert pulmonary.entry_terms == ("pulmonary hypertension",)
    assert obesity.mesh_id == "D009765"
    assert len(service.asked) == 1


def test_an_entry_term_that_is_another_thing_in_most_texts_is_no_name(tmp_path: Path) -> None:
    (epilepsy,) = names(tmp_path, disease("epilepsy", refs=("MESH:D004827",)))
    assert epilepsy.entry_terms == ("Epilepsies", "Seizure Disorder")


class TestTheSeedsCases:
    def test_narcolepsy(self, tmp_path: Path) -> None:
        asked = disease("narcolepsy-cataplexy syndrome", refs=("UMLS:C0751362",), parents=("narcolepsy",))
        (name,) = names(tmp_path, asked)
        assert (name.term, name.method, name.scope) == ("Narcolepsy", NameMethod.SYNONYM, HeadingScope.SAME)

    @pytest.mark.parametrize("refs", [(), ("MSH:D004485",)])
    def test_atopic_dermatitis(self, refs: tuple[str, ...], tmp_path: Path) -> None:
        (name,) = names(tmp_path, disease("eczematoid dermatitis", "Eczema", refs=refs))
        assert (name.term, name.mesh_id) == ("Dermatitis, Atopic", "D003876")
        assert ("Eczema" in name.entry_terms) == bool(refs)

    def test_diabetic_nephropathy(self, tmp_path: Path) -> None:
        (name,) = names(tmp_path, disease("type 2 diabetes nephropathy"))
        assert (name.term, name.method) == ("Diabetic Nephropathies", NameMethod.SYNONYM)


class TestNeverBroader:
    @pytest.mark.parametrize(
        ("name", "proposal"),
        [
            ("portal vein hypertension", "hypertension"),
            ("hereditary haemorrhagic telangiectasia", "telangiectasia"),
            ("renal tubular dysplasia", "kidney disease"),
            ("type 5 diabetes", "diabetes mellitus"),
        ],
    )
    @pytest.mark.parametrize("with_parent", [False, True])
    def test_a_proposal(self, name: str, proposal: str, with_parent: bool, tmp_path: Path) -> None:
        (normalized,) = names(tmp_path, disease(name, parents=(proposal,) if with_parent else ()), proposal=proposal)
        assert (normalized.method, normalized.term, normalized.mesh_id) == (NameMethod.ORIGINAL, name, None)
        assert "refused" in normalized.note
        assert proposal in normalized.note

    def test_a_synonym_that_is_the_parents_name(self, tmp_path: Path) -> None:
        (normalized,) = names(tmp_path, disease("invented pressure", "high blood pressure", parents=("hypertension",)))
        assert normalized.method is NameMethod.ORIGINAL

    def test_a_cross_reference_to_the_parents_heading(self, tmp_path: Path) -> None:
        asked = disease("invented renal dysplasia", refs=("MESH:D007674",), parents=("kidney disorder",))
        assert names(tmp_path, asked)[0].method is NameMethod.ORIGINAL

    def test_but_a_parents_heading_that_has_the_diseases_own_name(self, tmp_path: Path) -> None:
        asked = disease("dermatitis, atopic", refs=("MESH:D003876",), parents=("atopic eczema",))
        assert names(tmp_path, asked)[0].mesh_id == "D003876"


class TestBroader:
    def test_schizoaffective_disorder_is_filed_under_psychotic_disorders(self, tmp_path: Path) -> None:
        (name,) = names(tmp_path, disease("schizoaffective disorder", parents=("psychotic disorder",)))
        assert (name.term, name.mesh_id, name.scope) == ("Psychotic Disorders", "D011618", HeadingScope.BROADER)
        assert name.names == ("schizoaffective disorder",)
        assert name.note.endswith("The heading is wider than the disease: it covers others as well.")

    def test_psychotic_disorder_is_not(self, tmp_path: Path) -> None:
        (name,) = names(tmp_path, disease("psychotic disorder", parents=("mental disorder",)))
        assert (name.mesh_id, name.scope) == ("D011618", HeadingScope.SAME)

    def test_the_terms_above_are_asked_for_only_in_doubt(self, tmp_path: Path) -> None:
        steatohepatitis = disease("made-up steatohepatitis", parents=("liver malady",))
        steatohepatitis = steatohepatitis.model_copy(update={"ancestors": ("A", "B")})
        above = {"A": disease("liver malady", refs=("MESH:D065626",)), "B": disease("abdominal malady")}
        (name,) = names(tmp_path, steatohepatitis)
        assert (name.scope, ids_above_in_doubt(name, steatohepatitis)) == (HeadingScope.SAME, ("A", "B"))
        assert with_terms_above(name, steatohepatitis, {"B": above["B"]}).scope is HeadingScope.SAME
        decided = with_terms_above(name, steatohepatitis, above)
        assert (decided.scope, decided.names) == (HeadingScope.BROADER, ("made-up steatohepatitis",))
        assert ids_above_in_doubt(decided, steatohepatitis) == ()

    def test_a_wider_heading_is_the_diseases_own_where_the_disease_is_most_of_it(self, tmp_path: Path) -> None:
        """Celiprolol's trials in congestive heart failure say heart failure, which is hardly wider."""
        asked = disease("schizoaffective disorder", parents=("psychotic disorder",))
        (name,) = names(tmp_path, asked)
        (parent,) = ids_above_in_doubt(name, asked)
        above = {parent: disease("psychotic disorder").model_copy(update={"descendant_count": 16})}
        for subtypes, scope in ((9, HeadingScope.SAME), (8, HeadingScope.BROADER)):
            counted = asked.model_copy(update={"descendant_count": subtypes})
            decided = with_terms_above(name, counted, above)
            assert decided.scope is scope
            assert ("Psychotic Disorders" in decided.names) is (scope is HeadingScope.SAME)
            assert ("covers others as well" in decided.note) is (scope is HeadingScope.BROADER)

    def test_nothing_is_asked_where_names_or_references_settle_it(self, tmp_path: Path) -> None:
        asked = [disease("obesity"), disease("fat", refs=("MESH:D009765",)), disease("unheard of")]
        for known, name in zip(asked, names(tmp_path, *asked), strict=True):
            assert ids_above_in_doubt(name, known.model_copy(update={"ancestors": ("A",)})) == ()


class TestTraps:
    def test_depression_is_not_the_symptom(self, tmp_path: Path) -> None:
        alone, known = names(tmp_path, disease("depression"), disease("low mood", "depression", "depressive disorder"))
        assert alone.method is NameMethod.ORIGINAL
        assert known.mesh_id == "D003866"

    def test_diabetes_stays_diabetes(self, tmp_path: Path) -> None:
        (normalized,) = names(tmp_path, disease("diabetes"))
        assert (normalized.term, normalized.resolved) == ("diabetes", False)
        assert "original name" in normalized.note

    def test_covid_is_not_its_testing(self, tmp_path: Path) -> None:
        (normalized,) = names(tmp_path, disease("covid-19"))
        assert normalized.mesh_id == "D000086382"

    def test_a_heading_outside_diseases_is_taken_only_from_the_ontology_and_with_doubt(self, tmp_path: Path) -> None:
        by_name, by_reference = names(tmp_path, disease("smoking"), disease("smoking habit", refs=("MESH:D012907",)))
        assert by_name.method is NameMethod.ORIGINAL
        assert (by_reference.mesh_id, by_reference.confidence) == ("D012907", 0.6)


class TestOriginal:
    def test_keeps_the_ontologys_synonyms_for_the_search(self, tmp_path: Path) -> None:
        (normalized,) = names(tmp_path, disease("invented disease", "ID", "invented malady", "malady"))
        assert (normalized.term, normalized.entry_terms, normalized.confidence) == (
            "invented disease",
            ("invented malady",),
            0,
        )

    def test_keeps_an_id_that_e_utilities_do_not_know(self, tmp_path: Path) -> None:
        asked = disease("pulmonary arterial hypertension", "pulmonary hypertension", refs=("MESH:D000081029",))
        (normalized,) = names(tmp_path, asked, service=MeshService(unknown=("D000081029",)))
        assert (normalized.method, normalized.mesh_id) == (NameMethod.ORIGINAL, "D000081029")
        assert "D000081029" in normalized.note

    def test_costs_a_bounded_number_of_requests(self, tmp_path: Path) -> None:
        service = MeshService()
        names(tmp_path, disease("unheard of", *(f"unheard synonym {n}" for n in range(50))), service=service)
        assert len(service.asked) <= MAX_LOOKUPS


def test_an_exact_synonym(tmp_path: Path) -> None:
    (normalized,) = names(tmp_path, disease("invented sleep disease", "Gelineau syndrome"))
    assert (normalized.mesh_id, normalized.method, normalized.confidence) == ("D009290", NameMethod.SYNONYM, 0.85)


def test_a_supplementary_concept(tmp_path: Path) -> None:
    (normalized,) = names(tmp_path, disease("renal tubular dysgenesis", refs=("MESH:C537048",)))
    assert (normalized.mesh_id, normalized.confidence) == ("C537048", 0.9)


def test_a_proposal_that_says_everything(tmp_path: Path) -> None:
    (normalized,) = names(
        tmp_path, disease("nephropathy of diabetic people", "diabetic nephropathy of adults"), proposal="x"
    )
    assert normalized.method is NameMethod.ORIGINAL
    (normalized,) = names(tmp_path, disease("cataplexy with narcolepsy"), proposal="Narcolepsy")
    assert (normalized.mesh_id, normalized.method, normalized.confidence) == ("D009290", NameMethod.LANGUAGE_MODEL, 0.7)


@pytest.mark.parametrize("refs", [(), ("MESH:D006976",)])
def test_a_failed_look_up_is_not_taken_for_a_name_mesh_does_not_have(refs: tuple[str, ...], tmp_path: Path) -> None:
    (normalized,) = names(tmp_path, disease("pulmonary hypertension", refs=refs), service=MeshService(down=True))
    assert (normalized.method, normalized.term, normalized.resolved) == (
        NameMethod.UNANSWERED,
        "pulmonary hypertension",
        False,
    )
    assert "did not answer" in normalized.note

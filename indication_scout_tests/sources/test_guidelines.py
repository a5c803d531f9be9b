"""The bundled list of guideline pages: what it holds, and that only whole names of diseases match."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.references import ReferenceKind
from indication_scout_assets.sources.guidelines import BODIES, Guideline, GuidelineList, Guidelines

from .reference_questions import asked, disease

LIST = Guidelines.from_package()
ADDRESSES = {
    "WHO": r"https://www\.who\.int/publications/i/item/[\w.-]+",
    "CDC": r"https://www\.cdc\.gov/mmwr/[\w/-]+\.htm",
    "NICE": r"https://www\.nice\.org\.uk/guidance/(ng|cg|ph)\d+",
}


def titles(body: str, name: str, *synonyms: str) -> list[str]:
    return [entry.url.rsplit("/", 1)[-1] for entry in LIST.look_up(body, asked(about=disease(name, *synonyms))).entries]


@pytest.mark.parametrize("body", BODIES)
def test_every_entry_is_a_page_of_its_body(body: str) -> None:
    guidelines = LIST.by_body[body]
    assert len(guidelines) >= 20
    for guideline in guidelines:
        assert re.fullmatch(ADDRESSES[body], guideline.url), guideline
        assert 1995 <= guideline.year <= LIST.compiled.year, guideline
        assert all(topic == topic.strip() and len(topic) >= 4 for topic in guideline.topics), guideline
    assert max(Counter(guideline.url for guideline in guidelines).values()) == 1


def test_nices_numbers_in_title_and_address_agree() -> None:
    for guideline in LIST.by_body["NICE"]:
        number = guideline.url.rsplit("/", 1)[-1].upper()
        assert guideline.title.endswith(f"({number})"), guideline


def test_a_guideline_is_found_by_a_name_of_its_disease() -> None:
    entries, outcome = LIST.look_up("NICE", asked(about=disease("type 2 diabetes mellitus")))
    [entry] = entries
    assert (entry.kind, entry.source, entry.url) == (
        ReferenceKind.GUIDELINE, "NICE", "https://www.nice.org.uk/guidance/ng28",
    )  # fmt: skip
    assert (entry.published, entry.disease_id, entry.demonstration) == ("2015", "MONDO_1", False)
    assert (outcome.state, outcome.source, outcome.found) == (SourceState.OK, "NICE", 1)


def test_it_says_that_it_is_a_list_of_a_day_and_that_no_page_was_fetched() -> None:
    known = LIST.look_up("WHO", asked(about=disease("malaria"))).outcome
    assert re.fullmatch(
        r"From the product's own list of \d+ WHO guidelines as of 2026-11-22; pages .* fetched\.", known.reason
    )
    none = LIST.look_up("WHO", asked(about=disease("vitiligo"))).outcome
    assert (none.state, none.found) == (SourceState.EMPTY, 0)
    assert none.reason.endswith("as of 2026-11-22, which has none for this disease.")


def test_spelling_plural_inversion_and_synonyms_do_not_matter() -> None:
    assert titles("NICE", "Diabetes Mellitus, Type 1") == ["ng17"]
    assert titles("NICE", "ischaemic stroke") == ["ng128"]
    assert titles("NICE", "shaking palsy", "Parkinson's disease") == ["ng71"]
    assert titles("NICE", "Eating Disorders") == ["ng69"]


@pytest.mark.parametrize(
    "name",
    [
        "pulmonary hypertension", "portal hypertension", "ocular hypertension", "asthma of cats",
        "gouty nephropathy", "depressive personality", "psoriasiform dermatitis", "treatment of stroke",
    ],
)  # fmt: skip
def test_a_guideline_on_another_disease_is_none(name: str) -> None:
    assert [titles(body, name) for body in BODIES] == [[], [], []]


def test_child_is_not_in_child_pugh() -> None:
    paediatric = Guideline(body="WHO", title="Care", year=2020, url="https://www.who.int/x", topics=("child", "fever"))
    own = Guidelines(GuidelineList(compiled=LIST.compiled, guideline=(paediatric,)))
    assert own.look_up("WHO", asked(about=disease("Child-Pugh class C cirrhosis"))).entries == ()
    assert own.look_up("WHO", asked(about=disease("yellow fever"))).entries == ()
    assert own.look_up("WHO", asked(about=disease("Fever"))).entries


def test_the_newest_come_first_and_the_limit_holds() -> None:
    question = asked(about=disease("syphilis"), limit=2)
    entries, outcome = LIST.look_up("CDC", question)
    assert [entry.published for entry in entries] == ["2024", "2024"]
    assert (outcome.found, outcome.total) == (2, 3)


def test_it_is_not_used_about_a_drug() -> None:
    assert LIST.look_up("CDC", asked()).outcome.state is SourceState.NOT_ASKED

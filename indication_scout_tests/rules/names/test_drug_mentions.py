"""Whether a text names the drug, or another agent whose name has the drug's name in it."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.names.drug_mentions import masked_drug, names_drug


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("Belantamab mafodotin in myeloma", "belantamab"),
        ("es-omeprazole", "omeprazole"),
        ("pegylated interferon alfa", "interferon alpha"),
        ("glucagon-like peptide-1", "glucagon"),
        ("a nicotine vaccine", "nicotine"),
        ("testosterone deficiency", "testosterone"),
    ],
)
def test_another_agent_is_not_the_drug(text, drug):
    assert not names_drug(text, [drug])


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("carbidopa-levodopa", "levodopa"),
        ("fentanyl bupivacaine", "bupivacaine"),
        ("placebo-morphine", "morphine"),
        ("adalimumab-atto", "adalimumab"),
        ("insulin therapy", "insulin"),
        ("a thalidomide analogue or thalidomide", "thalidomide"),
        ("interferon alfa-2b", "interferon alpha-2b"),
        ("inter\u00adferon", "interferon"),
        ("benazepril plus amlodipine", "amlodipine/benazepril"),
    ],
)
def test_the_drug_itself_is_named(text, drug):
    assert names_drug(text, [drug])


def test_a_part_alone_is_not_the_combination():
    assert not names_drug("amlodipine", ["amlodipine/benazepril"])


def test_the_rest_of_the_text_stays():
    assert masked_drug("Methyl-testosterone or testosterone", ["testosterone"]) == "methyl-substance or \ue000"

"""The queries articles are ranked by: one sentence of therapeutic intent for vectors, a few words for BM25.

What belongs here: wording. A change of wording changes every rank, so each template carries a version that takes part
in fingerprints.
"""

from __future__ import annotations

THERAPEUTIC_TEMPLATE = (
    "Evidence for {drug} as a treatment for {disease}, including clinical trials, efficacy, mechanism of action, "
    "and therapeutic outcomes"
)
"""What is embedded: it asks for the drug as a treatment, not for papers that mention both words."""

LEXICAL_TEMPLATE = "{drug} {disease}"
"""What BM25 matches. The therapeutic sentence's own words (trials, efficacy…) draw in papers on other drugs."""

QUERIES_VERSION = "1"
"""Raised with every change of a template."""


def therapeutic_query(drug: str, disease: str) -> str:
    """The sentence that is embedded and compared with each article."""
    return THERAPEUTIC_TEMPLATE.format(drug=drug, disease=disease)


def lexical_query(drug: str, disease: str) -> str:
    """The words BM25 looks for."""
    return LEXICAL_TEMPLATE.format(drug=drug, disease=disease)

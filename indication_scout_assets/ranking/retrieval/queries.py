"""The queries articles are ranked by: one claim per axis of evidence for vectors, a few words for BM25.

What belongs here: wording. A change of wording changes every rank, so the templates carry a version that takes part
in fingerprints.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..topics import Topic

AXES = {
    "efficacy": "{drug} is effective in the treatment of {disease}",
    "trial": "A randomised controlled trial of {drug} in patients with {disease}",
    "mechanism": "{drug} attenuates {disease} through its mechanism of action in an experimental model",
    "safety": "Safety and tolerability of {drug} in patients with {disease}",
}
"""One claim per axis of evidence; an article is as close to the question as to the nearest of them."""

READ_AXIS = "efficacy"
"""The claim a cross-encoder is asked about."""

OMNIBUS = "omnibus"
_OMNIBUS = (
    "Evidence for {drug} as a treatment for {disease}, including clinical trials, efficacy, mechanism of action, "
    "and therapeutic outcomes"
)
"""Everything in one sentence, as the seed had it: what the axes are compared with."""

QUERIES_VERSION = "2"
"""Raised with every change of a template."""

_TEMPLATES = {**AXES, OMNIBUS: _OMNIBUS}


def words_of(topic: Topic) -> str:
    """The words BM25 looks for: the topic's own question, else its names alone.

    The claims' own words (trials, efficacy…) draw in papers on other drugs.
    """
    return topic.query or f"{_drugs(topic)} {topic.disease_names[0]}"


def claims_of(topic: Topic, axes: Sequence[str]) -> list[str]:
    """The sentences that are embedded: the topic's own question where it has one, else its claims on the axes."""
    if topic.query:
        return [topic.query]
    return [_TEMPLATES[axis].format(drug=_drugs(topic), disease=topic.disease_names[0]) for axis in axes]


def _drugs(topic: Topic) -> str:
    return ", ".join(names[0] for names in topic.drugs)

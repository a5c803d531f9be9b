"""Disease names proposed by a model: a bare term or nothing, paid for once."""

from __future__ import annotations

import asyncio
import json

import pytest

from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.providers.budget import Budget, Spending
from indication_scout_assets.synthesis.name_proposals import NameProposer
from indication_scout_tests.json_server import json_server
from indication_scout_tests.wire.model_protocols import ANTHROPIC, PROVIDERS

from .sample import Log

DISEASE = Disease(id="MONDO_1", name="narcolepsy-cataplexy syndrome", synonyms=("Gelineau syndrome",))


@pytest.mark.parametrize(
    ("heading", "term"),
    [
        ("Narcolepsy", "Narcolepsy"),
        ('  "Dermatitis, Atopic". ', "Dermatitis, Atopic"),
        ("", None),
        ("Narcolepsy[mh] OR Cataplexy", None),
        ("Narcolepsy AND Cataplexy", None),
        ("Narcolepsy\nBecause it is so", None),
        ("x" * 200, None),
    ],
)
def test_a_proposed_name_is_a_bare_term_or_nothing(heading, term):
    log = Log()
    with json_server(lambda asked: (200, {}, ANTHROPIC.answers({"heading": heading}))) as service:
        propose = NameProposer(ANTHROPIC.model(service.url, log))
        assert asyncio.run(propose(DISEASE)) == term
        assert asyncio.run(propose(DISEASE)) == term
    (asked,) = service.asked
    assert json.loads(ANTHROPIC.question(asked.body)) == {
        "disease": "narcolepsy-cataplexy syndrome", "also_called": ["Gelineau syndrome"],
    }  # fmt: skip
    assert [c.purpose for c in log.calls.values()] == ["name"]


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)
def test_every_provider_can_propose(provider):
    answer = provider.answers({"heading": "Narcolepsy"}) | {"prompt_eval_count": 300}
    with json_server(lambda asked: (200, {}, answer)) as service:
        assert asyncio.run(NameProposer(provider.model(service.url, Log()))(DISEASE)) == "Narcolepsy"


@pytest.mark.parametrize("heading", [None, ["Narcolepsy"], 7])
def test_an_answer_of_another_form_is_a_failure_and_not_the_absence_of_a_name(heading):
    with (
        json_server(lambda asked: (200, {}, ANTHROPIC.answers({"heading": heading}))) as service,
        pytest.raises(TransientFailure, match="has something else in 'heading'"),
    ):
        asyncio.run(NameProposer(ANTHROPIC.model(service.url, Log()))(DISEASE))


def test_where_the_budget_is_spent_nothing_is_proposed():
    spending = Spending(ModelPrice(input=1, output=5), Budget(0.0))
    propose = NameProposer(ANTHROPIC.model("http://127.0.0.1:1", Log(), spending=spending))
    assert asyncio.run(propose(DISEASE)) is None

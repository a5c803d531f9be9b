"""What calls cost, and a budget that is kept."""

from __future__ import annotations

import threading

import pytest

from indication_scout_assets.domain.model_calls import DEFAULT_PRICES, ModelPrice, Usage
from indication_scout_assets.providers.budget import Budget, BudgetExceeded
from indication_scout_assets.providers.prices import cost, most_it_can_cost, most_tokens, price_of
from indication_scout_assets.settings import Settings

PRICE = ModelPrice(input=2, output=10, cache_read=0.2, cache_write=2.5, batch_factor=0.5)
USAGE = Usage(input_tokens=1_000_000, output_tokens=100_000, cache_read_tokens=500_000, cache_write_tokens=200_000)


def test_each_kind_of_token_has_its_price():
    assert cost(PRICE, USAGE) == pytest.approx(2 + 1 + 0.1 + 0.5)


def test_a_batch_costs_its_share():
    assert cost(PRICE, USAGE, batched=True) == pytest.approx(3.6 / 2)


def test_cached_tokens_without_a_price_of_their_own_cost_as_any_other():
    assert cost(ModelPrice(input=2, output=10), USAGE) == pytest.approx(2 + 1 + 1 + 0.4)


def test_what_an_unknown_model_costs_is_unknown_and_not_nothing():
    assert price_of("gpt-99", {}) is None
    assert cost(None, USAGE) is None
    assert most_it_can_cost(None, most_tokens("text"), 100) is None


def test_a_price_of_ones_own_comes_first_and_a_date_in_the_name_is_passed_over():
    assert price_of("claude-sonnet-5", {"claude-sonnet-5": PRICE}) == PRICE
    assert price_of("claude-haiku-4-5-20251001", {}) == DEFAULT_PRICES["claude-haiku-4-5"]
    assert price_of("gpt-5.6-terra-2026-07-09", {}) == DEFAULT_PRICES["gpt-5.6-terra"]
    assert price_of("claude-haiku-4-5-20251001", {"claude-haiku-4-5-20251001": PRICE}) == PRICE
    assert price_of("claude-sonnet-5-turbo", {}) is None, "another model may have another price"


def test_every_hosted_model_the_settings_name_has_a_price():
    settings = Settings()
    for model in (settings.names_model, settings.synthesis_model, settings.openai_model):
        assert price_of(model, {}) is not None


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("claude-haiku-4-5", "claude-opus-5"),
        ("claude-haiku-5-5", "claude-opus-5-5"),
        ("gpt-5.6-luna", "gpt-5.6-terra"),
        ("gpt-6-luna", "gpt-6.1-terra"),
    ],
)
def test_the_small_and_the_large_model_of_each_provider_have_a_price(small: str, large: str):
    cheap, dear = price_of(small, {}), price_of(large, {})
    assert cheap is not None
    assert dear is not None
    for price in (cheap, dear):
        assert price.cache_read is not None
        assert price.cache_write is not None
        assert price.cache_read < price.input < price.cache_write < price.output
        assert price.batch_factor == 0.5
    assert (cheap.input, cheap.output) < (dear.input, dear.output)


def test_prices_are_set_as_json(monkeypatch):
    monkeypatch.setenv("SCOUT_MODEL_PRICES", '{"m": {"input": 1, "output": 2}}')
    assert Settings().model_prices == {"m": ModelPrice(input=1, output=2)}


def test_an_estimate_is_never_below_what_the_call_costs():
    text = "Sildenafil improved the walking distance by 45 m (P < .001). " * 50
    assert most_tokens(text) > len(text) / 4
    assert most_it_can_cost(PRICE, most_tokens(text), 1000) == pytest.approx(
        (most_tokens(text) * 2.5 + 1000 * 10) / 1e6
    )


def test_what_was_held_and_not_spent_is_there_again():
    budget = Budget(1.0)
    held = budget.hold(0.9)
    with pytest.raises(BudgetExceeded):
        budget.hold(0.2)
    budget.settle(held, 0.1)
    assert budget.hold(0.9) == 0.9
    assert budget.spent == pytest.approx(0.1)


def test_threads_cannot_exceed_the_budget_together():
    budget, refused = Budget(1.0), []
    start = threading.Barrier(20)

    def spend() -> None:
        start.wait()
        try:
            budget.settle(budget.hold(0.1), 0.1)
        except BudgetExceeded:
            refused.append(1)

    threads = [threading.Thread(target=spend) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert budget.spent <= 1.0 + 1e-9
    assert len(refused) in (10, 11), "the tenth may fall to rounding"


def test_without_a_limit_everything_goes_and_is_counted():
    budget = Budget(None)
    budget.settle(budget.hold(None), 0.0)
    budget.settle(budget.hold(1000.0), 900.0)
    assert budget.spent == 900.0


def test_a_budget_is_not_kept_by_guessing():
    with pytest.raises(BudgetExceeded, match="price is unknown"):
        Budget(1.0).hold(None)


def test_the_sentence_of_a_spent_budget_does_not_change_from_run_to_run():
    sentences = set()
    for already in (0.5, 0.9):
        budget = Budget(1.0)
        budget.settle(budget.hold(already), already)
        with pytest.raises(BudgetExceeded) as failure:
            budget.hold(0.6)
        sentences.add(str(failure.value))
    assert len(sentences) == 1, "it stands in reports"


def test_a_long_prompt_costs_more_in_all_its_tokens_before_and_after_the_call():
    price = price_of("claude-haiku-5-5", {})
    assert price is not None
    short, long = (
        Usage(input_tokens=tokens, cache_read_tokens=40_000, output_tokens=1_000) for tokens in (60_000, 60_001)
    )
    assert cost(price, short) == pytest.approx((60_000 * 0.1 + 40_000 * 0.01 + 1_000 * 0.5) / 1e6)
    assert cost(price, long) == pytest.approx((60_001 * 0.5 + 40_000 * 0.05 + 1_000 * 2.5) / 1e6)
    assert cost(price, long, batched=True) == pytest.approx((cost(price, long) or 0) / 2)
    text = "a" * 250_001  # one token more than 100,000 by the upper estimate
    assert most_it_can_cost(price, most_tokens(text), 1_000) == pytest.approx((100_001 * 0.625 + 1_000 * 2.5) / 1e6)
    assert most_it_can_cost(price, most_tokens(text[:-1]), 1_000) == pytest.approx(
        (100_000 * 0.125 + 1_000 * 0.5) / 1e6
    )


def test_gpt_doubles_its_input_beyond_272_000_tokens():
    price = price_of("gpt-6.1-terra", {})
    assert price is not None
    usage = Usage(input_tokens=300_000, output_tokens=10_000)
    assert cost(price, usage) == pytest.approx((300_000 * 2 + 10_000 * 7.5) / 1e6)

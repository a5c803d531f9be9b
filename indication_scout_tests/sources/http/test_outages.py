"""When a host is no longer asked, and when it is tried again."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.outages import GIVEN_UP_AFTER, HICCUP, PATIENCE, TRIED_AGAIN_AFTER, Outages

ATTEMPTS = 2
MOST = GIVEN_UP_AFTER * ATTEMPTS


class Clock:
    def __init__(self) -> None:
        self.moment = 100.0

    def __call__(self) -> float:
        return self.moment


def given_up(outages: Outages, host: str = "PubMed") -> bool:
    try:
        outages.check(host)
    except TransientFailure:
        return True
    return False


def silent(clock: Clock, times: int = MOST, every: float = HICCUP / (MOST - 1)) -> Outages:
    outages = Outages(ATTEMPTS, clock)
    for attempt in range(times):
        clock.moment += every if attempt else 0
        outages.failed("PubMed", "PubMed did not answer; try again later.")
    return outages


def test_a_host_is_given_up_for_all_questions_and_no_other_host_with_it() -> None:
    assert not given_up(silent(Clock(), MOST - 1))
    outages = silent(Clock())
    with pytest.raises(TransientFailure, match="PubMed did not answer; try again later"):
        outages.check("PubMed")
    assert not given_up(outages, "ChEMBL")


def test_many_questions_at_once_do_not_give_up_a_host_that_restarts() -> None:
    clock = Clock()
    outages = silent(clock, 10 * MOST, every=0.9 * HICCUP / (10 * MOST))
    assert not given_up(outages)
    clock.moment += 0.2 * HICCUP
    outages.failed("PubMed", "still down")
    assert given_up(outages)


def test_an_answer_in_between_starts_the_count_anew() -> None:
    outages = silent(Clock(), MOST - 1)
    outages.answered("PubMed")
    outages.failed("PubMed", "no")
    assert not given_up(outages)


def test_a_host_that_hangs_is_given_up_by_time() -> None:
    """Every attempt takes the whole time-out: to wait for all of them would take minutes."""
    assert not given_up(silent(Clock(), 2, every=PATIENCE))
    assert given_up(silent(Clock(), 3, every=PATIENCE / 2))
    assert not given_up(silent(Clock(), 3, every=PATIENCE / 3))


def test_one_attempt_finds_out_whether_it_is_back() -> None:
    clock = Clock()
    outages = silent(clock)
    clock.moment += TRIED_AGAIN_AFTER
    assert [given_up(outages) for _ in range(3)] == [False, True, True], "one question, not all that wait"
    outages.failed("PubMed", "still down")
    clock.moment += TRIED_AGAIN_AFTER
    assert not given_up(outages)
    outages.answered("PubMed")
    assert not any(given_up(outages) for _ in range(3))


def test_a_quota_is_spent_for_as_long_as_the_service_says() -> None:
    clock = Clock()
    outages = Outages(ATTEMPTS, clock)
    outages.closed("PubMed", TransientFailure("No quota left."), 3600)
    outages.failed("PubMed", "a question that was under way")
    clock.moment += 3599
    with pytest.raises(TransientFailure, match=r"No quota left\."):
        outages.check("PubMed")
    clock.moment += 1
    assert not given_up(outages)


def test_a_refused_key_stays_refused() -> None:
    clock = Clock()
    outages = Outages(ATTEMPTS, clock)
    outages.closed("PubMed", PermanentFailure("The key is refused."))
    clock.moment += 1e6
    with pytest.raises(PermanentFailure, match="refused"):
        outages.check("PubMed")

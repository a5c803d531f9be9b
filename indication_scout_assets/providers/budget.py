"""What a run may spend on language models, kept before each call and not after it.

What belongs here: the sum. What a call costs is in ``prices``.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..domain.model_calls import ModelPrice
from ..domain.outcomes import PermanentFailure


class BudgetExceeded(PermanentFailure):
    """The run has spent what it may: nothing was asked. Its text says so in one sentence."""


@dataclass
class Reservation:
    """What is set aside for one call while it is made."""

    held: float
    """Dollars: the most it can cost."""
    cost: float | None = None
    """Dollars it did cost, once that is known."""


class Budget:
    """Dollars of one run, shared by its models and threads.

    The most a call can cost is held before it is made and what it did cost is taken after it, so that calls made at
    the same time cannot exceed the limit together.

    Args:
        dollars: the limit; ``None``: none.
    """

    def __init__(self, dollars: float | None) -> None:
        self.dollars = dollars
        self._lock = threading.Lock()
        self._spent = 0.0
        self._held = 0.0

    @property
    def spent(self) -> float:
        """Dollars taken so far; a call whose cost stays unknown counts with the most it can have cost."""
        return self._spent

    def hold(self, dollars: float | None) -> float:
        """Set aside the most a call can cost; returns what was set aside.

        Raises:
            BudgetExceeded: what is left does not suffice, or the price is unknown.
        """
        if self.dollars is None:
            return dollars or 0.0
        if dollars is None:
            raise BudgetExceeded(
                "A model whose price is unknown was not asked, because a budget is set; set its price "
                "(SCOUT_MODEL_PRICES) or no budget (SCOUT_MODEL_BUDGET)."
            )
        with self._lock:
            if self._spent + self._held + dollars > self.dollars:
                raise BudgetExceeded(
                    f"The run's budget for language models ({self.dollars:.2f} dollars) does not suffice for another "
                    "call; raise SCOUT_MODEL_BUDGET and run again."
                )
            self._held += dollars
        return dollars

    def settle(self, held: float, spent: float) -> None:
        """Give back what was set aside and take what was spent."""
        with self._lock:
            if self.dollars is not None:
                self._held -= held
            self._spent += spent

    @contextmanager
    def reserved(self, dollars: float | None) -> Iterator[Reservation]:
        """Set aside the most a call can cost while the block makes it; whoever knows its cost notes it there.

        Raises:
            BudgetExceeded: as ``hold``.
        """
        reservation = Reservation(self.hold(dollars))
        try:
            yield reservation
        finally:
            self.settle(reservation.held, reservation.held if reservation.cost is None else reservation.cost)


@dataclass(frozen=True)
class Spending:
    """What one model costs, and what the run may spend on all of its models."""

    price: ModelPrice | None = None
    """``None``: unknown, and so is what each call costs."""
    budget: Budget = field(default_factory=lambda: Budget(None))

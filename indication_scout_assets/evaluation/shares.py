"""A share with its 95 % interval, as every figure of this room is printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """``hits`` of ``of``, with its Wilson interval."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval after Wilson, J Am Stat Assoc 1927; 22: 209, within 0 to 1; all of it where ``of`` is 0."""
        from scipy.stats import binomtest  # noqa: PLC0415 - takes a second to import

        if not self.of:
            return 0.0, 1.0
        low, high = binomtest(self.hits, self.of).proportion_ci(method="wilson")
        return float(low), float(high)

    def as_json(self) -> dict[str, float | int | None]:
        """``hits``, ``of``, and ``share``, ``low``, ``high`` to three decimals; these are null where ``of`` is 0."""
        if not self.of:
            return {"hits": self.hits, "of": self.of, "share": None, "low": None, "high": None}
        low, high = (round(bound, 3) for bound in self.interval)
        return {"hits": self.hits, "of": self.of, "share": round(self.hits / self.of, 3), "low": low, "high": high}

    @property
    def words(self) -> str:
        """``46 of 80, .57 [.47-.68]``."""
        if not self.of:
            return "0 of 0"
        share, low, high = (f"{value:.2f}".removeprefix("0") for value in (self.hits / self.of, *self.interval))
        return f"{self.hits} of {self.of}, {share} [{low}-{high}]"


def of_those(answers: list[bool]) -> Share:
    """The share of ``True``."""
    return Share(sum(answers), len(answers))

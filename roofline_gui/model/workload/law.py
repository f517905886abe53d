"""How an amount grows with the batch."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Floats


@dataclass(frozen=True, slots=True)
class Law:
    """An amount at batch b: fixed + per_batch·b + Σ whole·(1 − (1 − share)^b) + Σ per·max(b, least).

    `pools` are (whole, share) pairs: of `whole`, each batch element touches a `share`, independently and uniformly. The
    experts of a mixture are read this way: at b = 1 the active ones, at large b all.
    `padded` are (per, least) pairs: what grows with the batch once it exceeds the `least` that tiles are padded to.
    """

    fixed: float = 0.0
    per_batch: float = 0.0
    pools: tuple[tuple[float, float], ...] = ()
    padded: tuple[tuple[float, float], ...] = ()

    def at(self, batch: float | Floats) -> Floats:
        """The amount at each `batch`, same shape."""
        b = np.asarray(batch, dtype=np.float64)
        touched = sum((whole * (1 - (1 - share) ** b) for whole, share in self.pools), np.zeros_like(b))
        padded = sum((per * np.maximum(b, least) for per, least in self.padded), np.zeros_like(b))
        return np.asarray(self.fixed + self.per_batch * b + touched + padded)

    @property
    def grows(self) -> bool:
        """Whether the batch changes it at all."""
        return self.per_batch != 0 or bool(self.pools) or bool(self.padded)

    @property
    def whole(self) -> float:
        """What there is to be touched in the end, leaving out what grows without limit."""
        return self.fixed + sum(whole for whole, _ in self.pools)

    def __add__(self, other: "Law") -> "Law":
        return Law(
            self.fixed + other.fixed,
            self.per_batch + other.per_batch,
            _merged(*self.pools, *other.pools),
            _merged(*self.padded, *other.padded),
        )

    def times(self, factor: float) -> "Law":
        """`factor` times the amount at every batch."""
        return replace(
            self,
            fixed=factor * self.fixed,
            per_batch=factor * self.per_batch,
            pools=tuple((factor * whole, share) for whole, share in self.pools),
            padded=tuple((factor * per, least) for per, least in self.padded),
        )


def _merged(*terms: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """(amount, key) pairs with the amounts of each key added up."""
    amounts: dict[float, float] = {}
    for amount, key in terms:
        amounts[key] = amounts.get(key, 0.0) + amount
    return tuple((amount, key) for key, amount in amounts.items())

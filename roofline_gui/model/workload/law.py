"""How an amount grows with the batch."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Floats


@dataclass(frozen=True, slots=True)
class Law:
    """An amount at batch b: fixed + per_batch·b + Σ whole·(1 − (1 − share)^b).

    `pools` are (whole, share) pairs: of `whole`, each batch element touches a `share`, independently and uniformly. The
    experts of a mixture are read this way: at b = 1 the active ones, at large b all.
    """

    fixed: float = 0.0
    per_batch: float = 0.0
    pools: tuple[tuple[float, float], ...] = ()

    def at(self, batch: float | Floats) -> Floats:
        """The amount at each `batch`, same shape."""
        b = np.asarray(batch, dtype=np.float64)
        touched = sum((whole * (1 - (1 - share) ** b) for whole, share in self.pools), np.zeros_like(b))
        return np.asarray(self.fixed + self.per_batch * b + touched)

    @property
    def grows(self) -> bool:
        """Whether the batch changes it at all."""
        return self.per_batch != 0 or bool(self.pools)

    @property
    def whole(self) -> float:
        """What there is to be touched in the end, leaving out what grows without limit."""
        return self.fixed + sum(whole for whole, _ in self.pools)

    def __add__(self, other: "Law") -> "Law":
        pools: dict[float, float] = {}
        for whole, share in (*self.pools, *other.pools):
            pools[share] = pools.get(share, 0.0) + whole
        return Law(
            self.fixed + other.fixed, self.per_batch + other.per_batch, tuple((w, s) for s, w in pools.items())
        )

    def times(self, factor: float) -> "Law":
        """`factor` times the amount at every batch."""
        return replace(
            self,
            fixed=factor * self.fixed,
            per_batch=factor * self.per_batch,
            pools=tuple((factor * whole, share) for whole, share in self.pools),
        )

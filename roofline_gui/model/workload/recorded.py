"""How measured kernels grow with the batch: by weights that someone states, or as a series of measurements shows."""

from dataclasses import dataclass, replace

import numpy as np

from roofline_gui.model.demand import Bools, Floats, Ints

_EXACT = 0.01  # relative error within which a law of padding is taken to explain the work of matrix units
_ROUNDING = 1e-12  # sums of squared relative errors that differ by less are alike


@dataclass(frozen=True, slots=True, eq=False)
class RecordedBatch:
    """The batch law of n measured kernels; every array has shape (n,).

    batch: at which they were recorded; NaN means no law, the kernel stays as it is. fixed_work, fixed_bytes: the shares
    of their work and traffic, 0 to 1, that stay while the rest grows with the batch. least: up to which batch all of
    their work stays, because tiles are padded to it; 0 without padding. weights: the share of their traffic that is
    weights. fixed_time: what of their time no roof explains, s; NaN: what any kernel of the machine takes. compute: how
    much longer, 1 or more, they take where compute binds than their fraction of the roof of memory lets expect.
    """

    batch: Floats
    fixed_work: Floats
    fixed_bytes: Floats
    weights: Floats
    fixed_time: Floats
    least: Floats
    compute: Floats

    @staticmethod
    def none(n: int) -> "RecordedBatch":
        """No law for any of n kernels."""
        unknown, nothing = np.full(n, np.nan), np.zeros(n)
        return RecordedBatch(unknown, nothing, nothing, nothing, unknown, nothing, np.ones(n))

    @staticmethod
    def of_weights(batch: Floats, share: Floats) -> "RecordedBatch":
        """Kernels of whose traffic a `share`, shape (n,), is weights: that stays, all else grows with the batch."""
        share = np.nan_to_num(share).clip(0.0, 1.0)
        return replace(RecordedBatch.none(len(batch)), batch=batch, fixed_bytes=share, weights=share)

    def take(self, index: Ints) -> "RecordedBatch":
        """The laws of the kernels at `index`."""
        return RecordedBatch(
            self.batch[index],
            self.fixed_work[index],
            self.fixed_bytes[index],
            self.weights[index],
            self.fixed_time[index],
            self.least[index],
            self.compute[index],
        )

    def growth(self, batch: float) -> tuple[Floats, Floats]:
        """Factors on work and on traffic at another batch, both shape (n,); 1 without a law."""
        unknown = np.isnan(self.batch)
        padded = np.where(unknown, 1.0, np.maximum(batch, self.least) / np.maximum(self.batch, self.least))
        ratio = np.where(unknown, 1.0, batch / self.batch)
        return self.fixed_work + (1 - self.fixed_work) * padded, self.fixed_bytes + (1 - self.fixed_bytes) * ratio

    def at(self, batch: float) -> "RecordedBatch":
        """The law of the same kernels recorded at another batch, where what stays is another share."""
        work, traffic = self.growth(batch)
        return RecordedBatch(
            np.where(np.isnan(self.batch), np.nan, batch),
            self.fixed_work / work,
            self.fixed_bytes / traffic,
            self.weights / traffic,
            self.fixed_time,
            self.least,
            self.compute,
        )


def fixed_shares(batches: Floats, amounts: Floats) -> Floats:
    """The share at each of k batches of what does not grow with the batch, from the amounts there; all of shape (k,).

    It is a / (a + c·b) of the line a + c·b, a and c ≥ 0, with the least sum of squared relative errors. Where fewer
    than two amounts are known and not 0, all is taken to grow: 0.
    """
    known = amounts > 0
    if known.sum() < 2:
        return np.zeros(len(batches))
    fixed, growing = _line(batches[known], amounts[known])
    return fixed / (fixed + growing * batches)


def padded_to(batches: Floats, work: Floats, matrix: bool) -> float:
    """Up to which of k batches the work of an operation stays, because it is padded; 0 where a line fits better.

    The law of padding is c·max(b, p), p one of the batches, with the least sum of squared relative errors; `batches`
    rise, both have shape (k,). Work of `matrix` units comes in tiles: where this law explains it, it is taken even if a
    line with more freedom comes nearer.
    """
    known = work > 0
    if known.sum() < 2:
        return 0.0
    x, y = batches[known], work[known]
    fixed, growing = _line(x, y)
    padded = np.maximum(x, x[:, np.newaxis])  # one law per row; the first, padded to the smallest, is no padding
    parts = padded / y
    per_batch = parts.sum(axis=1) / (parts**2).sum(axis=1)
    errors = [_error(c * law, y) for c, law in zip(per_batch, padded, strict=True)]
    best = int(np.argmin(errors))
    nearer = errors[best] + _ROUNDING < _error(fixed + growing * x, y)
    explained = matrix and errors[best] <= _EXACT**2 * len(x)
    return float(x[best]) if best > 0 and (nearer or explained) else 0.0


def compute_factor(fractions: Floats, computes: Bools) -> float:
    """How much longer an operation takes where compute binds it, 1 or more, than the same fraction of roof as at the
    first of k batches lets expect: the geometric mean over those of them that compute binds, a mask.

    Both have shape (k,). 1 where compute binds the first already, or none.
    """
    known = computes & (fractions > 0)
    if computes[0] or not (known.any() and fractions[0] > 0):
        return 1.0
    return max(1.0, float(np.exp(np.log(fractions[0] / fractions[known]).mean())))


def misfit(law: Floats, recorded: Floats) -> float:
    """By how much, relatively, a law misses what was recorded at k batches at most; both of shape (k,), NaN without
    any that is known and not 0.
    """
    known = (recorded > 0) & np.isfinite(law)
    return float(np.abs(law[known] / recorded[known] - 1).max()) if known.any() else np.nan


def fixed_time(times: Floats, bounds: Floats) -> float:
    """What of the first time no roof explains, s, from times and bound times of one operation at k batches, shape (k,).

    It is the t₀ of tᵢ = t₀ + (t − t₀) · t_bound,ᵢ / t_bound, through the first point, with the least sum of squared
    relative errors, between 0 and t. NaN where the bound times are all alike or unknown.
    """
    first, ratio = float(times[0]), bounds / bounds[0] if bounds[0] > 0 else np.full(len(bounds), np.nan)
    known = (times > 0) & np.isfinite(ratio)
    slope = (1 - ratio[known]) / times[known]
    spread = float(slope @ slope)
    if not (first > 0 and spread > 0):
        return np.nan
    unexplained = (times[known] - first * ratio[known]) / times[known]
    return min(max(float(slope @ unexplained) / spread, 0.0), first)


def _error(law: Floats, y: Floats) -> float:
    """The sum of squared relative errors of a law."""
    return float(((law / y - 1) ** 2).sum())


def _line(x: Floats, y: Floats) -> tuple[float, float]:
    """The line a + c·x, a and c ≥ 0, with the least sum of squared relative errors; `y` > 0, two points or more."""
    parts = np.stack([1 / y, x / y], axis=1)
    free = np.linalg.lstsq(parts, np.ones(len(y)))[0]
    if (free >= 0).all():
        return float(free[0]), float(free[1])
    alone = parts.sum(axis=0) / (parts**2).sum(axis=0)  # each by itself, the other 0
    errors = ((parts * alone - 1) ** 2).sum(axis=0)
    return (float(alone[0]), 0.0) if errors[0] <= errors[1] else (0.0, float(alone[1]))

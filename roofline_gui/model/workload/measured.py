"""What was measured of a kernel, typed as a duration or as an achieved rate."""

from roofline_gui.model.arithmetic import evaluate
from roofline_gui.model.units import QuantityError, Unit
from roofline_gui.model.workload.parameters import Parameter, ParameterError

MEASURED = "measured"
_SHORTEST, _HIGHEST = 1e-12, 1e21
MEASUREMENT = Parameter(
    MEASURED, "duration of one launch, or achieved rate", Unit.SECOND, optional=True, whole=False, smallest=_SHORTEST
)
_RATES = {
    unit: Parameter(MEASURED, "achieved rate", unit, whole=False, largest=_HIGHEST)
    for unit in (Unit.FLOP_PER_SECOND, Unit.BYTE_PER_SECOND)
}


def read_measured(text: str, flop: float, moved: float) -> float:
    """The duration in s that `text` means: ``180 us``, or the rate at which W (`flop`, FLOP) or Q (`moved`, B) went by:
    ``400 TFLOP/s``, ``3.1 TB/s``.

    Raises:
        ParameterError: neither, without a unit, out of limits, or a rate of something unknown.
    """
    unit, value = _read(text)
    return MEASUREMENT.check(value) if unit is Unit.SECOND else _time_at(unit, value, flop, moved)


def read_rate(text: str, flop: float, moved: float) -> float:
    """The duration in s of W (`flop`, FLOP) or Q (`moved`, B) at the rate that `text` means; a number without a unit is
    FLOP/s.

    Raises:
        ParameterError: no rate, out of limits, or one of something unknown.
    """
    for unit in _RATES:
        try:
            value = evaluate(text, unit)
        except QuantityError:
            continue
        return _time_at(unit, value, flop, moved)
    raise ParameterError(MEASURED, f"“{text.strip()}” is no rate; write for example 400 TFLOP/s or 3.1 TB/s.")


def _time_at(unit: Unit, rate: float, flop: float, moved: float) -> float:
    amount, name = (flop, "work") if unit is Unit.FLOP_PER_SECOND else (moved, "traffic")
    if not amount > 0:
        raise ParameterError(MEASURED, f"a rate needs {name} to be known: give it, or a duration instead.")
    return MEASUREMENT.check(amount / _RATES[unit].check(rate))


def _read(text: str) -> tuple[Unit, float]:
    """The unit that `text` is in, and its value."""
    try:
        evaluate(text)
    except QuantityError:
        pass
    else:
        raise ParameterError(MEASURED, "add the unit: 180 us, 400 TFLOP/s or 3.1 TB/s.")
    for unit in (Unit.SECOND, *_RATES):
        try:
            return unit, evaluate(text, unit)
        except QuantityError:
            continue
    reason = f"“{text.strip()}” is neither a duration nor a rate; write for example 180 us, 400 TFLOP/s or 3.1 TB/s."
    raise ParameterError(MEASURED, reason)

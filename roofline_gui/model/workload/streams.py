"""Formulas whose data passes through once: custom, element by element, FMA stream, reduction."""

from roofline_gui.model.units import Unit
from roofline_gui.model.workload.elements import Element, Engine
from roofline_gui.model.workload.formula import Formula, Variant
from roofline_gui.model.workload.parameters import Parameter, ParameterError, Role

_ONCE = "Every element moves once between DRAM and the chip."
_LENGTH = Parameter("n", "elements")


def _check_custom(values: dict[str, float]) -> dict[str, float]:
    if "flop" not in values and "bytes" not in values:
        raise ParameterError("flop", "give flop, bytes, or both.")
    if values["weight_bytes"] > values.get("bytes", values["weight_bytes"]):
        raise ParameterError("weight_bytes", "a part of bytes cannot be more than bytes.")
    return values


CUSTOM = Formula(
    id="custom",
    name="Custom",
    title="Work and traffic as typed",
    parameters=(
        Parameter("flop", "work", Unit.FLOP, optional=True, whole=False, smallest=0, largest=1e30),
        Parameter(
            "bytes", "DRAM traffic", Unit.BYTE, optional=True, whole=False, largest=1e30, stored_as=Role.ACTIVATIONS
        ),
        Parameter(
            "special_ops",
            "XU results (special functions: exp, rsqrt …)",
            optional=True,
            whole=False,
            smallest=0,
            largest=1e30,
        ),
        Parameter(
            "weight_bytes",
            "fixed: what of bytes the batch does not multiply",
            Unit.BYTE,
            default=0,
            whole=False,
            smallest=0,
            largest=1e30,
            stored_as=Role.WEIGHTS,
            part_of="bytes",
        ),
    ),
    variants=(
        Variant(
            "as_typed",
            "as typed, at any batch",
            "Taken as typed; the batch changes nothing.",
            work="flop",
            traffic={Role.ACTIVATIONS: "bytes"},
            special="special_ops",
        ),
        Variant(
            "weights_fixed",
            "for batch 1, weights fixed",
            "Typed for batch 1; weight_bytes stay, all else grows with the batch.",
            work="b*flop",
            traffic={Role.WEIGHTS: "weight_bytes", Role.ACTIVATIONS: "b*(bytes - weight_bytes)"},
            special="b*special_ops",
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    derive=_check_custom,
)


def _check_streams(values: dict[str, float]) -> dict[str, float]:
    if values["reads"] + values["writes"] == 0:
        raise ParameterError("reads", "a kernel that neither reads nor writes has no place on a roofline.")
    return values


def _operands(reads: int, writes: int) -> tuple[Parameter, Parameter]:
    return (
        Parameter("reads", "arrays read", default=reads, smallest=0, largest=1000),
        Parameter("writes", "arrays written", default=writes, smallest=0, largest=1000),
    )


ELEMENTWISE = Formula(
    id="elementwise",
    name="Elementwise",
    title="Element by element, for example c = a + b",
    parameters=(
        _LENGTH,
        *_operands(2, 1),
        Parameter("ops", "operations (per element)", default=1, whole=False, smallest=0, largest=1e6),
    ),
    variants=(
        Variant(
            "once",
            "every array once",
            _ONCE,
            work="b*ops*n",
            traffic={Role.ACTIVATIONS: "b*(reads + writes)*n*s"},
        ),
        Variant(
            "unfused",
            "one kernel per operation",
            "Each operation reads two arrays and writes one: nothing is fused.",
            work="b*ops*n",
            traffic={Role.ACTIVATIONS: "b*ops*3*n*s"},
        ),
    ),
    engine=Engine.ELEMENTWISE,
    dtype=Element.FP32,
    derive=_check_streams,
)

FMA_STREAM = Formula(
    id="fma_stream",
    name="FMA stream",
    title="One multiply-add per element, for example y = a·x + y",
    parameters=(_LENGTH, *_operands(2, 1)),
    variants=(
        Variant(
            "once",
            "every array once",
            _ONCE,
            work="2*b*n",
            traffic={Role.ACTIVATIONS: "b*(reads + writes)*n*s"},
        ),
    ),
    engine=Engine.ELEMENTWISE,
    dtype=Element.FP32,
    derive=_check_streams,
)

REDUCTION = Formula(
    id="reduction",
    name="Reduction",
    title="Sum, maximum or the like over all elements",
    parameters=(_LENGTH,),
    variants=(
        Variant(
            "once",
            "one pass",
            "Every element is read once; the result is too small to count.",
            work="b*n",
            traffic={Role.ACTIVATIONS: "b*n*s"},
        ),
    ),
    engine=Engine.SUMS,
    dtype=Element.FP32,
)

"""Matrix products and convolution."""

import math

from roofline_gui.model.workload.elements import Element, Engine
from roofline_gui.model.workload.formula import Formula, Variant
from roofline_gui.model.workload.parameters import Parameter, ParameterError, Role

_ONCE = "Perfect reuse: both operands are read once and the result is written once."
_NAIVE = "No reuse: every multiply-add reads both its operands again; the result is left out."

_M = Parameter("m", "rows of A and C; the batch multiplies them")
_N = Parameter("n", "columns of B and C")
_K = Parameter("k", "inner size (columns of A, rows of B)")

GEMM = Formula(
    id="gemm",
    name="GEMM",
    title="Matrix product C (M×N) = A (M×K) · B (K×N); B holds the weights",
    parameters=(_M, _N, _K),
    variants=(
        Variant(
            "once",
            "perfect reuse",
            _ONCE,
            work="2*b*m*n*k",
            traffic={Role.WEIGHTS: "k*n*s_w", Role.ACTIVATIONS: "b*(m*k + m*n)*s"},
        ),
        Variant(
            "naive",
            "no reuse: I = 1/4 in FP32",
            _NAIVE,
            work="2*b*m*n*k",
            traffic={Role.WEIGHTS: "b*m*n*k*s_w", Role.ACTIVATIONS: "b*m*n*k*s"},
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
)

BATCHED_GEMM = Formula(
    id="batched_gemm",
    name="Batched GEMM",
    title="Many products of one shape, each with operands of its own",
    parameters=(Parameter("count", "products (per batch element)"), _M, _N, _K),
    variants=(
        Variant(
            "once",
            "perfect reuse",
            _ONCE,
            work="2*b*count*m*n*k",
            traffic={Role.ACTIVATIONS: "b*count*(m*k + k*n + m*n)*s"},
        ),
        Variant(
            "naive",
            "no reuse",
            _NAIVE,
            work="2*b*count*m*n*k",
            traffic={Role.ACTIVATIONS: "2*b*count*m*n*k*s"},
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
)

GROUPED_GEMM = Formula(
    id="grouped_gemm",
    name="Grouped GEMM",
    title="Rows spread over groups with weights (K×N) of their own, as over experts",
    parameters=(
        Parameter("groups", "groups (those that receive rows)"),
        Parameter("rows", "of all groups; the batch multiplies them"),
        _N,
        _K,
    ),
    variants=(
        Variant(
            "once",
            "perfect reuse",
            "Perfect reuse: the weights of each group, the rows and the results move once.",
            work="2*b*rows*n*k",
            traffic={Role.WEIGHTS: "groups*k*n*s_w", Role.ACTIVATIONS: "b*rows*(k + n)*s"},
        ),
        Variant(
            "naive",
            "no reuse",
            _NAIVE,
            work="2*b*rows*n*k",
            traffic={Role.WEIGHTS: "b*rows*n*k*s_w", Role.ACTIVATIONS: "b*rows*n*k*s"},
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
)

def _check_top(values: dict[str, float]) -> dict[str, float]:
    if values["top"] > values["experts"]:
        raise ParameterError("top", f"a token cannot go to more than the {values['experts']:.0f} experts there are.")
    return values


MOE_GEMM = Formula(
    id="moe_gemm",
    name="MoE GEMM",
    title="Product of a mixture of experts: each token goes to its top experts",
    parameters=(
        Parameter("experts", "experts"),
        Parameter("top", "experts per token"),
        _N,
        _K,
    ),
    variants=(
        Variant(
            "touched",
            "experts that receive a token, once",
            "Tokens choose experts evenly and independently; an expert that gets one is read once. "
            "Skewed routing touches fewer.",
            work="2*b*top*n*k",
            traffic={Role.ACTIVATIONS: "b*top*(k + n)*s"},
            pool="experts*k*n*s_w",
            share="top/experts",
        ),
        Variant(
            "all",
            "all experts at any batch",
            "Every expert is read at every batch.",
            work="2*b*top*n*k",
            traffic={Role.WEIGHTS: "experts*k*n*s_w", Role.ACTIVATIONS: "b*top*(k + n)*s"},
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.BF16,
    derive=_check_top,
)


def _output_size(values: dict[str, float]) -> dict[str, float]:
    """Height `ho` and width `wo` of the result: ⌈size / stride⌉ with the padding that keeps the size, else
    ⌊(size + 2·padding − kernel) / stride⌋ + 1.
    """
    sizes = {}
    for size, kernel, result in (("h", "kh", "ho"), ("w", "kw", "wo")):
        if "padding" in values:
            room = values[size] + 2 * values["padding"] - values[kernel]
            if room < 0:
                raise ParameterError(kernel, "the kernel is larger than the padded input.")
            sizes[result] = math.floor(room / values["stride"]) + 1.0
        else:
            sizes[result] = float(math.ceil(values[size] / values["stride"]))
    return {**values, **sizes}


_TAPS = "b*ho*wo*kh*kw*cin*s"  # input as a kernel without reuse reads it: again for every tap
CONVOLUTION = Formula(
    id="convolution",
    name="Convolution",
    title="Convolution in two dimensions, direct",
    parameters=(
        Parameter("h", "input height"),
        Parameter("w", "input width"),
        Parameter("kh", "kernel height", default=3),
        Parameter("kw", "kernel width", default=3),
        Parameter("cin", "input channels", default=1),
        Parameter("cout", "output channels", default=1),
        Parameter("stride", "stride", default=1),
        Parameter("padding", "on each side", optional=True, smallest=0, unset="keeps the size"),
    ),
    variants=(
        Variant(
            "once",
            "perfect reuse",
            "Perfect reuse: input, weights and output move once.",
            work="2*b*ho*wo*kh*kw*cin*cout",
            traffic={Role.WEIGHTS: "kh*kw*cin*cout*s_w", Role.ACTIVATIONS: "b*(h*w*cin + ho*wo*cout)*s"},
        ),
        Variant(
            "no_reuse",
            "no reuse, input only",
            "No reuse: the input is read again for every tap of the kernel; weights and output are left out.",
            work="2*b*ho*wo*kh*kw*cin*cout",
            traffic={Role.ACTIVATIONS: _TAPS},
        ),
        Variant(
            "no_reuse_with_output",
            "no reuse, with weights and output",
            "No reuse: the input is read again for every tap of the kernel; weights and output move once.",
            work="2*b*ho*wo*kh*kw*cin*cout",
            traffic={Role.WEIGHTS: "kh*kw*cin*cout*s_w", Role.ACTIVATIONS: f"{_TAPS} + b*ho*wo*cout*s"},
        ),
    ),
    engine=Engine.MATRIX,
    dtype=Element.FP32,
    derive=_output_size,
)

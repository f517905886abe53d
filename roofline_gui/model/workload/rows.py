"""Softmax and norms: sums over rows."""

from roofline_gui.model.workload.elements import Element, Engine
from roofline_gui.model.workload.formula import Formula, Variant
from roofline_gui.model.workload.parameters import Parameter, Role

_ROWS = Parameter("rows", "rows; the batch multiplies them", default=1)
_LENGTH = Parameter("n", "elements per row")
_ONCE = "Fused: every element is read once and written once"

SOFTMAX = Formula(
    id="softmax",
    name="Softmax",
    title="Softmax over rows of n, about 5 FLOP and one exponential per element",
    parameters=(_ROWS, _LENGTH),
    variants=(
        Variant(
            "once",
            "fused",
            f"{_ONCE}.",
            work="5*b*rows*n",
            traffic={Role.ACTIVATIONS: "2*b*rows*n*s"},
            special="b*rows*n",
        ),
        Variant(
            "unfused",
            "maximum, exponential, sum and division as four kernels",
            "Unfused: four kernels read the row, and two of them write it.",
            work="5*b*rows*n",
            traffic={Role.ACTIVATIONS: "6*b*rows*n*s"},
            special="b*rows*n",
        ),
    ),
    engine=Engine.SUMS,
    dtype=Element.FP32,
)


def _norm(id: str, name: str, title: str, flop: int, vectors: int, passes: int) -> Formula:  # noqa: A002 (as the field)
    """A norm of about `flop` FLOP per element, `vectors` learned vectors, and that many `passes` when not fused."""
    work = f"{flop}*b*rows*n"
    return Formula(
        id=id,
        name=name,
        title=title,
        parameters=(_ROWS, _LENGTH),
        variants=(
            Variant(
                "once",
                "fused",
                f"{_ONCE}; the learned scale is left out.",
                work=work,
                traffic={Role.ACTIVATIONS: "2*b*rows*n*s"},
                special="b*rows",
            ),
            Variant(
                "with_scale",
                "fused, with the learned scale",
                f"{_ONCE}, the learned scale once.",
                work=work,
                traffic={Role.WEIGHTS: f"{vectors}*n*s_w", Role.ACTIVATIONS: "2*b*rows*n*s"},
                special="b*rows",
            ),
            Variant(
                "unfused",
                f"{passes} passes over the row",
                f"Unfused: the row is read {passes} times and written once.",
                work=work,
                traffic={Role.ACTIVATIONS: f"{passes + 1}*b*rows*n*s"},
                special="b*rows",
            ),
        ),
        engine=Engine.SUMS,
        dtype=Element.FP32,
    )


LAYER_NORM = _norm(
    "layer_norm", "Layer norm", "Layer norm over rows of n, about 7 FLOP per element", 7, vectors=2, passes=3
)
RMS_NORM = _norm("rms_norm", "RMS norm", "RMS norm over rows of n, about 4 FLOP per element", 4, vectors=1, passes=2)

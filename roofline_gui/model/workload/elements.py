"""Element types: what numbers are stored in, and which pipe computes with them."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from roofline_gui.model.precision import Precision


class Element(StrEnum):
    """A storage type. The values are the names of `dtype`, widest first. Block scales (FP4, INT4) are not counted."""

    FP64 = "fp64"
    FP32 = "fp32"
    TF32 = "tf32"
    BF16 = "bf16"
    FP16 = "fp16"
    FP8 = "fp8"
    INT8 = "int8"
    FP6 = "fp6"
    FP4 = "fp4"
    INT4 = "int4"

    @property
    def size(self) -> float:
        """Bytes per element; TF32 is stored as FP32."""
        return _SIZES[self]

    @property
    def label(self) -> str:
        """How it is written for people: ``BF16``."""
        return self.value.upper()


_SIZES = {
    Element.FP64: 8.0,
    Element.FP32: 4.0,
    Element.TF32: 4.0,
    Element.BF16: 2.0,
    Element.FP16: 2.0,
    Element.FP8: 1.0,
    Element.INT8: 1.0,
    Element.FP6: 0.75,
    Element.FP4: 0.5,
    Element.INT4: 0.5,
}
_OTHER_NAMES = {
    "double": Element.FP64,
    "float64": Element.FP64,
    "float": Element.FP32,
    "float32": Element.FP32,
    "half": Element.FP16,
    "float16": Element.FP16,
    "bfloat16": Element.BF16,
}
# Matrix units of NVIDIA chips have no FP32; `fp32_tensor` (AMD) must be asked for by name.
_MATRIX = {
    Element.FP64: Precision.FP64_TENSOR,
    Element.FP32: Precision.FP32,
    Element.TF32: Precision.TF32_TENSOR,
    Element.BF16: Precision.BF16_TENSOR,
    Element.FP16: Precision.FP16_TENSOR,
    Element.FP8: Precision.FP8_TENSOR,
    Element.INT8: Precision.INT8_TENSOR,
    Element.FP6: Precision.FP6_TENSOR,
    Element.FP4: Precision.FP4_TENSOR,
    Element.INT4: Precision.INT8_TENSOR,
}
_VECTOR = {Element.FP64: Precision.FP64, Element.BF16: Precision.BF16, Element.FP16: Precision.FP16}
_OF_PRECISION = {
    **{precision: element for element, precision in _MATRIX.items() if element is not Element.INT4},
    Precision.FP64: Element.FP64,
    Precision.FP32_TENSOR: Element.FP32,
    Precision.BF16: Element.BF16,
    Precision.FP16: Element.FP16,
}


class Engine(Enum):
    """Which arithmetic a formula runs on."""

    MATRIX = "matrix products"
    ELEMENTWISE = "element by element"
    SUMS = "sums"  # kept in the accumulate type: reductions, softmax, norms


@dataclass(frozen=True, slots=True)
class ElementTypes:
    """Storage types of a kernel's data, the type that sums are kept in, and a precision where one was asked for."""

    weights: Element
    activations: Element
    kv: Element
    accumulate: Element
    compute: Precision | None = None

    @property
    def uniform(self) -> bool:
        """Whether weights, activations and KV cache have one element size."""
        return self.weights.size == self.activations.size == self.kv.size

    def precision(self, engine: Engine) -> Precision:
        """The precision that `engine` computes in. Matrix operands meet in the wider of their two types; types without
        vector arithmetic of their own are converted and computed in FP32.
        """
        if engine is Engine.SUMS:
            return _VECTOR.get(self.accumulate, Precision.FP32)
        if self.compute is not None:
            return self.compute
        if engine is Engine.ELEMENTWISE:
            return _VECTOR.get(self.activations, Precision.FP32)
        wider = self.weights if self.weights.size > self.activations.size else self.activations
        return _MATRIX[wider]


def element_types(dtype: str) -> ElementTypes:
    """All data in one type: ``bf16``, or a precision by name: ``bf16_tensor``.

    Raises:
        ParameterError: no such type.
    """
    element, compute = _read(dtype, "dtype")
    accumulate = Element.FP64 if element is Element.FP64 else Element.FP32
    return ElementTypes(element, element, element, accumulate, compute)


def with_types(types: ElementTypes, **names: str) -> ElementTypes:
    """`types` with weights, activations, kv, accumulate or compute set apart, each by name.

    Raises:
        ParameterError: no such type; the error names the role.
    """
    for role, name in names.items():
        chosen: Any = _read_precision(name) if role == "compute" else _read(name, role)[0]
        types = replace(types, **{role: chosen})
    return types


def stored_as(precision: Precision) -> Element:
    """The element type that goes with a compute precision."""
    return _OF_PRECISION[precision]


def _read(name: str, role: str) -> tuple[Element, Precision | None]:
    wanted = name.strip().lower()
    if wanted in _OTHER_NAMES:
        return _OTHER_NAMES[wanted], None
    if wanted in (known := [e.value for e in Element]):
        return Element(wanted), None
    if wanted.endswith("_tensor") and wanted in [p.value for p in Precision]:
        precision = Precision(wanted)
        return stored_as(precision), precision
    import difflib  # which the first paint can spare, as the other parameters

    from roofline_gui.model.workload.parameters import ParameterError

    near = difflib.get_close_matches(wanted, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise ParameterError(role, f"“{name}” is not an element type.{hint} Known: {', '.join(known)}.")


def _read_precision(name: str) -> Precision:
    wanted = name.strip().lower()
    known = [p.value for p in Precision]
    if wanted not in known:
        from roofline_gui.model.workload.parameters import ParameterError

        raise ParameterError("compute", f"“{name}” is not a precision. Known: {', '.join(known)}.")
    return Precision(wanted)

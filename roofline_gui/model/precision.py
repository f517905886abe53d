"""Number formats that kernels compute in, and the silicon that executes them."""

from enum import StrEnum


class Pipe(StrEnum):
    """A piece of silicon; precisions on one pipe queue up, different pipes overlap."""

    TENSOR = "tensor"
    FMA = "fma"
    FP64 = "fp64"
    XU = "xu"


class Precision(StrEnum):
    """A compute precision. The values are the names used in tables, machine files and on the command line."""

    FP64 = "fp64"
    FP32 = "fp32"
    FP16 = "fp16"
    BF16 = "bf16"
    FP64_TENSOR = "fp64_tensor"
    FP32_TENSOR = "fp32_tensor"
    TF32_TENSOR = "tf32_tensor"
    FP16_TENSOR = "fp16_tensor"
    BF16_TENSOR = "bf16_tensor"
    FP8_TENSOR = "fp8_tensor"
    FP6_TENSOR = "fp6_tensor"
    FP4_TENSOR = "fp4_tensor"
    INT8_TENSOR = "int8_tensor"

    @property
    def pipe(self) -> Pipe:
        """The pipe that executes this precision (all tensor precisions share one)."""
        if self.is_tensor:
            return Pipe.TENSOR
        return Pipe.FP64 if self is Precision.FP64 else Pipe.FMA

    @property
    def is_tensor(self) -> bool:
        """Whether matrix units execute it."""
        return self.value.endswith("_tensor")

    @property
    def label(self) -> str:
        """How it is written for people: ``BF16 tensor``, ``FP32``, ``packed FP16``."""
        name = self.value.removesuffix("_tensor").upper()
        if self in (Precision.FP16, Precision.BF16):
            return f"packed {name}"
        return f"{name} tensor" if self.is_tensor else name

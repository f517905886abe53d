"""What stands around the field of a parameter."""

import pytest

from roofline_gui.model.workload.catalogue import FORMULAS
from roofline_gui.model.workload.draft import LAUNCHES
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.measured import MEASUREMENT
from roofline_gui.model.workload.parameters import Parameter
from roofline_gui.present.calculated.parameters import description, explanation, meaning, placeholder, title

PARAMETERS = {(f.id, p.name): p for f in FORMULAS.values() for p in f.parameters}


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        (PARAMETERS["gemm", "m"], ("m", "rows of A and C", "")),
        (PARAMETERS["custom", "bytes"], ("bytes", "DRAM traffic, B", "unknown")),
        (PARAMETERS["convolution", "stride"], ("stride", "", "1")),
        (PARAMETERS["convolution", "padding"], ("padding", "on each side", "keeps the size")),
        (PARAMETERS["attention", "kv_heads"], ("kv_heads", "KV heads", "one per head")),
        (PARAMETERS["custom", "special_ops"], ("special_ops", "XU results", "unknown")),
        (BATCH_SIZE, ("Batch", "b", "1")),
        (LAUNCHES, ("Launches", "per step", "1")),
        (MEASUREMENT, ("Measured", "", "time or rate")),
    ],
)
def test_around_a_field(parameter: Parameter, expected: tuple[str, str, str]) -> None:
    assert (title(parameter), description(parameter), placeholder(parameter)) == expected
    assert explanation(parameter).startswith(f"{title(parameter)}: {parameter.label}")


def test_what_may_be_typed_is_told() -> None:
    assert "2^12" in explanation(PARAMETERS["gemm", "m"])
    assert "3*100e6 B" in explanation(PARAMETERS["custom", "bytes"])
    assert "Empty: unknown." in explanation(PARAMETERS["custom", "flop"])
    assert "Empty: one per head." in explanation(PARAMETERS["attention", "kv_heads"])
    assert "400 TFLOP/s" in explanation(MEASUREMENT)


@pytest.mark.parametrize(
    ("name", "text", "value", "expected"),
    [
        ("m", "2*4096", 8192.0, "= 8 192"),
        ("m", "8192", 8192.0, ""),
        ("m", "8 192", 8192.0, ""),
        ("m", "1e15", 1e15, "= 1.00e+15"),
        ("m", "", 1.0, ""),
    ],
)
def test_the_meaning_of_a_count(name: str, text: str, value: float, expected: str) -> None:
    assert meaning(PARAMETERS["gemm", name], text, value) == expected


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [("2*4096^3", 2 * 4096.0**3, "= 137 GFLOP"), ("137 GFLOP", 137e9, ""), ("137GFLOP", 137e9, "")],
)
def test_the_meaning_of_an_amount(text: str, value: float, expected: str) -> None:
    assert meaning(PARAMETERS["custom", "flop"], text, value) == expected

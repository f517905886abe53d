from roofline_gui.model.composite import composite_roof
from roofline_gui.model.demand import demand
from roofline_gui.model.precision import Precision
from roofline_gui.present.calculated.composite import CompositeWords, composite_words
from tests.model.builders import ROUND


def words(**flop: float) -> CompositeWords:
    found = composite_roof(demand(flop={Precision(name): work for name, work in flop.items()}), 0, ROUND)
    assert found is not None
    return composite_words(found)


def test_one_pipe_adds_up() -> None:
    """1 GFLOP at 100 TFLOP/s and 4 at 200: 10 and 20 µs, 5 GFLOP in 30 µs."""
    found = words(fp32=1e9, fp16=4e9)
    assert found.rows == (
        ("packed FP16", "4 GFLOP (80 %) at 200 TFLOP/s", "20 µs"),
        ("FP32", "1 GFLOP (20 %) at 100 TFLOP/s", "10 µs"),
    )
    assert found.pipes == ("FMA pipe: 20 µs + 10 µs = 30 µs",)
    assert found.roof == "W / t = 5 GFLOP / 30 µs = 167 TFLOP/s"


def test_of_two_pipes_the_slowest_counts() -> None:
    found = words(bf16_tensor=8e9, fp32=2e9)
    assert [row[0] for row in found.rows] == ["FP32", "BF16 tensor"]
    assert found.pipes == ()
    assert found.roof == "W / t = 10 GFLOP / 20 µs = 500 TFLOP/s (FMA pipe, the slowest)"

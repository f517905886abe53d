"""A what-if in words."""

import math
from dataclasses import replace

import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.elements import Element
from roofline_gui.present.what_if.words import speedup_text, times_text, what_if_text
from tests.model.builders import ROUND


def test_everything_that_is_different_is_said() -> None:
    everything = WhatIf(
        4096, Precision.FP8_TENSOR, Element.FP4, Element.FP8, Element.INT8, replace(ROUND, name="B200"), 0.6, 1.25
    )
    assert what_if_text(everything) == (
        "batch 4,096, FP8 tensor, weights FP4, activations FP8, KV cache INT8, on B200, −40 % FLOP, +25 % bytes"
    )
    assert what_if_text(WhatIf(batch=1)) == "batch 1"
    assert what_if_text(AS_GIVEN) == ""


@pytest.mark.parametrize(
    ("speedup", "text"),
    [
        (1.942, "1.94 × faster"),
        (0.3125, "0.312 × as fast"),
        (1.004, "same time"),
        (0.997, "same time"),
        (math.nan, "–"),
    ],
)
def test_speed_ups(speedup: float, text: str) -> None:
    assert speedup_text(speedup) == text


def test_a_speed_up_that_is_no_number_is_unknown() -> None:
    assert [speedup_text(odd) for odd in (0.0, math.inf, -1.0)] == ["–"] * 3


def test_times_before_and_after() -> None:
    assert times_text(12.34e-6, 6e-6) == "12.3 µs → 6 µs"

"""What a what-if may be, and what it makes of element types."""

import math
from dataclasses import fields, replace

import pytest

from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import Workload, evaluate
from roofline_gui.model.workload.elements import Element, ElementTypes, Engine, element_types
from roofline_gui.model.workload.precision import retyped, types_under
from tests.model.builders import ROUND
from tests.model.workload.samples import bytes_of

BF16 = element_types("bf16")
CHANGES = (
    WhatIf(batch=1),
    WhatIf(precision=Precision.FP8_TENSOR),
    WhatIf(weights=Element.INT4),
    WhatIf(activations=Element.FP8),
    WhatIf(kv=Element.FP8),
    WhatIf(machine=ROUND),
    WhatIf(flop=0.6),
    WhatIf(bytes=2),
)


@pytest.mark.parametrize("change", CHANGES)
def test_each_part_changes_something(change: WhatIf) -> None:
    assert change.changes_something
    assert not AS_GIVEN.changes_something


def test_all_parts_are_tried_above() -> None:
    changed = {f.name for change in CHANGES for f in fields(change) if getattr(change, f.name) != f.default}
    assert changed == {f.name for f in fields(WhatIf)}


def test_the_batch_can_be_left_out() -> None:
    assert WhatIf(batch=64, flop=0.6).without_batch == WhatIf(flop=0.6)
    assert not WhatIf(batch=64).without_batch.changes_something


@pytest.mark.parametrize("factor", [0, -1, math.inf, math.nan])
def test_factors_are_positive_numbers(factor: float) -> None:
    with pytest.raises(ValueError, match="flop: expected a positive factor"):
        WhatIf(flop=factor)
    with pytest.raises(ValueError, match="bytes: expected a positive factor"):
        WhatIf(bytes=factor)


@pytest.mark.parametrize("batch", [0, -4])
def test_there_is_no_batch_below_one(batch: int) -> None:
    with pytest.raises(ValueError, match="batch: expected a whole number of at least 1"):
        WhatIf(batch=batch)


# Element types


def test_a_precision_changes_storage_and_arithmetic_of_products() -> None:
    types = types_under(BF16, WhatIf(precision=Precision.FP8_TENSOR))
    assert types == ElementTypes(Element.FP8, Element.FP8, Element.FP8, Element.FP32, Precision.FP8_TENSOR)
    assert types.precision(Engine.MATRIX) is Precision.FP8_TENSOR


def test_sums_keep_their_arithmetic() -> None:
    types = types_under(BF16, WhatIf(precision=Precision.FP8_TENSOR), Engine.SUMS)
    assert types.activations is Element.FP8
    assert types.precision(Engine.SUMS) is Precision.FP32


def test_weights_alone_can_be_narrower() -> None:
    types = types_under(BF16, WhatIf(weights=Element.INT4))
    assert types == replace(BF16, weights=Element.INT4)
    assert types.precision(Engine.MATRIX) is Precision.BF16_TENSOR  # the operands meet in the wider type
    under = types_under(BF16, WhatIf(precision=Precision.FP8_TENSOR, weights=Element.FP4, kv=Element.BF16))
    assert (under.weights, under.activations, under.kv) == (Element.FP4, Element.FP8, Element.BF16)


def test_as_given_is_as_given() -> None:
    typed = replace(BF16, compute=Precision.FP16_TENSOR)
    assert types_under(typed, AS_GIVEN) == typed
    assert types_under(typed, WhatIf(batch=64, machine=ROUND, flop=0.5, bytes=0.5)) == typed


def custom(**values: float) -> Workload:
    return Workload("custom", {"flop": 1e9, **values}, BF16, "weights_fixed")


@pytest.mark.parametrize(
    ("what_if", "bytes"),
    [
        (WhatIf(weights=Element.INT4), 0.2e9 + 0.2e9),  # 0.8 GB of 2-byte weights shrink to a quarter, the rest stays
        (WhatIf(activations=Element.FP8), 0.8e9 + 0.1e9),
        (WhatIf(precision=Precision.FP8_TENSOR), 0.4e9 + 0.1e9),
        (WhatIf(weights=Element.FP64), 3.2e9 + 0.2e9),
    ],
)
def test_typed_bytes_shrink_with_what_they_are(what_if: WhatIf, bytes: float) -> None:
    given = custom(bytes=1e9, weight_bytes=0.8e9)
    changed = evaluate(retyped(given, types_under(given.types, what_if)))
    assert bytes_of(changed) == pytest.approx(bytes)


@pytest.mark.parametrize("bytes", [1.0, 1e30])
@pytest.mark.parametrize("element", Element)
def test_the_smallest_and_the_largest_amounts_can_be_retyped(bytes: float, element: Element) -> None:
    given = custom(bytes=bytes)
    changed = evaluate(retyped(given, types_under(given.types, WhatIf(activations=element))))
    assert 1 <= bytes_of(changed) <= 1e30

"""Calculated kernels, the what-if, laws and ideals in a file."""

import dataclasses
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.model_presets import load_presets
from roofline_gui.model.document import Document
from roofline_gui.model.estimates import estimate_document
from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.catalogue import FORMULAS, Workload
from roofline_gui.model.workload.elements import Element, ElementTypes, element_types
from roofline_gui.model.workload.entry import KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from tests.io.document_file.builders import MACHINE, differences, first_version, full_document
from tests.io.document_file.test_content import put, refused, stored


def back(document: Document) -> Document:
    return decode_document(encode_document(document))


# Keeping


def test_what_is_calculated_is_the_same_after_saving() -> None:
    before, after = full_document(), back(full_document())
    one, two = estimate_document(before), estimate_document(after)
    assert one is not None
    assert two is not None
    assert differences(one.demand, two.demand) == []
    assert differences(one.time, two.time) == []
    assert one.machine == two.machine == dataclasses.replace(MACHINE, id="there").with_ceilings(before.ceilings)


def test_every_model_that_comes_with_the_program_can_be_kept() -> None:
    types = element_types("fp8")
    steps = tuple(
        StepEntry(i, preset.name, preset.architecture, Span(i % 2 == 0, 4096), types)
        for i, preset in enumerate(load_presets(), start=1)
    )
    document = Document(kernels=steps)
    assert back(document).kernels == steps


VALUES = st.floats(1, 1e12).map(lambda value: float(round(value)))
TYPES = st.builds(
    ElementTypes,
    *[st.sampled_from(Element)] * 4,
    compute=st.none() | st.sampled_from(Precision),
)
NAMES = st.text(st.characters(codec="utf-8"), max_size=20)
ENTRIES = st.builds(
    KernelEntry,
    st.just(0),
    st.builds(
        Workload,
        st.just("gemm"),
        st.fixed_dictionaries({"m": VALUES, "n": VALUES, "k": VALUES}),
        TYPES,
        st.sampled_from(["", "once", "naive"]),
        st.integers(1, 10**9),
        st.just(math.nan) | st.floats(1e-300, 1e300),
        NAMES,
    ),
    st.dictionaries(NAMES, NAMES, max_size=3),
    st.integers(1, 10**9),
    st.booleans(),
)
WHAT_IFS = st.builds(
    WhatIf,
    st.none() | st.integers(1, 10**9),
    st.none() | st.sampled_from(Precision),
    *[st.none() | st.sampled_from(Element)] * 3,
    machine=st.sampled_from([None, MACHINE]),
    flop=st.floats(1e-6, 1e6),
    bytes=st.floats(1e-6, 1e6),
)


@given(st.lists(ENTRIES, max_size=4), WHAT_IFS)
def test_any_kernel_and_what_if_comes_back(entries: list[KernelEntry], what_if: WhatIf) -> None:
    kernels = tuple(dataclasses.replace(entry, id=i) for i, entry in enumerate(entries, start=1))
    document = Document(kernels=kernels, what_if=what_if)
    assert differences(document, back(document)) == []


def test_a_time_that_was_not_measured_is_null() -> None:
    kernels = stored()["kernels"]
    assert [k["workload"]["time_s"] for k in kernels[:2]] == [3.8080000000000002e-06, None]


def test_half_characters_in_names_do_not_prevent_saving() -> None:
    document = full_document()
    kernel, _, step, _ = document.kernels
    assert isinstance(kernel, KernelEntry)
    assert isinstance(step, StepEntry)
    workload = dataclasses.replace(kernel.workload, name="a\ud800")
    odd = dataclasses.replace(kernel, workload=workload, typed={"m": "4\udce9"})
    shape = dataclasses.replace(step.architecture, name="b\ud800", activation="c\ud800")
    first, second = back(Document(kernels=(odd, dataclasses.replace(step, architecture=shape)))).kernels
    assert isinstance(first, KernelEntry)
    assert isinstance(second, StepEntry)
    assert (first.name, first.typed) == ("a?", {"m": "4?"})
    assert (second.architecture.name, second.architecture.activation) == ("b?", "c?")


# Version 1


def test_a_file_of_the_first_version_has_nothing_calculated() -> None:
    plain = stored(first_version())
    del plain["kernels"], plain["what_if"]
    for source in plain["sources"]:
        del source["laws"], source["pins"]
    read = decode_document(json.dumps({**plain, "version": 1}).encode())
    assert (read.kernels, read.what_if) == ((), AS_GIVEN)
    assert [(s.laws, s.pins) for s in read.sources] == [((), ()), ((), ())]


# Refusing

GEMM: list[str | int] = ["kernels", 0]
GROUPED: list[str | int] = ["kernels", 2]
LATENT: list[str | int] = ["kernels", 3]
SHAPE: list[str | int] = [*GROUPED, "architecture"]


@pytest.mark.parametrize(
    ("place", "value", "told", "what"),
    [
        ([*GEMM, "id"], 0, "kernels[0].id", "from 1"),
        ([*GEMM, "id"], 7, "kernels[2].id", "another entry"),
        ([*GEMM, "id"], 10**25, "kernels[0].id", ""),
        ([*GEMM, "kind"], "circle", "kernels[0].kind", "circle"),
        ([*GEMM, "colour"], "red", "kernels[0].colour", "not known"),
        ([*GEMM, "count"], 0, "kernels[0].count", "from 1"),
        ([*GEMM, "typed", "n"], 8192, "kernels[0].typed.n", "text"),
        ([*GEMM, "workload", "formula"], "gem", "kernels[0].workload.formula", "Did you mean gemm?"),
        ([*GEMM, "workload", "values", "m"], "x", "kernels[0].workload.values.m", "a number"),
        ([*GEMM, "workload", "values", "m"], None, "kernels[0].workload.values.m", "a number"),
        ([*GEMM, "workload", "values", "m"], 1.5, "kernels[0].workload.values.m", "whole"),
        ([*GEMM, "workload", "values", "m"], 1e300, "kernels[0].workload.values.m", "too large"),
        ([*GEMM, "workload", "values"], {"n": 1, "k": 1}, "kernels[0].workload.values.m", "missing"),
        ([*GEMM, "workload", "values", "batch"], 1, "kernels[0].workload.values.batch", "not known"),
        ([*GEMM, "workload", "types", "weights"], "fp3", "kernels[0].workload.types.weights", "fp3"),
        ([*GEMM, "workload", "types", "colour"], "fp8", "kernels[0].workload.types.colour", "not known"),
        ([*GEMM, "workload", "variant"], "twice", "kernels[0].workload.variant", "twice"),
        ([*GEMM, "workload", "batch"], 0, "kernels[0].workload.batch", "at least 1"),
        ([*GEMM, "workload", "time_s"], 0, "kernels[0].workload.time_s", "positive"),
        ([*GEMM, "workload", "time_s"], "fast", "kernels[0].workload.time_s", "a number"),
        ([*GROUPED, "batch"], 10**10, "kernels[2].batch", "too large"),
        ([*GROUPED, "span", "length"], -1, "kernels[2].span.length", "not negative"),
        ([*LATENT, "span", "length"], 0, "kernels[3].span.length", "at least 1"),
        ([*GROUPED, "span", "decode"], 1, "kernels[2].span.decode", "true or false"),
        ([*GROUPED, "types", "kv"], 4, "kernels[2].types.kv", ""),
        ([*SHAPE, "layers"], 0, "kernels[2].architecture.layers", "from 1"),
        ([*SHAPE, "hidden"], 10**10, "kernels[2].architecture.hidden", "10⁹"),
        ([*SHAPE, "norm"], "group", "kernels[2].architecture.norm", "group"),
        ([*SHAPE, "window"], None, "kernels[2].architecture.window", "missing"),
        ([*SHAPE, "sliding_layers"], 5, "kernels[2].architecture.sliding_layers", "more than the 4"),
        ([*SHAPE, "attention", "kind"], "linear", "kernels[2].architecture.attention.kind", "grouped_query"),
        ([*SHAPE, "attention", "kind"], [], "kernels[2].architecture.attention.kind", "grouped_query"),
        ([*SHAPE, "attention", "kind"], "latent", "kernels[2].architecture.attention.kv_heads", "not known"),
        ([*SHAPE, "attention", "kv_heads"], 3, "kernels[2].architecture.attention.kv_heads", "evenly"),
        ([*SHAPE, "attention"], 3, "kernels[2].architecture.attention", "an object"),
        ([*LATENT, "architecture", "mixture", "top"], 17, "kernels[3].architecture.mixture.top", "16 experts"),
        ([*LATENT, "architecture", "mixture", "dense_layers"], 7, "kernels[3].architecture.mixture.dense_layers", "6"),
        ([*LATENT, "architecture", "attention", "value"], -1, "kernels[3].architecture.attention.value", "from 1"),
        (["what_if", "batch"], 0, "what_if", "batch"),
        (["what_if", "batch"], 10**10, "what_if.batch", "too large"),
        (["what_if", "flop"], -1, "what_if", "flop"),
        (["what_if", "weights"], "fp3", "what_if.weights", "fp3"),
        (["what_if", "watt"], 700, "what_if.watt", "not known"),
        (["what_if", "machine", "levels", 1, "level"], "l1", "what_if.machine.levels[1].level", "near to far"),
        (["sources", 0, "laws", 0, "launches", 1], 4, "sources[0].laws[0].launches[1]", "no launch 4"),
        (["sources", 0, "laws", 0, "launches", 1], -1, "sources[0].laws[0].launches[1]", "no launch -1"),
        (["sources", 0, "laws", 1, "launches", 0], 3, "sources[0].laws[1].launches[0]", "stands twice"),
        (["sources", 0, "laws", 1, "launches"], [], "sources[0].laws[1]", "at least one"),
        (["sources", 0, "laws", 1, "batch"], 0, "sources[0].laws[1]", "batch"),
        (["sources", 0, "laws", 1, "weight_bytes"], -1, "sources[0].laws[1]", "weight_bytes"),
        (["sources", 0, "laws", 1, "colour"], 1, "sources[0].laws[1].colour", "not known"),
        (["sources", 1, "pins", 0, "entry"], 2, "sources[1].pins[0].entry", "no calculated kernel with the id 2"),
        (["sources", 1, "pins", 0, "operation"], "lm_head", "sources[1].pins[0].operation", "a formula has none"),
        (["sources", 1, "pins", 1, "operation"], "", "sources[1].pins[1].operation", "one operation"),
        (["sources", 1, "pins", 0, "launches"], [0], "sources[1].pins[1].launches[0]", "stands twice"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_does_not_belong_there_is_refused_with_its_place(
    place: list[str | int], value: Any, told: str, what: str
) -> None:
    problem = refused(put(stored(), place, value))
    assert problem.place == told
    assert what in problem.what
    assert not problem.what.endswith(".")


def test_a_formula_may_have_parameters_that_a_workload_has_too() -> None:
    """The prefill formula has `tokens`, the batched product `count`; none is taken for a part of the entry."""
    parameters = {p.name for formula in FORMULAS.values() for p in formula.parameters}
    assert not parameters & {"formula", "values", "types", "variant", "batch", "time", "name"}

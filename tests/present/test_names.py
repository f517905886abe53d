"""Short names keep what tells kernels apart, and survive every text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.model.grouping import Grouping, group
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.present.names import group_label, group_labels, kernel_name, short_name, short_names, shorten
from tests.model.builders import launches

LAYER_NORM = (
    "void at::<unnamed>::vectorized_layer_norm_kernel<c10::BFloat16, float, 1>"
    "(int, T2, const T1 *, const T1 *, const T1 *, T2 *, T2 *, T1 *)"
)


@pytest.mark.parametrize(
    ("full", "name"),
    [
        (LAYER_NORM, "vectorized_layer_norm_kernel<BFloat16, float, 1>"),
        ("vec_add(const float *, const float *, float *, unsigned long)", "vec_add"),
        ("void gemm_tiled<32>(const float *, const float *, float *, int)", "gemm_tiled<32>"),
        ("void (anonymous namespace)::f<1>(int)", "f<1>"),
        ("void f<(int)4, (bool)1>(int)", "f<4, 1>"),
        ("void at::reduce<512, at::ReduceOp<float, at::ArgMax<float>>>(T3)", "reduce<512, ReduceOp<…>>"),
        ("a::{lambda(int)#1}::operator()(float) const", "a::{lambda(int)#1}::operator()"),
        ("ns::operator<(int)", "ns::operator<"),
        ("nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNT", "nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNT"),
        ("_Z7vec_addPKfS0_Pfm", "vec_add"),
        ("_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13BUnaryFunctorEEvT0_", "vectorized_elementwise_kernel"),
        ("_Z", "_Z"),
        ("_Z999999x", "_Z999999x"),
        ("operator()", "operator()"),
        ("f(((", "f((("),
        ("", ""),
    ],
)
def test_kernel_names(full: str, name: str) -> None:
    assert kernel_name(full) == name


def test_template_arguments_are_kept_as_far_as_they_fit() -> None:
    assert short_name(LAYER_NORM) == "vectorized_layer_norm_kernel<BFloat16…>"
    assert short_name(LAYER_NORM, 60) == "vectorized_layer_norm_kernel<BFloat16, float, 1>"


def test_names_that_differ_in_a_late_argument_show_it() -> None:
    other = LAYER_NORM.replace("float, 1>", "float, 0>")
    short = short_names([LAYER_NORM, other])
    assert short[LAYER_NORM] == "vectorized_layer_norm_kernel<…1…>"
    assert short[other] == "vectorized_layer_norm_kernel<…0…>"


def test_elementwise_kernels_show_their_functor() -> None:
    start = "void at::vectorized_elementwise_kernel<8, at::"
    short = short_names([f"{start}CUDAFunctor_add<float>>(int)", f"{start}FillFunctor<float>>(int)"])
    assert [text.count("CUDAFunctor_add") + text.count("FillFunctor") for text in short.values()] == [1, 1]


def test_plain_names_that_differ_in_the_middle_show_it() -> None:
    names = [
        "nvjet_sm90_qqtst_128x16_128x11_2x1_v_bz_algo2_TNT",
        "nvjet_sm90_qqtst_128x32_128x10_2x1_v_bz_algo2_TNT",
    ]
    short = short_names(names)
    assert "128x16" in short[names[0]]
    assert "128x32" in short[names[1]]
    assert all(len(text) <= 40 for text in short.values())


def test_middle_gives_way() -> None:
    assert shorten("abcdefghij", 10) == "abcdefghij"
    assert shorten("abcdefghijk", 5) == "ab…jk"


def test_deep_templates_are_no_trouble() -> None:
    assert short_name("f" + "<a" * 5000 + ">" * 5000 + "(int)") == "f<a<…>>"


TEXTS = st.text(st.sampled_from(list("ab_:<>(){}[], *&-0_Zé\n\"'")), max_size=120) | st.text(max_size=60)


@given(TEXTS, st.integers(12, 60))
def test_short_names_of_any_text_are_short(text: str, limit: int) -> None:
    assert len(short_name(text, limit)) <= limit


@given(st.lists(TEXTS, max_size=8))
def test_a_set_of_any_texts_gets_a_name_each(names: list[str]) -> None:
    short = short_names(names)
    assert set(short) == set(names)
    assert all(len(text) <= 40 for text in short.values())


def test_operations_are_told_apart_by_what_differs() -> None:
    paths = [
        "decode batch=1 / layer 0 / qkv_proj",
        "decode batch=32 / layer 0 / qkv_proj",
        "decode batch=32 / layer 1 / qkv_proj",
        "decode batch=1 / lm_head",
    ]
    groups = group(
        launches(["k"] * 4, [1] * 4, {Precision.FP32: [1] * 4}, {Level.DRAM: [1] * 4}, operations=paths),
        Grouping.NVTX,
    )
    assert group_labels(groups) == [
        "qkv_proj · batch=1 · layer 0",
        "qkv_proj · batch=32 · layer 0",
        "qkv_proj · batch=32 · layer 1",
        "lm_head",
    ]
    assert group_label(groups, 3) == "lm_head"


def test_shapes_and_launches_of_one_kernel_are_told_apart() -> None:
    three = launches(
        ["void f<1>(int)", "void f<1>(int)", "g(float)"],
        [1] * 3,
        {Precision.FP32: [1] * 3},
        {Level.DRAM: [1] * 3},
        grids=["(64, 64, 1)", "(128, 1, 1)", "(1, 1, 1)"],
    )
    assert group_labels(group(three, Grouping.SHAPE)) == ["f<1> · grid 64×64", "f<1> · grid 128", "g"]
    assert group_labels(group(three, Grouping.LAUNCH)) == ["f<1> · #0", "f<1> · #1", "g"]
    assert group_labels(group(three, Grouping.KERNEL)) == ["f<1>", "g"]


def test_the_block_is_named_only_where_the_grid_does_not_tell() -> None:
    four = launches(
        ["f()"] * 3 + ["g()"],
        [1] * 4,
        {Precision.FP32: [1] * 4},
        {Level.DRAM: [1] * 4},
        grids=["(8, 1, 1)", "(8, 1, 1)", "(16, 1, 1)", "(8, 1, 1)"],
        blocks=["(64, 1, 1)", "(32, 2, 1)", "(64, 1, 1)", "(64, 1, 1)"],
    )
    assert group_labels(group(four, Grouping.SHAPE)) == [
        "f · grid 8 · block 64",
        "f · grid 8 · block 32×2",
        "f · grid 16",
        "g",
    ]

"""Models to choose from: what is listed, what a search finds, and which one comes first."""

from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.io.hf_config import read_config
from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.model_input import ModelInput
from roofline_gui.io.model_presets import find_model
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.workload.elements import element_types
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.session.model_choices import bundled_choices, choice_of_entry, choice_of_file, first_choice
from tests.model.builders import figure

BUNDLED = bundled_choices()
H100 = next(m for m in load_catalogue().machines if m.id == "h100-sxm")


def found(text: str) -> list[str]:
    return [choice.name for choice in BUNDLED if choice.matches(text)]


def test_every_bundled_model_says_how_large_it_is_and_where_that_is_from() -> None:
    assert len(BUNDLED) == 17
    shown = {choice.name: choice.parameters for choice in BUNDLED}
    assert shown["Llama-3-70B"] == "70B"
    assert shown["Mixtral-8x7B"] == "46.7B, 12.9B active"
    assert shown["GPT-2 (small)"] == "124M"
    for choice in BUNDLED:
        assert choice.about[0].startswith("Published: ")
        assert any(line.startswith("Shape: ") for line in choice.about)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("70b", ["Llama-3-70B"]),
        ("LLAMA 8b", ["Llama-3-8B"]),
        ("Llama-3.3-70B", ["Llama-3-70B"]),  # in its notes: of the same shape
        ("  ", [choice.name for choice in BUNDLED]),
        ("no such thing", []),
    ],
)
def test_a_search_looks_into_names_sources_and_notes(text: str, names: list[str]) -> None:
    assert found(text) == names


def with_memory(size: float) -> Machine:
    levels = tuple(replace(m, size=figure(size)) if m.level is Level.DRAM else m for m in H100.levels)
    return replace(H100, levels=levels)


def test_the_first_model_fits() -> None:
    assert first_choice(BUNDLED, H100).id == "llama-3-8b"
    assert first_choice(BUNDLED, None).id == "llama-3-8b"
    # 16.06 GB of weights and 0.54 GB of KV cache.
    assert first_choice(BUNDLED, with_memory(16.61e9)).id == "llama-3-8b"
    assert first_choice(BUNDLED, with_memory(16.59e9)).id == "gpt-2"


def test_a_file_is_a_choice_and_an_entry_finds_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tiny" / "config.json"
    path.parent.mkdir()
    path.write_text(
        '{"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_layer": 1, "n_positions": 4, "vocab_size": 9}',
        encoding="utf-8",
    )
    opened = choice_of_file(ModelInput(path, read_config(path)))
    assert (opened.name, opened.about) == ("tiny", (f"Read from {path}",))

    def chosen(entry: StepEntry) -> str:
        return choice_of_entry(entry, BUNDLED).name

    entry = StepEntry(1, "x", find_model("qwen3-8b"), Span(True, 5), element_types("bf16"))
    assert choice_of_entry(entry, BUNDLED) in BUNDLED
    assert chosen(entry) == "Qwen3-8B"
    own = replace(entry, architecture=opened.architecture)
    assert choice_of_entry(own, BUNDLED).about == ("Kept in this document",)

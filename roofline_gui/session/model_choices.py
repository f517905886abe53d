"""The models to choose from for a whole step: the bundled ones, opened configurations, that of an entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from roofline_gui.io.model_input import ModelInput
from roofline_gui.io.model_presets import Preset, load_presets
from roofline_gui.model.machine import Machine
from roofline_gui.model.step_totals import StepTotals, given_totals
from roofline_gui.model.units import format_number
from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.model.workload.entry import StepEntry
from roofline_gui.model.workload.step_draft import StepDraft, read_step_draft

_FIRST = "llama-3-8b"  # what most people compare with
_SCALES = ((1e9, "B"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True, slots=True, eq=False)
class ModelChoice:
    """One model. parameters: their number as published, or counted from a shape that nobody published. about: where it
    comes from and what to know, one remark per line.
    """

    id: str
    name: str
    parameters: str
    about: tuple[str, ...]
    architecture: Architecture

    def matches(self, text: str) -> bool:
        """Whether all words of `text` stand in its name, or in one remark about it."""
        words = text.casefold().split()
        lines = (f"{self.id} {self.name} {self.parameters}", *self.about)
        return any(all(word in line.casefold() for word in words) for line in lines)


def bundled_choices() -> tuple[ModelChoice, ...]:
    """The models that come with the program."""
    return tuple(_of_preset(preset) for preset in load_presets())


def choice_of_file(model: ModelInput) -> ModelChoice:
    """A model that was read from a file."""
    shape = model.architecture
    return ModelChoice("", shape.name, _counted(shape), (f"Read from {model.path}",), shape)


def choice_of_entry(entry: StepEntry, known: Sequence[ModelChoice]) -> ModelChoice:
    """The model of an entry: the one of `known` with its shape, else one that only the document knows."""
    found = next((choice for choice in known if choice.architecture == entry.architecture), None)
    shape = entry.architecture
    return found or ModelChoice("", shape.name, _counted(shape), ("Kept in this document",), shape)


def first_choice(choices: Sequence[ModelChoice], machine: Machine | None) -> ModelChoice:
    """A usual model that fits into the memory of `machine` as a step is set up at first, else the smallest one."""
    usual = next((choice for choice in choices if choice.id == _FIRST), choices[0])
    if _totals(usual, machine).fits is not False:
        return usual
    return min(choices, key=lambda choice: _totals(choice, None).needed)


def _counted(shape: Architecture) -> str:
    return _count(round(_first_totals(shape, None).parameters))


def _totals(choice: ModelChoice, machine: Machine | None) -> StepTotals:
    return _first_totals(choice.architecture, machine)


def _first_totals(shape: Architecture, machine: Machine | None) -> StepTotals:
    """The step of a model as it is set up at first."""
    entry = read_step_draft(StepDraft(shape)).entry
    assert entry is not None  # everything in a new draft can be used
    return given_totals(entry, machine)


def _of_preset(preset: Preset) -> ModelChoice:
    published = preset.published
    doubt = f" ({published.doubt})" if published.doubt else ""
    about = (
        f"Published: {published.text}, {published.source}{doubt}.",
        *([f"Active parameters: {published.active_counts}."] if published.active_counts else []),
        f"Shape: {preset.source} ({preset.source_where}).",
        *preset.notes,
    )
    short = _count(published.total)
    if published.active is not None:
        short += f", {_count(published.active)} active"
    return ModelChoice(preset.id, preset.name, short, about, preset.architecture)


def _count(parameters: int) -> str:
    """As makers print it: 124M, 8B."""
    factor, letter = next((scale for scale in _SCALES if parameters >= scale[0]), _SCALES[-1])
    return f"{format_number(parameters / factor, 4)}{letter}"

"""What a document calculates: filled-in formulas, and whole transformer steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.model.workload.catalogue import Workload, find_formula
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.operations import Span


@dataclass(frozen=True, slots=True)
class KernelEntry:
    """One formula, filled in.

    id: tells it from other entries of the document. workload: what decides the kernel, its name included.
    typed: how its parameters were written ("2*4096^3"), by name. count: launches per step.
    """

    id: int
    workload: Workload
    typed: Mapping[str, str] = field(default_factory=dict)
    count: int = 1
    shown: bool = True

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.workload.name or find_formula(self.workload.formula).name


@dataclass(frozen=True, slots=True)
class StepEntry:
    """A whole decode or prefill step of a transformer; its operations follow from the architecture."""

    id: int
    name: str
    architecture: Architecture
    span: Span
    types: ElementTypes
    batch: int = 1
    shown: bool = True


Entry: TypeAlias = KernelEntry | StepEntry
